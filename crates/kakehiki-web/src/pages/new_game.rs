//! Setting up a game: who sits where, the rules, luck, pace and practice.

use kakehiki_core::{Kind, Parameter, Seat};
use kakehiki_draw::{Locale, mark};
use kakehiki_games::{AnyGame, GAMES};
use maud::{Markup, html};

use super::{
    home::game_names,
    opponents::{PLAYABLE, letter, person_name, ready, styles},
    option_words::{told, values},
};

/// The seats that a form has rows for: as many as the largest table of the game.
fn rows(game: &dyn AnyGame) -> usize {
    match game.players().map(|players| players.kind) {
        Some(Kind::Integer(_, high)) => usize::try_from(high).unwrap_or(2),
        _ => 2,
    }
}

/// The number of seats that the form begins with.
fn seats_at_first(game: &dyn AnyGame) -> usize {
    ready(game.name()).opponents.len() + 1
}

/// The value that an option has at first: the one of the table that one click lays.
fn value_at_first(game: &dyn AnyGame, option: &Parameter) -> &'static str {
    let ready = ready(game.name()).options.iter().find(|(name, _)| *name == option.name);
    ready.map_or(option.default, |(_, value)| value)
}

/// The page for one game.
pub(crate) fn new_game(locale: Locale, game: &dyn AnyGame) -> Markup {
    let name = game.name();
    let is_playable = PLAYABLE.contains(&name);
    let first_seats = seats_at_first(game);
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("new-heading")) }
                p { (locale.word("new-lead")) }
            }
        }
        nav class="tabs tabs--games" aria-label=(locale.word("new-game")) {
            @for other in GAMES {
                a class="tab" href={ "/new/" (other.name()) } aria-current=[(other.name() == name).then_some("page")] {
                    (locale.word(&format!("game-{}", other.name())))
                }
            }
        }
        @if !is_playable {
            p class="note" {
                (locale.say("new-not-yet", &[("game", locale.word(&format!("game-{name}")).into())]))
            }
        }
        form id="new-game" class="newgame" data-game=(name) data-players=[game.players().map(|it| it.name)] {
            section class="panel newgame__seats" {
                header class="panel__head" { h2 class="panel__title" { (locale.word("new-seats")) } }
                div class="panel__body" {
                    @if let Some(players) = game.players() {
                        (option_row(locale, game, players, true))
                    }
                    ol class="seatrows" {
                        @for seat in Seat::all(rows(game)) {
                            (seat_row(locale, game, seat, seat.index() < first_seats))
                        }
                    }
                    p class="meta mt8" {
                        (locale.word("new-opponent-help")) " "
                        a href={ "/agents/" (name) } { (locale.word("new-opponent-link")) }
                    }
                }
            }
            div class="stack newgame__side" {
                (table_panel(locale))
                section class="panel" id="invite" hidden {
                    header class="panel__head" { h2 class="panel__title" { (locale.word("new-invite")) } }
                    div class="panel__body" {
                        p class="meta" { (locale.word("new-invite-lead")) }
                        ul class="invites" data-links {}
                        (invite_template(locale))
                    }
                }
            }
            (rules_panel(locale, game))
        }
        (game_names(locale))
    }
}

fn table_panel(locale: Locale) -> Markup {
    html! {
        section class="panel" {
            header class="panel__head" { h2 class="panel__title" { (locale.word("new-table")) } }
            div class="panel__body stack" {
                label class="optrow" {
                    span { b { (locale.word("new-pace")) } }
                    select class="input" name="pace" {
                        option value="natural" selected { (locale.word("new-pace-natural")) }
                        option value="instant" { (locale.word("new-pace-instant")) }
                        option value="step" { (locale.word("new-pace-step")) }
                    }
                }
                label class="optrow" {
                    span { b { (locale.word("new-seed")) } span class="meta" { (locale.word("new-seed-help")) } }
                    input class="input" name="seed" type="number" min="0" step="1" inputmode="numeric";
                }
                (clock_row(locale))
                (switch_row(locale, "practice", "new-practice", Some("new-practice-help")))
                (switch_row(locale, "hot-seat", "new-hot-seat", Some("new-hot-seat-help")))
                p class="problem" role="alert" data-problem hidden {}
                button class="btn btn--primary btn--l btn--wide" type="submit" { (locale.word("new-begin")) }
            }
        }
    }
}

/// The times that a clock may be set to: seconds for one answer, or minutes for all of a seat.
const CLOCKS: [(&str, u64, &str); 6] = [
    ("answer", 15, "new-clock-answer"),
    ("answer", 30, "new-clock-answer"),
    ("answer", 90, "new-clock-answer"),
    ("game", 5, "new-clock-game"),
    ("game", 15, "new-clock-game"),
    ("game", 30, "new-clock-game"),
];

/// How long those who are asked may take; as long as they like unless one is chosen.
fn clock_row(locale: Locale) -> Markup {
    html! {
        label class="optrow" {
            span { b { (locale.word("new-clock")) } span class="meta" { (locale.word("new-clock-help")) } }
            select class="input" name="clock" {
                option value="" selected { (locale.word("new-clock-off")) }
                @for (kind, number, words) in CLOCKS {
                    @let unit = if kind == "game" { 60_000 } else { 1000 };
                    option value=(format!("{kind}:{}", number * unit)) { (locale.say(words, &[("n", number.into())])) }
                }
            }
        }
    }
}

fn switch_row(locale: Locale, name: &str, words: &str, help: Option<&str>) -> Markup {
    html! {
        label class="optrow" {
            span {
                b { (locale.word(words)) }
                @if let Some(help) = help { span class="meta" { (locale.word(help)) } }
            }
            input class="switch" type="checkbox" role="switch" name=(name);
        }
    }
}

/// One seat: a person, an AI or a program.
fn seat_row(locale: Locale, game: &dyn AnyGame, seat: Seat, is_used: bool) -> Markup {
    let place = seat.index();
    let name = game.name();
    let opponents = ready(name).opponents;
    let is_person = place == 0 && PLAYABLE.contains(&name);
    // Behind the first seat the opponents follow in their order; a larger table has them again.
    let agent = opponents[place.saturating_sub(1) % opponents.len()];
    let label = locale.say("new-seat-kind", &[("letter", letter(seat).into())]);
    html! {
        li class="seatrow" data-seat=(place) hidden[!is_used] {
            span class="row" {
                (mark(seat, "")) span class="sr" { (locale.say("new-seat", &[("letter", letter(seat).into())])) }
            }
            select class="input" name={ "kind-" (place) } data-kind aria-label=(label) {
                @if PLAYABLE.contains(&name) {
                    option value="person" selected[is_person] { (locale.word("new-person")) }
                }
                option value="agent" selected[!is_person] { (locale.word("new-agent")) }
                option value="program" { (locale.word("new-program")) }
            }
            input class="input" name={ "name-" (place) } maxlength="32" autocomplete="off"
                data-for="person program" hidden[!is_person] value=(person_name(locale, seat))
                aria-label=(locale.word("new-name"));
            select class="input" name={ "style-" (place) } data-for="agent" data-style hidden[is_person]
                aria-label=(locale.word("new-opponent")) {
                @for style in styles(name) {
                    option value=(style.agent) selected[style.agent == agent] { (locale.word(style.words)) }
                }
                option value="" selected[styles(name).iter().all(|style| style.agent != agent)] {
                    (locale.word("new-opponent-custom"))
                }
            }
            input class="input input--code" name={ "agent-" (place) } data-for="agent" data-agent
                hidden[is_person] value=(agent) spellcheck="false" autocomplete="off"
                aria-label=(locale.word("new-opponent-full"));
        }
    }
}

fn invite_template(locale: Locale) -> Markup {
    let person = locale.say("new-invite-person", &[("name", "{name}".into())]);
    let program = locale.say("new-invite-program", &[("name", "{name}".into())]);
    html! {
        template id="invite-row" data-person=(person) data-program=(program) {
            li class="invite" {
                b data-name {}
                span class="row" {
                    input class="input input--code grow" readonly data-link;
                    button class="btn btn--s" type="button" data-copy data-copied=(locale.word("copied")) {
                        (locale.word("copy"))
                    }
                    a class="btn btn--s btn--primary" data-open href="/" { (locale.word("new-invite-open")) }
                }
            }
        }
    }
}

fn rules_panel(locale: Locale, game: &dyn AnyGame) -> Markup {
    let players = game.players().map(|it| it.name);
    let options: Vec<&Parameter> =
        game.options().iter().filter(|option| Some(option.name) != players).collect();
    html! {
        section class="panel newgame__rules" {
            header class="panel__head" { h2 class="panel__title" { (locale.word("new-rules")) } }
            details class="panel__body" {
                summary { (locale.say("new-rules-all", &[("n", options.len().into())])) }
                div class="optlist" {
                    @for option in options { (option_row(locale, game, option, false)) }
                }
            }
        }
    }
}

/// One option of the rules, with what it means.
fn option_row(locale: Locale, game: &dyn AnyGame, option: &Parameter, is_players: bool) -> Markup {
    let value = value_at_first(game, option);
    let value = if is_players { seats_at_first(game).to_string() } else { value.to_owned() };
    let name = format!("option-{}", option.name);
    html! {
        label class="optrow" {
            span {
                b { (option.name) }
                span class="meta" { (told(locale, option.help)) }
                @if !is_players && value != option.default {
                    span class="meta" {
                        (locale.say("new-rules-default", &[("value", option.default.into())]))
                    }
                }
            }
            @match option.kind {
                Kind::Choice(words) => {
                    select class="input" name=(name) data-option=(option.name) data-default=(option.default) {
                        @for word in words { option value=(word) selected[*word == value] { (word) } }
                    }
                }
                Kind::Switch => {
                    select class="input" name=(name) data-option=(option.name) data-default=(option.default) {
                        option value="on" selected[value == "on"] { (locale.word("option-on")) }
                        option value="off" selected[value == "off"] { (locale.word("option-off")) }
                    }
                }
                Kind::Integer(low, high) => {
                    input class="input" type="number" name=(name) data-option=(option.name)
                        data-default=(option.default) min=(low) max=(high) step="1" value=(value) title=(values(locale, option.kind));
                }
                Kind::Number(..) | Kind::Time(..) | Kind::Text => {
                    input class="input" name=(name) data-option=(option.name) data-default=(option.default)
                        value=(value) title=(values(locale, option.kind));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_field_and_a_sentence_in_both_languages() {
        for game in GAMES {
            for locale in Locale::ALL {
                let html = new_game(locale, *game).into_string();
                for option in game.options() {
                    let field = format!("data-option=\"{}\"", option.name);
                    assert_eq!(html.matches(&field).count(), 1, "{} {}", game.name(), option.name);
                }
            }
        }
    }

    #[test]
    fn the_form_begins_with_the_table_of_one_click() {
        for game in GAMES {
            let html = new_game(Locale::En, *game).into_string();
            let rows = html.matches("class=\"seatrow\"").count();
            let hidden =
                html.matches("class=\"seatrow\" data-seat").count() - seats_at_first(*game);
            assert_eq!(rows - hidden, ready(game.name()).opponents.len() + 1);
            let persons = html.matches("<option value=\"person\" selected>").count();
            assert_eq!(persons, usize::from(PLAYABLE.contains(&game.name())), "{}", game.name());
        }
    }
}
