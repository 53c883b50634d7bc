//! What positions are worth before anybody has won, in hundredths of a good ghost.

use super::position::KINDS;
use crate::rules::SQUARES;

/// What is worth how many of the own good ghosts are left.
pub(super) const GOOD_OF_MINE: [i32; 5] = [-1000, -400, -220, -100, 0];

/// The same of the own bad ghosts: when the other has captured the last one, the game is won.
pub(super) const BAD_OF_MINE: [i32; 5] = [1000, 350, 150, 50, 0];

/// The same of the other's bad ghosts: who has captured all but one may capture no hidden ghost any
/// more.
///
/// With 50, 100 and 200 for each that is lost instead of 30, 50 and 80, shrewd at depth 3 scored 0.993
/// instead of 0.950 against isuct with 3,000 playouts (140 games each) and lost one game instead of
/// seven by capturing all.
pub(super) const BAD_OF_THEIRS: [i32; 5] = [-1000, -350, -150, -50, 0];

/// The same of the other's ghosts that are known to be good.
pub(super) const GOOD_OF_THEIRS: [i32; 5] = [400, 220, 100, 0, -60];

/// What it is worth that a ghost that may leave stands so many steps from an exit.
const NEARNESS: [i32; 8] = [90, 60, 38, 24, 15, 9, 4, 0];

/// What it is worth where a ghost stands, by what it is and its square.
pub(super) static STANDING: [[i32; SQUARES as usize]; KINDS] = {
    let mut standing = [[0; SQUARES as usize]; KINDS];
    let mut square = 0;
    while square < SQUARES as usize {
        let (x, y) = (square % 6, square / 6);
        let aside = if x < 3 { x } else { 5 - x };
        let (ahead, back) = (y + aside, 5 - y + aside);
        standing[0][square] = NEARNESS[ahead];
        standing[2][square] = -NEARNESS[back];
        standing[3][square] = -NEARNESS[back];
        square += 1;
    }
    standing
};
