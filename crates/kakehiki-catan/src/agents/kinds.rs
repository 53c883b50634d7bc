//! The kinds of actions that a search chooses among first.

use kakehiki_search::Kinds;

use crate::rules::{Action, Catan};

/// Tells apart what the rules tell apart; the places and cards of an action do not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByRule;

impl Kinds<Catan> for ByRule {
    fn kind(&self, action: &Action) -> u8 {
        match action {
            Action::Road(_) => 0,
            Action::Settlement(_) => 1,
            Action::City(_) => 2,
            Action::Roll => 3,
            Action::Discard(_) => 4,
            Action::Robber(..) => 5,
            Action::Buy => 6,
            Action::Knight => 7,
            Action::RoadBuilding => 8,
            Action::YearOfPlenty(_) => 9,
            Action::Monopoly(_) => 10,
            Action::Bank(..) => 11,
            Action::Offer(..) => 12,
            Action::Accept => 13,
            Action::Refuse => 14,
            Action::Counter(_) => 15,
            Action::Confirm(_) => 16,
            Action::Withdraw => 17,
            Action::End => 18,
            Action::Say(_) => 19,
            Action::Quiet => 20,
        }
    }
}
