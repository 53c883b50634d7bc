//! Prints a specimen of a report, or with `markdown` as an argument its text, to look at.

#[path = "../tests/chart/specimen.rs"]
mod specimen;

fn main() {
    let page = specimen::page();
    let as_markdown = std::env::args().nth(1).is_some_and(|form| form == "markdown");
    print!("{}", if as_markdown { page.to_markdown(None) } else { page.to_html() });
}
