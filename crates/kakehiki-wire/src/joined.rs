//! How games at foreign servers go and come out, whatever the protocol.

use kakehiki_core::Seat;

/// What a line of a server brings forth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// Nothing.
    Silence,
    /// A command or an answer for the server, without the end of its line.
    Command(String),
    /// The game is over.
    Over(Outcome),
}

/// How a game came out for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Outcome {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// Nobody won.
    Drawn,
}

/// A game that was played at a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// Where the agent sat.
    pub seat: Seat,
    /// How it came out, or why it broke off.
    pub outcome: Result<Outcome, String>,
}
