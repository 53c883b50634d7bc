//! A position: everything the rules need to go on.

use kakehiki_bargain::Session;
use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    card::Deck,
    deal::{Deal, JailCards},
    square::{Colour, DeedSet, GO, JAIL, Kind, Pile, SQUARES, Square},
};

/// The most players at a table.
pub const MAX_PLAYERS: usize = 8;
/// Stands where no player does.
pub(crate) const NOBODY: u8 = MAX_PLAYERS as u8;
/// The level of a street with a hotel.
pub(crate) const HOTEL: u8 = 5;
/// The houses and hotels of the bank.
pub(crate) const HOUSES: i8 = 32;
pub(crate) const HOTELS: i8 = 12;
pub(crate) const START_CASH: i32 = 1500;
pub(crate) const SALARY: i32 = 200;
pub(crate) const BAIL: i32 = 50;
/// The throw after which a prisoner has to leave.
pub(crate) const LAST_JAIL_THROW: u8 = 3;
/// The most cash or debt of a position that is read or put together: far above what a game can
/// bring, far below where sums overflow.
pub(crate) const MOST_CASH: i32 = 1 << 28;
/// The most turns of such a position, for the same reason.
pub(crate) const MOST_TURNS: u32 = 1 << 30;

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The pause between two turns: this player may trade, build and mortgage.
    Pause(Seat),
    /// The player on turn may trade, build and mortgage, and has to throw or to end the turn.
    Manage,
    /// The dice fall.
    Dice,
    /// A card is drawn.
    Draw(Pile),
    /// The dice fall for the card to the next utility.
    UtilityDice,
    /// The player on turn may buy the deed of its square.
    Buy,
    /// This player owes more than its cash.
    Debt(Seat),
    /// Somebody bids or leaves.
    Auction,
    /// Somebody answers a proposal.
    Answer,
    /// This player got a mortgaged deed and decides whether to lift the mortgage at once.
    Inherit(Seat),
    /// This player won a building at an auction and places it.
    Place(Seat),
    /// The game is over: this player is the last.
    Won(Seat),
    /// The game is over by its length.
    Undecided,
}

/// An auction in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Auction {
    /// The square whose deed is sold, or on which the building was to stand.
    pub square: Square,
    /// Whether a building is sold and not the deed.
    pub is_building: bool,
    /// The highest bid so far.
    pub bid: u32,
    pub(crate) holder: u8,
    /// Who wanted to build, where a building is sold.
    pub(crate) builder: u8,
    /// Those who have not left, as bits.
    pub(crate) bidders: u8,
    pub(crate) speaker: u8,
}

impl Auction {
    pub(crate) const NONE: Self = Self {
        square: GO,
        is_building: false,
        bid: 0,
        holder: NOBODY,
        builder: NOBODY,
        bidders: 0,
        speaker: NOBODY,
    };

    /// Who holds the highest bid.
    pub fn holder(&self) -> Option<Seat> {
        seat(self.holder)
    }

    /// Who has to bid or leave.
    pub fn speaker(&self) -> Option<Seat> {
        seat(self.speaker)
    }
}

/// Payments between one player and each of the others that are not made yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Round {
    /// The others who have not paid or been paid, as bits.
    pub(crate) left: u8,
    pub(crate) amount: u8,
    /// Whether the player on turn receives.
    pub(crate) is_received: bool,
}

impl Round {
    pub(crate) const NONE: Self = Self { left: 0, amount: 0, is_received: false };
}

/// The buildings that the player on turn bought last in this turn: their colour and how many in a
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spree {
    pub(crate) colour: u8,
    pub(crate) count: u8,
}

impl Spree {
    pub(crate) const NONE: Self = Self { colour: 0, count: 0 };
}

/// A position.
///
/// Nothing in it is hidden from anybody: the order of cards that nobody has seen is not part of it,
/// because chance decides it when they are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) owned: [DeedSet; MAX_PLAYERS],
    pub(crate) mortgaged: DeedSet,
    /// Deeds that wait for an auction.
    pub(crate) lots: DeedSet,
    /// Mortgaged deeds whose new owners have not said what they do with the mortgage.
    pub(crate) inherited: DeedSet,
    pub(crate) decks: [Deck; 2],
    pub(crate) cash: [i32; MAX_PLAYERS],
    /// What creditors have not been paid yet, by debtor.
    pub(crate) unpaid: [i32; MAX_PLAYERS],
    pub(crate) turns: u32,
    pub(crate) session: Option<Session<Deal>>,
    pub(crate) auction: Auction,
    pub(crate) owner: [u8; SQUARES],
    /// Houses on each square; 5 is a hotel.
    pub(crate) level: [u8; SQUARES],
    pub(crate) position: [Square; MAX_PLAYERS],
    /// 0 for the free, otherwise one more than the failed throws in jail.
    pub(crate) jail: [u8; MAX_PLAYERS],
    /// The complete colours of each player, as bits.
    pub(crate) sets: [u8; MAX_PLAYERS],
    /// To whom a player in debt owes.
    pub(crate) creditor: [u8; MAX_PLAYERS],
    pub(crate) jail_card: [u8; 2],
    /// The bank's houses; below zero where hotels are broken without regard to them.
    pub(crate) houses: i8,
    pub(crate) hotels: i8,
    /// Those who have been told to pay a debt, as bits.
    pub(crate) debtors: u8,
    pub(crate) living: u8,
    /// Those who have proposed a trade in this game, as bits.
    pub(crate) has_proposed: u8,
    pub(crate) mover: u8,
    pub(crate) dice: [u8; 2],
    /// Doubles thrown in a row in this turn.
    pub(crate) doubles: u8,
    /// Whether nothing is left to throw in this turn.
    pub(crate) has_thrown: bool,
    /// Whether a card put the player on turn where it is.
    pub(crate) is_moved_by_card: bool,
    /// Whether the turn is over as soon as everything that waits is done.
    pub(crate) is_ending: bool,
    /// Steps that a player moves as soon as it has paid for leaving jail.
    pub(crate) steps_due: u8,
    pub(crate) spree: Spree,
    pub(crate) round: Round,
    /// Proposals of the player who may act now, in this turn or pause.
    pub(crate) offers: u8,
    /// How many statements the player on turn has made in it.
    pub(crate) said: u8,
    /// Whose pause it is.
    pub(crate) paused: u8,
    pub(crate) stage: Stage,
}

pub(crate) const fn seat(index: u8) -> Option<Seat> {
    if index < NOBODY { Some(Seat::new(index as usize)) } else { None }
}

/// The seats of a set of bits, in order.
pub(crate) fn seats_of(bits: u8) -> impl Iterator<Item = Seat> + Clone {
    Seat::all(MAX_PLAYERS).filter(move |seat| bits >> seat.index() & 1 == 1)
}

#[inline]
pub(crate) const fn bit(seat: Seat) -> u8 {
    1 << (seat.index() % MAX_PLAYERS)
}

impl State {
    /// The start of the first turn.
    pub(crate) fn new(players: usize) -> Self {
        let mut cash = [0; MAX_PLAYERS];
        cash[..players].fill(START_CASH);
        Self {
            owned: [DeedSet::EMPTY; MAX_PLAYERS],
            mortgaged: DeedSet::EMPTY,
            lots: DeedSet::EMPTY,
            inherited: DeedSet::EMPTY,
            decks: [Deck::new(); 2],
            cash,
            unpaid: [0; MAX_PLAYERS],
            turns: 0,
            session: None,
            auction: Auction::NONE,
            owner: [NOBODY; SQUARES],
            level: [0; SQUARES],
            position: [GO; MAX_PLAYERS],
            jail: [0; MAX_PLAYERS],
            sets: [0; MAX_PLAYERS],
            creditor: [NOBODY; MAX_PLAYERS],
            jail_card: [NOBODY; 2],
            houses: HOUSES,
            hotels: HOTELS,
            debtors: 0,
            living: ((1_u16 << players) - 1) as u8,
            has_proposed: 0,
            mover: 0,
            dice: [0; 2],
            doubles: 0,
            has_thrown: false,
            is_moved_by_card: false,
            is_ending: false,
            steps_due: 0,
            spree: Spree::NONE,
            round: Round::NONE,
            offers: 0,
            said: 0,
            paused: NOBODY,
            stage: Stage::Manage,
        }
    }

    /// What has to happen next.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player on turn.
    #[inline]
    pub fn mover(&self) -> Seat {
        Seat::new(usize::from(self.mover) % MAX_PLAYERS)
    }

    /// How many turns of players are over.
    #[inline]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// A player's cash; negative while it is in debt.
    #[inline]
    pub fn cash(&self, seat: Seat) -> i32 {
        self.cash[seat.index() % MAX_PLAYERS]
    }

    /// Where a player stands; a prisoner stands on the jail's corner.
    #[inline]
    pub fn position(&self, seat: Seat) -> Square {
        self.position[seat.index() % MAX_PLAYERS]
    }

    /// How many throws a prisoner has failed to leave by; `None` if the player is free.
    #[inline]
    pub fn failed_throws(&self, seat: Seat) -> Option<u8> {
        self.jail[seat.index() % MAX_PLAYERS].checked_sub(1)
    }

    /// Whether a player is in jail.
    #[inline]
    pub fn is_in_jail(&self, seat: Seat) -> bool {
        self.jail[seat.index() % MAX_PLAYERS] > 0
    }

    /// Whether a player is still in the game.
    #[inline]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.living & bit(seat) != 0
    }

    /// The players who are still in the game, in order.
    pub fn living(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        seats_of(self.living)
    }

    /// The deeds of a player.
    #[inline]
    pub fn deeds(&self, seat: Seat) -> DeedSet {
        self.owned[seat.index() % MAX_PLAYERS]
    }

    /// The owner of a deed.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        seat(self.owner[square.index()])
    }

    /// The deeds that nobody owns.
    pub fn unowned(&self) -> DeedSet {
        self.owned.iter().fold(DeedSet::ALL, |left, owned| left.without(*owned))
    }

    /// The mortgaged deeds.
    #[inline]
    pub fn mortgaged(&self) -> DeedSet {
        self.mortgaged
    }

    /// The houses on a street; 5 is a hotel.
    #[inline]
    pub fn level(&self, square: Square) -> u8 {
        self.level[square.index()]
    }

    /// Whether a player owns every street of a colour.
    #[inline]
    pub fn has_set(&self, seat: Seat, colour: Colour) -> bool {
        self.sets[seat.index() % MAX_PLAYERS] >> colour.index() & 1 == 1
    }

    /// Whether any street of the colour is built on.
    pub fn is_built_on(&self, colour: Colour) -> bool {
        colour.streets().iter().any(|square| self.level(square) > 0)
    }

    /// Houses and hotels that the bank has left.
    pub fn stock(&self) -> (i8, i8) {
        (self.houses, self.hotels)
    }

    /// The jail cards of a player.
    pub fn jail_cards(&self, seat: Seat) -> JailCards {
        let held = Pile::ALL.into_iter().filter(|pile| self.card_holder(*pile) == Some(seat));
        held.fold(JailCards::NONE, |cards, pile| JailCards(cards.0 | JailCards::only(pile).0))
    }

    /// Who holds the jail card of a deck.
    pub fn card_holder(&self, pile: Pile) -> Option<Seat> {
        seat(self.jail_card[pile as usize])
    }

    /// The auction in progress, or the building that its winner has to place; nothing otherwise.
    pub fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The negotiation in progress.
    pub fn session(&self) -> Option<&Session<Deal>> {
        self.session.as_ref()
    }

    /// The last throw of this turn; zeros before the first.
    pub fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// Whether the player on turn has nothing left to throw.
    #[inline]
    pub fn has_thrown(&self) -> bool {
        self.has_thrown
    }

    /// Whether the player on turn has thrown at least once.
    #[inline]
    pub(crate) fn has_moved(&self) -> bool {
        self.dice[0] != 0
    }

    /// Whether a card put the player on turn where it is.
    #[inline]
    pub(crate) fn is_moved_by_card(&self) -> bool {
        self.is_moved_by_card
    }

    /// Whether a player has proposed a trade in this game.
    #[inline]
    pub fn has_proposed_by(&self, seat: Seat) -> bool {
        self.has_proposed & bit(seat) != 0
    }

    /// Whether a player owns every street of any colour.
    #[inline]
    pub(crate) fn has_any_set(&self, seat: Seat) -> bool {
        self.sets[seat.index() % MAX_PLAYERS] != 0
    }

    /// The complete colours of a player, as bits.
    #[inline]
    pub(crate) fn sets(&self, seat: Seat) -> u8 {
        self.sets[seat.index() % MAX_PLAYERS]
    }

    /// How many trades the player who may act has proposed in this turn or pause.
    pub(crate) fn offers(&self) -> u8 {
        self.offers
    }

    #[inline]
    pub(crate) fn spree(&self) -> Spree {
        self.spree
    }

    /// Lets the dice fall next.
    #[inline]
    pub(crate) fn begin_throw(&mut self) {
        self.stage = Stage::Dice;
    }

    /// To whom a player in debt owes; `None` for the bank.
    pub fn creditor(&self, seat_in_debt: Seat) -> Option<Seat> {
        seat(self.creditor[seat_in_debt.index() % MAX_PLAYERS])
    }

    /// What a visitor owes for landing on an owned square after a throw of `total`.
    #[inline]
    pub fn rent(&self, square: Square, total: u8) -> i32 {
        let owner = self.owner[square.index()];
        if owner >= NOBODY || self.mortgaged.contains(square) {
            return 0;
        }
        let owner = usize::from(owner);
        match square.kind() {
            Kind::Street(colour) => {
                let level = self.level[square.index()].min(HOTEL);
                let rent = i32::from(square.rents()[usize::from(level)]);
                let is_doubled = level == 0 && self.sets[owner] >> colour.index() & 1 == 1;
                if is_doubled { 2 * rent } else { rent }
            }
            Kind::Railroad => {
                let count = self.owned[owner].and(DeedSet::RAILROADS).len();
                (25 << count) / 2
            }
            Kind::Utility => {
                let both = self.owned[owner].contains_all(DeedSet::UTILITIES);
                i32::from(total) * if both { 10 } else { 4 }
            }
            _ => 0,
        }
    }

    /// Gives a deed to a player, or back to the bank.
    pub(crate) fn hand_over(&mut self, square: Square, to: Option<Seat>) {
        let deed = DeedSet::only(square);
        let from = self.owner[square.index()];
        if from < NOBODY {
            let from = usize::from(from);
            self.owned[from] = self.owned[from].without(deed);
            if let Some(colour) = square.colour() {
                self.sets[from] &= !(1 << colour.index());
            }
        }
        self.owner[square.index()] = NOBODY;
        if let Some(to) = to {
            let place = to.index() % MAX_PLAYERS;
            self.owner[square.index()] = place as u8;
            self.owned[place] = self.owned[place].with(square);
            if let Some(colour) = square.colour()
                && self.owned[place].contains_all(colour.streets())
            {
                self.sets[place] |= 1 << colour.index();
            }
        }
    }

    /// Puts the player on turn into jail. Nothing is left to throw.
    pub(crate) fn imprison(&mut self) {
        let mover = usize::from(self.mover) % MAX_PLAYERS;
        self.position[mover] = JAIL;
        self.jail[mover] = 1;
        self.doubles = 0;
        self.has_thrown = true;
    }

    /// The next living player after a seat, which may be the seat itself.
    #[inline]
    pub(crate) fn next_living(&self, after: u8) -> u8 {
        let twice = u16::from(self.living) << MAX_PLAYERS | u16::from(self.living);
        let first = after % NOBODY + 1;
        (first + (twice >> first).trailing_zeros() as u8) % NOBODY
    }
}
