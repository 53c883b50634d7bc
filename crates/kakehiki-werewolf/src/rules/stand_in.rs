//! Worlds that look like the truth and go on to what a player sees next.

use arrayvec::ArrayVec;
use kakehiki_core::{GameRng, Seat};

use super::{
    event::Event,
    flow::tops,
    follow::{Evening, Morning, vote_of},
    imagine::Imagination,
    language::Channel,
    phase::Phase,
    players::Players,
    role::{MAX_PLAYERS, Role},
    rules::Werewolf,
    sight::Sight,
    state::{Slot, Stage, State},
    view::View,
};

/// How many random ballots are looked at for a tie before one is made.
const BALLOTS: u32 = 50;

impl Werewolf {
    /// A world that fits a view and from which the sight comes next.
    ///
    /// Its roles fit what the sight tells of them. What others have chosen in secret since the
    /// player last noticed something is what the sight shows, or what brings about what it shows.
    pub(super) fn imagine_towards(&self, view: &View, sight: &Sight, rng: &mut GameRng) -> State {
        let mut world = Imagination::towards(self, view, sight).draw(rng);
        if self.options.late_votes {
            for (voter, target) in sight.votes().unwrap_or_default() {
                world.cast[voter.index()] = Some(target);
            }
        }
        match view.phase {
            Phase::Deal => {
                if let Some((role, wolves)) = sight.dealt() {
                    self.request_towards(view, role, wolves, &mut world, rng);
                }
            }
            Phase::Talk(channel) => recall_turn(view, sight, channel, &mut world),
            Phase::Vote => self.vote_towards(view, sight, &mut world, rng),
            Phase::Tie => {
                if let Some(Evening { executed: Some(executed) }) = sight.evening() {
                    world.tied.insert(executed);
                }
            }
            Phase::Attack => {
                if let Some(votes) = sight.find(|event| match event {
                    Event::AttackBallot { votes, .. } => Some(votes.clone()),
                    _ => None,
                }) {
                    let wolves = world.alive.and(world.wolves);
                    for voter in wolves.iter().filter(|voter| *voter < world.actor) {
                        world.ballot[voter.index()] = vote_of(voter, &votes);
                    }
                }
            }
            Phase::Night => {
                if let Some(morning) = sight.morning() {
                    self.pass_the_night(view, morning, &mut world, rng);
                }
            }
            Phase::Divine | Phase::Guard | Phase::AttackTie | Phase::Over => {}
        }
        world
    }

    /// Casts the votes of those who were asked before, as a counted ballot shows them or, where it
    /// is hidden, so that it ends as it did.
    fn vote_towards(&self, view: &View, sight: &Sight, world: &mut State, rng: &mut GameRng) {
        let Some(votes) = sight.votes() else {
            return;
        };
        if self.options.shows_ballots() || !votes.is_empty() {
            for voter in world.alive.iter().filter(|voter| *voter < world.actor) {
                world.ballot[voter.index()] = vote_of(voter, &votes);
            }
            return;
        }
        let target = view.vote.or_else(|| {
            sight.find(|event| match event {
                Event::Voted(target) => Some(*target),
                _ => None,
            })
        });
        let own = target.map(|target| (view.seat, target));
        let mut ballot = match sight.evening() {
            Some(Evening { executed: Some(executed) }) => {
                ballot_against(world.alive, executed, own)
            }
            // Nobody is executed where nobody was voted for.
            Some(_) if self.options.dropped_votes => [None; MAX_PLAYERS],
            _ => tied_ballot(world.alive, own, rng),
        };
        let passed = view.events.iter().chain(&sight.events).rev();
        if target.is_none()
            && passed
                .take_while(|event| !matches!(event, Event::Dawn { .. }))
                .any(|event| *event == Event::Passed(None))
        {
            ballot[view.seat.index()] = None;
        }
        // Only the last vote is left to be cast.
        if let Some(last) = world.alive.iter().last() {
            world.ballot = ballot;
            world.ballot[last.index()] = None;
            world.actor = last;
        }
    }

    /// Puts a world at the end of a night, with choices after which this victim is found.
    fn pass_the_night(&self, view: &View, morning: Morning, world: &mut State, rng: &mut GameRng) {
        let holder = |role| world.alive.and(world.holders(role)).lowest();
        let (seer, bodyguard) = (holder(Role::Seer), holder(Role::Bodyguard));
        let is_attacker = world.alive.and(world.wolves).contains(view.seat);
        world.stage = Stage::Hush(Slot::Dawn);
        world.divined = match seer {
            Some(seer) if seer == view.seat => view.night_target,
            Some(_) => world.alive.draw(rng),
            None => None,
        };
        if world.day == 0 {
            return;
        }
        let prey = view.attacked.filter(|_| is_attacker);
        world.guarded = match bodyguard {
            Some(bodyguard) if bodyguard == view.seat => view.night_target,
            // Werewolves know whom they attacked.
            Some(_) if is_attacker && morning.victim.is_none() && prey.is_some() => prey,
            Some(bodyguard) => self.guards_towards(world, bodyguard, morning).draw(rng),
            None => None,
        };
        world.attacked =
            if is_attacker { prey } else { self.preys_towards(world, morning).draw(rng) };
    }
}

/// Lets those who spoke in this turn before the player say what is heard at its end.
fn recall_turn(view: &View, sight: &Sight, channel: Channel, world: &mut State) {
    let has_spoken = view.floor.is_some_and(|floor| floor.said.is_some());
    // Who speaks at once is heard at once, and nobody has to be recalled.
    let is_asked = view.is_asked && view.floor.is_some_and(|floor| floor.speaker.is_none());
    if !has_spoken && !is_asked {
        return;
    }
    let Some(place) = sight.said(channel).position(|said| said.speaker == view.seat) else {
        return;
    };
    let own = view.floor.and_then(|floor| floor.said).map(|sentence| (view.seat, sentence));
    let earlier = sight.said(channel).take(place).map(|said| (said.speaker, said.sentence));
    for (index, (speaker, sentence)) in earlier.chain(own).enumerate() {
        world.speakers[index] = Some(speaker);
        world.pending[index] = sentence;
        world.done.insert(speaker);
    }
}

/// A ballot in which this player alone has the most votes, if the rest of it can bring that about.
fn ballot_against(
    alive: Players,
    executed: Seat,
    own: Option<(Seat, Seat)>,
) -> [Option<Seat>; MAX_PLAYERS] {
    let mut ballot = [None; MAX_PLAYERS];
    for voter in alive.iter() {
        ballot[voter.index()] = Some(executed);
    }
    // The one who is executed spreads its vote.
    let own_target = own.map(|(_, target)| target);
    let others = alive.except(executed);
    let spread = own_target.map_or(others, |target| others.except(target)).or_if_empty(others);
    ballot[executed.index()] = spread.lowest();
    if let Some((seat, target)) = own {
        ballot[seat.index()] = Some(target);
    }
    ballot
}

/// A ballot with a tie: a random one, or one in which everybody has one vote.
fn tied_ballot(
    alive: Players,
    own: Option<(Seat, Seat)>,
    rng: &mut GameRng,
) -> [Option<Seat>; MAX_PLAYERS] {
    let mut ballot = [None; MAX_PLAYERS];
    for _ in 0..BALLOTS {
        for voter in alive.iter() {
            ballot[voter.index()] = match own {
                Some((seat, target)) if seat == voter => Some(target),
                _ => alive.except(voter).draw(rng),
            };
        }
        if tops(&ballot, alive).len() > 1 {
            return ballot;
        }
    }
    // A circle in which the player is followed by whom it voted for.
    let first = own.map(|(seat, _)| seat).or(alive.lowest());
    let second = own.map(|(_, target)| target);
    let rest = alive.iter().filter(|seat| Some(*seat) != first && Some(*seat) != second);
    let circle: ArrayVec<Seat, MAX_PLAYERS> = first.into_iter().chain(second).chain(rest).collect();
    for (voter, target) in circle.iter().zip(circle.iter().cycle().skip(1)) {
        ballot[voter.index()] = Some(*target);
    }
    ballot
}
