//! Charts of every form with ordinary, odd and hostile data.

use kakehiki_chart::{
    Axis, BarSeries, Bars, Chart, DotGroup, DotRow, DotRows, LinePoint, LineSeries, Lines, Measure,
    Point, PointSeries, Points, PublishedAs, Reference, Scale, Source, StraightLine,
};
use roxmltree::Document;

/// A chart of every form over the same figures.
fn every_form(figures: &[Measure], names: &str, scale: Scale) -> Vec<Chart> {
    let axis = || Axis { label: names.to_owned(), unit: "%".to_owned(), scale, ..Axis::default() };
    let (title, caption) = (names.to_owned(), names.to_owned());
    let bars = |published| Bars {
        title: title.clone(),
        caption: caption.clone(),
        category: names.to_owned(),
        y: axis(),
        categories: figures.iter().map(|_| names.to_owned()).collect(),
        series: [names, "other"]
            .map(|name| BarSeries { name: name.to_owned(), values: figures.to_vec() })
            .to_vec(),
        published,
        reference: Some(Reference { value: 0.25, label: names.to_owned() }),
    };
    let line_series = |name: &str| LineSeries {
        name: name.to_owned(),
        points: figures
            .iter()
            .enumerate()
            .map(|(index, measure)| LinePoint { x: index as f64, measure: *measure })
            .collect(),
    };
    let lines = |names: &[&str]| Lines {
        title: title.clone(),
        caption: caption.clone(),
        x: axis(),
        y: axis(),
        series: names.iter().map(|name| line_series(name)).collect(),
        reference: None,
    };
    let points = |source| PointSeries {
        name: names.to_owned(),
        source,
        points: figures
            .iter()
            .map(|measure| Point {
                x: measure.published.unwrap_or(0.5),
                y: measure.measured.unwrap_or(f64::NAN),
                interval: measure.interval,
                label: names.to_owned(),
            })
            .collect(),
        line: Some(StraightLine { slope: 0.5, intercept: 0.1 }),
    };
    let row = |measure: &Measure| DotRow { label: names.to_owned(), measure: *measure };
    vec![
        bars(PublishedAs::Diamond).into(),
        bars(PublishedAs::Bar).into(),
        lines(&[names]).into(),
        lines(&[names, "other"]).into(),
        Points {
            title: title.clone(),
            caption: caption.clone(),
            x: axis(),
            y: axis(),
            series: vec![points(Source::Measured), points(Source::Published)],
        }
        .into(),
        DotRows {
            title,
            caption,
            groups: vec![DotGroup { axis: axis(), rows: figures.iter().map(row).collect() }],
        }
        .into(),
    ]
}

/// Every drawing and table of a chart, each of them read as XML.
fn read(chart: &Chart, look: impl Fn(&str, &Document)) {
    let drawings = [chart.to_svg(), chart.to_svg_inside(800.0), chart.to_svg_inside(320.0)];
    for text in drawings.iter().chain([&chart.to_html_table()]) {
        let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(!text.contains("NaN") && !text.contains("inf\""), "{text}");
        look(text, &document);
    }
}

fn measure(value: f64) -> Measure {
    Measure::new(value, Some((value - 0.1, value + 0.1)), 100).beside(value + 0.02)
}

#[test]
fn odd_figures_are_drawn_or_left_out() {
    let odd: [&[Measure]; 9] = [
        &[],
        &[Measure::default()],
        &[measure(0.4)],
        &[measure(0.4), measure(0.4), measure(0.4)],
        &[measure(-3.0), measure(2.0), measure(-1.0)],
        &[measure(f64::NAN), measure(0.3), measure(f64::INFINITY)],
        &[measure(0.0), measure(0.0)],
        &[measure(1e300), measure(1e14), measure(1e-14)],
        &[Measure { interval: Some((0.9, 0.1)), ..measure(0.5) }],
    ];
    for figures in odd {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for chart in every_form(figures, "figures", scale) {
                read(&chart, |_, _| {});
            }
        }
    }
}

#[test]
fn every_place_is_inside_the_drawing() {
    let figures: Vec<Measure> = (0..9).map(|index| measure(f64::from(index) * 0.3 - 1.0)).collect();
    for chart in every_form(&figures, "a name of some length", Scale::Linear) {
        read(&chart, |text, document| {
            let root = document.root_element();
            let Some(size) = root.attribute("viewBox") else { return };
            let size: Vec<f64> = size.split(' ').map(|it| it.parse().unwrap()).collect();
            for node in document.descendants() {
                for (names, most) in
                    [(["x", "x1", "x2", "cx"], size[2]), (["y", "y1", "y2", "cy"], size[3])]
                {
                    for name in names {
                        let Some(place) = node.attribute(name) else { continue };
                        let place: f64 = place.parse().unwrap();
                        assert!((0.0..=most).contains(&place), "{name}={place} of {most}: {text}");
                    }
                }
            }
        });
    }
}

#[test]
fn words_are_text_whatever_they_say() {
    let names = "</title><script>alert(1)</script> & \"quoted\" 'too' | `code` \u{1}";
    for chart in every_form(&[measure(0.4)], names, Scale::Linear) {
        read(&chart, |text, document| {
            assert!(!text.contains("<script") && !text.contains('\u{1}'), "{text}");
            assert!(document.descendants().any(|node| {
                node.text().is_some_and(|text| text.contains("<script>alert(1)</script>"))
            }));
        });
        for line in chart.to_markdown_table().lines() {
            let bars = line.replace("\\|", "").matches('|').count();
            let head = chart.to_markdown_table();
            let head = head.lines().next().unwrap().replace("\\|", "").matches('|').count();
            assert_eq!(bars, head, "{line}");
        }
    }
}

#[test]
fn long_labels_are_wrapped_or_shortened_with_the_whole_as_a_title() {
    let names = "an agent of the longest name that anybody ever gave to an agent at this table or at \
                 any other, uct(playouts=1000,worlds=1)+rule(criterion=profit-first,attitude=optimistic)";
    for chart in every_form(&[measure(0.4), measure(0.5)], names, Scale::Linear) {
        let svg = chart.to_svg_inside(320.0);
        let document = Document::parse(&svg).unwrap();
        let words = document.descendants().filter(|node| node.has_tag_name("text"));
        for text in words.filter_map(|node| node.text()) {
            assert!(text.chars().count() < 70, "{text}");
        }
        assert!(svg.contains('…') && svg.contains(&format!("<title>{names}</title>")), "{svg}");
    }
}

#[test]
fn charts_say_what_they_are() {
    for chart in every_form(&[measure(0.4)], "a name", Scale::Linear) {
        let svg = chart.to_svg();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let children: Vec<&str> = root
            .children()
            .filter(roxmltree::Node::is_element)
            .map(|node| node.tag_name().name())
            .collect();
        assert_eq!(children[..2], ["title", "desc"]);
        assert!(svg.contains("published"), "the key names what is published");
        assert_eq!(svg, chart.to_svg(), "the same data gives the same bytes");
    }
}

#[test]
fn published_figures_are_hollow_and_measured_ones_solid() {
    let has = |chart: &Chart, word: &str| {
        let svg = chart.to_svg_inside(400.0);
        let document = Document::parse(&svg).unwrap();
        let mut classes = document.descendants().filter_map(|node| node.attribute("class"));
        classes.any(|class| class.split(' ').any(|it| it == word))
    };
    for chart in every_form(&[measure(0.4)], "", Scale::Linear) {
        assert!(has(&chart, "hollow") && has(&chart, "solid"), "{chart:?}");
    }
    let only_measured = [Measure { published: None, ..measure(0.4) }];
    let rows = every_form(&only_measured, "", Scale::Linear).pop().unwrap();
    assert!(has(&rows, "solid") && !has(&rows, "hollow"));
}

#[test]
fn tables_hold_what_is_drawn() {
    let chart = Chart::from(DotRows::by_metric(
        "rows",
        "",
        [("win rate", 0.4), ("seconds", 12.0), ("win rate", 0.5)].map(|(metric, value)| {
            (metric.to_owned(), DotRow { label: format!("row {value}"), measure: measure(value) })
        }),
    ));
    assert_eq!(
        chart.to_markdown_table(),
        "| Row | Metric | Published | Measured | 95 % interval | n |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n\
         | row 0.4 | win rate | 0.420 | 0.400 | 0.300 to 0.500 | 100 |\n\
         | row 0.5 | win rate | 0.520 | 0.500 | 0.400 to 0.600 | 100 |\n\
         | row 12 | seconds | 12.02 | 12.00 | 11.90 to 12.10 | 100 |\n"
    );
    assert_eq!(chart.to_html_table().matches("<tr>").count(), 4);
}
