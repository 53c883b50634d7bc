//! The board as the contest writes it: sixteen items of column, row and colour, the receiver's own
//! ghosts first.

use kakehiki_core::Seat;
use kakehiki_geister::{Fate, GHOSTS, Ghost, Square, State, View};

/// The length of a board in letters.
const LENGTH: usize = 6 * GHOSTS;

/// What a board says of one ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) fate: Fate,
    /// Whether it is bad, where the board tells.
    pub(super) is_bad: Option<bool>,
}

/// A board as one player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) own: [Item; GHOSTS],
    pub(super) enemy: [Item; GHOSTS],
}

/// What a player sees of a game that goes on.
pub(super) fn of_view(view: &View) -> String {
    let own = |ghost| (view.own_fate(ghost), Some(view.own_bad().contains(ghost)));
    let enemy = |ghost| {
        let is_known = !view.unknown().contains(ghost);
        (view.enemy_fate(ghost), is_known.then(|| view.known_bad().contains(ghost)))
    };
    write(view.seat(), own, enemy)
}

/// What a player sees of a game that is over: all colours. Who has not set up has good ghosts only.
pub(super) fn of_state(state: &State, seat: Seat) -> String {
    let side = |seat| move |ghost| (state.fate(seat, ghost), Some(state.bad(seat).contains(ghost)));
    write(seat, side(seat), side(seat.next(2)))
}

fn write(
    seat: Seat,
    own: impl Fn(Ghost) -> (Fate, Option<bool>),
    enemy: impl Fn(Ghost) -> (Fate, Option<bool>),
) -> String {
    let mut text = String::with_capacity(LENGTH);
    let mut item = |(fate, is_bad): (Fate, Option<bool>), is_own: bool| {
        text += &match fate {
            Fate::OnBoard(square) => format!("{}{}", square.x(seat), square.y(seat)),
            Fate::Captured => "99".to_owned(),
            Fate::Escaped => "88".to_owned(),
        };
        let colour = match is_bad {
            None => 'u',
            Some(true) => 'r',
            Some(false) => 'b',
        };
        let is_large = is_own && fate.square().is_some();
        text.push(if is_large { colour.to_ascii_uppercase() } else { colour });
    };
    Ghost::all().for_each(|ghost| item(own(ghost), true));
    Ghost::all().for_each(|ghost| item(enemy(ghost), false));
    text
}

impl Board {
    /// Reads what was sent to a player.
    pub(super) fn read(text: &str, seat: Seat) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != LENGTH {
            return None;
        }
        let mut items = [Item { fate: Fate::Captured, is_bad: None }; 2 * GHOSTS];
        for (item, letters) in items.iter_mut().zip(bytes.chunks_exact(3)) {
            let digit = |letter: u8| letter.is_ascii_digit().then(|| letter - b'0');
            item.fate = match (digit(letters[0])?, digit(letters[1])?) {
                (9, 9) => Fate::Captured,
                (8, 8) => Fate::Escaped,
                (x, y) => Fate::OnBoard(Square::new(x, y, seat)?),
            };
            item.is_bad = match letters[2] {
                b'R' | b'r' => Some(true),
                b'B' | b'b' => Some(false),
                b'u' => None,
                _ => return None,
            };
        }
        let (own, enemy) = items.split_at(GHOSTS);
        Some(Self { own: own.try_into().ok()?, enemy: enemy.try_into().ok()? })
    }
}
