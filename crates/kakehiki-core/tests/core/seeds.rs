//! The tree of seeds: what is derived along different paths has nothing in common.

use std::collections::HashSet;

use kakehiki_core::Seed;
use rand::{Rng, RngExt};

#[test]
fn every_path_below_every_experiment_leads_to_a_seed_of_its_own() {
    let purposes = ["", "match", "game", "chance", "agent", "decision", "matc", "hmatch"];
    let mut seeds = HashSet::new();
    let mut count = 0;
    for number in (0..8).chain([u64::MAX, 1 << 32]) {
        let root = Seed::experiment(number);
        for purpose in purposes {
            for index in (0..8).chain([u64::MAX, 1 << 8, 1 << 32]) {
                let child = root.derive(purpose, index);
                for seed in [child, child.derive(purpose, index), child.derive("game", 0)] {
                    seeds.insert(seed);
                    count += 1;
                }
            }
        }
        seeds.insert(root);
        count += 1;
    }
    // Where the purpose is "game" and the index 0, two of the three paths are the same.
    assert_eq!(seeds.len(), count - 10);
}

#[test]
fn the_order_of_a_path_matters() {
    let seed = Seed::experiment(1);
    let there = seed.derive("match", 1).derive("game", 2);
    assert_ne!(there, seed.derive("game", 2).derive("match", 1));
    assert_ne!(there, seed.derive("match", 2).derive("game", 1));
}

#[test]
fn a_purpose_and_its_index_do_not_run_into_each_other() {
    // The byte of a digit at the edge of the purpose must not be taken for a part of the index.
    let seed = Seed::experiment(1);
    let mut seeds = HashSet::new();
    for purpose in ["a", "a\0", "\0a", "\u{1}", "\u{1}\0", "\0\0\0\0\0\0\0\0", ""] {
        for index in [0, 1, 0x61, 0x6100, 0x0100_0000_0000_0000, 0x6100_0000_0000_0000] {
            seeds.insert(seed.derive(purpose, index));
        }
    }
    assert_eq!(seeds.len(), 7 * 6);
}

#[test]
fn generators_of_a_seed_and_of_its_uses_differ() {
    let seed = Seed::experiment(1);
    let mut first: HashSet<u64> = (0..1000).map(|index| seed.rng_at(index).next_u64()).collect();
    first.extend((0..1000).map(|index| seed.derive("use", index).rng().next_u64()));
    first.insert(seed.rng().next_u64());
    assert_eq!(first.len(), 2001);
}

#[test]
fn numbers_from_neighbouring_uses_fall_evenly_and_independently() {
    // Pairs of draws from one to twelve, one from each of two neighbouring uses, make 144 cells.
    let (sides, pairs) = (12_usize, 144_000_u64);
    for seed in [Seed::experiment(5), Seed::experiment(6).derive("decision", 2)] {
        let mut cells = vec![0_u32; sides * sides];
        for index in 0..pairs {
            let draw = |index| seed.rng_at(index).random_range(0..sides);
            cells[draw(2 * index) * sides + draw(2 * index + 1)] += 1;
        }
        let expected = pairs as f64 / cells.len() as f64;
        let square: f64 =
            cells.iter().map(|cell| (f64::from(*cell) - expected).powi(2) / expected).sum();
        // Chi-square with 143 degrees of freedom lies between 71 and 249 but for once in ten
        // million seeds each way.
        assert!((71.0..249.0).contains(&square), "{square}");
    }
}
