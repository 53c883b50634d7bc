//! The island as JSettlers numbers it: hexes, nodes and edges on one grid, each a byte of two digits.

use kakehiki_catan::{Edge, HARBOURS, HEXES, Harbour, Hex, Node, Resource, Terrain};

/// The land hexes, row by row from the north, as we count them.
const LAND: [u8; HEXES] = [
    0x37, 0x59, 0x7b, 0x35, 0x57, 0x79, 0x9b, 0x33, 0x55, 0x77, 0x99, 0xbb, 0x53, 0x75, 0x97, 0xb9,
    0x73, 0x95, 0xb7,
];

/// All hexes of a layout, row by row from the north, with the ring of water.
const GRID: [u8; GRID_HEXES] = [
    0x17, 0x39, 0x5b, 0x7d, 0x15, 0x37, 0x59, 0x7b, 0x9d, 0x13, 0x35, 0x57, 0x79, 0x9b, 0xbd, 0x11,
    0x33, 0x55, 0x77, 0x99, 0xbb, 0xdd, 0x31, 0x53, 0x75, 0x97, 0xb9, 0xdb, 0x51, 0x73, 0x95, 0xb7,
    0xd9, 0x71, 0x93, 0xb5, 0xd7,
];
const GRID_HEXES: usize = 37;

/// From a hex to its corners clockwise from the top, to its sides and to its neighbours clockwise from
/// the one that is up to the right.
const CORNERS: [i16; 6] = [0x01, 0x12, 0x21, 0x10, -0x01, -0x10];
const SIDES: [i16; 6] = [0x01, 0x11, 0x10, -0x01, -0x11, -0x10];
const NEIGHBOURS: [i16; 6] = [0x02, 0x22, 0x20, -0x02, -0x22, -0x20];

/// The totals that the ten codes of numbers stand for.
const TOTALS: [u8; 10] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

/// The byte of a hex.
pub(super) fn hex_code(hex: Hex) -> i16 {
    i16::from(LAND[hex.index()])
}

/// The land hex of a byte.
pub(super) fn hex_of(code: i32) -> Option<Hex> {
    Hex::all().find(|hex| i32::from(hex_code(*hex)) == code)
}

/// The byte of a node.
pub(super) fn node_code(node: Node) -> i16 {
    let place = |hex: Hex| hex.corners().iter().position(|corner| *corner == node);
    let mut codes = Hex::all().filter_map(|hex| Some(hex_code(hex) + CORNERS[place(hex)?]));
    codes.next().unwrap_or_default()
}

/// The node of a byte.
pub(super) fn node_of(code: i32) -> Option<Node> {
    Node::all().find(|node| i32::from(node_code(*node)) == code)
}

/// The byte of an edge.
pub(super) fn edge_code(edge: Edge) -> i16 {
    let place = |hex: Hex| hex.sides().iter().position(|side| *side == edge);
    let mut codes = Hex::all().filter_map(|hex| Some(hex_code(hex) + SIDES[place(hex)?]));
    codes.next().unwrap_or_default()
}

/// The edge of a byte.
pub(super) fn edge_of(code: i32) -> Option<Edge> {
    Edge::all().find(|edge| i32::from(edge_code(*edge)) == code)
}

/// The resource of a number from one to five.
pub(super) fn resource_of(code: i32) -> Option<Resource> {
    let index = usize::try_from(code).ok()?.checked_sub(1)?;
    RESOURCE_ORDER.get(index).copied()
}

/// The number of a resource.
pub(super) fn resource_code(resource: Resource) -> usize {
    1 + RESOURCE_ORDER.iter().position(|one| *one == resource).unwrap_or_default()
}

/// The resources in the order of their numbers.
pub(super) const RESOURCE_ORDER: [Resource; 5] =
    [Resource::Brick, Resource::Ore, Resource::Sheep, Resource::Wheat, Resource::Wood];

/// A board that was dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The hexes as we count them.
    pub(super) terrain: [Terrain; HEXES],
    /// Nothing on the desert.
    pub(super) numbers: [Option<u8>; HEXES],
    /// The harbours as we count their places.
    pub(super) harbours: [Harbour; HARBOURS],
}

impl Layout {
    /// Reads the values and numbers of all hexes. Numbers are codes, or totals of the dice. Nothing
    /// where this is no island as ours are, such as the open sea that is sent before one is dealt.
    pub(super) fn read(values: &[i32], numbers: &[i32], are_totals: bool) -> Option<Self> {
        let (mut terrain, mut laid) = ([None; HEXES], [None; HEXES]);
        let mut harbours = [None; HARBOURS];
        if values.len() != GRID_HEXES || numbers.len() != GRID_HEXES {
            return None;
        }
        for (code, (value, number)) in GRID.iter().zip(values.iter().zip(numbers)) {
            let Some(hex) = hex_of(i32::from(*code)) else {
                if *value != WATER {
                    let (place, harbour) = harbour_at(*code, *value)?;
                    harbours[place] = Some(harbour);
                }
                continue;
            };
            let is_desert = *value == DESERT;
            let land = || resource_of(*value).map(Terrain::Land);
            terrain[hex.index()] = if is_desert { Some(Terrain::Desert) } else { land() };
            laid[hex.index()] = match usize::try_from(*number) {
                _ if is_desert => None,
                Ok(total) if are_totals => TOTALS.iter().find(|it| usize::from(**it) == total),
                Ok(code) => TOTALS.get(code),
                Err(_) => None,
            }
            .copied();
        }
        let has_numbers = terrain.iter().zip(laid).all(|(terrain, number)| {
            number.is_some() == terrain.is_some_and(|it| it != Terrain::Desert)
        });
        has_numbers.then_some(())?;
        let terrain: Option<Vec<Terrain>> = terrain.into_iter().collect();
        let harbours: Option<Vec<Harbour>> = harbours.into_iter().collect();
        Some(Self {
            terrain: terrain?.try_into().ok()?,
            numbers: laid,
            harbours: harbours?.try_into().ok()?,
        })
    }
}

/// What stands for a desert and for water in a layout.
const DESERT: i32 = 0;
const WATER: i32 = 6;

/// The place and the kind of the harbour on a hex of the sea.
fn harbour_at(sea: u8, value: i32) -> Option<(usize, Harbour)> {
    let (facing, harbour) = match value {
        7..=12 => (value - WATER, Harbour::Three),
        _ => (value >> 4, Harbour::Two(resource_of(value & 15)?)),
    };
    let facing = usize::try_from(facing).ok()?.checked_sub(1)?;
    let land = hex_of(i32::from(i16::from(sea) + NEIGHBOURS.get(facing)?))?;
    let edge = land.sides()[(facing + SIDES.len() / 2) % SIDES.len()];
    let place = (0..HARBOURS).find(|place| Edge::of_harbour(*place) == Some(edge))?;
    Some((place, harbour))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_place_has_a_byte_of_its_own() {
        let hexes: HashSet<i16> = Hex::all().map(hex_code).collect();
        let nodes: HashSet<i16> = Node::all().map(node_code).collect();
        let edges: HashSet<i16> = Edge::all().map(edge_code).collect();
        assert_eq!((hexes.len(), nodes.len(), edges.len()), (19, 54, 72));
        for code in -300..600 {
            assert_eq!(hex_of(code).is_some(), hexes.contains(&(code as i16)));
            assert!(node_of(code).is_none_or(|node| i32::from(node_code(node)) == code));
            assert!(edge_of(code).is_none_or(|edge| i32::from(edge_code(edge)) == code));
        }
    }

    /// The relations that the protocol states: a node is the same byte from every hex that it touches, and
    /// an edge tells the nodes at its ends.
    #[test]
    fn bytes_agree_with_how_places_touch() {
        for hex in Hex::all() {
            for (corner, step) in hex.corners().into_iter().zip(CORNERS) {
                assert_eq!(node_code(corner), hex_code(hex) + step);
            }
            for (side, step) in hex.sides().into_iter().zip(SIDES) {
                assert_eq!(edge_code(side), hex_code(hex) + step);
            }
        }
        for edge in Edge::all() {
            let code = edge_code(edge);
            let is_upright = code & 0x11 == 0;
            let ends = if is_upright { [code + 0x01, code + 0x10] } else { [code, code + 0x11] };
            let ours: HashSet<i16> = edge.ends().map(node_code).into();
            assert_eq!(ours, HashSet::from(ends), "{code:x}");
        }
    }

    const VALUES: [i32; 37] = [
        9, 6, 65, 6, 6, 1, 4, 0, 68, 35, 5, 2, 5, 3, 6, 6, 5, 1, 4, 2, 1, 11, 37, 4, 3, 4, 3, 6, 6,
        2, 3, 5, 12, 7, 6, 98, 6,
    ];
    const NUMBERS: [i32; 37] = [
        -1, -1, -1, -1, -1, 3, 0, -1, -1, -1, 5, 7, 6, 4, -1, -1, 2, 1, 8, 2, 1, -1, -1, 8, 4, 3,
        5, -1, -1, 9, 6, 7, -1, -1, -1, -1, -1,
    ];

    #[test]
    fn a_layout_is_read_in_both_spellings() {
        let layout = Layout::read(&VALUES, &NUMBERS, false).unwrap();
        assert_eq!(layout.terrain[0], Terrain::Land(Resource::Brick));
        assert_eq!(layout.numbers[0], Some(5));
        assert_eq!((layout.terrain[2], layout.numbers[2]), (Terrain::Desert, None));
        let first = Edge::of_harbour(0).unwrap().ends().map(node_code);
        assert_eq!(HashSet::from(first), HashSet::from([0x27, 0x38]));
        assert_eq!(layout.harbours[0], Harbour::Three);
        // The second one clockwise is the last as we count them.
        assert_eq!(layout.harbours[8], Harbour::Two(Resource::Brick));
        let totals = NUMBERS.map(|code| usize::try_from(code).map_or(0, |it| TOTALS[it].into()));
        assert_eq!(Layout::read(&VALUES, &totals, true).unwrap(), layout);
    }

    #[test]
    fn what_is_no_island_is_no_layout() {
        assert_eq!(Layout::read(&[WATER; 37], &[-1; 37], false), None);
        assert_eq!(Layout::read(&VALUES[1..], &NUMBERS, false), None);
        for place in 0..37 {
            for strange in [i32::MIN, -1, 13, 0x71, 0x16, i32::MAX] {
                let mut values = VALUES;
                values[place] = strange;
                assert_eq!(Layout::read(&values, &NUMBERS, false), None, "{place} {strange}");
            }
        }
        let mut numbers = NUMBERS;
        numbers[5] = -1;
        assert_eq!(Layout::read(&VALUES, &numbers, false), None);
    }
}
