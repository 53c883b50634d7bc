//! Games without deals.

use std::fmt;

/// There is no deal: nothing can be agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoDeal {}

impl fmt::Display for NoDeal {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
