//! The tools there are: how each is called, and what it does.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{
    Problem, Session,
    arguments::{
        Acting, Answering, Choosing, Looking, Nothing, OfGame, OfTable, Opening, Proposing,
        Remembering, Saying, schema,
    },
};

/// Something that an assistant can do.
pub struct Tool {
    /// How it is called.
    pub name: &'static str,
    /// What it does, in words for the assistant.
    pub help: &'static str,
    /// Whether nothing changes by it.
    pub is_reading: bool,
    /// What its arguments look like, as a JSON Schema.
    pub schema: fn() -> Map<String, Value>,
    pub(crate) call: fn(&mut Session, Value) -> Result<Value, Problem>,
}

/// All tools.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "list_games",
        help: "Lists the games that can be played.",
        is_reading: true,
        schema: schema::<Nothing>,
        call: |_, arguments| read::<Nothing>(arguments).map(|_| Session::games()),
    },
    Tool {
        name: "describe_game",
        help: "Tells the rule options of a game and the agents that can sit in its other seats.",
        is_reading: true,
        schema: schema::<OfGame>,
        call: |_, arguments| Session::describe(&read(arguments)?),
    },
    Tool {
        name: "open_table",
        help: "Begins a game in which you sit among agents, and plays it up to your first choice. Tells \
               what happened so far and what you may do.",
        is_reading: false,
        schema: schema::<Opening>,
        call: |session, arguments| session.open(&read(arguments)?),
    },
    Tool {
        name: "look",
        help: "Tells all that you may know of the table now. Where others were still thinking, the \
               game goes on first.",
        is_reading: true,
        schema: schema::<Looking>,
        call: |session, arguments| session.look(&read(arguments)?),
    },
    Tool {
        name: "menu",
        help: "Lists what you may do now: each action with its id, its notation and what it means. \
               Where `is_complete` is false more is legal, such as any offer.",
        is_reading: true,
        schema: schema::<Choosing>,
        call: |session, arguments| session.menu(&read(arguments)?),
    },
    Tool {
        name: "act",
        help: "Acts, by the id of an action of the menu or by its notation, and plays on up to your \
               next choice. Tells what happened and what you may do next.",
        is_reading: false,
        schema: schema::<Acting>,
        call: |session, arguments| session.act(&read(arguments)?),
    },
    Tool {
        name: "propose",
        help: "Proposes a deal, or a counter-offer where one was made to you. Menus list only some \
               deals; any legal one may be proposed.",
        is_reading: false,
        schema: schema::<Proposing>,
        call: |session, arguments| session.propose(&read(arguments)?),
    },
    Tool {
        name: "answer",
        help: "Accepts or refuses the deal that is on the table.",
        is_reading: false,
        schema: schema::<Answering>,
        call: |session, arguments| session.answer(&read(arguments)?),
    },
    Tool {
        name: "say",
        help: "Says something: a statement of the rules, which the others hear, or words of your own. \
               These are your act where you are asked to speak in a village with own words, and are \
               otherwise kept in the log.",
        is_reading: false,
        schema: schema::<Saying>,
        call: |session, arguments| session.say(&read(arguments)?),
    },
    Tool {
        name: "log",
        help: "Tells what your seat has seen and heard in this game, the last lines unless told \
               otherwise.",
        is_reading: true,
        schema: schema::<Remembering>,
        call: |session, arguments| session.log(&read(arguments)?),
    },
    Tool {
        name: "close_table",
        help: "Leaves a table. A game that is not over stays undecided.",
        is_reading: false,
        schema: schema::<OfTable>,
        call: |session, arguments| session.close(&read(arguments)?),
    },
];

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, Problem> {
    serde_json::from_value(arguments).map_err(Problem::new)
}
