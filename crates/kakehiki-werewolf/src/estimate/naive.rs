//! Naive Bayes: how often each role was seen to do each thing tells what somebody who does it is.
//!
//! For a player with acts e₁, e₂, … on days δ and turns τ,
//!
//! ```text
//! P(role | e₁ … e_k) ∝ P₀(role) · Π_j P(e_j | role, δ_j, τ_j)
//! ```
//!
//! where P₀ is the share of the role among those whose role is not known, and the likelihoods are
//! frequencies from games whose roles were laid open. Hard facts set entries to zero. Players are
//! independent given their roles, so that two claims of the same role, or fellows who spare each
//! other, tell nothing here.

use std::ops::Range;

use arrayvec::ArrayVec;
use std::fmt;

use kakehiki_core::Seat;
use serde::{Deserialize, Serialize};

use crate::{
    record::{ACTS, Act, Deed},
    rules::{DEALT_ROLES, MAX_PLAYERS, Players, Role, RoleCounts},
};

/// The roles that can be dealt.
pub const GUESSED_ROLES: usize = DEALT_ROLES.len();

/// Later days and turns count as these.
const DAYS: usize = 8;
const TURNS: usize = 11;
const VOTES_FROM: usize = Act::VoteSeer as usize;

/// A cell seen less often than this is mixed with how often the role does the act at any time.
const SCARCE: f32 = 30.0;

/// Probabilities of the roles in the order of [`DEALT_ROLES`].
pub type RoleOdds = [f32; GUESSED_ROLES];

/// The place of a role in [`DEALT_ROLES`].
pub const fn place_of(role: Role) -> usize {
    match role {
        Role::Bodyguard => 0,
        Role::Medium => 1,
        Role::Possessed => 2,
        Role::Seer => 3,
        Role::Werewolf => 5,
        _ => 4,
    }
}

const fn cell(deed: Deed) -> usize {
    let day = if (deed.day as usize) < DAYS { deed.day as usize } else { DAYS - 1 };
    let turn = if (deed.turn as usize) < TURNS { deed.turn as usize } else { TURNS - 1 };
    (day * TURNS + turn) * ACTS + deed.act as usize
}

const CELLS: usize = DAYS * TURNS * ACTS;

/// How often each role did each act on each day and turn, over all games seen.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frequencies {
    /// By act at its day and turn, then by role, so that one act's roles lie side by side.
    counts: Vec<[u32; GUESSED_ROLES]>,
}

/// In short: nobody wants to read the whole table in a message.
impl fmt::Debug for Frequencies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.counts.iter().filter(|roles| roles.iter().any(|count| *count > 0)).count();
        write!(formatter, "Frequencies({seen} seen)")
    }
}

impl Default for Frequencies {
    fn default() -> Self {
        Self { counts: vec![[0; GUESSED_ROLES]; CELLS] }
    }
}

impl Frequencies {
    /// Takes over the acts of a game whose roles are known.
    pub fn learn(&mut self, deeds: &[Deed], roles: &[Role]) {
        for deed in deeds {
            if let Some(role) = roles.get(deed.seat.index()) {
                self.counts[cell(*deed)][place_of(*role)] += 1;
            }
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            for role in 0..GUESSED_ROLES {
                mine[role] = mine[role].wrapping_add(theirs[role]);
            }
        }
    }

    /// Whether the table has the size that this version of the program uses.
    pub fn is_whole(&self) -> bool {
        self.counts.len() == CELLS
    }

    /// The likelihoods that follow from the counts.
    pub fn likelihoods(&self) -> Likelihoods {
        let mut likelihoods = Likelihoods { logs: vec![[0.0; GUESSED_ROLES]; CELLS] };
        // What is said and what is voted are two kinds of acts, each with its own shares.
        for acts in [0..VOTES_FROM, VOTES_FROM..ACTS] {
            for role in 0..GUESSED_ROLES {
                self.fill(&mut likelihoods, acts.clone(), role);
            }
        }
        likelihoods
    }

    /// Fills in the shares of some acts of a role.
    fn fill(&self, likelihoods: &mut Likelihoods, acts: Range<usize>, role: usize) {
        let count = |when: usize, act: usize| self.counts[when * ACTS + act][role] as f32;
        let times = 0..DAYS * TURNS;
        let anytime = |act: usize| times.clone().map(|when| count(when, act)).sum::<f32>();
        let habits: ArrayVec<f32, ACTS> = acts.clone().map(anytime).collect();
        let (kinds, total) = (acts.len() as f32, habits.iter().sum::<f32>());
        for when in times.clone() {
            let seen: f32 = acts.clone().map(|act| count(when, act)).sum();
            // What is missing to a well-known cell is made up of the role's habits.
            let lent = (SCARCE - seen).max(1.0);
            for (act, habit) in acts.clone().zip(&habits) {
                let habit = (habit + 1.0 / kinds) / (total + 1.0);
                let share = (count(when, act) + lent * habit) / (seen + lent);
                likelihoods.logs[when * ACTS + act][role] = share.ln();
            }
        }
    }
}

/// The logarithm of how likely each role does each act.
#[derive(Clone, Debug, PartialEq)]
pub struct Likelihoods {
    logs: Vec<[f32; GUESSED_ROLES]>,
}

/// What one player believes about the roles of all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NaiveBelief {
    /// Sums of log-likelihoods.
    logs: [RoleOdds; MAX_PLAYERS],
    /// How many deeds of the record are taken into account.
    read: usize,
}

impl NaiveBelief {
    /// Takes the deeds of the record into account that are new since the last time.
    #[inline]
    pub fn read(&mut self, likelihoods: &Likelihoods, deeds: &[Deed]) {
        for deed in &deeds[self.read.min(deeds.len())..] {
            let logs = &mut self.logs[deed.seat.index()];
            let likelihood = &likelihoods.logs[cell(*deed)];
            for role in 0..GUESSED_ROLES {
                logs[role] += likelihood[role];
            }
        }
        self.read = deeds.len();
    }

    /// The sums of the logarithms of how likely each role does what a player did.
    pub(super) const fn log_likelihoods(&self, seat: Seat) -> &RoleOdds {
        &self.logs[seat.index()]
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The probabilities of the roles of one player, given how many seats of each role are unknown
    /// and whether it can be a werewolf.
    pub fn odds(&self, seat: Seat, unknown: &RoleCounts, limits: Limits) -> RoleOdds {
        let mut odds = [0.0; GUESSED_ROLES];
        let logs = &self.logs[seat.index()];
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (place, role) in DEALT_ROLES.into_iter().enumerate() {
            let is_wolf = role == Role::Werewolf;
            let is_excluded =
                if is_wolf { limits.humans.contains(seat) } else { limits.wolves.contains(seat) };
            if !is_excluded {
                let prior = f32::from(unknown[role.index()]);
                odds[place] = prior * (logs[place] - most).max(-60.0).exp();
                sum += odds[place];
            }
        }
        if sum > 0.0 {
            for odd in &mut odds {
                *odd /= sum;
            }
        }
        odds
    }

    /// The one of `among` who is most likely of a role, given the unknown seats; `None` if nobody
    /// is there. The lowest seat on ties.
    pub fn most_likely(
        &self,
        role: Role,
        among: Players,
        unknown: &RoleCounts,
        limits: Limits,
    ) -> Option<Seat> {
        let place = place_of(role);
        let odds = among.iter().map(|seat| (self.odds(seat, unknown, limits)[place], seat));
        let likeliest = odds.reduce(|best, next| if next.0 > best.0 { next } else { best });
        likeliest.map(|(_, seat)| seat)
    }
}

/// What is certain about who is a werewolf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Those who certainly are.
    pub wolves: Players,
    /// Those who certainly are not.
    pub humans: Players,
}
