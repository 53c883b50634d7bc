//! Playing a position to its end, or to a limit: the unit of thought of every search.

use kakehiki_core::{Ending, Game, GameRng, Rewards, Seat, Turn};
use rand::RngExt;

use crate::luck::{Luck, Source, Streams};

/// How seats choose during a playout.
///
/// [`choose`](Self::choose) is enough for a policy to work; a game with a faster kernel of its own
/// overrides [`run`](Self::run), and [`run_in_step`](Self::run_in_step), as well.
pub trait Policy<G: Game>: Sync {
    /// Chooses an action for the seat to act. `menu` is a buffer with unspecified contents, for the
    /// policy to use.
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        menu: &mut Vec<G::Action>,
        rng: &mut GameRng,
    ) -> G::Action;

    /// Plays on until the game is over or `limit` steps are played, actions and chance outcomes
    /// alike, and returns the number of steps. A game that is over already takes none.
    ///
    /// A kernel that overrides this must give every ending the same probability as
    /// [`choose`](Self::choose) does; it need not draw the same random numbers.
    fn run(
        &self,
        game: &G,
        state: &mut G::State,
        limit: Option<u32>,
        scratch: &mut Scratch<G>,
        rng: &mut GameRng,
    ) -> u32 {
        play_on(self, game, state, limit, scratch, rng)
    }

    /// Plays on as [`run`](Self::run) does, but under a given luck: everything that chance and the
    /// seats draw in a turn comes from the streams of that turn.
    ///
    /// A kernel that overrides this must draw from the same streams what [`choose`](Self::choose)
    /// and the rules draw there, so that both end in the same state.
    fn run_in_step(
        &self,
        game: &G,
        state: &mut G::State,
        limit: Option<u32>,
        luck: &Luck,
        scratch: &mut Scratch<G>,
    ) -> u32 {
        play_on(self, game, state, limit, scratch, &mut Streams::new(luck))
    }
}

/// Every action of the menu is equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        menu: &mut Vec<G::Action>,
        rng: &mut GameRng,
    ) -> G::Action {
        game.menu(state, menu);
        debug_assert!(!menu.is_empty(), "whoever has to act has a menu");
        menu.swap_remove(rng.random_range(0..menu.len()))
    }
}

/// A policy that is played choice by choice: the reference for a kernel, and what counts its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepByStep<P>(pub P);

impl<G: Game, P: Policy<G>> Policy<G> for StepByStep<P> {
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        menu: &mut Vec<G::Action>,
        rng: &mut GameRng,
    ) -> G::Action {
        self.0.choose(game, state, menu, rng)
    }
}

/// What a position is worth when a playout stops.
pub trait Judge<G: Game>: Sync {
    /// The worth of an unfinished game to each seat, in wins.
    fn judge(&self, game: &G, state: &G::State) -> Rewards;

    /// The worth of a finished game to each seat, in wins: by default what the rules give.
    fn settle(&self, game: &G, _state: &G::State, ending: &Ending) -> Rewards {
        ending.rewards(game.seats())
    }
}

/// Gives every seat an equal share of one win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvenJudge;

impl<G: Game> Judge<G> for EvenJudge {
    fn judge(&self, game: &G, _state: &G::State) -> Rewards {
        let seats = game.seats();
        (0..seats).map(|_| 1.0 / seats as f64).collect()
    }
}

/// The buffers of a playout, kept from one to the next so that warm playouts allocate nothing.
#[derive(Clone, Debug)]
pub struct Scratch<G: Game> {
    /// A menu with unspecified contents.
    pub menu: Vec<G::Action>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Self { menu: Vec::new() }
    }
}

/// How a position is played out: who chooses, for how long, and who judges what is unfinished then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout<P, J = EvenJudge> {
    /// Chooses for all seats.
    pub policy: P,
    /// The most steps to play, actions and chance outcomes alike; `None` plays to the end of the
    /// game.
    pub limit: Option<u32>,
    /// Judges the games that the limit cuts off.
    pub judge: J,
}

impl<P> Playout<P> {
    /// Plays games to their end by `policy`.
    pub const fn new(policy: P) -> Self {
        Self { policy, limit: None, judge: EvenJudge }
    }
}

impl<P, J> Playout<P, J> {
    /// Plays the position out and returns what it came to. `state` is left where the playout
    /// stopped.
    pub fn play<G: Game>(
        &self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Scratch<G>,
        rng: &mut GameRng,
    ) -> Rewards
    where
        P: Policy<G>,
        J: Judge<G>,
    {
        self.policy.run(game, state, self.limit, scratch, rng);
        self.worth(game, state)
    }

    /// Plays the position out and tells the first action that a seat chose on the way; `None` if no
    /// seat came to act.
    ///
    /// Only that action is played by [`Policy::choose`]; the rest runs at full speed.
    pub fn play_with_reply<G: Game>(
        &self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Scratch<G>,
        rng: &mut GameRng,
    ) -> (Option<(Seat, G::Action)>, Rewards)
    where
        P: Policy<G>,
        J: Judge<G>,
    {
        let mut left = self.limit;
        let mut reply = None;
        while reply.is_none() && left != Some(0) {
            match game.turn(state) {
                Turn::Over(_) => break,
                Turn::Chance => fall(game, state, rng),
                Turn::Seat(seat) => {
                    reply = Some((seat, act(&self.policy, game, state, scratch, rng)));
                }
            }
            left = left.map(|steps| steps - 1);
        }
        self.policy.run(game, state, left, scratch, rng);
        (reply, self.worth(game, state))
    }

    /// Plays the position out under a given luck, so that branches of a game can be compared turn
    /// by turn: two playouts with the same luck meet the same chance and the same whims of the
    /// policy in every turn, however many random numbers either of them used in the turns before.
    pub fn play_in_step<G: Game>(
        &self,
        game: &G,
        state: &mut G::State,
        luck: &Luck,
        scratch: &mut Scratch<G>,
    ) -> Rewards
    where
        P: Policy<G>,
        J: Judge<G>,
    {
        self.policy.run_in_step(game, state, self.limit, luck, scratch);
        self.worth(game, state)
    }

    /// What a position is worth without playing on.
    pub(crate) fn worth<G: Game>(&self, game: &G, state: &G::State) -> Rewards
    where
        J: Judge<G>,
    {
        match game.turn(state) {
            Turn::Over(ending) => self.judge.settle(game, state, &ending),
            Turn::Seat(_) | Turn::Chance => self.judge.judge(game, state),
        }
    }
}

/// Plays on choice by choice and counts the steps.
fn play_on<G: Game, P: Policy<G> + ?Sized>(
    policy: &P,
    game: &G,
    state: &mut G::State,
    limit: Option<u32>,
    scratch: &mut Scratch<G>,
    source: &mut impl Source,
) -> u32 {
    let limit = limit.unwrap_or(u32::MAX);
    let mut steps = 0;
    while steps < limit {
        match game.turn(state) {
            Turn::Over(_) => break,
            Turn::Chance => fall(game, state, source.chance(game.clock(state))),
            Turn::Seat(seat) => {
                act(policy, game, state, scratch, source.choices(game.clock(state), seat));
            }
        }
        steps += 1;
    }
    steps
}

/// Lets chance fall.
fn fall<G: Game>(game: &G, state: &mut G::State, rng: &mut GameRng) {
    let chance = game.draw(state, rng);
    game.resolve_unchecked(state, &chance);
}

/// Lets the seat to act choose and plays its choice.
fn act<G: Game, P: Policy<G> + ?Sized>(
    policy: &P,
    game: &G,
    state: &mut G::State,
    scratch: &mut Scratch<G>,
    rng: &mut GameRng,
) -> G::Action {
    let action = policy.choose(game, state, &mut scratch.menu, rng);
    game.play_unchecked(state, &action);
    action
}
