//! The task of a match: it alone holds the game, writes its log and tells those who look.

mod audience;
mod people;
mod play;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use kakehiki_core::{Event, Explanation, Seat};
use kakehiki_games::Waiting;
use tokio::{
    sync::{Semaphore, mpsc, oneshot, watch},
    time::{Instant, sleep_until},
};

use crate::{
    Pace, Position, Refusal,
    channel::Channel,
    insight::Insight,
    matches::{Command, Hold, Summary},
    state::stopped,
    store::Journal,
    thinker::{Decision, Thinker, Thought},
};
use audience::Inquiry;

/// How long an agent thinks before it is said that it does.
const SHOW_THINKING: Duration = Duration::from_millis(80);

/// The least time between two pictures of a game that nobody takes part in or waits for.
const PICTURE_GAP: Duration = Duration::from_millis(50);

/// The most that it grows to where the server is busy, and how late a match has to be for that.
const LONGEST_PICTURE_GAP: Duration = Duration::from_millis(400);
const LATE: Duration = Duration::from_millis(10);

/// When to try again to show something to those who have not taken in what they were shown, and how
/// long they can hold up the others who look at the same match.
const LATER: Duration = Duration::from_millis(20);
const LONGEST_LATE: Duration = Duration::from_millis(250);

/// How long a game that is over, or waits for people, is held when nobody looks.
const LINGER: Duration = Duration::from_mins(2);

/// How long an agent in a hurry may take.
const HURRY: Duration = Duration::from_secs(3);

/// How many answers to acts are remembered for each seat.
const REMEMBERED: usize = 64;

/// The most ways of looking that are remembered for those who come back.
const MOST_CHANNELS: usize = 64;

/// What the task of a match is made from.
pub(crate) struct Task {
    pub(crate) position: Position,
    pub(crate) journal: Journal,
    pub(crate) thinker: Option<Thinker>,
    /// What leaves room for everything that thinks.
    pub(crate) threads: Arc<Semaphore>,
    pub(crate) pace: Pace,
    /// After how long an agent plays for somebody who is not there, and which one for each seat.
    pub(crate) takeover: Option<Duration>,
    pub(crate) stand_ins: Vec<String>,
    pub(crate) hold: Option<Hold>,
    pub(crate) summary: Arc<Mutex<Summary>>,
    pub(crate) changes: watch::Sender<u64>,
    pub(crate) stop: watch::Receiver<bool>,
}

/// Answers to acts by what their senders call them.
type Remembered = VecDeque<(String, Result<u64, Refusal>)>;

/// A task at work.
struct Running {
    pub(super) task: Task,
    pub(super) channels: Vec<Channel>,
    pub(super) remembered: Vec<Remembered>,
    /// The seq at which the seat that is asked was asked.
    pub(super) asked_at: u64,
    pub(super) asked_since: Instant,
    /// What is left on the clock of each seat.
    pub(super) left: Vec<Option<Duration>>,
    pub(super) ready: Option<Decision>,
    pub(super) last_action: Instant,
    /// Actions that agents may still take, where they act one by one.
    pub(super) steps: u32,
    pub(super) thinking_since: Option<Instant>,
    pub(super) is_thinking_shown: bool,
    pub(super) show_at: Option<Instant>,
    pub(super) last_shown: Instant,
    /// The least time between two pictures while agents act.
    pub(super) picture_gap: Duration,
    /// Since when something was to be shown to those who were still busy.
    pub(super) shown_late: Option<Instant>,
    pub(super) last_watched: Instant,
    pub(super) explanations: Vec<(Seat, Explanation)>,
    /// Somebody else who decides for a seat: the seat, and what it will do.
    pub(super) substitute: Option<(Seat, oneshot::Receiver<Option<String>>)>,
    pub(super) inquiry: Inquiry,
    pub(super) failure: Option<String>,
}

impl Task {
    /// Runs until the server stops, or nobody is interested any more.
    pub(crate) async fn run(self, mut commands: mpsc::Receiver<Command>) {
        let now = Instant::now();
        let seats = self.position.seats();
        let left = clocks(&self.position);
        let mut running = Running {
            task: self,
            channels: Vec::new(),
            remembered: vec![VecDeque::new(); seats],
            asked_at: 0,
            asked_since: now,
            left,
            ready: None,
            last_action: now,
            steps: 0,
            thinking_since: None,
            is_thinking_shown: false,
            show_at: None,
            last_shown: now,
            picture_gap: Duration::ZERO,
            shown_late: None,
            last_watched: now,
            explanations: Vec::new(),
            substitute: None,
            inquiry: Inquiry::default(),
            failure: None,
        };
        running.ask();
        while running.turn(&mut commands).await {}
    }
}

/// What the log says is left to each seat.
fn clocks(position: &Position) -> Vec<Option<Duration>> {
    let whole = position.header().clock.and_then(|clock| clock.game).map(Duration::from_millis);
    let mut left = vec![whole; position.seats()];
    for event in position.events() {
        if let Event::Clock { seat, left: Some(remaining), .. } = event
            && let Some(left) = left.get_mut(seat.index())
        {
            *left = Some(Duration::from_millis(*remaining));
        }
    }
    left
}

/// What wakes a task.
enum Woken {
    Command(Option<Command>),
    Thought(Thought),
    Substitute(Option<String>),
    Insight(Insight),
    Time,
    Stop,
}

impl Running {
    /// Does what can be done, then waits for one thing to happen. Says whether to go on.
    async fn turn(&mut self, commands: &mut mpsc::Receiver<Command>) -> bool {
        self.play_on();
        self.show_if_due();
        if self.is_forgotten() {
            return false;
        }
        let wake = self.next_time();
        let asleep = async {
            match wake {
                Some(time) => sleep_until(time).await,
                None => std::future::pending().await,
            }
        };
        let thought = async {
            match &mut self.task.thinker {
                Some(thinker) => thinker.finish().await,
                None => std::future::pending().await,
            }
        };
        let substitute = async {
            match &mut self.substitute {
                Some((_, answer)) => answer.await.ok().flatten(),
                None => std::future::pending().await,
            }
        };
        let insight = async {
            match &mut self.inquiry.job {
                Some(answer) => answer.await.unwrap_or_default(),
                None => std::future::pending().await,
            }
        };
        let woken = tokio::select! {
            biased;
            () = stopped(&mut self.task.stop) => Woken::Stop,
            command = commands.recv() => Woken::Command(command),
            answer = substitute => Woken::Substitute(answer),
            thought = thought => Woken::Thought(thought),
            insight = insight => Woken::Insight(insight),
            () = asleep => Woken::Time,
        };
        match woken {
            Woken::Stop | Woken::Command(None) => return false,
            Woken::Command(Some(command)) => self.obey(command),
            Woken::Thought(thought) => self.thought(thought),
            Woken::Substitute(action) => self.substituted(action),
            Woken::Insight(found) => {
                self.inquiry.job = None;
                self.inquiry.found = found;
                self.show_soon();
            }
            Woken::Time => {
                self.pace_pictures(wake);
                self.look_at_clock();
            }
        }
        true
    }

    /// When something is due although nothing happens.
    fn next_time(&self) -> Option<Instant> {
        let mut times = vec![self.show_at];
        match self.task.position.waiting() {
            Waiting::Agent(_) if self.ready.is_some() && self.task.pace != Pace::Step => {
                let gap = Duration::from_millis(self.task.pace.gap());
                times.push(Some(self.last_action + gap));
            }
            Waiting::Agent(_) if !self.is_thinking_shown => {
                times.push(self.thinking_since.map(|since| since + SHOW_THINKING));
            }
            Waiting::Outside(seat) => {
                times.push(self.deadline(seat));
                times.push(self.takeover_time(seat));
            }
            Waiting::Agent(_) | Waiting::Chance | Waiting::Nothing => {}
        }
        if self.may_be_forgotten() {
            times.push(Some(self.last_watched + LINGER));
        }
        let soonest = times.into_iter().flatten().min();
        // Time that is counted from now on must not be looked at without end.
        soonest.map(|time| time.max(Instant::now() + Duration::from_millis(1)))
    }

    /// Whether nothing would be lost: the log has everything.
    fn may_be_forgotten(&self) -> bool {
        let is_watched = self.channels.iter().any(|channel| !channel.subscribers.is_empty());
        !is_watched && self.task.position.waiting() == Waiting::Nothing
    }

    fn is_forgotten(&self) -> bool {
        self.may_be_forgotten() && self.last_watched.elapsed() >= LINGER
    }
}
