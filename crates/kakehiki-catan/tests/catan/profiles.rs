//! What the named sets of rules do otherwise than the printed ones (sections 15 and 16).

use kakehiki_catan::{Card, Catan, Chance, Resource, Stage};
use kakehiki_core::{Ending, Game, Observed, Seed, Turn};

use crate::common::{Position, Table, catan, hand, is_legal, random_step, road, run, seat};

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
fn catanatron_plays_no_road_building_without_a_road() {
    let game = catan(&[("rules", "catanatron")]);
    let state = Position::new(4).cards(0, Card::RoadBuilding, 1).state(&game);
    assert!(!is_legal(&game, &state, "road-building"));
}

/// Only the release lets a card be played in the turn in which it was bought, but no other than a knight
/// before the roll, and no road building without the price of a road.
#[test]
fn the_release_of_catanatron_plays_cards_in_its_own_way() {
    for (rules, is_release) in [("catanatron", false), ("catanatron-3.2", true)] {
        let game = catan(&[("rules", rules)]);
        let mut state = Position::new(4).hand(0, "SHO").begin().state(&game);
        run(&game, &mut state, &["roll", "dice:2", "buy", "card:knight"]);
        assert_eq!(is_legal(&game, &state, "knight"), is_release, "{rules}");
        let table = || Position::new(4).settlements(0, &[8]).cards(0, Card::RoadBuilding, 1);
        let mut poor = table().begin().state(&game);
        let mut rich = table().cards(0, Card::Monopoly, 1).hand(0, "WB").begin().state(&game);
        for card in ["road-building", "monopoly:W"] {
            assert_eq!(
                is_legal(&game, &rich, card),
                !is_release,
                "{rules}: {card} before the roll"
            );
        }
        for state in [&mut poor, &mut rich] {
            run(&game, state, &["roll", "dice:2"]);
        }
        assert_eq!(is_legal(&game, &poor, "road-building"), !is_release, "{rules}");
        assert!(is_legal(&game, &rich, "road-building"), "{rules}");
    }
}

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

/// The sets of rules that section 15 compares.
const COMPARED: [&str; 3] = ["printed", "jsettlers", "catanatron"];

/// A row of section 15: whether something is so by each set of rules.
fn row(expected: [bool; 3], question: impl Fn(&Catan) -> bool) {
    for (rules, expected) in COMPARED.into_iter().zip(expected) {
        assert_eq!(question(&catan(&[("rules", rules)])), expected, "{rules}");
    }
}

/// Section 15: bank supply, and a shortage with one player due.
#[test]
fn supplies_and_shortages_differ() {
    row([true, false, true], |game| game.start().bank().total() == 95);
    row([true, true, false], |game| {
        // Eighteen ore are in the hand of P3, and a city is due two.
        let position = Position::new(4).hand(3, &"O".repeat(18)).cities(0, &[8]);
        let mut state = position.begin().state(game);
        run(game, &mut state, &["roll", "dice:8"]);
        state.hand(seat(0)).total() > 0
    });
}

/// Section 15: robber victims, and the discard as one set.
#[test]
fn victims_and_discards_differ() {
    row([true, false, false], |game| {
        let position = Position::new(4).settlements(1, &[8]).begin();
        let mut state = position.state(game);
        run(game, &mut state, &["roll", "dice:7"]);
        is_legal(game, &state, "robber:h4,P1")
    });
    row([true, true, false], |game| {
        let mut state = Position::new(4).hand(0, "WWWWBBBB").begin().state(game);
        run(game, &mut state, &["roll", "dice:7"]);
        is_legal(game, &state, "discard:WWBB")
    });
    // One card at a time, in the order of the seats.
    let game = catan(&[("rules", "catanatron")]);
    let mut state = Position::new(4).hand(0, "WWWWWWWW").hand(2, "BBBBBBBB").begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    for (discarder, card) in [(0, "discard:W"), (2, "discard:B")] {
        for _ in 0..4 {
            assert_eq!(game.turn(&state), Turn::Seat(seat(discarder)));
            run(&game, &mut state, &[card]);
        }
    }
}

/// Section 15: any card may be played before the roll by all.
#[test]
fn cards_before_the_roll_do_not_differ() {
    row([true; 3], |game| {
        let state = Position::new(4).cards(0, Card::Monopoly, 1).begin().state(game);
        is_legal(game, &state, "monopoly:W")
    });
}

/// Section 15: acceptance, counter-offers, and offers of cards that are not there.
#[test]
fn trades_differ() {
    let position = Position::new(4).hand(0, "W").hand(1, "OS").hand(2, "O");
    row([false, true, false], |game| {
        let mut state = position.state(game);
        run(game, &mut state, &["offer:W>O@12", "accept"]);
        state.stage() == Stage::Act
    });
    row([true, true, false], |game| {
        let mut state = position.state(game);
        run(game, &mut state, &["offer:W>O@1"]);
        is_legal(game, &state, "counter:S>W")
    });
    row([false, false, true], |game| is_legal(game, &position.state(game), "offer:B>O@1"));
}

/// Section 15: the win check.
#[test]
fn wins_differ() {
    row([false, false, true], |game| {
        // P0 cuts P1's road, and P2 gets the award and its tenth point.
        let mut state = Position::new(4)
            .path(0, &[37, 31])
            .path(1, &[20, 26, 32, 37, 42, 46, 50])
            .longest_road(1)
            .path(2, &[11, 16, 21, 27, 33, 38])
            .cities(2, &[18, 8, 0, 2])
            .hand(0, "WBSH")
            .state(game);
        run(game, &mut state, &["settlement:n37"]);
        assert_eq!(state.points(seat(2)), 10);
        matches!(game.turn(&state), Turn::Over(_))
    });
}

/// Section 15: a road counts to the building of an opponent in every set of rules.
#[test]
fn lengths_do_not_differ() {
    row([true; 3], |game| {
        let state =
            Position::new(4).path(0, &[11, 16, 21, 27, 33]).settlements(1, &[33]).state(game);
        state.road_length(seat(0)) == 4
    });
}

/// Section 15: a year of plenty with a bank that is short.
#[test]
fn years_of_plenty_differ() {
    let position = Position::new(4).cards(0, Card::YearOfPlenty, 1).hand(1, &"O".repeat(18));
    let may = |game: &Catan, action: &str| is_legal(game, &position.state(game), action);
    row([false, false, true], |game| may(game, "plenty:O"));
    row([false, true, false], |game| may(game, "plenty:OO"));
    row([true; 3], |game| may(game, "plenty:WO"));
}

/// Section 15: the ways of the spiral, and the caps of turns.
#[test]
fn spirals_and_caps_differ() {
    // At random, the first of the red numbers may go to each of the eighteen hexes.
    let random = [("catanatron", "random", 18)];
    let spirals = COMPARED.into_iter().zip([6, 12, 6]).map(|(rules, ways)| (rules, "spiral", ways));
    for (rules, numbers, ways) in spirals.chain(random) {
        let game = catan(&[("rules", rules), ("numbers", numbers)]);
        let mut state = game.start();
        for letter in "WSHBOWSHBODWSHBOWSH".chars() {
            run(&game, &mut state, &[&format!("terrain:{letter}")]);
        }
        assert_eq!(game.chances(&state).len(), ways, "{rules}, {numbers}");
    }
    row([true, false, true], |game| {
        let mut state = Position::new(4).turns(1000).state(game);
        run(game, &mut state, &["end"]);
        game.turn(&state) == Turn::Over(Ending::Undecided)
    });
}

/// Section 16: numbers anywhere, cities without limit, five settlements, no harbours, points that
/// are not announced, and otherwise the printed rules.
#[test]
fn nakazawa2018_has_its_own_table() {
    let game = catan(&[("rules", "nakazawa2018")]);
    let mut state = game.start();
    assert_eq!(state.stock(seat(0)), [15, 5, 54]);
    assert_eq!(state.bank().total(), 95);
    for letter in "WSHBOWSHBODWSHBOWSH".chars() {
        run(&game, &mut state, &[&format!("terrain:{letter}")]);
    }
    // Any token on any hex: a six beside a six.
    assert_eq!(game.chances(&state).len(), 10);
    run(&game, &mut state, &["token:h0,6", "token:h1,6", "token:h2,8"]);
    let mut rng = Seed::experiment(3).rng();
    while game.turn(&state) == Turn::Chance {
        random_step(&game, &mut state, &mut Vec::new(), &mut rng);
    }
    assert_eq!(state.stage(), Stage::Found);
    assert!((0..9).all(|place| state.board().harbour(place).is_none()));
    assert_eq!(game.view(&state, &None, seat(0)).players()[1].points(), None);
    // What a seven does is printed.
    for (node, end) in [(0, 3), (2, 6), (51, 47), (53, 50)] {
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    run(&game, &mut state, &["roll", "dice:7"]);
    assert_eq!(state.stage(), Stage::Robber);
}

/// Section 16: all trades between players are public.
#[test]
fn trades_are_public_in_nakazawa2018() {
    let options = [("rules", "nakazawa2018"), ("players", "4"), ("harbours", "fixed")];
    let options = [&options[..], &[("cities", "4"), ("deck", "finite")]].concat();
    let mut table = Table::new(&options, &Position::new(4), &["WW", "O", "", ""]);
    table.run(&["offer:WW>O@1", "accept", "confirm:P1"]);
    let view = table.view(3);
    let certain = |index| view.knowledge().unwrap().certain(seat(index));
    assert_eq!((certain(0), certain(1)), (Some(hand("O")), Some(hand("WW"))));
}
