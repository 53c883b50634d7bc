//! The `kakehiki` command.
fn main() {}
