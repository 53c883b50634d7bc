//! What players may wonder about.

use kakehiki_catan::{Card, Fact};
use kakehiki_core::{Observed, Seed};

use crate::common::{Position, Table, seat};

fn facts(table: &Table, viewer: usize) -> Vec<String> {
    table.game.facts(&table.view(viewer)).iter().map(ToString::to_string).collect()
}

/// After a theft that it did not see, a player wonders which card it was.
#[test]
fn hidden_thefts_leave_facts_open() {
    let position = Position::new(4).settlements(1, &[8]).begin();
    let mut table = Table::new(&[], &position, &["", "WB", "", ""]);
    assert!(facts(&table, 2).is_empty(), "all hands are known");
    table.run(&["roll", "dice:7", "robber:h4,P1", "stolen:W"]);
    let open = ["P0:wood>=1", "P0:brick>=1", "P1:wood>=1", "P1:brick>=1"];
    assert_eq!(facts(&table, 2), open);
    assert!(facts(&table, 0).is_empty() && facts(&table, 1).is_empty(), "they saw it");
    let truth = open.map(|text| table.game.holds(&table.state, &text.parse().unwrap()));
    assert_eq!(truth, [true, false, false, true]);
}

#[test]
fn open_hands_leave_none_but_those_of_development_cards() {
    let position = Position::new(4).cards(0, Card::Monopoly, 1).cards(1, Card::Knight, 2);
    let table = Table::new(&[("hands", "open")], &position, &["W", "BB", "", "O"]);
    let open = facts(&table, 0);
    assert_eq!(open.len(), 9, "{open:?}: two of each kind, of monopolies one");
    assert!(open.iter().all(|text| text.starts_with("P1:")));
    assert!(open.contains(&"P1:monopoly>=1".to_owned()));
    assert!(!open.contains(&"P1:monopoly>=2".to_owned()));
}

/// A player one point short of the win holds no points, and a winner's are on the table.
#[test]
fn points_that_would_have_won_are_not_open() {
    let position = Position::new(4)
        .cities(0, &[18, 8, 0])
        .settlements(0, &[16, 2])
        .cards(0, Card::VictoryPoint, 1)
        .cards(0, Card::Knight, 1);
    let mut table = Table::new(&[], &position, &["HHOOO", "", "", ""]);
    let points = |table: &Table| {
        facts(table, 1)
            .into_iter()
            .filter(|text| text.contains("victory-point"))
            .collect::<Vec<_>>()
    };
    assert_eq!(points(&table), ["P0:victory-point>=1"]);
    table.run(&["city:n16"]);
    assert!(points(&table).is_empty());
    assert!(facts(&table, 1).contains(&"P0:knight>=1".to_owned()));
}

/// What is not listed is decided: true or false in every world.
#[test]
fn facts_that_are_not_open_are_the_same_in_all_worlds() {
    let position = Position::new(3).settlements(1, &[8]).cards(1, Card::Knight, 2).begin();
    let mut table = Table::new(&[("players", "3")], &position, &["W", "WWB", "OOOOOOOOHH"]);
    table.run(&["roll", "dice:7", "discard:OOOOH", "robber:h4,P1", "stolen:W"]);
    let view = table.view(2);
    let open = table.game.facts(&view);
    let mut rng = Seed::experiment(1).rng();
    let worlds: Vec<_> = (0..200).map(|_| table.game.sample(&view, &mut rng)).collect();
    let (mut decided, mut both) = (0, 0);
    for other in [0, 1] {
        for word in ["wood", "brick", "ore", "knight", "victory-point", "monopoly"] {
            for least in 1..=4 {
                let fact: Fact = format!("P{other}:{word}>={least}").parse().unwrap();
                assert_eq!(fact.seat, seat(other));
                let count = worlds.iter().filter(|world| table.game.holds(world, &fact)).count();
                if open.contains(&fact) {
                    both += u32::from(count > 0 && count < worlds.len());
                } else {
                    assert!(count == 0 || count == worlds.len(), "{fact}: {count}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > 20 && both > 3, "{decided} {both}");
}
