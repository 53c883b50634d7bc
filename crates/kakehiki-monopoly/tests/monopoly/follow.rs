//! Keeping a player's view from what that player saw, without the table.

use kakehiki_core::{Awaited, Follower, Game, Observed, Seat, Seed, carry_on};
use kakehiki_monopoly::{Action, Sight};

use crate::common::{FIRST, SECOND, monopoly, watch};

#[test]
fn every_seat_can_be_followed_through_whole_games() {
    for rules in ["official", "moyer2020"] {
        let game = monopoly(&[("rules", rules), ("players", "3"), ("max-turns", "80")]);
        let seed = Seed::experiment(11);
        let mut followers: Vec<Follower<_>> =
            Seat::all(3).map(|seat| Follower::new(game, seat, seed)).collect();
        let (mut menu, mut kept, mut asked) = (Vec::new(), Vec::new(), 0);
        watch(&game, seed, |ongoing, _| {
            for (seat, follower) in Seat::all(3).zip(&mut followers) {
                if let Some(sight) = ongoing.sight(seat) {
                    follower.see(sight).unwrap_or_else(|error| panic!("{error}"));
                }
                assert_eq!(*follower.view(), ongoing.view(seat));
            }
            if let Awaited::Seat(seat) = ongoing.awaited() {
                asked += 1;
                ongoing.menu(&mut menu);
                followers[seat.index()].menu(&mut kept);
                assert_eq!(menu, kept);
            }
        });
        assert!(asked > 100, "{asked}");
    }
}

#[test]
fn a_proposal_that_no_menu_lists_can_be_followed() {
    let game = monopoly(&[("players", "2"), ("trading", "own-turn")]);
    let mut follower = Follower::new(game, SECOND, Seed::experiment(12));
    let sights = [
        (FIRST, "roll"),
        (SECOND, "dice:1-2"),
        (FIRST, "buy"),
        (FIRST, "propose:P0:3>P1:$1"),
        (SECOND, "counter:P0:3>P1:$2"),
        (FIRST, "accept"),
    ];
    for (seat, text) in sights {
        let sight = match text.parse::<Action>() {
            Ok(action) => Sight::Action(seat, action),
            Err(_) => Sight::Chance(text.parse().expect("an outcome of chance")),
        };
        follower.see(&sight).unwrap_or_else(|error| panic!("{error}"));
    }
    let state = follower.view().state();
    assert_eq!((state.cash(FIRST), state.cash(SECOND)), (1442, 1498));
}

#[test]
fn a_sight_that_the_rules_do_not_allow_refutes_a_world() {
    let game = monopoly(&[]);
    let mut rng = Seed::experiment(13).rng();
    for text in ["end", "buy", "bankrupt"] {
        let sight = Sight::Action(FIRST, text.parse().expect("an action"));
        assert!(!carry_on(&game, &mut game.start(), FIRST, &sight, &mut rng), "{text}");
    }
    let not_its_turn = Sight::Action(SECOND, Action::Roll);
    assert!(!carry_on(&game, &mut game.start(), FIRST, &not_its_turn, &mut rng));
    assert!(game.facts(&game.view(&game.start(), &(), FIRST)).is_empty());
}
