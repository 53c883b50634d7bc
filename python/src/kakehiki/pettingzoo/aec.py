"""A table at which agents of PettingZoo act one after the other."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from operator import attrgetter, index
from typing import Any, Literal

import numpy
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from kakehiki import _rewards
from kakehiki._native import Coding, Game, Match
from kakehiki._types import Result
from kakehiki.errors import CodingError, IllegalAction

Value = str | int | float | bool


class Table(AECEnv):  # type: ignore[misc]
    """One game as an environment, in which illegal actions raise ``IllegalAction``.

    Seats that are named in ``opponents`` are played by agents inside and are not among the agents.
    ``mask`` says where the legal ids stand: in the observation, or in the infos. Whoever drives the loop
    sees which seat is asked, which may tell more than any seat knows: feed learners observations only.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        render_mode: Literal["ansi", "human"] | None = None,
        mask: Literal["observation", "info"] = "observation",
        legal: Literal["menu", "listed"] = "menu",
        extra: Sequence[str] = (),
        reward: Literal["signed", "win"] = "signed",
        max_steps: int = 20_000,
        opponents: Mapping[int, str] | None = None,
        text: bool = False,
        **options: Value,
    ) -> None:
        super().__init__()
        if mask not in ("observation", "info"):
            raise ValueError(f'mask is "observation" or "info", not {mask!r}')
        self.game = Game(game, **options)
        self.coding: Coding = self.game.coding(legal=legal, extra=list(extra))
        self.metadata = {
            "name": f"kakehiki_{game}_v{self.coding.version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.opponents = dict(opponents or {})
        self.match: Match | None = None
        self._mask_in_info = mask == "info"
        self._reward = _rewards.check(reward)
        self._max_steps = max_steps
        self._text = text
        self._seed: int | None = None
        self._number = 0
        self._taken = 0
        #: The seat whose id comes next; nobody once a game is over or was cut off.
        self._asked: int | None = None
        outside = [seat for seat in range(self.game.seats) if seat not in self.opponents]
        self._names = {seat: f"seat_{seat}" for seat in outside}
        self._seats = {name: seat for seat, name in self._names.items()}
        self.possible_agents = list(self._seats)
        numbers = spaces.Box(-1.0, 1.0, (self.coding.width,), numpy.float32)
        legal_ids = spaces.Box(0, 1, (self.coding.size,), numpy.int8)
        both: dict[str, spaces.Space[Any]] = {"observation": numbers, "action_mask": legal_ids}
        seen = numbers if self._mask_in_info else spaces.Dict(both)
        actions = spaces.Discrete(self.coding.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self.state_space = spaces.Box(
            -1.0, 1.0, (self.coding.width * self.game.seats,), numpy.float32
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins match 0 of a seed, or the next match of the seed before."""
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed, self._number = secrets.randbits(32), 0
        else:
            self._number += 1
        self.match = self.game.new_match(
            seed=self._seed, match=self._number, agents=self.opponents
        )
        self._taken = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seed": self._seed, "match": self._number} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: Any) -> None:
        """Takes an id of the agent that is asked; None of one that is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self._match()
        match.act(index(action), self.coding)
        self._taken += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Lets everybody inside act until somebody is asked or the game is over."""
        match = self._match()
        match.advance()
        self._asked = match.awaiting if self._taken < self._max_steps else None
        if self._asked is None:
            self._end(match.result)
        else:
            self.agent_selection = self._names[self._asked]
        if self._mask_in_info or self._text:
            self.infos = {agent: self._info(agent) for agent in self.agents}

    def _end(self, result: Result | None) -> None:
        """Ends a game that is over, or cuts it off. Rewards fall here and nowhere else, so that none are to be cleared or
        added up before."""
        values = _rewards.rewards(self.game.name, self.game.seats, self._reward, result)
        self.rewards = {agent: values[self._seats[agent]] for agent in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, result is not None)
        self.truncations = dict.fromkeys(self.agents, result is None)
        self.agent_selection = self.agents[0]

    def lose(self) -> None:
        """Ends the game for all, with the lowest reward for the agent that is asked and nothing for the others."""
        agent = self.agent_selection
        self._asked = None
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = _rewards.lowest(self.game.name, self.game.seats, self._reward)
        self._accumulate_rewards()
        self._deads_step_first()

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("reset() begins a game")
        return self.match

    def _mask(self, seat: int) -> NDArray[numpy.int8]:
        if seat == self._asked:
            return self._match().mask(self.coding)
        return numpy.zeros(self.coding.size, numpy.int8)

    def _info(self, agent: str) -> dict[str, Any]:
        match, seat = self._match(), self._seats[agent]
        info: dict[str, Any] = {"seed": self._seed, "match": self._number}
        if self._mask_in_info:
            info["action_mask"] = self._mask(seat)
        if self._text:
            info["view"] = match.view(seat).json()
            info["menu"] = list(match.menu()) if seat == self._asked else []
        return info

    def observe(self, agent: str) -> Any:
        """What an agent sees; one that is not asked has an empty mask."""
        seat = self._seats[agent]
        numbers = self._match().observe(seat, self.coding)
        if self._mask_in_info:
            return numbers
        return {"observation": numbers, "action_mask": self._mask(seat)}

    def state(self) -> NDArray[numpy.float32]:
        """The observations of all seats one after the other: more than any seat may know."""
        seats = range(self.game.seats)
        return numpy.concatenate([self._match().observe(seat, self.coding) for seat in seats])

    def render(self) -> str | None:
        """The table as text with all facts, for people."""
        picture = self._match().picture()
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """There is nothing to give back."""


class Checked(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """A table with checks: calls in a wrong order and what is no id are refused, and an illegal action ends the game with
    the lowest reward.

    PettingZoo has wrappers for each of these. All three around a table take longer than the table, since whatever is
    asked for goes through each of them.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    rewards = property(attrgetter("env.rewards"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))
    infos = property(attrgetter("env.infos"))
    _cumulative_rewards = property(attrgetter("env._cumulative_rewards"))

    def step(self, action: Any) -> None:
        """Takes an id of the agent that is asked; None of one that is out."""
        if self._has_reset and self.agents:
            agent = self.agent_selection
            is_out = action is None and (self.terminations[agent] or self.truncations[agent])
            assert is_out or self._is_id(action), "action is not in action space"
        try:
            super().step(action)
        except (CodingError, IllegalAction):
            EnvLogger.warn_on_illegal_move()
            self.env.lose()

    def _is_id(self, action: Any) -> bool:
        """What the space of actions says, in a tenth of its time."""
        size: int = self.env.coding.size
        try:
            return 0 <= index(action) < size
        except TypeError:
            return False

    def __str__(self) -> str:
        return str(self.env)


def wrapped(raw: Table) -> AECEnv:
    """The same with checks, in which an illegal action ends the game with the lowest reward."""
    return Checked(raw)
