//! Catan.

mod analysis;
mod board;
mod hand;
mod happenings;
mod log;
mod model;
mod negotiation;
mod outlook;
mod players;
mod words;

use kakehiki_core::Seat;
use maud::{Markup, html};

use self::{
    happenings::{Happening, happenings},
    model::Model,
};
pub(crate) use self::{log::log_lines, outlook::features, words::act_words};
use crate::{Scene, layout::Pieces, piece::outcome_sentence};

/// The pieces of a table.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let model = Model::read(scene);
    Pieces {
        status: status(scene, &model),
        players: players::players(scene, &model),
        board: board::board(scene, &model),
        hand: hand::hand(scene, &model),
        prompt: hand::prompt(scene, &model),
        acts: hand::acts(scene, &model),
        deal: negotiation::panel(scene, &model),
        log: log::panel(scene, &model),
        analysis: analysis::panels(scene, &model),
        text_view: analysis::text_view(scene, &model),
    }
}

/// The turn and what goes on.
fn status(scene: &Scene<'_>, model: &Model) -> Markup {
    let outcome = outcome_sentence(scene);
    html! {
        b { (scene.locale.say("catan-turn", &[("n", model.turns.into())])) }
        span class="meta" { @match outcome { Some(text) => (text), None => (hand::stage_sentence(scene, model)) } }
    }
}

/// The island alone.
pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    board::small(scene, &Model::read(scene))
}

/// What a player said last since the observer's own last turn, in words.
pub(crate) fn last_said(scene: &Scene<'_>, speaker: Seat) -> Option<String> {
    let happenings = happenings(scene);
    let is_own_end = |happening: &Happening<'_>| matches!(happening, Happening::Acted { seat, action: "end" } if Some(*seat) == scene.own_seat());
    let since = happenings.iter().rposition(is_own_end).unwrap_or_default();
    let speech = words::speech(scene, &happenings);
    let mut said = happenings.iter().zip(speech).skip(since).filter_map(|(happening, said)| {
        let by = matches!(happening, Happening::Acted { seat, .. } if *seat == speaker);
        said.filter(|_| by)
    });
    said.next_back()
}

/// What the last step is marked by in a replay.
pub(crate) fn tick(scene: &Scene<'_>) -> Option<&'static str> {
    match happenings(scene).last()? {
        Happening::Acted { action, .. } if action.starts_with("confirm:") => Some("deal"),
        Happening::Traded { .. } => Some("deal"),
        Happening::Stolen { .. } => Some("capture"),
        _ => None,
    }
}
