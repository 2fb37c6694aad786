"""Progress on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Union

Progress = Union[bool, Callable[[int, int], object]]


def callback(progress: Progress) -> Callable[[int, int], object] | None:
    """What is called with (done, total): nothing, the caller's own function, or a percentage on stderr."""
    if progress is False:
        return None
    if progress is True:
        return lambda done, total: print(f"\r{100 * done // total:3d}%", end="", file=sys.stderr, flush=True)
    return progress
