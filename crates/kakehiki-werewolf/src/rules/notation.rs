//! States as text: snapshots that can be read back, and pictures for a terminal.

use std::fmt::Write;

use kakehiki_core::{NotationError, Seat};

use super::{
    flow::LAST_DAY,
    language::{Channel, Sentence, Whom},
    options::{Delivery, Speaking},
    players::Players,
    role::{MAX_PLAYERS, Role, RoleCounts},
    rules::Werewolf,
    state::{Slot, Stage, State},
};

/// The state as one line of JSON.
pub(super) fn snapshot(state: &State) -> String {
    serde_json::to_string(state).unwrap_or_default()
}

/// Reads a snapshot of a state that is possible in this village.
pub(super) fn restore(game: &Werewolf, text: &str) -> Result<State, NotationError> {
    let state: Option<State> = serde_json::from_str(text).ok();
    let possible = state.filter(|state| is_possible(game, state) && snapshot(state) == text);
    possible.ok_or_else(|| NotationError {
        text: text.to_owned(),
        expected: "the snapshot of a possible state of this village",
    })
}

/// Whether a state holds together, so that playing on from it is safe.
fn is_possible(game: &Werewolf, state: &State) -> bool {
    let options = game.options();
    let everybody = Players::first(options.players);
    let is_within = |players: Players| players.without(everybody).is_empty();
    let is_seat = |seat: &Option<Seat>| seat.is_none_or(|seat| everybody.contains(seat));
    let outside = options.players..MAX_PLAYERS;
    let is_dealt = !matches!(state.stage, Stage::Request | Stage::Deal);
    let wolves: Players =
        everybody.iter().filter(|seat| state.role(*seat) == Role::Werewolf).collect();
    let mut counts = RoleCounts::default();
    for role in state.roles.iter().filter(|role| **role != Role::Any) {
        counts[role.index()] += 1;
    }
    let roles_fit = if is_dealt {
        counts == options.roles && state.wolves == wolves
    } else {
        let mut limits = counts.iter().zip(options.roles);
        limits.all(|(count, limit)| *count <= limit) && state.wolves.is_empty()
    };
    let drawn = state.speakers.iter().flatten().count();
    let spoken: Players = state.speakers.iter().flatten().copied().collect();
    // What is said at once need not be kept.
    let is_kept = !is_dealt || options.delivery == Delivery::Turn;
    let ordered: Players = state.order.iter().flatten().copied().collect();
    let places = state.order.iter().flatten().count();
    roles_fit
        && state.day <= LAST_DAY + 1
        && is_within(state.alive)
        && is_within(state.done)
        && is_within(state.tied)
        && everybody.contains(state.actor)
        && state.roles[outside.clone()].iter().all(|role| *role == Role::Any)
        && state.requests.iter().all(|role| *role == Role::Any || options.roles[role.index()] > 0)
        && state.requests[outside].iter().all(|role| *role == Role::Any)
        && state.ballot.iter().chain(&state.speakers).chain(&state.cast).all(is_seat)
        && is_within(ordered)
        && ordered.len() == places
        && state.order[..places].iter().all(Option::is_some)
        && (places == 0 || options.speaking == Speaking::Phase)
        && state.speakers[..drawn].iter().all(Option::is_some)
        && spoken.len() == drawn
        && (if is_kept { spoken == state.done } else { drawn == 0 })
        && state.round <= options.max_revote.max(options.max_attack_revote)
        && state.pending[drawn..].iter().all(|sentence| *sentence == Sentence::SKIP)
        && u32::from(state.talks) <= 20_000
        && u32::from(state.whispers) <= 20_000
        && [state.executed, state.divined, state.guarded, state.attacked].iter().all(is_seat)
        && stage_fits(game, state)
}

/// Whether the stage fits the rest of the state.
fn stage_fits(game: &Werewolf, state: &State) -> bool {
    let options = game.options();
    let wolves = state.alive.and(state.wolves);
    let (actor, alive) = (state.actor, state.alive);
    let asks = |role| alive.contains(actor) && state.role(actor) == role;
    let talks = |channel: Channel| {
        let turns = match channel {
            Channel::Talk => options.max_talk_turn,
            Channel::Whisper => options.max_whisper_turn,
        };
        let speakers = state.speakers_of(channel);
        let has_next = match options.speaking {
            Speaking::Turn => state.done != speakers,
            Speaking::Phase => {
                let is_known =
                    state.turn == 0 || state.order.iter().flatten().count() == speakers.len();
                is_known && !state.with_utterances(channel).without(state.done).is_empty()
            }
            Speaking::Open => state.done.is_empty() && !state.with_utterances(channel).is_empty(),
        };
        state.turn < turns && state.done.without(speakers).is_empty() && has_next
    };
    match state.stage {
        Stage::Request => options.role_requests && state.day == 0 && state.done.is_empty(),
        Stage::Deal => state.done.len() < options.players && state.day == 0,
        // An order of speakers lasts no longer than their talk.
        Stage::Hush(_) | Stage::Vote if state.order.iter().any(Option::is_some) => false,
        Stage::Hush(Slot::Guard | Slot::Attack) | Stage::Attack => {
            state.day > 0 && (state.stage != Stage::Attack || wolves.contains(actor))
        }
        Stage::Hush(_) => true,
        Stage::Order(channel) => talks(channel),
        Stage::Speak(channel) => {
            talks(channel)
                && state.speakers_of(channel).without(state.done).contains(actor)
                && state.remaining[actor.index()] > 0
        }
        Stage::Vote => alive.len() >= 2 && alive.contains(actor),
        Stage::Tie => state.tied.len() >= 2 && state.tied.without(alive).is_empty(),
        Stage::AttackTie => {
            state.tied.len() >= 2 && state.tied.without(alive.without(wolves)).is_empty()
        }
        Stage::Divine => asks(Role::Seer),
        Stage::Guard => asks(Role::Bodyguard) && state.day > 0,
        Stage::Over => state.winner().is_some() || state.day > LAST_DAY,
    }
}

/// The state for people, hidden facts included.
pub(super) fn picture(game: &Werewolf, state: &State) -> String {
    let mut text = format!("day {}, {}\n", state.day, stage_in_words(state));
    for seat in Seat::all(game.options().players) {
        let role = match state.role(seat) {
            Role::Any => "not dealt".to_owned(),
            role => role.to_string().to_lowercase(),
        };
        let fate = if state.alive.contains(seat) { "" } else { ", dead" };
        let vote = match state.ballot[seat.index()] {
            Some(target) => format!(", votes for {}", Whom::from(target)),
            None => String::new(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {role}{fate}{vote}", Whom::from(seat));
    }
    text
}

fn stage_in_words(state: &State) -> String {
    let actor = Whom::from(state.actor);
    match state.stage {
        Stage::Request => format!("{actor} may ask for a role"),
        Stage::Deal => "the roles are dealt".to_owned(),
        Stage::Hush(_) => "night".to_owned(),
        Stage::Order(channel) | Stage::Speak(channel) => {
            let channel = if channel == Channel::Talk { "talk" } else { "whisper" };
            match state.stage {
                Stage::Speak(_) => format!("{channel} turn {}: {actor} may speak", state.turn),
                _ => format!("{channel} turn {}", state.turn),
            }
        }
        Stage::Vote => format!("ballot {}: {actor} votes", state.round + 1),
        Stage::Tie => "the execution is tied".to_owned(),
        Stage::Divine => format!("{actor} divines"),
        Stage::Guard => format!("{actor} guards"),
        Stage::Attack => format!("attack ballot {}: {actor} votes", state.round + 1),
        Stage::AttackTie => "the attack is tied".to_owned(),
        Stage::Over => match state.winner() {
            Some(team) => format!("the {} side has won", team.to_string().to_lowercase()),
            None => "undecided".to_owned(),
        },
    }
}
