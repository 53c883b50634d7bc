"""Random play here and elsewhere, side by side: steps in a second of one core.

    python python/benchmarks/compare.py --environments DIR

Every library is measured in a process of its own on one core, one after the other: a warm-up, then some runs of some
seconds of processor time, of which the median and the range are told. A step is one decision of one seat, with its
observation and the mask of what is legal; where it says "moves alone" only what is legal is asked for, and of "act" not
even that. What one call costs is told by itself, in nanoseconds, and below how many times the steps of others batches make.
Rules and observations differ from library to library. This package is taken from the environment that runs the script,
where it should be a released build (`pip install "./python[all]"`) on an idle machine; the others are installed into
environments below DIR, which are kept.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

#: Games that both sides can play: two seats and no trade between players.
CATAN = {"players": 2, "trading": "off"}


# Each of these plays for ever, and tells how many steps it has taken since it last told.


def batch(lanes: int, name: str, **options: object) -> Iterator[int]:
    import numpy

    import kakehiki

    games = kakehiki.Game(name, **options).batch(lanes, threads=1)
    entries = numpy.full(lanes, -1)
    while True:
        games.step(entries)
        yield lanes


def single_calls(name: str, **options: object) -> Iterator[int]:
    import random

    import kakehiki

    game, number = kakehiki.Game(name, **options), 0
    while True:
        number += 1
        match, steps = game.new_match(match=number), 0
        match.advance()
        while not match.is_over:
            match.act(random.choice(match.ids()))
            match.advance()
            steps += 1
        yield steps


def act_alone(name: str, **options: object) -> Iterator[int]:
    import random

    import kakehiki

    game, games = kakehiki.Game(name, **options), []
    for number in range(50):
        match, ids = game.new_match(match=number), []
        match.advance()
        while not match.is_over:
            ids.append(random.choice(match.ids()))
            match.act(ids[-1])
            match.advance()
        games.append(ids)
    while True:
        for number, ids in enumerate(games):
            match = game.new_match(match=number)
            match.advance()
            for chosen in ids:
                match.act(chosen)
                match.advance()
            yield len(ids)


def question() -> Iterator[int]:
    import kakehiki

    match = kakehiki.Game("geister").new_match()
    while True:
        for _ in range(1000):
            match.is_over  # noqa: B018
        yield 1000


def lone_step() -> Iterator[int]:
    import numpy

    import kakehiki

    games, entries = kakehiki.Game("geister").batch(1, threads=1), numpy.full(1, -1)
    while True:
        for _ in range(1000):
            games.step(entries, obs=False)
        yield 1000


def pettingzoo(make: str, **options: object) -> Iterator[int]:
    import importlib

    module, _, name = make.partition(":")
    env = getattr(importlib.import_module(module), name).env(**options)
    while True:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            observation, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        yield steps


def openspiel(name: str, observes: bool = True) -> Iterator[int]:
    import random

    import pyspiel

    if name.startswith("kakehiki"):
        import kakehiki.openspiel
    game = pyspiel.load_game(name)
    has_observations = game.get_type().provides_observation_tensor
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                ids, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(ids, shares)[0])
                continue
            if observes:
                player = state.current_player()
                tell = state.observation_tensor if has_observations else state.information_state_tensor
                tell(player)
                state.legal_actions_mask(player)
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        yield steps


def gymnasium(name: str, **options: object) -> Iterator[int]:
    import gymnasium as library

    env = library.make(f"kakehiki.gym:kakehiki/{name}-v0", opponents=["random"], **options)
    observation, _ = env.reset(seed=1)
    while True:
        action = env.action_space.sample(observation["action_mask"])
        observation, _, ended, cut_off, _ = env.step(action)
        if ended or cut_off:
            observation, _ = env.reset()
        yield 1


def catanatron_loop() -> Iterator[int]:
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        yield len(game.state.actions)


def catanatron_gym() -> Iterator[int]:
    import random

    import catanatron_gym.envs  # noqa: F401
    import gymnasium as library

    env = library.make("catanatron_gym:catanatron-v1")
    env.reset()
    while True:
        # Decisions of the opponent are made inside, and count too.
        before = len(env.unwrapped.game.state.actions)
        _, _, ended, cut_off, _ = env.step(random.choice(env.unwrapped.get_valid_actions()))
        steps = len(env.unwrapped.game.state.actions) - before
        if ended or cut_off:
            env.reset()
        yield max(steps, 1)


HERE, CLASSIC, RELEASE = "here", "pettingzoo", "catanatron"

#: What the other environments hold.
NEEDS = {
    CLASSIC: ["pettingzoo[classic]"],
    RELEASE: ["catanatron_gym==4.0.0", "catanatron==3.2.1", "numpy<2"],
}

#: What a batch plays.
BATCHES: dict[str, tuple[str, dict[str, object]]] = {
    "Catan of 2 without trade": ("catan", CATAN),
    "Catan of 4": ("catan", {}),
    "Geister": ("geister", {}),
    "Monopoly": ("monopoly", {}),
    "Werewolf of 5": ("werewolf", {"village": 5}),
}

#: What is told by the time of one call.
CALLS: dict[str, tuple[str, Callable[[], Iterator[int]]]] = {
    "kakehiki, match.is_over": (HERE, question),
    "kakehiki, batch.step of one lane without observation, Geister": (HERE, lone_step),
}

SUBJECTS: dict[str, tuple[str, Callable[[], Iterator[int]]]] = {
    "kakehiki single calls, Geister": (HERE, lambda: single_calls("geister")),
    "kakehiki single calls, Catan of 2 without trade": (HERE, lambda: single_calls("catan", **CATAN)),
    "kakehiki act by id, Geister": (HERE, lambda: act_alone("geister")),
    "kakehiki act by id, Catan of 2 without trade": (HERE, lambda: act_alone("catan", **CATAN)),
    "kakehiki in PettingZoo, Geister": (HERE, lambda: pettingzoo("kakehiki.pettingzoo:geister_v0")),
    "kakehiki in PettingZoo, Catan of 2 without trade": (
        HERE, lambda: pettingzoo("kakehiki.pettingzoo:catan_v0", **CATAN)
    ),
    "kakehiki in OpenSpiel, Geister": (HERE, lambda: openspiel("kakehiki_geister")),
    "kakehiki in OpenSpiel, Catan of 2 without trade": (
        HERE, lambda: openspiel("kakehiki_catan(players=2,trading=off)")
    ),
    "kakehiki in OpenSpiel, moves alone, Geister": (HERE, lambda: openspiel("kakehiki_geister", False)),
    "kakehiki in OpenSpiel, moves alone, Catan of 2 without trade": (
        HERE, lambda: openspiel("kakehiki_catan(players=2,trading=off)", False)
    ),
    "kakehiki in Gymnasium, Geister": (HERE, lambda: gymnasium("Geister")),
    "kakehiki in Gymnasium, Catan of 2 without trade": (HERE, lambda: gymnasium("Catan", **CATAN)),
    "Catanatron's loop, Catan of 2": (RELEASE, catanatron_loop),
    "Catanatron's environment, Catan of 2": (RELEASE, catanatron_gym),
    "PettingZoo, tic-tac-toe": (CLASSIC, lambda: pettingzoo("pettingzoo.classic:tictactoe_v3")),
    "PettingZoo, Connect Four": (CLASSIC, lambda: pettingzoo("pettingzoo.classic:connect_four_v3")),
    "PettingZoo, Leduc": (CLASSIC, lambda: pettingzoo("pettingzoo.classic:leduc_holdem_v4")),
    "PettingZoo, chess": (CLASSIC, lambda: pettingzoo("pettingzoo.classic:chess_v6")),
    "OpenSpiel, Leduc": (HERE, lambda: openspiel("leduc_poker")),
    "OpenSpiel, negotiation": (HERE, lambda: openspiel("negotiation")),
    "OpenSpiel, backgammon": (HERE, lambda: openspiel("backgammon")),
    "OpenSpiel, Connect Four": (HERE, lambda: openspiel("connect_four")),
    "OpenSpiel, moves alone, backgammon": (HERE, lambda: openspiel("backgammon", False)),
    "OpenSpiel, moves alone, Connect Four": (HERE, lambda: openspiel("connect_four", False)),
}


#: Which batches are set beside which libraries.
BESIDE = [
    ("Catan of 2 without trade", "Catanatron's environment, Catan of 2"),
    ("Geister", "PettingZoo, tic-tac-toe"),
    ("Geister", "OpenSpiel, Leduc"),
    ("Geister", "OpenSpiel, Connect Four"),
]


def batches(lanes: int) -> dict[str, tuple[str, Callable[[], Iterator[int]]]]:
    """The subjects that a batch of so many lanes is."""

    def subject(name: str, options: dict[str, object]) -> Callable[[], Iterator[int]]:
        return lambda: batch(lanes, name, **options)

    return {f"kakehiki batch of {lanes}, {what}": (HERE, subject(*of)) for what, of in BATCHES.items()}


def measure(play: Iterator[int], seconds: float, runs: int) -> list[float]:
    """Steps in a second of processor time, run by run, after a warm-up that is not told."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rates = []
    for run in range(runs + 1):
        steps, begun = 0, time.process_time()
        wanted = seconds if run else seconds / 5
        while time.process_time() - begun < wanted:
            steps += next(play)
        rates.append(steps / (time.process_time() - begun))
    return rates[1:]


def interpreter(environment: str, folder: Path) -> Path:
    """The interpreter of an environment, which is made if it is not there."""
    if environment == HERE:
        return Path(sys.executable)
    home = folder / environment
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *NEEDS[environment]], check=True)
    return python


def processor() -> str:
    """The name of the processor, where the system tells it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


VERSIONS = """
import importlib.metadata
for name in ("kakehiki", "open_spiel", "pettingzoo", "gymnasium", "catanatron", "catanatron_gym", "numpy"):
    try:
        print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        pass
"""


def versions(python: Path) -> str:
    """What an environment holds."""
    told = subprocess.run([python, "-c", VERSIONS], capture_output=True, text=True, check=True)
    return ", ".join(told.stdout.splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environments", type=Path, help="the folder for the environments of other libraries")
    parser.add_argument("--seconds", type=float, default=5.0, help="the processor time of a run")
    parser.add_argument("--runs", type=int, default=5, help="the runs of each library")
    parser.add_argument("--only", default="", help="measures only what has this in its name")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--lanes", type=int, nargs="+", default=[64, 256], help="the games of a batch, row by row")
    given = parser.parse_args()
    steps: dict[str, tuple[str, Callable[[], Iterator[int]]]] = {}
    for lanes in given.lanes:
        steps |= batches(lanes)
    steps |= SUBJECTS
    if given.measure:
        play = (steps | CALLS)[given.measure][1]()
        print(json.dumps(measure(play, given.seconds, given.runs)))
        return
    lanes = " and ".join(map(str, given.lanes))
    print(f"{processor()}, Python {platform.python_version()}, batches of {lanes} lanes,")
    print(f"the median of {given.runs} runs of {given.seconds:g} s with their range")
    pythons: dict[str, Path] = {}
    middles: dict[str, float] = {}

    def rates(subject: str, environment: str) -> list[float] | str:
        pythons.setdefault(environment, interpreter(environment, given.environments))
        words = [pythons[environment], __file__, "--measure", subject, "--lanes", *map(str, given.lanes)]
        words += ["--seconds", str(given.seconds), "--runs", str(given.runs)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return done.stderr.strip().splitlines()[-1]
        found: list[float] = json.loads(done.stdout.splitlines()[-1])
        return found

    for title, subjects, of in (
        ("Random play | Steps in a core-second", steps, lambda rate: rate),
        ("One call | Nanoseconds", CALLS, lambda rate: 1e9 / rate),
    ):
        print(f"\n| {title} | Range |\n| --- | ---: | ---: |")
        for subject, (environment, _) in subjects.items():
            if given.only not in subject or (environment != HERE and given.environments is None):
                continue
            found = rates(subject, environment)
            if isinstance(found, str):
                print(f"| {subject} | failed | {found} |", flush=True)
                continue
            values = [of(rate) for rate in found]
            middle = middles[subject] = statistics.median(values)
            print(f"| {subject} | {middle:,.0f} | {min(values):,.0f} – {max(values):,.0f} |", flush=True)
    print()
    pairs = [(f"kakehiki batch of {lanes}, {ours}", other) for ours, other in BESIDE for lanes in given.lanes]
    for ours, other in pairs:
        if ours in middles and other in middles:
            times = middles[ours] / middles[other]
            print(f"- {ours}: {times:,.1f} times the steps of {other}")
    print()
    for environment, python in pythons.items():
        print(f"{environment}: {versions(python)}")


if __name__ == "__main__":
    main()
