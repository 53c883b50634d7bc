//! What players see: everything.

use kakehiki_bargain::Session;
use kakehiki_core::{GameRng, Observed, Seat, Step};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    action::{Action, Chance},
    notation::snapshot,
    picture::picture,
    rules::Monopoly,
    square::{DeedSet, Pile, Square},
    state::State,
};

/// All that a player may know: the whole position. Only the order of unseen cards is hidden, and a
/// position does not hold it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Seat,
    players: u8,
    state: State,
}

impl View {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players at the table, those who are out included.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The position as the player knows it.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// A player as views show it.
#[derive(Serialize)]
struct PlayerFacts {
    seat: Seat,
    is_playing: bool,
    cash: i32,
    square: usize,
    failed_jail_throws: Option<u8>,
    jail_cards: Vec<String>,
}

/// A deed as views show it.
#[derive(Serialize)]
struct DeedFacts {
    square: usize,
    owner: Option<Seat>,
    is_mortgaged: bool,
    houses: u8,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let state = &self.state;
        let players: Vec<PlayerFacts> = Seat::all(self.players())
            .map(|seat| PlayerFacts {
                seat,
                is_playing: state.is_alive(seat),
                cash: state.cash(seat),
                square: state.position(seat).index(),
                failed_jail_throws: state.failed_throws(seat),
                jail_cards: state.jail_cards(seat).iter().map(pile_letter).collect(),
            })
            .collect();
        let deeds: Vec<DeedFacts> = DeedSet::ALL
            .iter()
            .map(|square: Square| DeedFacts {
                square: square.index(),
                owner: state.owner(square),
                is_mortgaged: state.mortgaged().contains(square),
                houses: state.level(square),
            })
            .collect();
        let mut object = serializer.serialize_struct("View", 8)?;
        object.serialize_field("seat", &self.seat)?;
        object.serialize_field("players", &players)?;
        object.serialize_field("deeds", &deeds)?;
        object.serialize_field("mover", &state.mover())?;
        object.serialize_field("turns", &state.turns())?;
        object.serialize_field("dice", &state.dice())?;
        let offer = state.session().and_then(Session::on_table);
        object.serialize_field("offer", &offer.map(|deal| deal.to_string()))?;
        object.serialize_field("position", &snapshot(state, self.players()))?;
        object.end()
    }
}

fn pile_letter(pile: Pile) -> String {
    pile.letter().to_string()
}

/// What a player perceives of a step: all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A player's choice.
    Action(Seat, Action),
    /// Dice or a card.
    Chance(Chance),
}

/// Written as the notation of the step.
impl Serialize for Sight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Action(seat, action) => serializer.collect_str(&format_args!("{seat} {action}")),
            Self::Chance(chance) => serializer.collect_str(chance),
        }
    }
}

impl Observed for Monopoly {
    type View = View;
    type Sight = Sight;
    type Memory = ();

    fn sight(
        &self,
        _before: &State,
        step: &Step<Self>,
        _after: &State,
        _seat: Seat,
    ) -> Option<Sight> {
        Some(match step {
            Step::Action(seat, action) => Sight::Action(*seat, *action),
            Step::Chance(chance) => Sight::Chance(*chance),
        })
    }

    fn view(&self, state: &State, (): &(), seat: Seat) -> View {
        View { seat, players: self.options.players as u8, state: state.clone() }
    }

    /// The position itself: which unseen card comes is not part of it.
    fn sample(&self, view: &View, _rng: &mut GameRng) -> State {
        view.state.clone()
    }

    fn view_picture(&self, view: &View) -> String {
        picture(self, &view.state)
    }
}
