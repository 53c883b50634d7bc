//! A program that runs as a child, or is connected, and is spoken with in lines, bounded in length and time.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    path::PathBuf,
    process::{Child, ChildStderr, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kakehiki_core::Missing;

/// No message of a program that means well comes near this length.
pub(crate) const LONGEST_LINE: u64 = 1 << 20;

/// The lines that a program may be ahead of what was taken from it; then it has to wait.
const MOST_AHEAD: usize = 64;

/// What is kept of the standard error of a program, in bytes.
const MOST_COMPLAINTS: u64 = 1 << 20;

/// How long a program may take to end by itself when nothing more is to come.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often those who wait look again.
const BREATH: Duration = Duration::from_millis(1);

/// A program cannot take its seat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// It cannot be started.
    #[error("cannot start {command:?}: {problem}")]
    Program {
        /// What should have been started.
        command: String,
        /// Why it was not.
        problem: String,
    },
    /// No programs can be let in.
    #[error("cannot let programs in at {address}: {problem}")]
    Door {
        /// Where they should have come in.
        address: SocketAddr,
        /// Why they cannot.
        problem: String,
    },
    /// None came in.
    #[error("too few programs came to {address} for {} s", wait.as_secs_f64())]
    Nobody {
        /// Where they should have come in.
        address: SocketAddr,
        /// How long they were waited for.
        wait: Duration,
    },
    /// They are not waited for any more, as whoever plays the match was told to stop.
    #[error("the wait for programs at {address} was called off")]
    CalledOff {
        /// Where they should have come in.
        address: SocketAddr,
    },
}

/// A process of somebody else's program, which ends with this value, and with it all that it started.
pub struct Process {
    child: Child,
    /// Keeps what it writes to its standard error.
    keeper: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program by its words. What it writes to its standard error goes into a file, or to ours;
    /// what it says otherwise is not listened to.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str, complaints: Option<PathBuf>) -> Result<Self, StartError> {
        Self::start_with(command, complaints, Stdio::null)
    }

    fn start_with(
        command: &str,
        complaints: Option<PathBuf>,
        streams: fn() -> Stdio,
    ) -> Result<Self, StartError> {
        let failed = |problem: String| StartError::Program { command: command.to_owned(), problem };
        let words = words(command);
        let (name, arguments) =
            words.split_first().ok_or_else(|| failed("no program is named".to_owned()))?;
        let errors = if complaints.is_some() { Stdio::piped() } else { Stdio::inherit() };
        let mut command = Command::new(name);
        command.args(arguments).stdin(streams()).stdout(streams()).stderr(errors);
        // Whoever interrupts the arena at a terminal does not mean the games that are being played.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let errors = child.stderr.take().zip(complaints);
        let keeper = errors.map(|(errors, file)| thread::spawn(move || keep(errors, &file)));
        Ok(Self { child, keeper })
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        // It is looked at and left there: its number stays its own until all that it started is ended.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    /// Gives it a moment to end by itself.
    pub fn dismiss(&mut self) {
        let limit = Instant::now() + FAREWELL;
        while !self.has_ended() && Instant::now() < limit {
            thread::sleep(BREATH);
        }
    }
}

/// No program outlives its seat, and nothing that it started does.
impl Drop for Process {
    fn drop(&mut self) {
        // What has ended already cannot be ended again, and nothing has to be.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What it wrote last is on its way. Somebody who left its group may keep the way open for ever.
        let limit = Instant::now() + FAREWELL;
        let is_busy = || self.keeper.as_ref().is_some_and(|keeper| !keeper.is_finished());
        while is_busy() && Instant::now() < limit {
            thread::sleep(BREATH);
        }
    }
}

/// How a program is there.
enum Presence {
    /// As a process that was started.
    Started(Process),
    /// At the other end of a connection, which ends with this value.
    Connected(TcpStream),
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Self::Connected(stream) = self {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A program that is there and is spoken with.
pub(crate) struct Program {
    presence: Presence,
    /// Hands messages over to it.
    writer: JoinHandle<()>,
    /// Whether it has said its last word.
    is_silent: Arc<AtomicBool>,
    /// Where messages for it go, until it is dismissed.
    messages: Option<SyncSender<Vec<u8>>>,
    lines: Receiver<Result<Vec<u8>, Missing>>,
}

impl Program {
    /// Starts a program by its words, as [`Process::start`].
    pub(crate) fn start(command: &str, complaints: Option<PathBuf>) -> Result<Self, StartError> {
        let mut process = Process::start_with(command, complaints, Stdio::piped)?;
        let streams = process.child.stdin.take().zip(process.child.stdout.take());
        let (input, output) = streams.ok_or_else(|| StartError::Program {
            command: command.to_owned(),
            problem: "it cannot be spoken with".to_owned(),
        })?;
        Ok(Self::new(Presence::Started(process), input, output))
    }

    /// Takes over a connection of a program.
    pub(crate) fn connected(stream: TcpStream) -> io::Result<Self> {
        let (input, output) = (stream.try_clone()?, stream.try_clone()?);
        Ok(Self::new(Presence::Connected(stream), input, output))
    }

    fn new(
        presence: Presence,
        mut input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
    ) -> Self {
        let (messages, to_write) = mpsc::sync_channel::<Vec<u8>>(1);
        let (to_take, lines) = mpsc::sync_channel(MOST_AHEAD);
        // Threads of their own, so that a program that neither reads nor writes holds up nobody. They
        // end with the program, or when nobody listens to them any more.
        let writer = thread::spawn(move || {
            let mut written = to_write
                .iter()
                .map(|message| input.write_all(&message).and_then(|()| input.flush()));
            // One who does not read any more is found out when it does not answer.
            let _ = written.all(|written| written.is_ok());
        });
        let is_silent = Arc::new(AtomicBool::new(false));
        let silence = Arc::clone(&is_silent);
        thread::spawn(move || {
            read(BufReader::new(output), &to_take);
            silence.store(true, Ordering::Relaxed);
        });
        Self { presence, writer, is_silent, messages: Some(messages), lines }
    }

    /// Whether it may still say something.
    pub(crate) fn is_there(&self) -> bool {
        !self.is_silent.load(Ordering::Relaxed)
    }

    /// Hands a message over.
    pub(crate) fn send(&self, message: Vec<u8>, until: Instant) -> Result<(), Missing> {
        let messages = self.messages.as_ref().ok_or(Missing::Gone)?;
        let mut message = message;
        loop {
            match messages.try_send(message) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(Missing::Gone),
                Err(TrySendError::Full(_)) if Instant::now() >= until => {
                    return Err(Missing::TimedOut);
                }
                Err(TrySendError::Full(unsent)) => {
                    message = unsent;
                    thread::sleep(BREATH);
                }
            }
        }
    }

    /// Waits for its next line, end included.
    pub(crate) fn line(&self, until: Instant) -> Result<Vec<u8>, Missing> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Missing::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Missing::Gone),
        }
    }

    /// Says that nothing more is to come, and gives it a moment to end by itself.
    pub(crate) fn dismiss(mut self) {
        self.messages = None;
        match &mut self.presence {
            Presence::Started(process) => process.dismiss(),
            // What it was told last is still to be sent.
            Presence::Connected(_) => {
                let limit = Instant::now() + FAREWELL;
                while !self.writer.is_finished() && Instant::now() < limit {
                    thread::sleep(BREATH);
                }
            }
        }
    }
}

/// The words of a command, divided by blanks; what stands between single quotation marks is one.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for letter in command.chars() {
        match letter {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            _ if letter.is_whitespace() && !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Passes lines on until there are no more, or nobody wants them.
fn read(mut output: impl BufRead, lines: &SyncSender<Result<Vec<u8>, Missing>>) {
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let is_whole = line.ends_with(b"\n");
        let heard = match read {
            Ok(_) if is_whole => Ok(line),
            Ok(count) if count as u64 == LONGEST_LINE => {
                Err(Missing::Failed("it sent a line that is too long"))
            }
            // A line without an end was cut off and is not taken.
            _ => Err(Missing::Gone),
        };
        if lines.send(heard).is_err() || !is_whole {
            return;
        }
    }
}

/// Keeps the beginning of what a program complains about; one that does not complain leaves no file.
fn keep(mut errors: ChildStderr, path: &PathBuf) {
    let (mut file, mut kept, mut chunk) = (None, 0, [0; 4096]);
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        if kept < MOST_COMPLAINTS {
            let file = file.get_or_insert_with(|| File::create(path));
            // What cannot be kept is lost; the game does not depend on it.
            let _ = file.as_mut().map(|file| file.write_all(&chunk[..count]));
            kept += count as u64;
        }
    }
}
