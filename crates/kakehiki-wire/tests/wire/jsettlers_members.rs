//! Who is at a game of the small server of JSettlers or watches it, what they are told of it when they come, who goes,
//! and what they say to each other.

use kakehiki_catan::{Edge, Node};
use kakehiki_core::Seat;

use crate::{
    jsettlers_board::layout,
    jsettlers_book::node_code,
    jsettlers_host::{CHAIRS, Said},
    jsettlers_people::sentence,
    jsettlers_table::Host,
};

/// When a game was made: a time, which is not compared.
const TIME: &str = "1061|{},t2,1794764540,0,0";

impl Host<'_> {
    /// Who is here.
    pub fn members(&self) -> String {
        let here = self.in_order().into_iter().filter(|seat| self.here.contains(seat));
        let names = here.map(|seat| self.called(seat));
        let watcher = self.is_watched.then(|| self.robots.watcher());
        let names: Vec<String> = names.chain(watcher).collect();
        format!("1017|{{}},{}", names.join(","))
    }

    /// What one who joins is told of a game that goes on.
    fn table(&self) -> Vec<String> {
        let state = self.state();
        let rolled = state.last_roll().filter(|_| self.code() != 15).unwrap_or(0);
        let mut told = vec!["1021|{}".to_owned(), "1068|{},false,false,false,false".to_owned()];
        for seat in self.in_order() {
            let (chair, name, is_robot) =
                (self.chair(seat), self.called(seat), !self.is_person(seat));
            told.push(format!("1012|{{}},{name},{chair},{is_robot}"));
        }
        told.push(layout(state));
        for seat in self.in_order() {
            let nodes = Node::all().filter(|node| self.may_settle(seat, *node));
            let fields = [self.chair(seat) as i32].into_iter().chain(nodes.map(node_code));
            let fields: Vec<String> = fields.map(|field| field.to_string()).collect();
            told.push(format!("1057|{{}},{}", fields.join(",")));
        }
        told.push(format!("1096|{{}}|4|{}", self.chair(state.mover())));
        for seat in self.in_order() {
            let chair = self.chair(seat);
            let built = self.built.iter().filter(|(builder, _)| *builder == seat);
            told.extend(built.clone().map(|(_, text)| text.clone()));
            let is_settlement = |text: &&str| text.split(',').nth(2) == Some("1");
            let last = built.map(|(_, text)| text.as_str()).rfind(is_settlement);
            let last = last.and_then(|text| text.rsplit(',').next()).unwrap_or("0");
            let [roads, settlements, cities] = state.stock(seat);
            told.push(format!(
                "1086|{{}}|{chair}|100|18|{last}|6|{}|15|{}|10|{roads}|11|{settlements}|12|{cities}",
                state.hand(seat).total(),
                state.knights(seat),
            ));
            let face = self.faces.get(&seat).map_or("1", String::as_str);
            told.push(format!("1058|{{}},{chair},{face}"));
            if chair == 0 {
                told.push(format!("1028|{{}},{rolled}"));
            }
        }
        let holder = |seat: Option<Seat>| seat.map_or(-1, |seat| self.chair(seat) as i32);
        let rounds = usize::from(state.turns()).div_ceil(self.players);
        told.push(format!(
            "1096|{{}}|2|{}|1|{rounds}|3|{}|6|{}|5|{}",
            state.deck().total(),
            self.first,
            holder(state.longest_road()),
            holder(state.largest_army()),
        ));
        told.push(TIME.to_owned());
        told
    }

    /// Whether somebody could build a settlement there if it had the cards.
    fn may_settle(&self, seat: Seat, node: Node) -> bool {
        let state = self.state();
        let is_built = |node: Node| {
            Seat::all(self.players)
                .any(|it| state.settlements(it).chain(state.cities(it)).any(|built| built == node))
        };
        let touches = |edge: &Edge| edge.ends().contains(&node);
        let is_near = Edge::all().filter(touches).any(|edge| edge.ends().into_iter().any(is_built));
        state.roads(seat).any(|edge| touches(&edge)) && !is_near
    }

    /// Tells those who watch something.
    pub fn watch(&mut self, text: &str) {
        if self.is_watched {
            self.robots.watch(&text.replace("{}", &self.name));
        }
    }

    /// Says something to the one who has no chair, whether it watches or not.
    fn answer(&mut self, words: &str) {
        let text = sentence(words).replace("{}", &self.name);
        self.robots.watch(&text);
    }

    /// Somebody who has no chair says something.
    pub fn hear_watcher(&mut self, said: &Said, is_early: bool) {
        let Said::Text(text) = said else { panic!("{said:?} of one who watches") };
        let name = self.robots.watcher();
        match text.split_once('|').unwrap() {
            ("1013", _) => {
                self.is_watched = true;
                let is_made = Seat::all(self.players).any(|seat| self.here.contains(&seat));
                let (told, code) = if is_early {
                    (empty_table(!is_made), u16::from(!is_made))
                } else {
                    (self.table(), self.code())
                };
                for text in told {
                    self.watch(&text);
                }
                let members = self.members();
                self.watch(&members);
                self.watch(&format!("1025|{{}},{code}"));
                self.all(&format!("1013|{name},\t,\t,{{}}"));
                if !is_early {
                    self.watch(&sentence("This game has started. To play, take over a robot."));
                }
            }
            ("1010", rest) => self.say(&name, rest),
            ("1012", _) => {
                self.answer("This seat is claimed by another game member, choose another.");
            }
            ("1031", _) => self.answer("You can't roll right now."),
            ("1032", _) => self.answer("It's not your turn."),
            ("1038" | "1041", _) => {}
            _ => panic!("{text} of one who watches"),
        }
    }

    /// Somebody is gone. Our own robots do not go before the end of a game.
    pub fn leave(&mut self, who: Option<Seat>, is_cut: bool) {
        if !self.robots.is_recorded() {
            return;
        }
        let name = who.map_or_else(|| self.robots.watcher(), |seat| self.called(seat));
        match who {
            Some(seat) => drop(self.here.remove(&seat)),
            None => self.is_watched = false,
        }
        self.all(&format!("1011|{name},-,{{}}"));
        self.tell_people(&format!("{name} left the game."));
        // A game of people is over when the last of them is gone, which is told all who can be told anything.
        self.cut.extend(who.filter(|_| is_cut));
        let is_there = |seat: Seat| self.is_person(seat) && self.here.contains(&seat);
        let was_person = who.is_some_and(|seat| self.is_person(seat));
        if was_person && !Seat::all(self.players).any(is_there) {
            let text = format!("1015|{}", self.name);
            for seat in Seat::all(self.players).filter(|seat| !self.cut.contains(seat)) {
                self.robots.send(seat, &text);
            }
            self.watch(&text);
        }
    }

    /// What somebody at the table says.
    pub fn chat(&mut self, seat: Seat, rest: &str) {
        let name = self.called(seat);
        self.say(&name, rest);
    }

    /// What somebody says to all, who has to be named, though the server knows it. One thing is a question.
    fn say(&mut self, name: &str, rest: &str) {
        let [_, named, words] = rest.split('\0').collect::<Vec<_>>()[..] else { return };
        if words == "*WHO*" {
            self.tell_people("This game's members:");
            let members = self.members();
            for name in members.split(',').skip(1) {
                self.tell_people(&format!("> {name}"));
            }
        } else if !named.is_empty() {
            self.all(&format!("1010|{{}}\u{c0}\u{80}{name}\u{c0}\u{80}{words}"));
        }
    }
}

/// What one who joins is told of the table before the start; a board of water where one is about to come.
pub fn empty_table(with_water: bool) -> Vec<String> {
    let mut told = vec!["1021|{}".to_owned(), "1068|{},false,false,false,false".to_owned()];
    if with_water {
        let sea = ["6"; 37].into_iter().chain(["-1"; 38]).collect::<Vec<_>>().join(",");
        told.push(format!("1014|{{}},{sea}"));
    }
    let nodes: Vec<String> = Node::all().map(|node| node_code(node).to_string()).collect();
    told.push(format!("1057|{{}},-1,{}", nodes.join(",")));
    told.push("1096|{}|4|-1".to_owned());
    for chair in 0..CHAIRS {
        told.push(format!("1086|{{}}|{chair}|100|18|0|6|0|15|0|10|15|11|5|12|4"));
        told.push(format!("1058|{{}},{chair},1"));
        if chair == 0 {
            told.push("1028|{},-1".to_owned());
        }
    }
    told.extend(["1096|{}|2|25|1|0|3|-1|6|-1|5|-1", TIME].map(str::to_owned));
    told
}
