//! Which deal a seat wants, when it knows what each is worth to both sides.

use kakehiki_core::GameRng;
use rand::RngExt;
use strum::{Display, EnumString, VariantNames};

use crate::Appraisal;

/// What makes one deal better than another: the evaluation functions of Ito (2014).
///
/// With `Ra` the own profit and `Rb` the partner's, each picks the largest score among the deals
/// that it admits at all:
///
/// | criterion | score | admits |
/// | --- | --- | --- |
/// | `selfish` | `Ra` | all |
/// | `profit-first` | `Ra` | `Rb > 0` |
/// | `accept-first` | `Rb` | `Ra > 0` |
/// | `sum` | `Ra + Rb` | `Ra > 0` |
/// | `product` | `Ra · Rb` | `Ra > 0` and `Rb > 0` |
///
/// Making no offer scores 0 under every criterion, so a deal is offered only if its score is above
/// 0. In this reading a selfish seat offers nothing that brings it nothing, `profit-first` offers
/// no gift although the partner would take it, `accept-first` offers only what helps both sides,
/// and `sum` gives up a deal that costs the partner as much as it brings.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Criterion {
    /// The largest own profit.
    Selfish,
    /// The largest own profit among the deals that bring the partner something.
    ProfitFirst,
    /// The largest profit of the partner among the deals that bring me something.
    AcceptFirst,
    /// The largest sum of profits among the deals that bring me something.
    Sum,
    /// The largest product of profits among the deals that bring both something.
    Product,
}

impl Criterion {
    /// The score of a deal with these profits; `None` if the criterion does not admit it. A profit
    /// that is not a number is never admitted.
    pub fn score(self, own: f64, partner: f64) -> Option<f64> {
        let is_admitted = match self {
            Self::Selfish => true,
            Self::ProfitFirst => partner > 0.0,
            Self::AcceptFirst | Self::Sum => own > 0.0,
            Self::Product => own > 0.0 && partner > 0.0,
        };
        let are_numbers = !own.is_nan() && !partner.is_nan();
        (is_admitted && are_numbers).then(|| self.value(own, partner))
    }

    /// The score of a deal with these profits whether or not the criterion admits it.
    pub fn value(self, own: f64, partner: f64) -> f64 {
        match self {
            Self::Selfish | Self::ProfitFirst => own,
            Self::AcceptFirst => partner,
            Self::Sum => own + partner,
            Self::Product => own * partner,
        }
    }

    /// Whether a deal with these profits is better than none.
    pub fn welcomes(self, own: f64, partner: f64) -> bool {
        self.score(own, partner).is_some_and(|score| score > 0.0)
    }

    /// The place of the best deal in the list, one of them at random if several are best; `None`
    /// where no offer is the best choice.
    pub fn choose(self, appraisals: &[Appraisal], rng: &mut GameRng) -> Option<usize> {
        let mut best = 0.0;
        let mut best_places = Vec::new();
        for (place, appraisal) in appraisals.iter().enumerate() {
            match self.score(appraisal.own.profit(), appraisal.partner.profit()) {
                Some(score) if score > best => {
                    best = score;
                    best_places.clear();
                    best_places.push(place);
                }
                Some(score) if score > 0.0 && score >= best => best_places.push(place),
                _ => {}
            }
        }
        match best_places.len() {
            0 => None,
            count => Some(best_places[rng.random_range(0..count)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;
    use strum::VariantNames;

    use super::*;
    use crate::Worth;

    const ALL: [Criterion; 5] = [
        Criterion::Selfish,
        Criterion::ProfitFirst,
        Criterion::AcceptFirst,
        Criterion::Sum,
        Criterion::Product,
    ];

    fn appraisals(profits: &[(f64, f64)]) -> Vec<Appraisal> {
        profits
            .iter()
            .map(|&(own, partner)| Appraisal {
                own: Worth::new(0.0, own),
                partner: Worth::new(0.0, partner),
            })
            .collect()
    }

    #[test]
    fn scores_are_those_of_the_published_table() {
        // Columns in the order of ALL: selfish, profit-first, accept-first, sum, product.
        let table = [
            ((3.0, 2.0), [Some(3.0), Some(3.0), Some(2.0), Some(5.0), Some(6.0)]),
            ((3.0, 0.0), [Some(3.0), None, Some(0.0), Some(3.0), None]),
            ((3.0, -2.0), [Some(3.0), None, Some(-2.0), Some(1.0), None]),
            ((0.0, 2.0), [Some(0.0), Some(0.0), None, None, None]),
            ((-3.0, 2.0), [Some(-3.0), Some(-3.0), None, None, None]),
            ((-3.0, -2.0), [Some(-3.0), None, None, None, None]),
            ((f64::NAN, 1.0), [None; 5]),
            ((1.0, f64::NAN), [None; 5]),
        ];
        for ((own, partner), scores) in table {
            for (criterion, score) in ALL.into_iter().zip(scores) {
                assert_eq!(criterion.score(own, partner), score, "{criterion}: {own}, {partner}");
            }
        }
    }

    #[test]
    fn each_criterion_picks_its_own_deal() {
        let deals = appraisals(&[(9.0, -5.0), (6.0, 1.0), (1.0, 7.0), (4.0, 4.0), (5.0, 3.0)]);
        let mut rng = Seed::experiment(1).rng();
        let picks = ALL.map(|criterion| criterion.choose(&deals, &mut rng));
        // 4 + 4 = 5 + 3 = 1 + 7, so the sum is tied and only its members are certain.
        assert_eq!((picks[0], picks[1], picks[2], picks[4]), (Some(0), Some(1), Some(2), Some(3)));
        assert!([Some(2), Some(3), Some(4)].contains(&picks[3]));
    }

    #[test]
    fn no_offer_wins_when_nothing_scores_above_zero() {
        let mut rng = Seed::experiment(2).rng();
        for criterion in ALL {
            assert_eq!(criterion.choose(&[], &mut rng), None);
            for profits in [(0.0, 0.0), (-1.0, 3.0), (-1.0, -1.0), (0.0, 5.0), (f64::NAN, 1.0)] {
                assert_eq!(criterion.choose(&appraisals(&[profits]), &mut rng), None);
                assert!(!criterion.welcomes(profits.0, profits.1));
            }
        }
        assert_eq!(Criterion::AcceptFirst.choose(&appraisals(&[(2.0, -1.0)]), &mut rng), None);
        assert_eq!(Criterion::Sum.choose(&appraisals(&[(2.0, -2.0)]), &mut rng), None);
        assert!(Criterion::Sum.welcomes(2.0, -1.0));
    }

    #[test]
    fn ties_are_broken_evenly() {
        let deals = appraisals(&[(1.0, 1.0), (0.5, 1.0), (1.0, 1.0)]);
        let mut rng = Seed::experiment(3).rng();
        let mut picked = [0_u32; 3];
        for _ in 0..10_000 {
            let place = Criterion::Selfish.choose(&deals, &mut rng).expect("two deals are good");
            picked[place] += 1;
        }
        assert_eq!(picked[1], 0);
        // Five standard deviations of a fair coin: a false alarm in two million seeds.
        assert!((f64::from(picked[0]) - 5_000.0).abs() < 5.0 * 50.0, "{picked:?}");
    }

    #[test]
    fn names_round_trip() {
        for (criterion, name) in ALL.into_iter().zip(Criterion::VARIANTS) {
            assert_eq!(criterion.to_string(), *name);
            assert_eq!(name.parse(), Ok(criterion));
        }
        assert_eq!(Criterion::ProfitFirst.to_string(), "profit-first");
    }
}
