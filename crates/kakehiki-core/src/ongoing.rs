//! A game in progress: a value that can be held, looked at, saved and driven.

use std::fmt;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::{Ending, Game, GameRng, Illegal, LazyView, Observed, Seat, Seed, Step, Turn};

/// Who or what a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// An answer of this seat.
    Seat(Seat),
    /// An outcome of chance, drawn or handed in.
    Chance,
    /// Nobody: the game is over.
    Nobody(Verdict),
}

/// What a seat answers when it is asked to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<A> {
    /// It chooses this.
    Action(A),
    /// No answer came.
    Missing(Missing),
}

/// Why an answer is missing. The rules' own answer takes its place where they have one; otherwise
/// the seat forfeits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It took too long.
    TimedOut,
    /// Nobody is there any more.
    Gone,
    /// It was called off from outside.
    Aborted,
    /// Whoever should have answered broke down in this way.
    Failed(&'static str),
    /// Whoever spoke for it reported this.
    Reported(String),
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TimedOut => "it took too long",
            Self::Gone => "it is gone",
            Self::Aborted => "it was called off",
            Self::Failed(how) => how,
            Self::Reported(how) => how,
        })
    }
}

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening<G: Game> {
    /// Somebody acted or chance fell.
    Step(Step<G>),
    /// A seat's answer was missing or illegal, and the rules' own answer took its place.
    Fallback(Seat, G::Action, String),
    /// A seat's answer was missing or illegal, and the rules have no answer of their own: the seat
    /// forfeits.
    Forfeit(Seat, String),
    /// The game is over.
    End(Ending),
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// This seat misbehaved: it loses, and the game is void for the others.
    Forfeited(Seat),
    /// It was played to its end.
    #[serde(untagged)]
    Ended(Ending),
}

impl Verdict {
    /// The word for a game that a seat forfeited.
    pub const FORFEITED: &'static str = "forfeited";

    /// The word for it, in files and to people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forfeited(_) => Self::FORFEITED,
            Self::Ended(ending) => ending.word(),
        }
    }

    /// The reward of a seat; `None` where the game is void for it.
    pub fn reward(self, seat: Seat, seats: usize) -> Option<f64> {
        match self {
            Self::Ended(ending) => Some(ending.rewards(seats)[seat.index()]),
            Self::Forfeited(culprit) => (culprit == seat).then_some(0.0),
        }
    }

    /// Whether the seat won.
    pub fn is_win(self, seat: Seat) -> bool {
        matches!(self, Self::Ended(Ending::Won(winners)) if winners.contains(seat))
    }
}

/// What is kept of a game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How it came out.
    pub verdict: Verdict,
    /// How many actions and chance outcomes it took.
    pub steps: u32,
    /// The rules' counters: `counts[seat][counter]`.
    pub counts: Vec<Vec<u32>>,
}

/// A game in progress, with the truth and with what each seat knows.
///
/// It is driven from outside: whoever holds it looks at what is [`awaited`](Self::awaited) and
/// hands in an [`answer`](Self::answer), lets chance [`draw`](Self::draw), or hands in how chance
/// [fell](Self::resolve) elsewhere. Everything random follows from the seed of the game, so that a
/// game that is resumed from its log goes on as if nothing had happened.
#[derive(Clone, Debug)]
pub struct OngoingGame<G: Observed> {
    game: G,
    chance: GameRng,
    fallbacks: Seed,
    /// The seed of each seat's decisions, and how often it has been asked.
    decisions: Vec<(Seed, u64)>,
    /// The position before the last step.
    before: G::State,
    state: G::State,
    memories: Vec<G::Memory>,
    /// Whose players remember elsewhere.
    forgotten: Vec<bool>,
    /// The last step, and what each seat saw of it.
    last: Option<Step<G>>,
    sights: Vec<Option<G::Sight>>,
    counts: Vec<Vec<u32>>,
    steps: u32,
    forfeited: Option<Seat>,
}

impl<G: Observed> OngoingGame<G> {
    /// A game before anything has happened.
    pub fn new(game: G, seed: Seed) -> Self {
        let seats = game.seats();
        let state = game.start();
        Self {
            chance: seed.derive("chance", 0).rng(),
            fallbacks: seed.derive("fallback", 0),
            decisions: Seat::all(seats).map(|seat| (seed.decisions(seat), 0)).collect(),
            before: state.clone(),
            state,
            memories: vec![G::Memory::default(); seats],
            forgotten: vec![false; seats],
            last: None,
            sights: vec![None; seats],
            counts: vec![vec![0; game.counters().len()]; seats],
            steps: 0,
            forfeited: None,
            game,
        }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The truth, for those who may know it: witnesses and analysts, never agents.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who or what the game waits for.
    pub fn awaited(&self) -> Awaited {
        if let Some(seat) = self.forfeited {
            return Awaited::Nobody(Verdict::Forfeited(seat));
        }
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Awaited::Seat(seat),
            Turn::Chance => Awaited::Chance,
            Turn::Over(ending) => Awaited::Nobody(Verdict::Ended(ending)),
        }
    }

    /// All that a seat may know now.
    pub fn view(&self, seat: Seat) -> G::View {
        self.game.view(&self.state, &self.memories[seat.index()], seat)
    }

    /// Remembers nothing for a seat any more, whose player does so elsewhere by its sights: what it has
    /// perceived is in no view of it. There has to be such a seat.
    pub fn forget(&mut self, seat: Seat) {
        self.memories[seat.index()] = G::Memory::default();
        self.forgotten[seat.index()] = true;
    }

    /// The same, made only if it is looked at.
    pub fn lazy_view(&self, seat: Seat) -> LazyView<'_, G> {
        LazyView::new(&self.game, &self.state, &self.memories[seat.index()], seat)
    }

    /// Replaces `menu` by what the awaited seat may choose from, as
    /// [`Game::menu`] does.
    pub fn menu(&self, menu: &mut Vec<G::Action>) {
        self.game.menu(&self.state, menu);
    }

    /// Whether the menu holds every legal action.
    pub fn menu_is_complete(&self) -> bool {
        self.game.menu_is_complete(&self.state)
    }

    /// Whether the awaited seat may choose this.
    ///
    /// # Errors
    /// Says what forbids it, in words that hold no hidden fact.
    pub fn check(&self, action: &G::Action) -> Result<(), Illegal> {
        self.game.check(&self.state, action)
    }

    /// Every way in which chance may fall, with its probability; nothing where it is not awaited.
    pub fn chances(&self) -> Vec<(G::Chance, f64)> {
        match self.awaited() {
            Awaited::Chance => self.game.chances(&self.state),
            Awaited::Seat(_) | Awaited::Nobody(_) => Vec::new(),
        }
    }

    /// How many actions and outcomes of chance there were.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// A game that `seat` cannot tell from this one: a state drawn from its view, what it remembers,
    /// and other luck from now on. What the other seats remember is imagined, never copied.
    #[must_use]
    pub fn world(&self, seat: Seat, seed: Seed) -> Self {
        let view = self.view(seat);
        let state = self.game.sample(&view, &mut seed.derive("world", 0).rng());
        let memories = Seat::all(self.memories.len()).map(|other| {
            if other == seat {
                self.memories[seat.index()].clone()
            } else {
                self.game.imagine_memory(&state, other)
            }
        });
        Self {
            memories: memories.collect(),
            before: state.clone(),
            state,
            steps: self.steps,
            forfeited: self.forfeited,
            ..Self::new(self.game.clone(), seed)
        }
    }

    /// The random numbers of a seat's next decision.
    pub fn decision_rng(&self, seat: Seat) -> GameRng {
        let (seed, asked) = &self.decisions[seat.index()];
        seed.rng_at(*asked)
    }

    /// What a seat saw of the last step; `None` if it noticed nothing.
    pub fn sight(&self, seat: Seat) -> Option<&G::Sight> {
        self.sights[seat.index()].as_ref()
    }

    /// Whether the last step lies open: nobody learned from it, and everybody noticed it, so that
    /// it could be taken back without any trace.
    pub fn is_plain(&self) -> bool {
        let Some(Step::Action(_, action)) = &self.last else {
            return false;
        };
        let is_noticed = self.sights.iter().all(Option::is_some);
        is_noticed && self.public_sight().is_some() && !self.game.tells(action)
    }

    /// The number of the turn in which the last step was taken, and of the one after it.
    pub fn clocks(&self) -> (u32, u32) {
        (self.game.clock(&self.before), self.game.clock(&self.state))
    }

    /// What a spectator saw of the last step; `None` if it noticed nothing.
    pub fn public_sight(&self) -> Option<G::Sight> {
        self.game.public_sight(&self.before, self.last.as_ref()?, &self.state)
    }

    /// How the game came out, how long it took and what was counted; `None` while it goes on.
    pub fn record(&self) -> Option<Record> {
        match self.awaited() {
            Awaited::Nobody(verdict) => {
                Some(Record { verdict, steps: self.steps, counts: self.counts.clone() })
            }
            Awaited::Seat(_) | Awaited::Chance => None,
        }
    }

    /// Takes the answer of the awaited seat and tells what came of it. An answer that is missing or
    /// illegal is replaced by the rules' own where there is one; otherwise the seat forfeits.
    /// `None` where no seat is awaited.
    pub fn answer(&mut self, reply: Reply<G::Action>) -> Option<Happening<G>> {
        let Awaited::Seat(seat) = self.awaited() else {
            return None;
        };
        let answer = match reply {
            Reply::Missing(missing) => Err(missing.to_string()),
            Reply::Action(action) => match self.check(&action) {
                Ok(()) => Ok(action),
                Err(illegal) => Err(format!("{action} is illegal: {illegal}")),
            },
        };
        Some(match answer {
            Ok(action) => Happening::Step(self.take(Step::Action(seat, action))),
            Err(problem) => {
                let mut answers = self.game.fallbacks(&self.state);
                if answers.is_empty() {
                    self.forfeit(seat);
                    return Some(Happening::Forfeit(seat, problem));
                }
                let mut rng = self.fallbacks.rng_at(u64::from(self.steps));
                let chosen = rng.random_range(0..answers.len());
                let action = answers.swap_remove(chosen);
                self.take(Step::Action(seat, action.clone()));
                Happening::Fallback(seat, action, problem)
            }
        })
    }

    /// Takes an action of the awaited seat, if it may choose that.
    ///
    /// # Errors
    /// Says what forbids it; then nothing happens.
    pub fn act(&mut self, action: G::Action) -> Result<Happening<G>, Illegal> {
        let Awaited::Seat(seat) = self.awaited() else {
            return Err(Illegal("nobody is asked".to_owned()));
        };
        self.check(&action)?;
        Ok(Happening::Step(self.take(Step::Action(seat, action))))
    }

    /// A seat goes away for good, whether it is asked or not: it forfeits. `None` where the game is
    /// over, or there is no such seat.
    pub fn leave(&mut self, seat: Seat, problem: String) -> Option<Happening<G>> {
        let is_over = matches!(self.awaited(), Awaited::Nobody(_));
        if is_over || seat.index() >= self.memories.len() {
            return None;
        }
        self.forfeit(seat);
        Some(Happening::Forfeit(seat, problem))
    }

    /// Lets chance fall as the seed has it. `None` where chance is not awaited.
    pub fn draw(&mut self) -> Option<Happening<G>> {
        if self.awaited() != Awaited::Chance {
            return None;
        }
        let chance = self.game.draw(&self.state, &mut self.chance);
        Some(Happening::Step(self.take(Step::Chance(chance))))
    }

    /// Takes an outcome of chance that fell elsewhere, such as on a foreign server.
    ///
    /// # Errors
    /// If chance cannot fall so here.
    pub fn resolve(&mut self, chance: G::Chance) -> Result<Happening<G>, Illegal> {
        if self.awaited() != Awaited::Chance {
            return Err(Illegal("chance is not awaited".to_owned()));
        }
        self.game.check_chance(&self.state, &chance)?;
        Ok(Happening::Step(self.take(Step::Chance(chance))))
    }

    /// Takes the rules' answer that a log names.
    pub(crate) fn fall_back(&mut self, seat: Seat, action: G::Action) -> Result<(), Illegal> {
        if !self.game.fallbacks(&self.state).contains(&action) {
            return Err(Illegal(format!("{action} is not the rules' answer here")));
        }
        self.take(Step::Action(seat, action));
        Ok(())
    }

    /// Ends the game for a seat that misbehaved.
    fn forfeit(&mut self, seat: Seat) {
        self.forfeited = Some(seat);
        self.last = None;
        self.sights.fill(None);
    }

    /// Takes a step that is known to be possible and shows it to all seats.
    fn take(&mut self, step: Step<G>) -> Step<G> {
        self.before.clone_from(&self.state);
        match &step {
            Step::Action(seat, action) => {
                self.decisions[seat.index()].1 += 1;
                self.game.play_unchecked(&mut self.state, action);
            }
            Step::Chance(chance) => self.game.resolve_unchecked(&mut self.state, chance),
        }
        self.steps += 1;
        self.game.count(&self.before, &step, &mut self.counts);
        let seats = Seat::all(self.memories.len());
        for ((seat, memory), seen) in seats.zip(&mut self.memories).zip(&mut self.sights) {
            *seen = self.game.sight(&self.before, &step, &self.state, seat);
            if let Some(sight) = seen.as_ref().filter(|_| !self.forgotten[seat.index()]) {
                self.game.remember(memory, seat, sight);
            }
        }
        self.last = Some(step.clone());
        step
    }
}
