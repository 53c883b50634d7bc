//! Words of people, who may send anything.

/// Takes out of a text what could confuse those who read it: control characters, those that turn the
/// direction of writing or hide, and all beyond the longest that is allowed.
pub fn plain_text(text: &str, longest: usize) -> String {
    let text: String = text.chars().filter(|letter| is_plain(*letter)).collect();
    text.trim().chars().take(longest).collect::<String>().trim_end().to_owned()
}

fn is_plain(letter: char) -> bool {
    let turns_or_hides = matches!(letter,
        '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    !letter.is_control() && !turns_or_hides
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn what_confuses_is_taken_out() {
        assert_eq!(plain_text(" Ada\u{202e}\n\u{1b}[31m ", 40), "Ada[31m");
        assert_eq!(plain_text("\u{feff}\u{200b}", 40), "");
        assert_eq!(plain_text("お化け屋敷", 3), "お化け");
        assert_eq!(plain_text("one two", 4), "one");
    }
}
