//! What a seat was told and could not yet check.

use kakehiki_core::LazyView;

use crate::{ClaimOf, Claimable, Truth};

/// A claim that was made and is not proved yet, with what the hearer wants to know about it.
#[derive(Clone, Debug)]
pub struct Told<G: Claimable, T> {
    /// Who said what.
    pub claim: ClaimOf<G>,
    /// What tells later whether it was true then.
    pub trace: G::Trace,
    /// Whatever the hearer keeps with it.
    pub note: T,
}

/// The claims that one seat has heard and that are not proved to it, the oldest first.
#[derive(Clone, Debug)]
pub struct Testimony<G: Claimable, T> {
    game: G,
    told: Vec<Told<G, T>>,
}

impl<G: Claimable, T> Testimony<G, T> {
    /// Nothing was said so far.
    pub fn new(game: G) -> Self {
        Self { game, told: Vec::new() }
    }

    /// The claims that are open.
    pub fn told(&self) -> &[Told<G, T>] {
        &self.told
    }

    /// Whether no claim is open.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.told.clear();
    }

    /// Goes along with what happened, and hands over what it proved: the claim, its note, and
    /// whether it was true when it was made.
    pub fn follow(
        &mut self,
        view: &LazyView<'_, G>,
        sight: &G::Sight,
        mut proved: impl FnMut(&ClaimOf<G>, &T, bool),
    ) {
        let game = &self.game;
        self.told.retain_mut(|Told { claim, trace, note }| {
            match game.follow(trace, claim, view, sight) {
                Truth::Undecidable => return true,
                Truth::True => proved(claim, note, true),
                Truth::False => proved(claim, note, false),
            }
            false
        });
    }

    /// Keeps a claim that was just made; says at once whether it is true where the hearer knows.
    pub fn hear(&mut self, view: &G::View, claim: ClaimOf<G>, note: T) -> Truth {
        let known = self.game.known(view, &claim);
        if known == Truth::Undecidable {
            let trace = self.game.trace(view, &claim);
            self.told.push(Told { claim, trace, note });
        }
        known
    }

    /// Lets go of the oldest claims until this many are left, and of the idle ones first.
    pub fn keep(&mut self, most: usize, is_idle: impl Fn(&T) -> bool) {
        while self.told.len() > most {
            let idle = self.told.iter().position(|told| is_idle(&told.note));
            self.told.remove(idle.unwrap_or(0));
        }
    }
}
