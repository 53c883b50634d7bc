//! What players may know (section 13).

use kakehiki_catan::{Card, Hand, Node, Precision, Resource, View};
use kakehiki_core::{Awaited, Game, Observed, OngoingGame, Reply, Seed, Turn};
use rand::RngExt;

use crate::common::{Position, Table, catan, edge, hand, road, seat};

fn certain(view: &View, index: usize) -> Option<Hand> {
    view.knowledge().unwrap().certain(seat(index))
}

/// Lines 6.7 and 13.2.
#[test]
fn a_theft_is_seen_by_thief_and_victim_only() {
    let position = Position::new(4).settlements(1, &[8]).begin();
    let after = |card: &str| {
        let hands = ["", "WB", "", ""];
        let mut table = Table::new(&[], &position, &hands);
        table.run(&["roll", "dice:7", "robber:h4,P1", card]);
        table
    };
    let (wood, brick) = (after("stolen:W"), after("stolen:B"));
    for stranger in [2, 3] {
        assert_eq!(wood.view(stranger), brick.view(stranger));
        assert_eq!(certain(&wood.view(stranger), 0), None);
    }
    for witness in [0, 1] {
        assert_ne!(wood.view(witness), brick.view(witness));
        assert_eq!(certain(&wood.view(witness), 0), Some(hand("W")));
        assert_eq!(certain(&wood.view(witness), 1), Some(hand("B")));
    }
    // The two ways are equally likely, and a payment tells which it was.
    let knowledge = wood.view(2).knowledge().unwrap().clone();
    assert!((knowledge.chance_of(seat(0), hand("W")) - 0.5).abs() < 1e-12);
}

/// Line 13.1.
#[test]
fn a_monopoly_tells_what_a_theft_hid() {
    let position = Position::new(4).settlements(1, &[8]).cards(0, Card::Monopoly, 1).begin();
    let mut table = Table::new(&[], &position, &["", "WB", "", ""]);
    table.run(&["roll", "dice:7", "robber:h4,P1", "stolen:W", "monopoly:B"]);
    assert_eq!(certain(&table.view(3), 0), Some(hand("WB")));
    assert_eq!(certain(&table.view(3), 1), Some(hand("")));
}

/// Lines 13.1 and 13.2.
#[test]
fn discards_are_private_as_far_as_the_bank_does_not_tell() {
    let hands = ["WWWWBBBB", "SSSSHHHH", "", ""];
    let after = |bank: &str, discards: [&str; 2]| {
        let mut table = Table::new(&[("bank", bank)], &Position::new(4).begin(), &hands);
        table.run(&["roll", "dice:7", discards[0], discards[1]]);
        table
    };
    let ways = [["discard:WWBB", "discard:SSHH"], ["discard:WWWW", "discard:SSSS"]];
    let [one, other] = ways.map(|way| after("closed", way));
    assert_eq!(one.view(3), other.view(3));
    assert_eq!(certain(&one.view(3), 0), None);
    assert_eq!(certain(&one.view(0), 0), Some(hand("WWBB")));
    // Here the open bank tells all: the two hands share no kind.
    let open = after("open", ways[0]);
    assert_eq!(certain(&open.view(3), 0), Some(hand("WWBB")));
}

/// Line 6.3.
#[test]
fn nobody_sees_a_discard_before_all_have_chosen() {
    let hands = ["WWWWBBBB", "SSSSHHHH", "", ""];
    let mut table = Table::new(&[], &Position::new(4).begin(), &hands);
    table.run(&["roll", "dice:7"]);
    let before = [1, 2, 3].map(|index| table.view(index));
    table.run(&["discard:WWBB"]);
    assert_eq!(before, [1, 2, 3].map(|index| table.view(index)));
    let mut rng = Seed::experiment(1).rng();
    let world = table.game.sample(&table.view(1), &mut rng);
    assert_eq!(table.game.turn(&world), Turn::Seat(seat(1)));
}

/// Lines 8.5, 9.7 and 13.2.
#[test]
fn bought_cards_are_seen_by_the_buyer_only() {
    let after = |card: &str| {
        let mut table = Table::new(&[], &Position::new(4), &["SHO", "", "", ""]);
        table.run(&["buy", card]);
        table
    };
    let (knight, point) = (after("card:knight"), after("card:victory-point"));
    assert_eq!(knight.view(1), point.view(1));
    assert_ne!(knight.view(0), point.view(0));
    assert_eq!(knight.view(1).players()[0].card_count(), 1);
}

/// Line 2.7.
#[test]
fn worlds_hold_cards_with_their_true_probabilities() {
    let mut table = Table::new(&[], &Position::new(4), &["SHO", "", "", ""]);
    table.run(&["buy", "card:monopoly"]);
    let view = table.view(2);
    let mut rng = Seed::experiment(2).rng();
    let draws = 20_000;
    let mut counts = [0_u32; 5];
    for _ in 0..draws {
        let world = table.game.sample(&view, &mut rng);
        for card in Card::ALL {
            counts[card.index()] += u32::from(world.cards(seat(0)).count(card));
        }
    }
    let statistic: f64 = counts
        .iter()
        .zip(Card::COUNTS)
        .map(|(count, share)| {
            let expected = f64::from(draws) * f64::from(share) / 25.0;
            (f64::from(*count) - expected).powi(2) / expected
        })
        .sum();
    // A false alarm in a million seeds: chi-square with four degrees of freedom.
    assert!(statistic < 33.38, "{statistic}");
}

#[test]
fn a_player_who_has_not_won_holds_no_winning_points() {
    // Nine points on the table: the two cards are no victory points.
    let position =
        Position::new(4).cities(0, &[18, 8, 0, 2]).settlements(0, &[16]).cards(0, Card::Knight, 2);
    let table = Table::new(&[], &position, &[""; 4]);
    let mut rng = Seed::experiment(3).rng();
    for _ in 0..200 {
        let world = table.game.sample(&table.view(1), &mut rng);
        assert_eq!(world.cards(seat(0)).count(Card::VictoryPoint), 0);
    }
}

/// A player ended a turn with nine points, two cards among them, and then lost the award.
#[test]
fn cards_that_did_not_win_are_no_points_when_the_award_is_lost() {
    let position = Position::new(4)
        .cities(0, &[18, 8, 0])
        .settlements(0, &[16])
        .path(0, &[20, 26, 32, 37, 42, 46, 50])
        .longest_road(0)
        .cards(0, Card::Knight, 2)
        .path(1, &[37, 31]);
    let mut table = Table::new(&[("trading", "off")], &position, &["SSHHO", "WBSH", "", ""]);
    table.run(&["end", "roll", "dice:12", "settlement:n37", "end"]);
    assert_eq!((table.state.points(seat(0)), table.state.longest_road()), (7, None));
    table.run(&["roll", "dice:12", "end", "roll", "dice:12", "end", "roll", "dice:12", "buy"]);
    table.run(&["card:knight"]);
    let mut rng = Seed::experiment(6).rng();
    let mut counts = [0_u32; 4];
    for _ in 0..2000 {
        let world = table.game.sample(&table.view(2), &mut rng);
        counts[usize::from(world.cards(seat(0)).count(Card::VictoryPoint))] += 1;
        assert_eq!(table.game.view(&world, &table.memories[2], seat(2)), table.view(2));
    }
    // The new card alone may be a point. Of the 25 cards the first two are not, so it is one of 23
    // of which five are: 435 of 2,000, and 92 are five standard deviations.
    assert!(counts[0] + counts[1] == 2000 && counts[1].abs_diff(435) < 92, "{counts:?}");
}

/// Line 13.2.
#[test]
fn open_hands_are_in_the_view() {
    let table = Table::new(&[("hands", "open")], &Position::new(4), &["W", "BB", "", "O"]);
    let view = table.view(2);
    assert_eq!(view.players()[1].hand(), Some(hand("BB")));
    assert!(view.knowledge().is_none());
    let hidden = Table::new(&[], &Position::new(4), &["W", "BB", "", "O"]);
    assert_eq!(hidden.view(2).players()[1].hand(), None);
    assert_eq!(hidden.view(1).hand().count(Resource::Brick), 2);
}

/// Section 16: points may be kept from the view.
#[test]
fn points_are_announced_unless_options_hide_them() {
    let position = Position::new(4).settlements(0, &[0]);
    let announced = Table::new(&[], &position, &[""; 4]).view(1);
    assert_eq!(announced.players()[0].points(), Some(1));
    let hidden = Table::new(&[("points", "hidden")], &position, &[""; 4]).view(1);
    assert_eq!(hidden.players()[0].points(), None);
}

#[test]
fn the_true_hands_are_always_possible() {
    for options in [&[][..], &[("bank", "closed")], &[("trading", "off"), ("discards", "open")]] {
        let mut options = options.to_vec();
        options.push(("turn-cap", "120"));
        let game = catan(&options);
        let mut rng = Seed::experiment(21).rng();
        let (mut menu, mut branched, mut exact) = (Vec::new(), 0, 0);
        for _ in 0..8 {
            let mut table = OngoingGame::new(game, Seed::experiment(21));
            loop {
                match table.awaited() {
                    Awaited::Nobody(_) => break,
                    Awaited::Chance => {
                        table.resolve(game.draw(table.state(), &mut rng)).unwrap();
                    }
                    Awaited::Seat(_) => {
                        table.menu(&mut menu);
                        table.answer(Reply::Action(menu[rng.random_range(0..menu.len())]));
                    }
                }
                let truth = [0, 1, 2, 3].map(|index| table.state().hand(seat(index)));
                for index in 0..4 {
                    let view = table.view(seat(index));
                    let knowledge = view.knowledge().unwrap();
                    let is_possible =
                        knowledge.possibilities().any(|(hands, _)| hands.as_slice() == truth);
                    assert!(is_possible || knowledge.precision() == Precision::Sampled);
                    branched += u32::from(knowledge.count() > 1);
                    exact += u32::from(knowledge.is_exact());
                }
            }
        }
        assert!(branched > 1000 && exact > 1000, "{options:?}: {branched} {exact}");
    }
}

/// Line 9.7: the points are revealed when they make the win.
#[test]
fn worlds_of_an_ended_game_hold_the_points_that_the_winner_turned_over() {
    // All that is left to make ten are four hidden points, which chance alone would rarely deal.
    let position = Position::new(4)
        .cities(0, &[18, 8, 0])
        .cards(0, Card::VictoryPoint, 3)
        .cards(1, Card::VictoryPoint, 1)
        .cards(1, Card::Knight, 3);
    let mut table = Table::new(&[], &position, &["SHO", "", "", ""]);
    assert_eq!(table.state.points(seat(0)), 9);
    table.run(&["buy", "card:victory-point"]);
    assert!(matches!(table.game.turn(&table.state), Turn::Over(_)));
    let mut rng = Seed::experiment(4).rng();
    for _ in 0..200 {
        let world = table.game.sample(&table.view(2), &mut rng);
        assert_eq!(world.cards(seat(0)).count(Card::VictoryPoint), 4);
    }
}

/// Line 13.1: all that is public is in the view of a player who has nothing to do with it.
#[test]
fn views_hold_what_is_public() {
    let position = Position::new(4)
        .settlements(0, &[18])
        .cities(0, &[8])
        .path(0, &[18, 13])
        .knights(1, 3)
        .largest_army(1)
        .played(Card::Monopoly, 1)
        .cards(0, Card::Knight, 2)
        .robber(4);
    let mut table = Table::new(&[], &position.begin(), &["WWB", "O", "", ""]);
    table.run(&["roll", "dice:5"]);
    let view = table.view(3);
    assert_eq!(view.board(), table.state.board());
    assert_eq!(
        (view.robber(), view.last_roll(), view.mover()),
        (table.state.robber(), Some(5), seat(0))
    );
    let player = &view.players()[0];
    assert_eq!(player.settlements().map(Node::index).collect::<Vec<_>>(), [18]);
    assert_eq!(player.cities().map(Node::index).collect::<Vec<_>>(), [8]);
    assert_eq!(player.roads().collect::<Vec<_>>(), [edge(18, 13)]);
    assert_eq!((player.hand_size(), player.card_count(), player.road_length()), (5, 2, 1));
    assert_eq!((view.players()[1].knights(), view.largest_army()), (3, Some(seat(1))));
    assert_eq!((view.played().count(Card::Monopoly), view.deck_size()), (1, 25 - 6));
    assert_eq!((view.bank(), view.has_open_bank()), (table.state.bank(), true));
    assert_eq!(certain(&view, 0), Some(hand("WWWWB")), "and what the roll gave");
    // Two players trade, one builds, and all see the cards.
    table.run(&["offer:W>O@1", "accept", "confirm:P1", &road(18, 23)]);
    let view = table.view(3);
    assert_eq!((certain(&view, 0), certain(&view, 1)), (Some(hand("WWO")), Some(hand("W"))));
}

/// Line 13.1: of a closed bank only the stacks that are nearly gone are seen.
#[test]
fn a_closed_bank_is_not_counted() {
    let hands = ["", "", "", "OOOOOOOOOOOOOOOOOOWW"];
    let closed = Table::new(&[("bank", "closed")], &Position::new(4), &hands).view(0);
    assert_eq!((closed.bank(), closed.has_open_bank()), (hand("WWBBSSHHO"), false));
    let open = Table::new(&[], &Position::new(4), &hands).view(0);
    assert_eq!((open.bank().count(Resource::Wood), open.has_open_bank()), (17, true));
}

/// Line 13.2: tables may discard openly.
#[test]
fn open_discards_are_seen_by_all() {
    let hands = ["WWWWBBBB", "WWWWBBBB", "", ""];
    for discards in ["hidden", "open"] {
        let options = [("discards", discards), ("bank", "closed")];
        let mut table = Table::new(&options, &Position::new(4).begin(), &hands);
        table.run(&["roll", "dice:7", "discard:WWBB", "discard:WWWW"]);
        let known = [0, 1].map(|index| certain(&table.view(3), index));
        let seen = [Some(hand("WWBB")), Some(hand("BBBB"))];
        assert_eq!(known, if discards == "open" { seen } else { [None; 2] });
    }
}
