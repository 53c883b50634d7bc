//! Development cards at the small server of JSettlers.

use kakehiki_catan::{Action, Card, Hand};
use kakehiki_core::Seat;

use crate::{
    jsettlers_book::ORDER,
    jsettlers_table::{Due, Host, counts, find, lost},
};

impl Host<'_> {
    pub fn buy(&mut self, seat: Seat) {
        let chair = self.chair(seat);
        self.pay(seat, Action::Buy);
        let before = self.state().cards(seat);
        self.draw();
        let after = self.state().cards(seat);
        let card = find(Card::ALL.into_iter(), |it| after.count(*it) > before.count(*it));
        let text = |code: i32| format!("1046|{{}},{chair},0,{code}");
        self.all_but(&[seat], &text(card_code(card)), &text(0));
        let left = self.state().deck().total();
        self.all(&format!("1090|{{}},{chair},1,{left},0"));
        self.tell_state();
    }

    pub fn play_card(&mut self, seat: Seat, code: &str) {
        let chair = self.chair(seat);
        let card = card_of(code).expect("a card");
        // Of a knight it is said before, of the other cards behind.
        if card == Card::Knight {
            self.tell_played(seat, card);
        }
        self.all(&format!("1046|{{}},{chair},1,{code}"));
        self.all(&format!("1024|{{}},{chair},100,19,1"));
        if card != Card::Knight {
            self.tell_played(seat, card);
        }
        match code {
            "9" => {
                let holder = self.state().largest_army();
                self.act(Action::Knight);
                self.all(&format!("1024|{{}},{chair},101,15,1"));
                if holder != self.state().largest_army() {
                    self.all(&format!("1096|{{}}|5|{chair}"));
                }
                if self.code() == 1000 {
                    self.due = Some(Due::LastRobber);
                }
            }
            "1" => self.act(Action::RoadBuilding),
            "2" => self.due = Some(Due::Plenty),
            _ => self.due = Some(Due::Monopoly),
        }
        self.tell_state();
    }

    /// Takes the two cards of a year of plenty.
    pub fn take_plenty(&mut self, seat: Seat, cards: Hand) {
        let chair = self.chair(seat);
        self.due = None;
        self.act(Action::YearOfPlenty(cards));
        self.all(&format!("1052|{{}},{},{chair},2", counts(cards)));
        self.tell_state();
    }

    /// Takes all cards of one kind from the others.
    pub fn take_all(&mut self, seat: Seat, kind: &str) {
        let chair = self.chair(seat);
        self.due = None;
        let resource = ORDER[kind.parse::<usize>().unwrap() - 1];
        let before = self.state().clone();
        self.act(Action::Monopoly(resource));
        let others = self.in_order().into_iter().filter(|it| *it != seat);
        for other in others.filter(|it| before.hand(*it).count(resource) > 0) {
            let (victim, left) = (self.chair(other), self.state().hand(other).total());
            self.all(&format!("1024|{{}},{victim},100,{kind},0,Y"));
            self.all(&format!("1063|{{}},{victim},{left}"));
        }
        let total = lost(self.state().hand(seat), before.hand(seat)).total();
        self.all(&format!("1024|{{}},{chair},101,{kind},{total}"));
        self.all(&format!("1090|{{}},{chair},3,{total},{kind}"));
        self.tell_state();
    }
}

fn card_code(card: Card) -> i32 {
    match card {
        Card::RoadBuilding => 1,
        Card::YearOfPlenty => 2,
        Card::Monopoly => 3,
        Card::VictoryPoint => 4,
        Card::Knight => 9,
    }
}

/// The card of a code, if there is one; there are five codes for points.
pub fn card_of(code: &str) -> Option<Card> {
    Some(match code {
        "1" => Card::RoadBuilding,
        "2" => Card::YearOfPlenty,
        "3" => Card::Monopoly,
        "4" | "5" | "6" | "7" | "8" => Card::VictoryPoint,
        "9" => Card::Knight,
        _ => return None,
    })
}

/// What a card that is played is called.
pub fn card_name(card: Card) -> &'static str {
    match card {
        Card::RoadBuilding => "Road Building",
        Card::YearOfPlenty => "Year of Plenty",
        Card::Monopoly => "Monopoly",
        Card::Knight => "Soldier",
        Card::VictoryPoint => panic!("points are not played"),
    }
}
