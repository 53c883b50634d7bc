//! The werewolf that learns, after Hagiwara, Ito and Moustafa (2019).

use std::sync::Arc;

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::{
    choice::{ANYBODY, Outlook, SILENCE, Targets, choices},
    losses::Losses,
    reward,
    situation::{Decision, Situation, SituationParts, exploration},
    values::Values,
};
use crate::{
    agents::{Board, Finish, Hand, Player, Sample04},
    estimate::{Frequencies, Likelihoods, NaiveBelief},
    rules::{Players, Role, RoleCounts, Sentence, Species},
};

/// What a learner does with what it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Tries things out and learns from them.
    Learning {
        /// The share of the way that a value moves.
        rate: f32,
        /// What a later reward counts.
        discount: f32,
    },
    /// Tries things out as while learning, and learns nothing.
    Exploring,
    /// Does what it takes for best.
    Playing,
}

/// How a learner talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talking {
    /// As it learned.
    Learned,
    /// At random among all it could say.
    Random,
}

/// A decision that was made.
#[derive(Clone, Copy, Debug)]
struct Step {
    situation: Situation,
    decision: Decision,
    choice: u8,
    /// Who lived then.
    alive: Players,
    /// Whom the werewolves agreed to attack afterwards, in an attack decision.
    agreed: Option<Seat>,
    day: u8,
}

/// A player whose talk, votes and attacks as a werewolf follow learned values. In other roles it
/// plays as the sample agent of line 0.4, since the study learns the werewolf only.
#[derive(Clone, Debug)]
pub struct Learner {
    hand: Hand,
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
    steps: Vec<Step>,
    /// What was counted of the behaviour of all, while learning.
    frequencies: Option<Frequencies>,
    /// The survivors of the village in games that were lost, while learning.
    losses: Losses,
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
            hand: Hand::default(),
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
            steps: Vec::with_capacity(256),
            frequencies: matches!(mode, Mode::Learning { .. }).then(Frequencies::default),
            losses: Losses::default(),
        }
    }

    /// The same learner with what it remembers of games that were lost.
    #[must_use]
    pub(super) fn remembering(self, losses: Losses) -> Self {
        Self { losses, ..self }
    }

    /// What it learned: values, frequencies, and the games that were lost.
    pub(super) fn into_lessons(self) -> (Arc<Values>, Frequencies, Losses) {
        (self.values, self.frequencies.unwrap_or_default(), self.losses)
    }

    fn is_werewolf(&self) -> bool {
        self.hand.role == Role::Werewolf
    }

    fn outlook<'a>(&'a self, board: &'a Board) -> Outlook<'a> {
        Outlook {
            hand: self.hand,
            board,
            unknown: &self.unknown,
            belief: &self.belief,
            targets: self.targets,
        }
    }

    /// Makes a decision: at random with the probability of exploration, otherwise among the three
    /// best choices by Boltzmann selection. `carry` carries a choice out if it can; where none of
    /// those can be, the learner falls back on silence or a random target.
    fn decide<T>(
        &mut self,
        decision: Decision,
        board: &Board,
        rng: &mut GameRng,
        carry: impl Fn(&Outlook<'_>, usize, &mut GameRng) -> Option<T>,
    ) -> Option<T> {
        self.belief.read(&self.likelihoods, &board.deeds);
        let situation = Situation::new(self.parts, decision, board);
        let fallback = if decision == Decision::Talk { SILENCE } else { ANYBODY };
        let explores = match self.mode {
            Mode::Playing => false,
            Mode::Learning { .. } | Mode::Exploring => {
                let chance = exploration(decision, board, self.values.visits(situation));
                rng.random_bool(chance)
            }
        };
        let is_random = explores || decision == Decision::Talk && self.talking == Talking::Random;
        let outlook = self.outlook(board);
        let mut made = None;
        if is_random {
            let choice = loop {
                let choice = rng.random_range(0..choices(decision) as u32) as usize;
                if outlook.is_open(decision, choice) {
                    break choice;
                }
            };
            made = carry(&outlook, choice, rng).map(|done| (choice, done));
        } else {
            let is_open = |choice| outlook.is_open(decision, choice);
            let mut left = self.values.top_three(situation, decision, is_open, rng);
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
        if matches!(self.mode, Mode::Learning { .. }) {
            Arc::make_mut(&mut self.values).visit(situation);
            self.steps.push(Step {
                situation,
                decision,
                choice: choice as u8,
                alive: board.alive,
                agreed: None,
                day: board.day,
            });
        }
        done
    }

    /// Pays every decision what came after it, last one first, so that what is learned of later
    /// decisions reaches the earlier ones in the same game.
    fn learn(&mut self, board: &Board, finish: &Finish<'_>) {
        let Mode::Learning { rate, discount } = self.mode else {
            return;
        };
        let survivors = reward::village_survivors(board, finish.roles);
        let usual_survivors = self.losses.usual().unwrap_or(f32::from(survivors));
        if finish.wolves_won == Some(false) {
            self.losses.add(survivors);
        }
        let (seat, wolves) = (self.hand.seat, self.hand.wolves);
        let won = finish.wolves_won;
        let mut later = reward::ending(board, seat, wolves, survivors, usual_survivors, won);
        let mut alive_after = board.alive;
        let values = Arc::make_mut(&mut self.values);
        for step in self.steps.iter().rev() {
            let mut target = later;
            for gone in step.alive.without(alive_after).iter() {
                let day = board.died[gone.index()].unwrap_or(step.day);
                target += reward::removal(finish.roles[gone.index()], day);
            }
            if let Some(prey) = step.agreed
                && board.died[prey.index()] != Some(step.day)
            {
                target += reward::FAILED_ATTACK;
            }
            values.update(step.situation, usize::from(step.choice), target, rate);
            later = discount * values.best(step.situation, step.decision);
            alive_after = step.alive;
        }
        if let Some(frequencies) = &mut self.frequencies {
            frequencies.learn(&board.deeds, finish.roles);
        }
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

impl Player for Learner {
    fn sit(&mut self, hand: Hand, board: &Board, rng: &mut GameRng) {
        self.hand = hand;
        self.belief.clear();
        self.steps.clear();
        self.unknown = self.roles;
        self.unknown[Role::Werewolf.index()] = 0;
        if hand.role != Role::Werewolf {
            self.substitute.sit(hand, board, rng);
        }
    }

    fn wake(&mut self, board: &Board, result: Option<(Seat, Species)>, rng: &mut GameRng) {
        if !self.is_werewolf() {
            self.substitute.wake(board, result, rng);
        }
    }

    fn talk(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        if !self.is_werewolf() {
            return self.substitute.talk(board, rng);
        }
        let said = self.decide(Decision::Talk, board, rng, |outlook, choice, rng| {
            outlook.sentence(choice, rng)
        });
        said.unwrap_or(Sentence::SKIP)
    }

    fn vote(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        if !self.is_werewolf() {
            return self.substitute.vote(board, rng);
        }
        self.decide(Decision::Vote, board, rng, |outlook, choice, rng| {
            outlook.victim(Decision::Vote, choice, rng)
        })
    }

    fn divine(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        self.substitute.divine(board, rng)
    }

    fn guard(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        self.substitute.guard(board, rng)
    }

    fn attack(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        self.decide(Decision::Attack, board, rng, |outlook, choice, rng| {
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

    fn finish(&mut self, board: &Board, finish: &Finish<'_>) {
        if self.is_werewolf() {
            self.learn(board, finish);
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
