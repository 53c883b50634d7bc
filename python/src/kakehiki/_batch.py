"""Many games side by side, for learners that take arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from kakehiki import _rewards
from kakehiki._native import Coding, Game, _Batch
from kakehiki.errors import IllegalAction


def ids(actions: Any, lanes: int) -> NDArray[numpy.int64]:
    """Whole numbers, one for each lane; whatever is none is refused and not made one."""
    array = numpy.asarray(actions)
    if array.shape != (lanes,):
        raise IllegalAction(f"actions of shape {array.shape} for {lanes} lanes")
    return array.astype(numpy.int64, casting="safe", copy=False)


class Batch:
    """``n`` games at a time, all of which wait for a seat that is not a named agent's.

    Lane ``i`` plays the matches i, i + n, i + 2n and so on of the seed, so that nothing depends on threads.
    ``step`` fills the arrays in place: ``obs``, ``mask``, ``seat`` (-1 where a lane is over), ``reward`` for every
    seat, ``done`` and ``truncated``. With ``autoreset`` a lane goes on to its next match in the step in which one
    is over, and ``obs``, ``mask`` and ``seat`` are those of the new one.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 1,
        agents: Mapping[int, str] | None = None,
        threads: int = 0,
        coding: Coding | None = None,
        autoreset: bool = True,
        max_steps: int = 20_000,
    ) -> None:
        if n < 1:
            raise ValueError("a batch has at least one lane")
        self.game = game
        self.coding = coding or game.coding()
        self.n = n
        named = [(agents or {}).get(seat) for seat in range(game.seats)]
        loss = _rewards.lowest(game.name, game.seats, "signed")
        self._games = _Batch(
            game,
            n,
            seed,
            named,
            threads or os.cpu_count() or 1,
            self.coding,
            autoreset,
            loss,
            max_steps,
            None,
        )
        self.obs: NDArray[numpy.float32] = numpy.zeros((n, self.coding.width), numpy.float32)
        self.mask: NDArray[numpy.int8] = numpy.zeros((n, self.coding.size), numpy.int8)
        self.seat: NDArray[numpy.int32] = numpy.zeros(n, numpy.int32)
        self.reward: NDArray[numpy.float32] = numpy.zeros((n, game.seats), numpy.float32)
        self.done: NDArray[numpy.bool_] = numpy.zeros(n, numpy.bool_)
        self.truncated: NDArray[numpy.bool_] = numpy.zeros(n, numpy.bool_)
        self._show(True)

    def step(self, actions: Any, obs: bool = True) -> None:
        """Plays an id in every lane; -1 stands for a random entry of the menu, -2 for no step. What is not legal raises
        ``IllegalAction``, and then nothing is played. Without ``obs`` the observations stay as they were.

        Ctrl-C lets a step that takes long end in the background; the batch is busy until then."""
        self._games.step(ids(actions, self.n))
        self._show(obs)

    def refresh(self) -> None:
        """Fills the arrays again, after a step that was interrupted and ended in the background."""
        self._show(True)

    def snapshot(self) -> _Batch:
        """The games as they are, for :meth:`restore`; not where named agents sit."""
        return self._games.copy()

    def restore(self, snapshot: _Batch) -> None:
        """Goes back to where a snapshot was taken."""
        self._games = snapshot.copy()
        self._show(True)

    def _show(self, obs: bool) -> None:
        self._games.show(
            self.obs if obs else None,
            self.mask,
            self.seat,
            self.reward,
            self.done.view(numpy.uint8),
            self.truncated.view(numpy.uint8),
        )
