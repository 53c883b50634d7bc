//! What the fuzz target of the web server does with its bytes.
//!
//! It stands apart from the other bodies, as the test that includes those knows no server.

use std::cell::RefCell;

use kakehiki_core::{Event, Log, Seat};
use kakehiki_games::{Observer, Waiting};
use kakehiki_web::{Message, NewMatch, NewSeat, NewSeatKind, Position, begin_log, look_json};

thread_local! {
    /// A game that goes on with what is sent; a new one is begun when it is over.
    static GAME: RefCell<Option<Position>> = const { RefCell::new(None) };
}

fn begin() -> Position {
    let seats = vec![NewSeat { kind: NewSeatKind::Person, ..NewSeat::default() }; 2];
    let order = NewMatch { game: "negogeister".to_owned(), seats, ..NewMatch::default() };
    let log: Log = begin_log(&order, 1).expect("an order that can be played");
    Position::open(&log).expect("a game that can be begun")
}

/// A message of a client is read or refused, and an act is taken or refused; a refusal changes
/// nothing, and what is taken is shown to everybody and comes back from the log. The same bytes are
/// read as the order of a match, too.
pub fn web_message(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Ok(order) = serde_json::from_str::<NewMatch>(text)
        && let Ok(log) = begin_log(&order, 1)
    {
        Position::open(&log).expect("an order that was taken can be played");
    }
    let message = match Message::parse(text) {
        Ok(message) => message,
        Err(refusal) => {
            assert!(!refusal.text.is_empty());
            return;
        }
    };
    let (Message::Act { action, .. } | Message::Ask { draft: action, .. }) = message else {
        return;
    };
    GAME.with_borrow_mut(|game| {
        let position = game.get_or_insert_with(begin);
        let Waiting::Outside(seat) = position.waiting() else {
            *game = None;
            return;
        };
        let before = position.events().to_vec();
        let looks = |position: &mut Position| {
            let observers =
                [Observer::Seat(Seat::new(0)), Observer::Seat(Seat::new(1)), Observer::Spectator];
            observers.map(|observer| look_json(&position.look(observer)))
        };
        let shown = looks(position);
        if let Err(refused) = position.step(&Event::Action { seat, play: action }) {
            assert!(!refused.0.is_empty());
            assert_eq!(position.events(), before);
            assert_eq!(looks(position), shown);
        } else {
            assert!(position.events().len() > before.len());
            let mut again = Position::open(&position.log()).expect("a log that was played");
            assert_eq!(looks(&mut again), looks(position));
        }
    });
}
