//! What a player may wonder about, or say: which cards somebody holds, and how many points.

use std::{fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};

use super::{
    action::read_seat,
    card::{CARD_KINDS, Card},
    options::Deck,
    resource::Resource,
    rules::Catan,
    state::{Stage, State},
    view::View,
};

/// What others cannot count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// Cards of a resource.
    Resource(Resource),
    /// Unplayed development cards of a kind.
    Card(Card),
    /// Development cards of a kind that were bought in this turn and not played.
    Drawn(Card),
    /// Points, those of hidden cards included.
    Points,
}

const POINTS: &str = "points";
const DRAWN: &str = "drew-";

impl Hidden {
    fn from_word(word: &str) -> Option<Self> {
        let card = |word: &str| Card::ALL.into_iter().find(|card| card.word() == word);
        if word == POINTS {
            return Some(Self::Points);
        }
        if let Some(drawn) = word.strip_prefix(DRAWN) {
            return card(drawn).map(Self::Drawn);
        }
        let resource = Resource::ALL.into_iter().find(|resource| resource.word() == word);
        resource.map(Self::Resource).or_else(|| card(word).map(Self::Card))
    }
}

impl fmt::Display for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resource(resource) => formatter.write_str(resource.word()),
            Self::Card(card) => formatter.write_str(card.word()),
            Self::Drawn(card) => write!(formatter, "{DRAWN}{}", card.word()),
            Self::Points => formatter.write_str(POINTS),
        }
    }
}

/// How a number is compared with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// It is that or more: `>=`.
    AtLeast,
    /// It is less: `<`.
    Below,
    /// It is the same: `=`.
    Exactly,
}

impl Comparison {
    const ALL: [Self; 3] = [Self::AtLeast, Self::Below, Self::Exactly];

    fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::Below => "<",
            Self::Exactly => "=",
        }
    }

    /// Whether a number is so compared with `count`.
    pub fn holds(self, number: i32, count: u8) -> bool {
        let count = i32::from(count);
        match self {
            Self::AtLeast => number >= count,
            Self::Below => number < count,
            Self::Exactly => number == count,
        }
    }
}

/// A player holds so many cards of a kind, or has so many points: `P1:ore>=2`, `P2:knight>=1`,
/// `P0:brick<1`, `P3:points=8`, `P1:drew-monopoly>=1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Who.
    pub seat: Seat,
    /// What.
    pub kind: Hidden,
    /// How the number is compared.
    pub comparison: Comparison,
    /// With what; a comparison that is always true or never says nothing and is not written.
    pub count: u8,
}

impl Fact {
    /// A player holds at least so many.
    pub const fn at_least(seat: Seat, kind: Hidden, count: u8) -> Self {
        Self { seat, kind, comparison: Comparison::AtLeast, count }
    }

    /// A player holds none.
    pub const fn none(seat: Seat, kind: Hidden) -> Self {
        Self { seat, kind, comparison: Comparison::Below, count: 1 }
    }

    /// A player holds exactly so many.
    pub const fn exactly(seat: Seat, kind: Hidden, count: u8) -> Self {
        Self { seat, kind, comparison: Comparison::Exactly, count }
    }

    /// Whether it is true in a world.
    pub fn holds(&self, world: &State) -> bool {
        let held = match self.kind {
            Hidden::Resource(resource) => world.hand(self.seat).count(resource),
            Hidden::Card(card) => world.cards(self.seat).count(card),
            Hidden::Drawn(card) if world.mover == self.seat => world.bought.count(card),
            Hidden::Drawn(_) => 0,
            Hidden::Points => world.points(self.seat),
        };
        self.comparison.holds(i32::from(held), self.count)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}{}{}", self.seat, self.kind, self.comparison.sign(), self.count)
    }
}

impl FromStr for Fact {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (seat, rest) = text.split_once(':')?;
            let (comparison, (word, count)) = Comparison::ALL
                .into_iter()
                .find_map(|comparison| Some((comparison, rest.split_once(comparison.sign())?)))?;
            let count = count.parse().ok()?;
            let says_something = comparison == Comparison::Exactly || count > 0;
            let kind = Hidden::from_word(word)?;
            says_something.then_some(Self { seat: read_seat(seat)?, kind, comparison, count })
        };
        // Writing it again must give the same text: there is one way to say a thing.
        read().filter(|fact: &Self| fact.to_string() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a fact such as P1:ore>=2, P2:knight>=1, P0:brick<1, P3:points=8 or \
                       P1:drew-monopoly>=1: a seat, what it holds, >=, < or =, and how many",
        })
    }
}

impl Catan {
    /// What is open about the cards of others: which resources the known hands leave open, and which
    /// development cards can be among theirs, by their number, the cards that are left and the
    /// points with which they would have won.
    pub(super) fn open_facts(&self, view: &View) -> Vec<Fact> {
        let mut facts = Vec::new();
        for seat in Seat::all(view.players.len()).filter(|seat| *seat != view.seat) {
            let mut add = |kind: Hidden, (least, most): (u8, u8)| {
                facts.extend((least + 1..=most).map(|count| Fact::at_least(seat, kind, count)));
            };
            if let Some(knowledge) = &view.knowledge {
                for resource in Resource::ALL {
                    add(Hidden::Resource(resource), knowledge.range(seat, resource));
                }
            }
            for (card, range) in Card::ALL.into_iter().zip(self.card_ranges(view, seat)) {
                add(Hidden::Card(card), range);
            }
        }
        facts
    }

    /// The least and the most cards of each kind among the development cards of another player.
    pub(super) fn card_ranges(&self, view: &View, seat: Seat) -> [(u8, u8); CARD_KINDS] {
        let most = self.most_of_each(view, seat);
        let count = view.players[seat.index()].card_count;
        let all: u32 = most.iter().sum();
        Card::ALL.map(|card| {
            let most = most[card.index()];
            let least = match view.stage {
                Stage::Won(winner) if winner == seat && card == Card::VictoryPoint => most,
                // What the other kinds cannot make up.
                _ => count.saturating_sub(all - most),
            };
            (least as u8, most as u8)
        })
    }

    /// The most cards of each kind among the development cards of a player.
    fn most_of_each(&self, view: &View, seat: Seat) -> [u32; Card::ALL.len()] {
        let player = &view.players[seat.index()];
        let unseen = view.unseen();
        let mut most = Card::ALL.map(|card| match self.options.deck {
            Deck::Finite => player.card_count.min(u32::from(unseen.count(card))),
            Deck::Uniform => player.card_count,
        });
        let points = &mut most[Card::VictoryPoint.index()];
        *points = match (view.stage, view.revealed) {
            (Stage::Won(winner), Some(revealed)) if winner == seat => u32::from(revealed),
            _ => self.hidden_points(view, seat).most(player.card_count).min(*points),
        };
        // What the others are not: a winner's remaining cards are no points.
        if let (Stage::Won(winner), Some(revealed)) = (view.stage, view.revealed)
            && winner == seat
        {
            for card in Card::ALL.into_iter().filter(|card| *card != Card::VictoryPoint) {
                let others = player.card_count.saturating_sub(u32::from(revealed));
                most[card.index()] = most[card.index()].min(others);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_in_one_way_only() {
        for text in [
            "P1:ore>=2",
            "P0:knight>=1",
            "P3:victory-point>=5",
            "P2:year-of-plenty>=1",
            "P0:brick<1",
            "P0:ore=1",
            "P0:ore=0",
            "P3:points=8",
            "P1:drew-monopoly>=1",
        ] {
            assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "P1",
            "P1:ore",
            "P1:ore>=",
            "P1:ore>=0",
            "P1:ore>=02",
            "P4:ore>=1",
            "P1:gold>=1",
            "P1:ore>2",
            "P1:ore>=300",
            "P1:Ore>=1",
            " P1:ore>=1",
            "P1:ore<0",
            "P1:ore==1",
            "P1:ore<=1",
            "P1:drew-ore>=1",
        ] {
            assert!(text.parse::<Fact>().is_err(), "{text}");
        }
    }
}
