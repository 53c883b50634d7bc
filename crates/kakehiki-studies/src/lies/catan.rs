//! One who speaks at a table of Catan, and others who listen.

use kakehiki_arena::Draft;
use kakehiki_bargain::MEMORY;
use kakehiki_core::{Kind, Parameter};

use crate::{Order, Report, Row, Sizes, Study, StudyError};

pub(crate) const CATAN: Study = Study {
    id: "lies/catan",
    title: "One who speaks among others who listen, by what it says and how far they believe it",
    about: "Nakazawa (2018) leaves to the future statements that are chosen by their effect, more \
            than two players, and listeners who discount what they hear. Here one player who \
            speaks meets others who listen. All play alike, by `player`. The one is silent, says \
            what it knows to be true, says anything, says what it knows to be false, or says what \
            makes the others most likely to take the trades that it wants (`persuade`). The \
            others believe nothing (deaf), nearly everything (trusting), as far as the speaker \
            has proved honest (calibrated), the same without any credit in advance (wary), or, \
            one level up, as one who knows that it faces `persuade` and has rehearsed against it \
            (foreseeing). They remember what the setting `memory` says; one who remembers \
            everything knows most hands, and there is little to lie about. Every rotation of the \
            seats is played under the same luck. Matches are series of `series` games, in which \
            listeners remember who was honest. A mean outcome of one half, third or quarter is \
            what equal players get. At scale 1 there are 600 games a row.",
    parameters: &[
        Parameter::integer("players", (2, 4), "3", "the players at the table"),
        Parameter { default: "last:20", ..MEMORY },
        Parameter {
            name: "player",
            kind: Kind::Text,
            default: "greedy(worlds=1)+bargain(playouts=20, shortlist=6, cutoff=30)",
            help: "who moves and trades",
        },
        Parameter::integer("series", (1, 1000), "5", "the games of a match"),
        Parameter::integer("playouts", (1, 100_000), "16", "playouts of each trade by `persuade`"),
        Parameter::number(
            "trusted",
            (0.0, 1.0),
            "0.7",
            "how far `persuade` thinks that it is believed",
        ),
    ],
    sizes: Some(Sizes::scales(0.001, 0.005, 0.1).cheapest(HASTY)),
    run,
};

/// Players who hardly think, for a look at whether everything works.
const HASTY: &[(&str, &str)] = &[
    ("players", "2"),
    ("player", "greedy(worlds=1)+bargain(playouts=4, shortlist=2, cutoff=10)"),
    ("series", "1"),
    ("playouts", "2"),
];

/// Games of a row at scale 1.
const GAMES: u64 = 600;

const LISTENERS: [&str; 5] = ["deaf", "trusting", "calibrated", "wary", FORESEEING];
const FORESEEING: &str = "foreseeing";

/// How somebody persuades, or expects others to.
fn persuading(order: &Order<'_>) -> String {
    let [playouts, trusted, memory] =
        ["playouts", "trusted", MEMORY.name].map(|name| order.settings.text(name));
    format!("(playouts={playouts}, cutoff=20, trusted={trusted}, memory={memory})")
}

/// What the one says, by the part that talks.
fn speakers(order: &Order<'_>) -> [(&'static str, String); 5] {
    [
        ("silent", String::new()),
        ("truth", "+speak(kind=truth, rate=1)".to_owned()),
        ("random", "+speak(kind=random, rate=1)".to_owned()),
        ("lies", "+speak(kind=lies, rate=1)".to_owned()),
        ("persuade", format!("+persuade{}", persuading(order))),
    ]
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let players = settings.integer("players") as u64;
    let series = settings.integer("series") as u64;
    order.memory_span()?;
    let memory = settings.text("memory");
    // Whole series, with the one in each of the seats.
    let matches = order.scaled(GAMES).div_ceil(players * series);
    let speakers = speakers(order);
    let total = (LISTENERS.len() * speakers.len()) as u64 * matches * players * series;
    let (mut rows, mut notes, mut done) = (Vec::new(), Vec::new(), 0);
    for words in LISTENERS {
        let listens = |words: &str| match words {
            FORESEEING => format!("+foresee{}", persuading(order)),
            _ => format!("+listen(words={words}, memory={memory})"),
        };
        let player = settings.text("player");
        let other = format!("{player}{}", listens(words));
        for (kind, speech) in &speakers {
            // The one believes nothing itself: what it hears is the same in all rows.
            let one = format!("{player}{speech}{}", listens("deaf"));
            let mut agents = vec![other.as_str(); players as usize];
            agents[0] = &one;
            let options = [("players", settings.text("players")), ("speaking", "on")];
            let draft = Draft {
                rotate: true,
                series,
                options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
                ..Draft::new("catan", &agents, matches * series)
            };
            let folder = format!("{words}-{kind}");
            let standings = order.play(&folder, draft, Some((done, total)))?;
            done += matches * players * series;
            let agent = &standings.agents[0];
            let title = format!("{kind} among {words}");
            rows.push(Row::outcome(&title, agent));
            let share = Row::counters(
                &title,
                "own offers taken",
                &agent.counters,
                ["offers-taken", "offers"],
            );
            rows.extend(share);
            let sum = |counter: &str| {
                let sum = agent.counters.sums().find(|(name, _)| *name == counter);
                sum.map_or(0.0, |(_, sum)| sum as f64) / agent.games.max(1) as f64
            };
            notes.push(format!(
                "{title}: {:.2} offers a game, {:.2} taken.",
                sum("offers"),
                sum("offers-taken"),
            ));
        }
    }
    Ok(Report::new(&CATAN, order, rows, notes))
}
