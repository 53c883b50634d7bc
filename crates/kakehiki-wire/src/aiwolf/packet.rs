//! What an AIWolf server sends: one JSON object a line, with the keys in the original's order.

use kakehiki_core::Seat;
use kakehiki_werewolf::{Options, Role, Species};
use serde::{Deserialize, Serialize, Serializer};

use super::{Line, Setting};

/// What a client is asked for, or told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Request {
    Name,
    Role,
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
}

/// A whole line.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Packet<'a> {
    pub(super) game_info: Option<GameInfo<'a>>,
    pub(super) game_setting: Option<GameSetting>,
    pub(super) request: Request,
    pub(super) talk_history: Option<&'a [Words]>,
    pub(super) whisper_history: Option<&'a [Words]>,
}

impl Packet<'_> {
    /// A request that carries nothing.
    pub(super) fn bare(request: Request) -> Self {
        let (talk_history, whisper_history) = (None, None);
        Self { game_info: None, game_setting: None, request, talk_history, whisper_history }
    }

    /// The line without its end.
    pub(super) fn line(&self) -> String {
        // Numbers, texts and lists of them can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Something that was said, as the server passes it on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Words {
    pub(super) agent: usize,
    pub(super) day: u8,
    pub(super) idx: u16,
    pub(super) text: String,
    pub(super) turn: u8,
}

/// A vote of a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ballot {
    pub(super) agent: usize,
    pub(super) day: u8,
    pub(super) target: usize,
}

/// What a seer or a medium is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Judge {
    pub(super) agent: usize,
    pub(super) day: u8,
    pub(super) result: Species,
    pub(super) target: usize,
}

/// What a player knows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameInfo<'a> {
    pub(super) agent: usize,
    pub(super) attack_vote_list: &'a [Ballot],
    pub(super) attacked_agent: i8,
    pub(super) cursed_fox: i8,
    pub(super) day: u8,
    pub(super) divine_result: Option<Judge>,
    pub(super) executed_agent: i8,
    pub(super) existing_role_list: Vec<Role>,
    pub(super) guarded_agent: i8,
    pub(super) last_dead_agent_list: Vec<usize>,
    pub(super) latest_attack_vote_list: &'a [Ballot],
    pub(super) latest_executed_agent: i8,
    pub(super) latest_vote_list: &'a [Ballot],
    pub(super) medium_result: Option<Judge>,
    pub(super) remain_talk_map: Pairs<u8>,
    pub(super) remain_whisper_map: Pairs<u8>,
    pub(super) role_map: Pairs<Role>,
    pub(super) status_map: Pairs<Status>,
    pub(super) talk_list: &'a [Words],
    pub(super) vote_list: &'a [Ballot],
    pub(super) whisper_list: &'a [Words],
}

/// Whether somebody lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub(super) enum Status {
    Alive,
    Dead,
}

/// An object whose keys are the numbers of players, in this order.
#[derive(Clone, Debug)]
pub(super) struct Pairs<T>(pub(super) Vec<(usize, T)>);

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// The number by which a protocol knows a player.
pub(super) const fn number(seat: Seat) -> usize {
    seat.index() + 1
}

/// The number of a player, or of nobody.
pub(super) fn number_or_nobody(seat: Option<Seat>) -> i8 {
    seat.map_or(-1, |seat| number(seat) as i8)
}

/// The settings of a village.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of the protocol")]
pub(super) struct GameSetting {
    enable_no_attack: bool,
    enable_no_execution: bool,
    enable_role_request: bool,
    max_attack_revote: u8,
    max_revote: u8,
    max_skip: u8,
    max_talk: u8,
    max_talk_turn: u8,
    max_whisper: u8,
    max_whisper_turn: u8,
    player_num: usize,
    random_seed: i64,
    role_num_map: RoleNumbers,
    talk_on_first_day: bool,
    time_limit: u64,
    validate_utterance: bool,
    votable_in_first_day: bool,
    vote_visible: bool,
    whisper_before_revote: bool,
}

impl GameSetting {
    pub(super) fn new(options: &Options, setting: Setting) -> Self {
        let roles = ROLE_ORDER.into_iter();
        // The earlier servers do not know the word for any role.
        let roles = roles.filter(|role| setting.line == Line::Late || *role != Role::Any);
        Self {
            enable_no_attack: options.no_attack,
            enable_no_execution: options.no_execution,
            enable_role_request: options.role_requests,
            max_attack_revote: options.max_attack_revote,
            max_revote: options.max_revote,
            max_skip: options.max_skip,
            max_talk: options.max_talk,
            max_talk_turn: options.max_talk_turn,
            max_whisper: options.max_whisper,
            max_whisper_turn: options.max_whisper_turn,
            player_num: options.players,
            random_seed: setting.seed,
            role_num_map: RoleNumbers(
                roles.map(|role| (role, options.roles[role.index()])).collect(),
            ),
            talk_on_first_day: options.first_day_talk,
            time_limit: setting.time_limit,
            validate_utterance: true,
            votable_in_first_day: options.first_day_vote,
            vote_visible: options.visible_votes,
            whisper_before_revote: options.whisper_before_revote,
        }
    }
}

/// The order in which the original lists roles.
const ROLE_ORDER: [Role; 9] = [
    Role::Possessed,
    Role::Villager,
    Role::Seer,
    Role::Bodyguard,
    Role::Werewolf,
    Role::Fox,
    Role::Freemason,
    Role::Medium,
    Role::Any,
];

#[derive(Clone, Debug)]
struct RoleNumbers(Vec<(Role, u8)>);

impl Serialize for RoleNumbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
