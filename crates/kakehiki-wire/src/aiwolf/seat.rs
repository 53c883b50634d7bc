//! A seat at a foreign server of AIWolf: its packets in, our answers out.
//!
//! It knows no sockets, so that recorded games can be played over it. Packets tell what happened, some
//! of it late; what a player perceives of it, and in how many steps, follows from the rules.

use std::sync::Arc;

use kakehiki_core::{AgentName, Cast, NameError, OutOfStep, Roster, Seat, Seed};
use kakehiki_werewolf::{
    Action, BySeat, Channel, Delivery, Event, MAX_PLAYERS, Options, Phase, Players, Role, Sentence,
    Sight, Team, Utterance, Verb, View, Votes, WEREWOLF_AGENTS,
};

use super::{
    heard::{Heard, Info, seat_of, seat_or_nobody, votes_of},
    packet::{Request, Words, number},
    scribe::target_in,
    village::{Village, sentence_of},
    villager::Villager,
};
use crate::{Outcome, Response};

/// The letters of a message that an error quotes.
const QUOTED: usize = 200;

/// What is answered where no role is asked for.
const NO_ROLE: &str = "none";

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Adrift {
    /// The server said something that AIWolf does not know.
    #[error("the server said {0:?}, which is no message of AIWolf")]
    Message(String),
    /// The server plays a village that our rules do not have.
    #[error("the server's village is not one of ours: {0}")]
    Village(String),
    /// The server asked for something that cannot be asked for now.
    #[error("the server said {0}, which cannot come now")]
    Request(String),
    /// The server shows something else than what follows from what it showed before.
    #[error("the server shows day {day} with {alive} players alive, which cannot be")]
    Info {
        /// The day that it shows.
        day: u8,
        /// How many it shows to live.
        alive: usize,
    },
    /// What happened cannot follow from what was known.
    #[error(transparent)]
    Sight(#[from] OutOfStep),
    /// The agent cannot play.
    #[error(transparent)]
    Agent(#[from] NameError),
}

/// An agent of ours in a seat at a server, for all games of a connection.
pub struct AiwolfSeat {
    cast: Cast,
    name: String,
    seed: Seed,
    /// How many games have begun.
    begun: u64,
    /// The role that was asked for before the next game.
    request: Option<Role>,
    /// The village of the last game.
    village: Option<Village>,
    game: Option<Game>,
}

impl AiwolfSeat {
    /// A client that gives this name. All luck of the agent follows from the seed of the experiment.
    ///
    /// # Errors
    /// If the agent is not known.
    pub fn new(agent: &AgentName, name: &str, seed: Seed) -> Result<Self, NameError> {
        // A name is a line: what would end it is left out.
        let name = name.chars().filter(|letter| !letter.is_control()).collect();
        Ok(Self {
            cast: agent.cast(&WEREWOLF_AGENTS.kinds())?,
            name,
            seed,
            begun: 0,
            request: None,
            village: None,
            game: None,
        })
    }

    /// Where it sits, while a game is played.
    pub fn seat(&self) -> Option<Seat> {
        self.game.as_ref().map(|game| game.player.seat())
    }

    /// What it knows, while a game is played. The dead know no more than when they died.
    pub fn view(&self) -> Option<&View> {
        self.game.as_ref().map(|game| game.player.view())
    }

    /// The game is broken off; another one may follow.
    pub fn rise(&mut self) {
        self.game = None;
    }

    /// Takes a line of the server, without its end.
    ///
    /// # Errors
    /// If the server says what cannot be.
    pub fn heard(&mut self, line: &[u8]) -> Result<Response, Adrift> {
        let quoted = || String::from_utf8_lossy(line).chars().take(QUOTED).collect();
        let heard = Heard::read(line).ok_or_else(|| Adrift::Message(quoted()))?;
        match heard.request {
            Request::Name => return Ok(Response::Command(self.name.clone())),
            // Before the deal nobody is told where it sits, so that the agent cannot be asked.
            Request::Role => {
                self.request = None;
                return Ok(Response::Command(NO_ROLE.to_owned()));
            }
            Request::Initialize => {
                self.begin(&heard)?;
                return Ok(Response::Silence);
            }
            _ => {}
        }
        let game = self.game.as_mut();
        game.ok_or_else(|| Adrift::Request(heard.request.to_string()))?.heard(&heard)
    }

    /// Lets somebody else's answer count as the one that was given, as when a recording is followed.
    pub fn instead(&mut self, line: &str) {
        match &mut self.game {
            Some(game) if game.answered.is_some() => game.instead(line),
            _ => self.request = line.trim().parse().ok().filter(|role| *role != Role::Any),
        }
    }

    /// A game begins.
    fn begin(&mut self, heard: &Heard) -> Result<(), Adrift> {
        let unexpected = || Adrift::Request(heard.request.to_string());
        let info = heard.game_info.as_ref().ok_or_else(unexpected)?;
        let given = heard.game_setting.as_ref().ok_or_else(unexpected)?;
        let village = Village::new(given, self.village.as_ref()).map_err(Adrift::Village)?;
        let seat = seat_of(info.agent, given.player_num).ok_or_else(unexpected)?;
        let seed = self.seed.derive("match", self.begun);
        self.begun += 1;
        let table = Arc::clone(&village.table);
        let player = Villager::new(table, &self.cast, seat, seed, village.time)?;
        self.village = Some(village.clone());
        let mut game = Game { player, village, answered: None, recorded: [0; 2], is_out: false };
        game.deal(info, self.request.take())?;
        self.game = Some(game);
        Ok(())
    }
}

/// A game at a server.
struct Game {
    player: Villager,
    village: Village,
    /// What was answered and has not shown in what the server tells.
    answered: Option<Action>,
    /// How many utterances of today were heard, in talk and in whispers.
    recorded: [u16; 2],
    /// Whether the player is dead. Servers tell the dead too little to follow the game.
    is_out: bool,
}

impl Game {
    fn view(&self) -> &View {
        self.player.view()
    }

    fn options(&self) -> &Options {
        self.village.table.game().options()
    }

    fn players(&self) -> usize {
        self.options().players
    }

    fn is_immediate(&self) -> bool {
        self.options().delivery == Delivery::Immediate
    }

    /// Takes in the role that was asked for, where roles are, and the one that was dealt.
    fn deal(&mut self, info: &Info, request: Option<Role>) -> Result<(), Adrift> {
        if self.options().role_requests {
            self.player.wait()?;
            // At a table of ours it would have been asked, and would have used up random numbers.
            self.player.decide()?;
            let request = request.filter(|role| self.options().roles[role.index()] > 0);
            self.player.tell(vec![Event::Requested(request)])?;
        }
        let role = info.role(self.player.seat());
        let role = role.ok_or_else(|| Adrift::Request(Request::Initialize.to_string()))?;
        let wolves = if role == Role::Werewolf { info.wolves() } else { Players::NONE };
        Ok(self.player.tell(vec![Event::Dealt { role, wolves }])?)
    }

    fn heard(&mut self, heard: &Heard) -> Result<Response, Adrift> {
        let unexpected = || Adrift::Request(heard.request.to_string());
        let phase = match (heard.request, &heard.game_info) {
            (Request::DailyInitialize, Some(info)) => {
                self.begin_day(info)?;
                return Ok(Response::Silence);
            }
            (Request::Finish, Some(info)) => return self.finish(info).ok_or_else(unexpected),
            (Request::DailyFinish, _) => {
                if !self.is_out {
                    self.catch_up(heard)?;
                }
                return Ok(Response::Silence);
            }
            (Request::Talk, _) => Phase::Talk(Channel::Talk),
            (Request::Whisper, _) => Phase::Talk(Channel::Whisper),
            (Request::Vote, _) => Phase::Vote,
            (Request::Divine, _) => Phase::Divine,
            (Request::Guard, _) => Phase::Guard,
            (Request::Attack, _) => Phase::Attack,
            _ => return Err(unexpected()),
        };
        if self.is_out {
            return Err(unexpected());
        }
        self.catch_up(heard)?;
        self.player.wait()?;
        if self.view().phase != phase {
            return Err(unexpected());
        }
        let action = match self.player.decide()? {
            // A vote for nobody is one that the server replaces.
            Action::Pass => Action::Vote(self.player.seat()),
            action => action,
        };
        let answer = self.answer(&action);
        self.answered = Some(action);
        Ok(Response::Command(answer))
    }

    /// An action as the server reads it.
    fn answer(&self, action: &Action) -> String {
        match *action {
            Action::Request(role) => role.map_or_else(|| NO_ROLE.to_owned(), |it| it.to_string()),
            Action::Say(sentence) => sentence.written(self.village.language()),
            Action::Vote(target)
            | Action::Divine(Some(target))
            | Action::Guard(Some(target))
            | Action::Attack(Some(target)) => format!("{{\"agentIdx\":{}}}", number(target)),
            Action::Divine(None)
            | Action::Guard(None)
            | Action::Attack(None)
            | Action::Tell(_)
            | Action::Pass => String::new(),
        }
    }

    /// As [`AiwolfSeat::instead`].
    fn instead(&mut self, line: &str) {
        let target = target_in(line, self.players());
        self.answered = self.answered.take().map(|answered| match answered {
            Action::Request(_) | Action::Tell(_) | Action::Pass => answered,
            Action::Say(_) => Action::Say(sentence_of(line, self.village.language())),
            Action::Vote(_) => Action::Vote(target.unwrap_or(self.player.seat())),
            Action::Divine(_) => Action::Divine(target),
            Action::Guard(_) => Action::Guard(target),
            Action::Attack(_) => Action::Attack(target),
        });
    }

    /// Takes in what a packet tells of this day.
    fn catch_up(&mut self, heard: &Heard) -> Result<(), Adrift> {
        let unexpected = || Adrift::Request(heard.request.to_string());
        let (info, players) = (heard.game_info.as_ref(), self.players());
        let (talks, whispers) = match info {
            Some(info) => (&info.talk_list[..], &info.whisper_list[..]),
            None => (
                heard.talk_history.as_deref().unwrap_or_default(),
                heard.whisper_history.as_deref().unwrap_or_default(),
            ),
        };
        match (&self.answered, info) {
            (Some(Action::Vote(_)), Some(info)) => {
                let votes = votes_of(&info.latest_vote_list, players).ok_or_else(unexpected)?;
                let is_over = heard.request != Request::Vote;
                let executed = seat_or_nobody(info.latest_executed_agent, players);
                self.count(votes, is_over.then_some(Event::Executed(executed)))?;
            }
            (Some(Action::Attack(_)), Some(info)) => {
                let votes =
                    votes_of(&info.latest_attack_vote_list, players).ok_or_else(unexpected)?;
                self.count_attack(votes, None)?;
            }
            (Some(Action::Vote(_) | Action::Attack(_)), None) => return Err(unexpected()),
            _ => {}
        }
        // Where both are new, werewolves whispered before anybody talked.
        self.listen(Channel::Whisper, whispers).ok_or_else(unexpected)??;
        self.listen(Channel::Talk, talks).ok_or_else(unexpected)??;
        Ok(())
    }

    /// Takes in a ballot on an execution, and what came of it if it was the last.
    fn count(&mut self, votes: Votes, outcome: Option<Event>) -> Result<(), OutOfStep> {
        let Some(Action::Vote(own)) = self.answered.take() else { return Ok(()) };
        // A vote that the server did not take fell on somebody else.
        let own = vote_in(&votes, self.player.seat()).unwrap_or(own);
        let ballot = Event::Ballot { round: self.view().round, votes };
        self.player.tell([Event::Voted(own), ballot].into_iter().chain(outcome).collect())
    }

    /// Takes in a ballot on an attack, and what came of it if it was the last.
    fn count_attack(&mut self, votes: Votes, outcome: Option<Event>) -> Result<(), OutOfStep> {
        self.answered = None;
        let own = Event::VotedAttack(vote_in(&votes, self.player.seat()));
        let ballot = Event::AttackBallot { round: self.view().round, votes };
        self.player.tell([own, ballot].into_iter().chain(outcome).collect())
    }

    /// Takes in what is new of what was said; nothing where somebody spoke who is not there.
    fn listen(&mut self, channel: Channel, words: &[Words]) -> Option<Result<(), OutOfStep>> {
        let (day, players) = (self.view().day, self.players());
        let recorded = self.recorded[channel as usize];
        let is_new = |words: &&Words| words.day == day && words.idx >= recorded;
        let said = words.iter().filter(is_new).map(|words| {
            let Words { agent, day, idx, turn, text } = words;
            let sentence = sentence_of(text, self.village.language());
            let speaker = seat_of(*agent, players)?;
            let (day, turn, id) = (*day, *turn, *idx);
            Some(Utterance { channel, day, turn, id, speaker, sentence, text: None })
        });
        let said: Vec<Utterance> = said.collect::<Option<_>>()?;
        let is_immediate = self.is_immediate();
        // What is published together is perceived together.
        let turns = said.chunk_by(|one, other| !is_immediate && one.turn == other.turn);
        for turn in turns {
            self.recorded[channel as usize] =
                turn.last().map_or(recorded, |said| said.id.saturating_add(1));
            let own = turn.iter().find(|said| said.speaker == self.player.seat());
            let spoke = own.and_then(|own| self.spoke(channel, own.sentence));
            let said = turn.iter().cloned().map(Event::Said);
            if let Err(error) = self.player.tell(spoke.into_iter().chain(said).collect()) {
                return Some(Err(error));
            }
        }
        Some(Ok(()))
    }

    /// What the player itself said, by what was recorded of it; nothing if it was not asked.
    fn spoke(&mut self, channel: Channel, recorded: Sentence) -> Option<Event> {
        let Some(Action::Say(said)) = self.answered else { return None };
        self.answered = None;
        // What the server did not take counts as nothing said, and too many of those as the end of it.
        let said = match recorded.verb() {
            Verb::Over if said.is_content() => Sentence::SKIP,
            Verb::Over => said,
            _ => recorded,
        };
        Some(Event::Spoke(channel, said))
    }

    /// The last whispers of a first night reach nobody. They ended because all had said `Over`, as far
    /// as the player knows; in which order it does not.
    fn end_whispers(&mut self) -> Result<(), OutOfStep> {
        let own = self.player.seat();
        let over = |view: &View, speaker: Seat| {
            let turn = view.floor.map_or(0, |floor| floor.turn);
            let (channel, sentence) = (Channel::Whisper, Sentence::OVER);
            let (day, id, text) = (view.day, 0, None);
            Event::Said(Utterance { channel, day, turn, id, speaker, sentence, text })
        };
        let is_silent = |event: &Event| match event {
            Event::Said(said) => said.speaker == own || said.sentence == Sentence::OVER,
            _ => true,
        };
        let fits = |seen: &Sight| seen.events.iter().all(is_silent);
        while self.view().phase == Phase::Talk(Channel::Whisper) {
            let view = self.view();
            let fellows = view.wolves.and(view.alive).except(own);
            let spoken = view.floor.map_or(Players::NONE, |floor| floor.spoken);
            let is_immediate = self.is_immediate();
            let mut rest = fellows.iter().filter(|seat| !is_immediate || !spoken.contains(*seat));
            let mut events: Vec<Event> = if is_immediate {
                // Whoever has nothing left to say is passed over.
                vec![over(view, rest.next().unwrap_or(own))]
            } else {
                [own].into_iter().chain(rest).map(|seat| over(view, seat)).collect()
            };
            if let Some(Action::Say(said)) = self.answered.take() {
                events.insert(0, Event::Spoke(Channel::Whisper, said));
            }
            let draft = self.player.draft(events);
            self.player.see_like(&draft, &fits)?;
        }
        Ok(())
    }

    /// A day begins; the first has begun with the deal.
    fn begin_day(&mut self, info: &Info) -> Result<(), Adrift> {
        if !info.alive().contains(self.player.seat()) {
            self.is_out = true;
        }
        if self.is_out {
            return Ok(());
        }
        if info.day > 0 {
            self.end_night(info, None)?;
        }
        let (view, alive) = (self.view(), info.alive());
        if (view.day, view.alive) != (info.day, alive) {
            return Err(Adrift::Info { day: info.day, alive: alive.len() });
        }
        Ok(())
    }

    /// Takes in all that became known of an evening and a night, and the end of the game if it is one.
    fn end_night(&mut self, info: &Info, ended: Option<Event>) -> Result<(), Adrift> {
        let unexpected = || Adrift::Request(Request::DailyInitialize.to_string());
        let players = self.players();
        match self.answered {
            Some(Action::Vote(_)) => {
                let votes = votes_of(&info.vote_list, players).ok_or_else(unexpected)?;
                let executed = seat_or_nobody(info.executed_agent, players);
                self.count(votes, Some(Event::Executed(executed)))?;
            }
            Some(Action::Attack(_)) => {
                let votes = votes_of(&info.attack_vote_list, players).ok_or_else(unexpected)?;
                let attacked = seat_or_nobody(info.attacked_agent, players);
                self.count_attack(votes, Some(Event::Attacked(attacked)))?;
            }
            Some(Action::Divine(_)) => {
                let target = info.divine_result.and_then(|judge| seat_of(judge.target, players));
                self.answered = None;
                self.player.tell(vec![Event::Divined(target)])?;
            }
            Some(Action::Guard(_)) => {
                self.answered = None;
                let target = seat_or_nobody(info.guarded_agent, players);
                self.player.tell(vec![Event::Guarded(target)])?;
            }
            Some(Action::Say(_) | Action::Request(_) | Action::Tell(_) | Action::Pass) | None => {}
        }
        self.end_whispers()?;
        let victim = info.last_dead_agent_list.first().and_then(|victim| seat_of(*victim, players));
        let dawn = Event::Dawn { day: info.day, victim };
        let told = match self.view().role {
            Role::Seer => info.divine_result,
            Role::Medium => info.medium_result,
            _ => None,
        };
        let told = told.and_then(|judge| {
            let target = seat_of(judge.target, players)?;
            Some(match self.view().role {
                Role::Seer => Event::DivineResult(target, judge.result),
                _ => Event::MediumResult(target, judge.result),
            })
        });
        self.recorded = [0; 2];
        Ok(self.player.tell([dawn].into_iter().chain(told).chain(ended).collect())?)
    }

    /// The game is over; nothing where the server does not tell how.
    fn finish(&mut self, info: &Info) -> Option<Response> {
        let players = self.players();
        let mut roles = [Role::Any; MAX_PLAYERS];
        for seat in Seat::all(players) {
            roles[seat.index()] = info.role(seat)?;
        }
        let alive = info.alive();
        let winner = Team::winning(alive, info.wolves());
        if !self.is_out && alive.contains(self.player.seat()) {
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

/// Whom a player voted for in a ballot.
fn vote_in(votes: &Votes, voter: Seat) -> Option<Seat> {
    votes.iter().find(|(seat, _)| *seat == voter).map(|(_, target)| *target)
}
