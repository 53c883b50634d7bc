//! Games to be drawn.

use std::collections::BTreeMap;

use kakehiki_core::{Occupant, Seat, Settings};
use kakehiki_draw::{Fragment, Locale, Scene, SeatLabel, fragments};
use kakehiki_games::{Answer, AnyOngoing, Numbers, Observer, Table, Waiting};

/// A game with somebody in each seat.
pub struct Sitting {
    pub game: &'static str,
    pub table: Box<dyn Table>,
    pub ongoing: Box<dyn AnyOngoing>,
    pub seats: Vec<SeatLabel>,
    turn: usize,
}

pub fn open(game: &str, options: &[(&str, &str)]) -> Box<dyn Table> {
    let game = kakehiki_games::find(game).unwrap();
    game.open(&Settings::new(game.name(), game.options(), options.iter().copied()).unwrap())
}

/// A game of people only.
pub fn people(game: &'static str, options: &[(&str, &str)], seed: u64) -> Sitting {
    let table = open(game, options);
    let seats: Vec<Occupant> =
        (0..table.seats()).map(|seat| Occupant::Person(format!("Player {seat}"))).collect();
    let ongoing = table.begin(seats.clone(), Numbers { seed, ..Numbers::default() }).unwrap();
    Sitting { game, table, ongoing, seats: seats.iter().map(SeatLabel::of).collect(), turn: 0 }
}

impl Sitting {
    pub fn options(&self) -> BTreeMap<String, String> {
        self.table.options()
    }

    /// Calls with the scene of an observer, who gets the menu where it is awaited.
    pub fn scene<T>(
        &self,
        observer: Observer,
        locale: Locale,
        draw: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        let menu = self.ongoing.menu();
        let waiting = self.ongoing.waiting();
        let is_called =
            matches!(observer, Observer::Seat(seat) if waiting == Waiting::Outside(seat));
        draw(&Scene {
            game: self.game,
            options: &self.options(),
            seats: &self.seats,
            observer,
            view: &self.ongoing.view(observer),
            waiting: &waiting,
            menu: is_called.then_some(&menu),
            seen: &self.ongoing.sights(observer, 0),
            outcome: self.ongoing.outcome().as_ref(),
            overlay: None,
            is_practice: true,
            locale,
        })
    }

    pub fn fragments(&self, observer: Observer, locale: Locale) -> Vec<Fragment> {
        self.scene(observer, locale, fragments)
    }

    /// Everything that an observer gets to see, in one text.
    pub fn html(&self, observer: Observer, locale: Locale) -> String {
        self.fragments(observer, locale).into_iter().map(|fragment| fragment.html).collect()
    }

    /// Who is to act.
    pub fn called(&self) -> Option<Seat> {
        match self.ongoing.waiting() {
            Waiting::Outside(seat) => Some(seat),
            _ => None,
        }
    }

    /// Goes on to the next choice of a person; `false` when the game is over.
    pub fn settle(&mut self) -> bool {
        while matches!(self.ongoing.waiting(), Waiting::Agent(_) | Waiting::Chance) {
            self.ongoing.advance();
        }
        self.called().is_some()
    }

    /// Makes a choice that differs from time to time.
    pub fn act(&mut self) {
        let menu = self.ongoing.menu().actions;
        self.turn += 1;
        let action = &menu[self.turn * 31 % menu.len()];
        let seat = self.called().unwrap();
        self.ongoing.answer(seat, Answer::Action(action)).unwrap();
    }

    pub fn play(&mut self, action: &str) {
        assert!(self.settle());
        let seat = self.called().unwrap();
        self.ongoing.answer(seat, Answer::Action(action)).unwrap();
        self.settle();
    }
}

/// The values of an attribute in the order in which they stand.
pub fn attributes(html: &str, name: &str) -> Vec<String> {
    let opening = format!(" {name}=\"");
    let mut rest = html;
    let mut values = Vec::new();
    while let Some((_, after)) = rest.split_once(&opening) {
        let (value, after) = after.split_once('"').unwrap();
        let value = value.replace("&gt;", ">").replace("&lt;", "<").replace("&quot;", "\"");
        values.push(value.replace("&amp;", "&"));
        rest = after;
    }
    values
}

/// The opening tags that hold a text.
pub fn tags<'a>(html: &'a str, holding: &str) -> Vec<&'a str> {
    let tags = html.split('<').skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter(|tag| tag.contains(holding)).collect()
}
