//! The rules: who acts next, what is legal, and what happens.

use kakehiki_bargain::{Answer, Session};
use kakehiki_core::{Ending, Game, GameRng, Illegal, NotationError, SeatSet, Settings, Step, Turn};
use rand::RngExt;

use super::{
    action::{Action, Chance},
    card::{CARDS, Card, Effect},
    estate::refuse,
    notation,
    options::{Auctions, Options},
    picture,
    square::{Pile, Square},
    state::{BAIL, NOBODY, Stage, State, seat},
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
/// - Where players may speak, the one on turn may do so whenever it may propose a trade. A statement
///   is an intention or an opinion, since all else lies open, and binds nobody.
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

    /// The same rules without speech.
    #[must_use]
    pub fn without_speaking(self) -> Self {
        Self { options: Options { speaking: false, ..self.options } }
    }

    /// What a card does at this table.
    pub fn effect(&self, card: Card) -> Effect {
        card.effect(self.options.chance_deck)
    }

    fn may_pay_bail(state: &State) -> bool {
        let mover = state.mover();
        Self::may_leave_jail(state) && state.cash(mover) >= BAIL
    }

    fn may_leave_jail(state: &State) -> bool {
        state.stage == Stage::Manage && !state.has_thrown && state.is_in_jail(state.mover())
    }

    /// Draws the number of the next card of a deck.
    #[inline]
    pub(crate) fn draw_card(&self, state: &State, pile: Pile, rng: &mut GameRng) -> u8 {
        state.decks[pile as usize].draw(self.options.deck_order, rng)
    }

    /// Draws the dice of a throw.
    #[inline]
    pub(crate) fn draw_dice(rng: &mut GameRng) -> (u8, u8) {
        let both = rng.random_range(0..36_u32) as u8;
        (1 + both / 6, 1 + both % 6)
    }
}

/// Who has to do something next, which no option changes.
#[inline]
pub(crate) fn turn(state: &State) -> Turn {
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
        turn(state)
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
            if self.may_speak(state) {
                Self::statement_menu(state, menu);
            }
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
            (_, Action::Say(statement)) => self.check_statement(state, *statement),
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
            Action::Say(_) => state.said = state.said.saturating_add(1),
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
