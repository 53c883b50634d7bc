//! Catan: exact rules, hidden hands and agents.
//!
//! # Examples
//!
//! ```
//! use kakehiki_catan::{CATAN_OPTIONS, Catan};
//! use kakehiki_core::{Game, Seed, Settings, Turn};
//!
//! let game = Catan::new(&Settings::defaults(&CATAN_OPTIONS));
//! let mut rng = Seed::experiment(1).rng();
//! let mut state = game.start();
//! // Chance deals the board, hex by hex.
//! while game.turn(&state) == Turn::Chance {
//!     let outcome = game.draw(&state, &mut rng);
//!     game.resolve(&mut state, &outcome)?;
//! }
//! for action in ["settlement:n10", "road:e13"] {
//!     game.play(&mut state, &action.parse()?)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod bench;
mod rules;
mod wording;

use kakehiki_core::{Catalogue, Game, QuickPlay, Seed, Turn};
use kakehiki_search::{Playout, Scratch};

pub use agents::{
    Adding, CATAN_AGENTS, FEATURE_NAMES, FEATURES, Fit, Greedy, Lead, Racing, Rollout, RulePoints,
    Sizes, Trade, Value, Weighted, Weights, features, nakazawa_wanted, playout_estimator,
    rule_points,
};
pub use rules::{
    Action, AllHands, Board, CARD_KINDS, CATAN_OPTIONS, COAST_EDGES, Card, Cards, Catan, Chance,
    Comparison, EDGES, EachPlayer, Edge, Event, Fact, HARBOURS, HEXES, Hand, Harbour, Hex, Hidden,
    Intention, Knowledge, MAX_PLAYERS, NODES, Node, OpenOffer, Opinion, Partners, PlayerView,
    Precision, RESOURCES, Resource, Sight, Spoken, Stage, State, TableView, Terms, Terrain, Trace,
    Victory, View,
};

pub use wording::Wording;

/// Catan as the rest of the project knows it.
pub static CATAN: Catalogue<Catan> = Catalogue {
    name: "catan",
    title: "Catan",
    help: "settlers build, trade and rob on an island; two to four players",
    options: &CATAN_OPTIONS,
    players: Some("players"),
    configure: Catan::new,
    roster: &CATAN_AGENTS,
    opening,
    quick_play: QuickPlay {
        by: "weighted",
        play: |game, state, rng| {
            Playout::new(Rollout::Weighted).play(game, state, &mut Scratch::default(), rng)
        },
    },
    bench: bench::bench,
    trainer: Some(agents::CATAN_TRAINER),
    strongest: &[],
};

/// The start of the set-up on one fixed board.
fn opening(game: &Catan) -> State {
    let mut rng = Seed::experiment(0).derive("opening", 0).rng();
    let mut state = game.start();
    while game.turn(&state) == Turn::Chance {
        let outcome = game.draw(&state, &mut rng);
        game.resolve_unchecked(&mut state, &outcome);
    }
    state
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
