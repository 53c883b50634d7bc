//! The learner against fixed players in the same seat.

use kakehiki_arena::Interval;
use kakehiki_chart::{Axis, BarSeries, Bars, Measure};
use kakehiki_werewolf::{Conduct, FinalistSettings};

use super::school::{
    LEARNING, OWN_FINALISTS, READINGS, SUBSTITUTED, School, Subject, finalist, sample, win_rate,
    wins,
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    verdict::{self, MARGIN, between},
};

pub(crate) const COMPARATORS: Study = Study {
    id: "hagiwara2019/comparators",
    title: "The learner compared with fixed players in its seat, among finalists",
    about: "In a village of 11 with ten finalists, after the training of \
            hagiwara2019/finalists-11: 100,000 games at scale 1 for the learner and for each \
            player that takes its seat. Chi-square is that of the table of wins and losses of \
            both, without correction; above 6.63 chance alone would lead in one case of a hundred, \
            the level of the paper. Phi is the root of chi-square by games, positive where the \
            learner wins more. The paper compares with Udon and Cndl; here this project's own \
            finalist-class players sit there, and the sample agent. The same players are then \
            compared among sample agents, where the paper's learner, trained against those, wins \
            most often of all.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run: |order| run(order, &COMPARATORS, 11),
};

pub(crate) const COMPARATORS_15: Study = Study {
    id: "hagiwara2019/comparators-15",
    title: "The learner compared with fixed players in its seat, in a village of 15",
    about: "As hagiwara2019/comparators in a village of 15, with ten finalists and four sample agents \
            and after the training of hagiwara2019/finalists-15; 70,000 games at scale 1 for each \
            player among them, and 100,000 among sample agents. Figure 4 of the paper shows this \
            without figures; in words, its learner stays slightly below the other two.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0001, 0.002, 0.1)),
    run: |order| run(order, &COMPARATORS_15, 15),
};

fn run(order: &Order<'_>, study: &Study, village: u64) -> Result<Report, StudyError> {
    let fakes = FinalistSettings { fake: 0.5, ..FinalistSettings::default() };
    let fixed = vec![
        ("finalist", finalist(FinalistSettings::default())),
        ("finalist(fake=0.5)", finalist(fakes)),
        ("sample-0.4", sample()),
    ];
    let tested = if village == 11 { "games" } else { "games_finalists" };
    let [pretraining, training, games, sample_games] =
        ["training", "training_finalists", tested, "games"]
            .map(|name| School::games(order, village, name));
    let tests = (1 + fixed.len() as u64) * (games + sample_games);
    let school = School::new(order, village, pretraining + training + tests);
    let (samples, finalists) = (school.samples(), school.finalists());
    let first = school.train("samples", &samples, pretraining, None)?;
    let model = school.train("samples-finalists", &finalists, training, Some(&first))?;
    let learned = school.test("learner", &Subject::best(&model), &finalists, games)?;
    let published = School::published_games(village);
    // In the larger village the paper prints no figure.
    let beside = |row: Row, figure: &str| {
        if village != 11 {
            return row;
        }
        row.beside(school.figure(figure)).of(published).compared(SUBSTITUTED)
    };
    let mut rows = vec![beside(wins("learner", learned), "finalists")];
    let mut bars = vec![("learner", vec![rows[0].measure()])];
    for (name, brain) in &fixed {
        let other = school.test(name, &Subject::Fixed(name, brain), &finalists, games)?;
        let mut win = wins(name, other);
        let mut phi = phi(&format!("learner and {name}"), learned, other);
        if *name == "finalist" {
            win = beside(win, "udon_finalists");
            if village == 11 {
                phi = phi.beside(school.figure("phi_against_udon")).compared(SUBSTITUTED);
            }
        }
        bars.push((name, vec![win.measure()]));
        rows.extend([win, chi_square(&format!("learner and {name}"), learned, other), phi]);
    }
    let learned = school.test("learner-samples", &Subject::best(&first), &samples, sample_games)?;
    let among = wins("learner, among samples", learned).beside(school.figure("sample"));
    bars[0].1.push(among.measure());
    let learner = among.of(published);
    let mut others = Vec::new();
    for ((name, brain), (_, values)) in fixed.iter().zip(&mut bars[1..]) {
        let kept = format!("{name}-samples");
        let other = school.test(&kept, &Subject::Fixed(name, brain), &samples, sample_games)?;
        let row = wins(&format!("{name}, among samples"), other);
        values.push(row.measure());
        others.push(row);
    }
    let findings = others.iter().max_by(|one, other| one.measured.total_cmp(&other.measured));
    let findings = findings.map(|best| {
        let finding = format!(
            "The trained werewolf wins more than others in its seat among sample agents, in a village \
             of {village}"
        );
        let test = "win rate less that of the best of the others";
        Finding::positive(&finding, test, between(&learner, best), MARGIN)
    });
    let findings = findings.into_iter().collect();
    rows.push(learner);
    rows.extend(others);
    let notes = vec![
        "Published beside `finalist` are the figures of Udon, another program of that class."
            .to_owned(),
        OWN_FINALISTS.to_owned(),
        READINGS.to_owned(),
    ];
    let series = |(name, values): (&str, Vec<Measure>)| BarSeries { name: name.to_owned(), values };
    let figure = Bars {
        title: "Wins by who sits in the learner's seat".to_owned(),
        caption: format!(
            "Figure {} of the paper, with players of our own for Udon and Cndl.",
            if village == 11 { 2 } else { 4 }
        ),
        y: Axis::new("win rate", ""),
        categories: vec!["among finalists".to_owned(), "among sample agents".to_owned()],
        series: bars.into_iter().map(series).collect(),
        ..Bars::default()
    };
    Ok(Report::new(study, order, rows, notes).concluding(findings).drawn(figure))
}

/// How much more often one wins than the other, as a row.
pub(super) fn difference(row: &str, one: Conduct, other: Conduct) -> Row {
    let measured = win_rate(one) - win_rate(other);
    let error = |conduct: Conduct| {
        let rate = win_rate(conduct);
        (rate * (1.0 - rate) / conduct.games.max(1) as f64).sqrt()
    };
    let interval = verdict::difference(measured, [error(one), error(other)]);
    Row::new(row, "difference of shares", measured, Some(interval), one.games + other.games)
}

/// What the difference of shares is multiplied by to give phi, where both played as many games.
fn phi_scale(one: Conduct, other: Conduct) -> f64 {
    let rate = (one.won + other.won) as f64 / (one.games + other.games).max(1) as f64;
    let spread = (rate * (1.0 - rate)).sqrt();
    if spread > 0.0 { 0.5 / spread } else { 0.0 }
}

fn phi(row: &str, one: Conduct, other: Conduct) -> Row {
    let scale = phi_scale(one, other);
    let difference = difference(row, one, other);
    Row {
        metric: "phi".to_owned(),
        measured: scale * difference.measured,
        ci95: difference
            .ci95
            .map(|ends| Interval { low: scale * ends.low, high: scale * ends.high }),
        ..difference
    }
}

fn chi_square(row: &str, one: Conduct, other: Conduct) -> Row {
    let phi = phi(row, one, other);
    Row {
        metric: "chi-square".to_owned(),
        measured: phi.measured.powi(2) * phi.games as f64,
        ci95: None,
        ..phi
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_and_phi_agree_with_the_textbook_formula() {
        let of = |won| Conduct { games: 1000, won, ..Conduct::default() };
        let (one, other) = (of(348), of(334));
        // n (ad − bc)² / ((a+b)(c+d)(a+c)(b+d)) of the table of wins and losses.
        let [a, b, c, d] = [348.0_f64, 652.0, 334.0, 666.0];
        let expected = 2000.0 * (a * d - b * c).powi(2) / ((a + b) * (c + d) * (a + c) * (b + d));
        assert!((chi_square("", one, other).measured - expected).abs() < 1e-9);
        let phi_row = phi("", one, other);
        assert!((phi_row.measured - (expected / 2000.0).sqrt()).abs() < 1e-12);
        assert!((phi("", other, one).measured + phi_row.measured).abs() < 1e-12);
        assert!(phi("", of(0), of(0)).measured.abs() < 1e-12);
    }
}
