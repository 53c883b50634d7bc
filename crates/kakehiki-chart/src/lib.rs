//! Charts as SVG and tables, and reports as one page of HTML or Markdown.
//!
//! A [`Chart`] is plain data in one of four forms: upright bars in groups ([`Bars`]), lines over
//! numbers ([`Lines`]), points with fitted lines ([`Points`]), and a row for each figure
//! ([`DotRows`]). A figure is a [`Measure`]: what was measured, its interval, and what was published.
//! Measured is drawn solid and published hollow everywhere. A [`Page`] is a whole report with the
//! verdicts on its figures.
//!
//! # Examples
//!
//! ```
//! use kakehiki_chart::{Axis, Chart, LinePoint, LineSeries, Lines, Measure};
//!
//! let points = [(1.0, 0.26), (100.0, 0.55), (1000.0, 0.94)];
//! let points = points.map(|(x, rate)| LinePoint { x, measure: Measure::new(rate, None, 2000) });
//! let chart = Chart::from(Lines {
//!     title: "Win rate by playouts".to_owned(),
//!     x: Axis::new("playouts a move", "").logarithmic(),
//!     y: Axis::new("win rate", "").between(0.0, 1.0),
//!     series: vec![LineSeries { name: "measured".to_owned(), points: points.to_vec() }],
//!     ..Lines::default()
//! });
//! let svg = chart.to_svg();
//! assert!(svg.contains("playouts a move (log scale)"));
//! assert_eq!(svg.matches("<circle").count(), 4, "three points and one in the key");
//! ```

mod axis;
mod bars;
mod chart;
mod dot_rows;
mod key;
mod lines;
mod look;
mod measure;
mod number;
mod page;
mod plot;
mod points;
mod svg;
mod table;
mod text;

pub use axis::{Axis, Scale};
pub use bars::{BarSeries, Bars, PublishedAs};
pub use chart::Chart;
pub use dot_rows::{DotGroup, DotRow, DotRows};
pub use lines::{LinePoint, LineSeries, Lines};
pub use look::chart_css;
pub use measure::Measure;
pub use page::{
    Comparability, Finding, FindingVerdict, Page, PaperSection, ResultRow, Run, StudySection,
    Verdict,
};
pub use plot::Reference;
pub use points::{Point, PointSeries, Points, Source, StraightLine};

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
