"""What goes wrong. Every exception of this package derives from :class:`Error`."""

__all__ = [
    "AgentNameError",
    "Bug",
    "BusyError",
    "CodingError",
    "Error",
    "IllegalAction",
    "LogError",
    "NotationError",
    "OptionError",
    "PlanError",
    "RunError",
    "TurnError",
    "UnknownGame",
]


class Error(Exception):
    """Anything that this package refuses or fails at."""


class UnknownGame(Error, ValueError):
    """No game has this name."""


class OptionError(Error, ValueError):
    """An option or a parameter does not exist, or does not take the value."""


class AgentNameError(Error, ValueError):
    """A name is not that of an agent that can play here."""


class IllegalAction(Error, ValueError):
    """The rules do not allow the action, or chance cannot fall so."""


class NotationError(Error, ValueError):
    """A text is not the notation of anything."""


class CodingError(Error, ValueError):
    """An id has no action, or a notation of your own cannot be listed."""


class TurnError(Error, RuntimeError):
    """Somebody or something else is awaited."""


class BusyError(Error, RuntimeError):
    """The match is in use elsewhere."""


class LogError(Error, RuntimeError):
    """A text is not the log of a game, or not of this one."""


class PlanError(Error, RuntimeError):
    """A plan or a specification cannot be read, or belongs to another version."""


class RunError(Error, RuntimeError):
    """A run did not begin, or broke off; finished games are kept if there is a folder for them."""


class Bug(Error, RuntimeError):
    """A mistake of this package. Please report it."""
