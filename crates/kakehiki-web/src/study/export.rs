//! What a complete participant leaves: exactly what the studies read.

use std::{io, path::Path};

use kakehiki_core::{Log, LogWriter};
use kakehiki_studies::{Answer, Opponent, Questionnaire};

use super::{
    asked::answers,
    ledger::{Participant, folder_of},
};

/// The files of a participant.
pub(crate) const FILES: [&str; 4] =
    ["base.jsonl", "presenting.jsonl", "answers.jsonl", "questionnaire.json"];

/// What folders are called that are not yet whole.
const UNFINISHED: &str = ".unfinished-";

/// A log as its file has it.
fn log_bytes(log: &Log) -> io::Result<Vec<u8>> {
    let mut writer = LogWriter::new(Vec::new(), &log.header)?;
    for event in &log.events {
        writer.write(event);
    }
    writer.finish()
}

/// Writes the folder of a participant. It appears all at once, so that a study that is run
/// meanwhile never meets half of one.
pub(crate) fn write(
    out: &Path,
    participant: &Participant,
    logs: [&Log; 2],
    questionnaire: Questionnaire,
) -> io::Result<()> {
    let unfinished = out.join(format!("{UNFINISHED}{}", participant.folder()));
    remove_if_there(&unfinished)?;
    fs_err::create_dir(&unfinished)?;
    let mut said: Vec<Answer> = Vec::new();
    for (opponent, log) in Opponent::ALL.into_iter().zip(logs) {
        fs_err::write(unfinished.join(format!("{opponent}.jsonl")), log_bytes(log)?)?;
        said.extend(answers(&log.events, participant.seat(), opponent)?);
    }
    let mut lines = Vec::new();
    for answer in said {
        serde_json::to_writer(&mut lines, &answer)?;
        lines.push(b'\n');
    }
    fs_err::write(unfinished.join("answers.jsonl"), lines)?;
    let mut document = serde_json::to_vec_pretty(&questionnaire)?;
    document.push(b'\n');
    fs_err::write(unfinished.join("questionnaire.json"), document)?;
    let whole = folder_of(out, participant);
    remove_if_there(&whole)?;
    fs_err::rename(unfinished, whole)
}

fn remove_if_there(folder: &Path) -> io::Result<()> {
    match fs_err::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes what a kill left half written.
pub(crate) fn clear_unfinished(out: &Path) -> io::Result<()> {
    for entry in fs_err::read_dir(out)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            remove_if_there(&entry.path())?;
        }
    }
    Ok(())
}

/// Whether a participant's folder is there.
pub(crate) fn is_written(out: &Path, participant: &Participant) -> bool {
    folder_of(out, participant).is_dir()
}
