//! A game in progress without its type: everything that a face needs, as text and JSON.

use std::{any::Any, sync::Arc};

use kakehiki_bargain::{Proof, Proofs};
use kakehiki_core::{
    Agent, Awaited, Event, Explanation, GameRng, Happening, Header, Log, LogError, Missing,
    Observed, OngoingGame, Record, Reply, Seat, Seated, Seed, Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    AnyView, Playable,
    coding::Kept,
    standing::{LastActs, Standing},
};

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observer {
    /// Somebody in this seat, who sees what the seat may see.
    Seat(Seat),
    /// Somebody who watches, and sees what everybody sees.
    Spectator,
    /// Somebody who may know everything, such as after a game.
    Analyst,
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// An answer of somebody outside.
    Outside(Seat),
    /// A decision of an agent, which [`AnyOngoing::advance`] asks for.
    Agent(Seat),
    /// An outcome of chance.
    Chance,
    /// Nothing: it is over.
    Nothing,
}

/// What a seat may choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Menu {
    /// Actions in the game's notation.
    pub actions: Vec<String>,
    /// Whether nothing else is legal.
    pub is_complete: bool,
}

/// Something that an observer perceived.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    /// The step of the game, counted from 0.
    pub step: u32,
    /// What was seen.
    pub sight: Value,
}

/// How a game came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// How it came out, in words.
    pub text: String,
    /// The reward of each seat, from 0 for a loss to 1 for a win; nothing where the game is void
    /// for it.
    pub rewards: Vec<Option<f64>>,
    /// How many actions and outcomes of chance it took.
    pub steps: u32,
}

/// An answer from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// An action in the game's notation.
    Action(&'a str),
    /// No answer came.
    Missing(Missing),
}

/// Why an answer or an outcome was not taken; the game stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A game in progress without its type.
///
/// Seats are agents of the game or somebody outside. Whoever holds the game lets agents and chance
/// act by [`advance`](Self::advance), and hands in what those outside [`answer`](Self::answer).
pub trait AnyOngoing: Send {
    /// The first line of the game's log: the game, its options, and who sits where.
    fn header(&self) -> &Header;

    /// All lines of the log after the first.
    fn events(&self) -> &[Event];

    /// Adds to the log what happens beside the game, such as a clock or what people say.
    ///
    /// # Errors
    /// If the event is one of the rules, which only play itself writes.
    fn note(&mut self, event: Event) -> Result<(), Refused>;

    /// Whether a seat may take back its last act: only where that is the last step of all, in a turn
    /// that is not over, and nobody has learned anything from it.
    ///
    /// # Errors
    /// Says why the act stands.
    fn may_undo(&self, seat: Seat) -> Result<(), Standing>;

    /// What the game waits for.
    fn waiting(&self) -> Waiting;

    /// What an observer knows the game to wait for: as [`waiting`](Self::waiting), but `Chance` where
    /// a seat is asked and the observer may not know which.
    fn waiting_for(&self, observer: Observer) -> Waiting;

    /// How the game came out; nothing while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// What the seat that is awaited may choose from; empty where none is.
    fn menu(&self) -> Menu;

    /// Whether the seat that is awaited may choose this.
    ///
    /// # Errors
    /// Says what is wrong with it, in words that hold no hidden fact.
    fn check(&self, action: &str) -> Result<(), Refused>;

    /// Whether a text is the notation of an action or, where chance is awaited, of an outcome.
    fn reads(&self, text: &str) -> bool;

    /// Takes the answer of somebody outside.
    ///
    /// # Errors
    /// If it is not that seat's turn, or the action is not legal: people and programs may err and
    /// try again. A missing answer is always taken.
    fn answer(&mut self, seat: Seat, answer: Answer<'_>) -> Result<(), Refused>;

    /// Lets chance fall as the seed has it, or the agent that is awaited decide: one step. Says
    /// whether there was one to take.
    fn advance(&mut self) -> bool;

    /// Every way in which chance may fall, with its probability; nothing where it is not awaited.
    fn chances(&self) -> Vec<(String, f64)>;

    /// The random numbers of a seat's next decision.
    fn decision_rng(&self, seat: Seat) -> GameRng;

    /// Goes on by one line of a log, in which whoever sits here is not asked again. What follows from
    /// the line, such as proofs, is there already when a later line says it.
    ///
    /// # Errors
    /// If the rules, or the seed where chance was drawn, do not allow it.
    fn follow(&mut self, event: &Event) -> Result<(), Refused>;

    /// Takes an outcome of chance that fell elsewhere.
    ///
    /// # Errors
    /// If chance cannot fall so here.
    fn resolve(&mut self, outcome: &str) -> Result<(), Refused>;

    /// All that an observer may know: a view, the public facts, or the truth with all views.
    fn view(&self, observer: Observer) -> Value;

    /// All that a seat may know, kept for later.
    fn keep_view(&self, seat: Seat) -> Arc<dyn AnyView>;

    /// The game with its type.
    fn as_any(&self) -> &dyn Any;

    /// The same, to go on with it.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    /// What an observer has perceived from this step on; an analyst perceives the events of the log.
    fn sights(&self, observer: Observer, from: u32) -> Vec<Seen>;

    /// What an observer may know, drawn for a terminal.
    fn picture(&self, observer: Observer) -> String;

    /// What the agent in a seat thinks; nothing where nobody or no agent sits there.
    fn explain(&self, seat: Seat) -> Option<Explanation>;

    /// What was counted for each seat, once the game is over.
    fn record(&self) -> Option<Record>;

    /// The number of the turn.
    fn clock(&self) -> u32;

    /// How many actions and outcomes of chance there were.
    fn steps(&self) -> u32;

    /// The same game once more; nothing where agents sit, whose thoughts cannot be copied.
    fn copy(&self) -> Option<Box<dyn AnyOngoing>>;

    /// A game that a seat cannot tell from this one, with other luck from now on and nobody but those
    /// outside in its seats. Its log begins where it was drawn.
    fn world(&self, seat: Seat, seed: u64) -> Box<dyn AnyOngoing>;

    /// The next game of the match, in which the same agents sit and remember this one.
    fn next_game(self: Box<Self>) -> Box<dyn AnyOngoing>;
}

/// Who takes a seat.
pub(crate) enum Seating<G: Observed> {
    Agent(Box<dyn Agent<G>>),
    Outside,
}

/// A game in progress whose type is known, for those who translate it and need more than text.
pub struct Ongoing<G: Playable> {
    header: Header,
    events: Vec<Event>,
    proofs: Proofs<G>,
    game: OngoingGame<G>,
    audience: Audience<G>,
    acts: LastActs,
}

/// The line of the first event in a log; the header stands before it.
pub(crate) const FIRST_EVENT: u64 = 2;

/// What the last step of a game, which stands in this line of the log, proves to whom.
pub(crate) fn proof_events<G: Playable>(
    proofs: &mut Proofs<G>,
    ongoing: &OngoingGame<G>,
    line: u64,
) -> Vec<Event> {
    let event = |Proof { statement, seat, holds }| Event::Proof { line: statement, seat, holds };
    proofs.see(ongoing, line).into_iter().map(event).collect()
}

/// Those who see a game.
struct Audience<G: Observed> {
    /// The agents by seat; nobody where somebody outside sits.
    agents: Vec<Option<Seated<Box<dyn Agent<G>>>>>,
    /// What each seat, and last a spectator, has perceived, with the step.
    seen: Vec<Vec<(u32, G::Sight)>>,
    /// Whether that is kept.
    is_kept: bool,
    steps: u32,
}

impl<G: Observed> Audience<G> {
    /// Those outside, who have seen so much.
    fn outside(seen: Vec<Vec<(u32, G::Sight)>>, steps: u32) -> Self {
        Self { agents: (1..seen.len()).map(|_| None).collect(), seen, is_kept: true, steps }
    }

    /// Shows the last step of a game to all.
    fn show(&mut self, ongoing: &OngoingGame<G>) {
        for agent in self.agents.iter_mut().flatten() {
            agent.hear(ongoing);
        }
        self.steps += 1;
        if !self.is_kept {
            return;
        }
        let seats = Seat::all(self.agents.len());
        let sights = seats.map(|seat| ongoing.sight(seat).cloned()).chain([ongoing.public_sight()]);
        for (seen, sight) in self.seen.iter_mut().zip(sights) {
            seen.extend(sight.map(|sight| (self.steps - 1, sight)));
        }
    }
}

impl<G: Playable> Ongoing<G> {
    pub(crate) fn begin(game: G, header: Header, seating: Vec<Seating<G>>) -> Self {
        let seats = game.seats();
        let sit = |(seat, seating)| match seating {
            Seating::Agent(agent) => Some(Seated::new::<G>(agent, seat)),
            Seating::Outside => None,
        };
        let agents = Seat::all(seats).zip(seating).map(sit).collect();
        Self {
            audience: Audience {
                agents,
                seen: vec![Vec::new(); seats + 1],
                is_kept: true,
                steps: 0,
            },
            proofs: Proofs::new(game.clone()),
            game: OngoingGame::new(game, header.game_seed()),
            acts: LastActs::new(seats),
            header,
            events: Vec::new(),
        }
    }

    pub(crate) fn resume(game: &G, log: &Log, seating: Vec<Seating<G>>) -> Result<Self, LogError> {
        let mut resumed = Self::begin(game.clone(), log.header.clone(), seating);
        resumed.events.clone_from(&log.events);
        let (audience, proofs) = (&mut resumed.audience, &mut resumed.proofs);
        let acts = &mut resumed.acts;
        let (mut line, mut missing) = (FIRST_EVENT, Vec::new());
        resumed.game = log.resume(game, |event, ongoing| {
            if event.is_step() {
                audience.show(ongoing);
                missing = proof_events(proofs, ongoing, line);
                acts.see(event, ongoing, !missing.is_empty());
            } else if missing.first() == Some(event) {
                missing.remove(0);
            }
            line += 1;
        })?;
        // What the last step proved may not have been written any more.
        resumed.events.extend(missing);
        Ok(resumed)
    }

    /// The game itself, with the truth.
    pub fn game(&self) -> &OngoingGame<G> {
        &self.game
    }

    /// The same game without what seats perceived of earlier steps, for those who look at every step as it
    /// is taken: those of a hundred villages of fifteen fill a hundred megabytes.
    #[must_use]
    pub fn forgetting_sights(mut self) -> Self {
        self.audience.is_kept = false;
        self.audience.seen.iter_mut().for_each(Vec::clear);
        self
    }

    /// The same game without what those outside remember, for those who show them no views: that fills as
    /// much again.
    #[must_use]
    pub fn forgetting_outsiders(mut self) -> Self {
        let agents = Seat::all(self.audience.agents.len()).zip(&self.audience.agents);
        for (seat, _) in agents.filter(|(_, agent)| agent.is_none()) {
            self.game.forget(seat);
        }
        self
    }

    /// A seat goes away for good, whether it is asked or not: it forfeits. Nothing happens where the
    /// game is over.
    pub fn leave(&mut self, seat: Seat, problem: String) {
        let happening = self.game.leave(seat, problem);
        self.happened(happening, false);
    }

    fn read(action: &str) -> Result<G::Action, Refused> {
        action.parse().map_err(|error: kakehiki_core::NotationError| Refused(error.to_string()))
    }

    /// Whether the game waits for somebody outside in this seat.
    fn is_turn_of(&self, seat: Seat) -> Result<(), Refused> {
        Err(Refused(match self.waiting() {
            Waiting::Outside(awaited) if awaited == seat => return Ok(()),
            Waiting::Outside(awaited) | Waiting::Agent(awaited) => {
                format!("it is {awaited}'s turn, not {seat}'s")
            }
            Waiting::Chance => "chance has to fall first".to_owned(),
            Waiting::Nothing => "the game is over".to_owned(),
        }))
    }

    /// Takes what somebody outside chooses, if it is its turn and the rules allow it.
    pub(crate) fn choose(&mut self, seat: Seat, action: G::Action) -> Result<(), Refused> {
        self.is_turn_of(seat)?;
        let happening = self.game.act(action).map_err(|illegal| Refused(illegal.0))?;
        self.happened(Some(happening), false);
        Ok(())
    }

    /// The agents, to play another game.
    pub(crate) fn into_seating(self) -> Vec<Seating<G>> {
        let seating = |agent: Option<Seated<_>>| match agent {
            Some(agent) => Seating::Agent(agent.into_agent()),
            None => Seating::Outside,
        };
        self.audience.agents.into_iter().map(seating).collect()
    }

    /// Writes down what happened and shows it to all.
    fn happened(&mut self, happening: Option<Happening<G>>, given: bool) -> bool {
        let Some(happening) = happening else {
            return false;
        };
        let mut event = Event::from(&happening);
        if let Event::Chance { given: is_given, .. } = &mut event {
            *is_given = given;
        }
        self.write_down(event);
        true
    }

    /// Writes down what has just happened in the game, with all that follows from it, and shows it to
    /// all.
    fn write_down(&mut self, event: Event) {
        let line = FIRST_EVENT + self.events.len() as u64;
        let is_play = event.is_play();
        let mut proved = Vec::new();
        if event.is_step() {
            self.audience.show(&self.game);
            proved = proof_events(&mut self.proofs, &self.game, line);
            self.acts.see(&event, &self.game, !proved.is_empty());
        }
        self.events.push(event);
        self.events.extend(proved);
        if is_play && let Awaited::Nobody(Verdict::Ended(ending)) = self.game.awaited() {
            self.events.push(Event::from(&Happening::<G>::End(ending)));
        }
    }

    /// This game as another one, in which nobody but those outside sits.
    fn with_game(&self, game: OngoingGame<G>, audience: Audience<G>, events: Vec<Event>) -> Self {
        Self {
            header: self.header.clone(),
            proofs: self.proofs.clone(),
            acts: self.acts.clone(),
            game,
            audience,
            events,
        }
    }

    fn json(value: &impl Serialize) -> Value {
        // Views can be written as JSON: the conformance suite checks it for every game.
        serde_json::to_value(value).unwrap_or_default()
    }
}

impl<G: Playable> AnyOngoing for Ongoing<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn note(&mut self, event: Event) -> Result<(), Refused> {
        if event.is_play() {
            return Err(Refused("only play itself writes what the rules do".to_owned()));
        }
        self.events.push(event);
        Ok(())
    }

    fn may_undo(&self, seat: Seat) -> Result<(), Standing> {
        match self.game.awaited() {
            Awaited::Nobody(_) => Err(Standing::Over),
            Awaited::Seat(_) | Awaited::Chance => self.acts.of(seat),
        }
    }

    fn waiting(&self) -> Waiting {
        match self.game.awaited() {
            Awaited::Seat(seat) if self.audience.agents[seat.index()].is_some() => {
                Waiting::Agent(seat)
            }
            Awaited::Seat(seat) => Waiting::Outside(seat),
            Awaited::Chance => Waiting::Chance,
            Awaited::Nobody(_) => Waiting::Nothing,
        }
    }

    fn waiting_for(&self, observer: Observer) -> Waiting {
        let waiting = self.waiting();
        let asked = match waiting {
            Waiting::Outside(seat) | Waiting::Agent(seat) => seat,
            Waiting::Chance | Waiting::Nothing => return waiting,
        };
        let game = self.game.game();
        let is_known = match observer {
            Observer::Analyst => true,
            Observer::Seat(seat) if seat == asked => true,
            // What is shown follows from what is public alone, so that it tells nothing else.
            Observer::Seat(_) | Observer::Spectator => {
                game.publicly_asked(&game.public(self.game.state())) == Some(asked)
            }
        };
        if is_known { waiting } else { Waiting::Chance }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Record { verdict, steps, .. } = self.game.record()?;
        let text = match verdict {
            Verdict::Ended(ending) => ending.to_string(),
            Verdict::Forfeited(seat) => format!("{} by {seat}", verdict.word()),
        };
        let seats = self.audience.agents.len();
        let rewards = Seat::all(seats).map(|seat| verdict.reward(seat, seats)).collect();
        Some(Outcome { text, rewards, steps })
    }

    fn menu(&self) -> Menu {
        let mut menu = Vec::new();
        if let Awaited::Seat(_) = self.game.awaited() {
            self.game.menu(&mut menu);
        }
        let is_complete = self.game.menu_is_complete();
        Menu { actions: menu.iter().map(ToString::to_string).collect(), is_complete }
    }

    fn check(&self, action: &str) -> Result<(), Refused> {
        self.game.check(&Self::read(action)?).map_err(|illegal| Refused(illegal.0))
    }

    fn reads(&self, text: &str) -> bool {
        match self.game.awaited() {
            Awaited::Chance => text.parse::<G::Chance>().is_ok(),
            Awaited::Seat(_) | Awaited::Nobody(_) => text.parse::<G::Action>().is_ok(),
        }
    }

    fn answer(&mut self, seat: Seat, answer: Answer<'_>) -> Result<(), Refused> {
        self.is_turn_of(seat)?;
        match answer {
            Answer::Missing(missing) => {
                let happening = self.game.answer(Reply::Missing(missing));
                self.happened(happening, false);
                Ok(())
            }
            Answer::Action(action) => self.choose(seat, Self::read(action)?),
        }
    }

    fn advance(&mut self) -> bool {
        let happening = match self.game.awaited() {
            Awaited::Chance => self.game.draw(),
            Awaited::Seat(seat) => match &mut self.audience.agents[seat.index()] {
                Some(agent) => {
                    let reply = agent.decide(&self.game, &mut Vec::new());
                    self.game.answer(reply)
                }
                None => None,
            },
            Awaited::Nobody(_) => None,
        };
        self.happened(happening, false)
    }

    fn chances(&self) -> Vec<(String, f64)> {
        let chances = self.game.chances().into_iter();
        chances.map(|(chance, probability)| (chance.to_string(), probability)).collect()
    }

    fn decision_rng(&self, seat: Seat) -> GameRng {
        self.game.decision_rng(seat)
    }

    fn follow(&mut self, event: &Event) -> Result<(), Refused> {
        if matches!(event, Event::Proof { .. } | Event::End { .. }) {
            let mut since = self.events.iter().rev().take_while(|known| !known.is_step());
            if since.any(|known| known == event) {
                return Ok(());
            }
        }
        if event.is_play() && self.game.record().is_some() {
            return Err(Refused("the game is over already".to_owned()));
        }
        self.game.follow(event, true).map_err(|illegal| Refused(illegal.0))?;
        self.write_down(event.clone());
        Ok(())
    }

    fn resolve(&mut self, outcome: &str) -> Result<(), Refused> {
        let chance: Result<G::Chance, _> = outcome.parse();
        let chance = chance.map_err(|error| Refused(error.to_string()))?;
        let happening = self.game.resolve(chance).map_err(|illegal| Refused(illegal.0))?;
        self.happened(Some(happening), true);
        Ok(())
    }

    fn view(&self, observer: Observer) -> Value {
        match observer {
            Observer::Seat(seat) => Self::json(&self.game.view(seat)),
            Observer::Spectator => Self::json(&self.game.game().public(self.game.state())),
            Observer::Analyst => {
                let views = Seat::all(self.audience.agents.len()).map(|seat| self.game.view(seat));
                serde_json::json!({
                    "state": self.game.game().snapshot(self.game.state()),
                    "public": self.view(Observer::Spectator),
                    "views": views.map(|view| Self::json(&view)).collect::<Vec<_>>(),
                })
            }
        }
    }

    fn keep_view(&self, seat: Seat) -> Arc<dyn AnyView> {
        Arc::new(Kept::<G>(self.game.view(seat)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn sights(&self, observer: Observer, from: u32) -> Vec<Seen> {
        let place = match observer {
            Observer::Seat(seat) => seat.index(),
            Observer::Spectator => self.audience.agents.len(),
            Observer::Analyst => {
                let steps = self.events.iter().filter(|event| event.is_step()).zip(0..);
                let steps = steps.filter(|(_, step)| *step >= from);
                return steps.map(|(it, step)| Seen { step, sight: Self::json(it) }).collect();
            }
        };
        let seen = &self.audience.seen[place];
        let first = seen.partition_point(|(step, _)| *step < from);
        seen[first..]
            .iter()
            .map(|(step, sight)| Seen { step: *step, sight: Self::json(sight) })
            .collect()
    }

    fn picture(&self, observer: Observer) -> String {
        let game = self.game.game();
        match observer {
            Observer::Seat(seat) => game.view_picture(&self.game.view(seat)),
            Observer::Spectator => {
                let public = Self::json(&game.public(self.game.state()));
                serde_json::to_string_pretty(&public).unwrap_or_default()
            }
            Observer::Analyst => game.picture(self.game.state()),
        }
    }

    fn explain(&self, seat: Seat) -> Option<Explanation> {
        let agent = self.audience.agents.get(seat.index())?.as_ref()?;
        agent.agent().explain(&self.game.view(seat))
    }

    fn record(&self) -> Option<Record> {
        self.game.record()
    }

    fn clock(&self) -> u32 {
        self.game.clocks().1
    }

    fn steps(&self) -> u32 {
        self.game.steps()
    }

    fn copy(&self) -> Option<Box<dyn AnyOngoing>> {
        let Audience { agents, seen, steps, is_kept } = &self.audience;
        if agents.iter().any(Option::is_some) {
            return None;
        }
        let audience = Audience { is_kept: *is_kept, ..Audience::outside(seen.clone(), *steps) };
        Some(Box::new(self.with_game(self.game.clone(), audience, self.events.clone())))
    }

    fn world(&self, seat: Seat, seed: u64) -> Box<dyn AnyOngoing> {
        let game =
            self.game.world(seat, Seed::experiment(seed).derive("world", seat.index() as u64));
        let mut seen = vec![Vec::new(); self.audience.seen.len()];
        seen[seat.index()].clone_from(&self.audience.seen[seat.index()]);
        let mut world =
            self.with_game(game, Audience::outside(seen, self.audience.steps), Vec::new());
        // Statements of the truth may be false here, and nobody has acted yet.
        world.proofs = Proofs::new(self.game.game().clone());
        world.acts = LastActs::new(self.audience.agents.len());
        Box::new(world)
    }

    fn next_game(self: Box<Self>) -> Box<dyn AnyOngoing> {
        let mut header = self.header.clone();
        header.game_index += 1;
        let game = self.game.game().clone();
        Box::new(Self::begin(game, header, self.into_seating()))
    }
}
