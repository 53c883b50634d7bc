//! The colours of charts and pages, by day and by lamp, and the rules that use them.

/// A colour: the name of its CSS variable, by day, by lamp.
type Colour = (&'static str, &'static str, &'static str);

/// Every colour of charts and pages. A page that shows charts may set the variables itself.
const COLOURS: [Colour; 25] = [
    ("ground", "#f4efe5", "#191713"),
    ("paper", "#fbf8f2", "#24201b"),
    ("sunk", "#efe8db", "#1c1915"),
    ("line", "#e0d6c5", "#3b352d"),
    ("line-strong", "#c3b69f", "#574f43"),
    ("control", "#8b7f6b", "#877c6b"),
    ("ink", "#24211c", "#f0e9dd"),
    ("ink-2", "#534c41", "#c8beae"),
    ("ink-3", "#6a6152", "#a79c8a"),
    ("indigo", "#283a5c", "#a3bae2"),
    ("indigo-tint", "#e2e7ef", "#2a3347"),
    ("shu", "#ab3823", "#f08d74"),
    ("shu-tint", "#f7e4dc", "#44271f"),
    ("pine", "#2b664b", "#8ccaa7"),
    ("pine-tint", "#dfece1", "#22382c"),
    ("amber", "#7c5200", "#e5b860"),
    ("amber-tint", "#f6e8c7", "#3c3017"),
    ("focus", "#1d2b47", "#dbe6f8"),
    ("series-1", "#3f5a88", "#8faad6"),
    ("series-2", "#9c8149", "#c9ad74"),
    ("series-3", "#6f8f7c", "#6e9a82"),
    ("series-4", "#8a4a63", "#d693ad"),
    ("series-5", "#2f7f86", "#5fb3ba"),
    ("series-6", "#b8663a", "#e0946a"),
    ("none-bar", "#857a67", "#8f8472"),
];

/// How many kinds of things in one chart look different.
pub(crate) const LOOKS: usize = 6;

/// What has which colour in a chart: the part, the property, the colour.
const PAINT: [(&str, &str, &str); 14] = [
    (".tick", "fill", "ink-3"),
    (".label", "fill", "ink"),
    (".value", "fill", "ink-2"),
    (".grid", "stroke", "line"),
    (".axis", "stroke", "control"),
    (".whisker", "stroke", "ink"),
    (".reference", "stroke", "ink-3"),
    (".published", "stroke", "shu"),
    (".hollow", "fill", "paper"),
    (".sheet", "fill", "paper"),
    (".edge", "stroke", "paper"),
    (".measured", "color", "indigo"),
    (".title", "fill", "ink"),
    (".caption", "fill", "ink-2"),
];

/// What does not depend on colours. Figures and words of an axis are 12 pixels high, as the widths
/// that they are laid out by.
const SHAPE: &str = ".kakehiki-chart{font-family:system-ui,\"Noto Sans\",sans-serif;font-size:12px}\
.kakehiki-chart .label{font-size:13px}.kakehiki-chart .strong{font-weight:600}\
.kakehiki-chart .title{font-family:Palatino,\"Noto Serif\",Georgia,serif;font-size:18px;font-weight:600}\
.kakehiki-chart .grid,.kakehiki-chart .axis{stroke-width:1}\
.kakehiki-chart .whisker{stroke-width:1.6;stroke-linecap:round;fill:none}\
.kakehiki-chart .halo{stroke-width:4.2;stroke-linecap:round;fill:none}\
.kakehiki-chart .reference{stroke-width:1.2;stroke-dasharray:4 4}\
.kakehiki-chart .published{stroke-width:2}\
.kakehiki-chart .outline{stroke:currentColor;stroke-width:2}\
.kakehiki-chart .solid{fill:currentColor}.kakehiki-chart .mark{stroke-width:1.2}\
.kakehiki-chart .curve{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round}\
.kakehiki-chart .dashed{stroke-dasharray:6 4;stroke-width:1.8}\
.kakehiki-chart .band{fill:currentColor;fill-opacity:.22}\n";

/// The rules that colour charts, for a page that shows them without rules of their own
/// ([`Chart::to_svg_inside`](crate::Chart::to_svg_inside)). Colours are CSS variables (`--ink`,
/// `--series-1`, …) with those of the day as fallbacks.
pub fn chart_css() -> String {
    let mut css = SHAPE.to_owned();
    for (part, property, colour) in PAINT {
        css += &paint(part, property, colour);
    }
    for look in 1..=LOOKS {
        css += &paint(&format!(".s{look}"), "color", &format!("series-{look}"));
    }
    css
}

/// Says a colour twice: programs that know no variables keep the first.
fn paint(part: &str, property: &str, colour: &str) -> String {
    let day = day(colour);
    format!(".kakehiki-chart {part}{{{property}:{day};{property}:var(--{colour},{day})}}\n")
}

fn day(colour: &str) -> &'static str {
    COLOURS.iter().find(|(name, ..)| *name == colour).map_or("#000000", |(_, day, _)| day)
}

/// The rules of a chart that is a file of its own: dark where the reader's system is.
pub(crate) fn lone_css() -> String {
    format!(
        "{}@media (prefers-color-scheme:dark){{.kakehiki-chart{{{}}}}}\n",
        chart_css(),
        variables(|(_, _, lamp)| lamp)
    )
}

/// The variables of a page: by day, by lamp where the reader's system is dark, by day on paper.
pub(crate) fn page_variables() -> String {
    let (by_day, by_lamp) = (variables(|(_, day, _)| day), variables(|(_, _, lamp)| lamp));
    format!(
        ":root{{color-scheme:light dark;{by_day}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{by_lamp}}}}}\n"
    )
}

fn variables(value: impl Fn(&Colour) -> &'static str) -> String {
    let one = |colour: &Colour| ["--", colour.0, ":", value(colour), ";"].concat();
    COLOURS.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The brightness that contrast is defined by, from 0 to 1.
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let byte = u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
            let share = f64::from(byte) / 255.0;
            if share <= 0.039_28 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrasts(one: &str, other: &str) -> [f64; 2] {
        let colour = |name: &str| COLOURS.iter().find(|colour| colour.0 == name).unwrap();
        let (one, other) = (colour(one), colour(other));
        [(one.1, other.1), (one.2, other.2)].map(|(one, other)| {
            let (one, other) = (luminance(one), luminance(other));
            (one.max(other) + 0.05) / (one.min(other) + 0.05)
        })
    }

    #[test]
    fn text_can_be_read_by_day_and_by_lamp() {
        for ink in ["ink", "ink-2", "ink-3", "indigo"] {
            for sheet in ["ground", "paper", "sunk"] {
                let contrasts = contrasts(ink, sheet);
                assert!(contrasts.iter().all(|it| *it >= 4.5), "{ink} on {sheet}: {contrasts:?}");
            }
        }
        for chip in ["indigo", "shu", "pine", "amber"] {
            let contrasts = contrasts(chip, &format!("{chip}-tint"));
            assert!(contrasts.iter().all(|it| *it >= 4.5), "{chip}: {contrasts:?}");
        }
    }

    #[test]
    fn marks_stand_out_from_the_paper() {
        let series: Vec<String> = (1..=LOOKS).map(|look| format!("series-{look}")).collect();
        let others = ["control", "shu", "indigo", "none-bar"].map(str::to_owned);
        for mark in series.iter().chain(&others) {
            for sheet in ["paper", "ground"] {
                let contrasts = contrasts(mark, sheet);
                assert!(contrasts.iter().all(|it| *it >= 3.0), "{mark} on {sheet}: {contrasts:?}");
            }
        }
    }

    #[test]
    fn every_rule_names_a_colour_there_is() {
        for (.., colour) in PAINT {
            assert!(COLOURS.iter().any(|(name, ..)| *name == colour), "{colour}");
        }
        assert!(chart_css().contains("fill:#24211c;fill:var(--ink,#24211c)"));
    }
}
