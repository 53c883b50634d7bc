//! What a player may choose and what chance may bring, and how both are written.

use std::{borrow::Cow, fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{
    board::{HIGHEST_TOTAL, Harbour, LOWEST_TOTAL, Terrain},
    card::Card,
    resource::{Hand, Resource},
    schema::text_schema,
    speech::Spoken,
    state::MAX_PLAYERS,
    topology::{Edge, Hex, Node},
};

/// A set of seats at the table, small enough for an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Partners(pub(crate) u8);

impl Partners {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One seat.
    pub const fn only(seat: Seat) -> Self {
        Self::NONE.with(seat)
    }

    /// All seats of a table but one.
    pub const fn all_but(seat: Seat, players: usize) -> Self {
        Self(((1 << players) - 1) & !Self::only(seat).0)
    }

    /// Whether a seat is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.index() < MAX_PLAYERS && self.0 >> seat.index() & 1 == 1
    }

    /// These and one more; a seat that no table has is left out.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        if seat.index() < MAX_PLAYERS { Self(self.0 | 1 << seat.index()) } else { self }
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_PLAYERS).filter(move |seat| self.contains(*seat))
    }
}

/// The numbers of the seats, `-` for nobody.
impl fmt::Display for Partners {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return formatter.write_str("-");
        }
        self.iter().try_for_each(|seat| write!(formatter, "{}", seat.index()))
    }
}

impl Serialize for Partners {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Partners {
    fn schema_name() -> Cow<'static, str> {
        "Partners".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Seat>::json_schema(generator)
    }
}

/// What one side gives for what: written `WW>B`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// What the one who speaks gives.
    pub give: Hand,
    /// What it gets.
    pub get: Hand,
}

impl Terms {
    /// The same as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { give: self.get, get: self.give }
    }

    /// Whether both sides give something and no resource goes both ways.
    pub fn is_trade(self) -> bool {
        let both = self.give.0.iter().zip(self.get.0).any(|(give, get)| *give > 0 && get > 0);
        !self.give.is_empty() && !self.get.is_empty() && !both
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}>{}", self.give, self.get)
    }
}

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_schema!(Terms, "^[WBSHO-]+>[WBSHO-]+$", "what one side gives, and what it gets for it: WW>B");

/// A choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Builds a road, or lays it for free: `road:e30`.
    Road(Edge),
    /// Builds a settlement, or founds it in the set-up: `settlement:n12`.
    Settlement(Node),
    /// Makes a settlement a city: `city:n12`.
    City(Node),
    /// Rolls the dice: `roll`.
    Roll,
    /// Discards cards after a seven, all that are due or some of them: `discard:WWB`.
    Discard(Hand),
    /// Moves the robber and robs a neighbour of its new place: `robber:h4,P2`, `robber:h4`.
    Robber(Hex, Option<Seat>),
    /// Buys a development card: `buy`.
    Buy,
    /// Plays a knight: `knight`.
    Knight,
    /// Plays road building: `road-building`.
    RoadBuilding,
    /// Plays a year of plenty for these cards: `plenty:WB`.
    YearOfPlenty(Hand),
    /// Plays a monopoly: `monopoly:W`.
    Monopoly(Resource),
    /// Exchanges cards with the bank at the best rate: `bank:W>B`.
    Bank(Resource, Resource),
    /// Offers a trade to some of the others: `offer:WW>B@123`.
    Offer(Terms, Partners),
    /// Accepts the offer: `accept`.
    Accept,
    /// Refuses the offer: `refuse`.
    Refuse,
    /// Answers by another offer, as the one who answers sees it: `counter:B>W`.
    Counter(Terms),
    /// Trades with one who accepted or made a counter-offer: `confirm:P2`.
    Confirm(Seat),
    /// Trades with none of them: `withdraw`.
    Withdraw,
    /// Says something, true or not: `say:P0:brick<1`, `say:will:last-offer`.
    Say(Spoken),
    /// Says nothing: `quiet`.
    Quiet,
    /// Ends the turn: `end`.
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Road(edge) => write!(formatter, "road:{edge}"),
            Self::Settlement(node) => write!(formatter, "settlement:{node}"),
            Self::City(node) => write!(formatter, "city:{node}"),
            Self::Roll => formatter.write_str("roll"),
            Self::Discard(hand) => write!(formatter, "discard:{hand}"),
            Self::Robber(hex, None) => write!(formatter, "robber:{hex}"),
            Self::Robber(hex, Some(seat)) => write!(formatter, "robber:{hex},{seat}"),
            Self::Buy => formatter.write_str("buy"),
            Self::Knight => formatter.write_str("knight"),
            Self::RoadBuilding => formatter.write_str("road-building"),
            Self::YearOfPlenty(hand) => write!(formatter, "plenty:{hand}"),
            Self::Monopoly(resource) => write!(formatter, "monopoly:{}", resource.letter()),
            Self::Bank(give, get) => write!(formatter, "bank:{}>{}", give.letter(), get.letter()),
            Self::Offer(terms, partners) => write!(formatter, "offer:{terms}@{partners}"),
            Self::Accept => formatter.write_str("accept"),
            Self::Refuse => formatter.write_str("refuse"),
            Self::Counter(terms) => write!(formatter, "counter:{terms}"),
            Self::Confirm(seat) => write!(formatter, "confirm:{seat}"),
            Self::Withdraw => formatter.write_str("withdraw"),
            Self::Say(statement) => write!(formatter, "say:{statement}"),
            Self::Quiet => formatter.write_str("quiet"),
            Self::End => formatter.write_str("end"),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_schema!(Action, "^[a-z-]+(:.+)?$", "an action in its notation, such as road:e30 or roll");

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_action(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action such as road:e30, settlement:n12, city:n12, roll, discard:WWB, \
                       robber:h4,P2, buy, knight, road-building, plenty:WB, monopoly:W, bank:W>B, \
                       offer:WW>B@123, accept, refuse, counter:B>W, confirm:P2, withdraw, \
                       say:P0:brick<1, quiet or end",
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    let Some((kind, rest)) = text.split_once(':') else {
        return Some(match text {
            "roll" => Action::Roll,
            "buy" => Action::Buy,
            "knight" => Action::Knight,
            "road-building" => Action::RoadBuilding,
            "accept" => Action::Accept,
            "refuse" => Action::Refuse,
            "withdraw" => Action::Withdraw,
            "quiet" => Action::Quiet,
            "end" => Action::End,
            _ => return None,
        });
    };
    Some(match kind {
        "road" => Action::Road(rest.parse().ok()?),
        "settlement" => Action::Settlement(rest.parse().ok()?),
        "city" => Action::City(rest.parse().ok()?),
        "discard" => Action::Discard(read_hand(rest)?),
        "robber" => match rest.split_once(',') {
            None => Action::Robber(rest.parse().ok()?, None),
            Some((hex, seat)) => Action::Robber(hex.parse().ok()?, Some(read_seat(seat)?)),
        },
        "plenty" => Action::YearOfPlenty(read_hand(rest)?),
        "monopoly" => Action::Monopoly(read_letter(rest).and_then(Resource::from_letter)?),
        "bank" => {
            let (give, get) = rest.split_once('>')?;
            let resource = |text| read_letter(text).and_then(Resource::from_letter);
            Action::Bank(resource(give)?, resource(get)?)
        }
        "offer" => {
            let (terms, partners) = rest.split_once('@')?;
            Action::Offer(read_terms(terms)?, read_partners(partners)?)
        }
        "counter" => Action::Counter(read_terms(rest)?),
        "confirm" => Action::Confirm(read_seat(rest)?),
        "say" => Action::Say(rest.parse().ok()?),
        _ => return None,
    })
}

fn read_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    letters.next().is_none().then_some(letter)
}

/// Reads the letters of a hand, which people write in any order.
pub(crate) fn read_hand(text: &str) -> Option<Hand> {
    if text == "-" {
        return Some(Hand::EMPTY);
    }
    if text.is_empty() {
        return None;
    }
    let mut hand = Hand::EMPTY;
    for letter in text.chars() {
        let count = &mut hand.0[Resource::from_letter(letter)?.index()];
        *count = count.checked_add(1)?;
    }
    Some(hand)
}

/// Reads what one side gives for what.
pub(crate) fn read_terms(text: &str) -> Option<Terms> {
    let (give, get) = text.split_once('>')?;
    Some(Terms { give: read_hand(give)?, get: read_hand(get)? })
}

/// Reads the numbers of seats.
pub(crate) fn read_partners(text: &str) -> Option<Partners> {
    if text == "-" {
        return Some(Partners::NONE);
    }
    let partners = text.chars().try_fold(Partners::NONE, |partners, digit| {
        let index = digit.to_digit(10)? as usize;
        (index < MAX_PLAYERS).then(|| partners.with(Seat::new(index)))
    });
    partners.filter(|partners| partners.to_string() == text)
}

/// Reads a seat of a table.
pub(crate) fn read_seat(text: &str) -> Option<Seat> {
    Seat::all(MAX_PLAYERS).find(|seat| seat.to_string() == text)
}

/// What chance may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The terrain of the next hex: `terrain:W`, `terrain:D`.
    Terrain(Terrain),
    /// Where the spiral of numbers begins, one of six corners counter-clockwise from the upper
    /// left: `spiral:2`, or `spiral:2,clockwise`.
    Spiral {
        /// The corner.
        corner: u8,
        /// Whether it goes clockwise.
        is_clockwise: bool,
    },
    /// A number for a hex: `token:h3,8`.
    Token(Hex, u8),
    /// The kind of the next harbour: `harbour:W`, `harbour:3`.
    Harbour(Harbour),
    /// The total of the dice: `dice:8`.
    Dice(u8),
    /// The card that is stolen: `stolen:W`.
    Stolen(Resource),
    /// The development card that is drawn: `card:knight`.
    Card(Card),
}

impl fmt::Display for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terrain(terrain) => write!(formatter, "terrain:{}", terrain.letter()),
            Self::Spiral { corner, is_clockwise } => {
                write!(formatter, "spiral:{corner}")?;
                formatter.write_str(if *is_clockwise { ",clockwise" } else { "" })
            }
            Self::Token(hex, number) => write!(formatter, "token:{hex},{number}"),
            Self::Harbour(harbour) => write!(formatter, "harbour:{}", harbour.letter()),
            Self::Dice(total) => write!(formatter, "dice:{total}"),
            Self::Stolen(resource) => write!(formatter, "stolen:{}", resource.letter()),
            Self::Card(card) => write!(formatter, "card:{card}"),
        }
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_schema!(Chance, "^[a-z]+:.+$", "an outcome of chance in its notation, such as dice:8");

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_chance(text).filter(|chance| chance.to_string() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome such as terrain:W, spiral:2, token:h3,8, harbour:3, dice:8, \
                       stolen:W or card:knight",
        })
    }
}

fn read_chance(text: &str) -> Option<Chance> {
    let (kind, rest) = text.split_once(':')?;
    Some(match kind {
        "terrain" => Chance::Terrain(read_letter(rest).and_then(Terrain::from_letter)?),
        "spiral" => {
            let (corner, is_clockwise) = match rest.split_once(',') {
                None => (rest, false),
                Some((corner, "clockwise")) => (corner, true),
                Some(_) => return None,
            };
            let corner = corner.parse().ok().filter(|corner| *corner < 6)?;
            Chance::Spiral { corner, is_clockwise }
        }
        "token" => {
            let (hex, number) = rest.split_once(',')?;
            Chance::Token(hex.parse().ok()?, read_total(number)?)
        }
        "harbour" => Chance::Harbour(read_letter(rest).and_then(Harbour::from_letter)?),
        "dice" => Chance::Dice(read_total(rest)?),
        "stolen" => Chance::Stolen(read_letter(rest).and_then(Resource::from_letter)?),
        "card" => Chance::Card(rest.parse().ok()?),
        _ => return None,
    })
}

fn read_total(text: &str) -> Option<u8> {
    text.parse().ok().filter(|total| (LOWEST_TOTAL..=HIGHEST_TOTAL).contains(total))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn malformed_texts_are_refused() {
        for text in [
            "",
            "road",
            "road:30",
            "road:e72",
            "discard:X",
            "discard:",
            "discard:-W",
            "plenty:W B",
            "robber:h4,P4",
            "robber:h4,",
            "bank:W",
            "offer:W>B",
            "offer:W>B@21",
            "offer:W>B@4",
            "offer:W>B@11",
            "offer:W>B@",
            "counter:BW>",
            "confirm:2",
            "Roll",
            "end ",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        for text in ["", "dice:13", "dice:1", "spiral:6", "spiral:0,x", "token:h1,07", "card:x"] {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
    }

    #[test]
    fn cards_are_read_in_any_order_and_written_in_one() {
        for (text, canonical) in [
            ("discard:OWBW", "discard:WWBO"),
            ("plenty:BW", "plenty:WB"),
            ("offer:HWS>OB@123", "offer:WSH>BO@123"),
            ("counter:OB>HW", "counter:BO>WH"),
        ] {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(action));
        }
    }

    #[test]
    fn actions_stay_small() {
        assert!(size_of::<Action>() <= 12, "{}", size_of::<Action>());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panic(
            text in "(offer|counter|discard|robber|token|spiral|plenty)?:?(\\PC|[WBSHO>@-]){0,12}",
        ) {
            if let Ok(action) = text.parse::<Action>() {
                // Nothing is lost or added, and only the order of cards may differ.
                let letters = |text: &str| {
                    let mut letters: Vec<char> = text.chars().collect();
                    letters.sort_unstable();
                    letters
                };
                prop_assert_eq!(letters(&action.to_string()), letters(&text));
                prop_assert_eq!(action.to_string().parse(), Ok(action));
            }
            if let Ok(chance) = text.parse::<Chance>() {
                prop_assert_eq!(chance.to_string(), text);
            }
        }
    }
}
