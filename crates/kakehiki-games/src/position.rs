//! Positions that are reached by ids alone, for libraries that search and learn in trees.

use std::sync::Arc;

use kakehiki_core::{Awaited, OngoingGame, Seat, Seed, Sheet};

use crate::{
    Playable, Refused,
    batch::signed_rewards,
    coding::{Coding, no_outcome, outcome_of},
};

/// How games are played in which every step is an id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionOrder {
    /// The reward of those who lose.
    pub loss: f64,
    /// The decisions after which a game is cut off, and counts as undecided.
    pub most_decisions: u32,
}

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// An id of this seat.
    Seat(Seat),
    /// An id of chance.
    Chance,
    /// Nothing: the game is over, or was cut off.
    Nothing,
}

/// How a position came about: legs of ids, every one of which but the last led to a position from whose
/// knowledge a world was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The legs that ended with a world, each with the seat that knew and the number it was drawn by.
    pub drawn: Arc<Vec<(Vec<u32>, Seat, u64)>>,
    /// The ids since.
    pub ids: Vec<u32>,
}

/// A game in progress without its type, in which every step is an id, that of chance too. It is copied in
/// microseconds.
pub trait AnyPosition: Send {
    /// What it waits for.
    fn next(&self) -> Next;

    /// The ids that are legal for the seat that is awaited, ascending; none where no seat is.
    fn legal(&self) -> Vec<usize>;

    /// The ids by which chance may fall with their probabilities, ascending; none where it is not awaited.
    fn chances(&self) -> Vec<(usize, f64)>;

    /// Takes a step.
    ///
    /// # Errors
    /// If the id means nothing that the rules allow here; then nothing is changed.
    fn apply(&mut self, id: usize) -> Result<(), Refused>;

    /// What an id means here, in the game's notation.
    ///
    /// # Errors
    /// If it means nothing here.
    fn notation(&self, id: usize) -> Result<String, Refused>;

    /// What each seat has got so far: nothing before the end.
    fn rewards(&self) -> Vec<f64>;

    /// All that a seat may know as JSON; without one what everybody knows.
    fn view(&self, seat: Option<Seat>) -> String;

    /// What a seat has perceived up to now, told by a number: equal exactly where all of that is equal.
    /// Without a seat that of somebody who watches.
    fn trace(&self, seat: Option<Seat>) -> u128;

    /// Fills in the numbers of a seat's view.
    fn observe(&self, seat: Seat, numbers: &mut [f32]);

    /// The whole truth as text.
    fn snapshot(&self) -> String;

    /// How it came about.
    fn path(&self) -> &Path;

    /// The same position once more.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// A position that a seat cannot tell from this one, drawn from what it knows. What the others remember
    /// is imagined, and their traces begin anew.
    fn world(&self, seat: Seat, seed: u64) -> Box<dyn AnyPosition>;
}

/// A game in progress in which every step is an id.
pub(crate) struct Position<G: Playable> {
    coding: Arc<Coding<G>>,
    order: PositionOrder,
    game: OngoingGame<G>,
    decisions: u32,
    /// The trace of every seat, and last that of somebody who watches.
    traces: Vec<u128>,
    path: Path,
}

impl<G: Playable> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self {
            coding: Arc::clone(&self.coding),
            order: self.order,
            game: self.game.clone(),
            decisions: self.decisions,
            traces: self.traces.clone(),
            path: self.path.clone(),
        }
    }
}

impl<G: Playable> Position<G> {
    /// A game before anything has happened. Luck is handed in; only decisions of agents follow from the seed.
    pub(crate) fn new(coding: Arc<Coding<G>>, order: PositionOrder, seed: Seed) -> Self {
        let game = OngoingGame::new(coding.game().clone(), seed);
        Self {
            order,
            decisions: 0,
            traces: (0..=game.game().seats()).map(first_trace).collect(),
            game,
            coding,
            path: Path::default(),
        }
    }

    pub(crate) fn game(&self) -> &OngoingGame<G> {
        &self.game
    }

    pub(crate) fn coding(&self) -> &Coding<G> {
        &self.coding
    }

    fn outcome(&self, id: usize) -> Result<G::Chance, Refused> {
        outcome_of(&self.game, id).ok_or_else(|| no_outcome(id))
    }

    /// Adds the last step to the traces of those who noticed it. What several saw alike is written down once: that
    /// takes most of the time of a step.
    fn follow(&mut self) {
        let mut text = Vec::with_capacity(ROOM);
        let mut written: Option<&G::Sight> = None;
        let public = self.game.public_sight();
        let seats = Seat::all(self.traces.len() - 1).map(|seat| self.game.sight(seat));
        for (trace, sight) in self.traces.iter_mut().zip(seats.chain([public.as_ref()])) {
            let Some(sight) = sight else { continue };
            if written != Some(sight) {
                text.clear();
                text.extend([0; size_of::<u128>()]);
                // Sights can be written as JSON: the conformance suite checks it for every game.
                let _ = serde_json::to_writer(&mut text, sight);
                written = Some(sight);
            }
            *trace = chained(*trace, &mut text);
        }
    }
}

/// Room for most sights as JSON.
const ROOM: usize = 512;

/// Seats have different traces from the beginning.
fn first_trace(place: usize) -> u128 {
    place as u128
}

/// A trace with something behind it that was perceived: a text that begins with room for the trace.
fn chained(trace: u128, text: &mut [u8]) -> u128 {
    text[..size_of::<u128>()].copy_from_slice(&trace.to_le_bytes());
    let hash = blake3::hash(text);
    u128::from_le_bytes(std::array::from_fn(|place| hash.as_bytes()[place]))
}

impl<G: Playable> AnyPosition for Position<G> {
    fn next(&self) -> Next {
        match self.game.awaited() {
            Awaited::Seat(_) if self.decisions >= self.order.most_decisions => Next::Nothing,
            Awaited::Seat(seat) => Next::Seat(seat),
            Awaited::Chance => Next::Chance,
            Awaited::Nobody(_) => Next::Nothing,
        }
    }

    fn legal(&self) -> Vec<usize> {
        match self.next() {
            Next::Seat(seat) => self.coding.legal_ids(&self.game, &self.game.view(seat)),
            Next::Chance | Next::Nothing => Vec::new(),
        }
    }

    fn chances(&self) -> Vec<(usize, f64)> {
        let id = |(chance, share)| (self.game.game().chance_id(&chance), share);
        let mut outcomes: Vec<_> = self.game.chances().into_iter().map(id).collect();
        outcomes.sort_unstable_by_key(|(id, _)| *id);
        outcomes
    }

    fn apply(&mut self, id: usize) -> Result<(), Refused> {
        match self.next() {
            Next::Seat(seat) => {
                let action = self.coding.action(seat, || self.game.view(seat), id)?;
                self.game.act(action).map_err(|illegal| Refused(illegal.0))?;
                self.decisions += 1;
            }
            Next::Chance => {
                let chance = self.outcome(id)?;
                self.game.resolve(chance).map_err(|illegal| Refused(illegal.0))?;
            }
            Next::Nothing => return Err(Refused("the game is over".to_owned())),
        }
        self.path.ids.push(id as u32);
        self.follow();
        Ok(())
    }

    fn notation(&self, id: usize) -> Result<String, Refused> {
        match self.next() {
            Next::Seat(seat) => {
                let action = self.coding.action(seat, || self.game.view(seat), id)?;
                Ok(action.to_string())
            }
            Next::Chance => Ok(self.outcome(id)?.to_string()),
            Next::Nothing => Err(Refused("the game is over".to_owned())),
        }
    }

    fn rewards(&self) -> Vec<f64> {
        let seats = self.traces.len() - 1;
        match self.game.awaited() {
            Awaited::Nobody(verdict) => signed_rewards(verdict, seats, self.order.loss),
            Awaited::Seat(_) | Awaited::Chance => vec![0.0; seats],
        }
    }

    fn view(&self, seat: Option<Seat>) -> String {
        let value = match seat {
            Some(seat) => serde_json::to_value(self.game.view(seat)),
            None => serde_json::to_value(self.game.game().public(self.game.state())),
        };
        // Views can be written as JSON: the conformance suite checks it for every game.
        value.unwrap_or_default().to_string()
    }

    fn trace(&self, seat: Option<Seat>) -> u128 {
        self.traces[seat.map_or(self.traces.len() - 1, Seat::index)]
    }

    fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        self.game.game().observe(&self.game.view(seat), &mut Sheet::new(numbers));
    }

    fn snapshot(&self) -> String {
        self.game.game().snapshot(self.game.state())
    }

    fn path(&self) -> &Path {
        &self.path
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn world(&self, seat: Seat, seed: u64) -> Box<dyn AnyPosition> {
        let luck = Seed::experiment(seed).derive("world", seat.index() as u64);
        let mut traces: Vec<u128> = (0..self.traces.len()).map(first_trace).collect();
        traces[seat.index()] = self.traces[seat.index()];
        let mut drawn = self.path.drawn.to_vec();
        drawn.push((self.path.ids.clone(), seat, seed));
        Box::new(Self {
            coding: Arc::clone(&self.coding),
            order: self.order,
            game: self.game.world(seat, luck),
            decisions: self.decisions,
            traces,
            path: Path { drawn: Arc::new(drawn), ids: Vec::new() },
        })
    }
}
