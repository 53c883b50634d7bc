"""Rewards of environments, from how games came out."""

from __future__ import annotations

from typing import Literal

from kakehiki._types import Result

Reward = Literal["signed", "win"]


def lowest(game: str, seats: int, reward: Reward) -> float:
    """The least that a seat can get."""
    if reward == "win":
        return 0.0
    # Werewolf has teams, so that one seat's loss is not paid out to one winner.
    return -1.0 if game == "werewolf" else -1.0 / (seats - 1)


def rewards(game: str, seats: int, reward: Reward, result: Result | None) -> list[float]:
    """What each seat gets: for ``signed`` 1 for winners, the lowest for losers and 0 where nobody won; for
    ``win`` 1, 0 and an equal share. Without a result the game is undecided."""
    if reward == "win":
        share = 1.0 / seats
        return [share] * seats if result is None else [value or 0.0 for value in result.rewards]
    least = lowest(game, seats, reward)
    if result is None or None in result.rewards:
        # A game that somebody forfeited is void for the others.
        culprits = [] if result is None else [it for it, value in enumerate(result.rewards) if value == 0.0]
        return [least if seat in culprits else 0.0 for seat in range(seats)]
    if not result.winners:
        return [0.0] * seats
    return [1.0 if seat in result.winners else least for seat in range(seats)]


def check(reward: str) -> Reward:
    """The kind of reward that was asked for."""
    if reward == "signed":
        return "signed"
    if reward == "win":
        return "win"
    raise ValueError(f'reward is "signed" or "win", not {reward!r}')
