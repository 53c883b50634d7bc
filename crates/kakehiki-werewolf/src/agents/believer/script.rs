//! What a believer says, whatever it believes: a fixed script that a part of an agent that talks can
//! replace.
//!
//! From the first day on the seer comes out and reports every result, and so does the medium. The
//! possessed comes out as the seer too, and reports one invented result a day: the likeliest human as
//! a werewolf until all werewolves of the village are named, and after that the likeliest werewolf as
//! a human. All others, werewolves included, say nothing.

use kakehiki_bargain::Standpoint;
use kakehiki_core::{GameRng, Seat};

use super::{Believer, highest, strangers};
use crate::rules::{
    Channel, Event, MAX_PLAYERS, Manner, Players, Role, Sentence, Simple, Species, Verb, View,
    Werewolf, Whom,
};

/// What comes next.
pub(super) fn line(
    believer: &Believer,
    at: &Standpoint<'_, Werewolf>,
    rng: &mut GameRng,
) -> Sentence {
    let view = at.view;
    if view.day == 0 {
        return Sentence::OVER;
    }
    let role = match view.role {
        Role::Seer | Role::Possessed => Role::Seer,
        Role::Medium => Role::Medium,
        _ => return Sentence::OVER,
    };
    let come_out = Sentence::coming_out(view.seat, role);
    let next = if !has_said(view, &come_out) {
        Some(come_out)
    } else if view.role == Role::Possessed {
        invent(believer, at, rng)
    } else {
        results(view).find(|result| !has_said(view, result))
    };
    next.unwrap_or(Sentence::OVER)
}

/// What a seer or a medium was told.
fn results(view: &View) -> impl Iterator<Item = Sentence> {
    view.events.iter().filter_map(|event| match *event {
        Event::DivineResult(target, species) => Some(Sentence::divined(target, species)),
        Event::MediumResult(target, species) => Some(Sentence::identified(target, species)),
        _ => None,
    })
}

/// A result that nobody found, if the one of this day was not reported yet.
fn invent(
    believer: &Believer,
    at: &Standpoint<'_, Werewolf>,
    rng: &mut GameRng,
) -> Option<Sentence> {
    let view = at.view;
    if reported(view).count() >= usize::from(view.day) {
        return None;
    }
    let named: Players = reported(view).map(|(target, _)| target).collect();
    let fresh = strangers(view).without(named);
    let black = reported(view).filter(|(_, species)| *species == Species::Werewolf).count();
    let wolves = usize::from(at.game.options().roles[Role::Werewolf.index()]);
    if black < wolves {
        let human = believer.likeliest_human(at, fresh, rng)?;
        Some(Sentence::divined(human, Species::Werewolf))
    } else {
        let shares = believer.shares(at, rng);
        let wolf = highest(fresh, rng, |seat| shares.share(seat, Role::Werewolf))?;
        Some(Sentence::divined(wolf, Species::Human))
    }
}

/// Whom this player last called a werewolf that it had divined.
pub(super) fn accused(view: &View) -> Option<Seat> {
    let black = reported(view).filter(|(_, species)| *species == Species::Werewolf);
    black.map(|(target, _)| target).last()
}

/// The divinations that this player has reported, in order.
pub(in crate::agents) fn reported(view: &View) -> impl Iterator<Item = (Seat, Species)> {
    own_words(view).filter_map(|sentence| {
        let mut found = None;
        sentence.visit_asserted(Whom::from(view.seat), &mut |simple: &Simple| {
            if simple.verb == Verb::Divined && simple.manner == Manner::Stated {
                found = simple.target.seat(MAX_PLAYERS).map(|seat| (seat, simple.species()));
            }
        });
        found
    })
}

/// Whether this player has said something in public.
pub(in crate::agents) fn has_said(view: &View, sentence: &Sentence) -> bool {
    own_words(view).any(|said| said == sentence)
}

/// Whether this player has claimed a role.
pub(in crate::agents) fn is_out(view: &View) -> bool {
    own_words(view).any(|said| said.verb() == Verb::ComingOut)
}

/// What this player has said in public, in order.
fn own_words(view: &View) -> impl Iterator<Item = &Sentence> {
    view.events.iter().filter_map(|event| match event {
        Event::Spoke(Channel::Talk, sentence) => Some(sentence),
        _ => None,
    })
}
