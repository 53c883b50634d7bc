//! Bit boards and the random walk that playouts are made of.

use kakehiki_core::{Ending, GameRng, Seat, SeatSet};
use rand::Rng;

use super::{
    bits::{Bits, Portable},
    ghost::{Fate, GHOSTS, Ghost},
    rules::Geister,
    square::{EXITS, SQUARES, Square},
    state::{Side, Stage, State, opponent},
};

/// Every square.
pub(crate) const BOARD: u64 = (1 << SQUARES) - 1;
/// The squares of the left column.
pub(crate) const LEFT_COLUMN: u64 = 0x0_4104_1041;
/// The squares of the right column.
pub(crate) const RIGHT_COLUMN: u64 = LEFT_COLUMN << 5;

/// How a random walk chooses.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::Display, strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Walk {
    /// Uniform over all actions, an escape being one of them.
    Uniform,
    /// Escapes whenever it can, otherwise uniform over the moves.
    EscapeFirst,
    /// A movable ghost, uniformly; it leaves if it can, otherwise it takes one of its moves,
    /// uniformly.
    GhostFirst,
}

/// The squares of all ghosts by colour. Names are forgotten: a walk has no use for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Good ghosts by seat.
    good: [u64; 2],
    /// Bad ghosts by seat.
    bad: [u64; 2],
    /// Who moves next.
    mover: Seat,
}

/// How a walk came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The number of plies made.
    pub plies: u32,
    /// The winner, if the walk did not run out of plies.
    pub winner: Option<Seat>,
    /// Whether the winner's ghost left the board.
    pub is_escape: bool,
}

impl Board {
    /// The board of a position.
    pub fn new(state: &State) -> Self {
        let [(first_good, first_bad), (second_good, second_bad)] =
            [state.sides[0].boards(), state.sides[1].boards()];
        Self { good: [first_good, second_good], bad: [first_bad, second_bad], mover: state.mover }
    }

    /// Walks at random until somebody wins or `limit` plies are made.
    pub fn walk(&mut self, walk: Walk, limit: u32, rng: &mut GameRng) -> Walked {
        #[cfg(target_arch = "x86_64")]
        if let Some(bits) = super::bits::Bmi2::detect() {
            return bits.run(
                #[inline(always)]
                |bits| self.walk_by(bits, walk, limit, rng),
            );
        }
        self.walk_by(Portable, walk, limit, rng)
    }

    #[inline(always)]
    fn walk_by(&mut self, bits: impl Bits, walk: Walk, limit: u32, rng: &mut GameRng) -> Walked {
        match walk {
            Walk::Uniform => self.walk_with(bits, limit, rng, uniform),
            Walk::EscapeFirst => self.walk_with(bits, limit, rng, escape_first),
            Walk::GhostFirst => self.walk_with(bits, limit, rng, ghost_first),
        }
    }

    /// The walk itself. All that it touches stays in registers; the sides change places after every
    /// ply.
    #[inline(always)]
    fn walk_with<B: Bits>(
        &mut self,
        bits: B,
        limit: u32,
        rng: &mut GameRng,
        choose: impl Fn(B, &Choices, u32) -> u32,
    ) -> Walked {
        let (own, other) = (self.mover.index(), opponent(self.mover).index());
        let (mut own_good, mut own_bad) = (self.good[own], self.bad[own]);
        let (mut other_good, mut other_bad) = (self.good[other], self.bad[other]);
        let mut exits = EXITS[own];
        let mut walked = Walked { plies: 0, winner: None, is_escape: false };
        let mut luck = 0;
        while walked.plies < limit {
            // One draw of 64 bits serves two plies: 32 bits pick among at most 40 choices with an
            // error below 1e-8.
            luck = if walked.plies.is_multiple_of(2) { rng.next_u64() } else { luck >> 32 };
            let choices = Choices::new(own_good, own_bad, exits);
            let choice = choose(bits, &choices, luck as u32);
            walked.plies += 1;
            if choice >= ESCAPE {
                let from = 1 << bits.nth(choices.own, choice - ESCAPE);
                own_good ^= from;
                walked.winner = Some(self.mover);
                walked.is_escape = true;
            } else {
                let from = 1_u64 << bits.nth(choices.own, choice % 8);
                let to = from.rotate_left(ROTATIONS >> (choice & 24) & 63);
                let moved = from | to;
                let good_moved = if own_good & from != 0 { moved } else { 0 };
                own_good ^= good_moved;
                own_bad ^= moved ^ good_moved;
                other_good &= !to;
                other_bad &= !to;
                if other_good == 0 {
                    walked.winner = Some(self.mover);
                } else if other_bad == 0 {
                    walked.winner = Some(opponent(self.mover));
                }
            }
            (own_good, own_bad, other_good, other_bad) = (other_good, other_bad, own_good, own_bad);
            exits ^= EXITS[0] | EXITS[1];
            self.mover = opponent(self.mover);
            if walked.winner.is_some() {
                break;
            }
        }
        let (own, other) = (self.mover.index(), opponent(self.mover).index());
        (self.good[own], self.bad[own]) = (own_good, own_bad);
        (self.good[other], self.bad[other]) = (other_good, other_bad);
        walked
    }
}

/// The group of escapes among the choices, after the four directions.
const ESCAPE: u32 = 32;

/// How far to turn a bit for a step north, east, west and south, a byte each.
const ROTATIONS: u32 = 58 | 1 << 8 | 63 << 16 | 6 << 24;

/// What the player to move may do: for each direction the ghosts that can go there, as the first
/// player sees it.
struct Choices {
    own: u64,
    north: u64,
    east: u64,
    west: u64,
    south: u64,
    escape: u64,
}

impl Choices {
    #[inline(always)]
    fn new(good: u64, bad: u64, exits: u64) -> Self {
        let own = good | bad;
        let free = !own & BOARD;
        Self {
            own,
            north: own & free << 6,
            east: own & (free & !LEFT_COLUMN) >> 1,
            west: own & (free & !RIGHT_COLUMN) << 1,
            south: own & free >> 6,
            escape: good & exits,
        }
    }

    /// The choices as one word; `escape` is given apart because not every walk picks among escapes.
    #[inline(always)]
    fn pack(&self, bits: impl Bits, escape: u64) -> u64 {
        bits.pack(self.own, [self.north, self.east, self.west, self.south, escape])
    }
}

/// A number below `count` from 32 uniform bits.
#[inline(always)]
fn below(count: u32, luck: u32) -> u32 {
    ((u64::from(luck) * u64::from(count)) >> 32) as u32
}

#[inline(always)]
fn uniform(bits: impl Bits, choices: &Choices, luck: u32) -> u32 {
    let word = choices.pack(bits, choices.escape);
    bits.nth(word, below(bits.count(word), luck))
}

#[inline(always)]
fn escape_first(bits: impl Bits, choices: &Choices, luck: u32) -> u32 {
    if choices.escape != 0 {
        return bits.nth(choices.pack(bits, choices.escape) >> ESCAPE, 0) + ESCAPE;
    }
    let word = choices.pack(bits, 0);
    bits.nth(word, below(bits.count(word), luck))
}

#[inline(always)]
fn ghost_first(bits: impl Bits, choices: &Choices, luck: u32) -> u32 {
    let word = choices.pack(bits, choices.escape);
    let by_ghost = word | word >> 8 | word >> 16 | word >> 24 | word >> 32;
    let movable = by_ghost & 0xff;
    let count = bits.count(movable);
    let ghost = bits.nth(movable, below(count, luck));
    if word >> (ESCAPE + ghost) & 1 == 1 {
        return ESCAPE + ghost;
    }
    // What is left of the luck after the ghost was picked picks the way.
    let rest = luck.wrapping_mul(count);
    let ways = word & 0x0101_0101 << ghost;
    bits.nth(ways, below(bits.count(ways), rest))
}

impl Geister {
    /// Walks at random from a position past the set-up until the game is over or `limit` plies are
    /// made, and returns the number of plies. Nobody negotiates on the way. The names of ghosts are
    /// dealt anew within each colour.
    pub fn walk(&self, state: &mut State, walk: Walk, limit: u32, rng: &mut GameRng) -> u32 {
        if state.ending.is_some() {
            return 0;
        }
        let left = u32::from(self.cap().saturating_sub(state.plies));
        let mut board = Board::new(state);
        let walked = board.walk(walk, limit.min(left), rng);
        for (seat, side) in Seat::all(2).zip(&mut state.sides) {
            let escaped = walked.is_escape && walked.winner == Some(seat);
            side.place(board.good[seat.index()], board.bad[seat.index()], escaped);
        }
        state.mover = board.mover;
        state.plies += walked.plies as u16;
        state.said = 0;
        state.stage = Stage::Move;
        let won = walked.winner.map(|winner| Ending::Won(SeatSet::only(winner)));
        state.ending = won.or((state.plies >= self.cap()).then_some(Ending::Drawn));
        walked.plies
    }
}

impl Side {
    /// Puts the ghosts on these squares; what is left over was captured, but for one good ghost if
    /// one escaped.
    fn place(&mut self, mut good: u64, mut bad: u64, mut escaped: bool) {
        let colours = self.bad();
        let mut fates = [Fate::Captured; GHOSTS];
        for ghost in Ghost::all() {
            let is_bad = colours.contains(ghost);
            let board = if is_bad { &mut bad } else { &mut good };
            fates[ghost.index()] = if *board != 0 {
                let square = Square::from_bit(*board);
                *board &= *board - 1;
                Fate::OnBoard(square)
            } else if escaped && !is_bad {
                escaped = false;
                Fate::Escaped
            } else {
                Fate::Captured
            };
        }
        self.fates = fates;
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;
    use crate::rules::{Geister, GhostSet};

    fn start() -> Board {
        let options = kakehiki_core::Settings::defaults(&crate::GEISTER_OPTIONS);
        let game = Geister::plain(&options);
        Board::new(&game.begin([GhostSet(0b1010_0101); 2]).unwrap())
    }

    #[test]
    fn every_kind_of_bits_walks_the_same_way() {
        #[cfg(target_arch = "x86_64")]
        for walk in [Walk::Uniform, Walk::EscapeFirst, Walk::GhostFirst] {
            let seed = Seed::experiment(1);
            for index in 0..2000 {
                let (mut plain, mut chosen) = (start(), start());
                let by_plain = plain.walk_by(Portable, walk, 300, &mut seed.rng_at(index));
                let by_chosen = chosen.walk(walk, 300, &mut seed.rng_at(index));
                assert_eq!((plain, by_plain), (chosen, by_chosen));
            }
        }
    }
}
