//! What goes wrong, as the exceptions of `kakehiki.errors`.

use std::fmt::Display;

use kakehiki_arena::{MergeError, PlanError, RunError, SpecError};
use kakehiki_core::{LogError, NameError, SettingError, TrainingError};
use kakehiki_games::{GuestError, Refused, ResumeError, UnknownGame, Untrainable};
use kakehiki_studies::StudyError;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

/// A failure with the name of its class in `kakehiki.errors`.
#[derive(Debug)]
pub(crate) struct Fault {
    class: &'static str,
    message: String,
    /// What Python code raised on the way, which is then passed on as it is.
    raised: Option<PyErr>,
}

impl Fault {
    fn new(class: &'static str, message: impl Display) -> Self {
        Self { class, message: message.to_string(), raised: None }
    }

    pub(crate) fn option(message: impl Display) -> Self {
        Self::new("OptionError", message)
    }

    pub(crate) fn agent(message: impl Display) -> Self {
        Self::new("AgentNameError", message)
    }

    pub(crate) fn coding(message: impl Display) -> Self {
        Self::new("CodingError", message)
    }

    pub(crate) fn notation(message: impl Display) -> Self {
        Self::new("NotationError", message)
    }

    pub(crate) fn turn(message: impl Display) -> Self {
        Self::new("TurnError", message)
    }

    pub(crate) fn busy() -> Self {
        Self::new(
            "BusyError",
            "this match is being played by another thread, or by the call that asks",
        )
    }

    pub(crate) fn log(message: impl Display) -> Self {
        Self::new("LogError", message)
    }

    pub(crate) fn plan(message: impl Display) -> Self {
        Self::new("PlanError", message)
    }

    pub(crate) fn run(message: impl Display) -> Self {
        Self::new("RunError", message)
    }

    /// A panic, which is always a mistake of this project.
    pub(crate) fn bug(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "it left no message".to_owned());
        Self::new("Bug", format!("kakehiki broke down: {text}; please report this"))
    }

    /// An answer, or an outcome of chance, that the game did not take.
    pub(crate) fn refused(is_readable: bool, Refused(problem): Refused) -> Self {
        Self::new(if is_readable { "IllegalAction" } else { "NotationError" }, problem)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let Fault { class, message, raised } = fault;
        if let Some(raised) = raised {
            return raised;
        }
        Python::attach(|py| {
            let made = py.import("kakehiki.errors").and_then(|errors| errors.getattr(class));
            match made.and_then(|class| class.call1((message.as_str(),))) {
                Ok(error) => Self::from_value(error),
                // The package is broken; whoever reads the message should still have it.
                Err(_) => PyRuntimeError::new_err(format!("{class}: {message}")),
            }
        })
    }
}

impl From<UnknownGame> for Fault {
    fn from(error: UnknownGame) -> Self {
        Self::new("UnknownGame", error)
    }
}

impl From<SettingError> for Fault {
    fn from(error: SettingError) -> Self {
        Self::option(error)
    }
}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Self {
        Self::agent(error)
    }
}

impl From<LogError> for Fault {
    fn from(error: LogError) -> Self {
        Self::log(error)
    }
}

impl From<ResumeError> for Fault {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Name(error) => error.into(),
            error => Self::log(error),
        }
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Self {
        let class = match &error {
            SpecError::Game(_) => "UnknownGame",
            SpecError::Agent { .. } | SpecError::AgentCount { .. } => "AgentNameError",
            SpecError::Read(_) | SpecError::Field { .. } | SpecError::In { .. } => "PlanError",
            _ => "OptionError",
        };
        Self::new(class, error)
    }
}

impl From<PlanError> for Fault {
    fn from(error: PlanError) -> Self {
        Self::plan(error)
    }
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::run(error)
    }
}

/// What the code of a guest raised is passed on with its traceback.
impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        let mut fault = match &error {
            RunError::Broken { .. } => Self::new("Bug", format!("{error}; please report this")),
            RunError::SequentialShard(_) => Self::plan(&error),
            _ => Self::run(&error),
        };
        if let RunError::Outsider { source, .. } = error
            && let Some(Ok(GuestError(cause))) =
                source.into_inner().map(|cause| cause.downcast::<GuestError>().map(|cause| *cause))
        {
            fault.raised = cause.downcast::<PyErr>().ok().map(|raised| *raised);
        }
        fault
    }
}

impl From<StudyError> for Fault {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Run(error) => error.into(),
            StudyError::Spec(error) => error.into(),
            StudyError::Agent(error) => error.into(),
            error @ StudyError::Value { .. } => Self::option(error),
            error => Self::run(error),
        }
    }
}

impl From<TrainingError> for Fault {
    fn from(error: TrainingError) -> Self {
        match error {
            error @ TrainingError::Opponents { .. } => Self::agent(error),
            error => Self::run(error),
        }
    }
}

impl From<Untrainable> for Fault {
    fn from(error: Untrainable) -> Self {
        Self::option(error)
    }
}
