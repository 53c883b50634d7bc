//! The programs of a table: those that go on from match to match, and those that come in at a port by
//! themselves.

use std::{
    io,
    net::TcpStream,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{Cast, Seat, Settings};

use crate::{
    Fixture, StartError,
    external::{self, Entrance, Interpreter, Outsider},
    guest::{GuestSeat, is_guest, make_guest},
    lobby::{Lobby, Visitor},
};

/// How often those who wait for programs look whether enough are there.
const BREATH: Duration = Duration::from_millis(2);

/// Who from outside sits at the matches of a table, or waits for one.
pub(crate) struct Outside {
    /// The name of the game.
    game: &'static str,
    /// Programs that were started and go on from one match to the next.
    kept: Mutex<Vec<(Settings, Box<dyn Outsider>)>>,
    /// Where others come in.
    ports: Mutex<Vec<Port>>,
}

/// A port where programs of one name come in, whatever match they will sit in.
struct Port {
    settings: Settings,
    entrance: Entrance,
    lobby: Arc<Lobby<Box<dyn Outsider>>>,
    /// How many of them sit in matches.
    seated: usize,
    /// When one of them last left a match, or the port was opened.
    left: Instant,
}

/// A place that is to be filled: its seat, and the port and the door there that lead to it.
struct Place {
    seat: Seat,
    port: usize,
    door: usize,
}

impl Visitor for Box<dyn Outsider> {
    fn is_there(&mut self) -> bool {
        (**self).is_there()
    }
}

impl Outside {
    /// Nobody yet.
    pub(crate) fn new(game: &'static str) -> Self {
        Self { game, kept: Mutex::default(), ports: Mutex::default() }
    }

    /// The programs and guests of a match in their seats; once `interrupt` is set nobody is waited for.
    pub(crate) fn seat(
        &self,
        fixture: &Fixture<'_>,
        logs: Option<&Path>,
        interrupt: &AtomicBool,
    ) -> io::Result<Vec<Box<dyn Outsider>>> {
        let (mut seated, mut comers) = (Vec::new(), Vec::new());
        for (seat, cast) in Seat::all(fixture.casts.len()).zip(fixture.casts) {
            if let Some(settings) = external::settings(cast) {
                if comes_in(settings) {
                    comers.push((seat, settings));
                    continue;
                }
                if let Some(mut kept) = self.kept_program(settings) {
                    kept.sit(seat);
                    seated.push(kept);
                    continue;
                }
                let name = format!("{}-{seat}.stderr", fixture.label);
                let complaints = logs.map(|folder| folder.join(name));
                let started = external::start(self.game, settings, seat, complaints);
                seated.push(started.map_err(io::Error::other)?);
            } else if is_guest(cast) {
                let guest = make_guest(self.game, cast).map_err(io::Error::other)?;
                seated.push(Box::new(GuestSeat::new(seat, guest)));
            }
        }
        seated.extend(self.let_in(&comers, interrupt).map_err(io::Error::other)?);
        Ok(seated)
    }

    /// Replaces those who were here for one game; once `interrupt` is set nobody is waited for.
    pub(crate) fn renew(
        &self,
        casts: &[Cast],
        outsiders: &mut Vec<Box<dyn Outsider>>,
        interrupt: &AtomicBool,
    ) -> io::Result<()> {
        let over: Vec<_> = outsiders.extract_if(.., |outsider| !outsider.lasts()).collect();
        let seats: Vec<Seat> = over.iter().map(|outsider| outsider.seat()).collect();
        self.dismiss(casts, over);
        let settings = |seat: &Seat| Some((*seat, external::settings(&casts[seat.index()])?));
        let places: Vec<_> = seats.iter().filter_map(settings).collect();
        outsiders.extend(self.let_in(&places, interrupt).map_err(io::Error::other)?);
        Ok(())
    }

    /// Lets those go, or wait for another match, whose match is over.
    pub(crate) fn dismiss(&self, casts: &[Cast], outsiders: Vec<Box<dyn Outsider>>) {
        for outsider in outsiders {
            let settings = external::settings(&casts[outsider.seat().index()]);
            let Some(settings) = settings else {
                outsider.rise();
                continue;
            };
            let is_kept = external::is_kept(settings) && outsider.may_stay();
            let mut ports = lock(&self.ports);
            let port = ports.iter_mut().find(|port| port.settings == *settings);
            if let Some(port) = port {
                (port.seated, port.left) = (port.seated - 1, Instant::now());
                if is_kept && outsider.lasts() {
                    port.lobby.let_back(0, outsider);
                    continue;
                }
            } else if is_kept {
                lock(&self.kept).push((settings.clone(), outsider));
                continue;
            }
            // It may take its time to leave.
            drop(ports);
            outsider.rise();
        }
    }

    fn kept_program(&self, settings: &Settings) -> Option<Box<dyn Outsider>> {
        let mut kept = lock(&self.kept);
        let place = kept.iter().position(|(known, _)| known == settings)?;
        Some(kept.swap_remove(place).1)
    }

    /// Waits until programs for all these seats have come in at their ports. Nobody is kept for a match that
    /// waits for more, or two matches might wait for each other's.
    fn let_in(
        &self,
        wanted: &[(Seat, &Settings)],
        interrupt: &AtomicBool,
    ) -> Result<Vec<Box<dyn Outsider>>, StartError> {
        let begun = Instant::now();
        let places: Vec<Place> =
            wanted.iter().map(|wanted| self.place(*wanted)).collect::<Result<_, _>>()?;
        loop {
            let mut ports = lock(&self.ports);
            let lacking = match take(&mut ports, &places) {
                Ok(outsiders) => return Ok(outsiders),
                Err(lacking) => &ports[lacking],
            };
            // Whoever plays may come back.
            let waited = lacking.left.max(begun).elapsed();
            let Entrance { address, wait } = lacking.entrance;
            if interrupt.load(Ordering::Relaxed) {
                return Err(StartError::CalledOff { address });
            }
            if lacking.seated == 0 && waited >= wait {
                return Err(StartError::Nobody { address, wait });
            }
            drop(ports);
            thread::sleep(BREATH);
        }
    }

    /// The place of a program that comes in, whose port is opened if it is not open yet.
    fn place(&self, (seat, settings): (Seat, &Settings)) -> Result<Place, StartError> {
        let mut ports = lock(&self.ports);
        let known = ports.iter().position(|port| port.settings == *settings);
        let port = known.unwrap_or(ports.len());
        if known.is_none() {
            let opened = Port::open(self.game, settings, &ports)?;
            ports.push(opened);
        }
        let door = if ports[port].lobby.doors() > 1 { seat.index() } else { 0 };
        Ok(Place { seat, port, door })
    }
}

/// Whether a program of these settings comes by itself.
fn comes_in(settings: &Settings) -> bool {
    // What is wrong with a name was found out when it was checked.
    matches!(external::entrance(settings), Ok(Some(_)))
}

impl Port {
    fn open(game: &str, settings: &Settings, others: &[Self]) -> Result<Self, StartError> {
        let (entrance, interpreter) = external::reception(game, settings)?;
        let address = entrance.address;
        let problem = |problem: String| StartError::Door { address, problem };
        if others.iter().any(|other| other.entrance.address == address) {
            let shared = "programs of another name come in there, and each name needs its own port";
            return Err(problem(shared.to_owned()));
        }
        let ports = (0..interpreter.doors).map(|door| address.port().checked_add(door));
        let ports: Option<Vec<u16>> = ports.collect();
        let ports = ports.ok_or_else(|| problem("there is no port after it".to_owned()))?;
        let lobby =
            Lobby::open(address.ip(), &ports).map_err(|error| problem(error.to_string()))?;
        let lobby = Arc::new(lobby);
        receive(Arc::clone(&lobby), interpreter, external::limits(settings));
        let left = Instant::now();
        Ok(Self { settings: settings.clone(), entrance, lobby, seated: 0, left })
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.lobby.close();
    }
}

/// Lets programs in until the lobby is closed.
fn receive(lobby: Arc<Lobby<Box<dyn Outsider>>>, by: Interpreter, limits: [Duration; 2]) {
    thread::spawn(move || {
        let welcome = move |stream: TcpStream| (by.receive)(stream, limits);
        thread::scope(|scope| {
            for door in 0..lobby.doors() {
                let (lobby, welcome) = (&lobby, &welcome);
                scope.spawn(move || lobby.receive(scope, door, welcome));
            }
            lobby.look_after();
        });
    });
}

/// Those who wait for all these places; otherwise a port where too few do.
fn take(ports: &mut [Port], places: &[Place]) -> Result<Vec<Box<dyn Outsider>>, usize> {
    for (index, port) in ports.iter().enumerate() {
        let here = |door| places.iter().filter(|it| (it.port, it.door) == (index, door)).count();
        let wanted: Vec<usize> = (0..port.lobby.doors()).map(here).collect();
        if !port.lobby.has(&wanted) {
            return Err(index);
        }
    }
    let mut taken = Vec::new();
    for place in places {
        let lobby = &ports[place.port].lobby;
        let Some((_, mut outsider)) = lobby.next(&[place.door], Duration::ZERO) else {
            // It has left in this very moment.
            for (outsider, place) in taken.into_iter().zip(places) {
                ports[place.port].lobby.let_back(place.door, outsider);
            }
            return Err(place.port);
        };
        outsider.sit(place.seat);
        taken.push(outsider);
    }
    for place in places {
        ports[place.port].seated += 1;
    }
    Ok(taken)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is kept here is never left half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
