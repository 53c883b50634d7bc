//! Experiments from their specification to their merged results.

mod merging;
mod plans;
mod resuming;
mod running;
mod specs;
mod tables;

use kakehiki_arena::{Draft, Plan, RunOptions, Spec, Standings, run};

/// A small experiment with counters, and with games that differ from match to match.
fn draft(games: u64) -> Draft {
    Draft { rotate: true, seed: 5, ..Draft::new("negogeister", &["random", "random"], games) }
}

fn plan(draft: Draft) -> Plan {
    Plan::new(Spec::new(draft).unwrap())
}

/// The standings without the one field that depends on the machine.
fn timeless(mut standings: Standings) -> Standings {
    standings.core_seconds = None;
    standings
}

/// The standings of a run in memory on one thread.
fn expected(plan: &Plan) -> Standings {
    let options = RunOptions { threads: 1, ..RunOptions::default() };
    timeless(run(plan, &options).unwrap().standings)
}
