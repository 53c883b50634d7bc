//! How much of what it saw somebody remembers.

use std::collections::VecDeque;

use kakehiki_core::Seat;

use crate::Claimable;

/// How much of what it saw somebody remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemorySpan {
    /// Everything.
    #[default]
    Perfect,
    /// What it perceived last, this many times.
    Last(usize),
}

impl MemorySpan {
    /// Reads `perfect`, `none` or `last:20`.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "perfect" => Some(Self::Perfect),
            "none" => Some(Self::Last(0)),
            _ => text.strip_prefix("last:")?.parse().ok().map(Self::Last),
        }
    }
}

/// What somebody perceived last, as far as it remembers no more than that.
#[derive(Clone)]
pub(crate) struct Recent<G: Claimable> {
    span: MemorySpan,
    sights: VecDeque<G::Sight>,
}

impl<G: Claimable> Recent<G> {
    pub(crate) fn new(span: MemorySpan) -> Self {
        Self { span, sights: VecDeque::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.sights.clear();
    }

    /// Perceives something, and forgets what is too long ago.
    pub(crate) fn see(&mut self, sight: &G::Sight) {
        if let MemorySpan::Last(most) = self.span {
            self.sights.push_back(sight.clone());
            self.sights.drain(..self.sights.len().saturating_sub(most));
        }
    }

    /// What is remembered by another seat that remembers as much, of a view that is imagined for it;
    /// `None` if that is all of it.
    pub(crate) fn recall_as(&self, game: &G, view: &G::View, seat: Seat) -> Option<G::View> {
        match self.span {
            MemorySpan::Perfect => None,
            MemorySpan::Last(_) => {
                let newest_first = self.sights.iter().rev();
                let told = newest_first.map_while(|sight| game.imagine_sight(sight, seat));
                let told: Vec<G::Sight> = told.collect();
                game.forget(view, &mut told.iter().rev())
            }
        }
    }

    /// What is remembered of a view; `None` if that is all of it.
    pub(crate) fn recall(&self, game: &G, view: &G::View) -> Option<G::View> {
        match self.span {
            MemorySpan::Perfect => None,
            MemorySpan::Last(_) => game.forget(view, &mut self.sights.iter()),
        }
    }
}
