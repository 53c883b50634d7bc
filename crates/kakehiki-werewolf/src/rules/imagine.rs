//! Worlds: full states that look to a player like the truth.

use kakehiki_core::{GameRng, Seat};

use super::{
    by_seat::BySeat,
    event::Event,
    facts::Facts,
    language::Channel,
    options::Delivery,
    phase::Phase,
    players::Players,
    role::{DEALT_ROLES, MAX_PLAYERS, Role},
    rules::Werewolf,
    sight::Sight,
    state::{Slot, Stage, State},
    view::View,
};

/// How many deals are tried before the facts about the bodyguard are let go. The truth itself fits
/// all facts, so that this many failures in a row do not happen in practice.
const TRIES: u32 = 100_000;

/// Where the roles of worlds come from.
#[expect(clippy::large_enum_variant, reason = "there is one for many worlds")]
enum Deal {
    /// Nothing is dealt yet.
    Open,
    /// All roles are known.
    Known(BySeat<Role>),
    /// Any deal that fits the facts.
    Guessed(Facts),
}

/// A view with what follows from it for certain, ready to draw worlds that fit it.
///
/// Roles are dealt anew among all deals that fit the facts, each as likely as the others. What
/// others chose in secret is drawn anew: votes uniformly among those who may be voted for. Where a
/// player cannot know how far the night has got, the world stands at the earliest point that it may
/// be at.
pub(super) struct Imagination<'a> {
    game: &'a Werewolf,
    view: &'a View,
    deal: Deal,
    tonight: Tonight,
    has_voted: bool,
    /// Whispers heard tonight, which number those that may follow.
    whispers: u16,
    /// Utterances heard today, where that matters.
    talks: u16,
}

impl<'a> Imagination<'a> {
    pub(super) fn new(game: &'a Werewolf, view: &'a View) -> Self {
        let deal = match view.roles {
            _ if view.phase == Phase::Deal => Deal::Open,
            Some(roles) => Deal::Known(roles),
            None => Deal::Guessed(Facts::new(&game.options, view)),
        };
        Self::with(game, view, deal)
    }

    /// The same with roles that also fit what is seen next.
    pub(super) fn towards(game: &'a Werewolf, view: &'a View, sight: &Sight) -> Self {
        let laid_open = sight.find(|event| match event {
            Event::Ended { roles, .. } => Some(*roles),
            _ => None,
        });
        let deal = match laid_open.or(view.roles) {
            _ if view.phase == Phase::Deal => Deal::Open,
            Some(roles) => Deal::Known(roles),
            None => Deal::Guessed(Facts::after(&game.options, view, sight)),
        };
        Self::with(game, view, deal)
    }

    fn with(game: &'a Werewolf, view: &'a View, deal: Deal) -> Self {
        let tonight = if view.phase == Phase::Night { view.tonight() } else { Tonight::default() };
        let is_ballot = matches!(view.phase, Phase::Vote | Phase::Attack);
        let options = &game.options;
        let whispers_again = options.whisper_before_revote || options.second_whisper;
        let whispers = if whispers_again { view.heard_today(Channel::Whisper) } else { 0 };
        // That the talk of day 0 is over tells which of its whispers come next.
        let is_first = options.second_whisper && view.day == 0;
        let talks = if is_first { view.heard_today(Channel::Talk) } else { 0 };
        let has_voted = is_ballot && view.has_voted();
        Self { game, view, deal, tonight, has_voted, whispers, talks }
    }

    /// A world that fits the view.
    pub(super) fn draw(&self, rng: &mut GameRng) -> State {
        let Self { game, view, .. } = *self;
        let mut world = State::new(&game.options);
        world.day = view.day;
        world.alive = view.alive;
        world.executed = view.executed;
        world.round = view.round;
        (world.talks, world.whispers) = (self.talks, self.whispers);
        world.actor = view.seat;
        world.requests[view.seat.index()] = view.request;
        match &self.deal {
            Deal::Open => {
                self.imagine_deal(&mut world);
                return world;
            }
            Deal::Known(roles) => world.roles = roles.padded(),
            Deal::Guessed(facts) => game.imagine_roles(view, facts, &mut world, rng),
        }
        world.wolves = world.holders(Role::Werewolf);
        match view.phase {
            Phase::Deal | Phase::Night => self.imagine_night(&mut world, rng),
            Phase::Over => world.stage = Stage::Over,
            Phase::Talk(channel) => {
                if channel == Channel::Whisper {
                    imagine_secrets(&mut world, Slot::Whisper, view, rng);
                }
                self.imagine_talk(&mut world, channel);
            }
            Phase::Vote => {
                world.stage = Stage::Vote;
                self.imagine_votes(&mut world, view.alive, rng);
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
                imagine_secrets(&mut world, Slot::Guard, view, rng);
            }
            Phase::Attack => {
                world.stage = Stage::Attack;
                imagine_secrets(&mut world, Slot::Attack, view, rng);
                let wolves = world.alive.and(world.wolves);
                self.imagine_votes(&mut world, wolves, rng);
            }
            Phase::AttackTie => {
                world.stage = Stage::AttackTie;
                imagine_secrets(&mut world, Slot::Attack, view, rng);
                world.tied = view.tied;
            }
        }
        world
    }

    /// Before the deal is over nobody knows more than its own request.
    fn imagine_deal(&self, world: &mut State) {
        let Self { game, view, .. } = *self;
        let has_asked = view.events.iter().any(|event| matches!(event, Event::Requested(_)));
        if !game.options.role_requests {
            world.stage = Stage::Deal;
        } else if !view.is_asked {
            // Seats are asked in order: the next one is asked, or everybody has been.
            let next = if has_asked {
                Players::first(game.options.players).next_after(view.seat)
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

    fn imagine_talk(&self, world: &mut State, channel: Channel) {
        let Self { game, view, .. } = *self;
        let Some(floor) = view.floor else {
            return;
        };
        world.turn = floor.turn;
        world.done = floor.spoken;
        world.is_lively = floor.is_lively;
        world.remaining = floor.remaining.padded();
        world.skips = floor.skips.padded();
        match channel {
            Channel::Talk => world.talks = floor.recorded,
            Channel::Whisper => world.whispers = floor.recorded,
        }
        for (seat, place) in
            floor.places.iter().flat_map(BySeat::seats).filter(|(_, place)| *place > 0)
        {
            world.order[usize::from(place) - 1] = Some(seat);
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
        debug_assert!(game.options.delivery == Delivery::Immediate || floor.speaker.is_none());
    }

    /// Whoever is asked before this player has voted; whoever is asked after it has not.
    fn imagine_votes(&self, world: &mut State, voters: Players, rng: &mut GameRng) {
        let view = self.view;
        let mut actor = voters.lowest();
        if view.is_asked {
            actor = Some(view.seat);
        } else if self.has_voted {
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

    /// The earliest point of the night that this player may be at.
    fn imagine_night(&self, world: &mut State, rng: &mut GameRng) {
        let Self { view, tonight, .. } = *self;
        let first = if view.day == 0 { Slot::Whisper } else { Slot::Divine };
        // On day 0 the whispers may be over; with a talk or a vote since, they are.
        let mut slot = first;
        let is_after_talk = tonight.is_after_talk && !self.game.options.second_whisper;
        if view.day == 0 && (is_after_talk || tonight.is_after_vote) {
            slot = Slot::Divine;
        }
        if tonight.has_divined {
            slot = Werewolf::slot_after(view.day, Slot::Divine);
        }
        if tonight.has_whispered {
            slot = Werewolf::slot_after(view.day, Slot::Whisper);
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
                imagine_secrets(world, Slot::Whisper, view, rng);
            }
            Slot::Attack | Slot::Dawn => imagine_secrets(world, slot, view, rng),
        }
        if view.day == 0 && tonight.has_divined {
            world.divined = view.night_target;
        }
    }
}

impl Werewolf {
    /// Deals roles that fit what is known.
    fn imagine_roles(&self, view: &View, facts: &Facts, world: &mut State, rng: &mut GameRng) {
        let everybody = Players::first(self.options.players);
        let dealt = usize::from(self.options.roles[Role::Werewolf.index()]);
        let missing = dealt.saturating_sub(facts.wolves.len());
        let grey = everybody.without(facts.wolves).without(facts.humans);
        // What a foreign server tells may contradict itself, and then nothing need be tried.
        let tries = if facts.can_be(dealt) { TRIES } else { 1 };
        for attempt in 0..tries {
            let mut wolves = facts.wolves;
            let mut rest = grey;
            for _ in 0..missing {
                if let Some(wolf) = rest.draw(rng) {
                    wolves.insert(wolf);
                    rest.remove(wolf);
                }
            }
            if !facts.allows_wolves(wolves) && attempt + 1 < tries {
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

/// What a player has noticed of this night.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the night")]
struct Tonight {
    /// On day 0: something was said, which comes after its first whispers.
    is_after_talk: bool,
    /// On day 0: somebody or nobody was executed, which comes after all of them.
    is_after_vote: bool,
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
                // Whispers before the talk of day 0 are not the last ones.
                Event::Said(said) if said.channel == Channel::Whisper => {
                    tonight.has_whispered |= !tonight.is_after_talk;
                }
                Event::Said(_) => tonight.is_after_talk = true,
                Event::Executed(_) => tonight.is_after_vote = true,
                Event::Divined(_) => tonight.has_divined = true,
                Event::Guarded(_) => tonight.has_guarded = true,
                Event::Attacked(_) => tonight.has_attacked = true,
                _ => {}
            }
        }
        tonight
    }

    /// How many utterances of a channel this player has heard today.
    fn heard_today(&self, channel: Channel) -> u16 {
        let today =
            self.events.iter().rev().take_while(|event| !matches!(event, Event::Dawn { .. }));
        let is_heard =
            |event: &&Event| matches!(event, Event::Said(said) if said.channel == channel);
        today.filter(is_heard).count() as u16
    }

    /// Whether this player has voted in the ballot that is being held.
    fn has_voted(&self) -> bool {
        for event in self.events.iter().rev() {
            match event {
                Event::Voted(_) | Event::VotedAttack(_) | Event::Passed(None) => return true,
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
