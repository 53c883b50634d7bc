//! One who says what makes others take the deals that it wants.

use kakehiki_core::{GameRng, LazyView, Rewards, Seat, Seed};
use kakehiki_search::{Belief, Judge, Luck, Playout, Policy, Scratch, Worlds};
use rand::RngExt;

use crate::{
    Appraisal, Bargaining, ClaimOf, Considers, MemorySpan, Occasion, Speaker, Standpoint, Worth,
    acceptance, listener::odds_ratio, memory_span::Recent,
};

/// Chooses the statement, or silence, with the best expected effect on its own chance to win.
///
/// For each deal that it could propose it looks at two things. What the deal brings itself, in the
/// worlds that it believes in. And what the deal brings the partner as the partner sees it: in worlds
/// that the partner may believe in, which are those of a view that is imagined and then
/// [forgotten](crate::Claimable::forget) but for the last things that happened. A statement makes some
/// of the partner's worlds likelier, so that it expects another profit, and accepts the deal or does
/// not:
///
/// ```text
/// effect(statement) = max over deals of  own profit · P(partner accepts | statement)
/// ```
///
/// Both profits come from playouts under the same luck, the same ones for all statements.
///
/// A statement that a partner would know to be false is not made. It does not think about being found
/// out later, and it speaks only before the first thing that it does in a turn.
pub struct Persuader<G: Bargaining, P, J> {
    game: G,
    seat: Seat,
    /// What was at stake when it proposed a deal or did something else.
    acted: Option<u64>,
    persuasion: Persuasion<P, J>,
    considers: Considers<G>,
    recent: Recent<G>,
}

/// What a persuader takes for granted.
#[derive(Clone, Debug)]
pub struct Persuasion<P, J> {
    /// How positions are played out.
    pub playout: Playout<P, J>,
    /// The worlds in which deals are looked at, for each side.
    pub worlds: u32,
    /// How likely others take what it says to be true.
    pub trusted: f64,
    /// How much others remember of what they saw.
    pub span: MemorySpan,
}

/// Less of an effect is not worth a word.
const LEAST_EFFECT: f64 = 0.001;

impl<G: Bargaining, P: Policy<G>, J: Judge<G>> Persuader<G, P, J> {
    /// Considers some deals, and takes others to be so.
    pub fn new(game: G, persuasion: Persuasion<P, J>, considers: Considers<G>) -> Self {
        let recent = Recent::new(persuasion.span);
        Self { game, seat: Seat::new(0), acted: None, persuasion, considers, recent }
    }

    /// The worlds that a partner may believe in.
    fn worlds_of(&self, at: &Standpoint<'_, G>, partner: Seat, rng: &mut GameRng) -> Vec<G::State> {
        let imagined = at.game.imagine_view(&at.worlds.world(0, rng), partner);
        let view = self.recent.recall(at.game, &imagined).unwrap_or(imagined);
        let belief = Belief::plain(at.game, &view);
        (0..u64::from(self.persuasion.worlds)).map(|index| belief.world(index, rng)).collect()
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
            self.persuasion.playout.play_in_step(game, &mut world, &luck, scratch)
        };
        worlds.iter().enumerate().map(play).collect()
    }
}

/// What deals bring in the worlds of one who weighs them.
struct Outlook<S> {
    partner: Seat,
    worlds: Vec<S>,
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
    fn effect(&self, weights: &[f64]) -> f64 {
        let total: f64 = weights.iter().sum();
        let mut sums = (0.0, 0.0);
        for (weight, (before, after)) in weights.iter().zip(&self.partner) {
            sums = (sums.0 + weight * before, sums.1 + weight * after);
        }
        let worth = Worth::new(sums.0 / total, sums.1 / total);
        self.own * acceptance(&Appraisal::new(Worth::default(), worth))
    }
}

impl<G, P, J> Speaker<G> for Persuader<G, P, J>
where
    G: Bargaining,
    P: Policy<G> + Send,
    J: Judge<G> + Send,
{
    fn sit(&mut self, seat: Seat) {
        (self.seat, self.acted) = (seat, None);
        self.recent.clear();
    }

    fn speak(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action> {
        let statements: Vec<(&G::Action, Vec<ClaimOf<G>>)> = menu
            .iter()
            .filter(|action| at.game.is_statement(action))
            .map(|action| {
                let mut claims = Vec::new();
                at.game.claims_of(at.seat, action, &mut |claim| claims.push(claim));
                (action, claims)
            })
            .collect();
        let may_propose =
            matches!(at.game.occasion(at.view), Occasion::Propose | Occasion::ProposeLast);
        let is_late = self.acted == Some(at.game.stakes(at.view));
        if statements.is_empty() || !may_propose || is_late {
            return None;
        }
        let rules = at.game.silent();
        let silent = at.under(&rules);
        let mut deals = Vec::new();
        rules.deals(at.view, &mut deals);
        (self.considers)(at.view, &mut deals);
        let (luck, mut scratch) = (Seed::experiment(rng.random()), Scratch::default());
        let own: Vec<G::State> = (0..u64::from(self.persuasion.worlds))
            .map(|index| at.worlds.world(index, rng))
            .collect();
        let own_without = self.play_out(&rules, &own, None, luck, &mut scratch);
        let mean = |rewards: &[Rewards], seat: Seat| {
            rewards.iter().map(|rewards| rewards[seat.index()]).sum::<f64>() / rewards.len() as f64
        };
        let mut outlooks: Vec<Outlook<G::State>> = Vec::new();
        let mut prospects = Vec::new();
        for deal in deals {
            let with = self.play_out(&rules, &own, Some(&deal), luck, &mut scratch);
            let own = mean(&with, at.seat) - mean(&own_without, at.seat);
            if own <= LEAST_EFFECT {
                continue;
            }
            let partner = rules.partner(&deal, at.seat);
            let known = outlooks.iter().position(|outlook| outlook.partner == partner);
            let place = known.unwrap_or_else(|| {
                let worlds = self.worlds_of(&silent, partner, rng);
                let without = self.play_out(&rules, &worlds, None, luck, &mut scratch);
                outlooks.push(Outlook { partner, worlds, without });
                outlooks.len() - 1
            });
            let outlook = &outlooks[place];
            let with = self.play_out(&rules, &outlook.worlds, Some(&deal), luck, &mut scratch);
            let rewards = outlook.without.iter().zip(&with);
            let partner = rewards
                .map(|(without, with)| (without[partner.index()], with[partner.index()]))
                .collect();
            prospects.push(Prospect { place, own, partner });
        }
        let effect = |weights: &[Vec<f64>]| {
            let effects =
                prospects.iter().map(|prospect| prospect.effect(&weights[prospect.place]));
            effects.fold(0.0, f64::max)
        };
        let even: Vec<Vec<f64>> =
            outlooks.iter().map(|outlook| vec![1.0; outlook.worlds.len()]).collect();
        let mut best = (effect(&even) + LEAST_EFFECT, None);
        for (action, claims) in statements {
            let weights = outlooks
                .iter()
                .map(|outlook| {
                    weights(&rules, at.view, &claims, &outlook.worlds, self.persuasion.trusted)
                })
                .collect::<Option<Vec<Vec<f64>>>>();
            // Somebody would know that it is a lie.
            let Some(weights) = weights else { continue };
            let effect = effect(&weights);
            if effect > best.0 {
                best = (effect, Some(action.clone()));
            }
        }
        best.1
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        if self.game.mark(self.seat, view, sight).is_some() {
            self.acted = Some(self.game.stakes(view));
        }
        self.recent.see(sight);
    }
}

/// How much likelier claims make each of some worlds, for one who takes them for true so often; `None`
/// if a claim is false in all of them.
fn weights<G: Bargaining>(
    game: &G,
    view: &G::View,
    claims: &[ClaimOf<G>],
    worlds: &[G::State],
    trusted: f64,
) -> Option<Vec<f64>> {
    let mut weights = vec![1.0; worlds.len()];
    for claim in claims {
        let trace = game.trace(view, claim);
        let likely: Vec<Option<f64>> =
            worlds.iter().map(|world| game.was_true(&trace, claim, world)).collect();
        let told: Vec<f64> = likely.iter().copied().flatten().collect();
        if told.is_empty() {
            continue;
        }
        let before = told.iter().sum::<f64>() / told.len() as f64;
        if before <= 0.0 {
            return None;
        }
        let ratio = odds_ratio(trusted, before);
        for (weight, likely) in weights.iter_mut().zip(likely) {
            *weight *= likely.map_or(1.0, |likely| 1.0 + likely * (ratio - 1.0));
        }
    }
    Some(weights)
}
