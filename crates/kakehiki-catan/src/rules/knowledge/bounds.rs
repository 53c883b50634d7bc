//! Sound bounds on hands, and tuples of hands made anew from them.

use super::{
    Hands, OPPONENTS, Possibility,
    gathering::{Gathered, Gathering, each_hand, subsets, ways},
    pool,
};
use crate::rules::resource::{Hand, RESOURCES, Resource};

/// How many choices of the first hands are kept while tuples are made anew.
const FIRST_HANDS: usize = 256;

/// What is certain about the hands of the opponents although tuples have been lost.
///
/// For each hand the least and the most cards of each resource, and how many cards there are; and
/// the least and the most cards of each resource that they hold together, which are the same unless
/// hidden discards hide it. What was known about several hands at once beyond that is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bounds {
    opponents: usize,
    least: Hands,
    most: Hands,
    totals: [u32; OPPONENTS],
    pool: [(u32, u32); RESOURCES],
}

impl Bounds {
    /// The closest bounds around the possible tuples of hands, of which none is missing.
    pub(super) fn around(possibilities: &[Possibility], opponents: usize) -> Self {
        let first = possibilities[0].hands;
        let mut bounds = Self {
            opponents,
            least: first,
            most: first,
            totals: first.map(Hand::total),
            pool: pool(&first).map(|sum| (sum, sum)),
        };
        for Possibility { hands, .. } in possibilities {
            for (slot, hand) in hands.iter().enumerate() {
                for (index, count) in hand.0.into_iter().enumerate() {
                    let (least, most) = bounds.count(slot, index);
                    *least = count.min(*least);
                    *most = count.max(*most);
                }
            }
            for ((least, most), sum) in bounds.pool.iter_mut().zip(pool(hands)) {
                (*least, *most) = (sum.min(*least), sum.max(*most));
            }
        }
        bounds
    }

    /// What is certain if nothing is known but how many cards there are in each hand, and some that it
    /// holds.
    pub(super) fn of_sizes(opponents: usize, totals: [u32; OPPONENTS], least: Hands) -> Self {
        let most = std::array::from_fn(|slot| {
            let open = totals[slot].saturating_sub(least[slot].total());
            Hand(
                least[slot].0.map(|count| count.saturating_add(open.min(u32::from(u8::MAX)) as u8)),
            )
        });
        let all = totals.iter().sum();
        Self { opponents, least, most, totals, pool: pool(&least).map(|sum| (sum, all)) }
    }

    /// The hands within the bounds of one opponent, each with the orders in which its cards can be
    /// drawn.
    pub(super) fn hands(&self, slot: usize) -> Vec<(Hand, u128)> {
        let mut hands = Vec::new();
        each_hand(self.least[slot], self.most[slot], self.totals[slot], &mut |hand| {
            hands.push((hand, orders(hand)));
        });
        hands
    }

    /// The least and the most cards of a resource in a hand.
    pub(super) fn range_of(&self, slot: usize, resource: Resource) -> (u8, u8) {
        (self.least[slot].count(resource), self.most[slot].count(resource))
    }

    /// A hand takes cards.
    pub(super) fn gain(&mut self, slot: usize, cards: Hand) {
        self.least[slot] = self.least[slot].plus(cards);
        self.most[slot] = self.most[slot].plus(cards);
        self.totals[slot] += cards.total();
        for ((least, most), count) in self.pool.iter_mut().zip(cards.0) {
            *least += u32::from(count);
            *most += u32::from(count);
        }
    }

    /// A hand gives cards away.
    pub(super) fn lose(&mut self, slot: usize, cards: Hand) {
        self.least[slot] = without(self.least[slot], cards);
        self.most[slot] = without(self.most[slot], cards);
        self.totals[slot] = self.totals[slot].saturating_sub(cards.total());
        self.take_from_pool(cards);
    }

    /// A hand turns out to hold cards.
    pub(super) fn hold(&mut self, slot: usize, cards: Hand) {
        for (least, count) in self.least[slot].0.iter_mut().zip(cards.0) {
            *least = count.max(*least);
        }
    }

    /// A hand turns out to hold this many of one resource.
    pub(super) fn hold_exactly(&mut self, slot: usize, resource: Resource, count: u8) {
        let (least, most) = self.count(slot, resource.index());
        (*least, *most) = (count, count);
    }

    /// All hands turn out to hold together at least `least` and at most `most`.
    pub(super) fn hold_together(&mut self, least: [u32; RESOURCES], most: [u32; RESOURCES]) {
        for (index, sum) in self.pool.iter_mut().enumerate() {
            *sum = (sum.0.max(least[index]), sum.1.min(most[index]));
        }
    }

    /// A card, nobody knows which, passes from one hand to another.
    pub(super) fn steal(&mut self, to: usize, from: usize) {
        for index in 0..RESOURCES {
            let (least, most) = self.count(from, index);
            *least = least.saturating_sub(1);
            if *most > 0 {
                let (_, most) = self.count(to, index);
                *most = most.saturating_add(1);
            }
        }
        self.totals[from] = self.totals[from].saturating_sub(1);
        self.totals[to] += 1;
    }

    /// Hands discard this many cards each, `sum` together if that is known.
    pub(super) fn discard(&mut self, discards: &[(usize, u32)], sum: Option<Hand>) {
        for &(slot, size) in discards {
            for index in 0..RESOURCES {
                let limit = sum.map_or(u8::MAX, |sum| sum.0[index]);
                let (least, _) = self.count(slot, index);
                *least = least.saturating_sub(limit.min(size.min(u32::from(u8::MAX)) as u8));
            }
            self.totals[slot] = self.totals[slot].saturating_sub(size);
        }
        if let Some(sum) = sum {
            self.take_from_pool(sum);
        } else {
            let size: u32 = discards.iter().map(|(_, size)| size).sum();
            for (least, _) in &mut self.pool {
                *least = least.saturating_sub(size);
            }
        }
    }

    /// Draws the bounds as close as the size of each hand, and the cards of each resource in all of
    /// them, allow.
    pub(super) fn tighten(&mut self) {
        loop {
            let before = self.clone();
            for slot in 0..OPPONENTS {
                for index in 0..RESOURCES {
                    let others = (0..RESOURCES).filter(|other| *other != index);
                    let total = self.totals[slot];
                    self.squeeze((slot, index), (total, total), others.map(|other| (slot, other)));
                    let others = (0..OPPONENTS).filter(|other| *other != slot);
                    let sum = self.pool[index];
                    self.squeeze((slot, index), sum, others.map(|other| (other, index)));
                }
            }
            let all: u32 = self.totals.iter().sum();
            let (least, most) = self.pool.iter().fold((0, 0), |sums, sum| {
                let (least, most) = sums;
                (least + sum.0, most + sum.1)
            });
            for (index, (low, high)) in self.pool.iter_mut().enumerate() {
                let sum = |hands: &Hands| pool(hands)[index];
                let (others_low, others_high) = (least - *low, most - *high);
                *low = sum(&self.least).max(all.saturating_sub(others_high)).max(*low);
                *high = sum(&self.most).min(all.saturating_sub(others_low)).min(*high);
            }
            if *self == before {
                return;
            }
        }
    }

    /// Draws the bounds of one count closer: it and the others add up to the given sum, of which
    /// the least and the most are known.
    fn squeeze(
        &mut self,
        (slot, index): (usize, usize),
        (least_sum, most_sum): (u32, u32),
        others: impl Iterator<Item = (usize, usize)>,
    ) {
        let (low, high) = others.fold((0, 0), |(low, high), (slot, index)| {
            let (least, most) = self.count(slot, index);
            (low + u32::from(*least), high + u32::from(*most))
        });
        let (least, most) = self.count(slot, index);
        let needed = least_sum.saturating_sub(high).min(u32::from(u8::MAX)) as u8;
        *least = needed.max(*least);
        *most = u32::from(*most).min(most_sum.saturating_sub(low)) as u8;
    }

    /// The only hands within the bounds, if there are no others.
    pub(super) fn only(&self) -> Option<Hands> {
        (self.least == self.most && self.least.map(Hand::total) == self.totals)
            .then_some(self.least)
    }

    /// The tuples of hands within the bounds, sampled where there are too many.
    ///
    /// If it is known how many cards of each resource there are in all, hands weigh as if those
    /// cards had been dealt at random: `Π_r m(r)! / Π_s h(s, r)!`, where `m(r)` are the cards of a
    /// resource. Otherwise as if each card were of any resource with equal probability:
    /// `Π_s n(s)! / Π_r h(s, r)!`, where `n(s)` is the size of a hand.
    pub(super) fn possibilities(&self, cap: usize) -> Gathered {
        let none = Possibility { hands: [Hand::EMPTY; OPPONENTS], weight: 1 };
        let mut gathered =
            Gathered { possibilities: vec![none], is_rounded: false, is_sampled: false };
        // The last hand follows from the others if all cards together are known.
        let is_known = self.pool.iter().all(|(least, most)| least == most);
        let free = self.opponents.saturating_sub(usize::from(is_known));
        for slot in 0..self.opponents {
            let cap = if slot + 1 < free { FIRST_HANDS } else { cap };
            let mut gathering = Gathering::after(&gathered, cap);
            for Possibility { hands, weight } in gathered.possibilities {
                let Some((least, most)) = self.range(&hands, slot) else {
                    continue;
                };
                each_hand(least, most, self.totals[slot], &mut |hand| {
                    let mut hands = hands;
                    hands[slot] = hand;
                    if slot + 1 == self.opponents || self.range(&hands, slot + 1).is_some() {
                        let ways = if is_known {
                            ways(Hand(self.left(&hands, slot).map(|(_, most)| most)), hand)
                        } else {
                            orders(hand)
                        };
                        gathering.push(hands, u128::from(weight).saturating_mul(ways));
                    }
                });
            }
            gathered = gathering.finish();
        }
        gathered
    }

    /// The least and the most cards of each resource that the hands before `slot` leave.
    fn left(&self, hands: &Hands, slot: usize) -> [(u8, u8); RESOURCES] {
        std::array::from_fn(|index| {
            let placed: u32 = hands[..slot].iter().map(|hand| u32::from(hand.0[index])).sum();
            let left = |sum: u32| sum.saturating_sub(placed).min(u32::from(u8::MAX)) as u8;
            let (least, most) = self.pool[index];
            (left(least), left(most))
        })
    }

    /// The bounds of one hand when those before it have been chosen; `None` if nothing is within.
    fn range(&self, hands: &Hands, slot: usize) -> Option<(Hand, Hand)> {
        let (mut least, mut most) = (self.least[slot], self.most[slot]);
        for (index, (left_least, left_most)) in self.left(hands, slot).into_iter().enumerate() {
            let (low, high) = (slot + 1..self.opponents).fold((0_u8, 0_u8), |sums, slot| {
                let (low, high) = (self.least[slot].0[index], self.most[slot].0[index]);
                (sums.0.saturating_add(low), sums.1.saturating_add(high))
            });
            least.0[index] = least.0[index].max(left_least.saturating_sub(high));
            most.0[index] = most.0[index].min(left_most.checked_sub(low)?);
        }
        let is_open =
            most.contains(least) && (least.total()..=most.total()).contains(&self.totals[slot]);
        is_open.then_some((least, most))
    }

    /// Whether the hands are within the bounds.
    #[cfg(test)]
    pub(super) fn allows(&self, hands: &[Hand]) -> bool {
        let is_within = |(slot, hand): (usize, &Hand)| {
            let (least, most) = (self.least[slot], self.most[slot]);
            hand.contains(least) && most.contains(*hand) && hand.total() == self.totals[slot]
        };
        hands.iter().enumerate().all(is_within)
            && pool(hands)
                .iter()
                .zip(self.pool)
                .all(|(sum, (least, most))| (least..=most).contains(sum))
    }

    fn count(&mut self, slot: usize, index: usize) -> (&mut u8, &mut u8) {
        (&mut self.least[slot].0[index], &mut self.most[slot].0[index])
    }

    fn take_from_pool(&mut self, cards: Hand) {
        for ((least, most), count) in self.pool.iter_mut().zip(cards.0) {
            *least = least.saturating_sub(u32::from(count));
            *most = most.saturating_sub(u32::from(count));
        }
    }
}

/// A hand without some cards, as far as they are there.
fn without(hand: Hand, cards: Hand) -> Hand {
    Hand(std::array::from_fn(|index| hand.0[index].saturating_sub(cards.0[index])))
}

/// In how many orders the cards of a hand can be drawn, cards of a resource being alike.
fn orders(hand: Hand) -> u128 {
    let mut left = hand.total();
    hand.0.into_iter().fold(1_u128, |product, count| {
        let orders = subsets(left, u32::from(count));
        left -= u32::from(count);
        product.saturating_mul(orders)
    })
}
