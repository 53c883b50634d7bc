//! The tables of one assistant.

use std::{collections::BTreeMap, fmt::Display, path::PathBuf};

use kakehiki_core::{MAX_SEATS, Occupant, Seat, Settings, plain_text};
use kakehiki_games::{AnyOngoing, GAMES, Numbers, SpeechAct, Table, find};
use serde_json::{Value, json};

use crate::{
    arguments::{
        Acting, Answering, Choosing, Form, Looking, OfGame, OfTable, Opening, Proposing,
        Remembering, Saying,
    },
    place::Place,
    tools::TOOLS,
};

/// The most bytes of an answer.
pub const LONGEST_ANSWER: usize = 64 * 1024;
/// The most tables that an assistant sits at.
const TABLES: usize = 8;
/// The most letters of a name, of what is said in own words, of an agent, and of a problem.
const LONGEST_NAME: usize = 32;
const LONGEST_TEXT: usize = 400;
const LONGEST_AGENT: usize = 400;
const LONGEST_PROBLEM: usize = 600;
/// The largest number that every reader of JSON keeps as it is.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// How assistants are served.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder into which the log of every game is written.
    pub logs: Option<PathBuf>,
}

/// Why a tool did nothing, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub(crate) String);

impl Problem {
    pub(crate) fn new(error: impl Display) -> Self {
        // It may quote what was called.
        Self(clip(&plain_text(&error.to_string(), usize::MAX), LONGEST_PROBLEM))
    }

    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A text up to so many letters.
pub(crate) fn clip(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The tables of one assistant. Nothing leads from one session to another.
pub struct Session {
    options: Options,
    places: BTreeMap<String, Place>,
    /// How many tables there were.
    opened: u64,
}

impl Session {
    /// A session without tables.
    pub fn new(options: Options) -> Self {
        Self { options, places: BTreeMap::new(), opened: 0 }
    }

    /// Does what a tool does.
    ///
    /// # Errors
    /// Says in one sentence why nothing was done.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Problem> {
        let known = TOOLS.iter().find(|known| known.name == tool);
        let known = known.ok_or_else(|| Problem::new(format!("there is no tool {tool:?}")))?;
        let answer = (known.call)(self, arguments)?;
        if answer.to_string().len() > LONGEST_ANSWER {
            return Err(Problem::of("the answer would be too long"));
        }
        Ok(answer)
    }

    /// Takes a seat in a game that is in progress, and says how the table is called.
    ///
    /// # Errors
    /// If there are too many tables, or the log cannot be written.
    pub fn sit(
        &mut self,
        table: &dyn Table,
        game: Box<dyn AnyOngoing>,
        seat: Seat,
    ) -> Result<String, Problem> {
        self.check_room()?;
        let mut place = Place::new(table, game, seat)?;
        if let Some(folder) = &self.options.logs {
            place.write_into(folder)?;
        }
        place.go_on();
        self.opened += 1;
        let name = format!("t{}", self.opened);
        self.places.insert(name.clone(), place);
        Ok(name)
    }

    fn check_room(&self) -> Result<(), Problem> {
        if self.places.len() < TABLES {
            return Ok(());
        }
        let problem = format!("you sit at {TABLES} tables already: leave one by close_table");
        Err(Problem(problem))
    }

    fn place(&mut self, name: &str) -> Result<&mut Place, Problem> {
        let known: Vec<&str> = self.places.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let none = || Problem::new(format!("you have no table {name:?}, but {known}"));
        self.places.get_mut(name).ok_or_else(none)
    }
}

/// The tools.
impl Session {
    pub(crate) fn games() -> Value {
        let games = GAMES.iter().map(|game| {
            let seats = game.open(&Settings::defaults(game.options())).seats();
            json!({ "game": game.name(), "title": game.title(), "help": game.help(), "seats": seats })
        });
        json!({ "games": games.collect::<Vec<_>>() })
    }

    pub(crate) fn describe(of: &OfGame) -> Result<Value, Problem> {
        let game = find(&of.game).map_err(Problem::new)?;
        let parameters = |list: &[kakehiki_core::Parameter]| -> Vec<Value> {
            let parameters = list.iter().map(|known| {
                let values = known.kind.to_string();
                json!({ "name": known.name, "default": known.default, "values": values, "help": known.help })
            });
            parameters.collect()
        };
        let agents = game.agents().into_iter().map(|kind| {
            json!({
                "agent": kind.name,
                "part": kind.part.to_string(),
                "help": kind.help,
                "parameters": parameters(kind.parameters),
            })
        });
        Ok(json!({
            "game": game.name(),
            "help": game.help(),
            "players": game.players().map(|option| option.name),
            "options": parameters(game.options()),
            "agents": agents.collect::<Vec<_>>(),
        }))
    }

    pub(crate) fn open(&mut self, order: &Opening) -> Result<Value, Problem> {
        self.check_room()?;
        let game = find(&order.game).map_err(Problem::new)?;
        let options = order.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Settings::new(game.name(), game.options(), options).map_err(Problem::new)?;
        let others = order.opponents.len();
        if others == 0 || others >= MAX_SEATS {
            return Err(Problem::of("name an agent for each of the other seats, or one for all"));
        }
        let options = if others == 1 { options } else { game.seat(&options, others + 1) };
        let table = game.open(&options);
        let seats = table.seats();
        if others > 1 && others + 1 != seats {
            let problem = format!("there are {seats} seats, but {others} opponents");
            return Err(Problem(problem));
        }
        let own = order.seat.unwrap_or(Seat::new(0));
        if own.index() >= seats {
            return Err(Problem(format!("there is no seat {own}: the last is P{}", seats - 1)));
        }
        let mut named = order.opponents.iter().cycle();
        let name = plain_text(order.name.as_deref().unwrap_or_default(), LONGEST_NAME);
        let name = if name.is_empty() { "assistant".to_owned() } else { name };
        let seats = Seat::all(seats).map(|seat| {
            if seat == own {
                return Ok(Occupant::Program(name.clone()));
            }
            let agent = named.next().filter(|agent| agent.len() <= LONGEST_AGENT);
            let agent = agent.ok_or_else(|| Problem::of("the name of an agent is too long"))?;
            Ok(Occupant::Agent(agent.clone()))
        });
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        let seed = match order.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(Problem::new)?,
        };
        let numbers = Numbers { seed: seed & LARGEST_SEED, ..Numbers::default() };
        let ongoing = table.begin(seats, numbers).map_err(Problem::new)?;
        let name = self.sit(&*table, ongoing, own)?;
        let locale = order.language.into();
        self.report(&name, locale)
    }

    pub(crate) fn look(&mut self, order: &Looking) -> Result<Value, Problem> {
        let place = self.place(&order.table)?;
        place.go_on();
        Ok(match order.form {
            Form::Words => place.words(order.language.into()),
            Form::Json => place.view(order.from),
        })
    }

    pub(crate) fn menu(&mut self, order: &Choosing) -> Result<Value, Problem> {
        let place = self.place(&order.table)?;
        place.go_on();
        Ok(place.menu(order.language.into(), order.from, &order.only))
    }

    pub(crate) fn act(&mut self, order: &Acting) -> Result<Value, Problem> {
        let place = self.place(&order.table)?;
        match (order.id, &order.action) {
            (Some(id), None) => place.choose(id)?,
            (None, Some(action)) => place.act(action)?,
            _ => return Err(Problem::of("an act is either the id or the notation of an action")),
        }
        self.report(&order.table, order.language.into())
    }

    pub(crate) fn propose(&mut self, order: &Proposing) -> Result<Value, Problem> {
        self.place(&order.table)?.speak(SpeechAct::Propose(&order.terms))?;
        self.report(&order.table, order.language.into())
    }

    pub(crate) fn answer(&mut self, order: &Answering) -> Result<Value, Problem> {
        let act = if order.accept { SpeechAct::Accept(order.partner) } else { SpeechAct::Refuse };
        self.place(&order.table)?.speak(act)?;
        self.report(&order.table, order.language.into())
    }

    pub(crate) fn say(&mut self, order: &Saying) -> Result<Value, Problem> {
        let place = self.place(&order.table)?;
        match (&order.statement, &order.words) {
            (Some(statement), None) => {
                place.speak(SpeechAct::Say(statement))?;
                self.report(&order.table, order.language.into())
            }
            (None, Some(words)) => {
                let words = plain_text(words, LONGEST_TEXT);
                if words.is_empty() {
                    return Err(Problem::of("there is nothing to say"));
                }
                if place.tell(&words)? {
                    return self.report(&order.table, order.language.into());
                }
                place.remark(words.clone())?;
                Ok(json!({ "said": words }))
            }
            _ => Err(Problem::of("say either a statement of the rules or words of your own")),
        }
    }

    pub(crate) fn log(&mut self, order: &Remembering) -> Result<Value, Problem> {
        let place = self.place(&order.table)?;
        Ok(match order.form {
            Form::Words => place.lines(order.language.into(), order.from),
            Form::Json => place.sights(order.from),
        })
    }

    pub(crate) fn close(&mut self, order: &OfTable) -> Result<Value, Problem> {
        self.place(&order.table)?;
        self.places.remove(&order.table);
        Ok(json!({ "closed": order.table }))
    }

    fn report(&mut self, name: &str, locale: kakehiki_draw::Locale) -> Result<Value, Problem> {
        let mut report = self.place(name)?.report(locale);
        report["table"] = json!(name);
        Ok(report)
    }
}
