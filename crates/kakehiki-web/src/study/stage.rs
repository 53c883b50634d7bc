//! How far a participant is, from what it did alone.

use serde::Serialize;

use super::{asked::Due, ledger::Participant};

/// How a game came out for the participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Lost,
    /// Nobody won.
    Undecided,
}

/// What is known of a game that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It goes on; the questions that are due, if any.
    Running(Option<Due>),
    /// It is over.
    Over(Ending),
}

/// What a participant does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "stage")]
pub(crate) enum Stage {
    /// Sits down to a game, counted from 0; how the one before came out.
    SitDown {
        game: usize,
        #[serde(skip)]
        before: Option<Ending>,
    },
    /// Answers the two questions.
    Asked {
        game: usize,
        #[serde(flatten)]
        due: Due,
    },
    /// Plays.
    Play { game: usize },
    /// Answers the last questions; how the second game came out.
    Form {
        #[serde(skip)]
        before: Ending,
    },
    /// Is done.
    Done,
    /// Does not go on.
    Stopped,
}

/// What a participant does next, by the games that it has begun.
pub(crate) fn stage(participant: &Participant, games: &[Progress]) -> Stage {
    if participant.is_stopped {
        return Stage::Stopped;
    }
    match games {
        [] => Stage::SitDown { game: 0, before: None },
        [.., Progress::Running(due)] => {
            let game = games.len() - 1;
            due.map_or(Stage::Play { game }, |due| Stage::Asked { game, due })
        }
        [Progress::Over(won)] => Stage::SitDown { game: 1, before: Some(*won) },
        [.., Progress::Over(won)] => match participant.questionnaire {
            Some(_) => Stage::Done,
            None => Stage::Form { before: *won },
        },
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Tongue;
    use kakehiki_studies::Opponent;

    use super::*;

    #[test]
    fn a_session_goes_through_its_stages_in_order() {
        let mut participant = Participant {
            number: 1,
            order: Opponent::ALL,
            language: Tongue::English,
            is_simulated: false,
            games: Vec::new(),
            questionnaire: None,
            is_stopped: false,
        };
        let due = Due { turn: 3, own: 2 };
        let running = Progress::Running(None);
        let won = Progress::Over(Ending::Won);
        let drawn = Progress::Over(Ending::Undecided);
        let at = |games: &[Progress]| stage(&participant, games);
        assert_eq!(at(&[]), Stage::SitDown { game: 0, before: None });
        assert_eq!(at(&[running]), Stage::Play { game: 0 });
        assert_eq!(at(&[Progress::Running(Some(due))]), Stage::Asked { game: 0, due });
        assert_eq!(at(&[won]), Stage::SitDown { game: 1, before: Some(Ending::Won) });
        assert_eq!(at(&[won, running]), Stage::Play { game: 1 });
        assert_eq!(at(&[won, drawn]), Stage::Form { before: Ending::Undecided });
        participant.is_stopped = true;
        assert_eq!(stage(&participant, &[won, drawn]), Stage::Stopped);
    }
}
