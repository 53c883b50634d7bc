//! Random walks: the shares of uniform play are known, and the fast walk is as likely to go any way
//! as the slow one.
//!
//! Seeds are fixed. Every comparison allows five joint standard errors, which a fair sample exceeds
//! once in 1.7 million; there are some 350 comparisons here, so another seed would raise a false
//! alarm once in 5,000 times.

use std::collections::HashMap;

use kakehiki_core::{Ending, Game, Moments, Seat, Seed, Turn};
use kakehiki_geister::{Action, Board, Geister, GhostSet, State, Walk};
use kakehiki_search::{Playout, Policy, Scratch, StepByStep, Uniform};
use rand::RngExt;

use crate::common::{
    FIRST, K1, K2, K3, SECOND, board, negotiating, plain, reasons, strays, strays_from,
};

const WALKS: [Walk; 3] = [Walk::Uniform, Walk::EscapeFirst, Walk::GhostFirst];

/// What many games came to: for each seat wins by escape, by capturing all good ghosts, and by
/// losing all bad ones.
#[derive(Default)]
struct Outcomes {
    wins: [Moments; 2],
    reasons: [[Moments; 3]; 2],
    draws: Moments,
    plies: Moments,
    longest: u32,
}

impl Outcomes {
    fn add(&mut self, game: &Geister, state: &State, rewards: &[f64]) {
        let share = |is: bool| f64::from(u8::from(is));
        for seat in Seat::all(2) {
            let won = rewards[seat.index()] > 0.75;
            self.wins[seat.index()].add(share(won));
            let holds = reasons(state, seat);
            assert_eq!(holds.contains(&true), won, "{state:?}");
            for (reason, is) in self.reasons[seat.index()].iter_mut().zip(holds) {
                reason.add(share(is));
            }
        }
        self.draws.add(share((rewards[0] - rewards[1]).abs() < 0.5));
        self.plies.add(f64::from(game.clock(state)));
        self.longest = self.longest.max(game.clock(state));
    }
}

/// Plays games from random set-ups.
fn outcomes<P: Policy<Geister>>(game: &Geister, policy: P, games: u64, seed: u64) -> Outcomes {
    let setups: Vec<GhostSet> = GhostSet::setups().collect();
    let playout = Playout::new(policy);
    let mut scratch = Scratch::default();
    let mut outcomes = Outcomes::default();
    let mut rng = Seed::experiment(seed).rng();
    for _ in 0..games {
        let mut setup = || setups[rng.random_range(0..setups.len())];
        let mut state = game.begin([setup(), setup()]).expect("set-ups of four");
        let rewards = playout.play(game, &mut state, &mut scratch, &mut rng);
        outcomes.add(game, &state, &rewards);
    }
    outcomes
}

/// The standard error of a share that was measured in `games` games.
fn share_error(share: f64, games: f64) -> f64 {
    (share * (1.0 - share) / games).sqrt()
}

// 4.3
#[test]
fn uniform_play_comes_out_as_known() {
    let games = 400_000;
    let found = outcomes(&plain(&[]), Walk::Uniform, games, 10);
    let known_games = 8e6;
    // The figures are rounded to four digits: a uniform error of 0.0001 adds this much.
    let rounding = 0.0001 / 12_f64.sqrt();
    let check = |what: &str, sample: &Moments, figure: f64| {
        let error = share_error(figure, known_games).hypot(rounding);
        assert!(strays(sample, figure, error) < 5.0, "{what}: {} {sample:?}", sample.mean());
    };
    check("wins of the first", &found.wins[0], 0.4865);
    check("wins of the second", &found.wins[1], 0.4863);
    check("draws", &found.draws, 0.0272);
    for (seat, shares) in [[0.0777, 0.2053, 0.2035], [0.0774, 0.2061, 0.2027]].iter().enumerate() {
        for (reason, (sample, share)) in found.reasons[seat].iter().zip(shares).enumerate() {
            check(&format!("P{seat} by reason {reason}"), sample, *share);
        }
    }
    let error = 58.8 / known_games.sqrt();
    assert!(strays(&found.plies, 163.66, error) < 5.0, "{}", found.plies.mean());
    // The deviation is known to half a unit of its last digit. That of normal lengths would be
    // measured with an error of 58.8 / √(2 · games); flat ones like these are measured better.
    let error = 58.8 / (2.0 * games as f64).sqrt();
    let deviation = found.plies.variance().sqrt();
    assert!((deviation - 58.8).abs() < 0.05 + 5.0 * error, "{deviation}");
    assert_eq!(found.longest, 300);
}

// 4.3
#[test]
fn uniform_play_without_a_cap_comes_out_as_known() {
    let found = outcomes(&plain(&[("cap", "10000")]), Walk::Uniform, 200_000, 11);
    let known_games = 2e6_f64;
    assert!(strays(&found.wins[0], 0.5003, share_error(0.5, known_games)) < 5.0);
    assert!(strays(&found.plies, 164.6, 61.0 / known_games.sqrt() + 0.03) < 5.0);
    assert!(found.draws.mean() == 0.0, "no game is that long");
    assert!((350..1000).contains(&found.longest), "{}", found.longest);
}

fn agree(what: &str, fast: &Outcomes, slow: &Outcomes) {
    for seat in [0, 1] {
        let strays = strays_from(&fast.wins[seat], &slow.wins[seat]);
        assert!(strays < 5.0, "{what}: wins of P{seat}, {strays}");
        for (reason, (fast, slow)) in fast.reasons[seat].iter().zip(&slow.reasons[seat]).enumerate()
        {
            let strays = strays_from(fast, slow);
            assert!(strays < 5.0, "{what}: P{seat} by reason {reason}, {strays}");
        }
    }
    let strays = strays_from(&fast.plies, &slow.plies);
    assert!(strays < 5.0, "{what}: plies, {strays}");
}

#[test]
fn the_fast_walk_comes_out_as_choices_from_menus_do() {
    let game = plain(&[]);
    let any = outcomes(&game, Uniform, 60_000, 20);
    for (walk, seed) in WALKS.into_iter().zip(30..) {
        let fast = outcomes(&game, walk, 200_000, seed);
        let slow = outcomes(&game, StepByStep(walk), 60_000, seed + 10);
        agree(&format!("{walk}"), &fast, &slow);
        if walk == Walk::Uniform {
            agree("any game's uniform policy", &fast, &any);
        } else {
            let strays = strays_from(&fast.wins[0], &any.wins[0])
                + strays_from(&fast.reasons[0][0], &any.reasons[0][0]);
            assert!(strays > 20.0, "{walk} differs from uniform play: {strays}");
        }
    }
}

#[test]
fn nobody_negotiates_in_a_playout() {
    let (with, without) = (negotiating(&[]), plain(&[]));
    for walk in WALKS {
        let fast = outcomes(&with, walk, 100_000, 50);
        agree(&format!("{walk}, by menus"), &fast, &outcomes(&with, StepByStep(walk), 20_000, 51));
        agree(&format!("{walk}, in Geister"), &fast, &outcomes(&without, walk, 100_000, 52));
    }
}

#[test]
fn repetitions_end_a_playout_as_they_end_a_game() {
    let game = plain(&[("repetition", "2")]);
    let by_walk = outcomes(&game, Walk::Uniform, 30_000, 60);
    let by_menu = outcomes(&game, Uniform, 30_000, 61);
    agree("with repetitions", &by_walk, &by_menu);
    assert!(strays_from(&by_walk.draws, &by_menu.draws) < 5.0);
    assert!(by_walk.draws.mean() > 0.5, "{}", by_walk.draws.mean());
}

/// The probability of each position after one ply by the definition of the walk.
fn after_one_ply(game: &Geister, state: &State, walk: Walk) -> HashMap<Board, f64> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    let is_escape = |action: &Action| matches!(action, Action::Escape(_));
    let ghost_of = |action: &Action| match action {
        Action::Move(ghost, _) | Action::Escape(ghost) => *ghost,
        _ => panic!("{action} in a menu of moves"),
    };
    let count =
        |keeps: &dyn Fn(&Action) -> bool| menu.iter().filter(|action| keeps(action)).count();
    let escapes = count(&is_escape) as f64;
    let mut movable: Vec<_> = menu.iter().map(ghost_of).collect();
    movable.dedup();
    let mut chances = HashMap::new();
    for action in &menu {
        let own = |other: &Action| ghost_of(other) == ghost_of(action);
        let chance = match walk {
            Walk::Uniform => 1.0 / menu.len() as f64,
            Walk::EscapeFirst if escapes == 0.0 => 1.0 / menu.len() as f64,
            Walk::EscapeFirst if is_escape(action) => 1.0 / escapes,
            Walk::EscapeFirst => 0.0,
            Walk::GhostFirst => {
                let leaves = count(&|other| own(other) && is_escape(other)) > 0;
                let within = match (leaves, is_escape(action)) {
                    (true, true) => 1.0,
                    (true, false) => 0.0,
                    (false, _) => 1.0 / count(&own) as f64,
                };
                within / movable.len() as f64
            }
        };
        let mut after = state.clone();
        game.play(&mut after, action).expect("what is on the menu is legal");
        *chances.entry(Board::new(&after)).or_default() += chance;
    }
    chances
}

// 1.12, 4.6
#[test]
fn one_step_of_the_fast_walk_has_the_chances_of_its_definition() {
    let game = plain(&[]);
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(70).rng();
    let playouts = 100_000;
    for (text, mover) in [K1, K2, K3].into_iter().flat_map(|text| [(text, FIRST), (text, SECOND)]) {
        let state = board(text, mover);
        for walk in WALKS {
            let expected = after_one_ply(&game, &state, walk);
            let mut found: HashMap<Board, u32> = HashMap::new();
            for _ in 0..playouts {
                let mut after = state.clone();
                assert_eq!(walk.run(&game, &mut after, Some(1), &mut scratch, &mut rng), 1);
                assert_eq!(after.plies(), 1);
                *found.entry(Board::new(&after)).or_default() += 1;
            }
            assert!(found.keys().all(|board| expected.contains_key(board)), "{walk}, {text}");
            for (board, chance) in expected {
                let count = found.get(&board).copied().unwrap_or(0);
                let share = f64::from(count) / f64::from(playouts);
                let error = share_error(chance, f64::from(playouts));
                let gap = (share - chance).abs();
                assert!(gap <= 5.0 * error, "{walk}, {text}, {mover}: {share} for {chance}");
            }
        }
    }
}

#[test]
fn a_walk_stops_at_its_limit_and_at_the_cap() {
    let game = plain(&[("cap", "20")]);
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(71).rng();
    let setup = GhostSet::setups().next().expect("a set-up");
    let start = game.begin([setup, setup]).expect("set-ups of four");
    for limit in 0..10 {
        let mut state = start.clone();
        assert_eq!(
            Walk::Uniform.run(&game, &mut state, Some(limit), &mut scratch, &mut rng),
            limit
        );
        assert_eq!(u32::from(state.plies()), limit);
        assert_eq!(state.mover(), if limit % 2 == 0 { FIRST } else { SECOND });
    }
    // Nobody can escape, and eight ghosts cannot all be lost, within twenty plies of uniform play
    // but by rare luck.
    let mut state = start.clone();
    let steps = Walk::Uniform.run(&game, &mut state, None, &mut scratch, &mut rng);
    assert_eq!((steps, state.plies()), (20, 20));
    assert_eq!(game.turn(&state), Turn::Over(Ending::Drawn));
    assert_eq!(Walk::Uniform.run(&game, &mut state, None, &mut scratch, &mut rng), 0);
}

#[test]
fn a_walk_sets_up_where_nobody_has() {
    for game in [plain(&[]), negotiating(&[])] {
        let mut state = game.start();
        let mut rng = Seed::experiment(72).rng();
        let steps =
            Walk::Uniform.run(&game, &mut state, Some(2), &mut Scratch::default(), &mut rng);
        assert_eq!(steps, 2);
        assert_eq!((state.plies(), state.bad(FIRST).len(), state.bad(SECOND).len()), (0, 4, 4));
    }
}
