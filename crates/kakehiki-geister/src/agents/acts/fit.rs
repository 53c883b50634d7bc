//! How models of acts are fitted to games, and how well they read players whom they do not know.

use kakehiki_search::{Choice, fit_choices};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::{
    features::FEATURES,
    losses::{Judged, Loss, Reading, judge, total_loss},
    model::{Fitted, Habits, LogLinear},
};

/// How far models may be trusted, what each act may leave open, and how many players may bluff: what does
/// best on players that were left out is taken.
const TRUSTS: [f64; 5] = [0.2, 0.35, 0.5, 0.7, 1.0];
const FLOORS: [f64; 3] = [0.003, 0.01, 0.03];
const BLUFFS: [f64; 3] = [0.03, 0.1, 0.3];

/// What is fitted to of one game.
pub(in super::super) struct Watched {
    /// Whose choice, of the population.
    pub(in super::super) choices: Vec<(usize, Choice<FEATURES>)>,
    /// What each player saw of the other.
    pub(in super::super) readings: [Reading; 2],
}

/// Fits models to all games, and says what models lose on players whom they were not fitted to.
pub(in super::super) fn fit(games: &[Watched], names: &[String]) -> (Fitted, Vec<String>) {
    let fit_to = |is_wanted: &dyn Fn(usize) -> bool| {
        let choices = games.iter().flat_map(|game| &game.choices);
        let choices = choices.filter(|(player, _)| is_wanted(*player));
        LogLinear::new(fit_choices(&choices.map(|(_, choice)| choice).collect::<Vec<_>>()))
    };
    let players = 0..names.len();
    let of_one: Vec<LogLinear> =
        players.clone().into_par_iter().map(|player| fit_to(&|other| other == player)).collect();
    let of_all_but = |left_out: Option<usize>| {
        let is_in = |player| Some(player) != left_out;
        let everybody = ("everybody".to_owned(), fit_to(&is_in));
        let single = names.iter().cloned().zip(of_one.iter().copied()).enumerate();
        let single = single.filter(|(player, _)| is_in(*player)).map(|(_, named)| named);
        Fitted::new(std::iter::once(everybody).chain(single).collect(), CAUTIOUS)
    };
    let readings: Vec<&Reading> = games.iter().flat_map(|game| &game.readings).collect();
    let left_out = |player: usize| {
        let fitted = of_all_but(Some(player));
        let own = readings.par_iter().filter(|reading| reading.player == player);
        let judged: Vec<Judged<'_>> = own.map(|reading| judge(&fitted, reading)).collect();
        (fitted, judged)
    };
    let left_out: Vec<(Fitted, Vec<Judged<'_>>)> = players.into_par_iter().map(left_out).collect();
    let losses = |habits: Habits| -> Vec<Loss> {
        let loss = |(fitted, judged): &(Fitted, Vec<_>)| total_loss(&fitted.with(habits), judged);
        left_out.iter().map(loss).collect()
    };
    let together = |losses: &[Loss]| losses.iter().copied().fold(Loss::default(), Loss::plus);
    let mut best = (f64::INFINITY, CAUTIOUS);
    let pairs = FLOORS.iter().flat_map(|floor| BLUFFS.map(|bluff| (*floor, bluff)));
    let habits =
        pairs.flat_map(|(floor, bluff)| TRUSTS.map(|trust| Habits { trust, floor, bluff }));
    for habits in habits {
        let [_, loss] = together(&losses(habits)).means();
        if loss < best.0 {
            best = (loss, habits);
        }
    }
    let losses = losses(best.1);
    let mut report =
        vec!["Log loss a hidden colour, before each act of a player who was left out:".to_owned()];
    let all = [together(&losses)];
    let named = names.iter().map(String::as_str).chain(["all"]).zip(losses.iter().chain(&all));
    report.extend(named.map(|(name, loss)| {
        let [prior, with] = loss.means();
        let colours = loss.colours;
        format!("{name}: {prior:.3} by the counts, {with:.3} with models of the others, {colours} colours")
    }));
    (of_all_but(None).with(best.1), report)
}

/// What is said of players of whom nothing is known.
const CAUTIOUS: Habits = Habits { trust: TRUSTS[0], floor: FLOORS[2], bluff: BLUFFS[2] };
