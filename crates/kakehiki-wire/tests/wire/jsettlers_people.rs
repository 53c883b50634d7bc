//! What people are told in sentences at the small server of JSettlers, of which robots hear nothing.

use kakehiki_catan::{Card, Hand};
use kakehiki_core::Seat;

use crate::{
    jsettlers_cards::card_name,
    jsettlers_refusals::PIECES,
    jsettlers_table::{Due, Host, counts},
};

/// A sentence of the server.
pub fn sentence(words: &str) -> String {
    format!("1091|{{}}\u{1}{words}")
}

impl Host<'_> {
    pub fn is_person(&self, seat: Seat) -> bool {
        self.robots.is_person(self.chair(seat))
    }

    pub fn called(&self, seat: Seat) -> String {
        self.robots.name(self.chair(seat))
    }

    /// Tells people something, those who watch among them.
    pub fn tell_people(&mut self, words: &str) {
        let text = sentence(words);
        for seat in Seat::all(self.players) {
            if self.is_person(seat) {
                self.to(seat, &text);
            }
        }
        self.watch(&text);
    }

    /// Says whose turn it is to set up a piece, if it is anybody's.
    pub fn tell_whose_turn(&mut self) {
        let piece = match self.code() {
            5 | 10 => "settlement",
            6 | 11 => "road",
            _ => return,
        };
        let name = self.called(self.state().mover());
        self.tell_people(&format!("It's {name}'s turn to build a {piece}."));
    }

    pub fn tell_built(&mut self, seat: Seat, piece: &str) {
        let name = self.called(seat);
        let piece = PIECES[piece.parse::<usize>().unwrap()];
        self.tell_people(&format!("{name} built a {piece}."));
    }

    pub fn tell_played(&mut self, seat: Seat, card: Card) {
        let name = self.called(seat);
        self.tell_people(&format!("{name} played a {} card.", card_name(card)));
    }

    /// Says who is to discard, and who moves the robber.
    pub fn tell_seven(&mut self) {
        let mover = self.called(self.state().mover());
        if self.code() == 33 {
            return self.tell_people(&format!("{mover} will move the robber."));
        }
        let owes = |seat: &Seat| match self.debts.get(seat) {
            Some((_, cards)) => cards.is_none(),
            None => false,
        };
        let debtors = self.in_order().into_iter().filter(owes);
        match &debtors.map(|seat| self.called(seat)).collect::<Vec<_>>()[..] {
            [one] => self.tell_people(&format!("{one} needs to discard.")),
            [one, other] => self.tell_people(&format!("{one} and {other} need to discard.")),
            more => assert!(!self.is_heard(), "no recorded server said it of {more:?}"),
        }
    }

    /// Says where a robber that was moved leads to, unless it is a theft.
    pub fn tell_robber(&mut self, seat: Seat) {
        let choice =
            if matches!(self.due, Some(Due::Victim(_))) { " Must choose a victim." } else { "" };
        let name = self.called(seat);
        self.tell_people(&format!("{name} moved the robber.{choice}"));
    }

    /// Whether there is any person.
    fn is_heard(&self) -> bool {
        self.is_watched || Seat::all(self.players).any(|seat| self.is_person(seat))
    }

    /// Says how long a game took, and what its people got by the dice and by trades.
    pub fn tell_statistics(&mut self) {
        let rounds = usize::from(self.state().turns()).div_ceil(self.players);
        // How long it took is a matter of the clock, and so is how long somebody is there.
        self.tell_people(&format!("This game was {rounds} rounds, and took 0 minutes 0 seconds."));
        for seat in Seat::all(self.players) {
            if self.is_person(seat) {
                assert!(!self.traders.contains(&seat), "nobody was recorded who had traded");
                let rolled = counts(self.rolled.get(&seat).copied().unwrap_or(Hand::EMPTY));
                self.to(seat, &format!("1085|{{}}|1|{}", rolled.replace(',', "|")));
                self.to(seat, &format!("1085|{{}}|2|10{}", "|0".repeat(TRADES)));
                self.to(seat, &sentence("You have been connected 0 minutes."));
            }
        }
    }
}

/// How many figures there are about trades.
const TRADES: usize = 80;
