//! What participants are asked: two questions at the start of every own turn, and a questionnaire.

use kakehiki_catan::{Hand, Resource};
use kakehiki_core::Tongue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter};

/// Which of its two games a participant plays, by whom it plays against.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Opponent {
    /// The base player.
    Base,
    /// The player that makes statements before it negotiates.
    Presenting,
}

impl Opponent {
    /// Both, in the order of the paper's tables.
    pub const ALL: [Self; 2] = [Self::Base, Self::Presenting];

    /// The agent that plays it.
    pub const fn agent(self) -> &'static str {
        match self {
            Self::Base => "nakazawa-base",
            Self::Presenting => "nakazawa-presenting",
        }
    }
}

/// One line of `answers.jsonl`: what a participant says at the start of one of its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Answer {
    /// Which game it is about.
    pub game: Opponent,
    /// The number of the turn in the game, those of both players counted.
    pub turn: u16,
    /// The last line of the game's log when the question was answered, its first line being 1.
    pub line: u64,
    /// The resource that the other is held to have most of.
    pub most_held: Resource,
    /// The resource that the participant wants to get from the other.
    pub wanted: Resource,
}

/// Which way to win a participant went, of the three that the paper describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Strategy {
    /// Many settlements.
    Settlements,
    /// Cities first.
    Cities,
    /// Development cards.
    Cards,
}

/// `questionnaire.json`: what a participant says after both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Questionnaire {
    /// Whether the statements were of help in negotiating.
    pub statements_helped: bool,
    /// Which opponent felt more like a person.
    pub more_like_a_person: Opponent,
    /// Which opponent was easier to negotiate with.
    pub easier_to_negotiate: Opponent,
    /// The strategy that was used.
    pub strategy: Strategy,
    /// The language in which the participant played.
    pub language: Tongue,
}

/// What is said at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) most_held: Resource,
    pub(super) wanted: Resource,
}

impl Said {
    /// Whether the other holds of no resource more than of the one that was named.
    pub(super) fn is_right(self, held: Hand) -> bool {
        let most = held.counts().into_iter().max();
        most == Some(held.count(self.most_held))
    }
}
