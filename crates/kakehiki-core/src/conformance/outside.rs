//! What holds for those who have no truth: clients of foreign servers, and spectators.

use super::{Breach, Examined, Run, Shown, apply, promise, some_of};
use crate::{Follower, GameRng, Illegal, Observed, Seat, Seed, Step, Turn, carry_on};

/// Goes through a game once more as those without the truth get to know it.
pub(super) fn check<G: Observed>(
    game: &G,
    steps: &[Step<G>],
    run: &mut Run<G>,
    rng: &mut GameRng,
) -> Result<(), Breach> {
    let mut state = game.start();
    let seats = Seat::all(game.seats());
    let all: Result<Vec<Outside<G>>, _> =
        seats.map(|seat| Outside::new(game, &state, seat)).collect();
    let mut all = all?;
    for step in steps.iter().map(Some).chain([None]) {
        let public = Shown::new(game.public(&state))?;
        for outside in &mut all {
            let others = some_of(&run.actions, rng, Clone::clone);
            run.examined.facts += outside.check(game, &state, &public, &others, rng)?;
        }
        let Some(step) = step else { break };
        let before = state.clone();
        apply(game, &mut state, step)?;
        check_spectator(game, &before, step, &state, &mut run.examined)?;
        for outside in &mut all {
            outside.take(game, (&before, step, &state), &mut run.examined, rng)?;
        }
    }
    Ok(())
}

/// What is kept of a game for one seat without the truth.
struct Outside<G: Observed> {
    seat: Seat,
    /// What the table keeps for the seat.
    memory: G::Memory,
    shown: Shown<G::View>,
    follower: Follower<G>,
    /// A world that the seat could not tell from the truth before the last step.
    world: Option<G::State>,
}

impl<G: Observed> Outside<G> {
    fn new(game: &G, start: &G::State, seat: Seat) -> Result<Self, Breach> {
        let follower = Follower::new(game.clone(), seat, Seed::experiment(0));
        let memory = G::Memory::default();
        let shown = Shown::new(game.view(start, &memory, seat))?;
        Ok(Self { seat, memory, shown, follower, world: None })
    }

    /// Compares what is kept with what the table gives, and tells how many facts are open.
    fn check(
        &mut self,
        game: &G,
        state: &G::State,
        public: &Shown<G::Public>,
        others: &[G::Action],
        rng: &mut GameRng,
    ) -> Result<u64, Breach> {
        let Self { seat, shown, follower, world, .. } = self;
        let view = &shown.view;
        promise("views follow from sights alone", shown.is_same(follower.view())?, || {
            format!("{seat} knows {view:?}, by its sights alone {:?}", follower.view())
        })?;
        check_public(game, public, world.insert(check_sampler(game, view, rng)?), *seat)?;
        let facts = check_facts(game, view)?;
        if game.turn(state) != Turn::Seat(*seat) {
            return Ok(facts);
        }
        let (mut menu, mut kept) = (Vec::new(), Vec::new());
        game.menu(state, &mut menu);
        follower.menu(&mut kept);
        let is_complete = game.menu_is_complete(state);
        let is_same = menu == kept && is_complete == follower.menu_is_complete();
        promise("menus follow from sights alone", is_same, || {
            format!("{seat} is offered {menu:?}, by its sights alone {kept:?}")
        })?;
        for action in others {
            let verdicts: [Result<(), Illegal>; 2] =
                [game.check(state, action), follower.check(action)];
            promise("legality follows from sights alone", verdicts[0] == verdicts[1], || {
                format!("{action} for {seat}: {verdicts:?}")
            })?;
        }
        Ok(facts)
    }

    /// Takes a step.
    fn take(
        &mut self,
        game: &G,
        (before, step, after): (&G::State, &Step<G>, &G::State),
        examined: &mut Examined,
        rng: &mut GameRng,
    ) -> Result<(), Breach> {
        let seat = self.seat;
        let Some(sight) = &game.sight(before, step, after, seat) else {
            return Ok(());
        };
        game.remember(&mut self.memory, seat, sight);
        let memory = &self.memory;
        self.shown = Shown::new(game.view(after, memory, seat))?;
        let shown = &self.shown;
        let followed = self.follower.see(sight);
        promise("sights can be followed", followed.is_ok(), || {
            format!("{seat} saw {sight:?} in {before:?}")
        })?;
        examined.followed += 1;
        let fits = |world: &G::State| {
            if world == after {
                return Ok(());
            }
            let fitting = game.view(world, memory, seat);
            promise("a world that goes on fits the view", shown.is_same(&fitting)?, || {
                let view = &shown.view;
                format!("{seat} saw {sight:?} and knows {view:?}, in {world:?} {fitting:?}")
            })
        };
        let mut truth = before.clone();
        let is_possible = carry_on(game, &mut truth, seat, sight, rng);
        promise("what was seen does not refute the truth", is_possible, || {
            format!("{seat} saw {sight:?} in {before:?}")
        })?;
        fits(&truth)?;
        if let Some(mut world) = self.world.take().filter(|world| world != before) {
            if carry_on(game, &mut world, seat, sight, rng) {
                examined.carried_on += 1;
                fits(&world)?;
            } else {
                examined.refuted += 1;
            }
        }
        Ok(())
    }
}

/// Draws a world in both ways and compares them.
fn check_sampler<G: Observed>(
    game: &G,
    view: &G::View,
    rng: &mut GameRng,
) -> Result<G::State, Breach> {
    let mut copy = rng.clone();
    let world = game.sample(view, rng);
    let prepared = game.sampler(view)(&mut copy);
    promise("samplers draw what samples do", prepared == world && copy == *rng, || {
        format!("{prepared:?} instead of {world:?}")
    })?;
    Ok(world)
}

/// What is public must be the same in a world that `seat` cannot tell from the truth.
fn check_public<G: Observed>(
    game: &G,
    public: &Shown<G::Public>,
    world: &G::State,
    seat: Seat,
) -> Result<(), Breach> {
    let other = game.public(world);
    promise("what is public is known to all", public.is_same(&other)?, || {
        format!("{seat} cannot tell the truth from {world:?}: {:?} or {other:?}", public.view)
    })
}

/// A step that spectators do not notice must not show.
fn check_spectator<G: Observed>(
    game: &G,
    before: &G::State,
    step: &Step<G>,
    after: &G::State,
    examined: &mut Examined,
) -> Result<(), Breach> {
    if game.public_sight(before, step, after).is_some() {
        return Ok(());
    }
    examined.unnoticed_in_public += 1;
    promise(
        "a step that spectators do not notice leaves what is public as it was",
        game.public(before) == game.public(after),
        || format!("{step:?} from {before:?} to {after:?}"),
    )
}

/// Two ways that look the same to a seat look the same to spectators.
pub(super) fn check_same_in_public<G: Observed>(
    game: &G,
    seat: Seat,
    ways: [(&G::State, &Step<G>, &G::State); 2],
) -> Result<(), Breach> {
    let [one, other] = ways.map(|(before, step, after)| game.public_sight(before, step, after));
    promise("spectators see no more than any seat", one == other, || {
        format!("{seat} sees the same in {ways:?}, spectators {one:?} and {other:?}")
    })
}

/// The facts of a view must be readable; gives how many there are.
fn check_facts<G: Observed>(game: &G, view: &G::View) -> Result<u64, Breach> {
    let facts = game.facts(view);
    for fact in &facts {
        let text = fact.to_string();
        promise("facts round-trip through text", text.parse().as_ref() == Ok(fact), || {
            format!("{fact:?} is written {text}")
        })?;
    }
    Ok(facts.len() as u64)
}
