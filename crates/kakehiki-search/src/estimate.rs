//! What a search found out about an action.

/// What a search found out about one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<A> {
    /// The action.
    pub action: A,
    /// The mean reward of the searching seat, in wins; 0 where nothing was played.
    pub mean: f64,
    /// How many playouts the mean rests on.
    pub visits: u64,
    /// The standard error of the mean; infinite below two playouts.
    ///
    /// It takes the playouts for independent. Those of a tree search are not: there the later ones
    /// are better aimed than the earlier, and the error says how far the playouts scattered, not
    /// how far the mean is from the truth.
    pub standard_error: f64,
}

/// The sums over some playouts from which an estimate follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) visits: u64,
    pub(crate) total: f64,
    pub(crate) squares: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.total += reward;
        self.squares += reward * reward;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.visits += other.visits;
        self.total += other.total;
        self.squares += other.squares;
    }

    pub(crate) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total / self.visits as f64 }
    }

    pub(crate) fn standard_error(&self) -> f64 {
        if self.visits < 2 {
            return f64::INFINITY;
        }
        let visits = self.visits as f64;
        let variance = (self.squares - self.total * self.mean()).max(0.0) / (visits - 1.0);
        (variance / visits).sqrt()
    }

    pub(crate) fn estimate<A>(&self, action: A) -> Estimate<A> {
        Estimate {
            action,
            mean: self.mean(),
            visits: self.visits,
            standard_error: self.standard_error(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_that_of_the_textbook() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean(), tally.standard_error()), (0.0, f64::INFINITY));
        for reward in [1.0, 0.0, 0.0, 1.0, 0.5] {
            tally.add(reward);
        }
        // The variance of the five is 1/4, and of their mean 1/20.
        assert!((tally.mean() - 0.5).abs() < 1e-12);
        assert!((tally.standard_error() - 0.05_f64.sqrt()).abs() < 1e-12);
    }
}
