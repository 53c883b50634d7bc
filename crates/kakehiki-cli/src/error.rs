//! What is said when something goes wrong, and with which exit code.

use std::{
    error::Error,
    fmt,
    io::{self, Write},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Result;
use kakehiki_arena::SpecError;

/// The command was carried out but did not succeed.
const FAILURE: u8 = 1;

/// The command makes no sense as it was given; the reader of arguments uses the same code.
const USAGE: u8 = 2;

/// An error with its exit code and what may help; in messages it is the error inside.
#[derive(Debug)]
struct Explained {
    error: anyhow::Error,
    code: u8,
    hint: String,
}

impl fmt::Display for Explained {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl Error for Explained {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.error.as_ref())
    }
}

/// Errors that are told with a hint.
pub(crate) trait Explain<T> {
    /// Wrong usage, and how to find out what would be right.
    ///
    /// # Errors
    /// If this is one.
    fn or_usage(self, hint: impl Into<String>) -> Result<T>;

    /// A failure, and what to do about it.
    ///
    /// # Errors
    /// If this is one.
    fn or_failure(self, hint: impl Into<String>) -> Result<T>;
}

impl<T, E: Into<anyhow::Error>> Explain<T> for Result<T, E> {
    fn or_usage(self, hint: impl Into<String>) -> Result<T> {
        self.map_err(|error| explained(error, USAGE, hint))
    }

    fn or_failure(self, hint: impl Into<String>) -> Result<T> {
        self.map_err(|error| explained(error, FAILURE, hint))
    }
}

fn explained(error: impl Into<anyhow::Error>, code: u8, hint: impl Into<String>) -> anyhow::Error {
    Explained { error: error.into(), code, hint: hint.into() }.into()
}

/// An experiment that cannot be played as specified is wrong usage, a file that cannot be read a
/// failure.
pub(crate) fn specification(error: SpecError, game: &str) -> anyhow::Error {
    let hint = specification_hint(&error, game);
    let code = if matches!(error, SpecError::Read(_)) { FAILURE } else { USAGE };
    explained(error, code, hint)
}

fn specification_hint(error: &SpecError, game: &str) -> String {
    match error {
        SpecError::In { error, .. } => specification_hint(error, game),
        SpecError::Game(_) | SpecError::Option(_) => crate::args::LIST_GAMES.to_owned(),
        SpecError::Agent { .. } => {
            format!("`kakehiki agents {game}` lists the agents with their parameters")
        }
        SpecError::Field { .. } => "a specification has the fields game, agents, games and, if \
                                    wanted, seed, rotate, pairing, series, options, sprt"
            .to_owned(),
        _ => String::new(),
    }
}

/// Whether nothing but what went wrong is to be said on standard error.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on there are no notes and no progress on standard error.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether there are no notes and no progress on standard error.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Says something on standard error unless it should be quiet there.
pub(crate) fn note(text: impl fmt::Display) {
    if !is_quiet() {
        complain(text);
    }
}

/// Says something on standard error, where nobody may be listening.
fn complain(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells a person what went wrong.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let explained = error.downcast_ref::<Explained>();
    complain(format_args!("error: {}", message(error)));
    if let Some(Explained { hint, .. }) = explained.filter(|explained| !explained.hint.is_empty()) {
        complain(format_args!("hint: {hint}"));
    }
    ExitCode::from(explained.map_or(FAILURE, |explained| explained.code))
}

/// Whether the reader of the output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// All causes in one line, each told once: many errors tell their cause themselves.
fn message(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn causes_are_told_once() {
        let cause: Result<()> = Err(anyhow!("no such file"));
        let error = cause.context("cannot read x: no such file").context("replay").unwrap_err();
        assert_eq!(message(&error), "replay: cannot read x: no such file");
    }

    #[test]
    fn the_hint_survives_more_context() {
        let wrong: Result<()> = Err(anyhow!("wrong"));
        let error = wrong.or_usage("right").context("here").unwrap_err();
        let explained = error.downcast_ref::<Explained>().unwrap();
        assert_eq!((explained.code, explained.hint.as_str()), (USAGE, "right"));
        assert_eq!(message(&error), "here: wrong");
    }
}
