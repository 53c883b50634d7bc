//! The board that a game is played on, and how it is dealt.
//!
//! A board is dealt by chance in small steps: the terrain hex by hex, then the numbers, then the
//! harbours place by place. Each step has few outcomes, so boards can be replayed and enumerated.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use kakehiki_core::GameRng;
use rand::RngExt;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    resource::{RESOURCES, Resource},
    schema::words_schema,
    topology::{CENTRE, Edge, HARBOURS, HEXES, Hex, INNER_RING, ISLAND, NONE, OUTER_RING},
};

/// What a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Gives a resource.
    Land(Resource),
    /// Gives nothing.
    Desert,
}

impl Terrain {
    /// All kinds, the desert last.
    pub const ALL: [Self; 6] = [
        Self::Land(Resource::Wood),
        Self::Land(Resource::Brick),
        Self::Land(Resource::Sheep),
        Self::Land(Resource::Wheat),
        Self::Land(Resource::Ore),
        Self::Desert,
    ];

    /// How many hexes of each kind there are.
    pub(crate) const COUNTS: [u8; 6] = [4, 3, 4, 4, 3, 1];

    /// What it gives.
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Land(resource) => Some(resource),
            Self::Desert => None,
        }
    }

    /// The letter of the resource, or D.
    pub const fn letter(self) -> char {
        match self {
            Self::Land(resource) => resource.letter(),
            Self::Desert => 'D',
        }
    }

    /// The terrain of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.letter() == letter)
    }

    /// The word of the resource, or `desert`.
    pub fn word(self) -> &'static str {
        self.resource().map_or("desert", Resource::word)
    }

    pub(crate) fn index(self) -> usize {
        self.resource().map_or(RESOURCES, Resource::index)
    }
}

impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

words_schema!(Terrain, Terrain::ALL.map(Terrain::word), "what a hex gives, or desert");

/// What a harbour is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harbour {
    /// Two of one resource for any other card.
    Two(Resource),
    /// Three of any one resource for any other card.
    Three,
}

impl Harbour {
    /// All kinds, the general one last.
    pub const ALL: [Self; 6] = [
        Self::Two(Resource::Wood),
        Self::Two(Resource::Brick),
        Self::Two(Resource::Sheep),
        Self::Two(Resource::Wheat),
        Self::Two(Resource::Ore),
        Self::Three,
    ];

    pub(crate) const COUNTS: [u8; 6] = [1, 1, 1, 1, 1, 4];

    /// The kinds in their places when they are not shuffled.
    pub(crate) const FIXED: [Self; HARBOURS] = [
        Self::Three,
        Self::Two(Resource::Wood),
        Self::Two(Resource::Brick),
        Self::Three,
        Self::Three,
        Self::Two(Resource::Sheep),
        Self::Three,
        Self::Two(Resource::Ore),
        Self::Two(Resource::Wheat),
    ];

    /// The letter of the resource, or 3.
    pub const fn letter(self) -> char {
        match self {
            Self::Two(resource) => resource.letter(),
            Self::Three => '3',
        }
    }

    /// The word of the resource, or `any`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Two(resource) => resource.word(),
            Self::Three => "any",
        }
    }

    /// The harbour of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|harbour| harbour.letter() == letter)
    }

    /// A bit for each kind.
    pub(crate) const fn bit(self) -> u8 {
        match self {
            Self::Two(resource) => 1 << resource.index(),
            Self::Three => GENERAL_HARBOUR,
        }
    }

    pub(crate) fn index(self) -> usize {
        self.bit().trailing_zeros() as usize
    }
}

/// The bit of the three-for-one harbours.
pub(crate) const GENERAL_HARBOUR: u8 = 1 << RESOURCES;

impl Serialize for Harbour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

words_schema!(
    Harbour,
    Harbour::ALL.map(Harbour::word),
    "the resource of which two buy a card, or any for three of any one resource"
);

/// The tokens in the order of the letters on their backs.
pub(crate) const SPIRAL_TOKENS: [u8; 18] =
    [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];

/// How many tokens of each number there are, counted from zero.
const TOKENS: [u8; 13] = [0, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1];

/// The red tokens in the order in which they are dealt when they must not be neighbours.
const REDS: [u8; 4] = [6, 6, 8, 8];

/// Whether a number is red.
pub(crate) const fn is_red(number: u8) -> bool {
    number == 6 || number == 8
}

/// The lowest total of the dice.
pub(crate) const LOWEST_TOTAL: u8 = 2;
/// The highest total of the dice.
pub(crate) const HIGHEST_TOTAL: u8 = 12;

/// The terrain, numbers and harbours of a game, as far as they have been dealt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) terrain: [Option<Terrain>; HEXES],
    /// Zero where there is none.
    pub(crate) numbers: [u8; HEXES],
    pub(crate) harbours: [Option<Harbour>; HARBOURS],
    /// The hexes of each number, so that a roll need not look for them.
    hexes: [[u8; 2]; HIGHEST_TOTAL as usize + 1],
}

impl Board {
    /// The sea before anything is dealt.
    pub(crate) const EMPTY: Self = Self {
        terrain: [None; HEXES],
        numbers: [0; HEXES],
        harbours: [None; HARBOURS],
        hexes: [[NONE; 2]; HIGHEST_TOTAL as usize + 1],
    };

    /// What a hex is; `None` before it is dealt.
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.terrain[hex.index()]
    }

    /// The number on a hex.
    pub fn number(&self, hex: Hex) -> Option<u8> {
        Some(self.numbers[hex.index()]).filter(|number| *number > 0)
    }

    /// The harbour at the given place, counted counter-clockwise along the coast.
    pub fn harbour(&self, place: usize) -> Option<Harbour> {
        self.harbours.get(place).copied().flatten()
    }

    /// What a hex gives.
    #[inline]
    pub(crate) fn resource(&self, hex: u8) -> Option<Resource> {
        self.terrain[usize::from(hex)].and_then(Terrain::resource)
    }

    /// The hexes with a number, filled up with [`NONE`].
    #[inline]
    pub(crate) fn hexes_with(&self, number: u8) -> [u8; 2] {
        self.hexes[usize::from(number)]
    }

    /// The first hex without terrain.
    pub(crate) fn next_hex(&self) -> Option<Hex> {
        Hex::all().find(|hex| self.terrain[hex.index()].is_none())
    }

    /// The place of the first harbour that is not dealt.
    pub(crate) fn next_harbour(&self) -> Option<usize> {
        self.harbours.iter().position(Option::is_none)
    }

    /// The desert, once it is dealt.
    pub(crate) fn desert(&self) -> Option<Hex> {
        Hex::all().find(|hex| self.terrain[hex.index()] == Some(Terrain::Desert))
    }

    /// How many hexes of each terrain are left to deal.
    pub(crate) fn terrain_left(&self) -> [u8; 6] {
        let mut left = Terrain::COUNTS;
        for terrain in self.terrain.iter().flatten() {
            left[terrain.index()] -= 1;
        }
        left
    }

    /// How many harbours of each kind are left to deal.
    pub(crate) fn harbours_left(&self) -> [u8; 6] {
        let mut left = Harbour::COUNTS;
        for harbour in self.harbours.iter().flatten() {
            left[harbour.index()] -= 1;
        }
        left
    }

    /// Lays a token.
    pub(crate) fn lay(&mut self, hex: u8, number: u8) {
        self.numbers[usize::from(hex)] = number;
        let hexes = &mut self.hexes[usize::from(number)];
        hexes[usize::from(hexes[0] != NONE)] = hex;
        // One order whatever the order of dealing, so that equal boards are equal.
        hexes.sort_unstable();
    }

    /// Lays all tokens along the spiral that begins at a corner of the island, skipping the desert.
    pub(crate) fn lay_spiral(&mut self, corner: usize, is_clockwise: bool) {
        let mut tokens = SPIRAL_TOKENS.into_iter();
        for hex in spiral(corner, is_clockwise) {
            if self.resource(hex).is_some()
                && let Some(number) = tokens.next()
            {
                self.lay(hex, number);
            }
        }
    }

    /// How many tokens of each number are left to deal.
    fn tokens_left(&self) -> [u8; 13] {
        let mut left = TOKENS;
        for number in self.numbers.iter().filter(|number| **number > 0) {
            left[usize::from(*number)] -= 1;
        }
        left
    }

    /// The land hexes that have no number, a bit for each.
    fn bare_hexes(&self) -> u32 {
        (0..HEXES as u8)
            .filter(|hex| self.resource(*hex).is_some() && self.numbers[usize::from(*hex)] == 0)
            .fold(0, |set, hex| set | 1 << hex)
    }

    /// The bare hexes that have no red neighbour.
    fn calm_hexes(&self) -> u32 {
        (0..HEXES)
            .filter(|hex| is_red(self.numbers[*hex]))
            .fold(self.bare_hexes(), |set, hex| set & !ISLAND.hex_neighbours[hex])
    }

    /// The red token to be dealt next, and how many follow it, if reds must not be neighbours.
    fn next_red(&self) -> Option<(u8, usize)> {
        let dealt = self.numbers.iter().filter(|number| is_red(**number)).count();
        REDS.get(dealt).map(|number| (*number, REDS.len() - dealt - 1))
    }

    /// Whether all numbers are dealt.
    pub(crate) fn has_numbers(&self) -> bool {
        self.bare_hexes() == 0
    }

    /// Every token that may be laid next with its probability. With `calm_reds` the red ones come
    /// first, each where all arrangements without red neighbours that are still possible put it;
    /// the others are dealt to the bare hexes in order.
    pub(crate) fn token_chances(&self, calm_reds: bool) -> Vec<(Hex, u8, f64)> {
        if calm_reds && let Some((number, following)) = self.next_red() {
            let calm = self.calm_hexes();
            let weights: Vec<(u8, u32)> = (0..HEXES as u8)
                .filter(|hex| calm >> hex & 1 == 1)
                .map(|hex| (hex, arrangements(without(calm, hex), following)))
                .filter(|(_, weight)| *weight > 0)
                .collect();
            let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
            return weights
                .into_iter()
                .map(|(hex, weight)| (Hex(hex), number, f64::from(weight) / f64::from(total)))
                .collect();
        }
        let left = self.tokens_left();
        let total: u8 = left.iter().sum();
        let hex = Hex(self.bare_hexes().trailing_zeros() as u8);
        (0..=HIGHEST_TOTAL)
            .filter(|number| left[usize::from(*number)] > 0)
            .map(|number| {
                (hex, number, f64::from(left[usize::from(number)]) / f64::from(total.max(1)))
            })
            .collect()
    }

    /// Draws a token and its hex with the probabilities of [`token_chances`](Self::token_chances).
    pub(crate) fn draw_token(&self, calm_reds: bool, rng: &mut GameRng) -> (Hex, u8) {
        if calm_reds && let Some((number, following)) = self.next_red() {
            let calm = self.calm_hexes();
            // All that follow are drawn too, and all again as long as two of them are neighbours.
            loop {
                let first = member(calm, rng);
                let mut left = without(calm, first);
                let is_possible = (0..following).all(|_| {
                    let next = member(calm, rng);
                    let is_calm = left >> next & 1 == 1;
                    left = without(left, next);
                    is_calm
                });
                if is_possible {
                    return (Hex(first), number);
                }
            }
        }
        let hex = Hex(self.bare_hexes().trailing_zeros() as u8);
        (hex, weighted(&self.tokens_left(), rng) as u8)
    }
}

/// One hex of a board, as it is written.
#[derive(Serialize, JsonSchema)]
struct HexText {
    /// Which.
    hex: Hex,
    /// What it is, once it is dealt.
    terrain: Option<Terrain>,
    /// Its number, if it has one.
    number: Option<u8>,
}

/// One harbour of a board, as it is written.
#[derive(Serialize, JsonSchema)]
struct HarbourText {
    /// The edge of the coast where it lies.
    edge: Edge,
    /// What it is good for.
    harbour: Harbour,
}

/// All hexes, and the harbours that are dealt.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hex = |hex: Hex| HexText { hex, terrain: self.terrain(hex), number: self.number(hex) };
        let harbour = |place: usize| {
            Some(HarbourText { edge: Edge::of_harbour(place)?, harbour: self.harbour(place)? })
        };
        let mut fields = serializer.serialize_struct("Board", 2)?;
        fields.serialize_field("hexes", &Hex::all().map(hex).collect::<ArrayVec<_, HEXES>>())?;
        let harbours: ArrayVec<_, HARBOURS> = (0..HARBOURS).filter_map(harbour).collect();
        fields.serialize_field("harbours", &harbours)?;
        fields.end()
    }
}

impl JsonSchema for Board {
    fn schema_name() -> Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        /// The terrain, numbers and harbours of a game, as far as they have been dealt.
        #[derive(JsonSchema)]
        #[expect(dead_code, reason = "it only describes what is written")]
        struct Board {
            hexes: Vec<HexText>,
            harbours: Vec<HarbourText>,
        }
        Board::json_schema(generator)
    }
}

/// The hexes along the spiral from a corner of the island, of which there are six.
pub(crate) fn spiral(corner: usize, is_clockwise: bool) -> impl Iterator<Item = u8> {
    let step = move |ring: &[u8], start: usize, index: usize| {
        let length = ring.len();
        ring[(start + if is_clockwise { length - index } else { index }) % length]
    };
    let outer = (0..12).map(move |index| step(&OUTER_RING, 2 * corner, index));
    let inner = (0..6).map(move |index| step(&INNER_RING, corner, index));
    outer.chain(inner).chain([CENTRE])
}

/// A set of hexes without one of them and its neighbours.
fn without(set: u32, hex: u8) -> u32 {
    set & !(1 << hex) & !ISLAND.hex_neighbours[usize::from(hex)]
}

/// In how many ways `count` hexes of a set can be taken one after the other, none next to another.
fn arrangements(set: u32, count: usize) -> u32 {
    if count == 0 {
        return 1;
    }
    (0..HEXES as u8)
        .filter(|hex| set >> hex & 1 == 1)
        .map(|hex| arrangements(without(set, hex), count - 1))
        .sum()
}

/// A member of a set of hexes, each equally likely.
fn member(mut set: u32, rng: &mut GameRng) -> u8 {
    for _ in 0..rng.random_range(0..set.count_ones().max(1)) {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as u8
}

/// An index, each as likely as its weight says; the first if all weights are zero.
#[inline]
pub(crate) fn weighted(weights: &[u8], rng: &mut GameRng) -> usize {
    let total: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
    if total == 0 {
        return 0;
    }
    let mut rest = rng.random_range(0..total);
    for (index, weight) in weights.iter().enumerate() {
        let weight = u32::from(*weight);
        if rest < weight {
            return index;
        }
        rest -= weight;
    }
    0
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    fn with_desert(desert: usize) -> Board {
        let mut board = Board::EMPTY;
        let mut lands = Terrain::ALL[..5]
            .iter()
            .flat_map(|terrain| vec![*terrain; usize::from(Terrain::COUNTS[terrain.index()])]);
        for hex in 0..HEXES {
            let terrain = if hex == desert { Some(Terrain::Desert) } else { lands.next() };
            board.terrain[hex] = terrain;
        }
        board
    }

    fn neighbours() -> impl Iterator<Item = (usize, usize)> {
        (0..HEXES).flat_map(|one| {
            (0..one)
                .filter(move |other| ISLAND.hex_neighbours[one] >> other & 1 == 1)
                .map(move |other| (one, other))
        })
    }

    #[test]
    fn tokens_are_eighteen_with_fifty_eight_dots() {
        assert_eq!(TOKENS.iter().sum::<u8>(), 18);
        let dots: i32 = SPIRAL_TOKENS.iter().map(|number| 6 - (i32::from(*number) - 7).abs()).sum();
        assert_eq!(dots, 58);
        let mut counts = [0; 13];
        for number in SPIRAL_TOKENS {
            counts[usize::from(number)] += 1;
        }
        assert_eq!(counts, TOKENS);
        assert_eq!(Terrain::COUNTS.iter().sum::<u8>(), 19);
        assert_eq!(Harbour::COUNTS.iter().sum::<u8>(), 9);
        let mut fixed = [0; 6];
        for harbour in Harbour::FIXED {
            fixed[harbour.index()] += 1;
        }
        assert_eq!(fixed, Harbour::COUNTS);
    }

    /// Line 2.5: the printed frame has, clockwise from the north-west, a general harbour, wheat,
    /// ore, a general one, sheep, two general ones, brick and wood.
    #[test]
    fn fixed_harbours_are_those_of_the_printed_frame() {
        let clockwise: String = (0..HARBOURS)
            .map(|step| Harbour::FIXED[(HARBOURS - step) % HARBOURS].letter())
            .collect();
        assert_eq!(clockwise, "3HO3S33BW");
    }

    /// Line 2.2: from a corner counter-clockwise round the coast, then the inner ring, then the
    /// middle; the desert takes no token.
    #[test]
    fn tokens_lie_along_the_spiral() {
        let mut board = with_desert(CENTRE.into());
        board.lay_spiral(0, false);
        let numbers = |ring: &[u8]| -> Vec<u8> {
            ring.iter().map(|hex| board.numbers[usize::from(*hex)]).collect()
        };
        assert_eq!(numbers(&OUTER_RING), [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10]);
        assert_eq!(numbers(&INNER_RING), [9, 4, 5, 6, 3, 11]);
        // With the desert in the second place all after it come one place later.
        let mut board = with_desert(OUTER_RING[1].into());
        board.lay_spiral(0, false);
        let numbers = [0, 1, 2, 11].map(|place| board.numbers[usize::from(OUTER_RING[place])]);
        assert_eq!(numbers, [5, 0, 2, 8]);
        assert_eq!(board.numbers[usize::from(CENTRE)], 11);
    }

    #[test]
    fn spirals_put_no_equal_and_no_red_numbers_side_by_side() {
        for desert in 0..HEXES {
            for corner in 0..6 {
                for is_clockwise in [false, true] {
                    let mut board = with_desert(desert);
                    board.lay_spiral(corner, is_clockwise);
                    assert!(board.has_numbers());
                    assert_eq!(board.numbers[desert], 0);
                    for (one, other) in neighbours() {
                        let (one, other) = (board.numbers[one], board.numbers[other]);
                        assert_ne!(one, other, "desert {desert}, corner {corner}");
                        assert!(!is_red(one) || !is_red(other), "{desert} {corner}");
                    }
                }
            }
        }
    }

    #[test]
    fn random_numbers_put_no_red_ones_side_by_side() {
        let mut rng = Seed::experiment(1).rng();
        for desert in 0..HEXES {
            for _ in 0..20 {
                let mut board = with_desert(desert);
                while !board.has_numbers() {
                    let (hex, number) = board.draw_token(true, &mut rng);
                    let listed = board.token_chances(true);
                    assert!(
                        listed.iter().any(|(place, token, _)| (*place, *token) == (hex, number))
                    );
                    board.lay(hex.0, number);
                }
                assert_eq!(board.tokens_left(), [0; 13]);
                for (one, other) in neighbours() {
                    assert!(!is_red(board.numbers[one]) || !is_red(board.numbers[other]));
                }
            }
        }
    }

    #[test]
    fn the_first_red_number_falls_as_the_count_of_arrangements_says() {
        let board = with_desert(9);
        let chances = board.token_chances(true);
        let mut rng = Seed::experiment(2).rng();
        let mut counts = [0_u32; HEXES];
        let draws = 40_000;
        for _ in 0..draws {
            counts[board.draw_token(true, &mut rng).0.index()] += 1;
        }
        let statistic: f64 = chances
            .iter()
            .map(|(hex, _, probability)| {
                let expected = probability * f64::from(draws);
                (f64::from(counts[hex.index()]) - expected).powi(2) / expected
            })
            .sum();
        // A false alarm in a million seeds: chi-square with 17 degrees of freedom.
        assert_eq!(chances.len(), 18);
        assert!(statistic < 60.13, "{statistic}");
    }
}
