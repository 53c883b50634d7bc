//! Recorded traffic: one file a connection, one JSON object a line.

use std::{fs, io::Read, path::PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;

/// What a relay between a client and the original server saw.
#[derive(Clone, Debug, Deserialize)]
pub struct Unit {
    /// The order over all connections of a run.
    #[serde(default)]
    pub g: u64,
    /// The time since the start of a run, in seconds.
    #[serde(default)]
    pub t: f64,
    dir: Option<String>,
    text: Option<String>,
    hex: Option<String>,
    ev: Option<String>,
}

/// What happened on one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Open,
    /// The server sent a line, its end included.
    Server(Vec<u8>),
    /// The client sent a line, its end included.
    Client(Vec<u8>),
    /// The client closed, or was cut off.
    ClientGone,
    /// The server closed.
    ServerGone,
    /// Anything else that carries no data.
    Other,
}

impl Unit {
    pub fn seen(&self) -> Seen {
        let is_server = self.dir.as_deref() == Some("s>c");
        let bytes = match (&self.text, &self.hex) {
            (Some(text), _) => Some(text.clone().into_bytes()),
            (None, Some(hex)) => {
                let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
                Some((0..hex.len()).step_by(2).map(byte).collect())
            }
            (None, None) => None,
        };
        match (bytes, self.ev.as_deref()) {
            (Some(bytes), _) if is_server => Seen::Server(bytes),
            (Some(bytes), _) => Seen::Client(bytes),
            (None, Some("open")) => Seen::Open,
            (None, Some("eof" | "reset" | "cut by test")) if !is_server => Seen::ClientGone,
            (None, Some("eof" | "reset")) => Seen::ServerGone,
            _ => Seen::Other,
        }
    }
}

fn folder(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recordings").join(game)
}

/// The names of all runs of a game.
pub fn runs(game: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(game)).unwrap();
    let mut runs: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    runs.sort();
    runs
}

/// The names of all connections of a run.
pub fn files(game: &str, run: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(game).join(run)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".jsonl.gz").map(str::to_owned)).collect()
}

/// The text of a file of a run.
pub fn text(game: &str, run: &str, file: &str) -> String {
    let bytes = fs::read(folder(game).join(run).join(file)).unwrap();
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text
}

/// One connection of a run.
pub fn connection(game: &str, run: &str, name: &str) -> Vec<Unit> {
    let text = text(game, run, &format!("{name}.jsonl.gz"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Several connections of a run, in the order in which things were seen, each with its place.
pub fn merged(game: &str, run: &str, names: &[&str]) -> Vec<(usize, Seen)> {
    let mut units: Vec<(u64, usize, Seen)> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let connection = connection(game, run, name);
        units.extend(connection.iter().map(|unit| (unit.g, place, unit.seen())));
    }
    units.sort_by_key(|(order, ..)| *order);
    units.into_iter().map(|(_, place, seen)| (place, seen)).collect()
}
