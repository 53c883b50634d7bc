//! What very many playouts say of a position.

use kakehiki_bargain::{Belief, Branch, Standpoint};
use kakehiki_core::{Illegal, Observed, Seat, Seed};
use serde::{Deserialize, Serialize};

use super::Position;
use crate::{
    agents::{Miyapoly, Moyer},
    rules::Monopoly,
};

/// How the playouts of one branch came out for the answerer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games neither won nor lost.
    pub draws: u32,
}

impl Counts {
    fn new(branch: &Branch, seat: Seat) -> Self {
        Self { wins: branch.wins(seat), losses: branch.losses(seat), draws: branch.draws(seat) }
    }
}

/// Both branches of an answer under one policy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// If the trade is accepted.
    pub accept: Counts,
    /// If it is refused.
    pub refuse: Counts,
    /// The difference of the mean rewards, in wins: above zero where accepting is better.
    pub gap: f64,
    /// The standard error of the gap as if the branches were independent; the common luck makes
    /// the true one smaller.
    pub standard_error: f64,
}

/// How sure the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The same under every policy, by more than four standard errors and three points.
    Clear,
    /// The sign of the gap changes from policy to policy.
    PolicyDependent,
    /// Neither.
    TossUp,
}

/// Plays out both branches of a position so often.
///
/// # Errors
/// If the position is not possible at this table.
pub fn truth(
    game: &Monopoly,
    position: &Position,
    policy: Moyer,
    playouts: u32,
    seed: Seed,
) -> Result<Truth, Illegal> {
    let (state, deal) = position.open(game)?;
    let seat = deal.partner;
    let view = game.view(&state, &(), seat);
    let belief = Belief::plain(game, &view);
    let at = Standpoint::new(game, &view, seat, &belief);
    let negotiator = Miyapoly { policy, playouts, stop: 0.0, ..Miyapoly::default() };
    let branches = negotiator.compare(&at, &deal, &mut seed.rng());
    let variance = |branch: &Branch| {
        let (mean, count) = (branch.mean(seat), f64::from(branch.playouts()));
        let share = 1.0 / view.players() as f64;
        let squares = f64::from(branch.wins(seat)) + f64::from(branch.draws(seat)) * share * share;
        (squares / count - mean * mean) / (count - 1.0).max(1.0)
    };
    Ok(Truth {
        accept: Counts::new(&branches.with, seat),
        refuse: Counts::new(&branches.without, seat),
        gap: branches.with.mean(seat) - branches.without.mean(seat),
        standard_error: (variance(&branches.with) + variance(&branches.without)).max(0.0).sqrt(),
    })
}

/// Labels a position by what is true under several policies.
pub fn label(truths: &[Truth]) -> Label {
    let is_plain =
        |truth: &Truth| truth.gap.abs() > 4.0 * truth.standard_error && truth.gap.abs() > 0.03;
    let is_same_sign = truths.windows(2).all(|pair| (pair[0].gap > 0.0) == (pair[1].gap > 0.0));
    match (is_same_sign, truths.iter().all(is_plain)) {
        (true, true) => Label::Clear,
        (false, _) => Label::PolicyDependent,
        (true, false) => Label::TossUp,
    }
}

/// A position with what playouts say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeighedPosition {
    /// The position.
    pub position: Position,
    /// The playouts of each branch under each base player.
    pub playouts: u32,
    /// What is true with base players as they are.
    pub moyer: Truth,
    /// What is true with base players without their defects.
    pub moyer_repaired: Truth,
    /// How sure that is.
    pub label: Label,
}

/// Plays out both branches of a position under both base players. The luck follows from the
/// position's seed; all that were made by hand share it.
///
/// # Errors
/// If the position is not possible at this table.
pub fn weigh(
    game: &Monopoly,
    position: Position,
    playouts: u32,
) -> Result<WeighedPosition, Illegal> {
    let seed = Seed::experiment(position.seed.unwrap_or(0)).derive("truth", 0);
    let [moyer, moyer_repaired] = [Moyer::FAITHFUL, Moyer::REPAIRED]
        .map(|policy| truth(game, &position, policy, playouts, seed));
    let (moyer, moyer_repaired) = (moyer?, moyer_repaired?);
    let label = label(&[moyer, moyer_repaired]);
    Ok(WeighedPosition { position, playouts, moyer, moyer_repaired, label })
}
