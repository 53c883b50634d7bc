//! What pages share beside the matches: pictures of games, and the study.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use kakehiki_core::{Log, Occupant, Settings};
use kakehiki_draw::{Locale, Measured, miniature};
use kakehiki_games::{GAMES, Numbers, Observer, find};
use maud::{Markup, html};

use super::opponents::ready;
use crate::{AppState, Look, MatchId, Position, ServeError, study::Study};

/// How many games are remembered for what their positions were worth.
const COURSES: usize = 32;

/// What the positions of a game were worth, by its id and how many events it had.
type Course = (String, usize, Arc<Vec<Measured>>);

/// What pages share.
pub(crate) struct Desk {
    pub(crate) study: Option<Arc<Study>>,
    samples: OnceLock<Vec<(&'static str, Option<Look>)>>,
    courses: Mutex<VecDeque<Course>>,
}

impl Desk {
    /// Opens the study, if the server runs one.
    pub(crate) fn new(state: &AppState) -> Result<Self, ServeError> {
        let study = state.study().map(|options| Study::open(state, &options.out)).transpose()?;
        Ok(Self { study: study.map(Arc::new), samples: OnceLock::new(), courses: Mutex::default() })
    }

    /// Whether a match is a participant's: nobody looks at it but from its own seat.
    pub(crate) fn is_private(&self, id: &MatchId) -> bool {
        self.study.as_ref().is_some_and(|study| study.holds(id))
    }

    /// What the positions of a game were worth, if it was asked for before.
    pub(crate) fn course(&self, id: &str, events: usize) -> Option<Arc<Vec<Measured>>> {
        let courses = self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        let found = courses.iter().find(|(known, count, _)| known == id && *count == events);
        found.map(|(.., course)| Arc::clone(course))
    }

    /// Remembers what the positions of a game were worth.
    pub(crate) fn keep_course(&self, id: &str, events: usize, course: &Arc<Vec<Measured>>) {
        let mut courses = self.courses.lock().unwrap_or_else(PoisonError::into_inner);
        courses.truncate(COURSES - 1);
        courses.push_front((id.to_owned(), events, Arc::clone(course)));
    }

    /// A small picture of a game of which none is going on.
    pub(crate) fn sample(&self, game: &str, locale: Locale) -> Markup {
        let samples = self
            .samples
            .get_or_init(|| GAMES.iter().map(|game| (game.name(), sample(game.name()))).collect());
        let look =
            samples.iter().find(|(name, _)| *name == game).and_then(|(_, look)| look.as_ref());
        look.map_or_else(|| html! {}, |look| miniature(&look.scene(locale)))
    }
}

/// Who plays the sample of a game, and for how long.
fn sample_players(game: &str) -> (&'static str, u32) {
    match game {
        "geister" => ("charge", 9),
        "negogeister" => ("charge", 20),
        "catan" => ("weighted", 330),
        "monopoly" => ("moyer-repaired", 260),
        _ => ("sample-0.6", 330),
    }
}

/// A game of AIs some way into it, always the same.
fn sample(game: &str) -> Option<Look> {
    let (agent, steps) = sample_players(game);
    let ready = ready(game);
    let known = find(game).ok()?;
    let options = Settings::new(game, known.options(), ready.options.iter().copied()).ok()?;
    let table = known.open(&options);
    let seats = vec![Occupant::Agent(agent.to_owned()); table.seats()];
    let mut ongoing = table.begin(seats, Numbers { seed: 3, ..Numbers::default() }).ok()?;
    for _ in 0..steps {
        ongoing.advance();
    }
    let log =
        Log { header: ongoing.header().clone(), events: ongoing.events().to_vec(), is_torn: false };
    Some(Position::open(&log).ok()?.look(Observer::Analyst))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_sample_that_is_not_over() {
        for game in GAMES {
            let look = sample(game.name()).unwrap();
            assert!(look.outcome.is_none(), "{}", game.name());
        }
    }
}
