"""Registering agents by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from kakehiki._native import _register
from kakehiki._types import Agent

KINDS: dict[type, str] = {bool: "switch", int: "integer", float: "number", str: "text"}


def register_agent(game: str, name: str, make: Callable[..., Agent]) -> None:
    """Lets an agent of your own be named in matches and in the arena of this process.

    ``make`` is a class or a function that makes one agent for each seat of each match. Its keyword
    parameters become parameters of the name: after ``register_agent("catan", "hoarder", Hoarder)`` where
    ``Hoarder`` takes ``limit=7``, agents are called ``py-hoarder`` or ``py-hoarder(limit=5)``. Each needs a
    default that is a bool, an int, a float or a str, which also says what values it takes. Registering a
    name again replaces the agent.
    """
    settable = []
    for parameter in inspect.signature(make).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        kind = KINDS.get(type(parameter.default))
        if kind is None or parameter.kind is parameter.POSITIONAL_ONLY:
            raise TypeError(
                f"{name}: the parameter {parameter.name} needs a default that is a bool, int, float or str"
            )
        default = parameter.default
        if isinstance(default, bool):
            default = "on" if default else "off"
        settable.append((parameter.name.replace("_", "-"), kind, str(default), ""))
    summary = (inspect.getdoc(make) or "an agent written in Python").splitlines()[0]
    _register(game, name, summary, settable, make)
