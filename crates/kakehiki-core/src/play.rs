//! Playing games: agents at a table, under the rules, with every misstep accounted for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::RngExt;

use crate::{Agent, Ending, Game, Observed, Seat, Seed, Step, Turn};

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening<G: Game> {
    /// Somebody acted or chance fell.
    Step(Step<G>),
    /// A seat's answer was missing or illegal, and the rules' own answer took its place.
    Fallback(Seat, G::Action, String),
    /// A seat's answer was missing or illegal, and the rules have no answer of their own: the seat
    /// forfeits.
    Forfeit(Seat, String),
    /// The game is over.
    End(Ending),
}

/// Somebody who watches a game with full sight, such as the writer of its log.
pub trait Witness<G: Game> {
    /// Is told what happened and the state it led to.
    fn saw(&mut self, happening: &Happening<G>, after: &G::State);
}

/// Nobody watches.
impl<G: Game> Witness<G> for () {
    fn saw(&mut self, _happening: &Happening<G>, _after: &G::State) {}
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was played to its end.
    Ended(Ending),
    /// This seat misbehaved: it loses, and the game is void for the others.
    Forfeited(Seat),
}

impl Verdict {
    /// The reward of a seat; `None` where the game is void for it.
    pub fn reward(self, seat: Seat, seats: usize) -> Option<f64> {
        match self {
            Self::Ended(ending) => Some(ending.rewards(seats)[seat.index()]),
            Self::Forfeited(culprit) => (culprit == seat).then_some(0.0),
        }
    }

    /// Whether the seat won.
    pub fn is_win(self, seat: Seat) -> bool {
        matches!(self, Self::Ended(Ending::Won(winners)) if winners.contains(seat))
    }
}

/// What is kept of a game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How it came out.
    pub verdict: Verdict,
    /// How many actions and chance outcomes it took.
    pub steps: u32,
    /// The rules' counters: `counts[seat][counter]`.
    pub counts: Vec<Vec<u32>>,
}

/// Plays one game. The agents have been seated for this match; `seed` is the seed of the game.
///
/// A decision that panics, or that is illegal, is answered by the rules' fallback where there is
/// one; otherwise the seat forfeits and the game stops. An agent that panics when it sits down or
/// hears something is not asked for its next decision, which counts as missing.
///
/// # Panics
/// If there is not one agent for each seat.
pub fn play<G: Observed>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    seed: Seed,
    witness: &mut impl Witness<G>,
) -> Record {
    let seats = game.seats();
    assert_eq!(agents.len(), seats, "one agent for each seat");
    let mut chance = seed.derive("chance", 0).rng();
    let fallbacks = seed.derive("fallback", 0);
    let decisions: Vec<Seed> =
        (0..seats).map(|seat| seed.derive("decision", seat as u64)).collect();
    let mut decided = vec![0_u64; seats];
    let mut memories = vec![G::Memory::default(); seats];
    let mut counts = vec![vec![0; game.counters().len()]; seats];
    let mut menu = Vec::new();
    let mut state = game.start();
    let mut steps = 0;
    // What an agent did wrong since its last decision.
    let mut missteps = vec![None; seats];
    for (seat, agent) in Seat::all(seats).zip(agents.iter_mut()) {
        if catch_unwind(AssertUnwindSafe(|| agent.sit(seat))).is_err() {
            missteps[seat.index()] = Some("it panicked when it sat down");
        }
    }
    loop {
        let mut fallback = None;
        let step = match game.turn(&state) {
            Turn::Over(ending) => {
                witness.saw(&Happening::End(ending), &state);
                return Record { verdict: Verdict::Ended(ending), steps, counts };
            }
            Turn::Chance => Step::Chance(game.draw(&state, &mut chance)),
            Turn::Seat(seat) => {
                let index = seat.index();
                let view = game.view(&state, &memories[index], seat);
                game.menu(&state, &mut menu);
                let mut rng = decisions[index].rng_at(decided[index]);
                decided[index] += 1;
                let agent = &mut agents[index];
                // A panicking agent may be left in any state; it forfeits, or its next answer is
                // checked like any.
                let answer = match missteps[index].take() {
                    Some(misstep) => Err(misstep),
                    None => catch_unwind(AssertUnwindSafe(|| agent.decide(&view, &menu, &mut rng)))
                        .map_err(|_| "it panicked"),
                };
                let answer = answer.map_err(str::to_owned).and_then(|action| {
                    match game.check(&state, &action) {
                        Ok(()) => Ok(action),
                        Err(illegal) => Err(format!("{action} is illegal: {illegal}")),
                    }
                });
                match answer {
                    Ok(action) => Step::Action(seat, action),
                    Err(problem) => {
                        let mut answers = game.fallbacks(&state);
                        if answers.is_empty() {
                            witness.saw(&Happening::Forfeit(seat, problem), &state);
                            return Record { verdict: Verdict::Forfeited(seat), steps, counts };
                        }
                        fallback = Some(problem);
                        let mut rng = fallbacks.rng_at(u64::from(steps));
                        let chosen = rng.random_range(0..answers.len());
                        Step::Action(seat, answers.swap_remove(chosen))
                    }
                }
            }
        };
        let before = state.clone();
        match &step {
            Step::Action(_, action) => game.play_unchecked(&mut state, action),
            Step::Chance(chance) => game.resolve_unchecked(&mut state, chance),
        }
        steps += 1;
        game.count(&before, &step, &mut counts);
        for (seat, agent) in Seat::all(seats).zip(agents.iter_mut()) {
            if let Some(sight) = game.sight(&before, &step, &state, seat) {
                let memory = &mut memories[seat.index()];
                game.remember(memory, seat, &sight);
                let view = game.view(&state, memory, seat);
                // Hearing cannot be answered for by the rules, so a panic here shows at the next
                // decision.
                if catch_unwind(AssertUnwindSafe(|| agent.hear(&view, &sight))).is_err() {
                    missteps[seat.index()] = Some("it panicked when it heard what happened");
                }
            }
        }
        let happening = match (step, fallback) {
            (Step::Action(seat, action), Some(problem)) => {
                Happening::Fallback(seat, action, problem)
            }
            (step, _) => Happening::Step(step),
        };
        witness.saw(&happening, &state);
    }
}
