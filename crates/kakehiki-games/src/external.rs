//! Programs that sit in matches of the arena: each is a child that speaks the messages of a seat.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};

use kakehiki_core::{
    AgentKind, AgentName, Cast, Event, Kind, Missing, NameError, Parameter, Part, Seat, Settings,
};

use crate::{
    Answer, AnyOngoing, Observer, Refused, Waiting,
    lines::Clerk,
    program::{Program, StartError},
};

/// What a program may say before it answers; more is a flood. As much that others say waits for it.
const MOST_MESSAGES: usize = 100;

/// How long a program may take to read how a game ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// A program of somebody else's in a seat.
static EXTERNAL: AgentKind = AgentKind {
    name: "external",
    part: Part::Moves,
    parameters: &[COMMAND, PROTOCOL, TIME, GAME_TIME, KEEP],
    help: "a program that is started and spoken with by the messages of a seat",
};

const COMMAND: Parameter = Parameter {
    name: "command",
    kind: Kind::Text,
    default: "",
    help: "the words that start the program; blanks divide them except between single quotation marks",
};

const PROTOCOL: Parameter = Parameter {
    name: "protocol",
    kind: Kind::Text,
    default: OWN_PROTOCOL,
    help: "what the program speaks: messages of a seat in lines, or the protocol of a contest",
};

/// The messages of a seat, over standard input and output.
const OWN_PROTOCOL: &str = "lines";

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
    "whether the program goes on to the next match instead of being started anew",
);

/// A protocol that programs in seats of a game may speak, and who translates it.
#[derive(Clone, Copy)]
pub struct Interpreter {
    /// The game.
    pub game: &'static str,
    /// The name of the protocol.
    pub protocol: &'static str,
    /// Whether a program started by this command can be seated at a table with these options; otherwise
    /// what would be right.
    pub check: fn(&str, &BTreeMap<String, String>) -> Result<(), String>,
    /// Starts a program.
    pub start: fn(Posting) -> Result<Box<dyn Outsider>, StartError>,
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

/// Who translates a protocol; nothing for our own.
fn interpreter(game: &str, protocol: &str) -> Result<Option<Interpreter>, String> {
    if protocol == OWN_PROTOCOL {
        return Ok(None);
    }
    let known = INTERPRETERS.read().unwrap_or_else(PoisonError::into_inner);
    let mut known = known.iter().filter(|known| known.game == game);
    let names: Vec<&str> =
        [OWN_PROTOCOL].into_iter().chain(known.clone().map(|known| known.protocol)).collect();
    let found = known.find(|known| known.protocol == protocol).copied();
    let unknown =
        || format!("programs of {game} do not speak {protocol:?}, but {}", names.join(", "));
    found.map(Some).ok_or_else(unknown)
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
    let command = settings.text(COMMAND.name);
    if command.is_empty() {
        return Err("it needs a command, as in external(command=\"python3 bot.py\")".to_owned());
    }
    match interpreter(game, settings.text(PROTOCOL.name))? {
        Some(interpreter) => (interpreter.check)(command, options),
        None => Ok(()),
    }
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
    let failed = |problem| StartError { command: command.clone(), problem };
    let posting = Posting { seat, limits: limits(settings), complaints, command: command.clone() };
    match interpreter(game, settings.text(PROTOCOL.name)).map_err(failed)? {
        Some(interpreter) => (interpreter.start)(posting),
        None => Ok(Box::new(Desk::new(posting)?)),
    }
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

    /// Whether it has behaved, so that it could go on to another match.
    fn may_stay(&self) -> bool;

    /// Leaves after a match.
    fn rise(self: Box<Self>);
}

/// A program in its seat, which speaks our own messages.
struct Desk {
    seat: Seat,
    limits: [Duration; 2],
    /// Nobody, once it has misbehaved.
    program: Option<Program>,
    clerk: Clerk<Vec<u8>>,
    /// What is left of its time for the game.
    left: Duration,
    /// How many words of others wait to be sent.
    heard: usize,
}

impl Desk {
    fn new(posting: Posting) -> Result<Self, StartError> {
        let Posting { seat, command, limits, complaints } = posting;
        Ok(Self {
            seat,
            limits,
            program: Some(Program::start(&command, complaints)?),
            clerk: Clerk::new(vec![seat], Vec::new()),
            left: Duration::ZERO,
            heard: 0,
        })
    }

    fn converse(&mut self, game: &mut dyn AnyOngoing) -> Result<(), Missing> {
        self.heard = 0;
        let Self { program, clerk, left, limits, .. } = self;
        let program = program.as_ref().ok_or(Missing::Gone)?;
        let begun = Instant::now();
        let until = begun + limits[0].min(*left);
        // Writing into memory cannot fail.
        let _ = clerk.report(game).and_then(|()| clerk.ask(game));
        for _ in 0..MOST_MESSAGES {
            program.send(clerk.said(), until)?;
            let line = program.line(until)?;
            let _ = match clerk.take(game, &line) {
                Ok(true) => {
                    *left = left.saturating_sub(begun.elapsed());
                    return Ok(());
                }
                Ok(false) => Ok(()),
                Err(Refused(problem)) => clerk.refuse(problem),
            };
        }
        Err(Missing::Failed("it said too much that was no answer"))
    }
}

impl Outsider for Desk {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        ([_, self.left], self.heard) = (self.limits, 0);
        self.clerk = Clerk::new(vec![self.seat], Vec::new());
        self.clerk.greet(game)
    }

    /// Lets the program act. One that does not, or not in time, is out for the rest of the match, and the
    /// rules answer for it or it forfeits.
    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        if let Err(missing) = self.converse(game) {
            self.program = None;
            // A missing answer of the seat that is asked is always taken.
            let _ = game.answer(self.seat, Answer::Missing(missing));
        }
        Ok(())
    }

    /// It is told when it is asked.
    fn hear(&mut self, _game: &dyn AnyOngoing) -> io::Result<()> {
        Ok(())
    }

    fn listen(&mut self, seat: Seat, step: u32, text: &str) {
        if self.heard < MOST_MESSAGES {
            self.heard += 1;
            // Writing into memory cannot fail.
            let _ = self.clerk.pass_on(seat, step, text);
        }
    }

    fn end(&mut self, game: &dyn AnyOngoing) {
        let Some(program) = &self.program else { return };
        // Writing into memory cannot fail.
        let _ = self.clerk.report(game).and_then(|()| self.clerk.end(game));
        if program.send(self.clerk.said(), Instant::now() + FAREWELL).is_err() {
            self.program = None;
        }
    }

    fn may_stay(&self) -> bool {
        self.program.is_some()
    }

    fn rise(self: Box<Self>) {
        if let Some(program) = self.program {
            program.dismiss();
        }
    }
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
