//! What everybody has seen and heard, kept in a form that agents can read at a glance.

use kakehiki_bargain::{ClaimOf, Statement};
use kakehiki_core::Seat;

use super::deed::{Act, Deed, Evidence};
use crate::rules::{
    Fact, Intention, MAX_PLAYERS, Manner, Options, Players, ROLES, Role, Sentence, Species,
    Suspicion, Verb, Werewolf, Whom,
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

/// The public record of a game: one serves all agents of a table, since it holds nothing private.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicRecord {
    game: Werewolf,
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
    /// All that tells who the werewolves are, in order, for those who infer it.
    pub evidence: Vec<Evidence>,
}

impl PublicRecord {
    /// The record of a game that has not begun.
    pub fn new(game: &Werewolf) -> Self {
        let Options { players, roles, .. } = *game.options();
        Self {
            game: *game,
            players,
            wolves_dealt: usize::from(roles[Role::Werewolf.index()]),
            has_medium: roles[Role::Medium.index()] > 0,
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
            evidence: Vec::new(),
        }
    }

    /// Forgets everything, for a new game of the same village.
    pub fn clear(&mut self) {
        // The lists keep their room, so that warm games allocate nothing.
        let mut deeds = std::mem::take(&mut self.deeds);
        let mut evidence = std::mem::take(&mut self.evidence);
        deeds.clear();
        evidence.clear();
        *self = Self { deeds, evidence, ..Self::new(&self.game) };
    }

    /// Takes over what somebody said in talk.
    #[inline]
    pub fn hear(&mut self, speaker: Seat, sentence: &Sentence) {
        let act = match sentence.verb() {
            Verb::Skip => Act::Skip,
            Verb::Over => Act::Over,
            _ => self.take_in(speaker, sentence),
        };
        self.deeds.push(Deed { seat: speaker, day: self.day, turn: self.turn, act });
        self.last_said[speaker.index()] = Some(self.said);
        self.said += 1;
    }

    /// Takes over the claims and requests of a sentence, and tells what act it is.
    fn take_in(&mut self, speaker: Seat, sentence: &Sentence) -> Act {
        let mut act = match sentence.verb() {
            Verb::Request | Verb::Inquire => Act::Request,
            Verb::Agree | Verb::Disagree => Act::Reply,
            _ => Act::Other,
        };
        for claim in self.game.claims(speaker, sentence) {
            // What is claimed first decides, also inside reasons and conjunctions.
            if act == Act::Other {
                act = act_of(claim);
            }
            self.note(claim);
        }
        sentence.visit(Whom::from(speaker), &mut |simple| {
            if (simple.manner, simple.verb) == (Manner::Requested, Verb::Vote)
                && simple.subject.seat(self.players).is_some()
                && let Some(target) = simple.target.seat(self.players)
            {
                self.requested[speaker.index()] = Some(target);
            }
        });
        act
    }

    fn note(&mut self, claim: ClaimOf<Werewolf>) {
        match claim.statement {
            Statement::Fact(Fact::IsRole(target, role)) => {
                let speaker = claim.speaker;
                self.claimants[self.claims[speaker.index()].index()].remove(speaker);
                self.claims[speaker.index()] = role;
                self.claimants[role.index()].insert(speaker);
                self.claimed_about[self.claims_about[target.index()].index()].remove(target);
                self.claims_about[target.index()] = role;
                self.claimed_about[role.index()].insert(target);
            }
            Statement::Fact(Fact::Divined(seer, target, species)) => {
                self.diviners.insert(seer);
                if report(&mut self.divined[seer.index()], target, species) {
                    self.evidence.push(Evidence::Divined(seer, target, species));
                }
            }
            Statement::Fact(Fact::Identified(medium, target, species)) => {
                self.mediums.insert(medium);
                if report(&mut self.identified[medium.index()], target, species) {
                    self.evidence.push(Evidence::Identified(medium, target, species));
                }
            }
            Statement::Intention(Intention { who, act: Verb::Vote, target }) => {
                self.declared[who.index()] = Some(target);
            }
            Statement::Intention(_) | Statement::Opinion(_) => {}
        }
    }

    /// Takes over a ballot that was counted.
    pub fn count(&mut self, votes: impl Iterator<Item = (Seat, Seat)>) {
        self.ballot = [None; MAX_PLAYERS];
        let Reports { black, white } = self.reported();
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

    /// Takes over the last ballot of an evening that is over, where it is shown only now.
    pub fn reveal(&mut self, votes: impl Iterator<Item = (Seat, Seat)>) {
        self.count(votes);
        self.round = 0;
        self.keep_votes();
    }

    /// Ends an evening with an execution or without one.
    pub fn execute(&mut self, executed: Option<Seat>) {
        self.round = 0;
        self.last_executed = executed;
        if let Some(executed) = executed {
            self.alive.remove(executed);
            self.died[executed.index()] = Some(self.day);
        }
        self.keep_votes();
    }

    /// Keeps the votes of the last ballot of an evening.
    fn keep_votes(&mut self) {
        for (voter, target) in Seat::all(MAX_PLAYERS).zip(self.ballot) {
            if let Some(target) = target {
                let votes = &mut self.votes[voter.index()][target.index()];
                *votes = votes.saturating_add(1);
                self.evidence.push(Evidence::Voted(voter, target));
            }
        }
    }

    /// Whether the village has this role.
    pub fn is_dealt(&self, role: Role) -> bool {
        self.game.options().roles[role.index()] > 0
    }

    /// Begins a day.
    pub fn dawn(&mut self, day: u8, victim: Option<Seat>) {
        self.last_victim = victim;
        if let Some(victim) = victim {
            self.died[victim.index()] = Some(self.day);
            self.alive.remove(victim);
            self.victims.insert(victim);
        }
        self.evidence.push(Evidence::Dawn(self.alive, self.victims));
        (self.day, self.turn, self.said) = (day, 0, 0);
        self.last_said = [None; MAX_PLAYERS];
        self.declared = [None; MAX_PLAYERS];
        self.requested = [None; MAX_PLAYERS];
    }

    /// How many votes of the last ballot fell on each player.
    pub fn votes_of_ballot(&self) -> [u8; MAX_PLAYERS] {
        let mut votes = [0; MAX_PLAYERS];
        self.ballot.iter().flatten().for_each(|target| votes[target.index()] += 1);
        votes
    }

    /// Whom anybody reported to be a werewolf, and whom a human, by divination.
    pub fn reported(&self) -> Reports {
        self.diviners.iter().map(|seat| self.divined[seat.index()]).fold(
            Reports::default(),
            |all, some| Reports {
                black: all.black.or(some.black),
                white: all.white.or(some.white),
            },
        )
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

/// The kind of act that a claim is. What is said of the results, votes and beliefs of somebody else
/// is none of those.
fn act_of(claim: ClaimOf<Werewolf>) -> Act {
    let is_own = |who: Seat| who == claim.speaker;
    match claim.statement {
        Statement::Fact(Fact::IsRole(_, Role::Seer)) => Act::ClaimSeer,
        Statement::Fact(Fact::IsRole(_, Role::Medium)) => Act::ClaimMedium,
        Statement::Fact(Fact::IsRole(..)) => Act::ClaimOther,
        Statement::Fact(Fact::Divined(who, _, species)) if is_own(who) => match species {
            Species::Werewolf => Act::DivinedBlack,
            Species::Human | Species::Any => Act::DivinedWhite,
        },
        Statement::Fact(Fact::Identified(who, _, species)) if is_own(who) => match species {
            Species::Werewolf => Act::IdentifiedBlack,
            Species::Human | Species::Any => Act::IdentifiedWhite,
        },
        Statement::Opinion(Suspicion { who, role, .. }) if is_own(who) => match role {
            Role::Werewolf => Act::SuspectWolf,
            _ => Act::Estimate,
        },
        Statement::Intention(Intention { who, act: Verb::Vote, .. }) if is_own(who) => Act::Declare,
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
