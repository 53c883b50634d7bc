//! Geister and NEGOGeister: exact rules, views and agents.
//!
//! # Examples
//!
//! ```
//! use kakehiki_core::{Game, Observed, Seat, Settings};
//! use kakehiki_geister::{Action, GEISTER_OPTIONS, Geister, GhostSet};
//!
//! let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
//! let mut state = game.start();
//! for setup in ["set:ABCD", "set:AFGH"] {
//!     game.play(&mut state, &setup.parse()?)?;
//! }
//! game.play(&mut state, &"A,N".parse()?)?;
//! let view = game.view(&state, &(), Seat::new(1));
//! assert_eq!(view.worlds().len(), 70);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod bench;
mod rules;

use kakehiki_core::{Catalogue, Game, QuickPlay};
use kakehiki_search::{Playout, Scratch};

pub use agents::{
    Asking, FEATURE_NAMES, FEATURES, Feature, FeatureMeter, Features, GEISTER_AGENTS,
    NEGOGEISTER_AGENTS, Portraits, Showing, Slips, Values, Weights,
};
pub use rules::{
    Action, Board, Capture, Direction, Exchange, Fact, Fate, GEISTER_OPTIONS, GHOSTS, Geister,
    Ghost, GhostSet, Intention, MAX_WORLDS, NEGOGEISTER_OPTIONS, NoChance, OF_A_COLOUR, Public,
    Sight, Spoken, Square, Stage, State, View, Walk, Walked,
};

/// Geister as the rest of the project knows it.
pub static GEISTER: Catalogue<Geister> = Catalogue {
    name: "geister",
    title: "Geister",
    help: "ghosts of hidden colour race for the exits; two players",
    options: &GEISTER_OPTIONS,
    players: None,
    configure: Geister::plain,
    roster: &GEISTER_AGENTS,
    opening,
    quick_play: QuickPlay {
        by: "ghost-first",
        play: |game, state, rng| {
            Playout::new(Walk::GhostFirst).play(game, state, &mut Scratch::default(), rng)
        },
    },
    bench: bench::bench,
    trainer: Some(agents::GEISTER_TRAINER),
    strongest: &agents::STRONGEST,
};

/// NEGOGeister as the rest of the project knows it.
pub static NEGOGEISTER: Catalogue<Geister> = Catalogue {
    name: "negogeister",
    title: "NEGOGeister",
    help: "Geister with a negotiation before every move: I see one of yours, you see one of mine",
    options: &NEGOGEISTER_OPTIONS,
    players: None,
    configure: Geister::negotiating,
    roster: &NEGOGEISTER_AGENTS,
    opening,
    quick_play: QuickPlay {
        by: "ghost-first",
        play: |game, state, rng| {
            Playout::new(Walk::GhostFirst).play(game, state, &mut Scratch::default(), rng)
        },
    },
    bench: bench::bench,
    trainer: None,
    strongest: &[],
};

/// The start of play with the front rows bad. Colours cannot matter in the first plies.
fn opening(game: &Geister) -> State {
    let front_row = GhostSet::setups().next().unwrap_or_default();
    let mut state = game.start();
    for _ in 0..game.seats() {
        game.play_unchecked(&mut state, &Action::SetUp(front_row));
    }
    state
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
