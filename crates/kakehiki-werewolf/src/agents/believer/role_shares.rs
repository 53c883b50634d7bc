//! Who is likely what, by the worlds that somebody believes in.

use kakehiki_core::{GameRng, Seat};
use kakehiki_search::Worlds;

use crate::rules::{MAX_PLAYERS, Players, ROLES, Role, Werewolf};

/// In how many of some worlds each player has each role.
pub(super) struct RoleShares {
    worlds: u32,
    counts: [[u32; ROLES]; MAX_PLAYERS],
}

impl RoleShares {
    /// Draws this many worlds, at least one.
    pub(super) fn draw(worlds: &dyn Worlds<Werewolf>, count: u32, rng: &mut GameRng) -> Self {
        let count = count.max(1);
        let mut counts = [[0; ROLES]; MAX_PLAYERS];
        for index in 0..count {
            let world = worlds.world(u64::from(index), rng);
            for (counts, role) in counts.iter_mut().zip(world.roles()) {
                counts[role.index()] += 1;
            }
        }
        Self { worlds: count, counts }
    }

    /// How likely a player has a role.
    pub(super) fn share(&self, seat: Seat, role: Role) -> f64 {
        f64::from(self.counts[seat.index()][role.index()]) / f64::from(self.worlds)
    }
}

/// The player of a set with the highest score, one of them at random where several have it; `None`
/// if the set is empty.
pub(super) fn highest(
    set: Players,
    rng: &mut GameRng,
    score: impl Fn(Seat) -> f64,
) -> Option<Seat> {
    let most = set.iter().map(&score).fold(f64::NEG_INFINITY, f64::max);
    set.iter().filter(|seat| score(*seat) >= most).collect::<Players>().draw(rng)
}
