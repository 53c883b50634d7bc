//! What the player aims at.

use super::land::{Ground, land_value, odds, richness};
use crate::rules::{Node, View};

/// What a player aims at until it is reached or cannot be reached any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A settlement on this node, and the roads to it.
    Settlement(Node),
    /// A city in the place of the own settlement on this node.
    City(Node),
    /// A development card. The paper knows buildings only: this is for a player who has no place
    /// left for one and is still short of points.
    Card,
}

impl Goal {
    /// What is worth most: the place with the highest land value, an own settlement before a new
    /// one of the same value. `None` where nothing is left to aim at.
    pub(crate) fn choose(view: &View, ground: &Ground) -> Option<Self> {
        let board = view.board();
        let worth = |node: Node| {
            (land_value(richness(board, node), ground.roads_to(node)), odds(board, node))
        };
        // The roads to an own building are none, so that its value is its richness.
        let cities = ground.upgrades().map(|node| (worth(node), Self::City(node)));
        let sites = ground.sites().map(|node| (worth(node), Self::Settlement(node)));
        let mut best = None;
        for (worth, goal) in cities.chain(sites) {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, goal));
            }
        }
        let card = (view.deck_size() > 0).then_some(Self::Card);
        best.map_or(card, |(_, goal)| Some(goal))
    }

    /// Whether it can still be reached. A card is no aim to cling to.
    pub(crate) fn stands(self, ground: &Ground) -> bool {
        match self {
            Self::Settlement(site) => ground.sites().any(|node| node == site),
            Self::City(site) => ground.upgrades().any(|node| node == site),
            Self::Card => false,
        }
    }

    /// The roads still to be built for it.
    pub(crate) fn roads(self, ground: &Ground) -> u8 {
        match self {
            Self::Settlement(site) => ground.roads_to(site),
            Self::City(_) | Self::Card => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Turn};
    use kakehiki_search::Policy;

    use super::*;
    use crate::{
        agents::{Weighted, nakazawa::land::best},
        rules::{CATAN_OPTIONS, Catan, Edge, NODES, State, nodes_of},
    };

    /// The roads that a seat needs to each node, found by trying all edges again and again.
    fn roads_by_relaxing(state: &State, seat: Seat) -> [u32; NODES] {
        let side = state.side(seat);
        let stops = state.stops(seat);
        let mut roads = [1000; NODES];
        nodes_of((side.touched() | side.buildings()) & !stops)
            .for_each(|node| roads[node.index()] = 0);
        for _ in 0..NODES {
            for edge in Edge::all().filter(|edge| state.taken() & edge.bit() == 0) {
                let [one, other] = edge.ends();
                for (from, to) in [(one, other), (other, one)] {
                    if stops & (from.bit() | to.bit()) == 0 {
                        roads[to.index()] = roads[to.index()].min(roads[from.index()] + 1);
                    }
                }
            }
        }
        roads
    }

    /// The highest land value of all places where a seat may build, in hundredths.
    fn highest_value(state: &State, seat: Seat) -> Option<u32> {
        let side = state.side(seat);
        let roads = roads_by_relaxing(state, seat);
        let sites = nodes_of(if side.settlements_left > 0 { state.open } else { 0 })
            .filter(|site| roads[site.index()] <= u32::from(side.roads_left))
            .map(|site| richness(&state.board, site) * (10 - roads[site.index()].min(10)));
        let cities = nodes_of(if side.cities_left > 0 { side.settlements } else { 0 })
            .map(|node| richness(&state.board, node) * 10);
        sites.chain(cities).max()
    }

    #[test]
    fn no_place_is_worth_more_than_the_goal() {
        let game = Catan::new(&Settings::defaults(&CATAN_OPTIONS)).without_trading();
        let (mut settlements, mut cities) = (0, 0);
        for number in 0..3 {
            let mut rng = Seed::experiment(7).rng_at(number);
            let (mut state, mut menu) = (game.start(), Vec::new());
            loop {
                match game.turn(&state) {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let outcome = game.draw(&state, &mut rng);
                        game.resolve_unchecked(&mut state, &outcome);
                        continue;
                    }
                    Turn::Seat(_) => {
                        let action = Weighted.choose(&game, &state, &mut menu, &mut rng);
                        game.play_unchecked(&mut state, &action);
                    }
                }
                for seat in Seat::all(4) {
                    let view = game.view(&state, &None, seat);
                    let ground = Ground::new(&game, &view);
                    let goal = Goal::choose(&view, &ground);
                    let value = match goal {
                        Some(Goal::Settlement(node)) => {
                            settlements += 1;
                            Some(land_value(richness(&state.board, node), ground.roads_to(node)))
                        }
                        Some(Goal::City(node)) => {
                            cities += 1;
                            Some(land_value(richness(&state.board, node), 0))
                        }
                        Some(Goal::Card) | None => None,
                    };
                    assert_eq!(value, highest_value(&state, seat), "{goal:?}");
                    assert!(goal.is_none_or(|goal| goal == Goal::Card || goal.stands(&ground)));
                }
            }
        }
        assert!(settlements > 100 && cities > 100, "{settlements} settlements, {cities} cities");
    }

    #[test]
    fn the_first_of_equal_nodes_is_the_best() {
        assert_eq!(best([Node(4), Node(2), Node(9)].into_iter(), |node| node.0 > 3), Some(Node(4)));
        assert_eq!(best([Node(4), Node(2)].into_iter(), |_| 0), Some(Node(2)));
        assert_eq!(best(std::iter::empty(), |_| 0), None);
    }
}
