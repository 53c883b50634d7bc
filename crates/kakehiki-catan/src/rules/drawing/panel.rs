//! What is beside the board: the players with what is known of them, the bank, and an offer.

use kakehiki_core::Seat;

use super::{
    canvas::{Anchor, Canvas, Font, Paint, Point},
    palette::{CARD, CARD_EDGE, FAINT_INK, GOLD, INK, WHITE, colour, mark, seat_colour, word},
};
use crate::rules::{
    action::Terms,
    card::{Card, Cards},
    knowledge::Precision,
    notation::cards_text,
    resource::{Hand, Resource},
    table_view::PlayerView,
    view::View,
};

/// Where the column begins, and its width.
const LEFT: f64 = 740.0;
const WIDTH: f64 = 364.0;
/// The height of a player's box with the space below it.
const BOX: f64 = 134.0;
const GAP: f64 = 10.0;
const TOP: f64 = 16.0;

const PLAIN: Font = Font { size: 13.0, is_bold: false, colour: INK, anchor: Anchor::Start };
const FAINT: Font = Font { colour: FAINT_INK, ..PLAIN };
const BOLD: Font = Font { is_bold: true, ..PLAIN };

/// Draws the column beside the board.
pub(super) fn draw(canvas: &mut Canvas, view: &View) {
    let mut top = TOP;
    for (seat, player) in Seat::all(view.players().len()).zip(view.players()) {
        canvas.group(&player_title(view, seat, player), |canvas| {
            draw_player(canvas, view, seat, player, top);
        });
        top += BOX;
    }
    draw_bank(canvas, view, top);
    if let Some(deal) = view.offer() {
        let others: Vec<String> = deal.partners.iter().map(|seat| seat.to_string()).collect();
        let words = format!("{} offers {}", view.mover(), others.join(", "));
        draw_offer(canvas, &words, deal.terms, top + 76.0);
    }
}

/// A line about a player for those who cannot see the drawing.
pub(super) fn player_title(view: &View, seat: Seat, player: &PlayerView) -> String {
    let points = player.points().map_or_else(String::new, |points| format!(" {points} points,"));
    let hand = match known_hand(view, seat, player) {
        Some(hand) => format!("hand {hand}"),
        None => format!("{} resource {}", player.hand_size(), cards_word(player.hand_size())),
    };
    let count = player.card_count();
    format!("{seat}:{points} {hand}, {count} development {}", cards_word(count))
}

fn cards_word(count: u32) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}

fn known_hand(view: &View, seat: Seat, player: &PlayerView) -> Option<Hand> {
    player.hand().or_else(|| view.knowledge().and_then(|knowledge| knowledge.certain(seat)))
}

fn draw_player(canvas: &mut Canvas, view: &View, seat: Seat, player: &PlayerView, top: f64) {
    let (left, height) = (LEFT, BOX - GAP);
    let is_mover = view.mover() == seat;
    let edge = if is_mover { seat_colour(seat) } else { CARD_EDGE };
    let width = if is_mover { 3.0 } else { 1.5 };
    canvas.rectangle((left, top), (WIDTH, height), 10.0, Paint::fill(CARD).outlined(edge, width));
    canvas.rectangle((left, top), (14.0, height), 7.0, Paint::fill(seat_colour(seat)));
    mark(canvas, seat, (left + 34.0, top + 22.0), 9.0, Paint::fill(seat_colour(seat)));
    canvas.words((left + 52.0, top + 28.0), Font { size: 18.0, ..BOLD }, &seat.to_string());
    let mut right = left + 82.0;
    if seat == view.seat() {
        right += draw_label(canvas, "you", (right, top + 13.0), "#e8ecef");
    }
    if is_mover {
        right += draw_label(canvas, "on turn", (right, top + 13.0), "#e8ecef");
    }
    if view.longest_road() == Some(seat) {
        right += draw_label(canvas, "longest road", (right, top + 13.0), GOLD);
    }
    if view.largest_army() == Some(seat) {
        draw_label(canvas, "largest army", (right, top + 13.0), GOLD);
    }
    let points = player.points().map_or_else(|| "–".to_owned(), |points| points.to_string());
    let big = Font { size: 26.0, anchor: Anchor::End, ..BOLD };
    canvas.words((left + WIDTH - 14.0, top + 59.0), big, &points);
    let small = Font { size: 11.0, anchor: Anchor::End, ..FAINT };
    canvas.words((left + WIDTH - 14.0, top + 73.0), small, "points");
    for (index, resource) in Resource::ALL.into_iter().enumerate() {
        let place = (left + 26.0 + 52.0 * index as f64, top + 42.0);
        draw_chip(canvas, resource, &count_text(view, seat, player, resource), place);
    }
    let cards = if seat == view.seat() {
        card_words(view.cards())
    } else {
        format!("{} development {}", player.card_count(), cards_word(player.card_count()))
    };
    let hand = format!("{} in hand", player.hand_size());
    canvas.words((left + 26.0, top + 91.0), PLAIN, &format!("{hand} · {cards}"));
    let rest = format!("knights played {} · road {}", player.knights(), player.road_length());
    canvas.words((left + 26.0, top + 111.0), FAINT, &rest);
}

/// The own development cards, the longest words shortened so that they fit a line.
fn card_words(cards: Cards) -> String {
    if cards.total() == 0 {
        return "0 development cards".to_owned();
    }
    let kinds = Card::ALL.iter().filter(|card| cards.count(**card) > 0).count();
    if kinds <= 2 {
        return cards_text(cards);
    }
    let short = |card: &Card| match card {
        Card::Knight => "knight",
        Card::VictoryPoint => "point",
        Card::RoadBuilding => "roads",
        Card::YearOfPlenty => "plenty",
        Card::Monopoly => "monopoly",
    };
    let held = Card::ALL.iter().filter(|card| cards.count(**card) > 0);
    let words: Vec<String> =
        held.map(|card| format!("{} {}", short(card), cards.count(*card))).collect();
    words.join(", ")
}

/// How many cards of a resource a player holds, or from how many to how many.
fn count_text(view: &View, seat: Seat, player: &PlayerView, resource: Resource) -> String {
    if let Some(hand) = known_hand(view, seat, player) {
        return hand.count(resource).to_string();
    }
    let Some(knowledge) = view.knowledge() else {
        return "?".to_owned();
    };
    let shares = knowledge.marginal(seat, resource);
    let is_possible = |share: &f64| *share > 0.0;
    let least = shares.iter().position(is_possible).unwrap_or(0);
    let most = shares.iter().rposition(is_possible).unwrap_or(0);
    // Of a knowledge that was sampled down, ends of the range may be missing.
    let about = if knowledge.precision() == Precision::Sampled { "~" } else { "" };
    if least == most { format!("{about}{least}") } else { format!("{about}{least}–{most}") }
}

/// A resource as a small card with its letter and a number of them.
fn draw_chip(canvas: &mut Canvas, resource: Resource, count: &str, (x, y): Point) {
    let edge = Paint::fill(colour(resource)).outlined("#8c867a", 1.0);
    canvas.group(&format!("{}: {count}", word(resource)), |canvas| {
        canvas.rectangle((x, y), (48.0, 30.0), 5.0, Paint::fill("#f7f4ec"));
        canvas.rectangle((x, y + 2.0), (17.0, 26.0), 3.5, edge);
        let letter = Font { anchor: Anchor::Middle, ..BOLD };
        canvas.words((x + 8.5, y + 19.5), letter, &resource.letter().to_string());
        let size = if count.chars().count() > 3 { 11.0 } else { 14.0 };
        let font = Font { size, anchor: Anchor::Middle, ..BOLD };
        canvas.words((x + 32.5, y + 20.0), font, count);
    });
}

/// A word on a coloured ground; gives the width it takes.
fn draw_label(canvas: &mut Canvas, words: &str, (x, y): Point, fill: &'static str) -> f64 {
    let width = 6.2 * words.len() as f64 + 10.0;
    canvas.rectangle((x, y), (width, 19.0), 9.5, Paint::fill(fill));
    let font = Font { size: 12.0, anchor: Anchor::Middle, ..PLAIN };
    canvas.words((x + width / 2.0, y + 13.5), font, words);
    width + 6.0
}

fn draw_bank(canvas: &mut Canvas, view: &View, top: f64) {
    canvas.group("the bank", |canvas| {
        let paint = Paint::fill(CARD).outlined(CARD_EDGE, 1.5);
        canvas.rectangle((LEFT, top), (WIDTH, 66.0), 10.0, paint);
        let deck = format!("development cards left: {}", view.deck_size());
        canvas.words((LEFT + 14.0, top + 20.0), BOLD, "bank");
        let end = Font { anchor: Anchor::End, ..FAINT };
        canvas.words((LEFT + WIDTH - 14.0, top + 20.0), end, &deck);
        for (index, resource) in Resource::ALL.into_iter().enumerate() {
            let place = (LEFT + 26.0 + 64.0 * index as f64, top + 29.0);
            draw_chip(canvas, resource, &bank_text(view, resource), place);
        }
    });
}

/// What the bank shows of a resource.
fn bank_text(view: &View, resource: Resource) -> String {
    let count = view.bank().count(resource);
    if !view.has_open_bank() && count >= 2 { "2+".to_owned() } else { count.to_string() }
}

fn draw_offer(canvas: &mut Canvas, words: &str, terms: Terms, top: f64) {
    canvas.group(&format!("{words}: {terms}"), |canvas| {
        let paint = Paint::fill("#fff6d8").outlined(GOLD, 1.5);
        canvas.rectangle((LEFT, top), (WIDTH, 66.0), 10.0, paint);
        canvas.words((LEFT + 14.0, top + 20.0), BOLD, words);
        let mut left = LEFT + 14.0;
        for (label, cards) in [("gives", terms.give), ("for", terms.get)] {
            canvas.words((left, top + 49.0), FAINT, label);
            left += 42.0;
            for resource in Resource::ALL.into_iter().filter(|kind| cards.count(*kind) > 0) {
                let count = cards.count(resource).to_string();
                draw_chip(canvas, resource, &count, (left, top + 29.0));
                left += 52.0;
            }
        }
    });
}

/// The die with the last roll.
pub(super) fn draw_roll(canvas: &mut Canvas, total: u8, (x, y): Point) {
    canvas.group(&format!("last roll {total}"), |canvas| {
        let end = Font { anchor: Anchor::End, ..FAINT };
        canvas.words((x - 8.0, y + 25.0), end, "last roll");
        let paint = Paint::fill(WHITE).outlined(INK, 2.0);
        canvas.rectangle((x, y), (40.0, 40.0), 9.0, paint);
        let font = Font { size: 22.0, anchor: Anchor::Middle, ..BOLD };
        canvas.words((x + 20.0, y + 28.0), font, &total.to_string());
    });
}
