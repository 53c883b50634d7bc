//! Agents that remember what they would not hear again, and one that does not.

use std::sync::atomic::{AtomicU64, Ordering};

use kakehiki_core::{
    Agent, AgentKind, Cast, GameRng, LazyView, Observed, Part, Recipe, Roster, Seed,
};
use rand::RngExt;

/// How an agent comes by what it goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// It counts what it hears, and is sound.
    Hears,
    /// It counts its decisions when it makes them, and not when it hears of them.
    Forgets,
    /// It remembers a view that it decided by.
    KeepsView,
    /// It has random numbers of its own, which go on from decision to decision.
    OwnLuck,
    /// It knows how many were made before it.
    CountsMakings,
}

static KINDS: [(Habit, AgentKind); 5] = [
    (Habit::Hears, kind("hears")),
    (Habit::Forgets, kind("forgets")),
    (Habit::KeepsView, kind("keeps-view")),
    (Habit::OwnLuck, kind("own-luck")),
    (Habit::CountsMakings, kind("counts-makings")),
];

const fn kind(name: &'static str) -> AgentKind {
    AgentKind { name, part: Part::Moves, parameters: &[], help: "takes anything" }
}

/// How many agents were made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Who takes anything from the menu, shifted by what it remembers.
struct Habitual<G: Observed> {
    habit: Habit,
    count: u64,
    rng: GameRng,
    view: Option<G::View>,
}

impl<G: Observed> Agent<G> for Habitual<G> {
    fn decide(&mut self, view: &G::View, menu: &[G::Action], rng: &mut GameRng) -> G::Action {
        let shift = match self.habit {
            Habit::Hears | Habit::CountsMakings => self.count,
            Habit::Forgets => {
                self.count += 1;
                self.count
            }
            Habit::KeepsView => u64::from(self.view.get_or_insert_with(|| view.clone()) != view),
            Habit::OwnLuck => self.rng.random_range(0..12),
        };
        let chosen = (rng.random_range(0..menu.len()) as u64 + shift) % menu.len() as u64;
        menu[chosen as usize].clone()
    }

    fn hear(&mut self, _view: &LazyView<'_, G>, _sight: &G::Sight) {
        if self.habit == Habit::Hears {
            self.count += 1;
        }
    }
}

/// A list of the sound agent and one other.
pub struct List(pub Habit);

impl<G: Observed> Roster<G> for List {
    fn kinds(&self) -> Vec<&'static AgentKind> {
        let listed = KINDS.iter().filter(|(habit, _)| [Habit::Hears, self.0].contains(habit));
        listed.map(|(_, kind)| kind).collect()
    }

    fn prepare(&self, _game: &G, cast: &Cast) -> Result<Recipe<G>, String> {
        let found = KINDS.iter().find(|(_, kind)| *kind == *cast.pieces()[0].kind);
        let (habit, _) = *found.ok_or("it is not listed")?;
        Ok(Box::new(move |seed: Seed| {
            let count = match habit {
                Habit::CountsMakings => MADE.fetch_add(1, Ordering::Relaxed),
                _ => 0,
            };
            Box::new(Habitual { habit, count, rng: seed.rng(), view: None })
        }))
    }
}
