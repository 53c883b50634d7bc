//! What is counted in a game between a participant and an AI.

use kakehiki_catan::{Action, Catan, Event, Hand, Stage};
use kakehiki_core::{Awaited, OngoingGame, Seat, Verdict};
use serde::{Deserialize, Serialize};

use super::answers::Said;

/// The start of a turn of the participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    /// The number of the turn.
    pub(super) turn: u16,
    /// What the AI holds.
    pub(super) held: Hand,
    /// Whether the AI has said anything since the turn before.
    pub(super) is_told: bool,
}

/// A game as it goes on, seen from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    participant: Seat,
    ai: Seat,
    /// The last turn of the participant that began.
    turn: u16,
    /// Whether the AI has said anything since that turn began.
    is_told: bool,
    negotiations: u32,
    succeeded: u32,
}

impl Course {
    /// A game of two before its first step.
    pub(super) fn new(participant: Seat) -> Self {
        let ai = participant.next(2);
        Self { participant, ai, turn: 0, is_told: false, negotiations: 0, succeeded: 0 }
    }

    /// Counts the last step of a game. Every offer and every counter-offer is a negotiation, and each
    /// that ends in a trade has succeeded.
    ///
    /// Tells if a turn of the participant begins with it.
    pub(super) fn follow(&mut self, ongoing: &OngoingGame<Catan>) -> Option<Beginning> {
        match ongoing.public_sight().map(|sight| sight.event) {
            Some(Event::Acted { action: Action::Offer(..) | Action::Counter(_), .. }) => {
                self.negotiations += 1;
            }
            Some(Event::Acted { seat, action: Action::Say(_), .. }) => {
                self.is_told |= seat == self.ai;
            }
            Some(Event::Traded { .. }) => self.succeeded += 1,
            _ => {}
        }
        let state = ongoing.state();
        let begins = state.stage() == Stage::Begin
            && state.mover() == self.participant
            && state.turns() != self.turn;
        begins.then(|| {
            self.turn = state.turns();
            let is_told = std::mem::take(&mut self.is_told);
            Beginning { turn: self.turn, held: state.hand(self.ai), is_told }
        })
    }

    /// What came out of a game that is over, with what was said at the start of each turn.
    pub(super) fn measures(
        &self,
        ongoing: &OngoingGame<Catan>,
        said: &[(Said, Beginning)],
    ) -> Measures {
        let changes = |is_same: fn(Said, Said) -> bool| {
            said.windows(2).filter(|pair| !is_same(pair[0].0, pair[1].0)).count() as u32
        };
        let rights = |some: &[(Said, Beginning)]| {
            some.iter().filter(|(said, at)| said.is_right(at.held)).count() as u32
        };
        let early = &said[..said.len() / 2];
        let told = || said.windows(2).filter(|pair| pair[1].1.is_told);
        let verdict = match ongoing.awaited() {
            Awaited::Nobody(verdict) => Some(verdict),
            Awaited::Seat(_) | Awaited::Chance => None,
        };
        let is_win = |seat| verdict.is_some_and(|verdict: Verdict| verdict.is_win(seat));
        Measures {
            negotiations: self.negotiations,
            succeeded: self.succeeded,
            ai_won: is_win(self.ai),
            is_decided: is_win(self.ai) || is_win(self.participant),
            turns: said.len() as u32,
            right: rights(said),
            early: early.len() as u32,
            early_right: rights(early),
            told: told().count() as u32,
            told_changes: told().filter(|pair| pair[0].0.most_held != pair[1].0.most_held).count()
                as u32,
            most_held_changes: changes(|one, next| one.most_held == next.most_held),
            wanted_changes: changes(|one, next| one.wanted == next.wanted),
        }
    }
}

/// What came out of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measures {
    /// Offers and counter-offers of both.
    pub(super) negotiations: u32,
    /// Those that ended in a trade.
    pub(super) succeeded: u32,
    pub(super) ai_won: bool,
    /// Whether anybody won.
    pub(super) is_decided: bool,
    /// The turns of the participant, at the start of which it was asked.
    pub(super) turns: u32,
    /// How often it was right about what the AI held most of.
    pub(super) right: u32,
    /// The turns of the first half of the game, and how often it was right in those.
    pub(super) early: u32,
    pub(super) early_right: u32,
    /// The turns before which the AI said something, and how often the answer changed in those.
    pub(super) told: u32,
    pub(super) told_changes: u32,
    /// How often it said something else than in its turn before.
    pub(super) most_held_changes: u32,
    pub(super) wanted_changes: u32,
}

#[cfg(test)]
mod tests {
    use kakehiki_catan::Resource::{Brick, Ore, Wheat, Wood};
    use kakehiki_core::{Log, Seed};

    use super::{super::game, *};

    #[test]
    fn answers_are_compared_with_the_turn_before_and_with_the_truth() {
        let turn = |turn, most_held, wanted, counts| {
            let held = Hand::from_counts(counts);
            (Said { most_held, wanted }, Beginning { turn, held, is_told: turn > 1 && turn < 7 })
        };
        let said = [
            turn(1, Ore, Wood, [0, 0, 0, 1, 2]),
            // The other has as many of the one that is named as of any.
            turn(3, Ore, Brick, [2, 0, 0, 0, 2]),
            turn(5, Wheat, Brick, [2, 0, 0, 1, 0]),
            // A turn that is said to be like the one before the last is a change.
            turn(7, Ore, Brick, [0; 5]),
        ];
        let ongoing = OngoingGame::new(game(), Seed::experiment(1));
        let measures = Course::new(Seat::new(1)).measures(&ongoing, &said);
        let expected = Measures {
            turns: 4,
            right: 3,
            early: 2,
            early_right: 2,
            told: 2,
            told_changes: 1,
            most_held_changes: 2,
            wanted_changes: 1,
            ..Measures::default()
        };
        assert_eq!(measures, expected);
    }

    #[test]
    fn offers_counter_offers_and_trades_are_counted() {
        // A game in which the first turn has an offer that is taken, one that is refused and one that
        // is answered by another, which is taken.
        let log = Log::parse(include_str!("hand-made.jsonl")).unwrap();
        let (mut course, mut began) = (Course::new(Seat::new(0)), Vec::new());
        let ongoing = log
            .replay(&game(), |event, ongoing| {
                if event.is_step() {
                    began.extend(course.follow(ongoing));
                }
            })
            .unwrap();
        let measures = course.measures(&ongoing, &[]);
        assert_eq!((measures.negotiations, measures.succeeded), (4, 2));
        assert!(!measures.is_decided && !measures.ai_won);
        assert_eq!(began.len(), 1, "a turn begins once");
    }
}
