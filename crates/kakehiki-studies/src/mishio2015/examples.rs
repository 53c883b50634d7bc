//! Figure 6 rebuilt, and its eight feature values beside the published ones.

use kakehiki_arena::Interval;
use kakehiki_core::{Observed, Parameter, Seat, Seed};
use kakehiki_geister::{Feature, FeatureMeter, State};
use strum::{EnumString, VariantNames};

use super::{FIGURES, LIMIT, PLAYOUTS, WALK, game, meter};
use crate::{Finding, Order, Report, Row, Sizes, Study, StudyError, published::published, verdict};

pub(crate) const EXAMPLES: Study = Study {
    id: "mishio2015/examples",
    title: "The UPP feature of the eight ghosts of figure 6, beside table 2",
    about: "The position of figure 6 is rebuilt from the text rendering of the figure, whose \
            columns may be off by one in places: the paper says that ghost 6 can be captured at \
            once, which is so only if the ghost of the third row stands one column to the left \
            (`drawn=moved`). The paper plays 11,000 playouts \"completely at random\" \
            and does not say what that means for a ghost on an exit, nor whether playouts are \
            cut off. Uniform choice over all actions does not give the published values; \
            choosing a ghost first, which leaves if it can, does. That reading is the default and \
            was found by trying: it is plausible, not known, and `mishio2015/readings` measures \
            all of them beside figure 6 and table 1. Boards of the other three examples (figures 7 \
            to 9) are not available as text and cannot be rebuilt.",
    parameters: &[
        PLAYOUTS,
        WALK,
        LIMIT,
        Parameter::choice(
            "drawn",
            Drawn::VARIANTS,
            "printed",
            "whether the ghost of the third row stands as printed or one column to the left",
        ),
    ],
    sizes: Some(Sizes::scales(0.01, 1.0, 1.0)),
    run,
};

/// The standard error of a published value: that of as many playouts as the paper made.
pub(super) const PUBLISHED_ERROR: f64 = 0.95;

/// Values that are two points apart are as good as equal.
const MARGIN: f64 = 2.0;

/// Where the ghost in the third row of figure 6 stands. Any four of the other player's ghosts may be
/// the bad ones: the mover cannot see it.
#[derive(Clone, Copy, Debug, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Drawn {
    Printed,
    Moved,
}

impl Drawn {
    fn board(self) -> &'static str {
        match self {
            Self::Printed => ".bbb.b/..rr../.r..R./.R..../rR..B./.B.RB.",
            Self::Moved => ".bbb.b/..rr../.r.R../.R..../rR..B./.B.RB.",
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Moved => "moved",
        }
    }
}

/// The feature values of figure 6, ghost 1 first.
pub(super) fn figure_6(order: &Order<'_>, drawn: Drawn, meter: FeatureMeter) -> Vec<Feature> {
    let game = game();
    let mover = Seat::new(0);
    let Ok(state) = State::from_board(drawn.board(), mover) else { return Vec::new() };
    let view = game.view(&state, &(), mover);
    meter.of_enemy(&game, &view, Seed::experiment(order.seed).derive("figure 6", 0))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every study")]
fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let limit = settings.integer("limit") as u32;
    let mut meter = meter(settings, limit, settings.choice("walk"));
    meter.playouts = order.scaled(u64::from(meter.playouts)) as u32;
    let features = figure_6(order, settings.choice("drawn"), meter);
    let published: Vec<f64> = published(FIGURES, "examples.position_1.features");
    let playouts = u64::from(meter.playouts);
    let rows = features.iter().zip(published).enumerate().map(|(index, (feature, published))| {
        let half = 1.96 * feature.standard_error;
        let (low, high) = (feature.difference - half, feature.difference + half);
        // The paper's feature has no sign: an interval across zero begins at zero.
        let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        let ci95 = Some(Interval { low: nearest, high: low.abs().max(high.abs()) });
        let name = format!("ghost {}", index + 1);
        let row = Row::new(name, "feature, points", feature.magnitude(), ci95, playouts);
        Row { margin: MARGIN, published_error: Some(PUBLISHED_ERROR), ..row.beside(published) }
    });
    let rows: Vec<Row> = rows.collect();
    let largest = (1..=rows.len())
        .max_by(|one, other| rows[one - 1].measured.total_cmp(&rows[other - 1].measured));
    let sum: f64 = features.iter().map(|feature| feature.difference).sum();
    let signed: Vec<String> =
        features.iter().map(|feature| format!("{:+.2}", feature.difference)).collect();
    let notes = vec![
        format!("Largest feature: ghost {}; a person's answer: ghost 8.", largest.unwrap_or(0)),
        format!("Signed: {}; they add up to {sum:+.2}, in theory to 0.", signed.join(" ")),
        format!("The published values' own standard error is near {PUBLISHED_ERROR} points each."),
    ];
    let findings = findings(&features);
    let report = Report::new(&EXAMPLES, order, rows, notes).concluding(findings);
    let figure = report.bars("Values of the eight ghosts of figure 6", "Figure 6 of the paper.");
    Ok(report.drawn(figure))
}

/// What the paper reads off the figure: of which ghosts the feature is larger than of which others. Ghosts
/// are numbered from 1.
fn findings(features: &[Feature]) -> Vec<Finding> {
    let mean = |ghosts: &[usize]| {
        let of: Option<Vec<&Feature>> =
            ghosts.iter().map(|ghost| features.get(ghost - 1)).collect();
        let of = of?;
        let count = of.len() as f64;
        let value = of.iter().map(|feature| feature.magnitude()).sum::<f64>() / count;
        let squares: f64 = of.iter().map(|feature| feature.standard_error.powi(2)).sum();
        Some((value, squares.sqrt() / count))
    };
    let above = |finding: &str, what: &str, ghosts: &[usize], others: &[usize]| {
        let ((value, error), (other, others_error)) = mean(ghosts).zip(mean(others))?;
        let effect = verdict::difference(value - other, [error, others_error]);
        Some(Finding::positive(finding, what, effect, 0.0))
    };
    let findings = [
        above(
            "Ghosts that can be captured next have larger features than ghosts far away",
            "feature of ghosts 6 and 7 less that of ghosts 1 to 5, points",
            &[6, 7],
            &[1, 2, 3, 4, 5],
        ),
        above(
            "Of the four farthest ghosts the one on an exit has the largest feature",
            "feature of ghost 4 less that of ghosts 1 to 3, points",
            &[4],
            &[1, 2, 3],
        ),
    ];
    findings.into_iter().flatten().collect()
}
