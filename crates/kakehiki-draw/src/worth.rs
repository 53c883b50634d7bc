//! What a position is worth to each seat: the strip above a board, and how it went over a game.

use kakehiki_core::Seat;
use kakehiki_games::WinRates;
use maud::{Markup, html};

use crate::{
    Locale, SeatLabel,
    piece::{mark, percent, seat_class, seat_name, seat_sign},
};

/// The least share of a bar that holds words.
const WORDY: f64 = 0.12;

/// The win rates of all seats as one bar, with what they rest on.
pub fn worth_strip(locale: Locale, game: &str, seats: &[SeatLabel], measured: &Measured) -> Markup {
    let worth = &measured.worth;
    // Seats that win together have more than one win between them: the bar shows shares.
    let sum: f64 = worth.rates.iter().sum::<f64>().max(f64::EPSILON);
    let mut left = 0.0;
    let parts: Vec<(Seat, f64, f64, f64)> = Seat::all(worth.rates.len())
        .zip(&worth.rates)
        .map(|(seat, rate)| {
            let part = (seat, left, rate / sum, 100.0 * rate);
            left += rate / sum;
            part
        })
        .collect();
    let margin = |seat: Seat| 100.0 * worth.margins.get(seat.index()).copied().unwrap_or_default();
    let said: Vec<String> = parts
        .iter()
        .map(|(seat, _, _, rate)| {
            let name = seats.get(seat.index()).map_or("", |label| label.name.as_str());
            format!("{name} {rate:.0} ± {:.0}", margin(*seat))
        })
        .collect();
    let label = format!("{}: {}", locale.word("worth-title"), said.join(", "));
    html! {
        div class="eval" data-at=(measured.at) {
            b { (locale.word("worth-title")) }
            svg width="100%" height="22" role="img" aria-label=(label) {
                title { (label) }
                @for (seat, from, width, rate) in &parts {
                    @let class = seat_class(*seat);
                    rect x=(format!("{:.2}%", 100.0 * from + 0.25)) y="2" width=(format!("{:.2}%", (100.0 * width - 0.5).max(0.0))) height="18" rx="3" class={ "svg-" (class) } {}
                    @if *width >= WORDY {
                        text x=(format!("{:.2}%", 100.0 * (from + width / 2.0))) y="15" class={ "evt svg-" (class) "-on" } {
                            (seat_sign(game, *seat)) " " (format!("{rate:.0}"))
                            tspan class="evt__iv" { (format!(" ±{:.0}", margin(*seat))) }
                        }
                    }
                }
            }
            span class="meta" title=(locale.say("worth-source", &[("by", worth.by.clone().into())])) {
                (locale.say("worth-playouts", &[("n", worth.playouts.into()), ("by", worth.by.clone().into())]))
            }
        }
    }
}

/// How far a game has come and what it was worth then.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number of events before the position.
    pub at: usize,
    /// What it was worth.
    pub worth: WinRates,
}

/// The win rates of all seats over a game of `last` events, as lines.
pub fn worth_graph(
    locale: Locale,
    seats: &[SeatLabel],
    course: &[Measured],
    last: usize,
) -> Markup {
    let points = |seat: Seat| {
        let points = course.iter().map(|measured| {
            let x = 1000.0 * measured.at as f64 / last.max(1) as f64;
            let rate = measured.worth.rates.get(seat.index()).copied().unwrap_or_default();
            format!("{x:.1},{:.1}", 58.0 - 56.0 * rate)
        });
        points.collect::<Vec<_>>().join(" ")
    };
    html! {
        svg class="worth__graph" viewBox="0 0 1000 60" preserveAspectRatio="none" role="img" aria-label=(locale.word("worth-graph")) {
            path d="M0 30h1000" class="worth__half" {}
            @for seat in Seat::all(seats.len()) { polyline points=(points(seat)) class={ "worth__line ln-" (seat_class(seat)) } {} }
        }
    }
}

/// How many turning points are listed.
const TURNING: usize = 5;

/// The least change of a win rate that is one.
const LEAST: f64 = 0.08;

/// The positions before the largest changes of somebody's win rate: where to go, whose it was, and from
/// what to what.
pub fn turning_points(course: &[Measured]) -> Vec<(usize, Seat, f64, f64)> {
    let mut changes: Vec<(usize, Seat, f64, f64)> = Vec::new();
    for pair in course.windows(2) {
        let [before, after] = pair else { continue };
        let seats = Seat::all(before.worth.rates.len());
        let swing = seats.map(|seat| {
            let at = seat.index();
            (
                seat,
                before.worth.rates[at],
                after.worth.rates[at],
                after.worth.margins[at] + before.worth.margins[at],
            )
        });
        // What may be luck of the playouts turns nothing.
        let swing = swing.filter(|(_, from, to, luck)| (to - from).abs() > luck.max(LEAST));
        let most = swing.max_by(|one, two| (one.2 - one.1).abs().total_cmp(&(two.2 - two.1).abs()));
        changes.extend(most.map(|(seat, from, to, _)| (before.at, seat, from, to)));
    }
    changes.sort_by(|one, two| (two.3 - two.2).abs().total_cmp(&(one.3 - one.2).abs()));
    changes.truncate(TURNING);
    changes.sort_by_key(|change| change.0);
    changes
}

/// The turning points as a list, each with a way to go there and to try again.
pub fn turning_list(
    locale: Locale,
    seats: &[SeatLabel],
    course: &[Measured],
    may_branch: bool,
) -> Markup {
    let points = turning_points(course);
    html! {
        @if points.is_empty() { p class="meta" { (locale.word("worth-no-turning")) } }
        ol class="turning" {
            @for (at, seat, from, to) in points {
                li {
                    button class="btn btn--quiet btn--s" type="button" data-goto=(at) { (locale.say("worth-at", &[("at", at.into())])) }
                    span class="row" { (mark(seat, "s")) (seat_name(seats, seat)) b class="num" { (percent(from)) " → " (percent(to)) } }
                    @if may_branch {
                        button class="btn btn--s" type="button" data-again=(at) { (locale.word("worth-again")) }
                    }
                }
            }
        }
    }
}

/// Something that moved a belief.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The number of events up to it.
    pub at: usize,
    /// Who did it; nobody for chance.
    pub seat: Option<Seat>,
    /// What happened, in the notation of the game.
    pub what: String,
    /// The belief before it.
    pub from: f64,
    /// The belief after it.
    pub to: f64,
}

/// What moved a belief most, as a list.
pub fn why_list(locale: Locale, seats: &[SeatLabel], moved: &[Moved]) -> Markup {
    html! {
        @if moved.is_empty() { p class="meta" { (locale.word("why-nothing")) } }
        @else {
            p class="meta" { (locale.word("why-title")) }
            ul class="turning" {
                @for moved in moved {
                    li {
                        @if let Some(seat) = moved.seat { (mark(seat, "s")) span class="sr" { (seat_name(seats, seat)) } }
                        code { (moved.what) }
                        b class="num" { (percent(moved.from)) " → " (percent(moved.to)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SeatKind;

    fn measured(at: usize, rates: &[f64]) -> Measured {
        let worth = WinRates {
            by: "weighted".to_owned(),
            playouts: 100,
            rates: rates.to_vec(),
            margins: vec![0.02; rates.len()],
        };
        Measured { at, worth }
    }

    #[test]
    fn the_largest_changes_come_in_the_order_of_the_game() {
        let course = [
            measured(0, &[0.5, 0.5]),
            measured(10, &[0.52, 0.48]),
            measured(20, &[0.2, 0.8]),
            measured(30, &[0.9, 0.1]),
        ];
        let points: Vec<usize> = turning_points(&course).iter().map(|point| point.0).collect();
        assert_eq!(points, [10, 20]);
    }

    #[test]
    fn a_strip_names_its_source_and_all_seats_in_both_languages() {
        let label =
            |name: &str| SeatLabel { name: name.to_owned(), kind: SeatKind::Agent, agent: None };
        let seats = [label("Ada"), label("<b>")];
        for locale in Locale::ALL {
            let html =
                worth_strip(locale, "catan", &seats, &measured(7, &[0.95, 0.05])).into_string();
            assert!(html.contains("Ada 95 ± 2") && html.contains("&lt;b&gt; 5 ± 2"), "{html}");
            assert!(html.contains("100") && html.contains("weighted"));
            assert!(html.contains("data-at=\"7\""), "{html}");
        }
    }
}
