//! All papers at once, in one process and in shards; and single studies in shards.

use std::{
    env, fs,
    path::Path,
    process::{Child, Stdio},
    thread::sleep,
    time::Duration,
};

use serde_json::Value;

use crate::{document, folder, kakehiki, printed, run, text};

/// The files of a report without how long it took.
fn report(folder: &Path) -> [String; 3] {
    ["index.html", "report.md", "report.json"].map(|name| {
        let file = fs::read_to_string(folder.join(name)).unwrap();
        let (before, _) = file.split_once("\"seconds\":").unwrap_or((&file, ""));
        assert_eq!(before.len() < file.len(), name == "report.json");
        let is_timed = |line: &&str| line.contains("<dt>Time") || line.contains(", time ");
        let (timed, rest): (Vec<&str>, Vec<&str>) = before.lines().partition(is_timed);
        assert_eq!(timed.len(), usize::from(name != "report.json"), "{name}");
        rest.join("\n")
    })
}

/// One paper; all papers where `KAKEHIKI_ALL_PAPERS` is set, since each is played twice and that takes a minute
/// of two cores. Studies that wait for trainings are in shards below.
#[test]
fn three_shards_one_of_them_killed_make_the_report_of_one_process() {
    let (whole, shards) = (folder(), folder());
    let paper = if env::var_os("KAKEHIKI_ALL_PAPERS").is_some() { "" } else { "mishio2015 " };
    let command =
        |folder: &Path| format!("reproduce {paper}--scale smoke --out {}", folder.display());
    let start =
        |line: &str| kakehiki(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let finish = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let alone = start(&command(whole.path()));
    let shard = |index: u32| start(&format!("{} --shard {index}/3", command(shards.path())));
    let mut child = shard(2);
    sleep(Duration::from_millis(700));
    child.kill().unwrap();
    child.wait().unwrap();
    // Again and again, side by side, until no shard waits for another.
    for round in 0.. {
        assert!(round < 20, "the shards wait for each other");
        let played = [1, 2, 3].map(shard).map(finish);
        if played.iter().all(|said| !said.contains("start this one again")) {
            break;
        }
    }
    let said = finish(alone);
    assert!(said.contains("mishio2015") && said.contains("block an exit"), "{said}");
    printed(&command(shards.path()));
    let [one, other] = [whole.path(), shards.path()].map(report);
    for (one, other) in one.iter().zip(&other) {
        assert!(one == other, "the reports differ");
    }
    // Every study is there but those of no paper and those that only make data.
    let document: Value =
        serde_json::from_str(&fs::read_to_string(whole.path().join("report.json")).unwrap())
            .unwrap();
    let studies = document["studies"].as_array().unwrap();
    let listed = crate::document("study list --json");
    let all = listed["studies"].as_array().unwrap().iter();
    let ids = all.filter_map(|study| study["study"].as_str());
    let is_asked_for = |id: &&str| !id.starts_with("lies/") && id.starts_with(paper.trim());
    // Of those that are about positions, one asks and the others make data.
    let is_run = |id: &&str| !id.ends_with("positions") || *id == "miyasako2020/positions";
    let expected = ids.filter(is_asked_for).filter(is_run).count();
    assert_eq!(studies.len(), expected);
    assert!(studies.iter().all(|study| !study["rows"].as_array().unwrap().is_empty()));
    let [html, ..] = &one;
    assert!(html.matches("<svg").count() >= 2 * expected, "each figure for a desk and for a phone");
    assert!(!html.contains("NaN"));
}

#[test]
fn one_paper_and_wrong_names() {
    let folder = folder();
    let out = folder.path().display();
    let document = document(&format!("reproduce mishio2015 --scale smoke --json --out {out}"));
    assert_eq!(document["scale"], "smoke");
    assert!(document["verdicts"]["not-comparable"].as_u64().unwrap() > 0);
    let command = document["command"].as_str().unwrap();
    assert_eq!(command, "kakehiki reproduce mishio2015 --scale smoke --seed 1");
    for (line, words) in [
        ("reproduce nobody1999", "possible: ito2014, mishio2015"),
        ("reproduce --scale huge", "possible: smoke, quick, standard, full"),
        ("reproduce --shard 4/3", "expected i/n"),
    ] {
        let refused = run(&format!("{line} --out {out}"));
        assert_eq!(refused.status.code(), Some(2), "{line}");
        assert!(text(&refused.stderr).contains(words), "{}", text(&refused.stderr));
    }
}

#[test]
fn shards_of_a_study_make_its_report() {
    let folder = folder();
    let (plan, out) = (folder.path().join("plan.json"), folder.path().join("results"));
    let order = "hagiwara2019/sample-11 --scale 0.0005";
    let planned = printed(&format!("study plan {order} --out {}", plan.display()));
    assert!(planned.contains("the rest waits for the training 11-samples-1000"), "{planned}");
    let shard = |index: u32| {
        let (plan, out) = (plan.display(), out.display());
        printed(&format!("arena run-shard {plan} --shard {index}/2 --out {out}"))
    };
    let merge = format!("study merge {} --json", out.display());
    shard(1);
    let early = run(&merge);
    assert_eq!(early.status.code(), Some(1));
    assert!(text(&early.stderr).contains("is not there yet"), "{}", text(&early.stderr));
    for _ in 0..3 {
        shard(2);
        shard(1);
    }
    assert_eq!(printed(&merge), printed(&format!("study run {order} --json")));
    // Another plan does not go into the same folder.
    let other = folder.path().join("other.json");
    printed(&format!("study plan {order} --seed 2 --out {}", other.display()));
    let refused =
        run(&format!("arena run-shard {} --shard 1/2 --out {}", other.display(), out.display()));
    assert!(text(&refused.stderr).contains("results of another plan"));
}
