//! Facts: the colours that a player may wonder about.

use kakehiki_core::{Game, Observed, Seat, Seed};
use kakehiki_geister::{Fact, Ghost};

use crate::common::{
    FIRST, SECOND, begin, ghost, negotiating, plain, play_all, random_game, view, with_words,
};

#[test]
fn facts_are_written_and_read() {
    for owner in Seat::all(2) {
        for ghost in Ghost::all() {
            for (is_bad, colour) in [(true, "bad"), (false, "good")] {
                let fact = Fact { owner, ghost, is_bad };
                assert_eq!(fact.to_string(), format!("{owner}:{ghost}={colour}"));
                assert_eq!(fact.to_string().parse(), Ok(fact));
            }
        }
    }
    for text in ["", "P1:C", "P1:c=bad", "P2:C=bad", "P1:I=bad", "P1:C=goo", "P1:C=bad "] {
        let error = text.parse::<Fact>().expect_err("no fact");
        assert!(error.to_string().contains("P1:C=bad"), "{text}: {error}");
    }
}

#[test]
fn a_fact_holds_where_the_ghost_is_bad() {
    let game = plain(&[]);
    let state = begin(&game, "ABCD", "ABGH");
    for seat in Seat::all(2) {
        for ghost in Ghost::all() {
            for is_bad in [true, false] {
                let fact = Fact { owner: seat, ghost, is_bad };
                assert_eq!(game.holds(&state, &fact), state.bad(seat).contains(ghost) == is_bad);
                assert!(!game.holds(&game.start(), &fact), "nothing is bad before the set-up");
            }
        }
    }
}

#[test]
fn a_player_wonders_about_the_colours_that_it_has_not_seen() {
    let game = negotiating(&[]);
    assert!(game.facts(&view(&game, &game.start(), SECOND)).is_empty());
    let mut state = begin(&game, "ABCD", "ABGH");
    assert_eq!(game.facts(&view(&game, &state, FIRST)).len(), 8);
    play_all(&game, &mut state, &["ask:C", "for:D", "agree"]);
    for (seat, seen) in [(FIRST, 'C'), (SECOND, 'D')] {
        let facts = game.facts(&view(&game, &state, seat));
        assert_eq!(facts.len(), 7);
        assert!(facts.iter().all(|fact| fact.owner != seat && fact.ghost != ghost(seen)));
    }
}

#[test]
fn colours_that_follow_from_the_counts_are_known() {
    let game = negotiating(&[]);
    let start = begin(&game, "ABCD", "ABCD");
    for shown in ["ABCD", "EFGH"] {
        let state = with_words(&game, &start, &[(4, shown), (5, shown)]);
        assert!(game.facts(&view(&game, &state, FIRST)).is_empty());
    }
}

/// A fact is open in a view if and only if it holds in some worlds that fit and not in others.
#[test]
fn open_facts_are_those_on_which_worlds_differ() {
    let game = negotiating(&[]);
    let mut open = 0;
    for index in 0..20 {
        random_game(&game, &mut Seed::experiment(4).rng_at(index), |state| {
            if game.view(state, &(), FIRST).plies() == 0 {
                return;
            }
            for seat in Seat::all(2) {
                let view = view(&game, state, seat);
                let worlds: Vec<_> = view.worlds().into_iter().map(|bad| view.world(bad)).collect();
                let differ = |fact: &Fact| {
                    let count = worlds.iter().filter(|world| game.holds(world, fact)).count();
                    count > 0 && count < worlds.len()
                };
                let expected: Vec<Fact> = Seat::all(2)
                    .flat_map(|owner| Ghost::all().map(move |ghost| (owner, ghost)))
                    .map(|(owner, ghost)| Fact { owner, ghost, is_bad: true })
                    .filter(differ)
                    .collect();
                assert_eq!(game.facts(&view), expected);
                open += expected.len();
            }
        });
    }
    assert!(open > 1000, "{open}");
}
