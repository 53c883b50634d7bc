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
use kakehiki_core::AgentName;
use kakehiki_wire::{ContestHost, ContestOptions, Faults, HostError, Manners, ThinkingTime};
use strum::VariantNames;

use crate::{
    args::{Sets, game},
    error::{Explain, note},
    progress::Work,
    text,
};

/// The protocols that games are hosted by.
const PROTOCOLS: [(&str, &str); 1] = [("geister", "contest")];

/// Lets foreign programs sit at our table, by the protocols they already speak
///
/// Seats named external wait for programs; the others are agents of ours. What programs do does not
/// follow from the seed, so that neither do results. docs/doors.md tells how to connect.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki host geister --protocol contest --port 10000 \\
      --seats 'external,isuct(playouts=1000)' --games 10
  kakehiki host geister --protocol contest --port 10000 \\
      --seats external,external --games 100 --at-once 4 --logs games")]
pub(crate) struct HostArgs {
    /// The game: geister
    game: String,

    /// The protocol that programs speak: contest (geister)
    #[arg(long, value_name = "NAME")]
    protocol: String,

    /// The port; the second player's is the next one. 0 takes any that are free
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

    /// Lets an illegal move be tried again while the clock runs, instead of losing
    #[arg(long)]
    retry: bool,

    /// The seconds that a program has for a whole game
    #[arg(long, default_value_t = ThinkingTime::GEISTER_CONTEST.stock.as_secs(), value_name = "SECONDS")]
    budget: u64,

    /// The seconds for each move once those are used up
    #[arg(long, default_value_t = ThinkingTime::GEISTER_CONTEST.answer.as_secs(), value_name = "SECONDS")]
    timeout: u64,

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

/// `kakehiki host`.
pub(crate) fn host(args: HostArgs, output: &mut dyn Write) -> Result<()> {
    let offer = game(&args.game)?;
    if !PROTOCOLS.contains(&(offer.name(), args.protocol.as_str())) {
        let problem = anyhow!("{} cannot be hosted by {:?}", offer.name(), args.protocol);
        let known = PROTOCOLS.map(|(game, protocol)| format!("{game} --protocol {protocol}"));
        return Err(problem).or_usage(format!("what can be hosted: {}", known.join(", ")));
    }
    let hint = format!("`kakehiki agents {}` lists who plays; external is a program", offer.name());
    let seats = AgentName::list(&args.seats).context("--seats").or_usage(&*hint)?;
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    let options = ContestOptions {
        rules: args.sets.options(offer)?,
        seats,
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
        logs: args.logs,
    };
    let host = match ContestHost::open(options) {
        Err(error @ (HostError::Agent(_) | HostError::NobodyOutside)) => {
            return Err(error).context("--seats").or_usage(hint);
        }
        Err(error @ HostError::Listen { .. }) => {
            return Err(error).or_failure("another port is chosen by --port P");
        }
        host => host?,
    };
    for (seat, address) in host.addresses()? {
        note(format_args!("{seat} is taken at {address}"));
    }
    let work = Work::begin()?;
    let records = host.run(&|done, of| work.show(done, of), work.interrupt());
    work.end();
    let records = records?;
    let standings =
        Standings::of_seated(offer.name(), args.seed, &names, host.counters(), &records);
    text::print(output, &if args.json { standings.to_json() } else { standings.to_string() })?;
    note("programs from outside played: these results do not follow from the seed alone");
    if (records.len() as u64) < args.games {
        output.flush().context("cannot write to standard output")?;
        let problem = anyhow!("interrupted after {} of {} games", records.len(), args.games);
        return Err(problem).or_failure("");
    }
    Ok(())
}
