//! What the named sets of rules do otherwise than the printed ones (sections 15 and 16).

use kakehiki_catan::{Card, Chance, Resource};
use kakehiki_core::{Game, Seed, Turn};

use crate::common::{Position, catan, is_legal, random_step, run, seat};

/// Section 15.
#[test]
fn jsettlers_has_an_unlimited_bank_and_spirals_both_ways() {
    let game = catan(&[("rules", "jsettlers")]);
    let mut state = Position::new(4)
        .hand(3, &"O".repeat(19))
        .settlements(0, &[8])
        .settlements(1, &[18])
        .begin()
        .state(&game);
    run(&game, &mut state, &["roll", "dice:8"]);
    let ore = |index| state.hand(seat(index)).count(Resource::Ore);
    assert_eq!((ore(0), ore(1)), (1, 1));
    let mut rng = Seed::experiment(1).rng();
    let mut state = game.start();
    while state.board().terrain(state.robber()).is_none() || game.chances(&state).len() < 12 {
        random_step(&game, &mut state, &mut Vec::new(), &mut rng);
    }
    let chances = game.chances(&state);
    let is_clockwise =
        |chance: &Chance| matches!(chance, Chance::Spiral { is_clockwise: true, .. });
    assert_eq!(chances.iter().filter(|(chance, _)| is_clockwise(chance)).count(), 6);
}

/// Section 15.
#[test]
fn catanatron_pays_nothing_when_short_and_robs_only_those_with_cards() {
    let game = catan(&[("rules", "catanatron")]);
    let mut state = Position::new(4)
        .hand(3, &"O".repeat(18))
        .cities(0, &[8])
        .settlements(1, &[18])
        .begin()
        .state(&game);
    run(&game, &mut state, &["roll", "dice:8"]);
    assert_eq!(state.hand(seat(0)).total(), 0);
    let mut state =
        Position::new(4).settlements(1, &[18]).cards(0, Card::Knight, 1).begin().state(&game);
    run(&game, &mut state, &["knight"]);
    assert!(is_legal(&game, &state, "robber:h4") && !is_legal(&game, &state, "robber:h4,P1"));
}

/// Section 16.
#[test]
fn nakazawa2018_is_for_two_without_harbours_and_with_any_card() {
    let game = catan(&[("rules", "nakazawa2018")]);
    assert_eq!(game.seats(), 2);
    let mut rng = Seed::experiment(2).rng();
    let mut menu = Vec::new();
    let (mut knights, mut trades) = (0, 0);
    for _ in 0..20 {
        let mut state = game.start();
        loop {
            if let Turn::Seat(_) = game.turn(&state) {
                game.menu(&state, &mut menu);
                let hand = state.hand(state.mover());
                for action in &menu {
                    if let kakehiki_catan::Action::Bank(give, _) = action {
                        assert!(hand.count(*give) >= 4, "only four for one");
                        trades += 1;
                    }
                }
            }
            if random_step(&game, &mut state, &mut menu, &mut rng).is_none() {
                break;
            }
        }
        assert!((0..9).all(|place| state.board().harbour(place).is_none()));
        knights += u32::from(state.played().count(Card::Knight));
    }
    assert!(knights > 0 && trades > 0);
}

/// Section 16: the printed rules for two are a setting of their own.
#[test]
fn the_printed_rules_have_tables_of_two_to_four() {
    for players in 2..=4 {
        assert_eq!(catan(&[("players", &players.to_string())]).seats(), players);
    }
}
