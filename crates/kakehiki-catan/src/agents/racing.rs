//! The policy of playouts that contests the longest road and builds where it pays.

use kakehiki_core::{GameRng, Seat};
use kakehiki_search::{Policy, Uniform};
use rand::RngExt;

use super::weighted::{
    SPENDING, begin, discard, exchange_for, found, holds, pick, pips, pips_of, random_bit,
};
use crate::rules::{
    Action, CARD, CITY, Card, Catan, Edge, EdgeSet, HEXES, Hand, Hex, ISLAND, MAX_PLAYERS, Node,
    NodeSet, ROAD, Resource, SETTLEMENT, SHORTEST_AWARDED_ROAD, Stage, State, development,
    edges_of, length_through, nodes_of, robber, weighted,
};

/// Builds as [`Weighted`](super::Weighted) does, and in places that a player would choose: where the
/// numbers are best, on roads towards such places, and on roads that win or keep the longest road
/// where that is near. It robs those who lead, and takes from a year of plenty what it misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Racing;

/// A road is contested by those who miss no more than so many.
const CONTESTED: u8 = 2;

impl Policy<Catan> for Racing {
    #[inline]
    fn choose(
        &self,
        game: &Catan,
        state: &State,
        menu: &mut Vec<Action>,
        rng: &mut GameRng,
    ) -> Action {
        match state.stage() {
            Stage::Found => found(state, rng),
            Stage::Begin => begin(state),
            Stage::Discard => discard(game, state, rng),
            Stage::Robber => rob(game, state, rng),
            Stage::Act => act(game, state, rng),
            Stage::FreeRoads(_) => free_road(state, rng).map_or(Action::End, Action::Road),
            Stage::Answer(_) => Action::Refuse,
            Stage::Choose => Action::Withdraw,
            _ => Uniform.choose(game, state, menu, rng),
        }
    }
}

/// The node with the best numbers; the first of equal ones.
fn best_of(state: &State, nodes: NodeSet) -> Node {
    let mut best = (Node(nodes.trailing_zeros() as u8), 0);
    for node in nodes_of(nodes) {
        let pips = pips_of(state, node);
        if pips > best.1 {
            best = (node, pips);
        }
    }
    best.0
}

#[inline]
fn act(game: &Catan, state: &State, rng: &mut GameRng) -> Action {
    let side = state.side(state.mover);
    let hand = side.hand;
    let may_upgrade = side.cities_left > 0 && side.settlements != 0;
    if may_upgrade && hand.contains(CITY) {
        return Action::City(best_of(state, side.settlements));
    }
    let sites = if side.settlements_left > 0 { state.settlement_sites(state.mover) } else { 0 };
    if sites != 0 && hand.contains(SETTLEMENT) {
        return Action::Settlement(best_of(state, sites));
    }
    if hand.total() > 3 {
        if may_upgrade && let Some(trade) = exchange_for(state, CITY) {
            return trade;
        }
        if sites != 0
            && let Some(trade) = exchange_for(state, SETTLEMENT)
        {
            return trade;
        }
    }
    if let Some(card) = card_to_play(game, state, may_upgrade, sites != 0, rng) {
        return card;
    }
    let is_full = hand.total() > 7;
    let saves = rng.random_range(0..16) >= SPENDING;
    if side.roads_left > 0 {
        let has_price = hand.contains(ROAD);
        if has_price
            && (sites == 0 || !saves)
            && let Some(edge) = contested_road(state)
        {
            return Action::Road(edge);
        }
        // Without a site for a settlement, a road is the way to one.
        if sites == 0 || is_full && !saves {
            if has_price {
                if let Some(edge) = road_to_site(state, rng) {
                    return Action::Road(edge);
                }
            } else if is_full && let Some(trade) = exchange_for(state, ROAD) {
                return trade;
            }
        }
    }
    if (!saves || is_full) && game.has_cards_to_sell(state) {
        if hand.contains(CARD) {
            return Action::Buy;
        }
        if is_full && let Some(trade) = exchange_for(state, CARD) {
            return trade;
        }
    }
    Action::End
}

/// A road that lengthens the own one where the longest road is near or in danger.
fn contested_road(state: &State) -> Option<Edge> {
    let seat = state.mover;
    let side = state.side(seat);
    let mut best = 0;
    for (index, other) in state.sides.iter().enumerate() {
        if index != seat.index() {
            best = other.road_length.max(best);
        }
    }
    let own = side.road_length;
    let is_contested = if state.longest_road == Some(seat) {
        best + 1 >= own
    } else {
        let goal = SHORTEST_AWARDED_ROAD.max(best + 1);
        let missing = goal.saturating_sub(own);
        missing <= CONTESTED.min(side.roads_left)
    };
    if !is_contested {
        return None;
    }
    let stops = state.stops(seat);
    let lengthens =
        |edge: &Edge| length_through(side.roads | edge.bit(), stops, *edge) > side.road_length;
    edges_of(state.road_sites(seat)).find(lengthens)
}

/// The road that leads to the site with the best numbers, or any that leads to a free node beyond.
fn road_to_site(state: &State, rng: &mut GameRng) -> Option<Edge> {
    let all = state.road_sites(state.mover);
    if all == 0 {
        return None;
    }
    let mut best = (None, 0);
    let mut beyond: EdgeSet = 0;
    for edge in edges_of(all) {
        let ends = edge.ends();
        for node in ends {
            if state.open & node.bit() != 0 {
                let pips = pips_of(state, node);
                if pips > best.1 {
                    best = (Some(edge), pips);
                }
            }
        }
        let neighbours = ends.iter().fold(0, |set, end| set | ISLAND.node_neighbours[end.index()]);
        if neighbours & state.open != 0 {
            beyond |= edge.bit();
        }
    }
    best.0.or_else(|| {
        let sites = if beyond == 0 { all } else { beyond };
        edges_of(sites).nth(rng.random_range(0..sites.count_ones() as usize))
    })
}

/// A free road goes where the race is, or else to a site.
fn free_road(state: &State, rng: &mut GameRng) -> Option<Edge> {
    contested_road(state).or_else(|| road_to_site(state, rng))
}

/// Robs the more the better the number and the more points those have who are hit, and never
/// itself where that can be; steals from who leads among those with cards.
fn rob(game: &Catan, state: &State, rng: &mut GameRng) -> Action {
    let own = 15_u16 << (4 * state.mover.index());
    let places = robber::places(&game.options, state);
    let worths: [u8; HEXES] = std::array::from_fn(|hex| {
        let due = state.due[hex];
        if places >> hex & 1 == 0 || due == 0 || due & own != 0 {
            return 0;
        }
        let hit = (0..MAX_PLAYERS).map(|seat| {
            let share = due >> (4 * seat) & 15;
            share * u16::from(state.sides[seat].points)
        });
        let hit: u16 = hit.sum();
        // Squared, so that who leads is hit nearly always.
        let hurt = u32::from(hit) * pips(state, hex as u8);
        (hurt * hurt / 64).clamp(1, 250) as u8
    });
    if worths.iter().all(|worth| *worth == 0) {
        let hex = Hex(random_bit(u64::from(places), rng));
        let victims = robber::victims(&game.options, state, hex);
        return Action::Robber(hex, pick(victims, rng));
    }
    let hex = Hex(weighted(&worths, rng) as u8);
    let victims = robber::victims(&game.options, state, hex);
    let worth = |seat: &Seat| {
        let side = state.side(*seat);
        (!side.hand.is_empty(), side.points)
    };
    Action::Robber(hex, victims.iter().max_by_key(worth))
}

/// Cards are played when they come to hand, but for knights, which also wait for the robber.
fn card_to_play(
    game: &Catan,
    state: &State,
    may_upgrade: bool,
    has_site: bool,
    rng: &mut GameRng,
) -> Option<Action> {
    let side = state.side(state.mover);
    if state.has_played || side.cards == state.bought {
        return None;
    }
    if holds(state, Card::RoadBuilding) {
        let has_edge = side.roads_left > 0 && state.road_sites(state.mover) != 0;
        if has_edge && development::may_build_roads(&game.options, state) {
            return Some(Action::RoadBuilding);
        }
    }
    if holds(state, Card::YearOfPlenty) && state.bank.0.iter().all(|count| *count > 1) {
        let wanted = [(may_upgrade, CITY), (has_site, SETTLEMENT), (true, CARD)];
        let two = wanted.into_iter().filter(|(is_possible, _)| *is_possible);
        let two = two.map(|(_, price)| missing(side.hand, price)).find(|cards| cards.total() == 2);
        let any = |rng: &mut GameRng| {
            let two = [0, 1].map(|_| Resource::ALL[rng.random_range(0..Resource::ALL.len())]);
            Hand::one(two[0]).plus(Hand::one(two[1]))
        };
        return Some(Action::YearOfPlenty(two.unwrap_or_else(|| any(rng))));
    }
    if holds(state, Card::Monopoly) {
        let all = state.sides.iter().fold(Hand::EMPTY, |all, side| all.plus(side.hand));
        let theirs = |resource: &Resource| all.count(*resource) - side.hand.count(*resource);
        return Resource::ALL.into_iter().max_by_key(theirs).map(Action::Monopoly);
    }
    (holds(state, Card::Knight) && rng.random_bool(0.5)).then_some(Action::Knight)
}

/// The cards of a price that a hand does not hold.
fn missing(hand: Hand, price: Hand) -> Hand {
    Hand(std::array::from_fn(|kind| price.0[kind].saturating_sub(hand.0[kind])))
}
