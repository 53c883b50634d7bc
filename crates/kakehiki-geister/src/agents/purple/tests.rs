//! The bit boards against the rules, the search against plain minimax, and its proofs against every
//! world and every reply.

use kakehiki_core::{Ending, Game, Observed, Seat, SeatSet, Seed, Settings, Turn};
use rand::RngExt;

use super::{
    position::{Evaluation, Kind, Mine, Position, Side, Step, Steps, Theirs},
    proof::Prover,
    search::{Finding, Search},
    step,
};
use crate::rules::{
    Action, BOARD, GEISTER_OPTIONS, Geister, GhostSet, NEGOGEISTER_OPTIONS, Stage, State, View,
};

/// Geister, and NEGOGeister, in which some colours are known.
fn games() -> [Geister; 2] {
    [
        Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
        Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
    ]
}

/// Positions of random games in which somebody has to move a ghost.
fn positions(seed: u64, count: usize) -> Vec<(Geister, State)> {
    let mut rng = Seed::experiment(seed).rng();
    let mut found = Vec::new();
    let mut menu = Vec::new();
    while found.len() < count {
        for game in games() {
            let mut state = game.start();
            while let Turn::Seat(_) = game.turn(&state) {
                if state.stage() == Stage::Move && rng.random_range(0..20) == 0 {
                    found.push((game, state.clone()));
                }
                game.menu(&state, &mut menu);
                game.play_unchecked(&mut state, &menu[rng.random_range(0..menu.len())]);
            }
        }
    }
    found.truncate(count);
    found
}

fn view(game: &Geister, state: &State, seat: Seat) -> View {
    game.view(state, &(), seat)
}

fn in_world(view: &View, their_bad: GhostSet) -> Position {
    Position::supposed(view, GhostSet::EMPTY, their_bad)
}

fn sorted(steps: impl IntoIterator<Item = Step>) -> Vec<(u8, u8)> {
    let mut steps: Vec<_> = steps.into_iter().map(|step| (step.from, step.to)).collect();
    steps.sort_unstable();
    steps
}

/// The steps of the mover by the rules, with the positions that they lead to.
fn by_rules(game: &Geister, state: &State) -> Vec<(Step, State)> {
    let mut menu = Vec::new();
    game.without_negotiation().menu(state, &mut menu);
    let mover = view(game, state, state.mover());
    menu.iter()
        .filter_map(|action| {
            let mut after = state.clone();
            game.without_negotiation().play_unchecked(&mut after, action);
            Some((step(&mover, *action)?, after))
        })
        .collect()
}

/// The same step as the other player sees it.
fn turned(step: Step) -> Step {
    Step { from: 35 - step.from, to: 35 - step.to }
}

#[test]
fn steps_go_where_the_rules_say() {
    for (game, state) in positions(1, 400) {
        let (me, they) = (state.mover(), state.mover().next(2));
        let mine = in_world(&view(&game, &state, me), state.bad(they));
        let theirs = in_world(&view(&game, &state, they), state.bad(me));
        let expected = by_rules(&game, &state);
        assert_eq!(sorted(mine.own_steps()), sorted(expected.iter().map(|(step, _)| *step)));
        for (step, after) in &expected {
            let winner = match game.turn(after) {
                Turn::Over(Ending::Won(seats)) => Some(seats == SeatSet::only(me)),
                _ => None,
            };
            let (next, won) = mine.after::<Mine>(*step);
            assert_eq!(next, in_world(&view(&game, after, me), state.bad(they)));
            assert_eq!(won, winner);
            // What I do, seen by the other as what they do.
            let (next, won) = theirs.after::<Theirs>(turned(*step));
            assert_eq!(next, in_world(&view(&game, after, they), state.bad(me)));
            assert_eq!(won, winner.map(|is_mine| !is_mine));
        }
    }
}

#[test]
fn a_capture_takes_the_worst_that_is_left() {
    let state = State::from_board("....../..rb../..BR../....../....../......", Seat::new(0));
    let game = games()[0];
    let position = Position::seen(&view(&game, &state.unwrap(), Seat::new(0)));
    assert_eq!(position.board(Kind::Hidden).count_ones(), 2);
    // One of both is bad: to capture either loses, in the worst case.
    let capture = Step { from: 14, to: 8 };
    assert_eq!(position.after::<Mine>(capture).1, Some(false));
}

/// Minimax over all steps, without any pruning, table or order.
fn plain<S: Side>(position: &Position, evaluation: Evaluation, depth: u8, ply: i32) -> i32 {
    const WON: i32 = 30_000;
    if position.leaving::<S>() != 0 {
        return WON - ply - 1;
    }
    let threat = position.leaving::<S::Other>();
    let mut steps = Steps::new();
    let mut best = -WON;
    if depth > 0 {
        steps = position.all_steps::<S>();
    } else if threat == 0 {
        best = position.score::<S>(evaluation);
        let prey = position.prey::<S::Other>();
        position.steps::<S>(position.ghosts::<S>(), prey, &mut steps);
        position.steps::<S>(position.leavers::<S>(), S::EXITS & !prey, &mut steps);
    } else {
        position.steps::<S>(position.ghosts::<S>(), BOARD, &mut steps);
    }
    for step in steps {
        let value = match position.after::<S>(step) {
            (_, Some(is_mine)) if is_mine == S::IS_MINE => WON - ply - 1,
            (_, Some(_)) => ply + 1 - WON,
            (next, None) => -plain::<S::Other>(&next, evaluation, depth.saturating_sub(1), ply + 1),
        };
        best = best.max(value);
    }
    best
}

#[test]
fn pruning_and_the_table_change_no_value() {
    let mut searches = [Evaluation::Fitted, Evaluation::Material].map(|it| (it, Search::by(it)));
    for (place, (game, state)) in positions(2, 150).into_iter().enumerate() {
        let (evaluation, search) = &mut searches[usize::from(place % 3 == 2)];
        let me = view(&game, &state, state.mover());
        let worlds = me.worlds();
        for position in [Position::seen(&me), in_world(&me, worlds[worlds.len() / 2])] {
            for depth in 1..=3 {
                let found = search.best(&position, &position.own_steps(), depth);
                let expected = plain::<Mine>(&position, *evaluation, depth as u8, 0);
                // A win that a shallower search has found is not looked for again.
                if found.is_won() || found.is_lost() {
                    assert!((found.value > 0) == (expected > 0) && expected.abs() > 20_000);
                } else {
                    assert_eq!(found.value, expected, "{}", game.picture(&state));
                }
            }
        }
    }
}

#[test]
fn every_step_gets_its_own_value() {
    let mut search = Search::new();
    for (game, state) in positions(5, 60) {
        let me = view(&game, &state, state.mover());
        let position = in_world(&me, me.worlds()[0]);
        let steps = position.own_steps();
        if position.leaving::<Mine>() != 0 {
            continue;
        }
        for depth in 1..=3 {
            let values = search.values(&position, &steps, depth).unwrap();
            for (step, value) in steps.iter().zip(values) {
                let expected = match position.after::<Mine>(*step) {
                    (_, Some(true)) => 29_999,
                    (_, Some(false)) => -29_999,
                    (next, None) => -plain::<Theirs>(&next, Evaluation::Fitted, depth as u8 - 1, 1),
                };
                assert_eq!(value, expected, "{step:?} in\n{}", game.picture(&state));
            }
        }
    }
}

/// Whether a win within so many plies is forced, tried by every step of both.
fn plainly_forces<S: Side>(position: &Position, plies: u8) -> bool {
    plies > 0
        && (position.leaving::<S>() != 0
            || position.all_steps::<S>().into_iter().any(|step| match position.after::<S>(step) {
                (_, Some(is_mine)) => is_mine == S::IS_MINE,
                (next, None) => plainly_loses::<S::Other>(&next, plies - 1),
            }))
}

fn plainly_loses<S: Side>(position: &Position, plies: u8) -> bool {
    plies > 0
        && position.leaving::<S>() == 0
        && position.all_steps::<S>().into_iter().all(|step| match position.after::<S>(step) {
            (_, Some(is_mine)) => is_mine != S::IS_MINE,
            (next, None) => plainly_forces::<S::Other>(&next, plies - 1),
        })
}

#[test]
fn what_is_forced_is_found() {
    let mut prover = Prover::new();
    let mut forced = [0; 6];
    for (game, state) in positions(4, 1500) {
        let me = view(&game, &state, state.mover());
        let worlds = me.worlds();
        for position in [Position::seen(&me), in_world(&me, worlds[worlds.len() / 2])] {
            for plies in 1..=5 {
                let mine = prover.forces::<Mine>(&position, plies);
                assert_eq!(mine, plainly_forces::<Mine>(&position, plies), "{position:?}");
                let theirs = prover.forces::<Theirs>(&position, plies);
                assert_eq!(theirs, plainly_forces::<Theirs>(&position, plies), "{position:?}");
                forced[usize::from(plies)] += u32::from(mine) + u32::from(theirs);
            }
        }
    }
    assert!(forced[1..].is_sorted() && forced[1] > 100 && forced[5] > 2 * forced[1], "{forced:?}");
}

/// Follows the search's own steps and every reply of a world by the rules; true if all games are won.
fn wins(game: &Geister, state: &State, seat: Seat, plies: u32, search: &mut Search) -> bool {
    let mut menu = Vec::new();
    match game.turn(state) {
        Turn::Over(Ending::Won(seats)) => return seats == SeatSet::only(seat),
        Turn::Over(_) => return false,
        _ if plies == 0 => return false,
        Turn::Seat(mover) if mover != seat => {
            game.menu(state, &mut menu);
            return menu.iter().all(|reply| {
                let mut after = state.clone();
                game.play_unchecked(&mut after, reply);
                wins(game, &after, seat, plies - 1, search)
            });
        }
        _ => {}
    }
    let me = view(game, state, seat);
    let Finding { step: found, .. } =
        search.best(&Position::seen(&me), &Position::seen(&me).own_steps(), 5);
    game.menu(state, &mut menu);
    let action = menu.iter().find(|action| match found {
        None => matches!(action, Action::Escape(_)),
        Some(_) => step(&me, **action) == found,
    });
    let mut after = state.clone();
    game.play_unchecked(&mut after, action.expect("the search finds a legal step"));
    wins(game, &after, seat, plies - 1, search)
}

#[test]
fn a_proven_win_is_won_in_every_world_against_every_reply() {
    let mut search = Search::new();
    let mut proofs = [0; 4];
    for (game, state) in positions(3, 3000) {
        let game = game.without_negotiation();
        let me = view(&game, &state, state.mover());
        let position = Position::seen(&me);
        // The search knows no cap.
        if position.leaving::<Mine>() != 0 || state.plies() > 280 {
            continue;
        }
        let found = search.best(&position, &position.own_steps(), 5);
        let plies = (30_000 - found.value) as u32;
        if !found.is_won() || plies > 7 {
            continue;
        }
        proofs[plies as usize / 2] += 1;
        let worlds: Vec<GhostSet> = me.worlds().into_iter().collect();
        for world in worlds {
            let world = me.world(world);
            assert!(
                wins(&game, &world, me.seat(), plies + 2, &mut search),
                "{}",
                game.picture(&world)
            );
        }
    }
    assert!(proofs[1..].iter().all(|count| *count > 5), "{proofs:?} proofs");
}
