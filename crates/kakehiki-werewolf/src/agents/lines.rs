//! What an agent still wants to say, as a queue of short notes.

use kakehiki_core::Seat;

use crate::rules::{Role, Sentence, Species, Verb, Whom};

/// A sentence as the note of three bytes that a queue holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Claim(Seat, Role),
    Estimate(Seat, Role),
    Divined(Seat, Species),
    Identified(Seat, Species),
    Vote(Seat),
    Attack(Seat),
    RequestVote(Seat),
    RequestDivination(Seat),
}

impl Line {
    pub(super) fn sentence(self) -> Sentence {
        let request =
            |clause: Sentence| Sentence::request(Whom::ANY, &clause).unwrap_or(Sentence::SKIP);
        match self {
            Self::Claim(seat, role) => Sentence::coming_out(seat, role),
            Self::Estimate(seat, role) => Sentence::estimate(seat, role),
            Self::Divined(seat, species) => Sentence::divined(seat, species),
            Self::Identified(seat, species) => Sentence::identified(seat, species),
            Self::Vote(seat) => Sentence::vote(seat),
            Self::Attack(seat) => Sentence::about(Verb::Attack, seat),
            Self::RequestVote(seat) => request(Sentence::vote(seat)),
            Self::RequestDivination(seat) => request(Sentence::about(Verb::Divination, seat)),
        }
    }
}

/// The most notes a queue holds. No village lets a player say more than 50 sentences a day, so that
/// what does not fit could never be said.
const CAPACITY: usize = 50;

/// Notes in the order in which they will be said.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    first: u8,
    end: u8,
    notes: [Line; CAPACITY],
}

impl Default for Lines {
    fn default() -> Self {
        Self { first: 0, end: 0, notes: [Line::Vote(Seat::new(0)); CAPACITY] }
    }
}

impl Lines {
    pub(super) fn clear(&mut self) {
        (self.first, self.end) = (0, 0);
    }

    /// Forgets what was said, so that there is room again.
    pub(super) fn close_up(&mut self) {
        self.notes.copy_within(usize::from(self.first)..usize::from(self.end), 0);
        (self.first, self.end) = (0, self.end - self.first);
    }

    #[inline]
    pub(super) fn push(&mut self, line: Line) {
        if usize::from(self.end) < CAPACITY {
            self.notes[usize::from(self.end)] = line;
            self.end += 1;
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.first == self.end
    }

    /// The next sentence, or `Skip`.
    #[inline]
    pub(super) fn say(&mut self) -> Sentence {
        if self.is_empty() {
            return Sentence::SKIP;
        }
        let line = self.notes[usize::from(self.first)];
        self.first += 1;
        line.sentence()
    }
}
