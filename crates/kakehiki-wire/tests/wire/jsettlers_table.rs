//! A game at the small server of JSettlers: it asks one robot after the other, in the order in which our rules do, or
//! takes what recorded ones said in any order.

use std::collections::BTreeMap;

use kakehiki_catan::{Action, Card, Catan, Edge, Hand, Hex, Node, Resource, Stage, State, Terms};
use kakehiki_core::{Awaited, OngoingGame, Record, Reply, Seat};

use crate::{
    jsettlers_board::layout,
    jsettlers_book::{ORDER, edge_code, node_code},
    jsettlers_host::{CHAIRS, Robots},
    jsettlers_traffic::Traffic,
};

/// An offer that stands: to whom, for what.
type Standing = (Vec<bool>, Terms);

/// What the one whose turn it is has still to say, of which our rules hear in one piece with what went before.
pub enum Due {
    Victim(Hex),
    Plenty,
    Monopoly,
    /// The original moves the robber of a knight before it looks for a winner, and lets it steal.
    LastRobber,
}

/// What somebody has to discard, and what it did.
pub type Debt = (u32, Option<Hand>);

/// One game.
pub struct Host<'a> {
    pub robots: &'a mut dyn Robots,
    pub name: String,
    pub game: OngoingGame<Catan>,
    pub players: usize,
    /// The chair of our first seat, which begins.
    first: usize,
    /// The piece that was paid for and is still to be placed.
    pub paid: Option<String>,
    pub due: Option<Due>,
    pub debts: BTreeMap<Seat, Debt>,
    pub offers: BTreeMap<Seat, Standing>,
    gone: Vec<Seat>,
    pub traffic: &'a mut Traffic,
}

pub fn counts(cards: Hand) -> String {
    ORDER.map(|it| cards.count(it).to_string()).join(",")
}

pub fn pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).filter(|(_, it)| cards.count(*it) > 0).map(pair).collect()
}

pub fn all_pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).map(pair).collect()
}

pub fn hand(fields: &[&str]) -> Hand {
    let mut counts = [0; 5];
    for (field, resource) in fields[..5].iter().zip(ORDER) {
        counts[resource.index()] = field.parse().unwrap();
    }
    Hand::from_counts(counts)
}

pub fn lost(before: Hand, after: Hand) -> Hand {
    Hand::from_counts(Resource::ALL.map(|it| before.count(it).saturating_sub(after.count(it))))
}

pub fn find<T>(mut all: impl Iterator<Item = T>, is_it: impl Fn(&T) -> bool) -> T {
    all.find(is_it).expect("a place on the island")
}

impl<'a> Host<'a> {
    /// A game of this name, in which this chair begins.
    pub fn new(
        robots: &'a mut dyn Robots,
        traffic: &'a mut Traffic,
        (name, first): (String, usize),
        game: OngoingGame<Catan>,
    ) -> Self {
        Self {
            robots,
            name,
            game,
            players: 0,
            first,
            paid: None,
            due: None,
            debts: BTreeMap::new(),
            offers: BTreeMap::new(),
            gone: Vec::new(),
            traffic,
        }
    }

    /// Deals the board and lets so many sit down, who are told these options.
    pub fn begin(&mut self, players: usize, options: &str) {
        self.players = players;
        while self.game.awaited() == Awaited::Chance {
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

    /// Lets chance fall, as it is known to or as the seed has it.
    pub fn draw(&mut self) {
        match self.robots.luck(&self.game) {
            Some(chance) => {
                self.game.resolve(chance).unwrap_or_else(|error| panic!("{chance}: {error}"));
            }
            None => drop(self.game.draw()),
        }
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

    pub fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % CHAIRS
    }

    /// All who play, in the order of their chairs.
    pub fn in_order(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.players).collect();
        seats.sort_by_key(|seat| self.chair(*seat));
        seats
    }

    pub fn seat(&self, chair: &str) -> Seat {
        let chair: usize = chair.parse().unwrap();
        Seat::new((chair + CHAIRS - self.first) % CHAIRS)
    }

    /// Says something about the game to one.
    pub fn to(&mut self, seat: Seat, text: &str) {
        if self.gone.contains(&seat) {
            return;
        }
        let text = text.replace("{}", &self.name);
        self.traffic.tell(seat.index(), &self.name, &text);
        self.robots.send(seat, &text);
    }

    pub fn all(&mut self, text: &str) {
        Seat::all(self.players).for_each(|seat| self.to(seat, text));
    }

    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Plays until the game is over, or as long as anybody says anything.
    pub fn play(mut self) -> Option<Record> {
        loop {
            match (self.game.awaited(), self.state().stage()) {
                (Awaited::Nobody(_), _) if self.due.is_none() => return Some(self.finish()),
                (Awaited::Chance, _) => self.fall(),
                (_, Stage::Discard) if self.debts.is_empty() => self.call_debts(),
                (awaited, _) => {
                    let seat = self.debtor().unwrap_or(match awaited {
                        Awaited::Seat(seat) => seat,
                        _ => self.state().mover(),
                    });
                    let (seat, text) = self.robots.next(seat)?;
                    self.listen(seat, &text);
                }
            }
        }
    }

    /// Takes a message of somebody.
    fn listen(&mut self, seat: Seat, text: &str) {
        if text.starts_with("1011|") {
            return self.leave(seat);
        }
        let (kind, rest) = text.split_once('|').unwrap();
        let fields: Vec<&str> = rest.split(',').skip(1).collect();
        self.hear(seat, kind, &fields);
    }

    /// Somebody is gone. Our own robots do not go before the end of a game.
    pub fn leave(&mut self, seat: Seat) {
        if self.robots.is_recorded() {
            self.gone.push(seat);
            let name = self.robots.name(self.chair(seat));
            self.all(&format!("1011|{name},-,{{}}"));
        }
    }

    /// Takes an action, which has to be legal.
    pub fn act(&mut self, action: Action) {
        self.game.check(&action).unwrap_or_else(|error| panic!("{action}: {error}"));
        self.game.answer(Reply::Action(action)).unwrap();
    }

    pub fn hear(&mut self, seat: Seat, kind: &str, fields: &[&str]) {
        let chair = self.chair(seat);
        match kind {
            "1009" | "1049" => {
                self.traffic.ask(&format!("{kind} {}", fields[usize::from(kind == "1009")]));
            }
            "1040" => self.traffic.ask(&format!("1040 for {}", hand(fields).total())),
            "1041" if seat != self.state().mover() => self.traffic.ask("1041 in return"),
            _ => self.traffic.ask(kind),
        }
        match kind {
            "1009" => self.place(seat, fields),
            "1043" => self.pay_first(seat, fields[0]),
            "1044" => self.take_back(seat, fields[0]),
            "1058" => self.all(&format!("1058|{{}},{chair},{}", fields[1])),
            "1037" | "1038" | "1039" | "1041" if self.robots.is_recorded() => {
                self.trade_freely(seat, kind, fields);
            }
            "1031" => self.act(Action::Roll),
            "1032" => {
                self.offers.clear();
                self.act(Action::End);
                self.all("1038|{},-1");
                self.tell_hands();
                self.tell_turn();
            }
            "1033" => self.discard(seat, hand(fields)),
            "1034" => self.move_robber(seat, fields[1]),
            "1035" => self.rob(seat, self.seat(fields[0])),
            "1037" if self.state().stage() == Stage::Choose => {
                self.all(&format!("1037|{{}},{chair}"));
            }
            "1037" => {
                self.act(Action::Refuse);
                self.all(&format!("1037|{{}},{chair}"));
            }
            "1038" => {
                if self.state().stage() == Stage::Choose {
                    self.act(Action::Withdraw);
                }
                self.all(&format!("1038|{{}},{chair}"));
                self.all("1042|{},-1");
            }
            "1039" => self.trade(seat, self.seat(fields[1])),
            "1040" => self.exchange(seat, fields),
            "1041" => self.offer(seat, fields),
            "1045" => self.buy(seat),
            "1049" => self.play_card(seat, fields[0]),
            "1052" => self.take_plenty(seat, hand(fields)),
            "1053" => self.take_all(seat, fields[0]),
            _ => panic!("{kind} of {seat}"),
        }
    }

    /// Does something that costs cards, and tells of these.
    pub fn pay(&mut self, seat: Seat, action: Action) {
        let before = self.state().hand(seat);
        self.act(action);
        let paid = lost(before, self.state().hand(seat));
        if !paid.is_empty() {
            let chair = self.chair(seat);
            self.all(&format!("1086|{{}}|{chair}|102{}", pairs(paid)));
        }
    }

    /// Pays for a piece before it is placed; our rules do so when it is.
    pub fn pay_first(&mut self, seat: Seat, piece: &str) {
        let (chair, cost) = (self.chair(seat), price(piece));
        assert!(self.state().hand(seat).minus(cost).is_some(), "{piece} of {seat}");
        self.all(&format!("1086|{{}}|{chair}|102{}", pairs(cost)));
        self.paid = Some(piece.to_owned());
        self.tell_state();
    }

    /// Gives back what was paid for a piece.
    pub fn take_back(&mut self, seat: Seat, piece: &str) {
        let chair = self.chair(seat);
        if self.paid.take_if(|paid| *paid == piece).is_none() {
            let problem = "You didn't buy a road.";
            let code = self.code();
            self.to(seat, &format!("1104|{{}},{code},3,0,0,{problem}"));
            return;
        }
        self.all(&format!("1086|{{}}|{chair}|101{}", pairs(price(piece))));
        self.tell_state();
    }

    pub fn place(&mut self, seat: Seat, fields: &[&str]) {
        let code: i32 = fields[2].parse().unwrap();
        let road = || Action::Road(find(Edge::all(), |it| edge_code(*it) == code));
        let node = || find(Node::all(), |it| node_code(*it) == code);
        let action = match fields[1] {
            "0" => road(),
            "1" => Action::Settlement(node()),
            _ => Action::City(node()),
        };
        let was_set_up = self.state().turns() == 0;
        let holder = self.state().longest_road();
        match self.paid.take() {
            Some(paid) => {
                assert_eq!(paid, fields[1], "what was paid for");
                self.act(action);
            }
            None => self.pay(seat, action),
        }
        self.all(&format!("1009|{{}},{}", fields.join(",")));
        if holder != self.state().longest_road() {
            let holder = self.state().longest_road().map_or(-1, |it| self.chair(it) as i32);
            self.all(&format!("1096|{{}}|6|{holder}"));
        }
        if was_set_up && fields[1] == "0" { self.tell_turn() } else { self.tell_state() }
    }

    pub fn code(&self) -> u16 {
        let founded: usize =
            Seat::all(self.players).map(|seat| self.state().settlements(seat).count()).sum();
        match (&self.paid, &self.due) {
            (Some(piece), _) => return 30 + piece.parse::<u16>().unwrap(),
            (_, Some(Due::LastRobber)) => return 33,
            (_, Some(Due::Victim(_))) => return 51,
            (_, Some(Due::Plenty)) => return 52,
            (_, Some(Due::Monopoly)) => return 53,
            _ => {}
        }
        match self.state().stage() {
            Stage::Found if founded < self.players => 5,
            Stage::Found => 10,
            Stage::FirstRoad(_) if founded <= self.players => 6,
            Stage::FirstRoad(_) => 11,
            Stage::Begin => 15,
            Stage::Robber => 33,
            Stage::FreeRoads(2) => 40,
            Stage::FreeRoads(_) => 41,
            Stage::Discard => 50,
            Stage::Won(_) => 1000,
            _ => 20,
        }
    }

    /// A state ends most of what happens.
    pub fn tell_state(&mut self) {
        let code = self.code();
        if code != 1000 {
            self.all(&format!("1025|{{}},{code}"));
        }
        let words = match code {
            40 => "You may place 2 roads.",
            41 => "You may place your remaining free road.",
            _ => "",
        };
        if !words.is_empty() {
            self.to(self.state().mover(), &format!("1091|{{}}\u{1}{words}"));
        }
        if code == 15 {
            let chair = self.chair(self.state().mover());
            self.all(&format!("1072|{{}},{chair}"));
        }
    }

    pub fn tell_turn(&mut self) {
        let (code, chair) = (self.code(), self.chair(self.state().mover()));
        self.all(&format!("1026|{{}},{chair},{code}"));
        if code == 15 {
            self.all(&format!("1072|{{}},{chair}"));
        }
    }

    /// The dice fall.
    pub fn fall(&mut self) {
        let before: Vec<Hand> =
            Seat::all(self.players).map(|seat| self.state().hand(seat)).collect();
        self.draw();
        let total = self.state().last_roll().unwrap();
        self.all(&format!("1028|{{}},{total}"));
        let gains = self.in_order().into_iter().filter_map(|seat| {
            let after = self.state().hand(seat);
            let gained = lost(after, before[seat.index()]);
            let amounts = (1..).zip(ORDER).filter(|(_, it)| gained.count(*it) > 0);
            let amounts = amounts.map(|(code, it)| format!("|{}|{code}", gained.count(it)));
            let amounts: String = amounts.collect();
            (!gained.is_empty()).then(|| format!("{}|{}{amounts}", self.chair(seat), after.total()))
        });
        let gains: Vec<String> = gains.collect();
        if !gains.is_empty() {
            self.all(&format!("1092|{{}}|{}|{}", gains.len(), gains.join("|0|")));
        }
        for seat in Seat::all(self.players) {
            let hand = self.state().hand(seat);
            if hand != before[seat.index()] {
                let (chair, all) = (self.chair(seat), all_pairs(hand));
                self.to(seat, &format!("1086|{{}}|{chair}|100{all}"));
            }
        }
        self.tell_state();
    }

    /// All hands, which a server tells at the end of a turn to those who look for faults.
    pub fn tell_hands(&mut self) {
        if !self.robots.tells_hands() {
            return;
        }
        let hand = |chair: usize| {
            let cards = counts(self.state().hand(self.seat(&chair.to_string())));
            format!("|{chair}|{}", cards.replace(',', "|"))
        };
        let all: String = (0..CHAIRS).map(hand).collect();
        self.all(&format!("1103|{{}}|1{all}"));
    }

    pub fn finish(mut self) -> Record {
        if let Stage::Won(winner) = self.state().stage() {
            let chair = self.chair(winner);
            self.all(&format!("1096|{{}}|4|{chair}"));
            self.all("1025|{},1000");
        }
        for seat in self.in_order() {
            let chair = self.chair(seat);
            let points = usize::from(self.state().cards(seat).count(Card::VictoryPoint));
            if points > 0 {
                self.all(&format!("1046|{{}},{chair},3{}", ",4".repeat(points)));
            }
        }
        let score = |chair: usize| {
            let seat = self.seat(&chair.to_string());
            let is_taken = seat.index() < self.players;
            if is_taken { self.state().points(seat).to_string() } else { "0".to_owned() }
        };
        let scores: Vec<String> = (0..CHAIRS).map(score).collect();
        self.all(&format!("1061|{{}},{},true,true,true,true", scores.join(",")));
        self.game.record().unwrap()
    }
}

/// What a piece costs.
fn price(piece: &str) -> Hand {
    let counts: [&str; 5] = match piece {
        "0" => ["1", "0", "0", "0", "1"],
        "1" => ["1", "0", "1", "1", "1"],
        _ => ["0", "3", "0", "2", "0"],
    };
    hand(&counts)
}
