//! The island: hexes, nodes where buildings stand, edges where roads lie, and how they touch.
//!
//! Hexes are counted row by row from the upper left, nodes likewise. All tables are computed at
//! compile time from the positions of the corners of the hexes on a fine grid: a hex whose centre
//! is at (x, y) has its corners two rows above and below it, and one row above and below it to both
//! sides.

use std::{fmt, str::FromStr};

use kakehiki_core::NotationError;
use serde::{Serialize, Serializer};

use super::schema::text_schema;

/// The number of land hexes.
pub const HEXES: usize = 19;
/// The number of nodes.
pub const NODES: usize = 54;
/// The number of edges.
pub const EDGES: usize = 72;
/// The number of edges along the coast.
pub const COAST_EDGES: usize = 30;
/// The number of harbours.
pub const HARBOURS: usize = 9;

/// Stands for "none" in tables.
pub(crate) const NONE: u8 = u8::MAX;

macro_rules! place {
    ($name:ident, $count:ident, $letter:literal, $what:literal) => {
        #[doc = concat!("One ", $what, ", written as the letter `", $letter, "` and its number.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u8);

        impl $name {
            #[doc = concat!("The ", $what, " with this number, if there is one.")]
            pub fn new(index: usize) -> Option<Self> {
                (index < $count).then_some(Self(index as u8))
            }

            /// All of them in order.
            pub fn all() -> impl Iterator<Item = Self> + Clone {
                (0..$count as u8).map(Self)
            }

            /// The number.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($letter, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                text.strip_prefix($letter)
                    .and_then(|number| number.parse().ok())
                    .and_then(Self::new)
                    .filter(|place| place.to_string() == text)
                    .ok_or_else(|| NotationError {
                        text: text.to_owned(),
                        expected: concat!($what, ": the letter ", $letter, " and a number"),
                    })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        text_schema!(
            $name,
            concat!("^", $letter, "[0-9]+$"),
            concat!("one ", $what, ": the letter ", $letter, " and its number")
        );
    };
}

place!(Hex, HEXES, "h", "hex");
place!(Node, NODES, "n", "node");
place!(Edge, EDGES, "e", "edge");

/// A set of nodes, a bit for each.
pub(crate) type NodeSet = u64;
/// A set of edges, a bit for each.
pub(crate) type EdgeSet = u128;

impl Hex {
    /// The nodes at its corners, clockwise from the top.
    pub fn corners(self) -> [Node; 6] {
        ISLAND.hex_nodes[self.index()].map(Node)
    }

    /// The edges of its sides, clockwise from the one that leads down from the top to the right.
    pub fn sides(self) -> [Edge; 6] {
        let corners = self.corners();
        std::array::from_fn(|side| {
            let next = corners[(side + 1) % corners.len()];
            Edge::between(corners[side], next).unwrap_or(Edge(0))
        })
    }

    /// The land hexes next to it, in order.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Self::all().filter(move |other| ISLAND.hex_neighbours[self.index()] >> other.0 & 1 == 1)
    }
}

impl Node {
    /// The set of this node alone.
    #[inline]
    pub(crate) const fn bit(self) -> NodeSet {
        1 << self.0
    }

    /// The edges that end here, two or three, in order.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        edges_of(ISLAND.node_edges[self.index()])
    }

    /// The nodes at the other ends of these edges, in order.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        nodes_of(ISLAND.node_neighbours[self.index()])
    }

    /// The land hexes that touch here, one to three, in order.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        ISLAND.node_hexes[self.index()].into_iter().filter(|hex| *hex != NONE).map(Hex)
    }

    /// The place of the harbour that a building here makes use of, counted as in
    /// [`Board::harbour`](super::Board::harbour).
    pub fn harbour_place(self) -> Option<usize> {
        let place = ISLAND.node_harbour[self.index()];
        (place != NONE).then_some(usize::from(place))
    }
}

impl Edge {
    /// The set of this edge alone.
    #[inline]
    pub(crate) const fn bit(self) -> EdgeSet {
        1 << self.0
    }

    /// The nodes at its ends.
    #[inline]
    pub const fn ends(self) -> [Node; 2] {
        let [one, other] = ISLAND.edge_nodes[self.0 as usize];
        [Node(one), Node(other)]
    }

    /// The edge between two nodes, if they are neighbours.
    pub fn between(one: Node, other: Node) -> Option<Self> {
        let mut links = ISLAND.node_links[one.index()].into_iter();
        links.find(|(_, end)| *end == other.0).map(|(edge, _)| Self(edge))
    }

    /// The edge of the coast at which a harbour lies; places are counted counter-clockwise along
    /// the coast, as in [`Board::harbour`](super::Board::harbour).
    pub fn of_harbour(place: usize) -> Option<Self> {
        HARBOUR_PLACES.get(place).map(|coast| Self(ISLAND.coast[*coast]))
    }
}

/// The nodes of a set in order.
#[inline]
pub(crate) fn nodes_of(mut set: NodeSet) -> impl Iterator<Item = Node> {
    std::iter::from_fn(move || {
        let node = (set != 0).then(|| Node(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        node
    })
}

/// The edges of a set in order.
#[inline]
pub(crate) fn edges_of(set: EdgeSet) -> impl Iterator<Item = Edge> {
    // Two words are walked faster than one double word.
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let edge = Edge(low.trailing_zeros() as u8);
            low &= low - 1;
            return Some(edge);
        }
        let edge = (high != 0).then(|| Edge(64 + high.trailing_zeros() as u8));
        high &= high.wrapping_sub(1);
        edge
    })
}

/// Everything that touches everything.
pub(crate) struct Island {
    /// The centre of each hex on the fine grid.
    pub(crate) hex_centres: [(i8, i8); HEXES],
    /// Where each node is on the fine grid.
    pub(crate) node_points: [(i8, i8); NODES],
    /// The corners of each hex, clockwise from the top.
    pub(crate) hex_nodes: [[u8; 6]; HEXES],
    /// The corners of each hex as a set.
    pub(crate) hex_corners: [NodeSet; HEXES],
    /// The hexes next to each hex, a bit for each.
    pub(crate) hex_neighbours: [u32; HEXES],
    /// The land hexes that each node touches, filled up with [`NONE`].
    pub(crate) node_hexes: [[u8; 3]; NODES],
    /// The edges that end at each node.
    pub(crate) node_edges: [EdgeSet; NODES],
    /// The edges that end at each node with the nodes at their other ends, filled up with [`NONE`].
    pub(crate) node_links: [[(u8, u8); 3]; NODES],
    /// The nodes one edge away from each node.
    pub(crate) node_neighbours: [NodeSet; NODES],
    /// The ends of each edge.
    pub(crate) edge_nodes: [[u8; 2]; EDGES],
    /// The edges of the coast, counter-clockwise from the top of the upper left hex.
    pub(crate) coast: [u8; COAST_EDGES],
    /// The place of the harbour that each node serves, or [`NONE`].
    pub(crate) node_harbour: [u8; NODES],
}

pub(crate) static ISLAND: Island = build();

/// The number of hexes in each row.
pub(crate) const ROWS: [usize; 5] = [3, 4, 5, 4, 3];

/// The hexes of the coast, counter-clockwise from the upper left; every second is a corner of the
/// island.
pub(crate) const OUTER_RING: [u8; 12] = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1];
/// The hexes one step inside, counter-clockwise from the one next to the upper left corner.
pub(crate) const INNER_RING: [u8; 6] = [4, 8, 13, 14, 10, 5];
/// The hex in the middle.
pub(crate) const CENTRE: u8 = 9;

/// Which edges of the coast have a harbour, counted along the coast: three, four and three edges
/// apart, and so on.
pub(crate) const HARBOUR_PLACES: [usize; HARBOURS] = [0, 3, 7, 10, 13, 17, 20, 23, 27];

const CORNERS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
const COLUMNS: usize = 11;
const LINES: usize = 17;

const fn hex_centres() -> [(i8, i8); HEXES] {
    let mut centres = [(0, 0); HEXES];
    let (mut row, mut hex) = (0, 0);
    while row < ROWS.len() {
        let indent = ROWS[2] - ROWS[row] + 1;
        let mut column = 0;
        while column < ROWS[row] {
            centres[hex] = ((indent + 2 * column) as i8, (3 * row + 2) as i8);
            hex += 1;
            column += 1;
        }
        row += 1;
    }
    centres
}

const fn build() -> Island {
    let mut island = Island {
        hex_centres: hex_centres(),
        node_points: [(0, 0); NODES],
        hex_nodes: [[NONE; 6]; HEXES],
        hex_corners: [0; HEXES],
        hex_neighbours: [0; HEXES],
        node_hexes: [[NONE; 3]; NODES],
        node_edges: [0; NODES],
        node_links: [[(NONE, NONE); 3]; NODES],
        node_neighbours: [0; NODES],
        edge_nodes: [[NONE; 2]; EDGES],
        coast: [NONE; COAST_EDGES],
        node_harbour: [NONE; NODES],
    };
    place_nodes(&mut island);
    place_edges(&mut island);
    place_coast(&mut island);
    let mut place = 0;
    while place < HARBOURS {
        let ends = island.edge_nodes[island.coast[HARBOUR_PLACES[place]] as usize];
        island.node_harbour[ends[0] as usize] = place as u8;
        island.node_harbour[ends[1] as usize] = place as u8;
        place += 1;
    }
    island
}

/// Numbers the corners of the hexes line by line and notes which hexes they touch.
const fn place_nodes(island: &mut Island) {
    let mut grid = [[NONE; COLUMNS]; LINES];
    let mut hex = 0;
    while hex < HEXES {
        let mut corner = 0;
        while corner < CORNERS.len() {
            let (x, y) = corner_point(island, hex, corner);
            grid[y][x] = 0;
            corner += 1;
        }
        hex += 1;
    }
    let (mut y, mut node) = (0, 0);
    while y < LINES {
        let mut x = 0;
        while x < COLUMNS {
            if grid[y][x] != NONE {
                grid[y][x] = node as u8;
                island.node_points[node] = (x as i8, y as i8);
                node += 1;
            }
            x += 1;
        }
        y += 1;
    }
    assert!(node == NODES);
    hex = 0;
    while hex < HEXES {
        let mut corner = 0;
        while corner < CORNERS.len() {
            let (x, y) = corner_point(island, hex, corner);
            let node = grid[y][x];
            island.hex_nodes[hex][corner] = node;
            island.hex_corners[hex] |= 1 << node;
            let hexes = &mut island.node_hexes[node as usize];
            let mut slot = 0;
            while hexes[slot] != NONE {
                slot += 1;
            }
            hexes[slot] = hex as u8;
            corner += 1;
        }
        hex += 1;
    }
    hex = 0;
    while hex < HEXES {
        let mut other = 0;
        while other < HEXES {
            if other != hex && island.hex_corners[hex] & island.hex_corners[other] != 0 {
                island.hex_neighbours[hex] |= 1 << other;
            }
            other += 1;
        }
        hex += 1;
    }
}

const fn corner_point(island: &Island, hex: usize, corner: usize) -> (usize, usize) {
    let (x, y) = island.hex_centres[hex];
    ((x + CORNERS[corner].0) as usize, (y + CORNERS[corner].1) as usize)
}

/// Numbers the sides of the hexes hex by hex and links the nodes.
const fn place_edges(island: &mut Island) {
    let (mut hex, mut edges) = (0, 0);
    while hex < HEXES {
        let mut corner = 0;
        while corner < CORNERS.len() {
            let one = island.hex_nodes[hex][corner];
            let other = island.hex_nodes[hex][(corner + 1) % CORNERS.len()];
            if island.node_neighbours[one as usize] >> other & 1 == 0 {
                island.edge_nodes[edges] = [one, other];
                link(island, one, other, edges as u8);
                link(island, other, one, edges as u8);
                edges += 1;
            }
            corner += 1;
        }
        hex += 1;
    }
    assert!(edges == EDGES);
}

const fn link(island: &mut Island, from: u8, to: u8, edge: u8) {
    island.node_neighbours[from as usize] |= 1 << to;
    island.node_edges[from as usize] |= 1 << edge;
    let links = &mut island.node_links[from as usize];
    let mut slot = 0;
    while links[slot].0 != NONE {
        slot += 1;
    }
    links[slot] = (edge, to);
}

/// Whether an edge is a side of one hex only.
const fn is_coastal(island: &Island, edge: u8) -> bool {
    let ends = island.edge_nodes[edge as usize];
    let both = 1 << ends[0] | 1 << ends[1];
    let (mut hex, mut sides) = (0, 0);
    while hex < HEXES {
        if island.hex_corners[hex] & both == both {
            sides += 1;
        }
        hex += 1;
    }
    sides == 1
}

/// Walks along the coast from the top of the upper left hex, to the left first.
const fn place_coast(island: &mut Island) {
    let [start, .., second] = island.hex_nodes[0];
    let (mut previous, mut node, mut length) = (start, second, 1);
    let mut slot = 0;
    while slot < 3 {
        if island.node_links[start as usize][slot].1 == second {
            island.coast[0] = island.node_links[start as usize][slot].0;
        }
        slot += 1;
    }
    while node != start {
        let links = island.node_links[node as usize];
        slot = 0;
        loop {
            let (edge, next) = links[slot];
            if edge != NONE && next != previous && is_coastal(island, edge) {
                island.coast[length] = edge;
                length += 1;
                previous = node;
                node = next;
                break;
            }
            slot += 1;
        }
    }
    assert!(length == COAST_EDGES);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn nodes_have_two_or_three_edges_and_touch_one_to_three_hexes() {
        let degrees = ISLAND.node_edges.map(u128::count_ones);
        assert_eq!(degrees.iter().filter(|degree| **degree == 3).count(), 36);
        assert_eq!(degrees.iter().filter(|degree| **degree == 2).count(), 18);
        for (hexes, nodes) in [(1, 18), (2, 12), (3, 24)] {
            let touched =
                |around: &&[u8; 3]| around.iter().filter(|hex| **hex != NONE).count() == hexes;
            assert_eq!(ISLAND.node_hexes.iter().filter(touched).count(), nodes);
        }
    }

    #[test]
    fn the_coast_is_a_ring_of_thirty_edges() {
        let coast: HashSet<u8> = ISLAND.coast.into_iter().collect();
        assert_eq!(coast.len(), COAST_EDGES);
        assert!(coast.iter().all(|edge| is_coastal(&ISLAND, *edge)));
        let inland = Edge::all().filter(|edge| !is_coastal(&ISLAND, edge.0)).count();
        assert_eq!(inland, EDGES - COAST_EDGES);
        for place in 0..COAST_EDGES {
            let [one, next] = [place, (place + 1) % COAST_EDGES]
                .map(|place| HashSet::from(ISLAND.edge_nodes[usize::from(ISLAND.coast[place])]));
            assert_eq!(one.intersection(&next).count(), 1);
        }
    }

    #[test]
    fn harbours_have_eighteen_nodes_of_their_own() {
        for place in 0..HARBOURS {
            let served = ISLAND.node_harbour.iter().filter(|harbour| **harbour == place as u8);
            assert_eq!(served.count(), 2);
        }
        let gaps: Vec<usize> = (0..HARBOURS)
            .map(|place| {
                let next = HARBOUR_PLACES[(place + 1) % HARBOURS];
                (next + COAST_EDGES - HARBOUR_PLACES[place]) % COAST_EDGES
            })
            .collect();
        assert_eq!(gaps, [3, 4, 3, 3, 4, 3, 3, 4, 3]);
    }

    /// The grid of the JSettlers protocol: hexes, row by row from the north, and the corners of a
    /// hex clockwise from its north as steps from its byte.
    const PROTOCOL_HEXES: [u8; HEXES] = [
        0x37, 0x59, 0x7b, 0x35, 0x57, 0x79, 0x9b, 0x33, 0x55, 0x77, 0x99, 0xbb, 0x53, 0x75, 0x97,
        0xb9, 0x73, 0x95, 0xb7,
    ];
    const PROTOCOL_CORNERS: [i16; 6] = [0x01, 0x12, 0x21, 0x10, -0x01, -0x10];

    /// Line 2.5: the places of the harbours are those of the frame, as another program has them.
    #[test]
    fn harbours_are_where_the_frame_has_them() {
        let mut nodes = [NONE; 256];
        for (hex, byte) in PROTOCOL_HEXES.iter().enumerate() {
            for (corner, step) in PROTOCOL_CORNERS.iter().enumerate() {
                let place = (i16::from(*byte) + step) as usize;
                let node = ISLAND.hex_nodes[hex][corner];
                assert!([NONE, node].contains(&nodes[place]), "{place:x} is one node");
                nodes[place] = node;
            }
        }
        // The nodes of the harbours, clockwise from the north-west.
        let frame = [
            [0x27, 0x38],
            [0x5a, 0x6b],
            [0x9c, 0xad],
            [0xcd, 0xdc],
            [0xc9, 0xda],
            [0xa5, 0xb6],
            [0x72, 0x83],
            [0x43, 0x52],
            [0x25, 0x34],
        ];
        for (clockwise, bytes) in frame.into_iter().enumerate() {
            let place = (HARBOURS - clockwise) % HARBOURS;
            for byte in bytes {
                let node = nodes[byte];
                assert_eq!(ISLAND.node_harbour[usize::from(node)], place as u8, "{byte:x}");
            }
        }
    }

    #[test]
    fn the_rings_go_round_by_neighbours() {
        let is_next =
            |one: u8, other: u8| ISLAND.hex_neighbours[usize::from(one)] >> other & 1 == 1;
        for index in 0..12 {
            assert!(is_next(OUTER_RING[index], OUTER_RING[(index + 1) % 12]));
        }
        for index in 0..6 {
            assert!(is_next(INNER_RING[index], INNER_RING[(index + 1) % 6]));
            assert!(is_next(INNER_RING[index], OUTER_RING[2 * index]));
            assert!(is_next(INNER_RING[index], CENTRE));
        }
    }

    #[test]
    fn edges_join_the_nodes_they_are_listed_at() {
        for edge in Edge::all() {
            let [one, other] = edge.ends();
            assert_ne!(one, other);
            assert!(ISLAND.node_neighbours[one.index()] & other.bit() != 0);
            assert!(ISLAND.node_edges[other.index()] & edge.bit() != 0);
        }
        assert_eq!(edges_of((1 << EDGES) - 1).count(), EDGES);
        assert_eq!(nodes_of((1 << NODES) - 1).count(), NODES);
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        assert_eq!("n53".parse::<Node>().unwrap().to_string(), "n53");
        for text in ["n54", "n", "n-1", "n+1", "n01", "e72", "53", "N1"] {
            assert!(text.parse::<Node>().is_err(), "{text}");
        }
    }
}
