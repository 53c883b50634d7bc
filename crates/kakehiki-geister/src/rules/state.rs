//! The full truth about a position.

use kakehiki_bargain::Session;
use kakehiki_core::{Ending, Seat};
use serde::{Serialize, Serializer};

use super::{
    ghost::{Fate, GHOSTS, Ghost, GhostSet},
    square::Square,
};

/// What the next choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The players choose in secret which of their ghosts are bad.
    SetUp,
    /// The mover names a ghost it wants to see.
    Request,
    /// The mover has asked: the other player names a ghost in exchange or refuses, then the mover
    /// agrees or breaks off.
    Negotiation(Session<Exchange>),
    /// The mover moves a ghost.
    Move,
}

/// I see one of yours, you see one of mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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

    /// Whether none is kept, as always while the rule is off.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
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

impl Serialize for Recent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// A position of Geister or NEGOGeister with all its secrets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) sides: [Side; 2],
    pub(crate) stage: Stage,
    /// The player who moves next, or who sets up.
    pub(crate) mover: Seat,
    pub(crate) plies: u16,
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
            let place = fate.square().map_or(0x3f, |square| square.bit().trailing_zeros());
            number << 6 | u128::from(place)
        })
    }
}

/// The other player.
pub(crate) const fn opponent(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}
