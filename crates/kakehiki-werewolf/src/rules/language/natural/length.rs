//! How long an utterance may be at the server for natural language, and how it is cut.

use super::names::Names;
use kakehiki_core::Seat;

/// What counts as length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Letters that are no blanks.
    #[default]
    Letters,
    /// All letters.
    Everything,
    /// Words between blanks.
    Words,
}

impl Counting {
    /// The length of a text.
    pub fn length(self, text: &str) -> usize {
        match self {
            Self::Letters => text.chars().filter(|letter| !letter.is_whitespace()).count(),
            Self::Everything => text.chars().count(),
            Self::Words => text.split_whitespace().count(),
        }
    }

    /// The beginning of a text that has at most this length.
    pub fn cut(self, text: &str, most: usize) -> String {
        match self {
            _ if self.length(text) <= most => text.to_owned(),
            Self::Everything => text.chars().take(most).collect(),
            Self::Words => text.split_whitespace().take(most).collect::<Vec<_>>().join(" "),
            Self::Letters => {
                let mut left = most;
                text.chars()
                    .take_while(|letter| {
                        let is_letter = !letter.is_whitespace();
                        let fits = left > 0;
                        left -= usize::from(is_letter && fits);
                        fits
                    })
                    .collect()
            }
        }
    }
}

/// The limits of one utterance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// What counts.
    pub counting: Counting,
    /// The length of every utterance; nothing for no limit.
    pub base: Option<usize>,
    /// The length behind `@` and the name of another player.
    pub mention: usize,
    /// What both may not exceed together.
    pub whole: Option<usize>,
}

impl Lengths {
    /// What is left of an utterance of a player. A mention costs nothing, and gets a blank on both sides.
    pub fn cut(&self, text: &str, speaker: Seat, names: &Names) -> String {
        let counting = self.counting;
        let Some(base) = self.base else {
            return counting.cut(text, self.whole.unwrap_or(usize::MAX));
        };
        let others = names.iter().filter(|(seat, _)| *seat != speaker);
        let mentions = others.filter_map(|(_, name)| {
            let mention = format!("@{name}");
            Some((text.find(&mention)?, mention))
        });
        let Some((place, mention)) = mentions.min() else {
            let whole = self.whole.map_or(base, |whole| whole.min(base));
            return counting.cut(text, whole);
        };
        let head = counting.cut(&text[..place], base);
        let mut tail = counting.cut(&text[place + mention.len()..], self.mention);
        if let Some(whole) = self.whole {
            let length = counting.length(&head);
            if length > whole {
                return counting.cut(&head, whole);
            }
            tail = counting.cut(&tail, whole - length);
        }
        format!("{head} {mention} {tail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(counting: Counting, base: usize, mention: usize, text: &str) -> String {
        let names = (1..=5).map(|number| format!("Agent[{number:02}]")).collect();
        let limits = Lengths { counting, base: Some(base), mention, whole: None };
        limits.cut(text, Seat::new(0), &Names::new(names).unwrap())
    }

    /// As the original server was seen to cut them.
    #[test]
    fn utterances_are_cut_as_the_original_cuts_them() {
        let letters = |text: &str| cut(Counting::Letters, 10, 5, text);
        assert_eq!(letters("あいうえおかきくけこさしすせそ"), "あいうえおかきくけこ");
        assert_eq!(letters("あい うえ お  かき くけ こさ しすせそ"), "あい うえ お  かき くけ こ");
        assert_eq!(letters("abc @Agent[02] def ghi jkl mno"), "abc  @Agent[02]  def gh");
        let words = "one two  three four five @Agent[02] six seven eight nine";
        assert_eq!(cut(Counting::Words, 3, 2, words), "one two three @Agent[02] six seven");
        // Nobody mentions itself.
        assert_eq!(letters("@Agent[01] あいうえお"), "@Agent[01]");
    }
}
