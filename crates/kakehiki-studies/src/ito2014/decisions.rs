//! Offer decisions of a negotiator by playouts, beside what rule points and chance would choose.

use std::sync::{Arc, Mutex, PoisonError};

use kakehiki_bargain::{
    Attitude, Bargainer, Bargaining, Baseline, ComposedAgent, Criterion, Estimator, Manner,
    Standpoint, Trader,
};
use kakehiki_catan::{
    Action, CATAN, CATAN_AGENTS, CATAN_OPTIONS, Catan, RulePoints, Sizes, Trade, playout_estimator,
    rule_points,
};
use kakehiki_core::{
    Agent, Game, GameRng, Happening, OngoingGame, Seat, Seed, Settings, Step, Witness, play,
};
use serde::{Deserialize, Serialize};

use super::negotiation::{TABLE, baseline, moves, uct_trader};
use crate::{Order, StudyError, list::List};

/// The decisions of a game at which a trade is possible, nearly: 17.6 on average with greedy and with
/// weighted movers.
const DECISIONS_PER_GAME: u64 = 17;

/// One decision, as three negotiators made it: the place of the offer in the list, or none.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Decision {
    pub(super) by_playouts: Option<usize>,
    pub(super) by_rule: Option<usize>,
    pub(super) at_random: Option<usize>,
    /// Whether anything can be traded.
    pub(super) is_open: bool,
    /// The chance to win of the strongest opponent and the own one with the trade that playouts choose,
    /// as far as they are known: of opponents with whom a trade is possible, and of others than the
    /// partner without it.
    pub(super) strongest: f64,
    pub(super) own: f64,
}

/// What all three decide where nothing can be traded.
const CLOSED: Decision = Decision {
    by_playouts: None,
    by_rule: None,
    at_random: None,
    is_open: false,
    strongest: 0.0,
    own: 0.0,
};

/// Counts the turns of a seat.
struct Turns {
    seat: Seat,
    ended: usize,
}

impl Witness<Catan> for Turns {
    fn saw(&mut self, happening: &Happening<Catan>, _after: &OngoingGame<Catan>) {
        let end = Step::Action(self.seat, Action::End);
        self.ended += usize::from(matches!(happening, Happening::Step(step) if *step == end));
    }
}

impl Decision {
    /// Whether playouts choose as rule points do, an offer or none.
    pub(super) fn is_same(&self) -> bool {
        self.by_playouts == self.by_rule
    }

    /// Whether chance does.
    pub(super) fn is_same_at_random(&self) -> bool {
        self.at_random == self.by_rule
    }
}

/// Proposes by playouts and notes what others would have proposed.
struct Comparing {
    playouts: Box<dyn Estimator<Catan>>,
    rule: RulePoints,
    decisions: Arc<Mutex<Vec<Decision>>>,
}

impl Bargainer<Catan> for Comparing {
    fn propose(
        &mut self,
        at: &Standpoint<'_, Catan>,
        deals: &[Trade],
        rng: &mut GameRng,
    ) -> Option<Trade> {
        let weighed = self.playouts.appraise(at, deals, rng);
        let first = weighed.first()?;
        let by_playouts = Criterion::Selfish.choose(&weighed, rng);
        let by_rule = self.rule.appraise(at, deals, &mut Seed::experiment(0).rng());
        let by_rule = Criterion::Selfish.choose(&by_rule, rng);
        let at_random = Bargainer::<Catan>::propose(&mut Baseline::Random, at, deals, rng);
        let at_random = at_random.and_then(|it| deals.iter().position(|deal| *deal == it));
        let partner = |deal: &Trade| at.game.partner(deal, at.seat);
        let chosen = by_playouts.map(|place| &deals[place]);
        let others = deals.iter().zip(&weighed);
        let others = others.filter(|(deal, _)| chosen.map(partner) != Some(partner(deal)));
        let strongest = others.map(|(_, it)| it.partner.before).fold(0.0, f64::max);
        let [own, strongest] = match by_playouts.map(|place| &weighed[place]) {
            Some(it) => [it.own.after, strongest.max(it.partner.after)],
            None => [first.own.before, strongest],
        };
        let decision = Decision { by_playouts, by_rule, at_random, is_open: true, strongest, own };
        // A thread that panicked has lost its game, not the list.
        self.decisions.lock().unwrap_or_else(PoisonError::into_inner).push(decision);
        by_playouts.map(|place| deals[place])
    }

    fn accepts(&mut self, at: &Standpoint<'_, Catan>, deal: &Trade, rng: &mut GameRng) -> bool {
        let weighed = self.playouts.appraise(at, std::slice::from_ref(deal), rng);
        weighed.first().is_some_and(|appraisal| Attitude::Neutral.accepts(appraisal.own))
    }
}

/// The decisions of whole games, game by game, about `wanted` in all.
///
/// With an output folder they are kept there, for an order that was cut off and for the other
/// study that asks for the same ones.
pub(super) fn decisions(
    order: &Order<'_>,
    playouts: u32,
    wanted: u64,
) -> Result<Vec<Vec<Decision>>, StudyError> {
    let settings = &order.settings;
    let options = Settings::new("catan", &CATAN_OPTIONS, TABLE.iter().copied());
    let game = Catan::new(&options.expect("options of Catan"));
    let mover = moves(settings);
    let other = baseline(settings, settings.text("others"));
    let trader = uct_trader(settings, playouts);
    let rule = format!("rule(points={}, lead={})", settings.text("points"), settings.text("lead"));
    let of = format!("decisions 2: {mover}+{trader} and {rule} among {other}, seed {}", order.seed);
    let expected = "names that this file wrote";
    let mover = CATAN_AGENTS.mover(&game, &mover).expect(expected);
    let other = CATAN.prepare(&game, &other.parse().expect(expected)).expect(expected);
    let [trader, rule] = [trader, rule].map(|part| CATAN_AGENTS.settings(&part).expect(expected));
    let play_one = |index: u64| {
        let seed = Seed::experiment(order.seed).derive("agreement", index);
        let list = Arc::new(Mutex::new(Vec::new()));
        let comparing = Comparing {
            playouts: playout_estimator(&trader),
            rule: rule_points(&rule),
            decisions: Arc::clone(&list),
        };
        let mut agents: Vec<Box<dyn Agent<Catan>>> =
            (0..game.seats()).map(|_| other(seed)).collect();
        let seat = (index % game.seats() as u64) as usize;
        let manner = Manner {
            rounds: 1,
            counters: false,
            considers: Sizes::OneForOne.considers(),
            ..Manner::new(game.without_trading())
        };
        let trader = Trader::new(Box::new(comparing), manner);
        agents[seat] = Box::new(ComposedAgent::new(game, mover(seed)).trading(trader));
        let mut turns = Turns { seat: Seat::new(seat), ended: 0 };
        play(&game, &mut agents, seed, &mut turns);
        drop(agents);
        let mut decisions =
            std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner));
        let closed = turns.ended.saturating_sub(decisions.len());
        decisions.resize(decisions.len() + closed, CLOSED);
        decisions
    };
    let list = List {
        name: &format!("decisions-{playouts}"),
        of: &of,
        count: wanted.div_ceil(DECISIONS_PER_GAME),
        progress: None,
    };
    order.each(&list, |index| Ok(play_one(index)))
}
