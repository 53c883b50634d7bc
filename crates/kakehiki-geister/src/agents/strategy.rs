//! The negotiation strategies that Mishio and Fujita (2015) list and do not test: how to ask, and
//! when to show.

use kakehiki_bargain::Bargainer;
use kakehiki_core::{GameRng, Seat, Seed};
use rand::{Rng, RngExt};

use super::{
    feature::FeatureMeter,
    value::{Values, Weights},
};
use crate::rules::{Exchange, Geister, Ghost, Stage, View};

/// Which ghost to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Asking {
    /// The most valuable one.
    MostValuable,
    /// As mover, the most valuable one that is not far above the best I have to give; as responder,
    /// the most valuable.
    ModestMover,
    /// As responder, the most valuable one that is not far above the one I am asked for; as mover,
    /// the most valuable.
    ModestResponder,
    /// Any.
    Random,
}

/// When to show a ghost of mine for one of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Showing {
    /// Never.
    Never,
    /// Not when mine is worth more.
    IfNotMore,
    /// Although mine is worth more, if it is so within the threshold.
    IfLittleMore,
    /// Only when theirs is worth more than mine by more than the threshold.
    IfMuchLess,
    /// Always.
    Always,
}

impl Showing {
    /// Whether to show a ghost of value `mine` for one of value `theirs`.
    pub fn shows(self, mine: f64, theirs: f64, threshold: f64) -> bool {
        match self {
            Self::Never => false,
            Self::IfNotMore => mine <= theirs,
            Self::IfLittleMore => mine - theirs <= threshold,
            Self::IfMuchLess => theirs - mine > threshold,
            Self::Always => true,
        }
    }
}

/// A way of asking with a way of showing, over the values of the ghosts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strategy {
    pub(super) asking: Asking,
    pub(super) showing: Showing,
    /// What counts as far above, and as little more.
    pub(super) threshold: f64,
    pub(super) weights: Weights,
    pub(super) meter: FeatureMeter,
}

impl Strategy {
    fn values(&self, game: &Geister, view: &View, rng: &mut GameRng) -> Values {
        self.weights.values(game, view, &self.meter, Seed::experiment(rng.next_u64()))
    }

    /// The ghost to ask for; `limit` is what modesty allows.
    fn ask(&self, values: &Values, limit: Option<f64>, rng: &mut GameRng) -> Option<Ghost> {
        let all = &values.enemy;
        if all.is_empty() {
            return None;
        }
        if self.asking == Asking::Random {
            return Some(all[rng.random_range(0..all.len())].0);
        }
        let allowed = all
            .iter()
            .filter(|(_, value)| limit.is_none_or(|limit| *value <= limit + self.threshold));
        // Where even the least valuable is too much to ask, it is the most modest wish.
        let best = allowed.max_by(|one, other| one.1.total_cmp(&other.1));
        let best = best.or_else(|| all.iter().min_by(|one, other| one.1.total_cmp(&other.1)));
        best.map(|(ghost, _)| *ghost)
    }
}

impl Bargainer<Geister> for Strategy {
    fn propose(
        &mut self,
        game: &Geister,
        view: &View,
        seat: Seat,
        _deals: &[Exchange],
        rng: &mut GameRng,
    ) -> Option<Exchange> {
        let values = self.values(game, view, rng);
        let best_own = values.own.iter().map(|(_, value)| *value).max_by(f64::total_cmp);
        let limit = best_own.filter(|_| self.asking == Asking::ModestMover);
        let asked = self.ask(&values, limit, rng)?;
        Some(Exchange { mover: seat, asked, named: None })
    }

    fn accepts(
        &mut self,
        game: &Geister,
        view: &View,
        _seat: Seat,
        deal: &Exchange,
        rng: &mut GameRng,
    ) -> bool {
        let Some(named) = deal.named else { return false };
        let values = self.values(game, view, rng);
        let (mine, theirs) = (values.of_own(named), values.of_enemy(deal.asked));
        self.showing.shows(mine, theirs, self.threshold)
    }

    fn complete(
        &mut self,
        game: &Geister,
        view: &View,
        _seat: Seat,
        _deals: &[Exchange],
        rng: &mut GameRng,
    ) -> Option<Exchange> {
        let Stage::Negotiation(session) = view.stage() else { return None };
        let exchange = session.on_table()?;
        let values = self.values(game, view, rng);
        let mine = values.of_own(exchange.asked);
        let limit = Some(mine).filter(|_| self.asking == Asking::ModestResponder);
        let named = self.ask(&values, limit, rng)?;
        let theirs = values.of_enemy(named);
        self.showing
            .shows(mine, theirs, self.threshold)
            .then_some(Exchange { named: Some(named), ..exchange })
    }
}
