//! Tuples of hands of which little more is known than how many cards there are.

use kakehiki_core::Seed;
use rand::seq::SliceRandom;

use super::{
    OPPONENTS,
    bounds::Bounds,
    gathering::{Gathered, Gathering},
};
use crate::rules::resource::Hand;

/// How many tuples of several hands are kept where there are more. Who forgets makes them anew again
/// and again: all tuples of three hands of seven cards, sampled down to 4,096, took 55 ms, and these
/// take 0.6 ms.
pub(super) const CAP: usize = 512;

/// The tuples within the bounds if each card may be of any resource, whatever the others are.
///
/// Where there are more than the cap, each hand is drawn at equally spaced points of its own
/// distribution, so that what is asked of one hand is as good as exact. The hands are then shuffled, in
/// one way for all times, and put side by side: what is asked of two of them is off by chance.
pub(super) fn dealt(bounds: &Bounds, opponents: usize, cap: usize) -> Gathered {
    let hands: Vec<Vec<(Hand, u128)>> = (0..opponents).map(|slot| bounds.hands(slot)).collect();
    let count = hands.iter().try_fold(1_usize, |count, hands| count.checked_mul(hands.len()));
    if count.is_some_and(|count| count <= cap) {
        return bounds.possibilities(cap);
    }
    let mut drawn: Vec<Vec<Hand>> = hands.iter().map(|hands| equally_spaced(hands, cap)).collect();
    for (slot, drawn) in drawn.iter_mut().enumerate() {
        drawn.shuffle(&mut Seed::experiment(0).derive("dealt", slot as u64).rng());
    }
    let mut gathering = Gathering::new(cap);
    for index in 0..cap {
        let mut tuple = [Hand::EMPTY; OPPONENTS];
        for (hand, drawn) in tuple.iter_mut().zip(&drawn) {
            *hand = drawn[index];
        }
        gathering.push(tuple, 1);
    }
    Gathered { is_sampled: true, ..gathering.finish() }
}

/// As many hands as the cap, each as often as its weight tells.
fn equally_spaced(hands: &[(Hand, u128)], cap: usize) -> Vec<Hand> {
    let total: f64 = hands.iter().map(|(_, weight)| *weight as f64).sum();
    let mut drawn = Vec::with_capacity(cap);
    let mut sum = 0.0;
    for (hand, weight) in hands {
        sum += *weight as f64;
        while drawn.len() < cap && (drawn.len() as f64 + 0.5) * total < sum * cap as f64 {
            drawn.push(*hand);
        }
    }
    // Rounding may have left the last place empty.
    drawn.resize(cap, hands.last().map_or(Hand::EMPTY, |(hand, _)| *hand));
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{knowledge::Possibility, resource::Resource};

    /// The tuples have the chances of cards that are of any resource.
    #[test]
    fn hands_are_as_likely_as_cards_of_any_resource() {
        let sure = Hand::one(Resource::Ore);
        let bounds = Bounds::of_sizes(3, [7, 5, 9], [sure, Hand::EMPTY, Hand::EMPTY]);
        let Gathered { possibilities, is_sampled, .. } = dealt(&bounds, 3, CAP);
        assert!(is_sampled);
        let total: u64 = possibilities.iter().map(|one| one.weight).sum();
        let share = |holds: &dyn Fn(&Possibility) -> bool| {
            let weight: u64 =
                possibilities.iter().filter(|one| holds(one)).map(|one| one.weight).sum();
            weight as f64 / total as f64
        };
        // None of five cards, none of nine; both, which are independent.
        let none = |cards: i32| 0.8_f64.powi(cards);
        for resource in Resource::ALL {
            let lacks = |one: &Possibility, slot: usize| one.hands[slot].count(resource) == 0;
            assert!((share(&|one| lacks(one, 1)) - none(5)).abs() < 0.01, "{resource:?}");
            assert!((share(&|one| lacks(one, 2)) - none(9)).abs() < 0.01, "{resource:?}");
            let both = share(&|one| lacks(one, 1) && lacks(one, 2));
            // Four standard deviations of a share of 512.
            assert!((both - none(14)).abs() < 0.037, "{resource:?}: {both}");
        }
        // Who holds an ore for certain has a second one with the chance of 7 cards, given one.
        let two = share(&|one| one.hands[0].count(Resource::Ore) > 1);
        let given = (1.0 - none(7) - 7.0 * 0.2 * none(6)) / (1.0 - none(7));
        assert!((two - given).abs() < 0.01, "{two} {given}");
        assert!(possibilities.iter().all(|one| one.hands.map(Hand::total) == [7, 5, 9]));
    }
}
