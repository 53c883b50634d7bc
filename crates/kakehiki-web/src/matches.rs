//! Matches as the rest of the server sees them: handles to their tasks.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use kakehiki_core::{Event, Log, Seat};
use kakehiki_draw::SeatLabel;
use kakehiki_games::{Observer, Outcome, Waiting};
use tokio::sync::{mpsc, oneshot, watch};

use crate::{
    MatchId, Pace, Position, Refusal,
    channel::{Subscriber, Way},
    look::{Facts, Look},
};

/// Says whether acts of a seat have to wait, such as for a question to be answered first.
pub type Hold = Arc<dyn Fn(&Position, Seat) -> bool + Send + Sync>;

/// What the server itself may say of a match, beside what is asked for from outside.
#[derive(Clone, Default)]
pub struct Extras {
    /// The name of the match; drawn if it is not given.
    pub id: Option<MatchId>,
    /// The match stands in no list, and nobody but its seats sees anything of it, not even when it
    /// is over.
    pub is_unlisted: bool,
    /// What players are called, instead of by what the log says of them.
    pub labels: Option<Vec<SeatLabel>>,
    /// A log to go on from, instead of the start.
    pub from: Option<Log>,
    /// Where the log lies, if not with the others.
    pub log_file: Option<PathBuf>,
    /// Says whether acts have to wait.
    pub hold: Option<Hold>,
}

/// A match in a list.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub struct Summary {
    /// Its name.
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The rule options of the table.
    pub options: std::collections::BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<SeatLabel>,
    /// Whether everything may be looked at while it goes on.
    pub is_practice: bool,
    /// Whether it stands in lists.
    pub is_listed: bool,
    /// Whether a person sits at the table.
    pub has_person: bool,
    /// Whether it is held in memory, and goes on unless it waits or is over.
    pub is_live: bool,
    /// What spectators know it to wait for.
    pub waiting: Waiting,
    /// How it came out.
    pub outcome: Option<Outcome>,
    /// The number of changes that spectators could notice.
    pub seq: u64,
    /// When its log last grew.
    pub changed: SystemTime,
}

/// An act of a seat.
#[derive(Clone, Debug)]
pub struct Act {
    /// What the sender calls it, so that it is taken once however often it is sent.
    pub client_id: Option<String>,
    /// What the sender had seen when it was chosen.
    pub seen_seq: Option<u64>,
    /// The action in the game's notation.
    pub action: String,
}

/// The last act of a seat is to be taken back.
#[derive(Clone, Debug, Default)]
pub struct Undo {
    /// What the sender calls this, so that it is done once however often it is sent.
    pub client_id: Option<String>,
    /// What the sender had seen when it chose to.
    pub seen_seq: Option<u64>,
}

/// What those who control a match may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The next action of an agent, where they act one by one.
    Next,
    /// Another pace.
    Pace(Pace),
    /// No more thinking: the agent decides with what it has.
    CutShort,
}

/// What the task of a match is asked to do.
pub(crate) enum Command {
    Inspect(Box<dyn FnOnce(&mut Position) + Send>),
    Act(Seat, Act, oneshot::Sender<Result<u64, Refusal>>),
    Undo(Seat, Undo, oneshot::Sender<Result<u64, Refusal>>),
    Note(Event, oneshot::Sender<Result<u64, Refusal>>),
    Join(Way, Option<u64>, Subscriber),
    Leave(u64),
    Control(Control),
}

/// A match whose task runs.
#[derive(Clone)]
pub struct MatchHandle {
    pub(crate) id: MatchId,
    pub(crate) facts: Arc<Facts>,
    pub(crate) is_private: bool,
    pub(crate) commands: mpsc::Sender<Command>,
    /// Rises whenever somebody could notice something.
    pub(crate) changes: watch::Receiver<u64>,
    pub(crate) summary: Arc<Mutex<Summary>>,
}

impl MatchHandle {
    /// The name of the match.
    pub fn id(&self) -> &MatchId {
        &self.id
    }

    /// Whether nobody but its seats may see anything of it.
    pub fn is_private(&self) -> bool {
        self.is_private
    }

    /// What everybody knows of it from the start.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// How it stands in lists.
    pub fn summary(&self) -> Summary {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) async fn send(&self, command: Command) -> Result<(), Refusal> {
        self.commands.send(command).await.map_err(|_| gone())
    }

    /// Lets the task look at the game; nothing else happens meanwhile, so it should be quick.
    ///
    /// # Errors
    /// If the match is not held any more.
    pub async fn inspect<T: Send + 'static>(
        &self,
        look: impl FnOnce(&mut Position) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Inspect(Box::new(move |position| drop(reply.send(look(position))))))
            .await?;
        answer.await.map_err(|_| gone())
    }

    /// All that an observer may know now.
    ///
    /// # Errors
    /// If the match is not held any more, or everything is asked for and may not be seen yet.
    pub async fn look(&self, observer: Observer) -> Result<Look, Refusal> {
        if self.is_private && !matches!(observer, Observer::Seat(_)) {
            return Err(Refusal::hidden("only its players see this match"));
        }
        self.inspect(move |position| {
            if observer == Observer::Analyst && !position.is_open() {
                return Err(Refusal::hidden("everything can be seen once the game is over"));
            }
            Ok(position.look(observer))
        })
        .await?
    }

    /// The log so far, hidden facts and the seed included; only for the server itself.
    ///
    /// # Errors
    /// If the match is not held any more.
    pub async fn log(&self) -> Result<Log, Refusal> {
        self.inspect(|position| position.log()).await
    }

    /// Acts for a seat; whoever calls this has checked that it may. Tells the seq of that seat
    /// afterwards.
    ///
    /// # Errors
    /// If the seat is not asked, the act was meant for an earlier position, or the rules refuse it.
    pub async fn act(&self, seat: Seat, act: Act) -> Result<u64, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Act(seat, act, reply)).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Takes back the last act of a seat; whoever calls this has checked that it may act for it. Tells
    /// the seq of that seat afterwards.
    ///
    /// # Errors
    /// If the act stands, or the seat has seen less than what happened since.
    pub async fn undo(&self, seat: Seat, undo: Undo) -> Result<u64, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Undo(seat, undo, reply)).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Adds to the log what happens beside the game, and tells its line.
    ///
    /// # Errors
    /// If the event is one of play, or the log cannot be written.
    pub async fn note(&self, event: Event) -> Result<u64, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send(Command::Note(event, reply)).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Asks for another pace, the next step or an end of thinking.
    ///
    /// # Errors
    /// If the match is not held any more.
    pub async fn control(&self, control: Control) -> Result<(), Refusal> {
        self.send(Command::Control(control)).await
    }
}

fn gone() -> Refusal {
    Refusal::closed("the match is not open any more; try again")
}
