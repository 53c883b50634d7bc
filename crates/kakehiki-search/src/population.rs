//! Fitting a model to games of a population of players, as a training orders it.

use std::{
    fs,
    io::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
};

use kakehiki_core::{Settings, TrainingError, TrainingOrder, TrainingOutcome, write_whole};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Plays all games of an order on its threads, fits a model to what they tell, and writes it to the file
/// of the order: the command, a report and the model, the first two as remarks that begin with `# `.
///
/// `play` plays the game with a number, and `fit` gives the text of a model and the lines of a report. If
/// the file holds what the same command made, nothing is played.
///
/// # Errors
/// If the order goes on from an earlier model, the file holds something else, or it cannot be written.
pub fn fit_to_games<T: Send>(
    game: &str,
    options: &Settings,
    order: &TrainingOrder<'_>,
    play: impl Fn(u64) -> T + Sync,
    fit: impl FnOnce(Vec<T>) -> (String, Vec<String>) + Send,
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
    let done = AtomicU64::new(0);
    let games: Vec<T> = pool.install(|| {
        let play = |index| {
            let played = (!order.is_interrupted()).then(|| play(index));
            (order.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, order.games);
            played
        };
        (0..order.games).into_par_iter().filter_map(play).collect()
    });
    if order.is_interrupted() {
        return Ok(TrainingOutcome { resumed: 0, games: 0, curve: Vec::new(), report: Vec::new() });
    }
    let (model, report) = pool.install(|| fit(games));
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
