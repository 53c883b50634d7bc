//! Style sheets, scripts and symbols, under paths that change when they do.

use std::{collections::HashMap, sync::LazyLock};

use axum::{
    Router,
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use kakehiki_draw::{ASSETS as DRAWN, Asset};

use crate::AppState;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// The files of this crate.
static OWN: &[Asset] = &[
    Asset { name: "session.js", media_type: SCRIPT, bytes: include_bytes!("../assets/session.js") },
    Asset { name: "pieces.js", media_type: SCRIPT, bytes: include_bytes!("../assets/pieces.js") },
    Asset { name: "table.js", media_type: SCRIPT, bytes: include_bytes!("../assets/table.js") },
    Asset { name: "pages.js", media_type: SCRIPT, bytes: include_bytes!("../assets/pages.js") },
    Asset {
        name: "replayer.js",
        media_type: SCRIPT,
        bytes: include_bytes!("../assets/replayer.js"),
    },
    Asset { name: "study.js", media_type: SCRIPT, bytes: include_bytes!("../assets/study.js") },
    Asset {
        name: "favicon.svg",
        media_type: "image/svg+xml",
        bytes: include_bytes!("../assets/favicon.svg"),
    },
    Asset { name: "site.css", media_type: CSS, bytes: include_bytes!("../assets/site.css") },
];

/// A hash of all files: they are imported by one another, so that one that changes changes all.
static EDITION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    for asset in all() {
        hasher.update(asset.name.as_bytes());
        hasher.update(asset.bytes);
    }
    hasher.finalize().to_hex()[..16].to_owned()
});

static PATHS: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    all().map(|asset| (asset.name, format!("/assets/{}/{}", *EDITION, asset.name))).collect()
});

fn all() -> impl Iterator<Item = &'static Asset> {
    DRAWN.iter().chain(OWN)
}

/// The path of a file by its name.
///
/// # Panics
/// In debug builds, if there is no such file: names are written by code, never by input.
pub fn href(name: &str) -> &'static str {
    let path = PATHS.get(name);
    debug_assert!(path.is_some(), "there is no asset {name}");
    path.map_or("/assets/none", String::as_str)
}

/// Serves the files.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/assets/{edition}/{name}", get(serve)).route("/favicon.ico", get(favicon))
}

async fn serve(Path((edition, name)): Path<(String, String)>) -> Response {
    let Some(asset) = all().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // An old page may ask for an old edition: it gets what there is, but not to keep.
    let keep = if edition == *EDITION { "public, max-age=31536000, immutable" } else { "no-store" };
    let headers = [(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, keep)];
    (headers, asset.bytes).into_response()
}

async fn favicon() -> Response {
    const ICON: &str = concat!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">"#,
        r##"<rect width="32" height="32" rx="7" fill="#1f4a45"/>"##,
        r##"<circle cx="11" cy="16" r="6" fill="#f4ead8"/>"##,
        r##"<path d="M21 9l7 14H14z" fill="#e0a33e"/></svg>"##
    );
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=86400")];
    (headers, ICON).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_styles_keep_to_their_budgets() {
        let size = |media| {
            all().filter(|it| it.media_type == media).map(|it| it.bytes.len()).sum::<usize>()
        };
        assert!(size(SCRIPT) <= 120_000, "{} bytes of scripts", size(SCRIPT));
        assert!(size(CSS) <= 90_000, "{} bytes of style", size(CSS));
    }

    #[test]
    fn no_two_files_have_one_name() {
        let names: std::collections::HashSet<&str> = all().map(|asset| asset.name).collect();
        assert_eq!(names.len(), all().count());
    }

    #[test]
    fn paths_hold_the_edition() {
        assert!(href("table.js").ends_with("/table.js"));
        assert!(href("table.js").contains(&**EDITION));
    }
}
