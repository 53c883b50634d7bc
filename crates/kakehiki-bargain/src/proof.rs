//! When statements are proved, and to whom.

use kakehiki_core::{OngoingGame, Seat};

use crate::{Claimable, Testimony, Truth};

/// A statement was proved to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number that the statement was given.
    pub statement: u64,
    /// To whom it was proved.
    pub seat: Seat,
    /// Whether it was true when it was made.
    pub holds: bool,
}

/// Follows a game and tells when its statements are proved to each seat: when they were true, or
/// false, in every world that the seat's view allows.
#[derive(Clone, Debug)]
pub struct Proofs<G: Claimable> {
    game: G,
    hearers: Vec<Testimony<G, u64>>,
}

impl<G: Claimable> Proofs<G> {
    /// Follows a game from its start.
    pub fn new(game: G) -> Self {
        let hearers = (0..game.seats()).map(|_| Testimony::new(game.clone())).collect();
        Self { game, hearers }
    }

    /// What the last step of the game proves to whom. What is said in it is given a number, by which
    /// its proofs name it.
    pub fn see(&mut self, ongoing: &OngoingGame<G>, number: u64) -> Vec<Proof> {
        let mut proofs = Vec::new();
        for (seat, hearer) in Seat::all(self.hearers.len()).zip(&mut self.hearers) {
            let Some(sight) = ongoing.sight(seat) else { continue };
            let view = ongoing.lazy_view(seat);
            hearer.follow(&view, sight, |_, statement, holds| {
                proofs.push(Proof { statement: *statement, seat, holds });
            });
            self.game.claims_in(sight, &mut |claim| {
                if claim.speaker == seat {
                    return;
                }
                match hearer.hear(&view, claim, number) {
                    Truth::Undecidable => {}
                    known => {
                        proofs.push(Proof { statement: number, seat, holds: known == Truth::True });
                    }
                }
            });
        }
        proofs
    }
}
