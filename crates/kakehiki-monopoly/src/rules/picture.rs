//! Positions drawn for a terminal.

use std::fmt::Write;

use kakehiki_bargain::Session;
use kakehiki_core::Seat;

use super::{
    card::CARDS,
    rules::Monopoly,
    square::{DeedSet, Kind, Pile, Square},
    state::{HOTEL, Stage, State},
};

/// The players, the deeds by family with owners and buildings, the bank, and what happens now.
pub(crate) fn picture(game: &Monopoly, state: &State) -> String {
    let mut text = String::new();
    for seat in Seat::all(game.options.players) {
        write_player(&mut text, state, seat);
    }
    for square in DeedSet::ALL.iter() {
        write_deed(&mut text, state, square);
    }
    let (houses, hotels) = state.stock();
    let cards = Pile::ALL.map(|pile| state.decks[pile as usize].text());
    let unseen = cards.map(|cards| cards.matches('?').count());
    let _ = writeln!(
        text,
        "bank: {houses} houses, {hotels} hotels; unseen cards: {} of Chance, {} of Community \
         Chest, of {CARDS} each",
        unseen[0], unseen[1],
    );
    text += &now(state);
    text.push('\n');
    text
}

fn write_player(text: &mut String, state: &State, seat: Seat) {
    if !state.is_alive(seat) {
        let _ = writeln!(text, "  {seat}  bankrupt");
        return;
    }
    let mark = if seat == state.mover() { '>' } else { ' ' };
    let square = state.position(seat);
    let place = match state.failed_throws(seat) {
        Some(failed) => format!("in jail, {failed} throws failed"),
        None => format!("on {square} {}", square.name()),
    };
    let cards = state.jail_cards(seat).len();
    let _ = writeln!(
        text,
        "{mark} {seat}  ${:<6} {place}{}",
        state.cash(seat),
        if cards > 0 { format!(", {cards} jail card(s)") } else { String::new() },
    );
}

fn write_deed(text: &mut String, state: &State, square: Square) {
    let family = match square.kind() {
        Kind::Street(colour) => colour.to_string(),
        Kind::Railroad => "railroad".to_owned(),
        _ => "utility".to_owned(),
    };
    let owner = state.owner(square).map_or_else(|| "--".to_owned(), |owner| owner.to_string());
    let buildings = match state.level(square) {
        0 => String::new(),
        HOTEL => " hotel".to_owned(),
        houses => format!(" {}", "^".repeat(usize::from(houses))),
    };
    let mortgage = if state.mortgaged().contains(square) { " mortgaged" } else { "" };
    let _ = writeln!(
        text,
        "{:>4} {:<22}{family:<11}{owner}{buildings}{mortgage}",
        square.index(),
        square.name(),
    );
}

fn now(state: &State) -> String {
    let mover = state.mover();
    let turn = state.turns() + 1;
    match state.stage() {
        Stage::Pause(seat) => format!("before turn {turn}: {seat} may trade, build or pass"),
        Stage::Manage if state.has_thrown() => format!("turn {turn}: {mover} may end its turn"),
        Stage::Manage => format!("turn {turn}: {mover} is to throw"),
        Stage::Dice | Stage::UtilityDice => format!("turn {turn}: the dice fall for {mover}"),
        Stage::Draw(Pile::Chance) => format!("turn {turn}: {mover} draws a Chance card"),
        Stage::Draw(Pile::Chest) => format!("turn {turn}: {mover} draws from the Chest"),
        Stage::Buy => {
            let square = state.position(mover);
            format!("turn {turn}: {mover} may buy {} for ${}", square.name(), square.price())
        }
        Stage::Debt(seat) => {
            let creditor = state.creditor(seat);
            let creditor = creditor.map_or_else(|| "the bank".to_owned(), |seat| seat.to_string());
            format!("turn {turn}: {seat} lacks ${} for {creditor}", -state.cash(seat))
        }
        Stage::Auction => {
            let auction = state.auction();
            let lot = if auction.is_building { "a building" } else { auction.square.name() };
            let speaker = auction.speaker().map_or_else(String::new, |seat| seat.to_string());
            format!("turn {turn}: auction of {lot}, ${} bid, {speaker} speaks", auction.bid)
        }
        Stage::Answer => {
            let deal = state.session().and_then(Session::on_table);
            let asked = state.session().and_then(Session::to_answer);
            match (deal, asked) {
                (Some(deal), Some(asked)) => format!("turn {turn}: {asked} answers to {deal}"),
                _ => format!("turn {turn}: a negotiation"),
            }
        }
        Stage::Inherit(seat) => format!("turn {turn}: {seat} decides about a mortgage"),
        Stage::Place(seat) => format!("turn {turn}: {seat} places a building"),
        Stage::Won(seat) => format!("{seat} has won after {} turns", state.turns()),
        Stage::Undecided => format!("undecided after {} turns", state.turns()),
    }
}
