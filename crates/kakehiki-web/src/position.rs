//! A game in progress without its agents: the truth of a match, live or read from a log.

use std::{collections::VecDeque, sync::Arc};

use kakehiki_core::{Event, Header, Log, Missing, Occupant, Seat, Verdict};
use kakehiki_draw::{SeatKind, SeatLabel};
use kakehiki_games::{Answer, AnyOngoing, Observer, Outcome, Refused, Seen, Standing, Waiting};

use crate::{
    look::{Facts, Look, Said},
    order::open_table,
};

/// How many bytes of sights a look holds at most, written as JSON; the log has all of them. That is a
/// whole game of Geister, and some rounds of Catan.
const RECENT_BYTES: usize = 150_000;

/// How many steps an analyst is told of at most.
const RECENT_STEPS: usize = 1500;

/// A game in progress in which everybody is outside, so that it never thinks and any page can look
/// at it at any time. Live matches, replays and exports all look at games through this.
pub struct Position {
    header: Header,
    facts: Arc<Facts>,
    game: Box<dyn AnyOngoing>,
    /// What each seat and last a spectator has perceived lately.
    eyes: Vec<Eye>,
    /// How many events have been counted into what follows.
    counted: usize,
    /// The decisions of each seat.
    decisions: Vec<u64>,
    said: Vec<Said>,
    /// Questions put to each seat, and answers that it gave.
    asked: Vec<u64>,
    /// How many acts were taken back.
    undone: u64,
    is_forfeited: bool,
    is_private: bool,
}

/// By how much an act that is taken back and the number of its taking back raise the seq, so that it
/// never falls: an act is at most two changes to anybody, its sight and that its seat has decided.
const UNDONE: u64 = 3;

/// What an observer has perceived lately.
#[derive(Clone, Debug, Default)]
struct Eye {
    /// The first step that has not been looked at.
    next: u32,
    /// How many sights there were.
    count: u64,
    /// The last of them; shared with looks, which are gone before the next one comes.
    recent: Arc<Vec<Seen>>,
    /// Their sizes.
    sizes: VecDeque<usize>,
}

impl Eye {
    fn take(&mut self, mut seen: Seen) {
        self.next = seen.step + 1;
        // The number of the step would tell how much happened that was not noticed.
        seen.step = u32::try_from(self.count).unwrap_or(u32::MAX);
        self.count += 1;
        self.sizes.push_back(seen.sight.to_string().len());
        Arc::make_mut(&mut self.recent).push(seen);
    }

    /// Forgets the oldest until what is left is small enough.
    fn forget(&mut self) {
        let mut size: usize = self.sizes.iter().sum();
        let mut count = 0;
        while size > RECENT_BYTES
            && let Some(oldest) = self.sizes.pop_front()
        {
            size -= oldest;
            count += 1;
        }
        if count > 0 {
            Arc::make_mut(&mut self.recent).drain(..count);
        }
    }
}

impl Position {
    /// The game as a log leaves it.
    ///
    /// # Errors
    /// If the log is not one of a game that is known here, or breaks its rules.
    pub fn open(log: &Log) -> Result<Self, String> {
        let table = open_table(&log.header)?;
        let mut outside = log.clone();
        for seat in &mut outside.header.seats {
            let (Occupant::Agent(name) | Occupant::Person(name) | Occupant::Program(name)) = &*seat;
            *seat = Occupant::Program(name.clone());
        }
        let game = table.resume(&[], &outside).map_err(|error| error.to_string())?;
        let seats = log.header.seats.len();
        let mut position = Self {
            header: log.header.clone(),
            facts: Arc::new(Facts {
                game: log.header.game.clone(),
                options: log.header.options.clone(),
                seats: log.header.seats.iter().map(SeatLabel::of).collect(),
                is_practice: log.header.practice,
            }),
            game,
            eyes: vec![Eye::default(); seats + 1],
            counted: 0,
            decisions: vec![0; seats],
            said: Vec::new(),
            asked: vec![0; seats],
            undone: 0,
            is_forfeited: false,
            is_private: false,
        };
        position.count();
        Ok(position)
    }

    /// The game before the first event of a log.
    ///
    /// # Errors
    /// If the header is not one of a game that is known here.
    pub fn begin(header: &Header) -> Result<Self, String> {
        Self::open(&Log { header: header.clone(), events: Vec::new(), is_torn: false })
    }

    /// Plays one event of a log.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn step(&mut self, event: &Event) -> Result<(), Refused> {
        match event {
            Event::Action { seat, play } | Event::Fallback { seat, play, .. } => {
                self.game.answer(*seat, Answer::Action(play))?;
            }
            Event::Chance { fell, .. } => self.game.resolve(fell)?,
            Event::Forfeit { seat, .. } => {
                self.game.answer(*seat, Answer::Missing(Missing::Aborted))?;
            }
            // These two follow from what is played.
            Event::End { .. } | Event::Proof { .. } => {}
            Event::Clock { .. }
            | Event::Statement { .. }
            | Event::Text { .. }
            | Event::Question { .. }
            | Event::Answer { .. }
            | Event::Undo { .. } => self.game.note(event.clone())?,
        }
        self.count();
        Ok(())
    }

    /// Lets nobody but the seats see anything, not even when the game is over.
    pub(crate) fn make_private(&mut self) {
        self.is_private = true;
    }

    /// Calls players otherwise than the log does; what kind they are stays.
    pub(crate) fn call(&mut self, labels: Vec<SeatLabel>) {
        let mut facts = Facts::clone(&self.facts);
        for (seat, label) in facts.seats.iter_mut().zip(labels) {
            *seat = SeatLabel { kind: seat.kind, ..label };
        }
        self.facts = Arc::new(facts);
    }

    /// The first line of the log.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What everybody knows from the start.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// All lines of the log after the first.
    pub fn events(&self) -> &[Event] {
        self.game.events()
    }

    /// The game itself; to it everybody is outside.
    pub fn game(&self) -> &dyn AnyOngoing {
        &*self.game
    }

    /// The log so far.
    pub fn log(&self) -> Log {
        Log { header: self.header.clone(), events: self.events().to_vec(), is_torn: false }
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.header.seats.len()
    }

    /// What the game waits for.
    pub fn waiting(&self) -> Waiting {
        self.by_kind(self.game.waiting())
    }

    /// What an observer knows the game to wait for; `Chance` also where somebody chooses in secret.
    pub fn known_waiting(&self, observer: Observer) -> Waiting {
        self.by_kind(self.game.waiting_for(observer))
    }

    /// How the game came out; nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Whether somebody from outside sits at the table.
    pub fn has_outsider(&self) -> bool {
        self.facts.seats.iter().any(|seat| seat.kind != SeatKind::Agent)
    }

    /// Whether everything may be looked at: nobody could profit, or it is for practice.
    pub fn is_open(&self) -> bool {
        let is_harmless =
            self.facts.is_practice || !self.has_outsider() || self.outcome().is_some();
        is_harmless && !self.is_private
    }

    /// Agents are not outside to those who look.
    fn by_kind(&self, waiting: Waiting) -> Waiting {
        match waiting {
            Waiting::Outside(seat) if self.facts.seats[seat.index()].kind == SeatKind::Agent => {
                Waiting::Agent(seat)
            }
            waiting => waiting,
        }
    }

    /// Lets chance fall as the seed has it.
    pub(crate) fn draw(&mut self) -> bool {
        let has_fallen = self.game.waiting() == Waiting::Chance && self.game.advance();
        self.count();
        has_fallen
    }

    /// Takes the answer of whoever sits in a seat.
    pub(crate) fn answer(&mut self, seat: Seat, answer: Answer<'_>) -> Result<(), Refused> {
        self.game.answer(seat, answer)?;
        self.count();
        Ok(())
    }

    /// Adds to the log what happens beside the game.
    pub(crate) fn note(&mut self, event: Event) -> Result<(), Refused> {
        self.game.note(event)?;
        self.count();
        Ok(())
    }

    /// Whether a seat may take back its last act. Nobody may in a game that only its seats see: what
    /// happens there is measured.
    pub fn may_undo(&self, seat: Seat) -> Option<Result<(), Standing>> {
        (!self.is_private).then(|| self.game.may_undo(seat))
    }

    /// Takes back the last act of a seat: the game is played over again without it.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), String> {
        let standing = self.may_undo(seat).unwrap_or(Err(Standing::Nothing));
        standing.map_err(|standing| standing.to_string())?;
        let mut log = self.log();
        log.undo(seat).map_err(|illegal| illegal.0)?;
        let facts = Arc::clone(&self.facts);
        *self = Self { facts, is_private: self.is_private, ..Self::open(&log)? };
        Ok(())
    }

    /// How the game ended, if it did by its rules.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.game.record().map(|record| record.verdict)
    }

    /// Counts what new events mean to observers.
    fn count(&mut self) {
        for event in &self.game.events()[self.counted..] {
            match event {
                Event::Action { seat, .. } | Event::Fallback { seat, .. } => {
                    self.decisions[seat.index()] += 1;
                }
                Event::Text { seat, text } => {
                    self.said.push(Said { seat: *seat, text: text.clone() });
                }
                Event::Question { seat, .. } | Event::Answer { seat, .. } => {
                    if let Some(asked) = self.asked.get_mut(seat.index()) {
                        *asked += 1;
                    }
                }
                Event::Forfeit { .. } => self.is_forfeited = true,
                Event::Undo { .. } => self.undone += 1,
                Event::Chance { .. }
                | Event::End { .. }
                | Event::Clock { .. }
                | Event::Statement { .. }
                | Event::Proof { .. } => {}
            }
        }
        self.counted = self.game.events().len();
    }

    /// How many changes an observer could notice so far, from 1. It follows from the log, so that it
    /// is the same after a restart, and from what the observer may know, so that it tells nothing.
    pub fn seq(&mut self, observer: Observer) -> u64 {
        let place = match observer {
            Observer::Analyst => {
                return 1 + self.game.events().len() as u64 + UNDONE * self.undone;
            }
            Observer::Seat(seat) => seat.index(),
            Observer::Spectator => self.seats(),
        };
        self.look_on(observer, place);
        let seen = self.eyes[place].count;
        let own = match observer {
            Observer::Seat(seat) => {
                let is_asked = self.game.waiting() == Waiting::Outside(seat);
                self.decisions[place] + u64::from(is_asked) + self.asked[place]
            }
            Observer::Spectator | Observer::Analyst => 0,
        };
        let said = self.said.len() as u64;
        1 + seen + own + said + u64::from(self.is_forfeited) + UNDONE * self.undone
    }

    /// Takes up what an observer has perceived since it was last looked at.
    fn look_on(&mut self, observer: Observer, place: usize) {
        let eye = &mut self.eyes[place];
        let news = self.game.sights(observer, eye.next);
        if !news.is_empty() {
            for seen in news {
                eye.take(seen);
            }
            eye.forget();
        }
    }

    /// What an observer has perceived from its `number`-th sight on, counted from 0.
    pub fn sights_from(&self, observer: Observer, number: u64) -> Vec<Seen> {
        let mut sights = self.game.sights(observer, 0);
        for (number, seen) in (0..).zip(&mut sights) {
            seen.step = number;
        }
        let known = usize::try_from(number).unwrap_or(usize::MAX).min(sights.len());
        sights.split_off(known)
    }

    /// All that an observer may know now.
    pub fn look(&mut self, observer: Observer) -> Look {
        let seq = self.seq(observer);
        let seen = match observer {
            Observer::Seat(seat) => Arc::clone(&self.eyes[seat.index()].recent),
            Observer::Spectator => Arc::clone(&self.eyes[self.seats()].recent),
            Observer::Analyst => {
                let steps = self.game.events().iter().filter(|event| event.is_step()).count();
                let from = u32::try_from(steps.saturating_sub(RECENT_STEPS)).unwrap_or_default();
                Arc::new(self.game.sights(observer, from))
            }
        };
        let menu = match (observer, self.game.waiting()) {
            (Observer::Seat(seat), Waiting::Outside(asked)) if seat == asked => {
                Some(self.game.menu())
            }
            _ => None,
        };
        Look {
            facts: Arc::clone(&self.facts),
            observer,
            seq,
            view: self.game.view(observer),
            waiting: self.known_waiting(observer),
            menu,
            undo: match observer {
                Observer::Seat(seat) => self.may_undo(seat),
                Observer::Spectator | Observer::Analyst => None,
            },
            seen,
            said: self.said.clone(),
            outcome: self.outcome(),
            overlay: None,
        }
    }
}
