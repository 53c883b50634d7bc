//! What is told about a game to those who may know everything: what positions are worth, and which
//! statements were true.

use kakehiki_bargain::{Claimable, Truth};
use kakehiki_core::{
    Agent, Event, Explanation, Log, LogError, OngoingGame, QuickPlay, Seat, Seated, Seed, Turn,
};
use kakehiki_search::Belief;
use serde::Serialize;

/// How likely each seat wins from a position, by games that were played on from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WinRates {
    /// Who played on for all seats.
    pub by: String,
    /// How many games were played.
    pub playouts: u32,
    /// For each seat the share of wins, from 0 to 1.
    pub rates: Vec<f64>,
    /// For each seat half the width of the 95 % interval.
    pub margins: Vec<f64>,
}

/// Plays on from the position of a game with open cards.
fn from_here<G: Claimable>(
    quick: QuickPlay<G>,
    ongoing: &OngoingGame<G>,
    playouts: u32,
    seed: Seed,
) -> WinRates {
    // Nobody who plays on thinks about speech.
    let game = ongoing.game().silent();
    let seats = game.seats();
    let (mut sums, mut squares) = (vec![0.0; seats], vec![0.0; seats]);
    for number in 0..playouts {
        let mut state = ongoing.state().clone();
        let rewards = (quick.play)(&game, &mut state, &mut seed.rng_at(u64::from(number)));
        for (seat, reward) in rewards.iter().enumerate() {
            sums[seat] += reward;
            squares[seat] += reward * reward;
        }
    }
    let count = f64::from(playouts.max(1));
    let rates: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
    let spread = |(rate, square): (&f64, &f64)| {
        let variance = (square / count - rate * rate).max(0.0);
        1.96 * (variance / count).sqrt()
    };
    let margins = rates.iter().zip(&squares).map(spread).collect();
    WinRates { by: quick.by.to_owned(), playouts, rates, margins }
}

/// What positions of a log are worth, each given by the number of events before it, in order.
pub(crate) fn win_rates<G: Claimable>(
    game: &G,
    quick: QuickPlay<G>,
    log: &Log,
    positions: &[usize],
    playouts: u32,
) -> Result<Vec<WinRates>, LogError> {
    let seed = Seed::experiment(0).derive("win rates", 0);
    let mut rates = Vec::new();
    let mut wanted = positions.iter().copied().peekable();
    if wanted.next_if_eq(&0).is_some() {
        let start = OngoingGame::new(game.clone(), log.header.game_seed());
        rates.push(from_here(quick, &start, playouts, seed));
    }
    let mut count = 0;
    log.replay(game, |_, ongoing| {
        count += 1;
        if wanted.next_if_eq(&count).is_some() {
            rates.push(from_here(quick, ongoing, playouts, seed));
        }
    })?;
    Ok(rates)
}

/// Whether statements of a log were true when they were made: the number of the event, counted from 0,
/// and nothing where no world tells.
pub(crate) fn truths<G: Claimable>(
    game: &G,
    log: &Log,
) -> Result<Vec<(usize, Option<bool>)>, LogError> {
    let mut truths = Vec::new();
    let mut number = 0;
    log.replay(game, |event, ongoing| {
        // What is said changes nothing of what it is said about.
        if let Some(truth) = truth_of(game, event, ongoing) {
            let truth = match truth {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Undecidable => None,
            };
            truths.push((number, truth));
        }
        number += 1;
    })?;
    Ok(truths)
}

/// What an agent thinks after each event of a log from this one on, each with the number of events up to
/// it: it hears the log as if it had sat in the seat.
pub(crate) fn thoughts<G: Claimable>(
    game: &G,
    log: &Log,
    agent: Box<dyn Agent<G>>,
    seat: Seat,
    from: usize,
) -> Result<Vec<(usize, Explanation)>, LogError> {
    let mut seated = Seated::new::<G>(agent, seat);
    let mut thoughts = Vec::new();
    let mut count = 0;
    log.replay(game, |event, ongoing| {
        count += 1;
        if !event.is_step() {
            return;
        }
        seated.hear(ongoing);
        if count >= from {
            let thought = seated.agent().explain(&ongoing.view(seat));
            thoughts.extend(thought.map(|thought| (count, thought)));
        }
    })?;
    Ok(thoughts)
}

/// A fact that was open to an agent when it had to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Believed {
    /// The number of the event after which the agent had to act, counted from 1.
    pub event: usize,
    /// What the fact is about.
    pub topic: &'static str,
    /// How likely the agent held the fact to be.
    pub probability: f64,
    /// How likely the rules alone made it.
    pub prior: f64,
    /// Whether it was true.
    pub holds: bool,
}

/// The worlds by which the rules' own probability of facts is estimated where there are too many to be
/// listed.
const PRIOR_WORLDS: u32 = 500;

/// What an agent believed whenever it had to act: it hears the log as if it had sat in the seat.
pub(crate) fn beliefs<G: Claimable>(
    game: &G,
    log: &Log,
    agent: Box<dyn Agent<G>>,
    seat: Seat,
) -> Result<Vec<Believed>, LogError> {
    let mut seated = Seated::new::<G>(agent, seat);
    let mut believed = Vec::new();
    let mut event = 0;
    let silent = game.silent();
    let mut rng = Seed::experiment(0).derive("beliefs", 0).rng();
    log.replay(game, |happened, ongoing| {
        event += 1;
        if !happened.is_step() {
            return;
        }
        seated.hear(ongoing);
        if game.turn(ongoing.state()) != Turn::Seat(seat) {
            return;
        }
        let view = ongoing.view(seat);
        let facts = silent.facts(&view);
        let thought = seated.agent().explain(&view).unwrap_or_default();
        let priors = Belief::plain(&silent, &view).likelihoods(PRIOR_WORLDS, &mut rng);
        for (fact, prior) in facts.into_iter().zip(priors) {
            let name = fact.to_string();
            let belief = thought.beliefs.iter().find(|belief| belief.fact == name);
            believed.extend(belief.map(|belief| Believed {
                event,
                topic: silent.topic(&fact),
                probability: belief.probability,
                prior: prior.probability,
                holds: game.holds(ongoing.state(), &fact),
            }));
        }
    })?;
    Ok(believed)
}

/// Whether all that an action claims is true; nothing where it claims nothing.
fn truth_of<G: Claimable>(game: &G, event: &Event, after: &OngoingGame<G>) -> Option<Truth> {
    let (Event::Action { seat, play } | Event::Fallback { seat, play, .. }) = event else {
        return None;
    };
    let action: G::Action = play.parse().ok()?;
    let speaker: Seat = *seat;
    let mut all: Option<Truth> = None;
    game.claims_of(speaker, &action, &mut |claim| {
        let truth = game.truth(after.state(), &claim);
        all = Some(all.map_or(truth, |before| before.and(truth)));
    });
    all
}
