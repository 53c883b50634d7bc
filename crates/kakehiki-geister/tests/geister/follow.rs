//! Keeping a player's view from what that player saw, without the truth.

use kakehiki_core::{Follower, Observed, Seat, Seed, carry_on};
use kakehiki_geister::{Action, Capture, Fate, Geister, GhostSet, Sight, Stage};

use crate::common::{
    FIRST, SECOND, begin, board, ghost, ghosts, negotiating, plain, play_all, sight_of, view, watch,
};

#[test]
fn the_first_world_that_is_drawn_for_a_sight_goes_on_to_it() {
    for game in [plain(&[]), negotiating(&[("repetition", "4"), ("skip", "on")])] {
        let (mut escapes, mut captures, mut exchanges) = (0, 0, 0);
        for index in 0..120 {
            let seed = Seed::experiment(5).derive("game", index);
            let mut rng = seed.derive("world", 0).rng();
            let mut before = None;
            watch(&game, seed, |ongoing, _| {
                let views = [FIRST, SECOND].map(|seat| ongoing.view(seat));
                for (seat, old) in Seat::all(2).zip(before.iter().flatten()) {
                    let Some(sight) = ongoing.sight(seat) else { continue };
                    let mut world = game.sample_towards(old, sight, &mut rng);
                    assert!(carry_on(&game, &mut world, seat, sight, &mut rng), "{sight:?}");
                    assert_eq!(game.view(&world, &(), seat), views[seat.index()]);
                    match sight {
                        Sight::Moved { action: Action::Escape(_), .. } => escapes += 1,
                        Sight::Moved { captured: Some(_), .. } => captures += 1,
                        Sight::Exchanged { .. } => exchanges += 1,
                        _ => {}
                    }
                }
                before = Some(views);
            });
        }
        assert!(escapes > 10 && captures > 100, "{game:?}: {escapes} {captures}");
        assert_eq!(exchanges > 100, game.negotiates(), "{game:?}: {exchanges}");
    }
}

/// A follower of `seat` that was told its own set-up and that play has begun.
fn follower(game: &Geister, seat: Seat, own_bad: &str) -> Follower<Geister> {
    let mut follower = Follower::new(*game, seat, Seed::experiment(6));
    follower.see(&Sight::SetUp(ghosts(own_bad))).expect("a set-up");
    if seat == FIRST {
        follower.see(&Sight::Begun).expect("the start of play");
    }
    follower
}

#[test]
fn both_players_can_be_followed_through_the_secret_set_ups() {
    let game = plain(&[("repetition", "2")]);
    let state = begin(&game, "ABCD", "AFGH");
    for (seat, own_bad) in [(FIRST, "ABCD"), (SECOND, "AFGH")] {
        let follower = follower(&game, seat, own_bad);
        assert_eq!(*follower.view(), view(&game, &state, seat));
    }
    // The second player is asked without having seen the first one choose.
    let asked = Follower::new(game, SECOND, Seed::experiment(6));
    let mut menu = Vec::new();
    asked.menu(&mut menu);
    assert_eq!(menu.len(), 70);
    assert_eq!(asked.view().stage(), Stage::SetUp);
}

#[test]
fn what_cannot_have_happened_is_refused_and_changes_nothing() {
    let game = negotiating(&[]);
    let mut follower = follower(&game, FIRST, "ABCD");
    let action = |text: &str| text.parse::<Action>().expect("an action");
    let said = |seat, text: &str| Sight::Said { seat, action: action(text) };
    for text in ["ask:C", "for:D"] {
        let seat = if text == "ask:C" { FIRST } else { SECOND };
        follower.see(&said(seat, text)).expect("what the rules allow");
    }
    let before = follower.view().clone();
    let exchanged =
        |seen, is_bad, shown| Sight::Exchanged { seen: ghost(seen), is_bad, shown: ghost(shown) };
    let captured = Some(Capture { ghost: ghost('H'), is_bad: true });
    for impossible in [
        Sight::SetUp(ghosts("ABCD")),
        Sight::Begun,
        exchanged('D', true, 'D'),
        exchanged('C', true, 'E'),
        Sight::Moved { seat: FIRST, action: action("A,N"), captured },
    ] {
        let error = follower.see(&impossible).expect_err("impossible");
        assert_eq!(error.seat, FIRST, "{impossible:?}");
        assert_eq!(*follower.view(), before, "{impossible:?}");
    }
    follower.see(&exchanged('C', true, 'D')).expect("what the rules allow");
    assert_eq!(follower.view().known_bad(), ghosts("C"));
}

#[test]
fn a_server_that_allows_more_is_followed() {
    let game = negotiating(&[]);
    let mut follower = follower(&game, FIRST, "ABCD");
    assert_eq!(follower.view().stage(), Stage::Request);
    assert!(follower.check(&Action::Pass).is_err(), "a request is mandatory here");
    follower.see(&Sight::Said { seat: FIRST, action: Action::Pass }).expect("a step");
    assert_eq!(follower.view().stage(), Stage::Move);
}

#[test]
fn a_sight_refutes_worlds_of_another_colour() {
    let game = plain(&[]);
    // The first player may capture a ghost, the second may escape with one.
    let state = board("..r.b./..B..R/....../....../....../b.r...", FIRST);
    let mut rng = Seed::experiment(7).rng();
    let capture = sight_of(&game, &state, "A,N", FIRST).expect("a sight");
    let mut after = state.clone();
    play_all(&game, &mut after, &["B,N"]);
    let leaver = game.view(&after, &(), SECOND).own_on_board().iter().find(|ghost| {
        state.fate(SECOND, *ghost).square().is_some_and(|square| square.is_exit_of(SECOND))
    });
    let leaver = leaver.expect("a ghost on an exit");
    let escape = sight_of(&game, &after, &format!("{leaver},exit"), FIRST).expect("a sight");
    let victim = |bad: GhostSet| {
        let Sight::Moved { captured: Some(Capture { ghost, is_bad }), .. } = capture else {
            panic!("a capture");
        };
        bad.contains(ghost) == is_bad
    };
    for bad in GhostSet::setups() {
        let view = view(&game, &state, FIRST);
        if !view.worlds().contains(&bad) {
            continue;
        }
        let mut world = view.world(bad);
        assert_eq!(carry_on(&game, &mut world, FIRST, &capture, &mut rng), victim(bad));
        let mut world = game.view(&after, &(), FIRST).world(bad);
        let is_possible = carry_on(&game, &mut world, FIRST, &escape, &mut rng);
        assert_eq!(is_possible, !bad.contains(leaver));
        if is_possible {
            assert_eq!(world.fate(SECOND, leaver), Fate::Escaped);
        }
    }
}

#[test]
fn spectators_sights_are_nobodys_own() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:C", "for:D"]);
    let Stage::Negotiation(session) = state.stage() else { panic!("a negotiation") };
    let agreed = Sight::Agreed(session.on_table().expect("an exchange"));
    let mut rng = Seed::experiment(8).rng();
    for seat in Seat::all(2) {
        assert_eq!(game.step_towards(&state, seat, &agreed, &mut rng), None);
        assert_ne!(sight_of(&game, &state, "agree", seat), Some(agreed.clone()));
    }
}
