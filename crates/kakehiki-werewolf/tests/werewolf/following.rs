//! Games that are followed by what players see alone, without the truth.

use kakehiki_core::{
    Agent, Awaited, Follower, Game, Happening, Missing, Observed, OngoingGame, Reply, Seat, Seed,
    Step, carry_on,
};
use kakehiki_werewolf::{
    Action, Chance, Channel, Event, Fact, Phase, Role, Sentence, Stage, State, View, WEREWOLF,
    Werewolf,
};
use rand::RngExt;

use crate::{
    common::{ELEVEN, FIVE, dealt, go_on, player, step, werewolf},
    conformance::{ABOUT_TALK, ABOUT_VOTES_AND_NIGHTS, SHORT},
};

fn seat_all(game: &Werewolf, names: &[&str], seed: Seed) -> Vec<Box<dyn Agent<Werewolf>>> {
    Seat::all(game.seats())
        .map(|seat| {
            let seed = seed.derive("agent", seat.index() as u64);
            let mut agent = WEREWOLF.agent(game, names[seat.index() % names.len()], seed).unwrap();
            agent.sit(seat);
            agent
        })
        .collect()
}

/// Plays a game of agents, one answer in ten missing, and follows it from every seat. Tells how
/// many sights were followed and how often the rules answered.
fn follow_agents(game: &Werewolf, names: &[&str], seed: Seed) -> (u32, u32) {
    let mut agents = seat_all(game, names, seed);
    let mut followers: Vec<Follower<Werewolf>> = Seat::all(game.seats())
        .map(|seat| Follower::new(*game, seat, seed.derive("stand-in", seat.index() as u64)))
        .collect();
    let mut ongoing = OngoingGame::new(*game, seed);
    let mut misses = seed.derive("misses", 0).rng();
    let (mut followed, mut fallbacks) = (0, 0);
    let mut menus = [Vec::new(), Vec::new()];
    loop {
        let happening = match ongoing.awaited() {
            Awaited::Nobody(_) => return (followed, fallbacks),
            Awaited::Chance => ongoing.draw(),
            Awaited::Seat(seat) => {
                let follower = &followers[seat.index()];
                ongoing.menu(&mut menus[0]);
                follower.menu(&mut menus[1]);
                assert_eq!(menus[0], menus[1]);
                let view = follower.view();
                let action =
                    agents[seat.index()].decide(view, &menus[0], &mut ongoing.decision_rng(seat));
                assert_eq!(ongoing.check(&action), follower.check(&action), "{action}");
                ongoing.answer(if misses.random_range(0..10) == 0 {
                    Reply::Missing(Missing::TimedOut)
                } else {
                    Reply::Action(action)
                })
            }
        };
        fallbacks += u32::from(matches!(happening, Some(Happening::Fallback(..))));
        for ((seat, follower), agent) in
            Seat::all(game.seats()).zip(&mut followers).zip(&mut agents)
        {
            if let Some(sight) = ongoing.sight(seat) {
                follower.see(sight).unwrap();
                agent.hear(&ongoing.lazy_view(seat), sight);
                followed += 1;
            }
            assert_eq!(*follower.view(), ongoing.view(seat), "{seat} after {happening:?}");
        }
    }
}

#[test]
fn what_agents_say_and_what_the_rules_answer_for_them_is_followed() {
    let names = ["finalist", "sample-0.6", "sample-0.4", "random"];
    for (village, delivery, votes) in [
        ("11", "turn", "on"),
        ("11", "immediate", "off"),
        ("5", "turn", "off"),
        ("15", "turn", "on"),
    ] {
        let game =
            werewolf(&[("village", village), ("delivery", delivery), ("visible-votes", votes)]);
        let (followed, fallbacks) = follow_agents(&game, &names, Seed::experiment(8));
        assert!(followed > 200 && fallbacks > 3, "{village} {delivery}: {followed}, {fallbacks}");
    }
}

/// Plays a random game; whatever a player sees next, a world drawn towards it looks as things are
/// and goes on to it, at the first attempt. Tells how many sights there were.
fn imagine_all(game: &Werewolf, seed: Seed) -> u32 {
    let mut ongoing = OngoingGame::new(*game, seed);
    let mut rng = seed.derive("choices", 0).rng();
    let (mut menu, mut sights) = (Vec::new(), 0);
    loop {
        let views: Vec<View> = Seat::all(game.seats()).map(|seat| ongoing.view(seat)).collect();
        match ongoing.awaited() {
            Awaited::Nobody(_) => return sights,
            Awaited::Chance => ongoing.draw(),
            Awaited::Seat(_) => {
                ongoing.menu(&mut menu);
                ongoing.answer(Reply::Action(menu[rng.random_range(0..menu.len())].clone()))
            }
        };
        for (seat, view) in Seat::all(game.seats()).zip(&views) {
            let Some(sight) = ongoing.sight(seat) else {
                continue;
            };
            let mut world = game.sample_towards(view, sight, &mut rng);
            assert_eq!(game.view(&world, &view.events, seat), *view);
            let imagined = world.clone();
            let goes_on = carry_on(game, &mut world, seat, sight, &mut rng);
            assert!(goes_on, "{seat} saw {sight:?} in {imagined:?}");
            let view = ongoing.view(seat);
            assert_eq!(game.view(&world, &view.events, seat), view);
            sights += 1;
        }
    }
}

#[test]
fn worlds_are_drawn_towards_what_is_seen_without_luck() {
    for delivery in ["turn", "immediate"] {
        for setting in ABOUT_TALK.iter().chain(&ABOUT_VOTES_AND_NIGHTS) {
            let settings = [("village", "8"), ("delivery", delivery), SHORT[0], SHORT[1], *setting];
            for index in 0..3 {
                let seed = Seed::experiment(16).derive("game", index);
                let sights = imagine_all(&werewolf(&settings), seed);
                assert!(sights > 80, "{settings:?}: {sights}");
            }
        }
        for (village, setting) in [
            ("18", ("no-execution", "on")),
            ("15", ("visible-votes", "off")),
            ("11", ("no-attack", "on")),
            ("10", ("early-end", "on")),
            ("5", ("visible-votes", "off")),
            ("3", ("visible-votes", "off")),
        ] {
            let settings = [
                ("village", village),
                ("delivery", delivery),
                ("max-talk-turn", "1"),
                ("max-whisper-turn", "1"),
                ("role-requests", "on"),
                setting,
            ];
            for index in 0..4 {
                let seed = Seed::experiment(17).derive("game", index);
                assert!(imagine_all(&werewolf(&settings), seed) > 20, "{settings:?}");
            }
        }
    }
}

/// What a player sees of a step.
fn seen(game: &Werewolf, state: &State, step: &Step<Werewolf>, seat: Seat) -> Option<Event> {
    let mut after = state.clone();
    match step {
        Step::Action(_, action) => game.play(&mut after, action).unwrap(),
        Step::Chance(chance) => game.resolve(&mut after, chance).unwrap(),
    }
    game.sight(state, step, &after, seat).and_then(|sight| sight.events.first().cloned())
}

#[test]
fn a_sentence_on_no_menu_is_followed() {
    let game = werewolf(&[("village", "5")]);
    let mut rng = Seed::experiment(9).rng();
    let mut state = dealt(&game, &FIVE);
    let is_talk = |state: &State| state.stage() == Stage::Speak(Channel::Talk);
    go_on(&game, &mut state, &mut rng, &mut |_, _| None, is_talk);
    let Some(speaker) =
        Seat::all(5).find(|seat| game.turn(&state) == kakehiki_core::Turn::Seat(*seat))
    else {
        panic!("nobody is asked")
    };
    let listener = speaker.next(5);
    let sentence: Sentence =
        "BECAUSE (DIVINED Agent[02] WEREWOLF) (AND (VOTE Agent[02]) (REQUEST ANY (VOTE Agent[03])))"
            .parse()
            .unwrap();
    let said = Step::Action(speaker, Action::Say(sentence));
    let mut after = state.clone();
    game.play(&mut after, &Action::Say(sentence)).unwrap();
    let sight = game.sight(&state, &said, &after, listener).unwrap();
    assert!(matches!(seen(&game, &state, &said, listener), Some(Event::Said(_))));
    assert!(carry_on(&game, &mut state, listener, &sight, &mut rng));
    assert_eq!(state, after);
}

#[test]
fn a_morning_refutes_worlds_in_which_it_cannot_be() {
    let game = werewolf(&[("village", "11"), ("max-talk-turn", "0"), ("max-whisper-turn", "0")]);
    let mut rng = Seed::experiment(10).rng();
    let mut state = dealt(&game, &ELEVEN);
    let (prey, watcher, wolf) = (player(5), player(6), player(11));
    let mut answer = |_: Seat, state: &State| match state.stage() {
        Stage::Attack => Some(Action::Attack(Some(prey))),
        _ => None,
    };
    let is_dawn = |state: &State| state.day() == 1 && state.attacked().is_some();
    go_on(&game, &mut state, &mut rng, &mut answer, is_dawn);
    let before = state.clone();
    step(&game, &mut state, &mut rng, &mut answer);
    let sight = game.sight(&before, &Step::Chance(Chance::Night), &state, watcher).unwrap();
    assert_eq!(sight.events, [Event::Dawn { day: 2, victim: Some(prey) }]);
    // From the evening on: the night is drawn so that it ends like this.
    let executed = before.executed().unwrap();
    let evening = |roles: &[Role]| {
        let mut state = dealt(&game, roles);
        let is_night = |state: &State| state.executed() == Some(executed);
        go_on(&game, &mut state, &mut Seed::experiment(11).rng(), &mut |_, _| None, is_night);
        state
    };
    for _ in 0..100 {
        let mut world = evening(&ELEVEN);
        assert!(carry_on(&game, &mut world, watcher, &sight, &mut rng));
        assert_eq!(world, state);
    }
    // Werewolves do not attack each other.
    let mut swapped = ELEVEN;
    swapped.swap(prey.index(), wolf.index());
    assert!(!carry_on(&game, &mut evening(&swapped), watcher, &sight, &mut rng));
}

#[test]
fn facts_are_the_roles_that_a_player_cannot_rule_out() {
    let game = werewolf(&[("village", "5"), ("max-talk-turn", "0")]);
    let facts = |state: &State, events: Vec<Event>, seat: Seat| {
        let view = game.view(state, &std::sync::Arc::new(events), seat);
        game.facts(&view)
    };
    let mut rng = Seed::experiment(12).rng();
    let [villager, seer, wolf] = [player(1), player(3), player(5)];
    let mut state = game.start();
    assert!(facts(&state, Vec::new(), villager).is_empty(), "nothing is dealt");
    state = dealt(&game, &FIVE);
    // Four others, each possessed, seer, villager or werewolf.
    assert_eq!(facts(&state, Vec::new(), villager).len(), 16);
    // Nobody else is the seer.
    assert_eq!(facts(&state, Vec::new(), seer).len(), 12);
    // The werewolf knows that the others are none.
    let wondered = facts(&state, Vec::new(), wolf);
    assert_eq!(wondered.len(), 12);
    assert!(wondered.iter().all(
        |fact| !matches!(fact, Fact::IsRole(seat, role) if *role == Role::Werewolf || *seat == wolf)
    ));
    assert_eq!(wondered.iter().filter(|fact| game.holds(&state, fact)).count(), 4);
    // What was divined is known.
    let found = Event::DivineResult(wolf, Role::Werewolf.species());
    let rest = facts(&state, vec![found], seer);
    assert_eq!(rest.len(), 6, "{rest:?}");
    assert!(rest.iter().all(|fact| !matches!(fact, Fact::IsRole(seat, role) if *role == Role::Werewolf || *seat == wolf)), "{rest:?}");
    while state.winning_team().is_none() {
        step(&game, &mut state, &mut rng, &mut |_, _| None);
    }
    assert!(facts(&state, Vec::new(), villager).is_empty(), "all is laid open");
}

#[test]
fn facts_are_read_and_written() {
    let fact = Fact::IsRole(Seat::new(3), Role::Werewolf);
    assert_eq!(fact.to_string(), "P3=WEREWOLF");
    assert_eq!("P3=WEREWOLF".parse(), Ok(fact));
    assert_eq!("P3=werewolf".parse(), Ok(fact));
    for wrong in ["P3", "P99=SEER", "3=SEER", "P3=FOX", "P3=", "=SEER", "P3=SEER=SEER"] {
        assert!(wrong.parse::<Fact>().is_err(), "{wrong}");
    }
}

#[test]
fn spectators_cannot_tell_the_parts_of_a_night() {
    let game = werewolf(&[("village", "11"), ("max-talk-turn", "1"), ("max-whisper-turn", "2")]);
    let mut rng = Seed::experiment(13).rng();
    let mut state = dealt(&game, &ELEVEN);
    go_on(&game, &mut state, &mut rng, &mut |_, _| None, |state| state.executed().is_some());
    let evening = game.public(&state);
    assert_eq!(evening.phase, Phase::Night);
    assert_eq!(evening.dead.iter().collect::<Vec<_>>(), Vec::from_iter(state.executed()));
    let mut stages = std::collections::HashSet::new();
    while state.day() == 1 {
        assert_eq!(game.public(&state), evening);
        stages.insert(state.stage());
        step(&game, &mut state, &mut rng, &mut |_, _| None);
    }
    assert!(stages.len() > 8, "{stages:?}");
    assert_eq!(game.public(&state).phase, Phase::Talk(Channel::Talk));
    assert_eq!(game.public(&state).roles, None);
    while state.winning_team().is_none() {
        step(&game, &mut state, &mut rng, &mut |_, _| None);
    }
    let end = game.public(&state);
    assert_eq!(end.winner, state.winning_team());
    assert_eq!(*end.roles.unwrap(), ELEVEN);
}
