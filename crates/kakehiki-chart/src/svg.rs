//! What every drawing is put together from.

use crate::{
    look::{LOOKS, lone_css},
    text::{self, escape},
};

/// Where text stands relative to its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A place in pixels from the left and from the top.
pub(crate) type Place = (f64, f64);

/// The size of the figures at an axis, in pixels.
pub(crate) const SMALL: f64 = 12.0;
/// The size of labels.
pub(crate) const LABEL: f64 = 13.0;
/// The size of a title.
const TITLE: f64 = 18.0;

/// Whether a drawing is a file of its own, with its title and colours in it, or a part of a page
/// that has them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Setting {
    Lone,
    Inside,
}

/// A drawing under way. Things are drawn from top to bottom; `bottom` is where the next begins.
pub(crate) struct Drawing {
    setting: Setting,
    pub(crate) width: f64,
    pub(crate) bottom: f64,
    title: String,
    body: String,
}

impl Drawing {
    /// Begins a drawing; a lone one with its title and caption.
    pub(crate) fn new(setting: Setting, width: f64, title: &str, caption: &str) -> Self {
        let margin = if setting == Setting::Lone { 16.0 } else { 2.0 };
        let title_words = if title.is_empty() { "Chart" } else { title };
        let mut drawing = Self {
            setting,
            width,
            bottom: margin,
            title: title_words.to_owned(),
            body: String::new(),
        };
        if setting == Setting::Lone {
            let room = width - 2.0 * drawing.side();
            // Titles are bold, and letters of bold text are wider.
            let lines = text::wrap(title, room / 1.1, TITLE, 3);
            for line in lines.lines {
                drawing.bottom += 22.0;
                drawing.text((drawing.side(), drawing.bottom - 6.0), "title", Anchor::Start, &line);
            }
            for line in text::wrap(caption, room, SMALL, 6).lines {
                drawing.bottom += 16.0;
                drawing.text(
                    (drawing.side(), drawing.bottom - 4.0),
                    "caption",
                    Anchor::Start,
                    &line,
                );
            }
            drawing.bottom += 12.0;
        }
        drawing
    }

    /// The space that stays free at the left and at the right.
    pub(crate) fn side(&self) -> f64 {
        if self.setting == Setting::Lone { 20.0 } else { 2.0 }
    }

    /// Where the free space at the right begins.
    pub(crate) fn right(&self) -> f64 {
        self.width - self.side()
    }

    /// One line of text.
    pub(crate) fn text(&mut self, (x, y): Place, class: &str, anchor: Anchor, words: &str) {
        let (x, y, anchor, words) = (pixels(x), pixels(y), anchor.name(), escape(words));
        let anchor =
            if anchor == "start" { String::new() } else { format!(" text-anchor=\"{anchor}\"") };
        self.body +=
            &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{words}</text>\n");
    }

    /// Lines of text below each other; where they leave something out, the whole is a tooltip.
    pub(crate) fn lines(
        &mut self,
        (x, y): Place,
        class: &str,
        anchor: Anchor,
        lines: &text::Lines,
        whole: &str,
    ) {
        if lines.shortened {
            self.body += &format!("<g><title>{}</title>", escape(whole));
        }
        for (index, line) in lines.lines.iter().enumerate() {
            self.text((x, y + LINE * index as f64), class, anchor, line);
        }
        if lines.shortened {
            self.body += "</g>\n";
        }
    }

    /// A straight line.
    pub(crate) fn line(&mut self, class: &str, (x1, y1): Place, (x2, y2): Place) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(pixels);
        self.body +=
            &format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\n");
    }

    /// A line through places, or the outline of a surface if it is `closed`.
    pub(crate) fn path(&mut self, class: &str, places: &[Place], closed: bool) {
        if places.len() < 2 {
            return;
        }
        self.body += &format!("<path class=\"{class}\" d=\"{}\"/>\n", path(places, closed));
    }

    /// A rectangle with a tooltip.
    pub(crate) fn bar(&mut self, class: &str, (left, top): Place, size: (f64, f64), title: &str) {
        let [x, y, width, height] = [left, top, size.0, size.1].map(pixels);
        self.body += &format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"1.5\">{}</rect>\n",
            tooltip(title)
        );
    }

    /// An upright interval with caps, on a lighter edge so that it is seen on bars too.
    pub(crate) fn whisker(&mut self, x: f64, (low, high): (f64, f64), cap: f64) {
        let ends = [(x, low), (x, high)];
        let caps = [low, high].map(|y| [(x - cap, y), (x + cap, y)]);
        let path =
            format!("{}{}{}", path(&ends, false), path(&caps[0], false), path(&caps[1], false));
        self.body += &format!("<path class=\"halo edge\" d=\"{path}\"/>");
        self.body += &format!("<path class=\"whisker\" d=\"{path}\"/>\n");
    }

    /// A level interval with caps.
    pub(crate) fn level_whisker(&mut self, y: f64, (low, high): (f64, f64), cap: f64) {
        let ends = [(low, y), (high, y)];
        let caps = [low, high].map(|x| [(x, y - cap), (x, y + cap)]);
        let path =
            format!("{}{}{}", path(&ends, false), path(&caps[0], false), path(&caps[1], false));
        self.body += &format!("<path class=\"whisker\" d=\"{path}\"/>\n");
    }

    /// A mark with a tooltip.
    pub(crate) fn mark(&mut self, mark: Mark, place: Place, title: &str) {
        let (class, shape) = (mark.class(), mark.shape());
        let title = tooltip(title);
        self.body += &match shape {
            Shape::Circle => {
                let (x, y, radius) = (pixels(place.0), pixels(place.1), pixels(4.5 * mark.size()));
                format!(
                    "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\">{title}</circle>\n"
                )
            }
            Shape::Corners(corners) => {
                let corners: Vec<Place> = corners
                    .iter()
                    .map(|(x, y)| (place.0 + x * mark.size(), place.1 + y * mark.size()))
                    .collect();
                let path = path(&corners, true);
                format!("<path class=\"{class}\" d=\"{path}\">{title}</path>\n")
            }
        };
    }

    /// The finished drawing. `description` says in words what is drawn.
    pub(crate) fn finish(self, description: &str) -> String {
        let margin = if self.setting == Setting::Lone { 14.0 } else { 2.0 };
        let (width, height) = (pixels(self.width), pixels(self.bottom + margin));
        let (title, description) = (escape(&self.title), escape(description));
        let (style, sheet) = match self.setting {
            Setting::Lone => (
                format!("<style>{}</style>\n", lone_css()),
                format!("<rect class=\"sheet\" width=\"{width}\" height=\"{height}\"/>\n"),
            ),
            Setting::Inside => (String::new(), String::new()),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kakehiki-chart\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{style}{sheet}{}</svg>\n",
            self.body
        )
    }
}

/// From one line of text to the next, in pixels.
pub(crate) const LINE: f64 = 16.0;

/// A place on the page to a tenth of a pixel, without a useless `.0`.
pub(crate) fn pixels(place: f64) -> String {
    let tenths = (place * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, tenth) => format!("{sign}{whole}.{tenth}"),
    }
}

fn path(places: &[Place], closed: bool) -> String {
    let mut path = String::new();
    for (index, (x, y)) in places.iter().enumerate() {
        path += if index == 0 { "M" } else { "L" };
        path += &format!("{} {}", pixels(*x), pixels(*y));
    }
    if closed {
        path.push('Z');
    }
    path
}

fn tooltip(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("<title>{}</title>", escape(title)) }
}

/// What a point is drawn as. Measured is solid, published is hollow, everywhere.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Mark {
    /// Measured, where nothing else is.
    Dot,
    /// Published.
    Diamond,
    /// One of several kinds of points, measured.
    Solid(usize),
    /// One of several kinds of points, published.
    Hollow(usize),
}

enum Shape {
    Circle,
    Corners(&'static [Place]),
}

impl Mark {
    fn class(self) -> String {
        match self {
            Self::Dot => "measured solid mark edge".to_owned(),
            Self::Diamond => "published hollow".to_owned(),
            Self::Solid(kind) => format!("{} solid mark edge", series_class(kind)),
            Self::Hollow(kind) => format!("{} hollow outline", series_class(kind)),
        }
    }

    /// Hollow marks are larger, so that they are seen around a solid one.
    fn size(self) -> f64 {
        match self {
            Self::Dot | Self::Solid(_) => 1.0,
            Self::Diamond => 1.15,
            Self::Hollow(_) => 1.3,
        }
    }

    /// Kinds of points differ in shape, since not everybody sees colours.
    fn shape(self) -> Shape {
        const DIAMOND: &[Place] = &[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)];
        const SQUARE: &[Place] = &[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)];
        const UP: &[Place] = &[(0.0, -5.6), (5.4, 4.0), (-5.4, 4.0)];
        const DOWN: &[Place] = &[(0.0, 5.6), (5.4, -4.0), (-5.4, -4.0)];
        const PLUS: &[Place] = &[
            (-1.8, -5.4),
            (1.8, -5.4),
            (1.8, -1.8),
            (5.4, -1.8),
            (5.4, 1.8),
            (1.8, 1.8),
            (1.8, 5.4),
            (-1.8, 5.4),
            (-1.8, 1.8),
            (-5.4, 1.8),
            (-5.4, -1.8),
            (-1.8, -1.8),
        ];
        const HOURGLASS: &[Place] = &[(-4.8, -5.0), (4.8, -5.0), (-4.8, 5.0), (4.8, 5.0)];
        match self {
            Self::Dot => Shape::Circle,
            Self::Diamond => Shape::Corners(DIAMOND),
            Self::Solid(kind) | Self::Hollow(kind) => match kind % LOOKS {
                0 => Shape::Circle,
                1 => Shape::Corners(SQUARE),
                2 => Shape::Corners(UP),
                3 => Shape::Corners(DOWN),
                4 => Shape::Corners(PLUS),
                _ => Shape::Corners(HOURGLASS),
            },
        }
    }
}

/// The class that colours one of several kinds of things.
pub(crate) fn series_class(kind: usize) -> String {
    format!("s{}", kind % LOOKS + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!(pixels(12.0), "12");
        assert_eq!(pixels(12.34), "12.3");
        assert_eq!(pixels(-0.04), "0");
        assert_eq!(pixels(-0.5), "-0.5");
    }

    #[test]
    fn a_lone_drawing_has_its_title_and_colours_in_it() {
        let lone = Drawing::new(Setting::Lone, 400.0, "a < b", "said & done").finish("drawn");
        assert!(lone.contains(">a &lt; b</text>") && lone.contains("said &amp; done"));
        assert!(lone.contains("prefers-color-scheme:dark") && lone.contains("class=\"sheet\""));
        let inside = Drawing::new(Setting::Inside, 400.0, "a < b", "said & done").finish("drawn");
        assert!(inside.contains("<title>a &lt; b</title>\n<desc>drawn</desc>"));
        assert!(!inside.contains("<text") && !inside.contains("<style"));
    }
}
