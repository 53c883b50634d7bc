//! A game that was played, to be gone through step by step.

use kakehiki_core::{Event, Seat};
use kakehiki_draw::{Locale, Scene, SeatLabel, icon, table_body, thinking};
use kakehiki_games::{Observer, Seen};
use maud::{Markup, html};

use super::{
    frame::{brand, language_link, theme_button},
    home::{Result, result_table},
    table::key_dialog,
};

/// The list of games, and a field for a log from elsewhere.
pub(crate) fn replays(locale: Locale, results: &[Result], problem: Option<&str>) -> Markup {
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("replay-heading")) }
                p { (locale.word("replay-lead")) }
            }
        }
        div class="home2" {
            section {
                h2 { (locale.word("replay-open")) }
                form id="open-log" class="panel panel__body stack" {
                    label class="stack" {
                        span class="meta" { (locale.word("replay-open-help")) }
                        input class="input" type="file" name="log" accept=".jsonl,application/jsonl" required;
                    }
                    p class="problem" role="alert" data-problem
                        data-bad=(locale.say("replay-bad", &[("problem", "{problem}".into())]))
                        hidden[problem.is_none()] { @if let Some(problem) = problem { (problem) } }
                    button class="btn btn--primary" type="submit" { (locale.word("replay-show")) }
                }
            }
            section {
                h2 { (locale.word("replay-list")) }
                @if results.is_empty() {
                    p class="meta" { (locale.word("replay-none")) }
                } @else {
                    (result_table(locale, results))
                }
            }
        }
    }
}

/// What kind of thing happened at an event, for the marks on the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tick {
    Deal,
    Capture,
    Vote,
    Build,
    Lie,
    End,
}

impl Tick {
    /// The class of the mark.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Deal => "deal",
            Self::Capture => "capture",
            Self::Vote => "vote",
            Self::Build => "build",
            Self::Lie => "lie",
            Self::End => "end",
        }
    }
}

/// The marks of a game: the number of events up to it, and what it was. `captures` are the steps at
/// which something was captured. Statements are marked as false where the log proves it.
pub(crate) fn ticks(game: &str, events: &[Event], captures: &[u32]) -> Vec<(usize, Tick)> {
    let mut steps = 0;
    let mut ticks = Vec::new();
    for (at, event) in (1..).zip(events) {
        if event.is_step() {
            ticks.extend(captures.contains(&steps).then_some((at, Tick::Capture)));
            steps += 1;
        }
        ticks.extend(tick(game, event).map(|tick| (at, tick)));
        if let Event::Proof { line, holds: false, .. } = event {
            // The line of a statement counts the header too.
            let said = usize::try_from(line.saturating_sub(1)).ok();
            ticks.extend(said.map(|said| (said, Tick::Lie)));
        }
    }
    ticks.sort_by_key(|(at, tick)| (*at, tick.name()));
    ticks.dedup();
    ticks
}

fn tick(game: &str, event: &Event) -> Option<Tick> {
    let play = match event {
        Event::Action { play, .. } | Event::Fallback { play, .. } => play.as_str(),
        Event::End { .. } | Event::Forfeit { .. } => return Some(Tick::End),
        _ => return None,
    };
    match (game, play.split([':', ' ']).next().unwrap_or_default()) {
        ("catan", "confirm") | ("negogeister", "agree") | ("monopoly", "accept") => {
            Some(Tick::Deal)
        }
        ("catan", "settlement" | "city") | ("monopoly", "build") => Some(Tick::Build),
        ("werewolf", "vote") => Some(Tick::Vote),
        _ => None,
    }
}

/// The steps at which something was captured, from what spectators saw.
pub(crate) fn captures(seen: &[Seen]) -> Vec<u32> {
    let is_capture =
        |seen: &&Seen| seen.sight.pointer("/moved/captured").is_some_and(|it| !it.is_null());
    seen.iter().filter(is_capture).map(|seen| seen.step).collect()
}

/// Who looks, as addresses write it.
pub(crate) fn observer_name(observer: Observer) -> String {
    match observer {
        Observer::Seat(seat) => seat.index().to_string(),
        Observer::Spectator => "spectator".to_owned(),
        Observer::Analyst => "all".to_owned(),
    }
}

/// Reads who looks.
pub(crate) fn observer_of(text: &str, seats: usize) -> Observer {
    match text {
        "spectator" => Observer::Spectator,
        _ => match text.parse::<usize>() {
            Ok(seat) if seat < seats => Observer::Seat(Seat::new(seat)),
            _ => Observer::Analyst,
        },
    }
}

/// A position of a replay.
pub(crate) struct Frame<'a> {
    pub(crate) id: &'a str,
    pub(crate) scene: &'a Scene<'a>,
    /// The number of events before the position, and of all.
    pub(crate) at: usize,
    pub(crate) of: usize,
    pub(crate) ticks: &'a [(usize, Tick)],
    pub(crate) turns: &'a [usize],
    pub(crate) can_branch: bool,
}

/// The page of one game.
pub(crate) fn replay(frame: &Frame<'_>) -> Markup {
    let locale = frame.scene.locale;
    let seen_as = observer_name(frame.scene.observer);
    html! {
        div class="tablepage grain replaypage" data-replay=(frame.id) data-at=(frame.at) data-of=(frame.of)
            data-as=(seen_as) data-game=(frame.scene.game) {
            header class="bar" {
                (brand(locale))
                span class="serif hide-m" { (locale.word(&format!("game-{}", frame.scene.game))) }
                span class="chip chip--bare" { (locale.word("replay-title")) }
                span class="ml row" {
                    (see_as(locale, frame.scene.seats, &seen_as))
                    button class="icon-btn hide-m" type="button" data-dialog="keys" data-key="?" aria-label=(locale.word("table-keys")) {
                        (icon("unknown", "i20"))
                    }
                    (theme_button(locale))
                    (language_link(locale))
                }
            }
            div id="content" tabindex="-1" { (table_body(frame.scene)) }
            (bar(locale, frame))
            div id="live" class="sr" role="status" aria-live="polite" {}
            (key_dialog(locale))
        }
    }
}

fn see_as(locale: Locale, seats: &[SeatLabel], seen_as: &str) -> Markup {
    html! {
        label class="row" {
            span class="meta hide-m" { (locale.word("replay-see-as")) }
            select class="input input--s" data-see-as aria-label=(locale.word("replay-see-as")) {
                option value="all" selected[seen_as == "all"] { (locale.word("replay-see-all")) }
                option value="spectator" selected[seen_as == "spectator"] { (locale.word("replay-see-spectator")) }
                @for (place, label) in seats.iter().enumerate() {
                    option value=(place) selected[seen_as == place.to_string()] { (label.name) }
                }
            }
        }
    }
}

/// The bar below the table: where in the game, with marks, and the ways back and forth.
fn bar(locale: Locale, frame: &Frame<'_>) -> Markup {
    let Frame { id, at, of, ticks, turns, .. } = frame;
    let last = (*of).max(1);
    let button = |action: &str, words: &str, sign: &str, key: &str| {
        html! {
            button class="btn btn--s" type="button" data-go=(action) aria-label=(locale.word(words)) title=(locale.word(words)) {
                span aria-hidden="true" { (sign) } @if !key.is_empty() { kbd class="hide-m" { (key) } }
            }
        }
    };
    let numbers = turns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let of_kind = |kind: Tick| {
        let of_kind = ticks.iter().filter(|(_, tick)| *tick == kind);
        of_kind.map(|(at, _)| at.to_string()).collect::<Vec<_>>().join(" ")
    };
    html! {
        section class="scrub" aria-label=(locale.word("replay-bar")) data-turns=(numbers)
            data-deals=(of_kind(Tick::Deal)) data-lies=(of_kind(Tick::Lie)) {
            div class="scrub__line" {
                svg class="scrub__ticks" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true" {
                    @for (event, tick) in *ticks {
                        @let x = event * 1000 / last;
                        rect class={ "tk tk--" (tick.name()) } x=(x) y="1" width="2.5" height="12" {}
                    }
                }
                input type="range" min="0" max=(of) value=(at) step="1" data-scrub aria-label=(locale.word("replay-bar"));
                div class="worth" data-graph {}
            }
            div data-strip { (thinking(locale)) }
            div class="scrub__acts" {
                div class="row" {
                    (button("first", "replay-first", "⏮", "Home"))
                    (button("turn-back", "replay-turn-back", "⏪", ""))
                    (button("back", "replay-back", "◀", "["))
                    button class="btn btn--s btn--primary" type="button" data-go="play"
                        data-play=(locale.word("replay-play")) data-pause=(locale.word("replay-pause")) {
                        (locale.word("replay-play"))
                    }
                    (button("forward", "replay-forward", "▶", "]"))
                    (button("turn-forward", "replay-turn-forward", "⏩", ""))
                    (button("last", "replay-last", "⏭", "End"))
                    output class="meta num" data-position data-words=(locale.say("replay-at", &[("at", "{at}".into()), ("of", "{of}".into())])) {
                        (locale.say("replay-at", &[("at", at.to_string().into()), ("of", of.to_string().into())]))
                    }
                }
                div class="row scrub__more" {
                    @if ticks.iter().any(|(_, tick)| *tick == Tick::Deal) {
                        button class="btn btn--quiet btn--s" type="button" data-go="next-deal" { (locale.word("replay-next-deal")) }
                    }
                    @if ticks.iter().any(|(_, tick)| *tick == Tick::Lie) {
                        button class="btn btn--quiet btn--s" type="button" data-go="next-lie" { (locale.word("replay-next-lie")) }
                    }
                    button class="btn btn--quiet btn--s" type="button" data-go="next-swing" hidden { (locale.word("replay-next-swing")) }
                    details class="turnings" hidden data-turnings {
                        summary class="btn btn--quiet btn--s" { (locale.word("worth-turning")) }
                        div class="panel panel__body" data-turning {}
                    }
                    label class="row" {
                        span class="meta hide-m" { (locale.word("replay-speed")) }
                        select class="input input--s" data-speed aria-label=(locale.word("replay-speed")) {
                            @for (words, wait) in [("½×", 1600), ("1×", 800), ("2×", 400), ("8×", 100)] {
                                option value=(wait) selected[wait == 800] { (words) }
                            }
                        }
                    }
                    button class="btn btn--quiet btn--s" type="button" data-copy-here data-copied=(locale.word("copied")) {
                        (locale.word("replay-link"))
                    }
                    a class="btn btn--quiet btn--s hide-m" data-picture download href={ "/replay/" (id) "/picture?at=" (at) } {
                        (locale.word("replay-picture"))
                    }
                    a class="btn btn--quiet btn--s hide-m" download href={ "/replay/" (id) "/log" } { (locale.word("replay-log")) }
                    @if frame.can_branch {
                        button class="btn btn--s" type="button" data-branch title=(locale.word("replay-branch-help")) {
                            (locale.word("replay-branch"))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::turns;

    fn action(seat: usize, play: &str) -> Event {
        Event::Action { seat: Seat::new(seat), play: play.to_owned() }
    }

    #[test]
    fn what_happened_is_marked_where_it_happened() {
        let events = [
            action(0, "say:none,W"),
            action(0, "offer:W,B,P1"),
            action(1, "accept"),
            action(0, "confirm:P1"),
            Event::Proof { line: 2, seat: Seat::new(1), holds: false },
            Event::Proof { line: 2, seat: Seat::new(2), holds: false },
        ];
        let expected = [(1, Tick::Lie), (2, Tick::Capture), (4, Tick::Deal)];
        assert_eq!(ticks("catan", &events, &[1]), expected);
        assert_eq!(turns(&events), [0, 2, 3]);
    }

    #[test]
    fn observers_come_back_from_their_names() {
        for observer in [Observer::Analyst, Observer::Spectator, Observer::Seat(Seat::new(1))] {
            assert_eq!(observer_of(&observer_name(observer), 2), observer);
        }
        assert_eq!(observer_of("7", 2), Observer::Analyst, "no such seat");
    }
}
