//! What a player may know.

use std::{fmt::Write, sync::Arc};

use kakehiki_core::{GameRng, Observed, Sampler, Seat, Step};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{
    by_seat::BySeat,
    event::Event,
    fact::Fact,
    imagine::Imagination,
    language::{Channel, Sentence, Whom},
    options::{Delivery, Speaking},
    phase::Phase,
    players::Players,
    public::Public,
    role::{MAX_PLAYERS, Role},
    rules::Werewolf,
    sight::{Sight, known_wolves},
    state::{Stage, State},
};

/// How far a phase of talk has got, as one player perceives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Floor {
    /// The turn, from 0.
    pub turn: u8,
    /// Who has spoken in this turn, as far as this player knows.
    pub spoken: Players,
    /// Who is asked to speak, where that is public.
    pub speaker: Option<Seat>,
    /// What this player said in this turn, before others hear it.
    pub said: Option<Sentence>,
    /// Whether something other than `Over` was heard in this turn.
    pub is_lively: bool,
    /// Utterances left to each player in this phase.
    pub remaining: BySeat<u8>,
    /// Each player's run of `Skip`.
    pub skips: BySeat<u8>,
    /// Utterances recorded in this channel today.
    pub recorded: u16,
    /// The place of each player in the order of speakers, from one, where that is drawn once for a
    /// phase; 0 for those who have not had a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<BySeat<u8>>,
}

/// All that one player may know.
///
/// The events are shared, not copied, from one view to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// What is going on.
    pub phase: Phase,
    /// Whether this player is asked for something.
    pub is_asked: bool,
    /// The day, from 0.
    pub day: u8,
    /// Ballots already held about the execution or attack in question.
    pub round: u8,
    /// Who lives.
    pub alive: Players,
    /// The own role; [`Role::Any`], written as null, before the deal.
    #[serde(serialize_with = "unless_any")]
    #[schemars(with = "Option<Role>")]
    pub role: Role,
    /// All werewolves if this player is one, otherwise nobody.
    pub wolves: Players,
    /// The role this player asked for; [`Role::Any`], written as null, for none.
    #[serde(serialize_with = "unless_any")]
    #[schemars(with = "Option<Role>")]
    pub request: Role,
    /// The phase of talk that this player takes part in or listens to.
    pub floor: Option<Floor>,
    /// The own vote in the ballot that is being held.
    pub vote: Option<Seat>,
    /// Among whom chance will decide, where that is known.
    pub tied: Players,
    /// Who was executed this evening.
    pub executed: Option<Seat>,
    /// The own target of this night, of a divination or a guard.
    pub night_target: Option<Seat>,
    /// The victim that the werewolves agreed on this night, if this player is one of them.
    pub attacked: Option<Seat>,
    /// All roles, once the game is over.
    pub roles: Option<BySeat<Role>>,
    /// Everything this player has perceived.
    pub events: Arc<Vec<Event>>,
}

/// A role as it is written where there may be none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what is written is passed so")]
fn unless_any<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
    (*role != Role::Any).then_some(*role).serialize(serializer)
}

impl Werewolf {
    /// How far a phase of talk has got, if `eyes` look on: those of a player, or of a spectator.
    pub(super) fn floor(&self, state: &State, eyes: Option<Seat>) -> Option<Floor> {
        let Phase::Talk(channel) = Self::phase(state, eyes) else {
            return None;
        };
        let is_immediate = self.options.delivery == Delivery::Immediate;
        // Whoever is passed over because nothing is left to it does not notice.
        let mine = eyes.filter(|seat| state.remaining[seat.index()] > 0).and_then(|seat| {
            let place = state.speakers.iter().position(|speaker| *speaker == Some(seat))?;
            Some((seat, state.pending[place]))
        });
        let own = mine.map_or(Players::NONE, |(seat, _)| Players::only(seat));
        let by_seat = |values| BySeat::new(values, self.options.players);
        Some(Floor {
            turn: state.turn,
            spoken: if is_immediate { state.done } else { own },
            speaker: self.shown_speaker(state, eyes),
            said: mine.map(|(_, sentence)| sentence),
            is_lively: is_immediate && state.is_lively,
            remaining: by_seat(state.remaining),
            skips: by_seat(state.skips),
            recorded: if channel == Channel::Talk { state.talks } else { state.whispers },
            places: (self.options.speaking == Speaking::Phase).then(|| {
                let mut places = [0; MAX_PLAYERS];
                for (place, seat) in (1..).zip(state.order.iter().flatten()) {
                    places[seat.index()] = place;
                }
                by_seat(places)
            }),
        })
    }
}

impl Observed for Werewolf {
    type View = View;
    type Sight = Sight;
    /// Everything perceived so far.
    type Memory = Arc<Vec<Event>>;

    type Public = Public;
    type Fact = Fact;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        self.sight_of(before, step, after, Some(seat))
    }

    fn remember(&self, memory: &mut Self::Memory, _seat: Seat, sight: &Sight) {
        Arc::make_mut(memory).extend(sight.events.iter().cloned());
    }

    fn view(&self, state: &State, memory: &Self::Memory, seat: Seat) -> View {
        let phase = Self::phase(state, Some(seat));
        let index = seat.index();
        let is_over = state.stage == Stage::Over;
        let votes_in = match phase {
            Phase::Vote | Phase::Attack => state.ballot[index],
            _ => None,
        };
        let tied_is_known =
            phase == Phase::AttackTie || phase == Phase::Tie && self.options.shows_ballots();
        let is_living_wolf = state.alive.and(state.wolves).contains(seat);
        View {
            seat,
            phase,
            is_asked: self.asked(state) == Some(seat),
            day: state.day,
            round: match phase {
                Phase::Vote | Phase::Attack | Phase::Talk(Channel::Whisper) => state.round,
                _ => 0,
            },
            alive: state.alive,
            role: if phase == Phase::Deal { Role::Any } else { state.role(seat) },
            wolves: known_wolves(state, seat),
            request: state.requests[index],
            floor: self.floor(state, Some(seat)),
            vote: votes_in,
            tied: if tied_is_known { state.tied } else { Players::NONE },
            executed: state.executed,
            night_target: match state.role(seat) {
                Role::Seer => state.divined,
                Role::Bodyguard => state.guarded,
                _ => None,
            },
            attacked: if is_living_wolf { state.attacked } else { None },
            roles: is_over.then(|| BySeat::new(state.roles, self.options.players)),
            events: Arc::clone(memory),
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        Imagination::new(self, view).draw(rng)
    }

    /// What follows from the view for certain is the same for all worlds.
    fn sampler<'a>(&'a self, view: &'a View) -> Sampler<'a, Self> {
        let imagination = Imagination::new(self, view);
        Box::new(move |rng| imagination.draw(rng))
    }

    fn sample_towards(&self, view: &View, sight: &Sight, rng: &mut GameRng) -> State {
        self.imagine_towards(view, sight, rng)
    }

    fn step_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        self.follow(world, seat, sight, rng)
    }

    fn public(&self, state: &State) -> Public {
        self.publish(state)
    }

    fn public_sight(&self, before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        self.sight_of(before, step, after, None)
    }

    fn publicly_asked(&self, public: &Public) -> Option<Seat> {
        public.floor.and_then(|floor| floor.speaker)
    }

    fn facts(&self, view: &View) -> Vec<Fact> {
        self.open_facts(view)
    }

    fn holds(&self, world: &State, fact: &Fact) -> bool {
        fact.holds(world)
    }

    fn view_picture(&self, view: &View) -> String {
        let role = match view.role {
            Role::Any => "not dealt yet".to_owned(),
            role => role.to_string().to_lowercase(),
        };
        let mut text = format!("{} ({role}), day {}\n", Whom::from(view.seat), view.day);
        for seat in Seat::all(self.options.players) {
            let fate = if view.alive.contains(seat) { "alive" } else { "dead" };
            let wolf = if view.wolves.contains(seat) { ", werewolf" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {fate}{wolf}", Whom::from(seat));
        }
        let today = view.events.iter().filter_map(|event| match event {
            Event::Said(said) if said.day == view.day => Some(said),
            _ => None,
        });
        for said in today {
            let speaker = Whom::from(said.speaker);
            let _ = match &said.text {
                Some(words) => writeln!(text, "{speaker}: {words} [{}]", said.sentence),
                None => writeln!(text, "{speaker}: {}", said.sentence),
            };
        }
        text
    }
}
