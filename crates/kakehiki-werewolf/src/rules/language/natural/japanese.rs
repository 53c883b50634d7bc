//! Reading Japanese.

use kakehiki_core::Seat;

use super::{
    Reading, Remark,
    prepared::{Clause, Prepared, begins, first_named, has, is_self, last_named, places, seat_of},
};
use crate::rules::role::{Role, Species};

const ROLES: [(&str, Role); 14] = [
    ("占い師", Role::Seer),
    ("占師", Role::Seer),
    ("霊媒師", Role::Medium),
    ("霊能者", Role::Medium),
    ("霊能", Role::Medium),
    ("霊媒", Role::Medium),
    ("騎士", Role::Bodyguard),
    ("狩人", Role::Bodyguard),
    ("素村", Role::Villager),
    ("村人", Role::Villager),
    ("狂人", Role::Possessed),
    ("裏切り者", Role::Possessed),
    ("人狼", Role::Werewolf),
    ("占い", Role::Seer),
];

const PRONOUNS: &str = "私|わたし|あたし|僕|ぼく|俺|おれ|わし|自分|あたい";

/// What makes a sentence tell of something that may not be, or of what others say.
const SUPPOSED: &str =
    "もし|仮に|とすると|だとしたら|だったら|ならば|かどうか|のどちらか|かのどちら";
const REPORTED: &str = "とのこと|と言って|と言った|と言う|と名乗|と主張|という意見|ようです|ようだ|みたい|らしい|名乗ったのは";

/// What makes a word for a role or a species an opinion.
const OPINIONS: &str = "と思|と考え|と感じ|と見て|と睨|だろう|やろ|でしょう|かも|っぽい|ぽい|寄り|可能性|かな|気がし|にしか見え|はずです|じゃないか|最有力|候補|位置|に見え|と確信|と推理|おそらく";

/// Who else should do something.
const CALLING: &str = "みなさん|皆さん|みんな|皆で|ください|下さい|お願い|ましょう|くれ|べき|ほしい|ませんか|ろう|しようや";

struct Reader<'a> {
    reading: &'a mut Reading,
    speaker: Seat,
    /// Whom the sentence before was about.
    topic: Option<Seat>,
    /// What the speaker has claimed to be.
    claimed: Option<Role>,
    /// Whether the utterance calls itself the report of a divination.
    is_report: bool,
}

/// Adds what an utterance tells.
pub(super) fn read(prepared: &Prepared, reading: &mut Reading) {
    let speaker = prepared.speaker;
    let clauses = prepared.clauses();
    let is_report = clauses.iter().any(|clause| has(clause.text, "占い結果|占いの結果"));
    let mut reader = Reader { reading, speaker, topic: None, claimed: None, is_report };
    for clause in clauses {
        let text = without_quotations(clause.text);
        if begins(text.trim_start(), "だから|ですから") {
            reader.reading.is_reasoned = reader.reading.remarks.len() == 1;
        }
        let is_told = !is_asked(clause)
            && !has(&text.replace("かもし", ""), SUPPOSED)
            && !has(&text, REPORTED);
        if is_told {
            reader.sentence(&text);
        }
        reader.topic = last_named(&text, divides).last().copied().or(reader.topic);
    }
    reading.is_reasoned &= reading.remarks.len() == 2;
}

/// What is quoted is somebody else's.
fn without_quotations(text: &str) -> String {
    let mut depth = 0_u32;
    text.chars()
        .filter(|letter| match letter {
            '「' | '『' => {
                depth += 1;
                false
            }
            '」' | '』' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ => depth == 0,
        })
        .collect()
}

fn is_asked(clause: Clause<'_>) -> bool {
    let end = clause.text.trim_end_matches([' ', '、', '…']);
    clause.is_question
        || ["ですか", "ますか", "のか", "でしょうか"].iter().any(|word| end.ends_with(word))
            // To ask all for something is no question.
            && !clause.text.contains("お願い")
}

/// What may stand between names that belong together.
fn divides(between: &str) -> bool {
    matches!(between, "と" | "、" | "や" | "さんと" | "・" | ",")
}

impl Reader<'_> {
    fn add(&mut self, remark: Remark) {
        self.reading.add(remark, self.speaker);
    }

    fn sentence(&mut self, text: &str) {
        self.claims(text);
        self.species(text);
        self.estimates(text);
        self.suspicion(text);
        self.votes(text);
        self.nights(text);
    }

    /// Whom a word belongs to that stands behind this text.
    fn belongs(&self, before: &str) -> Vec<Seat> {
        let named = last_named(before, divides);
        if named.is_empty() { self.topic.into_iter().collect() } else { named }
    }

    fn claims(&mut self, text: &str) {
        for (place, word, role) in roles_in(text) {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            if is_claim(before, after, word, role) {
                self.add(Remark::Claims(role));
                self.claimed = Some(role);
            }
        }
    }

    /// Results of divinations and of the medium, and what is thought of somebody.
    fn species(&mut self, text: &str) {
        let words = "人狼|狼|人間|村人陣営|村陣営|村側|白|黒|○|●|シロ|クロ|味方";
        let divinations = "占っ|占い結果|占いの結果|占いで|占いまし|占い、|占い白|占い黒";
        let is_divination = has(text, divinations);
        let is_medium = has(text, "霊媒|霊能|霊視")
            || has(text, "処刑した|吊った") && has(text, "でした|だった");
        for (place, word) in places(text, words) {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            let is_denied = begins(after, "ではな|じゃな|ではあり|じゃあり|やない");
            let is_wolf = matches!(word, "人狼" | "狼" | "黒" | "●" | "クロ");
            let target = match before.trim_end_matches(['、', ' ']).strip_suffix('は') {
                // "The werewolf is …"
                _ if after.starts_with('は') && is_wolf => {
                    after.chars().nth(1).and_then(seat_of).into_iter().collect()
                }
                _ => self.belongs(before),
            };
            let local = after.split(['、', ' ']).next().unwrap_or(after);
            let is_opinion =
                has(local, OPINIONS) || begins(after, "い|く") || before.ends_with("おそらく");
            let species = if is_wolf == is_denied { Species::Human } else { Species::Werewolf };
            let is_own = acts(before, "は|が") && first_named(before).is_none() && !is_opinion;
            if is_own || has(local, "とは思え|とは限ら|だとは") {
                continue;
            }
            let is_definite = is_definite(after, word) || is_denied;
            let is_bare = matches!(word, "白" | "黒" | "○" | "●" | "シロ" | "クロ")
                && (begins(after, "です|でした|が出|だった|や|。|判定") || after.trim().is_empty());
            for seat in target {
                let remark = if is_opinion || !is_definite {
                    is_opinion.then(|| Remark::Thinks(seat, role_of(species)))
                } else if is_divination {
                    Some(Remark::Divined(seat, species))
                } else if is_medium || self.claimed == Some(Role::Medium) {
                    Some(Remark::Identified(seat, species))
                } else if is_bare || self.is_report || self.claimed == Some(Role::Seer) {
                    Some(Remark::Divined(seat, species))
                } else {
                    Some(Remark::Thinks(seat, role_of(species)))
                };
                let is_known = self.reading.remarks.iter().any(|known| {
                    matches!(known, Remark::Divined(it, _) | Remark::Identified(it, _) if *it == seat)
                });
                if let Some(remark) = remark.filter(|_| !is_known) {
                    self.add(remark);
                }
            }
        }
    }

    /// Roles that others are thought to have.
    fn estimates(&mut self, text: &str) {
        for (place, word, role) in roles_in(text) {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            let local = after.split('、').next().unwrap_or(after);
            let is_opinion = begins(
                after,
                "だと思|やと思|と思|と見て|じゃないか|でしょう|だろう|やろ|だと考え|だと感じ|だと見|かな",
            );
            let is_told =
                is_opinion && role != Role::Werewolf && word != "占い" && !before.ends_with('偽');
            if is_told && !has(local, "とは思え") {
                for seat in self.belongs(before) {
                    self.add(Remark::Thinks(seat, role));
                }
            }
        }
    }

    /// Suspicion and trust in other words.
    fn suspicion(&mut self, text: &str) {
        for (place, word) in places(
            text,
            "怪し|あやし|胡散臭|違和感|疑って|疑わし|疑いま|信じて|信じる|信用でき|信頼でき|信用し|信頼し",
        ) {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            let is_trust = begins(word, "信");
            let is_denied = begins(
                after,
                "くな|くはな|くあり|ない|ません|ほしい|ください|くれ|もらえ|まれ|はない|はあり",
            );
            if is_denied || is_others_act(before) {
                continue;
            }
            let role = if is_trust { Role::Villager } else { Role::Werewolf };
            let behind = after.split_once("のは").and_then(|(_, rest)| first_named(rest));
            let target = behind.map_or_else(|| self.belongs(before), |seat| vec![seat]);
            for seat in target {
                self.add(Remark::Thinks(seat, role));
            }
        }
    }

    fn votes(&mut self, text: &str) {
        for (place, word) in places(text, "投票|入れ|吊|処刑|追放|票を集め|票をくだ|票を投じ|票は")
        {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            if is_others_act(before) || begins(after, "され|結果|の理由") {
                continue;
            }
            let local = after.split('、').next().unwrap_or(after);
            let is_off = begins(
                local,
                "は待|するのは|した人|する人|すれば|しない|しなく|ても|すると言|た人|した理由|る人",
            ) || has(local, "やめて|早い|迷");
            if is_off {
                continue;
            }
            // "The vote goes to …"
            let is_behind = (word == "票は" || begins(after, "先は|は|も|先も|るのは"))
                && first_named(after).is_some();
            let target =
                if is_behind { first_named(after) } else { self.belongs(before).last().copied() };
            let Some(seat) = target else { continue };
            let own_vote = has(local, "と思いま|と思う|つもり") && begins(local, "しよう|する");
            let is_call = !own_vote
                && has(&text.replace("みなさんの", "").replace("皆さんの", ""), CALLING)
                || matches!(word, "吊" | "処刑" | "追放" | "票を集め" | "票をくだ")
                || word == "入れ" && (local.trim() == "て" || begins(local, "よう"))
                || word == "投票" && local.trim() == "しよう";
            let is_past = begins(local, "しました|した|しています|た|ています|ました")
                || word == "票は" && text.contains("昨日");
            // A sentence may tell the own vote first and then call for others.
            let is_own_first = has(before, PRONOUNS)
                && !has(before, "みんな|みなさん|皆さん")
                && begins(local, "る|ます|する|します");
            let remark = if word == "入れ" && (before.ends_with("取り") || before.ends_with("受け"))
            {
                None
            } else if is_past {
                (!matches!(word, "吊" | "処刑" | "追放")).then_some(Remark::Voted(seat))
            } else if is_call && !is_own_first {
                Some(Remark::Calls(seat))
            } else {
                Some(Remark::Votes(seat))
            };
            if let Some(remark) = remark {
                self.add(remark);
            }
        }
    }

    fn nights(&mut self, text: &str) {
        for (place, word) in
            places(text, "占い先は|噛み先は|占う|占いま|占いたい|護衛|守|襲撃|襲|噛")
        {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            if is_others_act(before) {
                continue;
            }
            let is_behind = after.starts_with("先は") || word.ends_with("先は");
            let named = if is_behind {
                first_named(after)
            } else {
                last_named(before, divides).last().copied()
            };
            let Some(seat) = named else { continue };
            let is_past = begins(
                after,
                "しました|した|していま|してた|った|ってた|っていま|りました|んだ|みました",
            );
            let is_asked = begins(after, "され|われ|まれ|って|してください|して|成功|した");
            let remark = match word {
                "占う" | "占いたい" if !begins(after, "べき|の") => {
                    Some(Remark::Divines(seat))
                }
                "占いま" if after.starts_with('す') => Some(Remark::Divines(seat)),
                "占い先は" if !has(text, "結果|初日|昨|でした") => {
                    Some(Remark::Divines(seat))
                }
                "噛み先は" => Some(Remark::Attacks(seat)),
                "護衛" | "守" if is_past => Some(Remark::Guarded(seat)),
                "護衛" | "守" if !is_asked => Some(Remark::Guards(seat)),
                "襲撃" | "襲" | "噛" if !is_past && !is_asked => Some(Remark::Attacks(seat)),
                _ => None,
            };
            if let Some(remark) = remark {
                self.add(remark);
            }
        }
    }
}

/// Whether a word for a species is followed by what makes it a statement.
fn is_definite(after: &str, word: &str) -> bool {
    let is_mark = matches!(word, "○" | "●" | "白" | "黒" | "シロ" | "クロ");
    begins(
        after,
        "判定|でした|だった|です|やった|や|と出|だと判明|と判明|が出|だよ|だ、|だ。|だっ|。|は",
    ) || matches!(after.trim(), "" | "だ" | "だよ")
        || is_mark && begins(after, "、| ")
}

const fn role_of(species: Species) -> Role {
    match species {
        Species::Werewolf => Role::Werewolf,
        Species::Human | Species::Any => Role::Villager,
    }
}

/// Whether a word for a role between these texts is what the speaker claims to be.
fn is_claim(before: &str, after: &str, word: &str, role: Role) -> bool {
    let subject = before.rsplit('、').next().unwrap_or(before);
    let is_own = |text: &str| has(text, PRONOUNS) || text.chars().any(is_self);
    let names_somebody = first_named(subject).is_some();
    if begins(after, "CO|Co|co|カミングアウト") {
        let behind = after.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        return !names_somebody && !begins(behind, "した|しました|する人|している|は|が|の");
    }
    if word == "占い" {
        return false;
    }
    let inverse = after.strip_prefix('は').or_else(|| after.strip_prefix("こそ"));
    if inverse.is_some_and(|rest| begins(rest, PRONOUNS)) {
        return !names_somebody && !has(after, "ではな|じゃな|ではあり");
    }
    if begins(after, "の私|の僕|の俺") {
        return !names_somebody;
    }
    if begins(after, "名乗る|を名乗ります|だったの|だったんだ") {
        return !names_somebody;
    }
    if after.starts_with("として") {
        return !names_somebody && role == Role::Seer;
    }
    let is_copula = after.is_empty()
        || begins(after, "です|だよ|だ。|や|なん|なの|である|、|!")
        || matches!(after.trim(), "だ" | "だよ" | "だぞ");
    if !is_copula || begins(after, "ですか|やと|やろ|なのか|ですが、まだ") {
        return false;
    }
    // Somebody else is the subject, or a place, a number or a wish is spoken of.
    let rest = ["実は", "遅れましたが", "ましたが", "ですが", "では"]
        .iter()
        .fold(subject.to_owned(), |text, word| text.replace(word, ""));
    if is_own(subject) {
        return !names_somebody || begins(subject, PRONOUNS);
    }
    let is_bare = !has(&rest, "は|が|も|誰|どちら|、|人数|陣営|を|と|2|1");
    is_bare && !names_somebody && role != Role::Werewolf && after.trim() != "、"
}

/// Whether somebody else is the one who acts on the name that was named last.
fn is_others_act(before: &str) -> bool {
    let clause = before.rsplit('、').next().unwrap_or(before);
    let letters: Vec<char> = clause.chars().collect();
    let is_subject = |place: usize| {
        letters.get(place + 1).is_some_and(|letter| matches!(letter, 'は' | 'が' | 'も'))
    };
    let named: Vec<usize> =
        (0..letters.len()).filter(|place| seat_of(letters[*place]).is_some()).collect();
    // The speaker may be acted on.
    acts(clause, "を|に")
        || named.len() > 1 && named[..named.len() - 1].iter().any(|place| is_subject(*place))
}

/// Whether a word for the speaker is followed by one of these.
fn acts(text: &str, particles: &str) -> bool {
    PRONOUNS.split('|').any(|own| text.split(own).skip(1).any(|behind| begins(behind, particles)))
}

/// Every word for a role, with its place and the role.
fn roles_in(text: &str) -> Vec<(usize, &'static str, Role)> {
    let words = ROLES.map(|(word, _)| word).join("|");
    let role_at = |(place, word): (usize, &str)| {
        let (word, role) = ROLES.iter().find(|(known, _)| *known == word)?;
        Some((place, *word, *role))
    };
    places(text, &words).into_iter().filter_map(role_at).collect()
}
