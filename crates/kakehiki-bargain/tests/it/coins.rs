//! A toy game in which every worth can be worked out.
//!
//! Both seats have a coin that only they see. They may first make one deal; then seat 0 guesses
//! the coin of seat 1, seat 1 guesses the coin of seat 0, and one of them wins. A right guess and a
//! token each raise the chance to win.

use std::{fmt, str::FromStr};

use kakehiki_bargain::{
    Answer, Bargaining, ClaimOf, Claimable, DealNature, Dealing, Mark, Occasion, Protocol, Session,
    Truth,
};
use kakehiki_core::{
    Ending, Game, GameRng, Illegal, LazyView, NoFact, NotationError, Observed, Rewards, Seat,
    SeatSet, Step, Turn,
};
use rand::RngExt;
use schemars::JsonSchema;
use serde::Serialize;

pub const FIRST: Seat = Seat::new(0);
pub const SECOND: Seat = Seat::new(1);

#[derive(Clone, Debug, PartialEq)]
pub struct Coins {
    /// What it adds to a seat's chance to guess a coin rightly, by seat, for tails and for heads.
    pub right: [[f64; 2]; 2],
    /// What a token adds to a seat's chance.
    pub token: f64,
    /// What reveals are taken for.
    pub nature: DealNature,
    /// Whether heads may be guessed only where it is right, which breaks a promise of every game:
    /// the menu tells what the view hides.
    pub is_leaking: bool,
}

impl Coins {
    pub fn new(right: [[f64; 2]; 2]) -> Self {
        Self { right, token: 0.1, nature: DealNature::Knowledge, is_leaking: false }
    }

    /// The chance of seat 0 once both have guessed.
    fn chance(&self, state: &State) -> f64 {
        let advantage = |seat: Seat| {
            let coin = state.coins[seat.next(2).index()];
            let is_right = state.guesses[seat.index()] == coin;
            let bonus = coin.map_or(0.0, |coin| self.right[seat.index()][usize::from(coin)]);
            self.token * f64::from(state.tokens[seat.index()]) + if is_right { bonus } else { 0.0 }
        };
        0.5 + advantage(FIRST) - advantage(SECOND)
    }

    /// What a state is worth to both when everybody chooses at random and nobody talks.
    pub fn expected(&self, state: &State) -> Rewards {
        let mut menu = Vec::new();
        let branches: Vec<(State, f64)> = match self.turn(state) {
            Turn::Over(ending) => return ending.rewards(2),
            Turn::Chance => {
                let after = |chance| {
                    let mut state = state.clone();
                    self.resolve_unchecked(&mut state, &chance);
                    state
                };
                let chances = self.chances(state).into_iter();
                chances.map(|(chance, probability)| (after(chance), probability)).collect()
            }
            Turn::Seat(_) if self.is_negotiating(state) => {
                let mut state = state.clone();
                self.break_off(&mut state);
                return self.expected(&state);
            }
            Turn::Seat(_) => {
                self.menu(state, &mut menu);
                let share = 1.0 / menu.len() as f64;
                menu.iter().map(|action| (self.after(state, *action), share)).collect()
            }
        };
        let mut total: Rewards = [0.0, 0.0].into_iter().collect();
        for (state, probability) in branches {
            for (sum, reward) in total.iter_mut().zip(self.expected(&state)) {
                *sum += probability * reward;
            }
        }
        total
    }

    pub fn after(&self, state: &State, action: Action) -> State {
        let mut state = state.clone();
        self.play_unchecked(&mut state, &action);
        state
    }

    /// The position before the first proposal with these coins on the table.
    pub fn dealt(&self, coins: [bool; 2]) -> State {
        let mut state = self.start();
        self.resolve_unchecked(&mut state, &Chance::Toss(coins));
        state
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Deal {
    /// This seat shows its coin.
    Show(Seat),
    /// Both show their coins.
    Swap,
    /// Seat 1 gives seat 0 a token.
    Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Stage {
    Toss,
    Open,
    Talk(Session<Deal>),
    Guess(Seat),
    Finish,
    Over(Ending),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub stage: Stage,
    pub coins: [Option<bool>; 2],
    pub shown: [bool; 2],
    pub tokens: [u8; 2],
    pub guesses: [Option<bool>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum Action {
    Propose(Deal),
    Pass,
    Accept,
    Refuse,
    Guess(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    Toss([bool; 2]),
    Win(Seat),
}

/// Nobody writes this game down, so what is written is only for people and cannot be read back.
macro_rules! written_as_debug {
    ($type:ty) => {
        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, formatter)
            }
        }

        impl FromStr for $type {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                Err(NotationError { text: text.to_owned(), expected: "readable" })
            }
        }
    };
}

written_as_debug!(Deal);
written_as_debug!(Action);
written_as_debug!(Chance);

impl Game for Coins {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State {
            stage: Stage::Toss,
            coins: [None; 2],
            shown: [false; 2],
            tokens: [0, 1],
            guesses: [None; 2],
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Toss | Stage::Finish => Turn::Chance,
            Stage::Open => Turn::Seat(FIRST),
            Stage::Talk(session) => Turn::Seat(session.to_answer().unwrap_or(FIRST)),
            Stage::Guess(seat) => Turn::Seat(seat),
            Stage::Over(ending) => Turn::Over(ending),
        }
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        match state.stage {
            Stage::Open => {
                let deals = [Deal::Show(FIRST), Deal::Show(SECOND), Deal::Swap, Deal::Token];
                menu.extend(deals.map(Action::Propose));
                menu.push(Action::Pass);
            }
            Stage::Talk(_) => menu.extend([Action::Accept, Action::Refuse]),
            Stage::Guess(seat) => {
                menu.push(Action::Guess(false));
                if !self.is_leaking || state.coins[seat.next(2).index()] == Some(true) {
                    menu.push(Action::Guess(true));
                }
            }
            Stage::Toss | Stage::Finish | Stage::Over(_) => {}
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        let mut menu = Vec::new();
        self.menu(state, &mut menu);
        if menu.contains(action) { Ok(()) } else { Err(Illegal("not on the menu".to_owned())) }
    }

    fn play_unchecked(&self, state: &mut State, action: &Action) {
        match (state.stage, *action) {
            (Stage::Open, Action::Propose(deal)) => {
                state.stage = Stage::Talk(Session::open(Protocol::ONE_SHOT, FIRST, SECOND, deal));
            }
            (Stage::Talk(mut session), Action::Accept | Action::Refuse) => {
                let answer =
                    if *action == Action::Accept { Answer::Accept } else { Answer::Refuse };
                if session.answer(SECOND, answer).is_ok()
                    && let Some(Some(deal)) = session.result()
                {
                    self.carry_out(state, &deal);
                }
                state.stage = Stage::Guess(FIRST);
            }
            (Stage::Guess(seat), Action::Guess(coin)) => {
                state.guesses[seat.index()] = Some(coin);
                state.stage = if seat == FIRST { Stage::Guess(SECOND) } else { Stage::Finish };
            }
            _ => state.stage = Stage::Guess(FIRST),
        }
    }

    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        if state.stage == Stage::Toss {
            return Chance::Toss([rng.random(), rng.random()]);
        }
        // Different guesses meet different luck, so that equally good ones look unequal by noise.
        for _ in state.guesses.iter().filter(|guess| **guess == Some(true)) {
            rng.random::<f64>();
        }
        let is_first = rng.random::<f64>() < self.chance(state);
        Chance::Win(if is_first { FIRST } else { SECOND })
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        if state.stage == Stage::Toss {
            let tosses = [[false, false], [false, true], [true, false], [true, true]];
            return tosses.map(|coins| (Chance::Toss(coins), 0.25)).to_vec();
        }
        let chance = self.chance(state);
        vec![(Chance::Win(FIRST), chance), (Chance::Win(SECOND), 1.0 - chance)]
    }

    fn check_chance(&self, _state: &State, _chance: &Chance) -> Result<(), Illegal> {
        Ok(())
    }

    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        match *chance {
            Chance::Toss(coins) => {
                state.coins = coins.map(Some);
                state.stage = Stage::Open;
            }
            Chance::Win(seat) => state.stage = Stage::Over(Ending::Won(SeatSet::only(seat))),
        }
    }

    fn clock(&self, state: &State) -> u32 {
        match state.stage {
            Stage::Toss | Stage::Open | Stage::Talk(_) => 0,
            Stage::Guess(seat) => 1 + seat.index() as u32,
            Stage::Finish | Stage::Over(_) => 3,
        }
    }

    fn snapshot(&self, state: &State) -> String {
        format!("{state:?}")
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        Err(NotationError { text: text.to_owned(), expected: "readable" })
    }

    fn picture(&self, state: &State) -> String {
        format!("{state:?}")
    }
}

/// The coins that a seat does not see are left out; all the rest is public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct View {
    pub stage: Stage,
    pub coins: [Option<bool>; 2],
    pub shown: [bool; 2],
    pub tokens: [u8; 2],
    pub guesses: [Option<bool>; 2],
}

impl Observed for Coins {
    type View = View;
    /// What the first seat did.
    type Sight = Option<Action>;
    type Memory = ();
    type Public = ();
    type Fact = NoFact;

    fn sight(&self, _: &State, step: &Step<Self>, _: &State, _: Seat) -> Option<Option<Action>> {
        Some(match step {
            Step::Action(FIRST, action) => Some(*action),
            Step::Action(..) | Step::Chance(_) => None,
        })
    }

    fn view(&self, state: &State, _memory: &(), seat: Seat) -> View {
        let mut coins = state.coins;
        for owner in Seat::all(2) {
            if owner != seat && !state.shown[owner.index()] {
                coins[owner.index()] = None;
            }
        }
        View {
            stage: state.stage,
            coins,
            shown: state.shown,
            tokens: state.tokens,
            guesses: state.guesses,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        State {
            stage: view.stage,
            coins: view.coins.map(|coin| coin.or_else(|| Some(rng.random()))),
            shown: view.shown,
            tokens: view.tokens,
            guesses: view.guesses,
        }
    }

    fn public(&self, _state: &State) {}

    fn public_sight(&self, _: &State, _: &Step<Self>, _: &State) -> Option<Option<Action>> {
        None
    }

    fn facts(&self, _view: &View) -> Vec<NoFact> {
        Vec::new()
    }

    fn holds(&self, _world: &State, fact: &NoFact) -> bool {
        match *fact {}
    }

    fn view_picture(&self, view: &View) -> String {
        format!("{view:?}")
    }
}

/// Nothing can be said.
impl Claimable for Coins {
    type Intention = NoFact;
    type Opinion = NoFact;
    type Trace = ();

    fn known(&self, _: &View, _: &ClaimOf<Self>) -> Truth {
        Truth::Undecidable
    }

    fn trace(&self, _: &View, _: &ClaimOf<Self>) {}

    fn follow(
        &self,
        (): &mut (),
        _: &ClaimOf<Self>,
        _: &LazyView<'_, Self>,
        _: &Option<Action>,
    ) -> Truth {
        Truth::Undecidable
    }

    fn was_true(&self, (): &(), _: &ClaimOf<Self>, _: &State) -> Option<f64> {
        None
    }

    fn claims_of(&self, _: Seat, _: &Action, _: &mut dyn FnMut(ClaimOf<Self>)) {}

    fn claims_in(&self, _: &Option<Action>, _: &mut dyn FnMut(ClaimOf<Self>)) {}

    fn actor(&self, _: &Option<Action>) -> Option<Seat> {
        None
    }
}

impl Bargaining for Coins {
    type Deal = Deal;

    fn deals(&self, _view: &View, deals: &mut Vec<Deal>) {
        deals.clear();
        deals.extend([Deal::Show(FIRST), Deal::Show(SECOND), Deal::Swap, Deal::Token]);
    }

    fn occasion(&self, view: &View) -> Occasion<Deal> {
        match view.stage {
            Stage::Open => Occasion::Propose,
            Stage::Talk(session) => match session.on_table() {
                Some(offered) => Occasion::Answer { offered, is_payable: true },
                None => Occasion::None,
            },
            Stage::Toss | Stage::Guess(_) | Stage::Finish | Stage::Over(_) => Occasion::None,
        }
    }

    fn act(&self, _view: &View, dealing: &Dealing<Deal>) -> Action {
        match dealing {
            Dealing::Propose(deal, _) => Action::Propose(*deal),
            Dealing::Answer(Answer::Accept) => Action::Accept,
            Dealing::Answer(_) => Action::Refuse,
            Dealing::Request(_) | Dealing::Pass | Dealing::Take(_) | Dealing::Withdraw => {
                Action::Pass
            }
        }
    }

    fn is_proposal(&self, action: &Action) -> bool {
        matches!(action, Action::Propose(_))
    }

    fn proposals_made(&self, _view: &View) -> usize {
        0
    }

    fn stakes(&self, _view: &View) -> u64 {
        0
    }

    fn mark(
        &self,
        seat: Seat,
        _view: &LazyView<'_, Self>,
        sight: &Option<Action>,
    ) -> Option<Mark<Deal>> {
        match sight {
            Some(Action::Propose(deal)) if seat == FIRST => Some(Mark::Proposed(vec![*deal])),
            Some(Action::Propose(deal)) => Some(Mark::Offered(*deal)),
            _ => None,
        }
    }

    fn partner(&self, _deal: &Deal, seat: Seat) -> Seat {
        seat.next(2)
    }

    fn nature(&self, deal: &Deal) -> DealNature {
        if *deal == Deal::Token { DealNature::Goods } else { self.nature }
    }

    fn carry_out(&self, world: &mut State, deal: &Deal) {
        match *deal {
            Deal::Show(seat) => world.shown[seat.index()] = true,
            Deal::Swap => world.shown = [true; 2],
            Deal::Token if world.tokens[1] > 0 => {
                world.tokens = [world.tokens[0] + 1, world.tokens[1] - 1];
            }
            Deal::Token => {}
        }
    }

    fn is_negotiating(&self, world: &State) -> bool {
        matches!(world.stage, Stage::Open | Stage::Talk(_))
    }

    fn break_off(&self, world: &mut State) {
        world.stage = Stage::Guess(FIRST);
    }

    fn imagine_view(&self, world: &State, seat: Seat) -> View {
        self.view(world, &(), seat)
    }
}
