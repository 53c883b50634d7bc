//! Views, sights and what is public, as JSON that people can read and schemas that describe it.

use std::collections::HashMap;

use kakehiki_core::{Game, Observed, Seat, Seed};
use kakehiki_monopoly::{Public, Sight, View};
use serde_json::{Value, json};

use crate::{
    common::{FIRST, SECOND, arrange, monopoly, moyer2020, official, play, player, watch},
    schema::Schemas,
};

fn value(written: &impl serde::Serialize) -> Value {
    serde_json::to_value(written).expect("something that can be written")
}

#[test]
fn everything_that_is_written_is_as_its_schema_says() {
    let (views, sights) = (Schemas::of::<View>(), Schemas::of::<Sight>());
    let publics = Schemas::of::<Public>();
    let check = |checked: Result<(), String>| checked.unwrap_or_else(|problem| panic!("{problem}"));
    for rules in ["official", "moyer2020"] {
        let game = monopoly(&[("rules", rules), ("players", "3"), ("max-turns", "60")]);
        for index in 0..3 {
            watch(&game, Seed::experiment(30).derive("game", index), |ongoing, _| {
                check(publics.check(&game.public(ongoing.state())));
                check(views.check(&ongoing.view(SECOND)));
                let public_sight = ongoing.public_sight();
                assert_eq!(ongoing.sight(SECOND), public_sight.as_ref());
                if let Some(sight) = public_sight {
                    check(sights.check(&sight));
                }
            });
        }
    }
    // The test can tell: a sight is no view.
    let sight = Sight::Action(FIRST, "roll".parse().expect("an action"));
    assert!(views.check(&sight).is_err());
}

/// The snapshot tells a position exactly; what is written beside it has to do so too.
#[test]
fn every_fact_of_a_position_can_be_read() {
    for rules in ["official", "moyer2020"] {
        let game = monopoly(&[("rules", rules), ("players", "3"), ("max-turns", "150")]);
        let mut positions: HashMap<String, String> = HashMap::new();
        for index in 0..10 {
            watch(&game, Seed::experiment(31).derive("game", index), |ongoing, _| {
                let mut written = value(&game.public(ongoing.state()));
                let object = written.as_object_mut().expect("an object");
                let snapshot = object.remove("snapshot");
                assert_eq!(snapshot, Some(json!(game.snapshot(ongoing.state()))));
                let snapshot = game.snapshot(ongoing.state());
                let before = positions.insert(written.to_string(), snapshot.clone());
                assert!(before.is_none_or(|before| before == snapshot), "{written}");
            });
        }
        assert!(positions.len() > 3000, "{}", positions.len());
    }
}

#[test]
fn every_seat_and_spectators_get_the_same_table() {
    let game = monopoly(&[("players", "3"), ("max-turns", "20")]);
    watch(&game, Seed::experiment(32), |ongoing, _| {
        let public = value(&game.public(ongoing.state()));
        for seat in Seat::all(3) {
            let mut view = value(&ongoing.view(seat));
            let own = view.as_object_mut().expect("an object").remove("seat");
            assert_eq!((own, &view), (Some(value(&seat)), &public));
        }
    });
}

#[test]
fn a_view_can_be_read() {
    let game = official("2");
    let mut state = arrange(&game, &[player(1000, 0, &[1, 12]), player(300, 39, &[5, 37, 39])]);
    play(&game, &mut state, &["propose:P0:12+$75>P1:5"]);
    let written = value(&game.view(&state, &(), SECOND));
    assert_eq!(written["seat"], "P1");
    assert_eq!((&written["mover"], &written["to_act"]), (&json!("P0"), &json!("P1")));
    assert_eq!((&written["stage"], &written["turns"]), (&json!("answer"), &json!(0)));
    assert_eq!(
        written["offer"],
        json!({
            "proposer": "P0",
            "partner": "P1",
            "gives": {
                "deeds": [{"number": 12, "name": "Electric Company"}],
                "jail_cards": [],
                "cash": 75,
            },
            "gets": {
                "deeds": [{"number": 5, "name": "Reading Railroad"}],
                "jail_cards": [],
                "cash": 0,
            },
            "notation": "P0:12+$75>P1:5",
            "to_answer": "P1",
            "counters_left": 2,
        })
    );
    assert_eq!(
        written["players"][1],
        json!({
            "seat": "P1",
            "is_playing": true,
            "cash": 300,
            "square": {"number": 39, "name": "Boardwalk"},
            "failed_jail_throws": null,
            "jail_cards": [],
            "is_debtor": false,
            "creditor": null,
            "unpaid": 0,
            "has_proposed": false,
        })
    );
    let deeds = written["deeds"].as_array().expect("a list");
    assert_eq!(deeds.len(), 28);
    assert_eq!(
        deeds[27],
        json!({
            "square": {"number": 39, "name": "Boardwalk"},
            "family": {"street": "dark-blue"},
            "owner": "P1",
            "is_mortgaged": false,
            "houses": 0,
            "has_hotel": false,
        })
    );
    assert_eq!(deeds[2]["family"], "railroad");
    assert_eq!(written["bank"], json!({"houses": 32, "hotels": 12}));
}

#[test]
fn a_debt_an_auction_and_the_cards_can_be_read() {
    let game = official("3");
    let poor = player(100, 0, &[1]);
    let mut state = arrange(&game, &[poor, player(500, 0, &[]), player(50, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-3"]);
    let written = value(&game.public(&state));
    assert_eq!(written["stage"], json!({"debt": "P0"}));
    let debtor = &written["players"][0];
    assert_eq!((&debtor["is_debtor"], &debtor["cash"]), (&json!(true), &json!(-100)));
    assert_eq!((&debtor["unpaid"], &debtor["creditor"]), (&json!(100), &Value::Null));
    assert_eq!(written["turn"]["dice"], json!([1, 3]));
    play(&game, &mut state, &["bankrupt", "bid:10"]);
    assert_eq!(
        value(&game.public(&state))["auction"],
        json!({
            "square": {"number": 1, "name": "Mediterranean Avenue"},
            "is_building": false,
            "bid": 10,
            "holder": "P1",
            "builder": null,
            "bidders": ["P1", "P2"],
            "speaker": "P2",
        })
    );

    let game = moyer2020();
    let mut state = arrange(&game, &[player(500, 0, &[]), player(500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:3-4", "card:C9"]);
    let deck = &value(&game.public(&state))["decks"][0];
    assert_eq!(deck["name"], "chance");
    let places = deck["from_top"].as_array().expect("a list");
    assert_eq!((places.len(), &places[0], &places[15]), (16, &Value::Null, &json!("C9")));
    assert_eq!(deck["unseen"].as_array().expect("a list").len(), 15);
}

#[test]
fn sights_can_be_read() {
    let action = Sight::Action(SECOND, "build:39".parse().expect("an action"));
    assert_eq!(value(&action), json!({"seat": "P1", "action": "build:39"}));
    let chance = Sight::Chance("dice:3-4".parse().expect("chance"));
    assert_eq!(value(&chance), json!({"chance": "dice:3-4"}));
}
