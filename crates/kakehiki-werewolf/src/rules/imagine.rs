//! Worlds: full states that look to a player like the truth.

use kakehiki_core::{GameRng, Seat};

use super::{
    facts::Facts,
    language::Channel,
    options::Delivery,
    players::Players,
    role::{DEALT_ROLES, MAX_PLAYERS, Role},
    rules::Werewolf,
    state::{Slot, Stage, State},
    view::{Event, Phase, View},
};

/// How many deals are tried before the facts about the bodyguard are let go. The truth itself fits
/// all facts, so that this many failures in a row do not happen in practice.
const TRIES: u32 = 100_000;

impl Werewolf {
    /// A world that fits a view. Roles are dealt anew among all deals that fit the facts, each as
    /// likely as the others. What others chose in secret is drawn anew: votes uniformly among those
    /// who may be voted for. Where a player cannot know how far the night has got, the world stands
    /// at the earliest point that it may be at.
    pub(super) fn imagine(&self, view: &View, rng: &mut GameRng) -> State {
        let mut world = State::new(&self.options);
        world.day = view.day;
        world.alive = view.alive;
        world.executed = view.executed;
        world.round = view.round;
        world.actor = view.seat;
        world.requests[view.seat.index()] = view.request;
        if view.phase == Phase::Deal {
            self.imagine_deal(view, &mut world);
            return world;
        }
        match view.roles {
            Some(roles) => world.roles = roles,
            None => self.imagine_roles(view, &mut world, rng),
        }
        world.wolves = world.holders(Role::Werewolf);
        match view.phase {
            Phase::Deal | Phase::Night => Self::imagine_night(view, &mut world, rng),
            Phase::Over => world.stage = Stage::Over,
            Phase::Talk(channel) => {
                if channel == Channel::Whisper {
                    Self::imagine_secrets(&mut world, Slot::Whisper, view, rng);
                }
                self.imagine_talk(view, &mut world, channel);
            }
            Phase::Vote => {
                world.stage = Stage::Vote;
                Self::imagine_votes(view, &mut world, view.alive, rng);
            }
            Phase::Tie => {
                world.stage = Stage::Tie;
                world.tied = view.tied;
                let mut rest = view.alive;
                while world.tied.len() < 2
                    && let Some(seat) = rest.draw(rng)
                {
                    rest.remove(seat);
                    world.tied.insert(seat);
                }
            }
            Phase::Divine => world.stage = Stage::Divine,
            Phase::Guard => {
                world.stage = Stage::Guard;
                Self::imagine_secrets(&mut world, Slot::Guard, view, rng);
            }
            Phase::Attack => {
                world.stage = Stage::Attack;
                Self::imagine_secrets(&mut world, Slot::Attack, view, rng);
                let wolves = world.alive.and(world.wolves);
                Self::imagine_votes(view, &mut world, wolves, rng);
            }
            Phase::AttackTie => {
                world.stage = Stage::AttackTie;
                Self::imagine_secrets(&mut world, Slot::Attack, view, rng);
                world.tied = view.tied;
            }
        }
        world
    }

    /// Before the deal is over nobody knows more than its own request.
    fn imagine_deal(&self, view: &View, world: &mut State) {
        let has_asked = view.events.iter().any(|event| matches!(event, Event::Requested(_)));
        if !self.options.role_requests {
            world.stage = Stage::Deal;
        } else if !view.is_asked {
            // Seats are asked in order: the next one is asked, or everybody has been.
            let next = if has_asked {
                Players::first(self.options.players).next_after(view.seat)
            } else {
                Some(Seat::new(0))
            };
            match next {
                Some(next) => world.actor = next,
                None => world.stage = Stage::Deal,
            }
        }
        if world.stage == Stage::Deal {
            world.actor = Seat::new(0);
        }
    }

    fn imagine_roles(&self, view: &View, world: &mut State, rng: &mut GameRng) {
        let facts = Facts::new(&self.options, view);
        let everybody = Players::first(self.options.players);
        let missing = usize::from(self.options.roles[Role::Werewolf.index()]) - facts.wolves.len();
        let grey = everybody.without(facts.wolves).without(facts.humans);
        for attempt in 0..TRIES {
            let mut wolves = facts.wolves;
            let mut rest = grey;
            for _ in 0..missing {
                if let Some(wolf) = rest.draw(rng) {
                    wolves.insert(wolf);
                    rest.remove(wolf);
                }
            }
            if !facts.allows_wolves(wolves) && attempt + 1 < TRIES {
                continue;
            }
            // The others in random order get the other roles in the order of the deal.
            let mut others = everybody.without(wolves);
            if !wolves.contains(view.seat) {
                others.remove(view.seat);
            }
            world.roles[view.seat.index()] = view.role;
            for wolf in wolves.iter() {
                world.roles[wolf.index()] = Role::Werewolf;
            }
            for role in DEALT_ROLES {
                let own = u8::from(role == view.role && role != Role::Werewolf);
                let left = match role {
                    Role::Werewolf => 0,
                    _ => self.options.roles[role.index()] - own,
                };
                for _ in 0..left {
                    if let Some(seat) = others.draw(rng) {
                        others.remove(seat);
                        world.roles[seat.index()] = role;
                    }
                }
            }
            let bodyguards = world.holders(Role::Bodyguard);
            if bodyguards.without(facts.guardians).is_empty() {
                return;
            }
        }
    }

    fn imagine_talk(&self, view: &View, world: &mut State, channel: Channel) {
        let Some(floor) = view.floor else {
            return;
        };
        world.turn = floor.turn;
        world.done = floor.spoken;
        world.is_lively = floor.is_lively;
        world.remaining = floor.remaining;
        world.skips = floor.skips;
        match channel {
            Channel::Talk => world.talks = floor.recorded,
            Channel::Whisper => world.whispers = floor.recorded,
        }
        if let Some(sentence) = floor.said {
            world.speakers[0] = Some(view.seat);
            world.pending[0] = sentence;
        }
        world.stage = match floor.speaker {
            Some(speaker) => {
                world.actor = speaker;
                Stage::Speak(channel)
            }
            None if view.is_asked => Stage::Speak(channel),
            None => Stage::Order(channel),
        };
        debug_assert!(self.options.delivery == Delivery::Immediate || floor.speaker.is_none());
    }

    /// Whoever is asked before this player has voted; whoever is asked after it has not.
    fn imagine_votes(view: &View, world: &mut State, voters: Players, rng: &mut GameRng) {
        let mut actor = voters.lowest();
        if view.is_asked {
            actor = Some(view.seat);
        } else if view.has_voted() {
            actor = voters.next_after(view.seat);
        }
        let Some(actor) = actor else {
            return;
        };
        world.actor = actor;
        for voter in voters.iter().filter(|voter| voter.index() < actor.index()) {
            let targets = match world.stage {
                Stage::Attack => world.alive.without(world.wolves),
                _ => world.alive.except(voter),
            };
            let vote = if voter == view.seat { view.vote } else { targets.draw(rng) };
            world.ballot[voter.index()] = vote;
        }
    }

    /// What others did at night before a part of it that this player is in.
    fn imagine_secrets(world: &mut State, slot: Slot, view: &View, rng: &mut GameRng) {
        let living = |role| world.alive.and(world.holders(role)).lowest();
        let has_divined = world.day > 0;
        let has_guarded = slot == Slot::Attack || world.round > 0 || slot == Slot::Dawn;
        let seer = living(Role::Seer).filter(|_| has_divined);
        let bodyguard = living(Role::Bodyguard).filter(|_| has_guarded && world.day > 0);
        if let Some(seer) = seer {
            let own = seer == view.seat;
            world.divined = if own { view.night_target } else { world.alive.draw(rng) };
        }
        if let Some(guard) = bodyguard {
            let own = guard == view.seat;
            let others = world.alive.except(guard);
            world.guarded = if own { view.night_target } else { others.draw(rng) };
        }
    }

    /// The earliest point of the night that this player may be at.
    fn imagine_night(view: &View, world: &mut State, rng: &mut GameRng) {
        let tonight = view.tonight();
        let first = if view.day == 0 { Slot::Whisper } else { Slot::Divine };
        // On day 0 the whispers may be over; with a talk or a vote since, they are.
        let mut slot = first;
        if view.day == 0 && tonight.is_after_whispers {
            slot = Slot::Divine;
        }
        if tonight.has_divined {
            slot = Self::slot_after(view.day, Slot::Divine);
        }
        if tonight.has_whispered {
            slot = Self::slot_after(view.day, Slot::Whisper);
        }
        if tonight.has_guarded {
            slot = Slot::Attack;
        }
        if tonight.has_attacked {
            slot = Slot::Dawn;
            world.attacked = view.attacked;
        }
        world.stage = Stage::Hush(slot);
        match slot {
            Slot::Divine => {}
            // Nobody sees the divination of day 0 before its dawn.
            Slot::Whisper if view.day == 0 => {}
            Slot::Whisper | Slot::Guard => {
                Self::imagine_secrets(world, Slot::Whisper, view, rng);
            }
            Slot::Attack | Slot::Dawn => Self::imagine_secrets(world, slot, view, rng),
        }
        if view.day == 0 && tonight.has_divined {
            world.divined = view.night_target;
        }
    }
}

/// What a player has noticed of this night.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the night")]
struct Tonight {
    /// On day 0: something happened that comes after the whispers.
    is_after_whispers: bool,
    has_divined: bool,
    has_whispered: bool,
    has_guarded: bool,
    has_attacked: bool,
}

impl View {
    /// What this player has noticed of this night.
    fn tonight(&self) -> Tonight {
        let mut tonight = Tonight::default();
        let evening = |event: &&Event| {
            !matches!(event, Event::Dawn { .. } | Event::Dealt { .. })
                && (self.day == 0 || !matches!(event, Event::Executed(_)))
        };
        for event in self.events.iter().rev().take_while(evening) {
            match event {
                Event::Said(said) if said.channel == Channel::Whisper => {
                    tonight.has_whispered = true;
                }
                Event::Said(_) | Event::Executed(_) => tonight.is_after_whispers = true,
                Event::Divined(_) => tonight.has_divined = true,
                Event::Guarded(_) => tonight.has_guarded = true,
                Event::Attacked(_) => tonight.has_attacked = true,
                _ => {}
            }
        }
        tonight
    }

    /// Whether this player has voted in the ballot that is being held.
    fn has_voted(&self) -> bool {
        for event in self.events.iter().rev() {
            match event {
                Event::Voted(_) | Event::VotedAttack(_) => return true,
                Event::Ballot { .. }
                | Event::AttackBallot { .. }
                | Event::Dawn { .. }
                | Event::Executed(_)
                | Event::Dealt { .. } => return false,
                _ => {}
            }
        }
        false
    }
}

/// Every array of a village is as long as the largest one.
const _: () = assert!(MAX_PLAYERS == kakehiki_core::MAX_SEATS);
