//! What players and spectators perceive of one step.

use std::sync::Arc;

use kakehiki_core::{Game, Seat, Step, Turn};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    action::{Action, Chance},
    by_seat::BySeat,
    event::{Event, Utterance, Votes},
    language::{Channel, Sentence},
    options::Speaking,
    phase::Phase,
    players::Players,
    role::{MAX_PLAYERS, Role},
    rules::Werewolf,
    state::{Slot, Stage, State},
};

/// What a player perceives of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sight {
    /// What is going on now.
    pub phase: Phase,
    /// Whether this player is asked for something now.
    pub is_asked: bool,
    /// Who is asked to speak, where that is public.
    pub speaker: Option<Seat>,
    /// What happened, in order. Most sights hold no event or one, and the end of a turn of talk up
    /// to twenty, so that room for all of them would cost more than a list now and then.
    pub events: Vec<Event>,
}

impl Sight {
    /// The first event that `pick` takes something from.
    pub(super) fn find<T>(&self, pick: impl FnMut(&Event) -> Option<T>) -> Option<T> {
        self.events.iter().find_map(pick)
    }

    /// The utterances of a channel that were heard, in order.
    pub(super) fn said(&self, channel: Channel) -> impl Iterator<Item = &Utterance> {
        self.events.iter().filter_map(move |event| match event {
            Event::Said(said) if said.channel == channel => Some(said),
            _ => None,
        })
    }
}

impl Werewolf {
    /// What `eyes` perceive of a step: those of a player, or of a spectator.
    pub(super) fn sight_of(
        &self,
        before: &State,
        step: &Step<Self>,
        after: &State,
        eyes: Option<Seat>,
    ) -> Option<Sight> {
        let events = self.events(before, step, after, eyes);
        let perceived = |state: &State| {
            let is_asked = eyes.is_some() && self.asked(state) == eyes;
            (Self::phase(state, eyes), is_asked, self.shown_speaker(state, eyes))
        };
        let now = perceived(after);
        let (phase, is_asked, speaker) = now;
        let notices = !events.is_empty() || perceived(before) != now;
        notices.then_some(Sight { phase, is_asked, speaker, events })
    }

    /// The seat that is asked, if one is.
    pub(super) fn asked(&self, state: &State) -> Option<Seat> {
        match self.turn(state) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// What happens in a step before somebody's eyes.
    fn events(
        &self,
        before: &State,
        step: &Step<Self>,
        after: &State,
        eyes: Option<Seat>,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        let was_living_wolf =
            eyes.is_some_and(|seat| before.alive.and(before.wolves).contains(seat));
        match step {
            Step::Action(actor, action) => {
                if Some(*actor) == eyes {
                    events.push(own_act(before, action));
                }
                match (before.stage, action) {
                    (Stage::Speak(channel), _) => {
                        let text = match action {
                            Action::Tell(telling) => Some(telling.text()),
                            _ => None,
                        };
                        let said = (action.sentence(), text);
                        self.hear(before, channel, *actor, said, eyes, &mut events);
                    }
                    (Stage::Vote, _) if before.alive.next_after(*actor).is_none() => {
                        let target = match action {
                            Action::Vote(target) => Some(*target),
                            _ => None,
                        };
                        let votes = if self.options.shows_ballots() {
                            with_vote(before, *actor, target)
                        } else {
                            Votes::new()
                        };
                        events.push(Event::Ballot { round: before.round, votes });
                    }
                    (Stage::Attack, Action::Attack(target)) => {
                        let wolves = before.alive.and(before.wolves);
                        if was_living_wolf && wolves.next_after(*actor).is_none() {
                            let votes = with_vote(before, *actor, *target);
                            events.push(Event::AttackBallot { round: before.round, votes });
                        }
                    }
                    _ => {}
                }
            }
            Step::Chance(Chance::Next(next)) => match (before.stage, eyes) {
                (Stage::Deal, Some(seat)) if after.stage != Stage::Deal => {
                    events.push(Event::Dealt {
                        role: after.role(seat),
                        wolves: known_wolves(after, seat),
                    });
                }
                (Stage::Order(channel), _) if before.remaining[next.index()] == 0 => {
                    let said = (Some(&Sentence::OVER), None);
                    self.hear(before, channel, *next, said, eyes, &mut events);
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
        if was_attack && after.stage == Stage::Hush(Slot::Dawn) && was_living_wolf {
            events.push(Event::Attacked(after.attacked));
        }
        if self.options.late_votes && self.options.visible_votes {
            // The last ballot is shown in the morning, and at the end if there is none.
            let is_last = was_evening && after.stage == Stage::Over;
            let shown = if is_last { votes_of(&after.cast) } else { votes_of(&before.cast) };
            if !shown.is_empty() && (is_last || after.day > before.day) {
                events.push(Event::Revealed(shown));
            }
        }
        if after.day > before.day {
            events.push(Event::Dawn { day: after.day, victim: Self::victim(before) });
            // A dead seer or medium learns nothing more; one that dies in the night is told nothing.
            events.extend(
                eyes.filter(|seat| after.alive.contains(*seat))
                    .and_then(|seat| morning_result(before, after, seat)),
            );
        }
        if after.stage == Stage::Over {
            let roles = BySeat::new(after.roles, self.options.players);
            events.push(Event::Ended { roles, winner: after.winner() });
        }
        events
    }

    fn hear(
        &self,
        before: &State,
        channel: Channel,
        speaker: Seat,
        (sentence, text): (Option<&Sentence>, Option<&Arc<str>>),
        eyes: Option<Seat>,
        events: &mut Vec<Event>,
    ) {
        if !listens(before, channel, eyes) {
            return;
        }
        let heard = self.recorded(before, channel, speaker, sentence);
        events.extend(heard.into_iter().map(|(speaker, sentence, id)| {
            let (day, turn) = (before.day, self.turn_of(before, channel, speaker));
            // Words of one's own are heard at once, and by themselves.
            let text = text.filter(|_| sentence.is_content()).cloned();
            Event::Said(Utterance { channel, day, turn, id, speaker, sentence, text })
        }));
    }
}

impl Werewolf {
    /// The number of a speaker's turn; where anybody may speak up everybody has turns of its own.
    fn turn_of(&self, before: &State, channel: Channel, speaker: Seat) -> u8 {
        let most = match channel {
            Channel::Talk => self.options.max_talk,
            Channel::Whisper => self.options.max_whisper,
        };
        match self.options.speaking {
            Speaking::Open => most.saturating_sub(before.remaining[speaker.index()]),
            Speaking::Turn | Speaking::Phase => before.turn,
        }
    }
}

/// Whether somebody hears what is said in a channel.
pub(super) fn listens(state: &State, channel: Channel, eyes: Option<Seat>) -> bool {
    channel == Channel::Talk || eyes.is_some_and(|seat| state.speakers_of(channel).contains(seat))
}

/// A player's own choice.
fn own_act(before: &State, action: &Action) -> Event {
    let channel = match before.stage {
        Stage::Speak(channel) => Some(channel),
        _ => None,
    };
    match *action {
        Action::Request(role) => Event::Requested(role),
        Action::Say(sentence) => Event::Spoke(channel.unwrap_or(Channel::Talk), sentence),
        Action::Tell(ref told) => Event::Spoke(channel.unwrap_or(Channel::Talk), *told.meaning()),
        Action::Pass => Event::Passed(channel),
        Action::Vote(target) => Event::Voted(target),
        Action::Divine(target) => Event::Divined(target),
        Action::Guard(target) => Event::Guarded(target),
        Action::Attack(target) => Event::VotedAttack(target),
    }
}

/// What a seer or a medium is told in the morning.
fn morning_result(before: &State, after: &State, seat: Seat) -> Option<Event> {
    match (after.role(seat), before.divined, before.executed) {
        (Role::Seer, Some(target), _) => {
            Some(Event::DivineResult(target, after.role(target).species()))
        }
        (Role::Medium, _, Some(target)) => {
            Some(Event::MediumResult(target, after.role(target).species()))
        }
        _ => None,
    }
}

/// The votes of a ballot with the last one added.
fn with_vote(before: &State, voter: Seat, target: Option<Seat>) -> Votes {
    let mut ballot = before.ballot;
    ballot[voter.index()] = target;
    votes_of(&ballot)
}

/// Each voter of a ballot with its target.
fn votes_of(ballot: &[Option<Seat>; MAX_PLAYERS]) -> Votes {
    let cast = Seat::all(MAX_PLAYERS).zip(*ballot);
    cast.filter_map(|(voter, target)| target.map(|target| (voter, target))).collect()
}

/// All werewolves, if `seat` is one of them.
pub(super) fn known_wolves(state: &State, seat: Seat) -> Players {
    if state.wolves.contains(seat) { state.wolves } else { Players::NONE }
}
