"""Catan as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from kakehiki.pettingzoo.aec import Table, wrapped

__all__ = ["env", "raw_env"]


def raw_env(**kwargs: Any) -> Table:
    """The bare table; options of the game are keywords too."""
    return Table("catan", **kwargs)


def env(**kwargs: Any) -> AECEnv:
    """The table with checks: an illegal action ends the game."""
    return wrapped(raw_env(**kwargs))
