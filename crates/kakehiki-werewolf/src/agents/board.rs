//! What everybody has seen and heard, kept in a form that agents can read at a glance.

use kakehiki_core::Seat;
use strum::VariantArray;

use crate::{
    estimate::{Factors, PublicBelief},
    rules::{
        MAX_PLAYERS, Manner, Options, Players, ROLES, Role, Sentence, Simple, Species, Verb, Whom,
    },
};

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

/// What somebody did before everybody, as those who study behaviour tell acts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
#[repr(u8)]
pub enum Act {
    /// Said `Skip`.
    Skip,
    /// Said `Over`.
    Over,
    /// Called somebody a werewolf.
    SuspectWolf,
    /// Ascribed another role to somebody.
    Estimate,
    /// Claimed to be the seer.
    ClaimSeer,
    /// Claimed to be the medium.
    ClaimMedium,
    /// Claimed another role.
    ClaimOther,
    /// Reported a divination that found a werewolf.
    DivinedBlack,
    /// Reported a divination that found a human.
    DivinedWhite,
    /// Reported as a medium that a werewolf was executed.
    IdentifiedBlack,
    /// Reported as a medium that a human was executed.
    IdentifiedWhite,
    /// Declared a vote.
    Declare,
    /// Asked somebody for something.
    Request,
    /// Agreed or disagreed with somebody.
    Reply,
    /// Said something else.
    Other,
    /// Voted for somebody who claims to be the seer.
    VoteSeer,
    /// Voted for somebody who claims to be the medium.
    VoteMedium,
    /// Voted for somebody who was reported to be a werewolf.
    VoteBlack,
    /// Voted for somebody who was only reported to be human.
    VoteWhite,
    /// Voted for somebody about whom nothing was reported.
    VoteGrey,
}

/// The number of acts that are told apart.
pub const ACTS: usize = 20;

/// An act, who did it and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who did it.
    pub seat: Seat,
    /// On which day.
    pub day: u8,
    /// In which turn of talk, or ballot.
    pub turn: u8,
    /// What it was.
    pub act: Act,
}

/// The public record of a game: one serves all agents of a table, since it holds nothing private.
#[derive(Clone, Debug, PartialEq)]
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
    pub claimants: [Players; ROLES],
    /// For whom what was claimed last, by [`Role::index`] of the claim.
    pub claimed_about: [Players; ROLES],
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
    /// On which day each player died; in the night of that day if it was attacked.
    pub died: [Option<u8>; MAX_PLAYERS],
    /// Utterances of today.
    pub said: u16,
    /// The number of each player's last utterance of today.
    pub last_said: [Option<u16>; MAX_PLAYERS],
    /// All acts of the game in order, for those who study behaviour.
    pub deeds: Vec<Deed>,
    /// What can be inferred from all that, if somebody at the table wants to know.
    belief: Option<Box<PublicBelief>>,
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
            claimants: [Players::NONE; ROLES],
            claimed_about: [Players::NONE; ROLES],
            divined: [Reports::default(); MAX_PLAYERS],
            identified: [Reports::default(); MAX_PLAYERS],
            diviners: Players::NONE,
            mediums: Players::NONE,
            declared: [None; MAX_PLAYERS],
            requested: [None; MAX_PLAYERS],
            ballot: [None; MAX_PLAYERS],
            votes: [[0; MAX_PLAYERS]; MAX_PLAYERS],
            died: [None; MAX_PLAYERS],
            said: 0,
            last_said: [None; MAX_PLAYERS],
            deeds: Vec::new(),
            belief: None,
        }
    }

    /// Infers from now on who the werewolves are, by these factors.
    pub fn believe(&mut self, options: &Options, factors: Factors) {
        self.belief = Some(Box::new(PublicBelief::new(options, factors)));
    }

    /// What can be inferred, up to the last [`refresh`](Self::refresh).
    pub fn belief(&self) -> Option<&PublicBelief> {
        self.belief.as_deref()
    }

    /// Brings what can be inferred up to date.
    #[inline]
    pub fn refresh(&mut self) {
        if self.belief.is_some() {
            self.refresh_belief();
        }
    }

    fn refresh_belief(&mut self) {
        let silent = Players::first(self.players).without(self.with_claim());
        let seers = self.claimants[Role::Seer.index()].or(self.diviners.and(silent));
        let mediums = self.claimants[Role::Medium.index()].or(self.mediums.and(silent));
        let is_early = self.day == 0 || self.day == 1 && self.turn < 2 && self.round == 0;
        if let Some(belief) = &mut self.belief {
            belief.claims(seers, mediums, is_early);
            belief.refresh();
        }
    }

    /// Forgets everything, for a new game of the same village.
    pub fn clear(&mut self) {
        // The list keeps its room, so that warm games allocate nothing.
        let mut deeds = std::mem::take(&mut self.deeds);
        let mut belief = self.belief.take();
        deeds.clear();
        if let Some(belief) = &mut belief {
            belief.clear();
        }
        *self =
            Self { deeds, belief, ..Self::new(self.players, self.wolves_dealt, self.has_medium) };
    }

    /// Takes over what somebody said in talk.
    #[inline]
    pub fn hear(&mut self, speaker: Seat, sentence: &Sentence) {
        let act = act_of(sentence);
        self.deeds.push(Deed { seat: speaker, day: self.day, turn: self.turn, act });
        self.last_said[speaker.index()] = Some(self.said);
        self.said += 1;
        if sentence.is_content() {
            sentence.visit(Whom::from(speaker), &mut |simple| self.note(speaker, *simple));
        }
    }

    fn note(&mut self, speaker: Seat, simple: Simple) {
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
                let is_new = report(&mut self.divined[subject.index()], target, simple.species());
                if let Some(belief) = self.belief.as_mut().filter(|_| is_new) {
                    belief.divined(subject, target, simple.species());
                }
            }
            (_, Verb::Identified) => {
                self.mediums.insert(subject);
                let is_new =
                    report(&mut self.identified[subject.index()], target, simple.species());
                if let Some(belief) = self.belief.as_mut().filter(|_| is_new) {
                    belief.identified(subject, target, simple.species());
                }
            }
            _ => {}
        }
    }

    /// Takes over a ballot that was counted.
    pub fn count(&mut self, votes: impl Iterator<Item = (Seat, Seat)>) {
        self.ballot = [None; MAX_PLAYERS];
        let reports = self.diviners.iter().map(|seat| self.divined[seat.index()]);
        let (black, white) = reports
            .fold((Players::NONE, Players::NONE), |(black, white), some| {
                (black.or(some.black), white.or(some.white))
            });
        for (voter, target) in votes {
            self.ballot[voter.index()] = Some(target);
            let act = match self.claims[target.index()] {
                Role::Seer => Act::VoteSeer,
                Role::Medium => Act::VoteMedium,
                _ if black.contains(target) => Act::VoteBlack,
                _ if white.contains(target) => Act::VoteWhite,
                _ => Act::VoteGrey,
            };
            self.deeds.push(Deed { seat: voter, day: self.day, turn: self.round, act });
        }
        self.round += 1;
    }

    /// Ends an evening with an execution or without one.
    pub fn execute(&mut self, executed: Option<Seat>) {
        self.round = 0;
        self.last_executed = executed;
        if let Some(executed) = executed {
            self.alive.remove(executed);
            self.died[executed.index()] = Some(self.day);
        }
        for (voter, target) in Seat::all(MAX_PLAYERS).zip(self.ballot) {
            if let Some(target) = target {
                let votes = &mut self.votes[voter.index()][target.index()];
                *votes = votes.saturating_add(1);
                if let Some(belief) = &mut self.belief {
                    belief.voted(voter, target);
                }
            }
        }
    }

    /// Begins a day.
    pub fn dawn(&mut self, day: u8, victim: Option<Seat>) {
        self.last_victim = victim;
        if let Some(victim) = victim {
            self.died[victim.index()] = Some(self.day);
            self.alive.remove(victim);
            self.victims.insert(victim);
        }
        if let Some(belief) = &mut self.belief {
            belief.dawn(self.alive, self.victims);
        }
        (self.day, self.turn, self.said) = (day, 0, 0);
        self.last_said = [None; MAX_PLAYERS];
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
        let claims = self.claimants[..Role::Any.index()].iter();
        claims.fold(Players::NONE, |all, some| all.or(*some))
    }

    /// Those who called one of `targets` a werewolf, by divination.
    #[inline]
    pub fn accusers_of(&self, targets: Players) -> Players {
        let accuses = |seat: &Seat| !self.divined[seat.index()].black.and(targets).is_empty();
        self.diviners.iter().filter(accuses).collect()
    }
}

/// The kind of act that an utterance is.
fn act_of(sentence: &Sentence) -> Act {
    let mut act = match sentence.verb() {
        Verb::Skip => Act::Skip,
        Verb::Over => Act::Over,
        Verb::Request | Verb::Inquire => Act::Request,
        Verb::Agree | Verb::Disagree => Act::Reply,
        _ => Act::Other,
    };
    if act == Act::Other {
        // What is said first decides, also inside reasons and conjunctions.
        sentence.visit(Whom::ANY, &mut |simple| {
            if act == Act::Other && simple.manner == Manner::Stated {
                act = act_of_statement(*simple);
            }
        });
    }
    act
}

fn act_of_statement(simple: Simple) -> Act {
    let is_black = simple.species() == Species::Werewolf;
    match (simple.verb, simple.role()) {
        (Verb::Estimate, Role::Werewolf) => Act::SuspectWolf,
        (Verb::Estimate, _) => Act::Estimate,
        (Verb::ComingOut, Role::Seer) => Act::ClaimSeer,
        (Verb::ComingOut, Role::Medium) => Act::ClaimMedium,
        (Verb::ComingOut, _) => Act::ClaimOther,
        (Verb::Divined, _) if is_black => Act::DivinedBlack,
        (Verb::Divined, _) => Act::DivinedWhite,
        (Verb::Identified, _) if is_black => Act::IdentifiedBlack,
        (Verb::Identified, _) => Act::IdentifiedWhite,
        (Verb::Vote, _) => Act::Declare,
        _ => Act::Other,
    }
}

/// Notes a report and tells whether it is the first about its target.
fn report(reports: &mut Reports, target: Seat, species: Species) -> bool {
    let is_new = !reports.black.or(reports.white).contains(target);
    match species {
        Species::Werewolf => reports.black.insert(target),
        Species::Human => reports.white.insert(target),
        Species::Any => return false,
    }
    is_new
}
