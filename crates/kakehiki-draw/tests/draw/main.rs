//! Tables as markup: what may be pressed, what it is called, and what it must not tell.

mod hidden;
mod pictures;
mod pressing;
mod reading;
mod sitting;
mod wording;
