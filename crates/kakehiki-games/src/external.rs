//! Programs that sit in matches of the arena: each is started, or comes in at a port by itself.

use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, SocketAddr, TcpStream},
    path::PathBuf,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use kakehiki_core::{
    AgentKind, AgentName, Cast, Event, Kind, NameError, Parameter, Part, Record, Seat, Settings,
};

use crate::{AnyOngoing, Observer, Waiting, desk, program::StartError};

/// What a program may say before it answers; more is a flood. As much that others say waits for it.
pub(crate) const MOST_MESSAGES: usize = 100;

/// What is counted of a seat in matches with programs: whether its program went out in a game, as it
/// ended, was late, or sent too much that was no answer.
pub const OUT: &str = "out";

/// Counts for each seat whether its program went [`OUT`], behind what the rules count.
pub fn count_out(record: &mut Record, is_out: impl Fn(Seat) -> bool) {
    for (seat, counts) in Seat::all(record.counts.len()).zip(&mut record.counts) {
        counts.push(u32::from(is_out(seat)));
    }
}

/// A program of somebody else's in a seat.
static EXTERNAL: AgentKind = AgentKind {
    name: "external",
    part: Part::Moves,
    parameters: &[COMMAND, PORT, BIND, WAIT, PROTOCOL, TIME, GAME_TIME, KEEP],
    help: "a program that is started or connects, and is spoken with by the messages of a seat",
};

const COMMAND: Parameter = Parameter {
    name: "command",
    kind: Kind::Text,
    default: "",
    help: "the words that start the program; blanks divide them except between single quotation marks",
};

const PORT: Parameter = Parameter::integer(
    "port",
    (0, u16::MAX as i64),
    "0",
    "where a program connects that is not started by a command",
);

const BIND: Parameter = Parameter {
    name: "bind",
    kind: Kind::Text,
    default: "127.0.0.1",
    help: "the address of the port; 0.0.0.0 lets other machines in",
};

const WAIT: Parameter = Parameter::time(
    "wait",
    (Duration::from_millis(1), Duration::from_hours(240)),
    "60s",
    "how long nobody may come to the port before the matches are broken off",
);

const PROTOCOL: Parameter = Parameter {
    name: "protocol",
    kind: Kind::Text,
    default: OWN.protocol,
    help: "what the program speaks: messages of a seat in lines, or the protocol of a contest",
};

/// The messages of a seat, of any game.
const OWN: Interpreter = Interpreter {
    game: "",
    protocol: "lines",
    check: |_, _| Ok(()),
    start: desk::start,
    doors: 1,
    receive: desk::receive,
};

const TIME: Parameter = Parameter::time(
    "time",
    (Duration::from_millis(1), Duration::from_hours(24)),
    "10s",
    "the time for one decision",
);

const GAME_TIME: Parameter = Parameter::time(
    "game-time",
    (Duration::from_millis(1), Duration::from_hours(240)),
    "600s",
    "the time for all decisions of a game together",
);

const KEEP: Parameter = Parameter::switch(
    "keep",
    "off",
    "whether the program goes on to the next match instead of being started anew or hung up on",
);

/// Whether a program started by this command, or that comes by itself where there is none, can be seated at a
/// table with these options; otherwise what would be right.
pub type Check = fn(Option<&str>, &BTreeMap<String, String>) -> Result<(), String>;

/// A protocol that programs in seats of a game may speak, and who translates it.
#[derive(Clone, Copy)]
pub struct Interpreter {
    /// The game.
    pub game: &'static str,
    /// The name of the protocol.
    pub protocol: &'static str,
    /// Whether a program can be seated.
    pub check: Check,
    /// Starts a program.
    pub start: fn(Posting) -> Result<Box<dyn Outsider>, StartError>,
    /// At how many ports, one after the other, programs come in: where there are several, each seat has
    /// one of its own.
    pub doors: u16,
    /// Takes over the connection of a program with these limits for a decision and for a game; nothing
    /// where it does not greet as it should. It is told its seat when it sits down.
    pub receive: fn(TcpStream, [Duration; 2]) -> Option<Box<dyn Outsider>>,
}

/// A program that is to be started, and what for.
#[derive(Clone, Debug)]
pub struct Posting {
    /// The seat.
    pub seat: Seat,
    /// What starts it.
    pub command: String,
    /// The time for one decision, and for all of a game.
    pub limits: [Duration; 2],
    /// Where its standard error goes; to ours unless told.
    pub complaints: Option<PathBuf>,
}

static INTERPRETERS: RwLock<Vec<Interpreter>> = RwLock::new(Vec::new());

/// Lets programs speak these protocols from now on. Those of contests live where other crates know them.
pub fn interpret(interpreters: &[Interpreter]) {
    // A panic while the list was held has left it whole.
    INTERPRETERS.write().unwrap_or_else(PoisonError::into_inner).extend(interpreters);
}

/// Who translates a protocol.
fn interpreter(game: &str, protocol: &str) -> Result<Interpreter, String> {
    if protocol == OWN.protocol {
        return Ok(OWN);
    }
    let known = INTERPRETERS.read().unwrap_or_else(PoisonError::into_inner);
    let mut known = known.iter().filter(|known| known.game == game);
    let names: Vec<&str> =
        [OWN.protocol].into_iter().chain(known.clone().map(|known| known.protocol)).collect();
    let found = known.find(|known| known.protocol == protocol).copied();
    let unknown =
        || format!("programs of {game} do not speak {protocol:?}, but {}", names.join(", "));
    found.ok_or_else(unknown)
}

/// Checks the name of a program in a seat of a game with these options; nothing where it is the name of
/// anybody else. Tables seat no programs by name, so that nobody who only names an agent can start one.
pub fn external(
    game: &str,
    options: &BTreeMap<String, String>,
    name: &AgentName,
) -> Option<Result<Cast, NameError>> {
    let cast = named(name)?;
    Some(cast.and_then(|cast| {
        let fits = settings(&cast).map_or(Ok(()), |settings| check(game, options, settings));
        let unfit = |problem| NameError::Unfit { text: name.to_string(), problem };
        fits.map(|()| cast).map_err(unfit)
    }))
}

fn check(
    game: &str,
    options: &BTreeMap<String, String>,
    settings: &Settings,
) -> Result<(), String> {
    let interpreter = interpreter(game, settings.text(PROTOCOL.name))?;
    let command = Some(settings.text(COMMAND.name)).filter(|command| !command.is_empty());
    let entrance = entrance(settings)?;
    match (command, entrance) {
        (None, None) => {
            let examples = "external(command=\"python3 bot.py\") or external(port=10000)";
            return Err(format!("it needs a command or a port, as in {examples}"));
        }
        (Some(_), Some(_)) => {
            return Err("it is started by a command or connects to a port, not both".to_owned());
        }
        (Some(_), None) => {
            if let Some(idle) = [BIND, WAIT].iter().find(|idle| !settings.is_default(idle.name)) {
                return Err(format!("{} belongs to a port, and there is none", idle.name));
            }
        }
        (None, Some(_)) => {}
    }
    (interpreter.check)(command, options)
}

fn named(name: &AgentName) -> Option<Result<Cast, NameError>> {
    match name.cast(&[&EXTERNAL]) {
        Err(NameError::Unknown { .. }) => None,
        cast => Some(cast),
    }
}

/// Whether somebody from outside is meant, whose play does not follow from a seed.
pub fn is_external(name: &str) -> bool {
    name.parse().is_ok_and(|name| named(&name).is_some())
}

/// Starts a program of these settings in a seat of a game.
pub(crate) fn start(
    game: &str,
    settings: &Settings,
    seat: Seat,
    complaints: Option<PathBuf>,
) -> Result<Box<dyn Outsider>, StartError> {
    let command = settings.text(COMMAND.name).to_owned();
    let failed = |problem| StartError::Program { command: command.clone(), problem };
    let posting = Posting { seat, limits: limits(settings), complaints, command: command.clone() };
    let interpreter = interpreter(game, settings.text(PROTOCOL.name)).map_err(failed)?;
    (interpreter.start)(posting)
}

/// Where a program of these settings comes in.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    /// The address of the first door.
    pub(crate) address: SocketAddr,
    /// How long nobody may come.
    pub(crate) wait: Duration,
}

/// Where programs of these settings come in, and who receives them.
pub(crate) fn reception(
    game: &str,
    settings: &Settings,
) -> Result<(Entrance, Interpreter), StartError> {
    let failed = |problem| StartError::Program { command: EXTERNAL.name.to_owned(), problem };
    let interpreter = interpreter(game, settings.text(PROTOCOL.name)).map_err(failed)?;
    let none = || failed("it has no port".to_owned());
    let entrance = entrance(settings).map_err(failed)?.ok_or_else(none)?;
    Ok((entrance, interpreter))
}

/// Where a program of these settings comes in; nothing where it is started.
pub(crate) fn entrance(settings: &Settings) -> Result<Option<Entrance>, String> {
    let bind = settings.text(BIND.name);
    let unknown = |_| format!("bind is an address such as {}, not {bind:?}", BIND.default);
    let bind: IpAddr = bind.parse().map_err(unknown)?;
    let address = SocketAddr::new(bind, settings.choice(PORT.name));
    let wait = settings.time(WAIT.name);
    Ok((address.port() != 0).then_some(Entrance { address, wait }))
}

/// The limits of one decision and of a game.
pub(crate) fn limits(settings: &Settings) -> [Duration; 2] {
    [TIME, GAME_TIME].map(|limit| settings.time(limit.name))
}

/// Whether a program of these settings goes on to the next match.
pub(crate) fn is_kept(settings: &Settings) -> bool {
    settings.is_on(KEEP.name)
}

/// The settings of a program in a seat; nothing for agents.
pub(crate) fn settings(cast: &Cast) -> Option<&Settings> {
    let piece = cast.part(Part::Moves)?;
    (*piece.kind == EXTERNAL).then_some(&piece.settings)
}

/// Somebody in a seat of a match who is no agent of the game.
pub trait Outsider: Send {
    /// Where it sits.
    fn seat(&self) -> Seat;

    /// Sits down elsewhere, for another match.
    fn sit(&mut self, seat: Seat);

    /// Begins a game.
    ///
    /// # Errors
    /// What the match cannot go on with; the fault of a program is none.
    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()>;

    /// Answers for its seat, which is awaited.
    ///
    /// # Errors
    /// What the match cannot go on with.
    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()>;

    /// Is told that a step was taken.
    ///
    /// # Errors
    /// What the match cannot go on with.
    fn hear(&mut self, game: &dyn AnyOngoing) -> io::Result<()>;

    /// Is told that another one said this in words of its own, before this step. Protocols that have no
    /// place for it pass nothing on.
    fn listen(&mut self, _seat: Seat, _step: u32, _text: &str) {}

    /// Ends a game.
    fn end(&mut self, game: &dyn AnyOngoing);

    /// Whether it is still there while it waits for a match.
    fn is_there(&mut self) -> bool {
        true
    }

    /// Whether it is here for all games of a match; otherwise another one takes its place after each.
    fn lasts(&self) -> bool {
        true
    }

    /// Whether it has misbehaved, and does not answer any more.
    fn is_out(&self) -> bool {
        false
    }

    /// Whether it has behaved, so that it could go on to another match.
    fn may_stay(&self) -> bool;

    /// Leaves after a match.
    fn rise(self: Box<Self>);
}

/// Lets those outside hear what another one said.
fn pass_on(events: &[Event], step: u32, outsiders: &mut [Box<dyn Outsider>]) {
    for event in events {
        let Event::Text { seat: Some(seat), text } = event else { continue };
        for outsider in outsiders.iter_mut().filter(|outsider| outsider.seat() != *seat) {
            outsider.listen(*seat, step, text);
        }
    }
}

/// Plays a game to its end with those outside in some seats.
///
/// # Errors
/// The first thing that went wrong with a guest.
pub(crate) fn play_out(
    game: &mut dyn AnyOngoing,
    outsiders: &mut [Box<dyn Outsider>],
) -> io::Result<()> {
    for outsider in &mut *outsiders {
        outsider.begin(game)?;
    }
    loop {
        match game.waiting() {
            Waiting::Nothing => break,
            Waiting::Agent(_) | Waiting::Chance => {
                game.advance();
            }
            Waiting::Outside(seat) => {
                let asked = outsiders.iter_mut().find(|outsider| outsider.seat() == seat);
                let Some(asked) = asked else { break };
                // To hear somebody speak is to know that it was asked, as at night others may not.
                let is_public = game.waiting_for(Observer::Spectator) == Waiting::Outside(seat);
                let (step, before) = (game.steps(), game.events().len());
                asked.act(game)?;
                if is_public {
                    pass_on(&game.events()[before..], step, outsiders);
                }
            }
        }
        for outsider in &mut *outsiders {
            outsider.hear(game)?;
        }
    }
    for outsider in outsiders {
        outsider.end(game);
    }
    Ok(())
}
