//! Monopoly: exact rules, trades and agents.
//!
//! # Examples
//!
//! ```
//! use kakehiki_core::{Game, Seed, Settings};
//! use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Moyer};
//! use kakehiki_search::Playout;
//!
//! let game = Monopoly::new(&Settings::defaults(&MONOPOLY_OPTIONS));
//! let mut state = game.start();
//! game.play(&mut state, &"roll".parse()?)?;
//! game.resolve(&mut state, &"dice:2-1".parse()?)?;
//! game.play(&mut state, &"buy".parse()?)?;
//! // Base players play it out.
//! let mut rng = Seed::experiment(1).rng();
//! Playout::new(Moyer::REPAIRED).play(&game, &mut state, &mut Default::default(), &mut rng);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod bench;
mod positions;
mod rules;

use kakehiki_core::{Catalogue, Game, QuickPlay};
use kakehiki_search::{Playout, Scratch};

pub use agents::{ByValue, MONOPOLY_AGENTS, Miyapoly, Moyer, Tie, TurnUnit, person_accepts};
pub use positions::{
    Counts, Label, Position, Template, Truth, WeighedPosition, label, random_position,
    self_play_position, self_play_state, truth, weigh,
};
pub use rules::{
    Action, Arrangement, Auction, CARDS, Card, Chance, Colour, Deal, DeedSet, Effect, GO,
    GO_TO_JAIL, Intention, JAIL, JailCards, Kind, MAX_PLAYERS, MONOPOLY_OPTIONS, Monopoly, Opinion,
    Pile, PlayerArrangement, Public, RAILROADS, SQUARES, Sight, Spoken, Square, Stage, State,
    Trace, UTILITIES, View,
};

/// Monopoly as the rest of the project knows it.
pub static MONOPOLY: Catalogue<Monopoly> = Catalogue {
    name: "monopoly",
    title: "Monopoly",
    help: "buy, build, trade and bankrupt the others; two to eight players",
    options: &MONOPOLY_OPTIONS,
    players: Some("players"),
    configure: Monopoly::new,
    roster: &MONOPOLY_AGENTS,
    opening: Game::start,
    quick_play: QuickPlay {
        by: "moyer-repaired",
        play: |game, state, rng| {
            Playout::new(Moyer::REPAIRED).play(game, state, &mut Scratch::default(), rng)
        },
    },
    bench: bench::bench,
    trainer: None,
    strongest: &[],
};

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
