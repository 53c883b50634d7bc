//! Statements: when they may be made, what becomes of them, and that they tell no more than their
//! words.

use kakehiki_bargain::{Claim, Claimable, Statement, Testimony, Truth};
use kakehiki_catan::{
    Action, CATAN, Card, Catan, Event, Fact, Hidden, Intention, Knowledge, Opinion, Sight, Stage,
    State, View,
};
use kakehiki_core::{
    Agent, Awaited, Game, Happening, LazyView, Observed, OngoingGame, Reply, Seat, Seed, Step,
    Turn, Verdict, Witness, conformance, play,
};
use rand::RngExt;

use crate::common::{Position, catan, is_legal, run, seat};

fn speaking(options: &[(&str, &str)]) -> Catan {
    catan(&[&[("speaking", "on")], options].concat())
}

/// A game of random players, stopped after each step.
fn random_game(game: Catan, seed: u64, mut look: impl FnMut(&OngoingGame<Catan>)) {
    let mut ongoing = OngoingGame::new(game, Seed::experiment(seed));
    let mut menu = Vec::new();
    loop {
        match ongoing.awaited() {
            Awaited::Nobody(_) => return,
            Awaited::Chance => drop(ongoing.draw()),
            Awaited::Seat(asked) => {
                ongoing.menu(&mut menu);
                let chosen = ongoing.decision_rng(asked).random_range(0..menu.len());
                ongoing.answer(Reply::Action(menu[chosen]));
            }
        }
        look(&ongoing);
    }
}

#[test]
fn a_table_where_players_speak_keeps_every_promise() {
    for options in [
        &[("players", "2"), ("turn-cap", "60")][..],
        &[("players", "3"), ("turn-cap", "60"), ("trading", "off")],
        &[("turn-cap", "40"), ("statements", "5")],
        &[("turn-cap", "60"), ("statements", "0"), ("bank", "closed")],
        &[("rules", "nakazawa2018"), ("turn-cap", "60")],
        &[("hands", "open"), ("players", "3"), ("turn-cap", "40")],
    ] {
        let game = speaking(options);
        let examined = conformance(&game, Seed::experiment(3), 4)
            .unwrap_or_else(|breach| panic!("{options:?}: {breach}"));
        assert!(examined.followed > examined.positions, "{options:?}: {examined:?}");
    }
}

/// After a throw the others are asked, clockwise; then the throw does what it does.
#[test]
fn the_others_may_speak_after_a_throw() {
    let game = speaking(&[("players", "3")]);
    for (total, then) in [(8, Stage::Act), (7, Stage::Robber)] {
        let mut state = Position::new(3).begin().state(&game);
        run(&game, &mut state, &["roll", &format!("dice:{total}")]);
        assert_eq!(game.turn(&state), Turn::Seat(seat(1)));
        run(&game, &mut state, &["say:P1:brick<1"]);
        assert_eq!(state.stage(), Stage::Speak(seat(2)));
        run(&game, &mut state, &["quiet"]);
        assert_eq!(state.stage(), then);
    }
    // Nobody is asked where speaking is off.
    let game = catan(&[("players", "3")]);
    let mut state = Position::new(3).begin().state(&game);
    run(&game, &mut state, &["roll", "dice:8"]);
    assert_eq!(state.stage(), Stage::Act);
    assert!(!is_legal(&game, &state, "say:P0:ore<1"));
}

#[test]
fn statements_are_bounded_and_about_the_table() {
    let game = speaking(&[("players", "2"), ("statements", "2")]);
    let mut state = Position::new(2).begin().state(&game);
    assert!(!is_legal(&game, &state, "say:P0:ore<1"), "before the throw");
    run(&game, &mut state, &["roll", "dice:8", "quiet"]);
    for (statement, may) in [
        ("say:P0:ore<1", true),
        ("say:P1:wheat>=1", true),
        ("say:P0:points=8", true),
        ("say:will:not-rob:P1", true),
        ("say:will:not-rob:P0", false),
        ("say:will:last-offer", true),
        ("say:think:winning:P1", true),
        ("say:think:winning:P2", false),
        ("say:P3:ore<1", false),
        ("say:P0:ore>=31", false),
        ("say:P0:drew-knight>=1", false),
        ("quiet", false),
    ] {
        assert_eq!(is_legal(&game, &state, statement), may, "{statement}");
    }
    run(&game, &mut state, &["say:P0:ore<1", "say:will:last-offer"]);
    assert!(!is_legal(&game, &state, "say:P0:ore<1"), "two are enough");
    run(&game, &mut state, &["end", "roll", "dice:8", "quiet"]);
    assert!(is_legal(&game, &state, "say:P1:ore<1"), "a new turn");
}

/// Every claim of random games is followed by every hearer: what is proved is what was true when the
/// claim was made, and what a hearer takes for possible holds in the truth.
#[test]
fn what_is_proved_was_so() {
    let (mut proved, mut late, mut open) = ([0_u32; 2], 0_u32, 0_u32);
    for (players, seeds) in [("2", 8), ("3", 8), ("4", 8)] {
        for seed in 0..seeds {
            let game = speaking(&[("players", players), ("turn-cap", "120"), ("bank", "closed")]);
            let seats = game.seats();
            let mut hearers: Vec<Testimony<Catan, (bool, u32)>> =
                (0..seats).map(|_| Testimony::new(game)).collect();
            let mut step = 0;
            random_game(game, seed, |ongoing| {
                step += 1;
                for (hearer, testimony) in Seat::all(seats).zip(&mut hearers) {
                    let Some(sight) = ongoing.sight(hearer) else { continue };
                    let view = ongoing.lazy_view(hearer);
                    testimony.follow(&view, sight, |claim, (held, since), holds| {
                        assert_eq!(holds, *held, "{claim:?} to {hearer} in game {seed}");
                        proved[usize::from(holds)] += 1;
                        late += u32::from(step > *since);
                    });
                    for told in testimony.told() {
                        let likely = game.was_true(&told.trace, &told.claim, ongoing.state());
                        if let Some(likely) = likely
                            && !matches!(
                                told.claim.statement,
                                Statement::Fact(Fact { kind: Hidden::Drawn(_), .. })
                            )
                        {
                            assert!((likely > 0.5) == told.note.0, "{:?}", told.claim);
                        }
                    }
                    game.claims_in(sight, &mut |claim| {
                        let truth = game.truth(ongoing.state(), &claim);
                        let Statement::Fact(_) = claim.statement else { return };
                        let held = truth == Truth::True;
                        let known = game.known(&view, &claim);
                        assert!(known == Truth::Undecidable || known == truth, "{claim:?}");
                        testimony.hear(&view, claim, (held, step));
                    });
                }
            });
            open += hearers.iter().map(|hearer| hearer.told().len() as u32).sum::<u32>();
        }
    }
    assert!(proved.iter().all(|count| *count > 100), "{proved:?}");
    assert!(late > 100 && open > 100, "{late} {open}");
}

/// With two players and an open bank every card can be counted, so that every claim about resources
/// is settled when it is made.
#[test]
fn two_players_can_check_every_claim_about_resources() {
    let game = speaking(&[("rules", "nakazawa2018"), ("turn-cap", "100")]);
    let mut claims = 0;
    random_game(game, 1, |ongoing| {
        for hearer in Seat::all(2) {
            let Some(sight) = ongoing.sight(hearer) else { continue };
            game.claims_in(sight, &mut |claim| {
                if matches!(
                    claim.statement,
                    Statement::Fact(Fact { kind: Hidden::Resource(_), .. })
                ) {
                    let known = game.known(&ongoing.view(hearer), &claim);
                    assert_eq!(known, game.truth(ongoing.state(), &claim));
                    claims += 1;
                }
            });
        }
    });
    assert!(claims > 50, "{claims}");
}

/// Tells a hearer what happens and says what becomes of a claim.
fn fate(
    game: &Catan,
    state: &mut State,
    hearer: Seat,
    claim: Claim<Fact, Intention, Opinion>,
    steps: &[&str],
) -> Truth {
    let view = |state: &State| game.view(state, &Some(knowing(game, state, hearer)), hearer);
    let mut trace = game.trace(&view(state), &claim);
    for step in steps {
        let before = state.clone();
        run(game, state, &[step]);
        let played = match step.parse::<Action>() {
            Ok(action) => {
                let Turn::Seat(actor) = game.turn(&before) else { unreachable!() };
                Step::Action(actor, action)
            }
            Err(_) => Step::Chance(step.parse().unwrap()),
        };
        let Some(sight) = game.sight(&before, &played, state, hearer) else { continue };
        let now = view(state);
        match game.follow(&mut trace, &claim, &LazyView::made(&now), &sight) {
            Truth::Undecidable => {}
            proved => return proved,
        }
    }
    Truth::Undecidable
}

/// A hearer who has counted all cards.
fn knowing(game: &Catan, state: &State, hearer: Seat) -> Knowledge {
    let mut knowledge = Knowledge::new(game.seats(), hearer);
    for other in Seat::all(game.seats()) {
        knowledge.gain(other, state.hand(other));
    }
    knowledge
}

#[test]
fn intentions_are_kept_or_broken_by_what_the_speaker_does() {
    let game = speaking(&[("players", "3")]);
    let state = Position::new(3)
        .settlements(1, &[20])
        .settlements(2, &[24])
        .hand(0, "WW")
        .hand(1, "B")
        .hand(2, "O")
        .cards(0, Card::Knight, 1)
        .state(&game);
    let claim = |intention| Claim { speaker: seat(0), statement: Statement::Intention(intention) };
    let fate = |intention, steps: &[&str]| {
        fate(&game, &mut state.clone(), seat(1), claim(intention), steps)
    };
    let (offer, end) = (["offer:W>B@1", "refuse"], ["end"]);
    assert_eq!(fate(Intention::LastOffer, &offer), Truth::Undecidable);
    assert_eq!(fate(Intention::LastOffer, &[&offer[..], &offer].concat()), Truth::False);
    assert_eq!(fate(Intention::LastOffer, &[&offer[..], &end].concat()), Truth::True);
    let mut menu = Vec::new();
    let mut knight = state.clone();
    run(&game, &mut knight, &["knight"]);
    game.menu(&knight, &mut menu);
    for (victim, expected) in [(1, Truth::False), (2, Truth::True)] {
        let is_theft = |action: &&Action| matches!(action, Action::Robber(_, Some(robbed)) if *robbed == seat(victim));
        let theft = menu.iter().find(is_theft).unwrap().to_string();
        let stolen = if victim == 1 { "stolen:B" } else { "stolen:O" };
        let steps = ["knight", &theft, stolen];
        assert_eq!(fate(Intention::NotRob(seat(1)), &steps), expected);
    }
}

/// One who bought a single card and plays it shows what it was.
#[test]
fn a_card_that_is_played_proves_what_was_said_of_it() {
    for (said, holds) in [(Card::Knight, Truth::True), (Card::YearOfPlenty, Truth::False)] {
        let game = speaking(&[("players", "2")]);
        let mut state = Position::new(2).hand(0, "SHO").state(&game);
        run(&game, &mut state, &["buy", "card:knight"]);
        let fact = Fact::at_least(seat(0), Hidden::Drawn(said), 1);
        let claim = Claim { speaker: seat(0), statement: Statement::Fact(fact) };
        let steps = ["end", "roll", "dice:2", "quiet", "end", "knight"];
        assert_eq!(fate(&game, &mut state, seat(1), claim, &steps), holds, "{said}");
    }
}

/// One who forgets everything takes a hand of cards for any cards, and knows no claim to be false.
#[test]
fn who_forgets_knows_sizes_only_and_learns_what_it_still_remembers() {
    let game = speaking(&[("rules", "nakazawa2018"), ("turn-cap", "60")]);
    let mut sights: Vec<Vec<Sight>> = vec![Vec::new(); 2];
    let mut checked = 0;
    random_game(game, 4, |ongoing| {
        for hearer in Seat::all(2) {
            if let Some(sight) = ongoing.sight(hearer) {
                sights[hearer.index()].push(sight.clone());
            }
            let view: View = ongoing.view(hearer);
            let other = hearer.next(2);
            let all = &sights[hearer.index()];
            for span in [0, 10, 1_000_000] {
                let recent = &all[all.len().saturating_sub(span)..];
                let forgetful = game.forget(&view, &mut recent.iter()).unwrap();
                let knowledge = forgetful.knowledge().unwrap();
                let truth = ongoing.state().hand(other);
                assert_eq!(knowledge.total(other), truth.total());
                assert!(knowledge.chance_of(other, truth) > 0.0, "span {span}");
                if span > all.len() {
                    assert_eq!(knowledge.certain(other), view.knowledge().unwrap().certain(other));
                }
                if span == 0 && truth.total() > 0 {
                    assert_eq!(knowledge.certain(other), None);
                    checked += 1;
                }
            }
        }
    });
    assert!(checked > 100, "{checked}");
}

/// What one seat imagines that another one saw is what it saw, or it cannot tell.
#[test]
fn imagined_sights_are_those_that_others_had() {
    let game = speaking(&[("players", "3"), ("turn-cap", "80")]);
    let (mut told, mut untold) = (0, 0);
    for seed in 0..4 {
        random_game(game, seed, |ongoing| {
            for (seat, other) in
                Seat::all(3).flat_map(|seat| Seat::all(3).map(move |it| (seat, it)))
            {
                let (Some(seen), Some(true_sight)) = (ongoing.sight(seat), ongoing.sight(other))
                else {
                    continue;
                };
                // Nobody else knows what somebody drew, and it does not matter to what it forgets.
                if matches!(seen.event, Event::Drew { seat: drawer, .. } if drawer == other) {
                    continue;
                }
                if let Some(imagined) = game.imagine_sight(seen, other) {
                    assert_eq!(&imagined, true_sight, "{other} by {seat}");
                    told += 1;
                } else {
                    let is_hidden =
                        matches!(seen.event, Event::Stolen { .. } | Event::Discarded { .. });
                    assert!(is_hidden && seat != other, "{seen:?}");
                    untold += 1;
                }
            }
        });
    }
    assert!(told > 1000 && untold > 20, "{told} {untold}");
}

/// A statement is heard by all in the same words, and nothing else changes.
#[test]
fn a_statement_tells_no_more_than_its_words() {
    let game = speaking(&[("players", "3"), ("turn-cap", "60")]);
    let mut statements = 0;
    random_game(game, 7, |ongoing| {
        for hearer in Seat::all(3) {
            if let Some(sight) = ongoing.sight(hearer)
                && let Event::Acted { seat: speaker, action: Action::Say(_), .. } = &sight.event
            {
                assert_eq!(ongoing.sight(*speaker), Some(sight));
                assert_eq!(ongoing.public_sight().as_ref(), Some(sight));
                statements += 1;
            }
        }
    });
    assert!(statements > 100, "{statements}");
}

/// What a game of named agents says, with the state in which it is said.
fn statements(options: &[(&str, &str)], agents: &[&str], seed: u64) -> Vec<(Seat, Fact, State)> {
    let game = speaking(options);
    let mut seated: Vec<Box<dyn Agent<Catan>>> =
        agents.iter().map(|name| CATAN.agent(&game, name, Seed::experiment(9)).unwrap()).collect();
    let mut said = Said::default();
    let record = play(&game, &mut seated, Seed::experiment(seed), &mut said);
    assert!(matches!(record.verdict, Verdict::Ended(_)), "{:?}", record.verdict);
    said.0
}

/// The facts that were stated.
#[derive(Default)]
struct Said(Vec<(Seat, Fact, State)>);

impl Witness<Catan> for Said {
    fn saw(&mut self, happening: &Happening<Catan>, after: &OngoingGame<Catan>) {
        if let Happening::Step(Step::Action(speaker, Action::Say(Statement::Fact(fact)))) =
            happening
        {
            self.0.push((*speaker, *fact, after.state().clone()));
        }
    }
}

/// In every world that a speaker thinks possible, what it says is true.
#[test]
fn who_is_bound_to_the_truth_never_says_anything_false() {
    let truthful = ["weighted+speak(kind=truth, rate=1)"; 3];
    let mut count = 0;
    for seed in 0..3 {
        for (speaker, fact, state) in
            statements(&[("players", "3"), ("turn-cap", "150")], &truthful, seed)
        {
            assert!(fact.holds(&state), "{speaker} says {fact}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
    let lies = statements(
        &[("players", "3"), ("turn-cap", "100")],
        &["weighted+speak(kind=lies, rate=1)"; 3],
        1,
    );
    assert!(lies.len() > 100 && lies.iter().all(|(_, fact, state)| !fact.holds(state)));
}

#[test]
fn agents_without_a_part_that_talks_are_silent_and_others_are_not() {
    let options = [("players", "3"), ("turn-cap", "60")];
    for agent in ["weighted", "greedy+rule", "uct(playouts=5)", "nakazawa-base", "simulated"] {
        assert!(statements(&options, &[agent; 3], 1).is_empty(), "{agent}");
    }
    for agent in ["random", "greedy+rule+speak+listen", "nakazawa-presenting"] {
        assert!(!statements(&options, &[agent; 3], 1).is_empty(), "{agent}");
    }
}

/// The presenting player names the cards it buys and hides points; a third of what it says about
/// resources, or more, is false.
#[test]
fn the_presenting_player_misleads() {
    let (mut drawn, mut lies, mut claims) = (0, 0, 0);
    for seed in 0..20 {
        let agents = ["nakazawa-presenting", "simulated+listen(words=trusting, memory=last:20)"];
        for (speaker, fact, state) in statements(&[("rules", "nakazawa2018")], &agents, seed) {
            assert_eq!(speaker, seat(0));
            match fact.kind {
                Hidden::Drawn(card) => {
                    assert_ne!(card, Card::VictoryPoint);
                    drawn += 1;
                }
                Hidden::Resource(_) => {
                    claims += 1;
                    lies += u32::from(!fact.holds(&state));
                }
                _ => panic!("{fact}"),
            }
        }
    }
    assert!(drawn > 2 && claims > 200 && lies > claims / 3, "{drawn} {claims} {lies}");
}
