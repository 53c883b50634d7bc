//! Where somebody stands who decides something.

use kakehiki_core::{Observed, Seat};
use kakehiki_search::{Belief, Worlds};

/// Where somebody stands who decides something: the rules, its seat, what it knows and what it
/// believes.
pub struct Standpoint<'a, G: Observed> {
    /// The rules.
    pub game: &'a G,
    /// What the seat knows.
    pub view: &'a G::View,
    /// The seat.
    pub seat: Seat,
    /// What it believes: the worlds that fit what it knows, the likelier ones more often.
    pub worlds: &'a dyn Worlds<G>,
}

impl<'a, G: Observed> Standpoint<'a, G> {
    /// Where a seat stands with a belief.
    pub fn new(game: &'a G, view: &'a G::View, seat: Seat, worlds: &'a dyn Worlds<G>) -> Self {
        Self { game, view, seat, worlds }
    }

    /// Lets somebody decide who goes by the rules alone.
    pub fn plain<R>(
        game: &'a G,
        view: &'a G::View,
        seat: Seat,
        decide: impl FnOnce(&Standpoint<'_, G>) -> R,
    ) -> R {
        let belief = Belief::plain(game, view);
        decide(&Standpoint::new(game, view, seat, &belief))
    }

    /// The same under other rules.
    #[must_use]
    pub fn under(&self, game: &'a G) -> Self {
        Self { game, ..*self }
    }
}
