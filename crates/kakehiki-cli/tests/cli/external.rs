//! Programs of other languages that the arena starts, good and bad.

use std::{
    fs,
    path::Path,
    process::Output,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::{files, folder, kakehiki, text, timeless};

/// The player of the examples.
fn seat_py() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/seat.py");
    format!("python3 {}", script.display())
}

/// A seat that is taken by a program.
fn external(command: &str, more: &str) -> String {
    format!("external(command=\"{command}\"{more})")
}

/// Plays in the arena, with the agents as one word.
fn arena(game: &str, agents: &str, more: &str) -> Output {
    let mut command = kakehiki(&format!("arena run {game} {more}"));
    command.args(["--agents", agents]).output().unwrap()
}

/// The document of an arena that succeeds.
fn standings(game: &str, agents: &str, more: &str) -> Value {
    let output = arena(game, agents, &format!("{more} --json"));
    assert!(output.status.success(), "{agents}: {}", text(&output.stderr));
    let remark = "programs from outside played: these results do not follow from the seed alone";
    assert!(text(&output.stderr).contains(remark), "{agents}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["remark"], remark);
    document
}

#[test]
fn a_program_plays_every_game_as_it_does_at_its_own_table() {
    if crate::lacks_python() {
        return;
    }
    for (game, others, more) in [
        ("geister", "upp(playouts=60)", "--set cap=60"),
        ("negogeister", "flat(playouts=20)+bargain(worlds=4)", "--set cap=20"),
        ("catan", "greedy+rule,weighted+bargain(playouts=4),greedy", "--set turn-cap=24"),
        ("monopoly", "moyer,trader", "--set max-turns=40"),
        ("werewolf", "finalist,sample-0.6,sample-0.4,random", ""),
    ] {
        let logs = folder();
        let agents = format!("{},{others}", external(&seat_py(), ""));
        let more = format!("--games 1 --seed 5 {more}");
        let with_logs = format!("{more} --logs {}", logs.path().display());
        let played = standings(game, &agents, &with_logs);
        assert_eq!((&played["games"], &played["forfeits"]), (&1.into(), &0.into()), "{game}");
        // The same program at a table that it starts itself.
        let own = logs.path().join("own");
        let more = more.replace("--games 1", "");
        let line = format!("play {game} --seats external,{others} {more} --log {}", own.display());
        let output = std::process::Command::new("python3")
            .arg(seat_py().strip_prefix("python3 ").unwrap())
            .arg(assert_cmd::cargo::cargo_bin!("kakehiki"))
            .args(line.split_whitespace())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let events = |path: &Path| {
            let log = fs::read_to_string(path).unwrap();
            let (header, events) = log.split_once('\n').unwrap();
            (header.contains("\"clock\""), events.to_owned())
        };
        let [log] = &files(logs.path(), ".jsonl")[..] else { panic!("one log") };
        let (has_clock, played) = events(log);
        assert!(has_clock && played == events(&own).1, "{game}");
    }
}

#[test]
fn a_program_that_is_kept_plays_as_one_that_is_started_anew() {
    if crate::lacks_python() {
        return;
    }
    let more = "--games 6 --rotate --set cap=40 --json";
    let play = |how: &str, threads: &str| {
        let agents = format!("{},charge", external(&seat_py(), how));
        let output = arena("geister", &agents, &format!("{more} --threads {threads}"));
        timeless(text(&output.stdout)).replace(", keep=on", "")
    };
    let anew = play("", "1");
    assert!(anew.contains("\"games\":12") && anew.contains("\"forfeits\":0"), "{anew}");
    assert_eq!(play(", keep=on", "1"), anew);
    assert_eq!(play(", keep=on", "2"), anew);
}

#[test]
fn two_programs_play_a_series_against_each_other() {
    if crate::lacks_python() {
        return;
    }
    let agents = format!("{0},{0}", external(&seat_py(), ""));
    let played = standings("geister", &agents, "--games 4 --series 2 --set cap=40");
    assert_eq!((&played["games"], &played["forfeits"]), (&4.into(), &0.into()));
}

/// A program of one's own in a folder of its own.
fn script(source: &str) -> (TempDir, String) {
    let folder = folder();
    let path = folder.path().join("bot.py");
    fs::write(&path, source).unwrap();
    let command = format!("python3 {}", path.display());
    (folder, command)
}

/// What bad programs do when they are asked.
const BAD: [(&str, &str); 12] = [
    ("crash", "raise SystemExit('boom')"),
    ("hang", "time.sleep(60)"),
    ("deaf", "time.sleep(60)"),
    ("flood", "[print('x' * 1000, flush=True) for _ in iter(int, 1)]"),
    ("one line", "sys.stdout.write('x' * (10 << 20)); sys.stdout.flush(); time.sleep(60)"),
    ("nonsense", "print('{\"type\":\"act\",\"seat\":\"P0\",\"action\":\"hop\"}', flush=True)"),
    ("no text", "sys.stdout.buffer.write(b'\\xff\\xfe\\n' * 200); sys.stdout.flush()"),
    ("half a line", "sys.stdout.write('{\"type\":\"act\",'); raise SystemExit"),
    (
        "trickle",
        "[(sys.stdout.write('{'), sys.stdout.flush(), time.sleep(0.01)) for _ in iter(int, 1)]",
    ),
    ("deep", "print('[' * 100000, flush=True)"),
    ("out of range", "print('{\"type\":\"act\",\"seat\":\"P99999999999999999999\"}', flush=True)"),
    (
        "talk",
        "[print('{\"type\":\"say\",\"seat\":\"P0\",\"text\":\"hi\"}', flush=True) for _ in iter(int, 1)]",
    ),
];

/// The limits of time of a bad program. Only those that keep silent cost all of it; the others get enough to start
/// on a busy machine, so that they go out by what they do.
fn limits(name: &str) -> &'static str {
    if matches!(name, "hang" | "deaf" | "trickle") {
        ", time=1, game-time=5"
    } else {
        ", time=60, game-time=60"
    }
}

fn bad(name: &str, act: &str) -> (TempDir, String) {
    let listen = if name == "deaf" { "while True" } else { "for line in sys.stdin" };
    let asked = if name == "deaf" { "True" } else { "'\"refused\"' in line or '\"ask\"' in line" };
    script(&format!("import sys, time\n{listen}:\n    if {asked}:\n        {act}\n"))
}

#[test]
fn a_program_that_misbehaves_forfeits_its_seat_and_nobody_elses() {
    if crate::lacks_python() {
        return;
    }
    for (name, act) in BAD {
        let (_folder, command) = bad(name, act);
        let logs = folder();
        let agents = format!("{},charge", external(&command, limits(name)));
        let begun = Instant::now();
        let more = format!("--games 2 --logs {}", logs.path().display());
        let played = standings("geister", &agents, &more);
        assert_eq!((&played["games"], &played["forfeits"]), (&2.into(), &2.into()), "{name}");
        assert!(begun.elapsed() < Duration::from_secs(50), "{name}");
        for log in files(logs.path(), ".jsonl") {
            let replayed = crate::printed(&format!("replay {}", log.display()));
            assert!(replayed.contains("forfeit"), "{name}: {replayed}");
        }
        let complaints = files(logs.path(), ".stderr");
        assert_eq!(complaints.len(), if name == "crash" { 2 } else { 0 }, "{name}");
        for path in complaints {
            assert_eq!(fs::read_to_string(path).unwrap(), "boom\n");
        }
    }
}

#[test]
fn a_program_may_leave_at_any_point() {
    if crate::lacks_python() {
        return;
    }
    // One that answers once more in each match, and then leaves within a line or without a word.
    let source = fs::read_to_string(seat_py().strip_prefix("python3 ").unwrap()).unwrap();
    let leave = "if message[\"type\"] == \"ask\":
            asked.append(1)
            if len(asked) > matches:
                sys.stdout.write('{' * (matches % 2))
                sys.exit()
        if message[\"type\"] == \"ask\":";
    let count = "    import os
    folder, asked = os.path.dirname(__file__), []
    matches = len(os.listdir(folder)) - 1
    open(os.path.join(folder, str(matches)), 'w').close()
    for line in sys.stdin:";
    let source = source.replacen("    for line in sys.stdin:", count, 1);
    let (_folder, command) = script(&source.replacen("if message[\"type\"] == \"ask\":", leave, 1));
    let agents = format!("{},random", external(&command, ""));
    let played = standings("geister", &agents, "--games 8 --threads 1");
    assert_eq!((&played["games"], &played["forfeits"]), (&8.into(), &8.into()));
}

#[test]
fn where_the_rules_have_an_answer_of_their_own_they_give_it() {
    if crate::lacks_python() {
        return;
    }
    for (name, act) in BAD {
        let (_folder, command) = bad(name, act);
        let program = external(&command, limits(name));
        let agents = format!("{program},finalist,finalist,finalist,finalist");
        let played = standings("werewolf", &agents, "--games 1");
        assert_eq!((&played["games"], &played["forfeits"]), (&1.into(), &0.into()), "{name}");
        let out = |agent: usize| played["agents"][agent]["counters"]["out"].as_u64();
        assert_eq!((out(0), out(1)), (Some(1), Some(0)), "{name}");
    }
}

#[test]
fn in_how_many_games_a_program_went_out_is_kept_with_the_results() {
    let folder = folder();
    let more = format!("--games 3 --rotate --out {}", folder.path().display());
    let five = format!("finalist,finalist,finalist,finalist,{}", external("true", ""));
    let played = standings("werewolf", &five, &more);
    let out = |agent: usize| played["agents"][agent]["counters"]["out"].as_u64();
    assert_eq!((out(0), out(4), &played["forfeits"]), (Some(0), Some(15), &0.into()));
    // The second time they are read from the file.
    assert_eq!(standings("werewolf", &five, &more)["agents"], played["agents"]);
    let table = arena("werewolf", &five, &format!("{more} --counters"));
    let table = text(&table.stdout);
    assert!(table.contains("agent 5 went out in 15 of 15 games"), "{table}");
    assert!(!table.contains("agent 4 went out") && table.contains("\nout "), "{table}");
    let others = "finalist,finalist,finalist,finalist,random";
    let inside = text(&arena("werewolf", others, "--games 1 --json").stdout).to_owned();
    assert!(!inside.contains("\"out\""), "{inside}");
}

#[test]
fn time_for_the_whole_game_runs_out() {
    if crate::lacks_python() {
        return;
    }
    let source = fs::read_to_string(seat_py().strip_prefix("python3 ").unwrap()).unwrap();
    let slow = "import time\n        time.sleep(0.2)\n        message = json.loads(line)";
    let (_folder, command) = script(&source.replacen("message = json.loads(line)", slow, 1));
    let agents = format!("{},charge", external(&command, ", time=5, game-time=1"));
    let played = standings("geister", &agents, "--games 1");
    assert_eq!(played["forfeits"], 1);
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    for (agents, code, problem) in [
        (external("no-such-program --fast", ""), 1, "cannot start \"no-such-program --fast\""),
        (external("python3 x.py", ", tme=1"), 2, "did you mean time?"),
        ("external".to_owned(), 2, "it needs a command"),
        (external("", ""), 2, "it needs a command"),
    ] {
        let output = arena("geister", &format!("{agents},charge"), "--games 1");
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(problem), "{told}");
    }
}

#[test]
fn only_the_arena_starts_programs() {
    let folder = folder();
    let file = folder.path().join("started");
    let program = external(&format!("touch {}", file.display()), "");
    for line in ["play geister", "host geister --protocol contest --port 0 --games 1"] {
        let seats = format!("external,{program}");
        let output = kakehiki(line).args(["--seats", &seats]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("unknown agent \"external\""), "{line}");
    }
    assert!(!file.exists());
}

#[test]
#[cfg(unix)]
fn an_interruption_at_the_terminal_costs_no_program_its_game() {
    use std::{
        os::unix::process::CommandExt,
        process::{Command, Stdio},
        thread::sleep,
    };

    if crate::lacks_python() {
        return;
    }
    let logs = folder();
    let agents = format!("{},charge", external(&seat_py(), ", keep=on"));
    let mut command = kakehiki("arena run geister --games 1000000 --threads 1 --json --logs");
    command.arg(logs.path()).args(["--agents", &agents]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.process_group(0).spawn().unwrap();
    let begun = Instant::now();
    // A second log means that the first game is counted.
    while files(logs.path(), ".jsonl").len() < 2 {
        assert!(begun.elapsed() < Duration::from_mins(1), "no game is played");
        sleep(Duration::from_millis(10));
    }
    // A terminal tells all that it has started.
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(played["games"].as_u64().unwrap() > 0);
    assert_eq!(played["forfeits"], 0);
}

/// Whether a process still runs.
#[cfg(target_os = "linux")]
fn is_running(pid: &str) -> bool {
    // One that has ended and is not collected yet does not run any more.
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']))
        && !state.is_empty()
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_that_a_program_started_outlives_it() {
    if crate::lacks_python() {
        return;
    }
    let source = "import subprocess, sys, time\n\
                  child = subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL)\n\
                  open(sys.argv[1], 'w').write(str(child.pid))\n\
                  END\n";
    // One says too much and goes on running, and one ends: both are out before their time is.
    for end in ["print('x' * (2 << 20), flush=True)\ntime.sleep(600)", "sys.exit(1)"] {
        let (folder, command) = script(&source.replace("END", end));
        let file = folder.path().join("pid");
        let program = external(&format!("{command} {}", file.display()), ", time=60");
        let played = standings("geister", &format!("{program},charge"), "--games 1");
        assert_eq!(played["forfeits"], 1);
        let pid = fs::read_to_string(&file).unwrap();
        assert!(!is_running(&pid), "{end}");
    }
}
