//! A robot of JSettlers: sockets around a [`JsettlersSeat`].

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Seed};

use super::{
    message::frame,
    seat::{JsettlersSeat, Reaction, Unwelcome},
};
use crate::{
    Address, JoinError, Joined, LineEnd, NoLine, Peer,
    reach::{BREATH, reach},
};

/// As long as a message can be by its two bytes of length.
const LONGEST_MESSAGE: usize = u16::MAX as usize;

/// How an agent of ours plays at a server of JSettlers.
#[derive(Clone, Debug)]
pub struct JsettlersJoin {
    /// The server.
    pub address: Address,
    /// Who plays.
    pub agent: AgentName,
    /// The name that the server is told.
    pub name: String,
    /// What the server knows robots by.
    pub cookie: String,
    /// The only game to take part in; otherwise all that the server asks us into.
    pub game: Option<String>,
    /// How many games are played; 0 for no end of them.
    pub games: u64,
    /// The number from which the luck of the agent follows.
    pub seed: u64,
    /// How long to try to reach the server and to be let in.
    pub patience: Duration,
}

/// Plays games at a server and reports each, and for which reasons it declined others. A robot waits until it is
/// asked into a game, and may take part in several at once. When the connection breaks the server is tried again; its games are lost.
///
/// # Errors
/// If the agent is not known, the server cannot be reached within the patience given or does not let us
/// in, or our rules do not have the only game that is wanted.
pub fn join_jsettlers(
    options: &JsettlersJoin,
    report: &mut dyn FnMut(&Joined),
    declined: &mut dyn FnMut(&Unwelcome),
    interrupt: &AtomicBool,
) -> Result<(), JoinError> {
    let JsettlersJoin { agent, name, cookie, game, .. } = options;
    let seed = Seed::experiment(options.seed);
    let seat = JsettlersSeat::new(agent, name, cookie, game.as_deref(), seed)?;
    let mut session = Session { options, seat, played: 0, report, declined, interrupt };
    let mut reached = Instant::now();
    while !session.is_over() {
        let (connected, played) = (Instant::now(), session.played);
        session.play()?;
        if session.played > played || connected.elapsed() > options.patience {
            reached = Instant::now();
        }
        if session.is_over() {
            break;
        }
        if reached.elapsed() > options.patience {
            return Err(JoinError::NotBegun { address: options.address.clone() });
        }
        thread::sleep(BREATH);
    }
    Ok(())
}

/// Games at a server, over as many connections as it takes.
struct Session<'a> {
    options: &'a JsettlersJoin,
    seat: JsettlersSeat,
    played: u64,
    report: &'a mut dyn FnMut(&Joined),
    declined: &'a mut dyn FnMut(&Unwelcome),
    interrupt: &'a AtomicBool,
}

impl Session<'_> {
    fn is_over(&self) -> bool {
        let has_enough = self.options.games > 0 && self.played >= self.options.games;
        has_enough || self.interrupt.load(Ordering::Relaxed)
    }

    /// Plays over one connection until it ends or there are enough games.
    fn play(&mut self) -> Result<(), JoinError> {
        let stream = reach(&self.options.address, self.options.patience, self.interrupt)?;
        let Ok(mut peer) = Peer::new(stream, LineEnd::Counted, LONGEST_MESSAGE) else {
            return Ok(());
        };
        let greeting = self.seat.greeting().map(Reaction::Send).to_vec();
        let mut result = self.react(&mut peer, greeting);
        let mut next_beat = Instant::now() + BREATH;
        while result.is_ok() && !self.is_over() {
            result = self.go_on(&mut peer, &mut next_beat)?;
        }
        let problem = result
            .map_or_else(|why| format!("the server: {why}"), |()| "it was called off".to_owned());
        let left = self.seat.leave(&problem);
        // One that is gone cannot be told.
        let _ = self.react(&mut peer, left);
        peer.close();
        Ok(())
    }

    /// Waits for a message or a beat, and does what it brings forth.
    fn go_on(
        &mut self,
        peer: &mut Peer,
        next_beat: &mut Instant,
    ) -> Result<Result<(), NoLine>, JoinError> {
        let may_begin = self.options.games == 0
            || self.played + (self.seat.games() as u64) < self.options.games;
        let reactions = match peer.line(Some(*next_beat)) {
            Ok(message) => self.seat.heard(&message, may_begin),
            Err(NoLine::TimedOut) => {
                *next_beat = Instant::now() + BREATH;
                self.seat.beat()
            }
            Err(why) => return Ok(Err(why)),
        };
        match reactions {
            Ok(reactions) => Ok(self.react(peer, reactions)),
            // Perhaps that is us, before the connection broke.
            Err(Unwelcome::NameTaken) => Ok(Err(NoLine::Gone)),
            Err(Unwelcome::Agent(error)) => Err(error.into()),
            Err(unwelcome) => {
                let left = self.seat.leave("it was called off");
                let _ = self.react(peer, left);
                let (address, problem) = (self.options.address.clone(), unwelcome.to_string());
                Err(JoinError::Unfit { address, problem })
            }
        }
    }

    fn react(&mut self, peer: &mut Peer, reactions: Vec<Reaction>) -> Result<(), NoLine> {
        let mut sent = Ok(());
        for reaction in reactions {
            match reaction {
                Reaction::Send(text) => sent = sent.and_then(|()| peer.send(&frame(&text))),
                Reaction::Over(joined) => {
                    self.played += 1;
                    (self.report)(&joined);
                }
                Reaction::Declined(why) => (self.declined)(&why),
            }
        }
        sent
    }
}
