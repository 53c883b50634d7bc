//! What a server for natural language tells its clients, and how it reads their answers.

use std::collections::{BTreeMap, VecDeque};

use kakehiki_core::{Missing, Occupant, Seat, Seed};
use kakehiki_games::{AnyOngoing, Ongoing};
use kakehiki_werewolf::{
    Action, Channel, Counting, Event, Lengths, Options, Players, Reading, Role, Sentence, Slot,
    Speaking, Stage, State, Team, Telling, Utterance, Werewolf, Wording,
};

use super::{
    NaturalSetting,
    journal::{Ending, Journal, Player},
    packet::{GameSetting, Info, Judge, Packet, Request, Status, Talk, Vote},
};
use crate::{
    aiwolf::perceived,
    errand::{Scribe, hand_in},
    village::ongoing,
};

/// What a day came to, for the next one.
#[derive(Clone, Debug, Default)]
struct Past {
    votes: Vec<(Seat, Seat)>,
    attack_votes: Vec<(Seat, Seat)>,
    executed: Option<Seat>,
    /// Who was found dead.
    victim: Option<Seat>,
    divined: Option<Seat>,
    /// Whom the werewolves agreed on, if on anybody.
    attacked: Option<Seat>,
    /// Whether they have come to an end with it.
    has_attack: bool,
}

/// What is kept of a game for its clients.
pub(crate) struct NaturalScribe {
    setting: NaturalSetting,
    /// The names that programs gave.
    programs: Vec<String>,
    /// What clients are still to be told.
    pub(super) outbox: VecDeque<(Seat, String)>,
    /// The day that is played.
    day: u8,
    is_begun: bool,
    /// Whether clients were told that night falls.
    is_finished: bool,
    /// The group chat that is open.
    chat: Option<Channel>,
    today: Past,
    yesterday: Past,
    winner: Option<Team>,
    talks: [Vec<Talk>; 2],
    /// How far each player was told of what was said today, in talk and in whispers.
    told: Vec<[usize; 2]>,
    /// The time, in milliseconds since 1970.
    now: u64,
    pub(super) original_log: Vec<String>,
    pub(super) journal: Journal,
}

pub(super) fn state(game: &Ongoing<Werewolf>) -> &State {
    game.game().state()
}

pub(super) fn options(game: &Ongoing<Werewolf>) -> &Options {
    game.game().game().options()
}

/// The number by which logs know a player.
const fn number(seat: Seat) -> usize {
    seat.index() + 1
}

/// How long an utterance may be.
pub(super) fn lengths(options: &Options) -> Lengths {
    Lengths {
        counting: Counting::Letters,
        base: (options.max_length > 0).then_some(options.max_length.into()),
        mention: options.mention_length.into(),
        whole: None,
    }
}

impl NaturalScribe {
    /// Of a game before anything has happened.
    pub(super) fn new(programs: Vec<String>, setting: NaturalSetting) -> Self {
        Self {
            told: vec![[0; 2]; programs.len()],
            setting,
            programs,
            outbox: VecDeque::new(),
            day: 0,
            is_begun: false,
            is_finished: false,
            chat: None,
            today: Past::default(),
            yesterday: Past::default(),
            winner: None,
            talks: [Vec::new(), Vec::new()],
            now: 0,
            original_log: Vec::new(),
            journal: Journal::default(),
        }
    }

    /// How the log of all messages ends.
    pub(super) fn ending(&self, game: &Ongoing<Werewolf>) -> Ending<'_> {
        let players = self.players().zip(&self.programs);
        let players = players
            .map(|(seat, program)| Player::new(number(seat), program, state(game).role(seat)));
        Ending {
            agents: players.collect(),
            game_id: &self.setting.game_id,
            win_side: self.win_side(),
        }
    }

    /// Who has won, as the original writes it.
    fn win_side(&self) -> String {
        self.winner.map_or_else(|| "NONE".to_owned(), |team| team.to_string())
    }

    fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.told.len())
    }

    fn name(&self, seat: Seat) -> String {
        self.setting.names.name(seat).to_owned()
    }

    fn clients(&self, game: &Ongoing<Werewolf>) -> Vec<Seat> {
        let is_client =
            |seat: &Seat| !matches!(game.header().seats[seat.index()], Occupant::Agent(_));
        self.players().filter(is_client).collect()
    }

    /// What a client means by its answer.
    fn read(&self, game: &Ongoing<Werewolf>, seat: Seat, text: &str) -> Action {
        let target = self.setting.names.seat(text);
        match state(game).stage() {
            Stage::Speak(_) => self.words(game, seat, text),
            Stage::Vote => target.map_or(Action::Pass, Action::Vote),
            Stage::Divine => Action::Divine(target),
            Stage::Guard => Action::Guard(target),
            _ => Action::Attack(target),
        }
    }

    /// What somebody says: only the words themselves, as they are written, skip or end talk.
    fn words(&self, game: &Ongoing<Werewolf>, seat: Seat, text: &str) -> Action {
        match text {
            "Skip" | "ForceSkip" => return Action::Say(Sentence::SKIP),
            "Over" => return Action::Say(Sentence::OVER),
            _ => {}
        }
        let names = &self.setting.names;
        let text = lengths(options(game)).cut(&Telling::clean(text), seat, names);
        let meaning = Reading::new(&text, seat, names).sentence(seat);
        let telling = Telling::new(meaning, text);
        telling.map_or(Action::Say(Sentence::OVER), |telling| Action::Tell(telling.into()))
    }

    /// What was said since a client was last told.
    fn news(&mut self, seat: Seat, channel: Channel) -> Vec<Talk> {
        let said = &self.talks[channel as usize];
        let told = &mut self.told[seat.index()][channel as usize];
        said[std::mem::replace(told, said.len())..].to_vec()
    }

    /// The whispers of others that a client was not told of by any message that has them by itself, as it was not
    /// asked for anything after them.
    fn late_whispers(&mut self, game: &Ongoing<Werewolf>, seat: Seat) -> Option<Vec<Talk>> {
        // In a group chat everybody is told at once.
        if options(game).speaking == Speaking::Open
            || !participants(state(game), Channel::Whisper).contains(seat)
        {
            return None;
        }
        let name = self.setting.names.name(seat);
        let said = &self.talks[Channel::Whisper as usize];
        let told = self.told[seat.index()][Channel::Whisper as usize];
        let is_late = said[told..].iter().any(|talk| talk.agent != name);
        is_late.then(|| self.news(seat, Channel::Whisper))
    }

    /// A request with all that a player knows.
    fn packet(&self, game: &Ongoing<Werewolf>, seat: Seat, request: Request) -> Packet {
        Packet::new(request, Some(self.info(game, seat, request)))
    }

    /// All that a player knows when it hears this.
    fn info(&self, game: &Ongoing<Werewolf>, seat: Seat, request: Request) -> Info {
        let (state, options, past) = (state(game), options(game), &self.yesterday);
        let (role, is_over) = (state.role(seat), state.stage() == Stage::Over);
        let is_wolf = role == Role::Werewolf;
        let yesterday = self.day.saturating_sub(1);
        let votes = |votes: &[(Seat, Seat)], is_shown: bool| {
            let vote = |(voter, target): &(Seat, Seat)| Vote {
                day: yesterday,
                agent: self.name(*voter),
                target: self.name(*target),
            };
            (is_shown && !votes.is_empty()).then(|| votes.iter().map(vote).collect())
        };
        let judge = |by: Seat, target: Seat| Judge {
            day: yesterday,
            agent: self.name(by),
            target: self.name(target),
            result: state.role(target).species(),
        };
        // The original calls the one who was executed the medium.
        let identified = past.executed.filter(|_| role == Role::Medium);
        let divined = past.divined.filter(|_| role == Role::Seer);
        let is_alive = |seat| state.alive().contains(seat);
        let status = |seat| if is_alive(seat) { Status::Alive } else { Status::Dead };
        let is_known =
            |it: &Seat| is_over || *it == seat || is_wolf && state.wolves().contains(*it);
        // A phase of talk may begin together with the day that is told of.
        let is_day = matches!(request, Request::Initialize | Request::DailyInitialize);
        let is_talking = !is_day && matches!(state.stage(), Stage::Speak(_) | Stage::Order(_));
        Info {
            game_id: self.setting.game_id.clone(),
            day: self.day,
            agent: self.name(seat),
            profile: None,
            medium_result: identified.map(|target| judge(target, target)),
            divine_result: divined.map(|target| judge(seat, target)),
            executed_agent: past.executed.map(|seat| self.name(seat)),
            attacked_agent: past.victim.map(|seat| self.name(seat)),
            vote_list: votes(&past.votes, options.visible_votes),
            attack_vote_list: votes(&past.attack_votes, is_wolf),
            remain_count: is_talking.then(|| state.utterances_left(seat)),
            remain_length: None,
            remain_skip: is_talking.then(|| options.max_skip - state.skips(seat)),
            status_map: self.players().map(|it| (self.name(it), status(it))).collect(),
            role_map: self
                .players()
                .filter(is_known)
                .map(|it| (self.name(it), state.role(it)))
                .collect::<BTreeMap<_, _>>(),
        }
    }

    fn tell(&mut self, seat: Seat, packet: &Packet) {
        let text = packet.text();
        if !packet.request.is_of_chat() {
            self.journal.told(self.setting.names.name(seat), &text, self.now);
        }
        self.outbox.push_back((seat, text));
    }

    /// Tells who takes part in a group chat that it begins or ends.
    fn follow_chat(&mut self, game: &Ongoing<Werewolf>) {
        let open = match state(game).stage() {
            Stage::Order(channel) | Stage::Speak(channel)
                if options(game).speaking == Speaking::Open =>
            {
                Some(channel)
            }
            _ => None,
        };
        if open == self.chat {
            return;
        }
        let (before, starts) = (std::mem::replace(&mut self.chat, open), open);
        for (channel, is_start) in
            before.map(|it| (it, false)).into_iter().chain(starts.map(|it| (it, true)))
        {
            let request = match (channel, is_start) {
                (Channel::Talk, true) => Request::TalkPhaseStart,
                (Channel::Talk, false) => Request::TalkPhaseEnd,
                (Channel::Whisper, true) => Request::WhisperPhaseStart,
                (Channel::Whisper, false) => Request::WhisperPhaseEnd,
            };
            self.journal.chatted("", request, None, self.now);
            self.tell_participants(game, channel, &|packet| packet.request = request);
        }
    }

    /// Tells all who take part in a channel the same, each with what it knows.
    fn tell_participants(
        &mut self,
        game: &Ongoing<Werewolf>,
        channel: Channel,
        fill: &dyn Fn(&mut Packet),
    ) {
        let participants = participants(state(game), channel);
        for seat in self.clients(game).into_iter().filter(|seat| participants.contains(*seat)) {
            let mut packet = self.packet(game, seat, Request::TalkBroadcast);
            fill(&mut packet);
            self.tell(seat, &packet);
        }
    }

    /// Tells all that the game, a day or the end begins.
    fn begin_day(&mut self, game: &Ongoing<Werewolf>, request: Request) {
        let late: Vec<Option<Vec<Talk>>> =
            self.players().map(|seat| self.late_whispers(game, seat)).collect();
        self.told.fill([0; 2]);
        self.talks = [Vec::new(), Vec::new()];
        self.is_finished = false;
        let requests = match request {
            Request::Initialize => vec![Request::Initialize, Request::DailyInitialize],
            request => vec![request],
        };
        for request in requests {
            for seat in self.clients(game) {
                let mut packet = self.packet(game, seat, request);
                if request == Request::Initialize
                    && let Some(info) = &mut packet.info
                {
                    let profile = self.setting.profiles.get(seat.index());
                    info.profile = profile.filter(|profile| !profile.is_empty()).cloned();
                }
                if request == Request::DailyInitialize {
                    packet.whisper_history.clone_from(&late[seat.index()]);
                }
                let has_setting = request != Request::Finish;
                packet.setting =
                    has_setting.then(|| GameSetting::new(options(game), &self.setting));
                self.tell(seat, &packet);
            }
        }
        for seat in self.players() {
            let is_alive = state(game).alive().contains(seat);
            let status = if is_alive { Status::Alive } else { Status::Dead };
            let (day, role, program) =
                (self.day, state(game).role(seat), &self.programs[seat.index()]);
            let name = self.name(seat);
            self.original_log
                .push(format!("{day},status,{},{role},{status},{program},{name}", number(seat)));
        }
    }

    /// The day is over, and what it came to is what the next one tells.
    fn end_day(&mut self) {
        self.yesterday = std::mem::take(&mut self.today);
        self.day += 1;
    }

    fn take(&mut self, game: &Ongoing<Werewolf>, seat: Seat, event: &Event) {
        let (day, state) = (self.day, state(game));
        match *event {
            Event::Voted(target) => {
                self.today.votes.push((seat, target));
                self.original_log.push(format!("{day},vote,{},{}", number(seat), number(target)));
            }
            Event::VotedAttack(Some(target)) => {
                self.today.attack_votes.push((seat, target));
                self.original_log.push(format!(
                    "{day},attackVote,{},{}",
                    number(seat),
                    number(target)
                ));
            }
            // Only the last ballot is told.
            Event::Ballot { .. } if state.stage() == Stage::Vote => self.today.votes.clear(),
            Event::AttackBallot { .. } if state.stage() == Stage::Attack => {
                self.today.attack_votes.clear();
            }
            Event::Divined(Some(target)) => {
                self.today.divined = Some(target);
                let species = state.role(target).species();
                let (by, target) = (number(seat), number(target));
                self.original_log.push(format!("{day},divine,{by},{target},{species}"));
            }
            Event::Guarded(Some(target)) => {
                let role = state.role(target);
                let (by, target) = (number(seat), number(target));
                self.original_log.push(format!("{day},guard,{by},{target},{role}"));
            }
            Event::Said(ref said) => self.pass_on(game, said),
            Event::Executed(executed) => {
                self.today.executed = executed;
                self.original_log.extend(executed.map(|target| {
                    format!("{day},execute,{},{}", number(target), state.role(target))
                }));
            }
            Event::Attacked(target) => {
                (self.today.attacked, self.today.has_attack) = (target, true);
            }
            Event::Dawn { victim, .. } => {
                self.today.victim = victim;
                if self.today.has_attack {
                    let attacked = self.today.attacked.map(|target| number(target).to_string());
                    let is_done = attacked.is_none() || victim.is_some();
                    // So the original writes where nobody is attacked.
                    let attacked = attacked.unwrap_or_else(|| "-1".to_owned());
                    self.original_log.push(format!("{day},attack,{attacked},{is_done}"));
                }
                self.end_day();
                if state.stage() != Stage::Over {
                    self.begin_day(game, Request::DailyInitialize);
                }
            }
            Event::Ended { winner, .. } => {
                // An execution may end it, without a dawn.
                if self.day == state.day() && self.today.executed.is_some() {
                    self.end_day();
                }
                self.begin_day(game, Request::Finish);
                let wolves = state.alive().and(state.wolves()).len();
                let humans = state.alive().len() - wolves;
                self.winner = winner;
                let (day, winner) = (self.day, self.win_side());
                self.original_log.push(format!("{day},result,{humans},{wolves},{winner}"));
            }
            _ => {}
        }
    }

    /// Passes on what somebody said, our agents in plain words.
    fn pass_on(&mut self, game: &Ongoing<Werewolf>, said: &Utterance) {
        let Utterance { channel, day, turn, id, speaker, sentence, ref text } = *said;
        let text = text.as_ref().map_or_else(
            || {
                let names = &self.setting.names;
                let lengths = lengths(options(game));
                let wording = Wording { tongue: self.setting.tongue, speaker, names, lengths };
                let seed = Seed::experiment(u64::from(id) << 8 | u64::from(day));
                let seed = seed.derive("words", speaker.index() as u64);
                wording.put(&sentence, &mut seed.rng_at(game.header().seed))
            },
            ToString::to_string,
        );
        let word = if channel == Channel::Talk { "talk" } else { "whisper" };
        let mut line = format!("{day},{word},{id},{turn},{},{text}", number(speaker));
        if self.chat.is_some() {
            line.push_str(&format!(",{}", self.now / 1000));
        }
        self.original_log.push(line);
        let talk = Talk {
            idx: id,
            day,
            turn,
            agent: self.name(speaker),
            skip: sentence == Sentence::SKIP,
            over: sentence == Sentence::OVER,
            text,
            time: self.now,
        };
        self.talks[channel as usize].push(talk.clone());
        if self.chat.is_some() {
            let request = match channel {
                Channel::Talk => Request::Talk,
                Channel::Whisper => Request::Whisper,
            };
            self.journal.chatted(&talk.agent, request, Some(&talk.text), self.now);
            self.tell_participants(game, channel, &|packet| match channel {
                Channel::Talk => packet.new_talk = Some(talk.clone()),
                Channel::Whisper => {
                    packet.request = Request::WhisperBroadcast;
                    packet.new_whisper = Some(talk.clone());
                }
            });
        }
    }
}

impl Scribe for NaturalScribe {
    fn outbox(&mut self) -> &mut VecDeque<(Seat, String)> {
        &mut self.outbox
    }

    fn set_time(&mut self, now: u64) {
        self.now = now;
    }

    fn request(&mut self, game: &Ongoing<Werewolf>, seat: Seat) -> String {
        let (request, channel) = match state(game).stage() {
            Stage::Speak(Channel::Talk) => (Request::Talk, Some(Channel::Talk)),
            Stage::Speak(Channel::Whisper) => (Request::Whisper, Some(Channel::Whisper)),
            Stage::Vote => (Request::Vote, None),
            Stage::Divine => (Request::Divine, None),
            Stage::Guard => (Request::Guard, None),
            _ => (Request::Attack, Some(Channel::Whisper)),
        };
        let mut packet = self.packet(game, seat, request);
        match channel {
            Some(Channel::Talk) => {
                packet.talk_history = Some(self.news(seat, Channel::Talk));
                packet.whisper_history = self.late_whispers(game, seat);
            }
            Some(Channel::Whisper) => {
                packet.whisper_history = Some(self.news(seat, Channel::Whisper));
            }
            None => {}
        }
        let text = packet.text();
        self.journal.asks(&text, self.now);
        text
    }

    fn answer(&mut self, game: &mut dyn AnyOngoing, seat: Seat, answer: Result<&[u8], Missing>) {
        let answer = answer.map(|bytes| String::from_utf8_lossy(bytes).replace('\n', ""));
        self.journal.answered(self.setting.names.name(seat), &answer, self.now);
        let action = match (answer, ongoing(game)) {
            (Ok(text), Some(village)) => Ok(self.read(village, seat, &text)),
            (Ok(_), None) => Err(Missing::Gone),
            (Err(missing), _) => Err(missing),
        };
        // Wrong choices are dropped.
        hand_in(game, seat, action);
    }

    fn observe(&mut self, game: &Ongoing<Werewolf>) {
        let stage = state(game).stage();
        if !self.is_begun && !matches!(stage, Stage::Request | Stage::Deal) {
            self.is_begun = true;
            self.begin_day(game, Request::Initialize);
        }
        for (seat, event) in perceived(game) {
            self.take(game, seat, &event);
        }
        self.follow_chat(game);
        let is_whisper = matches!(
            stage,
            Stage::Hush(Slot::Whisper)
                | Stage::Order(Channel::Whisper)
                | Stage::Speak(Channel::Whisper)
        );
        // The first whispers of all come before the talk.
        let is_before_talk =
            is_whisper && self.day == 0 && options(game).first_day_talk && self.talks[0].is_empty();
        let is_talk = matches!(stage, Stage::Order(Channel::Talk) | Stage::Speak(Channel::Talk));
        if self.is_begun && stage != Stage::Over && !is_talk && !is_before_talk && !self.is_finished
        {
            self.is_finished = true;
            for seat in self.clients(game) {
                let mut packet = self.packet(game, seat, Request::DailyFinish);
                packet.talk_history = Some(self.news(seat, Channel::Talk));
                if state(game).wolves().contains(seat) {
                    packet.whisper_history = Some(self.news(seat, Channel::Whisper));
                }
                self.tell(seat, &packet);
            }
        }
    }
}

/// Who takes part in a channel.
pub(super) fn participants(state: &State, channel: Channel) -> Players {
    match channel {
        Channel::Talk => state.alive(),
        Channel::Whisper => state.alive().and(state.wolves()),
    }
}
