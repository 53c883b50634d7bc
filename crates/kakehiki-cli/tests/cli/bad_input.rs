//! What bad input gets: a message that says what, where and what would be right; nothing written.

use std::fs;

use crate::{files, folder, run, text};

/// Arguments, the exit code, and what the message has to say; OUT is a folder that is not there.
const CASES: &[(&str, i32, &[&str])] = &[
    (
        "host catan --protocol contest --port 0 --seats external --games 1",
        2,
        &["catan cannot be hosted by \"contest\"", "geister --protocol contest"],
    ),
    (
        "host werewolf --protocol aiwolf-0.6 --port 0 --seats external,finalist --games 1",
        2,
        &["--seats", "2 players", "there are 15 seats"],
    ),
    (
        "host geister --protocol contest --port 0 --seats charge,random --games 1",
        2,
        &["--seats", "no seat is named external"],
    ),
    (
        "host geister --protocol contest --port 0 --seats external,chrge --games 1 --logs OUT",
        2,
        &["--seats", "did you mean charge?", "external is a program"],
    ),
    (
        "host geister --protocol contest --port 0 --seats external,external,charge --games 1",
        2,
        &["--seats", "there are 2 seats"],
    ),
    (
        "host geister --protocol contest --port 0 --seats external,charge --games 1 --faults none",
        2,
        &["forgiving or original"],
    ),
    ("join localhost:1 --agent charge", 2, &["\"localhost:1\"", "geister://HOST:PORT"]),
    ("join geister://localhost:1 --agent chrge", 2, &["--agent", "did you mean charge?"]),
    ("join aiwolf://localhost:1 --agent finalst", 2, &["--agent", "did you mean finalist?"]),
    ("join jsettlers://localhost:1 --agent gredy", 2, &["--agent", "did you mean greedy?"]),
    ("join geister://localhost:1 --agent charge --clock 5", 2, &["--clock", "such as 600+10"]),
    (
        "join geister://127.0.0.1:1 --agent charge --patience 0",
        1,
        &["cannot reach 127.0.0.1:1", "--patience"],
    ),
    ("gmaes", 2, &["gmaes", "games"]),
    ("games --jsn", 2, &["--jsn", "--json"]),
    ("agents geistr", 2, &["unknown game \"geistr\"", "did you mean geister?", "kakehiki games"]),
    ("agents catn", 2, &["unknown game \"catn\"; did you mean catan? possible: geister"]),
    ("agents chess", 2, &["unknown game \"chess\"", "possible: geister", "kakehiki games"]),
    ("bench chess", 2, &["unknown game \"chess\"", "possible: geister"]),
    ("perft chess --depth 2", 2, &["unknown game \"chess\""]),
    ("perft geister", 2, &["--depth"]),
    ("perft geister --depth 0", 2, &["'0'", "--depth", "1..=100"]),
    ("perft geister --depth 2 --set kap=3", 2, &["\"kap\"", "did you mean cap?"]),
    ("perft geister --depth 2 --set cap=0", 2, &["cap is a whole number from 1", "\"0\""]),
    ("perft geister --depth 2 --set cap=3 --set cap=4", 2, &["cap is given twice"]),
    ("arena run chess --agents a,b --games 1 --out OUT", 2, &["unknown game \"chess\""]),
    (
        "arena run geister --agents chrge,random --games 1 --out OUT",
        2,
        &["agents, number 1", "\"chrge\"", "did you mean charge?", "kakehiki agents geister"],
    ),
    (
        "arena run geister --agents random,flat(playout=5) --games 1 --out OUT",
        2,
        &["agents, number 2", "\"playout\"", "did you mean playouts?"],
    ),
    (
        "arena run geister --agents flat(playouts=x),random --games 1 --out OUT",
        2,
        &["playouts is a whole number", "\"x\""],
    ),
    (
        "arena run geister --agents flat(playouts=5,random --games 1 --out OUT",
        2,
        &["--agents", "column", "name(key=value"],
    ),
    ("arena run geister --agents random, --games 1 --out OUT", 2, &["--agents", "column 1"]),
    ("arena run geister --agents random --games 1 --out OUT", 2, &["2 seats", "one for each seat"]),
    (
        "arena run catan --agents random,random,random,random,random --games 1 --out OUT",
        2,
        &["4 seats but 5 agents", "players is a whole number from 2 to 4"],
    ),
    (
        "arena run monopoly --set players=3 --agents moyer,moyer --games 1 --out OUT",
        2,
        &["3 seats but 2 agents", "one for each seat"],
    ),
    (
        "arena run geister --agents random --games 1 --round-robin --out OUT",
        2,
        &["a round robin needs"],
    ),
    (
        "arena run negogeister --agents strategy,random --games 1 --out OUT",
        2,
        &["agents, number 1", "moving"],
    ),
    ("arena run geister --games 1", 2, &["--agents"]),
    ("arena run geister --agents random,random", 2, &["--games"]),
    ("arena run geister --agents random,random --games 0 --out OUT", 2, &["games is 0"]),
    ("arena run geister --agents random,random --games -5 --out OUT", 2, &["-5"]),
    ("arena run geister --agents random,random --games many --out OUT", 2, &["'many'", "--games"]),
    (
        "arena run geister --agents random,random --games 5 --series 2 --out OUT",
        2,
        &["games is 5", "a multiple of the 2"],
    ),
    (
        "arena run geister --agents random,random --games 1 --series 0 --out OUT",
        2,
        &["series is 0"],
    ),
    (
        "arena run geister --agents random,random --games 1 --set cap --out OUT",
        2,
        &["'cap'", "expected key=value"],
    ),
    (
        "arena run geister --agents random,random --games 1 --set =5 --out OUT",
        2,
        &["expected key=value"],
    ),
    (
        "arena run geister --agents random,random --games 1 --set cap=5 --set cap=6 --out OUT",
        2,
        &["cap is given twice"],
    ),
    (
        "arena run geister --agents random,random --games 1 --set kap=5 --out OUT",
        2,
        &["\"kap\"", "did you mean cap?", "kakehiki games"],
    ),
    ("arena run geister --agents random,random --games 9 --sprt 0.5 --out OUT", 2, &["p0,p1"]),
    (
        "arena run geister --agents random,random --games 9 --sprt 0.5,0.4 --out OUT",
        2,
        &["sprt.p1 is 0.4", "above p0"],
    ),
    ("arena run geister --agents random,random --games 1 --threads -1", 2, &["-1"]),
    ("arena run geister --agents random,random --games 1 --threads 99999", 2, &["99999"]),
    ("arena plan OUT/spec.toml", 1, &["cannot read the specification", "OUT/spec.toml"]),
    ("arena run-shard OUT/plan.json --shard 1/2 --out OUT", 1, &["cannot read the plan"]),
    ("arena run-shard OUT/plan.json --shard 3/2 --out OUT", 2, &["\"3/2\"", "from 1 to n"]),
    ("arena run-shard OUT/plan.json --out OUT", 2, &["--shard"]),
    ("arena merge OUT", 1, &["cannot read the folder", "OUT"]),
    ("study show mishio2015/up", 2, &["did you mean mishio2015/upp?", "kakehiki study list"]),
    (
        "study run none --out OUT",
        2,
        &["unknown study \"none\"", "possible: ito2014/seats", "mishio2015/upp"],
    ),
    ("study run mishio2015/upp --scale 0 --out OUT", 2, &["--scale", "above 0"]),
    ("study run mishio2015/upp --scale NaN --out OUT", 2, &["--scale", "above 0"]),
    ("study run mishio2015/upp --scale 1e9 --out OUT", 2, &["--scale", "at most 1000"]),
    (
        "study run mishio2015/upp --set walks=uniform --out OUT",
        2,
        &["\"walks\"", "did you mean walk?", "kakehiki study show mishio2015/upp"],
    ),
    ("study run mishio2015/upp --set walk=fast --out OUT", 2, &["walk is one of uniform"]),
    ("study run mishio2015/upp --set walk=unifrom --out OUT", 2, &["did you mean uniform?"]),
    (
        "study run mishio2015/upp --participants OUT --out OUT",
        2,
        &[
            "mishio2015/upp takes no participants",
            "nakazawa2018/negotiations",
            "nakazawa2018/guesses",
        ],
    ),
    (
        "study run nakazawa2018/guesses --participants OUT/people",
        1,
        &["OUT/people: cannot read the folder"],
    ),
    (
        "study run nakazawa2018/guesses --set memory=some",
        2,
        &["memory=some makes no sense", "last:20", "study show nakazawa2018/guesses"],
    ),
    ("train chess --opponents a --games 1 --out OUT", 2, &["unknown game \"chess\""]),
    (
        "train monopoly --opponents random --games 1 --out OUT",
        2,
        &["monopoly has no agent that learns", "games that have: geister, catan, werewolf"],
    ),
    (
        "train werewolf --opponents smple-0.4 --games 1 --out OUT",
        2,
        &["--opponents", "did you mean sample-0.4?", "kakehiki agents werewolf"],
    ),
    (
        "train werewolf --set village=5 --opponents random,random --games 1 --out OUT",
        2,
        &["--opponents", "2 opponents for 4 seats"],
    ),
    (
        "train werewolf --opponents random --games 1 --learn rat=1 --out OUT",
        2,
        &["\"rat\"", "did you mean rate?", "kakehiki agents werewolf"],
    ),
    (
        "train werewolf --opponents random --games 1 --learn rate=2 --out OUT",
        2,
        &["rate is a number from 0.0001 to 1", "\"2\""],
    ),
    ("train werewolf --opponents random --games 0 --out OUT", 2, &["'0'", "--games"]),
    ("train werewolf --opponents random --games 1 --workers 0 --out OUT", 2, &["--workers"]),
    ("train werewolf --opponents random --games 1", 2, &["--out"]),
    ("train werewolf --opponents random --games 1 --from OUT --out OUT", 2, &["the same file"]),
    ("train werewolf --opponents random --games 1 --out OUT/m", 1, &["OUT/m", "as they were"]),
    ("replay OUT/log.jsonl", 1, &["OUT/log.jsonl", "--logs"]),
    ("replay", 2, &["<LOG>"]),
    ("completions tcsh", 2, &["tcsh", "bash"]),
];

#[test]
fn bad_input_gets_a_clear_message_and_leaves_nothing_behind() {
    for (line, code, fragments) in CASES {
        let folder = folder();
        let out = folder.path().join("out");
        let put = |text: &str| text.replace("OUT", out.to_str().unwrap());
        let output = run(&put(line));
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(*code), "{line}: {complaint}");
        assert!(complaint.starts_with("error: "), "{line}: {complaint}");
        for fragment in *fragments {
            assert!(complaint.contains(&put(fragment)), "{line}: {fragment} in {complaint}");
        }
        assert!(!complaint.contains("panicked"), "{line}: {complaint}");
        assert_eq!(text(&output.stdout), "", "{line}");
        assert!(files(folder.path(), "").is_empty(), "{line} left something behind");
    }
}

#[test]
fn a_wrong_specification_is_refused_at_its_line() {
    let right = "game = \"geister\"\nagents = [\"charge\", \"random\"]\ngames = 5\n";
    let cases = [
        (right.replace("games = 5", "gmaes = 5"), "line 3", "gmaes"),
        (right.replace("games = 5", "games = \"many\""), "line 3", "games"),
        (right.replace("games = 5", "games = 0"), "spec.toml", "games is 0"),
        (right.replace("games = 5\n", ""), "line 1", "games"),
        (right.replace("charge", "chrge"), "agents, number 1", "did you mean charge?"),
        (right.replace("geister", "geistr"), "spec.toml: game", "did you mean geister?"),
        (format!("{right}[options]\nkap = 5\n"), "spec.toml: options", "did you mean cap?"),
        ("= what".to_owned(), "spec.toml, line 1", "hint: a specification has the fields"),
    ];
    for (spec, place, what) in cases {
        let folder = folder();
        let (path, plan) = (folder.path().join("spec.toml"), folder.path().join("plan.json"));
        fs::write(&path, &spec).unwrap();
        let output = run(&format!("arena plan {} --out {}", path.display(), plan.display()));
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{spec}: {complaint}");
        assert!(complaint.contains(place) && complaint.contains(what), "{spec}: {complaint}");
        assert!(!plan.exists());
    }
}

#[test]
fn foreign_plans_and_results_are_failures() {
    let folder = folder();
    let plan = folder.path().join("plan.json");
    fs::write(&plan, "{\"plan\":5}").unwrap();
    let out = folder.path().join("out");
    let shard = format!("arena run-shard {} --shard 1/1 --out {}", plan.display(), out.display());
    let output = run(&shard);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("kakehiki arena plan SPEC"), "{output:?}");
    assert!(!out.exists());

    let merge = format!("arena merge {}", folder.path().display());
    assert!(text(&run(&merge).stderr).contains("holds no result files"));
    fs::write(folder.path().join("x.parquet"), "hello").unwrap();
    let output = run(&merge);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("x.parquet"), "{output:?}");
}

#[test]
fn folders_that_cannot_be_written_are_failures_before_any_game() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "precious").unwrap();
    for flag in ["--out", "--logs"] {
        for command in [
            "arena run geister --agents random,random --games 100000000",
            "study run mishio2015/strategies",
        ] {
            let output = run(&format!("{command} {flag} {}", file.display()));
            let complaint = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{complaint}");
            assert!(complaint.contains("cannot write into the folder"), "{complaint}");
            assert!(complaint.contains(file.to_str().unwrap()), "{complaint}");
        }
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(files(folder.path(), "").len(), 1);
}
