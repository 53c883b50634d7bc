"""Experiments over many machines: by Ray with a real cluster, and by scripts with machines that are made up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT

import kakehiki

AGENTS = ["flat(playouts=60)", "charge"]
SLOW = ["flat(playouts=6000)", "charge"]


def spec(games=24, agents=AGENTS):
    return kakehiki.arena.Spec("geister", agents, games, options={"cap": 60}, rotate=True, seed=5)


def document(run):
    """The results, without how long they took."""
    return [line for line in run.json().splitlines() if "core_seconds" not in line]


def results(folder):
    return {path.name: path.read_bytes() for path in Path(folder).glob("*.parquet")}


def looped(plan, shards, folder):
    for index in range(1, shards + 1):
        plan.run_shard(index, shards, out=folder)
    return results(folder)


# Ray.

SHARDS = 12


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield made
    made.shutdown()


@pytest.fixture
def ray(cluster):
    import ray

    ray.init(address=cluster.address, log_to_driver=False)
    yield ray
    ray.shutdown()


def test_a_node_that_is_killed_costs_nothing_but_time(cluster, ray, tmp_path):
    import kakehiki.ray

    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    # Shards of some seconds, so that one is nearly always being played and some are left when a death is noticed.
    plan = spec(games=240, agents=SLOW).plan()
    expected = looped(plan, SHARDS, tmp_path / "loop")
    seen = []

    def show(progress):
        # A node that has just finished a shard may not have begun another one, and would lose none.
        is_playing = bool(seen) and seen[-1].done == progress.done
        if progress.done >= 3 and not progress.lost and is_playing:
            if len(nodes) < 2:
                nodes.append(cluster.add_node(num_cpus=1))
            cluster.remove_node(nodes.pop(0), allow_graceful=False)
            # What is left is played quickly, and death is noticed after some seconds.
            while sum(node["Alive"] for node in ray.nodes()) > 2:
                time.sleep(0.1)
        seen.append(replace(progress))

    run = kakehiki.ray.run(plan, shards=SHARDS, out=tmp_path / "ray", progress=show)
    last = seen[-1]
    assert last.done == SHARDS and last.dead and last.lost >= 1
    assert "died" in str(last) and "played again" in str(last)
    assert results(tmp_path / "ray") == expected
    assert not list((tmp_path / "ray").glob("*.partial")) + list((tmp_path / "ray").glob("*.journal"))
    assert document(run) == document(plan.run()) and run.games == plan.games
    cluster.remove_node(nodes.pop())


def holder(path):
    """The process that keeps a file open, if any does."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.path.samefile(link, path):
                return int(link.parts[2])
        except OSError:
            continue
    return None


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells who keeps a file open")
def test_a_worker_that_is_killed_costs_only_unfinished_games_of_a_shared_folder(cluster, ray, tmp_path):
    import kakehiki.ray

    node = cluster.add_node(num_cpus=1)
    plan = spec(games=60, agents=SLOW).plan()
    shared, sizes, seen = tmp_path / "shared", {}, []

    def show(progress):
        seen.append(replace(progress))
        for journal in shared.glob("*.journal"):
            pid = holder(journal)
            # What has grown since it was begun holds finished matches.
            has_grown = sizes.setdefault(pid, journal.stat().st_size) != journal.stat().st_size
            if pid is not None and has_grown and "killed" not in sizes:
                os.kill(pid, signal.SIGKILL)
                sizes["killed"] = pid

    run = kakehiki.ray.run(plan, shards=2, shared=shared, progress=show)
    assert seen[-1].lost == 1 and seen[-1].resumed > 0 and not seen[-1].dead
    assert [(it.games, it.total_games) for it in (seen[0], seen[-1])] == [(0, plan.games), (plan.games,) * 2]
    assert f"{plan.games}/{plan.games} games" in str(seen[-1]) and "1 shards played again" in str(seen[-1])
    assert results(shared) == looped(plan, 2, tmp_path / "loop") and run.games == plan.games
    # Ray knows tasks by what they play.
    kinds = {event["cat"] for event in ray.timeline()}
    assert {"task::arena 1/2", "task::arena 2/2"} <= kinds
    cluster.remove_node(node)


def test_progress_is_a_line_on_a_terminal(cluster, ray, tmp_path, monkeypatch):
    import kakehiki.ray

    node = cluster.add_node(num_cpus=1)
    plan = spec(games=4).plan()
    plan.run_shard(1, 2, out=tmp_path)
    ours, theirs = os.openpty()
    with open(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        kakehiki.ray.run(plan, shards=2, out=tmp_path)
        monkeypatch.undo()
        shown = os.read(ours, 10_000).decode()
    os.close(ours)
    lines = shown.split("\r")
    starts = ("1/2 shards, 4/8 games, ", "2/2 shards, 8/8 games, ")
    assert lines[0] == "" and all(line.startswith(starts) for line in lines[1:-1])
    assert lines[-2].endswith(" nodes\x1b[K") and lines[-1] == "\n"
    cluster.remove_node(node)


def test_studies_and_all_papers_are_what_one_process_makes_of_them(cluster, ray, tmp_path):
    import kakehiki.ray

    node = cluster.add_node(num_cpus=2)
    report = kakehiki.ray.study("mishio2015/examples", scale=0.01, shards=3, progress=False)
    assert report.json() == kakehiki.study("mishio2015/examples").run(scale=0.01).json()
    found = kakehiki.ray.reproduce(
        scale="smoke", paper="nakazawa2018", shards=2, out=tmp_path / "ray", progress=False
    )
    alone = kakehiki.reproduce(scale="smoke", paper="nakazawa2018", out=tmp_path / "alone")
    timeless = [[line for line in text.splitlines() if "seconds" not in line] for text in (found, alone)]
    assert timeless[0] == timeless[1]
    assert (tmp_path / "ray" / "index.html").exists()
    cluster.remove_node(node)


def test_wrong_agents_and_other_versions_fail_once_and_at_once(cluster, ray, tmp_path, monkeypatch):
    import kakehiki.ray

    class Here:
        def decide(self, view, menu, rng):
            return menu[0]

    node = cluster.add_node(num_cpus=1)
    kakehiki.register_agent("geister", "only-here", Here)
    with pytest.raises(kakehiki.AgentNameError, match=r"shard \d/4: .*py-only-here"):
        kakehiki.ray.run(spec(agents=["py-only-here", "charge"]), shards=4, progress=False)
    monkeypatch.setattr(kakehiki.ray._native, "__version__", "99.0.0")
    with pytest.raises(kakehiki.PlanError, match="99.0.0.*runtime_env"):
        kakehiki.ray.run(spec(), shards=4, progress=False)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="both"):
        kakehiki.ray.run(spec(), out=tmp_path, shared=tmp_path)
    cluster.remove_node(node)


def test_files_travel_and_a_shared_folder_is_written_by_the_tasks(cluster, ray, tmp_path, monkeypatch):
    import kakehiki.ray

    node = cluster.add_node(num_cpus=1)
    monkeypatch.chdir(tmp_path)
    kakehiki.train("werewolf", opponents=["sample-0.4"], games=16, out="model.json", options={"village": 5})
    plan = kakehiki.arena.Spec(
        "werewolf", ["learned(model=model.json)", *["random"] * 4], 4, options={"village": 5}
    ).plan()
    run = kakehiki.ray.run(
        plan, shards=2, shared=tmp_path / "all", files={"model.json": "model.json"}, progress=False
    )
    assert document(run) == document(plan.run())
    assert len(results(tmp_path / "all")) == 2
    cluster.remove_node(node)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_driver_that_is_killed_goes_on_when_it_is_started_again(cluster, tmp_path, how):
    node = cluster.add_node(num_cpus=1)
    plan = spec(games=18, agents=SLOW).plan()
    plan.save(tmp_path / "plan.json")
    out = tmp_path / "out"
    words = [
        sys.executable, "-m", "kakehiki.ray", str(tmp_path / "plan.json"), "--out", str(out),
        "--shards", "6", "--address", cluster.address,
    ]
    driver = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not results(out):
        assert driver.poll() is None, driver.stderr.read()
        time.sleep(0.1)
    driver.send_signal(how)
    _, said = driver.communicate()
    # Now and then Ray's own core gives up when its tasks are called off; that ends the driver too.
    ended = b"KeyboardInterrupt" in said or b"unexpected system state" in said
    assert driver.returncode != 0 and (how == signal.SIGKILL or ended), said
    kept = {path: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "charge" in done.stdout, done.stderr
    assert results(out) == looped(plan, 6, tmp_path / "loop")
    assert kept and all(path.stat().st_mtime_ns == written for path, written in kept.items())
    cluster.remove_node(node)


# Scripts.

FAKE_SBATCH = """#!/bin/sh
# Runs the tasks of an array one after the other, and the first of them twice, as if it had been requeued.
for word in "$@"; do
    case $word in
        --array=1-*) last=${word#--array=1-} ;;
        --wrap=*) job=${word#--wrap=} ;;
        --dependency=afterok:7) ;;
        --dependency=*) exit 1 ;;
    esac
done
for task in 1 $(seq 1 "${last:-1}"); do
    SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh -c "$job" >>"$FAKE_MACHINES/said" 2>&1 || exit 1
done
echo "7;cluster"
"""

FAKE_SSH = """#!/bin/sh
# Another machine is another folder.
host=$1
shift
test "$host" != "$FAKE_DEAD" || exit 255
mkdir -p "$FAKE_MACHINES/$host" && cd "$FAKE_MACHINES/$host" && exec sh -c "$*"
"""


@pytest.fixture
def machines(tmp_path, binary):
    """Machines that are made up, and the folder of their commands."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name, text in (("sbatch", FAKE_SBATCH), ("ssh", FAKE_SSH)):
        (commands / name).write_text(text)
        (commands / name).chmod(0o755)
    (commands / "kakehiki").symlink_to(binary)
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "FAKE_MACHINES": str(tmp_path / "machines")}


def script(name, *words, env):
    path = ROOT / "examples" / "cluster" / name
    return subprocess.run([path, *words], env=env, capture_output=True, text=True, check=False)


def test_the_script_for_slurm_plays_a_plan(machines, tmp_path):
    plan = spec().plan()
    plan.save(tmp_path / "my plan.json")
    (tmp_path / "machines").mkdir()
    done = script("slurm.sh", tmp_path / "my plan.json", tmp_path / "out", "3", env=machines)
    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "out") == looped(plan, 3, tmp_path / "loop")
    said = (tmp_path / "machines" / "said").read_text()
    assert "all matches were already played" in said and "charge" in said.split("already played")[-1]


def test_the_script_for_ssh_plays_a_plan_and_goes_on(machines, tmp_path):
    plan = spec().plan()
    plan.save(tmp_path / "plan.json")
    words = ["ssh.sh", tmp_path / "plan.json", tmp_path / "out", "first", "second", "me@third"]
    done = script(*words, env={**machines, "FAKE_DEAD": "second"})
    assert done.returncode != 0 and "shard 2/3 was not played" in done.stderr
    done = script(*words, env=machines)
    assert done.returncode == 0 and "charge" in done.stdout, done.stderr
    assert results(tmp_path / "out") == looped(plan, 3, tmp_path / "loop")
