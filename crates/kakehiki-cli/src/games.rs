//! What there is: games with their options, agents with their parameters.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use kakehiki_core::{Parameter, Part, Settings};
use kakehiki_games::GAMES;
use serde::Serialize;

use crate::{args::game, text};

/// Lists the games with their rule options
///
/// Every option is shown with its default; other values are chosen by --set KEY=VALUE.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki games")]
pub(crate) struct GamesArgs {
    /// Prints one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Lists the agents of a game with their parameters
///
/// Every parameter is shown with its default; other values are written in parentheses behind the
/// name, flat(playouts=500). Agents are composed with +, where one part moves, another trades and
/// another talks.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki agents geister")]
pub(crate) struct AgentsArgs {
    /// The game, by its name in `kakehiki games`
    game: String,

    /// Prints one JSON document instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GamesDocument {
    games: Vec<GameEntry>,
}

#[derive(Serialize)]
struct GameEntry {
    game: &'static str,
    help: &'static str,
    /// With the default options.
    seats: usize,
    options: Vec<ParameterEntry>,
}

#[derive(Serialize)]
struct AgentsDocument {
    game: &'static str,
    agents: Vec<AgentEntry>,
    /// The strongest by the time for a decision; empty where that was not measured.
    strongest: &'static [&'static str],
    /// What can be set about learning; null where nobody learns.
    learning: Option<Vec<ParameterEntry>>,
}

#[derive(Serialize)]
struct AgentEntry {
    agent: &'static str,
    part: String,
    help: &'static str,
    parameters: Vec<ParameterEntry>,
}

/// A parameter as documents show it.
#[derive(Serialize)]
pub(crate) struct ParameterEntry {
    name: &'static str,
    default: &'static str,
    values: String,
    help: &'static str,
}

impl ParameterEntry {
    /// All of a list.
    pub(crate) fn all(list: &[Parameter]) -> Vec<Self> {
        let entry = |known: &Parameter| Self {
            name: known.name,
            default: known.default,
            values: known.kind.to_string(),
            help: known.help,
        };
        list.iter().map(entry).collect()
    }
}

/// `kakehiki games`.
pub(crate) fn games(args: &GamesArgs, output: &mut dyn Write) -> Result<()> {
    if args.json {
        let games = GAMES.iter().map(|game| GameEntry {
            game: game.name(),
            help: game.help(),
            seats: game.open(&Settings::defaults(game.options())).seats(),
            options: ParameterEntry::all(game.options()),
        });
        return text::json(output, &GamesDocument { games: games.collect() });
    }
    for game in GAMES {
        let title = format!("{}: {}", game.name(), game.help());
        text::print(output, &text::paragraph(&title))?;
        text::print(output, &text::parameters(game.options()))?;
    }
    text::print(
        output,
        "\nOptions are set by --set KEY=VALUE; `kakehiki agents GAME` lists who plays.",
    )
}

/// `kakehiki agents GAME`.
pub(crate) fn agents(args: &AgentsArgs, output: &mut dyn Write) -> Result<()> {
    let game = game(&args.game)?;
    if args.json {
        let agents = game.agents().into_iter().map(|kind| AgentEntry {
            agent: kind.name,
            part: kind.part.to_string(),
            help: kind.help,
            parameters: ParameterEntry::all(kind.parameters),
        });
        let document = AgentsDocument {
            game: game.name(),
            agents: agents.collect(),
            strongest: game.strongest(),
            learning: game.trainer().map(|trainer| ParameterEntry::all(trainer.parameters)),
        };
        return text::json(output, &document);
    }
    for part in [Part::Moves, Part::Trades, Part::Talks, Part::Listens] {
        let kinds: Vec<_> = game.agents().into_iter().filter(|kind| kind.part == part).collect();
        let Some(first) = kinds.first() else { continue };
        let title = match part {
            Part::Moves => "Agents".to_owned(),
            _ => format!("Parts that do the {}, joined to an agent by +", doing(first.part)),
        };
        text::print(output, &format!("{title}:\n"))?;
        for kind in kinds {
            text::print(output, &text::paragraph(&format!("{}: {}", kind.name, kind.help)))?;
            if !kind.parameters.is_empty() {
                text::print(output, &text::parameters(kind.parameters))?;
            }
        }
        text::print(output, "")?;
    }
    text::print(output, "Parameters are set in parentheses behind the name: name(key=value, …).")?;
    if !game.strongest().is_empty() {
        let names: Vec<String> = game.strongest().iter().map(|name| format!("  {name}")).collect();
        let title = "The strongest, by the time for a decision:";
        text::print(output, &format!("\n{title}\n\n{}", names.join("\n")))?;
    }
    if let Some(trainer) = game.trainer() {
        let title = format!("`kakehiki train {}`: {}.", game.name(), trainer.help);
        text::print(output, &format!("\n{}", text::paragraph(&title)))?;
        text::print(output, "What can be set by --learn KEY=VALUE:\n")?;
        text::print(output, &text::parameters(trainer.parameters))?;
    }
    Ok(())
}

fn doing(part: Part) -> &'static str {
    match part {
        Part::Moves => "moving",
        Part::Trades => "trading",
        Part::Talks => "talking",
        Part::Listens => "listening",
    }
}
