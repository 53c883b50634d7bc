//! Counts what warm playouts allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;

use std::hint::black_box;

use allocations::allocations;
use kakehiki_core::{Game, Seed, Settings};
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Moyer};
use kakehiki_search::{Luck, Playout, Policy, Scratch, StepByStep, Uniform};

fn monopoly(rules: &str, players: &str) -> Monopoly {
    let values = [("rules", rules), ("players", players), ("max-turns", "200")];
    Monopoly::new(&Settings::new("monopoly", &MONOPOLY_OPTIONS, values).unwrap())
}

#[test]
fn allocations_are_counted() {
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0);
}

fn playouts<P: Policy<Monopoly> + Copy>(game: &Monopoly, policy: P, count: u64) -> u64 {
    let playout = Playout::new(policy);
    let mut scratch = Scratch { menu: Vec::with_capacity(1024) };
    let mut rng = Seed::experiment(1).rng();
    let start = game.start();
    allocations(|| {
        for index in 0..count {
            black_box(playout.play(game, &mut start.clone(), &mut scratch, &mut rng));
            let luck = Luck::new(Seed::experiment(2), index);
            black_box(playout.play_in_step(game, &mut start.clone(), &luck, &mut scratch));
        }
    })
}

#[test]
fn warm_playouts_allocate_nothing() {
    for rules in ["moyer2020", "official"] {
        for players in ["2", "4", "8"] {
            let game = monopoly(rules, players);
            assert_eq!(playouts(&game, Moyer::FAITHFUL, 100), 0, "{rules}, {players}");
            assert_eq!(playouts(&game, StepByStep(Moyer::REPAIRED), 100), 0);
            assert_eq!(playouts(&game, Uniform, 5), 0, "{rules}, {players}, random play");
        }
    }
}
