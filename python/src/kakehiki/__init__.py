"""Games that are won by negotiating and deceiving: Catan, Monopoly, Werewolf, Geister, NEGOGeister.

>>> import kakehiki
>>> match = kakehiki.Game("geister").new_match(agents=["charge", None])
>>> match.advance()
>>> match.awaiting
1
"""

from typing import TYPE_CHECKING, Any

from kakehiki import arena, errors
from kakehiki._agents import register_agent
from kakehiki._native import (
    Coding,
    Game,
    Match,
    Replay,
    Report,
    Rng,
    Study,
    Table,
    Training,
    __version__,
    games,
    replay,
    reproduce,
    studies,
    study,
    train,
)
from kakehiki._types import (
    Agent,
    AgentInfo,
    Candidate,
    Explanation,
    GameInfo,
    Likelihood,
    Menu,
    ParameterInfo,
    Piece,
    Result,
    View,
    WeighedDeal,
)
from kakehiki.errors import (
    AgentNameError,
    Bug,
    BusyError,
    CodingError,
    Error,
    IllegalAction,
    LogError,
    NotationError,
    OptionError,
    PlanError,
    RunError,
    TurnError,
    UnknownGame,
)

if TYPE_CHECKING:
    from kakehiki._batch import Batch

__all__ = [
    "Agent",
    "AgentInfo",
    "AgentNameError",
    "Batch",
    "Bug",
    "BusyError",
    "Candidate",
    "Coding",
    "CodingError",
    "Error",
    "Explanation",
    "Game",
    "GameInfo",
    "IllegalAction",
    "Likelihood",
    "LogError",
    "Match",
    "Menu",
    "NotationError",
    "OptionError",
    "ParameterInfo",
    "Piece",
    "PlanError",
    "Replay",
    "Report",
    "Result",
    "Rng",
    "RunError",
    "Study",
    "Table",
    "Training",
    "TurnError",
    "UnknownGame",
    "View",
    "WeighedDeal",
    "__version__",
    "arena",
    "errors",
    "games",
    "register_agent",
    "replay",
    "reproduce",
    "studies",
    "study",
    "train",
]


def __getattr__(name: str) -> Any:
    # Batches need NumPy, which is imported when they are first asked for.
    if name == "Batch":
        from kakehiki._batch import Batch

        return Batch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
