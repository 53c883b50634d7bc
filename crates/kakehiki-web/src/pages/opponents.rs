//! Whom a person meets: opponents by strength and style, and the tables that "Play now" lays.

use kakehiki_core::Seat;
use kakehiki_draw::Locale;
use serde::Serialize;

/// An agent that a person can choose by a few words instead of its full name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The key of the words.
    pub(crate) words: &'static str,
    /// The agent's full name.
    pub(crate) agent: &'static str,
}

const fn style(words: &'static str, agent: &'static str) -> Style {
    Style { words, agent }
}

const GEISTER: &[Style] = &[
    style("style-random", "random"),
    style("style-geister-charge", "charge"),
    style("style-geister-flat", "flat(playouts=400)"),
    style("style-geister-upp", "upp(playouts=1000)"),
    style("style-geister-isuct", "isuct(playouts=4000)"),
];
const NEGOGEISTER: &[Style] = &[
    style("style-random", "random+baseline(kind=random)"),
    style("style-negogeister-plain", "charge"),
    style("style-negogeister-strategy", "flat(playouts=400)+strategy"),
    style("style-negogeister-bargain", "upp(playouts=400)+bargain"),
];
const CATAN: &[Style] = &[
    style("style-random", "random"),
    style("style-catan-weighted", "weighted+rule"),
    style("style-catan-greedy", "greedy"),
    style("style-catan-rule", "greedy+rule"),
    style("style-catan-base", "nakazawa-base"),
    style("style-catan-presenting", "nakazawa-presenting"),
    style("style-catan-uct", "uct(playouts=200)+bargain(playouts=50)"),
];
const MONOPOLY: &[Style] = &[
    style("style-random", "random"),
    style("style-monopoly-moyer", "moyer-repaired"),
    style("style-monopoly-trader", "trader+value"),
];
const WEREWOLF: &[Style] = &[
    style("style-random", "random"),
    style("style-werewolf-sample", "sample-0.6"),
    style("style-werewolf-finalist", "finalist"),
];

/// The opponents of a game, the weakest first.
pub(crate) fn styles(game: &str) -> &'static [Style] {
    match game {
        "geister" => GEISTER,
        "negogeister" => NEGOGEISTER,
        "catan" => CATAN,
        "monopoly" => MONOPOLY,
        "werewolf" => WEREWOLF,
        _ => &[],
    }
}

/// The games that people can play in the browser.
pub(crate) const PLAYABLE: [&str; 3] = ["geister", "negogeister", "catan"];

/// A table that is laid by one click: options, opponents, and how long it takes about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) opponents: &'static [&'static str],
    pub(crate) minutes: u32,
}

/// What "Play now" and "Watch a game" begin. A person takes the first seat, and in a game of AIs the
/// first opponent once more.
pub(crate) fn ready(game: &str) -> Ready {
    match game {
        "geister" => Ready { options: &[], opponents: &["upp(playouts=400)"], minutes: 10 },
        "negogeister" => {
            Ready { options: &[], opponents: &["flat(playouts=400)+strategy"], minutes: 15 }
        }
        "catan" => Ready {
            options: &[("speaking", "on")],
            opponents: &["greedy+rule", "nakazawa-presenting", "weighted+rule"],
            minutes: 40,
        },
        "monopoly" => Ready {
            options: &[],
            opponents: &["trader+value", "moyer-repaired", "trader+value"],
            minutes: 60,
        },
        _ => Ready { options: &[("village", "11")], opponents: &["finalist"; 10], minutes: 15 },
    }
}

/// A seat as the programming interface takes it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatOrder {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// A match as the programming interface takes it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchOrder {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    seats: Vec<SeatOrder>,
    pace: &'static str,
    practice: bool,
}

/// The order that one click sends, with a person in the first seat or AIs in all.
pub(crate) fn order(game: &str, has_person: bool, locale: Locale) -> MatchOrder {
    let ready = ready(game);
    let agent = |agent| SeatOrder { kind: "agent", agent: Some(agent), name: None };
    let first = if has_person {
        SeatOrder { kind: "person", agent: None, name: Some(person_name(locale, Seat::new(0))) }
    } else {
        agent(ready.opponents[0])
    };
    let options = ready.options.iter().map(|(name, value)| ((*name).to_owned(), (*value).into()));
    MatchOrder {
        game: game.to_owned(),
        options: options.collect(),
        seats: [first].into_iter().chain(ready.opponents.iter().copied().map(agent)).collect(),
        pace: "natural",
        practice: false,
    }
}

/// The letter that names a seat.
pub(crate) fn letter(seat: Seat) -> String {
    char::from(b'A' + (seat.index() % 26) as u8).to_string()
}

/// How a person is called who has said no name.
pub(crate) fn person_name(locale: Locale, seat: Seat) -> String {
    locale.say("new-name-default", &[("letter", letter(seat).into())])
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;
    use kakehiki_games::{GAMES, find};

    use super::*;

    #[test]
    fn every_opponent_sits_down_and_has_words() {
        for game in GAMES {
            let table = game.open(&Settings::defaults(game.options()));
            let styles = styles(game.name());
            assert!(!styles.is_empty(), "{}", game.name());
            for Style { words, agent } in styles {
                table.cast(&agent.parse().unwrap()).unwrap();
                assert!(Locale::ALL.iter().all(|locale| locale.knows(words)), "{words}");
            }
        }
    }

    #[test]
    fn the_tables_of_one_click_can_be_opened() {
        for game in GAMES {
            let ready = ready(game.name());
            let game = find(game.name()).unwrap();
            let options = ready.options.iter().copied();
            let table = game.open(&Settings::new(game.name(), game.options(), options).unwrap());
            assert_eq!(table.seats(), ready.opponents.len() + 1, "{}", game.name());
            for agent in ready.opponents {
                table.cast(&agent.parse().unwrap()).unwrap();
            }
        }
    }
}
