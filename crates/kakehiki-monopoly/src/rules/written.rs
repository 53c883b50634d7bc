//! A position as it is written for readers: squares with their names, players with their seats.
//!
//! Every fact of a position stands here in readable form. The snapshot is for programs that go on
//! from the position under these rules.

use kakehiki_bargain::Session;
use kakehiki_core::{Ending, Seat, SeatSet, Turn};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    card::Card,
    deal::{Deal, JailCards},
    notation::snapshot,
    rules::turn,
    square::{Colour, DeedSet, Kind, Pile, Square},
    state::{Auction, HOTEL, Round, Spree, Stage, State, bit, seat, seats_of},
};

/// A view.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "View")]
pub(super) struct WrittenView {
    /// Whose view it is.
    pub(super) seat: Seat,
    #[serde(flatten)]
    pub(super) table: WrittenTable,
}

/// What lies open on the table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Table")]
pub(super) struct WrittenTable {
    /// All players in the order of the seats, those who are out included.
    players: Vec<Player>,
    /// All deeds in the order of the board.
    deeds: Vec<Deed>,
    bank: Bank,
    /// Chance and Community Chest.
    decks: [Deck; 2],
    /// The player on turn.
    mover: Seat,
    /// Who has to choose now; nobody while dice or a card decide, or when the game is over.
    to_act: Option<Seat>,
    /// What has to happen next.
    stage: Stage,
    /// How the game ended, if it is over.
    ending: Option<Ending>,
    /// How many turns of players are over.
    turns: u32,
    turn: TurnSoFar,
    /// The auction in progress, or the building that its winner has to place.
    auction: Option<Lot>,
    /// The negotiation in progress.
    offer: Option<Offer>,
    /// Deeds that wait for an auction.
    lots: Vec<Place>,
    /// Mortgaged deeds whose new owners have not said what they do with the mortgage.
    inherited: Vec<Place>,
    /// Payments between the player on turn and each of the others that are not made yet.
    round: Option<Payments>,
    /// The position as one line, from which these rules can go on.
    snapshot: String,
}

/// A square of the board.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Square")]
struct Place {
    /// Counted from GO, as actions name it.
    #[schemars(range(max = 39))]
    number: u8,
    /// As it stands on the board.
    name: &'static str,
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Self { number: square.0, name: square.name() }
    }
}

fn places(deeds: DeedSet) -> Vec<Place> {
    deeds.iter().map(Place::from).collect()
}

/// A player.
#[derive(Serialize, JsonSchema)]
struct Player {
    seat: Seat,
    /// Whether it is not bankrupt.
    is_playing: bool,
    /// Negative while it is in debt.
    cash: i32,
    /// Where it stands; a prisoner stands on the jail's corner.
    square: Place,
    /// How many throws a prisoner has failed to leave by; nothing for the free.
    failed_jail_throws: Option<u8>,
    /// The decks of its cards that open the jail.
    jail_cards: Vec<Pile>,
    /// Whether it has been told to pay a debt.
    is_debtor: bool,
    /// To whom it owes; the bank if this is nobody.
    creditor: Option<Seat>,
    /// What its creditor has not been paid yet.
    unpaid: i32,
    /// Whether it has proposed a trade in this game.
    has_proposed: bool,
}

impl Player {
    fn new(state: &State, seat: Seat) -> Self {
        Self {
            seat,
            is_playing: state.is_alive(seat),
            cash: state.cash(seat),
            square: state.position(seat).into(),
            failed_jail_throws: state.failed_throws(seat),
            jail_cards: state.jail_cards(seat).iter().collect(),
            is_debtor: state.debtors & bit(seat) != 0,
            creditor: state.creditor(seat),
            unpaid: state.unpaid[seat.index()],
            has_proposed: state.has_proposed_by(seat),
        }
    }
}

/// A deed and what stands on its square.
#[derive(Serialize, JsonSchema)]
struct Deed {
    square: Place,
    family: Family,
    /// Nobody where the bank has it.
    owner: Option<Seat>,
    is_mortgaged: bool,
    /// None beside a hotel.
    #[schemars(range(max = 4))]
    houses: u8,
    has_hotel: bool,
}

/// The deeds that belong together.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Family {
    /// The streets of a colour.
    Street(Colour),
    /// The four railroads.
    Railroad,
    /// The two utilities.
    Utility,
}

impl Deed {
    fn new(state: &State, square: Square) -> Self {
        let level = state.level(square);
        Self {
            square: square.into(),
            family: match square.kind() {
                Kind::Street(colour) => Family::Street(colour),
                Kind::Railroad => Family::Railroad,
                _ => Family::Utility,
            },
            owner: state.owner(square),
            is_mortgaged: state.mortgaged().contains(square),
            houses: if level < HOTEL { level } else { 0 },
            has_hotel: level >= HOTEL,
        }
    }
}

/// What the bank has left.
#[derive(Serialize, JsonSchema)]
struct Bank {
    /// Below zero where hotels are broken without regard to them.
    houses: i8,
    hotels: i8,
}

/// A deck of cards as everybody knows it.
#[derive(Serialize, JsonSchema)]
struct Deck {
    name: Pile,
    /// The places from the top: cards that have been seen, nothing where one lies that has not.
    from_top: Vec<Option<Card>>,
    /// The cards that nobody has seen. Each is as likely as the others to come first among them.
    unseen: Vec<Card>,
}

impl Deck {
    fn new(state: &State, pile: Pile) -> Self {
        let deck = state.decks[pile as usize];
        let card = |number| Card { pile, number };
        Self {
            name: pile,
            from_top: deck.places().map(|number| number.map(card)).collect(),
            unseen: deck.unseen().map(card).collect(),
        }
    }
}

/// What the player on turn has done so far.
#[derive(Serialize, JsonSchema)]
struct TurnSoFar {
    /// The last throw; nothing before the first.
    dice: Option<[u8; 2]>,
    /// Doubles thrown in a row.
    doubles: u8,
    /// Whether nothing is left to throw.
    has_thrown: bool,
    /// Whether a card put the player where it is.
    is_moved_by_card: bool,
    /// Whether the turn is over as soon as everything that waits is done.
    is_ending: bool,
    /// Steps that the player moves as soon as it has paid for leaving jail.
    steps_due: u8,
    /// The buildings that it bought last.
    spree: Option<Buildings>,
    /// Trades that the player who may act now has proposed, in this turn or pause.
    offers: u8,
    /// Statements that the player on turn has made.
    said: u8,
    /// Whose pause before the turn it is.
    pause_of: Option<Seat>,
}

/// Buildings that were bought in a row.
#[derive(Serialize, JsonSchema)]
struct Buildings {
    colour: Colour,
    count: u8,
}

impl TurnSoFar {
    fn new(state: &State) -> Self {
        let Spree { colour, count } = state.spree;
        Self {
            dice: state.has_moved().then_some(state.dice),
            doubles: state.doubles,
            has_thrown: state.has_thrown,
            is_moved_by_card: state.is_moved_by_card,
            is_ending: state.is_ending,
            steps_due: state.steps_due,
            spree: (state.spree != Spree::NONE)
                .then(|| Buildings { colour: Colour::ALL[usize::from(colour) % 8], count }),
            offers: state.offers,
            said: state.said,
            pause_of: seat(state.paused),
        }
    }
}

/// What is auctioned.
#[derive(Serialize, JsonSchema)]
struct Lot {
    /// The square whose deed is sold, or on which the building was to stand.
    square: Place,
    /// Whether a building is sold and not the deed.
    is_building: bool,
    /// The highest bid so far.
    bid: u32,
    /// Who holds it.
    holder: Option<Seat>,
    /// Who wanted to build, where a building is sold.
    builder: Option<Seat>,
    /// Those who have not left.
    bidders: SeatSet,
    /// Who has to bid or leave.
    speaker: Option<Seat>,
}

impl Lot {
    fn new(auction: &Auction) -> Self {
        Self {
            square: auction.square.into(),
            is_building: auction.is_building,
            bid: auction.bid,
            holder: auction.holder(),
            builder: seat(auction.builder),
            bidders: seats_of(auction.bidders).collect(),
            speaker: auction.speaker(),
        }
    }
}

/// A trade on the table.
#[derive(Serialize, JsonSchema)]
struct Offer {
    /// The player who opened the negotiation.
    proposer: Seat,
    /// The player who was asked.
    partner: Seat,
    /// What the proposer gives.
    gives: Goods,
    /// What the proposer gets.
    gets: Goods,
    /// The deal as actions name it.
    notation: String,
    /// Who has to answer.
    to_answer: Option<Seat>,
    /// How many counter-offers both may still make together.
    counters_left: u8,
}

/// One side of a trade.
#[derive(Serialize, JsonSchema)]
struct Goods {
    deeds: Vec<Place>,
    /// The decks of the cards that open the jail.
    jail_cards: Vec<Pile>,
    cash: i32,
}

impl Goods {
    fn new(deeds: DeedSet, cards: JailCards, cash: i32) -> Self {
        Self { deeds: places(deeds), jail_cards: cards.iter().collect(), cash: cash.max(0) }
    }
}

impl Offer {
    fn new(session: &Session<Deal>) -> Option<Self> {
        let deal = session.on_table()?;
        Some(Self {
            proposer: deal.proposer,
            partner: deal.partner,
            gives: Goods::new(deal.gives, deal.gives_cards, deal.cash),
            gets: Goods::new(deal.gets, deal.gets_cards, deal.cash.saturating_neg()),
            notation: deal.to_string(),
            to_answer: session.to_answer(),
            counters_left: session.counters_left(),
        })
    }
}

/// Payments between the player on turn and each of the others.
#[derive(Serialize, JsonSchema)]
struct Payments {
    /// The others who have not paid or been paid.
    left: SeatSet,
    /// What each pays or is paid.
    amount: u8,
    /// Whether the player on turn receives.
    is_received: bool,
}

impl WrittenTable {
    pub(super) fn new(state: &State, players: usize) -> Self {
        let turn = turn(state);
        let Round { left, amount, is_received } = state.round;
        Self {
            players: Seat::all(players).map(|seat| Player::new(state, seat)).collect(),
            deeds: DeedSet::ALL.iter().map(|square| Deed::new(state, square)).collect(),
            bank: Bank { houses: state.houses, hotels: state.hotels },
            decks: Pile::ALL.map(|pile| Deck::new(state, pile)),
            mover: state.mover(),
            to_act: match turn {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over(_) => None,
            },
            stage: state.stage,
            ending: match turn {
                Turn::Over(ending) => Some(ending),
                Turn::Seat(_) | Turn::Chance => None,
            },
            turns: state.turns,
            turn: TurnSoFar::new(state),
            auction: (state.auction != Auction::NONE).then(|| Lot::new(&state.auction)),
            offer: state.session.as_ref().and_then(Offer::new),
            lots: places(state.lots),
            inherited: places(state.inherited),
            round: (state.round != Round::NONE).then(|| Payments {
                left: seats_of(left).collect(),
                amount,
                is_received,
            }),
            snapshot: snapshot(state, players),
        }
    }
}
