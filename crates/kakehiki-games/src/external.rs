//! Programs that sit in matches of the arena: each is a child that speaks the messages of a seat.

use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};

use kakehiki_core::{
    AgentKind, AgentName, Cast, Kind, Missing, NameError, Parameter, Part, Seat, Settings,
};

use crate::{
    Answer, AnyOngoing, Refused, Waiting,
    lines::Clerk,
    program::{Program, StartError},
};

/// What a program may say before it answers; more is a flood.
const MOST_MESSAGES: usize = 100;

/// How long a program may take to read how a game ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// A program of somebody else's in a seat.
static EXTERNAL: AgentKind = AgentKind {
    name: "external",
    part: Part::Moves,
    parameters: &[COMMAND, TIME, GAME_TIME, KEEP],
    help: "a program that is started and spoken with by the messages of a seat",
};

const COMMAND: Parameter = Parameter {
    name: "command",
    kind: Kind::Text,
    default: "",
    help: "the words that start the program; blanks divide them except between single quotation marks",
};

const TIME: Parameter =
    Parameter::number("time", (0.001, 86_400.0), "10", "the seconds for one decision");

const GAME_TIME: Parameter = Parameter::number(
    "game-time",
    (0.001, 864_000.0),
    "600",
    "the seconds for all decisions of a game together",
);

const KEEP: Parameter = Parameter::switch(
    "keep",
    "off",
    "whether the program goes on to the next match instead of being started anew",
);

/// Checks the name of a program in a seat; nothing where it is the name of anybody else. Tables seat no
/// programs by name, so that nobody who only names an agent can start one.
pub fn external(name: &AgentName) -> Option<Result<Cast, NameError>> {
    let cast = match name.cast(&[&EXTERNAL]) {
        Err(NameError::Unknown { .. }) => return None,
        cast => cast,
    };
    Some(cast.and_then(|cast| {
        let has_command = settings(&cast).is_some_and(|it| !it.text(COMMAND.name).is_empty());
        let problem =
            || "it needs a command, as in external(command=\"python3 bot.py\")".to_owned();
        let unfit = || NameError::Unfit { text: name.to_string(), problem: problem() };
        if has_command { Ok(cast) } else { Err(unfit()) }
    }))
}

/// Whether somebody from outside is meant, whose play does not follow from a seed.
pub fn is_external(name: &str) -> bool {
    name.parse().is_ok_and(|name| external(&name).is_some())
}

/// The settings of a program in a seat; nothing for agents.
pub(crate) fn settings(cast: &Cast) -> Option<&Settings> {
    let piece = cast.part(Part::Moves)?;
    (*piece.kind == EXTERNAL).then_some(&piece.settings)
}

/// Somebody in a seat of a match who is no agent of the game.
pub(crate) trait Outsider {
    /// Where it sits.
    fn seat(&self) -> Seat;

    /// Begins a game.
    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()>;

    /// Answers for its seat, which is awaited.
    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()>;

    /// Is told that something may have happened.
    fn hear(&mut self, game: &dyn AnyOngoing) -> io::Result<()>;

    /// Ends a game.
    fn end(&mut self, game: &dyn AnyOngoing);
}

/// A program in its seat.
pub(crate) struct Desk {
    seat: Seat,
    settings: Settings,
    /// Nobody, once it has misbehaved.
    program: Option<Program>,
    clerk: Clerk<Vec<u8>>,
    /// What is left of its time for the game.
    left: Duration,
}

impl Desk {
    /// Starts a program, or lets one go on that was kept.
    pub(crate) fn new(
        seat: Seat,
        settings: &Settings,
        kept: Option<Program>,
        complaints: Option<&Path>,
    ) -> Result<Self, StartError> {
        let start = || Program::start(settings.text(COMMAND.name), complaints.map(Path::to_owned));
        let program = kept.map_or_else(start, Ok)?;
        Ok(Self {
            seat,
            settings: settings.clone(),
            program: Some(program),
            clerk: Clerk::new(vec![seat], Vec::new()),
            left: Duration::ZERO,
        })
    }

    /// The limits of one decision and of a game.
    pub(crate) fn limits(settings: &Settings) -> [Duration; 2] {
        [TIME, GAME_TIME].map(|limit| Duration::from_secs_f64(settings.number(limit.name)))
    }

    /// Whether a program of these settings goes on to the next match.
    pub(crate) fn is_kept(settings: &Settings) -> bool {
        settings.is_on(KEEP.name)
    }

    /// The program, if it has behaved and goes on to the next match; otherwise it is dismissed.
    pub(crate) fn rise(self) -> Option<(Settings, Program)> {
        let program = self.program?;
        if Self::is_kept(&self.settings) {
            return Some((self.settings, program));
        }
        program.dismiss();
        None
    }

    fn converse(&mut self, game: &mut dyn AnyOngoing) -> Result<(), Missing> {
        let Self { program, clerk, left, settings, .. } = self;
        let program = program.as_ref().ok_or(Missing::Gone)?;
        let begun = Instant::now();
        let [answer, _] = Self::limits(settings);
        let until = begun + answer.min(*left);
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

    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        [_, self.left] = Self::limits(&self.settings);
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

    fn end(&mut self, game: &dyn AnyOngoing) {
        let Some(program) = &self.program else { return };
        // Writing into memory cannot fail.
        let _ = self.clerk.report(game).and_then(|()| self.clerk.end(game));
        if program.send(self.clerk.said(), Instant::now() + FAREWELL).is_err() {
            self.program = None;
        }
    }
}

/// Plays a game to its end with those outside in some seats.
///
/// # Errors
/// The first thing that went wrong with a guest.
pub(crate) fn play_out(
    game: &mut dyn AnyOngoing,
    outsiders: &mut [&mut dyn Outsider],
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
                match outsiders.iter_mut().find(|outsider| outsider.seat() == seat) {
                    Some(outsider) => outsider.act(game)?,
                    None => break,
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
