//! Agents named by text: `uct(playouts=1000)+rule(criterion=sum)`.

use std::{borrow::Cow, fmt, str::FromStr};

use crate::{Kind, Parameter, SettingError, Settings, TIME, clock::read_time, possible};

/// A kind of agent, or of a part of one, that a game knows by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentKind {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// Which part of the playing it does.
    pub part: Part,
    /// Its parameters with their defaults.
    pub parameters: &'static [Parameter],
    /// One sentence on how it plays.
    pub help: &'static str,
}

/// The part of the playing that one piece of a composed agent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Everything that no other part does; every agent has exactly one.
    Moves,
    /// Offers, and answers to them.
    Trades,
    /// Statements.
    Talks,
    /// What to make of what others say and do.
    Listens,
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Moves => "moves",
            Self::Trades => "trades",
            Self::Talks => "talks",
            Self::Listens => "listens",
        })
    }
}

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The text is not of the form `name(key=value, …)+…`.
    #[error(
        "agent {text:?}: {problem} at column {column}; an agent is written name(key=value, …), parts joined by +"
    )]
    Syntax {
        /// The whole text.
        text: String,
        /// What is wrong.
        problem: &'static str,
        /// Where, counted from one.
        column: usize,
    },
    /// The game has no such agent.
    #[error("unknown agent {name:?}; {}", possible(name, known))]
    Unknown {
        /// The name that is not known.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A parameter is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The agent cannot play this game with the options chosen.
    #[error("agent {text:?}: {problem}")]
    Unfit {
        /// The whole text.
        text: String,
        /// What is wrong.
        problem: String,
    },
    /// The parts do not make an agent.
    #[error("agent {text:?} has {count} parts that do the {part}; {right}")]
    Parts {
        /// The whole text.
        text: String,
        /// The part that is there too often or not at all.
        part: &'static str,
        /// How often.
        count: usize,
        /// What would be right.
        right: &'static str,
    },
}

/// An agent's name, taken apart: written as it was given, with values in their one spelling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentName {
    pieces: Vec<Piece>,
}

/// One piece of a composed name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Piece {
    name: String,
    values: Vec<(String, String)>,
}

impl Piece {
    fn cast(&self, kinds: &[&'static AgentKind]) -> Result<CastPiece, NameError> {
        let kind = kinds.iter().copied().find(|kind| kind.name == self.name).ok_or_else(|| {
            NameError::Unknown {
                name: self.name.clone(),
                known: kinds.iter().map(|kind| kind.name).collect(),
            }
        })?;
        let values = self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let settings = Settings::new(kind.name, kind.parameters, values)?;
        Ok(CastPiece { kind, settings })
    }
}

/// A checked piece of an agent: its kind and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct CastPiece {
    /// The kind that was named.
    pub kind: &'static AgentKind,
    /// The values of its parameters.
    pub settings: Settings,
}

/// An agent whose every part and parameter a game knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast {
    pieces: Vec<CastPiece>,
}

impl AgentName {
    /// Checks the name against the kinds a game knows.
    ///
    /// # Errors
    /// For an unknown agent or parameter, a bad value, or parts that do not make an agent.
    pub fn cast(&self, kinds: &[&'static AgentKind]) -> Result<Cast, NameError> {
        let pieces = self.pieces.iter().map(|piece| piece.cast(kinds));
        let cast = Cast { pieces: pieces.collect::<Result<_, NameError>>()? };
        for part in [Part::Moves, Part::Trades, Part::Talks, Part::Listens] {
            let count = cast.pieces.iter().filter(|piece| piece.kind.part == part).count();
            let (right, wrong) = match part {
                Part::Moves => ("every agent has exactly one", count != 1),
                Part::Trades | Part::Talks | Part::Listens => {
                    ("an agent has at most one", count > 1)
                }
            };
            if wrong {
                let part = match part {
                    Part::Moves => "moving",
                    Part::Trades => "trading",
                    Part::Talks => "talking",
                    Part::Listens => "listening",
                };
                return Err(NameError::Parts { text: self.to_string(), part, count, right });
            }
        }
        Ok(cast)
    }

    /// Checks a name that is one part of an agent alone.
    ///
    /// # Errors
    /// For an unknown part or parameter, a bad value, or several parts.
    pub fn piece(&self, kinds: &[&'static AgentKind]) -> Result<CastPiece, NameError> {
        match &self.pieces[..] {
            [piece] => piece.cast(kinds),
            pieces => Err(NameError::Parts {
                text: self.to_string(),
                part: "playing",
                count: pieces.len(),
                right: "one is wanted here",
            }),
        }
    }

    /// Whether a part of it thinks for a given [`TIME`], so that what it does depends on the machine.
    pub fn is_timed(&self) -> bool {
        let mut values = self.pieces.iter().flat_map(|piece| &piece.values);
        values.any(|(name, value)| {
            name == TIME.name && read_time(value).is_some_and(|time| !time.is_zero())
        })
    }

    /// Splits a list of agents at the commas that stand outside parentheses and quotation marks.
    ///
    /// # Errors
    /// If one of them is not the form of an agent.
    pub fn list(text: &str) -> Result<Vec<Self>, NameError> {
        let (mut depth, mut is_quoted, mut is_escaped) = (0_i32, false, false);
        let parts = text.split(|character| {
            match character {
                '"' if !is_escaped => is_quoted = !is_quoted,
                '(' if !is_quoted => depth += 1,
                ')' if !is_quoted => depth -= 1,
                _ => {}
            }
            is_escaped = is_quoted && !is_escaped && character == '\\';
            character == ',' && depth == 0 && !is_quoted
        });
        parts.map(str::parse).collect()
    }
}

impl Cast {
    /// The pieces in the order they were named.
    pub fn pieces(&self) -> &[CastPiece] {
        &self.pieces
    }

    /// The piece that does a part of the playing, if one was named.
    pub fn part(&self, part: Part) -> Option<&CastPiece> {
        self.pieces.iter().find(|piece| piece.kind.part == part)
    }

    /// The same agent with another value for a parameter of one part of the playing.
    ///
    /// # Errors
    /// If that part has no such parameter, or it does not take the value.
    pub fn with(&self, part: Part, name: &str, value: &str) -> Result<Self, SettingError> {
        let mut cast = self.clone();
        for piece in cast.pieces.iter_mut().filter(|piece| piece.kind.part == part) {
            let mut values: Vec<(&str, &str)> = piece.settings.given().collect();
            values.retain(|(given, _)| *given != name);
            values.push((name, value));
            piece.settings = Settings::new(piece.kind.name, piece.kind.parameters, values)?;
        }
        Ok(cast)
    }

    /// The name with values in their one spelling and parameters in the order of their list.
    pub fn name(&self) -> AgentName {
        let pieces = self.pieces.iter().map(|piece| Piece {
            name: piece.kind.name.to_owned(),
            values: piece
                .settings
                .given()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        });
        AgentName { pieces: pieces.collect() }
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, piece) in self.pieces.iter().enumerate() {
            let joint = if index == 0 { "" } else { "+" };
            write!(formatter, "{joint}{}", piece.name)?;
            if !piece.values.is_empty() {
                let values: Vec<_> = piece
                    .values
                    .iter()
                    .map(|(name, value)| format!("{name}={}", quoted(value)))
                    .collect();
                write!(formatter, "({})", values.join(", "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for AgentName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let mut reader = Reader { text, rest: text };
        let mut pieces = vec![reader.piece()?];
        while reader.take('+') {
            pieces.push(reader.piece()?);
        }
        if reader.rest.is_empty() {
            Ok(Self { pieces })
        } else {
            Err(reader.error("unexpected text"))
        }
    }
}

/// Whether a letter may stand in a value without quotation marks.
fn is_plain(character: char) -> bool {
    !character.is_whitespace() && !character.is_control() && !"\"(),=+\\".contains(character)
}

/// A value as it is written: in quotation marks where it could be misread without.
fn quoted(value: &str) -> Cow<'_, str> {
    if !value.is_empty() && value.chars().all(is_plain) {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Reads the grammar `piece (+ piece)*`, `piece = word [ ( word = value , … ) ]`, in which a value is
/// a run of letters or a text in quotation marks.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn error(&self, problem: &'static str) -> NameError {
        let before = &self.text[..self.text.len() - self.rest.len()];
        NameError::Syntax {
            text: self.text.to_owned(),
            problem,
            column: before.chars().count() + 1,
        }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, wanted: char) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                self.skip_space();
                true
            }
            None => false,
        }
    }

    fn word(&mut self, allowed: &str, problem: &'static str) -> Result<&'a str, NameError> {
        self.skip_space();
        let is_word =
            |character: char| character.is_ascii_alphanumeric() || allowed.contains(character);
        let end = self.rest.find(|character| !is_word(character)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.error(problem));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    fn value(&mut self) -> Result<String, NameError> {
        self.skip_space();
        let Some(mut rest) = self.rest.strip_prefix('"') else {
            let end = self.rest.find(|letter| !is_plain(letter)).unwrap_or(self.rest.len());
            if end == 0 {
                return Err(self.error("expected a value"));
            }
            let (value, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Ok(value.to_owned());
        };
        let mut value = String::new();
        loop {
            let mut letters = rest.chars();
            let letter = match letters.next() {
                Some('"') => {
                    self.rest = letters.as_str();
                    return Ok(value);
                }
                Some('\\') => letters.next(),
                letter => letter,
            };
            let Some(letter) = letter else {
                self.rest = "";
                return Err(self.error("expected the closing quotation mark"));
            };
            value.push(letter);
            rest = letters.as_str();
        }
    }

    fn piece(&mut self) -> Result<Piece, NameError> {
        let name = self.word("-_.", "expected the name of an agent")?.to_owned();
        let mut values = Vec::new();
        if self.take('(') && !self.take(')') {
            loop {
                let key = self.word("-_", "expected the name of a parameter")?.to_owned();
                if !self.take('=') {
                    return Err(self.error("expected ="));
                }
                let value = self.value()?;
                values.push((key, value));
                if self.take(')') {
                    break;
                }
                if !self.take(',') {
                    return Err(self.error("expected , or )"));
                }
            }
        }
        self.skip_space();
        Ok(Piece { name, values })
    }
}

/// Describes a kind and its parameters for `kakehiki agents`.
impl fmt::Display for AgentKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({}): {}", self.name, self.part, self.help)?;
        for Parameter { name, kind, default, help } in self.parameters {
            let kind: &Kind = kind;
            write!(formatter, "\n  {name}={default}: {help} ({kind})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    static PLAYOUTS: [Parameter; 2] = [
        Parameter {
            name: "playouts",
            kind: Kind::Integer(1, 1 << 40),
            default: "9",
            help: "how many",
        },
        Parameter { name: "c", kind: Kind::Number(0.0, 10.0), default: "0.7", help: "explores" },
    ];
    static KINDS: [AgentKind; 3] = [
        AgentKind { name: "random", part: Part::Moves, parameters: &[], help: "anything" },
        AgentKind { name: "uct", part: Part::Moves, parameters: &PLAYOUTS, help: "a tree" },
        AgentKind { name: "rule", part: Part::Trades, parameters: &[], help: "points" },
    ];

    fn cast(text: &str) -> Result<Cast, NameError> {
        text.parse::<AgentName>()?.cast(&KINDS.iter().collect::<Vec<_>>())
    }

    #[test]
    fn names_come_back_in_one_spelling() {
        for (given, written) in [
            ("random", "random"),
            (" uct ( c = 1.0 , playouts=010 ) + rule()", "uct(playouts=10, c=1)+rule"),
        ] {
            let cast = cast(given).unwrap();
            assert_eq!(cast.name().to_string(), written);
            assert_eq!(self::cast(written).unwrap(), cast);
        }
    }

    #[test]
    fn values_may_hold_any_letters_and_may_be_quoted() {
        for (given, written) in [
            (r#"learned(model="モデル 1.json")"#, r#"learned(model="モデル 1.json")"#),
            ("learned(model=モデル/１.json)", "learned(model=モデル/１.json)"),
            (r#"learned(model="plain.json")"#, "learned(model=plain.json)"),
            (r#"a(b="", c="say \"no\", \\ (+)")"#, r#"a(b="", c="say \"no\", \\ (+)")"#),
        ] {
            let name: AgentName = given.parse().unwrap();
            assert_eq!(name.to_string(), written);
            let list = format!("{given} , random");
            let list = AgentName::list(&list).unwrap();
            assert_eq!(
                list.iter().map(ToString::to_string).collect::<Vec<_>>(),
                [written, "random"]
            );
        }
        let error = "a(b=\"c)".parse::<AgentName>().unwrap_err().to_string();
        assert!(error.contains("expected the closing quotation mark at column 8"), "{error}");
    }

    #[test]
    fn wrong_names_are_told_what_is_possible() {
        let error = |text: &str| cast(text).unwrap_err().to_string();
        assert_eq!(
            error("utc"),
            "unknown agent \"utc\"; did you mean uct? possible: random, uct, rule"
        );
        assert!(error("uct(playouts=few)").contains("a whole number from 1"));
        assert!(error("uct(playouts)").contains("expected = at column 13"));
        assert!(error("uct(playouts=1").contains("expected , or ) at column 15"));
        assert!(error("uct+").contains("expected the name of an agent at column 5"));
        assert!(error("rule").contains("0 parts that do the moving"));
        assert!(error("uct+rule+rule").contains("2 parts that do the trading"));
    }

    #[test]
    fn lists_split_outside_parentheses_only() {
        let names = AgentName::list("random, uct(playouts=5,c=1)+rule,uct").unwrap();
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["random", "uct(playouts=5, c=1)+rule", "uct"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panic(text in "\\PC{0,40}") {
            if let Ok(name) = text.parse::<AgentName>() {
                prop_assert_eq!(name.to_string().parse::<AgentName>().unwrap(), name);
            }
        }
    }
}
