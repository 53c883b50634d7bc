//! The table of values: what each choice is worth in each situation, and how often both were met.

use kakehiki_core::GameRng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{
    choice::{TALK_CHOICES, choices},
    situation::{Decision, SITUATIONS, Situation},
};

/// All rows are as long as the longest.
const ROW: usize = TALK_CHOICES;

/// Q-values by situation and choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    worth: Vec<f32>,
    /// Updates of each value.
    tries: Vec<u32>,
    /// Decisions in each situation.
    visits: Vec<u32>,
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

    /// The best value of a decision in a situation.
    pub fn best(&self, situation: Situation, decision: Decision) -> f32 {
        self.row(situation, decision).iter().copied().fold(f32::NEG_INFINITY, f32::max)
    }

    /// Moves a value towards a target by a share of the way.
    pub(super) fn update(&mut self, situation: Situation, choice: usize, target: f32, share: f32) {
        let place = situation.index() * ROW + choice;
        let value = &mut self.worth[place];
        *value += share * (target - *value);
        self.tries[place] = self.tries[place].saturating_add(1);
    }

    /// The three best choices, best first; ties fall at random.
    pub fn top_three(
        &self,
        situation: Situation,
        decision: Decision,
        rng: &mut GameRng,
    ) -> [usize; 3] {
        let row = self.row(situation, decision);
        let start = rng.random_range(0..row.len() as u32) as usize;
        let mut best = [(f32::NEG_INFINITY, start); 3];
        for step in 0..row.len() {
            let choice =
                if start + step < row.len() { start + step } else { start + step - row.len() };
            let value = row[choice];
            if value > best[2].0 {
                best[2] = (value, choice);
                if best[2].0 > best[1].0 {
                    best.swap(1, 2);
                }
                if best[1].0 > best[0].0 {
                    best.swap(0, 1);
                }
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Brings together what several workers learned since they all stood here. Each value becomes
    /// the mean of theirs, weighted by how often each has updated it; the order of the workers is
    /// the order of the sums, so that the result is the same on any number of threads.
    pub(super) fn merge(&mut self, workers: &[&Self]) {
        for place in 0..self.worth.len() {
            let (base, tries) = (self.worth[place], self.tries[place]);
            let (mut moved, mut weight) = (0.0_f64, 0.0_f64);
            for worker in workers {
                let share = f64::from(worker.tries[place].wrapping_sub(tries));
                moved += share * f64::from(worker.worth[place] - base);
                weight += share;
            }
            if weight > 0.0 {
                self.worth[place] = (f64::from(base) + moved / weight) as f32;
                self.tries[place] = tries.saturating_add(weight as u32);
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
