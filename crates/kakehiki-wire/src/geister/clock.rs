//! The clock of the contest: a stock for the game, then so much for each move.

use std::time::{Duration, Instant};

use kakehiki_core::Seat;

use crate::ThinkingTime;

/// The original server looks at its clock once a second and is late by one.
const GRACE: Duration = Duration::from_secs(1);

/// The clocks of both players.
pub(super) struct Clocks {
    time: ThinkingTime,
    stocks: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(Seat, Instant)>,
}

impl Clocks {
    pub(super) fn new(time: ThinkingTime) -> Self {
        Self { time, stocks: [time.stock; 2], running: None }
    }

    /// When a player that was asked for its set-up is late.
    pub(super) fn set_up_deadline(&self, asked: Instant) -> Instant {
        asked + self.time.stock + self.time.answer + GRACE
    }

    /// Lets the clock of a player run, or none; who moved is told with the time it took and what is
    /// left of its stock, which falls by whole seconds.
    pub(super) fn run(
        &mut self,
        seat: Option<Seat>,
        now: Instant,
    ) -> Option<(Seat, Duration, Duration)> {
        if self.running.map(|(seat, _)| seat) == seat {
            return None;
        }
        let stopped = self.running.take();
        self.running = seat.map(|seat| (seat, now));
        let (seat, since) = stopped?;
        let took = now.saturating_duration_since(since);
        let stock = &mut self.stocks[seat.index()];
        *stock = stock.saturating_sub(Duration::from_secs(took.as_secs()));
        Some((seat, took, *stock))
    }

    /// When the player whose clock runs is late.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (seat, since) = self.running?;
        Some(since + self.stocks[seat.index()] + self.time.answer + GRACE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stock_falls_by_whole_seconds_and_then_each_move_has_its_time() {
        let seconds = Duration::from_secs_f64;
        let time = ThinkingTime { stock: seconds(3.0), answer: seconds(2.0) };
        let mut clocks = Clocks::new(time);
        let (first, second) = (Seat::new(0), Seat::new(1));
        let start = Instant::now();
        assert_eq!(clocks.deadline(), None);
        assert_eq!(clocks.run(Some(first), start), None);
        // A stock of three and two for the move are over after six seconds, as is known of the server.
        assert_eq!(clocks.deadline(), Some(start + seconds(6.0)));
        assert_eq!(clocks.run(Some(first), start + seconds(1.0)), None, "it runs on");
        let later = start + seconds(2.9);
        assert_eq!(clocks.run(Some(second), later), Some((first, seconds(2.9), seconds(1.0))));
        let last = later + seconds(9.0);
        assert_eq!(clocks.run(Some(first), last), Some((second, seconds(9.0), seconds(0.0))));
        assert_eq!(clocks.deadline(), Some(last + seconds(4.0)));
        clocks.run(Some(second), last);
        assert_eq!(clocks.deadline(), Some(last + seconds(3.0)), "no stock is left");
    }
}
