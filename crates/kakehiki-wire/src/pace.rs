//! How many playouts a decision gets, or how much time of the processor, so that a protocol's clock is spent and
//! never overdrawn.

use std::time::Duration;

use kakehiki_core::{Cast, Part, TIME};

/// What agents think by where their names leave that open; the first that one knows counts.
const MEASURES: [Measure; 2] = [
    Measure { name: "playouts", unit: "", fastest: None },
    Measure {
        name: TIME.name,
        unit: "ms",
        // A busy machine has less for us than the clock says, and none has more.
        fastest: Some(1000.0),
    },
];

/// The parameters that say how much somebody thinks.
const LIMITS: [&str; 3] = ["playouts", TIME.name, "depth"];

/// The first decision shows how fast the agent is here; it gets few playouts or milliseconds, and no clock is in
/// danger.
const FIRST: u64 = 1000;

/// The part of the time for one answer that is always spent: what is left covers the network, and
/// positions in which playouts take longer than in the one before.
const SHARE_OF_ANSWER: f64 = 0.6;

/// The stock is spent as if so many decisions were still to come. It never runs out so, and in
/// Geister nine tenths of it are spent by the seventieth move.
const STILL_TO_COME: f64 = 30.0;

/// An agent that is made anew hears the game again. One whose hearing takes more than this share of
/// a decision thinks while it hears, and stays as it is.
const CHEAP_HEARING: f64 = 0.1;

/// A new number of playouts is worth making an agent anew where it differs by so much.
const WORTHWHILE: f64 = 1.25;

/// Playouts grow by no more than this from one decision to the next: one that was made without thinking,
/// such as a set-up, says nothing about the speed of others.
const MOST_GROWTH: f64 = 8.0;

/// The most playouts that any agent takes.
const MOST: f64 = 1e9;

/// A parameter by which an agent thinks.
#[derive(Clone, Copy, Debug)]
struct Measure {
    name: &'static str,
    /// What is written behind a number.
    unit: &'static str,
    /// The most that a second of a clock holds, if there is such a bound.
    fastest: Option<f64>,
}

/// The time that a protocol gives: a stock for the whole game, and so much for each answer beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime {
    /// For the whole game.
    pub stock: Duration,
    /// For each answer, once the stock is used up.
    pub answer: Duration,
}

impl ThinkingTime {
    /// What the Geister contests give.
    pub const GEISTER_CONTEST: Self =
        Self { stock: Duration::from_mins(10), answer: Duration::from_secs(10) };
}

/// The pace of an agent whose name leaves open how much it thinks.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// The agent as it thinks about its next decision.
    cast: Cast,
    measure: Measure,
    time: ThinkingTime,
    /// What is left of the stock, in seconds.
    stock: f64,
    /// The playouts or milliseconds of the next decision.
    amount: u64,
    decisions: u32,
    /// How many of them a second holds, as the last decision showed.
    speed: Option<f64>,
    /// How the agent hears, once it was made anew.
    hears_cheaply: Option<bool>,
}

impl Pace {
    /// The pace of an agent; nothing for one that does not think ahead, or whose name says how far.
    pub(crate) fn new(cast: &Cast, time: ThinkingTime) -> Option<Self> {
        let mover = cast.part(Part::Moves)?;
        let has = |name: &str| mover.kind.parameters.iter().any(|known| known.name == name);
        let measure = MEASURES.into_iter().find(|measure| has(measure.name))?;
        let is_open = LIMITS.iter().all(|name| !has(name) || mover.settings.is_default(name));
        let mut pace = Self {
            cast: cast.clone(),
            measure,
            time,
            stock: time.stock.as_secs_f64(),
            amount: 0,
            decisions: 0,
            speed: None,
            hears_cheaply: None,
        };
        let half = |fastest: f64| (fastest * pace.target() / 2.0).clamp(1.0, FIRST as f64);
        let first = measure.fastest.map_or(FIRST as f64, half);
        (is_open && pace.set(first as u64)).then_some(pace)
    }

    /// The agent as it thinks about its next decision.
    pub(crate) fn cast(&self) -> &Cast {
        &self.cast
    }

    /// Changes how much the agent thinks, where it takes so many playouts or so much time.
    fn set(&mut self, amount: u64) -> bool {
        let value = format!("{amount}{}", self.measure.unit);
        let changed = self.cast.with(Part::Moves, self.measure.name, &value);
        if let Ok(cast) = changed {
            (self.cast, self.amount) = (cast, amount);
        }
        self.amount == amount
    }

    /// How long the next decision should take, in seconds.
    fn target(&self) -> f64 {
        SHARE_OF_ANSWER * self.time.answer.as_secs_f64()
            + if self.hears_cheaply == Some(true) { self.stock / STILL_TO_COME } else { 0.0 }
    }

    /// A decision took so long. Says whether the agent has to be made anew for the next.
    pub(crate) fn decided(&mut self, took: Duration) -> bool {
        let took = took.as_secs_f64().max(1e-6);
        self.stock = (self.stock - took.floor()).max(0.0);
        let speed = self.amount as f64 / took;
        let speed = match self.measure.fastest {
            // Who did not use its time tells nothing of how much of it there is.
            Some(fastest) if speed > fastest => self.speed.unwrap_or(fastest),
            // The slower of two decisions tells more about the next than the faster.
            _ => self.speed.map_or(speed, |before| speed.min(2.0 * before)),
        };
        self.speed = Some(speed);
        self.decisions += 1;
        let wanted = (speed * self.target()).clamp(1.0, MOST);
        let change = (wanted / self.amount as f64).min(MOST_GROWTH);
        let is_worthwhile = !(1.0 / WORTHWHILE..=WORTHWHILE).contains(&change);
        // One that thinks while it hears is made anew only to think less, as long as there is time for
        // thinking all of it over again.
        let again = f64::from(self.decisions) * self.target();
        let may_renew =
            self.hears_cheaply != Some(false) || change < 1.0 && again < self.stock / 2.0;
        is_worthwhile && may_renew && self.set((self.amount as f64 * change).max(1.0) as u64)
    }

    /// The agent that was made anew took so long to hear the game again.
    pub(crate) fn heard(&mut self, took: Duration) {
        let is_cheap = took.as_secs_f64() < CHEAP_HEARING * self.target();
        self.stock = (self.stock - took.as_secs_f64()).max(0.0);
        self.hears_cheaply = Some(self.hears_cheaply.unwrap_or(true) && is_cheap);
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Roster;
    use kakehiki_geister::GEISTER_AGENTS;

    use super::*;

    fn pace(name: &str) -> Option<Pace> {
        let name: kakehiki_core::AgentName = name.parse().unwrap();
        Pace::new(&name.cast(&GEISTER_AGENTS.kinds()).unwrap(), ThinkingTime::GEISTER_CONTEST)
    }

    #[test]
    fn only_thinking_that_is_left_open_follows_the_clock() {
        for named in [
            "charge",
            "isuct(playouts=1000)",
            "isuct(time=1s)",
            "purple(depth=4)",
            "shrewd(time=1s)",
        ] {
            assert!(pace(named).is_none(), "{named}");
        }
        let timed = pace("shrewd(worlds=9)+listen(acts=fitted)").unwrap();
        assert_eq!(
            timed.cast().name().to_string(),
            "shrewd(time=1s, worlds=9)+listen(acts=fitted)"
        );
        let hasty = ThinkingTime { stock: Duration::ZERO, answer: Duration::from_millis(100) };
        let name: kakehiki_core::AgentName = "purple".parse().unwrap();
        let hasty = Pace::new(&name.cast(&GEISTER_AGENTS.kinds()).unwrap(), hasty).unwrap();
        assert_eq!(hasty.cast().name().to_string(), "purple(time=30ms)");
        let pace = pace("speak+isuct(c=0.2)").unwrap();
        assert_eq!(pace.cast().name().to_string(), "speak+isuct(playouts=1000, c=0.2)");
    }

    /// Plays decisions of an agent that is so fast, every other one slower by this factor, after a first
    /// one without any thought; `hearing` says how long it takes to hear so many decisions of so many
    /// seconds again. Gives how long each took.
    fn seconds(
        speed: f64,
        scatter: f64,
        hearing: impl Fn(u32, f64) -> f64,
        decisions: u32,
    ) -> Vec<f64> {
        let mut pace = pace("isuct").unwrap();
        pace.decided(Duration::from_nanos(100));
        let mut is_stale = true;
        let mut took = |number: u32| {
            let slower = if number.is_multiple_of(2) { 1.0 } else { scatter };
            if is_stale {
                pace.heard(Duration::from_secs_f64(hearing(number, pace.amount as f64 / speed)));
            }
            let seconds = pace.amount as f64 / speed * slower;
            let left = pace.stock + 10.0;
            assert!(seconds < left, "decision {number} took {seconds} of {left}");
            is_stale = pace.decided(Duration::from_secs_f64(seconds));
            seconds
        };
        (0..decisions).map(&mut took).collect()
    }

    #[test]
    fn the_stock_is_spent_and_no_answer_is_late() {
        for speed in [20.0, 1e3, 1e6] {
            for scatter in [1.0, 1.5] {
                let seconds = seconds(speed, scatter, |_, _| 0.001, 150);
                let spent: f64 = seconds[..75].iter().sum();
                assert!(spent > 500.0, "{spent} at {speed}");
                assert!(seconds.iter().skip(8).all(|took| *took > 3.0), "{seconds:?}");
            }
        }
    }

    /// One that thinks by the time of the processor, of which it gets this share and does not always use all.
    #[test]
    fn time_of_the_processor_is_spent_as_the_clock_has_it() {
        for share in [1.0, 0.5, 0.3] {
            let mut pace = pace("shrewd").unwrap();
            let (mut spent, mut longest) = (0.0, 0.0_f64);
            for number in 0..150_u32 {
                // Now and then there is nothing to think about.
                let uses = if number.is_multiple_of(5) { 0.001 } else { 1.0 };
                let seconds = pace.amount as f64 / 1000.0 * uses / share;
                assert!(seconds < pace.stock + 10.0, "decision {number} took {seconds}");
                if pace.decided(Duration::from_secs_f64(seconds)) {
                    pace.heard(Duration::from_millis(10));
                }
                spent += if number < 100 { seconds } else { 0.0 };
                longest = longest.max(seconds);
            }
            assert!(spent > 600.0 && longest < 40.0, "{spent} and {longest} at {share}");
        }
    }

    #[test]
    fn who_thinks_while_hearing_is_not_made_anew_for_ever() {
        for speed in [1e3, 1e5] {
            let again = |decisions: u32, seconds: f64| f64::from(decisions) * seconds;
            let seconds = seconds(speed, 1.0, again, 150);
            assert!(seconds[20..].iter().all(|took| (3.0..8.0).contains(took)), "{seconds:?}");
        }
    }
}
