//! Following a game by what one player sees of it: worlds that go on to a sight, step by step.

use std::sync::Arc;

use kakehiki_core::{Game, GameRng, Observed, Seat, Step};
use rand::RngExt;

use super::{
    action::{Action, Chance},
    event::{Event, Utterance, Votes},
    language::{Channel, Sentence, Telling},
    options::{Delivery, Speaking},
    players::Players,
    role::Role,
    rules::Werewolf,
    sight::{Sight, listens},
    state::{Stage, State},
};

/// How a night ended.
#[derive(Clone, Copy)]
pub(super) struct Morning {
    /// Who is found dead.
    pub(super) victim: Option<Seat>,
}

/// How an evening ended.
#[derive(Clone, Copy)]
pub(super) struct Evening {
    /// Who is executed.
    pub(super) executed: Option<Seat>,
}

impl Sight {
    /// How the night ended, if this is its end.
    pub(super) fn morning(&self) -> Option<Morning> {
        self.find(|event| match *event {
            Event::Dawn { victim, .. } => Some(Morning { victim }),
            _ => None,
        })
    }

    /// How the evening ended, if this is its end.
    pub(super) fn evening(&self) -> Option<Evening> {
        self.find(|event| match *event {
            Event::Executed(executed) => Some(Evening { executed }),
            _ => None,
        })
    }

    /// The votes of a ballot about an execution that was counted or is shown late; none of them where
    /// they are hidden.
    pub(super) fn votes(&self) -> Option<Votes> {
        let of_kind = |is_late: bool| {
            self.find(|event| match event {
                Event::Ballot { votes, .. } if !is_late => Some(votes.clone()),
                Event::Revealed(votes) if is_late => Some(votes.clone()),
                _ => None,
            })
        };
        of_kind(true).or_else(|| of_kind(false))
    }

    /// The role that the player is dealt, and all werewolves if it is one.
    pub(super) fn dealt(&self) -> Option<(Role, Players)> {
        self.find(|event| match *event {
            Event::Dealt { role, wolves } => Some((role, wolves)),
            _ => None,
        })
    }

    /// The own choice that is seen.
    fn own_action(&self) -> Option<Action> {
        self.find(|event| match *event {
            Event::Requested(role) => Some(Action::Request(role)),
            Event::Spoke(channel, sentence) => Some(self.own_words(channel, sentence)),
            Event::Passed(_) => Some(Action::Pass),
            Event::Voted(target) => Some(Action::Vote(target)),
            Event::Divined(target) => Some(Action::Divine(target)),
            Event::Guarded(target) => Some(Action::Guard(target)),
            Event::VotedAttack(target) => Some(Action::Attack(target)),
            _ => None,
        })
    }
}

impl Sight {
    /// The own utterance, in the words that are heard of it if it was one of those.
    fn own_words(&self, channel: Channel, sentence: Sentence) -> Action {
        let heard = self.said(channel).find(|said| said.sentence == sentence);
        heard.map_or(Action::Say(sentence), spoken)
    }
}

/// The act by which this was said.
fn spoken(said: &Utterance) -> Action {
    let text = said.text.as_ref();
    let telling = text.and_then(|text| Telling::new(said.sentence, Arc::clone(text)));
    telling.map_or(Action::Say(said.sentence), |telling| Action::Tell(Arc::new(telling)))
}

/// Whom a player voted for in a list of votes.
pub(super) fn vote_of(voter: Seat, votes: &[(Seat, Seat)]) -> Option<Seat> {
    votes.iter().find(|(other, _)| *other == voter).map(|(_, target)| *target)
}

/// Whom a choice of the night may fall on.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    who: Players,
    or_nobody: bool,
}

impl Targets {
    const fn is_empty(self) -> bool {
        self.who.is_empty() && !self.or_nobody
    }

    /// One of them or nobody, each as likely as the others.
    pub(super) fn draw(self, rng: &mut GameRng) -> Option<Seat> {
        let place = rng.random_range(0..(self.who.len() + usize::from(self.or_nobody)).max(1));
        self.who.nth(place)
    }
}

impl Werewolf {
    /// Whom the bodyguard may guard so that this victim is found in the morning.
    pub(super) fn guards_towards(
        &self,
        world: &State,
        bodyguard: Seat,
        Morning { victim }: Morning,
    ) -> Targets {
        let everybody = Players::first(self.options.players);
        let others = if self.options.dropped_votes { world.alive } else { everybody };
        let others = others.except(bodyguard);
        let wolves = world.alive.and(world.wolves);
        // An attack that is certain to happen fails only where somebody is guarded.
        let is_certain = !wolves.is_empty() && self.options.attacks_for_certain();
        let has_to_save = victim.is_none() && is_certain;
        let who = match victim {
            Some(victim) => others.except(victim),
            None if has_to_save => others.and(world.alive).without(world.wolves),
            None => others,
        };
        Targets { who, or_nobody: !has_to_save }
    }

    /// Whom the werewolves may agree to attack so that this victim is found in the morning; nobody,
    /// too, where that is possible. Empty where there is no way.
    pub(super) fn preys_towards(&self, world: &State, Morning { victim }: Morning) -> Targets {
        let wolves = world.alive.and(world.wolves);
        let humans = world.alive.without(world.wolves);
        // Whoever is attacked dies or is guarded.
        let attacked = victim.or(world.guarded).filter(|_| !wolves.is_empty());
        let is_guarded = attacked.is_some() && attacked == world.guarded;
        let who: Players = attacked.into_iter().collect();
        let can_be_off =
            !self.options.attacks_for_certain() || wolves.is_empty() || humans.is_empty();
        Targets {
            who: if is_guarded == victim.is_none() { who.and(humans) } else { Players::NONE },
            or_nobody: victim.is_none() && can_be_off,
        }
    }

    /// The next step of a world on its way to what `seat` sees next: what the sight names, or else
    /// something that leads there.
    ///
    /// What the player does not notice is drawn, evenly among choices. Only the choices of a night
    /// are drawn among those after which the morning can be as it is; how the werewolves came to
    /// agree leaves no trace, so that they agree at once.
    pub(super) fn follow(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        let act = |action| Some(Step::Action(world.actor, action));
        let is_own = world.actor == seat;
        let is_attacker = world.alive.and(world.wolves).contains(seat);
        match world.stage {
            Stage::Over => None,
            Stage::Hush(_) => Some(Step::Chance(Chance::Night)),
            Stage::Deal => {
                let (role, wolves) = sight.dealt()?;
                let next = self.deal_towards(world, seat, role, wolves, rng)?;
                Some(Step::Chance(Chance::Next(next)))
            }
            Stage::Order(channel) if self.closes(world, seat, channel, sight) => {
                Some(Step::Chance(Chance::Close))
            }
            Stage::Order(channel) => {
                let next = self.speaker_towards(world, seat, channel, sight, rng)?;
                Some(Step::Chance(Chance::Next(next)))
            }
            Stage::Tie => Some(Step::Chance(Chance::Pick(sight.evening()?.executed?))),
            Stage::AttackTie if is_attacker => {
                let attacked = sight.find(|event| match event {
                    Event::Attacked(target) => *target,
                    _ => None,
                });
                Some(Step::Chance(Chance::Pick(attacked?)))
            }
            Stage::AttackTie => {
                let preys = self.preys_towards(world, sight.morning()?);
                Some(Step::Chance(Chance::Pick(preys.who.and(world.tied).draw(rng)?)))
            }
            Stage::Request
            | Stage::Speak(_)
            | Stage::Vote
            | Stage::Divine
            | Stage::Guard
            | Stage::Attack
                if is_own =>
            {
                act(sight.own_action()?)
            }
            Stage::Request | Stage::Divine => act(self.any(world, rng)?),
            Stage::Speak(channel) => act(self.words_towards(world, seat, channel, sight, rng)?),
            Stage::Vote => act(self.ballot_towards(world, seat, sight, rng)?),
            Stage::Guard => match sight.morning() {
                Some(morning) => {
                    let guards = self.guards_towards(world, world.actor, morning);
                    if guards.is_empty() { None } else { act(Action::Guard(guards.draw(rng))) }
                }
                None => act(self.any(world, rng)?),
            },
            Stage::Attack if is_attacker => {
                let vote = sight.find(|event| match event {
                    Event::AttackBallot { votes, .. } => Some(vote_of(world.actor, votes)),
                    _ => None,
                });
                match vote {
                    Some(target) => act(Action::Attack(target)),
                    None => act(self.any(world, rng)?),
                }
            }
            Stage::Attack => {
                let preys = self.preys_towards(world, sight.morning()?);
                if preys.is_empty() { None } else { act(Action::Attack(preys.draw(rng))) }
            }
        }
    }

    /// Anything that the seat which is asked may choose from its menu.
    fn any(&self, world: &State, rng: &mut GameRng) -> Option<Action> {
        let mut menu = Vec::new();
        self.menu(world, &mut menu);
        (!menu.is_empty()).then(|| menu.swap_remove(rng.random_range(0..menu.len())))
    }

    /// Whether the time for a talk in which anybody may speak up is over.
    fn closes(&self, world: &State, seat: Seat, channel: Channel, sight: &Sight) -> bool {
        self.options.speaking == Speaking::Open
            && listens(world, channel, Some(seat))
            && sight.speaker.is_none()
            && sight.said(channel).next().is_none()
    }

    /// Who speaks next.
    fn speaker_towards(
        &self,
        world: &State,
        seat: Seat,
        channel: Channel,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Seat> {
        let mut said = sight.said(channel).peekable();
        if !listens(world, channel, Some(seat)) {
            return self.candidates(world).draw(rng);
        }
        if self.options.delivery == Delivery::Immediate {
            // Whoever has nothing left to say is passed over and heard at once.
            return said.next().map(|said| said.speaker).or(sight.speaker);
        }
        match said.peek() {
            // A turn that is over tells its order.
            Some(_) => said.nth(world.done.len()).map(|said| said.speaker),
            None => self.candidates(world).draw(rng),
        }
    }

    /// What somebody else says.
    fn words_towards(
        &self,
        world: &State,
        seat: Seat,
        channel: Channel,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Action> {
        let mut said = sight.said(channel).peekable();
        let is_heard = listens(world, channel, Some(seat));
        let is_immediate = self.options.delivery == Delivery::Immediate;
        if !is_heard || !is_immediate && said.peek().is_none() {
            return self.any(world, rng);
        }
        let heard = said.nth(if is_immediate { 0 } else { world.done.len() })?;
        let is_silent = self.options.own_words
            && heard.sentence == Sentence::SKIP
            && world.skips[heard.speaker.index()] >= self.options.max_skip;
        let action = if is_silent { Action::Pass } else { spoken(heard) };
        (heard.speaker == world.actor).then_some(action)
    }

    /// Somebody else's vote about an execution.
    fn ballot_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Action> {
        let votes = sight.votes();
        let is_shown =
            self.options.shows_ballots() || votes.as_ref().is_some_and(|votes| !votes.is_empty());
        match votes.map(|votes| vote_of(world.actor, &votes)) {
            Some(None) if is_shown => self.options.dropped_votes.then_some(Action::Pass),
            Some(target) if is_shown => Some(Action::Vote(target?)),
            // The last of the hidden votes decides.
            Some(_) if world.alive.next_after(world.actor).is_none() => {
                let seen_after = |action: &Action| {
                    let mut after = world.clone();
                    self.act(&mut after, action);
                    let step = Step::Action(world.actor, action.clone());
                    self.sight(world, &step, &after, seat)
                };
                let mut choices: Vec<Action> =
                    world.alive.except(world.actor).iter().map(Action::Vote).collect();
                if self.options.dropped_votes {
                    choices.extend([Action::Pass, Action::Vote(world.actor)]);
                }
                let is_it = |action: &&Action| seen_after(action).as_ref() == Some(sight);
                // A draft does not know what is going on after it.
                let begins_it = |action: &&Action| {
                    seen_after(action).is_some_and(|seen| sight.events.starts_with(&seen.events))
                };
                let exact: Vec<&Action> = choices.iter().filter(is_it).collect();
                let fitting = if exact.is_empty() {
                    choices.iter().filter(begins_it).collect()
                } else {
                    exact
                };
                let place = rng.random_range(0..fitting.len().max(1));
                fitting.get(place).copied().cloned()
            }
            _ => self.any(world, rng),
        }
    }
}
