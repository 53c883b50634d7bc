//! Named parameters with defaults: of agents, of rule options, of studies.

use std::{fmt, time::Duration};

use crate::{
    clock::{read_time, write_time},
    nearest, possible,
};

/// A parameter that a person may set by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value when nothing is said.
    pub default: &'static str,
    /// One sentence on what it does.
    pub help: &'static str,
}

impl Parameter {
    /// One of these words.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Choice(words), default, help }
    }

    /// `on` or `off`.
    pub const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self { name, kind: Kind::Switch, default, help }
    }

    /// A whole number in a range, both ends included.
    pub const fn integer(
        name: &'static str,
        (low, high): (i64, i64),
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Integer(low, high), default, help }
    }

    /// A number in a range, both ends included.
    pub const fn number(
        name: &'static str,
        (low, high): (f64, f64),
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Number(low, high), default, help }
    }

    /// A time in a range, both ends included.
    pub const fn time(
        name: &'static str,
        (low, high): (Duration, Duration),
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { name, kind: Kind::Time(low, high), default, help }
    }
}

/// Values by name that stand together for a set of choices with a name of its own.
pub type Preset = &'static [(&'static str, &'static str)];

/// The values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer(i64, i64),
    /// A number in a range, both ends included.
    Number(f64, f64),
    /// A time such as `100ms` or `2s` in a range, both ends included.
    Time(Duration, Duration),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// Any text, such as the path of a file; empty when nothing is said.
    Text,
}

impl Kind {
    /// Brings a value to its one spelling, or says nothing if it is not a value of this kind.
    fn normalise(self, text: &str) -> Option<String> {
        match self {
            Self::Integer(low, high) => {
                let value = text.parse::<i64>().ok()?;
                (low..=high).contains(&value).then(|| value.to_string())
            }
            Self::Number(low, high) => {
                let value = text.parse::<f64>().ok()?;
                (low..=high).contains(&value).then(|| value.to_string())
            }
            Self::Time(low, high) => {
                let value = read_time(text)?;
                (low..=high).contains(&value).then(|| write_time(value))
            }
            Self::Choice(words) => words.contains(&text).then(|| text.to_owned()),
            Self::Switch => match text {
                "on" | "true" => Some("on".to_owned()),
                "off" | "false" => Some("off".to_owned()),
                _ => None,
            },
            Self::Text => Some(text.to_owned()),
        }
    }

    /// The word that is nearest to a value which is none of them.
    fn nearest(self, value: &str) -> Option<&'static str> {
        match self {
            Self::Choice(words) => nearest(value, words),
            _ => None,
        }
    }
}

/// What would be right, in words for a message.
impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(low, i64::MAX) => write!(formatter, "a whole number from {low}"),
            Self::Integer(low, high) => write!(formatter, "a whole number from {low} to {high}"),
            Self::Number(low, high) if high.is_infinite() => {
                write!(formatter, "a number from {low}")
            }
            Self::Number(low, high) => write!(formatter, "a number from {low} to {high}"),
            Self::Time(low, high) => {
                let (low, high) = (write_time(*low), write_time(*high));
                write!(formatter, "a time from {low} to {high}, such as 100ms or 2s")
            }
            Self::Choice(words) => write!(formatter, "one of {}", words.join(", ")),
            Self::Switch => formatter.write_str("on or off"),
            Self::Text => formatter.write_str("a text"),
        }
    }
}

/// Why a setting was refused; `of` says whose parameter it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No parameter has this name.
    #[error("{of} has no parameter {name:?}; {}", possible(name, known))]
    Unknown {
        /// Whose parameter was asked for.
        of: String,
        /// The name that is not known.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The parameter does not take this value.
    #[error("{of}: {name} is {expected}, not {value:?}{}", question(*near))]
    BadValue {
        /// Whose parameter it is.
        of: String,
        /// Its name.
        name: &'static str,
        /// The value that was refused.
        value: String,
        /// What would have been right.
        expected: String,
        /// The word that was probably meant.
        near: Option<&'static str>,
    },
    /// The parameter was given more than once.
    #[error("{of}: {name} is given twice")]
    Twice {
        /// Whose parameter it is.
        of: String,
        /// Its name.
        name: &'static str,
    },
}

fn question(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean {near}?"))
}

/// Values for a list of parameters, checked, with the defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    parameters: &'static [Parameter],
    /// One value for each parameter; `None` where the default holds.
    given: Vec<Option<String>>,
}

impl Settings {
    /// The defaults of `parameters`.
    pub fn defaults(parameters: &'static [Parameter]) -> Self {
        Self { parameters, given: vec![None; parameters.len()] }
    }

    /// Checks values given by name; `of` is named in errors.
    ///
    /// # Errors
    /// For an unknown name, a value that does not fit, or a name given twice.
    pub fn new<'a>(
        of: &str,
        parameters: &'static [Parameter],
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingError> {
        let mut settings = Self::defaults(parameters);
        for (name, value) in values {
            let index =
                parameters.iter().position(|known| known.name == name).ok_or_else(|| {
                    SettingError::Unknown {
                        of: of.to_owned(),
                        name: name.to_owned(),
                        known: parameters.iter().map(|known| known.name).collect(),
                    }
                })?;
            let parameter = &parameters[index];
            let normal = parameter.kind.normalise(value).ok_or_else(|| SettingError::BadValue {
                of: of.to_owned(),
                name: parameter.name,
                value: value.to_owned(),
                expected: parameter.kind.to_string(),
                near: parameter.kind.nearest(value),
            })?;
            if settings.given[index].replace(normal).is_some() {
                return Err(SettingError::Twice { of: of.to_owned(), name: parameter.name });
            }
        }
        Ok(settings)
    }

    /// Values that a program has written, not a person.
    ///
    /// # Panics
    /// If the list does not allow them: a program that means something else should not run.
    pub fn written(of: &str, parameters: &'static [Parameter], values: &[(&str, &str)]) -> Self {
        Self::new(of, parameters, values.iter().copied()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same with the values of a preset where nothing was given.
    ///
    /// # Panics
    /// If the preset has a value that the list does not allow: presets are written by code.
    #[must_use]
    pub fn with_preset(&self, preset: Preset) -> Self {
        let preset = Self::new("a preset", self.parameters, preset.iter().copied());
        let preset = preset.unwrap_or_else(|error| panic!("{error}"));
        let given = self.given.iter().zip(preset.given);
        let given = given.map(|(given, preset)| given.clone().or(preset)).collect();
        Self { given, ..*self }
    }

    /// Whether the list has a parameter of this name.
    pub fn has(&self, name: &str) -> bool {
        self.parameters.iter().any(|known| known.name == name)
    }

    /// Whether nobody has given a value to the parameter of this name.
    pub fn is_default(&self, name: &str) -> bool {
        self.given().all(|(given, _)| given != name)
    }

    /// The value of a parameter as text.
    ///
    /// # Panics
    /// If the list has no such parameter: names are asked for by code, never by input.
    pub fn text(&self, name: &str) -> &str {
        let index = self
            .parameters
            .iter()
            .position(|known| known.name == name)
            .unwrap_or_else(|| panic!("no parameter is named {name:?}"));
        self.given[index].as_deref().unwrap_or(self.parameters[index].default)
    }

    /// The value of an integer parameter.
    ///
    /// # Panics
    /// If the parameter is not an integer.
    pub fn integer(&self, name: &str) -> i64 {
        self.text(name).parse().expect("an integer parameter")
    }

    /// The value of a number parameter.
    ///
    /// # Panics
    /// If the parameter is not a number.
    pub fn number(&self, name: &str) -> f64 {
        self.text(name).parse().expect("a number parameter")
    }

    /// The value of a time parameter.
    ///
    /// # Panics
    /// If the parameter is not a time.
    pub fn time(&self, name: &str) -> Duration {
        read_time(self.text(name)).expect("a time parameter")
    }

    /// The value of a time parameter that stands for no limit where it is 0.
    ///
    /// # Panics
    /// If the parameter is not a time.
    pub fn time_limit(&self, name: &str) -> Option<Duration> {
        Some(self.time(name)).filter(|time| !time.is_zero())
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// The value of a choice read as one of the words of an enum, or of a number as its type.
    ///
    /// # Panics
    /// If the parameter allows what the type does not.
    pub fn choice<T: std::str::FromStr>(&self, name: &str) -> T {
        let text = self.text(name);
        text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a value of its type"))
    }

    /// What stands for the value of a choice in a list that has all its words.
    ///
    /// # Panics
    /// If the list lacks a word that the parameter allows.
    pub fn among<T: Clone>(&self, name: &str, meanings: &[(&str, T)]) -> T {
        let text = self.text(name);
        let meaning = meanings.iter().find(|(word, _)| *word == text);
        meaning.unwrap_or_else(|| panic!("{name}={text} has no meaning here")).1.clone()
    }

    /// Every parameter with its value, defaults included, in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, &str)> {
        let values = self.given.iter().zip(self.parameters);
        values.map(|(given, known)| (known, given.as_deref().unwrap_or(known.default)))
    }

    /// What was given and is not left to the default, in the order of the list.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let values = self.given.iter().zip(self.parameters);
        values.filter_map(|(given, known)| Some((known.name, given.as_deref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static LIST: [Parameter; 5] = [
        Parameter { name: "playouts", kind: Kind::Integer(1, i64::MAX), default: "1000", help: "" },
        Parameter { name: "c", kind: Kind::Number(0.0, f64::INFINITY), default: "0.7", help: "" },
        Parameter { name: "open", kind: Kind::Switch, default: "off", help: "" },
        Parameter::choice("wants", &["sum", "profit"], "sum", ""),
        Parameter::time("time", (Duration::ZERO, Duration::from_mins(1)), "0s", ""),
    ];

    #[test]
    fn defaults_hold_until_something_is_said() {
        let settings = Settings::new("uct", &LIST, [("c", "1.50"), ("open", "true")]).unwrap();
        assert_eq!(settings.integer("playouts"), 1000);
        assert_eq!(settings.text("c"), "1.5");
        assert!(settings.is_on("open"));
        assert_eq!(settings.given().collect::<Vec<_>>(), [("c", "1.5"), ("open", "on")]);
        assert!(settings.is_default("playouts") && !settings.is_default("c"));
    }

    #[test]
    fn no_time_is_no_limit() {
        let limit =
            |text| Settings::new("uct", &LIST, [("time", text)]).unwrap().time_limit("time");
        assert_eq!((limit("0"), limit("0.1")), (None, Some(Duration::from_millis(100))));
    }

    #[test]
    fn what_was_given_overrides_a_preset_and_a_preset_the_defaults() {
        let preset: Preset = &[("c", "2"), ("open", "on")];
        let settings = Settings::new("uct", &LIST, [("c", "1")]).unwrap().with_preset(preset);
        assert_eq!((settings.text("c"), settings.text("playouts")), ("1", "1000"));
        assert!(settings.is_on("open"));
    }

    #[test]
    #[should_panic(expected = "open is on or off")]
    fn a_preset_has_values_that_exist() {
        let _ = Settings::defaults(&LIST).with_preset(&[("open", "perhaps")]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |values: &[(&str, &str)]| {
            Settings::new("uct", &LIST, values.iter().copied()).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[("playout", "1")]),
            "uct has no parameter \"playout\"; did you mean playouts? possible: playouts, c, open, wants, time"
        );
        assert_eq!(
            error(&[("playouts", "0")]),
            "uct: playouts is a whole number from 1, not \"0\""
        );
        assert_eq!(error(&[("c", "1"), ("c", "2")]), "uct: c is given twice");
        assert_eq!(error(&[("c", "NaN")]), "uct: c is a number from 0, not \"NaN\"");
        assert_eq!(
            error(&[("wants", "summ")]),
            "uct: wants is one of sum, profit, not \"summ\"; did you mean sum?"
        );
        assert_eq!(
            error(&[("time", "61s")]),
            "uct: time is a time from 0s to 60s, such as 100ms or 2s, not \"61s\""
        );
    }
}
