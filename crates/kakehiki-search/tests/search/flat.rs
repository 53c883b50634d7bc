use std::time::Duration;

use kakehiki_core::{Game, Seat, Seed, busy_time};
use kakehiki_search::{
    Belief, Flat, Listed, Playout, Recorder, Sample, Stopping, Uniform, WeightedWorlds,
};

use crate::{
    games::{
        COIN, Dice, FIRST, Guess, GuessStage, GuessState, LOOK, PAIR, SECOND, SINGLE, WAIT,
        after_each, random_worth,
    },
    toys::{
        Of, Pick,
        race::{Race, RaceState},
    },
    with_threads,
};

const fn flat(budget: u64) -> Flat<Uniform> {
    Flat::new(Playout::new(Uniform), budget)
}

fn choosing(card: u8) -> GuessState {
    GuessState { stage: GuessStage::Choosing, card }
}

fn menu<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    after_each(game, state).into_iter().map(|(action, _)| action).collect()
}

#[test]
fn a_search_with_a_time_uses_it_and_no_more() {
    let start = Of(Dice).start();
    let (worlds, menu) = (Listed::only(start), menu(&Of(Dice), &start));
    for stopping in [None, Some(Stopping { batch: 4, z: 1000.0 })] {
        let time = Duration::from_millis(20);
        let search = Flat { time: Some(time), stopping, ..flat(1) };
        let begin = busy_time();
        let estimates =
            search.search(&Of(Dice), FIRST, &menu, &worlds, Seed::experiment(1), &mut ());
        let took = busy_time().saturating_sub(begin);
        assert!(time <= took && took < 3 * time, "{took:?}");
        assert_eq!(estimates[0].action, PAIR);
        assert_eq!(estimates[0].visits, estimates[1].visits, "whole rounds");
    }
}

#[test]
fn means_converge_to_the_exact_values() {
    let start = Of(Dice).start();
    let worlds = Listed::only(start);
    let menu = menu(&Of(Dice), &start);
    let estimates =
        flat(40_000).search(&Of(Dice), FIRST, &menu, &worlds, Seed::experiment(1), &mut ());
    assert_eq!(
        estimates.iter().map(|estimate| estimate.action).collect::<Vec<_>>(),
        [PAIR, SINGLE]
    );
    for (action, after) in after_each(&Of(Dice), &start) {
        let exact = random_worth(&Of(Dice), &after)[0];
        let estimate = estimates.iter().find(|estimate| estimate.action == action).expect("listed");
        assert_eq!(estimate.visits, 20_000);
        // Five standard deviations: a false alarm in 1.7 million seeds, twice.
        let deviation = (exact * (1.0 - exact) / 20_000.0).sqrt();
        assert!((estimate.mean - exact).abs() < 5.0 * deviation, "{estimate:?}, exactly {exact}");
    }
}

#[test]
fn standard_errors_are_as_large_as_the_errors() {
    let worlds = Listed::only(Of(Dice).start());
    let exact = [26.0 / 36.0, 0.5];
    let mut covered = [0_u32; 2];
    for experiment in 0..1000 {
        let seed = Seed::experiment(experiment);
        for estimate in flat(400).search(&Of(Dice), FIRST, &[PAIR, SINGLE], &worlds, seed, &mut ())
        {
            let arm = usize::from(estimate.action == SINGLE);
            let error = (estimate.mean - exact[arm]).abs();
            covered[arm] += u32::from(error < 1.96 * estimate.standard_error);
        }
    }
    // 95 % of 1000, give or take five standard deviations of 6.9 and one percent for the coarse
    // steps of a mean of 200 games: a false alarm in more than a million seeds.
    for count in covered {
        assert!((905..=985).contains(&count), "{covered:?}");
    }
}

#[test]
fn averaging_over_worlds_finds_the_best_action_for_one_who_does_not_know() {
    let view = "Choosing".to_owned();
    let menu = menu(&Of(Guess), &choosing(0));
    let search = |budget| {
        let worlds = Belief::plain(&Of(Guess), &view);
        flat(budget).search(&Of(Guess), FIRST, &menu, &worlds, Seed::experiment(2), &mut ())
    };
    let estimates = search(60_000);
    assert_eq!(estimates[0].action, COIN);
    for estimate in estimates {
        // A player who goes on at random makes nothing of waiting, and little of looking.
        let exact = match estimate.action {
            COIN => 0.5,
            LOOK => 0.25,
            WAIT | Pick(_) => 1.0 / 3.0,
        };
        // Five standard deviations, six times: a false alarm in 290,000 seeds.
        assert!((estimate.mean - exact).abs() < 5.0 * 0.005, "{estimate:?}");
    }
    // Who sees the card wins by naming it.
    let open = flat(6_000).search(
        &Of(Guess),
        FIRST,
        &menu,
        &Listed::only(choosing(1)),
        Seed::experiment(2),
        &mut (),
    );
    assert_eq!((open[0].action, open[0].mean), (Pick(1), 1.0));
}

#[test]
fn equal_weights_give_the_same_search_as_a_plain_list() {
    let cards = [2, 0, 1, 1];
    let listed = Listed::new(cards.map(choosing).to_vec()).expect("worlds");
    let search = flat(600);
    let rounds = search.rounds(6) as u32;
    let equal = WeightedWorlds::new(cards.map(|card| (choosing(card), 0.7)).to_vec(), rounds);
    let menu = menu(&Of(Guess), &choosing(0));
    let seed = Seed::experiment(3);
    assert_eq!(
        search.search(&Of(Guess), FIRST, &menu, &listed, seed, &mut ()),
        search.search(&Of(Guess), FIRST, &menu, &equal.expect("weights"), seed, &mut ()),
    );
}

#[test]
fn the_plain_mean_over_weighted_worlds_is_the_weighted_value() {
    let weights = [(choosing(0), 5.0), (choosing(1), 3.0), (choosing(2), 2.0)];
    let menu = [Pick(0), Pick(1), Pick(2)];
    let search = flat(300);
    let worlds = WeightedWorlds::new(weights.to_vec(), search.rounds(3) as u32).expect("weights");
    let estimates = search.search(&Of(Guess), FIRST, &menu, &worlds, Seed::experiment(4), &mut ());
    let means: Vec<_> = estimates.iter().map(|estimate| (estimate.action, estimate.mean)).collect();
    assert_eq!(means, [(Pick(0), 0.5), (Pick(1), 0.3), (Pick(2), 0.2)]);
}

#[derive(Debug, PartialEq)]
struct Entry {
    round: u64,
    world: RaceState,
    candidate: usize,
    reply: Option<(Seat, Pick)>,
    reward: f64,
}

/// Keeps every playout.
#[derive(Debug, Default, PartialEq)]
struct Diary(Vec<Entry>);

impl Recorder<Of<Race>> for Diary {
    const WANTS_REPLIES: bool = true;

    fn blank(&self) -> Self {
        Self::default()
    }

    fn record(&mut self, sample: Sample<'_, Of<Race>>) {
        let Sample { round, world, candidate, reply, rewards } = sample;
        self.0.push(Entry { round, world: world.clone(), candidate, reply, reward: rewards[0] });
    }

    fn absorb(&mut self, later: Self) {
        self.0.extend(later.0);
    }
}

#[test]
fn one_thread_and_two_give_identical_estimates_and_records() {
    let run = |threads, stopping| {
        with_threads(threads, || {
            let mut diary = Diary::default();
            let worlds = Listed::only(Of(Race).start());
            let search = Flat { stopping, ..flat(20_000) };
            let menu = [Pick(1), Pick(2)];
            let seed = Seed::experiment(5);
            (search.search(&Of(Race), FIRST, &menu, &worlds, seed, &mut diary), diary)
        })
    };
    let patient = Some(Stopping { batch: 5_000, z: 100.0 });
    for stopping in [None, patient] {
        assert_eq!(run(1, stopping), run(2, stopping));
    }
    let (estimates, diary) = run(2, None);
    let Diary(entries) = diary;
    assert_eq!(entries.len(), 20_000);
    assert!(entries.is_sorted_by_key(|entry| (entry.round, entry.candidate)));
    assert!(entries.iter().all(|entry| matches!(entry.reply, Some((SECOND, _)))));
    assert!(entries.iter().all(|entry| entry.world == Of(Race).start()));
    let total: f64 =
        entries.iter().filter(|entry| entry.candidate == 1).map(|entry| entry.reward).sum();
    assert_eq!(estimates[0].action, Pick(2));
    assert!((estimates[0].mean - total / 10_000.0).abs() < 1e-9);
}

#[test]
fn candidates_meet_the_same_luck() {
    let worlds = Listed::only(Of(Race).start());
    let menu = [Pick(1), Pick(1)];
    let seed = Seed::experiment(9);
    let estimates = flat(200).search(&Of(Race), FIRST, &menu, &worlds, seed, &mut ());
    assert_eq!(estimates[0], estimates[1], "the same action comes to the same");
}

#[test]
fn recording_replies_changes_no_estimate_of_a_plain_policy() {
    let worlds = Listed::only(Of(Race).start());
    let menu = [Pick(1), Pick(2)];
    let seed = Seed::experiment(6);
    assert_eq!(
        flat(500).search(&Of(Race), FIRST, &menu, &worlds, seed, &mut ()),
        flat(500).search(&Of(Race), FIRST, &menu, &worlds, seed, &mut Diary::default()),
    );
}

#[test]
fn early_stopping_finds_the_same_best_action_for_less() {
    let worlds = Listed::only(Of(Dice).start());
    let search = Flat { stopping: Some(Stopping { batch: 32, z: 3.5 }), ..flat(2_000) };
    let (mut same, mut spent) = (0, 0);
    for experiment in 0..300 {
        let seed = Seed::experiment(experiment);
        let estimates = search.search(&Of(Dice), FIRST, &[SINGLE, PAIR], &worlds, seed, &mut ());
        same += u32::from(estimates[0].action == PAIR);
        spent += estimates.iter().map(|estimate| estimate.visits).sum::<u64>();
    }
    // At 3.5 standard errors and up to 31 looks the worse action wins in fewer than 31 * 0.00024 of
    // the searches. More than ten of 300 would be a false alarm in more than ten thousand seeds.
    assert!(same >= 290, "{same} of 300");
    assert!(spent < 300 * 1_000, "{spent} playouts");
}

#[test]
fn what_stopped_candidates_save_goes_to_the_others() {
    // Cards 0 and 1 are equally likely and card 2 is out of the question.
    let worlds = Listed::new(vec![choosing(0), choosing(1)]).expect("worlds");
    let search = Flat { stopping: Some(Stopping { batch: 16, z: 4.0 }), ..flat(900) };
    let menu = [Pick(2), Pick(0), Pick(1)];
    let estimates = search.search(&Of(Guess), FIRST, &menu, &worlds, Seed::experiment(7), &mut ());
    let order: Vec<_> = estimates.iter().map(|estimate| estimate.action).collect();
    assert_eq!(order, [Pick(0), Pick(1), Pick(2)], "equals keep their order");
    assert!(estimates[2].visits < 100, "{estimates:?}");
    assert!(estimates[0].visits > 400, "{estimates:?}");
    let spent: u64 = estimates.iter().map(|estimate| estimate.visits).sum();
    assert!((899..=900).contains(&spent), "{spent}");
}

#[test]
fn odd_budgets_and_empty_menus_do_no_harm() {
    let worlds = Listed::only(Of(Dice).start());
    let seed = Seed::experiment(8);
    assert!(flat(10).search(&Of(Dice), FIRST, &[], &worlds, seed, &mut ()).is_empty());
    for stopping in [None, Some(Stopping { batch: 0, z: 3.0 })] {
        let search = Flat { stopping, ..flat(0) };
        let estimates = search.search(&Of(Dice), FIRST, &[PAIR, SINGLE], &worlds, seed, &mut ());
        assert!(estimates.iter().all(|estimate| estimate.visits == 1), "one round is played");
        assert!(estimates.iter().all(|estimate| estimate.standard_error.is_infinite()));
    }
}
