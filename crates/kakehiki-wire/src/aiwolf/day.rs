//! What a server has to remember of a day and of the one before it.

use kakehiki_core::Seat;
use kakehiki_werewolf::{MAX_PLAYERS, Options, Players, Role, State};

use super::packet::{Ballot, Judge, Words, number};

/// A day, from one dawn to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Day {
    /// Who lived at dawn.
    pub(super) living: Players,
    pub(super) talks: Vec<Words>,
    pub(super) whispers: Vec<Words>,
    /// How often each player may still say something.
    pub(super) talks_left: [u8; MAX_PLAYERS],
    pub(super) whispers_left: [u8; MAX_PLAYERS],
    /// The ballots that are being cast.
    pub(super) casting: Vec<Ballot>,
    pub(super) casting_attack: Vec<Ballot>,
    /// The ballots that were counted last.
    pub(super) votes: Vec<Ballot>,
    pub(super) attack_votes: Vec<Ballot>,
    pub(super) executed: Option<Seat>,
    pub(super) divined: Option<Seat>,
    pub(super) guarded: Option<Seat>,
    /// Whom the werewolves agreed on, if on anybody.
    pub(super) attacked: Option<Seat>,
    /// Whether they have come to an end with it.
    pub(super) has_attack: bool,
    /// Whether clients were told that night falls.
    pub(super) is_finished: bool,
    /// Whether werewolves are whispering.
    pub(super) is_whispering: bool,
    pub(super) yesterday: Yesterday,
}

/// What the day before came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Yesterday {
    pub(super) votes: Vec<Ballot>,
    pub(super) attack_votes: Vec<Ballot>,
    pub(super) executed: Option<Seat>,
    pub(super) attacked: Option<Seat>,
    pub(super) guarded: Option<Seat>,
    /// Who was found dead.
    pub(super) victim: Option<Seat>,
    /// What the seer and the medium are told.
    pub(super) divined: Option<Judge>,
    pub(super) identified: Option<Judge>,
}

impl Day {
    /// The first day of a village.
    pub(super) fn first(options: &Options) -> Self {
        Self::begin(options, Players::first(options.players), Yesterday::default())
    }

    fn begin(options: &Options, living: Players, yesterday: Yesterday) -> Self {
        Self {
            living,
            talks_left: [options.max_talk; MAX_PLAYERS],
            whispers_left: [options.max_whisper; MAX_PLAYERS],
            yesterday,
            ..Self::default()
        }
    }

    /// The next day; `state` is that of its dawn.
    pub(super) fn dawn(&mut self, options: &Options, state: &State, victim: Option<Seat>) {
        let told = |role: Role, target: Option<Seat>| {
            let target = target?;
            Some(Judge {
                agent: state.holders(role).lowest().map(number)?,
                day: state.day(),
                result: state.role(target).species(),
                target: number(target),
            })
        };
        let yesterday = Yesterday {
            votes: std::mem::take(&mut self.votes),
            attack_votes: std::mem::take(&mut self.attack_votes),
            executed: self.executed,
            attacked: self.attacked,
            guarded: self.guarded,
            victim,
            divined: told(Role::Seer, self.divined),
            identified: told(Role::Medium, self.executed),
        };
        *self = Self::begin(options, state.alive(), yesterday);
    }
}
