//! What games say of how they were lost.

use kakehiki_core::{Deadline, Event, Game, Log, LogError, Observed, Seat, Turn};

use super::purple::{Mine, Position, Prover, Theirs, step};
use crate::rules::{Action, Geister, GhostSet, Stage, State, opponent};

/// How far ahead a loss counts as one that a player walked into.
const PLIES: u8 = 7;

/// What one player did in a game that can be held against it by the true colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// The captures that it made when the other had one bad ghost left.
    pub last_captures: u32,
    /// How many of them were that ghost, so that the game was lost.
    pub last_bad_captured: u32,
    /// How many of those could be avoided: another move left the other no win that it could force within
    /// seven plies.
    pub avoidable_captures: u32,
    /// The other moves after which the other could force such a win, where another move left it none.
    pub forced_losses: u32,
    /// Whether it lost.
    pub is_lost: bool,
}

impl Slips {
    /// Looks through a game, for each player.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    pub fn of(game: &Geister, log: &Log) -> Result<[Self; 2], LogError> {
        let mut slips = [Self::default(); 2];
        let (mut before, mut prover) = (game.start(), Prover::new());
        let ongoing = log.replay(game, |event, ongoing| {
            if let Event::Action { seat, .. } = event
                && before.stage() == Stage::Move
            {
                slips[seat.index()].look(game, &before, ongoing.state(), *seat, &mut prover);
            }
            before = ongoing.state().clone();
        })?;
        if let Turn::Over(ending) = game.turn(ongoing.state()) {
            let rewards = ending.rewards(2);
            for seat in [0, 1] {
                slips[seat].is_lost = rewards[seat] < rewards[1 - seat];
            }
        }
        Ok(slips)
    }

    /// Looks at one move.
    fn look(
        &mut self,
        game: &Geister,
        before: &State,
        after: &State,
        seat: Seat,
        prover: &mut Prover,
    ) {
        let other = opponent(seat);
        let bad_left = |state: &State| {
            let side = &state.sides[other.index()];
            side.on_board().intersection(side.bad()).len()
        };
        let on_board = |state: &State| state.sides[other.index()].on_board().len();
        let is_last_bad = bad_left(before) == 1 && bad_left(after) == 0;
        if bad_left(before) == 1 && on_board(after) < on_board(before) {
            self.last_captures += 1;
            self.last_bad_captured += u32::from(is_last_bad);
        }
        prover.begin(Deadline::new(None));
        let view = game.view(before, &(), seat);
        let position = Position::supposed(&view, GhostSet::EMPTY, before.bad(other));
        let mut menu = Vec::new();
        game.menu(before, &mut menu);
        let mut walks_into_loss = |action: &Action| {
            let after = step(&view, *action).map(|step| position.after::<Mine>(step));
            after.is_some_and(|(next, winner)| {
                winner.map_or_else(|| prover.forces::<Theirs>(&next, PLIES), |is_mine| !is_mine)
            })
        };
        let led_to = |action: &&Action| {
            let mut next = before.clone();
            game.play_unchecked(&mut next, action);
            next == *after
        };
        let chosen = menu.iter().position(|action| led_to(&action));
        if let Some(chosen) = chosen
            && walks_into_loss(&menu[chosen])
            && !menu.iter().all(walks_into_loss)
        {
            let count =
                if is_last_bad { &mut self.avoidable_captures } else { &mut self.forced_losses };
            *count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;

    use super::*;
    use crate::rules::GEISTER_OPTIONS;

    /// What is held against the first player for its moves in a game from a board.
    fn slips(board: &str, actions: &[&str]) -> Slips {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let seat = Seat::new(0);
        let mut before = State::from_board(board, seat).unwrap();
        let mut slips = Slips::default();
        for action in actions {
            let mut after = before.clone();
            game.play(&mut after, &action.parse().unwrap()).unwrap();
            if before.mover() == seat {
                slips.look(&game, &before, &after, seat, &mut Prover::new());
            }
            before = after;
        }
        slips
    }

    #[test]
    fn captures_with_one_bad_ghost_left_are_counted() {
        let board = "b...../b...../..rb../..BB../....../R.....";
        assert_eq!(slips(board, &["C,E"]), Slips::default());
        let bad = Slips {
            last_captures: 1,
            last_bad_captured: 1,
            avoidable_captures: 1,
            ..Slips::default()
        };
        assert_eq!(slips(board, &["A,N"]), bad);
        assert_eq!(slips(board, &["B,N"]), Slips { last_captures: 1, ..Slips::default() });
    }

    #[test]
    fn whoever_lets_a_ghost_leave_that_could_be_captured_has_walked_into_a_loss() {
        let board = "....../r....b/....../....../bB..../....R.";
        assert_eq!(slips(board, &["B,E"]), Slips { forced_losses: 1, ..Slips::default() });
        // It was the other good one: with one bad ghost left this counts as a capture at the brink.
        assert_eq!(slips(board, &["A,W"]), Slips { last_captures: 1, ..Slips::default() });
        // Two ghosts about to leave cannot both be stopped: that is no slip.
        let board = "....../r...../..R.../....../bB...b/......";
        assert_eq!(slips(board, &["B,E"]), Slips::default());
    }
    #[test]
    fn a_step_into_a_loss_that_ends_with_a_forced_capture_is_a_slip() {
        // Nobody stops the ghost on the exit any more: whatever follows loses, this capture too.
        let board = "....../r....b/R...../....../bB..../....R.";
        let walked_into = Slips { forced_losses: 1, ..Slips::default() };
        assert_eq!(slips(board, &["C,E", "C,N"]), walked_into);
        let captured = Slips { last_captures: 1, last_bad_captured: 1, ..walked_into };
        assert_eq!(slips(board, &["C,E", "C,N", "A,N"]), captured);
    }
}
