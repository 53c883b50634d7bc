//! What a server for natural language sends: one JSON object a message.

use std::collections::BTreeMap;

use kakehiki_werewolf::{Options, Role, Species};
use serde::{Deserialize, Serialize};

use super::NaturalSetting;

/// What a client is asked for, or told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Request {
    Name,
    Initialize,
    DailyInitialize,
    DailyFinish,
    Talk,
    Whisper,
    Vote,
    Divine,
    Guard,
    Attack,
    Finish,
    TalkPhaseStart,
    TalkPhaseEnd,
    TalkBroadcast,
    WhisperPhaseStart,
    WhisperPhaseEnd,
    WhisperBroadcast,
    /// Something that only later servers say.
    #[serde(other)]
    Unknown,
}

impl Request {
    /// Whether it tells of a group chat.
    pub(super) fn is_of_chat(self) -> bool {
        let chat = [
            Self::TalkPhaseStart,
            Self::TalkPhaseEnd,
            Self::TalkBroadcast,
            Self::WhisperPhaseStart,
            Self::WhisperPhaseEnd,
            Self::WhisperBroadcast,
        ];
        chat.contains(&self)
    }
}

/// A whole message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Packet {
    pub(super) request: Request,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) info: Option<Info>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) setting: Option<GameSetting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) talk_history: Option<Vec<Talk>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) whisper_history: Option<Vec<Talk>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_talk: Option<Talk>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_whisper: Option<Talk>,
}

impl Packet {
    /// A request that carries this and nothing else.
    pub(super) fn new(request: Request, info: Option<Info>) -> Self {
        Self {
            request,
            info,
            setting: None,
            talk_history: None,
            whisper_history: None,
            new_talk: None,
            new_whisper: None,
        }
    }

    /// The message.
    pub(super) fn text(&self) -> String {
        // Numbers, texts and lists of them can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Talk {
    pub(super) idx: u16,
    pub(super) day: u8,
    pub(super) turn: u8,
    pub(super) agent: String,
    pub(super) text: String,
    #[serde(default)]
    pub(super) skip: bool,
    #[serde(default)]
    pub(super) over: bool,
    /// In milliseconds since 1970; earlier servers do not tell.
    #[serde(default)]
    pub(super) time: u64,
}

/// A vote of a ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Vote {
    pub(super) day: u8,
    pub(super) agent: String,
    pub(super) target: String,
}

/// What a seer or a medium is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Judge {
    pub(super) day: u8,
    pub(super) agent: String,
    pub(super) target: String,
    pub(super) result: Species,
}

/// Whether somebody lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub(super) enum Status {
    Alive,
    Dead,
}

/// What a player knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Info {
    pub(super) game_id: String,
    pub(super) day: u8,
    pub(super) agent: String,
    /// What a client is told of whom it plays, when the game begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) profile: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) medium_result: Option<Judge>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) divine_result: Option<Judge>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) executed_agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) attacked_agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) vote_list: Option<Vec<Vote>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) attack_vote_list: Option<Vec<Vote>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remain_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remain_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remain_skip: Option<u8>,
    pub(super) status_map: BTreeMap<String, Status>,
    pub(super) role_map: BTreeMap<String, Role>,
}

/// The settings of a village.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameSetting {
    pub(super) agent_count: usize,
    pub(super) vote_visibility: bool,
    pub(super) role_num_map: BTreeMap<Role, u8>,
    pub(super) talk: TalkSetting,
    pub(super) whisper: TalkSetting,
    pub(super) vote: VoteSetting,
    pub(super) attack_vote: AttackVoteSetting,
    pub(super) timeout: Timeout,
}

/// How much may be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TalkSetting {
    pub(super) max_count: MaxCount,
    pub(super) max_length: MaxLength,
    pub(super) max_skip: u8,
    /// How long a group chat is open, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) duration: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MaxCount {
    pub(super) per_agent: u8,
    /// The rounds of a phase.
    pub(super) per_day: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MaxLength {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count_in_word: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count_spaces: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) per_talk: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mention_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) per_agent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base_length: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VoteSetting {
    /// Ballots in all.
    pub(super) max_count: u8,
    pub(super) allow_self_vote: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AttackVoteSetting {
    pub(super) max_count: u8,
    pub(super) allow_self_vote: bool,
    pub(super) allow_no_target: bool,
}

/// In milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Timeout {
    pub(super) action: u64,
    pub(super) response: u64,
}

impl GameSetting {
    pub(super) fn new(options: &Options, setting: &NaturalSetting) -> Self {
        let max_length = || match usize::from(options.max_length) {
            0 => MaxLength::default(),
            base => MaxLength {
                count_in_word: Some(false),
                count_spaces: Some(false),
                mention_length: Some(options.mention_length.into()),
                base_length: Some(base),
                ..MaxLength::default()
            },
        };
        let talk = |per_agent, per_day| TalkSetting {
            max_count: MaxCount { per_agent, per_day },
            max_length: max_length(),
            max_skip: options.max_skip,
            duration: setting.duration,
        };
        let count = |role: Role| (role, options.roles[role.index()]);
        Self {
            agent_count: options.players,
            vote_visibility: options.visible_votes,
            role_num_map: kakehiki_werewolf::DEALT_ROLES.into_iter().map(count).collect(),
            talk: talk(options.max_talk, options.max_talk_turn),
            whisper: talk(options.max_whisper, options.max_whisper_turn),
            vote: VoteSetting { max_count: options.max_revote + 1, allow_self_vote: true },
            attack_vote: AttackVoteSetting {
                max_count: options.max_attack_revote + 1,
                allow_self_vote: true,
                allow_no_target: options.no_attack,
            },
            timeout: Timeout { action: setting.action, response: setting.response },
        }
    }
}
