//! When development cards are bought and played, and what is known of the hands of others.

use kakehiki_core::Seat;

use super::{
    goal::Goal,
    land::resource_value,
    need::{EachResource, Plan, missing, wanted},
};
use crate::rules::{Action, CARD, Hand, Resource, View};

/// The first turn of the game in which a monopoly is played.
const FIRST_MONOPOLY: u16 = 5;

/// The cards that a player is held to have: what the viewer sees or knows, and the expected numbers
/// where what others stole or discarded is hidden.
pub(crate) fn held_by(view: &View, seat: Seat) -> EachResource<f64> {
    match (view.players()[seat.index()].hand(), view.knowledge()) {
        (Some(hand), _) => hand.0.map(f64::from),
        (None, Some(knowledge)) => knowledge.expected(seat),
        (None, None) => [0.0; 5],
    }
}

/// The others at the table, in the order of their turns.
pub(crate) fn others(view: &View) -> impl Iterator<Item = Seat> {
    let (seat, count) = (view.seat(), view.players().len());
    (1..count).map(move |step| Seat::new((seat.index() + step) % count))
}

/// `d`: the number of cards that a monopoly gets, times their value.
fn monopoly_value(cards: f64, resource: Resource) -> f64 {
    cards * f64::from(resource_value(resource)) / 10.0
}

/// The resource on which a monopoly is worth most, unless it gets nothing at all.
fn best_monopoly(view: &View) -> Option<Resource> {
    let mut cards = [0.0; 5];
    for seat in others(view) {
        let held = held_by(view, seat);
        cards.iter_mut().zip(held).for_each(|(sum, more)| *sum += more);
    }
    let worth = |resource: &Resource| monopoly_value(cards[resource.index()], *resource);
    let best = Resource::ALL.into_iter().max_by(|one, next| worth(one).total_cmp(&worth(next)))?;
    (worth(&best) > 0.0).then_some(best)
}

/// Two missing cards that the bank has, the most wanted ones.
fn plenty(view: &View, plan: &Plan) -> Hand {
    let mut taken = Hand::EMPTY;
    for _ in 0..2 {
        let left = missing(plan.missing, taken);
        let of_bank = Hand(std::array::from_fn(|index| {
            left.0[index].min(view.bank().0[index].saturating_sub(taken.0[index]))
        }));
        if let Some(resource) = wanted(of_bank, plan.produced) {
            taken = taken.plus(Hand::one(resource));
        }
    }
    taken
}

/// The card to play now, if any; only what the menu lists may be played.
///
/// A knight is played before the dice, when the turn begins. The others wait for what the dice
/// bring: a monopoly finds more cards then, and a year of plenty takes what is missing still. Knight
/// and monopoly are due in the turn after they were drawn, so they go before the other two.
pub(super) fn card_to_play(view: &View, plan: &Plan, menu: &[Action]) -> Option<Action> {
    if menu.contains(&Action::Knight) {
        return Some(Action::Knight);
    }
    if !view.has_rolled() {
        return None;
    }
    let has_monopoly = || menu.iter().any(|action| matches!(action, Action::Monopoly(_)));
    if view.turns() >= FIRST_MONOPOLY
        && has_monopoly()
        && let Some(resource) = best_monopoly(view)
    {
        return Some(Action::Monopoly(resource));
    }
    if plan.roads > 0 && menu.contains(&Action::RoadBuilding) {
        return Some(Action::RoadBuilding);
    }
    if plan.missing.total() >= 2 {
        let play = Action::YearOfPlenty(plenty(view, plan));
        if menu.contains(&play) {
            return Some(play);
        }
    }
    None
}

/// Whether to buy a card: it takes nothing that the goal needs, and no settlement can be built now.
pub(super) fn buys_card(plan: &Plan, menu: &[Action]) -> bool {
    let can_settle = || menu.iter().any(|action| matches!(action, Action::Settlement(_)));
    let is_free = plan.goal == Some(Goal::Card) || plan.spare.contains(CARD);
    is_free && menu.contains(&Action::Buy) && !can_settle()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Node;

    #[test]
    fn nine_grain_are_worth_what_the_paper_says() {
        let (nine, ten) = (9.0, 10.0);
        assert!((monopoly_value(nine, Resource::Wheat) - 9.9).abs() < 1e-12);
        assert!(monopoly_value(ten, Resource::Brick) < monopoly_value(nine, Resource::Wheat));
    }

    #[test]
    fn no_card_is_bought_where_a_settlement_can_be_built() {
        let plan = Plan {
            goal: Some(Goal::City(Node(3))),
            roads: 0,
            needed: Hand::EMPTY,
            missing: Hand::EMPTY,
            spare: CARD,
            produced: [true; 5],
        };
        assert!(buys_card(&plan, &[Action::End, Action::Buy]));
        assert!(!buys_card(&plan, &[Action::End, Action::Settlement(Node(9)), Action::Buy]));
        assert!(!buys_card(&plan, &[Action::End]));
        let short = Plan { spare: Hand::one(Resource::Ore), ..plan };
        assert!(!buys_card(&short, &[Action::End, Action::Buy]));
        assert!(buys_card(&Plan { goal: Some(Goal::Card), ..short }, &[Action::Buy]));
    }
}
