//! What players perceive, one thing at a time.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use arrayvec::ArrayVec;
use kakehiki_core::{Seat, Tongue};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{
    by_seat::BySeat,
    language::{Channel, Sentence},
    players::Players,
    role::{MAX_PLAYERS, Role, Species, Team},
};

/// Each voter of a ballot with its target.
pub type Votes = ArrayVec<(Seat, Seat), MAX_PLAYERS>;

/// Something that a player perceived.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The role that this player asked for.
    Requested(Option<Role>),
    /// The role that this player was dealt, and all werewolves if it is one.
    Dealt {
        /// The role.
        role: Role,
        /// All werewolves; nobody if this player is none.
        wolves: Players,
    },
    /// What this player said when it was asked.
    Spoke(Channel, Sentence),
    /// This player did nothing when it was asked: to speak in this channel, or to vote.
    Passed(Option<Channel>),
    /// What was recorded and heard.
    Said(Utterance),
    /// This player's vote about an execution.
    Voted(Seat),
    /// A ballot about an execution was counted.
    Ballot {
        /// Its number on that day, from 0.
        round: u8,
        /// Each voter with its target; empty where votes are hidden.
        votes: Votes,
    },
    /// Each voter of the last ballot about an execution with its target, where that is shown late.
    Revealed(Votes),
    /// The evening is over: somebody was executed, or nobody.
    Executed(Option<Seat>),
    /// Whom this player chose to divine.
    Divined(Option<Seat>),
    /// Whom this player chose to guard.
    Guarded(Option<Seat>),
    /// Whom this player wants to attack.
    VotedAttack(Option<Seat>),
    /// A ballot about an attack was counted, seen by living werewolves.
    AttackBallot {
        /// Its number in that night, from 0.
        round: u8,
        /// Each voter with its target.
        votes: Votes,
    },
    /// The victim that the werewolves agreed on, seen by living werewolves.
    Attacked(Option<Seat>),
    /// A day begins.
    Dawn {
        /// Its number.
        day: u8,
        /// Who was found dead.
        victim: Option<Seat>,
    },
    /// What this player's divination told.
    DivineResult(Seat, Species),
    /// What this player learned as a medium of the executed player.
    MediumResult(Seat, Species),
    /// The game is over and all roles are laid open.
    Ended {
        /// The roles by seat.
        roles: BySeat<Role>,
        /// Who won; nobody if it is undecided.
        winner: Option<Team>,
    },
}

/// A recorded utterance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Utterance {
    /// Where it was made.
    pub channel: Channel,
    /// On which day.
    pub day: u8,
    /// In which turn.
    pub turn: u8,
    /// Its number in the channel on that day.
    pub id: u16,
    /// By whom.
    pub speaker: Seat,
    /// What was recorded.
    pub sentence: Sentence,
    /// The speaker's own words, where it used such, and the sentence is what they were taken to mean.
    pub text: Option<Arc<str>>,
}

/// An event as it is written: by name, with every part of it named.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[schemars(rename = "Event")]
enum Written {
    /// The role that this player asked for.
    Requested { role: Option<Role> },
    /// The role that this player was dealt, and all werewolves if it is one.
    Dealt { role: Role, wolves: Players },
    /// What this player said when it was asked; others may hear it later.
    Spoke { channel: Channel, sentence: Sentence },
    /// What was recorded and heard, also in plain words, which call the player P0 player 1.
    Said {
        channel: Channel,
        day: u8,
        turn: u8,
        id: u16,
        speaker: Seat,
        sentence: Sentence,
        plain: String,
        /// The speaker's own words, where it used such; anybody may have written them.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<Arc<str>>,
    },
    /// This player did nothing when it was asked: to speak in this channel, or to vote.
    Passed { channel: Option<Channel> },
    /// This player's vote about an execution.
    Voted { target: Seat },
    /// A ballot about an execution was counted; no votes where they are hidden.
    Ballot { round: u8, votes: BTreeMap<Seat, Seat> },
    /// The votes of the last ballot about an execution, where they are shown late.
    Revealed { votes: BTreeMap<Seat, Seat> },
    /// The evening is over: somebody was executed, or nobody.
    Executed { target: Option<Seat> },
    /// Whom this player chose to divine.
    Divined { target: Option<Seat> },
    /// Whom this player chose to guard.
    Guarded { target: Option<Seat> },
    /// Whom this player wants to attack.
    VotedAttack { target: Option<Seat> },
    /// A ballot about an attack was counted.
    AttackBallot { round: u8, votes: BTreeMap<Seat, Seat> },
    /// The victim that the werewolves agreed on.
    Attacked { target: Option<Seat> },
    /// A day begins, and somebody or nobody is found dead.
    Dawn { day: u8, victim: Option<Seat> },
    /// What this player's divination told.
    DivineResult { target: Seat, species: Species },
    /// What this player learned as a medium of the executed player.
    MediumResult { target: Seat, species: Species },
    /// The game is over and all roles are laid open.
    Ended { roles: BySeat<Role>, winner: Option<Team> },
}

impl From<&Event> for Written {
    fn from(event: &Event) -> Self {
        match *event {
            Event::Requested(role) => Self::Requested { role },
            Event::Dealt { role, wolves } => Self::Dealt { role, wolves },
            Event::Spoke(channel, sentence) => Self::Spoke { channel, sentence },
            Event::Passed(channel) => Self::Passed { channel },
            Event::Said(Utterance { channel, day, turn, id, speaker, sentence, ref text }) => {
                let plain = sentence.plain(speaker, Tongue::English);
                Self::Said { channel, day, turn, id, speaker, sentence, plain, text: text.clone() }
            }
            Event::Voted(target) => Self::Voted { target },
            Event::Ballot { round, ref votes } => {
                Self::Ballot { round, votes: votes.iter().copied().collect() }
            }
            Event::Revealed(ref votes) => Self::Revealed { votes: votes.iter().copied().collect() },
            Event::Executed(target) => Self::Executed { target },
            Event::Divined(target) => Self::Divined { target },
            Event::Guarded(target) => Self::Guarded { target },
            Event::VotedAttack(target) => Self::VotedAttack { target },
            Event::AttackBallot { round, ref votes } => {
                Self::AttackBallot { round, votes: votes.iter().copied().collect() }
            }
            Event::Attacked(target) => Self::Attacked { target },
            Event::Dawn { day, victim } => Self::Dawn { day, victim },
            Event::DivineResult(target, species) => Self::DivineResult { target, species },
            Event::MediumResult(target, species) => Self::MediumResult { target, species },
            Event::Ended { roles, winner } => Self::Ended { roles, winner },
        }
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::from(self).serialize(serializer)
    }
}

impl JsonSchema for Event {
    fn schema_name() -> Cow<'static, str> {
        Written::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Written::json_schema(generator)
    }
}
