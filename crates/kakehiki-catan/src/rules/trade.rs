//! Trade with the bank and with other players.
//!
//! A player on turn makes an offer to some of the others. They are asked one after the other,
//! clockwise, and all hear the answers. If the first acceptance is carried out, it ends the
//! negotiation. Otherwise, and where there are only counter-offers, the player chooses one of those
//! who accepted or made a counter-offer, or withdraws. An offer is legal by the hand of the one who
//! makes it; if it cannot be carried out, that looks like a refusal.

use kakehiki_core::{Illegal, Seat};

use super::{
    action::{Action, Partners, Terms},
    options::{Acceptance, Options, Trading},
    resource::{Hand, Resource},
    state::{MAX_PLAYERS, OpenOffer, Pending, Stage, State},
};

/// The exchanges with the bank that the player can pay.
pub(crate) fn bank_menu(state: &State, menu: &mut Vec<Action>) {
    let hand = state.side(state.mover).hand;
    for give in Resource::ALL {
        if hand.count(give) < 2 || hand.count(give) < state.rate(state.mover, give) {
            continue;
        }
        let has = |get: &Resource| *get != give && state.bank.count(*get) > 0;
        menu.extend(Resource::ALL.into_iter().filter(has).map(|get| Action::Bank(give, get)));
    }
}

pub(crate) fn check_bank(state: &State, give: Resource, get: Resource) -> Result<(), Illegal> {
    let rate = state.rate(state.mover, give);
    if give == get {
        return Err(Illegal("the bank gives another kind than it gets".to_owned()));
    }
    if state.side(state.mover).hand.count(give) < rate {
        return Err(Illegal(format!("the bank asks for {rate} cards of {}", give.letter())));
    }
    if state.bank.count(get) == 0 {
        return Err(Illegal(format!("the bank has no card of {}", get.letter())));
    }
    Ok(())
}

pub(crate) fn exchange(state: &mut State, give: Resource, get: Resource) {
    let mut cards = Hand::EMPTY;
    cards.0[give.index()] = state.rate(state.mover, give);
    state.pay(state.mover, cards);
    state.receive(state.mover, Hand::one(get));
}

/// Whether the player may make one more offer.
pub(crate) fn may_offer(options: &Options, state: &State) -> bool {
    allows_offer(options, state.offers)
}

/// Whether a player may make one more offer in a turn in which it has made so many.
pub(crate) fn allows_offer(options: &Options, made: u8) -> bool {
    options.trading != Trading::Off && made < options.offers
}

/// The bounded part of all offers: one or two equal cards for one other, to everybody or, where
/// offers go to one player, to each. With open hands those that nobody could accept are left out.
pub(crate) fn offer_menu(options: &Options, state: &State, menu: &mut Vec<Action>) {
    let seat = state.mover;
    let hand = state.side(seat).hand;
    let others = Partners::all_but(seat, options.players);
    for give in Resource::ALL {
        for count in 1..=hand.count(give).min(2) {
            let mut cards = Hand::EMPTY;
            cards.0[give.index()] = count;
            for get in Resource::ALL.into_iter().filter(|get| *get != give) {
                let terms = Terms { give: cards, get: Hand::one(get) };
                let can_pay = |partners: Partners| {
                    !options.hands.is_open()
                        || partners.iter().any(|seat| state.side(seat).hand.count(get) > 0)
                };
                if options.trading == Trading::One {
                    let ones = others.iter().map(Partners::only).filter(|one| can_pay(*one));
                    menu.extend(ones.map(|one| Action::Offer(terms, one)));
                } else if can_pay(others) {
                    menu.push(Action::Offer(terms, others));
                }
            }
        }
    }
}

pub(crate) fn check_offer(
    options: &Options,
    state: &State,
    terms: Terms,
    partners: Partners,
) -> Result<(), Illegal> {
    if !may_offer(options, state) {
        return Err(Illegal("no more offers may be made in this turn".to_owned()));
    }
    let others = Partners::all_but(state.mover, options.players);
    if partners.is_empty() || partners.0 & !others.0 != 0 {
        return Err(Illegal("an offer goes to others at the table".to_owned()));
    }
    if options.trading == Trading::One && partners.len() > 1 {
        return Err(Illegal("an offer goes to one player".to_owned()));
    }
    check_terms(terms, state.side(state.mover).hand, options.unheld_offers)
}

fn check_terms(terms: Terms, hand: Hand, may_lack: bool) -> Result<(), Illegal> {
    if !terms.is_trade() {
        return Err(Illegal(format!("{terms} is no trade of some cards for others")));
    }
    if !may_lack && !hand.contains(terms.give) {
        return Err(Illegal(format!("the hand does not hold {}", terms.give)));
    }
    Ok(())
}

pub(crate) fn offer(state: &mut State, terms: Terms, partners: Partners) {
    state.offers = state.offers.saturating_add(1);
    let deal = OpenOffer {
        terms,
        partners,
        accepted: Partners::NONE,
        counters: [Terms::default(); MAX_PLAYERS],
    };
    state.pending = Pending::Offer(deal);
    ask_next(state, deal, state.mover);
}

/// Asks the partner who follows a seat, or lets the player choose when all were asked.
fn ask_next(state: &mut State, deal: OpenOffer, after: Seat) {
    let distance = |seat: &Seat| (seat.index() + MAX_PLAYERS - state.mover.index()) % MAX_PLAYERS;
    let next =
        deal.partners.iter().filter(|seat| distance(seat) > distance(&after)).min_by_key(distance);
    let is_countered = || deal.counters.iter().any(|counter| counter.is_trade());
    state.pending = Pending::Offer(deal);
    state.stage = match next {
        Some(seat) => Stage::Answer(seat),
        None if !deal.accepted.is_empty() || is_countered() => Stage::Choose,
        None => {
            state.pending = Pending::Nothing;
            Stage::Act
        }
    };
}

/// The answers of a seat: to accept if it can, to refuse, and to ask for another single card of its
/// own to be taken instead.
pub(crate) fn answer_menu(options: &Options, state: &State, seat: Seat, menu: &mut Vec<Action>) {
    let Some(deal) = state.offer() else {
        return;
    };
    menu.push(Action::Refuse);
    let hand = state.side(seat).hand;
    if hand.contains(deal.terms.get) {
        menu.push(Action::Accept);
    }
    if options.counters {
        let counters = Resource::ALL
            .into_iter()
            .map(|give| Terms { give: Hand::one(give), get: deal.terms.give })
            .filter(|counter| counter.turned() != deal.terms)
            .filter(|counter| counter.is_trade() && hand.contains(counter.give));
        menu.extend(counters.map(Action::Counter));
    }
}

pub(crate) fn check_counter(
    options: &Options,
    state: &State,
    seat: Seat,
    terms: Terms,
) -> Result<(), Illegal> {
    if !options.counters {
        return Err(Illegal("offers are accepted or refused".to_owned()));
    }
    if state.offer().is_some_and(|deal| deal.terms == terms.turned()) {
        return Err(Illegal("that is the offer itself: accept it".to_owned()));
    }
    check_terms(terms, state.side(seat).hand, false)
}

pub(crate) fn check_accept(state: &State, seat: Seat) -> Result<(), Illegal> {
    match state.offer() {
        Some(deal) if state.side(seat).hand.contains(deal.terms.get) => Ok(()),
        _ => Err(Illegal("the hand does not hold what is asked for".to_owned())),
    }
}

/// Takes an answer of a seat.
pub(crate) fn answer(options: &Options, state: &mut State, seat: Seat, answer: &Action) {
    let Pending::Offer(mut deal) = state.pending else {
        return;
    };
    match answer {
        Action::Accept
            if options.acceptance == Acceptance::First
                && carry_out(state, state.mover, seat, deal.terms) =>
        {
            state.pending = Pending::Nothing;
            state.stage = Stage::Act;
            return;
        }
        Action::Accept if options.acceptance == Acceptance::First => {}
        Action::Accept => deal.accepted = deal.accepted.with(seat),
        Action::Counter(terms) => deal.counters[seat.index() % MAX_PLAYERS] = *terms,
        _ => {}
    }
    ask_next(state, deal, seat);
}

/// What the player on turn gives and gets if it trades with a seat that has answered.
pub(crate) fn agreed_terms(deal: &OpenOffer, seat: Seat) -> Option<Terms> {
    if deal.accepted.contains(seat) {
        return Some(deal.terms);
    }
    let counter = deal.counters.get(seat.index())?.turned();
    counter.is_trade().then_some(counter)
}

pub(crate) fn choice_menu(state: &State, menu: &mut Vec<Action>) {
    let hand = state.side(state.mover).hand;
    let can_pay = |seat: &Seat| {
        let terms = state.offer().and_then(|deal| agreed_terms(deal, *seat));
        terms.is_some_and(|terms| hand.contains(terms.give))
    };
    let seats = Seat::all(MAX_PLAYERS).filter(can_pay);
    menu.extend(seats.map(Action::Confirm));
    menu.push(Action::Withdraw);
}

pub(crate) fn check_confirm(state: &State, seat: Seat) -> Result<(), Illegal> {
    let terms = state.offer().and_then(|deal| agreed_terms(deal, seat));
    let terms = terms.ok_or_else(|| Illegal(format!("{seat} has agreed to nothing")))?;
    check_terms(terms, state.side(state.mover).hand, false)
}

/// Ends the negotiation, by a trade with a seat or without one.
pub(crate) fn choose(state: &mut State, seat: Option<Seat>) {
    let terms = seat.and_then(|seat| Some((seat, agreed_terms(state.offer()?, seat)?)));
    if let Some((seat, terms)) = terms {
        carry_out(state, state.mover, seat, terms);
    }
    state.pending = Pending::Nothing;
    state.stage = Stage::Act;
}

/// The partner and the terms of the trade that an action of a seat brings about, if it does.
pub(crate) fn about_to_trade(
    options: &Options,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Option<(Seat, Terms)> {
    let deal = state.offer()?;
    let (partner, terms) = match action {
        Action::Accept if options.acceptance == Acceptance::First => (seat, deal.terms),
        Action::Confirm(partner) => (*partner, agreed_terms(deal, *partner)?),
        _ => return None,
    };
    let can_pay = state.side(state.mover).hand.contains(terms.give)
        && state.side(partner).hand.contains(terms.get);
    can_pay.then_some((partner, terms))
}

/// Trades if both sides hold what they give, and says whether they did.
pub(crate) fn carry_out(state: &mut State, seat: Seat, partner: Seat, terms: Terms) -> bool {
    let (mine, theirs) = (state.side(seat).hand, state.side(partner).hand);
    let (Some(my_rest), Some(their_rest)) = (mine.minus(terms.give), theirs.minus(terms.get))
    else {
        return false;
    };
    state.side_mut(seat).hand = my_rest.plus(terms.get);
    state.side_mut(partner).hand = their_rest.plus(terms.give);
    true
}
