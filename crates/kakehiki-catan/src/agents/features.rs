//! What the players of a position have that counts.

use kakehiki_core::Seat;

use super::{
    reach::Reach,
    weighted::{pips, pips_of},
};
use crate::rules::{
    CARD, CITY, Card, GENERAL_HARBOUR, Hand, MAX_PLAYERS, NodeSet, RESOURCES, ROAD, Resource,
    SETTLEMENT, SHORTEST_AWARDED_ROAD, SMALLEST_AWARDED_ARMY, Stage, State, nodes_of,
};

/// The number of [`features`] of a player.
pub const FEATURES: usize = FEATURE_NAMES.len();

/// What each of the [`features`] measures.
pub const FEATURE_NAMES: [&str; 47] = [
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
    "points that nobody can take away",
    "cards in hand that are neither knights nor points",
    "lead of the longest road",
    "near to the longest road",
    "lead of the largest army",
    "near to the largest army",
    "cards that sevens will take before the own turn",
    "numbers of the best site two roads away",
    "sites within two roads that nobody reaches sooner, up to four",
    "numbers of the best of these",
    "wood and brick alike a roll",
    "all for settlements alike a roll",
    "all for cities alike a roll",
    "all for development cards alike a roll",
    "dice that bring cards",
    "turns until its own",
    "no settlement is left",
];

/// What each player has that counts, scaled so that each is about one; zeros for seats where nobody
/// sits.
pub fn features(state: &State, players: usize) -> [[f64; FEATURES]; MAX_PLAYERS] {
    let (yields, reaches) = (Yield::all(state), Reach::all(state));
    let mut all = [[0.0; FEATURES]; MAX_PLAYERS];
    for (seat, (have, yielded)) in all.iter_mut().zip(&yields).enumerate().take(players) {
        *have = of_player(state, Seat::new(seat), players, yielded, &reaches);
    }
    all
}

fn of_player(
    state: &State,
    seat: Seat,
    players: usize,
    yielded: &Yield,
    reaches: &[Reach; MAX_PLAYERS],
) -> [f64; FEATURES] {
    let side = state.side(seat);
    let Yield { rolls, kept_away, dice } = *yielded;
    let [wood, brick, sheep, wheat, ore] = rolls.map(roll);
    let harbours = state.harbours[seat.index()];
    let at_special = |resource: &Resource| state.rate(seat, *resource) == 2;
    let special: u32 =
        Resource::ALL.into_iter().filter(at_special).map(|kind| rolls[kind.index()]).sum();
    let total: u32 = rolls.iter().sum();
    let general = if harbours & GENERAL_HARBOUR != 0 { total } else { 0 };
    let count = side.hand.total();
    let [near, far, farther] = reaches[seat.index()].rings();
    let first = Reach::first(reaches, seat);
    let [near_best, far_best, farther_best, first_best] =
        best_sites(state, [near, far, farther, first]);
    let points = f64::from(side.all_points());
    let if_possible = |is_possible: bool, price: Hand| {
        if is_possible { there(state, seat, price) } else { 0.0 }
    };
    let city = if_possible(side.settlements != 0 && side.cities_left > 0, CITY);
    let settlement = if_possible(near_best > 0, SETTLEMENT);
    let road =
        if_possible(near_best == 0 && side.settlements_left > 0 && side.roads_left > 0, ROAD);
    let may_buy = state.deck().total() > 0;
    let rolls_next = match state.stage() {
        Stage::Begin | Stage::Dice => state.mover() == seat,
        _ => false,
    };
    let has_rolled = state.mover() == seat && state.has_rolled;
    let turns = (seat.index() + players - state.mover().index()) % players;
    let knights = side.cards.count(Card::Knight);
    let others = |of: fn(&State, Seat) -> u8| {
        let all = Seat::all(MAX_PLAYERS).filter(|other| *other != seat);
        all.map(|other| of(state, other)).max().unwrap_or(0)
    };
    let road_race = Race {
        own: side.road_length,
        best: others(State::road_length),
        least: SHORTEST_AWARDED_ROAD,
        left: side.roads_left,
        holds: state.longest_road() == Some(seat),
    };
    let army_race = Race {
        own: side.knights + knights,
        best: others(State::knights),
        least: SMALLEST_AWARDED_ARMY,
        left: state.deck().total().min(u32::from(u8::MAX)) as u8 + knights,
        holds: state.largest_army() == Some(seat),
    };
    let points_held = side.cards.count(Card::VictoryPoint);
    let lasting = side.settlements.count_ones() + 2 * side.cities.count_ones();
    let other_cards = side.cards.total() - u32::from(knights) - u32::from(points_held);
    [
        points / 10.0,
        points * points / 100.0,
        wood,
        brick,
        sheep,
        wheat,
        ore,
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
        f64::from(near_best) / 10.0,
        f64::from(far_best) / 10.0,
        f64::from((near | far).count_ones().min(4)) / 4.0,
        f64::from(side.knights) / 3.0,
        f64::from(knights) / 3.0,
        f64::from(side.road_length) / 10.0,
        flag(road_race.holds),
        flag(army_race.holds),
        f64::from(side.cities.count_ones()) / 4.0,
        flag(rolls_next),
        flag(has_rolled),
        f64::from(lasting + u32::from(points_held)) / 10.0,
        f64::from(other_cards) / 2.0,
        road_race.lead(),
        road_race.nearness(),
        army_race.lead(),
        army_race.nearness(),
        sevens(state.discard_of(seat), rolls_before(state, turns)),
        f64::from(farther_best) / 10.0,
        f64::from(first.count_ones().min(4)) / 4.0,
        f64::from(first_best) / 10.0,
        wood.min(brick),
        wood.min(brick).min(sheep).min(wheat),
        (wheat / 2.0).min(ore / 3.0),
        sheep.min(wheat).min(ore),
        f64::from(dice.count_ones()) / 8.0,
        turns as f64 / 3.0,
        flag(side.settlements_left == 0),
    ]
}

/// The numbers of the best site of each set.
fn best_sites<const N: usize>(state: &State, sets: [NodeSet; N]) -> [u32; N] {
    let mut best = [0; N];
    for node in nodes_of(sets.iter().fold(0, |all, set| all | set)) {
        let pips = pips_of(state, node);
        for (best, set) in best.iter_mut().zip(sets) {
            if set & node.bit() != 0 && pips > *best {
                *best = pips;
            }
        }
    }
    best
}

/// What the dice bring to a player.
#[derive(Clone, Copy, Default)]
struct Yield {
    /// Cards of each resource, in 36ths of a card a roll.
    rolls: [u32; RESOURCES],
    /// Cards that the robber keeps away, likewise.
    kept_away: u32,
    /// The totals of the dice that bring cards, a bit for each.
    dice: u16,
}

impl Yield {
    fn all(state: &State) -> [Self; MAX_PLAYERS] {
        let mut all = [Self::default(); MAX_PLAYERS];
        for (hex, due) in state.due.iter().enumerate() {
            if *due == 0 {
                continue;
            }
            let pips = pips(state, hex as u8);
            let resource = state.board.resource(hex as u8);
            for (seat, found) in all.iter_mut().enumerate() {
                let cards = u32::from(due >> (4 * seat) & 15) * pips;
                if cards == 0 {
                    continue;
                }
                if hex == state.robber.index() {
                    found.kept_away += cards;
                } else if let Some(resource) = resource {
                    found.rolls[resource.index()] += cards;
                    found.dice |= 1 << (state.board.numbers[hex] & 15);
                }
            }
        }
        all
    }
}

/// How a player stands in the race for an award.
struct Race {
    /// What the player has.
    own: u8,
    /// The most that another has.
    best: u8,
    /// The least that gets the award.
    least: u8,
    /// How much more the player can get at all.
    left: u8,
    /// Whether the player holds the award.
    holds: bool,
}

impl Race {
    /// From 0 to 1 for a holder who is up to three ahead.
    fn lead(&self) -> f64 {
        if self.holds { f64::from(self.own.saturating_sub(self.best).min(3)) / 3.0 } else { 0.0 }
    }

    /// From 1 for one who does not hold the award and misses one to get it, to 0 for one who misses
    /// four or cannot get it.
    fn nearness(&self) -> f64 {
        let missing = self.least.max(self.best + 1).saturating_sub(self.own);
        if self.holds || missing > self.left || missing > 3 {
            return 0.0;
        }
        f64::from(4 - missing.max(1)) / 3.0
    }
}

fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Cards a roll, from 36ths.
fn roll(pips: u32) -> f64 {
    f64::from(pips) / 36.0
}

/// How often the dice fall before the player whose turn comes after so many others can spend again.
fn rolls_before(state: &State, turns: usize) -> usize {
    turns + usize::from(!state.has_rolled)
}

/// How many cards a player who would have to discard some on a seven loses on average, in fours.
fn sevens(discard: u32, rolls: usize) -> f64 {
    /// The chances of a seven in so many rolls.
    const SEVEN: [f64; MAX_PLAYERS + 1] = [0.0, 0.1667, 0.3056, 0.4213, 0.5177];
    f64::from(discard) / 4.0 * SEVEN[rolls.min(MAX_PLAYERS)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agents::sample_positions,
        rules::{Cards, edges_of},
    };

    fn feature(state: &State, seat: Seat, name: &str) -> f64 {
        let place = FEATURE_NAMES.iter().position(|other| *other == name);
        features(state, MAX_PLAYERS)[seat.index()][place.expect("a feature")]
    }

    #[test]
    fn who_is_next_to_the_longest_road_takes_it_with_one_road_more() {
        let (mut taken, mut missed) = (0, 0);
        for state in sample_positions(200) {
            for seat in Seat::all(MAX_PLAYERS) {
                let side = state.side(seat);
                if state.longest_road() == Some(seat) || side.roads_left == 0 {
                    assert!(feature(&state, seat, "near to the longest road") < 1e-9);
                    continue;
                }
                for edge in edges_of(state.road_sites(seat)) {
                    let mut next = state.clone();
                    next.lay_road(seat, edge);
                    if next.road_length(seat) == side.road_length + 1 {
                        let is_next = feature(&state, seat, "near to the longest road") >= 1.0;
                        assert_eq!(is_next, next.longest_road() == Some(seat));
                        *if is_next { &mut taken } else { &mut missed } += 1;
                    }
                }
            }
        }
        assert!(taken > 20 && missed > 20, "{taken} {missed}");
    }

    #[test]
    fn who_is_next_to_the_largest_army_takes_it_with_one_knight_more() {
        let (mut taken, mut missed) = (0, 0);
        for mut state in sample_positions(200) {
            for seat in Seat::all(MAX_PLAYERS) {
                if state.largest_army() == Some(seat) {
                    assert!(feature(&state, seat, "near to the largest army") < 1e-9);
                    continue;
                }
                state.side_mut(seat).cards = Cards::EMPTY;
                let is_next = feature(&state, seat, "near to the largest army") >= 1.0;
                let mut next = state.clone();
                next.add_knight(seat);
                if state.deck().total() > 0 {
                    assert_eq!(is_next, next.largest_army() == Some(seat));
                    *if is_next { &mut taken } else { &mut missed } += 1;
                }
            }
        }
        assert!(taken > 20 && missed > 20, "{taken} {missed}");
    }

    #[test]
    fn sevens_take_half_of_a_large_hand_as_often_as_they_fall() {
        for rolls in 0..=MAX_PLAYERS {
            let falls = 1.0 - (5.0_f64 / 6.0).powi(rolls as i32);
            assert!((sevens(4, rolls) - falls).abs() < 1e-4);
        }
        let mut seen = 0;
        for mut state in sample_positions(60) {
            for seat in Seat::all(MAX_PLAYERS) {
                let name = "cards that sevens will take before the own turn";
                state.side_mut(seat).hand = Hand([2, 2, 1, 1, 1]);
                assert!(feature(&state, seat, name) < 1e-9);
                state.side_mut(seat).hand = Hand([2, 2, 2, 2, 1]);
                let is_safe = state.mover() == seat && state.has_rolled;
                assert_eq!(feature(&state, seat, name) < 1e-9, is_safe);
                seen += 1;
            }
        }
        assert!(seen > 100);
    }

    #[test]
    fn points_are_those_that_last_and_awards() {
        for state in sample_positions(100) {
            for seat in Seat::all(MAX_PLAYERS) {
                let of = |name| feature(&state, seat, name);
                let awards = of("holds the longest road") + of("holds the largest army");
                let all = of("points that nobody can take away") + awards / 5.0;
                assert!((of("points") - all).abs() < 1e-9);
            }
        }
    }
}
