//! Playouts, flat Monte Carlo, UCT and information-set UCT for any game.
//!
//! Everything here is generic over the rules ([`Game`](kakehiki_core::Game)) and, where things are
//! hidden, over what seats may know ([`Observed`](kakehiki_core::Observed)); no game is named. A
//! search is put together from
//!
//! - a [`Playout`]: a [`Policy`] that chooses for all seats, a limit, and a [`Judge`] of what is
//!   unfinished then;
//! - a supply of [`Worlds`]: full states that fit what the searching seat knows;
//! - a search: [`Flat`] or [`Uct`], which give [`Estimate`]s of the actions, best first.
//!
//! Results follow from a seed alone; more threads make them faster, never different.
//!
//! # Examples
//!
//! A player of any game that thinks with 1000 playouts in worlds drawn from its view:
//!
//! ```
//! use kakehiki_core::{Observed, Seat, Seed};
//! use kakehiki_search::{Belief, InformationSetTrees, Playout, Uct, Uniform};
//!
//! fn think<G: Observed>(game: &G, view: &G::View, seat: Seat, seed: Seed) -> Option<G::Action> {
//!     let uct = Uct::new(Playout::new(Uniform), 1000);
//!     let worlds = Belief::plain(game, view);
//!     let mut memory = InformationSetTrees::default();
//!     let estimates = uct.search_information_sets(game, seat, &worlds, seed, &mut memory);
//!     Some(estimates.into_iter().next()?.action)
//! }
//! ```
//!
//! The same with flat Monte Carlo, which stops playing candidates that fall behind:
//!
//! ```
//! use kakehiki_core::{Observed, Seat, Seed};
//! use kakehiki_search::{Belief, Flat, Playout, Stopping, Uniform};
//!
//! fn think<G: Observed>(
//!     game: &G,
//!     view: &G::View,
//!     seat: Seat,
//!     menu: &[G::Action],
//!     seed: Seed,
//! ) -> Option<G::Action> {
//!     let stopping = Some(Stopping { batch: 32, z: 3.0 });
//!     let flat = Flat { stopping, ..Flat::new(Playout::new(Uniform), 1000) };
//!     let worlds = Belief::plain(game, view);
//!     let estimates = flat.search(game, seat, menu, &worlds, seed, &mut ());
//!     Some(estimates.into_iter().next()?.action)
//! }
//! ```

mod acts;
mod belief;
mod choices;
mod estimate;
mod flat;
mod isuct;
mod luck;
mod mixture;
mod particles;
mod perft;
mod playout;
mod population;
mod softmax;
mod threads;
mod tree;
mod uct;
mod worlds;

pub use acts::{ActEvidence, ActMemory, ActModel, reweigh};
pub use belief::{Belief, Evidence, Kept};
pub use choices::{Choice, fit_choices};
pub use estimate::{Estimate, candidates};
pub use flat::{Flat, Recorder, Sample, Stopping};
pub use isuct::InformationSetTrees;
pub use luck::{Luck, Source, Streams};
pub use mixture::Mixture;
pub use particles::Particles;
pub use perft::perft;
pub use playout::{EvenJudge, Judge, Playout, Policy, Scratch, StepByStep, Uniform};
pub use population::{fit_once, fit_to_games};
pub use softmax::{Scores, Softmax};
pub use threads::may_spread;
pub use uct::{Final, Kinds, OneKind, OpenTrees, Uct};
pub use worlds::{Listed, WeightedWorlds, Worlds, WorldsError};

/// Lets the examples of the readme run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
