//! How far two who say yes or no agree.

use kakehiki_arena::Interval;

use crate::Row;

/// The answers of two to the same questions, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    both_accept: u64,
    both_refuse: u64,
    only_first: u64,
    only_second: u64,
}

impl Agreement {
    /// Counts pairs of answers.
    pub(super) fn of(pairs: impl Iterator<Item = (bool, bool)>) -> Self {
        let mut agreement = Self::default();
        for pair in pairs {
            *match pair {
                (true, true) => &mut agreement.both_accept,
                (false, false) => &mut agreement.both_refuse,
                (true, false) => &mut agreement.only_first,
                (false, true) => &mut agreement.only_second,
            } += 1;
        }
        agreement
    }

    pub(super) fn same(self) -> u64 {
        self.both_accept + self.both_refuse
    }

    pub(super) fn all(self) -> u64 {
        self.same() + self.only_first + self.only_second
    }

    /// Whether one of the two always says the same.
    fn is_constant(self) -> bool {
        let first = [self.both_accept + self.only_first, self.both_refuse + self.only_second];
        let second = [self.both_accept + self.only_second, self.both_refuse + self.only_first];
        first.contains(&0) || second.contains(&0)
    }

    /// The share of equal answers that two who answer independently, each as often yes as here,
    /// would get.
    fn by_chance(self) -> f64 {
        let all = self.all() as f64;
        let first = (self.both_accept + self.only_first) as f64 / all;
        let second = (self.both_accept + self.only_second) as f64 / all;
        first.mul_add(second, (1.0 - first) * (1.0 - second))
    }

    /// Cohen's kappa, `(p − e) / (1 − e)` with the share `p` of equal answers and the share `e` by
    /// chance; `None` where both always say the same one thing or nothing was asked.
    ///
    /// Its interval is that of `p`, with `e` taken as known.
    pub(super) fn kappa(self) -> Option<(f64, Interval)> {
        let chance = self.by_chance();
        if self.all() == 0 || chance >= 1.0 {
            return None;
        }
        let kappa = |share: f64| (share - chance) / (1.0 - chance);
        let Interval { low, high } = Interval::wilson(self.same(), self.all());
        let value = kappa(self.same() as f64 / self.all() as f64);
        Some((value, Interval { low: kappa(low), high: kappa(high) }))
    }

    /// The share of equal answers and kappa, as far as there are any.
    pub(super) fn rows(self, name: &str, among: &str) -> Vec<Row> {
        let share = Row::share(name, &format!("agreement, {among}"), self.same(), self.all());
        // The kappa of one who always says the same is 0 by definition: that is no measurement.
        let kappa = self.kappa().map(|(kappa, interval)| {
            let interval = Some(interval).filter(|_| !self.is_constant());
            Row::new(name, format!("kappa, {among}"), kappa, interval, self.all())
        });
        let share = (self.all() > 0).then_some(share);
        share.into_iter().chain(kappa).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{miyasako2020::FIGURES, published::published};

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 5e-4
    }

    #[test]
    fn the_published_answers_agree_as_the_paper_says() {
        let answers = |who: &str| published::<Vec<bool>>(FIGURES, &format!("answers.{who}"));
        let pairs = answers("miyapoly").into_iter().zip(answers("person"));
        let agreement = Agreement::of(pairs);
        assert_eq!((agreement.same(), agreement.all()), (22, 30));
        let counts =
            |kind: &str, what| published::<u64>(FIGURES, &format!("agreement.{kind}.{what}"));
        assert_eq!(counts("easy", "same") + counts("hard", "same"), 22);
        assert_eq!(counts("easy", "different") + counts("hard", "different"), 8);
        let (kappa, _) = agreement.kappa().unwrap();
        assert!(close(kappa, 0.4667), "{kappa}");
    }

    #[test]
    fn kappa_is_that_of_the_textbook() {
        // 20 both yes, 15 both no, 5 and 10 apart: p = 0.7, e = 0.5, kappa = 0.4.
        let pairs = [(20, true, true), (15, false, false), (5, true, false), (10, false, true)];
        let repeat = |(count, one, other)| std::iter::repeat_n((one, other), count);
        let (kappa, interval) = Agreement::of(pairs.into_iter().flat_map(repeat)).kappa().unwrap();
        assert!(close(kappa, 0.4), "{kappa}");
        assert!(interval.low < kappa && kappa < interval.high);
        // Always the same answer tells nothing.
        let constant = Agreement::of([(true, true), (true, false)].into_iter());
        assert!(close(constant.kappa().unwrap().0, 0.0));
        assert_eq!(Agreement::of([(true, true)].into_iter()).kappa(), None);
        assert_eq!(Agreement::default().kappa(), None);
        assert!(Agreement::default().rows("nobody", "nothing").is_empty());
    }
}
