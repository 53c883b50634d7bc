//! Who comes to a game at the small server of JSettlers, who goes, and what they say to each other.

use kakehiki_catan::Node;
use kakehiki_core::{Seat, Turn};

use crate::{
    jsettlers_board::layout,
    jsettlers_book::node_code,
    jsettlers_host::{CHAIRS, Said},
    jsettlers_table::Host,
};

impl Host<'_> {
    /// Deals the board and lets so many sit down, who are told these options.
    pub fn begin(&mut self, players: usize, options: &str) {
        self.players = players;
        while self.game.turn() == Turn::Chance {
            self.draw();
        }
        for seat in Seat::all(players) {
            let chair = self.chair(seat);
            self.to(seat, &format!("1023|{{}},{chair},{options}"));
            self.expect(seat, "1013|");
            self.tell_table(seat);
            self.to(seat, "1017|{}");
            self.to(seat, "1025|{},1");
            let asked = self.expect(seat, &format!("1012|{},", self.name));
            assert_eq!(asked, format!("\t,{chair},true"));
        }
        for seat in Seat::all(players) {
            let chair = self.chair(seat);
            let name = self.robots.name(chair);
            self.all(&format!("1012|{{}},{name},{chair},true"));
        }
        let layout = layout(self.state());
        self.all(&layout);
        for chair in 0..CHAIRS {
            self.all(&format!("1086|{{}}|{chair}|100|10|15|11|5|12|4"));
        }
        self.all("1024|{},-1,100,19,0");
        self.all("1096|{}|2|25");
        self.all("1018|{},5");
        let first = self.first;
        self.all(&format!("1026|{{}},{first},5"));
    }

    /// What one who joins is told of the table.
    pub fn tell_table(&mut self, seat: Seat) {
        self.to(seat, "1021|{}");
        self.to(seat, "1068|{},false,false,false,false");
        let sea = ["6"; 37].into_iter().chain(["-1"; 38]).collect::<Vec<_>>().join(",");
        self.to(seat, &format!("1014|{{}},{sea}"));
        let nodes: Vec<String> = Node::all().map(|node| node_code(node).to_string()).collect();
        self.to(seat, &format!("1057|{{}},-1,{}", nodes.join(",")));
        self.to(seat, "1096|{}|4|-1");
        for chair in 0..CHAIRS {
            self.to(seat, &format!("1086|{{}}|{chair}|100|18|0|6|0|15|0|10|15|11|5|12|4"));
            self.to(seat, &format!("1058|{{}},{chair},1"));
            if chair == 0 {
                self.to(seat, "1028|{},-1");
            }
        }
        self.to(seat, "1096|{}|2|25|1|0|3|-1|6|-1|5|-1");
        self.to(seat, "1061|{},t2,1794764540,0,0");
    }

    /// What follows these letters in the next message of one, but for good-byes and faces.
    pub fn expect(&mut self, seat: Seat, beginning: &str) -> String {
        loop {
            let text = self.robots.hear(seat);
            if text.starts_with("1011|") {
                continue;
            }
            let rest = text.strip_prefix(beginning);
            return rest.unwrap_or_else(|| panic!("{text} instead of {beginning}")).to_owned();
        }
    }

    /// Somebody is gone. Our own robots do not go before the end of a game.
    pub fn leave(&mut self, who: Option<Seat>, is_cut: bool) {
        if !self.robots.is_recorded() {
            return;
        }
        let name = match who {
            Some(seat) => self.robots.name(self.chair(seat)),
            None => self.robots.watcher(),
        };
        self.gone.extend(who.map(|seat| (seat, is_cut)));
        self.all(&format!("1011|{name},-,{{}}"));
        // A game of people is over when the last of them is gone, which is told all who can be told anything.
        let mut people: Vec<Seat> = Seat::all(self.players).collect();
        people.retain(|seat| self.robots.is_person(self.chair(*seat)));
        let is_last = people.iter().all(|seat| self.gone.contains_key(seat));
        if is_last && who.is_some_and(|seat| people.contains(&seat)) {
            let text = format!("1015|{}", self.name);
            let reached = Seat::all(self.players).filter(|seat| self.gone.get(seat) != Some(&true));
            reached.for_each(|seat| self.robots.send(seat, &text));
        }
    }

    /// What somebody says to all. Who says it has to be named, though the server knows it.
    pub fn chat(&mut self, seat: Seat, rest: &str) {
        let [_, name, words] = rest.split('\0').collect::<Vec<_>>()[..] else { return };
        if !name.is_empty() {
            let name = self.robots.name(self.chair(seat));
            self.all(&format!("1010|{{}}\u{c0}\u{80}{name}\u{c0}\u{80}{words}"));
        }
    }

    /// Somebody watches.
    pub fn hear_watcher(&mut self, said: &Said) {
        assert!(matches!(said, Said::Text(text) if text.starts_with("1013|")), "{said:?}");
        let name = self.robots.watcher();
        self.all(&format!("1013|{name},\t,\t,{{}}"));
    }
}
