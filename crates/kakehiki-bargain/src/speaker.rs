//! Those who choose what to say without weighing what comes of it.

use kakehiki_core::GameRng;
use rand::{RngExt, seq::IndexedRandom};
use strum::{Display, EnumString, VariantNames};

use crate::{Claimable, Speaker, Standpoint, Truth};

/// What somebody says who does not weigh what comes of it.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Speech {
    /// Anything, true or not.
    #[default]
    Random,
    /// What it knows to be true.
    Truth,
    /// What it knows to be false.
    Lies,
}

/// Somebody who says something now and then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainSpeaker {
    /// What it says.
    pub speech: Speech,
    /// How likely it speaks when it may.
    pub rate: f64,
}

impl PlainSpeaker {
    /// Whether an action says what the speaker wants to say: at least one claim, and all true where
    /// it is bound to the truth.
    fn suits<G: Claimable>(&self, at: &Standpoint<'_, G>, action: &G::Action) -> bool {
        let (mut claims, mut fitting) = (0, 0);
        at.game.claims_of(at.seat, action, &mut |claim| {
            claims += 1;
            fitting += u32::from(match self.speech {
                Speech::Random => true,
                Speech::Truth => at.game.known(at.view, &claim) == Truth::True,
                Speech::Lies => at.game.known(at.view, &claim) == Truth::False,
            });
        });
        match self.speech {
            Speech::Lies => fitting > 0,
            Speech::Random | Speech::Truth => claims > 0 && fitting == claims,
        }
    }
}

impl<G: Claimable> Speaker<G> for PlainSpeaker {
    fn speak(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action> {
        let said: Vec<&G::Action> = menu.iter().filter(|action| self.suits(at, action)).collect();
        let speaks = !said.is_empty() && rng.random_bool(self.rate);
        if speaks { said.choose(rng).map(|action| (*action).clone()) } else { None }
    }
}
