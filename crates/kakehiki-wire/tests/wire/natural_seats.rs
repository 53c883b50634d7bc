//! A table for natural language with seats of ours at it, and no sockets between them: all they know and do is
//! what they know and do at a table inside.

use std::sync::Arc;

use kakehiki_core::{AgentName, Event, Occupant, Seed, Settings, Tongue};
use kakehiki_games::{AnyGame, AnyOngoing, Numbers, Open, Waiting};
use kakehiki_werewolf::{self as werewolf, MAX_PLAYERS, Names, View, WEREWOLF, Werewolf};
use kakehiki_wire::{NaturalNext, NaturalSeat, NaturalSetting, NaturalTable, Response};

/// What was done in a game, by what it means and not by its words.
pub fn acts(events: &[Event]) -> Vec<String> {
    let event = |event: &Event| match event {
        Event::Action { seat, play } | Event::Fallback { seat, play, .. } => {
            let meaning = play.strip_prefix("tell:").and_then(|told| told.split_once(" | "));
            let said = meaning.map(|(meaning, _)| format!("{seat} say:{meaning}"));
            Some(said.unwrap_or_else(|| format!("{seat} {play}")))
        }
        Event::Chance { fell, .. } => Some(format!("chance {fell}")),
        _ => None,
    };
    events.iter().filter_map(event).collect()
}

/// Where two games part, with what happened before.
pub fn parting(with: &[String], without: &[String]) -> String {
    let at = with.iter().zip(without).position(|(with, without)| with != without);
    let at = at.unwrap_or(with.len().min(without.len()));
    let before = &with[at.saturating_sub(30)..at];
    let [with, without] = [with, without].map(|acts| acts.get(at));
    format!("{before:#?}\nwith messages {with:?}, without {without:?}")
}

/// A game, and what each player knew when it was asked for something.
#[derive(PartialEq)]
struct Played {
    acts: Vec<String>,
    views: Vec<View>,
}

/// A view without the words in which something was said, which there are none of inside.
fn wordless(mut view: View) -> View {
    for event in Arc::make_mut(&mut view.events) {
        if let werewolf::Event::Said(said) = event {
            said.text = None;
        }
    }
    view
}

/// The names of the players of a game, which are others in every game.
fn names(players: usize, game: u64) -> Names {
    let all = Names::common(Tongue::Japanese, MAX_PLAYERS, 0);
    let mut all: Vec<&str> = all.iter().map(|(_, name)| name).collect();
    let mut next = |place: u64| all.swap_remove((7919 * game + 31 * place) as usize % all.len());
    let mut drawn: Vec<String> = (0..players as u64).map(|place| next(place).to_owned()).collect();
    drawn.sort();
    Names::new(drawn).unwrap()
}

/// The order in which agents sit in a game: all that there are, in one game after the other.
fn order(players: usize, game: u64) -> Vec<usize> {
    let (mut left, mut rest): (Vec<usize>, u64) = ((0..players).collect(), game);
    let mut next = |choices: u64| {
        let next = left.remove((rest % choices) as usize);
        rest /= choices;
        next
    };
    (1..=players as u64).rev().map(&mut next).collect()
}

/// Plays a game by messages, with these in this order in the seats.
fn by_messages(
    table: &Open<Werewolf>,
    seats: &mut [NaturalSeat],
    order: &[usize],
    numbers: Numbers,
) -> Played {
    let setting = NaturalSetting {
        names: names(order.len(), numbers.r#match),
        profiles: Vec::new(),
        game_id: "01".repeat(13),
        tongue: Tongue::Japanese,
        action: 1000,
        response: 1000,
        duration: None,
    };
    let programs = vec!["external".to_owned(); order.len()];
    let occupants = programs.iter().cloned().map(Occupant::Program).collect();
    let mut game = NaturalTable::new(table, occupants, programs, numbers, setting).unwrap();
    let mut views = Vec::new();
    loop {
        match game.next(&mut |_| None) {
            NaturalNext::Over => return Played { acts: acts(game.game().events()), views },
            NaturalNext::Listen => panic!("there is no group chat"),
            NaturalNext::Tell(seat, text) => {
                seats[order[seat.index()]].heard(text.as_bytes()).unwrap();
            }
            NaturalNext::Ask(seat, text) => {
                let asked = &mut seats[order[seat.index()]];
                let Response::Command(answer) = asked.heard(text.as_bytes()).unwrap() else {
                    panic!("nothing is answered to {text}")
                };
                views.push(wordless(asked.view().unwrap().clone()));
                game.answer(seat, Ok(answer.as_bytes()));
            }
        }
    }
}

/// Plays a game of agents inside.
fn inside(table: &Open<Werewolf>, agents: &[&str], numbers: Numbers) -> Played {
    let occupants = agents.iter().map(|agent| Occupant::Agent((*agent).to_owned())).collect();
    let mut game = table.sit(occupants, numbers).unwrap();
    let mut views = Vec::new();
    loop {
        if let Waiting::Agent(seat) = game.waiting() {
            views.push(wordless(game.game().view(seat)));
        }
        if !game.advance() {
            return Played { acts: acts(game.events()), views };
        }
    }
}

/// Whoever sits where, every player knows and does the same.
fn same_games(agents: &[&str], games: u64) {
    let rules = Settings::new("werewolf", WEREWOLF.options, [("rules", "aiwolf-nlp")]).unwrap();
    let table = Open::new(&WEREWOLF, &WEREWOLF.seat(&rules, agents.len()));
    let seat = |agent: &&str| {
        let agent: AgentName = agent.parse().unwrap();
        NaturalSeat::new(&agent, "ours", Seed::experiment(1)).unwrap()
    };
    let mut seats: Vec<NaturalSeat> = agents.iter().map(seat).collect();
    for game in 0..games {
        let numbers = Numbers { seed: 1, r#match: game, game_index: 0 };
        let order = order(agents.len(), game);
        let seated: Vec<&str> = order.iter().map(|place| agents[*place]).collect();
        let with = by_messages(&table, &mut seats, &order, numbers);
        let without = inside(&table, &seated, numbers);
        if with != without {
            let mut views = with.views.iter().zip(&without.views);
            let known = views.find(|(with, without)| with != without);
            let parting = parting(&with.acts, &without.acts);
            panic!("game {game} of {seated:?}: {parting}\nknown with and without: {known:#?}");
        }
    }
}

const BELIEVER: &str = "believer(worlds=20)+listen";

#[test]
fn players_of_several_kinds_know_and_do_by_messages_what_they_do_inside() {
    same_games(&["finalist", BELIEVER, "random", "finalist(fake=0.5)", "random"], 150);
}

#[test]
fn werewolves_that_whisper_hear_all_of_it_in_time() {
    let nine = [
        BELIEVER, "random", "finalist", BELIEVER, "random", BELIEVER, "finalist", "random",
        "random",
    ];
    // In the 64th game tied werewolves attack somebody who is guarded, and no message tells whom.
    same_games(&nine, 60);
}

/// Where nobody says much on the first day, finalists reckon at night with how early it still was; a ballot that
/// they cannot see may have been tied or not.
#[test]
fn who_cannot_see_a_tie_infers_the_same_without_one() {
    let quiet = "believer(worlds=1, talk=off)";
    same_games(&["finalist", "finalist", "random", quiet, quiet], 600);
}
