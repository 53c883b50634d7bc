//! What an assistant may not learn.

use kakehiki_core::{Occupant, Seat, Settings};
use kakehiki_games::{Answer, AnyOngoing, Numbers, Observer, Table, Waiting, find};
use serde_json::{Value, json};

use crate::{GAMES, call, open, problem, session};

fn begin(game: &str, options: &[(&str, &str)]) -> (Box<dyn Table>, Box<dyn AnyOngoing>) {
    let game = find(game).unwrap();
    let options = Settings::new(game.name(), game.options(), options.iter().copied()).unwrap();
    let table = game.open(&options);
    let seats = vec![Occupant::Program("x".into()); table.seats()];
    let ongoing = table.begin(seats, Numbers { seed: 4, ..Numbers::default() }).unwrap();
    (table, ongoing)
}

/// Plays on by chance and by some choice, whoever is asked.
fn step(game: &mut dyn AnyOngoing, number: usize) -> bool {
    match game.waiting() {
        Waiting::Outside(seat) => {
            let menu = game.menu().actions;
            game.answer(seat, Answer::Action(&menu[number * 31 % menu.len()])).is_ok()
        }
        _ => game.advance(),
    }
}

/// Everything that tools tell of a game without changing it, and what they say to bad calls.
fn all_answers(table: &dyn Table, game: Box<dyn AnyOngoing>, seat: Seat) -> Vec<Value> {
    let mut session = session();
    let name = session.sit(table, game, seat).unwrap();
    let mut answers = Vec::new();
    let order = |more: Value| {
        let mut order = more;
        order["table"] = json!(name);
        order
    };
    for language in ["en", "ja"] {
        for (tool, more) in [
            ("look", json!({})),
            ("menu", json!({})),
            ("log", json!({})),
            ("log", json!({ "from": 0 })),
        ] {
            let mut order = order(more);
            order["language"] = json!(language);
            answers.push(call(&mut session, tool, &order));
        }
    }
    for tool in ["look", "log"] {
        answers.push(call(&mut session, tool, &order(json!({ "as": "json" }))));
    }
    for (tool, more) in [
        ("act", json!({ "action": "nonsense" })),
        ("act", json!({ "action": "offer:WWWWWWWWW>B@1" })),
        ("act", json!({ "id": 1_000_000 })),
        ("propose", json!({ "terms": "Q>Q" })),
        ("answer", json!({ "accept": true, "partner": "P7" })),
        ("say", json!({ "statement": "nonsense" })),
    ] {
        // What is legal after all goes the way of the world, which is another one.
        let Err(problem) = session.call(tool, order(more)) else { break };
        answers.push(json!(problem.to_string()));
    }
    answers
}

#[test]
fn worlds_that_a_seat_cannot_tell_apart_give_the_same_answers() {
    for (game, options) in [
        ("geister", &[("speaking", "on")][..]),
        ("negogeister", &[][..]),
        ("catan", &[][..]),
        ("monopoly", &[][..]),
        ("werewolf", &[("village", "11")][..]),
    ] {
        let (table, mut ongoing) = begin(game, options);
        let mut differ = 0;
        for number in 0..400 {
            if !step(&mut *ongoing, number) {
                break;
            }
            // What has not fallen yet falls otherwise in another world.
            if number % 7 != 0 || ongoing.waiting() == Waiting::Chance {
                continue;
            }
            for seat in Seat::all(table.seats()).take(3) {
                let [one, two] = [1, 2].map(|seed| ongoing.world(seat, seed + number as u64));
                let truth = |world: &dyn AnyOngoing| world.view(Observer::Analyst).to_string();
                differ += usize::from(truth(&*one) != truth(&*two));
                assert_eq!(
                    all_answers(&*table, one, seat),
                    all_answers(&*table, two, seat),
                    "{game}, step {number}, {seat}"
                );
            }
        }
        // Nothing is hidden in Monopoly but what has not been drawn yet.
        assert!(differ > 5 || game == "monopoly", "{game}: {differ} pairs of worlds differ");
    }
}

#[test]
fn no_table_reaches_another_session() {
    let [mut one, mut two] = [(); 2].map(|()| session());
    let (first, _) = open(&mut one, "geister", "random", 1);
    open(&mut one, "catan", "random", 1);
    for tool in ["look", "menu", "log", "close_table"] {
        let order = json!({ "table": first });
        assert_eq!(problem(&mut two, tool, &order), "you have no table \"t1\", but none");
    }
    // Tables of the same name in two sessions are two games.
    let (table, before) = open(&mut two, "werewolf", "random", 2);
    assert_eq!(table, first);
    one.call("act", json!({ "table": first, "action": "set:ABCD" })).unwrap();
    let menu = two.call("menu", json!({ "table": table })).unwrap();
    assert_eq!(before["menu"], menu);
}

#[test]
fn neither_the_seed_nor_the_truth_is_told() {
    for (game, opponent) in GAMES {
        let mut session = session();
        let (table, opened) = open(&mut session, game, opponent, 7_654_321);
        let look = call(&mut session, "look", &json!({ "table": table, "as": "json" }));
        for told in [opened.to_string(), look.to_string()] {
            for secret in ["7654321", "\"state\"", "\"views\""] {
                assert!(!told.contains(secret), "{game}: {secret} in {told}");
            }
        }
    }
}
