//! Positions that are reached by ids: that they are those of the game in progress, and tell seats apart as
//! its sights do.

use std::collections::{HashMap, HashSet};

use kakehiki_core::{AgentName, Cast, GameRng, Occupant, Seat, Seed};
use kakehiki_games::{
    Answer, AnyOngoing, AnyPosition, LegalIds, Next, Numbers, Observer, PositionOrder, Table,
    Waiting,
};
use rand::RngExt;

use crate::table;

type Options = &'static [(&'static str, &'static str)];

const TABLES: [(&str, Options); 8] = [
    ("geister", &[("cap", "40")]),
    ("negogeister", &[("cap", "10")]),
    ("catan", &[("turn-cap", "25")]),
    (
        "catan",
        &[("turn-cap", "20"), ("numbers", "free"), ("direction", "either"), ("players", "2")],
    ),
    ("monopoly", &[("max-turns", "40")]),
    ("monopoly", &[("max-turns", "30"), ("players", "8")]),
    ("werewolf", &[("village", "5")]),
    ("werewolf", &[("village", "18"), ("max-talk-turn", "3")]),
];

const ORDER: PositionOrder = PositionOrder { loss: -0.5, most_decisions: 5_000 };

fn start(table: &dyn Table, order: PositionOrder) -> Box<dyn AnyPosition> {
    table.coding(LegalIds::Menu, &[]).unwrap().begin(order)
}

fn ongoing(table: &dyn Table) -> Box<dyn AnyOngoing> {
    let seats = (0..table.seats()).map(|_| Occupant::Program("test".to_owned())).collect();
    table.begin(seats, Numbers::default()).unwrap()
}

/// A random id that may come next, if any.
fn choose(position: &dyn AnyPosition, rng: &mut GameRng) -> Option<usize> {
    let ids: Vec<usize> = match position.next() {
        Next::Seat(_) => position.legal(),
        Next::Chance => position.chances().into_iter().map(|(id, _)| id).collect(),
        Next::Nothing => return None,
    };
    assert!(ids.is_sorted() && ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
    Some(ids[rng.random_range(0..ids.len())])
}

fn facts(position: &dyn AnyPosition, seats: usize) -> (String, Vec<(String, u128)>, Vec<f64>) {
    let lookers = Seat::all(seats).map(Some).chain([None]);
    let seen = lookers.map(|seat| (position.view(seat), position.trace(seat))).collect();
    (position.snapshot(), seen, position.rewards())
}

#[test]
fn positions_are_those_of_the_game_in_progress() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let seats = table.seats();
        let chances = table.coding(LegalIds::Menu, &[]).unwrap();
        let chances: usize = chances.chance_kinds().iter().map(|(_, count)| count).sum();
        let (mut position, mut game) = (start(&*table, ORDER), ongoing(&*table));
        let mut rng = Seed::experiment(7).rng();
        // Equal traces mean equal sights, and the other way round.
        let mut traces: HashMap<u128, String> = HashMap::new();
        let mut steps = 0_u32;
        while let Some(id) = choose(&*position, &mut rng) {
            let text = position.notation(id).unwrap();
            match (position.next(), game.waiting()) {
                (Next::Seat(seat), Waiting::Outside(asked)) if seat == asked => {
                    game.answer(seat, Answer::Action(&text)).unwrap();
                }
                (Next::Chance, Waiting::Chance) => {
                    let shares = position.chances();
                    assert!(shares.iter().all(|(id, share)| *id < chances && *share > 0.0));
                    let whole: f64 = shares.iter().map(|(_, share)| share).sum();
                    assert!((whole - 1.0).abs() < 1e-9, "{name}: {whole}");
                    game.resolve(&text).unwrap();
                }
                other => panic!("{name}: {other:?}"),
            }
            position.apply(id).unwrap();
            steps += 1;
            if !steps.is_power_of_two() && !steps.is_multiple_of(25) {
                continue;
            }
            for seat in Seat::all(seats) {
                let seen = game.view(Observer::Seat(seat)).to_string();
                assert_eq!(position.view(Some(seat)), seen, "{name}");
                let sights: Vec<String> = game
                    .sights(Observer::Seat(seat), 0)
                    .into_iter()
                    .map(|seen| seen.sight.to_string())
                    .collect();
                let sights = format!("{seat} {}", sights.join("\n"));
                let known = traces.entry(position.trace(Some(seat))).or_insert(sights.clone());
                assert_eq!(*known, sights, "{name}");
            }
            assert_eq!(position.view(None), game.view(Observer::Spectator).to_string(), "{name}");
        }
        assert!(steps > 20 && game.waiting() == Waiting::Nothing, "{name}: {steps}");
        let different: HashSet<&String> = traces.values().collect();
        assert_eq!(different.len(), traces.len(), "{name}: one story, two traces");
        let verdict = game.record().unwrap().verdict;
        let winners: Vec<bool> = Seat::all(seats).map(|seat| verdict.is_win(seat)).collect();
        let loss = if winners.contains(&true) { ORDER.loss } else { 0.0 };
        let paid: Vec<f64> = winners.iter().map(|won| if *won { 1.0 } else { loss }).collect();
        assert_eq!(position.rewards(), paid, "{name}");
    }
}

#[test]
fn copies_paths_and_refusals_leave_a_position_as_it_is() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let seats = table.seats();
        let mut position = start(&*table, ORDER);
        let mut rng = Seed::experiment(3).rng();
        for _ in 0..150 {
            let Some(id) = choose(&*position, &mut rng) else { break };
            let before = facts(&*position, seats);
            assert!(position.apply(1_000_000).is_err() && position.notation(1_000_000).is_err());
            let mut copy = position.copy();
            copy.apply(id).unwrap();
            assert_eq!(facts(&*position, seats), before, "{name}");
            position.apply(id).unwrap();
            assert_eq!(facts(&*position, seats), facts(&*copy, seats), "{name}");
        }
        let mut again = start(&*table, ORDER);
        for id in &position.path().ids {
            again.apply(*id as usize).unwrap();
        }
        assert_eq!(facts(&*again, seats), facts(&*position, seats), "{name}");
    }
}

#[test]
fn worlds_are_what_a_seat_knows_and_nothing_else() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let mut position = start(&*table, ORDER);
        let mut rng = Seed::experiment(5).rng();
        let mut decisions = 0_u64;
        while let Some(id) = choose(&*position, &mut rng) {
            if let Next::Seat(seat) = position.next() {
                decisions += 1;
                if decisions.is_power_of_two() || decisions.is_multiple_of(40) {
                    let world = position.world(seat, decisions);
                    assert_eq!(world.next(), position.next(), "{name}");
                    assert_eq!(world.legal(), position.legal(), "{name}");
                    assert_eq!(world.view(Some(seat)), position.view(Some(seat)), "{name}");
                    assert_eq!(world.trace(Some(seat)), position.trace(Some(seat)), "{name}");
                    for other in Seat::all(table.seats()).filter(|other| *other != seat) {
                        assert_eq!(world.trace(Some(other)), other.index() as u128, "{name}");
                    }
                    // What others remember comes from the world alone, whatever the truth is.
                    let twin = position.world(seat, decisions + 1).world(seat, decisions);
                    let seen = |it: &dyn AnyPosition| facts(it, table.seats());
                    assert_eq!(seen(&*twin), seen(&*world), "{name}");
                    let [first, second] = [&world, &twin].map(|it| it.path().drawn.len());
                    assert_eq!((first, second), (1, 2));
                }
            }
            position.apply(id).unwrap();
        }
        assert!(decisions > 5, "{name}");
    }
}

#[test]
fn a_game_that_takes_too_long_is_undecided() {
    let table = table("catan", &[]);
    let mut position = start(&*table, PositionOrder { loss: -1.0, most_decisions: 12 });
    let (mut rng, mut decisions) = (Seed::experiment(1).rng(), 0);
    while let Some(id) = choose(&*position, &mut rng) {
        decisions += u32::from(matches!(position.next(), Next::Seat(_)));
        position.apply(id).unwrap();
    }
    assert_eq!((decisions, position.rewards()), (12, vec![0.0; 4]));
    assert!(position.legal().is_empty() && position.apply(0).is_err());
}

/// Bots that follow a game by ids decide as the agents do that sit at it.
#[test]
fn bots_decide_as_agents_at_the_table_do() {
    let lineups: [(&str, Options, &[&str]); 4] = [
        ("geister", &[("cap", "30")], &["charge", "flat(playouts=20)"]),
        (
            "catan",
            &[("turn-cap", "12"), ("players", "2"), ("trading", "off")],
            &["greedy", "random"],
        ),
        ("monopoly", &[("max-turns", "20"), ("players", "2")], &["trader", "random"]),
        ("werewolf", &[("village", "3"), ("max-talk-turn", "0")], &["random"; 3]),
    ];
    for (name, options, agents) in lineups {
        let table = table(name, options);
        let seed = 5;
        let occupants = agents.iter().map(|agent| Occupant::Agent((*agent).to_owned())).collect();
        let mut game = table.begin(occupants, Numbers { seed, ..Numbers::default() }).unwrap();
        while game.advance() {}
        let casts: Vec<Cast> = agents
            .iter()
            .map(|agent| table.cast(&agent.parse::<AgentName>().unwrap()).unwrap())
            .collect();
        let bots = Seat::all(agents.len()).zip(&casts);
        let mut bots: Vec<_> =
            bots.map(|(seat, cast)| table.bot(cast, seat, seed, &[]).unwrap()).collect();
        let mut position = start(&*table, ORDER);
        let mut followed = ongoing(&*table);
        let steps = game.events().iter().filter(|event| event.is_step());
        for event in steps {
            let id = match position.next() {
                Next::Seat(seat) => bots[seat.index()].decide(false).unwrap(),
                Next::Chance => {
                    let kakehiki_core::Event::Chance { fell, .. } = event else { panic!("{name}") };
                    let ids = position.chances().into_iter().map(|(id, _)| id);
                    ids.into_iter().find(|id| position.notation(*id).unwrap() == *fell).unwrap()
                }
                Next::Nothing => panic!("{name}: it goes on"),
            };
            let text = position.notation(id).unwrap();
            match followed.waiting() {
                Waiting::Outside(seat) => followed.answer(seat, Answer::Action(&text)).unwrap(),
                _ => followed.resolve(&text).unwrap(),
            }
            assert!(bots.iter_mut().all(|bot| bot.follow(1_000_000).is_err()));
            for bot in &mut bots {
                bot.follow(id).unwrap();
            }
            position.apply(id).unwrap();
        }
        assert_eq!(position.next(), Next::Nothing, "{name}");
        assert_eq!(followed.outcome().unwrap(), game.outcome().unwrap(), "{name}");
    }
}
