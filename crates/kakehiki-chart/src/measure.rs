//! One figure: measured, with its interval, and published beside it.

use crate::{
    axis::{drawable, drawable_interval},
    number,
};

/// A figure as it was measured and as it was published, as far as either is known. What is not a
/// number is left out of drawings and is a dash in tables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// What was measured.
    pub measured: Option<f64>,
    /// The 95 % interval of what was measured.
    pub interval: Option<(f64, f64)>,
    /// How many games, positions or whatever else were measured.
    pub n: Option<u64>,
    /// What was published.
    pub published: Option<f64>,
}

impl Measure {
    /// A measured figure with its interval and its number of games.
    pub fn new(measured: f64, interval: Option<(f64, f64)>, n: u64) -> Self {
        Self { measured: Some(measured), interval, n: Some(n), published: None }
    }

    /// The same figure with the published one beside it.
    #[must_use]
    pub fn beside(mut self, published: f64) -> Self {
        self.published = Some(published);
        self
    }

    pub(crate) fn drawn(&self) -> Option<f64> {
        self.measured.and_then(drawable)
    }

    pub(crate) fn drawn_interval(&self) -> Option<(f64, f64)> {
        self.drawn().and_then(|_| drawable_interval(self.interval))
    }

    pub(crate) fn drawn_published(&self) -> Option<f64> {
        self.published.and_then(drawable)
    }

    /// Everything that an axis must have room for.
    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        let interval = self.drawn_interval().map(|(low, high)| [low, high]);
        let interval = interval.into_iter().flatten();
        interval.chain(self.drawn()).chain(self.drawn_published())
    }

    /// The measured figure in words, for a tooltip.
    pub(crate) fn words(&self) -> String {
        let mut words = format!("measured {}", number::optional(self.measured));
        if self.drawn_interval().is_some() {
            words += &format!(" ({})", number::interval(self.interval));
        }
        if let Some(n) = self.n {
            words += &format!(", n {}", number::count(n));
        }
        words
    }

    /// The published figure in words, for a tooltip.
    pub(crate) fn published_words(&self) -> String {
        format!("published {}", number::optional(self.published))
    }

    /// The columns that [`Measure::cells`] fills.
    pub(crate) const COLUMNS: [&'static str; 4] = ["Published", "Measured", "95 % interval", "n"];

    /// The figures as cells of a table, all to as many decimals.
    pub(crate) fn cells(&self) -> [String; 4] {
        let missing = f64::NAN;
        let (low, high) = self.interval.unwrap_or((missing, missing));
        let figures =
            [self.published.unwrap_or(missing), self.measured.unwrap_or(missing), low, high];
        let [published, measured, low, high] = number::figures(figures);
        let is_interval = figures[2].is_finite() && figures[3].is_finite();
        let interval =
            if is_interval { format!("{low} to {high}") } else { number::NONE.to_owned() };
        [published, measured, interval, number::optional_count(self.n)]
    }
}
