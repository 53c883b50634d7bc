//! The toys with known solutions, and what solves them.

use kakehiki_core::{Ending, Game, GameRng, NoFact, Observed, Rewards, Seat, SeatSet, Step, Turn};
use rand::RngExt;

use crate::toys::{DIE, Odds, Of, Pick, Toy};

pub const FIRST: Seat = Seat::new(0);
pub const SECOND: Seat = Seat::new(1);
pub const THIRD: Seat = Seat::new(2);

fn won(seats: &[Seat]) -> Turn {
    Turn::Over(Ending::Won(seats.iter().fold(SeatSet::EMPTY, |set, seat| set.with(*seat))))
}

fn won_by_first_if(is_won: bool) -> Turn {
    won(&[if is_won { FIRST } else { SECOND }])
}

/// What a position is worth to each seat when everybody chooses at random, by enumeration.
pub fn random_worth<G: Game>(game: &G, state: &G::State) -> Rewards {
    worth(game, state, &|_, worths: &[Rewards]| mean(worths))
}

/// What a position is worth to each seat when everybody maximises its own worth, by enumeration.
pub fn best_worth<G: Game>(game: &G, state: &G::State) -> Rewards {
    worth(game, state, &|seat, worths: &[Rewards]| {
        let better = |best: &Rewards, next: &Rewards| next[seat.index()] > best[seat.index()];
        let best = worths.iter().reduce(|best, next| if better(best, next) { next } else { best });
        best.expect("a menu is not empty").clone()
    })
}

fn mean(worths: &[Rewards]) -> Rewards {
    let seats = worths[0].len();
    (0..seats)
        .map(|seat| worths.iter().map(|worth| worth[seat]).sum::<f64>() / worths.len() as f64)
        .collect()
}

fn worth<G: Game>(
    game: &G,
    state: &G::State,
    choice: &impl Fn(Seat, &[Rewards]) -> Rewards,
) -> Rewards {
    match game.turn(state) {
        Turn::Over(ending) => ending.rewards(game.seats()),
        Turn::Chance => {
            let mut sum: Rewards = (0..game.seats()).map(|_| 0.0).collect();
            for (chance, probability) in game.chances(state) {
                let mut next = state.clone();
                game.resolve_unchecked(&mut next, &chance);
                let worth = worth(game, &next, choice);
                sum.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += probability * worth);
            }
            sum
        }
        Turn::Seat(seat) => {
            let worths: Vec<Rewards> =
                after_each(game, state).iter().map(|(_, next)| worth(game, next, choice)).collect();
            choice(seat, &worths)
        }
    }
}

/// The actions on the menu and where they lead.
pub fn after_each<G: Game>(game: &G, state: &G::State) -> Vec<(G::Action, G::State)> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    let play = |action: G::Action| {
        let mut next = state.clone();
        game.play_unchecked(&mut next, &action);
        (action, next)
    };
    menu.into_iter().map(play).collect()
}

/// Take one, two or three from a heap; whoever takes the last wins. To leave a multiple of four
/// wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Subtraction {
    pub heap: u8,
}

impl Toy for Subtraction {
    type State = (u8, Seat);

    fn start(&self) -> Self::State {
        (self.heap, FIRST)
    }

    fn turn(&self, &(heap, seat): &Self::State) -> Turn {
        if heap == 0 { won(&[seat.next(2)]) } else { Turn::Seat(seat) }
    }

    fn picks(&self, &(heap, _): &Self::State, menu: &mut Vec<Pick>) {
        menu.extend((1..=heap.min(3)).map(Pick));
    }

    fn apply(&self, (heap, seat): &mut Self::State, pick: Pick) {
        *heap -= pick.0;
        *seat = seat.next(2);
    }
}

/// Three seats choose left or right in turn, and eight endings are shared in different ways.
///
/// The first seat should go right, because the others then let it win with them: each wins by it. A
/// search that takes the others for enemies sees a loss either way, and random play favours left,
/// 2/4 to 1/4.
#[derive(Clone, Debug, PartialEq)]
pub struct Council;

pub const LEFT: Pick = Pick(0);
pub const RIGHT: Pick = Pick(1);

impl Toy for Council {
    type State = Vec<Pick>;

    const SEATS: usize = 3;

    fn start(&self) -> Vec<Pick> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<Pick>) -> Turn {
        match state.iter().map(|pick| pick.0).collect::<Vec<_>>()[..] {
            [0, 0, 1] => won(&[FIRST, SECOND]),
            [0, 1, 0] => won(&[SECOND, THIRD]),
            [0, 1, 1] => won(&[FIRST]),
            [1, 0, 0] => won(&[FIRST, SECOND, THIRD]),
            [1, _, 1] => won(&[SECOND]),
            [0, 0, 0] | [1, 1, 0] => won(&[THIRD]),
            _ => Turn::Seat(Seat::new(state.len())),
        }
    }

    fn picks(&self, _state: &Vec<Pick>, menu: &mut Vec<Pick>) {
        menu.extend([LEFT, RIGHT]);
    }

    fn apply(&self, state: &mut Vec<Pick>, pick: Pick) {
        state.push(pick);
    }
}

/// Win by a sum of 6 or more with a pair of dice (26/36), or by 4 or more with one that may be
/// rolled again.
///
/// Rolling again whatever falls is worth 1/2, but rolling again only what lost is worth 3/4.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice;

pub const PAIR: Pick = Pick(0);
pub const SINGLE: Pick = Pick(1);
const KEEP: Pick = Pick(2);
const AGAIN: Pick = Pick(3);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceState {
    Start,
    Pair,
    Single,
    Rolled(u8),
    Last,
    Done(bool),
}

const SUMS: Odds = &[
    (Pick(2), 1.0 / 36.0),
    (Pick(3), 2.0 / 36.0),
    (Pick(4), 3.0 / 36.0),
    (Pick(5), 4.0 / 36.0),
    (Pick(6), 5.0 / 36.0),
    (Pick(7), 6.0 / 36.0),
    (Pick(8), 5.0 / 36.0),
    (Pick(9), 4.0 / 36.0),
    (Pick(10), 3.0 / 36.0),
    (Pick(11), 2.0 / 36.0),
    (Pick(12), 1.0 / 36.0),
];

impl Toy for Dice {
    type State = DiceState;

    fn start(&self) -> DiceState {
        DiceState::Start
    }

    fn turn(&self, state: &DiceState) -> Turn {
        match state {
            DiceState::Start | DiceState::Rolled(_) => Turn::Seat(FIRST),
            DiceState::Pair | DiceState::Single | DiceState::Last => Turn::Chance,
            DiceState::Done(is_won) => won_by_first_if(*is_won),
        }
    }

    fn picks(&self, state: &DiceState, menu: &mut Vec<Pick>) {
        menu.extend(if *state == DiceState::Start { [PAIR, SINGLE] } else { [KEEP, AGAIN] });
    }

    fn odds(&self, state: &DiceState) -> Odds {
        if *state == DiceState::Pair { SUMS } else { DIE }
    }

    fn apply(&self, state: &mut DiceState, pick: Pick) {
        *state = match *state {
            DiceState::Start if pick == PAIR => DiceState::Pair,
            DiceState::Start => DiceState::Single,
            DiceState::Pair => DiceState::Done(pick.0 >= 6),
            DiceState::Single => DiceState::Rolled(pick.0),
            DiceState::Rolled(die) if pick == KEEP => DiceState::Done(die >= 4),
            DiceState::Rolled(_) => DiceState::Last,
            DiceState::Last => DiceState::Done(pick.0 >= 4),
            DiceState::Done(is_won) => DiceState::Done(is_won),
        };
    }
}

/// Guess which of three cards lies face down.
///
/// To guess at once is worth 1/3, and to wait and guess then is worth the same. A coin is worth
/// 1/2. To look loses the game one time in four, but then shows the card: 3/4 for a player who
/// makes use of it, 1/4 for one who guesses at random. Whoever sees through the card wins by
/// guessing.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess;

pub const COIN: Pick = Pick(3);
pub const LOOK: Pick = Pick(4);
pub const WAIT: Pick = Pick(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuessStage {
    Dealing,
    Choosing,
    Tossing,
    Looking,
    Seen,
    Waiting,
    Done(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GuessState {
    pub stage: GuessStage,
    pub card: u8,
}

impl Toy for Guess {
    type State = GuessState;

    fn start(&self) -> GuessState {
        GuessState { stage: GuessStage::Dealing, card: 0 }
    }

    fn turn(&self, state: &GuessState) -> Turn {
        match state.stage {
            GuessStage::Dealing | GuessStage::Tossing | GuessStage::Looking => Turn::Chance,
            GuessStage::Choosing | GuessStage::Seen | GuessStage::Waiting => Turn::Seat(FIRST),
            GuessStage::Done(is_won) => won_by_first_if(is_won),
        }
    }

    fn picks(&self, state: &GuessState, menu: &mut Vec<Pick>) {
        menu.extend([Pick(0), Pick(1), Pick(2)]);
        if state.stage == GuessStage::Choosing {
            menu.extend([COIN, LOOK, WAIT]);
        }
    }

    fn odds(&self, state: &GuessState) -> Odds {
        match state.stage {
            GuessStage::Dealing => {
                &[(Pick(0), 1.0 / 3.0), (Pick(1), 1.0 / 3.0), (Pick(2), 1.0 / 3.0)]
            }
            GuessStage::Looking => &[(Pick(0), 0.25), (Pick(1), 0.75)],
            _ => &[(Pick(0), 0.5), (Pick(1), 0.5)],
        }
    }

    fn apply(&self, state: &mut GuessState, pick: Pick) {
        match state.stage {
            GuessStage::Dealing => {
                *state = GuessState { stage: GuessStage::Choosing, card: pick.0 };
            }
            GuessStage::Choosing if pick == COIN => state.stage = GuessStage::Tossing,
            GuessStage::Choosing if pick == LOOK => state.stage = GuessStage::Looking,
            GuessStage::Choosing if pick == WAIT => state.stage = GuessStage::Waiting,
            GuessStage::Looking if pick.0 == 1 => state.stage = GuessStage::Seen,
            GuessStage::Looking => state.stage = GuessStage::Done(false),
            GuessStage::Tossing => state.stage = GuessStage::Done(pick.0 == 1),
            GuessStage::Choosing | GuessStage::Seen | GuessStage::Waiting => {
                state.stage = GuessStage::Done(pick.0 == state.card);
            }
            GuessStage::Done(_) => {}
        }
    }
}

impl Observed for Of<Guess> {
    type View = String;
    /// The step, unless it was the deal, and the card if it is seen.
    type Sight = (u8, Option<u8>);
    type Memory = ();
    type Public = ();
    type Fact = NoFact;

    fn sight(
        &self,
        before: &GuessState,
        step: &Step<Self>,
        after: &GuessState,
        _seat: Seat,
    ) -> Option<Self::Sight> {
        let (Step::Action(_, pick) | Step::Chance(pick)) = step;
        let card = (after.stage == GuessStage::Seen).then_some(after.card);
        (before.stage != GuessStage::Dealing).then_some((pick.0, card))
    }

    fn view(&self, state: &GuessState, (): &(), _seat: Seat) -> String {
        match state.stage {
            GuessStage::Seen => format!("{:?} {}", state.stage, state.card),
            _ => format!("{:?}", state.stage),
        }
    }

    fn sample(&self, view: &String, rng: &mut GameRng) -> GuessState {
        assert_eq!(view, "Choosing", "the tests search from here only");
        GuessState { stage: GuessStage::Choosing, card: rng.random_range(0..3) }
    }

    fn public(&self, _state: &GuessState) {}

    fn public_sight(&self, _: &GuessState, _: &Step<Self>, _: &GuessState) -> Option<Self::Sight> {
        None
    }

    fn facts(&self, _view: &String) -> Vec<NoFact> {
        Vec::new()
    }

    fn holds(&self, _world: &GuessState, fact: &NoFact) -> bool {
        match *fact {}
    }

    fn view_picture(&self, view: &String) -> String {
        view.clone()
    }
}

/// Attack somebody whose card says whether it can block, or toss an unfair coin.
///
/// Two cards of three can block, and whoever can, does: an attack is worth 1/3, a toss 2/5. Against
/// random replies an attack would be worth 2/3, and against one who always can block, nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel;

pub const ATTACK: Pick = Pick(0);
pub const TOSS: Pick = Pick(1);
const FOLD: Pick = Pick(2);
const BLOCK: Pick = Pick(3);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DuelState {
    Choosing { card: u8 },
    Attacked { card: u8 },
    Tossing,
    Done(bool),
}

impl Toy for Duel {
    type State = DuelState;

    fn start(&self) -> DuelState {
        DuelState::Choosing { card: 0 }
    }

    fn turn(&self, state: &DuelState) -> Turn {
        match state {
            DuelState::Choosing { .. } => Turn::Seat(FIRST),
            DuelState::Attacked { .. } => Turn::Seat(SECOND),
            DuelState::Tossing => Turn::Chance,
            DuelState::Done(is_won) => won_by_first_if(*is_won),
        }
    }

    fn picks(&self, state: &DuelState, menu: &mut Vec<Pick>) {
        match state {
            DuelState::Attacked { card: 0 } => menu.push(FOLD),
            DuelState::Attacked { .. } => menu.extend([BLOCK, FOLD]),
            _ => menu.extend([ATTACK, TOSS]),
        }
    }

    fn odds(&self, _state: &DuelState) -> Odds {
        &[(Pick(0), 0.6), (Pick(1), 0.4)]
    }

    fn apply(&self, state: &mut DuelState, pick: Pick) {
        *state = match *state {
            DuelState::Choosing { card } if pick == ATTACK => DuelState::Attacked { card },
            DuelState::Choosing { .. } => DuelState::Tossing,
            DuelState::Attacked { .. } => DuelState::Done(pick == FOLD),
            DuelState::Tossing => DuelState::Done(pick.0 == 1),
            DuelState::Done(is_won) => DuelState::Done(is_won),
        };
    }
}

impl Observed for Of<Duel> {
    type View = ();
    type Sight = u8;
    type Memory = ();
    type Public = ();
    type Fact = NoFact;

    fn sight(&self, _: &DuelState, step: &Step<Self>, _: &DuelState, _: Seat) -> Option<u8> {
        let (Step::Action(_, pick) | Step::Chance(pick)) = step;
        Some(pick.0)
    }

    fn view(&self, _state: &DuelState, (): &(), _seat: Seat) {}

    fn sample(&self, (): &(), rng: &mut GameRng) -> DuelState {
        DuelState::Choosing { card: rng.random_range(0..3) }
    }

    fn public(&self, _state: &DuelState) {}

    fn public_sight(&self, _: &DuelState, _: &Step<Self>, _: &DuelState) -> Option<u8> {
        None
    }

    fn facts(&self, _view: &()) -> Vec<NoFact> {
        Vec::new()
    }

    fn holds(&self, _world: &DuelState, fact: &NoFact) -> bool {
        match *fact {}
    }

    fn view_picture(&self, (): &()) -> String {
        String::new()
    }
}
