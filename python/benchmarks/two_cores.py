"""What a second core brings: to a batch, and to an experiment that Ray plays, beside the command line.

    python python/benchmarks/two_cores.py --command target/release/kakehiki

Everything is measured by the clock on the wall, on an otherwise idle machine with two cores, one after the other and in
turn: some rounds, of which the median and the range are told. Ray has two workers that play a shard at a time, the
command has two threads; both play the same plan, and what they find is compared. Ray's own start and the first task of a
worker, which imports this package, are told by themselves. This package should be a released build, as the command is.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy

import kakehiki

#: The lanes of a batch that is to be shared by threads.
LANES = 4096

AGENTS = ["flat(playouts=300)", "charge"]


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def told(values: Sequence[float]) -> str:
    return f"{statistics.median(values):,.2f} ({min(values):,.2f}–{max(values):,.2f})"


def batches(name: str, rounds: int, length: float, **options: object) -> None:
    """Steps a second of one batch on one and on two threads."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    entries = numpy.full(LANES, -1)
    games = {threads: kakehiki.Game(name, **options).batch(LANES, threads=threads) for threads in rates}
    for round in range(rounds + 1):
        for threads, batch in games.items():
            steps, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < length:
                batch.step(entries)
                steps += LANES
            if round:
                rates[threads].append(steps / (time.perf_counter() - begun))
    gains = [two / one for one, two in zip(*rates.values(), strict=True)]
    print(f"batch of {LANES}, {name}: two threads make {told(gains)} times the steps of one", flush=True)


def results(text: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(text)
    del document["core_seconds"]
    return document


def cluster(command: Path, games: int, shards: int | None, rounds: int) -> None:
    """The same plan by the command line and by Ray."""
    import ray

    import kakehiki.ray

    plan = kakehiki.arena.Spec("geister", AGENTS, games, rotate=True).plan()
    warm = kakehiki.arena.Spec("geister", ["random", "random"], 40).plan()
    start = seconds(lambda: ray.init(num_cpus=2, log_to_driver=False))
    first = seconds(lambda: kakehiki.ray.run(warm, shards=4, progress=False))
    alone: list[float] = []
    spread: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "plan.json"
            plan.save(path)
            words = [command, "arena", "run-shard", path, "--shard", "1/1", "--out", folder, "--threads", "2"]
            alone.append(seconds(lambda: subprocess.run(words, check=True, capture_output=True)))
            expected = results(kakehiki.arena.merge(folder).json())
        found: list[kakehiki.arena.Run] = []
        spread.append(seconds(lambda: found.append(kakehiki.ray.run(plan, shards=shards, progress=False))))
        if results(found[0].json()) != expected:
            raise SystemExit("Ray and the command line do not agree")
    ray.shutdown()
    print(f"{plan.games} games: the command line takes {told(alone)} s, Ray {told(spread)} s")
    shares = [one / other for one, other in zip(alone, spread, strict=True)]
    print(f"Ray runs at {told(shares)} of the speed of the command line,")
    print(f"without its own start of {start:.1f} s and the first tasks of its workers of {first:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", type=Path, help="the command kakehiki; without it only batches are measured")
    parser.add_argument("--games", type=int, default=600, help="the games of each seat arrangement of the experiment")
    parser.add_argument("--shards", type=int, help="the shards for Ray; by default what kakehiki.ray chooses")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument("--seconds", type=float, default=5.0, help="the time of a round of a batch")
    given = parser.parse_args()
    batches("geister", given.rounds, given.seconds)
    batches("catan", given.rounds, given.seconds)
    if given.command:
        cluster(given.command, given.games, given.shards, given.rounds)


if __name__ == "__main__":
    main()
