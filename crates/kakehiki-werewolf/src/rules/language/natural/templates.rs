//! Putting remarks into words.

use kakehiki_core::{GameRng, Seat, Tongue};
use rand::RngExt;

use super::{
    length::{Counting, Lengths},
    names::Names,
    remark::Remark,
};
use crate::rules::{
    language::sentence::{Sentence, Verb},
    role::{Role, Species},
};

/// How somebody puts sentences into words.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// The language.
    pub tongue: Tongue,
    /// Who speaks.
    pub speaker: Seat,
    /// What everybody is called.
    pub names: &'a Names,
    /// How long it may be.
    pub lengths: Lengths,
}

impl Wording<'_> {
    /// A sentence in plain words, one of several ways; `Skip` and `Over` as the servers spell them. What
    /// has no words or no room is left out, and where that is all of it something is said that means
    /// nothing.
    pub fn put(&self, sentence: &Sentence, rng: &mut GameRng) -> String {
        match sentence.verb() {
            Verb::Skip => return "Skip".to_owned(),
            Verb::Over => return "Over".to_owned(),
            _ => {}
        }
        let (remarks, is_reasoned) = Remark::of(sentence, self.speaker, self.names.len());
        let mut said = String::new();
        for remark in &remarks {
            let joint = match self.tongue {
                _ if !is_reasoned || said.is_empty() => "",
                Tongue::Japanese => "だから、",
                Tongue::English => "Therefore ",
            };
            let space = if said.is_empty() || self.tongue == Tongue::Japanese { "" } else { " " };
            let ways = self.ways(*remark);
            let first = rng.random_range(0..ways.len());
            // What is too long in one way may fit in another.
            let longer = ways.iter().cycle().skip(first).take(ways.len());
            let longer = longer.map(|way| format!("{said}{space}{joint}{way}"));
            if let Some(longer) = longer.into_iter().find(|text| self.fits(text)) {
                said = longer;
            }
        }
        if said.is_empty() { self.filler(rng) } else { said }
    }

    fn fits(&self, text: &str) -> bool {
        self.lengths.cut(text, self.speaker, self.names) == text
    }

    /// Something that means nothing.
    fn filler(&self, rng: &mut GameRng) -> String {
        let ways: &[&str] = match self.tongue {
            Tongue::Japanese => &["もう少し考えます。", "なるほど。", "ふむ。"],
            Tongue::English => &["I need to think more.", "I see.", "Hm."],
        };
        let first = rng.random_range(0..ways.len());
        let mut fitting = ways.iter().cycle().skip(first).take(ways.len());
        let fitting = fitting.find(|way| self.fits(way));
        fitting.map_or_else(|| Counting::default().cut(ways[0], 1), |way| (*way).to_owned())
    }

    /// All ways to make a remark; each is read back as what it was.
    pub fn ways(&self, remark: Remark) -> Vec<String> {
        let name = remark.target().map_or("", |target| self.names.name(target));
        match self.tongue {
            Tongue::Japanese => japanese(remark, name),
            Tongue::English => english(remark, name),
        }
    }
}

fn japanese(remark: Remark, name: &str) -> Vec<String> {
    let species = |species: Species| if species == Species::Werewolf { "人狼" } else { "人間" };
    match remark {
        Remark::Claims(role) => {
            let role = japanese_role(role);
            vec![
                format!("私は{role}です。"),
                format!("{role}COします。"),
                format!("実は私が{role}です。"),
            ]
        }
        Remark::Divined(_, found) => {
            let found = species(found);
            vec![
                format!("{name}さんを占った結果、{found}でした。"),
                format!("占いの結果、{name}さんは{found}でした。"),
                format!("{name}さんを占ったら{found}でした。"),
            ]
        }
        Remark::Identified(_, found) => {
            let found = species(found);
            vec![
                format!("霊媒の結果、{name}さんは{found}でした。"),
                format!("霊媒結果です、{name}さんは{found}でした。"),
            ]
        }
        Remark::Thinks(_, Role::Werewolf) => vec![
            format!("{name}さんが人狼だと思います。"),
            format!("{name}さんが怪しいです。"),
            format!("私は{name}さんを疑っています。"),
            format!("{name}さんが人狼かもしれません。"),
        ],
        Remark::Thinks(_, Role::Villager) => vec![
            format!("{name}さんは村人だと思います。"),
            format!("{name}さんを信じています。"),
            format!("{name}さんは人間だと思います。"),
        ],
        Remark::Thinks(_, role) => {
            let role = japanese_role(role);
            vec![
                format!("{name}さんは{role}だと思います。"),
                format!("{name}さんが{role}でしょう。"),
            ]
        }
        Remark::Votes(_) => vec![
            format!("{name}さんに投票します。"),
            format!("今日は{name}さんに投票するつもりです。"),
            format!("私は{name}さんに入れます。"),
        ],
        Remark::Voted(_) => vec![
            format!("昨日は{name}さんに投票しました。"),
            format!("私は{name}さんに投票しました。"),
        ],
        Remark::Calls(_) => vec![
            format!("みなさん、{name}さんに投票してください。"),
            format!("{name}さんに投票しましょう。"),
            format!("今日は{name}さんを吊りましょう。"),
        ],
        Remark::Divines(_) => {
            vec![
                format!("今夜は{name}さんを占います。"),
                format!("次は{name}さんを占うつもりです。"),
            ]
        }
        Remark::Guards(_) => {
            vec![format!("今夜は{name}さんを護衛します。"), format!("{name}さんを守るつもりです。")]
        }
        Remark::Guarded(_) => {
            vec![format!("昨夜は{name}さんを護衛しました。"), format!("{name}さんを守りました。")]
        }
        Remark::Attacks(_) => {
            vec![
                format!("今夜は{name}さんを襲撃しましょう。"),
                format!("{name}さんを襲いましょう。"),
            ]
        }
    }
}

fn english(remark: Remark, name: &str) -> Vec<String> {
    let species =
        |species: Species| if species == Species::Werewolf { "a werewolf" } else { "human" };
    match remark {
        Remark::Claims(role) => {
            let (article, role) = english_role(role);
            vec![format!("I am {article} {role}."), format!("I'm {article} {role}.")]
        }
        Remark::Divined(_, found) => {
            let found = species(found);
            vec![
                format!("I divined {name} and {name} is {found}."),
                format!("My divination shows that {name} is {found}."),
                format!("I checked {name}: {found}."),
            ]
        }
        Remark::Identified(_, found) => {
            let found = species(found);
            vec![
                format!("As the medium I know that {name} was {found}."),
                format!("My medium result: {name} was {found}."),
            ]
        }
        Remark::Thinks(_, Role::Werewolf) => vec![
            format!("I think {name} is a werewolf."),
            format!("I suspect {name}."),
            format!("{name} is suspicious."),
            format!("I believe {name} is the wolf."),
        ],
        Remark::Thinks(_, Role::Villager) => vec![
            format!("I think {name} is human."),
            format!("I trust {name}."),
            format!("I believe {name} is a villager."),
        ],
        Remark::Thinks(_, role) => {
            let (article, role) = english_role(role);
            vec![
                format!("I think {name} is {article} {role}."),
                format!("I believe {name} is {article} {role}."),
            ]
        }
        Remark::Votes(_) => vec![
            format!("I will vote for {name}."),
            format!("I'm voting for {name}."),
            format!("My vote goes to {name}."),
        ],
        Remark::Voted(_) => {
            vec![format!("I voted for {name}."), format!("Yesterday I voted for {name}.")]
        }
        Remark::Calls(_) => vec![
            format!("Everyone please vote for {name}."),
            format!("Let's vote for {name}."),
            format!("We should execute {name}."),
        ],
        Remark::Divines(_) => {
            vec![format!("I will divine {name} tonight."), format!("I'm going to check {name}.")]
        }
        Remark::Guards(_) => {
            vec![format!("I will guard {name} tonight."), format!("I plan to protect {name}.")]
        }
        Remark::Guarded(_) => {
            vec![format!("I guarded {name} last night."), format!("I protected {name}.")]
        }
        Remark::Attacks(_) => {
            vec![format!("Let's attack {name} tonight."), format!("We should attack {name}.")]
        }
    }
}

const fn japanese_role(role: Role) -> &'static str {
    match role {
        Role::Seer => "占い師",
        Role::Medium => "霊媒師",
        Role::Bodyguard => "騎士",
        Role::Possessed => "狂人",
        Role::Werewolf => "人狼",
        _ => "村人",
    }
}

const fn english_role(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Seer => ("the", "seer"),
        Role::Medium => ("the", "medium"),
        Role::Bodyguard => ("the", "bodyguard"),
        Role::Possessed => ("the", "possessed"),
        Role::Werewolf => ("a", "werewolf"),
        _ => ("a", "villager"),
    }
}
