//! Who is next: what waits after every step, the order of turns, and the pauses between them.

use kakehiki_core::Seat;

use super::{
    options::{Auctions, Trading},
    rules::Monopoly,
    square::DeedSet,
    state::{MAX_PLAYERS, NOBODY, Spree, Stage, State, bit, seats_of},
};

impl Monopoly {
    /// Finds out what has to happen next when nothing is in progress.
    #[inline]
    pub(crate) fn proceed(&self, state: &mut State) {
        if is_quiet(state) && (state.lots.is_empty() || self.options.auctions == Auctions::TurnEnd)
        {
            state.stage = Stage::Manage;
        } else {
            self.catch_up(state);
        }
    }

    /// Does one thing after the other of all that waits, until somebody has to decide.
    fn catch_up(&self, state: &mut State) {
        loop {
            for debtor in seats_of(state.debtors) {
                if state.cash(debtor) >= 0 {
                    self.settle(state, debtor);
                }
            }
            if state.living.is_power_of_two() {
                state.stage = Stage::Won(Seat::new(state.living.trailing_zeros() as usize));
                return;
            }
            if let Some(heir) = state.inherited.iter().next().and_then(|square| state.owner(square))
            {
                state.stage = Stage::Inherit(heir);
                return;
            }
            if let Some(debtor) = state.living().find(|seat| state.cash(*seat) < 0) {
                state.debtors |= bit(debtor);
                state.stage = Stage::Debt(debtor);
                return;
            }
            if state.round.left != 0 {
                self.go_round(state);
                continue;
            }
            if state.steps_due > 0 {
                let steps = std::mem::take(&mut state.steps_due);
                return self.advance(state, steps);
            }
            if !state.lots.is_empty()
                && (state.is_ending || self.options.auctions == Auctions::AtOnce)
                && self.open_auction(state)
            {
                return;
            }
            if state.is_ending {
                return self.begin_turn(state);
            }
            if state.paused < NOBODY {
                return Self::pause(state, state.paused);
            }
            state.stage = Stage::Manage;
            return;
        }
    }

    /// Gives the turn to the next player.
    #[inline]
    pub(crate) fn begin_turn(&self, state: &mut State) {
        state.mover = state.next_living(state.mover);
        state.turns += 1;
        state.is_ending = false;
        state.doubles = 0;
        state.has_thrown = false;
        state.dice = [0; 2];
        state.is_moved_by_card = false;
        state.spree = Spree::NONE;
        state.offers = 0;
        state.said = 0;
        state.lots = DeedSet::EMPTY;
        state.paused = NOBODY;
        if state.turns >= self.options.max_turns {
            state.stage = Stage::Undecided;
        } else if self.options.trading == Trading::AnyTurn {
            Self::pause(state, state.next_living(state.mover));
        } else {
            state.stage = Stage::Manage;
        }
    }

    /// Gives the pause to a player, or the turn to its player when all have had theirs.
    pub(crate) fn pause(state: &mut State, paused: u8) {
        let is_alive = state.living >> (paused % NOBODY) & 1 == 1;
        let paused = if is_alive {
            paused
        } else {
            state.offers = 0;
            state.next_living(paused)
        };
        if paused == state.mover {
            state.paused = NOBODY;
            state.stage = Stage::Manage;
        } else {
            state.paused = paused;
            state.stage = Stage::Pause(Seat::new(usize::from(paused) % MAX_PLAYERS));
        }
    }

    /// Ends the turn, after the auctions that wait for it.
    #[inline]
    pub(crate) fn end_turn(&self, state: &mut State) {
        if state.lots.is_empty() {
            self.begin_turn(state);
        } else {
            state.is_ending = true;
            self.proceed(state);
        }
    }
}

/// Whether nothing but a lot can be waiting.
#[inline]
fn is_quiet(state: &State) -> bool {
    let waiting = state.debtors | state.round.left | state.steps_due | u8::from(state.is_ending);
    waiting == 0
        && state.paused == NOBODY
        && state.inherited.is_empty()
        && !state.living.is_power_of_two()
        // The sign of the combination tells whether any of the eight is negative.
        && state.cash.iter().fold(0, |signs, cash| signs | cash) >= 0
}
