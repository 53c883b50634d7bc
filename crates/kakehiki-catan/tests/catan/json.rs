//! What is written as JSON is what its schema describes.

use kakehiki_catan::{Sight, TableView, View};
use kakehiki_core::{Awaited, Game, Observed, OngoingGame, Reply, Seat, Seed};
use rand::RngExt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{common::catan, schema::Schemas};

/// The schemas of a type with how many values they described.
struct Described {
    schemas: Schemas,
    values: u64,
}

impl Described {
    fn new<T: JsonSchema>() -> Self {
        Self { schemas: Schemas::of::<T>(), values: 0 }
    }

    fn take(&mut self, value: &impl Serialize) {
        self.schemas.check(value).unwrap_or_else(|problem| panic!("{problem}"));
        self.values += 1;
    }
}

#[test]
fn views_and_sights_are_written_as_their_schemas_say() {
    let mut views = Described::new::<View>();
    let mut sights = Described::new::<Sight>();
    let mut publics = Described::new::<TableView>();
    let mut menu = Vec::new();
    for options in [
        &[][..],
        &[("bank", "closed"), ("acceptance", "first")],
        &[("hands", "open"), ("players", "2"), ("points", "hidden"), ("target", "4")],
        &[("target", "3"), ("players", "3")],
    ] {
        let mut options = options.to_vec();
        options.push(("turn-cap", "30"));
        let game = catan(&options);
        let mut table = OngoingGame::new(game, Seed::experiment(61));
        let mut rng = Seed::experiment(61).rng();
        loop {
            match table.awaited() {
                Awaited::Nobody(_) => break,
                Awaited::Chance => table.draw(),
                Awaited::Seat(_) => {
                    table.menu(&mut menu);
                    table.answer(Reply::Action(menu[rng.random_range(0..menu.len())]))
                }
            };
            for seat in Seat::all(game.seats()) {
                views.take(&table.view(seat));
                if let Some(sight) = table.sight(seat) {
                    sights.take(sight);
                }
            }
            publics.take(&game.public(table.state()));
            let seen = table.public_sight();
            if let Some(sight) = &seen {
                sights.take(sight);
            }
        }
    }
    assert!(views.values > 1000 && sights.values > 1000 && publics.values > 500);
}

/// Seats, places and kinds have names.
#[test]
fn views_are_readable() {
    let game = catan(&[("harbours", "fixed"), ("numbers", "free")]);
    let state = crate::common::dealt(&game);
    let view = serde_json::to_value(game.view(&state, &None, Seat::new(2))).unwrap();
    assert_eq!((view["seat"].as_str(), view["mover"].as_str()), (Some("P2"), Some("P0")));
    assert_eq!((view["stage"].as_str(), view["robber"].as_str()), (Some("found"), Some("h10")));
    let hex = &view["board"]["hexes"][0];
    assert_eq!(hex, &serde_json::json!({ "hex": "h0", "terrain": "wood", "number": 5 }));
    let harbour = &view["board"]["harbours"][1];
    assert_eq!(harbour["harbour"].as_str(), Some("wood"));
    assert_eq!(view["bank"]["ore"].as_u64(), Some(19));
    assert_eq!(view["cards"]["knight"].as_u64(), Some(0));
    assert_eq!(view["players"][2]["hand"].as_str(), Some("-"));
    assert_eq!(view["players"][0]["hand"], Value::Null);
}
