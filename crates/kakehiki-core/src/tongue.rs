//! The languages that people are spoken to in.

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
