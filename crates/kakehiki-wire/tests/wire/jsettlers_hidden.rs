//! What the robots of a recorded game hid from those who were recorded beside them, chosen so that it fits all that
//! was told and shown later.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    rc::Rc,
};

use kakehiki_catan::Card;

use crate::{
    jsettlers_book::{Book, Cards, plus},
    jsettlers_cards::card_of,
};

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

    /// Whether it says how a game ended.
    pub fn is_result(&self) -> bool {
        self.kind == "1061" && self.fields[0] != "t2"
    }

    /// Whether everybody is told it, though perhaps not all of it.
    pub fn is_for_all(&self) -> bool {
        let is_private = match self.kind.as_str() {
            "1029" | "1036" | "1044" | "1056" | "1085" | "1091" | "1104" => true,
            "1086" => self.fields[1] == "100",
            "1024" => self.fields[2] == "101",
            "1037" => self.fields.len() > 1,
            "1046" | "1089" | "1105" => self.fields[0] == "-1",
            _ => false,
        };
        !is_private
    }
}

fn single(code: i32) -> Cards {
    std::array::from_fn(|kind| i32::from(kind as i32 + 1 == code))
}

/// What was not shown to any witness: cards that were stolen by message, and those discarded.
#[derive(Default)]
pub struct Hidden {
    pub stolen: BTreeMap<usize, i32>,
    pub discarded: BTreeMap<usize, Cards>,
}

/// The hands of all chairs.
type Hands = [Cards; 4];

/// What was stolen or discarded unseen, by message, and what before that.
struct Past {
    place: usize,
    cards: Cards,
    before: Option<Rc<Self>>,
}

/// The hands that all may have, each with one way in which it came about.
struct Possible(BTreeMap<Hands, Option<Rc<Past>>>);

impl Possible {
    /// Keeps what these make of the hands, where nobody has less than nothing.
    fn follow(&mut self, change: impl Fn(&mut Hands) -> bool) {
        let all = std::mem::take(&mut self.0).into_iter();
        self.0 = all
            .filter_map(|(mut hands, past)| {
                let is_possible = change(&mut hands) && hands.iter().flatten().all(|it| *it >= 0);
                is_possible.then_some((hands, past))
            })
            .collect();
    }

    fn add(&mut self, chair: usize, cards: Cards, sign: i32) {
        self.follow(|hands| {
            hands[chair] = plus(hands[chair], cards, sign);
            true
        });
    }

    /// Adds what a roll brings: each chair, its number of cards, amounts with resources, and a zero before the next.
    fn gain(&mut self, mut rest: &[String]) {
        while let [chair, _, pairs @ ..] = rest {
            let pairs: Vec<_> = pairs.chunks(2).take_while(|pair| pair[0] != "0").collect();
            for pair in &pairs {
                let amount: i32 = pair[0].parse().unwrap();
                let cards = single(pair[1].parse().unwrap());
                self.add(chair.parse().unwrap(), cards.map(|it| it * amount), 1);
            }
            rest = rest.get(2 + 2 * pairs.len() + 1..).unwrap_or_default();
        }
    }

    /// Takes all cards that may have gone unseen from one hand at this message, perhaps to another.
    fn branch(&mut self, place: usize, from: usize, to: Option<usize>, choices: &[Cards]) {
        let all = std::mem::take(&mut self.0);
        for (hands, past) in all {
            for cards in choices {
                let mut after = hands;
                after[from] = plus(after[from], *cards, -1);
                if let Some(to) = to {
                    after[to] = plus(after[to], *cards, 1);
                }
                if after[from].iter().all(|count| *count >= 0) {
                    let past = Past { place, cards: *cards, before: past.clone() };
                    self.0.entry(after).or_insert_with(|| Some(Rc::new(past)));
                }
            }
        }
    }
}

/// All sets of so many cards.
fn sets(size: i32) -> Vec<Cards> {
    let mut sets = vec![[0; 5]];
    for _ in 0..size {
        let more = sets.iter().flat_map(|set| (1..=5).map(|code| plus(*set, single(code), 1)));
        sets = more.collect::<BTreeSet<_>>().into_iter().collect();
    }
    sets
}

/// Finds what may have been stolen and discarded unseen: all hands that fit what was told up to each message are
/// followed to the end, where one that is left tells how it came about.
pub fn hidden(all: &[Message], board: &Message) -> Hidden {
    let fields: Vec<&str> = board.fields.iter().map(String::as_str).collect();
    let mut book = Book::new(0);
    book.hear("1014", &fields);
    let mut state = 0;
    let mut possible = Possible(BTreeMap::from([(Hands::default(), None)]));
    for (place, message) in all.iter().enumerate() {
        let number = |at: usize| message.number(at);
        match message.kind.as_str() {
            "1025" => state = number(0),
            "1026" => state = number(1),
            // The second settlement brings a card of each hex.
            "1009" if number(1) == 1 && state == 10 => {
                possible.add(message.chair(0), book.around(number(2)), 1);
            }
            "1092" => possible.gain(&message.fields[1..]),
            "1086" => {
                let sign = if number(1) == 102 { -1 } else { 1 };
                for pair in message.fields[2..].chunks(2) {
                    let amount: i32 = pair[1].parse().unwrap();
                    let cards = single(pair[0].parse().unwrap());
                    possible.add(message.chair(0), cards.map(|it| it * amount), sign);
                }
            }
            "1040" => {
                possible.add(message.chair(10), message.cards(0), -1);
                possible.add(message.chair(10), message.cards(5), 1);
            }
            "1039" => {
                let (acceptor, offerer) = (message.chair(0), message.chair(1));
                for (chair, sign) in [(acceptor, 1), (offerer, -1)] {
                    let change = plus(message.cards(2), message.cards(7), -1);
                    possible.add(chair, change, sign);
                }
            }
            // Only what is held can be offered.
            "1041" => {
                let (chair, give) = (message.chair(0), message.cards(5));
                possible.follow(|hands| plus(hands[chair], give, -1).iter().all(|it| *it >= 0));
            }
            "1052" => possible.add(message.chair(5), message.cards(0), 1),
            // Who plays a monopoly gets all of a kind; whoever is not named has none.
            "1024" if (1..=5).contains(&number(2)) => {
                let (chair, kind, amount) = (message.chair(0), number(2) as usize - 1, number(3));
                possible.follow(|hands| {
                    if number(1) == 100 {
                        hands[chair][kind] = amount;
                        return true;
                    }
                    hands[chair][kind] += amount;
                    (0..4).all(|other| other == chair || hands[other][kind] == 0)
                });
            }
            "1063" => {
                possible.follow(|hands| hands[message.chair(0)].iter().sum::<i32>() == number(1));
            }
            "1033" => {
                let chair: usize = message.fields[0][1..].parse().unwrap();
                possible.add(chair, message.cards(1), -1);
                if number(6) > 0 {
                    possible.branch(place, chair, None, &sets(number(6)));
                }
            }
            "1102" if number(3) == 6 => {
                possible.branch(place, message.chair(1), Some(message.chair(0)), &sets(1));
            }
            "1102" => {
                possible.add(message.chair(0), single(number(3)), 1);
                possible.add(message.chair(1), single(number(3)), -1);
            }
            "1103" => {
                let mut told = Hands::default();
                for player in message.fields[1..].chunks(6) {
                    let numbers: Vec<i32> = player.iter().map(|it| it.parse().unwrap()).collect();
                    told[numbers[0] as usize].copy_from_slice(&numbers[1..]);
                }
                possible.follow(|hands| *hands == told);
            }
            _ => {}
        }
        assert!(!possible.0.is_empty(), "no hands fit message {place}, {message:?}");
    }
    let mut hidden = Hidden::default();
    let (_, last) = possible.0.pop_first().unwrap();
    let mut past = last.as_ref();
    while let Some(step) = past {
        if all[step.place].kind == "1102" {
            let code = step.cards.iter().position(|count| *count > 0).unwrap() as i32 + 1;
            hidden.stolen.insert(step.place, code);
        } else {
            hidden.discarded.insert(step.place, step.cards);
        }
        past = step.before.as_ref();
    }
    hidden
}

/// The cards in the order in which they were bought. Those that no witness saw are what was played later, points that
/// were shown at the end, as late as they may have been bought, since they might have won before, and otherwise what
/// nobody has.
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
                let drawn = card_of(&message.fields[2]);
                if drawn.is_none() {
                    unseen.entry(message.chair(0)).or_default().push((cards.len(), turn));
                }
                cards.push(drawn);
            }
            ("1046", action @ ("1" | "3")) => {
                let Some(unseen) = unseen.get_mut(&message.chair(0)) else { continue };
                for code in &message.fields[2..] {
                    let fits = |(_, then): &(usize, i32)| action == "3" || *then < turn;
                    let at = match action {
                        "3" => unseen.iter().rposition(fits),
                        _ => unseen.iter().position(fits),
                    };
                    let at = at.expect("a card that was bought before");
                    cards[unseen.remove(at).0] = card_of(code);
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
