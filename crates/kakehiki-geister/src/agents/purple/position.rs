//! A position as one player sees it, on bit boards, with its camp at the bottom.

use arrayvec::ArrayVec;
use strum::{EnumString, VariantNames};

use super::evaluation::{BAD, GOOD, STANDING, TURN};
use crate::rules::{BOARD, EXITS, Ghost, GhostSet, LEFT_COLUMN, RIGHT_COLUMN, Square, View, WIDTH};

/// What a ghost is to the player who thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    MyGood,
    MyBad,
    /// One of theirs whose colour is not known: it leaves as if it were good and is captured as if
    /// it were bad.
    Hidden,
    TheirGood,
    TheirBad,
}

pub(super) const KINDS: usize = 5;

/// What positions are worth before anybody has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Evaluation {
    /// What was fitted to games says so, by the ghosts that are left and where they stand.
    #[default]
    Fitted,
    /// The same without where they stand.
    Material,
}

/// Who moves, for code that is compiled once for each side.
pub(crate) trait Side {
    type Other: Side<Other = Self>;
    /// Whether it is the one who thinks.
    const IS_MINE: bool;
    /// 1 for the one who thinks, -1 for the other: scores are hers.
    const SIGN: i32 = if Self::IS_MINE { 1 } else { -1 };
    /// The squares from which this side's good ghosts leave.
    const EXITS: u64 = EXITS[if Self::IS_MINE { 0 } else { 1 }];
}

/// The side of the player who thinks.
pub(crate) enum Mine {}

/// The other side.
pub(crate) enum Theirs {}

impl Side for Mine {
    type Other = Theirs;
    const IS_MINE: bool = true;
}

impl Side for Theirs {
    type Other = Mine;
    const IS_MINE: bool = false;
}

/// A step from one square to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// The most steps that a side can have: eight ghosts, four directions.
const MOST_STEPS: usize = 32;

/// The steps of a side.
pub(crate) type Steps = ArrayVec<Step, MOST_STEPS>;

/// What a player knows of the ghosts on the board, whoever moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The squares of the ghosts of each [`Kind`].
    boards: [u64; KINDS],
    /// How many of the hidden ghosts may still turn out bad when they are captured.
    hidden_bad: u8,
    /// What it is worth to the player who thinks, carried along from step to step.
    score: i32,
    /// A number for the transposition table, carried along too.
    key: u64,
}

impl Position {
    /// What a player knows: any of the worlds tells how many of the hidden ghosts are bad.
    pub(crate) fn seen(view: &View) -> Self {
        Self::supposed(view, view.unknown(), view.worlds()[0])
    }

    /// What a player would know who had seen all of the other's ghosts but some hidden ones, and that
    /// these are bad.
    pub(crate) fn supposed(view: &View, hidden: GhostSet, their_bad: GhostSet) -> Self {
        let all_bad = hidden.intersection(their_bad);
        // The last hidden ghosts of one colour are as good as seen.
        let is_open = all_bad.is_empty() || all_bad == hidden;
        Self::new(view, if is_open { GhostSet::EMPTY } else { hidden }, their_bad)
    }

    fn new(view: &View, hidden: GhostSet, their_bad: GhostSet) -> Self {
        let mut boards = [0; KINDS];
        for ghost in Ghost::all() {
            let kind = if view.own_bad().contains(ghost) { Kind::MyBad } else { Kind::MyGood };
            if let Some(square) = view.own_fate(ghost).square() {
                boards[kind as usize] |= 1 << place(view, square);
            }
            let kind = match (hidden.contains(ghost), their_bad.contains(ghost)) {
                (true, _) => Kind::Hidden,
                (false, true) => Kind::TheirBad,
                (false, false) => Kind::TheirGood,
            };
            if let Some(square) = view.enemy_fate(ghost).square() {
                boards[kind as usize] |= 1 << place(view, square);
            }
        }
        Self::of(boards, hidden.intersection(their_bad).len() as u8)
    }

    fn of(boards: [u64; KINDS], hidden_bad: u8) -> Self {
        let mut position = Self { boards, hidden_bad, score: 0, key: 0 };
        position.score = position.material();
        for (kind, board) in boards.into_iter().enumerate() {
            for square in squares(board) {
                position.score += STANDING[kind][usize::from(square)];
                position.key ^= KEYS[kind][usize::from(square)];
            }
        }
        position.key ^= HIDDEN_BAD_KEYS[usize::from(hidden_bad)];
        position
    }

    /// What the numbers of ghosts are worth.
    fn material(&self) -> i32 {
        let count = |kind: Kind| self.board(kind).count_ones() as usize;
        GOOD[count(Kind::MyGood)] + BAD[count(Kind::MyBad)]
            - GOOD[self.good_left()]
            - BAD[self.bad_left()]
    }

    /// How many of their good ghosts are on the board, if those that were captured hidden were bad as
    /// far as they could be.
    fn good_left(&self) -> usize {
        let hidden = self.board(Kind::Hidden).count_ones() as usize;
        let known = self.board(Kind::TheirGood).count_ones() as usize;
        hidden - usize::from(self.hidden_bad) + known
    }

    /// How many of their bad ghosts are on the board, if all that were captured hidden were bad as
    /// far as they could be.
    fn bad_left(&self) -> usize {
        usize::from(self.hidden_bad) + self.board(Kind::TheirBad).count_ones() as usize
    }

    pub(super) const fn board(&self, kind: Kind) -> u64 {
        self.boards[kind as usize]
    }

    /// What it is worth to the side that moves.
    pub(crate) fn score<S: Side>(&self, evaluation: Evaluation) -> i32 {
        match evaluation {
            Evaluation::Fitted => S::SIGN * self.score + TURN,
            Evaluation::Material => S::SIGN * self.material(),
        }
    }

    /// A number that tells positions apart, who moves included.
    pub(crate) fn key<S: Side>(&self) -> u64 {
        if S::IS_MINE { self.key } else { !self.key }
    }

    /// All ghosts of a side.
    pub(super) fn ghosts<S: Side>(&self) -> u64 {
        if S::IS_MINE {
            self.board(Kind::MyGood) | self.board(Kind::MyBad)
        } else {
            self.board(Kind::Hidden) | self.board(Kind::TheirGood) | self.board(Kind::TheirBad)
        }
    }

    /// The ghosts of a side that may leave the board once they stand on an exit.
    pub(super) fn leavers<S: Side>(&self) -> u64 {
        if S::IS_MINE {
            self.board(Kind::MyGood)
        } else {
            self.board(Kind::Hidden) | self.board(Kind::TheirGood)
        }
    }

    /// The ghosts of a side that stand where they may leave in its next turn.
    pub(crate) fn leaving<S: Side>(&self) -> u64 {
        self.leavers::<S>() & S::EXITS
    }

    /// The ghosts of a side whose capture brings the other nearer to its aim.
    pub(super) fn prey<S: Side>(&self) -> u64 {
        self.board(if S::IS_MINE { Kind::MyGood } else { Kind::TheirGood })
    }

    /// Lists the steps of a side by some of its ghosts onto some squares.
    #[inline]
    pub(super) fn steps<S: Side>(&self, ghosts: u64, onto: u64, steps: &mut Steps) {
        let free = onto & !self.ghosts::<S>();
        for (targets, back) in [
            (ghosts >> 6, 6_i8),
            (ghosts << 6, -6),
            ((ghosts & !LEFT_COLUMN) >> 1, 1),
            ((ghosts & !RIGHT_COLUMN) << 1, -1),
        ] {
            for to in squares(targets & free) {
                steps.push(Step { from: to.wrapping_add_signed(back), to });
            }
        }
    }

    /// All steps of the player who thinks.
    pub(crate) fn own_steps(&self) -> Steps {
        self.all_steps::<Mine>()
    }

    /// All steps of a side.
    pub(super) fn all_steps<S: Side>(&self) -> Steps {
        let mut steps = Steps::new();
        self.steps::<S>(self.ghosts::<S>(), BOARD, &mut steps);
        steps
    }

    /// The position after a step, and who has won by it, if anybody has: whether the player who
    /// thinks has.
    #[inline]
    pub(crate) fn after<S: Side>(&self, step: Step) -> (Self, Option<bool>) {
        let mut next = *self;
        let (from, to) = (1_u64 << step.from, 1_u64 << step.to);
        let kind = self.kind_on::<S>(from);
        next.boards[kind] ^= from | to;
        next.score += STANDING[kind][usize::from(step.to)] - STANDING[kind][usize::from(step.from)];
        next.key ^= KEYS[kind][usize::from(step.to)] ^ KEYS[kind][usize::from(step.from)];
        let winner =
            if self.ghosts::<S::Other>() & to == 0 { None } else { next.capture::<S>(step.to) };
        (next, winner)
    }

    /// Which kind of a side's ghosts stands on a square where one does.
    #[inline]
    fn kind_on<S: Side>(&self, square: u64) -> usize {
        if S::IS_MINE {
            usize::from(self.board(Kind::MyGood) & square == 0)
        } else if self.board(Kind::Hidden) & square != 0 {
            Kind::Hidden as usize
        } else {
            Kind::TheirGood as usize + usize::from(self.board(Kind::TheirGood) & square == 0)
        }
    }

    /// Takes the ghost that the side before captured off the board.
    fn capture<S: Side>(&mut self, square: u8) -> Option<bool> {
        let bit = 1 << square;
        let kind = self.kind_on::<S::Other>(bit);
        self.score -= self.material();
        self.boards[kind] ^= bit;
        if kind == Kind::Hidden as usize && self.hidden_bad > 0 {
            self.key ^= HIDDEN_BAD_KEYS[usize::from(self.hidden_bad)];
            self.hidden_bad -= 1;
            self.key ^= HIDDEN_BAD_KEYS[usize::from(self.hidden_bad)];
        }
        self.score += self.material() - STANDING[kind][usize::from(square)];
        self.key ^= KEYS[kind][usize::from(square)];
        if S::IS_MINE {
            if self.bad_left() == 0 {
                return Some(false);
            }
            (self.leavers::<S::Other>() == 0).then_some(true)
        } else if self.board(Kind::MyGood) == 0 {
            Some(false)
        } else {
            (self.board(Kind::MyBad) == 0).then_some(true)
        }
    }

    /// How much better a step makes the position at first sight, for the side that moves.
    pub(super) fn gain<S: Side>(&self, step: Step) -> i32 {
        S::SIGN * (self.after::<S>(step).0.score - self.score)
    }
}

/// The number of a square as the viewer sees the board.
pub(crate) fn place(view: &View, square: Square) -> u8 {
    square.y(view.seat()) * WIDTH + square.x(view.seat())
}

/// The squares beside some squares.
pub(crate) const fn beside(squares: u64) -> u64 {
    let up_and_down = squares >> 6 | squares << 6;
    let sideways = (squares & !LEFT_COLUMN) >> 1 | (squares & !RIGHT_COLUMN) << 1;
    (up_and_down | sideways) & BOARD
}

/// The squares of a board, one by one.
#[inline]
pub(super) fn squares(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = board.trailing_zeros() as u8;
        let is_one = board != 0;
        board &= board.wrapping_sub(1);
        is_one.then_some(square)
    })
}

/// Random numbers for each kind of ghost on each square.
static KEYS: [[u64; 36]; KINDS] = {
    let mut keys = [[0; 36]; KINDS];
    let mut state = 1;
    let mut kind = 0;
    while kind < KINDS {
        let mut square = 0;
        while square < 36 {
            (keys[kind][square], state) = random(state);
            square += 1;
        }
        kind += 1;
    }
    keys
};

/// Random numbers for how many hidden ghosts may be bad.
static HIDDEN_BAD_KEYS: [u64; 5] = {
    let mut keys = [0; 5];
    let mut state = 2;
    let mut count = 0;
    while count < 5 {
        (keys[count], state) = random(state);
        count += 1;
    }
    keys
};

/// A number that looks random, and the state that the next one follows from (`SplitMix64`).
const fn random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31, state)
}
