//! A client of Werewolf in a seat of the arena, whatever it speaks.

use std::{
    collections::VecDeque,
    io,
    net::TcpStream,
    time::{Duration, Instant},
};

use kakehiki_core::{Missing, Occupant, Seat};
use kakehiki_games::{Answer, AnyOngoing, Ongoing, Outsider, Posting, StartError, WELCOME};
use kakehiki_werewolf::{Action, Werewolf};

use crate::{
    NoLine,
    caller::{Allowance, Caller, check_command},
    hall::now,
    village::ongoing,
};

/// What is kept of a game for its clients: it looks at the game after every step, whoever holds it.
pub(crate) trait Scribe: Send {
    /// What clients are still to be told.
    fn outbox(&mut self) -> &mut VecDeque<(Seat, String)>;

    /// What a client is asked now.
    fn request(&mut self, game: &Ongoing<Werewolf>, seat: Seat) -> String;

    /// Hands the game the answer of the client that was asked, or says that none came: the rules have an
    /// answer of their own.
    fn answer(&mut self, game: &mut dyn AnyOngoing, seat: Seat, answer: Result<&[u8], Missing>);

    /// Tells the time, in milliseconds since 1970, where clients are told of it.
    fn set_time(&mut self, _now: u64) {}

    /// Takes in what happened in the last step, and what clients are to be told of it.
    fn observe(&mut self, game: &Ongoing<Werewolf>);
}

/// Hands the game what a client chose, or says that nothing came; says whether the rules took it.
pub(crate) fn hand_in(
    game: &mut dyn AnyOngoing,
    seat: Seat,
    action: Result<Action, Missing>,
) -> bool {
    let taken = match action {
        Ok(action) => game.answer(seat, Answer::Action(&action.to_string())),
        Err(missing) => game.answer(seat, Answer::Missing(missing)),
    };
    if taken.is_err() {
        let why = Missing::Failed("its answer was not one of the rules");
        // A missing answer of the seat that is asked is always taken.
        let _ = game.answer(seat, Answer::Missing(why));
    }
    taken.is_ok()
}

/// How clients are spoken with.
pub(crate) trait Speech: Send + 'static {
    /// A connection to one.
    type Peer: Send;
    /// What is kept of a game for it.
    type Scribe: Scribe;
    /// Whether a connection lasts for all games of a match, or each game has one of its own.
    const IS_LASTING: bool;

    /// Takes over the connection of a client, and asks it for its name, which its server would write into
    /// its own log.
    fn welcome(stream: TcpStream, until: Instant) -> Result<Self::Peer, NoLine>;

    /// Whether a client is still there that nothing was asked of.
    fn is_there(peer: &mut Self::Peer) -> bool;

    /// Begins a game of these players, who have so many milliseconds for an answer.
    fn begin(&self, game: &Ongoing<Werewolf>, players: Vec<String>, limit: u64) -> Self::Scribe;

    /// Tells a client something.
    fn tell(peer: &mut Self::Peer, text: &str) -> Result<(), NoLine>;

    /// Asks a client and waits for its answer.
    fn ask(peer: &mut Self::Peer, text: &str, until: Instant) -> Result<Vec<u8>, NoLine>;

    /// Says goodbye.
    fn part(peer: Self::Peer);
}

/// Clients of a server know its rules: those of a table have to begin with this.
pub(crate) fn check(
    command: Option<&str>,
    rules: Option<&String>,
    known: &str,
    protocol: &str,
) -> Result<(), String> {
    check_command(command)?;
    if rules.is_some_and(|rules| rules.starts_with(known)) {
        return Ok(());
    }
    Err(format!("it knows the rules of its own server: --set rules={protocol}"))
}

/// Starts a client.
pub(crate) fn start<S: Speech>(
    posting: Posting,
    speech: S,
) -> Result<Box<dyn Outsider>, StartError> {
    let (seat, time) = (posting.seat, Allowance::new(posting.limits));
    let caller = Some(Caller::start(posting, None)?);
    Ok(Box::new(Errand {
        seat,
        speech,
        time,
        came_in: false,
        is_out: false,
        caller,
        peer: None,
        scribe: None,
    }))
}

/// Takes over the connection of a client that was not started.
pub(crate) fn receive<S: Speech>(
    stream: TcpStream,
    limits: [Duration; 2],
    speech: S,
) -> Option<Box<dyn Outsider>> {
    let peer = Some(S::welcome(stream, Instant::now() + WELCOME).ok()?);
    let (seat, time) = (Seat::new(0), Allowance::new(limits));
    Some(Box::new(Errand {
        seat,
        speech,
        time,
        came_in: true,
        is_out: false,
        caller: None,
        peer,
        scribe: None,
    }))
}

/// A client in its seat.
struct Errand<S: Speech> {
    seat: Seat,
    speech: S,
    time: Allowance,
    /// Whether it came by itself, and was not started.
    came_in: bool,
    /// Whether it has misbehaved.
    is_out: bool,
    /// Where a client comes from that was started; nothing for others, and once it has misbehaved.
    caller: Option<Caller>,
    /// The client, while it is connected.
    peer: Option<S::Peer>,
    scribe: Option<S::Scribe>,
}

impl<S: Speech> Errand<S> {
    /// Tells the client what it is still to be told.
    fn tell(&mut self) -> Result<(), NoLine> {
        let (Some(scribe), Some(peer)) = (&mut self.scribe, &mut self.peer) else {
            return Err(NoLine::Gone);
        };
        // There are programs in other seats, each with a scribe of its own.
        for (_, text) in scribe.outbox().drain(..).filter(|(seat, _)| *seat == self.seat) {
            S::tell(peer, &text)?;
        }
        Ok(())
    }

    fn ask(&mut self, game: &dyn AnyOngoing) -> Result<Vec<u8>, NoLine> {
        self.tell()?;
        let (Some(scribe), Some(peer), Some(village)) =
            (&mut self.scribe, &mut self.peer, ongoing(game))
        else {
            return Err(NoLine::Gone);
        };
        let text = scribe.request(village, self.seat);
        let asked = Instant::now();
        let answer = S::ask(peer, &text, self.time.deadline())?;
        self.time.took(asked);
        Ok(answer)
    }

    /// It has misbehaved, and is out for the rest of the match.
    fn lose(&mut self) {
        self.peer = None;
        (self.caller, self.is_out) = (None, true);
    }
}

impl<S: Speech> Outsider for Errand<S> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    fn begin(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        self.time.begin();
        let players = game.header().seats.iter().map(|occupant| match occupant {
            Occupant::Agent(name) | Occupant::Person(name) | Occupant::Program(name) => {
                name.clone()
            }
        });
        let (players, limit) = (players.collect(), self.time.answer_limit());
        self.scribe = ongoing(game).map(|village| self.speech.begin(village, players, limit));
        if self.peer.is_none()
            && let Some(caller) = &mut self.caller
        {
            let time = self.time;
            let came = caller.accept(time.deadline());
            match came.and_then(|stream| S::welcome(stream, time.deadline())) {
                Ok(peer) => self.peer = Some(peer),
                Err(_) => self.lose(),
            }
        }
        Ok(())
    }

    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        let answer = self.ask(game);
        if answer.is_err() {
            self.lose();
        }
        let answer = answer.as_deref().map_err(|why| Missing::from(*why));
        match &mut self.scribe {
            Some(scribe) => scribe.answer(game, self.seat, answer),
            None => {
                hand_in(game, self.seat, Err(Missing::Gone));
            }
        }
        Ok(())
    }

    fn hear(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        if let (Some(scribe), Some(village)) = (&mut self.scribe, ongoing(game)) {
            scribe.set_time(now());
            scribe.observe(village);
        }
        if self.peer.is_some() && self.tell().is_err() {
            self.lose();
        }
        Ok(())
    }

    /// It was told of the end when it heard of the last step.
    fn end(&mut self, _game: &dyn AnyOngoing) {
        self.scribe = None;
        if !S::IS_LASTING
            && let Some(peer) = self.peer.take()
        {
            S::part(peer);
        }
    }

    fn is_there(&mut self) -> bool {
        self.peer.as_mut().is_some_and(S::is_there)
    }

    fn is_out(&self) -> bool {
        self.is_out
    }

    fn lasts(&self) -> bool {
        S::IS_LASTING || !self.came_in
    }

    fn may_stay(&self) -> bool {
        !self.is_out
    }

    fn rise(self: Box<Self>) {
        if let Some(peer) = self.peer {
            S::part(peer);
        }
        if let Some(caller) = self.caller {
            caller.rise();
        }
    }
}
