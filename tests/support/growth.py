"""How the cost of work grows with its size, in processor time, so that a busy machine changes little."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = 4  # how much larger the large one is; a square would cost sixteen times as much
MOST = 11.0
LEAST = 0.01  # seconds: below this the clock and the caches of the machine are what is measured


def assert_linear(work: Callable[[int], object], count: int) -> None:
    """Fail where work on four times as much costs about sixteen times as much, or never ends."""
    small = max(min(_seconds(work, count) for _ in range(3)), LEAST)
    large = _seconds(work, TIMES * count)
    for _ in range(2):  # whoever shares the machine can only make it slower
        if large < MOST * small:
            break
        large = min(large, _seconds(work, TIMES * count))
    assert large < MOST * small, f"{count}: {small:.3f} s, {TIMES * count}: {large:.3f} s"


def _seconds(work: Callable[[int], object], count: int) -> float:
    gc.disable()  # looking for circles costs more the more objects the tests before have left
    try:
        start = time.process_time()
        work(count)
        return time.process_time() - start
    finally:
        gc.enable()
