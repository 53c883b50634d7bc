//! A game in progress with all who sit at it.

use std::{collections::VecDeque, sync::Arc};

use kakehiki_core::{Event, Log, Missing, Seat};
use kakehiki_games::{Answer, AnyOngoing, AnyView, Observer, Refused, Table, Waiting};
use pyo3::{exceptions::PyException, prelude::*};

use crate::{
    agent::{Player, PythonAgent},
    background,
    fault::Fault,
    roots::{Roots, World},
};

/// Something that an agent of Python has perceived and is told next; the sight is JSON.
struct Heard {
    seat: Seat,
    view: Arc<dyn AnyView>,
    sight: String,
}

/// A game in progress.
pub(crate) struct Held {
    /// Nothing only while it is thought about elsewhere, or if it could not be brought back from there.
    game: Option<Box<dyn AnyOngoing>>,
    players: Vec<Player>,
    /// The step up to which each seat has perceived.
    perceived: Vec<u32>,
    /// What was perceived and not yet told.
    untold: VecDeque<Heard>,
    /// What went wrong while a seat heard something, for which its next answer is missing.
    missteps: Vec<Option<String>>,
    /// The logs of the earlier games of the match.
    earlier: Vec<Log>,
    /// The log as far as it was needed so far.
    written: Log,
    /// Where the game comes from, if it was drawn.
    world: Option<World>,
    /// How this position came about, if that was asked for.
    roots: Option<Arc<Roots>>,
}

/// Notes what listeners have perceived since they last did.
fn perceive(game: &dyn AnyOngoing, listeners: &mut [(Seat, u32)], heard: &mut VecDeque<Heard>) {
    for (seat, perceived) in listeners {
        let observer = Observer::Seat(*seat);
        for seen in game.sights(observer, *perceived) {
            *perceived = seen.step + 1;
            let (view, sight) = (game.keep_view(*seat), seen.sight.to_string());
            heard.push_back(Heard { seat: *seat, view, sight });
        }
    }
}

impl Held {
    pub(crate) fn new(game: Box<dyn AnyOngoing>, players: Vec<Player>) -> Self {
        let written = Log { header: game.header().clone(), events: Vec::new(), is_torn: false };
        Self {
            perceived: vec![game.steps(); players.len()],
            missteps: players.iter().map(|_| None).collect(),
            game: Some(game),
            players,
            untold: VecDeque::new(),
            earlier: Vec::new(),
            written,
            world: None,
            roots: None,
        }
    }

    /// A game that was drawn.
    pub(crate) fn of_world(game: Box<dyn AnyOngoing>, world: World) -> Self {
        let players = game.header().seats.iter().map(|_| Player::Outside).collect();
        Self { world: Some(world), ..Self::new(game, players) }
    }

    pub(crate) fn game(&self) -> Result<&(dyn AnyOngoing + 'static), Fault> {
        let lost = || Fault::log("the match was lost when it was interrupted");
        self.game.as_deref().ok_or_else(lost)
    }

    /// The game for another thread to look at, which may not be shared but lent.
    pub(crate) fn lend(&mut self) -> Result<&mut Box<dyn AnyOngoing>, Fault> {
        let lost = || Fault::log("the match was lost when it was interrupted");
        self.game.as_mut().ok_or_else(lost)
    }

    pub(crate) fn game_mut(&mut self) -> Result<&mut Box<dyn AnyOngoing>, Fault> {
        // Whatever happens next, the position is another one.
        self.roots = None;
        self.lend()
    }

    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    pub(crate) fn earlier(&self) -> &[Log] {
        &self.earlier
    }

    pub(crate) fn is_world(&self) -> bool {
        self.world.is_some()
    }

    /// Whether agents of the game sit here, whose thoughts only their log brings back.
    pub(crate) fn has_natives(&self) -> bool {
        self.players.iter().any(|player| matches!(player, Player::Native(_)))
    }

    /// Lets the agents of Python take their seats for a new game.
    pub(crate) fn sit(&mut self, py: Python<'_>) -> PyResult<()> {
        for (seat, player) in Seat::all(self.players.len()).zip(&self.players) {
            if let Some(agent) = player.agent() {
                agent.sit(py, seat)?;
            }
        }
        Ok(())
    }

    /// Brings the log up to date.
    pub(crate) fn log(&mut self) -> Result<&Log, Fault> {
        let known = self.written.events.len();
        let new = self.game()?.events()[known..].to_vec();
        self.written.events.extend(new);
        Ok(&self.written)
    }

    /// How this position came about.
    pub(crate) fn roots(&mut self) -> Result<Arc<Roots>, Fault> {
        if let Some(roots) = &self.roots {
            return Ok(Arc::clone(roots));
        }
        let (log, world) = (self.log()?.clone(), self.world.clone());
        let roots = Arc::new(Roots { log, world });
        self.roots = Some(Arc::clone(&roots));
        Ok(roots)
    }

    /// The agents of Python that want to hear, with the step up to which they have.
    fn listeners(&self) -> Vec<(Seat, u32)> {
        let seats = Seat::all(self.players.len()).zip(&self.players).zip(&self.perceived);
        let hear = |player: &Player| player.agent().is_some_and(|agent| agent.hears);
        seats.filter(|((_, who), _)| hear(who)).map(|((seat, _), step)| (seat, *step)).collect()
    }

    /// Lets agents of the game and chance go on until somebody of Python or outside is awaited.
    ///
    /// # Errors
    /// What a signal raised; the game is then as it was before.
    pub(crate) fn think(
        &mut self,
        py: Python<'_>,
        table: &Arc<dyn Table>,
        asks_chance: bool,
    ) -> PyResult<()> {
        self.log()?;
        let mut listeners = self.listeners();
        self.roots = None;
        let Some(mut game) = self.game.take() else { return Ok(()) };
        let thought = background::think(py, move |watch| {
            let mut heard = VecDeque::new();
            loop {
                match game.waiting() {
                    Waiting::Agent(_) => game.advance(),
                    Waiting::Chance if !asks_chance => game.advance(),
                    _ => break,
                };
                perceive(&*game, &mut listeners, &mut heard);
                if watch.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
            }
            (game, listeners, heard)
        });
        match thought {
            Ok((game, listeners, heard)) => {
                self.game = Some(game);
                self.take_in(&listeners, heard);
                Ok(())
            }
            Err(error) => {
                let (earlier, log) = (&self.earlier, &self.written);
                let resumed = background::aside(py, || table.resume(earlier, log))?;
                self.game = resumed.ok();
                Err(error)
            }
        }
    }

    fn take_in(&mut self, listeners: &[(Seat, u32)], heard: VecDeque<Heard>) {
        for (seat, perceived) in listeners {
            self.perceived[seat.index()] = *perceived;
        }
        self.untold.extend(heard);
    }

    /// Tells the agents of Python what happened.
    ///
    /// # Errors
    /// What one of them raised, if it `raises`; the others are told next time.
    pub(crate) fn tell(&mut self, py: Python<'_>, raises: bool) -> PyResult<()> {
        let mut listeners = self.listeners();
        if listeners.is_empty() {
            return Ok(());
        }
        let mut heard = VecDeque::new();
        perceive(self.game()?, &mut listeners, &mut heard);
        self.take_in(&listeners, heard);
        let header = self.written.header.clone();
        while let Some(Heard { seat, view, sight }) = self.untold.pop_front() {
            let agent = self.players[seat.index()].agent();
            let told = agent.map_or(Ok(()), |agent| agent.hear(py, &header, view, &sight));
            if let Err(error) = told {
                let problem = excused(py, error, raises, "when it heard what happened")?;
                self.missteps[seat.index()].get_or_insert(problem);
            }
        }
        Ok(())
    }

    /// Asks an agent of Python, which is awaited.
    ///
    /// # Errors
    /// What it raised, or why its answer was not taken, if it `raises`.
    pub(crate) fn ask(&mut self, py: Python<'_>, seat: Seat, raises: bool) -> PyResult<()> {
        let problem = match self.missteps[seat.index()].take() {
            Some(problem) => problem,
            None => match self.decide(py, seat) {
                Err(error) => excused(py, error, raises, "when it was asked")?,
                Ok(action) => {
                    let game = self.game_mut()?;
                    match game.answer(seat, Answer::Action(&action)) {
                        Ok(()) => return Ok(()),
                        Err(refused) if raises => {
                            let readable = game.reads(&action);
                            let text =
                                format!("the agent of {seat} answered {action:?}: {refused}");
                            return Err(Fault::refused(readable, Refused(text)).into());
                        }
                        Err(Refused(problem)) => format!("{action} is illegal: {problem}"),
                    }
                }
            },
        };
        let missing = Answer::Missing(Missing::Reported(problem));
        Ok(self.game_mut()?.answer(seat, missing).map_err(|refused| Fault::turn(refused.0))?)
    }

    fn decide(&self, py: Python<'_>, seat: Seat) -> PyResult<String> {
        let game = self.game()?;
        let agent = self.players[seat.index()].agent();
        let nobody = || Fault::turn(format!("nobody answers for {seat}"));
        PythonAgent::decide(agent.ok_or_else(nobody)?, py, game, seat)
    }

    /// Lets agents that were made anew by their registered names hear all that happened before, in the
    /// earlier games of the match and in this one.
    pub(crate) fn catch_up(
        &mut self,
        py: Python<'_>,
        table: &dyn Table,
        earlier: &[Log],
    ) -> PyResult<()> {
        self.earlier = earlier.to_vec();
        let last = self.log()?.clone();
        let seats = Seat::all(self.players.len()).zip(&self.players);
        let new: Vec<(Seat, &PythonAgent)> = seats
            .filter_map(|(seat, player)| match player {
                Player::Registered(agent, _) => Some((seat, agent)),
                _ => None,
            })
            .collect();
        for log in earlier.iter().chain([&last]).filter(|_| !new.is_empty()) {
            let mut game = table.follow(&log.header).map_err(Fault::from)?;
            let mut listeners: Vec<(Seat, u32)> = new.iter().map(|(seat, _)| (*seat, 0)).collect();
            for (seat, agent) in &new {
                agent.sit(py, *seat)?;
            }
            for event in &log.events {
                game.follow(event).map_err(Fault::log)?;
                let mut heard = VecDeque::new();
                perceive(&*game, &mut listeners, &mut heard);
                for Heard { seat, view, sight } in heard {
                    let agent = new.iter().find(|(of, agent)| *of == seat && agent.hears);
                    agent.map_or(Ok(()), |(_, agent)| agent.hear(py, &log.header, view, &sight))?;
                }
            }
        }
        Ok(())
    }

    /// Goes on to the next game of the match.
    pub(crate) fn next_game(&mut self, py: Python<'_>) -> PyResult<()> {
        self.log()?;
        let Some(game) = self.game.take() else { return Ok(()) };
        let next = game.next_game();
        let header = next.header().clone();
        self.game = Some(next);
        self.roots = None;
        self.earlier.push(std::mem::replace(
            &mut self.written,
            Log { header, events: Vec::<Event>::new(), is_torn: false },
        ));
        self.perceived.fill(0);
        self.sit(py)
    }
}

/// What is noted of an exception that the rules answer for; one that `raises`, or that ends a program
/// such as Ctrl-C, is passed on.
fn excused(py: Python<'_>, error: PyErr, raises: bool, when: &str) -> PyResult<String> {
    if raises || !error.is_instance_of::<PyException>(py) {
        return Err(error);
    }
    Ok(format!("it raised {} {when}", error.get_type(py).name()?))
}
