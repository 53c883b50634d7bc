//! What the fuzz targets of the doors do with their bytes.
//!
//! They stand apart from the other bodies, as the test that includes those knows no doors.

use std::time::Duration;

use kakehiki_core::{Log, Missing, Occupant, Seat, Seed, Settings, Tongue};
use kakehiki_games::{Numbers, Open, Table};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS};
use kakehiki_werewolf::{Names, WEREWOLF, WEREWOLF_OPTIONS};
use kakehiki_wire::{
    AiwolfSeat, AiwolfTable, ContestSeat, ContestTable, Faults, JsettlersSeat, Line, LineBuffer,
    LineEnd, Manners, NaturalNext, NaturalSeat, NaturalSetting, NaturalTable, Next, Reaction,
    Response, Setting, ThinkingTime,
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

/// The answers of a village of clients are cut into lines and taken; when there are no more the rules
/// answer, so that the game comes to its end and stays one of the rules. The first byte says which
/// line of servers it is.
pub fn aiwolf_answers(data: &[u8]) {
    let Some((&how, bytes)) = data.split_first() else { return };
    let line = if how & 1 == 0 { Line::Late } else { Line::Early };
    let given = [("rules", line.to_string()), ("village", "5".to_owned())];
    let given = given.iter().map(|(name, value)| (*name, value.as_str()));
    let given = given.chain([("role-requests", "on")]);
    let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, given).expect("settings");
    let rules = Open::new(&WEREWOLF, &settings);
    let seats = vec![Occupant::Program("external".to_owned()); 5];
    let names = vec!["external".to_owned(); 5];
    let faults = if how & 2 == 0 { Faults::Forgiving } else { Faults::Original };
    let setting = Setting { line, seed: 1, time_limit: 1000, faults };
    let mut table = AiwolfTable::new(&rules, seats, names, Numbers::default(), setting)
        .expect("nobody to be known");
    let mut buffer = LineBuffer::new(LineEnd::Lf, 10_000);
    buffer.push(bytes);
    loop {
        match table.next(&mut |_| None) {
            Next::Over => break,
            Next::Tell(_, line) => assert!(line.starts_with("{\"gameInfo\":")),
            Next::Ask(seat, _) => match buffer.take() {
                Ok(Some(answer)) => table.answer(seat, Ok(&answer)),
                Ok(None) | Err(_) => table.answer(seat, Err(Missing::TimedOut)),
            },
        }
    }
    let log = table.original_log();
    let is_whole = log.lines().last().is_some_and(|line| line.contains(",result,"));
    // The original breaks down over some answers.
    assert!(is_whole || faults == Faults::Original, "{log}");
    let log = Log {
        header: table.game().header().clone(),
        events: table.game().events().to_vec(),
        is_torn: false,
    };
    log.replay(rules.game(), |_, _| ()).expect("a game of the rules");
}

/// The packets of a server are cut into lines and understood or refused; whatever is answered is one
/// line.
pub fn aiwolf_packets(data: &[u8]) {
    let agent = "random".parse().expect("a name");
    let mut seat = AiwolfSeat::new(&agent, "ours", Seed::experiment(1)).expect("an agent");
    let mut buffer = LineBuffer::new(LineEnd::Lf, 100_000);
    buffer.push(data);
    while let Ok(Some(line)) = buffer.take() {
        match seat.heard(&line) {
            Ok(Response::Command(answer)) => assert!(!answer.contains('\n'), "{answer}"),
            Ok(Response::Over(_)) | Err(_) => seat.rise(),
            Ok(Response::Silence) => {}
        }
    }
}

/// The answers of a village that speaks plain words, a line each; when there are no more the rules answer, or
/// the chat is closed, so that the game comes to its end and stays one of the rules. The first byte says
/// whether players speak in turn, and what they are called.
pub fn natural_answers(data: &[u8]) {
    let Some((&how, bytes)) = data.split_first() else { return };
    let order = if how & 1 == 0 { "phase" } else { "open" };
    let village = if how & 4 == 0 { "5" } else { "9" };
    let given = [("rules", "aiwolf-nlp"), ("village", village), ("speaking-order", order)];
    let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, given).expect("settings");
    let rules = Open::new(&WEREWOLF, &settings);
    let players = rules.game().options().players;
    let tongue = if how & 2 == 0 { Tongue::Japanese } else { Tongue::English };
    let setting = NaturalSetting {
        names: Names::common(tongue, players, 0),
        profiles: vec!["Age: 9".to_owned()],
        game_id: "01M7G3B419FFWX281J207J16N7".to_owned(),
        tongue,
        action: 1000,
        response: 2000,
        duration: (how & 1 == 1).then_some(1000),
    };
    let seats = vec![Occupant::Program("external".to_owned()); players];
    let names = vec!["external".to_owned(); players];
    let mut table = NaturalTable::new(&rules, seats, names, Numbers::default(), setting)
        .expect("nobody to be known");
    let mut lines = bytes.split(|byte| *byte == b'\n');
    loop {
        match table.next(&mut |_| None) {
            NaturalNext::Over => break,
            NaturalNext::Tell(_, text) => assert!(text.starts_with("{\"request\":")),
            NaturalNext::Ask(seat, _) => match lines.next() {
                Some(answer) => table.answer(seat, Ok(answer)),
                None => table.answer(seat, Err(Missing::TimedOut)),
            },
            NaturalNext::Listen => match lines.next() {
                Some([place, words @ ..]) => {
                    table.speak_up(Seat::new(usize::from(*place) % players), words);
                }
                Some([]) | None => table.close(),
            },
        }
    }
    let original = table.original_log();
    assert!(original.lines().last().is_some_and(|line| line.contains(",result,")), "{original}");
    let log = Log {
        header: table.game().header().clone(),
        events: table.game().events().to_vec(),
        is_torn: false,
    };
    log.replay(rules.game(), |_, _| ()).expect("a game of the rules");
}

/// The messages of a server for natural language, a line each, are understood or refused; whatever is answered
/// is not empty.
pub fn natural_packets(data: &[u8]) {
    let agent = "random".parse().expect("a name");
    let mut seat = NaturalSeat::new(&agent, "ours", Seed::experiment(1)).expect("an agent");
    for message in data.split(|byte| *byte == b'\n') {
        match seat.heard(message) {
            Ok(Response::Command(answer)) => assert!(!answer.trim().is_empty()),
            Ok(Response::Over(_)) | Err(_) => seat.rise(),
            Ok(Response::Silence) => {}
        }
        if !matches!(seat.speak_up(), Ok(None | Some(_))) {
            seat.rise();
        }
    }
}

/// The messages of a JSettlers server are cut by their lengths, or as lines, and understood or refused; whatever
/// is sent begins with its number. The first byte says how they are cut, and whether time passes.
pub fn jsettlers_messages(data: &[u8]) {
    let Some((&how, bytes)) = data.split_first() else { return };
    let agent = "random".parse().expect("a name");
    let seed = Seed::experiment(1);
    let mut seat = JsettlersSeat::new(&agent, "ours", "SECRET", None, seed).expect("an agent");
    let mut buffer =
        LineBuffer::new(if how & 1 == 0 { LineEnd::Lf } else { LineEnd::Counted }, 60_000);
    buffer.push(bytes);
    while let Ok(Some(message)) = buffer.take() {
        let beat = if how & 2 == 0 { Ok(Vec::new()) } else { seat.beat() };
        let (Ok(reactions), Ok(later)) = (seat.heard(&message, true), beat) else { return };
        for reaction in reactions.into_iter().chain(later) {
            if let Reaction::Send(text) = reaction {
                assert!(text.get(..4).is_some_and(|kind| kind.parse::<u16>().is_ok()), "{text}");
            }
        }
        assert!(seat.games() <= 16);
    }
}
