//! Utterances as claims: statements about hidden facts that are true or false in a world.

use arrayvec::ArrayVec;
use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::Seat;
use serde::{Deserialize, Serialize};

use super::{
    fact::Fact,
    language::{MAX_PARTS, Manner, Sentence, Verb, Whom},
    role::Role,
    rules::Werewolf,
    state::State,
};

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
    /// and estimates, also inside reasons. Requests, questions, alternatives, agreements, reported
    /// acts of the past and come-outs of others that are passed on claim nothing that a world could
    /// decide.
    #[inline]
    pub fn claims(&self, speaker: Seat, sentence: &Sentence) -> ArrayVec<ClaimOf<Self>, MAX_PARTS> {
        let players = self.options.players;
        let mut claims = ArrayVec::new();
        sentence.visit_asserted(Whom::from(speaker), &mut |simple| {
            let (Some(who), Some(target), Manner::Stated) =
                (simple.subject.seat(players), simple.target.seat(players), simple.manner)
            else {
                return;
            };
            let statement = match simple.verb {
                Verb::ComingOut if who == speaker => {
                    Statement::Fact(Fact::IsRole(target, simple.role()))
                }
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
    type Intention = Intention;
    type Opinion = Suspicion;

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
