//! The agents of Werewolf by name.

use std::{path::Path, sync::Arc};

use kakehiki_bargain::{
    Alone, ComposedAgent, EffectSpeaker, MEMORY, Make, Maker, Makers, MemorySpan, Mover, Prepared,
    WORDS, Words, foreseeing, memory_span, prepared, word_listener,
};
use kakehiki_core::{AgentKind, Cast, Kind, Parameter, Part, Settings};
use strum::VariantNames;

use super::{
    assignments::Assignments,
    believer::Believer,
    brain::Brain,
    finalist::{Finalist, FinalistSettings, Grounds, Pack, Posing},
    learned::{Mode, Model, ModelError, Talking, Targets},
    random::Random,
    sample04::Sample04,
    sample06::Sample06,
    scripted::Scripted,
    vote_stakes::VoteStakes,
};
use crate::{estimate::Factors, rules::Werewolf};

/// The agents of Werewolf. Each plays every role.
pub static WEREWOLF_AGENTS: Makers<Werewolf> = Makers(&[
    Maker::mover(
        "random",
        &[],
        "says, votes and does anything it may",
        |game, _| scripted(game, Brain::Random(Random::default())),
        Alone::Itself,
    ),
    Maker::mover(
        "sample-0.4",
        &[],
        "the sample agent of the contests of 2017 and 2018, made for delivery=turn",
        |game, _| scripted(game, Brain::Sample04(Sample04::default())),
        Alone::Itself,
    ),
    Maker::mover(
        "sample-0.6",
        &[],
        "the sample agent of later contests, made for delivery=immediate",
        |game, _| scripted(game, Brain::Sample06(Sample06::default())),
        Alone::Itself,
    ),
    Maker::mover(
        "finalist",
        &[
            POSSESSED_BLACK,
            SUSPECTS_BY,
            FOLLOW,
            DECLARE,
            SEER_DAY,
            MEDIUM_DAY,
            FALSE_BLACK,
            NOISE,
            POSSESSED,
            FAKE,
            MATE,
            BUS,
            PACK,
        ],
        "weighs all assignments of roles, claims at once, lurks as a werewolf",
        |game, settings| scripted(game, finalist(settings)),
        Alone::Itself,
    ),
    Maker::mover(
        "learned",
        &[MODEL, EXPLORE, TALK, SPARE_FELLOWS],
        "a werewolf that learned by playing; sample-0.4 in all other roles",
        |game, settings| {
            if settings.text(MODEL.name).is_empty() {
                return Err("it needs a model, as in learned(model=FILE)".to_owned());
            }
            scripted(game, learned(game, settings).map_err(|error| error.to_string())?)
        },
        Alone::Itself,
    ),
    Maker::mover(
        "believer",
        &[WORLDS, TALKS],
        "votes and acts by what it believes, and says what its role has to report; alone it is deaf",
        |_, settings| {
            let worlds = settings.integer(WORLDS.name) as u32;
            let believer = Believer { worlds, talks: settings.is_on(TALKS.name) };
            prepared(move |_| Box::new(believer.clone()) as _)
        },
        Alone::Itself,
    ),
    PERSUADE,
    Maker::SPEAK,
    LISTEN,
    FORESEE,
]);

/// Who goes by words, or by all that everybody says and does.
const LISTEN: Maker<Werewolf> = Maker {
    kind: AgentKind { parameters: &[ACTS, WORDS, MEMORY], ..Maker::<Werewolf>::LISTEN.kind },
    make: Make::Listener(|game, settings| {
        let words = word_listener(game, settings)?;
        if settings.text(ACTS.name) == "off" {
            return prepared(move |seed| Box::new(words(seed)) as _);
        }
        if settings.choice::<Words>(WORDS.name) != Words::Deaf
            || memory_span(settings)? != MemorySpan::Perfect
        {
            return Err("acts=assignments weighs words too and forgets nothing: words=deaf, \
                        memory=perfect"
                .to_owned());
        }
        let game = *game;
        prepared(move |_| Box::new(Assignments::new(&game, Factors::default())) as _)
    }),
};

const ACTS: Parameter = Parameter::choice(
    "acts",
    &["off", "assignments"],
    "off",
    "what it tells from how others act: nothing, or what speaks for each assignment of werewolves and \
     possessed, as the finalist weighs them",
);

/// Who talks the village into voting wrongly.
const PERSUADE: Maker<Werewolf> = Maker::speaker(
    "persuade",
    &PERSUADED,
    "lies as a werewolf or possessed so that the village votes for one of its own",
    |_, settings| {
        let speaker = persuader(settings);
        prepared(move |_| Box::new(speaker.clone()) as _)
    },
);

/// Who knows that others are believers who persuade.
const FORESEE: Maker<Werewolf> = Maker::listener(
    "foresee",
    &PERSUADED,
    "listens as one who knows that liars `persuade`, and has rehearsed against them",
    |game, settings| {
        let worlds = settings.integer(WORLDS.name) as u32;
        let (game, speaker) = (*game, persuader(settings));
        let player = move |_| {
            let believer = Believer { worlds, talks: true };
            let agent = ComposedAgent::new(game, Box::new(believer));
            Box::new(agent.speaking(Box::new(speaker.clone()))) as _
        };
        foreseeing(game, MemorySpan::Perfect, Box::new(player))
    },
);

/// What can be set for one who speaks for the effect.
const PERSUADED: [Parameter; 2] = [
    Parameter::number(
        "trusted",
        (0.0, 1.0),
        "0.6",
        "how likely it thinks that others take what it says to be true",
    ),
    Parameter { default: "100", help: "the worlds that it looks at", ..WORLDS },
];

fn persuader(settings: &Settings) -> EffectSpeaker<VoteStakes> {
    let worlds = settings.integer(WORLDS.name) as u32;
    EffectSpeaker::new(VoteStakes { worlds }, settings.number("trusted"))
}

const WORLDS: Parameter =
    Parameter::integer("worlds", (1, 100_000), "200", "the worlds that a decision rests on");

const TALKS: Parameter = Parameter::switch(
    "talk",
    "on",
    "whether it says what its script says: true reports, and the lies of the possessed",
);

const POSSESSED_BLACK: Parameter = Parameter::number(
    "possessed-black",
    (0.01, 0.99),
    "0.6",
    "how often it expects the possessed to call a player a werewolf; 0.3 plays hardest",
);

const FOLLOW: Parameter =
    Parameter::number("follow", (0.0, 100.0), "0.5", "how much the declared votes of others count");

const SUSPECTS_BY: Parameter = Parameter::choice(
    "suspects-by",
    Grounds::VARIANTS,
    "assignments",
    "what it goes by: all assignments of roles, the results of seers, or how others voted",
);

const DECLARE: Parameter =
    Parameter::switch("declare", "on", "whether it says whom it will vote for");

const POSSESSED: Parameter = Parameter::choice(
    "possessed",
    Posing::VARIANTS,
    "early",
    "when a possessed claims to be the seer: at once, as soon as another has, or never",
);

const SEER_DAY: Parameter =
    Parameter::integer("seer-day", (1, 20), "1", "the day on which a seer claims at the latest");

const MEDIUM_DAY: Parameter = Parameter::integer(
    "medium-day",
    (1, 20),
    "1",
    "the day on which a medium claims at the latest",
);

const FALSE_BLACK: Parameter = Parameter::switch(
    "false-black",
    "off",
    "whether a seer who found a human reports its top suspect as a werewolf instead",
);

const NOISE: Parameter = Parameter::number(
    "noise",
    (0.0, 10.0),
    "0",
    "the standard deviation of an error in its suspicions, as log odds, anew every day",
);

const FAKE: Parameter = Parameter::number(
    "fake",
    (0.0, 1.0),
    "0",
    "how likely the first werewolf claims to be the seer",
);

const MATE: Parameter = Parameter::number(
    "mate",
    (0.0, 10.0),
    "0.3",
    "how a werewolf weighs the suspicion of a fellow",
);

const BUS: Parameter = Parameter::number(
    "bus",
    (0.0, 2.0),
    "0.5",
    "the share of the living whose declarations make a werewolf vote for a fellow",
);

const PACK: Parameter = Parameter::choice(
    "pack",
    Pack::VARIANTS,
    "apart",
    "how the votes of werewolves go together, by a plan that they whisper",
);

const MODEL: Parameter = Parameter {
    name: "model",
    kind: Kind::Text,
    default: "",
    help: "the file that a training wrote",
};

const EXPLORE: Parameter =
    Parameter::switch("explore", "off", "whether it tries things out as it did while learning");

const TALK: Parameter = Parameter::choice(
    "talk",
    Talking::VARIANTS,
    "learned",
    "whether it talks as it learned or at random",
);

const SPARE_FELLOWS: Parameter = Parameter::switch(
    "spare-fellows",
    "off",
    "whether it never aims at fellow werewolves, whatever it learned",
);

/// A player of the fast table behind a view. What it learned is read once and shared by all.
fn scripted(game: &Werewolf, brain: Brain) -> Prepared<Box<dyn Mover<Werewolf>>> {
    let game = *game;
    let shelf = Arc::default();
    prepared(move |seed| Box::new(Scripted::new(&game, brain.clone(), &shelf, seed)) as _)
}

/// Makes the player of a name that was checked against [`WEREWOLF_AGENTS`], for a fast table.
///
/// # Errors
/// If the name asks for a model that cannot be read or does not fit the village, or for a player
/// that no fast table knows.
pub fn brain(game: &Werewolf, cast: &Cast) -> Result<Brain, ModelError> {
    let Some(piece) = cast.part(Part::Moves) else {
        return Err(ModelError::Player("nobody".to_owned()));
    };
    Ok(match piece.kind.name {
        "random" => Brain::Random(Random::default()),
        "sample-0.4" => Brain::Sample04(Sample04::default()),
        "sample-0.6" => Brain::Sample06(Sample06::default()),
        "finalist" => finalist(&piece.settings),
        "learned" => learned(game, &piece.settings)?,
        other => return Err(ModelError::Player(other.to_owned())),
    })
}

fn finalist(settings: &Settings) -> Brain {
    let number = |name: &str| settings.number(name) as f32;
    Brain::Finalist(Finalist::new(FinalistSettings {
        factors: Factors { possessed_black: number("possessed-black"), ..Factors::default() },
        suspects_by: settings.choice(SUSPECTS_BY.name),
        follow: number("follow"),
        declares: settings.is_on(DECLARE.name),
        seer_day: settings.integer("seer-day") as u8,
        medium_day: settings.integer("medium-day") as u8,
        false_black: settings.is_on("false-black"),
        noise: number("noise"),
        possessed: settings.choice(POSSESSED.name),
        fake: number("fake"),
        mate: number("mate"),
        bus: number("bus"),
        pack: settings.choice(PACK.name),
    }))
}

fn learned(game: &Werewolf, settings: &Settings) -> Result<Brain, ModelError> {
    let path = Path::new(settings.text("model"));
    let model = Model::load(path)?;
    model.check(game, path)?;
    let mode = if settings.is_on("explore") { Mode::Exploring } else { Mode::Playing };
    let spares = settings.is_on("spare-fellows");
    let targets = if spares { Targets::AllButFellows } else { Targets::Everybody };
    Ok(model.player(game, mode, settings.choice("talk"), targets))
}
