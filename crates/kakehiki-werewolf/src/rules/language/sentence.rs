//! Sentences as small values: a tree of at most [`MAX_PARTS`] parts, written flat.

use std::hash::{Hash, Hasher};

use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use crate::rules::role::{Role, Species};

/// The most parts of a sentence.
///
/// The language sets no bound. Sixteen parts hold everything the reference agents say and a word on
/// everybody else in the largest village of the contests, and keep an utterance a plain value of
/// about eighty bytes; longer texts count as outside the language.
pub const MAX_PARTS: usize = 16;

/// The greatest day that an agreement can point to: more than a game has. A later one counts as
/// this one.
pub const MAX_QUOTED_DAY: u8 = 127;

/// A player as sentences name them: by number from one, anybody, or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Whom(u8);

impl Whom {
    /// Anybody, `ANY`.
    pub const ANY: Self = Self(0);
    /// Left out: the speaker, or whom the surrounding sentence implies.
    pub const OMITTED: Self = Self(u8::MAX);
    /// The greatest number a player can be called by; numbers need not belong to the village, and a
    /// greater one, which belongs to none, counts as this one.
    pub const MAX_NUMBER: u8 = 254;

    /// A player by number, counted from one.
    pub const fn number(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX_NUMBER { Some(Self(number)) } else { None }
    }

    /// The seat, if it is one of a village of `players`.
    #[inline]
    pub const fn seat(self, players: usize) -> Option<Seat> {
        if self.0 >= 1 && self.0 as usize <= players {
            Some(Seat::new(self.0 as usize - 1))
        } else {
            None
        }
    }

    /// The number, counted from one; `None` for anybody and nobody.
    pub const fn as_number(self) -> Option<u8> {
        match self.0 {
            0 | u8::MAX => None,
            number => Some(number),
        }
    }
}

impl From<Seat> for Whom {
    #[inline]
    fn from(seat: Seat) -> Self {
        Self(seat.index() as u8 + 1)
    }
}

/// The words that sentences are built around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, EnumString)]
#[strum(serialize_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Verb {
    /// Nothing now.
    #[strum(serialize = "Skip")]
    Skip,
    /// Nothing more today.
    #[strum(serialize = "Over")]
    Over,
    /// The subject believes that the target has a role.
    Estimate,
    /// The subject declares that the target has a role.
    ComingOut,
    /// The subject divined the target with this result.
    Divined,
    /// The subject learned as a medium what the target was.
    Identified,
    /// The subject will divine the target.
    Divination,
    /// The subject will guard the target.
    Guard,
    /// The subject will vote for the target.
    Vote,
    /// The subject will attack the target.
    Attack,
    /// The subject guarded the target.
    Guarded,
    /// The subject voted for the target.
    Voted,
    /// The subject attacked the target.
    Attacked,
    /// The subject agrees with an utterance.
    Agree,
    /// The subject disagrees with an utterance.
    Disagree,
    /// The subject asks the target to make the clause true.
    Request,
    /// The subject asks the target whether the clause holds.
    Inquire,
    /// The first clause is the reason for the second.
    Because,
    /// Exactly one of two clauses holds.
    Xor,
    /// All clauses hold.
    And,
    /// At least one clause holds.
    Or,
    /// The clause does not hold.
    Not,
    /// The clause is about a day.
    Day,
}

/// What stands behind a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Nothing,
    TargetAndRole,
    TargetAndSpecies,
    Target,
    Quotation,
    TargetAndClause,
    Clauses(u8),
    ManyClauses,
    DayAndClause,
}

impl Verb {
    pub(super) const fn shape(self) -> Shape {
        match self {
            Self::Skip | Self::Over => Shape::Nothing,
            Self::Estimate | Self::ComingOut => Shape::TargetAndRole,
            Self::Divined | Self::Identified => Shape::TargetAndSpecies,
            Self::Divination
            | Self::Guard
            | Self::Vote
            | Self::Attack
            | Self::Guarded
            | Self::Voted
            | Self::Attacked => Shape::Target,
            Self::Agree | Self::Disagree => Shape::Quotation,
            Self::Request | Self::Inquire => Shape::TargetAndClause,
            Self::Because | Self::Xor => Shape::Clauses(2),
            Self::And | Self::Or => Shape::ManyClauses,
            Self::Not => Shape::Clauses(1),
            Self::Day => Shape::DayAndClause,
        }
    }
}

/// Where an utterance was made.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Display, EnumString, JsonSchema,
)]
#[strum(serialize_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum Channel {
    /// Before everybody, by day.
    Talk,
    /// Among the werewolves, by night.
    Whisper,
}

/// An utterance that somebody agrees or disagrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quotation {
    /// Where it was made.
    pub channel: Channel,
    /// On which day, up to [`MAX_QUOTED_DAY`].
    pub day: u8,
    /// Its number within the day.
    pub id: u16,
}

/// A verb with its subject and its object; its clauses are the parts that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub(super) verb: Verb,
    pub(super) subject: Whom,
    /// The object; quotations have none and keep their channel and day here.
    pub(super) target: Whom,
    /// The role, species, day or number of clauses, as the verb needs it; of quotations one half of
    /// the number of the utterance.
    pub(super) detail: u8,
    /// The other half; 0 for all else.
    pub(super) low: u8,
}

impl Part {
    /// Fills the unused places of a sentence, so that equal sentences are equal bytes.
    const UNUSED: Self = Self::new(Verb::Skip, Whom::ANY, 0);

    pub(super) const fn new(verb: Verb, target: Whom, detail: u8) -> Self {
        Self { verb, subject: Whom::OMITTED, target, detail, low: 0 }
    }

    pub(super) fn quoting(verb: Verb, quotation: Quotation) -> Self {
        let channel = u8::from(quotation.channel == Channel::Whisper) << 7;
        let [high, low] = quotation.id.to_be_bytes();
        let day = quotation.day.min(MAX_QUOTED_DAY);
        Self { low, ..Self::new(verb, Whom(channel | day), high) }
    }

    /// The quotation of an agreement.
    pub(super) const fn quotation(self) -> Quotation {
        Quotation {
            channel: if self.target.0 >> 7 == 1 { Channel::Whisper } else { Channel::Talk },
            day: self.target.0 & MAX_QUOTED_DAY,
            id: u16::from_be_bytes([self.detail, self.low]),
        }
    }

    /// How many clauses follow.
    pub(super) const fn clauses(self) -> u8 {
        match self.verb.shape() {
            Shape::TargetAndClause | Shape::DayAndClause => 1,
            Shape::Clauses(count) => count,
            Shape::ManyClauses => self.detail,
            _ => 0,
        }
    }

    pub(super) fn role(self) -> Role {
        Role::from_index(usize::from(self.detail)).unwrap_or(Role::Any)
    }

    pub(super) fn species(self) -> Species {
        Species::from_index(usize::from(self.detail)).unwrap_or(Species::Any)
    }
}

/// An utterance of the AIWolf language: `Skip`, `Over`, or a sentence.
///
/// It is a plain value without a heap, because games hold and copy many. A subject that follows
/// from the surrounding sentence is left out, so that equal meanings are equal values.
#[derive(Clone, Copy, Eq)]
pub struct Sentence {
    length: u8,
    parts: [Part; MAX_PARTS],
}

/// Only parts that are used are looked at, mostly one of sixteen: ids of whole menus are looked up by this.
impl PartialEq for Sentence {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Hash for Sentence {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}

impl Sentence {
    /// Nothing now.
    pub const SKIP: Self = Self::of_part(Part::new(Verb::Skip, Whom::ANY, 0));
    /// Nothing more today.
    pub const OVER: Self = Self::of_part(Part::new(Verb::Over, Whom::ANY, 0));
    /// Something that the language has no words for: said of a player that no village has, it tells
    /// nobody anything.
    pub const UNREAD: Self = Self::of_part(Part::new(Verb::Guard, Whom(Whom::MAX_NUMBER), 0));

    #[inline]
    pub(super) const fn of_part(part: Part) -> Self {
        let mut parts = [Part::UNUSED; MAX_PARTS];
        parts[0] = part;
        Self { length: 1, parts }
    }

    /// An empty list of parts, to be filled by a parser.
    pub(super) const fn unfinished() -> Self {
        Self { length: 0, parts: [Part::UNUSED; MAX_PARTS] }
    }

    /// Adds a part and gives its place; `None` if there is no room.
    pub(super) fn push(&mut self, part: Part) -> Option<usize> {
        let place = usize::from(self.length);
        *self.parts.get_mut(place)? = part;
        self.length += 1;
        Some(place)
    }

    pub(super) fn part_mut(&mut self, place: usize) -> &mut Part {
        &mut self.parts[place]
    }

    /// Drops all parts from a place on.
    pub(super) fn truncate(&mut self, length: usize) {
        while usize::from(self.length) > length {
            self.length -= 1;
            self.parts[usize::from(self.length)] = Part::UNUSED;
        }
    }

    #[inline]
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts[..usize::from(self.length)]
    }

    /// The word the sentence is built around.
    #[inline]
    pub const fn verb(&self) -> Verb {
        self.parts[0].verb
    }

    /// Whether it is neither `Skip` nor `Over`.
    #[inline]
    pub const fn is_content(&self) -> bool {
        !matches!(self.verb(), Verb::Skip | Verb::Over)
    }

    /// A sentence with a player for its object: `VOTE`, `DIVINATION`, `GUARD`, `ATTACK` and their
    /// past forms.
    ///
    /// # Panics
    /// If the verb takes something else: verbs are chosen by code, never by input.
    #[inline]
    pub fn about(verb: Verb, target: impl Into<Whom>) -> Self {
        assert!(verb.shape() == Shape::Target, "{verb} takes more than a player");
        Self::of_part(Part::new(verb, target.into(), 0))
    }

    /// The same said of somebody else: `subject` does, did or believes it.
    #[must_use]
    pub fn by(mut self, subject: impl Into<Whom>) -> Self {
        if self.is_content() {
            self.parts[0].subject = subject.into();
            self.drop_implied_subjects();
        }
        self
    }

    /// `VOTE target`.
    #[inline]
    pub fn vote(target: impl Into<Whom>) -> Self {
        Self::of_part(Part::new(Verb::Vote, target.into(), 0))
    }

    /// `COMINGOUT target role`.
    #[inline]
    pub fn coming_out(target: impl Into<Whom>, role: Role) -> Self {
        Self::of_part(Part::new(Verb::ComingOut, target.into(), role as u8))
    }

    /// `ESTIMATE target role`.
    #[inline]
    pub fn estimate(target: impl Into<Whom>, role: Role) -> Self {
        Self::of_part(Part::new(Verb::Estimate, target.into(), role as u8))
    }

    /// `DIVINED target species`.
    #[inline]
    pub fn divined(target: impl Into<Whom>, species: Species) -> Self {
        Self::of_part(Part::new(Verb::Divined, target.into(), species as u8))
    }

    /// `IDENTIFIED target species`.
    #[inline]
    pub fn identified(target: impl Into<Whom>, species: Species) -> Self {
        Self::of_part(Part::new(Verb::Identified, target.into(), species as u8))
    }

    /// `AGREE …`, or `DISAGREE …` where `agrees` is not set.
    pub fn opinion_on(agrees: bool, quotation: Quotation) -> Self {
        let verb = if agrees { Verb::Agree } else { Verb::Disagree };
        Self::of_part(Part::quoting(verb, quotation))
    }

    /// `REQUEST target (clause)`; `None` if it would be too long.
    pub fn request(target: impl Into<Whom>, clause: &Self) -> Option<Self> {
        Self::joined(Part::new(Verb::Request, target.into(), 0), &[*clause])
    }

    /// `BECAUSE (reason) (consequence)`; `None` if it would be too long.
    pub fn because(reason: &Self, consequence: &Self) -> Option<Self> {
        Self::joined(Part::new(Verb::Because, Whom::ANY, 0), &[*reason, *consequence])
    }

    /// `XOR (one) (other)`; `None` if it would be too long.
    pub fn either(one: &Self, other: &Self) -> Option<Self> {
        Self::joined(Part::new(Verb::Xor, Whom::ANY, 0), &[*one, *other])
    }

    /// `AND (clause) …`; `None` without a clause or if it would be too long.
    pub fn all_of(clauses: &[Self]) -> Option<Self> {
        if clauses.is_empty() {
            return None;
        }
        Self::joined(Part::new(Verb::And, Whom::ANY, clauses.len() as u8), clauses)
    }

    /// `DAY day (clause)`; `None` if it would be too long.
    pub fn on_day(day: u8, clause: &Self) -> Option<Self> {
        Self::joined(Part::new(Verb::Day, Whom::ANY, day), &[*clause])
    }

    fn joined(head: Part, clauses: &[Self]) -> Option<Self> {
        let mut sentence = Self::of_part(head);
        for part in clauses.iter().flat_map(Self::parts) {
            sentence.push(*part)?;
        }
        sentence.drop_implied_subjects();
        Some(sentence)
    }

    /// Leaves out every subject that follows from the surrounding sentence.
    pub(super) fn drop_implied_subjects(&mut self) {
        fn drop_from(sentence: &mut Sentence, place: usize, implied: Option<Whom>) -> usize {
            let part = sentence.parts[place];
            if implied == Some(part.subject) {
                sentence.parts[place].subject = Whom::OMITTED;
            }
            let subject = if part.subject == Whom::OMITTED {
                implied.unwrap_or(Whom::OMITTED)
            } else {
                part.subject
            };
            let implied = part.implies(subject);
            (0..part.clauses()).fold(place + 1, |next, _| drop_from(sentence, next, Some(implied)))
        }
        drop_from(self, 0, None);
    }
}

impl Part {
    /// The subject that clauses of this part have when they name none; `subject` is its own.
    pub(super) const fn implies(self, subject: Whom) -> Whom {
        match self.verb {
            Verb::Request | Verb::Inquire => self.target,
            _ => subject,
        }
    }
}
