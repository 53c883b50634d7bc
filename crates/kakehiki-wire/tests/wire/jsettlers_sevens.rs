//! Discards and the robber at the small server of JSettlers.

use kakehiki_catan::{Action, Hand, Hex, Resource};
use kakehiki_core::{Seat, Turn};

use crate::{
    jsettlers_book::{LAND, ORDER},
    jsettlers_host::CHAIRS,
    jsettlers_table::{Due, Host, counts, find, lost},
};

impl Host<'_> {
    /// Asks all who have too many cards to discard.
    pub fn call_debts(&mut self) {
        for seat in Seat::all(self.players) {
            let total = self.state().hand(seat).total();
            if total > 7 {
                self.debts.insert(seat, (total / 2, None));
            }
        }
        self.tell_state();
        for (seat, (due, _)) in self.debts.clone() {
            self.to(seat, &format!("1029|{{}},{due}"));
        }
    }

    /// The first who has still to discard.
    pub fn debtor(&self) -> Option<Seat> {
        self.debts.iter().find_map(|(seat, (_, cards))| cards.is_none().then_some(*seat))
    }

    /// Discards, whoever is the first.
    pub fn discard(&mut self, seat: Seat, cards: Hand) {
        self.debts.get_mut(&seat).expect("a debt").1 = Some(cards);
        let chair = self.chair(seat);
        let secret = format!("1033|{{}},p{chair},{},0", counts(cards));
        let text = format!("1033|{{}},p{chair},{},{}", counts(Hand::EMPTY), cards.total());
        self.all_but(&[seat], &secret, &text);
        if self.debtor().is_some() {
            return self.tell_state();
        }
        // Our rules ask one after the other.
        for (seat, (_, cards)) in std::mem::take(&mut self.debts) {
            assert_eq!(self.game.turn(), Turn::Seat(seat));
            self.act(Action::Discard(cards.expect("all have discarded")));
        }
        self.tell_state();
    }

    pub fn move_robber(&mut self, seat: Seat, code: &str) {
        let chair = self.chair(seat);
        self.all(&format!("1034|{{}},{chair},{code}"));
        if self.due.take_if(|due| matches!(due, Due::LastRobber)).is_some() {
            if let Some(victim) = self.only_victim(seat, code)
                && let Some(stolen) = self.robots.last_theft()
            {
                self.tell_theft(seat, victim, stolen);
            }
            return;
        }
        let hex = hex(code).expect("a hex of the island");
        let is_there = |action: &Action| matches!(action, Action::Robber(it, _) if *it == hex);
        let mut moves = self.game.menu().into_iter().filter(is_there);
        let single = moves.next().expect("a place for the robber");
        if moves.next().is_some() {
            self.due = Some(Due::Victim(hex));
            self.tell_robber(seat);
            self.tell_state();
            self.to(seat, &self.victims(hex));
        } else {
            self.steal(seat, single);
        }
    }

    /// The question from whom to steal.
    pub fn victims(&self, hex: Hex) -> String {
        let is_victim = |chair: usize| {
            let victim = self.seat(&chair.to_string());
            let action = Action::Robber(hex, Some(victim));
            victim.index() < self.players && self.game.check(&action).is_ok()
        };
        let victims: Vec<String> = (0..CHAIRS).map(|chair| is_victim(chair).to_string()).collect();
        format!("1036|{{}},{}", victims.join(","))
    }

    /// Steals from somebody who was chosen.
    pub fn rob(&mut self, seat: Seat, victim: Seat) {
        let Some(Due::Victim(hex)) = self.due.take() else { panic!("no robber of {seat}") };
        self.steal(seat, Action::Robber(hex, Some(victim)));
    }

    fn steal(&mut self, seat: Seat, action: Action) {
        self.act(action);
        if let (Action::Robber(_, Some(victim)), Turn::Chance) = (action, self.game.turn()) {
            let before = self.state().hand(victim);
            self.draw();
            let stolen = lost(before, self.state().hand(victim));
            let stolen = find(Resource::ALL.into_iter(), |it| stolen.count(*it) > 0);
            self.tell_theft(seat, victim, stolen);
        } else {
            self.tell_robber(seat);
        }
        self.tell_state();
    }

    pub fn tell_theft(&mut self, thief: Seat, victim: Seat, stolen: Resource) {
        let code = 1 + ORDER.iter().position(|it| *it == stolen).unwrap();
        let chairs = format!("{},{}", self.chair(thief), self.chair(victim));
        let text = |code: usize| format!("1102|{{}},{chairs},R,{code},1,T");
        self.all_but(&[thief, victim], &text(code), &text(6));
    }

    /// The only one beside a hex from whom a card can be stolen.
    pub fn only_victim(&self, thief: Seat, code: &str) -> Option<Seat> {
        let code: i32 = code.parse().unwrap();
        let state = self.state();
        let is_victim = |seat: &Seat| {
            let mut built = state.settlements(*seat).chain(state.cities(*seat));
            let is_beside = built.any(|node| node.hexes().any(|hex| LAND[hex.index()] == code));
            *seat != thief && is_beside && !state.hand(*seat).is_empty()
        };
        let mut victims = Seat::all(self.players).filter(is_victim);
        victims.next().filter(|_| victims.next().is_none())
    }
}

/// The hex of a code, if it is on the island.
pub fn hex(code: &str) -> Option<Hex> {
    let code: i32 = code.parse().ok()?;
    LAND.iter().position(|land| *land == code).and_then(Hex::new)
}
