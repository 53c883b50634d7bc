//! What a player supposes of the ghosts that matter most.

use kakehiki_bargain::Standpoint;

use super::purple::{Position, place};
use crate::rules::{Geister, Ghost, GhostSet};

/// What may be true of the other's ghosts on some squares, each with its share of the belief, the
/// largest first. The others stay hidden: the fewer ghosts have to be told apart, the fewer positions
/// there are.
pub(super) fn suppositions(at: &Standpoint<'_, Geister>, on: u64) -> Vec<(Position, f64)> {
    let view = at.view;
    let is_on = |ghost: &Ghost| {
        let square = view.enemy_fate(*ghost).square();
        square.is_some_and(|square| on >> place(view, square) & 1 == 1)
    };
    let told_apart = view.unknown().iter().filter(is_on).map(GhostSet::only);
    let hidden = view.unknown().without(told_apart.fold(GhostSet::EMPTY, GhostSet::union));
    let mut worlds: Vec<(GhostSet, f64)> = Vec::new();
    for world in view.worlds() {
        let weight = at.worlds.weight(&view.world(world));
        let is_same = |other: GhostSet| other.without(hidden) == world.without(hidden);
        match worlds.iter_mut().find(|(other, _)| is_same(*other)) {
            Some((_, sum)) => *sum += weight,
            None => worlds.push((world, weight)),
        }
    }
    let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    worlds.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let suppose = |(world, weight)| (Position::supposed(view, hidden, world), weight / total);
    worlds.into_iter().map(suppose).collect()
}
