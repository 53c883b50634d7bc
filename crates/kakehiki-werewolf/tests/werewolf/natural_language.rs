//! Plain Japanese and English: what is read in them, and what is said.

use std::{collections::BTreeMap, fs, path::Path};

use kakehiki_core::{Seat, Seed, Tongue};
use kakehiki_werewolf::{
    Counting, DEALT_ROLES, Lengths, Names, Players, Reading, Remark, Role, Sentence, Species,
    Wording,
};
use proptest::prelude::*;

/// An utterance with what it states.
struct Labelled {
    names: Names,
    speaker: Seat,
    /// Each statement as a line, the kind first.
    labels: Vec<String>,
    text: String,
}

/// All utterances of a file, in order.
fn labelled(file: &str) -> Vec<Labelled> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/utterances");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let mut names = Names::new(Vec::new()).unwrap();
    let mut utterances = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let ["names", given @ ..] = fields.as_slice() {
            names = Names::new(given.iter().map(ToString::to_string).collect()).unwrap();
            continue;
        }
        let [speaker, labels, text] = fields.as_slice() else { panic!("{line}") };
        let labels = labels.split("; ").filter(|label| *label != "-").map(ToOwned::to_owned);
        utterances.push(Labelled {
            speaker: names.seat(speaker).unwrap_or_else(|| panic!("{line}")),
            labels: labels.collect(),
            names: names.clone(),
            text: (*text).to_owned(),
        });
    }
    utterances
}

/// A remark as it is labelled.
fn label(remark: Remark, names: &Names) -> String {
    match remark {
        Remark::Claims(role) => format!("claim {role}"),
        Remark::Divined(seat, species) => format!("divined {} {species}", names.name(seat)),
        Remark::Identified(seat, species) => format!("identified {} {species}", names.name(seat)),
        Remark::Thinks(seat, Role::Werewolf) => format!("suspects {}", names.name(seat)),
        Remark::Thinks(seat, Role::Villager) => format!("trusts {}", names.name(seat)),
        Remark::Thinks(seat, role) => format!("thinks {} {role}", names.name(seat)),
        Remark::Votes(seat) => format!("votes {}", names.name(seat)),
        Remark::Voted(seat) => format!("voted {}", names.name(seat)),
        Remark::Calls(seat) => format!("calls {}", names.name(seat)),
        Remark::Divines(seat) => format!("divines {}", names.name(seat)),
        Remark::Guards(seat) => format!("guards {}", names.name(seat)),
        Remark::Guarded(seat) => format!("guarded {}", names.name(seat)),
        Remark::Attacks(seat) => format!("attacks {}", names.name(seat)),
    }
}

/// How many statements of a kind were found rightly, found at all, and labelled.
type Scores = BTreeMap<String, [usize; 3]>;

/// Reads these halves of a file; `names` counts the players named.
fn score(file: &str, halves: &[bool]) -> Scores {
    let mut scores = Scores::new();
    for (place, it) in labelled(file).iter().enumerate() {
        if !halves.contains(&(place % 2 == 1)) {
            continue;
        }
        let reading = Reading::new(&it.text, it.speaker, &it.names);
        let found: Vec<String> =
            reading.remarks.iter().map(|remark| label(*remark, &it.names)).collect();
        let is_right = found.iter().all(|label| it.labels.contains(label))
            && it.labels.iter().all(|label| found.contains(label));
        if !is_right {
            // Shown only where the test fails.
            println!("{}: {found:?} and not {:?}", it.text, it.labels);
        }
        let kind = |label: &String| label.split(' ').next().unwrap_or_default().to_owned();
        for label in &found {
            let score = scores.entry(kind(label)).or_default();
            score[0] += usize::from(it.labels.contains(label));
            score[1] += 1;
        }
        for label in &it.labels {
            scores.entry(kind(label)).or_default()[2] += 1;
        }
        let named = named(it);
        let score = scores.entry("names".to_owned()).or_default();
        score[0] += reading.named.and(named).len();
        score[1] += reading.named.len();
        score[2] += named.len();
    }
    scores
}

/// The others whose names stand in an utterance; a name within another word is none.
fn named(it: &Labelled) -> Players {
    let others = it.names.iter().filter(|(seat, _)| *seat != it.speaker);
    let text = it.text.replace("リンゴ", "").replace("During", "");
    others.filter(|(_, name)| text.contains(name)).map(|(seat, _)| seat).collect()
}

fn total(scores: &Scores) -> [usize; 3] {
    let statements = scores.iter().filter(|(kind, _)| *kind != "names");
    statements.fold([0; 3], |[right, found, labelled], (_, score)| {
        [right + score[0], found + score[1], labelled + score[2]]
    })
}

fn print(title: &str, scores: &Scores) {
    println!("{title}");
    for (kind, [right, found, labelled]) in scores {
        println!("{kind:12} precision {right}/{found} recall {right}/{labelled}");
    }
    let [right, found, labelled] = total(scores);
    println!("all          precision {right}/{found} recall {right}/{labelled}");
}

/// Right, found and labelled of all statements: of the half and of the fresh utterances that the grammar was
/// tuned by, of the half that was held out, and of those that it never saw.
const BOOK: [(&str, [[usize; 3]; 4]); 2] = [
    ("ja", [[100, 102, 101], [41, 41, 46], [95, 95, 96], [35, 39, 40]]),
    ("en", [[108, 108, 108], [25, 26, 46], [92, 92, 93], [34, 35, 40]]),
];

#[test]
fn what_people_say_is_read_as_well_as_the_book_says() {
    let mut found = Vec::new();
    for (tongue, _) in BOOK {
        let [file, fresh, unseen] =
            ["", "fresh-", "unseen-"].map(|kind| format!("{kind}{tongue}.tsv"));
        assert!(labelled(&file).len() > 200 && labelled(&unseen).len() >= 40);
        let scores = [
            ("tuned by", score(&file, &[false])),
            ("tuned by, fresh", score(&fresh, &[false, true])),
            ("held out", score(&file, &[true])),
            ("unseen", score(&unseen, &[false, true])),
        ];
        for (title, scores) in &scores {
            print(&format!("{tongue}, {title}"), scores);
        }
        found.push((tongue, scores.map(|(_, scores)| total(&scores))));
    }
    assert_eq!(found, BOOK);
}

fn seats() -> impl Strategy<Value = Seat> {
    (0_usize..9).prop_map(Seat::new)
}

fn remarks() -> impl Strategy<Value = Remark> {
    let role = prop::sample::select(DEALT_ROLES.to_vec());
    let species = prop::sample::select(vec![Species::Human, Species::Werewolf]);
    (0..11, seats(), role, species).prop_map(|(kind, seat, role, species)| match kind {
        0 => Remark::Claims(role),
        1 => Remark::Divined(seat, species),
        2 => Remark::Identified(seat, species),
        3 => Remark::Thinks(seat, role),
        4 => Remark::Votes(seat),
        5 => Remark::Voted(seat),
        6 => Remark::Calls(seat),
        7 => Remark::Divines(seat),
        8 => Remark::Guards(seat),
        9 => Remark::Guarded(seat),
        _ => Remark::Attacks(seat),
    })
}

fn names(kind: u8, first: usize) -> Names {
    match kind {
        0 => Names::common(Tongue::Japanese, 9, first),
        1 => Names::common(Tongue::English, 9, first),
        _ => Names::new((1..=9).map(|number| format!("Agent[{number:02}]")).collect()).unwrap(),
    }
}

fn lengths(base: usize) -> Lengths {
    Lengths { counting: Counting::Letters, base: Some(base), mention: base, whole: None }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Every way to put a remark is read back as what it was, whatever people are called.
    #[test]
    fn every_template_is_read_back(
        remark in remarks(),
        speaker in seats(),
        kind in 0_u8..3,
        first in 0_usize..18,
    ) {
        prop_assume!(remark.target() != Some(speaker));
        let names = names(kind, first);
        for tongue in Tongue::ALL {
            let wording = Wording { tongue, speaker, names: &names, lengths: lengths(200) };
            for text in wording.ways(remark) {
                let read = Reading::new(&text, speaker, &names).remarks;
                prop_assert_eq!(read, vec![remark], "{}", text);
            }
        }
    }

    /// What is said of a sentence is read back as that sentence, as long as it fits, and never exceeds the
    /// limit; what did not fit is what is missing.
    #[test]
    fn what_is_said_is_read_back_within_the_limit(
        remarks in prop::collection::vec(remarks(), 1..4),
        speaker in seats(),
        is_reasoned in any::<bool>(),
        kind in 0_u8..2,
        base in 10_usize..150,
        seed in any::<u64>(),
    ) {
        prop_assume!(remarks.iter().all(|it| it.target() != Some(speaker)));
        let unique = |remarks: &[Remark]| {
            // A result and a guess about one player are told apart by nobody who hears both at once.
            let targets: Vec<_> = remarks.iter().map(|it| it.target()).collect();
            (1..targets.len()).all(|place| !targets[..place].contains(&targets[place]))
        };
        prop_assume!(unique(&remarks));
        let sentences: Vec<Sentence> = remarks.iter().map(|it| it.sentence(speaker)).collect();
        let sentence = match sentences.as_slice() {
            [reason, consequence] if is_reasoned => Sentence::because(reason, consequence).unwrap(),
            [only] => *only,
            several => Sentence::all_of(several).unwrap(),
        };
        let tongue = Tongue::ALL[usize::from(kind == 0)];
        let names = names(kind, seed as usize % 18);
        let wording = Wording { tongue, speaker, names: &names, lengths: lengths(base) };
        let text = wording.put(&sentence, &mut Seed::experiment(seed).rng());
        prop_assert!(Counting::Letters.length(&text) <= base, "{}", text);
        let reading = Reading::new(&text, speaker, &names);
        if base >= 120 {
            prop_assert_eq!(reading.sentence(speaker), sentence, "{}", text);
        }
        let is_part = reading.remarks.iter().all(|it| remarks.contains(it));
        prop_assert!(is_part, "{}: {:?}", text, reading.remarks);
    }

    /// Whatever is said, something can be made of it.
    #[test]
    fn anything_can_be_said(text in "\\PC{0,60}", noise in "[占師投票人狼をにはがと。？ア ナ@\\u{e000}-\\u{e210}CO]{0,40}") {
        let names = names(0, 0);
        for text in [&text, &noise, &format!("{text}{noise}")] {
            let reading = Reading::new(text, Seat::new(3), &names);
            prop_assert!(reading.sentence(Seat::new(3)).is_content());
            prop_assert!(reading.remarks.iter().all(|it| it.target() != Some(Seat::new(3))));
        }
    }
}

#[test]
fn what_has_no_words_is_reduced_to_what_has() {
    let names = Names::common(Tongue::English, 9, 0);
    let put = |text: &str| {
        let sentence: Sentence = text.parse().unwrap();
        let speaker = Seat::new(0);
        let lengths = lengths(125);
        let wording = Wording { tongue: Tongue::English, speaker, names: &names, lengths };
        let said = wording.put(&sentence, &mut Seed::experiment(1).rng());
        Reading::new(&said, speaker, &names).sentence(speaker).to_string()
    };
    assert_eq!(put("DAY 2 (DIVINED Agent[03] HUMAN)"), "DIVINED Agent[03] HUMAN");
    assert_eq!(
        put("BECAUSE (Agent[02] COMINGOUT Agent[02] SEER) (VOTE Agent[02])"),
        "VOTE Agent[02]"
    );
    assert_eq!(put("AGREE TALK day1 ID:3"), Sentence::UNREAD.to_string());
    assert_eq!(put("NOT (VOTE Agent[02])"), Sentence::UNREAD.to_string());
    assert_eq!(
        put("AND (VOTE Agent[02]) (REQUEST ANY (VOTE Agent[02]))"),
        "AND (VOTE Agent[02]) (REQUEST ANY (VOTE Agent[02]))"
    );
}
