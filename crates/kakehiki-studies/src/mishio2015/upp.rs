//! How often the largest UPP feature names the ghost that is most worth seeing.

use kakehiki_core::Seed;
use kakehiki_geister::{Feature, FeatureMeter, Walk};
use serde::{Deserialize, Serialize};

use super::{
    FIGURES, LIMIT, PLAYOUTS, WALK, game, meter,
    positions::{Labelled, is_early, labelled, view_of},
};
use crate::{
    Comparability, Finding, Order, Report, Row, Sizes, Study, StudyError,
    list::List,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const UPP: Study = Study {
    id: "mishio2015/upp",
    title: "How often the largest UPP feature names the most valuable ghost, beside table 1",
    about: "For each position of a labelled set (see mishio2015/positions), 11,000 playouts give \
            the UPP feature of every unknown ghost; the share of positions in which the largest \
            belongs to the right ghost is counted, for all positions, for early ones (13 or more \
            ghosts on the board) and for late ones. The paper's answers are a person's and its \
            positions are not published: the set here was labelled by a deep search, so \
            agreement with the published shares is not expected to be exact. In some positions \
            exchanges have shown ghosts already. Chance level is the \
            share that guessing would get. The ways of walking that the paper might have meant \
            are all measured; the one that fits its example is the default of `walk`.",
    parameters: &[PLAYOUTS, WALK, LIMIT],
    sizes: Some(Sizes::scales(0.01, 0.1, 1.0)),
    run,
};

/// What one position showed.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    is_early: bool,
    /// Whether an exchange had shown some of the other's ghosts that are on the board.
    has_shown: bool,
    is_right: bool,
    /// The chance of guessing right.
    chance: f64,
}

pub(super) fn ask(
    order: &Order<'_>,
    name: &str,
    meter: FeatureMeter,
    items: &[Labelled],
    progress: (u64, u64),
) -> Result<Vec<Answer>, StudyError> {
    let game = game();
    let seed = Seed::experiment(order.seed).derive("upp", 0);
    let list = List {
        name: &format!("upp-{name}"),
        of: &format!("answers 2: {meter:?}, seed {}", order.seed),
        count: items.len() as u64,
        progress: Some(progress),
    };
    let answers = order.each(&list, |index| {
        let Some(view) = view_of(&game, &items[index as usize]) else { return Ok(None) };
        let features = meter.of_enemy(&game, &view, seed.derive("position", index));
        let largest = features
            .iter()
            .max_by(|one, other| one.magnitude().total_cmp(&other.magnitude()))
            .map(|feature: &Feature| feature.ghost.letter());
        Ok(Some(Answer {
            is_early: is_early(&view),
            has_shown: view.enemy_unshown() != view.enemy_on_board(),
            is_right: largest == Some(items[index as usize].answer),
            chance: 1.0 / features.len() as f64,
        }))
    })?;
    Ok(answers.into_iter().flatten().collect())
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let mut items = labelled();
    items.truncate(order.scaled(items.len() as u64) as usize);
    let walk: Walk = order.settings.choice("walk");
    let walks = [Walk::Uniform, Walk::EscapeFirst, Walk::GhostFirst];
    let others = walks.into_iter().filter(|other| *other != walk);
    let count = items.len() as u64;
    let limit = order.settings.integer("limit") as u32;
    let by = |walk: Walk| meter(&order.settings, limit, walk);
    let measured = ask(order, &walk.to_string(), by(walk), &items, (0, 3 * count))?;
    let mut rows: Vec<Row> =
        ["all", "early", "late"].iter().map(|name| row_of(name, &measured)).collect();
    for (name, some) in [("no ghost shown yet", false), ("some shown already", true)] {
        rows.push(share(name, measured.iter().filter(|answer| answer.has_shown == some)));
    }
    let chances: f64 = measured.iter().map(|answer| answer.chance).sum();
    let guessed = chances / measured.len().max(1) as f64;
    rows.push(Row::new("all, by guessing", METRIC, guessed, None, measured.len() as u64));
    for (place, other) in others.enumerate() {
        let answers = ask(
            order,
            &other.to_string(),
            by(other),
            &items,
            ((place as u64 + 1) * count, 3 * count),
        )?;
        rows.push(share(&format!("all, walk={other}"), answers.iter()));
    }
    let notes = vec![
        format!("Playouts walk {walk} with limit {}.", order.settings.text("limit")),
        "The answers are a deep search's on its own positions, not a person's; that".to_owned(),
        "search plays out by escape-first walks, which may favour walks like them.".to_owned(),
        "The default walk was chosen because it fits mishio2015/examples.".to_owned(),
    ];
    let chance = Row::new("guessing", METRIC, guessed, None, 0);
    let findings = vec![
        Finding::positive(
            "The largest UPP feature names the ghost most worth seeing more often than guessing does",
            "share right less that of guessing",
            between(&rows[0], &chance),
            MARGIN,
        ),
        Finding::positive(
            "It does so more often late in a game, when few ghosts are left",
            "share right in late positions less that in early ones",
            between(&rows[2], &rows[1]),
            MARGIN,
        ),
    ];
    let report = Report::new(&UPP, order, rows, notes).concluding(findings);
    let figure = report.bars("How often the largest feature is right", "Table 1 of the paper.");
    Ok(report.drawn(figure))
}

const METRIC: &str = "share right";

/// A row of table 1 beside the published one.
pub(super) fn row_of(name: &str, answers: &[Answer]) -> Row {
    let figure = |what: &str| published::<u64>(FIGURES, &format!("upp.{name}.{what}")) as f64;
    let counts = |answer: &&Answer| match name {
        "early" => answer.is_early,
        "late" => !answer.is_early,
        _ => true,
    };
    let row = share(name, answers.iter().filter(counts));
    let row = row.beside(figure("right") / figure("positions"));
    row.of(figure("positions") as u64).compared(Comparability::Substituted)
}

fn share<'a>(name: &str, answers: impl Iterator<Item = &'a Answer>) -> Row {
    let (right, all) =
        answers.fold((0, 0), |(right, all), answer| (right + u64::from(answer.is_right), all + 1));
    Row::share(name, METRIC, right, all)
}
