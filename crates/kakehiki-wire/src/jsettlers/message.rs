//! The messages of JSettlers that matter to a robot.
//!
//! A message is text behind its length. Java writes text in its own way: what people call themselves may
//! hold bytes that are no UTF-8 anywhere else. Here every byte is a letter of its own, so that names go
//! back as they came.

use kakehiki_catan::{Action, Card, Hand, Hex, MAX_PLAYERS, Resource, Terms};

use super::board::{Layout, RESOURCE_ORDER, edge_of, hex_of, node_of, resource_of};

/// No message names more cards of a kind than this; a bound for sums.
const MOST_CARDS: i32 = 95;

/// A seat as the server counts them.
pub(super) type Chair = usize;

/// The letters of the bytes of a message.
pub(super) fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// A message with its length in front.
pub(super) fn frame(text: &str) -> Vec<u8> {
    let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    // What we send is no longer than the names that we heard, and those came in one frame.
    let length = bytes.len().min(usize::from(u16::MAX));
    [&(length as u16).to_be_bytes()[..], &bytes[..length]].concat()
}

/// What people read in letters.
pub(super) fn readable(letters: &str) -> String {
    let bytes: Vec<u8> = letters.chars().map(|letter| letter as u8).collect();
    String::from_utf8_lossy(&bytes).chars().filter(|letter| !letter.is_control()).collect()
}

/// What a server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Are you there? The same goes back.
    Ping,
    /// The robot is let in.
    Admitted,
    /// It is not, for this reason.
    TurnedAway(String),
    /// Its name is taken.
    NameTaken,
    /// Something about a game.
    Of(String, Told),
}

/// What a server says about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Invited(Chair, Vec<String>),
    Members,
    Sat(Chair, String),
    Left(String),
    Board(Box<Layout>),
    State(u16),
    Turn(Chair, u16),
    Prompt(Chair),
    Paid(Chair, Hand),
    Holds(Chair, u32),
    Placed(Chair, Action),
    Rolled(u8),
    Gains(Vec<(Chair, Hand)>),
    AskDiscard(u32),
    /// What somebody discarded, as far as we see it, and how many cards we do not see.
    Discarded(Chair, Hand, u32),
    Robber(Hex),
    AskVictim(Vec<Chair>),
    Robbed(Chair, Option<Resource>),
    Drew(Chair, Option<Card>),
    Played(Chair, Card),
    Revealed(Chair, u8),
    Plenty(Chair, Hand),
    Monopolised(Chair, Resource),
    Bank(Chair, Terms),
    Offered(Chair, Vec<Chair>, Terms),
    Rejected(Chair),
    Cleared(Option<Chair>),
    /// Who accepted, whose offer, and what each of the two got.
    Accepted(Chair, Chair, [Hand; 2]),
    LongestRoad(Option<Chair>),
    LargestArmy(Option<Chair>),
    Current(Chair),
    /// Several things in one message.
    Several(Vec<Told>),
    Refused,
    Scores,
    Dismissed,
    Reset(Chair),
    Deleted,
    /// There is such a game.
    Listed,
}

impl Said {
    /// Reads a message; nothing where it does not matter to us or makes no sense.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once('|').unwrap_or((text, ""));
        let kind: u16 = kind.parse().ok()?;
        let fields: Vec<&str> = rest.split([',', '|']).collect();
        match kind {
            9999 => return Some(Self::Ping),
            1071 => return Some(Self::Admitted),
            1059 => return Some(Self::TurnedAway(readable(rest))),
            1069 => return (fields[0] == "4").then_some(Self::NameTaken),
            // These two name the player first.
            1011 => {
                let [name, _, game] = fields[..] else { return None };
                return Some(Self::Of(game.to_owned(), Told::Left(name.to_owned())));
            }
            _ => {}
        }
        let (game, fields) = fields.split_first()?;
        let told = Told::read(kind, &Fields(fields))?;
        Some(Self::Of((*game).to_owned(), told))
    }
}

/// The fields of a message behind the name of the game.
struct Fields<'a>(&'a [&'a str]);

impl Fields<'_> {
    fn text(&self, place: usize) -> Option<String> {
        self.0.get(place).map(|text| (*text).to_owned())
    }

    fn number(&self, place: usize) -> Option<i32> {
        self.0.get(place)?.parse().ok()
    }

    fn numbers(&self, from: usize) -> Option<Vec<i32>> {
        self.0.get(from..)?.iter().map(|text| text.parse().ok()).collect()
    }

    /// A whole number that is not negative.
    fn count<T: TryFrom<i32>>(&self, place: usize) -> Option<T> {
        self.number(place)?.try_into().ok()
    }

    fn chair(&self, place: usize) -> Option<Chair> {
        chair(self.number(place)?)
    }

    /// Five numbers of cards.
    fn hand(&self, from: usize) -> Option<Hand> {
        let cards = (from..from + RESOURCE_ORDER.len()).zip(1..);
        let cards = cards.map(|(place, code)| Some((code, self.number(place)?)));
        hand(&cards.collect::<Option<Vec<_>>>()?)
    }

    /// What is given and got, five numbers each.
    fn terms(&self, from: usize) -> Option<Terms> {
        Some(Terms { give: self.hand(from)?, get: self.hand(from + 5)? })
    }

    /// The chairs that are marked as true, one mark for each.
    fn marked(&self, from: usize) -> Vec<Chair> {
        let marks = (0..MAX_PLAYERS).map(|chair| (chair, self.0.get(from + chair)));
        marks.filter(|(_, mark)| *mark == Some(&"true")).map(|(chair, _)| chair).collect()
    }

    /// Pairs of numbers.
    fn pairs(&self, from: usize) -> Option<Vec<(i32, i32)>> {
        Some(self.numbers(from)?.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }
}

/// The chair of a number; negative ones are nobody.
fn chair(number: i32) -> Option<Chair> {
    usize::try_from(number).ok().filter(|chair| *chair < MAX_PLAYERS)
}

/// Cards, from numbers of resources with how many there are.
fn hand(cards: &[(i32, i32)]) -> Option<Hand> {
    let mut counts = [0_u8; RESOURCE_ORDER.len()];
    for (code, count) in cards {
        let place = &mut counts[resource_of(*code)?.index()];
        let sum = i32::from(*place).checked_add(*count)?;
        *place = u8::try_from(sum).ok().filter(|_| (0..=MOST_CARDS).contains(&sum))?;
    }
    Some(Hand::from_counts(counts))
}

/// The development card of a number; several stand for points.
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

impl Told {
    fn read(kind: u16, fields: &Fields<'_>) -> Option<Self> {
        Some(match kind {
            1009 => {
                let code = fields.number(2)?;
                let action = match fields.number(1)? {
                    0 => Action::Road(edge_of(code)?),
                    1 => Action::Settlement(node_of(code)?),
                    2 => Action::City(node_of(code)?),
                    _ => return None,
                };
                Self::Placed(fields.chair(0)?, action)
            }
            1012 => Self::Sat(fields.chair(1)?, fields.text(0)?),
            1014 => {
                let numbers = fields.numbers(0)?;
                let (values, numbers) = numbers.get(..74)?.split_at(37);
                Self::Board(Box::new(Layout::read(values, numbers, false)?))
            }
            1084 => {
                let layout = Layout::read(&fields.array("HL")?, &fields.array("NL")?, true)?;
                Self::Board(Box::new(layout))
            }
            1015 => Self::Deleted,
            1016 | 1079 => Self::Listed,
            1017 => Self::Members,
            1023 => {
                let options = fields.0.get(1..)?.iter();
                Self::Invited(fields.chair(0)?, options.map(|it| (*it).to_owned()).collect())
            }
            1025 => Self::State(fields.count(0)?),
            1026 => Self::Turn(fields.chair(0)?, fields.count(1)?),
            1028 => Self::Rolled(fields.count(0).filter(|total| (2..=12).contains(total))?),
            1029 => Self::AskDiscard(fields.count(0)?),
            1033 => {
                let debtor = fields.0.first()?.strip_prefix('p')?.parse().ok()?;
                Self::Discarded(chair(debtor)?, fields.hand(1)?, fields.count(6)?)
            }
            1034 => Self::Robber(hex_of(fields.number(1)?)?),
            1036 => Self::AskVictim(fields.marked(usize::from(fields.0.first() == Some(&"NONE")))),
            // A reason is given to who wanted a trade that cannot be.
            1037 if fields.number(1).is_some_and(|reason| reason != 0) => Self::Refused,
            1037 => Self::Rejected(fields.chair(0)?),
            1038 => Self::Cleared(chair(fields.number(0)?)),
            1039 => {
                let got = [fields.hand(2)?, fields.hand(7)?];
                Self::Accepted(fields.chair(0)?, fields.chair(1)?, got)
            }
            1040 => Self::Bank(fields.chair(10)?, fields.terms(0)?),
            1041 => Self::Offered(fields.chair(0)?, fields.marked(1), fields.terms(5)?),
            1044 | 1104 => Self::Refused,
            1046 => Self::card(fields)?,
            1052 => Self::Plenty(fields.chair(5)?, fields.hand(0)?),
            1056 => Self::Dismissed,
            // The same number tells of times, which begin with a letter.
            1061 => fields.number(0).map(|_| Self::Scores)?,
            1063 => Self::Holds(fields.chair(0)?, fields.count(1)?),
            1066 => Self::LongestRoad(chair(fields.number(0)?)),
            1067 => Self::LargestArmy(chair(fields.number(0)?)),
            1072 => Self::Prompt(fields.chair(0)?),
            1074 => Self::Reset(fields.chair(0)?),
            1086 if fields.number(1) == Some(LOSES) => {
                Self::Paid(fields.chair(0)?, hand(&fields.pairs(2)?)?)
            }
            1090 if fields.number(1) == Some(3) => {
                Self::Monopolised(fields.chair(0)?, resource_of(fields.number(3)?)?)
            }
            1092 => Self::Gains(gains(&fields.numbers(1)?)?),
            1096 => {
                let told = fields.pairs(0)?.into_iter().filter_map(|(element, value)| {
                    Some(match element {
                        4 => Self::Current(chair(value)?),
                        5 => Self::LargestArmy(chair(value)),
                        6 => Self::LongestRoad(chair(value)),
                        _ => return None,
                    })
                });
                Self::Several(told.collect())
            }
            1102 => Self::Robbed(fields.chair(1)?, resource_of(fields.number(3)?)),
            _ => return None,
        })
    }

    fn card(fields: &Fields<'_>) -> Option<Self> {
        let action = fields.number(1)?;
        if action == 4 {
            return Some(Self::Refused);
        }
        let (chair, code) = (fields.chair(0)?, fields.number(2)?);
        Some(match action {
            0 => Self::Drew(chair, card(code)),
            1 => Self::Played(chair, card(code)?),
            3 => {
                let cards = fields.numbers(2)?;
                let points = cards.iter().filter(|code| card(**code) == Some(Card::VictoryPoint));
                Self::Revealed(chair, points.count().try_into().ok()?)
            }
            _ => return None,
        })
    }
}

/// The action of a message about several elements of a player by which it loses some.
const LOSES: i32 = 102;

/// What each of some players gained: its chair, its new number of cards, amounts with resources, and a
/// zero before the next.
fn gains(numbers: &[i32]) -> Option<Vec<(Chair, Hand)>> {
    let mut gains = Vec::new();
    let mut rest = numbers;
    while let [player, _, pairs @ ..] = rest {
        let cards = pairs.chunks_exact(2).take_while(|pair| pair[0] != 0);
        let cards: Vec<(i32, i32)> = cards.map(|pair| (pair[1], pair[0])).collect();
        gains.push((chair(*player)?, hand(&cards)?));
        rest = pairs.get(2 * cards.len() + 1..).unwrap_or_default();
    }
    Some(gains)
}

impl Fields<'_> {
    /// The numbers of a named part of a layout: how many there are, and then all of them.
    fn array(&self, name: &str) -> Option<Vec<i32>> {
        let at = self.0.iter().position(|field| *field == name)? + 1;
        let length: usize = self.0.get(at)?.strip_prefix('[')?.parse().ok()?;
        let numbers = self.0.get(at + 1..)?.get(..length)?;
        numbers.iter().map(|text| text.parse().ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(text: &str) -> Option<Told> {
        match Said::read(text)? {
            Said::Of(game, told) => {
                assert_eq!(game, "g");
                Some(told)
            }
            _ => panic!("{text}"),
        }
    }

    fn cards(text: &str) -> Hand {
        text.chars().fold(Hand::EMPTY, |hand, letter| {
            hand.plus(Resource::from_letter(letter).map(Hand::one).unwrap())
        })
    }

    #[test]
    fn messages_of_recorded_games_are_read() {
        let gains = vec![(0, cards("WH")), (1, cards("W")), (3, cards("H"))];
        assert_eq!(told("1092|g|3|0|7|1|4|1|5|0|1|4|1|5|0|3|5|1|4"), Some(Told::Gains(gains)));
        let paid = Told::Paid(1, cards("SHO"));
        assert_eq!(told("1086|g|1|102|2|1|3|1|4|1"), Some(paid));
        assert_eq!(told("1086|g|1|100|1|0|2|1|3|2|4|1|5|0"), None);
        assert_eq!(told("1033|g,p0,0,0,0,0,0,4"), Some(Told::Discarded(0, Hand::EMPTY, 4)));
        assert_eq!(told("1046|g,1,3,5,4"), Some(Told::Revealed(1, 2)));
        assert_eq!(told("1046|g,-1,4,9"), Some(Told::Refused));
        assert_eq!(told("1102|g,0,2,R,6,1,T"), Some(Told::Robbed(2, None)));
        assert_eq!(told("1102|g,0,2,R,1,1,T"), Some(Told::Robbed(2, Some(Resource::Brick))));
        assert_eq!(told("1037|g,1"), Some(Told::Rejected(1)));
        assert_eq!(told("1037|g,-1,2"), Some(Told::Refused));
        assert_eq!(told("1038|g,-1"), Some(Told::Cleared(None)));
        assert_eq!(told("1028|g,-1"), None);
        assert_eq!(told("1061|g,t2,1794764540,0,0"), None);
        assert_eq!(told("1036|g,NONE,true,false,true,false"), Some(Told::AskVictim(vec![0, 2])));
        let several = vec![Told::LongestRoad(None), Told::LargestArmy(Some(2))];
        assert_eq!(told("1096|g|2|25|6|-1|5|2"), Some(Told::Several(several)));
        assert_eq!(Said::read("1083"), None);
        assert_eq!(Said::read("1069|4,in use"), Some(Said::NameTaken));
        let left = Said::Of("g".to_owned(), Told::Left("robot 1".to_owned()));
        assert_eq!(Said::read("1011|robot 1,-,g"), Some(left));
    }

    #[test]
    fn what_is_out_of_range_is_not_read() {
        for text in [
            "",
            "|",
            "x|g",
            "1026",
            "1026|g,4,15",
            "1026|g,-1,15",
            "1026|g,0",
            "1026|g,0,99999",
            "1028|g,13",
            "1009|g,0,0,0",
            "1009|g,0,3,135",
            "1009|g,0,1,99999999999",
            "1034|g,0,0",
            "1033|g,0,0,0,0,0,0,4",
            "1033|g,p0,0,0,0,0,0,-4",
            "1040|g,1,0,0,0,0,0,0,0,0,256,1",
            "1040|g,1,0,0,0,0,0,0,0,0,-1,1",
            "1086|g|0|102|6|1",
            "1086|g|0|102|1|95|1|95",
            "1092|g|1|9|5|1|1",
            "70000|g",
            "1014|g,1,2,3",
            "1011|a",
            "1069|9,x",
            "1090|g,0,3,2,9",
        ] {
            assert_eq!(Said::read(text), None, "{text}");
        }
    }

    #[test]
    fn an_offer_is_read_as_it_was_sent() {
        let sent = "1041|g,1,true,false,true,true,0,0,2,0,0,0,0,0,1,0";
        let terms = Terms { give: cards("SS"), get: cards("H") };
        assert_eq!(told(sent), Some(Told::Offered(1, vec![0, 2, 3], terms)));
        assert_eq!(frame("1031|g"), b"\0\x061031|g");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_not(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let text = letters(&bytes);
            Said::read(&text);
            prop_assert_eq!(&frame(&text)[2..], &bytes[..]);
            readable(&text);
        }

        #[test]
        fn any_fields_are_read_or_not(
            kind in 1009_u16..1105,
            fields in prop::collection::vec("-?[0-9]{1,4}|true|p1|\\[3|HL|NL", 0..80),
        ) {
            Said::read(&format!("{kind}|g,{}", fields.join(",")));
        }
    }
}
