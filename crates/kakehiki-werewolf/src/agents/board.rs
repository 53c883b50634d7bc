//! What everybody has seen and heard, kept in a form that agents can read at a glance.

use kakehiki_core::Seat;

use crate::rules::{MAX_PLAYERS, Manner, Players, Role, Sentence, Simple, Species, Verb, Whom};

/// The results that one player has reported, of divinations or as a medium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// Whom it called a werewolf.
    pub black: Players,
    /// Whom it called human.
    pub white: Players,
}

impl Reports {
    /// Whether these reports disagree with results that are known to be right.
    #[inline]
    pub const fn contradicts(self, black: Players, white: Players) -> bool {
        !self.black.and(white).or(self.white.and(black)).is_empty()
    }
}

/// The public record of a game: one serves all agents of a table, since it holds nothing private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of players.
    pub players: usize,
    /// How many werewolves the village has.
    pub wolves_dealt: usize,
    /// Whether the village has a medium.
    pub has_medium: bool,
    /// The day.
    pub day: u8,
    /// The turn of talk.
    pub turn: u8,
    /// Ballots already held about the execution in question.
    pub round: u8,
    /// Who lives.
    pub alive: Players,
    /// Who was found dead in a morning.
    pub victims: Players,
    /// Who died in the last night.
    pub last_victim: Option<Seat>,
    /// Who was executed in the last evening.
    pub last_executed: Option<Seat>,
    /// The role that each speaker claimed last, whomever the claim was about.
    pub claims: [Role; MAX_PLAYERS],
    /// The role that was last claimed for each player.
    pub claims_about: [Role; MAX_PLAYERS],
    /// Who claimed what last, by [`Role::index`] of the claim.
    pub claimants: [Players; crate::rules::ROLES],
    /// For whom what was claimed last, by [`Role::index`] of the claim.
    pub claimed_about: [Players; crate::rules::ROLES],
    /// Divinations reported by each player.
    pub divined: [Reports; MAX_PLAYERS],
    /// Medium results reported by each player.
    pub identified: [Reports; MAX_PLAYERS],
    /// Who has reported a divination.
    pub diviners: Players,
    /// Who has reported a medium result.
    pub mediums: Players,
    /// Whom each player said today it would vote for.
    pub declared: [Option<Seat>; MAX_PLAYERS],
    /// Whom each player asked others today to vote for.
    pub requested: [Option<Seat>; MAX_PLAYERS],
    /// The votes of the last ballot, where they are visible.
    pub ballot: [Option<Seat>; MAX_PLAYERS],
    /// How often each player voted for each other in the last ballots of all days.
    pub votes: [[u8; MAX_PLAYERS]; MAX_PLAYERS],
}

impl Board {
    /// The record of a game that has not begun.
    pub fn new(players: usize, wolves_dealt: usize, has_medium: bool) -> Self {
        Self {
            players,
            wolves_dealt,
            has_medium,
            day: 0,
            turn: 0,
            round: 0,
            alive: Players::first(players),
            victims: Players::NONE,
            last_victim: None,
            last_executed: None,
            claims: [Role::Any; MAX_PLAYERS],
            claims_about: [Role::Any; MAX_PLAYERS],
            claimants: [Players::NONE; crate::rules::ROLES],
            claimed_about: [Players::NONE; crate::rules::ROLES],
            divined: [Reports::default(); MAX_PLAYERS],
            identified: [Reports::default(); MAX_PLAYERS],
            diviners: Players::NONE,
            mediums: Players::NONE,
            declared: [None; MAX_PLAYERS],
            requested: [None; MAX_PLAYERS],
            ballot: [None; MAX_PLAYERS],
            votes: [[0; MAX_PLAYERS]; MAX_PLAYERS],
        }
    }

    /// Forgets everything, for a new game of the same village.
    pub fn clear(&mut self) {
        *self = Self::new(self.players, self.wolves_dealt, self.has_medium);
    }

    /// Takes over what somebody said in talk.
    #[inline]
    pub fn hear(&mut self, speaker: Seat, sentence: &Sentence) {
        if sentence.is_content() {
            sentence.visit(Whom::from(speaker), &mut |simple| self.note(speaker, simple));
        }
    }

    fn note(&mut self, speaker: Seat, simple: &Simple) {
        let (Some(subject), Some(target)) =
            (simple.subject.seat(self.players), simple.target.seat(self.players))
        else {
            return;
        };
        match (simple.manner, simple.verb) {
            (Manner::Requested, Verb::Vote) => self.requested[speaker.index()] = Some(target),
            (Manner::Requested, _) => {}
            (_, Verb::Vote) => self.declared[subject.index()] = Some(target),
            (_, Verb::ComingOut) => {
                let role = simple.role();
                self.claimants[self.claims[speaker.index()].index()].remove(speaker);
                self.claims[speaker.index()] = role;
                self.claimants[role.index()].insert(speaker);
                self.claimed_about[self.claims_about[target.index()].index()].remove(target);
                self.claims_about[target.index()] = role;
                self.claimed_about[role.index()].insert(target);
            }
            (_, Verb::Divined) => {
                self.diviners.insert(subject);
                report(&mut self.divined[subject.index()], target, simple.species());
            }
            (_, Verb::Identified) => {
                self.mediums.insert(subject);
                report(&mut self.identified[subject.index()], target, simple.species());
            }
            _ => {}
        }
    }

    /// Takes over a ballot that was counted.
    pub fn count(&mut self, votes: impl Iterator<Item = (Seat, Seat)>) {
        self.round += 1;
        self.ballot = [None; MAX_PLAYERS];
        for (voter, target) in votes {
            self.ballot[voter.index()] = Some(target);
        }
    }

    /// Ends an evening with an execution or without one.
    pub fn execute(&mut self, executed: Option<Seat>) {
        self.round = 0;
        self.last_executed = executed;
        if let Some(executed) = executed {
            self.alive.remove(executed);
        }
        for (votes, target) in self.votes.iter_mut().zip(self.ballot) {
            if let Some(target) = target {
                votes[target.index()] = votes[target.index()].saturating_add(1);
            }
        }
    }

    /// Begins a day.
    pub fn dawn(&mut self, day: u8, victim: Option<Seat>) {
        self.day = day;
        self.turn = 0;
        self.last_victim = victim;
        if let Some(victim) = victim {
            self.alive.remove(victim);
            self.victims.insert(victim);
        }
        self.declared = [None; MAX_PLAYERS];
        self.requested = [None; MAX_PLAYERS];
    }

    /// The living who claimed a role last.
    #[inline]
    pub const fn living_claimants(&self, role: Role) -> Players {
        self.claimants[role.index()].and(self.alive)
    }

    /// Those who claimed any role.
    #[inline]
    pub fn with_claim(&self) -> Players {
        self.claimants.iter().fold(Players::NONE, |all, some| all.or(*some))
    }

    /// Those who called one of `targets` a werewolf, by divination.
    #[inline]
    pub fn accusers_of(&self, targets: Players) -> Players {
        let accuses = |seat: &Seat| !self.divined[seat.index()].black.and(targets).is_empty();
        self.diviners.iter().filter(accuses).collect()
    }
}

fn report(reports: &mut Reports, target: Seat, species: Species) {
    match species {
        Species::Werewolf => reports.black.insert(target),
        Species::Human => reports.white.insert(target),
        Species::Any => {}
    }
}
