# SPDX-License-Identifier: Apache-2.0
"""Progress on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Union

from ._hopveil import InputError

Progress = Union[bool, Callable[[int, int], object], None]


def callback(progress: Progress) -> Callable[[int, int], object] | None:
    """What is called with (done, total): nothing, the caller's own function, or a percentage on stderr."""
    if progress is None or progress is False:
        return None
    if progress is not True and not callable(progress):
        raise InputError(f"progress {progress!r} is neither True nor a function of (done, total).")
    return _Percentage() if progress is True else progress


class _Percentage:
    def __init__(self) -> None:
        self._shown = -1

    def __call__(self, done: int, total: int) -> None:
        percentage = 100 * done // total
        if percentage == self._shown:
            return
        self._shown = percentage
        print(f"\r{percentage:3d}%", end="\n" if percentage == 100 else "", file=sys.stderr, flush=True)
