//! Clients that speak plain words in seats of the arena.

use std::{collections::BTreeMap, net::TcpStream, sync::LazyLock, time::Instant};

use kakehiki_core::Tongue;
use kakehiki_games::{AnyOngoing, Interpreter, Numbers, Ongoing};
use kakehiki_werewolf::Werewolf;

use super::{NaturalSetting, NaturalTable, Profiles, host::LONGEST_MESSAGE, scribe::NaturalScribe};
use crate::{
    NoLine,
    errand::{self, Speech},
    hall::now,
    socket::Socket,
};

const PROTOCOL: &str = "aiwolf-nlp";

/// When games began to be played here: all clients of a game are told the same name of it.
static STARTED: LazyLock<u64> = LazyLock::new(now);

/// The contest in natural language.
pub(crate) const INTERPRETER: Interpreter = Interpreter {
    game: "werewolf",
    protocol: PROTOCOL,
    check,
    start: |posting| errand::start(posting, Turns),
    doors: 1,
    receive: |stream, limits| errand::receive(stream, limits, Turns),
};

fn check(command: Option<&str>, options: &BTreeMap<String, String>) -> Result<(), String> {
    errand::check(command, options.get("rules"), PROTOCOL, PROTOCOL)?;
    if options.get("speaking-order").is_some_and(|order| order == "open") {
        return Err("a group chat goes by the clock, as `kakehiki host` has it".to_owned());
    }
    Ok(())
}

/// Everybody speaks in turn.
struct Turns;

impl Speech for Turns {
    type Peer = Socket;
    type Scribe = NaturalScribe;
    const IS_LASTING: bool = false;

    fn welcome(stream: TcpStream, until: Instant) -> Result<Socket, NoLine> {
        let (mut socket, _) = Socket::accept(stream, LONGEST_MESSAGE)?;
        socket.ask(&NaturalTable::ask_name(), until)?;
        Ok(socket)
    }

    fn is_there(socket: &mut Socket) -> bool {
        socket.poll().is_ok()
    }

    fn begin(&self, game: &Ongoing<Werewolf>, players: Vec<String>, limit: u64) -> NaturalScribe {
        let header = game.header();
        let (seed, r#match, game_index) = (header.seed, header.r#match, header.game_index);
        let numbers = Numbers { seed, r#match, game_index };
        let tongue = Tongue::Japanese;
        let drawn = Profiles::common(tongue).draw(players.len(), numbers);
        let setting = NaturalSetting::new(numbers, drawn, tongue, limit, *STARTED);
        NaturalScribe::new(players, setting)
    }

    fn tell(socket: &mut Socket, text: &str) -> Result<(), NoLine> {
        socket.send(text)
    }

    fn ask(socket: &mut Socket, text: &str, until: Instant) -> Result<Vec<u8>, NoLine> {
        socket.ask(text, until)
    }

    fn part(socket: Socket) {
        socket.close();
    }
}
