//! The published experiments as runnable studies, with published figures beside measured ones.
//!
//! # Examples
//!
//! ```
//! use kakehiki_core::Settings;
//! use kakehiki_studies::{Order, find};
//!
//! let study = find("mishio2015/examples")?;
//! let order = Order { scale: 0.1, ..Order::new(study) };
//! let report = study.run(&order)?;
//! assert_eq!(report.rows.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hagiwara2019;
mod ito2014;
mod kept;
mod level;
mod lies;
mod line;
mod list;
mod mishio2015;
mod miyasako2020;
mod nakazawa2018;
mod order;
mod paper;
mod part;
mod published;
mod reading;
mod report;
mod reproduction;
mod standard;
mod study;
mod study_plan;
mod verdict;

use std::{io::Write, path::Path};

pub use kakehiki_chart::{Comparability, FindingVerdict, Verdict};
use kakehiki_core::{possible, write_whole};
pub use level::{Level, Size, Sizes};
pub use nakazawa2018::{Answer, Opponent, ParticipantError, Questionnaire, Strategy};
pub use order::Order;
pub use paper::{PAPERS, Paper};
pub use part::{Part, Task, Tasks};
pub use reproduction::{Reproduction, kept_folder, write_reproduction};
pub use study::{Report, Row, Study, StudyError};
pub use study_plan::{StudyPlan, StudyPlanError};
pub use verdict::Finding;

/// All studies there are. Studies are constants: what is static is compiled whether or not it is used,
/// and the tests within this crate took twice as long to build.
pub const STUDIES: [&Study; 52] = [
    &ito2014::SEATS,
    &ito2014::PLAYOUTS,
    &ito2014::MATCHED,
    &ito2014::ESTIMATORS,
    &ito2014::AGREEMENT,
    &ito2014::AGREEMENT_BY_LEAD,
    &ito2014::CRITERIA,
    &ito2014::CRITERIA_OPTIMISTIC,
    &ito2014::CRITERIA_PESSIMISTIC,
    &ito2014::MIXED_OPTIMISTIC,
    &ito2014::MIXED_PESSIMISTIC,
    &ito2014::RATIO,
    &ito2014::READINGS,
    &ito2014::FEINTS,
    &ito2014::BEHIND,
    &mishio2015::UPP,
    &mishio2015::EXAMPLES,
    &mishio2015::READINGS,
    &mishio2015::ALLOCATION,
    &mishio2015::STRATEGIES,
    &mishio2015::WEIGHTS,
    &mishio2015::BLOCKERS,
    &mishio2015::POSITIONS,
    &hagiwara2019::SAMPLE_11,
    &hagiwara2019::SAMPLE_15,
    &hagiwara2019::FINALISTS_11,
    &hagiwara2019::FINALISTS_15,
    &hagiwara2019::PRETRAINING,
    &hagiwara2019::TALK_ABLATION,
    &hagiwara2019::COMPARATORS,
    &hagiwara2019::COMPARATORS_15,
    &hagiwara2019::CONTEST,
    &hagiwara2019::PACK,
    &hagiwara2019::ROLES,
    &hagiwara2019::CONVERGENCE,
    &hagiwara2019::STRANGERS,
    &hagiwara2019::ECONOMY,
    &hagiwara2019::ABLATION,
    &miyasako2020::POSITIONS,
    &miyasako2020::POSITION_1,
    &miyasako2020::POSITION_6,
    &miyasako2020::REBUILD,
    &miyasako2020::DEFECT,
    &miyasako2020::STRENGTH,
    &miyasako2020::LANDING,
    &miyasako2020::ANSWERS_IN_CATAN,
    &miyasako2020::MAKE_POSITIONS,
    &nakazawa2018::NEGOTIATIONS,
    &nakazawa2018::GUESSES,
    &lies::CATAN,
    &lies::BELIEFS,
    &lies::WEREWOLF_LIES,
];

/// The studies that can also be run on the games of people.
pub const STUDIES_OF_PEOPLE: [&Study; 2] = [&nakazawa2018::NEGOTIATIONS, &nakazawa2018::GUESSES];

/// No study has this id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown study {id:?}; {}", possible(id, &STUDIES.map(|study| study.id)))]
pub struct UnknownStudy {
    /// The id that was asked for.
    pub id: String,
}

/// The study of this id.
///
/// # Errors
/// If there is none.
pub fn find(id: &str) -> Result<&'static Study, UnknownStudy> {
    let mut studies = STUDIES.iter().copied();
    studies.find(|study| study.id == id).ok_or_else(|| UnknownStudy { id: id.to_owned() })
}

/// Writes a report into a folder: `report.md`, `report.json`, and its figures as SVG.
///
/// # Errors
/// If a file cannot be written; each is there as a whole or not at all.
pub fn write_report(folder: &Path, study: &Study, report: &Report) -> Result<(), StudyError> {
    // Figures that are not numbers become null, so this cannot fail.
    let json = serde_json::to_string(report).unwrap_or_default() + "\n";
    write_file(&folder.join("report.json"), &json)?;
    write_file(&folder.join("plot.svg"), &report.plot().to_svg())?;
    for (place, figure) in report.figures.iter().enumerate() {
        write_file(&folder.join(report::figure_file(place)), &figure.to_svg())?;
    }
    write_file(&folder.join("report.md"), &report.to_markdown(study))
}

/// Writes a file, and creates its folder if there is none.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), StudyError> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))
        .and_then(|()| write_whole(path, |sink| sink.write_all(text.as_bytes())))
        .map_err(|source| StudyError::Write { path: path.to_owned(), source })
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
