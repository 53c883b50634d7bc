//! The rules that a foreign server for natural language plays by, as far as ours know them.

use std::{sync::Arc, time::Duration};

use kakehiki_core::{Settings, Tongue};
use kakehiki_games::Open;
use kakehiki_werewolf::{Counting, Lengths, Names, Role, WEREWOLF, WEREWOLF_OPTIONS, Werewolf};

use super::packet::{GameSetting, MaxLength, TalkSetting};
use crate::ThinkingTime;

/// A village of a foreign server.
#[derive(Clone)]
pub(super) struct Village {
    pub(super) table: Arc<Open<Werewolf>>,
    pub(super) names: Names,
    /// What its players speak, as their names show.
    pub(super) tongue: Tongue,
    pub(super) time: ThinkingTime,
    /// How long utterances and whispers may be.
    pub(super) lengths: [Lengths; 2],
}

impl Village {
    /// The village of these settings and names.
    pub(super) fn new(given: &GameSetting, names: Vec<String>) -> Result<Self, String> {
        let is_japanese = names.iter().any(|name| name.chars().any(|letter| letter > '\u{3000}'));
        let names = Names::new(names).ok_or("its players cannot be told apart by their names")?;
        if names.len() != given.agent_count {
            return Err(format!("it has {} players and {} names", given.agent_count, names.len()));
        }
        let settings = settings(given)?;
        let table = Open::new(&WEREWOLF, &settings);
        let counts = table.game().options().roles;
        for (role, count) in &given.role_num_map {
            let ours = if *role == Role::Any { 0 } else { counts[role.index()] };
            if ours != *count {
                return Err(format!("it deals {role} {count} times and not {ours}"));
            }
        }
        Ok(Self {
            table: Arc::new(table),
            names,
            tongue: if is_japanese { Tongue::Japanese } else { Tongue::English },
            time: ThinkingTime {
                stock: Duration::ZERO,
                answer: Duration::from_millis(given.timeout.action.max(1)),
            },
            lengths: [&given.talk, &given.whisper].map(|channel| lengths(&channel.max_length)),
        })
    }
}

/// How long an utterance may be; what is left of a day's stock comes on top and is not needed.
fn lengths(given: &MaxLength) -> Lengths {
    let counting = match (given.count_in_word, given.count_spaces) {
        (Some(true), _) => Counting::Words,
        (_, Some(true)) => Counting::Everything,
        _ => Counting::Letters,
    };
    let stock = given.per_agent.map(|_| given.base_length.unwrap_or(0));
    Lengths {
        counting,
        base: given.base_length.or(stock),
        mention: given.mention_length.unwrap_or(0),
        whole: given.per_talk,
    }
}

/// The options of our rules that the settings of a server amount to.
fn settings(given: &GameSetting) -> Result<Settings, String> {
    if given.vote.max_count > 1 || given.attack_vote.max_count > 1 {
        return Err("it holds further ballots, and does not tell what came of the first".into());
    }
    let is_open = |channel: &TalkSetting| channel.duration.is_some();
    let has_whispers = given.whisper.max_count.per_agent > 0;
    if has_whispers && is_open(&given.talk) != is_open(&given.whisper) {
        return Err("it lets anybody speak up in one channel and not in the other".into());
    }
    let most = |count: u8| count.min(50).to_string();
    let switch = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
    let order = if is_open(&given.talk) { "open" } else { "phase" };
    let values = [
        ("rules", "aiwolf-nlp".to_owned()),
        ("village", given.agent_count.to_string()),
        ("speaking-order", order.to_owned()),
        // What others say is as long as the server lets it be.
        ("max-length", "0".to_owned()),
        ("max-talk", most(given.talk.max_count.per_agent)),
        ("max-talk-turn", most(given.talk.max_count.per_day)),
        ("max-whisper", most(given.whisper.max_count.per_agent)),
        ("max-whisper-turn", most(given.whisper.max_count.per_day)),
        ("max-skip", most(given.talk.max_skip)),
        ("no-attack", switch(given.attack_vote.allow_no_target)),
        ("visible-votes", switch(given.vote_visibility)),
    ];
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    Settings::new("werewolf", &WEREWOLF_OPTIONS, values).map_err(|error| error.to_string())
}
