//! Recorded robots of JSettlers against the small server of the tests: what it tells them is what the recorded
//! server told.
//!
//! One robot of a game is recorded, or two. What the others asked for follows from what the server told of it, and
//! what fell does too; what nobody was shown is chosen so that it fits all that was told.

use std::collections::{BTreeMap, VecDeque};

use kakehiki_catan::{Card, Catan, Chance, Resource, Stage, State};
use kakehiki_core::Seat;

use crate::{
    jsettlers_board::{deal, resource},
    jsettlers_course::Course,
    jsettlers_hidden::{Message, bought, hidden},
    jsettlers_host::{Robots, Said, rules},
    jsettlers_story::{WATCHER, Witness, names, requests, story, witness},
    jsettlers_table::Host,
    jsettlers_traffic::Traffic,
};

/// A recorded game as its robots and its luck.
struct Script {
    first: usize,
    /// What is asked for, by whom.
    requests: VecDeque<(usize, Said)>,
    deal: VecDeque<Chance>,
    dice: VecDeque<u8>,
    cards: VecDeque<Option<Card>>,
    stolen: VecDeque<Resource>,
    /// Whether the server tells all hands at the end of each turn.
    tells_hands: bool,
    /// Who sits where, and whether it is a robot.
    names: BTreeMap<usize, (String, bool)>,
    told: BTreeMap<usize, Vec<String>>,
}

impl Script {
    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % 4
    }
}

impl Robots for Script {
    fn send(&mut self, seat: Seat, text: &str) {
        self.told.entry(self.chair(seat)).or_default().push(text.to_owned());
    }

    fn hear(&mut self, seat: Seat) -> String {
        let chair = self.chair(seat);
        let at = self.requests.iter().position(|(one, _)| *one == chair).expect("a request");
        match self.requests.remove(at) {
            Some((_, Said::Text(text))) => text,
            other => panic!("{other:?}"),
        }
    }

    fn next(&mut self, _awaited: Seat) -> Option<(Option<Seat>, Said)> {
        let (chair, said) = self.requests.pop_front()?;
        let seat = (chair != WATCHER).then(|| Seat::new((chair + 4 - self.first) % 4));
        Some((seat, said))
    }

    fn name(&self, chair: usize) -> String {
        self.names[&chair].0.clone()
    }

    fn is_person(&self, chair: usize) -> bool {
        !self.names[&chair].1
    }

    fn watcher(&self) -> String {
        "watcher".to_owned()
    }

    fn luck(&mut self, state: &State) -> Option<Chance> {
        if let Some(dealt) = self.deal.pop_front() {
            return Some(dealt);
        }
        match state.stage() {
            Stage::Dice => self.dice.pop_front().map(Chance::Dice),
            Stage::Draw => self.cards.pop_front().expect("a card").map(Chance::Card),
            Stage::Theft(_) => Some(Chance::Stolen(self.stolen.pop_front().expect("a theft"))),
            other => panic!("{other:?}"),
        }
    }

    fn last_theft(&mut self) -> Option<Resource> {
        self.stolen.pop_front()
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn tells_hands(&self) -> bool {
        self.tells_hands
    }
}

/// A message as it is compared. What is not: the time, the order of a set, which of the five cards of a point it is, and
/// a time after which nobody is waited for.
fn compared(text: &str) -> String {
    let (kind, rest) = text.split_once('|').unwrap_or((text, ""));
    let mut fields: Vec<&str> = rest.split([',', '|']).collect();
    match kind {
        "1061" if fields[1] == "t2" => fields.truncate(2),
        "1057" => fields[2..].sort_by_key(|code| code.parse::<i32>().unwrap()),
        "1046" => {
            for code in &mut fields[3..] {
                if ["5", "6", "7", "8"].contains(code) {
                    *code = "4";
                }
            }
        }
        _ => {}
    }
    let separators: String = rest.chars().filter(|letter| ",|".contains(*letter)).take(1).collect();
    format!("{kind}|{}", fields.join(if separators.is_empty() { "," } else { &separators }))
}
/// Plays a game over for those of these recordings who took part in it; says how many messages each was told.
fn replay(run: &str, files: &[&str], game: &str) -> Vec<usize> {
    let mut witnesses: Vec<Witness> =
        files.iter().filter_map(|file| witness(run, file, game)).collect();
    let story = story(&witnesses);
    let recorded: Vec<(usize, Vec<Message>)> =
        witnesses.iter().map(|it| (it.chair, it.told.clone())).collect();
    let board = recorded[0].1.iter().rfind(|it| it.kind == "1014").unwrap();
    let hidden = hidden(&story.all, board);
    let stolen = story.all.iter().enumerate().filter(|(_, it)| it.kind == "1102");
    let stolen = stolen.filter_map(|(place, it)| match it.number(3) {
        6 => resource(hidden.stolen[&place]),
        code => resource(code),
    });
    let dice = story.all.iter().filter(|it| it.kind == "1028");
    let mut script = Script {
        first: story.all.iter().find(|it| it.kind == "1026").unwrap().chair(0),
        deal: deal(board),
        dice: dice.map(|it| it.number(0) as u8).collect(),
        cards: bought(&story.all),
        stolen: stolen.collect(),
        tells_hands: story.all.iter().any(|it| it.kind == "1103"),
        requests: requests(game, &story, &hidden, &mut witnesses),
        names: names(&witnesses[0]),
        told: BTreeMap::new(),
    };
    let options = recorded[0].1[0].fields[1..].join(",");
    let catan = Catan::new(&rules(4, &[("offers", "100")]));
    let first = script.first;
    let mut traffic = Traffic::default();
    let mut host =
        Host::new(&mut script, &mut traffic, (game.to_owned(), first), Course::recorded(catan));
    host.begin(4, &options);
    assert_eq!(host.play().is_some(), story.all.last().is_some_and(Message::is_result), "{game}");
    assert!(script.requests.is_empty(), "{:?}", script.requests);
    let compared = recorded.iter().map(|(chair, recorded)| {
        let texts: Vec<String> = recorded.iter().map(|it| it.text.clone()).collect();
        compare(&texts, &script.told[chair], &format!("{game}, chair {chair}"))
    });
    compared.collect()
}

#[test]
fn recorded_robots_are_told_what_the_recorded_server_told() {
    let checked = ["checked-robot91", "checked-robot92"];
    let numbers = [9, 8, 7, 6, 4, 3].map(|number| ("games", &checked[..], number));
    // Nobody was told the hands of others in the rest, so that what was hidden is chosen for whole games.
    let plain = [14, 13, 11, 10, 9, 8].map(|number| ("games", &["plain-ext1"][..], number));
    let games = numbers.into_iter().chain(plain).chain([("drop", &["robot91-cut"][..], 4)]);
    let mut robots = 0;
    for (run, files, number) in games {
        let messages = replay(run, files, &format!("~botsOnly~{number}"));
        assert!(messages.iter().all(|count| *count > 700), "{run}, {number}: {messages:?}");
        robots += messages.len();
    }
    assert_eq!(robots, 17);
}

#[test]
fn recorded_robots_that_were_cut_off_are_told_what_the_recorded_server_told_until_then() {
    // Its connection was cut in its own turn, which is told the other; then the game hung.
    assert_eq!(replay("drop", &["robot91-cut", "robot92-witness"], "~botsOnly~3"), [434, 429]);
    // The run ended in the middle of the game.
    assert_eq!(replay("games", &["checked-robot92"], "~botsOnly~2"), [1360]);
}

/// Compares all that a robot was told, and says how much that was. What is not compared is what is told while robots come, which goes by who is the
/// first: who is there, where each sits, its empty hand and its face, and a greeting.
fn compare(recorded: &[String], ours: &[String], place: &str) -> usize {
    let [recorded, ours] = [recorded, ours].map(|texts| {
        let is = |kinds: &'static [&str]| {
            move |text: &&String| kinds.iter().any(|kind| text.starts_with(kind))
        };
        let comes = texts.iter().position(|text| is(&["1017|"])(&text)).unwrap();
        let board = texts.iter().rposition(|text| is(&["1014|"])(&text)).unwrap();
        let joins = texts[..comes].iter().filter(|text| !is(&["1069|", "1012|"])(text));
        joins.chain(&texts[board..]).map(|text| compared(text)).collect::<Vec<_>>()
    });
    for (number, (one, other)) in recorded.iter().zip(&ours).enumerate() {
        let around = &recorded[number.saturating_sub(5)..number];
        assert_eq!(one, other, "{place}, message {number}, behind {around:#?}");
    }
    assert_eq!(recorded.len(), ours.len(), "{place}");
    recorded.len()
}

#[test]
fn a_game_is_deleted_when_its_only_person_is_cut_off() {
    assert_eq!(replay("probes", &["b08-g2-3p-robot"], "wiregame2"), [123]);
}

#[test]
fn the_turn_of_a_robot_that_is_silent_is_ended() {
    assert_eq!(replay("probes", &["c06-mg2-silent-robot"], "mg2"), [114]);
}

#[test]
fn clients_that_were_wrong_are_refused_as_the_recorded_server_refused_them() {
    assert_eq!(replay("probes", &["a25-game-3p-robot"], "wiregame"), [679]);
}
