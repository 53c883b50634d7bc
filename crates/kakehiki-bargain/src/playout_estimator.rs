//! What deals are worth by playouts, whatever the game.

use kakehiki_core::{GameRng, Seat, Seed};
use kakehiki_search::{Belief, EvenJudge, Judge, Playout, Policy, Worlds};
use rand::Rng;

use crate::{
    Appraisal, Bargaining, Branches, DealNature, EarlyStop, Estimator, Race, Standpoint, Worth,
    crossfit::Fold,
    goods::Goods,
    reveal::{Prospect, Situation},
};

/// Weighs deals by playouts. Worth is counted in wins.
///
/// **Goods** (Ito 2014; Miyasako and Hashimoto 2020). In each of [`worlds`](Self::worlds) worlds
/// sampled from the view, the game is played out twice, without the deal and with it, under the same
/// luck unless [`common_luck`](Self::common_luck) is off; the mean rewards of both parties are their
/// worths before and after. All deals of one decision share the playouts without a deal. With an
/// [`EarlyStop`] fewer worlds are played where the difference is plain, with a [`Race`] where a deal
/// cannot be the best any more.
///
/// **Knowledge.** Playouts by a policy that does not look at views come out the same with a reveal
/// and without. What is shown is worth something because the seat chooses better:
///
/// ```text
/// worth = Σ P(outcome) · V(view | outcome) − V(view),   V(view) = max over actions of the mean
/// ```
///
/// The worlds that a seat thinks possible are brought to its next ordinary choice (others act by
/// the policy, negotiations on the way are broken off), every action is played out in each, and
/// they are split by what the seat would see there with the deal carried out. Both values come from
/// the same playouts. The action is chosen on one half of them and measured on the other (two-fold
/// cross-fitting), because the best of many noisy means is too high: a worthless reveal is priced
/// at 0 on average where the actions are equally good, a little below 0 where the smaller parts
/// make the choice harder, and never at the luck of the best of many.
///
/// The partner's side is what the partner would compute: [`futures`](Self::futures) worlds are
/// sampled from the own view, in each the partner's view is imagined, and worlds are sampled from
/// that.
///
/// **Exposure.** What I show changes what my partner will do, which may cost me something. With
/// [`exposure`](Self::exposure) each side's worth after the deal also contains what the *other*
/// side's better choice does to it. My part is measured in worlds of my own view, where my secrets
/// are what they are: to show a secret that the partner guesses rightly anyway costs nothing.
/// Without it, a reveal in either direction never looks harmful to anybody.
///
/// It does not handle: use of the knowledge beyond the next choice (playouts forget it, so its
/// worth is a lower bound), what the other side infers from the offer itself, and deals among three
/// or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutEstimator<P, J = EvenJudge> {
    /// How positions are played out. A limit also bounds the steps to a seat's next choice.
    pub playout: Playout<P, J>,
    /// How many worlds are sampled for the own side; the number of playouts for each branch of a
    /// deal in goods, and for each action of the own next choice.
    pub worlds: u32,
    /// How many worlds are sampled for the partner's side of a reveal.
    pub partner_worlds: u32,
    /// How many ways in which play may go on to a seat's next choice are tried, and how many views
    /// the partner may have. The worlds are shared out among them, at least two to each.
    pub futures: u32,
    /// Whether what the other side learns counts.
    pub exposure: bool,
    /// When the playouts of a deal in goods stop before all worlds are played; `None` for never.
    pub early_stop: Option<EarlyStop>,
    /// When deals in goods that cannot be the best any more get no more playouts; `None` for never.
    pub race: Option<Race>,
    /// Whether the branches of a deal in goods are played under the same luck.
    pub common_luck: bool,
}

impl<P, J> PlayoutEstimator<P, J> {
    /// An estimator with `worlds` worlds for the own side and half as many for the partner's, one
    /// future for every 16 of the latter, counting exposure.
    pub const fn new(playout: Playout<P, J>, worlds: u32) -> Self {
        let partner_worlds = worlds.div_ceil(2);
        let futures = partner_worlds.div_ceil(16);
        Self {
            playout,
            worlds,
            partner_worlds,
            futures,
            exposure: true,
            early_stop: None,
            race: None,
            common_luck: true,
        }
    }

    /// Plays out both branches of one deal in goods, as [`appraise`](Estimator::appraise) does, and
    /// tells how the playouts came out.
    pub fn compare<G: Bargaining>(
        &self,
        at: &Standpoint<'_, G>,
        deal: &G::Deal,
        rng: &mut GameRng,
    ) -> Branches
    where
        P: Policy<G>,
        J: Judge<G>,
    {
        let seed = Seed::experiment(rng.next_u64()).derive("goods", 0);
        Goods::new(self, at, seed).compare(&[deal]).swap_remove(0)
    }

    /// The number of worlds for each future.
    fn share(&self, worlds: u32) -> u64 {
        u64::from(worlds.div_ceil(self.futures.max(1)).max(2))
    }
}

impl<G, P, J> Estimator<G> for PlayoutEstimator<P, J>
where
    G: Bargaining,
    P: Policy<G> + Clone + Send,
    J: Judge<G> + Clone + Send,
{
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let Standpoint { game, seat, .. } = *at;
        let seed = Seed::experiment(rng.next_u64());
        let is_goods = |deal: &&G::Deal| game.nature(deal) == DealNature::Goods;
        let goods: Vec<&G::Deal> = deals.iter().filter(is_goods).collect();
        // All deals in goods are played out together, so that they can race each other.
        let mut branches =
            Goods::new(self, at, seed.derive("goods", 0)).compare(&goods).into_iter();
        let mut own = None;
        let mut partners: Vec<(Seat, Prospect<G>)> = Vec::new();
        let appraise = |deal: &G::Deal| {
            let partner = game.partner(deal, seat);
            match game.nature(deal) {
                DealNature::Goods => {
                    branches.next().map(|it| it.appraisal(seat, partner)).unwrap_or_default()
                }
                DealNature::Knowledge => {
                    let own = own.get_or_insert_with(|| self.own_reveal(at, seed.derive("own", 0)));
                    let known = partners.iter().position(|(known, _)| *known == partner);
                    let place = known.unwrap_or_else(|| {
                        let seed = seed.derive("partner", partner.index() as u64);
                        partners.push((partner, self.partner_reveal(at, partner, seed)));
                        partners.len() - 1
                    });
                    self.weigh_reveal(game, deal, (seat, own), (partner, &partners[place].1))
                }
            }
        };
        deals.iter().map(appraise).collect()
    }
}

impl<P, J> PlayoutEstimator<P, J> {
    /// The own next choice, in worlds of the own belief.
    fn own_reveal<G: Bargaining>(&self, at: &Standpoint<'_, G>, seed: Seed) -> Prospect<G>
    where
        P: Policy<G> + Clone,
        J: Judge<G> + Clone,
    {
        let Standpoint { game, seat, .. } = *at;
        let share = self.share(self.worlds);
        let (worlds, ways) = (seed.derive("world", 0), seed.derive("way", 0));
        let mut situations = Vec::new();
        for future in 0..u64::from(self.futures.max(1)) {
            for index in 0..share {
                let number = future * share + index;
                let world = at.worlds.world(number, &mut worlds.rng_at(number));
                let fold = Fold::of(index);
                let way = ways.rng_at(future);
                situations.push(Situation::reach(game, &self.playout, world, seat, fold, way));
            }
        }
        Prospect::new(game, &self.playout, seat, situations, seed.derive("playout", 0))
    }

    /// The partner's next choice, in worlds that the partner may believe in, and watched from
    /// worlds of the own belief. The partner is taken to go by the rules alone.
    fn partner_reveal<G: Bargaining>(
        &self,
        at: &Standpoint<'_, G>,
        partner: Seat,
        seed: Seed,
    ) -> Prospect<G>
    where
        P: Policy<G> + Clone,
        J: Judge<G> + Clone,
    {
        let game = at.game;
        let share = self.share(self.partner_worlds);
        let (truths, ways) = (seed.derive("truth", 0), seed.derive("way", 0));
        let worlds = seed.derive("world", 0);
        let mut situations = Vec::new();
        for future in 0..u64::from(self.futures.max(1)) {
            let truth = at.worlds.world(future, &mut truths.rng_at(future));
            let partner_view = game.imagine_view(&truth, partner);
            let belief = Belief::plain(game, &partner_view);
            let mut add = |world, fold| {
                let way = ways.rng_at(future);
                situations.push(Situation::reach(game, &self.playout, world, partner, fold, way));
            };
            for index in 0..share {
                let number = future * share + index;
                let world = belief.world(number, &mut worlds.rng_at(number));
                add(world, Fold::of(index));
                if self.exposure {
                    add(truth.clone(), Fold::Outside);
                }
            }
        }
        Prospect::new(game, &self.playout, partner, situations, seed.derive("playout", 0))
    }

    /// Weighs a deal that shows something to one party or to both.
    fn weigh_reveal<G: Bargaining>(
        &self,
        game: &G,
        deal: &G::Deal,
        (seat, own): (Seat, &Prospect<G>),
        (partner, theirs): (Seat, &Prospect<G>),
    ) -> Appraisal {
        let (own_with, theirs_with) = (own.with(game, deal), theirs.with(game, deal));
        let mut appraisal = Appraisal::new(
            Worth::new(own.without.believed.of(seat), own_with.believed.of(seat)),
            Worth::new(theirs.without.believed.of(partner), theirs_with.believed.of(partner)),
        );
        if self.exposure {
            appraisal.own.after += theirs_with.outside.of(seat) - theirs.without.outside.of(seat);
            appraisal.partner.after +=
                own_with.believed.of(partner) - own.without.believed.of(partner);
        }
        appraisal
    }
}
