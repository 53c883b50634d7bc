//! A client of AIWolf: sockets around an [`AiwolfSeat`].

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Seed};

use super::seat::{Adrift, AiwolfSeat};
use crate::{
    Address, JoinError, Joined, LineEnd, NoLine, Peer, Response,
    reach::{BREATH, reach},
};

/// The packets of a talkative day in the largest village stay far below this length.
const LONGEST_LINE: usize = 4 << 20;

/// How an agent of ours plays at a server of AIWolf.
#[derive(Clone, Debug)]
pub struct AiwolfJoin {
    /// The server.
    pub address: Address,
    /// Who plays.
    pub agent: AgentName,
    /// The name that the server is told.
    pub name: String,
    /// How many games are played; 0 for no end of them.
    pub games: u64,
    /// The number from which the luck of the agent follows.
    pub seed: u64,
    /// How long to try to reach the server, and to wait for the first game of a connection.
    pub patience: Duration,
}

/// Plays games at a server and reports each. A connection is kept as long as the server keeps it; then
/// the server is tried again.
///
/// A game that breaks off counts as played; a connection that ends before a game began does not.
///
/// # Errors
/// If the agent is not known or does not fit the village, the server cannot be reached within the
/// patience given, or plays a village that we do not know.
pub fn join_aiwolf(
    options: &AiwolfJoin,
    report: &mut dyn FnMut(&Joined),
    interrupt: &AtomicBool,
) -> Result<(), JoinError> {
    let mut seat = AiwolfSeat::new(&options.agent, &options.name, Seed::experiment(options.seed))?;
    let mut session = Session { options, played: 0, report, interrupt };
    let mut reached = Instant::now();
    while !session.is_over() {
        let played = session.played;
        session.play(&mut seat)?;
        if session.played > played {
            reached = Instant::now();
        } else if reached.elapsed() > options.patience && !session.is_over() {
            return Err(JoinError::NotBegun { address: options.address.clone() });
        } else {
            thread::sleep(BREATH);
        }
    }
    Ok(())
}

/// Games at a server, over as many connections as it takes.
struct Session<'a> {
    options: &'a AiwolfJoin,
    played: u64,
    report: &'a mut dyn FnMut(&Joined),
    interrupt: &'a AtomicBool,
}

impl Session<'_> {
    fn is_over(&self) -> bool {
        let has_enough = self.options.games > 0 && self.played >= self.options.games;
        has_enough || self.interrupt.load(Ordering::Relaxed)
    }

    /// Plays over one connection until it ends or there are enough games.
    fn play(&mut self, seat: &mut AiwolfSeat) -> Result<(), JoinError> {
        let stream = reach(&self.options.address, self.options.patience, self.interrupt)?;
        let Ok(mut peer) = Peer::new(stream, LineEnd::Lf, LONGEST_LINE) else { return Ok(()) };
        while !self.is_over() {
            let response = match peer.line(Some(Instant::now() + BREATH)) {
                Ok(line) => seat.heard(&line),
                Err(NoLine::TimedOut) => continue,
                Err(why) => {
                    self.break_off(seat, format!("the server: {why}"));
                    break;
                }
            };
            match response {
                Ok(Response::Silence) => {}
                Ok(Response::Command(answer)) => {
                    if let Err(why) = peer.send(format!("{answer}\n").as_bytes()) {
                        self.break_off(seat, format!("the server: {why}"));
                        break;
                    }
                }
                Ok(Response::Over(outcome)) => {
                    let joined = seat.seat().map(|seat| Joined { seat, outcome: Ok(outcome) });
                    self.tell(joined);
                    seat.rise();
                }
                Err(Adrift::Agent(error)) => return Err(error.into()),
                Err(error @ Adrift::Village(_)) => {
                    let (address, problem) = (self.options.address.clone(), error.to_string());
                    return Err(JoinError::Unfit { address, problem });
                }
                Err(adrift) => {
                    self.break_off(seat, adrift.to_string());
                    break;
                }
            }
        }
        self.break_off(seat, "it was called off".to_owned());
        peer.close();
        Ok(())
    }

    /// A game that is being played, if one is, does not come to its end.
    fn break_off(&mut self, seat: &mut AiwolfSeat, problem: String) {
        let joined = seat.seat().map(|seat| Joined { seat, outcome: Err(problem) });
        self.tell(joined);
        seat.rise();
    }

    fn tell(&mut self, joined: Option<Joined>) {
        if let Some(joined) = joined {
            self.played += 1;
            (self.report)(&joined);
        }
    }
}
