//! Shares of a plan that are played apart from each other.

use std::{fmt, ops::Range, str::FromStr};

/// One of `of` equal shares of a plan, written `i/n` and counted from one.
///
/// ```
/// use kakehiki_arena::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.range(10), 3..6);
/// # Ok::<(), kakehiki_arena::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// The text is not a share of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shard {text:?}: expected i/n with i from 1 to n, such as 1/8")]
pub struct ShardError {
    /// The text that was given.
    pub text: String,
}

impl Shard {
    /// The whole plan as one share.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The `index`-th of `of` shares, counted from one.
    ///
    /// # Errors
    /// If `index` is not from 1 to `of`.
    pub fn new(index: u64, of: u64) -> Result<Self, ShardError> {
        if (1..=of).contains(&index) {
            Ok(Self { index, of })
        } else {
            Err(ShardError { text: format!("{index}/{of}") })
        }
    }

    /// Which share it is, counted from one.
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many shares there are.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// The matches of this share of a plan: neighbours, so that shards one after the other are the
    /// plan in its order.
    pub fn range(self, matches: u64) -> Range<u64> {
        let cut = |index: u64| {
            // The quotient is at most `matches`, so it fits.
            (u128::from(matches) * u128::from(index) / u128::from(self.of)) as u64
        };
        cut(self.index - 1)..cut(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let error = || ShardError { text: text.to_owned() };
        let (index, of) = text.split_once('/').ok_or_else(error)?;
        let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| error());
        Self::new(number(index)?, number(of)?).map_err(|_| error())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shards_are_read_as_they_are_written() {
        let shard: Shard = " 3 / 7".parse().unwrap();
        assert_eq!(shard.to_string(), "3/7");
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/2", "a/b", "1/2/3"] {
            let message = wrong.parse::<Shard>().unwrap_err().to_string();
            assert!(message.contains("from 1 to n"), "{message}");
        }
    }

    proptest! {
        #[test]
        fn shards_together_are_the_plan_and_share_no_match(
            matches in prop_oneof![0_u64..200, Just(u64::MAX), any::<u64>()],
            of in 1_u64..300,
        ) {
            let mut next = 0;
            for index in 1..=of {
                let range = Shard::new(index, of).unwrap().range(matches);
                prop_assert_eq!(range.start, next);
                prop_assert!(range.end >= range.start);
                let size = range.end - range.start;
                prop_assert!(size == matches / of || size == matches / of + 1);
                next = range.end;
            }
            prop_assert_eq!(next, matches);
        }
    }
}
