//! How often something may be done.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use crate::Refusal;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    /// Acts in games, and everything else that a token allows.
    Act,
    /// Words.
    Talk,
}

impl Deed {
    /// How many a second, and how many at once.
    const fn allowance(self) -> (f64, f64) {
        match self {
            Self::Act => (20.0, 40.0),
            Self::Talk => (2.0, 4.0),
        }
    }
}

/// How many buckets are kept before full ones are thrown away.
const MANY: usize = 4096;

/// Buckets by whoever does something, which fill as time passes and lose by every deed.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    buckets: Mutex<HashMap<(u64, Deed), (f64, Instant)>>,
}

impl Rates {
    /// Counts one deed of somebody.
    ///
    /// # Errors
    /// If it was one too many.
    pub(crate) fn spend(&self, who: u64, deed: Deed) -> Result<(), Refusal> {
        self.spend_at(who, deed, Instant::now())
    }

    fn spend_at(&self, who: u64, deed: Deed, now: Instant) -> Result<(), Refusal> {
        let (a_second, most) = deed.allowance();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|(_, deed), (left, since)| {
                let (a_second, most) = deed.allowance();
                let passed = now.saturating_duration_since(*since).as_secs_f64();
                *left + passed * a_second < most
            });
        }
        let (left, since) = buckets.entry((who, deed)).or_insert((most, now));
        let passed = now.saturating_duration_since(*since).as_secs_f64();
        *left = (*left + passed * a_second).min(most);
        *since = now;
        if *left < 1.0 {
            return Err(Refusal::too_many("too many at once; wait a moment"));
        }
        *left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_so_many_a_second() {
        let (rates, start) = (Rates::default(), Instant::now());
        let spent = |time| {
            (0..100).take_while(|_| rates.spend_at(1, Deed::Act, start + time).is_ok()).count()
        };
        assert_eq!(spent(Duration::ZERO), 40);
        assert_eq!(spent(Duration::from_millis(500)), 10);
        assert_eq!(spent(Duration::from_mins(1)), 40);
        assert!(rates.spend_at(2, Deed::Act, start).is_ok(), "others are not held up");
        assert!(rates.spend_at(1, Deed::Talk, start).is_ok(), "nor is talk");
    }

    #[test]
    fn those_who_have_rested_are_forgotten() {
        let (rates, start) = (Rates::default(), Instant::now());
        for who in 0..2 * MANY as u64 {
            let time = start + Duration::from_secs(who);
            assert!(rates.spend_at(who, Deed::Act, time).is_ok());
        }
        assert!(rates.buckets.lock().unwrap().len() <= MANY + 1);
    }
}
