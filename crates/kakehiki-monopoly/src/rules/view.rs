//! What players see: everything.

use std::borrow::Cow;

use kakehiki_core::{GameRng, NoFact, Observed, Seat, Step, Turn};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{
    action::Action,
    picture::picture,
    public::Public,
    rules::{Monopoly, turn},
    sight::Sight,
    state::State,
    written::{WrittenTable, WrittenView},
};

/// All that a player may know: what everybody may know, and which seat is its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Seat,
    public: Public,
}

impl View {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players at the table, those who are out included.
    pub fn players(&self) -> usize {
        self.public.players()
    }

    /// The position as the player knows it.
    pub fn state(&self) -> &State {
        self.public.state()
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = WrittenTable::new(self.state(), self.players());
        WrittenView { seat: self.seat, table }.serialize(serializer)
    }
}

impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        WrittenView::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenView::json_schema(generator)
    }
}

impl Observed for Monopoly {
    type View = View;
    type Sight = Sight;
    type Memory = ();
    type Public = Public;
    type Fact = NoFact;

    fn sight(
        &self,
        _before: &State,
        step: &Step<Self>,
        _after: &State,
        _seat: Seat,
    ) -> Option<Sight> {
        Some(Sight::from(step))
    }

    fn view(&self, state: &State, (): &(), seat: Seat) -> View {
        View { seat, public: self.public(state) }
    }

    /// The position itself: which unseen card comes is not part of it.
    fn sample(&self, view: &View, _rng: &mut GameRng) -> State {
        view.state().clone()
    }

    fn step_towards(
        &self,
        _world: &State,
        _seat: Seat,
        sight: &Sight,
        _rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        Some(Step::from(sight))
    }

    fn public(&self, state: &State) -> Public {
        Public::new(state, self.options.players)
    }

    fn public_sight(&self, _before: &State, step: &Step<Self>, _after: &State) -> Option<Sight> {
        Some(Sight::from(step))
    }

    fn publicly_asked(&self, public: &Public) -> Option<Seat> {
        match turn(public.state()) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn tells(&self, _action: &Action) -> bool {
        false
    }

    fn facts(&self, _view: &View) -> Vec<NoFact> {
        Vec::new()
    }

    fn holds(&self, _world: &State, fact: &NoFact) -> bool {
        match *fact {}
    }

    fn view_picture(&self, view: &View) -> String {
        picture(self, view.state())
    }
}
