//! Long work: a progress bar for people, and an end that loses nothing.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::error::{is_quiet, note};

/// Work that takes long.
pub(crate) struct Work {
    /// Hidden unless standard error is a terminal and should not be quiet.
    bar: ProgressBar,
    is_shown: bool,
    interrupt: Arc<AtomicBool>,
}

impl Work {
    /// Begins. From now on Ctrl-C asks the work to stop; a second one ends the process at once,
    /// which costs no more than the games in play.
    ///
    /// # Errors
    /// If Ctrl-C cannot be taken over.
    pub(crate) fn begin() -> Result<Self> {
        let style = "{prefix}{elapsed_precise} [{wide_bar}] {human_pos}/{human_len}, {eta} left";
        let style = ProgressStyle::with_template(style).context("the progress bar is wrong")?;
        let bar = if is_quiet() { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let bar = bar.with_style(style.progress_chars("=> "));
        let interrupt = Arc::new(AtomicBool::new(false));
        let (flag, shown) = (Arc::clone(&interrupt), bar.clone());
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(1);
            }
            shown.suspend(|| note("stopping after the games in play; Ctrl-C again stops at once"));
        })
        .context("cannot take over Ctrl-C")?;
        Ok(Self { is_shown: !bar.is_hidden(), bar, interrupt })
    }

    /// Shows how much is done, and of how much.
    pub(crate) fn show(&self, done: u64, of: u64) {
        if !self.is_shown {
            return;
        }
        if self.bar.length() == Some(of) {
            self.bar.set_position(done);
        } else {
            // Games of an earlier run are there at once and say nothing about the time left.
            self.bar.set_length(of);
            self.bar.set_position(done);
            self.bar.reset_eta();
        }
    }

    /// Says what is being done, before the bar.
    pub(crate) fn say(&self, what: &str) {
        if self.is_shown {
            self.bar.set_prefix(what.to_owned());
        }
    }

    /// What is set once the work should stop.
    pub(crate) fn interrupt(&self) -> &AtomicBool {
        &self.interrupt
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
