//! The base player, by the check vectors of its description.

use kakehiki_core::{Game, Seed};
use kakehiki_monopoly::{Action, Deal, Monopoly, Moyer, PlayerArrangement, Stage, State};

use crate::common::{FIRST, SECOND, arrange, monopoly, moyer2020, official, play, player, square};

fn decide(game: &Monopoly, state: &State) -> Action {
    Moyer::FAITHFUL.decide(game, state, &mut Seed::experiment(1).rng())
}

/// Lets the base player do all it does before its throw.
fn prepare(game: &Monopoly, state: &mut State, moyer: Moyer) {
    loop {
        match moyer.decide(game, state, &mut Seed::experiment(1).rng()) {
            Action::Roll => return,
            action => game.play(state, &action).unwrap(),
        }
    }
}

fn brown(cash: i32, level: u8) -> PlayerArrangement {
    PlayerArrangement { houses: vec![(1, level), (3, level)], ..player(cash, 0, &[1, 3]) }
}

#[test]
fn it_buys_what_leaves_more_than_fifty() {
    let game = moyer2020();
    for (cash, action) in [(150, Action::Decline), (151, Action::Buy)] {
        let mut state = arrange(&game, &[player(cash, 3, &[]), player(1500, 0, &[])]);
        play(&game, &mut state, &["roll", "dice:1-2"]);
        assert_eq!(decide(&game, &state), action);
    }
}

#[test]
fn it_pays_for_buildings_on_top_of_hotels() {
    let game = moyer2020();
    let mut cash = 1000;
    let mut course = Vec::new();
    for _ in 0..10 {
        let mut state = arrange(&game, &[brown(cash, 5), player(1500, 0, &[])]);
        prepare(&game, &mut state, Moyer::FAITHFUL);
        assert_eq!(state.level(square(1)), 5);
        cash = state.cash(FIRST);
        course.push(cash);
    }
    assert_eq!(course, [900, 800, 700, 600, 500, 400, 300, 200, 150, 150]);
    let mut state = arrange(&game, &[brown(1000, 5), player(1500, 0, &[])]);
    prepare(&game, &mut state, Moyer::REPAIRED);
    assert_eq!(state.cash(FIRST), 1000);
}

#[test]
fn it_builds_on_the_last_of_the_emptiest_streets_and_then_lifts() {
    for (rate, cash) in [("60", 74), ("55", 77)] {
        let game = monopoly(&[("rules", "moyer2020"), ("lift-rate", rate)]);
        let first = PlayerArrangement { mortgaged: vec![1], ..player(160, 0, &[1, 3]) };
        let mut state = arrange(&game, &[first, player(1500, 0, &[])]);
        prepare(&game, &mut state, Moyer::FAITHFUL);
        assert_eq!((state.level(square(3)), state.level(square(1))), (1, 0));
        assert_eq!(state.cash(FIRST), cash);
        assert!(state.mortgaged().is_empty());
    }
}

#[test]
fn it_buys_at_most_one_building_for_each_street_of_a_colour() {
    let game = moyer2020();
    let deeds = [1, 3, 16, 18, 19];
    let mut state = arrange(&game, &[player(5000, 0, &deeds), player(1500, 0, &[])]);
    prepare(&game, &mut state, Moyer::FAITHFUL);
    assert_eq!(deeds.map(|deed| state.level(square(deed))), [1; 5]);
    assert_eq!(state.cash(FIRST), 5000 - 2 * 50 - 3 * 100);
}

/// The answer of the second player to a deal.
fn answer(deal: &str, first: PlayerArrangement, second: PlayerArrangement) -> String {
    let game = moyer2020();
    let mut state = arrange(&game, &[first, second]);
    play(&game, &mut state, &[&format!("propose:{deal}")]);
    let action = decide(&game, &state);
    game.check(&state, &action).unwrap();
    action.to_string()
}

fn utility_for_railroad(deal: &str, cash: i32, mortgaged: [&[usize]; 2]) -> String {
    let first = PlayerArrangement { mortgaged: mortgaged[0].to_vec(), ..player(cash, 0, &[12]) };
    let second = PlayerArrangement { mortgaged: mortgaged[1].to_vec(), ..player(1500, 0, &[5]) };
    answer(deal, first, second)
}

#[test]
fn it_answers_trades_by_list_prices() {
    let plain = |deal, first: &[usize], second: &[usize]| {
        answer(deal, player(1500, 0, first), player(1500, 0, second))
    };
    assert_eq!(plain("P0:27>P1:25+32", &[27], &[25, 26, 29, 32]), "refuse");
    assert_eq!(plain("P0:1>P1:$1", &[1], &[3]), "accept");
    assert_eq!(plain("P0:1+$25>P1:3", &[1], &[3]), "counter:P0:1+$25>P1:3");
    assert_eq!(plain("P0:1+$26>P1:3", &[1], &[3]), "accept");
    let swap = "P0:12>P1:5";
    let counter = "counter:P0:12+$75>P1:5";
    assert_eq!(utility_for_railroad(swap, 1500, [&[], &[]]), counter);
    assert_eq!(utility_for_railroad("P0:12>P1:5+$1", 1500, [&[], &[]]), "refuse");
    assert_eq!(utility_for_railroad(swap, 75, [&[], &[]]), "refuse");
    assert_eq!(utility_for_railroad(swap, 76, [&[], &[]]), counter);
    assert_eq!(utility_for_railroad(swap, 1500, [&[], &[5]]), "accept");
    assert_eq!(utility_for_railroad(swap, 1500, [&[12], &[5]]), "counter:P0:12+$50>P1:5");
    assert_eq!(utility_for_railroad(swap, 1500, [&[12], &[]]), "refuse");
}

#[test]
fn a_jail_card_counts_ten() {
    let mut first = player(1500, 0, &[]);
    first.jail_cards = "C".to_owned();
    let offer = |deal| answer(deal, first.clone(), player(1500, 0, &[]));
    assert_eq!(offer("P0:c+$16>P1:-"), "accept");
    assert_eq!(offer("P0:c+$15>P1:-"), "counter:P0:c+$15>P1:-");
}

#[test]
fn it_proposes_its_utility_for_a_railroad_once() {
    let game = moyer2020();
    // Twelve is asked first, and the first railroad of another player.
    let players = [player(500, 10, &[28, 5]), player(500, 0, &[15, 25])];
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:4-6"]);
    let deal: Deal = "P0:28>P1:15".parse().unwrap();
    assert_eq!(decide(&game, &state), Action::Propose(deal));
    game.play(&mut state, &Action::Propose(deal)).unwrap();
    assert_eq!(decide(&game, &state).to_string(), "counter:P0:28+$75>P1:15");
    play(&game, &mut state, &["counter:P0:28+$75>P1:15"]);
    assert_eq!(decide(&game, &state), Action::Refuse);
    play(&game, &mut state, &["refuse"]);
    assert_eq!(decide(&game, &state), Action::End);
    // Not after a double, and not where a card was drawn.
    for throw in ["dice:5-5", "dice:3-4"] {
        let mut state = arrange(&game, &players);
        play(&game, &mut state, &["roll", throw]);
        if let Stage::Draw(_) = state.stage() {
            play(&game, &mut state, &["card:K2"]);
        }
        assert!(!matches!(decide(&game, &state), Action::Propose(_)), "{throw}");
    }
}

#[test]
fn it_never_sells_buildings_unless_repaired() {
    let game = moyer2020();
    let mut state = arrange(&game, &[brown(160, 2), player(1500, 0, &[])]);
    // Income tax leaves it 40 short.
    play(&game, &mut state, &["roll", "dice:1-3"]);
    assert_eq!((state.cash(FIRST), state.stage()), (-40, Stage::Debt(FIRST)));
    assert_eq!(decide(&game, &state), Action::Bankrupt);
    let mut repaired = state.clone();
    for _ in 0..2 {
        let action = Moyer::REPAIRED.decide(&game, &repaired, &mut Seed::experiment(1).rng());
        assert!(matches!(action, Action::Sell(_)));
        game.play(&mut repaired, &action).unwrap();
    }
    assert_eq!((repaired.cash(FIRST), repaired.stage()), (10, Stage::Manage));
    game.play(&mut state, &Action::Bankrupt).unwrap();
    assert_eq!(state.stage(), Stage::Won(SECOND));
}

#[test]
fn it_mortgages_from_the_end_of_the_board_until_the_debt_is_paid() {
    let game = moyer2020();
    let mut state = arrange(&game, &[player(20, 0, &[6, 25, 39]), player(1500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-3"]);
    assert_eq!(decide(&game, &state).to_string(), "mortgage:39");
    play(&game, &mut state, &["mortgage:39"]);
    assert_eq!(state.stage(), Stage::Manage);
    // Having paid, it throws again although the turn would be over.
    assert_eq!(decide(&game, &state), Action::Roll);
}

#[test]
fn it_waits_in_jail_and_uses_a_card_before_the_last_throw() {
    let game = moyer2020();
    for (failed, action) in [(0, "roll"), (1, "roll"), (2, "use-card:k")] {
        let mut first = player(1500, 10, &[]);
        first.failed_jail_throws = Some(failed);
        first.jail_cards = "CK".to_owned();
        let state = arrange(&game, &[first, player(1500, 0, &[])]);
        assert_eq!(decide(&game, &state).to_string(), action);
    }
}

#[test]
fn it_raises_by_ten_to_thirty_with_the_ends_half_as_likely() {
    let game = official("2");
    let mut state = arrange(&game, &[player(1500, 3, &[]), player(1500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "decline"]);
    let mut rng = Seed::experiment(3).rng();
    let mut counts = [0_u32; 31];
    for _ in 0..40_000 {
        match Moyer::FAITHFUL.decide(&game, &state, &mut rng) {
            Action::Bid(bid) => counts[bid as usize] += 1,
            action => panic!("{action}"),
        }
    }
    // Six standard deviations of a share of one in twenty: a false alarm in a hundred million.
    for (bid, count) in counts.into_iter().enumerate() {
        let expected = match bid {
            10 | 30 => 1000.0,
            11..=29 => 2000.0,
            _ => 0.0,
        };
        assert!((f64::from(count) - expected).abs() <= 6.0 * 44.0 * f64::from(expected > 0.0));
    }
}

#[test]
fn it_leaves_an_auction_at_one_and_a_half_times_the_price_or_short_of_cash() {
    let game = official("2");
    let opened = |cash| {
        let mut state = arrange(&game, &[player(1500, 3, &[]), player(cash, 0, &[])]);
        play(&game, &mut state, &["roll", "dice:1-2", "decline"]);
        state
    };
    // Oriental Avenue costs 100: at 141 no raise of at least 10 is left.
    let mut state = opened(1500);
    play(&game, &mut state, &["bid:141"]);
    assert_eq!(decide(&game, &state), Action::Leave);
    assert_eq!(decide(&game, &opened(59)), Action::Leave);
    assert!(matches!(decide(&game, &opened(80)), Action::Bid(_)));
}
