//! An agent of your own, whole: a player of Geister that guards its corners.
//!
//! ```sh
//! cargo run --release -p kakehiki-arena --example sentry
//! ```
//!
//! It is written as agents inside the project are, so that `Sentry` and `SENTRY` could be moved to
//! `crates/kakehiki-geister/src/agents/` as they stand. The page `docs/own-agent-rust.md` goes
//! through it step by step.

use std::error::Error;

use kakehiki_arena::Interval;
use kakehiki_bargain::{Alone, Maker, Makers, Mover, Standpoint, prepared};
use kakehiki_core::{
    Agent, Catalogue, Ending, GameRng, Parameter, Seat, Seed, Settings, Verdict, play,
};
use kakehiki_geister::{
    Action, GEISTER, GEISTER_OPTIONS, Geister, Ghost, GhostSet, Square, Stage, View,
};
use rand::RngExt;

/// Keeps a ghost beside each of its own corners, which are the exits of the other player.
///
/// A ghost that steps on such a corner could leave with its next move: the sentry takes it first,
/// good or bad, and goes back to its post. All other moves are made by the other ghosts.
struct Sentry {
    /// Whether good ghosts run for the exit meanwhile.
    runs: bool,
}

/// The columns of the two posts in the last row, beside the corners.
const POSTS: [u8; 2] = [1, 4];
/// The last row as its owner sees the board.
const LAST_ROW: u8 = 5;

impl Mover<Geister> for Sentry {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if at.view.stage() == Stage::SetUp {
            return Action::SetUp(ghosts("EFGH"));
        }
        let ranks: Vec<u8> = menu.iter().map(|action| self.rank(at.view, *action)).collect();
        let best = ranks.iter().min();
        let chosen: Vec<Action> = menu
            .iter()
            .zip(&ranks)
            .filter(|(_, rank)| Some(*rank) == best)
            .map(|(action, _)| *action)
            .collect();
        // All that is random comes from this generator, so that a game can be played again.
        chosen[rng.random_range(0..chosen.len())]
    }
}

impl Sentry {
    /// How good an action is; 0 is the best.
    fn rank(&self, view: &View, action: Action) -> u8 {
        let (ghost, direction) = match action {
            Action::Escape(_) => return 0,
            Action::Move(ghost, direction) => (ghost, direction),
            _ => return u8::MAX,
        };
        let seat = view.seat();
        let from = view.own_fate(ghost).square();
        let Some((from, to)) = from.and_then(|from| Some((from, from.step(direction, seat)?)))
        else {
            return u8::MAX;
        };
        if is_intruder(view, to) {
            return 1;
        }
        if ghosts("EH").contains(ghost) {
            // Back to the post if it can; otherwise it moves only if nobody else can.
            let is_post = to.y(seat) == LAST_ROW && POSTS.contains(&to.x(seat));
            return if is_post { 2 } else { u8::MAX };
        }
        let (before, after) = (from.steps_to_exit(seat), to.steps_to_exit(seat));
        let is_good = !view.own_bad().contains(ghost);
        if self.runs && is_good && after < before { 3 + after } else { 100 }
    }
}

/// Whether a ghost of the other player stands there and could leave with its next move.
fn is_intruder(view: &View, square: Square) -> bool {
    let other = Seat::new(1 - view.seat().index());
    let mut theirs = view.enemy_on_board().iter();
    square.is_exit_of(other) && theirs.any(|ghost| view.enemy_fate(ghost).square() == Some(square))
}

/// The ghosts of these letters.
fn ghosts(letters: &str) -> GhostSet {
    let named = letters.chars().filter_map(Ghost::from_letter);
    named.fold(GhostSet::EMPTY, |set, ghost| set.union(GhostSet::only(ghost)))
}

/// The name by which it is asked for, and every parameter with its default.
const SENTRY: Maker<Geister> = Maker::mover(
    "sentry",
    &[Parameter::switch("runs", "on", "whether good ghosts run for the exit")],
    "guards its corners",
    |_, settings| {
        let runs = settings.is_on("runs");
        prepared(move |_| Box::new(Sentry { runs }) as _)
    },
    Alone::Nobody,
);

/// The list of agents that it stands on; a speaker joins it by `+`.
static AGENTS: Makers<Geister> = Makers(&[SENTRY, Maker::SPEAK]);

/// Geister with these agents instead of its own.
static GAME: Catalogue<Geister> = Catalogue { roster: &AGENTS, ..GEISTER };

/// The games that `name` wins against one of the project's agents, in both seats under the same luck.
fn wins(name: &str, against: &str, rounds: u64) -> Result<u64, Box<dyn Error>> {
    let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
    let own = GAME.prepare(&game, &name.parse()?)?;
    let other = GEISTER.prepare(&game, &against.parse()?)?;
    let mut wins = 0;
    for round in 0..rounds {
        let seed = Seed::experiment(1).derive("match", round);
        for seat in Seat::all(2) {
            let mut agents: Vec<Box<dyn Agent<Geister>>> =
                vec![own(seed.derive("agent", 0)), other(seed.derive("agent", 1))];
            agents.rotate_left(seat.index());
            let record = play(&game, &mut agents, seed.derive("game", 0), &mut ());
            if let Verdict::Ended(Ending::Won(winners)) = record.verdict {
                wins += u64::from(winners.contains(seat));
            }
        }
    }
    Ok(wins)
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = 100;
    for name in ["sentry", "sentry(runs=off)"] {
        for against in ["random", "charge", "flat(playouts=200)"] {
            let wins = wins(name, against, rounds)?;
            let Interval { low, high, .. } = Interval::wilson(wins, 2 * rounds);
            println!("{name} against {against}: {wins} of {} ({low:.3} – {high:.3})", 2 * rounds);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kakehiki_core::agent_conformance;

    use super::*;

    #[test]
    fn a_sentry_stops_those_who_run_straight_for_the_exit() {
        // Equal players would win so many of 40 games in fewer than one case of a thousand.
        assert!(wins("sentry", "charge", 20).unwrap() >= 31);
    }

    #[test]
    fn a_sentry_that_is_rebuilt_in_the_middle_of_a_game_goes_on_as_before() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let names = ["sentry", "sentry(runs=off)+speak(kind=lies)"];
        let rebuilt = agent_conformance(&game, &AGENTS, &names, 1).unwrap();
        assert_eq!(rebuilt.missteps, 0);
    }

    #[test]
    fn a_wrong_parameter_is_told_what_is_possible() {
        let error = wins("sentry(run=on)", "charge", 1).unwrap_err().to_string();
        assert!(error.contains("runs"), "{error}");
    }
}
