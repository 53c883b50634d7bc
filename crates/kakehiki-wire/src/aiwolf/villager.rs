//! An agent in a foreign village, which is told what happened and not in how many steps.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use kakehiki_core::{Cast, NameError, OutOfStep, Seat, Seed};
use kakehiki_games::Open;
use kakehiki_werewolf::{Delivery, Event, Phase, Sight, Werewolf};

use crate::{ThinkingTime, player::Player};

/// An agent of ours in a village. What a player perceives of what happened, and in how many steps, follows
/// from the rules.
pub(crate) struct Villager {
    player: Player<Arc<Open<Werewolf>>, Werewolf>,
    is_immediate: bool,
}

impl Deref for Villager {
    type Target = Player<Arc<Open<Werewolf>>, Werewolf>;

    fn deref(&self) -> &Self::Target {
        &self.player
    }
}

impl DerefMut for Villager {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.player
    }
}

impl Villager {
    /// Sits down for a match of one game.
    pub(crate) fn new(
        table: Arc<Open<Werewolf>>,
        cast: &Cast,
        seat: Seat,
        match_seed: Seed,
        time: ThinkingTime,
    ) -> Result<Self, NameError> {
        let is_immediate = table.game().options().delivery == Delivery::Immediate;
        Ok(Self { player: Player::new(table, cast, seat, match_seed, time)?, is_immediate })
    }

    /// What is going on, with these events to come.
    pub(crate) fn draft(&self, events: Vec<Event>) -> Sight {
        Sight { phase: self.view().phase, is_asked: false, speaker: None, events }
    }

    /// Takes in what happened, in this order and in as many steps as the rules have it.
    pub(crate) fn tell(&mut self, events: Vec<Event>) -> Result<(), OutOfStep> {
        let own = self.seat();
        let mut rest = events;
        while !rest.is_empty() {
            let draft = self.draft(rest.clone());
            let fits = |seen: &Sight| {
                let is_whole = rest.len() == seen.events.len();
                rest.starts_with(&seen.events) && (is_whole || comes_first(seen, &rest, own))
            };
            let seen = self.see_like(&draft, &fits)?;
            rest.drain(..seen.events.len());
        }
        Ok(())
    }

    /// Goes on until the player is asked for something.
    pub(crate) fn wait(&mut self) -> Result<(), OutOfStep> {
        while !self.view().is_asked {
            let speaker = self.is_immediate.then(|| self.seat());
            let draft = Sight { is_asked: true, speaker, ..self.draft(Vec::new()) };
            self.see_like(&draft, &|seen| seen.events.is_empty())?;
        }
        Ok(())
    }
}

/// Whether events can be perceived in more than one step, of which this is the first.
fn comes_first(seen: &Sight, events: &[Event], own: Seat) -> bool {
    match seen.events.last() {
        // Who speaks last in a turn perceives the whole turn with its own words.
        Some(Event::Spoke(..)) => {
            !matches!(events.last(), Some(Event::Said(said)) if said.speaker == own)
        }
        // What came of a ballot is known, so that it was not held again.
        Some(Event::Ballot { .. }) => seen.phase != Phase::Vote,
        // A morning brings all that it brings at once.
        Some(
            Event::Dawn { .. }
            | Event::DivineResult(..)
            | Event::MediumResult(..)
            | Event::Revealed(_),
        ) => false,
        _ => true,
    }
}
