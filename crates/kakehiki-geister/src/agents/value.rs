//! The value of a ghost: a weighted sum of the paper's features.

use kakehiki_core::{Seat, Seed};

use super::feature::{Feature, FeatureMeter};
use crate::rules::{Geister, Ghost, GhostSet, Square, View};

/// The weights of the features in the value of a ghost: `value = Σ weight · feature` (Mishio and
/// Fujita 2015).
///
/// The paper leaves the weights open. The features, each a number of the order of one:
///
/// - *exit*: how near the ghost is to an exit of its owner. The paper numbers the squares 1 on an
///   exit to 8 farthest away, smaller meaning more valuable; here it is `(8 − number) / 7`, so that
///   more is more.
/// - *foe* and *friend*: ghosts of the other and of its own side exactly two steps away, a quarter
///   for each. The paper takes the four squares that are symmetric to each other together: here the
///   four straight and the four diagonal squares, which *straight* weighs against each other (1
///   only straight, 0 only diagonal).
/// - *upp*: the UPP feature, a tenth for each percentage point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weight of the nearness to an exit.
    pub exit: f64,
    /// The weight of the other side's ghosts two steps away.
    pub foe: f64,
    /// The weight of its own side's ghosts two steps away.
    pub friend: f64,
    /// How much of the last two is about straight squares.
    pub straight: f64,
    /// The weight of the UPP feature.
    pub upp: f64,
}

/// The values of the ghosts that may be asked for and shown, as one player sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The other player's unshown ghosts.
    pub enemy: Vec<(Ghost, f64)>,
    /// The own unshown ghosts, as the other player would value them.
    pub own: Vec<(Ghost, f64)>,
}

impl Weights {
    /// Values all ghosts that an exchange could show.
    pub fn values(&self, game: &Geister, view: &View, meter: &FeatureMeter, seed: Seed) -> Values {
        let (mut enemy, mut own) = (Vec::new(), Vec::new());
        if self.upp != 0.0 {
            enemy = meter.of_enemy(game, view, seed.derive("enemy", 0));
            own = meter.of_own(game, view, seed.derive("own", 0));
        }
        let seat = view.seat();
        let own_squares = squares(view.own_on_board(), |ghost| view.own_fate(ghost).square());
        let enemy_squares = squares(view.enemy_on_board(), |ghost| view.enemy_fate(ghost).square());
        let enemy_board = [enemy_squares.as_slice(), &own_squares];
        let own_board = [own_squares.as_slice(), &enemy_squares];
        Values {
            enemy: self.value_all(view.enemy_unshown(), seat.next(2), enemy_board, &enemy),
            own: self.value_all(view.own_unshown(), seat, own_board, &own),
        }
    }

    /// Values ghosts among the friends and the foes around them.
    fn value_all(
        &self,
        ghosts: GhostSet,
        owner: Seat,
        [friends, foes]: [&[(Ghost, Square)]; 2],
        features: &[Feature],
    ) -> Vec<(Ghost, f64)> {
        let values = friends.iter().filter(|(ghost, _)| ghosts.contains(*ghost));
        let values = values.map(|(ghost, square)| {
            let upp = features.iter().find(|feature| feature.ghost == *ghost);
            let upp = upp.map_or(0.0, Feature::magnitude);
            let exit = f64::from(7 - square.steps_to_exit(owner)) / 7.0;
            let value = self.exit * exit
                + self.foe * self.nearby(*square, foes)
                + self.friend * self.nearby(*square, friends)
                + self.upp * upp / 10.0;
            (*ghost, value)
        });
        values.collect()
    }

    /// Ghosts exactly two steps away, straight and diagonal ones weighed against each other.
    fn nearby(&self, square: Square, others: &[(Ghost, Square)]) -> f64 {
        let two_away = others.iter().filter(|(_, other)| square.distance(*other) == 2);
        let weights = two_away.map(|(_, other)| {
            let is_straight = square.is_in_line_with(*other);
            if is_straight { self.straight } else { 1.0 - self.straight }
        });
        weights.sum::<f64>() / 4.0
    }
}

fn squares(ghosts: GhostSet, square: impl Fn(Ghost) -> Option<Square>) -> Vec<(Ghost, Square)> {
    ghosts.iter().filter_map(|ghost| Some((ghost, square(ghost)?))).collect()
}

impl Values {
    /// The value of one of the other player's ghosts.
    pub fn of_enemy(&self, ghost: Ghost) -> f64 {
        value_of(&self.enemy, ghost)
    }

    /// The value of an own ghost.
    pub fn of_own(&self, ghost: Ghost) -> f64 {
        value_of(&self.own, ghost)
    }
}

fn value_of(values: &[(Ghost, f64)], ghost: Ghost) -> f64 {
    values.iter().find(|(known, _)| *known == ghost).map_or(0.0, |(_, value)| *value)
}
