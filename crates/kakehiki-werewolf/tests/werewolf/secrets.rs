//! What a player cannot know changes nothing that it sees: neither its view nor its menu.

use kakehiki_core::{Game, Observed, Seat, Seed, Step, Turn};
use kakehiki_werewolf::{Action, Channel, Delivery, Event, Role, Stage, State, View, Werewolf};
use rand::RngExt;
use std::sync::Arc;

use crate::common::{ELEVEN, dealt, werewolf};

type Memories = Vec<Arc<Vec<Event>>>;

fn bytes(view: &View) -> Vec<u8> {
    serde_json::to_vec(view).unwrap()
}

fn menu(game: &Werewolf, state: &State) -> Vec<Action> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    menu
}

/// Takes a step and lets everybody remember what it saw.
fn take(game: &Werewolf, state: &mut State, memories: &mut Memories, step: &Step<Werewolf>) {
    let before = state.clone();
    match step {
        Step::Action(_, action) => game.play(state, action).unwrap(),
        Step::Chance(chance) => game.resolve(state, chance).unwrap(),
    }
    for (seat, memory) in Seat::all(game.seats()).zip(memories) {
        if let Some(sight) = game.sight(&before, step, state, seat) {
            game.remember(memory, seat, &sight);
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
            let mut states = [dealt(&game, &ELEVEN), dealt(&game, &swapped)];
            let mut memories: [Memories; 2] = [vec![Arc::default(); 11], vec![Arc::default(); 11]];
            let mut compared = 0_u32;
            while !matches!(game.turn(&states[0]), Turn::Over(_)) {
                let step = match game.turn(&states[0]) {
                    Turn::Seat(seat) => {
                        let menu = menu(&game, &states[0]);
                        Step::Action(seat, menu[rng.random_range(0..menu.len())])
                    }
                    Turn::Chance | Turn::Over(_) => Step::Chance(game.draw(&states[0], &mut rng)),
                };
                let before = states.clone();
                for (state, memories) in states.iter_mut().zip(&mut memories) {
                    take(&game, state, memories, &step);
                }
                if matches!(game.turn(&states[0]), Turn::Over(_)) {
                    break;
                }
                assert_eq!(game.turn(&states[0]), game.turn(&states[1]));
                for seat in Seat::all(11).filter(|seat| ![2, 4].contains(&seat.index())) {
                    let views = [0, 1].map(|world| {
                        bytes(&game.view(&states[world], &memories[world][seat.index()], seat))
                    });
                    assert!(views[0] == views[1], "{seat} after {step:?}");
                    compared += 1;
                }
                assert_eq!(menu(&game, &states[0]), menu(&game, &states[1]));
                let [one, other] = [0, 1].map(|world| {
                    let (before, after) = (&before[world], &states[world]);
                    (game.public(after), game.public_sight(before, &step, after))
                });
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
            let mut state = dealt(&game, &ELEVEN);
            let mut memories: Memories = vec![Arc::default(); 11];
            while !matches!(game.turn(&state), Turn::Over(_)) {
                let step = match game.turn(&state) {
                    Turn::Seat(seat) => {
                        let menu = menu(&game, &state);
                        let choices = [0, 1].map(|_| menu[rng.random_range(0..menu.len())]);
                        compared += compare(&game, &state, &memories, seat, choices);
                        Step::Action(seat, choices[0])
                    }
                    Turn::Chance | Turn::Over(_) => Step::Chance(game.draw(&state, &mut rng)),
                };
                take(&game, &mut state, &mut memories, &step);
            }
        }
        assert!(compared > 3000, "only {compared} views");
    }
}

/// Lets a seat choose in two ways; whoever sees nothing of the choice sees the same afterwards.
fn compare(
    game: &Werewolf,
    state: &State,
    memories: &Memories,
    actor: Seat,
    choices: [Action; 2],
) -> u32 {
    let worlds = choices.map(|choice| {
        let (mut after, mut memories) = (state.clone(), memories.clone());
        take(game, &mut after, &mut memories, &Step::Action(actor, choice));
        (after, memories)
    });
    let wolves = state.wolves();
    // What comes of a choice may tell something about it.
    let is_alike = worlds[0].0.stage() == worlds[1].0.stage()
        && worlds[0].0.executed() == worlds[1].0.executed();
    let turn_goes_on = worlds.iter().all(|(after, _)| {
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
            let views = [0, 1].map(|world| {
                let (after, memories) = &worlds[world];
                bytes(&game.view(after, &memories[seat.index()], seat))
            });
            assert!(views[0] == views[1], "{seat} sees {choices:?} by {actor}");
            compared += 1;
        }
    }
    compare_in_public(game, state, actor, choices, turn_goes_on);
    compared
}

/// Spectators see nothing of a secret choice at all.
fn compare_in_public(
    game: &Werewolf,
    state: &State,
    actor: Seat,
    choices: [Action; 2],
    turn_goes_on: bool,
) {
    let is_secret = match state.stage() {
        Stage::Vote => state.alive().next_after(actor).is_some(),
        Stage::Speak(Channel::Talk) => game.options().delivery == Delivery::Turn && turn_goes_on,
        _ => true,
    };
    for choice in choices.into_iter().filter(|_| is_secret) {
        let mut after = state.clone();
        game.play(&mut after, &choice).unwrap();
        assert_eq!(game.public(&after), game.public(state), "{choice} by {actor}");
        let sight = game.public_sight(state, &Step::Action(actor, choice), &after);
        assert_eq!(sight, None, "{choice} by {actor}");
    }
}

#[test]
fn a_role_that_somebody_asks_for_shows_to_nobody() {
    let game = werewolf(&[("village", "11"), ("role-requests", "on")]);
    let seer = Action::Request(Some(Role::Seer));
    let worlds = [seer, Action::Request(None)].map(|request| {
        let (mut state, mut memories) = (game.start(), vec![Arc::default(); 11]);
        while state.stage() == Stage::Request {
            let Turn::Seat(seat) = game.turn(&state) else { panic!("nobody is asked") };
            let action = if seat.index() == 3 { request } else { Action::Request(None) };
            take(&game, &mut state, &mut memories, &Step::Action(seat, action));
        }
        (state, memories)
    });
    for seat in Seat::all(11).filter(|seat| seat.index() != 3) {
        let views = worlds
            .each_ref()
            .map(|(state, memories)| bytes(&game.view(state, &memories[seat.index()], seat)));
        assert!(views[0] == views[1], "{seat}");
    }
}

#[test]
fn worlds_keep_to_what_a_seer_and_a_werewolf_know() {
    let game = werewolf(&[("village", "11")]);
    let mut rng = Seed::experiment(7).rng();
    let mut state = dealt(&game, &ELEVEN);
    let mut memories: Memories = vec![Arc::default(); 11];
    while state.day() < 3 && !matches!(game.turn(&state), Turn::Over(_)) {
        let step = match game.turn(&state) {
            Turn::Seat(seat) => {
                let menu = menu(&game, &state);
                Step::Action(seat, menu[rng.random_range(0..menu.len())])
            }
            Turn::Chance | Turn::Over(_) => Step::Chance(game.draw(&state, &mut rng)),
        };
        take(&game, &mut state, &mut memories, &step);
        for seat in [3, 9].map(Seat::new) {
            let view = game.view(&state, &memories[seat.index()], seat);
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
