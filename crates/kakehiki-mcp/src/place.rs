//! The place of an assistant at a table: the game, and what its own seat may know of it.

use std::{
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use kakehiki_core::{Event, LogWriter, Seat};
use kakehiki_draw::{Locale, Scene, SeatLabel, action_words, log_words, seat_labels, table_words};
use kakehiki_games::{
    Answer, AnyCoding, AnyOngoing, LegalIds, Menu, Observer, Outcome, Seen, SpeechAct, Table,
    Waiting, speech_act, telling,
};
use serde_json::{Value, json};

use crate::{Problem, session::clip};

/// How long others may act before an assistant is answered; a decision that was begun is not cut off.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most actions of a page of a menu.
const ACTIONS: usize = 40;
/// The most lines of a page of a log.
const LINES: usize = 60;
/// The most sights of a page of a log.
const SIGHTS: usize = 40;
/// The most of what the seat said in own words that a page of a log repeats.
const OWN_WORDS: usize = 20;
/// The most letters of one line.
const LONGEST_LINE: usize = 300;
/// The most bytes of what one field of an answer tells.
const ROOM: usize = 24_000;

/// A place at a table.
pub(crate) struct Place {
    game: Box<dyn AnyOngoing>,
    coding: Arc<dyn AnyCoding>,
    options: BTreeMap<String, String>,
    seat: Seat,
    labels: Vec<SeatLabel>,
    log: Option<(PathBuf, LogWriter<File>)>,
    /// How many events the log has.
    written: usize,
    /// All that the seat perceived.
    seen: Vec<Seen>,
    /// The step up to which the assistant was told what happened.
    told: u32,
}

impl Place {
    /// A seat in a game of this table.
    pub(crate) fn new(
        table: &dyn Table,
        game: Box<dyn AnyOngoing>,
        seat: Seat,
    ) -> Result<Self, Problem> {
        let coding = table.coding(LegalIds::Menu, &[]).map_err(Problem::new)?;
        let header = game.header();
        let labels = seat_labels(&header.game, &header.seats);
        let options = table.options();
        let (log, seen) = (None, Vec::new());
        Ok(Self { game, coding, options, seat, labels, log, written: 0, seen, told: 0 })
    }

    /// Writes the game into a new file of this folder from now on.
    pub(crate) fn write_into(&mut self, folder: &Path) -> Result<(), Problem> {
        let name = |number: u64| format!("{}-{number}.jsonl", self.game.header().game);
        let failed = |error| Problem(format!("the log cannot be written: {error}"));
        for number in 1_u64.. {
            let path = folder.join(name(number));
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let writer = LogWriter::new(file, self.game.header()).map_err(failed)?;
                    self.log = Some((path, writer));
                    break;
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(())
    }

    /// Lets the others act until the seat is asked, the game is over, or it has taken long.
    pub(crate) fn go_on(&mut self) {
        let begun = Instant::now();
        while !self.is_asked() && begun.elapsed() < PATIENCE && self.game.advance() {}
        self.write_down();
        let next = self.seen.last().map_or(0, |seen| seen.step + 1);
        self.seen.extend(self.game.sights(Observer::Seat(self.seat), next));
    }

    fn write_down(&mut self) {
        if let Some((_, log)) = &mut self.log {
            for event in &self.game.events()[self.written..] {
                log.write(event);
            }
        }
        self.written = self.game.events().len();
    }

    fn is_asked(&self) -> bool {
        self.game.waiting() == Waiting::Outside(self.seat)
    }

    fn scene<T>(&self, locale: Locale, tell: impl FnOnce(&Scene<'_>) -> T) -> T {
        let observer = Observer::Seat(self.seat);
        let menu = self.is_asked().then(|| self.game.menu());
        tell(&Scene {
            game: &self.game.header().game,
            options: &self.options,
            seats: &self.labels,
            observer,
            view: &self.game.view(observer),
            waiting: &self.game.waiting_for(observer),
            menu: menu.as_ref(),
            seen: &self.seen,
            outcome: self.game.outcome().as_ref(),
            overlay: None,
            is_practice: false,
            locale,
        })
    }

    /// Whose turn it is, and how the game came out if it is over.
    fn standing(&self) -> Value {
        let mut standing = json!({
            "game": self.game.header().game,
            "your_seat": self.seat,
            "players": self.labels.iter().map(|label| &label.name).collect::<Vec<_>>(),
            "waiting_for": match self.game.waiting_for(Observer::Seat(self.seat)) {
                Waiting::Outside(seat) if seat == self.seat => "you".to_owned(),
                Waiting::Outside(seat) | Waiting::Agent(seat) => seat.to_string(),
                Waiting::Chance => "others".to_owned(),
                Waiting::Nothing => "nobody: the game is over".to_owned(),
            },
        });
        if let Some(Outcome { text, rewards, .. }) = self.game.outcome() {
            standing["outcome"] = json!({
                "text": text,
                "your_reward": rewards.get(self.seat.index()),
                "rewards": rewards,
            });
            if let Some((path, log)) = &self.log {
                standing["log"] = match log.failure() {
                    None => json!(path.display().to_string()),
                    Some(error) => json!(format!("could not be written: {error}")),
                };
            }
        }
        standing
    }

    /// What happened since the assistant was told last, and what it may do.
    pub(crate) fn report(&mut self, locale: Locale) -> Value {
        let happened = self.scene(locale, |scene| log_words(scene, self.told));
        self.told = self.seen.last().map_or(0, |seen| seen.step + 1);
        let left_out = happened.len().saturating_sub(LINES);
        let mut report = self.standing();
        report["happened"] = json!(lines(&happened[left_out..]));
        if left_out > 0 {
            report["left_out"] = json!(left_out);
        }
        if self.is_asked() {
            report["menu"] = self.menu(locale, 0, "");
        }
        report
    }

    /// All that the seat may know, in words.
    pub(crate) fn words(&self, locale: Locale) -> Value {
        let mut told = self.standing();
        told["words"] = json!(lines(&self.scene(locale, table_words)));
        told
    }

    /// All that the seat may know, as JSON; where that is long, a piece of its text.
    pub(crate) fn view(&self, from: usize) -> Value {
        let mut told = self.standing();
        let view = self.game.view(Observer::Seat(self.seat));
        let text = view.to_string();
        if from == 0 && text.len() <= ROOM {
            told["view"] = view;
            return told;
        }
        let from = text.floor_char_boundary(from.min(text.len()));
        let next = text.floor_char_boundary((from + ROOM / 2).min(text.len()));
        told["length"] = json!(text.len());
        told["text"] = json!(text[from..next]);
        if next < text.len() {
            told["next"] = json!(next);
        }
        told
    }

    /// A page of what may be done.
    pub(crate) fn menu(&self, locale: Locale, from: usize, only: &str) -> Value {
        if !self.is_asked() {
            return json!({ "actions": [], "total": 0, "is_complete": true });
        }
        let Menu { actions, is_complete } = self.game.menu();
        let actions: Vec<&str> =
            actions.iter().map(String::as_str).filter(|action| action.starts_with(only)).collect();
        let page: Vec<&str> = actions.iter().copied().skip(from).take(ACTIONS).collect();
        let words = self.scene(locale, |scene| action_words(scene, page.iter().copied()));
        let view = self.game.keep_view(self.seat);
        let page: Vec<Value> = page
            .iter()
            .zip(words)
            .map(|(action, words)| {
                let id = self.coding.encode(&*view, action).ok().flatten();
                json!({ "id": id, "action": action, "words": clip(&words, LONGEST_LINE) })
            })
            .collect();
        let next = from.saturating_add(page.len());
        let mut menu =
            json!({ "actions": page, "total": actions.len(), "is_complete": is_complete });
        if next < actions.len() {
            menu["next"] = json!(next);
        }
        menu
    }

    /// A page of what the seat saw, in words: from so many lines on, or the last.
    pub(crate) fn lines(&self, locale: Locale, from: Option<usize>) -> Value {
        let all = self.scene(locale, |scene| log_words(scene, 0));
        let from = from.unwrap_or(all.len().saturating_sub(LINES)).min(all.len());
        let page = lines(&all[from..all.len().min(from + LINES)]);
        let mut told = page_of("lines", json!(page), from, page.len(), all.len());
        told["own_words"] = json!(self.own_words());
        told
    }

    /// The last of what the seat itself said in own words beside the rules.
    fn own_words(&self) -> Vec<String> {
        let own = self.game.events().iter().rev().filter_map(|event| match event {
            Event::Text { seat: Some(seat), text } if *seat == self.seat => Some(text.clone()),
            _ => None,
        });
        let mut own: Vec<String> = own.take(OWN_WORDS).collect();
        own.reverse();
        lines(&own)
    }

    /// A page of what the seat saw, as JSON: from so many sights on, or the last.
    pub(crate) fn sights(&self, from: Option<usize>) -> Value {
        let all = &self.seen;
        let from = from.unwrap_or(all.len().saturating_sub(SIGHTS)).min(all.len());
        let mut room = ROOM;
        let fits = |seen: &&Seen| {
            let size = seen.sight.to_string().len();
            let fits = size <= room;
            room = room.saturating_sub(size);
            fits
        };
        let page: Vec<&Seen> = all[from..].iter().take(SIGHTS).take_while(fits).collect();
        page_of("sights", json!(page), from, page.len(), all.len())
    }

    /// Does what an id stands for.
    pub(crate) fn choose(&mut self, id: usize) -> Result<(), Problem> {
        self.check_turn()?;
        let view = self.game.keep_view(self.seat);
        let action = self.coding.decode(&*view, id).map_err(Problem::new)?;
        self.act(&action)
    }

    /// Does something with words.
    pub(crate) fn speak(&mut self, act: SpeechAct<'_>) -> Result<(), Problem> {
        self.check_turn()?;
        let action = speech_act(&*self.game, act).map_err(Problem::new)?;
        self.act(&action)
    }

    /// Does something in the notation of the game, and lets the others go on.
    pub(crate) fn act(&mut self, action: &str) -> Result<(), Problem> {
        self.check_turn()?;
        self.game.answer(self.seat, Answer::Action(action)).map_err(Problem::new)?;
        self.go_on();
        Ok(())
    }

    /// Says something in own words as the rules hear it, if they do; says whether they do.
    pub(crate) fn tell(&mut self, words: &str) -> Result<bool, Problem> {
        let action = if self.is_asked() { telling(&*self.game, words) } else { None };
        action.as_deref().map_or(Ok(()), |action| self.act(action))?;
        Ok(action.is_some())
    }

    /// Says something in own words.
    pub(crate) fn remark(&mut self, text: String) -> Result<(), Problem> {
        if self.game.outcome().is_some() {
            return Err(Problem::of("the game is over"));
        }
        self.game.note(Event::Text { seat: Some(self.seat), text }).map_err(Problem::new)?;
        self.write_down();
        Ok(())
    }

    fn check_turn(&self) -> Result<(), Problem> {
        match self.game.waiting() {
            Waiting::Nothing => Err(Problem::of("the game is over")),
            _ if !self.is_asked() => {
                Err(Problem::of("it is not your turn yet: look lets the others go on"))
            }
            _ => Ok(()),
        }
    }
}

/// Lines that are not too long, as many as there is room for.
fn lines(lines: &[String]) -> Vec<String> {
    let mut room = ROOM;
    let lines = lines.iter().map(|line| clip(line, LONGEST_LINE));
    let fits = |line: &String| {
        let fits = line.len() <= room;
        room = room.saturating_sub(line.len());
        fits
    };
    lines.take_while(fits).collect()
}

fn page_of(name: &str, page: Value, from: usize, count: usize, total: usize) -> Value {
    let mut told = json!({ "from": from, "total": total });
    told[name] = page;
    if from + count < total {
        told["next"] = json!(from + count);
    }
    told
}
