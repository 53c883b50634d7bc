//! Components, the board and the first settlements (sections 1 to 3).

use kakehiki_catan::{
    Action, COAST_EDGES, Card, Catan, EDGES, Edge, HARBOURS, HEXES, Hex, NODES, Resource, Stage,
    State,
};
use kakehiki_core::{Game, GameRng, Seed, Turn};

use crate::common::{Position, catan, dealt, hand, is_legal, random_step, road, run, seat};

const FIXED: [(&str, &str); 2] = [("numbers", "free"), ("harbours", "fixed")];

/// Lines 1.5, 1.6 and 1.7.
#[test]
fn the_bank_the_deck_and_the_stock_are_complete() {
    let game = catan(&[]);
    let state = game.start();
    assert!(Resource::ALL.iter().all(|resource| state.bank().count(*resource) == 19));
    assert_eq!(state.bank().total(), 95);
    assert_eq!(Card::ALL.map(|card| state.deck().count(card)), [14, 5, 2, 2, 2]);
    assert_eq!(state.stock(seat(0)), [15, 5, 4]);
}

/// Lines 1.2 (the desert has no token) and 2.6.
#[test]
fn the_robber_begins_on_the_desert() {
    let game = catan(&[]);
    let mut rng = Seed::experiment(5).rng();
    for _ in 0..50 {
        let mut state = game.start();
        while game.turn(&state) == Turn::Chance {
            random_step(&game, &mut state, &mut Vec::new(), &mut rng);
        }
        let terrain = state.board().terrain(state.robber()).unwrap();
        assert_eq!((terrain.resource(), state.board().number(state.robber())), (None, None));
    }
}

/// Lines 3.1, 3.2 and 3.5 to 3.8.
#[test]
fn settlements_are_founded_there_and_back() {
    let game = catan(&FIXED);
    let mut state = dealt(&game);
    let places = [(0, 3), (2, 6), (51, 47), (53, 50), (21, 27), (26, 32), (18, 13), (35, 30)];
    let order = [0, 1, 2, 3, 3, 2, 1, 0];
    for ((node, end), founder) in places.into_iter().zip(order) {
        assert_eq!(game.turn(&state), Turn::Seat(seat(founder)));
        assert_eq!(state.stage(), Stage::Found);
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    assert_eq!((state.stage(), state.mover(), state.turns()), (Stage::Begin, seat(0), 1));
    for index in 0..4 {
        assert_eq!(state.stock(seat(index)), [13, 3, 4]);
        assert_eq!(state.points(seat(index)), 2);
    }
    assert_eq!(state.longest_road(), None);
    // Only the second settlement gives cards, one for each hex around it that is no desert.
    // n35 touches O4, H9 and B4; n18 O8, W10 and O4; n26 only W8; n21 only H12.
    let expected = ["BHO", "WOO", "W", "H"];
    for (index, letters) in expected.iter().enumerate() {
        assert_eq!(state.hand(seat(index)), hand(letters), "P{index}");
    }
    assert_eq!(state.bank().total(), 95 - 8);
}

/// Line 3.5.
#[test]
fn the_desert_gives_no_starting_card() {
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let mut state = dealt(&game);
    for (node, end) in [(0, 3), (2, 6), (31, 25)] {
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    // n31 touches the desert, W8 and O5.
    assert_eq!(state.hand(seat(1)), hand("WO"));
}

/// Line 3.2.
#[test]
fn the_first_road_touches_the_settlement_just_founded() {
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let mut state = dealt(&game);
    for (node, end) in [(18, 13), (0, 3), (53, 50)] {
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    run(&game, &mut state, &["settlement:n35"]);
    assert!(is_legal(&game, &state, &road(35, 30)));
    assert!(!is_legal(&game, &state, &road(18, 23)), "the earlier settlement does not count");
    assert!(!is_legal(&game, &state, &road(13, 8)), "nor does the earlier road");
}

/// Lines 3.3 and 3.4.
#[test]
fn settlements_keep_their_distance_and_may_be_anywhere_else() {
    let game = catan(&FIXED);
    let mut state = dealt(&game);
    run(&game, &mut state, &["settlement:n18", &road(18, 13)]);
    for near in [18, 13, 23, 24] {
        assert!(!is_legal(&game, &state, &format!("settlement:n{near}")));
    }
    for free in [8, 17, 0, 11, 21] {
        assert!(is_legal(&game, &state, &format!("settlement:n{free}")), "n{free}");
    }
}

/// A board dealt at random.
fn random_board(game: &Catan, rng: &mut GameRng) -> State {
    let mut state = game.start();
    while game.turn(&state) == Turn::Chance {
        random_step(game, &mut state, &mut Vec::new(), rng);
    }
    state
}

/// The numbers on the hexes of a board, row by row.
fn numbers(state: &State) -> Vec<Option<u8>> {
    Hex::all().map(|hex| state.board().number(hex)).collect()
}

/// The hexes side by side in rows of three, four, five, four and three.
fn neighbours() -> Vec<(usize, usize)> {
    let rows: [usize; 5] = [3, 4, 5, 4, 3];
    let places: Vec<(usize, usize)> = (0..5)
        .flat_map(|row| (0..rows[row]).map(move |column| (row, 5 - rows[row] + 2 * column)))
        .collect();
    let is_near = |one: (usize, usize), other: (usize, usize)| {
        matches!((one.0.abs_diff(other.0), one.1.abs_diff(other.1)), (0, 2) | (1, 1))
    };
    (0..places.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|(one, other)| is_near(places[*one], places[*other]))
        .collect()
}

fn is_red(number: Option<u8>) -> bool {
    matches!(number, Some(6 | 8))
}

/// The outcomes of chance and their probabilities, counted in parts of a whole.
fn shares(game: &Catan, state: &State, whole: f64) -> Vec<(String, f64)> {
    let round = |share: f64| (share * whole * 1e9).round() / 1e9;
    game.chances(state).iter().map(|(chance, share)| (chance.to_string(), round(*share))).collect()
}

fn expected(kind: &str, parts: &[(&str, f64)]) -> Vec<(String, f64)> {
    parts.iter().map(|(name, part)| (format!("{kind}:{name}"), *part)).collect()
}

/// Lines 1.1, 1.2 and 1.4: the numbers of all parts of the board, however it is dealt.
#[test]
fn boards_have_all_their_parts() {
    assert_eq!((HEXES, NODES, EDGES, COAST_EDGES, HARBOURS), (19, 54, 72, 30, 9));
    let mut rng = Seed::experiment(31).rng();
    for numbering in ["spiral", "random", "free"] {
        let game = catan(&[("numbers", numbering)]);
        for _ in 0..10 {
            let state = random_board(&game, &mut rng);
            let board = state.board();
            let terrain: Vec<char> =
                Hex::all().map(|hex| board.terrain(hex).unwrap().letter()).collect();
            let count = |letter| terrain.iter().filter(|known| **known == letter).count();
            assert_eq!(['W', 'S', 'H', 'B', 'O', 'D'].map(count), [4, 4, 4, 3, 3, 1]);
            let numbers = numbers(&state);
            let tokens = (2..=12)
                .map(|token| numbers.iter().filter(|number| **number == Some(token)).count());
            assert_eq!(tokens.collect::<Vec<_>>(), [1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1]);
            let harbours: Vec<char> =
                (0..HARBOURS).map(|place| board.harbour(place).unwrap().letter()).collect();
            let count = |letter| harbours.iter().filter(|known| **known == letter).count();
            assert_eq!(['3', 'W', 'B', 'S', 'H', 'O'].map(count), [4, 1, 1, 1, 1, 1]);
        }
    }
}

/// Section 1: the degrees of the nodes, by what the rules make of them.
#[test]
fn nodes_have_two_or_three_edges() {
    let mut degrees = [0; NODES];
    for edge in Edge::all() {
        for node in edge.ends() {
            degrees[node.index()] += 1;
        }
    }
    let count = |degree| degrees.iter().filter(|known| **known == degree).count();
    assert_eq!((count(3), count(2)), (36, 18));
    // A second settlement gives a card for each hex that it touches, and the desert is one of 19.
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let touched = |node: usize| {
        let mut state = dealt(&game);
        let mut menu = Vec::new();
        for _ in 0..4 {
            // The two first ones go anywhere out of the way.
            game.menu(&state, &mut menu);
            let far = |action: &&Action| match action {
                Action::Settlement(other) => other.index().abs_diff(node) > 12,
                _ => true,
            };
            let action = *menu.iter().find(far).unwrap();
            run(&game, &mut state, &[&action.to_string()]);
        }
        run(&game, &mut state, &[&format!("settlement:n{node}")]);
        state.hand(seat(1)).total()
    };
    let desert = [19, 24, 25, 30, 31, 36];
    let hexes = |node: usize| touched(node) + u32::from(desert.contains(&node));
    let mut counts = [0; 4];
    for node in 0..NODES {
        counts[hexes(node) as usize] += 1;
    }
    assert_eq!(counts, [0, 18, 12, 24]);
}

/// Line 1.3: the dots of the tokens are the ways of the dice.
#[test]
fn totals_have_their_ways_out_of_thirty_six() {
    let game = catan(&[]);
    let mut state = Position::new(4).begin().state(&game);
    run(&game, &mut state, &["roll"]);
    let ways = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
    let known: Vec<(String, f64)> =
        (2..=12).zip(ways).map(|(total, ways)| (format!("dice:{total}"), ways)).collect();
    assert_eq!(shares(&game, &state, 36.0), known);
    let dots: f64 = numbers(&state).into_iter().flatten().map(|n| ways[usize::from(n) - 2]).sum();
    assert!((dots - 58.0).abs() < 1e-9, "{dots}");
}

/// Lines 1.4, 2.5 and 7.8: nine harbours of two nodes each, at the places of the frame.
#[test]
fn harbours_serve_two_nodes_each() {
    // Walking the coast counter-clockwise from the top of the upper left hex.
    let coast = [
        0, 3, 7, 11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37, 32, 26, 20,
        15, 10, 6, 2, 5, 1, 4,
    ];
    let places = [0, 3, 7, 10, 13, 17, 20, 23, 27];
    let gaps = (0..9).map(|place| (places[(place + 1) % 9] + 30 - places[place]) % 30);
    assert_eq!(gaps.collect::<Vec<_>>(), [3, 4, 3, 3, 4, 3, 3, 4, 3]);
    let game = catan(&[("trading", "off")]);
    let letters = ['3', 'W', 'B', '3', '3', 'S', '3', 'O', 'H'];
    let mut served = vec![None; NODES];
    for (place, letter) in places.into_iter().zip(letters) {
        served[coast[place]] = Some(letter);
        served[coast[(place + 1) % 30]] = Some(letter);
    }
    assert_eq!(served.iter().flatten().count(), 18);
    for (node, harbour) in served.iter().enumerate() {
        for resource in Resource::ALL {
            let rate = match harbour {
                Some(letter) if *letter == resource.letter() => 2,
                Some('3') => 3,
                _ => 4,
            };
            let get = if resource == Resource::Wood { 'B' } else { 'W' };
            let action = format!("bank:{}>{get}", resource.letter());
            for (count, legal) in [(rate, true), (rate - 1, false)] {
                let letters = resource.letter().to_string().repeat(count);
                let state = Position::new(4).settlements(0, &[node]).hand(0, &letters).state(&game);
                assert_eq!(is_legal(&game, &state, &action), legal, "n{node}: {action} {count}");
            }
        }
    }
}

/// Lines 2.1 and 2.5: terrain and harbours are shuffled, each order equally likely.
#[test]
fn terrain_and_harbours_are_shuffled() {
    let game = catan(&[]);
    let mut state = game.start();
    let terrain = [("W", 4.0), ("B", 3.0), ("S", 4.0), ("H", 4.0), ("O", 3.0), ("D", 1.0)];
    assert_eq!(shares(&game, &state, 19.0), expected("terrain", &terrain));
    run(&game, &mut state, &["terrain:D", "terrain:W"]);
    let rest = [("W", 3.0), ("B", 3.0), ("S", 4.0), ("H", 4.0), ("O", 3.0)];
    assert_eq!(shares(&game, &state, 17.0), expected("terrain", &rest));
    for letter in "SHBOWSHBOWSHBOWSH".chars() {
        run(&game, &mut state, &[&format!("terrain:{letter}")]);
    }
    let spiral = game.chances(&state)[0].0.to_string();
    run(&game, &mut state, &[&spiral]);
    let harbours = [("W", 1.0), ("B", 1.0), ("S", 1.0), ("H", 1.0), ("O", 1.0), ("3", 4.0)];
    assert_eq!(shares(&game, &state, 9.0), expected("harbour", &harbours));
    run(&game, &mut state, &["harbour:3", "harbour:O"]);
    let rest = [("W", 1.0), ("B", 1.0), ("S", 1.0), ("H", 1.0), ("3", 3.0)];
    assert_eq!(shares(&game, &state, 7.0), expected("harbour", &rest));
}

/// Line 2.5: the harbours may be as printed.
#[test]
fn fixed_harbours_are_not_shuffled() {
    let state = dealt(&catan(&FIXED));
    let letters: String =
        (0..HARBOURS).map(|place| state.board().harbour(place).unwrap().letter()).collect();
    // Counter-clockwise from the north-west.
    assert_eq!(letters, "3WB33S3OH");
}

/// Lines 2.2 and 2.3: the spiral begins at any corner and goes counter-clockwise, the desert takes
/// no token, and no two red and no two equal numbers are side by side.
#[test]
fn numbers_lie_along_a_spiral() {
    let outer = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1];
    let inner = [4, 8, 13, 14, 10, 5];
    let tokens = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
    let game = catan(&[("harbours", "fixed")]);
    for desert in 0..HEXES {
        let mut state = game.start();
        let mut lands = "WSHBOWSHBOWSHBOWSH".chars();
        for hex in 0..HEXES {
            let letter = if hex == desert { 'D' } else { lands.next().unwrap() };
            run(&game, &mut state, &[&format!("terrain:{letter}")]);
        }
        let ways = game.chances(&state);
        assert_eq!(ways.len(), 6);
        for (corner, (way, share)) in ways.into_iter().enumerate() {
            assert!((share - 1.0 / 6.0).abs() < 1e-12);
            let mut state = state.clone();
            game.resolve(&mut state, &way).unwrap();
            let outer = (0..12).map(|step| outer[(2 * corner + step) % 12]);
            let inner = (0..6).map(|step| inner[(corner + step) % 6]);
            let hexes = outer.chain(inner).chain([9]).filter(|hex| *hex != desert);
            let mut known = vec![None; HEXES];
            hexes.zip(tokens).for_each(|(hex, token)| known[hex] = Some(token));
            let numbers = numbers(&state);
            assert_eq!(numbers, known, "desert h{desert}, {way}");
            for (one, other) in neighbours() {
                assert_ne!(numbers[one], numbers[other], "desert h{desert}, {way}");
                assert!(!is_red(numbers[one]) || !is_red(numbers[other]), "h{desert}, {way}");
            }
        }
    }
}

/// Line 2.4: random numbers put no two red ones side by side, but may put equal ones there; free
/// ones may do both.
#[test]
fn random_numbers_keep_red_ones_apart() {
    assert_eq!(neighbours().len(), 42);
    let mut rng = Seed::experiment(32).rng();
    for numbering in ["random", "free"] {
        let game = catan(&[("numbers", numbering), ("harbours", "fixed")]);
        let (mut red, mut equal) = (0, 0);
        for _ in 0..100 {
            let numbers = numbers(&random_board(&game, &mut rng));
            for (one, other) in neighbours() {
                red += u32::from(is_red(numbers[one]) && is_red(numbers[other]));
                equal += u32::from(numbers[one] == numbers[other]);
            }
        }
        assert!(equal > 0, "{numbering}");
        assert_eq!(red > 0, numbering == "free", "{red}");
    }
}

/// Lines 3.1, 3.6, 3.7 and 3.8, for every number of players.
#[test]
fn every_table_is_set_up_there_and_back() {
    let mut rng = Seed::experiment(33).rng();
    let orders: [&[usize]; 3] = [&[0, 1, 1, 0], &[0, 1, 2, 2, 1, 0], &[0, 1, 2, 3, 3, 2, 1, 0]];
    for (players, order) in (2..).zip(orders) {
        let game = catan(&[("players", &players.to_string())]);
        for _ in 0..10 {
            let mut state = random_board(&game, &mut rng);
            for founder in order {
                for is_road in [false, true] {
                    assert_eq!(game.turn(&state), Turn::Seat(seat(*founder)));
                    assert_eq!(matches!(state.stage(), Stage::FirstRoad(_)), is_road);
                    random_step(&game, &mut state, &mut Vec::new(), &mut rng);
                }
            }
            assert_eq!((state.stage(), state.mover(), state.turns()), (Stage::Begin, seat(0), 1));
            assert_eq!(state.longest_road(), None);
            for index in 0..players {
                assert_eq!((state.stock(seat(index)), state.points(seat(index))), ([13, 3, 4], 2));
                assert!(state.road_length(seat(index)) <= 2);
            }
        }
    }
}
