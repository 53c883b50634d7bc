//! What lies on the table for all to see.

use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    board::{Board, Harbour},
    card::{Card, Cards},
    hidden_points::HiddenPoints,
    resource::{Counted, Hand, Resource},
    rules::Catan,
    state::{AWARD, OpenOffer, Stage, State},
    topology::{Edge, EdgeSet, Hex, Node, NodeSet, edges_of, nodes_of},
};

/// What all know of one player, and its hand where the viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PlayerView {
    #[serde(serialize_with = "edge_list")]
    #[schemars(with = "Vec<Edge>")]
    pub(super) roads: EdgeSet,
    #[serde(serialize_with = "node_list")]
    #[schemars(with = "Vec<Node>")]
    pub(super) settlements: NodeSet,
    #[serde(serialize_with = "node_list")]
    #[schemars(with = "Vec<Node>")]
    pub(super) cities: NodeSet,
    pub(super) hand_size: u32,
    /// The viewer's own hand; with open hands, everybody's.
    pub(super) hand: Option<Hand>,
    pub(super) card_count: u32,
    pub(super) knights: u8,
    pub(super) road_length: u8,
    /// The points without hidden cards, where they are announced.
    pub(super) points: Option<u8>,
    /// It follows from what all have seen, so it need not be written out.
    #[serde(skip)]
    pub(super) hidden_points: HiddenPoints,
}

fn edge_list<S: Serializer>(set: &EdgeSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(edges_of(*set))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serialising hands out references")]
fn node_list<S: Serializer>(set: &NodeSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(nodes_of(*set))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serialising hands out references")]
fn counted<S: Serializer>(hand: &Hand, serializer: S) -> Result<S::Ok, S::Error> {
    Counted(*hand).serialize(serializer)
}

impl PlayerView {
    /// The roads.
    pub fn roads(&self) -> impl Iterator<Item = Edge> {
        edges_of(self.roads)
    }

    /// The settlements.
    pub fn settlements(&self) -> impl Iterator<Item = Node> {
        nodes_of(self.settlements)
    }

    /// The cities.
    pub fn cities(&self) -> impl Iterator<Item = Node> {
        nodes_of(self.cities)
    }

    /// The number of resource cards.
    pub fn hand_size(&self) -> u32 {
        self.hand_size
    }

    /// The resource cards, if the viewer sees them.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// The number of unplayed development cards.
    pub fn card_count(&self) -> u32 {
        self.card_count
    }

    /// The knights played.
    pub fn knights(&self) -> u8 {
        self.knights
    }

    /// The length of the road.
    pub fn road_length(&self) -> u8 {
        self.road_length
    }

    /// The points without hidden cards, where they are announced.
    pub fn points(&self) -> Option<u8> {
        self.points
    }
}

/// What lies on the table: all that spectators know.
///
/// In the view of a player it holds that player's own hand too.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct TableView {
    pub(super) board: Board,
    pub(super) robber: Hex,
    pub(super) mover: Seat,
    /// During discards it does not tell who is asked.
    pub(super) stage: Stage,
    pub(super) turns: u16,
    pub(super) founded: u8,
    pub(super) has_rolled: bool,
    pub(super) has_played: bool,
    pub(super) last_roll: Option<u8>,
    pub(super) offers: u8,
    /// How many statements the player on turn has made in it.
    pub(super) said: u8,
    pub(super) players: Vec<PlayerView>,
    pub(super) longest_road: Option<Seat>,
    pub(super) largest_army: Option<Seat>,
    /// How many cards the player on turn has bought in it and not played.
    pub(super) bought_count: u32,
    /// What the bank holds; where it is closed, at most two of each.
    #[serde(serialize_with = "counted")]
    #[schemars(with = "Counted")]
    pub(super) bank: Hand,
    pub(super) has_open_bank: bool,
    pub(super) deck_size: u32,
    pub(super) played: Cards,
    pub(super) offer: Option<OpenOffer>,
    /// The victory points that a winner turned over.
    pub(super) revealed: Option<u8>,
}

impl TableView {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the robber is.
    pub fn robber(&self) -> Hex {
        self.robber
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What has to be decided next; during discards it does not tell who is asked.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the turn, zero during the set-up.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// Whether the dice have fallen in this turn.
    pub fn has_rolled(&self) -> bool {
        self.has_rolled
    }

    /// How many offers the player on turn has made in it.
    pub fn offers_made(&self) -> usize {
        usize::from(self.offers)
    }

    /// The total of the dice when they last fell.
    pub fn last_roll(&self) -> Option<u8> {
        self.last_roll
    }

    /// What is known of the players, in the order of the seats.
    pub fn players(&self) -> &[PlayerView] {
        &self.players
    }

    /// The points that anybody can count: buildings and awards.
    pub fn visible_points(&self, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        let awards = [self.longest_road, self.largest_army];
        let awards = awards.into_iter().filter(|holder| *holder == Some(seat)).count();
        (player.settlements.count_ones() + 2 * player.cities.count_ones()) as u8
            + AWARD * awards as u8
    }

    /// How many cards of a resource the bank takes from a player for one.
    pub fn rate(&self, seat: Seat, resource: Resource) -> u8 {
        let player = &self.players[seat.index()];
        let buildings = player.settlements().chain(player.cities());
        let harbours = buildings.filter_map(|node| self.board.harbour(node.harbour_place()?));
        let rates = harbours.map(|harbour| match harbour {
            Harbour::Two(kind) if kind == resource => 2,
            Harbour::Three => 3,
            Harbour::Two(_) => 4,
        });
        rates.min().unwrap_or(4)
    }

    /// What the bank holds; where it is closed, at most two of each.
    pub fn bank(&self) -> Hand {
        self.bank
    }

    /// Whether all cards of the bank are counted.
    pub fn has_open_bank(&self) -> bool {
        self.has_open_bank
    }

    /// The development cards left in the deck.
    pub fn deck_size(&self) -> u32 {
        self.deck_size
    }

    /// The development cards that were played.
    pub fn played(&self) -> Cards {
        self.played
    }

    /// The offer that is being answered.
    pub fn offer(&self) -> Option<&OpenOffer> {
        self.offer.as_ref()
    }

    /// Who holds the award for the longest road.
    pub fn longest_road(&self) -> Option<Seat> {
        self.longest_road
    }

    /// Who holds the award for the largest army.
    pub fn largest_army(&self) -> Option<Seat> {
        self.largest_army
    }

    /// The victory points that a winner turned over.
    pub fn revealed(&self) -> Option<u8> {
        self.revealed
    }
}

/// What the stacks of a closed bank show.
pub(super) fn stacks(bank: Hand) -> Hand {
    Hand(bank.0.map(|count| count.min(2)))
}

impl Catan {
    /// What lies on the table, with the hand of one player.
    pub(super) fn table_view(&self, state: &State, viewer: Option<Seat>) -> TableView {
        let options = &self.options;
        let players = Seat::all(options.players)
            .map(|other| {
                let side = state.side(other);
                let is_seen = viewer == Some(other) || options.hands.is_open();
                PlayerView {
                    roads: side.roads,
                    settlements: side.settlements,
                    cities: side.cities,
                    hand_size: side.hand.total(),
                    hand: is_seen.then_some(side.hand),
                    card_count: side.cards.total(),
                    knights: side.knights,
                    road_length: side.road_length,
                    points: options.points.is_open().then_some(side.points),
                    hidden_points: state.hidden_points[other.index()],
                }
            })
            .collect();
        let is_open = options.bank.is_open() || options.hands.is_open();
        TableView {
            board: state.board.clone(),
            robber: state.robber,
            mover: state.mover,
            stage: state.stage,
            turns: state.turns,
            founded: state.founded,
            has_rolled: state.has_rolled,
            has_played: state.has_played,
            last_roll: state.last_roll(),
            offers: state.offers,
            said: state.said,
            players,
            longest_road: state.longest_road,
            largest_army: state.largest_army,
            bought_count: state.bought.total(),
            bank: if is_open { state.bank } else { stacks(state.bank) },
            has_open_bank: is_open,
            deck_size: state.deck.total(),
            played: state.played,
            offer: state.offer().copied(),
            revealed: match state.stage {
                Stage::Won(winner) => Some(state.cards(winner).count(Card::VictoryPoint)),
                _ => None,
            },
        }
    }
}
