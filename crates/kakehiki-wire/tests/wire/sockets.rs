//! Servers and clients on this machine.

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream},
    path::PathBuf,
    sync::atomic::AtomicBool,
    thread::{self, JoinHandle},
    time::Duration,
};

use kakehiki_core::{AgentName, Record, Settings};
use kakehiki_geister::GEISTER_OPTIONS;
use kakehiki_wire::{ContestHost, ContestOptions, Manners, ThinkingTime};

pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A clock that nobody who plays at all runs out of.
pub const LONG: ThinkingTime =
    ThinkingTime { stock: Duration::from_mins(1), answer: Duration::from_secs(10) };

/// A clock that is over after the second of grace.
pub const SHORT: ThinkingTime = ThinkingTime { stock: Duration::ZERO, answer: Duration::ZERO };

pub fn options(seats: &str, games: u64) -> ContestOptions {
    ContestOptions {
        rules: Settings::defaults(&GEISTER_OPTIONS),
        seats: AgentName::list(seats).unwrap(),
        games,
        at_once: 1,
        seed: 1,
        bind: HERE,
        port: 0,
        time: LONG,
        manners: Manners::default(),
        logs: None::<PathBuf>,
        viewer: None,
    }
}

/// A server that runs, with the addresses of its clients' seats.
pub struct Running {
    pub addresses: Vec<SocketAddr>,
    server: JoinHandle<Vec<Record>>,
}

impl Running {
    pub fn start(options: ContestOptions) -> Self {
        let host = ContestHost::open(options).unwrap();
        let addresses = host.addresses().unwrap().into_iter().map(|(_, address)| address).collect();
        let never = AtomicBool::new(false);
        let server = thread::spawn(move || host.run(&|_, _| (), &never).unwrap());
        Self { addresses, server }
    }

    /// Waits until all games are over.
    pub fn records(self) -> Vec<Record> {
        self.server.join().unwrap()
    }
}

/// A client that does what it is told.
pub struct Client {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self { stream, bytes: Vec::new() }
    }

    /// Sends bytes; whether they arrive is the server's concern.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.stream.write_all(bytes.as_ref()).is_ok()
    }

    /// The next line, or nothing where the connection is over.
    pub fn line(&mut self) -> Option<String> {
        loop {
            if let Some(at) = self.bytes.windows(2).position(|pair| pair == b"\r\n") {
                let line: Vec<u8> = self.bytes.drain(..at + 2).collect();
                return Some(String::from_utf8(line[..at].to_vec()).unwrap());
            }
            let mut chunk = [0; 1000];
            match self.stream.read(&mut chunk) {
                Ok(0) => return None,
                Ok(count) => self.bytes.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("the server is silent")
                }
                Err(_) => return None,
            }
        }
    }

    /// Whether nothing comes for a while.
    pub fn is_left_alone(&mut self) -> bool {
        self.stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let read = self.stream.read(&mut [0]);
        self.stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    }

    /// Expects a line that begins so.
    pub fn expect(&mut self, beginning: &str) -> String {
        let line = self.line().unwrap_or_else(|| panic!("no {beginning}: the server is gone"));
        assert!(line.starts_with(beginning), "{line} instead of {beginning}");
        line
    }

    /// Sits down and sets up.
    pub fn set_up(address: SocketAddr) -> Self {
        let mut client = Self::connect(address);
        client.expect("SET?");
        client.send("SET:ABCD\r\n");
        client.expect("OK ");
        client
    }
}
