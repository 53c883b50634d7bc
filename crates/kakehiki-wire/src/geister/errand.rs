//! A client of the Geister contests in a seat of the arena.

use std::{io, time::Instant};

use kakehiki_core::{Missing, Seat};
use kakehiki_games::{Answer, AnyOngoing, Interpreter, Ongoing, Outsider, Posting, StartError};
use kakehiki_geister::{Action, Geister, Stage};

use super::{
    board,
    host::LONGEST_LINE,
    message::{Command, END, action_for},
    table::{result_line, taken_line},
};
use crate::{
    LineEnd, NoLine, Peer,
    caller::{Caller, check_command},
};

/// The commands of a client that may be refused while it sets up.
const MOST_REFUSALS: usize = 100;

/// The protocol of the contest.
pub(crate) const INTERPRETER: Interpreter = Interpreter {
    game: "geister",
    protocol: "contest",
    check: |command, _| check_command(command),
    start,
};

fn start(posting: Posting) -> Result<Box<dyn Outsider>, StartError> {
    let seat = posting.seat;
    // The first player's port is even, as at the contest.
    let caller = Caller::start(posting, Some(seat.index().is_multiple_of(2)))?;
    Ok(Box::new(Errand { seat, caller, peer: None }))
}

/// A client in its seat.
struct Errand {
    seat: Seat,
    caller: Caller,
    /// Its connection; each game has one of its own.
    peer: Option<Peer>,
}

/// The board of a game in progress; nothing where it is another game.
fn geister(game: &dyn AnyOngoing) -> Option<&Ongoing<Geister>> {
    game.as_any().downcast_ref()
}

impl Errand {
    fn send(&mut self, line: &str) -> Result<(), NoLine> {
        let peer = self.peer.as_mut().ok_or(NoLine::Gone)?;
        peer.send(format!("{line}{END}").as_bytes())
    }

    fn hear_line(&mut self, until: Instant) -> Result<Vec<u8>, NoLine> {
        self.peer.as_mut().ok_or(NoLine::Gone)?.line(Some(until))
    }

    /// What the client answers to the question that stands before it. What it sends in place of a set-up is
    /// refused; in place of a move it loses.
    fn converse(&mut self, game: &dyn AnyOngoing) -> Result<Action, Missing> {
        let ongoing = geister(game).ok_or(Missing::Gone)?.game();
        let (asked, until) = (Instant::now(), self.caller.deadline());
        let is_move = ongoing.state().stage() == Stage::Move;
        if is_move {
            let board = board::of_view(&ongoing.view(self.seat));
            self.send(&format!("MOV?{board}"))?;
        }
        for _ in 0..MOST_REFUSALS {
            let line = self.hear_line(until)?;
            let action = match Command::read(&line) {
                Command::SetUp(bad) if !is_move => Some(Action::SetUp(bad)),
                Command::Move(ghost, direction) if is_move => {
                    let fate = ongoing.state().fate(self.seat, ghost);
                    Some(action_for(ghost, direction, fate, self.seat))
                }
                _ => None,
            };
            if let Some(action) = action.filter(|action| ongoing.check(action).is_ok()) {
                self.caller.took(asked);
                return Ok(action);
            }
            self.send("NG ")?;
            if is_move {
                return Err(Missing::Failed("its move was illegal"));
            }
        }
        Err(Missing::Failed("it said too much that was no answer"))
    }
}

impl Outsider for Errand {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    fn begin(&mut self, _game: &dyn AnyOngoing) -> io::Result<()> {
        self.caller.begin();
        if self.caller.is_there() {
            self.peer = self.caller.connect(LineEnd::CrLf, LONGEST_LINE).ok();
            if self.send("SET?").is_err() {
                self.caller.dismiss();
            }
        }
        Ok(())
    }

    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        match self.converse(game) {
            Ok(action) => {
                // It was checked, and the seat is awaited.
                let _ = game.answer(self.seat, Answer::Action(&action.to_string()));
                let line = geister(game).map_or("OK ", |game| taken_line(game, self.seat));
                // One that does not listen is found out when it does not answer.
                let _ = self.send(line);
            }
            Err(missing) => {
                self.caller.dismiss();
                // A missing answer of the seat that is asked is always taken.
                let _ = game.answer(self.seat, Answer::Missing(missing));
            }
        }
        Ok(())
    }

    /// It is told when it is asked.
    fn hear(&mut self, _game: &dyn AnyOngoing) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, game: &dyn AnyOngoing) {
        if let Some(line) = geister(game).and_then(|game| result_line(game, self.seat)) {
            let _ = self.send(&line);
        }
        if let Some(peer) = self.peer.take() {
            peer.finish();
        }
    }

    /// A port is that of a seat, so that every match starts its client anew.
    fn may_stay(&self) -> bool {
        false
    }

    fn rise(self: Box<Self>) {
        drop(self.peer);
        self.caller.rise();
    }
}
