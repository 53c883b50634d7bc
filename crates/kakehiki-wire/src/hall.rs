//! Several tables that play at the same time, and what comes of their games.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use kakehiki_core::Record;

use crate::{HostError, lobby::Lobby};

/// How often those who wait look whether they should go on.
pub(crate) const BREATH: Duration = Duration::from_millis(50);

/// What a table asks: whether to stop, and where to put a game that is over.
pub(crate) struct Hall<'a> {
    interrupt: &'a AtomicBool,
    is_failed: AtomicBool,
    done: Mutex<Vec<(u64, Record)>>,
    games: u64,
    progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> Hall<'a> {
    pub(crate) fn new(
        games: u64,
        progress: &'a (dyn Fn(u64, u64) + Sync),
        interrupt: &'a AtomicBool,
    ) -> Self {
        let is_failed = AtomicBool::new(false);
        Self { interrupt, is_failed, done: Mutex::default(), games, progress }
    }

    /// Whether no more games should begin.
    pub(crate) fn is_closing(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.is_failed.load(Ordering::Relaxed)
    }

    /// A game is over.
    fn report(&self, number: u64, record: Record) {
        let mut done = lock(&self.done);
        done.push((number, record));
        (self.progress)(done.len() as u64, self.games);
    }

    /// Opens the doors and lets so many tables play game after game until there are enough; gives the
    /// games in order.
    ///
    /// Each table has a place of its own, which lasts from game to game. One table at a time gathers its
    /// clients, or each might wait for the other's; there is no more to play where it gathers nobody.
    pub(crate) fn run<P: Default, G>(
        self,
        lobby: &Lobby,
        at_once: usize,
        gather: impl Fn(&Self, &mut P, u64) -> Result<Option<G>, HostError> + Sync,
        play: impl Fn(&mut P, u64, G) -> Result<Option<Record>, HostError> + Sync,
    ) -> Result<Vec<Record>, HostError> {
        let begun = Mutex::new(0);
        let table = || {
            let mut place = P::default();
            loop {
                let (number, game) = {
                    let mut begun = lock(&begun);
                    if *begun >= self.games {
                        return Ok(());
                    }
                    let Some(game) = gather(&self, &mut place, *begun)? else { return Ok(()) };
                    *begun += 1;
                    (*begun - 1, game)
                };
                if let Some(record) = play(&mut place, number, game)? {
                    self.report(number, record);
                }
            }
        };
        let failure: Mutex<Option<HostError>> = Mutex::default();
        let play = || {
            if let Err(error) = table() {
                self.is_failed.store(true, Ordering::Relaxed);
                *lock(&failure) = Some(error);
            }
        };
        thread::scope(|scope| {
            for door in 0..lobby.doors() {
                scope.spawn(move || lobby.receive(door));
            }
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
