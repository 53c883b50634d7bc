//! The languages that people are spoken to in.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Tongue {
    /// English, `en`.
    #[serde(rename = "en")]
    English,
    /// Japanese, `ja`.
    #[serde(rename = "ja")]
    Japanese,
}

impl Tongue {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];
}

impl fmt::Display for Tongue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::English => "en",
            Self::Japanese => "ja",
        })
    }
}

impl FromStr for Tongue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tongue = Self::ALL.into_iter().find(|tongue| tongue.to_string() == text);
        tongue.ok_or_else(|| format!("{text:?} is no language that is spoken here: en or ja"))
    }
}
