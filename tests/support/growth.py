"""How the cost of work grows with its size, in processor time, so that a busy machine changes little."""

from __future__ import annotations

import gc
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TIMES = 4  # how much larger the large one is; a square would cost sixteen times as much
MOST = 11.0
SURE = MOST / 2  # that is no square even where whoever shares the machine made the small one twice as slow
LEAST = 0.01  # seconds: below this the clock and the caches of the machine are what is measured


def assert_linear(work: Callable[[int], object], count: int) -> None:
    """Fail where work on four times as much costs about sixteen times as much, or never ends."""
    large = seconds_of(lambda: work(TIMES * count))  # first: what is loaded once is not in the small one
    small = max(seconds_of(lambda: work(count)), LEAST)
    if large < SURE * small:
        return
    small = max(min(small, *(seconds_of(lambda: work(count)) for _ in range(2))), LEAST)
    for _ in range(2):  # whoever shares the machine can only make it slower
        if large < MOST * small:
            break
        large = min(large, seconds_of(lambda: work(TIMES * count)))
    assert large < MOST * small, f"{count}: {small:.3f} s, {TIMES * count}: {large:.3f} s"


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of work alone, without what looks on."""
    gc.disable()  # looking for circles costs more the more objects the tests before have left
    try:
        with untraced():
            start = time.process_time()
            work()
            return time.process_time() - start
    finally:
        gc.enable()


@contextmanager
def untraced() -> Iterator[None]:
    """Count no lines meanwhile: that makes each of them dearer, and a long text runs the same ones again."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
