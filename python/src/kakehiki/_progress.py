"""Progress of long work."""

from __future__ import annotations

import sys
from collections.abc import Callable

Progress = Callable[[int, int], object]

WIDTH = 40


def bar(done: int, total: int) -> None:
    """Draws a bar on standard error, which a terminal or a notebook shows."""
    share = done / total if total else 0.0
    full = round(WIDTH * share)
    end = "\n" if total and done >= total else ""
    sys.stderr.write(f"\r[{'=' * full}{' ' * (WIDTH - full)}] {done}/{total}{end}")
    sys.stderr.flush()


def function_of(progress: bool | Progress | None) -> Progress | None:
    """What is called: a bar for True, where somebody could see it."""
    if progress is None or progress is False:
        return None
    if progress is True:
        is_seen = sys.stderr.isatty() or "ipykernel" in sys.modules
        return bar if is_seen else None
    return progress
