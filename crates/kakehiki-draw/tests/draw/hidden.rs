//! What an observer may not know must not be in its page, in no form.

use kakehiki_core::{Event, Log, Occupant, Seat};
use kakehiki_draw::{Locale, table_body};
use kakehiki_games::{Answer, Numbers, Observer};

use crate::sitting::{Sitting, open, people};

fn page(sitting: &Sitting, observer: Observer) -> String {
    sitting.scene(observer, Locale::En, |scene| table_body(scene).into_string())
}

#[test]
fn colours_of_ghosts_do_not_show_in_the_page_of_the_other() {
    for game in ["geister", "negogeister"] {
        let pages = ["set:ABCD", "set:BDFH"].map(|theirs| {
            let mut sitting = people(game, &[], 0);
            sitting.play("set:ACEG");
            let before = page(&sitting, Observer::Seat(Seat::new(0)));
            sitting.play(theirs);
            if game == "negogeister" {
                for action in ["ask:C", "refuse"] {
                    sitting.play(action);
                }
            }
            sitting.play("A,N");
            let own = page(&sitting, Observer::Seat(Seat::new(1)));
            (
                before,
                page(&sitting, Observer::Seat(Seat::new(0))),
                page(&sitting, Observer::Spectator),
                own,
            )
        });
        let [one, two] = pages;
        assert_eq!(one.0, two.0);
        assert_eq!(one.1, two.1);
        assert_eq!(one.2, two.2);
        assert_ne!(one.3, two.3, "the owner sees its own");
    }
}

#[test]
fn nobody_sees_that_the_other_has_set_up() {
    let mut sitting = people("geister", &[], 0);
    let before = page(&sitting, Observer::Spectator);
    let second = page(&sitting, Observer::Seat(Seat::new(1)));
    sitting.play("set:ABCD");
    assert_eq!(page(&sitting, Observer::Spectator), before);
    // The second player is asked now, and learns nothing else.
    let after = sitting.html(Observer::Seat(Seat::new(1)), Locale::En);
    assert!(after.contains("data-draft=\"setup\"") && !second.contains("data-draft=\"setup\""));
}

/// A game of Catan up to the first hidden event of another seat, and the same with another outcome.
fn twins(prefix: &str, other: impl Fn(&str, &str) -> Option<String>) -> Option<[Sitting; 2]> {
    let table = open("catan", &[]);
    let seats = vec![Occupant::Agent("weighted".to_owned()); 4];
    for seed in 0..20 {
        let mut ongoing =
            table.begin(seats.clone(), Numbers { seed, ..Numbers::default() }).unwrap();
        let mut actor = Seat::new(0);
        while ongoing.outcome().is_none() {
            ongoing.advance();
            let Some(event) = ongoing.events().last() else { continue };
            if let Event::Action { seat, .. } = event {
                actor = *seat;
            }
            let Event::Chance { fell, .. } = event else { continue };
            // Seat 1 must be neither who did it nor who lost something.
            let last = ongoing.events().iter().rev().find_map(|event| match event {
                Event::Action { play, .. } => Some(play.clone()),
                _ => None,
            });
            let last = last.unwrap_or_default();
            if !fell.starts_with(prefix) || actor == Seat::new(1) || last.ends_with(",P1") {
                continue;
            }
            let Some(changed) = other(fell, &last) else { continue };
            let mut events = ongoing.events().to_vec();
            let log = |events: &[Event]| Log {
                header: ongoing.header().clone(),
                events: events.to_vec(),
                is_torn: false,
            };
            let original = table.resume(&[], &log(&events));
            if let Some(Event::Chance { fell, given }) = events.last_mut() {
                *fell = changed;
                *given = true;
            }
            let changed = table.resume(&[], &log(&events));
            if let (Ok(original), Ok(changed)) = (original, changed) {
                let sit = |ongoing| {
                    let mut sitting = people("catan", &[], 0);
                    sitting.ongoing = ongoing;
                    sitting
                };
                return Some([sit(original), sit(changed)]);
            }
        }
    }
    None
}

fn check_twins(twins: &[Sitting; 2]) {
    let [one, two] = twins;
    assert_ne!(one.ongoing.view(Observer::Analyst), two.ongoing.view(Observer::Analyst));
    for observer in [Observer::Seat(Seat::new(1)), Observer::Spectator] {
        for locale in Locale::ALL {
            let draw = |sitting: &Sitting| {
                sitting.scene(observer, locale, |scene| table_body(scene).into_string())
            };
            assert_eq!(draw(one), draw(two), "{observer:?}");
        }
    }
}

#[test]
fn a_drawn_card_does_not_show_in_the_pages_of_others() {
    let twins = twins("card:", |fell, _| {
        let other = if fell == "card:knight" { "card:victory-point" } else { "card:knight" };
        Some(other.to_owned())
    });
    check_twins(&twins.unwrap());
}

#[test]
fn a_stolen_card_does_not_show_in_the_pages_of_others() {
    let kinds = ["W", "B", "S", "H", "O"];
    // Which other card the victim held is not known here: one of the five will do.
    let found = kinds.iter().find_map(|kind| {
        twins("stolen:", |fell, _| {
            (fell != format!("stolen:{kind}")).then(|| format!("stolen:{kind}"))
        })
    });
    check_twins(&found.unwrap());
}

#[test]
fn hostile_names_stay_words() {
    let name = "<script>alert('x')</script>\"onload=\"x&amp;";
    for game in ["geister", "negogeister", "catan", "monopoly", "werewolf"] {
        let mut sitting = people(game, &[], 1);
        for label in &mut sitting.seats {
            label.name = name.to_owned();
        }
        for _ in 0..40 {
            if !sitting.settle() {
                break;
            }
            sitting.act();
        }
        for observer in [Observer::Seat(Seat::new(0)), Observer::Spectator, Observer::Analyst] {
            for locale in Locale::ALL {
                let html = page_in(&sitting, observer, locale);
                assert!(!html.contains("<script"), "{game}");
                assert!(!html.contains("\"onload="), "{game}");
            }
        }
    }
}

fn page_in(sitting: &Sitting, observer: Observer, locale: Locale) -> String {
    sitting.scene(observer, locale, |scene| table_body(scene).into_string())
}

/// Anybody may have written them, and whispers are not for everybody.
#[test]
fn own_words_are_shown_as_text_and_only_to_those_who_hear_them() {
    let mut sitting = people("werewolf", &[("rules", "aiwolf-nlp"), ("village", "9")], 1);
    let mut spoken = [0; 2];
    while spoken[1] < 9 {
        assert!(sitting.settle());
        let seat = sitting.called().unwrap();
        let view = sitting.ongoing.view(Observer::Seat(seat));
        let is_whisper = view["phase"] == "whisper";
        spoken[usize::from(!is_whisper)] += 1;
        let said = if is_whisper {
            "tell:ATTACK Agent[01] | <b>secret words</b>"
        } else {
            "tell:VOTE Agent[01] | <b>open words</b>"
        };
        sitting.ongoing.answer(seat, Answer::Action(said)).unwrap();
    }
    assert!(spoken[0] > 0);
    let seats = Seat::all(9).map(Observer::Seat);
    for observer in seats.chain([Observer::Spectator, Observer::Analyst]) {
        let hears_whispers = match observer {
            Observer::Seat(_) => sitting.ongoing.view(observer)["role"] == "WEREWOLF",
            Observer::Spectator => false,
            Observer::Analyst => true,
        };
        for locale in [Locale::En, Locale::Ja] {
            let html = sitting.html(observer, locale);
            assert!(html.contains("&lt;b&gt;open words&lt;/b&gt;"), "{observer:?}");
            assert_eq!(html.contains("secret words"), hears_whispers, "{observer:?}");
            assert!(!html.contains("<b>open") && !html.contains("<b>secret"), "{observer:?}");
        }
    }
}
