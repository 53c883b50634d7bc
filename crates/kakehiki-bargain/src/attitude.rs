//! How hopeful a seat is: what it accepts, and how it misjudges what it would have after a deal.

use kakehiki_core::GameRng;
use strum::{Display, EnumString, VariantNames};

use crate::{Appraisal, Bargaining, Estimator, Standpoint, Worth};

/// How much too high or too low an attitude goes: the tenth of Ito (2014).
const MARGIN: f64 = 0.1;

/// How hopeful a seat is, in accepting or in estimating, after Ito (2014).
///
/// With worths below zero, which no unit in use here has, the tenth is taken of their size, so
/// that an optimist always asks for less and a pessimist for more.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Attitude {
    /// Takes what brings a profit.
    #[default]
    Neutral,
    /// Takes even what costs up to a tenth.
    Optimistic,
    /// Takes only what brings more than a tenth.
    Pessimistic,
}

impl Attitude {
    /// Whether a seat of this attitude accepts a deal of this worth to it.
    ///
    /// - neutral: profit > 0, the premium included;
    /// - optimistic: after ≥ 0.9 · before;
    /// - pessimistic: after > 1.1 · before.
    ///
    /// The last two look at the worth alone and leave out the premium.
    pub fn accepts(self, worth: Worth) -> bool {
        match self {
            Self::Neutral => self.accepts_profit(worth),
            Self::Optimistic | Self::Pessimistic => {
                self.accepts_profit(Worth { premium: 0.0, ..worth })
            }
        }
    }

    /// The same where the whole profit counts, the premium included, against a tenth of the worth
    /// before.
    pub fn accepts_profit(self, worth: Worth) -> bool {
        let margin = MARGIN * worth.before.abs();
        match self {
            Self::Neutral => worth.profit() > 0.0,
            Self::Optimistic => worth.profit() >= -margin,
            Self::Pessimistic => worth.profit() > margin,
        }
    }

    /// A worth as a seat of this attitude takes it to be: what it would be after the deal is seen a
    /// tenth too high by an optimist and a tenth too low by a pessimist.
    #[must_use]
    pub fn misjudge(self, worth: Worth, part: Misjudged) -> Worth {
        let Worth { before, after, premium } = worth;
        let seen = match part {
            Misjudged::Worth => after,
            Misjudged::Whole | Misjudged::Sides => after + premium,
        };
        let margin = MARGIN * seen.abs();
        let (after, premium) = match (self, part) {
            (Self::Neutral, _) => return worth,
            (Self::Optimistic, Misjudged::Sides) => (after + margin, 0.0),
            (Self::Pessimistic, Misjudged::Sides) => (after - margin, 0.0),
            (Self::Optimistic, _) => (after + margin, premium),
            (Self::Pessimistic, _) => (after - margin, premium),
        };
        Worth { before, after, premium }
    }
}

/// What is taken too high or too low where a seat misjudges what it would have after a deal.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Misjudged {
    /// The worth of what is held; the premium is seen as it is.
    Worth,
    /// That and the premium.
    Whole,
    /// That and the premium, which stands on both sides of the comparison: no more than its tenth is
    /// left of it.
    #[default]
    Sides,
}

/// An estimator that misjudges what either side would have after a deal, for proposing and for
/// accepting alike.
///
/// The source speaks of the worth of a hand after a trade and does not say whose; the mistake is
/// the estimator's, so it is made about both hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Biased<E> {
    /// The estimator whose figures are bent.
    pub estimator: E,
    /// Which way they are bent.
    pub bias: Attitude,
    /// Which part of them.
    pub part: Misjudged,
}

impl<G: Bargaining, E: Estimator<G>> Estimator<G> for Biased<E> {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let mut appraisals = self.estimator.appraise(at, deals, rng);
        for appraisal in &mut appraisals {
            appraisal.own = self.bias.misjudge(appraisal.own, self.part);
            appraisal.partner = self.bias.misjudge(appraisal.partner, self.part);
        }
        appraisals
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantNames;

    use super::*;

    #[test]
    fn thresholds_are_the_published_ones() {
        let accepted = |before, after| {
            let worth = Worth::new(before, after);
            [Attitude::Neutral, Attitude::Optimistic, Attitude::Pessimistic]
                .map(|attitude| attitude.accepts(worth))
        };
        assert_eq!(accepted(10.0, 8.9), [false, false, false]);
        assert_eq!(accepted(10.0, 9.0), [false, true, false]);
        assert_eq!(accepted(10.0, 10.0), [false, true, false]);
        assert_eq!(accepted(10.0, 10.5), [true, true, false]);
        assert_eq!(accepted(10.0, 11.0), [true, true, false]);
        assert_eq!(accepted(10.0, 11.5), [true, true, true]);
        assert_eq!(accepted(0.0, 0.0), [false, true, false]);
        assert_eq!(accepted(0.0, 1.0), [true, true, true]);
    }

    #[test]
    fn only_the_neutral_rule_counts_the_premium() {
        let worth = Worth { before: 10.0, after: 10.0, premium: 2.0 };
        assert!(Attitude::Neutral.accepts(worth));
        assert!(!Attitude::Pessimistic.accepts(worth));
        let worth = Worth { before: 10.0, after: 9.5, premium: -9.0 };
        assert!(!Attitude::Neutral.accepts(worth));
        assert!(Attitude::Optimistic.accepts(worth));
    }

    #[test]
    fn the_tenth_may_be_held_against_the_whole_profit() {
        let accepted = |after, premium| {
            let worth = Worth { before: 10.0, after, premium };
            [Attitude::Neutral, Attitude::Optimistic, Attitude::Pessimistic]
                .map(|attitude| attitude.accepts_profit(worth))
        };
        assert_eq!(accepted(10.0, 2.0), [true, true, true]);
        assert_eq!(accepted(10.0, 1.0), [true, true, false]);
        assert_eq!(accepted(10.0, -1.0), [false, true, false]);
        assert_eq!(accepted(10.0, -1.5), [false, false, false]);
    }

    #[test]
    fn an_optimist_never_asks_for_more_than_a_pessimist() {
        for before in [-10.0, -1.0, 0.0, 0.5, 20.0] {
            for after in [-12.0, -10.0, -9.5, 0.0, 0.52, 25.0] {
                let worth = Worth::new(before, after);
                let [pessimistic, neutral, optimistic] =
                    [Attitude::Pessimistic, Attitude::Neutral, Attitude::Optimistic]
                        .map(|attitude| attitude.accepts(worth));
                assert!(pessimistic <= neutral && neutral <= optimistic, "{worth:?}");
            }
        }
    }

    #[test]
    fn misjudging_bends_only_what_comes_after() {
        let worth = Worth { before: 10.0, after: 20.0, premium: 5.0 };
        let misjudged =
            |part| [Attitude::Optimistic, Attitude::Pessimistic].map(|it| it.misjudge(worth, part));
        let after = |after| Worth { after, ..worth };
        assert_eq!(misjudged(Misjudged::Worth), [after(22.0), after(18.0)]);
        assert_eq!(misjudged(Misjudged::Whole), [after(22.5), after(17.5)]);
        // Profits of 1.1 · (20 + 5) − (10 + 5) and 0.9 · (20 + 5) − (10 + 5).
        let alone = |after| Worth { premium: 0.0, after, ..worth };
        assert_eq!(misjudged(Misjudged::Sides), [alone(22.5), alone(17.5)]);
        assert_eq!(Attitude::Neutral.misjudge(worth, Misjudged::Sides), worth);
    }

    #[test]
    fn names_round_trip() {
        for name in Attitude::VARIANTS {
            assert_eq!(
                name.parse::<Attitude>().map(|attitude| attitude.to_string()).as_deref(),
                Ok(*name)
            );
        }
    }
}
