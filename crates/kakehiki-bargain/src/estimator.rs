//! What a deal is worth to each side.

use kakehiki_core::GameRng;

use crate::{Bargaining, Standpoint};

/// What a deal is worth to one side.
///
/// Worth is counted in any unit that is the same before and after: chances to win, or the points
/// of a rule. Both figures are kept, because attitudes compare them and not only their difference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// What the side has without the deal.
    pub before: f64,
    /// What it has with the deal carried out.
    pub after: f64,
    /// What the deal brings beside the worth of what is held, such as the lead over the partner
    /// that Ito's rule points add. It counts as profit, but attitudes do not look at it.
    pub premium: f64,
}

impl Worth {
    /// The worth without and with a deal, and nothing beside it.
    pub const fn new(before: f64, after: f64) -> Self {
        Self { before, after, premium: 0.0 }
    }

    /// What the deal brings: `after − before + premium`.
    pub fn profit(self) -> f64 {
        self.after - self.before + self.premium
    }
}

/// What a deal is worth to the seat that weighs it and to its partner, as that seat sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Appraisal {
    /// The side of the seat that weighs the deal.
    pub own: Worth,
    /// The partner's side, guessed from what the seat knows.
    pub partner: Worth,
    /// The standard error of the partner's profit; 0 where it is not estimated from samples.
    pub noise: f64,
    /// The largest profit that the partner has refused in this negotiation, by the same guess.
    pub refused: Option<f64>,
    /// How many playouts the worths with the deal rest on; 0 for a rule.
    pub samples: u32,
}

impl Appraisal {
    /// What a deal is worth to both sides, without noise and before anything was refused.
    pub const fn new(own: Worth, partner: Worth) -> Self {
        Self { own, partner, noise: 0.0, refused: None, samples: 0 }
    }
}

/// Somebody who can say what deals are worth.
///
/// A rule that looks at one deal at a time is an estimator as it stands:
///
/// ```
/// use kakehiki_bargain::{Appraisal, Bargaining, Estimator, Standpoint, Worth};
///
/// fn everything_helps_me<G: Bargaining>() -> impl Estimator<G> {
///     |_: &Standpoint<'_, G>, _: &G::Deal| {
///         Appraisal::new(Worth::new(0.5, 0.6), Worth::new(0.5, 0.5))
///     }
/// }
/// ```
pub trait Estimator<G: Bargaining>: Send {
    /// What each of the deals is worth, in the order given. The seat is a party to all
    /// of them.
    ///
    /// All deals of one decision are handed over together, so that they can be weighed under the
    /// same luck.
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal>;
}

impl<G, F> Estimator<G> for F
where
    G: Bargaining,
    F: FnMut(&Standpoint<'_, G>, &G::Deal) -> Appraisal + Send,
{
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        _rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        deals.iter().map(|deal| self(at, deal)).collect()
    }
}

impl<G: Bargaining> Estimator<G> for Box<dyn Estimator<G>> {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        (**self).appraise(at, deals, rng)
    }
}
