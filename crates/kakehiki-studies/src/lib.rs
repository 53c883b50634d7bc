//! The published experiments as runnable studies.
