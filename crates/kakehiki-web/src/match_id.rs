//! The names of matches.

use std::{fmt, io, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::token::random;

/// The name of a match, which is also the name of its log: small letters, digits and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct MatchId(String);

const LONGEST: usize = 40;

impl MatchId {
    /// A name that no other match has.
    pub(crate) fn fresh() -> io::Result<Self> {
        let bytes: [u8; 8] = random()?;
        Ok(Self(format!("{:016x}", u64::from_le_bytes(bytes))))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The text is no name of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match is named by small letters, digits and hyphens, {LONGEST} at most")]
pub struct NoMatchId;

impl FromStr for MatchId {
    type Err = NoMatchId;

    fn from_str(text: &str) -> Result<Self, NoMatchId> {
        // Names become parts of paths: nothing else may get through.
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(fits) {
            return Err(NoMatchId);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for MatchId {
    type Error = NoMatchId;

    fn try_from(text: String) -> Result<Self, NoMatchId> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        for wrong in ["", ".", "..", "a/b", "a\\b", "A", "a.b", "é", "a\0", &"a".repeat(41)] {
            assert_eq!(wrong.parse::<MatchId>(), Err(NoMatchId), "{wrong:?}");
        }
        let fresh = MatchId::fresh().unwrap();
        assert_eq!(fresh.as_str().parse(), Ok(fresh.clone()));
        assert_ne!(fresh, MatchId::fresh().unwrap());
    }
}
