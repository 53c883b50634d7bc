//! Agents behind views: they end their games, go on from what they heard, and play as at the fast
//! table.

use kakehiki_core::{
    Agent, AgentName, Awaited, Cast, Ending, Game, LazyView, Observed, OngoingGame, Reply, Roster,
    Seat, Seed, Verdict, play,
};
use kakehiki_werewolf::{
    Fact, FastTable, Sight, Team, Training, View, WEREWOLF, WEREWOLF_AGENTS, Werewolf, brain,
};
use std::{ops::ControlFlow, sync::Arc};

use crate::common::werewolf;

const NAMES: [&str; 5] = ["random", "sample-0.4", "sample-0.6", "finalist", "believer"];

fn cast(name: &str) -> Cast {
    name.parse::<AgentName>().unwrap().cast(&WEREWOLF_AGENTS.kinds()).unwrap()
}

fn seat_all(game: &Werewolf, names: &[&str], seed: Seed) -> Vec<Box<dyn Agent<Werewolf>>> {
    let seats = names.iter().enumerate();
    seats
        .map(|(seat, name)| WEREWOLF.agent(game, name, seed.derive("agent", seat as u64)).unwrap())
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
        let mut ongoing = OngoingGame::new(game, seed);
        let mut decisions = 0_u32;
        loop {
            match ongoing.awaited() {
                Awaited::Nobody(_) => break,
                Awaited::Chance => ongoing.draw(),
                Awaited::Seat(seat) => {
                    let index = seat.index();
                    let view = ongoing.view(seat);
                    let mut unused = seed.rng();
                    let action = agents[index].decide(&view, &[], &mut unused);
                    if decisions.is_multiple_of(7) {
                        let own = seed.derive("agent", index as u64);
                        let mut twin = WEREWOLF.agent(&game, name, own).unwrap();
                        twin.sit(seat);
                        for (view, sight) in &heard[index] {
                            twin.hear(&LazyView::made(view), sight);
                        }
                        assert_eq!(twin.decide(&view, &[], &mut unused), action, "{name}");
                    }
                    decisions += 1;
                    ongoing.answer(Reply::Action(action))
                }
            };
            for seat in Seat::all(5) {
                if let Some(sight) = ongoing.sight(seat) {
                    agents[seat.index()].hear(&ongoing.lazy_view(seat), sight);
                    heard[seat.index()].push((ongoing.view(seat), sight.clone()));
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
    let agent = WEREWOLF.agent(&game, "finalist", Seed::experiment(1)).unwrap();
    let view = game.view(&game.start(), &Arc::default(), Seat::new(0));
    let beliefs = agent.explain(&view).unwrap().beliefs;
    assert_eq!(beliefs.len(), 8);
    assert!(beliefs.iter().all(|belief| (belief.probability - 0.25).abs() < 1e-6), "{beliefs:?}");
    assert!(beliefs.iter().all(|belief| belief.fact.parse::<Fact>().is_ok()), "{beliefs:?}");
    assert_eq!(beliefs[0].fact, "P1=WEREWOLF");
}

#[test]
fn a_learned_agent_without_a_fitting_model_is_refused_with_a_reason() {
    let game = werewolf(&[("village", "5")]);
    let vet = |name: &str| WEREWOLF_AGENTS.prepare(&game, &cast(name)).err().unwrap();
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
        assert!(WEREWOLF_AGENTS.prepare(&game, &cast(&name)).is_ok());
        let seed = Seed::experiment(5);
        let mut agents = seat_all(&game, &[name.as_str(); 5], seed);
        let record = play(&game, &mut agents, seed, &mut ());
        assert!(matches!(record.verdict, Verdict::Ended(Ending::Won(_))), "{name}");
    }
}
