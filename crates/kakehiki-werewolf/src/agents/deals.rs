//! Nothing can be agreed on in Werewolf: it is all talk.

use kakehiki_bargain::{Bargaining, DealNature, Dealing, Mark, NoDeal, Occasion};
use kakehiki_core::{LazyView, Observed, Seat};

use crate::rules::{Action, Sentence, Sight, State, View, Werewolf};

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

    fn is_proposal(&self, _action: &Action) -> bool {
        false
    }

    fn proposals_made(&self, _view: &View) -> usize {
        0
    }

    fn stakes(&self, _view: &View) -> u64 {
        0
    }

    fn mark(&self, _: Seat, _: &LazyView<'_, Self>, _: &Sight) -> Option<Mark<NoDeal>> {
        None
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
