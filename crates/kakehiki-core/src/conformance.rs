//! What every game must hold to, as one function that every game's tests call.

use std::collections::HashSet;

use rand::RngExt;
use serde::Serialize;

use crate::{Game, GameRng, Observed, Seat, Seed, Step, Turn};

/// How much a run of [`conformance`] looked at, so that a test can see that it looked at something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Positions visited.
    pub positions: u64,
    /// Actions that were refused, as they should be.
    pub refusals: u64,
    /// Sampled worlds that differ from the truth and yet look the same to the seat.
    pub differing_worlds: u64,
    /// Steps that some seat did not notice.
    pub unnoticed_steps: u64,
}

/// A promise that the rules or views of a game break.
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
}

/// Plays random games and checks at every position what every game promises:
///
/// - whoever has to act has a menu; all of it is legal, duplicates aside none of it is missing where the menu is
///   complete, and nothing else is legal there; refused actions change nothing;
/// - chance probabilities add up to one and draws are among the listed outcomes;
/// - actions, chance and snapshots round-trip through text; the same choices give the same states;
/// - views leak nothing: a world sampled from a seat's view gives that seat the byte-identical view, turn and menu,
///   and a step that a seat does not notice leaves its view as it was.
///
/// # Errors
/// The first broken promise.
pub fn conformance<G: Observed>(game: &G, seed: Seed, games: u64) -> Result<Examined, Breach> {
    let mut examined = Examined::default();
    let mut known_actions: Vec<G::Action> = Vec::new();
    let mut known_set = HashSet::new();
    for index in 0..games {
        let mut rng = seed.rng_at(index);
        let mut table =
            Table::<G> { state: game.start(), memories: vec![G::Memory::default(); game.seats()] };
        let mut steps = Vec::new();
        let mut menu = Vec::new();
        loop {
            examined.positions += 1;
            let state = &table.state;
            check_snapshot(game, state)?;
            check_worlds(game, &table, &mut rng, &mut examined)?;
            let step = match game.turn(state) {
                Turn::Over(_) => {
                    game.menu(state, &mut menu);
                    promise("an ended game has no menu", menu.is_empty(), || format!("{menu:?}"))?;
                    check_refusals(game, state, &menu, &known_actions, &mut rng, &mut examined)?;
                    break;
                }
                Turn::Chance => Step::Chance(check_chance(game, state, &mut rng)?),
                Turn::Seat(seat) => {
                    check_menu(game, state, &mut menu)?;
                    for action in &menu {
                        if known_set.insert(action.clone()) {
                            known_actions.push(action.clone());
                        }
                    }
                    check_refusals(game, state, &menu, &known_actions, &mut rng, &mut examined)?;
                    Step::Action(seat, menu[rng.random_range(0..menu.len())].clone())
                }
            };
            take(game, &mut table, &step, &mut examined)?;
            steps.push(step);
        }
        check_replay(game, &steps, &table.state)?;
    }
    Ok(examined)
}

fn promise(
    promise: &'static str,
    holds: bool,
    detail: impl FnOnce() -> String,
) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach { promise, detail: detail() }) }
}

fn apply<G: Game>(game: &G, state: &mut G::State, step: &Step<G>) -> Result<(), Breach> {
    let result = match step {
        Step::Action(_, action) => game.play(state, action),
        Step::Chance(chance) => game.resolve(state, chance),
    };
    result.map_err(|error| Breach {
        promise: "listed actions and drawn outcomes are legal",
        detail: format!("{step:?}: {error}"),
    })
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

fn check_snapshot<G: Game>(game: &G, state: &G::State) -> Result<(), Breach> {
    let text = game.snapshot(state);
    let restored = game.restore(&text);
    promise("snapshots round-trip", restored.as_ref() == Ok(state), || {
        format!("{text} gave {restored:?} for {state:?}")
    })
}

fn check_chance<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut GameRng,
) -> Result<G::Chance, Breach> {
    let chances = game.chances(state);
    let total: f64 = chances.iter().map(|(_, probability)| probability).sum();
    promise("probabilities add up to one", (total - 1.0).abs() < 1e-9, || format!("{chances:?}"))?;
    for (chance, _) in &chances {
        let text = chance.to_string();
        promise("chance round-trips through text", text.parse().as_ref() == Ok(chance), || {
            format!("{chance:?} is written {text}")
        })?;
        apply(game, &mut state.clone(), &Step::Chance(chance.clone()))?;
    }
    let drawn = game.draw(state, rng);
    promise(
        "draws are among the listed outcomes",
        chances.iter().any(|(chance, _)| *chance == drawn),
        || format!("{drawn:?} is not in {chances:?}"),
    )?;
    Ok(drawn)
}

fn check_menu<G: Game>(
    game: &G,
    state: &G::State,
    menu: &mut Vec<G::Action>,
) -> Result<(), Breach> {
    game.menu(state, menu);
    promise("whoever has to act has a menu", !menu.is_empty(), || format!("{state:?}"))?;
    let distinct: HashSet<_> = menu.iter().collect();
    promise("a menu lists nothing twice", distinct.len() == menu.len(), || format!("{menu:?}"))?;
    let seat = match game.turn(state) {
        Turn::Seat(seat) => seat,
        turn => unreachable!("menus are checked on a seat's turn, not on {turn:?}"),
    };
    for action in menu.iter() {
        let text = action.to_string();
        promise("actions round-trip through text", text.parse().as_ref() == Ok(action), || {
            format!("{action:?} is written {text}")
        })?;
        apply(game, &mut state.clone(), &Step::Action(seat, action.clone()))?;
    }
    Ok(())
}

/// Tries actions that were seen elsewhere and are not on the menu here.
fn check_refusals<G: Game>(
    game: &G,
    state: &G::State,
    menu: &[G::Action],
    known: &[G::Action],
    rng: &mut GameRng,
    examined: &mut Examined,
) -> Result<(), Breach> {
    let is_over = matches!(game.turn(state), Turn::Over(_));
    for _ in 0..4.min(known.len()) {
        let action = &known[rng.random_range(0..known.len())];
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
            examined.refusals += 1;
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
    table: &Table<G>,
    rng: &mut GameRng,
    examined: &mut Examined,
) -> Result<(), Breach> {
    let Table { state, memories } = table;
    let (mut menu, mut world_menu) = (Vec::new(), Vec::new());
    for (seat, memory) in Seat::all(game.seats()).zip(memories) {
        let view = game.view(state, memory, seat);
        let world = game.sample(&view, rng);
        let world_view = game.view(&world, memory, seat);
        examined.differing_worlds += u64::from(world != *state);
        promise("views leak nothing", bytes(&view) == bytes(&world_view), || {
            format!("{seat} can tell {state:?} from {world:?}: {view:?} or {world_view:?}")
        })?;
        let turn = game.turn(state);
        if turn == Turn::Seat(seat) {
            promise("a seat's turn shows in its worlds", game.turn(&world) == turn, || {
                format!("{state:?} and {world:?}")
            })?;
            game.menu(state, &mut menu);
            game.menu(&world, &mut world_menu);
            promise("menus leak nothing", menu == world_menu, || {
                format!("{seat} is offered {menu:?} in {state:?} and {world_menu:?} in {world:?}")
            })?;
        }
    }
    Ok(())
}

/// Takes a step and checks that whoever did not notice it sees what it saw before.
fn take<G: Observed>(
    game: &G,
    table: &mut Table<G>,
    step: &Step<G>,
    examined: &mut Examined,
) -> Result<(), Breach> {
    let before = table.state.clone();
    apply(game, &mut table.state, step)?;
    for (seat, memory) in Seat::all(game.seats()).zip(&mut table.memories) {
        if let Some(sight) = game.sight(&before, step, &table.state, seat) {
            game.remember(memory, seat, &sight);
        } else {
            examined.unnoticed_steps += 1;
            let view_before = game.view(&before, memory, seat);
            let view_after = game.view(&table.state, memory, seat);
            promise(
                "a step that a seat does not notice leaves its view as it was",
                bytes(&view_before) == bytes(&view_after),
                || format!("{step:?} shows {seat}: {view_before:?} became {view_after:?}"),
            )?;
        }
    }
    Ok(())
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
