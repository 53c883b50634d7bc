//! The part of an agent that trades: when it proposes, to whom, and how it answers.

use std::sync::Arc;

use kakehiki_core::{GameRng, LazyView, Seat, SeatSet, WeighedDeal};
use rand::RngExt;
use strum::{Display, EnumString, VariantNames};

use crate::{Answer, Bargainer, Bargaining, Dealing, Mark, Occasion, Standpoint};

/// To how many partners a proposal goes.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Addressees {
    /// To the one with whom the deal is best.
    #[default]
    One,
    /// To all with whom the same deal is possible, where the rules allow it.
    All,
}

/// Strikes out the deals that a trader does not consider, by what it knows.
pub type Considers<G> = Arc<
    dyn Fn(&<G as kakehiki_core::Observed>::View, &mut Vec<<G as Bargaining>::Deal>) + Send + Sync,
>;

/// How somebody trades, whatever deals are worth to it.
#[derive(Clone)]
pub struct Manner<G: Bargaining> {
    /// The rules under which deals are weighed: mostly those of the game without further deals.
    pub rules: G,
    /// The most proposals in a turn.
    pub rounds: usize,
    /// Whether proposals are answered by others in their place, where the rules allow it.
    pub counters: bool,
    /// To whom proposals go.
    pub addressees: Addressees,
    /// Which deals are considered at all.
    pub considers: Considers<G>,
}

impl<G: Bargaining> Manner<G> {
    /// Considers every deal, under these rules; three proposals in a turn, each to one partner.
    pub fn new(rules: G) -> Self {
        Self {
            rules,
            rounds: 3,
            counters: true,
            addressees: Addressees::One,
            considers: Arc::new(|_, _| {}),
        }
    }
}

/// Somebody who weighs deals, with the manner in which it trades.
pub struct Trader<G: Bargaining> {
    bargainer: Box<dyn Bargainer<G>>,
    manner: Manner<G>,
    past: Past<G::Deal>,
    has_weighed: bool,
}

/// The own negotiations so far, as far as they still matter.
struct Past<D> {
    /// What was proposed and came to nothing, with what was at stake then.
    refused: Vec<(u64, D)>,
    /// How many of those were proposed last, as one proposal to several.
    last: usize,
    /// What was at stake when the seat did something else than propose deals.
    acted: Option<u64>,
    /// What others have proposed to it, the last few of each.
    offered: Vec<D>,
}

/// How many proposals of a partner are remembered, the one to answer included.
const REMEMBERED: usize = 5;

/// A deal to answer.
struct Proposal<'a, D> {
    offered: &'a D,
    /// What the same partner has proposed before.
    earlier: &'a [D],
    is_payable: bool,
}

impl<D> Default for Past<D> {
    fn default() -> Self {
        Self { refused: Vec::new(), last: 0, acted: None, offered: Vec::new() }
    }
}

impl<G: Bargaining> Trader<G> {
    /// Puts a trader together.
    pub fn new(bargainer: Box<dyn Bargainer<G>>, manner: Manner<G>) -> Self {
        Self { bargainer, manner, past: Past::default(), has_weighed: false }
    }

    pub(crate) fn sit(&mut self) {
        self.past = Past::default();
        self.has_weighed = false;
    }

    /// What it weighed for the last decision, if that was about deals.
    pub(crate) fn weighed(&self) -> Vec<WeighedDeal> {
        if !self.has_weighed {
            return Vec::new();
        }
        let weighed = self.bargainer.weighed().iter();
        let weighed = weighed.map(|(deal, appraisal)| WeighedDeal {
            deal: deal.to_string(),
            own: [appraisal.own.before, appraisal.own.after],
            partner: [appraisal.partner.before, appraisal.partner.after],
            samples: u64::from(appraisal.samples),
        });
        weighed.collect()
    }

    pub(crate) fn hear(&mut self, game: &G, seat: Seat, view: &LazyView<'_, G>, sight: &G::Sight) {
        match game.mark(seat, view, sight) {
            Some(Mark::Proposed(deals)) => {
                let stakes = game.stakes(view);
                self.past.last = deals.len();
                self.past.refused.extend(deals.into_iter().map(|deal| (stakes, deal)));
            }
            // What was taken was not refused.
            Some(Mark::Struck) => {
                let kept = self.past.refused.len().saturating_sub(self.past.last);
                self.past.refused.truncate(kept);
                self.past.last = 0;
            }
            Some(Mark::Acted) => self.past.acted = Some(game.stakes(view)),
            Some(Mark::Offered(deal)) => {
                let partner = game.partner(&deal, seat);
                let offered = &mut self.past.offered;
                let is_from = |other: &&G::Deal| game.partner(other, seat) == partner;
                if offered.iter().filter(is_from).count() >= REMEMBERED
                    && let Some(oldest) = offered.iter().position(|other| is_from(&other))
                {
                    offered.remove(oldest);
                }
                offered.push(deal);
            }
            None => {}
        }
    }

    /// What it does on an occasion to deal; `None` where it leaves the choice to others.
    pub(crate) fn decide(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action> {
        let rules = self.manner.rules.clone();
        let weighing = at.under(&rules);
        let occasion = at.game.occasion(at.view);
        self.has_weighed =
            !matches!(occasion, Occasion::None | Occasion::Propose | Occasion::ProposeLast);
        let is_request = matches!(occasion, Occasion::Request(_));
        let dealing = match occasion {
            Occasion::None | Occasion::ProposeLast => None,
            Occasion::Propose => self.propose(at.game, &weighing, rng),
            Occasion::Request(requests) => {
                let place = self.bargainer.request(&weighing, &requests, rng);
                let deal = place.and_then(|place| requests[place].first().cloned());
                Some(deal.map_or(Dealing::Pass, Dealing::Request))
            }
            Occasion::Complete => {
                let deals = self.deals(at.game, at.view, &[]);
                let named = self.bargainer.complete(&weighing, &deals, rng);
                Some(Dealing::Answer(named.map_or(Answer::Refuse, Answer::Counter)))
            }
            Occasion::Answer { offered, is_payable } => {
                let counters = if self.manner.counters {
                    self.deals(at.game, at.view, &[])
                } else {
                    Vec::new()
                };
                // The last of them is mostly the one to answer; a counter-offer is not among them.
                let partner = at.game.partner(&offered, at.seat);
                let is_from = |deal: &&G::Deal| at.game.partner(deal, at.seat) == partner;
                let mut earlier: Vec<G::Deal> =
                    self.past.offered.iter().filter(is_from).cloned().collect();
                earlier.pop_if(|last| *last == offered);
                let proposal = Proposal { offered: &offered, earlier: &earlier, is_payable };
                let answer = self.answer(&weighing, &proposal, &counters, rng);
                Some(Dealing::Answer(answer))
            }
            Occasion::Choose { accepted, countered } => {
                Some(self.choose(&weighing, &accepted, &countered, rng))
            }
        };
        let action = at.game.act(at.view, &dealing?);
        // Where somebody must be asked although nothing will come of it, it is any of the menu.
        let is_forced = is_request && !menu.contains(&action);
        Some(if is_forced { menu[rng.random_range(0..menu.len())].clone() } else { action })
    }

    /// What it proposes before the seat leaves the time in which deals can be proposed.
    pub(crate) fn propose_last(
        &mut self,
        at: &Standpoint<'_, G>,
        rng: &mut GameRng,
    ) -> Option<G::Action> {
        let rules = self.manner.rules.clone();
        let dealing = self.propose(at.game, &at.under(&rules), rng)?;
        Some(at.game.act(at.view, &dealing))
    }

    /// The deals that may be proposed or named now and are considered, those refused left out.
    fn deals(&self, game: &G, view: &G::View, refused: &[G::Deal]) -> Vec<G::Deal> {
        let mut deals = Vec::new();
        game.deals(view, &mut deals);
        deals.retain(|deal| !refused.contains(deal));
        (self.manner.considers)(view, &mut deals);
        deals
    }

    fn propose(
        &mut self,
        game: &G,
        at: &Standpoint<'_, G>,
        rng: &mut GameRng,
    ) -> Option<Dealing<G::Deal>> {
        let stakes = game.stakes(at.view);
        self.past.refused.retain(|(then, _)| *then == stakes);
        let is_late = self.past.acted == Some(stakes);
        if is_late || game.proposals_made(at.view) >= self.manner.rounds {
            return None;
        }
        let refused: Vec<G::Deal> =
            self.past.refused.iter().map(|(_, deal)| deal.clone()).collect();
        let deals = self.deals(game, at.view, &refused);
        self.has_weighed = true;
        let deal = if refused.is_empty() {
            self.bargainer.propose(at, &deals, rng)?
        } else {
            self.bargainer.propose_again(at, &deals, &refused, rng)?
        };
        let mut partners = SeatSet::only(game.partner(&deal, at.seat));
        if self.manner.addressees == Addressees::All {
            let others = Seat::all(game.seats()).filter(|other| {
                let same = game.with_partner(&deal, at.seat, *other);
                same.is_some_and(|same| deals.contains(&same))
            });
            partners = others.fold(partners, SeatSet::with);
        }
        Some(Dealing::Propose(deal, partners))
    }

    fn answer(
        &mut self,
        at: &Standpoint<'_, G>,
        &Proposal { offered, earlier, is_payable }: &Proposal<'_, G::Deal>,
        counters: &[G::Deal],
        rng: &mut GameRng,
    ) -> Answer<G::Deal> {
        match (is_payable, counters.is_empty()) {
            (true, true) if self.bargainer.accepts_after(at, offered, earlier, rng) => {
                Answer::Accept
            }
            (true, false) => self.bargainer.answer(at, offered, earlier, counters, rng),
            (false, false) => match self.bargainer.propose(at, counters, rng) {
                Some(deal) => Answer::Counter(deal),
                None => Answer::Refuse,
            },
            (_, true) => Answer::Refuse,
        }
    }

    /// Takes the one who accepted, the best for it where several did, or else the best of the
    /// counter-offers if it is good enough.
    fn choose(
        &mut self,
        at: &Standpoint<'_, G>,
        accepted: &[G::Deal],
        countered: &[G::Deal],
        rng: &mut GameRng,
    ) -> Dealing<G::Deal> {
        let taken = match accepted {
            [] => self.bargainer.complete(at, countered, rng),
            [only] => Some(only.clone()),
            [first, ..] => {
                let best = self.bargainer.complete(at, accepted, rng);
                Some(best.unwrap_or_else(|| first.clone()))
            }
        };
        taken.map_or(Dealing::Withdraw, Dealing::Take)
    }
}
