"""What all tests share: small tables of all games, and the command line to compare with."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: A game, its options, and agents that remember something or think.
LINEUPS: dict[str, tuple[dict[str, str | int], list[str]]] = {
    "geister": ({"cap": 60}, ["upp(playouts=80)", "isuct(playouts=40)"]),
    "negogeister": (
        {"cap": 20},
        ["upp(playouts=40)+bargain(worlds=4)", "charge+strategy(playouts=20)"],
    ),
    "catan": (
        {"turn_cap": 30},
        ["greedy+rule", "uct(playouts=8)+bargain(playouts=4, to=all)", "weighted", "random"],
    ),
    "monopoly": (
        {"players": 3, "max_turns": 60},
        ["trader", "moyer+miyapoly(playouts=8, batch=4, propose=3, counter=on)", "random"],
    ),
    "werewolf": (
        {"village": 5},
        ["finalist", "sample-0.6", "sample-0.4", "random", "finalist(fake=1)"],
    ),
}

GAMES = list(LINEUPS)


def sets(options: dict[str, str | int]) -> list[str]:
    """The options as the command line takes them."""
    pairs = [f"{name.replace('_', '-')}={value}" for name, value in options.items()]
    return [word for pair in pairs for word in ("--set", pair)]


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, also in a job in the background, which ignores it, and after libraries with other habits."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)


@pytest.fixture(scope="session")
def binary() -> Path:
    """The command, which CI names and a checkout has where Cargo puts it."""
    named = os.environ.get("KAKEHIKI_BINARY")
    built = [ROOT / "target" / profile / "kakehiki" for profile in ("debug", "release")]
    found = [Path(named)] if named else [path for path in built if path.exists()]
    if not found:
        pytest.skip("there is no kakehiki to compare with: cargo build")
    return found[0]


@pytest.fixture(scope="session")
def kakehiki_command(binary: Path) -> Callable[..., str]:
    """Runs the command and gives what it printed."""

    def run(*words: str | Path, fails: bool = False) -> str:
        done = subprocess.run([binary, *words], capture_output=True, text=True, check=False)
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr if fails else done.stdout

    return run
