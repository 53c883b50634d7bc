//! Models of acts are fitted to games as they are ordered.

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use kakehiki_catan::{CATAN, CATAN_AGENTS, CATAN_OPTIONS};
use kakehiki_core::{
    AgentName, Cast, Roster, Settings, TrainingError, TrainingOrder, TrainingOutcome,
};

/// Fits a model to a few games.
fn train(
    model: &Path,
    games: u64,
    threads: usize,
    is_interrupted: bool,
) -> Result<TrainingOutcome, TrainingError> {
    let trainer = CATAN.trainer.expect("Catan trains");
    let names = AgentName::list("weighted+rule, greedy(worlds=1)+rule").expect("names");
    let opponents: Vec<Cast> =
        names.iter().map(|name| name.cast(&CATAN_AGENTS.kinds()).expect("agents")).collect();
    let interrupt = AtomicBool::new(false);
    interrupt.store(is_interrupted, Ordering::Relaxed);
    let order = TrainingOrder {
        opponents: &opponents,
        games,
        seed: 3,
        settings: &Settings::defaults(trainer.parameters),
        workers: 1,
        threads,
        model,
        earlier: None,
        progress: &|_, _| {},
        interrupt: &interrupt,
    };
    (trainer.run)(&Settings::defaults(&CATAN_OPTIONS), &order)
}

#[test]
fn a_training_ends_the_same_on_any_number_of_threads_and_after_a_kill() {
    let folder = std::env::temp_dir().join(format!("kakehiki-acts-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.join(name));
    let outcome = train(&one, 6, 1, false).expect("a training");
    assert_eq!((outcome.resumed, outcome.games), (0, 6));
    // One line of heading, and one for each of the players.
    assert_eq!(outcome.report.len(), 3, "{:?}", outcome.report);
    let cut_off = train(&two, 6, 2, true).expect("nothing");
    assert!(cut_off.games < 6 && !two.exists());
    train(&two, 6, 2, false).expect("a training");
    let read = |path: &Path| fs::read_to_string(path).expect("a model");
    assert_eq!(read(&one), read(&two));
    let again = train(&two, 6, 2, false).expect("what is there already");
    assert_eq!((again.resumed, again.report), (6, outcome.report));
    assert!(matches!(train(&two, 7, 2, false), Err(TrainingError::Model(_))));
    assert_eq!(read(&one), read(&two));
    // What was fitted can be listened by, and what is no model cannot.
    let game = (CATAN.configure)(&Settings::defaults(&CATAN_OPTIONS));
    let listening = |model: &Path| {
        let name = format!("random+listen(acts=fitted, model={})", model.display());
        let cast = name.parse::<AgentName>().and_then(|name| name.cast(&CATAN_AGENTS.kinds()));
        CATAN_AGENTS.prepare(&game, &cast.expect("a name")).map(drop)
    };
    assert_eq!(listening(&one), Ok(()));
    fs::write(&two, "trust 1\nfloor").expect("a file");
    assert!(listening(&two).is_err_and(|problem| problem.contains("floor")));
    fs::remove_dir_all(&folder).expect("a folder");
}
