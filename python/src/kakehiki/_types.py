"""Classes that are plain Python: what the extension module hands out and takes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from kakehiki.errors import PlanError, TurnError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from kakehiki._native import Coding, Game, Plan, Rng, Spec, _View


@dataclass(frozen=True)
class ParameterInfo:
    """Something that can be set: an option of a game, or a parameter of an agent or a study."""

    name: str
    kind: str
    values: str
    default: str
    help: str


@dataclass(frozen=True)
class GameInfo:
    """A game that can be played."""

    name: str
    title: str
    help: str
    options: list[ParameterInfo]


@dataclass(frozen=True)
class AgentInfo:
    """An agent, or a part of one that is joined to it by ``+``."""

    name: str
    part: str
    help: str
    parameters: list[ParameterInfo]


@dataclass(frozen=True)
class Piece:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    offset: int
    meaning: str


@dataclass(frozen=True)
class Result:
    """How a game came out: in words, who won, and what each seat got.

    Rewards go from 0 for a loss to 1 for a win; None where the game is void for a seat.
    """

    text: str
    winners: tuple[int, ...]
    rewards: tuple[float | None, ...]
    steps: int
    counters: tuple[dict[str, int], ...]


@dataclass(frozen=True)
class Candidate:
    """An action that an agent weighed: its estimated reward, and what that rests on."""

    action: str
    value: float
    samples: int


@dataclass(frozen=True)
class Likelihood:
    """How likely an agent holds a fact to be true."""

    fact: str
    probability: float


@dataclass(frozen=True)
class WeighedDeal:
    """A deal that an agent weighed: what each side has without it and with it."""

    deal: str
    own: tuple[float, float]
    partner: tuple[float, float]
    samples: int


@dataclass(frozen=True)
class Explanation:
    """What an agent thinks: candidates best first, beliefs about what is hidden, deals."""

    candidates: tuple[Candidate, ...] = ()
    beliefs: tuple[Likelihood, ...] = ()
    deals: tuple[WeighedDeal, ...] = ()


def explanation(document: dict[str, Any]) -> Explanation:
    """An explanation from its JSON document."""
    return Explanation(
        tuple(Candidate(**it) for it in document["candidates"]),
        tuple(Likelihood(**it) for it in document["beliefs"]),
        tuple(
            WeighedDeal(it["deal"], tuple(it["own"]), tuple(it["partner"]), it["samples"])
            for it in document["deals"]
        ),
    )


class View(Mapping[str, Any]):
    """All that one seat may know at one moment: the JSON of the view, parsed when it is first read."""

    __slots__ = ("_fields", "_game", "_json", "_source", "seat")

    def __init__(self, seat: int, source: _View | str, game: tuple[str, dict[str, str]]) -> None:
        self.seat = seat
        self._source = source
        self._game = game
        self._json: str | None = None
        self._fields: dict[str, Any] | None = None

    def json(self) -> str:
        """The view as JSON."""
        if self._json is None:
            self._json = self._source if isinstance(self._source, str) else self._source.json()
        return self._json

    def _read(self) -> dict[str, Any]:
        if self._fields is None:
            self._fields = json.loads(self.json())
        return self._fields

    def __reduce__(self) -> tuple[Any, ...]:
        return (View, (self.seat, self.json(), self._game))

    def coding(self) -> Coding:
        """The list of the game's actions as it is when nothing is said."""
        from kakehiki._native import _usual_coding

        return _usual_coding(*self._game)

    def observe(self, coding: Coding | None = None) -> NDArray[numpy.float32]:
        """The view as numbers from -1 to 1; ``coding.pieces`` says what they mean."""
        return (coding or self.coding())._observe(self)

    def __getitem__(self, name: str) -> Any:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
            return (self.seat, self.json()) == (other.seat, other.json())
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.seat, self.json()))

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {', '.join(self)}>"


class Menu(Sequence[str]):
    """What a seat may choose from, in the game's notation.

    Where ``is_complete`` is false, more is legal than stands here.
    """

    __slots__ = ("_actions", "_view", "is_complete")

    def __init__(self, actions: Sequence[str], is_complete: bool, view: View | None) -> None:
        self._actions = tuple(actions)
        self._view = view
        self.is_complete = is_complete

    def ids(self, coding: Coding | None = None) -> list[int]:
        """The ids of the actions, in their order."""
        if self._view is None:
            return []
        known = coding or self._view.coding()
        ids = (known.encode(self._view, action) for action in self._actions)
        return [id for id in ids if id is not None]

    def mask(self, coding: Coding | None = None) -> NDArray[numpy.int8]:
        """An array with a 1 for the id of every action."""
        if self._view is None:
            raise TurnError("nobody is asked, so that there is nothing to choose from")
        known = coding or self._view.coding()
        return mask(known.size, self.ids(known))

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._actions[index]

    def __len__(self) -> int:
        return len(self._actions)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Menu):
            return (self._actions, self.is_complete) == (other._actions, other.is_complete)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._actions)

    def __repr__(self) -> str:
        rest = "" if self.is_complete else ", …"
        return f"<Menu: {', '.join(self._actions)}{rest}>"


class Agent(Protocol):
    """A player of your own; only ``decide`` is required.

    A class may also have ``sit(seat)``, called when a game begins, ``hear(view, sight)``, called for all
    that its seat perceives, its own actions included, and ``explain(view)``, which tells people what it
    thinks. Views for ``hear`` are made only if the class has it.
    """

    def decide(self, view: View, menu: Menu, rng: Rng) -> str | int:
        """An action: usually one of the menu, though anything legal will do; or its id."""
        ...


def mask(size: int, ids: Sequence[int]) -> NDArray[numpy.int8]:
    """An array with a 1 for every id of some."""
    import numpy

    array = numpy.zeros(size, numpy.int8)
    array[list(ids)] = 1
    return array


def restore_coding(game: Game, legal: Literal["menu", "listed"], extra: Sequence[str]) -> Coding:
    """A coding that was pickled."""
    return game.coding(legal=legal, extra=extra)


def restore_spec(fields: dict[str, Any]) -> Spec:
    """A specification that was pickled."""
    from kakehiki._native import Spec

    sprt = fields.pop("sprt", None)
    if sprt is not None:
        fields["sprt"] = [sprt[name] for name in ("p0", "p1", "alpha", "beta")]
    return Spec(**fields)


def restore_plan(spec: Spec, expected: str) -> Plan:
    """A plan that was pickled; another version would lay it out in another way."""
    plan = spec.plan()
    if plan.hash != expected:
        raise PlanError(f"the plan is {expected} where it comes from and {plan.hash} here: another version?")
    return plan


def run_markdown(document: dict[str, Any]) -> str:
    """The standings of a run for a notebook."""
    lines = [
        f"**{document['game']}**: {document['games']} games, seed {document['seed']}",
        "",
        "| agent | games | wins | win rate | 95 % |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for agent in document["agents"]:
        low, high = agent["ci95"]
        rate = "–" if agent["win_rate"] is None else f"{agent['win_rate']:.1%}"
        cells = [f"`{agent['agent']}`", agent["games"], agent["wins"], rate, f"{low:.1%}–{high:.1%}"]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)
