//! The length of a player's road: its longest trail, which uses no edge twice.
//!
//! A trail may come to a node more than once. It ends at a node where an opponent has built, and
//! own buildings do not stop it. Finding the longest trail takes exponential time in general; a
//! player has fifteen roads, and nearly all of what they form is a tree.

use super::topology::{Edge, EdgeSet, ISLAND, NONE, NodeSet, edges_of};

/// The edges of `roads` that leave a node, with the nodes at their other ends; none where trails
/// stop.
#[inline]
fn ways(roads: EdgeSet, stops: NodeSet, node: u8) -> impl Iterator<Item = (EdgeSet, u8)> {
    let is_stop = stops >> node & 1 == 1;
    let links = ISLAND.node_links[usize::from(node)];
    links.into_iter().filter_map(move |(edge, next)| {
        let bit = if edge == NONE { 0 } else { 1 << edge };
        (!is_stop && roads & bit != 0).then_some((bit, next))
    })
}

/// The length of the longest trail that begins at a node.
fn from_node(roads: EdgeSet, stops: NodeSet, node: u8) -> u8 {
    ways(roads, stops, node)
        .map(|(edge, next)| 1 + from_node(roads & !edge, stops, next))
        .max()
        .unwrap_or(0)
}

/// The greatest summed length of two trails that share no edge, one from each node.
fn from_both(roads: EdgeSet, stops: NodeSet, node: u8, other: u8) -> u8 {
    let stay = from_node(roads, stops, other);
    ways(roads, stops, node)
        .map(|(edge, next)| 1 + from_both(roads & !edge, stops, next, other))
        .max()
        .map_or(stay, |longest| longest.max(stay))
}

/// The edges that trails from a node can come to.
fn reached(roads: EdgeSet, stops: NodeSet, node: u8) -> EdgeSet {
    let mut found = 0;
    let mut left = roads;
    let mut nodes = 1_u64 << node;
    while nodes != 0 {
        let from = nodes.trailing_zeros() as u8;
        nodes &= nodes - 1;
        for (edge, next) in ways(left, stops, from) {
            found |= edge;
            left &= !edge;
            nodes |= 1 << next;
        }
    }
    found
}

/// The length of the longest trail that uses an edge of `roads`.
pub(crate) fn length_through(roads: EdgeSet, stops: NodeSet, edge: Edge) -> u8 {
    let rest = roads & !edge.bit();
    let [one, other] = edge.ends().map(|node| node.0);
    let (first, second) = (from_node(rest, stops, one), from_node(rest, stops, other));
    let is_apart =
        first == 0 || second == 0 || reached(rest, stops, one) & reached(rest, stops, other) == 0;
    if is_apart { 1 + first + second } else { 1 + from_both(rest, stops, one, other) }
}

/// The length of the longest trail in `roads`.
pub(crate) fn length(roads: EdgeSet, stops: NodeSet) -> u8 {
    let mut left = roads;
    let mut longest = 0;
    for edge in edges_of(roads) {
        longest = longest.max(length_through(left, stops, edge));
        left &= !edge.bit();
    }
    longest
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;
    use proptest::prelude::*;
    use rand::RngExt;

    use super::*;
    use crate::rules::topology::{EDGES, NODES, Node};

    /// The edge between two nodes.
    fn between(one: u8, other: u8) -> Edge {
        Edge::all()
            .find(|edge| edge.ends().iter().all(|end| [one, other].contains(&end.0)))
            .unwrap()
    }

    fn path(nodes: &[u8]) -> EdgeSet {
        nodes.windows(2).fold(0, |set, pair| set | between(pair[0], pair[1]).bit())
    }

    /// The six edges round a hex.
    fn ring(hex: usize) -> EdgeSet {
        let nodes = ISLAND.hex_nodes[hex];
        path(&nodes) | between(nodes[5], nodes[0]).bit()
    }

    /// The edge that leaves a corner of a hex outwards, and the node it leads to.
    fn outwards(hex: usize, corner: usize) -> (Edge, u8) {
        let node = ISLAND.hex_nodes[hex][corner];
        let (edge, next) = ISLAND.node_links[usize::from(node)]
            .into_iter()
            .find(|(edge, _)| *edge != NONE && ring(hex) >> edge & 1 == 0)
            .unwrap();
        (Edge(edge), next)
    }

    /// Tries every order of edges, trail by trail, without any cleverness.
    fn brute_force(roads: &[[u8; 2]], stops: NodeSet) -> u8 {
        fn extend(roads: &[[u8; 2]], used: &mut Vec<bool>, stops: NodeSet, end: u8) -> u8 {
            let mut best = 0;
            if stops >> end & 1 == 1 {
                return best;
            }
            for index in 0..roads.len() {
                let [one, other] = roads[index];
                if !used[index] && [one, other].contains(&end) {
                    used[index] = true;
                    let next = if one == end { other } else { one };
                    best = best.max(1 + extend(roads, used, stops, next));
                    used[index] = false;
                }
            }
            best
        }
        let mut best = 0;
        for (index, [one, other]) in roads.iter().enumerate() {
            for end in [*one, *other] {
                let mut used = vec![false; roads.len()];
                used[index] = true;
                best = best.max(1 + extend(roads, &mut used, stops, end));
            }
        }
        best
    }

    /// A chain of edges along the coast.
    fn chain(edges: usize) -> (EdgeSet, Vec<u8>) {
        let coast = &ISLAND.coast[..edges];
        let roads = coast.iter().fold(0, |set, edge| set | 1 << edge);
        let ends = |place: usize| ISLAND.edge_nodes[usize::from(ISLAND.coast[place])];
        let joints = (0..edges - 1)
            .map(|place| *ends(place).iter().find(|node| ends(place + 1).contains(node)).unwrap());
        let mut nodes: Vec<u8> = joints.collect();
        let first = *ends(0).iter().find(|node| **node != nodes[0]).unwrap();
        let last = *ends(edges - 1).iter().find(|node| **node != nodes[edges - 2]).unwrap();
        nodes.insert(0, first);
        nodes.push(last);
        (roads, nodes)
    }

    #[test]
    fn chains_and_branches() {
        for edges in 2..=15 {
            assert_eq!(usize::from(length(chain(edges).0, 0)), edges);
        }
        // The middle of the island: arms of three, two and one edges from one node.
        let centre = ISLAND.hex_nodes[9][0];
        let links = ISLAND.node_links[usize::from(centre)];
        let mut arms = Vec::new();
        for (steps, (edge, next)) in [3, 2, 1].into_iter().zip(links) {
            let mut arm = 1 << edge;
            let (mut node, mut last) = (next, edge);
            for _ in 1..steps {
                let way = ISLAND.node_links[usize::from(node)]
                    .into_iter()
                    .find(|(edge, _)| *edge != NONE && *edge != last)
                    .unwrap();
                arm |= 1 << way.0;
                (last, node) = way;
            }
            arms.push(arm);
        }
        assert_eq!(length(arms[0] | arms[1] | arms[2], 0), 5);
    }

    #[test]
    fn rings_with_tails() {
        let hex = 9;
        let (tail, next) = outwards(hex, 0);
        assert_eq!(length(ring(hex), 0), 6);
        let with_tail = ring(hex) | tail.bit();
        assert_eq!(length(with_tail, 0), 7);
        let forks: Vec<u8> = ISLAND.node_links[usize::from(next)]
            .into_iter()
            .map(|(edge, _)| edge)
            .filter(|edge| *edge != tail.0 && *edge != NONE)
            .collect();
        assert_eq!(length(with_tail | 1 << forks[0], 0), 8);
        assert_eq!(length(with_tail | 1 << forks[0] | 1 << forks[1], 0), 8);
        assert_eq!(length(with_tail | outwards(hex, 3).0.bit(), 0), 7);
    }

    #[test]
    fn hexes_that_share_edges() {
        let two = ring(9) | ring(4);
        assert_eq!((two.count_ones(), length(two, 0)), (11, 11));
        let three = two | ring(5);
        assert_eq!((three.count_ones(), length(three, 0)), (15, 14));
    }

    #[test]
    fn opponents_stop_trails_at_their_node() {
        let hex = 9;
        let corner = 1 << ISLAND.hex_nodes[hex][0];
        assert_eq!(length(ring(hex), corner), 6);
        assert_eq!(length(ring(hex) | outwards(hex, 0).0.bit(), corner), 6);
        let (roads, nodes) = chain(6);
        assert_eq!(length(roads, 1 << nodes[3]), 3);
        assert_eq!(length(roads, 1 << nodes[0]), 6);
        assert_eq!(length(roads, 1 << nodes[1]), 5);
        let (longer, _) = chain(7);
        assert_eq!(length(longer, 1 << nodes[1]), 6);
    }

    #[test]
    fn lengths_are_those_of_brute_force() {
        let mut rng = Seed::experiment(1).rng();
        for _ in 0..3000 {
            // Roads that grow from somewhere, as in play, or lie anywhere.
            let mut roads = 1_u128 << rng.random_range(0..EDGES);
            let is_grown = rng.random_bool(0.8);
            for _ in 0..rng.random_range(1..15) {
                let edge = Edge(rng.random_range(0..EDGES as u8));
                let touched =
                    edge.ends().iter().any(|end| ISLAND.node_edges[end.index()] & roads != 0);
                if touched || !is_grown {
                    roads |= edge.bit();
                }
            }
            let stops = (0..rng.random_range(0..4))
                .fold(0, |set, _| set | 1_u64 << rng.random_range(0..NODES));
            let list: Vec<[u8; 2]> =
                edges_of(roads).map(|edge| edge.ends().map(|Node(n)| n)).collect();
            assert_eq!(length(roads, stops), brute_force(&list, stops), "{roads:x} {stops:x}");
        }
    }

    proptest! {
        #[test]
        fn a_new_road_lengthens_only_by_trails_through_it(
            picks in prop::collection::vec(0..EDGES as u8, 1..15),
            stops in prop::collection::vec(0..NODES as u8, 0..3),
        ) {
            let stops = stops.iter().fold(0, |set, node| set | 1_u64 << node);
            let mut roads = 0;
            let mut longest = 0;
            for pick in picks {
                roads |= 1 << pick;
                longest = longest.max(length_through(roads, stops, Edge(pick)));
                prop_assert_eq!(longest, length(roads, stops));
            }
        }
    }
}
