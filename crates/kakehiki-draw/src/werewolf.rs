//! Werewolf to be watched: the village in a ring, the day, and what is said.

use std::f64::consts::TAU;

use kakehiki_core::Seat;
use kakehiki_games::Observer;
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    Scene,
    json::{items, number, seat, text},
    layout::Pieces,
    piece::outcome_sentence,
    plain,
};

/// What all know, in whatever the observer sees.
fn table<'a>(scene: &Scene<'a>) -> &'a Value {
    if scene.observer == Observer::Analyst { &scene.view["public"] } else { scene.view }
}

/// The role of a player, where the observer knows it.
fn role<'a>(scene: &Scene<'a>, player: Seat) -> Option<&'a str> {
    let known = table(scene)["roles"][player.to_string()].as_str();
    let own = || match scene.observer {
        Observer::Analyst => scene.view["views"][player.index()]["role"].as_str(),
        Observer::Seat(seat) if seat == player => scene.view["role"].as_str(),
        Observer::Seat(_) | Observer::Spectator => None,
    };
    known.or_else(own)
}

/// The pieces of a table.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let table = table(scene);
    let day = day(scene, table);
    Pieces {
        status: html! { b { (day) } span class="meta" { (phase(scene, table)) } },
        players: list(scene, table),
        board: html! {
            svg class="board" viewBox="0 0 600 600" role="img" aria-label=(scene.locale.word("werewolf-board")) { (ring(scene, table, true)) }
        },
        prompt: html! { p class="prompt" { (outcome_sentence(scene).unwrap_or_else(|| phase(scene, table))) } },
        acts: plain::acts(scene),
        log: plain::log(scene, lines(scene)),
        text_view: list(scene, table),
        ..Pieces::default()
    }
}

/// The ring alone.
pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    html! {
        svg viewBox="0 0 600 600" role="img" aria-label=(scene.locale.word("werewolf-board")) { (ring(scene, table(scene), false)) }
    }
}

fn day(scene: &Scene<'_>, table: &Value) -> String {
    scene.locale.say("werewolf-day", &[("n", number(table, "day").into())])
}

fn phase(scene: &Scene<'_>, table: &Value) -> String {
    scene.locale.say("werewolf-phase", &[("phase", text(table, "phase").to_owned().into())])
}

fn is_alive(table: &Value, player: Seat) -> bool {
    items(&table["alive"]).iter().any(|alive| seat(alive) == Some(player))
}

fn role_word(scene: &Scene<'_>, role: &str) -> String {
    scene.locale.say("werewolf-role", &[("role", role.to_lowercase().into())])
}

fn list(scene: &Scene<'_>, table: &Value) -> Markup {
    html! {
        ul class="village" {
            @for player in Seat::all(scene.seats.len()) {
                li class=[(!is_alive(table, player)).then_some("dead")] {
                    b class="num" { (player.index() + 1) } " " (scene.plain_name(player))
                    @if let Some(role) = role(scene, player) { " " span class="meta" { (role_word(scene, role)) } }
                    @if !is_alive(table, player) { " " span class="meta" { (scene.locale.word("werewolf-dead")) } }
                }
            }
        }
    }
}

fn ring(scene: &Scene<'_>, table: &Value, with_names: bool) -> Markup {
    let count = scene.seats.len().max(1) as f64;
    html! {
        @for player in Seat::all(scene.seats.len()) {
            @let angle = TAU * player.index() as f64 / count - TAU / 4.0;
            @let (x, y) = (300.0 + 228.0 * angle.cos(), 290.0 + 228.0 * angle.sin());
            @let is_alive = is_alive(table, player);
            @let symbol = match role(scene, player) {
                _ if !is_alive => "cross".to_owned(),
                Some(role @ ("VILLAGER" | "SEER" | "MEDIUM" | "BODYGUARD" | "POSSESSED" | "WEREWOLF")) => format!("role-{}", role.to_lowercase()),
                _ => "person".to_owned(),
            };
            g {
                circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="36" class={ "wp" @if !is_alive { " wd" } } {}
                use href={ "#i-" (symbol) } x=(format!("{:.1}", x - 20.0)) y=(format!("{:.1}", y - 24.0)) width="40" height="40" class=(if is_alive { "wi" } else { "wx" }) {}
                @if with_names { text x=(format!("{x:.1}")) y=(format!("{:.1}", y + 30.0)) class="wnum" { (player.index() + 1) } }
            }
        }
    }
}

/// What everybody heard and saw, from sights or from a log.
fn lines<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = (Option<Seat>, Markup)> + 'a {
    scene.seen.iter().flat_map(move |seen| {
        let events = items(&seen.sight["events"]).iter().filter_map(|event| line(scene, event));
        let logged = &seen.sight["action"];
        let said =
            logged.is_object().then(|| (seat(&logged["seat"]), html! { (text(logged, "play")) }));
        events.chain(said).collect::<Vec<_>>()
    })
}

fn line(scene: &Scene<'_>, event: &Value) -> Option<(Option<Seat>, Markup)> {
    let locale = scene.locale;
    let target = seat(&event["target"]).or_else(|| seat(&event["victim"]));
    let name = target.map(|seat| format!("{} {}", seat.index() + 1, scene.plain_name(seat)));
    Some(match text(event, "event") {
        "said" => (seat(&event["speaker"]), html! { span class="said" { (text(event, "plain")) } }),
        "executed" => {
            let name = name.unwrap_or_else(|| locale.word("werewolf-nobody"));
            (None, html! { b { (locale.say("werewolf-executed", &[("who", name.into())])) } })
        }
        "dawn" => {
            let name = name.unwrap_or_else(|| locale.word("werewolf-nobody"));
            let values = [("n", number(event, "day").into()), ("who", name.into())];
            (None, html! { b { (locale.say("werewolf-dawn", &values)) } })
        }
        "ballot" => {
            let votes = event["votes"].as_object().into_iter().flatten();
            let votes = votes.map(|(from, to)| {
                format!(
                    "{} → {}",
                    from.trim_start_matches('P'),
                    to.as_str().unwrap_or_default().trim_start_matches('P')
                )
            });
            let votes: Vec<String> = votes.collect();
            (None, html! { (locale.say("werewolf-ballot", &[("votes", votes.join(", ").into())])) })
        }
        "ended" => (None, html! { b { (locale.word("prompt-over")) } }),
        _ => return None,
    })
}
