//! Recorded servers of AIWolf against our client: its answers are legal, and it knows what the server
//! shows.

use kakehiki_core::{AgentName, Seat, Seed};
use kakehiki_werewolf::{Language, Players, View};
use kakehiki_wire::{AiwolfSeat, Outcome, Response};
use serde_json::Value;

use crate::{
    aiwolf_replay::{EARLY_RUNS, LATE_RUNS, UNBEGUN_RUNS},
    recording::{Seen, connection},
};

const GAME: &str = "aiwolf";

pub fn client(agent: &str) -> AiwolfSeat {
    let agent: AgentName = agent.parse().unwrap();
    AiwolfSeat::new(&agent, "ours", Seed::experiment(1)).unwrap()
}

/// The players that an object lists under this value, or under any.
fn listed(object: &Value, value: Option<&str>) -> Players {
    let entries = object.as_object().unwrap().iter();
    let entries = entries.filter(|(_, found)| value.is_none_or(|value| *found == value));
    entries.map(|(number, _)| Seat::new(number.parse::<usize>().unwrap() - 1)).collect()
}

/// What the server shows has to be what the client knows.
fn compare(view: &View, info: &Value, run: &str) {
    assert_eq!(u64::from(view.day), info["day"].as_u64().unwrap(), "{run}");
    assert_eq!(view.alive, listed(&info["statusMap"], Some("ALIVE")), "{run}");
    let number = (view.seat.index() + 1).to_string();
    assert_eq!(info["roleMap"][&number], view.role.to_string(), "{run}");
    if view.roles.is_none() && !view.wolves.is_empty() {
        assert_eq!(view.wolves, listed(&info["roleMap"], Some("WEREWOLF")), "{run}");
    }
    let executed = view.executed.map_or(-1, |seat| seat.index() as i64 + 1);
    assert_eq!(info["latestExecutedAgent"], executed, "{run}");
}

/// Whether an answer is one of the language, or names somebody who lives and is another.
fn is_legal(answer: &str, request: &str, view: Option<&View>, language: Language) -> bool {
    match request {
        "NAME" => answer == "ours",
        "ROLE" => answer == "none",
        "TALK" | "WHISPER" => language.parse(answer).is_ok(),
        _ => {
            let view = view.unwrap();
            let target = answer.strip_prefix("{\"agentIdx\":").and_then(|it| it.strip_suffix('}'));
            let target = Seat::new(target.unwrap().parse::<usize>().unwrap() - 1);
            match request {
                "ATTACK" => view.alive.without(view.wolves).contains(target),
                "GUARD" => target != view.seat,
                _ => view.alive.except(view.seat).contains(target),
            }
        }
    }
}

/// Plays a recorded connection over our client, and gives the packets that it followed and how the
/// games came out.
fn replay(run: &str, place: usize, agent: &str) -> (usize, Vec<Outcome>) {
    let run_and_place = format!("{run}, connection {place}");
    let language = if run.starts_with("0.4") { Language::Early } else { Language::Late };
    let mut seat = client(agent);
    let (mut packets, mut outcomes, mut is_asked, mut is_dead) = (0, Vec::new(), false, false);
    for unit in connection(GAME, run, &format!("agent-{place:02}")) {
        match unit.seen() {
            Seen::Client(bytes) if is_asked => {
                is_asked = false;
                seat.instead(str::from_utf8(&bytes).unwrap().trim_end_matches(['\r', '\n']));
            }
            Seen::Server(bytes) => {
                let line = str::from_utf8(&bytes).unwrap().trim_end();
                let packet: Value = serde_json::from_str(line).unwrap();
                let request = packet["request"].as_str().unwrap();
                let response = seat.heard(line.as_bytes());
                let response =
                    response.unwrap_or_else(|error| panic!("{run_and_place}: {line}: {error}"));
                packets += 1;
                if request == "INITIALIZE" {
                    is_dead = false;
                }
                let info = &packet["gameInfo"];
                if let (Some(view), false) = (seat.view(), info.is_null()) {
                    is_dead |= !listed(&info["statusMap"], Some("ALIVE")).contains(view.seat);
                    if !is_dead {
                        compare(view, info, &format!("{run_and_place}: {line}"));
                    }
                }
                match response {
                    Response::Silence => {}
                    Response::Command(answer) => {
                        is_asked = true;
                        let is_legal = is_legal(&answer, request, seat.view(), language);
                        assert!(is_legal, "{run_and_place}: {answer} to {line}");
                    }
                    Response::Over(outcome) => {
                        let view = seat.view().unwrap();
                        let everybody = listed(&info["roleMap"], None);
                        assert_eq!(everybody.len(), listed(&info["statusMap"], None).len());
                        assert!(is_dead || view.roles.is_some(), "{run_and_place}");
                        outcomes.push(outcome);
                        seat.rise();
                    }
                }
            }
            _ => {}
        }
    }
    (packets, outcomes)
}

#[test]
fn our_client_answers_recorded_servers_legally_and_knows_what_they_show() {
    let (mut packets, mut outcomes) = (0, Vec::new());
    for (run, clients) in EARLY_RUNS.into_iter().chain(LATE_RUNS).chain(UNBEGUN_RUNS) {
        for place in 1..=clients {
            let agent = ["finalist", "random", "finalist(fake=1)"][place % 3];
            let (heard, came_out) = replay(run, place, agent);
            packets += heard;
            outcomes.extend(came_out);
        }
    }
    let won = outcomes.iter().filter(|outcome| **outcome == Outcome::Won).count();
    assert_eq!((packets, outcomes.len(), won), (6050, 149, 67));
}

#[test]
fn agents_that_think_answer_a_recorded_server_legally() {
    for agent in ["believer(worlds=20)+listen", "believer(worlds=20)+persuade(worlds=10)"] {
        for run in ["0.6-11p", "0.4-11p"] {
            assert_eq!(replay(run, 3, agent).1.len(), 1);
        }
    }
}
