//! What was learned, as a file: values, frequencies, settings and where it all comes from.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use kakehiki_core::{CurvePoint, write_whole};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

use super::{
    Learner, Mode, Talking,
    choice::{Repertoire, Targets},
    situation::SituationParts,
    values::Values,
};
use crate::{
    agents::Brain,
    estimate::Frequencies,
    rules::{Delivery, Options, Werewolf},
};

const FORMAT: &str = "kakehiki-werewolf-model";
/// Rises when the tables change their meaning.
const VERSION: u32 = 3;

/// What each survivor of the village beyond the usual number counts in a lost game, unless a training
/// says otherwise.
pub const SURVIVOR: f32 = -20.0;

/// When and by what a decision is paid.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Display,
    EnumString,
    VariantNames,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// When the next one is made, by the best value that any choice has there then, as in the study.
    #[default]
    Decision,
    /// When the game is over, the last one first, by the best value of what was ever tried: what is
    /// learned of later decisions reaches the earlier ones in the same game.
    Game,
}

/// How a model was trained: what must be the same for training to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The settings of the village.
    pub options: Options,
    /// Who the others were, by name.
    pub opponents: String,
    /// The number of the experiment.
    pub seed: u64,
    /// Logical workers that learned side by side.
    pub workers: u32,
    /// Games that each worker played between two mergers.
    pub round: u32,
    /// The share of the way that a value moves.
    pub rate: f32,
    /// What a later reward counts.
    pub discount: f32,
    /// How far a decision was paid by what really came after it; not written where it was not.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub trace: f32,
    /// What a lost game was paid by each survivor of the village; -20 where nothing is said.
    #[serde(default = "usual_survivor", skip_serializing_if = "is_usual_survivor")]
    pub survivor: f32,
    /// When and by what a decision was paid.
    pub update: Update,
    /// How many earlier games were learned from again after each.
    pub replay: u32,
    /// What the learner had to say.
    pub repertoire: Repertoire,
    /// What distinguishes situations.
    pub parts: SituationParts,
    /// The version of the program.
    pub program: String,
    /// The training that went before, against others, if there was one.
    pub before: Option<Box<Self>>,
    /// Games of this training.
    pub games: u64,
}

const fn usual_survivor() -> f32 {
    SURVIVOR
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_usual_survivor(survivor: &f32) -> bool {
    (survivor - SURVIVOR).abs() < f32::EPSILON
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_nothing(trace: &f32) -> bool {
    *trace <= 0.0
}

/// Everything that was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    format: String,
    version: u32,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The learning curve of this training.
    pub curve: Vec<CurvePoint>,
    /// The village's survivors of the last lost games, oldest first.
    pub losses: Vec<u8>,
    /// How players of each role behave.
    pub frequencies: Frequencies,
    /// What choices are worth.
    pub values: Values,
}

/// Why a model could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The file is something else.
    #[error("{path} is no model of a learned werewolf: {problem}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// The model comes from another version of the format.
    #[error(
        "{path} has model version {found}; this program reads version {VERSION}: train it anew"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it names.
        found: u32,
    },
    /// No player of a fast table has this name.
    #[error("no player of a fast table is called {0:?}")]
    Player(String),
    /// The model was trained for something else.
    #[error("{path} was trained with {what} {found}, not {wanted}")]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// What the model has.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

/// What can be read of any model before its tables are.
#[derive(Deserialize)]
struct Heading {
    format: String,
    version: u32,
}

/// The name of a way of delivery.
fn delivery_name(delivery: Delivery) -> &'static str {
    match delivery {
        Delivery::Turn => "turn",
        Delivery::Immediate => "immediate",
    }
}

/// Checks that a model has what is wanted of it.
fn fits(path: &Path, what: &str, found: &str, wanted: &str) -> Result<(), ModelError> {
    if found == wanted {
        return Ok(());
    }
    Err(ModelError::Unfit {
        path: path.to_owned(),
        what: what.to_owned(),
        found: found.to_owned(),
        wanted: wanted.to_owned(),
    })
}

impl Model {
    /// A model that has learned nothing.
    pub fn new(provenance: Provenance) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            provenance,
            curve: Vec::new(),
            losses: Vec::new(),
            frequencies: Frequencies::default(),
            values: Values::default(),
        }
    }

    /// Reads a model.
    ///
    /// # Errors
    /// If the file cannot be read or is no model of this version.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        let text = fs_err::read_to_string(path)?;
        let foreign = |problem: String| ModelError::Foreign { path: path.to_owned(), problem };
        let heading: Heading =
            serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        if heading.format != FORMAT {
            return Err(foreign(format!("its format is {:?}", heading.format)));
        }
        if heading.version != VERSION {
            return Err(ModelError::Version { path: path.to_owned(), found: heading.version });
        }
        let model: Self =
            serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        if model.frequencies.is_whole() {
            Ok(model)
        } else {
            Err(foreign("the table of frequencies has another size".to_owned()))
        }
    }

    /// Writes the model; whoever reads the file meanwhile finds the old one or the new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        Ok(write_whole(path, |sink| Ok(serde_json::to_writer(sink, self)?))?)
    }

    /// Checks that another training can build on the model: its situations must be the same.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_parts(&self, parts: SituationParts, path: &Path) -> Result<(), ModelError> {
        let found = self.provenance.parts.to_string();
        fits(path, "situations of", &found, &parts.to_string())
    }

    /// Checks that the model was trained for a village.
    ///
    /// # Errors
    /// If it was trained for another one.
    pub fn check(&self, game: &Werewolf, path: &Path) -> Result<(), ModelError> {
        let options = game.options();
        let found = &self.provenance.options;
        fits(path, "village", &found.players.to_string(), &options.players.to_string())?;
        fits(path, "delivery", delivery_name(found.delivery), delivery_name(options.delivery))
    }

    /// The werewolf that this model has learned to be.
    pub fn player(&self, game: &Werewolf, mode: Mode, talking: Talking, targets: Targets) -> Brain {
        let learner = Learner::new(
            game.options().roles,
            Arc::new(self.values.clone()),
            Arc::new(self.frequencies.likelihoods()),
            self.provenance.parts,
            mode,
            talking,
            targets,
        );
        Brain::Learner(learner.saying(self.provenance.repertoire))
    }
}
