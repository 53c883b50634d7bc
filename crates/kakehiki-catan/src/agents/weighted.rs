//! The policy of playouts that prefers to build.

use kakehiki_core::{GameRng, Seat};
use kakehiki_search::{Policy, Uniform};
use rand::RngExt;

use crate::rules::{
    Action, CARD, CITY, Card, Catan, Edge, HEXES, Hand, Hex, ISLAND, NONE, Node, Partners, ROAD,
    Resource, SETTLEMENT, Stage, State, development, edges_of, robber, weighted,
};

/// Builds what it can, cities and settlements before anything else, and exchanges cards with the bank
/// only on the way to something: to one of these, or with more than seven cards in hand to a road or
/// a development card. Whether it spends or saves, and where it builds, is drawn. It makes no offers
/// and refuses all.
///
/// It lists no menu: kinds are looked for in the order of their worth, which is what makes it fast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighted;

/// How many free nodes a founder looks at before it takes the one with the best numbers.
const FOUNDING_LOOKS: u32 = 4;

/// In how many of 16 turns a player that can buy a card or lay a road does so rather than save.
pub(super) const SPENDING: u32 = 12;

impl Policy<Catan> for Weighted {
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
            Stage::FreeRoads(_) => lay_road(state, rng).unwrap_or(Action::End),
            Stage::Answer(_) => Action::Refuse,
            Stage::Choose => Action::Withdraw,
            _ => Uniform.choose(game, state, menu, rng),
        }
    }
}

/// The sum of the odds of the numbers round a node, in 36ths.
#[inline]
pub(super) fn pips_of(state: &State, node: Node) -> u32 {
    let hexes = ISLAND.node_hexes[node.index()];
    hexes.into_iter().filter(|hex| *hex != NONE).map(|hex| pips(state, hex)).sum()
}

/// The odds of a hex's number, in 36ths.
#[inline]
pub(super) fn pips(state: &State, hex: u8) -> u32 {
    /// The odds of each total of two dice; a hex without a number has none.
    const PIPS: [u8; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0, 0, 0];
    u32::from(PIPS[usize::from(state.board.numbers[usize::from(hex)] & 15)])
}

/// A bit of a set, all equally likely.
#[inline]
pub(super) fn random_bit(mut set: u64, rng: &mut GameRng) -> u8 {
    for _ in 0..rng.random_range(0..set.count_ones().max(1)) {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as u8
}

fn random_node(set: u64, rng: &mut GameRng) -> Node {
    Node(random_bit(set, rng))
}

pub(super) fn found(state: &State, rng: &mut GameRng) -> Action {
    let mut best = random_node(state.open, rng);
    for _ in 1..FOUNDING_LOOKS {
        let next = random_node(state.open, rng);
        if pips_of(state, next) > pips_of(state, best) {
            best = next;
        }
    }
    Action::Settlement(best)
}

/// Whether the player may play a card of this kind now.
#[inline]
pub(super) fn holds(state: &State, card: Card) -> bool {
    !state.has_played && state.side(state.mover).cards.count(card) > state.bought.count(card)
}

/// A knight goes before the roll if the robber is in the way.
#[inline]
pub(super) fn begin(state: &State) -> Action {
    let is_robbed = state.due[state.robber.index()] >> (4 * state.mover.index()) & 15 != 0;
    if is_robbed && holds(state, Card::Knight) { Action::Knight } else { Action::Roll }
}

/// Any card as likely as any other.
pub(super) fn discard(game: &Catan, state: &State, rng: &mut GameRng) -> Action {
    let seat = robber::discarder(&game.options, state).unwrap_or(state.mover);
    let rest = state.side(seat).hand.minus(state.laid_aside(seat)).unwrap_or_default();
    Action::Discard(Hand::one(Resource::ALL[weighted(&rest.0, rng)]))
}

/// Robs somebody with cards where it does not hurt itself, on a good number rather than a bad one;
/// if that cannot be, goes anywhere.
fn rob(game: &Catan, state: &State, rng: &mut GameRng) -> Action {
    let own = 15_u16 << (4 * state.mover.index());
    let places = robber::places(&game.options, state);
    let worths: [u8; HEXES] = std::array::from_fn(|hex| {
        let due = state.due[hex];
        let is_good = places >> hex & 1 == 1 && due != 0 && due & own == 0;
        if is_good { pips(state, hex as u8) as u8 } else { 0 }
    });
    if worths.iter().all(|worth| *worth == 0) {
        let hex = Hex(random_bit(u64::from(places), rng));
        let victims = robber::victims(&game.options, state, hex);
        return Action::Robber(hex, pick(victims, rng));
    }
    let hex = Hex(weighted(&worths, rng) as u8);
    let victims = robber::victims(&game.options, state, hex);
    let with_cards = victims.iter().filter(|seat| !state.side(*seat).hand.is_empty());
    let rich = with_cards.fold(Partners::NONE, Partners::with);
    Action::Robber(hex, pick(if rich.is_empty() { victims } else { rich }, rng))
}

pub(super) fn pick(seats: Partners, rng: &mut GameRng) -> Option<Seat> {
    (!seats.is_empty()).then(|| Seat::new(usize::from(random_bit(u64::from(seats.0), rng))))
}

#[inline]
fn act(game: &Catan, state: &State, rng: &mut GameRng) -> Action {
    let side = state.side(state.mover);
    let hand = side.hand;
    let may_upgrade = side.cities_left > 0 && side.settlements != 0;
    if may_upgrade && hand.contains(CITY) {
        return Action::City(random_node(side.settlements, rng));
    }
    let sites = if side.settlements_left > 0 { state.settlement_sites(state.mover) } else { 0 };
    if sites != 0 && hand.contains(SETTLEMENT) {
        return Action::Settlement(random_node(sites, rng));
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
    if let Some(card) = card_to_play(game, state, rng) {
        return card;
    }
    // Without a site for a settlement, a road is the way to one.
    let is_full = hand.total() > 7;
    let saves = rng.random_range(0..16) >= SPENDING;
    if side.roads_left > 0 && (sites == 0 || is_full && !saves) {
        if hand.contains(ROAD) {
            if let Some(road) = lay_road(state, rng) {
                return road;
            }
        } else if is_full && let Some(trade) = exchange_for(state, ROAD) {
            return trade;
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

/// The next exchange with the bank on the way to something, if exchanges alone lead there.
#[inline]
pub(super) fn exchange_for(state: &State, cost: Hand) -> Option<Action> {
    let hand = state.side(state.mover).hand;
    let (mut missing, mut exchanges) = (0, 0);
    let (mut give, mut get) = (None, None);
    for resource in Resource::ALL {
        let (have, need) = (hand.count(resource), cost.count(resource));
        if have < need {
            missing += need - have;
            if state.bank.count(resource) == 0 {
                return None;
            }
            get = Some(resource);
        } else if have - need >= 2 {
            let count = (have - need) / state.rate(state.mover, resource);
            if count > 0 {
                exchanges += count;
                give = Some(resource);
            }
        }
    }
    if exchanges < missing {
        return None;
    }
    Some(Action::Bank(give?, get?))
}

/// Cards are played when they come to hand, but for knights, which also wait for the robber.
fn card_to_play(game: &Catan, state: &State, rng: &mut GameRng) -> Option<Action> {
    if state.has_played || state.side(state.mover).cards == state.bought {
        return None;
    }
    if holds(state, Card::RoadBuilding) {
        let side = state.side(state.mover);
        let has_site = side.roads_left > 0 && state.road_sites(state.mover) != 0;
        if has_site && development::may_build_roads(&game.options, state) {
            return Some(Action::RoadBuilding);
        }
    }
    if holds(state, Card::YearOfPlenty) && state.bank.0.iter().all(|count| *count > 1) {
        let two = [0, 1].map(|_| Resource::ALL[rng.random_range(0..Resource::ALL.len())]);
        return Some(Action::YearOfPlenty(Hand::one(two[0]).plus(Hand::one(two[1]))));
    }
    if holds(state, Card::Monopoly) {
        let all = state.sides.iter().fold(Hand::EMPTY, |all, side| all.plus(side.hand));
        let own = state.side(state.mover).hand;
        let theirs = |resource: &Resource| all.count(*resource) - own.count(*resource);
        return Resource::ALL.into_iter().max_by_key(theirs).map(Action::Monopoly);
    }
    (holds(state, Card::Knight) && rng.random_bool(0.5)).then_some(Action::Knight)
}

/// A road to a free node rather than any other.
fn lay_road(state: &State, rng: &mut GameRng) -> Option<Action> {
    let all = state.road_sites(state.mover);
    let leads = |edge: &Edge| edge.ends().iter().any(|node| state.open & node.bit() != 0);
    let good = edges_of(all).filter(leads).fold(0, |set, edge| set | edge.bit());
    let sites = if good == 0 { all } else { good };
    if sites == 0 {
        return None;
    }
    let edge = edges_of(sites).nth(rng.random_range(0..sites.count_ones() as usize));
    edge.map(Action::Road)
}
