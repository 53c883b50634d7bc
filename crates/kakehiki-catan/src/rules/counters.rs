//! What is counted in every game, for each player.

use kakehiki_core::Seat;
use strum::VariantNames;

use super::{
    action::{Action, Terms},
    options::Options,
    state::State,
    trade,
};

/// What is counted; by sizes, the cards that the one on turn gives stand first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum Counter {
    /// Offers made.
    Offers,
    #[strum(serialize = "offers-1:1")]
    OffersOneForOne,
    #[strum(serialize = "offers-2:1")]
    OffersTwoForOne,
    OffersOther,
    /// Own offers that were accepted and carried out.
    OffersTaken,
    #[strum(serialize = "offers-taken-1:1")]
    OffersTakenOneForOne,
    #[strum(serialize = "offers-taken-2:1")]
    OffersTakenTwoForOne,
    OffersTakenOther,
    /// Offers that others made to the player.
    OffersReceived,
    #[strum(serialize = "offers-received-1:1")]
    OffersReceivedOneForOne,
    #[strum(serialize = "offers-received-2:1")]
    OffersReceivedTwoForOne,
    OffersReceivedOther,
    /// Offers that the player accepted.
    Accepted,
    #[strum(serialize = "accepted-1:1")]
    AcceptedOneForOne,
    #[strum(serialize = "accepted-2:1")]
    AcceptedTwoForOne,
    AcceptedOther,
    /// Offers that the player refused.
    Refused,
    #[strum(serialize = "refused-1:1")]
    RefusedOneForOne,
    #[strum(serialize = "refused-2:1")]
    RefusedTwoForOne,
    RefusedOther,
    /// Offers that the player answered by another.
    Countered,
    /// Own counter-offers that were carried out.
    CountersTaken,
    BankTrades,
    CardsBought,
    Knights,
}

/// The names of all that is counted.
pub(super) const NAMES: &[&str] = Counter::VARIANTS;

/// Which of three counters, for one card, two cards and others for one, an offer belongs to.
fn by_size(terms: Terms, counters: [Counter; 3]) -> Counter {
    match (terms.give.total(), terms.get.total()) {
        (1, 1) => counters[0],
        (2, 1) => counters[1],
        _ => counters[2],
    }
}

/// Counts an action that is about to be played.
pub(super) fn count(
    options: &Options,
    before: &State,
    seat: Seat,
    action: &Action,
    counts: &mut [Vec<u32>],
) {
    let mut add = |seat: Seat, counter: Counter| counts[seat.index()][counter as usize] += 1;
    match action {
        Action::Offer(terms, partners) => {
            let sizes = [
                Counter::OffersReceivedOneForOne,
                Counter::OffersReceivedTwoForOne,
                Counter::OffersReceivedOther,
            ];
            for partner in partners.iter() {
                add(partner, Counter::OffersReceived);
                add(partner, by_size(*terms, sizes));
            }
            add(seat, Counter::Offers);
            let sizes = [Counter::OffersOneForOne, Counter::OffersTwoForOne, Counter::OffersOther];
            add(seat, by_size(*terms, sizes));
        }
        Action::Accept => {
            add(seat, Counter::Accepted);
            let sizes =
                [Counter::AcceptedOneForOne, Counter::AcceptedTwoForOne, Counter::AcceptedOther];
            before.offer().iter().for_each(|deal| add(seat, by_size(deal.terms, sizes)));
        }
        Action::Refuse => {
            add(seat, Counter::Refused);
            let sizes =
                [Counter::RefusedOneForOne, Counter::RefusedTwoForOne, Counter::RefusedOther];
            before.offer().iter().for_each(|deal| add(seat, by_size(deal.terms, sizes)));
        }
        Action::Counter(_) => add(seat, Counter::Countered),
        Action::Bank(..) => add(seat, Counter::BankTrades),
        Action::Buy => add(seat, Counter::CardsBought),
        Action::Knight => add(seat, Counter::Knights),
        _ => {}
    }
    let Some((partner, terms)) = trade::about_to_trade(options, before, seat, action) else {
        return;
    };
    if before.offer().is_some_and(|deal| deal.terms == terms) {
        add(before.mover, Counter::OffersTaken);
        let sizes = [
            Counter::OffersTakenOneForOne,
            Counter::OffersTakenTwoForOne,
            Counter::OffersTakenOther,
        ];
        add(before.mover, by_size(terms, sizes));
    } else {
        add(partner, Counter::CountersTaken);
    }
}
