//! Test games: how often a werewolf's side wins, and how the werewolf behaves towards its fellows.

use std::ops::{AddAssign, ControlFlow};

use kakehiki_core::{Seat, Seed};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    agents::{Brain, FastTable},
    record::{Observer, PublicRecord, TableEvent},
    rules::{Channel, MAX_PLAYERS, Role, Sentence, State, Team, Verb, Werewolf, Whom},
};

/// The seat of the werewolf that is tested or taught.
pub(super) const SUBJECT: Seat = Seat::new(0);
/// Games between two looks at whether to go on.
const SHARE: u64 = 1000;

/// How the werewolf of a trial did and behaved.
///
/// Votes and accusations count only while a fellow lives, so that there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conduct {
    /// Games.
    pub games: u64,
    /// Those that the werewolves won.
    pub won: u64,
    /// Votes that it cast in ballots on an execution.
    pub votes: u64,
    /// Those of them for a fellow werewolf.
    pub votes_for_fellows: u64,
    /// Utterances in which it called somebody a werewolf or said that it would vote for somebody.
    pub accusations: u64,
    /// Those of them against a fellow werewolf.
    pub accusations_of_fellows: u64,
    /// Fellows who were executed while it lived.
    pub fellows_executed: u64,
    /// Those of them whom its own vote helped to execute.
    pub fellows_executed_by_its_vote: u64,
    /// Attacks of the werewolves while it lived.
    pub attacks: u64,
    /// Those of them on the seer, the medium or the bodyguard.
    pub attacks_on_roles: u64,
    /// Those of them that were stopped by a guard.
    pub attacks_stopped: u64,
}

impl AddAssign for Conduct {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.votes += other.votes;
        self.votes_for_fellows += other.votes_for_fellows;
        self.accusations += other.accusations;
        self.accusations_of_fellows += other.accusations_of_fellows;
        self.fellows_executed += other.fellows_executed;
        self.fellows_executed_by_its_vote += other.fellows_executed_by_its_vote;
        self.attacks += other.attacks;
        self.attacks_on_roles += other.attacks_on_roles;
        self.attacks_stopped += other.attacks_stopped;
    }
}

/// Test games with one werewolf's seat given to a player and the others to opponents.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The village.
    pub game: Werewolf,
    /// Who is tested.
    pub subject: &'a Brain,
    /// The others, one for each other seat.
    pub opponents: &'a [Brain],
    /// The number of games.
    pub games: u64,
    /// What all luck follows from.
    pub seed: Seed,
}

impl Trial<'_> {
    /// Plays the games, the same on any number of threads. `watch` is told of games as they are
    /// played, and may end the trial, which then says nothing.
    pub fn run(&self, watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) -> Option<Conduct> {
        let shares = (0..self.games.div_ceil(SHARE)).into_par_iter().map(|share| {
            let mut players = vec![self.subject.clone()];
            players.extend(self.opponents.iter().cloned());
            let mut table = FastTable::new(self.game, players);
            let mut rng = self.seed.rng_at(share);
            let mut witness = Witness::default();
            let games = SHARE.min(self.games - share * SHARE);
            for _ in 0..games {
                let winner = table.play_with_wolf(SUBJECT, &mut rng, &mut witness);
                witness.conduct.games += 1;
                witness.conduct.won += u64::from(winner == Some(Team::Werewolf));
            }
            watch(games).is_continue().then_some(witness.conduct)
        });
        shares.try_reduce(Conduct::default, |mut sum, share| {
            sum += share;
            Some(sum)
        })
    }
}

/// Counts what the tested werewolf does.
#[derive(Default)]
struct Witness {
    conduct: Conduct,
    /// Its last vote.
    vote: Option<Seat>,
}

impl Observer for Witness {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, record: &PublicRecord) {
        let fellows = state.wolves().except(SUBJECT);
        let conduct = &mut self.conduct;
        match event {
            TableEvent::Said(Channel::Talk, SUBJECT, sentence) => {
                if let Some(accused) = accused(sentence)
                    && !record.alive.and(fellows).is_empty()
                {
                    conduct.accusations += 1;
                    conduct.accusations_of_fellows += u64::from(fellows.contains(accused));
                }
            }
            TableEvent::Ballot(ballot) => {
                self.vote = ballot[SUBJECT.index()];
                if let Some(target) = self.vote
                    && !record.alive.and(fellows).is_empty()
                {
                    conduct.votes += 1;
                    conduct.votes_for_fellows += u64::from(fellows.contains(target));
                }
            }
            TableEvent::Executed(Some(executed))
                if fellows.contains(executed) && record.alive.contains(SUBJECT) =>
            {
                conduct.fellows_executed += 1;
                conduct.fellows_executed_by_its_vote += u64::from(self.vote == Some(executed));
            }
            TableEvent::Attacked(Some(target), killed) if record.alive.contains(SUBJECT) => {
                let role = state.role(target);
                let is_special = matches!(role, Role::Seer | Role::Medium | Role::Bodyguard);
                conduct.attacks += 1;
                conduct.attacks_on_roles += u64::from(is_special);
                conduct.attacks_stopped += u64::from(!killed);
            }
            _ => {}
        }
    }
}

/// Whom a sentence of the tested werewolf speaks against first.
fn accused(sentence: &Sentence) -> Option<Seat> {
    let mut accused = None;
    sentence.visit(Whom::ANY, &mut |simple| {
        let accuses = match simple.verb {
            Verb::Vote => true,
            Verb::Estimate => simple.role() == Role::Werewolf,
            _ => false,
        };
        if accuses && accused.is_none() {
            accused = simple.target.seat(MAX_PLAYERS);
        }
    });
    accused
}
