//! Programs that the arena starts and that connect back to a door of their own, as clients of contests do.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use kakehiki_games::{Posting, Process, StartError};

use crate::{NoLine, hall::BREATH};

/// What stands in a command for the address of the door, and for a name of the player.
const HOST: &str = "{host}";
const PORT: &str = "{port}";
const NAME: &str = "{name}";

/// Checks that a command, if there is one, says where to connect to.
pub(crate) fn check_command(command: Option<&str>) -> Result<(), String> {
    if command.is_none_or(|command| command.contains(PORT)) {
        return Ok(());
    }
    let example = "as in command=\"java -jar agent.jar -h {host} -p {port} -n {name}\"";
    Err(format!("its command has to say {PORT} where it is told the port, {example}"))
}

/// The time that a client has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// For one answer, and for all of a game.
    limits: [Duration; 2],
    /// What is left of it for the game.
    left: Duration,
}

impl Allowance {
    pub(crate) fn new(limits: [Duration; 2]) -> Self {
        Self { limits, left: limits[1] }
    }

    /// A game begins, with all its time.
    pub(crate) fn begin(&mut self) {
        [_, self.left] = self.limits;
    }

    /// Until when the client has time for its next answer.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.limits[0].min(self.left)
    }

    /// The time for one answer, in milliseconds.
    pub(crate) fn answer_limit(&self) -> u64 {
        self.limits[0].as_millis() as u64
    }

    /// The client has answered a question that was asked then.
    pub(crate) fn took(&mut self, asked: Instant) {
        self.left = self.left.saturating_sub(asked.elapsed());
    }
}

/// A program, and the door where it comes in.
pub(crate) struct Caller {
    door: TcpListener,
    posting: Posting,
    process: Process,
    /// Whether it has connected before.
    has_played: bool,
}

impl Caller {
    /// Opens a door that only this machine can reach, and starts the program. The ports of two players
    /// are told apart as at the contests where `is_even` says so.
    pub(crate) fn start(posting: Posting, is_even: Option<bool>) -> Result<Self, StartError> {
        let failed = |error: io::Error| StartError::Program {
            command: posting.command.clone(),
            problem: format!("no door could be opened for it: {error}"),
        };
        let door = open_door(is_even).map_err(failed)?;
        let process = call(&posting, door.local_addr().map_err(failed)?)?;
        Ok(Self { door, posting, process, has_played: false })
    }

    /// Waits for the program to connect. One that has played its game and ended is started again, once.
    pub(crate) fn accept(&mut self, until: Instant) -> Result<TcpStream, NoLine> {
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
            if !self.process.has_ended() {
                thread::sleep(BREATH / 10);
            } else if is_new {
                return Err(NoLine::Gone);
            } else {
                is_new = true;
                let address = self.door.local_addr().map_err(|_| NoLine::Gone)?;
                self.process = call(&self.posting, address).map_err(|_| NoLine::Gone)?;
            }
        }
    }

    /// Gives the program a moment to end by itself.
    pub(crate) fn rise(self) {
        let Self { door, mut process, .. } = self;
        drop(door);
        process.dismiss();
    }
}

/// Starts a program that is to connect to a door.
fn call(posting: &Posting, door: SocketAddr) -> Result<Process, StartError> {
    let Posting { seat, command, complaints, .. } = posting;
    let command = command
        .replace(HOST, &Ipv4Addr::LOCALHOST.to_string())
        .replace(PORT, &door.port().to_string())
        .replace(NAME, &format!("kakehiki-{seat}"));
    Process::start(&command, complaints.clone())
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
