//! One player of a kind against three of another, in each of the four seats.

use kakehiki_arena::{AgentStanding, Counters, Draft};

use crate::{Order, StudyError};

/// The players at the table.
pub(super) const PLAYERS: usize = 4;

/// Games of one against three others.
pub(super) struct Challenge<'a> {
    /// The name of its folder.
    pub(super) name: &'a str,
    pub(super) one: &'a str,
    pub(super) others: &'a str,
    /// The games with the one in each of the seats.
    pub(super) games: u64,
    /// The options of the rules.
    pub(super) options: &'a [(&'a str, &'a str)],
}

impl Challenge<'_> {
    /// Plays with the one in every seat and tells how it did in each. `done` of `of` games were
    /// played before.
    pub(super) fn play_all(
        &self,
        order: &Order<'_>,
        done: &mut u64,
        of: u64,
    ) -> Result<Outcome, StudyError> {
        let mut outcome = Outcome { seats: Vec::new(), undecided: 0 };
        for seat in 0..PLAYERS {
            let mut agents = [self.others; PLAYERS];
            agents[seat] = self.one;
            let options =
                self.options.iter().map(|(name, value)| ((*name).into(), (*value).into()));
            let draft =
                Draft { options: options.collect(), ..Draft::new("catan", &agents, self.games) };
            let folder = format!("{}-seat-{}", self.name, seat + 1);
            let mut standings = order.play(&folder, draft, Some((*done, of)))?;
            *done += self.games;
            outcome.undecided += standings.undecided;
            outcome.seats.push(standings.agents.swap_remove(seat));
        }
        Ok(outcome)
    }
}

/// How the one did.
pub(super) struct Outcome {
    /// In each seat.
    pub(super) seats: Vec<AgentStanding>,
    pub(super) undecided: u64,
}

impl Outcome {
    /// How many games had no winner, in words.
    pub(super) fn undecided(&self) -> String {
        format!("{} of {} games undecided at the turn cap.", self.undecided, self.games())
    }

    /// All games.
    pub(super) fn games(&self) -> u64 {
        self.seats.iter().map(|seat| seat.games).sum()
    }

    /// What the rules counted for it in all games.
    pub(super) fn counters(&self) -> Counters {
        let mut all = self.seats[0].counters.clone();
        self.seats[1..].iter().for_each(|seat| all.merge(&seat.counters));
        all
    }

    /// All wins.
    pub(super) fn wins(&self) -> u64 {
        self.seats.iter().map(|seat| seat.wins).sum()
    }
}
