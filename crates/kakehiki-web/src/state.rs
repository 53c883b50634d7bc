//! What all requests share: the matches, the logs and the tokens.

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU16, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use axum::http::{HeaderMap, header::AUTHORIZATION};
use kakehiki_core::{Log, Occupant, Seat};
use kakehiki_draw::SeatKind;
use kakehiki_games::{AnyGame, GAMES, Observer, find};
use tokio::sync::{Semaphore, mpsc, watch};

use crate::{
    Extras, MatchHandle, MatchId, NewMatch, Options, Position, Refusal, ServeError, StudyOptions,
    Summary, Token,
    match_task::Task,
    rate::Rates,
    store::{Journal, Manner, Reopened, Store, reopen},
    thinker::Thinker,
    token::{Secret, random},
};

/// How many commands may wait for the task of a match.
const QUEUE: usize = 256;

/// What all requests share; cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    options: Options,
    secret: Secret,
    store: Store,
    matches: Mutex<HashMap<MatchId, MatchHandle>>,
    opening: Mutex<()>,
    threads: Arc<Semaphore>,
    sockets: Arc<Semaphore>,
    rates: Rates,
    subscribers: AtomicU64,
    stop: watch::Sender<bool>,
    /// Where the server listens.
    port: AtomicU16,
}

/// A match that was created.
#[derive(Clone, Debug)]
pub struct Created {
    /// Its name.
    pub id: MatchId,
    /// The token of each seat that people or programs take.
    pub tokens: Vec<Option<Token>>,
}

impl AppState {
    /// Opens the folder of logs; matches are reopened by [`resume_all`](Self::resume_all).
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn new(options: Options) -> Result<Self, ServeError> {
        let store = Store::open(&options.folder)?;
        let secret = Secret::of_folder(&options.folder)?;
        Ok(Self(Arc::new(Inner {
            secret,
            store,
            matches: Mutex::default(),
            opening: Mutex::default(),
            threads: Arc::new(Semaphore::new(options.thinkers.max(1))),
            sockets: Arc::new(Semaphore::new(options.max_sockets)),
            rates: Rates::default(),
            subscribers: AtomicU64::new(0),
            stop: watch::Sender::new(false),
            port: AtomicU16::new(options.port),
            options,
        })))
    }

    /// How the server was started.
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// The study that is run, if one is.
    pub fn study(&self) -> Option<&StudyOptions> {
        self.0.options.study.as_ref()
    }

    /// The port at which the server listens.
    pub fn port(&self) -> u16 {
        self.0.port.load(Ordering::Relaxed)
    }

    pub(crate) fn set_port(&self, port: u16) {
        self.0.port.store(port, Ordering::Relaxed);
    }

    /// All games there are.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        GAMES
    }

    // --- authority ----------------------------------------------------------------------------

    /// The token of whoever started the server.
    pub fn owner_token(&self) -> Token {
        self.0.secret.owner()
    }

    /// The token of a seat. It stays the same through restarts.
    pub fn seat_token(&self, id: &MatchId, seat: Seat) -> Token {
        self.0.secret.seat(id, seat)
    }

    /// The token of something else, which stays the same through restarts.
    pub fn purpose_token(&self, purpose: &str) -> Token {
        self.0.secret.purpose(purpose)
    }

    /// Whether a request comes from whoever started the server.
    pub fn is_owner(&self, headers: &HeaderMap) -> bool {
        bearer(headers).is_some_and(|token| token == self.owner_token())
    }

    /// The token that a request shows.
    pub fn bearer(&self, headers: &HeaderMap) -> Option<Token> {
        bearer(headers)
    }

    /// Whether only this machine can reach the server.
    fn is_local(&self) -> bool {
        self.0.options.bind.is_none_or(|address| address.is_loopback())
    }

    /// Whether a request may begin matches: on the own machine everybody may, elsewhere the owner.
    pub(crate) fn may_create(&self, headers: &HeaderMap) -> bool {
        self.is_local() || self.is_owner(headers)
    }

    /// Whether everybody may set the pace of a match: on the own machine, where only agents play.
    pub(crate) fn is_exhibition(&self, handle: &MatchHandle) -> bool {
        let has_outsider = handle.facts.seats.iter().any(|seat| seat.kind != SeatKind::Agent);
        self.is_local() && !has_outsider
    }

    /// The seat of a match that a token is for.
    pub fn seat_of(&self, handle: &MatchHandle, token: Token) -> Option<Seat> {
        let seats = handle.facts.seats.iter().zip(Seat::all(handle.facts.seats.len()));
        let mut outside = seats.filter(|(label, _)| label.kind != SeatKind::Agent);
        outside.find(|(_, seat)| self.seat_token(&handle.id, *seat) == token).map(|(_, seat)| seat)
    }

    // --- matches ------------------------------------------------------------------------------

    fn live(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, MatchHandle>> {
        // A panic while the list was held has left it as it was or with one more match.
        let mut live = self.0.matches.lock().unwrap_or_else(PoisonError::into_inner);
        live.retain(|_, handle| !handle.commands.is_closed());
        live
    }

    /// Logs are opened one at a time: a last line that is cut off must not be mended twice.
    fn opening(&self) -> std::sync::MutexGuard<'_, ()> {
        self.0.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a match.
    ///
    /// # Errors
    /// If it cannot be played as it is asked for, or there are too many.
    pub fn create(&self, order: &NewMatch, extras: Extras) -> Result<Created, Refusal> {
        self.make_room()?;
        let seed = match order.seed {
            Some(seed) => seed,
            // Numbers beyond this do not survive JavaScript.
            None => u64::from_le_bytes(random().map_err(|error| failed(&error))?) >> 11,
        };
        let mut log = order.log(seed)?;
        if let Some(from) = &extras.from {
            let Log { header, events, .. } = from.clone();
            // What fell follows from these.
            (log.header.seed, log.header.r#match, log.header.game_index) =
                (header.seed, header.r#match, header.game_index);
            log.header.options = header.options;
            log.events = events;
        }
        let id = match &extras.id {
            Some(id) => id.clone(),
            None => MatchId::fresh().map_err(|error| failed(&error))?,
        };
        let position = Position::open(&log).map_err(Refusal::malformed)?;
        let game = find(&order.game).map_err(|error| Refusal::malformed(error.to_string()))?;
        let stand_ins = order.seats.iter().map(|seat| {
            let quickest = game.agents().first().map(|kind| kind.name.to_owned());
            seat.agent.clone().or(quickest).unwrap_or_default()
        });
        let manner = Manner {
            pace: order.pace,
            takeover: order.takeover,
            stand_ins: stand_ins.collect(),
            is_unlisted: extras.is_unlisted,
        };
        let path = extras.log_file.clone().unwrap_or_else(|| self.0.store.path(&id));
        let journal = Journal::create(&path, &log).map_err(|error| failed(&error))?;
        if extras.log_file.is_none() {
            self.0.store.keep_manner(&id, &manner).map_err(|error| failed(&error))?;
        }
        let seats = log.header.seats.iter().zip(Seat::all(log.header.seats.len()));
        let tokens = seats.map(|(occupant, seat)| match occupant {
            Occupant::Agent(_) => None,
            Occupant::Person(_) | Occupant::Program(_) => Some(self.seat_token(&id, seat)),
        });
        let tokens = tokens.collect();
        self.start(&id, Reopened { position, journal }, &manner, extras)?;
        Ok(Created { id, tokens })
    }

    /// Goes on with a match whose log lies elsewhere.
    ///
    /// # Errors
    /// If its log cannot be read.
    pub fn reopen(
        &self,
        id: &MatchId,
        path: &Path,
        pace: crate::Pace,
        extras: Extras,
    ) -> Result<MatchHandle, Refusal> {
        if let Some(handle) = self.live().get(id) {
            return Ok(handle.clone());
        }
        let _opening = self.opening();
        let reopened = reopen(path).map_err(Refusal::closed)?;
        let manner = Manner { pace, is_unlisted: extras.is_unlisted, ..Manner::default() };
        self.start(id, reopened, &manner, extras)
    }

    /// Goes on with all matches that are not over.
    pub fn resume_all(&self) {
        for id in self.0.store.unfinished() {
            if let Err(refusal) = self.open(&id) {
                eprintln!("warning: {refusal}");
            }
        }
    }

    /// The match of this name, which is read from its log if it is not held any more.
    ///
    /// # Errors
    /// If there is none, or its log cannot be read.
    pub fn open(&self, id: &MatchId) -> Result<MatchHandle, Refusal> {
        if let Some(handle) = self.live().get(id) {
            return Ok(handle.clone());
        }
        let path = self.0.store.path(id);
        if !path.is_file() {
            return Err(Refusal::no_match());
        }
        let _opening = self.opening();
        if let Some(handle) = self.live().get(id) {
            return Ok(handle.clone());
        }
        self.make_room()?;
        let reopened = reopen(&path).map_err(Refusal::closed)?;
        self.start(id, reopened, &self.0.store.manner(id), Extras::default())
    }

    /// The match of this name, if there is one.
    pub fn find(&self, id: &str) -> Option<MatchHandle> {
        self.open(&id.parse().ok()?).ok()
    }

    /// Makes sure that one more match can be held.
    fn make_room(&self) -> Result<(), Refusal> {
        let mut live = self.live();
        let most = self.0.options.max_matches;
        if live.len() >= most {
            // Whoever looks at a game that is over finds it again by its log.
            let over = live.values().find(|handle| handle.summary().outcome.is_some());
            let Some(id) = over.map(|handle| handle.id.clone()) else {
                let text = format!("there are {most} matches already; end one first");
                return Err(Refusal::too_many(text));
            };
            live.remove(&id);
        }
        Ok(())
    }

    fn start(
        &self,
        id: &MatchId,
        Reopened { mut position, journal }: Reopened,
        manner: &Manner,
        extras: Extras,
    ) -> Result<MatchHandle, Refusal> {
        let is_private = extras.is_unlisted || manner.is_unlisted;
        if is_private {
            position.make_private();
        }
        if let Some(labels) = extras.labels {
            position.call(labels);
        }
        let is_agent = |occupant: &Occupant| matches!(occupant, Occupant::Agent(_));
        let has_agents = position.header().seats.iter().any(is_agent);
        let needs_agents = has_agents && position.outcome().is_none();
        let thinker = if needs_agents {
            let thinker = Thinker::new(&position.log(), Arc::clone(&self.0.threads));
            Some(thinker.map_err(Refusal::closed)?)
        } else {
            None
        };
        let facts = Arc::clone(position.facts());
        let summary = Arc::new(Mutex::new(Summary {
            id: id.clone(),
            game: facts.game.clone(),
            options: facts.options.clone(),
            seats: facts.seats.clone(),
            is_practice: facts.is_practice,
            is_listed: !is_private,
            has_person: facts.seats.iter().any(|seat| seat.kind == SeatKind::Person),
            is_live: true,
            waiting: position.known_waiting(Observer::Spectator),
            outcome: position.outcome(),
            seq: position.seq(Observer::Spectator),
            changed: SystemTime::now(),
        }));
        let (commands, orders) = mpsc::channel(QUEUE);
        let (changes, changed) = watch::channel(0);
        let handle = MatchHandle {
            id: id.clone(),
            facts,
            is_private,
            commands,
            changes: changed,
            summary: Arc::clone(&summary),
        };
        let mut live = self.live();
        if let Some(earlier) = live.get(id) {
            // Somebody else was quicker.
            return Ok(earlier.clone());
        }
        let mut stand_ins = manner.stand_ins.clone();
        stand_ins.resize(position.seats(), "random".to_owned());
        let task = Task {
            position,
            journal,
            thinker,
            threads: Arc::clone(&self.0.threads),
            pace: manner.pace,
            takeover: manner.takeover.map(|seconds| Duration::from_secs(u64::from(seconds))),
            stand_ins,
            hold: extras.hold,
            summary,
            changes,
            stop: self.0.stop.subscribe(),
        };
        tokio::spawn(task.run(orders));
        live.insert(id.clone(), handle.clone());
        Ok(handle)
    }

    /// All matches: those that are held, and those of which there is only a log.
    pub fn summaries(&self) -> Vec<Summary> {
        let mut all: HashMap<MatchId, Summary> =
            self.0.store.summaries().into_iter().map(|it| (it.id.clone(), it)).collect();
        for (id, handle) in self.live().iter() {
            all.insert(id.clone(), handle.summary());
        }
        let mut all: Vec<Summary> = all.into_values().filter(|it| it.is_listed).collect();
        all.sort_by(|one, other| other.changed.cmp(&one.changed).then(one.id.cmp(&other.id)));
        all
    }

    /// The log of a match as it lies on the disk, hidden facts and the seed included: whoever sends
    /// it on has to look whether the game is over. Logs that were sent in are found here too.
    pub fn log(&self, id: &MatchId) -> Option<Log> {
        self.0.store.read(id)
    }

    /// Keeps a log that was sent in, to be replayed and never to go on.
    pub(crate) fn keep_upload(&self, log: &Log) -> Result<MatchId, Refusal> {
        let id = MatchId::fresh().map_err(|error| failed(&error))?;
        self.0.store.keep_upload(&id, log).map_err(|error| failed(&error))?;
        Ok(id)
    }

    // --- for sockets --------------------------------------------------------------------------

    pub(crate) fn rates(&self) -> &Rates {
        &self.0.rates
    }

    pub(crate) fn sockets(&self) -> &Arc<Semaphore> {
        &self.0.sockets
    }

    pub(crate) fn threads(&self) -> Arc<Semaphore> {
        Arc::clone(&self.0.threads)
    }

    pub(crate) fn subscriber(&self) -> u64 {
        self.0.subscribers.fetch_add(1, Ordering::Relaxed)
    }

    /// Becomes true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stop.subscribe()
    }

    /// Ends all matches and sockets; logs are on the disk already.
    pub fn stop(&self) {
        self.0.stop.send_replace(true);
    }
}

/// Waits until the server stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that nobody can ask for the end any more, which is the end.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Token> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    token.trim().parse().ok()
}

fn failed(error: &std::io::Error) -> Refusal {
    Refusal::closed(error.to_string())
}
