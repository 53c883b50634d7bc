//! Words at a table, whatever a game calls them.

use kakehiki_core::{Occupant, Seat, Settings};
use kakehiki_games::{Answer, AnyOngoing, Numbers, Refused, SpeechAct, Waiting, find, speech_act};

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
