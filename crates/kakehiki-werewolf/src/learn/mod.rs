//! Learning to be a werewolf, by Q-learning on situations and kinds of targets.

mod choice;
mod learner;
mod model;
mod reward;
mod situation;
mod training;
mod values;

pub use choice::{
    ANYBODY, Outlook, SILENCE, TALK_CHOICES, TARGET_CHOICES, TARGET_KINDS, TargetKind, choices,
};
pub use learner::{Learner, Mode, Talking};
pub use model::{CurvePoint, Model, ModelError, Provenance};
pub use situation::{Decision, SITUATIONS, Situation, SituationParts, exploration};
pub use training::{Training, curve_path, evaluate};
pub use values::Values;
