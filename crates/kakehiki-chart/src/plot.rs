//! The field between two axes, on which bars, lines and points stand.

use crate::{
    axis::{Axis, Fit, Ruler, Scale},
    key::{Key, Sample},
    svg::{Anchor, Drawing, Place, SMALL},
    text,
};

/// A level line that figures are to be compared with, such as what chance alone would give.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Where it lies on the vertical axis.
    pub value: f64,
    /// What it is, for the key.
    pub label: String,
}

/// The field of a drawing: its edges, and the axis at its left.
pub(crate) struct Plot {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) y: Ruler,
}

/// Space for marks that lie on the edge of the field.
const EDGE: f64 = 10.0;

impl Plot {
    /// Draws the vertical axis with its title above and its grid, and leaves the field below free.
    pub(crate) fn begin(
        drawing: &mut Drawing,
        axis: &Axis,
        y: Ruler,
        height: f64,
        reference: Option<&Reference>,
    ) -> Self {
        let title = axis.title();
        let lines = text::wrap(&title, drawing.right() - drawing.side(), SMALL, 2);
        let place = (drawing.side(), drawing.bottom + 12.0);
        drawing.lines(place, "tick", Anchor::Start, &lines, &title);
        drawing.bottom += 16.0 * lines.lines.len() as f64;
        let top = drawing.bottom + EDGE;
        let bottom = top + height;
        let left = drawing.side() + y.label_width(SMALL) + 8.0;
        let right = drawing.right() - 4.0;
        let y = y.between(bottom, top);
        for tick in &y.ticks {
            let Some(at) = y.place(tick.value) else { continue };
            drawing.line("grid", (left, at), (right, at));
            drawing.text((left - 6.0, at + 4.0), "tick", Anchor::End, &tick.label);
        }
        if let Some(at) = reference.and_then(|reference| y.place(reference.value)) {
            drawing.line("reference", (left, at), (right, at));
        }
        drawing.bottom = bottom;
        Self { left, right, top, bottom, y }
    }

    /// Draws the base line of bars.
    pub(crate) fn base_line(&self, drawing: &mut Drawing) {
        let at = self.y.base().clamp(self.top, self.bottom);
        drawing.line("axis", (self.left, at), (self.right, at));
    }

    /// Draws an axis of numbers below the field with its title under it, and gives where they lie.
    pub(crate) fn x_axis(
        &self,
        drawing: &mut Drawing,
        axis: &Axis,
        values: impl Iterator<Item = f64>,
    ) -> Ruler {
        let mut x = Ruler::new(axis, values, (self.left, self.right), 8, Fit::Snug);
        x.thin_out(SMALL, drawing.width);
        drawing.line("axis", (self.left, self.bottom), (self.right, self.bottom));
        for tick in &x.ticks {
            let Some(at) = x.place(tick.value) else { continue };
            drawing.line("axis", (at, self.bottom), (at, self.bottom + 5.0));
            let middle = x.label_middle(tick, SMALL, drawing.width).unwrap_or(at);
            drawing.text((middle, self.bottom + 18.0), "tick", Anchor::Middle, &tick.label);
        }
        drawing.bottom = self.bottom + 24.0;
        self.x_title(drawing, &axis.title());
        x
    }

    /// Writes what the horizontal axis shows, at its right end.
    pub(crate) fn x_title(&self, drawing: &mut Drawing, title: &str) {
        let lines = text::wrap(title, self.right - drawing.side(), SMALL, 2);
        let place = (self.right, drawing.bottom + 12.0);
        drawing.lines(place, "tick", Anchor::End, &lines, title);
        drawing.bottom += 16.0 * lines.lines.len() as f64;
    }

    /// Says that there is nothing to be seen.
    pub(crate) fn say_empty(&self, drawing: &mut Drawing) {
        let place = (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom));
        drawing.text(place, "value", Anchor::Middle, "no figures");
    }

    /// Where both values lie, if they lie anywhere.
    pub(crate) fn place(&self, x: &Ruler, (at, value): (f64, f64)) -> Option<Place> {
        Some((x.place(at)?, self.y.place(value)?))
    }
}

/// How the vertical axis of lines and points ends.
pub(crate) fn upright_fit(axis: &Axis) -> Fit {
    if axis.scale == Scale::Logarithmic { Fit::Snug } else { Fit::Round }
}

/// Names the reference line in the key.
pub(crate) fn explain_reference(key: &mut Key, reference: Option<&Reference>) {
    if let Some(reference) = reference.filter(|reference| !reference.label.is_empty()) {
        key.add(Sample::Reference, reference.label.as_str());
    }
}

/// Names of things in a sentence, not too many of them.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
