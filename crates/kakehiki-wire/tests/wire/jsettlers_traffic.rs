//! What is asked and told in games at servers of JSettlers, by its kinds.

use std::collections::{BTreeMap, BTreeSet};

use crate::recording::{Seen, connection};

/// A kind of message, and how many fields it has where all of the kind have as many.
fn shape(text: &str) -> String {
    let (kind, rest) = text.split_once('|').unwrap_or((text, ""));
    let fields = rest.split([',', '|']).count();
    match kind {
        "1014" | "1017" | "1023" | "1033" | "1046" | "1057" | "1061" | "1086" | "1092" | "1096" => {
            kind.to_owned()
        }
        _ => format!("{kind} with {fields}"),
    }
}

/// What clients asked for, and which message of a game came behind which.
#[derive(Debug, Default)]
pub struct Traffic {
    pub requests: BTreeMap<String, usize>,
    pub told: BTreeSet<(String, String)>,
    last: BTreeMap<(usize, String), String>,
}

impl Traffic {
    pub fn ask(&mut self, request: &str) {
        *self.requests.entry(request.to_owned()).or_default() += 1;
    }

    /// A client was told this about a game.
    pub fn tell(&mut self, client: usize, game: &str, text: &str) {
        let shape = shape(text);
        if let Some(last) = self.last.insert((client, game.to_owned()), shape.clone()) {
            self.told.insert((last, shape));
        }
    }

    /// What recorded robots were told.
    pub fn recorded() -> Self {
        let mut traffic = Self::default();
        for (client, file) in
            ["plain-ext1", "checked-robot91", "checked-robot92"].iter().enumerate()
        {
            for unit in connection("jsettlers", "games", file) {
                let Seen::Server(bytes) = unit.seen() else { continue };
                let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
                let game = text.split([',', '|', '\u{1}']).nth(1).unwrap_or_default().to_owned();
                if game.starts_with('~') {
                    traffic.tell(client, &game, &text);
                }
            }
        }
        traffic
    }
}
