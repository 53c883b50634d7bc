//! Utterances as claims: statements about hidden facts that are true or false in a world.

use arrayvec::ArrayVec;
use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::{LazyView, Observed, Seat, Seed};
use serde::{Deserialize, Serialize};

use super::{
    action::Action,
    event::Event,
    fact::Fact,
    language::{MAX_PARTS, Manner, Sentence, Verb, Whom},
    role::{Role, Species},
    rules::Werewolf,
    sight::Sight,
    state::State,
    view::View,
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
    /// Roles do not change.
    type Trace = ();

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

    /// By the roles that the seat still thinks possible.
    fn known(&self, view: &View, claim: &ClaimOf<Self>) -> Truth {
        let Statement::Fact(fact) = claim.statement else {
            return Truth::Undecidable;
        };
        let open = self.open_facts(view);
        let is_open = |seat: Seat| {
            open.iter().any(|fact| matches!(fact, Fact::IsRole(other, _) if *other == seat))
        };
        let is_role = |seat: Seat, role: Role| {
            if !is_open(seat) {
                // The role is the same in every world.
                let mut rng = Seed::experiment(0).rng();
                Truth::from(role == Role::Any || self.sample(view, &mut rng).role(seat) == role)
            } else if role == Role::Any || open.contains(&Fact::IsRole(seat, role)) {
                Truth::Undecidable
            } else {
                Truth::False
            }
        };
        let is_species = |seat: Seat, species: Species| match species {
            Species::Any => Truth::True,
            Species::Werewolf => is_role(seat, Role::Werewolf),
            Species::Human => !is_role(seat, Role::Werewolf),
        };
        match fact {
            Fact::IsRole(seat, role) => is_role(seat, role),
            Fact::Divined(who, target, species) => {
                is_role(who, Role::Seer).and(is_species(target, species))
            }
            Fact::Identified(_, target, _) if view.alive.contains(target) => Truth::False,
            Fact::Identified(who, target, species) => {
                is_role(who, Role::Medium).and(is_species(target, species))
            }
        }
    }

    fn trace(&self, _view: &View, _claim: &ClaimOf<Self>) {}

    /// Deaths, results and the end prove what was said; talk and votes do not.
    fn follow(
        &self,
        (): &mut (),
        claim: &ClaimOf<Self>,
        view: &LazyView<'_, Self>,
        sight: &Sight,
    ) -> Truth {
        let tells = |event: &Event| {
            matches!(
                event,
                Event::Dawn { .. }
                    | Event::Executed(_)
                    | Event::DivineResult(..)
                    | Event::MediumResult(..)
                    | Event::Ended { .. }
            )
        };
        if sight.events.iter().any(tells) { self.known(view, claim) } else { Truth::Undecidable }
    }

    fn was_true(&self, (): &(), claim: &ClaimOf<Self>, world: &State) -> Option<f64> {
        match self.truth(world, claim) {
            Truth::True => Some(1.0),
            Truth::False => Some(0.0),
            Truth::Undecidable => None,
        }
    }

    fn claims_of(&self, speaker: Seat, action: &Action, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Some(sentence) = action.sentence() {
            self.claims(speaker, sentence).into_iter().for_each(heard);
        }
    }

    fn claims_in(&self, sight: &Sight, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        for event in &sight.events {
            if let Event::Said(said) = event {
                self.claims(said.speaker, &said.sentence).into_iter().for_each(&mut *heard);
            }
        }
    }

    /// Come-outs, the results of seers and those of mediums by what they found, announcements, suspicions.
    fn kind(&self, claim: &ClaimOf<Self>) -> usize {
        match claim.statement {
            Statement::Fact(Fact::IsRole(..)) => 0,
            Statement::Fact(Fact::Divined(.., Species::Werewolf)) => 1,
            Statement::Fact(Fact::Divined(..)) => 2,
            Statement::Fact(Fact::Identified(.., Species::Werewolf)) => 3,
            Statement::Fact(Fact::Identified(..)) => 4,
            Statement::Intention(_) => 5,
            Statement::Opinion(_) => 6,
        }
    }

    /// Who reports a result of its own claims the role that finds such results.
    fn rests_on(&self, claim: &ClaimOf<Self>) -> Option<ClaimOf<Self>> {
        let (who, role) = match claim.statement {
            Statement::Fact(Fact::Divined(who, ..)) => (who, Role::Seer),
            Statement::Fact(Fact::Identified(who, ..)) => (who, Role::Medium),
            _ => return None,
        };
        let statement = Statement::Fact(Fact::IsRole(who, role));
        (who == claim.speaker).then_some(Claim { statement, ..*claim })
    }

    /// One player in ten is the seer. No world tells what somebody thinks or is about to do.
    fn judged_worlds(&self, claim: &ClaimOf<Self>) -> u32 {
        if matches!(claim.statement, Statement::Fact(_)) { 300 } else { 0 }
    }

    fn actor(&self, sight: &Sight) -> Option<Seat> {
        sight.find(|event| match event {
            Event::Said(said) => Some(said.speaker),
            _ => None,
        })
    }

    /// `Skip` and `Over` state nothing.
    fn is_statement(&self, action: &Action) -> bool {
        action.sentence().is_some_and(Sentence::is_content)
    }
}
