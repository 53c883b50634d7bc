//! A robot at a foreign server of JSettlers: its messages in, ours out.
//!
//! It knows no sockets, and of time only how it is counted, so that recorded games can be played over it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use kakehiki_catan::{CATAN, CATAN_AGENTS, Catan, View};
use kakehiki_core::{AgentName, Cast, NameError, Roster, Seat, Seed, Settings};
use kakehiki_games::Open;

use super::{
    board::Layout,
    command,
    message::{self, Chair, Said, Told},
    play::{Astray, Play, Sitting},
    rules::settings,
};
use crate::{Joined, ThinkingTime};

/// The games at the same time; further invitations are not heard.
const MOST_GAMES: usize = 16;

/// A server ends the turn of a robot that holds a game up for eight seconds, and if that has happened
/// before, for four.
const ANSWER_LIMIT: Duration = Duration::from_secs(4);

/// The tenths of a second after which a game that nothing more is told of counts as gone: at once when it was
/// deleted, as lists of games are told anew by deleting and naming each; else when no person thinks that long.
/// Recorded persons took up to four minutes, and a game whose robot was cut off hung for good.
const QUIET_WHEN_DELETED: u32 = 20;
const QUIET: u32 = 6000;

/// The reasons to decline a game that are told; a server has no end of them.
const MOST_REASONS: usize = 16;

/// What a message of a server brings forth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// A message for the server; each letter is a byte.
    Send(String),
    /// A game came to its end, or broke off.
    Over(Joined),
    /// We are not in for a game; it is told once for each reason.
    Declined(Unwelcome),
}

/// Why a robot cannot play at a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwelcome {
    /// The server turns it away.
    #[error("the server turns us away: {0}")]
    TurnedAway(String),
    /// Somebody there has the name, perhaps we before the connection broke.
    #[error("somebody there has our name")]
    NameTaken,
    /// The server asks it into a game that our rules do not have.
    #[error("it asks us into {game:?}, and {problem}")]
    Unfit {
        /// The game.
        game: String,
        /// What is otherwise there.
        problem: String,
    },
    /// The agent cannot play.
    #[error(transparent)]
    Agent(#[from] NameError),
}

/// A game that we were asked into.
struct Visit {
    own: Chair,
    options: Vec<String>,
    /// Who sits where.
    names: BTreeMap<Chair, String>,
    layout: Option<Box<Layout>>,
    /// Whether pieces are on the board that we did not see being placed.
    is_late: bool,
    /// The game, once it has begun.
    play: Option<Box<Play>>,
    /// The tenths of a second since something was told of it, and whether that was that it is no more.
    quiet: u32,
    is_deleted: bool,
}

/// An agent of ours as a robot at a server, for all games of a connection.
pub struct JsettlersSeat {
    cast: Cast,
    name: String,
    cookie: String,
    /// The only game that it takes part in, if there is one.
    wanted: Option<String>,
    seed: Seed,
    /// How many games have begun.
    begun: u64,
    /// The rules of the last game, whose agents are prepared.
    table: Option<(Settings, Arc<Open<Catan>>)>,
    visits: BTreeMap<String, Visit>,
    /// Why games were declined.
    declined: BTreeSet<String>,
    is_name_taken: bool,
    last_view: Option<View>,
}

/// The letters of a name without those that divide messages or that Java does not take.
fn plain(name: &str) -> String {
    let is_plain = |letter: &char| !letter.is_control() && *letter <= '\u{ffff}';
    let name: String =
        name.chars().filter(|letter| is_plain(letter) && !",|".contains(*letter)).collect();
    message::letters(name.as_bytes())
}

impl JsettlersSeat {
    /// A robot that gives this name and knows this cookie. All luck of the agent follows from the seed
    /// of the experiment.
    ///
    /// # Errors
    /// If the agent is not known.
    pub fn new(
        agent: &AgentName,
        name: &str,
        cookie: &str,
        wanted: Option<&str>,
        seed: Seed,
    ) -> Result<Self, NameError> {
        Ok(Self {
            cast: agent.cast(&CATAN_AGENTS.kinds())?,
            name: plain(name),
            cookie: plain(cookie),
            wanted: wanted.map(plain),
            seed,
            begun: 0,
            table: None,
            visits: BTreeMap::new(),
            declined: BTreeSet::new(),
            is_name_taken: false,
            last_view: None,
        })
    }

    /// What is sent when it connects. Games of an earlier connection are lost.
    pub fn greeting(&mut self) -> [String; 2] {
        self.is_name_taken = false;
        command::greeting(&self.name, &self.cookie)
    }

    /// What it knows in a game that has begun.
    pub fn view(&self, game: &str) -> Option<&View> {
        Some(self.visits.get(game)?.play.as_ref()?.view())
    }

    /// The server's number of a seat in a game that has begun.
    pub fn chair(&self, game: &str, seat: Seat) -> Option<usize> {
        Some(self.visits.get(game)?.play.as_ref()?.chair(seat))
    }

    /// What it knew when the last game came to its end.
    pub fn last_view(&self) -> Option<&View> {
        self.last_view.as_ref()
    }

    /// How many games it takes part in or was asked into.
    pub fn games(&self) -> usize {
        self.visits.len()
    }

    /// Takes a message of the server, without its length. Invitations are taken only where it `may_begin`.
    ///
    /// # Errors
    /// If the robot cannot play there.
    pub fn heard(&mut self, bytes: &[u8], may_begin: bool) -> Result<Vec<Reaction>, Unwelcome> {
        let text = message::letters(bytes);
        match Said::read(&text) {
            Some(Said::Ping) => Ok(vec![Reaction::Send(text)]),
            Some(Said::NameTaken) => {
                self.is_name_taken = true;
                Ok(Vec::new())
            }
            Some(Said::TurnedAway(_)) if self.is_name_taken => Err(Unwelcome::NameTaken),
            Some(Said::TurnedAway(reason)) => Err(Unwelcome::TurnedAway(reason)),
            Some(Said::Of(game, Told::Invited(own, options))) => {
                if !may_begin || self.wanted.as_ref().is_some_and(|wanted| *wanted != game) {
                    return Ok(Vec::new());
                }
                self.visit(game, own, options)
            }
            Some(Said::Of(game, told)) => self.take(&game, told),
            Some(Said::Admitted) | None => Ok(Vec::new()),
        }
    }

    /// A tenth of a second has passed.
    ///
    /// # Errors
    /// If the agent cannot play.
    pub fn beat(&mut self) -> Result<Vec<Reaction>, Unwelcome> {
        let games: Vec<String> = self.visits.keys().cloned().collect();
        let mut reactions = Vec::new();
        for game in games {
            let Some(visit) = self.visits.get_mut(&game) else { continue };
            visit.quiet += 1;
            if let Some(problem) = visit.is_gone() {
                reactions.extend(self.drop_visit(&game, problem));
            } else if let Some(play) = &mut visit.play {
                let result = play.beat().map(|()| None);
                reactions.extend(self.settle(&game, result)?);
            }
        }
        Ok(reactions)
    }

    /// Leaves all games, as when the connection is lost or enough was played.
    pub fn leave(&mut self, problem: &str) -> Vec<Reaction> {
        let visits = std::mem::take(&mut self.visits);
        let left = visits.into_iter().flat_map(|(game, visit)| {
            let leave = Reaction::Send(command::leave(&game, &self.name));
            [Some(leave), visit.broken_off(problem)]
        });
        left.flatten().collect()
    }

    /// Accepts an invitation.
    fn visit(
        &mut self,
        game: String,
        own: Chair,
        options: Vec<String>,
    ) -> Result<Vec<Reaction>, Unwelcome> {
        if let Err(problem) = settings(&options, 4) {
            return self.decline(&game, problem);
        }
        self.visits.retain(|known, visit| *known != game || !visit.is_deleted);
        if self.visits.contains_key(&game) || self.visits.len() >= MOST_GAMES {
            return Ok(Vec::new());
        }
        let join = command::join(&game, &self.name);
        self.visits.insert(game, Visit::new(own, options));
        Ok(vec![Reaction::Send(join)])
    }

    /// Is not in for a game that our rules do not have; there is no other where only that one is wanted.
    fn decline(&mut self, game: &str, problem: String) -> Result<Vec<Reaction>, Unwelcome> {
        let unfit = Unwelcome::Unfit { game: message::readable(game), problem: problem.clone() };
        if self.wanted.is_some() {
            return Err(unfit);
        }
        let is_told = self.declined.len() < MOST_REASONS && self.declined.insert(problem);
        Ok(is_told.then_some(Reaction::Declined(unfit)).into_iter().collect())
    }

    /// Takes what is said about a game.
    fn take(&mut self, game: &str, told: Told) -> Result<Vec<Reaction>, Unwelcome> {
        let Some(visit) = self.visits.get_mut(game) else { return Ok(Vec::new()) };
        (visit.quiet, visit.is_deleted) = (0, told == Told::Deleted);
        match told {
            Told::Dismissed => return Ok(self.drop_visit(game, "the server dismissed us")),
            Told::Deleted if visit.play.is_some() => {
                return Ok(self.drop_visit(game, "the server deleted the game"));
            }
            // Lists of games are told anew in this way.
            Told::Deleted | Told::Listed => return Ok(Vec::new()),
            Told::Reset(own) => {
                let (options, lost) = (visit.options.clone(), "the board was reset");
                let mut reactions = self.drop_visit(game, lost);
                reactions.retain(|reaction| matches!(reaction, Reaction::Over(_)));
                reactions.extend(self.visit(game.to_owned(), own, options)?);
                return Ok(reactions);
            }
            _ => {}
        }
        if let Some(play) = &mut visit.play {
            let result = play.heard(told);
            return self.settle(game, result);
        }
        match told {
            Told::Members if visit.is_late => {
                return Ok(self.drop_visit(game, "the game had begun"));
            }
            Told::Members => return Ok(vec![Reaction::Send(command::sit(game, visit.own))]),
            Told::Sat(chair, name) => drop(visit.names.insert(chair, name)),
            Told::Left(name) => visit.names.retain(|_, other| *other != name),
            Told::Board(layout) => visit.layout = Some(layout),
            Told::Placed(..) => visit.is_late = true,
            Told::Turn(first, _) => return self.begin(game, first),
            _ => {}
        }
        Ok(Vec::new())
    }

    /// A game begins.
    fn begin(&mut self, game: &str, first: Chair) -> Result<Vec<Reaction>, Unwelcome> {
        let at_once = self.visits.len() as u32;
        let Some(visit) = self.visits.get(game) else { return Ok(Vec::new()) };
        let chairs: Vec<Chair> = visit.names.keys().copied().collect();
        let Some(layout) = visit.layout.clone() else {
            return Ok(self.drop_visit(game, "its board is not one of ours"));
        };
        let settings = match settings(&visit.options, chairs.len()) {
            Ok(settings) => settings,
            Err(problem) => return Ok(self.drop_visit(game, &problem)),
        };
        let own = visit.own;
        let sitting = Sitting {
            table: self.table(settings),
            cast: &self.cast,
            seed: self.seed.derive("match", self.begun),
            time: ThinkingTime { stock: Duration::ZERO, answer: ANSWER_LIMIT / at_once },
            game: game.to_owned(),
            own,
            chairs: &chairs,
        };
        self.begun += 1;
        match Play::begin(sitting, &layout, first) {
            Ok(play) => {
                if let Some(visit) = self.visits.get_mut(game) {
                    visit.play = Some(Box::new(play));
                }
                self.settle(game, Ok(None))
            }
            Err(Astray::Agent(error)) => Err(error.into()),
            Err(astray) => Ok(self.drop_visit(game, &astray.to_string())),
        }
    }

    fn table(&mut self, settings: Settings) -> Arc<Open<Catan>> {
        if let Some((_, table)) = self.table.as_ref().filter(|(known, _)| *known == settings) {
            return Arc::clone(table);
        }
        let table = Arc::new(Open::new(&CATAN, &settings));
        self.table = Some((settings, Arc::clone(&table)));
        table
    }

    /// Sends what a game wants to be sent, and leaves it where it is over.
    fn settle(
        &mut self,
        game: &str,
        result: Result<Option<crate::Outcome>, Astray>,
    ) -> Result<Vec<Reaction>, Unwelcome> {
        let Some(play) = self.visits.get_mut(game).and_then(|visit| visit.play.as_mut()) else {
            return Ok(Vec::new());
        };
        let sent = std::mem::take(&mut play.outbox).into_iter().map(Reaction::Send);
        let mut reactions: Vec<Reaction> = sent.collect();
        match result {
            Ok(None) => {}
            Ok(Some(outcome)) => {
                let seat = Seat::new(play.own);
                self.last_view = Some(play.view().clone());
                self.visits.remove(game);
                reactions.push(Reaction::Send(command::leave(game, &self.name)));
                reactions.push(Reaction::Over(Joined { seat, outcome: Ok(outcome) }));
            }
            Err(Astray::Agent(error)) => return Err(error.into()),
            Err(astray) => reactions.extend(self.drop_visit(game, &astray.to_string())),
        }
        Ok(reactions)
    }

    /// Leaves a game that does not come to its end.
    fn drop_visit(&mut self, game: &str, problem: &str) -> Vec<Reaction> {
        let visit = self.visits.remove(game);
        let over = visit.and_then(|visit| visit.broken_off(problem));
        let leave = Reaction::Send(command::leave(game, &self.name));
        [Some(leave), over].into_iter().flatten().collect()
    }
}

impl Visit {
    fn new(own: Chair, options: Vec<String>) -> Self {
        Self {
            own,
            options,
            names: BTreeMap::new(),
            layout: None,
            is_late: false,
            play: None,
            quiet: 0,
            is_deleted: false,
        }
    }

    /// Why it is no use to wait for it any longer, if that is so.
    fn is_gone(&self) -> Option<&'static str> {
        if self.is_deleted && self.quiet >= QUIET_WHEN_DELETED {
            return Some("the server deleted the game");
        }
        (self.quiet >= QUIET).then_some("nothing happened for ten minutes")
    }

    /// What is told of a game that had begun and breaks off.
    fn broken_off(&self, problem: &str) -> Option<Reaction> {
        let outcome = Err(problem.to_owned());
        self.play.as_ref().map(|play| Reaction::Over(Joined { seat: Seat::new(play.own), outcome }))
    }
}
