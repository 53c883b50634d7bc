//! Whether a measured figure agrees with a published one, by a rule that is the same for all.

use kakehiki_arena::Interval;
use kakehiki_chart::{Comparability, FindingVerdict, Verdict};
use serde::Serialize;
use statrs::function::erf::erfc;

use crate::Row;

/// The point below which 97.5 % of a normal distribution lie.
const NORMAL_POINT: f64 = 1.959_964;

/// The difference that counts for nothing unless a study says otherwise: three points of a share.
pub(crate) const MARGIN: f64 = 0.03;

/// Another row against which a row shows an effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Baseline {
    /// What the paper says of it.
    pub(crate) published: f64,
    /// What was measured, and its interval.
    pub(crate) measured: f64,
    pub(crate) ci95: Option<Interval>,
}

/// The standard error behind an interval; an exact figure has none.
pub(crate) fn standard_error(ci95: Option<Interval>) -> f64 {
    ci95.map_or(0.0, |interval| (interval.high - interval.low) / (2.0 * NORMAL_POINT))
}

/// The interval of a difference of two independent figures with these standard errors.
pub(crate) fn difference(value: f64, errors: [f64; 2]) -> Interval {
    let half = NORMAL_POINT * errors[0].hypot(errors[1]);
    Interval { low: value - half, high: value + half }
}

/// Fewer games than this have no scatter to speak of.
const LEAST_GAMES: u64 = 30;

/// Whether an interval lies on one side of zero.
fn excludes_zero(interval: Interval) -> bool {
    interval.low > 0.0 || interval.high < 0.0
}

impl Row {
    /// The interval of measured less published, where both are there. A published share has the error
    /// of its own number of trials; where that is not known it is taken as it is printed.
    pub(crate) fn difference(&self) -> Option<Interval> {
        let published = self.published?;
        Some(difference(
            self.measured - published,
            [standard_error(self.ci95), self.published_error()],
        ))
    }

    /// The standard error of the published figure, as far as it is known.
    fn published_error(&self) -> f64 {
        if let Some(error) = self.published_error {
            return error;
        }
        match (self.published, self.published_n) {
            (Some(share @ 0.0..=1.0), Some(trials)) if trials > 0 => {
                (share * (1.0 - share) / trials as f64).sqrt()
            }
            _ => 0.0,
        }
    }

    /// What the figure says of the published one; nothing where none is published.
    pub(crate) fn judge(&self) -> Option<Verdict> {
        let interval = self.difference()?;
        if self.comparability != Comparability::Replication {
            return Some(Verdict::NotComparable);
        }
        let is_within = interval.low >= -self.margin && interval.high <= self.margin;
        if excludes_zero(interval) && !is_within {
            let is_same = self.baseline.is_some_and(|baseline| self.has_published_sign(baseline));
            return Some(if is_same { Verdict::SameDirection } else { Verdict::Differs });
        }
        let is_known = (interval.high - interval.low) / 2.0 <= self.margin;
        Some(if is_known { Verdict::Agrees } else { Verdict::TooFewGames })
    }

    /// Whether the effect against a baseline is there, with the sign that the paper gives it.
    fn has_published_sign(&self, baseline: Baseline) -> bool {
        let Some(published) = self.published else { return false };
        let errors = [standard_error(self.ci95), standard_error(baseline.ci95)];
        let effect = difference(self.measured - baseline.measured, errors);
        excludes_zero(effect)
            && (published - baseline.published) * (self.measured - baseline.measured) > 0.0
    }

    /// Whose games are too few, where the verdict is that: the greater part of the error is theirs.
    pub fn whose_games(&self) -> &'static str {
        if standard_error(self.ci95) >= self.published_error() { "our" } else { "the paper's" }
    }
}

/// How many of some rows differ beyond what that many comparisons would bring by chance, by the rule
/// of Holm at one in twenty.
pub(crate) fn holm<'a>(rows: impl Iterator<Item = &'a Row>) -> usize {
    let mut chances: Vec<f64> = rows.filter_map(chance).collect();
    chances.sort_by(f64::total_cmp);
    let all = chances.len();
    let below = |(place, chance): (usize, &f64)| *chance <= 0.05 / (all - place) as f64;
    chances.iter().enumerate().take_while(|(place, chance)| below((*place, chance))).count()
}

/// How likely so great a difference is by chance if there is none.
fn chance(row: &Row) -> Option<f64> {
    let interval = row.difference().filter(|_| row.comparability == Comparability::Replication)?;
    let error = (interval.high - interval.low) / (2.0 * NORMAL_POINT);
    let difference = f64::midpoint(interval.low, interval.high);
    // Both tails of the normal distribution.
    Some(erfc((difference / error.max(f64::MIN_POSITIVE)).abs() / std::f64::consts::SQRT_2))
}

/// What a paper concludes, and whether that holds here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The conclusion, in the paper's sense.
    pub finding: String,
    /// Whether it holds.
    pub verdict: FindingVerdict,
    /// What was tested, with its figure.
    pub test: String,
}

/// Whether an effect is above zero, by its interval.
fn is_positive(effect: Interval) -> FindingVerdict {
    if effect.low > 0.0 {
        FindingVerdict::Holds
    } else if effect.high < 0.0 {
        FindingVerdict::DoesNotHold
    } else {
        FindingVerdict::Undecided
    }
}

/// Whether an effect counts for nothing, by its interval and a margin.
fn is_negligible(effect: Interval, margin: f64) -> FindingVerdict {
    if effect.low > -margin && effect.high < margin {
        FindingVerdict::Holds
    } else if effect.low > margin || effect.high < -margin {
        FindingVerdict::DoesNotHold
    } else {
        FindingVerdict::Undecided
    }
}

/// Whether an effect is not above zero by more than a margin.
fn is_at_most(effect: Interval, margin: f64) -> FindingVerdict {
    if effect.high < margin {
        FindingVerdict::Holds
    } else if effect.low > margin {
        FindingVerdict::DoesNotHold
    } else {
        FindingVerdict::Undecided
    }
}

/// Whether two things hold together.
fn both(one: FindingVerdict, other: FindingVerdict) -> FindingVerdict {
    match (one, other) {
        (FindingVerdict::Holds, FindingVerdict::Holds) => FindingVerdict::Holds,
        (FindingVerdict::DoesNotHold, _) | (_, FindingVerdict::DoesNotHold) => {
            FindingVerdict::DoesNotHold
        }
        _ => FindingVerdict::Undecided,
    }
}

impl Finding {
    /// That an effect is above zero. One that is not, and is known well enough to be none that counts,
    /// does not hold either.
    pub(crate) fn positive(finding: &str, what: &str, effect: Interval, margin: f64) -> Self {
        let none = is_negligible(effect, margin);
        let verdict = match is_positive(effect) {
            FindingVerdict::Undecided if none == FindingVerdict::Holds => {
                FindingVerdict::DoesNotHold
            }
            verdict => verdict,
        };
        Self { finding: finding.to_owned(), verdict, test: tested(what, effect) }
    }

    /// That the figure of a row is above zero; undecided where it rests on so few games that all of
    /// them may be alike by chance.
    pub(crate) fn positive_row(finding: &str, row: &Row, margin: f64) -> Self {
        let tested = Self::positive(finding, &row.metric, interval_of(row), margin);
        let is_known = row.games >= LEAST_GAMES;
        let verdict = if is_known { tested.verdict } else { FindingVerdict::Undecided };
        Self { verdict, ..tested }
    }

    /// That an effect is none that counts.
    pub(crate) fn negligible(finding: &str, what: &str, effect: Interval, margin: f64) -> Self {
        let verdict = is_negligible(effect, margin);
        Self { finding: finding.to_owned(), verdict, test: tested(what, effect) }
    }

    /// That something does no harm: that an effect is not above zero by as much as counts. Below zero it
    /// may be.
    pub(crate) fn spared(finding: &str, what: &str, effect: Interval, margin: f64) -> Self {
        let verdict = is_at_most(effect, margin);
        Self { finding: finding.to_owned(), verdict, test: tested(what, effect) }
    }

    /// That each of some rows is above another by its interval, `what` being in which way: one may be
    /// missing where nothing was counted, and then nothing is said.
    pub(crate) fn each_above<'a>(
        finding: &str,
        what: &str,
        pairs: impl IntoIterator<Item = (&'a str, Option<[&'a Row; 2]>)>,
    ) -> Option<Self> {
        let tests: Option<Vec<Self>> = pairs
            .into_iter()
            .map(|(name, pair)| {
                pair.map(|[one, other]| Self::positive("", name, between(one, other), 0.0))
            })
            .collect();
        Self::together(finding, what, tests?)
    }

    /// That several things hold together, `what` being what was tested of each; nothing if there are none.
    pub(crate) fn together(finding: &str, what: &str, tests: Vec<Self>) -> Option<Self> {
        let verdict = tests.iter().map(|test| test.verdict).reduce(both)?;
        let tests: Vec<String> = tests.into_iter().map(|test| test.test).collect();
        let test = format!("{what}, {}", tests.join("; "));
        Some(Self { finding: finding.to_owned(), verdict, test })
    }
}

/// A test in words.
fn tested(what: &str, effect: Interval) -> String {
    let middle = f64::midpoint(effect.low, effect.high);
    format!("{what}: {middle:+.3} ({:+.3} – {:+.3})", effect.low, effect.high)
}

/// The interval of a measured row.
pub(crate) fn interval_of(row: &Row) -> Interval {
    row.ci95.unwrap_or(Interval { low: row.measured, high: row.measured })
}

/// The interval of the difference of two measured rows.
pub(crate) fn between(one: &Row, other: &Row) -> Interval {
    difference(
        one.measured - other.measured,
        [standard_error(one.ci95), standard_error(other.ci95)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(published: f64, published_n: Option<u64>, successes: u64, trials: u64) -> Row {
        Row { published_n, ..Row::share("row", "share", successes, trials).beside(published) }
    }

    #[test]
    fn the_rule_gives_each_verdict_where_it_should() {
        // Far apart, and known.
        assert_eq!(row(0.5, None, 600, 1000).judge(), Some(Verdict::Differs));
        // Equal, and known to three points.
        assert_eq!(row(0.6, None, 6000, 10_000).judge(), Some(Verdict::Agrees));
        // Apart for certain, and still within the margin.
        let near = row(0.585, None, 60_000, 100_000);
        assert!(excludes_zero(near.difference().unwrap()));
        assert_eq!(near.judge(), Some(Verdict::Agrees));
        // Equal, and not known.
        let few = row(0.6, None, 6, 10);
        assert_eq!((few.judge(), few.whose_games()), (Some(Verdict::TooFewGames), "our"));
        let theirs = row(0.6, Some(30), 60_000, 100_000);
        assert_eq!(
            (theirs.judge(), theirs.whose_games()),
            (Some(Verdict::TooFewGames), "the paper's")
        );
        // What the paper's own games leave open is no difference.
        assert_eq!(row(0.5, Some(30), 600, 1000).judge(), Some(Verdict::TooFewGames));
        let substituted =
            Row { comparability: Comparability::Substituted, ..row(0.5, None, 600, 1000) };
        assert_eq!(substituted.judge(), Some(Verdict::NotComparable));
        assert_eq!(Row::share("row", "share", 1, 2).judge(), None);
    }

    #[test]
    fn an_effect_with_the_published_sign_is_of_the_same_direction() {
        let baseline = |measured: f64| Baseline {
            published: 0.25,
            measured,
            ci95: Some(Interval { low: measured - 0.01, high: measured + 0.01 }),
        };
        let with =
            |measured: f64| Row { baseline: Some(baseline(measured)), ..row(0.3, None, 400, 1000) };
        assert_eq!(with(0.25).judge(), Some(Verdict::SameDirection));
        assert_eq!(with(0.45).judge(), Some(Verdict::Differs), "the other sign");
        assert_eq!(with(0.39).judge(), Some(Verdict::Differs), "no effect for certain");
    }

    #[test]
    fn holm_counts_what_chance_would_not_bring() {
        let rows: Vec<Row> = (0..20).map(|_| row(0.5, None, 5000, 10_000)).collect();
        assert_eq!(holm(rows.iter()), 0);
        // One in twenty beyond two standard errors is what chance brings.
        let mut rows = rows;
        rows[0] = row(0.5, None, 5105, 10_000);
        assert_eq!((rows[0].judge(), holm(rows.iter())), (Some(Verdict::Agrees), 0));
        rows[1] = row(0.5, None, 5600, 10_000);
        assert_eq!(holm(rows.iter()), 1);
    }

    #[test]
    fn findings_hold_or_not_by_their_intervals() {
        let of = |low: f64, high: f64| {
            Finding::positive("it grows", "more", Interval { low, high }, 0.01).verdict
        };
        assert_eq!(of(0.001, 0.1), FindingVerdict::Holds);
        assert_eq!(of(-0.1, -0.001), FindingVerdict::DoesNotHold);
        assert_eq!(of(-0.1, 0.1), FindingVerdict::Undecided);
        assert_eq!(of(-0.005, 0.005), FindingVerdict::DoesNotHold, "no effect that counts");
        let none = |low: f64, high: f64| is_negligible(Interval { low, high }, 0.01);
        assert_eq!(none(-0.005, 0.005), FindingVerdict::Holds);
        assert_eq!(none(0.02, 0.03), FindingVerdict::DoesNotHold);
        assert_eq!(none(0.0, 0.03), FindingVerdict::Undecided);
        let harmless = |low: f64, high: f64| is_at_most(Interval { low, high }, 0.01);
        assert_eq!(harmless(-0.1, 0.005), FindingVerdict::Holds, "below zero it may be");
        assert_eq!(harmless(0.02, 0.03), FindingVerdict::DoesNotHold);
        assert_eq!(harmless(-0.1, 0.03), FindingVerdict::Undecided);
        assert_eq!(
            both(FindingVerdict::Holds, FindingVerdict::Undecided),
            FindingVerdict::Undecided
        );
    }

    #[test]
    fn what_holds_of_all_holds_of_each() {
        let rows = [700, 500, 501].map(|successes| row(0.5, None, successes, 1000));
        let [high, low, near] = &rows;
        let verdict = |pairs: &[Option<[&Row; 2]>]| {
            let named = pairs.iter().map(|pair| ("row", *pair));
            Finding::each_above("all are above", "share", named).map(|finding| finding.verdict)
        };
        assert_eq!(verdict(&[Some([high, low]), Some([high, near])]), Some(FindingVerdict::Holds));
        let open = [Some([high, low]), Some([near, low])];
        assert_eq!(verdict(&open), Some(FindingVerdict::Undecided));
        let wrong = [Some([near, low]), Some([low, high])];
        assert_eq!(verdict(&wrong), Some(FindingVerdict::DoesNotHold));
        assert_eq!(verdict(&[Some([high, low]), None]), None);
        assert_eq!(verdict(&[]), None);
    }
}
