//! Following a game by one player's sights alone.
//!
//! A sight names the action, so the step is never searched for. What it tells of a colour must be
//! so in the world: a ghost that is captured or shown has the colour that was seen, and one that
//! escapes is good. All else that a view shows follows from the actions, the end of a game
//! included: it rests on ghosts that left the board, and their colours were all seen.

use kakehiki_core::{GameRng, Seat, Step};
use rand::RngExt;

use super::{
    action::Action,
    ghost::{Ghost, GhostSet, OF_A_COLOUR},
    rules::Geister,
    sight::{Capture, Sight},
    state::{Stage, State},
    view::View,
};

/// Draws four bad ghosts, each choice that agrees with what is known being as likely as the others.
pub(super) fn draw_bad(known: GhostSet, known_bad: GhostSet, rng: &mut GameRng) -> GhostSet {
    // Each unknown ghost in turn is bad with the share of bad ghosts among those still unknown.
    let unknown = GhostSet::ALL.without(known);
    let (mut left, mut left_bad) = (unknown.len(), OF_A_COLOUR - known_bad.len());
    let mut bad = known_bad;
    for ghost in unknown.iter() {
        if rng.random_range(0..left) < left_bad {
            bad = bad.union(GhostSet::only(ghost));
            left_bad -= 1;
        }
        left -= 1;
    }
    bad
}

/// The colour of one of the other player's ghosts that a sight of `seat` tells.
fn told(seat: Seat, sight: &Sight) -> Option<(Ghost, bool)> {
    match *sight {
        Sight::Moved { seat: mover, captured: Some(Capture { ghost, is_bad }), .. }
            if mover == seat =>
        {
            Some((ghost, is_bad))
        }
        Sight::Moved { seat: mover, action: Action::Escape(ghost), .. } if mover != seat => {
            Some((ghost, false))
        }
        Sight::Exchanged { seen, is_bad, .. } => Some((seen, is_bad)),
        _ => None,
    }
}

/// A world that fits the view and has the colour that the sight tells. A sight that contradicts
/// the view, as only a foreign server can give it, changes nothing.
pub(super) fn sample_towards(view: &View, sight: &Sight, rng: &mut GameRng) -> State {
    let (mut known, mut known_bad) = (view.known(), view.known_bad());
    if let Some((ghost, is_bad)) = told(view.seat(), sight)
        && !known.contains(ghost)
    {
        let so_far = if is_bad { known_bad } else { known.without(known_bad) };
        if so_far.len() < OF_A_COLOUR {
            let told = GhostSet::only(ghost);
            known = known.union(told);
            known_bad = if is_bad { known_bad.union(told) } else { known_bad };
        }
    }
    view.world(draw_bad(known, known_bad, rng))
}

/// The step that `seat` perceives as `sight`, or the secret set-up that precedes it.
pub(super) fn step_towards(
    world: &State,
    seat: Seat,
    sight: &Sight,
    rng: &mut GameRng,
) -> Option<Step<Geister>> {
    let is_set_up = world.stage == Stage::SetUp;
    let mut secret = || Action::SetUp(draw_bad(GhostSet::EMPTY, GhostSet::EMPTY, rng));
    let (actor, action) = match *sight {
        Sight::SetUp(bad) if is_set_up && world.mover == seat => (seat, Action::SetUp(bad)),
        Sight::SetUp(_) | Sight::Begun if is_set_up && world.mover != seat => {
            (world.mover, secret())
        }
        // Nobody sets up twice, and of an exchange players see the ghosts.
        Sight::SetUp(_) | Sight::Begun | Sight::Agreed(_) => return None,
        Sight::Moved { seat, action, .. } | Sight::Said { seat, action } => (seat, action),
        Sight::Exchanged { .. } => (world.mover, Action::Agree),
    };
    Some(Step::Action(actor, action))
}
