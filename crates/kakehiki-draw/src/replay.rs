//! A whole game as one page that needs nothing else: every piece of the table at every step, and a bar
//! to go through them.

use std::collections::HashMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::{
    ASSETS, Fragment, Locale, Scene, assets::sprite, catan, fragments, geister, layout::is_geister,
    piece::icon, table_body,
};

/// One version of a piece: since which step it stands, and how it differs from the one before.
struct Version {
    step: usize,
    /// How many parts stay at the beginning, and how many of the others are replaced.
    keeps: usize,
    drops: usize,
    parts: Vec<u32>,
}

/// The versions of a piece.
#[derive(Default)]
struct Piece {
    last: Vec<u32>,
    versions: Vec<Version>,
}

/// A game that is being put into a page. Pieces are kept as lists of parts of which most are shared, so
/// that a long game stays a small file.
pub struct Replay {
    title: String,
    locale: Locale,
    first: Option<String>,
    steps: usize,
    words: Vec<String>,
    numbers: HashMap<String, u32>,
    pieces: Vec<(&'static str, Piece)>,
    ticks: Vec<(usize, &'static str)>,
}

impl Replay {
    /// A page with no steps yet.
    pub fn new(title: &str, locale: Locale) -> Self {
        Self {
            title: title.to_owned(),
            locale,
            first: None,
            steps: 0,
            words: Vec::new(),
            numbers: HashMap::new(),
            pieces: Vec::new(),
            ticks: Vec::new(),
        }
    }

    /// Adds a step: the table as it stands after it.
    pub fn push(&mut self, scene: &Scene<'_>) {
        if self.first.is_none() {
            self.first = Some(table_body(scene).into_string());
        }
        for Fragment { id, html } in fragments(scene) {
            let parts = self.split(&html);
            let at = self.pieces.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
                self.pieces.push((id, Piece::default()));
                self.pieces.len() - 1
            });
            self.pieces[at].1.add(self.steps, parts);
        }
        self.ticks.extend(tick(scene).map(|kind| (self.steps, kind)));
        self.steps += 1;
    }

    /// The numbers of the parts of a text, which is cut before every tag.
    fn split(&mut self, html: &str) -> Vec<u32> {
        let mut parts = Vec::new();
        for part in html.split_inclusive('>') {
            let number = self.numbers.get(part).copied().unwrap_or_else(|| {
                let number = self.words.len() as u32;
                self.words.push(part.to_owned());
                self.numbers.insert(part.to_owned(), number);
                number
            });
            parts.push(number);
        }
        parts
    }

    /// The page.
    pub fn finish(self) -> String {
        let locale = self.locale;
        let pieces: serde_json::Map<String, Value> = self
            .pieces
            .iter()
            .map(|(id, piece)| {
                let versions = piece.versions.iter();
                let versions = versions.map(|it| json!([it.step, it.keeps, it.drops, it.parts]));
                ((*id).to_owned(), versions.collect())
            })
            .collect();
        let data =
            json!({ "steps": self.steps, "words": self.words, "pieces": pieces }).to_string();
        // What ends a script must not stand in it.
        let data = data.replace("</", "<\\/").replace("<!--", "<\\!--");
        let style = |name: &str| file(name);
        let page = html! {
            (DOCTYPE)
            html lang=(locale.tag()) data-replay="" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(style("tokens.css"))) (PreEscaped(style("components.css"))) (PreEscaped(style("pages.css"))) }
                }
                body {
                    (sprite())
                    div class="tablepage grain" {
                        header class="bar" {
                            span class="brand" { (icon("seal", "")) span { (locale.word("replay-brand")) } }
                            b class="serif" { (self.title) }
                        }
                        main { (PreEscaped(self.first.clone().unwrap_or_default())) }
                        (controls(locale, self.steps, &self.ticks))
                    }
                    script type="application/json" id="replay-data" { (PreEscaped(data)) }
                    @for name in ["board.js", "trade.js", "replay.js"] { script type="module" { (PreEscaped(style(name))) } }
                }
            }
        };
        page.into_string()
    }
}

impl Piece {
    fn add(&mut self, step: usize, parts: Vec<u32>) {
        if step > 0 && parts == self.last {
            return;
        }
        let keeps = self.last.iter().zip(&parts).take_while(|(one, two)| one == two).count();
        let room = self.last.len().min(parts.len()) - keeps;
        let same = self.last.iter().rev().zip(parts.iter().rev()).take(room);
        let end = same.take_while(|(one, two)| one == two).count();
        let version = Version {
            step,
            keeps,
            drops: self.last.len() - keeps - end,
            parts: parts[keeps..parts.len() - end].to_vec(),
        };
        self.versions.push(version);
        self.last = parts;
    }
}

/// What a step is marked by on the bar, if it is worth a mark.
fn tick(scene: &Scene<'_>) -> Option<&'static str> {
    match scene.game {
        game if is_geister(game) => geister::tick(scene),
        "catan" => catan::tick(scene),
        _ => None,
    }
}

/// The text of an embedded file.
fn file(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    asset.map(|asset| String::from_utf8_lossy(asset.bytes).into_owned()).unwrap_or_default()
}

/// The bar to go through the steps.
fn controls(locale: Locale, steps: usize, ticks: &[(usize, &str)]) -> Markup {
    let last = steps.saturating_sub(1);
    let button = |name: &str, key: &str, sign: &str| {
        html! { button class="btn btn--s" type="button" data-go=(name) aria-label=(locale.word(key)) title=(locale.word(key)) { (sign) } }
    };
    html! {
        div class="scrub" role="group" aria-label=(locale.word("replay-bar")) {
            (button("first", "replay-first", "⏮"))
            (button("back", "replay-back", "◀"))
            button class="btn btn--s btn--primary" type="button" data-go="play" aria-pressed="false" { (locale.word("replay-play")) }
            (button("on", "replay-on", "▶"))
            (button("last", "replay-last", "⏭"))
            button class="btn btn--s" type="button" data-go="tick" { (locale.word("replay-next-mark")) }
            div class="scrub__bar" {
                input id="replay-step" type="range" min="0" max=(last) value="0" aria-label=(locale.word("replay-step"));
                svg class="scrub__ticks" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true" {
                    @for (step, kind) in ticks {
                        @let x = 1000.0 * *step as f64 / last.max(1) as f64;
                        path d={ "M" (format!("{x:.1}")) " 0v8" } class={ "mark-at mark-at--" (kind) } data-tick=(step) {}
                    }
                }
            }
            output id="replay-at" class="num" for="replay-step" { "0 / " (last) }
            label class="meta" {
                (locale.word("replay-speed")) " "
                select id="replay-speed" class="field" {
                    @for (pace, factor) in [("1600", "½×"), ("800", "1×"), ("400", "2×"), ("160", "5×"), ("40", "20×")] { option value=(pace) selected[pace == "800"] { (factor) } }
                }
            }
        }
    }
}
