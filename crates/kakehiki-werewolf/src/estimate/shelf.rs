//! Tables of assignments for all who saw the same: the agents of a village infer the same from what is public,
//! and in a large village a table is large.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use crate::{record::Evidence, rules::Players};

use super::exact::Assignment;

/// The tables that nobody holds any more are cleared away when there are twice as many as after the last time,
/// and this many more.
const SLACK: usize = 64;

/// All that a table of assignments follows from, in a village and by a model of behaviour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Grounds {
    pub(super) evidence: Vec<Evidence>,
    /// Who claims to be the seer, and the medium.
    pub(super) seers: Players,
    pub(super) mediums: Players,
    pub(super) is_early: bool,
}

/// Where those who saw the same find a table that one of them has worked out, as long as somebody holds it.
/// It serves one village and one model of behaviour.
#[derive(Debug, Default)]
pub struct Shelf {
    /// Before anything has happened.
    blank: OnceLock<Arc<Vec<Assignment>>>,
    tables: Mutex<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    by_grounds: HashMap<Grounds, Weak<Vec<Assignment>>>,
    /// How many there were when those that nobody holds were last cleared away.
    held: usize,
}

impl Shelf {
    pub(super) fn blank(&self, make: impl FnOnce() -> Vec<Assignment>) -> Arc<Vec<Assignment>> {
        Arc::clone(self.blank.get_or_init(|| Arc::new(make())))
    }

    pub(super) fn find(&self, grounds: &Grounds) -> Option<Arc<Vec<Assignment>>> {
        self.tables().by_grounds.get(grounds)?.upgrade()
    }

    pub(super) fn put(&self, grounds: Grounds, table: &Arc<Vec<Assignment>>) {
        let mut tables = self.tables();
        if tables.by_grounds.len() > 2 * tables.held + SLACK {
            tables.by_grounds.retain(|_, table| table.strong_count() > 0);
            tables.held = tables.by_grounds.len();
        }
        tables.by_grounds.insert(grounds, Arc::downgrade(table));
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // A panic while the list was held has left it as it was or with one table more.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a table is found changes nothing of what it is.
impl PartialEq for Shelf {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seat;

    use super::*;

    #[test]
    fn tables_that_nobody_holds_are_neither_found_nor_kept() {
        let shelf = Shelf::default();
        let grounds = |number: usize| {
            let votes = (0..number).map(|_| Evidence::Voted(Seat::new(0), Seat::new(1)));
            Grounds { evidence: votes.collect(), ..Grounds::default() }
        };
        let held = Arc::default();
        shelf.put(grounds(0), &held);
        for number in 1..1000 {
            shelf.put(grounds(number), &Arc::default());
            assert!(shelf.find(&grounds(number)).is_none());
        }
        assert!(Arc::ptr_eq(&shelf.find(&grounds(0)).unwrap(), &held));
        assert!(shelf.tables().by_grounds.len() <= 2 + SLACK + 1);
    }
}
