//! The task of a match: it alone holds the game, writes its log and tells those who look.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use kakehiki_core::{Event, Explanation, Missing, Occupant, Seat};
use kakehiki_draw::Overlay;
use kakehiki_games::{Answer, Observer, Waiting};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep_until},
};

use crate::{
    Pace, Position, Refusal,
    channel::{Channel, Outgoing, Subscriber, Way},
    matches::{Act, Command, Control, Hold, Summary},
    state::stopped,
    store::Journal,
    thinker::{Decision, Heard, Thinker, Thought, hurried, stand_in},
};

/// How long an agent thinks before it is said that it does.
const SHOW_THINKING: Duration = Duration::from_millis(80);

/// The least time between two pictures of a game that nobody takes part in or waits for.
const PICTURE_GAP: Duration = Duration::from_millis(50);

/// How long a game that is over, or waits for people, is held when nobody looks.
const LINGER: Duration = Duration::from_secs(120);

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
pub(crate) struct Running {
    task: Task,
    channels: Vec<Channel>,
    remembered: Vec<Remembered>,
    /// The seq at which the seat that is asked was asked.
    asked_at: u64,
    asked_since: Instant,
    /// What is left on the clock of each seat.
    left: Vec<Option<Duration>>,
    ready: Option<Decision>,
    last_action: Instant,
    /// Actions that agents may still take, where they act one by one.
    steps: u32,
    thinking_since: Option<Instant>,
    is_thinking_shown: bool,
    show_at: Option<Instant>,
    last_shown: Instant,
    last_watched: Instant,
    explanations: Vec<(Seat, Explanation)>,
    /// Somebody else who decides for a seat: the seat, and what it will do.
    substitute: Option<(Seat, oneshot::Receiver<Option<String>>)>,
    failure: Option<String>,
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
            last_watched: now,
            explanations: Vec::new(),
            substitute: None,
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
        let woken = tokio::select! {
            biased;
            () = stopped(&mut self.task.stop) => Woken::Stop,
            command = commands.recv() => Woken::Command(command),
            answer = substitute => Woken::Substitute(answer),
            thought = thought => Woken::Thought(thought),
            () = asleep => Woken::Time,
        };
        match woken {
            Woken::Stop | Woken::Command(None) => return false,
            Woken::Command(Some(command)) => self.obey(command),
            Woken::Thought(thought) => self.thought(thought),
            Woken::Substitute(action) => self.substituted(action),
            Woken::Time => self.look_at_clock(),
        }
        true
    }

    // --- play ---------------------------------------------------------------------------------

    /// Lets chance fall and agents act as far as the pace allows.
    fn play_on(&mut self) {
        while self.failure.is_none() {
            match self.task.position.waiting() {
                Waiting::Chance => {
                    if !self.task.position.draw() {
                        return;
                    }
                    self.tell_agents(Heard::Chance);
                    self.happened();
                }
                Waiting::Agent(seat) => {
                    if self.ready.is_some() && self.may_act_now() {
                        self.agent_acts(seat);
                        continue;
                    }
                    self.let_think();
                    return;
                }
                Waiting::Outside(_) | Waiting::Nothing => {
                    self.let_listen();
                    return;
                }
            }
        }
    }

    fn may_act_now(&self) -> bool {
        match self.task.pace {
            Pace::Step => self.steps > 0,
            pace => self.last_action.elapsed() >= Duration::from_millis(pace.gap()),
        }
    }

    fn agent_acts(&mut self, seat: Seat) {
        let Some(decision) = self.ready.take() else { return };
        self.steps = self.steps.saturating_sub(1);
        self.last_action = Instant::now();
        let acted = match &decision {
            Decision::Act(action) => self.task.position.answer(seat, Answer::Action(action)),
            Decision::Fail => self.fail(seat),
        };
        if acted.is_err() {
            // The rules refuse what the same rules have taken elsewhere: that must not hang a match.
            let _ = self.fail(seat);
        }
        self.happened();
    }

    /// The agent of a seat has no answer: the rules answer for it, or it forfeits.
    fn fail(&mut self, seat: Seat) -> Result<(), kakehiki_games::Refused> {
        const PROBLEM: Missing = Missing::Failed("it broke down or did what is not allowed");
        self.task.position.answer(seat, Answer::Missing(PROBLEM))
    }

    fn let_think(&mut self) {
        let explains = self.has_overlay();
        let (position, ready) = (&self.task.position, self.ready.is_some());
        let Some(thinker) = &mut self.task.thinker else { return };
        if ready || self.substitute.is_some() || !thinker.is_idle() {
            return;
        }
        thinker.start(|| position.log(), true, explains);
        self.thinking_since = Some(Instant::now());
        self.is_thinking_shown = false;
    }

    fn let_listen(&mut self) {
        let explains = self.has_overlay();
        let position = &self.task.position;
        if let Some(thinker) = &mut self.task.thinker
            && thinker.has_news()
        {
            thinker.start(|| position.log(), false, explains);
        }
    }

    fn thought(&mut self, thought: Thought) {
        if let Some(explanations) = thought.explanations {
            self.explanations = explanations;
            self.show_soon();
        }
        if thought.decision.is_some() {
            self.ready = thought.decision;
            self.thinking_since = None;
        }
    }

    fn tell_agents(&mut self, heard: Heard) {
        if let Some(thinker) = &mut self.task.thinker {
            thinker.hear(heard);
        }
    }

    /// Writes down what has happened before anybody hears of it.
    fn happened(&mut self) {
        if let Err(error) = self.task.journal.write(self.task.position.events()) {
            // What is not written must not be seen: it would be different after a restart.
            eprintln!("error: a match stops, as its log cannot be written: {error}");
            self.failure = Some("its log cannot be written".to_owned());
            return;
        }
        self.ask();
        self.show_soon();
    }

    /// Notes from when on whoever is asked was asked.
    fn ask(&mut self) {
        if let Waiting::Outside(seat) = self.task.position.waiting() {
            self.asked_at = self.task.position.seq(Observer::Seat(seat));
        }
        self.asked_since = Instant::now();
    }

    // --- people and programs ------------------------------------------------------------------

    fn obey(&mut self, command: Command) {
        match command {
            Command::Inspect(look) => look(&mut self.task.position),
            Command::Act(seat, act, reply) => {
                let answer = self.act_once(seat, act);
                let _ = reply.send(answer);
            }
            Command::Note(event, reply) => {
                let _ = reply.send(self.note(event));
            }
            Command::Join(way, last, subscriber) => self.join(way, last, subscriber),
            Command::Leave(number) => self.leave(number),
            Command::Control(Control::Next) => self.steps = (self.steps + 1).min(1000),
            Command::Control(Control::Pace(pace)) => {
                self.task.pace = pace;
                self.steps = 0;
            }
            Command::Control(Control::CutShort) => self.cut_short(),
        }
    }

    /// Takes an act, or repeats what was said to it when it was sent before.
    fn act_once(&mut self, seat: Seat, act: Act) -> Result<u64, Refusal> {
        let client_id = act.client_id.clone();
        let remembered = self.remembered.get(seat.index()).ok_or_else(Refusal::no_match)?;
        if let Some(id) = &client_id
            && let Some((_, answer)) = remembered.iter().find(|(known, _)| known == id)
        {
            return answer.clone();
        }
        let answer = self.act(seat, &act);
        if let (Some(id), Some(remembered)) = (client_id, self.remembered.get_mut(seat.index())) {
            remembered.truncate(REMEMBERED - 1);
            remembered.push_front((id, answer.clone()));
        }
        answer
    }

    fn act(&mut self, seat: Seat, act: &Act) -> Result<u64, Refusal> {
        if let Some(failure) = &self.failure {
            return Err(Refusal::closed(format!("the match has stopped: {failure}")));
        }
        if self.task.position.waiting() != Waiting::Outside(seat) {
            // Not even who is asked may be told: that is secret in some games.
            let text = match self.task.position.waiting() {
                Waiting::Nothing => "the game is over",
                _ => "it is not your turn",
            };
            return Err(Refusal::new(axum::http::StatusCode::CONFLICT, "not-asked", text));
        }
        // Nothing in the game changes while a seat is asked, so an act that was chosen since then
        // means what it meant, and an older one may not.
        if act.seen_seq.is_some_and(|seen| seen < self.asked_at) {
            return Err(Refusal::stale());
        }
        if self.task.hold.as_ref().is_some_and(|hold| hold(&self.task.position, seat)) {
            let text = "a question has to be answered first";
            return Err(Refusal::new(axum::http::StatusCode::CONFLICT, "held", text));
        }
        self.task
            .position
            .answer(seat, Answer::Action(&act.action))
            .map_err(|refused| Refusal::illegal(refused.0))?;
        self.tell_agents(Heard::Answer(seat, act.action.clone()));
        self.stop_clock(seat);
        self.last_action = Instant::now();
        self.happened();
        match &self.failure {
            Some(failure) => Err(Refusal::closed(format!("the match has stopped: {failure}"))),
            None => Ok(self.task.position.seq(Observer::Seat(seat))),
        }
    }

    fn note(&mut self, event: Event) -> Result<u64, Refusal> {
        if let Some(failure) = &self.failure {
            return Err(Refusal::closed(format!("the match has stopped: {failure}")));
        }
        self.task.position.note(event).map_err(|refused| Refusal::illegal(refused.0))?;
        let line = 1 + self.task.position.events().len() as u64;
        let (asked_at, asked_since) = (self.asked_at, self.asked_since);
        self.happened();
        // A remark puts no new question.
        (self.asked_at, self.asked_since) = (asked_at, asked_since);
        match &self.failure {
            Some(failure) => Err(Refusal::closed(format!("the match has stopped: {failure}"))),
            None => Ok(line),
        }
    }

    // --- clocks -------------------------------------------------------------------------------

    /// Writes down how long a seat took, where clocks run.
    fn stop_clock(&mut self, seat: Seat) {
        if self.task.position.header().clock.is_none() {
            return;
        }
        let took = self.asked_since.elapsed();
        let left = &mut self.left[seat.index()];
        *left = left.map(|left| left.saturating_sub(took));
        let event = Event::Clock {
            seat,
            took: took.as_millis() as u64,
            left: left.map(|left| left.as_millis() as u64),
        };
        // A remark of this kind is always taken.
        let _ = self.task.position.note(event);
    }

    /// When the seat that is asked has used up its time.
    fn deadline(&self, seat: Seat) -> Option<Instant> {
        let answer = self.task.position.header().clock.and_then(|clock| clock.answer);
        let answer = answer.map(Duration::from_millis);
        let times = [answer, self.left[seat.index()]].into_iter().flatten();
        times.min().map(|time| self.asked_since + time)
    }

    fn look_at_clock(&mut self) {
        let now = Instant::now();
        if let Some(since) = self.thinking_since
            && !self.is_thinking_shown
            && now >= since + SHOW_THINKING
        {
            self.show_thinking();
        }
        let Waiting::Outside(seat) = self.task.position.waiting() else { return };
        if self.deadline(seat).is_some_and(|deadline| now >= deadline) {
            let missing = Missing::TimedOut;
            if self.task.position.answer(seat, Answer::Missing(missing.clone())).is_ok() {
                self.tell_agents(Heard::Missing(seat, missing));
                self.stop_clock(seat);
                self.happened();
            }
        } else if self.takeover_time(seat).is_some_and(|time| now >= time) {
            let agents = vec![self.task.stand_ins[seat.index()].clone(), "random".to_owned()];
            self.substitute_for(seat, agents);
        }
    }

    /// When an agent plays for a seat whose owner is not there.
    fn takeover_time(&self, seat: Seat) -> Option<Instant> {
        let patience = self.task.takeover.filter(|_| self.substitute.is_none())?;
        let is_there = self.channels.iter().any(|channel| {
            let is_own = channel.way.is_player && channel.way.observer == Observer::Seat(seat);
            is_own && channel.subscribers.iter().any(|one| !one.sink.is_closed())
        });
        (!is_there).then_some(self.asked_since + patience)
    }

    // --- others who decide for a seat ---------------------------------------------------------

    fn cut_short(&mut self) {
        let Waiting::Agent(seat) = self.task.position.waiting() else { return };
        let is_deciding = self.task.thinker.as_ref().is_some_and(Thinker::is_deciding);
        if !is_deciding || self.substitute.is_some() {
            return;
        }
        let header = self.task.position.header();
        let Occupant::Agent(name) = &header.seats[seat.index()] else { return };
        let quick = hurried(&header.game, name);
        self.substitute_for(seat, quick.into_iter().chain(["random".to_owned()]).collect());
    }

    /// Lets others decide for a seat, the first who answers in time.
    fn substitute_for(&mut self, seat: Seat, agents: Vec<String>) {
        let log = self.task.position.log();
        let (reply, answer) = oneshot::channel();
        tokio::spawn(async move {
            for agent in agents {
                let log = log.clone();
                let work = tokio::task::spawn_blocking(move || stand_in(&log, seat, &agent));
                if let Ok(Ok(Some(action))) = tokio::time::timeout(HURRY, work).await {
                    let _ = reply.send(Some(action));
                    return;
                }
            }
            let _ = reply.send(None);
        });
        self.substitute = Some((seat, answer));
    }

    fn substituted(&mut self, action: Option<String>) {
        let Some((seat, _)) = self.substitute.take() else { return };
        let waiting = self.task.position.waiting();
        let is_awaited = waiting == Waiting::Outside(seat) || waiting == Waiting::Agent(seat);
        let Some(action) = action.filter(|_| is_awaited && self.ready.is_none()) else {
            self.asked_since = Instant::now();
            return;
        };
        if self.task.position.answer(seat, Answer::Action(&action)).is_err() {
            return;
        }
        if waiting == Waiting::Agent(seat) {
            if let Some(thinker) = &mut self.task.thinker {
                thinker.abandon();
            }
            self.thinking_since = None;
        } else {
            self.tell_agents(Heard::Answer(seat, action));
            self.stop_clock(seat);
        }
        self.last_action = Instant::now();
        self.happened();
    }

    // --- those who look -----------------------------------------------------------------------

    fn has_overlay(&self) -> bool {
        self.channels.iter().any(|it| it.way.has_overlay && !it.subscribers.is_empty())
    }

    fn join(&mut self, way: Way, last: Option<u64>, subscriber: Subscriber) {
        self.leave(subscriber.number);
        if way.has_overlay && !self.task.position.is_open() {
            return;
        }
        let index = match self.channels.iter().position(|channel| channel.way == way) {
            Some(index) => index,
            None => {
                if self.channels.len() >= MOST_CHANNELS {
                    self.channels.retain(|channel| !channel.subscribers.is_empty());
                }
                self.channels.push(Channel::new(way));
                self.channels.len() - 1
            }
        };
        self.refresh(index);
        self.welcome(way, &subscriber);
        self.channels[index].join(subscriber, last);
        self.last_watched = Instant::now();
        if self.thinking_since.is_some() && self.is_thinking_shown {
            self.show_thinking();
        }
    }

    fn welcome(&self, way: Way, subscriber: &Subscriber) {
        let seat = match way.observer {
            Observer::Seat(seat) if way.is_player => Some(seat),
            _ => None,
        };
        let seats = &self.task.position.facts().seats;
        let name = seat.and_then(|seat| seats.get(seat.index())).map(|label| label.name.as_str());
        let (open, pace) = (self.task.position.is_open(), self.task.pace);
        let _ = subscriber.sink.try_send(Outgoing::Welcome { seat, name, open, pace }.text());
    }

    fn leave(&mut self, number: u64) {
        for channel in &mut self.channels {
            channel.leave(number);
        }
        self.last_watched = Instant::now();
    }

    fn refresh(&mut self, index: usize) {
        let Way { observer, is_player, has_overlay, .. } = self.channels[index].way;
        let mut look = self.task.position.look(observer);
        if !is_player {
            look.menu = None;
        }
        if has_overlay && self.task.position.is_open() {
            let truth = self.task.position.game().view(Observer::Analyst);
            let explanations = self.explanations.clone();
            let truth = Some(truth);
            look.overlay = Some(Overlay { explanations, truth, ..Overlay::default() });
        }
        self.channels[index].show(&look);
    }

    /// Remembers to show what has happened: at once where somebody takes part or waits, otherwise
    /// as often as an eye can follow.
    fn show_soon(&mut self) {
        let now = Instant::now();
        let is_rushing = self.task.pace == Pace::Instant
            && matches!(self.task.position.waiting(), Waiting::Agent(_));
        let time = if is_rushing { (self.last_shown + PICTURE_GAP).max(now) } else { now };
        self.show_at = Some(self.show_at.map_or(time, |earlier| earlier.min(time)));
    }

    fn show_if_due(&mut self) {
        if self.failure.is_some() || self.show_at.is_none_or(|time| time > Instant::now()) {
            return;
        }
        self.show_at = None;
        self.last_shown = Instant::now();
        for index in 0..self.channels.len() {
            self.channels[index].subscribers.retain(|subscriber| !subscriber.sink.is_closed());
            if !self.channels[index].subscribers.is_empty() {
                self.refresh(index);
            }
        }
        self.summarise();
        self.task.changes.send_modify(|changes| *changes += 1);
    }

    fn summarise(&mut self) {
        let position = &mut self.task.position;
        let seq = position.seq(Observer::Spectator);
        let mut summary = self.task.summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.waiting = position.known_waiting(Observer::Spectator);
        summary.outcome = position.outcome();
        summary.seq = seq;
        summary.changed = SystemTime::now();
    }

    fn show_thinking(&mut self) {
        self.is_thinking_shown = true;
        for channel in &mut self.channels {
            let waiting = self.task.position.known_waiting(channel.way.observer);
            let seat = match waiting {
                Waiting::Agent(seat) | Waiting::Outside(seat) => Some(seat),
                Waiting::Chance | Waiting::Nothing => None,
            };
            channel.send(&Outgoing::Thinking { seat }.text());
        }
    }

    // --- time ---------------------------------------------------------------------------------

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
