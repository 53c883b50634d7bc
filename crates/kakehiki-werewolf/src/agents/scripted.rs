//! Players of the fast table as agents that see nothing but views.

use std::sync::Arc;

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Explanation, GameRng, LazyView, Seat, Seed};

use super::{
    brain::Brain,
    table_player::{RoleCard, TablePlayer},
};
use crate::{
    estimate::{CommonKnowledge, Shelf},
    rules::{Action, Channel, Event, Phase, Sentence, Sight, Werewolf},
};

/// Decisions, mornings and deals of a game draw from different streams of its seed.
const MORNINGS: u64 = 1 << 32;
const DEAL: u64 = 1 << 40;

/// A player behind a view.
///
/// It keeps a public record of its own from what it hears. A decision is thought through on a copy
/// of the player; the player itself takes the same step, with the same random numbers, when it
/// hears of its own act. So what it remembers follows from its seed and from what it heard.
pub(super) struct Scripted {
    game: Werewolf,
    brain: Brain,
    common: CommonKnowledge,
    card: RoleCard,
    seed: Seed,
    games: u64,
    game_seed: Seed,
    decisions: u64,
}

/// What a player is asked for.
#[derive(Clone, Copy)]
enum Question {
    Say(Channel),
    Vote,
    Divine,
    Guard,
    Attack,
}

impl Scripted {
    /// A player who shares what everybody may infer with others of its kind.
    pub(super) fn new(game: &Werewolf, brain: Brain, shelf: &Arc<Shelf>, seed: Seed) -> Self {
        let common = CommonKnowledge::new(game, brain.wants_belief()).shared(shelf);
        Self {
            game: *game,
            brain,
            common,
            card: RoleCard::default(),
            seed,
            games: 0,
            game_seed: seed,
            decisions: 0,
        }
    }

    /// The random numbers of the next decision.
    fn rng(&self) -> GameRng {
        self.game_seed.rng_at(self.decisions)
    }

    /// Takes the step that was thought through before the own act.
    fn commit(&mut self, question: Question) {
        let mut rng = self.rng();
        let (game, common, seat) = (&self.game, &self.common, self.card.seat);
        // Brains are large: this one is changed where it is, not replaced by a changed copy.
        answer(game, common, seat, &mut self.brain, question, &mut rng);
        self.decisions += 1;
    }

    fn perceive(&mut self, event: &Event) {
        match event {
            // Results and the end are looked at when everything else is known.
            Event::Requested(_)
            | Event::Ended { .. }
            | Event::Ballot { .. }
            | Event::Revealed(_)
            | Event::Executed(_)
            | Event::Dawn { .. }
            | Event::AttackBallot { .. }
            | Event::DivineResult(..)
            | Event::MediumResult(..) => {}
            Event::Dealt { role, wolves } => {
                self.card = RoleCard { role: *role, wolves: *wolves, ..self.card };
                let mut rng = self.game_seed.rng_at(DEAL);
                self.brain.sit(self.card, &self.common, &mut rng);
            }
            Event::Spoke(channel, _) | Event::Passed(Some(channel)) => {
                self.commit(Question::Say(*channel));
            }
            Event::Voted(_) | Event::Passed(None) => self.commit(Question::Vote),
            Event::Divined(_) => self.commit(Question::Divine),
            Event::Guarded(_) => self.commit(Question::Guard),
            Event::VotedAttack(_) => self.commit(Question::Attack),
            Event::Said(said) => {
                if said.channel == Channel::Whisper && said.speaker != self.card.seat {
                    self.brain.overhear(said.speaker, &said.sentence);
                }
            }
            Event::Attacked(victim) => self.brain.agreed(*victim),
        }
        self.common.perceive(event);
    }
}

/// What the player in a seat does; its brain is changed by it.
fn answer(
    game: &Werewolf,
    common: &CommonKnowledge,
    seat: Seat,
    brain: &mut Brain,
    question: Question,
    rng: &mut GameRng,
) -> Action {
    match question {
        Question::Say(channel) => {
            let sentence = match channel {
                Channel::Talk => brain.talk(common, rng),
                Channel::Whisper => brain.whisper(common, rng),
            };
            let allowed = game.options().language.allows(&sentence);
            Action::Say(if allowed { sentence } else { Sentence::SKIP })
        }
        // No vote is dropped by the rules, or answered with a random one, as is a vote for oneself.
        Question::Vote => {
            let vote = brain.vote(common, rng).filter(|target| *target != seat);
            vote.map_or(Action::Pass, Action::Vote)
        }
        Question::Divine => Action::Divine(brain.divine(common, rng)),
        Question::Guard => Action::Guard(brain.guard(common, rng)),
        Question::Attack => Action::Attack(brain.attack(common, rng)),
    }
}

impl Mover<Werewolf> for Scripted {
    fn sit(&mut self, seat: Seat) {
        self.card = RoleCard { seat, ..RoleCard::default() };
        self.game_seed = self.seed.derive("game", self.games);
        self.games += 1;
        self.decisions = 0;
        self.common.clear();
    }

    fn decide(
        &mut self,
        at: &Standpoint<'_, Werewolf>,
        _menu: &[Action],
        _rng: &mut GameRng,
    ) -> Action {
        let question = match at.view.phase {
            Phase::Talk(channel) => Question::Say(channel),
            Phase::Divine => Question::Divine,
            Phase::Guard => Question::Guard,
            Phase::Attack => Question::Attack,
            Phase::Deal => return Action::Request(None),
            Phase::Vote | Phase::Tie | Phase::Night | Phase::AttackTie | Phase::Over => {
                Question::Vote
            }
        };
        let mut brain = self.brain.clone();
        answer(&self.game, &self.common, self.card.seat, &mut brain, question, &mut self.rng())
    }

    fn hear(&mut self, view: &LazyView<'_, Werewolf>, sight: &Sight) {
        for event in &sight.events {
            self.perceive(event);
        }
        self.common.catch_up(view);
        let is_morning = sight.events.iter().any(|event| matches!(event, Event::Dawn { .. }));
        if is_morning && view.phase != Phase::Over && view.alive.contains(view.seat) {
            let result = sight.events.iter().find_map(|event| match *event {
                Event::DivineResult(target, species) | Event::MediumResult(target, species) => {
                    Some((target, species))
                }
                _ => None,
            });
            let mut rng = self.game_seed.rng_at(MORNINGS + u64::from(view.day));
            self.brain.wake(&self.common, result, &mut rng);
        }
    }

    fn explain(&self, _at: &Standpoint<'_, Werewolf>) -> Option<Explanation> {
        self.brain.explain(&self.common)
    }
}
