//! What the fuzz targets of the doors do with their bytes.
//!
//! They stand apart from the other bodies, as the test that includes those knows no doors.

use std::time::Duration;

use kakehiki_core::{Log, Occupant, Seat, Seed, Settings};
use kakehiki_games::{Numbers, Open, Table};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS};
use kakehiki_wire::{
    ContestSeat, ContestTable, Faults, LineBuffer, LineEnd, Manners, Response, ThinkingTime,
};

/// No message of the contest is longer.
const LONGEST_LINE: usize = 1000;

/// The bytes of a client are cut into lines and answered, and the game stays one of the rules; the same
/// bytes of a server are understood or refused. The first byte says how, and who sends.
pub fn geister_contest(data: &[u8]) {
    let Some((&how, bytes)) = data.split_first() else { return };
    let rules = Open::new(&GEISTER, &Settings::defaults(&GEISTER_OPTIONS));
    let faults = if how & 1 == 0 { Faults::Forgiving } else { Faults::Original };
    let manners = Manners { faults, may_retry: how & 2 != 0 };
    let seats = vec![Occupant::Program("external".to_owned()); 2];
    let mut table =
        ContestTable::new(&rules, seats, Numbers::default(), manners).expect("nobody to be known");
    let cast = rules.cast(&"charge".parse().expect("a name")).expect("an agent");
    let time = ThinkingTime { stock: Duration::ZERO, answer: Duration::ZERO };
    let seed = Seed::experiment(1);
    let mut seat = ContestSeat::new(&rules, &cast, Seat::new(0), seed, time).expect("an agent");
    let mut buffer = LineBuffer::new(LineEnd::CrLf, LONGEST_LINE);
    buffer.push(bytes);
    let mut sender = Seat::new(0);
    while let Ok(Some(line)) = buffer.take() {
        let told = table.heard(sender, &line);
        assert!(told.len() <= 3, "{told:?}");
        // Commands that are taken pass the turn on, so that whole games can be found.
        if told.first().is_some_and(|told| told.line.starts_with("OK")) {
            sender = sender.next(2);
        }
        if let Ok(Response::Command(command)) = seat.heard(&line) {
            assert!(command.starts_with("SET:") || command.starts_with("MOV:"));
        }
    }
    let log = Log {
        header: table.game().header().clone(),
        events: table.game().events().to_vec(),
        is_torn: false,
    };
    log.replay(rules.game(), |_, _| ()).expect("a game of the rules");
}
