//! The front desk of the small server of JSettlers: who is let in, who is sent away, and what is told of the games that
//! there are. Only what was recorded is known here too.

use std::collections::{BTreeMap, BTreeSet};

use crate::jsettlers_members::empty_table;

const WELCOME: &str = "1069|Welcome to Java Settlers of Catan!";

/// What can be chosen for a game, as a server has it from the beginning.
const DEFAULTS: &str = "1080|BC=t4,_SC_SANY=f,NT=f,PLB=f,UB=f,_SC_CLVI=f,PLP=f,SBL=f,UBL=t7,_VP_ALL=f,_SC_FOG=f,\
    _SC_3IP=f,N7=f7,_SC_PIRI=f,_SC_SEAC=f,_SC_FTRI=f,RD=f,_SC_WOND=f,_SC_0RVP=f,VP=f10,N7C=f,PL=4,_BHW=0";

/// What cannot be chosen by a client that knows the classic board only.
const FOREIGN: [(&str, &str); 13] = [
    ("_SC_FOG", "Scenarios: Some hexes initially hidden by fog"),
    ("_SC_SANY", "Scenarios: SVP for your first settlement on any island after initial placement"),
    ("_SC_3IP", "Scenarios: Third initial settlement"),
    ("PLB", "Use 6-player board"),
    ("_SC_PIRI", "Scenarios: Pirate Islands and fortresses"),
    ("_SC_CLVI", "Scenarios: Cloth Trade with neutral villages"),
    (
        "_SC_SEAC",
        "Scenarios: 2 SVP for your first settlement on each island after initial placement",
    ),
    ("SC", "Game Scenario: #"),
    ("_SC_FTRI", "Scenarios: The Forgotten Tribe"),
    ("_SC_WOND", "Scenarios: Wonders"),
    ("PLP", "6-player board: Can Special Build only if 5 or 6 players in game"),
    ("_SC_0RVP", "Scenarios: No longest trade route VP (no Longest Road)"),
    ("SBL", "Use sea board"),
];

const SEATS: &str = "1082|PL|2|-1|1108|f|4|2|4|f|4|0|Maximum # players";
const NO_MORE: &str = "1082|-|0|2147483647|2147483647|f|0|0|0|f|0|f|-";

/// The version of the server.
const VERSION: u32 = 2700;

/// After so many seconds of silence a client is taken for one of the first versions.
const SILENCE: f64 = 1.2;

fn unknown(key: &str, words: &str) -> String {
    format!("1082|{key}|0|2147483647|2147483647|f|0|0|0|f|0|0|{words}")
}

/// A connection.
#[derive(Default)]
struct Visitor {
    is_here: bool,
    came: f64,
    version: Option<(u32, String)>,
    /// Whether it knows which games there are.
    has_list: bool,
    name: Option<String>,
    is_greeted: bool,
    told: Vec<String>,
}

/// A game: what was chosen for it, which person did so, and who is in it.
struct Game {
    options: Option<Vec<String>>,
    maker: Option<usize>,
    members: BTreeSet<usize>,
}

#[derive(Default)]
pub struct Desk {
    visitors: BTreeMap<usize, Visitor>,
    games: BTreeMap<String, Game>,
    /// Who was asked for a sign of life, as somebody else wanted its name.
    doubted: BTreeSet<usize>,
}

impl Desk {
    pub fn come(&mut self, who: usize, time: f64) {
        let visitor = Visitor { is_here: true, came: time, ..Visitor::default() };
        self.visitors.insert(who, visitor);
        self.tell(who, "9998|2700,2.7.00,JM20260517,;ch;");
        self.tell(who, "1003|");
    }

    pub fn is_here(&self, who: usize) -> bool {
        self.visitors[&who].is_here
    }

    /// What somebody was told.
    pub fn told(&self, who: usize) -> &[String] {
        &self.visitors[&who].told
    }

    fn visitor(&mut self, who: usize) -> &mut Visitor {
        self.visitors.get_mut(&who).expect("a connection")
    }

    fn tell(&mut self, who: usize, text: &str) {
        self.visitor(who).told.push(text.to_owned());
    }

    /// So late is it.
    pub fn wait(&mut self, time: f64) {
        let is_silent = |it: &&usize| {
            let visitor = &self.visitors[*it];
            let is_unknown = visitor.version.is_none() && !visitor.has_list;
            visitor.is_here && is_unknown && visitor.came + SILENCE < time
        };
        let silent: Vec<usize> = self.visitors.keys().filter(is_silent).copied().collect();
        for who in silent {
            self.tell_old_list(who);
        }
    }

    fn tell_old_list(&mut self, who: usize) {
        let names: Vec<&str> = self.games.keys().map(String::as_str).collect();
        let text = format!("1019|{}", names.join(","));
        self.visitor(who).has_list = true;
        self.tell(who, &text);
    }

    /// Sends somebody away.
    fn reject(&mut self, who: usize, why: &str) {
        self.tell(who, &format!("1059|{why}"));
        self.hang_up(who);
    }

    /// A connection is closed, by whichever side.
    pub fn hang_up(&mut self, who: usize) {
        self.visitor(who).is_here = false;
        let left = self.games.extract_if(.., |_, game| {
            let is_empty = game.members.remove(&who) && game.members.is_empty();
            is_empty && game.options.is_none() || game.maker == Some(who)
        });
        for (name, _) in left.collect::<Vec<_>>() {
            self.all(|_| format!("1015|{name}"));
        }
    }

    /// Tells all who are here, by whether they are of a version that knows options.
    fn all(&mut self, text: impl Fn(bool) -> String) {
        for visitor in self.visitors.values_mut().filter(|it| it.is_here) {
            let is_new = visitor.version.as_ref().is_some_and(|(number, _)| *number > 1100);
            visitor.told.push(text(is_new));
        }
    }

    /// Takes a message. What is none is not heard, unless its bytes are no text.
    pub fn hear(&mut self, who: usize, bytes: &[u8]) {
        if !self.is_here(who) {
            return;
        }
        if !is_text(bytes) {
            return self.hang_up(who);
        }
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let (kind, rest) = text.split_once('|').unwrap_or((&text, ""));
        let fields: Vec<&str> = rest.split(',').collect();
        let is_known = self.visitor(who).name.is_some();
        match (kind, &fields[..]) {
            ("9998", [number, _, _, ..]) => {
                if let Ok(number) = number.parse() {
                    self.hear_version(who, number, &fields);
                }
            }
            ("999", [_, name, _, _, _]) => {
                self.visitor(who).name.get_or_insert((*name).to_owned());
                self.visitor(who).is_greeted = true;
                self.tell(who, WELCOME);
            }
            ("1022", _) if !rest.is_empty() => self.hear_robot(who, &fields),
            ("1080", _) if text.contains('|') => self.tell(who, DEFAULTS),
            ("1081", ["PL"]) => self.tell_foreign(who),
            ("1013", [name, _, _, game]) => self.join(who, name, game.trim_end_matches('|')),
            ("1078", [name, _, _, game, options @ ..]) => self.make(who, name, game, options),
            ("1012", [game, ..]) if is_known && !self.games.contains_key(*game) => {
                self.tell(who, &format!("1091|{game}\u{1}Game not found."));
            }
            ("1010" | "1026" | "1031" | "1032" | "1069" | "1091", _) if !is_known => {
                self.tell(who, "1069|24,Must authenticate first");
            }
            _ => {}
        }
    }

    fn hear_version(&mut self, who: usize, number: u32, fields: &[&str]) {
        let version = (number, fields.join(","));
        if let Some(former) = &self.visitor(who).version {
            if *former != version {
                self.reject(who, "Sorry, cannot report two different versions.");
            }
            return;
        }
        self.visitor(who).version = Some(version);
        if number <= 1100 {
            return self.tell_old_list(who);
        }
        if fields.get(3) == Some(&"\t") {
            for (key, _) in FOREIGN {
                self.tell(who, &unknown(key, "-"));
            }
            self.tell(who, SEATS);
            if number <= VERSION {
                self.tell(who, NO_MORE);
            }
        }
        if !self.visitor(who).has_list {
            let game = |(name, game): (&String, &Game)| {
                let options = game.options.as_ref().map_or("-".to_owned(), |all| in_list(all));
                format!("|{name}|{options}")
            };
            let games: Vec<String> = self.games.iter().map(game).collect();
            self.visitor(who).has_list = true;
            self.tell(who, &format!("1083{}", games.concat()));
        }
    }

    fn tell_foreign(&mut self, who: usize) {
        for (key, words) in FOREIGN {
            if key == "SBL" {
                self.tell(who, SEATS);
            }
            self.tell(who, &unknown(key, words));
        }
        self.tell(who, NO_MORE);
    }

    /// A robot shows its cookie.
    fn hear_robot(&mut self, who: usize, fields: &[&str]) {
        let version = self.visitor(who).version.as_ref().map(|(number, _)| *number);
        let [name, "SECRET", class] = fields else {
            return self.reject(who, "Cookie contents do not match the running server.");
        };
        if self.visitor(who).name.is_some() {
            return self.reject(who, "Client has already authorized.");
        }
        if *class == "soc.robot.SOCRobotBrain" && version != Some(VERSION) {
            let why =
                "Sorry, robot client version does not match, version number 2.7.00 is required.";
            return self.reject(who, why);
        }
        if self.is_taken(name) {
            let why = "Someone with that nickname is already logged into the system.";
            self.tell(who, &format!("1069|4,{why}"));
            return self.reject(who, why);
        }
        self.visitor(who).name = Some((*name).to_owned());
        let strategy = u8::from(!name.starts_with("robot "));
        self.tell(who, &format!("1071|120,35,0.13,1.0,1.0,3.0,1.0,{strategy},1"));
    }

    /// Whether a name is somebody's, who is asked for a sign of life, or nobody's.
    fn is_taken(&mut self, name: &str) -> bool {
        let mut visitors = self.visitors.iter_mut().filter(|(_, it)| it.is_here);
        let Some((who, holder)) = visitors.find(|(_, it)| it.name.as_deref() == Some(name)) else {
            return name == "*";
        };
        if self.doubted.insert(*who) {
            holder.told.push("9999|30".to_owned());
        }
        true
    }

    /// Joins a game, which is made if it is not there.
    fn join(&mut self, who: usize, name: &str, game: &str) {
        if self.visitor(who).name.is_none() {
            if self.is_taken(name) {
                let words = "Someone with that nickname is already logged into the system.";
                let text = format!("1069|4,Please wait 30 seconds and try again. {words}");
                return self.tell(who, &text);
            }
            if name.starts_with("robot ") {
                return self.tell(who, "1069|19,This nickname is not allowed.");
            }
        }
        if self.games.get(game).is_some_and(|it| it.members.contains(&who)) {
            return;
        }
        if game.chars().all(|letter| letter.is_ascii_digit()) {
            let words =
                "A name with only digits or punctuation is not permitted, please add a letter.";
            return self.tell(who, &format!("1069|12,{words}"));
        }
        self.visitor(who).name.get_or_insert(name.to_owned());
        if let Some(there) = self.games.get_mut(game) {
            there.members.insert(who);
            return self.greet(who);
        }
        let made = Game { options: None, maker: None, members: [who].into() };
        self.games.insert(game.to_owned(), made);
        self.all(|_| format!("1016|{game}"));
        self.enter(who, game);
    }

    /// Shows a new game to the one who made it.
    fn enter(&mut self, who: usize, game: &str) {
        let name = self.visitor(who).name.clone().expect("a name");
        let mut told = empty_table(false);
        told.extend([format!("1017|{{}},{name}"), "1025|{},0".to_owned()]);
        told.push(format!("1013|{name},\t,\t,{{}}"));
        for (number, text) in told.iter().enumerate() {
            if number == 1 {
                self.greet(who);
            }
            self.tell(who, &text.replace("{}", game));
        }
    }

    fn greet(&mut self, who: usize) {
        if !std::mem::replace(&mut self.visitor(who).is_greeted, true) {
            self.tell(who, WELCOME);
        }
    }

    /// Makes a game for which something was chosen.
    fn make(&mut self, who: usize, name: &str, game: &str, options: &[&str]) {
        let keys: Vec<&str> = options.iter().filter_map(|it| it.split('=').next()).collect();
        let is_foreign = |key: &str| FOREIGN.iter().any(|(it, _)| *it == key);
        let none = "Unknown game option(s) were requested, cannot create this game.";
        if let Some(key) = keys.iter().find(|key| !DEFAULTS.contains(&format!("{key}="))) {
            self.tell(who, &format!("1069|9,Please try again. {none} {key}: unknown"));
            self.tell(who, &unknown(key, key));
            return self.tell(who, NO_MORE);
        }
        if let Some(key) = keys.iter().find(|key| is_foreign(key)) {
            return self.tell(who, &format!("1069|9,{none} {key}: requires missing feature(s)"));
        }
        self.visitor(who).name.get_or_insert(name.to_owned());
        self.open(game, options, Some(who));
        self.greet(who);
    }

    /// Opens a game for which something was chosen; the server opens those of robots by itself.
    pub fn open(&mut self, game: &str, options: &[&str], maker: Option<usize>) {
        let mut sorted: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
        sorted.sort();
        let text = format!("{game},-1,{}", sorted.join(","));
        let made = Game { options: Some(sorted), maker, members: maker.into_iter().collect() };
        self.games.insert(game.to_owned(), made);
        self.all(|is_new| if is_new { format!("1079|{text}") } else { format!("1016|{game}") });
    }

    /// The server ends.
    pub fn end(&mut self) {
        let words = ">>> All Robot-only games have finished. Shutting down server. <<<";
        self.all(|_| format!("1069|23,{words}"));
        self.visitors.values_mut().for_each(|it| it.is_here = false);
    }

    /// Whether there is such a game.
    pub fn has(&self, game: &str) -> bool {
        self.games.contains_key(game)
    }

    /// Deletes a game of robots.
    pub fn delete(&mut self, game: &str) {
        self.games.remove(game);
        self.all(|_| format!("1015|{game}"));
    }
}

/// Options in the order of the hash table of the original.
fn in_list(options: &[String]) -> String {
    let order = ["BC", "N7", "RD", "VP", "PL", "UBL"];
    let place = |it: &&String| order.iter().position(|key| it.starts_with(&format!("{key}=")));
    let mut options: Vec<&String> = options.iter().collect();
    options.sort_by_key(place);
    options.into_iter().map(String::as_str).collect::<Vec<_>>().join(",")
}

/// Whether bytes are text as Java writes it: no character takes four bytes.
fn is_text(mut bytes: &[u8]) -> bool {
    let goes_on = |byte: &u8| byte & 0xc0 == 0x80;
    while let [first, rest @ ..] = bytes {
        let more = match first {
            0x00..=0x7f => 0,
            0xc0..=0xdf => 1,
            0xe0..=0xef => 2,
            _ => return false,
        };
        if rest.len() < more || !rest[..more].iter().all(goes_on) {
            return false;
        }
        bytes = &rest[more..];
    }
    true
}
