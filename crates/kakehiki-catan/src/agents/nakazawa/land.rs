//! What land is worth, and how many roads lead to it.

use kakehiki_core::Seat;

use crate::rules::{
    Board, Catan, Edge, ISLAND, NODES, NONE, Node, PlayerView, Resource, View, nodes_of,
};

/// What a resource is worth to a player who wants cities first, in tenths.
pub(crate) const fn resource_value(resource: Resource) -> u32 {
    match resource {
        Resource::Ore => 12,
        Resource::Wheat => 11,
        Resource::Wood => 10,
        Resource::Brick => 9,
        Resource::Sheep => 8,
    }
}

/// What the hexes round a node give.
pub(crate) fn yields(board: &Board, node: Node) -> impl Iterator<Item = Resource> {
    node.hexes().filter_map(|hex| board.resource(hex.0))
}

/// `s`: the sum of the resource values round a node, in tenths.
pub(crate) fn richness(board: &Board, node: Node) -> u32 {
    yields(board, node).map(resource_value).sum()
}

/// `f = s · (1 − w/10)`: what land of this richness is worth so many roads away, in hundredths.
pub(crate) fn land_value(richness: u32, roads: u8) -> u32 {
    richness * 10_u32.saturating_sub(u32::from(roads))
}

/// The odds of the numbers round a node, in 36ths. The paper's values know no numbers; here they
/// decide between places that are worth the same.
pub(crate) fn odds(board: &Board, node: Node) -> u32 {
    let numbers = node.hexes().filter_map(|hex| board.number(hex));
    numbers.map(|number| 6 - u32::from(number.abs_diff(7))).sum()
}

/// More roads than any way has.
const NO_WAY: u8 = u8::MAX;

/// The island as one player finds it: where it may build, and how many roads that takes.
pub(crate) struct Ground {
    /// The nodes where a settlement keeps its distance, a bit for each.
    open: u64,
    /// The own settlements, a bit for each.
    settlements: u64,
    /// The roads still needed to each node.
    roads: [u8; NODES],
    /// The last road of a shortest way to each node, [`NONE`] where no road is needed.
    last: [u8; NODES],
    roads_left: u8,
    may_settle: bool,
    may_upgrade: bool,
}

/// The nodes with a building of a player.
fn buildings(player: &PlayerView) -> u64 {
    player.settlements().chain(player.cities()).fold(0, |set, node| set | node.bit())
}

impl Ground {
    /// The ground on which a view's player goes on from all that it has built.
    pub(crate) fn new(game: &Catan, view: &View) -> Self {
        let player = &view.players()[view.seat().index()];
        let touched = player.roads().flat_map(Edge::ends).fold(0, |set, node| set | node.bit());
        Self::from_nodes(game, view, touched | buildings(player))
    }

    /// The ground on which a player goes on from one node alone.
    pub(crate) fn from_node(game: &Catan, view: &View, node: Node) -> Self {
        Self::from_nodes(game, view, node.bit())
    }

    fn from_nodes(game: &Catan, view: &View, from: u64) -> Self {
        let (mut taken, mut stops, mut open) = (0_u128, 0_u64, (1_u64 << NODES) - 1);
        for (seat, player) in Seat::all(view.players().len()).zip(view.players()) {
            taken |= player.roads().fold(0, |set, edge| set | edge.bit());
            let built = buildings(player);
            for node in nodes_of(built) {
                open &= !(node.bit() | ISLAND.node_neighbours[node.index()]);
            }
            if seat != view.seat() {
                stops |= built;
            }
        }
        let player = &view.players()[view.seat().index()];
        let settlements = player.settlements().fold(0, |set, node| set | node.bit());
        let [all_roads, all_settlements, all_cities] = game.pieces();
        let mut ground = Self {
            open,
            settlements,
            roads: [NO_WAY; NODES],
            last: [NONE; NODES],
            roads_left: all_roads.saturating_sub(player.roads().count() as u8),
            may_settle: player.settlements().count() < usize::from(all_settlements),
            may_upgrade: player.cities().count() < usize::from(all_cities),
        };
        ground.spread(from & !stops, taken, stops);
        ground
    }

    /// Finds the shortest ways along free edges that no building of others cuts off.
    fn spread(&mut self, from: u64, taken: u128, stops: u64) {
        let (mut queue, mut end) = ([0_u8; NODES], 0);
        for node in nodes_of(from) {
            self.roads[node.index()] = 0;
            queue[end] = node.0;
            end += 1;
        }
        let mut next = 0;
        while next < end {
            let node = Node(queue[next]);
            next += 1;
            for (edge, other) in ISLAND.node_links[node.index()] {
                if edge == NONE || taken & Edge(edge).bit() != 0 {
                    continue;
                }
                let other = Node(other);
                if self.roads[other.index()] == NO_WAY && stops & other.bit() == 0 {
                    self.roads[other.index()] = self.roads[node.index()] + 1;
                    self.last[other.index()] = edge;
                    queue[end] = other.0;
                    end += 1;
                }
            }
        }
    }

    /// The nodes where the player may come to build a settlement.
    pub(crate) fn sites(&self) -> impl Iterator<Item = Node> {
        let open = if self.may_settle { self.open } else { 0 };
        nodes_of(open).filter(|node| self.roads[node.index()] <= self.roads_left)
    }

    /// The settlements that the player may make cities.
    pub(crate) fn upgrades(&self) -> impl Iterator<Item = Node> {
        nodes_of(if self.may_upgrade { self.settlements } else { 0 })
    }

    /// The roads still needed to a node.
    pub(crate) fn roads_to(&self, node: Node) -> u8 {
        self.roads[node.index()]
    }

    /// The next road on a shortest way to a node, if one is needed and there is a way.
    pub(crate) fn road_towards(&self, mut node: Node) -> Option<Edge> {
        let mut road = None;
        while self.last[node.index()] != NONE {
            let edge = Edge(self.last[node.index()]);
            let [one, other] = edge.ends();
            node = if one == node { other } else { one };
            road = Some(edge);
        }
        road
    }

    /// The best site that is still some roads away, for a player with a road to lay.
    pub(crate) fn best_distant_site(&self, board: &Board) -> Option<Node> {
        let distant = self.sites().filter(|node| self.roads_to(*node) > 0);
        best(distant, |node| {
            (land_value(richness(board, node), self.roads_to(node)), odds(board, node))
        })
    }
}

/// The first of the nodes that are worth most.
pub(crate) fn best<K: Ord>(
    nodes: impl Iterator<Item = Node>,
    worth: impl Fn(Node) -> K,
) -> Option<Node> {
    nodes.map(|node| (worth(node), std::cmp::Reverse(node))).max().map(|(_, node)| node.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ore_ore_and_brick_two_roads_away_are_worth_what_the_paper_says() {
        let richness = [Resource::Ore, Resource::Ore, Resource::Brick].map(resource_value);
        let richness = richness.into_iter().sum();
        assert_eq!(richness, 33);
        assert_eq!(land_value(richness, 2), 264);
        assert_eq!(land_value(richness, 0), 330, "a city needs no road");
        assert_eq!(land_value(richness, 12), 0);
    }
}
