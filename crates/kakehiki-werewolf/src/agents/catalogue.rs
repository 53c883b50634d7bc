//! The agents of Werewolf by name.

use std::path::Path;

use kakehiki_core::{Agent, AgentKind, Cast, CastPiece, Kind, Parameter, Part, Seed};
use strum::{EnumString, VariantNames};

use super::{
    brain::Brain,
    finalist::{Finalist, FinalistSettings},
    random::Random,
    sample04::Sample04,
    sample06::Sample06,
    scripted::Scripted,
};
use crate::{
    estimate::Factors,
    learn::{Mode, Model, ModelError, Talking, Targets},
    rules::Werewolf,
};

/// The agents of Werewolf. Each plays every role.
pub static WEREWOLF_AGENTS: [AgentKind; 5] = [
    AgentKind {
        name: "random",
        part: Part::Moves,
        parameters: &[],
        help: "says, votes and does anything it may",
    },
    AgentKind {
        name: "sample-0.4",
        part: Part::Moves,
        parameters: &[],
        help: "the sample agent of the contests of 2017 and 2018, made for delivery=turn",
    },
    AgentKind {
        name: "sample-0.6",
        part: Part::Moves,
        parameters: &[],
        help: "the sample agent of later contests, made for delivery=immediate",
    },
    AgentKind {
        name: "finalist",
        part: Part::Moves,
        parameters: &[
            POSSESSED_BLACK,
            FOLLOW,
            SEER_DAY,
            MEDIUM_DAY,
            FALSE_BLACK,
            NOISE,
            FAKE,
            MATE,
            BUS,
        ],
        help: "weighs all assignments of roles, claims at once, lurks as a werewolf",
    },
    AgentKind {
        name: "learned",
        part: Part::Moves,
        parameters: &[MODEL, EXPLORE, TALK, SPARE_FELLOWS],
        help: "a werewolf that learned by playing; sample-0.4 in all other roles",
    },
];

const POSSESSED_BLACK: Parameter = Parameter {
    name: "possessed-black",
    kind: Kind::Number(0.01, 0.99),
    default: "0.6",
    help: "how often it expects the possessed to call a player a werewolf; 0.3 plays hardest",
};

const FOLLOW: Parameter = Parameter {
    name: "follow",
    kind: Kind::Number(0.0, 100.0),
    default: "0.5",
    help: "how much the declared votes of others count",
};

const SEER_DAY: Parameter = Parameter {
    name: "seer-day",
    kind: Kind::Integer(1, 20),
    default: "1",
    help: "the day on which a seer claims at the latest",
};

const MEDIUM_DAY: Parameter = Parameter {
    name: "medium-day",
    kind: Kind::Integer(1, 20),
    default: "1",
    help: "the day on which a medium claims at the latest",
};

const FALSE_BLACK: Parameter = Parameter {
    name: "false-black",
    kind: Kind::Switch,
    default: "off",
    help: "whether a seer who found a human reports its top suspect as a werewolf instead",
};

const NOISE: Parameter = Parameter {
    name: "noise",
    kind: Kind::Number(0.0, 10.0),
    default: "0",
    help: "the standard deviation of an error in its suspicions, as log odds, anew every day",
};

const FAKE: Parameter = Parameter {
    name: "fake",
    kind: Kind::Number(0.0, 1.0),
    default: "0",
    help: "how likely the first werewolf claims to be the seer",
};

const MATE: Parameter = Parameter {
    name: "mate",
    kind: Kind::Number(0.0, 10.0),
    default: "0.3",
    help: "how a werewolf weighs the suspicion of a fellow",
};

const BUS: Parameter = Parameter {
    name: "bus",
    kind: Kind::Number(0.0, 2.0),
    default: "0.5",
    help: "the share of the living whose declarations make a werewolf vote for a fellow",
};

const MODEL: Parameter = Parameter {
    name: "model",
    kind: Kind::Text,
    default: "",
    help: "the file that a training wrote",
};

const EXPLORE: Parameter = Parameter {
    name: "explore",
    kind: Kind::Switch,
    default: "off",
    help: "whether it tries things out as it did while learning",
};

const TALK: Parameter = Parameter {
    name: "talk",
    kind: Kind::Choice(Talk::VARIANTS),
    default: "learned",
    help: "whether it talks as it learned or at random",
};

const SPARE_FELLOWS: Parameter = Parameter {
    name: "spare-fellows",
    kind: Kind::Switch,
    default: "off",
    help: "whether it never aims at fellow werewolves, whatever it learned",
};

/// The words of the parameter `talk`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum Talk {
    Learned,
    Random,
}

/// Makes the player of a name that was checked against [`WEREWOLF_AGENTS`], for a fast table.
///
/// # Errors
/// If the name asks for a model that cannot be read or does not fit the village.
pub fn brain(game: &Werewolf, cast: &Cast) -> Result<Brain, ModelError> {
    let Some(piece) = cast.part(Part::Moves) else {
        return Ok(Brain::Random(Random::default()));
    };
    Ok(match piece.kind.name {
        "sample-0.4" => Brain::Sample04(Sample04::default()),
        "sample-0.6" => Brain::Sample06(Sample06::default()),
        "finalist" => Brain::Finalist(Finalist::new(finalist_settings(piece))),
        "learned" => learned(game, piece)?,
        _ => Brain::Random(Random::default()),
    })
}

fn finalist_settings(piece: &CastPiece) -> FinalistSettings {
    let number = |name: &str| piece.settings.number(name) as f32;
    FinalistSettings {
        factors: Factors { possessed_black: number("possessed-black"), ..Factors::default() },
        follow: number("follow"),
        seer_day: piece.settings.integer("seer-day") as u8,
        medium_day: piece.settings.integer("medium-day") as u8,
        false_black: piece.settings.is_on("false-black"),
        noise: number("noise"),
        fake: number("fake"),
        mate: number("mate"),
        bus: number("bus"),
    }
}

fn learned(game: &Werewolf, piece: &CastPiece) -> Result<Brain, ModelError> {
    let settings = &piece.settings;
    let path = Path::new(settings.text("model"));
    let model = Model::load(path)?;
    model.check(game, path)?;
    let mode = if settings.is_on("explore") { Mode::Exploring } else { Mode::Playing };
    let talking = match settings.choice::<Talk>("talk") {
        Talk::Learned => Talking::Learned,
        Talk::Random => Talking::Random,
    };
    let spares = settings.is_on("spare-fellows");
    let targets = if spares { Targets::AllButFellows } else { Targets::Everybody };
    Ok(model.player(game, mode, talking, targets))
}

/// Checks that an agent can play in this village.
pub(crate) fn vet(game: &Werewolf, cast: &Cast) -> Result<(), String> {
    match cast.part(Part::Moves) {
        Some(piece) if piece.kind.name == "learned" && piece.settings.text("model").is_empty() => {
            Err("it needs a model, as in learned(model=FILE)".to_owned())
        }
        _ => brain(game, cast).map(drop).map_err(|error| error.to_string()),
    }
}

/// Makes an agent from a name that was vetted.
///
/// # Panics
/// If the file of a model has been changed since then.
pub(crate) fn seat(game: &Werewolf, cast: &Cast, seed: Seed) -> Box<dyn Agent<Werewolf>> {
    let brain = brain(game, cast).unwrap_or_else(|error| panic!("{error}"));
    Box::new(Scripted::new(game, brain, seed))
}
