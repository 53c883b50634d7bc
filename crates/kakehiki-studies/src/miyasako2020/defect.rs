//! The refusal of a cheap colour, with the base player's hotel defect and without it.

use kakehiki_arena::PairedMean;
use kakehiki_bargain::{Belief, Branch, Standpoint};
use kakehiki_core::{Game, Observed, Parameter, Seat, Seed};
use kakehiki_monopoly::{Action, Colour, Deal, Miyapoly, Monopoly, Moyer, State, self_play_state};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::game;
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    list::List,
    verdict::{MARGIN, between},
};

pub(crate) const DEFECT: Study = Study {
    id: "miyasako2020/defect",
    title: "A colour for 1: refused because of the colour, or of a defect of the base player?",
    about: "The paper's miyapoly refuses to complete brown for $1, which the paper takes for a \
            weakness of brown. Its base player, however, goes on paying for buildings where \
            hotels stand already, and a cheap colour has its hotels soon: from then on it burns \
            its cash every turn. Here positions of base players' games at turns 20 to 90 are \
            taken in which the answerer lacks one street of `colour` that the proposer, on turn, \
            has; the street is offered for $1: once in any such position, once only where nobody \
            has a complete colour yet, as in the paper's position as far as it is described. \
            Both branches are played out 1,000 times by the base player as it is, by one that \
            stops building at hotels and is otherwise the same, and by one that also sells \
            buildings to pay its debts. Rates count a draw as half a win; a position is accepted \
            if its rate is higher then. 150 positions of each kind at scale 1. The paper has one \
            position and no such comparison, so nothing is published beside these rows; \
            miyasako2020/position-6 has its table.",
    parameters: &[
        Parameter::choice(
            "colour",
            &["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue"],
            "brown",
            "the colour that is completed",
        ),
        Parameter::integer("playouts", (1, 1_000_000), "1000", "playouts of each branch"),
    ],
    sizes: Some(Sizes::scales(0.01, 0.1, 1.0)),
    run,
};

const POSITIONS: u64 = 150;

/// The kinds of positions: whether the colour would be the first that is complete.
const KINDS: [(&str, bool); 2] = [("any position", false), ("no colour complete", true)];

/// The players of the playouts.
const HABITS: [(&str, Moyer); 3] = [
    ("pays on top of hotels", Moyer::FAITHFUL),
    ("stops at hotels", Moyer { stops_at_hotels: true, ..Moyer::FAITHFUL }),
    ("repaired", Moyer::REPAIRED),
];

/// A game in which the player on turn can give the other the last street of a colour.
fn find(game: &Monopoly, colour: Colour, is_first: bool, experiment: u64) -> Option<(State, Deal)> {
    let mut rng = Seed::experiment(experiment).derive("turns", 0).rng();
    let turns = rng.random_range(20..=90);
    let state = self_play_state(game, Moyer::FAITHFUL, experiment, turns)?;
    let is_complete = |seat| Colour::ALL.into_iter().any(|colour| state.has_set(seat, colour));
    if is_first && Seat::all(game.seats()).any(is_complete) {
        return None;
    }
    let proposer = state.mover();
    let answerer = Seat::all(game.seats()).find(|seat| *seat != proposer)?;
    let missing = colour.streets().without(state.deeds(answerer));
    let is_offered = missing.len() == 1 && state.deeds(proposer).contains_all(missing);
    let deal: Deal = Deal { gives: missing, cash: -1, ..Deal::between(proposer, answerer) };
    let is_legal = is_offered && game.check(&state, &Action::Propose(deal)).is_ok();
    is_legal.then_some((state, deal))
}

/// What the answerer gets in one position: halves of a win and playouts, refusing and accepting.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Measured {
    refuse: u64,
    accept: u64,
    playouts: u64,
}

fn measure(
    game: &Monopoly,
    (state, deal): &(State, Deal),
    policy: Moyer,
    playouts: u32,
    seed: Seed,
) -> Measured {
    let mut state = state.clone();
    game.play_unchecked(&mut state, &Action::Propose(*deal));
    let view = game.view(&state, &(), deal.partner);
    let belief = Belief::plain(game, &view);
    let at = Standpoint::new(game, &view, deal.partner, &belief);
    let negotiator = Miyapoly { policy, playouts, stop: 0.0, ..Miyapoly::default() };
    let branches = negotiator.compare(&at, deal, &mut seed.rng());
    let halves = |branch: &Branch| {
        2 * u64::from(branch.wins(deal.partner)) + u64::from(branch.draws(deal.partner))
    };
    Measured {
        refuse: halves(&branches.without),
        accept: halves(&branches.with),
        playouts: u64::from(playouts),
    }
}

/// The first positions of a kind that the seed leads to.
fn find_all(
    order: &Order<'_>,
    game: &Monopoly,
    colour: Colour,
    is_first: bool,
) -> Vec<(State, Deal)> {
    let wanted = order.scaled(POSITIONS) as usize;
    let first = order.seed.wrapping_mul(1_000_000);
    let experiments = (0..).map(|index| first.wrapping_add(index));
    let going_on = experiments.take_while(|_| !order.is_interrupted());
    let found = going_on.filter_map(|experiment| find(game, colour, is_first, experiment));
    found.take(wanted).collect()
}

/// Plays out all positions with one base player. `done` were played out before.
fn measure_all(
    order: &Order<'_>,
    game: &Monopoly,
    positions: &[(State, Deal)],
    (name, policy): (&str, Moyer),
    done: usize,
) -> Result<Vec<Measured>, StudyError> {
    let playouts = order.settings.integer("playouts") as u32;
    let seed = Seed::experiment(order.seed).derive("defect", 0);
    let total = KINDS.len() * HABITS.len() * positions.len();
    let list = List {
        name: &name.replace([' ', ','], "-"),
        of: &format!(
            "measured 1: {name}, colour {}, {playouts} playouts, seed {}",
            order.settings.text("colour"),
            order.seed
        ),
        count: positions.len() as u64,
        progress: Some((done as u64, total as u64)),
    };
    order.each(&list, |index| {
        let seed = seed.derive("position", index);
        Ok(measure(game, &positions[index as usize], policy, playouts, seed))
    })
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let game = game();
    let colour: Colour = order.settings.choice("colour");
    let (mut rows, mut done) = (Vec::new(), 0);
    for (kind, is_first) in KINDS {
        let positions = find_all(order, &game, colour, is_first);
        order.go_on()?;
        for (name, policy) in HABITS {
            let called = format!("{kind}, {name}");
            let measured = measure_all(order, &game, &positions, (&called, policy), done)?;
            done += positions.len();
            let is_accepted = |one: &&Measured| one.accept > one.refuse;
            let accepted = measured.iter().filter(is_accepted).count() as u64;
            let title = |what: &str| format!("{kind}, {name}: {what}");
            let count = measured.len() as u64;
            rows.push(Row::share(&title("accepted"), "share of positions", accepted, count));
            rows.push(rate(&title("rate after accepting"), &measured, |one| one.accept));
            rows.push(rate(&title("rate after refusing"), &measured, |one| one.refuse));
        }
    }
    let notes = vec![format!("The last street of {colour} is offered for 1.")];
    let accepted = |kind: &str, name: &str| {
        let title = format!("{kind}, {name}: accepted");
        rows.iter().find(|row| row.row == title)
    };
    let (kind, ((first, _), (last, _))) = (KINDS[0].0, (HABITS[0], HABITS[HABITS.len() - 1]));
    let pair = accepted(kind, last).zip(accepted(kind, first));
    let findings = pair.map(|(without, with)| {
        Finding::positive(
            "The cheap colour is refused because of a defect of the base player",
            &format!("accepted with playouts by {last} less {first}"),
            between(without, with),
            MARGIN,
        )
    });
    let findings = findings.into_iter().collect();
    Ok(Report::new(&DEFECT, order, rows, notes).concluding(findings))
}

/// The mean rate over positions, with an interval that knows which playouts share a position.
fn rate(name: &str, measured: &[Measured], halves: impl Fn(&Measured) -> u64) -> Row {
    let mut mean = PairedMean::default();
    for one in measured {
        mean.add(halves(one), one.playouts);
    }
    let (rate, interval) = (mean.mean(2).unwrap_or(0.0), mean.interval(2));
    Row::new(name, "mean rate", rate, Some(interval), measured.len() as u64)
}
