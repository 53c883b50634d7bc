//! A recorded game of the server for natural language: its clients against our server, and the server
//! against our client.
//!
//! Compared are the messages to each client as JSON and in order, all of them and in the order in which the
//! original sent them to everybody, and the original's own log byte for byte. What was luck there is handed in:
//! the deal, and the order of speakers. Ignored, and only these:
//!
//! 1. `time` of an utterance, which later servers tell and the recorded one does not.
//! 2. `remain_count`: the recorded server leaves the utterance that is asked for out of it, later ones
//!    count it in, as ours does.

use std::collections::VecDeque;

use kakehiki_core::{AgentName, Occupant, Seat, Seed, Settings, Tongue};
use kakehiki_games::{Numbers, Open};
use kakehiki_werewolf::{
    BySeat, Chance, Channel, Event, Names, Phase, Players, Role, Sentence, Stage, State, View,
    WEREWOLF, WEREWOLF_OPTIONS,
};
use kakehiki_wire::{NaturalNext, NaturalSeat, NaturalSetting, NaturalTable, Outcome, Response};
use serde::Deserialize;
use serde_json::Value;

use crate::recording::text;

const GAME: &str = "aiwolf-nlp";

/// One message of the server, and what the client answered.
#[derive(Clone, Debug, Deserialize)]
pub struct Exchange {
    pub seat: String,
    pub packet: Value,
    pub answer: Option<String>,
}

pub fn exchanges(run: &str) -> Vec<Exchange> {
    let text = text(GAME, run, "wire.jsonl.gz");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A message without what is ignored.
fn compared(mut packet: Value, is_recorded: bool) -> Value {
    for history in ["talk_history", "whisper_history"] {
        for talk in packet[history].as_array_mut().into_iter().flatten() {
            talk.as_object_mut().unwrap().remove("time");
        }
    }
    // To look for a history is to add it.
    let object = packet.as_object_mut().unwrap();
    object.retain(|_, value| !value.is_null());
    let info = object["info"].as_object_mut().unwrap();
    if let Some(left) = info.get_mut("remain_count") {
        *left = (left.as_u64().unwrap() + u64::from(is_recorded)).into();
    }
    packet
}

/// The names and roles of the players, in the order of their numbers, and the names of their programs.
fn players(log: &str) -> Vec<(String, Role, String)> {
    let lines = log.lines().take_while(|line| line.starts_with("0,status,"));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[6].to_owned(), fields[3].parse().unwrap(), fields[5].to_owned())
        })
        .collect()
}

#[test]
fn recorded_clients_hear_from_us_what_they_heard_from_the_original() {
    let log = text(GAME, "5p", "game.log.gz");
    let players = players(&log);
    let mut expected: VecDeque<Exchange> = exchanges("5p").into();
    let setting = &expected[0].packet["setting"];
    let number = |channel: &str, key: &str| setting[channel]["max_count"][key].to_string();
    let values = [
        ("rules", GAME.to_owned()),
        ("village", players.len().to_string()),
        ("max-talk", number("talk", "per_agent")),
        ("max-talk-turn", number("talk", "per_day")),
        ("max-whisper", number("whisper", "per_agent")),
        ("max-whisper-turn", number("whisper", "per_day")),
    ];
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    let rules = Settings::new("werewolf", &WEREWOLF_OPTIONS, values).unwrap();
    let names = players.iter().map(|(name, ..)| name.clone()).collect();
    let names = Names::new(names).unwrap();
    let profile = |name: &str| {
        let told =
            expected.iter().find(|it| it.seat == name && !it.packet["info"]["profile"].is_null());
        told.unwrap().packet["info"]["profile"].as_str().unwrap().to_owned()
    };
    let shown = NaturalSetting {
        names: names.clone(),
        profiles: players.iter().map(|(name, ..)| profile(name)).collect(),
        game_id: expected[0].packet["info"]["game_id"].as_str().unwrap().to_owned(),
        tongue: Tongue::Japanese,
        action: setting["timeout"]["action"].as_u64().unwrap(),
        response: setting["timeout"]["response"].as_u64().unwrap(),
        duration: None,
    };
    let mut deal: Vec<Seat> = Seat::all(players.len()).collect();
    deal.sort_by_key(|seat| players[seat.index()].1);
    let mut deal: VecDeque<Seat> = deal.into();
    let speakers = log.lines().filter(|line| line.contains(",talk,"));
    let speaker = |line: &str| line.split(',').nth(4).unwrap().parse::<usize>().unwrap() - 1;
    let mut speakers: VecDeque<Seat> = speakers.map(|line| Seat::new(speaker(line))).collect();
    let mut luck = |state: &State| match state.stage() {
        Stage::Deal => deal.pop_front().map(Chance::Next),
        Stage::Order(Channel::Talk) => speakers.pop_front().map(Chance::Next),
        _ => None,
    };
    let seats = vec![Occupant::Program("external".to_owned()); players.len()];
    let programs = players.iter().map(|(.., program)| program.clone()).collect();
    let rules = Open::new(&WEREWOLF, &rules);
    let mut table = NaturalTable::new(&rules, seats, programs, Numbers::default(), shown).unwrap();
    let mut messages = 0;
    loop {
        let (seat, ours, is_asked) = match table.next(&mut luck) {
            NaturalNext::Over => break,
            NaturalNext::Listen => panic!("there is no group chat"),
            NaturalNext::Tell(seat, text) => (seat, text, false),
            NaturalNext::Ask(seat, text) => (seat, text, true),
        };
        let exchange = expected.pop_front().unwrap_or_else(|| panic!("nothing is left: {ours}"));
        let ours: Value = serde_json::from_str(&ours).unwrap();
        assert_eq!(names.name(seat), exchange.seat, "{ours}");
        assert_eq!(compared(ours, false), compared(exchange.packet, true));
        assert_eq!(is_asked, exchange.answer.is_some());
        messages += 1;
        if let Some(answer) = exchange.answer {
            // The contest's clients end what they say with a line.
            table.answer(seat, Ok(format!("{answer}\n").as_bytes()));
        }
    }
    assert!(expected.is_empty());
    assert_eq!(messages, 103);
    assert_eq!(table.original_log(), log);
}

/// The players of whom an object says this.
fn listed(object: &Value, value: &str, names: &[String]) -> Players {
    let entries = object.as_object().unwrap().iter().filter(|(_, found)| *found == value);
    let place = |name: &String| names.iter().position(|known| known == name).unwrap();
    entries.map(|(name, _)| Seat::new(place(name))).collect()
}

/// Who said which words today, in which turn and with which number.
type Said = (usize, u64, u64, String);

/// What the server shows has to be what the client knows; `said` is what it told of today's talk.
fn compare(view: &View, info: &Value, names: &[String], said: &[Said]) {
    assert_eq!(u64::from(view.day), info["day"].as_u64().unwrap());
    let own = &names[view.seat.index()];
    assert_eq!(info["agent"], *own);
    assert_eq!(info["role_map"][own], view.role.to_string());
    assert_eq!(view.alive, listed(&info["status_map"], "ALIVE", names));
    let name = |seat: Seat| names[seat.index()].as_str();
    let mut days = view.events.split(|event| matches!(event, Event::Dawn { .. })).rev();
    let (today, yesterday) = (days.next().unwrap(), days.next().unwrap_or_default());
    let find = |pick: &dyn Fn(&Event) -> Option<Seat>| yesterday.iter().rev().find_map(pick);
    let executed = find(&|event| match event {
        Event::Executed(executed) => *executed,
        _ => None,
    });
    assert_eq!(info["executed_agent"].as_str(), executed.map(name));
    let victim = view.events.iter().rev().find_map(|event| match event {
        Event::Dawn { victim, .. } => Some(*victim),
        _ => None,
    });
    assert_eq!(info["attacked_agent"].as_str(), victim.flatten().map(name));
    for key in ["divine_result", "medium_result"] {
        let told = today.iter().find_map(|event| match event {
            Event::DivineResult(target, species) if key == "divine_result" => {
                Some((name(*target), species.to_string()))
            }
            Event::MediumResult(target, species) if key == "medium_result" => {
                Some((name(*target), species.to_string()))
            }
            _ => None,
        });
        assert_eq!(info[key]["target"].as_str(), told.as_ref().map(|(target, _)| *target));
        assert_eq!(info[key]["result"].as_str(), told.as_ref().map(|(_, result)| result.as_str()));
    }
    let votes = yesterday.iter().chain(today).rev().find_map(|event| match event {
        Event::Revealed(votes) => Some(votes.clone()),
        _ => None,
    });
    let votes = votes.unwrap_or_default();
    let mut votes: Vec<[&str; 2]> =
        votes.iter().map(|(voter, target)| [name(*voter), name(*target)]).collect();
    votes.sort_unstable();
    let shown = info["vote_list"].as_array().into_iter().flatten();
    let mut shown: Vec<[&str; 2]> =
        shown.map(|vote| ["agent", "target"].map(|key| vote[key].as_str().unwrap())).collect();
    shown.sort_unstable();
    assert_eq!(votes, shown);
    let heard = today.iter().filter_map(|event| match event {
        Event::Said(said) if said.channel == Channel::Talk => Some(said),
        _ => None,
    });
    let heard: Vec<_> = heard.collect();
    assert_eq!(heard.len(), said.len());
    for (heard, (speaker, turn, id, text)) in heard.into_iter().zip(said) {
        assert_eq!((heard.speaker.index(), u64::from(heard.turn)), (*speaker, *turn));
        assert_eq!(u64::from(heard.id), *id);
        // What a player said itself, or what ends its talk, it needs no words for.
        let is_worded = heard.speaker != view.seat && heard.sentence.is_content();
        assert_eq!(heard.text.as_deref(), is_worded.then_some(text.as_str()));
    }
}

#[test]
fn our_client_answers_the_recorded_server_legally_and_knows_what_it_shows() {
    let (mut packets, mut answers, mut outcomes) = (0, 0, Vec::new());
    for (place, own) in ["リン", "タクミ", "ミナコ", "トシオ", "ケンジ"].into_iter().enumerate()
    {
        let agent =
            ["finalist", "sample-0.6", "random", "finalist(fake=1)", "believer+listen"][place];
        let agent: AgentName = agent.parse().unwrap();
        let mut seat = NaturalSeat::new(&agent, "ours", Seed::experiment(1)).unwrap();
        let (mut is_dead, mut said, mut day) = (false, Vec::new(), 0);
        for exchange in exchanges("5p").into_iter().filter(|it| it.seat == own) {
            let info = &exchange.packet["info"];
            let mut names: Vec<String> =
                info["status_map"].as_object().unwrap().keys().cloned().collect();
            names.sort();
            let message = exchange.packet.to_string();
            let response = seat.heard(message.as_bytes());
            let response = response.unwrap_or_else(|error| panic!("{own}: {message}: {error}"));
            packets += 1;
            is_dead |= info["status_map"][own] == "DEAD";
            if info["day"] != day {
                day = info["day"].as_u64().unwrap();
                said.clear();
            }
            for talk in exchange.packet["talk_history"].as_array().into_iter().flatten() {
                let speaker = names.iter().position(|name| talk["agent"] == *name).unwrap();
                let [turn, id] = ["turn", "idx"].map(|key| talk[key].as_u64().unwrap());
                said.push((speaker, turn, id, talk["text"].as_str().unwrap().to_owned()));
            }
            let view = seat.view().unwrap();
            let request = exchange.packet["request"].as_str().unwrap();
            if !is_dead && request != "FINISH" && request != "DAILY_FINISH" {
                compare(view, info, &names, &said);
            }
            match response {
                Response::Silence => assert_eq!(exchange.answer, None, "{own}: {message}"),
                Response::Command(answer) => {
                    answers += 1;
                    let named = names.iter().position(|name| *name == answer).map(Seat::new);
                    match view.phase {
                        Phase::Talk(_) => {
                            assert!(answer.chars().filter(|it| !it.is_whitespace()).count() <= 50);
                        }
                        Phase::Attack => {
                            let humans = view.alive.without(view.wolves);
                            assert!(named.is_some_and(|it| humans.contains(it)), "{answer}");
                        }
                        _ => {
                            let others = view.alive.except(view.seat);
                            assert!(named.is_some_and(|it| others.contains(it)), "{answer}");
                        }
                    }
                    seat.instead(&exchange.answer.unwrap());
                }
                Response::Over(outcome) => {
                    assert!(is_dead || view.roles.is_some(), "{own}");
                    for (seat, role) in view.roles.iter().flat_map(BySeat::seats) {
                        assert_eq!(info["role_map"][&names[seat.index()]], role.to_string());
                    }
                    let said = view.events.iter().filter(|event| {
                        matches!(event, Event::Said(said)
                            if said.sentence == Sentence::UNREAD)
                    });
                    // The recorded words are placeholders that nobody understands.
                    assert!(said.count() >= 40, "{own}");
                    outcomes.push(outcome);
                }
            }
        }
    }
    let [won, lost] = [Outcome::Won, Outcome::Lost];
    assert_eq!((packets, answers, outcomes), (103, 63, vec![lost, lost, won, won, lost]));
}
