//! Many games side by side, for learners that take arrays.

use std::{
    collections::HashMap,
    mem::{forget, replace},
    process,
    sync::{Arc, Mutex, PoisonError},
};

use kakehiki_core::{
    Agent, Awaited, OngoingGame, Record, Reply, Seat, Seated, Seed, Sheet, Verdict,
};
use rand::RngExt;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, prelude::*};

use crate::{Playable, Refused, coding::Coding};

/// The id that stands for a random entry of the menu.
pub const RANDOM_ENTRY: i64 = -1;

/// The id that stands for no step at all: the lane stays as it is.
pub const NO_STEP: i64 = -2;

/// How games are played side by side.
#[derive(Clone, Debug)]
pub struct BatchOrder {
    /// The number of games at a time. Lane `i` of `n` plays the matches `i`, `i + n`, `i + 2n` and so on.
    pub lanes: usize,
    /// The number all luck follows from.
    pub seed: u64,
    /// The threads that play.
    pub threads: usize,
    /// Whether a lane begins its next match when one is over.
    pub goes_on: bool,
    /// The reward of those who lose.
    pub loss: f64,
    /// The decisions of the batch after which a game is cut off.
    pub most_decisions: u32,
    /// The seat whose view of the end of a game is shown; nothing new is shown of it otherwise.
    pub watched: Option<Seat>,
}

/// A match that a lane begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMatch {
    /// The lane.
    pub lane: usize,
    /// The number all luck follows from.
    pub seed: u64,
    /// The match of that number.
    pub r#match: u64,
}

/// How all lanes stand, one row for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchArrays {
    /// Who is asked; -1 where the lane is over.
    pub seat: Vec<i32>,
    /// What every seat got by the last step.
    pub reward: Vec<f32>,
    /// Whether a game came to its end by the last step.
    pub done: Vec<u8>,
    /// Whether a game was cut off by the last step.
    pub truncated: Vec<u8>,
}

/// Games side by side without their type.
pub trait AnyBatch: Send {
    /// How all lanes stand.
    fn arrays(&self) -> &BatchArrays;

    /// Fills in a 1 for every id that is legal, one row for each lane, and, where numbers are wanted, what the seats
    /// that are asked see. Of a lane that is over no id is legal, and what is seen is what the watched seat sees, or
    /// else what was seen last. Both are written where the caller wants them: copying what is seen took a sixth of the
    /// time of a step of Catan, and copying what is legal is done by one thread.
    ///
    /// # Errors
    /// If there is not as much room as that takes.
    fn show(&self, mask: &mut [i8], numbers: Option<&mut [f32]>) -> Result<(), Refused>;

    /// Plays an id in every lane that is not over, or a random entry of the menu for [`RANDOM_ENTRY`], or
    /// nothing for [`NO_STEP`].
    ///
    /// # Errors
    /// If there is not one for each lane, or one is not legal; then nothing is played.
    fn step(&mut self, actions: &[i64]) -> Result<(), Refused>;

    /// Begins matches in some lanes, whatever is played there. Lanes that are not there are left out.
    fn begin(&mut self, matches: &[LaneMatch]);

    /// The same games once more; nothing where agents sit, whose thoughts cannot be copied.
    fn copy(&self) -> Option<Box<dyn AnyBatch>>;
}

/// Makes the agents of a match by seat; nobody where the batch is asked.
pub(crate) type Seater<G> = dyn Fn(Seed) -> Vec<Option<Box<dyn Agent<G>>>> + Send + Sync;

/// One of the games side by side.
struct Lane<G: Playable> {
    game: OngoingGame<G>,
    agents: Vec<Option<Seated<Box<dyn Agent<G>>>>>,
    /// The match that is played, and of which seed.
    seed: u64,
    number: u64,
    /// How often the batch was asked in it.
    decisions: u32,
    /// What the seat that is asked sees; nothing before anybody was.
    view: Option<G::View>,
    /// Its menu.
    menu: Vec<G::Action>,
    /// The ids that are legal for it, in any order and some of them maybe twice; none where the lane is over.
    legal: Vec<usize>,
    /// What is played next, or what is wrong with it.
    chosen: Option<Result<G::Action, String>>,
}

/// A row of the arrays.
struct Row<'a> {
    seat: &'a mut i32,
    reward: &'a mut [f32],
    done: &'a mut u8,
    truncated: &'a mut u8,
}

/// A lane that is shown, and where.
struct Shown<'a, G: Playable> {
    /// What was seen last; nothing before anybody was asked.
    view: Option<&'a G::View>,
    legal: &'a [usize],
    mask: &'a mut [i8],
    numbers: Option<&'a mut [f32]>,
}

/// Threads that play. A process that was forked has none of those of its parent and makes its own.
struct Threads {
    count: usize,
    pool: Mutex<(u32, Arc<ThreadPool>)>,
}

impl Threads {
    fn new(count: usize) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self { count, pool: Mutex::new((process::id(), Self::begin(count)?)) })
    }

    fn begin(count: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(count).build().map(Arc::new)
    }

    /// Nothing where the threads of this process cannot be started.
    fn pool(&self) -> Option<Arc<ThreadPool>> {
        let mut held = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let (of, pool) = &mut *held;
        if *of != process::id() {
            // To end the other one would wake threads that are not there.
            forget(replace(pool, Self::begin(self.count).ok()?));
            *of = process::id();
        }
        Some(Arc::clone(pool))
    }
}

/// What all lanes share.
struct House<G: Playable> {
    rules: G,
    coding: Arc<Coding<G>>,
    order: BatchOrder,
    seater: Box<Seater<G>>,
    /// None where the thread that asks plays by itself.
    threads: Option<Threads>,
}

/// Games side by side.
pub(crate) struct Batch<G: Playable> {
    house: Arc<House<G>>,
    lanes: Vec<Lane<G>>,
    arrays: BatchArrays,
}

impl<G: Playable> Batch<G> {
    /// Begins the first match of every lane.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn new(
        rules: &G,
        coding: Arc<Coding<G>>,
        order: BatchOrder,
        seater: Box<Seater<G>>,
    ) -> Result<Self, Refused> {
        let (count, seats) = (order.lanes, rules.seats());
        let threads = (order.threads != 1).then(|| Threads::new(order.threads)).transpose();
        let threads = threads.map_err(|error| Refused(error.to_string()))?;
        let arrays = BatchArrays {
            seat: vec![-1; count],
            reward: vec![0.0; count * seats],
            done: vec![0; count],
            truncated: vec![0; count],
        };
        let house = Arc::new(House { rules: rules.clone(), coding, order, seater, threads });
        let seed = house.order.seed;
        let lanes = (0..count as u64).map(|number| house.begin(seed, number)).collect();
        let mut batch = Self { house, lanes, arrays };
        batch.each(|house, _, lane, row| {
            lane.go_on();
            house.look(lane, row);
        });
        Ok(batch)
    }

    /// Does something with every lane, which has a place and a row.
    fn each(&mut self, work: impl Fn(&House<G>, usize, &mut Lane<G>, &mut Row<'_>) + Send + Sync) {
        let house = &*self.house;
        let seats = house.rules.seats();
        let BatchArrays { seat, reward, done, truncated } = &mut self.arrays;
        let rows = seat.iter_mut().zip(reward.chunks_mut(seats)).zip(done).zip(truncated);
        let rows =
            rows.map(|(((seat, reward), done), truncated)| Row { seat, reward, done, truncated });
        let mut rows: Vec<_> = self.lanes.iter_mut().zip(rows).enumerate().collect();
        match house.pool() {
            Some(pool) => pool.install(|| {
                rows.par_iter_mut().for_each(|(place, (lane, row))| work(house, *place, lane, row));
            }),
            None => {
                for (place, (lane, row)) in &mut rows {
                    work(house, *place, lane, row);
                }
            }
        }
    }
}

impl<G: Playable> House<G> {
    fn pool(&self) -> Option<Arc<ThreadPool>> {
        self.threads.as_ref()?.pool()
    }

    /// A match before anything has happened.
    fn begin(&self, of: u64, number: u64) -> Lane<G> {
        let seed = Seed::experiment(of).derive("match", number);
        let agents = Seat::all(self.rules.seats()).zip((self.seater)(seed));
        let agents = agents.map(|(seat, agent)| Some(Seated::new::<G>(agent?, seat)));
        Lane {
            agents: agents.collect(),
            game: OngoingGame::new(self.rules.clone(), seed.derive("game", 0)),
            seed: of,
            number,
            decisions: 0,
            view: None,
            menu: Vec::new(),
            legal: Vec::new(),
            chosen: None,
        }
    }

    /// Reads what is to be played in a lane.
    fn choose(&self, lane: &mut Lane<G>, id: i64) {
        let Awaited::Seat(seat) = lane.game.awaited() else { return };
        lane.chosen = Some(match usize::try_from(id) {
            Ok(id) => self.coding.read(&lane.game, seat, id).map_err(|refused| refused.0),
            Err(_) if id == NO_STEP => return,
            Err(_) if id == RANDOM_ENTRY => {
                let place = lane.game.decision_rng(seat).random_range(0..lane.menu.len());
                Ok(lane.menu[place].clone())
            }
            Err(_) => Err(format!("id {id} is neither {RANDOM_ENTRY} nor one of the list")),
        });
    }

    /// Plays what was chosen in a lane.
    fn play(&self, lane: &mut Lane<G>, row: &mut Row<'_>) {
        row.reward.fill(0.0);
        (*row.done, *row.truncated) = (0, 0);
        let Some(Ok(action)) = lane.chosen.take() else { return };
        // A view shares what its seat remembers, all of which would be copied when that grows. It is wanted only
        // where a lane that is over stays as it was last seen.
        if self.order.goes_on || self.order.watched.is_some() {
            lane.view = None;
        }
        lane.take(Reply::Action(action));
        lane.decisions += 1;
        lane.go_on();
        let record = lane.game.record();
        let is_cut_off = record.is_none() && lane.decisions >= self.order.most_decisions;
        if let Some(Record { verdict, .. }) = record {
            let paid = signed_rewards(verdict, row.reward.len(), self.order.loss);
            row.reward.iter_mut().zip(paid).for_each(|(reward, paid)| *reward = paid as f32);
            *row.done = 1;
        }
        *row.truncated = u8::from(is_cut_off);
        if (*row.done == 1 || is_cut_off) && self.order.goes_on {
            *lane = self.begin(lane.seed, lane.number + self.order.lanes as u64);
            lane.go_on();
        }
    }

    /// Looks at a lane as the seat that is asked, or the watched one where it is over.
    fn look(&self, lane: &mut Lane<G>, row: &mut Row<'_>) {
        lane.legal.clear();
        let is_cut_off = lane.decisions >= self.order.most_decisions;
        let Awaited::Seat(seat) = lane.game.awaited() else {
            *row.seat = -1;
            if let Some(seat) = self.order.watched {
                lane.view = Some(lane.game.view(seat));
            }
            return;
        };
        *row.seat = if is_cut_off { -1 } else { seat.index() as i32 };
        let view = lane.view.insert(lane.game.view(seat));
        if !is_cut_off {
            lane.game.menu(&mut lane.menu);
            let legal = &mut lane.legal;
            self.coding.each_legal(&lane.game, view, &lane.menu, |id| legal.push(id));
        }
    }

    /// Shows a lane.
    fn fill(&self, row: Shown<'_, G>) {
        let Shown { view, legal, mask, numbers } = row;
        mask.fill(0);
        for id in legal {
            mask[*id] = 1;
        }
        if let Some((view, numbers)) = view.zip(numbers) {
            self.rules.observe(view, &mut Sheet::new(numbers));
        }
    }
}

/// What each seat gets: winners one, and losers what was ordered; nobody gets anything where nobody won, and
/// of a game that was forfeited only the culprit loses.
pub(crate) fn signed_rewards(verdict: Verdict, seats: usize, loss: f64) -> Vec<f64> {
    let is_won = Seat::all(seats).any(|seat| verdict.is_win(seat));
    let reward = |seat| match verdict {
        Verdict::Forfeited(culprit) if culprit == seat => loss,
        _ if verdict.is_win(seat) => 1.0,
        _ if is_won => loss,
        _ => 0.0,
    };
    Seat::all(seats).map(reward).collect()
}

impl<G: Playable> Lane<G> {
    /// Takes an answer of the seat that is asked, and tells everybody.
    fn take(&mut self, reply: Reply<G::Action>) {
        self.game.answer(reply);
        self.tell();
    }

    fn tell(&mut self) {
        for agent in self.agents.iter_mut().flatten() {
            agent.hear(&self.game);
        }
    }

    /// Lets agents and chance go on until the batch is asked, or the game is over.
    fn go_on(&mut self) {
        loop {
            match self.game.awaited() {
                Awaited::Nobody(_) => return,
                Awaited::Chance => {
                    self.game.draw();
                    self.tell();
                }
                Awaited::Seat(seat) => {
                    let Some(agent) = &mut self.agents[seat.index()] else { return };
                    let reply = agent.decide(&self.game, &mut Vec::new());
                    self.take(reply);
                }
            }
        }
    }
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn arrays(&self) -> &BatchArrays {
        &self.arrays
    }

    fn show(&self, mask: &mut [i8], numbers: Option<&mut [f32]>) -> Result<(), Refused> {
        let (width, ids) = self.house.coding.extent();
        let seen = numbers.as_ref().map(|numbers| (numbers.len(), self.lanes.len() * width));
        for (room, wanted) in seen.into_iter().chain([(mask.len(), self.lanes.len() * ids)]) {
            if room != wanted {
                return Err(Refused(format!("room for {room} numbers, not for {wanted}")));
            }
        }
        let mut numbers = numbers.map(|numbers| numbers.chunks_mut(width));
        let rows = self.lanes.iter().zip(mask.chunks_mut(ids)).map(|(lane, mask)| Shown {
            view: lane.view.as_ref(),
            legal: &lane.legal,
            mask,
            numbers: numbers.as_mut().and_then(Iterator::next),
        });
        let house = &*self.house;
        let fill = |row: Shown<'_, G>| house.fill(row);
        match house.pool() {
            Some(pool) => {
                let rows: Vec<_> = rows.collect();
                pool.install(|| rows.into_par_iter().for_each(fill));
            }
            None => rows.for_each(fill),
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), Refused> {
        if actions.len() != self.lanes.len() {
            let (found, lanes) = (actions.len(), self.lanes.len());
            return Err(Refused(format!("{found} actions for {lanes} lanes")));
        }
        self.each(|house, place, lane, row| {
            lane.chosen = None;
            if *row.seat >= 0 {
                house.choose(lane, actions[place]);
            }
        });
        let mut problems = self.lanes.iter().enumerate().filter_map(|(place, lane)| {
            let problem = lane.chosen.as_ref()?.as_ref().err()?;
            Some(format!("lane {place}: {problem}"))
        });
        if let Some(problem) = problems.next() {
            return Err(Refused(problem));
        }
        self.each(|house, _, lane, row| {
            house.play(lane, row);
            house.look(lane, row);
        });
        Ok(())
    }

    fn begin(&mut self, matches: &[LaneMatch]) {
        let begun: HashMap<usize, LaneMatch> = matches.iter().map(|it| (it.lane, *it)).collect();
        self.each(|house, place, lane, row| {
            let Some(LaneMatch { seed, r#match, .. }) = begun.get(&place) else { return };
            *lane = house.begin(*seed, *r#match);
            lane.go_on();
            row.reward.fill(0.0);
            (*row.done, *row.truncated) = (0, 0);
            house.look(lane, row);
        });
    }

    fn copy(&self) -> Option<Box<dyn AnyBatch>> {
        let lane = |lane: &Lane<G>| {
            let is_empty = lane.agents.iter().all(Option::is_none);
            is_empty.then(|| Lane {
                game: lane.game.clone(),
                agents: lane.agents.iter().map(|_| None).collect(),
                seed: lane.seed,
                number: lane.number,
                decisions: lane.decisions,
                view: lane.view.clone(),
                menu: lane.menu.clone(),
                legal: lane.legal.clone(),
                chosen: None,
            })
        };
        let lanes = self.lanes.iter().map(lane).collect::<Option<_>>()?;
        let (house, arrays) = (Arc::clone(&self.house), self.arrays.clone());
        Some(Box::new(Self { house, lanes, arrays }))
    }
}
