//! What views, sights and public views look like as JSON, and that their schemas describe it.

use kakehiki_core::{Awaited, OngoingGame, Reply, Seat, Seed};
use kakehiki_werewolf::{Public, Sight, View, Werewolf};
use rand::RngExt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{common::werewolf, schema::Schemas};

/// The schemas of a type with how many values they described.
struct Described {
    schemas: Schemas,
    values: u32,
}

impl Described {
    fn new<T: JsonSchema>() -> Self {
        Self { schemas: Schemas::of::<T>(), values: 0 }
    }

    fn check(&mut self, value: &impl Serialize) {
        self.schemas.check(value).unwrap_or_else(|problem| panic!("{problem}"));
        self.values += 1;
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
                ongoing.answer(Reply::Action(menu[rng.random_range(0..menu.len())].clone()))
            }
        };
        saw(&ongoing);
    }
}

#[test]
fn schemas_describe_what_is_written() {
    let mut views = Described::new::<View>();
    let mut sights = Described::new::<Sight>();
    let mut publics = Described::new::<Public>();
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
        assert!(views.schemas.check(&wrong).is_err(), "{wrong}");
        assert!(sights.schemas.check(&wrong).is_err(), "{wrong}");
        assert!(publics.schemas.check(&wrong).is_err(), "{wrong}");
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
