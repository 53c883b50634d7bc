//! Werewolf to be watched: the village in a ring, the day, and what is said.

use std::f64::consts::TAU;

use kakehiki_core::{Seat, Tongue};
use kakehiki_games::Observer;
use kakehiki_werewolf::{Action, Sentence};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    Locale, Scene,
    json::{items, number, seat, text},
    layout::Pieces,
    piece::{TruthMarks, outcome_sentence, with_truth},
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

/// What everybody heard and saw, from sights or from a log; with whether it was true where that may be
/// shown.
pub(crate) fn lines(scene: &Scene<'_>) -> impl Iterator<Item = (Option<Seat>, Markup)> {
    let mut marks = TruthMarks::new(scene);
    let mut lines = Vec::new();
    // The last first, as statements are found again from the end.
    for seen in scene.seen.iter().rev() {
        let logged = &seen.sight["action"];
        if let (Some(actor), play) = (seat(&logged["seat"]), text(logged, "play")) {
            let told = marks.before(actor, play);
            lines.extend(
                act(scene, actor, play)
                    .map(|words| (Some(actor), with_truth(scene.locale, words, told))),
            );
        }
        for event in items(&seen.sight["events"]).iter().rev() {
            let speaker = seat(&event["speaker"]);
            let said = || Some((speaker?, format!("say:{}", text(event, "sentence"))));
            let told = said().and_then(|(speaker, play)| marks.before(speaker, &play));
            lines.extend(
                line(scene, event)
                    .map(|(seat, words)| (seat, with_truth(scene.locale, words, told))),
            );
        }
    }
    lines.into_iter().rev()
}

/// A sentence in the words of the language.
fn sentence(scene: &Scene<'_>, speaker: Seat, sentence: &Sentence) -> Markup {
    let tongue = match scene.locale {
        Locale::En => Tongue::English,
        Locale::Ja => Tongue::Japanese,
    };
    html! { span class="said" { (sentence.plain(speaker, tongue)) } }
}

/// What somebody said in words of its own, and beside it what it was taken to mean.
fn own_words(scene: &Scene<'_>, speaker: Seat, words: &str, meaning: &Sentence) -> Markup {
    html! {
        q { (words) }
        @if *meaning != Sentence::UNREAD { " " span class="meta" { (sentence(scene, speaker, meaning)) } }
    }
}

fn player_name(scene: &Scene<'_>, player: Option<Seat>) -> String {
    player.map_or_else(
        || scene.locale.word("werewolf-nobody"),
        |seat| format!("{} {}", seat.index() + 1, scene.plain_name(seat)),
    )
}

/// An action of a log in words.
pub(crate) fn act(scene: &Scene<'_>, actor: Seat, play: &str) -> Option<Markup> {
    let (key, target) = match play.parse().ok()? {
        Action::Say(said) => return Some(sentence(scene, actor, &said)),
        Action::Tell(told) => return Some(own_words(scene, actor, told.text(), told.meaning())),
        Action::Pass => return Some(html! { (scene.locale.word("werewolf-passes")) }),
        Action::Request(role) => {
            let role = role.map(|role| role.to_string().to_lowercase()).unwrap_or_default();
            return Some(
                html! { (scene.locale.say("werewolf-requests", &[("role", role.into())])) },
            );
        }
        Action::Vote(target) => ("werewolf-votes", Some(target)),
        Action::Divine(target) => ("werewolf-divines", target),
        Action::Guard(target) => ("werewolf-guards", target),
        Action::Attack(target) => ("werewolf-attacks", target),
    };
    let values = [("who", player_name(scene, target).into())];
    Some(html! { (scene.locale.say(key, &values)) })
}

fn line(scene: &Scene<'_>, event: &Value) -> Option<(Option<Seat>, Markup)> {
    let locale = scene.locale;
    let target = seat(&event["target"]).or_else(|| seat(&event["victim"]));
    let name = || player_name(scene, target);
    Some(match text(event, "event") {
        "said" => {
            let speaker = seat(&event["speaker"])?;
            let said: Sentence = text(event, "sentence").parse().ok()?;
            let words = match event["text"].as_str() {
                Some(words) => own_words(scene, speaker, words, &said),
                None => sentence(scene, speaker, &said),
            };
            (Some(speaker), words)
        }
        "dealt" => {
            let role = role_word(scene, text(event, "role"));
            let wolves: Vec<String> =
                items(&event["wolves"]).iter().map(|wolf| player_name(scene, seat(wolf))).collect();
            let words = html! {
                b { (locale.say("werewolf-dealt", &[("role", role.into())])) }
                @if !wolves.is_empty() { " " (locale.say("werewolf-wolves", &[("who", wolves.join(", ").into())])) }
            };
            (None, words)
        }
        "divine-result" | "medium-result" => {
            let species = text(event, "species").to_lowercase();
            let values = [("who", name().into()), ("species", species.into())];
            (None, html! { b { (locale.say("werewolf-species", &values)) } })
        }
        "executed" => {
            (None, html! { b { (locale.say("werewolf-executed", &[("who", name().into())])) } })
        }
        "dawn" => {
            let values = [("n", number(event, "day").into()), ("who", name().into())];
            (None, html! { b { (locale.say("werewolf-dawn", &values)) } })
        }
        "ballot" | "revealed" | "attack-ballot" => {
            let place = |seat: &str| seat.parse::<Seat>().map_or(0, |seat| seat.index() + 1);
            let votes = event["votes"].as_object().into_iter().flatten();
            let votes = votes.map(|(from, to)| {
                format!("{} → {}", place(from), place(to.as_str().unwrap_or_default()))
            });
            let votes: Vec<String> = votes.collect();
            (None, html! { (locale.say("werewolf-ballot", &[("votes", votes.join(", ").into())])) })
        }
        "ended" => (None, html! { b { (locale.word("prompt-over")) } }),
        _ => return None,
    })
}
