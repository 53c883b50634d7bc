use kakehiki_core::{Game, GameRng, Rewards, Seat, Seed};
use kakehiki_search::{Judge, Luck, Playout, Policy, Scratch, Uniform};

use crate::{
    games::{Dice, DiceState, PAIR, SINGLE},
    toys::{
        Of, Pick,
        race::{Race, RaceState},
    },
};

/// Says how many turns were played, as a judge.
struct TurnsJudge;

impl Judge<Of<Race>> for TurnsJudge {
    fn judge(&self, _game: &Of<Race>, state: &RaceState) -> Rewards {
        [state.turn as f64, 0.0].into_iter().collect()
    }
}

fn after(pick: u8) -> RaceState {
    let mut state = Of(Race).start();
    Of(Race).play_unchecked(&mut state, &Pick(pick));
    state
}

#[test]
fn a_playout_ends_with_the_game_or_is_judged_at_its_limit() {
    let (mut scratch, mut rng) = (Scratch::default(), Seed::experiment(1).rng());
    let mut play = |limit, state: &mut RaceState| {
        let playout = Playout { policy: Uniform, limit, judge: TurnsJudge };
        playout.play(&Of(Race), state, &mut scratch, &mut rng)
    };
    let mut state = Of(Race).start();
    assert_eq!(play(Some(0), &mut state).as_slice(), [0.0, 0.0]);
    assert_eq!(state, Of(Race).start());
    // One die a turn and one choice: the second turn is over after at least four steps.
    play(Some(4), &mut state);
    assert!(state.turn <= 2 && state.turn > 0);
    let rewards = play(None, &mut state);
    assert!((rewards.iter().sum::<f64>() - 1.0).abs() < 1e-12, "an ended game is not judged");

    let even = Playout { limit: Some(3), ..Playout::new(Uniform) };
    let rewards = even.play(&Of(Race), &mut after(2), &mut scratch, &mut rng);
    assert_eq!(rewards.as_slice(), [0.5, 0.5]);
}

#[test]
fn the_reply_is_the_first_choice_after_chance_and_changes_nothing() {
    let playout = Playout::new(Uniform);
    let mut scratch = Scratch::default();
    for index in 0..100 {
        let (mut plain, mut replied) = (after(1), after(1));
        let mut rng = Seed::experiment(2).rng_at(index);
        let rewards = playout.play(&Of(Race), &mut plain, &mut scratch, &mut rng);
        let mut rng = Seed::experiment(2).rng_at(index);
        let (reply, same) =
            playout.play_with_reply(&Of(Race), &mut replied, &mut scratch, &mut rng);
        assert_eq!((&plain, rewards), (&replied, same));
        assert_eq!(reply, Some((Seat::new(1), Pick(plain.history[1].0))));
    }
}

#[test]
fn a_limit_counts_the_reply_and_an_ended_game_has_none() {
    let (mut scratch, mut rng) = (Scratch::default(), Seed::experiment(3).rng());
    for limit in 0..6 {
        let playout = Playout { policy: Uniform, limit: Some(limit), judge: TurnsJudge };
        let mut replied = after(1);
        let (reply, _) =
            playout.play_with_reply(&Of(Race), &mut replied, &mut scratch, &mut rng.clone());
        let mut plain = after(1);
        playout.play(&Of(Race), &mut plain, &mut scratch, &mut rng.clone());
        assert_eq!(plain, replied);
        assert_eq!(reply.is_some(), limit >= 2);
    }
    let (reply, rewards) = Playout::new(Uniform).play_with_reply(
        &Of(Dice),
        &mut DiceState::Done(true),
        &mut Scratch::default(),
        &mut rng,
    );
    assert_eq!((reply, rewards.as_slice()), (None, &[1.0, 0.0][..]));
}

#[test]
fn branches_in_step_meet_the_same_dice_and_whims_in_all_later_turns() {
    let playout = Playout::new(Uniform);
    let mut scratch = Scratch::default();
    let mut games = std::collections::HashSet::new();
    for number in 0..200 {
        let luck = Luck::new(Seed::experiment(4), number);
        let play = |first: u8, scratch: &mut Scratch<Of<Race>>| {
            let mut state = after(first);
            playout.play_in_step(&Of(Race), &mut state, &luck, scratch);
            state
        };
        // Two dice in the first turn are one step more than one.
        let (one, two) = (play(1, &mut scratch), play(2, &mut scratch));
        assert_eq!(one.history[1..], two.history[1..]);
        assert_eq!(one, play(1, &mut scratch), "the same luck gives the same game");
        games.insert(one.history);
    }
    assert_eq!(games.len(), 200, "other playouts have other luck");
}

/// Plays no game at all: the first seat wins.
struct Kernel;

impl Policy<Of<Dice>> for Kernel {
    fn choose(&self, _: &Of<Dice>, _: &DiceState, _: &mut Vec<Pick>, _: &mut GameRng) -> Pick {
        SINGLE
    }

    fn run(
        &self,
        _game: &Of<Dice>,
        state: &mut DiceState,
        _limit: Option<u32>,
        _scratch: &mut Scratch<Of<Dice>>,
        _rng: &mut GameRng,
    ) -> u32 {
        *state = DiceState::Done(true);
        1
    }
}

#[test]
fn a_kernel_of_the_game_takes_the_place_of_the_loop() {
    let mut state = Of(Dice).start();
    Of(Dice).play_unchecked(&mut state, &PAIR);
    let mut rng = Seed::experiment(5).rng();
    let rewards =
        Playout::new(Kernel).play(&Of(Dice), &mut state, &mut Scratch::default(), &mut rng);
    assert_eq!((state, rewards.as_slice()), (DiceState::Done(true), &[1.0, 0.0][..]));
}
