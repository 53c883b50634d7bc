//! Telling hidden cards from what their owners do.

use std::cell::RefCell;

use kakehiki_catan::{CATAN_AGENTS, Card, Catan};
use kakehiki_core::{
    Agent, AgentName, Awaited, Follower, Game, LazyView, Likelihood, Observed, OngoingGame, Recipe,
    Reply, Roster, Seat, Seed,
};
use kakehiki_search::Belief;

use crate::common::catan;

/// The seat that watches.
const WATCHING: Seat = Seat::new(2);

fn recipe(game: &Catan, name: &str) -> Recipe<Catan> {
    let cast = name.parse::<AgentName>().unwrap().cast(&CATAN_AGENTS.kinds()).unwrap();
    CATAN_AGENTS.prepare(game, &cast).unwrap()
}

/// Looks at a table and at the one who watches it.
type Look<'a> = &'a mut dyn FnMut(&OngoingGame<Catan>, &dyn Agent<Catan>);

/// Plays a game between one who watches and others. `asked` is called whenever the former has to act, and
/// `seen` whenever it has seen something.
fn watch(
    game: &Catan,
    [watching, other]: [&str; 2],
    seed: Seed,
    asked: Look<'_>,
    seen: &mut dyn FnMut(&OngoingGame<Catan>),
) {
    let mut table = OngoingGame::new(*game, seed);
    let seats = || Seat::all(game.seats());
    let mut agents: Vec<Box<dyn Agent<Catan>>> = seats()
        .map(|at| recipe(game, if at == WATCHING { watching } else { other })(seed))
        .collect();
    seats().zip(&mut agents).for_each(|(at, agent)| agent.sit(at));
    let mut menu = Vec::new();
    loop {
        match table.awaited() {
            Awaited::Nobody(_) => break,
            Awaited::Chance => {
                table.draw();
            }
            Awaited::Seat(seat) => {
                if seat == WATCHING {
                    asked(&table, &*agents[seat.index()]);
                }
                table.menu(&mut menu);
                let mut rng = table.decision_rng(seat);
                let action = agents[seat.index()].decide(&table.view(seat), &menu, &mut rng);
                table.answer(Reply::Action(action));
            }
        }
        for (at, agent) in seats().zip(&mut agents) {
            if let Some(sight) = table.sight(at) {
                agent.hear(&table.lazy_view(at), sight);
            }
        }
        if table.sight(WATCHING).is_some() {
            seen(&table);
        }
    }
}

fn beliefs(agent: &dyn Agent<Catan>, table: &OngoingGame<Catan>) -> Vec<Likelihood> {
    agent.explain(&table.view(WATCHING)).unwrap().beliefs
}

/// One who watches learns the same whether the table tells it what it sees, or a follower that holds no
/// truth.
#[test]
fn what_is_told_from_acts_does_not_depend_on_the_truth() {
    let game = catan(&[("turn-cap", "60")]);
    let watching = "greedy(worlds=1)+listen(acts=fitted, words=deaf, worlds=60)";
    let (mut compared, mut differing) = (0, 0);
    for number in 0..3 {
        let seed = Seed::experiment(71).derive("game", number);
        let mut beside = recipe(&game, watching)(seed);
        beside.sit(WATCHING);
        let beside = RefCell::new(beside);
        let follower = Follower::new(game, WATCHING, seed.derive("other", 1));
        let follower = RefCell::new(follower);
        watch(
            &game,
            [watching, "weighted+rule"],
            seed,
            &mut |table, agent| {
                assert_eq!(beliefs(agent, table), beliefs(&**beside.borrow(), table));
                let view = table.view(WATCHING);
                let stand_in = game.sample(&view, &mut seed.rng());
                let facts = game.facts(&view);
                let differs = |fact| game.holds(table.state(), fact) != game.holds(&stand_in, fact);
                compared += facts.len();
                differing += facts.iter().filter(|fact| differs(fact)).count();
            },
            &mut |table| {
                let sight = table.sight(WATCHING).unwrap();
                follower.borrow_mut().see(sight).unwrap();
                let follower = follower.borrow();
                beside.borrow_mut().hear(&LazyView::made(follower.view()), sight);
            },
        );
    }
    assert!(compared > 200 && differing > 20, "{compared} facts, {differing} of them otherwise");
}

/// Who keeps a card for rounds on end, and might have played it if it were any other, holds a victory point
/// more likely than the deck says.
#[test]
fn cards_that_are_never_played_are_taken_for_points() {
    let game = catan(&[("trading", "off")]);
    let watching = "greedy(worlds=1)+listen(acts=fitted, words=deaf)";
    let (mut by_acts, mut by_rules, mut kept) = (0.0, 0.0, 0);
    for number in 0..6 {
        let seed = Seed::experiment(72).derive("game", number);
        // How many cards each player has held since when.
        let mut since = [(0, 0); 4];
        watch(
            &game,
            [watching, "greedy(worlds=1)"],
            seed,
            &mut |table, agent| {
                let view = table.view(WATCHING);
                let turns = table.state().turns();
                for other in Seat::all(4).filter(|other| *other != WATCHING) {
                    let count = table.state().cards(other).total();
                    let (held, first) = since[other.index()];
                    if held != count {
                        since[other.index()] = (count, turns);
                    } else if count == 1 && turns - first > 16 {
                        let fact = format!("{other}:{}>=1", Card::VictoryPoint);
                        let of = |all: Vec<Likelihood>| {
                            all.into_iter().find(|it| it.fact == fact).map(|it| it.probability)
                        };
                        let plain = Belief::plain(&game, &view).likelihoods(300, &mut seed.rng());
                        if let (Some(acts), Some(rules)) = (of(beliefs(agent, table)), of(plain)) {
                            (by_acts, by_rules, kept) =
                                (by_acts + acts, by_rules + rules, kept + 1);
                        }
                    }
                }
            },
            &mut |_| {},
        );
    }
    assert!(kept >= 10, "{kept}");
    assert!(by_acts > 1.5 * by_rules, "{by_acts} by acts, {by_rules} by the rules, {kept} times");
}
