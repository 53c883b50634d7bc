//! An agent of ours in a seat whose table is elsewhere.

use std::{ops::Deref, time::Instant};

use kakehiki_core::{Agent, Cast, Follower, LazyView, NameError, OutOfStep, Seat, Seed};
use kakehiki_games::{Open, Playable};

use crate::pace::{Pace, ThinkingTime};

/// An agent that follows a game by its sights and decides when it is asked, as it would at a table of
/// ours with the same seed.
pub(crate) struct Player<T, G: Playable> {
    table: T,
    seat: Seat,
    match_seed: Seed,
    follower: Follower<G>,
    /// The follower before what was foreseen.
    confirmed: Option<Follower<G>>,
    agent: Box<dyn Agent<G>>,
    /// How often it has decided.
    decisions: u64,
    /// How much it thinks, if its name leaves that open.
    pace: Option<Pace>,
    /// What it heard, for an agent that is made anew; kept only if one may be.
    heard: Vec<(G::View, G::Sight)>,
    /// Whether the agent has to be made anew.
    is_stale: bool,
}

impl<T: Deref<Target = Open<G>>, G: Playable> Player<T, G> {
    /// Sits down for a match of one game.
    pub(crate) fn new(
        table: T,
        cast: &Cast,
        seat: Seat,
        match_seed: Seed,
        time: ThinkingTime,
    ) -> Result<Self, NameError> {
        let pace = Pace::new(cast, time);
        let cast = pace.as_ref().map_or(cast, Pace::cast);
        let mut agent = table.agent(cast, match_seed, seat.index())?;
        agent.sit(seat);
        let seed = match_seed.derive("follower", seat.index() as u64);
        let follower = Follower::new(table.game().clone(), seat, seed);
        Ok(Self {
            table,
            seat,
            match_seed,
            follower,
            confirmed: None,
            agent,
            decisions: 0,
            pace,
            heard: Vec::new(),
            is_stale: false,
        })
    }

    /// Where it sits.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// All that it knows.
    pub(crate) fn view(&self) -> &G::View {
        self.follower.view()
    }

    /// Whether it may choose this when it is asked.
    pub(crate) fn is_legal(&self, action: &G::Action) -> bool {
        self.follower.check(action).is_ok()
    }

    /// Takes what it saw next.
    pub(crate) fn see(&mut self, sight: &G::Sight) -> Result<(), OutOfStep> {
        self.see_like(sight, &|seen| seen == sight).map(drop)
    }

    /// Goes on by what it will see of a part of its own decision, so that it can be asked for the rest. The
    /// agent hears nothing of it, and what is seen next takes it back.
    pub(crate) fn foresee(&mut self, sight: &G::Sight) -> Result<(), OutOfStep> {
        self.confirmed.get_or_insert_with(|| self.follower.clone());
        self.follower.see_like(sight, &|_| true).map(drop)
    }

    /// Takes what it noticed next where only a part of that is known, as [`Follower::see_like`], and
    /// gives the whole.
    pub(crate) fn see_like(
        &mut self,
        draft: &G::Sight,
        fits: &dyn Fn(&G::Sight) -> bool,
    ) -> Result<G::Sight, OutOfStep> {
        if let Some(confirmed) = self.confirmed.take() {
            self.follower = confirmed;
        }
        let sight = self.follower.see_like(draft, fits)?;
        let view = self.follower.view();
        self.agent.hear(&LazyView::made(view), &sight);
        if self.pace.is_some() {
            self.heard.push((view.clone(), sight.clone()));
        }
        Ok(sight)
    }

    /// Lets a server rule otherwise, as [`Follower::overrule`].
    pub(crate) fn overrule(&mut self, change: impl FnOnce(&mut G::State)) {
        self.follower.overrule(change);
    }

    /// Whether it may be asked now.
    pub(crate) fn may_be_asked(&self) -> bool {
        self.follower.may_be_asked()
    }

    /// Chooses what to do; it has to be asked.
    pub(crate) fn decide(&mut self) -> Result<G::Action, NameError> {
        if self.is_stale {
            self.renew()?;
        }
        let begun = Instant::now();
        let mut menu = Vec::new();
        self.follower.menu(&mut menu);
        let seed = self.match_seed.derive("game", 0).decisions(self.seat);
        let mut rng = seed.rng_at(self.decisions);
        self.decisions += 1;
        let action = self.agent.decide(self.follower.view(), &menu, &mut rng);
        if let Some(pace) = &mut self.pace {
            self.is_stale = menu.len() > 1 && pace.decided(begun.elapsed());
        }
        Ok(action)
    }

    /// Makes the agent anew, with another number of playouts, and lets it hear the game again.
    fn renew(&mut self) -> Result<(), NameError> {
        let Some(pace) = &mut self.pace else { return Ok(()) };
        let begun = Instant::now();
        self.agent = self.table.agent(pace.cast(), self.match_seed, self.seat.index())?;
        self.agent.sit(self.seat);
        for (view, sight) in &self.heard {
            self.agent.hear(&LazyView::made(view), sight);
        }
        pace.heard(begun.elapsed());
        self.is_stale = false;
        Ok(())
    }
}
