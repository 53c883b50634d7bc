//! The words of the contest: what clients send, and what the server does.

use kakehiki_core::Seat;
use kakehiki_geister::{Action, Direction, Fate, Ghost, GhostSet, OF_A_COLOUR, Stage, View};

use crate::Outcome;

/// What ends every line, in both directions.
pub(super) const END: &str = "\r\n";

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// These four ghosts are to be bad.
    SetUp(GhostSet),
    /// This ghost is to go that way, off the board from an exit.
    Move(Ghost, Direction),
    /// Anything else.
    Unreadable,
    /// What the original server breaks down over, and never answers that client again.
    Fatal,
}

impl Command {
    /// Reads a line without its end. Names of ghosts and directions may be of either case, the words
    /// before them may not; of a name only the first letter counts.
    pub(super) fn read(line: &[u8]) -> Self {
        let Ok(text) = str::from_utf8(line) else { return Self::Unreadable };
        if text.is_empty() {
            return Self::Fatal;
        }
        if let Some(letters) = text.strip_prefix("SET:") {
            return Self::set_up(letters);
        }
        let Some((name, way)) = text.strip_prefix("MOV:").and_then(|rest| rest.split_once(','))
        else {
            return Self::Unreadable;
        };
        let Some(letter) = name.chars().next() else { return Self::Fatal };
        match (Ghost::from_letter(letter), direction(way)) {
            (Some(ghost), Some(direction)) => Self::Move(ghost, direction),
            _ => Self::Unreadable,
        }
    }

    fn set_up(letters: &str) -> Self {
        if letters.chars().count() != OF_A_COLOUR as usize {
            return Self::Unreadable;
        }
        let is_letter = |letter: char| letter.is_ascii_alphabetic();
        let mut bad = GhostSet::EMPTY;
        for letter in letters.chars() {
            match Ghost::from_letter(letter) {
                Some(ghost) => bad = bad.union(GhostSet::only(ghost)),
                None if is_letter(letter) => return Self::Fatal,
                None => return Self::Unreadable,
            }
        }
        if bad.len() == OF_A_COLOUR { Self::SetUp(bad) } else { Self::Unreadable }
    }
}

fn direction(word: &str) -> Option<Direction> {
    let word = word.to_ascii_uppercase();
    let spelt = |direction: &Direction| match direction {
        Direction::North => ["N", "NORTH"],
        Direction::East => ["E", "EAST"],
        Direction::West => ["W", "WEST"],
        Direction::South => ["S", "SOUTH"],
    };
    Direction::ALL.into_iter().find(|direction| spelt(direction).contains(&word.as_str()))
}

/// The command for an action, as the player who acts sees the board; `None` for what the contest does
/// not know.
pub(super) fn command_for(action: Action, view: &View) -> Option<String> {
    Some(match action {
        Action::SetUp(bad) => format!("SET:{bad}"),
        Action::Move(ghost, direction) => format!("MOV:{ghost},{}", direction.letter()),
        Action::Escape(ghost) => {
            let square = view.own_fate(ghost).square()?;
            format!("MOV:{ghost},{}", if square.x(view.seat()) == 0 { 'W' } else { 'E' })
        }
        _ => return None,
    })
}

/// The action that a player means by a way: off the board from an exit is an escape.
pub(super) fn action_for(ghost: Ghost, direction: Direction, fate: Fate, seat: Seat) -> Action {
    let leaves = fate
        .square()
        .is_some_and(|square| square.is_exit_of(seat) && square.step(direction, seat).is_none());
    if leaves { Action::Escape(ghost) } else { Action::Move(ghost, direction) }
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Which ghosts are to be bad?
    AskSetUp,
    /// Which move? With the board.
    AskMove(String),
    /// What was sent last was taken.
    Taken,
    /// What was sent last was refused.
    Refused,
    /// The game is over, with the board.
    Over(Outcome, String),
}

impl Said {
    /// Reads a line without its end; `None` where it is no message of the contest.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let text = str::from_utf8(line).ok()?;
        let board = |text: &str| text.get(4..).map(str::to_owned);
        Some(match text.get(..4).unwrap_or(text) {
            "SET?" if text.len() == 4 => Self::AskSetUp,
            "MOV?" => Self::AskMove(board(text)?),
            "OK " | "OKR" | "OKB" => Self::Taken,
            "NG " => Self::Refused,
            "WON:" => Self::Over(Outcome::Won, board(text)?),
            "LST:" => Self::Over(Outcome::Lost, board(text)?),
            "DRW:" => Self::Over(Outcome::Drawn, board(text)?),
            _ => return None,
        })
    }
}

/// Whether a seat has chosen its bad ghosts, by its own view.
pub(super) fn has_set_up(view: &View) -> bool {
    view.stage() != Stage::SetUp || !view.own_bad().is_empty()
}
