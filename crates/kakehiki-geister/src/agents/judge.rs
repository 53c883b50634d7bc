//! What a playout is worth that was cut off.

use kakehiki_core::{Observed, Rewards, Seat};
use kakehiki_search::{EvenJudge, Judge};
use strum::{EnumString, VariantNames};

use super::{
    purple::{Position, settled},
    shrewd::winning,
};
use crate::rules::{Geister, GhostSet, Stage, State, opponent};

/// What a playout is worth that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Value {
    /// A draw.
    None,
    /// How likely each wins by what was fitted to games, once nothing is hanging.
    Fitted,
}

impl Judge<Geister> for Value {
    fn judge(&self, game: &Geister, state: &State) -> Rewards {
        if *self == Self::None || state.stage() != Stage::Move {
            return EvenJudge.judge(game, state);
        }
        let mover = state.mover();
        let view = game.view(state, &(), mover);
        let open = Position::supposed(&view, GhostSet::EMPTY, state.bad(opponent(mover)));
        let won = winning(settled(&open));
        let of = |seat| if Seat::new(seat) == mover { won } else { 1.0 - won };
        [0, 1].map(of).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;

    use super::*;
    use crate::rules::GEISTER_OPTIONS;

    /// What the first player gets of a game that is cut off here, and what the second gets.
    fn worth(value: Value, board: &str, mover: usize) -> [f64; 2] {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let state = State::from_board(board, Seat::new(mover)).unwrap();
        let rewards = value.judge(&game, &state);
        [rewards[0], rewards[1]]
    }

    #[test]
    fn a_cut_off_playout_is_worth_what_is_left_and_what_hangs() {
        let more = "....b./r...../....../....../R...../..B.B.";
        let leaving = "B.b.b./..b..r/....../....../R.B.../......";
        let bad = "R.b.b./..b..r/....../....../B.B.../......";
        for board in [more, leaving, bad] {
            assert_eq!(worth(Value::None, board, 0).map(|it| (it * 2.0) as u8), [1, 1]);
            for mover in [0, 1] {
                let [first, second] = worth(Value::Fitted, board, mover);
                assert!((first + second - 1.0).abs() < 1e-12);
            }
        }
        // The second good ghost counts for whoever is on turn.
        assert!(worth(Value::Fitted, more, 0)[0] > 0.6 && worth(Value::Fitted, more, 1)[0] > 0.6);
        // A good ghost that is about to leave has won, a bad one has not.
        assert!(worth(Value::Fitted, leaving, 0)[0] > 0.999);
        assert!(worth(Value::Fitted, leaving, 1)[0] > 0.999);
        assert!(worth(Value::Fitted, bad, 0)[0] < 0.6);
    }
}
