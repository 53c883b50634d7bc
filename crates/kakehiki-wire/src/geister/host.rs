//! A server of the contest: sockets, clocks and logs around a [`ContestTable`].

use std::{
    io,
    net::{IpAddr, SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{
        Mutex,
        atomic::AtomicBool,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{
    AgentName, Clock, Header, Log, Occupant, Record, Seat, Settings, Verdict, prepare_folder,
};
use kakehiki_games::{Lobby, Numbers, Open};
use kakehiki_geister::{GEISTER, Geister};

use super::{
    clock::Clocks,
    message::END,
    table::{ContestTable, Manners, Told},
    viewer::Feed,
};
use crate::{
    EXTERNAL, Faults, HostError, LineEnd, NoLine, Peer, ThinkingTime,
    hall::{BREATH, Hall, lock},
    village::{counted, counters},
};

/// No command of the contest comes near this length.
pub(super) const LONGEST_LINE: usize = 1000;

/// The lines of a client that wait to be looked at; more of them wait in its own machine.
const MOST_LINES: usize = 16;

/// How long a client that was told the result may stay.
const LINGER: Duration = Duration::from_secs(2);

/// A reader only cuts lines.
const READER_STACK: usize = 128 * 1024;

/// How games of the contest are hosted.
#[derive(Clone, Debug)]
pub struct ContestOptions {
    /// The rule options of Geister.
    pub rules: Settings,
    /// Who sits where: agents, and [`EXTERNAL`] for clients.
    pub seats: Vec<AgentName>,
    /// How many games are played.
    pub games: u64,
    /// How many are played at the same time.
    pub at_once: usize,
    /// The number from which the luck of our own agents follows.
    pub seed: u64,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The first player's port; the second player's is the next one. 0 stands for any two.
    pub port: u16,
    /// The time that clients have.
    pub time: ThinkingTime,
    /// What clients may get wrong.
    pub manners: Manners,
    /// Where logs go: ours, and those that the original server writes.
    pub logs: Option<PathBuf>,
    /// The port at which viewers are told the state of the game that went on last, with all colours; 0
    /// stands for any.
    pub viewer: Option<u16>,
}

/// A server of the contest whose doors are open.
pub struct ContestHost {
    options: ContestOptions,
    table: Open<Geister>,
    occupants: Vec<Occupant>,
    /// The clients' seats, in the order of the doors.
    clients: Vec<Seat>,
    lobby: Lobby<TcpStream>,
    feed: Option<Feed>,
}

impl ContestHost {
    /// Checks the options and opens the doors.
    ///
    /// # Errors
    /// If an agent is not known, the folder cannot be used, or a port is taken.
    pub fn open(options: ContestOptions) -> Result<Self, HostError> {
        let table = Open::new(&GEISTER, &options.rules);
        let occupants = options.seats.iter().map(|name| match name.to_string() {
            name if name == EXTERNAL => Occupant::Program(name),
            name => Occupant::Agent(name),
        });
        let occupants: Vec<Occupant> = occupants.collect();
        // Whoever is not known is found out before anybody comes.
        table.sit(occupants.clone(), Numbers::default())?;
        let seats = Seat::all(occupants.len()).zip(&occupants);
        let clients = seats.filter(|(_, occupant)| matches!(occupant, Occupant::Program(_)));
        let clients: Vec<Seat> = clients.map(|(seat, _)| seat).collect();
        if clients.is_empty() {
            return Err(HostError::NobodyOutside);
        }
        let lobby = open_doors(&options, &clients)?;
        let feed = options.viewer.map(|port| {
            let feed = Feed::open(options.bind, port);
            feed.map_err(|source| HostError::Listen { port, source })
        });
        let feed = feed.transpose()?;
        if let Some(folder) = &options.logs {
            prepare_folder(folder)?;
        }
        Ok(Self { options, table, occupants, clients, lobby, feed })
    }

    /// The clients' seats, each with the address where it is taken.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn addresses(&self) -> Result<Vec<(Seat, SocketAddr)>, HostError> {
        let addresses = self.lobby.addresses().map_err(HostError::Socket)?;
        Ok(self.clients.iter().copied().zip(addresses).collect())
    }

    /// The address for viewers, if there is one.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn viewer_address(&self) -> Result<Option<SocketAddr>, HostError> {
        self.feed.as_ref().map(Feed::address).transpose().map_err(HostError::Socket)
    }

    /// What is counted for each seat: what the rules count, and whether its program went out.
    pub fn counters(&self) -> Vec<&'static str> {
        counters(&self.table)
    }

    /// Plays all games, and tells `progress` how many are over. Once `interrupt` is set no new game
    /// begins.
    ///
    /// # Errors
    /// If a log cannot be written or a thread not be started; games that are over are lost with it.
    pub fn run(
        &self,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &AtomicBool,
    ) -> Result<Vec<Record>, HostError> {
        let Some(feed) = &self.feed else { return self.play_all(progress, interrupt) };
        thread::scope(|scope| {
            scope.spawn(|| feed.receive(scope));
            let records = self.play_all(progress, interrupt);
            feed.close();
            records
        })
    }

    fn play_all(
        &self,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &AtomicBool,
    ) -> Result<Vec<Record>, HostError> {
        let hall = Hall::new(self.options.games, progress, interrupt);
        // One table at a time gathers its clients, who have doors of their own, or each might wait for the
        // other's.
        let gathering = Mutex::new(());
        hall.run::<_, (), _>(
            &self.lobby,
            self.options.at_once,
            Some,
            |hall, ()| {
                let _gathering = lock(&gathering);
                let Some(number) = hall.begin() else { return Ok(None) };
                let game = self.gather(number, &|| hall.is_closing())?;
                Ok(game.map(|game| (number, game)))
            },
            |(), number, (mut table, mut sitting)| {
                self.play(&mut table, &mut sitting);
                self.write_logs(number, &table)?;
                let record = table.record();
                let forfeited = record.as_ref().and_then(|record| match record.verdict {
                    Verdict::Forfeited(seat) => Some(seat.index()),
                    Verdict::Ended(_) => None,
                });
                Ok(counted(record, &self.options.seats, |seat| forfeited != Some(seat)))
            },
        )
    }

    /// Waits until a client has come for each of their seats, and begins a game; nothing if no more is
    /// to be played. Clients are asked to set up as soon as they come. One who leaves before the game
    /// has begun was never there.
    fn gather(
        &self,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(ContestTable, Sitting)>, HostError> {
        'anew: loop {
            let numbers = Numbers { seed: self.options.seed, r#match: number, game_index: 0 };
            let (occupants, manners) = (self.occupants.clone(), self.options.manners);
            let mut table = ContestTable::new(&self.table, occupants, numbers, manners)?;
            let mut sitting = Sitting::new();
            loop {
                let is_free = |door: &usize| sitting.is_free(self.clients[*door]);
                let free: Vec<usize> = (0..self.clients.len()).filter(is_free).collect();
                if free.is_empty() {
                    return Ok(Some((table, sitting)));
                }
                if stop() {
                    return Ok(None);
                }
                while let Ok(heard) = sitting.heard.try_recv() {
                    match heard {
                        Heard::Line(seat, line) => {
                            sitting.tell(&table.heard(seat, &line));
                            self.show(&table);
                        }
                        Heard::Lost(..) => continue 'anew,
                    }
                }
                // Once the last seat is taken the game has begun, whoever leaves then.
                if let Some((door, stream)) = self.lobby.next(&free, BREATH) {
                    sitting.sit(self.clients[door], stream);
                }
            }
        }
    }

    /// Plays a game to its end.
    fn play(&self, table: &mut ContestTable, sitting: &mut Sitting) {
        let mut clocks = Clocks::new(self.options.time);
        let set_up_deadline = match self.options.manners.faults {
            Faults::Forgiving => Some(clocks.set_up_deadline(Instant::now())),
            // It waits for ever.
            Faults::Original => None,
        };
        loop {
            sitting.tell(&table.go_on());
            self.show(table);
            if table.is_over() {
                break;
            }
            let now = Instant::now();
            clocks.run(table.moving(), now);
            let late = table.moving().or(table.setting_up());
            let deadline = clocks.deadline().or(set_up_deadline);
            let wait = deadline.map(|deadline| deadline.saturating_duration_since(now));
            match sitting.heard.recv_timeout(wait.unwrap_or(Duration::MAX)) {
                Ok(Heard::Line(seat, line)) => {
                    let told = table.heard(seat, &line);
                    if let Some((seat, took, left)) = clocks.run(table.moving(), Instant::now()) {
                        table.took(seat, took, left);
                    }
                    sitting.tell(&told);
                }
                Ok(Heard::Lost(seat, why)) => {
                    sitting.rise(seat);
                    sitting.tell(&table.lost(seat, &why.to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(seat) = late {
                        sitting.tell(&table.lost(seat, &NoLine::TimedOut.to_string()));
                    }
                }
                // Readers are gone only after they have said so.
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        sitting.see_off();
    }

    /// Lets viewers see how a game stands.
    fn show(&self, table: &ContestTable) {
        if let Some(feed) = &self.feed {
            feed.show(table.feed());
        }
    }

    fn write_logs(&self, number: u64, table: &ContestTable) -> Result<(), HostError> {
        let Some(folder) = &self.options.logs else { return Ok(()) };
        let ThinkingTime { stock, answer } = self.options.time;
        let [game, answer] = [stock, answer].map(|time| Some(time.as_millis() as u64));
        let header =
            Header { clock: Some(Clock { answer, game }), ..table.game().header().clone() };
        let log = Log { header, events: table.game().events().to_vec(), is_torn: false };
        let file = |ending: &str| folder.join(format!("contest-game-{number}.{ending}"));
        let write = |path: PathBuf, text: String| fs_err::write(path, text);
        log.to_text()
            .and_then(|text| write(file("jsonl"), text))
            .and_then(|()| write(file("txt"), table.original_log()))
            .map_err(HostError::Log)
    }
}

/// Opens a door for each client: the ports of the contest are neighbours.
fn open_doors(options: &ContestOptions, clients: &[Seat]) -> Result<Lobby<TcpStream>, HostError> {
    let ports = |first: u16| clients.iter().map(move |seat| first.checked_add(seat.index() as u16));
    let open = |first: u16| {
        let ports: Option<Vec<u16>> = ports(first).collect();
        let ports = ports.ok_or_else(|| io::Error::other("the second port is beyond the last"))?;
        Lobby::open(options.bind, &ports)
    };
    let problem = |source| HostError::Listen { port: options.port, source };
    if options.port != 0 {
        return open(options.port).map_err(problem);
    }
    // An even port for the first player, so that clients can tell the seats apart.
    let mut last = io::Error::other("no two ports are free");
    for _ in 0..100 {
        let free = TcpListener::bind((options.bind, 0)).and_then(|free| free.local_addr());
        match open(free.map_err(problem)?.port() & !1) {
            Ok(lobby) => return Ok(lobby),
            Err(error) => last = error,
        }
    }
    Err(problem(last))
}

/// What the readers tell the table.
enum Heard {
    Line(Seat, Vec<u8>),
    Lost(Seat, NoLine),
}

/// The clients of a game.
struct Sitting {
    peers: [Option<Peer>; 2],
    heard: Receiver<Heard>,
    tells: SyncSender<Heard>,
}

impl Sitting {
    fn new() -> Self {
        let (tells, heard) = mpsc::sync_channel(MOST_LINES);
        Self { peers: [None, None], heard, tells }
    }

    fn is_free(&self, seat: Seat) -> bool {
        self.peers[seat.index()].is_none()
    }

    /// Seats a client, and lets a thread of its own read what it sends. A connection that the system
    /// has no room for is dropped.
    fn sit(&mut self, seat: Seat, stream: TcpStream) {
        let peer = Peer::new(stream, LineEnd::CrLf, LONGEST_LINE);
        let Ok((peer, reader)) = peer.and_then(|peer| Ok((peer.second()?, peer))) else { return };
        let tells = self.tells.clone();
        let spawned = thread::Builder::new()
            .stack_size(READER_STACK)
            .spawn(move || read(reader, seat, &tells));
        if spawned.is_ok() {
            self.peers[seat.index()] = Some(peer);
            self.tell(&[ContestTable::greet(seat)]);
        }
    }

    fn tell(&mut self, told: &[Told]) {
        for Told { seat, line } in told {
            if let Some(peer) = &mut self.peers[seat.index()] {
                // One that does not listen is closed, which its reader notices.
                let _ = peer.send(format!("{line}{END}").as_bytes());
            }
        }
    }

    /// A client is gone.
    fn rise(&mut self, seat: Seat) {
        if let Some(peer) = self.peers[seat.index()].take() {
            peer.close();
        }
    }

    /// Says that nothing more is to come, and gives clients a moment to leave by themselves.
    fn see_off(&mut self) {
        let limit = Instant::now() + LINGER;
        self.peers.iter().flatten().for_each(Peer::finish);
        while self.peers.iter().any(Option::is_some) {
            match self.heard.recv_timeout(limit.saturating_duration_since(Instant::now())) {
                Ok(Heard::Lost(seat, _)) => self.rise(seat),
                Ok(Heard::Line(..)) if Instant::now() < limit => {}
                _ => return,
            }
        }
    }
}

/// Readers end with their connections.
impl Drop for Sitting {
    fn drop(&mut self) {
        self.peers.iter().flatten().for_each(Peer::close);
    }
}

/// Reads what a client sends until it is gone, or nobody is interested any more.
fn read(mut peer: Peer, seat: Seat, tells: &SyncSender<Heard>) {
    loop {
        let heard = peer.line(None);
        let is_lost = heard.is_err();
        let heard = match heard {
            Ok(line) => Heard::Line(seat, line),
            Err(why) => Heard::Lost(seat, why),
        };
        if tells.send(heard).is_err() || is_lost {
            return;
        }
    }
}
