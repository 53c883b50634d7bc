//! What a position is worth: a linear value of what players have, and the chance to win by it.

use kakehiki_core::{Ending, Rewards, Seat};
use kakehiki_search::Judge;
use strum::{EnumString, VariantNames};

use super::features::{FEATURES, features};
use crate::rules::{Catan, State};

/// How much each feature adds to the logarithm of a player's odds to win.
pub type Weights = [f64; FEATURES];

/// Whose games the weights were fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Fit {
    /// Those of greedy players.
    Greedy,
    /// Those of players who search.
    Search,
}

/// Fitted to games of greedy players, 8,000 a round, before there were the features from the points
/// that nobody can take away on. Studies rest on it, so it stays as it is.
const GREEDY: Weights = [
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
    0.0,    // points that nobody can take away
    0.0,    // cards in hand that are neither knights nor points
    0.0,    // lead of the longest road
    0.0,    // near to the longest road
    0.0,    // lead of the largest army
    0.0,    // near to the largest army
    0.0,    // cards that sevens will take before the own turn
    0.0,    // numbers of the best site two roads away
    0.0,    // sites within two roads that nobody reaches sooner, up to four
    0.0,    // numbers of the best of these
    0.0,    // wood and brick alike a roll
    0.0,    // all for settlements alike a roll
    0.0,    // all for cities alike a roll
    0.0,    // all for development cards alike a roll
    0.0,    // dice that bring cards
    0.0,    // turns until its own
    0.0,    // no settlement is left
];
/// Fitted to games of searching players, for the beginning of a game, by `cargo run --release -p
/// kakehiki-catan --example fit_value -- 4000 50`. The search was mended a little since, so that the
/// command now gives slightly different figures.
///
/// Points of awards count among the points squared: what an award adds is the sum of both. That of an award
/// was raised by hand where the fit made to take one worth less than to be next to it, which no player would
/// say: of the longest road from -0.611 and, for the end, 0.002, since it was so in 530 of 3,021 positions; of the
/// largest army from -1.832, in 57 of 439. A test demands that there are none.
const SEARCH_EARLY: Weights = [
    0.000,  // points
    6.652,  // points squared
    3.428,  // wood a roll
    3.873,  // brick a roll
    3.667,  // sheep a roll
    4.081,  // wheat a roll
    4.565,  // ore a roll
    5.538,  // cards a roll that the robber keeps away
    0.012,  // kinds of cards produced
    0.182,  // cards in hand, up to seven
    0.194,  // cards beyond seven
    0.513,  // cards there for a city that can be built
    0.232,  // all cards there for a city
    -0.013, // cards there for a settlement that can be built
    0.237,  // all cards there for a settlement
    -0.076, // cards there for a road if no site is there
    0.157,  // all cards there for a development card
    0.190,  // production with a general harbour
    1.221,  // production at a special harbour
    0.344,  // numbers of the best site that can be built on
    0.189,  // numbers of the best site one road away
    -0.037, // sites within a road, up to four
    0.877,  // knights played
    1.433,  // knights in hand
    -1.649, // length of the road
    0.300,  // holds the longest road
    -0.700, // holds the largest army
    -1.252, // cities
    0.048,  // rolls next
    -0.007, // has rolled
    -1.442, // points that nobody can take away
    1.317,  // cards in hand that are neither knights nor points
    -0.148, // lead of the longest road
    0.746,  // near to the longest road
    -0.234, // lead of the largest army
    0.185,  // near to the largest army
    -0.509, // cards that sevens will take before the own turn
    -0.273, // numbers of the best site two roads away
    0.102,  // sites within two roads that nobody reaches sooner, up to four
    -0.004, // numbers of the best of these
    2.358,  // wood and brick alike a roll
    3.461,  // all for settlements alike a roll
    4.815,  // all for cities alike a roll
    4.326,  // all for development cards alike a roll
    -0.771, // dice that bring cards
    -0.039, // turns until its own
    -0.536, // no settlement is left
];
/// The same for the end of a game.
const SEARCH_LATE: Weights = [
    0.000,  // points
    4.645,  // points squared
    0.008,  // wood a roll
    0.223,  // brick a roll
    0.407,  // sheep a roll
    0.659,  // wheat a roll
    0.184,  // ore a roll
    1.099,  // cards a roll that the robber keeps away
    1.075,  // kinds of cards produced
    0.482,  // cards in hand, up to seven
    0.414,  // cards beyond seven
    0.577,  // cards there for a city that can be built
    0.154,  // all cards there for a city
    0.533,  // cards there for a settlement that can be built
    0.005,  // all cards there for a settlement
    0.243,  // cards there for a road if no site is there
    0.102,  // all cards there for a development card
    0.176,  // production with a general harbour
    0.628,  // production at a special harbour
    0.063,  // numbers of the best site that can be built on
    0.119,  // numbers of the best site one road away
    0.380,  // sites within a road, up to four
    -0.238, // knights played
    0.806,  // knights in hand
    0.260,  // length of the road
    0.300,  // holds the longest road
    0.929,  // holds the largest army
    0.523,  // cities
    0.026,  // rolls next
    -0.073, // has rolled
    3.826,  // points that nobody can take away
    1.187,  // cards in hand that are neither knights nor points
    0.797,  // lead of the longest road
    1.117,  // near to the longest road
    0.576,  // lead of the largest army
    0.894,  // near to the largest army
    -0.633, // cards that sevens will take before the own turn
    0.288,  // numbers of the best site two roads away
    0.305,  // sites within two roads that nobody reaches sooner, up to four
    0.319,  // numbers of the best of these
    0.066,  // wood and brick alike a roll
    -0.627, // all for settlements alike a roll
    0.583,  // all for cities alike a roll
    -0.372, // all for development cards alike a roll
    0.901,  // dice that bring cards
    -0.089, // turns until its own
    0.614,  // no settlement is left
];

/// The points of everybody after the set-up.
const FOUNDED: u8 = 2;

/// The value of a position to each player: the share of the odds that its features give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The weights after the set-up, and when somebody has all the points that win. Between the two
    /// they change evenly.
    pub weights: [Weights; 2],
    /// What a lost game is worth to one who came near to the points that win, in wins. Who hardly
    /// ever wins playouts sees no difference between actions without it.
    pub consolation: f64,
}

impl Default for Value {
    fn default() -> Self {
        Self::fitted(Fit::Greedy)
    }
}

impl Value {
    /// The value with fitted weights.
    pub const fn fitted(fit: Fit) -> Self {
        let weights = match fit {
            Fit::Greedy => [GREEDY; 2],
            Fit::Search => [SEARCH_EARLY, SEARCH_LATE],
        };
        Self { weights, consolation: 0.0 }
    }

    /// How far a game has come from the set-up to a win, from 0 to 1, by the points of who has most.
    pub fn progress(game: &Catan, state: &State) -> f64 {
        let most = Seat::all(game.options.players).map(|seat| state.points(seat)).max();
        let above = |points: u8| f64::from(points.saturating_sub(FOUNDED));
        (above(most.unwrap_or(0)) / above(game.options.target).max(1.0)).min(1.0)
    }
}

impl Judge<Catan> for Value {
    fn judge(&self, game: &Catan, state: &State) -> Rewards {
        let players = game.options.players;
        let progress = Self::progress(game, state);
        let [early, late] = &self.weights;
        let weights: Weights =
            std::array::from_fn(|place| early[place] + progress * (late[place] - early[place]));
        let worth = |have: &[f64; FEATURES]| {
            have.iter().zip(weights).map(|(have, weight)| have * weight).sum::<f64>()
        };
        let mut odds: Rewards =
            features(state, players)[..players].iter().map(|have| worth(have).exp()).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agents::sample_positions,
        rules::{CATAN_OPTIONS, Hand, edges_of},
    };
    use kakehiki_core::Settings;

    fn share(state: &State, seat: Seat) -> f64 {
        let game = Catan::new(&Settings::defaults(&CATAN_OPTIONS));
        Value::fitted(Fit::Search).judge(&game, state)[seat.index()]
    }

    #[test]
    fn to_take_an_award_is_worth_more_than_to_be_next_to_it() {
        let (mut roads, mut armies) = (0, 0);
        for state in sample_positions(1000) {
            // Where somebody is about to win nothing is worth much.
            if Seat::all(4).any(|seat| state.points(seat) >= 10) {
                continue;
            }
            for seat in Seat::all(4) {
                let rises = |next: &State| share(next, seat) > share(&state, seat);
                if state.longest_road() != Some(seat) && state.side(seat).roads_left > 0 {
                    for edge in edges_of(state.road_sites(seat)) {
                        let mut next = state.clone();
                        next.lay_road(seat, edge);
                        if next.longest_road() == Some(seat) {
                            assert!(rises(&next), "{seat} lays {edge:?} in {state:?}");
                            roads += 1;
                        }
                    }
                }
                if state.largest_army() != Some(seat) {
                    let mut next = state.clone();
                    next.add_knight(seat);
                    if next.largest_army() == Some(seat) {
                        assert!(rises(&next), "{seat} plays a knight in {state:?}");
                        armies += 1;
                    }
                }
            }
        }
        assert!(roads > 500 && armies > 100, "{roads} {armies}");
    }

    #[test]
    fn an_eighth_card_is_worth_less_than_nothing_while_others_roll() {
        for mut state in sample_positions(60) {
            let seat = state.mover().next(4);
            state.has_rolled = false;
            // Without a harbour, so that it pays for nothing more.
            state.harbours = [0; 4];
            let mut with = |hand: [u8; 5]| {
                state.side_mut(seat).hand = Hand(hand);
                share(&state, seat)
            };
            assert!(with([2, 2, 1, 1, 1]) > with([3, 2, 1, 1, 1]));
            assert!(with([0, 0, 0, 0, 2]) < with([0, 0, 0, 0, 3]));
        }
    }
}
