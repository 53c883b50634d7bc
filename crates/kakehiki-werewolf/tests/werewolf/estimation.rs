//! Role estimation: better than the deal alone, and certain of what is certain.

use std::sync::Arc;

use kakehiki_core::{Seat, Seed};
use kakehiki_werewolf::{
    Brain, ESTIMATORS, EstimationRow, Factors, FittedEstimators, Limits, Players, Private,
    PublicBelief, PublicRecord, Sample04, Shelf, Species,
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

/// Lets so many of these things happen before everybody.
fn happen(record: &mut PublicRecord, upto: usize) {
    let say = |text: &str| text.parse().unwrap();
    let [one, two, three] = [1, 5, 8].map(player);
    let events: [&dyn Fn(&mut PublicRecord); 7] = [
        &|record| record.dawn(1, None),
        &|record| record.hear(one, &say("COMINGOUT Agent[01] SEER")),
        &|record| record.hear(one, &say("DIVINED Agent[05] WEREWOLF")),
        &|record| record.hear(two, &say("COMINGOUT Agent[05] SEER")),
        &|record| record.hear(two, &say("DIVINED Agent[01] WEREWOLF")),
        &|record| record.hear(three, &say("COMINGOUT Agent[08] MEDIUM")),
        &|record| {
            record.execute(Some(one));
            record.dawn(2, Some(three));
        },
    ];
    for event in &events[..upto] {
        event(record);
    }
}

#[test]
fn those_who_share_a_table_infer_what_one_alone_does() {
    let game = werewolf(&[("village", "15")]);
    let new = || PublicBelief::new(game.options(), Factors::default());
    let shelf = Arc::new(Shelf::default());
    let mut together: Vec<PublicBelief> =
        (0..3).map(|_| new().shared(Arc::clone(&shelf))).collect();
    let mut alone = new();
    // Two games, so that what is left on the shelf of the first is met in the second.
    for _ in 0..2 {
        for upto in [0, 1, 2, 2, 5, 7] {
            let mut record = PublicRecord::new(&game);
            happen(&mut record, upto);
            let before = alone.version();
            alone.read(&record);
            let expected = alone.marginals(&Private::default());
            for belief in &mut together {
                let known = belief.version();
                belief.read(&record);
                assert_eq!(belief.marginals(&Private::default()), expected, "{upto}");
                let changed = belief.version() != known;
                assert_eq!(changed, alone.version() != before, "{upto}");
            }
            // They hold one table between them.
            assert!(together.windows(2).all(|pair| pair[0].shares_with(&pair[1])), "{upto}");
            assert!(!alone.shares_with(&together[0]));
        }
        together.iter_mut().chain([&mut alone]).for_each(PublicBelief::clear);
    }
    // One who saw something else goes on by itself.
    let mut record = PublicRecord::new(&game);
    happen(&mut record, 2);
    together[0].read(&record);
    assert!(!together[0].shares_with(&together[1]));
    assert_ne!(
        together[0].marginals(&Private::default()),
        together[1].marginals(&Private::default())
    );
}
