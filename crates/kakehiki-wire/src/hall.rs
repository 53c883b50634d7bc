//! Several tables that play at the same time, and what comes of their games.

use std::{
    net::TcpStream,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use kakehiki_core::Record;
use kakehiki_games::{Lobby, Visitor};

use crate::HostError;

/// How often those who wait look whether they should go on.
pub(crate) const BREATH: Duration = Duration::from_millis(50);

/// What a table asks: whether to stop, and where to put a game that is over.
pub(crate) struct Hall<'a> {
    interrupt: &'a AtomicBool,
    is_failed: AtomicBool,
    done: Mutex<Vec<(u64, Record)>>,
    games: u64,
    begun: AtomicU64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> Hall<'a> {
    pub(crate) fn new(
        games: u64,
        progress: &'a (dyn Fn(u64, u64) + Sync),
        interrupt: &'a AtomicBool,
    ) -> Self {
        let (is_failed, begun) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { interrupt, is_failed, done: Mutex::default(), games, begun, progress }
    }

    /// Whether no more games should begin.
    pub(crate) fn is_closing(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.is_failed.load(Ordering::Relaxed)
    }

    /// Whether no more games will begin.
    pub(crate) fn is_over(&self) -> bool {
        self.is_closing() || self.begun.load(Ordering::Relaxed) >= self.games
    }

    /// Begins a game, and gives its number; nothing where all have begun.
    pub(crate) fn begin(&self) -> Option<u64> {
        let next = |begun| (begun < self.games).then_some(begun + 1);
        self.begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()
    }

    /// A game is over.
    fn report(&self, number: u64, record: Record) {
        let mut done = lock(&self.done);
        done.push((number, record));
        (self.progress)(done.len() as u64, self.games);
    }

    /// Opens the doors, where everybody is welcomed so, and lets so many tables play game after game until
    /// there are enough; gives the games in order.
    ///
    /// Each table has a place of its own, which lasts from game to game, gathers its clients by itself and
    /// begins its games. There is no more to play where it gathers nobody.
    pub(crate) fn run<C: Visitor, P: Default, T>(
        self,
        lobby: &Lobby<C>,
        at_once: usize,
        welcome: impl Fn(TcpStream) -> Option<C> + Sync,
        gather: impl Fn(&Self, &mut P) -> Result<Option<(u64, T)>, HostError> + Sync,
        play: impl Fn(&mut P, u64, T) -> Result<Option<Record>, HostError> + Sync,
    ) -> Result<Vec<Record>, HostError> {
        let table = || {
            let mut place = P::default();
            while let Some((number, game)) = gather(&self, &mut place)? {
                if let Some(record) = play(&mut place, number, game)? {
                    self.report(number, record);
                }
            }
            Ok(())
        };
        let failure: Mutex<Option<HostError>> = Mutex::default();
        let play = || {
            if let Err(error) = table() {
                self.is_failed.store(true, Ordering::Relaxed);
                *lock(&failure) = Some(error);
            }
        };
        let welcome: &(dyn Fn(TcpStream) -> Option<C> + Sync) = &welcome;
        thread::scope(|scope| {
            for door in 0..lobby.doors() {
                scope.spawn(move || lobby.receive(scope, door, welcome));
            }
            scope.spawn(|| lobby.look_after());
            let tables = (at_once.max(1) as u64).min(self.games);
            let tables: Vec<_> = (0..tables).map(|_| scope.spawn(play)).collect();
            for table in tables {
                // A table that panicked has left its game out; the others go on.
                let _ = table.join();
            }
            lobby.close();
        });
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        let mut done = lock(&self.done);
        done.sort_by_key(|(number, _)| *number);
        Ok(done.drain(..).map(|(_, record)| record).collect())
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is kept here is never left half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
