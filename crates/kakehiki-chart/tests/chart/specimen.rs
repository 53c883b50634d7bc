//! A whole report to look at and to test with. Every figure in it is invented.

use kakehiki_chart::{
    Axis, BarSeries, Bars, Chart, Comparability, DotRow, DotRows, Finding, FindingVerdict,
    LinePoint, LineSeries, Lines, Measure, Page, PaperSection, Point, PointSeries, Points,
    PublishedAs, Reference, ResultRow, Run, Source, StraightLine, StudySection, Verdict,
};

/// A report with a chart of every form and a row of every verdict.
pub fn page() -> Page {
    Page {
        title: "Specimen of a report".to_owned(),
        lede: "Every figure on this page is invented, to show what a report looks like. A verdict \
               is given only where the setting is the same and the games are enough."
            .to_owned(),
        run: Run {
            scale: "quick".to_owned(),
            version: "0.1.0".to_owned(),
            commit: "0000000".to_owned(),
            seed: 1,
            command: "cargo run --example specimen -p kakehiki-chart > specimen.html".to_owned(),
            seconds: Some(200.0),
            is_resumed: false,
        },
        notes: vec![
            "Of 9 rows with a verdict, 0.3 would differ by chance alone; by Holm's rule 1 still \
             differs."
                .to_owned(),
        ],
        papers: vec![trading(), learning()],
    }
}

fn trading() -> PaperSection {
    PaperSection {
        id: "alpha1901".to_owned(),
        name: "Alpha (1901)".to_owned(),
        subject: "a trading game".to_owned(),
        asked: "Which of four ways to choose an offer wins most?".to_owned(),
        found: "Taking the own profit first wins most, and optimists lose by it.".to_owned(),
        findings: vec![
            Finding {
                finding: "profit first wins most".to_owned(),
                here: "0.316 against 0.294, difference +0.004 to +0.040".to_owned(),
                n: Some(16_000),
                verdict: FindingVerdict::Holds,
                standard: None,
                study: "alpha1901/criteria".to_owned(),
            },
            Finding {
                finding: "optimists hurt profit-first".to_owned(),
                here: "difference −0.020 to +0.031".to_owned(),
                n: Some(400),
                verdict: FindingVerdict::Undecided,
                standard: Some(FindingVerdict::Holds),
                study: "alpha1901/playouts".to_owned(),
            },
        ],
        studies: vec![criteria(), playouts(), readings()],
    }
}

fn criteria() -> StudySection {
    let names = ["profit first", "accept first", "sum", "product of both profits"];
    let series = |name: &str, figures: [(f64, f64); 4]| BarSeries {
        name: name.to_owned(),
        values: figures
            .map(|(measured, published)| {
                Measure::new(measured, Some((measured - 0.03, measured + 0.03)), 1000)
                    .beside(published)
            })
            .to_vec(),
    };
    let bars = Bars {
        title: "Four ways to choose an offer".to_owned(),
        caption: "Alpha (1901), figure 1. 1,000 games a seat; 95 % Wilson interval.".to_owned(),
        category: "criterion".to_owned(),
        y: Axis::new("share of games or offers", "").between(0.0, 1.0),
        categories: names.map(str::to_owned).to_vec(),
        series: vec![
            series("win", [(0.316, 0.324), (0.25, 0.237), (0.291, 0.304), (0.301, 0.299)]),
            series("success", [(0.96, 0.97), (0.95, 0.96), (0.8, 0.823), (0.95, 0.96)]),
            series("accept", [(0.11, 0.109), (0.113, 0.109), (0.12, 0.116), (0.111, 0.109)]),
        ],
        published: PublishedAs::Diamond,
        reference: None,
    };
    let beside = Bars {
        title: "Wins by seat".to_owned(),
        caption: "Alpha (1901), figure 2. Published bars are hollow.".to_owned(),
        category: "seat".to_owned(),
        y: Axis::new("games won", "%"),
        categories: ["first", "second", "third", "fourth"].map(str::to_owned).to_vec(),
        series: vec![BarSeries {
            name: String::new(),
            values: [(24.1, 21.5), (29.0, 31.5), (23.0, 22.6), (23.9, 24.4)]
                .map(|(measured, published)| {
                    let interval = Some((measured - 1.9, measured + 1.9));
                    Measure::new(measured, interval, 2000).beside(published)
                })
                .to_vec(),
        }],
        published: PublishedAs::Bar,
        reference: Some(Reference { value: 25.0, label: "chance, 1 of 4".to_owned() }),
    };
    StudySection {
        id: "alpha1901/criteria".to_owned(),
        title: "Which way to choose an offer wins most?".to_owned(),
        about: "One player chooses by the criterion, three by chance; 4,000 games each. The paper \
                does not say what a refusal costs; here it costs nothing, and with `refusal=turn` \
                the figures change by less than the interval."
            .to_owned(),
        figures: vec![bars.into(), beside.into()],
        rows: criteria_rows(),
        readings: vec!["Points add up; only the best counted gave 0.27.".to_owned()],
        notes: vec!["The four criteria share their luck game by game.".to_owned()],
        settings: vec![
            ("moves".to_owned(), "greedy".to_owned()),
            ("refusal".to_owned(), "free".to_owned()),
        ],
        command: "kakehiki study run alpha1901/criteria --scale 0.1 --seed 1".to_owned(),
    }
}

fn criteria_rows() -> Vec<ResultRow> {
    let row = |name: &str, published: f64, measured: f64, verdict, explanation: &str| ResultRow {
        row: name.to_owned(),
        metric: "win rate".to_owned(),
        published: Some(published),
        published_n: Some(4000),
        measured: Some(measured),
        interval: Some((measured - 0.015, measured + 0.015)),
        n: Some(4000),
        difference: Some((measured - published - 0.02, measured - published + 0.02)),
        comparability: Comparability::Replication,
        verdict: Some(verdict),
        explanation: explanation.to_owned(),
    };
    vec![
        row("profit first", 0.324, 0.316, Verdict::Agrees, ""),
        row(
            "accept first",
            0.237,
            0.28,
            Verdict::Differs,
            "The paper's accept-first may count offers that nobody can pay; with `offers=payable` \
             it comes to 0.251.",
        ),
        row("sum", 0.304, 0.281, Verdict::SameDirection, ""),
        row(
            "product of both profits",
            0.299,
            0.301,
            Verdict::TooFewGames,
            "The paper's games are too few.",
        ),
        ResultRow {
            row: "against three of `rule(points=1,lead=0.5)`, which the paper does not have"
                .to_owned(),
            metric: "win rate".to_owned(),
            measured: Some(0.401),
            interval: Some((0.386, 0.416)),
            n: Some(4000),
            ..ResultRow::default()
        },
    ]
}

fn playouts() -> StudySection {
    let points = [
        (1.0, 0.262, Some(0.264)),
        (10.0, 0.37, None),
        (30.0, 0.45, None),
        (100.0, 0.548, Some(0.542)),
        (300.0, 0.73, None),
        (1000.0, 0.938, Some(0.951)),
        (2000.0, 0.964, None),
    ];
    let points = points.map(|(x, measured, published): (f64, f64, Option<f64>)| {
        let interval = Some((measured - 0.02, (measured + 0.02).min(1.0)));
        LinePoint { x, measure: Measure { published, ..Measure::new(measured, interval, 2000) } }
    });
    let lines = Lines {
        title: "Win rate by playouts".to_owned(),
        caption: "Alpha (1901), figure 3. 2,000 games a point; 95 % Wilson interval.".to_owned(),
        x: Axis::new("playouts a move", "").logarithmic(),
        y: Axis::new("win rate", "").between(0.0, 1.0),
        series: vec![LineSeries { name: "measured".to_owned(), points: points.to_vec() }],
        reference: Some(Reference { value: 0.25, label: "chance, 1 of 4".to_owned() }),
    };
    let cloud = |name: &str, source, slope: f64| PointSeries {
        name: name.to_owned(),
        source,
        points: (0..14)
            .map(|index| {
                let x = 0.05 + f64::from(index) * 0.05;
                let y = 0.2 + slope * x + f64::from(index * 7 % 5) * 0.02;
                Point { x, y, interval: None, label: format!("player {}", index + 1) }
            })
            .collect(),
        line: Some(StraightLine { slope, intercept: 0.24 }),
    };
    let scatter = Points {
        title: "Who accepts little wins more".to_owned(),
        caption:
            "Alpha (1901), figure 4. A point is a player in 1,000 games; lines of least squares."
                .to_owned(),
        x: Axis::new("own offers accepted by offers accepted from others", ""),
        y: Axis::new("win rate", ""),
        series: vec![
            cloud("measured", Source::Measured, 0.35),
            cloud("published", Source::Published, 0.28),
        ],
    };
    StudySection {
        id: "alpha1901/playouts".to_owned(),
        title: "How much do playouts help?".to_owned(),
        about: "2,000 games at each number of playouts.".to_owned(),
        figures: vec![lines.into(), scatter.into()],
        command: "kakehiki study run alpha1901/playouts".to_owned(),
        ..StudySection::default()
    }
}

fn readings() -> StudySection {
    let dot = |metric: &str, label: &str, measured: f64, half: f64, published: Option<f64>| {
        let interval = (half > 0.0).then_some((measured - half, measured + half));
        let measure = Measure { published, ..Measure::new(measured, interval, 1200) };
        (metric.to_owned(), DotRow { label: label.to_owned(), measure })
    };
    let dots = DotRows::by_metric(
        "All rows",
        "Measured beside published; every metric has an axis of its own.",
        [
            dot("win rate", "one for one, always accepted", 0.42, 0.03, Some(0.421)),
            dot("win rate", "one for one, by chance", 0.4, 0.03, Some(0.4125)),
            dot(
                "win rate",
                "two for one, always accepted, with a label that has to go on in the next line",
                0.34,
                0.03,
                Some(0.3655),
            ),
            dot("seconds a game", "tree of 100 playouts", 12.5, 1.5, Some(23.0)),
            dot("seconds a game", "tree of 1,000 playouts", 61.0, 4.0, None),
            dot("decisions", "weighed", 338_758.0, 0.0, None),
        ],
    );
    let many = Bars {
        title: "Twelve finalists".to_owned(),
        caption: "Alpha (1901), figure 5.".to_owned(),
        category: "finalist".to_owned(),
        y: Axis::new("change of the win rate", "points"),
        categories: (1..=12).map(|index| format!("finalist{index} of 1901")).collect(),
        series: vec![BarSeries {
            name: "change".to_owned(),
            values: (0..12)
                .map(|index| {
                    let change = f64::from(index * 5 % 12) - 5.5;
                    Measure::new(change, Some((change - 1.0, change + 1.0)), 500)
                })
                .collect(),
        }],
        ..Bars::default()
    };
    StudySection {
        id: "alpha1901/readings".to_owned(),
        title: "What the other readings gave".to_owned(),
        about: "The same games under the other readings of the paper.".to_owned(),
        figures: vec![Chart::from(dots), many.into()],
        ..StudySection::default()
    }
}

fn learning() -> PaperSection {
    let curve = |name: &str, from: f64, to: f64| LineSeries {
        name: name.to_owned(),
        points: (0..=60)
            .map(|index| {
                let x = f64::from(index) * 50_000.0;
                let measured = from + (to - from) * (1.0 - (-f64::from(index) / 12.0).exp());
                let measure = Measure {
                    published: (index % 15 == 0).then_some(measured + 0.01),
                    ..Measure::new(measured, Some((measured - 0.008, measured + 0.008)), 10_000)
                };
                LinePoint { x, measure }
            })
            .collect(),
    };
    let lines = Lines {
        title: "Learning".to_owned(),
        caption: "Beta and Gamma (1902), figure 1. 10,000 games a point.".to_owned(),
        x: Axis::new("games of training", ""),
        y: Axis::new("werewolves win", ""),
        series: vec![curve("village of 11", 0.6, 0.69), curve("village of 15", 0.7, 0.82)],
        reference: None,
    };
    PaperSection {
        id: "beta1902".to_owned(),
        name: "Beta and Gamma (1902)".to_owned(),
        subject: "a game of hidden roles".to_owned(),
        asked: "Can a player learn to deceive from games alone?".to_owned(),
        found: "It can, and talk hardly matters.".to_owned(),
        findings: vec![Finding {
            finding: "talk hardly matters".to_owned(),
            here: "0.691 with own talk, 0.640 with random talk; difference +0.047 to +0.055"
                .to_owned(),
            n: Some(100_000),
            verdict: FindingVerdict::DoesNotHold,
            standard: None,
            study: "beta1902/talk".to_owned(),
        }],
        studies: vec![StudySection {
            id: "beta1902/talk".to_owned(),
            title: "Does talk matter?".to_owned(),
            about: "A short training of 3,000,000 games, where the paper has 10,000,000."
                .to_owned(),
            figures: vec![lines.into()],
            rows: [
                Verdict::NotComparable,
                Verdict::Agrees,
                Verdict::Agrees,
                Verdict::TooFewGames,
                Verdict::NotComparable,
            ]
            .into_iter()
            .enumerate()
            .map(|(index, verdict)| ResultRow {
                row: format!("village {}", index + 11),
                metric: "werewolves win".to_owned(),
                published: Some(0.69),
                measured: Some(0.691),
                interval: Some((0.688, 0.694)),
                n: Some(100_000),
                comparability: if verdict == Verdict::NotComparable {
                    Comparability::Substituted
                } else {
                    Comparability::Replication
                },
                verdict: Some(verdict),
                ..ResultRow::default()
            })
            .collect(),
            ..StudySection::default()
        }],
    }
}
