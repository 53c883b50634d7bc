//! The settings of a village.

use kakehiki_core::{Kind, Parameter, Preset, Settings};
use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

use super::{
    language::Language,
    role::{RoleCounts, role_counts},
};

/// When others hear what is said.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames, Serialize, Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    /// All utterances of a turn are published when the turn is over, as in lines 0.4 and 0.5.
    Turn,
    /// Each utterance is heard at once, as in line 0.6.
    Immediate,
}

/// Everything about a village that can be set.
///
/// The settings of the reference server that are missing here belong to its network door: the time
/// limit, and whether texts outside the language are recorded or become `Skip` (here they cannot be
/// said at all, and the rules' own answer is `Skip`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Options {
    /// The number of players.
    pub players: usize,
    /// How many of them have each role.
    pub roles: RoleCounts,
    /// When others hear what is said.
    pub delivery: Delivery,
    /// The version of the language.
    pub language: Language,
    /// Utterances of one player and day that are neither `Skip` nor `Over`.
    pub max_talk: u8,
    /// Turns of talk a day.
    pub max_talk_turn: u8,
    /// As `max_talk`, for one phase of whispers.
    pub max_whisper: u8,
    /// As `max_talk_turn`, for one phase of whispers.
    pub max_whisper_turn: u8,
    /// The longest run of `Skip` by one player; the next one counts as `Over`.
    pub max_skip: u8,
    /// Further ballots when an execution is tied.
    pub max_revote: u8,
    /// Further ballots when an attack is tied.
    pub max_attack_revote: u8,
    /// Whether a tie, or no vote at all, means that nobody is attacked.
    pub no_attack: bool,
    /// Whether a tie means that nobody is executed.
    pub no_execution: bool,
    /// Whether everybody sees who voted for whom.
    pub visible_votes: bool,
    /// Whether there is talk on day 0.
    pub first_day_talk: bool,
    /// Whether there is a vote on day 0. The reference server has the setting and never does.
    pub first_day_vote: bool,
    /// Whether werewolves whisper again before each further ballot on an attack.
    pub whisper_before_revote: bool,
    /// Whether players may ask for a role before the deal.
    pub role_requests: bool,
    /// Whether the winner is looked for after the execution already. The reference server looks
    /// only after the night.
    pub early_end: bool,
    /// Whether `Over` ends a player's talking for the day. The reference server asks again.
    pub final_over: bool,
}

impl Options {
    /// Reads checked settings.
    ///
    /// # Panics
    /// If the settings are not those of [`WEREWOLF_OPTIONS`].
    pub fn new(settings: &Settings) -> Self {
        let late: Preset = &[];
        let presets = [("aiwolf-0.6", late), ("aiwolf-0.4", AIWOLF_0_4)];
        let settings = &settings.with_preset(settings.among("rules", &presets));
        let small = |name: &str| settings.integer(name) as u8;
        let players = settings.integer("village") as usize;
        Self {
            players,
            roles: role_counts(players).expect("a village of the table"),
            delivery: settings.choice("delivery"),
            language: settings.choice("language"),
            max_talk: small("max-talk"),
            max_talk_turn: small("max-talk-turn"),
            max_whisper: small("max-whisper"),
            max_whisper_turn: small("max-whisper-turn"),
            max_skip: small("max-skip"),
            max_revote: small("max-revote"),
            max_attack_revote: small("max-attack-revote"),
            no_attack: settings.is_on("no-attack"),
            no_execution: settings.is_on("no-execution"),
            visible_votes: settings.is_on("visible-votes"),
            first_day_talk: settings.is_on("first-day-talk"),
            first_day_vote: settings.is_on("first-day-vote"),
            whisper_before_revote: settings.is_on("whisper-before-revote"),
            role_requests: settings.is_on("role-requests"),
            early_end: settings.is_on("early-end"),
            final_over: settings.is_on("final-over"),
        }
    }
}

const fn limit(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Integer(0, 50), default, help }
}

/// What the servers of the contests of 2017 and 2018 do otherwise.
const AIWOLF_0_4: Preset = &[("delivery", "turn"), ("language", "2.01")];

/// The settings of a village with their defaults, which are those of the later contests.
pub static WEREWOLF_OPTIONS: [Parameter; 20] = [
    Parameter::choice(
        "rules",
        &["aiwolf-0.6", "aiwolf-0.4"],
        "aiwolf-0.6",
        "the set of rules that fixes every option that is not given",
    ),
    Parameter {
        name: "village",
        kind: Kind::Integer(3, 18),
        default: "15",
        help: "the number of players, which fixes the roles that are dealt",
    },
    Parameter {
        name: "delivery",
        kind: Kind::Choice(Delivery::VARIANTS),
        default: "immediate",
        help: "whether others hear an utterance at once or when the turn of talk is over",
    },
    Parameter {
        name: "language",
        kind: Kind::Choice(Language::VARIANTS),
        default: "3.6",
        help: "the version of the language",
    },
    limit("max-talk", "10", "utterances of one player and day that are neither Skip nor Over"),
    limit("max-talk-turn", "20", "turns of talk a day"),
    limit("max-whisper", "10", "as max-talk, among the werewolves"),
    limit("max-whisper-turn", "20", "as max-talk-turn, among the werewolves"),
    limit("max-skip", "2", "the longest run of Skip by one player; the next counts as Over"),
    limit("max-revote", "1", "further ballots when an execution is tied"),
    limit("max-attack-revote", "1", "further ballots when an attack is tied"),
    Parameter::switch(
        "no-attack",
        "off",
        "whether a tied attack, or one without votes, is called off",
    ),
    Parameter::switch("no-execution", "off", "whether a tied execution is called off"),
    Parameter::switch("visible-votes", "on", "whether everybody sees who voted for whom"),
    Parameter::switch("first-day-talk", "off", "whether there is talk on day 0"),
    Parameter::switch("first-day-vote", "off", "whether there is a vote on day 0"),
    Parameter::switch(
        "whisper-before-revote",
        "off",
        "whether werewolves whisper before a further ballot",
    ),
    Parameter::switch("role-requests", "off", "whether players may ask for a role before the deal"),
    Parameter::switch(
        "early-end",
        "off",
        "whether a game can end with an execution, before the night",
    ),
    Parameter::switch("final-over", "off", "whether Over ends a player's talking for the day"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn options(values: &[(&str, &str)]) -> Options {
        let values = values.iter().copied();
        Options::new(&Settings::new("werewolf", &WEREWOLF_OPTIONS, values).unwrap())
    }

    #[test]
    fn given_options_override_the_set_of_rules() {
        assert_eq!(options(&[("rules", "aiwolf-0.6")]), options(&[]));
        let early = options(&[("delivery", "turn"), ("language", "2.01")]);
        assert_eq!(options(&[("rules", "aiwolf-0.4")]), early);
        let changed = options(&[("rules", "aiwolf-0.4"), ("language", "3.6")]);
        assert_eq!((changed.delivery, changed.language), (Delivery::Turn, Language::Late));
    }
}
