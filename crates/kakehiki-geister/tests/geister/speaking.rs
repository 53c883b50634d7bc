//! Statements: when they may be made, what becomes of them, and who believes them.

use kakehiki_bargain::{
    Belief, Claim, ClaimOf, Claimable, ComposedAgent, MemorySpan, PlainSpeaker, RandomMover,
    Speech, Statement, Testimony, Truth, foreseeing,
};
use kakehiki_core::{
    Agent, Catalogue, Game, Happening, LazyView, Observed, OngoingGame, Seat, Seed, Step, Turn,
    Verdict, Witness, conformance, play,
};
use kakehiki_geister::{
    Action, Fact, GEISTER, Geister, Intention, NEGOGEISTER, Sight, Spoken, Stage, State,
};

use crate::common::{
    FIRST, SECOND, begin, board, ghost, menu, negotiating, plain, play_all, refusal, sight_of,
    view, watch,
};

const SPEAKING: (&str, &str) = ("speaking", "on");

#[test]
fn a_table_where_players_speak_keeps_every_promise() {
    for statements in ["0", "1", "5"] {
        for (cap, repetition) in [("80", "off"), ("300", "3"), ("1", "off")] {
            let options =
                [SPEAKING, ("statements", statements), ("cap", cap), ("repetition", repetition)];
            let strict = [&options[..], &[("strict", "on"), ("skip", "on")]].concat();
            for game in [plain(&options), negotiating(&options), negotiating(&strict)] {
                let examined = conformance(&game, Seed::experiment(3), 4)
                    .unwrap_or_else(|breach| panic!("{game:?}: {breach}"));
                assert!(examined.followed > examined.positions, "{game:?}: {examined:?}");
                assert!(examined.refusals > examined.positions, "{game:?}: {examined:?}");
            }
        }
    }
}

#[test]
fn the_mover_may_speak_before_it_moves() {
    let game = plain(&[SPEAKING, ("statements", "2")]);
    let mut state = begin(&game, "ABCD", "ABGH");
    let silent = menu(&plain(&[]), &state);
    assert!(menu(&game, &state).starts_with(&silent));
    // Two colours and an intention for each of sixteen ghosts.
    assert_eq!(menu(&game, &state).len(), silent.len() + 48);
    play_all(&game, &mut state, &["say:P0:C=good", "say:will:stay:A"]);
    assert_eq!(menu(&game, &state), silent);
    assert!(refusal(&game, &state, "say:P0:C=bad").contains("no more statements"));
    assert!(refusal(&game, &state, "quiet").contains("quiet"));
    play_all(&game, &mut state, &["A,N", "say:P0:C=bad", "A,N"]);
    assert_eq!(state.plies(), 2, "words cost no ply");
    assert!(refusal(&plain(&[]), &state, "say:P0:C=bad").contains("no more statements"));
    assert!(refusal(&game, &game.start(), "say:P0:C=bad").contains("SetUp"));
}

#[test]
fn a_statement_is_about_what_stands_on_the_board() {
    let game = negotiating(&[SPEAKING]);
    let mut state = begin(&game, "ABCD", "ABGH");
    let exchange = ["ask:C", "for:D", "agree", "quiet"];
    assert!(menu(&game, &state).contains(&"say:will:agree".to_owned()));
    play_all(&game, &mut state, &exchange);
    assert!(refusal(&game, &state, "say:will:agree").contains("no exchange"));
    let mut state = board("br..../..r..b/..B..R/....../....../......", FIRST);
    play_all(&game, &mut state, &["A,N"]);
    for (statement, may) in [
        ("say:P0:A=bad", true),
        ("say:P0:C=good", false),
        ("say:P1:C=bad", false),
        ("say:P1:D=bad", true),
        ("say:will:stay:D", true),
        ("say:will:stay:C", false),
        ("say:will:take:B", true),
        ("say:will:take:C", false),
    ] {
        let action: Action = statement.parse().expect("a statement");
        assert_eq!(game.check(&state, &action).is_ok(), may, "{statement}");
    }
}

/// The one who was asked speaks once when an exchange was agreed, whatever is left to the mover.
#[test]
fn the_other_may_speak_after_an_exchange() {
    let game = negotiating(&[SPEAKING, ("statements", "0")]);
    for said in ["quiet", "say:P1:C=bad", "say:will:take:D"] {
        let mut state = begin(&game, "ABCD", "ABGH");
        play_all(&game, &mut state, &["ask:C", "for:D", "agree"]);
        assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(SECOND), Stage::Speak));
        assert_eq!(game.fallbacks(&state), [Action::Quiet]);
        assert_eq!(game.restore(&game.snapshot(&state)).as_ref(), Ok(&state));
        assert!(game.picture(&state).contains("P0 lets the other speak"));
        play_all(&game, &mut state, &[said]);
        assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(FIRST), Stage::Move));
    }
    // Nobody is asked where nothing was agreed, or speaking is off.
    for (game, answer) in [(game, ["ask:C", "refuse"]), (negotiating(&[]), ["for:D", "agree"])] {
        let mut state = begin(&game, "ABCD", "ABGH");
        play_all(&game, &mut state, &["ask:C"][..usize::from(answer[0] != "ask:C")]);
        play_all(&game, &mut state, &answer);
        assert_eq!(state.stage(), Stage::Move);
    }
}

/// Every claim about a colour in random games is followed by both: what is proved is what is true.
#[test]
fn what_is_proved_was_so() {
    let (mut proved, mut at_once, mut open, mut escapes) = ([0_u32; 2], 0, 0, 0);
    for game in [plain(&[SPEAKING]), negotiating(&[SPEAKING])] {
        for index in 0..30 {
            let mut hearers: Vec<Testimony<Geister, bool>> =
                (0..2).map(|_| Testimony::new(game)).collect();
            watch(&game, Seed::experiment(8).derive("game", index), |ongoing, _| {
                for (hearer, testimony) in Seat::all(2).zip(&mut hearers) {
                    let Some(sight) = ongoing.sight(hearer) else { continue };
                    let view = ongoing.lazy_view(hearer);
                    testimony.follow(&view, sight, |claim, held, holds| {
                        assert_eq!(holds, *held, "{claim:?} to {hearer} in game {index}");
                        proved[usize::from(holds)] += 1;
                        let is_escape =
                            matches!(sight, Sight::Moved { action: Action::Escape(_), .. });
                        escapes += u32::from(is_escape);
                    });
                    for told in testimony.told() {
                        let likely = game.was_true(&told.trace, &told.claim, ongoing.state());
                        assert_eq!(likely, Some(f64::from(u8::from(told.note))));
                    }
                    game.claims_in(sight, &mut |claim| {
                        let Statement::Fact(_) = claim.statement else { return };
                        let truth = game.truth(ongoing.state(), &claim);
                        let known = testimony.hear(&view, claim, truth == Truth::True);
                        assert!(known == Truth::Undecidable || known == truth, "{claim:?}");
                        at_once += u32::from(known == truth);
                    });
                }
            });
            open += hearers.iter().map(|hearer| hearer.told().len()).sum::<usize>();
        }
    }
    assert!(proved.iter().all(|count| *count > 100), "{proved:?}");
    assert!(at_once > 100 && open > 100 && escapes > 0, "{at_once} {open} {escapes}");
}

/// What becomes of an intention, as the other hears it, when these actions are played.
fn fate(game: &Geister, state: &State, speaker: Seat, said: Intention, actions: &[&str]) -> Truth {
    let hearer = speaker.next(2);
    let claim: ClaimOf<Geister> = Claim { speaker, statement: Statement::Intention(said) };
    let mut state = state.clone();
    game.trace(&view(game, &state, hearer), &claim);
    for action in actions {
        let sight = sight_of(game, &state, action, hearer).expect("something to see");
        play_all(game, &mut state, &[action]);
        let now = view(game, &state, hearer);
        match game.follow(&mut (), &claim, &LazyView::made(&now), &sight) {
            Truth::Undecidable => {}
            proved => return proved,
        }
    }
    Truth::Undecidable
}

#[test]
fn intentions_are_kept_or_broken_by_what_the_speaker_does() {
    let game = plain(&[SPEAKING]);
    let state = board("B....r/.b..../..B.../....../....R./r....b", FIRST);
    let stay = Intention::Stay(ghost('A'));
    assert_eq!(fate(&game, &state, FIRST, stay, &["A,exit"]), Truth::False);
    assert_eq!(fate(&game, &state, FIRST, stay, &["A,S"]), Truth::False);
    assert_eq!(fate(&game, &state, FIRST, stay, &["say:P0:A=bad"]), Truth::Undecidable);
    assert_eq!(fate(&game, &state, FIRST, stay, &["say:P0:A=bad", "B,W"]), Truth::True);
    let [west, north] = [["B,W", "D,S", "B,N"], ["B,W", "D,S", "C,N"]];
    let take = Intention::Take(ghost('B'));
    assert_eq!(fate(&game, &state, FIRST, take, &west[..1]), Truth::False);
    let mut state = state;
    play_all(&game, &mut state, &west[..2]);
    assert_eq!(fate(&game, &state, FIRST, take, &west[2..]), Truth::True);
    assert_eq!(fate(&game, &state, FIRST, Intention::Take(ghost('A')), &west[2..]), Truth::False);
    assert_eq!(fate(&game, &state, FIRST, take, &north[2..]), Truth::False);
    // The other's moves neither keep nor break it.
    assert_eq!(fate(&game, &state, SECOND, take, &west[2..]), Truth::Undecidable);
    let game = negotiating(&[SPEAKING]);
    let state = begin(&game, "ABCD", "ABGH");
    let fate = |speaker, actions: &[&str]| fate(&game, &state, speaker, Intention::Agree, actions);
    assert_eq!(fate(FIRST, &["ask:C", "refuse", "A,N"]), Truth::Undecidable);
    assert_eq!(fate(FIRST, &["ask:C", "for:D", "break-off"]), Truth::False);
    assert_eq!(fate(FIRST, &["ask:C", "for:D", "agree"]), Truth::True);
    assert_eq!(fate(SECOND, &["ask:C", "for:D", "agree"]), Truth::Undecidable);
    assert_eq!(fate(SECOND, &["ask:C", "for:D", "break-off"]), Truth::Undecidable);
}

#[test]
fn kinds_of_claims_are_told_apart() {
    let game = plain(&[SPEAKING]);
    let kind = |text: &str| {
        let statement: Spoken = text.parse().expect("a statement");
        game.kind(&Claim { speaker: FIRST, statement })
    };
    assert_eq!(["P0:A=bad", "P0:A=good", "P1:A=bad", "will:stay:A"].map(kind), [0, 0, 1, 2]);
}

fn seat(catalogue: &Catalogue<Geister>, game: &Geister, name: &str) -> Box<dyn Agent<Geister>> {
    catalogue.agent(game, name, Seed::experiment(1)).unwrap_or_else(|error| panic!("{error}"))
}

/// How likely an agent takes P0's ghost C to be bad, after P0 has said something and moved.
fn belief(name: &str, said: &str) -> f64 {
    let game = plain(&[SPEAKING]);
    let mut state = begin(&game, "ABCD", "ABGH");
    let mut hearer = seat(&GEISTER, &game, name);
    hearer.sit(SECOND);
    for action in [said, "A,N"] {
        let before = state.clone();
        play_all(&game, &mut state, &[action]);
        let step = Step::Action(FIRST, action.parse().expect("an action"));
        let sight = game.sight(&before, &step, &state, SECOND).expect("something to see");
        hearer.hear(&LazyView::new(&game, &state, &(), SECOND), &sight);
    }
    let now = view(&game, &state, SECOND);
    let mut actions = Vec::new();
    game.menu(&state, &mut actions);
    hearer.decide(&now, &actions, &mut Seed::experiment(2).rng());
    let beliefs = hearer.explain(&now).expect("thoughts").beliefs;
    let fact = Fact { owner: FIRST, ghost: ghost('C'), is_bad: true }.to_string();
    beliefs.iter().find(|belief| belief.fact == fact).expect("an open fact").probability
}

/// A trusting listener takes a claim for true with 0.95, as far as 48 worlds can tell what it took it
/// for before; one who has proved nothing is believed by half, which is what the colours are.
#[test]
fn whoever_trusts_believes_what_it_is_told() {
    for mover in ["flat(playouts=70)", "upp(playouts=70)", "isuct(playouts=70)"] {
        let listening = |words: &str| format!("{mover}+listen(words={words})");
        assert!(belief(&listening("trusting"), "say:P0:C=bad") > 0.85, "{mover}");
        assert!(belief(&listening("trusting"), "say:P0:C=good") < 0.15, "{mover}");
        let plain = belief(mover, "say:P0:C=bad");
        let deaf = belief(&listening("deaf"), "say:P0:C=bad");
        assert_eq!(deaf.to_bits(), plain.to_bits(), "{mover}");
        assert!((deaf - 0.5).abs() < 0.1, "{mover}: {deaf}");
    }
}

/// How likely one who has rehearsed against such speakers takes P0's ghost C to be bad when P0 says so,
/// before anything was proved.
fn foreseen(speech: Speech) -> f64 {
    let game = plain(&[SPEAKING]);
    let player = move |_: Seed| {
        let speaker = Box::new(PlainSpeaker { speech, rate: 1.0 });
        Box::new(ComposedAgent::new(game, Box::new(RandomMover)).speaking(speaker)) as _
    };
    let listener = foreseeing(game, MemorySpan::Perfect, Box::new(player)).expect("a listener");
    let mut listener = listener(Seed::experiment(1));
    listener.sit(SECOND);
    let mut state = begin(&game, "ABCD", "ABGH");
    let said = "say:P0:C=bad";
    let sight = sight_of(&game, &state, said, SECOND).expect("something to hear");
    play_all(&game, &mut state, &[said]);
    let now = view(&game, &state, SECOND);
    listener.hear(&LazyView::made(&now), &sight);
    let evidence = listener.evidence().into_iter().collect();
    let seed = Seed::experiment(2);
    let belief = Belief::new(&game, &now, evidence, seed).likelihoods(500, &mut seed.rng());
    let fact = Fact { owner: FIRST, ghost: ghost('C'), is_bad: true }.to_string();
    belief.iter().find(|belief| belief.fact == fact).expect("an open fact").probability
}

#[test]
fn whoever_knows_how_others_speak_knows_what_their_words_are_worth() {
    assert!(foreseen(Speech::Truth) > 0.9);
    assert!(foreseen(Speech::Lies) < 0.1);
    assert!((foreseen(Speech::Random) - 0.5).abs() < 0.15);
}

/// Counts statements, and sees that nobody has to be helped.
struct Counter(u32);

impl Witness<Geister> for Counter {
    fn saw(&mut self, happening: &Happening<Geister>, _after: &OngoingGame<Geister>) {
        match happening {
            Happening::Step(Step::Action(_, Action::Say(_))) => self.0 += 1,
            Happening::Fallback(_, _, problem) => panic!("{problem}"),
            _ => {}
        }
    }
}

#[test]
fn agents_who_speak_and_listen_play_whole_games() {
    let options = [SPEAKING, ("cap", "80")];
    let movers = [
        "random",
        "charge+speak(kind=random, rate=1)",
        "isuct(playouts=50)+speak(kind=truth)+listen(words=trusting)",
        "flat(playouts=40)+speak(kind=lies)+listen(words=calibrated)",
        "upp(playouts=60)+listen(memory=last:5)",
    ];
    let traders = [
        "random+baseline(kind=random)+speak(rate=1)",
        "isuct(playouts=20)+baseline(kind=always-accept)+speak(kind=truth, rate=1)+listen",
        "charge+strategy(show=always, playouts=20)+speak(kind=lies)+listen(words=trusting)",
        "flat(playouts=30)+bargain(worlds=2)+speak+listen(words=trusting)",
    ];
    let mut statements = 0;
    for (catalogue, game, names) in [
        (&GEISTER, plain(&options), &movers[..]),
        (&NEGOGEISTER, negotiating(&options), &movers[..]),
        (&NEGOGEISTER, negotiating(&options), &traders[..]),
    ] {
        for (index, name) in names.iter().enumerate() {
            let other = names[(index + 1) % names.len()];
            let mut agents = vec![seat(catalogue, &game, name), seat(catalogue, &game, other)];
            let mut counter = Counter(0);
            let record = play(&game, &mut agents, Seed::experiment(5), &mut counter);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{name}: {record:?}");
            statements += counter.0;
        }
    }
    assert!(statements > 100, "{statements}");
}
