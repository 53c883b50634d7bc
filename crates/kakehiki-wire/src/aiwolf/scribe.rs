//! What a server of AIWolf tells its clients, and how it reads their answers.
//!
//! It keeps what the protocol remembers beside the game, and looks at the game after every step, whoever
//! holds it.

use std::collections::VecDeque;

use kakehiki_core::{Missing, Occupant, Seat, plain_text};
use kakehiki_games::{AnyOngoing, Ongoing};
use kakehiki_werewolf::{
    Action, Chance, Channel, DEALT_ROLES, Event, Language, Options, Players, Role, Slot, Stage,
    Utterance, Werewolf,
};

use super::{
    Line, Setting,
    day::Day,
    packet::{
        Ballot, GameInfo, GameSetting, Packet, Pairs, Request, Status, Words, number,
        number_or_nobody,
    },
    perceived::perceived,
    village::sentence_of,
};
use crate::{
    Faults,
    errand::{Scribe, hand_in},
    village::ongoing,
};

/// The most letters that are kept of a text outside the language.
const LONGEST_TEXT: usize = 400;

/// What is kept of a game for its clients.
pub(crate) struct AiwolfScribe {
    setting: Setting,
    /// The names of the players.
    names: Vec<String>,
    /// What clients are still to be told.
    pub(super) outbox: VecDeque<(Seat, String)>,
    /// The players in the order in which they were dealt their roles.
    dealt: Vec<Seat>,
    /// Whether the next step deals a role.
    is_dealing: bool,
    day: Day,
    /// How far each player was told of what was said today, in talk and in whispers.
    told: Vec<[usize; 2]>,
    /// What each client said and others have not heard yet, as it said it.
    said: Vec<Option<String>>,
    pub(super) original_log: Vec<String>,
}

fn stage(game: &Ongoing<Werewolf>) -> Stage {
    game.game().state().stage()
}

fn options(game: &Ongoing<Werewolf>) -> &Options {
    game.game().game().options()
}

impl AiwolfScribe {
    /// Of a game before anything has happened; `names` are those that players gave.
    pub(super) fn new(game: &Ongoing<Werewolf>, names: Vec<String>, setting: Setting) -> Self {
        let players = game.header().seats.len();
        Self {
            setting,
            names,
            outbox: VecDeque::new(),
            dealt: Vec::new(),
            is_dealing: stage(game) == Stage::Deal,
            day: Day::first(options(game)),
            told: vec![[0; 2]; players],
            said: vec![None; players],
            original_log: Vec::new(),
        }
    }

    fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.told.len())
    }

    fn is_client(game: &Ongoing<Werewolf>, seat: Seat) -> bool {
        !matches!(game.header().seats[seat.index()], Occupant::Agent(_))
    }

    /// Whom chance drew last.
    fn last_drawn(game: &Ongoing<Werewolf>) -> Option<Seat> {
        game.events().iter().rev().find_map(|event| match event {
            kakehiki_core::Event::Chance { fell, .. } => match fell.parse() {
                Ok(Chance::Next(seat)) => Some(seat),
                _ => None,
            },
            _ => None,
        })
    }

    /// What a client means by its answer.
    fn read(
        &mut self,
        game: &Ongoing<Werewolf>,
        seat: Seat,
        text: &str,
    ) -> Result<Action, Missing> {
        let target = target_in(text, self.told.len());
        Ok(match stage(game) {
            Stage::Request => {
                let role = text.trim().parse().ok();
                Action::Request(role.filter(|role: &Role| options(game).roles[role.index()] > 0))
            }
            Stage::Speak(_) => {
                let text = match self.setting.line {
                    Line::Early => without_subject(text),
                    Line::Late => text,
                };
                let language = self.setting.line.language();
                let sentence = match language.parse(text) {
                    // To the original only the words themselves, as they are written, skip or end talk.
                    _ if self.is_odd_word(text) => sentence_of(text, language),
                    Ok(sentence) => sentence,
                    Err(_) => {
                        // The others hear nothing of it, but the log keeps it.
                        let text = plain_text(text, LONGEST_TEXT);
                        return Err(Missing::Reported(format!(
                            "it spoke no known language: {text}"
                        )));
                    }
                };
                self.said[seat.index()] = Some(text.to_owned());
                Action::Say(sentence)
            }
            Stage::Vote => Action::Vote(target.ok_or(Missing::Failed("it named nobody"))?),
            Stage::Divine => Action::Divine(target),
            Stage::Guard => Action::Guard(target),
            _ => Action::Attack(target),
        })
    }

    /// Whether the original server takes a word that skips or ends talk for content, and ours is to do so
    /// too: one with blanks around it, or in line 0.4 in other letters.
    fn is_odd_word(&self, text: &str) -> bool {
        let (word, is_early) = (text.trim(), self.setting.line == Line::Early);
        let is_word = ["Skip", "Over"].into_iter().any(|known| {
            word == known || is_early && word == text && word.eq_ignore_ascii_case(known)
        });
        self.setting.faults == Faults::Original && is_word && !["Skip", "Over"].contains(&text)
    }

    /// Whether the original server breaks down over an answer, and ours is to do so too.
    pub(super) fn is_fatal(&self, game: &Ongoing<Werewolf>, line: &[u8]) -> bool {
        if self.setting.faults == Faults::Forgiving {
            return false;
        }
        let text = String::from_utf8_lossy(line);
        match (stage(game), self.setting.line) {
            (Stage::Request, _) => text.trim().is_empty(),
            (Stage::Speak(_), Line::Late) => is_half_operator(&text),
            (Stage::Speak(_), Line::Early) | (_, Line::Late) => false,
            (_, Line::Early) => !text.is_empty() && number_in(&text).is_none(),
        }
    }

    fn with_info(&self, game: &Ongoing<Werewolf>, seat: Seat, request: Request) -> String {
        let game_info = Some(self.info(game, seat));
        let has_setting = match request {
            Request::Initialize => true,
            Request::DailyInitialize => self.setting.line == Line::Early,
            _ => false,
        };
        let game_setting = has_setting.then(|| GameSetting::new(options(game), self.setting));
        Packet { game_info, game_setting, ..Packet::bare(request) }.line()
    }

    /// A packet with what was said since the last one.
    fn with_histories(&mut self, game: &Ongoing<Werewolf>, seat: Seat, request: Request) -> String {
        let [talks, whispers] = self.told[seat.index()];
        let is_wolf = game.game().state().wolves().contains(seat);
        let packet = Packet {
            talk_history: Some(&self.day.talks[talks..]),
            whisper_history: Some(shown_if(is_wolf, &self.day.whispers[whispers..])),
            ..Packet::bare(request)
        };
        let line = packet.line();
        self.told[seat.index()] = [self.day.talks.len(), self.day.whispers.len()];
        line
    }

    /// All that a player knows.
    fn info(&self, game: &Ongoing<Werewolf>, seat: Seat) -> GameInfo<'_> {
        let state = game.game().state();
        let (day, options) = (&self.day, options(game));
        let role = state.role(seat);
        let is_wolf = state.wolves().contains(seat);
        let left = |who: Players, left: &[u8]| {
            Pairs(who.iter().map(|seat| (number(seat), left[seat.index()])).collect())
        };
        let known: Vec<Seat> = match (state.stage(), is_wolf) {
            (Stage::Over, _) => self.players().collect(),
            (_, true) => [seat].into_iter().chain(state.wolves().except(seat).iter()).collect(),
            (_, false) => vec![seat],
        };
        let status = |seat| if state.alive().contains(seat) { Status::Alive } else { Status::Dead };
        let dealt = DEALT_ROLES.into_iter().filter(|role| options.roles[role.index()] > 0);
        let mut existing_role_list: Vec<Role> = dealt.collect();
        existing_role_list.sort_by_key(ToString::to_string);
        let whisperers = if is_wolf { day.living.and(state.wolves()) } else { Players::NONE };
        let yesterday = &day.yesterday;
        GameInfo {
            agent: number(seat),
            attack_vote_list: shown_if(is_wolf, &yesterday.attack_votes),
            attacked_agent: number_or_nobody(yesterday.attacked.filter(|_| is_wolf)),
            cursed_fox: -1,
            day: state.day(),
            divine_result: yesterday.divined.filter(|_| role == Role::Seer),
            executed_agent: number_or_nobody(yesterday.executed),
            existing_role_list,
            guarded_agent: number_or_nobody(yesterday.guarded.filter(|_| role == Role::Bodyguard)),
            last_dead_agent_list: yesterday.victim.into_iter().map(number).collect(),
            latest_attack_vote_list: shown_if(is_wolf, &day.attack_votes),
            latest_executed_agent: number_or_nobody(day.executed),
            latest_vote_list: shown_if(options.visible_votes, &day.votes),
            medium_result: yesterday.identified.filter(|_| role == Role::Medium),
            remain_talk_map: left(day.living, &day.talks_left),
            remain_whisper_map: left(whisperers, &day.whispers_left),
            role_map: Pairs(known.into_iter().map(|it| (number(it), state.role(it))).collect()),
            status_map: Pairs(self.players().map(|it| (number(it), status(it))).collect()),
            talk_list: &day.talks,
            vote_list: shown_if(options.visible_votes, &yesterday.votes),
            whisper_list: shown_if(is_wolf, &day.whispers),
        }
    }

    /// Tells all that roles are dealt and the first day begins.
    fn begin(&mut self, game: &Ongoing<Werewolf>) {
        for seat in self.dealt.clone() {
            if !Self::is_client(game, seat) {
                continue;
            }
            let line = self.with_info(game, seat, Request::Initialize);
            self.outbox.push_back((seat, line));
        }
        self.begin_day(game, Request::DailyInitialize);
    }

    /// Tells all that a day begins, or that the game is over.
    fn begin_day(&mut self, game: &Ongoing<Werewolf>, request: Request) {
        self.told.fill([0; 2]);
        let state = game.game().state();
        for seat in self.players() {
            let status = if state.alive().contains(seat) { Status::Alive } else { Status::Dead };
            let name = match self.names[seat.index()].as_str() {
                "" => "null",
                name => name,
            };
            let (day, role) = (state.day(), state.role(seat));
            self.original_log.push(format!("{day},status,{},{role},{status},{name}", number(seat)));
        }
        let clients =
            if request == Request::Finish { self.clients(game) } else { self.day_clients(game) };
        for seat in clients {
            let line = self.with_info(game, seat, request);
            self.outbox.push_back((seat, line));
        }
    }

    fn clients(&self, game: &Ongoing<Werewolf>) -> Vec<Seat> {
        self.players().filter(|seat| Self::is_client(game, *seat)).collect()
    }

    /// The clients that are told of days and nights: the earlier servers leave the dead in peace.
    fn day_clients(&self, game: &Ongoing<Werewolf>) -> Vec<Seat> {
        let mut clients = self.clients(game);
        if self.setting.line == Line::Early {
            clients.retain(|seat| self.day.living.contains(*seat));
        }
        clients
    }

    fn take(&mut self, game: &Ongoing<Werewolf>, seat: Seat, event: &Event) {
        let state = game.game().state();
        let day = match event {
            // The day that is over, not the one that begins.
            Event::Dawn { day, .. } => day - 1,
            _ => state.day(),
        };
        let ballot = |target: Seat| Ballot { agent: number(seat), day, target: number(target) };
        match *event {
            Event::Voted(target) => self.day.casting.push(ballot(target)),
            Event::VotedAttack(target) => self.day.casting_attack.extend(target.map(ballot)),
            Event::Divined(target) => {
                self.day.divined = target;
                self.original_log.extend(target.map(|target| {
                    let species = state.role(target).species();
                    format!("{day},divine,{},{},{species}", number(seat), number(target))
                }));
            }
            Event::Guarded(target) => {
                self.day.guarded = target;
                self.original_log.extend(target.map(|target| {
                    let role = state.role(target);
                    format!("{day},guard,{},{},{role}", number(seat), number(target))
                }));
            }
            Event::Said(ref said) => self.pass_on(game, said),
            Event::Ballot { .. } => {
                self.day.votes = std::mem::take(&mut self.day.casting);
                self.log_ballot("vote", &self.day.votes.clone());
            }
            Event::AttackBallot { .. } => {
                self.day.attack_votes = std::mem::take(&mut self.day.casting_attack);
                self.log_ballot("attackVote", &self.day.attack_votes.clone());
            }
            Event::Executed(target) => {
                self.day.executed = target;
                self.original_log.extend(target.map(|target| {
                    format!("{day},execute,{},{}", number(target), state.role(target))
                }));
            }
            Event::Attacked(target) => (self.day.attacked, self.day.has_attack) = (target, true),
            Event::Dawn { victim, .. } => {
                if self.day.has_attack {
                    let attacked = number_or_nobody(self.day.attacked);
                    let line = format!("{day},attack,{attacked},{}", victim.is_some());
                    self.original_log.push(line);
                }
                let options = *options(game);
                self.day.dawn(&options, game.game().state(), victim);
                if stage(game) != Stage::Over {
                    self.begin_day(game, Request::DailyInitialize);
                }
            }
            Event::Ended { winner, .. } => {
                let wolves = state.alive().and(state.wolves()).len();
                let humans = state.alive().len() - wolves;
                let winner = winner.map_or_else(|| "ANY".to_owned(), |team| team.to_string());
                self.begin_day(game, Request::Finish);
                self.original_log.push(format!("{day},result,{humans},{wolves},{winner}"));
            }
            Event::Requested(_)
            | Event::Dealt { .. }
            | Event::Spoke(..)
            | Event::Passed(_)
            | Event::Revealed(_)
            | Event::DivineResult(..)
            | Event::MediumResult(..) => {}
        }
    }

    fn log_ballot(&mut self, word: &str, ballots: &[Ballot]) {
        let line = |it: &Ballot| format!("{},{word},{},{}", it.day, it.agent, it.target);
        self.original_log.extend(ballots.iter().map(line));
    }

    /// Passes on what somebody said, a client's content in its own spelling.
    fn pass_on(&mut self, game: &Ongoing<Werewolf>, said: &Utterance) {
        let Utterance { channel, day, turn, id, speaker, sentence, .. } = *said;
        let own_words = self.said[speaker.index()].take().filter(|_| sentence.is_content());
        // At a table of both lines somebody may say what the other has no words for.
        let own = self.setting.line.language();
        let language = if own.allows(&sentence) { own } else { options(game).language };
        let text = own_words.unwrap_or_else(|| sentence.written(language));
        let agent = number(speaker);
        let (word, words, left) = match channel {
            Channel::Talk => ("talk", &mut self.day.talks, &mut self.day.talks_left),
            Channel::Whisper => ("whisper", &mut self.day.whispers, &mut self.day.whispers_left),
        };
        self.original_log.push(format!("{day},{word},{id},{turn},{agent},{text}"));
        words.push(Words { agent, day, idx: id, text, turn });
        let left = &mut left[speaker.index()];
        *left = left.saturating_sub(u8::from(sentence.is_content()));
    }
}

impl Scribe for AiwolfScribe {
    fn outbox(&mut self) -> &mut VecDeque<(Seat, String)> {
        &mut self.outbox
    }

    fn request(&mut self, game: &Ongoing<Werewolf>, seat: Seat) -> String {
        let is_revote = game.game().state().round() > 0;
        let is_after_execution = self.day.executed.is_some();
        let (request, with_info) = match stage(game) {
            Stage::Request => return Packet::bare(Request::Role).line(),
            Stage::Speak(Channel::Talk) => (Request::Talk, false),
            Stage::Speak(Channel::Whisper) => (Request::Whisper, is_after_execution),
            Stage::Vote => (Request::Vote, is_revote),
            Stage::Divine => (Request::Divine, is_after_execution),
            Stage::Guard => (Request::Guard, is_after_execution),
            _ => (Request::Attack, is_after_execution || is_revote),
        };
        if with_info {
            self.with_info(game, seat, request)
        } else {
            self.with_histories(game, seat, request)
        }
    }

    fn answer(&mut self, game: &mut dyn AnyOngoing, seat: Seat, answer: Result<&[u8], Missing>) {
        let action = match (answer, ongoing(game)) {
            (Ok(line), Some(village)) => self.read(village, seat, &String::from_utf8_lossy(line)),
            (Ok(_), None) => Err(Missing::Gone),
            (Err(missing), _) => Err(missing),
        };
        // What the rules do not take was not said.
        if !hand_in(game, seat, action) {
            self.said[seat.index()] = None;
        }
    }

    fn observe(&mut self, game: &Ongoing<Werewolf>) {
        if self.is_dealing {
            self.dealt.extend(Self::last_drawn(game));
        }
        self.is_dealing = stage(game) == Stage::Deal;
        let is_dealt = self.dealt.len() == self.told.len() && self.original_log.is_empty();
        if is_dealt && stage(game) != Stage::Deal {
            self.begin(game);
        }
        for (seat, event) in perceived(game) {
            self.take(game, seat, &event);
        }
        let stage = stage(game);
        let is_whispering =
            matches!(stage, Stage::Order(Channel::Whisper) | Stage::Speak(Channel::Whisper));
        if is_whispering && !self.day.is_whispering {
            let most = options(game).max_whisper;
            self.day.whispers_left.fill(most);
        }
        self.day.is_whispering = is_whispering;
        let is_first = game.game().state().day() == 0;
        let is_day = match stage {
            Stage::Order(Channel::Talk) | Stage::Speak(Channel::Talk) => true,
            // Where there is talk on the first day, whispers come before it.
            _ => {
                is_first
                    && options(game).first_day_talk
                    && (is_whispering || stage == Stage::Hush(Slot::Whisper))
            }
        };
        let is_begun = !matches!(stage, Stage::Request | Stage::Deal | Stage::Over);
        if is_begun && !is_day && !self.day.is_finished {
            self.day.is_finished = true;
            for seat in self.day_clients(game) {
                let line = self.with_histories(game, seat, Request::DailyFinish);
                self.outbox.push_back((seat, line));
            }
        }
    }
}

fn shown_if<T>(is_shown: bool, list: &[T]) -> &[T] {
    if is_shown { list } else { &[] }
}

/// What the earlier servers record of a sentence: not who it is about, if that stands in front.
fn without_subject(text: &str) -> &str {
    let rest = text.strip_prefix("Agent[").and_then(|rest| rest.split_once("] "));
    rest.map_or(text, |(_, rest)| rest)
}

/// Whether a sentence joins two clauses of which only one is there.
fn is_half_operator(text: &str) -> bool {
    ["BECAUSE", "XOR"].into_iter().any(|operator| {
        // `AND` is content with one.
        text.contains(operator)
            && Language::Late.parse(text).is_err()
            && Language::Late.parse(&text.replacen(operator, "AND", 1)).is_ok()
    })
}

/// The first number that an answer names, wherever in it: `{"agentIdx":3}`.
fn number_in(text: &str) -> Option<usize> {
    let named = text.split("{\"agentIdx\":").skip(1).filter_map(|rest| rest.split_once('}'));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let mut numbers = named.map(|(digits, _)| digits).filter(|digits| is_number(digits));
    numbers.next()?.parse().ok()
}

/// The player that an answer names.
pub(super) fn target_in(text: &str, players: usize) -> Option<Seat> {
    let number = number_in(text)?;
    (1..=players).contains(&number).then(|| Seat::new(number - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_wherever_an_answer_names_one() {
        for (text, number) in [
            ("{\"agentIdx\":2}", Some(2)),
            ("xx{\"agentIdx\":2}yy", Some(2)),
            ("{\"agentIdx\":3}{\"agentIdx\":2}", Some(3)),
            ("{\"agentIdx\":x}{\"agentIdx\":2}", Some(2)),
            ("{\"agentIdx\":{\"agentIdx\":2}", Some(2)),
            ("{\"agentIdx\":}{\"agentIdx\": 3}{\"agentIdx\":2}", Some(2)),
            ("{\"agentIdx\":+2}", None),
            ("{\"agentIdx\": 3}", None),
            ("{\"agentIdx\":2", None),
            ("2", None),
            ("", None),
        ] {
            assert_eq!(number_in(text), number, "{text}");
        }
    }
}
