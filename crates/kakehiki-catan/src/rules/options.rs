//! The choices that a table makes before it plays, and the sets of choices that have names.

use kakehiki_core::{Parameter, Preset, Settings};
use strum::EnumString;

/// The rule options of Catan. The defaults are those of the printed rules; what is given beside
/// another set of rules overrides that set.
pub static CATAN_OPTIONS: [Parameter; 30] = [
    Parameter::choice(
        "rules",
        &["printed", "jsettlers", "catanatron", RELEASED_CATANATRON, "nakazawa2018"],
        "printed",
        "the set of rules that fixes every option that is not given",
    ),
    Parameter::integer("players", (2, 4), "4", "the number of players"),
    Parameter::integer("target", (3, 20), "10", "the points that win"),
    Parameter::integer(
        "turn-cap",
        (1, 60_000),
        "1000",
        "turns after which a game without a winner ends",
    ),
    Parameter::choice(
        "supply",
        &["19", "unlimited"],
        "19",
        "the resource cards of each kind in the game",
    ),
    Parameter::choice(
        "shortage",
        &["rest", "nothing"],
        "rest",
        "what a player gets who alone is due more of a kind than the bank holds",
    ),
    Parameter::choice(
        "victims",
        &["any", "with-cards"],
        "any",
        "which neighbours of the robber may be robbed",
    ),
    Parameter::choice(
        "discard",
        &["set", "cards"],
        "set",
        "whether a seven's discards may be made at once",
    ),
    Parameter::choice(
        "discard-order",
        &["seats", "roller"],
        "seats",
        "who is asked first to discard: the first seat, or the roller and then clockwise",
    ),
    Parameter::choice(
        "discards",
        &["hidden", "open"],
        "hidden",
        "whether all see what is discarded",
    ),
    Parameter::switch(
        "friendly-robber",
        "off",
        "whether the robber spares players with fewer than 3 points",
    ),
    Parameter::switch(
        "early-sevens",
        "on",
        "whether a seven may fall in the first round, or is rolled again",
    ),
    Parameter::choice(
        "trading",
        &["off", "one", "many"],
        "many",
        "to how many players an offer goes",
    ),
    Parameter::switch("counters", "on", "whether an offer may be answered by another one"),
    Parameter::choice(
        "acceptance",
        &["choose", "first"],
        "choose",
        "whether the proposer chooses among acceptors or the first acceptance is carried out",
    ),
    Parameter::integer("offers", (0, 100), "3", "the offers that a player may make in a turn"),
    Parameter::switch(
        "unheld-offers",
        "off",
        "whether a player may offer cards that it does not hold",
    ),
    Parameter::choice("win", &["own-turn", "any-time"], "own-turn", "when enough points win"),
    Parameter::choice(
        "plenty",
        &["rest", "fewer"],
        "rest",
        "a year of plenty with a bank that is short: what is there, or one card whenever some pair \
         with it is missing",
    ),
    Parameter::choice(
        "numbers",
        &["spiral", "random", "free"],
        "spiral",
        "how numbers are dealt: along the spiral, at random without red neighbours, or freely",
    ),
    Parameter::choice(
        "direction",
        &["counter-clockwise", "either"],
        "counter-clockwise",
        "which way the spiral of numbers goes",
    ),
    Parameter::choice(
        "harbours",
        &["shuffled", "fixed", "none"],
        "shuffled",
        "how harbours are dealt",
    ),
    Parameter::integer("cities", (1, 54), "4", "the cities that a player may have"),
    Parameter::choice(
        "deck",
        &["finite", "uniform"],
        "finite",
        "25 development cards, or any kind each time",
    ),
    Parameter::switch(
        "barren-road-building",
        "on",
        "whether road building may be played without a road",
    ),
    Parameter::choice(
        "points",
        &["announced", "hidden"],
        "announced",
        "whether views state the points",
    ),
    Parameter::choice("hands", &["hidden", "open"], "hidden", "whether all see all resource cards"),
    Parameter::choice(
        "bank",
        &["open", "closed"],
        "open",
        "whether the cards of the bank are counted openly",
    ),
    Parameter::switch(
        "speaking",
        "off",
        "whether players may make statements, true or not: one each after another's throw, and some \
         in the own turn",
    ),
    Parameter::integer(
        "statements",
        (0, 20),
        "2",
        "the statements that a player may make in its own turn, if speaking is on",
    ),
];

const JSETTLERS: Preset = &[
    ("supply", "unlimited"),
    ("victims", "with-cards"),
    ("acceptance", "first"),
    ("direction", "either"),
    ("turn-cap", "60000"),
];

/// The rules of the last release of Catanatron: cards may be played as soon as they are bought, before the
/// roll only knights, and road building only with the price of a road in hand.
const RELEASED_CATANATRON: &str = "catanatron-3.2";

const CATANATRON: Preset = &[
    ("shortage", "nothing"),
    ("victims", "with-cards"),
    ("discard", "cards"),
    ("counters", "off"),
    ("unheld-offers", "on"),
    ("win", "any-time"),
    ("plenty", "fewer"),
    ("barren-road-building", "off"),
];

const NAKAZAWA2018: Preset = &[
    ("players", "2"),
    ("numbers", "free"),
    ("harbours", "none"),
    ("cities", "54"),
    ("deck", "uniform"),
    ("points", "hidden"),
];

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
        #[strum(serialize_all = "kebab-case")]
        pub(crate) enum $name { $($(#[$word_doc])* $word,)* }
    };
}

words! {
    /// What a player gets who alone is due more than the bank holds.
    Shortage { Rest, Nothing, }
}
words! {
    /// Which neighbours of the robber may be robbed.
    Victims { Any, WithCards, }
}
words! {
    /// How a player discards on a seven.
    Discard { Set, Cards, }
}
words! {
    /// Who is asked first to discard.
    DiscardOrder { Seats, Roller, }
}
words! {
    /// To how many players an offer goes.
    Trading { Off, One, Many, }
}
words! {
    /// Which acceptance is carried out.
    Acceptance { Choose, First, }
}
words! {
    /// When enough points win.
    Win { OwnTurn, AnyTime, }
}
words! {
    /// What a year of plenty gives when the bank is short.
    Plenty { Rest, Fewer, }
}
words! {
    /// How numbers are dealt.
    Numbers { Spiral, Random, Free, }
}
words! {
    /// Which way the spiral of numbers goes.
    Direction { CounterClockwise, Either, }
}
words! {
    /// How harbours are dealt.
    Harbours { Shuffled, Fixed, None, }
}
words! {
    /// Where development cards come from.
    Deck { Finite, Uniform, }
}
words! {
    /// Whether something is there for all to see.
    Openness { Open, Closed, Hidden, Announced, }
}

impl Openness {
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Announced)
    }
}

/// An unlimited supply is this many cards of each kind: no game comes near.
const UNLIMITED: u8 = 200;

/// All options of a table, chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a table has that many switches")]
pub(crate) struct Options {
    pub(crate) players: usize,
    pub(crate) target: u8,
    pub(crate) turn_cap: u16,
    pub(crate) supply: u8,
    pub(crate) shortage: Shortage,
    pub(crate) victims: Victims,
    pub(crate) discard: Discard,
    pub(crate) discard_order: DiscardOrder,
    pub(crate) discards: Openness,
    pub(crate) friendly_robber: bool,
    pub(crate) early_sevens: bool,
    pub(crate) trading: Trading,
    pub(crate) counters: bool,
    pub(crate) acceptance: Acceptance,
    pub(crate) offers: u8,
    pub(crate) unheld_offers: bool,
    pub(crate) win: Win,
    pub(crate) plenty: Plenty,
    pub(crate) numbers: Numbers,
    pub(crate) direction: Direction,
    pub(crate) harbours: Harbours,
    pub(crate) cities: u8,
    pub(crate) deck: Deck,
    pub(crate) barren_road_building: bool,
    /// Whether development cards are played as in the last release of Catanatron.
    pub(crate) released_catanatron: bool,
    pub(crate) points: Openness,
    pub(crate) hands: Openness,
    pub(crate) bank: Openness,
    pub(crate) speaking: bool,
    pub(crate) statements: u8,
}

impl Options {
    pub(crate) fn new(settings: &Settings) -> Self {
        let printed: Preset = &[];
        let presets = [
            ("printed", printed),
            ("jsettlers", JSETTLERS),
            ("catanatron", CATANATRON),
            (RELEASED_CATANATRON, CATANATRON),
            ("nakazawa2018", NAKAZAWA2018),
        ];
        let released_catanatron = settings.text("rules") == RELEASED_CATANATRON;
        let preset = settings.among("rules", &presets);
        let settings = settings.with_preset(preset);
        Self {
            players: settings.choice("players"),
            target: settings.choice("target"),
            turn_cap: settings.choice("turn-cap"),
            supply: match settings.text("supply") {
                "unlimited" => UNLIMITED,
                _ => settings.choice("supply"),
            },
            shortage: settings.choice("shortage"),
            victims: settings.choice("victims"),
            discard: settings.choice("discard"),
            discard_order: settings.choice("discard-order"),
            discards: settings.choice("discards"),
            friendly_robber: settings.is_on("friendly-robber"),
            early_sevens: settings.is_on("early-sevens"),
            trading: settings.choice("trading"),
            counters: settings.is_on("counters"),
            acceptance: settings.choice("acceptance"),
            offers: settings.choice("offers"),
            unheld_offers: settings.is_on("unheld-offers"),
            win: settings.choice("win"),
            plenty: settings.choice("plenty"),
            numbers: settings.choice("numbers"),
            direction: settings.choice("direction"),
            harbours: settings.choice("harbours"),
            cities: settings.choice("cities"),
            deck: settings.choice("deck"),
            barren_road_building: settings.is_on("barren-road-building"),
            released_catanatron,
            points: settings.choice("points"),
            hands: settings.choice("hands"),
            bank: settings.choice("bank"),
            speaking: settings.is_on("speaking"),
            statements: settings.choice("statements"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(values: &[(&str, &str)]) -> Options {
        Options::new(&Settings::new("catan", &CATAN_OPTIONS, values.iter().copied()).unwrap())
    }

    #[test]
    fn every_set_of_rules_can_be_read_and_given_options_override_it() {
        for rules in ["printed", "jsettlers", "catanatron", RELEASED_CATANATRON, "nakazawa2018"] {
            assert_eq!(options(&[("rules", rules), ("target", "7")]).target, 7);
        }
        assert_eq!(options(&[("rules", "nakazawa2018")]).players, 2);
        assert_eq!(options(&[("rules", "nakazawa2018"), ("players", "3")]).players, 3);
        assert_eq!(options(&[("rules", "jsettlers")]).supply, UNLIMITED);
        assert_eq!(options(&[("rules", "jsettlers"), ("supply", "19")]).supply, 19);
        assert_eq!(options(&[("rules", "printed")]), options(&[]));
    }

    #[test]
    fn sets_of_rules_fix_options_that_exist() {
        for profile in [JSETTLERS, CATANATRON, NAKAZAWA2018] {
            assert!(Settings::new("catan", &CATAN_OPTIONS, profile.iter().copied()).is_ok());
        }
    }
}
