//! Choices that need no thought.

use kakehiki_core::GameRng;
use rand::RngExt;

use crate::rules::{Action, Stage, View};

/// What is done where nothing is to be thought about: a set-up is drawn, and what is alone is done.
pub(super) fn unthinking(view: &View, menu: &[Action], rng: &mut GameRng) -> Option<Action> {
    let is_open = view.stage() == Stage::Move && menu.len() > 1;
    (!is_open).then(|| menu[rng.random_range(0..menu.len())])
}

/// The same, and an escape, which wins at once.
pub(super) fn obvious(view: &View, menu: &[Action], rng: &mut GameRng) -> Option<Action> {
    let escape = || menu.iter().copied().find(|action| matches!(action, Action::Escape(_)));
    unthinking(view, menu, rng).or_else(escape)
}
