//! What an observer knows of a game of Geister, read from JSON.

use std::sync::LazyLock;

use kakehiki_core::{Game, Seat, Settings};
use kakehiki_games::Observer;
use kakehiki_geister::{GEISTER_OPTIONS, Geister};
use serde_json::Value;

use crate::{
    Scene,
    json::{case, number, seat, text, texts},
};

/// The side of the board.
pub(super) const WIDTH: i32 = 6;

/// A square: column and row from the top left as P0 sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Square {
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut digits = text.chars().map(|digit| digit.to_digit(10));
        let (x, y) = (digits.next()??, digits.next()??);
        Some(Self { x: x as i32, y: y as i32 })
    }

    /// The name that both players use: a to f from P0's left, 1 to 6 from P0's camp.
    pub(super) fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.x as u8), WIDTH - self.y)
    }

    /// Where it is drawn for somebody who sits below, as this seat does.
    pub(super) fn seen_from(self, seat: Seat) -> (i32, i32) {
        if seat.index() == 0 { (self.x, self.y) } else { (WIDTH - 1 - self.x, WIDTH - 1 - self.y) }
    }

    /// One step in a direction as `seat` sees the board.
    pub(super) fn step(self, direction: &str, seat: Seat) -> Self {
        let (x, y) = match direction {
            "N" => (0, -1),
            "E" => (1, 0),
            "W" => (-1, 0),
            _ => (0, 1),
        };
        let turn = if seat.index() == 0 { 1 } else { -1 };
        Self { x: self.x + turn * x, y: self.y + turn * y }
    }

    /// How many steps the nearer exit of `seat` is away.
    pub(super) fn steps_to_exit(self, seat: Seat) -> i32 {
        let (x, y) = self.seen_from(seat);
        y + x.min(WIDTH - 1 - x)
    }
}

/// What has become of a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    On(Square),
    Captured,
    Escaped,
}

/// A ghost as far as the observer knows it.
#[derive(Clone, Debug)]
pub(super) struct Ghost {
    pub(super) owner: Seat,
    pub(super) letter: char,
    pub(super) fate: Fate,
    /// Whether it is bad, where the observer knows.
    pub(super) is_bad: Option<bool>,
    /// Whether it is bad in truth, where an overlay tells.
    pub(super) truth: Option<bool>,
    /// Whether the other player has seen it in an exchange.
    pub(super) is_shown: bool,
}

impl Ghost {
    pub(super) fn square(&self) -> Option<Square> {
        match self.fate {
            Fate::On(square) => Some(square),
            Fate::Captured | Fate::Escaped => None,
        }
    }
}

/// An exchange that is being talked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) mover: Seat,
    pub(super) asked: char,
    pub(super) named: Option<char>,
    pub(super) to_answer: Option<Seat>,
}

/// What the next choice is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    SetUp,
    Request,
    Negotiation(Exchange),
    Speak,
    Move,
}

/// A game of Geister as an observer knows it.
pub(super) struct Model {
    /// Who is drawn below.
    pub(super) below: Seat,
    pub(super) ghosts: Vec<Ghost>,
    pub(super) stage: Stage,
    /// The number of moves made by both players together.
    pub(super) plies: u64,
    pub(super) has_set_up: bool,
    pub(super) deeds: Vec<Deed>,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    Moved {
        seat: Seat,
        letter: char,
        from: Square,
        /// Where to; nothing for a ghost that left the board.
        to: Option<Square>,
        captured: Option<(char, Option<bool>)>,
    },
    /// A move of which only the ghost and the way are known, because the list of moves is cut.
    Stepped {
        seat: Seat,
        letter: char,
        way: String,
        captured: Option<(char, Option<bool>)>,
    },
    Said {
        seat: Seat,
        action: String,
    },
    /// The observer saw a ghost of the other, which was bad or not, and showed one.
    Exchanged {
        seen: char,
        is_bad: bool,
        shown: char,
    },
    Agreed(Exchange),
    /// The observer chose its bad ghosts.
    SetUp(String),
    Begun,
}

pub(super) fn other(seat: Seat) -> Seat {
    seat.next(2)
}

fn first_letter(text: &str) -> char {
    text.chars().next().unwrap_or('?')
}

impl Model {
    pub(super) fn read(scene: &Scene<'_>) -> Self {
        let below = scene.own_seat().unwrap_or(Seat::new(0));
        let view = scene.view;
        let truth = scene.overlay.and_then(|overlay| overlay.truth.as_ref());
        let mut ghosts = Vec::new();
        match scene.observer {
            Observer::Seat(own) => {
                let bad = &view["own"]["bad"];
                let known = |letter: &str| bad.is_array().then(|| has(bad, letter));
                ghosts.extend(read_ghosts(own, &view["own"], known));
                ghosts.extend(read_known(other(own), &view["enemy"]));
            }
            Observer::Spectator => {
                for (owner, player) in Seat::all(2).zip(crate::json::items(&view["players"])) {
                    ghosts.extend(read_known(owner, player));
                }
            }
            Observer::Analyst => {
                for (owner, seen) in Seat::all(2).zip(crate::json::items(&view["views"])) {
                    let bad = &seen["own"]["bad"];
                    let known = |letter: &str| bad.is_array().then(|| has(bad, letter));
                    ghosts.extend(read_ghosts(owner, &seen["own"], known));
                }
            }
        }
        for ghost in &mut ghosts {
            let bad = truth.map(|truth| &truth["views"][ghost.owner.index()]["own"]["bad"]);
            let bad = bad.filter(|bad| bad.is_array());
            ghost.truth = bad.map(|bad| has(bad, &ghost.letter.to_string()));
        }
        let common = if scene.observer == Observer::Analyst { &view["public"] } else { view };
        let mut model = Self {
            below,
            ghosts,
            stage: read_stage(&common["stage"]),
            plies: number(common, "plies"),
            has_set_up: view["own"]["bad"].is_array(),
            deeds: Vec::new(),
        };
        model.deeds = model.read_deeds(scene);
        model
    }

    pub(super) fn ghost(&self, owner: Seat, letter: char) -> Option<&Ghost> {
        self.ghosts.iter().find(|ghost| ghost.owner == owner && ghost.letter == letter)
    }

    pub(super) fn of(&self, owner: Seat) -> impl Iterator<Item = &Ghost> {
        self.ghosts.iter().filter(move |ghost| ghost.owner == owner)
    }

    /// The last move, from and to.
    pub(super) fn last_move(&self) -> Option<(Square, Option<Square>)> {
        self.deeds.iter().rev().find_map(|deed| match deed {
            Deed::Moved { from, to, .. } => Some((*from, *to)),
            Deed::Stepped { seat, letter, way, .. } => {
                let to = self.ghost(*seat, *letter)?.square()?;
                // One step for the other side leads back.
                Some((to.step(way, other(*seat)), Some(to)))
            }
            _ => None,
        })
    }

    /// What happened, with the squares that moves led from and to.
    fn read_deeds(&self, scene: &Scene<'_>) -> Vec<Deed> {
        let mut places = (!scene.is_cut()).then(|| CAMPS.clone());
        let mut deeds = Vec::new();
        for seen in scene.seen {
            let (name, inner) = case(&seen.sight);
            let who = seat(&inner["seat"]).unwrap_or(Seat::new(0));
            match name {
                "set-up" => deeds.push(Deed::SetUp(texts(inner).collect())),
                "begun" => deeds.push(Deed::Begun),
                "said" => {
                    deeds.push(Deed::Said { seat: who, action: text(inner, "action").to_owned() });
                }
                "exchanged" => deeds.push(Deed::Exchanged {
                    seen: first_letter(text(inner, "seen")),
                    is_bad: inner["is_bad"].as_bool().unwrap_or_default(),
                    shown: first_letter(text(inner, "shown")),
                }),
                "agreed" => deeds.push(Deed::Agreed(read_exchange(inner, None))),
                "moved" => {
                    let is_bad = inner["captured"]["is_bad"].as_bool();
                    let action = text(inner, "action");
                    let deed = if let Some(places) = &mut places {
                        walk(places, who, action, |_| is_bad)
                    } else {
                        let taken = inner["captured"]["ghost"].as_str().map(first_letter);
                        glimpse(who, action, taken.map(|letter| (letter, is_bad)))
                    };
                    deeds.extend(deed);
                }
                "action" | "fallback" => {
                    let play = text(inner, "play");
                    if play.starts_with("set:") {
                        continue;
                    }
                    let colour = |letter| self.ghost(other(who), letter)?.is_bad;
                    let step = match &mut places {
                        Some(places) => walk(places, who, play, colour),
                        None => glimpse(who, play, None),
                    };
                    match step {
                        Some(deed) => deeds.push(deed),
                        None => deeds.push(Deed::Said { seat: who, action: play.to_owned() }),
                    }
                }
                _ => {}
            }
        }
        deeds
    }
}

/// Where a player's ghosts stand, by their letters.
type Places = [Vec<(char, Square)>; 2];

/// Where ghosts stand before the first move, as the rules have it.
static CAMPS: LazyLock<Places> = LazyLock::new(|| {
    let state = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)).start();
    let first = Seat::new(0);
    [first, other(first)].map(|owner| {
        let camp = kakehiki_geister::Ghost::all().filter_map(|ghost| {
            let square = state.fate(owner, ghost).square()?;
            let (x, y) = (i32::from(square.x(first)), i32::from(square.y(first)));
            Some((ghost.letter(), Square { x, y }))
        });
        camp.collect()
    })
});

/// A move without its squares, if it is one.
fn glimpse(seat: Seat, play: &str, captured: Option<(char, Option<bool>)>) -> Option<Deed> {
    let (ghost, way) = play.split_once(',')?;
    Some(Deed::Stepped { seat, letter: first_letter(ghost), way: way.to_owned(), captured })
}

/// Makes a move, if it is one.
fn walk(
    places: &mut Places,
    seat: Seat,
    play: &str,
    colour: impl Fn(char) -> Option<bool>,
) -> Option<Deed> {
    let (ghost, way) = play.split_once(',')?;
    let letter = first_letter(ghost);
    let own = &mut places[seat.index()];
    let at = own.iter().position(|(known, _)| *known == letter)?;
    let from = own[at].1;
    if way == "exit" {
        own.remove(at);
        return Some(Deed::Moved { seat, letter, from, to: None, captured: None });
    }
    let to = from.step(way, seat);
    own[at].1 = to;
    let theirs = &mut places[other(seat).index()];
    let taken = theirs.iter().position(|(_, square)| *square == to);
    let captured = taken.map(|at| theirs.remove(at).0).map(|letter| (letter, colour(letter)));
    Some(Deed::Moved { seat, letter, from, to: Some(to), captured })
}

fn has(list: &Value, letter: &str) -> bool {
    texts(list).any(|known| known == letter)
}

/// The ghosts of a player, with what is known of their colours.
fn read_ghosts(owner: Seat, side: &Value, known: impl Fn(&str) -> Option<bool>) -> Vec<Ghost> {
    let fates = side["fates"].as_object();
    let ghosts = fates.into_iter().flatten().filter_map(|(letter, fate)| {
        let fate = match case(fate) {
            ("on-board", square) => Fate::On(Square::read(square.as_str()?)?),
            ("escaped", _) => Fate::Escaped,
            _ => Fate::Captured,
        };
        Some(Ghost {
            owner,
            letter: first_letter(letter),
            fate,
            is_bad: known(letter),
            truth: None,
            is_shown: has(&side["shown"], letter),
        })
    });
    ghosts.collect()
}

fn read_known(owner: Seat, side: &Value) -> Vec<Ghost> {
    read_ghosts(owner, side, |letter| {
        has(&side["known"], letter).then(|| has(&side["known_bad"], letter))
    })
}

fn read_exchange(value: &Value, to_answer: Option<Seat>) -> Exchange {
    Exchange {
        mover: seat(&value["mover"]).unwrap_or(Seat::new(0)),
        asked: first_letter(text(value, "asked")),
        named: value["named"].as_str().map(first_letter),
        to_answer,
    }
}

fn read_stage(stage: &Value) -> Stage {
    match case(stage) {
        ("set-up", _) => Stage::SetUp,
        ("request", _) => Stage::Request,
        ("speak", _) => Stage::Speak,
        ("negotiation", inner) => {
            Stage::Negotiation(read_exchange(&inner["on_table"], seat(&inner["to_answer"])))
        }
        _ => Stage::Move,
    }
}
