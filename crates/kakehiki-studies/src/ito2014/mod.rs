//! Ito (2014): choosing negotiations in Catan.

mod agreement;
mod behind;
mod criteria;
mod decisions;
mod estimators;
mod feints;
mod matched;
mod negotiation;
mod playouts;
mod ratio;
mod reading;
mod readings;
mod seats;
mod table;

pub(crate) use self::{
    agreement::{AGREEMENT, AGREEMENT_BY_LEAD},
    behind::BEHIND,
    criteria::{
        CRITERIA, CRITERIA_OPTIMISTIC, CRITERIA_PESSIMISTIC, MIXED_OPTIMISTIC, MIXED_PESSIMISTIC,
    },
    estimators::ESTIMATORS,
    feints::FEINTS,
    matched::MATCHED,
    playouts::PLAYOUTS,
    ratio::RATIO,
    readings::READINGS,
    seats::SEATS,
};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/ito2014.toml");
