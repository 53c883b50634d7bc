//! Training as `kakehiki train` orders it.

use std::{io, ops::ControlFlow};

use kakehiki_core::{Parameter, Settings, Trainer, TrainingError, TrainingOrder, TrainingOutcome};

use strum::VariantNames;

use super::training::Training;
use crate::{
    agents::{Brain, Model, ModelError, Repertoire, SituationParts, Update, brain},
    rules::Werewolf,
};

/// Rounds between two states of the file: a second or so of play, which a kill may cost.
const CHECKPOINT: u64 = 10;

/// How Werewolf trains.
pub(crate) const WEREWOLF_TRAINER: Trainer = Trainer {
    help: "a werewolf learns by Q-learning whom to speak, vote and attack against; it is played \
           by learned(model=FILE)",
    parameters: &PARAMETERS,
    run: train,
};

const fn part(name: &'static str, help: &'static str) -> Parameter {
    Parameter::switch(name, "on", help)
}

/// When and by what a decision is paid.
pub const UPDATE: Parameter = Parameter::choice(
    "update",
    Update::VARIANTS,
    "decision",
    "when a decision is paid: when the next one is made, by the best value of all choices there \
           (the paper), or when the game is over, the last one first, by the best of those tried",
);

/// What the learner has to say.
pub const REPERTOIRE: Parameter = Parameter::choice(
    "repertoire",
    Repertoire::VARIANTS,
    "roles",
    "what it has to say: suspicion, trust, votes and agreement, also guesses at every role, or also \
           claims of a role of its own",
);

const PARAMETERS: [Parameter; 12] = [
    Parameter::integer(
        "round",
        (1, 1_000_000),
        "250",
        "games of each worker before all share what they learned",
    ),
    Parameter::number(
        "rate",
        (0.0001, 1.0),
        "0.02",
        "the share of the way that a value moves towards what was seen, at first; it falls to a \
               tenth as games go on",
    ),
    Parameter::number("discount", (0.0, 1.0), "0.95", "what a later reward counts"),
    UPDATE,
    Parameter::number(
        "trace",
        (0.0, 1.0),
        "0",
        "how far a decision is paid by what really came after it: 0 by the best value of the next \
               situation (the paper), 1 by the course of the game alone",
    ),
    Parameter::number(
        "survivor",
        (-100.0, 100.0),
        "-20",
        "what each survivor of the village beyond the usual number counts in a lost game; the paper \
               prints 20, which would pay for clear defeats",
    ),
    Parameter::integer(
        "replay",
        (0, 100),
        "0",
        "how many earlier games of its round a worker learns from again after each game",
    ),
    REPERTOIRE,
    part("day", "whether the day distinguishes situations"),
    part("turn", "whether the turn of talk and the number of the ballot do"),
    part("seers", "whether the number of players who claim to be the seer does"),
    part("mediums", "whether the number of players who claim to be the medium does"),
];

impl From<ModelError> for TrainingError {
    fn from(error: ModelError) -> Self {
        Self::Model(Box::new(error))
    }
}

fn train(options: &Settings, order: &TrainingOrder<'_>) -> Result<TrainingOutcome, TrainingError> {
    let training = training(&Werewolf::new(options), order)?;
    let earlier = order.earlier.map(|path| {
        let model = Model::load(path)?;
        model.check(&training.game, path)?;
        model.check_parts(training.parts, path).map(|()| model)
    });
    let earlier = earlier.transpose()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(order.threads).build();
    let pool = pool.map_err(|error| TrainingError::Threads(io::Error::other(error)))?;
    let mut begun_at = None;
    let model = pool.install(|| {
        training.run_to_file(order.model, earlier, CHECKPOINT, |model| {
            let (games, played) =
                model.curve.last().map_or((0, 0), |last| (last.games, last.played));
            begun_at.get_or_insert(games - played);
            (order.progress)(games, order.games);
            if order.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    let resumed = begun_at.unwrap_or(model.provenance.games);
    let games = model.curve.last().map_or(0, |point| point.games);
    Ok(TrainingOutcome { resumed, games, curve: model.curve, report: Vec::new() })
}

/// The training that was ordered.
fn training(game: &Werewolf, order: &TrainingOrder<'_>) -> Result<Training, TrainingError> {
    let seats = game.options().players - 1;
    let brains: Vec<Brain> =
        order.opponents.iter().map(|cast| brain(game, cast)).collect::<Result<_, _>>()?;
    let opponents = match &brains[..] {
        [one] => vec![one.clone(); seats],
        each if each.len() == seats => brains,
        _ => return Err(TrainingError::Opponents { found: brains.len(), seats }),
    };
    let names = order.opponents.iter().map(|cast| cast.name().to_string());
    let settings = order.settings;
    Ok(Training {
        game: *game,
        opponents,
        opponents_name: names.collect::<Vec<_>>().join(","),
        games: order.games,
        seed: order.seed,
        workers: order.workers,
        round: settings.integer("round") as u32,
        rate: settings.number("rate") as f32,
        discount: settings.number("discount") as f32,
        update: settings.choice(UPDATE.name),
        trace: settings.number("trace") as f32,
        survivor: settings.number("survivor") as f32,
        replay: settings.integer("replay") as u32,
        repertoire: settings.choice(REPERTOIRE.name),
        parts: SituationParts {
            day: settings.is_on("day"),
            turn: settings.is_on("turn"),
            seers: settings.is_on("seers"),
            mediums: settings.is_on("mediums"),
        },
    })
}
