//! The files that a page needs beside its markup: style sheets, symbols and scripts of the tables.

use maud::{Markup, PreEscaped};

/// A file to be served or put into a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name, such as `tokens.css`.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const ART: &str = include_str!("../assets/art.svg");

/// All files; style sheets in the order in which pages link them.
pub static ASSETS: &[Asset] = &[
    Asset { name: "tokens.css", media_type: CSS, bytes: include_bytes!("../assets/tokens.css") },
    Asset {
        name: "components.css",
        media_type: CSS,
        bytes: include_bytes!("../assets/components.css"),
    },
    Asset { name: "pages.css", media_type: CSS, bytes: include_bytes!("../assets/pages.css") },
    Asset { name: "art.svg", media_type: "image/svg+xml", bytes: ART.as_bytes() },
    Asset { name: "board.js", media_type: SCRIPT, bytes: include_bytes!("../assets/board.js") },
    Asset { name: "replay.js", media_type: SCRIPT, bytes: include_bytes!("../assets/replay.js") },
    Asset { name: "trade.js", media_type: SCRIPT, bytes: include_bytes!("../assets/trade.js") },
];

/// The symbols, to stand once in every page that draws: they are used by `#i-NAME`.
pub fn sprite() -> Markup {
    // The file is ours and embedded, so it needs no escaping.
    let hidden = ART.replacen("<svg ", r#"<svg class="sprite" aria-hidden="true" "#, 1);
    PreEscaped(hidden)
}
