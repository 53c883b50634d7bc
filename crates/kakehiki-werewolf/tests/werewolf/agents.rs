//! Agents behind views: they end their games, go on from what they heard, and play as at the fast
//! table.

use kakehiki_core::{
    Agent, AgentName, Cast, Ending, Game, Observed, Seat, Seed, Step, Turn, Verdict, play,
};
use kakehiki_werewolf::{
    Event, FastTable, Sight, Team, Training, View, WEREWOLF, WEREWOLF_AGENTS, Werewolf, brain,
};
use std::{ops::ControlFlow, sync::Arc};

use crate::common::werewolf;

const NAMES: [&str; 4] = ["random", "sample-0.4", "sample-0.6", "finalist"];

fn cast(name: &str) -> Cast {
    name.parse::<AgentName>().unwrap().cast(&WEREWOLF_AGENTS).unwrap()
}

fn seat_all(game: &Werewolf, names: &[&str], seed: Seed) -> Vec<Box<dyn Agent<Werewolf>>> {
    let seats = names.iter().enumerate();
    seats
        .map(|(seat, name)| (WEREWOLF.seat)(game, &cast(name), seed.derive("agent", seat as u64)))
        .collect()
}

#[test]
fn every_agent_plays_every_village_to_its_end() {
    for name in NAMES {
        for (village, delivery) in [("5", "turn"), ("11", "immediate"), ("8", "turn")] {
            let game = werewolf(&[("village", village), ("delivery", delivery)]);
            let seed = Seed::experiment(1);
            let mut agents = seat_all(&game, &vec![name; game.seats()], seed);
            let record = play(&game, &mut agents, seed, &mut ());
            let is_won = matches!(record.verdict, Verdict::Ended(Ending::Won(_)));
            assert!(is_won, "{name} in a village of {village}");
        }
    }
}

#[test]
fn mixed_tables_in_the_early_language_end_too() {
    let game = werewolf(&[("village", "11"), ("delivery", "turn"), ("language", "2.01")]);
    let seed = Seed::experiment(2);
    let names: Vec<&str> = (0..11).map(|seat| NAMES[seat % NAMES.len()]).collect();
    let mut agents = seat_all(&game, &names, seed);
    for index in 0..3 {
        let record = play(&game, &mut agents, seed.derive("game", index), &mut ());
        assert!(matches!(record.verdict, Verdict::Ended(Ending::Won(_))));
    }
}

/// Everything a seat heard: what a restarted agent hears again.
type Heard = Vec<(View, Sight)>;

#[test]
fn an_agent_rebuilt_from_what_it_heard_decides_the_same() {
    for (name, delivery) in
        [("sample-0.4", "turn"), ("sample-0.6", "immediate"), ("finalist", "turn")]
    {
        let game = werewolf(&[("village", "5"), ("delivery", delivery)]);
        let seed = Seed::experiment(3);
        let mut agents = seat_all(&game, &[name; 5], seed);
        for (seat, agent) in Seat::all(5).zip(&mut agents) {
            agent.sit(seat);
        }
        let mut heard: Vec<Heard> = vec![Vec::new(); 5];
        let mut memories: Vec<Arc<Vec<Event>>> = vec![Arc::default(); 5];
        let mut state = game.start();
        let mut rng = seed.derive("chance", 0).rng();
        let mut decisions = 0_u32;
        loop {
            let step = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => Step::Chance(game.draw(&state, &mut rng)),
                Turn::Seat(seat) => {
                    let index = seat.index();
                    let view = game.view(&state, &memories[index], seat);
                    let mut unused = seed.rng();
                    let action = agents[index].decide(&view, &[], &mut unused);
                    if decisions.is_multiple_of(7) {
                        let own = seed.derive("agent", index as u64);
                        let mut twin = (WEREWOLF.seat)(&game, &cast(name), own);
                        twin.sit(seat);
                        for (view, sight) in &heard[index] {
                            twin.hear(view, sight);
                        }
                        assert_eq!(twin.decide(&view, &[], &mut unused), action, "{name}");
                    }
                    decisions += 1;
                    let legal = game.check(&state, &action).is_ok();
                    let action = if legal { action } else { game.fallbacks(&state)[0] };
                    Step::Action(seat, action)
                }
            };
            let before = state.clone();
            match &step {
                Step::Action(_, action) => game.play_unchecked(&mut state, action),
                Step::Chance(chance) => game.resolve_unchecked(&mut state, chance),
            }
            for seat in Seat::all(5) {
                let index = seat.index();
                if let Some(sight) = game.sight(&before, &step, &state, seat) {
                    game.remember(&mut memories[index], seat, &sight);
                    let view = game.view(&state, &memories[index], seat);
                    agents[index].hear(&view, &sight);
                    heard[index].push((view, sight));
                }
            }
        }
        assert!(decisions > 20, "{name} made {decisions} decisions");
    }
}

#[test]
fn agents_behind_views_win_as_often_as_at_the_fast_table() {
    for (name, delivery) in [("sample-0.4", "turn"), ("sample-0.6", "immediate")] {
        let game = werewolf(&[("village", "5"), ("delivery", delivery)]);
        let seed = Seed::experiment(4);
        let games = 600_u32;
        let mut agents = seat_all(&game, &[name; 5], seed);
        let mut slow = 0;
        for index in 0..games {
            let record = play(&game, &mut agents, seed.derive("game", u64::from(index)), &mut ());
            let Verdict::Ended(Ending::Won(winners)) = record.verdict else {
                panic!("somebody wins");
            };
            // Werewolf and possessed are two of five.
            slow += u32::from(winners.len() == 2);
        }
        let players = vec![brain(&game, &cast(name)).unwrap(); 5];
        let mut table = FastTable::new(game, players);
        let mut rng = seed.rng();
        let fast = (0..20_000).filter(|_| table.play(&mut rng, &mut ()) == Some(Team::Werewolf));
        let fast = fast.count() as f64 / 20_000.0;
        let slow = f64::from(slow) / f64::from(games);
        // Five standard errors of the slow games: a false alarm in two million seeds.
        assert!(
            (slow - fast).abs() < 5.0 * 0.5 / f64::from(games).sqrt(),
            "{name}: {slow}, {fast}"
        );
    }
}

#[test]
fn a_finalist_explains_whom_it_suspects() {
    let game = werewolf(&[("village", "5"), ("delivery", "turn")]);
    let agent = (WEREWOLF.seat)(&game, &cast("finalist"), Seed::experiment(1));
    let view = game.view(&game.start(), &Arc::default(), Seat::new(0));
    let beliefs = agent.explain(&view).unwrap().beliefs;
    assert_eq!(beliefs.len(), 8);
    assert!(beliefs.iter().all(|(_, odds)| (odds - 0.25).abs() < 1e-6), "{beliefs:?}");
}

#[test]
fn a_learned_agent_without_a_fitting_model_is_refused_with_a_reason() {
    let game = werewolf(&[("village", "5")]);
    let vet = |name: &str| (WEREWOLF.vet)(&game, &cast(name)).unwrap_err();
    assert!(vet("learned").contains("needs a model"));
    assert!(vet("learned(model=/nowhere/at.all)").contains("/nowhere/at.all"));
}

#[test]
fn a_learned_agent_plays_from_its_file() {
    let game = werewolf(&[("village", "5"), ("delivery", "turn")]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    let sample = brain(&game, &cast("sample-0.4")).unwrap();
    let training = Training::new(game, &sample, "sample-0.4", 4000);
    training.run_to_file(&path, None, 1, |_| ControlFlow::Continue(())).unwrap();
    for parameters in ["", ", explore=on", ", talk=random"] {
        let name = format!("learned(model={}{parameters})", path.display());
        assert_eq!((WEREWOLF.vet)(&game, &cast(&name)), Ok(()));
        let seed = Seed::experiment(5);
        let mut agents = seat_all(&game, &[name.as_str(); 5], seed);
        let record = play(&game, &mut agents, seed, &mut ());
        assert!(matches!(record.verdict, Verdict::Ended(Ending::Won(_))), "{name}");
    }
}
