"""The games in OpenSpiel; importing this registers them.

>>> import pyspiel
>>> import kakehiki.openspiel
>>> game = pyspiel.load_game("kakehiki_catan(players=3,trading=off)")

Parameters are the options of the game by their own names, ``legal`` and ``max-decisions``. A word that looks like a
number has a ``v`` before it, such as ``supply=v19``, since OpenSpiel would take it for a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy

try:
    import pyspiel
except ImportError as error:
    raise ImportError('this needs OpenSpiel: pip install "kakehiki[openspiel]"') from error

from kakehiki import _native, _rewards
from kakehiki._types import GameInfo, ParameterInfo
from kakehiki.errors import CodingError

__all__ = ["Bot", "Game", "State", "game_string", "open_game"]

#: Who is asked when chance falls, and when a game is over. A number is compared in a tenth of the time that Pyspiel's
#: own takes.
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)

#: What stands for an option that is not given, so that sets of rules can fill it in.
UNSAID: dict[str, int | float | str] = {"integer": -1, "number": -1.0}
UNSAID_WORD = "default"

#: The decisions after which a game is cut off where its rules set no bound.
MOST_DECISIONS = 20_000

#: Options by which the number of seats is chosen, where they are not called ``players``.
SEATS = {"werewolf": "village"}

NUMBER = re.compile(r"[+-]?[0-9.]+")

Value = str | int | float | bool


def game_string(name: str, **options: Value) -> str:
    """What ``pyspiel.load_game`` takes for a game with options, which are written as for ``kakehiki.Game``."""
    given = {option.replace("_", "-"): value for option, value in options.items()}
    return f"kakehiki_{name}({','.join(f'{it}={_word(name, it, value)}' for it, value in given.items())})"


def open_game(
    name: str,
    *,
    legal: Literal["menu", "listed"] = "menu",
    extra: Sequence[str] = (),
    max_decisions: int | None = None,
    **options: Value,
) -> Game:
    """A game with notations of your own, which no game string can say. It cannot be saved."""
    given: dict[str, Any] = {it.replace("_", "-"): value for it, value in options.items()}
    params = {it: _word(name, it, value) for it, value in given.items()}
    if max_decisions is not None:
        params["max-decisions"] = max_decisions
    return _CLASSES[name](params | {"legal": legal}, extra=extra)


def _word(name: str, option: str, value: Value) -> Value:
    """A value as OpenSpiel takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    kinds = {it.name: it.kind for it in _INFOS[name].options}
    is_word = kinds.get(option, "integer") not in UNSAID
    return f"v{value}" if is_word and NUMBER.fullmatch(str(value)) else value


def _unsaid(option: ParameterInfo) -> int | float | str:
    return UNSAID.get(option.kind, UNSAID_WORD)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game of this package in OpenSpiel."""

    info: GameInfo
    game_type: Any

    def __init__(
        self, params: Mapping[str, Value] | None = None, *, extra: Sequence[str] = ()
    ) -> None:
        given = dict(params or {})
        options: dict[str, Value] = {}
        for option in self.info.options:
            value = given.get(option.name, _unsaid(option))
            if value != _unsaid(option):
                options[option.name] = _unmarked(value)
        name = self.info.name
        if name in SEATS and given.get("players", -1) != -1:
            options.setdefault(SEATS[name], str(given["players"]))
        #: The game with its options, as the rest of this package takes it.
        self.kakehiki = _native.Game(name, **options)
        legal: Any = given.get("legal", "menu")
        self.coding = self.kakehiki.coding(legal=legal, extra=list(extra))
        longest = int(given.get("max-decisions", -1))
        longest = longest if longest > 0 else _longest(self.kakehiki)
        seats = self.kakehiki.seats
        least = _rewards.lowest(name, seats, "signed")
        #: The position before anything has happened.
        self.start = _native._Position(self.coding, least, longest)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.coding.size,
            max_chance_outcomes=self.coding.chance_size,
            num_players=seats,
            min_utility=least,
            max_utility=1.0,
            utility_sum=None if name == "werewolf" else 0.0,
            max_game_length=longest,
        )
        super().__init__(self.game_type, facts, given)

    def new_initial_state(self) -> State:
        """The game before anything has happened."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What tells a state to a player; None for what cannot be told, as OpenSpiel wants it."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observers have no parameters, but these were given: {params}")
        alone, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
        tell = {
            (True, alone, False): _view,
            (True, alone, True): _memory,
            (True, nobody, False): _public_view,
            (True, nobody, True): _public_memory,
            (False, alone, False): _private_view,
        }.get((bool(kind.public_info), kind.private_info, bool(kind.perfect_recall)))
        return None if tell is None else Observer(self, tell)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.coding.extra:
            raise CodingError("a game with notations of your own cannot be saved")
        return pyspiel.load_game, (str(self),)


def _unmarked(value: Value) -> Value:
    """A value as the game takes it."""
    if isinstance(value, str) and value[:1] == "v" and NUMBER.fullmatch(value[1:]):
        return value[1:]
    return value


def _longest(game: _native.Game) -> int:
    """The most decisions that a game can take, or after which it is cut off."""
    cap, speaks = game.options.get("cap"), game.options.get("speaking") == "on"
    if cap is None or speaks:
        return MOST_DECISIONS
    # Every ply may be preceded by a request and an exchange of proposals.
    return 2 + int(cap) * (5 if game.name == "negogeister" else 1)


class State(pyspiel.State):  # type: ignore[misc]
    """A position of a game in OpenSpiel. An id that the rules do not allow raises ``CodingError``.

    What OpenSpiel would put together from other answers is answered here at once where a player is asked: its own
    ``legal_actions`` comes back to Python five times, and its ``observation_tensor`` begins a new game to learn how many
    numbers there are.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._position = game.start.copy()

    def current_player(self) -> int:
        """Who is asked: a player, chance, or nobody."""
        return self._position.player

    def is_chance_node(self) -> bool:
        """Whether chance falls next."""
        return self._position.player == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._position.legal() if player == self._position.player else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids that are legal for a player, or else for whoever is asked."""
        if self._is_asked(player):
            return self._position.legal()
        ids: list[int] = super().legal_actions(*_said(player))
        return ids

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same with a 1 for every legal id."""
        if self._is_asked(player):
            return self._position.mask()
        mask: list[int] = super().legal_actions_mask(*_said(player))
        return mask

    def _is_asked(self, player: int | None) -> bool:
        """Whether a player is asked, and no other one is meant."""
        asked = self._position.player
        return asked >= 0 and (player is None or player == asked)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player knows, or else whoever is asked, by numbers."""
        try:
            return self._position.numbers(self._position.player if player is None else player)
        except IndexError:
            numbers: list[float] = super().observation_tensor(*_said(player))
            return numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """How chance may fall."""
        return self._position.chances()

    def _apply_action(self, action: int) -> None:
        self._position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._position.notation(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self._position.player == TERMINAL

    def returns(self) -> list[float]:
        """What each player has got: 1 for a win, less than nothing for a loss."""
        return self._position.rewards()

    def __str__(self) -> str:
        return self._position.snapshot()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that a player cannot tell from this one, drawn from what it knows. It has no history."""
        state = State(self.get_game())
        state._position = self._position.world(player, int(sampler() * 2**53))
        return state

    def to_struct(self) -> Facts:
        """What everybody knows."""
        return Facts(self._position.view(None))

    def to_observation_struct(self, player: int) -> Facts:
        """What a player knows."""
        return Facts(self._position.view(player))


def _said(player: int | None) -> tuple[int, ...]:
    """A player, where one was named."""
    return () if player is None else (player,)


class Facts:
    """Facts of a position, as JSON or as objects."""

    def __init__(self, text: str) -> None:
        self._text = text

    def to_json(self) -> str:
        """The facts as JSON."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """The facts as objects."""
        facts: dict[str, Any] = json.loads(self._text)
        return facts


def _view(position: _native._Position, player: int) -> str:
    return position.view(player)


def _public_view(position: _native._Position, player: int) -> str:
    return position.view(None)


def _private_view(position: _native._Position, player: int) -> str:
    """What a player knows beside what everybody does."""
    public = json.loads(position.view(None))
    view = json.loads(position.view(player))
    return json.dumps({name: it for name, it in view.items() if name not in public or public[name] != it})


def _memory(position: _native._Position, player: int) -> str:
    """A number that stands for all that a player has perceived, and its view."""
    return f"{position.trace(player):032x} {position.view(player)}"


def _public_memory(position: _native._Position, player: int) -> str:
    return f"{position.trace(None):032x} {position.view(None)}"


class Observer:
    """Tells a state to a player. Only the whole view of a player has numbers."""

    def __init__(self, game: Game, tell: Callable[[_native._Position, int], str]) -> None:
        self._tell = tell
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if tell is not _view:
            return
        self.tensor = numpy.zeros(game.coding.width, numpy.float32)
        for piece in game.coding.pieces:
            end = piece.offset + int(numpy.prod(piece.shape))
            self.dict[piece.name] = self.tensor[piece.offset : end].reshape(piece.shape)

    def set_from(self, state: State, player: int) -> None:
        """Fills in the numbers of a player's view."""
        if self.tensor is not None:
            state._position.observe(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """What the player is told, as text."""
        return self._tell(state._position, player)


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of a game in a seat. It follows the history of a state and sees what its seat may know.

    What the agent chooses may have no id. Then ``CodingError`` is raised, or with ``outside="menu"`` the answer that
    the rules give for somebody who is silent is taken, or else the first legal id.
    """

    def __init__(
        self,
        game: Game,
        agent: str,
        seat: int,
        seed: int = 1,
        *,
        outside: Literal["raise", "menu"] = "raise",
    ) -> None:
        super().__init__()
        if outside not in ("raise", "menu"):
            raise ValueError(f'outside is "raise" or "menu", not {outside!r}')
        self._make = (game.coding, agent, seat, seed)
        self._stays_inside = outside == "menu"
        self._agent: _native._Bot | None = None
        self._heard: list[int] = []
        self._follow([])

    def restart_at(self, state: State) -> None:
        """Begins anew, and follows a state."""
        self._agent = None
        self._follow(state.history())

    def restart(self) -> None:
        """Begins anew."""
        self._agent = None

    def inform_action(self, state: State, player: int, action: int) -> None:
        """Nothing: steps are read from the history when the bot is asked."""

    def step(self, state: State) -> int:
        """The id of what the agent does."""
        agent = self._follow(state.history())
        # An agent that is interrupted is made anew.
        self._agent = None
        chosen = agent.decide(self._stays_inside)
        self._agent = agent
        return chosen

    def _follow(self, history: list[int]) -> _native._Bot:
        """The agent, who has heard all of a history and nothing else."""
        if self._agent is None or history[: len(self._heard)] != self._heard:
            self._agent, self._heard = _native._Bot(*self._make), []
        agent = self._agent
        for action in history[len(self._heard) :]:
            agent.follow(action)
        self._heard = history
        return agent


def _registered(info: GameInfo) -> type[Game]:
    """Registers a game."""
    options = {option.name: option for option in info.options}
    unsaid: dict[str, int | float | str] = {name: _unsaid(it) for name, it in options.items()}
    unsaid |= {"legal": "menu", "max-decisions": -1}
    least = most = _native.Game(info.name).seats
    seats = options.get(SEATS.get(info.name, "players"))
    if seats is not None:
        unsaid["players"] = -1
        numbers = [int(number) for number in re.findall("[0-9]+", seats.values)]
        least, most = min(numbers), max(numbers)
    kinds = pyspiel.GameType
    is_drawn = _native.Game(info.name).coding().chance_size > 0
    game_type = kinds(
        short_name=f"kakehiki_{info.name}",
        long_name=f"Kakehiki {info.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if is_drawn else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if info.name == "monopoly"
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if info.name == "werewolf" else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=unsaid,
    )
    made = type(f"{info.title}Game", (Game,), {"info": info, "game_type": game_type, "__doc__": info.help})
    pyspiel.register_game(game_type, made)
    return made


_INFOS = {info.name: info for info in _native.games()}
_CLASSES = {name: _registered(info) for name, info in _INFOS.items()}
# Pickling finds classes by their names.
globals().update({made.__name__: made for made in _CLASSES.values()})
