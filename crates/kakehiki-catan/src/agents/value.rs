//! What a position is worth: a linear value of what a player has, and the chance to win by it.

use kakehiki_core::{Ending, Rewards, Seat};
use kakehiki_search::Judge;

use super::weighted::{pips, pips_of};
use crate::rules::{
    CARD, CITY, Card, Catan, GENERAL_HARBOUR, Hand, ISLAND, RESOURCES, ROAD, Resource, SETTLEMENT,
    Stage, State, edges_of, nodes_of,
};

/// The number of [`features`].
pub const FEATURES: usize = FEATURE_NAMES.len();

/// What each of the [`features`] measures.
pub const FEATURE_NAMES: [&str; 30] = [
    "points",
    "points squared",
    "wood a roll",
    "brick a roll",
    "sheep a roll",
    "wheat a roll",
    "ore a roll",
    "cards a roll that the robber keeps away",
    "kinds of cards produced",
    "cards in hand, up to seven",
    "cards beyond seven",
    "cards there for a city that can be built",
    "all cards there for a city",
    "cards there for a settlement that can be built",
    "all cards there for a settlement",
    "cards there for a road if no site is there",
    "all cards there for a development card",
    "production with a general harbour",
    "production at a special harbour",
    "numbers of the best site that can be built on",
    "numbers of the best site one road away",
    "sites within a road, up to four",
    "knights played",
    "knights in hand",
    "length of the road",
    "holds the longest road",
    "holds the largest army",
    "cities",
    "rolls next",
    "has rolled",
];

/// What a player has that counts, scaled so that each is about one.
pub fn features(state: &State, seat: Seat) -> [f64; FEATURES] {
    let side = state.side(seat);
    let shift = 4 * seat.index();
    let mut rolls = [0_u32; RESOURCES];
    let mut kept_away = 0;
    for (hex, due) in state.due.iter().enumerate() {
        let share = u32::from(due >> shift & 15);
        if share == 0 {
            continue;
        }
        let cards = share * pips(state, hex as u8);
        if hex == state.robber.index() {
            kept_away += cards;
        } else if let Some(resource) = state.board.resource(hex as u8) {
            rolls[resource.index()] += cards;
        }
    }
    let harbours = state.harbours[seat.index()];
    let at_special = |resource: &Resource| state.rate(seat, *resource) == 2;
    let special: u32 =
        Resource::ALL.into_iter().filter(at_special).map(|kind| rolls[kind.index()]).sum();
    let total: u32 = rolls.iter().sum();
    let general = if harbours & GENERAL_HARBOUR != 0 { total } else { 0 };
    let count = side.hand.total();
    let [near, far, sites] = sites(state, seat);
    let points = f64::from(side.all_points());
    let if_possible = |is_possible: bool, price: Hand| {
        if is_possible { there(state, seat, price) } else { 0.0 }
    };
    let city = if_possible(side.settlements != 0 && side.cities_left > 0, CITY);
    let settlement = if_possible(near > 0, SETTLEMENT);
    let road = if_possible(near == 0 && side.settlements_left > 0 && side.roads_left > 0, ROAD);
    let may_buy = state.deck().total() > 0;
    let rolls_next = match state.stage() {
        Stage::Begin | Stage::Dice => state.mover() == seat,
        _ => false,
    };
    let has_rolled = state.mover() == seat && state.has_rolled;
    [
        points / 10.0,
        points * points / 100.0,
        roll(rolls[0]),
        roll(rolls[1]),
        roll(rolls[2]),
        roll(rolls[3]),
        roll(rolls[4]),
        roll(kept_away),
        f64::from(rolls.iter().filter(|cards| **cards > 0).count() as u32) / 5.0,
        f64::from(count.min(7)) / 7.0,
        f64::from(count.saturating_sub(7)) / 7.0,
        city / 5.0,
        flag(city >= 5.0),
        settlement / 4.0,
        flag(settlement >= 4.0),
        road / 2.0,
        flag(may_buy && there(state, seat, CARD) >= 3.0),
        roll(general),
        roll(special),
        f64::from(near) / 10.0,
        f64::from(far) / 10.0,
        f64::from(sites) / 4.0,
        f64::from(side.knights) / 3.0,
        f64::from(side.cards.count(Card::Knight)) / 3.0,
        f64::from(side.road_length) / 10.0,
        flag(state.longest_road() == Some(seat)),
        flag(state.largest_army() == Some(seat)),
        f64::from(side.cities.count_ones()) / 4.0,
        flag(rolls_next),
        flag(has_rolled),
    ]
}

fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Cards a roll, from 36ths.
fn roll(pips: u32) -> f64 {
    f64::from(pips) / 36.0
}

/// How many cards of a price a player holds, or would hold after exchanges with the bank.
fn there(state: &State, seat: Seat, price: Hand) -> f64 {
    let hand = state.side(seat).hand;
    let (mut held, mut all, mut exchanges) = (0, 0, 0);
    for resource in Resource::ALL {
        let (have, cost) = (hand.count(resource), price.count(resource));
        all += cost;
        held += have.min(cost);
        if have > cost + 1 {
            exchanges += (have - cost) / state.rate(seat, resource);
        }
    }
    f64::from(all.min(held + exchanges))
}

/// The numbers of the best site for a settlement that is there, of the best that one road leads to,
/// and how many there are of both, up to four.
fn sites(state: &State, seat: Seat) -> [u32; 3] {
    let side = state.side(seat);
    if side.settlements_left == 0 {
        return [0; 3];
    }
    let near = state.settlement_sites(seat);
    let ends = edges_of(state.road_sites(seat)).fold(0, |set, edge| {
        let [one, other] = ISLAND.edge_nodes[edge.index()];
        set | 1 << one | 1 << other
    });
    let far = ends & state.open & !near;
    let best = |set| nodes_of(set).map(|node| pips_of(state, node)).max().unwrap_or(0);
    [best(near), best(far), (near | far).count_ones().min(4)]
}

/// How much each feature adds to the logarithm of a player's odds to win.
///
/// Fitted to games of greedy players, 8,000 a round, by `cargo run --release -p kakehiki-catan
/// --example fit_value -- 8000`. The policies have changed a little since, so the command now
/// gives slightly different figures.
const WEIGHTS: [f64; FEATURES] = [
    0.170,  // points
    5.974,  // points squared
    1.938,  // wood a roll
    2.326,  // brick a roll
    2.322,  // sheep a roll
    2.756,  // wheat a roll
    2.741,  // ore a roll
    2.610,  // cards a roll that the robber keeps away
    0.916,  // kinds of cards produced
    0.219,  // cards in hand, up to seven
    0.104,  // cards beyond seven
    0.289,  // cards there for a city that can be built
    0.305,  // all cards there for a city
    0.392,  // cards there for a settlement that can be built
    0.121,  // all cards there for a settlement
    0.041,  // cards there for a road if no site is there
    0.094,  // all cards there for a development card
    0.224,  // production with a general harbour
    0.678,  // production at a special harbour
    0.077,  // numbers of the best site that can be built on
    0.116,  // numbers of the best site one road away
    0.317,  // sites within a road, up to four
    0.384,  // knights played
    1.162,  // knights in hand
    1.092,  // length of the road
    -0.740, // holds the longest road
    -0.549, // holds the largest army
    -0.631, // cities
    0.042,  // rolls next
    0.032,  // has rolled
];

/// The value of a position to each player: the share of the odds that its features give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// How much each feature adds to the logarithm of a player's odds to win.
    pub weights: [f64; FEATURES],
    /// What a lost game is worth to one who came near to the points that win, in wins. Who hardly
    /// ever wins playouts sees no difference between actions without it.
    pub consolation: f64,
}

impl Default for Value {
    fn default() -> Self {
        Self { weights: WEIGHTS, consolation: 0.0 }
    }
}

impl Value {
    /// The logarithm of a player's odds, up to a number that is the same for all.
    pub fn of(&self, state: &State, seat: Seat) -> f64 {
        features(state, seat).iter().zip(self.weights).map(|(have, weight)| have * weight).sum()
    }
}

impl Judge<Catan> for Value {
    fn judge(&self, game: &Catan, state: &State) -> Rewards {
        let mut odds: Rewards =
            Seat::all(game.options.players).map(|seat| self.of(state, seat).exp()).collect();
        let total: f64 = odds.iter().sum();
        odds.iter_mut().for_each(|odds| *odds /= total);
        odds
    }

    fn settle(&self, game: &Catan, state: &State, ending: &Ending) -> Rewards {
        let mut rewards = ending.rewards(game.options.players);
        if self.consolation > 0.0 {
            let target = f64::from(game.options.target);
            for (seat, reward) in Seat::all(game.options.players).zip(&mut rewards) {
                let near = (f64::from(state.points(seat)) / target).min(1.0);
                *reward += (1.0 - *reward) * self.consolation * near;
            }
        }
        rewards
    }
}
