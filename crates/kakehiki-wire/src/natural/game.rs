//! A game at a foreign server for natural language, as one of our agents follows it.
//!
//! Messages tell what happened, some of it late; what a player perceives of it, and in how many steps, follows
//! from the rules.

use std::{collections::BTreeSet, sync::Arc};

use kakehiki_core::{Cast, NameError, OutOfStep, Seat, Seed};
use kakehiki_werewolf::{
    Action, BySeat, Channel, Event, MAX_PLAYERS, Options, Phase, Players, Reading, Role, Sentence,
    Sight, Speaking, Team, Telling, Utterance, Verb, View, Votes, Wording,
};

use super::{
    packet::{Info, Packet, Request, Status, Talk, Vote},
    village::Village,
};
use crate::{Adrift, Outcome, Response, aiwolf::Villager};

/// No day of the largest village has as many utterances; a server that goes on talking for ever is left.
const MOST_UTTERANCES: usize = 10_000;

/// A game at a server.
pub(super) struct Game {
    player: Villager,
    village: Village,
    /// From which the choice of words follows.
    words: Seed,
    said: u64,
    /// What was answered and has not shown in what the server tells.
    answered: Option<Action>,
    /// What was heard of this phase of talk: the number, the turn and the speaker of each utterance.
    heard: BTreeSet<(bool, u16, u8, String)>,
    /// Whether the player is dead: it has nothing to decide any more.
    is_out: bool,
}

impl Game {
    /// Begins as the first message tells. All luck of the agent follows from the seed of the match.
    pub(super) fn new(packet: &Packet, cast: &Cast, seed: Seed) -> Result<Self, Adrift> {
        let unexpected = || Adrift::Request(packet.request.to_string());
        let info = packet.info.as_ref().ok_or_else(unexpected)?;
        let setting = packet.setting.as_ref().ok_or_else(unexpected)?;
        let names = info.status_map.keys().cloned().collect();
        let village = Village::new(setting, names).map_err(Adrift::Village)?;
        let seat = village.names.seat(&info.agent).ok_or_else(unexpected)?;
        let role = *info.role_map.get(&info.agent).ok_or_else(unexpected)?;
        let table = Arc::clone(&village.table);
        let mut game = Self {
            player: Villager::new(table, cast, seat, seed, village.time)?,
            village,
            words: seed.derive("words", 0),
            said: 0,
            answered: None,
            heard: BTreeSet::new(),
            is_out: false,
        };
        let wolves = if role == Role::Werewolf { game.wolves(info) } else { Players::NONE };
        game.player.tell(vec![Event::Dealt { role, wolves }])?;
        Ok(game)
    }

    /// As [`NaturalSeat::seat`](super::NaturalSeat::seat).
    pub(super) fn seat(&self) -> Seat {
        self.player.seat()
    }

    /// As [`NaturalSeat::view`](super::NaturalSeat::view).
    pub(super) fn view(&self) -> &View {
        self.player.view()
    }

    fn options(&self) -> &Options {
        self.village.table.game().options()
    }

    fn seat_of(&self, name: &str) -> Option<Seat> {
        self.village.names.seat(name)
    }

    fn alive(&self, info: &Info) -> Players {
        let living = info.status_map.iter().filter(|(_, status)| **status == Status::Alive);
        living.filter_map(|(name, _)| self.seat_of(name)).collect()
    }

    fn wolves(&self, info: &Info) -> Players {
        let wolves = info.role_map.iter().filter(|(_, role)| **role == Role::Werewolf);
        wolves.filter_map(|(name, _)| self.seat_of(name)).collect()
    }

    fn votes(&self, list: Option<&[Vote]>) -> Votes {
        let mut votes: Vec<(Seat, Seat)> = list
            .unwrap_or_default()
            .iter()
            .filter_map(|vote| Some((self.seat_of(&vote.agent)?, self.seat_of(&vote.target)?)))
            .collect();
        votes.sort_unstable();
        votes.dedup_by_key(|(voter, _)| *voter);
        votes.into_iter().take(MAX_PLAYERS).collect()
    }

    /// Takes a message of the server.
    pub(super) fn heard(&mut self, packet: &Packet) -> Result<Response, Adrift> {
        let unexpected = || Adrift::Request(packet.request.to_string());
        let info = packet.info.as_ref().ok_or_else(unexpected)?;
        let phase = match packet.request {
            Request::DailyInitialize => {
                // Nothing else tells of whispers in a night without an attack.
                if self.view().phase == Phase::Talk(Channel::Whisper) && !self.is_out {
                    for talk in packet.whisper_history.iter().flatten() {
                        self.listen(Channel::Whisper, talk)?;
                    }
                }
                self.begin_day(info)?;
                return Ok(Response::Silence);
            }
            Request::Finish => return self.finish(info).ok_or_else(unexpected),
            _ if self.is_out => return Ok(Response::Silence),
            Request::TalkPhaseStart | Request::WhisperPhaseStart => {
                self.catch_up(packet, info)?;
                let is_talk = packet.request == Request::TalkPhaseStart;
                self.begin_talk(if is_talk { Channel::Talk } else { Channel::Whisper })?;
                return Ok(Response::Silence);
            }
            Request::DailyFinish | Request::TalkBroadcast | Request::WhisperBroadcast => {
                self.catch_up(packet, info)?;
                return Ok(Response::Silence);
            }
            Request::TalkPhaseEnd | Request::WhisperPhaseEnd => {
                self.catch_up(packet, info)?;
                self.end_talk()?;
                return Ok(Response::Silence);
            }
            Request::Talk => Phase::Talk(Channel::Talk),
            Request::Whisper => Phase::Talk(Channel::Whisper),
            Request::Vote => Phase::Vote,
            Request::Divine => Phase::Divine,
            Request::Guard => Phase::Guard,
            _ => Phase::Attack,
        };
        self.catch_up(packet, info)?;
        // What was whispered last may have reached nobody.
        if phase != self.view().phase {
            self.end_talk()?;
        }
        self.player.wait()?;
        if self.view().phase != phase {
            return Err(unexpected());
        }
        let action = self.decide()?;
        let answer = self.answer(&action);
        self.answered = Some(action);
        Ok(Response::Command(answer))
    }

    /// What the agent chooses, or nothing where the rules do not allow it.
    fn decide(&mut self) -> Result<Action, NameError> {
        let action = self.player.decide()?;
        if self.player.is_legal(&action) {
            return Ok(action);
        }
        Ok(match self.view().phase {
            Phase::Talk(_) => Action::Say(Sentence::SKIP),
            Phase::Divine => Action::Divine(None),
            Phase::Guard => Action::Guard(None),
            Phase::Attack => Action::Attack(None),
            _ => Action::Pass,
        })
    }

    /// An action as the server reads it. An empty answer would not be sent, so that nobody is named by a
    /// word that is nobody's name.
    fn answer(&mut self, action: &Action) -> String {
        let name = |seat: Seat| self.village.names.name(seat).to_owned();
        match *action {
            Action::Say(ref sentence) => self.words(sentence),
            Action::Tell(ref told) => told.text().to_string(),
            Action::Vote(target)
            | Action::Divine(Some(target))
            | Action::Guard(Some(target))
            | Action::Attack(Some(target)) => name(target),
            _ => "none".to_owned(),
        }
    }

    /// A sentence in words of the village.
    fn words(&mut self, sentence: &Sentence) -> String {
        let is_whisper = self.view().phase == Phase::Talk(Channel::Whisper);
        let wording = Wording {
            tongue: self.village.tongue,
            speaker: self.player.seat(),
            names: &self.village.names,
            lengths: self.village.lengths[usize::from(is_whisper)],
        };
        let text = wording.put(sentence, &mut self.words.rng_at(self.said));
        self.said += 1;
        text
    }

    /// As [`NaturalSeat::instead`](super::NaturalSeat::instead).
    pub(super) fn instead(&mut self, answer: &str) {
        let target = self.seat_of(answer);
        let seat = self.player.seat();
        self.answered = self.answered.take().map(|answered| match answered {
            Action::Say(_) | Action::Tell(_) => Action::Say(self.meaning(seat, answer)),
            Action::Vote(_) | Action::Pass => target.map_or(Action::Pass, Action::Vote),
            Action::Divine(_) => Action::Divine(target),
            Action::Guard(_) => Action::Guard(target),
            Action::Attack(_) => Action::Attack(target),
            Action::Request(_) => answered,
        });
    }

    fn meaning(&self, speaker: Seat, text: &str) -> Sentence {
        match text {
            "Skip" | "ForceSkip" => Sentence::SKIP,
            "Over" => Sentence::OVER,
            text => Reading::new(text, speaker, &self.village.names).sentence(speaker),
        }
    }

    /// Takes in what a message tells of this day.
    fn catch_up(&mut self, packet: &Packet, info: &Info) -> Result<(), Adrift> {
        let is_night = !matches!(
            packet.request,
            Request::Talk | Request::DailyFinish | Request::TalkBroadcast | Request::Vote
        );
        if is_night && matches!(self.answered, Some(Action::Vote(_) | Action::Pass)) {
            let executed = self.view().alive.without(self.alive(info)).lowest();
            self.end_evening(executed, Votes::new(), None)?;
        }
        for (channel, words) in [
            // Where both are new, werewolves whispered before anybody talked.
            (Channel::Whisper, packet.whisper_history.as_deref()),
            (Channel::Talk, packet.talk_history.as_deref()),
            (Channel::Whisper, packet.new_whisper.as_ref().map(std::slice::from_ref)),
            (Channel::Talk, packet.new_talk.as_ref().map(std::slice::from_ref)),
        ] {
            for talk in words.unwrap_or_default() {
                self.listen(channel, talk)?;
            }
        }
        Ok(())
    }

    /// An own act of the night is over.
    fn done(&mut self, event: Event) -> Result<(), OutOfStep> {
        self.answered = None;
        self.player.tell(vec![event])
    }

    /// Takes in something that was said, if it is new.
    fn listen(&mut self, channel: Channel, talk: &Talk) -> Result<(), Adrift> {
        let unexpected = || Adrift::Request(format!("something that {:?} said", talk.agent));
        let key = (channel == Channel::Whisper, talk.idx, talk.turn, talk.agent.clone());
        if talk.day != self.view().day || !self.heard.insert(key) {
            return Ok(());
        }
        if self.heard.len() > MOST_UTTERANCES {
            return Err(unexpected());
        }
        let speaker = self.seat_of(&talk.agent).ok_or_else(unexpected)?;
        let is_own = speaker == self.player.seat();
        let is_open = self.options().speaking == Speaking::Open;
        // In a group chat it was taken in when it was said, and whispers may come when they are over.
        let is_late =
            channel == Channel::Whisper && self.view().phase == Phase::Talk(Channel::Talk);
        if is_own && is_open || is_late {
            return Ok(());
        }
        self.begin_talk(channel)?;
        let sentence = self.meaning(speaker, &talk.text);
        if is_own {
            let spoke = self.spoke(channel, Some(sentence));
            return Ok(self.player.tell(spoke)?);
        }
        let text = Telling::clean(&talk.text);
        let telling = Telling::new(sentence, text).map(|telling| Arc::clone(telling.text()));
        let said = self.utterance(channel, speaker, sentence, telling);
        Ok(self.player.tell(vec![Event::Said(said)])?)
    }

    /// A phase of talk has begun, whether or not anything was told of that.
    fn begin_talk(&mut self, channel: Channel) -> Result<(), OutOfStep> {
        if self.view().phase != Phase::Talk(channel) {
            self.end_talk()?;
        }
        if self.view().phase != Phase::Talk(channel) {
            let draft = self.player.draft(Vec::new());
            let begins =
                |seen: &Sight| seen.events.is_empty() && seen.phase == Phase::Talk(channel);
            self.player.see_like(&draft, &begins)?;
        }
        Ok(())
    }

    /// What somebody says next, with the numbers that it has by the rules.
    fn utterance(
        &self,
        channel: Channel,
        speaker: Seat,
        sentence: Sentence,
        text: Option<Arc<str>>,
    ) -> Utterance {
        let (view, options) = (self.view(), self.options());
        let most = match channel {
            Channel::Talk => options.max_talk,
            Channel::Whisper => options.max_whisper,
        };
        let left = view.floor.map_or(0, |floor| floor.remaining[speaker.index()]);
        let turn = match options.speaking {
            Speaking::Open => most.saturating_sub(left),
            _ => view.floor.map_or(0, |floor| floor.turn),
        };
        let id = view.floor.map_or(0, |floor| floor.recorded);
        Utterance { channel, day: view.day, turn, id, speaker, sentence, text }
    }

    /// What the player itself said, by what was recorded of it, if that is known.
    fn spoke(&mut self, channel: Channel, recorded: Option<Sentence>) -> Vec<Event> {
        let own = self.player.seat();
        let said = match self.answered.take() {
            Some(action) => action.sentence().copied(),
            None => recorded,
        };
        let most = self.options().max_skip;
        let is_last_skip = self.view().floor.is_some_and(|floor| floor.skips[own.index()] >= most);
        let said = said.unwrap_or(Sentence::SKIP);
        let (said, heard) = match (said.verb(), recorded.map(|recorded| recorded.verb())) {
            // What came too late was recorded as nothing, and what was cut away as the end.
            (_, Some(Verb::Skip)) if said.is_content() || is_last_skip => {
                let heard = self.utterance(channel, own, Sentence::SKIP, None);
                return vec![Event::Passed(Some(channel)), Event::Said(heard)];
            }
            (Verb::Skip, _) if is_last_skip => (Sentence::SKIP, Sentence::OVER),
            (_, Some(Verb::Over)) => (Sentence::OVER, Sentence::OVER),
            _ => (said, said),
        };
        let heard = self.utterance(channel, own, heard, None);
        vec![Event::Spoke(channel, said), Event::Said(heard)]
    }

    /// The talk is over, whether or not all of it was heard: the last whispers of a phase may reach
    /// nobody, and a group chat ends when its time is up.
    fn end_talk(&mut self) -> Result<(), OutOfStep> {
        let Phase::Talk(channel) = self.view().phase else { return Ok(()) };
        while self.view().phase == Phase::Talk(channel) {
            if self.options().speaking == Speaking::Open {
                let draft = self.player.draft(Vec::new());
                let has_ended =
                    |seen: &Sight| seen.events.is_empty() && seen.phase != Phase::Talk(channel);
                self.player.see_like(&draft, &has_ended)?;
            } else if matches!(self.answered, Some(Action::Say(_) | Action::Tell(_) | Action::Pass))
            {
                let events = self.spoke(channel, None);
                self.player.tell(events)?;
            } else {
                let Some(speaker) = self.next_speaker(channel) else { break };
                let said = self.utterance(channel, speaker, Sentence::OVER, None);
                self.player.tell(vec![Event::Said(said)])?;
            }
        }
        if channel == Channel::Whisper && self.options().speaking == Speaking::Phase {
            // Earlier servers number the next whispers of the day from the beginning.
            self.heard.retain(|(is_whisper, ..)| !is_whisper);
        }
        Ok(())
    }

    /// Somebody who may be the next to speak.
    fn next_speaker(&self, channel: Channel) -> Option<Seat> {
        let view = self.view();
        let floor = view.floor?;
        let speakers = match channel {
            Channel::Talk => view.alive,
            Channel::Whisper => view.alive.and(view.wolves),
        };
        let able = speakers.without(floor.spoken);
        let able = able.iter().filter(|seat| floor.remaining[seat.index()] > 0);
        able.min_by_key(|seat| {
            let place = floor.places.map_or(0, |places| places[seat.index()]);
            // Those whose place is not known come behind the others.
            (place == 0, place)
        })
    }

    /// As [`NaturalSeat::speak_up`](super::NaturalSeat::speak_up).
    pub(super) fn speak_up(&mut self) -> Result<Option<String>, Adrift> {
        let Phase::Talk(channel) = self.view().phase else { return Ok(None) };
        let own = self.player.seat();
        let left = self.view().floor.map_or(0, |floor| floor.remaining[own.index()]);
        if self.is_out || left == 0 || self.options().speaking != Speaking::Open {
            return Ok(None);
        }
        self.player.wait()?;
        let action = self.decide()?;
        let answer = self.answer(&action);
        self.answered = Some(action);
        let events = self.spoke(channel, None);
        self.player.tell(events)?;
        Ok(Some(answer))
    }

    /// A day begins; the first has begun with the deal.
    fn begin_day(&mut self, info: &Info) -> Result<(), Adrift> {
        if !self.alive(info).contains(self.player.seat()) {
            self.is_out = true;
        }
        if self.is_out {
            return Ok(());
        }
        if info.day > 0 {
            self.end_night(info, None)?;
        }
        let (view, alive) = (self.view(), self.alive(info));
        if (view.day, view.alive) != (info.day, alive) {
            return Err(Adrift::Info { day: info.day, alive: alive.len() });
        }
        Ok(())
    }

    /// Takes in the own vote and what came of the ballot, and where that ended the game the end.
    fn end_evening(
        &mut self,
        executed: Option<Seat>,
        shown: Votes,
        ended: Option<Event>,
    ) -> Result<(), OutOfStep> {
        let own = match self.answered.take() {
            Some(Action::Vote(target)) => Event::Voted(target),
            _ => Event::Passed(None),
        };
        let ballot = Event::Ballot { round: self.view().round, votes: Votes::new() };
        let shown = (!shown.is_empty() && ended.is_some()).then_some(Event::Revealed(shown));
        let events = [own, ballot, Event::Executed(executed)].into_iter();
        self.player.tell(events.chain(shown).chain(ended).collect())
    }

    /// Takes in all that became known of an evening and a night, and the end of the game if it is one.
    fn end_night(&mut self, info: &Info, ended: Option<Event>) -> Result<(), Adrift> {
        let named = |name: &Option<String>| name.as_deref().and_then(|name| self.seat_of(name));
        let (executed, victim) = (named(&info.executed_agent), named(&info.attacked_agent));
        let votes = self.votes(info.vote_list.as_deref());
        if matches!(self.answered, Some(Action::Vote(_) | Action::Pass)) {
            let left = executed.map_or(self.view().alive, |seat| self.view().alive.except(seat));
            let wolves = self.wolves(info);
            let is_last = ended.is_some() && Team::winning(left, wolves).is_some();
            if is_last {
                return Ok(self.end_evening(executed, votes, ended)?);
            }
            self.end_evening(executed, Votes::new(), None)?;
        }
        match self.answered {
            // What the server did not take was nothing.
            Some(Action::Divine(target)) => {
                self.done(Event::Divined(target.filter(|_| info.divine_result.is_some())))?;
            }
            Some(Action::Guard(target)) => self.done(Event::Guarded(target))?,
            _ => {}
        }
        self.end_talk()?;
        if let Some(Action::Attack(own)) = self.answered {
            self.answered = None;
            let ballot = self.votes(info.attack_vote_list.as_deref());
            let agreed = victim.or_else(|| self.agreed(&ballot));
            let own = ballot
                .iter()
                .find(|(voter, _)| *voter == self.player.seat())
                .map_or(own, |it| Some(it.1));
            let ballot = Event::AttackBallot { round: self.view().round, votes: ballot };
            self.player.tell(vec![Event::VotedAttack(own), ballot, Event::Attacked(agreed)])?;
        }
        let shown =
            (!votes.is_empty() && self.options().visible_votes).then_some(Event::Revealed(votes));
        let told = match self.view().role {
            Role::Seer => info.divine_result.as_ref(),
            Role::Medium => info.medium_result.as_ref(),
            _ => None,
        };
        let told = told.and_then(|judge| {
            let target = self.seat_of(&judge.target)?;
            Some(match self.view().role {
                Role::Seer => Event::DivineResult(target, judge.result),
                _ => Event::MediumResult(target, judge.result),
            })
        });
        let dawn = Event::Dawn { day: info.day, victim };
        self.heard.clear();
        let events = shown.into_iter().chain([dawn]).chain(told).chain(ended);
        Ok(self.player.tell(events.collect())?)
    }

    /// Whom werewolves agreed on whose attack failed: one of those with the most votes, if anybody human
    /// has any.
    fn agreed(&self, ballot: &Votes) -> Option<Seat> {
        let view = self.view();
        let humans = view.alive.without(view.wolves);
        let votes = |seat: Seat| ballot.iter().filter(|(_, target)| *target == seat).count();
        humans.iter().filter(|seat| votes(*seat) > 0).max_by_key(|seat| votes(*seat))
    }

    /// The game is over; nothing where the server does not tell how.
    fn finish(&mut self, info: &Info) -> Option<Response> {
        let players = self.options().players;
        let mut roles = [Role::Any; MAX_PLAYERS];
        for seat in Seat::all(players) {
            roles[seat.index()] = *info.role_map.get(self.village.names.name(seat))?;
        }
        let alive = self.alive(info);
        let winner = Team::winning(alive, self.wolves(info));
        if !self.is_out {
            // How it came out is certain, whether or not all of it could be followed.
            let ended = Event::Ended { roles: BySeat::new(roles, players), winner };
            let _ = self.end_night(info, Some(ended));
        }
        let own = roles[self.player.seat().index()].team();
        Some(Response::Over(match winner {
            Some(team) if team == own => Outcome::Won,
            Some(_) => Outcome::Lost,
            None => Outcome::Drawn,
        }))
    }
}
