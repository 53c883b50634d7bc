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
/// | `free-sum` | `Ra + Rb` | all |
/// | `expected` | `Ra · P` | all |
///
/// `free-sum` is the formula of the sum as it is printed, without the constraint of the text. The last
/// is this project's own: `P` is the [probability](acceptance) that the partner accepts.
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
    /// The largest sum of profits, even if I pay for it.
    FreeSum,
    /// The largest own profit times the probability that the partner accepts.
    Expected,
}

/// How far a guess of what something is worth to somebody else is off, as a part of that worth.
///
/// No sample shows this part of the error: the partner plays otherwise than playouts, and knows
/// other things. It also keeps rules without noise from taking a hair's breadth for certainty.
const GUESS_ERROR: f64 = 0.05;

/// The probability that the partner accepts a deal.
///
/// It accepts what brings it a profit. What it sees is the guessed profit `R` and an error that is
/// the same for all deals of a negotiation and normal with mean 0 and standard deviation `s`: the
/// noise of the guess and a twentieth of what is at stake. So it accepts with `Φ(R / s)`. If it has
/// refused a profit of `r`, the error is below `−r`, and what is left is
///
/// ```text
/// P = (Φ(−r / s) − Φ(−R / s)) / Φ(−r / s),   and 0 for R ≤ r.
/// ```
pub fn acceptance(appraisal: &Appraisal) -> f64 {
    let Appraisal { partner, noise, refused, .. } = appraisal;
    let profit = partner.profit();
    let error = noise.hypot(GUESS_ERROR * partner.before.abs().max(partner.after.abs()));
    if error <= 0.0 {
        let least = refused.unwrap_or(0.0).max(0.0);
        return f64::from(u8::from(profit > least));
    }
    match refused {
        None => normal(profit / error),
        Some(refused) if profit > *refused => {
            let left = normal(-refused / error);
            // Far in the tail both are 0, and what is offered beyond it is as good as any.
            if left > 0.0 { 1.0 - normal(-profit / error) / left } else { 0.0 }
        }
        Some(_) => 0.0,
    }
}

/// The standard normal distribution.
///
/// The logistic approximation of Bowling and others, "A logistic approximation to the cumulative
/// normal distribution" (2009), is off by less than 0.00014.
fn normal(z: f64) -> f64 {
    1.0 / (1.0 + (-(0.07056 * z.powi(3) + 1.5976 * z)).exp())
}

impl Criterion {
    /// The score of a deal with these profits; `None` if the criterion does not admit it. A profit
    /// that is not a number is never admitted.
    pub fn score(self, appraisal: &Appraisal) -> Option<f64> {
        let (own, partner) = (appraisal.own.profit(), appraisal.partner.profit());
        let is_admitted = match self {
            Self::Selfish | Self::FreeSum | Self::Expected => true,
            Self::ProfitFirst => partner > 0.0,
            Self::AcceptFirst | Self::Sum => own > 0.0,
            Self::Product => own > 0.0 && partner > 0.0,
        };
        let are_numbers = !own.is_nan() && !partner.is_nan();
        (is_admitted && are_numbers).then(|| self.value(appraisal))
    }

    /// The score of a deal with these profits whether or not the criterion admits it.
    pub fn value(self, appraisal: &Appraisal) -> f64 {
        let (own, partner) = (appraisal.own.profit(), appraisal.partner.profit());
        match self {
            Self::Selfish | Self::ProfitFirst => own,
            Self::AcceptFirst => partner,
            Self::Sum | Self::FreeSum => own + partner,
            Self::Product => own * partner,
            Self::Expected => own * acceptance(appraisal),
        }
    }

    /// Whether a deal with these profits is better than none.
    pub fn welcomes(self, appraisal: &Appraisal) -> bool {
        self.score(appraisal).is_some_and(|score| score > 0.0)
    }

    /// The place of the best deal in the list, one of them at random if several are best; `None`
    /// where no offer is the best choice.
    pub fn choose(self, appraisals: &[Appraisal], rng: &mut GameRng) -> Option<usize> {
        let mut best = 0.0;
        let mut best_places = Vec::new();
        for (place, appraisal) in appraisals.iter().enumerate() {
            match self.score(appraisal) {
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

    const ALL: [Criterion; 7] = [
        Criterion::Selfish,
        Criterion::ProfitFirst,
        Criterion::AcceptFirst,
        Criterion::Sum,
        Criterion::Product,
        Criterion::FreeSum,
        Criterion::Expected,
    ];

    fn appraisal(own: f64, partner: f64) -> Appraisal {
        Appraisal::new(Worth::new(0.0, own), Worth::new(0.0, partner))
    }

    fn appraisals(profits: &[(f64, f64)]) -> Vec<Appraisal> {
        profits.iter().map(|&(own, partner)| appraisal(own, partner)).collect()
    }

    #[test]
    fn scores_are_those_of_the_published_table() {
        // Columns in the order of ALL: selfish, profit-first, accept-first, sum, product, free-sum.
        let table = [
            ((3.0, 2.0), [Some(3.0), Some(3.0), Some(2.0), Some(5.0), Some(6.0), Some(5.0)]),
            ((3.0, 0.0), [Some(3.0), None, Some(0.0), Some(3.0), None, Some(3.0)]),
            ((3.0, -2.0), [Some(3.0), None, Some(-2.0), Some(1.0), None, Some(1.0)]),
            ((0.0, 2.0), [Some(0.0), Some(0.0), None, None, None, Some(2.0)]),
            ((-3.0, 2.0), [Some(-3.0), Some(-3.0), None, None, None, Some(-1.0)]),
            ((-3.0, -2.0), [Some(-3.0), None, None, None, None, Some(-5.0)]),
            ((f64::NAN, 1.0), [None; 6]),
            ((1.0, f64::NAN), [None; 6]),
        ];
        for ((own, partner), scores) in table {
            let appraisal = appraisal(own, partner);
            for (criterion, score) in ALL.into_iter().zip(scores) {
                assert_eq!(criterion.score(&appraisal), score, "{criterion}: {own}, {partner}");
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
                if criterion == Criterion::FreeSum && profits.0 + profits.1 > 0.0 {
                    assert!(criterion.welcomes(&appraisal(profits.0, profits.1)));
                    continue;
                }
                assert_eq!(criterion.choose(&appraisals(&[profits]), &mut rng), None);
                assert!(!criterion.welcomes(&appraisal(profits.0, profits.1)));
            }
        }
        assert_eq!(Criterion::AcceptFirst.choose(&appraisals(&[(2.0, -1.0)]), &mut rng), None);
        assert_eq!(Criterion::Sum.choose(&appraisals(&[(2.0, -2.0)]), &mut rng), None);
        assert!(Criterion::Sum.welcomes(&appraisal(2.0, -1.0)));
    }

    #[test]
    fn a_partner_accepts_by_the_noise_and_by_what_it_refused() {
        let guess = |partner, noise, refused| {
            let worth = Worth { before: 0.0, after: 0.0, premium: partner };
            acceptance(&Appraisal { partner: worth, noise, refused, ..Appraisal::default() })
        };
        // Values of the normal distribution from tables.
        for (z, table) in [(0.0, 0.5), (1.0, 0.8413), (-1.0, 0.1587), (2.0, 0.9772)] {
            assert!((guess(z * 0.1, 0.1, None) - table).abs() < 2e-4, "{z}");
        }
        // Refused at 0: the error is below 0, and a standard deviation more convinces 68 in 100.
        assert!((guess(0.1, 0.1, Some(0.0)) - (0.5 - 0.1587) / 0.5).abs() < 1e-3);
        let is = |chance: f64, expected: f64| (chance - expected).abs() < 1e-12;
        assert!(is(guess(0.1, 0.1, Some(0.1)), 0.0) && is(guess(0.1, 0.1, Some(0.2)), 0.0));
        // Without any error a profit is taken and a loss is not.
        assert!(is(guess(0.1, 0.0, None), 1.0) && is(guess(-0.1, 0.0, None), 0.0));
        assert!(is(guess(0.1, 0.0, Some(0.2)), 0.0) && is(guess(0.3, 0.0, Some(0.2)), 1.0));
    }

    #[test]
    fn the_expected_profit_weighs_what_it_brings_against_who_takes_it() {
        let with_noise = |own, partner| Appraisal { noise: 1.0, ..appraisal(own, partner) };
        let deals = [with_noise(10.0, -3.0), with_noise(4.0, 0.5), with_noise(1.0, 9.0)];
        let mut rng = Seed::experiment(4).rng();
        assert_eq!(Criterion::Expected.choose(&deals, &mut rng), Some(1));
        // Whoever has refused half a profit will not take it now.
        let refused = deals.map(|deal| Appraisal { refused: Some(0.5), ..deal });
        assert_eq!(Criterion::Expected.choose(&refused, &mut rng), Some(2));
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
