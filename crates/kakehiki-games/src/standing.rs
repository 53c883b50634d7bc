//! Which acts can be taken back, and why others stand.

use kakehiki_core::{Event, Observed, OngoingGame, Seat};

/// Why the last act of a seat cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Standing {
    /// It has not acted yet, or the rules answered for it.
    #[error("there is nothing to take back")]
    Nothing,
    /// Something was shown, said, agreed, or chosen in secret.
    #[error("what was shown, said, agreed or chosen in secret stands")]
    Told,
    /// Chance has fallen since.
    #[error("what chance decided stands")]
    Chance,
    /// Somebody else has acted since.
    #[error("somebody else has acted since")]
    Answered,
    /// The turn is over.
    #[error("the turn is over")]
    Turn,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// The last act of each seat, as far as it can be taken back.
#[derive(Clone, Debug)]
pub(crate) struct LastActs(Vec<Result<(), Standing>>);

impl LastActs {
    pub(crate) fn new(seats: usize) -> Self {
        Self(vec![Err(Standing::Nothing); seats])
    }

    /// Takes a step in. What is said of an act afterwards must not tell its seat of anything that it
    /// did not notice, so a reason stays once there is one.
    pub(crate) fn see<G: Observed>(
        &mut self,
        event: &Event,
        ongoing: &OngoingGame<G>,
        has_proved: bool,
    ) {
        let (before, after) = ongoing.clocks();
        let (actor, reason) = match event {
            Event::Action { seat, .. } | Event::Fallback { seat, .. } => {
                (Some(*seat), Standing::Answered)
            }
            _ => (None, Standing::Chance),
        };
        for (seat, act) in Seat::all(self.0.len()).zip(&mut self.0) {
            if actor != Some(seat) && act.is_ok() {
                *act = Err(reason);
            }
        }
        let Some(actor) = actor else { return };
        self.0[actor.index()] = match event {
            Event::Fallback { .. } => Err(Standing::Nothing),
            _ if before != after => Err(Standing::Turn),
            _ if has_proved || !ongoing.is_plain() => Err(Standing::Told),
            _ => Ok(()),
        };
    }

    /// Whether the last act of a seat can be taken back.
    pub(crate) fn of(&self, seat: Seat) -> Result<(), Standing> {
        self.0.get(seat.index()).copied().unwrap_or(Err(Standing::Nothing))
    }
}
