//! Charts and pages as a reader gets them.

mod charts;
mod page;
mod specimen;
