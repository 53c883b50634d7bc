//! Agents at the table.

use kakehiki_core::{Agent, Game, Observed, Record, Seat, Seed, Verdict, play};
use kakehiki_monopoly::{Action, MONOPOLY, Monopoly, Template};

use crate::common::{FIRST, monopoly, moyer2020};

fn seat(game: &Monopoly, names: &[&str]) -> Vec<Box<dyn Agent<Monopoly>>> {
    let make = |name: &&str| MONOPOLY.agent(game, name, Seed::experiment(1)).unwrap();
    names.iter().map(make).collect()
}

fn games(game: &Monopoly, names: &[&str], count: u64) -> Vec<Record> {
    let mut agents = seat(game, names);
    (0..count)
        .map(|index| play(game, &mut agents, Seed::experiment(2).derive("game", index), &mut ()))
        .collect()
}

#[test]
fn every_agent_plays_legally_under_both_sets_of_rules() {
    let names = [
        "random",
        "moyer",
        "moyer-repaired(counters=accept)",
        "trader",
        "moyer+value",
        "moyer+baseline(kind=random)",
        "trader+miyapoly(playouts=10, propose=3, counter=on, partner=any, criterion=sum)",
        "random+miyapoly(playouts=10, tie=accept, unit=round, policy=moyer-repaired, trades=off)",
    ];
    for rules in ["official", "moyer2020"] {
        let game = monopoly(&[("rules", rules), ("players", "8"), ("max-turns", "200")]);
        for record in games(&game, &names, 3) {
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{:?}", record.verdict);
        }
        let game = monopoly(&[("rules", rules), ("players", "2"), ("max-turns", "200")]);
        for pair in names.windows(2) {
            for record in games(&game, pair, 5) {
                assert!(matches!(record.verdict, Verdict::Ended(_)), "{:?}", record.verdict);
            }
        }
    }
}

#[test]
fn the_trader_beats_the_base_player() {
    // The seats change; among 600 games a share of one half lies four deviations below the bound.
    let game = monopoly(&[("rules", "moyer2020"), ("players", "2"), ("max-turns", "400")]);
    let wins: usize = [["trader", "moyer"], ["moyer", "trader"]]
        .iter()
        .map(|names| {
            let place = Seat::new(usize::from(names[0] != "trader"));
            let records = games(&game, names, 300);
            records.iter().filter(|record| record.verdict.is_win(place)).count()
        })
        .sum();
    assert!(wins > 349, "{wins} of 600");
}

#[test]
fn traders_make_deals_with_each_other() {
    let game = monopoly(&[("players", "3"), ("max-turns", "200")]);
    let records = games(&game, &["trader", "trader", "trader"], 10);
    let sum = |counter: usize| {
        records.iter().flat_map(|record| &record.counts).map(|counts| counts[counter]).sum::<u32>()
    };
    let (offers, accepted) = (sum(0), sum(2));
    assert!(offers > 0 && accepted > 0, "{accepted} of {offers}");
}

#[test]
fn a_seeded_game_is_always_the_same() {
    let game = monopoly(&[("players", "2"), ("max-turns", "150")]);
    let names = ["trader", "moyer+miyapoly(playouts=20, propose=2)"];
    assert_eq!(games(&game, &names, 2), games(&game, &names, 2));
}

#[test]
fn what_was_weighed_can_be_looked_at() {
    let game = moyer2020();
    let mut agents = seat(&game, &["moyer+miyapoly(propose=3, playouts=50)", "trader"]);
    let (state, deal) = Template::LikePosition1.position().open(&game).unwrap();
    let view = game.view(&state, &(), deal.partner);
    let mut menu = Vec::new();
    game.menu(&state, &mut menu);
    for agent in &mut agents {
        agent.sit(deal.partner);
    }
    assert_eq!(agents[0].explain(&view).unwrap().deals, []);
    let answer = agents[0].decide(&view, &menu, &mut Seed::experiment(1).rng());
    assert_eq!(answer, Action::Accept);
    let explanation = agents[0].explain(&view).unwrap();
    let [weighed] = explanation.deals.as_slice() else { panic!("{explanation:?}") };
    assert_eq!((weighed.deal.as_str(), weighed.samples), ("P0:27>P1:25+32", 50));
    assert!(weighed.own[1] > weighed.own[0]);
    // Before a throw it weighs proposals.
    let state = game.arrange(&Template::LikePosition6.position().position).unwrap();
    let view = game.view(&state, &(), FIRST);
    agents[0].sit(FIRST);
    agents[0].decide(&view, &menu, &mut Seed::experiment(1).rng());
    assert_eq!(agents[0].explain(&view).unwrap().deals.len(), 3);
    // Where there is nothing to deal in it weighs nothing.
    let start = game.start();
    let view = game.view(&start, &(), FIRST);
    agents[0].decide(&view, &menu, &mut Seed::experiment(1).rng());
    assert_eq!(agents[0].explain(&view).unwrap().deals, []);
}
