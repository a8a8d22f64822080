"""Several things done at once: each in a thread, all told to stop on Ctrl-C, none left when it is over."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Result = TypeVar("Result")
_LOOK_EVERY = 0.1  # seconds


def side_by_side(
    tasks: Sequence[Callable[[Callable[[], bool]], Result]], meanwhile: Callable[[], None] = lambda: None
) -> tuple[list[Result], bool]:
    """Return what the tasks gave, in their order, and whether they were interrupted.

    Each task is given a function that tells whether to stop. What one of them raises is raised again when all
    have ended. `meanwhile` is called in this thread, again and again.
    """
    stopped, moved = threading.Event(), threading.Event()
    given: dict[int, Result] = {}
    raised: dict[int, BaseException] = {}

    def carry_out(number: int) -> None:
        try:
            given[number] = tasks[number](stopped.is_set)
        except BaseException as error:  # noqa: BLE001 - raised again below, in the thread of the caller
            raised[number] = error
        finally:
            moved.set()

    def wait() -> bool:
        """Wait a moment; tell whether somebody is still at work."""
        # Not by `join`: interrupted by Ctrl-C, Python 3.11 takes the thread for one that has ended.
        moved.wait(_LOOK_EVERY)
        moved.clear()
        return len(given) + len(raised) < len(tasks)

    for number in range(len(tasks)):
        threading.Thread(target=carry_out, args=(number,), daemon=True).start()
    is_interrupted, is_at_work = False, bool(tasks)
    try:
        while is_at_work:
            try:
                is_at_work = wait()
                meanwhile()
            except KeyboardInterrupt:
                is_interrupted = True
                stopped.set()
    finally:  # whatever `meanwhile` raised: what was started is ended before this returns
        stopped.set()
        while is_at_work:
            is_at_work = wait()
    for number in sorted(raised):
        raise raised[number]
    return [given[number] for number in range(len(tasks))], is_interrupted
