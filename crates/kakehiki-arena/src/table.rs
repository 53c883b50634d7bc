//! Standings as tables for people, none wider than eighty columns.

use std::fmt;

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use kakehiki_core::{Ending, Verdict};
use kakehiki_games::OUT;

use crate::{BeliefScore, Decision, Interval, Standings};

/// The width of the narrowest terminals that are common.
const WIDTH: u16 = 80;

/// The letters of a name that fit beside figures of the usual length.
const NAME: usize = 19;

/// The agents side by side in a table that has a column for each; more of them make a second table.
const ABREAST: usize = 5;

/// Tables for a terminal: agents, seats where agents change them, and for round robins ratings and
/// who did how well against whom. What was counted is left to
/// [`counter_tables`](Standings::counter_tables).
impl fmt::Display for Standings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, games, seed, draws, undecided, forfeits, .. } = self;
        write!(formatter, "{game}: {games} games, seed {seed}")?;
        for (count, what) in [
            (draws, Ending::Drawn.word()),
            (undecided, Ending::Undecided.word()),
            (forfeits, Verdict::FORFEITED),
        ] {
            if *count > 0 {
                write!(formatter, ", {count} {what}")?;
            }
        }
        if let Some(seconds) = self.core_seconds {
            write!(formatter, ", {seconds:.1} core-seconds")?;
        }
        write!(formatter, "\n\n{}", lines(&self.agent_table()))?;
        for (number, agent) in (1..).zip(&self.agents) {
            if let Some(out @ 1..) = agent.counters.games_with(OUT) {
                writeln!(formatter, "agent {number} went out in {out} of {} games", agent.games)?;
            }
        }
        if self.changes_seats {
            write!(formatter, "\n{}", lines(&self.seat_table()))?;
        }
        if self.pairs.is_some() {
            write!(formatter, "\n{}", lines(&self.rating_table()))?;
            for table in self.cross_tables() {
                write!(formatter, "\n{table}\n")?;
            }
        }
        if let Some(beliefs) = &self.beliefs {
            write!(formatter, "\n{}", lines(&belief_table(beliefs)))?;
            write!(formatter, "\n{}", lines(&calibration_table(beliefs)))?;
        }
        if let Some(sprt) = self.sprt {
            let answer = match sprt.decision {
                Decision::Accepted => "the first agent is better",
                Decision::Rejected => "the first agent is not better",
                Decision::Open => "no answer yet",
            };
            writeln!(
                formatter,
                "\nsequential test after {} rounds: {answer} (llr {:.2}, from {:.2} to {:.2})",
                sprt.rounds, sprt.llr, sprt.lower, sprt.upper
            )?;
        }
        Ok(())
    }
}

impl Standings {
    fn agent_table(&self) -> Table {
        let heads = ["#", "agent", "games", "wins", "win rate", "95 %", "outcome", "95 %"];
        let rows = self.agents.iter().enumerate().map(|(index, agent)| {
            vec![
                (index + 1).to_string(),
                broken(&agent.agent),
                agent.games.to_string(),
                agent.wins.to_string(),
                agent.win_rate.map_or_else(none, |rate| percent(rate, agent.ci95)),
                percents(agent.ci95),
                agent.mean_outcome.map_or_else(none, |mean| plain(mean, agent.outcome_ci95)),
                plains(agent.outcome_ci95),
            ]
        });
        table(&heads, rows, 1)
    }

    fn seat_table(&self) -> Table {
        let heads = ["seat", "games", "wins", "win rate", "95 %"];
        let rows = self.seats.iter().map(|seat| {
            let rate = (seat.games > 0).then(|| seat.wins as f64 / seat.games as f64);
            let interval = Interval::wilson(seat.wins, seat.games);
            vec![
                format!("P{}", seat.seat),
                seat.games.to_string(),
                seat.wins.to_string(),
                rate.map_or_else(none, |rate| percent(rate, interval)),
                percents(interval),
            ]
        });
        table(&heads, rows, 0)
    }

    fn rating_table(&self) -> Table {
        let rows = self.agents.iter().enumerate().map(|(index, agent)| {
            let interval = agent
                .rating_ci95
                .map_or_else(none, |Interval { low, high }| format!("{low:+.0} to {high:+.0}"));
            let rating = agent.rating.map_or_else(none, |rating| format!("{rating:+.0}"));
            vec![(index + 1).to_string(), broken(&agent.agent), rating, interval]
        });
        table(&["#", "agent", "rating", "95 %"], rows, 1)
    }

    /// What was counted in a game on average, with a column for each agent by its number; empty
    /// where nothing is counted.
    pub fn counter_tables(&self) -> String {
        let counted: Vec<Vec<(&str, u64)>> =
            self.agents.iter().map(|agent| agent.counters.sums().collect()).collect();
        let names: Vec<&str> = counted.iter().take(1).flatten().map(|(name, _)| *name).collect();
        let mut text = String::new();
        for group in self.abreast().filter(|_| !names.is_empty()) {
            let heads = ["counted per game".to_owned()].into_iter();
            let heads: Vec<String> =
                heads.chain(group.iter().map(|index| format!("agent {}", index + 1))).collect();
            let rows = names.iter().enumerate().map(|(place, name)| {
                let per_game = |index: &usize| match self.agents[*index].games {
                    0 => none(),
                    games => format!("{:.3}", counted[*index][place].1 as f64 / games as f64),
                };
                [(*name).to_owned()].into_iter().chain(group.iter().map(per_game)).collect()
            });
            text += &format!("\n{}", lines(&table(&heads, rows, 0)));
        }
        text
    }

    /// Row against column, agents by their numbers: win rate, interval and games.
    fn cross_tables(&self) -> impl Iterator<Item = Table> {
        self.abreast().map(|group| {
            let heads = ["#".to_owned()].into_iter();
            let heads: Vec<String> =
                heads.chain(group.iter().map(|index| format!("against {}", index + 1))).collect();
            let rows = (0..self.agents.len()).map(|row| {
                let cells = group.iter().map(|column| self.against(row, *column));
                [(row + 1).to_string()].into_iter().chain(cells).collect()
            });
            let mut table = table(&heads, rows, 0);
            // Cells of three lines need a rule between rows.
            table.load_style(presets::UTF8_FULL);
            table
        })
    }

    /// The agents by their places, in groups that fit side by side.
    fn abreast(&self) -> impl Iterator<Item = Vec<usize>> {
        let count = self.agents.len();
        (0..count).step_by(ABREAST).map(move |first| (first..count.min(first + ABREAST)).collect())
    }

    fn against(&self, row: usize, column: usize) -> String {
        let pairs = self.pairs.iter().flatten();
        let mut seen = pairs.filter_map(|pair| match pair.indices {
            [a, b] if (a, b) == (row, column) => Some((pair.wins, pair.games)),
            [a, b] if (b, a) == (row, column) => Some((pair.losses, pair.games)),
            _ => None,
        });
        match seen.next() {
            Some((wins, games)) if games > 0 => {
                let interval = Interval::wilson(wins, games);
                let rate = percent(wins as f64 / games as f64, interval);
                format!("{rate}\n{}\n{games} games", percents(interval))
            }
            _ => none(),
        }
    }
}

/// How good beliefs were, as the game goes on.
fn belief_table(scores: &[BeliefScore]) -> Table {
    let heads = ["beliefs of", "which", "facts", "log loss", "95 %", "by the rules alone"];
    let rows = scores.iter().flat_map(|score| {
        let interval =
            score.ci95.map_or_else(none, |Interval { low, high }| format!("{low:.3}–{high:.3}"));
        let row = |from: String, facts: u64, loss: f64, interval: String, prior: f64| {
            vec![from, facts.to_string(), format!("{loss:.3}"), interval, format!("{prior:.3}")]
        };
        let whole =
            row("all".to_owned(), score.facts, score.log_loss, interval, score.prior_log_loss);
        let parts = score.by_turn.iter().map(move |part| {
            let from = format!("from turn {}", part.from_turn);
            row(from, part.facts, part.log_loss, none(), part.prior_log_loss)
        });
        let topics = score
            .by_topic
            .iter()
            .map(move |it| row(it.topic.clone(), it.facts, it.log_loss, none(), it.prior_log_loss));
        let named = |(place, mut row): (usize, Vec<String>)| {
            row.insert(0, if place == 0 { broken(&score.agent) } else { String::new() });
            row
        };
        [whole].into_iter().chain(topics).chain(parts).enumerate().map(named).collect::<Vec<_>>()
    });
    table(&heads, rows, 0)
}

/// What came true of what was held to be so likely.
fn calibration_table(scores: &[BeliefScore]) -> Table {
    let heads = ["held likely by", "on average", "came true", "95 %", "facts"];
    let rows = scores.iter().flat_map(|score| {
        score.calibration.iter().enumerate().map(|(place, tenth)| {
            let Interval { low, high } = tenth.ci95;
            vec![
                if place == 0 { broken(&score.agent) } else { String::new() },
                format!("{:.3}", tenth.probability),
                format!("{:.3}", tenth.share),
                format!("{low:.3}–{high:.3}"),
                tenth.facts.to_string(),
            ]
        })
    });
    table(&heads, rows, 0)
}

/// A table in which all but the first columns up to `last_left` are numbers. What is too long for
/// the width is broken in the last column that is not.
fn table(
    heads: &[impl ToString],
    rows: impl Iterator<Item = Vec<String>>,
    last_left: usize,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH);
    let cells = |row: Vec<String>| {
        let cells = row.into_iter().enumerate().map(|(column, text)| {
            let is_left = column <= last_left;
            let alignment = if is_left { CellAlignment::Left } else { CellAlignment::Right };
            Cell::new(text).set_alignment(alignment)
        });
        cells.collect::<Vec<_>>()
    };
    table.set_header(cells(heads.iter().map(ToString::to_string).collect()));
    for row in rows {
        table.add_row(cells(row));
    }
    for (_, column) in table.column_iter_mut().enumerate().filter(|(place, _)| *place != last_left)
    {
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    table
}

/// An agent's name in lines that fit, broken where parts and parameters begin.
fn broken(name: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    let mut rest = name;
    while !rest.is_empty() {
        let mut breaks = rest.char_indices().skip(1);
        let end = breaks.find(|&(at, letter)| letter == '+' || rest[..at].ends_with(['(', ' ']));
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        let letters = piece.trim_end().chars().count();
        if length > 0 && length + letters > NAME {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            length = 0;
        }
        lines += piece;
        length += piece.chars().count();
        rest = after;
    }
    lines
}

/// A table as lines, without the margin around it.
fn lines(table: &Table) -> String {
    let bare = |line: String| format!("{}\n", line.strip_prefix(' ').unwrap_or(&line).trim_end());
    table.lines().map(bare).collect()
}

fn none() -> String {
    "–".to_owned()
}

/// The digits of a percentage that its interval leaves any meaning.
fn digits(interval: Interval) -> usize {
    match interval.high - interval.low {
        width if width < 0.001 => 3,
        width if width < 0.01 => 2,
        _ => 1,
    }
}

fn percent(rate: f64, interval: Interval) -> String {
    format!("{:.*} %", digits(interval), rate * 100.0)
}

fn percents(interval: Interval) -> String {
    let Interval { low, high } = interval;
    let digits = digits(interval);
    format!("{:.digits$}–{:.digits$}", low * 100.0, high * 100.0)
}

fn plain(mean: f64, interval: Interval) -> String {
    format!("{mean:.*}", digits(interval) + 2)
}

fn plains(interval: Interval) -> String {
    let Interval { low, high } = interval;
    let digits = digits(interval) + 2;
    format!("{low:.digits$}–{high:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_where_parts_and_parameters_begin() {
        for (name, lines) in [
            ("random", "random"),
            ("uct(playouts=1000)+rule", "uct(playouts=1000)\n+rule"),
            (
                "weighted+rule(criterion=sum, attitude=fair)",
                "weighted+rule(\ncriterion=sum,\nattitude=fair)",
            ),
        ] {
            assert_eq!(broken(name), lines);
        }
    }
}
