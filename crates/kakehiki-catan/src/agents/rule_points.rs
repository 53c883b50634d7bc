//! The rule of thumb for what a hand is worth, after Ito (2014).

use kakehiki_bargain::{Appraisal, Bargaining, Estimator, Standpoint, Worth};
use kakehiki_core::{GameRng, Seat};
use strum::{Display, EnumString, VariantNames};

use super::trading::Trade;
use crate::rules::{CITY, Catan, Hand, ROAD, SETTLEMENT, View};

/// What can be built with a hand, and the points for it.
const BUILDINGS: [(Hand, f64); 3] = [(ROAD, 3.0), (SETTLEMENT, 10.0), (CITY, 15.0)];

/// How small a lead is that only breaks ties: far below any difference of points, which are whole.
const TIE_BREAK: f64 = 1e-6;
/// More than any lead: what only breaks ties must not turn no profit into one.
const GREATEST_LEAD: f64 = 100.0;

/// How the points for several buildings go together.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Adding {
    /// The points for all that can be paid for, each for itself, add up.
    Sum,
    /// Only the best counts.
    Best,
}

/// What the lead in victory points does to a trade's profit.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Lead {
    /// The own victory points less the partner's are added.
    Added,
    /// It only breaks ties.
    BreaksTies,
    /// Nothing.
    Ignored,
}

/// Rates hands by what they can pay for: 3 points for a road, 10 for a settlement, 15 for a city. A
/// trade's profit is the difference it makes, and by [`Lead`] the lead over the partner besides.
///
/// Where hands are hidden, the partner's is rated on average over what it may hold and can pay with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulePoints {
    /// How the points for several buildings go together.
    pub adding: Adding,
    /// What the lead in victory points does.
    pub lead: Lead,
}

impl RulePoints {
    /// The points for a hand.
    pub fn of(self, hand: Hand) -> f64 {
        let points = BUILDINGS
            .into_iter()
            .filter(|(price, _)| hand.contains(*price))
            .map(|(_, points)| points);
        match self.adding {
            Adding::Sum => points.sum(),
            Adding::Best => points.fold(0.0, f64::max),
        }
    }

    fn worth(self, view: &View, deal: &Trade, seat: Seat, other: Seat) -> Worth {
        let terms = deal.terms_of(seat);
        let (mut before, mut after, mut weight) = (0.0, 0.0, 0.0);
        let mut add = |hand: Hand, chance: f64| {
            if let Some(rest) = hand.minus(terms.give) {
                before += chance * self.of(hand);
                after += chance * self.of(rest.plus(terms.get));
                weight += chance;
            }
        };
        match (view.players()[seat.index()].hand(), view.knowledge()) {
            (Some(hand), _) => add(hand, 1.0),
            (None, Some(knowledge)) => {
                for (hands, chance) in knowledge.possibilities() {
                    add(hands[seat.index()], chance as f64);
                }
            }
            (None, None) => {}
        }
        if weight > 0.0 {
            (before, after) = (before / weight, after / weight);
        }
        let lead = f64::from(view.visible_points(seat)) - f64::from(view.visible_points(other));
        let premium = match self.lead {
            Lead::Added => lead,
            Lead::BreaksTies => TIE_BREAK * (lead - GREATEST_LEAD),
            Lead::Ignored => 0.0,
        };
        Worth { before, after, premium }
    }
}

impl Estimator<Catan> for RulePoints {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Catan>,
        deals: &[Trade],
        _rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let appraise = |deal: &Trade| {
            let partner = at.game.partner(deal, at.seat);
            Appraisal::new(
                self.worth(at.view, deal, at.seat, partner),
                self.worth(at.view, deal, partner, at.seat),
            )
        };
        deals.iter().map(appraise).collect()
    }
}
