//! What is at stake for one who speaks before it offers deals.

use kakehiki_core::{GameRng, LazyView, Rewards, Seat, Seed};
use kakehiki_search::{Belief, Judge, Luck, Playout, Policy, Scratch, Worlds};
use rand::RngExt;

use crate::{
    Appraisal, Audience, Bargaining, ClaimOf, Considers, MemorySpan, Occasion, Saying, Stakes,
    Standpoint, Worth, acceptance, memory_span::Recent,
};

/// Deals that a speaker could propose, and what makes others take them.
///
/// For each deal two things count. What it brings the speaker, in the worlds that it believes in. And
/// what it brings the partner as the partner sees it: in worlds that the partner may believe in, which
/// are those of a view that is imagined and then [forgotten](crate::Claimable::forget) but for the last
/// things that happened. A statement makes some of the partner's worlds likelier, so that it expects
/// another profit, and accepts the deal or does not:
///
/// ```text
/// worth(statement) = max over deals of  own profit · P(partner accepts | statement)
/// ```
///
/// Both profits come from playouts under the same luck, the same ones for all statements.
///
/// A statement that a partner would know to be false is not made, and one speaks only before the
/// first thing that one does in a turn.
#[derive(Clone)]
pub struct DealStakes<G: Bargaining, P, J> {
    game: G,
    seat: Seat,
    /// What was at stake when it proposed a deal or did something else.
    acted: Option<u64>,
    playout: Playout<P, J>,
    worlds: u32,
    considers: Considers<G>,
    recent: Recent<G>,
}

/// A deal that brings less is not worth a word.
const LEAST_PROFIT: f64 = 0.001;

impl<G: Bargaining, P: Policy<G>, J: Judge<G>> DealStakes<G, P, J> {
    /// Considers some deals, each by a playout of so many worlds for each side, and takes others to
    /// remember so much of what they saw.
    pub fn new(
        game: G,
        playout: Playout<P, J>,
        worlds: u32,
        span: MemorySpan,
        considers: Considers<G>,
    ) -> Self {
        let recent = Recent::new(span);
        Self { game, seat: Seat::new(0), acted: None, playout, worlds, considers, recent }
    }

    /// The worlds that a partner may believe in.
    fn worlds_of(&self, at: &Standpoint<'_, G>, partner: Seat, rng: &mut GameRng) -> Vec<G::State> {
        let imagined = at.game.imagine_view(&at.worlds.world(0, rng), partner);
        let view = self.recent.recall_as(at.game, &imagined, partner).unwrap_or(imagined);
        let belief = Belief::plain(at.game, &view);
        (0..u64::from(self.worlds)).map(|index| belief.world(index, rng)).collect()
    }

    /// What the playout of each world brings, with a deal or without one.
    fn play_out(
        &self,
        game: &G,
        worlds: &[G::State],
        deal: Option<&G::Deal>,
        luck: Seed,
        scratch: &mut Scratch<G>,
    ) -> Vec<Rewards> {
        let play = |(index, world): (usize, &G::State)| {
            let mut world = world.clone();
            if let Some(deal) = deal {
                game.carry_out(&mut world, deal);
            }
            if game.is_negotiating(&world) {
                game.break_off(&mut world);
            }
            let luck = Luck::new(luck, index as u64);
            self.playout.play_in_step(game, &mut world, &luck, scratch)
        };
        worlds.iter().enumerate().map(play).collect()
    }
}

impl<G, P, J> Stakes<G> for DealStakes<G, P, J>
where
    G: Bargaining,
    P: Policy<G> + Send,
    J: Judge<G> + Send,
{
    const LEAST: f64 = LEAST_PROFIT;

    fn sit(&mut self, seat: Seat) {
        (self.seat, self.acted) = (seat, None);
        self.recent.clear();
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        if self.game.mark(self.seat, view, sight).is_some() {
            self.acted = Some(self.game.stakes(view));
        }
        self.recent.see(sight);
    }

    fn sayings(&self, at: &Standpoint<'_, G>, menu: &[G::Action]) -> Vec<Saying<G>> {
        let may_propose =
            matches!(at.game.occasion(at.view), Occasion::Propose | Occasion::ProposeLast);
        let is_late = self.acted == Some(at.game.stakes(at.view));
        if !may_propose || is_late {
            return Vec::new();
        }
        let statements = menu.iter().filter(|action| at.game.is_statement(action));
        let sayings = statements.map(|action| {
            let mut told = Vec::new();
            at.game.claims_of(at.seat, action, &mut |claim| told.push(claim));
            Saying { action: action.clone(), told }
        });
        sayings.collect()
    }

    fn audience(&self, at: &Standpoint<'_, G>, rng: &mut GameRng) -> Box<dyn Audience<G>> {
        let rules = at.game.silent();
        let silent = at.under(&rules);
        let mut deals = Vec::new();
        rules.deals(at.view, &mut deals);
        (self.considers)(at.view, &mut deals);
        let (luck, mut scratch) = (Seed::experiment(rng.random()), Scratch::default());
        let own: Vec<G::State> =
            (0..u64::from(self.worlds)).map(|index| at.worlds.world(index, rng)).collect();
        let own_without = self.play_out(&rules, &own, None, luck, &mut scratch);
        let mean = |rewards: &[Rewards], seat: Seat| {
            rewards.iter().map(|rewards| rewards[seat.index()]).sum::<f64>() / rewards.len() as f64
        };
        let mut partners: Vec<Partner<G::State>> = Vec::new();
        let mut prospects = Vec::new();
        for deal in deals {
            let with = self.play_out(&rules, &own, Some(&deal), luck, &mut scratch);
            let own = mean(&with, at.seat) - mean(&own_without, at.seat);
            if own <= LEAST_PROFIT {
                continue;
            }
            let partner = rules.partner(&deal, at.seat);
            let known = partners.iter().position(|known| known.seat == partner);
            let place = known.unwrap_or_else(|| {
                let worlds = self.worlds_of(&silent, partner, rng);
                let without = self.play_out(&rules, &worlds, None, luck, &mut scratch);
                partners.push(Partner { seat: partner, worlds, without });
                partners.len() - 1
            });
            let Partner { worlds, without, .. } = &partners[place];
            let with = self.play_out(&rules, worlds, Some(&deal), luck, &mut scratch);
            let rewards = without.iter().zip(&with);
            let partner = rewards
                .map(|(without, with)| (without[partner.index()], with[partner.index()]))
                .collect();
            prospects.push(Prospect { place, own, partner });
        }
        Box::new(Counterparts { game: rules, view: at.view.clone(), partners, prospects })
    }
}

/// Those with whom deals may be made.
struct Counterparts<G: Bargaining> {
    game: G,
    /// What the speaker knows.
    view: G::View,
    partners: Vec<Partner<G::State>>,
    prospects: Vec<Prospect>,
}

/// One with whom deals may be made.
struct Partner<S> {
    seat: Seat,
    worlds: Vec<S>,
    /// What its worlds bring without a deal.
    without: Vec<Rewards>,
}

/// A deal as both sides see it.
struct Prospect {
    /// Which partner it is with.
    place: usize,
    /// What it brings the speaker.
    own: f64,
    /// What the partner has without it and with it, in each of the partner's worlds.
    partner: Vec<(f64, f64)>,
}

impl Prospect {
    /// The profit that the speaker can expect if the partner's worlds have these weights.
    fn worth(&self, weights: &[f64]) -> f64 {
        let total: f64 = weights.iter().sum();
        let mut sums = (0.0, 0.0);
        for (weight, (before, after)) in weights.iter().zip(&self.partner) {
            sums = (sums.0 + weight * before, sums.1 + weight * after);
        }
        let worth = Worth::new(sums.0 / total, sums.1 / total);
        self.own * acceptance(&Appraisal::new(Worth::default(), worth))
    }
}

impl<G: Bargaining> Audience<G> for Counterparts<G> {
    fn hearers(&self) -> usize {
        self.partners.len()
    }

    fn weights(&self, hearer: usize) -> Vec<f64> {
        vec![1.0; self.partners[hearer].worlds.len()]
    }

    fn likely(&self, hearer: usize, claim: &ClaimOf<G>) -> Vec<Option<f64>> {
        let trace = self.game.trace(&self.view, claim);
        let worlds = self.partners[hearer].worlds.iter();
        worlds.map(|world| self.game.was_true(&trace, claim, world)).collect()
    }

    fn is_feared(&self, _hearer: usize) -> bool {
        true
    }

    fn worth(&self, weights: &[&[f64]]) -> f64 {
        let worths = self.prospects.iter().map(|prospect| prospect.worth(weights[prospect.place]));
        worths.fold(0.0, f64::max)
    }
}
