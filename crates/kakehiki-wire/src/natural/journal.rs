//! The log of all messages as the original server writes it: one JSON document for each game.

use std::io::{self, Write};

use kakehiki_core::Missing;
use kakehiki_werewolf::Role;
use serde::Serialize;

use super::{packet::Request, token::team};

/// What is to be written of a game; nothing where nobody wants it.
#[derive(Default)]
pub(super) struct Journal {
    is_kept: bool,
    /// Those that are not written yet.
    entries: Vec<String>,
    /// What was asked and not answered yet, and when.
    asked: Option<(String, u64)>,
}

/// A message, or what came of it.
#[derive(Serialize)]
struct Entry<'a> {
    agent: &'a str,
    request: &'a str,
    request_timestamp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    response_timestamp: u64,
}

impl Journal {
    /// From now on everything is kept.
    pub(super) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// What was not taken yet.
    pub(super) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.entries)
    }

    fn push(
        &mut self,
        agent: &str,
        request: &str,
        [request_timestamp, response_timestamp]: [u64; 2],
        answer: Option<Result<&str, &str>>,
    ) {
        if self.is_kept {
            let response = answer.and_then(Result::ok);
            let error = answer.and_then(Result::err);
            let entry =
                Entry { agent, request, request_timestamp, response, error, response_timestamp };
            // Numbers and texts can always be written.
            self.entries.push(serde_json::to_string(&entry).unwrap_or_default());
        }
    }

    /// A player was told something, at this time in milliseconds.
    pub(super) fn told(&mut self, agent: &str, request: &str, now: u64) {
        self.push(agent, request, [now; 2], None);
    }

    /// A player is asked something.
    pub(super) fn asks(&mut self, request: &str, now: u64) {
        self.asked = self.is_kept.then(|| (request.to_owned(), now));
    }

    /// A player has answered what it was asked, or has not.
    pub(super) fn answered(&mut self, agent: &str, answer: &Result<String, Missing>, now: u64) {
        if let Some((request, asked)) = self.asked.take() {
            let answer = answer.as_ref().map_err(ToString::to_string);
            let answer = answer.as_ref().map(|text| text.as_str()).map_err(String::as_str);
            self.push(agent, &request, [asked, now], Some(answer));
        }
    }

    /// Something happened in a group chat: it began or ended, or somebody said something. The original
    /// gives only the name of the request, and the time in seconds.
    pub(super) fn chatted(&mut self, agent: &str, request: Request, said: Option<&str>, now: u64) {
        self.push(agent, &format!("\"{request}\""), [now / 1000; 2], said.map(Ok));
    }
}

/// A player, as the document names it.
#[derive(Serialize)]
pub(super) struct Player<'a> {
    idx: usize,
    name: &'a str,
    role: Role,
    team: &'a str,
}

impl<'a> Player<'a> {
    /// The player of this number, with the name that its client gave.
    pub(super) fn new(idx: usize, name: &'a str, role: Role) -> Self {
        Self { idx, name, role, team: team(name) }
    }
}

/// How a document ends.
#[derive(Serialize)]
pub(super) struct Ending<'a> {
    pub(super) agents: Vec<Player<'a>>,
    pub(super) game_id: &'a str,
    pub(super) win_side: String,
}

/// The document while it is written; what happened is not held in memory.
pub(super) struct Document<W> {
    file: W,
    is_begun: bool,
}

impl<W: Write> Document<W> {
    /// An empty one.
    pub(super) fn new(file: W) -> Self {
        Self { file, is_begun: false }
    }

    /// Writes what happened.
    pub(super) fn add(&mut self, entries: Vec<String>) -> io::Result<()> {
        for entry in entries {
            let before = if self.is_begun { "," } else { "{\"entries\":[" };
            self.is_begun = true;
            write!(self.file, "{before}{entry}")?;
        }
        Ok(())
    }

    /// Writes the end.
    pub(super) fn end(mut self, ending: &Ending<'_>) -> io::Result<()> {
        let before = if self.is_begun { "" } else { "{\"entries\":[" };
        let ending = serde_json::to_string(ending)?;
        // Both are objects: the second goes on where the first ends.
        write!(self.file, "{before}],{}", &ending[1..])?;
        self.file.flush()
    }
}
