use kakehiki_core::Game;
use kakehiki_search::perft;

use crate::{
    games::{Dice, Subtraction},
    toys::Of,
};

fn counts<G: Game>(game: &G, depths: u32) -> Vec<u64> {
    (0..=depths).map(|depth| perft(game, &game.start(), depth)).collect()
}

#[test]
fn action_sequences_are_counted_and_ended_games_are_not_continued() {
    // From a heap of four: 3 first takings; 3 + 2 + 1 second ones; 111, 112, 121, 211; 1111.
    assert_eq!(counts(&Of(Subtraction { heap: 4 }), 5), [1, 3, 6, 4, 1, 0]);
}

#[test]
fn outcomes_of_chance_are_counted_too() {
    // A pair has 11 sums; a single die 6 faces, each kept or rolled again.
    assert_eq!(counts(&Of(Dice), 5), [1, 2, 11 + 6, 12, 36, 0]);
}
