//! Where the worlds of a search come from: full states that fit what a seat knows.

use kakehiki_core::{Game, GameRng};

/// A supply of worlds: full states that fit what the searching seat knows.
///
/// All of them look the same to that seat, so that its menu is the same in each.
pub trait Worlds<G: Game>: Sync {
    /// The world with this number in the order of the search. A supply that draws at random draws
    /// from `rng`.
    fn world(&self, index: u64, rng: &mut GameRng) -> G::State;

    /// How much likelier a world is than the rules alone make it, compared with others of the same
    /// view. A search that lists all worlds itself deals out its playouts by this.
    fn weight(&self, _world: &G::State) -> f64 {
        1.0
    }
}

impl<G: Game, W: Worlds<G> + ?Sized> Worlds<G> for &W {
    fn world(&self, index: u64, rng: &mut GameRng) -> G::State {
        (**self).world(index, rng)
    }

    fn weight(&self, world: &G::State) -> f64 {
        (**self).weight(world)
    }
}

/// Why a list of worlds is none to search in.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldsError {
    /// There is no world.
    #[error("the list of worlds is empty")]
    Empty,
    /// A weight is no weight.
    #[error("world {position} has the weight {weight}; a weight is a finite number of at least 0")]
    Weight {
        /// Where in the list it stands, counted from zero.
        position: usize,
        /// The weight.
        weight: f64,
    },
    /// No world has any weight.
    #[error("the weights of the {count} worlds do not add up to a positive finite number")]
    Total {
        /// The number of worlds.
        count: usize,
    },
}

/// A list of equally likely worlds, visited round and round, so that each gets an equal share of
/// the playouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<S> {
    states: Vec<S>,
}

impl<S> Listed<S> {
    /// Lists worlds.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(states: Vec<S>) -> Result<Self, WorldsError> {
        if states.is_empty() { Err(WorldsError::Empty) } else { Ok(Self { states }) }
    }

    /// The one world of a game in which nothing is hidden.
    pub fn only(state: S) -> Self {
        Self { states: vec![state] }
    }

    /// Where in the list the world with this number stands.
    pub fn position(&self, index: u64) -> usize {
        (index % self.states.len() as u64) as usize
    }
}

impl<G: Game> Worlds<G> for Listed<G::State> {
    fn world(&self, index: u64, _rng: &mut GameRng) -> G::State {
        self.states[self.position(index)].clone()
    }
}

/// A list of worlds of which the likelier ones get more of the playouts.
///
/// Playouts are dealt out, not drawn: number `i` goes to the world that is furthest behind its
/// share, the one with the largest `(i + 1) * weight - visits`, the earlier in the list where
/// several are. No world ever is a whole visit ahead of its share, worlds of little weight together
/// get what they have together, and this holds for every beginning of the search as for the whole.
/// Equal weights give exactly the order of [`Listed`].
///
/// A plain mean over such playouts is the weighted value already; weighting it again would count
/// the weights twice.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedWorlds<S> {
    states: Vec<S>,
    order: Vec<u32>,
}

impl<S> WeightedWorlds<S> {
    /// Deals out `rounds` visits, at least one, by weights that need not add up to one. A longer
    /// search goes round.
    ///
    /// Takes time in proportion to the number of worlds times `rounds`.
    ///
    /// # Errors
    /// If there is no world, or a weight is negative or not a number, or all weights are zero.
    pub fn new(worlds: Vec<(S, f64)>, rounds: u32) -> Result<Self, WorldsError> {
        if worlds.is_empty() {
            return Err(WorldsError::Empty);
        }
        let (states, weights): (Vec<S>, Vec<f64>) = worlds.into_iter().unzip();
        let wrong = weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0));
        if let Some(position) = wrong {
            return Err(WorldsError::Weight { position, weight: weights[position] });
        }
        let total: f64 = weights.iter().sum();
        if !(total.is_finite() && total > 0.0) {
            return Err(WorldsError::Total { count: weights.len() });
        }
        let shares: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
        Ok(Self { states, order: deal(&shares, rounds.max(1)) })
    }

    /// Where in the list the world with this number stands.
    pub fn position(&self, index: u64) -> usize {
        self.order[(index % self.order.len() as u64) as usize] as usize
    }
}

impl<G: Game> Worlds<G> for WeightedWorlds<G::State> {
    fn world(&self, index: u64, _rng: &mut GameRng) -> G::State {
        self.states[self.position(index)].clone()
    }
}

fn deal(shares: &[f64], rounds: u32) -> Vec<u32> {
    let mut visits = vec![0.0; shares.len()];
    (1..=rounds)
        .map(|round| {
            let mut furthest = (0, f64::NEG_INFINITY);
            for (position, (share, visited)) in shares.iter().zip(&visits).enumerate() {
                // Computed anew, not summed up, so that equal shares stay equal to the last bit.
                let behind = f64::from(round) * share - visited;
                if behind > furthest.1 && *share > 0.0 {
                    furthest = (position, behind);
                }
            }
            visits[furthest.0] += 1.0;
            furthest.0 as u32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted(weights: &[f64], rounds: u32) -> Vec<usize> {
        let worlds = weights.iter().enumerate().map(|(world, weight)| (world, *weight)).collect();
        let worlds = WeightedWorlds::new(worlds, rounds).expect("good weights");
        (0..u64::from(rounds)).map(|index| worlds.position(index)).collect()
    }

    #[test]
    fn equal_weights_visit_the_worlds_exactly_as_a_plain_list_does() {
        for (count, weight) in [(1, 0.3), (2, 1.0), (7, 0.1), (70, 1.0 / 70.0), (35, 1e-9)] {
            let listed = Listed::new((0..count).collect()).expect("not empty");
            let expected: Vec<usize> = (0..1000).map(|index| listed.position(index)).collect();
            assert_eq!(weighted(&vec![weight; count], 1000), expected, "{count} worlds");
        }
    }

    #[test]
    fn every_beginning_of_the_search_is_in_proportion() {
        let weights = [0.5, 0.05, 0.25, 0.0, 0.2];
        let mut visits = [0_u32; 5];
        for (index, position) in weighted(&weights, 500).into_iter().enumerate() {
            visits[position] += 1;
            for (weight, visited) in weights.iter().zip(visits) {
                let share = weight * (index + 1) as f64;
                assert!((f64::from(visited) - share).abs() < 1.5, "{visits:?} after {index}");
            }
        }
        assert_eq!(visits, [250, 25, 125, 0, 100]);
    }

    #[test]
    fn many_unlikely_worlds_get_their_common_share() {
        let mut weights = vec![0.1 / 1000.0; 1001];
        weights[0] = 0.9;
        let visits = weighted(&weights, 100);
        assert_eq!(visits.iter().filter(|position| **position == 0).count(), 90);
    }

    #[test]
    fn bad_lists_are_refused() {
        assert_eq!(Listed::<u8>::new(Vec::new()), Err(WorldsError::Empty));
        assert_eq!(WeightedWorlds::<u8>::new(Vec::new(), 10), Err(WorldsError::Empty));
        assert_eq!(
            WeightedWorlds::new(vec![('a', 1.0), ('b', -1.0)], 10),
            Err(WorldsError::Weight { position: 1, weight: -1.0 })
        );
        assert_eq!(WeightedWorlds::new(vec![('a', 0.0)], 10), Err(WorldsError::Total { count: 1 }));
    }
}
