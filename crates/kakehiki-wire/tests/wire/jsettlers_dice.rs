//! The dice at the small server of JSettlers, and what they bring.

use kakehiki_catan::{Hand, Resource, Stage};
use kakehiki_core::Seat;

use crate::{
    jsettlers_book::ORDER,
    jsettlers_table::{Host, lost},
};

impl Host<'_> {
    /// The dice fall.
    pub fn fall(&mut self) {
        let before = self.hands();
        self.draw();
        let total = self.state().last_roll().unwrap();
        self.all(&format!("1028|{{}},{total}"));
        let after = self.hands();
        let mut gains = Vec::new();
        // A chair that was left gains nothing.
        for seat in self.in_order().into_iter().filter(|seat| self.here.contains(seat)) {
            let gained = lost(after[seat.index()], before[seat.index()]);
            if gained.is_empty() {
                continue;
            }
            let rolled = self.rolled.entry(seat).or_insert(Hand::EMPTY);
            *rolled = rolled.plus(gained);
            let amounts = (1..).zip(ORDER).filter(|(_, it)| gained.count(*it) > 0);
            let amounts = amounts.map(|(code, it)| format!("|{}|{code}", gained.count(it)));
            let amounts: String = amounts.collect();
            gains.push(format!("{}|{}{amounts}", self.chair(seat), after[seat.index()].total()));
        }
        if !gains.is_empty() {
            self.all(&format!("1092|{{}}|{}|{}", gains.len(), gains.join("|0|")));
        } else if total != 7 {
            self.tell_people("No player gets anything.");
        }
        for seat in Seat::all(self.players) {
            let hand = after[seat.index()];
            if hand != before[seat.index()] {
                let chair = self.chair(seat);
                self.to(seat, &format!("1086|{{}}|{chair}|100{}", all_pairs(hand)));
            }
        }
        match self.state().stage() {
            Stage::Discard => self.call_debts(),
            _ => self.tell_state(),
        }
    }

    fn hands(&self) -> Vec<Hand> {
        Seat::all(self.players).map(|seat| self.state().hand(seat)).collect()
    }
}

fn all_pairs(cards: Hand) -> String {
    let pair = |(code, it): (usize, Resource)| format!("|{code}|{}", cards.count(it));
    (1..).zip(ORDER).map(pair).collect()
}
