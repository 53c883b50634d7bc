"""Agents of this package in the games of Catanatron.

>>> from catanatron import Color, Game, RandomPlayer
>>> from kakehiki.catanatron import Player
>>> game = Game([Player(Color.RED, "greedy"), RandomPlayer(Color.BLUE)], seed=1)
>>> game.play() in (Color.RED, Color.BLUE, None)
True
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

try:
    import catanatron.models.player as players
    from catanatron.models.enums import ActionType
    from catanatron.models.map import PORT_DIRECTION_TO_NODEREFS, NodeRef, Port
except ImportError as error:
    raise ImportError('this needs Catanatron: pip install "kakehiki[catanatron]"') from error

from kakehiki import _native
from kakehiki.errors import LogError

__all__ = ["Player"]

#: The corners of a hex, clockwise from the top: what they are called there, and where they are from its middle.
CORNERS = {
    NodeRef.NORTH: (0, -2),
    NodeRef.NORTHEAST: (1, -1),
    NodeRef.SOUTHEAST: (1, 1),
    NodeRef.SOUTH: (0, 2),
    NodeRef.SOUTHWEST: (-1, 1),
    NodeRef.NORTHWEST: (-1, -1),
}

LETTERS = {"WOOD": "W", "BRICK": "B", "SHEEP": "S", "WHEAT": "H", "ORE": "O"}

#: What needs nothing else to be said.
PLAIN = {
    ActionType.END_TURN: "end",
    ActionType.PLAY_KNIGHT_CARD: "knight",
    ActionType.PLAY_ROAD_BUILDING: "road-building",
}

Point = tuple[int, int]


class Player(players.Player):  # type: ignore[misc]
    """An agent of Catan by its name. It sees what its seat may know, and nothing else of the game.

    Catanatron has no trade between players, and draws discarded cards by itself. In about one game of a hundred it counts
    the longest road in another way than the rules do. Then the agent cannot follow any more and the rest is played at random;
    ``strayed`` counts such games, and ``misfits`` what the agent chose and Catanatron did not allow.
    """

    def __init__(self, color: Any, agent: str = "greedy", seed: int = 1) -> None:
        super().__init__(color)
        self.agent = agent
        self.seed = seed
        self.misfits = 0
        self.strayed = 0
        self._random = random.Random(seed)
        self.reset_state()

    def reset_state(self) -> None:
        """Forgets the game."""
        self._game: str | None = None
        self._is_astray = False

    def decide(self, game: Any, playable_actions: Sequence[Any]) -> Any:
        """Takes one of the actions."""
        if len(playable_actions) == 1:
            return playable_actions[0]
        try:
            self._follow(game)
        except LogError:
            self.strayed += 1
            self._is_astray = True
        if self._is_astray:
            return self._random.choice(playable_actions)
        chosen = self._position.notation(self._bot.decide(True))
        texts = {self._island.steps(action)[0]: action for action in playable_actions}
        if chosen not in texts:
            self.misfits += 1
        return texts.get(chosen, playable_actions[0])

    def _follow(self, game: Any) -> None:
        """Lets the agent hear all that has happened."""
        state = game.state
        if self._game != game.id:
            self._game = game.id
            self._is_astray = False
            self._heard = 0
            self._island = Island(state.board.map, state.color_to_index)
            coding = _coding(len(state.colors), game.vps_to_win)
            self._position = _native._Position(coding, -1.0, 10**9)
            self._bot = _native._Bot(coding, self.agent, state.color_to_index[self.color], self.seed)
            for text in self._island.deal():
                self._take(text)
        if self._is_astray:
            return
        for action in state.actions[self._heard :]:
            for text in self._island.steps(action):
                self._take(text)
        self._heard = len(state.actions)
        if self._position.player < 0 and game.winning_color() is None:
            raise LogError("the game is over by the rules, and goes on in Catanatron")

    def _take(self, text: str) -> None:
        position = self._position
        ids = position.legal() or [id for id, _ in position.chances()]
        for id in ids:
            if position.notation(id) == text:
                position.apply(id)
                self._bot.follow(id)
                return
        raise LogError(f"{text} cannot be followed: the rules are not those of this version of Catanatron")


@cache
def _coding(players: int, target: int) -> _native.Coding:
    game = _native.Game(
        "catan", rules="catanatron-3.2", players=players, target=target, trading="off", numbers="free",
        turn_cap=60_000,
    )
    return game.coding()


def _corner(coordinate: tuple[int, int, int], corner: NodeRef) -> Point:
    """Where the corner of a hex is, on a grid on which rows of hexes are three apart."""
    x, _, z = coordinate
    right, down = CORNERS[corner]
    return (2 * x + z + right, 3 * z + down)


@cache
def _harbour_edges() -> list[str]:
    """The edges of harbours in the order in which they are dealt."""
    match = _native.Game("catan").new_match()
    match.advance()
    return [harbour["edge"] for harbour in match.view(0)["board"]["harbours"]]


class Island:
    """The places of a map of Catanatron, by the names that they have here."""

    def __init__(self, there: Any, seats: dict[Any, int]) -> None:
        self._seats = seats
        # Row by row from the upper left, as here.
        land = sorted(there.land_tiles, key=lambda coordinate: (coordinate[2], coordinate[0]))
        if len(land) != 19:
            raise ValueError("agents of this package know the island of 19 hexes")
        self._tiles = [there.land_tiles[coordinate] for coordinate in land]
        self._hexes = {coordinate: f"h{place}" for place, coordinate in enumerate(land)}
        points = {
            tile.nodes[corner]: _corner(coordinate, corner)
            for coordinate, tile in there.land_tiles.items()
            for corner in CORNERS
        }
        rows = sorted(points, key=lambda node: (points[node][1], points[node][0]))
        self._nodes = {node: f"n{place}" for place, node in enumerate(rows)}
        self._edges: dict[frozenset[int], str] = {}
        for tile in self._tiles:
            corners = [tile.nodes[corner] for corner in CORNERS]
            for ends in zip(corners, [*corners[1:], corners[0]], strict=True):
                self._edges.setdefault(frozenset(ends), f"e{len(self._edges)}")
        self._harbours = {
            self._edges[frozenset(tile.nodes[it] for it in PORT_DIRECTION_TO_NODEREFS[tile.direction])]: tile
            for tile in there.tiles.values()
            if isinstance(tile, Port)
        }

    def deal(self) -> Iterator[str]:
        """How the island was dealt."""
        for tile in self._tiles:
            yield f"terrain:{LETTERS.get(tile.resource, 'D')}"
        for place, tile in enumerate(self._tiles):
            if tile.number is not None:
                yield f"token:h{place},{tile.number}"
        for edge in _harbour_edges():
            yield f"harbour:{LETTERS.get(self._harbours[edge].resource, '3')}"

    def steps(self, action: Any) -> list[str]:
        """An action, and how chance fell after it if that is known."""
        kind, value = action.action_type, action.value
        if kind == ActionType.ROLL:
            return ["roll"] if value is None else ["roll", f"dice:{sum(value)}"]
        if kind == ActionType.BUY_DEVELOPMENT_CARD:
            return ["buy"] if value is None else ["buy", f"card:{value.lower().replace('_', '-')}"]
        if kind == ActionType.MOVE_ROBBER:
            coordinate, victim, stolen = value
            whom = "" if victim is None else f",P{self._seats[victim]}"
            fell = [] if stolen is None else [f"stolen:{LETTERS[stolen]}"]
            return [f"robber:{self._hexes[coordinate]}{whom}", *fell]
        if kind == ActionType.DISCARD:
            return [f"discard:{LETTERS[card]}" for card in value or ()]
        return [PLAIN[kind] if kind in PLAIN else self._placed(kind, value)]

    def _placed(self, kind: ActionType, value: Any) -> str:
        """An action that says where or what."""
        if kind == ActionType.BUILD_ROAD:
            return f"road:{self._edges[frozenset(value)]}"
        if kind == ActionType.BUILD_SETTLEMENT:
            return f"settlement:{self._nodes[value]}"
        if kind == ActionType.BUILD_CITY:
            return f"city:{self._nodes[value]}"
        if kind == ActionType.PLAY_MONOPOLY:
            return f"monopoly:{LETTERS[value]}"
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            return f"plenty:{''.join(letter for card, letter in LETTERS.items() for _ in range(value.count(card)))}"
        if kind == ActionType.MARITIME_TRADE:
            return f"bank:{LETTERS[value[0]]}>{LETTERS[value[-1]]}"
        raise LogError(f"{kind} is not known here")
