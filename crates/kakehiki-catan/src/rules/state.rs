//! A position: the board, what stands on it, all cards, and what has to be decided next.

use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    action::{Partners, Terms},
    board::{Board, Harbour},
    card::{Card, Cards},
    hidden_points::HiddenPoints,
    longest_road,
    resource::{Hand, Resource},
    topology::{Edge, EdgeSet, Hex, ISLAND, NODES, NONE, Node, NodeSet, edges_of, nodes_of},
};

/// The most players at a table.
pub const MAX_PLAYERS: usize = 4;

/// The roads of a player.
pub(crate) const ROADS: u8 = 15;
/// The settlements of a player.
pub(crate) const SETTLEMENTS: u8 = 5;

/// Points of an award.
pub(crate) const AWARD: u8 = 2;
/// The shortest road that gets the award.
pub(crate) const SHORTEST_AWARDED_ROAD: u8 = 5;
/// The smallest army that gets the award.
pub(crate) const SMALLEST_AWARDED_ARMY: u8 = 3;

/// All seats, clockwise from one of them.
pub(crate) fn clockwise(first: Seat) -> impl Iterator<Item = Seat> {
    (0..MAX_PLAYERS).map(move |step| Seat::new((first.index() + step) % MAX_PLAYERS))
}

/// What has to be decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Chance deals the board.
    Deal,
    /// The player founds a settlement.
    Found,
    /// The player lays the road of the settlement it has just founded.
    FirstRoad(Node),
    /// The player may play a card, or rolls.
    Begin,
    /// The dice fall.
    Dice,
    /// Those with too many cards discard.
    Discard,
    /// The player moves the robber.
    Robber,
    /// Chance picks the card that is stolen from this player.
    Theft(Seat),
    /// This player may say something after the throw of another.
    Speak(Seat),
    /// The player trades, builds, plays a card or ends the turn.
    Act,
    /// Chance draws the development card that was bought.
    Draw,
    /// The player lays this many roads for free.
    FreeRoads(u8),
    /// This player answers an offer.
    Answer(Seat),
    /// The player chooses among those who answered its offer.
    Choose,
    /// This player has won.
    Won(Seat),
    /// The game has ended without a winner.
    Undecided,
}

/// An offer and what was answered so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OpenOffer {
    /// What the player whose turn it is gives and gets.
    pub terms: Terms,
    /// To whom it is offered.
    pub partners: Partners,
    /// Who accepted.
    pub accepted: Partners,
    /// The counter-offers as those who made them see them; empty where there is none.
    #[serde(serialize_with = "counter_list")]
    #[schemars(with = "Vec<CounterText>")]
    pub counters: [Terms; MAX_PLAYERS],
}

/// One counter-offer, as it is written.
#[derive(Serialize, JsonSchema)]
struct CounterText {
    /// Who made it.
    seat: Seat,
    /// What it gives and gets.
    terms: Terms,
}

fn counter_list<S: Serializer>(
    counters: &[Terms; MAX_PLAYERS],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let made = Seat::all(MAX_PLAYERS).zip(counters).filter(|(_, terms)| terms.is_trade());
    serializer.collect_seq(made.map(|(seat, terms)| CounterText { seat, terms: *terms }))
}

/// What is waiting for the decisions of several players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pending {
    Nothing,
    /// What players have laid aside for the discard so far.
    Discards([Hand; MAX_PLAYERS]),
    Offer(OpenOffer),
}

/// What belongs to one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) roads: EdgeSet,
    /// The edges that touch an own road or building and are not cut off by an opponent's building,
    /// built or not.
    pub(crate) reach: EdgeSet,
    pub(crate) settlements: NodeSet,
    pub(crate) cities: NodeSet,
    pub(crate) hand: Hand,
    /// The unplayed development cards.
    pub(crate) cards: Cards,
    pub(crate) knights: u8,
    pub(crate) road_length: u8,
    /// All points but those of hidden cards.
    pub(crate) points: u8,
    pub(crate) roads_left: u8,
    pub(crate) settlements_left: u8,
    pub(crate) cities_left: u8,
}

impl Side {
    /// The nodes with a building.
    #[inline]
    pub(crate) fn buildings(&self) -> NodeSet {
        self.settlements | self.cities
    }

    /// The nodes at the ends of roads.
    pub(crate) fn touched(&self) -> NodeSet {
        edges_of(self.roads).flat_map(Edge::ends).fold(0, |set, node| set | node.bit())
    }

    /// All points, hidden ones included.
    #[inline]
    pub(crate) fn all_points(&self) -> u8 {
        self.points + self.cards.count(Card::VictoryPoint)
    }
}

/// A position of Catan with all its secrets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) sides: [Side; MAX_PLAYERS],
    /// The nodes where a settlement keeps its distance.
    pub(crate) open: NodeSet,
    /// What each hex owes to each player, four bits for each.
    pub(crate) due: [u16; 19],
    pub(crate) board: Board,
    /// The kinds of harbours of each player, a bit for each.
    pub(crate) harbours: [u8; MAX_PLAYERS],
    /// What all can tell about the points among each player's hidden cards.
    pub(crate) hidden_points: [HiddenPoints; MAX_PLAYERS],
    pub(crate) bank: Hand,
    pub(crate) deck: Cards,
    pub(crate) played: Cards,
    /// What the player whose turn it is has bought in this turn and still holds.
    pub(crate) bought: Cards,
    pub(crate) pending: Pending,
    pub(crate) robber: Hex,
    /// Whose turn it is.
    pub(crate) mover: Seat,
    pub(crate) stage: Stage,
    /// How many settlements were founded.
    pub(crate) founded: u8,
    pub(crate) has_rolled: bool,
    pub(crate) has_played: bool,
    /// The total of the dice when they last fell, zero before; for those who look at the position.
    pub(crate) last_roll: u8,
    /// How many offers were made in this turn.
    pub(crate) offers: u8,
    /// How many statements the player whose turn it is has made in it.
    pub(crate) said: u8,
    pub(crate) longest_road: Option<Seat>,
    pub(crate) largest_army: Option<Seat>,
    /// How many turns have begun.
    pub(crate) turns: u16,
}

impl State {
    pub(crate) fn new(supply: u8, cities: u8) -> Self {
        let side = Side {
            roads: 0,
            reach: 0,
            settlements: 0,
            cities: 0,
            hand: Hand::EMPTY,
            cards: Cards::EMPTY,
            knights: 0,
            road_length: 0,
            points: 0,
            roads_left: ROADS,
            settlements_left: SETTLEMENTS,
            cities_left: cities,
        };
        Self {
            sides: std::array::from_fn(|_| side.clone()),
            open: (1 << NODES) - 1,
            due: [0; 19],
            board: Board::EMPTY,
            harbours: [0; MAX_PLAYERS],
            hidden_points: Default::default(),
            bank: Hand([supply; 5]),
            deck: Cards(Card::COUNTS),
            played: Cards::EMPTY,
            bought: Cards::EMPTY,
            pending: Pending::Nothing,
            robber: Hex(0),
            mover: Seat::new(0),
            stage: Stage::Deal,
            founded: 0,
            has_rolled: false,
            has_played: false,
            last_roll: 0,
            offers: 0,
            said: 0,
            longest_road: None,
            largest_army: None,
            turns: 0,
        }
    }

    /// What has to be decided next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The number of the turn, zero during the set-up.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The total of the dice when they last fell.
    pub fn last_roll(&self) -> Option<u8> {
        Some(self.last_roll).filter(|total| *total > 0)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the robber is.
    pub fn robber(&self) -> Hex {
        self.robber
    }

    /// What the bank holds.
    pub fn bank(&self) -> Hand {
        self.bank
    }

    /// The cards of the deck that are left.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The development cards that were played.
    pub fn played(&self) -> Cards {
        self.played
    }

    /// The resource cards of a player.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.side(seat).hand
    }

    /// The unplayed development cards of a player.
    pub fn cards(&self, seat: Seat) -> Cards {
        self.side(seat).cards
    }

    /// The knights that a player has played.
    pub fn knights(&self, seat: Seat) -> u8 {
        self.side(seat).knights
    }

    /// The points of a player, hidden ones included.
    pub fn points(&self, seat: Seat) -> u8 {
        self.side(seat).all_points()
    }

    /// The length of a player's road.
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.side(seat).road_length
    }

    /// The roads of a player.
    pub fn roads(&self, seat: Seat) -> impl Iterator<Item = Edge> {
        edges_of(self.side(seat).roads)
    }

    /// The settlements of a player.
    pub fn settlements(&self, seat: Seat) -> impl Iterator<Item = Node> {
        nodes_of(self.side(seat).settlements)
    }

    /// The cities of a player.
    pub fn cities(&self, seat: Seat) -> impl Iterator<Item = Node> {
        nodes_of(self.side(seat).cities)
    }

    /// Who holds the award for the longest road.
    pub fn longest_road(&self) -> Option<Seat> {
        self.longest_road
    }

    /// Who holds the award for the largest army.
    pub fn largest_army(&self) -> Option<Seat> {
        self.largest_army
    }

    /// Gives the award for the longest road to a player, or to nobody, where a foreign server does
    /// so and these rules would not. They take it up again when the next road is built or cut.
    pub fn overrule_longest_road(&mut self, holder: Option<Seat>) {
        let former = std::mem::replace(&mut self.longest_road, holder);
        self.move_award(former, holder);
    }

    /// Gives the award for the largest army to a player, or to nobody, as
    /// [`overrule_longest_road`](Self::overrule_longest_road) does for the longest road.
    pub fn overrule_largest_army(&mut self, holder: Option<Seat>) {
        let former = std::mem::replace(&mut self.largest_army, holder);
        self.move_award(former, holder);
    }

    /// Gives up the roads that may still be laid for free, as a foreign server allows.
    pub fn forgo_roads(&mut self) {
        if matches!(self.stage, Stage::FreeRoads(_)) {
            self.resume();
        }
    }

    /// The roads, settlements and cities that a player can still build.
    pub fn stock(&self, seat: Seat) -> [u8; 3] {
        let side = self.side(seat);
        [side.roads_left, side.settlements_left, side.cities_left]
    }

    #[inline]
    pub(crate) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() % MAX_PLAYERS]
    }

    #[inline]
    pub(crate) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() % MAX_PLAYERS]
    }

    /// All roads.
    #[inline]
    pub(crate) fn taken(&self) -> EdgeSet {
        self.sides.iter().fold(0, |set, side| set | side.roads)
    }

    /// The nodes where others than a player have built.
    #[inline]
    pub(crate) fn stops(&self, seat: Seat) -> NodeSet {
        let mut all = 0;
        for (index, side) in self.sides.iter().enumerate() {
            if index != seat.index() {
                all |= side.buildings();
            }
        }
        all
    }

    /// The free edges where a player may lay a road.
    #[inline]
    pub(crate) fn road_sites(&self, seat: Seat) -> EdgeSet {
        self.side(seat).reach & !self.taken()
    }

    /// The free nodes where a player may build a settlement.
    #[inline]
    pub(crate) fn settlement_sites(&self, seat: Seat) -> NodeSet {
        self.side(seat).touched() & self.open
    }

    /// How many cards of a resource a player gives to the bank for one.
    #[inline]
    pub(crate) fn rate(&self, seat: Seat, resource: Resource) -> u8 {
        let harbours = self.harbours[seat.index() % MAX_PLAYERS];
        if harbours & Harbour::Two(resource).bit() != 0 {
            2
        } else if harbours & Harbour::Three.bit() != 0 {
            3
        } else {
            4
        }
    }

    /// A player gives cards to the bank.
    #[inline]
    pub(crate) fn pay(&mut self, seat: Seat, cards: Hand) {
        let side = self.side_mut(seat);
        for (have, cost) in side.hand.0.iter_mut().zip(cards.0) {
            *have = have.saturating_sub(cost);
        }
        for (have, cost) in self.bank.0.iter_mut().zip(cards.0) {
            *have = have.saturating_add(cost);
        }
    }

    /// A player gets cards from the bank.
    #[inline]
    pub(crate) fn receive(&mut self, seat: Seat, cards: Hand) {
        let side = self.side_mut(seat);
        for (have, gain) in side.hand.0.iter_mut().zip(cards.0) {
            *have = have.saturating_add(gain);
        }
        for (have, gain) in self.bank.0.iter_mut().zip(cards.0) {
            *have = have.saturating_sub(gain);
        }
    }

    /// Notes that a player with these points on the table and its cards has not won.
    #[inline]
    pub(crate) fn note_no_win(&mut self, seat: Seat, target: u8) {
        let side = self.side(seat);
        // Most hold no cards, and of those there is nothing to tell.
        if side.cards != Cards::EMPTY {
            let most = target.saturating_sub(1 + side.points);
            self.hidden_points[seat.index() % MAX_PLAYERS].bound(side.cards.total(), most);
        }
    }

    /// Puts a road on the board.
    pub(crate) fn lay_road(&mut self, seat: Seat, edge: Edge) {
        let stops = self.stops(seat);
        let side = self.side_mut(seat);
        side.roads |= edge.bit();
        side.roads_left = side.roads_left.saturating_sub(1);
        for node in edge.ends() {
            if stops & node.bit() == 0 {
                side.reach |= ISLAND.node_edges[node.index()];
            }
        }
        // Only a trail through the new road can be longer than all before.
        let through = longest_road::length_through(side.roads, stops, edge);
        if through > side.road_length {
            side.road_length = through;
            self.award_longest_road();
        }
    }

    /// Puts a settlement on the board.
    pub(crate) fn found(&mut self, seat: Seat, node: Node) {
        let around = ISLAND.node_edges[node.index()];
        let side = self.side_mut(seat);
        side.settlements |= node.bit();
        side.settlements_left = side.settlements_left.saturating_sub(1);
        side.points += 1;
        side.reach |= around;
        self.open &= !(node.bit() | ISLAND.node_neighbours[node.index()]);
        self.add_yield(seat, node);
        let place = ISLAND.node_harbour[node.index()];
        if place != NONE
            && let Some(harbour) = self.board.harbours[usize::from(place)]
        {
            self.harbours[seat.index() % MAX_PLAYERS] |= harbour.bit();
        }
        let mut is_cut = false;
        for other in Seat::all(MAX_PLAYERS).filter(|other| *other != seat) {
            let passing = self.side(other).roads & around;
            if passing == 0 {
                continue;
            }
            self.side_mut(other).reach = self.reach_of(other);
            if passing & (passing - 1) != 0 {
                let length = longest_road::length(self.side(other).roads, self.stops(other));
                self.side_mut(other).road_length = length;
                is_cut = true;
            }
        }
        if is_cut {
            self.award_longest_road();
        }
    }

    /// Makes a settlement a city.
    pub(crate) fn upgrade(&mut self, seat: Seat, node: Node) {
        let side = self.side_mut(seat);
        side.settlements &= !node.bit();
        side.cities |= node.bit();
        side.settlements_left += 1;
        side.cities_left = side.cities_left.saturating_sub(1);
        side.points += 1;
        self.add_yield(seat, node);
    }

    /// The hexes round a node owe a player one card more.
    fn add_yield(&mut self, seat: Seat, node: Node) {
        for hex in ISLAND.node_hexes[node.index()] {
            if hex != NONE {
                self.due[usize::from(hex)] += 1 << (4 * (seat.index() % MAX_PLAYERS));
            }
        }
    }

    /// The edges that touch an own road or building and are not cut off.
    pub(crate) fn reach_of(&self, seat: Seat) -> EdgeSet {
        let side = self.side(seat);
        let nodes = (side.touched() | side.buildings()) & !self.stops(seat);
        nodes_of(nodes).fold(0, |set, node| set | ISLAND.node_edges[node.index()])
    }

    /// Gives the award for the longest road to whom it belongs, after lengths have changed.
    fn award_longest_road(&mut self) {
        let longest = self.sides.iter().map(|side| side.road_length).max().unwrap_or(0);
        let has_longest = |seat: &Seat| self.side(*seat).road_length == longest;
        let holder = if longest < SHORTEST_AWARDED_ROAD {
            None
        } else if self.longest_road.as_ref().is_some_and(has_longest) {
            self.longest_road
        } else {
            let mut longest = Seat::all(MAX_PLAYERS).filter(has_longest);
            let first = longest.next();
            if longest.next().is_none() { first } else { None }
        };
        let former = std::mem::replace(&mut self.longest_road, holder);
        self.move_award(former, holder);
    }

    /// Counts a knight and gives the award for the largest army to whom it belongs.
    pub(crate) fn add_knight(&mut self, seat: Seat) {
        let side = self.side_mut(seat);
        side.knights = side.knights.saturating_add(1);
        let knights = side.knights;
        let former = self.largest_army;
        let is_larger = former.is_none_or(|holder| knights > self.side(holder).knights);
        if knights >= SMALLEST_AWARDED_ARMY && is_larger {
            self.largest_army = Some(seat);
            self.move_award(former, Some(seat));
        }
    }

    fn move_award(&mut self, from: Option<Seat>, to: Option<Seat>) {
        if from == to {
            return;
        }
        if let Some(seat) = from {
            self.side_mut(seat).points -= AWARD;
        }
        if let Some(seat) = to {
            self.side_mut(seat).points += AWARD;
        }
    }

    /// How many cards a player has to discard on a seven.
    #[inline]
    pub(crate) fn discard_of(&self, seat: Seat) -> u32 {
        let total = self.side(seat).hand.total();
        if total > 7 { total / 2 } else { 0 }
    }

    /// What a player has laid aside for the discard so far.
    #[inline]
    pub(crate) fn laid_aside(&self, seat: Seat) -> Hand {
        match &self.pending {
            Pending::Discards(discards) => discards[seat.index() % MAX_PLAYERS],
            Pending::Nothing | Pending::Offer(_) => Hand::EMPTY,
        }
    }

    /// The player who has to lay aside more for the discard, the first one clockwise from a seat.
    #[inline]
    pub(crate) fn discarder_from(&self, first: Seat) -> Option<Seat> {
        clockwise(first).find(|seat| self.laid_aside(*seat).total() < self.discard_of(*seat))
    }

    /// The offer that is being answered.
    pub fn offer(&self) -> Option<&OpenOffer> {
        match &self.pending {
            Pending::Offer(deal) => Some(deal),
            Pending::Nothing | Pending::Discards(_) => None,
        }
    }

    /// Recomputes what follows from the board and the pieces on it, after a snapshot was read.
    pub(crate) fn derive(&mut self) {
        self.open = (1 << NODES) - 1;
        self.due = [0; 19];
        self.harbours = [0; MAX_PLAYERS];
        for seat in Seat::all(MAX_PLAYERS) {
            let side = self.side(seat).clone();
            for node in nodes_of(side.buildings()) {
                self.open &= !(node.bit() | ISLAND.node_neighbours[node.index()]);
                self.add_yield(seat, node);
                let place = ISLAND.node_harbour[node.index()];
                if place != NONE
                    && let Some(harbour) = self.board.harbours[usize::from(place)]
                {
                    self.harbours[seat.index()] |= harbour.bit();
                }
            }
            nodes_of(side.cities).for_each(|node| self.add_yield(seat, node));
            let (reach, stops) = (self.reach_of(seat), self.stops(seat));
            let awards = u8::from(self.longest_road == Some(seat))
                + u8::from(self.largest_army == Some(seat));
            let side = self.side_mut(seat);
            side.reach = reach;
            side.road_length = longest_road::length(side.roads, stops);
            side.points = side.settlements.count_ones() as u8
                + 2 * side.cities.count_ones() as u8
                + AWARD * awards;
        }
    }
}
