//! Recorded servers of AIWolf against our client: its answers are legal, and it knows what the server
//! shows.

use kakehiki_core::{AgentName, Seat, Seed};
use kakehiki_werewolf::{BySeat, Channel, Event, Language, Players, Sentence, View};
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
    assert_eq!(info["latestExecutedAgent"], number_of(view.executed), "{run}");
    let told = |key: &str| !info[key].is_null();
    assert_eq!(told("divineResult") || told("mediumResult"), result_of(view).is_some(), "{run}");
    for key in ["divineResult", "mediumResult"].into_iter().filter(|key| told(key)) {
        let Some((target, species)) = result_of(view) else { panic!("{run}") };
        assert_eq!(info[key]["target"], number_of(Some(target)), "{run}");
        assert_eq!(info[key]["result"], species, "{run}");
    }
    let victims = info["lastDeadAgentList"].as_array().unwrap();
    let victim = find(view, |event| match event {
        Event::Dawn { victim, .. } => Some(*victim),
        _ => None,
    });
    let found: Vec<i64> = victim.flatten().map(|seat| number_of(Some(seat))).into_iter().collect();
    assert_eq!(*victims, found, "{run}");
    compare_votes(view, info, run);
    compare_talk(view, &info["talkList"], Channel::Talk, run);
    compare_talk(view, &info["whisperList"], Channel::Whisper, run);
}

/// The number by which the protocol knows a player, or nobody.
fn number_of(seat: Option<Seat>) -> i64 {
    seat.map_or(-1, |seat| seat.index() as i64 + 1)
}

/// The last event that `pick` takes something from.
fn find<T>(view: &View, pick: impl FnMut(&Event) -> Option<T>) -> Option<T> {
    view.events.iter().rev().find_map(pick)
}

/// What a seer or a medium was told this morning.
fn result_of(view: &View) -> Option<(Seat, String)> {
    let morning = view.events.iter().rev().take_while(|event| !matches!(event, Event::Dawn { .. }));
    morning.into_iter().find_map(|event| match event {
        Event::DivineResult(target, species) | Event::MediumResult(target, species) => {
            Some((*target, species.to_string()))
        }
        _ => None,
    })
}

/// The ballots of today and of yesterday, as they were counted last.
fn compare_votes(view: &View, info: &Value, run: &str) {
    let days = view.events.split(|event| matches!(event, Event::Dawn { .. }));
    let last = |events: &[Event]| {
        let shown = events.iter().rev().find_map(|event| match event {
            Event::Ballot { votes, .. } => Some(votes.clone()),
            _ => None,
        });
        shown.unwrap_or_default().into_iter().map(|(voter, target)| [voter, target]).collect()
    };
    let ballots: Vec<Vec<[Seat; 2]>> = days.map(last).collect();
    let before = ballots.len().checked_sub(2).map(|yesterday| ballots[yesterday].clone());
    for (key, votes) in [
        ("latestVoteList", ballots.last().cloned().unwrap_or_default()),
        ("voteList", before.unwrap_or_default()),
    ] {
        let seat = |value: &Value| Seat::new(value.as_u64().unwrap() as usize - 1);
        let shown = info[key].as_array().unwrap().iter();
        let shown: Vec<[Seat; 2]> =
            shown.map(|vote| [seat(&vote["agent"]), seat(&vote["target"])]).collect();
        assert_eq!(votes, shown, "{run}: {key}");
    }
}

/// What was said today: whose it was, in which turn, and what it says.
fn compare_talk(view: &View, list: &Value, channel: Channel, run: &str) {
    let early = run.starts_with("0.4");
    let language = if early { Language::Early } else { Language::Late };
    let said = view.events.iter().filter_map(|event| match event {
        Event::Said(said) if said.channel == channel && said.day == view.day => Some(said),
        _ => None,
    });
    let said: Vec<_> = said.collect();
    let list = list.as_array().unwrap();
    assert_eq!(said.len(), list.len(), "{run}: {channel:?}");
    for (said, words) in said.iter().zip(list) {
        assert_eq!(words["agent"], number_of(Some(said.speaker)), "{run}");
        assert_eq!((&words["idx"], &words["turn"]), (&said.id.into(), &said.turn.into()), "{run}");
        let text = words["text"].as_str().unwrap();
        let is_word = ["Skip", "Over"].contains(&text);
        let meant = language.parse(text).ok().filter(|meant| meant.is_content() || is_word);
        assert_eq!(said.sentence, meant.unwrap_or(Sentence::UNREAD), "{run}: {text}");
    }
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
                        for (seat, role) in view.roles.iter().flat_map(BySeat::seats) {
                            let number = number_of(Some(seat)).to_string();
                            assert_eq!(
                                info["roleMap"][number],
                                role.to_string(),
                                "{run_and_place}"
                            );
                        }
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
