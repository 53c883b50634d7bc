//! Games at a table, with agents that behave and agents that do not.

use std::collections::HashSet;

use kakehiki_core::{
    Agent, Ending, Game, GameRng, Happening, LazyView, Record, Seat, SeatSet, Seed, Step, Turn,
    Verdict, play,
};
use rand::{Rng, RngExt};

use crate::{
    agents::{Notes, Puppet, agents_with, panic_on_purpose, random_agents, watch},
    toy::{Action, GUESSER, HOLDER, LAST, SEATS, Sight, Stage, Toy, View},
};

const SEEDS: u64 = 100;

/// An agent that does something else in one stage.
fn in_stage(stage: Stage, mut act: impl FnMut() -> Action + Send + 'static) -> Puppet {
    Puppet::new().deciding(move |view, _, _| (view.stage == stage).then(&mut act))
}

#[test]
fn a_game_is_played_to_its_end_and_told_in_full() {
    let mut endings = HashSet::new();
    for seed in 0..SEEDS {
        let (record, keeper) = watch(&mut random_agents(), seed);
        let Some((Happening::End(ending), last)) = keeper.0.last() else {
            panic!("the last happening is {:?}", keeper.0.last());
        };
        assert_eq!(record.verdict, Verdict::Ended(*ending));
        assert_eq!(last.stage, Stage::Over(*ending));
        assert_eq!(record.steps as usize, keeper.0.len() - 1);
        for seat in Seat::all(SEATS) {
            let rewards = ending.rewards(SEATS);
            assert_eq!(record.verdict.reward(seat, SEATS), Some(rewards[seat.index()]));
            assert_eq!(
                record.verdict.is_win(seat),
                matches!(ending, Ending::Won(winners) if winners.contains(seat))
            );
        }
        endings.insert(*ending);
    }
    // Every way to end turns up: by one, by two, by nobody.
    assert!(endings.contains(&Ending::Drawn) && endings.contains(&Ending::Undecided));
    let winners = endings.iter().filter_map(|ending| match ending {
        Ending::Won(winners) => Some(winners.len()),
        Ending::Drawn | Ending::Undecided => None,
    });
    assert_eq!(winners.collect::<HashSet<_>>(), HashSet::from([1, 2]));
}

#[test]
fn counters_count_each_seat_s_steps() {
    for seed in 0..SEEDS {
        let (record, keeper) = watch(&mut random_agents(), seed);
        let mut counts = vec![vec![0; 2]; SEATS];
        for happening in keeper.happenings() {
            match happening {
                Happening::Step(Step::Action(seat, Action::Pick(_))) => {
                    counts[seat.index()][0] += 1;
                }
                Happening::Step(Step::Action(seat, Action::Say(_))) => counts[seat.index()][1] += 1,
                _ => {}
            }
        }
        assert_eq!(record.counts, counts);
        assert!(record.counts.iter().all(|seat| seat[0] >= 1));
    }
}

#[test]
fn what_is_legal_but_not_on_the_menu_may_be_played() {
    let number = 4_000_000_000;
    let mut agents = agents_with(HOLDER, in_stage(Stage::Say, move || Action::Say(number)));
    let (record, keeper) = watch(&mut agents, 1);
    assert!(matches!(record.verdict, Verdict::Ended(_)));
    let said = Happening::Step(Step::Action(HOLDER, Action::Say(number)));
    assert!(keeper.happenings().contains(&&said));
}

#[test]
fn an_illegal_answer_is_replaced_by_the_rules_own() {
    let mut agents = agents_with(HOLDER, in_stage(Stage::Say, || Action::Fold));
    let (record, keeper) = watch(&mut agents, 1);
    let problem = "fold is illegal: it does not belong to Say".to_owned();
    let fallback = Happening::Fallback(HOLDER, Action::Say(0), problem);
    assert_eq!(keeper.happenings().iter().filter(|seen| ***seen == fallback).count(), 1);
    // The game goes on as if the seat had chosen it.
    assert!(matches!(record.verdict, Verdict::Ended(_)));
    assert_eq!(record.counts[HOLDER.index()][1], 1);
    assert_eq!(record.steps as usize, keeper.0.len() - 1);
}

#[test]
fn everybody_hears_the_rules_own_answer() {
    for listener in Seat::all(SEATS) {
        let sights = Notes::new();
        let heard = sights.clone();
        let mut agents = agents_with(HOLDER, in_stage(Stage::Say, || Action::Fold));
        let hearing = move |_: &View, sight: &Sight| heard.push(*sight);
        agents[listener.index()] = Box::new(if listener == HOLDER {
            in_stage(Stage::Say, || Action::Fold).hearing(hearing)
        } else {
            Puppet::new().hearing(hearing)
        });
        watch(&mut agents, 1);
        assert!(sights.take().contains(&Sight::Said(HOLDER, 0)), "{listener}");
    }
}

#[test]
fn an_illegal_answer_forfeits_where_the_rules_have_none() {
    let mut agents = agents_with(GUESSER, in_stage(Stage::Pick, || Action::Pick(4)));
    let (record, keeper) = watch(&mut agents, 1);
    assert_forfeit(&record, &keeper.happenings(), "pick:4 is illegal: it does not belong to Pick");
    // The deal and the first seat's pick came before.
    assert_eq!(record.steps, 2);
    assert_eq!(record.counts, [[1, 0], [0, 0], [0, 0]]);
}

/// The second seat forfeited for this reason: it loses, and the game is void for the others.
fn assert_forfeit(record: &Record, happenings: &[&Happening<Toy>], problem: &str) {
    assert_eq!(record.verdict, Verdict::Forfeited(GUESSER));
    let rewards: Vec<_> = Seat::all(SEATS).map(|seat| record.verdict.reward(seat, SEATS)).collect();
    assert_eq!(rewards, [None, Some(0.0), None]);
    assert!(!Seat::all(SEATS).any(|seat| record.verdict.is_win(seat)));
    let last = Happening::Forfeit(GUESSER, problem.to_owned());
    assert_eq!(happenings.last(), Some(&&last));
    let ends = happenings.iter().filter(|happening| matches!(happening, Happening::End(_)));
    assert_eq!(ends.count(), 0);
}

#[test]
fn an_agent_that_panics_is_answered_for_by_the_rules() {
    let mut agents = agents_with(HOLDER, in_stage(Stage::Say, || panic_on_purpose()));
    let (record, keeper) = watch(&mut agents, 1);
    let fallback = Happening::Fallback(HOLDER, Action::Say(0), "it panicked".to_owned());
    assert!(keeper.happenings().contains(&&fallback));
    assert!(matches!(record.verdict, Verdict::Ended(_)));
}

#[test]
fn an_agent_that_panics_forfeits_where_the_rules_have_no_answer() {
    let mut agents = agents_with(GUESSER, in_stage(Stage::Pick, || panic_on_purpose()));
    let (record, keeper) = watch(&mut agents, 1);
    assert_forfeit(&record, &keeper.happenings(), "it panicked");
}

#[test]
fn an_agent_that_panics_while_it_hears_forfeits_its_next_decision() {
    // The first thing heard is the deal, the first decision a pick.
    let mut agents = agents_with(GUESSER, Puppet::new().hearing(|_, _| panic_on_purpose()));
    let (record, keeper) = watch(&mut agents, 1);
    assert_forfeit(&record, &keeper.happenings(), "it panicked when it heard what happened");
}

#[test]
fn an_agent_that_panics_while_it_hears_is_answered_for_once() {
    // The die falls just before the first seat has to say something.
    let deaf = Puppet::new()
        .deciding(|view, _, _| (view.stage == Stage::Say).then_some(Action::Say(3)))
        .hearing(|view, sight| {
            if view.round == 0 && matches!(sight, Sight::Rolled(_)) {
                panic_on_purpose();
            }
        });
    let (record, keeper) = watch(&mut agents_with(HOLDER, deaf), 1);
    let problem = "it panicked when it heard what happened".to_owned();
    let fallbacks: Vec<_> = keeper
        .happenings()
        .into_iter()
        .filter(|happening| matches!(happening, Happening::Fallback(..)))
        .collect();
    assert_eq!(fallbacks, [&Happening::Fallback(HOLDER, Action::Say(0), problem)]);
    assert!(matches!(record.verdict, Verdict::Ended(_)));
}

#[test]
fn an_agent_that_panics_when_it_sits_down_forfeits_its_first_decision() {
    let mut agents = agents_with(GUESSER, Puppet::new().sitting(|_| panic_on_purpose()));
    let (record, keeper) = watch(&mut agents, 1);
    assert_forfeit(&record, &keeper.happenings(), "it panicked when it sat down");
}

#[test]
fn the_process_goes_on_after_every_misbehaviour() {
    let broken: [fn() -> Puppet; 4] = [
        || in_stage(Stage::Pick, || panic_on_purpose()),
        || in_stage(Stage::Pick, || Action::Fold),
        || Puppet::new().hearing(|_, _| panic_on_purpose()),
        || Puppet::new().sitting(|_| panic_on_purpose()),
    ];
    for puppet in broken {
        let mut agents = agents_with(LAST, puppet());
        for seed in 0..3 {
            assert_eq!(watch(&mut agents, seed).0.verdict, Verdict::Forfeited(LAST));
        }
        agents[LAST.index()] = Box::new(Puppet::new());
        assert!(matches!(watch(&mut agents, 0).0.verdict, Verdict::Ended(_)));
    }
}

#[test]
fn a_misbehaving_agent_does_not_change_the_luck_of_the_game() {
    let chances = |puppet: Puppet| -> Vec<_> {
        let (_, keeper) = watch(&mut agents_with(LAST, puppet), 5);
        let happenings = keeper.happenings().into_iter();
        happenings
            .filter_map(|happening| match happening {
                Happening::Step(Step::Chance(chance)) => Some(*chance),
                _ => None,
            })
            .collect()
    };
    let thirsty = Puppet::new().deciding(|_, _, rng| {
        rng.fill_bytes(&mut [0; 8000]);
        None
    });
    let (usual, other) = (chances(Puppet::new()), chances(thirsty));
    let both = usual.len().min(other.len());
    assert!(both >= 2);
    assert_eq!(usual[..both], other[..both]);
}

#[test]
fn the_agents_of_a_match_sit_down_for_every_game_and_keep_what_they_learned() {
    let seats = Notes::new();
    let decided = Notes::new();
    let mut agents = random_agents();
    for agent in &mut agents {
        let (seats, decided) = (seats.clone(), decided.clone());
        let mut games = 0;
        *agent = Box::new(Puppet::new().sitting(move |seat| {
            seats.push(seat);
            games += 1;
            decided.push(games);
        }));
    }
    for game in 1..=4 {
        let seed = Seed::experiment(1).derive("game", game);
        play(&Toy, &mut agents, seed, &mut ());
        assert_eq!(seats.take(), [HOLDER, GUESSER, LAST]);
        assert_eq!(decided.take(), [game; SEATS]);
    }
}

/// An agent that notes what its generator would give first at each decision.
fn noting(notes: &Notes<(Seat, u64)>) -> Puppet {
    let notes = notes.clone();
    Puppet::new().deciding(move |view, _, rng| {
        notes.push((view.seat, rng.clone().next_u64()));
        None
    })
}

#[test]
fn every_decision_has_a_generator_of_its_own() {
    let notes = Notes::new();
    for seed in 0..SEEDS {
        let mut agents = random_agents();
        agents.fill_with(|| Box::new(noting(&notes)));
        watch(&mut agents, seed);
    }
    let drawn: Vec<u64> = notes.take().into_iter().map(|(_, number)| number).collect();
    assert!(drawn.len() > 500);
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), drawn.len());
}

#[test]
fn the_same_decision_of_the_same_game_has_the_same_generator() {
    let notes = Notes::new();
    let play_again = |appetite: usize| {
        let mut agents = random_agents();
        agents.fill_with(|| Box::new(noting(&notes)));
        // However much another agent draws, and whatever it does.
        agents[LAST.index()] = Box::new(Puppet::new().deciding(move |_, menu, rng| {
            rng.fill_bytes(&mut vec![0; appetite]);
            Some(menu[rng.random_range(0..menu.len())])
        }));
        watch(&mut agents, 7);
        let mut drawn = notes.take();
        drawn.sort_by_key(|(seat, _)| *seat);
        drawn
    };
    let usual = play_again(0);
    assert_eq!(play_again(0), usual);
    let other = play_again(8000);
    for seat in [HOLDER, GUESSER] {
        let of_seat = |drawn: &[(Seat, u64)]| -> Vec<u64> {
            drawn.iter().filter(|(noted, _)| *noted == seat).map(|(_, number)| *number).collect()
        };
        let (usual, other) = (of_seat(&usual), of_seat(&other));
        let both = usual.len().min(other.len());
        assert!(both >= 1, "{seat}");
        assert_eq!(usual[..both], other[..both], "{seat}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for seed in 0..SEEDS {
        let (record, keeper) = watch(&mut random_agents(), seed);
        let (record_again, keeper_again) = watch(&mut random_agents(), seed);
        assert_eq!(record, record_again);
        assert_eq!(keeper.0, keeper_again.0);
    }
    assert_ne!(watch(&mut random_agents(), 0).1.0, watch(&mut random_agents(), 1).1.0);
}

#[test]
fn agents_hear_their_own_actions_and_what_only_they_may_know() {
    let heard: [Notes<Sight>; SEATS] = std::array::from_fn(|_| Notes::new());
    let mut agents = random_agents();
    for (agent, notes) in agents.iter_mut().zip(&heard) {
        let notes = notes.clone();
        *agent = Box::new(Puppet::new().hearing(move |_, sight| notes.push(*sight)));
    }
    let (_, keeper) = watch(&mut agents, 1);
    let card = keeper.0[0].1.card;
    let heard = heard.map(|notes| notes.take());
    assert_eq!(heard[0][0], Sight::Dealt(Some(card)));
    assert_eq!(heard[1][0], Sight::Dealt(None));
    // Nobody else's pick is heard before all have picked.
    for (seat, heard) in heard.iter().enumerate() {
        let until = heard.iter().position(|sight| matches!(sight, Sight::Revealed(_)));
        let picks =
            heard[..until.unwrap()].iter().filter(|sight| matches!(sight, Sight::Picked(_)));
        // The last to pick sees its own together with the others'.
        assert_eq!(picks.count(), usize::from(seat != LAST.index()), "seat {seat}");
    }
}

#[test]
fn views_hold_what_only_history_tells() {
    // Numbers grow, so that every one of them is to be found in the sum.
    let views = Notes::new();
    let noted = views.clone();
    let mut agents = random_agents();
    agents.fill_with(|| {
        let noted = noted.clone();
        Box::new(
            Puppet::new()
                .deciding(|view, _, _| match view.stage {
                    Stage::Say => Some(Action::Say(10_u32.pow(view.round.into()))),
                    Stage::Guess => Some(Action::Fold),
                    _ => None,
                })
                .hearing(move |view, sight| noted.push((view.clone(), *sight))),
        )
    });
    let (_, keeper) = watch(&mut agents, 1);
    let views = views.take();
    for seat in Seat::all(SEATS) {
        let mut said = 0;
        for (view, sight) in views.iter().filter(|(view, _)| view.seat == seat) {
            if let Sight::Said(_, number) = sight {
                said += u64::from(*number);
            }
            assert_eq!(view.said, said);
        }
        assert_eq!(said, 111);
    }
    assert!(keeper.0.iter().all(|(_, state)| !format!("{state:?}").contains("said")));
}

#[test]
fn agents_get_views_and_nothing_else() {
    /// A type that borrows from nobody, and so from no state.
    fn holds_no_reference<T: 'static>() {}
    holds_no_reference::<View>();
    holds_no_reference::<Sight>();
    // These are the types of all that is ever handed to an agent.
    let _: fn(&mut Puppet, &View, &[Action], &mut GameRng) -> Action = Agent::<Toy>::decide;
    let _: fn(&mut Puppet, &LazyView<'_, Toy>, &Sight) = Agent::<Toy>::hear;
    let _: for<'a> fn(&'a LazyView<'static, Toy>) -> &'a View = |view| view;
    let _: fn(&mut Puppet, Seat) = Agent::<Toy>::sit;
    // And the views that are handed over are those of the seat, without the holder's card.
    let views = Notes::new();
    let (decides, hears) = (views.clone(), views.clone());
    let spy = Puppet::new()
        .deciding(move |view, _, _| {
            decides.push(view.clone());
            None
        })
        .hearing(move |view, _| hears.push(view.clone()));
    watch(&mut agents_with(GUESSER, spy), 2);
    let views = views.take();
    assert!(views.len() > 5);
    for view in views {
        assert_eq!(view.seat, GUESSER);
        assert_eq!(view.card.is_some(), view.is_shown);
    }
}

#[test]
#[should_panic(expected = "one agent for each seat")]
fn a_table_has_one_agent_for_each_seat() {
    play(&Toy, &mut random_agents()[..2], Seed::experiment(1), &mut ());
}

#[test]
fn a_witness_sees_the_state_that_each_happening_led_to() {
    let (_, keeper) = watch(&mut random_agents(), 9);
    let mut state = Toy.start();
    for (happening, after) in &keeper.0 {
        match happening {
            Happening::Step(Step::Action(seat, action)) => {
                assert_eq!(Toy.turn(&state), Turn::Seat(*seat));
                Toy.play(&mut state, action).unwrap();
            }
            Happening::Step(Step::Chance(chance)) => Toy.resolve(&mut state, chance).unwrap(),
            Happening::End(ending) => assert_eq!(Toy.turn(&state), Turn::Over(*ending)),
            other => panic!("random agents never do {other:?}"),
        }
        assert_eq!(state, *after);
    }
}

#[test]
fn a_verdict_has_one_word_in_files_and_to_people() {
    let seat = Seat::new(1);
    let verdicts = [
        (Verdict::Ended(Ending::Won(SeatSet::only(seat))), "won", r#"{"won":["P1"]}"#),
        (Verdict::Ended(Ending::Drawn), "drawn", r#""drawn""#),
        (Verdict::Ended(Ending::Undecided), "undecided", r#""undecided""#),
        (Verdict::Forfeited(seat), "forfeited", r#"{"forfeited":"P1"}"#),
    ];
    for (verdict, word, json) in verdicts {
        assert_eq!(verdict.word(), word);
        assert_eq!(serde_json::to_string(&verdict).unwrap(), json);
        assert_eq!(serde_json::from_str::<Verdict>(json).unwrap(), verdict);
        if let Verdict::Ended(ending) = verdict {
            assert!(ending.to_string().starts_with(word));
        }
    }
    // As older files have it.
    for (old, new) in [(r#"{"won":2}"#, 0), (r#"{"forfeited":1}"#, 3)] {
        assert_eq!(serde_json::from_str::<Verdict>(old).unwrap(), verdicts[new].0);
    }
    for wrong in [r#""won""#, r#""forfeited""#, r#"{"drawn":1}"#, r#"{"won":2,"forfeited":1}"#, "1"]
    {
        assert!(serde_json::from_str::<Verdict>(wrong).is_err(), "{wrong}");
    }
}
