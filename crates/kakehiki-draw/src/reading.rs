//! A table read aloud: markup as the plain words that somebody hears who cannot see it.
//!
//! Pages carry words for those who listen to them, in labels and beside symbols. What stands here
//! follows them, so that whoever reads plain text gets what a page says, and nothing else.

use kakehiki_core::{Occupant, Seat};
use maud::Markup;

use crate::{
    Scene, SeatLabel, catan, geister,
    layout::{is_geister, pieces},
    monopoly, werewolf,
};

/// Who sits where, told apart by the names that notations have for them.
pub fn seat_labels(game: &str, seats: &[Occupant]) -> Vec<SeatLabel> {
    let labels = Seat::all(seats.len()).zip(seats).map(|(seat, occupant)| {
        let label = SeatLabel::of(occupant);
        // Players of Werewolf are called by numbers wherever they are named.
        let name = if game == "werewolf" { label.name } else { format!("{seat} {}", label.name) };
        SeatLabel { name, ..label }
    });
    labels.collect()
}

/// The table in words, line by line.
pub fn table_words(scene: &Scene<'_>) -> Vec<String> {
    let pieces = pieces(scene);
    // Where the players are all that can be told, they are told once.
    let has_more = pieces.text_view.0 != pieces.players.0;
    let told = [pieces.status, pieces.prompt, pieces.players, pieces.hand];
    let told = told.into_iter().chain(has_more.then_some(pieces.text_view));
    told.flat_map(|piece| aloud(&piece.0)).collect()
}

/// What the observer has perceived from this step on, in words, line by line.
pub fn log_words(scene: &Scene<'_>, from: u32) -> Vec<String> {
    let first = scene.seen.partition_point(|seen| seen.step < from);
    let later = Scene { seen: &scene.seen[first..], ..*scene };
    let lines: Vec<(Option<Seat>, Markup)> = match scene.game {
        game if is_geister(game) => geister::log_lines(scene, first),
        "catan" => catan::log_lines(scene, first),
        "monopoly" => monopoly::lines(&later).collect(),
        "werewolf" => werewolf::lines(&later).collect(),
        _ => Vec::new(),
    };
    let lines = lines.into_iter().map(|(seat, words)| {
        let words = aloud(&words.0).join(" ");
        match seat {
            Some(seat) if scene.game == "werewolf" => {
                format!("{} {}: {words}", seat.index() + 1, scene.plain_name(seat))
            }
            Some(seat) => format!("{}: {words}", scene.plain_name(seat)),
            None => words,
        }
    });
    lines.collect()
}

/// Actions of the observer in words, as many as were given.
pub fn action_words<'a>(
    scene: &Scene<'_>,
    actions: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let own = scene.own_seat().unwrap_or(Seat::new(0));
    match scene.game {
        game if is_geister(game) => in_words(actions, geister::act_words(scene, own)),
        "catan" => in_words(actions, catan::act_words(scene, own)),
        "monopoly" => in_words(actions, |action| monopoly::act_words(scene, action)),
        "werewolf" => in_words(actions, |action| {
            werewolf::act(scene, own, action).map(|words| aloud(&words.0).join(" "))
        }),
        _ => in_words(actions, |_| None),
    }
}

/// What has no words stays as it is written.
fn in_words<'a>(
    actions: impl IntoIterator<Item = &'a str>,
    words: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let actions = actions.into_iter();
    actions.map(|action| words(action).unwrap_or_else(|| action.to_owned())).collect()
}

/// An element that is being read.
struct Open<'a> {
    name: &'a str,
    /// Where its words begin.
    from: usize,
    /// What is read in place of its words.
    label: Option<String>,
    /// What a number that stands alone is about.
    title: Option<String>,
    is_silent: bool,
}

/// Elements that stand alone.
const VOID: [&str; 3] = ["br", "img", "input"];
/// Elements that run on in a line; all others begin and end one.
const INLINE: [&str; 9] = ["b", "button", "i", "kbd", "small", "span", "svg", "td", "th"];

/// The lines of a piece of markup of this crate.
pub(crate) fn aloud(html: &str) -> Vec<String> {
    let mut text = String::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text += &plain(before);
        let Some((tag, after)) = after.split_once('>') else { break };
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            close(&mut text, &mut open, name);
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        if VOID.contains(&name) {
            continue;
        }
        match name {
            "td" | "th" if text.ends_with(|letter| letter != '\n') => text += " | ",
            name if INLINE.contains(&name) => text.push(' '),
            _ => text.push('\n'),
        }
        let is_shown = attribute(tag, "aria-hidden").as_deref() != Some("true") && name != "svg";
        let is_one =
            name == "button" || attribute(tag, "role").as_deref() == Some("img") && is_shown;
        open.push(Open {
            name,
            from: text.len(),
            label: attribute(tag, "aria-label").filter(|_| is_one),
            title: attribute(tag, "title"),
            is_silent: !is_shown,
        });
    }
    text += &plain(rest);
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect()
}

fn close(text: &mut String, open: &mut Vec<Open<'_>>, name: &str) {
    let Some(closed) = open.pop().filter(|closed| closed.name == name) else { return };
    let inner = text[closed.from..].trim();
    let is_number = !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
    let instead = match (closed.is_silent, closed.label, closed.title) {
        (true, ..) => Some(String::new()),
        (false, Some(label), _) => Some(label),
        (false, None, Some(title)) if is_number && title.contains(inner) => Some(title),
        (false, None, Some(title)) if is_number => Some(format!("{title} {inner}")),
        _ => None,
    };
    if let Some(instead) = instead {
        text.truncate(closed.from);
        *text += &instead;
    }
    text.push(if INLINE.contains(&name) { ' ' } else { '\n' });
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split_once('"').map(|(value, _)| plain(value))
}

/// Text without its escapes.
fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&amp;", "&").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;
    use crate::piece::icon;

    #[test]
    fn markup_is_read_as_it_is_heard() {
        let piece = html! {
            div { (icon("road", "i16")) span class="sr" { "Ada <3" } b title="7 points" { (7) } i title="cards" { (2) } }
            ul { li { "one" } li { "two" } }
            table { tr { td { "a1" } td { "ghost" } } }
            div role="img" aria-label="two \"good\" ghosts" { span { "x" } }
            button aria-label="2 wood" { i { "W" } (2) } button { "Say" }
        };
        let lines = aloud(&piece.into_string());
        assert_eq!(
            lines,
            [
                "Ada <3 7 points cards 2",
                "one",
                "two",
                "a1 | ghost",
                "two \"good\" ghosts",
                "2 wood Say"
            ]
        );
    }

    #[test]
    fn broken_markup_is_read_as_far_as_it_goes() {
        for html in ["<", "<b", "a<b>", "</b>", "<b></i>c", "a > b"] {
            aloud(html);
        }
    }
}
