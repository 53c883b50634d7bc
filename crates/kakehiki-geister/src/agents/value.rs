//! The value of a ghost: a weighted sum of the paper's features.

use kakehiki_core::{Seat, Seed};

use super::feature::{Feature, FeatureMeter};
use crate::rules::{Geister, Ghost, GhostSet, Square, View};

/// How many features a ghost has.
pub const FEATURES: usize = 7;

/// The features by name, in their order.
pub const FEATURE_NAMES: [&str; FEATURES] =
    ["exit", "own-good", "own-bad", "unknown", "known-good", "known-bad", "upp"];

/// The places of the features that count neighbours, by their kind.
const KINDS: std::ops::Range<usize> = 1..6;

/// What a value is made of, each a number of the order of one:
///
/// - *exit*: how near the ghost is to an exit of its owner. The paper numbers the squares 1 on an
///   exit to 8 farthest away, smaller meaning more valuable; here it is `(8 − number) / 7`, so that
///   more is more.
/// - *own good* to *known bad*: ghosts exactly two steps away, a quarter for each, by what they are
///   to the one who values: good or bad ones of its own, and the other's whose colour it does not
///   know, or knows.
/// - *upp*: the UPP feature, a tenth for each percentage point.
pub type Features = [f64; FEATURES];

/// The weights of the features in the value of a ghost: `value = Σ weight · feature` (Mishio and
/// Fujita 2015). The paper leaves them open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weight of each feature.
    pub of: Features,
    /// How much of the neighbours is about straight squares: 1 only about the four straight ones, 0
    /// only about the four diagonal ones. The paper takes the four squares that are symmetric to
    /// each other together.
    pub straight: f64,
}

/// The features of the ghosts that may be asked for and shown, as one player sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Portraits {
    /// The other player's unshown ghosts.
    pub enemy: Vec<(Ghost, Features)>,
    /// The own unshown ghosts, as the other player would see them.
    pub own: Vec<(Ghost, Features)>,
}

/// The values of the ghosts that may be asked for and shown, as one player sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The other player's unshown ghosts.
    pub enemy: Vec<(Ghost, f64)>,
    /// The own unshown ghosts, as the other player would value them.
    pub own: Vec<(Ghost, f64)>,
}

/// A ghost on the board, with how likely it is of each kind to the one who looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub(super) ghost: Ghost,
    pub(super) square: Square,
    kinds: [f64; KINDS.end - KINDS.start],
}

impl Neighbour {
    fn own(ghost: Ghost, square: Square, badness: f64) -> Self {
        Self { ghost, square, kinds: [1.0 - badness, badness, 0.0, 0.0, 0.0] }
    }

    fn other(ghost: Ghost, square: Square, colour: Option<bool>) -> Self {
        let kinds = match colour {
            None => [0.0, 0.0, 1.0, 0.0, 0.0],
            Some(false) => [0.0, 0.0, 0.0, 1.0, 0.0],
            Some(true) => [0.0, 0.0, 0.0, 0.0, 1.0],
        };
        Self { ghost, square, kinds }
    }
}

/// The ghosts of one side on the board.
pub(super) type Neighbours = Vec<Neighbour>;

/// The own ghosts and the other's, as the viewer sees them.
pub(super) fn seen(view: &View) -> [Neighbours; 2] {
    let own = standing(view.own_on_board(), |ghost| view.own_fate(ghost).square());
    let own = own.map(|(ghost, square)| {
        Neighbour::own(ghost, square, f64::from(u8::from(view.own_bad().contains(ghost))))
    });
    let enemy = standing(view.enemy_on_board(), |ghost| view.enemy_fate(ghost).square());
    let enemy = enemy.map(|(ghost, square)| {
        let is_known = !view.unknown().contains(ghost);
        Neighbour::other(ghost, square, is_known.then(|| view.known_bad().contains(ghost)))
    });
    [own.collect(), enemy.collect()]
}

/// The own ghosts and the other's, as the other sees them as far as the viewer knows: a ghost of
/// unknown colour is good or bad to its owner in the proportion of those that are left.
fn seen_by_other(view: &View) -> [Neighbours; 2] {
    let own = standing(view.own_on_board(), |ghost| view.own_fate(ghost).square());
    let own = own.map(|(ghost, square)| {
        let is_known = !view.own_unshown().contains(ghost);
        Neighbour::other(ghost, square, is_known.then(|| view.own_bad().contains(ghost)))
    });
    let enemy = standing(view.enemy_on_board(), |ghost| view.enemy_fate(ghost).square());
    let enemy =
        enemy.map(|(ghost, square)| Neighbour::own(ghost, square, view.chance_of_bad(ghost)));
    [own.collect(), enemy.collect()]
}

fn standing(
    ghosts: GhostSet,
    square: impl Fn(Ghost) -> Option<Square>,
) -> impl Iterator<Item = (Ghost, Square)> {
    ghosts.iter().filter_map(move |ghost| Some((ghost, square(ghost)?)))
}

impl Weights {
    /// The value of a ghost with these features.
    pub fn value(&self, features: &Features) -> f64 {
        self.of.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// Values all ghosts that an exchange could show.
    pub fn values(&self, game: &Geister, view: &View, meter: &FeatureMeter, seed: Seed) -> Values {
        let portraits = self.portraits(game, view, meter, seed);
        let value = |(ghost, features): &(Ghost, Features)| (*ghost, self.value(features));
        Values {
            enemy: portraits.enemy.iter().map(value).collect(),
            own: portraits.own.iter().map(value).collect(),
        }
    }

    /// The features of all ghosts that an exchange could show; the UPP feature is measured where it
    /// has a weight.
    pub fn portraits(
        &self,
        game: &Geister,
        view: &View,
        meter: &FeatureMeter,
        seed: Seed,
    ) -> Portraits {
        let (mut enemy, mut own) = (Vec::new(), Vec::new());
        if self.of[FEATURES - 1] != 0.0 {
            enemy = meter.of_enemy(game, view, seed.derive("enemy", 0));
            own = meter.of_own(game, view, seed.derive("own", 0));
        }
        let (by_me, by_other) = (seen(view), seen_by_other(view));
        let portray =
            |ghosts: &Neighbours, set: GhostSet, owner, all: &[Neighbours; 2], upp: &[_]| {
                let asked = ghosts.iter().filter(|ghost| set.contains(ghost.ghost));
                asked
                    .map(|ghost| {
                        let mut features = self.features(ghost.square, owner, all);
                        features[FEATURES - 1] = upp_of(upp, ghost.ghost) / 10.0;
                        (ghost.ghost, features)
                    })
                    .collect()
            };
        let seat = view.seat();
        Portraits {
            enemy: portray(&by_me[1], view.enemy_unshown(), seat.next(2), &by_me, &enemy),
            own: portray(&by_other[0], view.own_unshown(), seat, &by_other, &own),
        }
    }

    /// The features of a ghost of `owner` on a square that can be seen at a glance.
    pub(super) fn features(&self, square: Square, owner: Seat, all: &[Neighbours; 2]) -> Features {
        let mut features = [0.0; FEATURES];
        features[0] = f64::from(7 - square.steps_to_exit(owner)) / 7.0;
        let two_away = all.iter().flatten().filter(|other| square.distance(other.square) == 2);
        for other in two_away {
            let is_straight = square.is_in_line_with(other.square);
            let weight = if is_straight { self.straight } else { 1.0 - self.straight };
            for (feature, kind) in features[KINDS].iter_mut().zip(other.kinds) {
                *feature += kind * weight / 4.0;
            }
        }
        features
    }
}

fn upp_of(features: &[Feature], ghost: Ghost) -> f64 {
    let found = features.iter().find(|feature| feature.ghost == ghost);
    found.map_or(0.0, Feature::magnitude)
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
