//! The full truth about a game in progress.

use kakehiki_core::Seat;
use serde::{Deserialize, Serialize};

use super::{
    language::{Channel, Sentence},
    options::Options,
    players::Players,
    role::{MAX_PLAYERS, Role, Team},
};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Players ask for roles, one after the other.
    Request,
    /// Chance puts the players in the order of the deal.
    Deal,
    /// The night goes on to its next part.
    Hush(Slot),
    /// Chance names the next speaker of the turn.
    Order(Channel),
    /// A player is asked to speak.
    Speak(Channel),
    /// The living vote, in the order of their seats.
    Vote,
    /// Chance decides a tied execution.
    Tie,
    /// The seer is asked.
    Divine,
    /// The bodyguard is asked.
    Guard,
    /// The living werewolves vote, in the order of their seats.
    Attack,
    /// Chance decides a tied attack.
    AttackTie,
    /// The game is over.
    Over,
}

/// A part of the night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// The divination.
    Divine,
    /// The whispers of the werewolves.
    Whisper,
    /// The guard.
    Guard,
    /// The attack.
    Attack,
    /// The morning.
    Dawn,
}

/// The full truth: roles, who lives, and how far the day has got. What was said and voted is
/// history and is remembered by those who saw it; only what is still secret within a turn of talk
/// or a ballot is kept here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub(super) stage: Stage,
    pub(super) day: u8,
    /// The turn of talk or whisper.
    pub(super) turn: u8,
    /// The ballots already held about the execution or attack in question.
    pub(super) round: u8,
    /// Who is asked.
    pub(super) actor: Seat,
    pub(super) alive: Players,
    /// [`Role::Any`] where none is dealt yet.
    pub(super) roles: [Role; MAX_PLAYERS],
    pub(super) wolves: Players,
    /// Who has spoken this turn, voted in this ballot, or been drawn in the deal.
    pub(super) done: Players,
    /// Whether something other than `Over` was recorded in this turn.
    pub(super) is_lively: bool,
    /// Utterances left to each player in this phase.
    pub(super) remaining: [u8; MAX_PLAYERS],
    /// Each player's run of `Skip`.
    pub(super) skips: [u8; MAX_PLAYERS],
    /// Utterances recorded today.
    pub(super) talks: u16,
    /// Whispers recorded today.
    pub(super) whispers: u16,
    /// Who spoke in this turn, in order, and what was not published yet.
    pub(super) speakers: [Option<Seat>; MAX_PLAYERS],
    pub(super) pending: [Sentence; MAX_PLAYERS],
    /// The order of speakers, where it is drawn once for a phase of talk.
    #[serde(default = "nobody", skip_serializing_if = "is_nobody")]
    pub(super) order: [Option<Seat>; MAX_PLAYERS],
    /// The votes of this ballot.
    pub(super) ballot: [Option<Seat>; MAX_PLAYERS],
    /// The votes of this evening, where they are shown in the morning.
    #[serde(default = "nobody", skip_serializing_if = "is_nobody")]
    pub(super) cast: [Option<Seat>; MAX_PLAYERS],
    /// Among whom chance decides.
    pub(super) tied: Players,
    /// Executed this evening.
    pub(super) executed: Option<Seat>,
    /// Divined this night.
    pub(super) divined: Option<Seat>,
    /// Guarded this night.
    pub(super) guarded: Option<Seat>,
    /// The victim that the werewolves agreed on this night.
    pub(super) attacked: Option<Seat>,
    /// The roles that players asked for; [`Role::Any`] for none.
    pub(super) requests: [Role; MAX_PLAYERS],
}

/// No player in any place.
const fn nobody() -> [Option<Seat>; MAX_PLAYERS] {
    [None; MAX_PLAYERS]
}

fn is_nobody(seats: &[Option<Seat>; MAX_PLAYERS]) -> bool {
    *seats == nobody()
}

impl State {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            stage: if options.role_requests { Stage::Request } else { Stage::Deal },
            day: 0,
            turn: 0,
            round: 0,
            actor: Seat::new(0),
            alive: Players::first(options.players),
            roles: [Role::Any; MAX_PLAYERS],
            wolves: Players::NONE,
            done: Players::NONE,
            is_lively: false,
            remaining: [0; MAX_PLAYERS],
            skips: [0; MAX_PLAYERS],
            talks: 0,
            whispers: 0,
            speakers: [None; MAX_PLAYERS],
            pending: [Sentence::SKIP; MAX_PLAYERS],
            order: nobody(),
            ballot: nobody(),
            cast: nobody(),
            tied: Players::NONE,
            executed: None,
            divined: None,
            guarded: None,
            attacked: None,
            requests: [Role::Any; MAX_PLAYERS],
        }
    }

    /// What happens next.
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The day, counted from 0.
    #[inline]
    pub const fn day(&self) -> u8 {
        self.day
    }

    /// The turn of talk or whisper, counted from 0.
    #[inline]
    pub const fn talk_turn(&self) -> u8 {
        self.turn
    }

    /// The ballots already held about the execution or attack in question.
    #[inline]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Who lives.
    #[inline]
    pub const fn alive(&self) -> Players {
        self.alive
    }

    /// The werewolves, dead ones included.
    #[inline]
    pub const fn wolves(&self) -> Players {
        self.wolves
    }

    /// A player's role; [`Role::Any`] before the deal.
    #[inline]
    pub const fn role(&self, seat: Seat) -> Role {
        self.roles[seat.index()]
    }

    /// The roles by seat; [`Role::Any`] before the deal and for seats that nobody has.
    pub const fn roles(&self) -> &[Role; MAX_PLAYERS] {
        &self.roles
    }

    /// Who has this role, the dead included.
    pub fn holders(&self, role: Role) -> Players {
        Seat::all(MAX_PLAYERS).filter(|seat| self.role(*seat) == role).collect()
    }

    /// Executed this evening.
    #[inline]
    pub const fn executed(&self) -> Option<Seat> {
        self.executed
    }

    /// Divined this night.
    #[inline]
    pub const fn divined(&self) -> Option<Seat> {
        self.divined
    }

    /// The victim that the werewolves agreed on this night.
    #[inline]
    pub const fn attacked(&self) -> Option<Seat> {
        self.attacked
    }

    /// Whether nothing is left to a player to say in this phase.
    #[inline]
    pub(crate) const fn is_silenced(&self, seat: Seat) -> bool {
        self.remaining[seat.index()] == 0
    }

    /// How many utterances are left to a player in this phase.
    #[inline]
    pub const fn utterances_left(&self, seat: Seat) -> u8 {
        self.remaining[seat.index()]
    }

    /// How often running a player has skipped in this phase.
    #[inline]
    pub const fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat.index()]
    }

    /// Who has won a game that is over, if anybody has.
    pub fn winning_team(&self) -> Option<Team> {
        if self.stage == Stage::Over { self.winner() } else { None }
    }

    /// Who may speak in a channel.
    #[inline]
    pub(super) const fn speakers_of(&self, channel: Channel) -> Players {
        match channel {
            Channel::Talk => self.alive,
            Channel::Whisper => self.alive.and(self.wolves),
        }
    }

    /// Who of the speakers of a channel has utterances left.
    pub(super) fn with_utterances(&self, channel: Channel) -> Players {
        self.speakers_of(channel).iter().filter(|seat| !self.is_silenced(*seat)).collect()
    }

    /// Who has won, if anybody has.
    #[inline]
    pub(super) const fn winner(&self) -> Option<Team> {
        Team::winning(self.alive, self.wolves)
    }

    /// The members of a team, dead ones included.
    pub(super) fn members(&self, team: Team) -> Players {
        let dealt = Seat::all(MAX_PLAYERS).filter(|seat| self.role(*seat) != Role::Any);
        dealt.filter(|seat| self.role(*seat).team() == team).collect()
    }
}

impl Team {
    /// Who has won where these live and these are the werewolves, if anybody has.
    #[inline]
    pub const fn winning(alive: Players, wolves: Players) -> Option<Self> {
        let wolves = alive.and(wolves).len();
        let humans = alive.len() - wolves;
        if wolves == 0 {
            Some(Self::Villager)
        } else if humans <= wolves {
            Some(Self::Werewolf)
        } else {
            None
        }
    }
}
