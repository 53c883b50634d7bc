//! Where players can come to build settlements, and who is there first.

use kakehiki_core::Seat;

use crate::rules::{EdgeSet, ISLAND, MAX_PLAYERS, NodeSet, Side, State, edges_of, nodes_of};

/// How many roads away sites are looked for.
pub(super) const FARTHEST: usize = 2;

/// The free sites for settlements that a player can build on with so many more roads, or fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach([NodeSet; FARTHEST + 1]);

impl Reach {
    /// Those of all players.
    pub(super) fn all(state: &State) -> [Self; MAX_PLAYERS] {
        let free = !state.taken();
        let built = state.sides.each_ref().map(Side::buildings);
        let all = built.iter().fold(0, |all, own| all | own);
        std::array::from_fn(|seat| Self::of(state, &state.sides[seat], free, all & !built[seat]))
    }

    /// Those of one player, none without a settlement to build; that roads may run out is left aside.
    fn of(state: &State, side: &Side, free: EdgeSet, stops: NodeSet) -> Self {
        if side.settlements_left == 0 {
            return Self::default();
        }
        let mut nodes = side.touched();
        let mut reached = Self([nodes & state.open; FARTHEST + 1]);
        let mut edges = side.reach & free;
        for roads in 1..=FARTHEST {
            let ends = edges_of(edges).fold(0, |set, edge| {
                let [one, other] = ISLAND.edge_nodes[edge.index()];
                set | 1 << one | 1 << other
            });
            let new = ends & !nodes;
            nodes |= ends;
            reached.0[roads..].fill(nodes & state.open);
            let beyond = nodes_of(new & !stops);
            edges = beyond.fold(0, |set, node| set | ISLAND.node_edges[node.index()]) & free;
        }
        reached
    }

    /// The sites by the number of roads that are missing.
    pub(super) fn rings(&self) -> [NodeSet; FARTHEST + 1] {
        std::array::from_fn(|roads| match roads {
            0 => self.0[0],
            _ => self.0[roads] & !self.0[roads - 1],
        })
    }

    /// The sites that a player reaches with fewer roads than anybody else.
    pub(super) fn first(reaches: &[Self; MAX_PLAYERS], seat: Seat) -> NodeSet {
        let at = |roads: usize| {
            let others = reaches.iter().enumerate().filter(|(other, _)| *other != seat.index());
            let taken = others.fold(0, |set, (_, reach)| set | reach.0[roads]);
            reaches[seat.index()].0[roads] & !taken
        };
        (0..=FARTHEST).fold(0, |set, roads| set | at(roads))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::sample_positions;

    /// The sites after laying any so many roads, by the rules.
    fn by_laying(state: &State, seat: Seat, roads: usize) -> NodeSet {
        let here = state.settlement_sites(seat);
        if roads == 0 {
            return here;
        }
        edges_of(state.road_sites(seat)).fold(here, |set, edge| {
            let mut next = state.clone();
            next.lay_road(seat, edge);
            set | by_laying(&next, seat, roads - 1)
        })
    }

    #[test]
    fn sites_are_those_that_laying_roads_leads_to() {
        let mut contested = 0;
        for state in sample_positions(40) {
            let reaches = Reach::all(&state);
            let sites: [[NodeSet; FARTHEST + 1]; MAX_PLAYERS] = std::array::from_fn(|seat| {
                let seat = Seat::new(seat);
                let is_out = state.side(seat).settlements_left == 0;
                let laying = |roads| if is_out { 0 } else { by_laying(&state, seat, roads) };
                std::array::from_fn(laying)
            });
            assert_eq!(reaches.map(|reach| reach.0), sites);
            let missing = |seat: usize, node: NodeSet| {
                (0..=FARTHEST).find(|roads| sites[seat][*roads] & node != 0)
            };
            for seat in 0..MAX_PLAYERS {
                let first = Reach::first(&reaches, Seat::new(seat));
                for node in nodes_of(state.open) {
                    let others = (0..MAX_PLAYERS).filter(|other| *other != seat);
                    let is_first = missing(seat, node.bit()).is_some_and(|roads| {
                        others.clone().all(|other| {
                            missing(other, node.bit()).is_none_or(|theirs| theirs > roads)
                        })
                    });
                    assert_eq!(first & node.bit() != 0, is_first, "P{seat} at {node}");
                    contested += usize::from(missing(seat, node.bit()).is_some() && !is_first);
                }
            }
        }
        assert!(contested > 100, "{contested}");
    }
}
