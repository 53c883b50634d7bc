//! What a player may wonder about: which cards others hold.

use std::{fmt, str::FromStr};

use kakehiki_core::{NotationError, Seat};

use super::{
    action::read_seat,
    card::Card,
    options::Deck,
    resource::Resource,
    rules::Catan,
    state::{Stage, State},
    view::View,
};

/// A kind of card that others hold hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// Cards of a resource.
    Resource(Resource),
    /// Unplayed development cards of a kind.
    Card(Card),
}

impl Hidden {
    fn word(self) -> &'static str {
        match self {
            Self::Resource(resource) => resource.word(),
            Self::Card(card) => card.word(),
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        let resources = Resource::ALL.into_iter().map(Self::Resource);
        resources.chain(Card::ALL.into_iter().map(Self::Card)).find(|kind| kind.word() == word)
    }
}

/// A player holds at least so many cards of a kind: `P1:ore>=2`, `P2:knight>=1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Who.
    pub seat: Seat,
    /// What.
    pub kind: Hidden,
    /// How many at least, one or more.
    pub least: u8,
}

impl Fact {
    /// Whether it is true in a world.
    pub fn holds(&self, world: &State) -> bool {
        let held = match self.kind {
            Hidden::Resource(resource) => world.hand(self.seat).count(resource),
            Hidden::Card(card) => world.cards(self.seat).count(card),
        };
        held >= self.least
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}>={}", self.seat, self.kind.word(), self.least)
    }
}

impl FromStr for Fact {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (seat, rest) = text.split_once(':')?;
            let (word, least) = rest.split_once(">=")?;
            let least = least.parse().ok().filter(|least| *least > 0)?;
            Some(Self { seat: read_seat(seat)?, kind: Hidden::from_word(word)?, least })
        };
        // Writing it again must give the same text: there is one way to say a thing.
        read().filter(|fact: &Self| fact.to_string() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a fact such as P1:ore>=2 or P2:knight>=1: a seat, a resource or development \
                       card, and how many it holds at least",
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
                facts.extend((least + 1..=most).map(|least| Fact { seat, kind, least }));
            };
            if let Some(knowledge) = &view.knowledge {
                for resource in Resource::ALL {
                    add(Hidden::Resource(resource), knowledge.range(seat, resource));
                }
            }
            let most = self.most_of_each(view, seat);
            let count = view.players[seat.index()].card_count;
            let all: u32 = most.iter().sum();
            for card in Card::ALL {
                let most = most[card.index()];
                let least = match view.stage {
                    Stage::Won(winner) if winner == seat && card == Card::VictoryPoint => most,
                    // What the other kinds cannot make up.
                    _ => count.saturating_sub(all - most),
                };
                add(Hidden::Card(card), (least as u8, most as u8));
            }
        }
        facts
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
        for text in ["P1:ore>=2", "P0:knight>=1", "P3:victory-point>=5", "P2:year-of-plenty>=1"] {
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
        ] {
            assert!(text.parse::<Fact>().is_err(), "{text}");
        }
    }
}
