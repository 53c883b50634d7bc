//! Counts what warm games allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;

use std::hint::black_box;

use allocations::allocations;
use kakehiki_core::{Game, Seat, Seed, Settings};
use kakehiki_search::{Playout, Scratch, Uniform};
use kakehiki_werewolf::{
    Brain, FastTable, Finalist, Random, Sample04, Sample06, Sentence, WEREWOLF_OPTIONS, Werewolf,
};

fn village(players: &str, delivery: &str) -> Werewolf {
    let values = [("village", players), ("delivery", delivery)];
    Werewolf::new(&Settings::new("werewolf", &WEREWOLF_OPTIONS, values).expect("settings"))
}

#[test]
fn allocations_are_counted() {
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0);
}

#[test]
fn warm_tables_allocate_nothing() {
    let brains = vec![
        Brain::Random(Random::default()),
        Brain::Sample04(Sample04::default()),
        Brain::Sample06(Sample06::default()),
        Brain::Finalist(Finalist::default()),
    ];
    for brain in brains {
        for delivery in ["turn", "immediate"] {
            let game = village("11", delivery);
            let mut table = FastTable::new(game, vec![brain.clone(); 11]);
            let mut rng = Seed::experiment(1).rng();
            let mut play = |games| {
                for _ in 0..games {
                    black_box(table.play(&mut rng, &mut ()));
                }
            };
            play(60);
            // A game longer than all before it may need more room, once.
            assert!(allocations(|| play(60)) <= 1, "{delivery}");
        }
    }
}

#[test]
fn claims_allocate_nothing() {
    let game = village("5", "turn");
    let text = "BECAUSE (DIVINED Agent[02] WEREWOLF) (AND (VOTE Agent[02]) (VOTE Agent[03]))";
    let sentence: Sentence = text.parse().unwrap();
    assert_eq!(allocations(|| drop(black_box(game.claims(Seat::new(0), &sentence)))), 0);
}

#[test]
fn warm_playouts_allocate_nothing() {
    for delivery in ["turn", "immediate"] {
        let game = village("5", delivery);
        let playout = Playout::new(Uniform);
        let mut scratch = Scratch { menu: Vec::with_capacity(512) };
        let mut rng = Seed::experiment(2).rng();
        let start = game.start();
        let count = allocations(|| {
            for _ in 0..20 {
                black_box(playout.play(&game, &mut start.clone(), &mut scratch, &mut rng));
            }
        });
        assert_eq!(count, 0, "{delivery}");
    }
}
