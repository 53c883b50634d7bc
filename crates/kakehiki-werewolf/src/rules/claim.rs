//! Utterances as claims: statements about hidden facts that are true or false in a world.

use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::Seat;
use serde::{Deserialize, Serialize};

use super::{
    language::{Manner, Sentence, Verb, Whom},
    role::{Role, Species},
    rules::Werewolf,
    state::State,
};

/// What can be said about how things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// A player has a role.
    IsRole(Seat, Role),
    /// A seer found this out about a player.
    Divined(Seat, Seat, Species),
    /// A medium found this out about a player.
    Identified(Seat, Seat, Species),
}

/// What can be announced: who will do what to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Intention {
    /// Who will do it.
    pub who: Seat,
    /// [`Verb::Vote`], [`Verb::Divination`], [`Verb::Guard`] or [`Verb::Attack`].
    pub act: Verb,
    /// To whom.
    pub target: Seat,
}

/// What can be said about one's beliefs: somebody takes a player for a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suspicion {
    /// Who believes it.
    pub who: Seat,
    /// Of whom.
    pub target: Seat,
    /// The role.
    pub role: Role,
}

impl Werewolf {
    /// The claims that a player makes with a sentence: come-outs, reported results, announced acts
    /// and estimates, also inside reasons. Requests, questions, alternatives, agreements and
    /// reported acts of the past claim nothing that a world could decide.
    pub fn claims(&self, speaker: Seat, sentence: &Sentence) -> Vec<ClaimOf<Self>> {
        let players = self.options.players;
        let mut claims = Vec::new();
        sentence.visit_asserted(Whom::from(speaker), &mut |simple| {
            let (Some(who), Some(target), Manner::Stated) =
                (simple.subject.seat(players), simple.target.seat(players), simple.manner)
            else {
                return;
            };
            let statement = match simple.verb {
                Verb::ComingOut => Statement::Fact(Fact::IsRole(target, simple.role())),
                Verb::Divined => Statement::Fact(Fact::Divined(who, target, simple.species())),
                Verb::Identified => {
                    Statement::Fact(Fact::Identified(who, target, simple.species()))
                }
                Verb::Estimate => {
                    Statement::Opinion(Suspicion { who, target, role: simple.role() })
                }
                act @ (Verb::Vote | Verb::Divination | Verb::Guard | Verb::Attack) => {
                    Statement::Intention(Intention { who, act, target })
                }
                _ => return,
            };
            claims.push(Claim { speaker, statement });
        });
        claims
    }
}

impl Claimable for Werewolf {
    type Fact = Fact;
    type Intention = Intention;
    type Opinion = Suspicion;

    /// A reported result is true if it is right and whoever is said to have found it can have found
    /// it.
    fn holds(&self, world: &State, _speaker: Seat, fact: &Fact) -> bool {
        let is = |seat: Seat, species: Species| {
            species == Species::Any || world.role(seat).species() == species
        };
        match *fact {
            Fact::IsRole(target, role) => role == Role::Any || world.role(target) == role,
            Fact::Divined(who, target, species) => {
                world.role(who) == Role::Seer && is(target, species)
            }
            Fact::Identified(who, target, species) => {
                world.role(who) == Role::Medium
                    && !world.alive().contains(target)
                    && is(target, species)
            }
        }
    }

    /// The estimate of a werewolf about a fellow is a pretence if it names another role; so is what
    /// anybody says of itself against better knowledge. Everything else lies in the speaker's head.
    fn is_meant(&self, world: &State, speaker: Seat, opinion: &Suspicion) -> Truth {
        let knows = opinion.target == speaker
            || world.wolves().contains(speaker) && world.wolves().contains(opinion.target);
        if knows && opinion.who == speaker && opinion.role != Role::Any {
            Truth::from(world.role(opinion.target) == opinion.role)
        } else {
            Truth::Undecidable
        }
    }
}
