//! What players do before everybody, kept in the order in which it was done.

use kakehiki_core::Seat;
use strum::VariantArray;

use crate::rules::{Players, Species};

/// What somebody did before everybody, as those who study behaviour tell acts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
#[repr(u8)]
pub enum Act {
    /// Said `Skip`.
    Skip,
    /// Said `Over`.
    Over,
    /// Called somebody a werewolf.
    SuspectWolf,
    /// Ascribed another role to somebody.
    Estimate,
    /// Claimed to be the seer.
    ClaimSeer,
    /// Claimed to be the medium.
    ClaimMedium,
    /// Claimed another role.
    ClaimOther,
    /// Reported a divination that found a werewolf.
    DivinedBlack,
    /// Reported a divination that found a human.
    DivinedWhite,
    /// Reported as a medium that a werewolf was executed.
    IdentifiedBlack,
    /// Reported as a medium that a human was executed.
    IdentifiedWhite,
    /// Declared a vote.
    Declare,
    /// Asked somebody for something.
    Request,
    /// Agreed or disagreed with somebody.
    Reply,
    /// Said something else.
    Other,
    /// Voted for somebody who claims to be the seer.
    VoteSeer,
    /// Voted for somebody who claims to be the medium.
    VoteMedium,
    /// Voted for somebody who was reported to be a werewolf.
    VoteBlack,
    /// Voted for somebody who was only reported to be human.
    VoteWhite,
    /// Voted for somebody about whom nothing was reported.
    VoteGrey,
}

/// The number of acts that are told apart.
pub const ACTS: usize = Act::VARIANTS.len();

/// An act, who did it and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who did it.
    pub seat: Seat,
    /// On which day.
    pub day: u8,
    /// In which turn of talk, or ballot.
    pub turn: u8,
    /// What it was.
    pub act: Act,
}

/// Something that tells who may be a werewolf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Somebody reported a divination for the first time: who, of whom, with which result.
    Divined(Seat, Seat, Species),
    /// Somebody reported a medium result for the first time.
    Identified(Seat, Seat, Species),
    /// Somebody voted for somebody in the last ballot of a day.
    Voted(Seat, Seat),
    /// A day begins with these alive, and these found dead in some morning.
    Dawn(Players, Players),
}
