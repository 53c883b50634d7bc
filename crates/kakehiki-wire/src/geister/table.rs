//! A game of the contest on our side of the wire: lines of clients in, lines for clients out.
//!
//! It knows no sockets and no time, so that recorded games can be played over it.

use std::time::Duration;

use kakehiki_core::{Ending, Event, NameError, Occupant, Record, Seat, Verdict};
use kakehiki_games::{Answer, AnyOngoing, Numbers, Ongoing, Open, Waiting};
use kakehiki_geister::{Action, Geister, Sight, Stage};

use super::{
    board,
    message::{Command, action_for, command_for, has_set_up},
};
use crate::Faults;

/// The commands of a client that may be refused in one game: far more than a mistake, far less than a
/// flood.
const MOST_REFUSALS: u32 = 1000;

const FIRST: Seat = Seat::new(0);

/// What clients may get wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manners {
    /// What becomes of what the original server breaks down over: it is refused, or that client is
    /// never answered again.
    pub faults: Faults,
    /// Whether an illegal move may be tried again while the clock runs, instead of losing.
    pub may_retry: bool,
}

/// A line for a client, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whom it is for.
    pub seat: Seat,
    /// The line.
    pub line: String,
}

/// A game of the contest with clients in some seats and agents in the others.
pub struct ContestTable {
    game: Ongoing<Geister>,
    manners: Manners,
    /// The set-up of the second player, where the first has not chosen yet.
    early: Option<Action>,
    /// Clients that are never answered again.
    is_jammed: [bool; 2],
    refusals: [u32; 2],
    /// What the original server would have written down.
    original_log: Vec<String>,
}

impl ContestTable {
    /// A game before anything has happened.
    ///
    /// # Errors
    /// If an agent is not known.
    pub fn new(
        table: &Open<Geister>,
        seats: Vec<Occupant>,
        numbers: Numbers,
        manners: Manners,
    ) -> Result<Self, NameError> {
        Ok(Self {
            game: table.sit(seats, numbers)?.forgetting_sights(),
            manners,
            early: None,
            is_jammed: [false; 2],
            refusals: [0; 2],
            original_log: Vec::new(),
        })
    }

    /// What a client is told when it sits down.
    pub fn greet(seat: Seat) -> Told {
        Told { seat, line: "SET?".to_owned() }
    }

    /// The client that has to choose its bad ghosts, the first one if both have to.
    pub fn setting_up(&self) -> Option<Seat> {
        let mut clients = Seat::all(2).filter(|seat| self.is_client(*seat));
        clients.find(|seat| !self.is_over() && !self.has_set_up(*seat))
    }

    /// The client that has to move.
    pub fn moving(&self) -> Option<Seat> {
        match self.game.waiting() {
            Waiting::Outside(seat) if self.game.game().state().stage() == Stage::Move => Some(seat),
            _ => None,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.waiting() == Waiting::Nothing
    }

    /// How it came out, once it is over.
    pub fn record(&self) -> Option<Record> {
        self.game.record()
    }

    /// The game, for its log.
    pub fn game(&self) -> &dyn AnyOngoing {
        &self.game
    }

    /// The log as the original server writes it: every command in order of arrival, then the winner
    /// where the rules name one.
    pub fn original_log(&self) -> String {
        let winner = match self.record().map(|record| record.verdict) {
            Some(Verdict::Ended(Ending::Won(winners))) => {
                Seat::all(2).find(|seat| winners.contains(*seat)).map(Seat::index)
            }
            Some(Verdict::Ended(Ending::Drawn)) => Some(2),
            _ => None,
        };
        let winner = winner.map(|winner| format!("winner={winner}"));
        self.original_log.iter().chain(&winner).flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// What viewers are told: all colours as the second player sees the board, and who moves or has won.
    pub fn feed(&self) -> String {
        if self.original_log.is_empty() {
            return "null".to_owned();
        }
        let state = self.game.game().state();
        let tag = match (self.record().map(|record| record.verdict), self.game.waiting()) {
            (Some(Verdict::Ended(Ending::Won(winners))), _) => {
                if winners.contains(FIRST) {
                    "WI0"
                } else {
                    "WI1"
                }
            }
            (Some(Verdict::Forfeited(culprit)), _) => {
                if culprit == FIRST {
                    "WI1"
                } else {
                    "WI0"
                }
            }
            (Some(Verdict::Ended(Ending::Drawn | Ending::Undecided)), _) => "DRW",
            (None, Waiting::Outside(seat) | Waiting::Agent(seat))
                if state.stage() == Stage::Move =>
            {
                if seat == FIRST {
                    "MV0"
                } else {
                    "MV1"
                }
            }
            (None, _) => "MOV",
        };
        format!("{tag}:{}", board::of_state(state, FIRST.next(2)))
    }

    /// Takes a line of a client, without its end, and says what it brings forth.
    pub fn heard(&mut self, seat: Seat, line: &[u8]) -> Vec<Told> {
        if self.is_over() || self.is_jammed[seat.index()] {
            return Vec::new();
        }
        if !line.is_empty() {
            let text = String::from_utf8_lossy(line);
            self.original_log.push(format!("player={},{text}", seat.index()));
        }
        let command = Command::read(line);
        if command == Command::Fatal && self.manners.faults == Faults::Original {
            self.is_jammed[seat.index()] = true;
            return Vec::new();
        }
        match command {
            Command::SetUp(bad) if !self.has_set_up(seat) => self.set_up(seat, Action::SetUp(bad)),
            Command::Move(ghost, direction) if self.moving() == Some(seat) => {
                let fate = self.game.game().state().fate(seat, ghost);
                self.play(seat, action_for(ghost, direction, fate, seat))
            }
            _ => self.refuse(seat, "it sent what is no move"),
        }
    }

    /// Writes down how long the last move took, and how much of its time for the game a client has
    /// left.
    pub fn took(&mut self, seat: Seat, took: Duration, left: Duration) {
        let [took, left] = [took, left].map(|time| time.as_millis() as u64);
        // A clock is no event of the rules, which are the only ones refused.
        let _ = self.game.note(Event::Clock { seat, took, left: Some(left) });
    }

    /// A client is gone, or took too long.
    pub fn lost(&mut self, seat: Seat, why: &str) -> Vec<Told> {
        if self.is_over() {
            return Vec::new();
        }
        self.game.leave(seat, why.to_owned());
        self.results()
    }

    /// Lets agents act until a client has to, or the game is over.
    pub fn go_on(&mut self) -> Vec<Told> {
        let mut has_acted = false;
        while let Waiting::Agent(seat) = self.game.waiting() {
            let view = self.game.game().view(seat);
            self.game.advance();
            has_acted = true;
            let action = self.game.events().iter().rev().find_map(|event| match event {
                Event::Action { play, .. } => play.parse().ok(),
                _ => None,
            });
            if let Some(command) = action.and_then(|action| command_for(action, &view)) {
                self.original_log.push(format!("player={},{command}", seat.index()));
            }
            if let Some(early) = self.early.take_if(|_| seat == FIRST) {
                self.act(FIRST.next(2), early);
            }
        }
        if has_acted { self.next() } else { Vec::new() }
    }

    fn is_client(&self, seat: Seat) -> bool {
        !matches!(self.game.header().seats[seat.index()], Occupant::Agent(_))
    }

    fn has_set_up(&self, seat: Seat) -> bool {
        let is_early = seat != FIRST && self.early.is_some();
        is_early || has_set_up(&self.game.game().view(seat))
    }

    /// Takes a set-up. They are chosen at the same time, but the rules ask one after the other.
    fn set_up(&mut self, seat: Seat, action: Action) -> Vec<Told> {
        if self.game.waiting() == Waiting::Outside(seat) {
            self.act(seat, action);
            if let Some(early) = self.early.take() {
                self.act(seat.next(2), early);
            }
        } else {
            self.early = Some(action);
        }
        let mut told = vec![Told { seat, line: "OK ".to_owned() }];
        told.extend(self.prompt());
        told
    }

    /// Takes a move if it is legal.
    fn play(&mut self, seat: Seat, action: Action) -> Vec<Told> {
        if let Err(illegal) = self.game.game().check(&action) {
            return self.refuse(seat, &format!("{action} is illegal: {illegal}"));
        }
        self.act(seat, action);
        let line = taken_line(&self.game, seat).to_owned();
        let mut told = vec![Told { seat, line }];
        told.extend(self.next());
        told
    }

    fn act(&mut self, seat: Seat, action: Action) {
        // It was checked, and that seat is awaited.
        let _ = self.game.answer(seat, Answer::Action(&action.to_string()));
    }

    /// Refuses a command, which on one's own turn loses unless it may be tried again.
    fn refuse(&mut self, seat: Seat, problem: &str) -> Vec<Told> {
        let mut told = vec![Told { seat, line: "NG ".to_owned() }];
        self.refusals[seat.index()] += 1;
        if self.refusals[seat.index()] > MOST_REFUSALS {
            told.extend(self.lost(seat, "it sent too much that could not be taken"));
        } else if self.moving() == Some(seat) && !self.manners.may_retry {
            told.extend(self.lost(seat, problem));
        }
        told
    }

    /// What follows a move: the results, or a question to the client that moves next.
    fn next(&self) -> Vec<Told> {
        if self.is_over() { self.results() } else { self.prompt().into_iter().collect() }
    }

    fn prompt(&self) -> Option<Told> {
        let seat = self.moving()?;
        let board = board::of_view(&self.game.game().view(seat));
        Some(Told { seat, line: format!("MOV?{board}") })
    }

    /// The results, the winner's first.
    fn results(&self) -> Vec<Told> {
        let clients = Seat::all(2).filter(|seat| self.is_client(*seat));
        let told = |seat| Some(Told { seat, line: result_line(&self.game, seat)? });
        let mut results: Vec<Told> = clients.filter_map(told).collect();
        results.sort_by_key(|told| told.line.starts_with("LST"));
        results
    }
}

/// What a client is told whose move was taken: whether it took a ghost, and of which colour.
pub(super) fn taken_line(game: &Ongoing<Geister>, seat: Seat) -> &'static str {
    let captured = match game.game().sight(seat) {
        Some(Sight::Moved { captured, .. }) => *captured,
        _ => None,
    };
    match captured.map(|capture| capture.is_bad) {
        None => "OK ",
        Some(true) => "OKR",
        Some(false) => "OKB",
    }
}

/// How a game came out for a player, once it is over.
pub(super) fn result_line(game: &Ongoing<Geister>, seat: Seat) -> Option<String> {
    let word = match game.record()?.verdict {
        Verdict::Ended(Ending::Drawn | Ending::Undecided) => "DRW",
        Verdict::Ended(Ending::Won(winners)) if winners.contains(seat) => "WON",
        Verdict::Forfeited(culprit) if culprit != seat => "WON",
        Verdict::Ended(Ending::Won(_)) | Verdict::Forfeited(_) => "LST",
    };
    Some(format!("{word}:{}", board::of_state(game.game().state(), seat)))
}
