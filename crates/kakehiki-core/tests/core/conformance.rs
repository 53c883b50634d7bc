//! The conformance suite passes what keeps its promises, and finds each promise that is broken.

use std::collections::HashSet;

use kakehiki_core::{Examined, Rebuilt, Seed, agent_conformance, conformance};

use crate::{
    flawed::{Flaw, Flawed},
    flawed_agents::{Habit, List},
    toy::Toy,
};

const GAMES: u64 = 300;

/// Every flaw that breaks a promise, with the promise that it breaks.
const BROKEN: [(Flaw, &str); 51] = [
    (Flaw::EmptyMenu, "whoever has to act has a menu"),
    (Flaw::MenuTwice, "a menu lists nothing twice"),
    (Flaw::MenuListsIllegal, "listed actions and drawn outcomes are legal"),
    (Flaw::MenuLacksLegal, "what is not on a complete menu is refused"),
    (Flaw::MenuAtTheEnd, "an ended game has no menu"),
    (Flaw::PlaysAfterTheEnd, "what is not on a complete menu is refused"),
    (Flaw::RefusalChanges, "a refused action changes nothing"),
    (Flaw::ActionBlot, "actions round-trip through text"),
    (Flaw::ChanceBlot, "chance round-trips through text"),
    (Flaw::LacksProbability, "probabilities add up to one"),
    (Flaw::NegativeProbability, "probabilities add up to one"),
    (Flaw::ForeignDraw, "draws are among the listed outcomes"),
    (Flaw::LoadedDie, "draws follow their probabilities"),
    (Flaw::AcceptsForeignChance, "an outcome that is not listed is refused and changes nothing"),
    (Flaw::ChanceRefusalChanges, "an outcome that is not listed is refused and changes nothing"),
    (Flaw::SnapshotForgets, "snapshots round-trip"),
    (Flaw::HiddenCounter, "the same choices give the same state"),
    (Flaw::UncheckedDiffers, "a step leads to the same state, checked or not"),
    (Flaw::FallbackStalls, "the rules' own answer moves the game on"),
    (Flaw::FallbackBlot, "actions round-trip through text"),
    (Flaw::ClockFalls, "the clock never falls"),
    (Flaw::ForeignSeat, "only seats at the table act and win"),
    (Flaw::ForeignWinner, "only seats at the table act and win"),
    (Flaw::ViewShowsPicks, "views leak nothing"),
    (
        Flaw::ViewShowsPicksAndSamplerCopies,
        "a step that a seat does not notice leaves its view as it was",
    ),
    (Flaw::ViewShowsNoticedPicksAndSamplerCopies, "views tell no more than sights"),
    (Flaw::ViewShowsCard, "views tell no more than sights"),
    (Flaw::ViewShowsCardAndSamplerCopies, "views tell no more than sights"),
    (Flaw::ViewShowsCardLate, "views tell no more than sights"),
    (Flaw::ViewWhispersCard, "views tell no more than sights"),
    (Flaw::ViewIsUnwritable, "views can be written as JSON"),
    (Flaw::SightHidesDie, "views tell no more than sights"),
    (Flaw::SightLacksDie, "a step that a seat does not notice leaves its view as it was"),
    (Flaw::MenuShowsCard, "menus leak nothing"),
    (Flaw::RefusalTellsCard, "legality leaks nothing"),
    (Flaw::SamplerChangesOwnCard, "views leak nothing"),
    (Flaw::SamplerChangesOwnPick, "views leak nothing"),
    (Flaw::SamplerLosesTurn, "a seat's turn shows in its worlds"),
    // It knows the truth of its own stand-in only, which is stuck as soon as something else is seen.
    (Flaw::SamplerKnowsTruth, "sights can be followed"),
    (Flaw::PreparedSamplerDiffers, "samplers draw what samples do"),
    (Flaw::ListsOneWorld, "a list of worlds is complete"),
    (Flaw::DieIsNotFollowed, "sights can be followed"),
    (Flaw::OnesAreRefuted, "what was seen does not refute the truth"),
    (Flaw::TakesAnotherWord, "a world that goes on fits the view"),
    (Flaw::StandInChangesDice, "views follow from sights alone"),
    (Flaw::StandInChangesMenu, "menus follow from sights alone"),
    (Flaw::StandInChangesRefusal, "legality follows from sights alone"),
    (Flaw::PublicShowsCard, "what is public is known to all"),
    (Flaw::SpectatorsSeePicks, "spectators see no more than any seat"),
    (
        Flaw::SpectatorsMissDie,
        "a step that spectators do not notice leaves what is public as it was",
    ),
    (Flaw::FactBlot, "facts round-trip through text"),
];

/// Every flaw in agents, or in a game with sound agents, that breaks a promise about agents, with
/// that promise.
const BROKEN_BY_AGENTS: [(Flaw, Habit, &[&str], &str); 8] = [
    (Flaw::None, Habit::Forgets, &["hears", "forgets", "hears"], GO_ON),
    (Flaw::None, Habit::KeepsView, &["hears", "keeps-view", "hears"], GO_ON),
    (Flaw::None, Habit::OwnLuck, &["hears", "own-luck", "hears"], GO_ON),
    (Flaw::None, Habit::CountsMakings, &["hears", "counts-makings", "hears"], GO_ON),
    (Flaw::None, Habit::Hears, &["hears", "sees"], "agents can be made by their names"),
    (Flaw::None, Habit::Forgets, &["hears"], "every kind of agent is looked at"),
    (Flaw::ActionBlot, Habit::Hears, &["hears"; 30], "a game can be resumed from its log"),
    (Flaw::HiddenCounter, Habit::Hears, &["hears"], "a resumed game looks the same to every seat"),
];

const GO_ON: &str = "rebuilt agents go on as before";

#[test]
fn the_toy_keeps_every_promise_and_much_is_looked_at() {
    let examined = conformance(&Toy, Seed::experiment(1), GAMES).unwrap();
    let Examined {
        positions,
        refusals,
        chance_refusals,
        fallbacks,
        differing_worlds,
        unnoticed_steps,
        lookalikes,
        followed,
        carried_on,
        refuted,
        unnoticed_in_public,
        facts,
    } = examined;
    // A game has at least one position for the deal, seven for its first round, and its end.
    assert!(positions >= 9 * GAMES, "{examined:?}");
    // Two picks of each round go unnoticed by two seats each.
    assert!(unnoticed_steps >= 4 * GAMES, "{examined:?}");
    let outside = [followed, carried_on, refuted, unnoticed_in_public, facts];
    let inside = [refusals, chance_refusals, fallbacks, differing_worlds, lookalikes];
    for count in inside.into_iter().chain(outside) {
        assert!(count >= GAMES, "{examined:?}");
    }
}

#[test]
fn the_same_seed_looks_at_the_same_positions() {
    let examine = |seed| conformance(&Toy, Seed::experiment(seed), 20).unwrap();
    assert_eq!(examine(1), examine(1));
    assert_ne!(examine(1), examine(2));
}

#[test]
fn rules_without_a_flaw_are_the_toy_s() {
    let seed = Seed::experiment(2);
    assert_eq!(conformance(&Flawed(Flaw::None), seed, GAMES), conformance(&Toy, seed, GAMES));
}

#[test]
fn every_broken_promise_is_found() {
    for (flaw, promise) in BROKEN {
        // Whatever the seed is: a check that finds a flaw by luck alone is not worth much.
        for seed in 0..5 {
            let result = conformance(&Flawed(flaw), Seed::experiment(seed), GAMES);
            let breach = result.expect_err(&format!("{flaw:?} was not found with seed {seed}"));
            assert_eq!(breach.promise, promise, "{flaw:?}: {breach}");
            assert!(!breach.detail.is_empty(), "{flaw:?}");
        }
    }
}

#[test]
fn sound_agents_go_on_as_before() {
    let names = ["hears"; 7];
    let rebuilt = agent_conformance(&Toy, &List(Habit::Hears), &names, 1).unwrap();
    let Rebuilt { games, actions, missteps } = rebuilt;
    assert_eq!((games, missteps), (3, 0), "seven agents at tables of three");
    // Four picks or words of a first round, in the game that is played anew from its start.
    assert!(actions >= 4 * games, "{rebuilt:?}");
}

#[test]
fn every_agent_that_remembers_what_it_will_not_hear_again_is_found() {
    for (flaw, habit, names, promise) in BROKEN_BY_AGENTS {
        for seed in 0..5 {
            let result = agent_conformance(&Flawed(flaw), &List(habit), names, seed);
            let breach =
                result.expect_err(&format!("{flaw:?}, {habit:?} was not found with seed {seed}"));
            assert_eq!(breach.promise, promise, "{flaw:?}, {habit:?}: {breach}");
            assert!(!breach.detail.is_empty(), "{flaw:?}, {habit:?}");
        }
    }
}

#[test]
fn every_promise_is_broken_by_some_flaw() {
    // The promises as the suite's own text names them.
    let source = concat!(
        include_str!("../../src/conformance/mod.rs"),
        include_str!("../../src/conformance/outside.rs"),
        include_str!("../../src/conformance/rebuilding.rs")
    );
    let by_agents = BROKEN_BY_AGENTS.iter().map(|(.., promise)| *promise);
    let broken: HashSet<&str> =
        BROKEN.iter().map(|(_, promise)| *promise).chain(by_agents).collect();
    for promise in &broken {
        assert!(source.contains(&format!("\"{promise}\"")), "no promise {promise:?}");
    }
    let named = source.matches("promise(").count() + source.matches("promise: \"").count();
    // One `promise(` defines the function; every other names a promise, and each promise is named
    // once.
    assert_eq!(named - 1, broken.len());
}
