//! Flat Monte Carlo over the colourings that fit a view, with equal shares or with shares that past
//! playouts suggest.

use std::sync::Arc;

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Explanation, Game, GameRng, LazyView, Seat, Seed};
use kakehiki_search::{
    Estimate, EvenJudge, Evidence, Flat, Recorder, Sample, WeightedWorlds, candidates,
};
use rand::seq::SliceRandom;

use super::{
    belief::{PastPlayouts, success},
    isuct::best_of,
    obvious::unthinking,
};
use crate::rules::{Action, Geister, GhostSet, Sight, Stage, State, View, Walk};

/// Plays every move out in the worlds that fit the view and takes the one with the best mean.
///
/// Without [`PastPlayouts`] every world gets the same share of the playouts. With one, worlds in which
/// the opponent's actual moves did well in earlier playouts get more (UPP, "using past playouts").
/// A plain mean is then the weighted value already, since likelier worlds were played more often.
pub(super) struct MonteCarlo {
    /// The rules that are thought with: nobody negotiates in a playout.
    game: Geister,
    search: Flat<Walk, EvenJudge>,
    past: Option<Arc<PastPlayouts>>,
    seed: Seed,
    /// Which game of the match is being played.
    games: u64,
    seat: Seat,
    /// The last view, from which an own move is thought over again if it was made before a restart.
    last_view: Option<View>,
    thought: Option<Thought>,
}

/// What a decision found out.
struct Thought {
    /// When it was thought.
    plies: u16,
    menu: Vec<Action>,
    estimates: Vec<Estimate<Action>>,
    replies: Replies,
}

impl MonteCarlo {
    pub(super) fn new(
        game: Geister,
        search: Flat<Walk, EvenJudge>,
        past: Option<PastPlayouts>,
        seed: Seed,
    ) -> Self {
        Self {
            game: game.without_negotiation(),
            search,
            past: past.map(Arc::new),
            seed,
            games: 0,
            seat: Seat::new(0),
            last_view: None,
            thought: None,
        }
    }

    /// Thinks about a move. The same view of the same game always gives the same thought.
    fn think(&self, view: &View, weight: impl Fn(&State) -> f64) -> Thought {
        let seed = self.seed.derive("game", self.games).derive("ply", u64::from(view.plies()));
        let mut worlds = view.worlds();
        // When the playouts do not go round evenly, who gets one more should not depend on letters.
        worlds.shuffle(&mut seed.derive("order", 0).rng());
        let mut menu = Vec::new();
        self.game.menu(&view.world(worlds[0]), &mut menu);
        let weigh = |world: &GhostSet| {
            let world = view.world(*world);
            let weight = weight(&world);
            (world, weight)
        };
        let weighted = worlds.iter().map(weigh).collect();
        let rounds = self.search.rounds(menu.len()) as u32;
        let mut replies = Replies::default();
        let estimates = match (WeightedWorlds::new(weighted, rounds), &self.past) {
            (Ok(worlds), Some(_)) => {
                self.search.search(&self.game, view.seat(), &menu, &worlds, seed, &mut replies)
            }
            (Ok(worlds), None) => {
                self.search.search(&self.game, view.seat(), &menu, &worlds, seed, &mut ())
            }
            // Cannot happen: there is a world for every view, and a belief's floor keeps weights
            // positive.
            (Err(_), _) => Vec::new(),
        };
        Thought { plies: view.plies(), menu, estimates, replies }
    }
}

impl Mover<Geister> for MonteCarlo {
    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.games += 1;
        self.last_view = None;
        self.thought = None;
        if let Some(past) = &mut self.past {
            Arc::make_mut(past).forget(seat.next(2));
        }
    }

    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if let Some(action) = unthinking(at.view, menu, rng) {
            return action;
        }
        let thought = self.think(at.view, |world| at.worlds.weight(world));
        best_of(&self.thought.insert(thought).estimates, menu)
    }

    fn hear(&mut self, view: &LazyView<'_, Geister>, sight: &Sight) {
        let Some(past) = &self.past else { return };
        if let Sight::Moved { seat, action, .. } = sight {
            if *seat == self.seat {
                let before = self.last_view.take().filter(|before| before.stage() == Stage::Move);
                if let Some(before) = before
                    && self.thought.as_ref().is_none_or(|past| past.plies != before.plies())
                {
                    self.thought = Some(self.think(&before, |world| past.weight(world)));
                }
                if let Some(Thought { menu, replies, .. }) = &mut self.thought {
                    replies.samples.retain(|past| menu[past.candidate] == *action);
                }
            } else if let (Some(past), Some(thought)) = (&mut self.past, &self.thought) {
                let worlds = view.worlds();
                let scores: Vec<(GhostSet, f64)> = worlds
                    .iter()
                    .map(|world| (*world, thought.replies.success(*world, *action)))
                    .collect();
                Arc::make_mut(past).learn(&scores);
            }
        }
        self.last_view = Some((**view).clone());
    }

    fn evidence(&self) -> Option<Arc<dyn Evidence<Geister>>> {
        let past = self.past.as_ref()?;
        Some(Arc::clone(past) as Arc<dyn Evidence<Geister>>)
    }

    fn explain(&self, _at: &Standpoint<'_, Geister>) -> Option<Explanation> {
        let candidates = candidates(&self.thought.as_ref()?.estimates);
        Some(Explanation { candidates, ..Explanation::default() })
    }
}

/// What the playouts of a decision showed about the opponent's replies.
#[derive(Default)]
struct Replies {
    samples: Vec<Reply>,
}

/// One playout: the world, the own move, the opponent's reply and what it brought the opponent.
struct Reply {
    world: GhostSet,
    candidate: usize,
    action: Action,
    success: f64,
}

impl Replies {
    /// How well the opponent did by a reply in a world.
    fn success(&self, world: GhostSet, reply: Action) -> f64 {
        let same = self.samples.iter().filter(|past| past.world == world && past.action == reply);
        let (wins, playouts) =
            same.fold((0.0, 0.0), |(wins, playouts), past| (wins + past.success, playouts + 1.0));
        success(wins, playouts)
    }
}

impl Recorder<Geister> for Replies {
    const WANTS_REPLIES: bool = true;

    fn blank(&self) -> Self {
        Self::default()
    }

    fn record(&mut self, sample: Sample<'_, Geister>) {
        // A playout that the own move ended has no reply to learn from.
        if let Some((seat, reply)) = sample.reply {
            self.samples.push(Reply {
                world: sample.world.bad(seat),
                candidate: sample.candidate,
                action: reply,
                success: sample.rewards[seat.index()],
            });
        }
    }

    fn absorb(&mut self, later: Self) {
        self.samples.extend(later.samples);
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Observed, Settings, Step};
    use kakehiki_search::Playout;

    use super::*;
    use crate::rules::{GEISTER_OPTIONS, Geister};

    #[test]
    fn only_playouts_that_began_with_the_own_move_are_kept() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let seat = Seat::new(0);
        let front_row = GhostSet::setups().next().unwrap();
        let state = game.begin([front_row; 2]).unwrap();
        let search = Flat::new(Playout::new(Walk::EscapeFirst), 800);
        let past = Some(PastPlayouts::new(4.0, 0.1));
        let mut agent = MonteCarlo::new(game, search, past, Seed::experiment(1));
        agent.sit(seat);
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let view = game.view(&state, &(), seat);
        let mut rng = Seed::experiment(2).rng();
        let action = Standpoint::plain(&game, &view, seat, |at| agent.decide(at, &menu, &mut rng));
        assert_eq!(agent.thought.as_ref().unwrap().replies.samples.len(), 800);
        let mut after = state.clone();
        game.play(&mut after, &action).unwrap();
        let sight = game.sight(&state, &Step::Action(seat, action), &after, seat).unwrap();
        agent.hear(&LazyView::new(&game, &after, &(), seat), &sight);
        let Thought { menu, replies, .. } = agent.thought.as_ref().unwrap();
        // The eight moves of the opening share the playouts equally.
        assert_eq!(replies.samples.len(), 100);
        assert!(replies.samples.iter().all(|past| menu[past.candidate] == action));
    }

    #[test]
    fn a_belief_without_beta_gives_every_world_the_same_share() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let front_row = GhostSet::setups().next().unwrap();
        let state = game.begin([front_row; 2]).unwrap();
        let view = game.view(&state, &(), Seat::new(0));
        let mut past = PastPlayouts::new(0.0, 0.1);
        let scores = view.worlds().into_iter().map(|world| (world, f64::from(world.0) / 255.0));
        past.learn(&scores.collect::<Vec<_>>());
        // Eight moves and 70 worlds: three rounds through all worlds.
        let search = Flat::new(Playout::new(Walk::EscapeFirst), 3 * 8 * 70);
        let agent = MonteCarlo::new(game, search, Some(past), Seed::experiment(1));
        let evidence = agent.evidence().unwrap();
        let samples = agent.think(&view, |world| evidence.weight(world)).replies.samples;
        for round in samples.chunks(8 * 70) {
            let mut worlds: Vec<GhostSet> = round.iter().map(|past| past.world).collect();
            worlds.dedup();
            assert_eq!(worlds.len(), 70, "one visit to each world in each round");
            worlds.sort_unstable();
            assert_eq!(worlds, view.worlds().as_slice());
        }
    }
}
