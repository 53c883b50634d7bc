//! The seven, the robber and the thief.

use kakehiki_core::{Illegal, Seat};

use super::{
    action::{Action, Partners},
    options::{Discard, DiscardOrder, Options, Victims},
    resource::{Hand, Resource},
    state::{MAX_PLAYERS, Pending, Stage, State},
    topology::{HEXES, Hex},
};

/// A friendly robber spares players with fewer points than this.
const FEWEST_POINTS_ROBBED: u8 = 3;

/// What a seven brings: discards, and then the robber.
pub(crate) fn roll_seven(state: &mut State) {
    state.stage = Stage::Robber;
    if state.discarder_from(state.mover).is_some() {
        state.stage = Stage::Discard;
        state.pending = Pending::Discards([Hand::EMPTY; MAX_PLAYERS]);
    }
}

/// The player who has to discard next.
#[inline]
pub(crate) fn discarder(options: &Options, state: &State) -> Option<Seat> {
    state.discarder_from(first_discarder(options, state))
}

/// The player who is asked first to discard.
#[inline]
pub(crate) fn first_discarder(options: &Options, state: &State) -> Seat {
    match options.discard_order {
        DiscardOrder::Seats => Seat::new(0),
        DiscardOrder::Roller => state.mover,
    }
}

/// How many cards a player has still to lay aside.
fn still_due(state: &State, seat: Seat) -> u32 {
    state.discard_of(seat).saturating_sub(state.laid_aside(seat).total())
}

/// Whether the menu of discards, which lists single cards, holds all that is legal.
pub(crate) fn is_last_card(options: &Options, state: &State) -> bool {
    options.discard == Discard::Cards
        || discarder(options, state).is_none_or(|seat| still_due(state, seat) <= 1)
}

pub(crate) fn discard_menu(state: &State, seat: Seat, menu: &mut Vec<Action>) {
    let (hand, aside) = (state.side(seat).hand, state.laid_aside(seat));
    let is_there = |resource: &Resource| hand.count(*resource) > aside.count(*resource);
    menu.extend(
        Resource::ALL.into_iter().filter(is_there).map(|card| Action::Discard(Hand::one(card))),
    );
}

pub(crate) fn check_discard(
    options: &Options,
    state: &State,
    seat: Seat,
    cards: Hand,
) -> Result<(), Illegal> {
    let due = still_due(state, seat);
    if cards.is_empty() || cards.total() > due {
        return Err(Illegal(format!("{due} cards are due, not {}", cards.total())));
    }
    if options.discard == Discard::Cards && cards.total() > 1 {
        return Err(Illegal("cards are discarded one at a time".to_owned()));
    }
    let free = state.side(seat).hand.minus(state.laid_aside(seat)).unwrap_or_default();
    if !free.contains(cards) {
        return Err(Illegal(format!("the hand does not hold {cards}")));
    }
    Ok(())
}

/// Lays cards aside; when all have done so, they go to the bank and the robber moves.
pub(crate) fn discard(state: &mut State, seat: Seat, cards: Hand) {
    let Pending::Discards(mut discards) = state.pending else {
        return;
    };
    let aside = &mut discards[seat.index() % MAX_PLAYERS];
    for (have, more) in aside.0.iter_mut().zip(cards.0) {
        *have = have.saturating_add(more);
    }
    state.pending = Pending::Discards(discards);
    if state.discarder_from(seat).is_none() {
        for (seat, cards) in Seat::all(MAX_PLAYERS).zip(discards) {
            state.pay(seat, cards);
        }
        state.pending = Pending::Nothing;
        state.stage = Stage::Robber;
    }
}

/// Whom the robber can rob on a hex.
pub(crate) fn victims(options: &Options, state: &State, hex: Hex) -> Partners {
    let due = state.due[hex.index()];
    let mut victims = Partners::NONE;
    if due != 0 {
        for (index, side) in state.sides.iter().enumerate() {
            let is_neighbour = due >> (4 * index) & 15 != 0 && index != state.mover.index();
            if is_neighbour && (options.victims == Victims::Any || !side.hand.is_empty()) {
                victims.0 |= 1 << index;
            }
        }
    }
    victims
}

/// The hexes where the robber may go, a bit for each.
pub(crate) fn places(options: &Options, state: &State) -> u32 {
    let others = ((1 << HEXES) - 1) & !(1 << state.robber.index());
    if !options.friendly_robber {
        return others;
    }
    let is_poor = |seat: usize| {
        seat != state.mover.index() && state.sides[seat].points < FEWEST_POINTS_ROBBED
    };
    let is_spared = |hex: Hex| {
        let due = state.due[hex.index()];
        (0..MAX_PLAYERS).any(|seat| due >> (4 * seat) & 15 != 0 && is_poor(seat))
    };
    let spared =
        Hex::all().filter(|hex| is_spared(*hex)).fold(0, |set, hex| set | 1 << hex.index());
    if others & !spared == 0 { others } else { others & !spared }
}

pub(crate) fn robber_menu(options: &Options, state: &State, menu: &mut Vec<Action>) {
    let places = places(options, state);
    for hex in Hex::all().filter(|hex| places >> hex.index() & 1 == 1) {
        let victims = victims(options, state, hex);
        if victims.is_empty() {
            menu.push(Action::Robber(hex, None));
        } else {
            menu.extend(victims.iter().map(|seat| Action::Robber(hex, Some(seat))));
        }
    }
}

pub(crate) fn check_robber(
    options: &Options,
    state: &State,
    hex: Hex,
    victim: Option<Seat>,
) -> Result<(), Illegal> {
    if hex == state.robber {
        return Err(Illegal(format!("the robber is on {hex} already")));
    }
    if places(options, state) >> hex.index() & 1 == 0 {
        return Err(Illegal(format!("the robber spares a player on {hex}")));
    }
    let victims = victims(options, state, hex);
    match victim {
        None if victims.is_empty() => Ok(()),
        None => Err(Illegal(format!("somebody has to be robbed on {hex}"))),
        Some(seat) if seat.index() < MAX_PLAYERS && victims.contains(seat) => Ok(()),
        Some(seat) => Err(Illegal(format!("{seat} cannot be robbed on {hex}"))),
    }
}

pub(crate) fn move_robber(state: &mut State, hex: Hex, victim: Option<Seat>) {
    state.robber = hex;
    match victim {
        Some(seat) if !state.side(seat).hand.is_empty() => state.stage = Stage::Theft(seat),
        _ => state.resume(),
    }
}

/// Moves the stolen card.
pub(crate) fn steal(state: &mut State, victim: Seat, resource: Resource) {
    let index = resource.index();
    let cards = &mut state.side_mut(victim).hand.0[index];
    let is_there = *cards > 0;
    *cards = cards.saturating_sub(1);
    state.side_mut(state.mover).hand.0[index] += u8::from(is_there);
    state.resume();
}
