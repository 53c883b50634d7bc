//! What a learner is taught when a game is over and the roles lie open.

use super::{losses::Losses, reward, training::Training};
use crate::{
    agents::{Learner, Update},
    estimate::Frequencies,
    record::PublicRecord,
    rules::{State, Team},
};

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
    /// What was counted of the behaviour of all.
    pub(super) frequencies: Frequencies,
    /// The survivors of the village in games that were lost.
    pub(super) losses: Losses,
}

impl Teacher {
    pub(super) fn new(rate: f32, training: &Training, losses: Losses) -> Self {
        let Training { discount, update, trace, survivor, .. } = *training;
        let frequencies = Frequencies::default();
        Self { rate, discount, update, trace, survivor, frequencies, losses }
    }

    /// Pays every decision what came after it. Hardly a situation comes twice in a game, so that
    /// paying a decision when the next one is made is the same as paying all of them at the end by the
    /// values that were there before; and roles, which rewards depend on, lie open only then.
    pub(super) fn teach(&mut self, learner: &mut Learner, record: &PublicRecord, state: &State) {
        let roles = state.roles();
        let won = state.winning_team().map(|team| team == Team::Werewolf);
        let survivors = reward::village_survivors(record, roles);
        let usual_survivors = self.losses.usual().unwrap_or(f32::from(survivors));
        let defeat = self.survivor * (f32::from(survivors) - usual_survivors);
        if won == Some(false) {
            self.losses.add(survivors);
        }
        let scope = learner.scope();
        let (card, steps, values) = learner.lesson();
        let (seat, wolves) = (card.seat, card.wolves);
        let mut later = reward::ending(record, seat, wolves, defeat, won);
        let mut alive_after = record.alive;
        for step in steps.iter().rev() {
            let mut target = later;
            for gone in step.alive.without(alive_after).iter() {
                let day = record.died[gone.index()].unwrap_or(step.day);
                target += reward::removal(roles[gone.index()], day);
            }
            if let Some(prey) = step.agreed
                && record.died[prey.index()] != Some(step.day)
            {
                target += reward::FAILED_ATTACK;
            }
            let before = values.best(step.situation, step.decision, &scope);
            values.update(step.situation, usize::from(step.choice), target, self.rate);
            let expected = match self.update {
                Update::Decision => before,
                Update::Game => values.best_tried(step.situation, step.decision),
            };
            later = self.discount * (expected + self.trace * (target - expected));
            alive_after = step.alive;
        }
        self.frequencies.learn(&record.deeds, roles);
    }
}
