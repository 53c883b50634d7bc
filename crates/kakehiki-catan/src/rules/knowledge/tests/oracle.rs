//! Two other ways to find the distribution of hands, from single cards.

use std::collections::BTreeMap;

use kakehiki_core::{GameRng, Seat};

use super::{
    super::{Hand, Resource},
    table::{Table, Told, random_card, random_part},
};

/// How many of the equally likely ways in which single cards may have moved end in each tuple of
/// hands: every stolen card and every set of discarded cards is tried.
pub fn enumerate(seats: usize, told: &[Told]) -> BTreeMap<Vec<Hand>, u128> {
    let mut counts = BTreeMap::new();
    follow(vec![Vec::new(); seats], told, &mut counts);
    counts
}

type Cards = Vec<Resource>;

fn follow(mut hands: Vec<Cards>, told: &[Told], counts: &mut BTreeMap<Vec<Hand>, u128>) {
    let Some((first, later)) = told.split_first() else {
        *counts.entry(hands.iter().map(|cards| gathered(cards)).collect()).or_default() += 1;
        return;
    };
    match first {
        Told::Gain(seat, cards) => {
            for resource in Resource::ALL {
                let count = usize::from(cards.count(resource));
                hands[seat.index()].extend(std::iter::repeat_n(resource, count));
            }
            follow(hands, later, counts);
        }
        Told::Spend(seat, cards) => {
            if let Some(rest) = gathered(&hands[seat.index()]).minus(*cards) {
                hands[seat.index()].clear();
                let mut told = vec![Told::Gain(*seat, rest)];
                told.extend_from_slice(later);
                follow(hands, &told, counts);
            }
        }
        Told::Shows(seat, cards) => {
            if gathered(&hands[seat.index()]).contains(*cards) {
                follow(hands, later, counts);
            }
        }
        Told::TheftUnseen(thief, victim) => {
            for index in 0..hands[victim.index()].len() {
                let mut hands = hands.clone();
                let card = hands[victim.index()].remove(index);
                hands[thief.index()].push(card);
                follow(hands, later, counts);
            }
        }
        Told::TheftSeen(thief, victim, resource) => {
            for index in 0..hands[victim.index()].len() {
                let mut hands = hands.clone();
                let card = hands[victim.index()].remove(index);
                if card == *resource {
                    hands[thief.index()].push(card);
                    follow(hands, later, counts);
                }
            }
        }
        Told::Discards(discards, sum) => {
            let Some((&(seat, size), others)) = discards.split_first() else {
                if sum.is_none_or(Hand::is_empty) {
                    follow(hands, later, counts);
                }
                return;
            };
            let cards = hands[seat.index()].clone();
            for set in 0_u32..1 << cards.len() {
                if set.count_ones() != size {
                    continue;
                }
                let (gone, kept): (Vec<_>, Vec<_>) =
                    cards.iter().enumerate().partition(|(index, _)| set >> index & 1 == 1);
                let plain = |cards: Vec<(usize, &Resource)>| -> Cards {
                    cards.into_iter().map(|(_, resource)| *resource).collect()
                };
                let left = sum.map(|sum| sum.minus(gathered(&plain(gone))));
                if left == Some(None) {
                    continue;
                }
                let mut hands = hands.clone();
                hands[seat.index()] = plain(kept);
                let mut told = vec![Told::Discards(others.to_vec(), left.flatten())];
                told.extend_from_slice(later);
                follow(hands, &told, counts);
            }
        }
        Told::Monopoly(taker, resource, taken) => {
            for (index, cards) in hands.iter_mut().enumerate() {
                if index != taker.index() {
                    let before = cards.len();
                    cards.retain(|card| card != resource);
                    if before - cards.len() != usize::from(taken[index]) {
                        return;
                    }
                }
            }
            let sum = taken.iter().map(|count| usize::from(*count)).sum();
            hands[taker.index()].extend(std::iter::repeat_n(*resource, sum));
            follow(hands, later, counts);
        }
    }
}

fn gathered(cards: &[Resource]) -> Hand {
    cards.iter().fold(Hand::EMPTY, |hand, resource| hand.plus(Hand::one(*resource)))
}

/// Lets what was told happen with new luck; `None` if it would have looked different.
pub fn simulate(seats: usize, told: &[Told], rng: &mut GameRng) -> Option<Vec<Hand>> {
    let Table { mut hands } = Table::new(seats);
    let remove = |hands: &mut Vec<Hand>, seat: Seat, cards: Hand| {
        hands[seat.index()] = hands[seat.index()].minus(cards)?;
        Some(())
    };
    for one in told {
        match one {
            Told::Gain(seat, cards) => hands[seat.index()] = hands[seat.index()].plus(*cards),
            Told::Spend(seat, cards) => remove(&mut hands, *seat, *cards)?,
            Told::Shows(seat, cards) => {
                hands[seat.index()].contains(*cards).then_some(())?;
            }
            Told::TheftUnseen(thief, victim) | Told::TheftSeen(thief, victim, _) => {
                let card = random_card(hands[victim.index()], rng);
                if let Told::TheftSeen(_, _, seen) = one {
                    (card == *seen).then_some(())?;
                }
                remove(&mut hands, *victim, Hand::one(card))?;
                hands[thief.index()] = hands[thief.index()].plus(Hand::one(card));
            }
            Told::Discards(discards, sum) => {
                let mut discarded = Hand::EMPTY;
                for (seat, size) in discards {
                    let cards = random_part(hands[seat.index()], *size, rng);
                    remove(&mut hands, *seat, cards)?;
                    discarded = discarded.plus(cards);
                }
                sum.is_none_or(|sum| sum == discarded).then_some(())?;
            }
            Told::Monopoly(taker, resource, taken) => {
                for seat in Seat::all(seats).filter(|seat| seat != taker) {
                    let count = hands[seat.index()].count(*resource);
                    (count == taken[seat.index()]).then_some(())?;
                    hands[seat.index()].0[resource.index()] = 0;
                }
                hands[taker.index()].0[resource.index()] += taken.iter().sum::<u8>();
            }
        }
    }
    Some(hands)
}
