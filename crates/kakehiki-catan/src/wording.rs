//! Statements in words that people use, in English and Japanese.
//!
//! Every statement has one meaning and several wordings, so that one who says the same thing often does
//! not always say it in the same words.

use kakehiki_bargain::Statement;
use kakehiki_core::{Seat, Tongue};

use crate::rules::{
    Card, Comparison, Fact, Hidden, Intention, MAX_PLAYERS, Opinion, Resource, Spoken,
};

/// Puts the statements of a game into words. It remembers which card each player named last, and
/// which wording came last.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    named: [Option<Card>; MAX_PLAYERS],
    spoken: usize,
}

impl Wording {
    /// Nothing has been said.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a player says, in words.
    pub fn say(&mut self, speaker: Seat, statement: Spoken, tongue: Tongue) -> String {
        let is_again = match statement {
            Statement::Fact(Fact { kind: Hidden::Drawn(card), .. }) => {
                let named = &mut self.named[speaker.index() % MAX_PLAYERS];
                named.replace(card) == Some(card)
            }
            _ => false,
        };
        let wordings = wordings(speaker, statement, is_again, tongue);
        self.spoken += 1;
        wordings[self.spoken % wordings.len()].clone()
    }
}

/// All ways to say the same thing.
fn wordings(speaker: Seat, statement: Spoken, is_again: bool, tongue: Tongue) -> Vec<String> {
    let is_japanese = tongue == Tongue::Japanese;
    match statement {
        Statement::Fact(fact) => about_fact(speaker, fact, is_again, tongue),
        Statement::Intention(Intention::NotRob(seat)) if is_japanese => {
            vec![
                format!("{}からは奪わないよ。", player(seat, tongue)),
                format!("{}は狙わない。", player(seat, tongue)),
            ]
        }
        Statement::Intention(Intention::NotRob(seat)) => {
            let player = player(seat, tongue);
            vec![format!("I shall not rob {player}."), format!("The robber will spare {player}.")]
        }
        Statement::Intention(Intention::LastOffer) if is_japanese => {
            vec!["これが最後の提案だ。".to_owned(), "次の提案はもうないよ。".to_owned()]
        }
        Statement::Intention(Intention::LastOffer) => {
            vec!["This is my last offer.".to_owned(), "I shall not ask again.".to_owned()]
        }
        Statement::Opinion(Opinion::Winning(seat)) if is_japanese => {
            vec![
                format!("{}が勝ちそうだ。", player(seat, tongue)),
                format!("{}を止めないと。", player(seat, tongue)),
            ]
        }
        Statement::Opinion(Opinion::Winning(seat)) => {
            let player = player(seat, tongue);
            vec![format!("{player} is winning."), format!("Somebody has to stop {player}.")]
        }
    }
}

fn about_fact(speaker: Seat, fact: Fact, is_again: bool, tongue: Tongue) -> Vec<String> {
    let is_own = fact.seat == speaker;
    let count = fact.count;
    let owner = player(fact.seat, tongue);
    let is_none = (fact.comparison, count) == (Comparison::Below, 1)
        || (fact.comparison, count) == (Comparison::Exactly, 0);
    match (fact.kind, tongue) {
        (Hidden::Drawn(card), Tongue::English) => {
            let card = card_word(card, tongue);
            let again = if is_again { "another " } else { "" };
            vec![format!("Hm, {again}{card}..."), format!("So it is {again}{card}.")]
        }
        (Hidden::Drawn(card), Tongue::Japanese) => {
            let card = card_word(card, tongue);
            let again = if is_again { "また" } else { "" };
            vec![format!("{again}{card}カードか…"), format!("{again}{card}を引いたな。")]
        }
        (Hidden::Points, Tongue::English) => {
            let who = if is_own { "I have".to_owned() } else { format!("{owner} has") };
            vec![format!("{who} {} points.", amount(fact, tongue))]
        }
        (Hidden::Points, Tongue::Japanese) => {
            let who = if is_own { "自分".to_owned() } else { owner };
            vec![format!("{who}は{}点だ。", amount(fact, tongue))]
        }
        (kind, Tongue::English) => {
            let what = kind_word(kind, tongue);
            match (is_own, is_none) {
                (true, true) => vec![
                    format!("There is no {what} in my hand..."),
                    format!("If only I had some {what}!"),
                    format!("Not a single {what}."),
                ],
                (true, false) => vec![
                    format!("I have {} {what}.", amount(fact, tongue)),
                    format!("My {what}: {}.", amount(fact, tongue)),
                ],
                (false, true) => vec![format!("{owner} has no {what}.")],
                (false, false) => vec![format!("{owner} has {} {what}.", amount(fact, tongue))],
            }
        }
        (kind, Tongue::Japanese) => {
            let what = kind_word(kind, tongue);
            match (is_own, is_none) {
                (true, true) => vec![
                    format!("手元に{what}が一枚もないな…"),
                    format!("{what}さえあればなあ。"),
                    format!("{what}が全然来ない。"),
                ],
                (true, false) => vec![
                    format!("{what}は{}枚ある。", amount(fact, tongue)),
                    format!("手元の{what}は{}枚だ。", amount(fact, tongue)),
                ],
                (false, true) => vec![format!("{owner}は{what}を持っていない。")],
                (false, false) => {
                    vec![format!("{owner}は{what}を{}枚持っている。", amount(fact, tongue))]
                }
            }
        }
    }
}

fn player(seat: Seat, tongue: Tongue) -> String {
    let number = seat.index() + 1;
    match tongue {
        Tongue::English => format!("player {number}"),
        Tongue::Japanese => format!("プレイヤー{number}"),
    }
}

/// How many, in words.
fn amount(fact: Fact, tongue: Tongue) -> String {
    let count = fact.count;
    match (fact.comparison, tongue) {
        (Comparison::AtLeast, Tongue::English) => format!("at least {count}"),
        (Comparison::Below, Tongue::English) => format!("fewer than {count}"),
        (Comparison::Exactly, Tongue::English) => format!("exactly {count}"),
        (Comparison::AtLeast, Tongue::Japanese) => format!("少なくとも{count}"),
        (Comparison::Below, Tongue::Japanese) => format!("{count}未満の"),
        (Comparison::Exactly, Tongue::Japanese) => format!("ちょうど{count}"),
    }
}

fn kind_word(kind: Hidden, tongue: Tongue) -> &'static str {
    match kind {
        Hidden::Resource(resource) => resource_word(resource, tongue),
        Hidden::Card(card) | Hidden::Drawn(card) => card_word(card, tongue),
        Hidden::Points => match tongue {
            Tongue::English => "points",
            Tongue::Japanese => "点",
        },
    }
}

fn resource_word(resource: Resource, tongue: Tongue) -> &'static str {
    match (resource, tongue) {
        (Resource::Wood, Tongue::Japanese) => "木材",
        (Resource::Brick, Tongue::Japanese) => "粘土",
        (Resource::Sheep, Tongue::Japanese) => "羊",
        (Resource::Wheat, Tongue::Japanese) => "穀物",
        (Resource::Ore, Tongue::Japanese) => "鉱石",
        (resource, Tongue::English) => resource.word(),
    }
}

fn card_word(card: Card, tongue: Tongue) -> &'static str {
    match (card, tongue) {
        (Card::Knight, Tongue::English) => "knight",
        (Card::RoadBuilding, Tongue::English) => "road building",
        (Card::YearOfPlenty, Tongue::English) => "year of plenty",
        (Card::Monopoly, Tongue::English) => "monopoly",
        (Card::VictoryPoint, Tongue::English) => "victory point",
        (Card::Knight, Tongue::Japanese) => "騎士",
        (Card::RoadBuilding, Tongue::Japanese) => "街道",
        (Card::YearOfPlenty, Tongue::Japanese) => "収穫",
        (Card::Monopoly, Tongue::Japanese) => "独占",
        (Card::VictoryPoint, Tongue::Japanese) => "勝利ポイント",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Action;

    fn spoken(text: &str) -> Spoken {
        match text.parse() {
            Ok(Action::Say(statement)) => statement,
            _ => panic!("{text}"),
        }
    }

    #[test]
    fn the_same_card_twice_running_comes_again() {
        let (me, you) = (Seat::new(0), Seat::new(1));
        for (tongue, word) in [(Tongue::English, "another"), (Tongue::Japanese, "また")] {
            let mut wording = Wording::new();
            let mut says =
                |speaker, text: &str| wording.say(speaker, spoken(text), tongue).contains(word);
            assert!(!says(me, "say:P0:drew-knight>=1"));
            assert!(!says(you, "say:P1:drew-knight>=1"), "somebody else");
            assert!(says(me, "say:P0:drew-knight>=1"));
            assert!(!says(me, "say:P0:drew-monopoly>=1"));
            assert!(!says(me, "say:P0:drew-knight>=1"));
        }
    }

    /// Nothing is said in two ways that mean different things, and nothing in the other language.
    #[test]
    fn every_statement_has_words_in_both_languages() {
        for text in [
            "say:P0:brick<1",
            "say:P0:ore=0",
            "say:P0:ore=1",
            "say:P0:ore>=2",
            "say:P1:wheat>=1",
            "say:P1:wheat<1",
            "say:P0:points=8",
            "say:P1:points>=8",
            "say:P0:knight<3",
            "say:will:not-rob:P1",
            "say:will:last-offer",
            "say:think:winning:P1",
        ] {
            for tongue in Tongue::ALL {
                let all = wordings(Seat::new(0), spoken(text), false, tongue);
                let mut wording = Wording::new();
                let said: std::collections::BTreeSet<String> =
                    (0..6).map(|_| wording.say(Seat::new(0), spoken(text), tongue)).collect();
                assert_eq!(said.len(), all.len(), "{text}");
                for words in all {
                    assert_eq!(words.is_ascii(), tongue == Tongue::English, "{words}");
                    assert!(words.ends_with(['.', '!', '。', '…']), "{words}");
                }
            }
        }
    }
}
