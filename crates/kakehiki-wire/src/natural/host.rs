//! A server for natural language: sockets, time limits and logs around a [`NaturalTable`].

use std::{
    io::BufWriter,
    net::{IpAddr, SocketAddr, TcpStream},
    path::PathBuf,
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use fs_err::File;
use kakehiki_core::{AgentName, Clock, Header, Log, Missing, Record, Seat, Settings, Tongue};
use kakehiki_games::{Numbers, Visitor, WELCOME};
use kakehiki_werewolf::Speaking;

use super::{
    NaturalNext, NaturalSetting, NaturalTable, Profiles, Secret, journal::Document, token::team,
};
use crate::{
    Faults, HostError, NoLine,
    hall::{BREATH, Hall, now},
    socket::Socket,
    village::{Village, counted, free_places, is_external, kept_name, occupants},
};

/// No utterance that is heard comes near this length, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 64 << 10;

/// How long a client has on top of what it is told, as at the contest, as a share of that.
const GRACE: f64 = 1.0 / 12.0;

/// The share of clients whose loss breaks a game off at the original.
const ABORTS: f64 = 0.2;

/// How often those are listened to who may speak up.
const LISTENING: Duration = Duration::from_millis(5);

/// How games in natural language are hosted.
#[derive(Clone, Debug)]
pub struct NaturalOptions {
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
    /// What our agents speak.
    pub tongue: Tongue,
    /// Whom players are drawn from.
    pub profiles: Profiles,
    /// Clients need a token that is signed with it, where it is given.
    pub secret: Option<Secret>,
    /// How long clients have for an answer; twice that to give their name when they were late.
    pub time_limit: Duration,
    /// How long a group chat is open, where the rules have one; as long as an answer where it is not given.
    pub chat: Option<Duration>,
    /// What becomes of clients that are late, or gone.
    pub faults: Faults,
    /// Where logs go: ours, and those that the original server writes.
    pub logs: Option<PathBuf>,
}

/// A server for natural language whose door is open.
pub struct NaturalHost {
    options: NaturalOptions,
    village: Village<Client>,
}

/// A client in its seat.
struct Client {
    socket: Socket,
    name: String,
}

impl Visitor for Client {
    fn is_there(&mut self) -> bool {
        self.socket.poll().is_ok()
    }
}

impl NaturalHost {
    /// Checks the options and opens the door.
    ///
    /// # Errors
    /// If an agent is not known, the folder cannot be used, or the port is taken.
    pub fn open(options: NaturalOptions) -> Result<Self, HostError> {
        let NaturalOptions { rules, seats, bind, port, logs, .. } = &options;
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
        hall.run::<_, (), _>(
            &self.village.lobby,
            self.options.at_once,
            |stream| self.welcome(stream),
            |hall, ()| Ok(self.gather(hall)),
            |(), number, clients| self.play(number, clients),
        )
    }

    /// Fills the seats of clients, each with a connection of its own for this game, and begins it; nothing if no
    /// more games are to begin.
    fn gather(&self, hall: &Hall<'_>) -> Option<(u64, Vec<Option<Client>>)> {
        let mut clients: Vec<Option<Client>> = self.options.seats.iter().map(|_| None).collect();
        let free = free_places(&clients, &self.options.seats);
        let found = loop {
            if hall.is_over() {
                return None;
            }
            if let Some(found) = self.village.lobby.take(free.len()..=free.len(), BREATH) {
                break found;
            }
        };
        for (place, client) in free.into_iter().zip(found) {
            clients[place] = Some(client);
        }
        Some((hall.begin()?, clients))
    }

    /// Asks one who came for its name, and sees whether it may stay.
    fn welcome(&self, stream: TcpStream) -> Option<Client> {
        let until = Instant::now() + WELCOME;
        let (mut socket, greeting) = Socket::accept(stream, LONGEST_MESSAGE).ok()?;
        if self.chat().is_some() && greeting.is_before_chats() {
            // It would break down in the middle of the game.
            return None;
        }
        let name = name_of(&socket.ask(&NaturalTable::ask_name(), until).ok()?);
        let secret = self.options.secret.as_ref();
        let may_stay =
            secret.is_none_or(|secret| secret.admits(&greeting.token, team(&name), now()));
        may_stay.then_some(Client { socket, name })
    }

    /// Plays a game; nothing if it was broken off as the original does.
    fn play(
        &self,
        number: u64,
        mut clients: Vec<Option<Client>>,
    ) -> Result<Option<Record>, HostError> {
        let programs: Vec<String> = self
            .options
            .seats
            .iter()
            .zip(&clients)
            .map(|(name, client)| {
                client.as_ref().map_or_else(|| name.to_string(), |client| client.name.clone())
            })
            .collect();
        let numbers = Numbers { seed: self.options.seed, r#match: number, game_index: 0 };
        let seats = occupants(&self.options.seats, &programs);
        let setting = self.setting(numbers);
        let mut table = NaturalTable::new(&self.village.table, seats, programs, numbers, setting)?;
        let mut document = self.open_document(number)?;
        if document.is_some() {
            table.keep_journal();
        }
        loop {
            table.set_time(now());
            if let Some(document) = &mut document {
                document.add(table.entries()).map_err(HostError::Log)?;
            }
            let lost = match table.next(&mut |_| None) {
                NaturalNext::Over => break,
                NaturalNext::Tell(seat, text) => {
                    let client = clients[seat.index()].as_mut();
                    client.and_then(|client| client.socket.send(&text).err()).map(|_| seat)
                }
                NaturalNext::Ask(seat, text) => {
                    let asked = clients[seat.index()].as_mut();
                    let (answer, stays) =
                        asked.map_or((Err(NoLine::Gone), true), |client| self.ask(client, &text));
                    table.set_time(now());
                    table.answer(seat, answer.as_deref().map_err(|why| Missing::from(*why)));
                    (!stays).then_some(seat)
                }
                NaturalNext::Listen => {
                    self.listen(&mut table, &mut clients);
                    None
                }
            };
            let Some(seat) = lost else { continue };
            clients[seat.index()] = None;
            let external = self.options.seats.iter().filter(|name| is_external(name)).count();
            let gone = external - clients.iter().flatten().count();
            let most = (self.options.seats.len() as f64 * ABORTS) as usize;
            if self.options.faults == Faults::Original && gone >= most.max(1) {
                table.break_off(seat, "it is gone, and the original breaks off without it");
                break;
            }
        }
        let has_stayed: Vec<bool> = clients.iter().map(Option::is_some).collect();
        for client in clients.into_iter().flatten() {
            client.socket.close();
        }
        if let Some(mut document) = document {
            let written =
                document.add(table.entries()).and_then(|()| document.end(&table.ending()));
            written.map_err(HostError::Log)?;
        }
        self.write_logs(number, &table)?;
        Ok(counted(table.record(), &self.options.seats, |seat| has_stayed[seat]))
    }

    /// How long a group chat is open, where the rules have one.
    fn chat(&self) -> Option<Duration> {
        let is_open = self.village.table.game().options().speaking == Speaking::Open;
        is_open.then(|| self.options.chat.unwrap_or(self.options.time_limit))
    }

    /// What clients are told of a game.
    fn setting(&self, numbers: Numbers) -> NaturalSetting {
        let drawn = self.options.profiles.draw(self.options.seats.len(), numbers);
        let action = self.options.time_limit.as_millis() as u64;
        let setting = NaturalSetting::new(numbers, drawn, self.options.tongue, action, now());
        NaturalSetting { duration: self.chat().map(|chat| chat.as_millis() as u64), ..setting }
    }

    /// Asks a client; the second says whether it stays. One that is late is asked for its name, and is
    /// out unless that is the next thing it says.
    fn ask(&self, client: &mut Client, text: &str) -> (Result<Vec<u8>, NoLine>, bool) {
        let limit = self.options.time_limit;
        let asked = client.socket.ask(text, Instant::now() + limit.mul_f64(1.0 + GRACE));
        match asked {
            Err(NoLine::TimedOut) => {
                let probe = NaturalTable::ask_name();
                let probed = client.socket.ask(&probe, Instant::now() + 2 * limit);
                let is_it = probed.is_ok_and(|name| name_of(&name) == client.name);
                (Err(NoLine::TimedOut), is_it)
            }
            answer => {
                let stays = answer.is_ok();
                (answer, stays)
            }
        }
    }

    /// Lets anybody speak up until the time is over or nobody has anything left to say.
    fn listen(&self, table: &mut NaturalTable, clients: &mut [Option<Client>]) {
        let duration = self.chat().unwrap_or_default();
        let end = Instant::now() + duration;
        // Ours spread what they say over the time.
        let pause = (duration / (4 * clients.len().max(1) as u32 + 4)).min(Duration::from_secs(3));
        let mut next = Instant::now();
        loop {
            table.set_time(now());
            while let Some((seat, text)) = table.to_be_told() {
                let client = clients[seat.index()].as_mut();
                if client.is_some_and(|client| client.socket.send(&text).is_err()) {
                    clients[seat.index()] = None;
                }
            }
            if !table.is_listening() {
                return;
            }
            if Instant::now() >= end {
                table.close();
                continue;
            }
            if Instant::now() >= next {
                next = Instant::now() + pause;
                table.let_agent_speak();
                continue;
            }
            let mut has_spoken = false;
            for (seat, client) in Seat::all(clients.len()).zip(clients.iter_mut()) {
                match client.as_mut().map(|client| client.socket.poll()) {
                    Some(Ok(Some(message))) => {
                        table.speak_up(seat, &message);
                        has_spoken = true;
                    }
                    Some(Err(_)) => *client = None,
                    Some(Ok(None)) | None => {}
                }
            }
            if !has_spoken {
                thread::sleep(LISTENING);
            }
        }
    }

    /// The log of a game in this form.
    fn log_file(&self, number: u64, ending: &str) -> Option<PathBuf> {
        let folder = self.options.logs.as_ref();
        folder.map(|folder| folder.join(format!("aiwolf-nlp-game-{number}.{ending}")))
    }

    /// Begins the log of all messages, if one is wanted.
    fn open_document(&self, number: u64) -> Result<Option<Document<BufWriter<File>>>, HostError> {
        let file = self.log_file(number, "json").map(File::create).transpose();
        Ok(file.map_err(HostError::Log)?.map(|file| Document::new(BufWriter::new(file))))
    }

    fn write_logs(&self, number: u64, table: &NaturalTable) -> Result<(), HostError> {
        let (Some(ours), Some(original)) =
            (self.log_file(number, "jsonl"), self.log_file(number, "log"))
        else {
            return Ok(());
        };
        let answer = Some(self.options.time_limit.as_millis() as u64);
        let clock = Some(Clock { answer, game: None });
        let header = Header { clock, ..table.game().header().clone() };
        let log = Log { header, events: table.game().events().to_vec(), is_torn: false };
        log.to_text()
            .and_then(|text| fs_err::write(ours, text))
            .and_then(|()| fs_err::write(original, table.original_log()))
            .map_err(HostError::Log)
    }
}

/// The name that a client gives, as logs can hold it.
fn name_of(message: &[u8]) -> String {
    let name = String::from_utf8_lossy(message);
    kept_name(name.chars().filter(|letter| *letter != ','))
}
