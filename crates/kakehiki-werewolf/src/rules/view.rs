//! What a player may know.

use std::{fmt::Write, sync::Arc};

use kakehiki_core::{GameRng, Observed, Seat, Step, Turn};
use serde::Serialize;

use super::{
    action::{Action, Chance},
    language::{Channel, Sentence, Whom},
    options::Delivery,
    players::Players,
    role::{MAX_PLAYERS, Role, Species, Team},
    rules::Werewolf,
    state::{Slot, Stage, State},
};

/// What is going on, as one player perceives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Roles are asked for and dealt.
    Deal,
    /// People talk, or the werewolves whisper and this player hears them.
    Talk(Channel),
    /// People vote about an execution.
    Vote,
    /// An execution is tied and chance will decide.
    Tie,
    /// Nothing that this player notices.
    Night,
    /// This player chooses whom to divine.
    Divine,
    /// This player chooses whom to guard.
    Guard,
    /// This player and its fellow werewolves vote about an attack.
    Attack,
    /// An attack is tied and chance will decide.
    AttackTie,
    /// The game is over.
    Over,
}

/// Something that a player perceived.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The role that this player asked for.
    Requested(Option<Role>),
    /// The role that this player was dealt, and all werewolves if it is one.
    Dealt {
        /// The role.
        role: Role,
        /// All werewolves; nobody if this player is none.
        wolves: Players,
    },
    /// What this player said when it was asked.
    Spoke(Channel, Sentence),
    /// What was recorded and heard.
    Said(Utterance),
    /// This player's vote about an execution.
    Voted(Seat),
    /// A ballot about an execution was counted.
    Ballot {
        /// Its number on that day, from 0.
        round: u8,
        /// Each voter with its target; empty where votes are hidden.
        votes: Vec<(Seat, Seat)>,
    },
    /// The evening is over: somebody was executed, or nobody.
    Executed(Option<Seat>),
    /// Whom this player chose to divine.
    Divined(Option<Seat>),
    /// Whom this player chose to guard.
    Guarded(Option<Seat>),
    /// Whom this player wants to attack.
    VotedAttack(Option<Seat>),
    /// A ballot about an attack was counted, seen by living werewolves.
    AttackBallot {
        /// Its number in that night, from 0.
        round: u8,
        /// Each voter with its target.
        votes: Vec<(Seat, Seat)>,
    },
    /// The victim that the werewolves agreed on, seen by living werewolves.
    Attacked(Option<Seat>),
    /// A day begins.
    Dawn {
        /// Its number.
        day: u8,
        /// Who was found dead.
        victim: Option<Seat>,
    },
    /// What this player's divination told.
    DivineResult(Seat, Species),
    /// What this player learned as a medium of the executed player.
    MediumResult(Seat, Species),
    /// The game is over and all roles are laid open.
    Ended {
        /// The roles by seat.
        roles: Vec<Role>,
        /// Who won; nobody if it is undecided.
        winner: Option<Team>,
    },
}

/// A recorded utterance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Utterance {
    /// Where it was made.
    pub channel: Channel,
    /// On which day.
    pub day: u8,
    /// In which turn.
    pub turn: u8,
    /// Its number in the channel on that day.
    pub id: u16,
    /// By whom.
    pub speaker: Seat,
    /// What was recorded.
    pub sentence: Sentence,
}

/// What a player perceives of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// What is going on now.
    pub phase: Phase,
    /// Whether this player is asked for something now.
    pub is_asked: bool,
    /// Who is asked to speak, where that is public.
    pub speaker: Option<Seat>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// How far a phase of talk has got, as one player perceives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
    pub remaining: [u8; MAX_PLAYERS],
    /// Each player's run of `Skip`.
    pub skips: [u8; MAX_PLAYERS],
    /// Utterances recorded in this channel today.
    pub recorded: u16,
}

/// All that one player may know.
///
/// The events are shared, not copied, from one view to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// The own role; [`Role::Any`] before the deal.
    pub role: Role,
    /// All werewolves if this player is one, otherwise nobody.
    pub wolves: Players,
    /// The role this player asked for; [`Role::Any`] for none.
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
    pub roles: Option<[Role; MAX_PLAYERS]>,
    /// Everything this player has perceived.
    pub events: Arc<Vec<Event>>,
}

impl Werewolf {
    /// What is going on, as `seat` perceives it.
    pub(super) fn phase(state: &State, seat: Seat) -> Phase {
        let is_wolf = state.alive.contains(seat) && state.wolves.contains(seat);
        match state.stage {
            Stage::Request | Stage::Deal => Phase::Deal,
            Stage::Order(Channel::Talk) | Stage::Speak(Channel::Talk) => Phase::Talk(Channel::Talk),
            Stage::Vote => Phase::Vote,
            Stage::Tie => Phase::Tie,
            Stage::Over => Phase::Over,
            Stage::Order(Channel::Whisper) | Stage::Speak(Channel::Whisper) if is_wolf => {
                Phase::Talk(Channel::Whisper)
            }
            Stage::Attack if is_wolf => Phase::Attack,
            Stage::AttackTie if is_wolf => Phase::AttackTie,
            Stage::Divine if state.actor == seat => Phase::Divine,
            Stage::Guard if state.actor == seat => Phase::Guard,
            _ => Phase::Night,
        }
    }

    /// Who is asked to speak, where that is public and `seat` listens.
    fn public_speaker(&self, state: &State, seat: Seat) -> Option<Seat> {
        match (state.stage, Self::phase(state, seat)) {
            (Stage::Speak(_), Phase::Talk(_)) if self.options.delivery == Delivery::Immediate => {
                Some(state.actor)
            }
            _ => None,
        }
    }

    fn floor(&self, state: &State, seat: Seat) -> Option<Floor> {
        let Phase::Talk(channel) = Self::phase(state, seat) else {
            return None;
        };
        let is_immediate = self.options.delivery == Delivery::Immediate;
        // Whoever is passed over because nothing is left to it does not notice.
        let mine = state.speakers.iter().position(|speaker| *speaker == Some(seat));
        let mine = mine.filter(|_| state.remaining[seat.index()] > 0);
        let own = if mine.is_some() { Players::only(seat) } else { Players::NONE };
        Some(Floor {
            turn: state.turn,
            spoken: if is_immediate { state.done } else { own },
            speaker: self.public_speaker(state, seat),
            said: mine.map(|place| state.pending[place]),
            is_lively: is_immediate && state.is_lively,
            remaining: state.remaining,
            skips: state.skips,
            recorded: if channel == Channel::Talk { state.talks } else { state.whispers },
        })
    }

    /// What happens in a step before the eyes of `seat`.
    fn events(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Vec<Event> {
        let mut events = Vec::new();
        match step {
            Step::Action(actor, action) => {
                if *actor == seat {
                    let channel = match before.stage {
                        Stage::Speak(channel) => channel,
                        _ => Channel::Talk,
                    };
                    events.push(match *action {
                        Action::Request(role) => Event::Requested(role),
                        Action::Say(sentence) => Event::Spoke(channel, sentence),
                        Action::Vote(target) => Event::Voted(target),
                        Action::Divine(target) => Event::Divined(target),
                        Action::Guard(target) => Event::Guarded(target),
                        Action::Attack(target) => Event::VotedAttack(target),
                    });
                }
                match (before.stage, action) {
                    (Stage::Speak(channel), Action::Say(sentence)) => {
                        self.hear(before, channel, *actor, sentence, seat, &mut events);
                    }
                    (Stage::Vote, Action::Vote(target))
                        if before.alive.next_after(*actor).is_none() =>
                    {
                        let ballot = with_vote(before, *actor, Some(*target));
                        let visible = self.options.visible_votes;
                        let votes = if visible { ballot } else { Vec::new() };
                        events.push(Event::Ballot { round: before.round, votes });
                    }
                    (Stage::Attack, Action::Attack(target)) => {
                        let wolves = before.alive.and(before.wolves);
                        if wolves.contains(seat) && wolves.next_after(*actor).is_none() {
                            let votes = with_vote(before, *actor, *target);
                            events.push(Event::AttackBallot { round: before.round, votes });
                        }
                    }
                    _ => {}
                }
            }
            Step::Chance(Chance::Next(next)) => match before.stage {
                Stage::Deal if after.stage != Stage::Deal => {
                    events.push(Event::Dealt {
                        role: after.role(seat),
                        wolves: known_wolves(after, seat),
                    });
                }
                Stage::Order(channel) if before.remaining[next.index()] == 0 => {
                    self.hear(before, channel, *next, &Sentence::OVER, seat, &mut events);
                }
                _ => {}
            },
            Step::Chance(_) => {}
        }
        let was_evening = matches!(before.stage, Stage::Vote | Stage::Tie);
        let is_evening = matches!(after.stage, Stage::Vote | Stage::Tie);
        if was_evening && !is_evening {
            events.push(Event::Executed(after.executed));
        }
        let was_attack = matches!(before.stage, Stage::Attack | Stage::AttackTie);
        if was_attack
            && after.stage == Stage::Hush(Slot::Dawn)
            && before.alive.and(before.wolves).contains(seat)
        {
            events.push(Event::Attacked(after.attacked));
        }
        if after.day > before.day {
            Self::dawn_events(before, after, seat, &mut events);
        }
        if after.stage == Stage::Over {
            let roles = after.roles[..self.options.players].to_vec();
            events.push(Event::Ended { roles, winner: after.winner() });
        }
        events
    }

    fn hear(
        &self,
        before: &State,
        channel: Channel,
        speaker: Seat,
        sentence: &Sentence,
        seat: Seat,
        events: &mut Vec<Event>,
    ) {
        if channel == Channel::Whisper && !before.speakers_of(channel).contains(seat) {
            return;
        }
        let heard = self.recorded(before, channel, speaker, sentence);
        events.extend(heard.into_iter().map(|(speaker, sentence, id)| {
            let (day, turn) = (before.day, before.turn);
            Event::Said(Utterance { channel, day, turn, id, speaker, sentence })
        }));
    }

    fn dawn_events(before: &State, after: &State, seat: Seat, events: &mut Vec<Event>) {
        events.push(Event::Dawn { day: after.day, victim: Self::victim(before) });
        // A dead seer or medium learns nothing more; one that dies in the night is told nothing.
        if !after.alive.contains(seat) {
            return;
        }
        match (after.role(seat), before.divined, before.executed) {
            (Role::Seer, Some(target), _) => {
                events.push(Event::DivineResult(target, after.role(target).species()));
            }
            (Role::Medium, _, Some(target)) => {
                events.push(Event::MediumResult(target, after.role(target).species()));
            }
            _ => {}
        }
    }
}

/// The votes of a ballot with the last one added.
fn with_vote(before: &State, voter: Seat, target: Option<Seat>) -> Vec<(Seat, Seat)> {
    let cast = Seat::all(MAX_PLAYERS).zip(before.ballot);
    let mut votes: Vec<_> =
        cast.filter_map(|(voter, target)| target.map(|target| (voter, target))).collect();
    votes.extend(target.map(|target| (voter, target)));
    votes
}

/// All werewolves, if `seat` is one of them.
fn known_wolves(state: &State, seat: Seat) -> Players {
    if state.wolves.contains(seat) { state.wolves } else { Players::NONE }
}

impl Observed for Werewolf {
    type View = View;
    type Sight = Sight;
    /// Everything perceived so far.
    type Memory = Arc<Vec<Event>>;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        let events = self.events(before, step, after, seat);
        let perceived = |state: &State| {
            let is_asked = self.turn_of(state) == Some(seat);
            (Self::phase(state, seat), is_asked, self.public_speaker(state, seat))
        };
        let now = perceived(after);
        let (phase, is_asked, speaker) = now;
        let notices = !events.is_empty() || perceived(before) != now;
        notices.then_some(Sight { phase, is_asked, speaker, events })
    }

    fn remember(&self, memory: &mut Self::Memory, _seat: Seat, sight: &Sight) {
        Arc::make_mut(memory).extend(sight.events.iter().cloned());
    }

    fn view(&self, state: &State, memory: &Self::Memory, seat: Seat) -> View {
        let phase = Self::phase(state, seat);
        let index = seat.index();
        let is_over = state.stage == Stage::Over;
        let votes_in = match phase {
            Phase::Vote | Phase::Attack => state.ballot[index],
            _ => None,
        };
        let tied_is_known =
            phase == Phase::AttackTie || phase == Phase::Tie && self.options.visible_votes;
        let is_living_wolf = state.alive.and(state.wolves).contains(seat);
        View {
            seat,
            phase,
            is_asked: self.turn_of(state) == Some(seat),
            day: state.day,
            round: match phase {
                Phase::Vote | Phase::Attack | Phase::Talk(Channel::Whisper) => state.round,
                _ => 0,
            },
            alive: state.alive,
            role: if phase == Phase::Deal { Role::Any } else { state.role(seat) },
            wolves: known_wolves(state, seat),
            request: state.requests[index],
            floor: self.floor(state, seat),
            vote: votes_in,
            tied: if tied_is_known { state.tied } else { Players::NONE },
            executed: state.executed,
            night_target: match state.role(seat) {
                Role::Seer => state.divined,
                Role::Bodyguard => state.guarded,
                _ => None,
            },
            attacked: if is_living_wolf { state.attacked } else { None },
            roles: is_over.then_some(state.roles),
            events: Arc::clone(memory),
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        self.imagine(view, rng)
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
            let _ = writeln!(text, "{}: {}", Whom::from(said.speaker), said.sentence);
        }
        text
    }
}

impl Werewolf {
    /// The seat that is asked, if one is.
    fn turn_of(&self, state: &State) -> Option<Seat> {
        match kakehiki_core::Game::turn(self, state) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }
}
