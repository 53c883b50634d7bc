//! Clients of AIWolf in seats of the arena.

use std::{collections::BTreeMap, net::TcpStream, time::Instant};

use kakehiki_games::{AnyOngoing, Interpreter, Ongoing};
use kakehiki_werewolf::Werewolf;

use super::{
    AiwolfTable, Line, Setting,
    host::{LONGEST_LINE, ask},
    scribe::AiwolfScribe,
};
use crate::{
    Faults, LineEnd, NoLine, Peer,
    errand::{self, Speech},
};

/// The two lines of the contest.
pub(crate) const INTERPRETERS: [Interpreter; 2] = [
    Interpreter {
        game: "werewolf",
        protocol: "aiwolf-0.6",
        check: |command, options| check(command, options, "aiwolf-0.6"),
        start: |posting| errand::start(posting, Line::Late),
        doors: 1,
        receive: |stream, limits| errand::receive(stream, limits, Line::Late),
    },
    Interpreter {
        game: "werewolf",
        protocol: "aiwolf-0.4",
        check: |command, options| check(command, options, "aiwolf-0.4"),
        start: |posting| errand::start(posting, Line::Early),
        doors: 1,
        receive: |stream, limits| errand::receive(stream, limits, Line::Early),
    },
];

fn check(
    command: Option<&str>,
    options: &BTreeMap<String, String>,
    protocol: &str,
) -> Result<(), String> {
    // Those of both lines can sit at one table: they differ in what they are told, not in the rules.
    errand::check(command, options.get("rules"), "aiwolf-0.", protocol)
}

impl Speech for Line {
    type Peer = Peer;
    type Scribe = AiwolfScribe;
    const IS_LASTING: bool = true;

    fn welcome(stream: TcpStream, until: Instant) -> Result<Peer, NoLine> {
        let mut peer = Peer::new(stream, LineEnd::Lf, LONGEST_LINE).map_err(|_| NoLine::Gone)?;
        ask(&mut peer, &AiwolfTable::ask_name(), until)?;
        Ok(peer)
    }

    fn is_there(peer: &mut Peer) -> bool {
        peer.discard().is_ok()
    }

    fn begin(&self, game: &Ongoing<Werewolf>, players: Vec<String>, limit: u64) -> AiwolfScribe {
        let setting = Setting {
            line: *self,
            seed: game.header().seed as i64,
            time_limit: limit,
            faults: Faults::Forgiving,
        };
        AiwolfScribe::new(game, players, setting)
    }

    fn tell(peer: &mut Peer, line: &str) -> Result<(), NoLine> {
        peer.send(format!("{line}\n").as_bytes())
    }

    fn ask(peer: &mut Peer, line: &str, until: Instant) -> Result<Vec<u8>, NoLine> {
        ask(peer, line, until)
    }

    fn part(peer: Peer) {
        peer.close();
    }
}
