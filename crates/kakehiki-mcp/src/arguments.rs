//! What assistants hand to tools.

use std::collections::BTreeMap;

use kakehiki_core::Seat;
use kakehiki_draw::Locale;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A language to be answered in.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Ja => Self::Ja,
        }
    }
}

/// In which form something is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// In plain words.
    #[default]
    Words,
    /// As JSON, with everything there is.
    Json,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfGame {
    /// The game by its name, such as catan; `list_games` has them all.
    pub(crate) game: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    /// The game by its name, such as catan; `list_games` has them all.
    pub(crate) game: String,
    /// The agents in the other seats in order, such as `greedy` and `uct(playouts=100)`; one alone
    /// takes all of them. `describe_game` lists the agents.
    pub(crate) opponents: Vec<String>,
    /// Rule options that differ from their defaults, such as `players` for the number of seats.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    /// Your own seat, the first unless told.
    #[serde(default)]
    pub(crate) seat: Option<Seat>,
    /// The number from which all luck follows; drawn unless told.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// What you are called in the log.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Looking {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// In plain words, or the whole view as JSON.
    #[serde(default, rename = "as")]
    pub(crate) form: Form,
    /// Where a long JSON text goes on, as `next` said.
    #[serde(default)]
    pub(crate) from: usize,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choosing {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// How many actions are skipped, as `next` said.
    #[serde(default)]
    pub(crate) from: usize,
    /// Lists only actions that begin so, such as offer.
    #[serde(default)]
    pub(crate) only: String,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acting {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// The id of an action of the menu.
    #[serde(default)]
    pub(crate) id: Option<usize>,
    /// In place of an id: any legal action in the notation of the game.
    #[serde(default)]
    pub(crate) action: Option<String>,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proposing {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// The terms in the notation of the game. Catan: what you give and get, and the partners of an
    /// offer, such as WW>B@12 (W wood, B brick, S sheep, H wheat, O ore; partners P1 and P2); a
    /// counter-offer names none. Monopoly: P0:12+$75>P1:5, with numbers of squares, $ for cash and
    /// c or k for a jail card. NEGOGeister: the letter of the ghost that you want to see.
    pub(crate) terms: String,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answering {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// Whether you accept what is on the table; otherwise you refuse it, or take back what you
    /// offered.
    pub(crate) accept: bool,
    /// Where several have accepted your offer: the one to deal with.
    #[serde(default)]
    pub(crate) partner: Option<Seat>,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saying {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// A statement of the rules, as the menu has them behind say, such as COMINGOUT Agent[01] SEER;
    /// it may be false, all hear it, and it is your act.
    #[serde(default)]
    pub(crate) statement: Option<String>,
    /// Your own words, up to 400 letters. In a village of Werewolf with own words they are your act when
    /// you are asked to speak, and all hear them; otherwise they are kept in the log, and agents do not
    /// read them.
    #[serde(default)]
    pub(crate) words: Option<String>,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remembering {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
    /// How many lines or sights are skipped; the last ones are told unless this is.
    #[serde(default)]
    pub(crate) from: Option<usize>,
    /// In plain words, or your sights as JSON.
    #[serde(default, rename = "as")]
    pub(crate) form: Form,
    /// The language of what is told.
    #[serde(default)]
    pub(crate) language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfTable {
    /// The table, as `open_table` named it.
    pub(crate) table: String,
}

/// What the arguments of a tool look like, as a JSON Schema in one piece.
pub(crate) fn schema<T: JsonSchema>() -> Map<String, Value> {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.remove("title");
    schema
}
