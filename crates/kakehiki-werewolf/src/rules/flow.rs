//! How a game moves from one stage to the next.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::{
    action::{Action, Chance},
    language::{Channel, Sentence, Verb},
    options::{Delivery, Speaking},
    players::Players,
    role::{MAX_PLAYERS, ROLES, Role},
    rules::Werewolf,
    state::{Slot, Stage, State},
};

/// The last day of a game. Only villages in which neither an execution nor an attack is certain
/// ever see it; such a game is undecided.
pub const LAST_DAY: u8 = 60;

/// What is recorded of one step of talk: who, what, and its number within the day.
pub(super) type Recorded = ArrayVec<(Seat, Sentence, u16), MAX_PLAYERS>;

impl Werewolf {
    /// Plays a choice of the seat that is asked.
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: &Action) {
        match (state.stage, action) {
            (Stage::Request, Action::Request(role)) => {
                state.requests[state.actor.index()] = role.unwrap_or(Role::Any);
                match Players::first(self.options.players).next_after(state.actor) {
                    Some(next) => state.actor = next,
                    None => state.stage = Stage::Deal,
                }
            }
            (Stage::Speak(channel), Action::Say(sentence)) => {
                let speaker = state.actor;
                self.speak(state, channel, speaker, Some(sentence), &mut |_, _, _| {});
            }
            (Stage::Speak(channel), Action::Tell(telling)) => {
                let (speaker, meaning) = (state.actor, Some(telling.meaning()));
                self.speak(state, channel, speaker, meaning, &mut |_, _, _| {});
            }
            (Stage::Speak(channel), Action::Pass) => {
                let speaker = state.actor;
                self.speak(state, channel, speaker, None, &mut |_, _, _| {});
            }
            (Stage::Vote, Action::Vote(target)) => self.cast_vote(state, Some(*target)),
            (Stage::Vote, Action::Pass) => self.cast_vote(state, None),
            (Stage::Divine, Action::Divine(target)) => {
                state.divined = *target;
                Self::hush_after(state, Slot::Divine);
            }
            (Stage::Guard, Action::Guard(target)) => {
                state.guarded = *target;
                Self::hush_after(state, Slot::Guard);
            }
            (Stage::Attack, Action::Attack(target)) => {
                state.ballot[state.actor.index()] = *target;
                match state.alive.and(state.wolves).next_after(state.actor) {
                    Some(next) => state.actor = next,
                    None => self.close_attack(state),
                }
            }
            // An illegal action: unspecified, and nothing is the safest.
            _ => {}
        }
    }

    fn cast_vote(&self, state: &mut State, target: Option<Seat>) {
        state.ballot[state.actor.index()] = target;
        match state.alive.next_after(state.actor) {
            Some(next) => state.actor = next,
            None => self.close_ballot(state),
        }
    }

    /// Applies an outcome of chance.
    #[inline]
    pub(super) fn fall(&self, state: &mut State, chance: Chance) {
        match (state.stage, chance) {
            (Stage::Deal, Chance::Next(seat)) => self.deal(state, seat),
            (Stage::Order(channel), Chance::Next(seat)) => {
                if state.remaining[seat.index()] == 0 {
                    self.speak(state, channel, seat, Some(&Sentence::OVER), &mut |_, _, _| {});
                } else {
                    state.actor = seat;
                    state.stage = Stage::Speak(channel);
                }
            }
            (Stage::Order(channel), Chance::Close) => self.end_talking(state, channel),
            (Stage::Tie, Chance::Pick(seat)) => self.execute(state, Some(seat)),
            (Stage::AttackTie, Chance::Pick(seat)) => Self::agree_on(state, Some(seat)),
            (Stage::Hush(slot), Chance::Night) => self.enter(state, slot),
            _ => {}
        }
    }

    /// Among whom chance chooses; nobody where it has nothing to choose.
    #[inline]
    pub(super) fn candidates(&self, state: &State) -> Players {
        match state.stage {
            Stage::Deal => Players::first(self.options.players).without(state.done),
            Stage::Order(channel) => match self.options.speaking {
                Speaking::Open => state.with_utterances(channel),
                Speaking::Phase if state.turn > 0 => {
                    let left = state.with_utterances(channel).without(state.done);
                    state
                        .order
                        .iter()
                        .flatten()
                        .copied()
                        .find(|seat| left.contains(*seat))
                        .into_iter()
                        .collect()
                }
                Speaking::Phase | Speaking::Turn => state.speakers_of(channel).without(state.done),
            },
            Stage::Tie | Stage::AttackTie => state.tied,
            _ => Players::NONE,
        }
    }

    /// Draws the next player of the deal. Whoever asked for a role that is left gets it; the others
    /// get what remains, role after role in the order in which they were drawn.
    fn deal(&self, state: &mut State, seat: Seat) {
        let drawn = state.done.len();
        state.done.insert(seat);
        state.speakers[drawn] = Some(seat);
        let requested = state.requests[seat.index()];
        let granted = state.roles.iter().filter(|role| **role == requested).count();
        if requested != Role::Any && granted < usize::from(self.options.roles[requested.index()]) {
            state.roles[seat.index()] = requested;
        }
        if drawn + 1 < self.options.players {
            return;
        }
        let mut left = self.options.roles;
        for role in state.roles.iter().filter(|role| **role != Role::Any) {
            left[role.index()] -= 1;
        }
        let mut role = 0;
        for seat in state.speakers.iter().flatten() {
            if state.roles[seat.index()] != Role::Any {
                continue;
            }
            while role < ROLES && left[role] == 0 {
                role += 1;
            }
            if let Some(next) = Role::from_index(role) {
                state.roles[seat.index()] = next;
                left[role] -= 1;
            }
        }
        state.wolves = state.holders(Role::Werewolf);
        state.done = Players::NONE;
        state.speakers = [None; MAX_PLAYERS];
        state.stage = Stage::Hush(Slot::Whisper);
    }

    fn begin_talking(&self, state: &mut State, channel: Channel) {
        let (utterances, turns) = match channel {
            Channel::Talk => (self.options.max_talk, self.options.max_talk_turn),
            Channel::Whisper => (self.options.max_whisper, self.options.max_whisper_turn),
        };
        for seat in state.speakers_of(channel).iter() {
            state.remaining[seat.index()] = utterances;
            state.skips[seat.index()] = 0;
        }
        state.turn = 0;
        state.done = Players::NONE;
        state.is_lively = false;
        let is_mute = utterances == 0 && self.options.speaking != Speaking::Turn;
        if turns == 0 || is_mute {
            self.end_talking(state, channel);
        } else {
            state.stage = Stage::Order(channel);
        }
    }

    /// Somebody speaks, is silent when it is asked, or is passed over because nothing is left to it.
    /// `publish` is told what others hear of it now.
    #[inline]
    pub(crate) fn speak(
        &self,
        state: &mut State,
        channel: Channel,
        speaker: Seat,
        sentence: Option<&Sentence>,
        publish: &mut impl FnMut(Seat, &Sentence, u16),
    ) {
        let place = state.done.len();
        if self.options.speaking != Speaking::Open {
            state.done.insert(speaker);
        }
        if self.options.speaking == Speaking::Phase && state.turn == 0 {
            state.order[place] = Some(speaker);
        }
        if self.options.delivery == Delivery::Immediate {
            self.record(state, channel, speaker, sentence, publish);
        } else {
            state.speakers[place] = Some(speaker);
            state.pending[place] = sentence.copied().unwrap_or(Sentence::SKIP);
        }
        let able = match self.options.speaking {
            Speaking::Turn => state.speakers_of(channel),
            Speaking::Phase | Speaking::Open => state.with_utterances(channel),
        };
        if !able.without(state.done).is_empty() {
            state.stage = Stage::Order(channel);
            return;
        }
        if self.options.delivery == Delivery::Turn {
            for spoken in 0..=place {
                if let Some(speaker) = state.speakers[spoken].take() {
                    let sentence = state.pending[spoken];
                    self.record(state, channel, speaker, Some(&sentence), publish);
                }
                state.pending[spoken] = Sentence::SKIP;
            }
        }
        let turns = match channel {
            Channel::Talk => self.options.max_talk_turn,
            Channel::Whisper => self.options.max_whisper_turn,
        };
        if state.is_lively && state.turn + 1 < turns && !able.is_empty() {
            state.turn += 1;
            state.done = Players::NONE;
            state.is_lively = false;
            state.stage = Stage::Order(channel);
        } else {
            self.end_talking(state, channel);
        }
    }

    /// Records an utterance: too long a run of `Skip` becomes `Over`. To be silent is recorded as a
    /// `Skip` that does not count as one.
    fn record(
        &self,
        state: &mut State,
        channel: Channel,
        speaker: Seat,
        sentence: Option<&Sentence>,
        publish: &mut impl FnMut(Seat, &Sentence, u16),
    ) {
        let index = speaker.index();
        let mut recorded = sentence.unwrap_or(&Sentence::SKIP);
        let uses_up = match recorded.verb() {
            Verb::Skip | Verb::Over => self.options.speaking != Speaking::Turn,
            _ => true,
        };
        state.remaining[index] = state.remaining[index].saturating_sub(u8::from(uses_up));
        match sentence.map(Sentence::verb) {
            Some(Verb::Skip) => {
                // The counter stops at the limit, so that it tells no more than what was recorded:
                // whoever says `Over` then looks like whoever skips once too often.
                if state.skips[index] < self.options.max_skip {
                    state.skips[index] += 1;
                } else {
                    recorded = &Sentence::OVER;
                }
            }
            Some(Verb::Over) | None => {}
            Some(_) => state.skips[index] = 0,
        }
        if recorded.verb() == Verb::Over {
            if self.options.final_over {
                state.remaining[index] = 0;
            }
        } else {
            state.is_lively = true;
        }
        let counter = match channel {
            Channel::Talk => &mut state.talks,
            Channel::Whisper => &mut state.whispers,
        };
        let id = *counter;
        *counter += 1;
        publish(speaker, recorded, id);
    }

    fn end_talking(&self, state: &mut State, channel: Channel) {
        state.turn = 0;
        state.done = Players::NONE;
        state.is_lively = false;
        state.remaining = [0; MAX_PLAYERS];
        state.skips = [0; MAX_PLAYERS];
        state.order = [None; MAX_PLAYERS];
        match channel {
            Channel::Whisper if state.round > 0 => Self::begin_attack(state),
            Channel::Whisper if state.day > 0 => Self::hush_after(state, Slot::Whisper),
            // The whispers of day 0 come before its talk, and where it is so again after it.
            Channel::Whisper if self.options.first_day_talk && state.talks == 0 => {
                self.begin_talking(state, Channel::Talk);
            }
            Channel::Talk if state.day == 0 && self.options.second_whisper && state.talks > 0 => {
                state.stage = Stage::Hush(Slot::Whisper);
            }
            Channel::Talk | Channel::Whisper => self.begin_evening(state),
        }
    }

    fn begin_evening(&self, state: &mut State) {
        if state.day > 0 || self.options.first_day_vote {
            Self::begin_ballot(state);
        } else {
            state.stage = Stage::Hush(Slot::Divine);
        }
    }

    fn begin_ballot(state: &mut State) {
        match state.alive.lowest() {
            Some(first) => {
                state.actor = first;
                state.stage = Stage::Vote;
            }
            None => state.stage = Stage::Over,
        }
    }

    /// Counts the votes of a ballot on an execution.
    fn close_ballot(&self, state: &mut State) {
        let top = self.counted(&state.ballot, state.alive);
        if self.options.late_votes {
            state.cast = state.ballot;
        }
        state.ballot = [None; MAX_PLAYERS];
        if top.len() == 1 {
            self.execute(state, top.lowest());
        } else if state.round < self.options.max_revote {
            state.round += 1;
            Self::begin_ballot(state);
        } else if self.options.no_execution || top.is_empty() {
            self.execute(state, None);
        } else {
            state.tied = top;
            state.stage = Stage::Tie;
        }
    }

    fn execute(&self, state: &mut State, executed: Option<Seat>) {
        state.round = 0;
        state.tied = Players::NONE;
        state.executed = executed;
        if let Some(seat) = executed {
            state.alive.remove(seat);
        }
        if self.options.early_end && state.winner().is_some() {
            state.stage = Stage::Over;
        } else {
            state.stage = Stage::Hush(Slot::Divine);
        }
    }

    /// Waits for the part of the night that follows `slot`.
    fn hush_after(state: &mut State, slot: Slot) {
        state.stage = Stage::Hush(Self::slot_after(state.day, slot));
    }

    /// The part of the night that follows another.
    pub(super) fn slot_after(day: u8, slot: Slot) -> Slot {
        match slot {
            // The first night has no guard and no attack, and its whispers come first.
            _ if day == 0 => match slot {
                Slot::Whisper => Slot::Divine,
                _ => Slot::Dawn,
            },
            Slot::Divine => Slot::Whisper,
            Slot::Whisper => Slot::Guard,
            Slot::Guard => Slot::Attack,
            Slot::Attack | Slot::Dawn => Slot::Dawn,
        }
    }

    /// Begins a part of the night, or passes over it if nobody is awake for it.
    fn enter(&self, state: &mut State, slot: Slot) {
        let holder = |state: &State, role| {
            let mut living = state.alive.iter();
            living.find(|seat| state.role(*seat) == role)
        };
        match slot {
            Slot::Divine => match holder(state, Role::Seer) {
                Some(seer) => {
                    state.actor = seer;
                    state.stage = Stage::Divine;
                }
                None => Self::hush_after(state, slot),
            },
            Slot::Guard => match holder(state, Role::Bodyguard) {
                Some(bodyguard) => {
                    state.actor = bodyguard;
                    state.stage = Stage::Guard;
                }
                None => Self::hush_after(state, slot),
            },
            Slot::Whisper => {
                if state.alive.and(state.wolves).len() >= 2 {
                    self.begin_talking(state, Channel::Whisper);
                } else {
                    self.end_talking(state, Channel::Whisper);
                }
            }
            Slot::Attack => {
                if state.alive.and(state.wolves).is_empty() {
                    Self::hush_after(state, slot);
                } else {
                    Self::begin_attack(state);
                }
            }
            Slot::Dawn => self.dawn(state),
        }
    }

    fn begin_attack(state: &mut State) {
        if let Some(first) = state.alive.and(state.wolves).lowest() {
            state.actor = first;
        }
        state.stage = Stage::Attack;
    }

    /// Counts the votes of a ballot on an attack.
    fn close_attack(&self, state: &mut State) {
        let humans = state.alive.without(state.wolves);
        let is_empty = state.ballot.iter().all(Option::is_none);
        // Without a vote nobody is meant, unless somebody has to be.
        let nobody = is_empty && self.options.no_attack;
        let top = if nobody { Players::NONE } else { self.counted(&state.ballot, humans) };
        state.ballot = [None; MAX_PLAYERS];
        if humans.is_empty() {
            Self::agree_on(state, None);
        } else if top.len() == 1 {
            Self::agree_on(state, top.lowest());
        } else if state.round < self.options.max_attack_revote {
            state.round += 1;
            if self.options.whisper_before_revote && state.alive.and(state.wolves).len() >= 2 {
                self.begin_talking(state, Channel::Whisper);
            } else {
                Self::begin_attack(state);
            }
        } else if self.options.no_attack || top.is_empty() {
            Self::agree_on(state, None);
        } else {
            state.tied = top;
            state.stage = Stage::AttackTie;
        }
    }

    fn agree_on(state: &mut State, victim: Option<Seat>) {
        state.round = 0;
        state.tied = Players::NONE;
        state.attacked = victim;
        state.stage = Stage::Hush(Slot::Dawn);
    }

    /// Who is found dead if the night ends as things stand.
    pub(super) fn victim(state: &State) -> Option<Seat> {
        state.attacked.filter(|attacked| state.guarded != Some(*attacked))
    }

    fn dawn(&self, state: &mut State) {
        if let Some(victim) = Self::victim(state) {
            state.alive.remove(victim);
        }
        state.day += 1;
        (state.talks, state.whispers) = (0, 0);
        (state.executed, state.divined) = (None, None);
        state.cast = [None; MAX_PLAYERS];
        (state.guarded, state.attacked) = (None, None);
        if state.winner().is_some() || state.day > LAST_DAY {
            state.stage = Stage::Over;
        } else {
            self.begin_talking(state, Channel::Talk);
        }
    }

    /// Those of `among` with the most votes; where nobody has any all of them, or nobody where votes
    /// are dropped.
    fn counted(&self, ballot: &[Option<Seat>; MAX_PLAYERS], among: Players) -> Players {
        let has_votes = ballot.iter().flatten().any(|target| among.contains(*target));
        if has_votes || !self.options.dropped_votes { tops(ballot, among) } else { Players::NONE }
    }

    /// What is recorded, and so heard, in a step of talk.
    pub(super) fn recorded(
        &self,
        before: &State,
        channel: Channel,
        speaker: Seat,
        sentence: Option<&Sentence>,
    ) -> Recorded {
        let mut recorded = Recorded::new();
        self.speak(&mut before.clone(), channel, speaker, sentence, &mut |seat, sentence, id| {
            recorded.push((seat, *sentence, id));
        });
        recorded
    }
}

/// Those of `among` with the most votes; all of them where nobody has any.
pub(super) fn tops(ballot: &[Option<Seat>; MAX_PLAYERS], among: Players) -> Players {
    let mut votes = [0_u8; MAX_PLAYERS];
    for target in ballot.iter().flatten() {
        votes[target.index()] += 1;
    }
    let most = among.iter().map(|seat| votes[seat.index()]).max().unwrap_or(0);
    among.iter().filter(|seat| votes[seat.index()] == most).collect()
}
