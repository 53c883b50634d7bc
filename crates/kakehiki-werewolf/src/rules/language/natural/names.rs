//! The names by which players call each other.

use kakehiki_core::{Seat, Tongue};

use crate::rules::{language::telling::LONGEST_NAME, role::MAX_PLAYERS};

/// Names that are given to players who have none; none of them begins with another.
const JAPANESE: [&str; MAX_PLAYERS] = [
    "アオイ",
    "イツキ",
    "ウタ",
    "エマ",
    "カエデ",
    "キョウコ",
    "ケンタ",
    "コハル",
    "サトシ",
    "シオリ",
    "スミレ",
    "タケル",
    "チヒロ",
    "ナオキ",
    "ハルカ",
    "ヒナタ",
    "マコト",
    "ユウジ",
];
const ENGLISH: [&str; MAX_PLAYERS] = [
    "Aoi", "Itsuki", "Uta", "Emma", "Kaede", "Kyoko", "Kenta", "Koharu", "Satoshi", "Shiori",
    "Sumire", "Takeru", "Chihiro", "Naoki", "Haruka", "Hinata", "Makoto", "Yuji",
];

/// The names of all players of a village, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(Vec<String>);

impl Names {
    /// These names; nothing where one is empty, overlong or begins with another, so that nobody could
    /// tell who is meant.
    pub fn new(names: Vec<String>) -> Option<Self> {
        let is_fit = |name: &String| {
            !name.is_empty()
                && name.chars().count() <= LONGEST_NAME
                && !name.contains('@')
                && !name.chars().any(|letter| letter.is_whitespace() || letter.is_control())
        };
        let is_clear = names.iter().enumerate().all(|(place, name)| {
            let others = names.iter().enumerate().filter(|(other, _)| *other != place);
            is_fit(name) && others.into_iter().all(|(_, other)| !other.starts_with(name.as_str()))
        });
        (is_clear && names.len() <= MAX_PLAYERS).then_some(Self(names))
    }

    /// Names of this language for so many players, of which the one in the first place is drawn.
    pub fn common(tongue: Tongue, players: usize, first: usize) -> Self {
        let pool = match tongue {
            Tongue::Japanese => JAPANESE,
            Tongue::English => ENGLISH,
        };
        let names = pool.iter().cycle().skip(first % pool.len()).take(players.min(MAX_PLAYERS));
        Self(names.map(|name| (*name).to_owned()).collect())
    }

    /// The name of a player.
    pub fn name(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("", String::as_str)
    }

    /// The player of exactly this name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        self.0.iter().position(|known| known == name).map(Seat::new)
    }

    /// All of them with their seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.0.iter().enumerate().map(|(place, name)| (Seat::new(place), name.as_str()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_told_apart() {
        for tongue in Tongue::ALL {
            let names = Names::common(tongue, MAX_PLAYERS, 5);
            assert_eq!(Names::new(names.0.clone()).as_ref(), Some(&names));
            assert_eq!(names.seat(names.name(Seat::new(7))), Some(Seat::new(7)));
        }
        let given = |names: &[&str]| Names::new(names.iter().map(ToString::to_string).collect());
        assert!(given(&["リン", "タクミ"]).is_some());
        for bad in [["Rin", "Rina"], ["Rin", "Rin"], ["Rin", ""], ["Rin", "a b"], ["Rin", "@Aoi"]] {
            assert_eq!(given(&bad), None, "{bad:?}");
        }
    }
}
