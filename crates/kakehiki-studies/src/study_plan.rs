//! Plans of studies as files.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use kakehiki_core::{SettingError, Settings};
use serde::{Deserialize, Serialize};

use crate::{Order, Study, StudyError, Task, UnknownStudy, find, write_file};

/// An order of a study with the tasks that can be played now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPlan {
    /// The study's id.
    pub study: String,
    /// The version of the program, which may play otherwise than another one.
    pub version: String,
    /// The size.
    pub scale: f64,
    /// The number all luck follows from.
    pub seed: u64,
    /// What is set, defaults included.
    pub settings: BTreeMap<String, String>,
    /// What is to be done, of which every shard does a share.
    pub tasks: Vec<Task>,
    /// What has to be there before the rest can be laid out.
    pub awaits: Option<String>,
}

/// Why a plan is of no use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyPlanError {
    /// The file cannot be read.
    #[error("cannot read the plan {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not a plan of a study.
    #[error("{}: {problem}; write it again with: kakehiki study plan ID", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// There is no such study.
    #[error(transparent)]
    Study(#[from] UnknownStudy),
    /// Something cannot be set so.
    #[error(transparent)]
    Settings(#[from] SettingError),
}

impl StudyPlan {
    /// Lays out what an order of a study can play now.
    ///
    /// # Errors
    /// As [`Study::plan`].
    pub fn new(study: &Study, order: &Order<'_>) -> Result<Self, StudyError> {
        let (tasks, awaits) = study.plan(order)?;
        let settings = order.settings.iter();
        Ok(Self {
            study: study.id.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scale: order.scale,
            seed: order.seed,
            settings: settings.map(|(known, value)| (known.name.into(), value.into())).collect(),
            tasks,
            awaits,
        })
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If it cannot be read, is no plan of a study, or is of another version.
    pub fn read(path: &Path) -> Result<Self, StudyPlanError> {
        let text = fs::read_to_string(path)
            .map_err(|source| StudyPlanError::Read { path: path.to_owned(), source })?;
        let wrong = |problem| StudyPlanError::Content { path: path.to_owned(), problem };
        let plan: Self = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let here = env!("CARGO_PKG_VERSION");
        if plan.version != here {
            return Err(wrong(format!("the plan is of version {}, this is {here}", plan.version)));
        }
        Ok(plan)
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), StudyError> {
        // Text, finite numbers and maps with text for keys always have a spelling in JSON.
        write_file(path, &(serde_json::to_string_pretty(self).unwrap_or_default() + "\n"))
    }

    /// The study and the order that were planned.
    ///
    /// # Errors
    /// If the plan was changed by hand and makes no sense.
    pub fn order(&self) -> Result<(&'static Study, Order<'static>), StudyPlanError> {
        let study = find(&self.study)?;
        let pairs = self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let settings = Settings::new(study.id, study.parameters, pairs)?;
        Ok((study, Order { scale: self.scale, seed: self.seed, settings, ..Order::new(study) }))
    }
}
