//! What the robots of a recorded game hid from those who were recorded beside them, found from all hands, which the
//! server told at the end of each turn, and from what was shown later.

use std::collections::{BTreeMap, VecDeque};

use kakehiki_catan::Card;

use crate::jsettlers_book::{Cards, plus};

/// A message about a game: its number, and the fields behind the name.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub kind: String,
    pub fields: Vec<String>,
    pub text: String,
}

impl Message {
    pub fn number(&self, place: usize) -> i32 {
        self.fields[place].parse().unwrap()
    }

    pub fn chair(&self, place: usize) -> usize {
        self.fields[place].parse().unwrap()
    }

    pub fn cards(&self, place: usize) -> Cards {
        std::array::from_fn(|kind| self.number(place + kind))
    }

    /// Whether everybody is told it, though perhaps not all of it.
    pub fn is_for_all(&self) -> bool {
        let is_private = match self.kind.as_str() {
            "1029" | "1036" | "1044" | "1091" | "1104" => true,
            "1086" => self.fields[1] == "100",
            "1037" => self.fields.len() > 1,
            _ => false,
        };
        !is_private
    }
}

fn single(code: i32) -> Cards {
    std::array::from_fn(|kind| i32::from(kind as i32 + 1 == code))
}

fn card(code: i32) -> Option<Card> {
    Some(match code {
        1 => Card::RoadBuilding,
        2 => Card::YearOfPlenty,
        3 => Card::Monopoly,
        4..=8 => Card::VictoryPoint,
        9 => Card::Knight,
        _ => return None,
    })
}

/// What was not shown to any witness: cards that were stolen by message, and those discarded.
#[derive(Default)]
pub struct Hidden {
    pub stolen: BTreeMap<usize, i32>,
    pub discarded: BTreeMap<usize, Cards>,
}

/// Finds what was stolen and discarded unseen in each turn from the hands before and after it.
pub fn hidden(all: &[Message]) -> Hidden {
    let mut hidden = Hidden::default();
    let mut before: Option<[Cards; 4]> = None;
    let mut change = [[0; 5]; 4];
    let (mut thefts, mut discards) = (Vec::new(), Vec::new());
    for (place, message) in all.iter().enumerate() {
        let number = |at: usize| message.number(at);
        let mut add = |chair: usize, cards: Cards, sign: i32| {
            change[chair] = plus(change[chair], cards, sign);
        };
        match message.kind.as_str() {
            "1092" => {
                let mut rest = &message.fields[1..];
                while let [chair, _, pairs @ ..] = rest {
                    let pairs: Vec<_> = pairs.chunks(2).take_while(|pair| pair[0] != "0").collect();
                    for pair in &pairs {
                        let amount: i32 = pair[0].parse().unwrap();
                        let cards = single(pair[1].parse().unwrap());
                        add(chair.parse().unwrap(), cards.map(|it| it * amount), 1);
                    }
                    rest = rest.get(2 + 2 * pairs.len() + 1..).unwrap_or_default();
                }
            }
            "1086" => {
                for pair in message.fields[2..].chunks(2) {
                    let amount: i32 = pair[1].parse().unwrap();
                    let cards = single(pair[0].parse().unwrap());
                    add(message.chair(0), cards.map(|it| it * amount), -1);
                }
            }
            "1040" => {
                add(message.chair(10), message.cards(0), -1);
                add(message.chair(10), message.cards(5), 1);
            }
            "1039" => {
                let (acceptor, offerer) = (message.chair(0), message.chair(1));
                for (chair, sign) in [(acceptor, 1), (offerer, -1)] {
                    add(chair, message.cards(2), sign);
                    add(chair, message.cards(7), -sign);
                }
            }
            "1052" => add(message.chair(5), message.cards(0), 1),
            "1033" => {
                let chair: usize = message.fields[0][1..].parse().unwrap();
                add(chair, message.cards(1), -1);
                if number(6) > 0 {
                    discards.push((place, chair, number(6)));
                }
            }
            "1102" if number(3) == 6 => thefts.push((place, message.chair(0), message.chair(1))),
            "1102" => {
                add(message.chair(0), single(number(3)), 1);
                add(message.chair(1), single(number(3)), -1);
            }
            "1103" => {
                let mut after = [[0; 5]; 4];
                for player in message.fields[1..].chunks(6) {
                    let numbers: Vec<i32> = player.iter().map(|it| it.parse().unwrap()).collect();
                    after[numbers[0] as usize].copy_from_slice(&numbers[1..]);
                }
                if !thefts.is_empty() || !discards.is_empty() {
                    let before = before.expect("hands before the turn");
                    let missing: [Cards; 4] = std::array::from_fn(|chair| {
                        plus(plus(before[chair], change[chair], 1), after[chair], -1)
                    });
                    solve(&mut hidden, &thefts, &discards, missing);
                }
                (before, change) = (Some(after), [[0; 5]; 4]);
                (thefts, discards) = (Vec::new(), Vec::new());
            }
            _ => {}
        }
    }
    assert!(discards.is_empty(), "in the last turn nobody discards unseen");
    hidden
}

/// Tries all kinds of cards for what was stolen unseen, until what is missing is what was discarded.
fn solve(
    hidden: &mut Hidden,
    thefts: &[(usize, usize, usize)],
    discards: &[(usize, usize, i32)],
    missing: [Cards; 4],
) {
    for number in 0..5_usize.pow(thefts.len() as u32) {
        let codes = (0..thefts.len()).map(|place| number / 5_usize.pow(place as u32) % 5);
        let codes: Vec<i32> = codes.map(|code| code as i32 + 1).collect();
        let mut left = missing;
        for ((_, thief, victim), code) in thefts.iter().zip(&codes) {
            left[*thief] = plus(left[*thief], single(*code), 1);
            left[*victim] = plus(left[*victim], single(*code), -1);
        }
        let fits = left.iter().enumerate().all(|(chair, cards)| {
            let due = discards.iter().find(|(_, who, _)| *who == chair).map_or(0, |it| it.2);
            cards.iter().all(|count| *count >= 0) && cards.iter().sum::<i32>() == due
        });
        if fits {
            hidden.stolen.extend(thefts.iter().map(|it| it.0).zip(codes));
            hidden.discarded.extend(discards.iter().map(|(at, chair, _)| (*at, left[*chair])));
            return;
        }
    }
    panic!("{thefts:?}, {discards:?}, {missing:?}");
}

/// The cards in the order in which they were bought. Those that no witness saw are what was played later, points that
/// were shown at the end, and otherwise what nobody has.
pub fn bought(all: &[Message]) -> VecDeque<Option<Card>> {
    let mut deck = [(Card::Knight, 14), (Card::VictoryPoint, 5), (Card::RoadBuilding, 2)]
        .into_iter()
        .chain([(Card::YearOfPlenty, 2), (Card::Monopoly, 2)])
        .collect::<BTreeMap<_, i32>>();
    let mut cards = Vec::new();
    let mut unseen: BTreeMap<usize, Vec<(usize, i32)>> = BTreeMap::new();
    let mut turn = 0;
    for message in all {
        match (message.kind.as_str(), message.fields.get(1).map_or("", String::as_str)) {
            ("1026", _) => turn += 1,
            ("1046", "0") => {
                let drawn = card(message.number(2));
                if drawn.is_none() {
                    unseen.entry(message.chair(0)).or_default().push((cards.len(), turn));
                }
                cards.push(drawn);
            }
            ("1046", action @ ("1" | "3")) => {
                let Some(unseen) = unseen.get_mut(&message.chair(0)) else { continue };
                for code in &message.fields[2..] {
                    let fits = |(_, then): &(usize, i32)| action == "3" || *then < turn;
                    let at = unseen.iter().position(fits).expect("a card that was bought before");
                    cards[unseen.remove(at).0] = card(code.parse().unwrap());
                }
            }
            _ => {}
        }
    }
    for known in cards.iter().flatten() {
        *deck.get_mut(known).unwrap() -= 1;
    }
    deck.remove(&Card::VictoryPoint);
    for drawn in cards.iter_mut().filter(|drawn| drawn.is_none()) {
        let (left, count) = deck.iter_mut().find(|(_, count)| **count > 0).unwrap();
        (*drawn, *count) = (Some(*left), *count - 1);
    }
    cards.into()
}
