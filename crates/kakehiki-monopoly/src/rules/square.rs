//! The forty squares: what they are, what they cost and what they bring.

use std::{fmt, str::FromStr};

use kakehiki_core::NotationError;
use schemars::JsonSchema;
use serde::Serialize;
use strum::{Display, EnumString};

/// The number of squares on the board.
pub const SQUARES: usize = 40;

/// A square of the board, counted from GO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

/// Where everybody starts, and what pays a salary.
pub const GO: Square = Square(0);
/// The corner with the jail, for prisoners and visitors alike.
pub const JAIL: Square = Square(10);
/// The corner that sends to jail.
pub const GO_TO_JAIL: Square = Square(30);
/// The four railroads, in the order of the board.
pub const RAILROADS: [Square; 4] = [Square(5), Square(15), Square(25), Square(35)];
/// The two utilities, in the order of the board.
pub const UTILITIES: [Square; 2] = [Square(12), Square(28)];

impl Square {
    /// The square with this number; `None` beyond the board.
    pub const fn new(index: usize) -> Option<Self> {
        if index < SQUARES { Some(Self(index as u8)) } else { None }
    }

    /// The number of the square, counted from GO.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All squares, from GO on.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..SQUARES as u8).map(Self)
    }

    /// What the square is.
    pub const fn kind(self) -> Kind {
        KINDS[self.index()]
    }

    /// The name on the board.
    pub const fn name(self) -> &'static str {
        BOARD[self.index()].0
    }

    /// The list price; 0 for what cannot be owned.
    #[inline]
    pub const fn price(self) -> i32 {
        PRICES[self.index()] as i32
    }

    /// What the bank lends on the deed: half the price.
    #[inline]
    pub const fn mortgage(self) -> i32 {
        self.price() / 2
    }

    /// The price of one building; 0 for what cannot be built on.
    #[inline]
    pub const fn house_price(self) -> i32 {
        match self.kind() {
            Kind::Street(colour) => colour.house_price(),
            _ => 0,
        }
    }

    /// The colour of a street.
    #[inline]
    pub const fn colour(self) -> Option<Colour> {
        match self.kind() {
            Kind::Street(colour) => Some(colour),
            _ => None,
        }
    }

    /// All deeds of the same colour or kind, this one included.
    pub const fn family(self) -> DeedSet {
        match self.kind() {
            Kind::Street(colour) => colour.streets(),
            Kind::Railroad => DeedSet::RAILROADS,
            Kind::Utility => DeedSet::UTILITIES,
            _ => DeedSet::EMPTY,
        }
    }

    /// The rents of a street: bare, with one to four houses, with a hotel.
    #[inline]
    pub(crate) const fn rents(self) -> &'static [u16; 6] {
        &RENTS[self.index()]
    }

    /// The square so many steps further, and whether GO was reached or passed on the way.
    #[inline]
    pub(crate) const fn forward(self, steps: u8) -> (Self, bool) {
        let sum = self.0 + steps;
        if sum >= SQUARES as u8 { (Self(sum - SQUARES as u8), true) } else { (Self(sum), false) }
    }
}

/// The number of the square.
impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let square = text.parse::<usize>().ok().and_then(Self::new);
        square.filter(|square| square.to_string() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a square: a number from 0 to 39",
        })
    }
}

/// What a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A street of a colour.
    Street(Colour),
    /// A railroad.
    Railroad,
    /// A utility.
    Utility,
    /// A card is drawn from this deck.
    Cards(Pile),
    /// The bank takes this much.
    Tax(u16),
    /// The corner that sends to jail.
    GoToJail,
    /// GO, the jail's corner and Free Parking: nothing happens.
    Rest,
}

/// One of the two decks of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// Chance.
    Chance,
    /// Community Chest.
    Chest,
}

impl Pile {
    /// Both decks.
    pub const ALL: [Self; 2] = [Self::Chance, Self::Chest];

    /// The letter of the deck's cards.
    pub const fn letter(self) -> char {
        match self {
            Self::Chance => 'C',
            Self::Chest => 'K',
        }
    }
}

/// The colour of a street, in the order of the board.
#[derive(
    Clone,
    Copy,
    Debug,
    Display,
    EnumString,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Colour {
    /// Mediterranean and Baltic Avenue.
    Brown,
    /// Oriental, Vermont and Connecticut Avenue.
    LightBlue,
    /// St. Charles Place, States and Virginia Avenue.
    Pink,
    /// St. James Place, Tennessee and New York Avenue.
    Orange,
    /// Kentucky, Indiana and Illinois Avenue.
    Red,
    /// Atlantic and Ventnor Avenue, Marvin Gardens.
    Yellow,
    /// Pacific, North Carolina and Pennsylvania Avenue.
    Green,
    /// Park Place and Boardwalk.
    DarkBlue,
}

impl Colour {
    /// All colours, in the order of the board.
    pub const ALL: [Self; 8] = [
        Self::Brown,
        Self::LightBlue,
        Self::Pink,
        Self::Orange,
        Self::Red,
        Self::Yellow,
        Self::Green,
        Self::DarkBlue,
    ];

    /// The place of the colour in [`ALL`](Self::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The streets of the colour.
    #[inline]
    pub const fn streets(self) -> DeedSet {
        STREETS[self.index()]
    }

    /// The price of one building on a street of the colour.
    #[inline]
    pub const fn house_price(self) -> i32 {
        // Each side of the board has two colours, and building costs 50 more from side to side.
        50 * (1 + self as i32 / 2)
    }
}

/// A set of squares that can be owned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DeedSet(pub(crate) u64);

impl DeedSet {
    /// No deed.
    pub const EMPTY: Self = Self(0);
    /// The four railroads.
    pub const RAILROADS: Self = Self(1 << 5 | 1 << 15 | 1 << 25 | 1 << 35);
    /// The two utilities.
    pub const UTILITIES: Self = Self(1 << 12 | 1 << 28);
    /// All 28 deeds.
    pub const ALL: Self = {
        let mut all = Self::RAILROADS.0 | Self::UTILITIES.0;
        let mut colour = 0;
        while colour < STREETS.len() {
            all |= STREETS[colour].0;
            colour += 1;
        }
        Self(all)
    };

    /// The set that holds one deed.
    #[inline]
    pub const fn only(square: Square) -> Self {
        Self(1 << square.0)
    }

    /// This set and one more deed.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// Whether the set holds the deed.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Whether the set holds all of another.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// What both sets hold.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What this set holds and the other does not.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set holds nothing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many deeds the set holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The deeds of the set, in the order of the board.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let square = Square(left.trailing_zeros() as u8);
                left &= left - 1;
                square
            })
        })
    }

    /// The deeds of the set, against the order of the board.
    #[inline]
    pub(crate) fn iter_back(self) -> impl Iterator<Item = Square> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let square = Square(63 - left.leading_zeros() as u8);
                left ^= 1 << square.0;
                square
            })
        })
    }
}

impl FromIterator<Square> for DeedSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

const STREETS: [DeedSet; 8] = [
    DeedSet(1 << 1 | 1 << 3),
    DeedSet(1 << 6 | 1 << 8 | 1 << 9),
    DeedSet(1 << 11 | 1 << 13 | 1 << 14),
    DeedSet(1 << 16 | 1 << 18 | 1 << 19),
    DeedSet(1 << 21 | 1 << 23 | 1 << 24),
    DeedSet(1 << 26 | 1 << 27 | 1 << 29),
    DeedSet(1 << 31 | 1 << 32 | 1 << 34),
    DeedSet(1 << 37 | 1 << 39),
];

/// Name, price and rents of each square.
type Entry = (&'static str, u16, [u16; 6]);

const NO_RENT: [u16; 6] = [0; 6];

const BOARD: [Entry; SQUARES] = [
    ("GO", 0, NO_RENT),
    ("Mediterranean Avenue", 60, [2, 10, 30, 90, 160, 250]),
    ("Community Chest", 0, NO_RENT),
    ("Baltic Avenue", 60, [4, 20, 60, 180, 320, 450]),
    ("Income Tax", 0, NO_RENT),
    ("Reading Railroad", 200, NO_RENT),
    ("Oriental Avenue", 100, [6, 30, 90, 270, 400, 550]),
    ("Chance", 0, NO_RENT),
    ("Vermont Avenue", 100, [6, 30, 90, 270, 400, 550]),
    ("Connecticut Avenue", 120, [8, 40, 100, 300, 450, 600]),
    ("Jail", 0, NO_RENT),
    ("St. Charles Place", 140, [10, 50, 150, 450, 625, 750]),
    ("Electric Company", 150, NO_RENT),
    ("States Avenue", 140, [10, 50, 150, 450, 625, 750]),
    ("Virginia Avenue", 160, [12, 60, 180, 500, 700, 900]),
    ("Pennsylvania Railroad", 200, NO_RENT),
    ("St. James Place", 180, [14, 70, 200, 550, 750, 950]),
    ("Community Chest", 0, NO_RENT),
    ("Tennessee Avenue", 180, [14, 70, 200, 550, 750, 950]),
    ("New York Avenue", 200, [16, 80, 220, 600, 800, 1000]),
    ("Free Parking", 0, NO_RENT),
    ("Kentucky Avenue", 220, [18, 90, 250, 700, 875, 1050]),
    ("Chance", 0, NO_RENT),
    ("Indiana Avenue", 220, [18, 90, 250, 700, 875, 1050]),
    ("Illinois Avenue", 240, [20, 100, 300, 750, 925, 1100]),
    ("B&O Railroad", 200, NO_RENT),
    ("Atlantic Avenue", 260, [22, 110, 330, 800, 975, 1150]),
    ("Ventnor Avenue", 260, [22, 110, 330, 800, 975, 1150]),
    ("Water Works", 150, NO_RENT),
    ("Marvin Gardens", 280, [24, 120, 360, 850, 1025, 1200]),
    ("Go To Jail", 0, NO_RENT),
    ("Pacific Avenue", 300, [26, 130, 390, 900, 1100, 1275]),
    ("North Carolina Avenue", 300, [26, 130, 390, 900, 1100, 1275]),
    ("Community Chest", 0, NO_RENT),
    ("Pennsylvania Avenue", 320, [28, 150, 450, 1000, 1200, 1400]),
    ("Short Line", 200, NO_RENT),
    ("Chance", 0, NO_RENT),
    ("Park Place", 350, [35, 175, 500, 1100, 1300, 1500]),
    ("Luxury Tax", 0, NO_RENT),
    ("Boardwalk", 400, [50, 200, 600, 1400, 1700, 2000]),
];

const PRICES: [u16; SQUARES] = {
    let mut prices = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        prices[square] = BOARD[square].1;
        square += 1;
    }
    prices
};

static RENTS: [[u16; 6]; SQUARES] = {
    let mut rents = [NO_RENT; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        rents[square] = BOARD[square].2;
        square += 1;
    }
    rents
};

const KINDS: [Kind; SQUARES] = {
    let mut kinds = [Kind::Rest; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let bit = 1_u64 << square;
        let mut colour = 0;
        while colour < STREETS.len() {
            if STREETS[colour].0 & bit != 0 {
                kinds[square] = Kind::Street(Colour::ALL[colour]);
            }
            colour += 1;
        }
        if DeedSet::RAILROADS.0 & bit != 0 {
            kinds[square] = Kind::Railroad;
        }
        if DeedSet::UTILITIES.0 & bit != 0 {
            kinds[square] = Kind::Utility;
        }
        square += 1;
    }
    kinds[2] = Kind::Cards(Pile::Chest);
    kinds[17] = Kind::Cards(Pile::Chest);
    kinds[33] = Kind::Cards(Pile::Chest);
    kinds[7] = Kind::Cards(Pile::Chance);
    kinds[22] = Kind::Cards(Pile::Chance);
    kinds[36] = Kind::Cards(Pile::Chance);
    kinds[4] = Kind::Tax(200);
    kinds[38] = Kind::Tax(100);
    kinds[30] = Kind::GoToJail;
    kinds
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_adds_up() {
        assert_eq!(DeedSet::ALL.len(), 28);
        let total: i32 = Square::all().map(Square::price).sum();
        assert_eq!(total, 5690);
        let sizes = Colour::ALL.map(|colour| colour.streets().len());
        assert_eq!(sizes, [2, 3, 3, 3, 3, 3, 3, 2]);
        assert!(Square::all().all(|square| DeedSet::ALL.contains(square) == (square.price() > 0)));
        let houses = Colour::ALL.map(Colour::house_price);
        assert_eq!(houses, [50, 50, 100, 100, 150, 150, 200, 200]);
    }

    #[test]
    fn sets_list_their_deeds_both_ways() {
        let forward: Vec<Square> = Colour::Orange.streets().iter().collect();
        let mut back: Vec<Square> = Colour::Orange.streets().iter_back().collect();
        back.reverse();
        assert_eq!(forward, [Square(16), Square(18), Square(19)]);
        assert_eq!(forward, back);
        assert_eq!(forward.into_iter().collect::<DeedSet>(), Colour::Orange.streets());
    }
}
