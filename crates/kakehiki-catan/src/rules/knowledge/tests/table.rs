//! A table where cards change hands at random, and what its seats are told.

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::super::{Hand, Knowledge, Resource};

/// What truly happens.
#[derive(Clone, Debug)]
pub enum Event {
    Gain(Seat, Hand),
    Spend(Seat, Hand),
    Shows(Seat, Hand),
    Theft { thief: Seat, victim: Seat, resource: Resource },
    Discards(Vec<(Seat, Hand)>),
    Monopoly(Seat, Resource),
}

/// What an observer is told of it.
#[derive(Clone, Debug)]
pub enum Told {
    Gain(Seat, Hand),
    Spend(Seat, Hand),
    Shows(Seat, Hand),
    TheftUnseen(Seat, Seat),
    TheftSeen(Seat, Seat, Resource),
    Discards(Vec<(Seat, u32)>, Option<Hand>),
    Monopoly(Seat, Resource, Vec<u8>),
}

impl Told {
    pub fn tell(&self, knowledge: &mut Knowledge) {
        match self {
            Self::Gain(seat, cards) => knowledge.gain(*seat, *cards),
            Self::Spend(seat, cards) => knowledge.spend(*seat, *cards),
            Self::Shows(seat, cards) => knowledge.shows(*seat, *cards),
            Self::TheftUnseen(thief, victim) => knowledge.theft_unseen(*thief, *victim),
            Self::TheftSeen(thief, victim, resource) => {
                knowledge.theft_seen(*thief, *victim, *resource);
            }
            Self::Discards(discards, sum) => knowledge.discard_unseen(discards, *sum),
            Self::Monopoly(taker, resource, taken) => knowledge.monopoly(*taker, *resource, taken),
        }
    }

    /// The same with other seats in their places, all by the same number of places.
    pub fn renamed(&self, seats: usize, name: impl Fn(Seat) -> Seat) -> Self {
        match self {
            Self::Gain(seat, cards) => Self::Gain(name(*seat), *cards),
            Self::Spend(seat, cards) => Self::Spend(name(*seat), *cards),
            Self::Shows(seat, cards) => Self::Shows(name(*seat), *cards),
            Self::TheftUnseen(thief, victim) => Self::TheftUnseen(name(*thief), name(*victim)),
            Self::TheftSeen(thief, victim, resource) => {
                Self::TheftSeen(name(*thief), name(*victim), *resource)
            }
            Self::Discards(discards, sum) => {
                let discards = discards.iter().map(|(seat, size)| (name(*seat), *size));
                Self::Discards(discards.collect(), *sum)
            }
            Self::Monopoly(taker, resource, taken) => {
                let mut renamed = vec![0; seats];
                for (seat, count) in Seat::all(seats).zip(taken) {
                    renamed[name(seat).index()] = *count;
                }
                Self::Monopoly(name(*taker), *resource, renamed)
            }
        }
    }
}

/// The true hands.
#[derive(Clone, Debug)]
pub struct Table {
    pub hands: Vec<Hand>,
}

/// A card drawn from a hand that is not empty.
pub fn random_card(hand: Hand, rng: &mut GameRng) -> Resource {
    let mut left = rng.random_range(0..hand.total());
    for resource in Resource::ALL {
        let count = u32::from(hand.count(resource));
        if left < count {
            return resource;
        }
        left -= count;
    }
    unreachable!("the hand holds as many cards as its counts")
}

/// Cards of any resources.
pub fn random_cards(size: u32, rng: &mut GameRng) -> Hand {
    (0..size)
        .fold(Hand::EMPTY, |hand, _| hand.plus(Hand::one(Resource::ALL[rng.random_range(0..5)])))
}

/// Some of the cards of a hand.
pub fn random_part(mut hand: Hand, size: u32, rng: &mut GameRng) -> Hand {
    (0..size).fold(Hand::EMPTY, |part, _| {
        let card = Hand::one(random_card(hand, rng));
        hand = hand.minus(card).unwrap();
        part.plus(card)
    })
}

impl Table {
    pub fn new(seats: usize) -> Self {
        Self { hands: vec![Hand::EMPTY; seats] }
    }

    fn add(&mut self, seat: Seat, cards: Hand) {
        self.hands[seat.index()] = self.hands[seat.index()].plus(cards);
    }

    fn remove(&mut self, seat: Seat, cards: Hand) {
        self.hands[seat.index()] = self.hands[seat.index()].minus(cards).unwrap();
    }

    /// Lets an event happen and adds what an observer is told of it.
    pub fn happen(&mut self, event: &Event, observer: Seat, is_open: bool, told: &mut Vec<Told>) {
        match event {
            Event::Gain(seat, cards) => {
                self.add(*seat, *cards);
                told.push(Told::Gain(*seat, *cards));
            }
            Event::Spend(seat, cards) => {
                self.remove(*seat, *cards);
                told.push(Told::Spend(*seat, *cards));
            }
            Event::Shows(seat, cards) => told.push(Told::Shows(*seat, *cards)),
            Event::Theft { thief, victim, resource } => {
                self.remove(*victim, Hand::one(*resource));
                self.add(*thief, Hand::one(*resource));
                told.push(if [*thief, *victim].contains(&observer) {
                    Told::TheftSeen(*thief, *victim, *resource)
                } else {
                    Told::TheftUnseen(*thief, *victim)
                });
            }
            Event::Discards(discards) => {
                let mut sizes = Vec::new();
                let mut sum = Hand::EMPTY;
                for (seat, cards) in discards {
                    self.remove(*seat, *cards);
                    if *seat == observer {
                        told.push(Told::Spend(*seat, *cards));
                    } else {
                        sizes.push((*seat, cards.total()));
                        sum = sum.plus(*cards);
                    }
                }
                told.push(Told::Discards(sizes, is_open.then_some(sum)));
            }
            Event::Monopoly(taker, resource) => {
                let mut taken: Vec<u8> =
                    self.hands.iter().map(|hand| hand.count(*resource)).collect();
                taken[taker.index()] = 0;
                for (hand, count) in self.hands.iter_mut().zip(&taken) {
                    hand.0[resource.index()] -= count;
                }
                self.hands[taker.index()].0[resource.index()] += taken.iter().sum::<u8>();
                told.push(Told::Monopoly(*taker, *resource, taken));
            }
        }
    }

    /// What a closed bank tells about all hands together: their cards of a resource are at most
    /// the lowest multiple of three that is enough, and at least one of them if there are any.
    pub fn limits(&self) -> (Hand, Hand) {
        let sum = self.hands.iter().fold(Hand::EMPTY, |sum, hand| sum.plus(*hand));
        (Hand(sum.0.map(|count| count.min(1))), Hand(sum.0.map(|count| count.next_multiple_of(3))))
    }

    fn random_seat(&self, rng: &mut GameRng) -> Seat {
        Seat::new(rng.random_range(0..self.hands.len()))
    }

    fn theft(&self, thief: Seat, rng: &mut GameRng) -> Option<Event> {
        let victims: Vec<Seat> = Seat::all(self.hands.len())
            .filter(|seat| *seat != thief && !self.hands[seat.index()].is_empty())
            .collect();
        let victim = *victims.get(rng.random_range(0..victims.len().max(1)))?;
        let resource = random_card(self.hands[victim.index()], rng);
        Some(Event::Theft { thief, victim, resource })
    }

    /// Any event, for histories so short that all ways they may have gone can be listed.
    pub fn short_event(&self, rng: &mut GameRng) -> Event {
        let seat = self.random_seat(rng);
        let hand = self.hands[seat.index()];
        let event = match rng.random_range(0..10) {
            0..5 => self.theft(seat, rng),
            5 if !hand.is_empty() => Some(Event::Spend(seat, random_part(hand, 1, rng))),
            6 if !hand.is_empty() => Some(Event::Shows(seat, random_part(hand, 1, rng))),
            7 => Some(Event::Monopoly(seat, Resource::ALL[rng.random_range(0..5)])),
            8 => {
                let discards = Seat::all(self.hands.len())
                    .map(|seat| (seat, self.hands[seat.index()]))
                    .filter(|(_, hand)| (5..=7).contains(&hand.total()))
                    .map(|(seat, hand)| (seat, random_part(hand, hand.total() / 2, rng)));
                Some(Event::Discards(discards.collect()))
            }
            _ => None,
        };
        event.unwrap_or_else(|| Event::Gain(seat, random_cards(1, rng)))
    }

    /// What may happen in one turn of a game: a roll, a knight, trades and buildings; with less
    /// thrift, cards are kept for longer.
    pub fn turn(&self, seat: Seat, thrift: f64, rng: &mut GameRng) -> Vec<Event> {
        let mut table = self.clone();
        let mut events = Vec::new();
        let mut happen = |event: Event, table: &mut Self| {
            table.happen(&event, seat, true, &mut Vec::new());
            events.push(event);
        };
        if rng.random_bool(1.0 / 6.0) {
            let discards: Vec<_> = Seat::all(table.hands.len())
                .map(|seat| (seat, table.hands[seat.index()]))
                .filter(|(_, hand)| hand.total() > 7)
                .map(|(seat, hand)| (seat, random_part(hand, hand.total() / 2, rng)))
                .collect();
            if !discards.is_empty() {
                happen(Event::Discards(discards), &mut table);
            }
            if let Some(theft) = table.theft(seat, rng) {
                happen(theft, &mut table);
            }
        } else {
            for receiver in Seat::all(table.hands.len()) {
                let cards = random_cards(rng.random_range(0..=2), rng);
                if !cards.is_empty() {
                    happen(Event::Gain(receiver, cards), &mut table);
                }
            }
        }
        if rng.random_bool(0.1)
            && let Some(theft) = table.theft(seat, rng)
        {
            happen(theft, &mut table);
        }
        if rng.random_bool(0.01) {
            happen(Event::Monopoly(seat, Resource::ALL[rng.random_range(0..5)]), &mut table);
        }
        let hand = table.hands[seat.index()];
        let partner = table.random_seat(rng);
        let other = table.hands[partner.index()];
        if partner != seat && !hand.is_empty() && rng.random_bool(0.5) {
            let give = random_part(hand, 1, rng);
            happen(Event::Shows(seat, give), &mut table);
            if !other.is_empty() && rng.random_bool(0.4) {
                let take = random_part(other, 1, rng);
                happen(Event::Spend(seat, give), &mut table);
                happen(Event::Spend(partner, take), &mut table);
                happen(Event::Gain(seat, take), &mut table);
                happen(Event::Gain(partner, give), &mut table);
            }
        }
        let prices = [[0, 0, 0, 2, 3], [1, 1, 1, 1, 0], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]].map(Hand);
        for price in prices {
            while table.hands[seat.index()].contains(price) && rng.random_bool(thrift) {
                happen(Event::Spend(seat, price), &mut table);
            }
        }
        for resource in Resource::ALL {
            let four = Hand(std::array::from_fn(|index| 4 * u8::from(index == resource.index())));
            if table.hands[seat.index()].contains(four) && rng.random_bool(thrift) {
                happen(Event::Spend(seat, four), &mut table);
                happen(Event::Gain(seat, random_cards(1, rng)), &mut table);
            }
        }
        events
    }
}
