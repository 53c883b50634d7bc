//! Both languages say everything.

use kakehiki_core::Seat;
use kakehiki_draw::{Locale, table_body};
use kakehiki_games::Observer;

use crate::sitting::people;

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

#[test]
fn tables_are_complete_in_both_languages() {
    for (game, options) in [
        ("geister", &[("speaking", "on")][..]),
        ("negogeister", &[("speaking", "on"), ("skip", "on")][..]),
        ("catan", &[("speaking", "on")][..]),
        ("monopoly", &[][..]),
        ("werewolf", &[][..]),
    ] {
        let mut sitting = people(game, options, 5);
        for decision in 0..150 {
            if !sitting.settle() {
                break;
            }
            if decision % 5 == 0 {
                let seat = sitting.called().unwrap_or(Seat::new(0));
                for observer in [Observer::Seat(seat), Observer::Spectator, Observer::Analyst] {
                    for locale in Locale::ALL {
                        let html = sitting
                            .scene(observer, locale, |scene| table_body(scene).into_string());
                        // A key that has no words is shown as it is.
                        for prefix in [
                            "geister-",
                            "catan-",
                            "deal-",
                            "log-",
                            "monopoly-",
                            "werewolf-",
                            "speech-",
                        ] {
                            for quote in [">", "aria-label=\"", "title=\""] {
                                assert!(
                                    !html.contains(&format!("{quote}{prefix}")),
                                    "{game} {prefix} {html}"
                                );
                            }
                        }
                        assert_eq!(
                            html.contains(is_japanese),
                            locale == Locale::Ja,
                            "{game} {locale}"
                        );
                    }
                }
            }
            sitting.act();
        }
    }
}

#[test]
fn languages_are_read_by_their_tags() {
    for (tag, locale) in
        [("en", Locale::En), ("ja-JP", Locale::Ja), ("JA", Locale::Ja), ("en_GB", Locale::En)]
    {
        assert_eq!(tag.parse(), Ok(locale));
    }
    assert!("fr".parse::<Locale>().is_err() && "".parse::<Locale>().is_err());
}

#[test]
fn marks_in_sentences_are_put_in_and_words_are_escaped() {
    let mark = maud::PreEscaped("<b>W</b>".to_owned());
    let said = Locale::En.mix(
        "log-traded",
        &[],
        &[("who", maud::html! { "<i>" }), ("give", mark.clone()), ("get", mark)],
    );
    assert_eq!(said.into_string(), "gave <b>W</b> to &lt;i&gt; for <b>W</b>");
    assert_eq!(Locale::En.say("over-won", &[("who", "Ada".into())]), "Ada has won");
    assert_eq!(Locale::Ja.say("no such key", &[]), "no such key");
}
