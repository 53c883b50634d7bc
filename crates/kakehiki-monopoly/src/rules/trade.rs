//! Trades between players.
//!
//! A player names an exchange; the other accepts, refuses or names another one in its place, as
//! long as counter-offers are left. Everything that is traded lies open, so a deal that cannot be
//! carried out is not legal in the first place.

use kakehiki_bargain::{Answer, Protocol, Session};
use kakehiki_core::{Illegal, Seat};

use super::{
    action::Action,
    deal::{Deal, JailCards},
    estate::{Obstacle, refuse},
    options::Trading,
    rules::Monopoly,
    square::{Colour, DeedSet, Square},
    state::{MAX_PLAYERS, Stage, State, bit},
};

/// How much more the counter-offers of the menu ask for.
pub(super) const DEMANDS: [i32; 4] = [25, 50, 100, 200];

impl Monopoly {
    /// Who may propose a trade now.
    pub(crate) fn trader(&self, state: &State) -> Option<Seat> {
        let seat = match state.stage {
            Stage::Manage => state.mover(),
            Stage::Debt(seat) | Stage::Pause(seat) => seat,
            _ => return None,
        };
        let may = match self.options.trading {
            Trading::AnyTurn => true,
            Trading::OwnTurn => seat == state.mover(),
            Trading::Off => false,
        };
        (may && state.offers < self.options.offers).then_some(seat)
    }

    pub(crate) fn check_proposal(&self, state: &State, deal: &Deal) -> Result<(), Illegal> {
        match self.trader(state) {
            Some(seat) if seat == deal.proposer => refuse(deal_obstacle(state, deal)),
            _ => Err(Illegal("this player may not propose a trade now".to_owned())),
        }
    }

    pub(crate) fn check_counter(state: &State, deal: &Deal) -> Result<(), Illegal> {
        let session = state.session.filter(Session::may_counter);
        let Some(on_table) = session.and_then(|session| session.on_table()) else {
            return Err(Illegal("no counter-offer is left: accept or refuse".to_owned()));
        };
        if (deal.proposer, deal.partner) != (on_table.proposer, on_table.partner) {
            return Err(Illegal("a counter-offer keeps the two players as they are".to_owned()));
        }
        refuse(deal_obstacle(state, deal))
    }

    pub(crate) fn propose(&self, state: &mut State, deal: Deal) {
        state.offers = state.offers.saturating_add(1);
        state.has_proposed |= bit(deal.proposer);
        let protocol = Protocol::alternating(self.options.counters);
        if deal.proposer != deal.partner {
            state.session = Some(Session::open(protocol, deal.proposer, deal.partner, deal));
            state.stage = Stage::Answer;
        }
    }

    /// Takes an answer; a deal that is made is carried out.
    pub(crate) fn answer(&self, state: &mut State, answer: Answer<Deal>) {
        let Some(session) = &mut state.session else {
            return;
        };
        let Some(seat) = session.to_answer() else {
            return;
        };
        if session.answer(seat, answer).is_err() {
            return;
        }
        if let Some(result) = session.result() {
            state.session = None;
            if let Some(deal) = result {
                self.exchange(state, &deal);
            }
            self.proceed(state);
        }
    }

    /// Ends a negotiation without a deal.
    pub(crate) fn leave_negotiation(&self, state: &mut State) {
        state.session = None;
        self.proceed(state);
    }

    /// Moves what a deal moves.
    pub(crate) fn exchange(&self, state: &mut State, deal: &Deal) {
        let (proposer, partner) =
            (deal.proposer.index() % MAX_PLAYERS, deal.partner.index() % MAX_PLAYERS);
        for (deeds, cards, to) in [
            (deal.gives, deal.gives_cards, deal.partner),
            (deal.gets, deal.gets_cards, deal.proposer),
        ] {
            for square in deeds.iter() {
                state.hand_over(square, Some(to));
            }
            for pile in cards.iter() {
                state.jail_card[pile as usize] = (to.index() % MAX_PLAYERS) as u8;
            }
        }
        state.cash[proposer] -= deal.cash;
        state.cash[partner] += deal.cash;
        if self.options.transfer_fee {
            let moved = DeedSet(deal.gives.0 | deal.gets.0);
            state.inherited = DeedSet(state.inherited.0 | moved.and(state.mortgaged).0);
        }
    }

    /// The answers of the menu: yes, no, and the same goods for somewhat more money.
    pub(crate) fn answer_menu(state: &State, menu: &mut Vec<Action>) {
        menu.extend([Action::Refuse, Action::Accept]);
        let Some(session) = state.session.filter(Session::may_counter) else {
            return;
        };
        if let (Some(deal), Some(seat)) = (session.on_table(), session.to_answer()) {
            menu.extend(counters(state, deal, seat).map(Action::Counter));
        }
    }
}

/// The counter-offers of the menu.
pub(crate) fn counters(state: &State, deal: Deal, seat: Seat) -> impl Iterator<Item = Deal> {
    let is_partner = seat == deal.partner;
    DEMANDS.into_iter().filter_map(move |demand| {
        let change = if is_partner { demand } else { -demand };
        let counter = Deal { cash: deal.cash.checked_add(change)?, ..deal };
        deal_obstacle(state, &counter).is_none().then_some(counter)
    })
}

/// What keeps two players from making this deal as things stand.
pub(crate) fn deal_obstacle(state: &State, deal: &Deal) -> Obstacle {
    obstacle_among(state, deal, tradable(state))
}

/// The same for those who try many deals and know what is tradable.
fn obstacle_among(state: &State, deal: &Deal, tradable: DeedSet) -> Obstacle {
    let Deal { proposer, partner, gives, gets, cash, gives_cards, gets_cards } = *deal;
    if proposer == partner || !is_playing(state, proposer) || !is_playing(state, partner) {
        return Some("a trade is between two players who are in the game");
    }
    if !state.deeds(proposer).contains_all(gives) || !state.deeds(partner).contains_all(gets) {
        return Some("players trade their own deeds");
    }
    if !holds(state, proposer, gives_cards) || !holds(state, partner, gets_cards) {
        return Some("players trade their own cards");
    }
    if gives.is_empty() && gets.is_empty() && gives_cards.is_empty() && gets_cards.is_empty() {
        return Some("a trade moves a deed or a card, not only money");
    }
    let moved = DeedSet(gives.0 | gets.0);
    if !moved.without(tradable).is_empty() {
        return Some("nothing of a set with buildings is traded");
    }
    let payer = if cash > 0 { proposer } else { partner };
    if cash != 0 && i64::from(cash.unsigned_abs()) > i64::from(state.cash(payer)) {
        return Some("the cash does not suffice");
    }
    None
}

pub(super) fn is_playing(state: &State, seat: Seat) -> bool {
    seat.index() < MAX_PLAYERS && state.is_alive(seat)
}

fn holds(state: &State, seat: Seat, cards: JailCards) -> bool {
    cards.0 & !state.jail_cards(seat).0 == 0
}

/// The deeds of sets without buildings.
pub(crate) fn tradable(state: &State) -> DeedSet {
    let built_on = Colour::ALL.into_iter().filter(|colour| state.is_built_on(*colour));
    built_on.fold(DeedSet::ALL, |deeds, colour| deeds.without(colour.streets()))
}

/// The bounded part of all trades that search, random play and bargainers choose from.
///
/// A deed is *wanted* by a player who owns another of its colour or kind. Listed are, for each
/// partner, in this order:
///
/// - every deed of the partner's that completes a colour, for one, two and three times its price;
/// - every swap of a deed that is wanted here for one that is wanted there, of another family, if
///   it completes a colour for either side; even, and with the difference of the prices made up;
/// - a utility that is not one of a pair for each railroad, even;
/// - every other deed that is wanted here, for its price and for twice that;
/// - every deed here that is wanted there, for its price and for twice that;
/// - the jail cards, for 50.
///
/// Only what both sides can pay is listed.
pub(crate) fn proposals(state: &State, seat: Seat, mut list: impl FnMut(Deal)) {
    let tradable = tradable(state);
    let own = state.deeds(seat).and(tradable);
    for partner in state.living().filter(|partner| *partner != seat) {
        let theirs = state.deeds(partner).and(tradable);
        let wanted = wanted_by(state, seat, theirs);
        let wanted_there = wanted_by(state, partner, own);
        let base = Deal::between(seat, partner);
        let buys = |square, times: i32| Deal {
            gets: DeedSet::only(square),
            cash: times * square.price(),
            ..base
        };
        let mut offer = |deal: Deal| {
            if obstacle_among(state, &deal, tradable).is_none() {
                list(deal);
            }
        };
        for square in wanted.iter().filter(|square| completes(state, seat, *square)) {
            (1..=3).for_each(|times| offer(buys(square, times)));
        }
        for get in wanted.iter() {
            for give in wanted_there.iter().filter(|give| give.family() != get.family()) {
                if completes(state, seat, get) || completes(state, partner, give) {
                    let (gives, gets) = (DeedSet::only(give), DeedSet::only(get));
                    offer(Deal { gives, gets, ..base });
                    let difference = get.price() - give.price();
                    if difference != 0 {
                        offer(Deal { gives, gets, cash: difference, ..base });
                    }
                }
            }
        }
        let utilities = own.and(DeedSet::UTILITIES);
        if utilities.len() == 1 {
            for railroad in theirs.and(DeedSet::RAILROADS).iter() {
                offer(Deal { gives: utilities, gets: DeedSet::only(railroad), ..base });
            }
        }
        for square in wanted.iter().filter(|square| !completes(state, seat, *square)) {
            (1..=2).for_each(|times| offer(buys(square, times)));
        }
        for square in wanted_there.iter() {
            for times in 1..=2 {
                let cash = -times * square.price();
                offer(Deal { gives: DeedSet::only(square), cash, ..base });
            }
        }
        for pile in state.jail_cards(seat).iter() {
            offer(Deal { gives_cards: JailCards::only(pile), cash: -50, ..base });
        }
        for pile in state.jail_cards(partner).iter() {
            offer(Deal { gets_cards: JailCards::only(pile), cash: 50, ..base });
        }
    }
}

/// Which of some deeds of others a player would like, because it owns one of the same family.
fn wanted_by(state: &State, seat: Seat, deeds: DeedSet) -> DeedSet {
    let own = state.deeds(seat);
    deeds.iter().filter(|square| !square.family().and(own).is_empty()).collect()
}

/// Whether a street would complete a colour for a player.
pub(crate) fn completes(state: &State, seat: Seat, square: Square) -> bool {
    let streets = square.colour().map_or(DeedSet::EMPTY, Colour::streets);
    !streets.is_empty()
        && !state.deeds(seat).contains(square)
        && state.deeds(seat).with(square).contains_all(streets)
}
