//! Who gains by speaking, true or false, and who by listening. Nothing is published beside it.

mod beliefs;
mod catan;
mod werewolf;

pub(crate) use self::{beliefs::BELIEFS, catan::CATAN, werewolf::WEREWOLF_LIES};
