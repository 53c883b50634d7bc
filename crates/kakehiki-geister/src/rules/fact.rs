//! What a player may not know, or say: the colours of ghosts.

use std::{fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};

use super::{
    ghost::Ghost,
    state::{Stage, State, opponent},
    view::View,
};

/// A ghost is bad, or good: `P1:C=bad`, `P1:C=good`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Whose ghost.
    pub owner: Seat,
    /// Which.
    pub ghost: Ghost,
    /// Whether it is bad, not good.
    pub is_bad: bool,
}

impl Fact {
    /// Whether it is true in a world; nothing is bad or good before the owner has set up.
    pub(super) fn holds(self, world: &State) -> bool {
        let bad = world.sides[self.owner.index()].bad;
        bad.is_some_and(|bad| bad.contains(self.ghost) == self.is_bad)
    }

    /// The facts that are open in a view: that a ghost is bad, for each that may be. A colour that
    /// follows from the counts is known, and before play begins there is none to wonder about.
    pub(super) fn open(view: &View) -> Vec<Self> {
        let unknown = view.unknown();
        if view.stage() == Stage::SetUp || [0, unknown.len()].contains(&view.unknown_bad_count()) {
            return Vec::new();
        }
        let owner = opponent(view.seat());
        unknown.iter().map(|ghost| Self { owner, ghost, is_bad: true }).collect()
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = if self.is_bad { "bad" } else { "good" };
        write!(formatter, "{}:{}={colour}", self.owner, self.ghost)
    }
}

impl FromStr for Fact {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let facts = Seat::all(2)
            .flat_map(|owner| Ghost::all().map(move |ghost| (owner, ghost)))
            .flat_map(|(owner, ghost)| [true, false].map(|is_bad| Self { owner, ghost, is_bad }))
            .find(|fact| fact.to_string() == text);
        facts.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a fact such as P1:C=bad or P1:C=good",
        })
    }
}
