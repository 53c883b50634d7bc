//! The rules that a foreign server plays by, as far as ours know them.

use std::{sync::Arc, time::Duration};

use kakehiki_core::Settings;
use kakehiki_games::Open;
use kakehiki_werewolf::{
    DEALT_ROLES, Language, Role, Sentence, WEREWOLF, WEREWOLF_OPTIONS, Werewolf, role_counts,
};

use super::{Line, heard::Given};
use crate::ThinkingTime;

/// What servers give that do not say what they do.
const DEFAULT_LIMIT: Duration = Duration::from_secs(1);

/// A village of a foreign server.
#[derive(Clone)]
pub(super) struct Village {
    pub(super) table: Arc<Open<Werewolf>>,
    settings: Settings,
    pub(super) time: ThinkingTime,
}

impl Village {
    /// The village of these settings; `known` is that of the game before, whose agents are prepared.
    pub(super) fn new(given: &Given, known: Option<&Self>) -> Result<Self, String> {
        let settings = settings(given)?;
        let answer = u64::try_from(given.time_limit).map_or(DEFAULT_LIMIT, Duration::from_millis);
        let time = ThinkingTime { stock: Duration::ZERO, answer };
        let table = match known {
            Some(known) if known.settings == settings => Arc::clone(&known.table),
            _ => Arc::new(Open::new(&WEREWOLF, &settings)),
        };
        Ok(Self { table, settings, time })
    }

    pub(super) fn language(&self) -> Language {
        self.table.game().options().language
    }
}

/// The options of our rules that the settings of a server amount to.
fn settings(given: &Given) -> Result<Settings, String> {
    let players = given.player_num;
    let counts = role_counts(players).ok_or_else(|| format!("it has {players} players"))?;
    let dealt = |role: Role| given.role_num_map.get(&role).copied().unwrap_or(0);
    for (role, count) in &given.role_num_map {
        let ours = if DEALT_ROLES.contains(role) { counts[role.index()] } else { 0 };
        if ours != dealt(*role) {
            return Err(format!("it deals {role} {count} times and not {ours}"));
        }
    }
    if given.enable_no_execution {
        return Err("it can call executions off, and shows too late how they were voted on".into());
    }
    // The earlier servers do not know the word for any role.
    let is_late = given.role_num_map.contains_key(&Role::Any);
    let line = if is_late { Line::Late } else { Line::Early };
    let switch = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    let values = [
        ("rules", line.to_string()),
        ("village", players.to_string()),
        ("max-talk", given.max_talk.to_string()),
        ("max-talk-turn", given.max_talk_turn.to_string()),
        ("max-whisper", given.max_whisper.to_string()),
        ("max-whisper-turn", given.max_whisper_turn.to_string()),
        ("max-skip", given.max_skip.to_string()),
        ("max-revote", given.max_revote.to_string()),
        ("max-attack-revote", given.max_attack_revote.to_string()),
        ("no-attack", switch(given.enable_no_attack)),
        ("visible-votes", switch(given.vote_visible)),
        ("first-day-talk", switch(given.talk_on_first_day)),
        ("first-day-vote", switch(given.votable_in_first_day)),
        ("whisper-before-revote", switch(given.whisper_before_revote)),
        ("role-requests", switch(given.enable_role_request)),
    ];
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    Settings::new("werewolf", &WEREWOLF_OPTIONS, values).map_err(|error| error.to_string())
}

/// What a text that the server passed on says. Only the words themselves skip or end talk.
pub(super) fn sentence_of(text: &str, language: Language) -> Sentence {
    match text {
        "Skip" => Sentence::SKIP,
        "Over" => Sentence::OVER,
        _ => {
            let read = language.parse(text).ok().filter(|read| language.allows(read));
            read.filter(Sentence::is_content).unwrap_or(Sentence::UNREAD)
        }
    }
}
