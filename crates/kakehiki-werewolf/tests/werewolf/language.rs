//! The language of both versions: what is accepted, how it is written, what it says.

use kakehiki_core::{Seat, Tongue};
use kakehiki_werewolf::{Language, MAX_PARTS, Manner, Role, Sentence, Species, Verb, Whom};
use proptest::prelude::*;

/// Reads version 3.6 and writes the canonical text.
fn canonical(text: &str) -> Option<String> {
    text.parse::<Sentence>().ok().map(|sentence| sentence.to_string())
}

#[test]
fn the_vectors_of_the_reference_server_hold() {
    let unchanged = [
        "ANY VOTE Agent[01]",
        "VOTE ANY",
        "VOTE Agent[99]",
        "COMINGOUT Agent[01] FOX",
        "ESTIMATE Agent[01] ANY",
        "DIVINED Agent[01] ANY",
        "AGREE TALK day4 ID:38",
        "AND (VOTE Agent[01])",
        "NOT (Skip)",
        "AND (Over) (Skip)",
        "DAY 2 (Agent[04] VOTED Agent[01])",
        "Skip",
        "Over",
    ];
    for text in unchanged {
        assert_eq!(canonical(text).as_deref(), Some(text));
    }
    let rewritten = [
        ("VOTE Agent[1]", "VOTE Agent[01]"),
        ("Agent[01]VOTE Agent[02]", "Agent[01] VOTE Agent[02]"),
        ("REQUEST (VOTE Agent[05])", "REQUEST ANY (VOTE Agent[05])"),
        ("REQUEST Agent[03] (Agent[03] VOTE Agent[04])", "REQUEST Agent[03] (VOTE Agent[04])"),
        (
            "Agent[01] BECAUSE (Agent[01] DIVINED Agent[02] HUMAN) \
             (Agent[01] ESTIMATE Agent[02] VILLAGER)",
            "Agent[01] BECAUSE (DIVINED Agent[02] HUMAN) (ESTIMATE Agent[02] VILLAGER)",
        ),
        ("NOT (VOTE Agent[01]) (VOTE Agent[02])", "NOT (VOTE Agent[01])"),
        ("  VOTE   Agent[07]  ", "VOTE Agent[07]"),
        ("REQUEST (Agent[03] VOTE Agent[05])", "REQUEST Agent[03] (VOTE Agent[05])"),
    ];
    for (text, written) in rewritten {
        assert_eq!(canonical(text).as_deref(), Some(written));
    }
    let invalid = [
        "DIVINED Agent[01] POSSESSED",
        "AGREE TALK 4 38",
        "REQUEST(VOTE Agent[05])",
        "INQUIRE (VOTE ANY)",
        "SKIP",
        "vote Agent[01]",
        "NOT VOTE Agent[01]",
        "AND",
        "AND (VOTE Agent[01]",
        "I am the seer",
        "",
        "BECAUSE (VOTE Agent[01])",
        "XOR (VOTE Agent[01])",
        "VOTE Agent[01] Agent[02]",
        "Agent[01] Skip",
        "VOTEAgent[01]",
    ];
    for text in invalid {
        assert_eq!(canonical(text), None, "{text}");
    }
}

#[test]
fn a_sentence_inside_a_request_is_about_the_one_asked() {
    let text = "REQUEST Agent[03] (AND (Agent[03] VOTE Agent[04]) (Agent[05] VOTE Agent[06]))";
    let written = "REQUEST Agent[03] (AND (VOTE Agent[04]) (Agent[05] VOTE Agent[06]))";
    assert_eq!(canonical(text).as_deref(), Some(written));
}

#[test]
fn the_early_version_knows_one_operator() {
    let early = |text: &str| Language::Early.parse(text).ok();
    for text in ["VOTE Agent[05]", "DIVINED Agent[02] HUMAN", "Skip", "AGREE TALK day1 ID:3"] {
        assert_eq!(early(text).unwrap().written(Language::Early), text);
    }
    let request = "REQUEST(Agent[03] VOTE Agent[05])";
    let sentence = early(request).unwrap();
    assert_eq!(sentence.written(Language::Early), request);
    assert_eq!(sentence.to_string(), "REQUEST Agent[03] (VOTE Agent[05])");
    assert_eq!(
        early("REQUEST(VOTE Agent[05])").unwrap().written(Language::Early),
        "REQUEST(VOTE Agent[05])"
    );
    // A leading subject is stripped, and topic words are read in any case.
    assert_eq!(early("Agent[01] vote Agent[02]").unwrap().to_string(), "VOTE Agent[02]");
    for text in ["VOTE ANY", "VOTED Agent[01]", "NOT (VOTE Agent[01])", "skip", "DAY 1 (Skip)"] {
        assert_eq!(early(text), None, "{text}");
    }
    for sentence in [early(request).unwrap(), Sentence::vote(Seat::new(0))] {
        assert!(Language::Early.allows(&sentence), "{sentence}");
    }
    assert!(!Language::Early.allows(&"NOT (VOTE Agent[01])".parse().unwrap()));
    assert!(!Language::Early.allows(&"VOTE ANY".parse().unwrap()));
}

#[test]
fn built_sentences_read_as_written() {
    let [one, two] = [0, 1].map(Seat::new);
    let vote = Sentence::vote(two);
    let request = Sentence::request(Whom::ANY, &vote).unwrap();
    let both = Sentence::all_of(&[vote, request]).unwrap();
    let reason = Sentence::on_day(1, &Sentence::divined(two, Species::Werewolf)).unwrap();
    let sentence = Sentence::because(&reason, &both).unwrap();
    let text = "BECAUSE (DAY 1 (DIVINED Agent[02] WEREWOLF)) \
                (AND (VOTE Agent[02]) (REQUEST ANY (VOTE Agent[02])))";
    assert_eq!(sentence.to_string(), text);
    assert_eq!(text.parse(), Ok(sentence));
    let mut heard = Vec::new();
    sentence
        .visit(one.into(), &mut |simple| heard.push((simple.manner, simple.verb, simple.subject)));
    let by_me = Whom::from(one);
    assert_eq!(
        heard,
        [(Manner::Stated, Verb::Vote, by_me), (Manner::Requested, Verb::Vote, by_me)]
    );
}

#[test]
fn people_can_read_what_is_said() {
    let plain = |text: &str, tongue| text.parse::<Sentence>().unwrap().plain(Seat::new(0), tongue);
    let (en, ja) = (Tongue::English, Tongue::Japanese);
    assert_eq!(plain("COMINGOUT Agent[01] SEER", en), "I am the seer.");
    assert_eq!(plain("COMINGOUT Agent[01] SEER", ja), "私は占い師だ。");
    assert_eq!(plain("DIVINED Agent[03] WEREWOLF", en), "I divined player 3: a werewolf.");
    assert_eq!(
        plain("BECAUSE (VOTED Agent[02]) (REQUEST ANY (VOTE Agent[02]))", en),
        "Because I voted for player 2, \
         I ask anybody: let it be that anybody will vote for player 2."
    );
    assert_eq!(plain("AGREE TALK day4 ID:38", ja), "私は4日目の発言38に賛成する。");
    assert_eq!(plain("Skip", ja), "今は話すことがない。");
    assert_eq!(Role::Fox.plain(ja), "妖狐");
}

#[test]
fn operators_keep_their_grouping_and_their_subjects_in_words() {
    let plain = |text: &str, tongue| text.parse::<Sentence>().unwrap().plain(Seat::new(0), tongue);
    let (en, ja) = (Tongue::English, Tongue::Japanese);
    let cases = [
        (
            "NOT (AND (VOTE Agent[02]) (VOTE Agent[03]))",
            en,
            "It is not so that (I will vote for player 2, and I will vote for player 3).",
        ),
        (
            "AND (NOT (VOTE Agent[02])) (VOTE Agent[03])",
            en,
            "It is not so that I will vote for player 2, and I will vote for player 3.",
        ),
        (
            "Agent[02] NOT (Agent[03] VOTE Agent[04])",
            en,
            "Player 2 says that it is not so that player 3 will vote for player 4.",
        ),
        (
            "Agent[02] NOT (Agent[03] VOTE Agent[04])",
            ja,
            "プレイヤー2が言うには、「プレイヤー3はプレイヤー4に投票する」ということはない。",
        ),
        ("INQUIRE Agent[03] (VOTE ANY)", en, "I ask player 3: player 3 will vote for whom?"),
        (
            "INQUIRE Agent[03] (VOTE ANY)",
            ja,
            "私はプレイヤー3に尋ねる：「プレイヤー3は誰に投票する」のか。",
        ),
        ("IDENTIFIED Agent[03] HUMAN", en, "I learned as a medium that player 3 was human."),
        (
            "XOR (ESTIMATE Agent[02] WEREWOLF) (ESTIMATE Agent[02] POSSESSED)",
            ja,
            "「私はプレイヤー2が人狼だと思う」と「私はプレイヤー2が裏切り者だと思う」のどちらか一方だけが正しい。",
        ),
        ("REQUEST ANY (VOTE Agent[02])", ja, "私は誰かに求める：「誰かはプレイヤー2に投票する」。"),
    ];
    for (text, tongue, told) in cases {
        assert_eq!(plain(text, tongue), told, "{text}");
    }
}

#[test]
fn numbers_need_not_belong_to_the_village() {
    let read = |text: &str| text.parse::<Sentence>().unwrap().to_string();
    assert_eq!(read("VOTE Agent[00]"), "VOTE ANY");
    assert!(Language::Early.parse("VOTE Agent[00]").is_err(), "version 2.01 has no ANY");
    for (text, kept) in [
        ("VOTE Agent[1]", "VOTE Agent[01]"),
        ("VOTE Agent[255]", "VOTE Agent[254]"),
        ("VOTE Agent[99999999999999999999]", "VOTE Agent[254]"),
        ("DAY 256 (VOTED Agent[01])", "DAY 255 (VOTED Agent[01])"),
        ("AGREE TALK day32 ID:0", "AGREE TALK day32 ID:0"),
        ("AGREE WHISPER day60 ID:20000", "AGREE WHISPER day60 ID:20000"),
        ("DISAGREE TALK day200 ID:99999", "DISAGREE TALK day127 ID:65535"),
    ] {
        assert_eq!(read(text), kept);
    }
    assert!("VOTE Agent[]".parse::<Sentence>().is_err());
}

#[test]
fn a_word_on_everybody_fits_and_what_is_ignored_takes_no_room() {
    let votes = |count: usize| " (VOTE Agent[03])".repeat(count);
    assert!(format!("AND{}", votes(15)).parse::<Sentence>().is_ok());
    assert!(format!("AND{}", votes(16)).parse::<Sentence>().is_err());
    let kept = format!("NOT (AND{})", votes(14));
    let with_more = format!("{kept} (VOTE Agent[01]) (AND{})", votes(14));
    assert_eq!(with_more.parse::<Sentence>().unwrap().to_string(), kept);
}

#[test]
fn version_2_01_strips_the_subject_of_everything() {
    for (text, kept) in [
        ("Agent[01] VOTE Agent[02]", "VOTE Agent[02]"),
        ("Agent[01] REQUEST(Agent[03] VOTE Agent[05])", "REQUEST(Agent[03] VOTE Agent[05])"),
        ("request(VOTE Agent[05])", "REQUEST(VOTE Agent[05])"),
        // Agents of the contests say this, and the servers pass it on.
        ("REQUEST(Agent[06] Over)", "REQUEST(Agent[06] Over)"),
    ] {
        let sentence = Language::Early.parse(text).unwrap();
        assert_eq!(sentence.written(Language::Early), kept);
    }
}

/// Texts made of the language's own words, which get further into the parser than noise.
fn wordy() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("Agent[01]"),
        Just("ANY"),
        Just("VOTE"),
        Just("ESTIMATE"),
        Just("SEER"),
        Just("("),
        Just(")"),
        Just("REQUEST"),
        Just("INQUIRE"),
        Just("AND"),
        Just("BECAUSE"),
        Just("DAY"),
        Just("2"),
        Just("AGREE"),
        Just("TALK"),
        Just("day4"),
        Just("ID:38"),
        Just("Skip"),
        Just("Over"),
        Just(" "),
        Just("HUMAN"),
        Just("DIVINED"),
        Just("NOT"),
        Just("XOR"),
        Just("Agent[255]"),
        Just("ID:99999"),
        Just("[")
    ];
    (prop::collection::vec(words, 0..40), any::<bool>())
        .prop_map(|(words, spaced)| words.join(if spaced { " " } else { "" }))
}

fn is_read_or_refused(text: &str) -> Result<(), TestCaseError> {
    for language in [Language::Early, Language::Late] {
        if let Ok(sentence) = language.parse(text) {
            prop_assert_eq!(language.parse(&sentence.written(language)), Ok(sentence));
            prop_assert_eq!(sentence.to_string().parse(), Ok(sentence));
            for tongue in [Tongue::English, Tongue::Japanese] {
                prop_assert!(!sentence.plain(Seat::new(0), tongue).is_empty());
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_panic(text in "\\PC{0,60}") {
        is_read_or_refused(&text)?;
    }

    #[test]
    fn any_mixture_of_words_is_read_or_refused_without_panic(text in wordy()) {
        is_read_or_refused(&text)?;
    }

    #[test]
    fn texts_nested_beyond_any_sentence_are_refused(depth in MAX_PARTS..5000) {
        for opening in ["NOT (", "NOT (VOTE ANY) ("] {
            let text = format!("{}VOTE ANY{}", opening.repeat(depth), ")".repeat(depth));
            prop_assert!(text.parse::<Sentence>().is_err());
        }
    }
}
