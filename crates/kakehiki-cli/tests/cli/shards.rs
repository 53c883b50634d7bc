//! Plans, shards and their merger.

use std::fs;

use crate::{document, files, folder, kakehiki, printed, run, text, timeless};

const SPEC: &str = "game = \"geister\"\nagents = [\"charge\", \"random\"]\ngames = 50\n\
                    rotate = true\nseed = 3\n\n[options]\ncap = 200\n";

#[test]
fn shards_together_are_the_run() {
    let folder = folder();
    let spec = folder.path().join("spec.toml");
    let (plan, out) = (folder.path().join("plan.json"), folder.path().join("results"));
    fs::write(&spec, SPEC).unwrap();
    // Without --out the plan goes to where the command is run.
    let planned = kakehiki("arena plan spec.toml").current_dir(folder.path()).output().unwrap();
    assert_eq!(text(&planned.stdout), "plan.json: 100 games in 100 matches\n");

    let shard = |index| {
        let (plan, out) = (plan.display(), out.display());
        format!("arena run-shard {plan} --shard {index}/3 --out {out} --json")
    };
    let merge = format!("arena merge {} --json", out.display());
    assert_eq!(document(&shard(3))["games"], 34);
    let incomplete = run(&merge);
    assert_eq!(incomplete.status.code(), Some(1));
    assert!(text(&incomplete.stderr).contains("shard 1/3, shard 2/3"), "{incomplete:?}");
    assert_eq!(text(&incomplete.stdout), "");
    for index in [1, 2] {
        printed(&shard(index));
    }

    let line =
        "arena run geister --agents charge,random --games 50 --rotate --seed 3 --set cap=200";
    assert_eq!(timeless(&printed(&merge)), timeless(&printed(&format!("{line} --json"))));
    assert_eq!(files(&out, ".parquet").len(), 3);

    let again = run(&shard(2));
    assert!(text(&again.stderr).contains("already played"), "{again:?}");
    printed(&format!("arena merge {}", out.display()));
}

#[test]
fn a_plan_replaces_plans_only() {
    let folder = folder();
    let spec = folder.path().join("spec.toml");
    fs::write(&spec, SPEC).unwrap();
    let to = |file: &str| {
        run(&format!("arena plan {0} --out {1}/{file}", spec.display(), folder.path().display()))
    };
    assert!(to("plan.json").status.success());
    assert!(to("plan.json").status.success(), "a plan may be written again");
    let refused = to("spec.toml");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("is not a plan"), "{refused:?}");
    assert_eq!(fs::read_to_string(&spec).unwrap(), SPEC);
}

#[test]
fn a_sequential_test_is_not_cut_into_shards() {
    let folder = folder();
    let (spec, plan) = (folder.path().join("spec.toml"), folder.path().join("plan.json"));
    fs::write(&spec, format!("{SPEC}\n[sprt]\np1 = 0.6\n")).unwrap();
    printed(&format!("arena plan {} --out {}", spec.display(), plan.display()));
    let output = run(&format!(
        "arena run-shard {} --shard 1/2 --out {}/results",
        plan.display(),
        folder.path().display()
    ));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("shard 1/1"), "{output:?}");
    assert!(!folder.path().join("results").exists());
}
