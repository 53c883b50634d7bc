//! Reading English.

use kakehiki_core::Seat;

use super::{
    Reading, Remark,
    prepared::{Prepared, begins, first_named, has, is_self, last_named, places, seat_of},
};
use crate::rules::role::{Role, Species};

const ROLES: [(&str, Role); 12] = [
    ("fortune teller", Role::Seer),
    ("seer", Role::Seer),
    ("medium", Role::Medium),
    ("psychic", Role::Medium),
    ("bodyguard", Role::Bodyguard),
    ("knight", Role::Bodyguard),
    ("hunter", Role::Bodyguard),
    ("villager", Role::Villager),
    ("possessed", Role::Possessed),
    ("madman", Role::Possessed),
    ("werewolf", Role::Werewolf),
    ("wolf", Role::Werewolf),
];

/// Short forms and what they stand for.
const SHORT: [(&str, &str); 14] = [
    ("i'm", "i am"),
    ("i'll", "i will"),
    ("i've", "i have"),
    ("i'd", "i would"),
    ("let's", "let us"),
    ("isn't", "is not"),
    ("wasn't", "was not"),
    ("don't", "do not"),
    ("doesn't", "does not"),
    ("can't", "cannot"),
    ("he's", "he is"),
    ("that's", "that is"),
    ("we've", "we have"),
    ("aren't", "are not"),
];

/// What makes a sentence tell of something that may not be.
const SUPPOSED: &str =
    " if | suppose | either | whether | would be surprised | were the | could be ";

/// What makes it tell of what others say.
const REPORTED: &str = " you say | you said | said | says | claims | claimed seer but| suggested | it seems | called | have both claimed| seem to | suspects | is saying";

const OPINIONS: &str = " look | has to be | my guess | guess | think | believe | suspect | probably | likely | might | may be | maybe | seems | looks | must be | in my view | in my opinion | convinced | leaning | feel | to me | candidate| strikes | still think | trust | perhaps | i guess | sure that ";

/// Words by which somebody calls on others.
const CALLING: &str = "like us to|move that we|want everyone|we agree|let us|please|everyone|everybody|we should|we need|we must|all of you|i ask|i urge|i propose|should be|i want you|we have to|join me|we all";

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
    let is_report = clauses.iter().any(|clause| clause.text.contains("divination result"));
    let mut reader = Reader { reading, speaker, topic: None, claimed: None, is_report };
    for clause in clauses {
        let text = smooth(clause.text);
        if text.starts_with(" therefore ") {
            reader.reading.is_reasoned = reader.reading.remarks.len() == 1;
        }
        let is_told =
            !has(&text, SUPPOSED) && !has(&text.replace(" i should have said ", " "), REPORTED);
        // A tag at the end is no question.
        if is_told && (!clause.is_question || text.contains(" do not you think")) {
            reader.sentence(&text);
        }
        reader.topic = last_named(&text, divides).last().copied().or(reader.topic);
    }
    reading.is_reasoned &= reading.remarks.len() == 2;
}

/// A sentence in small letters, with its words apart and short forms written out; blanks stand at both
/// ends.
fn smooth(text: &str) -> String {
    let mut smooth = String::from(" ");
    for letter in text.to_lowercase().chars() {
        match letter {
            ',' | ';' => smooth.push_str(" , "),
            ':' | '=' => smooth.push_str(" : "),
            '-' | '–' | '—' => smooth.push_str(" - "),
            '"' | '[' | ']' | '(' | ')' | '*' => smooth.push(' '),
            _ if seat_of(letter).is_some() || is_self(letter) => {
                smooth.extend([' ', letter, ' ']);
            }
            _ => smooth.push(letter),
        }
    }
    smooth.push(' ');
    let words: Vec<&str> = smooth
        .split_whitespace()
        .map(|word| SHORT.iter().find(|(short, _)| *short == word).map_or(word, |(_, long)| *long))
        .collect();
    format!(" {} ", words.join(" "))
}

/// What may stand between names that belong together.
fn divides(between: &str) -> bool {
    matches!(between.trim(), "and" | "," | "or" | ", and" | "and also")
}

/// The text from the last of these words on.
fn since<'a>(text: &'a str, words: &str) -> &'a str {
    let place = words.split('|').filter_map(|word| text.rfind(word)).max();
    place.map_or(text, |place| &text[place..])
}

/// Words that may stand between the speaker and the role that it claims.
const FILLERS: &str = "the|a|an|real|true|actual|just|plain|regular|simple|speaking|as|actually|only|ordinary|normal|in|fact|one|your|our|average|vanilla";

/// What divides statements within a sentence.
const BREAKS: &str = " , | and | but | so | - | because | which ";

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

    fn claims(&mut self, text: &str) {
        for (word, role) in ROLES {
            for (place, _) in places(text, &format!(" {word} ")) {
                let (before, after) = (&text[..=place], &text[place + 1 + word.len()..]);
                if is_claim(before, after, role, text) {
                    self.add(Remark::Claims(role));
                    self.claimed = Some(role);
                }
            }
        }
    }

    /// Results of divinations and of the medium, and what is thought of somebody.
    fn species(&mut self, text: &str) {
        let is_divination = has(text, " divin|crystal| i checked | i looked into | my result");
        let is_medium = has(text, " medium | spirit| we executed| we hanged| psychic ");
        let words = "werewolf|wolf|black|human|white|innocent|villager";
        for (place, word) in places(text, words) {
            let (before, after) = (&text[..place], &text[place + word.len()..]);
            let is_word = before.ends_with(' ') && after.starts_with(' ');
            let is_wolf = matches!(word, "werewolf" | "wolf" | "black");
            // "The wolf is …", "… makes Rin the wolf"
            let behind =
                after.strip_prefix(" is ").filter(|_| is_wolf && before.ends_with(" the "));
            let behind = behind.and_then(|rest| {
                let rest = rest.strip_prefix("probably ").unwrap_or(rest);
                rest.chars().next().and_then(seat_of)
            });
            let named = last_named(before, divides);
            let (target, between) = match (behind, named.last()) {
                (Some(seat), _) => (vec![seat], " is "),
                (None, Some(_)) => {
                    let end = before.rfind(|letter| seat_of(letter).is_some()).unwrap_or(0);
                    (named, &before[end..])
                }
                (None, None) => {
                    let is_about = has(before, " she | he | they | the result ");
                    (self.topic.filter(|_| is_about).into_iter().collect(), before)
                }
            };
            let joined = has(
                between,
                " is | was | flipped | look | : | came | turned out | shows | as | found | got | being | seems | looks | are | you are | must be | might be | result | makes ",
            ) || between.split_whitespace().count() <= 2
                || has(before, " makes ");
            let is_own = has(since(between, " i am | i "), " i am ");
            if !is_word || !joined || is_own || between.split_whitespace().count() > 14 {
                continue;
            }
            if has(between, " vote| would do| who | what a | claim") && !is_medium {
                continue;
            }
            let is_denied = has(since(before, " is | was | be "), " not a | not the | not ");
            let frame = &before[..before.len() - between.len()];
            let doubted = has(frame, " do not think | do not believe ");
            if has(frame, " cannot believe | not sure ") {
                continue;
            }
            let is_opinion =
                has(text, OPINIONS) && !has(text, " divined | divination | i checked ");
            let is_human = !is_wolf ^ is_denied ^ (doubted && is_wolf);
            let species = if is_human { Species::Human } else { Species::Werewolf };
            for seat in target {
                let thought =
                    Remark::Thinks(seat, if is_human { Role::Villager } else { Role::Werewolf });
                let remark = if is_opinion || matches!(word, "innocent" | "villager") {
                    thought
                } else if is_divination {
                    Remark::Divined(seat, species)
                } else if is_medium || self.claimed == Some(Role::Medium) {
                    Remark::Identified(seat, species)
                } else if matches!(word, "black" | "white")
                    || self.is_report
                    || self.claimed == Some(Role::Seer)
                {
                    Remark::Divined(seat, species)
                } else {
                    thought
                };
                let is_known = self.reading.remarks.iter().any(|known| {
                    matches!(known, Remark::Divined(it, _) | Remark::Identified(it, _) if *it == seat)
                });
                if !is_known {
                    self.add(remark);
                }
            }
        }
    }

    /// Roles that others are thought to have.
    fn estimates(&mut self, text: &str) {
        if !has(text, OPINIONS) || has(text, " do not think | do not believe ") {
            return;
        }
        for (word, role) in ROLES {
            for (place, _) in places(text, &format!(" {word} ")) {
                let before = &text[..=place];
                let named = last_named(before, divides);
                let end = before.rfind(|letter| seat_of(letter).is_some()).unwrap_or(0);
                let is_joined = has(&before[end..], " is | being | are ")
                    && !has(&before[end..], " not | i am ")
                    && before[end..].split_whitespace().count() < 8;
                let is_told = is_joined && !matches!(role, Role::Werewolf | Role::Villager);
                for seat in named.into_iter().filter(|_| is_told) {
                    self.add(Remark::Thinks(seat, role));
                }
            }
        }
    }

    /// Suspicion and trust in other words.
    fn suspicion(&mut self, text: &str) {
        let keys = " suspect | suspicious | sus | shady | shadiest | guiltiest | wolfish | wolfy | fishy | bad vibes | doubts about | suspect is | i trust | faith in | believe in | our side | village side ";
        for (place, word) in places(text, keys) {
            let (before, after) = (&text[..=place], &text[place + word.len() - 1..]);
            let is_trust = matches!(
                word,
                " i trust " | " faith in " | " believe in " | " our side " | " village side "
            );
            let takes_object = match word {
                " suspect " => has(before, " i ") || after.starts_with(" is "),
                " suspect is " | " doubts about " | " i trust " | " faith in " | " believe in " => {
                    true
                }
                " our side " | " village side " => false,
                _ => after.starts_with(" of "),
            };
            let objects = objects(after);
            let target = if takes_object && !objects.is_empty() {
                objects
            } else if word == " suspect " && !has(before, " i ") {
                Vec::new()
            } else {
                last_named(before, divides)
            };
            if has(before, " not | wrong to | why ") {
                continue;
            }
            for seat in target {
                self.add(Remark::Thinks(
                    seat,
                    if is_trust { Role::Villager } else { Role::Werewolf },
                ));
            }
        }
    }

    fn votes(&mut self, text: &str) {
        let keys = " voted | voting | votes | vote | get rid of | execute | executed | exile | eliminate | hang | lynch ";
        let mut start = 0;
        for (place, word) in places(text, keys) {
            let (before, after) = (&text[start..=place], &text[place + word.len() - 1..]);
            start = place + word.len() - 1;
            let object = objects(after).first().copied();
            let is_call = has(&before.replace("hearing everyone", ""), CALLING)
                || has(before, " want all of you | you all ");
            let is_own =
                has(before, " i | my ") || before.trim().is_empty() || before.trim() == "ok then";
            if has(before, " too early | not | would | who | seem | before anyone ") {
                continue;
            }
            let remark = match word {
                " voted " => object.filter(|_| has(before, " i ")).map(Remark::Voted),
                " executed " => {
                    let named = last_named(&text[..=place], divides).last().copied();
                    named.filter(|_| before.trim_end().ends_with("should be")).map(Remark::Calls)
                }
                " vote " if before.ends_with(" my ") && !has(after, " yesterday ") => {
                    let given = last_named(&text[..=place], divides).last().copied();
                    let given = given.filter(|_| has(before, " gets | has "));
                    object.or(given).map(if is_call { Remark::Calls } else { Remark::Votes })
                }
                " vote " if before.ends_with(" my ") => object.map(Remark::Voted),
                _ if is_call => object.map(Remark::Calls),
                " votes " | " get rid of " | " execute " | " exile " | " eliminate " | " hang "
                | " lynch " => None,
                _ if is_own => object.map(Remark::Votes),
                _ => None,
            };
            if let Some(remark) = remark {
                self.add(remark);
            }
        }
    }

    fn nights(&mut self, text: &str) {
        let keys = " divine | check | divination target is | guard | protect | guarded | protected | guarding | protecting | attack | kill | eat ";
        for (place, word) in places(text, keys) {
            let (before, after) = (&text[..=place], &text[place + word.len() - 1..]);
            let Some(seat) = objects(after).first().copied() else { continue };
            let is_own =
                has(before, " i will | i am going to | i plan to | i intend to | i want to ");
            let is_shared = has(before, " let us | we should | i want to | i will | we will ")
                || before.trim().is_empty();
            let remark = match word {
                " divine " | " check " if is_own => Some(Remark::Divines(seat)),
                " divination target is " if has(before, " my ") => Some(Remark::Divines(seat)),
                " guard " | " protect " if is_own => Some(Remark::Guards(seat)),
                " guarded " | " protected " if has(before, " i ") => Some(Remark::Guarded(seat)),
                " guarding " | " protecting " if has(before, " i was ") => {
                    Some(Remark::Guarded(seat))
                }
                " attack " | " kill " | " eat " if is_shared => Some(Remark::Attacks(seat)),
                _ => None,
            };
            if let Some(remark) = remark {
                self.add(remark);
            }
        }
    }
}

/// Whether a word for a role between these texts is what the speaker claims to be.
fn is_claim(before: &str, after: &str, role: Role, text: &str) -> bool {
    let subject = since(before, " i am | i have been | as the | as a | as ");
    let between: Vec<&str> = subject.split_whitespace().collect();
    let is_filler = |word: &&str| FILLERS.split('|').any(|filler| filler == *word);
    match between.as_slice() {
        ["i", "am", rest @ ..] | ["i", "have", "been", rest @ ..] if rest.iter().all(is_filler) => {
            return !after.starts_with(" candidate");
        }
        ["as", rest @ ..] if rest.iter().all(is_filler) => {
            let is_report = role == Role::Medium && first_named(text).is_some();
            return !is_report
                && role != Role::Werewolf
                && first_named(since(before, BREAKS)).is_none();
        }
        _ => {}
    }
    let is_bare = before.split_whitespace().all(|word| is_filler(&word) || word == "claiming");
    if is_bare && begins(after, " co | claim here| here ") {
        return true;
    }
    // "Just your average villager, nothing special."
    if is_bare && before.split_whitespace().count() > 1 && matches!(after.trim(), "" | ",") {
        return true;
    }
    first_named(before).is_none()
        && (begins(after, " is me | is i | was me ")
            || after.strip_prefix(" is ").is_some_and(|rest| rest.starts_with(is_self)))
        || before.ends_with(" out as ")
}

/// Words that may stand between a verb and its object.
const CLOSE: &str = "for|out|on|to|goes|is|of|him|her|you|,|the|player|go|will|against|now|today|accordingly|about|in|with|your|votes|that|yesterday|was|going";

/// The players who are the object of a word that stands before this text: they follow it closely.
fn objects(after: &str) -> Vec<Seat> {
    let Some(place) = after.find(|letter| seat_of(letter).is_some()) else { return Vec::new() };
    let between = &after[..place];
    let is_close =
        between.split_whitespace().all(|word| CLOSE.split('|').any(|close| close == word));
    if !is_close {
        return Vec::new();
    }
    // Those in the same breath.
    let mut seats = Vec::new();
    let mut rest = &after[place..];
    while let Some(letter) = rest.chars().next()
        && let Some(seat) = seat_of(letter)
    {
        seats.push(seat);
        rest = rest[letter.len_utf8()..].trim_start();
        let next = rest.strip_prefix("and ").or_else(|| rest.strip_prefix(", "));
        rest = next.unwrap_or(rest);
    }
    seats
}
