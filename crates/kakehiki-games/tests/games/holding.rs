//! Games in progress that are copied, followed, imagined and gone on from, and guests at their tables.

use std::sync::{Arc, Mutex};

use kakehiki_core::{
    AgentKind, Event, GameRng, Log, Occupant, Parameter, Part, Seat, SeatSet, Seed, Settings,
};
use kakehiki_games::{
    Answer, AnyOngoing, Fixture, Guest, GuestError, Numbers, Observer, Table, Waiting, guest,
    invite,
};
use rand::RngExt;
use serde_json::Value;

use crate::table;

/// Small tables of all games, with what is said aloud where they have it.
const TABLES: [(&str, &[(&str, &str)]); 5] = [
    ("geister", &[("cap", "40")]),
    ("negogeister", &[("cap", "20")]),
    ("catan", &[("turn-cap", "20"), ("speaking", "on")]),
    ("monopoly", &[("players", "3"), ("max-turns", "20")]),
    ("werewolf", &[("village", "5")]),
];

fn outside(table: &dyn Table, seed: u64) -> Box<dyn AnyOngoing> {
    let seats = (0..table.seats()).map(|_| Occupant::Program("test".to_owned())).collect();
    table.begin(seats, Numbers { seed, ..Numbers::default() }).unwrap()
}

/// Takes one step, whoever is awaited: by the menu, or as chance falls.
fn step(game: &mut dyn AnyOngoing, rng: &mut GameRng) -> bool {
    match game.waiting() {
        Waiting::Outside(seat) => {
            let menu = game.menu().actions;
            let action = &menu[rng.random_range(0..menu.len())];
            game.answer(seat, Answer::Action(action)).unwrap();
            true
        }
        Waiting::Agent(_) | Waiting::Chance => game.advance(),
        Waiting::Nothing => false,
    }
}

fn shown(game: &dyn AnyOngoing) -> (Value, usize) {
    (game.view(Observer::Analyst), game.events().len())
}

#[test]
fn a_copy_goes_on_by_itself_and_as_the_game_would() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let mut game = outside(&*table, 3);
        let mut rng = Seed::experiment(1).rng();
        for _ in 0..40 {
            step(&mut *game, &mut rng);
        }
        let before = shown(&*game);
        let mut copy = game.copy().unwrap();
        let mut again = rng.clone();
        while step(&mut *copy, &mut rng) {}
        assert_eq!(shown(&*game), before, "{name}: the copy has its own state");
        while step(&mut *game, &mut again) {}
        assert_eq!(game.events(), copy.events(), "{name}");
        assert_eq!((game.steps(), game.clock()), (copy.steps(), copy.clock()), "{name}");
        for seat in Seat::all(table.seats()) {
            let sights = |game: &dyn AnyOngoing| game.sights(Observer::Seat(seat), 0);
            assert_eq!(sights(&*game), sights(&*copy), "{name}, {seat}");
        }
    }
    let thinking = table("geister", &[]);
    let seats = vec![Occupant::Agent("random".to_owned()), Occupant::Agent("random".to_owned())];
    assert!(thinking.begin(seats, Numbers::default()).unwrap().copy().is_none());
}

#[test]
fn a_log_is_followed_line_by_line_to_itself() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let mut game = outside(&*table, 4);
        let mut rng = Seed::experiment(2).rng();
        while step(&mut *game, &mut rng) {}
        let mut follower = table.follow(game.header()).unwrap();
        for event in game.events() {
            follower.follow(event).unwrap();
        }
        assert_eq!(follower.events(), game.events(), "{name}");
        assert_eq!(follower.outcome(), game.outcome(), "{name}");
        let again = Event::Chance { fell: "6".to_owned(), given: false };
        assert!(follower.follow(&again).is_err(), "{name}: the game is over");
        let mut header = game.header().clone();
        header.seats.pop();
        assert!(table.follow(&header).is_err(), "{name}: a seat is missing");
    }
}

#[test]
fn a_world_looks_the_same_to_its_seat_and_can_be_played_to_its_end() {
    let mut differed = SeatSet::EMPTY;
    for (place, (name, options)) in TABLES.into_iter().enumerate() {
        let table = table(name, options);
        for seed in 0..6 {
            let mut game = outside(&*table, seed);
            let mut rng = Seed::experiment(seed).rng();
            for _ in 0..10 + 60 * seed {
                step(&mut *game, &mut rng);
            }
            if game.waiting() == Waiting::Nothing {
                continue;
            }
            for seat in Seat::all(table.seats()) {
                let mut world = game.world(seat, seed);
                let observer = Observer::Seat(seat);
                assert_eq!(world.view(observer), game.view(observer), "{name}, {seat}");
                assert_eq!(world.waiting_for(observer), game.waiting_for(observer), "{name}");
                if world.view(Observer::Analyst)["state"] != game.view(Observer::Analyst)["state"] {
                    differed = differed.with(Seat::new(place));
                }
                while step(&mut *world, &mut rng) {}
                assert!(world.outcome().is_some(), "{name}, {seat}");
            }
        }
    }
    let [geister, catan, werewolf] = [0, 2, 4].map(Seat::new);
    assert!([geister, catan, werewolf].iter().all(|game| differed.contains(*game)));
}

#[test]
fn chance_is_listed_where_it_is_awaited() {
    for (name, options) in TABLES {
        let mut game = outside(&*table(name, options), 5);
        let mut rng = Seed::experiment(3).rng();
        loop {
            let chances = game.chances();
            let is_chance = game.waiting() == Waiting::Chance;
            assert_eq!(chances.is_empty(), !is_chance, "{name}");
            let sum: f64 = chances.iter().map(|(_, probability)| probability).sum();
            assert!(!is_chance || (sum - 1.0).abs() < 1e-9, "{name}: {sum}");
            if !step(&mut *game, &mut rng) {
                break;
            }
        }
    }
}

#[test]
fn the_next_game_of_a_match_is_the_one_that_the_arena_plays() {
    let folder = std::env::temp_dir().join(format!("kakehiki-next-game-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let table = table("negogeister", &[("cap", "20")]);
    let names = ["upp(playouts=20)+bargain(worlds=2)", "charge"];
    let casts = names.map(|name| table.cast(&name.parse().unwrap()).unwrap());
    let fixture = Fixture { casts: &casts, seed: 6, r#match: 2, games: 2, label: "x" };
    table.play(&fixture, Some(&folder)).unwrap();
    let seats = casts.iter().map(|cast| Occupant::Agent(cast.name().to_string())).collect();
    let mut game = table.begin(seats, Numbers { seed: 6, r#match: 2, game_index: 0 }).unwrap();
    for index in 0..2 {
        while game.advance() {}
        let (header, events) = (game.header().clone(), game.events().to_vec());
        let text = Log { header, events, is_torn: false }.to_text().unwrap();
        let path = folder.join(format!("x-game-{index}.jsonl"));
        assert_eq!(text, std::fs::read_to_string(path).unwrap());
        game = game.next_game();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Takes the first of the menu and notes what it hears; or fails, or cheats.
struct Note {
    heard: Arc<Mutex<Vec<Value>>>,
    how: String,
}

impl Guest for Note {
    fn sit(&mut self, _seat: Seat) -> Result<(), GuestError> {
        Ok(())
    }

    fn decide(&mut self, game: &dyn AnyOngoing, _seat: Seat) -> Result<String, GuestError> {
        match self.how.as_str() {
            "fail" => Err(GuestError("it is broken".into())),
            "cheat" => Ok("?".to_owned()),
            _ => Ok(game.menu().actions[0].clone()),
        }
    }

    fn hears(&self) -> bool {
        true
    }

    fn hear(&mut self, _: &dyn AnyOngoing, _: Seat, sight: Value) -> Result<(), GuestError> {
        self.heard.lock().unwrap().push(sight);
        Ok(())
    }
}

static NOTE: AgentKind = AgentKind {
    name: "py-note",
    part: Part::Moves,
    parameters: &[Parameter::choice("how", &["play", "fail", "cheat"], "play", "what it does")],
    help: "a guest of the tests",
};

/// A kind that could be taken for one of ours.
static OURS: AgentKind = AgentKind { name: "note", ..NOTE };

#[test]
fn guests_sit_in_matches_by_the_names_they_were_invited_under() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&heard);
    let make = move |settings: &Settings| {
        let how = settings.text("how").to_owned();
        Ok(Box::new(Note { heard: Arc::clone(&shared), how }) as Box<dyn Guest>)
    };
    let make = Arc::new(make);
    invite("geister", &NOTE, make.clone()).unwrap();
    assert!(invite("geister", &OURS, make).is_err());

    let cast = |name: &str| guest("geister", &name.parse().unwrap());
    assert!(cast("random").is_none());
    let unknown = cast("py-other").unwrap().unwrap_err().to_string();
    assert!(unknown.contains("Python") && unknown.contains("py-note"), "{unknown}");
    assert!(cast("py-note(how=lie)").unwrap().is_err());

    let table = table("geister", &[("cap", "30")]);
    let random = table.cast(&"random".parse().unwrap()).unwrap();
    let play = |name: &str| {
        let casts = [cast(name).unwrap().unwrap(), random.clone()];
        let fixture = Fixture { casts: &casts, seed: 1, r#match: 0, games: 1, label: "x" };
        table.play(&fixture, None)
    };
    let record = play("py-note").unwrap().remove(0);
    assert!(record.steps > 5 && heard.lock().unwrap().len() > 5);
    let error = play("py-note(how=fail)").unwrap_err();
    assert!(error.get_ref().unwrap().is::<GuestError>() && error.to_string() == "it is broken");
    assert_eq!(play("py-note(how=cheat)").unwrap()[0].verdict.word(), "forfeited");
}
