//! How often playouts and rule points pick the same offer from the same position.

use std::sync::{Arc, Mutex, PoisonError};

use kakehiki_bargain::{Appraisal, Bargainer, Baseline, Criterion, Estimator, Standpoint};
use kakehiki_catan::{
    CATAN, CATAN_AGENTS, CATAN_OPTIONS, Catan, Manner, Sizes, Trade, estimator, trading_player,
};
use kakehiki_core::{
    Agent, AgentName, Cast, Game, GameRng, Kind, Parameter, Part, Seed, Settings, play,
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{
    FIGURES,
    negotiation::{LEAD, MOVES, POINTS, READING, TABLE, baseline, uct_trader},
};
use crate::{
    Order, Report, Row, Study, StudyError,
    published::published,
    scatter::{Scatter, Series, fit},
};

const OTHERS: Parameter = Parameter {
    name: "others",
    kind: Kind::Choice(&["always-accept", "random", "never"]),
    default: "always-accept",
    help: "how the three others at the table trade",
};

const MOST: Parameter = Parameter {
    name: "most",
    kind: Kind::Integer(100, 1000),
    default: "1000",
    help: "the largest number of playouts; the rest is left out",
};

const PARAMETERS: [Parameter; 6] = [MOVES, POINTS, LEAD, READING, OTHERS, MOST];

pub(crate) static AGREEMENT: Study = Study {
    id: "ito2014/agreement",
    title: "How often selfish negotiators by playouts and by rule points pick the same offer",
    about: "Figures 9 and 10 of the paper: at every offer decision of a selfish negotiator by 100 or \
            1,000 playouts of each offer in its own games, is the choice by rule points the same? \
            The paper does not say in which games; here three of `others` sit with it, seats in \
            turn. 338,758 decisions at scale 1 for N = 100 and 105,868 for N = 1,000, of whole \
            games. A random choice among all offers and none is compared with rule points in the \
            same positions. Where several offers are equally good by rule points, one of them is \
            drawn.",
    parameters: &PARAMETERS,
    run: run_agreement,
};

pub(crate) static AGREEMENT_BY_LEAD: Study = Study {
    id: "ito2014/agreement-by-lead",
    title: "That agreement as a function of how likely the strongest opponent is to win",
    about: "Figure 11 of the paper: the decisions of ito2014/agreement, sorted by the chance to win \
            that playouts without a trade give the strongest of the opponents with whom a trade is \
            possible; those where the proposer itself is the likeliest winner are left out. The \
            line is one of least squares through the tenths, each as it is; the paper publishes a \
            plot without figures.",
    parameters: &PARAMETERS,
    run: run_by_lead,
};

/// The numbers of playouts, and how many decisions the paper looked at.
const SIZES: [(u32, &str); 2] = [(100, "uct_n100"), (1000, "uct_n1000")];

/// Those that are asked for.
fn sizes(order: &Order<'_>) -> impl Iterator<Item = (u32, &'static str)> {
    let most = order.settings.integer("most");
    SIZES.into_iter().filter(move |(playouts, _)| i64::from(*playouts) <= most)
}

/// Games that are played before it is looked whether there are enough decisions.
const ROUND: u64 = 8;

/// One decision, as three negotiators made it.
#[derive(Clone, Copy)]
struct Decision {
    by_playouts: Option<Trade>,
    by_rule: Option<Trade>,
    at_random: Option<Trade>,
    /// The chance to win of the strongest opponent with whom a trade is possible, and the own one.
    strongest: f64,
    own: f64,
}

/// Proposes by playouts and notes what others would have proposed.
struct Comparing {
    playouts: Box<dyn Estimator<Catan>>,
    rule: Box<dyn Estimator<Catan>>,
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
        let mut choice = |appraisals: &[Appraisal]| {
            Criterion::Selfish.choose(appraisals, rng).map(|place| deals[place])
        };
        let by_playouts = choice(&weighed);
        let by_rule = self.rule.appraise(at, deals, &mut Seed::experiment(0).rng());
        let by_rule = choice(&by_rule);
        let at_random = Bargainer::<Catan>::propose(&mut Baseline::Random, at, deals, rng);
        if let Some(first) = weighed.first() {
            let strongest = weighed.iter().map(|it| it.partner.before).fold(0.0, f64::max);
            let own = first.own.before;
            let decision = Decision { by_playouts, by_rule, at_random, strongest, own };
            // A thread that panicked has lost its game, not the list.
            self.decisions.lock().unwrap_or_else(PoisonError::into_inner).push(decision);
        }
        by_playouts
    }

    fn accepts(&mut self, at: &Standpoint<'_, Catan>, deal: &Trade, rng: &mut GameRng) -> bool {
        let weighed = self.playouts.appraise(at, std::slice::from_ref(deal), rng);
        weighed.iter().all(|appraisal| appraisal.own.profit() > 0.0)
    }
}

fn cast(name: &str) -> Cast {
    let name: AgentName = name.parse().expect("a name that this file wrote");
    name.cast(&CATAN_AGENTS).expect("an agent of Catan")
}

/// The decisions of whole games, at least `wanted` unless interrupted.
fn decisions(order: &Order<'_>, playouts: u32, wanted: u64) -> Result<Vec<Decision>, StudyError> {
    let settings = &order.settings;
    let options = Settings::new("catan", &CATAN_OPTIONS, TABLE.iter().copied());
    let game = Catan::new(&options.expect("options of Catan"));
    let mover = cast(settings.text("moves"));
    let other = cast(&baseline(settings, settings.text("others")));
    let [trader, rule] = [
        uct_trader(settings, playouts),
        format!("rule(points={}, lead={})", settings.text("points"), settings.text("lead")),
    ]
    .map(|part| cast(&format!("random+{part}")));
    let weigher = |cast: &Cast| {
        cast.part(Part::Trades).and_then(estimator).expect("a part that weighs trades")
    };
    let play_one = |index: u64| {
        let seed = Seed::experiment(order.seed).derive("agreement", index);
        let list = Arc::new(Mutex::new(Vec::new()));
        let comparing = Comparing {
            playouts: weigher(&trader),
            rule: weigher(&rule),
            decisions: Arc::clone(&list),
        };
        let mut agents: Vec<Box<dyn Agent<Catan>>> =
            (0..game.seats()).map(|_| (CATAN.seat)(&game, &other, seed)).collect();
        let seat = (index % game.seats() as u64) as usize;
        let mover = (CATAN.seat)(&game, &mover, seed);
        let manner = Manner { sizes: Sizes::OneForOne, rounds: 1, counters: false };
        agents[seat] = trading_player(&game, mover, Box::new(comparing), manner);
        play(&game, &mut agents, seed, &mut ());
        drop(agents);
        std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let mut all = Vec::new();
    let mut games = 0;
    while (all.len() as u64) < wanted {
        if order.is_interrupted() {
            return Err(StudyError::Interrupted);
        }
        let round: Vec<Vec<Decision>> =
            order.on_threads(|| (games..games + ROUND).into_par_iter().map(play_one).collect())?;
        games += ROUND;
        all.extend(round.into_iter().flatten());
        order.report_progress((all.len() as u64).min(wanted), wanted);
    }
    Ok(all)
}

fn run_agreement(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (playouts, figure) in sizes(order) {
        let wanted = order.scaled(published(FIGURES, &format!("agreement.{figure}.decisions")));
        let all = decisions(order, playouts, wanted)?;
        let mut add = |what: &str, figure: Option<&str>, part: u64, of: u64| {
            let name = format!("N = {playouts}: {what}");
            // Decisions of one game hang together, so an interval that counts each for itself would
            // be too narrow.
            let row = Row { ci95: None, ..Row::share(&name, "share of decisions", part, of) };
            let published = figure.map(|it| published(FIGURES, &format!("agreement.{it}")));
            rows.push(Row { published, ..row });
        };
        let count = |test: &dyn Fn(&Decision) -> bool| {
            all.iter().filter(|decision| test(decision)).count() as u64
        };
        let of = all.len() as u64;
        let same = count(&|it| it.by_rule.is_some() && it.by_playouts == it.by_rule);
        let none = count(&|it| it.by_rule.is_none() && it.by_playouts.is_none());
        let both = count(&|it| it.by_rule.is_some() && it.by_playouts.is_some());
        let path = |column: &str| format!("{figure}.{column}");
        add("same offer", Some(&path("same_offer")), same, of);
        add("both none", Some(&path("both_none")), none, of);
        add("same choice", Some(&path("total")), same + none, of);
        add("same offer where both offer", Some(&path("same_when_both_offer")), same, both);
        let random = count(&|it| it.at_random == it.by_rule);
        add("random and rule", (playouts == 100).then_some("random.total"), random, of);
        notes.push(format!("N = {playouts}: {of} decisions."));
    }
    notes.push(format!(
        "Moves by {}, trades by {}, among {}.",
        order.settings.text("moves"),
        uct_trader(&order.settings, 100),
        order.settings.text("others"),
    ));
    Ok(Report::new(&AGREEMENT, order, rows, notes))
}

/// The share of equal choices by tenths of the strongest opponent's chance.
fn by_tenths(all: &[Decision], is_same: impl Fn(&Decision) -> bool) -> Vec<(f64, u64, u64)> {
    let mut tenths = [(0, 0); 10];
    for decision in all.iter().filter(|it| it.strongest > it.own) {
        let (same, of) = &mut tenths[((decision.strongest * 10.0) as usize).min(9)];
        *same += u64::from(is_same(decision));
        *of += 1;
    }
    let centre = |index: usize| (index as f64 + 0.5) / 10.0;
    let filled = tenths.into_iter().enumerate().filter(|(_, (_, of))| *of > 0);
    filled.map(|(index, (same, of))| (centre(index), same, of)).collect()
}

fn run_by_lead(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for (playouts, figure) in sizes(order) {
        let wanted = order.scaled(published(FIGURES, &format!("agreement.{figure}.decisions")));
        let all = decisions(order, playouts, wanted)?;
        let mut add = |name: String, tenths: Vec<(f64, u64, u64)>| {
            let points: Vec<(f64, f64)> =
                tenths.iter().map(|(x, same, of)| (*x, *same as f64 / *of as f64)).collect();
            for (centre, same, of) in tenths {
                let row = format!(
                    "{name}, strongest {:.0}–{:.0} %",
                    centre * 100.0 - 5.0,
                    centre * 100.0 + 5.0
                );
                rows.push(Row { ci95: None, ..Row::share(&row, "same choice", same, of) });
            }
            rows.push(Row {
                row: name.clone(),
                metric: "slope of the agreement".to_owned(),
                published: None,
                measured: fit(&points).map_or(0.0, |line| line.slope),
                ci95: None,
                games: all.len() as u64,
            });
            series.push(Series { name, points });
        };
        add(format!("N = {playouts}"), by_tenths(&all, |it| it.by_playouts == it.by_rule));
        if playouts == 100 {
            add("random".to_owned(), by_tenths(&all, |it| it.at_random == it.by_rule));
        }
    }
    let figure = Scatter {
        title: "Agreement with rule points by the strongest opponent's chance to win",
        x: "the strongest opponent's chance to win",
        y: "same choice",
        series,
    };
    let notes = vec![format!("Moves by {}.", order.settings.text("moves"))];
    Ok(Report { figure: Some(figure), ..Report::new(&AGREEMENT_BY_LEAD, order, rows, notes) })
}
