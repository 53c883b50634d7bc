//! The settings of a village.

use kakehiki_core::{Kind, Parameter, Preset, Settings};
use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

use super::{
    language::Language,
    role::{RoleCounts, natural_role_counts, role_counts},
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

/// Who speaks when.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames, Serialize, Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Speaking {
    /// In an order that is drawn anew for each turn; only what has content uses up an utterance.
    Turn,
    /// In an order that is drawn once for a phase of talk, and in which everybody is asked as often as
    /// it has utterances: to say nothing uses one up as well.
    Phase,
    /// Whoever speaks up, as in a group chat, as long as it has utterances left.
    Open,
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
    /// Who speaks when; always in turns where nobody is heard before a turn is over.
    pub speaking: Speaking,
    /// Whether players may speak in words of their own, and may be silent without skipping; never
    /// where nobody is heard before a turn is over.
    pub own_words: bool,
    /// The letters of such words without blanks; 0 for no limit.
    pub max_length: u16,
    /// The letters behind `@` and a name on top of that.
    pub mention_length: u16,
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
    /// Whether that is seen only in the morning.
    pub late_votes: bool,
    /// Whether wrong choices are dropped and not replaced: votes for oneself count then, one may vote
    /// for nobody, attacks on werewolves do not count, nobody is attacked or executed without a vote
    /// that does, and only others who live are divined and guarded.
    pub dropped_votes: bool,
    /// Whether there is talk on day 0.
    pub first_day_talk: bool,
    /// Whether there is a vote on day 0. The reference server has the setting and never does.
    pub first_day_vote: bool,
    /// Whether werewolves whisper again after the talk of day 0.
    pub second_whisper: bool,
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
        let presets =
            [("aiwolf-0.6", late), ("aiwolf-0.4", AIWOLF_0_4), (AIWOLF_NLP, NATURAL_LANGUAGE)];
        let is_natural = settings.text("rules") == AIWOLF_NLP;
        let settings = &settings.with_preset(settings.among("rules", &presets));
        let small = |name: &str| settings.integer(name) as u8;
        let players = settings.integer("village") as usize;
        let roles = if is_natural { natural_role_counts(players) } else { role_counts(players) };
        let delivery = settings.choice("delivery");
        let is_immediate = delivery == Delivery::Immediate;
        Self {
            players,
            roles: roles.expect("a village of the table"),
            delivery,
            language: settings.choice("language"),
            speaking: if is_immediate { settings.choice("speaking-order") } else { Speaking::Turn },
            own_words: is_immediate && settings.is_on("own-words"),
            max_length: settings.integer("max-length") as u16,
            mention_length: settings.integer("mention-length") as u16,
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
            late_votes: settings.is_on("late-votes"),
            dropped_votes: settings.is_on("dropped-votes"),
            first_day_talk: settings.is_on("first-day-talk"),
            first_day_vote: settings.is_on("first-day-vote"),
            second_whisper: settings.is_on("second-whisper"),
            whisper_before_revote: settings.is_on("whisper-before-revote"),
            role_requests: settings.is_on("role-requests"),
            early_end: settings.is_on("early-end"),
            final_over: settings.is_on("final-over"),
        }
    }

    /// Whether a ballot shows who voted for whom when it is counted.
    pub(crate) const fn shows_ballots(&self) -> bool {
        self.visible_votes && !self.late_votes
    }

    /// Whether living werewolves are certain to attack somebody.
    pub(super) const fn attacks_for_certain(&self) -> bool {
        !self.no_attack && !self.dropped_votes
    }
}

const fn limit(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Integer(0, 50), default, help }
}

/// What the servers of the contests of 2017 and 2018 do otherwise.
const AIWOLF_0_4: Preset = &[("delivery", "turn"), ("language", "2.01")];

/// The rules of the server for natural language.
const AIWOLF_NLP: &str = "aiwolf-nlp";

/// What it does otherwise.
const NATURAL_LANGUAGE: Preset = &[
    ("speaking-order", "phase"),
    ("own-words", "on"),
    ("max-talk", "4"),
    ("max-whisper", "4"),
    ("max-skip", "0"),
    ("final-over", "on"),
    ("first-day-talk", "on"),
    ("second-whisper", "on"),
    ("max-revote", "0"),
    ("max-attack-revote", "0"),
    ("late-votes", "on"),
    ("dropped-votes", "on"),
    ("early-end", "on"),
];

/// The settings of a village with their defaults, which are those of the later contests.
pub static WEREWOLF_OPTIONS: [Parameter; 27] = [
    Parameter::choice(
        "rules",
        &["aiwolf-0.6", "aiwolf-0.4", AIWOLF_NLP],
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
    Parameter {
        name: "speaking-order",
        kind: Kind::Choice(Speaking::VARIANTS),
        default: "turn",
        help: "whether the order of speakers is drawn for each turn or each phase, or anybody speaks up",
    },
    Parameter::switch("own-words", "off", "whether players may speak in words of their own"),
    Parameter {
        name: "max-length",
        kind: Kind::Integer(0, 1000),
        default: "50",
        help: "the letters of an utterance in own words, without blanks; 0 for no limit",
    },
    Parameter {
        name: "mention-length",
        kind: Kind::Integer(0, 1000),
        default: "50",
        help: "the letters that may follow when somebody is addressed by @ and a name",
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
    Parameter::switch("late-votes", "off", "whether votes are shown only in the morning"),
    Parameter::switch(
        "dropped-votes",
        "off",
        "whether wrong votes are dropped and not replaced, so that nobody may be executed or attacked",
    ),
    Parameter::switch("first-day-talk", "off", "whether there is talk on day 0"),
    Parameter::switch("first-day-vote", "off", "whether there is a vote on day 0"),
    Parameter::switch(
        "second-whisper",
        "off",
        "whether werewolves whisper again after the talk of day 0",
    ),
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

    #[test]
    fn the_server_for_natural_language_has_rules_of_its_own() {
        let natural = options(&[("rules", "aiwolf-nlp"), ("village", "9")]);
        assert_eq!((natural.speaking, natural.own_words), (Speaking::Phase, true));
        assert_eq!((natural.max_talk, natural.max_skip, natural.max_revote), (4, 0, 0));
        assert!(natural.roles != role_counts(9).unwrap());
        // Nobody can speak up before others hear anything.
        let late = options(&[("rules", "aiwolf-nlp"), ("delivery", "turn")]);
        assert_eq!((late.speaking, late.own_words), (Speaking::Turn, false));
    }
}
