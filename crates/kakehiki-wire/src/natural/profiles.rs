//! Who players are at a server for natural language: a name for each, and what its client is told of it.

use std::collections::BTreeMap;

use kakehiki_core::{Seed, Tongue};
use kakehiki_games::Numbers;
use kakehiki_werewolf::{MAX_PLAYERS, Names};
use rand::seq::SliceRandom;
use serde::Deserialize;

/// Characters of whom those of each game are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profiles(Vec<Profile>);

/// A character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Profile {
    name: String,
    /// Lines of the form `label: value`.
    description: String,
}

/// Why characters cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfilesError {
    /// They are not written as they should be.
    #[error("{0}")]
    Text(String),
    /// Names get in each other's way.
    #[error(
        "{0:?} and {1:?} cannot both be names: a name has no blanks and no @, is not long, and does \
         not begin another"
    )]
    Names(String, String),
    /// There are fewer than players.
    #[error("there are {has} profiles for {needs} players")]
    TooFew {
        /// How many there are.
        has: usize,
        /// How many players a game has.
        needs: usize,
    },
}

/// A file of characters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    #[serde(flatten)]
    others: BTreeMap<String, toml::Value>,
}

impl Profiles {
    /// Characters of whom only a name in this language is told.
    pub fn common(tongue: Tongue) -> Self {
        let names = Names::common(tongue, MAX_PLAYERS, 0);
        let profile = |name: &str| Profile { name: name.to_owned(), description: String::new() };
        Self(names.iter().map(|(_, name)| profile(name)).collect())
    }

    /// Reads characters from TOML, for games of so many players: a table `[[profile]]` for each, with a
    /// `name` and any other values, which its client is told under their keys.
    ///
    /// # Errors
    /// If they are written otherwise, are too few, or their names cannot be told apart.
    pub fn read(text: &str, players: usize) -> Result<Self, ProfilesError> {
        let file: File =
            toml::from_str(text).map_err(|error| ProfilesError::Text(error.to_string()))?;
        let profile = |Entry { name, others }: Entry| {
            let lines = others.iter().map(|(label, value)| match value.as_str() {
                Some(text) => format!("{label}: {text}"),
                None => format!("{label}: {value}"),
            });
            Profile { name, description: lines.collect::<Vec<_>>().join("\n") }
        };
        let profiles: Vec<Profile> = file.profile.into_iter().map(profile).collect();
        for (place, one) in profiles.iter().enumerate() {
            for other in &profiles[..place] {
                let (one, other) = (one.name.clone(), other.name.clone());
                if Names::new(vec![one.clone(), other.clone()]).is_none() {
                    return Err(ProfilesError::Names(one, other));
                }
            }
        }
        if profiles.len() < players {
            return Err(ProfilesError::TooFew { has: profiles.len(), needs: players });
        }
        Ok(Self(profiles))
    }

    /// Draws those of a game, with what is told of each. They sit in the order of their names, by which
    /// clients number them who are not told where anybody sits.
    pub(super) fn draw(&self, players: usize, numbers: Numbers) -> (Names, Vec<String>) {
        let seed = Seed::experiment(numbers.seed).derive("names", numbers.r#match);
        let mut drawn = self.0.clone();
        drawn.shuffle(&mut seed.rng_at(numbers.game_index));
        drawn.truncate(players);
        drawn.sort();
        let names = drawn.iter().map(|profile| profile.name.clone()).collect();
        // They were found fit for each other when they were read.
        let names =
            Names::new(names).unwrap_or_else(|| Names::common(Tongue::Japanese, players, 0));
        (names, drawn.into_iter().map(|profile| profile.description).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "
        [[profile]]
        name = \"Rin\"
        Age = \"9\"
        Character = \"quiet\"
        [[profile]]
        name = \"Kenji\"
        [[profile]]
        name = \"Toshio\"
        Age = 70
        [[profile]]
        name = \"Minako\"
    ";

    #[test]
    fn characters_are_drawn_by_the_seed() {
        let profiles = Profiles::read(FOUR, 3).unwrap();
        let draw = |number| profiles.draw(3, Numbers { seed: 1, r#match: number, game_index: 0 });
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..50 {
            let (names, told) = draw(number);
            assert_eq!(draw(number), (names.clone(), told.clone()));
            let names: Vec<&str> = names.iter().map(|(_, name)| name).collect();
            assert!(names.is_sorted());
            for (name, told) in names.iter().zip(told) {
                let expected = match *name {
                    "Rin" => "Age: 9\nCharacter: quiet",
                    "Toshio" => "Age: 70",
                    _ => "",
                };
                assert_eq!(told, expected);
            }
            seen.insert(names.join(" "));
        }
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn characters_that_cannot_be_played_are_refused() {
        let refused = |text: &str, problem: &str| {
            let error = Profiles::read(text, 3).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        };
        refused("", "profile");
        refused("[[profile]]\nage = \"9\"", "name");
        refused("[[profile]]\nname = \"Rin\"\n[[profile]]\nname = \"Rina\"", "Rina");
        refused("[[profile]]\nname = \"Rin\"\n[[profile]]\nname = \"a b\"", "a b");
        refused("[[profile]]\nname = \"Rin\"\n[[profile]]\nname = \"Ken\"", "2 profiles for 3");
    }
}
