//! The feed for those who watch a game of the contest: its state with all colours, over WebSocket.

use std::{
    io,
    net::{IpAddr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, Scope},
    time::{Duration, Instant},
};

use crate::{
    hall::{BREATH, lock},
    socket::Socket,
};

/// How often the state is told, as at the contest.
const PERIOD: Duration = Duration::from_millis(500);

/// The most who watch; more are turned away.
const MOST_VIEWERS: usize = 16;

/// Nobody who watches has anything to say.
const LONGEST_MESSAGE: usize = 1000;

/// Reads little and sends little.
const VIEWER_STACK: usize = 256 * 1024;

/// A door for those who watch.
pub(super) struct Feed {
    door: TcpListener,
    state: Mutex<String>,
    viewers: AtomicUsize,
    is_over: AtomicBool,
}

impl Feed {
    /// Opens the door.
    pub(super) fn open(bind: IpAddr, port: u16) -> io::Result<Self> {
        let door = TcpListener::bind((bind, port))?;
        door.set_nonblocking(true)?;
        let state = Mutex::new("null".to_owned());
        Ok(Self { door, state, viewers: AtomicUsize::new(0), is_over: AtomicBool::new(false) })
    }

    /// The address of the door.
    pub(super) fn address(&self) -> io::Result<SocketAddr> {
        self.door.local_addr()
    }

    /// What is told from now on.
    pub(super) fn show(&self, state: String) {
        *lock(&self.state) = state;
    }

    /// No more is to come.
    pub(super) fn close(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Lets viewers in until no more is to come.
    pub(super) fn receive<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        while !self.is_over() {
            let Ok((stream, _)) = self.door.accept() else {
                thread::sleep(BREATH);
                continue;
            };
            if self.viewers.load(Ordering::Relaxed) >= MOST_VIEWERS {
                continue;
            }
            self.viewers.fetch_add(1, Ordering::Relaxed);
            let watch = move || {
                self.watch(stream);
                self.viewers.fetch_sub(1, Ordering::Relaxed);
            };
            let spawned =
                thread::Builder::new().stack_size(VIEWER_STACK).spawn_scoped(scope, watch);
            if spawned.is_err() {
                self.viewers.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Tells a viewer the state until it leaves, and how the last game came out.
    fn watch(&self, stream: TcpStream) {
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        let Ok((mut socket, _)) = Socket::accept(stream, LONGEST_MESSAGE) else { return };
        loop {
            let is_last = self.is_over();
            let state = lock(&self.state).clone();
            // What it says is not listened to, but that it leaves is noticed.
            if socket.send(&state).is_err() || socket.poll().is_err() {
                return;
            }
            if is_last {
                break;
            }
            let next = Instant::now() + PERIOD;
            while Instant::now() < next && !self.is_over() {
                thread::sleep(BREATH);
            }
        }
        socket.close();
    }
}
