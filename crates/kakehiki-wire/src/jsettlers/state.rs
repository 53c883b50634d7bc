//! The states of a game at a server in which somebody has to do something.

pub(super) const FIRST_SETTLEMENT: u16 = 5;
pub(super) const FIRST_ROAD: u16 = 6;
pub(super) const SECOND_SETTLEMENT: u16 = 10;
pub(super) const SECOND_ROAD: u16 = 11;
pub(super) const ROLL: u16 = 15;
pub(super) const ACT: u16 = 20;
pub(super) const PLACE: [u16; 3] = [30, 31, 32];
pub(super) const ROBBER: u16 = 33;
pub(super) const FREE_ROADS: [u16; 2] = [40, 41];
pub(super) const DISCARD: u16 = 50;
pub(super) const VICTIM: u16 = 51;
pub(super) const PLENTY: u16 = 52;
pub(super) const MONOPOLY: u16 = 53;
pub(super) const OVER: u16 = 1000;
