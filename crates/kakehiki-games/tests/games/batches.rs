//! Games side by side are the games that are played alone.

use kakehiki_core::{Cast, Occupant, Seat};
use kakehiki_games::{
    Answer, AnyBatch, BatchOrder, LaneMatch, LegalIds, NO_STEP, Numbers, Observer, RANDOM_ENTRY,
    Table, Waiting,
};

use crate::table;

/// A game, its options, and an agent that sits inside.
type Lineup = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const TABLES: [Lineup; 5] = [
    ("geister", &[("cap", "12")], "charge"),
    ("negogeister", &[("cap", "8")], "charge"),
    ("catan", &[("players", "3"), ("turn-cap", "6")], "greedy"),
    ("monopoly", &[("players", "3"), ("max-turns", "6")], "moyer"),
    ("werewolf", &[("village", "5")], "finalist"),
];

const LANES: usize = 5;

fn order(threads: usize) -> BatchOrder {
    let (seed, goes_on, loss, most_decisions) = (3, true, -1.0, 20_000);
    BatchOrder { lanes: LANES, seed, threads, goes_on, loss, most_decisions, watched: None }
}

fn batch(table: &dyn Table, agents: &[Option<Cast>], order: BatchOrder) -> Box<dyn AnyBatch> {
    table.batch(agents, order, LegalIds::Menu, &[]).unwrap()
}

/// What all lanes see, and what is legal there.
fn shown(table: &dyn Table, games: &dyn AnyBatch) -> (Vec<f32>, Vec<i8>) {
    let coding = table.coding(LegalIds::Menu, &[]).unwrap();
    let (mut numbers, mut mask) =
        (vec![0.5; LANES * coding.width()], vec![5; LANES * coding.size()]);
    games.show(&mut mask, Some(&mut numbers)).unwrap();
    let mut alone = vec![5; mask.len()];
    games.show(&mut alone, None).unwrap();
    assert_eq!(alone, mask, "without numbers");
    (numbers, mask)
}

/// What all lanes see.
fn seen(table: &dyn Table, games: &dyn AnyBatch) -> Vec<f32> {
    shown(table, games).0
}

/// Nobody but an agent in the second seat.
fn agents(table: &dyn Table, name: &str) -> Vec<Option<Cast>> {
    let cast = table.cast(&name.parse().unwrap()).unwrap();
    (0..table.seats()).map(|seat| (seat == 1).then(|| cast.clone())).collect()
}

#[test]
fn arrays_are_the_same_on_any_number_of_threads() {
    for (name, options, agent) in TABLES {
        let table = table(name, options);
        let agents = agents(&*table, agent);
        let mut batches = [1, 2, 4].map(|threads| batch(&*table, &agents, order(threads)));
        let mut ended = 0;
        for _ in 0..120 {
            for batch in &mut batches {
                batch.step(&[RANDOM_ENTRY; LANES]).unwrap();
            }
            let [one, two, four] = batches.each_ref().map(|batch| batch.arrays());
            assert!(one == two && one == four, "{name}");
            let [first, second, third] = batches.each_ref().map(|batch| shown(&*table, &**batch));
            assert!(first == second && first == third, "{name}");
            ended += one.done.iter().map(|done| u32::from(*done)).sum::<u32>();
        }
        assert!(ended > 0, "{name}");
    }
}

#[test]
fn lanes_play_the_matches_that_are_played_alone() {
    for (name, options, agent) in TABLES {
        let table = table(name, options);
        let agents = agents(&*table, agent);
        let coding = table.coding(LegalIds::Menu, &[]).unwrap();
        let mut batch = batch(&*table, &agents, order(1));
        let begin = |number: u64| {
            let seat = |cast: &Option<Cast>| match cast {
                Some(cast) => Occupant::Agent(cast.name().to_string()),
                None => Occupant::Program("test".to_owned()),
            };
            let numbers = Numbers { seed: 3, r#match: number, game_index: 0 };
            table.begin(agents.iter().map(seat).collect(), numbers).unwrap()
        };
        let mut alone: Vec<_> = (0..LANES as u64).map(|number| (number, begin(number))).collect();
        for _ in 0..60 {
            let (mut actions, (observed, masks)) = ([0; LANES], shown(&*table, &*batch));
            for (lane, (number, game)) in alone.iter_mut().enumerate() {
                while matches!(game.waiting(), Waiting::Agent(_) | Waiting::Chance) {
                    game.advance();
                }
                if game.waiting() == Waiting::Nothing {
                    *number += LANES as u64;
                    *game = begin(*number);
                    while matches!(game.waiting(), Waiting::Agent(_) | Waiting::Chance) {
                        game.advance();
                    }
                }
                let Waiting::Outside(seat) = game.waiting() else { panic!("{name}: nobody") };
                let arrays = batch.arrays();
                assert_eq!(arrays.seat[lane], seat.index() as i32, "{name}");
                let legal = coding.legal(&**game).unwrap();
                let mask = masks[lane * coding.size()..][..coding.size()].iter().enumerate();
                let ids = mask.filter(|(_, legal)| **legal == 1).map(|(id, _)| id);
                assert_eq!(ids.collect::<Vec<_>>(), legal, "{name}");
                let mut numbers = vec![0.0; coding.width()];
                coding.observe(&*game.keep_view(seat), &mut numbers).unwrap();
                let observed = &observed[lane * coding.width()..][..coding.width()];
                assert_eq!(observed, numbers, "{name}");
                let chosen = legal[legal.len() / 2];
                actions[lane] = chosen as i64;
                let action = coding.decode(&*game.keep_view(seat), chosen).unwrap();
                game.answer(seat, Answer::Action(&action)).unwrap();
                assert!(game.view(Observer::Spectator).is_object());
            }
            batch.step(&actions).unwrap();
        }
    }
}

#[test]
fn what_is_not_legal_is_played_in_no_lane() {
    let table = table("geister", &[("cap", "4")]);
    let mut games = batch(&*table, &[None, None], BatchOrder { goes_on: false, ..order(1) });
    let mut mask = [0; LANES * 110];
    assert!(games.show(&mut mask, Some(&mut [0.0; 3])).is_err(), "too little room for numbers");
    assert!(games.show(&mut mask[1..], None).is_err(), "too little room for ids");
    let (before, seen_before) = (games.arrays().clone(), shown(&*table, &*games));
    for wrong in [-3, 109, 110, i64::MAX] {
        let actions = [0, 0, wrong, 0, 0];
        let error = games.step(&actions).unwrap_err().to_string();
        assert!(error.starts_with("lane 2: "), "{error}");
        assert_eq!((games.arrays(), shown(&*table, &*games)), (&before, seen_before.clone()));
    }
    assert!(games.step(&[0; 2]).is_err(), "too few");
    let mut copy = games.copy().unwrap();
    let mut rewards = [0.0; 2];
    let mut last = Vec::new();
    for _ in 0..10 {
        if games.arrays().seat.iter().any(|seat| *seat >= 0) {
            last = seen(&*table, &*games);
        }
        games.step(&[RANDOM_ENTRY; LANES]).unwrap();
        rewards[0] += games.arrays().reward.iter().sum::<f32>();
    }
    assert!(games.arrays().seat.iter().all(|seat| *seat == -1), "all lanes are over");
    let (seen_last, mask) = shown(&*table, &*games);
    assert_eq!(seen_last, last, "nobody watches the end");
    assert!(mask.iter().all(|legal| *legal == 0), "nothing is legal any more");
    assert_eq!((copy.arrays(), shown(&*table, &*copy)), (&before, seen_before));
    for _ in 0..10 {
        copy.step(&[RANDOM_ENTRY; LANES]).unwrap();
        rewards[1] += copy.arrays().reward.iter().sum::<f32>();
    }
    assert_eq!(rewards[0].to_bits(), rewards[1].to_bits(), "the same games");
    let cut = BatchOrder { most_decisions: 2, ..order(1) };
    let mut cut = batch(&*table, &[None, None], cut);
    cut.step(&[RANDOM_ENTRY; LANES]).unwrap();
    cut.step(&[RANDOM_ENTRY; LANES]).unwrap();
    assert_eq!(cut.arrays().truncated, [1; LANES]);
    assert!(table.batch(&[None], order(1), LegalIds::Menu, &[]).is_err());
}

/// Whoever holds the lanes may begin any match in any of them, and leave others as they are.
#[test]
fn lanes_begin_what_they_are_told_and_wait_where_nothing_is_played() {
    let table = table("geister", &[("cap", "4")]);
    let watched = Some(Seat::new(0));
    let alone = BatchOrder { goes_on: false, watched, ..order(1) };
    let mut games = batch(&*table, &agents(&*table, "charge"), alone.clone());
    let row = |games: &dyn AnyBatch, lane: usize| {
        let seen = seen(&*table, games);
        seen.chunks(seen.len() / LANES).nth(lane).unwrap().to_vec()
    };
    let before = row(&*games, 1);
    let mut last = before.clone();
    while games.arrays().seat[0] >= 0 {
        last = row(&*games, 0);
        games.step(&[RANDOM_ENTRY, NO_STEP, NO_STEP, NO_STEP, RANDOM_ENTRY]).unwrap();
    }
    assert_eq!(row(&*games, 1), before);
    assert_ne!(row(&*games, 0), last, "the end is shown too");
    // The fourth match of another seed, and what the same batch of that seed has in its fourth lane.
    games.begin(&[LaneMatch { lane: 0, seed: 8, r#match: 3 }, LaneMatch { lane: 99, ..ZERO }]);
    let other = batch(&*table, &agents(&*table, "charge"), BatchOrder { seed: 8, ..alone });
    assert_eq!(row(&*games, 0), row(&*other, 3));
    assert_eq!((games.arrays().seat[0], games.arrays().done[0]), (0, 0));
}

const ZERO: LaneMatch = LaneMatch { lane: 0, seed: 0, r#match: 0 };
