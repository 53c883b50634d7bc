//! What development cards do.

use kakehiki_core::{Illegal, Seat};

use super::{
    action::Action,
    card::Card,
    options::{Options, Plenty},
    resource::{Hand, RESOURCES, Resource},
    rules::ROAD,
    state::{MAX_PLAYERS, Stage, State},
};

/// The cards of a year of plenty.
const PLENTY: u32 = 2;

/// Whether the player whose turn it is may play a card of this kind.
#[inline]
fn is_playable(options: &Options, state: &State, card: Card) -> bool {
    !state.has_played
        && state.side(state.mover).cards.count(card) > state.bought.count(card)
        && (!options.released_catanatron || state.has_rolled || card == Card::Knight)
}

/// Whether playing road building is any use, or need not be.
pub(crate) fn may_build_roads(options: &Options, state: &State) -> bool {
    let side = state.side(state.mover);
    let has_site = side.roads_left > 0 && state.road_sites(state.mover) != 0;
    (options.barren_road_building || has_site)
        && (!options.released_catanatron || side.hand.contains(ROAD))
}

/// The cards that may be played.
pub(crate) fn card_menu(options: &Options, state: &State, menu: &mut Vec<Action>) {
    if state.has_played || state.side(state.mover).cards == state.bought {
        return;
    }
    if is_playable(options, state, Card::Knight) {
        menu.push(Action::Knight);
    }
    if is_playable(options, state, Card::RoadBuilding) && may_build_roads(options, state) {
        menu.push(Action::RoadBuilding);
    }
    if is_playable(options, state, Card::YearOfPlenty) {
        for first in 0..RESOURCES {
            for second in first..RESOURCES {
                let mut cards = Hand::one(Resource::ALL[first]);
                cards.0[second] += 1;
                if may_take(options, state, cards) {
                    menu.push(Action::YearOfPlenty(cards));
                }
            }
            let single = Hand::one(Resource::ALL[first]);
            if may_take(options, state, single) {
                menu.push(Action::YearOfPlenty(single));
            }
        }
    }
    if is_playable(options, state, Card::Monopoly) {
        menu.extend(Resource::ALL.map(Action::Monopoly));
    }
}

pub(crate) fn check_card(options: &Options, state: &State, action: &Action) -> Result<(), Illegal> {
    let card = match action {
        Action::RoadBuilding => Card::RoadBuilding,
        Action::YearOfPlenty(_) => Card::YearOfPlenty,
        Action::Monopoly(_) => Card::Monopoly,
        _ => Card::Knight,
    };
    if state.has_played {
        return Err(Illegal("a card was played in this turn".to_owned()));
    }
    if !is_playable(options, state, card) {
        return Err(Illegal(format!("no {card} is there that was not bought in this turn")));
    }
    match action {
        Action::RoadBuilding if !may_build_roads(options, state) => {
            Err(Illegal("no road can be built".to_owned()))
        }
        Action::YearOfPlenty(cards) => check_plenty(options, state, *cards),
        _ => Ok(()),
    }
}

/// How many cards a year of plenty gives.
fn plenty_size(state: &State) -> u32 {
    PLENTY.min(state.bank.total())
}

/// Whether a year of plenty may give these cards.
fn may_take(options: &Options, state: &State, cards: Hand) -> bool {
    // Some pair with a card is missing if any stack is empty, or if the card is the last of its own.
    let may_be_single = options.plenty == Plenty::Fewer
        && state.bank.0.iter().zip(cards.0).any(|(left, taken)| *left == 0 || *left == taken);
    let size = cards.total();
    let has_size = size == plenty_size(state) || (may_be_single && size == 1);
    size > 0 && has_size && state.bank.contains(cards)
}

fn check_plenty(options: &Options, state: &State, cards: Hand) -> Result<(), Illegal> {
    if may_take(options, state, cards) {
        return Ok(());
    }
    if !state.bank.contains(cards) {
        return Err(Illegal(format!("the bank does not hold {cards}")));
    }
    let size = plenty_size(state);
    Err(Illegal(format!("a year of plenty gives {size} cards, not {}", cards.total())))
}

/// Plays a card.
pub(crate) fn play(state: &mut State, action: &Action) {
    let seat = state.mover;
    let card = match action {
        Action::RoadBuilding => Card::RoadBuilding,
        Action::YearOfPlenty(_) => Card::YearOfPlenty,
        Action::Monopoly(_) => Card::Monopoly,
        _ => Card::Knight,
    };
    state.side_mut(seat).cards.take(card);
    state.hidden_points[seat.index() % MAX_PLAYERS].play();
    state.played.add(card);
    state.has_played = true;
    match action {
        Action::RoadBuilding => {
            let roads = state.side(seat).roads_left.min(2);
            lay_free_roads(state, roads);
        }
        Action::YearOfPlenty(cards) => state.receive(seat, *cards),
        Action::Monopoly(resource) => {
            let index = resource.index();
            let mut taken = 0_u8;
            for other in Seat::all(MAX_PLAYERS).filter(|other| *other != seat) {
                let cards = &mut state.side_mut(other).hand.0[index];
                taken = taken.saturating_add(std::mem::take(cards));
            }
            let cards = &mut state.side_mut(seat).hand.0[index];
            *cards = cards.saturating_add(taken);
        }
        _ => {
            state.add_knight(seat);
            state.stage = Stage::Robber;
        }
    }
}

/// Lets the player lay roads for free, as far as it can.
pub(crate) fn lay_free_roads(state: &mut State, roads: u8) {
    if roads > 0 && state.side(state.mover).roads_left > 0 && state.road_sites(state.mover) != 0 {
        state.stage = Stage::FreeRoads(roads);
    } else {
        state.resume();
    }
}
