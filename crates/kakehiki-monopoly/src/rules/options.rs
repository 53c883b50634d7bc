//! The choices that a table makes before it plays, and the set of choices that has a name.

use kakehiki_core::{Parameter, Preset, Settings};
use strum::EnumString;

/// The rule options of Monopoly. The defaults are those of the official rules; what is given beside
/// another set of rules overrides that set.
pub static MONOPOLY_OPTIONS: [Parameter; 24] = [
    Parameter::choice(
        "rules",
        &["official", "moyer2020"],
        "official",
        "the set of rules that fixes every option that is not given",
    ),
    Parameter::integer("players", (2, 8), "4", "the number of players"),
    Parameter::integer(
        "max-turns",
        (0, 1_000_000),
        "1000",
        "players' turns after which a game without a winner ends undecided; 0 for never",
    ),
    Parameter::choice(
        "trading",
        &["any-turn", "own-turn", "off"],
        "any-turn",
        "when a player may propose trades: also between the turns of others, or on its own only",
    ),
    Parameter::integer(
        "offers",
        (1, 100),
        "3",
        "the trades that a player may propose in one turn or pause",
    ),
    Parameter::integer("counters", (0, 10), "2", "the counter-offers that may follow one proposal"),
    Parameter::choice(
        "lift-rate",
        &["55", "60"],
        "55",
        "lifting a mortgage costs this per cent of the price",
    ),
    Parameter::switch(
        "transfer-fee",
        "on",
        "whether interest is due when a mortgaged deed is traded",
    ),
    Parameter::choice(
        "auctions",
        &["at-once", "turn-end"],
        "at-once",
        "when what was not bought is auctioned, and who may bid: at the end of a turn the player \
         who did not buy counts as holding a bid of 0 and bids only if it is raised",
    ),
    Parameter::switch(
        "building-auctions",
        "on",
        "whether scarce buildings go to the highest bidder",
    ),
    Parameter::switch("even-building", "on", "whether buildings are spread evenly over a set"),
    Parameter::switch(
        "build-unmortgaged",
        "on",
        "whether a set with a mortgaged street is not built on",
    ),
    Parameter::switch(
        "hotel-sink",
        "off",
        "whether a building may be paid for on top of a hotel, in vain",
    ),
    Parameter::switch(
        "hotel-break",
        "on",
        "whether breaking a hotel into houses needs houses in the bank",
    ),
    Parameter::choice(
        "mortgage",
        &["bare-set", "bare-street"],
        "bare-set",
        "what has to be free of buildings when a street is mortgaged",
    ),
    Parameter::choice(
        "chance-deck",
        &["official", "moyer"],
        "official",
        "which Chance cards are played with",
    ),
    Parameter::choice(
        "deck-order",
        &["cycled", "skipping", "replaced"],
        "cycled",
        "how cards come again: in turn; in turn, passing over the one after a kept card; or each \
         drawn from all sixteen",
    ),
    Parameter::choice(
        "utility-card",
        &["fresh", "same"],
        "fresh",
        "which throw the card to the next utility counts",
    ),
    Parameter::switch(
        "card-follow-up",
        "on",
        "whether a card is drawn where another card moved a player",
    ),
    Parameter::choice(
        "credit",
        &["when-paid", "at-once"],
        "when-paid",
        "whether a creditor has its money before the debtor has raised it",
    ),
    Parameter::switch(
        "birthday-in-full",
        "on",
        "whether a birthday is paid in full by those who lack the cash",
    ),
    Parameter::switch(
        "extra-throw",
        "off",
        "whether a player who has paid a debt on its turn throws again",
    ),
    Parameter::switch(
        "speaking",
        "off",
        "whether a player may make statements, true or not, whenever it may propose a trade on its \
         turn",
    ),
    Parameter::integer(
        "statements",
        (0, 20),
        "1",
        "the statements that a player may make in its turn, if speaking is on",
    ),
];

/// What the browser game of 2020 does otherwise.
const MOYER2020: &[(&str, &str)] = &[
    ("players", "2"),
    ("trading", "own-turn"),
    ("counters", "1"),
    ("lift-rate", "60"),
    ("transfer-fee", "off"),
    ("auctions", "turn-end"),
    ("building-auctions", "off"),
    ("even-building", "off"),
    ("build-unmortgaged", "off"),
    ("hotel-sink", "on"),
    ("hotel-break", "off"),
    ("mortgage", "bare-street"),
    ("chance-deck", "moyer"),
    ("deck-order", "skipping"),
    ("utility-card", "same"),
    ("card-follow-up", "off"),
    ("credit", "at-once"),
    ("birthday-in-full", "off"),
    ("extra-throw", "on"),
];

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($word:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
        #[strum(serialize_all = "kebab-case")]
        pub(crate) enum $name { $($word,)* }
    };
}

words! {
    /// When a player may propose trades.
    Trading { AnyTurn, OwnTurn, Off, }
}
words! {
    /// When what was not bought is auctioned.
    Auctions { AtOnce, TurnEnd, }
}
words! {
    /// What has to be free of buildings when a street is mortgaged.
    MortgageRule { BareSet, BareStreet, }
}
words! {
    /// Which Chance cards are played with.
    ChanceDeck { Official, Moyer, }
}
words! {
    /// How cards come again.
    DeckOrder { Cycled, Skipping, Replaced, }
}
words! {
    /// Which throw the card to the next utility counts.
    UtilityCard { Fresh, Same, }
}
words! {
    /// Whether a creditor has its money before the debtor has raised it.
    Credit { WhenPaid, AtOnce, }
}

/// All options of a table, chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Options {
    pub(crate) players: usize,
    /// The largest number stands for no cap.
    pub(crate) max_turns: u32,
    pub(crate) trading: Trading,
    pub(crate) offers: u8,
    pub(crate) counters: u8,
    pub(crate) lift_rate: i32,
    pub(crate) transfer_fee: bool,
    pub(crate) auctions: Auctions,
    pub(crate) building_auctions: bool,
    pub(crate) even_building: bool,
    pub(crate) build_unmortgaged: bool,
    pub(crate) hotel_sink: bool,
    pub(crate) hotel_break: bool,
    pub(crate) mortgage: MortgageRule,
    pub(crate) chance_deck: ChanceDeck,
    pub(crate) deck_order: DeckOrder,
    pub(crate) utility_card: UtilityCard,
    pub(crate) card_follow_up: bool,
    pub(crate) credit: Credit,
    pub(crate) birthday_in_full: bool,
    pub(crate) extra_throw: bool,
    pub(crate) speaking: bool,
    pub(crate) statements: u8,
}

impl Options {
    pub(crate) fn new(settings: &Settings) -> Self {
        let official: Preset = &[];
        let presets = [("official", official), ("moyer2020", MOYER2020)];
        let preset = settings.among("rules", &presets);
        let settings = settings.with_preset(preset);
        Self {
            players: settings.choice("players"),
            max_turns: match settings.choice("max-turns") {
                0 => u32::MAX,
                turns => turns,
            },
            trading: settings.choice("trading"),
            offers: settings.choice("offers"),
            counters: settings.choice("counters"),
            lift_rate: settings.choice("lift-rate"),
            transfer_fee: settings.is_on("transfer-fee"),
            auctions: settings.choice("auctions"),
            building_auctions: settings.is_on("building-auctions"),
            even_building: settings.is_on("even-building"),
            build_unmortgaged: settings.is_on("build-unmortgaged"),
            hotel_sink: settings.is_on("hotel-sink"),
            hotel_break: settings.is_on("hotel-break"),
            mortgage: settings.choice("mortgage"),
            chance_deck: settings.choice("chance-deck"),
            deck_order: settings.choice("deck-order"),
            utility_card: settings.choice("utility-card"),
            card_follow_up: settings.is_on("card-follow-up"),
            credit: settings.choice("credit"),
            birthday_in_full: settings.is_on("birthday-in-full"),
            extra_throw: settings.is_on("extra-throw"),
            speaking: settings.is_on("speaking"),
            statements: settings.choice("statements"),
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Kind;

    use super::*;

    fn options(values: &[(&str, &str)]) -> Options {
        Options::new(&Settings::new("monopoly", &MONOPOLY_OPTIONS, values.iter().copied()).unwrap())
    }

    #[test]
    fn given_options_override_the_set_of_rules() {
        let moyer = options(&[("rules", "moyer2020")]);
        assert_eq!((moyer.players, moyer.lift_rate, moyer.hotel_sink), (2, 60, true));
        let changed = options(&[("rules", "moyer2020"), ("lift-rate", "55"), ("players", "5")]);
        assert_eq!((changed.players, changed.lift_rate), (5, 55));
        assert_eq!(options(&[("rules", "official")]), options(&[]));
        assert_eq!(options(&[("max-turns", "0")]).max_turns, u32::MAX);
    }

    #[test]
    fn every_value_of_every_option_can_be_read() {
        for parameter in &MONOPOLY_OPTIONS {
            let words: &[&str] = match parameter.kind {
                Kind::Choice(words) => words,
                Kind::Switch => &["on", "off"],
                _ => &["2"],
            };
            for word in words {
                options(&[(parameter.name, word)]);
            }
        }
        assert!(Settings::new("monopoly", &MONOPOLY_OPTIONS, MOYER2020.iter().copied()).is_ok());
    }
}
