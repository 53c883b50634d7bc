//! The base player of Nakazawa (2018): every rule of the paper in a position made for it, and whole
//! games.
//!
//! Nodes that matter, on the board of [`Position`]: n18 touches ore, wood and ore, n23 ore, brick
//! and ore, n24 wood, ore and the desert, n35 ore, wheat and brick, n10 wheat and sheep.

use kakehiki_catan::{Action, CATAN, Card, Catan, Sight, View};
use kakehiki_core::{
    Agent, Ending, Game, GameRng, LazyView, Observed, Record, Seat, Seed, Step, Turn, Verdict, play,
};

use crate::{
    agents::{Strict, game_of},
    common::{PROFILES, Position, Table, catan, dealt, road, run, seat},
};

const NAME: &str = "nakazawa-base";

const PRINTED: [(&str, &str); 1] = [("players", "2")];

fn seated(game: &Catan, index: usize) -> Box<dyn Agent<Catan>> {
    let mut agent = CATAN.agent(game, NAME, Seed::experiment(1)).unwrap();
    agent.sit(seat(index));
    agent
}

/// A table with the base player at it, who hears all that happens.
struct Seating {
    table: Table,
    agent: Box<dyn Agent<Catan>>,
    index: usize,
}

impl Seating {
    fn new(options: &[(&str, &str)], position: &Position, hands: &[&str], index: usize) -> Self {
        let table = Table::new(options, position, hands);
        let agent = seated(&table.game, index);
        Self { table, agent, index }
    }

    /// What the player does here, in the notation; it has to be legal.
    fn choice(&mut self) -> String {
        choice(&self.table, &mut *self.agent, self.index)
    }

    /// Lets something happen that the player hears.
    fn run(&mut self, steps: &[&str]) {
        for text in steps {
            let before = self.table.state.clone();
            self.table.run(&[text]);
            let step = match (text.parse::<Action>(), self.table.game.turn(&before)) {
                (Ok(action), Turn::Seat(seat)) => Step::Action(seat, action),
                _ => Step::Chance(text.parse().unwrap()),
            };
            let (game, seat) = (&self.table.game, seat(self.index));
            if let Some(sight) = game.sight(&before, &step, &self.table.state, seat) {
                self.agent.hear(&LazyView::made(&self.table.view(self.index)), &sight);
            }
        }
    }
}

fn choice(table: &Table, agent: &mut dyn Agent<Catan>, index: usize) -> String {
    let mut menu = Vec::new();
    table.game.menu(&table.state, &mut menu);
    let action = agent.decide(&table.view(index), &menu, &mut Seed::experiment(1).rng());
    table.game.check(&table.state, &action).unwrap();
    action.to_string()
}

/// What the player does who is on turn in a position, without having heard anything.
fn choice_in(options: &[(&str, &str)], position: &Position, hands: &[&str]) -> String {
    Seating::new(options, position, hands, 0).choice()
}

/// A player on n24, for whom n23 is worth most: 33 · (1 − 2/10) tenths, before n35 with 25.6, n13
/// with 24.0 and its own city with 22.
fn settler() -> Position {
    Position::new(2).settlements(0, &[24]).settlements(1, &[47])
}

/// A player on n18, for whom a city there is worth most, with ore from there.
fn builder(players: usize) -> Position {
    Position::new(players).settlements(0, &[18]).settlements(1, &[47])
}

/// A player on n10 without a better place than its city, with wheat and sheep from there.
fn farmer() -> Position {
    Position::new(2).settlements(0, &[10]).settlements(1, &[9, 18])
}

#[test]
fn the_first_settlement_is_the_richest_and_the_second_completes_the_resources() {
    let game = catan(&[("players", "2"), ("numbers", "free"), ("harbours", "fixed")]);
    let mut state = dealt(&game);
    let table = |state: &kakehiki_catan::State| Table {
        game,
        state: state.clone(),
        memories: vec![None, None],
    };
    let mut agent = seated(&game, 0);
    assert_eq!(choice(&table(&state), &mut *agent, 0), "settlement:n18");
    run(&game, &mut state, &["settlement:n18"]);
    // The best land from there is n29, two roads away by n23: 32 · 0.8 tenths.
    assert_eq!(choice(&table(&state), &mut *agent, 0), road(18, 23));
    let others = [&road(18, 23), "settlement:n0", &road(0, 3), "settlement:n2", &road(2, 6)];
    run(&game, &mut state, &others.map(|step| step as &str));
    // Brick, sheep and wheat are round n28, n34, n40 and n45; n34 has the first of the best numbers.
    assert_eq!(choice(&table(&state), &mut *agent, 0), "settlement:n34");
}

#[test]
fn it_builds_roads_to_the_best_land_and_then_settles_there() {
    let mut game = Seating::new(&PRINTED, &settler(), &["WWWBBBSH", ""], 0);
    for step in [road(24, 18), road(18, 23), "settlement:n23".to_owned(), "end".to_owned()] {
        assert_eq!(game.choice(), step);
        game.run(&[&step]);
    }
}

#[test]
fn it_asks_for_what_two_roads_and_a_settlement_still_need() {
    // Two roads and a settlement cost three wood, three brick, sheep and wheat.
    let mut game = Seating::new(&PRINTED, &settler(), &["WWWBBB", "SHOOB"], 0);
    game.run(&[&road(24, 18), &road(18, 23)]);
    // Wheat and sheep are missing and cannot be produced; wheat is worth more. All that is left is
    // needed, and wood can be produced.
    assert_eq!(game.choice(), "offer:W>H@1");
    game.run(&["offer:W>H@1", "refuse"]);
    assert_eq!(game.choice(), "end");
}

#[test]
fn a_city_needs_no_road_and_its_value_is_all_the_land_gives() {
    assert_eq!(choice_in(&PRINTED, &builder(2), &["HHOOOWB", ""]), "city:n18");
}

/// Another player's building in the way, and one on the site itself.
#[test]
fn ways_lead_round_the_buildings_of_others_and_lost_sites_are_given_up() {
    let hands = ["WWWBBBSH", ""];
    let blocked = settler().settlements(1, &[13]);
    // From n24 to n23 by n18 is still free; only n18 itself cannot be settled any more.
    assert_eq!(choice_in(&PRINTED, &blocked, &hands), road(24, 18));
    // With n18 built on, n23 is too near, and n35 is the best.
    let taken = settler().settlements(1, &[17]);
    assert_eq!(choice_in(&PRINTED, &taken, &hands), road(24, 30));
}

#[test]
fn a_goal_is_kept_until_another_player_builds_a_road() {
    // The player is the second one; the first builds roads on the other side.
    let position = Position::new(2).settlements(1, &[24]).settlements(0, &[47]);
    let mut game = Seating::new(&PRINTED, &position, &["WWBB", "WWWBBB"], 1);
    game.run(&[&road(47, 51), "end", "roll", "dice:2"]);
    assert_eq!(game.choice(), road(24, 18), "n23 is the goal");
    // A road of its own the other way makes n35 worth 28.8 and changes nothing.
    game.run(&[&road(24, 30)]);
    assert_eq!(game.choice(), road(24, 18));
    let mut fresh = seated(&game.table.game, 1);
    assert_eq!(choice(&game.table, &mut *fresh, 1), road(30, 35), "it would choose n35 now");
    game.run(&["end", "roll", "dice:2", &road(47, 43), "end", "roll", "dice:2"]);
    assert_eq!(game.choice(), road(30, 35), "another's road makes it choose again");
}

#[test]
fn spare_sheep_go_for_the_ore_that_a_city_misses() {
    let mut game = Seating::new(&PRINTED, &builder(2), &["OOHHSS", "OW"], 0);
    assert_eq!(game.choice(), "offer:S>O@1");
    // The ore can be produced, so nothing that is needed goes for it.
    game.run(&["offer:S>O@1", "refuse"]);
    assert_eq!(game.choice(), "end");
}

#[test]
fn what_cannot_be_produced_is_worth_needed_cards_that_can() {
    let mut game = Seating::new(&PRINTED, &farmer(), &["OOHHSW", "OW"], 0);
    // Sheep can be produced and are not needed; wood is not needed; wheat can be produced.
    for offer in ["offer:S>O@1", "offer:W>O@1", "offer:H>O@1"] {
        assert_eq!(game.choice(), offer);
        game.run(&[offer, "refuse"]);
    }
    assert_eq!(game.choice(), "end");
}

#[test]
fn two_go_for_one_where_there_are_four_and_more_come() {
    assert_eq!(choice_in(&PRINTED, &farmer(), &["OOHHSSSS", "O"]), "offer:SS>O@1");
    assert_eq!(choice_in(&PRINTED, &farmer(), &["OOHHSSS", "O"]), "offer:S>O@1");
    // From n18 no sheep come.
    assert_eq!(choice_in(&PRINTED, &builder(2), &["OOHHSSSS", "O"]), "offer:S>O@1");
}

#[test]
fn the_player_who_holds_most_is_asked_and_nobody_who_holds_none() {
    let position = builder(4);
    let ask = |hands: [&str; 4]| choice_in(&[], &position, &hands);
    assert_eq!(ask(["OOHHS", "O", "OO", "OW"]), "offer:S>O@2");
    assert_eq!(ask(["OOHHS", "W", "", "WO"]), "offer:S>O@3");
    // Between equals it is the one with fewer points.
    assert_eq!(ask(["OOHHS", "O", "O", ""]), "offer:S>O@2");
    assert_eq!(ask(["OOHHS", "W", "", "W"]), "end");
}

#[test]
fn it_makes_no_offers_where_another_part_trades() {
    let table = Table::new(&PRINTED, &builder(2), &["OOHHSS", "OW"]);
    let mut agent =
        CATAN.agent(&table.game, "nakazawa-base+baseline", Seed::experiment(1)).unwrap();
    agent.sit(seat(0));
    assert_eq!(choice(&table, &mut *agent, 0), "end");
}

/// What the second player answers to an offer of the first, on n18 and short of ore.
fn answer(hand: &str, offer: &str, options: &[(&str, &str)]) -> String {
    let options: Vec<(&str, &str)> = PRINTED.iter().chain(options).copied().collect();
    let position = Position::new(2).settlements(1, &[18]).settlements(0, &[47]);
    let mut game = Seating::new(&options, &position, &["OOWW", hand], 1);
    game.run(&[offer]);
    game.choice()
}

#[test]
fn offers_are_accepted_that_bring_what_is_missing_for_what_is_not_needed() {
    for (hand, offer, expected) in [
        ("OOHHS", "offer:O>S@1", "accept"),
        ("OOHHS", "offer:OW>S@1", "accept"),
        // Wheat is needed, and wood is not missing: it says what it would give for ore.
        ("OOHHS", "offer:O>H@1", "counter:S>O"),
        ("OOHHS", "offer:W>S@1", "counter:S>O"),
        // Two for one only of what there are four of.
        ("OOHHSSS", "offer:O>SS@1", "counter:S>O"),
        ("OOHHSSSS", "offer:O>SS@1", "accept"),
        ("OOHHSSSS", "offer:O>SSS@1", "counter:S>O"),
        ("OOHHSB", "offer:O>SB@1", "counter:S>O"),
        // With nothing to give, nothing is offered; nor with nothing missing.
        ("OOHH", "offer:O>H@1", "refuse"),
        ("OOOHHS", "offer:O>S@1", "refuse"),
    ] {
        assert_eq!(answer(hand, offer, &[]), expected, "{offer} to {hand}");
        let plain = if expected.starts_with("counter") { "refuse" } else { expected };
        assert_eq!(answer(hand, offer, &[("counters", "off")]), plain, "{offer} to {hand}");
    }
}

#[test]
fn a_counter_offer_that_was_not_taken_is_not_made_again_in_the_turn() {
    let position = Position::new(2).settlements(1, &[18]).settlements(0, &[47]);
    let mut game = Seating::new(&PRINTED, &position, &["OOWW", "OOHHS"], 1);
    game.run(&["offer:W>S@1"]);
    assert_eq!(game.choice(), "counter:S>O");
    game.run(&["counter:S>O", "withdraw", "offer:W>S@1"]);
    assert_eq!(game.choice(), "refuse");
}

#[test]
fn agreed_trades_are_made_and_counter_offers_only_if_they_are_welcome() {
    for (reply, expected) in [
        ("accept", "confirm:P1"),
        ("counter:O>W", "confirm:P1"),
        ("counter:O>H", "withdraw"),
        ("counter:O>SS", "withdraw"),
        ("counter:B>S", "withdraw"),
    ] {
        let mut game = Seating::new(&PRINTED, &builder(2), &["OOHHSSW", "OB"], 0);
        game.run(&["offer:S>O@1", reply]);
        assert_eq!(game.choice(), expected, "{reply}");
    }
}

#[test]
fn the_bank_gets_only_what_the_goal_does_not_need() {
    // Nobody can be asked; four sheep go for the ore.
    assert_eq!(choice_in(&PRINTED, &builder(2), &["OOHHSSSS", ""]), "bank:S>O");
    assert_eq!(choice_in(&PRINTED, &builder(2), &["OOHHSSS", ""]), "end");
    // Of six wheat two are needed.
    assert_eq!(choice_in(&PRINTED, &builder(2), &["OOHHHHHH", ""]), "bank:H>O");
    assert_eq!(choice_in(&PRINTED, &builder(2), &["OOHHHHH", ""]), "end");
    // A player of the same rules without missing cards has no use for the bank.
    let table = Table::new(&PRINTED, &builder(2).cards(0, Card::Knight, 1), &["HHOOOSSSS", ""]);
    assert_eq!(choice(&table, &mut *seated(&table.game, 0), 0), "knight");
}

#[test]
fn others_are_asked_before_the_bank() {
    let mut game = Seating::new(&PRINTED, &builder(2), &["OOHHSSSS", "O"], 0);
    assert_eq!(game.choice(), "offer:S>O@1");
    game.run(&["offer:S>O@1", "refuse"]);
    assert_eq!(game.choice(), "bank:S>O");
}

#[test]
fn cards_are_bought_of_what_the_goal_does_not_need() {
    assert_eq!(choice_in(&PRINTED, &settler(), &["SSHHO", ""]), "buy");
    assert_eq!(choice_in(&PRINTED, &settler(), &["SHHO", ""]), "end", "the sheep is needed");
    assert_eq!(choice_in(&PRINTED, &builder(2), &["SHHOO", ""]), "end", "the ore is needed");
}

#[test]
fn a_knight_is_played_before_the_dice() {
    let position = builder(2).cards(0, Card::Knight, 1).begin();
    assert_eq!(choice_in(&PRINTED, &position, &["", "O"]), "knight");
    assert_eq!(choice_in(&PRINTED, &builder(2).begin(), &["", "O"]), "roll");
    let fresh = builder(2).cards(0, Card::Knight, 1).bought(Card::Knight, 1);
    assert_eq!(choice_in(&PRINTED, &fresh, &["", ""]), "end", "it was bought in this turn");
}

#[test]
fn the_robber_goes_to_whom_holds_the_largest_share_of_what_is_missing() {
    let position = Position::new(3)
        .settlements(0, &[18])
        .settlements(1, &[29, 40])
        .settlements(2, &[12, 49])
        .cards(0, Card::Knight, 1)
        .begin();
    let options = [("players", "3")];
    let robs = |hands: [&str; 3]| {
        let mut game = Seating::new(&options, &position, &hands, 0);
        game.run(&["knight"]);
        game.choice()
    };
    // Ore and wheat are missing. The own hexes are h4, h5 and h9. Of the second player's others it
    // has most of h13, with both settlements and a 9; of the third's of h0 with a 5.
    assert_eq!(robs(["", "OW", "OSSSS"]), "robber:h13,P1");
    assert_eq!(robs(["", "OWWW", "HO"]), "robber:h0,P2");
    // Nobody holds any: who has a card is robbed.
    assert_eq!(robs(["", "", "B"]), "robber:h0,P2");
}

#[test]
fn road_building_is_played_on_the_way_to_a_settlement_and_leads_there() {
    let position = settler().cards(0, Card::RoadBuilding, 1);
    let mut game = Seating::new(&PRINTED, &position, &["", ""], 0);
    for step in ["road-building", &road(24, 18), &road(18, 23), "end"] {
        assert_eq!(game.choice(), step);
        game.run(&[step]);
    }
    let city = builder(2).cards(0, Card::RoadBuilding, 1);
    assert_eq!(choice_in(&PRINTED, &city, &["", ""]), "end");
}

#[test]
fn a_year_of_plenty_brings_two_missing_cards() {
    let position = builder(2).cards(0, Card::YearOfPlenty, 1);
    assert_eq!(choice_in(&PRINTED, &position, &["OHH", ""]), "plenty:OO");
    // Wheat cannot be produced, ore can.
    assert_eq!(choice_in(&PRINTED, &position, &["OOH", ""]), "plenty:HO");
    assert_eq!(choice_in(&PRINTED, &position, &["OOHH", ""]), "end", "one card is missing");
}

#[test]
fn a_monopoly_is_played_from_the_fifth_turn_on_what_is_worth_most() {
    let options = [("players", "3")];
    let position =
        |turns| builder(3).settlements(2, &[39]).cards(0, Card::Monopoly, 1).turns(turns);
    // Nine wheat are worth 9.9 and ten brick 9.0.
    let hands = ["", "HHHHHBBBBB", "HHHHBBBBB"];
    assert_eq!(choice_in(&options, &position(5), &hands), "monopoly:H");
    assert_eq!(choice_in(&options, &position(4), &hands), "end");
    assert_eq!(choice_in(&options, &position(5), &["", "", ""]), "end", "there is nothing to get");
    // Its turn has come, and a year of plenty can wait.
    let both = position(5).cards(0, Card::YearOfPlenty, 1);
    assert_eq!(choice_in(&options, &both, &hands), "monopoly:H");
    assert_eq!(choice_in(&options, &both, &["", "", ""]), "plenty:HH");
}

#[test]
fn discards_keep_what_the_goal_needs() {
    let mut game = Seating::new(&PRINTED, &builder(2).begin(), &["OOHHHWBSS", ""], 0);
    game.run(&["roll", "dice:7"]);
    for card in ["discard:S", "discard:S", "discard:B", "discard:W"] {
        assert_eq!(game.choice(), card);
        game.run(&[card]);
    }
    // Where everything is needed, the cheaper goes.
    let mut game = Seating::new(&PRINTED, &settler().begin(), &["WWWBBBSH", ""], 0);
    game.run(&["roll", "dice:7"]);
    for card in ["discard:S", "discard:B", "discard:B", "discard:B"] {
        assert_eq!(game.choice(), card);
        game.run(&[card]);
    }
}

#[test]
fn it_plays_under_all_rules_and_ways_to_trade_without_a_misstep() {
    let mut settings: Vec<Vec<(&str, &str)>> = Vec::new();
    for rules in PROFILES {
        for trading in ["off", "one", "many"] {
            settings.push(vec![("rules", rules), ("trading", trading)]);
        }
    }
    for counters in ["on", "off"] {
        for acceptance in ["choose", "first"] {
            for unheld in ["on", "off"] {
                settings.push(vec![
                    ("counters", counters),
                    ("acceptance", acceptance),
                    ("unheld-offers", unheld),
                    ("offers", "100"),
                    ("players", "3"),
                ]);
            }
        }
    }
    for option in [
        ("hands", "open"),
        ("bank", "closed"),
        ("discards", "open"),
        ("discard", "cards"),
        ("victims", "with-cards"),
        ("friendly-robber", "on"),
        ("plenty", "fewer"),
        ("win", "any-time"),
        ("points", "hidden"),
        ("barren-road-building", "off"),
        ("cities", "1"),
        ("supply", "unlimited"),
        ("harbours", "none"),
    ] {
        settings.push(vec![option]);
    }
    let names = [NAME, "random", "nakazawa-base+rule", "weighted+rule", NAME];
    for options in settings {
        let game = catan(&[&options[..], &[("turn-cap", "300")]].concat());
        for number in 0..3 {
            let names: Vec<&str> =
                (0..game.seats()).map(|seat| names[(number + seat) % names.len()]).collect();
            let record = game_of(&game, &names, number as u64);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{options:?}: {record:?}");
        }
    }
}

#[test]
fn it_beats_random_players() {
    let game = catan(&[]);
    let wins = (0..80).filter(|index| {
        let own = (index % 4) as usize;
        let mut names = ["random"; 4];
        names[own] = NAME;
        game_of(&game, &names, *index).verdict.is_win(seat(own))
    });
    // The bound is what 25 wins in 100 reach once in ten thousand tries.
    let won = wins.count();
    assert!(won > 36, "{won} of 80");
}

#[test]
fn games_among_themselves_have_a_winner() {
    for (options, games) in [
        (vec![("rules", "nakazawa2018")], 60),
        (vec![("players", "2")], 30),
        (vec![("players", "3")], 30),
        (vec![("players", "4")], 30),
        (vec![("players", "4"), ("trading", "off")], 30),
    ] {
        let game = catan(&options);
        for number in 0..games {
            let record = game_of(&game, &vec![NAME; game.seats()], number);
            let is_won = matches!(record.verdict, Verdict::Ended(Ending::Won(_)));
            assert!(is_won, "{options:?}: {record:?}");
        }
    }
}

/// The player, and at every decision another who has just sat down and heard all so far.
struct Twice {
    game: Catan,
    seat: Seat,
    agent: Box<dyn Agent<Catan>>,
    heard: Vec<(View, Sight)>,
    decisions: u32,
}

impl Agent<Catan> for Twice {
    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.agent.sit(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let action = self.agent.decide(view, menu, rng);
        self.decisions += 1;
        if self.decisions.is_multiple_of(7) {
            let mut again = seated(&self.game, self.seat.index());
            for (view, sight) in &self.heard {
                again.hear(&LazyView::made(view), sight);
            }
            assert_eq!(again.decide(view, menu, rng), action);
        }
        action
    }

    fn hear(&mut self, view: &LazyView<'_, Catan>, sight: &Sight) {
        self.agent.hear(view, sight);
        self.heard.push(((**view).clone(), sight.clone()));
    }
}

#[test]
fn who_hears_all_again_goes_on_as_before() {
    for players in ["2", "4"] {
        let game = catan(&[("players", players)]);
        let twice = |index| {
            let agent = seated(&game, index);
            let (heard, seat) = (Vec::new(), seat(index));
            Box::new(Twice { game, seat, agent, heard, decisions: 0 }) as Box<dyn Agent<Catan>>
        };
        let mut agents: Vec<Box<dyn Agent<Catan>>> = (0..game.seats()).map(twice).collect();
        let record: Record = play(&game, &mut agents, Seed::experiment(4), &mut Strict);
        assert!(matches!(record.verdict, Verdict::Ended(Ending::Won(_))), "{record:?}");
    }
}
