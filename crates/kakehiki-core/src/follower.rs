//! Keeping a seat's view from its sights alone, and moving worlds on by what a seat saw.

use rand::RngExt;

use crate::{Game, GameRng, Illegal, Observed, Seat, Seed, Step, Turn};

/// How many states that fit a view are tried before a sight counts as impossible.
const TRIES: u32 = 1000;

/// More steps than any game takes without a seat noticing one.
const UNNOTICED: u32 = 10_000;

/// What happened cannot follow from what the seat knew.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{seat} cannot see this happen here: {sight}")]
pub struct OutOfStep {
    /// Who saw it.
    pub seat: Seat,
    /// What it saw.
    pub sight: String,
}

/// One seat of a game whose truth is kept elsewhere, such as on a foreign server.
///
/// It is told the seat's sights, one after the other, and gives what the table itself would give
/// to that seat: its view, menu and legality. It holds no truth: a state that fits the view stands
/// in for it. States that fit the same view look the same to the seat, so any of them will do.
#[derive(Clone, Debug)]
pub struct Follower<G: Observed> {
    game: G,
    seat: Seat,
    memory: G::Memory,
    /// A state that fits what the seat knows.
    stand_in: G::State,
    view: G::View,
    seed: Seed,
    sights: u64,
}

impl<G: Observed> Follower<G> {
    /// A seat before anything has happened. The seed decides only which states stand in.
    pub fn new(game: G, seat: Seat, seed: Seed) -> Self {
        let (stand_in, memory) = (game.start(), G::Memory::default());
        let view = game.view(&stand_in, &memory, seat);
        Self { game, seat, memory, stand_in, view, seed, sights: 0 }
    }

    /// Takes what the seat saw next.
    ///
    /// A server that allows what these rules forbid is followed all the same, as long as what it
    /// shows can be the outcome of some step.
    ///
    /// # Errors
    /// If the sight cannot follow; the follower stays as it was.
    pub fn see(&mut self, sight: &G::Sight) -> Result<(), OutOfStep> {
        self.see_like(sight, &|seen| seen == sight).map(drop)
    }

    /// Takes what the seat noticed next where only a part of that is known: `draft` is a sight that
    /// holds the part and leads there, and `fits` says whether something noticed can be meant. Gives
    /// the whole sight.
    ///
    /// # Errors
    /// If nothing that fits can follow; the follower stays as it was.
    pub fn see_like(
        &mut self,
        draft: &G::Sight,
        fits: &dyn Fn(&G::Sight) -> bool,
    ) -> Result<G::Sight, OutOfStep> {
        let mut rng = self.seed.rng_at(self.sights);
        let mut after = None;
        for attempt in 0..TRIES {
            let mut world = if attempt == 0 {
                self.stand_in.clone()
            } else {
                self.game.sample_towards(&self.view, draft, &mut rng)
            };
            // The last tries are left to servers that rule otherwise.
            let is_strict = attempt < TRIES - TRIES / 10;
            let seen = next_sight(&self.game, &mut world, self.seat, draft, is_strict, &mut rng);
            if let Some(seen) = seen.filter(|seen| fits(seen)) {
                after = Some((world, seen));
                break;
            }
        }
        let Some((world, seen)) = after else {
            return Err(OutOfStep { seat: self.seat, sight: format!("{draft:?}") });
        };
        self.stand_in = world;
        self.sights += 1;
        self.game.remember(&mut self.memory, self.seat, &seen);
        self.view = self.game.view(&self.stand_in, &self.memory, self.seat);
        Ok(seen)
    }

    /// Changes what stands in for the truth where a server rules otherwise on a point that shows in
    /// no sight, such as who holds an award.
    pub fn overrule(&mut self, change: impl FnOnce(&mut G::State)) {
        change(&mut self.stand_in);
        self.view = self.game.view(&self.stand_in, &self.memory, self.seat);
    }

    /// All that the seat may know.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// A state that fits what the seat knows and in which it has to act, if it may have to.
    fn asked(&self) -> G::State {
        if self.game.turn(&self.stand_in) == Turn::Seat(self.seat) {
            return self.stand_in.clone();
        }
        // Others may have acted unnoticed since the last sight.
        self.game.sample(&self.view, &mut self.seed.derive("asked", 0).rng_at(self.sights))
    }

    /// Whether the seat may be asked now, by all that it knows.
    pub fn may_be_asked(&self) -> bool {
        self.game.turn(&self.asked()) == Turn::Seat(self.seat)
    }

    /// Replaces `menu` by what the seat may choose from when it is asked.
    pub fn menu(&self, menu: &mut Vec<G::Action>) {
        self.game.menu(&self.asked(), menu);
    }

    /// Whether the menu holds every legal action.
    pub fn menu_is_complete(&self) -> bool {
        self.game.menu_is_complete(&self.asked())
    }

    /// Whether the seat may choose this when it is asked.
    ///
    /// # Errors
    /// Says what forbids it.
    pub fn check(&self, action: &G::Action) -> Result<(), Illegal> {
        self.game.check(&self.asked(), action)
    }
}

/// Moves a world on until `seat` perceives something, which has to be `sight`. Says whether that
/// can be; otherwise the world cannot be the truth, and is left in an unspecified state.
///
/// What happens unnoticed on the way, and what the sight leaves open, is drawn.
pub fn carry_on<G: Observed>(
    game: &G,
    world: &mut G::State,
    seat: Seat,
    sight: &G::Sight,
    rng: &mut GameRng,
) -> bool {
    next_sight(game, world, seat, sight, true, rng).as_ref() == Some(sight)
}

/// Moves a world on towards a sight until `seat` perceives something; illegal steps count as possible
/// unless it is strict.
fn next_sight<G: Observed>(
    game: &G,
    world: &mut G::State,
    seat: Seat,
    sight: &G::Sight,
    is_strict: bool,
    rng: &mut GameRng,
) -> Option<G::Sight> {
    for _ in 0..UNNOTICED {
        let step = game.step_towards(world, seat, sight, rng)?;
        let is_legal = match &step {
            Step::Action(actor, action) => {
                game.turn(world) == Turn::Seat(*actor) && may_act(game, world, action)
            }
            Step::Chance(chance) => {
                game.turn(world) == Turn::Chance && game.check_chance(world, chance).is_ok()
            }
        };
        if is_strict && !is_legal {
            return None;
        }
        let before = world.clone();
        apply(game, world, &step);
        match game.sight(&before, &step, world, seat) {
            Some(seen) => return Some(seen),
            None if *world == before => return None,
            None => {}
        }
    }
    None
}

/// Whether an action may be taken: chosen by the seat, or put in its place by the rules.
fn may_act<G: Game>(game: &G, world: &G::State, action: &G::Action) -> bool {
    game.check(world, action).is_ok() || game.fallbacks(world).contains(action)
}

fn apply<G: Game>(game: &G, world: &mut G::State, step: &Step<G>) {
    match step {
        Step::Action(_, action) => game.play_unchecked(world, action),
        Step::Chance(chance) => game.resolve_unchecked(world, chance),
    }
}

/// Looks through the menu and the outcomes of chance for a step that `seat` perceives as `sight`,
/// or else for one that it does not notice.
pub(crate) fn search_step<G: Observed>(
    game: &G,
    world: &G::State,
    seat: Seat,
    sight: &G::Sight,
    rng: &mut GameRng,
) -> Option<Step<G>> {
    let steps: Vec<(Step<G>, f64)> = match game.turn(world) {
        Turn::Over(_) => return None,
        Turn::Chance => {
            let chances = game.chances(world).into_iter();
            chances.map(|(chance, share)| (Step::Chance(chance), share)).collect()
        }
        Turn::Seat(actor) => {
            let mut menu = Vec::new();
            game.menu(world, &mut menu);
            let answers = game.fallbacks(world);
            menu.extend(answers.into_iter().filter(|answer| game.check(world, answer).is_err()));
            menu.into_iter().map(|action| (Step::Action(actor, action), 1.0)).collect()
        }
    };
    let (mut fitting, mut unnoticed) = (Vec::new(), Vec::new());
    for (step, share) in steps {
        let mut after = world.clone();
        apply(game, &mut after, &step);
        match game.sight(world, &step, &after, seat) {
            Some(seen) if seen == *sight => fitting.push((step, share)),
            Some(_) => {}
            None => unnoticed.push((step, share)),
        }
    }
    let mut steps = if fitting.is_empty() { unnoticed } else { fitting };
    let total: f64 = steps.iter().map(|(_, share)| share).sum();
    let mut point = rng.random_range(0.0..1.0) * total;
    let chosen = steps.iter().position(|(_, share)| {
        point -= share;
        point < 0.0
    });
    if steps.is_empty() {
        return None;
    }
    let chosen = chosen.unwrap_or(steps.len() - 1);
    Some(steps.swap_remove(chosen).0)
}
