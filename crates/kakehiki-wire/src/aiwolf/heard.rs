//! What a client of AIWolf hears: packets of a foreign server, as far as they tell something.

use std::collections::BTreeMap;

use kakehiki_core::Seat;
use kakehiki_werewolf::{MAX_PLAYERS, Players, Role, Votes};
use serde::Deserialize;

use super::packet::{Ballot, Judge, Request, Status, Words};

/// A whole line.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Heard {
    pub(super) request: Request,
    pub(super) game_info: Option<Info>,
    pub(super) game_setting: Option<Given>,
    pub(super) talk_history: Option<Vec<Words>>,
    pub(super) whisper_history: Option<Vec<Words>>,
}

impl Heard {
    /// Reads a line without its end.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }
}

/// What the server lets a player know.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Info {
    pub(super) agent: usize,
    pub(super) day: u8,
    pub(super) attack_vote_list: Vec<Ballot>,
    pub(super) attacked_agent: i64,
    pub(super) divine_result: Option<Judge>,
    pub(super) executed_agent: i64,
    pub(super) guarded_agent: i64,
    pub(super) last_dead_agent_list: Vec<usize>,
    pub(super) latest_attack_vote_list: Vec<Ballot>,
    /// Who was executed this evening.
    pub(super) latest_executed_agent: i64,
    pub(super) latest_vote_list: Vec<Ballot>,
    pub(super) medium_result: Option<Judge>,
    pub(super) role_map: BTreeMap<usize, Role>,
    pub(super) status_map: BTreeMap<usize, Status>,
    pub(super) talk_list: Vec<Words>,
    pub(super) vote_list: Vec<Ballot>,
    pub(super) whisper_list: Vec<Words>,
}

impl Info {
    /// Who lives.
    pub(super) fn alive(&self) -> Players {
        let living = self.status_map.iter().filter(|(_, status)| **status == Status::Alive);
        living.filter_map(|(number, _)| seat_of(*number, MAX_PLAYERS)).collect()
    }

    /// Everybody whose role is told to be that of a werewolf.
    pub(super) fn wolves(&self) -> Players {
        let wolves = self.role_map.iter().filter(|(_, role)| **role == Role::Werewolf);
        wolves.filter_map(|(number, _)| seat_of(*number, MAX_PLAYERS)).collect()
    }

    /// The role of a player, if it is told.
    pub(super) fn role(&self, seat: Seat) -> Option<Role> {
        self.role_map.get(&super::packet::number(seat)).copied()
    }
}

/// The settings that the server plays by.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of the protocol")]
pub(super) struct Given {
    pub(super) enable_no_attack: bool,
    pub(super) enable_no_execution: bool,
    pub(super) enable_role_request: bool,
    pub(super) max_attack_revote: u8,
    pub(super) max_revote: u8,
    pub(super) max_skip: u8,
    pub(super) max_talk: u8,
    pub(super) max_talk_turn: u8,
    pub(super) max_whisper: u8,
    pub(super) max_whisper_turn: u8,
    pub(super) player_num: usize,
    pub(super) role_num_map: BTreeMap<Role, u8>,
    pub(super) talk_on_first_day: bool,
    /// In milliseconds; negative where the server's own default holds.
    pub(super) time_limit: i64,
    pub(super) votable_in_first_day: bool,
    pub(super) vote_visible: bool,
    pub(super) whisper_before_revote: bool,
}

/// The player of a number, in a village of so many.
pub(super) fn seat_of(number: usize, players: usize) -> Option<Seat> {
    (1..=players.min(MAX_PLAYERS)).contains(&number).then(|| Seat::new(number - 1))
}

/// The player of a number that may stand for nobody.
pub(super) fn seat_or_nobody(number: i64, players: usize) -> Option<Seat> {
    usize::try_from(number).ok().and_then(|number| seat_of(number, players))
}

/// The votes of a ballot by voter; nothing where they cannot be those of one.
pub(super) fn votes_of(ballots: &[Ballot], players: usize) -> Option<Votes> {
    let mut votes = Votes::new();
    for ballot in ballots {
        let (voter, target) = (seat_of(ballot.agent, players)?, seat_of(ballot.target, players)?);
        votes.try_push((voter, target)).ok()?;
    }
    votes.sort_unstable();
    Some(votes)
}
