//! Positions as text: snapshots, small boards for tests and studies, pictures for a terminal.

use kakehiki_bargain::{Answer, Protocol, Session};
use kakehiki_core::{Ending, NotationError, Seat};

use super::{
    ghost::{Fate, GHOSTS, Ghost, GhostSet, OF_A_COLOUR},
    square::{Square, WIDTH},
    state::{Exchange, Recent, Side, Stage, State, WINDOW, opponent},
};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// One line: sixteen items of column, row and colour, as the first player sees them (99 captured,
/// 88 escaped, `u` not yet chosen); who moves; the ply, and after `+` the statements since
/// the last move if there are any; the stage; the shown ghosts; the positions the repetition rule
/// remembers.
pub(crate) fn snapshot(state: &State) -> String {
    let mut text = String::new();
    for side in &state.sides {
        for ghost in Ghost::all() {
            let is_bad = side.bad.map(|bad| bad.contains(ghost));
            let fate = side.fates[ghost.index()];
            match fate {
                Fate::OnBoard(square) => text += &square.to_string(),
                Fate::Captured => text += "99",
                Fate::Escaped => text += "88",
            }
            text.push(match (is_bad, fate) {
                (None, _) => 'u',
                (Some(true), Fate::OnBoard(_)) => 'R',
                (Some(true), _) => 'r',
                (Some(false), Fate::OnBoard(_)) => 'B',
                (Some(false), _) => 'b',
            });
        }
    }
    let stage = match state.stage {
        Stage::SetUp => "set-up".to_owned(),
        Stage::Request => "request".to_owned(),
        Stage::Negotiation(session) => match session.on_table() {
            Some(Exchange { asked, named: Some(named), .. }) => format!("decide:{asked}{named}"),
            Some(Exchange { asked, named: None, .. }) => format!("answer:{asked}"),
            None => "move".to_owned(),
        },
        Stage::Speak => "speak".to_owned(),
        Stage::Move => "move".to_owned(),
    };
    let plies = match state.said {
        0 => state.plies.to_string(),
        said => format!("{}+{said}", state.plies),
    };
    let [first, second] = &state.sides;
    text += &format!(" {} {plies} {stage} {} {}", state.mover, first.shown, second.shown);
    for position in state.recent.as_slice() {
        text += &format!(" {position:x}");
    }
    text
}

/// Reads a snapshot of a game with or without negotiations, and with so many statements in a turn,
/// if any; the caller judges whether the game is over.
pub(crate) fn restore(
    text: &str,
    negotiates: bool,
    speaking: Option<u8>,
) -> Result<State, NotationError> {
    let is_plain = |state: &State| {
        matches!(state.stage, Stage::SetUp | Stage::Move)
            && state.sides.iter().all(|side| side.shown.is_empty())
    };
    let is_bounded = |state: &State| {
        state.said <= speaking.unwrap_or(0) && (speaking.is_some() || state.stage != Stage::Speak)
    };
    read_snapshot(text)
        .filter(|state| is_bounded(state) && (negotiates || is_plain(state)))
        .ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a snapshot: 48 characters of ghosts, mover, ply, stage and shown ghosts",
        })
}

fn read_snapshot(text: &str) -> Option<State> {
    let mut words = text.split(' ');
    let ghosts = words.next()?;
    if ghosts.len() != 6 * GHOSTS || !ghosts.is_ascii() {
        return None;
    }
    let (first, second) = ghosts.split_at(3 * GHOSTS);
    let mut sides = [read_side(first)?, read_side(second)?];
    let mover = match words.next()? {
        "P0" => FIRST,
        "P1" => SECOND,
        _ => return None,
    };
    let (plies, said) = words.next().map(|word| word.split_once('+').unwrap_or((word, "0")))?;
    let (plies, said) = (plies.parse().ok()?, said.parse().ok()?);
    let stage = read_stage(words.next()?, mover)?;
    for side in &mut sides {
        side.shown = read_set(words.next()?)?;
    }
    let mut recent = Recent::default();
    for word in words {
        if usize::from(recent.count) == WINDOW {
            return None;
        }
        recent.push(u128::from_str_radix(word, 16).ok()?);
    }
    let state = State { sides, stage, mover, plies, said, recent, ending: None };
    // Writing it again must give the same text, or the text says a thing in a second way.
    (is_consistent(&state) && snapshot(&state) == text).then_some(state)
}

fn read_side(text: &str) -> Option<Side> {
    let mut fates = [Fate::Captured; GHOSTS];
    let mut bad = 0_u8;
    let mut is_set_up = true;
    for (index, item) in text.as_bytes().chunks_exact(3).enumerate() {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        fates[index] = match (digit(item[0])?, digit(item[1])?) {
            (9, 9) => Fate::Captured,
            (8, 8) => Fate::Escaped,
            (x, y) => Fate::OnBoard(Square::new(x, y, FIRST)?),
        };
        match item[2] {
            b'R' | b'r' => bad |= 1 << index,
            b'B' | b'b' => {}
            b'u' => is_set_up = false,
            _ => return None,
        }
    }
    let bad = is_set_up.then_some(GhostSet(bad));
    Some(Side { fates, bad, shown: GhostSet::EMPTY })
}

fn read_stage(word: &str, mover: Seat) -> Option<Stage> {
    let ghost = |letters: &str, index| letters.chars().nth(index).and_then(Ghost::from_letter);
    match word.split_once(':') {
        None => match word {
            "set-up" => Some(Stage::SetUp),
            "request" => Some(Stage::Request),
            "speak" => Some(Stage::Speak),
            "move" => Some(Stage::Move),
            _ => None,
        },
        Some((kind, letters)) => {
            let other = opponent(mover);
            let asked = Exchange { mover, asked: ghost(letters, 0)?, named: None };
            let mut session = Session::open(Protocol::ASK_AND_PRICE, mover, other, asked);
            match kind {
                "answer" => {}
                "decide" => {
                    let named = Exchange { named: Some(ghost(letters, 1)?), ..asked };
                    session.answer(other, Answer::Counter(named)).ok()?;
                }
                _ => return None,
            }
            Some(Stage::Negotiation(session))
        }
    }
}

fn read_set(word: &str) -> Option<GhostSet> {
    if word == "-" {
        return Some(GhostSet::EMPTY);
    }
    word.chars().try_fold(GhostSet::EMPTY, |set, letter| {
        Some(set.union(GhostSet::only(Ghost::from_letter(letter)?)))
    })
}

/// Whether the parts of a position fit together.
fn is_consistent(state: &State) -> bool {
    let [first, second] = &state.sides;
    let squares = || first.fates.iter().chain(&second.fates).filter_map(|fate| fate.square());
    let board = squares().fold(0, |board, square| board | square.bit());
    let four_bad = |side: &Side| side.bad.is_some_and(|bad| bad.len() == OF_A_COLOUR);
    let escaped_is_good = |side: &Side| {
        Ghost::all()
            .all(|ghost| side.fates[ghost.index()] != Fate::Escaped || !side.bad().contains(ghost))
    };
    let set_up = match state.stage {
        // The second player chooses last, and play begins at once.
        Stage::SetUp => {
            let mut camps = State::new();
            camps.mover = state.mover;
            camps.sides[0].bad = first.bad;
            let is_first_done = state.mover == SECOND;
            *state == camps
                && first.bad.is_some() == is_first_done
                && four_bad(first) == is_first_done
        }
        _ => four_bad(first) && four_bad(second),
    };
    let negotiation_fits = match state.stage {
        Stage::Negotiation(session) => session.on_table().is_some_and(|exchange| {
            exchange
                .shown()
                .all(|(seat, ghost)| state.sides[seat.index()].unshown().contains(ghost))
        }),
        // Without a ghost to ask for and one to name there is no step.
        Stage::Request => !first.unshown().is_empty() && !second.unshown().is_empty(),
        Stage::SetUp | Stage::Speak | Stage::Move => true,
    };
    board.count_ones() as usize == squares().count()
        && set_up
        && negotiation_fits
        && escaped_is_good(first)
        && escaped_is_good(second)
}

impl State {
    /// Reads a board of six rows from the top as the first player sees it, `B.r..b/…`: `B` and `R`
    /// are the first player's good and bad ghosts, `b` and `r` the second player's; all others
    /// count as captured. Letters are given to the ghosts in reading order. The position is one
    /// where `mover` moves a ghost.
    ///
    /// # Errors
    /// If the text is not such a board, or has more than four ghosts of a kind, or has a side
    /// without one of a kind.
    pub fn from_board(text: &str, mover: Seat) -> Result<Self, NotationError> {
        read_board(text, mover).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "six rows of six squares joined by /, with one to four each of B, R, b and r",
        })
    }
}

fn read_board(text: &str, mover: Seat) -> Option<State> {
    let mut squares: [Vec<Square>; 4] = Default::default();
    let mut rows = 0;
    for (y, row) in text.split('/').enumerate() {
        let mut columns = 0;
        for (x, letter) in row.chars().enumerate() {
            let square = Square::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?, FIRST)?;
            columns += 1;
            match letter {
                '.' => {}
                _ => squares["BRbr".find(letter)?].push(square),
            }
        }
        if columns != WIDTH {
            return None;
        }
        rows += 1;
    }
    let four = OF_A_COLOUR as usize;
    if rows != WIDTH || squares.iter().any(|list| list.is_empty() || list.len() > four) {
        return None;
    }
    let side = |good: &[Square], bad: &[Square]| {
        let mut on_board: Vec<(Square, bool)> = good
            .iter()
            .map(|square| (*square, false))
            .chain(bad.iter().map(|square| (*square, true)))
            .collect();
        on_board.sort_unstable();
        let captured_bad = (0..four - bad.len()).map(|_| (Fate::Captured, true));
        let captured_good = (0..four - good.len()).map(|_| (Fate::Captured, false));
        let mut fates = [Fate::Captured; GHOSTS];
        let mut colours = 0;
        let placed = on_board.iter().map(|(square, is_bad)| (Fate::OnBoard(*square), *is_bad));
        for (index, (fate, is_bad)) in placed.chain(captured_bad).chain(captured_good).enumerate() {
            fates[index] = fate;
            colours |= u8::from(is_bad) << index;
        }
        Side { fates, bad: Some(GhostSet(colours)), shown: GhostSet::EMPTY }
    };
    let sides = [side(&squares[0], &squares[1]), side(&squares[2], &squares[3])];
    Some(State { sides, stage: Stage::Move, mover, ..State::new() })
}

/// The board as the first player sees it: letters with `+` for good, `-` for bad and `?` for not
/// chosen; the second player's letters are small.
pub(crate) fn picture(state: &State) -> String {
    let mark = |square: Square| {
        let [first, second] = &state.sides;
        let colour = |side: &Side, ghost| match side.bad {
            None => '?',
            Some(bad) if bad.contains(ghost) => '-',
            Some(_) => '+',
        };
        if let Some(ghost) = first.ghost_on(square) {
            return Some((ghost.letter(), colour(first, ghost)));
        }
        let ghost = second.ghost_on(square)?;
        Some((ghost.letter().to_ascii_lowercase(), colour(second, ghost)))
    };
    let mut text = grid(FIRST, mark);
    text += &caption(state.plies, state.mover, state.stage, state.ending);
    text
}

/// The line below a board: how far the game is, and who does what or how it ended.
pub(crate) fn caption(plies: u16, mover: Seat, stage: Stage, ending: Option<Ending>) -> String {
    match ending {
        Some(ending) => format!("ply {plies}, {ending}"),
        None => format!("ply {plies}, {mover} {}", doing(stage)),
    }
}

/// What the mover is doing, in words.
fn doing(stage: Stage) -> String {
    match stage {
        Stage::SetUp => "sets up".to_owned(),
        Stage::Request => "asks".to_owned(),
        Stage::Negotiation(session) => match session.on_table() {
            Some(Exchange { asked, named: Some(named), .. }) => {
                format!("is offered {asked} for {named}")
            }
            Some(Exchange { asked, named: None, .. }) => format!("has asked for {asked}"),
            None => "has negotiated".to_owned(),
        },
        Stage::Speak => "lets the other speak".to_owned(),
        Stage::Move => "moves".to_owned(),
    }
}

/// Six rows of marks as `seat` sees them, framed by the row and column numbers.
pub(crate) fn grid(seat: Seat, mark: impl Fn(Square) -> Option<(char, char)>) -> String {
    let mut text = String::from("   0  1  2  3  4  5\n");
    for y in 0..WIDTH {
        text += &format!("{y} ");
        for x in 0..WIDTH {
            match Square::new(x, y, seat).and_then(&mark) {
                Some((letter, colour)) => text += &format!(" {letter}{colour}"),
                None => text += " ..",
            }
        }
        text.push('\n');
    }
    text
}
