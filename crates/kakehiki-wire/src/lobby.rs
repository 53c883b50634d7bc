//! Where connections wait for a place at a table.

use std::{
    collections::VecDeque,
    io,
    net::{IpAddr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::hall::{BREATH, lock};

/// The most connections that wait at one door; more are turned away.
const MOST_WAITING: usize = 256;

/// Doors that are open, and those who came in.
pub(crate) struct Lobby {
    doors: Vec<TcpListener>,
    /// Those who wait, by door.
    waiting: Mutex<Vec<VecDeque<TcpStream>>>,
    arrival: Condvar,
    is_closed: AtomicBool,
}

impl Lobby {
    /// Opens a door at each of these ports.
    pub(crate) fn open(bind: IpAddr, ports: &[u16]) -> io::Result<Self> {
        let doors = ports.iter().map(|port| TcpListener::bind((bind, *port)));
        let doors: Vec<TcpListener> = doors.collect::<io::Result<_>>()?;
        let waiting = doors.iter().map(|_| VecDeque::new()).collect();
        Ok(Self {
            doors,
            waiting: Mutex::new(waiting),
            arrival: Condvar::new(),
            is_closed: AtomicBool::new(false),
        })
    }

    /// How many doors there are.
    pub(crate) fn doors(&self) -> usize {
        self.doors.len()
    }

    /// The addresses of the doors.
    pub(crate) fn addresses(&self) -> io::Result<Vec<SocketAddr>> {
        self.doors.iter().map(TcpListener::local_addr).collect()
    }

    /// Lets connections in at one door until the lobby is closed.
    pub(crate) fn receive(&self, door: usize) {
        loop {
            let visitor = self.doors[door].accept();
            if self.is_closed.load(Ordering::SeqCst) {
                return;
            }
            let Ok((stream, _)) = visitor else {
                // The system has no room for more, or the visitor has left again.
                thread::sleep(BREATH);
                continue;
            };
            let mut waiting = lock(&self.waiting);
            if waiting[door].len() < MOST_WAITING {
                waiting[door].push_back(stream);
                self.arrival.notify_all();
            }
        }
    }

    /// The next one who waits at one of these doors, with the door; nothing if nobody comes in time.
    pub(crate) fn next(&self, doors: &[usize], wait: Duration) -> Option<(usize, TcpStream)> {
        let take = |waiting: &mut Vec<VecDeque<TcpStream>>| {
            doors.iter().find_map(|door| Some((*door, waiting[*door].pop_front()?)))
        };
        let mut waiting = lock(&self.waiting);
        if let Some(found) = take(&mut waiting) {
            return Some(found);
        }
        let woken = self.arrival.wait_timeout(waiting, wait);
        take(&mut woken.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Lets nobody in any more, and those who receive go home.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
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
