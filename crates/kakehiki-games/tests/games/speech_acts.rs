//! Words at a table, whatever a game calls them.

use kakehiki_core::{Occupant, Seat, Settings};
use kakehiki_games::{
    Answer, AnyOngoing, Ended, Numbers, Refused, SpeechAct, Waiting, converse, find, speech_act,
    telling,
};

fn begin(game: &str, options: &[(&str, &str)], seed: u64) -> Box<dyn AnyOngoing> {
    let game = find(game).unwrap();
    let options = Settings::new(game.name(), game.options(), options.iter().copied()).unwrap();
    let table = game.open(&options);
    let seats = vec![Occupant::Program("x".into()); table.seats()];
    table.begin(seats, Numbers { seed, ..Numbers::default() }).unwrap()
}

/// Whose turn it is, once chance has fallen.
fn settle(game: &mut dyn AnyOngoing) -> Option<Seat> {
    while game.waiting() == Waiting::Chance {
        game.advance();
    }
    match game.waiting() {
        Waiting::Outside(seat) => Some(seat),
        _ => None,
    }
}

/// What a menu's action would be done by, if by words.
fn as_words<'a>(game: &str, action: &'a str) -> Option<SpeechAct<'a>> {
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    match (game, verb) {
        ("catan", "offer" | "counter")
        | ("monopoly", "propose" | "counter")
        | ("negogeister", "ask" | "for") => Some(SpeechAct::Propose(rest)),
        ("catan", "confirm") => Some(SpeechAct::Accept(rest.parse().ok())),
        ("catan" | "monopoly", "accept") | ("negogeister", "agree") => {
            Some(SpeechAct::Accept(None))
        }
        ("catan", "refuse" | "withdraw")
        | ("monopoly", "refuse")
        | ("negogeister", "refuse" | "break-off" | "pass") => Some(SpeechAct::Refuse),
        (_, "say") => Some(SpeechAct::Say(rest)),
        _ => None,
    }
}

#[test]
fn what_is_done_with_words_is_the_action_of_the_menu() {
    for (name, options, least) in [
        ("geister", &[("speaking", "on")][..], 1),
        ("negogeister", &[("speaking", "on"), ("skip", "on")][..], 6),
        ("catan", &[("speaking", "on")][..], 7),
        ("monopoly", &[("speaking", "on")][..], 5),
        ("werewolf", &[][..], 1),
    ] {
        let mut verbs = std::collections::BTreeSet::new();
        for seed in 0..3 {
            let mut game = begin(name, options, seed);
            let mut turn = seed as usize;
            while let Some(seat) = settle(&mut *game) {
                let menu = game.menu().actions;
                for action in &menu {
                    let Some(act) = as_words(name, action) else { continue };
                    verbs.insert(action.split(':').next().unwrap().to_owned());
                    assert_eq!(speech_act(&*game, act).as_ref(), Ok(action), "{name} {act:?}");
                }
                turn += 7;
                game.answer(seat, Answer::Action(&menu[turn * turn % menu.len()])).unwrap();
                if turn > 2500 {
                    break;
                }
            }
        }
        assert!(verbs.len() >= least, "{name}: {verbs:?}");
    }
}

#[test]
fn words_out_of_place_are_refused_with_a_reason() {
    let mut geister = begin("geister", &[], 1);
    settle(&mut *geister);
    let refused = speech_act(&*geister, SpeechAct::Propose("A>B"));
    assert_eq!(refused, Err(Refused("nobody makes deals in geister".into())));
    let mut catan = begin("catan", &[], 1);
    settle(&mut *catan);
    for act in [
        SpeechAct::Propose("W>B@1"),
        SpeechAct::Propose("nonsense"),
        SpeechAct::Propose(""),
        SpeechAct::Accept(None),
        SpeechAct::Accept(Some(Seat::new(3))),
        SpeechAct::Refuse,
        SpeechAct::Say("nonsense"),
    ] {
        assert!(!speech_act(&*catan, act).unwrap_err().0.is_empty(), "{act:?}");
    }
}

/// A village in which the first player is asked to speak.
fn village(options: &[(&str, &str)]) -> (Box<dyn AnyOngoing>, Seat) {
    let mut game = begin("werewolf", options, 1);
    let seat = settle(&mut *game).unwrap();
    (game, seat)
}

#[test]
fn own_words_are_an_act_where_the_rules_hear_them() {
    let natural = [("rules", "aiwolf-nlp"), ("village", "5")];
    let (game, seat) = village(&natural);
    let [own, other] = [seat.index(), (seat.index() + 1) % 5];
    let act = |words: &str| telling(&*game, words).unwrap();
    let claim = format!("tell:COMINGOUT Agent[{:02}] SEER | I am the seer.", own + 1);
    assert_eq!(act("I am the seer."), claim);
    // A player is called by its seat or by its number.
    for name in [format!("P{other}"), format!("Agent[{:02}]", other + 1)] {
        let words = format!("I will vote for {name}.");
        assert_eq!(act(&words), format!("tell:VOTE Agent[{:02}] | {words}", other + 1));
    }
    assert_eq!(act("Skip"), "say:Skip");
    assert!(act("こんにちは | VOTE").starts_with("tell:"));
    for words in ["I am the seer.", "Hm | hm", "Over"] {
        assert_eq!(game.check(&act(words)), Ok(()), "{words}");
    }
    assert_eq!(telling(&*game, " "), None);
    // Nowhere else.
    for options in [&[("rules", "aiwolf-0.6")][..], &[]] {
        assert_eq!(telling(&*village(options).0, "I am the seer."), None);
    }
    assert_eq!(telling(&*begin("geister", &[], 1), "I am the seer."), None);
    let (mut night, _) = village(&natural);
    while night.menu().actions.iter().any(|action| action.starts_with("say:")) {
        let seat = settle(&mut *night).unwrap();
        night.answer(seat, Answer::Action("say:Over")).unwrap();
        settle(&mut *night);
    }
    assert_eq!(telling(&*night, "I am the seer."), None);
}

#[test]
fn what_a_program_says_is_its_act_where_the_rules_hear_it() {
    let (mut game, seat) = village(&[("rules", "aiwolf-nlp"), ("village", "5")]);
    let long = "a".repeat(60);
    let lines = format!(
        "{{\"type\":\"say\",\"seat\":\"{seat}\",\"text\":\"{long}\"}}\n\
         {{\"type\":\"say\",\"seat\":\"{seat}\",\"text\":\"I am the\\n seer.\"}}\n"
    );
    let mut output = Vec::new();
    let mut log = None::<kakehiki_core::LogWriter<Vec<u8>>>;
    converse(&mut *game, false, &mut lines.as_bytes(), &mut output, &mut log).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("it has more than 50 letters"), "{output}");
    let told = format!("tell:COMINGOUT Agent[{:02}] SEER | I am the seer.", seat.index() + 1);
    let is_act = |event: &kakehiki_core::Event| matches!(event, kakehiki_core::Event::Action { play, .. } if *play == told);
    assert!(game.events().iter().any(is_act), "{:?}", game.events());
}

/// What a program that takes the first action of every menu says in a whole game, line by line.
fn whole_game(begin: &dyn Fn() -> Box<dyn AnyOngoing>) -> Vec<String> {
    let (mut game, mut lines) = (begin(), Vec::new());
    while let Some(seat) = settle(&mut *game) {
        let action = game.menu().actions.remove(0);
        game.answer(seat, Answer::Action(&action)).unwrap();
        lines.push(format!("{{\"type\":\"act\",\"seat\":\"{seat}\",\"action\":\"{action}\"}}\n"));
    }
    lines
}

#[test]
fn a_program_that_is_cut_off_at_any_byte_leaves_a_game_that_can_be_resumed() {
    for (name, options) in [("geister", [("cap", "12")]), ("werewolf", [("village", "3")])] {
        let begin = || begin(name, &options, 1);
        let lines = whole_game(&begin);
        let said = lines.concat();
        let mut log = None::<kakehiki_core::LogWriter<Vec<u8>>>;
        for cut in 0..=said.len() {
            let mut game = begin();
            let mut input = &said.as_bytes()[..cut];
            let ended = converse(&mut *game, false, &mut input, &mut std::io::sink(), &mut log);
            // A line that was cut off is not taken, and all before it are.
            let whole = said[..cut].matches('\n').count();
            let acts = game
                .events()
                .iter()
                .filter(|event| matches!(event, kakehiki_core::Event::Action { .. }));
            assert_eq!(acts.count(), whole, "{name}, {cut}");
            let is_over = whole == lines.len();
            assert_eq!(ended.unwrap(), if is_over { Ended::Over } else { Ended::Left }, "{cut}");
        }
    }
}
