//! The negotiation strategies that the paper lists and does not test, in a round robin.

use kakehiki_arena::{Draft, Pairing};
use kakehiki_bargain::Criterion;
use kakehiki_core::Parameter;
use kakehiki_geister::{Asking, Showing};
use strum::VariantNames;

use crate::{Order, Report, Row, Sizes, Study, StudyError};

pub(crate) const STRATEGIES: Study = Study {
    id: "mishio2015/strategies",
    title: "The negotiation strategies of section 4.4 against each other in NEGOGeister",
    about: "Section 4.4 of the paper lists ways to choose the ghost to ask for and ways to \
            decide whether to show one, and leaves the test to later work. Here every way of \
            asking meets every way of showing, together with the generic negotiator under each \
            criterion, in a round robin with seats rotated; all move by the same flat search, so \
            only the negotiation differs. 100 games for each pair at scale 1; nothing was \
            published.",
    parameters: &[
        Parameter::integer(
            "playouts",
            (1, 1_000_000),
            "300",
            "playouts for a move, the same for all",
        ),
        Parameter::integer(
            "value-playouts",
            (1, 1_000_000),
            "140",
            "playouts for the UPP feature in the values of the ghosts",
        ),
        Parameter::integer(
            "worlds",
            (2, 1_000_000),
            "70",
            "worlds that the generic negotiator samples",
        ),
        Parameter::number(
            "threshold",
            (0.0, 100.0),
            "0.25",
            "what is far above, and what is little more",
        ),
    ],
    sizes: Some(
        Sizes::scales(0.01, 0.01, 0.05)
            .cheaper(&[("playouts", "30"), ("value-playouts", "14"), ("worlds", "10")], &[])
            .cheapest(&[("playouts", "10"), ("value-playouts", "5"), ("worlds", "4")]),
    ),
    run,
};

/// Games of a pair at scale 1.
const GAMES: u64 = 100;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let mover = format!("flat(playouts={})", settings.text("playouts"));
    // Who never shows anything may ask for what it likes: nothing comes of it.
    let mut names = vec!["show never".to_owned()];
    let mut agents = vec![format!("{mover}+baseline(kind=never)")];
    for ask in Asking::VARIANTS {
        for show in Showing::VARIANTS.iter().filter(|show| **show != "never") {
            names.push(format!("ask {ask}, show {show}"));
            agents.push(format!(
                "{mover}+strategy(ask={ask}, show={show}, threshold={}, playouts={})",
                settings.text("threshold"),
                settings.text("value-playouts"),
            ));
        }
    }
    for criterion in Criterion::VARIANTS {
        names.push(format!("bargain {criterion}"));
        let worlds = settings.text("worlds");
        agents.push(format!("{mover}+bargain(criterion={criterion}, worlds={worlds})"));
    }
    let agents: Vec<&str> = agents.iter().map(String::as_str).collect();
    let draft = Draft {
        rotate: true,
        pairing: Pairing::RoundRobin,
        ..Draft::new("negogeister", &agents, order.scaled(GAMES).div_ceil(2))
    };
    let standings = order.play("round-robin", draft, None)?;
    let (mut rows, mut agreed_rows) = (Vec::new(), Vec::new());
    for (name, agent) in names.iter().zip(&standings.agents) {
        rows.push(Row::outcome(name, agent));
        let pair = ["agreed", "requests"];
        agreed_rows.extend(Row::counters(name, "requests agreed", &agent.counters, pair));
    }
    rows.sort_by(|one, other| other.measured.total_cmp(&one.measured));
    rows.extend(agreed_rows);
    let notes = vec![format!(
        "{} games, all moving by {mover}; draws {}.",
        standings.games, standings.draws
    )];
    Ok(Report::new(&STRATEGIES, order, rows, notes))
}
