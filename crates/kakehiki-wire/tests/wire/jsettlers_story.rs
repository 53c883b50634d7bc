//! What recorded connections tell of a game together: what everybody was told, and who asked for what.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    jsettlers_hidden::{Hidden, Message},
    jsettlers_host::Said,
    recording::{Seen, connection},
};

/// What one connection told of a game and asked for in it.
pub struct Witness {
    pub chair: usize,
    pub own: String,
    pub told: Vec<Message>,
    asked: VecDeque<Request>,
}

/// What a client sent in a game, about it or about none that there is.
struct Request {
    is_about_it: bool,
    kind: String,
    text: String,
}

/// The place of one who watches, behind the chairs.
pub const WATCHER: usize = 4;

/// The witness in one of the recordings, if it took part in the game.
pub fn witness(run: &str, file: &str, game: &str) -> Option<Witness> {
    let mut all = Vec::new();
    for unit in connection("jsettlers", run, file) {
        let (bytes, is_told) = match unit.seen() {
            Seen::Server(bytes) => (bytes, true),
            Seen::Client(bytes) => (bytes, false),
            _ => continue,
        };
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let (kind, rest) = text.split_once('|').unwrap_or((&text, ""));
        let ends = [',', '|', '\u{1}', '\0', '\u{c0}'];
        let mut fields: Vec<String> = rest.split(ends).map(str::to_owned).collect();
        // Who joins or leaves is named before the game.
        let place = if ["1011", "1013"].contains(&kind) { fields.len() - 1 } else { 0 };
        let of = fields.remove(place);
        all.push((of, is_told, Message { kind: kind.to_owned(), fields, text }));
    }
    let joins = |(of, is_told, message): &(String, bool, Message)| {
        *is_told && of == game && ["1021", "1023"].contains(&message.kind.as_str())
    };
    // Who was cut off and comes again is not put back, and speaks of the game without being in it.
    let asks = |(of, is_told, _): &(String, bool, Message)| !is_told && of == game;
    let begins = all.iter().position(joins).or_else(|| all.iter().position(asks))?;
    let is_robot = all[begins].2.kind == "1023";
    let joined = all.iter().filter(|(.., it)| it.kind == "1021");
    let joined: BTreeSet<String> = joined.map(|(of, ..)| of.clone()).collect();
    let (mut told, mut asked) = (Vec::new(), VecDeque::new());
    for (of, is_told, message) in all.drain(begins..) {
        let is_about_it = of == game;
        // A game of robots is deleted when the next one has begun.
        let is_late = game.starts_with('~') && message.kind == "1015";
        if is_told && is_about_it && !is_late {
            told.push(message);
        } else if !is_told && (is_about_it || !joined.contains(&of)) && message.kind != "9999" {
            // What is asked about no game is fed too, but for pings, which have nothing to do with any.
            let Message { kind, text, .. } = message;
            asked.push_back(Request { is_about_it, kind, text });
        }
    }
    let own = told.iter().find(|it| it.kind == "1013").map(|it| it.fields[0].clone());
    let own = own.unwrap_or_default();
    let seated = told.iter().find(|it| it.kind == "1012" && it.fields[0] == own);
    let chair = if is_robot { told[0].chair(0) } else { seated.map_or(WATCHER, |it| it.chair(1)) };
    Some(Witness { chair, own, told, asked }.without_statistics())
}

impl Witness {
    /// Leaves out a question of what the machine of the server is doing, and what was answered.
    fn without_statistics(mut self) -> Self {
        self.asked.retain(|it| !it.text.ends_with("*STATS*"));
        if let Some(begins) = self.told.iter().position(|it| it.text.contains("> Uptime:")) {
            let is_last = |it: &Message| it.text.contains("You have been connected");
            let length = self.told[begins..].iter().position(is_last).unwrap();
            self.told.drain(begins..=begins + length);
        }
        self
    }

    /// Whether it was there from the beginning.
    pub fn is_early(&self) -> bool {
        self.told.iter().any(|it| it.kind == "1018")
    }

    /// Whether it came when the game had begun.
    pub fn is_late(&self) -> bool {
        !self.is_early() && self.told.iter().any(|it| it.kind == "1021")
    }
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
    for witness in witnesses.iter().filter(|it| it.is_early()) {
        let begins = witness.told.iter().position(|it| it.kind == "1018").unwrap();
        let mut all = Vec::new();
        let mut is_answer = false;
        for message in &witness.told[begins..] {
            // Who may not end a turn is told the state again.
            if message.is_for_all() && !(is_answer && message.kind == "1025") {
                all.push(message.clone());
            } else {
                alone.push((all.len(), witness.chair, message.clone()));
            }
            is_answer = message.text.ends_with("You can't end your turn yet.");
        }
        // That a game is deleted comes of who has gone.
        all.retain(|it| it.kind != "1015");
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
        let is_whole = others.iter().any(Message::is_result);
        assert!(!is_whole || all[others.len()..].iter().all(|it| it.kind == "1011"));
        for (one, other) in all.iter_mut().zip(others) {
            assert_eq!(one.kind, other.kind, "{one:?} and {other:?}");
            if knows_less(one) {
                *one = other;
            }
        }
    }
    for witness in witnesses.iter().filter(|it| it.is_late()) {
        let is_own = |it: &Message| it.kind == "1013" && it.fields[0] == witness.own;
        let mut place = all.iter().position(is_own).unwrap();
        let begins = witness.told.iter().position(is_own).unwrap();
        for message in &witness.told[begins..] {
            if message.is_for_all() {
                place += 1;
            } else {
                alone.push((place, witness.chair, message.clone()));
            }
        }
    }
    Story { all, alone }
}

/// Who sat where, and whether it was a robot.
pub fn names(witness: &Witness) -> BTreeMap<usize, (String, bool)> {
    let seated = witness.told.iter().filter(|it| it.kind == "1012");
    seated.map(|it| (it.chair(1), (it.fields[0].clone(), it.fields[2] == "true"))).collect()
}

/// What somebody must have asked for who was answered this alone; any of several where it may be one or the other, and
/// none where it is no answer, or stands behind one.
fn refused(message: &Message) -> &'static [&'static str] {
    let is = |words: &str| message.text.ends_with(words);
    match message.kind.as_str() {
        "1037" if message.fields[0] == "-1" => &["1040"],
        "1037" if message.fields[1] == "1" => &["1039"],
        "1037" => &["1041"],
        "1046" => &["1049"],
        "1056" => &["1012"],
        "1089" => &["1089"],
        "1091" if is("You cannot sit down here.") || is("choose another.") => &["1012"],
        "1091" if is("This game's members:") => &["1010"],
        "1091" if is("You can't roll right now.") => &["1031"],
        "1091" if is("You can't end your turn yet.") || is("It's not your turn.") => &["1032"],
        "1091" if is("You can't discard that many cards.") => &["1033"],
        "1091" if is("You can't steal from that player.") => &["1035"],
        "1091" if is("You can't pick that many resources.") => &["1052"],
        "1091" if is("to play you must take over a robot.") => &["1012"],
        "1104" => &["1009", "1034", "1035", "1043", "1044", "1045", "1049", "1053"],
        "1105" => &["1105"],
        _ => &[],
    }
}

/// Who asked for what, in the order in which the server took it: as its witness sent it, or as it must have been.
struct Asking<'a> {
    game: &'a str,
    witnesses: &'a mut [Witness],
    requests: VecDeque<(usize, Said)>,
}

impl Asking<'_> {
    fn ask(&mut self, chair: usize, kind: &str, fields: &str) {
        if (chair, kind) == (WATCHER, "1013") {
            self.requests.push_back((chair, Said::Text("1013|".to_owned())));
            return;
        }
        match self.witnesses.iter_mut().find(|it| it.chair == chair) {
            Some(witness) if kind == "1011" && !witness.asked.iter().any(|it| it.kind == kind) => {
                self.requests.push_back((chair, Said::Cut));
            }
            Some(_) => self.take(chair, &[kind]),
            None => {
                let text = format!("{kind}|{}{fields}", self.game);
                self.requests.push_back((chair, Said::Text(text)));
            }
        }
    }

    /// The time of somebody is up who has not even rolled.
    fn cut_turn(&mut self, chair: usize) {
        self.requests.push_back((chair, Said::Nothing));
    }

    /// What people do before robots are asked in, who make the game, and those who watch.
    fn open(&mut self, people: &BTreeMap<usize, (String, bool)>) {
        for (chair, _) in people.iter().filter(|(_, (_, is_robot))| !is_robot) {
            // The request to make a game is another one.
            self.requests.push_back((*chair, Said::Text("1013|".to_owned())));
            let Some(witness) = self.witnesses.iter().find(|it| it.chair == *chair) else {
                self.ask(*chair, "1012", "");
                self.ask(*chair, "1018", "");
                continue;
            };
            let told = witness.told.iter().skip_while(|it| it.kind != "1013").skip(1);
            let told = told.take_while(|it| it.kind != "1018").cloned().collect::<Vec<_>>();
            for message in told {
                match message.kind.as_str() {
                    "1010" | "1068" => self.take(*chair, &[&message.kind]),
                    "1012" if message.chair(1) == *chair => self.take(*chair, &["1012"]),
                    "1013" => self.ask(WATCHER, "1013", ""),
                    "1091" if message.text.ends_with("Fetching a robot player...") => {
                        self.take(*chair, &["1018"]);
                        break;
                    }
                    "1091" if !refused(&message).is_empty() => self.take(*chair, refused(&message)),
                    _ => {}
                }
            }
        }
    }

    /// Takes the next of these that a witness asked for, and what it was told nothing of before.
    fn take(&mut self, chair: usize, kinds: &[&str]) {
        let witness = self.witnesses.iter_mut().find(|it| it.chair == chair).unwrap();
        loop {
            let next = witness.asked.pop_front().unwrap_or_else(|| panic!("{kinds:?} of {chair}"));
            let is_it = kinds.contains(&next.kind.as_str()) && next.is_about_it;
            self.requests.push_back((chair, Said::Text(next.text)));
            if is_it {
                return;
            }
        }
    }
}

/// All that was asked for, and by whom, before robots were asked in and later.
pub struct Requests {
    pub early: VecDeque<(usize, Said)>,
    pub all: VecDeque<(usize, Said)>,
}

pub fn requests(game: &str, story: &Story, hidden: &Hidden, witnesses: &mut [Witness]) -> Requests {
    for Witness { chair, asked, .. } in &mut *witnesses {
        // A face that was chosen while others were still coming is not compared.
        let is_early = !story.all.iter().any(|it| it.kind == "1058" && it.chair(0) == *chair);
        asked.retain(|it| it.kind != "1058" || !is_early);
    }
    let names = names(&witnesses[0]);
    let mut asking = Asking { game, witnesses, requests: VecDeque::new() };
    asking.open(&names);
    let is_early = |it: &Witness| it.chair == WATCHER && it.is_early();
    if asking.requests.is_empty() && asking.witnesses.iter().any(is_early) {
        asking.ask(WATCHER, "1013", "");
    }
    let early = std::mem::take(&mut asking.requests);
    for (chair, _) in names.iter().filter(|(_, (_, is_robot))| *is_robot) {
        let chair = *chair;
        asking.ask(chair, "1013", "");
        asking.ask(chair, "1012", &format!(",\t,{chair},true"));
    }
    let (mut current, mut state) = (0, 0);
    let refused = story.alone.iter().filter(|(.., message)| !refused(message).is_empty());
    let mut refused: Vec<_> = refused.collect();
    for (place, message) in story.all.iter().enumerate() {
        for (_, chair, answer) in refused.extract_if(.., |(at, ..)| *at <= place) {
            asking.take(*chair, self::refused(answer));
        }
        let fields = format!(",{}", message.fields.join(","));
        let number = |at: usize| message.number(at);
        let next = story.all.get(place + 1);
        match message.kind.as_str() {
            "1011" | "1013" => {
                let place = names.iter().find(|(_, (name, _))| *name == message.fields[0]);
                asking.ask(place.map_or(WATCHER, |(chair, _)| *chair), &message.kind, "");
            }
            // Who does not even set up its first piece is passed over.
            "1096" if number(0) == 3 => asking.cut_turn(current),
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
                if [5, 15].contains(&state) {
                    asking.cut_turn(current);
                } else {
                    asking.ask(current, "1032", "");
                }
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
    // What was asked for when nothing more was told is fed too.
    let Asking { witnesses, requests: mut all, .. } = asking;
    for witness in witnesses {
        all.extend(witness.asked.drain(..).map(|it| (witness.chair, Said::Text(it.text))));
    }
    Requests { early, all }
}
