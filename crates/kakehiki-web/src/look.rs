//! All that one observer may know of a match at one moment, and nothing else.
//!
//! Pages, fragments and JSON are made from a [`Look`] alone: what it does not hold, nobody can send.

use std::{collections::BTreeMap, sync::Arc};

use kakehiki_core::Seat;
use kakehiki_draw::{Fragment, Locale, Overlay, Scene, SeatLabel, fragments, mark, seat_name};
use kakehiki_games::{Menu, Observer, Outcome, Seen, Standing, Waiting};
use maud::{Markup, html};
use serde_json::Value;

/// How many lines of talk are shown; the log has all of them.
const LINES: usize = 40;

/// What everybody knows of a match from the start.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The game's name.
    pub game: String,
    /// The rule options of the table.
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<SeatLabel>,
    /// Whether everything may be looked at while the game goes on.
    pub is_practice: bool,
}

/// Something that was said in own words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Said {
    /// Who; nobody for the house.
    #[schema(value_type = Option<String>)]
    pub seat: Option<Seat>,
    /// The words.
    pub text: String,
}

/// All that one observer may know of a match at one moment.
#[derive(Clone, Debug)]
pub struct Look {
    /// What everybody knows from the start.
    pub facts: Arc<Facts>,
    /// Who looks.
    pub observer: Observer,
    /// How many changes the observer could notice so far, from 1.
    pub seq: u64,
    /// What the observer may know, as JSON.
    pub view: Value,
    /// What the observer knows the game to wait for; `Chance` also where somebody chooses in secret.
    pub waiting: Waiting,
    /// What the observer may choose from, if it is asked.
    pub menu: Option<Menu>,
    /// Whether the observer may take back its last act; nothing where nobody ever may.
    pub undo: Option<Result<(), Standing>>,
    /// What the observer has perceived last, each with its number from 0.
    pub seen: Arc<Vec<Seen>>,
    /// What was said in own words.
    pub said: Vec<Said>,
    /// How the game came out, once it is over.
    pub outcome: Option<Outcome>,
    /// What is laid beside the game, for those who may see it.
    pub overlay: Option<Overlay>,
}

impl Look {
    /// What a table is drawn from, in a language.
    pub fn scene(&self, locale: Locale) -> Scene<'_> {
        Scene {
            game: &self.facts.game,
            options: &self.facts.options,
            seats: &self.facts.seats,
            observer: self.observer,
            view: &self.view,
            waiting: &self.waiting,
            menu: self.menu.as_ref(),
            seen: &self.seen,
            outcome: self.outcome.as_ref(),
            overlay: self.overlay.as_ref(),
            is_practice: self.facts.is_practice,
            locale,
        }
    }

    /// Every visible piece of the table, what was said in own words included.
    pub fn fragments(&self, locale: Locale) -> Vec<Fragment> {
        let mut pieces = fragments(&self.scene(locale));
        pieces.push(Fragment { id: "said", html: self.talk(locale).into_string() });
        pieces
    }

    /// What was said last in own words.
    fn talk(&self, locale: Locale) -> Markup {
        let from = self.said.len().saturating_sub(LINES);
        html! {
            @if !self.said.is_empty() {
                ol class="log" tabindex="0" data-scroll-end="" aria-label=(locale.word("talk-title")) {
                    @for Said { seat, text } in &self.said[from..] {
                        li data-kind="talk" {
                            @match seat {
                                Some(seat) => {
                                    (mark(*seat, "s"))
                                    span { span class="sr" { (seat_name(&self.facts.seats, *seat)) " " } (text) }
                                }
                                None => { span {} span { (text) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
