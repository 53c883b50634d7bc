//! The negotiation strategies that Mishio and Fujita (2015) list and do not test: how to ask, and
//! when to show.

use kakehiki_bargain::{Bargainer, Standpoint};
use kakehiki_core::{GameRng, Seed};
use rand::{Rng, RngExt};

use super::{
    feature::FeatureMeter,
    value::{Values, Weights},
};
use crate::rules::{Exchange, Geister, Ghost, GhostSet, Stage};

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
    /// The last two together.
    ModestBoth,
    /// Any.
    Random,
}

impl Asking {
    /// Whether nothing far above the own ghosts is asked for as mover, and as responder.
    fn is_modest(self) -> [bool; 2] {
        match self {
            Self::MostValuable | Self::Random => [false; 2],
            Self::ModestMover => [true, false],
            Self::ModestResponder => [false, true],
            Self::ModestBoth => [true; 2],
        }
    }
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
    /// What it does whatever the ghosts are worth, if that is so.
    fn regardless(self) -> Option<bool> {
        match self {
            Self::Never => Some(false),
            Self::Always => Some(true),
            Self::IfNotMore | Self::IfLittleMore | Self::IfMuchLess => None,
        }
    }

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

/// Any ghost of a set.
fn random(ghosts: GhostSet, rng: &mut GameRng) -> Option<Ghost> {
    let count = ghosts.len() as usize;
    if count == 0 { None } else { ghosts.iter().nth(rng.random_range(0..count)) }
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
    fn values(&self, at: &Standpoint<'_, Geister>, rng: &mut GameRng) -> Values {
        self.weights.values(at.game, at.view, &self.meter, Seed::experiment(rng.next_u64()))
    }

    /// The most valuable ghost to ask for; `limit` is what modesty allows.
    fn ask(&self, values: &Values, limit: Option<f64>) -> Option<Ghost> {
        let all = &values.enemy;
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
        at: &Standpoint<'_, Geister>,
        deals: &[Exchange],
        rng: &mut GameRng,
    ) -> Option<Exchange> {
        let asked = if self.asking == Asking::Random {
            random(at.view.enemy_unshown(), rng)?
        } else {
            let values = self.values(at, rng);
            let best_own = values.own.iter().map(|(_, value)| *value).max_by(f64::total_cmp);
            let limit = best_own.filter(|_| self.asking.is_modest()[0]);
            self.ask(&values, limit)?
        };
        deals.iter().find(|deal| deal.asked == asked && deal.mover == at.seat).copied()
    }

    fn accepts(
        &mut self,
        at: &Standpoint<'_, Geister>,
        deal: &Exchange,
        rng: &mut GameRng,
    ) -> bool {
        let Some(named) = deal.named else { return false };
        if let Some(decided) = self.showing.regardless() {
            return decided;
        }
        let values = self.values(at, rng);
        let (mine, theirs) = (values.of_own(named), values.of_enemy(deal.asked));
        self.showing.shows(mine, theirs, self.threshold)
    }

    fn complete(
        &mut self,
        at: &Standpoint<'_, Geister>,
        _deals: &[Exchange],
        rng: &mut GameRng,
    ) -> Option<Exchange> {
        let Stage::Negotiation(session) = at.view.stage() else { return None };
        let exchange = session.on_table()?;
        match (self.showing.regardless(), self.asking) {
            (Some(false), _) => return None,
            (Some(true), Asking::Random) => {
                let named = random(at.view.enemy_unshown(), rng);
                return named.map(|named| Exchange { named: Some(named), ..exchange });
            }
            _ => {}
        }
        let values = self.values(at, rng);
        let mine = values.of_own(exchange.asked);
        let named = if self.asking == Asking::Random {
            random(at.view.enemy_unshown(), rng)?
        } else {
            let limit = Some(mine).filter(|_| self.asking.is_modest()[1]);
            self.ask(&values, limit)?
        };
        let theirs = values.of_enemy(named);
        self.showing
            .shows(mine, theirs, self.threshold)
            .then_some(Exchange { named: Some(named), ..exchange })
    }
}
