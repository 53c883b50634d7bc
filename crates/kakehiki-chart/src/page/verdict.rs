//! What figures say: verdicts on rows and on findings.

use serde::{Deserialize, Serialize};

/// What a measured figure says about the published one.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The two agree.
    Agrees,
    /// They differ, but the effect has the published sign.
    SameDirection,
    /// They differ.
    Differs,
    /// The games, ours or the paper's, are too few to tell.
    TooFewGames,
    /// The settings are not the same, so the figures cannot tell.
    NotComparable,
}

/// Whether a conclusion of a paper holds.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingVerdict {
    /// It was found here too.
    Holds,
    /// The opposite was found, or no effect where there should be one.
    DoesNotHold,
    /// The games do not tell.
    #[default]
    Undecided,
}

/// How far the setting of a measured figure is that of the published one.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparability {
    /// The same experiment.
    #[default]
    Replication,
    /// With another judge, other opponents or other positions.
    Substituted,
    /// Something was set so that printed figures come out.
    Fitted,
}

impl Verdict {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Self; 5] =
        [Self::Agrees, Self::SameDirection, Self::Differs, Self::TooFewGames, Self::NotComparable];

    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::SameDirection => "same direction",
            Self::Differs => "differs",
            Self::TooFewGames => "too few games",
            Self::NotComparable => "not comparable",
        }
    }

    /// When a row gets it, in one sentence.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Agrees => {
                "the interval of the difference contains 0 or lies within the study's margin, and \
                 it is narrow enough to say so"
            }
            Self::SameDirection => {
                "the figures differ, but the effect against the row's baseline has the published \
                 sign and is not chance"
            }
            Self::Differs => {
                "the interval of the difference leaves out 0 and does not lie within the margin"
            }
            Self::TooFewGames => {
                "the interval of the difference is too wide; the row says whether our games or \
                 the paper's are too few"
            }
            Self::NotComparable => {
                "the setting is not the paper's: something was substituted, or fitted to the \
                 printed figures"
            }
        }
    }

    /// The class of its chip and of its part of a bar.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Agrees => "v-yes",
            Self::SameDirection => "v-same",
            Self::Differs => "v-no",
            Self::TooFewGames => "v-few",
            Self::NotComparable => "v-none",
        }
    }

    pub(crate) fn chip(self) -> String {
        chip(self.class(), self.words())
    }
}

impl FindingVerdict {
    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::Undecided => "undecided",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Holds => "v-yes",
            Self::DoesNotHold => "v-no",
            Self::Undecided => "v-few",
        }
    }

    pub(crate) fn chip(self) -> String {
        chip(self.class(), self.words())
    }

    /// The chip of the longer run that is kept with the project.
    pub(crate) fn standard_chip(self) -> String {
        chip(&format!("{} v-standard", self.class()), &format!("standard run: {}", self.words()))
    }
}

impl Comparability {
    /// How far the settings are the same, in one word.
    pub fn words(self) -> &'static str {
        match self {
            Self::Replication => "replication",
            Self::Substituted => "substituted",
            Self::Fitted => "fitted",
        }
    }
}

/// A verdict as a page shows it: a sign and a word, the colour only repeats them.
fn chip(class: &str, words: &str) -> String {
    format!("<span class=\"v {class}\">{words}</span>")
}

/// How many rows got which verdict.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Counts([u64; Verdict::ALL.len()]);

impl Counts {
    pub(crate) fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            counts.0[verdict as usize] += 1;
        }
        counts
    }

    pub(crate) fn sum(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |mut sum, counts| {
            for (own, more) in sum.0.iter_mut().zip(counts.0) {
                *own += more;
            }
            sum
        })
    }

    pub(crate) fn each(self) -> impl Iterator<Item = (Verdict, u64)> {
        Verdict::ALL.into_iter().zip(self.0)
    }

    pub(crate) fn total(self) -> u64 {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_counted_in_their_order() {
        let counts = Counts::of([Verdict::Differs, Verdict::Agrees, Verdict::Differs].into_iter());
        let each: Vec<u64> = counts.each().map(|(_, count)| count).collect();
        assert_eq!((each, counts.total()), (vec![1, 0, 2, 0, 0], 3));
        assert_eq!(Counts::sum([counts, counts].into_iter()).total(), 6);
    }

    #[test]
    fn documents_name_them_in_small_letters() {
        let name = |verdict: Verdict| serde_json::to_string(&verdict).unwrap();
        assert_eq!(
            Verdict::ALL.map(name),
            [
                "\"agrees\"",
                "\"same-direction\"",
                "\"differs\"",
                "\"too-few-games\"",
                "\"not-comparable\""
            ]
        );
        let name = serde_json::to_string(&FindingVerdict::DoesNotHold).unwrap();
        assert_eq!(name, "\"does-not-hold\"");
        let read: Comparability = serde_json::from_str("\"substituted\"").unwrap();
        assert_eq!(read, Comparability::Substituted);
    }
}
