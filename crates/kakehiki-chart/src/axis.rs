//! Axes: what they measure, the round numbers on them, and where a value lies.

use crate::{number, text};

/// What an axis measures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, as `win rate`.
    pub label: String,
    /// The unit, as `%`; empty where there is none.
    pub unit: String,
    /// The axis reaches down to here, or further if the values do.
    pub low: Option<f64>,
    /// The axis reaches up to here, or further if the values do.
    pub high: Option<f64>,
    /// How values are spread.
    pub scale: Scale,
}

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    #[default]
    Linear,
    /// Equal ratios are equally far apart; values that are not above 0 are left out of the drawing.
    Logarithmic,
}

impl Axis {
    /// An axis that is as long as its values need.
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), unit: unit.into(), ..Self::default() }
    }

    /// The same axis, reaching at least from one value to the other.
    #[must_use]
    pub fn between(mut self, low: f64, high: f64) -> Self {
        (self.low, self.high) = (Some(low), Some(high));
        self
    }

    /// The same axis with equal ratios equally far apart.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.scale = Scale::Logarithmic;
        self
    }

    /// The label with the unit, as it stands at the axis and over a column.
    pub(crate) fn title(&self) -> String {
        let mut title = self.label.clone();
        if !self.unit.is_empty() {
            title += if title.is_empty() { "" } else { ", " };
            title += &self.unit;
        }
        if self.scale == Scale::Logarithmic {
            title += " (log scale)";
        }
        title
    }
}

/// Beyond this, steps between neighbouring numbers are too coarse to draw anything sensible.
const LARGEST: f64 = 1e15;

/// A value that can be drawn: not NaN, not infinite, not absurd.
pub(crate) fn drawable(value: f64) -> Option<f64> {
    (value.is_finite() && value.abs() <= LARGEST).then_some(value)
}

/// Both ends of an interval in their order, if both can be drawn.
pub(crate) fn drawable_interval(ends: Option<(f64, f64)>) -> Option<(f64, f64)> {
    let (one, other) = ends?;
    let (one, other) = (drawable(one)?, drawable(other)?);
    Some((one.min(other), one.max(other)))
}

/// How the ends of an axis follow from the values on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Fit {
    /// To the next round number on both sides.
    Round,
    /// As `Round`, and 0 is on the axis, so that the length of a bar means something.
    RoundFromZero,
    /// To the values with a little space; round numbers stand inside.
    Snug,
}

/// A round number on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: String,
}

/// An axis laid out: where values lie, and the round numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ruler {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    is_logarithmic: bool,
    pub(crate) ticks: Vec<Tick>,
}

impl Ruler {
    /// Lays an axis from pixel `start` to pixel `end` with about `count` round numbers.
    pub(crate) fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64>,
        (start, end): (f64, f64),
        count: usize,
        fit: Fit,
    ) -> Self {
        let is_logarithmic = axis.scale == Scale::Logarithmic && fit == Fit::Snug;
        let bounds = [axis.low, axis.high].into_iter().flatten();
        let zero = (fit == Fit::RoundFromZero).then_some(0.0);
        let values = values.chain(bounds).chain(zero).filter_map(drawable);
        let (low, high, ticks) =
            if is_logarithmic { logarithmic(values) } else { linear(values, count, fit) };
        Self { low, high, start, end, is_logarithmic, ticks }
    }

    /// The same axis laid between other pixels.
    pub(crate) fn between(mut self, start: f64, end: f64) -> Self {
        (self.start, self.end) = (start, end);
        self
    }

    /// Where a value lies, if it can lie anywhere.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let value = drawable(value)?;
        let share = if self.is_logarithmic {
            if value <= 0.0 {
                return None;
            }
            (value.log10() - self.low) / (self.high - self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        Some(self.start + share * (self.end - self.start))
    }

    /// Where a bar begins: at 0, or at the end of an axis without it.
    pub(crate) fn base(&self) -> f64 {
        self.place(0.0).unwrap_or(self.start)
    }

    /// How wide the widest number is.
    pub(crate) fn label_width(&self, size: f64) -> f64 {
        self.ticks.iter().map(|tick| text::width(&tick.label, size)).fold(0.0, f64::max)
    }

    /// Where the middle of a number stands below a level axis: at its value, or so far inside that
    /// it does not leave a drawing of a width.
    pub(crate) fn label_middle(&self, tick: &Tick, size: f64, width: f64) -> Option<f64> {
        let half = text::width(&tick.label, size) / 2.0;
        Some(self.place(tick.value)?.clamp(half, (width - half).max(half)))
    }

    /// Takes numbers away until those that stay have room beside each other in a drawing of a width:
    /// every second one, then every fourth, and so on.
    pub(crate) fn thin_out(&mut self, size: f64, width: f64) {
        while self.ticks.len() > 1 && !self.have_room(size, width) {
            let mut index = 0;
            self.ticks.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    fn have_room(&self, size: f64, width: f64) -> bool {
        const GAP: f64 = 10.0;
        self.ticks.windows(2).all(|pair| {
            let middles = [&pair[0], &pair[1]].map(|tick| self.label_middle(tick, size, width));
            let [Some(one), Some(other)] = middles else { return true };
            let halves: f64 = pair.iter().map(|tick| text::width(&tick.label, size) / 2.0).sum();
            (other - one).abs() >= halves + GAP
        })
    }
}

/// The smallest and the largest value, apart even if they are equal; `None` without values.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return None;
    }
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 && high - low > 1e-12 {
        return Some((low, high));
    }
    if size <= 1e-12 {
        return Some((0.0, 1.0));
    }
    Some((low - size / 2.0, high + size / 2.0))
}

fn linear(values: impl Iterator<Item = f64>, count: usize, fit: Fit) -> (f64, f64, Vec<Tick>) {
    let (low, high) = range(values).unwrap_or((0.0, 1.0));
    let step = Step::of(high - low, count);
    // A hair's breadth, so that 0.3 counts as three steps of 0.1 though its bits say a little less.
    let slack = 1e-9;
    let (from, to) = (low / step.size(), high / step.size());
    let (first, last) = match fit {
        Fit::Round | Fit::RoundFromZero => ((from + slack).floor(), (to - slack).ceil()),
        Fit::Snug => ((from - slack).ceil(), (to + slack).floor()),
    };
    let ticks: Vec<Tick> = (first as i64..=last as i64).map(|index| step.tick(index)).collect();
    if fit == Fit::Snug {
        let space = (high - low) * 0.04;
        (low - space, high + space, ticks)
    } else {
        (first * step.size(), last * step.size(), ticks)
    }
}

/// The ends are exponents of ten here.
fn logarithmic(values: impl Iterator<Item = f64>) -> (f64, f64, Vec<Tick>) {
    let exponents = values.filter(|value| *value > 0.0).map(f64::log10);
    let (low, high) = range(exponents).unwrap_or((0.0, 1.0));
    let space = (high - low) * 0.04;
    let (from, to) = (low - space, high + space);
    let powers = from.floor() as i32..=to.ceil() as i32;
    let ticks = |multiples: &[u8]| -> Vec<Tick> {
        let all = powers.clone().flat_map(|power| multiples.iter().map(move |it| (*it, power)));
        let values = all.map(|(multiple, power)| (f64::from(multiple) * 10_f64.powi(power), power));
        let inside = values.filter(|(value, _)| (from..=to).contains(&value.log10()));
        inside.map(|(value, power)| Tick { value, label: tick_label(value, power) }).collect()
    };
    let decades = ticks(&[1]);
    let ticks = if decades.len() >= 3 { decades } else { ticks(&[1, 2, 5]) };
    (from, to, ticks)
}

/// A round step: 1, 2, 2.5 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    tenths: u8,
    power: i32,
}

impl Step {
    /// The smallest round step that leaves no more than about `count` of them in a span.
    fn of(span: f64, count: usize) -> Self {
        let least = span / count.max(1) as f64;
        let power = least.log10().floor() as i32;
        let steps = [10, 20, 25, 50].map(|tenths| Self { tenths, power });
        let fits = |step: &Self| step.size() >= least * (1.0 - 1e-9);
        steps.into_iter().find(fits).unwrap_or(Self { tenths: 10, power: power + 1 })
    }

    fn size(self) -> f64 {
        f64::from(self.tenths) / 10.0 * 10_f64.powi(self.power)
    }

    fn tick(self, index: i64) -> Tick {
        let value = index as f64 * self.size();
        let power = if self.tenths == 25 { self.power - 1 } else { self.power };
        Tick { value, label: tick_label(value, power) }
    }
}

/// A round number to the decimals that its step has.
fn tick_label(value: f64, power: i32) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e7).contains(&value.abs()) {
        let words = format!("{value:.2e}");
        let (digits, exponent) = words.split_once('e').unwrap_or((&words, "0"));
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        return format!("{digits}e{exponent}").replace('-', "−");
    }
    number::with_decimals(value, usize::try_from(-power).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], count: usize, fit: Fit) -> Vec<String> {
        let ruler = Ruler::new(&Axis::default(), values.iter().copied(), (0.0, 100.0), count, fit);
        ruler.ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(labels(&[0.0, 1.0], 4, Fit::Round), ["0", "0.25", "0.50", "0.75", "1.00"]);
        assert_eq!(labels(&[0.0, 0.3], 3, Fit::Round), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels(&[13.0, 97.0], 5, Fit::Round), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(&[-3.0, 4.0], 4, Fit::Round), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(labels(&[0.0, 9_000.0], 3, Fit::Round), ["0", "5,000", "10,000"]);
    }

    #[test]
    fn bars_stand_on_zero() {
        assert_eq!(labels(&[90.0, 95.0], 2, Fit::RoundFromZero), ["0", "50", "100"]);
        assert_eq!(labels(&[-90.0, -95.0], 2, Fit::RoundFromZero), ["−100", "−50", "0"]);
    }

    #[test]
    fn snug_axes_end_at_their_values() {
        let ruler =
            Ruler::new(&Axis::default(), [3.0, 17.0].into_iter(), (0.0, 108.0), 4, Fit::Snug);
        let labels: Vec<&str> = ruler.ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["5", "10", "15"]);
        let near = |value: f64, place: f64| (ruler.place(value).unwrap() - place).abs() < 1e-9;
        assert!(near(3.0, 4.0) && near(17.0, 104.0));
    }

    #[test]
    fn no_values_equal_values_and_nonsense_have_an_axis() {
        for values in [&[][..], &[0.0], &[7.0, 7.0], &[-2.0], &[f64::NAN, 1.0], &[1e14, 1e14 + 1.0]]
        {
            for fit in [Fit::Round, Fit::RoundFromZero, Fit::Snug] {
                let ruler =
                    Ruler::new(&Axis::default(), values.iter().copied(), (0.0, 100.0), 5, fit);
                assert!((2..20).contains(&ruler.ticks.len()), "{values:?} {fit:?} {ruler:?}");
                for tick in &ruler.ticks {
                    let place = ruler.place(tick.value).unwrap();
                    assert!((-1e-6..100.0 + 1e-6).contains(&place), "{values:?} {fit:?} {ruler:?}");
                }
                for value in values.iter().filter(|value| !value.is_nan()) {
                    let place = ruler.place(*value).unwrap();
                    assert!((-1e-6..100.0 + 1e-6).contains(&place), "{values:?} {fit:?} {ruler:?}");
                }
            }
        }
        let ruler = Ruler::new(&Axis::default(), [1.0].into_iter(), (0.0, 1.0), 5, Fit::Snug);
        assert_eq!(ruler.place(f64::NAN), None);
        assert_eq!(ruler.place(f64::INFINITY), None);
    }

    #[test]
    fn ratios_are_equally_far_apart() {
        let axis = Axis::new("playouts", "").logarithmic();
        let values = [1.0, 10.0, 100.0, 1000.0, 0.0, -5.0];
        let ruler = Ruler::new(&axis, values.into_iter(), (0.0, 300.0), 5, Fit::Snug);
        let labels: Vec<&str> = ruler.ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["1", "10", "100", "1,000"]);
        let places = [1.0, 10.0, 100.0].map(|value| ruler.place(value).unwrap());
        assert!((places[1] - places[0] - (places[2] - places[1])).abs() < 1e-9);
        assert_eq!(ruler.place(0.0), None);
        assert_eq!(axis.title(), "playouts (log scale)");
    }

    #[test]
    fn crowded_numbers_are_thinned_out() {
        let values = [0.0, 1_000_000.0];
        let mut ruler =
            Ruler::new(&Axis::default(), values.into_iter(), (0.0, 150.0), 10, Fit::Round);
        ruler.thin_out(12.0, 150.0);
        assert!(ruler.have_room(12.0, 150.0));
        assert_eq!(ruler.ticks[0].label, "0");
    }
}
