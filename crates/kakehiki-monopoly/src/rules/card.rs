//! What the cards do, and in which order they come.

use std::{borrow::Cow, fmt, str::FromStr};

use kakehiki_core::{GameRng, NotationError};
use rand::RngExt;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    options::{ChanceDeck, DeckOrder},
    square::{GO, Pile, Square},
};

/// The number of cards of a deck.
pub const CARDS: usize = 16;

/// A card: its deck and its number there, counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The deck.
    pub pile: Pile,
    pub(crate) number: u8,
}

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Move forward to a square, with a salary when GO is reached or passed.
    MoveTo(Square),
    /// Move forward to the next utility; if it is owned, pay ten times a throw.
    NextUtility,
    /// Move forward to the next railroad; if it is owned, pay double its rent.
    NextRailroad,
    /// Move three squares back.
    Back,
    /// Go to jail.
    Jail,
    /// Keep the card: it opens the jail once.
    Keep,
    /// Receive this from the bank, or pay it if it is negative.
    Bank(i16),
    /// Pay for every house and every hotel.
    Repairs(u8, u8),
    /// Pay this to each player.
    PayEach(u8),
    /// Receive this from each player.
    Birthday(u8),
}

/// The number of the card, in each deck, that opens the jail.
const KEPT: [u8; 2] = [7, 4];

const CHANCE: [Effect; CARDS] = [
    Effect::MoveTo(GO),
    Effect::MoveTo(Square(24)),
    Effect::MoveTo(Square(11)),
    Effect::NextUtility,
    Effect::NextRailroad,
    Effect::NextRailroad,
    Effect::Bank(50),
    Effect::Keep,
    Effect::Back,
    Effect::Jail,
    Effect::Repairs(25, 100),
    Effect::Bank(-15),
    Effect::MoveTo(Square(5)),
    Effect::MoveTo(Square(39)),
    Effect::PayEach(50),
    Effect::Bank(150),
];

const CHEST: [Effect; CARDS] = [
    Effect::MoveTo(GO),
    Effect::Bank(200),
    Effect::Bank(-50),
    Effect::Bank(50),
    Effect::Keep,
    Effect::Jail,
    Effect::Bank(100),
    Effect::Bank(20),
    Effect::Birthday(10),
    Effect::Bank(100),
    Effect::Bank(-100),
    Effect::Bank(-50),
    Effect::Bank(25),
    Effect::Repairs(40, 115),
    Effect::Bank(10),
    Effect::Bank(100),
];

impl Card {
    /// A card of a deck by its number, counted from zero; `None` beyond the deck.
    pub const fn new(pile: Pile, number: usize) -> Option<Self> {
        if number < CARDS { Some(Self { pile, number: number as u8 }) } else { None }
    }

    /// What the card does. In the Chance deck of the browser game the card that moves to GO is
    /// replaced by a second fine.
    pub(crate) const fn effect(self, deck: ChanceDeck) -> Effect {
        match (self.pile, deck, self.number) {
            (Pile::Chance, ChanceDeck::Moyer, 0) => Effect::Bank(-15),
            (Pile::Chance, _, number) => CHANCE[number as usize % CARDS],
            (Pile::Chest, _, number) => CHEST[number as usize % CARDS],
        }
    }
}

/// Letter and number: `C1` to `C16` for Chance, `K1` to `K16` for Community Chest.
impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.pile.letter(), self.number + 1)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[CK][0-9]+$",
            "description": "a card: C1 to C16 of Chance, K1 to K16 of Community Chest",
        })
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let pile = Pile::ALL.into_iter().find(|pile| text.starts_with(pile.letter()))?;
            let card = Self::new(pile, text[1..].parse::<usize>().ok()?.checked_sub(1)?)?;
            (card.to_string() == text).then_some(card)
        };
        read().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a card: C1 to C16 or K1 to K16",
        })
    }
}

/// A deck, as everybody at the table knows it.
///
/// Cards go under the deck when they have been used, so what has been seen comes again in the same
/// order; what has not been seen may come in any order. The deck is a queue of places. A place
/// holds a card that everybody knows, or an unknown one of those that nobody has seen; which it is,
/// chance decides when it is drawn. So a deck has no secrets, and shuffling it is drawing from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Deck {
    /// The known cards by place, four bits each, the top of the deck lowest; 0 where unknown.
    order: u64,
    /// A bit for each place that is unknown.
    unknown: u16,
    /// The cards that nobody has seen, as many as there are unknown places.
    unseen: u16,
    /// The number of places.
    length: u8,
}

impl Deck {
    pub(crate) const fn new() -> Self {
        Self { order: 0, unknown: u16::MAX, unseen: u16::MAX, length: CARDS as u8 }
    }

    /// The cards that may come next, as bits.
    #[inline]
    pub(crate) const fn candidates(self, order: DeckOrder) -> u16 {
        match order {
            DeckOrder::Replaced => u16::MAX,
            _ if self.unknown & 1 == 1 => self.unseen,
            _ => 1 << (self.order & 15),
        }
    }

    /// Draws the number of the next card.
    #[inline]
    pub(crate) fn draw(self, order: DeckOrder, rng: &mut GameRng) -> u8 {
        let mut candidates = self.candidates(order);
        let count = candidates.count_ones();
        if count > 1 {
            for _ in 0..rng.random_range(0..count) {
                candidates &= candidates - 1;
            }
        }
        candidates.trailing_zeros() as u8
    }

    /// Takes the card off the top and puts it under the deck, or gives it away if it is to be kept.
    #[inline]
    pub(crate) fn take(&mut self, pile: Pile, number: u8, order: DeckOrder) {
        if order == DeckOrder::Replaced {
            return;
        }
        if self.unknown & 1 == 1 {
            self.unseen &= !(1 << number);
        }
        self.order >>= 4;
        self.unknown >>= 1;
        self.length = self.length.saturating_sub(1);
        if number == KEPT[pile as usize] {
            if order == DeckOrder::Skipping {
                self.skip();
            }
        } else {
            self.put_under(number);
        }
    }

    /// Puts the top card under the deck without looking at it.
    fn skip(&mut self) {
        let (number, is_unknown) = (self.order & 15, self.unknown & 1);
        self.order >>= 4;
        self.unknown >>= 1;
        let last = u32::from(self.length.saturating_sub(1));
        self.order |= number << (4 * last);
        self.unknown |= is_unknown << last;
    }

    /// Puts a card that everybody knows under the deck.
    #[inline]
    pub(crate) fn put_under(&mut self, number: u8) {
        let place = u32::from(self.length).min(CARDS as u32 - 1);
        self.order |= u64::from(number) << (4 * place);
        self.length = place as u8 + 1;
    }

    /// Puts the card that opens the jail under the deck after it was used.
    pub(crate) fn put_back(&mut self, pile: Pile, order: DeckOrder) {
        if order != DeckOrder::Replaced {
            self.put_under(KEPT[pile as usize]);
        }
    }

    /// The places from the top: the numbers of known cards, nothing for unknown ones.
    pub(crate) fn places(self) -> impl Iterator<Item = Option<u8>> {
        (0..u32::from(self.length)).map(move |place| {
            let is_known = self.unknown >> place & 1 == 0;
            is_known.then_some((self.order >> (4 * place) & 15) as u8)
        })
    }

    /// The numbers of the cards that nobody has seen.
    pub(crate) fn unseen(self) -> impl Iterator<Item = u8> {
        (0..CARDS as u8).filter(move |number| self.unseen >> number & 1 == 1)
    }

    /// The places from the top: a letter from `a` for each known card, `?` for an unknown one.
    pub(crate) fn text(self) -> String {
        self.places().map(|card| card.map_or('?', |number| char::from(b'a' + number))).collect()
    }

    /// Reads the text of a deck of which `kept` is true if its card that opens the jail is held by
    /// somebody.
    pub(crate) fn read(pile: Pile, text: &str, kept: bool) -> Option<Self> {
        let mut deck = Self { order: 0, unknown: 0, unseen: u16::MAX, length: 0 };
        if kept {
            deck.unseen &= !(1 << KEPT[pile as usize]);
        }
        for letter in text.chars() {
            if usize::from(deck.length) >= CARDS {
                return None;
            }
            match letter {
                '?' => {
                    deck.unknown |= 1 << deck.length;
                    deck.length += 1;
                }
                'a'..='p' => {
                    let number = letter as u8 - b'a';
                    if deck.unseen >> number & 1 == 0 {
                        return None;
                    }
                    deck.unseen &= !(1 << number);
                    deck.put_under(number);
                }
                _ => return None,
            }
        }
        (deck.unseen.count_ones() == deck.unknown.count_ones()).then_some(deck)
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    fn draw(deck: &mut Deck, order: DeckOrder, rng: &mut GameRng) -> u8 {
        let number = deck.draw(order, rng);
        deck.take(Pile::Chance, number, order);
        number
    }

    #[test]
    fn a_second_pass_goes_as_the_first() {
        let mut rng = Seed::experiment(1).rng();
        let mut deck = Deck::new();
        let first: Vec<u8> =
            (0..16).map(|_| draw(&mut deck, DeckOrder::Cycled, &mut rng)).collect();
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..16).collect::<Vec<u8>>());
        let again: Vec<u8> =
            (0..15).map(|_| draw(&mut deck, DeckOrder::Cycled, &mut rng)).collect();
        assert_eq!(again, first.iter().copied().filter(|card| *card != 7).collect::<Vec<u8>>());
        deck.put_back(Pile::Chance, DeckOrder::Cycled);
        assert_eq!(deck.text().len(), 16);
        assert!(deck.text().ends_with('h'));
    }

    #[test]
    fn the_card_after_the_kept_one_is_skipped_in_the_browser_game() {
        let mut deck = Deck::new();
        for number in [0, 1, 7] {
            deck.take(Pile::Chance, number, DeckOrder::Skipping);
        }
        // Twelve cards are left of the first pass; then come the two used ones and the skipped one.
        assert_eq!(deck.text(), "????????????ab?");
        deck.put_back(Pile::Chance, DeckOrder::Skipping);
        assert_eq!(deck.text(), "????????????ab?h");
    }

    #[test]
    fn decks_round_trip_through_text() {
        let mut rng = Seed::experiment(2).rng();
        let mut deck = Deck::new();
        let mut kept = false;
        for _ in 0..200 {
            assert_eq!(Deck::read(Pile::Chance, &deck.text(), kept), Some(deck));
            if kept && rng.random_bool(0.2) {
                deck.put_back(Pile::Chance, DeckOrder::Skipping);
                kept = false;
            }
            kept |= draw(&mut deck, DeckOrder::Skipping, &mut rng) == 7;
        }
        for text in ["aa", "?????????????????", "b!", "abcdefgijklmnop"] {
            assert_eq!(Deck::read(Pile::Chance, text, false), None, "{text}");
        }
    }
}
