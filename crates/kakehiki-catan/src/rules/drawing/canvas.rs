//! Shapes and words, written down as SVG one after the other.

use std::fmt::Write;

/// A place on the canvas, in pixels from the upper left.
pub(super) type Point = (f64, f64);

/// How a shape is filled and outlined.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    fill: &'static str,
    stroke: &'static str,
    width: f64,
    is_dashed: bool,
}

impl Paint {
    /// Filled, without an outline.
    pub(super) const fn fill(colour: &'static str) -> Self {
        Self { fill: colour, stroke: "none", width: 0.0, is_dashed: false }
    }

    /// An outline or a line, not filled.
    pub(super) const fn stroke(colour: &'static str, width: f64) -> Self {
        Self { fill: "none", stroke: colour, width, is_dashed: false }
    }

    /// The same with an outline.
    pub(super) const fn outlined(self, colour: &'static str, width: f64) -> Self {
        Self { stroke: colour, width, ..self }
    }

    /// The same with a dashed line.
    pub(super) const fn dashed(self) -> Self {
        Self { is_dashed: true, ..self }
    }
}

/// Where a line of text stands to its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a line of text looks.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) colour: &'static str,
    pub(super) anchor: Anchor,
}

/// A number with one decimal at most, so that drawings are short and the same on every machine.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        write!(formatter, "{sign}{whole}")?;
        if rest == 0 { Ok(()) } else { write!(formatter, ".{rest}") }
    }
}

/// The drawing as far as it is done.
pub(super) struct Canvas {
    text: String,
}

impl Canvas {
    /// An empty canvas with a title and a description for those who cannot see it.
    pub(super) fn new(width: u32, height: u32, title: &str, description: &str) -> Self {
        let mut canvas = Self { text: String::new() };
        canvas.push(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\">"
        ));
        canvas.push(&format!("<title>{}</title>", escaped(title)));
        canvas.push(&format!("<desc>{}</desc>", escaped(description)));
        canvas
    }

    /// The drawing, done.
    pub(super) fn finish(mut self) -> String {
        self.push("</svg>");
        self.text
    }

    /// What belongs together, with a title that a pointer or a reader of the screen finds.
    pub(super) fn group(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        self.push(&format!("<g><title>{}</title>", escaped(title)));
        draw(self);
        self.push("</g>");
    }

    pub(super) fn circle(&mut self, (x, y): Point, radius: f64, paint: Paint) {
        let (x, y, radius) = (Number(x), Number(y), Number(radius));
        self.shape(&format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), paint);
    }

    pub(super) fn ellipse(&mut self, (x, y): Point, (wide, high): Point, paint: Paint) {
        let (x, y, wide, high) = (Number(x), Number(y), Number(wide), Number(high));
        let shape = format!("ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{wide}\" ry=\"{high}\"");
        self.shape(&shape, paint);
    }

    /// A rectangle with round corners, given by its upper left corner and its size.
    pub(super) fn rectangle(&mut self, corner: Point, size: Point, radius: f64, paint: Paint) {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(Number);
        let radius = Number(radius);
        let shape = format!(
            "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\""
        );
        self.shape(&shape, paint);
    }

    pub(super) fn line(&mut self, from: Point, to: Point, paint: Paint) {
        let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(Number);
        self.shape(
            &format!("line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\""),
            Paint { fill: "none", ..paint },
        );
    }

    pub(super) fn polygon(&mut self, points: &[Point], paint: Paint) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", Number(*x), Number(*y))).collect();
        self.shape(&format!("polygon points=\"{}\"", points.join(" ")), paint);
    }

    /// A curve through points: from the first, bent towards the second, to the third, and so on.
    pub(super) fn curve(&mut self, points: &[Point], paint: Paint) {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let letter = match index {
                0 => "M",
                1 => "Q",
                _ => " ",
            };
            path += &format!("{letter}{} {}", Number(*x), Number(*y));
        }
        self.shape(&format!("path d=\"{path}\""), paint);
    }

    /// A line of text whose base is at the given place.
    pub(super) fn words(&mut self, (x, y): Point, font: Font, words: &str) {
        let anchor = match font.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if font.is_bold { " font-weight=\"bold\"" } else { "" };
        self.push(&format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{anchor}\"{weight}>\
             {}</text>",
            Number(x),
            Number(y),
            Number(font.size),
            font.colour,
            escaped(words),
        ));
    }

    fn shape(&mut self, shape: &str, paint: Paint) {
        let Paint { fill, stroke, width, is_dashed } = paint;
        let mut element = format!("<{shape} fill=\"{fill}\"");
        if stroke != "none" {
            element += &format!(" stroke=\"{stroke}\" stroke-width=\"{}\"", Number(width));
            element += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        }
        if is_dashed {
            element += " stroke-dasharray=\"1 6\"";
        }
        self.push(&(element + "/>"));
    }

    fn push(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Text as it may stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.04, 2.0, 2.25, -3.5, 10.96].map(|number| Number(number).to_string());
        assert_eq!(texts, ["0", "0", "2", "2.3", "-3.5", "11"]);
    }

    #[test]
    fn words_are_escaped() {
        let mut canvas = Canvas::new(1, 1, "<&>", "");
        let font = Font { size: 1.0, is_bold: false, colour: "#000", anchor: Anchor::Start };
        canvas.words((0.0, 0.0), font, "W>B");
        let text = canvas.finish();
        assert!(text.contains("<title>&lt;&amp;&gt;</title>") && text.contains("W&gt;B"), "{text}");
    }
}
