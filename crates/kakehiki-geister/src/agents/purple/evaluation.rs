//! What positions are worth before anybody has won: a hundred times the logarithm of the odds of winning.
//!
//! It was fitted to games by what was true in them, so that the mean over worlds of what a search
//! returns is how likely the game is won. Both sides are worth the same, with the other sign.

use kakehiki_search::{Choice, fit_choices};

use super::position::{KINDS, Kind, Position, squares};
use crate::rules::SQUARES;

/// What is asked of each side, and whose turn it is.
const NAMES: [&str; WEIGHTS] = [
    "one_good_left",
    "two_good_left",
    "three_good_left",
    "one_bad_left",
    "two_bad_left",
    "three_bad_left",
    "good_on_exit",
    "good_one_step_off",
    "good_two_steps_off",
    "good_three_steps_off",
    "good_four_steps_off",
    "good_five_steps_off",
    "good_six_steps_off",
    "bad_on_exit",
    "bad_one_step_off",
    "bad_two_steps_off",
    "bad_three_steps_off",
    "bad_four_steps_off",
    "bad_five_steps_off",
    "bad_six_steps_off",
    "turn",
];

const WEIGHTS: usize = 21;

/// Where the weights of each kind begin.
const GOOD_LEFT: usize = 0;
const BAD_LEFT: usize = 3;
const GOOD_OFF: usize = 6;
const BAD_OFF: usize = 13;
const TURN_PLACE: usize = 20;

/// The weights that come with the program; the file says how they were fitted.
const FITTED: [i32; WEIGHTS] = numbers(include_bytes!("fitted.txt"));

/// What it is worth how many good ghosts are left.
pub(super) const GOOD: [i32; 5] = left(GOOD_LEFT);

/// The same of bad ones.
pub(super) const BAD: [i32; 5] = left(BAD_LEFT);

/// What it is worth to be on turn.
pub(super) const TURN: i32 = FITTED[TURN_PLACE];

/// What it is worth where a ghost stands, by what it is and its square.
pub(super) static STANDING: [[i32; SQUARES as usize]; KINDS] = {
    let mut standing = [[0; SQUARES as usize]; KINDS];
    let mut square = 0;
    while square < SQUARES as usize {
        let [ahead, back] = steps_off(square);
        standing[Kind::MyGood as usize][square] = off(GOOD_OFF, ahead);
        standing[Kind::MyBad as usize][square] = off(BAD_OFF, ahead);
        standing[Kind::Hidden as usize][square] = -off(GOOD_OFF, back);
        standing[Kind::TheirGood as usize][square] = -off(GOOD_OFF, back);
        standing[Kind::TheirBad as usize][square] = -off(BAD_OFF, back);
        square += 1;
    }
    standing
};

/// How many steps a square is from an exit of the player who thinks, and of the other.
const fn steps_off(square: usize) -> [usize; 2] {
    let (x, y) = (square % 6, square / 6);
    let aside = if x < 3 { x } else { 5 - x };
    [y + aside, 5 - y + aside]
}

/// The weights of one, two and three that are left; four are the measure, and none is the end.
const fn left(place: usize) -> [i32; 5] {
    [FITTED[place], FITTED[place], FITTED[place + 1], FITTED[place + 2], 0]
}

/// The weight of a ghost so many steps from an exit; the furthest square is the measure.
const fn off(place: usize, steps: usize) -> i32 {
    if steps < FURTHEST { FITTED[place + steps] } else { 0 }
}

/// The steps to an exit from the squares that are furthest from one.
const FURTHEST: usize = 7;

/// The numbers of a text in which lines of remarks begin with `#`.
const fn numbers(text: &[u8]) -> [i32; WEIGHTS] {
    let mut numbers = [0; WEIGHTS];
    let (mut count, mut place, mut is_remark, mut sign) = (0, 0, false, 1);
    while place < text.len() {
        match text[place] {
            b'#' => is_remark = true,
            b'\n' => is_remark = false,
            b'-' => sign = -1,
            digit @ b'0'..=b'9' if !is_remark => {
                numbers[count] = numbers[count] * 10 + (digit - b'0') as i32;
                if place + 1 == text.len() || !text[place + 1].is_ascii_digit() {
                    numbers[count] *= sign;
                    (count, sign) = (count + 1, 1);
                }
            }
            _ => {}
        }
        place += 1;
    }
    assert!(count == WEIGHTS, "a number for each weight");
    numbers
}

/// A position and whether the side on turn won.
pub(in super::super) type Outcome = Choice<WEIGHTS>;

/// What a position looks like to the side on turn, who is the one who thinks, and whether it won: as a
/// choice between winning and losing.
pub(in super::super) fn outcome(position: &Position, is_won: bool) -> Outcome {
    let mut features = [0.0; WEIGHTS];
    for (kind, sign) in
        [(Kind::MyGood, 1.0), (Kind::MyBad, 1.0), (Kind::TheirGood, -1.0), (Kind::TheirBad, -1.0)]
    {
        let is_good = matches!(kind, Kind::MyGood | Kind::TheirGood);
        let (of_left, of_off) = if is_good { (GOOD_LEFT, GOOD_OFF) } else { (BAD_LEFT, BAD_OFF) };
        let board = position.board(kind);
        if let count @ 1..=3 = board.count_ones() as usize {
            features[of_left + count - 1] += sign;
        }
        for square in squares(board) {
            let [ahead, back] = steps_off(usize::from(square));
            let steps = if sign > 0.0 { ahead } else { back };
            if steps < FURTHEST {
                features[of_off + steps] += sign;
            }
        }
    }
    features[TURN_PLACE] = 1.0;
    Choice { options: vec![features, [0.0; WEIGHTS]], chosen: usize::from(!is_won) }
}

/// Fits the weights to games, each with what its positions came to: the text of the file, and how well
/// those fit to the other games that were fitted to all but every fifth.
pub(in super::super) fn fit(games: &[Vec<Outcome>]) -> (String, String) {
    let is_left_out = |game: usize| game % 5 == 4;
    let of = |wanted: &dyn Fn(usize) -> bool| -> Vec<&Outcome> {
        let games = games.iter().enumerate().filter(|(game, _)| wanted(*game));
        games.flat_map(|(_, positions)| positions).collect()
    };
    let most = fit_choices(&of(&|game| !is_left_out(game)));
    let left_out = of(&is_left_out);
    let loss: f64 = left_out.iter().map(|choice| log_loss(&most, choice)).sum();
    let report = format!(
        "Log loss a position of every fifth game, fitted to the others: {:.4} of {} positions",
        loss / left_out.len().max(1) as f64,
        left_out.len()
    );
    let all = fit_choices(&of(&|_| true));
    let lines =
        NAMES.iter().zip(all).map(|(name, weight)| format!("{name} {:.0}\n", 100.0 * weight));
    (lines.collect(), report)
}

/// What weights lose on the outcome of a position.
fn log_loss(weights: &[f64; WEIGHTS], choice: &Outcome) -> f64 {
    let odds: f64 = weights.iter().zip(choice.options[0]).map(|(weight, it)| weight * it).sum();
    let odds = if choice.chosen == 0 { odds } else { -odds };
    (-odds).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_are_those_of_the_file() {
        let text = include_str!("fitted.txt");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let written: Vec<String> =
            NAMES.iter().zip(FITTED).map(|(name, weight)| format!("{name} {weight}")).collect();
        assert_eq!(lines, written);
    }

    #[test]
    fn the_text_of_a_fit_reads_back() {
        let outcomes =
            vec![vec![Choice { options: vec![[1.0; WEIGHTS], [0.0; WEIGHTS]], chosen: 1 }]];
        let (text, _) = fit(&outcomes);
        let read = numbers(format!("# 7 -3\n{text}").as_bytes());
        assert!(read.iter().all(|weight| *weight < 0), "{text}");
        assert_eq!(text.lines().count(), WEIGHTS);
    }
}
