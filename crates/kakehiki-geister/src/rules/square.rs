//! Squares and directions of the 6×6 board.

use std::{borrow::Cow, fmt};

use kakehiki_core::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The side of the board.
pub(crate) const WIDTH: u8 = 6;

/// The number of squares.
pub(crate) const SQUARES: u8 = WIDTH * WIDTH;

/// A square, counted row by row from the top left as the first player sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square in column `x` (from the left) and row `y` (from the top) as `seat` sees the
    /// board, if there is one.
    pub fn new(x: u8, y: u8, seat: Seat) -> Option<Self> {
        (x < WIDTH && y < WIDTH).then(|| Self(y * WIDTH + x).seen_from(seat))
    }

    /// All squares, row by row as the first player sees them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES).map(Self)
    }

    /// The square that a bit of a board stands for.
    pub(crate) const fn from_bit(bit: u64) -> Self {
        Self(bit.trailing_zeros() as u8)
    }

    /// The square's bit in a board.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The same square for the other player and back: the second player sees the board turned by
    /// half a circle.
    const fn seen_from(self, seat: Seat) -> Self {
        if seat.index() == 0 { self } else { Self(SQUARES - 1 - self.0) }
    }

    /// The column from the left as `seat` sees it, 0 to 5.
    pub const fn x(self, seat: Seat) -> u8 {
        self.seen_from(seat).0 % WIDTH
    }

    /// The row from the top as `seat` sees it, 0 to 5; the own camp is at the bottom.
    pub const fn y(self, seat: Seat) -> u8 {
        self.seen_from(seat).0 / WIDTH
    }

    /// The neighbour in a direction as `seat` sees it, unless it lies off the board.
    #[inline]
    pub fn step(self, direction: Direction, seat: Seat) -> Option<Self> {
        // Turned by half a circle, each direction is the one that stands opposite in the order.
        let direction = if seat.index() == 0 { direction as u8 } else { 3 - direction as u8 };
        NEIGHBOURS[usize::from(self.0)][usize::from(direction)]
    }

    /// Whether `seat`'s good ghosts may leave the board from here: the two corners farthest from
    /// its camp.
    pub const fn is_exit_of(self, seat: Seat) -> bool {
        self.bit() & EXITS[seat.index()] != 0
    }

    /// The number of steps to the nearer exit of `seat`.
    pub fn steps_to_exit(self, seat: Seat) -> u8 {
        let x = self.x(seat);
        self.y(seat) + x.min(WIDTH - 1 - x)
    }

    /// Whether two squares lie in one row or column.
    pub const fn is_in_line_with(self, other: Self) -> bool {
        self.0 % WIDTH == other.0 % WIDTH || self.0 / WIDTH == other.0 / WIDTH
    }

    /// The number of steps between two squares.
    pub const fn distance(self, other: Self) -> u8 {
        (self.0 % WIDTH).abs_diff(other.0 % WIDTH) + (self.0 / WIDTH).abs_diff(other.0 / WIDTH)
    }
}

/// Two digits, column and row as the first player sees them.
impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.0 % WIDTH, self.0 / WIDTH)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[0-5][0-5]$",
            "description": "a square: column and row from the top left as P0 sees the board",
        })
    }
}

/// The neighbours of every square to the north, east, west and south as the first player sees them.
static NEIGHBOURS: [[Option<Square>; 4]; SQUARES as usize] = neighbours();

const fn neighbours() -> [[Option<Square>; 4]; SQUARES as usize] {
    let mut table = [[None; 4]; SQUARES as usize];
    let mut square = 0;
    while square < SQUARES {
        let (x, y) = (square % WIDTH, square / WIDTH);
        let row = &mut table[square as usize];
        if y > 0 {
            row[Direction::North as usize] = Some(Square(square - WIDTH));
        }
        if x < WIDTH - 1 {
            row[Direction::East as usize] = Some(Square(square + 1));
        }
        if x > 0 {
            row[Direction::West as usize] = Some(Square(square - 1));
        }
        if y < WIDTH - 1 {
            row[Direction::South as usize] = Some(Square(square + WIDTH));
        }
        square += 1;
    }
    table
}

/// The squares from which the good ghosts of each seat leave.
pub(crate) const EXITS: [u64; 2] = [1 | 1 << 5, 1 << 30 | 1 << 35];

/// One of the four ways a ghost moves, as its owner sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Direction {
    /// Away from the own camp.
    North,
    /// To the right.
    East,
    /// To the left.
    West,
    /// Back.
    South,
}

impl Direction {
    /// The four directions in the order of menus.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::West, Self::South];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::West => 'W',
            Self::South => 'S',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    #[test]
    fn the_second_player_sees_the_board_turned() {
        let corner = Square::new(0, 0, SECOND).unwrap();
        assert_eq!((corner.x(FIRST), corner.y(FIRST)), (5, 5));
        assert!(corner.is_exit_of(SECOND) && !corner.is_exit_of(FIRST));
        assert_eq!(Square::new(6, 0, FIRST), None);
    }

    #[test]
    fn steps_stay_on_the_board() {
        let corner = Square::new(0, 0, FIRST).unwrap();
        assert_eq!(corner.step(Direction::North, FIRST), None);
        assert_eq!(corner.step(Direction::West, FIRST), None);
        assert_eq!(corner.step(Direction::East, FIRST), Square::new(1, 0, FIRST));
        assert_eq!(corner.step(Direction::North, SECOND), Square::new(0, 1, FIRST));
    }

    #[test]
    fn exits_are_as_far_as_they_look() {
        let rows: Vec<Vec<u8>> = (0..6)
            .map(|y| {
                (0..6).map(|x| Square::new(x, y, SECOND).unwrap().steps_to_exit(SECOND)).collect()
            })
            .collect();
        assert_eq!(rows[0], [0, 1, 2, 2, 1, 0]);
        assert_eq!(rows[5], [5, 6, 7, 7, 6, 5]);
    }
}
