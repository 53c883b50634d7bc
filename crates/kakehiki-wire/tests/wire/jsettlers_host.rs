//! A small server of JSettlers over our own rules, for robots only: it asks one client after the other, in
//! the order in which our rules do.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread::{self, JoinHandle},
    time::Duration,
};

use kakehiki_catan::{
    Action, CATAN_OPTIONS, Card, Catan, Edge, HARBOURS, Hand, Harbour, Hex, Node, Partners,
    Resource, Stage, State, Terms,
};
use kakehiki_core::{Awaited, OngoingGame, Record, Reply, Seat, Seed, Settings};

use crate::{
    jsettlers_book::{GRID, LAND, ORDER, SIDES, edge_code, node_code},
    jsettlers_traffic::Traffic,
    sockets::HERE,
};

/// The chairs at a table, some of which may stay empty.
const CHAIRS: usize = 4;

/// The rules that a game at a server amounts to.
pub fn rules(players: usize, given: &[(&str, &str)]) -> Settings {
    let players = players.to_string();
    let fixed = [("rules", "jsettlers"), ("bank", "closed"), ("numbers", "free")];
    let values =
        fixed.into_iter().chain([("players", players.as_str())]).chain(given.iter().copied());
    Settings::new("catan", &CATAN_OPTIONS, values).unwrap()
}

/// What a server plays.
#[derive(Clone, Copy)]
pub struct Series {
    pub games: u64,
    pub players: usize,
    /// Options as our rules call them, and as the server does.
    pub options: &'static [(&'static str, &'static str)],
    pub told: &'static str,
}

/// What a server played, and what was asked and told.
pub struct Played {
    pub records: Vec<Record>,
    pub traffic: Traffic,
}

/// Starts a server that plays games with as many clients as there are seats, and ends.
pub fn serve(series: Series) -> (SocketAddr, JoinHandle<Played>) {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let mut robots: Vec<(String, Robot)> =
            (0..series.players).map(|_| admit(&listener)).collect();
        robots.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut robots: Vec<Robot> = robots.into_iter().map(|(_, robot)| robot).collect();
        let mut traffic = Traffic::default();
        let play = |number| Host::begin(&mut robots, number, series, &mut traffic).play();
        let records = (0..series.games).map(play).collect();
        Played { records, traffic }
    });
    (address, server)
}

/// The connection of a robot.
struct Robot(TcpStream);

/// Lets a robot in, and gives its name.
fn admit(listener: &TcpListener) -> (String, Robot) {
    let mut robot = Robot(listener.accept().unwrap().0);
    robot.0.set_nodelay(true).unwrap();
    robot.0.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    robot.send("9998|2700,2.7.00,JM20260517,;ch;");
    robot.send("1003|");
    assert_eq!(robot.hear(), "9998|2700,2.7.00,-,\t");
    let said = robot.expect("1022|");
    let [name, "SECRET", _] = said.split(',').collect::<Vec<_>>()[..] else { panic!("{said}") };
    let name = name.to_owned();
    robot.send("1083");
    robot.send("1071|120,35,0.13,1.0,1.0,3.0,1.0,1,1");
    robot.send("9999|150000");
    assert_eq!(robot.hear(), "9999|150000");
    (name, robot)
}

impl Robot {
    fn send(&mut self, text: &str) {
        let length = (text.len() as u16).to_be_bytes();
        // One that is gone is found out when it does not answer.
        let _ = self.0.write_all(&[&length[..], text.as_bytes()].concat());
    }

    fn hear(&mut self) -> String {
        let mut length = [0; 2];
        self.0.read_exact(&mut length).expect("a robot that answers");
        let mut bytes = vec![0; usize::from(u16::from_be_bytes(length))];
        self.0.read_exact(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// What follows these letters in the next message, but for good-byes.
    fn expect(&mut self, beginning: &str) -> String {
        loop {
            let text = self.hear();
            if text.starts_with("1011|") {
                continue;
            }
            let rest = text.strip_prefix(beginning);
            return rest.unwrap_or_else(|| panic!("{text} instead of {beginning}")).to_owned();
        }
    }
}

/// One game.
struct Host<'a> {
    robots: &'a mut [Robot],
    name: String,
    game: OngoingGame<Catan>,
    players: usize,
    /// The chair of our first seat, which begins.
    first: usize,
    traffic: &'a mut Traffic,
}

fn counts(cards: Hand) -> String {
    ORDER.map(|it| cards.count(it).to_string()).join(",")
}

fn pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).filter(|(_, it)| cards.count(*it) > 0).map(pair).collect()
}

fn hand(fields: &[&str]) -> Hand {
    let mut counts = [0; 5];
    for (field, resource) in fields[..5].iter().zip(ORDER) {
        counts[resource.index()] = field.parse().unwrap();
    }
    Hand::from_counts(counts)
}

fn lost(before: Hand, after: Hand) -> Hand {
    Hand::from_counts(Resource::ALL.map(|it| before.count(it).saturating_sub(after.count(it))))
}

fn find<T>(mut all: impl Iterator<Item = T>, is_it: impl Fn(&T) -> bool) -> T {
    all.find(is_it).expect("a place on the island")
}

impl<'a> Host<'a> {
    fn begin(
        robots: &'a mut [Robot],
        number: u64,
        series: Series,
        traffic: &'a mut Traffic,
    ) -> Self {
        let catan = Catan::new(&rules(series.players, series.options));
        let seed = Seed::experiment(1).derive("match", number).derive("game", 0);
        let mut game = OngoingGame::new(catan, seed);
        while game.awaited() == Awaited::Chance {
            game.draw();
        }
        let (players, first) = (series.players, number as usize % CHAIRS);
        let name = format!("~botsOnly~{number}");
        let mut host = Self { robots, name: name.clone(), game, players, first, traffic };
        for seat in Seat::all(host.players) {
            let chair = host.chair(seat);
            host.to(seat, &format!("1023|{{}},{chair},{}", series.told));
            host.robots[seat.index()].expect("1013|");
            host.to(seat, "1021|{}");
            host.to(seat, "1028|{},-1");
            host.to(seat, "1096|{}|2|25|1|0|3|-1|6|-1|5|-1");
            host.to(seat, "1061|{},t2,1794764540,0,0");
            host.to(seat, "1017|{}");
            host.to(seat, "1025|{},1");
            host.robots[seat.index()].expect(&format!("1012|{name},\t,{chair},true"));
        }
        for seat in Seat::all(host.players) {
            let chair = host.chair(seat);
            host.all(&format!("1012|{{}},robot {chair},{chair},true"));
        }
        let layout = host.layout();
        host.all(&layout);
        host.all("1018|{},5");
        host.all(&format!("1026|{{}},{first},5"));
        host
    }

    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % CHAIRS
    }

    fn seat(&self, chair: &str) -> Seat {
        let chair: usize = chair.parse().unwrap();
        Seat::new((chair + CHAIRS - self.first) % CHAIRS)
    }

    /// Says something about the game to one.
    fn to(&mut self, seat: Seat, text: &str) {
        let text = text.replace("{}", &self.name);
        self.traffic.tell(seat.index(), &self.name, &text);
        self.robots[seat.index()].send(&text);
    }

    fn all(&mut self, text: &str) {
        Seat::all(self.players).for_each(|seat| self.to(seat, text));
    }

    fn state(&self) -> &State {
        self.game.state()
    }

    fn layout(&self) -> String {
        let board = self.state().board();
        let totals = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
        let code = |it: Resource| 1 + ORDER.iter().position(|one| *one == it).unwrap() as i32;
        let harbour_at = |hex: i32| {
            let steps = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];
            (0..HARBOURS).find_map(|place| {
                let edge = edge_code(Edge::of_harbour(place).unwrap());
                let facing = (0..6).find(|facing| {
                    let land = hex + steps[*facing];
                    LAND.contains(&land) && land + SIDES[(facing + 3) % 6] == edge
                })?;
                Some((facing as i32 + 1, board.harbour(place).unwrap()))
            })
        };
        let value = |hex: &i32| match LAND.iter().position(|land| land == hex) {
            Some(index) => {
                let terrain = board.terrain(Hex::new(index).unwrap()).unwrap();
                terrain.resource().map_or(0, code)
            }
            None => match harbour_at(*hex) {
                None => 6,
                Some((facing, Harbour::Three)) => 6 + facing,
                Some((facing, Harbour::Two(resource))) => 16 * facing + code(resource),
            },
        };
        let number = |hex: &i32| {
            let index = LAND.iter().position(|land| land == hex);
            let number = index.and_then(|index| board.number(Hex::new(index).unwrap()));
            number.map_or(-1, |it| totals.iter().position(|one| *one == it).unwrap() as i32)
        };
        let all: Vec<String> = GRID
            .iter()
            .map(value)
            .chain(GRID.iter().map(number))
            .chain([LAND[self.state().robber().index()]])
            .map(|number| number.to_string())
            .collect();
        format!("1014|{{}},{}", all.join(","))
    }

    fn play(mut self) -> Record {
        loop {
            match (self.game.awaited(), self.state().stage()) {
                (Awaited::Nobody(_), _) => break,
                (_, Stage::Discard) => self.discard(),
                (Awaited::Seat(seat), _) => {
                    let text = self.robots[seat.index()].expect("");
                    let (kind, rest) = text.split_once('|').unwrap();
                    let fields: Vec<&str> = rest.split(',').skip(1).collect();
                    self.hear(seat, kind, &fields);
                }
                (Awaited::Chance, _) => self.fall(),
            }
        }
        self.finish()
    }

    /// Takes an action, which has to be legal.
    fn act(&mut self, action: Action) {
        self.game.check(&action).unwrap_or_else(|error| panic!("{action}: {error}"));
        self.game.answer(Reply::Action(action)).unwrap();
    }

    fn hear(&mut self, seat: Seat, kind: &str, fields: &[&str]) {
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
            "1031" => self.act(Action::Roll),
            "1032" => {
                self.act(Action::End);
                self.all("1038|{},-1");
                self.tell_turn();
            }
            "1034" => self.move_robber(seat, fields[1].parse().unwrap()),
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
            "1040" => {
                let kind = |cards: Hand| find(Resource::ALL.into_iter(), |it| cards.count(*it) > 0);
                let (give, get) = (hand(fields), hand(&fields[5..]));
                let before = self.state().hand(seat);
                self.act(Action::Bank(kind(give), kind(get)));
                assert_eq!(lost(before, self.state().hand(seat)), give, "the rate");
                self.all(&format!("1040|{{}},{},{},{chair}", counts(give), counts(get)));
            }
            "1041" => {
                let terms = Terms { give: hand(&fields[5..]), get: hand(&fields[10..]) };
                let to = (0..CHAIRS).filter(|chair| fields[1 + chair] == "true");
                let to = to.map(|chair| self.seat(&chair.to_string()));
                let to = to.fold(Partners::NONE, Partners::with);
                let is_counter = seat != self.state().mover();
                self.act(if is_counter {
                    Action::Counter(terms)
                } else {
                    Action::Offer(terms, to)
                });
                self.all(&format!("1041|{{}},{}", fields.join(",")));
                self.all("1042|{},-1");
            }
            "1045" => {
                self.pay(seat, Action::Buy);
                self.game.draw();
                let last = self.game.sight(seat).unwrap().event.clone();
                let kakehiki_catan::Event::Drew { card: Some(card), .. } = last else { panic!() };
                for other in Seat::all(self.players) {
                    let card = if other == seat { card_code(card) } else { 0 };
                    self.to(other, &format!("1046|{{}},{chair},0,{card}"));
                }
                let left = self.state().deck().total();
                self.all(&format!("1090|{{}},{chair},1,{left},0"));
                self.tell_state();
            }
            "1049" => self.play_card(seat, fields[0]),
            _ => panic!("{kind} of {seat}"),
        }
    }

    /// Does something that costs cards, and tells of these.
    fn pay(&mut self, seat: Seat, action: Action) {
        let before = self.state().hand(seat);
        self.act(action);
        let paid = lost(before, self.state().hand(seat));
        if !paid.is_empty() {
            let chair = self.chair(seat);
            self.all(&format!("1086|{{}}|{chair}|102{}", pairs(paid)));
        }
    }

    fn place(&mut self, seat: Seat, fields: &[&str]) {
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
        self.pay(seat, action);
        self.all(&format!("1009|{{}},{}", fields.join(",")));
        if holder != self.state().longest_road() {
            let holder = self.state().longest_road().map_or(-1, |it| self.chair(it) as i32);
            self.all(&format!("1096|{{}}|6|{holder}"));
        }
        if was_set_up && fields[1] == "0" { self.tell_turn() } else { self.tell_state() }
    }

    fn code(&self) -> u16 {
        let founded: usize =
            Seat::all(self.players).map(|seat| self.state().settlements(seat).count()).sum();
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
    fn tell_state(&mut self) {
        let code = self.code();
        if code != 1000 {
            self.all(&format!("1025|{{}},{code}"));
        }
        if code == 15 {
            let chair = self.chair(self.state().mover());
            self.all(&format!("1072|{{}},{chair}"));
        }
    }

    fn tell_turn(&mut self) {
        let (code, chair) = (self.code(), self.chair(self.state().mover()));
        self.all(&format!("1026|{{}},{chair},{code}"));
        if code == 15 {
            self.all(&format!("1072|{{}},{chair}"));
        }
    }

    /// The dice fall.
    fn fall(&mut self) {
        let before: Vec<Hand> =
            Seat::all(self.players).map(|seat| self.state().hand(seat)).collect();
        self.game.draw();
        let total = self.state().last_roll().unwrap();
        self.all(&format!("1028|{{}},{total}"));
        let gains = Seat::all(self.players).filter_map(|seat| {
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
        self.tell_state();
    }

    /// All who have too many cards discard, whoever is the first.
    fn discard(&mut self) {
        let due = |state: &State, seat: Seat| match state.hand(seat).total() {
            total @ 8.. => total / 2,
            _ => 0,
        };
        let debtors: Vec<(Seat, u32)> =
            Seat::all(self.players).map(|seat| (seat, due(self.state(), seat))).collect();
        let debtors: Vec<_> = debtors.into_iter().filter(|(_, due)| *due > 0).collect();
        for (seat, due) in &debtors {
            self.to(*seat, &format!("1029|{{}},{due}"));
        }
        for (seat, due) in &debtors {
            let text = self.robots[seat.index()].expect("1033|");
            self.traffic.ask("1033");
            let cards = hand(&text.split(',').skip(1).collect::<Vec<_>>());
            assert_eq!(self.game.awaited(), Awaited::Seat(*seat));
            self.act(Action::Discard(cards));
            let chair = self.chair(*seat);
            for other in Seat::all(self.players) {
                let seen = if other == *seat { cards } else { Hand::EMPTY };
                let hidden = if other == *seat { 0 } else { *due };
                self.to(other, &format!("1033|{{}},p{chair},{},{hidden}", counts(seen)));
            }
            self.tell_state();
        }
    }

    fn move_robber(&mut self, seat: Seat, code: i32) {
        let hex = Hex::new(LAND.iter().position(|land| *land == code).unwrap()).unwrap();
        let chair = self.chair(seat);
        let mut menu = Vec::new();
        self.game.menu(&mut menu);
        let mut moves =
            menu.into_iter().filter(|action| matches!(action, Action::Robber(it, _) if *it == hex));
        let single = moves.next().expect("a place for the robber");
        let is_open = moves.next().is_some();
        self.all(&format!("1034|{{}},{chair},{code}"));
        let action = if is_open {
            self.all("1025|{},51");
            self.to(seat, "1036|{},true,true,true,true");
            let victim = self.robots[seat.index()].expect("1035|");
            self.traffic.ask("1035");
            Action::Robber(hex, Some(self.seat(victim.split(',').next_back().unwrap())))
        } else {
            single
        };
        self.act(action);
        if let (Action::Robber(_, Some(victim)), Awaited::Chance) = (action, self.game.awaited()) {
            self.game.draw();
            let last = self.game.sight(seat).unwrap().event.clone();
            let kakehiki_catan::Event::Stolen { resource: Some(stolen), .. } = last else {
                panic!()
            };
            let code = 1 + ORDER.iter().position(|it| *it == stolen).unwrap();
            let robbed = self.chair(victim);
            for other in Seat::all(self.players) {
                let code = if [seat, victim].contains(&other) { code } else { 6 };
                self.to(other, &format!("1102|{{}},{chair},{robbed},R,{code},1,T"));
            }
        }
        self.tell_state();
    }

    fn trade(&mut self, acceptor: Seat, offerer: Seat) {
        let mover = self.state().mover();
        let before = self.state().hand(acceptor);
        let is_counter = acceptor == mover;
        self.act(if is_counter { Action::Confirm(offerer) } else { Action::Accept });
        let after = self.state().hand(acceptor);
        let (got, gave) = (lost(after, before), lost(before, after));
        let chairs = format!("{},{}", self.chair(acceptor), self.chair(offerer));
        self.all(&format!("1039|{{}},{chairs},{},{}", counts(got), counts(gave)));
        self.all("1038|{},-1");
    }

    fn play_card(&mut self, seat: Seat, code: &str) {
        let chair = self.chair(seat);
        self.all(&format!("1046|{{}},{chair},1,{code}"));
        self.all(&format!("1024|{{}},{chair},100,19,1"));
        match code {
            "9" => {
                let holder = self.state().largest_army();
                self.act(Action::Knight);
                self.all(&format!("1024|{{}},{chair},101,15,1"));
                if holder != self.state().largest_army() {
                    self.all(&format!("1096|{{}}|5|{chair}"));
                }
                if self.code() == 1000 {
                    // The original moves the robber before it looks for a winner.
                    self.all("1025|{},33");
                    let text = self.robots[seat.index()].expect("1034|");
                    let hex = text.split(',').next_back().unwrap().to_owned();
                    self.all(&format!("1034|{{}},{chair},{hex}"));
                }
            }
            "1" => self.act(Action::RoadBuilding),
            "2" => {
                self.all("1025|{},52");
                let text = self.robots[seat.index()].expect("1052|");
                let cards = hand(&text.split(',').skip(1).collect::<Vec<_>>());
                self.act(Action::YearOfPlenty(cards));
                self.all(&format!("1052|{{}},{},{chair},2", counts(cards)));
            }
            _ => {
                self.all("1025|{},53");
                let text = self.robots[seat.index()].expect("1053|");
                let kind: usize = text.split(',').next_back().unwrap().parse().unwrap();
                let resource = ORDER[kind - 1];
                let before = self.state().clone();
                self.act(Action::Monopoly(resource));
                let others = Seat::all(self.players).filter(|it| *it != seat);
                for other in others.filter(|it| before.hand(*it).count(resource) > 0) {
                    let (victim, left) = (self.chair(other), self.state().hand(other).total());
                    self.all(&format!("1024|{{}},{victim},100,{kind},0,Y"));
                    self.all(&format!("1063|{{}},{victim},{left}"));
                }
                let total = lost(self.state().hand(seat), before.hand(seat)).total();
                self.all(&format!("1024|{{}},{chair},101,{kind},{total}"));
                self.all(&format!("1090|{{}},{chair},3,{total},{kind}"));
            }
        }
        self.tell_state();
    }

    fn finish(mut self) -> Record {
        if let Stage::Won(winner) = self.state().stage() {
            let chair = self.chair(winner);
            self.all(&format!("1096|{{}}|4|{chair}"));
            self.all("1025|{},1000");
        }
        for seat in Seat::all(self.players) {
            let points = self.state().cards(seat).count(Card::VictoryPoint);
            let (chair, points) = (self.chair(seat), usize::from(points));
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

fn card_code(card: Card) -> i32 {
    match card {
        Card::RoadBuilding => 1,
        Card::YearOfPlenty => 2,
        Card::Monopoly => 3,
        Card::VictoryPoint => 4,
        Card::Knight => 9,
    }
}
