//! Learning to be a werewolf, by Q-learning on situations and kinds of targets.

mod choice;
mod learner;
mod losses;
mod model;
mod reward;
mod situation;
mod trainer;
mod training;
mod trial;
mod values;

pub use choice::{
    ANYBODY, Outlook, SILENCE, TALK_CHOICES, TARGET_CHOICES, TARGET_KINDS, TargetKind, Targets,
    choices,
};
pub use learner::{Learner, Mode, Talking};
pub use model::{Model, ModelError, Provenance};
pub use situation::{Decision, SITUATIONS, Situation, SituationParts, exploration};
pub(crate) use trainer::WEREWOLF_TRAINER;
pub use training::{Training, curve_path};
pub use trial::{Conduct, Trial};
pub use values::Values;
