//! One who plays by what it believes, and by nothing else.

mod role_shares;
mod script;

use kakehiki_bargain::{Mover, Standpoint, Statement};
use kakehiki_core::{GameRng, Seat};

use role_shares::{RoleShares, highest};
pub(super) use script::{has_said, is_out, reported};

use crate::rules::{
    Action, Channel, Event, Fact, MAX_PLAYERS, Phase, Players, Role, Sentence, Species, Verb, View,
    Werewolf,
};

/// Plays by how likely everybody has which role in the worlds it believes in.
///
/// The village votes for whom it takes for a werewolf, the seer divines and the bodyguard guards by
/// the same shares, and the werewolves attack whom they take for the seer. It does not listen: what
/// others say enters only through the worlds, if somebody who listens weighs them. What it says
/// itself follows a fixed [script].
///
/// It remembers nothing: what it has to know it finds in its view.
#[derive(Clone, Debug)]
pub(super) struct Believer {
    /// The worlds drawn for a decision.
    pub worlds: u32,
    /// Whether it says what its script says, or nothing.
    pub talks: bool,
}

impl Mover<Werewolf> for Believer {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Werewolf>,
        _menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        match at.view.phase {
            Phase::Deal => Action::Request(None),
            Phase::Talk(Channel::Talk) if self.talks => Action::Say(script::line(self, at, rng)),
            Phase::Talk(_) => Action::Say(Sentence::OVER),
            Phase::Divine => Action::Divine(self.divine(at, rng)),
            Phase::Guard => Action::Guard(self.likeliest(at, Role::Seer, rng)),
            Phase::Attack => Action::Attack(self.likeliest(at, Role::Seer, rng)),
            Phase::Vote | Phase::Tie | Phase::Night | Phase::AttackTie | Phase::Over => {
                self.vote(at, rng).map_or(Action::Pass, Action::Vote)
            }
        }
    }
}

impl Believer {
    fn shares(&self, at: &Standpoint<'_, Werewolf>, rng: &mut GameRng) -> RoleShares {
        RoleShares::draw(at.worlds, self.worlds, rng)
    }

    /// Who of the others most likely has a role; of the humans, for a werewolf.
    fn likeliest(
        &self,
        at: &Standpoint<'_, Werewolf>,
        role: Role,
        rng: &mut GameRng,
    ) -> Option<Seat> {
        let shares = self.shares(at, rng);
        highest(strangers(at.view), rng, |seat| shares.share(seat, role))
    }

    /// The village votes for the likeliest werewolf, a werewolf for the human whom most others are
    /// against, and the possessed for whom it called a werewolf, or else for the likeliest human.
    fn vote(&self, at: &Standpoint<'_, Werewolf>, rng: &mut GameRng) -> Option<Seat> {
        let view = at.view;
        match view.role {
            Role::Werewolf => {
                let against = accusations(at);
                highest(strangers(view), rng, |seat| f64::from(against[seat.index()]))
            }
            Role::Possessed => {
                let accused = script::accused(view).filter(|seat| view.alive.contains(*seat));
                accused.or_else(|| self.likeliest_human(at, strangers(view), rng))
            }
            _ => self.likeliest(at, Role::Werewolf, rng),
        }
    }

    /// The likeliest werewolf of whom it does not know better, by its results or otherwise.
    fn divine(&self, at: &Standpoint<'_, Werewolf>, rng: &mut GameRng) -> Option<Seat> {
        let shares = self.shares(at, rng);
        let suspicion = |seat: Seat| shares.share(seat, Role::Werewolf);
        let others = strangers(at.view);
        let open: Players =
            others.iter().filter(|seat| suspicion(*seat) > 0.0 && suspicion(*seat) < 1.0).collect();
        highest(open.or_if_empty(others), rng, suspicion)
    }

    /// Who of a set is least likely a werewolf.
    fn likeliest_human(
        &self,
        at: &Standpoint<'_, Werewolf>,
        set: Players,
        rng: &mut GameRng,
    ) -> Option<Seat> {
        let shares = self.shares(at, rng);
        highest(set, rng, |seat| -shares.share(seat, Role::Werewolf))
    }
}

/// The living others; for a werewolf those who are none.
fn strangers(view: &View) -> Players {
    view.alive.except(view.seat).without(view.wolves)
}

/// How many are against each player: by the last ballot of the evening, or before the first one by
/// the votes announced today and the werewolves that were reported or suspected today.
fn accusations(at: &Standpoint<'_, Werewolf>) -> [u32; MAX_PLAYERS] {
    let mut against = [0; MAX_PLAYERS];
    for event in at.view.events.iter().rev() {
        match event {
            Event::Ballot { votes, .. } => {
                for (_, target) in votes {
                    against[target.index()] += 1;
                }
                return against;
            }
            Event::Said(said) if said.channel == Channel::Talk && said.speaker != at.seat => {
                for claim in at.game.claims(said.speaker, &said.sentence) {
                    let accused = match claim.statement {
                        Statement::Intention(will) if will.act == Verb::Vote => Some(will.target),
                        Statement::Opinion(opinion) if opinion.role == Role::Werewolf => {
                            Some(opinion.target)
                        }
                        Statement::Fact(Fact::Divined(_, target, Species::Werewolf)) => {
                            Some(target)
                        }
                        _ => None,
                    };
                    if let Some(accused) = accused {
                        against[accused.index()] += 1;
                    }
                }
            }
            Event::Dawn { .. } => break,
            _ => {}
        }
    }
    against
}
