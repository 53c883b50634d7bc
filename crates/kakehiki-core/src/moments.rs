//! A running mean and variance.

/// Numbers that come one by one: their count, mean and scatter.
///
/// Kept are the sum and the sum of squares. Rewards and lengths of games are small, so that little
/// is lost by subtracting them, and parts that are merged in a fixed order give the same bits on
/// any number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the numbers of another.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many there are.
    #[inline]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The sum of their squares.
    pub const fn squares(&self) -> f64 {
        self.squares
    }

    /// Their mean; 0 where there is none.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// The sum of their squared deviations from the mean.
    pub fn scatter(&self) -> f64 {
        (self.squares - self.sum * self.mean()).max(0.0)
    }

    /// The variance of what they are drawn from; infinite below two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { f64::INFINITY } else { self.scatter() / (self.count as f64 - 1.0) }
    }

    /// The variance of their mean; infinite below two.
    pub fn variance_of_mean(&self) -> f64 {
        self.variance() / self.count.max(1) as f64
    }

    /// The standard error of their mean; infinite below two.
    pub fn standard_error(&self) -> f64 {
        self.variance_of_mean().sqrt()
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut moments = Self::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_the_textbook() {
        let rewards: Moments = [1.0, 0.0, 0.0, 1.0, 0.5].into_iter().collect();
        // The variance of the five is 1/4, and of their mean 1/20.
        assert_eq!((rewards.count(), rewards.squares()), (5, 2.25));
        assert!((rewards.mean() - 0.5).abs() < 1e-12);
        assert!((rewards.scatter() - 1.0).abs() < 1e-12);
        assert!((rewards.variance() - 0.25).abs() < 1e-12);
        assert!((rewards.standard_error() - 0.05_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn few_numbers_say_little() {
        let none = Moments::default();
        assert_eq!((none.mean(), none.standard_error()), (0.0, f64::INFINITY));
        let one: Moments = [0.3].into_iter().collect();
        assert_eq!((one.mean(), one.standard_error()), (0.3, f64::INFINITY));
        // Rounding must not make the scatter of equal numbers negative.
        let equal: Moments = [0.1; 10].into_iter().collect();
        assert!((0.0..1e-15).contains(&equal.scatter()));
    }

    #[test]
    fn parts_add_up() {
        let (mut first, second): (Moments, Moments) =
            ([1.0, 2.0].into_iter().collect(), [4.0].into_iter().collect());
        first.merge(&second);
        assert_eq!(first, [1.0, 2.0, 4.0].into_iter().collect());
    }
}
