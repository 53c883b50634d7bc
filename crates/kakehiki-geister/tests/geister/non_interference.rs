//! Nothing that a player sees depends on a colour that it cannot know.

use std::collections::HashSet;

use kakehiki_core::{Game, Observed, Seat, Seed, Step, Turn};
use kakehiki_geister::{Action, Geister, Ghost, GhostSet, Stage, State};

use crate::common::{FIRST, SECOND, bytes, negotiating, plain, random_game};

/// The same position with the colours of two ghosts of `seat` swapped, by way of its text.
fn swapped(game: &Geister, state: &State, seat: Seat, one: Ghost, other: Ghost) -> State {
    let mut text = game.snapshot(state).into_bytes();
    let colour = |ghost: Ghost| 24 * seat.index() + 3 * ghost.index() + 2;
    text.swap(colour(one), colour(other));
    let text = String::from_utf8(text).expect("a snapshot is plain text");
    game.restore(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The ghosts whose colours a step shows to everybody or to the players.
fn shows(before: &State, action: Action, after: &State, owner: Seat) -> GhostSet {
    let mut shown = GhostSet::EMPTY;
    for ghost in Ghost::all() {
        if before.fate(owner, ghost).square().is_some()
            && after.fate(owner, ghost).square().is_none()
        {
            shown = shown.union(GhostSet::only(ghost));
        }
    }
    if let (Stage::Negotiation(session), Action::Agree) = (before.stage(), action) {
        let exchange = session.on_table().expect("an open negotiation");
        for (seat, ghost) in exchange.shown().filter(|(seat, _)| *seat == owner) {
            assert_eq!(seat, owner);
            shown = shown.union(GhostSet::only(ghost));
        }
    }
    shown
}

/// Compares what everybody may know in two positions.
fn same_in_public(game: &Geister, states: [&State; 2]) {
    let [truth, other] = states.map(|state| game.public(state));
    assert_eq!(truth, other);
    assert_eq!(bytes(&truth), bytes(&other));
}

/// Compares two positions that differ only in colours `observer` cannot know, and every step from
/// them.
fn looks_the_same(
    game: &Geister,
    [truth, other]: [&State; 2],
    observer: Seat,
    pair: GhostSet,
) -> u64 {
    let owner = observer.next(2);
    let view = |state: &State| game.view(state, &(), observer);
    let same_view = |truth: &State, other: &State| {
        assert_eq!(view(truth), view(other));
        assert_eq!(bytes(&view(truth)), bytes(&view(other)), "{truth:?}\n{other:?}");
        assert_eq!(game.view_picture(&view(truth)), game.view_picture(&view(other)));
        assert_eq!(game.facts(&view(truth)), game.facts(&view(other)));
        same_in_public(game, [truth, other]);
    };
    same_view(truth, other);
    assert_eq!(game.turn(truth), game.turn(other));
    let Turn::Seat(actor) = game.turn(truth) else {
        return 0;
    };
    let menus = [truth, other].map(|state| {
        let mut menu = Vec::new();
        game.menu(state, &mut menu);
        menu
    });
    if actor == observer {
        assert_eq!(menus[0], menus[1]);
    }
    let mut compared = 0;
    for action in menus[0].iter().filter(|action| menus[1].contains(action)) {
        let step = Step::Action(actor, *action);
        let [after, other_after] = [truth, other].map(|state| {
            let mut after = state.clone();
            game.play(&mut after, action).expect("what is on the menu is legal");
            after
        });
        if !shows(truth, *action, &after, owner).intersection(pair).is_empty() {
            continue;
        }
        let sight = game.sight(truth, &step, &after, observer);
        let other_sight = game.sight(other, &step, &other_after, observer);
        assert_eq!(sight, other_sight);
        assert_eq!(bytes(&sight), bytes(&other_sight));
        let public_sight = game.public_sight(truth, &step, &after);
        assert_eq!(public_sight, game.public_sight(other, &step, &other_after));
        same_view(&after, &other_after);
        compared += 1;
    }
    compared
}

/// Tries every pair of unshown ghosts of both players at some positions of random games, and tells
/// how many steps were compared at each kind of stage for each observer.
fn compare_swaps(game: &Geister, games: u64, every: usize) -> HashSet<(&'static str, Seat)> {
    let mut kinds = HashSet::new();
    let (mut positions, mut compared) = (0, 0);
    for index in 0..games {
        random_game(game, &mut Seed::experiment(2).rng_at(index), |state| {
            positions += 1;
            if state.stage() == Stage::SetUp || positions % every != 0 {
                return;
            }
            for observer in Seat::all(2) {
                let owner = observer.next(2);
                let view = game.view(state, &(), observer);
                for bad in view.unknown().intersection(state.bad(owner)).iter() {
                    for good in view.unknown().without(state.bad(owner)).iter() {
                        let other = swapped(game, state, owner, bad, good);
                        assert_ne!(*state, other);
                        let pair = GhostSet::only(bad).union(GhostSet::only(good));
                        compared += looks_the_same(game, [state, &other], observer, pair);
                    }
                }
                let kind = match state.stage() {
                    Stage::SetUp => "set-up",
                    Stage::Request => "request",
                    Stage::Negotiation(session) if session.may_counter() => "answer",
                    Stage::Negotiation(_) => "decide",
                    Stage::Speak => "speak",
                    Stage::Move => "move",
                };
                kinds.insert((kind, observer));
            }
        });
    }
    assert!(compared > 10_000, "{compared} steps compared");
    kinds
}

// 2.4, 1.13
#[test]
fn a_player_cannot_tell_two_unknown_ghosts_from_each_other() {
    let kinds = compare_swaps(&plain(&[]), 8, 7);
    assert_eq!(kinds, HashSet::from([("move", FIRST), ("move", SECOND)]));
}

// 2.4
#[test]
fn no_stage_of_a_negotiation_tells_a_colour_that_is_not_shown() {
    for options in [[("skip", "off"), ("repetition", "off")], [("skip", "on"), ("repetition", "4")]]
    {
        let kinds = compare_swaps(&negotiating(&options), 40, 5);
        assert_eq!(kinds.len(), 8, "{kinds:?}");
    }
}

#[test]
fn a_statement_tells_no_more_than_its_words() {
    let kinds = compare_swaps(&plain(&[("speaking", "on")]), 4, 37);
    assert_eq!(kinds, HashSet::from([("move", FIRST), ("move", SECOND)]));
    let kinds = compare_swaps(&negotiating(&[("speaking", "on")]), 30, 23);
    assert_eq!(kinds.len(), 10, "{kinds:?}");
}

/// The ghosts of `seat` on the board, the good and the bad.
fn on_board(state: &State, seat: Seat) -> [Vec<Ghost>; 2] {
    let ghosts = Ghost::all().filter(|ghost| state.fate(seat, *ghost).square().is_some());
    let (bad, good) = ghosts.partition(|ghost| state.bad(seat).contains(*ghost));
    [good, bad]
}

// g, o: an exchange is seen by the two players only
#[test]
fn spectators_cannot_tell_ghosts_on_the_board_from_each_other_even_if_they_were_shown() {
    let game = negotiating(&[("repetition", "4")]);
    let (mut positions, mut shown, mut exchanges) = (0, 0, 0);
    for index in 0..40 {
        random_game(&game, &mut Seed::experiment(3).rng_at(index), |state| {
            positions += 1;
            if state.stage() == Stage::SetUp || positions % 7 != 0 {
                return;
            }
            for owner in Seat::all(2) {
                let unshown = game.view(state, &(), owner).own_unshown();
                let [good, bad] = on_board(state, owner);
                for (one, other) in
                    good.iter().flat_map(|one| bad.iter().map(move |it| (*one, *it)))
                {
                    let swapped = swapped(&game, state, owner, one, other);
                    same_in_public(&game, [state, &swapped]);
                    shown += u32::from(!unshown.contains(one) || !unshown.contains(other));
                    if game.check(state, &Action::Agree).is_ok() {
                        let step = Step::Action(state.mover(), Action::Agree);
                        let [(after, sight), (other_after, other_sight)] =
                            [state, &swapped].map(|before| {
                                let mut after = before.clone();
                                game.play(&mut after, &Action::Agree).expect("a legal action");
                                let sight = game.public_sight(before, &step, &after);
                                (after, sight)
                            });
                        assert_eq!(bytes(&sight), bytes(&other_sight));
                        same_in_public(&game, [&after, &other_after]);
                        exchanges += 1;
                    }
                }
            }
        });
    }
    assert!(shown > 10_000 && exchanges > 1000, "{shown} {exchanges}");
}

/// What the second player sees and may do, as bytes.
fn seen_by_second(game: &Geister, state: &State) -> (Vec<u8>, Vec<Action>) {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    (bytes(&game.view(state, &(), SECOND)), menu)
}

// 1.2: set-ups are chosen simultaneously and secretly
#[test]
fn a_secret_set_up_changes_nothing_for_the_other_player() {
    for game in [plain(&[]), plain(&[("repetition", "3")]), negotiating(&[])] {
        let start = game.start();
        for bad in GhostSet::setups() {
            let action = Action::SetUp(bad);
            let mut chosen = start.clone();
            game.play(&mut chosen, &action).expect("a set-up");
            assert_eq!(seen_by_second(&game, &chosen), seen_by_second(&game, &start));
            let step = Step::Action(FIRST, action);
            assert_eq!(game.sight(&start, &step, &chosen, SECOND), None);
            assert_eq!(game.public_sight(&start, &step, &chosen), None);
            same_in_public(&game, [&start, &chosen]);
            assert!(game.sight(&start, &step, &chosen, FIRST).is_some());
        }
    }
}

// 1.2
#[test]
fn play_begins_in_the_same_way_whatever_the_second_player_chose() {
    for game in [plain(&[]), negotiating(&[])] {
        let mut chosen = game.start();
        game.play(&mut chosen, &"set:ABCD".parse().expect("an action")).expect("a set-up");
        let begun = |bad| {
            let mut begun = chosen.clone();
            game.play(&mut begun, &Action::SetUp(bad)).expect("a set-up");
            let step = Step::Action(SECOND, Action::SetUp(bad));
            let sight = game.sight(&chosen, &step, &begun, FIRST);
            assert_eq!(game.public_sight(&chosen, &step, &begun), sight);
            (bytes(&sight), bytes(&game.view(&begun, &(), FIRST)), bytes(&game.public(&begun)))
        };
        let seen: HashSet<_> = GhostSet::setups().map(begun).collect();
        assert_eq!(seen.len(), 1);
    }
}
