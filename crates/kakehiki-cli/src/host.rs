//! Foreign programs at our table.

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use kakehiki_arena::Standings;
use kakehiki_core::{AgentName, Record, Settings, Tongue};
use kakehiki_games::AnyGame;
use kakehiki_wire::{
    AiwolfHost, AiwolfOptions, ContestHost, ContestOptions, Faults, HostError, Line, Manners,
    NaturalHost, NaturalOptions, Profiles, Secret, ThinkingTime,
};
use strum::VariantNames;

use crate::{
    args::{LIST_GAMES, Sets, game},
    error::{Explain, note},
    progress::Work,
    text,
};

/// The protocols that games are hosted by.
const PROTOCOLS: [(&str, &str); 4] = [
    ("geister", "contest"),
    ("werewolf", "aiwolf-0.6"),
    ("werewolf", "aiwolf-0.4"),
    ("werewolf", NATURAL),
];

/// The protocol for natural language.
const NATURAL: &str = "aiwolf-nlp";

/// Where the contest's server has its secret.
const SECRET_KEY: &str = "SECRET_KEY";

/// Lets foreign programs sit at our table, by the protocols they already speak
///
/// Seats named external wait for programs; the others are agents of ours. What programs do does not
/// follow from the seed, so that neither do results. docs/doors.md tells how to connect.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki host geister --protocol contest --port 10000 \\
      --seats 'external,isuct(playouts=1000)' --games 10
  kakehiki host werewolf --protocol aiwolf-0.6 --port 10000 \\
      --seats external,finalist,finalist,finalist,finalist --games 100 --logs games
  kakehiki host werewolf --protocol aiwolf-nlp --port 8080 \\
      --seats external,finalist,finalist,finalist,finalist --games 10 --tongue en")]
pub(crate) struct HostArgs {
    /// The game: geister or werewolf
    game: String,

    /// The protocol that programs speak: contest (geister), aiwolf-0.6, aiwolf-0.4 or aiwolf-nlp
    /// (werewolf)
    #[arg(long, value_name = "NAME")]
    protocol: String,

    /// The port; in geister the second player's is the next one. 0 takes any that is free
    #[arg(long, value_name = "P")]
    port: u16,

    /// Who sits where: agents, and external for programs
    #[arg(long, value_name = "A,B,…")]
    seats: String,

    /// The number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    #[command(flatten)]
    sets: Sets,

    /// The number from which the luck of our agents follows
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDR")]
    bind: IpAddr,

    /// The games that are played at the same time
    #[arg(long, default_value_t = 1, value_name = "K",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    at_once: u16,

    /// What becomes of programs that misbehave: forgiving mends what the original servers break down
    /// over, original does as they do
    #[arg(long, default_value_t = Faults::Forgiving, value_name = "HOW", value_parser = faults)]
    faults: Faults,

    /// Geister: lets an illegal move be tried again while the clock runs, instead of losing
    #[arg(long)]
    retry: bool,

    /// Geister: the seconds that a program has for a whole game
    #[arg(long, default_value_t = ThinkingTime::GEISTER_CONTEST.stock.as_secs(), value_name = "SECONDS")]
    budget: u64,

    /// Geister: the seconds for each move once those are used up
    #[arg(long, default_value_t = ThinkingTime::GEISTER_CONTEST.answer.as_secs(), value_name = "SECONDS")]
    timeout: u64,

    /// Geister: shows the game that went on last to viewers at this port, as the contest's server does, with
    /// the colours of all ghosts: whoever can reach it can cheat
    #[arg(long, value_name = "PORT")]
    viewer: Option<u16>,

    /// Werewolf: the milliseconds that a program has for an answer [default: 1000, and 60000 with
    /// aiwolf-nlp]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    answer_limit: Option<u64>,

    /// Werewolf with aiwolf-nlp: the language that our agents speak, ja or en
    #[arg(long, default_value = "ja", value_name = "LANGUAGE", value_parser = tongue)]
    tongue: Tongue,

    /// Werewolf with aiwolf-nlp: a group chat of so many seconds in the place of turns
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    chat: Option<u64>,

    /// Werewolf with aiwolf-nlp: a file of whom players are drawn from, a table `[[profile]]` in TOML for each
    #[arg(long, value_name = "FILE")]
    profiles: Option<PathBuf>,

    /// Werewolf with aiwolf-nlp: lets only programs in that have a token of their team, signed with the
    /// secret in the environment variable `SECRET_KEY`
    #[arg(long)]
    tokens: bool,

    /// Writes the log of every game into this folder, ours and that of the original server
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,

    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

fn faults(text: &str) -> Result<Faults, String> {
    text.parse().map_err(|_| format!("expected {}", Faults::VARIANTS.join(" or ")))
}

fn tongue(text: &str) -> Result<Tongue, String> {
    match text {
        "ja" => Ok(Tongue::Japanese),
        "en" => Ok(Tongue::English),
        _ => Err("expected ja or en".to_owned()),
    }
}

/// What the tokens of programs are signed with. It is not an argument, which others could read.
fn secret() -> Result<Secret> {
    let secret = std::env::var(SECRET_KEY).ok().filter(|secret| !secret.is_empty());
    let secret = secret.ok_or_else(|| anyhow!("--tokens: there is no secret"));
    secret.map(Secret::new).or_usage(format!("the environment variable {SECRET_KEY} holds it"))
}

/// A server that waits for programs.
enum Server {
    Contest(ContestHost),
    Aiwolf(AiwolfHost),
    Natural(NaturalHost),
}

impl Server {
    fn open(args: &HostArgs, offer: &dyn AnyGame, seats: &[AgentName]) -> Result<Self> {
        let opened = match args.protocol.parse::<Line>() {
            Ok(line) => Self::open_aiwolf(args, offer, seats, line)?.map(Self::Aiwolf),
            Err(_) if args.protocol == NATURAL => {
                Self::open_natural(args, offer, seats)?.map(Self::Natural)
            }
            Err(_) => ContestHost::open(ContestOptions {
                rules: args.sets.options(offer)?,
                seats: seats.to_vec(),
                games: args.games,
                at_once: args.at_once.into(),
                seed: args.seed,
                bind: args.bind,
                port: args.port,
                time: ThinkingTime {
                    stock: Duration::from_secs(args.budget),
                    answer: Duration::from_secs(args.timeout),
                },
                manners: Manners { faults: args.faults, may_retry: args.retry },
                logs: args.logs.clone(),
                viewer: args.viewer,
            })
            .map(Self::Contest),
        };
        match opened {
            Err(error @ (HostError::Agent(_) | HostError::NobodyOutside)) => {
                let hint = format!(
                    "`kakehiki agents {}` lists who plays; external is a program",
                    offer.name()
                );
                Err(error).context("--seats").or_usage(hint)
            }
            Err(error @ HostError::Listen { .. }) => {
                Err(error).or_failure("another port is chosen by --port P")
            }
            opened => Ok(opened?),
        }
    }

    fn open_aiwolf(
        args: &HostArgs,
        offer: &dyn AnyGame,
        seats: &[AgentName],
        line: Line,
    ) -> Result<Result<AiwolfHost, HostError>> {
        Ok(AiwolfHost::open(AiwolfOptions {
            line,
            rules: Self::village(args, offer, seats)?,
            seats: seats.to_vec(),
            games: args.games,
            at_once: args.at_once.into(),
            seed: args.seed,
            bind: args.bind,
            port: args.port,
            time_limit: Duration::from_millis(args.answer_limit.unwrap_or(1000)),
            faults: args.faults,
            logs: args.logs.clone(),
        }))
    }

    fn open_natural(
        args: &HostArgs,
        offer: &dyn AnyGame,
        seats: &[AgentName],
    ) -> Result<Result<NaturalHost, HostError>> {
        let profiles = match &args.profiles {
            None => Profiles::common(args.tongue),
            Some(path) => {
                let text = fs_err::read_to_string(path).context("--profiles")?;
                let read = Profiles::read(&text, seats.len());
                read.with_context(|| format!("--profiles {}", path.display()))
                    .or_usage("docs/doors.md shows such a file")?
            }
        };
        Ok(NaturalHost::open(NaturalOptions {
            rules: Self::village(args, offer, seats)?,
            seats: seats.to_vec(),
            games: args.games,
            at_once: args.at_once.into(),
            seed: args.seed,
            bind: args.bind,
            port: args.port,
            tongue: args.tongue,
            profiles,
            secret: args.tokens.then(secret).transpose()?,
            time_limit: Duration::from_millis(args.answer_limit.unwrap_or(60_000)),
            chat: args.chat.map(Duration::from_secs),
            faults: args.faults,
            logs: args.logs.clone(),
        }))
    }

    /// The rules of a village: those of the server that programs expect, unless others are given.
    fn village(args: &HostArgs, offer: &dyn AnyGame, seats: &[AgentName]) -> Result<Settings> {
        let is_given = |name: &str| args.sets.pairs().any(|(key, _)| key == name);
        let is_chat = args.chat.is_some() && args.protocol == NATURAL;
        // Utterances in English have more letters.
        let is_english = args.tongue == Tongue::English && args.protocol == NATURAL;
        let implied = [
            (true, "rules", args.protocol.as_str()),
            (is_chat, "speaking-order", "open"),
            (is_english, "max-length", "125"),
            (is_english, "mention-length", "125"),
        ];
        let implied = implied.into_iter().filter(|(is_so, name, _)| *is_so && !is_given(name));
        let values = args.sets.pairs().chain(implied.map(|(_, name, value)| (name, value)));
        let options = Settings::new(offer.name(), offer.options(), values).or_usage(LIST_GAMES)?;
        Ok(offer.seat(&options, seats.len()))
    }

    /// Says where programs connect.
    fn announce(&self) -> Result<()> {
        match self {
            Self::Contest(host) => {
                for (seat, address) in host.addresses()? {
                    note(format_args!("{seat} is taken at {address}"));
                }
                if let Some(address) = host.viewer_address()? {
                    note(format_args!("viewers see all colours at ws://{address}/ws/geister"));
                }
            }
            Self::Aiwolf(host) => note(format_args!("seats are taken at {}", host.address()?)),
            Self::Natural(host) => {
                note(format_args!("seats are taken at ws://{}/ws", host.address()?));
            }
        }
        Ok(())
    }

    fn run(&self, work: &Work) -> Result<Vec<Record>, HostError> {
        let progress = |done, of| work.show(done, of);
        match self {
            Self::Contest(host) => host.run(&progress, work.interrupt()),
            Self::Aiwolf(host) => host.run(&progress, work.interrupt()),
            Self::Natural(host) => host.run(&progress, work.interrupt()),
        }
    }

    fn counters(&self) -> Vec<&'static str> {
        match self {
            Self::Contest(host) => host.counters(),
            Self::Aiwolf(host) => host.counters(),
            Self::Natural(host) => host.counters(),
        }
    }
}

/// `kakehiki host`.
pub(crate) fn host(args: &HostArgs, output: &mut dyn Write) -> Result<()> {
    let offer = game(&args.game)?;
    if !PROTOCOLS.contains(&(offer.name(), args.protocol.as_str())) {
        let problem = anyhow!("{} cannot be hosted by {:?}", offer.name(), args.protocol);
        let known = PROTOCOLS.map(|(game, protocol)| format!("{game} --protocol {protocol}"));
        return Err(problem).or_usage(format!("what can be hosted: {}", known.join(", ")));
    }
    let seats = AgentName::list(&args.seats).context("--seats").or_usage(format!(
        "`kakehiki agents {}` lists who plays; external is a program",
        offer.name()
    ))?;
    let server = Server::open(args, offer, &seats)?;
    server.announce()?;
    let work = Work::begin()?;
    let records = server.run(&work);
    work.end();
    let records = records?;
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    let counters = server.counters();
    let standings = Standings::of_seated(offer.name(), args.seed, &names, &counters, &records);
    text::print(output, &if args.json { standings.to_json() } else { standings.to_string() })?;
    if let Some(remark) = standings.remark {
        note(remark);
    }
    if (records.len() as u64) < args.games {
        output.flush().context("cannot write to standard output")?;
        let problem = anyhow!("only {} of {} games were played", records.len(), args.games);
        return Err(problem).or_failure("");
    }
    Ok(())
}
