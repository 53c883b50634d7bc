//! A client of AIWolf in a seat of the arena.

use std::{collections::BTreeMap, io, time::Instant};

use kakehiki_core::{Missing, Occupant, Seat};
use kakehiki_games::{AnyOngoing, Interpreter, Outsider, Posting, StartError};

use super::{
    AiwolfTable, Line, Setting,
    host::{LONGEST_LINE, ask, missing},
    scribe::{Scribe, village},
};
use crate::{
    Faults, LineEnd, NoLine, Peer,
    caller::{Caller, check_command},
};

/// The two lines of the contest.
pub(crate) const INTERPRETERS: [Interpreter; 2] = [
    Interpreter {
        game: "werewolf",
        protocol: "aiwolf-0.6",
        check: |command, options| check(command, options, "aiwolf-0.6"),
        start: |posting| start(posting, Line::Late),
    },
    Interpreter {
        game: "werewolf",
        protocol: "aiwolf-0.4",
        check: |command, options| check(command, options, "aiwolf-0.4"),
        start: |posting| start(posting, Line::Early),
    },
];

/// Clients of a server know its rules.
fn check(command: &str, options: &BTreeMap<String, String>, protocol: &str) -> Result<(), String> {
    check_command(command)?;
    let rules = options.get("rules").map(String::as_str);
    // Those of both lines can sit at one table: they differ in what they are told, not in the rules.
    if rules.is_some_and(|rules| rules.starts_with("aiwolf-0.")) {
        return Ok(());
    }
    Err(format!("it knows the rules of its own server: --set rules={protocol}"))
}

fn start(posting: Posting, line: Line) -> Result<Box<dyn Outsider>, StartError> {
    let seat = posting.seat;
    let caller = Caller::start(posting, None)?;
    Ok(Box::new(Errand { seat, line, caller, peer: None, scribe: None }))
}

/// A client in its seat.
struct Errand {
    seat: Seat,
    line: Line,
    caller: Caller,
    /// Its connection, which lasts for all games.
    peer: Option<Peer>,
    /// What is kept of the game for it.
    scribe: Option<Scribe>,
}

impl Errand {
    /// Waits for the client, and asks it for its name, which its server would write into its own log.
    fn welcome(&mut self) -> Result<Peer, NoLine> {
        let mut peer = self.caller.connect(LineEnd::Lf, LONGEST_LINE)?;
        ask(&mut peer, &AiwolfTable::ask_name(), self.caller.deadline())?;
        Ok(peer)
    }

    /// Tells the client what it is still to be told.
    fn tell(&mut self) -> Result<(), NoLine> {
        let (Some(scribe), Some(peer)) = (&mut self.scribe, &mut self.peer) else {
            return Err(NoLine::Gone);
        };
        // There are programs in other seats, each with a scribe of its own.
        for (_, line) in scribe.outbox.drain(..).filter(|(seat, _)| *seat == self.seat) {
            peer.send(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    }

    fn ask(&mut self, game: &dyn AnyOngoing) -> Result<Vec<u8>, NoLine> {
        self.tell()?;
        let (Some(scribe), Some(peer), Some(village)) =
            (&mut self.scribe, &mut self.peer, village(game))
        else {
            return Err(NoLine::Gone);
        };
        let line = scribe.request(village, self.seat);
        let asked = Instant::now();
        let answer = ask(peer, &line, self.caller.deadline())?;
        self.caller.took(asked);
        Ok(answer)
    }

    /// It has misbehaved, and is out for the rest of the match.
    fn lose(&mut self) {
        self.peer = None;
        self.caller.dismiss();
    }
}

impl Outsider for Errand {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        self.caller.begin();
        let header = game.header();
        let names = header.seats.iter().map(|occupant| match occupant {
            Occupant::Agent(name) | Occupant::Person(name) | Occupant::Program(name) => {
                name.clone()
            }
        });
        let setting = Setting {
            line: self.line,
            seed: header.seed as i64,
            time_limit: self.caller.answer_limit(),
            faults: Faults::Forgiving,
        };
        self.scribe = village(game).map(|village| Scribe::new(village, names.collect(), setting));
        if self.peer.is_none() && self.caller.is_there() {
            match self.welcome() {
                Ok(peer) => self.peer = Some(peer),
                Err(_) => self.lose(),
            }
        }
        Ok(())
    }

    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        let answer = self.ask(game);
        if answer.is_err() {
            self.lose();
        }
        let answer = answer.as_deref().map_err(|why| missing(*why));
        match &mut self.scribe {
            Some(scribe) => scribe.answer(game, self.seat, answer),
            None => {
                // A missing answer of the seat that is asked is always taken.
                let _ = game.answer(self.seat, kakehiki_games::Answer::Missing(Missing::Gone));
            }
        }
        Ok(())
    }

    fn hear(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        if let (Some(scribe), Some(village)) = (&mut self.scribe, village(game)) {
            scribe.observe(village);
        }
        if self.peer.is_some() && self.tell().is_err() {
            self.lose();
        }
        Ok(())
    }

    /// It was told of the end when it heard of the last step.
    fn end(&mut self, _game: &dyn AnyOngoing) {
        self.scribe = None;
    }

    fn may_stay(&self) -> bool {
        self.peer.is_some()
    }

    fn rise(self: Box<Self>) {
        drop(self.peer);
        self.caller.rise();
    }
}
