//! The guard: what it lets a player do, by a look ahead that knows the rules alone.

use kakehiki_core::{Ending, Game, Seat, SeatSet, Seed, Turn};
use kakehiki_geister::{Action, GEISTER, Geister, NEGOGEISTER, Stage, State};
use rand::RngExt;

use crate::common::{FIRST, board, negotiating, plain, random_game, view, with_words};

/// What a position becomes by each move.
fn moves(game: &Geister, state: &State) -> Vec<(Action, State)> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    let after = |action: Action| {
        let mut after = state.clone();
        game.play_unchecked(&mut after, &action);
        (action, after)
    };
    menu.into_iter().map(after).collect()
}

/// Whether `seat` wins within so many plies by the true colours, whatever the other does.
fn wins(game: &Geister, state: &State, seat: Seat, plies: u32) -> bool {
    match game.turn(state) {
        Turn::Over(ending) => ending == Ending::Won(SeatSet::only(seat)),
        _ if plies == 0 => false,
        Turn::Seat(mover) => {
            let mut next = moves(game, state).into_iter().map(|(_, after)| after);
            let mut is_won = |after: State| wins(game, &after, seat, plies - 1);
            if mover == seat { next.any(is_won) } else { next.all(&mut is_won) }
        }
        Turn::Chance => false,
    }
}

/// Positions of random games, late ones, with every colour shown to both.
fn open_positions(game: &Geister, count: usize) -> Vec<State> {
    let mut rng = Seed::experiment(1).rng();
    let mut found = Vec::new();
    while found.len() < count {
        let mut picked = Vec::new();
        let mut luck = rng.clone();
        random_game(game, &mut rng, |state| {
            if state.stage() == Stage::Move
                && state.plies() > 60
                && state.plies() < 250
                && luck.random_range(0..30) == 0
            {
                picked.push(state.clone());
            }
        });
        let shown = picked.iter().filter(|state| matches!(game.turn(state), Turn::Seat(_)));
        found.extend(
            shown.map(|state| with_words(game, state, &[(4, "ABCDEFGH"), (5, "ABCDEFGH")])),
        );
    }
    found
}

#[test]
fn sure_wins_are_played_and_forced_losses_avoided() {
    let game = negotiating(&[]);
    let (mut won, mut avoided) = (0, 0);
    for (index, state) in open_positions(&game, 400).iter().enumerate() {
        let Turn::Seat(seat) = game.turn(state) else { continue };
        let seed = Seed::experiment(2).derive("agent", index as u64);
        let mut agent = NEGOGEISTER.agent(&game, "flat(playouts=1, guard=3)", seed).expect("one");
        agent.sit(seat);
        let (menu, next): (Vec<Action>, Vec<State>) = moves(&game, state).into_iter().unzip();
        let action = agent.decide(&view(&game, state, seat), &menu, &mut seed.rng());
        let chosen = &next[menu.iter().position(|other| *other == action).expect("on the menu")];
        if wins(&game, state, seat, 3) {
            assert!(wins(&game, chosen, seat, 2), "{}", game.picture(state));
            won += 1;
            continue;
        }
        let loses = |after: &State| wins(&game, after, seat.next(2), 3);
        let lost = next.iter().filter(|after| loses(after)).count();
        if lost > 0 && lost < next.len() {
            assert!(!loses(chosen), "{action} in\n{}", game.picture(state));
            avoided += 1;
        }
    }
    assert!(won > 20 && avoided > 20, "{won} wins, {avoided} losses avoided");
}

#[test]
fn a_loss_that_is_unlikely_enough_is_risked() {
    // One of two ghosts beside P1's exit is good, each as likely as the other; only the own good
    // ghost can be moved far away. Capturing the right one of them stops it.
    let game = plain(&[]);
    let state = board("B...../....../....../....../....R./...br.", FIRST);
    let Turn::Seat(seat) = game.turn(&state) else { panic!("somebody moves") };
    let menu: Vec<Action> = moves(&game, &state).into_iter().map(|(action, _)| action).collect();
    let mut agent = GEISTER.agent(&game, "charge(guard=1)", Seed::experiment(1)).expect("one");
    agent.sit(seat);
    let action = agent.decide(&view(&game, &state, seat), &menu, &mut Seed::experiment(1).rng());
    assert!(matches!(action, Action::Escape(_)), "{action}");
}
