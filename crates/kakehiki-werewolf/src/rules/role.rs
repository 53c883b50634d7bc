//! Roles, the sides they play for, and what a divination tells of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

/// A role, in the order in which roles are dealt.
///
/// [`Freemason`](Self::Freemason), [`Fox`](Self::Fox) and [`Any`](Self::Any) are words of the
/// language only: no village of the table deals them.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantArray,
    JsonSchema,
)]
#[strum(serialize_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Role {
    /// Protects one other player each night from the first day on.
    Bodyguard,
    /// Would know the other freemasons.
    Freemason,
    /// Learns each morning whether the executed player was a werewolf.
    Medium,
    /// A human who wins with the werewolves and does not know them.
    Possessed,
    /// Learns each night whether one player is a werewolf.
    Seer,
    /// Has no power.
    #[default]
    Villager,
    /// Knows the other werewolves and attacks with them at night.
    Werewolf,
    /// Would survive attacks and die of a divination.
    Fox,
    /// Whatever role: only ever said.
    Any,
}

/// The number of roles that a village can deal, and of the words for them.
pub const ROLES: usize = 9;

/// The six roles that villages deal, in the order of the deal.
pub const DEALT_ROLES: [Role; 6] =
    [Role::Bodyguard, Role::Medium, Role::Possessed, Role::Seer, Role::Villager, Role::Werewolf];

/// What a divination tells.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantArray,
    JsonSchema,
)]
#[strum(serialize_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Species {
    /// Everybody but a werewolf, the possessed included.
    Human,
    /// A werewolf.
    Werewolf,
    /// Either: only ever said.
    Any,
}

/// Who wins together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, JsonSchema)]
#[strum(serialize_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum Team {
    /// The village.
    Villager,
    /// The werewolves and the possessed.
    Werewolf,
}

impl Role {
    /// The role's number in the order of the deal.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role of a number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::VARIANTS.get(index).copied()
    }

    /// What a divination of this role tells.
    #[inline]
    pub const fn species(self) -> Species {
        match self {
            Self::Werewolf => Species::Werewolf,
            _ => Species::Human,
        }
    }

    /// Whom this role wins with.
    #[inline]
    pub const fn team(self) -> Team {
        match self {
            Self::Werewolf | Self::Possessed => Team::Werewolf,
            _ => Team::Villager,
        }
    }
}

impl Species {
    /// The species of a number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::VARIANTS.get(index).copied()
    }
}

/// How many seats of each role a village deals, by [`Role::index`].
pub type RoleCounts = [u8; ROLES];

/// The fewest players of a village.
pub const MIN_PLAYERS: usize = 3;
/// The most players of a village.
pub const MAX_PLAYERS: usize = 18;

/// The roles of a village of so many players; `None` where the table has no such village.
pub const fn role_counts(players: usize) -> Option<RoleCounts> {
    if players < MIN_PLAYERS || players > MAX_PLAYERS {
        return None;
    }
    let bodyguard = (players >= 10) as u8;
    let medium = (players >= 8) as u8;
    let possessed = (players == 5 || players == 6 || players >= 10) as u8;
    let werewolves = match players {
        3..=6 => 1,
        7..=11 => 2,
        _ => 3,
    };
    let villagers = players as u8 - bodyguard - medium - possessed - 1 - werewolves;
    let mut counts = [0; ROLES];
    counts[Role::Bodyguard.index()] = bodyguard;
    counts[Role::Medium.index()] = medium;
    counts[Role::Possessed.index()] = possessed;
    counts[Role::Seer.index()] = 1;
    counts[Role::Villager.index()] = villagers;
    counts[Role::Werewolf.index()] = werewolves;
    Some(counts)
}

/// The same at the server for natural language, which deals all roles from nine players on.
pub const fn natural_role_counts(players: usize) -> Option<RoleCounts> {
    let Some(mut counts) = role_counts(players) else { return None };
    if players == 9 {
        counts[Role::Bodyguard.index()] = 1;
        counts[Role::Possessed.index()] = 1;
        counts[Role::Villager.index()] = 3;
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn villages_deal_what_the_table_says() {
        // Bodyguard, medium, possessed, seer, villager, werewolf for each number of players.
        let table = [
            (3, [0, 0, 0, 1, 1, 1]),
            (4, [0, 0, 0, 1, 2, 1]),
            (5, [0, 0, 1, 1, 2, 1]),
            (6, [0, 0, 1, 1, 3, 1]),
            (7, [0, 0, 0, 1, 4, 2]),
            (8, [0, 1, 0, 1, 4, 2]),
            (9, [0, 1, 0, 1, 5, 2]),
            (10, [1, 1, 1, 1, 4, 2]),
            (11, [1, 1, 1, 1, 5, 2]),
            (12, [1, 1, 1, 1, 5, 3]),
            (13, [1, 1, 1, 1, 6, 3]),
            (14, [1, 1, 1, 1, 7, 3]),
            (15, [1, 1, 1, 1, 8, 3]),
            (16, [1, 1, 1, 1, 9, 3]),
            (17, [1, 1, 1, 1, 10, 3]),
            (18, [1, 1, 1, 1, 11, 3]),
        ];
        for (players, row) in table {
            let counts = role_counts(players).unwrap();
            assert_eq!(DEALT_ROLES.map(|role| counts[role.index()]), row, "{players} players");
            assert_eq!(counts.iter().map(|count| usize::from(*count)).sum::<usize>(), players);
        }
        assert_eq!(role_counts(2), None);
        assert_eq!(role_counts(19), None);
    }
}
