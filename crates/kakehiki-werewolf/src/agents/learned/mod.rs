//! The werewolf that learns, after Hagiwara, Ito and Moustafa (2019).

mod choice;
mod model;
mod situation;
mod values;

use std::sync::Arc;

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;
use strum::{EnumString, VariantNames};

use self::{
    choice::{ANYBODY, Outlook, SILENCE},
    situation::{Decision, Situation, exploration},
};
pub use self::{
    choice::{Repertoire, Scope, Targets},
    model::{Model, ModelError, Provenance, SURVIVOR, Update},
    situation::SituationParts,
    values::Values,
};
use super::{
    sample04::Sample04,
    table_player::{RoleCard, TablePlayer},
};
use crate::{
    estimate::{CommonKnowledge, Likelihoods, NaiveBelief},
    record::PublicRecord,
    rules::{Players, Role, RoleCounts, Sentence, Species},
};

/// What a learner does with what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Tries things out and remembers what it did, so that it can learn from it.
    Learning,
    /// Tries things out as while learning, and remembers nothing.
    Exploring,
    /// Does what it takes for best.
    Playing,
}

/// How a learner talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Talking {
    /// As it learned.
    Learned,
    /// At random among all it could say.
    Random,
}

/// A decision that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) situation: Situation,
    pub(crate) decision: Decision,
    pub(crate) choice: u8,
    /// Who lived then.
    pub(crate) alive: Players,
    /// Whom the werewolves agreed to attack afterwards, in an attack decision.
    pub(crate) agreed: Option<Seat>,
    pub(crate) day: u8,
}

/// A player whose talk, votes and attacks as a werewolf follow learned values. In other roles it
/// plays as the sample agent of line 0.4, since the study learns the werewolf only.
#[derive(Clone, Debug)]
pub struct Learner {
    card: RoleCard,
    substitute: Sample04,
    /// Shared while it is only read.
    values: Arc<Values>,
    likelihoods: Arc<Likelihoods>,
    parts: SituationParts,
    mode: Mode,
    talking: Talking,
    targets: Targets,
    roles: RoleCounts,
    unknown: RoleCounts,
    belief: NaiveBelief,
    repertoire: Repertoire,
    scope: Scope,
    /// What it did in this game, while learning.
    steps: Vec<Step>,
}

impl Learner {
    /// A learner that stands where others left off. `roles` are those of the village.
    pub fn new(
        roles: RoleCounts,
        values: Arc<Values>,
        likelihoods: Arc<Likelihoods>,
        parts: SituationParts,
        mode: Mode,
        talking: Talking,
        targets: Targets,
    ) -> Self {
        Self {
            card: RoleCard::default(),
            substitute: Sample04::default(),
            values,
            likelihoods,
            parts,
            mode,
            talking,
            targets,
            roles,
            unknown: roles,
            belief: NaiveBelief::default(),
            repertoire: Repertoire::default(),
            scope: Scope::new(&roles, 0, Repertoire::default()),
            steps: Vec::with_capacity(256),
        }
    }

    /// The same with this to say.
    #[must_use]
    pub const fn saying(mut self, repertoire: Repertoire) -> Self {
        self.repertoire = repertoire;
        self
    }

    /// Takes over new likelihoods, between two games.
    pub(crate) fn reconsider(&mut self, likelihoods: Likelihoods) {
        self.likelihoods = Arc::new(likelihoods);
    }

    #[cfg(test)]
    pub(crate) fn likelihoods(&self) -> &Likelihoods {
        &self.likelihoods
    }

    /// Which choices it has at all.
    pub(crate) const fn scope(&self) -> Scope {
        self.scope
    }

    /// Its card, what it did in the last game, and its values, to be changed by how that ended.
    pub(crate) fn lesson(&mut self) -> (RoleCard, &[Step], &mut Values) {
        (self.card, &self.steps, Arc::make_mut(&mut self.values))
    }

    /// Its values.
    pub(crate) fn into_values(self) -> Arc<Values> {
        self.values
    }

    fn is_werewolf(&self) -> bool {
        self.card.role == Role::Werewolf
    }

    fn outlook<'a>(&'a self, record: &'a PublicRecord) -> Outlook<'a> {
        Outlook {
            card: self.card,
            record,
            unknown: &self.unknown,
            belief: &self.belief,
            targets: self.targets,
            scope: &self.scope,
        }
    }

    /// Makes a decision: at random with the probability of exploration, otherwise among the three
    /// best choices by Boltzmann selection. `carry` carries a choice out if it can; where none of
    /// those can be, the learner falls back on silence or a random target.
    fn decide<T>(
        &mut self,
        decision: Decision,
        record: &PublicRecord,
        rng: &mut GameRng,
        carry: impl Fn(&Outlook<'_>, usize, &mut GameRng) -> Option<T>,
    ) -> Option<T> {
        self.belief.read(&self.likelihoods, &record.deeds);
        let situation = Situation::new(self.parts, decision, record);
        let fallback = if decision == Decision::Talk { SILENCE } else { ANYBODY };
        let explores = match self.mode {
            Mode::Playing => false,
            Mode::Learning | Mode::Exploring => {
                let chance = exploration(decision, record, self.values.visits(situation));
                rng.random_bool(chance)
            }
        };
        let is_random = explores || decision == Decision::Talk && self.talking == Talking::Random;
        let outlook = self.outlook(record);
        let number = outlook.scope.choices(decision);
        let mut made = None;
        if is_random {
            let choice = loop {
                let choice = rng.random_range(0..number as u32) as usize;
                if outlook.is_open(decision, choice) {
                    break choice;
                }
            };
            made = carry(&outlook, choice, rng).map(|done| (choice, done));
        } else {
            let is_open = |choice| outlook.is_open(decision, choice);
            let mut left = self.values.top_three(situation, decision, number, is_open, rng);
            let row = self.values.row(situation, decision);
            for tried in 0..left.len() {
                let rest = &mut left[tried..];
                let chosen = boltzmann(rest.iter().map(|choice| row[*choice]), rng);
                rest.swap(0, chosen);
                let choice = rest[0];
                if let Some(done) = carry(&outlook, choice, rng) {
                    made = Some((choice, done));
                    break;
                }
            }
        }
        let (choice, done) = match made {
            Some((choice, done)) => (choice, Some(done)),
            None => (fallback, carry(&outlook, fallback, rng)),
        };
        if self.mode == Mode::Learning {
            Arc::make_mut(&mut self.values).visit(situation);
            self.steps.push(Step {
                situation,
                decision,
                choice: choice as u8,
                alive: record.alive,
                agreed: None,
                day: record.day,
            });
        }
        done
    }
}

/// Chooses by Boltzmann selection at temperature 1, where a weight below e counts as e.
fn boltzmann(values: impl Iterator<Item = f32> + Clone, rng: &mut GameRng) -> usize {
    // Beyond this the exponential leaves the numbers; the difference could not be seen anyway.
    let weight = |value: f32| f64::from(value).clamp(1.0, 700.0).exp();
    let total: f64 = values.clone().map(weight).sum();
    let mut left = rng.random::<f64>() * total;
    for (index, value) in values.enumerate() {
        left -= weight(value);
        if left < 0.0 {
            return index;
        }
    }
    0
}

impl TablePlayer for Learner {
    fn sit(&mut self, card: RoleCard, common: &CommonKnowledge, rng: &mut GameRng) {
        let fellows = card.wolves.len().saturating_sub(1);
        self.scope = Scope::new(&self.roles, fellows, self.repertoire);
        self.card = card;
        self.belief.clear();
        self.steps.clear();
        self.unknown = self.roles;
        self.unknown[Role::Werewolf.index()] = 0;
        if card.role != Role::Werewolf {
            self.substitute.sit(card, common, rng);
        }
    }

    fn wake(
        &mut self,
        common: &CommonKnowledge,
        result: Option<(Seat, Species)>,
        rng: &mut GameRng,
    ) {
        if !self.is_werewolf() {
            self.substitute.wake(common, result, rng);
        }
    }

    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        if !self.is_werewolf() {
            return self.substitute.talk(common, rng);
        }
        let said = self.decide(Decision::Talk, &common.record, rng, |outlook, choice, rng| {
            outlook.sentence(choice, rng)
        });
        said.unwrap_or(Sentence::SKIP)
    }

    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        if !self.is_werewolf() {
            return self.substitute.vote(common, rng);
        }
        self.decide(Decision::Vote, &common.record, rng, |outlook, choice, rng| {
            outlook.victim(Decision::Vote, choice, rng)
        })
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.substitute.divine(common, rng)
    }

    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.substitute.guard(common, rng)
    }

    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.decide(Decision::Attack, &common.record, rng, |outlook, choice, rng| {
            outlook.victim(Decision::Attack, choice, rng)
        })
    }

    fn agreed(&mut self, victim: Option<Seat>) {
        if let Some(step) = self.steps.last_mut()
            && step.decision == Decision::Attack
        {
            step.agreed = victim;
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    #[test]
    fn boltzmann_selection_goes_by_weight_and_counts_small_weights_as_e() {
        // Weights e, e and e², so 0.212, 0.212 and 0.576; 0.016 are five standard deviations.
        let values = [-40.0, 0.5, 2.0];
        let mut rng = Seed::experiment(1).rng();
        let mut counts = [0.0; 3];
        for _ in 0..25_000 {
            counts[boltzmann(values.iter().copied(), &mut rng)] += 1.0 / 25_000.0;
        }
        let total = 2.0 + std::f64::consts::E;
        for (count, weight) in counts.iter().zip([1.0, 1.0, std::f64::consts::E]) {
            assert!((count - weight / total).abs() < 0.016, "{counts:?}");
        }
        assert_eq!(boltzmann([900.0, 0.0, 0.0].into_iter(), &mut rng), 0);
    }
}
