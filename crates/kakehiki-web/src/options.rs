//! How the server is started.

use std::{env, net::IpAddr, path::PathBuf, thread::available_parallelism};

/// How the server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// An address to listen on instead of the own machine's.
    pub bind: Option<IpAddr>,
    /// Names by which the server may be reached beside those of the own machine.
    pub allowed_hosts: Vec<String>,
    /// Where logs lie.
    pub folder: PathBuf,
    /// The most pages and programs that are connected.
    pub max_sockets: usize,
    /// The most matches that are held.
    pub max_matches: usize,
    /// The most agents that think at the same time.
    pub thinkers: usize,
    /// The study that is run with people.
    pub study: Option<StudyOptions>,
    /// Whether to say nothing but what went wrong.
    pub is_quiet: bool,
}

/// A study that is run with people.
#[derive(Clone, Debug)]
pub struct StudyOptions {
    /// Its name.
    pub name: String,
    /// Where what participants did goes.
    pub out: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        Self {
            port: 8000,
            bind: None,
            allowed_hosts: Vec::new(),
            folder: default_folder(),
            max_sockets: 512,
            max_matches: 256,
            // Some may be slow: the quick ones must find a thread all the same.
            thinkers: 4 * cores,
            study: None,
            is_quiet: false,
        }
    }
}

/// Where programs keep what belongs to a person, or here.
fn default_folder() -> PathBuf {
    let given = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = given("XDG_DATA_HOME").or_else(|| Some(given("HOME")?.join(".local/share")));
    data.map_or_else(|| "kakehiki-matches".into(), |data| data.join("kakehiki/matches"))
}
