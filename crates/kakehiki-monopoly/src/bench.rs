//! How fast playouts and decisions are.

use std::time::Duration;

use kakehiki_bargain::{Belief, Standpoint};
use kakehiki_core::{Effort, Ending, Game, Observed, Seed, Settings, Turn, median_seconds};
use kakehiki_search::{Policy, Scratch};

use crate::{
    agents::{Miyapoly, Moyer},
    positions::Template,
    rules::{MONOPOLY_OPTIONS, Monopoly},
};

/// The playouts of each branch of the measured decision.
const PLAYOUTS: u32 = 1000;

/// Measures games of two base players from the start to the end or 200 turns, and the time of one
/// answer with 1,000 playouts of each branch and no early stop.
///
/// Both are medians over slices of the thread's own processor time, so that neither other programs
/// nor a moment of hesitation count.
///
/// # Panics
/// If the games do not come out as known: a fast wrong answer is no answer.
pub fn bench(effort: Effort) -> serde_json::Value {
    let table = |turns| {
        let options = [("rules", "moyer2020"), ("max-turns", turns)];
        Monopoly::new(&Settings::written("monopoly", &MONOPOLY_OPTIONS, &options))
    };
    serde_json::json!({
        "games_per_core_second": games_per_second(&table("200"), effort),
        // The negotiator's own horizon of 200 turns must be what ends its playouts.
        "decision_ms": decision_milliseconds(&table("0"), effort),
    })
}

fn games_per_second(game: &Monopoly, effort: Effort) -> f64 {
    const SLICE: u32 = 2000;
    let start = game.start();
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(0).derive("bench", 0).rng();
    let (mut games, mut turns, mut undecided) = (0_u32, 0_u64, 0_u32);
    let seconds = median_seconds(effort.time(Duration::from_secs(2)), || {
        for _ in 0..SLICE {
            let mut state = start.clone();
            Moyer::FAITHFUL.run(game, &mut state, None, &mut scratch, &mut rng);
            turns += u64::from(state.turns());
            let is_won = matches!(game.turn(&state), Turn::Over(Ending::Won(_)));
            undecided += u32::from(!is_won);
        }
        games += SLICE;
    });
    let games = f64::from(games);
    let (length, undecided) = (turns as f64 / games, f64::from(undecided) / games);
    // A game takes 142 turns and 24 % are undecided then; the bounds are more than eight standard
    // errors of the ten thousand games that a slow machine plays in the time.
    assert!((138.0..147.0).contains(&length), "{length} turns a game");
    assert!((0.20..0.28).contains(&undecided), "{undecided} of the games are undecided");
    f64::from(SLICE) / seconds
}

fn decision_milliseconds(game: &Monopoly, effort: Effort) -> f64 {
    let negotiator = Miyapoly { playouts: PLAYOUTS, stop: 0.0, ..Miyapoly::default() };
    let position = Template::LikePosition1.position();
    let Ok((state, deal)) = position.open(game) else {
        return f64::NAN;
    };
    let view = game.view(&state, &(), deal.partner);
    let belief = Belief::plain(game, &view);
    let at = Standpoint::new(game, &view, deal.partner, &belief);
    let mut decisions = 0;
    let seconds = median_seconds(effort.time(Duration::from_secs(1)), || {
        let mut rng = Seed::experiment(0).derive("decision", decisions).rng();
        let branches = negotiator.compare(&at, &deal, &mut rng);
        assert_eq!(branches.with.playouts(), PLAYOUTS);
        assert!(branches.with.mean(at.seat) > branches.without.mean(at.seat));
        decisions += 1;
    });
    1000.0 * seconds
}
