//! Nothing can be agreed on in Werewolf: it is all talk.

use kakehiki_bargain::{Bargaining, DealNature, Dealing, NoDeal, Occasion};
use kakehiki_core::{Observed, Seat};

use crate::rules::{Action, Sentence, State, View, Werewolf};

impl Bargaining for Werewolf {
    type Deal = NoDeal;

    fn deals(&self, _view: &View, deals: &mut Vec<NoDeal>) {
        deals.clear();
    }

    fn occasion(&self, _view: &View) -> Occasion<NoDeal> {
        Occasion::None
    }

    fn act(&self, _view: &View, _dealing: &Dealing<NoDeal>) -> Action {
        Action::Say(Sentence::SKIP)
    }

    fn partner(&self, deal: &NoDeal, _seat: Seat) -> Seat {
        match *deal {}
    }

    fn nature(&self, deal: &NoDeal) -> DealNature {
        match *deal {}
    }

    fn carry_out(&self, _world: &mut State, deal: &NoDeal) {
        match *deal {}
    }

    fn is_negotiating(&self, _world: &State) -> bool {
        false
    }

    fn break_off(&self, _world: &mut State) {}

    /// The seat is taken to have forgotten what was said.
    fn imagine_view(&self, world: &State, seat: Seat) -> View {
        self.view(world, &<Self as Observed>::Memory::default(), seat)
    }
}
