//! Games in progress without their types, as faces hold them.

use kakehiki_core::{Event, Log, LogWriter, Missing, Occupant, Seat, Settings};
use kakehiki_games::{Answer, AnyOngoing, GAMES, Numbers, Observer, Ongoing, Open, Waiting};
use kakehiki_werewolf::{WEREWOLF, Werewolf};
use serde_json::Value;

use crate::table;

/// A game, its options, and who plays it.
type Lineup = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

/// Agents that remember something or think, for every game.
const AGENTS: [Lineup; 5] = [
    ("geister", &[("cap", "60")], &["upp(playouts=80)", "isuct(playouts=40)"]),
    (
        "negogeister",
        &[("cap", "20")],
        &["upp(playouts=40)+bargain(worlds=4)", "charge+strategy(playouts=20)"],
    ),
    (
        "catan",
        &[("turn-cap", "30")],
        &["greedy+rule", "uct(playouts=8)+bargain(playouts=4, to=all)", "weighted", "random"],
    ),
    (
        "monopoly",
        &[("players", "3"), ("max-turns", "60")],
        &["trader", "moyer+miyapoly(playouts=8, batch=4, propose=3, counter=on)", "random"],
    ),
    (
        "werewolf",
        &[("village", "5")],
        &["finalist", "sample-0.6", "sample-0.4", "random", "finalist(fake=1)"],
    ),
];

fn agents(names: &[&str]) -> Vec<Occupant> {
    names.iter().map(|name| Occupant::Agent((*name).to_owned())).collect()
}

fn numbers(seed: u64) -> Numbers {
    Numbers { seed, ..Numbers::default() }
}

/// The log of a game as it stands on a disk.
fn written(game: &dyn AnyOngoing, events: usize) -> Log {
    let mut writer = LogWriter::new(Vec::new(), game.header()).unwrap();
    game.events()[..events].iter().for_each(|event| writer.write(event));
    Log::from_bytes(&writer.finish().unwrap()).unwrap()
}

/// A set of rules fixes options that were not given, and so it does when its log is read.
#[test]
fn the_log_of_a_set_of_rules_says_how_to_open_its_table() {
    let opened = table("catan", &[("rules", "nakazawa2018"), ("target", "3")]);
    let mut game = opened.begin(agents(&["random", "random"]), numbers(3)).unwrap();
    while game.advance() {}
    let log = written(&*game, game.events().len());
    let options: Vec<(&str, &str)> =
        log.header.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(options, [("rules", "nakazawa2018"), ("target", "3")]);
    let again = table("catan", &options);
    assert_eq!(again.seats(), 2);
    again.replay(&log, &mut |_, _| {}).unwrap();
}

#[test]
fn every_game_has_agents_here() {
    let named: Vec<&str> = AGENTS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(named, GAMES.iter().map(|game| game.name()).collect::<Vec<_>>());
}

#[test]
fn a_game_resumed_from_its_written_log_shows_what_the_undisturbed_one_shows() {
    for (name, options, names) in AGENTS {
        let table = table(name, options);
        let mut whole = table.begin(agents(names), numbers(3)).unwrap();
        while whole.advance() {}
        assert!(whole.outcome().is_some());
        // The games' own tests cut at more places and rebuild every kind of agent.
        let events = whole.events().len();
        for cut in [events / 3, events] {
            let mut resumed = table.resume(&[], &written(&*whole, cut)).unwrap();
            while resumed.advance() {}
            assert_eq!(resumed.events(), whole.events(), "{name}, cut after {cut} events");
            for observer in [Observer::Seat(Seat::new(1)), Observer::Spectator, Observer::Analyst] {
                assert_eq!(resumed.view(observer), whole.view(observer), "{name}");
                assert_eq!(resumed.sights(observer, 0), whole.sights(observer, 0), "{name}");
                assert_eq!(resumed.picture(observer), whole.picture(observer), "{name}");
            }
        }
    }
}

#[test]
fn a_log_that_the_seed_does_not_explain_cannot_be_resumed() {
    let table = table("catan", &[("turn-cap", "10")]);
    let mut game = table.begin(agents(&["weighted"; 4]), numbers(4)).unwrap();
    while game.advance() {}
    let mut log = written(&*game, game.events().len());
    log.header.seed += 1;
    let error = table.resume(&[], &log).err().unwrap().to_string();
    assert!(error.contains("the seed says"), "{error}");
    assert!(table.replay(&log, &mut |_, _| {}).is_ok(), "what happened can still be shown");
}

#[test]
fn those_outside_answer_err_and_go_missing() {
    let table = table("werewolf", &[("village", "5")]);
    let mut seats = agents(&["finalist"; 5]);
    seats[2] = Occupant::Person("ねこ".to_owned());
    let mut game = table.begin(seats, numbers(5)).unwrap();
    let me = Seat::new(2);
    let mut asked = 0;
    loop {
        match game.waiting() {
            Waiting::Nothing => break,
            Waiting::Outside(seat) => {
                assert_eq!(seat, me);
                assert!(!game.advance(), "nobody answers for a person");
                let menu = game.menu();
                assert!(game.check(&menu.actions[0]).is_ok() && game.check("?").is_err());
                assert!(game.answer(Seat::new(0), Answer::Action(&menu.actions[0])).is_err());
                assert!(game.answer(me, Answer::Action("?")).is_err());
                asked += 1;
                let answer = match asked % 3 {
                    0 => Answer::Missing(Missing::TimedOut),
                    _ => Answer::Action(&menu.actions[0]),
                };
                game.answer(me, answer).unwrap();
            }
            Waiting::Agent(_) | Waiting::Chance => assert!(game.advance()),
        }
    }
    assert!(asked > 3);
    let fallbacks = game.events().iter().filter(|event| matches!(event, Event::Fallback { .. }));
    assert!(fallbacks.count() > 0, "the rules answer for a villager who says nothing");
    let note = Event::Text { seat: Some(me), text: "よい勝負".to_owned() };
    game.note(note).unwrap();
    assert!(game.note(Event::End { ending: kakehiki_core::Ending::Drawn }).is_err());
    let mut resumed = table.resume(&[], &written(&*game, game.events().len() - 3)).unwrap();
    while resumed.advance() {}
    assert!(game.events().starts_with(resumed.events()));
    assert!(game.explain(me).is_none() && game.explain(Seat::new(0)).is_some());
}

#[test]
fn what_those_outside_remember_can_be_left_to_them() {
    let settings = Settings::new("werewolf", WEREWOLF.options, [("village", "5")]).unwrap();
    let rules = Open::new(&WEREWOLF, &settings);
    let sit = || {
        let mut seats = agents(&["finalist"; 5]);
        seats[2] = Occupant::Program("elsewhere".to_owned());
        rules.sit(seats, numbers(5)).unwrap()
    };
    let play = |mut game: Ongoing<Werewolf>| {
        while game.waiting() != Waiting::Nothing {
            if let Waiting::Outside(seat) = game.waiting() {
                game.answer(seat, Answer::Missing(Missing::TimedOut)).unwrap();
            } else {
                game.advance();
            }
        }
        game
    };
    let (whole, lean) = (play(sit()), play(sit().forgetting_outsiders()));
    assert_eq!(lean.events(), whole.events());
    for seat in Seat::all(5) {
        let remembered = lean.game().view(seat).events;
        if seat.index() == 2 {
            assert!(remembered.is_empty());
        } else {
            assert_eq!(remembered, whole.game().view(seat).events);
        }
    }
}

/// All strings and keys of a document.
fn words(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(word) => words.push(word.clone()),
        Value::Array(values) => values.iter().for_each(|value| self::words(value, words)),
        Value::Object(fields) => {
            for (key, value) in fields {
                words.push(key.clone());
                self::words(value, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn views_name_seats_as_people_do_and_spectators_know_less() {
    for (name, options, names) in AGENTS {
        let table = table(name, options);
        let mut game = table.begin(agents(names), numbers(6)).unwrap();
        for _ in 0..60 {
            game.advance();
        }
        let [own, public, all] =
            [Observer::Seat(Seat::new(0)), Observer::Spectator, Observer::Analyst]
                .map(|observer| game.view(observer));
        let mut said = Vec::new();
        words(&own, &mut said);
        assert!(said.iter().any(|word| word == "P0"), "{name}: {own}");
        assert_eq!(all["public"], public, "{name}");
        assert_eq!(all["views"][0], own, "{name}");
        let seen = |observer| game.sights(observer, 0).len();
        assert!(seen(Observer::Spectator) <= seen(Observer::Analyst), "{name}");
        assert!(game.sights(Observer::Seat(Seat::new(0)), 30).iter().all(|seen| seen.step >= 30));
    }
}

#[test]
fn a_wrong_table_is_refused() {
    let table = table("geister", &[]);
    assert!(table.begin(agents(&["random"]), numbers(1)).is_err());
    assert!(table.begin(agents(&["random", "utc"]), numbers(1)).is_err());
}
