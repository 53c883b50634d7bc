//! What two players exchange: deeds, cash and the cards that open the jail.

use std::{fmt, str::FromStr};

use kakehiki_core::{MAX_SEATS, NotationError, Seat};

use super::square::{DeedSet, Pile, Square};

/// The cards that open the jail, one of each deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct JailCards(pub(crate) u8);

impl JailCards {
    /// Neither card.
    pub const NONE: Self = Self(0);

    /// The card of one deck.
    pub const fn only(pile: Pile) -> Self {
        Self(1 << pile as u8)
    }

    /// Whether the card of this deck is among them.
    pub const fn contains(self, pile: Pile) -> bool {
        self.0 >> pile as u8 & 1 == 1
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The decks of the cards.
    pub fn iter(self) -> impl Iterator<Item = Pile> {
        Pile::ALL.into_iter().filter(move |pile| self.contains(*pile))
    }
}

/// An exchange between two players.
///
/// Written `P0:12+$75>P1:5`: the first player gives the Electric Company and 75, the second gives
/// the Reading Railroad. `c` and `k` are the jail cards of Chance and Community Chest, `-` is
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The player who opened the negotiation.
    pub proposer: Seat,
    /// The player who was asked.
    pub partner: Seat,
    /// The deeds that the proposer gives.
    pub gives: DeedSet,
    /// The deeds that the proposer gets.
    pub gets: DeedSet,
    /// What the proposer pays; what it is paid if negative.
    pub cash: i32,
    /// The jail cards that the proposer gives.
    pub gives_cards: JailCards,
    /// The jail cards that the proposer gets.
    pub gets_cards: JailCards,
}

impl Deal {
    /// A deal between two players that moves nothing yet.
    pub const fn between(proposer: Seat, partner: Seat) -> Self {
        Self {
            proposer,
            partner,
            gives: DeedSet::EMPTY,
            gets: DeedSet::EMPTY,
            cash: 0,
            gives_cards: JailCards::NONE,
            gets_cards: JailCards::NONE,
        }
    }

    /// The party that is not `seat`.
    pub fn other(&self, seat: Seat) -> Seat {
        if seat == self.proposer { self.partner } else { self.proposer }
    }

    /// What `seat` gets: deeds, jail cards, and cash, which is negative if it pays.
    pub fn received_by(&self, seat: Seat) -> (DeedSet, JailCards, i32) {
        if seat == self.proposer {
            (self.gets, self.gets_cards, -self.cash)
        } else {
            (self.gives, self.gives_cards, self.cash)
        }
    }

    /// What `seat` gives: deeds and jail cards.
    pub fn given_by(&self, seat: Seat) -> (DeedSet, JailCards) {
        if seat == self.proposer {
            (self.gives, self.gives_cards)
        } else {
            (self.gets, self.gets_cards)
        }
    }
}

fn write_goods(
    formatter: &mut fmt::Formatter<'_>,
    deeds: DeedSet,
    cards: JailCards,
    cash: i32,
) -> fmt::Result {
    let mut separator = "";
    for square in deeds.iter() {
        write!(formatter, "{separator}{square}")?;
        separator = "+";
    }
    for pile in cards.iter() {
        write!(formatter, "{separator}{}", pile.letter().to_ascii_lowercase())?;
        separator = "+";
    }
    if cash > 0 {
        write!(formatter, "{separator}${cash}")?;
        separator = "+";
    }
    if separator.is_empty() { formatter.write_str("-") } else { Ok(()) }
}

impl fmt::Display for Deal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.proposer)?;
        write_goods(formatter, self.gives, self.gives_cards, self.cash)?;
        write!(formatter, ">{}:", self.partner)?;
        // The sign is lost in one direction only, and no deal names the smallest number.
        write_goods(formatter, self.gets, self.gets_cards, self.cash.saturating_neg())
    }
}

impl FromStr for Deal {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let deal = read(text).filter(|deal| deal.to_string() == text);
        deal.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a deal such as P0:12+$75>P1:5",
        })
    }
}

fn read(text: &str) -> Option<Deal> {
    let (proposer, partner) = text.split_once('>')?;
    let (proposer, given) = proposer.split_once(':')?;
    let (partner, got) = partner.split_once(':')?;
    let (gives, gives_cards, paid) = read_goods(given)?;
    let (gets, gets_cards, earned) = read_goods(got)?;
    Some(Deal {
        proposer: read_seat(proposer)?,
        partner: read_seat(partner)?,
        gives,
        gets,
        cash: paid.checked_sub(earned)?,
        gives_cards,
        gets_cards,
    })
}

fn read_goods(text: &str) -> Option<(DeedSet, JailCards, i32)> {
    let (mut deeds, mut cards, mut cash) = (DeedSet::EMPTY, JailCards::NONE, 0);
    if text == "-" {
        return Some((deeds, cards, cash));
    }
    for word in text.split('+') {
        match word {
            "c" => cards.0 |= JailCards::only(Pile::Chance).0,
            "k" => cards.0 |= JailCards::only(Pile::Chest).0,
            _ => match word.strip_prefix('$') {
                Some(amount) => cash = amount.parse().ok().filter(|amount| *amount > 0)?,
                None => deeds = deeds.with(word.parse::<Square>().ok()?),
            },
        }
    }
    Some((deeds, cards, cash))
}

/// Reads a seat as it is written.
pub(crate) fn read_seat(text: &str) -> Option<Seat> {
    let index = text.strip_prefix('P')?.parse::<usize>().ok()?;
    let seat = (index < MAX_SEATS).then(|| Seat::new(index))?;
    (seat.to_string() == text).then_some(seat)
}
