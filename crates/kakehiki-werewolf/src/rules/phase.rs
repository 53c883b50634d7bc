//! What is going on, as somebody perceives it.

use std::borrow::Cow;

use kakehiki_core::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    language::Channel,
    options::Delivery,
    rules::Werewolf,
    state::{Stage, State},
};

/// What is going on, as one player perceives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Roles are asked for and dealt.
    Deal,
    /// People talk, or the werewolves whisper and this player hears them.
    Talk(Channel),
    /// People vote about an execution.
    Vote,
    /// An execution is tied and chance will decide.
    Tie,
    /// Nothing that this player notices.
    Night,
    /// This player chooses whom to divine.
    Divine,
    /// This player chooses whom to guard.
    Guard,
    /// This player and its fellow werewolves vote about an attack.
    Attack,
    /// An attack is tied and chance will decide.
    AttackTie,
    /// The game is over.
    Over,
}

impl Phase {
    /// Every phase in the order of a day.
    const ALL: [Self; 11] = [
        Self::Deal,
        Self::Talk(Channel::Talk),
        Self::Vote,
        Self::Tie,
        Self::Night,
        Self::Divine,
        Self::Talk(Channel::Whisper),
        Self::Guard,
        Self::Attack,
        Self::AttackTie,
        Self::Over,
    ];

    /// The phase in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deal => "deal",
            Self::Talk(Channel::Talk) => "talk",
            Self::Talk(Channel::Whisper) => "whisper",
            Self::Vote => "vote",
            Self::Tie => "tie",
            Self::Night => "night",
            Self::Divine => "divine",
            Self::Guard => "guard",
            Self::Attack => "attack",
            Self::AttackTie => "attack-tie",
            Self::Over => "over",
        }
    }
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl JsonSchema for Phase {
    fn schema_name() -> Cow<'static, str> {
        "Phase".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::ALL.map(Self::name) })
    }
}

impl Werewolf {
    /// What is going on, as `eyes` perceive it: those of a player, or of a spectator.
    pub(super) fn phase(state: &State, eyes: Option<Seat>) -> Phase {
        let is_wolf = eyes.is_some_and(|seat| state.alive.and(state.wolves).contains(seat));
        let is_actor = eyes == Some(state.actor);
        match state.stage {
            Stage::Request | Stage::Deal => Phase::Deal,
            Stage::Order(Channel::Talk) | Stage::Speak(Channel::Talk) => Phase::Talk(Channel::Talk),
            Stage::Vote => Phase::Vote,
            Stage::Tie => Phase::Tie,
            Stage::Over => Phase::Over,
            Stage::Order(Channel::Whisper) | Stage::Speak(Channel::Whisper) if is_wolf => {
                Phase::Talk(Channel::Whisper)
            }
            Stage::Attack if is_wolf => Phase::Attack,
            Stage::AttackTie if is_wolf => Phase::AttackTie,
            Stage::Divine if is_actor => Phase::Divine,
            Stage::Guard if is_actor => Phase::Guard,
            _ => Phase::Night,
        }
    }

    /// Who is asked to speak, where that is shown and `eyes` look on.
    pub(super) fn shown_speaker(&self, state: &State, eyes: Option<Seat>) -> Option<Seat> {
        match (state.stage, Self::phase(state, eyes)) {
            (Stage::Speak(_), Phase::Talk(_)) if self.options.delivery == Delivery::Immediate => {
                Some(state.actor)
            }
            _ => None,
        }
    }
}
