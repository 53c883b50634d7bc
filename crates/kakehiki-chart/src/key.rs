//! The key: what the marks, bars and lines of a chart stand for.

use crate::{
    svg::{Anchor, Drawing, Mark, Place, SMALL, series_class},
    text,
};

/// What stands before the words of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sample {
    Bar(usize),
    HollowBar(usize),
    Mark(Mark),
    Curve(usize),
    DashedCurve(usize),
    Whisker,
    LevelWhisker,
    Band,
    Reference,
}

/// The entries of a key in the order in which they are shown.
#[derive(Default)]
pub(crate) struct Key {
    entries: Vec<(Sample, String)>,
}

const SAMPLE: f64 = 26.0;
const GAP: f64 = 16.0;
const HEIGHT: f64 = 20.0;

impl Key {
    /// Adds an entry, unless it is there already.
    pub(crate) fn add(&mut self, sample: Sample, words: impl Into<String>) {
        let entry = (sample, words.into());
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// Draws the key in as many lines as it needs.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        if self.entries.is_empty() {
            return;
        }
        let (left, right) = (drawing.side(), drawing.right());
        let mut x = left;
        let mut y = drawing.bottom + HEIGHT / 2.0;
        for (sample, words) in &self.entries {
            let wrapped = text::wrap(words, right - left - SAMPLE, SMALL, 1);
            let shown = wrapped.lines.first().map_or("", String::as_str);
            let width = SAMPLE + text::width(shown, SMALL);
            if x > left && x + width > right {
                x = left;
                y += HEIGHT;
            }
            sample.draw(drawing, (x + 9.0, y));
            drawing.lines((x + SAMPLE - 4.0, y + 4.0), "value", Anchor::Start, &wrapped, words);
            x += width + GAP;
        }
        drawing.bottom = y + HEIGHT / 2.0 + 6.0;
    }
}

impl Sample {
    fn draw(self, drawing: &mut Drawing, (x, y): Place) {
        let ends = [(x - 9.0, y), (x + 9.0, y)];
        match self {
            Self::Bar(kind) => {
                let class = format!("{} solid", series_class(kind));
                drawing.bar(&class, (x - 6.0, y - 6.0), (12.0, 12.0), "");
            }
            Self::HollowBar(kind) => {
                let class = format!("{} hollow outline", series_class(kind));
                drawing.bar(&class, (x - 5.0, y - 5.0), (10.0, 10.0), "");
            }
            Self::Mark(mark) => drawing.mark(mark, (x, y), ""),
            Self::Curve(kind) => {
                drawing.path(&format!("{} curve", series_class(kind)), &ends, false);
                drawing.mark(Mark::Solid(kind), (x, y), "");
            }
            Self::DashedCurve(kind) => {
                drawing.path(&format!("{} curve dashed", series_class(kind)), &ends, false);
                drawing.mark(Mark::Hollow(kind), (x, y), "");
            }
            Self::Whisker => drawing.whisker(x, (y - 7.0, y + 7.0), 4.0),
            Self::LevelWhisker => drawing.level_whisker(y, (x - 8.0, x + 8.0), 4.0),
            Self::Band => drawing.bar("value band", (x - 8.0, y - 6.0), (16.0, 12.0), ""),
            Self::Reference => drawing.line("reference", ends[0], ends[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Setting;

    #[test]
    fn entries_stay_inside_and_go_on_in_the_next_line() {
        let mut key = Key::default();
        for index in 0..9 {
            key.add(Sample::Bar(index), format!("a series with a name, number {index}"));
        }
        key.add(Sample::Bar(0), "a series with a name, number 0");
        key.add(Sample::Whisker, "very long ".repeat(20));
        let mut drawing = Drawing::new(Setting::Inside, 320.0, "", "");
        key.draw(&mut drawing);
        assert!(drawing.bottom > 9.0 * HEIGHT);
        let svg = drawing.finish("");
        assert_eq!(svg.matches("number 0").count(), 1, "entries are shown once");
        assert!(svg.contains('…') && svg.contains("<title>very long"));
    }
}
