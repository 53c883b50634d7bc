//! Actions of Monopoly as whole numbers.

use std::ops::Range;

use kakehiki_bargain::{Session, Statement};
use kakehiki_core::{Coded, Game, Piece, Seat, Sheet, first_id, ids_between, seat_after};

use super::{
    action::{Action, Chance},
    card::{CARDS, Card},
    deal::{Deal, JailCards},
    rules::Monopoly,
    speech::{Intention, Opinion},
    square::{Colour, DeedSet, Pile, Square},
    state::{MAX_PLAYERS, Stage, State},
    tensor::{self, PIECES},
    trade::DEMANDS,
    view::View,
};

/// The seats that may sit beside the one who acts.
const OTHERS: usize = MAX_PLAYERS - 1;

/// What a bid is raised by, the raises of the menu among them.
const LISTED_RAISES: [u32; 7] = [1, 5, 10, 25, 50, 100, 200];

/// What a jail card is bought and sold for.
const CARD_PRICE: i32 = 50;

const KINDS: [(&str, usize); 27] = [
    ("roll", 1),
    ("end", 1),
    ("pay-bail", 1),
    ("use-card", 2),
    ("buy", 1),
    ("decline", 1),
    ("keep", 1),
    ("leave", 1),
    ("accept", 1),
    ("refuse", 1),
    ("pass", 1),
    ("bankrupt", 1),
    ("build", 22),
    ("sell", 22),
    ("sell-down", 40),
    ("mortgage", 28),
    ("lift", 28),
    ("raise", 7),
    ("counter-more", 4),
    ("propose-buy", 84),
    ("propose-sell", 392),
    ("propose-swap", 1568),
    ("propose-buy-card", 2),
    ("propose-sell-card", 14),
    ("say-last-offer", 1),
    ("say-winning", OTHERS),
    ("say-not-sell", 196),
];

/// The first id of a kind.
fn first(kind: &str) -> usize {
    first_id(&KINDS, kind)
}

pub(super) fn deeds() -> impl Iterator<Item = Square> + Clone {
    DeedSet::ALL.iter()
}

pub(super) fn streets() -> impl Iterator<Item = Square> {
    deeds().filter(|square| square.colour().is_some())
}

/// The place of the only deed of a set among all.
fn only_deed(set: DeedSet) -> Option<usize> {
    deeds().position(|square| set == DeedSet::only(square))
}

/// The id of a proposal of the one who acts that depends on who owns what.
fn proposal_id(state: &State, deal: &Deal) -> Option<usize> {
    let Deal { partner, gives, gets, cash, gives_cards, gets_cards, .. } = *deal;
    if !gives_cards.is_empty() || partner == deal.proposer {
        return None;
    }
    if gets.is_empty() {
        let pile = Pile::ALL.iter().position(|pile| gets_cards == JailCards::only(*pile))?;
        let is_listed = gives.is_empty()
            && cash == CARD_PRICE
            && state.card_holder(Pile::ALL[pile]) == Some(partner);
        return is_listed.then(|| first("propose-buy-card") + pile);
    }
    let wanted = only_deed(gets).filter(|_| gets_cards.is_empty())?;
    let get = gets.iter().next().filter(|get| state.owner(*get) == Some(partner))?;
    let Some(give) = gives.iter().next() else {
        let times = (1..=3).position(|times| cash == times * get.price())?;
        return Some(first("propose-buy") + 3 * wanted + times);
    };
    let given = only_deed(gives).filter(|_| state.owner(give) == Some(deal.proposer))?;
    let swap = first("propose-swap") + 2 * (DEEDS * given + wanted);
    match cash {
        0 => Some(swap),
        cash => (cash == get.price() - give.price()).then_some(swap + 1),
    }
}

/// The deeds of all squares.
const DEEDS: usize = 28;

const CHANCE_KINDS: [(&str, usize); 2] = [("dice", 36), ("card", 2 * CARDS)];

impl Coded for Monopoly {
    const CODING_VERSION: u32 = 0;

    fn id_kinds(&self) -> &'static [(&'static str, usize)] {
        &KINDS
    }

    fn listed(&self, actor: Seat) -> Vec<Option<Action>> {
        let other = |distance: usize| seat_after(actor, distance, self.seats());
        let others = || (1..=OTHERS).map(other);
        let mut list = vec![Action::Roll, Action::End, Action::PayBail];
        list.extend(Pile::ALL.map(Action::UseCard));
        list.extend([Action::Buy, Action::Decline, Action::Keep, Action::Leave]);
        list.extend([Action::Accept, Action::Refuse, Action::Pass, Action::Bankrupt]);
        list.extend(streets().map(Action::Build));
        list.extend(streets().map(Action::Sell));
        let downs = |colour| (0..5).map(move |houses| Action::SellDown(colour, houses));
        list.extend(Colour::ALL.into_iter().flat_map(downs));
        list.extend(deeds().map(Action::Mortgage));
        list.extend(deeds().map(Action::Lift));
        let mut list: Vec<Option<Action>> = list.into_iter().map(Some).collect();
        // Bids, counter-offers and what is bought depend on the position.
        list.resize(first("propose-sell"), None);
        for square in deeds() {
            for partner in others() {
                let sale = |times: i32| {
                    let (gives, cash) = (DeedSet::only(square), -times * square.price());
                    Some(Action::Propose(Deal { gives, cash, ..Deal::between(actor, partner?) }))
                };
                list.extend([sale(1), sale(2)]);
            }
        }
        list.resize(first("propose-sell-card"), None);
        for pile in Pile::ALL {
            let sale = |partner: Option<Seat>| {
                let base = Deal::between(actor, partner?);
                let gives_cards = JailCards::only(pile);
                Some(Action::Propose(Deal { gives_cards, cash: -CARD_PRICE, ..base }))
            };
            list.extend(others().map(sale));
        }
        list.push(Some(Action::Say(Statement::Intention(Intention::LastOffer))));
        let winning = |seat| Action::Say(Statement::Opinion(Opinion::Winning(seat)));
        list.extend(others().map(|seat| seat.map(winning)));
        for square in deeds() {
            let kept = |seat: Option<Seat>| {
                Some(Action::Say(Statement::Intention(Intention::NotSell(square, seat?))))
            };
            list.extend(others().map(kept));
        }
        list
    }

    fn listed_here(&self, view: &View, tell: &mut dyn FnMut(usize, Action)) {
        let (state, seat) = (view.state(), view.seat());
        let bid = state.auction().bid;
        for (id, raise) in (first("raise")..).zip(LISTED_RAISES) {
            tell(id, Action::Bid(bid.saturating_add(raise)));
        }
        if let Some(deal) = state.session().and_then(Session::on_table) {
            for (id, demand) in (first("counter-more")..).zip(DEMANDS) {
                let change = if seat == deal.partner { demand } else { -demand };
                let cash = deal.cash.saturating_add(change);
                tell(id, Action::Counter(Deal { cash, ..deal }));
            }
        }
        let owner = |square| state.owner(square).filter(|owner| *owner != seat);
        for (place, square) in deeds().enumerate() {
            let Some(owner) = owner(square) else { continue };
            for (id, times) in (first("propose-buy") + 3 * place..).zip(1..=3) {
                let (gets, cash) = (DeedSet::only(square), times * square.price());
                tell(id, Action::Propose(Deal { gets, cash, ..Deal::between(seat, owner) }));
            }
        }
        let swaps = first("propose-swap");
        for (place, give) in
            deeds().enumerate().filter(|(_, deed)| state.owner(*deed) == Some(seat))
        {
            for (other, get) in deeds().enumerate() {
                let Some(owner) = owner(get) else { continue };
                let (gives, gets) = (DeedSet::only(give), DeedSet::only(get));
                let even = Deal { gives, gets, ..Deal::between(seat, owner) };
                let id = swaps + 2 * (DEEDS * place + other);
                tell(id, Action::Propose(even));
                let cash = get.price() - give.price();
                tell(id + 1, Action::Propose(Deal { cash, ..even }));
            }
        }
        for (id, pile) in (first("propose-buy-card")..).zip(Pile::ALL) {
            let holder = state.card_holder(pile).filter(|holder| *holder != seat);
            if let Some(holder) = holder {
                let gets_cards = JailCards::only(pile);
                let base = Deal::between(seat, holder);
                tell(id, Action::Propose(Deal { gets_cards, cash: CARD_PRICE, ..base }));
            }
        }
    }

    fn id_here(&self, view: &View, action: &Action) -> Option<usize> {
        let (state, seat) = (view.state(), view.seat());
        match *action {
            Action::Bid(bid) => {
                let raise = bid.checked_sub(state.auction().bid)?;
                let place = LISTED_RAISES.iter().position(|listed| *listed == raise)?;
                Some(first("raise") + place)
            }
            Action::Counter(deal) => {
                let on_table = state.session().and_then(Session::on_table)?;
                let change = deal.cash.checked_sub(on_table.cash)?;
                let demand = if seat == deal.partner { change } else { change.checked_neg()? };
                let place = DEMANDS.iter().position(|listed| *listed == demand)?;
                (Deal { cash: deal.cash, ..on_table } == deal)
                    .then(|| first("counter-more") + place)
            }
            Action::Propose(deal) if deal.proposer == seat => proposal_id(state, &deal),
            _ => None,
        }
    }

    fn possible(&self, view: &View, tell: &mut dyn FnMut(Range<usize>)) {
        let (state, seat) = (view.state(), view.seat());
        let mut kinds = |first, end| tell(ids_between(&KINDS, first, end));
        match state.stage() {
            Stage::Pause(_) => kinds("pass", "bankrupt"),
            Stage::Manage => kinds("roll", "buy"),
            Stage::Buy => kinds("buy", "keep"),
            Stage::Debt(_) => kinds("bankrupt", "build"),
            Stage::Auction => {
                kinds("leave", "accept");
                kinds("raise", "counter-more");
            }
            Stage::Answer => {
                kinds("accept", "pass");
                kinds("counter-more", "propose-buy");
            }
            Stage::Inherit(_) => kinds("keep", "leave"),
            Stage::Dice
            | Stage::Draw(_)
            | Stage::UtilityDice
            | Stage::Place(_)
            | Stage::Won(_)
            | Stage::Undecided => {}
        }
        if matches!(state.stage(), Stage::Pause(_) | Stage::Manage | Stage::Buy | Stage::Debt(_)) {
            kinds("sell-down", "mortgage");
        }
        let trades = self.trader(state) == Some(seat);
        if trades {
            kinds("propose-buy", "propose-sell");
            kinds("propose-swap", "say-not-sell");
        }
        // All else is done with one's own deeds.
        let mut each = |kind: &str, place: usize, count: usize| {
            let start = first(kind) + count * place;
            tell(start..start + count);
        };
        let is_own = |square: &Square| state.owner(*square) == Some(seat);
        for (place, _) in streets().enumerate().filter(|(_, square)| is_own(square)) {
            each("build", place, 1);
            each("sell", place, 1);
        }
        for (place, _) in deeds().enumerate().filter(|(_, square)| is_own(square)) {
            each("mortgage", place, 1);
            each("lift", place, 1);
            if trades {
                each("propose-sell", place, 2 * OTHERS);
                each("say-not-sell", place, OTHERS);
            }
        }
    }

    fn chance_kinds(&self) -> &'static [(&'static str, usize)] {
        &CHANCE_KINDS
    }

    fn chance_id(&self, chance: &Chance) -> usize {
        match *chance {
            Chance::Dice(first, second) => 6 * usize::from(first - 1) + usize::from(second - 1),
            Chance::Card(Card { pile, number }) => {
                first_id(&CHANCE_KINDS, "card") + CARDS * pile as usize + usize::from(number)
            }
        }
    }

    fn viewer(view: &View) -> Seat {
        view.seat()
    }

    fn pieces(&self) -> &'static [Piece] {
        &PIECES
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        tensor::observe(&self.options, view, sheet);
    }
}
