//! Sentences in words that people use, in English and Japanese.

use kakehiki_core::{Seat, Tongue};

use super::sentence::{Channel, Part, Quotation, Sentence, Verb, Whom};
use crate::rules::role::{Role, Species};

impl Sentence {
    /// What the sentence says when `speaker` says it.
    pub fn plain(&self, speaker: Seat, tongue: Tongue) -> String {
        if *self == Self::UNREAD {
            return match tongue {
                Tongue::English => "Something else.",
                Tongue::Japanese => "ほかのこと。",
            }
            .to_owned();
        }
        let speaker = Whom::from(speaker);
        let teller = Teller { parts: self.parts(), speaker };
        match tongue {
            Tongue::English => {
                let text = teller.english(0, speaker, Context::default()).0;
                let mut letters = text.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string());
                let end = if text.ends_with('?') { "" } else { "." };
                format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
            }
            Tongue::Japanese => format!("{}。", teller.japanese(0, speaker, Context::default()).0),
        }
    }
}

impl Role {
    /// The role in words.
    pub const fn plain(self, tongue: Tongue) -> &'static str {
        match tongue {
            Tongue::English => match self {
                Self::Bodyguard => "the bodyguard",
                Self::Freemason => "a freemason",
                Self::Medium => "the medium",
                Self::Possessed => "the possessed",
                Self::Seer => "the seer",
                Self::Villager => "a villager",
                Self::Werewolf => "a werewolf",
                Self::Fox => "the fox",
                Self::Any => "somebody of some role",
            },
            Tongue::Japanese => match self {
                Self::Bodyguard => "狩人",
                Self::Freemason => "共有者",
                Self::Medium => "霊媒師",
                Self::Possessed => "裏切り者",
                Self::Seer => "占い師",
                Self::Villager => "村人",
                Self::Werewolf => "人狼",
                Self::Fox => "妖狐",
                Self::Any => "何らかの役職",
            },
        }
    }
}

impl Species {
    /// The species in words.
    pub const fn plain(self, tongue: Tongue) -> &'static str {
        match (tongue, self) {
            (Tongue::English, Self::Human) => "human",
            (Tongue::English, Self::Werewolf) => "a werewolf",
            (Tongue::English, Self::Any) => "human or werewolf",
            (Tongue::Japanese, Self::Human) => "人間",
            (Tongue::Japanese, Self::Werewolf) => "人狼",
            (Tongue::Japanese, Self::Any) => "人間か人狼",
        }
    }
}

struct Teller<'a> {
    parts: &'a [Part],
    speaker: Whom,
}

/// Where in a sentence something stands.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Inside another operator, where several clauses must be kept together.
    is_inner: bool,
    /// Inside a question, where anybody means: who?
    is_asked: bool,
}

impl Teller<'_> {
    fn subject(&self, place: usize, implied: Whom) -> (Part, Whom) {
        let part = self.parts.get(place).copied().unwrap_or(Part::new(Verb::Skip, Whom::ANY, 0));
        (part, if part.subject == Whom::OMITTED { implied } else { part.subject })
    }

    /// The clauses of a part, each in words, and the place behind them.
    fn clauses(
        &self,
        place: usize,
        part: Part,
        subject: Whom,
        context: Context,
        tell: impl Fn(&Self, usize, Whom, Context) -> (String, usize),
    ) -> (Vec<String>, usize) {
        let implied = part.implies(subject);
        let is_asked = context.is_asked || part.verb == Verb::Inquire;
        let context = Context { is_inner: true, is_asked };
        let mut next = place + 1;
        let mut told = Vec::new();
        for _ in 0..part.clauses() {
            let (text, behind) = tell(self, next, implied, context);
            told.push(text);
            next = behind;
        }
        (told, next)
    }

    fn name(&self, whom: Whom, tongue: Tongue, context: Context) -> String {
        let is_speaker = whom == self.speaker;
        match (tongue, whom.as_number()) {
            (Tongue::English, _) if is_speaker => "I".to_owned(),
            (Tongue::Japanese, _) if is_speaker => "私".to_owned(),
            (Tongue::English, Some(number)) => format!("player {number}"),
            (Tongue::Japanese, Some(number)) => format!("プレイヤー{number}"),
            (Tongue::English, None) if context.is_asked => "who".to_owned(),
            (Tongue::Japanese, None) if context.is_asked => "誰".to_owned(),
            (Tongue::English, None) => "anybody".to_owned(),
            (Tongue::Japanese, None) => "誰か".to_owned(),
        }
    }

    fn object(&self, whom: Whom, context: Context) -> String {
        match self.name(whom, Tongue::English, context).as_str() {
            "I" => "me".to_owned(),
            "who" => "whom".to_owned(),
            name => name.to_owned(),
        }
    }

    fn english(&self, place: usize, implied: Whom, context: Context) -> (String, usize) {
        let (part, subject) = self.subject(place, implied);
        let (clauses, next) = self.clauses(place, part, subject, context, Self::english);
        let clause = |index: usize| clauses.get(index).cloned().unwrap_or_default();
        let is_speaker = subject == self.speaker;
        let who = self.name(subject, Tongue::English, context);
        let target = self.object(part.target, context);
        let be = |whom: Whom| if whom == self.speaker { "am" } else { "is" };
        let (named, is) = (self.name(part.target, Tongue::English, context), be(part.target));
        let with_s = |verb: &str| format!("{verb}{}", if is_speaker { "" } else { "s" });
        let role = match part.role() {
            Role::Any if context.is_asked => "of what role",
            role => role.plain(Tongue::English),
        };
        let species = part.species().plain(Tongue::English);
        let text = match part.verb {
            Verb::Skip => "nothing for now".to_owned(),
            Verb::Over => "nothing more today".to_owned(),
            Verb::Estimate => format!("{who} {} that {named} {is} {role}", with_s("think")),
            Verb::ComingOut if is_speaker && part.target == self.speaker => format!("I am {role}"),
            Verb::ComingOut => format!("{who} {} that {named} {is} {role}", with_s("declare")),
            Verb::Divined => format!("{who} divined {target}: {species}"),
            Verb::Identified => format!("{who} learned as a medium that {named} was {species}"),
            Verb::Divination => format!("{who} will divine {target}"),
            Verb::Guard => format!("{who} will guard {target}"),
            Verb::Vote => format!("{who} will vote for {target}"),
            Verb::Attack => format!("{who} will attack {target}"),
            Verb::Guarded => format!("{who} guarded {target}"),
            Verb::Voted => format!("{who} voted for {target}"),
            Verb::Attacked => format!("{who} attacked {target}"),
            Verb::Agree | Verb::Disagree => {
                let verb = if part.verb == Verb::Agree { "agree" } else { "disagree" };
                let Quotation { channel, day, id } = part.quotation();
                let channel = if channel == Channel::Talk { "talk" } else { "whisper" };
                format!("{who} {} with {channel} {id} of day {day}", with_s(verb))
            }
            Verb::Request => {
                format!("{who} {} {target}: let it be that {}", with_s("ask"), clause(0))
            }
            Verb::Inquire => format!("{who} {} {target}: {}?", with_s("ask"), clause(0)),
            Verb::Because => format!("because {}, {}", clause(0), clause(1)),
            Verb::Xor => format!("either {}, or {}, not both", clause(0), clause(1)),
            Verb::And => grouped(&clauses.join(", and "), clauses.len(), context),
            Verb::Or => grouped(&clauses.join(", or "), clauses.len(), context),
            Verb::Not => format!("it is not so that {}", clause(0)),
            Verb::Day => format!("on day {}, {}", part.detail, clause(0)),
        };
        let is_told = is_told_of(part, implied);
        (if is_told { format!("{who} says that {text}") } else { text }, next)
    }

    fn japanese(&self, place: usize, implied: Whom, context: Context) -> (String, usize) {
        let (part, subject) = self.subject(place, implied);
        let (clauses, next) = self.clauses(place, part, subject, context, Self::japanese);
        let clause = |index: usize| clauses.get(index).cloned().unwrap_or_default();
        let who = self.name(subject, Tongue::Japanese, context);
        let target = self.name(part.target, Tongue::Japanese, context);
        let role = match part.role() {
            Role::Any if context.is_asked => "どの役職",
            role => role.plain(Tongue::Japanese),
        };
        let species = part.species().plain(Tongue::Japanese);
        let text = match part.verb {
            Verb::Skip => "今は話すことがない".to_owned(),
            Verb::Over => "今日はもう話すことがない".to_owned(),
            Verb::Estimate => format!("{who}は{target}が{role}だと思う"),
            Verb::ComingOut if subject == self.speaker && part.target == self.speaker => {
                format!("私は{role}だ")
            }
            Verb::ComingOut => format!("{who}は{target}が{role}だと宣言する"),
            Verb::Divined => format!("{who}が{target}を占った結果は{species}だった"),
            Verb::Identified => format!("{who}が{target}を霊媒した結果は{species}だった"),
            Verb::Divination => format!("{who}は{target}を占う"),
            Verb::Guard => format!("{who}は{target}を護衛する"),
            Verb::Vote => format!("{who}は{target}に投票する"),
            Verb::Attack => format!("{who}は{target}を襲撃する"),
            Verb::Guarded => format!("{who}は{target}を護衛した"),
            Verb::Voted => format!("{who}は{target}に投票した"),
            Verb::Attacked => format!("{who}は{target}を襲撃した"),
            Verb::Agree | Verb::Disagree => {
                let verb = if part.verb == Verb::Agree { "賛成" } else { "反対" };
                let Quotation { channel, day, id } = part.quotation();
                let channel = if channel == Channel::Talk { "発言" } else { "囁き" };
                format!("{who}は{day}日目の{channel}{id}に{verb}する")
            }
            Verb::Request => format!("{who}は{target}に求める：「{}」", clause(0)),
            Verb::Inquire => format!("{who}は{target}に尋ねる：「{}」のか", clause(0)),
            Verb::Because => format!("{}から、{}", clause(0), clause(1)),
            Verb::Xor => {
                format!("「{}」と「{}」のどちらか一方だけが正しい", clause(0), clause(1))
            }
            Verb::And => grouped(&clauses.join("、かつ"), clauses.len(), context),
            Verb::Or => grouped(&clauses.join("、または"), clauses.len(), context),
            Verb::Not => format!("「{}」ということはない", clause(0)),
            Verb::Day => format!("{}日目に{}", part.detail, clause(0)),
        };
        let is_told = is_told_of(part, implied);
        (if is_told { format!("{who}が言うには、{text}") } else { text }, next)
    }
}

/// Whether a part puts its clauses into somebody else's mouth without naming that one in its words.
fn is_told_of(part: Part, implied: Whom) -> bool {
    let names_nobody = matches!(
        part.verb,
        Verb::Because | Verb::Xor | Verb::And | Verb::Or | Verb::Not | Verb::Day
    );
    names_nobody && part.subject != Whom::OMITTED && part.subject != implied
}

/// Several clauses kept together inside another operator.
fn grouped(text: &str, clauses: usize, context: Context) -> String {
    if clauses > 1 && context.is_inner { format!("({text})") } else { text.to_owned() }
}
