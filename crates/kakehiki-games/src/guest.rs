//! Guests: players whose code stands outside this project, and who sit in matches of this process by
//! names of their own.

use std::{
    error::Error,
    io,
    sync::{Arc, PoisonError, RwLock},
};

use kakehiki_core::{AgentKind, AgentName, Cast, Missing, NameError, Part, Seat, Settings};
use serde_json::Value;

use crate::{Answer, AnyOngoing, Observer, Refused, external::Outsider};

/// What the names of all guests begin with, so that none is ever taken for an agent of ours.
pub const GUEST_PREFIX: &str = "py-";

/// A player that reads views as JSON and answers in the game's notation.
pub trait Guest: Send {
    /// Takes a seat for a new game.
    ///
    /// # Errors
    /// Whatever went wrong; the match ends with it.
    fn sit(&mut self, seat: Seat) -> Result<(), GuestError>;

    /// Chooses an action for its seat, which the game awaits.
    ///
    /// # Errors
    /// Whatever went wrong; the match ends with it.
    fn decide(&mut self, game: &dyn AnyOngoing, seat: Seat) -> Result<String, GuestError>;

    /// Whether it wants to hear what its seat perceives.
    fn hears(&self) -> bool;

    /// Hears what its seat perceived of the last step.
    ///
    /// # Errors
    /// Whatever went wrong; the match ends with it.
    fn hear(&mut self, game: &dyn AnyOngoing, seat: Seat, sight: Value) -> Result<(), GuestError>;
}

/// What went wrong in the code of a guest.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct GuestError(pub Box<dyn Error + Send + Sync>);

/// Makes a guest from the settings in its name whenever one sits down for a match.
pub type GuestMaker = Arc<dyn Fn(&Settings) -> Result<Box<dyn Guest>, GuestError> + Send + Sync>;

/// Who may be named: the game, the kind with its parameters, and what makes it.
type Invitation = (&'static str, &'static AgentKind, GuestMaker);

static INVITED: RwLock<Vec<Invitation>> = RwLock::new(Vec::new());

/// Lets a guest be named in matches of a game from now on; an earlier one of the same name goes.
///
/// # Errors
/// If the name does not begin with [`GUEST_PREFIX`].
pub fn invite(
    game: &'static str,
    kind: &'static AgentKind,
    make: GuestMaker,
) -> Result<(), NameError> {
    if !kind.name.starts_with(GUEST_PREFIX) {
        let problem = format!("the name of a guest begins with {GUEST_PREFIX}");
        return Err(NameError::Unfit { text: kind.name.to_owned(), problem });
    }
    // A panic while the list was held has left it whole.
    let mut invited = INVITED.write().unwrap_or_else(PoisonError::into_inner);
    invited.retain(|(other, known, _)| (*other, known.name) != (game, kind.name));
    invited.push((game, kind, make));
    Ok(())
}

/// The kinds of guests that may be named in a game.
pub fn guests(game: &str) -> Vec<&'static AgentKind> {
    let invited = INVITED.read().unwrap_or_else(PoisonError::into_inner);
    invited.iter().filter(|(of, ..)| *of == game).map(|(_, kind, _)| *kind).collect()
}

/// Checks the name of a guest; nothing where it is the name of anybody else.
pub fn guest(game: &str, name: &AgentName) -> Option<Result<Cast, NameError>> {
    let text = name.to_string();
    if !text.starts_with(GUEST_PREFIX) {
        return None;
    }
    Some(match name.cast(&guests(game)) {
        Err(NameError::Unknown { name, known }) => {
            let mut problem = format!(
                "names that begin with {GUEST_PREFIX} belong to agents written in Python, which play \
                 only in a Python program that has registered them"
            );
            if !known.is_empty() {
                problem += &format!("; registered here: {}", known.join(", "));
            }
            Err(NameError::Unfit { text: name, problem })
        }
        cast => cast,
    })
}

/// Whether a checked name is that of a guest.
pub(crate) fn is_guest(cast: &Cast) -> bool {
    cast.part(Part::Moves).is_some_and(|piece| piece.kind.name.starts_with(GUEST_PREFIX))
}

/// Makes the guest of a checked name.
///
/// # Errors
/// If there is no such guest any more, or it cannot be made.
pub fn make_guest(game: &str, cast: &Cast) -> Result<Box<dyn Guest>, GuestError> {
    let piece = cast.part(Part::Moves).filter(|_| is_guest(cast));
    let make = piece.and_then(|piece| {
        let invited = INVITED.read().unwrap_or_else(PoisonError::into_inner);
        let mut of = invited.iter().filter(|(of, ..)| *of == game);
        let (.., make) = of.find(|(_, kind, _)| kind.name == piece.kind.name)?;
        Some((Arc::clone(make), &piece.settings))
    });
    match make {
        Some((make, settings)) => make(settings),
        None => Err(GuestError(format!("there is no guest {}", cast.name()).into())),
    }
}

/// A guest in its seat of a match.
pub(crate) struct GuestSeat {
    seat: Seat,
    guest: Box<dyn Guest>,
    /// The step up to which it has heard.
    heard: u32,
}

impl GuestSeat {
    pub(crate) fn new(seat: Seat, guest: Box<dyn Guest>) -> Self {
        Self { seat, guest, heard: 0 }
    }
}

impl Outsider for GuestSeat {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    fn begin(&mut self, _game: &dyn AnyOngoing) -> io::Result<()> {
        self.heard = 0;
        self.guest.sit(self.seat).map_err(io::Error::other)
    }

    /// What it answers is checked like the answer of any agent: the rules answer for it, or it
    /// forfeits, where that is not legal.
    fn act(&mut self, game: &mut dyn AnyOngoing) -> io::Result<()> {
        let action = self.guest.decide(game, self.seat).map_err(io::Error::other)?;
        if let Err(Refused(problem)) = game.answer(self.seat, Answer::Action(&action)) {
            let missing = Missing::Reported(format!("{action} is illegal: {problem}"));
            // A missing answer of the seat that is asked is always taken.
            let _ = game.answer(self.seat, Answer::Missing(missing));
        }
        Ok(())
    }

    fn hear(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        if !self.guest.hears() {
            return Ok(());
        }
        for seen in game.sights(Observer::Seat(self.seat), self.heard) {
            self.heard = seen.step + 1;
            self.guest.hear(game, self.seat, seen.sight).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn end(&mut self, _game: &dyn AnyOngoing) {}

    /// Every match makes its guests anew.
    fn may_stay(&self) -> bool {
        false
    }

    fn rise(self: Box<Self>) {}
}
