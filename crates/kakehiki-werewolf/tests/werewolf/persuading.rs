//! Those who speak to turn votes: what they say.

use kakehiki_core::{Agent, Awaited, Game, OngoingGame, Reply, Seat, Seed};
use kakehiki_werewolf::{WEREWOLF, Werewolf};
use rand::RngExt;

use crate::{
    believing::Scene,
    common::{ELEVEN, FIVE, werewolf},
    conformance::{ABOUT_TALK, ABOUT_VOTES_AND_NIGHTS},
};

/// The true seer of the village of five comes out.
const SEER: [(usize, &str); 1] = [(3, "COMINGOUT Agent[03] SEER")];

#[test]
fn who_is_trusted_claims_to_be_the_seer_and_accuses_the_true_one() {
    let name = "believer+persuade(trusted=1)+listen(words=trusting)";
    let mut possessed = Scene::new(&FIVE, 4, name);
    possessed.hear(&SEER);
    assert_eq!(possessed.listen(), "COMINGOUT Agent[04] SEER");
    assert_eq!(possessed.listen(), "DIVINED Agent[03] WEREWOLF");
    assert_eq!(possessed.listen(), "Over", "one result a day");
}

#[test]
fn who_is_not_listened_to_says_nothing() {
    for (roles, number) in [(&FIVE[..], 4), (&FIVE, 5), (&ELEVEN, 3), (&ELEVEN, 10)] {
        let mut liar = Scene::new(roles, number, "believer+persuade(trusted=0)");
        assert_eq!(liar.listen(), "Over", "player {number} of {}", roles.len());
    }
}

#[test]
fn the_village_does_not_lie() {
    let mut seer = Scene::new(&FIVE, 3, "believer+persuade(trusted=1)");
    assert_eq!(seer.listen(), "COMINGOUT Agent[03] SEER");
    assert!(seer.listen().starts_with("DIVINED"));
    let mut villager = Scene::new(&FIVE, 1, "believer+persuade(trusted=1)");
    assert_eq!(villager.listen(), "Over");
}

#[test]
fn believers_and_speakers_never_do_what_they_may_not() {
    let names = [
        "believer",
        "believer(worlds=20, talk=off)",
        "believer(worlds=50)+listen(words=trusting)",
        "believer(worlds=50)+listen",
        "believer(worlds=20)+persuade(worlds=20)",
        "believer(worlds=20)+persuade(trusted=0.9, worlds=10)+listen",
        "believer(worlds=20)+speak+listen(words=trusting)",
        "finalist+speak(kind=lies)",
    ];
    let settings: Vec<_> = ABOUT_TALK.into_iter().chain(ABOUT_VOTES_AND_NIGHTS).collect();
    let seed = Seed::experiment(11);
    let mut rng = seed.rng();
    let mut pick = |count: usize| rng.random_range(0..count);
    for index in 0..200 {
        let village = (3 + pick(16)).to_string();
        let delivery = ["turn", "immediate"][pick(2)];
        let mut given = vec![("village", village.as_str()), ("delivery", delivery)];
        for _ in 0..3 {
            let setting = settings[pick(settings.len())];
            if given.iter().all(|(name, _)| *name != setting.0) {
                given.push(setting);
            }
        }
        let game = werewolf(&given);
        let seed = seed.derive("game", index);
        let mut agents: Vec<Box<dyn Agent<Werewolf>>> = Seat::all(game.seats())
            .map(|seat| {
                let own = seed.derive("agent", seat.index() as u64);
                WEREWOLF.agent(&game, names[pick(names.len())], own).expect("an agent")
            })
            .collect();
        play_checked(&game, &mut agents, seed, &given);
    }
}

/// Plays a game in which every action must be legal.
fn play_checked(
    game: &Werewolf,
    agents: &mut [Box<dyn Agent<Werewolf>>],
    seed: Seed,
    given: &[(&str, &str)],
) {
    let mut ongoing = OngoingGame::new(*game, seed);
    for (seat, agent) in Seat::all(agents.len()).zip(agents.iter_mut()) {
        agent.sit(seat);
    }
    let mut menu = Vec::new();
    loop {
        match ongoing.awaited() {
            Awaited::Nobody(_) => return,
            Awaited::Chance => ongoing.draw(),
            Awaited::Seat(seat) => {
                ongoing.menu(&mut menu);
                let mut rng = ongoing.decision_rng(seat);
                let action = agents[seat.index()].decide(&ongoing.view(seat), &menu, &mut rng);
                let checked = ongoing.check(&action);
                assert!(checked.is_ok(), "{given:?}: {action}: {checked:?}");
                ongoing.answer(Reply::Action(action))
            }
        };
        for (seat, agent) in Seat::all(agents.len()).zip(agents.iter_mut()) {
            if let Some(sight) = ongoing.sight(seat) {
                agent.hear(&ongoing.lazy_view(seat), sight);
            }
        }
    }
}
