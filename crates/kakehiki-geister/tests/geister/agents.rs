//! Those who play: every agent plays whole games by the rules, the same way every time, and after a
//! restart.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use kakehiki_core::{
    Agent, AgentName, Catalogue, Game, GameRng, Header, LazyView, Likelihood, Log, LogWriter,
    Observed, Occupant, Record, Roster, Seat, Seed, Settings, Verdict, busy_time, play,
};
use kakehiki_geister::{
    Action, Fact, GEISTER, GEISTER_AGENTS, Geister, NEGOGEISTER, NEGOGEISTER_AGENTS, Sight, View,
};

/// Agents of Geister that think little.
const MOVERS: [&str; 16] = [
    "valued(exit=2, guard=3)",
    "random",
    "charge",
    "flat(playouts=40)",
    "flat(playouts=40, walk=uniform, limit=0)",
    "upp(playouts=150)",
    "upp(playouts=150, walk=ghost-first, limit=0, beta=20, floor=0.01)",
    "isuct(playouts=30)",
    "isuct(playouts=30, walk=ghost-first, limit=100, c=1)",
    "isuct(playouts=30, limit=4, value=fitted)",
    "purple(depth=3)",
    "habit(kind=running)",
    "shrewd(depth=1, worlds=10)+listen(acts=fitted)",
    "shrewd(depth=1, worlds=10, evaluation=material, deceive=1)",
    "flat(playouts=30, guard=3)+listen(acts=fitted)",
    "isuct(playouts=20)+speak(kind=truth)+listen(words=trusting)",
];

/// Agents of `NEGOGeister` that think little.
const NEGOTIATORS: [&str; 23] = [
    "random",
    "charge",
    "flat(playouts=30)",
    "upp(playouts=100)+baseline(kind=never)",
    "isuct(playouts=20)+baseline(kind=always-accept)",
    "random+baseline(kind=random)",
    "charge+strategy(playouts=70)",
    "purple(depth=3)+baseline(kind=always-accept)",
    "habit(kind=bluffing)+baseline(kind=always-accept)+listen(acts=fitted)",
    "shrewd(depth=1, guard=0)+baseline(kind=random)",
    "charge+strategy(ask=modest-mover, show=if-little-more, playouts=35)",
    "valued+strategy(ask=modest-both, playouts=35)",
    "random+strategy(ask=modest-responder, show=if-much-less, playouts=35)",
    "upp(playouts=60)+strategy(ask=random, show=always, playouts=35)",
    "charge+strategy(ask=most-valuable, show=never, playouts=1)",
    "charge+strategy(show=always, exit=2, own-good=1, unknown=-1, straight=1, upp=0)",
    "charge+bargain(worlds=4)",
    "random+bargain(criterion=sum, attitude=optimistic, bias=pessimistic, worlds=3)",
    "charge+bargain(criterion=product, attitude=criterion, worlds=4, exposure=off)",
    "charge+bargain(by=search, depth=1)",
    "shrewd(depth=1, deceive=0.1)+bargain(exposure=off, by=search, depth=1)+listen(acts=fitted)",
    "flat(playouts=30)+bargain(criterion=accept-first, attitude=pessimistic, worlds=2)",
    "isuct(playouts=20)+baseline(kind=random)+speak(kind=lies, rate=1)+listen(words=calibrated)",
];

/// Agents that think for a given time.
const TIMED: [&str; 5] = [
    "flat(time=1ms, stop=4)",
    "upp(time=1ms)",
    "isuct(time=1ms, trees=2)",
    "purple(time=1ms, guard=5)",
    "shrewd(time=2ms, deceive=0.1)+listen(acts=mixed)",
];

fn rules(catalogue: &Catalogue<Geister>, options: &[(&str, &str)]) -> Geister {
    let settings = Settings::new(catalogue.name, catalogue.options, options.iter().copied());
    (catalogue.configure)(&settings.expect("options"))
}

fn agent(
    catalogue: &Catalogue<Geister>,
    game: &Geister,
    name: &str,
    seed: Seed,
) -> Box<dyn Agent<Geister>> {
    catalogue.agent(game, name, seed).unwrap_or_else(|error| panic!("{error}"))
}

/// The log of a game and what is kept of it.
fn logged(
    catalogue: &Catalogue<Geister>,
    game: &Geister,
    names: [&str; 2],
    seed: u64,
) -> (Vec<u8>, Record) {
    let root = Seed::experiment(seed);
    let mut agents: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, seat)| agent(catalogue, game, name, root.derive("agent", seat)))
        .collect();
    let seats = names.iter().map(|name| Occupant::Agent((*name).to_owned())).collect();
    let header = Header::new(catalogue.name, seats, seed, 0, 0);
    let mut writer = LogWriter::new(Vec::new(), &header).expect("a log in memory");
    let record = play(game, &mut agents, root.derive("game", 0), &mut writer);
    (writer.finish().expect("a log in memory"), record)
}

/// Plays every agent against the next one and back, twice each.
fn plays_whole_games(catalogue: &Catalogue<Geister>, names: &[&str]) {
    let game = rules(catalogue, &[("cap", "120")]);
    for (index, name) in names.iter().enumerate() {
        let other = names[(index + 1) % names.len()];
        for pair in [[name, other], [other, name]] {
            let (log, record) = logged(catalogue, &game, pair, index as u64);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{pair:?}: {record:?}");
            let text = String::from_utf8(log.clone()).expect("text");
            assert!(!text.contains("fallback"), "{pair:?} had to be helped");
            let read = Log::parse(&text).expect("the log of a game");
            let mut again = LogWriter::new(Vec::new(), &read.header).expect("a log in memory");
            let ongoing = read.replay(&game, |event, _| again.write(event));
            let ongoing = ongoing.unwrap_or_else(|error| panic!("{pair:?}: {error}"));
            assert_eq!(ongoing.record(), Some(record), "{pair:?}");
            assert_eq!(again.finish().expect("a log in memory"), log, "{pair:?}");
            let (same, _) = logged(catalogue, &game, pair, index as u64);
            assert_eq!(same, log, "{pair:?} played otherwise the second time");
        }
    }
}

#[test]
fn every_agent_of_geister_plays_whole_games_the_same_way_every_time() {
    plays_whole_games(&GEISTER, &MOVERS);
}

#[test]
fn every_agent_of_negogeister_plays_whole_games_the_same_way_every_time() {
    plays_whole_games(&NEGOGEISTER, &NEGOTIATORS);
}

#[test]
fn a_time_for_decisions_is_kept() {
    let game = rules(&GEISTER, &[("cap", "60")]);
    for name in TIMED {
        let begin = busy_time();
        let (_, record) = logged(&GEISTER, &game, [name, "random"], 3);
        let took = busy_time().saturating_sub(begin);
        assert!(matches!(record.verdict, Verdict::Ended(_)), "{name}: {record:?}");
        // Thirty decisions; what is too slow here would not be by a little.
        assert!(took < Duration::from_millis(300), "{name}: {took:?}");
    }
}

#[test]
fn agents_play_under_all_options() {
    for repetition in ["2", "4"] {
        let game = rules(&GEISTER, &[("repetition", repetition)]);
        for pair in [["upp(playouts=30)", "isuct(playouts=20)"], ["flat(playouts=30)", "charge"]] {
            let (_, record) = logged(&GEISTER, &game, pair, 1);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{record:?}");
        }
        let options =
            [("repetition", repetition), ("skip", "on"), ("strict", "on"), ("cap", "100")];
        let game = rules(&NEGOGEISTER, &options);
        for pair in [
            ["upp(playouts=30)+strategy(playouts=20)", "isuct(playouts=20)+bargain(worlds=2)"],
            ["random", "charge"],
        ] {
            let (_, record) = logged(&NEGOGEISTER, &game, pair, 1);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{record:?}");
        }
    }
}

#[test]
fn another_seed_gives_another_game() {
    let game = rules(&GEISTER, &[]);
    for name in ["random", "flat(playouts=20)", "upp(playouts=20)", "isuct(playouts=20)"] {
        let lines = |seed| {
            let (log, _) = logged(&GEISTER, &game, [name, name], seed);
            String::from_utf8(log).expect("text").lines().skip(1).collect::<String>()
        };
        assert_ne!(lines(1), lines(2), "{name}");
    }
}

#[test]
fn every_kind_of_agent_is_played_here_and_names_come_back() {
    let written = |name: &str, kinds: &[_]| {
        let parsed: AgentName = name.parse().unwrap_or_else(|error| panic!("{error}"));
        let cast = parsed.cast(kinds).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cast.name().to_string(), parsed.to_string());
        let again: AgentName = cast.name().to_string().parse().expect("a name");
        assert_eq!(again.cast(kinds).expect("a name"), cast);
        cast.name().to_string()
    };
    for name in MOVERS {
        assert_eq!(written(name, &GEISTER_AGENTS.kinds()), name);
    }
    let negotiators = NEGOTIATORS.map(|name| written(name, &NEGOGEISTER_AGENTS.kinds()));
    for kind in GEISTER_AGENTS.kinds() {
        assert!(MOVERS.iter().any(|name| name.contains(kind.name)), "{}", kind.name);
    }
    for kind in NEGOGEISTER_AGENTS.kinds() {
        assert!(negotiators.iter().any(|name| name.contains(kind.name)), "{}", kind.name);
    }
    let kinds = GEISTER_AGENTS.kinds();
    let cast = |text: &str| text.parse::<AgentName>().expect("a name").cast(&kinds);
    let error = cast("flat+strategy").expect_err("Geister has nothing to negotiate").to_string();
    assert!(error.contains("strategy") && error.contains("possible"), "{error}");
}

// 5.5: without beta nothing is learned
#[test]
fn upp_without_beta_is_flat() {
    let game = rules(&GEISTER, &[]);
    for seed in 0..3 {
        let moves = |name| {
            let (log, _) = logged(&GEISTER, &game, [name, "charge"], seed);
            String::from_utf8(log).expect("text").lines().skip(1).collect::<Vec<_>>().join("\n")
        };
        let flat = moves("flat(playouts=140)");
        assert_eq!(moves("upp(playouts=140, beta=0)"), flat);
    }
    let differs = (0..3).any(|seed| {
        let moves = |name| {
            let (log, _) = logged(&GEISTER, &game, [name, "charge"], seed);
            String::from_utf8(log).expect("text").lines().skip(1).collect::<Vec<_>>().join("\n")
        };
        moves("upp(playouts=1000, beta=50)") != moves("flat(playouts=1000)")
    });
    assert!(differs, "with beta something is learned");
}

/// A decision that an agent made, with all that it rested on.
struct Decision {
    heard: usize,
    view: View,
    menu: Vec<Action>,
    rng: GameRng,
    action: Action,
}

/// What an agent heard and decided.
#[derive(Default)]
struct Tape {
    heard: Vec<(View, Sight)>,
    decisions: Vec<Decision>,
}

/// An agent with a tape running.
struct Taped {
    agent: Box<dyn Agent<Geister>>,
    tape: Arc<Mutex<Tape>>,
}

impl Agent<Geister> for Taped {
    fn sit(&mut self, seat: Seat) {
        *self.tape.lock().expect("one thread") = Tape::default();
        self.agent.sit(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let before = rng.clone();
        let action = self.agent.decide(view, menu, rng);
        let mut tape = self.tape.lock().expect("one thread");
        let heard = tape.heard.len();
        tape.decisions.push(Decision {
            heard,
            view: view.clone(),
            menu: menu.to_vec(),
            rng: before,
            action,
        });
        action
    }

    fn hear(&mut self, view: &LazyView<'_, Geister>, sight: &Sight) {
        self.tape.lock().expect("one thread").heard.push((View::clone(view), sight.clone()));
        self.agent.hear(view, sight);
    }
}

/// Plays `games` games in a row, then rebuilds the agent at some decisions of the last one.
fn goes_on_after_a_restart(
    catalogue: &Catalogue<Geister>,
    options: &[(&str, &str)],
    name: &str,
    other: &str,
    seat: Seat,
    games: u64,
) {
    let game = rules(catalogue, options);
    let seed = Seed::experiment(7);
    let tape = Arc::new(Mutex::new(Tape::default()));
    let taped = Taped { agent: agent(catalogue, &game, name, seed), tape: Arc::clone(&tape) };
    let mut agents = vec![agent(catalogue, &game, other, seed.derive("other", 0))];
    agents.insert(seat.index(), Box::new(taped));
    for index in 0..games {
        play(&game, &mut agents, seed.derive("game", index), &mut ());
    }
    let tape = tape.lock().expect("one thread");
    assert!(tape.decisions.len() > 6, "{name} against {other}: {}", tape.decisions.len());
    let step = tape.decisions.len().div_ceil(7);
    for Decision { heard, view, menu, rng, action } in tape.decisions.iter().skip(1).step_by(step) {
        let mut rebuilt = agent(catalogue, &game, name, seed);
        for _ in 0..games {
            rebuilt.sit(seat);
        }
        for (view, sight) in &tape.heard[..*heard] {
            rebuilt.hear(&LazyView::made(view), sight);
        }
        let again = rebuilt.decide(view, menu, &mut rng.clone());
        assert_eq!(again, *action, "{name} after {heard} sights, ply {}", view.plies());
    }
}

#[test]
fn a_rebuilt_agent_of_geister_goes_on_as_if_nothing_had_happened() {
    for name in MOVERS {
        for (seat, games) in [(Seat::new(0), 1), (Seat::new(1), 2)] {
            goes_on_after_a_restart(&GEISTER, &[("cap", "80")], name, "random", seat, games);
        }
    }
    let learner = "upp(playouts=400, beta=50)";
    for other in ["flat(playouts=60)", "random", "upp(playouts=100)"] {
        for seat in Seat::all(2) {
            goes_on_after_a_restart(&GEISTER, &[("cap", "80")], learner, other, seat, 1);
        }
    }
    goes_on_after_a_restart(&GEISTER, &[("repetition", "4")], learner, "random", Seat::new(0), 2);
}

#[test]
fn a_rebuilt_agent_of_negogeister_goes_on_as_if_nothing_had_happened() {
    for name in NEGOTIATORS {
        for (seat, games) in [(Seat::new(0), 2), (Seat::new(1), 1)] {
            goes_on_after_a_restart(&NEGOGEISTER, &[("cap", "30")], name, "random", seat, games);
        }
    }
    let listener = "isuct(playouts=20)+baseline(kind=random)+speak+listen(words=calibrated)";
    for seat in Seat::all(2) {
        let options = [("speaking", "on"), ("cap", "30")];
        goes_on_after_a_restart(&NEGOGEISTER, &options, listener, "random", seat, 2);
    }
    let learner = "upp(playouts=400, beta=50)+strategy(show=always, playouts=20)";
    for seat in Seat::all(2) {
        goes_on_after_a_restart(&NEGOGEISTER, &[("cap", "60")], learner, "random", seat, 1);
    }
}

#[test]
fn agents_explain_what_they_weighed() {
    let game = rules(&GEISTER, &[]);
    let state = (GEISTER.opening)(&game);
    let view = game.view(&state, &(), Seat::new(0));
    let mut menu = Vec::new();
    game.menu(&state, &mut menu);
    for name in ["flat(playouts=80)", "upp(playouts=80)", "isuct(playouts=80)"] {
        let mut thinker = agent(&GEISTER, &game, name, Seed::experiment(1));
        thinker.sit(Seat::new(0));
        let action = thinker.decide(&view, &menu, &mut Seed::experiment(2).rng());
        let thoughts = thinker.explain(&view).expect("thoughts");
        assert_eq!(thoughts.candidates[0].action, action.to_string(), "{name}");
        assert_eq!(thoughts.candidates.len(), menu.len(), "{name}");
        assert!(thoughts.candidates.iter().all(|one| (0.0..=1.0).contains(&one.value)));
        assert_eq!(thoughts.beliefs.len(), 8, "{name}");
        let bad: f64 = thoughts.beliefs.iter().map(|belief| belief.probability).sum();
        assert!((bad - 4.0).abs() < 1e-9, "{name}: four of eight are bad, not {bad}");
        let open = game.facts(&view);
        for (Likelihood { fact, .. }, fact_of_view) in thoughts.beliefs.iter().zip(open) {
            assert_eq!(fact.parse::<Fact>(), Ok(fact_of_view), "{name}");
        }
    }
}

/// How many games the first agent wins, `rounds` from each seat.
fn wins(first: &str, second: &str, rounds: u64) -> u64 {
    let game = rules(&GEISTER, &[]);
    let mut wins = 0;
    for round in 0..rounds {
        for (place, names) in [[first, second], [second, first]].into_iter().enumerate() {
            let root = Seed::experiment(1).derive("round", round);
            let mut agents: Vec<_> = names
                .iter()
                .zip(0..)
                .map(|(name, seat)| agent(&GEISTER, &game, name, root.derive("agent", seat)))
                .collect();
            let record = play(&game, &mut agents, root.derive("game", 0), &mut ());
            wins += u64::from(record.verdict.is_win(Seat::new(place)));
        }
    }
    wins
}

#[test]
fn the_charge_beats_random_play_nearly_always() {
    let wins = wins("charge", "random", 500);
    assert!(wins >= 990, "{wins} of 1000");
}

#[test]
fn flat_monte_carlo_with_a_thousand_playouts_beats_the_charge() {
    // It wins four games of five; of 200 games a fair coin would win 136 or more with a chance
    // below one in a million.
    let wins = wins("flat(playouts=1000)", "charge", 100);
    assert!(wins >= 136, "{wins} of 200");
}
