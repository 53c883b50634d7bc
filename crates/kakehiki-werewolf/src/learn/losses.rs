//! The survivors of the village in the games that were lost last.

/// The number of lost games over which the usual number of survivors is taken.
const MEMORY: usize = 1000;

/// What is remembered of lost games, oldest first, and what is new among it.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    survivors: Vec<u8>,
    known: usize,
    /// Of the last [`MEMORY`] games.
    sum: u32,
}

impl Losses {
    /// What an earlier training left.
    pub fn new(survivors: &[u8]) -> Self {
        let survivors = survivors[survivors.len().saturating_sub(MEMORY)..].to_vec();
        let sum = survivors.iter().map(|count| u32::from(*count)).sum();
        Self { known: survivors.len(), survivors, sum }
    }

    /// Adds a game.
    pub fn add(&mut self, survivors: u8) {
        self.survivors.push(survivors);
        self.sum += u32::from(survivors);
        if let Some(place) = self.survivors.len().checked_sub(MEMORY + 1) {
            self.sum -= u32::from(self.survivors[place]);
        }
    }

    /// The mean over the last thousand lost games; `None` before the first one.
    pub fn usual(&self) -> Option<f32> {
        let count = self.survivors.len().min(MEMORY);
        (count > 0).then(|| self.sum as f32 / count as f32)
    }

    /// Takes over the games that another has added since it began as this one did.
    pub fn follow(&mut self, other: &Self) {
        other.survivors[other.known..].iter().for_each(|count| self.add(*count));
    }

    /// The games that count, oldest first.
    pub fn last(&self) -> &[u8] {
        &self.survivors[self.survivors.len().saturating_sub(MEMORY)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_last_thousand() {
        let mut losses = Losses::new(&[]);
        assert_eq!(losses.usual(), None);
        losses.add(4);
        assert_eq!(losses.usual(), Some(4.0));
        (0..999).for_each(|_| losses.add(6));
        assert_eq!(losses.usual(), Some(5.998));
        losses.add(6);
        assert_eq!(losses.usual(), Some(6.0));
        let again = Losses::new(losses.last());
        assert_eq!((again.usual(), again.last().len()), (Some(6.0), 1000));
        let mut worker = again.clone();
        worker.add(1);
        let mut together = again;
        together.follow(&worker);
        assert_eq!(together.last(), worker.last());
    }
}
