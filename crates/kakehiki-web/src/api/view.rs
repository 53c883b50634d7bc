//! A match as an observer sees it, as JSON.

use std::collections::BTreeMap;

use kakehiki_core::Seat;
use kakehiki_draw::SeatKind;
use kakehiki_games::{Menu, Observer, Outcome, Waiting};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{Look, NewSeatKind, Said, channel::undo_word};

/// A match as an observer sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchView {
    /// The game.
    pub(crate) game: String,
    /// The rule options of the table.
    pub(crate) options: BTreeMap<String, String>,
    /// Who sits where.
    pub(crate) seats: Vec<SeatView>,
    /// The own seat; null for those who look on.
    #[schema(value_type = Option<String>)]
    pub(crate) seat: Option<Seat>,
    /// The number of changes that could be noticed so far, from 1.
    pub(crate) seq: u64,
    /// All that may be known now; `/api/v1/games/GAME/schema` says what it looks like.
    #[schema(value_type = Object)]
    pub(crate) view: Value,
    /// The seat that is asked, where that is known.
    #[schema(value_type = Option<String>)]
    pub(crate) asked: Option<Seat>,
    /// What the own seat may do, if it is asked.
    pub(crate) menu: Option<MenuView>,
    /// `may` where the own last act may be taken back, otherwise why not: `nothing`, `told`, `chance`,
    /// `answered`, `turn`, `over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undo: Option<&'static str>,
    /// What was said in own words.
    pub(crate) said: Vec<Said>,
    /// How it came out; null while it goes on.
    pub(crate) outcome: Option<OutcomeView>,
    /// Whether it is played for practice.
    pub(crate) practice: bool,
}

/// Who sits in a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    /// What kind of player.
    pub(crate) kind: NewSeatKind,
    /// What it is called.
    pub(crate) name: String,
    /// The agent by its full name, where one sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<String>,
}

/// What a seat may choose from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MenuView {
    /// Actions in the game's notation.
    pub(crate) actions: Vec<String>,
    /// Whether nothing else is legal.
    pub(crate) is_complete: bool,
}

/// How a game came out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// In words.
    pub(crate) text: String,
    /// The reward of each seat, from 0 for a loss to 1 for a win; null where the game is void.
    pub(crate) rewards: Vec<Option<f64>>,
    /// How many actions and outcomes of chance it took.
    pub(crate) steps: u32,
}

impl From<Outcome> for OutcomeView {
    fn from(Outcome { text, rewards, steps }: Outcome) -> Self {
        Self { text, rewards, steps }
    }
}

impl From<&kakehiki_draw::SeatLabel> for SeatView {
    fn from(label: &kakehiki_draw::SeatLabel) -> Self {
        let kind = match label.kind {
            SeatKind::Person => NewSeatKind::Person,
            SeatKind::Agent => NewSeatKind::Agent,
            SeatKind::Program => NewSeatKind::Program,
        };
        Self { kind, name: label.name.clone(), agent: label.agent.clone() }
    }
}

impl MatchView {
    pub(crate) fn of(look: &Look) -> Self {
        Self {
            game: look.facts.game.clone(),
            options: look.facts.options.clone(),
            seats: look.facts.seats.iter().map(SeatView::from).collect(),
            seat: match look.observer {
                Observer::Seat(seat) => Some(seat),
                Observer::Spectator | Observer::Analyst => None,
            },
            seq: look.seq,
            view: look.view.clone(),
            asked: match look.waiting {
                Waiting::Outside(seat) | Waiting::Agent(seat) => Some(seat),
                Waiting::Chance | Waiting::Nothing => None,
            },
            menu: look
                .menu
                .clone()
                .map(|Menu { actions, is_complete }| MenuView { actions, is_complete }),
            undo: look.undo.map(undo_word),
            said: look.said.clone(),
            outcome: look.outcome.clone().map(OutcomeView::from),
            practice: look.facts.is_practice,
        }
    }
}

/// A match as an observer sees it, as the JSON that programs get.
pub fn look_json(look: &Look) -> String {
    // These are strings, numbers and JSON, which can always be written.
    serde_json::to_string(&MatchView::of(look)).unwrap_or_default()
}
