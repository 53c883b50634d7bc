//! Recorded servers of JSettlers against our robot: its requests are legal, and it knows what the server
//! tells.

use std::collections::BTreeMap;

use kakehiki_catan::{Card, Hand, Precision, View};
use kakehiki_core::{Seat, Seed};
use kakehiki_wire::{Joined, JsettlersSeat, Outcome, Reaction};

use crate::{
    jsettlers_book::{Book, ORDER},
    recording::{Seen, connection, files},
};

const GAME: &str = "jsettlers";

/// What was found when a recording was played over.
#[derive(Debug, Default)]
struct Found {
    /// How often what we know was compared with the book.
    compared: usize,
    /// How often the server told all hands, and how often ours were sure to hold them.
    checked: usize,
    exact: usize,
    /// The requests of ours, by their numbers.
    requests: BTreeMap<String, usize>,
    outcomes: Vec<Result<Outcome, String>>,
}

/// Plays a recorded connection over our robot.
fn replay(run: &str, file: &str, agent: &str, invitation: Option<&str>) -> Found {
    let agent = agent.parse().unwrap();
    let mut seat = JsettlersSeat::new(&agent, "mine", "SECRET", None, Seed::experiment(1)).unwrap();
    let (mut books, mut found) = (BTreeMap::<String, Book>::new(), Found::default());
    let units = connection(GAME, run, file);
    let said = units.iter().filter_map(|unit| match unit.seen() {
        Seen::Server(bytes) => Some(bytes),
        _ => None,
    });
    let said = invitation.map(|text| text.as_bytes().to_vec()).into_iter().chain(said);
    for (line, bytes) in said.enumerate() {
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let place = format!("{run}/{file}, message {line}, {text}");
        let (kind, rest) = text.split_once('|').unwrap_or((&text, ""));
        let all: Vec<&str> = rest.split([',', '|']).collect();
        let (game, fields) = (all[0], &all[1..]);
        if kind == "1023" {
            books.insert(game.to_owned(), Book::new(fields[0].parse().unwrap()));
        }
        if let Some(book) = books.get_mut(game) {
            book.hear(kind, fields);
        }
        let reactions = seat.heard(&bytes, true).unwrap_or_else(|error| panic!("{place}: {error}"));
        for reaction in reactions {
            match reaction {
                Reaction::Send(request) => {
                    let kind = request[..4].to_owned();
                    if !["1013", "1012", "9999"].contains(&kind.as_str()) {
                        books[game].check(&request).unwrap_or_else(|why| panic!("{place}: {why}"));
                    }
                    *found.requests.entry(kind).or_default() += 1;
                }
                Reaction::Over(Joined { outcome, .. }) => {
                    if kind == "1061" {
                        compare_scores(seat.last_view().unwrap(), &books[game], fields, &place);
                    }
                    found.outcomes.push(outcome);
                }
                Reaction::Declined(why) => panic!("{place}: {why}"),
            }
        }
        let Some(book) = books.get(game) else { continue };
        let Some(view) = seat.view(game) else { continue };
        let chair = |it: Seat| seat.chair(game, it).unwrap();
        if book.is_settled {
            book.compare(view, &chair, &place);
            found.compared += 1;
        }
        if kind == "1103" {
            found.checked += 1;
            found.exact += usize::from(compare_hands(view, &chair, fields, &place));
        }
    }
    found
}

/// The server tells all hands: they are among those that we think possible, as far as we count all.
fn compare_hands(view: &View, chair: &dyn Fn(Seat) -> usize, fields: &[&str], place: &str) -> bool {
    let numbers: Vec<i32> = fields[1..].iter().map(|field| field.parse().unwrap()).collect();
    let mut hands = [[0; 5]; 4];
    for player in numbers.chunks(6) {
        hands[player[0] as usize].copy_from_slice(&player[1..]);
    }
    let in_order = |hand: Hand| ORDER.map(|it| i32::from(hand.count(it)));
    let knowledge = view.knowledge().unwrap();
    let is_true = |all: &[Hand]| {
        let mut seats = Seat::all(4).zip(all);
        seats.all(|(seat, hand)| seat == view.seat() || in_order(*hand) == hands[chair(seat)])
    };
    assert_eq!(in_order(view.hand()), hands[chair(view.seat())], "{place}");
    let is_complete = knowledge.precision() != Precision::Sampled;
    if is_complete {
        assert!(knowledge.possibilities().any(|(all, _)| is_true(&all)), "{place}");
    }
    is_complete
}

/// The points that the server tells at the end are those that we see, and hidden cards.
fn compare_scores(view: &View, book: &Book, fields: &[&str], place: &str) {
    let scores: Vec<u8> = fields[..4].iter().map(|field| field.parse().unwrap()).collect();
    let mut ours: Vec<u8> = Seat::all(4).map(|seat| view.visible_points(seat)).collect();
    let own = view.seat().index();
    let seat = |chair: usize| (chair + own + 4 - book.own) % 4;
    ours[own] += view.cards().count(Card::VictoryPoint);
    let winner = (0..4).max_by_key(|chair| scores[*chair]).unwrap();
    if winner != book.own {
        ours[seat(winner)] += view.revealed().unwrap();
    }
    for (chair, score) in scores.iter().enumerate() {
        let is_known = chair == winner || chair == book.own;
        assert!(
            if is_known { ours[seat(chair)] == *score } else { ours[seat(chair)] <= *score },
            "{place}"
        );
    }
}

/// How a recording went: games, wins, comparisons with the book and with all hands.
fn summary(found: &Found) -> [usize; 4] {
    let wins = found.outcomes.iter().filter(|outcome| **outcome == Ok(Outcome::Won)).count();
    assert!(found.outcomes.iter().all(Result::is_ok), "{found:?}");
    assert_eq!(found.exact, found.checked, "what we know of hands stays complete");
    [found.outcomes.len(), wins, found.compared, found.checked]
}

/// What was asked for over all recordings: to be in and to sit, pieces, dice, the end of a turn, discards, the robber and its
/// victim, answers to offers, offers and what is taken back, exchanges, cards, and to leave. Not among them are a monopoly
/// and free roads that are given up: no recorded server came to ask our agents for these.
const REQUESTS: [&str; 18] = [
    "1009", "1011", "1012", "1013", "1031", "1032", "1033", "1034", "1035", "1037", "1038", "1039",
    "1040", "1041", "1045", "1049", "1052", "9999",
];

#[test]
fn our_robot_answers_recorded_servers_legally_and_knows_what_they_tell() {
    let mut requests = BTreeMap::<String, usize>::new();
    for (file, agent, expected) in [
        ("plain-ext1", "greedy", [6, 2, 1655, 0]),
        ("checked-robot91", "random", [4, 2, 1575, 332]),
        ("checked-robot92", "greedy+rule", [6, 0, 2815, 586]),
    ] {
        let found = replay("games", file, agent, None);
        assert_eq!(summary(&found), expected, "{file}: {found:?}");
        requests.extend(found.requests);
    }
    assert_eq!(requests.keys().collect::<Vec<_>>(), REQUESTS);
}

#[test]
fn our_best_agents_answer_a_recorded_server_legally() {
    for agent in ["isuct(playouts=20)+rule", "nakazawa-base", "greedy+bargain(playouts=5)"] {
        let found = replay("drop", "robot91-cut", agent, None);
        assert_eq!(summary(&found), [1, 1, 375, 0], "{agent}: {found:?}");
    }
}

#[test]
fn a_game_is_followed_from_the_seat_of_a_person_and_until_a_cut() {
    let person = replay("human", "g3-human", "greedy", Some("1023|wiregame3,1,PL=4,VP=t10"));
    assert_eq!(summary(&person), [1, 0, 199, 0], "{person:?}");
    let witness = replay("drop", "robot92-witness", "weighted", None);
    assert_eq!(summary(&witness), [0, 0, 111, 0], "{witness:?}");
}

/// The server does not put a robot back that was cut and comes again. The recorded one plays into the void;
/// ours has given its game up, says that it is there, and waits to be asked.
#[test]
fn a_robot_that_was_cut_comes_back_and_leaves_its_game_alone() {
    let (agent, seed) = ("greedy".parse().unwrap(), Seed::experiment(1));
    let mut seat = JsettlersSeat::new(&agent, "robot 91", "SECRET", None, seed).unwrap();
    let mut hear = |file: &str| {
        let units = connection(GAME, "drop", file);
        let greeting = seat.greeting();
        let sent = |kind: &str| {
            let sent = units.iter().find_map(|unit| match unit.seen() {
                Seen::Client(bytes) => {
                    String::from_utf8(bytes).ok().filter(|it| it.starts_with(kind))
                }
                _ => None,
            });
            sent.unwrap().split(',').take(2).collect::<Vec<_>>().join(",")
        };
        assert!(greeting[1].starts_with(&sent("1022|")), "{greeting:?}");
        let mut reactions = Vec::new();
        for unit in &units {
            if let Seen::Server(bytes) = unit.seen() {
                reactions.extend(seat.heard(&bytes, true).unwrap());
                reactions.extend(seat.beat().unwrap());
            }
        }
        (reactions, seat.games(), seat.leave("the server: it is gone"))
    };
    let (_, games, left) = hear("robot91-cut");
    assert_eq!(games, 1);
    let lost = left.iter().filter(|it| matches!(it, Reaction::Over(game) if game.outcome.is_err()));
    assert_eq!(lost.count(), 1, "{left:?}");
    let (reactions, games, left) = hear("robot91-reconnected");
    assert_eq!((games, left), (0, Vec::new()));
    assert_eq!(reactions, vec![Reaction::Send("9999|150000".to_owned()); 3]);
}

/// Robots that were silent or wrong on purpose: a game is followed as long as it goes by some rules, and left
/// where a silent robot loses its place in the order.
#[test]
fn games_with_deliberate_faults_are_followed_or_left() {
    for (file, expected) in [
        ("a25-game-3p-robot", "the server dismissed us"),
        ("b08-g2-3p-robot", "the server deleted the game"),
        ("c04-mg1-silent-robot", "a turn out of order"),
        ("c06-mg2-silent-robot", "the server deleted the game"),
    ] {
        let outcomes = overhear("probes", file);
        let [Err(problem)] = &outcomes[..] else { panic!("{file}: {outcomes:?}") };
        assert!(problem.contains(expected), "{file}: {problem}");
    }
}

/// Lets our robot hear a connection, and gives how its games came out.
fn overhear(run: &str, file: &str) -> Vec<Result<Outcome, String>> {
    let (agent, seed) = ("greedy".parse().unwrap(), Seed::experiment(1));
    let mut seat = JsettlersSeat::new(&agent, "mine", "SECRET", None, seed).unwrap();
    let mut outcomes = Vec::new();
    for unit in connection(GAME, run, file) {
        let Seen::Server(bytes) = unit.seen() else { continue };
        let Ok(reactions) = seat.heard(&bytes, true) else { break };
        for reaction in reactions {
            if let Reaction::Over(joined) = reaction {
                outcomes.push(joined.outcome);
            }
        }
    }
    outcomes
}

/// Logins, refusals and games of others, as they were recorded: there is nothing for us to do.
#[test]
fn what_does_not_concern_us_is_heard_without_a_word() {
    let mut heard = 0;
    for run in ["probes", "human"] {
        for file in files(GAME, run) {
            heard += 1;
            let is_game = ["a25", "b08", "c04", "c06"].iter().any(|it| file.starts_with(it));
            assert!(is_game || overhear(run, &file).is_empty(), "{file}");
        }
    }
    assert_eq!(heard, 43);
}
