//! Programs that the arena starts and that connect back to a door of their own, as clients of contests do.

use std::{
    io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use kakehiki_games::{Posting, Process, StartError};

use crate::{LineEnd, NoLine, Peer, hall::BREATH};

/// What stands in a command for the address of the door, and for a name of the player.
const HOST: &str = "{host}";
const PORT: &str = "{port}";
const NAME: &str = "{name}";

/// Checks that a command says where to connect to.
pub(crate) fn check_command(command: &str) -> Result<(), String> {
    if command.contains(PORT) {
        return Ok(());
    }
    let example = "as in command=\"java -jar agent.jar -h {host} -p {port} -n {name}\"";
    Err(format!("its command has to say {PORT} where it is told the port, {example}"))
}

/// A program, and the door where it comes in.
pub(crate) struct Caller {
    door: TcpListener,
    posting: Posting,
    /// Nothing, once it has misbehaved.
    process: Option<Process>,
    /// Whether it has connected before.
    has_played: bool,
    /// What is left of its time for the game.
    left: Duration,
}

impl Caller {
    /// Opens a door that only this machine can reach, and starts the program. The ports of two players
    /// are told apart as at the contests where `is_even` says so.
    pub(crate) fn start(posting: Posting, is_even: Option<bool>) -> Result<Self, StartError> {
        let failed = |error: io::Error| StartError {
            command: posting.command.clone(),
            problem: format!("no door could be opened for it: {error}"),
        };
        let door = open_door(is_even).map_err(failed)?;
        let left = Duration::ZERO;
        let mut caller = Self { door, left, posting, process: None, has_played: false };
        caller.process = Some(caller.call()?);
        Ok(caller)
    }

    fn call(&self) -> Result<Process, StartError> {
        let Posting { seat, command, complaints, .. } = &self.posting;
        let failed =
            |error: io::Error| StartError { command: command.clone(), problem: error.to_string() };
        let port = self.door.local_addr().map_err(failed)?.port();
        let command = command
            .replace(HOST, &Ipv4Addr::LOCALHOST.to_string())
            .replace(PORT, &port.to_string())
            .replace(NAME, &format!("kakehiki-{seat}"));
        Process::start(&command, complaints.clone())
    }

    /// A game begins, with all its time.
    pub(crate) fn begin(&mut self) {
        [_, self.left] = self.posting.limits;
    }

    /// Until when the program has time for its next answer.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.posting.limits[0].min(self.left)
    }

    /// The time for one answer, in milliseconds.
    pub(crate) fn answer_limit(&self) -> u64 {
        self.posting.limits[0].as_millis() as u64
    }

    /// The program has answered a question that was asked then.
    pub(crate) fn took(&mut self, asked: Instant) {
        self.left = self.left.saturating_sub(asked.elapsed());
    }

    /// Waits for the program to connect, and speaks with it in lines.
    pub(crate) fn connect(&mut self, end: LineEnd, longest: usize) -> Result<Peer, NoLine> {
        Peer::new(self.accept()?, end, longest).map_err(|_| NoLine::Gone)
    }

    /// Waits for the program to connect. One that has played its game and ended is started again, once.
    pub(crate) fn accept(&mut self) -> Result<TcpStream, NoLine> {
        let until = self.deadline();
        let mut is_new = !self.has_played;
        loop {
            match self.door.accept() {
                Ok((stream, _)) => {
                    self.has_played = true;
                    let taken = stream.set_nonblocking(false);
                    return taken.map(|()| stream).map_err(|_| NoLine::Gone);
                }
                Err(_) if Instant::now() >= until => return Err(NoLine::TimedOut),
                Err(_) => {}
            }
            let has_ended = self.process.as_mut().ok_or(NoLine::Gone)?.has_ended();
            if !has_ended {
                thread::sleep(BREATH / 10);
            } else if is_new {
                return Err(NoLine::Gone);
            } else {
                is_new = true;
                self.process = Some(self.call().map_err(|_| NoLine::Gone)?);
            }
        }
    }

    /// The program is out.
    pub(crate) fn dismiss(&mut self) {
        self.process = None;
    }

    /// Whether it is still in.
    pub(crate) fn is_there(&self) -> bool {
        self.process.is_some()
    }

    /// Gives the program a moment to end by itself.
    pub(crate) fn rise(self) {
        drop(self.door);
        if let Some(process) = self.process {
            process.dismiss();
        }
    }
}

fn open_door(is_even: Option<bool>) -> io::Result<TcpListener> {
    let mut refused = Vec::new();
    loop {
        let door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = door.local_addr()?.port();
        if is_even.is_none_or(|is_even| port.is_multiple_of(2) == is_even) {
            door.set_nonblocking(true)?;
            return Ok(door);
        }
        // Held until another one is found, or the system might give it again.
        refused.push(door);
    }
}
