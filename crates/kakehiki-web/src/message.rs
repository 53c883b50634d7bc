//! What clients send through a socket.

use kakehiki_core::Seat;
use serde::Deserialize;

use crate::{Control, Pace, Refusal};

/// The most characters of what a client calls its message.
const LONGEST_ID: usize = 64;

/// The most characters of an action; the longest offers are far shorter.
const LONGEST_ACTION: usize = 2000;

/// A message of a page or program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Message {
    /// Who is there, and what it saw last.
    Hello {
        /// The token of a seat or of the owner; none for those who look on.
        #[serde(default)]
        token: Option<String>,
        /// What it saw last.
        #[serde(default)]
        last_seq: Option<u64>,
    },
    /// An act of the own seat.
    Act {
        /// What the sender calls it.
        client_id: String,
        /// What the sender had seen.
        seen_seq: u64,
        /// The action in the game's notation.
        action: String,
    },
    /// The own last act is taken back.
    Undo {
        /// What the sender calls it.
        client_id: String,
        /// What the sender had seen.
        seen_seq: u64,
    },
    /// Another way to look, for those who may.
    View {
        /// Whether to lay beside the game what agents think.
        #[serde(default)]
        overlay: bool,
        /// Whose eyes to look through; those of everybody if none.
        #[serde(default)]
        as_seat: Option<Seat>,
        /// The moment to look at; now if none.
        #[serde(default)]
        at_seq: Option<u64>,
    },
    /// What would be answered to this draft?
    Ask {
        /// What the sender calls it.
        client_id: String,
        /// The action in the game's notation.
        draft: String,
    },
    /// Something in own words.
    Say {
        /// What the sender calls it.
        client_id: String,
        /// The words.
        text: String,
    },
    /// The next action of an agent.
    Next {},
    /// Another pace.
    Pace {
        /// Which.
        pace: Pace,
    },
    /// No more thinking.
    CutShort {},
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// If it is none, or a part of it is too long.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let message: Self =
            serde_json::from_str(text).map_err(|error| Refusal::malformed(error.to_string()))?;
        let is_short = |text: &str, most| text.chars().take(most + 1).count() <= most;
        let id = message.client_id();
        if id.is_empty() && message.has_client_id() || !is_short(id, LONGEST_ID) {
            return Err(Refusal::malformed("a client_id has 1 to 64 characters"));
        }
        let action = match &message {
            Self::Act { action, .. } => action,
            Self::Ask { draft, .. } => draft,
            _ => "",
        };
        if !is_short(action, LONGEST_ACTION) {
            return Err(Refusal::malformed("the action is too long"));
        }
        Ok(message)
    }

    fn has_client_id(&self) -> bool {
        matches!(self, Self::Act { .. } | Self::Undo { .. } | Self::Ask { .. } | Self::Say { .. })
    }

    /// What the sender calls it; nothing where it has no name.
    pub fn client_id(&self) -> &str {
        match self {
            Self::Act { client_id, .. }
            | Self::Undo { client_id, .. }
            | Self::Ask { client_id, .. }
            | Self::Say { client_id, .. } => client_id,
            _ => "",
        }
    }

    /// What it asks of whoever controls a match, if it does.
    pub(crate) fn control(&self) -> Option<Control> {
        match self {
            Self::Next {} => Some(Control::Next),
            Self::Pace { pace } => Some(Control::Pace(*pace)),
            Self::CutShort {} => Some(Control::CutShort),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let hello = Message::parse(r#"{"type":"hello","last_seq":3}"#).unwrap();
        assert_eq!(hello, Message::Hello { token: None, last_seq: Some(3) });
        let act = r#"{"type":"act","client_id":"a","seen_seq":1,"action":"A,N"}"#;
        assert_eq!(Message::parse(act).unwrap().client_id(), "a");
        let pace = Message::parse(r#"{"type":"pace","pace":{"every":100}}"#).unwrap();
        assert_eq!(pace.control(), Some(Control::Pace(Pace::Every(100))));
        let next = Message::parse(r#"{"type":"next"}"#).unwrap();
        assert_eq!(next.control(), Some(Control::Next));
    }

    #[test]
    fn what_is_no_message_is_refused_with_words() {
        let long = format!(
            r#"{{"type":"act","client_id":"a","seen_seq":1,"action":"{}"}}"#,
            "x".repeat(LONGEST_ACTION + 1)
        );
        let deep = "[".repeat(10_000);
        for text in [
            "",
            "{}",
            "null",
            "[]",
            r#"{"type":"dance"}"#,
            r#"{"type":"hello","extra":1}"#,
            r#"{"type":"act","client_id":"","seen_seq":1,"action":"A,N"}"#,
            r#"{"type":"act","client_id":"a","seen_seq":-1,"action":"A,N"}"#,
            r#"{"type":"view","as_seat":"P99"}"#,
            &long,
            &deep,
        ] {
            let refusal = Message::parse(text).unwrap_err();
            assert_eq!(refusal.code, "malformed");
            assert!(!refusal.text.is_empty());
        }
    }
}
