//! A client for natural language: sockets around a [`NaturalSeat`].

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Seed};

use super::seat::NaturalSeat;
use crate::{
    Address, Adrift, JoinError, Joined, NoLine, Response,
    reach::{BREATH, reach},
    socket::Socket,
};

/// The messages of a talkative day in the largest village stay far below this length.
const LONGEST_MESSAGE: usize = 4 << 20;

/// How long it waits between two things that it says in a group chat, as the contest's sample does.
const PAUSE: Duration = Duration::from_secs(5);

/// How an agent of ours plays at a server for natural language.
#[derive(Clone, Debug)]
pub struct NaturalJoin {
    /// The server.
    pub address: Address,
    /// Who plays.
    pub agent: AgentName,
    /// The name that the server is told.
    pub name: String,
    /// What it is let in by, where the server asks for that.
    pub token: Option<String>,
    /// How many games are played; 0 for no end of them.
    pub games: u64,
    /// The number from which the luck of the agent follows.
    pub seed: u64,
    /// How long to try to reach the server, and to wait for each game.
    pub patience: Duration,
}

/// Plays games at a server and reports each; every game is a connection of its own.
///
/// A game that breaks off counts as played; a connection that ends before a game began does not.
///
/// # Errors
/// If the agent is not known or does not fit the village, the server cannot be reached within the
/// patience given, or plays a village that we do not know.
pub fn join_natural(
    options: &NaturalJoin,
    report: &mut dyn FnMut(&Joined),
    interrupt: &AtomicBool,
) -> Result<(), JoinError> {
    let mut seat = NaturalSeat::new(&options.agent, &options.name, Seed::experiment(options.seed))?;
    let (mut played, mut reached) = (0, Instant::now());
    let is_over = |played: u64| {
        options.games > 0 && played >= options.games || interrupt.load(Ordering::Relaxed)
    };
    while !is_over(played) {
        match play(options, &mut seat, interrupt)? {
            Some(joined) => {
                played += 1;
                reached = Instant::now();
                report(&joined);
            }
            None if reached.elapsed() > options.patience && !is_over(played) => {
                return Err(JoinError::NotBegun { address: options.address.clone() });
            }
            None => thread::sleep(BREATH),
        }
        seat.rise();
    }
    Ok(())
}

/// Plays one game over one connection; nothing where none began.
fn play(
    options: &NaturalJoin,
    seat: &mut NaturalSeat,
    interrupt: &AtomicBool,
) -> Result<Option<Joined>, JoinError> {
    let stream = reach(&options.address, options.patience, interrupt)?;
    let token = options.token.as_deref();
    let socket = Socket::connect(stream, &options.address, token, LONGEST_MESSAGE);
    let Ok(mut socket) = socket else { return Ok(None) };
    let broken = |seat: &NaturalSeat, problem: String| {
        seat.seat().map(|seat| Joined { seat, outcome: Err(problem) })
    };
    let mut next = Instant::now();
    loop {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(broken(seat, "it was called off".to_owned()));
        }
        let heard = match socket.receive(Instant::now() + BREATH) {
            Ok(message) => seat.heard(&message),
            Err(NoLine::TimedOut) => Ok(Response::Silence),
            Err(why) => return Ok(broken(seat, format!("the server: {why}"))),
        };
        // In a group chat nobody is asked.
        let heard = match heard {
            Ok(Response::Silence) if Instant::now() >= next => seat.speak_up().map(|said| {
                said.map_or(Response::Silence, |said| {
                    next = Instant::now() + PAUSE;
                    Response::Command(said)
                })
            }),
            heard => heard,
        };
        match heard {
            Ok(Response::Silence) => {}
            Ok(Response::Command(answer)) => {
                if let Err(why) = socket.send(&answer) {
                    return Ok(broken(seat, format!("the server: {why}")));
                }
            }
            Ok(Response::Over(outcome)) => {
                socket.close();
                return Ok(seat.seat().map(|seat| Joined { seat, outcome: Ok(outcome) }));
            }
            Err(Adrift::Agent(error)) => return Err(error.into()),
            Err(error @ Adrift::Village(_)) => {
                let (address, problem) = (options.address.clone(), error.to_string());
                return Err(JoinError::Unfit { address, problem });
            }
            Err(adrift) => return Ok(broken(seat, adrift.to_string())),
        }
    }
}
