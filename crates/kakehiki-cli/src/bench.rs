//! How fast the games are.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use comfy_table::CellAlignment;
use kakehiki_core::Effort;
use kakehiki_games::{AnyGame, BENCHED};
use kakehiki_web::{Load, load};
use serde_json::Value;

use crate::{args::game, text};

/// The name under which the server is measured.
const WEB: &str = "web";

/// Measures playouts, games and actions per core-second
///
/// Each figure is measured on one core, which should be otherwise idle. Every game takes some
/// seconds. `web` puts a load on the server instead: many matches of quick agents at ten actions a
/// second, each watched, beside people who act.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  kakehiki bench geister\n  kakehiki bench web --matches 200 --seconds 60"
)]
pub(crate) struct BenchArgs {
    /// The game, or `web`; all games unless told
    game: Option<String>,

    /// How much work goes into each figure, as a share of the usual; less is hasty
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = effort)]
    effort: Effort,

    /// How many matches of agents are served at the same time, for `web`
    #[arg(long, value_name = "N", default_value_t = 200)]
    matches: u16,

    /// For how long, for `web`
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u16,

    /// Prints one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

/// `kakehiki bench`.
pub(crate) fn bench(args: &BenchArgs, output: &mut dyn Write) -> Result<()> {
    if args.game.as_deref() == Some(WEB) {
        return bench_web(args, output);
    }
    let games: Vec<&dyn AnyGame> = match &args.game {
        Some(name) => vec![game(name)?],
        None => BENCHED.to_vec(),
    };
    let figures: Vec<(&str, Value)> =
        games.into_iter().map(|game| (game.name(), game.bench(args.effort))).collect();
    if args.json {
        let entries = figures.iter().map(|(game, figures)| format!("\"{game}\":{figures}"));
        return text::print(output, &format!("{{{}}}", entries.collect::<Vec<_>>().join(",")));
    }
    let mut table = text::table();
    table.set_header(["game", "figure", "value"]);
    for (game, figures) in &figures {
        for (name, figure) in flat("", figures) {
            table.add_row([(*game).to_owned(), name, amount(figure)]);
        }
    }
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    text::print(output, &text::lines(&table))
}

/// `kakehiki bench web`.
fn bench_web(args: &BenchArgs, output: &mut dyn Write) -> Result<()> {
    let wanted = Load {
        matches: usize::from(args.matches),
        actions_per_second: 10,
        people: usize::from(args.matches).div_ceil(20),
        seconds: u64::from(args.seconds),
    };
    let figures = serde_json::to_value(load(wanted)?)?;
    if args.json {
        return text::print(output, &figures.to_string());
    }
    let mut table = text::table();
    table.set_header(["figure", "value"]);
    for (name, figure) in flat("", &figures) {
        table.add_row([name, amount(figure)]);
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    text::print(output, &text::lines(&table))
}

/// Reads how much work is worth it.
fn effort(share: &str) -> Result<Effort, String> {
    let effort = share.parse().ok().and_then(Effort::new);
    effort.ok_or_else(|| "expected a number above 0, such as 0.1".to_owned())
}

/// Figures by name; those within others get the names of both.
fn flat(name: &str, figures: &Value) -> Vec<(String, f64)> {
    match figures {
        Value::Object(inner) => {
            let join = |key: &str| match name {
                "" => key.replace('_', " "),
                name => format!("{name}, {}", key.replace('_', " ")),
            };
            inner.iter().flat_map(|(key, value)| flat(&join(key), value)).collect()
        }
        value => value.as_f64().map(|figure| (name.to_owned(), figure)).into_iter().collect(),
    }
}

/// A figure with four digits that count, thousands set apart.
fn amount(figure: f64) -> String {
    if figure.abs() < 1000.0 {
        return format!("{figure:.3}");
    }
    let digits = format!("{figure:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_easy_to_read() {
        assert_eq!(amount(1_234_567.8), "1,234,568");
        assert_eq!(amount(1000.0), "1,000");
        assert_eq!(amount(0.25), "0.250");
    }

    #[test]
    fn figures_within_figures_are_named_by_both() {
        let figures = serde_json::json!({"games_per_core_second": {"5": 2.0}, "decision_ms": 1.0});
        let names: Vec<String> = flat("", &figures).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["decision ms", "games per core second, 5"]);
    }
}
