//! Standings as tables for people.

use std::fmt;

use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, Table, presets};
use kakehiki_core::{Ending, Verdict};

use crate::{Decision, Interval, Standings};

/// Tables for a terminal: agents, seats, what was counted, and for round robins who did how well
/// against whom.
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
        write!(formatter, "\n{}", self.agent_table())?;
        write!(formatter, "\n{}", self.outcome_table())?;
        write!(formatter, "\n{}", self.seat_table())?;
        if self.agents.iter().any(|agent| agent.counters.sums().next().is_some()) {
            write!(formatter, "\n{}", self.counter_table())?;
        }
        if self.pairs.is_some() {
            write!(formatter, "\n{}", self.cross_table())?;
        }
        if let Some(sprt) = self.sprt {
            let answer = match sprt.decision {
                Decision::Accepted => "the first agent is better",
                Decision::Rejected => "the first agent is not better",
                Decision::Open => "no answer yet",
            };
            write!(
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
        let mut table = table(&["#", "agent", "games", "wins", "win rate", "95 %"]);
        for (index, agent) in self.agents.iter().enumerate() {
            let row = vec![
                (index + 1).to_string(),
                agent.agent.clone(),
                agent.games.to_string(),
                agent.wins.to_string(),
                agent.win_rate.map_or_else(none, |rate| percent(rate, agent.ci95)),
                percents(agent.ci95),
            ];
            table.add_row(cells(row, 1));
        }
        table
    }

    /// Apart from the wins, so that both tables fit into a terminal of eighty columns.
    fn outcome_table(&self) -> Table {
        let rated = self.agents.iter().any(|agent| agent.rating.is_some());
        let mut heads = vec!["#", "agent", "outcome", "95 %"];
        if rated {
            heads.extend(["rating", "95 %"]);
        }
        let mut table = table(&heads);
        for (index, agent) in self.agents.iter().enumerate() {
            let mut row = vec![
                (index + 1).to_string(),
                agent.agent.clone(),
                agent.mean_outcome.map_or_else(none, |mean| plain(mean, agent.outcome_ci95)),
                plains(agent.outcome_ci95),
            ];
            if let (Some(rating), Some(interval)) = (agent.rating, agent.rating_ci95) {
                row.push(format!("{rating:+.0}"));
                row.push(format!("{:+.0} to {:+.0}", interval.low, interval.high));
            }
            table.add_row(cells(row, 1));
        }
        table
    }

    fn seat_table(&self) -> Table {
        let mut table = table(&["seat", "games", "wins", "win rate", "95 %"]);
        for seat in &self.seats {
            let rate = (seat.games > 0).then(|| seat.wins as f64 / seat.games as f64);
            let interval = Interval::wilson(seat.wins, seat.games);
            let row = vec![
                format!("P{}", seat.seat),
                seat.games.to_string(),
                seat.wins.to_string(),
                rate.map_or_else(none, |rate| percent(rate, interval)),
                percents(interval),
            ];
            table.add_row(cells(row, 0));
        }
        table
    }

    /// What was counted per game, with a column for each agent by its number where there are fewer
    /// agents than counters.
    fn counter_table(&self) -> Table {
        let counted: Vec<Vec<(&str, String)>> = self
            .agents
            .iter()
            .map(|agent| {
                let per_game = |(name, count)| match agent.games {
                    0 => (name, none()),
                    games => (name, format!("{:.3}", count as f64 / games as f64)),
                };
                agent.counters.sums().map(per_game).collect()
            })
            .collect();
        let names: Vec<&str> = counted[0].iter().map(|(name, _)| *name).collect();
        let numbers: Vec<String> =
            (1..=counted.len()).map(|number| format!("agent {number}")).collect();
        if counted.len() < names.len() {
            let mut heads = vec!["counted per game"];
            heads.extend(numbers.iter().map(String::as_str));
            let mut table = table(&heads);
            for (place, name) in names.iter().enumerate() {
                let mut row = vec![(*name).to_owned()];
                row.extend(counted.iter().map(|agent| agent[place].1.clone()));
                table.add_row(cells(row, 0));
            }
            return table;
        }
        let mut heads = vec!["#", "counted per game"];
        heads.extend(&names);
        let mut table = table(&heads);
        for (index, (agent, counted)) in self.agents.iter().zip(&counted).enumerate() {
            let mut row = vec![(index + 1).to_string(), agent.agent.clone()];
            row.extend(counted.iter().map(|(_, count)| count.clone()));
            table.add_row(cells(row, 1));
        }
        table
    }

    /// Row against column: win rate, interval and games.
    fn cross_table(&self) -> Table {
        let numbers: Vec<String> =
            (1..=self.agents.len()).map(|number| format!("against {number}")).collect();
        let mut heads = vec!["#", "agent"];
        heads.extend(numbers.iter().map(String::as_str));
        let mut table = table(&heads);
        // Cells of three lines need a rule between rows.
        table.load_style(presets::UTF8_FULL);
        for (index, agent) in self.agents.iter().enumerate() {
            let mut row = vec![(index + 1).to_string(), agent.agent.clone()];
            row.extend((0..self.agents.len()).map(|other| self.against(index, other)));
            table.add_row(cells(row, 1));
        }
        table
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

fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    // Fits into a terminal; where there is none, tables are as wide as they have to be.
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(heads.iter().map(|head| Cell::new(head).add_attribute(Attribute::Bold)));
    table
}

/// A row of text, in which all but the first columns up to `last_left` are numbers.
fn cells(row: Vec<String>, last_left: usize) -> Vec<Cell> {
    let align = |(column, text): (usize, String)| {
        let left = column <= last_left;
        let alignment = if left { CellAlignment::Left } else { CellAlignment::Right };
        Cell::new(text).set_alignment(alignment)
    };
    row.into_iter().enumerate().map(align).collect()
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
    format!("{:.digits$}–{:.digits$} %", low * 100.0, high * 100.0)
}

fn plain(mean: f64, interval: Interval) -> String {
    format!("{mean:.*}", digits(interval) + 2)
}

fn plains(interval: Interval) -> String {
    let Interval { low, high } = interval;
    let digits = digits(interval) + 2;
    format!("{low:.digits$}–{high:.digits$}")
}
