//! One agent of four parts: who moves, who trades, who talks and who listens.

use std::sync::Arc;

use kakehiki_core::{Agent, Explanation, GameRng, LazyView, Observed, Seat, Seed};
use kakehiki_search::{Belief, Evidence};
use rand::RngExt;

use crate::{Bargaining, Occasion, Standpoint, Trader};

/// Somebody who makes the ordinary choices of a game.
pub trait Mover<G: Observed>: Send {
    /// Takes a seat for a new game.
    fn sit(&mut self, _seat: Seat) {}

    /// Chooses an action, as [`Agent::decide`] does.
    fn decide(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> G::Action;

    /// Hears what happened, as [`Agent::hear`] does.
    fn hear(&mut self, _view: &LazyView<'_, G>, _sight: &G::Sight) {}

    /// What it has found out about which worlds are likely, beyond what the rules say.
    fn evidence(&self) -> Option<Arc<dyn Evidence<G>>> {
        None
    }

    /// What it thinks of a position, for people to look at.
    fn explain(&self, _at: &Standpoint<'_, G>) -> Option<Explanation> {
        None
    }
}

/// Somebody who chooses what to say.
pub trait Speaker<G: Observed>: Send {
    /// Takes a seat for a new game.
    fn sit(&mut self, _seat: Seat) {}

    /// A statement of the menu or anything else that is legal here; `None` to say nothing of its
    /// own, which leaves the choice to the other parts.
    fn speak(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action>;

    /// Hears what happened.
    fn hear(&mut self, _view: &LazyView<'_, G>, _sight: &G::Sight) {}
}

/// Somebody who hears what others say and do, and changes what is believed.
pub trait Listener<G: Observed>: Send {
    /// Takes a seat for a new game.
    fn sit(&mut self, _seat: Seat) {}

    /// Hears what happened.
    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight);

    /// What speaks for or against worlds by what it heard.
    fn evidence(&self) -> Option<Arc<dyn Evidence<G>>>;

    /// What is remembered of a view by one who forgets; `None` if that is all of it.
    fn recall(&self, _view: &G::View) -> Option<G::View> {
        None
    }
}

/// How many worlds an explanation of beliefs rests on where there are too many to be listed.
const EXPLAINED_WORLDS: u32 = 500;

/// One agent of four parts that share one belief.
pub struct ComposedAgent<G: Bargaining> {
    game: G,
    /// The same rules for those who move and trade, and do not think about speech.
    silent: G,
    seat: Seat,
    mover: Box<dyn Mover<G>>,
    /// Nobody where the mover does all that has to do with deals itself.
    trader: Option<Trader<G>>,
    /// Nobody where nothing is said, or by a mover who does everything itself.
    speaker: Option<Box<dyn Speaker<G>>>,
    listener: Option<Box<dyn Listener<G>>>,
}

impl<G: Bargaining> ComposedAgent<G> {
    /// One who moves, and does everything else too.
    pub fn new(game: G, mover: Box<dyn Mover<G>>) -> Self {
        let silent = game.silent();
        let (trader, speaker, listener) = (None, None, None);
        Self { game, silent, seat: Seat::new(0), mover, trader, speaker, listener }
    }

    /// The same with somebody who trades.
    #[must_use]
    pub fn trading(self, trader: Trader<G>) -> Self {
        Self { trader: Some(trader), ..self }
    }

    /// The same with somebody who talks.
    #[must_use]
    pub fn speaking(self, speaker: Box<dyn Speaker<G>>) -> Self {
        Self { speaker: Some(speaker), ..self }
    }

    /// The same with somebody who listens.
    #[must_use]
    pub fn listening(self, listener: Box<dyn Listener<G>>) -> Self {
        Self { listener: Some(listener), ..self }
    }

    /// What the parts have found out about which worlds are likely.
    fn evidence(&self) -> Vec<Arc<dyn Evidence<G>>> {
        // Most agents have found out nothing, which must cost nothing.
        let mut evidence = Vec::new();
        if let Some(found) = self.mover.evidence() {
            evidence.push(found);
        }
        if let Some(heard) = self.listener.as_ref().and_then(|listener| listener.evidence()) {
            evidence.push(heard);
        }
        evidence
    }
}

impl<G: Bargaining> Agent<G> for ComposedAgent<G> {
    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.mover.sit(seat);
        if let Some(trader) = &mut self.trader {
            trader.sit();
        }
        if let Some(speaker) = &mut self.speaker {
            speaker.sit(seat);
        }
        if let Some(listener) = &mut self.listener {
            listener.sit(seat);
        }
    }

    /// The talker is asked first, then the trader, then the mover; where deals are proposed last, the
    /// trader once more.
    fn decide(&mut self, view: &G::View, menu: &[G::Action], rng: &mut GameRng) -> G::Action {
        let recalled = self.listener.as_ref().and_then(|listener| listener.recall(view));
        let view = recalled.as_ref().unwrap_or(view);
        let evidence = self.evidence();
        let belief = if evidence.is_empty() {
            Belief::plain(&self.silent, view)
        } else {
            // From a copy, so that evidence does not change the luck of those who do not draw worlds.
            Belief::new(&self.silent, view, evidence, Seed::experiment(rng.clone().random()))
        };
        let at = Standpoint::new(&self.silent, view, self.seat, &belief);
        if let Some(speaker) = &mut self.speaker {
            if let Some(said) = speaker.speak(&at.under(&self.game), menu, rng) {
                return said;
            }
        } else if self.trader.is_none() {
            return self.mover.decide(&at.under(&self.game), menu, rng);
        }
        if let Some(silence) = self.game.silence(view) {
            return silence;
        }
        let is_statement = |action: &G::Action| self.game.is_statement(action);
        if menu.iter().any(is_statement) {
            let rest: Vec<G::Action> =
                menu.iter().filter(|action| !is_statement(action)).cloned().collect();
            play(&self.silent, &mut *self.mover, self.trader.as_mut(), &at, &rest, rng)
        } else {
            play(&self.silent, &mut *self.mover, self.trader.as_mut(), &at, menu, rng)
        }
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        self.mover.hear(view, sight);
        if let Some(trader) = &mut self.trader {
            trader.hear(&self.game, self.seat, view, sight);
        }
        if let Some(speaker) = &mut self.speaker {
            speaker.hear(view, sight);
        }
        if let Some(listener) = &mut self.listener {
            listener.hear(view, sight);
        }
    }

    /// What the part thinks that made the last decision, and what all of them believe.
    fn explain(&self, view: &G::View) -> Option<Explanation> {
        let recalled = self.listener.as_ref().and_then(|listener| listener.recall(view));
        let view = recalled.as_ref().unwrap_or(view);
        let seed = Seed::experiment(0).derive("explain", 0);
        let mut rng = seed.rng();
        let belief = Belief::new(&self.silent, view, self.evidence(), seed);
        let at = Standpoint::new(&self.silent, view, self.seat, &belief);
        let deals = self.trader.as_ref().map(Trader::weighed).unwrap_or_default();
        let mut explanation = self.mover.explain(&at).unwrap_or_default();
        if explanation.beliefs.is_empty() {
            explanation.beliefs = belief.likelihoods(EXPLAINED_WORLDS, &mut rng);
        }
        Some(Explanation { deals, ..explanation })
    }
}

/// What those decide who trade and move.
fn play<G: Bargaining>(
    game: &G,
    mover: &mut dyn Mover<G>,
    trader: Option<&mut Trader<G>>,
    at: &Standpoint<'_, G>,
    menu: &[G::Action],
    rng: &mut GameRng,
) -> G::Action {
    let Some(trader) = trader else {
        return mover.decide(at, menu, rng);
    };
    if let Some(action) = trader.decide(at, menu, rng) {
        return action;
    }
    match game.occasion(at.view) {
        Occasion::Propose if menu.iter().any(|action| game.is_proposal(action)) => {
            let rest: Vec<G::Action> =
                menu.iter().filter(|action| !game.is_proposal(action)).cloned().collect();
            mover.decide(at, &rest, rng)
        }
        Occasion::ProposeLast => {
            let action = mover.decide(at, menu, rng);
            let is_leaving = game.leaves_trading(&action);
            let proposal = is_leaving.then(|| trader.propose_last(at, rng)).flatten();
            proposal.unwrap_or(action)
        }
        _ => mover.decide(at, menu, rng),
    }
}

/// Chooses uniformly from every menu, whatever it is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomMover;

impl<G: Observed> Mover<G> for RandomMover {
    fn decide(
        &mut self,
        _at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> G::Action {
        menu[rng.random_range(0..menu.len())].clone()
    }
}
