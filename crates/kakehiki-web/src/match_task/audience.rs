//! Those who look at a match, and what they are shown.

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, SystemTime},
};

use kakehiki_draw::Overlay;
use kakehiki_games::{Observer, Waiting};
use tokio::{sync::oneshot, time::Instant};

use super::{LATE, LATER, LONGEST_LATE, LONGEST_PICTURE_GAP, MOST_CHANNELS, PICTURE_GAP, Running};
use crate::{
    Pace,
    channel::{Channel, Outgoing, Subscriber, Way},
    insight::{Insight, think},
};

/// Figures about the position, which are made beside the game.
#[derive(Default)]
pub(super) struct Inquiry {
    pub(super) found: Insight,
    /// How many lines the log had when they were asked for.
    at: Option<usize>,
    pub(super) job: Option<oneshot::Receiver<Insight>>,
}

impl Running {
    pub(super) fn has_overlay(&self) -> bool {
        self.channels.iter().any(|it| it.way.has_overlay && !it.subscribers.is_empty())
    }

    pub(super) fn join(&mut self, way: Way, last: Option<u64>, subscriber: Subscriber) {
        self.leave(subscriber.number);
        if way.has_overlay && !self.task.position.is_open() {
            return;
        }
        let known = self.channels.iter().position(|channel| channel.way == way);
        let index = known.unwrap_or_else(|| {
            if self.channels.len() >= MOST_CHANNELS {
                self.channels.retain(|channel| !channel.subscribers.is_empty());
            }
            self.channels.push(Channel::new(way));
            self.channels.len() - 1
        });
        self.refresh(index);
        if way.has_overlay {
            self.let_explain();
        }
        self.welcome(way, &subscriber);
        self.channels[index].join(subscriber, last);
        self.show_clock(index);
        self.last_watched = Instant::now();
        if self.thinking_since.is_some() && self.is_thinking_shown {
            self.show_thinking();
        }
    }

    /// Tells those who look in one way how much time is left, where clocks run.
    fn show_clock(&mut self, index: usize) {
        if self.task.position.header().clock.is_none() {
            return;
        }
        let way = self.channels[index].way;
        // Who is asked in secret is not told by its time either.
        let seat = match self.task.position.known_waiting(way.observer) {
            Waiting::Outside(seat) => Some(seat),
            Waiting::Agent(_) | Waiting::Chance | Waiting::Nothing => None,
        };
        let now = Instant::now();
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let deadline = seat.and_then(|seat| self.deadline(seat));
        let time = deadline.map(|time| milliseconds(time.saturating_duration_since(now)));
        let left = self.left.iter().map(|left| left.map(milliseconds)).collect();
        self.channels[index].send(&Outgoing::Clock { seat, time, left }.text());
    }

    pub(super) fn welcome(&self, way: Way, subscriber: &Subscriber) {
        let seat = match way.observer {
            Observer::Seat(seat) if way.is_player => Some(seat),
            _ => None,
        };
        let seats = &self.task.position.facts().seats;
        let name = seat.and_then(|seat| seats.get(seat.index())).map(|label| label.name.as_str());
        let (open, pace) = (self.task.position.is_open(), self.task.pace);
        let _ = subscriber.sink.try_send(Outgoing::Welcome { seat, name, open, pace }.text());
    }

    pub(super) fn leave(&mut self, number: u64) {
        for channel in &mut self.channels {
            channel.leave(number);
        }
        self.last_watched = Instant::now();
    }

    pub(super) fn refresh(&mut self, index: usize) {
        let Way { observer, is_player, has_overlay, .. } = self.channels[index].way;
        let mut look = self.task.position.look(observer);
        if !is_player {
            look.menu = None;
            look.undo = None;
        }
        if has_overlay && self.task.position.is_open() {
            let truth = self.task.position.game().view(Observer::Analyst);
            let explanations = self.explanations.clone();
            look.overlay = Some(Overlay { explanations, ..self.inquiry.found.overlay(truth) });
            self.look_into();
        }
        self.channels[index].show(&look);
    }

    /// Remembers to show what has happened: at once where somebody takes part or waits, otherwise
    /// as often as an eye can follow.
    pub(super) fn show_soon(&mut self) {
        let now = Instant::now();
        let gap = match (self.task.position.waiting(), self.task.pace) {
            (Waiting::Agent(_), Pace::Instant) => self.picture_gap.max(PICTURE_GAP),
            (Waiting::Agent(_), _) => self.picture_gap,
            (Waiting::Outside(_) | Waiting::Chance | Waiting::Nothing, _) => Duration::ZERO,
        };
        let time = (self.last_shown + gap).max(now);
        self.show_at = Some(self.show_at.map_or(time, |earlier| earlier.min(time)));
    }

    /// Makes pictures rarer where the server comes late to what is due. Drawing is most of its work:
    /// a busy server then keeps up with its games, and pages show the newest.
    pub(super) fn pace_pictures(&mut self, due: Option<Instant>) {
        let is_late = due.is_some_and(|due| due.elapsed() > LATE);
        self.picture_gap = next_gap(self.picture_gap, is_late);
    }

    pub(super) fn show_if_due(&mut self) {
        if self.failure.is_some() || self.show_at.is_none_or(|time| time > Instant::now()) {
            return;
        }
        // Whoever is slow is shown the newest later instead of everything late.
        let now = Instant::now();
        let is_full = self.channels.iter().any(|channel| !channel.is_taken_in());
        if is_full && self.shown_late.is_none_or(|since| now < since + LONGEST_LATE) {
            self.shown_late.get_or_insert(now);
            self.show_at = Some(now + LATER);
            return;
        }
        self.shown_late = None;
        self.show_at = None;
        self.last_shown = now;
        for index in 0..self.channels.len() {
            self.channels[index].subscribers.retain(|subscriber| !subscriber.sink.is_closed());
            if !self.channels[index].subscribers.is_empty() {
                self.refresh(index);
                self.show_clock(index);
            }
        }
        self.summarise();
        self.task.changes.send_modify(|changes| *changes += 1);
    }

    pub(super) fn summarise(&mut self) {
        let position = &mut self.task.position;
        let seq = position.seq(Observer::Spectator);
        let mut summary = self.task.summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.waiting = position.known_waiting(Observer::Spectator);
        summary.outcome = position.outcome();
        // What nobody may notice does not show by its time either.
        if summary.seq != seq {
            summary.seq = seq;
            summary.changed = SystemTime::now();
        }
    }

    pub(super) fn show_thinking(&mut self) {
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

    /// Lets figures be made for those who look at everything, once for every position.
    pub(super) fn look_into(&mut self) {
        let events = self.task.position.events().len();
        if self.inquiry.job.is_some() || self.inquiry.at == Some(events) {
            return;
        }
        self.inquiry.at = Some(events);
        let truth = self.task.position.game().view(Observer::Analyst);
        let (log, threads) = (self.task.position.log(), Arc::clone(&self.task.threads));
        let (reply, answer) = oneshot::channel();
        tokio::spawn(async move {
            let insight = think(threads, move || Insight::of(&log, &truth)).await;
            let _ = reply.send(insight.unwrap_or_default());
        });
        self.inquiry.job = Some(answer);
    }
}

/// The time between two pictures after one of this length.
fn next_gap(gap: Duration, is_late: bool) -> Duration {
    if is_late { (2 * gap).clamp(PICTURE_GAP, LONGEST_PICTURE_GAP) } else { gap / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_busy_server_become_rarer_and_come_back() {
        let mut gap = Duration::ZERO;
        for _ in 0..20 {
            gap = next_gap(gap, true);
            assert!((PICTURE_GAP..=LONGEST_PICTURE_GAP).contains(&gap));
        }
        assert_eq!(gap, LONGEST_PICTURE_GAP);
        for _ in 0..9 {
            gap = next_gap(gap, false);
        }
        assert!(gap < Duration::from_millis(1));
    }
}
