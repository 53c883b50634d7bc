//! The UPP feature and the other features of a ghost's value.

use kakehiki_core::{Game, Observed, Seed, Turn};
use kakehiki_geister::{
    FEATURE_NAMES, FEATURES, Feature, FeatureMeter, Geister, Ghost, State, Values, View, Walk,
    Weights,
};
use kakehiki_search::Playout;

use crate::common::{FIRST, SECOND, board, ghost, ghosts, negotiating, place, plain, random_game};

fn meter(walk: Walk, limit: Option<u32>, playouts: u32) -> FeatureMeter {
    FeatureMeter { playout: Playout { limit, ..Playout::new(walk) }, playouts }
}

/// The position of figure 6 of the source, ghosts 1 to 8 being A to H.
fn figure_6() -> State {
    board(".bbb.b/..rr../.r..R./.R..../rR..B./.B.RB.", FIRST)
}

/// Compares with published or known differences in percentage points that have a standard error of
/// their own.
///
/// Every one may stray by five joint standard errors: over 24 figures, a false alarm in 70,000
/// seeds.
fn agrees(name: &str, features: &[Feature], known: [f64; 8], error: f64) {
    assert_eq!(features.len(), 8);
    // Figures are rounded to two digits.
    let error = error.hypot(0.01 / 12_f64.sqrt());
    for ((feature, figure), letter) in features.iter().zip(known).zip('A'..) {
        assert_eq!(feature.ghost, ghost(letter));
        let strays = (feature.difference - figure).abs() / feature.standard_error.hypot(error);
        assert!(strays < 5.0, "{name}: {letter} is {} for {figure}", feature.difference);
    }
}

fn figure_6_features(walk: Walk, limit: Option<u32>, seed: u64) -> Vec<Feature> {
    let game = plain(&[("cap", "10000")]);
    let view = game.view(&figure_6(), &(), FIRST);
    assert_eq!(view.worlds().len(), 70);
    meter(walk, limit, 420_000).of_enemy(&game, &view, Seed::experiment(seed))
}

// 4.6, row U
#[test]
fn uniform_playouts_value_the_published_position_as_known() {
    let known = [-3.04, -2.48, -1.18, -0.87, 1.61, 2.81, 3.68, -0.54];
    agrees("U", &figure_6_features(Walk::Uniform, None, 1), known, 0.05);
}

// 4.6, row G
#[test]
fn playouts_that_escape_value_the_published_position_as_known() {
    let known = [-0.52, 0.26, 0.98, 0.80, 2.75, 3.78, 3.74, -11.78];
    agrees("G", &figure_6_features(Walk::EscapeFirst, None, 2), known, 0.08);
}

// 4.6, rows P100 and P110, and the published row
#[test]
fn ghost_first_playouts_value_the_published_position_as_published() {
    let at_100 = figure_6_features(Walk::GhostFirst, Some(100), 3);
    agrees("P100", &at_100, [0.07, 0.33, 0.86, 0.90, 1.87, 2.33, 2.40, -8.75], 0.07);
    let at_110 = figure_6_features(Walk::GhostFirst, Some(110), 4);
    agrees("P110", &at_110, [-0.19, 0.14, 0.68, 0.74, 1.89, 2.48, 2.62, -8.36], 0.1);
    let published = [0.10, 0.05, 0.50, 0.81, 1.61, 2.12, 2.68, 7.78];
    for (feature, figure) in at_100.iter().zip(published) {
        assert!((feature.magnitude() - figure).abs() < 5.0 * 0.95, "{feature:?} for {figure}");
    }
    let best = at_100.iter().max_by(|one, other| one.magnitude().total_cmp(&other.magnitude()));
    assert_eq!(best.map(|feature| feature.ghost), Some(ghost('H')), "the human answer");
}

// 2.6: every world gets as many playouts as any other, so the differences cancel playout by playout
#[test]
fn signed_differences_of_all_unknown_ghosts_add_up_to_zero() {
    let game = negotiating(&[]);
    let mut measured = 0;
    for index in 0..12 {
        let mut positions = 0;
        random_game(&game, &mut Seed::experiment(30).rng_at(index), |state| {
            positions += 1;
            let is_over = !matches!(game.turn(state), Turn::Seat(_));
            if positions < 3 || positions % 29 != 0 || is_over {
                return;
            }
            for seat in [FIRST, SECOND] {
                let view = game.view(state, &(), seat);
                let other = game.view(state, &(), seat.next(2));
                let seed = Seed::experiment(positions);
                let sum = |features: Vec<Feature>| {
                    assert!(features.iter().all(|feature| feature.difference.abs() <= 100.0));
                    features.iter().map(|feature| feature.difference).sum::<f64>()
                };
                let meter = |view: &View| {
                    meter(Walk::GhostFirst, Some(100), 20 * view.worlds().len() as u32)
                };
                // A ghost that must be good, or bad, has no playouts of the other colour to compare
                // with.
                if view.worlds().len() > 1 {
                    let of_enemy = sum(meter(&view).of_enemy(&game, &view, seed));
                    assert!(of_enemy.abs() < 1e-9, "{of_enemy}");
                    measured += 1;
                }
                if other.worlds().len() > 1 {
                    let of_own = sum(meter(&other).of_own(&game, &view, seed));
                    assert!(of_own.abs() < 1e-9, "{of_own}");
                    measured += 1;
                }
            }
        });
    }
    assert!(measured > 50, "{measured} sums");
}

// 2.6: the other player's feature, seen from the side that has the ghosts
#[test]
fn the_feature_of_an_own_ghost_is_what_the_other_player_would_compute_on_average() {
    // The second player's colours are all known, so both sides see the same worlds of the first
    // player's ghosts.
    let game = plain(&[("cap", "10000")]);
    let state = board("r..b../....../.B..R./..R.../.B..../......", SECOND);
    let known = game.snapshot(&state).replace(" - -", " - AB");
    let negotiating = negotiating(&[("cap", "10000")]);
    let state = negotiating.restore(&known).expect("a snapshot");
    let measure = meter(Walk::GhostFirst, Some(60), 120_000);
    let own =
        measure.of_own(&negotiating, &negotiating.view(&state, &(), FIRST), Seed::experiment(1));
    let enemy =
        measure.of_enemy(&negotiating, &negotiating.view(&state, &(), SECOND), Seed::experiment(2));
    assert_eq!(own.len(), 4);
    for (own, enemy) in own.iter().zip(&enemy) {
        assert_eq!(own.ghost, enemy.ghost);
        // Four comparisons at five standard errors: a false alarm in 400,000 seeds.
        let error = own.standard_error.hypot(enemy.standard_error);
        assert!((own.difference - enemy.difference).abs() < 5.0 * error, "{own:?} {enemy:?}");
    }
}

// 2.6
#[test]
fn the_feature_of_an_own_ghost_plays_all_pairs_of_colourings_equally_often() {
    // The second player cannot do anything about the ghost on the first player's exit, which leaves
    // in the second ply if it is good. So the outcome hangs on the first player's colours alone,
    // and on none of the second player's.
    let game = plain(&[]);
    let state = board("B...../....../..brb./..rbr./.B..R./.RBRB.", SECOND);
    let view = game.view(&state, &(), SECOND);
    let worlds = (view.worlds().len(), game.view(&state, &(), FIRST).worlds().len());
    assert_eq!(worlds, (35, 20));
    let features =
        meter(Walk::EscapeFirst, Some(2), 35 * 20).of_own(&game, &view, Seed::experiment(5));
    assert_eq!(features.len(), 6);
    for feature in features {
        assert!(feature.difference.abs() < 1e-9, "{feature:?}");
    }
}

/// Weights of which one counts.
fn only(name: &str, straight: f64) -> Weights {
    let mut weights = Weights { of: [0.0; FEATURES], straight };
    weights.of[FEATURE_NAMES.iter().position(|known| *known == name).expect("a feature")] = 1.0;
    weights
}

fn values(game: &Geister, state: &State, weights: Weights) -> Values {
    let view = game.view(state, &(), FIRST);
    weights.values(game, &view, &meter(Walk::Uniform, None, 1), Seed::experiment(0))
}

// 2.6
#[test]
fn the_nearer_a_ghost_is_to_an_exit_the_more_it_is_worth() {
    let numbers = ["123321", "234432", "345543", "456654", "567765", "678876"];
    let game = plain(&[]);
    for (y, row) in numbers.iter().enumerate() {
        for (x, number) in row.chars().enumerate() {
            let mut cells = ['.'; 36];
            let home = y * 6 + x;
            cells[home] = 'B';
            cells[35 - home] = 'b';
            let free: Vec<usize> = (0..36).filter(|cell| cells[*cell] == '.').take(2).collect();
            (cells[free[0]], cells[free[1]]) = ('R', 'r');
            let rows: Vec<String> = cells.chunks(6).map(|row| row.iter().collect()).collect();
            let state = board(&rows.join("/"), FIRST);
            let values = values(&game, &state, only("exit", 0.0));
            let number = number.to_digit(10).expect("a digit");
            let expected = f64::from(8 - number) / 7.0;
            // Turned round, the other's good ghost stands on the same square of its own view.
            for (all, bad, own) in
                [(&values.own, state.bad(FIRST), true), (&values.enemy, state.bad(SECOND), false)]
            {
                let good =
                    all.iter().find(|(ghost, _)| !bad.contains(*ghost)).expect("a good ghost");
                assert!((good.1 - expected).abs() < 1e-12, "{x} {y} {own}: {} {expected}", good.1);
            }
        }
    }
}

// 2.6
#[test]
fn ghosts_two_steps_away_count_by_kind_and_by_line() {
    let game = negotiating(&[]);
    // Two steps from C there are three of the other's ghosts in line with it, and three of its own
    // side across: A and B good, D bad. Others are nearer or farther.
    let state = board("..b.../.BbR../r.R..r/.R..../..b.../B.....", FIRST);
    assert_eq!(place(&state, FIRST, 'C'), Some((2, 2)));
    let value = |state: &State, name: &str, straight| {
        values(&game, state, only(name, straight)).of_own(ghost('C'))
    };
    let at = |state: &State, name: &str| (value(state, name, 1.0), value(state, name, 0.0));
    // C is valued as the other would: the three in line are its own, of colours that are not known
    // here. Five of them are on the board, and of all eight four are bad.
    let enemy = game.view(&state, &(), FIRST);
    let [good, bad] = [1.0 - enemy.chance_of_bad(ghost('A')), enemy.chance_of_bad(ghost('A'))];
    let sum = at(&state, "own-good").0 + at(&state, "own-bad").0;
    assert!((sum - 0.75).abs() < 1e-12);
    assert!((at(&state, "own-good").0 * bad - at(&state, "own-bad").0 * good).abs() < 1e-12);
    assert_eq!(at(&state, "unknown"), (0.0, 0.75));
    assert_eq!((value(&state, "unknown", 0.25),), (0.5625,));
    assert_eq!((at(&state, "known-good"), at(&state, "known-bad")), ((0.0, 0.0), (0.0, 0.0)));
    // Once all but C were shown, the other knows them.
    let text = game.snapshot(&state).replace(" - -", " ABDE ABDE");
    let state = game.restore(&text).expect("a snapshot");
    let bad = state.bad(FIRST);
    let across = ['A', 'B', 'D', 'E'].into_iter().filter(|letter| {
        let (x, y) = place(&state, FIRST, *letter).expect("on the board");
        x.abs_diff(2) == 1 && y.abs_diff(2) == 1
    });
    let counts = across.fold((0.0, 0.0), |(good, bad_ones), letter| {
        if bad.contains(ghost(letter)) { (good, bad_ones + 0.25) } else { (good + 0.25, bad_ones) }
    });
    assert_eq!((at(&state, "known-good").1, at(&state, "known-bad").1), counts);
    assert_eq!(at(&state, "unknown"), (0.0, 0.0));
}

// 2.6, b
#[test]
fn only_ghosts_that_an_exchange_could_show_have_a_value() {
    let game = negotiating(&[]);
    let state = board("..b.../.BbR../r.R..r/.R..../..b.../B.....", FIRST);
    let text = game.snapshot(&state).replace(" - -", " AC BD");
    let state = game.restore(&text).expect("a snapshot");
    let values = values(&game, &state, only("exit", 0.0));
    let named =
        |list: &[(Ghost, f64)]| list.iter().map(|(ghost, _)| ghost.letter()).collect::<String>();
    assert_eq!(named(&values.own), "BDE");
    assert_eq!(named(&values.enemy), "ACE");
    assert_eq!(game.view(&state, &(), FIRST).own_unshown(), ghosts("BDE"));
}
