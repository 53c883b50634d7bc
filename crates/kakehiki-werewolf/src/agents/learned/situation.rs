//! The state of the learner: what distinguishes one decision from another.
//!
//! The study names the day, the turn, the kind of decision, and the numbers of seer and medium
//! claims. A situation is exactly these, capped where larger numbers hardly occur; each of the last
//! three can be left out, to see what it is worth.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{record::PublicRecord, rules::Role};

/// Days, turns, ballots and claims beyond these count as these.
const DAYS: usize = 7;
const TURNS: usize = 10;
const ROUNDS: usize = 2;
const SEERS: usize = 5;
const MEDIUMS: usize = 4;

/// The number of situations.
pub const SITUATIONS: usize = DAYS * (TURNS + ROUNDS + 1) * SEERS * MEDIUMS;

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// What to say.
    Talk,
    /// Whom to vote for.
    Vote,
    /// Whom to attack.
    Attack,
}

/// Which parts of a situation are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each can be left out on its own")]
pub struct SituationParts {
    /// The day.
    pub day: bool,
    /// The turn of talk and the number of the ballot.
    pub turn: bool,
    /// The number of players who claim to be the seer.
    pub seers: bool,
    /// The number of players who claim to be the medium.
    pub mediums: bool,
}

impl Default for SituationParts {
    fn default() -> Self {
        Self { day: true, turn: true, seers: true, mediums: true }
    }
}

/// The parts that are looked at, by name.
impl fmt::Display for SituationParts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.day, "day"),
            (self.turn, "turn"),
            (self.seers, "seers"),
            (self.mediums, "mediums"),
        ];
        let used: Vec<&str> =
            names.iter().filter(|(used, _)| *used).map(|(_, name)| *name).collect();
        formatter.write_str(if used.is_empty() { "nothing" } else { "" })?;
        formatter.write_str(&used.join(", "))
    }
}

/// A situation by its number, below [`SITUATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation(u16);

impl Situation {
    /// The situation of a decision on a record.
    pub fn new(parts: SituationParts, decision: Decision, record: &PublicRecord) -> Self {
        let part = |is_used: bool, value: usize, count: usize| {
            if is_used { value.min(count - 1) } else { 0 }
        };
        let day = part(parts.day, usize::from(record.day).saturating_sub(1), DAYS);
        let step = match decision {
            Decision::Talk => part(parts.turn, usize::from(record.turn), TURNS),
            Decision::Vote => TURNS + part(parts.turn, usize::from(record.round), ROUNDS),
            Decision::Attack => TURNS + ROUNDS,
        };
        let claims = |role: Role| record.claimants[role.index()].len();
        let seers = part(parts.seers, claims(Role::Seer), SEERS);
        let mediums = part(parts.mediums, claims(Role::Medium), MEDIUMS);
        let number = ((day * (TURNS + ROUNDS + 1) + step) * SEERS + seers) * MEDIUMS + mediums;
        Self(number as u16)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How likely the learner tries something at random in a situation it has visited `visits` times.
pub fn exploration(decision: Decision, record: &PublicRecord, visits: u32) -> f64 {
    let patience = match decision {
        Decision::Talk if record.turn > 0 => 500.0,
        Decision::Talk if record.day <= 1 => 10_000.0,
        Decision::Talk | Decision::Vote | Decision::Attack => 2000.0,
    };
    (-f64::from(visits) / patience).exp().max(0.1)
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;

    use super::*;
    use crate::rules::{WEREWOLF_OPTIONS, Werewolf};

    #[test]
    fn exploration_falls_by_visits_as_published() {
        let mut record = PublicRecord::new(&Werewolf::new(&Settings::defaults(&WEREWOLF_OPTIONS)));
        let chance =
            |record: &PublicRecord, decision, visits| exploration(decision, record, visits);
        (record.day, record.turn) = (1, 0);
        assert!((chance(&record, Decision::Talk, 10_000) - (-1.0_f64).exp()).abs() < 1e-12);
        record.day = 2;
        for decision in [Decision::Talk, Decision::Vote, Decision::Attack] {
            assert!((chance(&record, decision, 2000) - (-1.0_f64).exp()).abs() < 1e-12);
        }
        record.turn = 1;
        assert!((chance(&record, Decision::Talk, 500) - (-1.0_f64).exp()).abs() < 1e-12);
        assert!((chance(&record, Decision::Talk, 0) - 1.0).abs() < 1e-12);
        assert!((chance(&record, Decision::Talk, 1_000_000) - 0.1).abs() < 1e-12);
    }
}
