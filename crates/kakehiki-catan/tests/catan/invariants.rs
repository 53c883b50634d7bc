//! What holds after every step of every game.

use std::hash::{DefaultHasher, Hash, Hasher};

use kakehiki_catan::{Action, Card, Catan, Chance, Edge, Hex, Node, Resource, Stage, State};
use kakehiki_core::{Game, Seat, Seed, Turn};

use crate::common::{PROFILES, catan, random_step};

/// What the invariants compare over time.
#[derive(Default)]
struct History {
    cards_played: u32,
    turns: u16,
    robber: Option<Hex>,
}

fn supply(options: &[(&str, &str)]) -> u32 {
    if options.contains(&("rules", "jsettlers")) { 200 } else { 19 }
}

fn check(game: &Catan, state: &State, supply: u32, is_finite: bool) {
    let seats = || Seat::all(game.seats());
    for resource in Resource::ALL {
        let held: u32 = seats().map(|seat| u32::from(state.hand(seat).count(resource))).sum();
        assert_eq!(u32::from(state.bank().count(resource)) + held, supply);
    }
    if is_finite {
        for card in Card::ALL {
            let held: u8 = seats().map(|seat| state.cards(seat).count(card)).sum();
            let all = state.deck().count(card) + state.played().count(card) + held;
            assert_eq!(all, Card::COUNTS[card.index()]);
        }
    }
    let mut buildings: Vec<(Node, Seat)> = Vec::new();
    let mut roads: Vec<(Edge, Seat)> = Vec::new();
    for seat in seats() {
        buildings
            .extend(state.settlements(seat).chain(state.cities(seat)).map(|node| (node, seat)));
        roads.extend(state.roads(seat).map(|edge| (edge, seat)));
        let [road_stock, settlement_stock, _] = state.stock(seat);
        assert_eq!(usize::from(road_stock) + state.roads(seat).count(), 15);
        assert_eq!(usize::from(settlement_stock) + state.settlements(seat).count(), 5);
        let points = state.settlements(seat).count()
            + 2 * state.cities(seat).count()
            + 2 * usize::from(state.longest_road() == Some(seat))
            + 2 * usize::from(state.largest_army() == Some(seat))
            + usize::from(state.cards(seat).count(Card::VictoryPoint));
        assert_eq!(usize::from(state.points(seat)), points);
    }
    let occupied = |node: Node| buildings.iter().find(|(other, _)| *other == node);
    let mut nodes: Vec<Node> = buildings.iter().map(|(node, _)| *node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), buildings.len());
    let mut edges: Vec<Edge> = roads.iter().map(|(edge, _)| *edge).collect();
    edges.sort_unstable();
    edges.dedup();
    assert_eq!(edges.len(), roads.len());
    for edge in Edge::all() {
        let [one, other] = edge.ends();
        assert!(occupied(one).is_none() || occupied(other).is_none());
    }
    for seat in seats() {
        // Every road can be followed to a building of its owner.
        let own: Vec<Edge> = state.roads(seat).collect();
        let mut joined: Vec<Node> =
            buildings.iter().filter(|(_, owner)| *owner == seat).map(|(node, _)| *node).collect();
        let mut left = own;
        loop {
            let before = left.len();
            left.retain(|edge| {
                let ends = edge.ends();
                let is_joined = ends.iter().any(|end| joined.contains(end));
                if is_joined {
                    joined.extend(ends);
                }
                !is_joined
            });
            if left.len() == before {
                break;
            }
        }
        assert!(left.is_empty(), "{left:?}");
    }
    if let Some(holder) = state.longest_road() {
        assert!(state.road_length(holder) >= 5);
        assert!(seats().all(|seat| state.road_length(seat) <= state.road_length(holder)));
    }
    if let Some(holder) = state.largest_army() {
        assert!(state.knights(holder) >= 3);
        assert!(seats().all(|seat| state.knights(seat) <= state.knights(holder)));
    }
}

fn check_over(game: &Catan, state: &State, wins_any_time: bool) {
    let is_set_up = state.turns() > 0;
    let reaches = |seat: Seat| state.points(seat) >= game.target();
    let somebody =
        if wins_any_time { Seat::all(game.seats()).any(reaches) } else { reaches(state.mover()) };
    let is_won = matches!(state.stage(), Stage::Won(_));
    if is_set_up && state.stage() != Stage::Undecided {
        assert_eq!(is_won, somebody, "{}", game.snapshot(state));
    }
}

fn check_history(state: &State, history: &mut History, before: Stage) {
    let played = state.played().total();
    if state.turns() != history.turns {
        history.turns = state.turns();
        history.cards_played = played;
    }
    assert!(played <= history.cards_played + 1);
    if before == Stage::Robber {
        assert_ne!(history.robber, Some(state.robber()));
    }
    history.robber = Some(state.robber());
}

fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

fn play_games(options: &[(&str, &str)], games: u64) {
    let game = catan(options);
    let supply = supply(options);
    let is_finite = !options.contains(&("rules", "nakazawa2018"));
    let wins_any_time = options.contains(&("rules", "catanatron"));
    let mut menu = Vec::new();
    for index in 0..games {
        let seed = Seed::experiment(7).derive("invariants", index);
        let mut rng = seed.rng();
        let mut state = game.start();
        let mut history = History::default();
        loop {
            let stage = state.stage();
            if random_step(&game, &mut state, &mut menu, &mut rng).is_none() {
                break;
            }
            check(&game, &state, supply, is_finite);
            check_over(&game, &state, wins_any_time);
            check_history(&state, &mut history, stage);
            if let Turn::Seat(seat) = game.turn(&state) {
                assert!(seat.index() < game.seats());
            }
        }
        // The same seed and choices lead to the same end.
        let (mut again, mut rng) = (game.start(), seed.rng());
        while random_step(&game, &mut again, &mut menu, &mut rng).is_some() {}
        assert_eq!((hash(&again), &again), (hash(&state), &state));
    }
}

#[test]
fn invariants_hold_in_every_set_of_rules() {
    for rules in PROFILES {
        play_games(&[("rules", rules), ("trading", "off"), ("turn-cap", "1000")], 1000);
        play_games(&[("rules", rules), ("turn-cap", "1000")], 200);
    }
}

#[test]
#[ignore = "takes hours: cargo test --release -p kakehiki-catan -- --ignored ten_million"]
fn invariants_hold_over_ten_million_games() {
    for rules in PROFILES {
        play_games(&[("rules", rules), ("trading", "off"), ("turn-cap", "1000")], 2_500_000);
    }
}

#[test]
fn invariants_hold_for_two_and_three_players() {
    for players in ["2", "3"] {
        play_games(&[("players", players), ("trading", "off")], 200);
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    let game = catan(&[]);
    let mut rng = Seed::experiment(3).rng();
    let mut menu = Vec::new();
    let mut state = game.start();
    for _ in 0..300 {
        let original = state.clone();
        let before = hash(&original);
        random_step(&game, &mut state, &mut menu, &mut rng);
        assert_eq!(hash(&original), before);
    }
}

#[test]
fn illegal_and_foreign_steps_leave_no_panic_behind() {
    // Unchecked play of anything at all must not panic, whatever state it leaves.
    let game = catan(&[]);
    let mut rng = Seed::experiment(4).rng();
    let mut menu = Vec::new();
    let (mut actions, mut outcomes) = (Vec::<Action>::new(), Vec::<Chance>::new());
    let mut states = Vec::new();
    let mut state = game.start();
    while states.len() < 400 {
        match game.turn(&state) {
            Turn::Over(_) => state = game.start(),
            Turn::Chance => outcomes.push(game.draw(&state, &mut rng)),
            Turn::Seat(_) => {
                game.menu(&state, &mut menu);
                actions.extend(menu.iter().take(3));
            }
        }
        states.push(state.clone());
        random_step(&game, &mut state, &mut menu, &mut rng);
    }
    actions.push(Action::Robber(Hex::all().next().unwrap(), Some(Seat::new(17))));
    actions.push(Action::Confirm(Seat::new(17)));
    for (index, state) in states.iter().enumerate() {
        for action in actions.iter().skip(index % 7).step_by(7) {
            let mut copy = state.clone();
            game.play_unchecked(&mut copy, action);
            game.turn(&copy);
        }
        for outcome in outcomes.iter().skip(index % 3).step_by(3) {
            let mut copy = state.clone();
            game.resolve_unchecked(&mut copy, outcome);
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}
