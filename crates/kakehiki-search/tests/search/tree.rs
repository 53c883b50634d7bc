use std::time::Duration;

use kakehiki_core::{Game, Rewards, Seat, Seed, busy_time};
use kakehiki_search::{
    Belief, Estimate, Final, InformationSetTrees, Judge, Kinds, Listed, OpenTrees, Playout, Uct,
    Uniform,
};

use crate::{
    games::{
        ATTACK, COIN, Council, Dice, Duel, FIRST, Guess, GuessStage, GuessState, LEFT, LOOK, RIGHT,
        SINGLE, Subtraction, TOSS, WAIT, after_each, best_worth, random_worth,
    },
    toys::{Of, Pick, race::Race},
    with_threads,
};

fn uct(playouts: u32) -> Uct<Uniform> {
    Uct { exploration: 0.5, ..Uct::new(Playout::new(Uniform), playouts) }
}

fn search<G: Game>(uct: &Uct<Uniform>, game: &G) -> Vec<Estimate<G::Action>> {
    uct.search(game, &game.start(), Seed::experiment(1), &mut OpenTrees::default())
}

fn mean(estimates: &[Estimate<Pick>], action: Pick) -> f64 {
    estimates.iter().find(|estimate| estimate.action == action).expect("on the menu").mean
}

#[test]
fn the_winning_move_of_a_subtraction_game_is_found() {
    // With 10,000 playouts all of 40 seeds found the move for heaps of 7, 11 and 15, and 26 for a
    // heap of 19, which took 30,000.
    for heap in (5..=15).filter(|heap| heap % 4 != 0) {
        let game = Of(Subtraction { heap });
        for choice in [Final::Mean, Final::Visits] {
            let best = &search(&Uct { choice, ..uct(10_000) }, &game)[0];
            assert_eq!(best.action, Pick(heap % 4), "heap of {heap} by {choice:?}");
            assert!(best.mean > 0.5);
        }
    }
}

#[test]
fn a_search_with_a_time_uses_it_and_no_more() {
    let (game, time) = (Of(Subtraction { heap: 7 }), Duration::from_millis(20));
    let begin = busy_time();
    let estimates = search(&Uct { time: Some(time), ..uct(1) }, &game);
    let took = busy_time().saturating_sub(begin);
    assert!(time <= took && took < 3 * time, "{took:?}");
    assert_eq!(estimates[0].action, Pick(3));
    // Playouts of this game take a fraction of a microsecond.
    assert!(estimates.iter().map(|estimate| estimate.visits).sum::<u64>() > 1000);
}

/// Knows who wins a subtraction game, or says the opposite.
#[derive(Clone, Copy)]
struct Knowing {
    is_right: bool,
}

impl Judge<Of<Subtraction>> for Knowing {
    fn judge(&self, _game: &Of<Subtraction>, (heap, seat): &(u8, Seat)) -> Rewards {
        let wins = (heap % 4 != 0) == self.is_right;
        (0..2).map(|player| f64::from(u8::from((player == seat.index()) == wins))).collect()
    }
}

#[test]
fn what_a_judge_foresees_is_tried_first_and_what_it_gets_wrong_is_found_out() {
    for heap in (5..=15).filter(|heap| heap % 4 != 0) {
        let game = Of(Subtraction { heap });
        let best = |is_right, playouts| {
            let Playout { policy, limit, .. } = Playout::new(Uniform);
            let playout = Playout { policy, limit, judge: Knowing { is_right } };
            let search = Uct {
                exploration: 0.5,
                choice: Final::Visits,
                foresight: 8.0,
                ..Uct::new(playout, playouts)
            };
            let seed = Seed::experiment(1);
            let found = search.search(&game, &game.start(), seed, &mut OpenTrees::default());
            assert_eq!(found.iter().map(|one| one.visits).sum::<u64>(), u64::from(playouts));
            found[0].action
        };
        assert_eq!(best(true, 1), Pick(heap % 4), "heap of {heap}");
        assert_ne!(best(false, 1), Pick(heap % 4), "heap of {heap}");
        // A judge that is wrong everywhere costs playouts: longer games take more.
        if heap < 8 {
            assert_eq!(best(false, 10_000), Pick(heap % 4), "heap of {heap}");
        }
    }
}

#[test]
fn a_lost_position_looks_lost() {
    let estimates = search(&uct(5_000), &Of(Subtraction { heap: 8 }));
    assert!(estimates.iter().all(|estimate| estimate.mean < 0.5), "{estimates:?}");
}

#[test]
fn three_players_each_follow_their_own_reward() {
    let game = Of(Council);
    let worths: Vec<_> = after_each(&game, &game.start())
        .iter()
        .map(|(action, after)| {
            (*action, random_worth(&game, after)[0], best_worth(&game, after)[0])
        })
        .collect();
    assert_eq!(worths, [(LEFT, 0.5, 0.0), (RIGHT, 0.25, 1.0)]);
    let estimates = search(&uct(2_000), &game);
    assert_eq!(estimates[0].action, RIGHT);
    assert!(mean(&estimates, RIGHT) > 0.9 && mean(&estimates, LEFT) < 0.4, "{estimates:?}");
}

#[test]
fn chance_nodes_let_a_plan_depend_on_the_dice() {
    let game = Of(Dice);
    let exact = best_worth(&game, &game.start())[0];
    assert!((exact - 0.75).abs() < 1e-12);
    let best = &search(&uct(20_000), &game)[0];
    assert_eq!(best.action, SINGLE);
    // Trying the worse choices costs a little, and five standard errors allow for luck: above the
    // pair's 26/36, and not above the exact value.
    let slack = 5.0 * best.standard_error;
    assert!(best.mean > 26.0 / 36.0 && best.mean < exact + slack, "{best:?}");
}

#[test]
fn one_thread_and_two_grow_identical_trees_and_share_the_playouts() {
    let run =
        |threads, trees| with_threads(threads, || search(&Uct { trees, ..uct(1_003) }, &Of(Race)));
    for trees in [1, 2, 5] {
        let estimates = run(1, trees);
        assert_eq!(estimates, run(2, trees), "{trees} trees");
        assert_eq!(estimates.iter().map(|estimate| estimate.visits).sum::<u64>(), 1_003);
    }
    assert_eq!(run(1, 0), run(1, 1));
    assert_ne!(run(1, 1), run(1, 2));
}

#[test]
fn trees_are_independent() {
    let one = search(&uct(500), &Of(Race));
    let two = search(&Uct { trees: 2, ..uct(1_000) }, &Of(Race));
    let twice: Vec<u64> = one.iter().map(|estimate| 2 * estimate.visits).collect();
    let together: Vec<u64> = two.iter().map(|estimate| estimate.visits).collect();
    assert_ne!(together, twice, "a second tree that repeats the first adds nothing");
}

#[test]
fn used_memory_gives_the_same_search_as_new() {
    let game = Of(Subtraction { heap: 13 });
    let mut memory = OpenTrees::default();
    let big = Uct { trees: 3, ..uct(900) };
    big.search(&game, &game.start(), Seed::experiment(9), &mut memory);
    let again = uct(300).search(&game, &game.start(), Seed::experiment(1), &mut memory);
    assert_eq!(again, search(&uct(300), &game));
}

#[test]
fn untried_actions_come_last_and_an_ended_game_has_none() {
    let game = Of(Subtraction { heap: 9 });
    let estimates = search(&uct(2), &game);
    let visits: Vec<u64> = estimates.iter().map(|estimate| estimate.visits).collect();
    assert_eq!(visits, [1, 1, 0]);
    assert!(search(&uct(0), &game).is_empty());
    assert!(search(&uct(10), &Of(Subtraction { heap: 0 })).is_empty());
}

fn choosing(card: u8) -> GuessState {
    GuessState { stage: GuessStage::Choosing, card }
}

#[test]
fn information_set_search_acts_on_what_the_seat_knows_and_finds_out() {
    let game = Of(Guess);
    let view = "Choosing".to_owned();
    let listed = Listed::new((0..3).map(choosing).collect()).expect("worlds");
    let sampled = Belief::plain(&game, &view);
    let mut memory = InformationSetTrees::default();
    let seed = Seed::experiment(3);
    let search = Uct { exploration: 1.0, ..uct(30_000) };
    for estimates in [
        search.search_information_sets(&game, FIRST, &listed, seed, &mut memory),
        search.search_information_sets(&game, FIRST, &sampled, seed, &mut memory),
    ] {
        assert_eq!(estimates[0].action, LOOK, "looking is worth 3/4, a coin 1/2, a guess 1/3");
        for estimate in &estimates {
            // Trying what is worse costs a little below the exact value; five standard errors allow
            // for luck above.
            let exact = match estimate.action {
                LOOK => 0.75,
                COIN => 0.5,
                // Waiting shows nothing: a tree that saw through the card would give it 1.
                WAIT | Pick(_) => 1.0 / 3.0,
            };
            assert!(estimate.mean < exact + 5.0 * estimate.standard_error, "{estimate:?}");
            assert!(estimate.mean > exact - 0.1 - 5.0 * estimate.standard_error, "{estimate:?}");
        }
    }
    let open = search.search(&game, &choosing(2), seed, &mut OpenTrees::default());
    assert_eq!(open[0].action, Pick(2), "whoever sees the card names it");
    assert!(mean(&open, WAIT) > 0.9);
}

#[test]
fn opponents_choose_among_what_is_legal_in_the_world() {
    let game = Of(Duel);
    let worlds = Belief::plain(&game, &());
    let search = Uct { exploration: 1.0, ..uct(30_000) };
    let estimates = search.search_information_sets(
        &game,
        FIRST,
        &worlds,
        Seed::experiment(4),
        &mut InformationSetTrees::default(),
    );
    assert_eq!(estimates[0].action, TOSS);
    // An attack is worth 1/3 against one who blocks when it can, and a little more while the tree
    // learns to.
    let attack = &estimates[1];
    assert_eq!(attack.action, ATTACK);
    let slack = 5.0 * attack.standard_error;
    assert!((1.0 / 3.0 - slack..0.38 + slack).contains(&attack.mean), "{attack:?}");
    assert!(mean(&estimates, TOSS) > mean(&estimates, ATTACK));
}

#[test]
fn information_set_trees_do_not_depend_on_threads() {
    let run = |threads| {
        with_threads(threads, || {
            let game = Of(Duel);
            let worlds = Belief::plain(&game, &());
            let mut memory = InformationSetTrees::default();
            let search = Uct { trees: 4, ..uct(2_000) };
            search.search_information_sets(&game, FIRST, &worlds, Seed::experiment(5), &mut memory)
        })
    };
    assert_eq!(run(1), run(2));
}

/// Odd picks and even ones.
struct Parity;

impl<G: Game<Action = Pick>> Kinds<G> for Parity {
    fn kind(&self, action: &Pick) -> u8 {
        action.0 % 2
    }
}

#[test]
fn kinds_are_tried_equally_often_at_first_and_the_best_action_is_found() {
    let game = Of(Subtraction { heap: 9 });
    let by_kind = |playouts| {
        let search = uct(playouts).by_kind(Parity);
        search.search(&game, &game.start(), Seed::experiment(1), &mut OpenTrees::default())
    };
    // One pick of three is even; among kinds its first try comes second at the latest.
    let even: u64 = by_kind(2)
        .iter()
        .filter(|estimate| estimate.action.0 % 2 == 0)
        .map(|estimate| estimate.visits)
        .sum();
    assert_eq!(even, 1);
    let estimates = by_kind(10_000);
    assert_eq!(estimates[0].action, Pick(1));
    assert_eq!(estimates.iter().map(|estimate| estimate.visits).sum::<u64>(), 10_000);
}

#[test]
fn hidden_facts_are_chance_to_a_search_of_open_worlds() {
    let game = Of(Guess);
    let worlds = Listed::new((0..3).map(choosing).collect()).expect("worlds");
    let search = Uct { exploration: 1.0, ..uct(30_000) };
    let estimates =
        search.search_worlds(&game, FIRST, &worlds, Seed::experiment(3), &mut OpenTrees::default());
    // No step tells the worlds apart, so neither a guess nor a look is worth more than 1/3.
    assert_eq!(estimates[0].action, COIN);
    for estimate in &estimates[1..] {
        assert!(estimate.mean < 1.0 / 3.0 + 5.0 * estimate.standard_error, "{estimate:?}");
    }
    let one = Listed::only(choosing(2));
    let mut memory = OpenTrees::default();
    let seed = Seed::experiment(3);
    assert_eq!(
        search.search_worlds(&game, FIRST, &one, seed, &mut memory),
        search.search(&game, &choosing(2), seed, &mut memory),
        "with one world it is the open search"
    );
}

#[test]
fn the_mean_of_a_tree_goes_from_random_play_to_the_best() {
    let game = Of(Council);
    let start = Listed::only(game.start());
    let evaluate = |playouts| {
        let mut memory = OpenTrees::default();
        uct(playouts).evaluate(&game, &start, Seed::experiment(2), &mut memory)
    };
    let best = best_worth(&game, &game.start());
    let far: Vec<f64> =
        evaluate(20_000).iter().zip(&best).map(|(mean, best)| mean - best).collect();
    assert!(far.iter().all(|gap| gap.abs() < 0.05), "{far:?}");
    // A single playout is one ending.
    assert!(evaluate(1).iter().all(|reward| [0.0, 1.0, 0.5, 1.0 / 3.0].contains(reward)));
}
