//! Views of Geister and NEGOGeister as numbers.

use kakehiki_core::{Piece, Sheet};

use super::{
    ghost::{Fate, GHOSTS, Ghost, GhostSet, OF_A_COLOUR},
    rules::Geister,
    square::{SQUARES, WIDTH},
    state::Stage,
    view::View,
};

const PLANES: &[usize] = &[GHOSTS, WIDTH as usize, WIDTH as usize];
const EACH: &[usize] = &[GHOSTS];
const FATES: &[usize] = &[GHOSTS, 3];

pub(super) const PIECES: [Piece; 16] = [
    Piece::new("own-squares", PLANES, "where each own ghost stands, the own camp at the bottom"),
    Piece::new("enemy-squares", PLANES, "where each ghost of the other stands"),
    Piece::new("own-fates", FATES, "on the board, captured or escaped"),
    Piece::new("enemy-fates", FATES, "on the board, captured or escaped"),
    Piece::new("own-bad", EACH, "the own bad ghosts"),
    Piece::new("own-shown", EACH, "the own ghosts that an exchange has shown"),
    Piece::new("enemy-good", EACH, "ghosts of the other that are known to be good"),
    Piece::new("enemy-bad", EACH, "ghosts of the other that are known to be bad"),
    Piece::new("enemy-shown", EACH, "ghosts of the other that an exchange has shown"),
    Piece::new("unknown-bad", &[1], "bad ghosts of the other that are not known, of four"),
    Piece::new("stage", &[6], "set-up, request, asked, named, speak, move"),
    Piece::new("asked", EACH, "the ghost that was asked for"),
    Piece::new("named", EACH, "the ghost that was named in exchange"),
    Piece::new("is-mover", &[1], "whether the viewer moves next"),
    Piece::new("plies", &[1], "moves of both, of the cap"),
    Piece::new("repetitions", &[1], "how often the position stood on the board lately, of four"),
];

pub(super) fn observe(game: &Geister, view: &View, sheet: &mut Sheet<'_>) {
    let fates = [View::own_fate, View::enemy_fate];
    for fate in fates {
        for ghost in Ghost::all() {
            let place = fate(view, ghost)
                .square()
                .map(|square| usize::from(square.y(view.seat()) * WIDTH + square.x(view.seat())));
            sheet.one_of(usize::from(SQUARES), place);
        }
    }
    for fate in fates {
        for ghost in Ghost::all() {
            sheet.one_of(
                3,
                Some(match fate(view, ghost) {
                    Fate::OnBoard(_) => 0,
                    Fate::Captured => 1,
                    Fate::Escaped => 2,
                }),
            );
        }
    }
    let known_good = view.known().without(view.known_bad());
    let sets = [view.own_bad(), view.own_shown(), known_good, view.known_bad(), view.enemy_shown()];
    for set in sets {
        flags(set, sheet);
    }
    sheet.share(view.unknown_bad_count(), OF_A_COLOUR);
    let on_table = match view.stage() {
        Stage::Negotiation(session) => session.on_table(),
        _ => None,
    };
    let stage = match (view.stage(), on_table) {
        (Stage::SetUp, _) => 0,
        (Stage::Request, _) => 1,
        (Stage::Negotiation(_), Some(exchange)) if exchange.named.is_some() => 3,
        (Stage::Negotiation(_), _) => 2,
        (Stage::Speak, _) => 4,
        (Stage::Move, _) => 5,
    };
    sheet.one_of(6, Some(stage));
    sheet.one_of(GHOSTS, on_table.map(|exchange| exchange.asked.index()));
    sheet.one_of(GHOSTS, on_table.and_then(|exchange| exchange.named).map(Ghost::index));
    sheet.flag(view.is_mover());
    sheet.share(view.plies(), game.cap().max(1));
    sheet.share(view.occurrences() as u32, 4);
}

fn flags(set: GhostSet, sheet: &mut Sheet<'_>) {
    sheet.flags(Ghost::all().map(|ghost| set.contains(ghost)));
}
