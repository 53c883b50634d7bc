//! A program in a seat of a match that speaks our own messages.

use std::{
    io,
    net::TcpStream,
    time::{Duration, Instant},
};

use kakehiki_core::{Missing, Seat};

use crate::{
    Answer, AnyOngoing, Refused,
    external::{MOST_MESSAGES, Outsider, Posting},
    lines::Clerk,
    lobby::is_open,
    program::{Program, StartError},
};

/// How long a program may take to read how a game ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// Starts a program.
pub(crate) fn start(posting: Posting) -> Result<Box<dyn Outsider>, StartError> {
    let Posting { seat, command, limits, complaints } = posting;
    let program = Program::start(&command, complaints)?;
    Ok(Box::new(Desk { program: Some(program), ..Desk::new(seat, limits) }))
}

/// Takes over the connection of a program.
pub(crate) fn receive(stream: TcpStream, limits: [Duration; 2]) -> Option<Box<dyn Outsider>> {
    // Messages are small and answered at once, so that waiting to join them only costs time.
    stream.set_nodelay(true).ok()?;
    Some(Box::new(Desk { comer: Some(stream), ..Desk::new(Seat::new(0), limits) }))
}

/// A program in its seat, which speaks our own messages.
struct Desk {
    seat: Seat,
    limits: [Duration; 2],
    /// A program that came in and has not sat in a game yet: nothing is read from it, so that those who wait
    /// take no memory, whatever they say.
    comer: Option<TcpStream>,
    /// Nobody, once it has misbehaved or did not listen any more.
    program: Option<Program>,
    /// Whether it has misbehaved.
    is_out: bool,
    clerk: Clerk<Vec<u8>>,
    /// What is left of its time for the game.
    left: Duration,
    /// How many words of others wait to be sent.
    heard: usize,
}

impl Desk {
    fn new(seat: Seat, limits: [Duration; 2]) -> Self {
        let clerk = Clerk::new(vec![seat], Vec::new());
        Self {
            seat,
            limits,
            comer: None,
            program: None,
            is_out: false,
            clerk,
            left: Duration::ZERO,
            heard: 0,
        }
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
        if let Some(stream) = self.comer.take() {
            // One that cannot be spoken with is found out when it is asked.
            self.program = Program::connected(stream).ok();
        }
        self.clerk.greet(game)
    }

    /// Lets the program act. One that does not, or not in time, is out for the rest of the match, and the
    /// rules answer for it or it forfeits.
    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        if let Err(missing) = self.converse(game) {
            (self.program, self.is_out) = (None, true);
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

    fn is_there(&mut self) -> bool {
        match &self.comer {
            Some(stream) => is_open(stream),
            None => self.program.as_ref().is_some_and(Program::is_there),
        }
    }

    fn is_out(&self) -> bool {
        self.is_out
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
