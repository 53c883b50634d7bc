//! What is told about games to those who may know everything.

use kakehiki_core::{Event, Log, Occupant, Seat};
use kakehiki_games::{Numbers, Table};

use crate::table;

/// The log of a whole game of these agents.
fn played(table: &dyn Table, agents: &[&str]) -> Log {
    let seats = agents.iter().map(|name| Occupant::Agent((*name).to_owned())).collect();
    let mut game = table.begin(seats, Numbers { seed: 5, ..Numbers::default() }).unwrap();
    while game.advance() {}
    Log { header: game.header().clone(), events: game.events().to_vec(), is_torn: false }
}

const PLAYOUTS: u32 = 40;

#[test]
fn positions_of_every_game_are_worth_something_to_each_seat_and_all_at_the_end() {
    for (name, options, agents) in [
        ("geister", &[("cap", "60")][..], &["random"; 2][..]),
        ("negogeister", &[("cap", "20")], &["random"; 2]),
        ("catan", &[("turn-cap", "40"), ("target", "4"), ("speaking", "on")], &["weighted"; 4]),
        ("monopoly", &[("players", "3"), ("max-turns", "60")], &["moyer"; 3]),
        ("werewolf", &[("village", "5")], &["random"; 5]),
    ] {
        let table = table(name, options);
        let log = played(&*table, agents);
        let positions = [0, log.events.len() / 2, log.events.len()];
        let rates = table.win_rates(&log, &positions, PLAYOUTS).unwrap();
        assert_eq!(rates.len(), 3, "{name}");
        for rates in &rates {
            assert_eq!((rates.rates.len(), rates.playouts), (agents.len(), PLAYOUTS));
            assert!(rates.rates.iter().all(|rate| (0.0..=1.0).contains(rate)), "{name}: {rates:?}");
            assert!(rates.margins.iter().all(|margin| (0.0..0.2).contains(margin)), "{name}");
        }
        // What is over does not depend on luck.
        assert!(rates[2].margins.iter().all(|margin| *margin == 0.0), "{name}: {:?}", rates[2]);
        let again = table.win_rates(&log, &positions, PLAYOUTS).unwrap();
        assert_eq!(rates, again, "the same position has the same worth");
    }
}

#[test]
fn statements_are_marked_by_the_world_in_which_they_were_made() {
    let table = table("werewolf", &[("village", "5")]);
    let log = played(&*table, &["sample-0.6"; 5]);
    let truths = table.truths(&log).unwrap();
    let is_speech = |number: &usize| matches!(&log.events[*number], Event::Action { .. });
    assert!(!truths.is_empty() && truths.iter().all(|(number, _)| is_speech(number)));
    // What is proved to somebody later is what was true then.
    let mut proved = 0;
    for event in &log.events {
        let Event::Proof { line, holds, .. } = event else { continue };
        let number = usize::try_from(*line).unwrap() - 2;
        let truth = truths.iter().find(|(said, _)| *said == number);
        if let Some((_, Some(truth))) = truth {
            assert_eq!(truth, holds, "line {line}");
            proved += 1;
        }
    }
    assert!(proved > 0, "something is proved in every game of the village");
}

#[test]
fn an_agent_that_hears_a_log_thinks_what_the_one_at_the_table_thought() {
    let table = table("geister", &[("cap", "40")]);
    let seats = ["upp(playouts=40)", "random"].map(|name| Occupant::Agent(name.to_owned()));
    let mut game = table.begin(seats.to_vec(), Numbers { seed: 9, ..Numbers::default() }).unwrap();
    for _ in 0..12 {
        game.advance();
    }
    let log = Log { header: game.header().clone(), events: game.events().to_vec(), is_torn: false };
    let seat = Seat::new(0);
    let thoughts = table.thoughts(&log, seat, 8).unwrap();
    assert!(thoughts.iter().all(|(count, _)| (8..=12).contains(count)));
    let (_, last) = thoughts.last().unwrap();
    assert_eq!(last.beliefs, game.explain(seat).unwrap().beliefs);
    assert!(!last.beliefs.is_empty());
}
