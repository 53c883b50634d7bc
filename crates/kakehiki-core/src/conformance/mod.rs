//! What every game and its agents must hold to, as two functions that every game's tests call.

mod outside;
mod rebuilding;

use std::{
    collections::{HashMap, HashSet},
    fmt::{Debug, Display},
    io, mem,
    str::FromStr,
};

use rand::RngExt;
use serde::Serialize;

pub use self::rebuilding::{Rebuilt, agent_conformance};
use crate::{Ending, Game, GameRng, NotationError, Observed, Seat, Seed, Step, Turn};

/// How many actions or outcomes from elsewhere are tried at a position, and how many other ways a
/// step could have gone.
const TRIES: usize = 4;

/// The chance of a false alarm for each kind of outcome whose draws are counted.
const FALSE_ALARM: f64 = 1e-9;

/// How much a run of [`conformance`] looked at, so that a test can see that it looked at something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Positions visited.
    pub positions: u64,
    /// Actions that were refused, as they should be.
    pub refusals: u64,
    /// Outcomes of chance that were refused, as they should be.
    pub chance_refusals: u64,
    /// Answers of the rules' own that were tried.
    pub fallbacks: u64,
    /// Sampled worlds that differ from the truth and yet look the same to the seat.
    pub differing_worlds: u64,
    /// Steps that some seat did not notice.
    pub unnoticed_steps: u64,
    /// Steps after which the truth and another state look the same to a seat that saw the same
    /// happen in both.
    pub lookalikes: u64,
    /// Sights from which alone a seat's view was kept.
    pub followed: u64,
    /// Sampled worlds that were moved on by what a seat saw.
    pub carried_on: u64,
    /// Sampled worlds that what a seat saw refuted.
    pub refuted: u64,
    /// Steps that spectators did not notice.
    pub unnoticed_in_public: u64,
    /// Facts that some seat did not know.
    pub facts: u64,
}

/// A promise that the rules, the views or the agents of a game break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{promise}: {detail}")]
pub struct Breach {
    /// The promise.
    pub promise: &'static str,
    /// Where and how it is broken.
    pub detail: String,
}

/// A position with what each seat has gathered so far.
struct Table<G: Observed> {
    state: G::State,
    memories: Vec<G::Memory>,
    /// What each seat is shown.
    shown: Vec<Shown<G::View>>,
    /// For each seat another state that it cannot tell from the truth, if one has turned up.
    doubles: Vec<Option<G::State>>,
}

/// What a run carries from game to game.
struct Run<G: Game> {
    examined: Examined,
    /// Every action that stood on a menu.
    actions: Vec<G::Action>,
    seen_actions: HashSet<G::Action>,
    /// Every outcome that was drawn.
    outcomes: Vec<G::Chance>,
    seen_outcomes: HashSet<G::Chance>,
    tallies: HashMap<G::Chance, Draws>,
}

/// How often an outcome was drawn, compared with its probabilities.
#[derive(Clone, Copy, Debug, Default)]
struct Draws {
    /// Draws beyond the expected number.
    excess: f64,
    /// The variance of `excess` if the draws follow their probabilities.
    variance: f64,
}

impl Draws {
    /// Whether the excess may be luck, by Freedman's inequality ("On tail probabilities for
    /// martingales", 1975).
    fn is_plausible(self) -> bool {
        let Self { excess, variance } = self;
        excess.powi(2) <= 2.0 * (2.0 / FALSE_ALARM).ln() * (variance + excess.abs() / 3.0)
    }
}

/// Plays random games and checks at every position what every game promises:
///
/// - whoever has to act has a menu; it lists nothing twice and all of it is legal, and nothing else
///   is legal where it is complete; refused actions change nothing; the rules' own answer moves the
///   game on;
/// - chance probabilities add up to one, draws are among the listed outcomes and as frequent as
///   their probabilities say, and what is not listed is refused;
/// - actions, chance and snapshots round-trip through text; the same choices give the same states,
///   checked or not; the clock never falls; only seats at the table act and win;
/// - views leak nothing: a world sampled from a seat's view gives that seat the byte-identical
///   view, turn, menu and legality; a step that a seat does not notice leaves its view as it was;
///   and two states that a seat cannot tell apart stay so until it sees something else happen, or
///   the game end, in one of them;
/// - a seat's view, menu and legality follow from its sights alone; a world that a sight does not
///   refute goes on to one that fits the new view, and the truth is never refuted;
/// - what is public, and what spectators see happen, is known to every seat;
/// - facts round-trip through text.
///
/// What it cannot find: a secret that a seat's sights already tell, for they say what is meant for
/// that seat; a legal action that no menu ever lists; a sampler that prefers some worlds to others.
///
/// # Errors
/// The first broken promise.
pub fn conformance<G: Observed>(game: &G, seed: Seed, games: u64) -> Result<Examined, Breach> {
    let mut run = Run::<G> {
        examined: Examined::default(),
        actions: Vec::new(),
        seen_actions: HashSet::new(),
        outcomes: Vec::new(),
        seen_outcomes: HashSet::new(),
        tallies: HashMap::new(),
    };
    let mut played = Vec::new();
    for index in 0..games {
        let mut rng = seed.rng_at(index);
        played.push(play_through(game, &mut run, &mut rng)?);
    }
    for (outcome, tally) in &run.tallies {
        promise("draws follow their probabilities", tally.is_plausible(), || {
            format!("{outcome} was drawn too often or too rarely: {tally:?}")
        })?;
    }
    for (index, steps) in (0..).zip(&played) {
        let mut rng = seed.derive("outside", 0).rng_at(index);
        outside::check(game, steps, &mut run, &mut rng)?;
    }
    Ok(run.examined)
}

/// Plays one random game, checks every position of it, and gives its steps.
fn play_through<G: Observed>(
    game: &G,
    run: &mut Run<G>,
    rng: &mut GameRng,
) -> Result<Vec<Step<G>>, Breach> {
    let state = game.start();
    let fresh = G::Memory::default();
    let mut table = Table::<G> {
        memories: vec![fresh.clone(); game.seats()],
        shown: Seat::all(game.seats())
            .map(|seat| Shown::new(game.view(&state, &fresh, seat)))
            .collect::<Result<_, _>>()?,
        doubles: vec![None; game.seats()],
        state,
    };
    let mut steps = Vec::new();
    let mut menu = Vec::new();
    loop {
        run.examined.positions += 1;
        let state = &table.state;
        check_snapshot(game, state)?;
        check_turn(game, state)?;
        check_worlds(game, &mut table, run, rng)?;
        let state = &table.state;
        let (step, others) = match game.turn(state) {
            Turn::Over(_) => {
                game.menu(state, &mut menu);
                promise("an ended game has no menu", menu.is_empty(), || format!("{menu:?}"))?;
                check_refusals(game, state, &menu, run, rng)?;
                check_replay(game, &steps, state)?;
                return Ok(steps);
            }
            Turn::Chance => {
                let (drawn, listed) = check_chance(game, state, run, rng)?;
                (Step::Chance(drawn), some_of(&listed, rng, |chance| Step::Chance(chance.clone())))
            }
            Turn::Seat(seat) => {
                check_menu(game, state, seat, &mut menu, run)?;
                check_refusals(game, state, &menu, run, rng)?;
                let act = |action: &G::Action| Step::Action(seat, action.clone());
                (act(&menu[rng.random_range(0..menu.len())]), some_of(&menu, rng, act))
            }
        };
        take(game, &mut table, &step, &others, &mut run.examined)?;
        steps.push(step);
    }
}

/// A few of the choices, drawn at random.
fn some_of<T, S>(choices: &[T], rng: &mut GameRng, step: impl Fn(&T) -> S) -> Vec<S> {
    (0..TRIES.min(choices.len()))
        .map(|_| step(&choices[rng.random_range(0..choices.len())]))
        .collect()
}

fn promise(
    promise: &'static str,
    holds: bool,
    detail: impl FnOnce() -> String,
) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach { promise, detail: detail() }) }
}

fn apply<G: Game>(game: &G, state: &mut G::State, step: &Step<G>) -> Result<(), Breach> {
    let mut unchecked = state.clone();
    let result = match step {
        Step::Action(_, action) => game.play(state, action),
        Step::Chance(chance) => game.resolve(state, chance),
    };
    result.map_err(|error| Breach {
        promise: "listed actions and drawn outcomes are legal",
        detail: format!("{step:?}: {error}"),
    })?;
    match step {
        Step::Action(_, action) => game.play_unchecked(&mut unchecked, action),
        Step::Chance(chance) => game.resolve_unchecked(&mut unchecked, chance),
    }
    promise("a step leads to the same state, checked or not", unchecked == *state, || {
        format!("{step:?} leads to {state:?}, unchecked to {unchecked:?}")
    })
}

/// A view as an agent gets it and as it goes over a wire.
///
/// Writing views is most of the work of [`conformance`]: so it is done once for each.
#[derive(PartialEq)]
struct Shown<V> {
    view: V,
    bytes: Vec<u8>,
}

impl<V: Eq + Serialize> Shown<V> {
    fn new(view: V) -> Result<Self, Breach> {
        let bytes = bytes(&view)?;
        Ok(Self { view, bytes })
    }

    /// Whether another view is the same, both to an agent and on a wire.
    fn is_same(&self, other: &V) -> Result<bool, Breach> {
        if self.view != *other {
            return Ok(false);
        }
        let mut compared = Compared { rest: &self.bytes, is_same: true };
        write(&mut compared, other)?;
        Ok(compared.is_same && compared.rest.is_empty())
    }
}

/// Takes bytes that are written and keeps none, but whether they are those that are known.
struct Compared<'a> {
    rest: &'a [u8],
    is_same: bool,
}

impl io::Write for Compared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.rest.strip_prefix(bytes) {
            Some(rest) => self.rest = rest,
            None => self.is_same = false,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn bytes(value: &impl Serialize) -> Result<Vec<u8>, Breach> {
    let mut bytes = Vec::new();
    write(&mut bytes, value)?;
    Ok(bytes)
}

fn write(writer: impl io::Write, value: &impl Serialize) -> Result<(), Breach> {
    serde_json::to_writer(writer, value).map_err(|error| Breach {
        promise: "views can be written as JSON",
        detail: error.to_string(),
    })
}

fn check_snapshot<G: Game>(game: &G, state: &G::State) -> Result<(), Breach> {
    let text = game.snapshot(state);
    let restored = game.restore(&text);
    promise("snapshots round-trip", restored.as_ref() == Ok(state), || {
        format!("{text} gave {restored:?} for {state:?}")
    })
}

fn check_turn<G: Game>(game: &G, state: &G::State) -> Result<(), Breach> {
    let seats = game.seats();
    let turn = game.turn(state);
    let is_ours = match turn {
        Turn::Seat(seat) => seat.index() < seats,
        Turn::Over(Ending::Won(winners)) => {
            Seat::all(seats).filter(|seat| winners.contains(*seat)).count() == winners.len()
        }
        Turn::Chance | Turn::Over(Ending::Drawn | Ending::Undecided) => true,
    };
    promise("only seats at the table act and win", is_ours, || {
        format!("{turn:?} at a table of {seats}")
    })
}

/// Checks the outcomes of chance and draws one; gives it and what it was drawn from.
fn check_chance<G: Game>(
    game: &G,
    state: &G::State,
    run: &mut Run<G>,
    rng: &mut GameRng,
) -> Result<(G::Chance, Vec<G::Chance>), Breach> {
    let chances = game.chances(state);
    let total: f64 = chances.iter().map(|(_, probability)| probability).sum();
    let is_whole =
        (total - 1.0).abs() < 1e-9 && chances.iter().all(|(_, probability)| *probability >= 0.0);
    promise("probabilities add up to one", is_whole, || format!("{chances:?}"))?;
    for (chance, _) in &chances {
        let text = chance.to_string();
        promise("chance round-trips through text", text.parse().as_ref() == Ok(chance), || {
            format!("{chance:?} is written {text}")
        })?;
        apply(game, &mut state.clone(), &Step::Chance(chance.clone()))?;
    }
    for chance in some_of(&run.outcomes, rng, Clone::clone) {
        if chances.iter().any(|(listed, _)| *listed == chance) {
            continue;
        }
        let mut copy = state.clone();
        let is_refused = game.resolve(&mut copy, &chance).is_err() && copy == *state;
        run.examined.chance_refusals += 1;
        promise(
            "an outcome that is not listed is refused and changes nothing",
            is_refused,
            || format!("{chance} changed {state:?} to {copy:?}"),
        )?;
    }
    let drawn = game.draw(state, rng);
    let is_listed = chances.iter().any(|(chance, _)| *chance == drawn);
    promise("draws are among the listed outcomes", is_listed, || {
        format!("{drawn:?} is not in {chances:?}")
    })?;
    for (chance, probability) in &chances {
        let tally = run.tallies.entry(chance.clone()).or_default();
        tally.excess += f64::from(u8::from(*chance == drawn)) - probability;
        tally.variance += probability * (1.0 - probability);
    }
    if run.seen_outcomes.insert(drawn.clone()) {
        run.outcomes.push(drawn.clone());
    }
    Ok((drawn, chances.into_iter().map(|(chance, _)| chance).collect()))
}

fn check_menu<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    menu: &mut Vec<G::Action>,
    run: &mut Run<G>,
) -> Result<(), Breach> {
    game.menu(state, menu);
    promise("whoever has to act has a menu", !menu.is_empty(), || format!("{state:?}"))?;
    let distinct: HashSet<_> = menu.iter().collect();
    promise("a menu lists nothing twice", distinct.len() == menu.len(), || format!("{menu:?}"))?;
    for action in menu.iter() {
        check_text(action)?;
        apply(game, &mut state.clone(), &Step::Action(seat, action.clone()))?;
        if run.seen_actions.insert(action.clone()) {
            run.actions.push(action.clone());
        }
    }
    // The rules may answer what the seat itself may not choose, such as to go without a duty.
    for answer in game.fallbacks(state) {
        run.examined.fallbacks += 1;
        let mut copy = state.clone();
        game.play_unchecked(&mut copy, &answer);
        promise("the rules' own answer moves the game on", copy != *state, || {
            format!("{answer} leaves {state:?} as it was")
        })?;
        check_text(&answer)?;
    }
    Ok(())
}

fn check_text<A>(action: &A) -> Result<(), Breach>
where
    A: PartialEq + Debug + Display + FromStr<Err = NotationError>,
{
    let text = action.to_string();
    promise("actions round-trip through text", text.parse().as_ref() == Ok(action), || {
        format!("{action:?} is written {text}")
    })
}

/// Tries actions that were seen elsewhere and are not on the menu here.
fn check_refusals<G: Game>(
    game: &G,
    state: &G::State,
    menu: &[G::Action],
    run: &mut Run<G>,
    rng: &mut GameRng,
) -> Result<(), Breach> {
    let is_over = matches!(game.turn(state), Turn::Over(_));
    for action in &some_of(&run.actions, rng, Clone::clone) {
        if menu.contains(action) {
            continue;
        }
        let mut copy = state.clone();
        if game.play(&mut copy, action).is_ok() {
            promise(
                "what is not on a complete menu is refused",
                !is_over && !game.menu_is_complete(state),
                || format!("{action} was accepted in {state:?}"),
            )?;
        } else {
            run.examined.refusals += 1;
            promise("a refused action changes nothing", copy == *state, || {
                format!("{action} changed {state:?} to {copy:?}")
            })?;
        }
    }
    Ok(())
}

/// Samples a world from each seat's view; it must look the same from there.
fn check_worlds<G: Observed>(
    game: &G,
    table: &mut Table<G>,
    run: &mut Run<G>,
    rng: &mut GameRng,
) -> Result<(), Breach> {
    let Table { state, memories, shown, doubles } = table;
    let seats = Seat::all(game.seats()).zip(memories).zip(shown).zip(doubles);
    for (((seat, memory), shown), double) in seats {
        let world = game.sample(&shown.view, rng);
        let world_view = game.view(&world, memory, seat);
        promise("views leak nothing", shown.is_same(&world_view)?, || {
            let view = &shown.view;
            format!("{seat} can tell {state:?} from {world:?}: {view:?} or {world_view:?}")
        })?;
        let listed = game.worlds(&shown.view);
        let is_listed = |world| listed.is_empty() || listed.contains(world);
        promise("a list of worlds is complete", is_listed(state) && is_listed(&world), || {
            format!("{seat} lists neither {state:?} nor {world:?} or one of them")
        })?;
        let turn = game.turn(state);
        if turn == Turn::Seat(seat) {
            promise("a seat's turn shows in its worlds", game.turn(&world) == turn, || {
                format!("{state:?} and {world:?}")
            })?;
            check_same_menu(game, seat, state, &world)?;
            for action in some_of(&run.actions, rng, Clone::clone) {
                let verdicts = [game.check(state, &action), game.check(&world, &action)];
                promise("legality leaks nothing", verdicts[0] == verdicts[1], || {
                    format!("{action} in {state:?} and {world:?}: {verdicts:?}")
                })?;
            }
        }
        if world != *state {
            run.examined.differing_worlds += 1;
            double.get_or_insert(world);
        }
    }
    Ok(())
}

fn check_same_menu<G: Game>(
    game: &G,
    seat: Seat,
    state: &G::State,
    other: &G::State,
) -> Result<(), Breach> {
    let (mut menu, mut other_menu) = (Vec::new(), Vec::new());
    game.menu(state, &mut menu);
    game.menu(other, &mut other_menu);
    promise("menus leak nothing", menu == other_menu, || {
        format!("{seat} is offered {menu:?} in {state:?} and {other_menu:?} in {other:?}")
    })
}

/// Takes a step and checks that nobody's view tells more than what it saw of it.
///
/// `others` are other ways in which the step could have gone.
fn take<G: Observed>(
    game: &G,
    table: &mut Table<G>,
    step: &Step<G>,
    others: &[Step<G>],
    examined: &mut Examined,
) -> Result<(), Breach> {
    let before = table.state.clone();
    apply(game, &mut table.state, step)?;
    let state = &table.state;
    let (clock_before, clock) = (game.clock(&before), game.clock(state));
    promise("the clock never falls", clock_before <= clock, || {
        format!("{step:?} sets it from {clock_before} to {clock}")
    })?;
    let seats = Seat::all(game.seats()).zip(&mut table.memories).zip(&mut table.shown);
    for ((seat, memory), shown) in seats {
        let sight = game.sight(&before, step, state, seat);
        if let Some(sight) = &sight {
            game.remember(memory, seat, sight);
        }
        let shown_before = mem::replace(shown, Shown::new(game.view(state, memory, seat))?);
        let (view_before, view) = (&shown_before.view, &shown.view);
        if sight.is_none() {
            examined.unnoticed_steps += 1;
            promise(
                "a step that a seat does not notice leaves its view as it was",
                shown_before == *shown,
                || format!("{step:?} shows {seat}: {view_before:?} became {view:?}"),
            )?;
        }
        // States that this seat could not tell apart before: its old double, and the truth itself.
        let double = table.doubles[seat.index()].take();
        let double = double.as_ref().map(|double| (double, step));
        for (from, way) in double.into_iter().chain(others.iter().map(|other| (&before, other))) {
            let Some(other) = follow(game, &before, from, way) else {
                continue;
            };
            // Everybody sees that a game is over, and the end may lay the cards on the table.
            let is_over =
                [state, &other].iter().any(|state| matches!(game.turn(state), Turn::Over(_)));
            if is_over || other == *state || game.sight(from, way, &other, seat) != sight {
                continue;
            }
            examined.lookalikes += 1;
            let other_view = game.view(&other, memory, seat);
            promise("views tell no more than sights", shown.is_same(&other_view)?, || {
                format!(
                    "{seat} saw {sight:?} lead to {state:?} and to {other:?}, \
                         and can tell them apart: {view:?} or {other_view:?}"
                )
            })?;
            if [game.turn(state), game.turn(&other)] == [Turn::Seat(seat); 2] {
                check_same_menu(game, seat, state, &other)?;
            }
            let ways = [(&before, step, state), (from, way, &other)];
            outside::check_same_in_public(game, seat, ways)?;
            table.doubles[seat.index()].get_or_insert(other);
        }
    }
    Ok(())
}

/// Takes a step from `from` if it can be taken there as in `truth`.
fn follow<G: Game>(
    game: &G,
    truth: &G::State,
    from: &G::State,
    step: &Step<G>,
) -> Option<G::State> {
    let mut state = from.clone();
    if game.turn(from) != game.turn(truth) {
        return None;
    }
    match step {
        Step::Action(_, action) => game.play(&mut state, action),
        Step::Chance(chance) => game.resolve(&mut state, chance),
    }
    .ok()?;
    Some(state)
}

fn check_replay<G: Game>(game: &G, steps: &[Step<G>], end: &G::State) -> Result<(), Breach> {
    let mut state = game.start();
    for step in steps {
        apply(game, &mut state, step)?;
    }
    promise("the same choices give the same state", state == *end, || {
        format!("{state:?} instead of {end:?}")
    })
}
