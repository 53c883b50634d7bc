"""The games as environments of PettingZoo.

>>> from kakehiki.pettingzoo import geister_v0
>>> env = geister_v0.env()
"""

try:
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError('this needs PettingZoo: pip install "kakehiki[pettingzoo]"') from error

from kakehiki.pettingzoo import catan_v0, geister_v0, monopoly_v0, negogeister_v0, werewolf_v0

__all__ = ["catan_v0", "geister_v0", "monopoly_v0", "negogeister_v0", "werewolf_v0"]
