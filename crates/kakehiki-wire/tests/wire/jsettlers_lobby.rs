//! A game at the small server of JSettlers before its start: a person makes it, talks, and lets robots come.

use kakehiki_core::{Seat, Turn};

use crate::{
    jsettlers_board::layout,
    jsettlers_host::{CHAIRS, Said},
    jsettlers_members::empty_table,
    jsettlers_people::sentence,
    jsettlers_table::Host,
};

impl Host<'_> {
    /// Deals the board and lets so many sit down, who are told these options.
    pub fn begin(&mut self, players: usize, options: &str) {
        self.players = players;
        while self.game.turn() == Turn::Chance {
            self.draw();
        }
        while let Some((who, said)) = self.robots.lobby() {
            match (who, said) {
                (Some(seat), Said::Text(text)) => self.hear_early(seat, &text),
                (None, said) => self.hear_watcher(&said, true),
                (Some(_), said) => panic!("{said:?} before the start"),
            }
        }
        for seat in Seat::all(players) {
            if !self.here.contains(&seat) {
                self.invite(seat, options);
            }
        }
        for seat in Seat::all(players) {
            let (chair, name) = (self.chair(seat), self.called(seat));
            let is_robot = !self.is_person(seat);
            self.all(&format!("1012|{{}},{name},{chair},{is_robot}"));
        }
        let layout = layout(self.state());
        self.all(&layout);
        for chair in 0..CHAIRS {
            self.all(&format!("1086|{{}}|{chair}|100|10|15|11|5|12|4"));
        }
        self.all("1024|{},-1,100,19,0");
        self.all("1096|{}|2|25");
        self.tell_people("Randomly picking a starting player...");
        self.all("1018|{},5");
        match self.robots.opener() {
            Some(opener) => {
                let name = self.robots.name(opener);
                self.tell_people(&format!("It's {name}'s turn to build a settlement."));
                self.all(&format!("1026|{{}},{opener},5"));
            }
            None => self.tell_turn(),
        }
    }

    /// Asks a robot in, which sits down.
    fn invite(&mut self, seat: Seat, options: &str) {
        let chair = self.chair(seat);
        self.here.insert(seat);
        self.to(seat, &format!("1023|{{}},{chair},{options}"));
        self.expect(seat, "1013|");
        for text in empty_table(true) {
            self.to(seat, &text);
        }
        let members = self.members();
        self.to(seat, &members);
        self.to(seat, "1025|{},1");
        let asked = self.expect(seat, &format!("1012|{},", self.name));
        let is_robot = !self.is_person(seat);
        assert_eq!(asked, format!("\t,{chair},{is_robot}"));
    }

    /// What follows these letters in the next message of one, but for good-byes.
    fn expect(&mut self, seat: Seat, beginning: &str) -> String {
        loop {
            let text = self.robots.hear(seat);
            if text.starts_with("1011|") {
                continue;
            }
            let rest = text.strip_prefix(beginning);
            return rest.unwrap_or_else(|| panic!("{text} instead of {beginning}")).to_owned();
        }
    }

    /// Takes a message of the person who makes the game.
    fn hear_early(&mut self, seat: Seat, text: &str) {
        let (kind, rest) = text.split_once('|').unwrap();
        let chair = self.chair(seat);
        match kind {
            "1013" => {
                self.here.insert(seat);
                let mut told = empty_table(false);
                told.extend([self.members(), "1025|{},0".to_owned()]);
                for text in told {
                    self.to(seat, &text);
                }
                let name = self.called(seat);
                self.all(&format!("1013|{name},\t,\t,{{}}"));
            }
            "1012" if self.seated.insert(seat) => {
                let name = self.called(seat);
                self.all(&format!("1012|{{}},{name},{chair},false"));
                self.to(seat, &format!("1086|{{}}|{chair}|100|1|0|2|0|3|0|4|0|5|0|6|0"));
                self.all("1025|{},0");
                self.all(&format!("1058|{{}},{chair},1"));
            }
            "1012" => self.to(seat, &sentence("You cannot sit down here.")),
            "1031" => self.to(seat, &sentence("You can't roll right now.")),
            "1010" => self.chat(seat, rest),
            // A chair is closed to robots, or opened again.
            "1068" => self.all(text),
            "1018" => {
                for _ in 1..self.players {
                    self.tell_people("Fetching a robot player...");
                }
            }
            _ => panic!("{text} before the start"),
        }
    }
}
