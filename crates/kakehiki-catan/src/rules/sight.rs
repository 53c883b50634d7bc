//! What is perceived of what happens.
//!
//! Hidden are what is stolen from one player by another, what players discard while the others
//! choose, and afterwards as far as the bank does not tell, and which development card is drawn.

use arrayvec::ArrayVec;
use kakehiki_core::{Seat, Step};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    action::{Action, Chance},
    card::Card,
    knowledge::Knowledge,
    resource::{Hand, Resource},
    rules::Catan,
    state::{MAX_PLAYERS, Stage, State},
    table_view::stacks,
};

/// What one player perceives of one step, or a spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sight {
    /// What happened.
    pub event: Event,
    /// What the stacks of a closed bank show afterwards: none, one, or two and more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacks: Option<Hand>,
    /// The win that it brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<Victory>,
}

/// A win, which lays hidden points open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Victory {
    /// Who has won.
    pub winner: Seat,
    /// How many victory point cards the winner turns over.
    pub revealed: u8,
}

/// One entry for each player, in the order of the seats.
pub type EachPlayer<T> = ArrayVec<T, MAX_PLAYERS>;

/// Something that happened, as one player perceives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A part of the board was dealt.
    Dealt(Chance),
    /// A player did something in the open.
    Acted {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
        /// What it gave to the bank.
        paid: Hand,
        /// What it got from the bank.
        got: Hand,
        /// Cards that it must hold to be allowed to do so.
        shown: Hand,
    },
    /// The dice fell.
    Rolled {
        /// Their total.
        total: u8,
        /// What each player got.
        gains: EachPlayer<Hand>,
    },
    /// I laid cards aside for the discard.
    LaidAside(Hand),
    /// All discards are made.
    Discarded {
        /// How many cards each player discarded.
        counts: EachPlayer<u32>,
        /// What each player discarded, as far as I saw it.
        cards: EachPlayer<Option<Hand>>,
        /// What all discarded together, if the bank shows it.
        sum: Option<Hand>,
    },
    /// A card was stolen.
    Stolen {
        /// By whom.
        thief: Seat,
        /// From whom.
        victim: Seat,
        /// Which, if I saw it.
        resource: Option<Resource>,
    },
    /// A development card was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which, if it is mine.
        card: Option<Card>,
    },
    /// A monopoly was played.
    Monopolised {
        /// By whom.
        seat: Seat,
        /// On what.
        resource: Resource,
        /// How many cards each player lost.
        taken: EachPlayer<u8>,
    },
    /// Two players traded.
    Traded {
        /// Whose turn it is.
        seat: Seat,
        /// With whom.
        partner: Seat,
        /// What the player on turn gave.
        gave: Hand,
        /// What it got.
        got: Hand,
    },
}

/// The cards of one hand that are not in another.
pub(super) fn beyond(one: Hand, other: Hand) -> Hand {
    Hand(std::array::from_fn(|index| one.0[index].saturating_sub(other.0[index])))
}

impl Catan {
    /// What a player perceives of a step; nobody in particular is a spectator.
    pub(super) fn seen(
        &self,
        before: &State,
        step: &Step<Self>,
        after: &State,
        viewer: Option<Seat>,
    ) -> Option<Sight> {
        let event = match step {
            Step::Action(actor, action) => {
                self.seen_action(before, *actor, *action, after, viewer)?
            }
            Step::Chance(chance) => self.seen_chance(before, *chance, after, viewer),
        };
        let stacks = (!self.options.bank.is_open()).then(|| stacks(after.bank));
        let won = match after.stage {
            Stage::Won(winner) => {
                Some(Victory { winner, revealed: after.cards(winner).count(Card::VictoryPoint) })
            }
            _ => None,
        };
        Some(Sight { event, stacks, won })
    }

    fn seen_action(
        &self,
        before: &State,
        actor: Seat,
        action: Action,
        after: &State,
        viewer: Option<Seat>,
    ) -> Option<Event> {
        let mover = before.mover;
        let lost = |seat: Seat| beyond(before.hand(seat), after.hand(seat));
        let gained = |seat: Seat| beyond(after.hand(seat), before.hand(seat));
        let seats = || Seat::all(self.options.players);
        let deal_terms = || before.offer().map_or(Hand::EMPTY, |deal| deal.terms.get);
        Some(match action {
            Action::Discard(cards) if after.stage == Stage::Discard => {
                return (viewer == Some(actor)).then_some(Event::LaidAside(cards));
            }
            Action::Discard(_) => {
                let is_seen = |other: Seat| {
                    let options = &self.options;
                    viewer == Some(other) || options.discards.is_open() || options.hands.is_open()
                };
                Event::Discarded {
                    counts: seats().map(|seat| lost(seat).total()).collect(),
                    cards: seats().map(|other| is_seen(other).then(|| lost(other))).collect(),
                    sum: self.options.bank.is_open().then(|| beyond(after.bank, before.bank)),
                }
            }
            Action::Monopoly(resource) => Event::Monopolised {
                seat: mover,
                resource,
                taken: seats().map(|seat| lost(seat).count(resource)).collect(),
            },
            Action::Accept | Action::Confirm(_) if before.hand(mover) != after.hand(mover) => {
                let partner = if let Action::Confirm(partner) = action { partner } else { actor };
                Event::Traded { seat: mover, partner, gave: lost(mover), got: gained(mover) }
            }
            // An offer that could not be carried out looks as if it had been refused.
            Action::Accept if after.offer().is_none_or(|deal| !deal.accepted.contains(actor)) => {
                let action = if viewer == Some(actor) { action } else { Action::Refuse };
                let shown = Hand::EMPTY;
                Event::Acted { seat: actor, action, paid: shown, got: shown, shown }
            }
            _ => {
                let shown = match action {
                    Action::Offer(terms, _) if !self.options.unheld_offers => terms.give,
                    Action::Counter(terms) => terms.give,
                    Action::Accept => deal_terms(),
                    _ => Hand::EMPTY,
                };
                Event::Acted { seat: actor, action, paid: lost(actor), got: gained(actor), shown }
            }
        })
    }

    fn seen_chance(
        &self,
        before: &State,
        chance: Chance,
        after: &State,
        viewer: Option<Seat>,
    ) -> Event {
        match chance {
            Chance::Dice(total) => {
                let gained = |seat: Seat| beyond(after.hand(seat), before.hand(seat));
                let gains = Seat::all(self.options.players).map(gained).collect();
                Event::Rolled { total, gains }
            }
            Chance::Stolen(resource) => {
                let thief = before.mover;
                let victim = match before.stage {
                    Stage::Theft(victim) => victim,
                    _ => thief,
                };
                let is_involved = viewer == Some(thief) || viewer == Some(victim);
                let is_seen = is_involved || self.options.hands.is_open();
                Event::Stolen { thief, victim, resource: is_seen.then_some(resource) }
            }
            Chance::Card(card) => {
                let card = (viewer == Some(before.mover)).then_some(card);
                Event::Drew { seat: before.mover, card }
            }
            Chance::Terrain(_) | Chance::Spiral { .. } | Chance::Token(..) | Chance::Harbour(_) => {
                Event::Dealt(chance)
            }
        }
    }

    /// Adds what a player saw happen to what it knows about the hands.
    pub(super) fn learn(knowledge: &mut Knowledge, seat: Seat, event: &Event) {
        match event {
            Event::Acted { seat, paid, got, shown, .. } => {
                knowledge.shows(*seat, *shown);
                knowledge.spend(*seat, *paid);
                knowledge.gain(*seat, *got);
            }
            Event::Rolled { gains, .. } => {
                for (seat, gain) in Seat::all(gains.len()).zip(gains) {
                    knowledge.gain(seat, *gain);
                }
            }
            Event::Discarded { counts, cards, sum } => {
                let mut hidden = EachPlayer::new();
                let mut rest = *sum;
                for ((other, count), cards) in Seat::all(counts.len()).zip(counts).zip(cards) {
                    if let Some(cards) = cards {
                        knowledge.spend(other, *cards);
                        rest = rest.map(|rest| beyond(rest, *cards));
                    } else if *count > 0 {
                        hidden.push((other, *count));
                    }
                }
                if !hidden.is_empty() {
                    knowledge.discard_unseen(&hidden, rest);
                }
            }
            Event::Stolen { thief, victim, resource: Some(resource) } => {
                knowledge.theft_seen(*thief, *victim, *resource);
            }
            Event::Stolen { thief, victim, resource: None } => {
                debug_assert!(*thief != seat && *victim != seat, "they see what is stolen");
                knowledge.theft_unseen(*thief, *victim);
            }
            Event::Monopolised { seat, resource, taken } => {
                knowledge.monopoly(*seat, *resource, taken);
            }
            Event::Traded { seat, partner, gave, got } => {
                knowledge.spend(*seat, *gave);
                knowledge.spend(*partner, *got);
                knowledge.gain(*seat, *got);
                knowledge.gain(*partner, *gave);
            }
            Event::Dealt(_) | Event::LaidAside(_) | Event::Drew { .. } => {}
        }
    }
}
