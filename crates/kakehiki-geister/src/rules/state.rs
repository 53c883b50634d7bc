//! The full truth about a position.

use std::borrow::Cow;

use kakehiki_bargain::Session;
use kakehiki_core::{Ending, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    ghost::{Fate, GHOSTS, Ghost, GhostSet},
    square::Square,
};

/// What the next choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The players choose in secret which of their ghosts are bad.
    SetUp,
    /// The mover names a ghost it wants to see.
    Request,
    /// The mover has asked: the other player names a ghost in exchange or refuses, then the mover
    /// agrees or breaks off.
    Negotiation(Session<Exchange>),
    /// The players have exchanged what they know: the one who was asked may say something.
    Speak,
    /// The mover moves a ghost.
    Move,
}

/// A stage as it is written: of a negotiation only what is not the same in all of them.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Stage")]
enum WrittenStage {
    /// The players choose in secret which of their ghosts are bad.
    SetUp,
    /// The mover names a ghost it wants to see.
    Request,
    /// The mover has asked: the other player names a ghost in exchange or refuses, then the mover
    /// agrees or breaks off.
    Negotiation {
        /// Who has to answer.
        to_answer: Seat,
        /// What has been asked for and named so far.
        on_table: Exchange,
    },
    /// The players have exchanged what they know: the one who was asked may say something.
    Speak,
    /// The mover moves a ghost.
    Move,
}

impl From<Stage> for WrittenStage {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::SetUp => Self::SetUp,
            Stage::Request => Self::Request,
            Stage::Negotiation(session) => match (session.to_answer(), session.on_table()) {
                (Some(to_answer), Some(on_table)) => Self::Negotiation { to_answer, on_table },
                // A negotiation that is over is left at once.
                _ => Self::Move,
            },
            Stage::Speak => Self::Speak,
            Stage::Move => Self::Move,
        }
    }
}

impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenStage::from(*self).serialize(serializer)
    }
}

impl JsonSchema for Stage {
    fn schema_name() -> Cow<'static, str> {
        WrittenStage::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenStage::json_schema(generator)
    }
}

/// I see one of yours, you see one of mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Exchange {
    /// The player who asked, and who moves when the negotiation is over.
    pub mover: Seat,
    /// The other player's ghost that the mover wants to see.
    pub asked: Ghost,
    /// The mover's ghost that the other player wants to see; `None` until it is named.
    pub named: Option<Ghost>,
}

impl Exchange {
    /// The two ghosts that are shown, each with its owner.
    pub fn shown(self) -> impl Iterator<Item = (Seat, Ghost)> {
        let asked = Some((opponent(self.mover), self.asked));
        let named = self.named.map(|named| (self.mover, named));
        asked.into_iter().chain(named)
    }
}

/// The ghosts of one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) fates: [Fate; GHOSTS],
    /// The bad ghosts; `None` until the player has set up.
    pub(crate) bad: Option<GhostSet>,
    /// The ghosts that an exchange has shown to the other player.
    pub(crate) shown: GhostSet,
}

impl Side {
    /// The ghosts in their camp, A to D in front of E to H, colours not yet chosen.
    fn camp(seat: Seat) -> Self {
        let fates = std::array::from_fn(|index| {
            let (x, y) = (index % 4 + 1, index / 4 + 4);
            Square::new(x as u8, y as u8, seat).map_or(Fate::Captured, Fate::OnBoard)
        });
        Self { fates, bad: None, shown: GhostSet::EMPTY }
    }

    /// The bad ghosts, none while they are not chosen.
    pub(crate) fn bad(&self) -> GhostSet {
        self.bad.unwrap_or_default()
    }

    /// The ghosts on the board.
    pub(crate) fn on_board(&self) -> GhostSet {
        on_board(&self.fates)
    }

    /// The ghosts that the other player may still ask to see.
    pub(crate) fn unshown(&self) -> GhostSet {
        self.on_board().without(self.shown)
    }

    /// The squares of the good and of the bad ghosts.
    pub(crate) fn boards(&self) -> (u64, u64) {
        let bad = self.bad();
        let (mut good_board, mut bad_board) = (0, 0);
        for ghost in Ghost::all() {
            if let Some(square) = self.fates[ghost.index()].square() {
                let board = if bad.contains(ghost) { &mut bad_board } else { &mut good_board };
                *board |= square.bit();
            }
        }
        (good_board, bad_board)
    }

    /// The ghost that stands on a square.
    pub(crate) fn ghost_on(&self, square: Square) -> Option<Ghost> {
        Ghost::all().find(|ghost| self.fates[ghost.index()] == Fate::OnBoard(square))
    }
}

/// The ghosts that stand on the board.
pub(crate) fn on_board(fates: &[Fate; GHOSTS]) -> GhostSet {
    let mut set = 0;
    for (index, fate) in fates.iter().enumerate() {
        set |= u8::from(fate.square().is_some()) << index;
    }
    GhostSet(set)
}

/// How far back the repetition rule looks, in plies.
pub(crate) const WINDOW: usize = 16;

/// The positions of the last plies, kept only while the repetition rule is on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Recent {
    /// Where all sixteen ghosts stood and who was to move; the newest last.
    pub(crate) positions: [u128; WINDOW],
    pub(crate) count: u8,
}

impl Recent {
    /// Adds a position, forgetting the oldest if there is no room.
    pub(crate) fn push(&mut self, position: u128) {
        if usize::from(self.count) == WINDOW {
            self.positions.rotate_left(1);
            self.count -= 1;
        }
        self.positions[usize::from(self.count)] = position;
        self.count += 1;
    }

    /// The kept positions, the newest last.
    pub(crate) fn as_slice(&self) -> &[u128] {
        &self.positions[..usize::from(self.count)]
    }

    /// How often the newest position stands among the kept ones.
    pub(crate) fn occurrences(&self) -> usize {
        let newest = self.as_slice().last();
        self.as_slice().iter().filter(|position| Some(*position) == newest).count()
    }
}

/// The list of the positions in words, the newest last.
impl Serialize for Recent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice().iter().map(|position| in_words(*position)))
    }
}

impl JsonSchema for Recent {
    fn schema_name() -> Cow<'static, str> {
        "Recent".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": { "type": "string", "pattern": "^P[01]( ([0-5][0-5]|--){8}){2}$" },
            "maxItems": WINDOW,
            "description": "the positions that the repetition rule remembers, the newest last: who \
                            moves, then the squares of the ghosts A to H of P0 and of P1, -- for \
                            those that left the board; none while the rule is off",
        })
    }
}

/// Stands for the square of a ghost that left the board.
const NOWHERE: u32 = 0x3f;

/// A position that the repetition rule remembers: who moves, and the squares of both players'
/// ghosts.
fn in_words(position: u128) -> String {
    let ghosts = 2 * GHOSTS;
    let mut text = Seat::new((position >> (6 * ghosts)) as usize % 2).to_string();
    for index in 0..ghosts {
        if index % GHOSTS == 0 {
            text.push(' ');
        }
        let place = (position >> (6 * (ghosts - 1 - index))) as u32 & NOWHERE;
        match place {
            NOWHERE => text += "--",
            place => text += &Square::from_bit(1 << place).to_string(),
        }
    }
    text
}

/// A position of Geister or NEGOGeister with all its secrets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) sides: [Side; 2],
    pub(crate) stage: Stage,
    /// The player who moves next, or who sets up.
    pub(crate) mover: Seat,
    pub(crate) plies: u16,
    /// How many statements the mover has made since the last move.
    pub(crate) said: u8,
    pub(crate) recent: Recent,
    pub(crate) ending: Option<Ending>,
}

impl State {
    /// The ghosts in their camps before anybody has set up.
    pub(crate) fn new() -> Self {
        Self {
            sides: [Side::camp(Seat::new(0)), Side::camp(Seat::new(1))],
            stage: Stage::SetUp,
            mover: Seat::new(0),
            plies: 0,
            said: 0,
            recent: Recent::default(),
            ending: None,
        }
    }

    /// What the next choice is about.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player who moves next (the one who asks, in a negotiation), or who sets up.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The number of moves made by both players together.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// What has become of a ghost.
    pub fn fate(&self, seat: Seat, ghost: Ghost) -> Fate {
        self.sides[seat.index()].fates[ghost.index()]
    }

    /// The bad ghosts of a seat, none while it has not set up.
    pub fn bad(&self, seat: Seat) -> GhostSet {
        self.sides[seat.index()].bad()
    }

    /// Marks both ghosts of an exchange as shown.
    pub(crate) fn show(&mut self, exchange: Exchange) {
        for (seat, ghost) in exchange.shown() {
            let shown = &mut self.sides[seat.index()].shown;
            *shown = shown.union(GhostSet::only(ghost));
        }
    }

    /// Ends the negotiation that is going on, without an exchange.
    pub(crate) fn leave_negotiation(&mut self) {
        self.stage = Stage::Move;
    }

    /// Where all ghosts stand and who moves, as one number: two positions are the same if and only
    /// if these are.
    pub(crate) fn position(&self) -> u128 {
        let places = self.sides.iter().flat_map(|side| side.fates);
        places.fold(self.mover.index() as u128, |number, fate| {
            let place = fate.square().map_or(NOWHERE, |square| square.bit().trailing_zeros());
            number << 6 | u128::from(place)
        })
    }
}

/// The other player.
pub(crate) const fn opponent(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}
