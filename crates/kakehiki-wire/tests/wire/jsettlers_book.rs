//! A book of a JSettlers game, kept from its messages by what the protocol says and by nothing of ours: what
//! everybody has, and which requests a server would take.

use std::collections::{BTreeMap, BTreeSet};

use kakehiki_catan::{Card, Edge, HARBOURS, Harbour, Hex, Node, Resource, View};
use kakehiki_core::Seat;

/// The land hexes, row by row from the north.
pub const LAND: [i32; 19] = [
    0x37, 0x59, 0x7b, 0x35, 0x57, 0x79, 0x9b, 0x33, 0x55, 0x77, 0x99, 0xbb, 0x53, 0x75, 0x97, 0xb9,
    0x73, 0x95, 0xb7,
];

/// All hexes in the order of a layout.
pub const GRID: [i32; 37] = [
    0x17, 0x39, 0x5b, 0x7d, 0x15, 0x37, 0x59, 0x7b, 0x9d, 0x13, 0x35, 0x57, 0x79, 0x9b, 0xbd, 0x11,
    0x33, 0x55, 0x77, 0x99, 0xbb, 0xdd, 0x31, 0x53, 0x75, 0x97, 0xb9, 0xdb, 0x51, 0x73, 0x95, 0xb7,
    0xd9, 0x71, 0x93, 0xb5, 0xd7,
];

/// From a hex to its corners, clockwise from the north, and to its sides from the north-east.
pub const CORNERS: [i32; 6] = [0x01, 0x12, 0x21, 0x10, -0x01, -0x10];
pub const SIDES: [i32; 6] = [0x01, 0x11, 0x10, -0x01, -0x11, -0x10];

/// Resources in the order of the protocol, clay first.
pub const ORDER: [Resource; 5] =
    [Resource::Brick, Resource::Ore, Resource::Sheep, Resource::Wheat, Resource::Wood];

/// What the codes of numbers on hexes stand for.
const TOTALS: [u8; 10] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

pub type Cards = [i32; 5];

const ROAD: Cards = [1, 0, 0, 0, 1];
const SETTLEMENT: Cards = [1, 0, 1, 1, 1];
const CITY: Cards = [0, 3, 0, 2, 0];
const CARD: Cards = [0, 1, 1, 1, 0];

/// The byte of a node of ours.
pub fn node_code(node: Node) -> i32 {
    let hex = node.hexes().next().unwrap();
    LAND[hex.index()] + CORNERS[hex.corners().iter().position(|it| *it == node).unwrap()]
}

/// The byte of an edge of ours.
pub fn edge_code(edge: Edge) -> i32 {
    let place = |hex: Hex| hex.sides().iter().position(|it| *it == edge);
    let mut codes = Hex::all().filter_map(|hex| Some(LAND[hex.index()] + SIDES[place(hex)?]));
    codes.next().unwrap()
}

/// The ends of an edge.
fn ends(edge: i32) -> [i32; 2] {
    if edge & 0x11 == 0 { [edge + 0x01, edge + 0x10] } else { [edge, edge + 0x11] }
}

fn all_edges() -> BTreeSet<i32> {
    LAND.iter().flat_map(|hex| SIDES.map(|side| hex + side)).collect()
}

fn all_nodes() -> BTreeSet<i32> {
    LAND.iter().flat_map(|hex| CORNERS.map(|corner| hex + corner)).collect()
}

fn edges_at(node: i32) -> impl Iterator<Item = i32> {
    all_edges().into_iter().filter(move |edge| ends(*edge).contains(&node))
}

fn is_near(one: i32, other: i32) -> bool {
    edges_at(one).any(|edge| ends(edge).contains(&other))
}

/// What a player has.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    pub size: i32,
    pub roads: BTreeSet<i32>,
    pub settlements: BTreeSet<i32>,
    pub cities: BTreeSet<i32>,
    pub knights: i32,
    pub cards: i32,
}

/// The book of one game, kept from one chair.
#[derive(Clone, Debug, Default)]
pub struct Book {
    pub own: usize,
    pub hand: Cards,
    pub players: [Holding; 4],
    values: BTreeMap<i32, i32>,
    /// The totals of the dice that lie on hexes.
    totals: BTreeMap<i32, u8>,
    robber: i32,
    pub state: i32,
    pub current: usize,
    road: i32,
    army: i32,
    deck: i32,
    /// The own cards, those bought in this turn, and whether one was played in it.
    own_cards: BTreeMap<i32, i32>,
    bought: BTreeMap<i32, i32>,
    has_played: bool,
    last_settlement: i32,
    victims: Vec<bool>,
    due: i32,
    /// What stands offered: to whom, for what.
    offers: BTreeMap<usize, (Vec<bool>, Cards, Cards)>,
    /// Whether nothing is half told.
    pub is_settled: bool,
}

fn numbers(fields: &[&str]) -> Vec<i32> {
    fields.iter().map(|field| field.parse().unwrap()).collect()
}

fn cards(fields: &[&str]) -> Cards {
    numbers(&fields[..5]).try_into().unwrap()
}

pub fn plus(one: Cards, other: Cards, sign: i32) -> Cards {
    std::array::from_fn(|kind| one[kind] + sign * other[kind])
}

fn holds(hand: Cards, cards: Cards) -> bool {
    hand.iter().zip(cards).all(|(have, need)| need >= 0 && *have >= need)
}

impl Book {
    pub fn new(own: usize) -> Self {
        Self { own, road: -1, army: -1, deck: 25, ..Self::default() }
    }

    fn change(&mut self, player: usize, change: Cards, sign: i32) {
        self.players[player].size += sign * change.iter().sum::<i32>();
        if player == self.own {
            self.hand = plus(self.hand, change, sign);
        }
    }

    /// Takes a message about the game: its number, and the fields behind the name.
    pub fn hear(&mut self, kind: &str, fields: &[&str]) {
        let number = |place: usize| fields[place].parse::<i32>().unwrap();
        let player = |place: usize| fields[place].parse::<usize>().unwrap();
        self.is_settled = ["1039", "1040", "1103"].contains(&kind);
        match kind {
            "1014" => {
                let all = numbers(fields);
                self.values = GRID.into_iter().zip(all[..37].iter().copied()).collect();
                let code = |code: &i32| usize::try_from(*code).ok().map(|code| TOTALS[code]);
                let totals = GRID.into_iter().zip(all[37..74].iter().map(code));
                self.totals = totals.filter_map(|(hex, total)| Some((hex, total?))).collect();
                self.robber = all[74];
            }
            "1025" => {
                self.state = number(0);
                let between = [30, 31, 32, 50, 51, 52, 53, 1000];
                // What comes of another's knight is told when the robber has moved.
                let is_knight = self.state == 33 && self.has_played && self.current != self.own;
                self.is_settled = !between.contains(&self.state) && !is_knight;
            }
            "1026" => {
                (self.current, self.state) = (player(0), number(1));
                self.is_settled = self.state != 1000;
                (self.has_played, self.bought) = (false, BTreeMap::new());
                self.offers.clear();
            }
            "1009" => self.hear_piece(player(0), number(1), number(2)),
            "1086" if fields[1] == "102" => {
                let mut paid = [0; 5];
                for pair in numbers(&fields[2..]).chunks(2) {
                    paid[pair[0] as usize - 1] += pair[1];
                }
                self.change(player(0), paid, -1);
            }
            "1092" => self.hear_gains(&numbers(fields)[1..]),
            "1029" => self.due = number(0),
            "1033" => {
                let who: usize = fields[0][1..].parse().unwrap();
                self.change(who, cards(&fields[1..]), -1);
                self.players[who].size -= number(6);
            }
            "1034" => self.robber = number(1),
            "1036" => self.victims = fields.iter().map(|field| *field == "true").collect(),
            "1102" => {
                let mut stolen = [0; 5];
                let kind = number(3);
                if kind < 6 {
                    stolen[kind as usize - 1] = 1;
                }
                for (who, sign) in [(player(0), 1), (player(1), -1)] {
                    self.change(who, stolen, sign);
                    self.players[who].size += if kind == 6 { sign } else { 0 };
                }
            }
            "1039" => {
                let (to_acceptor, to_offerer) = (cards(&fields[2..]), cards(&fields[7..]));
                self.change(player(0), plus(to_acceptor, to_offerer, -1), 1);
                self.change(player(1), plus(to_offerer, to_acceptor, -1), 1);
                self.offers.clear();
            }
            "1040" => {
                self.change(player(10), cards(fields), -1);
                self.change(player(10), cards(&fields[5..]), 1);
            }
            "1041" => {
                let to = fields[1..5].iter().map(|field| *field == "true").collect();
                let offer = (to, cards(&fields[5..]), cards(&fields[10..]));
                self.offers.insert(player(0), offer);
            }
            "1038" if number(0) < 0 => self.offers.clear(),
            "1038" => drop(self.offers.remove(&player(0))),
            "1046" if number(0) >= 0 => self.hear_card(player(0), number(1), number(2)),
            "1052" => self.change(player(5), cards(fields), 1),
            "1024" => self.hear_element(fields),
            "1063" => self.players[player(0)].size = number(1),
            "1090" if number(1) == 1 => self.deck = number(2),
            "1096" => {
                for pair in numbers(fields).chunks(2) {
                    match pair[0] {
                        2 => self.deck = pair[1],
                        5 => self.army = pair[1],
                        6 => self.road = pair[1],
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn hear_piece(&mut self, who: usize, kind: i32, place: i32) {
        let player = &mut self.players[who];
        match kind {
            0 => drop(player.roads.insert(place)),
            1 => {
                player.settlements.insert(place);
                self.last_settlement = place;
                if self.state == 10 {
                    self.change(who, self.around(place), 1);
                }
            }
            _ => {
                player.settlements.remove(&place);
                player.cities.insert(place);
            }
        }
    }

    /// Each player, its new number of cards, amounts with resources, and a zero before the next.
    fn hear_gains(&mut self, mut rest: &[i32]) {
        while let [who, size, gained @ ..] = rest {
            let pairs: Vec<_> = gained.chunks(2).take_while(|pair| pair[0] > 0).collect();
            let mut cards = [0; 5];
            for pair in &pairs {
                cards[pair[1] as usize - 1] += pair[0];
            }
            self.change(*who as usize, cards, 1);
            assert_eq!(self.players[*who as usize].size, *size);
            rest = gained.get(2 * pairs.len() + 1..).unwrap_or_default();
        }
    }

    fn hear_card(&mut self, who: usize, action: i32, card: i32) {
        if self.state >= 1000 {
            return;
        }
        let sign = if action == 0 { 1 } else { -1 };
        self.players[who].cards += sign;
        if who == self.own {
            *self.own_cards.entry(card).or_default() += sign;
            if action == 0 {
                *self.bought.entry(card).or_default() += 1;
            }
        }
        self.has_played |= action == 1;
    }

    fn hear_element(&mut self, fields: &[&str]) {
        let [who, action, element, amount] = numbers(&fields[..4])[..] else { return };
        let Ok(who) = usize::try_from(who) else { return };
        match (action, element) {
            (101, 15) => self.players[who].knights += amount,
            // A monopoly: sizes of others are told apart.
            (100, 1..=5) if who == self.own => self.hand[element as usize - 1] = amount,
            (101, 1..=5) => {
                let mut gained = [0; 5];
                gained[element as usize - 1] = amount;
                self.change(who, gained, 1);
            }
            _ => {}
        }
    }

    /// A card for each hex that gives something and touches a node.
    pub fn around(&self, node: i32) -> Cards {
        let mut cards = [0; 5];
        for hex in LAND.iter().filter(|hex| CORNERS.iter().any(|corner| *hex + corner == node)) {
            if let value @ 1..=5 = self.values[hex] {
                cards[value as usize - 1] += 1;
            }
        }
        cards
    }

    /// Compares what we know with what the book says.
    pub fn compare(&self, view: &View, chair: &dyn Fn(Seat) -> usize, place: &str) {
        let in_order = |hand: kakehiki_catan::Hand| ORDER.map(|it| i32::from(hand.count(it)));
        assert_eq!(in_order(view.hand()), self.hand, "{place}: own hand");
        assert_eq!(chair(view.mover()), self.current, "{place}: turn");
        assert_eq!(LAND[view.robber().index()], self.robber, "{place}: robber");
        assert_eq!(view.deck_size() as i32, self.deck, "{place}: deck");
        let holder = |seat: Option<Seat>| seat.map_or(-1, |seat| chair(seat) as i32);
        assert_eq!(holder(view.longest_road()), self.road, "{place}: longest road");
        assert_eq!(holder(view.largest_army()), self.army, "{place}: largest army");
        for (seat, player) in Seat::all(view.players().len()).zip(view.players()) {
            let book = &self.players[chair(seat)];
            assert_eq!(player.hand_size() as i32, book.size, "{place}: cards of {seat}");
            assert_eq!(i32::from(player.knights()), book.knights, "{place}: knights of {seat}");
            assert_eq!(player.card_count() as i32, book.cards, "{place}: cards of {seat}");
            let roads: BTreeSet<i32> = player.roads().map(edge_code).collect();
            let settlements: BTreeSet<i32> = player.settlements().map(node_code).collect();
            let cities: BTreeSet<i32> = player.cities().map(node_code).collect();
            assert_eq!(roads, book.roads, "{place}: roads of {seat}");
            assert_eq!(settlements, book.settlements, "{place}: settlements of {seat}");
            assert_eq!(cities, book.cities, "{place}: cities of {seat}");
            let awards =
                [self.road, self.army].map(|holder| i32::from(holder == chair(seat) as i32));
            let built = book.settlements.len() + 2 * book.cities.len();
            let points = built as i32 + 2 * (awards[0] + awards[1]);
            assert_eq!(i32::from(view.visible_points(seat)), points, "{place}: points of {seat}");
        }
        for (hex, code) in Hex::all().zip(LAND) {
            let value = match view.board().terrain(hex).unwrap().resource() {
                Some(resource) => 1 + ORDER.iter().position(|it| *it == resource).unwrap() as i32,
                None => 0,
            };
            assert_eq!(value, self.values[&code], "{place}: {hex}");
            assert_eq!(view.board().number(hex), self.totals.get(&code).copied(), "{place}: {hex}");
        }
        let harbours = (0..HARBOURS).map(|harbour| {
            let kind = match view.board().harbour(harbour).unwrap() {
                Harbour::Three => None,
                Harbour::Two(resource) => ORDER.iter().position(|it| *it == resource),
            };
            (edge_code(Edge::of_harbour(harbour).unwrap()), kind)
        });
        assert_eq!(harbours.collect::<BTreeMap<_, _>>(), self.harbours(), "{place}: harbours");
        let points = view.cards().count(Card::VictoryPoint);
        let own: i32 = (4..=8).map(|it| self.own_cards.get(&it).copied().unwrap_or(0)).sum();
        assert_eq!(i32::from(points), own, "{place}: own points");
    }

    /// Whether a server would take a request of ours now; says why not.
    pub fn check(&self, request: &str) -> Result<(), String> {
        let (kind, rest) = request.split_once('|').unwrap();
        let all: Vec<&str> = rest.split(',').collect();
        let fields = &all[1..];
        let is_ours = self.current == self.own;
        let number = |place: usize| fields[place].parse::<i32>().unwrap();
        let is_legal = match kind {
            "1009" => {
                is_ours && number(0) == self.own as i32 && self.may_place(number(1), number(2))
            }
            "1031" => is_ours && self.state == 15,
            "1032" => is_ours && self.state == 20,
            "1033" => {
                let cards = cards(fields);
                self.state == 50 && holds(self.hand, cards) && cards.iter().sum::<i32>() == self.due
            }
            "1034" => {
                is_ours && self.state == 33 && LAND.contains(&number(1)) && number(1) != self.robber
            }
            "1035" => is_ours && self.state == 51 && self.victims[number(0) as usize],
            "1037" => self.offers.iter().any(|(who, (to, ..))| *who != self.own && to[self.own]),
            "1038" => self.offers.contains_key(&self.own),
            "1039" => {
                let offer = self.offers.get(&(number(1) as usize));
                offer.is_some_and(|(to, _, get)| to[self.own] && holds(self.hand, *get))
            }
            "1040" => {
                is_ours && self.state == 20 && self.may_exchange(cards(fields), cards(&fields[5..]))
            }
            "1041" => {
                let (give, get) = (cards(&fields[5..]), cards(&fields[10..]));
                let to: Vec<usize> = (0..4).filter(|who| fields[1 + who] == "true").collect();
                let is_addressed = if is_ours { !to.is_empty() } else { to == [self.current] };
                let both = give.iter().zip(get).any(|(give, get)| *give > 0 && get > 0);
                let is_trade = !both && give.iter().sum::<i32>() > 0 && get.iter().sum::<i32>() > 0;
                self.state == 20 && is_addressed && is_trade && holds(self.hand, give)
            }
            "1045" => is_ours && self.state == 20 && self.deck > 0 && holds(self.hand, CARD),
            "1049" => {
                let count = |all: &BTreeMap<i32, i32>| all.get(&number(0)).copied().unwrap_or(0);
                let is_old = count(&self.own_cards) > count(&self.bought);
                is_ours && [15, 20].contains(&self.state) && is_old && !self.has_played
            }
            "1052" => is_ours && self.state == 52 && cards(fields).iter().sum::<i32>() == 2,
            "1053" => is_ours && self.state == 53 && (1..=5).contains(&number(0)),
            "1044" => is_ours && [40, 41].contains(&self.state),
            "1011" => true,
            _ => false,
        };
        if is_legal { Ok(()) } else { Err(format!("{request} in {self:?}")) }
    }

    fn may_place(&self, kind: i32, place: i32) -> bool {
        let buildings = |player: &Holding| &player.settlements | &player.cities;
        let own = &self.players[self.own];
        let built: BTreeSet<i32> = self.players.iter().flat_map(buildings).collect();
        let is_free = !self.players.iter().any(|player| player.roads.contains(&place));
        let is_spaced = !built.contains(&place) && !built.iter().any(|it| is_near(*it, place));
        let joins_at = |node: i32| {
            let is_mine = buildings(own).contains(&node);
            is_mine
                || !built.contains(&node) && edges_at(node).any(|edge| own.roads.contains(&edge))
        };
        let joins = || ends(place).into_iter().any(joins_at);
        let is_road = kind == 0 && all_edges().contains(&place) && is_free;
        let is_node = kind == 1 && all_nodes().contains(&place) && is_spaced;
        match self.state {
            5 | 10 => is_node,
            6 | 11 => is_road && ends(place).contains(&self.last_settlement),
            20 if kind == 0 => is_road && joins() && holds(self.hand, ROAD) && own.roads.len() < 15,
            20 if kind == 1 => {
                let is_reached = edges_at(place).any(|edge| own.roads.contains(&edge));
                is_node && is_reached && holds(self.hand, SETTLEMENT) && own.settlements.len() < 5
            }
            20 => {
                let is_settled = own.settlements.contains(&place);
                is_settled && holds(self.hand, CITY) && own.cities.len() < 4
            }
            40 | 41 => is_road && joins(),
            _ => false,
        }
    }

    /// The harbours by their edges, with the kind of cards that each is for, if it is for one.
    fn harbours(&self) -> BTreeMap<i32, Option<usize>> {
        let steps = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];
        let harbours = self.values.iter().filter(|(hex, value)| !LAND.contains(hex) && **value > 6);
        let harbours = harbours.map(|(hex, value)| {
            let (facing, kind) = match *value {
                value @ 7..=12 => (value - 6, None),
                value => (value >> 4, Some((value & 15) as usize - 1)),
            };
            let land = hex + steps[facing as usize - 1];
            (land + SIDES[(facing as usize + 2) % 6], kind)
        });
        harbours.collect()
    }

    /// One kind for one card, at a rate that the own harbours give.
    fn may_exchange(&self, give: Cards, get: Cards) -> bool {
        let own = &self.players[self.own];
        let mine = &own.settlements | &own.cities;
        let kinds: Vec<usize> = (0..5).filter(|kind| give[*kind] > 0).collect();
        let [kind] = kinds[..] else { return false };
        let harbours = self.harbours().into_iter();
        let rates = harbours.filter_map(|(edge, of)| {
            let rate = match of {
                None => 3,
                Some(one) if one == kind => 2,
                Some(_) => return None,
            };
            ends(edge).iter().any(|node| mine.contains(node)).then_some(rate)
        });
        let rate = rates.min().unwrap_or(4);
        holds(self.hand, give)
            && give[kind] == rate
            && get.iter().sum::<i32>() == 1
            && get[kind] == 0
    }
}
