//! What a drawing is made from: everything that one observer may know, and nothing else.

use std::collections::BTreeMap;

use kakehiki_core::{Explanation, Occupant, Seat};
use kakehiki_games::{Menu, Observer, Outcome, Seen, Waiting};
use serde_json::Value;

use crate::{Locale, worth::Measured};

/// What kind of player sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// A person.
    Person,
    /// An agent of this project.
    Agent,
    /// A program from outside.
    Program,
}

/// Who sits in a seat, as the others are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLabel {
    /// The name that is shown; it may be anything.
    pub name: String,
    /// What kind of player it is.
    pub kind: SeatKind,
    /// The full name of the agent, where one sits there.
    pub agent: Option<String>,
}

impl SeatLabel {
    /// The label of somebody by what a log says of them.
    pub fn of(occupant: &Occupant) -> Self {
        let (name, kind) = match occupant {
            Occupant::Agent(name) => (name, SeatKind::Agent),
            Occupant::Person(name) => (name, SeatKind::Person),
            Occupant::Program(name) => (name, SeatKind::Program),
        };
        let agent = (kind == SeatKind::Agent).then(|| name.clone());
        // An agent is called by its kind; how it is set stands behind it.
        let name = match kind {
            SeatKind::Agent => name.split('(').next().unwrap_or(name).to_owned(),
            SeatKind::Person | SeatKind::Program => name.clone(),
        };
        Self { name, kind, agent }
    }
}

/// What is laid beside a game for those who may see it: what agents think, and the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// What the agent in a seat thinks.
    pub explanations: Vec<(Seat, Explanation)>,
    /// All there is, as an analyst sees it; nothing for those who may not.
    pub truth: Option<Value>,
    /// Figures of the rules about what is hidden, such as the UPP feature of ghosts.
    pub features: Vec<Feature>,
    /// What the partners would answer to a draft that was asked about.
    pub predicted: Option<Predicted>,
    /// How likely each seat wins, and at which position.
    pub worth: Option<Measured>,
    /// Which statements were true, in the order in which they were made.
    pub told: Vec<Told>,
}

/// Whether a statement was true when it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who made it.
    pub seat: Seat,
    /// By which action.
    pub play: String,
    /// Whether it was true; nothing where no world tells.
    pub holds: Option<bool>,
}

/// What partners would answer to a draft that was asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicted {
    /// The draft in the notation of the game.
    pub draft: String,
    /// How likely each seat would accept, from 0 to 1.
    pub accepts: Vec<(Seat, f64)>,
}

/// A figure about something hidden, with its standard error.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// What it is about, such as `P1:C`.
    pub fact: String,
    /// The figure.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Overlay {
    /// What the agent in this seat thinks.
    pub fn of(&self, seat: Seat) -> Option<&Explanation> {
        self.explanations.iter().find(|(thinker, _)| *thinker == seat).map(|(_, it)| it)
    }
}

/// Everything from which a table is drawn for one observer.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game's name on the command line.
    pub game: &'a str,
    /// The rule options of the table.
    pub options: &'a BTreeMap<String, String>,
    /// Who sits where.
    pub seats: &'a [SeatLabel],
    /// Who looks.
    pub observer: Observer,
    /// What the observer may know, as JSON.
    pub view: &'a Value,
    /// What the game waits for.
    pub waiting: &'a Waiting,
    /// What the observer may choose from; only for a seat that is awaited.
    pub menu: Option<&'a Menu>,
    /// What the observer has perceived so far.
    pub seen: &'a [Seen],
    /// How the game came out, once it is over.
    pub outcome: Option<&'a Outcome>,
    /// What is laid beside the game, for those who may see it.
    pub overlay: Option<&'a Overlay>,
    /// Whether this is a practice game, in which hints may be asked for.
    pub is_practice: bool,
    /// The language.
    pub locale: Locale,
}

impl Scene<'_> {
    /// The seat of the observer, if it has one.
    pub fn own_seat(&self) -> Option<Seat> {
        match self.observer {
            Observer::Seat(seat) => Some(seat),
            Observer::Spectator | Observer::Analyst => None,
        }
    }

    /// The seat that is awaited, if one is.
    pub fn awaited(&self) -> Option<Seat> {
        match self.waiting {
            Waiting::Outside(seat) | Waiting::Agent(seat) => Some(*seat),
            Waiting::Chance | Waiting::Nothing => None,
        }
    }

    /// The actions that the observer may choose.
    pub(crate) fn actions(&self) -> &[String] {
        self.menu.map_or(&[], |menu| menu.actions.as_slice())
    }

    /// Whether the observer may choose exactly this.
    pub(crate) fn may(&self, action: &str) -> bool {
        self.actions().iter().any(|known| known == action)
    }

    /// Whether what was seen first is no longer there.
    pub(crate) fn is_cut(&self) -> bool {
        self.seen.first().is_some_and(|seen| seen.step > 1)
    }

    /// Whether the observer is to act.
    pub(crate) fn is_called(&self) -> bool {
        self.menu.is_some()
    }
}

/// A visible piece of a table, by the id of the element that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The id.
    pub id: &'static str,
    /// What stands in the element.
    pub html: String,
}
