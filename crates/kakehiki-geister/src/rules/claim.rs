//! Statements as claims: what is said about a ghost is true or false for the whole game, and an
//! intention is kept or broken by what the speaker does next.

use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::{LazyView, NoFact, Observed, Seat, Seed};

use super::{
    action::Action,
    fact::Fact,
    rules::Geister,
    sight::{Capture, Sight},
    speech::Intention,
    state::{Stage, State},
    view::View,
};

/// Whether an intention of a player was kept or broken by what happened.
fn outcome(
    speaker: Seat,
    intention: Intention,
    view: &LazyView<'_, Geister>,
    sight: &Sight,
) -> Truth {
    match (intention, sight) {
        (Intention::Stay(ghost), Sight::Moved { seat, action, .. }) if *seat == speaker => {
            let is_moved = matches!(
                action,
                Action::Move(moved, _) | Action::Escape(moved) if *moved == ghost
            );
            Truth::from(!is_moved)
        }
        (Intention::Take(ghost), Sight::Moved { seat, captured, .. }) if *seat == speaker => {
            captured.is_some_and(|Capture { ghost: taken, .. }| taken == ghost).into()
        }
        (Intention::Agree, Sight::Said { seat, action: Action::BreakOff }) if *seat == speaker => {
            Truth::False
        }
        // It is the mover who agrees, and it has not moved yet.
        (Intention::Agree, Sight::Exchanged { .. }) if view.mover() == speaker => Truth::True,
        _ => Truth::Undecidable,
    }
}

impl Claimable for Geister {
    type Intention = Intention;
    type Opinion = NoFact;
    /// Colours do not change, and intentions are about what comes next.
    type Trace = ();

    fn known(&self, view: &View, claim: &ClaimOf<Self>) -> Truth {
        let Statement::Fact(fact) = &claim.statement else {
            return Truth::Undecidable;
        };
        let is_bad = Fact { is_bad: true, ..*fact };
        if view.stage() == Stage::SetUp || Fact::open(view).contains(&is_bad) {
            return Truth::Undecidable;
        }
        // The colour is the same in every world.
        self.holds(&self.sample(view, &mut Seed::experiment(0).rng()), fact).into()
    }

    fn trace(&self, _view: &View, _claim: &ClaimOf<Self>) {}

    /// Captures, exchanges and escapes show colours; nothing else does.
    fn follow(
        &self,
        (): &mut (),
        claim: &ClaimOf<Self>,
        view: &LazyView<'_, Self>,
        sight: &Sight,
    ) -> Truth {
        if let Statement::Intention(intention) = claim.statement {
            return outcome(claim.speaker, intention, view, sight);
        }
        match sight {
            Sight::Moved { action: Action::Move(..), captured: None, .. } | Sight::Said { .. } => {
                Truth::Undecidable
            }
            _ => self.known(view, claim),
        }
    }

    fn was_true(&self, (): &(), claim: &ClaimOf<Self>, world: &State) -> Option<f64> {
        let Statement::Fact(fact) = &claim.statement else {
            return None;
        };
        Some(if self.holds(world, fact) { 1.0 } else { 0.0 })
    }

    fn claims_of(&self, speaker: Seat, action: &Action, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Action::Say(statement) = action {
            heard(Claim { speaker, statement: *statement });
        }
    }

    fn claims_in(&self, sight: &Sight, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Sight::Said { seat, action } = sight {
            self.claims_of(*seat, action, heard);
        }
    }

    /// Own colours, colours of the other's ghosts, intentions.
    fn kind(&self, claim: &ClaimOf<Self>) -> usize {
        match &claim.statement {
            Statement::Fact(fact) if fact.owner == claim.speaker => 0,
            Statement::Fact(_) => 1,
            Statement::Intention(_) => 2,
            Statement::Opinion(nothing) => match *nothing {},
        }
    }

    fn actor(&self, sight: &Sight) -> Option<Seat> {
        match sight {
            Sight::Moved { seat, .. } | Sight::Said { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    fn is_statement(&self, action: &Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn silence(&self, view: &View) -> Option<Action> {
        (view.stage() == Stage::Speak).then_some(Action::Quiet)
    }

    fn silent(&self) -> Self {
        self.without_speaking()
    }
}
