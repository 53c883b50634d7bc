//! What views, sights and public views look like as JSON, and that their schemas describe it.

use kakehiki_core::{Awaited, OngoingGame, Reply, Seat, Seed};
use kakehiki_werewolf::{Public, Sight, View, Werewolf};
use rand::RngExt;
use schemars::schema_for;
use serde::Serialize;
use serde_json::{Value, json};

use crate::common::werewolf;

/// Whether a schema describes a value and all of its parts, as far as these schemas go.
fn describes(root: &Value, schema: &Value, value: &Value) -> bool {
    let fits = |schema: &Value| describes(root, schema, value);
    let is_of_type = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    schema.as_object().is_none_or(|rules| {
        rules.iter().all(|(rule, wanted)| match (rule.as_str(), wanted) {
            ("$ref", Value::String(name)) => fits(root.pointer(&name[1..]).expect("a definition")),
            ("type", Value::Array(names)) => names.iter().any(is_of_type),
            ("type", name) => is_of_type(name),
            ("const", wanted) => value == wanted,
            ("enum", Value::Array(values)) => values.contains(value),
            ("anyOf", Value::Array(schemas)) => schemas.iter().any(fits),
            ("oneOf", Value::Array(schemas)) => {
                schemas.iter().filter(|schema| fits(schema)).count() == 1
            }
            ("items", item) => value
                .as_array()
                .is_none_or(|items| items.iter().all(|one| describes(root, item, one))),
            ("required", Value::Array(keys)) => {
                keys.iter().all(|key| key.as_str().is_some_and(|key| value.get(key).is_some()))
            }
            ("properties", Value::Object(properties)) => value.as_object().is_none_or(|parts| {
                parts.iter().all(|(key, part)| {
                    properties.get(key).is_some_and(|schema| describes(root, schema, part))
                })
            }),
            ("patternProperties", Value::Object(patterns)) => {
                let part = patterns.get("^P[0-9]+$").expect("one value for each seat");
                value.as_object().is_none_or(|parts| {
                    parts.iter().all(|(key, value)| {
                        key.parse::<Seat>().is_ok() && describes(root, part, value)
                    })
                })
            }
            ("pattern", Value::String(pattern)) => {
                assert_eq!(pattern, "^P[0-9]+$");
                value.as_str().is_some_and(|text| text.parse::<Seat>().is_ok())
            }
            ("minimum", wanted) => value.as_u64() >= wanted.as_u64(),
            ("maximum", wanted) => value.as_u64() <= wanted.as_u64(),
            ("additionalProperties", Value::Bool(false))
            | ("$schema" | "$defs" | "title" | "description" | "format", _) => true,
            _ => panic!("{rule} is not read here"),
        })
    })
}

/// A schema with how many values it described.
struct Described {
    schema: Value,
    values: u32,
}

impl Described {
    fn new(schema: schemars::Schema) -> Self {
        Self { schema: schema.to_value(), values: 0 }
    }

    fn check(&mut self, value: &impl Serialize) -> Value {
        let value = serde_json::to_value(value).unwrap();
        assert!(describes(&self.schema, &self.schema, &value), "{value}");
        self.values += 1;
        value
    }
}

/// Plays a random game and shows each position.
fn play_at_random(game: &Werewolf, seed: Seed, mut saw: impl FnMut(&OngoingGame<Werewolf>)) {
    let mut ongoing = OngoingGame::new(*game, seed);
    let (mut rng, mut menu) = (seed.derive("choices", 0).rng(), Vec::new());
    loop {
        match ongoing.awaited() {
            Awaited::Nobody(_) => return,
            Awaited::Chance => ongoing.draw(),
            Awaited::Seat(_) => {
                ongoing.menu(&mut menu);
                ongoing.answer(Reply::Action(menu[rng.random_range(0..menu.len())]))
            }
        };
        saw(&ongoing);
    }
}

#[test]
fn schemas_describe_what_is_written() {
    let mut views = Described::new(schema_for!(View));
    let mut sights = Described::new(schema_for!(Sight));
    let mut publics = Described::new(schema_for!(Public));
    for (index, delivery) in ["turn", "immediate"].into_iter().enumerate() {
        let game = werewolf(&[
            ("village", "10"),
            ("delivery", delivery),
            ("max-talk-turn", "2"),
            ("max-whisper-turn", "2"),
            ("role-requests", "on"),
            ("max-revote", "0"),
        ]);
        let mut steps = 0_u32;
        play_at_random(&game, Seed::experiment(14).derive("game", index as u64), |ongoing| {
            steps += 1;
            publics.check(&kakehiki_core::Observed::public(&game, ongoing.state()));
            for seat in Seat::all(10) {
                if let Some(sight) = ongoing.sight(seat) {
                    sights.check(sight);
                }
                // A view holds all that was ever heard, so that not every one is looked at.
                if steps.is_multiple_of(17)
                    || !matches!(ongoing.awaited(), Awaited::Seat(_) | Awaited::Chance)
                {
                    views.check(&ongoing.view(seat));
                }
            }
        });
    }
    assert!(views.values > 200 && sights.values > 1000 && publics.values > 300);
    // What is not so is not described.
    for wrong in [json!({}), json!(3), json!({ "phase": "lunch" })] {
        assert!(!describes(&views.schema, &views.schema, &wrong), "{wrong}");
        assert!(!describes(&sights.schema, &sights.schema, &wrong), "{wrong}");
        assert!(!describes(&publics.schema, &publics.schema, &wrong), "{wrong}");
    }
}

#[test]
fn players_roles_and_sentences_are_written_by_name() {
    let game = werewolf(&[("village", "5"), ("delivery", "turn"), ("max-talk-turn", "2")]);
    let (mut first, mut talk, mut last) = (None, None, None);
    let mut events = std::collections::BTreeMap::new();
    play_at_random(&game, Seed::experiment(15), |ongoing| {
        let view = serde_json::to_value(ongoing.view(Seat::new(1))).unwrap();
        first.get_or_insert_with(|| view.clone());
        if view["phase"] == "talk" {
            talk.get_or_insert_with(|| view.clone());
        }
        for sight in Seat::all(5).filter_map(|seat| ongoing.sight(seat)) {
            for event in serde_json::to_value(&sight.events).unwrap().as_array().unwrap() {
                events.entry(event["event"].to_string()).or_insert_with(|| event.clone());
            }
        }
        last = Some(view);
    });
    let (first, talk, last) = (first.unwrap(), talk.unwrap(), last.unwrap());
    let everybody = json!(["P0", "P1", "P2", "P3", "P4"]);
    assert_eq!(first["phase"], "deal");
    assert_eq!(first["seat"], "P1");
    assert_eq!(first["role"], Value::Null);
    assert_eq!(first["alive"], everybody);
    assert_eq!(
        talk["floor"]["remaining"],
        json!({ "P0": 10, "P1": 10, "P2": 10, "P3": 10, "P4": 10 })
    );
    assert_eq!(talk["floor"]["spoken"], json!([]));
    assert!(talk["role"].is_string());
    let mut roles: Vec<&str> =
        last["roles"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    roles.sort_unstable();
    assert_eq!(roles, ["POSSESSED", "SEER", "VILLAGER", "VILLAGER", "WEREWOLF"]);
    let said = &events["\"said\""];
    assert!(said["speaker"].as_str().unwrap().parse::<Seat>().is_ok());
    assert!(
        said["sentence"].is_string() && said["plain"].as_str().unwrap().ends_with('.'),
        "{said}"
    );
    let ballot = &events["\"ballot\""];
    assert_eq!(ballot["votes"].as_object().unwrap().len(), 5, "{ballot}");
    let attack = &events["\"voted-attack\""];
    assert!(attack.get("target").is_some(), "{attack}");
    assert!(events["\"ended\""]["winner"].is_string());
}
