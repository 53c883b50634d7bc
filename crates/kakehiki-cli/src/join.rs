//! Our agents at foreign servers.

use std::{io::Write, time::Duration};

use anyhow::{Context, Result};
use clap::Args;
use kakehiki_core::AgentName;
use kakehiki_wire::{
    Address, AiwolfJoin, ContestJoin, JoinError, Joined, JsettlersJoin, NaturalJoin, Outcome,
    ThinkingTime, Unwelcome, join_aiwolf, join_contest, join_jsettlers, join_natural,
};
use serde::Serialize;

use crate::{
    error::{Explain, note},
    progress::Work,
    text,
};

/// The protocols by which foreign servers are joined.
const SCHEMES: &[&str] = &["geister", "aiwolf", "aiwolf-nlp+ws", "jsettlers"];

/// Lets an agent of ours play at a foreign server
///
/// An agent whose name leaves open how much it thinks spends the clock that the server gives: isuct and
/// shrewd think as long as they may, isuct(playouts=1000) no longer than a thousand playouts take. When the server hangs up the
/// client connects anew: in aiwolf after each series of games, in jsettlers when the connection breaks, otherwise
/// after each game.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki join geister://localhost:10000 --agent 'isuct(playouts=1000)'
  kakehiki join geister://contest.example:10001 --agent isuct --games 0
  kakehiki join aiwolf://localhost:10000 --agent finalist --name mine --games 100
  kakehiki join aiwolf-nlp+ws://localhost:8080/ws --agent finalist --name mine1
  kakehiki join jsettlers://localhost:8880 --agent greedy+rule --name mine --cookie SECRET --games 0")]
pub(crate) struct JoinArgs {
    /// The server: geister://HOST:PORT; for Werewolf aiwolf://HOST:PORT or, in natural language,
    /// aiwolf-nlp+ws://HOST:PORT; for Catan jsettlers://HOST:PORT
    url: String,

    /// Who plays, as listed by `kakehiki agents GAME`
    #[arg(long, value_name = "A")]
    agent: String,

    /// The name that the server is told, where its protocol knows names
    #[arg(long, default_value = "kakehiki", value_name = "N")]
    name: String,

    /// The number of games; 0 plays on for ever
    #[arg(long, default_value_t = 1, value_name = "N")]
    games: u64,

    /// The number from which the luck of the agent follows
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Geister: the time that the server gives, in seconds: for the game, and for each move after that
    #[arg(long, default_value = "600+10", value_name = "STOCK+MOVE", value_parser = clock)]
    clock: ThinkingTime,

    /// JSettlers: the cookie by which the server knows robots (jsettlers.bots.cookie)
    #[arg(long, default_value = "", value_name = "C")]
    cookie: String,

    /// JSettlers: the only game to take part in; otherwise every game that the server asks us into
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    /// AIWolf in natural language: the token of the team, where the server asks for one
    #[arg(long, value_name = "T")]
    token: Option<String>,

    /// The seconds for which the server is tried before each game
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    patience: u64,

    /// Prints one JSON document at the end instead of a line for each game
    #[arg(long)]
    json: bool,
}

fn clock(text: &str) -> Result<ThinkingTime, String> {
    let seconds = |text: &str| text.trim().parse().ok().map(Duration::from_secs);
    let parts =
        text.split_once('+').and_then(|(one, other)| Some((seconds(one)?, seconds(other)?)));
    let (stock, answer) = parts.ok_or_else(|| "expected seconds, such as 600+10".to_owned())?;
    Ok(ThinkingTime { stock, answer })
}

/// How games came out.
#[derive(Default, Serialize)]
struct Score {
    games: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    broken_off: u64,
}

impl Score {
    fn add(&mut self, joined: &Joined) {
        self.games += 1;
        *match joined.outcome {
            Ok(Outcome::Won) => &mut self.won,
            Ok(Outcome::Lost) => &mut self.lost,
            Ok(Outcome::Drawn) => &mut self.drawn,
            Err(_) => &mut self.broken_off,
        } += 1;
    }
}

/// `kakehiki join`.
pub(crate) fn join(args: &JoinArgs, output: &mut dyn Write) -> Result<()> {
    let (scheme, address) =
        Address::read(args.url.strip_suffix("/ws").unwrap_or(&args.url), SCHEMES)
            .or_usage("docs/doors.md lists the servers")?;
    let game = match scheme {
        "geister" => scheme,
        "jsettlers" => "catan",
        _ => "werewolf",
    };
    let hint = format!("`kakehiki agents {game}` lists the agents with their parameters");
    let agent: AgentName = args.agent.parse().context("--agent").or_usage(hint.as_str())?;
    let work = Work::begin()?;
    let mut score = Score::default();
    let mut printed = Ok(());
    let mut report = |joined: &Joined| {
        score.add(joined);
        if args.json || printed.is_err() {
            return;
        }
        let outcome = match &joined.outcome {
            Ok(outcome) => outcome.to_string(),
            Err(problem) => format!("broken off: {problem}"),
        };
        let line = format!("game {}: {} {outcome}", score.games, joined.seat);
        printed = text::print(output, &line)
            .and_then(|()| output.flush().context("cannot write to standard output"));
    };
    let patience = Duration::from_secs(args.patience);
    let (games, seed, time) = (args.games, args.seed, args.clock);
    let name = args.name.clone();
    let result = match scheme {
        "aiwolf" => {
            let options = AiwolfJoin { address, agent, name, games, seed, patience };
            join_aiwolf(&options, &mut report, work.interrupt())
        }
        "geister" => {
            let options = ContestJoin { address, agent, games, seed, time, patience };
            join_contest(&options, &mut report, work.interrupt())
        }
        "jsettlers" => {
            let (cookie, game) = (args.cookie.clone(), args.game.clone());
            let options =
                JsettlersJoin { address, agent, name, cookie, game, games, seed, patience };
            let mut declined = |why: &Unwelcome| note(format!("declined: {why}"));
            join_jsettlers(&options, &mut report, &mut declined, work.interrupt())
        }
        _ => {
            let token = args.token.clone();
            let options = NaturalJoin { address, agent, name, token, games, seed, patience };
            join_natural(&options, &mut report, work.interrupt())
        }
    };
    work.end();
    printed?;
    if args.json {
        text::json(output, &score)?;
    }
    match result {
        Err(error @ JoinError::Agent(_)) => Err(error).context("--agent").or_usage(hint),
        Err(error @ JoinError::Unfit { .. }) => {
            Err(error).or_failure(format!("`kakehiki games` lists what our rules of {game} know"))
        }
        Err(error) => Err(error).or_failure("--patience SECONDS tries for longer"),
        Ok(()) => Ok(()),
    }
}
