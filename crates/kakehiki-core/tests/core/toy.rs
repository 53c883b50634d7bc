//! A toy game that has everything the contracts speak of.
//!
//! Chance deals the first seat a card that nobody else sees. Then come three rounds. In each, every
//! seat secretly picks 1, 2 or 3, and a pick above all others scores a point; a die falls; the seat
//! whose round it is says any number; the first seat shows its card, unless it is a 1, or hides it;
//! the second seat guesses the card or folds. A right guess wins at once. Otherwise those with the
//! most points win, unless all have the same: then a high sum of the dice makes it a draw, and a
//! low one leaves it undecided.
//!
//! What was said is not part of the state: it is known only to those who remember it.

use std::{fmt, str::FromStr};

use kakehiki_core::{
    Ending, Game, GameRng, Illegal, NotationError, Observed, Seat, SeatSet, Step, Turn,
};
use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub const SEATS: usize = 3;
pub const HOLDER: Seat = Seat::new(0);
pub const GUESSER: Seat = Seat::new(1);
pub const LAST: Seat = Seat::new(2);
pub const ROUNDS: u8 = 3;

/// The deck: a card is drawn blindly from it.
const DECK: [u8; 4] = [1, 1, 2, 3];
const CARDS: [(u8, f64); 3] = [(1, 0.5), (2, 0.25), (3, 0.25)];

/// The rules, which have no options.
#[derive(Clone, Debug, PartialEq)]
pub struct Toy;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Stage {
    Deal,
    Pick,
    Roll,
    Say,
    Show,
    Guess,
    Over(Ending),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub stage: Stage,
    pub round: u8,
    /// The first seat's card; 0 before it is dealt.
    pub card: u8,
    pub is_shown: bool,
    /// The picks of this round, secret until all have picked.
    pub picks: [Option<u8>; SEATS],
    pub points: [u8; SEATS],
    /// The sum of the dice so far.
    pub dice: u8,
    /// The wrong guesses so far, one bit for each card.
    pub guessed: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Pick(u8),
    Say(u32),
    Show,
    Hide,
    Guess(u8),
    Fold,
    /// Written as a blot that nothing reads back; only flawed rules know it.
    Blot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    Card(u8),
    Die(u8),
    /// As [`Action::Blot`].
    Blot,
}

/// What a seat perceives of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Sight {
    /// The card was dealt; only its holder sees it.
    Dealt(Option<u8>),
    /// I picked.
    Picked(u8),
    /// All have picked.
    Revealed([Option<u8>; SEATS]),
    Rolled(u8),
    Said(Seat, u32),
    Shown(u8),
    Hidden,
    /// A card was guessed, rightly or not.
    Guessed(u8, bool),
    Folded,
}

/// What a seat has heard said, in all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    pub said: u64,
}

/// What everybody knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Public {
    pub stage: Stage,
    pub round: u8,
    pub card: Option<u8>,
    pub points: [u8; SEATS],
    pub dice: u8,
    pub guessed: u8,
}

/// The first seat's card is this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardIs(pub u8);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct View {
    pub seat: Seat,
    pub stage: Stage,
    pub round: u8,
    pub card: Option<u8>,
    pub is_shown: bool,
    pub picks: [Option<u8>; SEATS],
    pub points: [u8; SEATS],
    pub dice: u8,
    pub guessed: u8,
    /// The sum of all that was said, which only history tells.
    pub said: u64,
}

impl State {
    fn is_guessed(&self, card: u8) -> bool {
        self.guessed >> card & 1 == 1
    }

    /// Scores the picks when all are in.
    fn close_picks(&mut self) {
        let highest = self.picks.iter().max().copied().flatten();
        let mut winners = (0..SEATS).filter(|seat| self.picks[*seat] == highest);
        if let (Some(winner), None) = (winners.next(), winners.next()) {
            self.points[winner] += 1;
        }
        self.stage = Stage::Roll;
    }

    /// Begins the next round, or ends the game.
    fn close_round(&mut self) {
        self.round += 1;
        if self.round < ROUNDS {
            self.picks = [None; SEATS];
            self.stage = Stage::Pick;
            return;
        }
        let most = self.points.iter().max();
        let winners = Seat::all(SEATS)
            .filter(|seat| self.points.get(seat.index()) == most)
            .fold(SeatSet::EMPTY, SeatSet::with);
        self.stage = Stage::Over(match winners.len() {
            SEATS if self.dice >= 10 => Ending::Drawn,
            SEATS => Ending::Undecided,
            _ => Ending::Won(winners),
        });
    }
}

impl Game for Toy {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> State {
        State {
            stage: Stage::Deal,
            round: 0,
            card: 0,
            is_shown: false,
            picks: [None; SEATS],
            points: [0; SEATS],
            dice: 0,
            guessed: 0,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Deal | Stage::Roll => Turn::Chance,
            Stage::Pick => {
                let next = state.picks.iter().position(Option::is_none);
                Turn::Seat(Seat::new(next.unwrap_or(0)))
            }
            Stage::Say => Turn::Seat(Seat::new(state.round.into())),
            Stage::Show => Turn::Seat(HOLDER),
            Stage::Guess => Turn::Seat(GUESSER),
            Stage::Over(ending) => Turn::Over(ending),
        }
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        match state.stage {
            Stage::Deal | Stage::Roll | Stage::Over(_) => {}
            Stage::Pick => menu.extend((1..=3).map(Action::Pick)),
            Stage::Say => menu.extend((0..=3).map(Action::Say)),
            Stage::Show if state.card > 1 => menu.extend([Action::Show, Action::Hide]),
            Stage::Show => menu.push(Action::Hide),
            Stage::Guess => {
                menu.extend((1..=3).filter(|card| !state.is_guessed(*card)).map(Action::Guess));
                menu.push(Action::Fold);
            }
        }
    }

    fn menu_is_complete(&self, state: &State) -> bool {
        state.stage != Stage::Say
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        match (state.stage, *action) {
            (Stage::Pick, Action::Pick(1..=3))
            | (Stage::Say, Action::Say(_))
            | (Stage::Show, Action::Hide)
            | (Stage::Guess, Action::Fold) => Ok(()),
            (Stage::Show, Action::Show) if state.card > 1 => Ok(()),
            (Stage::Show, Action::Show) => Err(Illegal("a 1 is never shown".to_owned())),
            (Stage::Guess, Action::Guess(card @ 1..=3)) if !state.is_guessed(card) => Ok(()),
            (stage, _) => Err(Illegal(format!("it does not belong to {stage:?}"))),
        }
    }

    fn play_unchecked(&self, state: &mut State, action: &Action) {
        match *action {
            Action::Pick(pick) => {
                if let Some(place) = state.picks.iter_mut().find(|place| place.is_none()) {
                    *place = Some(pick);
                }
                if !state.picks.contains(&None) {
                    state.close_picks();
                }
            }
            Action::Say(_) if state.is_shown => state.stage = Stage::Guess,
            Action::Say(_) => state.stage = Stage::Show,
            Action::Show | Action::Hide => {
                state.is_shown = *action == Action::Show;
                state.stage = Stage::Guess;
            }
            Action::Guess(card) if card == state.card => {
                state.stage = Stage::Over(Ending::Won(SeatSet::only(GUESSER)));
            }
            Action::Guess(card) => {
                state.guessed |= 1 << card;
                state.close_round();
            }
            Action::Fold => state.close_round(),
            Action::Blot => {}
        }
    }

    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        if state.stage == Stage::Deal {
            Chance::Card(DECK[rng.random_range(0..DECK.len())])
        } else {
            Chance::Die(rng.random_range(1..=6))
        }
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        match state.stage {
            Stage::Deal => CARDS.map(|(card, chance)| (Chance::Card(card), chance)).to_vec(),
            Stage::Roll => (1..=6).map(|die| (Chance::Die(die), 1.0 / 6.0)).collect(),
            _ => Vec::new(),
        }
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Illegal> {
        match (state.stage, chance) {
            (Stage::Deal, Chance::Card(1..=3)) | (Stage::Roll, Chance::Die(1..=6)) => Ok(()),
            (stage, _) => Err(Illegal(format!("{chance} cannot fall in {stage:?}"))),
        }
    }

    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        match *chance {
            Chance::Card(card) => {
                state.card = card;
                state.stage = Stage::Pick;
            }
            Chance::Die(die) => {
                state.dice += die;
                state.stage = Stage::Say;
            }
            Chance::Blot => {}
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn fallbacks(&self, state: &State) -> Vec<Action> {
        match state.stage {
            Stage::Say => vec![Action::Say(0)],
            Stage::Show => vec![Action::Hide],
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> &'static [&'static str] {
        &["picks", "says"]
    }

    fn count(&self, _before: &State, step: &Step<Self>, counts: &mut [Vec<u32>]) {
        match step {
            Step::Action(seat, Action::Pick(_)) => counts[seat.index()][0] += 1,
            Step::Action(seat, Action::Say(_)) => counts[seat.index()][1] += 1,
            _ => {}
        }
    }

    fn snapshot(&self, state: &State) -> String {
        serde_json::to_string(state).unwrap_or_default()
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        serde_json::from_str(text)
            .map_err(|_| NotationError { text: text.to_owned(), expected: "a snapshot" })
    }

    fn picture(&self, state: &State) -> String {
        format!("{state:?}")
    }
}

impl Observed for Toy {
    type View = View;
    type Sight = Sight;
    type Memory = Memory;
    type Public = Public;
    type Fact = CardIs;

    fn sight(
        &self,
        _before: &State,
        step: &Step<Self>,
        after: &State,
        seat: Seat,
    ) -> Option<Sight> {
        match *step {
            Step::Chance(Chance::Card(card)) => {
                Some(Sight::Dealt((seat == HOLDER).then_some(card)))
            }
            Step::Chance(Chance::Die(die)) => Some(Sight::Rolled(die)),
            Step::Action(_, Action::Pick(_)) if after.stage == Stage::Roll => {
                Some(Sight::Revealed(after.picks))
            }
            Step::Action(actor, Action::Pick(pick)) => {
                (actor == seat).then_some(Sight::Picked(pick))
            }
            Step::Action(actor, Action::Say(number)) => Some(Sight::Said(actor, number)),
            Step::Action(_, Action::Show) => Some(Sight::Shown(after.card)),
            Step::Action(_, Action::Hide) => Some(Sight::Hidden),
            Step::Action(_, Action::Guess(card)) => {
                Some(Sight::Guessed(card, after.guessed >> card & 1 == 0))
            }
            Step::Action(_, Action::Fold) => Some(Sight::Folded),
            Step::Action(_, Action::Blot) | Step::Chance(Chance::Blot) => None,
        }
    }

    fn remember(&self, memory: &mut Memory, _seat: Seat, sight: &Sight) {
        if let Sight::Said(_, number) = sight {
            memory.said += u64::from(*number);
        }
    }

    fn view(&self, state: &State, memory: &Memory, seat: Seat) -> View {
        let is_open = state.stage != Stage::Pick;
        let mut picks = state.picks;
        for (other, pick) in Seat::all(SEATS).zip(&mut picks) {
            *pick = pick.filter(|_| is_open || other == seat);
        }
        View {
            seat,
            stage: state.stage,
            round: state.round,
            card: (state.card > 0 && (seat == HOLDER || state.is_shown)).then_some(state.card),
            is_shown: state.is_shown,
            picks,
            points: state.points,
            dice: state.dice,
            guessed: state.guessed,
            said: memory.said,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        let mut state = State {
            stage: view.stage,
            round: view.round,
            card: view.card.unwrap_or(0),
            is_shown: view.is_shown,
            picks: view.picks,
            points: view.points,
            dice: view.dice,
            guessed: view.guessed,
        };
        if view.stage != Stage::Deal {
            while state.card == 0 || state.is_guessed(state.card) {
                state.card = DECK[rng.random_range(0..DECK.len())];
            }
        }
        if view.stage == Stage::Pick {
            // Whoever comes before has picked something; whoever comes after has not.
            for pick in &mut state.picks[..view.seat.index()] {
                *pick = Some(rng.random_range(1..=3));
            }
        }
        state
    }

    fn step_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        let Turn::Seat(actor) = self.turn(world) else {
            let chances = self.chances(world);
            let fits = |chance: &Chance| match (sight, chance) {
                (Sight::Dealt(seen), Chance::Card(card)) => seen.is_none_or(|seen| seen == *card),
                (Sight::Rolled(seen), Chance::Die(die)) => seen == die,
                _ => false,
            };
            let chance = chances.into_iter().map(|(chance, _)| chance).find(fits)?;
            return Some(Step::Chance(chance));
        };
        let action = match *sight {
            Sight::Revealed(picks) => Action::Pick(picks[actor.index()]?),
            Sight::Picked(pick) if actor == seat => Action::Pick(pick),
            Sight::Picked(_) => Action::Pick(rng.random_range(1..=3)),
            Sight::Said(_, number) => Action::Say(number),
            Sight::Shown(_) => Action::Show,
            Sight::Hidden => Action::Hide,
            Sight::Guessed(card, _) => Action::Guess(card),
            Sight::Folded => Action::Fold,
            Sight::Dealt(_) | Sight::Rolled(_) => return None,
        };
        Some(Step::Action(actor, action))
    }

    fn public(&self, state: &State) -> Public {
        Public {
            stage: state.stage,
            round: state.round,
            card: state.is_shown.then_some(state.card),
            points: state.points,
            dice: state.dice,
            guessed: state.guessed,
        }
    }

    fn public_sight(&self, before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        // Nobody sits in the fourth seat, so it is shown what is shown to all.
        self.sight(before, step, after, Seat::new(SEATS))
    }

    fn facts(&self, view: &View) -> Vec<CardIs> {
        let is_open = view.card.is_none() && view.stage != Stage::Deal;
        let cards = (1..=3).filter(|card| is_open && view.guessed >> card & 1 == 0);
        cards.map(CardIs).collect()
    }

    fn holds(&self, world: &State, fact: &CardIs) -> bool {
        world.card == fact.0
    }

    fn view_picture(&self, view: &View) -> String {
        format!("{view:?}")
    }
}

impl fmt::Display for CardIs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "card={}", self.0)
    }
}

impl FromStr for CardIs {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let card = text.strip_prefix("card=").and_then(|card| card.parse().ok());
        let card = card.filter(|card| (1..=3).contains(card)).map(Self);
        card.ok_or_else(|| NotationError { text: text.to_owned(), expected: "a fact" })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pick(pick) => write!(formatter, "pick:{pick}"),
            Self::Say(number) => write!(formatter, "say:{number}"),
            Self::Show => formatter.write_str("show"),
            Self::Hide => formatter.write_str("hide"),
            Self::Guess(card) => write!(formatter, "guess:{card}"),
            Self::Fold => formatter.write_str("fold"),
            Self::Blot => formatter.write_str("blot"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let action = match text.split_once(':') {
            Some(("pick", pick)) => pick.parse().ok().map(Self::Pick),
            Some(("say", number)) => number.parse().ok().map(Self::Say),
            Some(("guess", card)) => card.parse().ok().map(Self::Guess),
            None if text == "show" => Some(Self::Show),
            None if text == "hide" => Some(Self::Hide),
            None if text == "fold" => Some(Self::Fold),
            _ => None,
        };
        action.ok_or_else(|| NotationError { text: text.to_owned(), expected: "an action" })
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => write!(formatter, "card:{card}"),
            Self::Die(die) => write!(formatter, "die:{die}"),
            Self::Blot => formatter.write_str("blot"),
        }
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let chance = match text.split_once(':') {
            Some(("card", card)) => card.parse().ok().map(Self::Card),
            Some(("die", die)) => die.parse().ok().map(Self::Die),
            _ => None,
        };
        chance.ok_or_else(|| NotationError { text: text.to_owned(), expected: "card or die" })
    }
}
