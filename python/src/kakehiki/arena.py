"""Agents against agents: specifications, plans, shards and tables of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Literal

from kakehiki._native import Plan, Run, Spec, _merge
from kakehiki._progress import Progress

__all__ = ["Plan", "Run", "Spec", "merge", "run"]


def run(
    game: str,
    agents: Sequence[str],
    games: int,
    *,
    options: Mapping[str, str | int | float | bool] | None = None,
    rotate: bool = False,
    seed: int = 1,
    series: int = 1,
    pairing: Literal["seats", "round-robin"] = "seats",
    sprt: Sequence[float] | None = None,
    threads: int = 0,
    out: str | PathLike[str] | None = None,
    logs: str | PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> Run:
    """Plays agents against each other, as ``kakehiki arena run`` does.

    ``games`` is the number of games for each seat arrangement; with ``rotate`` every cyclic arrangement is
    played with the same luck. With ``out`` finished games are kept in that folder, and a run that was cut
    off goes on when it is started again. ``sprt=(p0, p1)`` stops as soon as it is decided whether the first
    agent scores p1 or only p0. ``progress`` is True for a bar, or a function of (done, total).

    Results follow from the arguments alone: threads do not change them.
    """
    spec = Spec(
        game,
        list(agents),
        games,
        options=dict(options or {}),
        rotate=rotate,
        seed=seed,
        series=series,
        pairing=pairing,
        sprt=list(sprt) if sprt is not None else None,
    )
    return spec.plan().run(threads=threads, out=out, logs=logs, progress=progress)


def merge(folder: str | PathLike[str]) -> Run:
    """Puts the shards of a plan together, every game of which has to be in the folder exactly once."""
    return _merge(folder)
