//! Games of base players: their statistics, and the kernel against the plain steps.

use kakehiki_core::{Ending, Game, Seed, Turn};
use kakehiki_monopoly::{Monopoly, Moyer, State};
use kakehiki_search::{Luck, Policy, Scratch, StepByStep};

use crate::common::{FIRST, monopoly};

const GAMES: u32 = 20_000;

fn run(game: &Monopoly, moyer: Moyer, rng: &mut kakehiki_core::GameRng) -> State {
    let mut state = game.start();
    moyer.run(game, &mut state, None, &mut Scratch::default(), rng);
    state
}

#[test]
fn base_players_play_as_in_the_browser_game() {
    // The bounds are those that were measured on the browser game. Their false-alarm rate is below
    // one in a thousand: each is more than three standard errors of 20,000 games away.
    let game = monopoly(&[("rules", "moyer2020"), ("max-turns", "1000")]);
    let mut rng = Seed::experiment(1).rng();
    let mut lengths = Vec::new();
    let (mut first_wins, mut in_time) = (0_u32, 0_u32);
    for _ in 0..GAMES {
        let state = run(&game, Moyer::FAITHFUL, &mut rng);
        if let Turn::Over(Ending::Won(winners)) = game.turn(&state) {
            // A game is over in the middle of its last turn, which counts.
            let turns = state.turns() + 1;
            lengths.push(turns);
            in_time += u32::from(turns <= 200);
            first_wins += u32::from(winners.contains(FIRST));
        }
    }
    lengths.sort_unstable();
    let unfinished = 1.0 - f64::from(in_time) / f64::from(GAMES);
    assert!((0.225..0.265).contains(&unfinished), "{unfinished} unfinished at 200 turns");
    let median = lengths[lengths.len() / 2];
    assert!((127..=135).contains(&median), "a median of {median} turns");
    let first = f64::from(first_wins) / lengths.len() as f64;
    assert!((0.485..0.525).contains(&first), "the first mover wins {first}");
}

#[test]
fn the_kernel_plays_as_the_rules_step_by_step() {
    let policies = [
        Moyer::FAITHFUL,
        Moyer::REPAIRED,
        Moyer { takes_counters: true, ..Moyer::FAITHFUL },
        Moyer { proposes: false, ..Moyer::REPAIRED },
    ];
    for rules in ["moyer2020", "official"] {
        for players in ["2", "3", "5", "8"] {
            let game = monopoly(&[("rules", rules), ("players", players), ("max-turns", "250")]);
            for (index, moyer) in (0..120).flat_map(|index| policies.map(|moyer| (index, moyer))) {
                let luck = Luck::new(Seed::experiment(7), index);
                let mut scratch = Scratch::default();
                let (mut fast, mut slow) = (game.start(), game.start());
                let fast_steps = moyer.run_in_step(&game, &mut fast, None, &luck, &mut scratch);
                let slow_steps =
                    StepByStep(moyer).run_in_step(&game, &mut slow, None, &luck, &mut scratch);
                assert_eq!((fast_steps, &fast), (slow_steps, &slow), "{rules}, {players}");
                let (mut fast, mut slow) = (game.start(), game.start());
                let mut rngs = [luck.chance(0), luck.chance(0)];
                let fast_steps = moyer.run(&game, &mut fast, None, &mut scratch, &mut rngs[0]);
                let slow_steps =
                    StepByStep(moyer).run(&game, &mut slow, None, &mut scratch, &mut rngs[1]);
                assert_eq!((fast_steps, &fast), (slow_steps, &slow), "{rules}, {players}");
                assert_eq!(rngs[0], rngs[1], "both drew the same numbers");
            }
        }
    }
}

#[test]
fn the_kernel_goes_on_from_anywhere() {
    let game = monopoly(&[("rules", "moyer2020"), ("max-turns", "200")]);
    let moyer = Moyer::FAITHFUL;
    let mut scratch = Scratch::default();
    for index in 0..300 {
        let mut rng = Seed::experiment(8).rng_at(index);
        let mut state = game.start();
        let limit = (index * 3) as u32 % 700;
        let played = moyer.run(&game, &mut state, Some(limit), &mut scratch, &mut rng);
        assert!(played <= limit);
        let (mut fast, mut slow, mut again) = (state.clone(), state, rng.clone());
        let fast_steps = moyer.run(&game, &mut fast, None, &mut scratch, &mut rng);
        let slow_steps = StepByStep(moyer).run(&game, &mut slow, None, &mut scratch, &mut again);
        assert_eq!((fast_steps, fast), (slow_steps, slow));
    }
}

#[test]
fn what_base_players_choose_is_legal() {
    for rules in ["moyer2020", "official"] {
        for moyer in [Moyer::FAITHFUL, Moyer::REPAIRED] {
            let game = monopoly(&[("rules", rules), ("players", "4"), ("max-turns", "400")]);
            for index in 0..40 {
                let mut rng = Seed::experiment(9).rng_at(index);
                let mut state = game.start();
                loop {
                    match game.turn(&state) {
                        Turn::Over(_) => break,
                        Turn::Chance => {
                            let outcome = game.draw(&state, &mut rng);
                            game.resolve(&mut state, &outcome).unwrap();
                        }
                        Turn::Seat(_) => {
                            let action = moyer.decide(&game, &state, &mut rng);
                            let result = game.play(&mut state, &action);
                            assert_eq!(result, Ok(()), "{action}\n{}", game.picture(&state));
                        }
                    }
                }
            }
        }
    }
}
