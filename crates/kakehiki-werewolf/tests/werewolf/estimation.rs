//! Role estimation: better than the deal alone, and certain of what is certain.

use kakehiki_core::{Seat, Seed};
use kakehiki_werewolf::{
    Brain, ESTIMATORS, EstimationRow, Factors, FittedEstimators, Limits, Players, Private,
    PublicBelief, Sample04, Species,
};

use crate::common::{player, werewolf};

/// The mean log loss of an estimator over all days and roles.
fn loss(rows: &[EstimationRow], estimator: &str) -> f64 {
    let rows = || rows.iter().filter(|row| row.estimator == estimator);
    let guesses: u64 = rows().map(|row| row.guesses).sum();
    rows().map(|row| row.log_loss * row.guesses as f64).sum::<f64>() / guesses as f64
}

#[test]
fn estimators_know_far_more_than_the_deal_tells_and_most_with_all_evidence() {
    let game = werewolf(&[("village", "11"), ("delivery", "turn")]);
    let players = vec![Brain::Sample04(Sample04::default()); 11];
    let seed = Seed::experiment(1);
    let fitted = FittedEstimators::fit(&game, &players, 4000, seed.derive("fitting", 0));
    let rows = fitted.test(300, seed.derive("testing", 0));
    let [prior, naive, exact, joint] = ESTIMATORS.map(|estimator| loss(&rows, estimator));
    assert!(naive < 0.6 * prior, "{naive} against {prior}");
    assert!(exact < 0.7 * prior, "{exact} against {prior}");
    assert!(joint < naive.min(exact), "{joint} against {naive} and {exact}");
}

#[test]
fn exact_bayes_counts_all_assignments_and_obeys_hard_facts() {
    let game = werewolf(&[("village", "5")]);
    let mut belief = PublicBelief::new(game.options(), Factors::default());
    belief.refresh();
    let nobody = belief.marginals(&Private::default());
    assert!(nobody.wolf[..5].iter().all(|odds| (odds - 0.2).abs() < 1e-6), "{nobody:?}");
    let limits = Limits { wolves: Players::NONE, humans: Players::only(player(1)) };
    let me = Private { limits, loyal: Players::only(player(1)), ..Private::default() };
    let mine = belief.marginals(&me);
    assert!((mine.wolf[1] - 0.25).abs() < 1e-6 && mine.wolf[0] == 0.0, "{mine:?}");
    // A victim is no werewolf.
    let alive = Players::first(5).except(player(2));
    belief.dawn(alive, Players::only(player(2)));
    belief.refresh();
    assert!(belief.marginals(&me).wolf[1].abs() < f32::EPSILON);
}

#[test]
fn two_seers_who_accuse_each_other_are_weighed_as_by_hand() {
    let game = werewolf(&[("village", "5")]);
    let mut belief = PublicBelief::new(game.options(), Factors::default());
    let [one, two] = [1, 2].map(player);
    belief.claims(Players::only(one).with(two), Players::NONE, false);
    belief.divined(one, two, Species::Werewolf);
    belief.divined(two, one, Species::Werewolf);
    belief.refresh();
    let odds = belief.marginals(&Private::default());
    let mut wolf = [0.0; 5];
    let mut total = 0.0;
    for (werewolf, wolf) in wolf.iter_mut().enumerate() {
        for possessed in (0..5).filter(|possessed| *possessed != werewolf) {
            let claims = [werewolf < 2, possessed < 2];
            let loyal = 2 - claims.iter().filter(|claims| **claims).count();
            let mut weight = if claims[0] { 0.15 } else { 0.80 };
            weight *= if claims[1] { 0.85 } else { 0.10 };
            weight *= [0.05, 0.95, 0.95 * 0.001][loyal];
            for (speaker, target) in [(0, 1), (1, 0)] {
                weight *= match (speaker == werewolf, speaker == possessed, target == werewolf) {
                    (true, _, _) => 0.5,
                    (_, true, _) => 0.6,
                    (_, _, true) => 0.99,
                    (_, _, false) => 0.01,
                };
            }
            *wolf += weight;
            total += weight;
        }
    }
    for seat in Seat::all(5).map(Seat::index) {
        let by_hand = wolf[seat] / total;
        assert!((f64::from(odds.wolf[seat]) - by_hand).abs() < 1e-4, "{odds:?} and {wolf:?}");
    }
}
