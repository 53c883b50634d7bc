//! The rules of the server for natural language.

use std::sync::Arc;

use kakehiki_core::{Awaited, Missing, Observed, OngoingGame, Reply, Seat, Seed};
use kakehiki_werewolf::{
    Action, Chance, Channel, Event, Role, Sentence, Stage, Team, Telling, Utterance, Werewolf,
};

use crate::common::{FIVE, player, table, werewolf};

/// The roles of the village of nine: 1 bodyguard, 2 medium, 3 possessed, 4 seer, 5 to 7 villagers, 8 and 9
/// werewolves.
const NINE: [Role; 9] = [
    Role::Bodyguard,
    Role::Medium,
    Role::Possessed,
    Role::Seer,
    Role::Villager,
    Role::Villager,
    Role::Villager,
    Role::Werewolf,
    Role::Werewolf,
];

fn village(options: &[(&str, &str)]) -> Werewolf {
    let given: Vec<(&str, &str)> =
        [("rules", "aiwolf-nlp")].into_iter().chain(options.iter().copied()).collect();
    werewolf(&given)
}

fn tell(meaning: Sentence, text: &str) -> Action {
    Action::Tell(Arc::new(Telling::new(meaning, text).unwrap()))
}

/// Goes on until a stage is reached; whoever is asked before it answers by `answer`, or does nothing.
fn go_on(
    table: &mut OngoingGame<Werewolf>,
    answer: &dyn Fn(Seat, Stage) -> Option<Action>,
    wanted: impl Fn(&OngoingGame<Werewolf>) -> bool,
) {
    while !wanted(table) {
        match table.awaited() {
            Awaited::Chance => table.draw(),
            Awaited::Seat(seat) => {
                let chosen = answer(seat, table.state().stage());
                let reply = chosen.map_or(Reply::Missing(Missing::TimedOut), Reply::Action);
                table.answer(reply)
            }
            Awaited::Nobody(verdict) => panic!("{verdict:?}"),
        };
    }
}

fn is_at(stage: Stage) -> impl Fn(&OngoingGame<Werewolf>) -> bool {
    move |table| table.state().stage() == stage
}

fn is_over(table: &OngoingGame<Werewolf>) -> bool {
    matches!(table.awaited(), Awaited::Nobody(_))
}

fn heard(table: &OngoingGame<Werewolf>, seat: Seat, channel: Channel) -> Vec<Utterance> {
    let events = table.view(seat).events;
    let said = events.iter().filter_map(|event| match event {
        Event::Said(said) if said.channel == channel => Some(said.clone()),
        _ => None,
    });
    said.collect()
}

#[test]
fn everybody_speaks_in_one_order_as_often_as_it_may() {
    let game = village(&[("village", "5")]);
    let mut table = table(&game, &FIVE);
    let talks = |seat: Seat, stage| {
        (stage == Stage::Speak(Channel::Talk)).then(|| match seat.index() {
            // Says that it has finished at once, and one skips: without skips that is the same.
            0 => Action::Say(Sentence::OVER),
            1 => Action::Say(Sentence::SKIP),
            _ => tell(Sentence::UNREAD, "むずかしいですね"),
        })
    };
    go_on(&mut table, &talks, |table| table.state().day() == 1);
    let said = heard(&table, player(3), Channel::Talk);
    let turns: Vec<Vec<Seat>> = (0..4)
        .map(|turn| said.iter().filter(|it| it.turn == turn).map(|it| it.speaker).collect())
        .collect();
    assert_eq!([turns[0].len(), turns[1].len(), turns[2].len(), turns[3].len()], [5, 3, 3, 3]);
    let order: Vec<Seat> = turns[0].iter().copied().filter(|seat| seat.index() > 1).collect();
    assert!(turns[1..].iter().all(|turn| *turn == order));
    assert_eq!(said.len(), 14);
    assert!(said.iter().enumerate().all(|(place, it)| usize::from(it.id) == place));
    let over = said.iter().filter(|it| it.sentence == Sentence::OVER).count();
    assert_eq!(over, 2);
    let words = said.iter().filter(|it| it.text.as_deref() == Some("むずかしいですね")).count();
    assert_eq!(words, 12);
}

#[test]
fn who_says_nothing_is_asked_again_and_its_vote_is_dropped() {
    let game = village(&[("village", "5")]);
    let mut table = table(&game, &FIVE);
    go_on(&mut table, &|_, _| None, |table| table.state().day() == 2);
    let said = heard(&table, player(1), Channel::Talk);
    // Two days with four turns of five players, of whom nobody was executed or attacked.
    assert_eq!((said.len(), table.state().alive().len()), (40, 5));
    assert!(said.iter().all(|it| it.sentence == Sentence::SKIP));
}

#[test]
fn votes_count_for_oneself_and_are_shown_in_the_morning() {
    let game = village(&[("village", "5")]);
    let mut table = table(&game, &FIVE);
    let (one, two) = (player(1), player(2));
    let votes = |seat: Seat, stage| match stage {
        Stage::Vote if seat == one || seat == two => Some(Action::Vote(one)),
        Stage::Vote if seat == player(3) => Some(Action::Vote(two)),
        _ => None,
    };
    go_on(&mut table, &votes, |table| table.state().executed().is_some());
    assert_eq!(table.state().executed(), Some(one));
    let shown = |table: &OngoingGame<Werewolf>| {
        let events = table.view(two).events;
        events.iter().find_map(|event| match event {
            Event::Revealed(votes) => Some(votes.to_vec()),
            Event::Ballot { votes, .. } => {
                assert!(votes.is_empty());
                None
            }
            _ => None,
        })
    };
    assert_eq!(shown(&table), None);
    go_on(&mut table, &|_, _| None, |table| table.state().day() == 2);
    assert_eq!(shown(&table), Some(vec![(one, one), (two, one), (player(3), two)]));
}

#[test]
fn an_attack_on_a_werewolf_does_not_count() {
    let game = village(&[("village", "9")]);
    let mut table = table(&game, &NINE);
    let (eight, nine) = (player(8), player(9));
    let votes = |seat: Seat, stage| {
        let target = if seat == eight { nine } else { player(5) };
        (stage == Stage::Attack).then_some(Action::Attack(Some(target)))
    };
    go_on(&mut table, &votes, |table| table.state().day() == 2);
    assert!(!table.state().alive().contains(player(5)));
    let on_a_fellow =
        |_: Seat, stage| (stage == Stage::Attack).then_some(Action::Attack(Some(nine)));
    go_on(&mut table, &on_a_fellow, |table| table.state().day() == 3);
    assert_eq!(table.state().alive().len(), 8);
}

#[test]
fn only_others_who_live_are_divined_and_guarded() {
    let game = village(&[("village", "9")]);
    let mut table = table(&game, &NINE);
    go_on(&mut table, &|_, _| None, is_at(Stage::Divine));
    assert!(table.check(&Action::Divine(Some(player(4)))).is_err());
    let vote = |_: Seat, stage| (stage == Stage::Vote).then_some(Action::Vote(player(7)));
    go_on(&mut table, &vote, is_at(Stage::Guard));
    assert!(table.check(&Action::Guard(Some(player(7)))).is_err());
    assert!(table.check(&Action::Guard(Some(player(1)))).is_err());
    assert!(table.check(&Action::Guard(Some(player(2)))).is_ok());
}

#[test]
fn werewolves_whisper_before_and_after_the_talk_of_the_first_day() {
    let game = village(&[("village", "9"), ("max-whisper", "1")]);
    let mut table = table(&game, &NINE);
    let mut phases = Vec::new();
    while table.state().day() == 0 {
        let spoken = match table.state().stage() {
            Stage::Speak(channel) => Some(channel),
            _ => None,
        };
        if spoken.is_some() && phases.last() != Some(&spoken) {
            phases.push(spoken);
        }
        let before = table.steps();
        go_on(&mut table, &|_, _| None, |table| table.steps() > before);
    }
    let [talk, whisper] = [Some(Channel::Talk), Some(Channel::Whisper)];
    assert_eq!(phases, [whisper, talk, whisper]);
    let numbers: Vec<u16> =
        heard(&table, player(8), Channel::Whisper).iter().map(|it| it.id).collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
    assert!(heard(&table, player(1), Channel::Whisper).is_empty());
}

#[test]
fn a_deciding_execution_ends_the_game_and_shows_its_votes() {
    let game = village(&[("village", "5")]);
    let mut table = table(&game, &FIVE);
    let vote = |_: Seat, stage| (stage == Stage::Vote).then_some(Action::Vote(player(5)));
    go_on(&mut table, &vote, is_over);
    assert_eq!(table.state().winning_team(), Some(Team::Villager));
    assert_eq!(table.state().day(), 1);
    let events = table.view(player(1)).events;
    let [.., Event::Executed(Some(executed)), Event::Revealed(votes), Event::Ended { .. }] =
        events.as_slice()
    else {
        panic!("{events:?}")
    };
    assert_eq!((*executed, votes.len()), (player(5), 5));
}

#[test]
fn anybody_may_speak_up_in_a_group_chat_until_it_is_closed() {
    let game = village(&[("village", "5"), ("speaking-order", "open")]);
    let mut table = table(&game, &FIVE);
    go_on(&mut table, &|_, _| None, is_at(Stage::Order(Channel::Talk)));
    for _ in 0..4 {
        table.resolve(Chance::Next(player(2))).unwrap();
        table.answer(Reply::Action(tell(Sentence::vote(player(1)), "1に投票")));
    }
    assert!(table.resolve(Chance::Next(player(2))).is_err(), "nothing is left to it");
    table.resolve(Chance::Next(player(4))).unwrap();
    table.answer(Reply::Action(Action::Say(Sentence::OVER)));
    assert!(table.resolve(Chance::Next(player(4))).is_err(), "it has finished");
    let said = heard(&table, player(1), Channel::Talk);
    assert_eq!(said.iter().map(|it| it.turn).collect::<Vec<_>>(), [0, 1, 2, 3, 0]);
    table.resolve(Chance::Close).unwrap();
    assert!(!matches!(table.state().stage(), Stage::Order(Channel::Talk)));
}

/// Texts are checked and kept as they are, beside their meaning.
#[test]
fn own_words_are_bounded_and_written_with_their_meaning() {
    let game = village(&[("village", "5")]);
    let mut table = table(&game, &FIVE);
    go_on(&mut table, &|_, _| None, is_at(Stage::Speak(Channel::Talk)));
    let vote = Sentence::vote(player(2));
    let action = tell(vote, "2に | 投票 <b>します</b>");
    assert_eq!(action.to_string(), "tell:VOTE Agent[02] | 2に | 投票 <b>します</b>");
    assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
    assert!(table.check(&action).is_ok());
    assert!(table.check(&tell(vote, &"あ".repeat(50))).is_ok());
    assert!(table.check(&tell(vote, &"あ".repeat(51))).is_err());
    assert!(table.check(&tell(vote, &format!("@{} {}", "な".repeat(4), "あ".repeat(99)))).is_ok());
    for bad in ["", "  ", "a\nb", "a\u{202e}b", "\u{7}", &"あ".repeat(2001)] {
        assert_eq!(Telling::new(vote, bad), None, "{bad:?}");
    }
    assert_eq!(Telling::new(Sentence::OVER, "もう終わり"), None);
    assert_eq!(Telling::clean("a\u{202e}\r\nb\u{0}"), "ab");
    let classic = werewolf(&[("village", "5")]);
    let mut table = crate::common::table(&classic, &FIVE);
    go_on(&mut table, &|_, _| None, is_at(Stage::Speak(Channel::Talk)));
    assert!(table.check(&action).is_err() && table.check(&Action::Pass).is_err());
}

/// Two games in which werewolves whisper other words, and people cast other votes with the same outcome:
/// nobody else notices, before the morning shows the votes.
#[test]
fn whispered_words_and_late_votes_show_to_nobody_too_early() {
    let game = village(&[("village", "9"), ("max-talk", "1"), ("max-whisper", "1")]);
    let play = |words: &'static str, strays: Seat| {
        let mut table = table(&game, &NINE);
        let answer = move |seat: Seat, stage| match stage {
            Stage::Speak(Channel::Whisper) => Some(tell(Sentence::UNREAD, words)),
            Stage::Vote if seat == player(6) => Some(Action::Vote(strays)),
            Stage::Vote => Some(Action::Vote(player(7))),
            _ => None,
        };
        go_on(&mut table, &answer, |table| table.state().executed().is_some());
        table
    };
    let tables = [play("今夜は五番を", player(1)), play("まだ決めない", player(2))];
    let view = |table: &OngoingGame<Werewolf>, seat| serde_json::to_string(&table.view(seat));
    for seat in Seat::all(9) {
        let [one, other] = tables.each_ref().map(|table| view(table, seat).unwrap());
        let knows = seat == player(6) || game_knows(seat);
        assert_eq!(one == other, !knows, "{seat}");
    }
    let [one, other] = tables.each_ref().map(|table| game.public(table.state()));
    assert_eq!(one, other);
    let mut rng = Seed::experiment(1).rng();
    let world = game.sample(&tables[0].view(player(1)), &mut rng);
    assert_eq!(
        game.view(&world, &tables[0].view(player(1)).events, player(1)),
        tables[0].view(player(1))
    );
}

/// Whether a player hears whispers.
fn game_knows(seat: Seat) -> bool {
    NINE[seat.index()] == Role::Werewolf
}
