//! The studies at small sizes, and the labelled set they rest on.

use kakehiki_arena::Shard;
use kakehiki_core::{Game, Observed, Settings, Turn};
use kakehiki_geister::{Geister, Ghost, NEGOGEISTER_OPTIONS};
use kakehiki_monopoly::{
    Label, MONOPOLY_OPTIONS, Monopoly, Moyer, Position, Template, WeighedPosition, label,
    random_position, self_play_position, weigh,
};
use kakehiki_studies::{Order, Part, Report, STUDIES, find, write_report};
use strum::IntoEnumIterator;

fn run(id: &str, scale: f64, threads: usize, settings: &[(&str, &str)]) -> Report {
    let study = find(id).unwrap();
    let settings = Settings::new(id, study.parameters, settings.iter().copied()).unwrap();
    study.run(&Order { scale, threads, settings, ..Order::new(study) }).unwrap()
}

/// Settings with which every study takes a moment.
fn small(id: &str) -> (f64, &'static [(&'static str, &'static str)]) {
    match id {
        "ito2014/seats" => (0.02, &[]),
        "ito2014/playouts" => (0.001, &[("reading", "platform"), ("most", "100")]),
        "ito2014/matched" => (0.004, &[("most", "20")]),
        "ito2014/agreement" | "ito2014/agreement-by-lead" => {
            (0.0001, &[("moves", "weighted"), ("reading", "platform"), ("most", "100")])
        }
        "ito2014/estimators" => {
            (0.001, &[("moves", "weighted"), ("reading", "platform"), ("strength", "matched")])
        }
        "ito2014/feints" => (0.002, &[("moves", "weighted")]),
        "ito2014/behind" => {
            (0.002, &[("moves", "weighted"), ("reading", "platform"), ("strength", "matched")])
        }
        "ito2014/readings" => (0.001, &[("moves", "weighted"), ("readings", "2")]),
        id if id.starts_with("ito2014/") => (0.001, &[("moves", "weighted")]),
        "mishio2015/upp" => (0.05, &[("playouts", "500")]),
        "mishio2015/examples" | "miyasako2020/position-1" | "miyasako2020/position-6" => {
            (0.05, &[])
        }
        "mishio2015/allocation" => (0.004, &[("playouts", "50"), ("tree-playouts", "20")]),
        "mishio2015/strategies" => {
            (0.01, &[("playouts", "8"), ("value-playouts", "6"), ("worlds", "4")])
        }
        "mishio2015/readings" => (0.02, &[("playouts", "300")]),
        "mishio2015/weights" => {
            (0.005, &[("playouts", "100"), ("moves", "10"), ("value-playouts", "5")])
        }
        "mishio2015/blockers" => (0.01, &[("playouts", "300")]),
        "mishio2015/positions" => (0.001, &[("playouts", "6000")]),
        "hagiwara2019/convergence" => (0.005, &[("trainings", "2")]),
        "hagiwara2019/strangers" | "hagiwara2019/economy" => (0.001, &[("trainings", "2")]),
        "hagiwara2019/contest" | "hagiwara2019/pack" => (0.001, &[]),
        "hagiwara2019/ablation" => (0.0002, &[]),
        // Some thousand games of training at most, and a hundred in a test.
        "hagiwara2019/roles" => (0.01, &[("village", "11")]),
        id if id.starts_with("hagiwara2019/") && id.ends_with("15") => (0.0001, &[]),
        id if id.starts_with("hagiwara2019/") => (0.0005, &[]),
        "miyasako2020/positions" => (0.1, &[]),
        "miyasako2020/rebuild" => (0.0005, &[]),
        "miyasako2020/defect" => (0.02, &[("playouts", "50")]),
        "miyasako2020/landing" => (0.005, &[]),
        "miyasako2020/catan" => (0.001, &[("playouts", "2")]),
        "miyasako2020/strength" => {
            (0.001, &[("playouts", "20"), ("proposal-playouts", "10"), ("players", "3")])
        }
        "miyasako2020/make-positions" => (0.1, &[("playouts", "200")]),
        id if id.starts_with("nakazawa2018/") => (0.01, &[]),
        "lies/catan" => (
            0.001,
            &[("players", "2"), ("series", "1"), ("player", "weighted+rule"), ("playouts", "1")],
        ),
        // Who forgets has more to think about than who remembers.
        "lies/beliefs" => (
            0.001,
            &[("player", "weighted"), ("worlds", "10"), ("memory", "perfect"), ("playouts", "1")],
        ),
        "lies/werewolf" => (0.001, &[("village", "5")]),
        _ => panic!("give {id} a small size"),
    }
}

#[test]
fn readings_and_kept_verdicts_are_of_studies_that_are_there() {
    let readings: toml::Table =
        toml::from_str(include_str!("../../../../studies/readings.toml")).unwrap();
    let kept: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/results/report.json")).unwrap();
    let kept = kept["studies"].as_array().unwrap();
    let kept = kept.iter().map(|study| study["study"].as_str().unwrap());
    for id in readings.keys().map(String::as_str).chain(kept) {
        assert!(find(id).is_ok(), "{id}");
    }
}

#[test]
fn decisions_are_kept_for_a_later_run_and_for_the_other_study() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |id: &str, scale: f64, out: bool| {
        let study = find(id).unwrap();
        let settings = Settings::new(id, study.parameters, small(id).1.iter().copied()).unwrap();
        let out = out.then(|| folder.path());
        study.run(&Order { scale, settings, out, ..Order::new(study) }).unwrap().rows
    };
    let (agreement, by_lead) = ("ito2014/agreement", "ito2014/agreement-by-lead");
    let file = folder.path().join("decisions-100.jsonl");
    let at_once = ask(agreement, 0.0003, false);
    assert_eq!(ask(agreement, 0.0003, true), at_once);
    let whole = std::fs::read(&file).unwrap();
    assert_eq!(ask(by_lead, 0.0003, true), ask(by_lead, 0.0003, false));
    assert_eq!(std::fs::read(&file).unwrap(), whole, "the other study plays nothing anew");
    // A kill in the middle of a round and of a line.
    std::fs::write(&file, &whole[..whole.len() * 2 / 3]).unwrap();
    assert_eq!(ask(agreement, 0.0003, true), at_once);
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    // A longer list serves a smaller order.
    assert_eq!(ask(agreement, 0.0001, true), ask(agreement, 0.0001, false));
}

/// What every study of a paper promises. Three shards of two threads each, in any order, played again
/// until nothing waits for anything, and then merged, give the report of one process of one thread; so
/// does one process in the folder of the shards.
fn keep_their_promises(paper: &str) {
    let studies: Vec<_> = STUDIES.iter().filter(|study| study.id.starts_with(paper)).collect();
    assert!(!studies.is_empty());
    for study in studies {
        let (scale, settings) = small(study.id);
        let alone = run(study.id, scale, 1, settings);
        assert!(!alone.rows.is_empty());
        for row in &alone.rows {
            assert!(row.measured.is_finite(), "{}: {row:?}", study.id);
            if let Some(interval) = row.ci95 {
                assert!(interval.low <= row.measured && row.measured <= interval.high, "{row:?}");
            }
        }
        let settings = Settings::new(study.id, study.parameters, settings.iter().copied()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let out = Some(folder.path());
        let order = Order { scale, settings, threads: 2, out, ..Order::new(study) };
        if study.sizes.is_none() {
            assert!(study.plan(&order).is_err(), "{}", study.id);
            // Notes may tell how long something took.
            assert_eq!(study.run(&order).unwrap().rows, alone.rows, "{}", study.id);
            continue;
        }
        let merge = || study.run(&Order { part: Part::Merge, ..order.clone() });
        let (tasks, _) = study.plan(&order).unwrap();
        // What has no tasks takes a moment, and every process does it.
        assert_eq!(tasks.is_empty(), merge().is_ok(), "{}", study.id);
        for round in 0.. {
            assert!(round < 20, "{} never ends", study.id);
            let shards = [3, 1, 2].map(|index| Shard::new(index, 3).unwrap());
            let awaited = shards.map(|shard| study.run_shard(&order, shard).unwrap());
            let (_, later) = study.plan(&order).unwrap();
            if awaited.iter().all(Option::is_none) && later.is_none() {
                break;
            }
        }
        let merged = merge().unwrap();
        assert_eq!(merged, alone, "{}", study.id);
        assert_eq!(merged, study.run(&order).unwrap(), "{}", study.id);
    }
}

#[test]
fn studies_of_ito2014_keep_their_promises() {
    keep_their_promises("ito2014/");
}

#[test]
fn studies_of_mishio2015_keep_their_promises() {
    keep_their_promises("mishio2015/");
}

#[test]
fn studies_of_nakazawa2018_keep_their_promises() {
    keep_their_promises("nakazawa2018/");
}

#[test]
fn studies_of_hagiwara2019_keep_their_promises() {
    keep_their_promises("hagiwara2019/");
}

#[test]
fn studies_of_miyasako2020_keep_their_promises() {
    keep_their_promises("miyasako2020/");
}

#[test]
fn studies_of_lies_keep_their_promises() {
    keep_their_promises("lies/");
}

#[test]
fn every_study_is_of_a_paper_whose_studies_are_tested() {
    let tested = ["ito2014", "mishio2015", "nakazawa2018", "hagiwara2019", "miyasako2020", "lies"];
    for study in STUDIES {
        assert!(tested.contains(&study.id.split('/').next().unwrap()), "{}", study.id);
    }
}

#[test]
fn trained_werewolves_are_kept_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let study = find("hagiwara2019/sample-11").unwrap();
    let order = Order { scale: 0.0005, out: Some(folder.path()), ..Order::new(study) };
    let report = study.run(&order).unwrap();
    assert_eq!(report, run(study.id, 0.0005, 1, &[]));
    let model = folder.path().join("models/11-samples-1000");
    let won = report.rows[2].measured * report.rows[2].games as f64;
    let is_trained = |text: &str| {
        text.contains(&format!("\"won\":{won:.0}")) && text.contains("Playing Learned Everybody")
    };
    let tests = std::fs::read_dir(folder.path().join("tests")).unwrap();
    let tests = tests.map(|entry| entry.unwrap().path());
    let mut trained = tests.filter(|path| is_trained(&std::fs::read_to_string(path).unwrap()));
    let test = trained.next().unwrap();
    let [kept_model, kept_test] = [&model, &test].map(|path| std::fs::read(path).unwrap());
    // A test that is there is not played again, so that a forged one is believed; one that is
    // damaged is.
    let text = String::from_utf8(kept_test.clone()).unwrap();
    let forged = text.replace(&format!("\"won\":{won:.0}"), "\"won\":1");
    assert_ne!(forged, text);
    std::fs::write(&test, forged).unwrap();
    assert!(study.run(&order).unwrap().rows[2].measured < 0.1);
    std::fs::write(&test, &kept_test[..20]).unwrap();
    assert_eq!(study.run(&order).unwrap(), report);
    assert!(std::fs::read(&model).unwrap() == kept_model);
    // A folder of another training is not mixed up with this one.
    let error = study.run(&Order { seed: 2, ..order }).unwrap_err().to_string();
    assert!(error.contains("was trained with seed 1, not 2"), "{error}");
}

#[test]
fn trainings_go_on_from_first_ones_where_those_are_asked_for() {
    let (id, scale) = ("hagiwara2019/convergence", 0.005);
    let study = find(id).unwrap();
    let asked = [("trainings", "2"), ("first", "100000")];
    let settings = Settings::new(id, study.parameters, asked).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = Some(folder.path());
    let report = study.run(&Order { scale, settings, out, ..Order::new(study) }).unwrap();
    assert_eq!(report.rows, run(id, scale, 1, &asked).rows);
    assert_ne!(report.rows, run(id, scale, 1, &asked[..1]).rows);
    // 500 games against samples, and then 1,000 against finalists, paid by the course of the game in both.
    let model = folder.path().join("models/11-finalists-trace-0.9-seed-2-after-500-1000-game");
    let model: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(model).unwrap()).unwrap();
    let made = &model["provenance"];
    assert_eq!((&made["games"], &made["before"]["games"]), (&1000.into(), &500.into()));
    assert_eq!(made["before"]["opponents"], "sample-0.4");
    assert_eq!((&made["trace"], &made["before"]["seed"]), (&made["before"]["trace"], &2.into()));
}

#[test]
fn an_interrupted_training_says_so() {
    let study = find("hagiwara2019/sample-11").unwrap();
    let interrupt = std::sync::atomic::AtomicBool::new(true);
    let order = Order { scale: 0.01, interrupt: Some(&interrupt), ..Order::new(study) };
    assert!(study.run(&order).unwrap_err().to_string().starts_with("interrupted"));
}

#[test]
fn documents_have_the_promised_fields() {
    let document = serde_json::to_string(&run("mishio2015/examples", 0.05, 1, &[])).unwrap();
    assert!(document.starts_with(r#"{"study":"mishio2015/examples","scale":0.05,"settings":{"#));
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    let row = value["rows"][0].as_object().unwrap();
    let mut fields: Vec<&str> = row.keys().map(String::as_str).collect();
    fields.sort_unstable();
    let promised = [
        "ci95",
        "comparability",
        "difference_ci95",
        "games",
        "measured",
        "metric",
        "published",
        "published_n",
        "row",
        "verdict",
    ];
    assert_eq!(fields, promised);
    for field in ["settings", "seed", "command", "version", "findings"] {
        assert!(!value[field].is_null(), "{field}");
    }
    assert_eq!(row["ci95"].as_array().unwrap().len(), 2);
}

#[test]
fn reports_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let study = find("mishio2015/examples").unwrap();
    let report = run(study.id, 0.05, 1, &[]);
    write_report(folder.path(), study, &report).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("report.md").contains("| ghost 8 |"));
    assert!(read("plot.svg").starts_with("<svg") && read("figure-1.svg").starts_with("<svg"));
    assert_eq!(read("report.json"), serde_json::to_string(&report).unwrap() + "\n");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    // A folder that cannot be made: a file stands in its place.
    let blocked = folder.path().join("report.md").join("below");
    let error = write_report(&blocked, study, &report).unwrap_err().to_string();
    assert!(error.contains("cannot write") && error.contains("below"), "{error}");
}

#[test]
fn unknown_studies_are_told_what_is_possible() {
    let error = find("mishio2015/up").err().unwrap().to_string();
    assert!(
        error.contains("possible: ito2014/seats, ") && error.contains(", mishio2015/upp,"),
        "{error}"
    );
}

#[test]
fn the_example_agrees_with_the_published_features() {
    // 20 times the published playouts, so that nearly all noise is the paper's: eight features of
    // standard error 0.95. Their squared deviations add up to a chi-square of 8 degrees of
    // freedom, which exceeds 32 in one case of ten thousand. |x| deviates from a published |y| by
    // no more than x from y, so the test is a little lenient near zero.
    let report = run("mishio2015/examples", 20.0, 2, &[]);
    let squares =
        report.rows.iter().map(|row| ((row.measured - row.published.unwrap()) / 0.95).powi(2));
    let sum: f64 = squares.sum();
    assert!(sum < 32.0, "{sum}");
    // The plainest reading of "completely at random" is off by far.
    let plain = [("walk", "uniform")];
    let report = run("mishio2015/examples", 20.0, 2, &plain);
    let sum: f64 = report
        .rows
        .iter()
        .map(|row| ((row.measured - row.published.unwrap()) / 0.95).powi(2))
        .sum();
    assert!(sum > 32.0, "{sum}");
}

#[test]
fn the_labelled_set_is_what_it_should_be() {
    let options = Settings::new("negogeister", &NEGOGEISTER_OPTIONS, [("cap", "10000")]).unwrap();
    let game = Geister::negotiating(&options);
    let set = include_str!("../../../../studies/mishio2015-positions.jsonl");
    let (mut early, mut late) = (0, 0);
    for line in set.lines() {
        let item: serde_json::Value = serde_json::from_str(line).unwrap();
        let state = game.restore(item["position"].as_str().unwrap()).unwrap();
        let Turn::Seat(mover) = game.turn(&state) else { panic!("an ended game: {line}") };
        let view = game.view(&state, &(), mover);
        let answer = item["answer"].as_str().unwrap().chars().next().unwrap();
        assert!(view.unknown().contains(Ghost::from_letter(answer).unwrap()), "{line}");
        let worth = item["worth"].as_array().unwrap();
        assert_eq!(worth.len() as u32, view.unknown().len());
        assert_eq!(worth[0][0], item["answer"]);
        let lead = worth[0][1].as_f64().unwrap() - worth[1][1].as_f64().unwrap();
        assert!(lead > 0.98, "not clear: {line}");
        if view.own_on_board().len() + view.enemy_on_board().len() >= 13 {
            early += 1;
        } else {
            late += 1;
        }
    }
    // More than the paper's 200, in its proportion of 113 to 87.
    assert_eq!((early, late), (127, 98));
    let distinct: std::collections::HashSet<&str> = set.lines().collect();
    assert_eq!(distinct.len(), 225);
}

#[test]
fn the_share_of_right_answers_is_the_committed_one() {
    // The whole study with the default seed, as the readme reports it. Walks use whole numbers
    // only, so every machine must count the same.
    let report = run("mishio2015/upp", 1.0, 2, &[]);
    let right = |name: &str| {
        let row = report.rows.iter().find(|row| row.row == name).unwrap();
        ((row.measured * row.games as f64).round() as u64, row.games)
    };
    assert_eq!(right("all"), (111, 225));
    assert_eq!(right("early"), (62, 127));
    assert_eq!(right("late"), (49, 98));
}

/// The three committed sets of trades in Monopoly, line by line.
fn sets_of_trades() -> [Vec<WeighedPosition>; 3] {
    [
        include_str!("../../../../studies/miyasako2020-positions.jsonl"),
        include_str!("../../../../studies/miyasako2020-positions-apart.jsonl"),
        include_str!("../../../../studies/miyasako2020-positions-random.jsonl"),
    ]
    .map(|text| {
        let read = |line| {
            let item: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(item["rules"], "moyer2020");
            serde_json::from_value(item).unwrap()
        };
        text.lines().map(read).collect()
    })
}

fn moyer2020() -> Monopoly {
    let options = [("rules", "moyer2020"), ("max-turns", "0")];
    Monopoly::new(&Settings::new("monopoly", &MONOPOLY_OPTIONS, options).unwrap())
}

#[test]
fn the_sets_of_trades_follow_from_their_seeds() {
    let game = moyer2020();
    let [public, apart, random] = sets_of_trades();
    for (set, is_apart) in [(&public, false), (&apart, true)] {
        assert_eq!(set.len(), 30);
        let templates = Template::iter().count();
        for (template, weighed) in Template::iter().zip(set) {
            let seed = weighed.position.seed;
            assert_eq!(seed.is_some(), is_apart);
            let made = seed.map_or_else(|| template.position(), |seed| template.varied(seed));
            assert_eq!(made, weighed.position);
        }
        for WeighedPosition { position, .. } in &set[templates..] {
            let made = self_play_position(&game, Moyer::FAITHFUL, position.seed.unwrap());
            assert_eq!(made.as_ref(), Some(position));
        }
    }
    // One after the other, whatever they are like.
    assert_eq!(random.len(), 30);
    let seeds = random[0].position.seed.unwrap()..;
    let made = seeds.filter_map(|seed| random_position(&game, seed)).take(30);
    assert!(made.eq(random.iter().map(|weighed| weighed.position.clone())));
    // Playouts of a few; the whole command takes two minutes of one core.
    let templates = Template::iter().count();
    for (set, places) in
        [(&public, [1, templates + 3]), (&apart, [1, templates + 3]), (&random, [0, 29])]
    {
        for weighed in places.map(|place| &set[place]) {
            let again = weigh(&game, weighed.position.clone(), weighed.playouts).unwrap();
            assert_eq!(again.moyer.accept, weighed.moyer.accept);
            assert_eq!(again.moyer.refuse, weighed.moyer.refuse);
            assert_eq!(again.moyer_repaired.accept, weighed.moyer_repaired.accept);
            assert_eq!(again.label, weighed.label);
        }
    }
}

#[test]
fn the_sets_of_trades_are_what_they_should_be() {
    let game = moyer2020();
    let mut lines = std::collections::HashSet::new();
    for (set, least_clear) in sets_of_trades().iter().zip([20, 20, 15]) {
        for weighed in set {
            let (state, deal) = weighed.position.open(&game).unwrap();
            assert_eq!(game.turn(&state), Turn::Seat(deal.partner));
            assert_eq!(game.restore(&game.snapshot(&state)), Ok(state));
            assert!(weighed.playouts >= 20_000);
            for truth in [weighed.moyer, weighed.moyer_repaired] {
                for counts in [truth.accept, truth.refuse] {
                    assert_eq!(counts.wins + counts.losses + counts.draws, weighed.playouts);
                }
            }
            assert_eq!(label(&[weighed.moyer, weighed.moyer_repaired]), weighed.label);
            lines.insert(Position { name: String::new(), ..weighed.position.clone() }.to_line());
        }
        // Whoever always says the same is right on two thirds of the clear ones at most.
        let clear = || set.iter().filter(|weighed| weighed.label == Label::Clear);
        let accepted = clear().filter(|weighed| weighed.moyer.gap > 0.0).count();
        let all = clear().count();
        assert!(
            all >= least_clear && 3 * accepted >= all && 3 * (all - accepted) >= all,
            "{accepted}"
        );
    }
    assert_eq!(lines.len(), 90);
}
