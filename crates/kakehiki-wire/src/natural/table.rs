//! A game in natural language on our side of the wire: answers of clients in, requests out.
//!
//! It knows no sockets and no time, so that recorded games can be played over it.

use kakehiki_core::{Missing, NameError, Occupant, Record, Seat};
use kakehiki_games::{AnyOngoing, Numbers, Ongoing, Open, Waiting};
use kakehiki_werewolf::{Chance, Channel, Speaking, Stage, State, Werewolf};

use super::{
    NaturalSetting,
    journal::Ending,
    packet::{Packet, Request},
    scribe::{NaturalScribe, options, participants, state},
};
use crate::errand::Scribe;

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NaturalNext {
    /// A client is told this, and answers nothing.
    Tell(Seat, String),
    /// A client is asked this, and [`NaturalTable::answer`] awaits what it says.
    Ask(Seat, String),
    /// Anybody may speak up, by [`NaturalTable::speak_up`], until [`NaturalTable::close`].
    Listen,
    /// Nothing: the game is over.
    Over,
}

/// A game in natural language with clients in some seats and agents in the others.
pub struct NaturalTable {
    game: Ongoing<Werewolf>,
    scribe: NaturalScribe,
}

impl NaturalTable {
    /// A game before anything has happened; `programs` are the names that clients gave, or those of agents.
    ///
    /// # Errors
    /// If an agent is not known.
    pub fn new(
        table: &Open<Werewolf>,
        seats: Vec<Occupant>,
        programs: Vec<String>,
        numbers: Numbers,
        setting: NaturalSetting,
    ) -> Result<Self, NameError> {
        let game = table.sit(seats, numbers)?.forgetting_sights().forgetting_outsiders();
        Ok(Self { game, scribe: NaturalScribe::new(programs, setting) })
    }

    /// The request for a client's name, when it connects and when it was late.
    pub fn ask_name() -> String {
        Packet::new(Request::Name, None).text()
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
        self.scribe.original_log.join("\n")
    }

    /// Keeps all messages from now on, for [`NaturalTable::entries`].
    pub(super) fn keep_journal(&mut self) {
        self.scribe.journal.keep();
    }

    /// What has come to be written of the messages since the last time.
    pub(super) fn entries(&mut self) -> Vec<String> {
        self.scribe.journal.take()
    }

    /// How the log of all messages ends.
    pub(super) fn ending(&self) -> Ending<'_> {
        self.scribe.ending(&self.game)
    }

    /// Tells the time, in milliseconds since 1970, which stands beside what is said.
    pub fn set_time(&mut self, now: u64) {
        self.scribe.set_time(now);
    }

    /// The channel of the group chat that is open.
    fn chat(&self) -> Option<Channel> {
        match state(&self.game).stage() {
            Stage::Order(channel) if options(&self.game).speaking == Speaking::Open => {
                Some(channel)
            }
            _ => None,
        }
    }

    /// Goes on until a client has to be told or asked something, or anybody may speak up. Chance falls as
    /// the seed has it, or as `luck` says.
    pub fn next(&mut self, luck: &mut dyn FnMut(&State) -> Option<Chance>) -> NaturalNext {
        loop {
            if let Some((seat, text)) = self.scribe.outbox.pop_front() {
                return NaturalNext::Tell(seat, text);
            }
            match self.game.waiting() {
                Waiting::Nothing => return NaturalNext::Over,
                Waiting::Outside(seat) => {
                    return NaturalNext::Ask(seat, self.scribe.request(&self.game, seat));
                }
                Waiting::Chance if self.chat().is_some() => return NaturalNext::Listen,
                Waiting::Agent(_) => {
                    self.game.advance();
                }
                Waiting::Chance => {
                    let given = luck(state(&self.game));
                    let is_taken =
                        given.is_some_and(|fell| self.game.resolve(&fell.to_string()).is_ok());
                    if !is_taken {
                        self.game.advance();
                    }
                }
            }
            self.scribe.observe(&self.game);
        }
    }

    /// What a client is to be told before anything else.
    pub fn to_be_told(&mut self) -> Option<(Seat, String)> {
        self.scribe.outbox.pop_front()
    }

    /// Whether anybody may speak up.
    pub fn is_listening(&self) -> bool {
        self.chat().is_some()
    }

    /// Takes the answer of the client that was asked, or says that none came: the rules have an answer
    /// of their own.
    pub fn answer(&mut self, seat: Seat, answer: Result<&[u8], Missing>) {
        self.scribe.answer(&mut self.game, seat, answer);
        self.scribe.observe(&self.game);
    }

    /// A client says something in a group chat; nothing comes of it where it may not, or says nothing.
    pub fn speak_up(&mut self, seat: Seat, message: &[u8]) {
        let text = String::from_utf8_lossy(message);
        let Some(channel) = self.chat().filter(|_| !text.trim().is_empty()) else { return };
        let may_speak = participants(state(&self.game), channel).contains(seat);
        if may_speak && self.game.resolve(&Chance::Next(seat).to_string()).is_ok() {
            self.scribe.observe(&self.game);
            self.answer(seat, Ok(text.trim().as_bytes()));
        }
    }

    /// Lets an agent of ours speak up in a group chat, if one has something left to say.
    pub fn let_agent_speak(&mut self) -> bool {
        let Some(channel) = self.chat() else { return false };
        let speakers = participants(state(&self.game), channel);
        let is_able = |seat: &Seat| {
            let is_agent = matches!(self.game.header().seats[seat.index()], Occupant::Agent(_));
            is_agent && state(&self.game).utterances_left(*seat) > 0
        };
        // Whoever has said least so far.
        let able = speakers.iter().filter(is_able);
        let next = able.max_by_key(|seat| state(&self.game).utterances_left(*seat));
        let Some(seat) = next else { return false };
        if self.game.resolve(&Chance::Next(seat).to_string()).is_err() {
            return false;
        }
        self.scribe.observe(&self.game);
        self.game.advance();
        self.scribe.observe(&self.game);
        true
    }

    /// The time of a group chat is over.
    pub fn close(&mut self) {
        if self.chat().is_some() && self.game.resolve(&Chance::Close.to_string()).is_ok() {
            self.scribe.observe(&self.game);
        }
    }

    /// A client broke the game off, as the original server lets it.
    pub fn break_off(&mut self, seat: Seat, why: &str) {
        self.game.leave(seat, why.to_owned());
        self.scribe.outbox.clear();
    }
}
