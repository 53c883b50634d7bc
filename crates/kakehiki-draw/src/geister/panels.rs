//! The panels around the board of Geister.

use kakehiki_core::Seat;
use kakehiki_games::Waiting;
use maud::{Markup, html};

use super::{
    board::{describe, seats},
    model::{Deed, Fate, Ghost, Model, Square, Stage, other},
    talk::{action_words, ghost_words},
};
use crate::{
    Scene,
    piece::{icon, kind_icon, mark, outcome_sentence, thinking},
};

/// How many ghosts of a colour a player has.
const OF_A_COLOUR: usize = 4;

/// Who sits on the far side.
pub(super) fn far_side(scene: &Scene<'_>, model: &Model) -> Markup {
    let [far, _] = seats(model);
    // Nobody is told who is still choosing a set-up.
    let is_thinking = *scene.waiting == Waiting::Agent(far) && !matches!(model.stage, Stage::SetUp);
    html! {
        div class="seatline" {
            (mark(far, "")) span { (scene.plain_name(far)) }
            span class="meta row" { (kind_icon(scene, far)) }
            @if is_thinking { span class="ml" { (thinking(scene.locale)) } }
        }
    }
}

/// What was taken, and how far each is from winning.
pub(super) fn players(scene: &Scene<'_>, model: &Model) -> Markup {
    let [far, near] = seats(model);
    html! {
        section class="panel" aria-label=(scene.locale.word("geister-captured")) {
            div class="panel__head" { h2 class="panel__title" { (scene.locale.word("geister-captured")) } }
            div class="panel__body capts" {
                @for taker in [near, far] { (taken(scene, model, taker)) }
            }
        }
        section class="panel ways" aria-label=(scene.locale.word("geister-ways")) {
            div class="panel__head" { h2 class="panel__title" { (scene.locale.word("geister-ways")) } }
            div class="panel__body" { (ways(scene, model, near)) }
        }
    }
}

fn taken(scene: &Scene<'_>, model: &Model, taker: Seat) -> Markup {
    let victims: Vec<&Ghost> =
        model.of(other(taker)).filter(|ghost| ghost.fate == Fate::Captured).collect();
    let count = |is_bad| victims.iter().filter(|ghost| ghost.is_bad == Some(is_bad)).count();
    let (good, bad) = (count(false), count(true));
    let key = if scene.own_seat() == Some(taker) { "geister-you-took" } else { "geister-took" };
    let label = scene.locale.say(
        "geister-took-label",
        &[
            ("who", scene.plain_name(taker).to_owned().into()),
            ("good", good.into()),
            ("bad", bad.into()),
        ],
    );
    html! {
        div class="capts__side" {
            div class="row" {
                (mark(taker, "s"))
                b { (scene.locale.say(key, &[("who", scene.plain_name(taker).to_owned().into())])) }
                span class="meta ml num" { (good + bad) " / " (2 * OF_A_COLOUR) }
            }
            div role="img" aria-label=(label) {
                @for (colour, count) in [("good", good), ("bad", bad)] {
                    div class="capt" {
                        @for place in 0..OF_A_COLOUR {
                            @let class = if place < count { format!("g-{colour}") } else { format!("g-{colour} slot") };
                            (icon(&format!("ghost-{colour}"), &class))
                        }
                    }
                }
            }
        }
    }
}

/// How far it is to each way of winning, for who sits below.
fn ways(scene: &Scene<'_>, model: &Model, near: Seat) -> Markup {
    let far = other(near);
    let left = |owner, is_bad| {
        let lost = model.of(owner).filter(|ghost| ghost.fate == Fate::Captured);
        OF_A_COLOUR - lost.filter(|ghost| ghost.is_bad == Some(is_bad)).count().min(OF_A_COLOUR)
    };
    let nearest = |owner: Seat| {
        let ghosts = model.of(owner).filter(|ghost| ghost.is_bad != Some(true));
        let squares = ghosts.filter_map(Ghost::square);
        squares.min_by_key(|square| square.steps_to_exit(owner))
    };
    let exit = |key: &str, owner: Seat| {
        nearest(owner).map(|square| {
            let steps = square.steps_to_exit(owner) + 1;
            let key = scene.locale.say(key, &[("square", square.name().into())]);
            (key, scene.locale.say("geister-moves", &[("n", steps.into())]))
        })
    };
    let say = |key| scene.locale.word(key);
    let rows = [
        Some((say("geister-good-to-take"), left(far, false).to_string())),
        Some((say("geister-bad-to-take"), left(far, true).to_string())),
        exit("geister-my-exit", near),
        exit("geister-their-exit", far),
    ];
    html! {
        @for (what, number) in rows.into_iter().flatten() {
            div class="factrow" { span { (what) } b { (number) } }
        }
    }
}

/// What the observer is asked, under the board.
pub(super) fn prompt(scene: &Scene<'_>, model: &Model) -> Markup {
    let [_, near] = seats(model);
    let locale = scene.locale;
    let call = match (scene.outcome, scene.is_called()) {
        (Some(_), _) => {
            outcome_sentence(scene).map(|text| html! { span class="chip chip--call" { (text) } })
        }
        (None, true) => {
            Some(html! { span class="chip chip--call" { (locale.word("prompt-yours")) } })
        }
        (None, false) => None,
    };
    html! {
        div class="seatline" {
            (mark(near, ""))
            span { (scene.plain_name(near)) }
            @if let Some(call) = call { (call) }
            span class="promptline" { (question(scene, model)) }
            @if *scene.waiting == Waiting::Agent(near) { (thinking(locale)) }
        }
    }
}

/// The question that stands before the observer.
fn question(scene: &Scene<'_>, model: &Model) -> String {
    let locale = scene.locale;
    let Some(own) = scene.own_seat().filter(|_| scene.outcome.is_none()) else {
        return String::new();
    };
    if !scene.is_called() {
        return locale
            .say("geister-waiting", &[("who", scene.plain_name(other(own)).to_owned().into())]);
    }
    match model.stage {
        Stage::SetUp => locale.word("geister-ask-set-up"),
        Stage::Request => locale.word("geister-ask-request"),
        Stage::Speak => locale.word("geister-ask-speak"),
        Stage::Move => locale.word("geister-ask-move"),
        Stage::Negotiation(exchange) => {
            let (mine, theirs) = match exchange.named {
                Some(named) => (Some(named), exchange.asked),
                None => (None, exchange.asked),
            };
            match mine {
                // The observer was asked for a ghost and names one of the other's in exchange.
                None => locale.say(
                    "geister-ask-name",
                    &[("ghost", ghost_words(scene, model, own, theirs).into())],
                ),
                Some(mine) => locale.say(
                    "geister-ask-agree",
                    &[
                        ("seen", ghost_words(scene, model, other(own), theirs).into()),
                        ("shown", ghost_words(scene, model, own, mine).into()),
                    ],
                ),
            }
        }
    }
}

/// The buttons of what is not done on the board.
pub(super) fn acts(scene: &Scene<'_>, model: &Model) -> Markup {
    if !scene.is_called() {
        return html! {};
    }
    if let Stage::SetUp = model.stage {
        return set_up(scene);
    }
    let button = |action: &str, key: &str, class: &str, shortcut: &str| {
        let shortcut = (!shortcut.is_empty()).then_some(shortcut);
        html! {
            @if scene.may(action) {
                button class={ "btn " (class) } type="button" data-act=(action) data-key=[shortcut] {
                    (scene.locale.word(key))
                    @if let Some(key) = shortcut { " " kbd { (key.to_uppercase()) } }
                }
            }
        }
    };
    html! {
        div class="rowbtns rowbtns--end" {
            (button("agree", "geister-agree", "btn--primary", "a"))
            (button("break-off", "geister-break-off", "", "r"))
            (button("refuse", "geister-refuse", "", "r"))
            (button("pass", "geister-pass", "", ""))
            (button("quiet", "geister-quiet", "", ""))
        }
    }
}

/// Sets of bad ghosts that are worth a try, by the names of their words.
const PRESETS: [(&str, &str); 4] =
    [("back", "EFGH"), ("front", "ABCD"), ("left", "ABEF"), ("mixed", "ADFG")];

/// The draft of a set-up: ghosts on the board are turned bad and good again, and sent together.
fn set_up(scene: &Scene<'_>) -> Markup {
    let locale = scene.locale;
    html! {
        form class="setup" data-draft="setup" data-prefix="set:" data-size="4" {
            p class="meta onw" role="status" data-count="" data-count-text=(locale.word("geister-set-up-count")) {
                (locale.word("geister-set-up-count").replace('#', "0"))
            }
            div class="rowbtns" {
                @for (name, bad) in PRESETS {
                    button class="btn btn--s" type="button" data-preset=(bad) { (locale.word(&format!("geister-preset-{name}"))) }
                }
                button class="btn btn--s" type="button" data-random="" { (locale.word("geister-preset-random")) }
                button class="btn btn--primary" type="button" data-send="" disabled { (locale.word("geister-begin")) }
            }
        }
    }
}

/// What was taken, as a small ghost.
fn taken_mark(scene: &Scene<'_>, captured: Option<(char, Option<bool>)>) -> Markup {
    let (class, symbol, key) = match captured {
        None => return html! {},
        Some((_, Some(true))) => ("g-bad", "ghost-bad", "geister-bad"),
        Some((_, Some(false))) => ("g-good", "ghost-good", "geister-good"),
        Some((_, None)) => ("g-un", "ghost-unknown", "geister-unknown"),
    };
    html! {
        " " span class={ "took " (class) } { (icon(symbol, "i16")) span class="sr" { (scene.locale.word(key)) } }
    }
}

/// A move in the notation that people use, and whose it is; nothing for what is no move.
fn move_words(scene: &Scene<'_>, deed: &Deed) -> Option<(Seat, Markup)> {
    Some(match deed {
        Deed::Moved { seat, letter, from, to, captured } => {
            let sign = if captured.is_some() { "×" } else { "–" };
            let to = to.map_or_else(
                || format!(" → {}", scene.locale.word("geister-out")),
                |to| format!("{sign}{}", to.name()),
            );
            let words = html! {
                (from.name()) (to) (taken_mark(scene, *captured)) " " span class="meta" { (letter) }
            };
            (*seat, words)
        }
        Deed::Stepped { seat, letter, way, captured } => {
            let arrow = match way.as_str() {
                "N" => "↑",
                "E" => "→",
                "W" => "←",
                "S" => "↓",
                _ => "⇥",
            };
            (*seat, html! { (letter) " " (arrow) (taken_mark(scene, *captured)) })
        }
        _ => return None,
    })
}

/// How many lines are shown at least, and how many go at once: a list that only grows at its end is cheap
/// to send.
const LINES: usize = 100;
const AT_ONCE: usize = 40;

/// The list of moves, with what was said between them.
pub(super) fn moves(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    let is_move = |deed: &Deed| matches!(deed, Deed::Moved { .. } | Deed::Stepped { .. });
    let last = model.deeds.iter().rposition(is_move);
    let moves = model.deeds.iter().filter(|deed| is_move(deed)).count() as u64;
    let mut ply = model.plies.saturating_sub(moves);
    // Counted from the first of all, so that the list does not move at every one.
    let first = scene.seen.first().map_or(0, |seen| seen.step as usize);
    let from = (first + model.deeds.len()).saturating_sub(LINES) / AT_ONCE * AT_ONCE;
    let from = from.saturating_sub(first);
    let rows = model.deeds.iter().enumerate().filter_map(|(at, deed)| {
        ply += u64::from(is_move(deed));
        if at < from {
            return None;
        }
        let Some((seat, words)) = move_words(scene, deed) else {
            return Some(said_row(scene, model, deed));
        };
        Some(html! {
            li class={ "mv" @if Some(at) == last { " cur" } } {
                span class="meta num" { (ply) } (mark(seat, "s")) span { (words) }
            }
        })
    });
    let rows: Vec<Markup> = rows.collect();
    html! {
        section class="panel logbox" aria-label=(locale.word("geister-moves-title")) {
            div class="panel__head" { h2 class="panel__title" { (locale.word("geister-moves-title")) } }
            ol class="log log--moves" tabindex="0" data-scroll-end="" data-key="l" {
                @if rows.is_empty() { li class="meta" { span {} span {} span { (locale.word("geister-no-moves")) } } }
                @for row in rows { (row) }
            }
        }
    }
}

/// All that happened after so many sights, each with whose it is.
pub(crate) fn log_lines(scene: &Scene<'_>, sights: usize) -> Vec<(Option<Seat>, Markup)> {
    // Where a ghost moved from follows from all moves before.
    let model = Model::read(scene);
    let before = Model::read(&Scene { seen: &scene.seen[..sights], ..*scene }).deeds.len();
    let lines = model.deeds.iter().skip(before).map(|deed| {
        if let Some((seat, words)) = move_words(scene, deed) {
            return (Some(seat), words);
        }
        let (seat, words, _) = said_words(scene, &model, deed);
        (seat, html! { (words) })
    });
    lines.collect()
}

/// What is no move in words: whose it is, and whether it was said.
fn said_words(scene: &Scene<'_>, model: &Model, deed: &Deed) -> (Option<Seat>, String, bool) {
    let locale = scene.locale;
    match deed {
        Deed::Moved { .. } | Deed::Stepped { .. } => (None, String::new(), false),
        Deed::SetUp(bad) => {
            let spaced: Vec<String> = bad.chars().map(String::from).collect();
            (None, locale.say("geister-log-set-up", &[("ghosts", spaced.join(" ").into())]), false)
        }
        Deed::Begun => (None, locale.word("geister-log-begun"), false),
        Deed::Said { seat, action } => {
            (Some(*seat), action_words(scene, model, *seat, action), action.starts_with("say:"))
        }
        Deed::Exchanged { seen, is_bad, shown } => {
            let colour = if *is_bad { "bad" } else { "good" };
            let values = [
                ("seen", seen.to_string().into()),
                ("colour", colour.into()),
                ("shown", shown.to_string().into()),
            ];
            (None, locale.say("geister-log-exchanged", &values), false)
        }
        Deed::Agreed(exchange) => {
            let values = [
                ("asked", exchange.asked.to_string().into()),
                ("named", exchange.named.unwrap_or('?').to_string().into()),
            ];
            (Some(exchange.mover), locale.say("geister-log-agreed", &values), false)
        }
    }
}

fn said_row(scene: &Scene<'_>, model: &Model, deed: &Deed) -> Markup {
    let (seat, text, is_speech) = said_words(scene, model, deed);
    html! {
        li class="mv mv--said" {
            span {}
            @if let Some(seat) = seat { (mark(seat, "s")) } @else { span {} }
            @if is_speech { span class="said" { (text) } } @else { span { (text) } }
        }
    }
}

/// The board as a list of ghosts.
pub(super) fn text_view(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    html! {
        table class="table" {
            caption class="sr" { (locale.word("geister-board")) }
            thead { tr { th scope="col" { (locale.word("geister-square")) } th scope="col" { (locale.word("geister-ghost")) } } }
            tbody {
                @for ghost in &model.ghosts {
                    tr {
                        td { (ghost.square().map_or_else(|| "–".to_owned(), Square::name)) }
                        td {
                            @match ghost.fate {
                                Fate::On(_) => (describe(scene, ghost)),
                                Fate::Captured => (gone(scene, ghost, "geister-text-captured")),
                                Fate::Escaped => (gone(scene, ghost, "geister-text-escaped")),
                            }
                        }
                    }
                }
            }
        }
    }
}

fn gone(scene: &Scene<'_>, ghost: &Ghost, key: &str) -> String {
    let colour = match ghost.is_bad {
        Some(true) => "bad",
        Some(false) => "good",
        None => "unknown",
    };
    let values = [
        ("who", scene.plain_name(ghost.owner).to_owned().into()),
        ("ghost", ghost.letter.to_string().into()),
        ("colour", colour.into()),
    ];
    scene.locale.say(key, &values)
}
