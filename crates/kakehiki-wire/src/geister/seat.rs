//! A seat at a foreign server of the contest: its lines in, ours out.
//!
//! It knows no sockets, so that recorded games can be played over it.

use kakehiki_core::{Cast, NameError, OutOfStep, Seat, Seed};
use kakehiki_games::Open;
use kakehiki_geister::{Action, Capture, Direction, Fate, Geister, Ghost, Sight, Stage};

use super::{
    board::{self, Board},
    message::{Command, Said, action_for, command_for},
};
use crate::{Response, ThinkingTime, player::Player};

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Astray {
    /// The server said something that the contest does not know.
    #[error("the server said {0:?}, which is no message of the contest")]
    Message(String),
    /// The server refused a set-up that is legal.
    #[error("the server refused our set-up")]
    SetUp,
    /// A board cannot follow from the one before.
    #[error("the board {0:?} cannot follow from the one before")]
    Board(String),
    /// The server asks somebody who has nothing to choose.
    #[error("the server asks us when it is not our turn")]
    Turn,
    /// What happened cannot follow from what was known.
    #[error(transparent)]
    Sight(#[from] OutOfStep),
    /// The agent cannot play.
    #[error(transparent)]
    Agent(#[from] NameError),
}

/// An agent of ours in a seat of the contest.
pub struct ContestSeat<'a> {
    table: &'a Open<Geister>,
    cast: Cast,
    match_seed: Seed,
    time: ThinkingTime,
    player: Player<&'a Open<Geister>, Geister>,
    /// What was sent and has not shown on a board yet.
    sent: Option<Action>,
}

impl<'a> ContestSeat<'a> {
    /// Sits down. The contest does not say who moves first: if the first board shows that it is the
    /// other one, the seat is changed.
    ///
    /// # Errors
    /// If the agent cannot play.
    pub fn new(
        table: &'a Open<Geister>,
        cast: &Cast,
        seat: Seat,
        match_seed: Seed,
        time: ThinkingTime,
    ) -> Result<Self, NameError> {
        let player = Player::new(table, cast, seat, match_seed, time)?;
        Ok(Self { table, cast: cast.clone(), match_seed, time, player, sent: None })
    }

    /// Where it sits, as far as is known.
    pub fn seat(&self) -> Seat {
        self.player.seat()
    }

    /// What it knows, as the contest would write it.
    pub fn board(&self) -> String {
        board::of_view(self.player.view())
    }

    /// Takes a line of the server, without its end.
    ///
    /// # Errors
    /// If the server says what cannot be.
    pub fn heard(&mut self, line: &[u8]) -> Result<Response, Astray> {
        let text = || String::from_utf8_lossy(line).into_owned();
        match Said::read(line).ok_or_else(|| Astray::Message(text()))? {
            Said::AskSetUp if self.player.view().stage() != Stage::SetUp => {
                Err(Astray::Message(text()))
            }
            Said::AskSetUp => self.decide(),
            Said::AskMove(board) => {
                self.take_the_right_seat(&board)?;
                self.catch_up(&board)?;
                if self.board() != board {
                    return Err(Astray::Board(board));
                }
                self.decide()
            }
            Said::Taken => {
                // A set-up is known at once, a move when the board shows what it captured.
                if let Some(Action::SetUp(bad)) = self.sent {
                    self.sent = None;
                    self.player.see(&Sight::SetUp(bad))?;
                }
                Ok(Response::Silence)
            }
            Said::Refused if matches!(self.sent, Some(Action::SetUp(_))) => Err(Astray::SetUp),
            // It lost the game, or was not taken for a move; what comes next tells.
            Said::Refused => {
                self.sent = None;
                Ok(Response::Silence)
            }
            Said::Over(outcome, board) => {
                // A game may be over before it began, or while a move was on its way.
                let _ = self.catch_up(&board);
                Ok(Response::Over(outcome))
            }
        }
    }

    /// Lets somebody else's command count as the one that was sent, as when a recording is followed.
    /// One that is not legal counts as none.
    pub fn instead(&mut self, line: &[u8]) {
        let action = match Command::read(line) {
            Command::SetUp(bad) => Some(Action::SetUp(bad)),
            Command::Move(ghost, direction) => {
                let fate = self.player.view().own_fate(ghost);
                Some(action_for(ghost, direction, fate, self.seat()))
            }
            Command::Unreadable | Command::Fatal => None,
        };
        self.sent = action.filter(|action| self.player.is_legal(action));
    }

    fn decide(&mut self) -> Result<Response, Astray> {
        if !self.player.may_be_asked() {
            return Err(Astray::Turn);
        }
        let action = self.player.decide()?;
        self.sent = Some(action);
        // Agents of Geister choose what the rules allow, all of which the contest knows.
        let command = command_for(action, self.player.view()).unwrap_or_default();
        Ok(Response::Command(command))
    }

    /// Sees what happened since the last board: the own move, and then the other's.
    fn catch_up(&mut self, text: &str) -> Result<(), Astray> {
        let astray = || Astray::Board(text.to_owned());
        let board = Board::read(text, self.seat()).ok_or_else(astray)?;
        if self.sent.is_none() && self.player.view().stage() == Stage::SetUp {
            self.player.see(&Sight::Begun)?;
        }
        if let Some(action) = self.sent.take().filter(|action| self.is_made(*action, &board)) {
            let captured = self.captured_by(action, &board).map_err(|()| astray())?;
            self.player.see(&Sight::Moved { seat: self.seat(), action, captured })?;
        }
        if let Some(sight) = self.others_move(&board).map_err(|()| astray())? {
            self.player.see(&sight)?;
        }
        Ok(())
    }

    /// Changes seats if the first board shows that the other player moves first, or does not.
    fn take_the_right_seat(&mut self, text: &str) -> Result<(), Astray> {
        let view = self.player.view();
        if self.sent.is_some() || view.plies() > 0 {
            return Ok(());
        }
        let board = Board::read(text, self.seat()).ok_or_else(|| Astray::Board(text.to_owned()))?;
        let has_moved = |ghost: Ghost| board.enemy[ghost.index()].fate != view.enemy_fate(ghost);
        let seat = Seat::new(usize::from(Ghost::all().any(has_moved)));
        if seat == self.seat() {
            return Ok(());
        }
        let bad = view.own_bad();
        self.player = Player::new(self.table, &self.cast, seat, self.match_seed, self.time)?;
        Ok(self.player.see(&Sight::SetUp(bad))?)
    }

    /// Whether an own move shows: a game may be over before it came through.
    fn is_made(&self, action: Action, board: &Board) -> bool {
        match action {
            Action::Move(ghost, _) | Action::Escape(ghost) => {
                board.own[ghost.index()].fate != self.player.view().own_fate(ghost)
            }
            _ => false,
        }
    }

    /// What an own move captured; its colour stands on the board.
    fn captured_by(&self, action: Action, board: &Board) -> Result<Option<Capture>, ()> {
        let Action::Move(ghost, direction) = action else { return Ok(None) };
        let view = self.player.view();
        let square = view.own_fate(ghost).square().ok_or(())?;
        let target = square.step(direction, self.seat()).map(Fate::OnBoard);
        let captured = Ghost::all().find(|enemy| Some(view.enemy_fate(*enemy)) == target);
        let capture = |ghost: Ghost| {
            let is_bad = board.enemy[ghost.index()].is_bad.ok_or(())?;
            Ok(Capture { ghost, is_bad })
        };
        captured.map(capture).transpose()
    }

    /// What the other player did, if it did anything.
    fn others_move(&self, board: &Board) -> Result<Option<Sight>, ()> {
        let view = self.player.view();
        let other = self.seat().next(2);
        let fate = |ghost: Ghost| board.enemy[ghost.index()].fate;
        let mut changed = Ghost::all().filter(|ghost| fate(*ghost) != view.enemy_fate(*ghost));
        let Some(ghost) = changed.next() else { return Ok(None) };
        let from = view.enemy_fate(ghost).square().ok_or(())?;
        let action = match fate(ghost) {
            Fate::Escaped => Action::Escape(ghost),
            Fate::Captured => return Err(()),
            Fate::OnBoard(to) => {
                let mut ways = Direction::ALL.into_iter();
                let way = ways.find(|way| from.step(*way, other) == Some(to));
                Action::Move(ghost, way.ok_or(())?)
            }
        };
        let is_lost = |own: &Ghost| {
            view.own_fate(*own) != Fate::Captured && board.own[own.index()].fate == Fate::Captured
        };
        let lost = Ghost::all().find(is_lost);
        let captured = lost.map(|ghost| Capture { ghost, is_bad: view.own_bad().contains(ghost) });
        Ok(Some(Sight::Moved { seat: other, action, captured }))
    }
}
