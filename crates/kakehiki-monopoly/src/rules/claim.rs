//! Statements as claims. Everything lies open, so there is nothing to claim about how things are: an
//! intention is kept or broken by what the speaker does, an opinion proves nothing.

use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::{LazyView, Seat};

use super::{
    action::Action,
    deal::Deal,
    rules::Monopoly,
    sight::Sight,
    speech::{Intention, Opinion},
    square::Square,
    state::State,
    view::View,
};

/// What a hearer keeps of a claim to tell later whether it was kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// How many trades the speaker has proposed since.
    offers: u8,
    /// Whether the turn of the claim is over.
    has_ended: bool,
    /// The deal that was named last.
    named: Option<Deal>,
}

/// Whether a deal gives a deed of one player to another.
fn sells(deal: &Deal, seller: Seat, square: Square, buyer: Seat) -> bool {
    let parties = [deal.proposer, deal.partner];
    parties.contains(&seller)
        && deal.other(seller) == buyer
        && deal.given_by(seller).0.contains(square)
}

impl Trace {
    /// Goes along with a choice and says whether an intention was kept or broken by it.
    fn follow(
        &mut self,
        speaker: Seat,
        intention: Intention,
        actor: Seat,
        action: &Action,
    ) -> Truth {
        match action {
            Action::Propose(deal) => {
                self.named = Some(*deal);
                self.offers = self.offers.saturating_add(u8::from(actor == speaker));
            }
            Action::Counter(deal) => self.named = Some(*deal),
            _ => {}
        }
        let is_own = actor == speaker;
        match (intention, action) {
            (Intention::LastOffer, _) if self.offers > 1 => Truth::False,
            (Intention::LastOffer, Action::End) if is_own => Truth::True,
            (Intention::NotSell(square, buyer), Action::Accept)
                if self.named.is_some_and(|deal| sells(&deal, speaker, square, buyer)) =>
            {
                Truth::False
            }
            (Intention::NotSell(..), Action::Roll) if is_own && self.has_ended => Truth::True,
            (Intention::NotSell(..), Action::End) if is_own => {
                self.has_ended = true;
                Truth::Undecidable
            }
            _ => Truth::Undecidable,
        }
    }
}

impl Claimable for Monopoly {
    type Intention = Intention;
    type Opinion = Opinion;
    type Trace = Trace;

    fn known(&self, _: &View, _: &ClaimOf<Self>) -> Truth {
        Truth::Undecidable
    }

    fn trace(&self, _: &View, _: &ClaimOf<Self>) -> Trace {
        Trace::default()
    }

    fn follow(
        &self,
        trace: &mut Trace,
        claim: &ClaimOf<Self>,
        _: &LazyView<'_, Self>,
        sight: &Sight,
    ) -> Truth {
        match (claim.statement, sight) {
            (Statement::Intention(intention), Sight::Action(actor, action)) => {
                trace.follow(claim.speaker, intention, *actor, action)
            }
            _ => Truth::Undecidable,
        }
    }

    fn was_true(&self, _: &Trace, _: &ClaimOf<Self>, _: &State) -> Option<f64> {
        None
    }

    fn claims_of(&self, speaker: Seat, action: &Action, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Action::Say(statement) = action {
            heard(Claim { speaker, statement: *statement });
        }
    }

    fn claims_in(&self, sight: &Sight, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Sight::Action(seat, action) = sight {
            self.claims_of(*seat, action, heard);
        }
    }

    fn actor(&self, sight: &Sight) -> Option<Seat> {
        match sight {
            Sight::Action(seat, _) => Some(*seat),
            Sight::Chance(_) => None,
        }
    }

    fn is_statement(&self, action: &Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn silent(&self) -> Self {
        self.without_speaking()
    }
}
