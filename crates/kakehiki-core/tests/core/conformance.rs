//! The conformance suite passes what keeps its promises, and finds each promise that is broken.

use std::collections::HashSet;

use kakehiki_core::{Examined, Seed, conformance};

use crate::{
    flawed::{Flaw, Flawed},
    toy::Toy,
};

const GAMES: u64 = 300;

/// Every flaw that breaks a promise, with the promise that it breaks.
const BROKEN: [(Flaw, &str); 50] = [
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
fn every_promise_is_broken_by_some_flaw() {
    // The promises as the suite's own text names them.
    let source = concat!(
        include_str!("../../src/conformance/mod.rs"),
        include_str!("../../src/conformance/outside.rs")
    );
    let broken: HashSet<&str> = BROKEN.iter().map(|(_, promise)| *promise).collect();
    for promise in &broken {
        assert!(source.contains(&format!("\"{promise}\"")), "no promise {promise:?}");
    }
    let named = source.matches("promise(").count() + source.matches("promise: \"").count();
    // One `promise(` defines the function; every other names a promise, and each promise is named
    // once.
    assert_eq!(named - 1, broken.len());
}
