//! The flow of a game, with the oddities of the reference server.

use kakehiki_core::{Ending, Game, Observed, Seat, SeatSet, Seed, Step, Turn};
use kakehiki_werewolf::{
    Action, Chance, Channel, Event, Role, Sentence, Species, Stage, State, Team, Verb, Werewolf,
};

use crate::common::{ELEVEN, FIVE, dealt, go_on, player, step, werewolf};

fn vote_for(target: Seat) -> impl FnMut(Seat, &State) -> Option<Action> {
    move |seat, state| match state.stage() {
        Stage::Vote if seat != target => Some(Action::Vote(target)),
        _ => None,
    }
}

fn is_vote(state: &State) -> bool {
    state.stage() == Stage::Vote
}

#[test]
fn the_first_day_has_whispers_and_a_divination_only() {
    let game = werewolf(&[("village", "11")]);
    let mut state = dealt(&game, &ELEVEN);
    let mut rng = Seed::experiment(1).rng();
    let mut stages = Vec::new();
    while state.day() == 0 {
        if !matches!(state.stage(), Stage::Hush(_) | Stage::Order(_)) {
            stages.push(state.stage());
        }
        step(&game, &mut state, &mut rng, &mut |_, _| None);
    }
    let whisper = Stage::Speak(Channel::Whisper);
    assert_eq!(stages, [whisper, whisper, Stage::Divine]);
    assert!(matches!(state.stage(), Stage::Order(Channel::Talk)));
    assert_eq!(state.alive().len(), 11);
}

#[test]
fn a_decided_game_goes_on_until_the_morning_unless_it_may_end_early() {
    for (early, day) in [("off", 2), ("on", 1)] {
        let game = werewolf(&[("village", "5"), ("early-end", early)]);
        let mut state = dealt(&game, &FIVE);
        let mut rng = Seed::experiment(1).rng();
        let mut vote = vote_for(player(5));
        let mut divined = 0;
        go_on(
            &game,
            &mut state,
            &mut rng,
            &mut |seat, state| {
                divined += u32::from(state.stage() == Stage::Divine && state.day() == 1);
                vote(seat, state)
            },
            |state| state.stage() == Stage::Over,
        );
        assert_eq!(state.day(), day, "early-end={early}");
        assert_eq!(divined, u32::from(early == "off"));
        let village: SeatSet =
            [1, 2, 3].map(player).into_iter().fold(SeatSet::EMPTY, SeatSet::with);
        assert_eq!(game.turn(&state), Turn::Over(Ending::Won(village)));
        assert_eq!(state.winning_team(), Some(Team::Villager));
    }
}

#[test]
fn a_third_skip_counts_as_over_and_whoever_said_over_is_asked_again() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    let mut asked = 0;
    let mut skips = |seat: Seat, state: &State| {
        let is_talk = state.stage() == Stage::Speak(Channel::Talk);
        asked += u32::from(is_talk && seat == player(1));
        is_talk.then_some(Action::Say(Sentence::SKIP))
    };
    go_on(&game, &mut state, &mut rng, &mut skips, is_vote);
    // Two turns of Skip, and a third that counts as nothing but Over.
    assert_eq!(asked, 3);
    let mut state = dealt(&game, &FIVE);
    let mut asked = 0;
    let mut one_goes_on = |seat: Seat, state: &State| {
        let is_talk = state.stage() == Stage::Speak(Channel::Talk);
        asked += u32::from(is_talk && seat == player(2));
        let says_more = is_talk && seat == player(1) && state.talk_turn() < 4;
        says_more.then(|| Action::Say(Sentence::vote(player(2))))
    };
    go_on(&game, &mut state, &mut rng, &mut one_goes_on, is_vote);
    assert_eq!(asked, 5, "four turns with something said, and one of Over");
}

#[test]
fn over_is_final_where_it_is_set_so() {
    let game = werewolf(&[("village", "5"), ("final-over", "on")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    let mut asked = 0;
    let mut one_goes_on = |seat: Seat, state: &State| {
        let is_talk = state.stage() == Stage::Speak(Channel::Talk);
        asked += u32::from(is_talk && seat == player(2));
        let says_more = is_talk && seat == player(1) && state.talk_turn() < 4;
        says_more.then(|| Action::Say(Sentence::vote(player(2))))
    };
    go_on(&game, &mut state, &mut rng, &mut one_goes_on, is_vote);
    assert_eq!(asked, 1);
}

#[test]
fn content_runs_out_after_ten_utterances() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    let mut said = [0; 5];
    let mut talk = |seat: Seat, state: &State| {
        let is_talk = state.stage() == Stage::Speak(Channel::Talk);
        said[seat.index()] += u32::from(is_talk);
        is_talk.then(|| Action::Say(Sentence::vote(player(1))))
    };
    go_on(&game, &mut state, &mut rng, &mut talk, is_vote);
    assert_eq!(said, [10; 5]);
}

#[test]
fn a_tied_ballot_is_held_again_and_then_falls_to_chance() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    let mut ballots = 0;
    // One and two each get two votes, three gets one.
    let targets = [2, 1, 1, 2, 3].map(player);
    let mut tie = |seat: Seat, state: &State| {
        ballots += u32::from(state.stage() == Stage::Vote && seat == player(1));
        (state.stage() == Stage::Vote).then(|| Action::Vote(targets[seat.index()]))
    };
    go_on(&game, &mut state, &mut rng, &mut tie, |state| state.stage() == Stage::Tie);
    assert_eq!(ballots, 2);
    let outcomes: Vec<Chance> =
        game.chances(&state).into_iter().map(|(chance, _)| chance).collect();
    assert_eq!(outcomes, [1, 2].map(|number| Chance::Pick(player(number))));
    game.resolve(&mut state, &Chance::Pick(player(2))).unwrap();
    assert!(!state.alive().contains(player(2)));
    assert_eq!(state.executed(), Some(player(2)));
}

#[test]
fn votes_for_the_dead_and_for_oneself_are_replaced_by_random_ones() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    go_on(&game, &mut state, &mut rng, &mut vote_for(player(1)), |state| {
        state.day() == 2 && is_vote(state)
    });
    let asked = state.alive().lowest().unwrap();
    for wrong in [asked, player(1)] {
        assert!(game.check(&state, &Action::Vote(wrong)).is_err());
    }
    let others = state.alive().except(asked);
    let votes: Vec<Action> = others.iter().map(Action::Vote).collect();
    assert_eq!(game.fallbacks(&state), votes);
}

#[test]
fn an_attack_without_votes_falls_on_a_random_human_or_on_nobody() {
    for (no_attack, tied) in [("off", true), ("on", false)] {
        let game = werewolf(&[("village", "5"), ("no-attack", no_attack)]);
        let mut state = dealt(&game, &FIVE);
        let mut rng = Seed::experiment(1).rng();
        go_on(&game, &mut state, &mut rng, &mut vote_for(player(1)), |state| {
            state.stage() == Stage::AttackTie || state.day() == 2
        });
        assert_eq!(state.stage() == Stage::AttackTie, tied, "no-attack={no_attack}");
        if tied {
            let humans = [2, 3, 4].map(|number| Chance::Pick(player(number)));
            let outcomes: Vec<_> =
                game.chances(&state).into_iter().map(|(chance, _)| chance).collect();
            assert_eq!(outcomes, humans);
        } else {
            assert_eq!(state.alive().len(), 4);
        }
    }
}

#[test]
fn a_guarded_victim_survives() {
    let game = werewolf(&[("village", "11")]);
    for (guarded, survivors) in [(5, 10), (6, 9)] {
        let mut state = dealt(&game, &ELEVEN);
        let mut rng = Seed::experiment(1).rng();
        let mut vote = vote_for(player(9));
        let mut night = |seat: Seat, state: &State| match state.stage() {
            Stage::Guard => Some(Action::Guard(Some(player(guarded)))),
            Stage::Attack => Some(Action::Attack(Some(player(5)))),
            _ => vote(seat, state),
        };
        go_on(&game, &mut state, &mut rng, &mut night, |state| state.day() == 2);
        assert_eq!(state.alive().len(), survivors);
    }
}

#[test]
fn seer_and_medium_learn_the_truth_in_the_morning_and_nobody_else_does() {
    let game = werewolf(&[("village", "11")]);
    let mut state = dealt(&game, &ELEVEN);
    let mut rng = Seed::experiment(1).rng();
    let mut vote = vote_for(player(10));
    let mut night = |seat: Seat, state: &State| match state.stage() {
        Stage::Divine => Some(Action::Divine(Some(player(3)))),
        Stage::Attack => Some(Action::Attack(Some(player(5)))),
        _ => vote(seat, state),
    };
    let is_last_hush = |state: &State| {
        state.day() == 1 && state.stage() == Stage::Hush(kakehiki_werewolf::Slot::Dawn)
    };
    go_on(&game, &mut state, &mut rng, &mut night, is_last_hush);
    let before = state.clone();
    game.resolve(&mut state, &Chance::Night).unwrap();
    for seat in Seat::all(11) {
        let sight = game.sight(&before, &Step::Chance(Chance::Night), &state, seat).unwrap();
        let secrets: Vec<&Event> = sight
            .events
            .iter()
            .filter(|event| !matches!(event, Event::Dawn { day: 2, victim: Some(_) }))
            .collect();
        let expected = match state.role(seat) {
            Role::Seer => vec![Event::DivineResult(player(3), Species::Human)],
            Role::Medium => vec![Event::MediumResult(player(10), Species::Werewolf)],
            _ => vec![],
        };
        assert_eq!(secrets, expected.iter().collect::<Vec<_>>(), "{seat}");
    }
}

#[test]
fn one_werewolf_alone_does_not_whisper() {
    let game = werewolf(&[("village", "5")]);
    let mut state = dealt(&game, &FIVE);
    let mut rng = Seed::experiment(1).rng();
    while !matches!(state.stage(), Stage::Over) {
        assert!(!matches!(state.stage(), Stage::Speak(Channel::Whisper)));
        step(&game, &mut state, &mut rng, &mut |_, _| None);
    }
}

#[test]
fn requests_are_granted_while_seats_of_the_role_are_left() {
    let game = werewolf(&[("village", "5"), ("role-requests", "on")]);
    let mut state = game.start();
    for role in [Some(Role::Seer), Some(Role::Seer), None, Some(Role::Werewolf), None] {
        game.play(&mut state, &Action::Request(role)).unwrap();
    }
    assert!(game.check(&game.start(), &Action::Request(Some(Role::Fox))).is_err());
    // The second in the order of the deal asks for a role that is gone.
    for number in [2, 1, 3, 4, 5] {
        game.resolve(&mut state, &Chance::Next(player(number))).unwrap();
    }
    let roles: Vec<Role> = Seat::all(5).map(|seat| state.role(seat)).collect();
    let rest = [Role::Possessed, Role::Seer, Role::Villager, Role::Werewolf, Role::Villager];
    assert_eq!(roles, rest);
}

#[test]
fn turn_delivery_publishes_a_turn_at_its_end_and_immediate_delivery_at_once() {
    for (delivery, at_once) in [("turn", false), ("immediate", true)] {
        let game = werewolf(&[("village", "5"), ("delivery", delivery)]);
        let mut state = dealt(&game, &FIVE);
        let mut rng = Seed::experiment(1).rng();
        let speaks = |state: &State| state.stage() == Stage::Speak(Channel::Talk);
        go_on(&game, &mut state, &mut rng, &mut |_, _| None, speaks);
        let Turn::Seat(speaker) = game.turn(&state) else {
            panic!("somebody speaks");
        };
        let listener = speaker.next(5);
        let action = Action::Say(Sentence::vote(player(1)));
        let before = state.clone();
        game.play(&mut state, &action).unwrap();
        let sight = game.sight(&before, &Step::Action(speaker, action), &state, listener);
        assert_eq!(sight.is_some(), at_once);
    }
}

#[test]
fn a_village_speaks_its_own_version_of_the_language() {
    let nested: Sentence = "NOT (VOTE Agent[01])".parse().unwrap();
    for (language, allowed) in [("2.01", false), ("3.6", true)] {
        let game: Werewolf = werewolf(&[("village", "5"), ("language", language)]);
        let mut state = dealt(&game, &FIVE);
        let speaks = |state: &State| state.stage() == Stage::Speak(Channel::Talk);
        go_on(&game, &mut state, &mut Seed::experiment(1).rng(), &mut |_, _| None, speaks);
        assert_eq!(game.check(&state, &Action::Say(nested)).is_ok(), allowed);
        assert!(game.check(&state, &Action::Say(Sentence::about(Verb::Guard, player(1)))).is_ok());
        assert_eq!(game.fallbacks(&state), [Action::Say(Sentence::SKIP)]);
    }
}
