//! The cards that a goal needs, and those of them that are missing.

use super::{
    goal::Goal,
    land::{Ground, resource_value, yields},
};
use crate::rules::{CARD, CITY, Hand, RESOURCES, ROAD, Resource, SETTLEMENT, View};

/// The cards that a goal costs with so many roads.
pub(crate) fn needed(goal: Goal, roads: u8) -> Hand {
    let building = match goal {
        Goal::Settlement(_) => SETTLEMENT,
        Goal::City(_) => CITY,
        Goal::Card => CARD,
    };
    (0..roads).fold(building, |all, _| all.plus(ROAD))
}

/// The cards of one hand that another has not.
pub(crate) fn beyond(one: Hand, other: Hand) -> Hand {
    Hand(std::array::from_fn(|index| one.0[index].saturating_sub(other.0[index])))
}

/// The cards that are needed and not held.
pub(crate) fn missing(needed: Hand, held: Hand) -> Hand {
    beyond(needed, held)
}

/// For each resource, whether something holds of it.
pub(crate) type EachResource<T> = [T; RESOURCES];

/// Which resources the own settlements and cities can produce.
pub(crate) fn produced(view: &View) -> EachResource<bool> {
    let player = &view.players()[view.seat().index()];
    let mut produced = [false; RESOURCES];
    for node in player.settlements().chain(player.cities()) {
        yields(view.board(), node).for_each(|resource| produced[resource.index()] = true);
    }
    produced
}

/// The missing resource to ask for: of those that cannot be produced, or else of all, the one with
/// the largest `k`, its value times the number missing.
pub(crate) fn wanted(missing: Hand, produced: EachResource<bool>) -> Option<Resource> {
    let worth = |resource: &Resource| {
        let count = u32::from(missing.count(*resource));
        (!produced[resource.index()], count * resource_value(*resource))
    };
    let lacking = Resource::ALL.into_iter().filter(|resource| missing.count(*resource) > 0);
    lacking.max_by_key(worth)
}

/// What a player aims at in a position, and what that asks of its hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) goal: Option<Goal>,
    /// The roads still to be built for the goal.
    pub(crate) roads: u8,
    /// The cards that the goal costs from here.
    pub(crate) needed: Hand,
    /// Those of them that are not held.
    pub(crate) missing: Hand,
    /// The cards held that the goal does not need.
    pub(crate) spare: Hand,
    /// Which resources the own buildings can produce.
    pub(crate) produced: EachResource<bool>,
}

impl Plan {
    /// What a goal asks of the hand of a view's player.
    pub(crate) fn new(view: &View, ground: &Ground, goal: Option<Goal>) -> Self {
        let roads = goal.map_or(0, |goal| goal.roads(ground));
        let needed = goal.map_or(Hand::EMPTY, |goal| needed(goal, roads));
        let hand = view.hand();
        let (missing, spare) = (missing(needed, hand), beyond(hand, needed));
        Self { goal, roads, needed, missing, spare, produced: produced(view) }
    }

    /// The missing resource to ask for.
    pub(crate) fn wanted(&self) -> Option<Resource> {
        wanted(self.missing, self.produced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Node;

    const SITE: Node = Node(20);

    #[test]
    fn two_roads_and_a_settlement_need_what_they_cost() {
        let needed = needed(Goal::Settlement(SITE), 2);
        assert_eq!(needed.to_string(), "WWWBBBSH");
        let held = Hand::from_counts([3, 3, 0, 0, 0]);
        assert_eq!(missing(needed, held).to_string(), "SH");
        assert_eq!(missing(needed, Hand::from_counts([9; 5])), Hand::EMPTY);
    }

    #[test]
    fn a_city_and_a_card_need_no_roads() {
        assert_eq!(needed(Goal::City(SITE), 0), CITY);
        assert_eq!(needed(Goal::Card, 0), CARD);
    }

    #[test]
    fn what_cannot_be_produced_is_wanted_first_and_then_what_is_worth_most() {
        let missing = Hand::from_counts([1, 0, 3, 0, 2]);
        let of = |letters: &str| {
            let produced = Resource::ALL.map(|resource| letters.contains(resource.letter()));
            wanted(missing, produced)
        };
        // k is 1.0 for wood, 2.4 for sheep and 2.4 for ore: 3 · 0.8 and 2 · 1.2.
        assert_eq!(of("WBSHO"), Some(Resource::Ore));
        assert_eq!(of(""), Some(Resource::Ore));
        assert_eq!(of("SO"), Some(Resource::Wood));
        assert_eq!(of("WO"), Some(Resource::Sheep));
        assert_eq!(wanted(Hand::EMPTY, [false; RESOURCES]), None);
    }
}
