//! Agents that are made anew in the middle of a game.

use super::{Breach, promise};
use crate::{
    Agent, AgentName, Event, Header, Log, Observed, Occupant, OngoingGame, Recipe, Roster, Seat,
    Seated, play::advance,
};

/// Every game is cut at its start, at its end, and so that it falls into so many pieces.
const PIECES: usize = 6;

/// How much a run of [`agent_conformance`] looked at, so that a test can see that it looked at
/// something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Games that were played undisturbed.
    pub games: u64,
    /// Actions of agents that had been made anew.
    pub actions: u64,
    /// Answers of the undisturbed agents that were missing or illegal.
    pub missteps: u64,
}

/// Plays a game of these agents, cuts it at several places, makes them anew there, lets them hear
/// again what they heard, and checks that they go on as the undisturbed ones did: the log, the views
/// and the sights are the same.
///
/// The agents sit down in the order of their names, at as many tables as it takes; the first ones
/// fill the last table. Every kind that the game lists must be among them.
///
/// What it cannot find: a memory that changes no action of the games that were played.
///
/// # Errors
/// The first broken promise.
pub fn agent_conformance<G: Observed>(
    game: &G,
    roster: &dyn Roster<G>,
    names: &[&str],
    seed: u64,
) -> Result<Rebuilt, Breach> {
    let recipes = prepare(game, roster, names)?;
    let seats = game.seats();
    let mut rebuilt = Rebuilt::default();
    for table in 0..names.len().div_ceil(seats) {
        let sitting = || (0..seats).map(|seat| (table * seats + seat) % names.len());
        let occupants = sitting().map(|index| Occupant::Agent(names[index].to_owned())).collect();
        let header = Header::new("conformance", occupants, seed, table as u64, 0);
        let recipes: Vec<&Recipe<G>> = sitting().map(|index| &recipes[index]).collect();
        check_table(game, &header, &recipes, &mut rebuilt)?;
    }
    Ok(rebuilt)
}

/// What makes the agents of these names, among which every kind must be.
fn prepare<G: Observed>(
    game: &G,
    roster: &dyn Roster<G>,
    names: &[&str],
) -> Result<Vec<Recipe<G>>, Breach> {
    let mut missing = roster.kinds();
    let mut recipes = Vec::new();
    for name in names {
        let cast = name.parse().and_then(|name: AgentName| name.cast(&roster.kinds()));
        let recipe = cast.map_err(|error| error.to_string()).and_then(|cast| {
            missing.retain(|kind| cast.pieces().iter().all(|piece| piece.kind != *kind));
            roster.prepare(game, &cast)
        });
        recipes.push(recipe.map_err(|error| Breach {
            promise: "agents can be made by their names",
            detail: format!("{name}: {error}"),
        })?);
    }
    promise("every kind of agent is looked at", missing.is_empty(), || {
        format!("nobody is {missing:?}")
    })?;
    Ok(recipes)
}

/// Plays a game undisturbed, and again from every cut.
fn check_table<G: Observed>(
    game: &G,
    header: &Header,
    recipes: &[&Recipe<G>],
    rebuilt: &mut Rebuilt,
) -> Result<(), Breach> {
    let whole = go_on(game, header, recipes, &[])?;
    let is_misstep =
        |event: &&Event| matches!(event, Event::Fallback { .. } | Event::Forfeit { .. });
    rebuilt.games += 1;
    rebuilt.missteps += whole.events.iter().filter(is_misstep).count() as u64;
    for cut in (0..=PIECES).map(|piece| whole.events.len() * piece / PIECES) {
        let resumed = go_on(game, header, recipes, &whole.events[..cut])?;
        let mut pairs = resumed.events.iter().zip(&whole.events);
        let differing = pairs.find(|(one, other)| one != other);
        promise("rebuilt agents go on as before", differing.is_none(), || {
            format!("{:?}, cut after {cut} events: {differing:?}", header.seats)
        })?;
        let is_same = resumed.events.len() == whole.events.len() && resumed.scenes == whole.scenes;
        promise("a resumed game looks the same to every seat", is_same, || {
            format!("{:?}, cut after {cut} events", header.seats)
        })?;
        let is_action = |event: &&Event| matches!(event, Event::Action { .. });
        rebuilt.actions += resumed.events[cut..].iter().filter(is_action).count() as u64;
    }
    Ok(())
}

/// What happened in a game, and what it looked like to all seats after each step.
struct Played<G: Observed> {
    events: Vec<Event>,
    scenes: Vec<Scene<G>>,
}

/// The view of each seat, and what it saw of the last step.
type Scene<G> = Vec<(<G as Observed>::View, Option<<G as Observed>::Sight>)>;

fn scene<G: Observed>(ongoing: &OngoingGame<G>) -> Scene<G> {
    let seats = Seat::all(ongoing.game().seats());
    seats.map(|seat| (ongoing.view(seat), ongoing.sight(seat).cloned())).collect()
}

/// Makes agents, lets them hear what happened so far, and plays on to the end.
fn go_on<G: Observed>(
    game: &G,
    header: &Header,
    recipes: &[&Recipe<G>],
    events: &[Event],
) -> Result<Played<G>, Breach> {
    let make = |(seat, recipe): (Seat, &&Recipe<G>)| -> Seated<Box<dyn Agent<G>>> {
        Seated::new::<G>(recipe(header.match_seed().derive("agent", seat.index() as u64)), seat)
    };
    let mut agents: Vec<_> = Seat::all(recipes.len()).zip(recipes).map(make).collect();
    let mut scenes = Vec::new();
    let log = Log { header: header.clone(), events: events.to_vec(), is_torn: false };
    let resumed = log.resume(game, |_, ongoing| {
        for agent in &mut agents {
            agent.hear(ongoing);
        }
        scenes.push(scene(ongoing));
    });
    let mut ongoing = resumed.map_err(|error| Breach {
        promise: "a game can be resumed from its log",
        detail: format!("{:?}: {error}", header.seats),
    })?;
    let (mut events, mut menu) = (log.events, Vec::new());
    while let Some(happening) = advance(&mut ongoing, &mut agents, &mut menu) {
        events.push(Event::from(&happening));
        scenes.push(scene(&ongoing));
    }
    Ok(Played { events, scenes })
}
