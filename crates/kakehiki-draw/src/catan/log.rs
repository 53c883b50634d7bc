//! The talk and the log of Catan: what happened as sentences, what was said as speech.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::{
    happenings::{Happening, happenings},
    model::{Cards, LETTERS, Model, read_cards, read_terms, total},
    words::{card, cards, resource, speech},
};
use crate::{
    Scene, Told,
    piece::{TruthMarks, mark, with_truth},
};

/// How many happenings are shown at least, and how many go at once: a list that only grows at its end is
/// cheap to send.
const SHOWN: usize = 50;
const AT_ONCE: usize = 30;

/// One line: whose it is, what kind it is for the filters, and its words.
struct Line {
    seat: Option<Seat>,
    kind: &'static str,
    words: Markup,
}

/// The log panel.
pub(super) fn panel(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    let lines = lines(scene, model.turns, hidden(scene));
    html! {
        section class="panel logbox" aria-label=(locale.word("log-title")) {
            div class="panel__head" {
                h2 class="panel__title" { (locale.word("log-title")) }
                span class="ml row" role="group" aria-label=(locale.word("log-filters")) {
                    @for (name, key) in [("all", "log-all"), ("talk", "log-talk"), ("trade", "log-trade")] {
                        button class={ "chip" @if name == "all" { " chip--on" } } type="button" data-filter=(name) aria-pressed=(if name == "all" { "true" } else { "false" }) { (locale.word(key)) }
                    }
                }
            }
            ol class="log" tabindex="0" data-scroll-end="" data-key="l" aria-label=(locale.word("log-title")) {
                @for line in &lines {
                    @if line.kind == "turn" { li class="sep" { (line.words) } }
                    @else {
                        li data-kind=(line.kind) {
                            @if let Some(seat) = line.seat { (mark(seat, "s")) } @else { span {} }
                            span { @if let Some(seat) = line.seat { span class="sr" { (scene.plain_name(seat)) " " } } (line.words) }
                        }
                    }
                }
                @if model.turns == 0 && lines.is_empty() { li { span {} span class="meta" { (locale.word("log-nothing")) } } }
            }
        }
    }
}

/// All lines after so many sights, each with whose it is.
pub(crate) fn log_lines(scene: &Scene<'_>, sights: usize) -> Vec<(Option<Seat>, Markup)> {
    let before = happenings(&Scene { seen: &scene.seen[..sights], ..*scene }).len();
    let lines = lines(scene, Model::read(scene).turns, before);
    lines.into_iter().map(|line| (line.seat, line.words)).collect()
}

/// How many happenings go before those that a panel shows.
fn hidden(scene: &Scene<'_>) -> usize {
    let happenings = happenings(scene).len();
    // Counted from the first happening of all, so that the list does not move at every one.
    let first = scene.seen.first().map_or(0, |seen| seen.step as usize);
    let far = (first + happenings).saturating_sub(SHOWN) / AT_ONCE * AT_ONCE;
    far.saturating_sub(first)
}

/// The lines after so many happenings, the last turn being the one of this number.
fn lines(scene: &Scene<'_>, turns: u64, far: usize) -> Vec<Line> {
    let happenings = happenings(scene);
    let is_setting_up = !scene.is_cut();
    let begins = |at: usize| begins_turn(&happenings, at, is_setting_up);
    let count = (0..happenings.len()).filter(|at| begins(*at).is_some()).count() as u64;
    // A turn in which nobody has acted yet has no line.
    let acts = happenings.iter().rev().find_map(|happening| match happening {
        Happening::Acted { action, .. } => Some(*action),
        _ => None,
    });
    let begun = if acts == Some("end") { turns.saturating_sub(1) } else { turns };
    let mut turn = begun.saturating_sub(count);
    let mut roller = Seat::new(0);
    let mut lines = Vec::new();
    let speech = speech(scene, &happenings);
    let marks = truths(scene, &happenings);
    for (at, ((happening, said), told)) in happenings.iter().zip(speech).zip(marks).enumerate() {
        if let Happening::Acted { seat, action: "roll" } = happening {
            roller = *seat;
        }
        let begins = begins(at);
        turn += u64::from(begins.is_some());
        if at < far {
            continue;
        }
        if let Some(seat) = begins {
            let values = [("n", turn.into()), ("who", scene.plain_name(seat).to_owned().into())];
            let words = html! { (scene.locale.say("log-turn", &values)) };
            lines.push(Line { seat: None, kind: "turn", words });
        }
        let line = line(scene, happening, roller, said);
        lines.extend(
            line.map(|line| Line { words: with_truth(scene.locale, line.words, told), ..line }),
        );
    }
    lines
}

/// Whether what was said at each happening was true, where that may be shown.
fn truths<'a>(scene: &Scene<'a>, happenings: &[Happening<'_>]) -> Vec<Option<&'a Told>> {
    let mut marks = TruthMarks::new(scene);
    let backwards = happenings.iter().rev().map(|happening| match happening {
        Happening::Acted { seat, action } if action.starts_with("say:") => {
            marks.before(*seat, action)
        }
        _ => None,
    });
    let mut truths: Vec<_> = backwards.collect();
    truths.reverse();
    truths
}

/// Whose turn begins with this happening, if one does: the first act after the end of another turn, or
/// after the last founding.
fn begins_turn(happenings: &[Happening<'_>], at: usize, has_foundings: bool) -> Option<Seat> {
    let Happening::Acted { seat, action } = happenings[at] else {
        return None;
    };
    let before = happenings[..at].iter().rev().find_map(|happening| match happening {
        Happening::Acted { action, .. } => Some(*action),
        _ => None,
    });
    let founds = |action: &str| action.starts_with("settlement:") || action.starts_with("road:");
    match before {
        Some("end") => Some(seat),
        // The first act that founds nothing opens the game; a turn never begins by building.
        Some(before) if has_foundings && founds(before) && matches!(action, "roll" | "knight") => {
            let is_first = !happenings[..at].iter().any(|happening| {
                matches!(happening, Happening::Acted { action: "roll" | "end", .. })
            });
            is_first.then_some(seat)
        }
        _ => None,
    }
}

fn line(
    scene: &Scene<'_>,
    happening: &Happening<'_>,
    roller: Seat,
    said: Option<String>,
) -> Option<Line> {
    let locale = scene.locale;
    let name = |seat: Seat| ("who", scene.name(seat));
    let own = scene.own_seat();
    Some(match happening {
        Happening::Acted { seat, action } => return acted(scene, *seat, action, said),
        Happening::Rolled { total: sum, gains } => {
            // A log has the throw alone, not what it brought; a seven brings nothing.
            let is_told = !gains.is_empty() && *sum != 7;
            let gains: Vec<(Seat, &Cards)> =
                Seat::all(gains.len()).zip(gains).filter(|(_, cards)| total(**cards) > 0).collect();
            let words = html! {
                (locale.say(if is_told { "log-rolled" } else { "log-threw" }, &[("n", (*sum).into())]))
                @if is_told && gains.is_empty() { " " (locale.word("log-no-gains")) }
                @for (seat, gain) in gains { " " (mark(seat, "s")) " " span class="sr" { (scene.plain_name(seat)) } (cards(locale, *gain)) }
            };
            Line { seat: Some(roller), kind: "move", words }
        }
        Happening::LaidAside(aside) => Line {
            seat: own,
            kind: "move",
            words: locale.mix("log-laid-aside", &[], &[("cards", cards(locale, *aside))]),
        },
        Happening::Discarded(discards) => {
            let discards =
                Seat::all(discards.len()).zip(discards).filter(|(_, (count, _))| *count > 0);
            let words = html! {
                (locale.word("log-discarded"))
                @for (seat, (count, seen)) in discards {
                    " " (mark(seat, "s")) " " span class="sr" { (scene.plain_name(seat)) }
                    @match seen { Some(seen) => (cards(locale, *seen)), None => (count) }
                }
            };
            Line { seat: None, kind: "move", words }
        }
        Happening::Stolen { thief, victim, resource } => {
            let what = resource
                .map_or_else(|| html! { (locale.word("log-a-card")) }, |kind| card(locale, kind));
            let words = locale.mix("log-stole", &[], &[name(*victim), ("what", what)]);
            Line { seat: Some(*thief), kind: "move", words }
        }
        Happening::Drew { seat, card } => {
            let words = match card {
                Some(card) => {
                    locale.say("log-drew", &[("card", locale.word(&format!("dev-{card}")).into())])
                }
                None => locale.word("log-drew-card"),
            };
            Line { seat: Some(*seat), kind: "move", words: html! { (words) } }
        }
        Happening::Monopolised { seat, resource: kind, taken } => {
            let words = locale.mix(
                "log-monopoly",
                &[("n", (*taken).into())],
                &[("what", card(locale, *kind))],
            );
            Line { seat: Some(*seat), kind: "move", words }
        }
        Happening::Traded { seat, partner, gave, got } => {
            let words = locale.mix(
                "log-traded",
                &[],
                &[name(*partner), ("give", cards(locale, *gave)), ("get", cards(locale, *got))],
            );
            Line { seat: Some(*seat), kind: "trade", words }
        }
        Happening::Won(seat) => Line {
            seat: Some(*seat),
            kind: "move",
            words: html! { b { (locale.word("log-won")) } },
        },
    })
}

/// An action that all see, or nothing where another line tells more.
fn acted(scene: &Scene<'_>, seat: Seat, action: &str, said: Option<String>) -> Option<Line> {
    let locale = scene.locale;
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    let plain = |key: &str| html! { (locale.word(key)) };
    let (kind, words) = match verb {
        "say" => {
            let words = locale.say("speech-quoted", &[("text", said.unwrap_or_default().into())]);
            ("talk", html! { span class="said" { (words) } })
        }
        "offer" => {
            let (terms, to) = rest.split_once('@').unwrap_or((rest, ""));
            let (give, get) = read_terms(terms);
            let partners: Vec<Seat> =
                to.chars().filter_map(|digit| format!("P{digit}").parse().ok()).collect();
            let is_all = partners.len() + 1 == scene.seats.len() && partners.len() > 1;
            let to = html! {
                @if is_all { (locale.word("log-to-all")) }
                @else { @for partner in &partners { (scene.name(*partner)) " " } }
            };
            let marks = [("give", cards(locale, give)), ("get", cards(locale, get)), ("to", to)];
            ("trade", locale.mix("log-offer", &[], &marks))
        }
        "counter" => {
            let (give, get) = read_terms(rest);
            (
                "trade",
                locale.mix(
                    "log-counter",
                    &[],
                    &[("give", cards(locale, give)), ("get", cards(locale, get))],
                ),
            )
        }
        "accept" => ("trade", plain("log-accept")),
        "refuse" => ("trade", plain("log-refuse")),
        "withdraw" => ("trade", plain("log-withdraw")),
        "bank" => {
            let (give, get) = read_terms(rest);
            (
                "trade",
                locale.mix(
                    "log-bank",
                    &[],
                    &[("give", cards(locale, give)), ("get", cards(locale, get))],
                ),
            )
        }
        "road" => ("move", plain("log-road")),
        "settlement" => ("move", plain("log-settlement")),
        "city" => ("move", plain("log-city")),
        "robber" => ("move", plain("log-robber")),
        "knight" => ("move", plain("log-knight")),
        "road-building" => ("move", plain("log-road-building")),
        "plenty" => {
            ("move", locale.mix("log-plenty", &[], &[("cards", cards(locale, read_cards(rest)))]))
        }
        "monopoly" => {
            let kind = LETTERS.iter().position(|letter| rest.starts_with(*letter))?;
            (
                "move",
                html! { (locale.say("log-monopoly-on", &[("what", resource(locale, kind).into())])) },
            )
        }
        "discard" => (
            "move",
            locale.mix("log-laid-aside", &[], &[("cards", cards(locale, read_cards(rest)))]),
        ),
        // The throw, the card that is drawn, the deal that is closed and the next turn have lines of
        // their own, and silence needs none.
        _ => return None,
    };
    Some(Line { seat: Some(seat), kind, words })
}
