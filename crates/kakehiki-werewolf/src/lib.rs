//! Werewolf as the AIWolf contests play it: rules, language, views, role estimation and agents.
//!
//! # Examples
//!
//! A whole village of sample agents, at full speed:
//!
//! ```
//! use kakehiki_core::{Seed, Settings};
//! use kakehiki_werewolf::{FastTable, Sample04, Team, WEREWOLF_OPTIONS, Werewolf};
//!
//! let options = [("village", "5"), ("delivery", "turn")];
//! let game = Werewolf::new(&Settings::new("werewolf", &WEREWOLF_OPTIONS, options)?);
//! let mut table = FastTable::new(game, vec![Sample04::default(); 5]);
//! let mut rng = Seed::experiment(1).rng();
//! let games = 1000;
//! let won = (0..games).filter(|_| table.play(&mut rng, &mut ()) == Some(Team::Werewolf)).count();
//! assert!((400..600).contains(&won));
//! # Ok::<(), kakehiki_core::SettingError>(())
//! ```
//!
//! Sentences of the language are values that can be read and written:
//!
//! ```
//! use kakehiki_core::{Seat, Tongue};
//! use kakehiki_werewolf::Sentence;
//!
//! let sentence: Sentence = "REQUEST (VOTE Agent[5])".parse()?;
//! assert_eq!(sentence.to_string(), "REQUEST ANY (VOTE Agent[05])");
//! let vote: Sentence = "VOTE Agent[05]".parse()?;
//! assert_eq!(vote.plain(Seat::new(0), Tongue::English), "I will vote for player 5.");
//! # Ok::<(), kakehiki_core::NotationError>(())
//! ```

mod agents;
mod bench;
mod estimate;
mod learn;
mod record;
mod rules;

use kakehiki_core::{Catalogue, Game, QuickPlay, Seed, Turn};
use kakehiki_search::{Playout, Scratch, Uniform};

pub use agents::{
    Brain, FINALIST_KINDS, FastTable, Finalist, FinalistSettings, Grounds, Learner, Mode, Model,
    ModelError, Pack, Posing, Provenance, Random, Repertoire, RoleCard, Sample04, Sample06,
    SituationParts, TablePlayer, Talking, Targets, Update, Values, WEREWOLF_AGENTS, brain,
};
pub use estimate::{
    CommonKnowledge, FactorTally, Factors, Frequencies, GUESSED_ROLES, Likelihoods, Limits,
    Marginals, NaiveBelief, Private, PublicBelief, RoleOdds, Shelf, place_of,
};
pub use learn::{
    Conduct, ESTIMATORS, EstimationRow, FittedEstimators, REPERTOIRE, Training, Trial, UPDATE,
    curve_path,
};
pub use record::{ACTS, Act, Deed, Evidence, Observer, PublicRecord, Reports, TableEvent};
pub use rules::{
    Action, BySeat, Chance, Channel, Counting, DEALT_ROLES, Delivery, Event, Fact, Facts, Floor,
    Intention, LAST_DAY, Language, Lengths, MAX_PARTS, MAX_PLAYERS, MAX_QUOTED_DAY, MIN_PLAYERS,
    Manner, Names, Options, Phase, Players, Public, Quotation, ROLES, Reading, Remark, Role,
    RoleCounts, Sentence, Sight, Simple, Slot, Speaking, Species, Stage, State, Suspicion, Team,
    Telling, Utterance, Verb, View, Votes, WEREWOLF_OPTIONS, Werewolf, Whom, Wording, role_counts,
};

/// Werewolf as the rest of the project knows it.
pub static WEREWOLF: Catalogue<Werewolf> = Catalogue {
    name: "werewolf",
    title: "Werewolf",
    help: "a village talks and votes to find the werewolves among it; three to eighteen players",
    options: &WEREWOLF_OPTIONS,
    players: Some("village"),
    configure: Werewolf::new,
    roster: &WEREWOLF_AGENTS,
    opening,
    quick_play: QuickPlay {
        by: "random",
        play: |game, state, rng| {
            Playout::new(Uniform).play(game, state, &mut Scratch::default(), rng)
        },
    },
    bench: bench::bench,
    trainer: Some(learn::WEREWOLF_TRAINER),
    strongest: &[],
};

/// The first night after one fixed deal.
fn opening(game: &Werewolf) -> State {
    let mut rng = Seed::experiment(0).derive("opening", 0).rng();
    let mut state = game.start();
    while state.stage() == Stage::Deal && game.turn(&state) == Turn::Chance {
        let outcome = game.draw(&state, &mut rng);
        game.resolve_unchecked(&mut state, &outcome);
    }
    state
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
