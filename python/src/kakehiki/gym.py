"""The games as environments of Gymnasium: one seat learns, the others are agents by name.

>>> import gymnasium
>>> env = gymnasium.make("kakehiki.gym:kakehiki/Geister-v0", opponents=["charge"])
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import numpy
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError('this needs Gymnasium: pip install "kakehiki[gym]"') from error

from kakehiki import _rewards
from kakehiki._native import Game, Match
from kakehiki.errors import IllegalAction

__all__ = ["SeatEnv"]

Value = str | int | float | bool


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game.

    ``seat`` is a number, or ``"rotate"`` to change from match to match. ``opponents`` are the agents in the
    other seats in their order; one alone stands for all of them. ``illegal`` says what comes of an id that is
    not legal: ``"lose"`` ends the episode with the lowest reward, ``"raise"`` raises, ``"menu"`` plays a random
    entry of the menu instead.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seat: int | Literal["rotate"] = 0,
        opponents: Sequence[str] = ("random",),
        render_mode: Literal["ansi", "human"] | None = None,
        mask: Literal["observation", "info"] = "observation",
        legal: Literal["menu", "listed"] = "menu",
        extra: Sequence[str] = (),
        reward: Literal["signed", "win"] = "signed",
        illegal: Literal["lose", "raise", "menu"] = "lose",
        max_steps: int = 20_000,
        **options: Value,
    ) -> None:
        if illegal not in ("lose", "raise", "menu"):
            raise ValueError(f'illegal is "lose", "raise" or "menu", not {illegal!r}')
        if mask not in ("observation", "info"):
            raise ValueError(f'mask is "observation" or "info", not {mask!r}')
        self.game = Game(game, **options)
        others = self.game.seats - 1
        self.opponents = list(opponents) * others if len(opponents) == 1 else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"{len(self.opponents)} opponents for {others} other seats")
        if seat != "rotate" and not 0 <= seat < self.game.seats:
            raise ValueError(f"seat {seat} is not one of 0 to {others}")
        self.coding = self.game.coding(legal=legal, extra=list(extra))
        self.render_mode = render_mode
        self.match: Match | None = None
        self.seat = 0 if seat == "rotate" else seat
        self._rotates = seat == "rotate"
        self._mask_in_info = mask == "info"
        self._reward = _rewards.check(reward)
        self._illegal = illegal
        self._max_steps = max_steps
        self._taken = 0
        self._seed: int | None = None
        self._number = 0
        self._is_lost = False
        numbers = spaces.Box(-1.0, 1.0, (self.coding.width,), numpy.float32)
        legal_ids = spaces.Box(0, 1, (self.coding.size,), numpy.int8)
        both: dict[str, spaces.Space[Any]] = {"observation": numbers, "action_mask": legal_ids}
        self.observation_space = numbers if self._mask_in_info else spaces.Dict(both)
        self.action_space = spaces.Discrete(self.coding.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins match 0 of a seed, or the next match of the seed before."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed, self._number = int(self.np_random.integers(2**32)), 0
        else:
            self._number += 1
        if self._rotates:
            self.seat = self._number % self.game.seats
        agents: list[str | None] = [*self.opponents]
        agents.insert(self.seat, None)
        self.match = self.game.new_match(seed=self._seed, match=self._number, agents=agents)
        self.match.advance()
        self._taken = 0
        self._is_lost = False
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an id."""
        match = self._match()
        if self._play(match, operator.index(action)):
            match.advance()
            self._taken += 1
        result = match.result
        terminated = result is not None or self._is_lost
        truncated = not terminated and self._taken >= self._max_steps
        name, seats = self.game.name, self.game.seats
        reward = 0.0
        if self._is_lost:
            reward = _rewards.lowest(name, seats, self._reward)
        elif terminated or truncated:
            reward = _rewards.rewards(name, seats, self._reward, result)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, terminated, truncated, self._info()

    def _play(self, match: Match, action: int) -> bool:
        """Plays an id, and says whether something was played."""
        if match.awaiting is None:
            return False
        legal = self.action_masks()
        if 0 <= action < len(legal) and legal[action]:
            match.act(action, self.coding)
        elif self._illegal == "menu":
            match.act(match.menu()[int(self.np_random.integers(len(match.menu())))])
        elif self._illegal == "raise":
            raise IllegalAction(f"id {action} is not legal here")
        else:
            self._is_lost = True
            return False
        return True

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("reset() begins a game")
        return self.match

    def action_masks(self) -> NDArray[numpy.int8]:
        """A 1 for every legal id, for learners that ask for it so."""
        match = self._match()
        if match.awaiting is None or self._is_lost or self._taken >= self._max_steps:
            return numpy.zeros(self.coding.size, numpy.int8)
        return match.mask(self.coding)

    def _observation(self) -> Any:
        numbers = self._match().observe(self.seat, self.coding)
        if self._mask_in_info:
            return numbers
        return {"observation": numbers, "action_mask": self.action_masks()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seed": self._seed, "match": self._number, "seat": self.seat}
        if self._mask_in_info:
            info["action_mask"] = self.action_masks()
        return info

    def render(self) -> str | None:
        """What the seat sees, as text."""
        picture = self._match().picture(self.seat)
        if self.render_mode == "human":
            print(picture)
            return None
        return picture


for _title in ("Geister", "NEGOGeister", "Catan", "Monopoly", "Werewolf"):
    gymnasium.register(
        id=f"kakehiki/{_title}-v0",
        entry_point="kakehiki.gym:SeatEnv",
        vector_entry_point="kakehiki._vector:SeatVectorEnv",
        kwargs={"game": _title.lower()},
        disable_env_checker=True,
    )
