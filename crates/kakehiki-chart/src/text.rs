//! Text that a chart or a page shows: escaped, and broken into lines that fit.
//!
//! A drawing cannot ask how wide a word is, because it does not know the reader's fonts. The widths
//! here are those of a wide common font, so that text that fits by them fits nearly everywhere.

/// Escapes what would be markup in HTML and SVG, in text and in attributes. Control characters that
/// XML forbids are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes text for HTML; what stands between two backticks becomes code.
pub(crate) fn prose(text: &str) -> String {
    parts(text)
        .map(|(part, is_code)| {
            let part = escape(part);
            if is_code { format!("<code>{part}</code>") } else { part }
        })
        .collect()
}

/// Escapes text for a line or a table cell of Markdown; code between backticks stays code.
pub(crate) fn markdown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // At the start of a line these would begin a list.
    let guard = if line.starts_with(['-', '+']) { "\\" } else { "" };
    let parts = parts(&line).map(|(part, is_code)| {
        if is_code { format!("`{}`", part.replace('|', "\\|")) } else { escape_markdown(part) }
    });
    guard.chars().map(String::from).chain(parts).collect()
}

fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The parts of a text and whether each is code: what has a backtick on both sides. A backtick
/// without a partner is a letter like any other.
fn parts(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let ticks = text.matches('`').count();
    let paired = ticks - ticks % 2;
    text.splitn(paired + 1, '`')
        .enumerate()
        .map(|(index, part)| (part, index % 2 == 1))
        .filter(|(part, _)| !part.is_empty())
}

/// How wide a line is at a size, both in pixels.
pub(crate) fn width(line: &str, size: f64) -> f64 {
    line.chars().map(em).sum::<f64>() * size
}

/// How wide a letter is, as a share of the size.
fn em(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' => 0.29,
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '\u{a0}' => 0.34,
        'f' | 't' | 'r' | '-' | '(' | ')' | '[' | ']' | '/' | 'I' => 0.42,
        'm' | 'W' | '%' | '@' | '…' => 0.98,
        'w' | 'M' | '+' | '−' | '=' | '<' | '>' | '×' => 0.86,
        'a'..='z' | '–' => 0.62,
        '0'..='9' => 0.64,
        'A'..='Z' => 0.71,
        // From here on mostly letters that fill a square.
        '\u{1100}'.. => 1.0,
        _ => 0.66,
    }
}

/// Lines that a text was broken into.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lines {
    pub(crate) lines: Vec<String>,
    /// Whether something was left out, so that the whole must be said elsewhere.
    pub(crate) shortened: bool,
}

/// Breaks text into at most `most` lines of at most `room` pixels: between words where that is
/// possible, inside a word that is wider than a line, with an ellipsis where lines run out.
pub(crate) fn wrap(text: &str, room: f64, size: f64, most: usize) -> Lines {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&joined, size) <= room {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            if !line.is_empty() && width(&line, size) + em(letter) * size > room {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    let shortened = lines.len() > most;
    if shortened {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && width(last, size) + em('…') * size > room {
                last.pop();
            }
            last.truncate(last.trim_end().len());
            last.push('…');
        }
    }
    Lines { lines, shortened }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
        assert_eq!(escape("a\u{0}b\u{1b}\u{ffff}c"), "abc");
        assert_eq!(prose("<b> is `<b>`"), "&lt;b&gt; is <code>&lt;b&gt;</code>");
        assert_eq!(prose("one ` alone"), "one ` alone");
        assert_eq!(prose("`a` and ` alone"), "<code>a</code> and ` alone");
    }

    #[test]
    fn markdown_is_kept_from_marking() {
        assert_eq!(
            markdown("a|b\n*c* _d_ [e](f) <g>"),
            "a\\|b \\*c\\* \\_d\\_ \\[e\\](f) &lt;g&gt;"
        );
        assert_eq!(markdown("- no list"), "\\- no list");
        assert_eq!(markdown("`a|b*` and `"), "`a\\|b*` and \\`");
    }

    #[test]
    fn lines_break_between_words() {
        let wrapped = wrap("who has offers accepted wins more", 100.0, 12.0, 9);
        assert!(wrapped.lines.len() > 1 && !wrapped.shortened);
        assert_eq!(wrapped.lines.join(" "), "who has offers accepted wins more");
        assert!(wrapped.lines.iter().all(|line| width(line, 12.0) <= 100.0));
    }

    #[test]
    fn words_wider_than_a_line_are_cut() {
        let wrapped = wrap("uct(playouts=1000,worlds=1)", 60.0, 12.0, 9);
        assert_eq!(wrapped.lines.concat(), "uct(playouts=1000,worlds=1)");
        assert!(wrapped.lines.iter().all(|line| width(line, 12.0) <= 60.0));
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let wrapped = wrap("a long label that has no room at all", 60.0, 12.0, 2);
        assert!(wrapped.shortened);
        assert_eq!(wrapped.lines.len(), 2);
        assert!(wrapped.lines[1].ends_with('…'));
        assert!(wrapped.lines.iter().all(|line| width(line, 12.0) <= 60.0));
    }

    #[test]
    fn no_room_is_no_reason_to_panic() {
        assert_eq!(wrap("", 10.0, 12.0, 2).lines, Vec::<String>::new());
        assert_eq!(wrap("ab", 0.0, 12.0, 1).lines, ["…"]);
    }
}
