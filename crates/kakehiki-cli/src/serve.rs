//! The table in the browser.

use std::{net::IpAddr, path::PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use kakehiki_web::{Options, ServeError, StudyOptions, serve as run};

use crate::error::{Explain, is_quiet};

/// Sets a table in the browser: people and agents play, watch and replay games
///
/// It listens on this machine alone, prints an address to open, and keeps the log of every game. A
/// game that was cut off goes on when the server is started again.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki serve                                    a table on this machine
  kakehiki serve --bind 0.0.0.0 --allow-host pi.local
  kakehiki serve --study nakazawa2018 --out people  the study, with people")]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8000, value_name = "P")]
    port: u16,

    /// An address to listen on that others can reach; needs --allow-host
    #[arg(long, value_name = "ADDR", requires = "allow_host")]
    bind: Option<IpAddr>,

    /// A name by which this server may be reached; may be given many times
    #[arg(long = "allow-host", value_name = "NAME")]
    allow_host: Vec<String>,

    /// The folder of logs; that of your own data unless told
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,

    /// Runs this study with people; needs --out
    #[arg(long, value_name = "STUDY", requires = "out")]
    study: Option<String>,

    /// Where what participants did goes
    #[arg(long, value_name = "DIR", requires = "study")]
    out: Option<PathBuf>,

    /// The most pages and programs that are connected
    #[arg(long, default_value_t = 512, value_name = "N")]
    max_sockets: usize,

    /// The most matches that are held
    #[arg(long, default_value_t = 256, value_name = "N")]
    max_matches: usize,
}

/// The studies that people can take part in.
const STUDIES: &[&str] = &["nakazawa2018"];

/// `kakehiki serve`.
pub(crate) fn serve(args: ServeArgs) -> Result<()> {
    let study = match (args.study, args.out) {
        (Some(name), Some(out)) if STUDIES.contains(&name.as_str()) => {
            Some(StudyOptions { name, out })
        }
        (Some(name), _) => {
            let hint = format!("people can take part in: {}", STUDIES.join(", "));
            return Err(anyhow!("there is no study {name:?} with people")).or_usage(hint);
        }
        _ => None,
    };
    let defaults = Options::default();
    let options = Options {
        port: args.port,
        bind: args.bind,
        allowed_hosts: args.allow_host,
        folder: args.logs.unwrap_or(defaults.folder),
        max_sockets: args.max_sockets,
        max_matches: args.max_matches,
        thinkers: defaults.thinkers,
        study,
        is_quiet: is_quiet(),
    };
    match run(options) {
        Ok(()) => Ok(()),
        Err(error @ ServeError::NoAllowedHost(_)) => {
            Err(error).or_usage("name it by --allow-host NAME, such as the name of this machine")
        }
        Err(error @ ServeError::Listen { .. }) => {
            Err(error).or_failure("another port is chosen by --port P; 0 takes any that is free")
        }
        Err(error) => Err(error.into()),
    }
}
