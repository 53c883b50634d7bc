//! Writes the language, in both of its versions.

use std::fmt;

use super::{
    parser::Language,
    sentence::{Part, Sentence, Shape, Verb, Whom},
};

impl fmt::Display for Whom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_number() {
            Some(number) => write!(formatter, "Agent[{number:02}]"),
            None => formatter.write_str("ANY"),
        }
    }
}

/// The canonical text of version 3.6.
impl fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_from(self.parts(), 0, formatter).map(drop)
    }
}

/// As its text: the parts mean nothing to people.
impl fmt::Debug for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.to_string())
    }
}

impl Sentence {
    /// The sentence as it is written in a version of the language. What version 2.01 cannot say is
    /// written as in 3.6.
    pub fn written(&self, language: Language) -> String {
        match (language, self.parts()) {
            (Language::Early, [request, clause]) if request.verb == Verb::Request => {
                let mut clause = Self::of_part(*clause);
                if clause.parts()[0].subject == Whom::OMITTED && request.target != Whom::ANY {
                    clause.part_mut(0).subject = request.target;
                }
                format!("REQUEST({clause})")
            }
            _ => self.to_string(),
        }
    }
}

/// Writes the part at a place with its clauses and gives the place behind them.
fn write_from(
    parts: &[Part],
    place: usize,
    formatter: &mut fmt::Formatter<'_>,
) -> Result<usize, fmt::Error> {
    let Some(part) = parts.get(place) else {
        return Ok(place);
    };
    if part.subject != Whom::OMITTED {
        write!(formatter, "{} ", part.subject)?;
    }
    write!(formatter, "{}", part.verb)?;
    match part.verb.shape() {
        Shape::Target | Shape::TargetAndClause => write!(formatter, " {}", part.target)?,
        Shape::TargetAndRole => write!(formatter, " {} {}", part.target, part.role())?,
        Shape::TargetAndSpecies => write!(formatter, " {} {}", part.target, part.species())?,
        Shape::Quotation => {
            let quotation = part.quotation();
            let (channel, day, id) = (quotation.channel, quotation.day, quotation.id);
            write!(formatter, " {channel} day{day} ID:{id}")?;
        }
        Shape::DayAndClause => write!(formatter, " {}", part.detail)?,
        Shape::Nothing | Shape::Clauses(_) | Shape::ManyClauses => {}
    }
    let mut next = place + 1;
    for _ in 0..part.clauses() {
        formatter.write_str(" (")?;
        next = write_from(parts, next, formatter)?;
        formatter.write_str(")")?;
    }
    Ok(next)
}
