//! Arguments that several commands share.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use kakehiki_arena::Sprt;
use kakehiki_core::{Settings, Trainer};
use kakehiki_games::{AnyGame, find};

use crate::error::Explain;

/// Where games are looked up by those who mistyped one.
pub(crate) const LIST_GAMES: &str = "`kakehiki games` lists the games with their options";

/// Values for options or parameters, by name.
#[derive(Args)]
pub(crate) struct Sets {
    /// Sets an option or parameter; may be given many times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    given: Vec<(String, String)>,
}

impl Sets {
    /// The values as they were given.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The values by name.
    ///
    /// # Errors
    /// If a name is given twice: which of the values was meant, nobody can say.
    pub(crate) fn map<T: FromIterator<(String, String)>>(&self) -> Result<T> {
        for (index, (key, _)) in self.given.iter().enumerate() {
            if self.given[..index].iter().any(|(earlier, _)| earlier == key) {
                return Err(anyhow!("--set: {key} is given twice")).or_usage("give every key once");
            }
        }
        Ok(self.given.iter().cloned().collect())
    }

    /// The values as the options of a game.
    ///
    /// # Errors
    /// If the game has no such option, or one does not take its value.
    pub(crate) fn options(&self, offer: &dyn AnyGame) -> Result<Settings> {
        Settings::new(offer.name(), offer.options(), self.pairs()).or_usage(LIST_GAMES)
    }
}

/// Values for what can be set about learning, by name.
#[derive(Args)]
pub(crate) struct Lessons {
    /// Sets how to learn, as listed by `kakehiki agents GAME`; may be given many times
    #[arg(long = "learn", value_name = "KEY=VALUE", value_parser = pair)]
    learn: Vec<(String, String)>,
}

impl Lessons {
    /// The values as parameters of a game's trainer.
    ///
    /// # Errors
    /// If the trainer has no such parameter, or one does not take its value.
    pub(crate) fn settings(&self, game: &str, trainer: &Trainer) -> Result<Settings> {
        let pairs = self.learn.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        Settings::new("--learn", trainer.parameters, pairs)
            .or_usage(format!("`kakehiki agents {game}` lists what can be set about learning"))
    }
}

/// How long work is done and where its results go.
#[derive(Args)]
pub(crate) struct Running {
    /// The number of threads; 0 stands for all cores; results do not depend on it
    #[arg(long, default_value_t = 0, value_name = "T",
          value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub(crate) threads: u16,

    /// Writes the log of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) logs: Option<PathBuf>,

    /// Prints one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// The game of this name.
///
/// # Errors
/// If there is none.
pub(crate) fn game(name: &str) -> Result<&'static dyn AnyGame> {
    find(name).or_usage(LIST_GAMES)
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected key=value, such as cap=200".to_owned()),
    }
}

/// Reads a sequential test, `p0,p1[,alpha,beta]`.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "expected p0,p1 or p0,p1,alpha,beta, such as 0.5,0.55".to_owned();
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match *numbers.map_err(|_| wrong())? {
        [p0, p1] => Ok(Sprt { p0, p1, ..Sprt::default() }),
        [p0, p1, alpha, beta] => Ok(Sprt { p0, p1, alpha, beta, ..Sprt::default() }),
        _ => Err(wrong()),
    }
}
