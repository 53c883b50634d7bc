//! Where connections wait for a place at a table.

use std::{
    collections::BTreeMap,
    io,
    net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream},
    ops::RangeInclusive,
    panic::{self, AssertUnwindSafe},
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Scope},
    time::Duration,
};

/// How often those who wait look whether they should go on.
const BREATH: Duration = Duration::from_millis(50);

/// The most connections that are inside at once; more are turned away.
const MOST_INSIDE: usize = 256;

/// How long a newcomer has to say who it is.
pub const WELCOME: Duration = Duration::from_secs(10);

/// A welcome is one question.
const WELCOME_STACK: usize = 256 * 1024;

/// Somebody who waits for a place at a table.
pub trait Visitor: Send {
    /// Whether it is still there. What it says without being asked is thrown away.
    fn is_there(&mut self) -> bool;
}

/// Who is not asked for anything at the door is looked after at the table.
impl Visitor for TcpStream {
    fn is_there(&mut self) -> bool {
        true
    }
}

/// Whether the other side still keeps a connection open. What it says is left for later.
pub fn is_open(stream: &TcpStream) -> bool {
    let look = || {
        stream.set_nonblocking(true)?;
        let seen = stream.peek(&mut [0]);
        stream.set_nonblocking(false).and(seen)
    };
    match look() {
        Ok(count) => count > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    }
}

/// Doors that are open, and those who came in. Each newcomer is welcomed by a thread of its own, so that one
/// who stays silent holds up nobody.
pub struct Lobby<G> {
    doors: Vec<TcpListener>,
    inside: Mutex<Inside<G>>,
    arrival: Condvar,
    is_closed: AtomicBool,
}

/// Those who came in, by the order in which they did.
struct Inside<G> {
    came: u64,
    /// Those who are being welcomed.
    newcomers: BTreeMap<u64, TcpStream>,
    /// Those who wait, with their doors.
    waiting: BTreeMap<u64, (usize, G)>,
}

impl<G: Visitor> Lobby<G> {
    /// Opens a door at each of these ports.
    ///
    /// # Errors
    /// If a port is taken, or is not given to us.
    pub fn open(bind: IpAddr, ports: &[u16]) -> io::Result<Self> {
        let doors = ports.iter().map(|port| TcpListener::bind((bind, *port)));
        let doors: Vec<TcpListener> = doors.collect::<io::Result<_>>()?;
        let inside = Inside { came: 0, newcomers: BTreeMap::new(), waiting: BTreeMap::new() };
        Ok(Self {
            doors,
            inside: Mutex::new(inside),
            arrival: Condvar::new(),
            is_closed: AtomicBool::new(false),
        })
    }

    /// How many doors there are.
    pub fn doors(&self) -> usize {
        self.doors.len()
    }

    /// The addresses of the doors.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        self.doors.iter().map(TcpListener::local_addr).collect()
    }

    /// Lets connections in at one door until the lobby is closed. A welcome gives nothing for those who may
    /// not stay.
    pub fn receive<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        door: usize,
        welcome: &'scope (dyn Fn(TcpStream) -> Option<G> + Sync),
    ) {
        loop {
            let visitor = self.doors[door].accept();
            if self.is_closed.load(Ordering::SeqCst) {
                return;
            }
            let Ok((stream, hold)) =
                visitor.and_then(|(it, _)| it.try_clone().map(|hold| (it, hold)))
            else {
                // The system has no room for more, or the visitor has left again.
                thread::sleep(BREATH);
                continue;
            };
            let Some(number) = self.let_in(hold) else { continue };
            let greet = move || {
                // Whoever brings a welcome down is no visitor, and the others stay.
                let visitor = panic::catch_unwind(AssertUnwindSafe(|| welcome(stream)));
                let visitor = visitor.ok().flatten();
                let mut inside = lock(&self.inside);
                inside.newcomers.remove(&number);
                inside.waiting.extend(visitor.map(|visitor| (number, (door, visitor))));
                self.arrival.notify_all();
            };
            let thread = thread::Builder::new().stack_size(WELCOME_STACK);
            if thread.spawn_scoped(scope, greet).is_err() {
                lock(&self.inside).newcomers.remove(&number);
            }
        }
    }

    /// Gives a newcomer its number, if there is room.
    fn let_in(&self, hold: TcpStream) -> Option<u64> {
        let mut inside = lock(&self.inside);
        let is_full = inside.newcomers.len() + inside.waiting.len() >= MOST_INSIDE;
        if is_full || self.is_closed.load(Ordering::SeqCst) {
            return None;
        }
        inside.came += 1;
        let number = inside.came;
        inside.newcomers.insert(number, hold);
        Some(number)
    }

    /// Lets those go who leave while they wait, until the lobby is closed.
    pub fn look_after(&self) {
        while !self.is_closed.load(Ordering::SeqCst) {
            let mut inside = lock(&self.inside);
            inside.waiting.retain(|_, (_, visitor)| visitor.is_there());
            drop(self.pause(inside, BREATH));
        }
    }

    /// Waits at most so long for somebody to come.
    fn pause<'a>(
        &self,
        inside: MutexGuard<'a, Inside<G>>,
        wait: Duration,
    ) -> MutexGuard<'a, Inside<G>> {
        self.arrival.wait_timeout(inside, wait).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The next one who waits at one of these doors, with the door; nothing if nobody comes in time.
    pub fn next(&self, doors: &[usize], wait: Duration) -> Option<(usize, G)> {
        let take = |inside: &mut Inside<G>| {
            let is_it =
                |(number, (door, _)): (&u64, &(usize, G))| doors.contains(door).then_some(*number);
            let number = inside.waiting.iter().find_map(is_it)?;
            inside.waiting.remove(&number)
        };
        let mut inside = lock(&self.inside);
        take(&mut inside).or_else(|| take(&mut self.pause(inside, wait)))
    }

    /// So many of those who wait, the first first; nothing where there are too few in time. Nobody is kept
    /// for a table that waits for more, or two tables might wait for each other's.
    pub fn take(&self, number: RangeInclusive<usize>, wait: Duration) -> Option<Vec<G>> {
        let take = |inside: &mut Inside<G>| {
            if inside.waiting.len() >= *number.start() {
                inside.waiting.retain(|_, (_, visitor)| visitor.is_there());
            }
            (inside.waiting.len() >= *number.start()).then(|| {
                let first = (0..*number.end()).map_while(|_| inside.waiting.pop_first());
                first.map(|(_, (_, visitor))| visitor).collect()
            })
        };
        let mut inside = lock(&self.inside);
        take(&mut inside).or_else(|| take(&mut self.pause(inside, wait)))
    }

    /// Whether so many wait at each door.
    pub fn has(&self, wanted: &[usize]) -> bool {
        let mut inside = lock(&self.inside);
        inside.waiting.retain(|_, (_, visitor)| visitor.is_there());
        let here = |door| inside.waiting.values().filter(|(other, _)| *other == door).count();
        wanted.iter().enumerate().all(|(door, wanted)| here(door) >= *wanted)
    }

    /// Lets one who comes from a table wait for another.
    pub fn let_back(&self, door: usize, visitor: G) {
        let mut inside = lock(&self.inside);
        inside.came += 1;
        let number = inside.came;
        inside.waiting.insert(number, (door, visitor));
        self.arrival.notify_all();
    }

    /// Lets nobody in any more, and those who receive go home.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        self.arrival.notify_all();
        for newcomer in lock(&self.inside).newcomers.values() {
            // Its welcome is over.
            let _ = newcomer.shutdown(Shutdown::Both);
        }
        for address in self.addresses().into_iter().flatten() {
            // A last visitor, who ends the wait at the door; an open address is not one to go to.
            let mut address = address;
            if address.ip().is_unspecified() {
                address.set_ip(match address.ip() {
                    IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                    IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
                });
            }
            let _ = TcpStream::connect_timeout(&address, Duration::from_secs(1));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is kept here is never left half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
