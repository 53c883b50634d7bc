"""Many environments of Gymnasium at once, played side by side in Rust."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kakehiki import _rewards
from kakehiki._batch import ids
from kakehiki._native import _Batch
from kakehiki.errors import Error, IllegalAction
from kakehiki.gym import SeatEnv, Value

#: What a batch takes for a random entry of the menu, and for no step.
RANDOM_ENTRY, NO_STEP = -1, -2


#: Rewards, who is out and by what, and what is told besides.
Outcome = tuple[NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]

#: The same behind observations.
Seen = tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


@dataclass
class Ahead:
    """A step as far as it was not taken: the ids until they are played, and then what came of it."""

    chosen: NDArray[numpy.int64] | None
    lost: NDArray[numpy.bool_]
    waits: NDArray[numpy.bool_]
    outcome: Outcome | None = None


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of many games, with the spaces, seeds and rewards of as many environments of one seat.

    Its keywords are theirs, ``threads``, and ``autoreset_mode``: in the step after a game is over, in the same one,
    or never. Environment ``i`` plays the matches 0, 1, 2 and so on of seed ``s + i``. What ``illegal="menu"`` plays
    follows from the game alone.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seat: int = 0,
        render_mode: None = None,
        **how: Any,
    ) -> None:
        if not isinstance(seat, int):
            raise ValueError('seats of vectors do not change; vectorization_mode="sync" has seat="rotate"')
        if render_mode is not None:
            raise ValueError("vectors draw nothing; one environment alone does")
        # It knows what is possible, and which spaces there are.
        single = SeatEnv(seat=seat, **how)
        self._single = single
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = SeatEnv.metadata | {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = single.observation_space
        self.single_action_space = single.action_space
        self.observation_space = batch_space(single.observation_space, num_envs)
        self.action_space = batch_space(single.action_space, num_envs)
        game = single.game
        agents: list[str | None] = [*single.opponents]
        agents.insert(seat, None)
        loss = _rewards.lowest(game.name, game.seats, "signed")
        self._games = _Batch(
            game, num_envs, 0, agents, threads, single.coding, False, loss, single._max_steps, seat
        )
        self._obs = numpy.zeros((num_envs, single.coding.width), numpy.float32)
        self._mask = numpy.zeros((num_envs, single.coding.size), numpy.int8)
        self._asked = numpy.zeros(num_envs, numpy.int32)
        self._paid = numpy.zeros((num_envs, game.seats), numpy.float32)
        self._done = numpy.zeros(num_envs, numpy.bool_)
        self._cut_off = numpy.zeros(num_envs, numpy.bool_)
        #: Who is out since the last step.
        self._over = numpy.zeros(num_envs, numpy.bool_)
        self._seeds: list[int] = [secrets.randbits(32) for _ in range(num_envs)]
        self._matches = [-1] * num_envs
        #: What is left to do of a step that was interrupted, and what came of the last one.
        self._ahead: Ahead | None = None
        self._last: Outcome | None = None

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins match 0 of the seeds s, s + 1 and so on, or the next match of the seeds before."""
        every = range(self.num_envs)
        seeds = [seed + lane for lane in every] if isinstance(seed, int) else seed or [None] * self.num_envs
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        chosen = (options or {}).get("reset_mask", numpy.ones(self.num_envs, numpy.bool_))
        lanes = [lane for lane in every if chosen[lane]]
        for lane in lanes:
            number = seeds[lane]
            if number is not None:
                self._seeds[lane], self._matches[lane] = number, -1
        self._ahead = self._last = None
        self._begin(lanes)
        return self._observations(), self._infos()

    def step(self, actions: Any) -> Seen:
        """Takes an id in every environment.

        Ctrl-C lets a step that takes long end in the background; ``refresh`` then tells what came of it."""
        if self._ahead is not None:
            raise RuntimeError("the last step was interrupted: refresh() tells what came of it")
        chosen = ids(actions, self.num_envs).copy()
        waits = self._over.copy()
        if waits.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise RuntimeError("some games are over; reset(options={'reset_mask': …}) begins others")
        lost = self._replace_illegal(chosen, waits)
        chosen[waits] = NO_STEP
        self._ahead = Ahead(chosen, lost, waits)
        return self.refresh()

    def refresh(self) -> Seen:
        """What came of the last step; of one that was interrupted, once it has ended in the background. Until then
        the environments are busy."""
        if self._ahead is not None:
            self._last = self._take(self._ahead)
            self._ahead = None
        if self._last is None:
            raise RuntimeError("step() comes first")
        rewards, terminated, truncated, infos = self._last
        return self._observations(), rewards, terminated, truncated, infos | self._infos()

    def _take(self, ahead: Ahead) -> Outcome:
        """Does what is left to do of a step. Whatever is interrupted here ends in the background."""
        if ahead.chosen is not None:
            # To begin the same matches once more changes nothing.
            self._begin(numpy.flatnonzero(ahead.waits).tolist())
            chosen, ahead.chosen = ahead.chosen, None
            try:
                self._games.step(chosen)
            except Error:
                ahead.chosen = chosen
                raise
        if ahead.outcome is None:
            self._show()
            lost, waits = ahead.lost, ahead.waits
            terminated, truncated = (self._done | lost) & ~waits, self._cut_off & ~lost & ~waits
            self._mask[lost] = 0
            self._over = terminated | truncated
            infos = self._finals() if self.autoreset_mode == AutoresetMode.SAME_STEP else {}
            ahead.outcome = self._rewards(self._over, lost), terminated, truncated, infos
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._begin(numpy.flatnonzero(self._over).tolist())
        return ahead.outcome

    def _replace_illegal(self, chosen: NDArray[numpy.int64], waits: NDArray[numpy.bool_]) -> NDArray[numpy.bool_]:
        """Says whose ids are not legal, as far as they lose by them; the others are replaced."""
        none = numpy.zeros(self.num_envs, numpy.bool_)
        listed = (chosen >= 0) & (chosen < self._mask.shape[1])
        places = numpy.where(listed, chosen, 0)
        legal = listed & (self._mask[numpy.arange(self.num_envs), places] == 1)
        illegal: NDArray[numpy.bool_] = ~legal & ~waits
        if not illegal.any():
            return none
        if self._single._illegal == "raise":
            lane = int(numpy.flatnonzero(illegal)[0])
            raise IllegalAction(f"environment {lane}: id {chosen[lane]} is not legal here")
        if self._single._illegal == "menu":
            chosen[illegal] = RANDOM_ENTRY
            return none
        chosen[illegal] = NO_STEP
        return illegal

    def _rewards(self, ended: NDArray[Any], lost: NDArray[Any]) -> NDArray[numpy.float64]:
        seats, kind = self._single.game.seats, self._single._reward
        least = _rewards.lowest(self._single.game.name, seats, kind)
        paid = self._paid[:, self._single.seat].astype(numpy.float64)
        if kind == "win":
            # Nobody gets anything where nobody won, and then all share.
            paid = numpy.where(paid > 0, 1.0, numpy.where(paid < 0, 0.0, 1.0 / seats))
        elif paid.any():
            paid = numpy.where(paid < 0, least, paid)
        return numpy.where(lost, least, numpy.where(ended, paid, 0.0))

    def _finals(self) -> dict[str, Any]:
        """How games that are over looked at their ends."""
        infos: dict[str, Any] = {}
        for lane in numpy.flatnonzero(self._over).tolist():
            seen = {"observation": self._obs[lane].copy(), "action_mask": self._mask[lane].copy()}
            final = seen["observation"] if self._single._mask_in_info else seen
            told: dict[str, Any] = {
                "seed": self._seeds[lane], "match": self._matches[lane], "seat": self._single.seat
            }
            if self._single._mask_in_info:
                told["action_mask"] = seen["action_mask"]
            infos = self._add_info(infos, {"final_obs": final, "final_info": told}, lane)
        return infos

    def _begin(self, lanes: list[int]) -> None:
        """Begins the next match of some lanes."""
        if not lanes:
            return
        self._games.begin([(lane, self._seeds[lane], self._matches[lane] + 1) for lane in lanes])
        for lane in lanes:
            self._matches[lane] += 1
            self._over[lane] = False
        self._show()

    def _show(self) -> None:
        self._games.show(
            self._obs,
            self._mask,
            self._asked,
            self._paid,
            self._done.view(numpy.uint8),
            self._cut_off.view(numpy.uint8),
        )

    def _observations(self) -> Any:
        if self._single._mask_in_info:
            return self._obs.copy()
        return {"observation": self._obs.copy(), "action_mask": self._mask.copy()}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "seed": numpy.array(self._seeds),
            "match": numpy.array(self._matches),
            "seat": numpy.full(self.num_envs, self._single.seat),
        }
        if self._single._mask_in_info:
            infos["action_mask"] = self._mask.copy()
        return infos | {f"_{name}": numpy.ones(self.num_envs, numpy.bool_) for name in infos}
