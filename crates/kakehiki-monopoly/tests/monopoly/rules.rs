//! The official rules, line by line, and where the browser game differs.

use kakehiki_core::{Ending, Game, SeatSet, Turn};
use kakehiki_monopoly::{Monopoly, PlayerArrangement, Square, Stage, State};

use crate::common::{
    FIRST, SECOND, THIRD, arrange, is_refused, monopoly, moyer2020, official, play, player, square,
};

fn two(first: PlayerArrangement, second: PlayerArrangement) -> (Monopoly, State) {
    let game = official("2");
    let state = arrange(&game, &[first, second]);
    (game, state)
}

fn jailed(cash: i32, failed: u8) -> PlayerArrangement {
    PlayerArrangement { failed_jail_throws: Some(failed), ..player(cash, 10, &[]) }
}

#[test]
fn line_1_doubles_throw_again_and_the_third_goes_to_jail() {
    let (game, mut state) = two(player(1500, 0, &[]), player(1500, 0, &[]));
    play(&game, &mut state, &["roll", "dice:5-5"]);
    assert!(!state.has_thrown() && is_refused(&game, &state, "end"));
    play(&game, &mut state, &["roll", "dice:5-5", "roll", "dice:1-1"]);
    assert!(state.is_in_jail(FIRST) && state.has_thrown());
    assert!(is_refused(&game, &state, "roll"));
    play(&game, &mut state, &["end"]);
    assert_eq!(state.mover(), SECOND);
}

#[test]
fn line_1_the_corner_sends_to_jail_and_pays_no_salary() {
    let (game, mut state) = two(player(1500, 27, &[]), player(1500, 0, &[]));
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert!(state.is_in_jail(FIRST));
    assert_eq!(state.cash(FIRST), 1500);
}

#[test]
fn line_2_a_prisoner_pays_or_throws_doubles_or_pays_after_the_third_failure() {
    let (game, mut state) = two(jailed(1500, 0), player(1500, 0, &[]));
    let mut paying = state.clone();
    play(&game, &mut paying, &["pay-bail", "roll", "dice:5-5"]);
    assert_eq!((paying.cash(FIRST), paying.position(FIRST).index()), (1450, 20));
    assert!(!paying.has_thrown(), "doubles count as usual after leaving");
    let mut lucky = state.clone();
    play(&game, &mut lucky, &["roll", "dice:5-5"]);
    assert_eq!((lucky.cash(FIRST), lucky.position(FIRST).index()), (1500, 20));
    assert!(lucky.has_thrown(), "the freeing double throws no more");
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert_eq!(state.failed_throws(FIRST), Some(1));
    let (game, mut state) = two(jailed(1500, 2), player(1500, 0, &[]));
    play(&game, &mut state, &["roll", "dice:4-6"]);
    assert_eq!((state.cash(FIRST), state.position(FIRST).index()), (1450, 20));
    assert!(!state.is_in_jail(FIRST));
}

#[test]
fn line_2_who_cannot_pay_the_bail_raises_it_before_moving() {
    let first = PlayerArrangement { deeds: vec![39], ..jailed(10, 2) };
    let (game, mut state) = two(first, player(1500, 0, &[]));
    play(&game, &mut state, &["roll", "dice:4-6"]);
    assert_eq!((state.stage(), state.position(FIRST).index()), (Stage::Debt(FIRST), 10));
    play(&game, &mut state, &["mortgage:39"]);
    assert_eq!((state.cash(FIRST), state.position(FIRST).index()), (160, 20));
}

#[test]
fn line_2_rent_is_collected_in_jail() {
    let second = PlayerArrangement { deeds: vec![39], ..jailed(1500, 0) };
    let (game, mut state) = two(player(1500, 36, &[]), second);
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [1450, 1550]);
}

#[test]
fn line_3_what_is_not_bought_is_auctioned_and_the_decliner_may_bid() {
    let game = official("3");
    let players = [player(1500, 36, &[]), player(1500, 0, &[]), player(90, 0, &[])];
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "decline"]);
    assert_eq!(state.stage(), Stage::Auction);
    assert_eq!(game.turn(&state), Turn::Seat(SECOND));
    play(&game, &mut state, &["bid:1"]);
    assert!(is_refused(&game, &state, "bid:1") && is_refused(&game, &state, "bid:91"));
    play(&game, &mut state, &["bid:90", "bid:91", "leave"]);
    // The third player cannot outbid and is passed over.
    assert_eq!((state.owner(square(39)), state.cash(FIRST)), (Some(FIRST), 1500 - 91));
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "decline", "leave", "leave", "leave"]);
    assert_eq!((state.owner(square(39)), state.stage()), (None, Stage::Manage));
}

#[test]
fn line_4_rents() {
    let rent = |deeds: &[usize], houses: &[(usize, u8)], mortgaged: &[usize], from, throw| {
        let mut second = player(1500, 0, deeds);
        second.houses = houses.to_vec();
        second.mortgaged = mortgaged.to_vec();
        let (game, mut state) = two(player(3000, from, &[]), second);
        play(&game, &mut state, &["roll", throw]);
        3000 - state.cash(FIRST)
    };
    assert_eq!(rent(&[39], &[], &[], 36, "dice:1-2"), 50);
    assert_eq!(rent(&[37, 39], &[], &[], 36, "dice:1-2"), 100);
    assert_eq!(rent(&[37, 39], &[], &[39], 36, "dice:1-2"), 0);
    assert_eq!(rent(&[37, 39], &[], &[37], 36, "dice:1-2"), 100, "ownership alone doubles");
    for (level, expected) in [(1, 200), (2, 600), (3, 1400), (4, 1700), (5, 2000)] {
        assert_eq!(rent(&[37, 39], &[(39, level)], &[], 36, "dice:1-2"), expected);
    }
    assert_eq!(rent(&[5], &[], &[], 2, "dice:1-2"), 25);
    assert_eq!(rent(&[5, 15], &[], &[15], 2, "dice:1-2"), 50);
    assert_eq!(rent(&[5, 15, 25, 35], &[], &[], 2, "dice:1-2"), 200);
    assert_eq!(rent(&[12], &[], &[], 9, "dice:1-2"), 12);
    assert_eq!(rent(&[12, 28], &[], &[28], 9, "dice:1-2"), 30);
}

#[test]
fn line_5_building_is_even_and_needs_a_complete_set_without_mortgages() {
    let (game, mut state) = two(player(1500, 0, &[1, 3, 16, 18]), player(1500, 0, &[]));
    assert!(is_refused(&game, &state, "build:16") && is_refused(&game, &state, "build:0"));
    play(&game, &mut state, &["build:1"]);
    assert!(is_refused(&game, &state, "build:1") && is_refused(&game, &state, "mortgage:3"));
    play(&game, &mut state, &["build:3", "build:3"]);
    assert!(is_refused(&game, &state, "sell:1"));
    play(&game, &mut state, &["sell:3"]);
    assert_eq!(state.cash(FIRST), 1500 - 3 * 50 + 25);
    assert_eq!(state.stock(), (30, 12));
    let (game, mut state) = two(player(1500, 0, &[1, 3]), player(1500, 0, &[]));
    play(&game, &mut state, &["mortgage:3"]);
    assert!(is_refused(&game, &state, "build:1"));
}

#[test]
fn line_5_a_hotel_gives_four_houses_back_and_takes_them_when_it_is_broken() {
    let first = PlayerArrangement { houses: vec![(37, 4), (39, 4)], ..player(900, 0, &[37, 39]) };
    let (game, mut state) = two(first, player(1500, 0, &[]));
    play(&game, &mut state, &["build:39"]);
    assert_eq!((state.level(square(39)), state.stock()), (5, (28, 11)));
    assert!(is_refused(&game, &state, "build:39"));
    play(&game, &mut state, &["sell:39"]);
    assert_eq!((state.level(square(39)), state.stock(), state.cash(FIRST)), (4, (24, 12), 800));
}

#[test]
fn line_5_without_houses_a_set_with_hotels_is_sold_down_at_once() {
    let first = PlayerArrangement { houses: vec![(37, 5), (39, 5)], ..player(10, 0, &[37, 39]) };
    let streets = [6, 8, 9, 11, 13, 14, 16, 18];
    let mut second = player(1500, 0, &streets);
    second.deeds.push(19);
    second.houses = streets.iter().map(|street| (*street, 4)).collect();
    second.houses.retain(|(street, _)| *street != 18);
    second.houses.extend([(18, 1), (19, 1)]);
    let (game, mut state) = two(first, second);
    assert_eq!(state.stock(), (2, 10));
    assert!(is_refused(&game, &state, "sell:39"));
    assert!(is_refused(&game, &state, "sell-down:dark-blue,2"), "four houses are not there");
    play(&game, &mut state, &["sell-down:dark-blue,1"]);
    assert_eq!((state.level(square(37)), state.level(square(39))), (1, 1));
    assert_eq!((state.stock(), state.cash(FIRST)), ((0, 12), 10 + 8 * 100));
}

#[test]
fn line_5_the_last_house_goes_to_the_highest_bidder() {
    let game = official("3");
    let streets = [6, 8, 9, 11, 13, 14, 16];
    let mut third = player(1500, 0, &streets);
    third.deeds.extend([18, 19]);
    third.houses = streets.iter().map(|street| (*street, 4)).collect();
    third.houses.extend([(18, 2), (19, 1)]);
    let players = [player(500, 0, &[1, 3]), player(500, 0, &[37, 39]), third];
    let mut state = arrange(&game, &players);
    assert_eq!(state.stock(), (1, 12));
    play(&game, &mut state, &["build:1"]);
    assert_eq!((state.stage(), state.auction().bid), (Stage::Auction, 50));
    play(&game, &mut state, &["bid:60", "bid:70", "leave", "bid:80", "leave"]);
    assert_eq!((state.stage(), state.cash(SECOND)), (Stage::Place(SECOND), 420));
    assert!(is_refused(&game, &state, "build:1"));
    play(&game, &mut state, &["build:37"]);
    assert_eq!((state.level(square(37)), state.stock().0), (1, 0));
    assert_eq!((state.stage(), state.cash(FIRST)), (Stage::Manage, 500));
    // Nobody raises: it is built at its price, where it was wanted.
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["build:1", "leave", "leave"]);
    assert_eq!((state.level(square(1)), state.cash(FIRST)), (1, 450));
}

#[test]
fn line_6_mortgages_are_lifted_for_a_tenth_more_and_inherited_with_interest() {
    let (game, mut state) = two(player(1500, 0, &[12, 28]), player(1500, 0, &[]));
    play(&game, &mut state, &["mortgage:12"]);
    assert_eq!(state.cash(FIRST), 1575);
    play(&game, &mut state, &["lift:12"]);
    assert_eq!(state.cash(FIRST), 1575 - 83);
    play(&game, &mut state, &["mortgage:12", "propose:P0:12>P1:-", "accept"]);
    assert_eq!((state.stage(), state.cash(SECOND)), (Stage::Inherit(SECOND), 1500));
    let mut lifting = state.clone();
    play(&game, &mut state, &["keep"]);
    assert_eq!((state.cash(SECOND), state.mortgaged().len()), (1492, 1));
    play(&game, &mut lifting, &["lift:12"]);
    assert_eq!((lifting.cash(SECOND), lifting.mortgaged().len()), (1417, 0));
    // The browser game asks for nothing.
    let game = moyer2020();
    let first = PlayerArrangement { mortgaged: vec![12], ..player(1500, 0, &[12]) };
    let mut state = arrange(&game, &[first, player(1500, 0, &[])]);
    play(&game, &mut state, &["propose:P0:12>P1:-", "accept"]);
    assert_eq!((state.stage(), state.cash(SECOND)), (Stage::Manage, 1500));
}

#[test]
fn line_6_lifting_costs_are_those_of_the_board() {
    let lifts = [(1, 33), (6, 55), (9, 66), (11, 77), (12, 83), (14, 88), (37, 193), (39, 220)];
    for (deed, cost) in lifts {
        let first = PlayerArrangement { mortgaged: vec![deed], ..player(1500, 0, &[deed]) };
        let (game, mut state) = two(first, player(1500, 0, &[]));
        play(&game, &mut state, &[&format!("lift:{deed}")]);
        assert_eq!(state.cash(FIRST), 1500 - cost, "{deed}");
    }
}

#[test]
fn line_7_trades_move_deeds_cards_and_cash() {
    let mut first = player(300, 0, &[1, 12, 39]);
    first.jail_cards = "C".to_owned();
    let (game, mut state) = two(first, player(500, 0, &[3, 5]));
    for illegal in [
        "propose:P0:3>P1:-",
        "propose:P0:1+$301>P1:3",
        "propose:P0:1>P1:3+$501",
        "propose:P0:$50>P1:-",
        "propose:P0:k>P1:$50",
        "propose:P1:3>P0:1",
        "propose:P0:1>P2:-",
    ] {
        assert!(is_refused(&game, &state, illegal), "{illegal}");
    }
    play(&game, &mut state, &["propose:P0:1+12+c>P1:3+$200", "counter:P0:1+12+c>P1:3+5+$150"]);
    assert_eq!(game.turn(&state), Turn::Seat(FIRST));
    play(&game, &mut state, &["accept"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [450, 350]);
    assert_eq!(state.deeds(FIRST).iter().map(Square::index).collect::<Vec<_>>(), [3, 5, 39]);
    assert_eq!(state.jail_cards(SECOND).len(), 1);
}

#[test]
fn line_7_nothing_of_a_set_with_buildings_is_traded() {
    let first = PlayerArrangement { houses: vec![(1, 1)], ..player(300, 0, &[1, 3, 5]) };
    let (game, state) = two(first, player(500, 0, &[]));
    assert!(is_refused(&game, &state, "propose:P0:3>P1:$100"));
    assert!(!is_refused(&game, &state, "propose:P0:5>P1:$100"));
}

#[test]
fn line_7_others_trade_in_the_pause_before_a_turn_officially() {
    let game = monopoly(&[("players", "3")]);
    let mut state =
        arrange(&game, &[player(500, 7, &[1]), player(500, 7, &[3]), player(500, 7, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "end"]);
    assert_eq!((state.mover(), state.stage()), (SECOND, Stage::Pause(THIRD)));
    play(&game, &mut state, &["propose:P2:$60>P0:1", "accept", "pass"]);
    assert_eq!((state.owner(square(1)), state.stage()), (Some(THIRD), Stage::Pause(FIRST)));
    play(&game, &mut state, &["pass"]);
    assert_eq!(state.stage(), Stage::Manage);
    // The number of offers is bounded, each pause and turn anew.
    for _ in 0..3 {
        play(&game, &mut state, &["propose:P1:3>P0:$60", "refuse"]);
    }
    assert!(is_refused(&game, &state, "propose:P1:3>P0:$60"));
}

#[test]
fn line_8_bankrupt_to_a_player_everything_goes_to_the_creditor() {
    let game = official("3");
    let mut first = player(100, 36, &[1, 3, 12]);
    first.houses = vec![(1, 1), (3, 1)];
    first.mortgaged = vec![12];
    first.jail_cards = "K".to_owned();
    let second = PlayerArrangement { houses: vec![(39, 1)], ..player(500, 0, &[37, 39]) };
    let mut state = arrange(&game, &[first, second, player(500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert_eq!((state.stage(), state.cash(FIRST)), (Stage::Debt(FIRST), -100));
    assert_eq!(state.cash(SECOND), 600, "what is there is paid at once");
    play(&game, &mut state, &["bankrupt"]);
    assert_eq!((state.stage(), state.cash(SECOND)), (Stage::Inherit(SECOND), 650));
    play(&game, &mut state, &["keep"]);
    assert_eq!(state.cash(SECOND), 642);
    assert_eq!(state.deeds(SECOND).len(), 5);
    assert_eq!((state.jail_cards(SECOND).len(), state.stock()), (1, (31, 12)));
    assert_eq!((state.is_alive(FIRST), state.mover()), (false, SECOND));
}

#[test]
fn line_8_bankrupt_to_the_bank_deeds_are_auctioned_without_mortgages() {
    let game = official("3");
    let first = PlayerArrangement { mortgaged: vec![12], ..player(100, 0, &[12]) };
    let mut state = arrange(&game, &[first, player(500, 0, &[]), player(500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-3", "bankrupt"]);
    assert_eq!((state.stage(), state.auction().square), (Stage::Auction, square(12)));
    play(&game, &mut state, &["bid:20", "leave"]);
    assert_eq!((state.owner(square(12)), state.mortgaged().len()), (Some(SECOND), 0));
    assert_eq!((state.stage(), state.mover()), (Stage::Manage, SECOND));
}

#[test]
fn line_8_the_last_player_wins() {
    let (game, mut state) = two(player(100, 0, &[]), player(500, 0, &[]));
    play(&game, &mut state, &["roll", "dice:1-3", "bankrupt"]);
    assert_eq!(game.turn(&state), Turn::Over(Ending::Won(SeatSet::only(SECOND))));
}

#[test]
fn line_9_free_parking_and_go_are_no_windfalls() {
    let (game, mut state) = two(player(1500, 17, &[]), player(1500, 37, &[]));
    play(&game, &mut state, &["roll", "dice:1-2", "end", "roll", "dice:1-2"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [1500, 1700]);
}

#[test]
fn the_browser_game_auctions_at_the_end_of_the_turn() {
    let game = moyer2020();
    let mut state = arrange(&game, &[player(1500, 36, &[]), player(1500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "decline"]);
    assert_eq!(state.stage(), Stage::Manage);
    play(&game, &mut state, &["end"]);
    assert_eq!((state.stage(), game.turn(&state)), (Stage::Auction, Turn::Seat(SECOND)));
    let mut unsold = state.clone();
    play(&game, &mut unsold, &["leave"]);
    assert_eq!((unsold.owner(square(39)), unsold.mover()), (None, SECOND), "nobody is asked again");
    play(&game, &mut state, &["bid:10", "bid:20", "leave"]);
    assert_eq!((state.owner(square(39)), state.mover()), (Some(FIRST), SECOND));
}

#[test]
fn the_browser_game_credits_rent_at_once_and_throws_again_after_a_debt() {
    let game = moyer2020();
    let second = PlayerArrangement { houses: vec![(39, 1)], ..player(500, 0, &[37, 39]) };
    let mut state = arrange(&game, &[player(100, 36, &[25]), second]);
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [-100, 700]);
    play(&game, &mut state, &["mortgage:25"]);
    assert_eq!((state.stage(), state.has_thrown()), (Stage::Manage, false));
}

#[test]
fn the_browser_game_mortgages_beside_houses_and_builds_beside_mortgages() {
    let game = moyer2020();
    let first = PlayerArrangement { houses: vec![(1, 2)], ..player(1500, 0, &[1, 3]) };
    let mut state = arrange(&game, &[first, player(1500, 0, &[])]);
    play(&game, &mut state, &["mortgage:3", "build:1"]);
    assert!(is_refused(&game, &state, "mortgage:1"));
    assert_eq!(state.level(square(1)), 3);
}

#[test]
fn games_end_undecided_at_the_turn_cap() {
    let game = monopoly(&[("rules", "moyer2020"), ("max-turns", "1")]);
    let mut state = arrange(&game, &[player(1500, 17, &[]), player(1500, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "end"]);
    assert_eq!(game.turn(&state), Turn::Over(Ending::Undecided));
}

#[test]
fn interest_on_a_deed_that_a_debtor_trades_for_does_not_cost_its_creditor_the_debt() {
    let game = official("3");
    let mortgaged = PlayerArrangement { mortgaged: vec![5], ..player(500, 0, &[5]) };
    let players = [player(10, 36, &[15, 25]), player(500, 0, &[39]), mortgaged];
    let mut state = arrange(&game, &players);
    // Boardwalk asks for 50; 10 of it is there.
    play(&game, &mut state, &["roll", "dice:1-2"]);
    assert_eq!((state.stage(), state.cash(FIRST)), (Stage::Debt(FIRST), -40));
    assert_eq!(state.cash(SECOND), 510);
    // Reading Railroad comes with a mortgage, and 10 of interest on it.
    play(&game, &mut state, &["propose:P0:15>P2:5", "accept", "keep"]);
    assert_eq!((state.stage(), state.cash(FIRST)), (Stage::Debt(FIRST), -50));
    play(&game, &mut state, &["mortgage:25"]);
    assert_eq!((state.cash(FIRST), state.cash(SECOND)), (50, 550));
}
