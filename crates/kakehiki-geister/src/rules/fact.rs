//! What a player may not know: the colours of the other's ghosts.

use std::{fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};

use super::{
    ghost::Ghost,
    state::{Stage, State, opponent},
    view::View,
};

/// A ghost is bad: `P1:C=bad`. If that is not so, it is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Whose ghost.
    pub owner: Seat,
    /// Which.
    pub ghost: Ghost,
}

impl Fact {
    /// Whether it is true in a world; nothing is bad before the owner has set up.
    pub(super) fn holds(self, world: &State) -> bool {
        world.bad(self.owner).contains(self.ghost)
    }

    /// The facts that are open in a view. A colour that follows from the counts is known, and
    /// before play begins there is none to wonder about.
    pub(super) fn open(view: &View) -> Vec<Self> {
        let unknown = view.unknown();
        if view.stage() == Stage::SetUp || [0, unknown.len()].contains(&view.unknown_bad_count()) {
            return Vec::new();
        }
        let owner = opponent(view.seat());
        unknown.iter().map(|ghost| Self { owner, ghost }).collect()
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}=bad", self.owner, self.ghost)
    }
}

impl FromStr for Fact {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let facts = Seat::all(2)
            .flat_map(|owner| Ghost::all().map(move |ghost| Self { owner, ghost }))
            .find(|fact| fact.to_string() == text);
        facts.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a fact such as P1:C=bad",
        })
    }
}
