//! What another engine asks of the island: what touches what, and hands as numbers.

use kakehiki_catan::{Edge, HARBOURS, Hand, Hex, Node, Resource};

#[test]
fn hexes_nodes_and_edges_touch_each_other() {
    for hex in Hex::all() {
        let corners = hex.corners();
        for (index, side) in hex.sides().into_iter().enumerate() {
            let ends = [corners[index], corners[(index + 1) % 6]];
            assert_eq!(Edge::between(ends[0], ends[1]), Some(side));
            assert!(ends.iter().all(|node| side.ends().contains(node)));
        }
        assert!(corners.iter().all(|node| node.hexes().any(|other| other == hex)));
        for other in hex.neighbours() {
            let shared = other.corners().into_iter().filter(|node| corners.contains(node));
            assert_eq!(shared.count(), 2);
            assert!(other.neighbours().any(|back| back == hex));
        }
    }
    assert_eq!(Hex::all().map(|hex| hex.neighbours().count()).sum::<usize>(), 2 * 42);
    for node in Node::all() {
        assert_eq!(node.edges().count(), node.neighbours().count());
        for edge in node.edges() {
            assert!(edge.ends().contains(&node));
        }
        assert!(node.neighbours().all(|other| Edge::between(node, other).is_some()));
        assert_eq!(Edge::between(node, node), None);
    }
}

#[test]
fn harbours_have_an_edge_and_two_nodes() {
    for place in 0..HARBOURS {
        let ends = Edge::of_harbour(place).unwrap().ends();
        assert!(ends.iter().all(|node| node.harbour_place() == Some(place)));
    }
    assert_eq!(Edge::of_harbour(HARBOURS), None);
    assert_eq!(Node::all().filter(|node| node.harbour_place().is_some()).count(), 2 * HARBOURS);
}

#[test]
fn hands_are_made_of_numbers_and_back() {
    let hand = Hand::from_counts([2, 0, 1, 0, 3]);
    assert_eq!((hand.to_string(), hand.counts()), ("WWSOOO".to_owned(), [2, 0, 1, 0, 3]));
    assert_eq!(hand.count(Resource::Ore), 3);
}
