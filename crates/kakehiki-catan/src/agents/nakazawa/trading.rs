//! What is asked of whom, what is given for it, and how the offers of others are answered.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::{
    cards::{held_by, others},
    land::resource_value,
    need::{Plan, wanted},
};
use crate::rules::{Action, Hand, Partners, RESOURCES, Resource, Terms, View, trade};

/// From so many cards on there are plenty of a resource, and two of them go for one.
const PLENTY: u8 = 4;

/// The player to ask for a resource: the one who holds most of it. Between equals it is the one with
/// fewer points, as the paper's general strategy avoids to trade with the leader.
pub(crate) fn partner(view: &View, resource: Resource) -> Option<Seat> {
    let worth = |seat: Seat| (held_by(view, seat)[resource.index()], view.visible_points(seat));
    let mut best: Option<(Seat, (f64, u8))> = None;
    for (seat, (held, points)) in others(view).map(|seat| (seat, worth(seat))) {
        let is_better = best.is_none_or(|(_, most)| {
            held.total_cmp(&most.0).then(most.1.cmp(&points)) == std::cmp::Ordering::Greater
        });
        if held > 0.0 && is_better {
            best = Some((seat, (held, points)));
        }
    }
    best.map(|(seat, _)| seat)
}

/// What is proposed for a resource: each of the others at most once.
pub(crate) type Proposals = ArrayVec<Terms, RESOURCES>;

/// What the player would give for a card of the wanted resource, in the order in which it tries.
///
/// First come cards that the goal does not need, the least valuable ones first, and two of them
/// where there are plenty and the own buildings produce them. If the wanted resource cannot be
/// produced, those that can come first, and after them needed cards that can be produced.
pub(crate) fn proposals(plan: &Plan, hand: Hand, wanted: Resource) -> Proposals {
    let is_produced = |resource: Resource| plan.produced[resource.index()];
    let is_urgent = !is_produced(wanted);
    let mut gives = Resource::ALL
        .map(|resource| (is_urgent && !is_produced(resource), resource_value(resource), resource));
    gives.sort_unstable();
    let gives = gives.map(|(.., resource)| resource).into_iter().filter(|give| *give != wanted);
    let terms = |give: Resource, count: u8| {
        let mut cards = Hand::EMPTY;
        cards.0[give.index()] = count;
        Terms { give: cards, get: Hand::one(wanted) }
    };
    let mut proposals = Proposals::new();
    for give in gives.clone() {
        match plan.spare.count(give) {
            0 => {}
            spare if spare >= PLENTY && is_produced(give) => proposals.push(terms(give, 2)),
            _ => proposals.push(terms(give, 1)),
        }
    }
    if is_urgent {
        let needed = gives.filter(|give| {
            is_produced(*give) && hand.count(*give) > 0 && plan.spare.count(*give) == 0
        });
        proposals.extend(needed.map(|give| terms(give, 1)));
    }
    proposals
}

/// What was proposed in this turn and to whom, since the last trade.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried(Vec<(Terms, Seat)>);

impl Tried {
    /// Notes a proposal, as the player sees it.
    pub(crate) fn add(&mut self, terms: Terms, partner: Seat) {
        self.0.push((terms, partner));
    }

    /// Forgets all, for a new turn or a changed hand.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    fn has(&self, terms: Terms, partner: Seat) -> bool {
        self.0.contains(&(terms, partner))
    }
}

/// The first proposal for the wanted resource that a partner has not heard yet.
fn next_terms(view: &View, plan: &Plan, tried: &Tried, partner: Seat) -> Option<Terms> {
    let all = proposals(plan, view.hand(), plan.wanted()?);
    all.into_iter().find(|terms| !tried.has(*terms, partner))
}

/// The next offer to make, if there is something to ask for and somebody to ask.
pub(crate) fn next_offer(view: &View, plan: &Plan, tried: &Tried) -> Option<Action> {
    let partner = partner(view, plan.wanted()?)?;
    let terms = next_terms(view, plan, tried, partner)?;
    Some(Action::Offer(terms, Partners::only(partner)))
}

/// Whether a trade is welcome, seen from the player: it brings a missing card and takes none that
/// the goal needs, at one for one, or two for one of what there is plenty of.
pub(crate) fn is_welcome(plan: &Plan, hand: Hand, terms: Terms) -> bool {
    let given = |resource: &Resource| terms.give.count(*resource) > 0;
    let has_plenty = || Resource::ALL.into_iter().filter(given).all(|it| hand.count(it) >= PLENTY);
    let brings =
        |resource: Resource| terms.get.count(resource) > 0 && plan.missing.count(resource) > 0;
    let (give, get) = (terms.give.total(), terms.get.total());
    Resource::ALL.into_iter().any(brings)
        && plan.spare.contains(terms.give)
        && (give <= get || give <= 2 * get && has_plenty())
}

/// Accepts what is welcome; else makes an offer of its own if it may counter, or refuses.
pub(super) fn answer(view: &View, plan: &Plan, tried: &Tried, may_counter: bool) -> Action {
    let Some(offer) = view.offer() else {
        return Action::Refuse;
    };
    if is_welcome(plan, view.hand(), offer.terms.turned()) {
        return Action::Accept;
    }
    let proposer = view.mover();
    let has_wanted = |wanted: &Resource| held_by(view, proposer)[wanted.index()] > 0.0;
    let counter = || {
        plan.wanted().filter(has_wanted)?;
        let terms = next_terms(view, plan, tried, proposer)?;
        (terms.turned() != offer.terms).then_some(Action::Counter(terms))
    };
    if may_counter { counter().unwrap_or(Action::Refuse) } else { Action::Refuse }
}

/// Trades with the first who accepted, or who made a welcome offer in return.
pub(super) fn choose_partner(view: &View, plan: &Plan, menu: &[Action]) -> Action {
    let Some(offer) = view.offer() else {
        return Action::Withdraw;
    };
    let ready = || {
        menu.iter().filter_map(|action| match action {
            Action::Confirm(seat) => Some(*seat),
            _ => None,
        })
    };
    let accepted = ready().find(|seat| offer.accepted.contains(*seat));
    let is_good = |seat: &Seat| {
        trade::agreed_terms(offer, *seat).is_some_and(|terms| is_welcome(plan, view.hand(), terms))
    };
    let partner = accepted.or_else(|| ready().find(is_good));
    partner.map_or(Action::Withdraw, Action::Confirm)
}

/// An exchange with the bank of cards that the goal does not need for one that is missing.
pub(super) fn bank_exchange(view: &View, plan: &Plan, menu: &[Action]) -> Option<Action> {
    let of_bank =
        Hand(std::array::from_fn(
            |index| {
                if view.bank().0[index] > 0 { plan.missing.0[index] } else { 0 }
            },
        ));
    let get = wanted(of_bank, plan.produced)?;
    let can_pay = |give: &Resource| plan.spare.count(*give) >= view.rate(view.seat(), *give);
    let give = Resource::ALL
        .into_iter()
        .filter(|give| *give != get && can_pay(give))
        .min_by_key(|give| resource_value(*give))?;
    let exchange = Action::Bank(give, get);
    menu.contains(&exchange).then_some(exchange)
}
