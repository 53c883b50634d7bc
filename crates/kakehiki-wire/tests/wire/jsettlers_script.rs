//! A recorded game as those who took part in it, and as its luck.

use std::collections::{BTreeMap, VecDeque};

use kakehiki_catan::{Card, Chance, Resource, Stage, State};
use kakehiki_core::Seat;

use crate::{
    jsettlers_board::{deal, resource},
    jsettlers_hidden::{Message, bought, hidden},
    jsettlers_host::{Robots, Said},
    jsettlers_story::{Requests, Story, WATCHER, Witness, names, requests},
};

/// A recorded game as its robots and its luck.
pub struct Script {
    /// Who is asked first, and who is the first to set up a piece, which is another one where the former is silent.
    pub opener: usize,
    pub first: usize,
    /// What is asked for, by whom.
    requests: Requests,
    deal: VecDeque<Chance>,
    dice: VecDeque<u8>,
    cards: VecDeque<Option<Card>>,
    stolen: VecDeque<Resource>,
    /// Whether the server tells all hands at the end of each turn.
    tells_hands: bool,
    /// Who sits where, and whether it is a robot.
    names: BTreeMap<usize, (String, bool)>,
    /// What all were told, by their places.
    pub told: BTreeMap<usize, Vec<String>>,
}

impl Script {
    /// What these saw of a game whose board is told by a message.
    pub fn new(game: &str, story: &Story, board: &Message, witnesses: &mut [Witness]) -> Self {
        let hidden = hidden(&story.all, board);
        let stolen = story.all.iter().enumerate().filter(|(_, it)| it.kind == "1102");
        let stolen = stolen.filter_map(|(place, it)| match it.number(3) {
            6 => resource(hidden.stolen[&place]),
            code => resource(code),
        });
        let dice = story.all.iter().filter(|it| it.kind == "1028");
        Self {
            opener: story.all.iter().find(|it| it.kind == "1026").unwrap().chair(0),
            first: story.all.iter().find(|it| it.kind == "1009").unwrap().chair(0),
            deal: deal(board),
            dice: dice.map(|it| it.number(0) as u8).collect(),
            cards: bought(&story.all),
            stolen: stolen.collect(),
            tells_hands: story.all.iter().any(|it| it.kind == "1103"),
            names: names(&witnesses[0]),
            requests: requests(game, story, &hidden, witnesses),
            told: BTreeMap::new(),
        }
    }

    /// Whether all was played over that was asked for and that fell.
    pub fn is_over(&self) -> bool {
        self.requests.all.is_empty() && self.dice.is_empty() && self.stolen.is_empty()
    }

    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % 4
    }

    /// The seat of a place, if it is a chair.
    fn seat(&self, place: usize) -> Option<Seat> {
        (place != WATCHER).then(|| Seat::new((place + 4 - self.first) % 4))
    }
}

impl Robots for Script {
    fn send(&mut self, seat: Seat, text: &str) {
        self.told.entry(self.chair(seat)).or_default().push(text.to_owned());
    }

    fn hear(&mut self, seat: Seat) -> String {
        let chair = self.chair(seat);
        let at = self.requests.all.iter().position(|(one, _)| *one == chair).expect("a request");
        match self.requests.all.remove(at) {
            Some((_, Said::Text(text))) => text,
            other => panic!("{other:?}"),
        }
    }

    fn next(&mut self, _awaited: Seat) -> Option<(Option<Seat>, Said)> {
        let (place, said) = self.requests.all.pop_front()?;
        Some((self.seat(place), said))
    }

    fn lobby(&mut self) -> Option<(Option<Seat>, Said)> {
        let (place, said) = self.requests.early.pop_front()?;
        Some((self.seat(place), said))
    }

    fn watch(&mut self, text: &str) {
        self.told.entry(WATCHER).or_default().push(text.to_owned());
    }

    fn name(&self, chair: usize) -> String {
        self.names[&chair].0.clone()
    }

    fn is_person(&self, chair: usize) -> bool {
        !self.names[&chair].1
    }

    fn opener(&self) -> Option<usize> {
        (self.opener != self.first).then_some(self.opener)
    }

    fn watcher(&self) -> String {
        "watcher".to_owned()
    }

    fn luck(&mut self, state: &State) -> Option<Chance> {
        if let Some(dealt) = self.deal.pop_front() {
            return Some(dealt);
        }
        match state.stage() {
            Stage::Dice => self.dice.pop_front().map(Chance::Dice),
            Stage::Draw => self.cards.pop_front().expect("a card").map(Chance::Card),
            Stage::Theft(_) => Some(Chance::Stolen(self.stolen.pop_front().expect("a theft"))),
            other => panic!("{other:?}"),
        }
    }

    fn last_theft(&mut self) -> Option<Resource> {
        self.stolen.pop_front()
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn tells_hands(&self) -> bool {
        self.tells_hands
    }
}
