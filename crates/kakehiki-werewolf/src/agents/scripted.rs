//! Players of the fast table as agents that see nothing but views.

use kakehiki_core::{Agent, Explanation, GameRng, Seat, Seed};

use super::{
    board::Board,
    brain::Brain,
    player::{Finish, Hand, Player},
};
use crate::rules::{Action, Channel, Event, Phase, Role, Sentence, Sight, Team, View, Werewolf};

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
    board: Board,
    hand: Hand,
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
    pub(super) fn new(game: &Werewolf, brain: Brain, seed: Seed) -> Self {
        let options = game.options();
        let wolves = usize::from(options.roles[Role::Werewolf.index()]);
        let has_medium = options.roles[Role::Medium.index()] > 0;
        let mut board = Board::new(options.players, wolves, has_medium);
        if let Some(factors) = brain.wants_belief() {
            board.believe(options, factors);
        }
        Self {
            game: *game,
            brain,
            board,
            hand: Hand::default(),
            seed,
            games: 0,
            game_seed: seed,
            decisions: 0,
        }
    }

    fn answer(&self, brain: &mut Brain, question: Question) -> Action {
        let mut rng = self.game_seed.rng_at(self.decisions);
        let (board, rng) = (&self.board, &mut rng);
        match question {
            Question::Say(channel) => {
                let sentence = match channel {
                    Channel::Talk => brain.talk(board, rng),
                    Channel::Whisper => brain.whisper(board, rng),
                };
                let allowed = self.game.options().language.allows(&sentence);
                Action::Say(if allowed { sentence } else { Sentence::SKIP })
            }
            // No vote is answered by the rules with a random one, as is a vote for oneself.
            Question::Vote => Action::Vote(brain.vote(board, rng).unwrap_or(self.hand.seat)),
            Question::Divine => Action::Divine(brain.divine(board, rng)),
            Question::Guard => Action::Guard(brain.guard(board, rng)),
            Question::Attack => Action::Attack(brain.attack(board, rng)),
        }
    }

    /// Takes the step that was thought through before the own act.
    fn commit(&mut self, question: Question) {
        let mut brain = self.brain.clone();
        self.answer(&mut brain, question);
        self.brain = brain;
        self.decisions += 1;
    }

    fn perceive(&mut self, event: &Event) {
        match event {
            // Results and the end are looked at when everything else is known.
            Event::Requested(_)
            | Event::Ended { .. }
            | Event::AttackBallot { .. }
            | Event::DivineResult(..)
            | Event::MediumResult(..) => {}
            Event::Dealt { role, wolves } => {
                self.hand = Hand { role: *role, wolves: *wolves, ..self.hand };
                let mut rng = self.game_seed.rng_at(DEAL);
                self.brain.sit(self.hand, &self.board, &mut rng);
            }
            Event::Spoke(channel, _) => self.commit(Question::Say(*channel)),
            Event::Voted(_) => self.commit(Question::Vote),
            Event::Divined(_) => self.commit(Question::Divine),
            Event::Guarded(_) => self.commit(Question::Guard),
            Event::VotedAttack(_) => self.commit(Question::Attack),
            Event::Said(said) => match said.channel {
                Channel::Talk => self.board.hear(said.speaker, &said.sentence),
                Channel::Whisper => {
                    if said.speaker != self.hand.seat {
                        self.brain.overhear(said.speaker, &said.sentence);
                    }
                }
            },
            Event::Ballot { votes, .. } => self.board.count(votes.iter().copied()),
            Event::Executed(executed) => self.board.execute(*executed),
            Event::Attacked(victim) => self.brain.agreed(*victim),
            Event::Dawn { day, victim } => self.board.dawn(*day, *victim),
        }
    }
}

impl Agent<Werewolf> for Scripted {
    fn sit(&mut self, seat: Seat) {
        self.hand = Hand { seat, ..Hand::default() };
        self.game_seed = self.seed.derive("game", self.games);
        self.games += 1;
        self.decisions = 0;
        self.board.clear();
    }

    fn decide(&mut self, view: &View, _menu: &[Action], _rng: &mut GameRng) -> Action {
        let question = match view.phase {
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
        self.answer(&mut brain, question)
    }

    fn hear(&mut self, view: &View, sight: &Sight) {
        for event in &sight.events {
            self.perceive(event);
        }
        if let Some(floor) = view.floor {
            self.board.turn = floor.turn;
        }
        self.board.refresh();
        let is_morning = sight.events.iter().any(|event| matches!(event, Event::Dawn { .. }));
        if is_morning && view.phase != Phase::Over && view.alive.contains(view.seat) {
            let result = sight.events.iter().find_map(|event| match *event {
                Event::DivineResult(target, species) | Event::MediumResult(target, species) => {
                    Some((target, species))
                }
                _ => None,
            });
            let mut rng = self.game_seed.rng_at(MORNINGS + u64::from(view.day));
            self.brain.wake(&self.board, result, &mut rng);
        }
        if let Some(Event::Ended { roles, winner }) = sight.events.last() {
            let wolves_won = winner.map(|team| team == Team::Werewolf);
            self.brain.finish(&self.board, &Finish { roles, wolves_won });
        }
    }

    fn explain(&self, _view: &View) -> Option<Explanation> {
        self.brain.explain(&self.board)
    }
}
