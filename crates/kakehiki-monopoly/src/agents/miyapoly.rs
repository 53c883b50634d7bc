//! The negotiator of Miyasako and Hashimoto (2020): both futures of an offer are played out by the
//! base player, and the better one is chosen.
//!
//! It is the playout estimator of the negotiation engine, nothing more. What the paper leaves open
//! is a parameter here: how many playouts lie between two looks at the difference, whether a turn
//! is one player's or a round, whether the base player trades inside playouts, and what a tie
//! means. What it leaves as future work follows from the engine: proposals, counter-offers, and
//! tables of more than two.

use kakehiki_bargain::{
    Acceptance, Appraisal, Attitude, Branches, Criterion, EarlyStop, Estimator, Negotiator,
    PlayoutEstimator, Standpoint, Taste,
};
use kakehiki_core::GameRng;
use kakehiki_search::Playout;
use strum::{Display, EnumString, VariantNames};

use super::moyer::Moyer;
use crate::rules::{Deal, Monopoly};

/// What a deal that changes nothing is answered.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Tie {
    /// No.
    Refuse,
    /// Yes.
    Accept,
}

/// What is counted when playouts are cut off.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum TurnUnit {
    /// The turn of one player.
    Turn,
    /// A turn of every player who is in the game.
    Round,
}

/// The parameters of the negotiator, which weighs deals as they say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miyapoly {
    /// Who plays the playouts.
    pub policy: Moyer,
    /// The most playouts of each branch.
    pub playouts: u32,
    /// Playouts of each branch between two looks at the difference.
    pub batch: u32,
    /// The difference that ends it, a win counting 1 and a loss −1; 0 for never.
    pub stop: f64,
    /// How far playouts go.
    pub turns: u32,
    /// What these turns are.
    pub unit: TurnUnit,
    /// What a tie means.
    pub tie: Tie,
    /// Which deal it wants when it proposes or counters.
    pub criterion: Criterion,
}

impl Default for Miyapoly {
    /// The published setting, with the readings of what is left open that fit its tables.
    fn default() -> Self {
        Self {
            policy: Moyer::FAITHFUL,
            playouts: 1000,
            batch: 200,
            stop: 100.0,
            turns: 200,
            unit: TurnUnit::Turn,
            tie: Tie::Refuse,
            criterion: Criterion::Selfish,
        }
    }
}

impl Miyapoly {
    /// Somebody who bargains in this way.
    pub fn bargainer(self) -> Negotiator<Monopoly, Self> {
        let acceptance = Acceptance::Attitude(Attitude::Neutral);
        let taste = Taste::plain(self.criterion, acceptance);
        Negotiator::new(self, taste)
    }

    /// The rules of a game that ends undecided as far away as it looks: playouts know no other
    /// cut-off than the end of a game.
    pub fn game(self, at: &Standpoint<'_, Monopoly>) -> Monopoly {
        let state = at.view.state();
        let turns = match self.unit {
            TurnUnit::Turn => self.turns,
            TurnUnit::Round => self.turns.saturating_mul(state.living().count() as u32),
        };
        at.game.capped(state.turns().saturating_add(turns))
    }

    /// Plays out both branches of a deal and tells how the playouts came out.
    pub fn compare(
        self,
        at: &Standpoint<'_, Monopoly>,
        deal: &Deal,
        rng: &mut GameRng,
    ) -> Branches {
        self.estimator().compare(&at.under(&self.game(at)), deal, rng)
    }

    fn estimator(self) -> PlayoutEstimator<Moyer> {
        // A win instead of a loss is a difference of two on the published scale.
        let stop = EarlyStop { batch: self.batch, lead: self.stop / 2.0 };
        PlayoutEstimator {
            early_stop: (self.stop > 0.0).then_some(stop),
            ..PlayoutEstimator::new(Playout::new(self.policy), self.playouts)
        }
    }
}

/// Less than any difference of means that playouts can show.
const FEATHER: f64 = 1e-9;

/// The playout estimator with something on the scales where the branches are even.
impl Estimator<Monopoly> for Miyapoly {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        deals: &[Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let premium = if self.tie == Tie::Accept { FEATHER } else { 0.0 };
        let game = self.game(at);
        let mut appraisals = self.estimator().appraise(&at.under(&game), deals, rng);
        for appraisal in &mut appraisals {
            appraisal.own.premium = premium;
        }
        appraisals
    }
}
