//! What a learner is taught when a game is over and the roles lie open.

use kakehiki_core::GameRng;
use rand::{RngExt, seq::IndexedRandom};

use super::{losses::Losses, reward, training::Training};
use crate::{
    agents::{Learner, Scope, Step, Update, Values},
    estimate::Frequencies,
    record::PublicRecord,
    rules::{State, Team},
};

/// How many games a worker remembers to learn from them again.
const REMEMBERED: usize = 1000;

/// Pays a learner for what it did, and counts how all behave.
pub(super) struct Teacher {
    /// The share of the way that a value moves.
    rate: f32,
    /// What a later reward counts.
    discount: f32,
    /// When and by what a decision is paid.
    update: Update,
    /// How far a decision is paid by what came of the game, and not by what is expected after it.
    trace: f32,
    /// What each survivor of the village counts in a lost game.
    survivor: f32,
    /// How many earlier games are learned from again after each, and those to choose from.
    replay: u32,
    lessons: Vec<Lesson>,
    /// What was counted of the behaviour of all.
    pub(super) frequencies: Frequencies,
    /// The survivors of the village in games that were lost.
    pub(super) losses: Losses,
}

impl Teacher {
    pub(super) fn new(rate: f32, training: &Training, losses: Losses) -> Self {
        let Training { discount, update, trace, survivor, replay, .. } = *training;
        let (lessons, frequencies) = (Vec::new(), Frequencies::default());
        Self { rate, discount, update, trace, survivor, replay, lessons, frequencies, losses }
    }

    /// Pays every decision of a game what came after it, and some earlier games again.
    pub(super) fn teach(
        &mut self,
        learner: &mut Learner,
        record: &PublicRecord,
        state: &State,
        rng: &mut GameRng,
    ) {
        let lesson = self.lesson(learner, record, state);
        let scope = learner.scope();
        let (_, _, values) = learner.lesson();
        self.pay(&lesson, values, &scope);
        for _ in 0..self.replay {
            if let Some(earlier) = self.lessons.choose(rng) {
                self.pay(earlier, values, &scope);
            }
        }
        if self.replay > 0 {
            if self.lessons.len() < REMEMBERED {
                self.lessons.push(lesson);
            } else {
                self.lessons[rng.random_range(0..REMEMBERED)] = lesson;
            }
        }
        self.frequencies.learn(&record.deeds, state.roles());
    }

    /// What a game was like for a learner, now that the roles lie open.
    fn lesson(&mut self, learner: &mut Learner, record: &PublicRecord, state: &State) -> Lesson {
        let roles = state.roles();
        let won = state.winning_team().map(|team| team == Team::Werewolf);
        let survivors = reward::village_survivors(record, roles);
        let usual_survivors = self.losses.usual().unwrap_or(f32::from(survivors));
        let defeat = self.survivor * (f32::from(survivors) - usual_survivors);
        if won == Some(false) {
            self.losses.add(survivors);
        }
        let (card, steps, _) = learner.lesson();
        let mut alive_after = record.alive;
        let paid = steps.iter().rev().map(|step| {
            let mut reward = 0.0;
            for gone in step.alive.without(alive_after).iter() {
                let day = record.died[gone.index()].unwrap_or(step.day);
                reward += reward::removal(roles[gone.index()], day);
            }
            if let Some(prey) = step.agreed
                && record.died[prey.index()] != Some(step.day)
            {
                reward += reward::FAILED_ATTACK;
            }
            alive_after = step.alive;
            (*step, reward)
        });
        let steps = paid.collect();
        Lesson { steps, ending: reward::ending(record, card.seat, card.wolves, defeat, won) }
    }

    /// Moves values by a lesson. Hardly a situation comes twice in a game, so that paying a decision
    /// when the next one is made is the same as paying all of them at the end by the values that were
    /// there before; and roles, which rewards depend on, lie open only then.
    fn pay(&self, lesson: &Lesson, values: &mut Values, scope: &Scope) {
        let mut later = lesson.ending;
        for (step, reward) in &lesson.steps {
            let target = reward + later;
            let (situation, decision) = (step.situation, step.decision);
            let move_value = |values: &mut Values| {
                values.update(situation, usize::from(step.choice), target, self.rate);
            };
            let expected = match self.update {
                Update::Decision => {
                    let expected = values.best(situation, decision, scope);
                    move_value(values);
                    expected
                }
                Update::Game => {
                    move_value(values);
                    values.best_tried(situation, decision)
                }
            };
            later = self.discount * (expected + self.trace * (target - expected));
        }
    }
}

/// A game as it is learned from.
struct Lesson {
    /// The decisions, the last one first, with what each was paid at once.
    steps: Vec<(Step, f32)>,
    /// What the end was worth.
    ending: f32,
}
