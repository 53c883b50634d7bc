//! A game at the small server of JSettlers: it asks one robot after the other, in the order in which our rules do, or
//! takes what recorded robots said in any order.

use std::collections::BTreeMap;

use kakehiki_catan::{
    Action, Card, Catan, Edge, HARBOURS, Hand, Harbour, Hex, Node, Partners, Resource, Stage,
    State, Terms,
};
use kakehiki_core::{Awaited, OngoingGame, Record, Reply, Seat};

use crate::{
    jsettlers_book::{GRID, LAND, ORDER, SIDES, edge_code, node_code},
    jsettlers_host::{CHAIRS, Robots},
    jsettlers_traffic::Traffic,
};

/// An offer that stands: to whom, for what.
type Standing = (Vec<bool>, Terms);

/// One game.
pub struct Host<'a> {
    robots: &'a mut dyn Robots,
    name: String,
    game: OngoingGame<Catan>,
    players: usize,
    /// The chair of our first seat, which begins.
    first: usize,
    /// The piece that was paid for and is still to be placed.
    paid: Option<String>,
    offers: BTreeMap<Seat, Standing>,
    gone: Vec<Seat>,
    traffic: &'a mut Traffic,
}

fn counts(cards: Hand) -> String {
    ORDER.map(|it| cards.count(it).to_string()).join(",")
}

fn pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).filter(|(_, it)| cards.count(*it) > 0).map(pair).collect()
}

fn all_pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).map(pair).collect()
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
    /// A game of this name, in which this chair begins.
    pub fn new(
        robots: &'a mut dyn Robots,
        traffic: &'a mut Traffic,
        (name, first): (String, usize),
        game: OngoingGame<Catan>,
    ) -> Self {
        let (offers, gone) = (BTreeMap::new(), Vec::new());
        Self { robots, name, game, players: 0, first, paid: None, offers, gone, traffic }
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
        let layout = self.layout();
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
    fn tell_table(&mut self, seat: Seat) {
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
    fn draw(&mut self) {
        match self.robots.luck(&self.game) {
            Some(chance) => {
                self.game.resolve(chance).unwrap_or_else(|error| panic!("{chance}: {error}"));
            }
            None => drop(self.game.draw()),
        }
    }

    /// What follows these letters in the next message of one, but for good-byes and faces.
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

    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % CHAIRS
    }

    /// All who play, in the order of their chairs.
    fn in_order(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Seat::all(self.players).collect();
        seats.sort_by_key(|seat| self.chair(*seat));
        seats
    }

    fn seat(&self, chair: &str) -> Seat {
        let chair: usize = chair.parse().unwrap();
        Seat::new((chair + CHAIRS - self.first) % CHAIRS)
    }

    /// Says something about the game to one.
    fn to(&mut self, seat: Seat, text: &str) {
        if self.gone.contains(&seat) {
            return;
        }
        let text = text.replace("{}", &self.name);
        self.traffic.tell(seat.index(), &self.name, &text);
        self.robots.send(seat, &text);
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

    /// Plays until the game is over, or as long as anybody says anything.
    pub fn play(mut self) -> Option<Record> {
        loop {
            match (self.game.awaited(), self.state().stage()) {
                (Awaited::Nobody(_), _) => break,
                (_, Stage::Discard) => self.discard(),
                (Awaited::Seat(seat), _) => {
                    let (seat, text) = self.robots.next(seat)?;
                    if text.starts_with("1011|") {
                        self.leave(seat);
                        continue;
                    }
                    let (kind, rest) = text.split_once('|').unwrap();
                    let fields: Vec<&str> = rest.split(',').skip(1).collect();
                    self.hear(seat, kind, &fields);
                }
                (Awaited::Chance, _) => self.fall(),
            }
        }
        Some(self.finish())
    }

    /// Somebody is gone. Our own robots do not go before the end of a game.
    fn leave(&mut self, seat: Seat) {
        if self.robots.is_recorded() {
            self.gone.push(seat);
            let name = self.robots.name(self.chair(seat));
            self.all(&format!("1011|{name},-,{{}}"));
        }
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
                self.draw();
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

    /// Pays for a piece before it is placed; our rules do so when it is.
    fn pay_first(&mut self, seat: Seat, piece: &str) {
        let state = 30 + piece.parse::<u16>().unwrap();
        let (chair, cost) = (self.chair(seat), price(piece));
        assert!(self.state().hand(seat).minus(cost).is_some(), "{piece} of {seat}");
        self.all(&format!("1086|{{}}|{chair}|102{}", pairs(cost)));
        self.all(&format!("1025|{{}},{state}"));
        self.paid = Some(piece.to_owned());
    }

    /// Gives back what was paid for a piece.
    fn take_back(&mut self, seat: Seat, piece: &str) {
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
        let mut discards = BTreeMap::new();
        while discards.len() < debtors.len() {
            let left = debtors.iter().filter(|(seat, _)| !discards.contains_key(seat));
            let left: Vec<Seat> = left.map(|(seat, _)| *seat).collect();
            let seat = self.robots.first(&left);
            let text = self.expect(seat, "1033|");
            self.traffic.ask("1033");
            let cards = hand(&text.split(',').skip(1).collect::<Vec<_>>());
            discards.insert(seat, cards);
            let chair = self.chair(seat);
            for other in Seat::all(self.players) {
                let seen = if other == seat { cards } else { Hand::EMPTY };
                let hidden = if other == seat { 0 } else { cards.total() };
                self.to(other, &format!("1033|{{}},p{chair},{},{hidden}", counts(seen)));
            }
            if left.len() > 1 {
                self.all("1025|{},50");
            }
        }
        // Our rules ask one after the other.
        for (seat, cards) in discards {
            assert_eq!(self.game.awaited(), Awaited::Seat(seat));
            self.act(Action::Discard(cards));
        }
        self.tell_state();
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
            let is_victim = |chair: usize| {
                let victim = self.seat(&chair.to_string());
                let action = Action::Robber(hex, Some(victim));
                victim.index() < self.players && self.game.check(&action).is_ok()
            };
            let victims: Vec<String> =
                (0..CHAIRS).map(|chair| is_victim(chair).to_string()).collect();
            self.to(seat, &format!("1036|{{}},{}", victims.join(",")));
            let victim = self.expect(seat, "1035|");
            self.traffic.ask("1035");
            Action::Robber(hex, Some(self.seat(victim.split(',').next_back().unwrap())))
        } else {
            single
        };
        self.act(action);
        if let (Action::Robber(_, Some(victim)), Awaited::Chance) = (action, self.game.awaited()) {
            self.draw();
            let last = self.game.sight(seat).unwrap().event.clone();
            let kakehiki_catan::Event::Stolen { resource: Some(stolen), .. } = last else {
                panic!()
            };
            self.tell_theft(seat, victim, stolen);
        }
        self.tell_state();
    }

    fn tell_theft(&mut self, thief: Seat, victim: Seat, stolen: Resource) {
        let code = 1 + ORDER.iter().position(|it| *it == stolen).unwrap();
        let chairs = format!("{},{}", self.chair(thief), self.chair(victim));
        for other in Seat::all(self.players) {
            let code = if [thief, victim].contains(&other) { code } else { 6 };
            self.to(other, &format!("1102|{{}},{chairs},R,{code},1,T"));
        }
    }

    /// The only one beside a hex from whom a card can be stolen.
    fn only_victim(&self, thief: Seat, code: &str) -> Option<Seat> {
        let code: i32 = code.parse().unwrap();
        let state = self.state();
        let is_victim = |seat: &Seat| {
            let mut built = state.settlements(*seat).chain(state.cities(*seat));
            let is_beside = built.any(|node| node.hexes().any(|hex| LAND[hex.index()] == code));
            *seat != thief && is_beside && !state.hand(*seat).is_empty()
        };
        let mut victims = Seat::all(self.players).filter(is_victim);
        victims.next().filter(|_| victims.next().is_none())
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

    /// What recorded robots say about trades: anybody at any time, with any number for its own chair. Our rules hear
    /// of what is traded, as an offer to one who accepts it.
    fn trade_freely(&mut self, seat: Seat, kind: &str, fields: &[&str]) {
        let chair = self.chair(seat);
        match kind {
            "1037" => self.all(&format!("1037|{{}},{chair}")),
            "1038" => {
                self.offers.remove(&seat);
                self.all(&format!("1038|{{}},{chair}"));
                self.all("1042|{},-1");
            }
            "1041" => {
                let terms = Terms { give: hand(&fields[5..]), get: hand(&fields[10..]) };
                let to = fields[1..5].iter().map(|field| *field == "true").collect();
                self.offers.insert(seat, (to, terms));
                self.all(&format!("1041|{{}},{chair},{}", fields[1..].join(",")));
                self.all("1042|{},-1");
            }
            _ => {
                let offerer = self.seat(fields[1]);
                let stands = self.offers.get(&offerer).filter(|(to, terms)| {
                    to[chair] && self.state().hand(seat).minus(terms.get).is_some()
                });
                let Some((_, terms)) = stands.cloned() else {
                    self.to(seat, &format!("1037|{{}},{chair},1"));
                    return;
                };
                let (partner, terms) = match self.state().mover() {
                    mover if mover == seat => (offerer, terms.turned()),
                    _ => (seat, terms),
                };
                self.act(Action::Offer(terms, Partners::only(partner)));
                self.act(Action::Accept);
                let (got, gave) =
                    if partner == seat { (terms.give, terms.get) } else { (terms.get, terms.give) };
                let chairs = format!("{chair},{}", self.chair(offerer));
                self.all(&format!("1039|{{}},{chairs},{},{}", counts(got), counts(gave)));
                self.offers.clear();
                self.all("1038|{},-1");
            }
        }
    }

    /// All hands, which a server tells at the end of a turn to those who look for faults.
    fn tell_hands(&mut self) {
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
                    // The original moves the robber before it looks for a winner, and lets it steal.
                    self.all("1025|{},33");
                    let text = self.expect(seat, "1034|");
                    let hex = text.split(',').next_back().unwrap().to_owned();
                    self.all(&format!("1034|{{}},{chair},{hex}"));
                    if let Some(victim) = self.only_victim(seat, &hex)
                        && let Some(stolen) = self.robots.last_theft()
                    {
                        self.tell_theft(seat, victim, stolen);
                    }
                }
            }
            "1" => self.act(Action::RoadBuilding),
            "2" => {
                self.all("1025|{},52");
                let text = self.expect(seat, "1052|");
                let cards = hand(&text.split(',').skip(1).collect::<Vec<_>>());
                self.act(Action::YearOfPlenty(cards));
                self.all(&format!("1052|{{}},{},{chair},2", counts(cards)));
            }
            _ => {
                self.all("1025|{},53");
                let text = self.expect(seat, "1053|");
                let kind: usize = text.split(',').next_back().unwrap().parse().unwrap();
                let resource = ORDER[kind - 1];
                let before = self.state().clone();
                self.act(Action::Monopoly(resource));
                let others = self.in_order().into_iter().filter(|it| *it != seat);
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

fn card_code(card: Card) -> i32 {
    match card {
        Card::RoadBuilding => 1,
        Card::YearOfPlenty => 2,
        Card::Monopoly => 3,
        Card::VictoryPoint => 4,
        Card::Knight => 9,
    }
}
