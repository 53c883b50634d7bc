//! Agents that think: the same game with its agents in it, on threads of their own.

use std::sync::Arc;

use kakehiki_core::{AgentName, Event, Explanation, Log, Missing, Occupant, Seat, Settings};
use kakehiki_games::{Answer, AnyOngoing, Table, Waiting, find};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
};

use crate::order::open_table;

/// What an agent decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// To do this.
    Act(String),
    /// Nothing that the rules allow, or it broke down.
    Fail,
}

/// Something that happened and that agents have to hear of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Chance,
    Answer(Seat, String),
    Missing(Seat, Missing),
}

/// What comes back from a thread on which agents thought.
pub(crate) struct Thought {
    game: Option<Box<dyn AnyOngoing>>,
    pub(crate) decision: Option<Decision>,
    /// What agents think now, if that was asked for.
    pub(crate) explanations: Option<Vec<(Seat, Explanation)>>,
}

/// The agents of one match.
pub(crate) struct Thinker {
    table: Arc<dyn Table>,
    threads: Arc<Semaphore>,
    game: Option<Box<dyn AnyOngoing>>,
    backlog: Vec<Heard>,
    /// The thoughts in progress, and whether they are to end in a decision.
    job: Option<(JoinHandle<Thought>, bool)>,
}

impl Thinker {
    /// Lets the agents of a log sit down, who hear again what they heard.
    pub(crate) fn new(log: &Log, threads: Arc<Semaphore>) -> Result<Self, String> {
        let table: Arc<dyn Table> = open_table(&log.header)?.into();
        let game = table.resume(&[], log).map_err(|error| error.to_string())?;
        Ok(Self { table, threads, game: Some(game), backlog: Vec::new(), job: None })
    }

    /// Tells agents what happened; they listen when a thread is free.
    pub(crate) fn hear(&mut self, heard: Heard) {
        self.backlog.push(heard);
    }

    /// Whether a thread is at work for a decision.
    pub(crate) fn is_deciding(&self) -> bool {
        matches!(self.job, Some((_, true)))
    }

    /// Whether there is something to listen to and nobody listening.
    pub(crate) fn has_news(&self) -> bool {
        self.job.is_none() && !self.backlog.is_empty()
    }

    /// Whether nothing is going on.
    pub(crate) fn is_idle(&self) -> bool {
        self.job.is_none()
    }

    /// Lets agents listen and, if asked to, the awaited one decide. `log` is what they go by if
    /// their game was lost.
    pub(crate) fn start(&mut self, log: impl FnOnce() -> Log, decides: bool, explains: bool) {
        let (table, threads) = (Arc::clone(&self.table), Arc::clone(&self.threads));
        let (game, backlog) = (self.game.take(), std::mem::take(&mut self.backlog));
        let lost = if game.is_none() { Some(log()) } else { None };
        let task = async move {
            // The permit goes with the work, so that even work that nobody waits for is counted.
            let permit = threads.acquire_owned().await.ok();
            let work = move || think(permit, &*table, game, backlog, lost, decides, explains);
            let none = Thought { game: None, decision: None, explanations: None };
            tokio::task::spawn_blocking(work).await.unwrap_or(none)
        };
        self.job = Some((tokio::spawn(task), decides));
    }

    /// Waits for what is going on; for ever if nothing is. May be called off and on.
    pub(crate) async fn finish(&mut self) -> Thought {
        let Some((job, decides)) = &mut self.job else {
            return std::future::pending().await;
        };
        let none = Thought { game: None, decision: None, explanations: None };
        let mut thought = job.await.unwrap_or(none);
        if *decides && thought.decision.is_none() {
            thought.decision = Some(Decision::Fail);
        }
        self.job = None;
        self.game = thought.game.take();
        thought
    }

    /// Gives up what is going on: its thread works on to its end, but nobody listens. The agents
    /// are made again from the log.
    pub(crate) fn abandon(&mut self) {
        self.job = None;
        self.game = None;
        self.backlog.clear();
    }
}

fn think(
    permit: Option<OwnedSemaphorePermit>,
    table: &dyn Table,
    game: Option<Box<dyn AnyOngoing>>,
    backlog: Vec<Heard>,
    lost: Option<Log>,
    decides: bool,
    explains: bool,
) -> Thought {
    let game = match (game, lost) {
        // The log holds what is in the backlog already.
        (None, Some(log)) => table.resume(&[], &log).ok(),
        (game, _) => game.and_then(|game| listen(game, backlog)),
    };
    let Some(mut game) = game else {
        return Thought { game: None, decision: None, explanations: None };
    };
    let decision = decides.then(|| decide(&mut *game));
    let explanations = explains.then(|| {
        let seats = Seat::all(game.header().seats.len());
        seats.filter_map(|seat| Some((seat, game.explain(seat)?))).collect()
    });
    drop(permit);
    Thought { game: Some(game), decision, explanations }
}

/// Lets agents hear what happened; nothing is left of a game that has come out of step.
fn listen(mut game: Box<dyn AnyOngoing>, backlog: Vec<Heard>) -> Option<Box<dyn AnyOngoing>> {
    for heard in backlog {
        let is_in_step = match heard {
            Heard::Chance => game.waiting() == Waiting::Chance && game.advance(),
            Heard::Answer(seat, action) => game.answer(seat, Answer::Action(&action)).is_ok(),
            Heard::Missing(seat, missing) => game.answer(seat, Answer::Missing(missing)).is_ok(),
        };
        if !is_in_step {
            return None;
        }
    }
    Some(game)
}

fn decide(game: &mut dyn AnyOngoing) -> Decision {
    let before = game.events().len();
    if !matches!(game.waiting(), Waiting::Agent(_)) || !game.advance() {
        return Decision::Fail;
    }
    match game.events().get(before) {
        Some(Event::Action { play, .. }) => Decision::Act(play.clone()),
        _ => Decision::Fail,
    }
}

/// What another agent would do in a seat that is awaited: it hears all that the seat has heard.
pub(crate) fn stand_in(log: &Log, seat: Seat, agent: &str) -> Option<String> {
    let mut log = log.clone();
    *log.header.seats.get_mut(seat.index())? = Occupant::Agent(agent.to_owned());
    let table = open_table(&log.header).ok()?;
    let mut game = table.resume(&[], &log).ok()?;
    match decide(&mut *game) {
        Decision::Act(action) => Some(action),
        Decision::Fail => None,
    }
}

/// The same agent in a hurry: with few playouts.
pub(crate) fn hurried(game: &str, agent: &str) -> Option<String> {
    const FEW: i64 = 20;
    let name: AgentName = agent.parse().ok()?;
    let cast = name.cast(&find(game).ok()?.agents()).ok()?;
    let pieces = cast.pieces().iter().map(|piece| {
        let few = FEW.to_string();
        let has_many = piece.settings.has("playouts") && piece.settings.integer("playouts") > FEW;
        let given = piece.settings.given().filter(|(name, _)| !(has_many && *name == "playouts"));
        let values: Vec<_> = given.chain(has_many.then_some(("playouts", few.as_str()))).collect();
        // What the kind does not take with so few is left as it was.
        let settings = Settings::new(piece.kind.name, piece.kind.parameters, values)
            .unwrap_or_else(|_| piece.settings.clone());
        let values = settings.given().map(|(name, value)| format!("{name}={value}"));
        match values.collect::<Vec<_>>().join(",") {
            values if values.is_empty() => piece.kind.name.to_owned(),
            values => format!("{}({values})", piece.kind.name),
        }
    });
    Some(pieces.collect::<Vec<_>>().join("+"))
}

/// How often agents are asked about a draft, each time with other luck.
const ASKED: u64 = 8;

/// How likely each agent would agree to what a seat drafts: the game is played over again with other
/// random numbers of the agents, who hear what they heard, and the draft is put to them.
pub(crate) fn forecast(log: &Log, seat: Seat, draft: &str) -> Vec<(Seat, f64)> {
    let mut answers: Vec<(Seat, u64, u64)> = Vec::new();
    for number in 0..ASKED {
        let mut log = log.clone();
        log.header.seed = log.header.seed.wrapping_add(number);
        for event in &mut log.events {
            // What fell has fallen, whatever the other numbers say.
            if let Event::Chance { given, .. } = event {
                *given = true;
            }
        }
        let game = open_table(&log.header).ok().and_then(|table| table.resume(&[], &log).ok());
        let Some(mut game) = game else { continue };
        let before = game.events().len();
        if game.answer(seat, Answer::Action(draft)).is_err() {
            continue;
        }
        let mut asked = Vec::new();
        while let Waiting::Agent(next) = game.waiting() {
            if asked.contains(&next) || !game.advance() {
                break;
            }
            asked.push(next);
        }
        for event in game.events()[before..].iter().skip(1) {
            let Event::Action { seat: who, play } = event else { continue };
            let agrees = !play.starts_with("refuse") && !play.starts_with("counter");
            match answers.iter_mut().find(|(known, ..)| known == who) {
                Some((_, yes, all)) => (*yes, *all) = (*yes + u64::from(agrees), *all + 1),
                None => answers.push((*who, u64::from(agrees), 1)),
            }
        }
    }
    answers.sort_by_key(|(seat, ..)| *seat);
    answers.into_iter().map(|(seat, yes, all)| (seat, yes as f64 / all as f64)).collect()
}
