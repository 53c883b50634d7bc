//! Playing games: agents at a table, under the rules, with every misstep accounted for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    Agent, Awaited, Happening, Missing, Observed, OngoingGame, Record, Reply, Seat, Seed, Verdict,
};

/// Somebody who watches a game with full sight, such as the writer of its log.
pub trait Witness<G: Observed> {
    /// Is told what happened, and sees the game after it.
    fn saw(&mut self, happening: &Happening<G>, after: &OngoingGame<G>);
}

/// Nobody watches.
impl<G: Observed> Witness<G> for () {
    fn saw(&mut self, _happening: &Happening<G>, _after: &OngoingGame<G>) {}
}

/// An agent in its seat: what it panics over becomes a missing answer.
///
/// Sitting down and hearing cannot be answered for by the rules, so a panic there shows at the next
/// decision. An agent that panicked may be left in any state; it forfeits, or its next answer is
/// checked like any.
#[derive(Debug)]
pub struct Seated<A> {
    agent: A,
    seat: Seat,
    misstep: Option<&'static str>,
}

impl<A> Seated<A> {
    /// Lets an agent sit down for a new game.
    pub fn new<G: Observed>(mut agent: A, seat: Seat) -> Self
    where
        A: AsMut<dyn Agent<G>>,
    {
        let sits = catch_unwind(AssertUnwindSafe(|| agent.as_mut().sit(seat)));
        let misstep = sits.is_err().then_some("it panicked when it sat down");
        Self { agent, seat, misstep }
    }

    /// Asks for a decision in a game that awaits this seat; `menu` is a buffer.
    pub fn decide<G: Observed>(
        &mut self,
        ongoing: &OngoingGame<G>,
        menu: &mut Vec<G::Action>,
    ) -> Reply<G::Action>
    where
        A: AsMut<dyn Agent<G>>,
    {
        if let Some(misstep) = self.misstep.take() {
            return Reply::Missing(Missing::Failed(misstep));
        }
        let view = ongoing.view(self.seat);
        ongoing.menu(menu);
        let mut rng = ongoing.decision_rng(self.seat);
        let agent = self.agent.as_mut();
        match catch_unwind(AssertUnwindSafe(|| agent.decide(&view, menu, &mut rng))) {
            Ok(action) => Reply::Action(action),
            Err(_) => Reply::Missing(Missing::Failed("it panicked")),
        }
    }

    /// Lets the agent hear what it saw of the last step.
    pub fn hear<G: Observed>(&mut self, ongoing: &OngoingGame<G>)
    where
        A: AsMut<dyn Agent<G>>,
    {
        let Some(sight) = ongoing.sight(self.seat) else { return };
        let (agent, view) = (self.agent.as_mut(), ongoing.lazy_view(self.seat));
        if catch_unwind(AssertUnwindSafe(|| agent.hear(&view, sight))).is_err() {
            self.misstep = Some("it panicked when it heard what happened");
        }
    }

    /// The agent.
    pub fn agent(&self) -> &A {
        &self.agent
    }

    /// The agent as it rises, perhaps to play another game.
    pub fn into_agent(self) -> A {
        self.agent
    }
}

/// Lets chance fall, or the awaited agent decide, and all agents hear what they saw of it; `None`
/// where the game is over. `menu` is a buffer.
pub(crate) fn advance<G: Observed, A: AsMut<dyn Agent<G>>>(
    ongoing: &mut OngoingGame<G>,
    agents: &mut [Seated<A>],
    menu: &mut Vec<G::Action>,
) -> Option<Happening<G>> {
    let happening = match ongoing.awaited() {
        Awaited::Chance => ongoing.draw(),
        Awaited::Seat(seat) => {
            let reply = agents[seat.index()].decide(ongoing, menu);
            ongoing.answer(reply)
        }
        Awaited::Nobody(_) => None,
    }?;
    for agent in agents {
        agent.hear(ongoing);
    }
    Some(happening)
}

/// Plays one game. The agents have been made for this match; `seed` is the seed of the game.
///
/// A decision that panics, or that is illegal, is answered by the rules' fallback where there is
/// one; otherwise the seat forfeits and the game stops. An agent that panics when it sits down or
/// hears something is not asked for its next decision, which counts as missing.
///
/// # Panics
/// If there is not one agent for each seat.
pub fn play<G: Observed>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    seed: Seed,
    witness: &mut impl Witness<G>,
) -> Record {
    let seats = game.seats();
    assert_eq!(agents.len(), seats, "one agent for each seat");
    let mut ongoing = OngoingGame::new(game.clone(), seed);
    let mut agents: Vec<_> =
        Seat::all(seats).zip(agents).map(|(seat, agent)| Seated::new::<G>(agent, seat)).collect();
    let mut menu = Vec::new();
    loop {
        if let Some(happening) = advance(&mut ongoing, &mut agents, &mut menu) {
            witness.saw(&happening, &ongoing);
        } else if let Some(record) = ongoing.record() {
            if let Verdict::Ended(ending) = record.verdict {
                witness.saw(&Happening::End(ending), &ongoing);
            }
            return record;
        }
    }
}
