//! A game at the small server of JSettlers: it asks one robot after the other, in the order in which our rules do, or
//! takes what recorded ones said in any order.

use std::collections::{BTreeMap, BTreeSet};

use kakehiki_catan::{Action, Card, Edge, Hand, Hex, Node, Resource, Stage, State, Terms};
use kakehiki_core::{Seat, Turn};

use crate::{
    jsettlers_book::{ORDER, edge_code, node_code},
    jsettlers_course::Course,
    jsettlers_host::{CHAIRS, Robots, Said},
    jsettlers_people::sentence,
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
    pub game: Course,
    pub players: usize,
    /// The chair of our first seat, which begins.
    pub first: usize,
    /// The piece that was paid for and is still to be placed.
    pub paid: Option<String>,
    pub due: Option<Due>,
    pub debts: BTreeMap<Seat, Debt>,
    pub offers: BTreeMap<Seat, Standing>,
    /// Who has come, has sat down by itself before the start, and is cut off.
    pub here: BTreeSet<Seat>,
    pub seated: BTreeSet<Seat>,
    pub cut: BTreeSet<Seat>,
    pub is_watched: bool,
    /// The pieces in the order in which they were built, as all were told.
    pub built: Vec<(Seat, String)>,
    /// The faces that were changed.
    pub faces: BTreeMap<Seat, String>,
    /// What everybody got by the dice, and who has traded.
    pub rolled: BTreeMap<Seat, Hand>,
    pub traders: BTreeSet<Seat>,
    /// Who was wrong about a discard in this turn.
    pub asked_again: BTreeSet<Seat>,
    pub traffic: &'a mut Traffic,
}

pub fn counts(cards: Hand) -> String {
    ORDER.map(|it| cards.count(it).to_string()).join(",")
}

pub fn pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).filter(|(_, it)| cards.count(*it) > 0).map(pair).collect()
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
        game: Course,
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
            here: BTreeSet::new(),
            seated: BTreeSet::new(),
            cut: BTreeSet::new(),
            is_watched: false,
            built: Vec::new(),
            faces: BTreeMap::new(),
            rolled: BTreeMap::new(),
            traders: BTreeSet::new(),
            asked_again: BTreeSet::new(),
            traffic,
        }
    }

    /// Lets chance fall, as it is known to or as the seed has it.
    pub fn draw(&mut self) {
        let known = self.robots.luck(self.game.state());
        self.game.draw(known);
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
        if !self.here.contains(&seat) {
            return;
        }
        let text = text.replace("{}", &self.name);
        self.traffic.tell(seat.index(), &self.name, &text);
        self.robots.send(seat, &text);
    }

    pub fn all(&mut self, text: &str) {
        Seat::all(self.players).for_each(|seat| self.to(seat, text));
        self.watch(text);
    }

    /// Tells something to all, and something else to these.
    pub fn all_but(&mut self, those: &[Seat], secret: &str, text: &str) {
        for seat in Seat::all(self.players) {
            self.to(seat, if those.contains(&seat) { secret } else { text });
        }
        self.watch(text);
    }

    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Plays until the game is over, or as long as anybody says anything.
    pub fn play(mut self) -> Option<Course> {
        loop {
            match self.game.turn() {
                Turn::Over(_) if self.due.is_none() => break,
                Turn::Chance => self.fall(),
                turn => {
                    let seat = self.debtor().unwrap_or(match turn {
                        Turn::Seat(seat) => seat,
                        _ => self.state().mover(),
                    });
                    let (who, said) = self.robots.next(seat)?;
                    self.listen(who, said);
                }
            }
        }
        self.finish();
        // People stay for a while.
        while self.robots.is_recorded()
            && let Some((who, said)) = self.robots.next(Seat::new(0))
        {
            self.listen(who, said);
        }
        Some(self.game)
    }

    /// Hears what somebody says.
    fn listen(&mut self, who: Option<Seat>, said: Said) {
        match (who, said) {
            (who, Said::Cut) => self.leave(who, true),
            (who, Said::Text(text)) if text.starts_with("1011|") => self.leave(who, false),
            // Our rules begin with the first who sets something up.
            (Some(_), Said::Nothing) if self.built.is_empty() => {
                let first = self.first;
                self.all(&format!("1096|{{}}|3|{first}"));
                self.tell_turn();
            }
            (Some(_), Said::Nothing) => {
                self.game.cut_turn();
                self.go_on();
            }
            (Some(seat), Said::Text(text)) => self.take(seat, &text),
            (None, said) => self.hear_watcher(&said, false),
        }
    }

    /// Takes a message; what is wrong is refused only where it was recorded.
    fn take(&mut self, seat: Seat, text: &str) {
        let (kind, rest) = text.split_once('|').unwrap();
        if kind == "1010" {
            return self.chat(seat, rest);
        }
        let mut fields = rest.split(',');
        let game = fields.next();
        let fields: Vec<&str> = fields.collect();
        if self.robots.is_recorded() {
            if game != Some(&self.name) {
                return;
            }
            if let Some(answers) = self.refusal(seat, kind, &fields) {
                return answers.iter().for_each(|answer| self.to(seat, answer));
            }
        }
        self.hear(seat, kind, &fields);
    }

    /// Takes an action, which has to be legal.
    pub fn act(&mut self, action: Action) {
        self.game.act(action);
    }

    /// A turn has ended; those who have left their chairs are passed over.
    fn go_on(&mut self) {
        while !self.here.contains(&self.state().mover()) {
            self.game.cut_turn();
        }
        self.offers.clear();
        self.all("1038|{},-1");
        self.tell_hands();
        self.tell_turn();
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
            "1058" => {
                self.faces.insert(seat, fields[1].to_owned());
                self.all(&format!("1058|{{}},{chair},{}", fields[1]));
            }
            "1037" | "1038" | "1039" | "1041" if self.robots.is_recorded() => {
                self.trade_freely(seat, kind, fields);
            }
            "1031" => self.act(Action::Roll),
            "1032" => {
                self.act(Action::End);
                self.go_on();
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
        assert_eq!(self.paid.take().as_deref(), Some(piece), "what was paid for");
        self.all(&format!("1086|{{}}|{chair}|101{}", pairs(price(piece))));
        self.tell_state();
    }

    pub fn place(&mut self, seat: Seat, fields: &[&str]) {
        let action = piece_of(fields).expect("a place on the island");
        let was_set_up = self.state().turns() == 0;
        let holder = self.state().longest_road();
        match self.paid.take() {
            Some(paid) => {
                assert_eq!(paid, fields[1], "what was paid for");
                self.act(action);
            }
            None => self.pay(seat, action),
        }
        self.tell_built(seat, fields[1]);
        let text = format!("1009|{{}},{}", fields.join(","));
        self.all(&text);
        self.built.push((seat, text));
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
        match code {
            6 | 11 => self.tell_whose_turn(),
            33 | 50 => self.tell_seven(),
            _ => {}
        }
        let words = match code {
            40 => "You may place 2 roads.",
            41 => "You may place your remaining free road.",
            _ => "",
        };
        if !words.is_empty() {
            self.to(self.state().mover(), &sentence(words));
        }
        if code == 15 {
            let chair = self.chair(self.state().mover());
            self.all(&format!("1072|{{}},{chair}"));
        }
    }

    pub fn tell_turn(&mut self) {
        self.asked_again.clear();
        let (code, chair) = (self.code(), self.chair(self.state().mover()));
        self.tell_whose_turn();
        self.all(&format!("1026|{{}},{chair},{code}"));
        if code == 15 {
            self.all(&format!("1072|{{}},{chair}"));
        }
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

    fn finish(&mut self) {
        if let Stage::Won(winner) = self.state().stage() {
            let chair = self.chair(winner);
            self.all(&format!("1096|{{}}|4|{chair}"));
            self.all("1025|{},1000");
            let (name, points) = (self.called(winner), self.state().points(winner));
            self.tell_people(&format!(">>> {name} has won the game with {points} points."));
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
        let is_robot = |chair: usize| !self.robots.is_person(chair);
        let robots: Vec<String> = (0..CHAIRS).map(|chair| is_robot(chair).to_string()).collect();
        self.all(&format!("1061|{{}},{},{}", scores.join(","), robots.join(",")));
        self.tell_statistics();
    }
}

/// The piece that is to be placed, if there is such a place.
pub fn piece_of(fields: &[&str]) -> Option<Action> {
    let code: i32 = fields[2].parse().ok()?;
    let node = || Node::all().find(|it| node_code(*it) == code);
    match fields[1] {
        "0" => Edge::all().find(|it| edge_code(*it) == code).map(Action::Road),
        "1" => node().map(Action::Settlement),
        _ => node().map(Action::City),
    }
}

/// What a piece costs.
pub fn price(piece: &str) -> Hand {
    let counts: [&str; 5] = match piece {
        "0" => ["1", "0", "0", "0", "1"],
        "1" => ["1", "0", "1", "1", "1"],
        _ => ["0", "3", "0", "2", "0"],
    };
    hand(&counts)
}
