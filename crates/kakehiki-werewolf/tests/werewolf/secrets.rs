//! What a player cannot know changes nothing that it sees: neither its view nor its menu.

use kakehiki_core::{Awaited, Game, GameRng, Observed, OngoingGame, Seat, Seed, Step};
use kakehiki_werewolf::{Action, Channel, Delivery, Event, Role, Stage, View, Werewolf};
use rand::RngExt;

use crate::common::{ELEVEN, table, take, werewolf};

type Table = OngoingGame<Werewolf>;

fn bytes(view: &View) -> Vec<u8> {
    serde_json::to_vec(view).unwrap()
}

fn menu(table: &Table) -> Vec<Action> {
    let mut menu = Vec::new();
    table.menu(&mut menu);
    menu
}

/// Something that can happen next; nothing when the game is over.
fn next_step(table: &Table, rng: &mut GameRng) -> Option<Step<Werewolf>> {
    match table.awaited() {
        Awaited::Nobody(_) => None,
        Awaited::Chance => Some(Step::Chance(table.game().draw(table.state(), rng))),
        Awaited::Seat(seat) => {
            let menu = menu(table);
            Some(Step::Action(seat, menu[rng.random_range(0..menu.len())].clone()))
        }
    }
}

#[test]
fn swapping_the_roles_of_two_who_sleep_at_night_shows_to_nobody_else() {
    for delivery in ["turn", "immediate"] {
        let game = werewolf(&[("village", "11"), ("delivery", delivery), ("max-talk-turn", "3")]);
        for index in 0..4 {
            let mut rng = Seed::experiment(5).rng_at(index);
            // The possessed and a villager change places: neither is ever asked at night, so that
            // everything else can happen in the same way.
            let mut swapped = ELEVEN;
            swapped.swap(2, 4);
            let mut worlds = [table(&game, &ELEVEN), table(&game, &swapped)];
            let mut compared = 0_u32;
            while let Some(step) = next_step(&worlds[0], &mut rng) {
                for world in &mut worlds {
                    take(world, &step);
                }
                if let Awaited::Nobody(_) = worlds[0].awaited() {
                    break;
                }
                assert_eq!(worlds[0].awaited(), worlds[1].awaited());
                for seat in Seat::all(11).filter(|seat| ![2, 4].contains(&seat.index())) {
                    let views = worlds.each_ref().map(|world| bytes(&world.view(seat)));
                    assert!(views[0] == views[1], "{seat} after {step:?}");
                    compared += 1;
                }
                assert_eq!(menu(&worlds[0]), menu(&worlds[1]));
                let [one, other] = worlds
                    .each_ref()
                    .map(|world| (game.public(world.state()), world.public_sight()));
                assert_eq!(one, other, "spectators after {step:?}");
            }
            assert!(compared > 300, "only {compared} views");
        }
    }
}

#[test]
fn a_secret_choice_shows_to_nobody_before_the_rules_show_it() {
    for (delivery, visible) in [("turn", "on"), ("immediate", "on"), ("turn", "off")] {
        let game = werewolf(&[
            ("village", "11"),
            ("delivery", delivery),
            ("visible-votes", visible),
            ("max-talk-turn", "3"),
        ]);
        let mut compared = 0_u32;
        for index in 0..10 {
            let mut rng = Seed::experiment(6).rng_at(index);
            let mut table = table(&game, &ELEVEN);
            while let Some(step) = next_step(&table, &mut rng) {
                if let Step::Action(actor, choice) = &step {
                    let menu = menu(&table);
                    let other = menu[rng.random_range(0..menu.len())].clone();
                    compared += compare(&table, *actor, &[choice.clone(), other]);
                }
                take(&mut table, &step);
            }
        }
        assert!(compared > 3000, "only {compared} views");
    }
}

/// Lets a seat choose in two ways; whoever sees nothing of the choice sees the same afterwards.
fn compare(table: &Table, actor: Seat, choices: &[Action; 2]) -> u32 {
    let worlds = choices.clone().map(|choice| {
        let mut world = table.clone();
        take(&mut world, &Step::Action(actor, choice));
        world
    });
    let (game, state) = (table.game(), table.state());
    let wolves = state.wolves();
    let after = worlds.each_ref().map(Table::state);
    // What comes of a choice may tell something about it.
    let is_alike =
        after[0].stage() == after[1].stage() && after[0].executed() == after[1].executed();
    let turn_goes_on = after.iter().all(|after| {
        after.talk_turn() == state.talk_turn()
            && matches!(after.stage(), Stage::Order(Channel::Talk) | Stage::Speak(Channel::Talk))
    });
    let mut compared = 0;
    for seat in Seat::all(11).filter(|seat| *seat != actor) {
        let is_secret = match state.stage() {
            Stage::Vote => {
                state.alive().next_after(actor).is_some()
                    || is_alike && !game.options().visible_votes
            }
            Stage::Divine | Stage::Guard => true,
            Stage::Attack => {
                !wolves.contains(seat)
                    || !state.alive().contains(seat)
                    || state.alive().and(wolves).next_after(actor).is_some()
            }
            // Whispers are for living werewolves only.
            Stage::Speak(Channel::Whisper) => {
                !wolves.contains(seat) || !state.alive().contains(seat)
            }
            // Nobody hears what was said earlier in the same turn.
            Stage::Speak(Channel::Talk) => {
                game.options().delivery == Delivery::Turn && turn_goes_on
            }
            _ => false,
        };
        if is_secret {
            let views = worlds.each_ref().map(|world| bytes(&world.view(seat)));
            assert!(views[0] == views[1], "{seat} sees {choices:?} by {actor}");
            compared += 1;
        }
    }
    compare_in_public(table, &worlds, turn_goes_on);
    compared
}

/// Spectators see nothing of a secret choice at all.
fn compare_in_public(table: &Table, worlds: &[Table; 2], turn_goes_on: bool) {
    let (game, state) = (table.game(), table.state());
    let Awaited::Seat(actor) = table.awaited() else { panic!("nobody is asked") };
    let is_secret = match state.stage() {
        Stage::Vote => state.alive().next_after(actor).is_some(),
        Stage::Speak(Channel::Talk) => game.options().delivery == Delivery::Turn && turn_goes_on,
        _ => true,
    };
    for world in worlds.iter().filter(|_| is_secret) {
        assert_eq!(game.public(world.state()), game.public(state), "a choice by {actor}");
        assert_eq!(world.public_sight(), None, "a choice by {actor}");
    }
}

#[test]
fn a_role_that_somebody_asks_for_shows_to_nobody() {
    let game = werewolf(&[("village", "11"), ("role-requests", "on")]);
    let seer = Action::Request(Some(Role::Seer));
    let worlds = [seer, Action::Request(None)].map(|request| {
        let mut table = OngoingGame::new(game, Seed::experiment(1));
        while table.state().stage() == Stage::Request {
            let Awaited::Seat(seat) = table.awaited() else { panic!("nobody is asked") };
            let action = if seat.index() == 3 { request.clone() } else { Action::Request(None) };
            take(&mut table, &Step::Action(seat, action));
        }
        table
    });
    for seat in Seat::all(11).filter(|seat| seat.index() != 3) {
        let views = worlds.each_ref().map(|world| bytes(&world.view(seat)));
        assert!(views[0] == views[1], "{seat}");
    }
}

#[test]
fn worlds_keep_to_what_a_seer_and_a_werewolf_know() {
    let game = werewolf(&[("village", "11")]);
    let mut rng = Seed::experiment(7).rng();
    let mut table = table(&game, &ELEVEN);
    while table.state().day() < 3 {
        let Some(step) = next_step(&table, &mut rng) else { break };
        take(&mut table, &step);
        let state = table.state();
        for seat in [3, 9].map(Seat::new) {
            let view = table.view(seat);
            let world = game.sample(&view, &mut rng);
            assert_eq!(world.role(seat), state.role(seat));
            for event in view.events.iter() {
                if let Event::DivineResult(target, species) = event {
                    assert_eq!(world.role(*target).species(), *species);
                }
            }
            if state.role(seat) == Role::Werewolf {
                assert_eq!(world.wolves(), state.wolves());
            }
        }
    }
}
