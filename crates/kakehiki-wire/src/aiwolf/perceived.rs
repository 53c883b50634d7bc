//! What happens at a table, each thing once, for those who tell clients of it.

use kakehiki_core::Seat;
use kakehiki_games::{AnyOngoing, Ongoing};
use kakehiki_werewolf::{Channel, Event, Werewolf};

/// What happened in the last step: what each player did, then what werewolves and then what all
/// perceived of it, each thing once.
pub(crate) fn perceived(game: &Ongoing<Werewolf>) -> Vec<(Seat, Event)> {
    let players = game.header().seats.len();
    let game = game.game();
    let sights = || Seat::all(players).filter_map(|seat| Some((seat, game.sight(seat)?)));
    let own = sights().flat_map(|(seat, sight)| {
        let acts = sight.events.iter().filter(|event| is_own(event));
        acts.map(move |event| (seat, event.clone()))
    });
    let of_wolves = sights().find_map(|(seat, sight)| {
        let events: Vec<(Seat, Event)> = sight
            .events
            .iter()
            .filter(|event| is_wolves(event))
            .map(|event| (seat, event.clone()))
            .collect();
        (!events.is_empty()).then_some(events)
    });
    let everybody = game.public_sight().into_iter().flat_map(|sight| sight.events);
    let everybody = everybody.map(|event| (Seat::new(0), event));
    own.chain(of_wolves.into_iter().flatten()).chain(everybody).collect()
}

/// Whether an event is a player's own choice.
fn is_own(event: &Event) -> bool {
    matches!(event, Event::Voted(_) | Event::VotedAttack(_) | Event::Divined(_) | Event::Guarded(_))
}

/// Whether only werewolves perceive an event.
fn is_wolves(event: &Event) -> bool {
    match event {
        Event::Said(said) => said.channel == Channel::Whisper,
        Event::AttackBallot { .. } | Event::Attacked(_) => true,
        _ => false,
    }
}
