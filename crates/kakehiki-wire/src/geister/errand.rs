//! A client of the Geister contests in a seat of the arena.

use std::{
    io,
    net::TcpStream,
    time::{Duration, Instant},
};

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
    caller::{Allowance, Caller, check_command},
};

/// The commands of a client that may be refused while it sets up.
const MOST_REFUSALS: usize = 100;

/// The protocol of the contest.
pub(crate) const INTERPRETER: Interpreter = Interpreter {
    game: "geister",
    protocol: "contest",
    check: |command, _| check_command(command),
    start,
    // The ports of the two players are neighbours, as at the contest.
    doors: 2,
    receive,
};

fn start(posting: Posting) -> Result<Box<dyn Outsider>, StartError> {
    let (seat, time) = (posting.seat, Allowance::new(posting.limits));
    // The first player's port is even, as at the contest.
    let caller = Some(Caller::start(posting, Some(seat.index().is_multiple_of(2)))?);
    Ok(Box::new(Errand { seat, time, came_in: false, is_out: false, caller, peer: None }))
}

/// Takes over the connection of a client that was not started.
fn receive(stream: TcpStream, limits: [Duration; 2]) -> Option<Box<dyn Outsider>> {
    let peer = Some(converse_with(stream).ok()?);
    let (seat, time) = (Seat::new(0), Allowance::new(limits));
    Some(Box::new(Errand { seat, time, came_in: true, is_out: false, caller: None, peer }))
}

fn converse_with(stream: TcpStream) -> Result<Peer, NoLine> {
    Peer::new(stream, LineEnd::CrLf, LONGEST_LINE).map_err(|_| NoLine::Gone)
}

/// A client in its seat.
struct Errand {
    seat: Seat,
    time: Allowance,
    /// Whether it came by itself, and was not started.
    came_in: bool,
    /// Whether it has misbehaved.
    is_out: bool,
    /// Where a client comes from that was started; nothing for others, and once it has misbehaved.
    caller: Option<Caller>,
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

    /// It has misbehaved, and is out for the rest of the match.
    fn lose(&mut self) {
        (self.caller, self.is_out) = (None, true);
    }

    fn hear_line(&mut self, until: Instant) -> Result<Vec<u8>, NoLine> {
        self.peer.as_mut().ok_or(NoLine::Gone)?.line(Some(until))
    }

    /// What the client answers to the question that stands before it. What it sends in place of a set-up is
    /// refused; in place of a move it loses.
    fn converse(&mut self, game: &dyn AnyOngoing) -> Result<Action, Missing> {
        let ongoing = geister(game).ok_or(Missing::Gone)?.game();
        let (asked, until) = (Instant::now(), self.time.deadline());
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
                self.time.took(asked);
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
        self.time.begin();
        if let Some(caller) = &mut self.caller {
            self.peer = caller.accept(self.time.deadline()).and_then(converse_with).ok();
        }
        if self.send("SET?").is_err() {
            self.lose();
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
                self.lose();
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

    fn is_there(&mut self) -> bool {
        self.peer.as_ref().is_some_and(Peer::is_open)
    }

    fn is_out(&self) -> bool {
        self.is_out
    }

    fn lasts(&self) -> bool {
        !self.came_in
    }

    /// A port is that of a seat, so that every match starts its client anew.
    fn may_stay(&self) -> bool {
        false
    }

    fn rise(self: Box<Self>) {
        drop(self.peer);
        if let Some(caller) = self.caller {
            caller.rise();
        }
    }
}
