//! The rules: who acts next, what is legal, and what happens.

use kakehiki_bargain::{Answer, Session};
use kakehiki_core::{
    Ending, Game, GameRng, Illegal, NotationError, Seat, SeatSet, Settings, Step, Turn,
};
use rand::RngExt;

use super::{
    action::{Action, Chance},
    card::{CARDS, Card, Effect},
    estate::{Obstacle, refuse},
    notation,
    options::{Auctions, Options, Trading},
    picture,
    square::{DeedSet, Pile, Square},
    state::{BAIL, MAX_PLAYERS, NOBODY, Spree, Stage, State, bit, seat, seats_of},
    trade,
};

/// Monopoly with its options chosen.
///
/// The rules are those of the official US game as printed since 2008, without house rules. What
/// they leave open is read so:
///
/// - A player may build, sell, mortgage, lift and trade before each of its throws and before it
///   ends its turn; the others in the pause before each turn, in order. In debt, it may sell,
///   mortgage and trade. Before it decides on a purchase it may sell and mortgage.
/// - Bids are paid in cash. A building of which the bank has too few is auctioned when somebody
///   buys it: that player holds the bid of its price, and everybody who could build one of the same
///   kind may raise it.
/// - Where the bank lacks the houses to break a hotel, a set is sold down to an even number of
///   houses at once.
/// - Whoever must pay several players pays them in the order of the seats, each before the next.
/// - A deal that is proposed can be carried out as things stand, since all of it lies open.
///
/// `rules=moyer2020` plays as the browser game by Daniel Moyer did in February 2020. Where that
/// shuffles its decks not quite evenly, this shuffles evenly; where it auctions in the order in
/// which squares were landed on, this goes round the board from where the player stands, which
/// differs only after more than a lap; and a player who owes something on another's turn pays then
/// and not on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monopoly {
    pub(crate) options: Options,
}

impl Monopoly {
    /// The rules with these options.
    pub fn new(settings: &Settings) -> Self {
        Self { options: Options::new(settings) }
    }

    /// The same rules with games that end undecided after so many turns in all, or earlier if they
    /// already did.
    #[must_use]
    pub fn capped(self, turns: u32) -> Self {
        let max_turns = self.options.max_turns.min(turns);
        Self { options: Options { max_turns, ..self.options } }
    }

    /// What a card does at this table.
    pub fn effect(&self, card: Card) -> Effect {
        card.effect(self.options.chance_deck)
    }

    /// Finds out what has to happen next when nothing is in progress.
    #[inline]
    pub(crate) fn proceed(&self, state: &mut State) {
        if is_quiet(state) && (state.lots.is_empty() || self.options.auctions == Auctions::TurnEnd)
        {
            state.stage = Stage::Manage;
        } else {
            self.catch_up(state);
        }
    }

    /// Does one thing after the other of all that waits, until somebody has to decide.
    fn catch_up(&self, state: &mut State) {
        loop {
            for debtor in seats_of(state.debtors) {
                if state.cash(debtor) >= 0 {
                    self.settle(state, debtor);
                }
            }
            if state.living.is_power_of_two() {
                state.stage = Stage::Won(Seat::new(state.living.trailing_zeros() as usize));
                return;
            }
            if let Some(heir) = state.inherited.iter().next().and_then(|square| state.owner(square))
            {
                state.stage = Stage::Inherit(heir);
                return;
            }
            if let Some(debtor) = state.living().find(|seat| state.cash(*seat) < 0) {
                state.debtors |= bit(debtor);
                state.stage = Stage::Debt(debtor);
                return;
            }
            if state.round.left != 0 {
                self.go_round(state);
                continue;
            }
            if state.steps_due > 0 {
                let steps = std::mem::take(&mut state.steps_due);
                return self.advance(state, steps);
            }
            if !state.lots.is_empty()
                && (state.is_ending || self.options.auctions == Auctions::AtOnce)
                && self.open_auction(state)
            {
                return;
            }
            if state.is_ending {
                return self.begin_turn(state);
            }
            if state.paused < NOBODY {
                return Self::pause(state, state.paused);
            }
            state.stage = Stage::Manage;
            return;
        }
    }

    /// Gives the turn to the next player.
    #[inline]
    pub(crate) fn begin_turn(&self, state: &mut State) {
        state.mover = state.next_living(state.mover);
        state.turns += 1;
        state.is_ending = false;
        state.doubles = 0;
        state.has_thrown = false;
        state.dice = [0; 2];
        state.is_moved_by_card = false;
        state.spree = Spree::NONE;
        state.offers = 0;
        state.lots = DeedSet::EMPTY;
        state.paused = NOBODY;
        if state.turns >= self.options.max_turns {
            state.stage = Stage::Undecided;
        } else if self.options.trading == Trading::AnyTurn {
            Self::pause(state, state.next_living(state.mover));
        } else {
            state.stage = Stage::Manage;
        }
    }

    /// Gives the pause to a player, or the turn to its player when all have had theirs.
    fn pause(state: &mut State, paused: u8) {
        let is_alive = state.living >> (paused % NOBODY) & 1 == 1;
        let paused = if is_alive {
            paused
        } else {
            state.offers = 0;
            state.next_living(paused)
        };
        if paused == state.mover {
            state.paused = NOBODY;
            state.stage = Stage::Manage;
        } else {
            state.paused = paused;
            state.stage = Stage::Pause(Seat::new(usize::from(paused) % MAX_PLAYERS));
        }
    }

    /// Who may build, sell and mortgage now.
    fn manager(state: &State) -> Option<Seat> {
        match state.stage {
            Stage::Manage => Some(state.mover()),
            Stage::Pause(seat) => Some(seat),
            _ => None,
        }
    }

    /// Who may sell and mortgage now.
    fn raiser(state: &State) -> Option<Seat> {
        match state.stage {
            Stage::Debt(seat) => Some(seat),
            Stage::Buy => Some(state.mover()),
            _ => Self::manager(state),
        }
    }

    fn may_pay_bail(state: &State) -> bool {
        let mover = state.mover();
        Self::may_leave_jail(state) && state.cash(mover) >= BAIL
    }

    fn may_leave_jail(state: &State) -> bool {
        state.stage == Stage::Manage && !state.has_thrown && state.is_in_jail(state.mover())
    }

    fn check_managing(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        let raises = matches!(action, Action::Sell(_) | Action::SellDown(..) | Action::Mortgage(_));
        let seat = if raises { Self::raiser(state) } else { Self::manager(state) };
        let Some(seat) = seat else {
            return Err(Illegal(format!("{action} is not what has to be decided")));
        };
        refuse(match *action {
            Action::Build(square) => self.building_obstacle(state, seat, square),
            Action::Sell(square) => self.selling_obstacle(state, seat, square),
            Action::SellDown(colour, houses) => {
                self.sell_down_obstacle(state, seat, colour, houses)
            }
            Action::Mortgage(square) => self.mortgaging_obstacle(state, seat, square),
            Action::Lift(square) => self.lifting_obstacle(state, seat, square),
            _ => Some("that is no business with the bank"),
        })
    }

    fn manage(&self, state: &mut State, action: &Action) {
        let Some(seat) = Self::raiser(state) else {
            return;
        };
        match *action {
            Action::Build(square) => {
                let rivals = self.rivals(state, seat, square);
                if rivals != 0 {
                    return self.contest(state, seat, square, rivals);
                }
                Self::buy_building(state, seat, square);
            }
            Action::Sell(square) => Self::sell(state, seat, square),
            Action::SellDown(colour, houses) => Self::sell_down(state, seat, colour, houses),
            Action::Mortgage(square) => Self::mortgage(state, seat, square),
            Action::Lift(square) => self.lift(state, seat, square),
            _ => {}
        }
        if matches!(state.stage, Stage::Debt(_)) {
            self.proceed(state);
        }
    }

    /// Lets the heir of a mortgaged deed decide about the first that waits.
    fn inherit(&self, state: &mut State, heir: Seat, lifts: bool) {
        let Some(square) = state.inherited.iter().next() else {
            return;
        };
        let deed = DeedSet::only(square);
        state.inherited = state.inherited.without(deed);
        if lifts {
            state.mortgaged = state.mortgaged.without(deed);
            self.charge(state, heir, self.inherited_lift_cost(square), None);
        } else {
            self.charge(state, heir, self.interest(square), None);
        }
        self.proceed(state);
    }

    fn inherited_lift_obstacle(&self, state: &State, heir: Seat, square: Square) -> Obstacle {
        if state.inherited.iter().next() != Some(square) {
            return Some("another inherited deed comes first");
        }
        let is_enough = state.cash(heir) >= self.inherited_lift_cost(square);
        (!is_enough).then_some("the cash does not suffice to lift the mortgage")
    }

    /// Draws the number of the next card of a deck.
    #[inline]
    pub(crate) fn draw_card(&self, state: &State, pile: Pile, rng: &mut GameRng) -> u8 {
        state.decks[pile as usize].draw(self.options.deck_order, rng)
    }

    /// Ends the turn, after the auctions that wait for it.
    #[inline]
    pub(crate) fn end_turn(&self, state: &mut State) {
        if state.lots.is_empty() {
            self.begin_turn(state);
        } else {
            state.is_ending = true;
            self.proceed(state);
        }
    }

    /// Draws the dice of a throw.
    #[inline]
    pub(crate) fn draw_dice(rng: &mut GameRng) -> (u8, u8) {
        let both = rng.random_range(0..36_u32) as u8;
        (1 + both / 6, 1 + both % 6)
    }
}

/// Whether nothing but a lot can be waiting.
#[inline]
fn is_quiet(state: &State) -> bool {
    let waiting = state.debtors | state.round.left | state.steps_due | u8::from(state.is_ending);
    waiting == 0
        && state.paused == NOBODY
        && state.inherited.is_empty()
        && !state.living.is_power_of_two()
        // The sign of the combination tells whether any of the eight is negative.
        && state.cash.iter().fold(0, |signs, cash| signs | cash) >= 0
}

impl Game for Monopoly {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        self.options.players
    }

    fn start(&self) -> State {
        State::new(self.options.players)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Manage | Stage::Buy => Turn::Seat(state.mover()),
            Stage::Dice | Stage::Draw(_) | Stage::UtilityDice => Turn::Chance,
            Stage::Pause(seat) | Stage::Debt(seat) | Stage::Inherit(seat) | Stage::Place(seat) => {
                Turn::Seat(seat)
            }
            Stage::Auction => Turn::Seat(seat(state.auction.speaker).unwrap_or(state.mover())),
            Stage::Answer => {
                let asked = state.session.and_then(|session| session.to_answer());
                Turn::Seat(asked.unwrap_or(state.mover()))
            }
            Stage::Won(seat) => Turn::Over(Ending::Won(SeatSet::only(seat))),
            Stage::Undecided => Turn::Over(Ending::Undecided),
        }
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        match state.stage {
            Stage::Pause(seat) => {
                menu.push(Action::Pass);
                self.estate_menu(state, seat, menu);
            }
            Stage::Manage => {
                menu.push(if state.has_thrown { Action::End } else { Action::Roll });
                if Self::may_pay_bail(state) {
                    menu.push(Action::PayBail);
                }
                if Self::may_leave_jail(state) {
                    menu.extend(state.jail_cards(state.mover()).iter().map(Action::UseCard));
                }
                self.estate_menu(state, state.mover(), menu);
            }
            Stage::Buy => {
                menu.push(Action::Decline);
                let mover = state.mover();
                if state.cash(mover) >= state.position(mover).price() {
                    menu.push(Action::Buy);
                }
                self.raising_menu(state, mover, menu);
            }
            Stage::Debt(seat) => {
                menu.push(Action::Bankrupt);
                self.raising_menu(state, seat, menu);
            }
            Stage::Auction => Self::bid_menu(state, menu),
            Stage::Answer => Self::answer_menu(state, menu),
            Stage::Inherit(seat) => {
                menu.push(Action::Keep);
                if let Some(square) = state.inherited.iter().next()
                    && self.inherited_lift_obstacle(state, seat, square).is_none()
                {
                    menu.push(Action::Lift(square));
                }
            }
            Stage::Place(seat) => {
                let can_place =
                    |square: &Square| self.won_placing_obstacle(state, seat, *square).is_none();
                menu.extend(state.deeds(seat).iter().filter(can_place).map(Action::Build));
            }
            Stage::Dice
            | Stage::Draw(_)
            | Stage::UtilityDice
            | Stage::Won(_)
            | Stage::Undecided => {}
        }
        if let Some(trader) = self.trader(state) {
            trade::proposals(state, trader, |deal| menu.push(Action::Propose(deal)));
        }
    }

    fn menu_is_complete(&self, state: &State) -> bool {
        match state.stage {
            Stage::Auction => false,
            Stage::Answer => !state.session.is_some_and(|session| session.may_counter()),
            _ => self.trader(state).is_none(),
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        match (state.stage, action) {
            (Stage::Won(_) | Stage::Undecided, _) => Err(Illegal("the game is over".to_owned())),
            (Stage::Manage, Action::Roll) if !state.has_thrown => Ok(()),
            (Stage::Manage, Action::End) if state.has_thrown => Ok(()),
            (Stage::Manage, Action::PayBail) if Self::may_pay_bail(state) => Ok(()),
            (Stage::Manage, Action::UseCard(pile))
                if Self::may_leave_jail(state)
                    && state.card_holder(*pile) == Some(state.mover()) =>
            {
                Ok(())
            }
            (Stage::Buy, Action::Buy) => {
                let mover = state.mover();
                let is_enough = state.cash(mover) >= state.position(mover).price();
                refuse((!is_enough).then_some("the cash does not suffice"))
            }
            (Stage::Inherit(heir), Action::Lift(square)) => {
                refuse(self.inherited_lift_obstacle(state, heir, *square))
            }
            (Stage::Place(seat), Action::Build(square)) => {
                refuse(self.won_placing_obstacle(state, seat, *square))
            }
            (
                _,
                Action::Build(_)
                | Action::Sell(_)
                | Action::SellDown(..)
                | Action::Mortgage(_)
                | Action::Lift(_),
            ) => self.check_managing(state, action),
            (Stage::Auction, Action::Bid(bid)) => refuse(Self::bid_obstacle(state, *bid)),
            (_, Action::Propose(deal)) => self.check_proposal(state, deal),
            (Stage::Answer, Action::Counter(deal)) => Self::check_counter(state, deal),
            (Stage::Buy, Action::Decline)
            | (Stage::Inherit(_), Action::Keep)
            | (Stage::Auction, Action::Leave)
            | (Stage::Answer, Action::Accept | Action::Refuse)
            | (Stage::Pause(_), Action::Pass)
            | (Stage::Debt(_), Action::Bankrupt) => Ok(()),
            (_, action) => Err(Illegal(format!("{action} is not what has to be decided"))),
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, action: &Action) {
        match *action {
            Action::Roll => state.begin_throw(),
            Action::End => self.end_turn(state),
            Action::PayBail => self.leave_jail(state, None),
            Action::UseCard(pile) => self.leave_jail(state, Some(pile)),
            Action::Buy => {
                Self::buy(state);
                self.proceed(state);
            }
            Action::Decline => {
                if self.options.auctions == Auctions::AtOnce {
                    state.lots = state.lots.with(state.position(state.mover()));
                }
                self.proceed(state);
            }
            Action::Build(square) if matches!(state.stage, Stage::Place(_)) => {
                if let Stage::Place(seat) = state.stage {
                    Self::place(state, seat, square);
                }
                self.proceed(state);
            }
            Action::Lift(_) | Action::Keep if matches!(state.stage, Stage::Inherit(_)) => {
                if let Stage::Inherit(heir) = state.stage {
                    self.inherit(state, heir, *action != Action::Keep);
                }
            }
            Action::Build(_)
            | Action::Sell(_)
            | Action::SellDown(..)
            | Action::Mortgage(_)
            | Action::Lift(_) => self.manage(state, action),
            Action::Keep => {}
            Action::Bid(bid) => self.speak(state, Some(bid)),
            Action::Leave => self.speak(state, None),
            Action::Propose(deal) => self.propose(state, deal),
            Action::Accept => self.answer(state, Answer::Accept),
            Action::Refuse => self.answer(state, Answer::Refuse),
            Action::Counter(deal) => self.answer(state, Answer::Counter(deal)),
            Action::Pass => {
                state.offers = 0;
                Self::pause(state, state.next_living(state.paused % NOBODY));
            }
            Action::Bankrupt => {
                if let Stage::Debt(seat) = state.stage {
                    self.go_bankrupt(state, seat);
                    self.proceed(state);
                }
            }
        }
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        if let Stage::Draw(pile) = state.stage {
            Chance::Card(Card { pile, number: self.draw_card(state, pile, rng) })
        } else {
            let (first, second) = Self::draw_dice(rng);
            Chance::Dice(first, second)
        }
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        match state.stage {
            Stage::Draw(pile) => {
                let candidates = state.decks[pile as usize].candidates(self.options.deck_order);
                let share = 1.0 / f64::from(candidates.count_ones());
                (0..CARDS as u8)
                    .filter(|number| candidates >> number & 1 == 1)
                    .map(|number| (Chance::Card(Card { pile, number }), share))
                    .collect()
            }
            Stage::Dice | Stage::UtilityDice => (0..36_u8)
                .map(|both| (Chance::Dice(1 + both / 6, 1 + both % 6), 1.0 / 36.0))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Illegal> {
        let is_possible = match (state.stage, chance) {
            (Stage::Draw(pile), Chance::Card(card)) => {
                let candidates = state.decks[pile as usize].candidates(self.options.deck_order);
                card.pile == pile && candidates >> card.number & 1 == 1
            }
            (Stage::Dice | Stage::UtilityDice, Chance::Dice(first, second)) => {
                [first, second].iter().all(|die| (1..=6).contains(*die))
            }
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Illegal(format!("{chance} cannot happen here"))) }
    }

    #[inline]
    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        match (state.stage, *chance) {
            (Stage::Dice, Chance::Dice(first, second)) => self.take_throw(state, first, second),
            (Stage::UtilityDice, Chance::Dice(first, second)) => {
                self.pay_utility(state, first, second);
            }
            (Stage::Draw(_), Chance::Card(card)) => self.take_card(state, card),
            _ => {}
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.turns
    }

    fn fallbacks(&self, state: &State) -> Vec<Action> {
        match state.stage {
            Stage::Answer => vec![Action::Refuse],
            Stage::Auction => vec![Action::Leave],
            Stage::Pause(_) => vec![Action::Pass],
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> &'static [&'static str] {
        &COUNTERS
    }

    fn count(&self, before: &State, step: &Step<Self>, counts: &mut [Vec<u32>]) {
        let Step::Action(seat, action) = step else {
            return;
        };
        let counter = match action {
            Action::Propose(deal) => {
                counts[deal.partner.index()][1] += 1;
                0
            }
            Action::Accept => {
                if let Some(deal) = before.session().and_then(Session::on_table) {
                    counts[deal.other(*seat).index()][5] += 1;
                }
                2
            }
            Action::Refuse => 3,
            Action::Counter(_) => 4,
            Action::Buy => 6,
            Action::Build(_) => 7,
            Action::Mortgage(_) => 8,
            Action::Bankrupt => 9,
            _ => return,
        };
        counts[seat.index()][counter] += 1;
    }

    fn snapshot(&self, state: &State) -> String {
        notation::snapshot(state, self.options.players)
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        notation::restore(self, text)
    }

    fn picture(&self, state: &State) -> String {
        picture::picture(self, state)
    }
}

impl Monopoly {
    /// Sells the deed of the square to the player on turn.
    #[inline]
    pub(crate) fn buy(state: &mut State) {
        let mover = state.mover();
        let square = state.position(mover);
        state.cash[mover.index()] -= square.price();
        state.hand_over(square, Some(mover));
    }
}

const COUNTERS: [&str; 10] = [
    "offers",
    "offers-received",
    "accepted",
    "refused",
    "countered",
    "offers-taken",
    "bought",
    "built",
    "mortgaged",
    "bankrupt",
];

/// The jail cards in the order in which they are used.
pub(crate) const CARD_ORDER: [Pile; 2] = [Pile::Chest, Pile::Chance];
