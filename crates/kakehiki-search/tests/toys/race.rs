//! Race: twelve turns of dice, in which a turn may have one die or two.

use kakehiki_core::{Ending, Seat, SeatSet, Turn};

use super::{DIE, Odds, Pick, Toy};

pub const TURNS: usize = 12;

/// Two seats take turns; each chooses to roll one die or two, and the larger sum wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Race;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RaceState {
    pub turn: usize,
    pub to_roll: u8,
    pub sums: [u32; 2],
    /// The choice of each turn and the last die of it.
    pub history: [(u8, u8); TURNS],
}

impl Toy for Race {
    type State = RaceState;

    fn start(&self) -> RaceState {
        RaceState { turn: 0, to_roll: 0, sums: [0; 2], history: [(0, 0); TURNS] }
    }

    fn turn(&self, state: &RaceState) -> Turn {
        if state.turn == TURNS {
            let [first, second] = state.sums;
            return Turn::Over(match first.cmp(&second) {
                std::cmp::Ordering::Equal => Ending::Drawn,
                std::cmp::Ordering::Greater => Ending::Won(SeatSet::only(Seat::new(0))),
                std::cmp::Ordering::Less => Ending::Won(SeatSet::only(Seat::new(1))),
            });
        }
        if state.to_roll > 0 { Turn::Chance } else { Turn::Seat(Seat::new(state.turn % 2)) }
    }

    fn picks(&self, _state: &RaceState, menu: &mut Vec<Pick>) {
        menu.extend([Pick(1), Pick(2)]);
    }

    fn odds(&self, _state: &RaceState) -> Odds {
        DIE
    }

    fn apply(&self, state: &mut RaceState, pick: Pick) {
        let (choice, die) = &mut state.history[state.turn];
        if state.to_roll == 0 {
            *choice = pick.0;
            state.to_roll = pick.0;
        } else {
            *die = pick.0;
            state.sums[state.turn % 2] += u32::from(pick.0);
            state.to_roll -= 1;
            state.turn += usize::from(state.to_roll == 0);
        }
    }

    fn clock(&self, state: &RaceState) -> u32 {
        state.turn as u32
    }
}
