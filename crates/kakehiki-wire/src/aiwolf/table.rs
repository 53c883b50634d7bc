//! A game of AIWolf on our side of the wire: answers of clients in, requests out.
//!
//! It knows no sockets and no time, so that recorded games can be played over it.

use kakehiki_core::{Missing, NameError, Occupant, Record, Seat};
use kakehiki_games::{AnyOngoing, Numbers, Ongoing, Open, Waiting};
use kakehiki_werewolf::{Chance, State, Werewolf};

use super::{
    Setting,
    packet::{Packet, Request, number},
    scribe::AiwolfScribe,
};
use crate::errand::Scribe;

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A client is told this, and answers nothing.
    Tell(Seat, String),
    /// A client is asked this, and [`AiwolfTable::answer`] awaits what it says.
    Ask(Seat, String),
    /// Nothing: the game is over.
    Over,
}

/// A game of AIWolf with clients in some seats and agents in the others.
pub struct AiwolfTable {
    game: Ongoing<Werewolf>,
    scribe: AiwolfScribe,
}

impl AiwolfTable {
    /// A game before anything has happened; `names` are those that players gave.
    ///
    /// # Errors
    /// If an agent is not known.
    pub fn new(
        table: &Open<Werewolf>,
        seats: Vec<Occupant>,
        names: Vec<String>,
        numbers: Numbers,
        setting: Setting,
    ) -> Result<Self, NameError> {
        let game = table.sit(seats, numbers)?.forgetting_sights().forgetting_outsiders();
        let scribe = AiwolfScribe::new(&game, names, setting);
        Ok(Self { game, scribe })
    }

    /// The request for a client's name, when it connects.
    pub fn ask_name() -> String {
        Packet::bare(Request::Name).line()
    }

    /// The game, for its log.
    pub fn game(&self) -> &dyn AnyOngoing {
        &self.game
    }

    /// How it came out, once it is over.
    pub fn record(&self) -> Option<Record> {
        self.game.record()
    }

    /// The log as the original server writes it.
    pub fn original_log(&self) -> String {
        self.scribe.original_log.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// Goes on until a client has to be told or asked something. Chance falls as the seed has it, or
    /// as `luck` says.
    pub fn next(&mut self, luck: &mut dyn FnMut(&State) -> Option<Chance>) -> Next {
        loop {
            if let Some((seat, line)) = self.scribe.outbox.pop_front() {
                return Next::Tell(seat, line);
            }
            match self.game.waiting() {
                Waiting::Nothing => return Next::Over,
                Waiting::Outside(seat) => {
                    return Next::Ask(seat, self.scribe.request(&self.game, seat));
                }
                Waiting::Agent(_) => {
                    self.game.advance();
                    self.scribe.observe(&self.game);
                }
                Waiting::Chance => {
                    let given = luck(self.game.game().state());
                    let is_taken =
                        given.is_some_and(|fell| self.game.resolve(&fell.to_string()).is_ok());
                    if !is_taken {
                        self.game.advance();
                    }
                    self.scribe.observe(&self.game);
                }
            }
        }
    }

    /// Takes the answer of the client that was asked, or says that none came: the rules have an answer
    /// of their own.
    pub fn answer(&mut self, seat: Seat, answer: Result<&[u8], Missing>) {
        if answer.as_ref().is_ok_and(|line| self.scribe.is_fatal(&self.game, line)) {
            // The original breaks down without a word.
            self.game.leave(seat, "the original server breaks down over its answer".to_owned());
            self.scribe.outbox.clear();
            return;
        }
        self.scribe.answer(&mut self.game, seat, answer);
        self.scribe.observe(&self.game);
    }

    /// A client broke the game off, as the original server lets it.
    pub fn break_off(&mut self, seat: Seat, why: &str) {
        self.game.leave(seat, why.to_owned());
        self.scribe.outbox.clear();
        self.scribe.original_log.push(format!("Lost Connection of Agent[{:02}]", number(seat)));
    }
}
