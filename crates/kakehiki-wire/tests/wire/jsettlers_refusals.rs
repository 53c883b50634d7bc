//! What the small server of JSettlers refuses, and how, as a recorded server did where clients were wrong on purpose.
//!
//! Only what was recorded is known: a request that is wrong in another way ends the test.

use kakehiki_catan::{Action, Card, Hand, Resource, State};
use kakehiki_core::Seat;

use crate::{
    jsettlers_cards::{card_name, card_of},
    jsettlers_people::sentence,
    jsettlers_sevens::hex,
    jsettlers_table::{Due, Host, hand, lost, piece_of, price},
};

/// The pieces by their numbers.
pub const PIECES: [&str; 3] = ["road", "settlement", "city"];

/// Starting a game that goes on, messages of servers, and what is no message: a server says nothing to them.
const UNHEARD: [&str; 6] = ["1018", "1024", "1025", "1026", "1099", "4242"];

impl Host<'_> {
    /// What is answered to a request that is refused, which may be nothing; `None` for one that is taken.
    pub fn refusal(&mut self, seat: Seat, kind: &str, fields: &[&str]) -> Option<Vec<String>> {
        let (chair, code) = (self.chair(seat), self.code());
        let is_mover = seat == self.state().mover();
        let is_person = self.robots.is_person(chair);
        // Robots are told what of theirs has failed, too.
        let failed = |text: String, what: i32| {
            let also = (!is_person && what != -1).then(|| format!("1044|{{}},{what}"));
            Some([text].into_iter().chain(also).collect())
        };
        let not_now = |words: &str| format!("1104|{{}},{code},3,0,0,{words}");
        let not_your_turn = "1104|{},0,2".to_owned();
        match kind {
            _ if UNHEARD.contains(&kind) => Some(Vec::new()),
            "1009" if fields.len() < 3 => Some(Vec::new()),
            "1009" | "1034" | "1049" if !is_mover => Some(vec![not_your_turn]),
            "1009" => self.refuse_piece(seat, fields),
            "1012" if is_person => {
                let words = "This game has already started; to play you must take over a robot.";
                Some(vec![sentence(words)])
            }
            // The robot whose chair that is has to go, and so is the one who asked for it told.
            "1012" => {
                self.to(self.seat(fields[1]), "1056|{}");
                Some(vec!["1056|{}".to_owned()])
            }
            "1031" if is_mover && code == 15 => None,
            "1031" => Some(vec![sentence("You can't roll right now.")]),
            "1032" if !is_mover => Some(vec![sentence("It's not your turn.")]),
            "1032" if code == 20 => None,
            "1032" => {
                Some(vec![sentence("You can't end your turn yet."), format!("1025|{{}},{code}")])
            }
            "1033" => self.refuse_discard(seat, hand(fields)),
            "1034" => {
                let is_moved = hex(fields[1]).is_some_and(|hex| hex != self.state().robber());
                (code != 33 || !is_moved).then(|| vec![not_now("You can't move the robber.")])
            }
            "1040" if fields.len() < 10 => Some(Vec::new()),
            "1040" if !is_mover => Some(vec!["1037|{},-1,2".to_owned()]),
            "1040" => {
                let is_taken =
                    code == 20 && self.is_exchange(seat, hand(fields), hand(&fields[5..]));
                (!is_taken).then(|| vec!["1037|{},-1,1".to_owned()])
            }
            "1041" => {
                let others = (0..4).filter(|chair| fields[1 + chair] == "true");
                let is_to_mover =
                    others.map(|it| self.seat(&it.to_string())).eq([self.state().mover()]);
                let is_held = self.state().hand(seat).minus(hand(&fields[5..])).is_some();
                let is_taken = is_held && (is_mover || is_to_mover);
                (!is_taken).then(|| vec![format!("1037|{{}},{chair},3")])
            }
            "1035" | "1043" | "1044" | "1052" | "1053" if !is_mover => {
                panic!("nobody was recorded who asked for {kind} out of turn")
            }
            "1035" => self.refuse_victim(fields[0]),
            "1043" => {
                let piece: i32 = fields[0].parse().unwrap();
                let name = usize::try_from(piece).ok().and_then(|piece| PIECES.get(piece));
                let cost = name.map(|_| price(fields[0]));
                let is_paid = cost.is_some_and(|it| self.state().hand(seat).minus(it).is_some());
                match (code, name) {
                    (20, Some(_)) if is_paid => None,
                    (15, _) => failed("1104|{},0,3,0,0,You can't build now.".to_owned(), piece),
                    (20, None) => failed("1104|{},0,5,0,0,Unknown piece type.".to_owned(), piece),
                    (20, Some(name)) => {
                        failed(format!("1104|{{}},0,3,0,0,You can't build a {name} now."), piece)
                    }
                    _ => panic!("{kind} in state {code}"),
                }
            }
            "1044" if self.paid.as_deref() == Some(fields[0]) => None,
            "1044" => Some(vec![not_now("You didn't buy a road.")]),
            "1045" if !is_mover => failed(not_your_turn, -2),
            "1045" if self.game.check(&Action::Buy).is_ok() => None,
            "1045" => {
                let words = "You can't buy a development card now.";
                failed(format!("1104|{{}},0,3,0,0,{words}"), -2)
            }
            "1049" => self.refuse_card(fields[0], is_person),
            "1052" if matches!(self.due, Some(Due::Plenty)) => None,
            "1052" => {
                let words = "You can't pick that many resources.";
                Some(vec![sentence(words), format!("1024|{{}},{chair},100,101,0")])
            }
            "1053" if matches!(self.due, Some(Due::Monopoly)) => None,
            "1053" => Some(vec![not_now("You can't play a Monopoly card now.")]),
            "1089" => Some(vec![format!("1089|{{}},-1,{}", fields[1..].join(","))]),
            "1105" => Some(vec![format!("1105|{{}},-1,{}", fields[1..].join(","))]),
            _ => None,
        }
    }

    fn refuse_piece(&self, seat: Seat, fields: &[&str]) -> Option<Vec<String>> {
        let (code, piece, place) = (self.code(), fields[1], fields[2]);
        let Some(name) = piece.parse().ok().and_then(|piece: usize| PIECES.get(piece)) else {
            return Some(vec!["1104|{},0,5,0,0,Unknown piece type.".to_owned()]);
        };
        let is_own = fields[0] == self.chair(seat).to_string();
        let action = piece_of(fields).filter(|_| is_own);
        let is_taken = action.is_some_and(|action| self.game.check(&action).is_ok());
        match (code, piece) {
            _ if is_taken => None,
            (5 | 10, "1") | (6 | 11, "0") => Some(vec![
                format!("1104|{{}},0,4,{piece},{place},You can't build a {name} there."),
                format!("1044|{{}},{piece}"),
            ]),
            (20, _) => Some(vec![format!("1104|{{}},0,3,0,0,You can't build a {name} now.")]),
            (5 | 6 | 10 | 11 | 15, _) => {
                Some(vec![format!("1104|{{}},0,3,{piece},{place},You can't build a {name} now.")])
            }
            _ => panic!("{fields:?} in state {code}"),
        }
    }

    /// Who is wrong is asked again, but once in a turn.
    fn refuse_discard(&mut self, seat: Seat, cards: Hand) -> Option<Vec<String>> {
        let have = self.state().hand(seat);
        let is_due = matches!(self.debts.get(&seat), Some((due, None)) if *due == cards.total());
        if is_due && have.minus(cards).is_some() {
            return None;
        }
        let again = self.asked_again.insert(seat);
        let again = again.then(|| format!("1029|{{}},{}", have.total() / 2));
        Some([sentence("You can't discard that many cards.")].into_iter().chain(again).collect())
    }

    fn refuse_victim(&self, chair: &str) -> Option<Vec<String>> {
        let words = "You can't steal from that player.";
        let Some(Due::Victim(hex)) = self.due else {
            return Some(vec![format!("1104|{{}},{},3,0,0,{words}", self.code())]);
        };
        let action = Action::Robber(hex, Some(self.seat(chair)));
        let victims = self.victims(hex);
        self.game.check(&action).is_err().then(|| vec![sentence(words), victims])
    }

    /// Robots are told otherwise than people.
    fn refuse_card(&self, code: &str, is_person: bool) -> Option<Vec<String>> {
        let card = card_of(code);
        let plenty = Action::YearOfPlenty(Hand::from_counts([2, 0, 0, 0, 0]));
        let action = card.and_then(|card| match card {
            Card::Knight => Some(Action::Knight),
            Card::RoadBuilding => Some(Action::RoadBuilding),
            Card::YearOfPlenty => Some(plenty),
            Card::Monopoly => Some(Action::Monopoly(Resource::Ore)),
            Card::VictoryPoint => None,
        });
        if action.is_some_and(|action| self.game.check(&action).is_ok()) {
            return None;
        }
        let words = match card.map(card_name) {
            Some(name) => format!("You can't play a {name} card now."),
            None => "That card type is unknown.".to_owned(),
        };
        Some(vec![if is_person {
            format!("1104|{{}},{},3,0,0,{words}", self.code())
        } else {
            format!("1046|{{}},-1,4,{code}")
        }])
    }

    /// Whether so many of one kind are exchanged for a card of another, and are there.
    fn is_exchange(&self, seat: Seat, give: Hand, get: Hand) -> bool {
        let kinds = |cards: Hand| Resource::ALL.into_iter().filter(move |it| cards.count(*it) > 0);
        let (Some(given), Some(got)) = (kinds(give).next(), kinds(get).next()) else {
            return false;
        };
        let after = self.game.after(&Action::Bank(given, got));
        let is_paid = |after: State| lost(self.state().hand(seat), after.hand(seat)) == give;
        get.total() == 1 && after.is_some_and(is_paid)
    }
}
