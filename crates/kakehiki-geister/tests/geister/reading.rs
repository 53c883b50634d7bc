//! What is told by what the other does: beliefs of agents that watch, and the training of what they
//! go by.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use kakehiki_core::{
    Agent, AgentName, Cast, Game, LazyView, Observed, Roster, Seed, Settings, Step, TrainingError,
    TrainingOrder, TrainingOutcome, Turn,
};
use kakehiki_geister::{Fact, GEISTER, GEISTER_AGENTS, GEISTER_OPTIONS};

use crate::common::{FIRST, SECOND, plain, view};

/// The mean log loss of what P0 believes of each colour before each of its moves, by the counts and by
/// its beliefs.
fn losses(watcher: &str, other: &str, games: u64) -> [f64; 2] {
    let game = plain(&[("cap", "80")]);
    let (mut sums, mut colours) = ([0.0; 2], 0.0);
    for index in 0..games {
        let seed = Seed::experiment(9).derive("game", index);
        let mut agents: Vec<Box<dyn Agent<_>>> = [watcher, other]
            .iter()
            .zip(0..)
            .map(|(name, seat)| {
                GEISTER.agent(&game, name, seed.derive("agent", seat)).expect("an agent")
            })
            .collect();
        agents[0].sit(FIRST);
        agents[1].sit(SECOND);
        let (mut state, mut rng, mut menu) = (game.start(), seed.rng(), Vec::new());
        while let Turn::Seat(seat) = game.turn(&state) {
            let seen = view(&game, &state, seat);
            if seat == FIRST && state.plies() > 0 {
                let beliefs = agents[0].explain(&seen).expect("one who explains").beliefs;
                let prior = f64::from(seen.unknown_bad_count()) / f64::from(seen.unknown().len());
                for belief in beliefs {
                    let fact: Fact = belief.fact.parse().expect("a fact");
                    let lost = |share: f64| {
                        let share = if game.holds(&state, &fact) { share } else { 1.0 - share };
                        -share.max(0.001).ln()
                    };
                    sums[0] += lost(prior);
                    sums[1] += lost(belief.probability);
                    colours += 1.0;
                }
            }
            game.menu(&state, &mut menu);
            let action = agents[seat.index()].decide(&seen, &menu, &mut rng);
            let before = state.clone();
            game.play(&mut state, &action).expect("a legal action");
            for (observer, agent) in [FIRST, SECOND].into_iter().zip(&mut agents) {
                let step = Step::Action(seat, action);
                if let Some(sight) = game.sight(&before, &step, &state, observer) {
                    agent.hear(&LazyView::new(&game, &state, &(), observer), &sight);
                }
            }
        }
    }
    sums.map(|sum| sum / colours)
}

#[test]
fn colours_are_told_from_acts() {
    let watcher = "purple(depth=2)+listen(acts=fitted, words=deaf)";
    // Runners and those who bluff by running can both be read: captures tell them apart.
    for other in
        ["purple(depth=3)", "habit(kind=baiting)", "habit(kind=running)", "habit(kind=bluffing)"]
    {
        let [prior, read] = losses(watcher, other, 24);
        assert!(read < prior - 0.02, "{other}: {read} with acts, {prior} without");
    }
    // Beside a search those who search are read better, and bluffers as well as before.
    let beside_a_search = "purple(depth=2)+listen(acts=mixed, words=deaf)";
    for (other, gain) in [("purple(depth=3)", 0.1), ("habit(kind=bluffing)", 0.02)] {
        let [prior, read] = losses(beside_a_search, other, 24);
        assert!(read < prior - gain, "{other}: {read} with acts, {prior} without");
    }
    // Nothing was fitted to those who are read by what moves seem worth.
    for (acts, gain) in [("value", 0.02), ("search", 0.02), ("upp", -0.15)] {
        let watcher = format!("purple(depth=2)+listen(acts={acts}, words=deaf)");
        let [prior, read] = losses(&watcher, "purple(depth=3)", 12);
        assert!(read < prior - gain, "{acts}: {read} with acts, {prior} without");
    }
    // Who cannot be read, or does the opposite of most until it is found out, is not read wrongly by much.
    for other in ["random", "habit(kind=contrary)"] {
        let [prior, read] = losses(watcher, other, 24);
        assert!(read < prior + 0.15, "{other}: {read} with acts, {prior} without");
    }
    let [prior, deaf] = losses("habit(kind=cautious)+listen(words=deaf)", "random", 2);
    assert!((prior - deaf).abs() < 0.01, "{deaf} instead of {prior}");
}

#[test]
fn what_is_told_from_acts_does_not_depend_on_colours_that_are_hidden() {
    let game = plain(&[]);
    // The second player's first four moves, and what the first player believes after them, whatever the
    // second player's colours are.
    for acts in ["fitted", "mixed", "value", "search", "upp"] {
        let beliefs = ["ABCD", "EFGH", "ABGH"].map(|bad| {
            let name = format!("purple(depth=1)+listen(acts={acts}, words=deaf)");
            let mut agent = GEISTER.agent(&game, &name, Seed::experiment(1)).expect("an agent");
            agent.sit(FIRST);
            let mut state = game.start();
            let set_up = format!("set:{bad}");
            let moves = ["A,N", "B,N", "A,S", "B,N", "A,N", "C,N", "A,S", "B,E"];
            for action in ["set:ABCD", &set_up].into_iter().chain(moves) {
                let (before, step) = (state.clone(), action.parse().expect("an action"));
                game.play(&mut state, &step).expect("a legal action");
                let step = Step::Action(before.mover(), step);
                if let Some(sight) = game.sight(&before, &step, &state, FIRST) {
                    agent.hear(&LazyView::new(&game, &state, &(), FIRST), &sight);
                }
            }
            agent.explain(&view(&game, &state, FIRST)).expect("one who explains").beliefs
        });
        let bad: Vec<f64> = beliefs[0].iter().map(|belief| belief.probability).collect();
        assert!(bad.iter().any(|bad| (bad - 0.5).abs() > 0.005), "{acts}: {bad:?}");
        assert!(beliefs.iter().all(|others| *others == beliefs[0]), "{acts}: {beliefs:?}");
    }
}

#[test]
fn who_reads_acts_forgets_nothing_and_needs_a_model_that_is_there() {
    let game = plain(&[]);
    let problem = |listener: &str| {
        let name = format!("charge+listen({listener})");
        GEISTER.agent(&game, &name, Seed::experiment(1)).err().map(|error| error.to_string())
    };
    assert_eq!(problem("acts=off, memory=last:5"), None);
    assert!(problem("acts=value, memory=last:5").is_some_and(|it| it.contains("memory=perfect")));
    assert!(problem("acts=fitted, model=nowhere").is_some_and(|it| it.contains("nowhere")));
}

/// Fits a model to a few games.
fn train(
    model: &Path,
    games: u64,
    threads: usize,
    is_interrupted: bool,
) -> Result<TrainingOutcome, TrainingError> {
    let opponents = "charge, habit(kind=baiting), purple(depth=1)";
    learn("acts", opponents, model, games, threads, is_interrupted)
}

/// Learns something from games with these opponents.
fn learn(
    what: &str,
    opponents: &str,
    model: &Path,
    games: u64,
    threads: usize,
    is_interrupted: bool,
) -> Result<TrainingOutcome, TrainingError> {
    let trainer = GEISTER.trainer.expect("Geister trains");
    let names = AgentName::list(opponents).expect("names");
    let opponents: Vec<Cast> =
        names.iter().map(|name| name.cast(&GEISTER_AGENTS.kinds()).expect("agents")).collect();
    let interrupt = AtomicBool::new(false);
    interrupt.store(is_interrupted, Ordering::Relaxed);
    let order = TrainingOrder {
        opponents: &opponents,
        games,
        seed: 3,
        settings: &Settings::new("geister", trainer.parameters, [("what", what)])
            .expect("a setting"),
        workers: 1,
        threads,
        model,
        earlier: None,
        progress: &|_, _| {},
        interrupt: &interrupt,
    };
    (trainer.run)(&Settings::defaults(&GEISTER_OPTIONS), &order)
}

#[test]
fn a_training_ends_the_same_on_any_number_of_threads_and_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let outcome = train(&one, 45, 1, false).expect("a training");
    assert_eq!((outcome.resumed, outcome.games), (0, 45));
    // One line of heading, one for each of the players and one for all.
    assert_eq!(outcome.report.len(), 5, "{:?}", outcome.report);
    let cut_off = train(&two, 45, 2, true).expect("nothing");
    assert!(cut_off.games < 45 && !two.exists());
    train(&two, 45, 2, false).expect("a training");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a model");
    assert_eq!(read(&one), read(&two));
    let again = train(&two, 45, 2, false).expect("what is there already");
    assert_eq!((again.resumed, again.report), (45, outcome.report));
    assert!(matches!(train(&two, 46, 2, false), Err(TrainingError::Model(_))));
    assert_eq!(read(&one), read(&two));
    // What was fitted can be read by, and what is no model cannot.
    let reader = |model: &Path| {
        let name = format!("charge+listen(acts=fitted, model={})", model.display());
        GEISTER.agent(&plain(&[]), &name, Seed::experiment(1)).err().map(|error| error.to_string())
    };
    assert_eq!(reader(&one), None);
    std::fs::write(&two, "trust 1\nfloor").expect("a file");
    assert!(reader(&two).is_some_and(|problem| problem.contains("floor")));
}

#[test]
fn a_habit_is_sought_the_same_on_any_number_of_threads_and_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let tune = |file: &Path, games, threads, is_interrupted| {
        learn("habit", "habit(kind=cautious), random", file, games, threads, is_interrupted)
    };
    assert!(matches!(tune(&one, 100, 1, false), Err(TrainingError::Model(_))));
    let outcome = tune(&one, 1200, 1, false).expect("a training");
    // One line of heading, one for each kind, and two for what came of it.
    assert_eq!(outcome.report.len(), 8, "{:?}", outcome.report);
    let share = |line: &str| line.rsplit(' ').next().and_then(|share| share.parse::<f64>().ok());
    let shares: Vec<f64> = outcome.report[1..].iter().filter_map(|line| share(line)).collect();
    let [kinds @ .., best, check] = &shares[..] else { panic!("{shares:?}") };
    assert!(kinds.len() == 5 && kinds.iter().all(|kind| kind <= best), "{shares:?}");
    // Of 240 games, one in ten thousand seeds would miss that of one who wins six in ten.
    assert!(*check > 0.48, "{shares:?}");
    assert_eq!(tune(&two, 1200, 2, true).expect("nothing").games, 0);
    assert!(!two.exists());
    tune(&two, 1200, 2, false).expect("a training");
    let read = |path: &Path| std::fs::read_to_string(path).expect("a habit");
    assert_eq!(read(&one), read(&two));
    let player = |rest: &str| {
        let agent = GEISTER.agent(&plain(&[]), &format!("habit({rest})"), Seed::experiment(1));
        agent.err().map(|error| error.to_string())
    };
    assert_eq!(player(&format!("kind=tuned, model={}", one.display())), None);
    assert!(player(&format!("kind=running, model={}", one.display())).is_some());
    std::fs::write(&two, read(&one) + "more 1\n").expect("a file");
    assert!(player(&format!("kind=tuned, model={}", two.display())).is_some());
}
