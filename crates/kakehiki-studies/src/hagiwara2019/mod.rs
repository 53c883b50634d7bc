//! Hagiwara, Ito and Moustafa (2019): a werewolf from Q-learning and role estimation.

mod ablation;
mod comparators;
mod contest;
mod convergence;
mod economy;
mod finalists;
mod pack;
mod pretraining;
mod roles;
mod sample;
mod school;
mod strangers;
mod talk;

pub(crate) use self::{
    ablation::ABLATION,
    comparators::{COMPARATORS, COMPARATORS_15},
    contest::CONTEST,
    convergence::CONVERGENCE,
    economy::ECONOMY,
    finalists::{FINALISTS_11, FINALISTS_15},
    pack::PACK,
    pretraining::PRETRAINING,
    roles::ROLES,
    sample::{SAMPLE_11, SAMPLE_15},
    strangers::STRANGERS,
    talk::TALK_ABLATION,
};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/hagiwara2019.toml");
