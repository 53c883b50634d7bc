//! What people and programs do, and how long they take.

use std::time::Duration;

use axum::http::StatusCode;
use kakehiki_core::{Event, Missing, Seat};
use kakehiki_games::{Answer, Observer, Waiting};
use tokio::time::Instant;

use super::{REMEMBERED, Running, SHOW_THINKING};
use crate::{
    Refusal,
    matches::{Act, Command, Control, Undo},
    thinker::Heard,
};

impl Running {
    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::Inspect(look) => look(&mut self.task.position),
            Command::Act(seat, act, reply) => {
                let name = act.client_id.clone();
                let _ = reply.send(self.once(seat, name, |this| this.act(seat, &act)));
            }
            Command::Undo(seat, undo, reply) => {
                let Undo { client_id, seen_seq } = undo;
                let _ = reply.send(self.once(seat, client_id, |this| this.undo(seat, seen_seq)));
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

    /// Does something, or repeats what was said to it when it was sent before.
    fn once(
        &mut self,
        seat: Seat,
        client_id: Option<String>,
        what: impl FnOnce(&mut Self) -> Result<u64, Refusal>,
    ) -> Result<u64, Refusal> {
        let remembered = self.remembered.get(seat.index()).ok_or_else(Refusal::no_match)?;
        if let Some(id) = &client_id
            && let Some((_, answer)) = remembered.iter().find(|(known, _)| known == id)
        {
            return answer.clone();
        }
        let answer = what(self);
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
            return Err(Refusal::new(StatusCode::CONFLICT, "not-asked", text));
        }
        // Nothing in the game changes while a seat is asked, so an act that was chosen since then
        // means what it meant, and an older one may not.
        if act.seen_seq.is_some_and(|seen| seen < self.asked_at) {
            return Err(Refusal::stale());
        }
        if self.task.hold.as_ref().is_some_and(|hold| hold(&self.task.position, seat)) {
            let text = "a question has to be answered first";
            return Err(Refusal::new(StatusCode::CONFLICT, "held", text));
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

    /// Takes back the last act of a seat. Agents never heard of it: they are made again from the log.
    fn undo(&mut self, seat: Seat, seen: Option<u64>) -> Result<u64, Refusal> {
        if let Some(failure) = &self.failure {
            return Err(Refusal::closed(format!("the match has stopped: {failure}")));
        }
        let seq = self.task.position.seq(Observer::Seat(seat));
        if seen.is_some_and(|seen| seen < seq) {
            return Err(Refusal::stale());
        }
        let undone = self.task.position.undo(seat);
        undone.map_err(|text| Refusal::new(StatusCode::CONFLICT, "stands", text))?;
        if let Some(thinker) = &mut self.task.thinker {
            thinker.abandon();
        }
        (self.ready, self.substitute, self.thinking_since) = (None, None, None);
        self.task.journal.undo(seat, self.task.position.events().len());
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

    /// Writes down how long a seat took, where clocks run.
    pub(super) fn stop_clock(&mut self, seat: Seat) {
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
    pub(super) fn deadline(&self, seat: Seat) -> Option<Instant> {
        let answer = self.task.position.header().clock.and_then(|clock| clock.answer);
        let answer = answer.map(Duration::from_millis);
        let times = [answer, self.left[seat.index()]].into_iter().flatten();
        times.min().map(|time| self.asked_since + time)
    }

    pub(super) fn look_at_clock(&mut self) {
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
    pub(super) fn takeover_time(&self, seat: Seat) -> Option<Instant> {
        let patience = self.task.takeover.filter(|_| self.substitute.is_none())?;
        let is_there = self.channels.iter().any(|channel| {
            let is_own = channel.way.is_player && channel.way.observer == Observer::Seat(seat);
            is_own && channel.subscribers.iter().any(|one| !one.sink.is_closed())
        });
        (!is_there).then_some(self.asked_since + patience)
    }
}
