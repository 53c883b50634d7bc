//! The study of Nakazawa (2018) with people: two games, questions, a questionnaire, and what
//! `kakehiki study run nakazawa2018/… --participants` reads.
//!
//! A participant's link holds a token that follows from the secret of the server. Everything a
//! participant did stands in the ledger and in the logs of its games, so that the link goes on where
//! it stopped: on another device, and after a restart.

mod asked;
mod export;
mod handlers;
mod ledger;
mod researcher;
mod sheets;
mod stage;
mod taking;

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::http::{HeaderMap, StatusCode};
use kakehiki_core::{Log, Seat, Tongue};
use kakehiki_draw::{Locale, SeatKind, SeatLabel};
use kakehiki_studies::{Opponent, Questionnaire};

pub(crate) use self::handlers::router;
use self::{
    asked::{count, due},
    ledger::{Ledger, Participant},
    stage::{Ending, Progress, Stage, stage},
};
use crate::{
    AppState, Extras, MatchHandle, MatchId, NewMatch, NewSeat, NewSeatKind, Pace, Refusal, Token,
    pages::home::winners, state::bearer, token::random,
};

/// The options of the table at which all games of the paper are played.
pub(crate) fn table_options() -> BTreeMap<String, String> {
    [("rules", "nakazawa2018"), ("speaking", "on")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The study that a server runs.
pub(crate) struct Study {
    out: PathBuf,
    ledger: Mutex<Ledger>,
}

fn locale_of(language: Tongue) -> Locale {
    match language {
        Tongue::English => Locale::En,
        Tongue::Japanese => Locale::Ja,
    }
}

fn tongue_of(locale: Locale) -> Tongue {
    match locale {
        Locale::En => Tongue::English,
        Locale::Ja => Tongue::Japanese,
    }
}

/// How fast opponents act: a simulated participant has nothing to follow.
fn pace_for(participant: &Participant) -> Pace {
    if participant.is_simulated { Pace::Instant } else { Pace::Natural }
}

fn failed(error: &io::Error) -> Refusal {
    Refusal::closed(format!("the study cannot be written: {error}"))
}

/// What was asked for is not what is due.
fn not_due(text: &str) -> Refusal {
    Refusal::new(StatusCode::CONFLICT, "not-due", text)
}

impl Study {
    /// Opens the study of a folder, with all games that were going on.
    pub(crate) fn open(state: &AppState, out: &Path) -> io::Result<Self> {
        let ledger = Ledger::open(out, u64::from_le_bytes(random()?) >> 11)?;
        export::clear_unfinished(out)?;
        let study = Self { out: out.to_owned(), ledger: Mutex::new(ledger) };
        for participant in study.participants() {
            for game in 0..participant.games.len() {
                if let Err(refusal) = study.handle(state, &participant, game) {
                    eprintln!("warning: {}, game {}: {refusal}", participant.folder(), game + 1);
                }
            }
        }
        Ok(study)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        // A panic while it was held has left what was written, or one line more.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn participants(&self) -> Vec<Participant> {
        self.ledger().participants().to_vec()
    }

    /// The token of a participant.
    fn token(state: &AppState, number: u32) -> Token {
        state.purpose_token(&format!("study participant {number}"))
    }

    /// Whoever sends a request, by the token it holds.
    fn participant(&self, state: &AppState, headers: &HeaderMap) -> Result<Participant, Refusal> {
        let token = bearer(headers);
        let is_own = |participant: &Participant| {
            token.is_some_and(|token| token == Self::token(state, participant.number))
        };
        let found = self.participants().into_iter().find(is_own);
        found.ok_or_else(|| Refusal::no_authority("this is not the link of a participant"))
    }

    /// A new participant, who meets both opponents in a random order.
    fn begin(
        &self,
        state: &AppState,
        locale: Locale,
        simulated: bool,
    ) -> Result<(u32, Token), Refusal> {
        let [coin] = random::<1>().map_err(|error| failed(&error))?;
        let mut ledger = self.ledger();
        if ledger.is_simulated().is_some_and(|known| known != simulated) {
            return Err(Refusal::malformed(
                "a folder holds people or simulated participants, never both",
            ));
        }
        let number = ledger
            .begin(coin % 2 == 1, tongue_of(locale), simulated)
            .map_err(|error| failed(&error))?;
        Ok((number, Self::token(state, number)))
    }

    fn log_file(&self, id: &MatchId) -> PathBuf {
        // With a dot no other list of logs takes it for one of its own.
        self.out.join(format!("game.{id}.jsonl"))
    }

    /// What holds for a game of a participant: it stands in no list, the opponent has no name, and
    /// the two questions come before a turn.
    fn extras(&self, participant: &Participant, id: MatchId) -> Extras {
        let person = participant.seat();
        let locale = locale_of(participant.language);
        let label = |seat: Seat| {
            let (kind, words) = if seat == person {
                (SeatKind::Person, "study-you")
            } else {
                (SeatKind::Agent, "study-other")
            };
            SeatLabel { name: locale.word(words), kind, agent: None }
        };
        Extras {
            log_file: Some(self.log_file(&id)),
            id: Some(id),
            is_unlisted: true,
            labels: Some(Seat::all(2).map(label).collect()),
            hold: Some(Arc::new(move |position, seat| {
                seat == person && due(position, person).is_some()
            })),
            from: None,
        }
    }

    /// A game of a participant, counted from 0.
    fn handle(
        &self,
        state: &AppState,
        participant: &Participant,
        game: usize,
    ) -> Result<MatchHandle, Refusal> {
        let id = participant.games.get(game).ok_or_else(Refusal::no_match)?;
        let extras = self.extras(participant, id.clone());
        state.reopen(id, &self.log_file(id), pace_for(participant), extras)
    }

    /// Whether a match is a game of this study.
    pub(crate) fn holds(&self, id: &MatchId) -> bool {
        self.ledger().participants().iter().any(|participant| participant.games.contains(id))
    }

    /// The participant and the place of a game, by the name of its match.
    fn game(&self, id: &str) -> Option<(Participant, usize)> {
        self.participants().into_iter().find_map(|participant| {
            let game = participant.games.iter().position(|game| game.as_str() == id)?;
            Some((participant, game))
        })
    }

    /// Lets a participant sit down to the game that is due.
    async fn sit(&self, state: &AppState, participant: &Participant) -> Result<MatchId, Refusal> {
        let (at, _) = self.progress(state, participant).await?;
        let Stage::SitDown { game, .. } = at else {
            return participant.games.last().cloned().ok_or_else(|| not_due("no game is due"));
        };
        let opponent = participant.order[game];
        let person = participant.seat();
        let seats = Seat::all(2).map(|seat| {
            if seat == person {
                let name = Some(participant.folder());
                NewSeat { kind: NewSeatKind::Person, agent: None, name }
            } else {
                let agent = Some(opponent.agent().to_owned());
                NewSeat { kind: NewSeatKind::Agent, agent, name: None }
            }
        });
        let order = NewMatch {
            game: "catan".to_owned(),
            options: table_options(),
            seats: seats.collect(),
            seed: Some(self.ledger().seed(participant.number, game)),
            pace: pace_for(participant),
            // A participant's game is never one for practice: nothing hidden may be shown.
            practice: false,
            ..NewMatch::default()
        };
        let id = MatchId::fresh().map_err(|error| failed(&error))?;
        let created = state.create(&order, self.extras(participant, id))?;
        // Written only now: a log without its line is forgotten, a line without its log would be
        // a game that cannot be played.
        self.ledger()
            .sat(participant.number, opponent, created.id.clone())
            .map_err(|error| failed(&error))?;
        Ok(created.id)
    }

    /// What a participant does next, and for how many turns it has answered.
    async fn progress(
        &self,
        state: &AppState,
        participant: &Participant,
    ) -> Result<(Stage, usize), Refusal> {
        let person = participant.seat();
        let (mut games, mut answers) = (Vec::new(), 0);
        for game in 0..participant.games.len() {
            let handle = self.handle(state, participant, game)?;
            let (progress, answered) = handle
                .inspect(move |position| {
                    let answered = count(position.events(), person);
                    let progress = match position.outcome() {
                        None => Progress::Running(due(position, person)),
                        Some(outcome) => Progress::Over(match winners(&outcome).first() {
                            Some(winner) if *winner == person => Ending::Won,
                            Some(_) => Ending::Lost,
                            None => Ending::Undecided,
                        }),
                    };
                    (progress, answered)
                })
                .await?;
            games.push(progress);
            answers += answered;
        }
        Ok((stage(participant, &games), answers))
    }

    /// Takes the last answers, and writes what the participant leaves.
    async fn finish(
        &self,
        state: &AppState,
        participant: &Participant,
        questionnaire: Questionnaire,
    ) -> Result<(), Refusal> {
        let (at, _) = self.progress(state, participant).await?;
        if !matches!(at, Stage::Form { .. }) {
            return Err(not_due("the last questions come after both games, and once"));
        }
        self.ledger()
            .finished(participant.number, questionnaire)
            .map_err(|error| failed(&error))?;
        self.export(state, participant, questionnaire).await
    }

    /// Writes the files of a participant who has done everything.
    async fn export(
        &self,
        state: &AppState,
        participant: &Participant,
        questionnaire: Questionnaire,
    ) -> Result<(), Refusal> {
        let mut logs: Vec<Log> = Vec::new();
        for opponent in Opponent::ALL {
            let place = participant.order.iter().position(|known| *known == opponent);
            let handle = self.handle(state, participant, place.unwrap_or_default())?;
            logs.push(handle.log().await?);
        }
        let [base, presenting] = &logs[..] else { return Ok(()) };
        export::write(&self.out, participant, [base, presenting], questionnaire)
            .map_err(|error| failed(&error))
    }

    /// Writes the files of all who have done everything and whose files a kill prevented.
    pub(crate) async fn export_all(&self, state: &AppState) {
        for participant in self.participants() {
            let Some(questionnaire) = participant.questionnaire else { continue };
            if participant.is_stopped || export::is_written(&self.out, &participant) {
                continue;
            }
            if let Err(refusal) = self.export(state, &participant, questionnaire).await {
                eprintln!("warning: {}: {refusal}", participant.folder());
            }
        }
    }
}
