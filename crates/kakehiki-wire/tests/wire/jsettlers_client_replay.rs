//! Recorded robots of JSettlers against the small server of the tests: what it tells them is what the recorded
//! server told.
//!
//! One robot of a game is recorded, or two. What the others asked for follows from what the server told of it, and
//! what fell does too; what nobody was shown is chosen so that it fits all that was told.

use std::collections::{BTreeMap, VecDeque};

use kakehiki_catan::{Card, Catan, Chance, Edge, HARBOURS, Harbour, Hex, Resource, Terrain};
use kakehiki_core::{OngoingGame, Seat, Seed, Verdict};

use crate::{
    jsettlers_book::{GRID, LAND, ORDER, SIDES, edge_code},
    jsettlers_hidden::{Hidden, Message, bought, hidden},
    jsettlers_host::{Robots, rules},
    jsettlers_table::Host,
    jsettlers_traffic::Traffic,
    recording::{Seen, connection},
};

/// What one connection told of a game and asked for in it.
struct Witness {
    chair: usize,
    told: Vec<Message>,
    asked: VecDeque<Message>,
}

/// The witness in one of the recordings, if it played in the game.
fn witness(run: &str, file: &str, game: &str) -> Option<Witness> {
    let (mut told, mut asked) = (Vec::new(), VecDeque::new());
    for unit in connection("jsettlers", run, file) {
        let (bytes, is_told) = match unit.seen() {
            Seen::Server(bytes) => (bytes, true),
            Seen::Client(bytes) => (bytes, false),
            _ => continue,
        };
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let (kind, rest) = text.split_once('|').unwrap_or((&text, ""));
        let mut fields: Vec<String> = rest.split([',', '|', '\u{1}']).map(str::to_owned).collect();
        // Who joins is named before the game.
        let place = if kind == "1013" { fields.len() - 1 } else { 0 };
        if fields[place] != game {
            continue;
        }
        fields.remove(place);
        let message = Message { kind: kind.to_owned(), fields, text };
        if is_told { told.push(message) } else { asked.push_back(message) }
    }
    let begins = told.iter().position(|it| it.kind == "1023")?;
    let ends = told.iter().rposition(|it| it.kind == "1061").unwrap();
    let told: Vec<Message> = told.drain(begins..=ends).collect();
    Some(Witness { chair: told[0].chair(0), told, asked })
}

/// A recorded game as its robots and its luck.
struct Script {
    first: usize,
    /// What is asked for, by whom.
    requests: VecDeque<(usize, String)>,
    deal: VecDeque<Chance>,
    dice: VecDeque<u8>,
    cards: VecDeque<Option<Card>>,
    stolen: VecDeque<Resource>,
    /// Whether the server tells all hands at the end of each turn.
    tells_hands: bool,
    told: BTreeMap<usize, Vec<String>>,
}

impl Script {
    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % 4
    }

    fn take(&mut self, is_it: impl Fn(usize) -> bool) -> (usize, String) {
        let at = self.requests.iter().position(|(chair, _)| is_it(*chair));
        self.requests.remove(at.expect("a request")).unwrap()
    }
}

impl Robots for Script {
    fn send(&mut self, seat: Seat, text: &str) {
        self.told.entry(self.chair(seat)).or_default().push(text.to_owned());
    }

    fn hear(&mut self, seat: Seat) -> String {
        let chair = self.chair(seat);
        self.take(|it| it == chair).1
    }

    fn next(&mut self, _awaited: Seat) -> (Seat, String) {
        let (chair, text) = self.take(|_| true);
        (Seat::new((chair + 4 - self.first) % 4), text)
    }

    fn first(&mut self, those: &[Seat]) -> Seat {
        let chairs: Vec<usize> = those.iter().map(|seat| self.chair(*seat)).collect();
        let found =
            self.requests.iter().find_map(|(it, _)| chairs.iter().position(|one| one == it));
        those[found.expect("a discard")]
    }

    fn luck(&mut self, game: &OngoingGame<Catan>) -> Option<Chance> {
        if let Some(dealt) = self.deal.pop_front() {
            return Some(dealt);
        }
        match game.chances()[0].0 {
            Chance::Dice(_) => self.dice.pop_front().map(Chance::Dice),
            Chance::Card(_) => self.cards.pop_front().expect("a card").map(Chance::Card),
            Chance::Stolen(_) => Some(Chance::Stolen(self.stolen.pop_front().expect("a theft"))),
            other => panic!("{other}"),
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

fn resource(code: i32) -> Option<Resource> {
    ORDER.get(usize::try_from(code).ok()?.checked_sub(1)?).copied()
}

/// How chance dealt the board.
fn deal(layout: &Message) -> VecDeque<Chance> {
    let value = |hex: i32| layout.number(GRID.iter().position(|it| *it == hex).unwrap());
    let number = |hex: i32| layout.number(37 + GRID.iter().position(|it| *it == hex).unwrap());
    let totals = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
    let terrain = LAND.map(|hex| resource(value(hex)).map_or(Terrain::Desert, Terrain::Land));
    let tokens = Hex::all().zip(LAND).filter_map(|(hex, code)| {
        let total = totals.get(usize::try_from(number(code)).ok()?)?;
        Some(Chance::Token(hex, *total))
    });
    let steps = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];
    let harbours = (0..HARBOURS).map(|place| {
        let edge = edge_code(Edge::of_harbour(place).unwrap());
        let value = GRID.iter().find_map(|sea| {
            let is_there = |facing: &usize| {
                let land = sea + steps[*facing];
                LAND.contains(&land) && land + SIDES[(facing + 3) % 6] == edge
            };
            (!LAND.contains(sea)).then(|| (0..6).find(is_there))?.map(|_| value(*sea))
        });
        let value = value.unwrap();
        Chance::Harbour(if value <= 12 {
            Harbour::Three
        } else {
            Harbour::Two(resource(value & 15).unwrap())
        })
    });
    terrain.into_iter().map(Chance::Terrain).chain(tokens).chain(harbours).collect()
}

/// What everybody was told, each message as the one who was told most of it has it, and what was told to one alone
/// behind it.
struct Story {
    all: Vec<Message>,
    alone: Vec<(usize, usize, Message)>,
}

fn story(witnesses: &[Witness]) -> Story {
    let mut alone = Vec::new();
    let mut public: Vec<Vec<Message>> = Vec::new();
    for witness in witnesses {
        let begins = witness.told.iter().position(|it| it.kind == "1018").unwrap();
        let mut all = Vec::new();
        for message in &witness.told[begins..] {
            if message.is_for_all() {
                all.push(message.clone());
            } else {
                alone.push((all.len(), witness.chair, message.clone()));
            }
        }
        public.push(all);
    }
    let knows_less = |message: &Message| match message.kind.as_str() {
        "1046" => message.fields[2] == "0",
        "1102" => message.fields[3] == "6",
        "1033" => message.fields[6] != "0",
        _ => false,
    };
    let mut public = public.into_iter();
    let mut all = public.next().unwrap();
    for others in public {
        assert_eq!(all.len(), others.len());
        for (one, other) in all.iter_mut().zip(others) {
            assert_eq!(one.kind, other.kind, "{one:?} and {other:?}");
            if knows_less(one) {
                *one = other;
            }
        }
    }
    Story { all, alone }
}

/// Who asked for what, in the order in which the server took it: as its witness sent it, or as it must have been.
fn requests(
    game: &str,
    story: &Story,
    hidden: &Hidden,
    witnesses: &mut [Witness],
) -> VecDeque<(usize, String)> {
    let mut requests = VecDeque::new();
    for Witness { chair, asked, .. } in &mut *witnesses {
        // A face that was chosen while others were still coming is not compared.
        let is_early = !story.all.iter().any(|it| it.kind == "1058" && it.chair(0) == *chair);
        asked.retain(|it| it.kind != "1058" || !is_early);
    }
    let mut ask = |chair: usize, kind: &str, fields: &str| {
        let Some(witness) = witnesses.iter_mut().find(|it| it.chair == chair) else {
            requests.push_back((chair, format!("{kind}|{game}{fields}")));
            return;
        };
        let next = witness.asked.pop_front().unwrap_or_else(|| panic!("{kind} of {chair}"));
        assert_eq!(next.kind, kind, "of {chair}: {next:?}");
        requests.push_back((chair, next.text));
    };
    for chair in 0..4 {
        ask(chair, "1013", "");
        ask(chair, "1012", &format!(",\t,{chair},true"));
    }
    let (mut current, mut state) = (0, 0);
    let late = story.alone.iter().filter(|(.., message)| message.kind == "1037");
    let mut late: Vec<_> = late.collect();
    for (place, message) in story.all.iter().enumerate() {
        for (_, chair, _) in late.extract_if(.., |(at, ..)| *at <= place) {
            ask(*chair, "1039", "");
        }
        let fields = format!(",{}", message.fields.join(","));
        let number = |at: usize| message.number(at);
        match message.kind.as_str() {
            "1026" => (current, state) = (message.chair(0), number(1)),
            "1025" => {
                state = number(0);
                if let 30..=32 = state {
                    ask(current, "1043", &format!(",{}", state - 30));
                }
            }
            "1009" | "1034" | "1041" | "1058" => ask(message.chair(0), &message.kind, &fields),
            "1028" => ask(current, "1031", ""),
            "1038" if number(0) >= 0 => ask(message.chair(0), "1038", &fields),
            // Behind a trade it is no end of a turn.
            "1038" if ["1103", "1026"].contains(&story.all[place + 1].kind.as_str()) => {
                ask(current, "1032", "");
            }
            "1033" => {
                let chair: usize = message.fields[0][1..].parse().unwrap();
                let cards = hidden.discarded.get(&place).copied().unwrap_or(message.cards(1));
                let cards = cards.map(|count| count.to_string()).join(",");
                ask(chair, "1033", &format!(",{cards},0"));
            }
            "1102" if state == 51 => {
                ask(message.chair(0), "1035", &format!(",{}", message.fields[1]));
            }
            "1037" => ask(message.chair(0), "1037", &fields),
            "1039" => ask(message.chair(0), "1039", &fields),
            "1040" => ask(message.chair(10), "1040", &fields),
            "1046" if number(1) == 0 => ask(message.chair(0), "1045", ""),
            "1046" if number(1) == 1 => {
                ask(message.chair(0), "1049", &format!(",{}", message.fields[2]));
            }
            "1052" => ask(message.chair(5), "1052", &fields),
            "1024" if message.fields.get(4).is_some_and(|it| it == "Y") && state == 53 => {
                // One request, whoever it takes cards from.
                state = 0;
                ask(current, "1053", &format!(",{}", message.fields[2]));
            }
            "1090" if number(1) == 3 && state == 53 => {
                ask(current, "1053", &format!(",{}", message.fields[3]));
            }
            _ => {}
        }
    }
    // All that was asked for is fed.
    assert!(witnesses.iter().all(|it| it.asked.is_empty()), "{:?}", witnesses[0].asked);
    requests
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

/// Plays a game over for those of these recordings who took part in it; says how many did.
fn replay(run: &str, files: &[&str], game: &str) -> usize {
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
        told: BTreeMap::new(),
    };
    let catan = Catan::new(&rules(4, &[("offers", "100")]));
    let ongoing = OngoingGame::new(catan, Seed::experiment(1));
    let first = script.first;
    let mut traffic = Traffic::default();
    let mut host = Host::new(&mut script, &mut traffic, (game.to_owned(), first), ongoing);
    host.begin(4, "BC=t4,N7=f7,RD=f,PL=4,UBL=t7");
    let record = host.play();
    assert!(matches!(record.verdict, Verdict::Ended(_)), "{record:?}");
    assert!(script.requests.is_empty(), "{:?}", script.requests);
    for (chair, recorded) in &recorded {
        let texts: Vec<String> = recorded.iter().map(|it| it.text.clone()).collect();
        compare(&texts, &script.told[chair], &format!("{game}, chair {chair}"));
    }
    recorded.len()
}

#[test]
fn recorded_robots_are_told_what_the_recorded_server_told() {
    let checked = ["checked-robot91", "checked-robot92"];
    for (number, robots) in [(9, 2), (8, 2), (7, 1), (6, 2), (4, 2), (3, 1)] {
        let game = format!("~botsOnly~{number}");
        assert_eq!(replay("games", &checked, &game), robots, "{game}");
    }
    // Nobody was told the hands of others here, so that what was hidden is chosen for whole games.
    for number in [14, 13, 11, 10, 9, 8] {
        assert_eq!(replay("games", &["plain-ext1"], &format!("~botsOnly~{number}")), 1);
    }
    assert_eq!(replay("drop", &["robot91-cut"], "~botsOnly~4"), 1);
}

/// Compares all that a robot was told. What is not compared is what is told while robots come, which goes by who is the
/// first: who is there, where each sits, its empty hand and its face, and a greeting.
fn compare(recorded: &[String], ours: &[String], place: &str) {
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
    assert!(recorded.len() > 700, "{place}: {}", recorded.len());
}
