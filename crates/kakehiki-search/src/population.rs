//! Fitting a model to games of a population of players, as a training orders it.

use std::{
    fs,
    io::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
};

use kakehiki_core::{Settings, TrainingError, TrainingOrder, TrainingOutcome, write_whole};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Plays all games of an order on its threads, fits a model to what they tell, and writes it as [`fit_once`]
/// does. `play` plays the game with a number, and `fit` gives the text of a model and the lines of a report.
///
/// # Errors
/// As [`fit_once`].
pub fn fit_to_games<T: Send>(
    game: &str,
    options: &Settings,
    order: &TrainingOrder<'_>,
    play: impl Fn(u64) -> T + Sync,
    fit: impl FnOnce(Vec<T>) -> (String, Vec<String>) + Send,
) -> Result<TrainingOutcome, TrainingError> {
    fit_once(game, options, order, || {
        let done = AtomicU64::new(0);
        let play = |index| {
            let played = (!order.is_interrupted()).then(|| play(index));
            (order.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, order.games);
            played
        };
        let games: Vec<T> = (0..order.games).into_par_iter().filter_map(play).collect();
        (!order.is_interrupted()).then(|| fit(games))
    })
}

/// Fits a model on the threads of an order, and writes it to the file of the order: the command, a report and
/// the model, the first two as remarks that begin with `# `.
///
/// `fit` gives the text of a model and the lines of a report, or nothing where the order is interrupted. If
/// the file holds what the same command made, nothing is done.
///
/// # Errors
/// If the order goes on from an earlier model, the file holds something else, or it cannot be written.
pub fn fit_once(
    game: &str,
    options: &Settings,
    order: &TrainingOrder<'_>,
    fit: impl FnOnce() -> Option<(String, Vec<String>)> + Send,
) -> Result<TrainingOutcome, TrainingError> {
    let refuse = |problem: String| TrainingError::Model(problem.into());
    if order.earlier.is_some() {
        return Err(refuse("a model is fitted at once and goes on from no other".to_owned()));
    }
    let command = command(game, options, order);
    if let Ok(text) = fs::read_to_string(order.model) {
        return if text.starts_with(&command) {
            let remarks = text.lines().skip(1).filter_map(|line| line.strip_prefix("# "));
            let report = remarks.map(str::to_owned).collect();
            Ok(TrainingOutcome {
                resumed: order.games,
                games: order.games,
                curve: Vec::new(),
                report,
            })
        } else {
            Err(refuse(format!("{} holds something else", order.model.display())))
        };
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(order.threads).build();
    let pool = pool.map_err(|error| TrainingError::Threads(io::Error::other(error)))?;
    let Some((model, report)) = pool.install(fit) else {
        return Ok(TrainingOutcome { resumed: 0, games: 0, curve: Vec::new(), report: Vec::new() });
    };
    let mut text = command;
    for line in &report {
        text += &format!("# {line}\n");
    }
    text += &model;
    write_whole(order.model, |file| file.write_all(text.as_bytes()))
        .map_err(|error| TrainingError::Model(Box::new(error)))?;
    Ok(TrainingOutcome { resumed: 0, games: order.games, curve: Vec::new(), report })
}

/// The command of an order, as the first line of what it makes.
fn command(game: &str, options: &Settings, order: &TrainingOrder<'_>) -> String {
    let given = |flag: &str, settings: &Settings| {
        let values = settings.given().map(|(name, value)| format!(" --{flag} {name}={value}"));
        values.collect::<Vec<_>>().concat()
    };
    let names: Vec<String> = order.opponents.iter().map(|cast| cast.name().to_string()).collect();
    format!(
        "# kakehiki train {game}{}{} --opponents \"{}\" --games {} --seed {}\n",
        given("set", options),
        given("learn", order.settings),
        names.join(", "),
        order.games,
        order.seed
    )
}
