//! What a sentence says once its operators are opened.

use super::sentence::{Part, Sentence, Verb, Whom};
use crate::rules::role::{Role, Species};

/// How a simple statement is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// As something that holds.
    Stated,
    /// As something that somebody is asked to do.
    Requested,
}

/// A simple statement inside a sentence, with its subject filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simple {
    /// How it is put.
    pub manner: Manner,
    /// Who does, did, believes or declares it.
    pub subject: Whom,
    /// What it is about.
    pub verb: Verb,
    /// The player it is about; of agreements, meaningless.
    pub target: Whom,
    part: Part,
}

impl Simple {
    /// The role of a come-out or an estimate.
    pub fn role(&self) -> Role {
        self.part.role()
    }

    /// The result of a divination or identification.
    pub fn species(&self) -> Species {
        self.part.species()
    }
}

/// What is taken out of operators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As the reference agents do it.
    Reference,
    /// As logic does.
    Logical,
}

impl Sentence {
    /// Visits the statements that the speaker of a sentence makes, in order.
    ///
    /// Of a reason and its consequence only the consequence counts, as the reference agents read
    /// it; what is said of a day, and every clause of `AND`, `OR` and `XOR`, counts as said; what
    /// is denied or asked about says nothing.
    #[inline]
    pub fn visit(&self, speaker: Whom, visitor: &mut impl FnMut(&Simple)) {
        self.read(Reading::Reference, speaker, visitor);
    }

    /// Visits the statements that must hold if the sentence does, in order: reasons and their
    /// consequences, what is said of a day, and every clause of `AND`, but none of several
    /// alternatives.
    pub fn visit_asserted(&self, speaker: Whom, visitor: &mut impl FnMut(&Simple)) {
        self.read(Reading::Logical, speaker, visitor);
    }

    #[inline]
    fn read(&self, reading: Reading, speaker: Whom, visitor: &mut impl FnMut(&Simple)) {
        let parts = self.parts();
        if let [part] = parts {
            // Nearly all sentences of a game are simple.
            if !matches!(part.verb, Verb::Skip | Verb::Over) {
                visitor(&simple(*part, speaker, Manner::Stated));
            }
        } else {
            visit_from(parts, 0, reading, speaker, Some(Manner::Stated), visitor);
        }
    }
}

fn simple(part: Part, implied: Whom, manner: Manner) -> Simple {
    let subject = if part.subject == Whom::OMITTED { implied } else { part.subject };
    Simple { manner, subject, verb: part.verb, target: part.target, part }
}

/// Visits the part at a place and gives the place behind its clauses. Without a manner the parts
/// are passed over.
fn visit_from(
    parts: &[Part],
    place: usize,
    reading: Reading,
    implied: Whom,
    manner: Option<Manner>,
    visitor: &mut impl FnMut(&Simple),
) -> usize {
    let Some(part) = parts.get(place) else {
        return place;
    };
    let clauses = part.clauses();
    if clauses == 0 {
        if let Some(manner) = manner
            && part.is_content()
        {
            visitor(&simple(*part, implied, manner));
        }
        return place + 1;
    }
    let subject = if part.subject == Whom::OMITTED { implied } else { part.subject };
    let mut next = place + 1;
    for clause in 0..clauses {
        let (inner, manner) = match part.verb {
            // Who asks is what listeners remember of a request.
            Verb::Request => (subject, manner.map(|_| Manner::Requested)),
            Verb::Inquire | Verb::Not => (part.target, None),
            Verb::Because if clause == 0 && reading == Reading::Reference => (subject, None),
            Verb::Or | Verb::Xor if clauses > 1 && reading == Reading::Logical => (subject, None),
            _ => (subject, manner),
        };
        next = visit_from(parts, next, reading, inner, manner, visitor);
    }
    next
}

impl Part {
    const fn is_content(self) -> bool {
        !matches!(self.verb, Verb::Skip | Verb::Over)
    }
}
