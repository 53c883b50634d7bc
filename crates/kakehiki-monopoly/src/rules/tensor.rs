//! Views of Monopoly as numbers.

use kakehiki_bargain::Session;
use kakehiki_core::{Piece, Seat, Sheet};

use super::{
    card::CARDS,
    coding::{deeds, streets},
    options::Options,
    square::{DeedSet, Pile, SQUARES},
    state::{Auction, HOTELS, HOUSES, MAX_PLAYERS, Stage},
    view::View,
};

const DEEDS: usize = 28;
const STREETS: usize = 22;

/// Cash beyond this is told as this much.
const MOST_CASH: i32 = 5000;

/// Turns beyond these are told as so many.
const MOST_TURNS: u32 = 1000;

pub(super) const PIECES: [Piece; 30] = [
    Piece::new(
        "players",
        &[MAX_PLAYERS, 7],
        "in the game, cash and debt of 5000, in jail, failed throws of three, the card of Chance, the \
         card of Community Chest",
    ),
    Piece::new("squares", &[MAX_PLAYERS, SQUARES], "where each stands"),
    Piece::new("owners", &[DEEDS, 1 + MAX_PLAYERS], "nobody, the viewer, or one after it"),
    Piece::new("mortgaged", &[DEEDS], "deeds that are mortgaged"),
    Piece::new("levels", &[STREETS, 6], "houses on each street, five for a hotel"),
    Piece::new("lots", &[DEEDS], "deeds that wait for an auction"),
    Piece::new("inherited", &[DEEDS], "mortgages that a new owner has to decide on"),
    Piece::new(
        "stage",
        &[10],
        "pause, manage, chance, buy, debt, auction, answer, inherit, place, over",
    ),
    Piece::new("mover", &[MAX_PLAYERS], "whose turn it is"),
    Piece::new("dice", &[2], "the last throw, of six"),
    Piece::new("doubles", &[1], "doubles in a row, of three"),
    Piece::new("has-thrown", &[1], "whether nothing is left to throw in this turn"),
    Piece::new("houses", &[1], "houses of the bank, of 32"),
    Piece::new("hotels", &[1], "hotels of the bank, of 12"),
    Piece::new("turn", &[1], "the turn, of 1000"),
    Piece::new("auction-deed", &[DEEDS], "what is sold, or where it stands"),
    Piece::new("auction-building", &[1], "whether a building is sold"),
    Piece::new("auction-bid", &[1], "the highest bid, of 5000"),
    Piece::new("auction-holder", &[1 + MAX_PLAYERS], "nobody, or whose bid it is"),
    Piece::new("auction-bidders", &[MAX_PLAYERS], "who has not left"),
    Piece::new("deal-proposer", &[MAX_PLAYERS], "who proposed what is on the table"),
    Piece::new("deal-partner", &[MAX_PLAYERS], "to whom"),
    Piece::new("deal-gives", &[DEEDS], "deeds that the proposer gives"),
    Piece::new("deal-gets", &[DEEDS], "deeds that the proposer gets"),
    Piece::new("deal-cash", &[1], "what the proposer pays, of 5000"),
    Piece::new("deal-cards", &[4], "jail cards that the proposer gives, and gets"),
    Piece::new("may-counter", &[1], "whether another deal may be named instead"),
    Piece::new("chance-cards", &[CARDS], "cards of Chance that may come next"),
    Piece::new("chest-cards", &[CARDS], "cards of Community Chest that may come next"),
    Piece::new("offers", &[1], "proposals made, of those allowed"),
];

/// The seats from the one who looks on.
fn round(view: &View) -> impl Iterator<Item = Option<Seat>> + Clone {
    let (first, players) = (view.seat().index(), view.players());
    (0..MAX_PLAYERS)
        .map(move |place| (place < players).then(|| Seat::new(within(first + place, players))))
}

fn distance(view: &View, seat: Seat) -> usize {
    within(seat.index() + view.players() - view.seat().index(), view.players())
}

/// A place at a table round which one has gone once at most: a division takes as long as all else here.
fn within(place: usize, players: usize) -> usize {
    if place < players { place } else { place - players }
}

pub(super) fn observe(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    let state = view.state();
    observe_players(view, sheet);
    observe_estate(view, sheet);
    let stage = match state.stage() {
        Stage::Pause(_) => 0,
        Stage::Manage => 1,
        Stage::Dice | Stage::Draw(_) | Stage::UtilityDice => 2,
        Stage::Buy => 3,
        Stage::Debt(_) => 4,
        Stage::Auction => 5,
        Stage::Answer => 6,
        Stage::Inherit(_) => 7,
        Stage::Place(_) => 8,
        Stage::Won(_) | Stage::Undecided => 9,
    };
    sheet.one_of(10, Some(stage));
    sheet.one_of(MAX_PLAYERS, Some(distance(view, state.mover())));
    state.dice().into_iter().for_each(|die| sheet.share(die, 6));
    sheet.share(state.doubles, 3);
    sheet.flag(state.has_thrown());
    sheet.share(state.houses, HOUSES);
    sheet.share(state.hotels, HOTELS);
    sheet.share(state.turns(), MOST_TURNS);
    observe_auction(view, sheet);
    observe_deal(view, sheet);
    for pile in Pile::ALL {
        let candidates = state.decks[pile as usize].candidates(options.deck_order);
        sheet.flags((0..CARDS).map(|card| candidates >> card & 1 == 1));
    }
    sheet.share(state.offers, options.offers.max(1));
}

fn observe_players(view: &View, sheet: &mut Sheet<'_>) {
    let state = view.state();
    for seat in round(view) {
        let Some(seat) = seat else {
            sheet.skip(7);
            continue;
        };
        sheet.flag(state.is_alive(seat));
        sheet.share(state.cash(seat), MOST_CASH);
        sheet.share(state.unpaid[seat.index()], MOST_CASH);
        sheet.flag(state.is_in_jail(seat));
        sheet.share(state.failed_throws(seat).unwrap_or(0), 3);
        sheet.flags(Pile::ALL.map(|pile| state.card_holder(pile) == Some(seat)));
    }
    for seat in round(view) {
        let playing = seat.filter(|seat| state.is_alive(*seat));
        sheet.one_of(SQUARES, playing.map(|seat| state.position(seat).index()));
    }
}

fn observe_estate(view: &View, sheet: &mut Sheet<'_>) {
    let state = view.state();
    for square in deeds() {
        let owner = state.owner(square).map_or(0, |owner| 1 + distance(view, owner));
        sheet.one_of(1 + MAX_PLAYERS, Some(owner));
    }
    set(state.mortgaged(), sheet);
    for square in streets() {
        sheet.one_of(6, Some(usize::from(state.level(square))));
    }
    set(state.lots, sheet);
    set(state.inherited, sheet);
}

fn observe_auction(view: &View, sheet: &mut Sheet<'_>) {
    let auction = view.state().auction();
    if *auction == Auction::NONE {
        sheet.skip(DEEDS + 2 + 1 + MAX_PLAYERS + MAX_PLAYERS);
        return;
    }
    sheet.one_of(DEEDS, deeds().position(|square| square == auction.square));
    sheet.flag(auction.is_building);
    sheet.share(auction.bid, MOST_CASH);
    let holder = auction.holder().map_or(0, |holder| 1 + distance(view, holder));
    sheet.one_of(1 + MAX_PLAYERS, Some(holder));
    let bids = |seat: Seat| auction.bidders >> seat.index() & 1 == 1;
    sheet.flags(round(view).map(|seat| seat.is_some_and(bids)));
}

fn observe_deal(view: &View, sheet: &mut Sheet<'_>) {
    let session = view.state().session();
    let Some(deal) = session.and_then(Session::on_table) else {
        sheet.skip(2 * MAX_PLAYERS + 2 * DEEDS + 6);
        return;
    };
    for seat in [deal.proposer, deal.partner] {
        sheet.one_of(MAX_PLAYERS, Some(distance(view, seat)));
    }
    set(deal.gives, sheet);
    set(deal.gets, sheet);
    sheet.share(deal.cash, MOST_CASH);
    for cards in [deal.gives_cards, deal.gets_cards] {
        sheet.flags(Pile::ALL.map(|pile| cards.contains(pile)));
    }
    sheet.flag(session.is_some_and(Session::may_counter));
}

fn set(squares: DeedSet, sheet: &mut Sheet<'_>) {
    sheet.flags(deeds().map(|square| squares.contains(square)));
}
