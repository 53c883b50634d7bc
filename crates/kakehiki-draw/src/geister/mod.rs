//! Geister and NEGOGeister.

mod analysis;
mod board;
mod model;
mod panels;
mod talk;

use maud::Markup;

use self::model::{Deed, Model};
use crate::{Scene, layout::Pieces};

pub(crate) use self::{panels::log_lines, talk::act_words};
pub use analysis::features;

/// The pieces of a table.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let model = Model::read(scene);
    Pieces {
        status: panels::far_side(scene, &model),
        players: panels::players(scene, &model),
        board: board::board(scene, &model),
        prompt: panels::prompt(scene, &model),
        acts: panels::acts(scene, &model),
        deal: talk::panel(scene, &model),
        log: panels::moves(scene, &model),
        analysis: analysis::panels(scene, &model),
        text_view: panels::text_view(scene, &model),
        ..Pieces::default()
    }
}

/// The board alone.
pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    board::small(scene, &Model::read(scene))
}

/// What the last step is marked by in a replay.
pub(crate) fn tick(scene: &Scene<'_>) -> Option<&'static str> {
    match Model::read(scene).deeds.last()? {
        Deed::Moved { captured: Some(_), .. } => Some("capture"),
        Deed::Said { action, .. } if action == "agree" => Some("deal"),
        _ => None,
    }
}
