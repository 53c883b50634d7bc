//! Views, sights and what is public, as JSON that people can read and schemas that describe it.

use kakehiki_core::{Game, Observed, Seat, Seed, Step};
use kakehiki_geister::{Public, Sight, State, View};
use serde_json::{Value, json};

use crate::{
    common::{FIRST, SECOND, begin, board, negotiating, plain, play_all, sight_of, view, watch},
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
    let speaking = [("speaking", "on")];
    for game in [
        plain(&[]),
        plain(&[("repetition", "4")]),
        negotiating(&[("skip", "on")]),
        negotiating(&speaking),
    ] {
        for index in 0..3 {
            let seed = Seed::experiment(30).derive("game", index);
            watch(&game, seed, |ongoing, _| {
                check(publics.check(&game.public(ongoing.state())));
                let seen = Seat::all(2).filter_map(|seat| ongoing.sight(seat).cloned());
                let seen_by_all = ongoing.public_sight();
                seen.chain(seen_by_all).for_each(|sight| check(sights.check(&sight)));
                Seat::all(2).for_each(|seat| check(views.check(&ongoing.view(seat))));
            });
        }
    }
    // The test can tell: a sight is no view.
    assert!(views.check(&Sight::Begun).is_err());
}

#[test]
fn a_view_can_be_read() {
    let game = negotiating(&[("repetition", "2")]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:C", "for:D", "agree", "A,N", "ask:A", "for:B"]);
    let written = value(&view(&game, &state, FIRST));
    assert_eq!(
        written,
        json!({
            "seat": "P0",
            "stage": {"negotiation": {
                "to_answer": "P1",
                "on_table": {"mover": "P1", "asked": "A", "named": "B"},
            }},
            "mover": "P1",
            "plies": 1,
            "said": 0,
            "own": {
                "fates": {
                    "A": {"on-board": "13"}, "B": {"on-board": "24"},
                    "C": {"on-board": "34"}, "D": {"on-board": "44"},
                    "E": {"on-board": "15"}, "F": {"on-board": "25"},
                    "G": {"on-board": "35"}, "H": {"on-board": "45"},
                },
                "bad": ["A", "B", "C", "D"],
                "shown": ["D"],
            },
            "enemy": {
                "seat": "P1",
                "fates": {
                    "A": {"on-board": "41"}, "B": {"on-board": "31"},
                    "C": {"on-board": "21"}, "D": {"on-board": "11"},
                    "E": {"on-board": "40"}, "F": {"on-board": "30"},
                    "G": {"on-board": "20"}, "H": {"on-board": "10"},
                },
                "known": ["C"],
                "known_bad": [],
                "shown": ["C"],
            },
            "recent": [
                "P0 1424344415253545 4131211140302010",
                "P1 1324344415253545 4131211140302010",
            ],
            "ending": null,
        })
    );
}

#[test]
fn sights_can_be_read() {
    let game = negotiating(&[]);
    let seen = |state: &State, action: &str, seat| value(&sight_of(&game, state, action, seat));
    let start = game.start();
    assert_eq!(seen(&start, "set:ABCD", FIRST), json!({"set-up": ["A", "B", "C", "D"]}));
    assert_eq!(seen(&start, "set:ABCD", SECOND), Value::Null);
    let mut state = start;
    play_all(&game, &mut state, &["set:ABCD"]);
    assert_eq!(seen(&state, "set:ABGH", FIRST), json!("begun"));
    play_all(&game, &mut state, &["set:ABGH"]);
    assert_eq!(seen(&state, "ask:C", FIRST), json!({"said": {"seat": "P0", "action": "ask:C"}}));
    play_all(&game, &mut state, &["ask:C", "for:D"]);
    assert_eq!(
        seen(&state, "agree", SECOND),
        json!({"exchanged": {"seen": "D", "is_bad": true, "shown": "C"}})
    );
    let state = board("br..../..r..b/..B..R/....../....../......", FIRST);
    assert_eq!(
        seen(&state, "A,N", SECOND),
        json!({"moved": {
            "seat": "P0",
            "action": "A,N",
            "captured": {"ghost": "C", "is_bad": true},
        }})
    );
}

#[test]
fn what_spectators_get_can_be_read() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:C", "for:D"]);
    let before = state.clone();
    play_all(&game, &mut state, &["agree"]);
    let step = Step::Action(FIRST, "agree".parse().expect("an action"));
    assert_eq!(
        value(&game.public_sight(&before, &step, &state)),
        json!({"agreed": {"mover": "P0", "asked": "C", "named": "D"}})
    );
    let public = value(&game.public(&state));
    assert_eq!(public["stage"], "move");
    assert_eq!((&public["mover"], &public["plies"]), (&json!("P0"), &json!(0)));
    for (place, (seat, shown)) in [("P0", "D"), ("P1", "C")].into_iter().enumerate() {
        let player = &public["players"][place];
        assert_eq!(player["seat"], seat);
        assert_eq!(player["shown"], json!([shown]));
        assert_eq!((&player["known"], &player["known_bad"]), (&json!([]), &json!([])));
    }
    assert_eq!((&public["recent"], &public["ending"]), (&json!([]), &Value::Null));
}

#[test]
fn an_escape_and_a_capture_are_public() {
    let game = plain(&[]);
    let mut state = board("B..r../...R.b/....../....../b....r/......", FIRST);
    play_all(&game, &mut state, &["B,N", "B,N"]);
    let captured = value(&game.public(&state));
    let victim = &captured["players"][1];
    assert_eq!(victim["fates"]["A"], "captured");
    assert!(victim["known_bad"].as_array().expect("a list").contains(&json!("A")));
    play_all(&game, &mut state, &["A,exit"]);
    let over = value(&game.public(&state));
    assert_eq!(over["players"][0]["fates"]["A"], "escaped");
    assert!(!over["players"][0]["known_bad"].as_array().expect("a list").contains(&json!("A")));
    assert_eq!(over["ending"], json!({"won": ["P0"]}));
}
