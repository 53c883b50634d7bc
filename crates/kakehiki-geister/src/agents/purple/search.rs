//! Alpha-beta search in which a ghost of unknown colour is what is worst.

use kakehiki_core::Deadline;

use super::{
    position::{Evaluation, Mine, Position, Side, Step, Steps, beside},
    table::{Bound, Table},
};
use crate::rules::BOARD;

/// The value of a won game, less one for every ply that it takes.
const WON: i32 = 30_000;

/// Values from here on are won games.
const SURELY_WON: i32 = WON - 1000;

/// The deepest search that can be asked for.
pub(crate) const MOST_PLIES: u32 = 64;

/// The most plies from the root to an end of the line, quiescence included: every two plies of that
/// take a ghost off the board.
const LONGEST: usize = MOST_PLIES as usize + 64;

/// Positions between two looks at the clock: about a tenth of a millisecond.
const POSITIONS_BETWEEN_LOOKS: u64 = 1024;

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The best step; `None` where a ghost leaves.
    pub(crate) step: Option<Step>,
    /// What it comes to, for the side that moves.
    pub(crate) value: i32,
}

impl Finding {
    /// Whether the game is won against every defence and in every world.
    pub(crate) fn is_won(self) -> bool {
        self.value >= SURELY_WON
    }

    /// Whether the game is lost if hidden ghosts are what is worst.
    pub(crate) fn is_lost(self) -> bool {
        self.value <= -SURELY_WON
    }
}

/// The memory of searches.
pub(crate) struct Search {
    evaluation: Evaluation,
    table: Table,
    /// The last two steps that refuted something, by ply.
    killers: Box<[[Step; 2]; LONGEST]>,
    /// How many positions were entered.
    pub(crate) entered: u64,
    deadline: Deadline,
    /// Whether the time is over; what comes back from then on means nothing.
    is_over: bool,
}

impl Search {
    pub(crate) fn new() -> Self {
        Self::by(Evaluation::default())
    }

    pub(crate) fn by(evaluation: Evaluation) -> Self {
        Self {
            evaluation,
            table: Table::new(),
            killers: Box::new([[Step::default(); 2]; LONGEST]),
            entered: 0,
            deadline: Deadline::new(None),
            is_over: false,
        }
    }

    /// Begins a new decision, which is to be made until then: what earlier ones found is forgotten.
    pub(crate) fn begin(&mut self, deadline: Deadline) {
        self.table.clear();
        self.killers.fill([Step::default(); 2]);
        (self.deadline, self.is_over) = (deadline, false);
    }

    /// Finds the best of some steps of the player who thinks, the first of equal ones: ever deeper
    /// searches, each of which begins with what the one before found.
    pub(crate) fn best(&mut self, position: &Position, steps: &[Step], depth: u32) -> Finding {
        if position.leaving::<Mine>() != 0 {
            return Finding { step: None, value: WON - 1 };
        }
        let mut order: Steps = steps.iter().copied().collect();
        let mut best = Finding { step: steps.first().copied(), value: -WON };
        for depth in 1..=depth.clamp(1, MOST_PLIES) as u8 {
            let mut deeper = None;
            for place in 0..order.len() {
                let step = order[place];
                let floor = deeper.map_or(-WON, |found: Finding| found.value);
                let value = self.try_step::<Mine>(position, step, depth, 0, floor, WON);
                if self.is_over {
                    // What beat the best so far did so at this depth too.
                    return deeper.unwrap_or(best);
                }
                if value > floor || deeper.is_none() {
                    deeper = Some(Finding { step: Some(step), value });
                    order[..=place].rotate_right(1);
                }
            }
            best = deeper.unwrap_or(best);
            if best.is_won() || best.is_lost() {
                break;
            }
        }
        best
    }

    /// What each of some steps of the player who thinks comes to, that many plies ahead; nothing if the
    /// time is over before that is known. Shallower searches before it make it faster, because they
    /// fill the table with what to try first.
    pub(crate) fn values(
        &mut self,
        position: &Position,
        steps: &[Step],
        depth: u32,
    ) -> Option<Vec<i32>> {
        let depth = depth.clamp(1, MOST_PLIES) as u8;
        let value = |step: &Step| self.try_step::<Mine>(position, *step, depth, 0, -WON, WON);
        let values = steps.iter().map(value).collect();
        (!self.is_over).then_some(values)
    }

    /// What a step comes to, for the side that takes it.
    #[inline]
    fn try_step<S: Side>(
        &mut self,
        position: &Position,
        step: Step,
        depth: u8,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        match position.after::<S>(step) {
            (_, Some(is_mine)) => {
                self.entered += 1;
                if is_mine == S::IS_MINE { WON - ply - 1 } else { ply + 1 - WON }
            }
            (next, None) => -self.search::<S::Other>(&next, depth - 1, ply + 1, -beta, -alpha),
        }
    }

    /// What a position comes to for the side that moves, if that lies between `alpha` and `beta`;
    /// otherwise a bound on it.
    fn search<S: Side>(
        &mut self,
        position: &Position,
        depth: u8,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if depth == 0 {
            return settle::<S>(position, self.evaluation, ply, alpha, beta, &mut self.entered);
        }
        self.entered += 1;
        if self.entered.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            self.is_over |= self.deadline.is_over();
        }
        if self.is_over {
            return 0;
        }
        if let Some(value) = at_once::<S>(position, ply) {
            return value;
        }
        let key = position.key::<S>();
        let mut known = Step::default();
        if let Some(entry) = self.table.get(key) {
            known = entry.step;
            // Only what was searched as deep, so that the table changes no value.
            if entry.depth == depth {
                let value = from_here(i32::from(entry.value), ply);
                let is_enough = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value >= beta,
                    Bound::AtMost => value <= alpha,
                };
                if is_enough {
                    return value;
                }
            }
        }
        let mut steps = Steps::new();
        // Who does not capture a ghost that is about to leave has lost.
        let threat = position.leaving::<S::Other>();
        let onto = if threat == 0 { BOARD } else { threat };
        position.steps::<S>(position.ghosts::<S>(), onto, &mut steps);
        let mut best = if threat == 0 { -WON } else { ply + 2 - WON };
        let mut best_step = Step::default();
        let mut merits = self.merits::<S>(position, &steps, known, ply);
        let mut floor = alpha;
        for _ in 0..steps.len() {
            let place = highest(&merits[..steps.len()]);
            merits[place] = i32::MIN;
            let step = steps[place];
            let value = self.try_step::<S>(position, step, depth, ply, floor.max(best), beta);
            if self.is_over {
                return 0;
            }
            if value > best {
                (best, best_step) = (value, step);
                floor = floor.max(value);
                if value >= beta {
                    self.refuted(step, ply);
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(key, to_keep(best, ply), best_step, depth, bound);
        best
    }

    /// How promising each step looks, to be tried in that order.
    #[inline]
    fn merits<S: Side>(
        &self,
        position: &Position,
        steps: &Steps,
        known: Step,
        ply: i32,
    ) -> [i32; 32] {
        let mut merits = [0; 32];
        let killers = self.killers[ply as usize];
        for (merit, step) in merits.iter_mut().zip(steps) {
            *merit = match step {
                step if *step == known => i32::MAX,
                step if killers.contains(step) => 50 + position.gain::<S>(*step),
                step => position.gain::<S>(*step),
            };
        }
        merits
    }

    /// Remembers a step that refuted what was tried before it.
    fn refuted(&mut self, step: Step, ply: i32) {
        let [first, second] = &mut self.killers[ply as usize];
        if *first != step {
            (*first, *second) = (step, *first);
        }
    }
}

/// What a position comes to for the player who thinks, who moves, once nothing is hanging.
pub(crate) fn settled(position: &Position) -> i32 {
    settle::<Mine>(position, Evaluation::default(), 0, -WON, WON, &mut 0)
}

/// Follows captures and steps onto exits until nothing is hanging.
fn settle<S: Side>(
    position: &Position,
    evaluation: Evaluation,
    ply: i32,
    mut alpha: i32,
    beta: i32,
    entered: &mut u64,
) -> i32 {
    *entered += 1;
    if let Some(value) = at_once::<S>(position, ply) {
        return value;
    }
    let mut steps = Steps::new();
    let ghosts = position.ghosts::<S>();
    let threat = position.leaving::<S::Other>();
    let mut best = if threat == 0 {
        let value = position.score::<S>(evaluation);
        if value >= beta {
            return value;
        }
        position.steps::<S>(ghosts, position.prey::<S::Other>(), &mut steps);
        let runners = position.leavers::<S>();
        let exits = S::EXITS & !position.prey::<S::Other>();
        position.steps::<S>(runners, exits, &mut steps);
        value
    } else {
        position.steps::<S>(ghosts, threat, &mut steps);
        ply + 2 - WON
    };
    for step in steps {
        alpha = alpha.max(best);
        let value = match position.after::<S>(step) {
            (_, Some(is_mine)) => {
                *entered += 1;
                if is_mine == S::IS_MINE { WON - ply - 1 } else { ply + 1 - WON }
            }
            (next, None) => -settle::<S::Other>(&next, evaluation, ply + 1, -beta, -alpha, entered),
        };
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

/// What a position comes to if that can be seen at once: a ghost leaves now, or nobody stops one that
/// leaves next.
#[inline]
fn at_once<S: Side>(position: &Position, ply: i32) -> Option<i32> {
    if position.leaving::<S>() != 0 {
        return Some(WON - ply - 1);
    }
    let threat = position.leaving::<S::Other>();
    let is_single = threat & threat.wrapping_sub(1) == 0;
    let is_stopped = is_single && beside(threat) & position.ghosts::<S>() != 0;
    (threat != 0 && !is_stopped).then_some(ply + 2 - WON)
}

/// The place of the highest merit, the first of several.
#[inline]
fn highest(merits: &[i32]) -> usize {
    let mut best = 0;
    for (place, merit) in merits.iter().enumerate() {
        if *merit > merits[best] {
            best = place;
        }
    }
    best
}

/// A value as it is kept: won games count from the position on, not from the root.
fn to_keep(value: i32, ply: i32) -> i32 {
    match value {
        won if won >= SURELY_WON => won + ply,
        lost if lost <= -SURELY_WON => lost - ply,
        value => value,
    }
}

/// A kept value as it counts so many plies below the root.
fn from_here(value: i32, ply: i32) -> i32 {
    match value {
        won if won >= SURELY_WON => won - ply,
        lost if lost <= -SURELY_WON => lost + ply,
        value => value,
    }
}
