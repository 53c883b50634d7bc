//! What the JSON of a game looks like.

use kakehiki_core::{Event, Explanation, Header, Observed};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The views, sights and public facts of a game.
pub(crate) fn of<G: Observed>(title: &str) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let properties = json!({
        "view": generator.subschema_for::<G::View>(),
        "sight": generator.subschema_for::<G::Sight>(),
        "public": generator.subschema_for::<G::Public>(),
        "explanation": generator.subschema_for::<Explanation>(),
    });
    json!({
        "$schema": DIALECT,
        "title": title,
        "description": "What one seat may know, what it perceives of one step, what everybody \
                        knows, and what an agent thinks.",
        "type": "object",
        "properties": properties,
        "$defs": generator.take_definitions(true),
    })
}

/// The lines of a log.
pub fn log_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let lines = json!([generator.subschema_for::<Header>(), generator.subschema_for::<Event>()]);
    json!({
        "$schema": DIALECT,
        "title": "a line of a log",
        "description": "The first line is a header, every other an event.",
        "anyOf": lines,
        "$defs": generator.take_definitions(true),
    })
}
