//! The night: who is asked what, and what comes of it.

use kakehiki_core::{Awaited, Ending, Game, Observed, Seat, Seed, Step, Turn};
use kakehiki_werewolf::{Action, Role, Sentence, Stage, State, Team, Werewolf};

use crate::common::{ELEVEN, FIVE, dealt, go_on, player, step, table, take, werewolf};

/// The first night with an attack, at the stage where somebody is asked for something.
fn night(game: &Werewolf, executed: Seat, until: Stage) -> State {
    let mut state = dealt(game, &ELEVEN);
    let mut rng = Seed::experiment(1).rng();
    let mut vote = |seat: Seat, state: &State| {
        (state.stage() == Stage::Vote && seat != executed).then_some(Action::Vote(executed))
    };
    go_on(game, &mut state, &mut rng, &mut vote, |state| {
        state.day() == 1 && state.stage() == until
    });
    state
}

#[test]
fn the_seer_may_divine_itself_and_nobody_who_is_dead() {
    let game = werewolf(&[("village", "11")]);
    let state = night(&game, player(5), Stage::Divine);
    let check = |number: usize| game.check(&state, &Action::Divine(Some(player(number))));
    assert_eq!(check(4), Ok(()));
    assert!(check(5).is_err(), "executed this evening");
    assert_eq!(game.check(&state, &Action::Divine(None)), Ok(()));
}

#[test]
fn the_dead_may_be_guarded_to_no_effect_and_the_bodyguard_not_by_itself() {
    let game = werewolf(&[("village", "11")]);
    let mut state = night(&game, player(5), Stage::Guard);
    let guard = |number: usize| Action::Guard(Some(player(number)));
    assert!(game.check(&state, &guard(1)).is_err(), "itself");
    game.play(&mut state, &guard(5)).unwrap();
    let mut rng = Seed::experiment(1).rng();
    let mut attack = |_: Seat, state: &State| {
        (state.stage() == Stage::Attack).then_some(Action::Attack(Some(player(6))))
    };
    go_on(&game, &mut state, &mut rng, &mut attack, |state| state.day() == 2);
    assert!(!state.alive().contains(player(6)));
}

#[test]
fn whoever_was_executed_is_not_asked_that_night() {
    let game = werewolf(&[("village", "11")]);
    for (executed, stage) in [(4, Stage::Divine), (1, Stage::Guard)] {
        let mut state = dealt(&game, &ELEVEN);
        let mut rng = Seed::experiment(1).rng();
        let target = player(executed);
        let mut asked = 0;
        let mut answer = |seat: Seat, state: &State| {
            asked += u32::from(state.stage() == stage && state.day() == 1);
            (state.stage() == Stage::Vote && seat != target).then_some(Action::Vote(target))
        };
        go_on(&game, &mut state, &mut rng, &mut answer, |state| state.day() == 2);
        assert_eq!(asked, 0, "{stage:?}");
    }
}

#[test]
fn a_guard_saves_the_one_attacked_as_often_as_it_likes() {
    let game = werewolf(&[("village", "11")]);
    let mut state = dealt(&game, &ELEVEN);
    let mut rng = Seed::experiment(1).rng();
    let mut answer = |seat: Seat, state: &State| match state.stage() {
        Stage::Vote => {
            let villager = if state.day() == 1 { player(5) } else { player(6) };
            (seat != villager).then_some(Action::Vote(villager))
        }
        Stage::Guard => Some(Action::Guard(Some(player(4)))),
        Stage::Attack => Some(Action::Attack(Some(player(4)))),
        _ => None,
    };
    go_on(&game, &mut state, &mut rng, &mut answer, |state| state.day() == 3);
    assert_eq!(state.alive().len(), 9, "two executions, and the seer was saved twice");
}

/// How an attack ends whose ballots go as told: by ballot and werewolf, 10 and 11.
fn attack(options: &[(&str, &str)], ballots: &[[Option<usize>; 2]]) -> (u32, Option<Seat>, bool) {
    let mut all = vec![("village", "11")];
    all.extend(options);
    let game = werewolf(&all);
    let mut state = night(&game, player(5), Stage::Attack);
    let mut rng = Seed::experiment(1).rng();
    let (mut held, mut was_tied) = (0, false);
    while state.day() == 1 {
        was_tied |= state.stage() == Stage::AttackTie;
        let mut answer = |seat: Seat, state: &State| {
            (state.stage() == Stage::Attack).then(|| {
                held += u32::from(seat == player(10));
                let ballot = ballots[held as usize - 1];
                Action::Attack(ballot[seat.index() - 9].map(player))
            })
        };
        step(&game, &mut state, &mut rng, &mut answer);
    }
    let dead =
        (1..=11).map(player).find(|seat| *seat != player(5) && !state.alive().contains(*seat));
    (held, dead, was_tied)
}

#[test]
fn a_tied_attack_is_voted_on_again_and_then_falls_to_chance_or_on_nobody() {
    let split = [Some(6), Some(7)];
    assert_eq!(attack(&[], &[[Some(6), Some(6)]]), (1, Some(player(6)), false));
    assert_eq!(attack(&[], &[split, [Some(8), None]]), (2, Some(player(8)), false));
    let (held, dead, was_tied) = attack(&[], &[split, split]);
    assert!(held == 2 && was_tied && [6, 7].map(player).contains(&dead.unwrap()));
    assert_eq!(attack(&[("no-attack", "on")], &[split, split]), (2, None, false));
    assert_eq!(attack(&[("no-attack", "on")], &[split, [Some(8); 2]]), (2, Some(player(8)), false));
}

#[test]
fn a_ballot_without_votes_is_held_again_where_nobody_need_be_attacked() {
    let none = [None; 2];
    assert_eq!(attack(&[("no-attack", "on")], &[none, [Some(8); 2]]), (2, Some(player(8)), false));
    assert_eq!(attack(&[("no-attack", "on")], &[none, none]), (2, None, false));
}

#[test]
fn werewolves_and_the_dead_cannot_be_attacked() {
    let game = werewolf(&[("village", "11")]);
    let state = night(&game, player(5), Stage::Attack);
    for number in [5, 10, 11] {
        assert!(game.check(&state, &Action::Attack(Some(player(number)))).is_err(), "{number}");
    }
}

#[test]
fn nobody_dies_by_an_unbroken_tie_where_that_is_allowed() {
    let game = werewolf(&[("village", "5"), ("no-execution", "on")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    let targets = [2, 1, 1, 2, 3].map(player);
    let mut tie = |seat: Seat, state: &State| {
        (state.stage() == Stage::Vote).then(|| Action::Vote(targets[seat.index()]))
    };
    go_on(&game, &mut state, &mut rng, &mut tie, |state| {
        state.day() == 1 && matches!(state.stage(), Stage::Divine | Stage::Attack)
    });
    assert_eq!((state.executed(), state.alive().len()), (None, 5));
}

#[test]
fn the_possessed_counts_as_human_and_wins_with_the_werewolves() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    // Day 1: the seer is executed and a villager attacked: three are left, and the game goes on.
    let mut answer = |seat: Seat, state: &State| match (state.stage(), state.day()) {
        (Stage::Vote, 1) if seat != player(3) => Some(Action::Vote(player(3))),
        (Stage::Vote, 2) if seat != player(4) => Some(Action::Vote(player(4))),
        (Stage::Attack, 1) => Some(Action::Attack(Some(player(1)))),
        _ => None,
    };
    go_on(&game, &mut state, &mut rng, &mut answer, |state| state.day() == 2);
    assert_ne!(state.stage(), Stage::Over, "villager, possessed and werewolf: two humans to one");
    // Day 2: the possessed is executed, and one human is left against one werewolf.
    go_on(&game, &mut state, &mut rng, &mut answer, |state| state.stage() == Stage::Over);
    assert_eq!(state.winning_team(), Some(Team::Werewolf));
    let Turn::Over(Ending::Won(winners)) = game.turn(&state) else { panic!("nobody won") };
    assert!(winners.contains(player(4)) && winners.contains(player(5)) && winners.len() == 2);
    assert_eq!(state.role(player(4)), Role::Possessed);
}

#[test]
fn worlds_in_which_the_game_had_ended_are_not_imagined() {
    let game = werewolf(&[("village", "5"), ("early-end", "on")]);
    let mut rng = Seed::experiment(1).rng();
    let (mut table, seer) = (table(&game, &FIVE), player(3));
    while !(table.state().day() == 1 && table.state().stage() == Stage::Divine) {
        let step = match table.awaited() {
            Awaited::Chance => Step::Chance(game.draw(table.state(), &mut rng)),
            Awaited::Seat(seat) => {
                let action = match table.state().stage() {
                    Stage::Vote if seat == player(1) => Action::Vote(player(2)),
                    Stage::Vote => Action::Vote(player(1)),
                    Stage::Divine => Action::Divine(None),
                    _ => Action::Say(Sentence::OVER),
                };
                Step::Action(seat, action)
            }
            Awaited::Nobody(_) => panic!("the game is over"),
        };
        take(&mut table, &step);
    }
    // Player 1 was executed and the game went on, so that it was no werewolf.
    let view = table.view(seer);
    for _ in 0..100 {
        let world = game.sample(&view, &mut rng);
        assert_ne!(world.role(player(1)), Role::Werewolf);
        assert_eq!(world.winning_team(), None);
    }
}

#[test]
fn impossible_snapshots_are_refused() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    go_on(&game, &mut state, &mut rng, &mut |_, _| None, |state| state.stage() == Stage::Vote);
    let text = game.snapshot(&state);
    assert!(game.restore(&text).is_ok());
    let wrong = text.replacen("\"round\":0", "\"round\":255", 1);
    assert!(wrong != text && game.restore(&wrong).is_err());
}
