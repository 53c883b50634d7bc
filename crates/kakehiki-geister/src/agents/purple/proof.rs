//! Wins that can be forced within a few plies.

use kakehiki_core::Deadline;

use super::{
    position::{Position, Side, Steps, Theirs},
    table::{Bound, Table},
};
use crate::rules::{BOARD, SQUARES};

/// The positions that one question may look at: about ten milliseconds. What is not decided by then
/// counts as not forced.
const MOST_POSITIONS: u32 = 100_000;

/// Positions between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u32 = 256;

/// Proves wins.
///
/// Hidden ghosts are what is worst for the player who thinks: what is forced for that player is
/// forced in every world, and what is not forced for the other is so in no world.
pub(crate) struct Prover {
    table: Table,
    left: u32,
    deadline: Deadline,
}

impl Prover {
    pub(crate) fn new() -> Self {
        Self { table: Table::new(), left: 0, deadline: Deadline::new(None) }
    }

    /// Begins a new decision, for which nothing is proved any more after the deadline: what was proved
    /// before is forgotten, so that answers do not depend on it.
    pub(crate) fn begin(&mut self, deadline: Deadline) {
        self.table.clear();
        self.deadline = deadline;
    }

    /// Whether the side that moves wins within so many plies, whatever the other does.
    pub(crate) fn forces<S: Side>(&mut self, position: &Position, plies: u8) -> bool {
        self.left = self.allowed();
        self.is_won::<S>(position, plies)
    }

    /// Whether the side that moves loses within so many plies, whatever it does.
    pub(crate) fn refutes<S: Side>(&mut self, position: &Position, plies: u8) -> bool {
        self.left = self.allowed();
        self.is_lost::<S>(position, plies)
    }

    /// How many positions the next question may look at.
    fn allowed(&self) -> u32 {
        if self.deadline.is_over() { 0 } else { MOST_POSITIONS }
    }

    fn is_won<S: Side>(&mut self, position: &Position, plies: u8) -> bool {
        if !may_win::<S>(position, plies) || self.left == 0 {
            return false;
        }
        if position.leaving::<S>() != 0 {
            return true;
        }
        let key = position.key::<S>();
        match self.table.get(key) {
            Some(entry) if entry.bound == Bound::AtLeast && entry.depth <= plies => return true,
            Some(entry) if entry.bound == Bound::AtMost && entry.depth >= plies => return false,
            _ => {}
        }
        self.left -= 1;
        if self.left.is_multiple_of(POSITIONS_BETWEEN_LOOKS) && self.deadline.is_over() {
            self.left = 0;
            return false;
        }
        let winner =
            steps::<S>(position).into_iter().find(|step| match position.after::<S>(*step) {
                (_, Some(is_mine)) => is_mine == S::IS_MINE,
                (next, None) => self.is_lost::<S::Other>(&next, plies - 1),
            });
        let bound = if winner.is_some() { Bound::AtLeast } else { Bound::AtMost };
        if self.left > 0 {
            self.table.put(key, 0, winner.unwrap_or_default(), plies, bound);
        }
        winner.is_some()
    }

    fn is_lost<S: Side>(&mut self, position: &Position, plies: u8) -> bool {
        if position.leaving::<S>() != 0 || !may_win::<S::Other>(position, plies.saturating_sub(1)) {
            return false;
        }
        steps::<S>(position).into_iter().all(|step| match position.after::<S>(step) {
            (_, Some(is_mine)) => is_mine != S::IS_MINE,
            (next, None) => self.is_won::<S::Other>(&next, plies - 1),
        })
    }
}

/// The steps that do not let a ghost of the other leave at once; first those that capture one that
/// may leave, which decide most.
fn steps<S: Side>(position: &Position) -> Steps {
    let mut steps = Steps::new();
    let (ghosts, threat) = (position.ghosts::<S>(), position.leaving::<S::Other>());
    if threat == 0 {
        let prey = position.leavers::<S::Other>();
        position.steps::<S>(ghosts, prey, &mut steps);
        position.steps::<S>(ghosts, BOARD & !prey, &mut steps);
    } else {
        position.steps::<S>(ghosts, threat, &mut steps);
    }
    steps
}

/// Whether the side that moves is near enough to win within so many plies: with a ghost to an exit,
/// or with the other's last good ghosts. Without a ghost near an exit nobody is forced to capture.
fn may_win<S: Side>(position: &Position, plies: u8) -> bool {
    let moves = u32::from(plies.div_ceil(2));
    let near = NEAR[usize::from(!S::IS_MINE)];
    moves > 0
        && (position.leavers::<S>() & near[(moves as usize - 1).min(near.len() - 1)] != 0
            || position.leavers::<S::Other>().count_ones() <= moves)
}

/// The squares of the other's ghosts that are near enough to an exit to matter in a proof that it
/// wins within so many plies.
pub(crate) fn runners(position: &Position, plies: u8) -> u64 {
    let moves = usize::from(plies.div_ceil(2)).clamp(1, 8);
    position.ghosts::<Theirs>() & NEAR[1][moves - 1]
}

/// The squares within so many steps of an exit, for the player who thinks and for the other.
static NEAR: [[u64; 8]; 2] = {
    let mut near = [[0; 8]; 2];
    let mut square = 0;
    while square < SQUARES as usize {
        let (x, y) = (square % 6, square / 6);
        let aside = if x < 3 { x } else { 5 - x };
        let mut steps = 0;
        while steps < 8 {
            if y + aside <= steps {
                near[0][steps] |= 1 << square;
            }
            if 5 - y + aside <= steps {
                near[1][steps] |= 1 << square;
            }
            steps += 1;
        }
        square += 1;
    }
    near
};
