//! The sheets of paper that a participant meets: consent, questions, questionnaire, thanks.

use kakehiki_core::Seat;
use kakehiki_draw::{Locale, icon, mark};
use maud::{Markup, html};

use super::{
    asked::{Due, RESOURCES},
    stage::{Ending, Stage},
};
use crate::pages::{
    frame::{brand, language_link, theme_button},
    opponents::letter,
};

/// What participants are asked to agree to.
pub(crate) fn consent(locale: Locale) -> Markup {
    let list = |keys: &[&str]| {
        html! { ul class="dashes mt8" { @for key in keys { li { (locale.word(key)) } } } }
    };
    html! {
        div class="tablepage grain" {
            (bar(locale, None))
            main #content class="study study--one" tabindex="-1" {
                form id="consent" class="sheet" {
                    p class="kicker" { (locale.word("study-of")) }
                    h1 class="qh mt8" { (locale.word("consent-heading")) }
                    p class="mt12" { (locale.word("consent-lead")) }
                    h2 class="qn mt16" { (locale.word("consent-what")) }
                    (list(&["consent-what-1", "consent-what-2", "consent-what-3"]))
                    p class="mt12" { (locale.word("consent-opponent")) }
                    h2 class="qn mt16" { (locale.word("consent-data")) }
                    (list(&["consent-data-1", "consent-data-2"]))
                    p class="mt12" { (locale.word("consent-free")) }
                    label class="opt mt24" {
                        input type="checkbox" name="agree" required;
                        span { (locale.word("consent-agree")) }
                    }
                    (problem(locale))
                    div class="row mt16" {
                        a class="meta grow" href="/study/researcher" { (locale.word("consent-researcher")) }
                        button class="btn btn--primary btn--l" type="submit" { (locale.word("consent-begin")) }
                    }
                }
            }
        }
    }
}

/// The place where scripts say what did not work.
fn problem(locale: Locale) -> Markup {
    let words = locale.say("went-wrong", &[("problem", "{problem}".into())]);
    html! { p class="problem mt12" role="alert" data-problem data-bad=(words) hidden {} }
}

/// The bar of all pages of the study; with a participant it has ways to pause and to stop.
pub(crate) fn bar(locale: Locale, participant: Option<&Markup>) -> Markup {
    html! {
        header class="bar" {
            @if participant.is_some() {
                // Somebody who takes part is not led away.
                span class="brand" { (icon("seal", "i24")) span { (locale.word("brand")) } }
            } @else {
                (brand(locale))
            }
            span class="meta hide-m" { (locale.word("study-of")) @if let Some(who) = participant { " · " (who) } }
            span class="ml row" {
                (theme_button(locale))
                @if participant.is_some() {
                    button class="btn btn--quiet btn--s" type="button" data-pause { (locale.word("session-pause")) }
                    button class="btn btn--s" type="button" data-stop data-sure=(locale.word("session-stop-sure")) {
                        (locale.word("session-stop"))
                    }
                } @else {
                    (language_link(locale))
                }
            }
        }
    }
}

/// Who takes part, by number.
pub(crate) fn who(locale: Locale, number: u32, is_simulated: bool) -> Markup {
    html! {
        (locale.say("study-participant", &[("n", format!("{number:02}").into())]))
        @if is_simulated { " · " b { (locale.word("study-simulated")) } }
    }
}

/// The page into which scripts put one sheet after the other.
pub(crate) fn shell(locale: Locale) -> Markup {
    html! {
        div class="tablepage grain" {
            div id="study-bar" { (bar(locale, None)) }
            main #content class="study study--one" tabindex="-1" { div id="stage" {} }
            (paused(locale))
        }
    }
}

/// What hides everything while a participant rests.
pub(crate) fn paused(locale: Locale) -> Markup {
    html! {
        div id="paused" class="pass grain" hidden {
            section class="sheet" role="dialog" aria-modal="true" aria-labelledby="paused-heading" {
                h1 id="paused-heading" class="qh" { (locale.word("session-paused-heading")) }
                p class="mt12" { (locale.word("session-paused-lead")) }
                (link_row(locale))
                button class="btn btn--primary btn--l mt24" type="button" data-resume { (locale.word("session-resume")) }
            }
        }
    }
}

/// The link of a participant, which only its browser knows.
fn link_row(locale: Locale) -> Markup {
    html! {
        label class="stack mt24" {
            b { (locale.word("session-link")) }
            span class="meta" { (locale.word("session-link-help")) }
            span class="row" {
                input class="input input--code grow" readonly data-own-link aria-label=(locale.word("session-link"));
                button class="btn" type="button" data-copy-link data-copied=(locale.word("copied")) { (locale.word("copy")) }
            }
        }
    }
}

fn steps(done: usize) -> Markup {
    html! { div class="steps mt8" aria-hidden="true" { @for at in 0..3 { i class=[(at < done).then_some("on")] {} } } }
}

/// How a game came out for the participant.
fn result(locale: Locale, ending: Ending) -> String {
    locale.word(match ending {
        Ending::Won => "between-won",
        Ending::Lost => "between-lost",
        Ending::Undecided => "between-drawn",
    })
}

/// The sheet of a stage, except for the questions, which need the table.
pub(crate) fn sheet(locale: Locale, stage: Stage, seat: Seat) -> Markup {
    match stage {
        Stage::SitDown { game, before } => sit_down(locale, game, before, seat),
        Stage::Form { before } => form(locale, before),
        Stage::Done => plain(locale, "done-heading", &["done-lead", "done-told"]),
        Stage::Stopped => plain(locale, "session-stopped-heading", &["session-stopped-lead"]),
        // Scripts go to the table by themselves.
        Stage::Play { .. } | Stage::Asked { .. } => html! {},
    }
}

/// A sheet that only says something.
pub(crate) fn plain(locale: Locale, heading: &str, lines: &[&str]) -> Markup {
    html! {
        section class="sheet" {
            h1 class="qh" { (locale.word(heading)) }
            @for line in lines { p class="mt12" { (locale.word(line)) } }
        }
    }
}

fn sit_down(locale: Locale, game: usize, before: Option<Ending>, seat: Seat) -> Markup {
    html! {
        section class="sheet" {
            p class="kicker" { (locale.say("intro-kicker", &[("n", (game + 1).into())])) }
            (steps(game + 1))
            h1 class="qh mt16" { (locale.word(if game == 0 { "intro-heading-1" } else { "intro-heading-2" })) }
            @if let Some(ending) = before { p class="mt12" { (result(locale, ending)) " " (locale.word("between-rest")) } }
            p class="mt12 row" {
                (mark(seat, ""))
                span {
                    @if game == 0 { (locale.say("intro-lead-1", &[("letter", letter(seat).into())])) }
                    @else { (locale.word("intro-lead-2")) }
                }
            }
            @if game == 0 { (link_row(locale)) }
            (problem(locale))
            div class="row mt24" {
                span class="grow" {}
                button class="btn btn--primary btn--l" type="button" data-sit { (locale.word("intro-begin")) }
            }
        }
    }
}

/// What a participant sees above the two questions.
pub(crate) struct Situation {
    pub(crate) picture: Markup,
    /// What the other said since the participant's last turn, in words.
    pub(crate) said: Option<String>,
    /// How many cards each side holds.
    pub(crate) theirs: u64,
    pub(crate) own: u64,
}

/// The two questions at the start of a turn.
pub(crate) fn questions(
    locale: Locale,
    game: usize,
    due: Due,
    seat: Seat,
    situation: &Situation,
) -> Markup {
    let kicker = [("game", (game + 1).into()), ("turn", due.own.into())];
    html! {
        form id="questions" class="sheet" data-turn=(due.turn) {
            p class="kicker" { (locale.say("asked-kicker", &kicker)) }
            (steps(game + 1))
            div class="sit" {
                div class="mini" { (situation.picture) }
                div {
                    @if let Some(said) = &situation.said {
                        p class="meta" { (locale.word("asked-said")) }
                        p class="say mt4" { (said) }
                    } @else {
                        p class="meta" { (locale.word("asked-silent")) }
                    }
                    p class="row row--wrap mt12" {
                        span class="row" {
                            (mark(seat.next(2), "s"))
                            b { (locale.say("asked-theirs", &[("n", situation.theirs.into())])) }
                        }
                        span class="row" {
                            (mark(seat, "s"))
                            b { (locale.say("asked-yours", &[("n", situation.own.into())])) }
                        }
                    }
                }
            }
            div class="qs" {
                (question(locale, 1, "asked-most-held", "most-held"))
                (question(locale, 2, "asked-wanted", "wanted"))
            }
            (problem(locale))
            div class="row row--wrap mt24" {
                span class="meta grow" { (locale.word("asked-hint")) }
                button class="btn btn--primary btn--l" type="submit" { (locale.word("asked-continue")) }
            }
        }
    }
}

/// The names of the pictures and classes of resources.
const ART: [&str; 5] = ["lumber", "brick", "wool", "grain", "ore"];

fn question(locale: Locale, number: u32, words: &str, name: &str) -> Markup {
    html! {
        fieldset {
            legend class="qn" {
                small { (locale.say("asked-question", &[("n", number.into())])) }
                (locale.word(words))
            }
            div class="pick" {
                @for (resource, art) in RESOURCES.iter().zip(ART) {
                    label class={ "t-" (art) } {
                        input type="radio" name=(name) value=(resource) required;
                        (icon(art, "i24"))
                        span { (locale.word(&format!("resource-{resource}"))) }
                        i class="tick" { (icon("check", "i16")) }
                    }
                }
            }
        }
    }
}

/// A question with choices: the name of its field, its words, and its answers, each a value and words.
type Field<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// The last questions. Both opponents are named by when they were met: which was which is told
/// afterwards.
fn form(locale: Locale, before: Ending) -> Markup {
    let which = [("first", "form-first"), ("second", "form-second")];
    let fields: [Field<'_>; 4] = [
        ("helped", "form-helped", &[("yes", "form-yes"), ("no", "form-no")]),
        ("person", "form-person", &which),
        ("easier", "form-easier", &which),
        (
            "strategy",
            "form-strategy",
            &[
                ("settlements", "form-settlements"),
                ("cities", "form-cities"),
                ("cards", "form-cards"),
            ],
        ),
    ];
    html! {
        form id="questionnaire" class="sheet" {
            div class="row" {
                span class="kicker grow" { (locale.word("form-kicker")) }
                span class="meta" { (locale.word("form-length")) }
            }
            (steps(3))
            p class="mt16" { (result(locale, before)) }
            h1 class="qh mt8" { (locale.word("form-heading")) }
            div class="qs" {
                @for (number, (name, words, options)) in (1..).zip(fields) {
                    fieldset {
                        legend class="qn" { small { (number) } (locale.word(words)) }
                        div class={ "opts opts--" (options.len()) } {
                            @for (value, words) in options {
                                label class="opt" {
                                    input type="radio" name=(name) value=(value) required;
                                    span { (locale.word(words)) }
                                }
                            }
                        }
                    }
                }
            }
            (problem(locale))
            div class="row row--wrap mt24" {
                span class="meta grow" { (locale.word("form-kept")) }
                button class="btn btn--primary btn--l" type="submit" { (locale.word("form-finish")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sheet_shows_a_key_instead_of_words() {
        let due = Due { turn: 4, own: 2 };
        let situation =
            Situation { picture: html! {}, said: Some("<b>".to_owned()), theirs: 1, own: 4 };
        for locale in Locale::ALL {
            let seat = Seat::new(1);
            let mut all = consent(locale).into_string() + &shell(locale).into_string();
            for stage in [
                Stage::SitDown { game: 0, before: None },
                Stage::SitDown { game: 1, before: Some(Ending::Won) },
                Stage::Form { before: Ending::Lost },
                Stage::Done,
                Stage::Stopped,
            ] {
                all += &sheet(locale, stage, seat).into_string();
            }
            all += &questions(locale, 0, due, seat, &situation).into_string();
            for prefix in [
                "consent-",
                "session-",
                "intro-",
                "asked-",
                "between-",
                "form-",
                "done-",
                "resource-",
            ] {
                assert!(!all.contains(&format!(">{prefix}")), "{prefix}");
            }
            assert!(all.contains("&lt;b&gt;"), "what is said is escaped");
        }
    }

    #[test]
    fn nothing_tells_a_participant_which_opponent_it_has() {
        let due = Due { turn: 4, own: 2 };
        let situation = Situation { picture: html! {}, said: None, theirs: 1, own: 4 };
        let seat = Seat::new(0);
        for locale in Locale::ALL {
            let pages = consent(locale).into_string()
                + &sheet(locale, Stage::SitDown { game: 1, before: Some(Ending::Undecided) }, seat)
                    .into_string()
                + &sheet(locale, Stage::Form { before: Ending::Undecided }, seat).into_string()
                + &questions(locale, 0, due, seat, &situation).into_string();
            for word in ["presenting", "nakazawa", "base"] {
                assert!(!pages.contains(word), "{word}");
            }
        }
    }
}
