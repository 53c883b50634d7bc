//! The AIWolf language: what players say to each other, and words of their own that mean it.

mod natural;
mod parser;
mod plain;
mod printer;
mod reading;
mod sentence;
mod telling;

pub use natural::{Counting, Lengths, Names, Reading, Remark, Wording};
pub use parser::Language;
pub use reading::{Manner, Simple};
pub use sentence::{Channel, MAX_PARTS, MAX_QUOTED_DAY, Quotation, Sentence, Verb, Whom};
pub use telling::Telling;
