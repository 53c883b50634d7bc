//! Positions put together by hand or read from data, and positions taken apart for data.

use kakehiki_core::{Illegal, Seat};
use serde::{Deserialize, Serialize};

use super::{
    card::{CARDS, Deck},
    notation::count_stock,
    options::DeckOrder,
    rules::Monopoly,
    square::{DeedSet, JAIL, Pile, Square},
    state::{HOTEL, LAST_JAIL_THROW, MAX_PLAYERS, MOST_CASH, MOST_TURNS, State, bit},
};

/// A position at the start of a player's turn, with both decks unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// The players in the order of their seats.
    pub players: Vec<PlayerArrangement>,
    /// The number of the player whose turn begins.
    pub mover: usize,
    /// How many turns are over.
    #[serde(default)]
    pub turns: u32,
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerArrangement {
    /// Its cash, from 0 to 268,435,456.
    pub cash: i32,
    /// The number of its square.
    #[serde(default)]
    pub square: usize,
    /// Failed throws in jail, 0 to 2; absent for the free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_jail_throws: Option<u8>,
    /// The decks of its jail cards: `C`, `K`, `CK` or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub jail_cards: String,
    /// The squares of its deeds.
    #[serde(default)]
    pub deeds: Vec<usize>,
    /// The mortgaged ones among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mortgaged: Vec<usize>,
    /// Squares with houses, and how many; 5 is a hotel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<(usize, u8)>,
    /// Whether it has proposed a trade before.
    #[serde(default)]
    pub has_proposed: bool,
}

impl PlayerArrangement {
    /// A free player on GO with nothing but this cash and these deeds.
    pub fn with(cash: i32, deeds: &[usize]) -> Self {
        Self {
            cash,
            square: 0,
            failed_jail_throws: None,
            jail_cards: String::new(),
            deeds: deeds.to_vec(),
            mortgaged: Vec::new(),
            houses: Vec::new(),
            has_proposed: false,
        }
    }
}

impl Monopoly {
    /// Sets up a position.
    ///
    /// # Errors
    /// If it does not fit this table or cannot be reached by the rules.
    pub fn arrange(&self, arrangement: &Arrangement) -> Result<State, Illegal> {
        let players = self.options.players;
        if arrangement.players.len() != players || arrangement.mover >= players {
            return Err(Illegal(format!("the table has {players} players")));
        }
        if arrangement.turns > MOST_TURNS {
            return Err(Illegal(format!("no game has more than {MOST_TURNS} turns")));
        }
        let mut state = State::new(players);
        state.mover = arrangement.mover as u8;
        state.turns = arrangement.turns;
        for (seat, player) in Seat::all(players).zip(&arrangement.players) {
            set_player(&mut state, seat, player)?;
        }
        for (seat, player) in Seat::all(players).zip(&arrangement.players) {
            set_houses(&mut state, seat, player)?;
        }
        count_stock(&mut state);
        if state.houses < 0 || state.hotels < 0 {
            return Err(Illegal("the bank does not have so many buildings".to_owned()));
        }
        for pile in Pile::ALL {
            let is_kept = state.card_holder(pile).is_some();
            if is_kept && self.options.deck_order != DeckOrder::Replaced {
                let unseen = "?".repeat(CARDS - 1);
                let deck = Deck::read(pile, &unseen, true);
                state.decks[pile as usize] = deck.unwrap_or(state.decks[pile as usize]);
            }
        }
        Ok(state)
    }

    /// What stands in a position, as it would be arranged at the start of a turn. What was seen of
    /// the decks is left out.
    pub fn describe(&self, state: &State) -> Arrangement {
        let squares = |deeds: DeedSet| deeds.iter().map(Square::index).collect::<Vec<_>>();
        let players = Seat::all(self.options.players).map(|seat| {
            let deeds = state.deeds(seat);
            let houses = deeds.iter().filter(|square| state.level(*square) > 0);
            PlayerArrangement {
                cash: state.cash(seat),
                square: state.position(seat).index(),
                failed_jail_throws: state.failed_throws(seat),
                jail_cards: state.jail_cards(seat).iter().map(Pile::letter).collect(),
                deeds: squares(deeds),
                mortgaged: squares(deeds.and(state.mortgaged())),
                houses: houses.map(|square| (square.index(), state.level(square))).collect(),
                has_proposed: state.has_proposed_by(seat),
            }
        });
        Arrangement {
            players: players.collect(),
            mover: state.mover().index(),
            turns: state.turns(),
        }
    }
}

fn set_player(state: &mut State, seat: Seat, player: &PlayerArrangement) -> Result<(), Illegal> {
    let place = seat.index() % MAX_PLAYERS;
    if !(0..=MOST_CASH).contains(&player.cash) {
        return Err(Illegal(format!("{seat} has less than nothing or more than {MOST_CASH}")));
    }
    state.cash[place] = player.cash;
    state.position[place] = square(player.square)?;
    if let Some(failed) = player.failed_jail_throws {
        if failed >= LAST_JAIL_THROW || state.position[place] != JAIL {
            return Err(Illegal(format!("{seat} cannot be in jail so")));
        }
        state.jail[place] = failed + 1;
    }
    for letter in player.jail_cards.chars() {
        let pile = Pile::ALL.into_iter().find(|pile| pile.letter() == letter);
        let Some(pile) = pile.filter(|pile| state.card_holder(*pile).is_none()) else {
            return Err(Illegal(format!("{seat} cannot hold the jail card {letter:?}")));
        };
        state.jail_card[pile as usize] = place as u8;
    }
    for &deed in &player.deeds {
        let deed = square(deed)?;
        if !DeedSet::ALL.contains(deed) || state.owner(deed).is_some() {
            return Err(Illegal(format!("{seat} cannot own square {deed}")));
        }
        state.hand_over(deed, Some(seat));
    }
    for &deed in &player.mortgaged {
        let deed = square(deed)?;
        if state.owner(deed) != Some(seat) {
            return Err(Illegal(format!("{seat} does not own square {deed}")));
        }
        state.mortgaged = state.mortgaged.with(deed);
    }
    if player.has_proposed {
        state.has_proposed |= bit(seat);
    }
    Ok(())
}

fn set_houses(state: &mut State, seat: Seat, player: &PlayerArrangement) -> Result<(), Illegal> {
    for &(street, level) in &player.houses {
        let street = square(street)?;
        let is_own = street.colour().is_some_and(|colour| state.has_set(seat, colour));
        if !is_own || level > HOTEL {
            return Err(Illegal(format!("{seat} cannot have {level} houses on {street}")));
        }
        state.level[street.index()] = level;
    }
    Ok(())
}

fn square(index: usize) -> Result<Square, Illegal> {
    Square::new(index).ok_or_else(|| Illegal(format!("there is no square {index}")))
}
