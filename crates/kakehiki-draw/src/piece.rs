//! Small pieces that all tables share: symbols, seat marks and names.

use kakehiki_core::Seat;
use maud::{Markup, html};

use crate::{Scene, SeatLabel};

/// The letters of the seats that have a colour and a shape of their own.
const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A symbol by its name, at a size class such as `i16`; it is decoration, so a word stands beside it
/// or in the label around it.
pub fn icon(name: &str, class: &str) -> Markup {
    html! {
        svg class=(class) viewBox="0 0 24 24" aria-hidden="true" { use href={ "#i-" (name) } {} }
    }
}

/// The letter that names a seat in classes: `a` to `f`; larger tables begin again.
pub(crate) fn seat_class(seat: Seat) -> &'static str {
    LETTERS[seat.index() % LETTERS.len()]
}

/// The letter that names a seat to people.
pub(crate) fn seat_letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// The mark of a seat: shape, colour and letter.
pub fn mark(seat: Seat, size: &str) -> Markup {
    let class = seat_class(seat);
    html! {
        span class={ "mark mark--" (class) @if !size.is_empty() { " mark--" (size) } } aria-hidden="true" {
            svg viewBox="0 0 24 24" { use href={ "#i-seat-" (class) } {} }
            b { (seat_letter(seat)) }
        }
    }
}

/// The name of who sits in a seat, in its colour.
pub fn seat_name(seats: &[SeatLabel], seat: Seat) -> Markup {
    let name = seats.get(seat.index()).map_or("", |label| label.name.as_str());
    html! { span class={ "name-" (seat_class(seat)) } { (name) } }
}

impl Scene<'_> {
    /// The name of who sits in a seat, as plain text.
    pub(crate) fn plain_name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |label| label.name.as_str())
    }

    /// The name of who sits in a seat, in its colour.
    pub(crate) fn name(&self, seat: Seat) -> Markup {
        seat_name(self.seats, seat)
    }
}
