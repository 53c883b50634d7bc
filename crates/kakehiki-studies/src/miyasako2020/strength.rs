//! How much better miyapoly plays than its base player, answering only and proposing too.

use kakehiki_arena::Draft;
use kakehiki_core::Parameter;

use super::RULES;
use crate::{Order, Report, Row, Sizes, Study, StudyError};

pub(crate) const STRENGTH: Study = Study {
    id: "miyasako2020/strength",
    title: "Matches of miyapoly against its base player and a value trader, for two to four",
    about: "The paper compares answers and plays no games; it leaves more than two players and \
            proposals of its own to the future. Here one player of a kind meets one, two or three \
            of another under the rules of the paper's program, games being undecided after 1,000 \
            turns, with every rotation of the seats under the same luck. `answering` is the \
            paper's miyapoly: the base player with its answers replaced, which includes its \
            answers to counter-offers. `proposing` also weighs up to `propose` deals before the \
            first throw of every turn and offers the one it wants most, if a partner who goes by \
            list prices might take it. Two rows are there for comparison: the base player alone \
            against the trader, and a base player that takes every counter-offer to its own \
            proposal, which the paper's program leaves to the person at the screen. The base \
            player makes one kind of offer, once in a game, and counters that same offer, so \
            against it there is little else to answer; how much there was is in the notes. A mean \
            outcome counts a win as 1 and a game without a winner as an equal share for all, so \
            that players of equal strength get one half, third or quarter. Nothing is published \
            beside it. At scale 1 there are 4,000 games with answers only and 480 with proposals \
            in each row.",
    parameters: &[
        Parameter::integer(
            "playouts",
            (1, 1_000_000),
            "1000",
            "the most playouts of each branch when it only answers",
        ),
        Parameter::integer("propose", (1, 1000), "6", "deals that it weighs for a proposal"),
        Parameter::integer(
            "proposal-playouts",
            (1, 1_000_000),
            "400",
            "the most playouts of each branch when it also proposes",
        ),
        Parameter::integer(
            "players",
            (2, 4),
            "4",
            "the largest table; smaller ones are played too",
        ),
    ],
    sizes: Some(
        Sizes::scales(0.001, 0.01, 0.05)
            .cheapest(&[("playouts", "50"), ("proposal-playouts", "20")]),
    ),
    run,
};

/// Games of a row at scale 1 without proposals of its own, and with them, which take longer.
const GAMES: u64 = 4000;
const PROPOSING_GAMES: u64 = 480;

/// One who meets others.
struct Contest {
    name: &'static str,
    one: String,
    others: &'static str,
    games: u64,
}

fn contests(order: &Order<'_>) -> Vec<Contest> {
    let settings = &order.settings;
    let answering = format!("moyer+miyapoly(playouts={})", settings.text("playouts"));
    let proposing = format!(
        "moyer+miyapoly(playouts={}, propose={})",
        settings.text("proposal-playouts"),
        settings.text("propose")
    );
    let base = "moyer".to_owned();
    let taking = "moyer(counters=accept)".to_owned();
    let contest = |name, one: &String, others, games| Contest {
        name,
        one: one.clone(),
        others,
        games: order.scaled(games),
    };
    vec![
        contest("answering against moyer", &answering, "moyer", GAMES),
        contest("proposing against moyer", &proposing, "moyer", PROPOSING_GAMES),
        contest("moyer taking counters against moyer", &taking, "moyer", GAMES),
        contest("moyer against trader", &base, "trader", GAMES),
        contest("answering against trader", &answering, "trader", GAMES),
        contest("proposing against trader", &proposing, "trader", PROPOSING_GAMES),
    ]
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let contests = contests(order);
    let tables = 2..=order.settings.integer("players") as usize;
    // Every game of a contest is played with the one in each of the seats.
    let rounds = |games: u64, players: usize| games.div_ceil(players as u64);
    let all = tables.clone().flat_map(|players| contests.iter().map(move |it| (players, it)));
    let total = all.map(|(players, it)| players as u64 * rounds(it.games, players)).sum();
    let mut done = 0;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for players in tables {
        for Contest { name, one, others, games } in &contests {
            let mut agents = vec![*others; players];
            agents[0] = one;
            let rules = [("rules", RULES.to_owned()), ("players", players.to_string())];
            let options = rules.map(|(name, value)| (name.to_owned(), value));
            let games = rounds(*games, players);
            let draft = Draft {
                rotate: true,
                options: options.into(),
                ..Draft::new("monopoly", &agents, games)
            };
            let folder = format!("{players}-{}", name.replace(' ', "-"));
            let standings = order.play(&folder, draft, Some((done, total)))?;
            done += players as u64 * games;
            let agent = &standings.agents[0];
            let title = format!("{players} players, {name}");
            rows.push(Row::outcome(&title, agent));
            let a_game = |counter: &str| {
                let sum = agent.counters.sums().find(|(name, _)| *name == counter);
                sum.map_or(0.0, |(_, sum)| sum as f64) / agent.games.max(1) as f64
            };
            notes.push(format!(
                "{title}: {:.2} offers received a game, {:.2} made; {:.2} offers and \
                 counter-offers accepted, {:.2} of its own taken; {} wins and {} undecided of {}.",
                a_game("offers-received"),
                a_game("offers"),
                a_game("accepted"),
                a_game("offers-taken"),
                agent.wins,
                standings.undecided,
                agent.games,
            ));
        }
    }
    Ok(Report::new(&STRENGTH, order, rows, notes))
}
