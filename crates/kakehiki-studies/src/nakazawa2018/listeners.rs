//! Who the simulated participants are: how far they believe what they hear, and what they remember.

use std::fmt;

use kakehiki_bargain::{MEMORY, MemorySpan, Words};
use kakehiki_core::Parameter;

use crate::{Order, StudyError};

/// What can be set in both studies.
pub(super) const PARAMETERS: [Parameter; 3] = [
    Parameter::choice(
        "words",
        &["all", "deaf", "trusting", "calibrated"],
        "all",
        "how far simulated participants believe what the AI says; all is one row for each, and two \
         with perfect memory for comparison",
    ),
    Parameter { default: FITTED, ..MEMORY },
    Parameter::integer(
        "participants",
        (1, 1_000_000),
        "300",
        "simulated participants of each row at scale 1; the paper had six people",
    ),
];

/// The memory with which simulated participants are right about as often as the paper's people were
/// against the base player; `docs/nakazawa2018.md` has the figures.
const FITTED: &str = "last:2";

/// A kind of simulated participant.
#[derive(Clone, Debug)]
pub(super) struct SimulatedListener {
    pub(super) words: Words,
    pub(super) span: MemorySpan,
    memory: String,
}

impl SimulatedListener {
    /// The agent that plays it.
    pub(super) fn agent(&self) -> String {
        format!("simulated+listen(words={}, memory={})", self.words, self.memory)
    }

    /// The name of its files.
    pub(super) fn file(&self) -> String {
        format!("{}-{}", self.words, self.memory.replace(':', "-"))
    }
}

/// How rows call it: nobody should take it for a person.
impl fmt::Display for SimulatedListener {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "simulated, {}, {}", self.words, self.memory)
    }
}

/// The kinds of participants that an order asks for.
pub(super) fn listeners(order: &Order<'_>) -> Result<Vec<SimulatedListener>, StudyError> {
    const PERFECT: &str = "perfect";
    let settings = &order.settings;
    let memory = settings.text("memory");
    let span = order.memory_span()?;
    let listener =
        |words, memory: &str, span| SimulatedListener { words, span, memory: memory.to_owned() };
    let words = settings.among(
        "words",
        &[
            ("all", vec![Words::Deaf, Words::Trusting, Words::Calibrated]),
            ("deaf", vec![Words::Deaf]),
            ("trusting", vec![Words::Trusting]),
            ("calibrated", vec![Words::Calibrated]),
        ],
    );
    let mut all: Vec<SimulatedListener> =
        words.iter().map(|words| listener(*words, memory, span)).collect();
    if settings.text("words") == "all" && span != MemorySpan::Perfect {
        let controls = [Words::Deaf, Words::Trusting];
        all.extend(controls.map(|words| listener(words, PERFECT, MemorySpan::Perfect)));
    }
    Ok(all)
}
