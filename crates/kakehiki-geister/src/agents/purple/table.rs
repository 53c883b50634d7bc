//! What was found out about positions that come again.

use super::position::Step;

/// How a kept value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i16,
    pub(super) step: Step,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// In which search; entries of others are as good as empty, so that what a search finds does not
    /// depend on those before it.
    search: u16,
}

/// As many entries as fit into the second cache of most processors, with 16 bytes each.
const ENTRIES: usize = 1 << 16;

/// A table of positions.
pub(super) struct Table {
    entries: Box<[Entry]>,
    search: u16,
}

impl Table {
    pub(super) fn new() -> Self {
        let empty = Entry {
            key: 0,
            value: 0,
            step: Step::default(),
            depth: 0,
            bound: Bound::Exact,
            search: 0,
        };
        Self { entries: vec![empty; ENTRIES].into(), search: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            *self = Self::new();
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = &self.entries[place(key)];
        (entry.key == key && entry.search == self.search).then_some(entry)
    }

    /// Keeps what was found out, unless something deeper stands in its place.
    pub(super) fn put(&mut self, key: u64, value: i32, step: Step, depth: u8, bound: Bound) {
        let entry = &mut self.entries[place(key)];
        if entry.search != self.search || entry.depth <= depth {
            let (value, search) = (value as i16, self.search);
            *entry = Entry { key, value, step, depth, bound, search };
        }
    }
}

fn place(key: u64) -> usize {
    key as usize % ENTRIES
}
