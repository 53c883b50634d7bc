//! The board of a game as a picture that can stand alone.

use maud::{Markup, PreEscaped, html};

use crate::{ASSETS, Scene, assets::sprite, fragments};

/// The board as one SVG file with its colours and symbols in it; it follows the theme of who looks.
pub fn picture(scene: &Scene<'_>) -> String {
    let board = fragments(scene).into_iter().find(|piece| piece.id == "board");
    let board = board.map(|piece| piece.html).unwrap_or_default();
    // The board is the first drawing of its piece; what stands around it is for pages.
    let board = board.find("<svg class=\"board\"").and_then(|from| {
        let end = board.rfind("</svg>")?;
        Some(board[from..end + "</svg>".len()].to_owned())
    });
    let sheets = ASSETS.iter().filter(|asset| ["tokens.css", "pages.css"].contains(&asset.name));
    let style: String = sheets.map(|asset| String::from_utf8_lossy(asset.bytes)).collect();
    let style = style.replace('&', "&amp;").replace('<', "&lt;");
    let file: Markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" width="900" height="830" viewBox="0 0 900 830" {
            style { (PreEscaped(style)) }
            (sprite())
            rect width="900" height="830" class="gcell" {}
            (PreEscaped(board.unwrap_or_default()))
        }
    };
    file.into_string()
}
