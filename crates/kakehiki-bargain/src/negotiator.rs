//! Those who propose deals and answer proposals.

use kakehiki_core::GameRng;
use rand::RngExt;
use strum::{Display, EnumString, VariantNames};

use crate::{Answer, Appraisal, Attitude, Bargaining, Criterion, Estimator, Standpoint, Worth};

/// Somebody who bargains.
///
/// `deals` is always what [`Bargaining::deals`] lists, or a part of it that the caller wants to
/// consider.
pub trait Bargainer<G: Bargaining>: Send {
    /// The deal to propose; `None` to propose nothing.
    fn propose(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal>;

    /// The deal to propose after some were refused in the same negotiation; `None` to propose
    /// nothing more. `deals` does not list those again.
    fn propose_again(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        _refused: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        self.propose(at, deals, rng)
    }

    /// Whether to accept a complete deal.
    fn accepts(&mut self, at: &Standpoint<'_, G>, deal: &G::Deal, rng: &mut GameRng) -> bool;

    /// Whether to accept a complete deal from a partner who has proposed others before, the latest
    /// last.
    fn accepts_after(
        &mut self,
        at: &Standpoint<'_, G>,
        deal: &G::Deal,
        _earlier: &[G::Deal],
        rng: &mut GameRng,
    ) -> bool {
        self.accepts(at, deal, rng)
    }

    /// Which half-open proposal to make, by its place; `None` to make none. Each comes with the
    /// complete deals that the partner may turn it into.
    fn request(
        &mut self,
        at: &Standpoint<'_, G>,
        requests: &[Vec<G::Deal>],
        rng: &mut GameRng,
    ) -> Option<usize> {
        let deals = requests.concat();
        let deal = self.propose(at, &deals, rng)?;
        requests.iter().position(|completions| completions.contains(&deal))
    }

    /// The completion of a half-open proposal; `None` to refuse.
    fn complete(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        self.propose(at, deals, rng)
    }

    /// The answer to a complete proposal where `deals` may be named in its place.
    fn answer(
        &mut self,
        at: &Standpoint<'_, G>,
        offered: &G::Deal,
        earlier: &[G::Deal],
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Answer<G::Deal> {
        if self.accepts_after(at, offered, earlier, rng) {
            return Answer::Accept;
        }
        match self.propose(at, deals, rng) {
            Some(deal) => Answer::Counter(deal),
            None => Answer::Refuse,
        }
    }

    /// What it weighed for its last answer; nothing where it does not weigh.
    fn weighed(&self) -> &[(G::Deal, Appraisal)] {
        &[]
    }
}

/// When a negotiator accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acceptance {
    /// When its own worth is enough for its attitude.
    Attitude(Attitude),
    /// When its whole profit is, the premium included.
    Profit(Attitude),
    /// When its criterion prefers the deal to none, the partner's profit included.
    Criterion,
    /// When the bare score of its criterion is above 0, whether or not it would admit the deal as an
    /// offer of its own: one that wants the partner's profit takes whatever brings the partner some.
    Value,
    /// The same, but nothing that is bad for both.
    Sensible,
    /// When its whole profit is above 0 and not below the mean of what the partner's last proposals
    /// would bring it now: who has proposed better will again.
    Expecting,
}

/// How a negotiator chooses among deals that it has weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// Which it wants.
    pub criterion: Criterion,
    /// Which it takes.
    pub acceptance: Acceptance,
    /// Whether it gives way step by step: what it offers a partner after a refusal must bring that
    /// partner more, as it sees it, than anything the partner has refused in this negotiation. Among
    /// such deals it wants the best by its criterion, as ever, so that it never gives away more than
    /// it has to. This is the monotonic concession of Rosenschein and Zlotkin, *Rules of Encounter*
    /// (1994), for one side.
    pub concedes: bool,
    /// Whether its first proposal to a partner is a bad one, so that the next looks good beside it:
    /// of the deals with the partner of the one that it wants, the one that costs that partner most and
    /// brings itself something (section 6.2 of Ito 2014). It pays only where more than one proposal is
    /// allowed.
    pub feints: bool,
}

/// A seat that weighs deals, wants the best by some criterion, and accepts what is good enough.
#[derive(Clone, Debug)]
pub struct Negotiator<G: Bargaining, E> {
    /// What deals are worth.
    pub estimator: E,
    /// What it makes of that.
    pub taste: Taste,
    weighed: Vec<(G::Deal, Appraisal)>,
}

impl Taste {
    /// One that wants and takes this, and neither concedes nor feints.
    pub const fn plain(criterion: Criterion, acceptance: Acceptance) -> Self {
        Self { criterion, acceptance, concedes: false, feints: false }
    }

    /// Whether what was refused matters to it.
    fn looks_back(self) -> bool {
        self.concedes || self.criterion == Criterion::Expected
    }

    /// Which of a partner's earlier proposals it looks at.
    fn counted<D>(self, earlier: &[D]) -> &[D] {
        match self.acceptance {
            Acceptance::Expecting => earlier,
            _ => &[],
        }
    }

    /// Whether a deal is good enough beside the earlier proposals of the partner.
    fn is_enough(self, deal: &Appraisal, earlier: &[Appraisal]) -> bool {
        let profits = earlier.iter().map(|appraisal| appraisal.own.profit());
        let expected = profits.sum::<f64>() / earlier.len().max(1) as f64;
        self.is_acceptable(deal) && (earlier.is_empty() || deal.own.profit() >= expected)
    }

    /// Whether a deal that has been weighed is good enough.
    pub fn is_acceptable(&self, appraisal: &Appraisal) -> bool {
        match self.acceptance {
            Acceptance::Attitude(attitude) => attitude.accepts(appraisal.own),
            Acceptance::Profit(attitude) => attitude.accepts_profit(appraisal.own),
            Acceptance::Expecting => Attitude::Neutral.accepts_profit(appraisal.own),
            Acceptance::Criterion => self.criterion.welcomes(appraisal),
            Acceptance::Value => self.criterion.value(appraisal) > 0.0,
            Acceptance::Sensible => {
                let is_good = |worth: Worth| worth.profit() > 0.0;
                self.criterion.value(appraisal) > 0.0
                    && (is_good(appraisal.own) || is_good(appraisal.partner))
            }
        }
    }
}

impl<G: Bargaining, E: Estimator<G>> Negotiator<G, E> {
    /// A seat that weighs by this estimator and chooses by this taste.
    pub const fn new(estimator: E, taste: Taste) -> Self {
        Self { estimator, taste, weighed: Vec::new() }
    }

    /// Weighs deals together and keeps what came of it for people to look at.
    fn weigh(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let appraisals = self.estimator.appraise(at, deals, rng);
        self.weighed.clear();
        self.weighed.extend(deals.iter().cloned().zip(appraisals.iter().copied()));
        appraisals
    }
}

/// The bad deal to propose before the one that is wanted, if there is any.
fn feint<G: Bargaining>(
    at: &Standpoint<'_, G>,
    deals: &[G::Deal],
    appraisals: &[Appraisal],
    wanted: usize,
) -> Option<usize> {
    let partner = |place: usize| at.game.partner(&deals[place], at.seat);
    let is_bad = |place: &usize| {
        let Appraisal { own, partner: other, .. } = &appraisals[*place];
        partner(*place) == partner(wanted) && own.profit() > 0.0 && other.profit() < 0.0
    };
    let cost = |place: &usize| appraisals[*place].partner.profit();
    (0..deals.len()).filter(is_bad).min_by(|one, other| cost(one).total_cmp(&cost(other)))
}

impl<G: Bargaining, E: Estimator<G>> Bargainer<G> for Negotiator<G, E> {
    fn propose(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        let appraisals = self.weigh(at, deals, rng);
        let wanted = self.taste.criterion.choose(&appraisals, rng)?;
        let feint = self.taste.feints.then(|| feint(at, deals, &appraisals, wanted)).flatten();
        Some(deals[feint.unwrap_or(wanted)].clone())
    }

    fn propose_again(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        refused: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        if !self.taste.looks_back() {
            let appraisals = self.weigh(at, deals, rng);
            return self.taste.criterion.choose(&appraisals, rng).map(|best| deals[best].clone());
        }
        let all: Vec<G::Deal> = deals.iter().chain(refused).cloned().collect();
        let mut appraisals = self.weigh(at, &all, rng);
        let past = appraisals.split_off(deals.len());
        let partner = |deal: &G::Deal| at.game.partner(deal, at.seat);
        for (deal, appraisal) in deals.iter().zip(&mut appraisals) {
            let same = refused.iter().zip(&past).filter(|(past, _)| partner(past) == partner(deal));
            let profits = same.map(|(_, past)| past.partner.profit());
            appraisal.refused = profits.max_by(f64::total_cmp);
        }
        let (places, better): (Vec<usize>, Vec<Appraisal>) = appraisals
            .into_iter()
            .enumerate()
            .filter(|(_, appraisal)| {
                let Appraisal { partner, refused, .. } = appraisal;
                !self.taste.concedes || refused.is_none_or(|refused| partner.profit() > refused)
            })
            .unzip();
        let chosen = self.taste.criterion.choose(&better, rng)?;
        Some(deals[places[chosen]].clone())
    }

    fn accepts(&mut self, at: &Standpoint<'_, G>, deal: &G::Deal, rng: &mut GameRng) -> bool {
        self.accepts_after(at, deal, &[], rng)
    }

    fn accepts_after(
        &mut self,
        at: &Standpoint<'_, G>,
        deal: &G::Deal,
        earlier: &[G::Deal],
        rng: &mut GameRng,
    ) -> bool {
        let all = std::iter::once(deal).chain(self.taste.counted(earlier));
        let appraisals = self.weigh(at, &all.cloned().collect::<Vec<_>>(), rng);
        let split = appraisals.split_first();
        split.is_some_and(|(deal, earlier)| self.taste.is_enough(deal, earlier))
    }

    /// Takes it that the partner completes each proposal in the way that brings the partner most,
    /// and wants the best of what would come of them.
    fn request(
        &mut self,
        at: &Standpoint<'_, G>,
        requests: &[Vec<G::Deal>],
        rng: &mut GameRng,
    ) -> Option<usize> {
        let appraisals = self.weigh(at, &requests.concat(), rng);
        let mut rest = appraisals.as_slice();
        let mut places = Vec::new();
        let mut expected = Vec::new();
        for (place, completions) in requests.iter().enumerate() {
            let (own, later) = rest.split_at(completions.len());
            rest = later;
            let by_partner = |one: &&Appraisal, other: &&Appraisal| {
                one.partner.profit().total_cmp(&other.partner.profit())
            };
            if let Some(likely) = own.iter().max_by(by_partner) {
                places.push(place);
                expected.push(*likely);
            }
        }
        self.taste.criterion.choose(&expected, rng).map(|best| places[best])
    }

    /// To complete a proposal is to consent to it, so it names what it wants most among the deals
    /// that it would accept, and only if it would still accept that one when it weighs it again:
    /// the best of many noisy figures is too good.
    fn complete(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        let appraisals = self.weigh(at, deals, rng);
        let (places, acceptable): (Vec<usize>, Vec<Appraisal>) = appraisals
            .into_iter()
            .enumerate()
            .filter(|(_, appraisal)| self.taste.is_acceptable(appraisal))
            .unzip();
        let deal = &deals[places[self.taste.criterion.choose(&acceptable, rng)?]];
        self.accepts(at, deal, rng).then(|| deal.clone())
    }

    /// Takes what is good enough; otherwise names the deal it wants most, if it wants any. The
    /// offered deal and the possible answers are weighed together, under the same luck.
    fn answer(
        &mut self,
        at: &Standpoint<'_, G>,
        offered: &G::Deal,
        earlier: &[G::Deal],
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Answer<G::Deal> {
        let earlier = self.taste.counted(earlier);
        let all = std::iter::once(offered).chain(deals).chain(earlier);
        let appraisals = self.weigh(at, &all.cloned().collect::<Vec<_>>(), rng);
        let Some((offered_appraisal, appraisals)) = appraisals.split_first() else {
            return Answer::Refuse;
        };
        let (appraisals, earlier) = appraisals.split_at(deals.len());
        if self.taste.is_enough(offered_appraisal, earlier) {
            return Answer::Accept;
        }
        match self.taste.criterion.choose(appraisals, rng) {
            Some(place) if deals[place] != *offered => Answer::Counter(deals[place].clone()),
            _ => Answer::Refuse,
        }
    }

    fn weighed(&self) -> &[(G::Deal, Appraisal)] {
        &self.weighed
    }
}

/// Bargainers that weigh nothing, to measure others against.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Baseline {
    /// Accepts everything and proposes nothing; completes a half-open proposal at random.
    AlwaysAccept,
    /// Proposes nothing and refuses everything.
    Never,
    /// Proposes a uniformly random deal, "none" being one of the choices, and accepts with
    /// probability ½; where it does not accept it may name another deal in the same way.
    Random,
}

impl<G: Bargaining> Bargainer<G> for Baseline {
    fn propose(
        &mut self,
        _at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        match self {
            Self::AlwaysAccept | Self::Never => None,
            // The place behind the last deal stands for no offer.
            Self::Random => deals.get(rng.random_range(0..=deals.len())).cloned(),
        }
    }

    fn accepts(&mut self, _at: &Standpoint<'_, G>, _deal: &G::Deal, rng: &mut GameRng) -> bool {
        match self {
            Self::AlwaysAccept => true,
            Self::Never => false,
            Self::Random => rng.random(),
        }
    }

    fn complete(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        match self {
            Self::AlwaysAccept if deals.is_empty() => None,
            Self::AlwaysAccept => Some(deals[rng.random_range(0..deals.len())].clone()),
            Self::Never | Self::Random => self.propose(at, deals, rng),
        }
    }
}
