//! Reads the language, in both of its versions.

use std::{borrow::Cow, str::FromStr};

use kakehiki_core::NotationError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{EnumString, VariantNames};

use super::sentence::{
    Channel, MAX_PARTS, MAX_QUOTED_DAY, Part, Quotation, Sentence, Shape, Verb, Whom,
};
use crate::rules::role::{Role, Species};

/// A version of the AIWolf language.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantNames, Serialize, Deserialize,
)]
pub enum Language {
    /// Of the contests of 2017 and 2018: simple sentences and `REQUEST(sentence)`.
    #[strum(serialize = "2.01")]
    #[serde(rename = "2.01")]
    Early,
    /// Of later contests: with `ANY`, reasons, days and logic.
    #[strum(serialize = "3.6")]
    #[serde(rename = "3.6")]
    Late,
}

impl Language {
    /// Reads an utterance as the server of this version would.
    ///
    /// # Errors
    /// If the text is outside the language; the server records `Skip` instead.
    pub fn parse(self, text: &str) -> Result<Sentence, NotationError> {
        let mut reader =
            Reader { rest: text.trim(), language: self, parts: Sentence::unfinished(), depth: 0 };
        let read = match self {
            Self::Early => reader.early(),
            Self::Late => reader.sentence(),
        };
        if read.is_none() || !reader.rest.is_empty() {
            return Err(NotationError {
                text: text.to_owned(),
                expected: "a sentence of the language, such as VOTE Agent[01], Skip or Over",
            });
        }
        reader.parts.drop_implied_subjects();
        Ok(reader.parts)
    }

    /// Whether a sentence can be said in this version.
    pub fn allows(self, sentence: &Sentence) -> bool {
        match self {
            Self::Late => true,
            Self::Early => match sentence.parts() {
                [only] => is_early(*only) && only.subject == Whom::OMITTED,
                [request, clause] => {
                    request.verb == Verb::Request
                        && request.subject == Whom::OMITTED
                        && clause.subject == Whom::OMITTED
                        && is_early(*clause)
                }
                _ => false,
            },
        }
    }
}

/// Whether version 2.01 has such a simple part.
fn is_early(part: Part) -> bool {
    match part.verb.shape() {
        Shape::Nothing | Shape::Quotation => true,
        Shape::Target => {
            part.target != Whom::ANY && !matches!(part.verb, Verb::Voted | Verb::Attacked)
        }
        Shape::TargetAndRole => part.target != Whom::ANY && part.role() != Role::Any,
        Shape::TargetAndSpecies => part.target != Whom::ANY && part.species() != Species::Any,
        _ => false,
    }
}

/// Reads a text from the left; every method gives `None` where the text is something else.
struct Reader<'a> {
    rest: &'a str,
    language: Language,
    parts: Sentence,
    /// How many clauses this is inside of. No sentence that has room is deeper than its parts, and
    /// what is ignored need not be deeper either.
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Skips blanks and tells whether there were any.
    fn blanks(&mut self) -> bool {
        let rest = self.rest.trim_start();
        let skipped = rest.len() < self.rest.len();
        self.rest = rest;
        skipped
    }

    fn take(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The longest beginning of letters.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(|letter: char| !letter.is_ascii_alphabetic());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// A number; one too large to be meant counts as the greatest there is.
    fn digits(&mut self) -> Option<u16> {
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u16::MAX))
    }

    /// The same for what has room for small numbers only.
    fn small(&mut self, greatest: u8) -> Option<u8> {
        self.digits().map(|number| u8::try_from(number).unwrap_or(greatest).min(greatest))
    }

    /// A player by number or `ANY`; takes nothing if there is none.
    fn agent(&mut self) -> Option<Whom> {
        let before = self.rest;
        let agent = if self.take("Agent[") {
            // Number 0 is anybody, for whom version 2.01 has no word.
            let whom = match self.small(Whom::MAX_NUMBER) {
                Some(0) => (self.language == Language::Late).then_some(Whom::ANY),
                number => number.and_then(Whom::number),
            };
            whom.filter(|_| self.take("]"))
        } else if self.language == Language::Late && self.take("ANY") {
            Some(Whom::ANY)
        } else {
            None
        };
        if agent.is_none() {
            self.rest = before;
        }
        agent
    }

    /// A sentence of version 2.01.
    fn early(&mut self) -> Option<usize> {
        // One blank divides words, and only one. The server strips the subject before it records the
        // utterance.
        if self.rest.contains("  ") || self.agent().is_some() && !self.blanks() {
            return None;
        }
        let start = self.rest;
        let word = self.word();
        if word.eq_ignore_ascii_case("REQUEST") {
            self.blanks();
            if !self.take("(") {
                return None;
            }
            let place = self.parts.push(Part::new(Verb::Request, Whom::ANY, 0))?;
            self.blanks();
            let asked = self.agent();
            self.blanks();
            let verb = self.early_verb()?;
            self.object(verb, Whom::OMITTED)?;
            self.parts.part_mut(place).target = asked.unwrap_or(Whom::ANY);
            self.blanks();
            return self.take(")").then_some(place);
        }
        self.rest = start;
        let verb = self.early_verb()?;
        self.object(verb, Whom::OMITTED)
    }

    /// A verb of a simple sentence of version 2.01, in whatever case.
    fn early_verb(&mut self) -> Option<Verb> {
        let word = self.word();
        if matches!(word, "Skip" | "Over") {
            return word.parse().ok();
        }
        let verb: Verb = word.to_ascii_uppercase().parse().ok()?;
        let simple = matches!(
            verb.shape(),
            Shape::Target | Shape::TargetAndRole | Shape::TargetAndSpecies | Shape::Quotation
        );
        (simple && !matches!(verb, Verb::Voted | Verb::Attacked)).then_some(verb)
    }

    /// A sentence of version 3.6, or `Skip` or `Over`; gives the place of its first part.
    fn sentence(&mut self) -> Option<usize> {
        let subject = self.agent().unwrap_or(Whom::OMITTED);
        self.blanks();
        let verb: Verb = self.word().parse().ok()?;
        if verb.shape() == Shape::Nothing && subject != Whom::OMITTED {
            return None;
        }
        self.object(verb, subject)
    }

    /// What stands behind a verb.
    fn object(&mut self, verb: Verb, subject: Whom) -> Option<usize> {
        let place = self.parts.push(Part { subject, ..Part::new(verb, Whom::ANY, 0) })?;
        match verb.shape() {
            Shape::Nothing => {}
            Shape::Target => self.parts.part_mut(place).target = self.spaced_agent()?,
            Shape::TargetAndRole => {
                self.parts.part_mut(place).target = self.spaced_agent()?;
                let role: Role = self.spaced_word()?;
                self.parts.part_mut(place).detail = role as u8;
                if self.language == Language::Early && role == Role::Any {
                    return None;
                }
            }
            Shape::TargetAndSpecies => {
                self.parts.part_mut(place).target = self.spaced_agent()?;
                let species: Species = self.spaced_word()?;
                self.parts.part_mut(place).detail = species as u8;
                if self.language == Language::Early && species == Species::Any {
                    return None;
                }
            }
            Shape::Quotation => {
                let quotation = self.quotation()?;
                *self.parts.part_mut(place) = Part { subject, ..Part::quoting(verb, quotation) };
            }
            Shape::TargetAndClause => self.addressed(place, verb)?,
            Shape::Clauses(count) => self.clauses(count)?,
            Shape::ManyClauses => {
                let mut count = 0;
                while self.clause(count == 0).is_some() {
                    count += 1;
                }
                if count == 0 {
                    return None;
                }
                self.parts.part_mut(place).detail = count;
            }
            Shape::DayAndClause => {
                let day = self.blanks().then(|| self.small(u8::MAX))??;
                self.parts.part_mut(place).detail = day;
                self.clauses(1)?;
            }
        }
        Some(place)
    }

    /// The one addressed and the clause of a request or inquiry.
    fn addressed(&mut self, place: usize, verb: Verb) -> Option<()> {
        let before = self.rest;
        if !self.blanks() {
            return None;
        }
        let target = self.agent();
        if target.is_none() {
            // Only a request may leave out whom it asks: then it asks the subject of its clause.
            if verb != Verb::Request {
                return None;
            }
            self.rest = before;
        }
        let clause = self.parts.parts().len();
        self.clauses(1)?;
        let subject = self.parts.part_mut(clause).subject;
        let implied = if subject == Whom::OMITTED { Whom::ANY } else { subject };
        self.parts.part_mut(place).target = target.unwrap_or(implied);
        Some(())
    }

    /// So many clauses; as the reference server does, ignores any that follow them.
    fn clauses(&mut self, count: u8) -> Option<()> {
        for index in 0..count {
            self.clause(index == 0)?;
        }
        // What is ignored takes no room.
        let kept = std::mem::replace(&mut self.parts, Sentence::unfinished());
        while self.clause(false).is_some() {
            self.parts = Sentence::unfinished();
        }
        self.parts = kept;
        Some(())
    }

    /// One clause in parentheses; takes nothing if there is none. The first one stands behind a
    /// blank.
    fn clause(&mut self, is_first: bool) -> Option<()> {
        let (before, length) = (self.rest, self.parts.parts().len());
        self.depth += 1;
        let read = self.depth < MAX_PARTS
            && (self.blanks() || !is_first)
            && self.take("(")
            && {
                self.blanks();
                self.sentence().is_some()
            }
            && {
                self.blanks();
                self.take(")")
            };
        self.depth -= 1;
        if !read {
            self.rest = before;
            self.parts.truncate(length);
            return None;
        }
        Some(())
    }

    fn spaced_agent(&mut self) -> Option<Whom> {
        self.blanks().then(|| self.agent())?
    }

    fn spaced_word<T: FromStr>(&mut self) -> Option<T> {
        self.blanks().then(|| self.word())?.parse().ok()
    }

    /// `TALK day4 ID:38`.
    fn quotation(&mut self) -> Option<Quotation> {
        let channel: Channel = self.spaced_word()?;
        // Servers of version 2.01 take the bare numbers too.
        let is_early = self.language == Language::Early;
        let day = self.blanks() && (self.take("day") || is_early);
        let day = day.then(|| self.small(MAX_QUOTED_DAY))??;
        let id = self.blanks() && (self.take("ID:") || is_early);
        let id = id.then(|| self.digits())??;
        Some(Quotation { channel, day, id })
    }
}

/// Reads version 3.6.
impl FromStr for Sentence {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Language::Late.parse(text)
    }
}

/// As its text.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Sentence {
    fn schema_name() -> Cow<'static, str> {
        "Sentence".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "a sentence of the language, in which Agent[01] is the player P0"
        })
    }
}

impl<'de> Deserialize<'de> for Sentence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
