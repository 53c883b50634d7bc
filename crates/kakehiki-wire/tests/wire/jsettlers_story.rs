//! What recorded connections tell of a game together: what everybody was told, and who asked for what.

use std::collections::{BTreeMap, VecDeque};

use crate::{
    jsettlers_hidden::{Hidden, Message},
    recording::{Seen, connection},
};

/// What one connection told of a game and asked for in it.
pub struct Witness {
    pub chair: usize,
    pub told: Vec<Message>,
    asked: VecDeque<Message>,
}

/// The witness in one of the recordings, if it played in the game.
pub fn witness(run: &str, file: &str, game: &str) -> Option<Witness> {
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
        // Who joins or leaves is named before the game.
        let place = if ["1011", "1013"].contains(&kind) { fields.len() - 1 } else { 0 };
        if fields[place] != game {
            continue;
        }
        fields.remove(place);
        let message = Message { kind: kind.to_owned(), fields, text };
        if is_told { told.push(message) } else { asked.push_back(message) }
    }
    let begins = told.iter().position(|it| it.kind == "1023")?;
    let ends = told.iter().rposition(Message::is_result).map_or(told.len(), |place| place + 1);
    let told: Vec<Message> = told.drain(begins..ends).collect();
    Some(Witness { chair: told[0].chair(0), told, asked })
}

/// What everybody was told, each message as the one who was told most of it has it, and what was told to one alone
/// behind it.
pub struct Story {
    pub all: Vec<Message>,
    alone: Vec<(usize, usize, Message)>,
}

pub fn story(witnesses: &[Witness]) -> Story {
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
    // A connection that was cut, or all at the end of the run, tell of the beginning only.
    public.sort_by_key(|all| std::cmp::Reverse(all.len()));
    let knows_less = |message: &Message| match message.kind.as_str() {
        "1046" => message.fields[2] == "0",
        "1102" => message.fields[3] == "6",
        "1033" => message.fields[6] != "0",
        _ => false,
    };
    let mut public = public.into_iter();
    let mut all = public.next().unwrap();
    for others in public {
        let is_whole = others.last().is_some_and(Message::is_result);
        assert!(!is_whole || all.len() == others.len());
        for (one, other) in all.iter_mut().zip(others) {
            assert_eq!(one.kind, other.kind, "{one:?} and {other:?}");
            if knows_less(one) {
                *one = other;
            }
        }
    }
    Story { all, alone }
}

/// Who sat where.
pub fn names(witness: &Witness) -> BTreeMap<usize, String> {
    let seated = witness.told.iter().filter(|it| it.kind == "1012");
    seated.map(|it| (it.chair(1), it.fields[0].clone())).collect()
}

/// Who asked for what, in the order in which the server took it: as its witness sent it, or as it must have been.
struct Asking<'a> {
    game: &'a str,
    witnesses: &'a mut [Witness],
    requests: VecDeque<(usize, String)>,
}

impl Asking<'_> {
    fn ask(&mut self, chair: usize, kind: &str, fields: &str) {
        let Some(witness) = self.witnesses.iter_mut().find(|it| it.chair == chair) else {
            self.requests.push_back((chair, format!("{kind}|{}{fields}", self.game)));
            return;
        };
        let next = witness.asked.pop_front().unwrap_or_else(|| panic!("{kind} of {chair}"));
        assert_eq!(next.kind, kind, "of {chair}: {next:?}");
        self.requests.push_back((chair, next.text));
    }

    /// A connection is cut, which is a good-bye for a server.
    fn cut(&mut self, chair: usize, name: &str) {
        self.requests.push_back((chair, format!("1011|{name},-,{}", self.game)));
    }
}

/// All that was asked for, and by whom.
pub fn requests(
    game: &str,
    story: &Story,
    hidden: &Hidden,
    witnesses: &mut [Witness],
) -> VecDeque<(usize, String)> {
    for Witness { chair, asked, .. } in &mut *witnesses {
        // A face that was chosen while others were still coming is not compared.
        let is_early = !story.all.iter().any(|it| it.kind == "1058" && it.chair(0) == *chair);
        asked.retain(|it| it.kind != "1058" || !is_early);
    }
    let names = names(&witnesses[0]);
    let mut asking = Asking { game, witnesses, requests: VecDeque::new() };
    for chair in 0..4 {
        asking.ask(chair, "1013", "");
        asking.ask(chair, "1012", &format!(",\t,{chair},true"));
    }
    let (mut current, mut state) = (0, 0);
    let late = story.alone.iter().filter(|(.., message)| message.kind == "1037");
    let mut late: Vec<_> = late.collect();
    for (place, message) in story.all.iter().enumerate() {
        for (_, chair, _) in late.extract_if(.., |(at, ..)| *at <= place) {
            asking.ask(*chair, "1039", "");
        }
        let fields = format!(",{}", message.fields.join(","));
        let number = |at: usize| message.number(at);
        let next = story.all.get(place + 1);
        match message.kind.as_str() {
            "1011" => {
                let gone = names.iter().find(|(_, name)| **name == message.fields[0]).unwrap();
                asking.cut(*gone.0, gone.1);
            }
            "1026" => (current, state) = (message.chair(0), number(1)),
            "1025" => {
                state = number(0);
                if let 30..=32 = state {
                    asking.ask(current, "1043", &format!(",{}", state - 30));
                }
            }
            "1009" | "1034" | "1041" | "1058" => {
                asking.ask(message.chair(0), &message.kind, &fields);
            }
            "1028" => asking.ask(current, "1031", ""),
            "1038" if number(0) >= 0 => asking.ask(message.chair(0), "1038", &fields),
            // Behind a trade it is no end of a turn.
            "1038" if next.is_some_and(|it| ["1103", "1026"].contains(&it.kind.as_str())) => {
                asking.ask(current, "1032", "");
            }
            "1033" => {
                let chair: usize = message.fields[0][1..].parse().unwrap();
                let cards = hidden.discarded.get(&place).copied().unwrap_or(message.cards(1));
                let cards = cards.map(|count| count.to_string()).join(",");
                asking.ask(chair, "1033", &format!(",{cards},0"));
            }
            "1102" if state == 51 => {
                asking.ask(message.chair(0), "1035", &format!(",{}", message.fields[1]));
            }
            "1037" => asking.ask(message.chair(0), "1037", &fields),
            "1039" => asking.ask(message.chair(0), "1039", &fields),
            "1040" => asking.ask(message.chair(10), "1040", &fields),
            "1046" if number(1) == 0 => asking.ask(message.chair(0), "1045", ""),
            "1046" if number(1) == 1 => {
                asking.ask(message.chair(0), "1049", &format!(",{}", message.fields[2]));
            }
            "1052" => asking.ask(message.chair(5), "1052", &fields),
            "1024" if message.fields.get(4).is_some_and(|it| it == "Y") && state == 53 => {
                // One request, whoever it takes cards from.
                state = 0;
                asking.ask(current, "1053", &format!(",{}", message.fields[2]));
            }
            "1090" if number(1) == 3 && state == 53 => {
                asking.ask(current, "1053", &format!(",{}", message.fields[3]));
            }
            _ => {}
        }
    }
    // All that was asked for is fed.
    assert!(
        asking.witnesses.iter().all(|it| it.asked.is_empty()),
        "{:?}",
        asking.witnesses[0].asked
    );
    asking.requests
}
