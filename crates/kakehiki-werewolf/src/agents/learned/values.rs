//! The table of values: what each choice is worth in each situation, and how often both were met.

use std::fmt;

use arrayvec::ArrayVec;
use kakehiki_core::GameRng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{
    choice::{Scope, TALK_CHOICES, choices},
    situation::{Decision, SITUATIONS, Situation},
};

/// All rows are as long as the longest.
const ROW: usize = TALK_CHOICES;

/// Q-values by situation and choice.
#[derive(Clone, PartialEq)]
pub struct Values {
    worth: Vec<f32>,
    /// Updates of each value.
    tries: Vec<u32>,
    /// Decisions in each situation.
    visits: Vec<u32>,
}

/// In short: nobody wants to read the whole table in a message.
impl fmt::Debug for Values {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = self.tries.iter().filter(|tries| **tries > 0).count();
        write!(formatter, "Values({tried} tried)")
    }
}

impl Default for Values {
    fn default() -> Self {
        Self {
            worth: vec![0.0; SITUATIONS * ROW],
            tries: vec![0; SITUATIONS * ROW],
            visits: vec![0; SITUATIONS],
        }
    }
}

impl Values {
    /// The values of all choices of a decision in a situation.
    pub fn row(&self, situation: Situation, decision: Decision) -> &[f32] {
        let first = situation.index() * ROW;
        &self.worth[first..first + choices(decision)]
    }

    /// How often a decision was made in a situation.
    pub fn visits(&self, situation: Situation) -> u32 {
        self.visits[situation.index()]
    }

    pub(super) fn visit(&mut self, situation: Situation) {
        self.visits[situation.index()] = self.visits[situation.index()].saturating_add(1);
    }

    /// The best value of a decision in a situation among all choices of a scope, tried or not.
    pub fn best(&self, situation: Situation, decision: Decision, scope: &Scope) -> f32 {
        let row = self.row(situation, decision).iter().enumerate().take(scope.choices(decision));
        let open = row.filter(|(choice, _)| scope.has(decision, *choice));
        open.map(|(_, value)| *value).reduce(f32::max).unwrap_or(0.0)
    }

    /// The best value of a decision in a situation among the choices that were tried; 0 if none
    /// was. What cannot be carried out would otherwise be the best that a bad situation has.
    pub fn best_tried(&self, situation: Situation, decision: Decision) -> f32 {
        let tries = &self.tries[situation.index() * ROW..];
        let tried =
            self.row(situation, decision).iter().zip(tries).filter(|(_, tries)| **tries > 0);
        tried.map(|(value, _)| *value).reduce(f32::max).unwrap_or(0.0)
    }

    /// Moves a value towards a target by a share of the way.
    pub(crate) fn update(&mut self, situation: Situation, choice: usize, target: f32, share: f32) {
        let place = situation.index() * ROW + choice;
        let value = &mut self.worth[place];
        *value += share * (target - *value);
        self.tries[place] = self.tries[place].saturating_add(1);
    }

    /// The three best of the first `number` choices that are open, best first; ties fall at random.
    /// Fewer if fewer are open.
    pub fn top_three(
        &self,
        situation: Situation,
        decision: Decision,
        number: usize,
        is_open: impl Fn(usize) -> bool,
        rng: &mut GameRng,
    ) -> ArrayVec<usize, 3> {
        let salt: u64 = rng.random();
        let mut best = ArrayVec::<(f32, u64, usize), 3>::new();
        for (choice, value) in self.row(situation, decision)[..number].iter().enumerate() {
            if !is_open(choice) {
                continue;
            }
            let candidate = (*value, scrambled(salt, choice), choice);
            let beats = |other: &(f32, u64, usize)| {
                candidate.0 > other.0 || candidate.0 >= other.0 && candidate.1 > other.1
            };
            let place = best.iter().position(beats).unwrap_or(best.len());
            if place < best.capacity() {
                if best.is_full() {
                    best.pop();
                }
                best.insert(place, candidate);
            }
        }
        best.into_iter().map(|(_, _, choice)| choice).collect()
    }

    /// Brings together what several workers learned since they all stood here, as if they had
    /// learned one after the other in their order. Each update at a rate α takes a value v to
    /// (1 − α) v + α t, so that n of them take it to (1 − α)ⁿ v plus something that does not depend
    /// on v: that much is known of each worker, and is done again to what the ones before it left.
    /// The mean of the workers would learn only as fast as one of them.
    pub(crate) fn merge(&mut self, workers: &[&Self], rate: f32) {
        for place in 0..self.worth.len() {
            let (base, before) = (f64::from(self.worth[place]), self.tries[place]);
            let (mut value, mut tries) = (base, before);
            for worker in workers {
                let updates = worker.tries[place].wrapping_sub(before);
                if updates > 0 {
                    let left = (1.0 - f64::from(rate)).powf(f64::from(updates));
                    value = left * value + f64::from(worker.worth[place]) - left * base;
                    tries = tries.saturating_add(updates);
                }
            }
            if tries != before {
                (self.worth[place], self.tries[place]) = (value as f32, tries);
            }
        }
        for (situation, visits) in self.visits.iter_mut().enumerate() {
            let before = *visits;
            for worker in workers {
                *visits = visits.saturating_add(worker.visits[situation].wrapping_sub(before));
            }
        }
    }
}

/// A number that looks random, from a random one and the number of a choice (splitmix64).
const fn scrambled(salt: u64, choice: usize) -> u64 {
    let mut word = salt.wrapping_add((choice as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// As bits: texts of numbers need not come back the same.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredValues {
    worth: Vec<u32>,
    tries: Vec<u32>,
    visits: Vec<u32>,
}

impl Serialize for Values {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredValues {
            worth: self.worth.iter().map(|value| value.to_bits()).collect(),
            tries: self.tries.clone(),
            visits: self.visits.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredValues::deserialize(deserializer)?;
        let lengths = [stored.worth.len(), stored.tries.len(), stored.visits.len()];
        if lengths != [SITUATIONS * ROW, SITUATIONS * ROW, SITUATIONS] {
            return Err(serde::de::Error::custom("the table of values has another size"));
        }
        let worth: Vec<f32> = stored.worth.into_iter().map(f32::from_bits).collect();
        if worth.iter().any(|value| !value.is_finite()) {
            return Err(serde::de::Error::custom("a value is not a number"));
        }
        Ok(Self { worth, tries: stored.tries, visits: stored.visits })
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Seed, Settings};

    use super::*;
    use crate::{
        agents::learned::{
            choice::{Repertoire, TARGET_CHOICES, TARGET_KINDS, TargetKind},
            situation::SituationParts,
        },
        record::PublicRecord,
        rules::{WEREWOLF_OPTIONS, Werewolf},
    };

    fn somewhere() -> Situation {
        let record = PublicRecord::new(&Werewolf::new(&Settings::defaults(&WEREWOLF_OPTIONS)));
        Situation::new(SituationParts::default(), Decision::Vote, &record)
    }

    #[test]
    fn the_best_value_is_that_of_something_tried() {
        let (mut values, here) = (Values::default(), somewhere());
        assert!(values.best_tried(here, Decision::Vote).abs() < 1e-9);
        values.update(here, 3, -10.0, 0.5);
        values.update(here, 4, -30.0, 0.5);
        assert!((values.best_tried(here, Decision::Vote) + 5.0).abs() < 1e-6);
    }

    #[test]
    fn the_best_value_of_all_is_that_of_something_that_can_be_chosen() {
        let (mut values, here) = (Values::default(), somewhere());
        let roles = Werewolf::new(&Settings::defaults(&WEREWOLF_OPTIONS)).options().roles;
        let scope = |fellows| Scope::new(&roles, fellows, Repertoire::Claims);
        let fellow = TARGET_KINDS.iter().position(|kind| *kind == TargetKind::Fellow(0)).unwrap();
        for choice in 0..TARGET_CHOICES {
            let target = if choice == fellow { 80.0 } else { -10.0 };
            values.update(here, choice, target, 0.5);
        }
        assert!((values.best(here, Decision::Vote, &scope(1)) - 40.0).abs() < 1e-6);
        assert!((values.best(here, Decision::Vote, &scope(0)) + 5.0).abs() < 1e-6);
        assert!((values.best(here, Decision::Attack, &scope(1)) + 5.0).abs() < 1e-6);
        // What was never tried counts as nothing, which is better than bad.
        assert!(values.best(here, Decision::Talk, &scope(0)).abs() < 1e-6);
    }

    #[test]
    fn the_three_best_are_open_and_ties_fall_evenly() {
        let (mut values, here) = (Values::default(), somewhere());
        values.update(here, 3, 10.0, 0.5);
        values.update(here, 6, 90.0, 0.5);
        let mut rng = Seed::experiment(1).rng();
        let mut thirds = [0_u32; 13];
        // Ten choices are left for the third place: 1,000 each of 10,000, ± 150 for five standard
        // deviations.
        for _ in 0..10_000 {
            let top = values.top_three(here, Decision::Vote, 13, |choice| choice != 6, &mut rng);
            assert_eq!(top[0], 3);
            assert!(!top.contains(&6));
            thirds[top[2]] += 1;
        }
        let others = thirds.iter().enumerate().filter(|(choice, _)| ![3, 6].contains(choice));
        let expected = 10_000 / 11;
        assert!(others.clone().all(|(_, count)| count.abs_diff(expected) < 150), "{thirds:?}");
        let few = values.top_three(here, Decision::Vote, 13, |choice| choice < 2, &mut rng);
        assert_eq!(few.len(), 2);
    }

    #[test]
    fn workers_learn_as_if_one_after_the_other() {
        let here = somewhere();
        let mut base = Values::default();
        base.update(here, 2, 40.0, 0.5);
        let lessons: [&[f32]; 3] = [&[10.0, -6.0, 8.0], &[], &[100.0]];
        let workers = lessons.map(|targets| {
            let mut worker = base.clone();
            for target in targets {
                worker.update(here, 2, *target, 0.1);
                worker.visit(here);
            }
            worker
        });
        let mut together = base.clone();
        together.merge(&workers.each_ref(), 0.1);
        let mut in_turn = base;
        for target in lessons.concat() {
            in_turn.update(here, 2, target, 0.1);
        }
        let [one, other] = [&together, &in_turn].map(|it| it.row(here, Decision::Vote)[2]);
        assert!((one - other).abs() < 1e-4, "{one} {other}");
        assert_eq!(together.tries, in_turn.tries);
        assert_eq!(together.visits(here), 4);
    }
}
