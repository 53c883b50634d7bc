//! A client of the contest: sockets around a [`ContestSeat`].

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Cast, Seat, Seed, Settings};
use kakehiki_games::{Open, Table};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS, Geister};

use super::{
    message::END,
    seat::{Astray, ContestSeat},
};
use crate::{
    Address, JoinError, Joined, LineEnd, NoLine, Peer, Response, ThinkingTime,
    reach::{BREATH, reach},
};

/// No message of the contest comes near this length.
const LONGEST_LINE: usize = 1000;

/// How an agent of ours plays at a server of the contest.
#[derive(Clone, Debug)]
pub struct ContestJoin {
    /// The server; an odd port is the second player's.
    pub address: Address,
    /// Who plays.
    pub agent: AgentName,
    /// How many games are played; 0 for no end of them.
    pub games: u64,
    /// The number from which the luck of the agent follows.
    pub seed: u64,
    /// The time that the server gives.
    pub time: ThinkingTime,
    /// How long to try to reach the server before each game.
    pub patience: Duration,
}

/// Plays games at a server, one after the other, and reports each.
///
/// A game that breaks off counts as played; a connection that ends before the game began does not,
/// since servers that are between two games answer so.
///
/// # Errors
/// If the agent is not known, or the server cannot be reached within the patience given.
pub fn join_contest(
    options: &ContestJoin,
    report: &mut dyn FnMut(&Joined),
    interrupt: &AtomicBool,
) -> Result<(), JoinError> {
    let table = Open::new(&GEISTER, &Settings::defaults(&GEISTER_OPTIONS));
    let cast = table.cast(&options.agent)?;
    let mut played = 0;
    let mut reached = Instant::now();
    while options.games == 0 || played < options.games {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let game = Game { options, table: &table, cast: &cast, number: played, interrupt };
        match game.play()? {
            Some(joined) => {
                played += 1;
                report(&joined);
                reached = Instant::now();
            }
            None if reached.elapsed() > options.patience => {
                return Err(JoinError::NotBegun { address: options.address.clone() });
            }
            None => thread::sleep(BREATH),
        }
    }
    Ok(())
}

/// One game at a server.
struct Game<'a> {
    options: &'a ContestJoin,
    table: &'a Open<Geister>,
    cast: &'a Cast,
    number: u64,
    interrupt: &'a AtomicBool,
}

impl Game<'_> {
    /// Plays; nothing if no game began.
    fn play(&self) -> Result<Option<Joined>, JoinError> {
        let Game { options, interrupt, .. } = self;
        let stream = reach(&options.address, options.patience, interrupt)?;
        let Ok(mut peer) = Peer::new(stream, LineEnd::CrLf, LONGEST_LINE) else { return Ok(None) };
        let seed = Seed::experiment(self.options.seed).derive("match", self.number);
        let assumed = Seat::new(usize::from(self.options.address.port % 2));
        let mut seat = ContestSeat::new(self.table, self.cast, assumed, seed, self.options.time)?;
        let mut has_begun = false;
        let outcome = loop {
            let line = match peer.line(Some(Instant::now() + BREATH)) {
                Ok(line) => line,
                Err(NoLine::TimedOut) if !self.interrupt.load(Ordering::Relaxed) => continue,
                Err(why) => break Err(format!("the server: {why}")),
            };
            has_begun |= line.starts_with(b"MOV?");
            match seat.heard(&line) {
                Ok(Response::Silence) => {}
                Ok(Response::Over(outcome)) => {
                    has_begun = true;
                    break Ok(outcome);
                }
                Ok(Response::Command(command)) => {
                    if let Err(why) = peer.send(format!("{command}{END}").as_bytes()) {
                        break Err(format!("the server: {why}"));
                    }
                }
                Err(Astray::Agent(error)) => return Err(error.into()),
                Err(astray) => break Err(astray.to_string()),
            }
        };
        peer.close();
        Ok(has_begun.then(|| Joined { seat: seat.seat(), outcome }))
    }
}
