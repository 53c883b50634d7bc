//! What players wonder about: who has which role.

use std::{fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};
use serde::{Deserialize, Serialize};

use super::{
    facts::Facts,
    phase::Phase,
    role::{DEALT_ROLES, Role, Species},
    rules::Werewolf,
    state::State,
    view::View,
};

/// What may be hidden from a player, or claimed by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// A player has a role, written `P3=WEREWOLF`.
    IsRole(Seat, Role),
    /// A seer found this out about a player, written `P1 divined P3=HUMAN`.
    Divined(Seat, Seat, Species),
    /// A medium found this out about a player, written `P1 identified P3=HUMAN`.
    Identified(Seat, Seat, Species),
}

impl Fact {
    /// Whether it is true in a world. A reported result is true if it is right and whoever is said
    /// to have found it can have found it.
    pub(super) fn holds(self, world: &State) -> bool {
        let is = |seat: Seat, species: Species| {
            species == Species::Any || world.role(seat).species() == species
        };
        match self {
            Self::IsRole(target, role) => role == Role::Any || world.role(target) == role,
            Self::Divined(who, target, species) => {
                world.role(who) == Role::Seer && is(target, species)
            }
            Self::Identified(who, target, species) => {
                world.role(who) == Role::Medium
                    && !world.alive().contains(target)
                    && is(target, species)
            }
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsRole(seat, role) => write!(formatter, "{seat}={role}"),
            Self::Divined(who, target, species) => {
                write!(formatter, "{who} divined {target}={species}")
            }
            Self::Identified(who, target, species) => {
                write!(formatter, "{who} identified {target}={species}")
            }
        }
    }
}

impl FromStr for Fact {
    type Err = NotationError;

    /// Roles may be given in small letters too.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (left, right) = text.split_once('=')?;
            let right = right.to_ascii_uppercase();
            let words: Vec<&str> = left.split(' ').collect();
            match words[..] {
                [seat] => {
                    let role: Role = right.parse().ok()?;
                    DEALT_ROLES.contains(&role).then_some(Self::IsRole(seat.parse().ok()?, role))
                }
                [who, verb, target] => {
                    let (who, target) = (who.parse().ok()?, target.parse().ok()?);
                    match verb {
                        "divined" => Some(Self::Divined(who, target, right.parse().ok()?)),
                        "identified" => Some(Self::Identified(who, target, right.parse().ok()?)),
                        _ => None,
                    }
                }
                _ => None,
            }
        };
        read().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "the role of a player, such as P3=WEREWOLF, or what was found out about one",
        })
    }
}

impl Werewolf {
    /// The roles that other players, dead or alive, may have, as far as the player of a view does
    /// not know better: by its own role, its fellows, its results, and who was found dead.
    pub(super) fn open_facts(&self, view: &View) -> Vec<Fact> {
        if matches!(view.phase, Phase::Deal | Phase::Over) {
            return Vec::new();
        }
        let known = Facts::new(&self.options, view);
        let mut left = self.options.roles;
        let wolves = &mut left[Role::Werewolf.index()];
        *wolves = wolves.saturating_sub(known.wolves.len() as u8);
        if view.role != Role::Werewolf {
            let own = &mut left[view.role.index()];
            *own = own.saturating_sub(1);
        }
        let others = Seat::all(self.options.players)
            .filter(|seat| *seat != view.seat && !known.wolves.contains(*seat));
        let mut facts = Vec::new();
        for seat in others {
            let may_be = |role: &Role| {
                left[role.index()] > 0
                    && match role {
                        Role::Werewolf => !known.humans.contains(seat),
                        Role::Bodyguard => known.guardians.contains(seat),
                        _ => true,
                    }
            };
            let first = facts.len();
            let roles = DEALT_ROLES.into_iter().filter(may_be);
            facts.extend(roles.map(|role| Fact::IsRole(seat, role)));
            // A role that no other is left to doubt is known.
            if facts.len() == first + 1 {
                facts.truncate(first);
            }
        }
        facts
    }
}
