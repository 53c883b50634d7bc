//! What a person says about an experiment, checked against the game it names.

use std::{collections::BTreeMap, fmt, io, path::Path, sync::Arc};

use kakehiki_core::{AgentName, Cast, NameError, Parameter, SettingError, Settings};
use kakehiki_games::{OUT, Table, UnknownGame, external, find, guest, is_external};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::Sprt;

/// The most games an experiment may have: far above what can be played, far below where counts
/// overflow.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// The most seat arrangements an experiment may have.
const MOST_ARRANGEMENTS: u128 = 100_000;

/// An experiment as it is written down, not yet checked; a specification file holds just these
/// fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The game's name.
    pub game: String,
    /// The agents: one for each seat, or for round robins any number. Where the game can have
    /// several numbers of players and the options name none, there are as many seats as agents.
    pub agents: Vec<String>,
    /// The number of games of each seat arrangement.
    pub games: u64,
    /// The number all luck follows from.
    #[serde(default = "one")]
    pub seed: u64,
    /// Whether every cyclic arrangement is played, each with the same seeds.
    #[serde(default)]
    pub rotate: bool,
    /// Who meets whom.
    #[serde(default)]
    pub pairing: Pairing,
    /// The games of a match: so many are played by the same instances one after the other.
    #[serde(default = "one")]
    pub series: u64,
    /// Rule options by name; what is not given has its default.
    #[serde(default, deserialize_with = "values")]
    pub options: BTreeMap<String, String>,
    /// A test that may stop the experiment early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// There is one agent for each seat.
    #[default]
    Seats,
    /// All choices of as many agents as there are seats meet: at a table of two, every pair.
    RoundRobin,
}

/// Why an experiment cannot be played as specified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The file cannot be read.
    #[error("cannot read the specification: {0}")]
    Read(#[source] io::Error),
    /// A field is missing, unknown or of the wrong kind.
    #[error("{file}, line {line}: {field}{message}")]
    Field {
        /// The file.
        file: String,
        /// The line, counted from one.
        line: usize,
        /// The field with a colon, or nothing where the whole file is meant.
        field: String,
        /// What is wrong with it, and what would be right.
        message: String,
    },
    /// A value in a file does not fit.
    #[error("{file}: {error}")]
    In {
        /// The file.
        file: String,
        /// What is wrong.
        #[source]
        error: Box<SpecError>,
    },
    /// There is no such game.
    #[error("game: {0}")]
    Game(#[from] UnknownGame),
    /// A rule option does not fit.
    #[error("options: {0}")]
    Option(#[from] SettingError),
    /// An agent does not fit.
    #[error("agents, number {number}: {source}")]
    Agent {
        /// Which agent, counted from one.
        number: usize,
        /// What is wrong with its name.
        source: NameError,
    },
    /// There are too few or too many agents for the seats.
    #[error(
        "agents: {game} with these options has {seats} seats but {given} agents are named; {right}"
    )]
    AgentCount {
        /// The game.
        game: String,
        /// Its seats.
        seats: usize,
        /// The agents named.
        given: usize,
        /// What would be right.
        right: String,
    },
    /// A number is out of its range.
    #[error("{field} is {value}, but must be {right}")]
    Number {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        right: String,
    },
}

/// An experiment whose game, options and agents are known to exist.
#[derive(Clone)]
pub struct Spec {
    /// The draft with every value in its one spelling and every option written out.
    draft: Draft,
    casts: Vec<Cast>,
    table: Arc<dyn Table>,
    counters: Vec<&'static str>,
}

impl fmt::Debug for Spec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draft.fmt(formatter)
    }
}

impl Draft {
    /// An experiment with one agent for each seat and everything else as it is when nothing is
    /// said.
    pub fn new(game: &str, agents: &[&str], games: u64) -> Self {
        Self {
            game: game.to_owned(),
            agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
            games,
            seed: 1,
            rotate: false,
            pairing: Pairing::Seats,
            series: 1,
            options: BTreeMap::new(),
            sprt: None,
        }
    }
}

impl Spec {
    /// Checks an experiment.
    ///
    /// # Errors
    /// If the game, an option or an agent does not exist, or a number does not fit.
    pub fn new(mut draft: Draft) -> Result<Self, SpecError> {
        let offer = find(&draft.game)?;
        let values = draft.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let settings = Settings::new(offer.name(), offer.options(), values)?;
        // Whoever names three agents wants a table of three.
        let table = match draft.pairing {
            Pairing::Seats => offer.open(&offer.seat(&settings, draft.agents.len())),
            Pairing::RoundRobin => offer.open(&settings),
        };
        let cast = |(index, name): (usize, &String)| {
            let cast = name.parse::<AgentName>().and_then(|name| {
                let outside = external(offer.name(), &table.options(), &name)
                    .or_else(|| guest(offer.name(), &name));
                outside.unwrap_or_else(|| table.cast(&name))
            });
            cast.map_err(|source| SpecError::Agent { number: index + 1, source })
        };
        let casts = draft.agents.iter().enumerate().map(cast).collect::<Result<Vec<_>, _>>()?;
        // One spelling of everything, so that equal experiments have equal plans.
        draft.agents = casts.iter().map(|cast| cast.name().to_string()).collect();
        draft.options = table.options();
        let mut counters = table.counters().to_vec();
        counters.extend(draft.agents.iter().any(|agent| is_external(agent)).then_some(OUT));
        let spec = Self { draft, casts, table: table.into(), counters };
        spec.check_agents(offer.players().filter(|option| settings.is_default(option.name)))?;
        spec.check_numbers()?;
        Ok(spec)
    }

    /// Reads a specification in TOML; `file` is named in errors.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong kind, or the experiment cannot be played.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, SpecError> {
        let problem = |error: &toml::de::Error, field: String| SpecError::Field {
            file: file.to_owned(),
            line: error.span().map_or(1, |span| {
                1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count()
            }),
            field,
            message: error.message().to_owned(),
        };
        let reader =
            toml::Deserializer::parse(text).map_err(|error| problem(&error, String::new()))?;
        let draft = serde_path_to_error::deserialize(reader).map_err(|error| {
            let path = error.path().to_string();
            let field = if path == "." { String::new() } else { format!("{path}: ") };
            problem(error.inner(), field)
        })?;
        Self::new(draft)
            .map_err(|error| SpecError::In { file: file.to_owned(), error: Box::new(error) })
    }

    /// Reads a specification file.
    ///
    /// # Errors
    /// If it cannot be read, or as for [`from_toml`](Self::from_toml).
    pub fn read(path: &Path) -> Result<Self, SpecError> {
        let text = fs_err::read_to_string(path).map_err(SpecError::Read)?;
        Self::from_toml(&text, &path.display().to_string())
    }

    /// Whether there is an agent for each seat; `players` is the option that would have set the
    /// seats by the agents.
    fn check_agents(&self, players: Option<&Parameter>) -> Result<(), SpecError> {
        let (seats, given) = (self.seats(), self.draft.agents.len());
        let (fits, right) = match (self.draft.pairing, players) {
            (Pairing::Seats, None) => (given == seats, "name one for each seat".to_owned()),
            (Pairing::Seats, Some(Parameter { name, kind, .. })) => {
                (given == seats, format!("name one for each seat, where {name} is {kind}"))
            }
            (Pairing::RoundRobin, _) => {
                (given >= seats, "a round robin needs at least one for each seat".to_owned())
            }
        };
        if !fits {
            let game = self.draft.game.clone();
            return Err(SpecError::AgentCount { game, seats, given, right });
        }
        if self.draft.sprt.is_some() && (seats != 2 || given != 2) {
            return Err(SpecError::Number {
                field: "agents",
                value: given.to_string(),
                right: "2 at a table of 2 for a sequential test".to_owned(),
            });
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), SpecError> {
        let Draft { games, series, .. } = self.draft;
        let wrong = |field, value: u64, right: String| {
            Err(SpecError::Number { field, value: value.to_string(), right })
        };
        if !(1..=MOST_GAMES).contains(&series) {
            return wrong("series", series, format!("from 1 to {MOST_GAMES}"));
        }
        if games == 0 || games % series != 0 {
            let right = match series {
                1 => "at least 1".to_owned(),
                series => format!("a multiple of the {series} games of a series"),
            };
            return wrong("games", games, right);
        }
        let arrangements = self.arrangement_count();
        if arrangements > MOST_ARRANGEMENTS {
            let right = format!("so few that at most {MOST_ARRANGEMENTS} arrangements are played");
            return wrong("agents", self.draft.agents.len() as u64, right);
        }
        let most = MOST_GAMES / arrangements as u64;
        if games > most {
            return wrong("games", games, format!("at most {most} for each arrangement"));
        }
        let problem = self.draft.sprt.and_then(|sprt| sprt.problem());
        problem.map_or(Ok(()), |(field, value, right)| {
            Err(SpecError::Number { field, value, right: right.to_owned() })
        })
    }

    /// How many arrangements the agents are played in.
    fn arrangement_count(&self) -> u128 {
        let (seats, agents) = (self.seats() as u128, self.draft.agents.len() as u128);
        let choices = match self.draft.pairing {
            Pairing::Seats => 1,
            // Each partial product is itself a binomial coefficient, so the division leaves no
            // rest.
            Pairing::RoundRobin => (0..seats)
                .fold(1_u128, |choices, step| choices.saturating_mul(agents - step) / (step + 1)),
        };
        choices.saturating_mul(if self.draft.rotate { seats } else { 1 })
    }

    /// The experiment in its one spelling.
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The agents, checked, in the order they are named.
    pub fn casts(&self) -> &[Cast] {
        &self.casts
    }

    /// The names of what is counted for each seat: what the table counts, and where programs from outside
    /// sit also whether they went out.
    pub fn counters(&self) -> &[&'static str] {
        &self.counters
    }

    /// The table the games are played at.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.table.seats()
    }
}

const fn one() -> u64 {
    1
}

/// Reads options whose values may be written as text, as numbers or as true and false.
fn values<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    Ok(values.into_iter().map(|(name, Value(value))| (name, value)).collect())
}

/// The value of an option as text.
struct Value(String);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Value;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text, a number, true or false")
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
                Ok(Value(value.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
                Ok(Value(value.to_string()))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
                Ok(Value(value.to_string()))
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
                Ok(Value(value.to_string()))
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
                Ok(Value(value.to_string()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
