//! A server of AIWolf: sockets, time limits and logs around an [`AiwolfTable`].

use std::{
    net::{IpAddr, SocketAddr, TcpStream},
    path::PathBuf,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Clock, Header, Log, Missing, Record, Settings};
use kakehiki_games::{Numbers, Visitor, WELCOME};

use super::{AiwolfTable, Line, Next, Setting};
use crate::{
    Faults, HostError, LineEnd, NoLine, Peer,
    hall::{BREATH, Hall},
    village::{Village, counted, free_places, kept_name, occupants},
};

/// No sentence of the language comes near this length.
pub(super) const LONGEST_LINE: usize = 10_000;

/// How long the place of a client that is gone is kept for another one before each game.
const RETURN: Duration = Duration::from_secs(2);

/// How games of AIWolf are hosted.
#[derive(Clone, Debug)]
pub struct AiwolfOptions {
    /// What clients are used to.
    pub line: Line,
    /// The rule options of Werewolf; the number of seats is that of the village.
    pub rules: Settings,
    /// Who sits where: agents, and [`EXTERNAL`](crate::EXTERNAL) for clients.
    pub seats: Vec<AgentName>,
    /// How many games are played.
    pub games: u64,
    /// How many are played at the same time, each with clients of its own.
    pub at_once: usize,
    /// The number from which all luck follows.
    pub seed: u64,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 stands for any.
    pub port: u16,
    /// How long clients have for an answer.
    pub time_limit: Duration,
    /// What becomes of clients that are too late, or gone.
    pub faults: Faults,
    /// Where logs go: ours, and those that the original server writes.
    pub logs: Option<PathBuf>,
}

/// A server of AIWolf whose door is open.
pub struct AiwolfHost {
    options: AiwolfOptions,
    village: Village<Client>,
}

/// A client in its seat.
struct Client {
    peer: Peer,
    name: String,
}

impl Visitor for Client {
    fn is_there(&mut self) -> bool {
        self.peer.discard().is_ok()
    }
}

impl AiwolfHost {
    /// Checks the options and opens the door.
    ///
    /// # Errors
    /// If an agent is not known, the folder cannot be used, or the port is taken.
    pub fn open(options: AiwolfOptions) -> Result<Self, HostError> {
        let AiwolfOptions { rules, seats, bind, port, logs, .. } = &options;
        let village = Village::open(rules, seats, (*bind, *port), logs.as_deref())?;
        Ok(Self { options, village })
    }

    /// The address where clients connect.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> Result<SocketAddr, HostError> {
        self.village.address()
    }

    /// What is counted for each seat: what the rules count, and whether its program went out.
    pub fn counters(&self) -> Vec<&'static str> {
        self.village.counters()
    }

    /// Plays all games, and tells `progress` how many are over. Once `interrupt` is set no new game
    /// begins.
    ///
    /// # Errors
    /// If a log cannot be written; games that are over are lost with it.
    pub fn run(
        &self,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &AtomicBool,
    ) -> Result<Vec<Record>, HostError> {
        let hall = Hall::new(self.options.games, progress, interrupt);
        hall.run::<_, Vec<Option<Client>>, _>(
            &self.village.lobby,
            self.options.at_once,
            Self::welcome,
            |hall, clients| Ok(self.gather(clients, hall).map(|number| (number, ()))),
            |clients, number, ()| self.play(number, clients),
        )
    }

    /// Fills the seats of clients and begins a game; those who are gone after the first game are waited for
    /// only a moment.
    fn gather(&self, clients: &mut Vec<Option<Client>>, hall: &Hall<'_>) -> Option<u64> {
        let is_first = clients.is_empty();
        clients.resize_with(self.options.seats.len(), || None);
        let free = free_places(clients, &self.options.seats);
        let limit = Instant::now() + RETURN;
        let found = loop {
            if hall.is_over() {
                return None;
            }
            let waits = is_first || Instant::now() < limit;
            let least = if waits { free.len() } else { 0 };
            if let Some(found) = self.village.lobby.take(least..=free.len(), BREATH) {
                break found;
            }
        };
        for (place, client) in free.into_iter().zip(found) {
            clients[place] = Some(client);
        }
        clients.iter().any(Option::is_some).then(|| hall.begin())?
    }

    /// Asks one who came for its name.
    fn welcome(stream: TcpStream) -> Option<Client> {
        let mut peer = Peer::new(stream, LineEnd::Lf, LONGEST_LINE).ok()?;
        let name = ask(&mut peer, &AiwolfTable::ask_name(), Instant::now() + WELCOME).ok()?;
        let name = String::from_utf8_lossy(&name);
        Some(Client { peer, name: kept_name(name.trim().chars()) })
    }

    /// Plays a game; nothing if it was broken off as the original does.
    fn play(
        &self,
        number: u64,
        clients: &mut [Option<Client>],
    ) -> Result<Option<Record>, HostError> {
        let names: Vec<String> = self
            .options
            .seats
            .iter()
            .zip(clients.iter())
            .map(|(name, client)| {
                client.as_ref().map_or_else(|| name.to_string(), |client| client.name.clone())
            })
            .collect();
        let numbers = Numbers { seed: self.options.seed, r#match: number, game_index: 0 };
        let setting = Setting {
            line: self.options.line,
            seed: self.options.seed as i64,
            time_limit: self.options.time_limit.as_millis() as u64,
            faults: self.options.faults,
        };
        let seats = occupants(&self.options.seats, &names);
        let mut table = AiwolfTable::new(&self.village.table, seats, names, numbers, setting)?;
        loop {
            let (seat, lost) = match table.next(&mut |_| None) {
                Next::Over => break,
                Next::Tell(seat, line) => {
                    let Some(client) = &mut clients[seat.index()] else {
                        continue;
                    };
                    (seat, client.peer.send(format!("{line}\n").as_bytes()).err())
                }
                Next::Ask(seat, line) => {
                    let until = Instant::now() + self.options.time_limit;
                    let client = clients[seat.index()].as_mut();
                    let answer = client.map_or(Err(NoLine::Gone), |client| match setting.faults {
                        Faults::Forgiving => ask(&mut client.peer, &line, until),
                        Faults::Original => ask_as_original(&mut client.peer, &line, until),
                    });
                    let lost = answer.as_ref().err().copied();
                    table.answer(seat, answer.as_deref().map_err(|why| Missing::from(*why)));
                    (seat, lost)
                }
            };
            let Some(why) = lost else { continue };
            clients[seat.index()] = None;
            if self.options.faults == Faults::Original {
                table.break_off(seat, &why.to_string());
                break;
            }
        }
        self.write_logs(number, &table)?;
        let has_stayed = |seat: usize| clients[seat].is_some();
        Ok(counted(table.record(), &self.options.seats, has_stayed))
    }

    fn write_logs(&self, number: u64, table: &AiwolfTable) -> Result<(), HostError> {
        let Some(folder) = &self.options.logs else { return Ok(()) };
        let answer = Some(self.options.time_limit.as_millis() as u64);
        let clock = Some(Clock { answer, game: None });
        let header = Header { clock, ..table.game().header().clone() };
        let log = Log { header, events: table.game().events().to_vec(), is_torn: false };
        let file = |ending: &str| folder.join(format!("aiwolf-game-{number}.{ending}"));
        log.to_text()
            .and_then(|text| fs_err::write(file("jsonl"), text))
            .and_then(|()| fs_err::write(file("log"), table.original_log()))
            .map_err(HostError::Log)
    }
}

/// Asks a client and waits for its answer; what it sent before is thrown away.
pub(super) fn ask(peer: &mut Peer, line: &str, until: Instant) -> Result<Vec<u8>, NoLine> {
    peer.discard()?;
    peer.send(format!("{line}\n").as_bytes())?;
    peer.line(Some(until))
}

/// As the original servers ask: one who has closed its connection has said nothing, and is missed only
/// when something cannot be sent to it any more.
fn ask_as_original(peer: &mut Peer, line: &str, until: Instant) -> Result<Vec<u8>, NoLine> {
    let _ = peer.discard();
    peer.send(format!("{line}\n").as_bytes())?;
    match peer.line(Some(until)) {
        Err(NoLine::Gone) => Ok(Vec::new()),
        answer => answer,
    }
}
