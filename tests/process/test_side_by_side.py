"""Several things at once: in the time of the slowest, in their order, and ended together."""

from __future__ import annotations

import signal
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from groundplan.process.side_by_side import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable


def test_all_are_at_work_at_the_same_time_and_results_keep_their_order() -> None:
    together = threading.Barrier(3)

    def meet(number: int, is_stopped: Callable[[], bool]) -> int:
        assert not is_stopped()
        together.wait(20)  # one after the other, nobody would get past this
        time.sleep(0.05 * (3 - number))
        return number

    assert side_by_side([partial(meet, number) for number in range(3)]) == ([0, 1, 2], False)


def test_nothing_at_all_is_done_at_once() -> None:
    assert side_by_side([]) == ([], False)


def test_ctrl_c_stops_those_at_work_and_keeps_what_has_come() -> None:
    begun = threading.Event()

    def quick(_: Callable[[], bool]) -> str:
        return "came"

    def slow(is_stopped: Callable[[], bool]) -> str:
        begun.set()
        while not is_stopped():
            time.sleep(0.01)
        return "stopped"

    def press() -> None:
        if begun.is_set():
            begun.clear()
            signal.raise_signal(signal.SIGINT)

    assert side_by_side([quick, slow], press) == (["came", "stopped"], True)


def test_what_one_raises_comes_when_all_have_ended() -> None:
    ended: list[str] = []

    def fail(_: Callable[[], bool]) -> None:
        raise ValueError("one")

    def work(_: Callable[[], bool]) -> None:
        time.sleep(0.2)
        ended.append("work")

    with pytest.raises(ValueError, match="one"):
        side_by_side([fail, work])
    assert ended == ["work"]


def test_what_fails_meanwhile_leaves_no_thread() -> None:
    before = threading.active_count()

    def work(is_stopped: Callable[[], bool]) -> None:
        while not is_stopped():
            time.sleep(0.01)

    def fail() -> None:
        raise OSError("the screen is gone")

    with pytest.raises(OSError, match="gone"):
        side_by_side([work, work], fail)
    while threading.active_count() > before:  # the last of them is leaving
        time.sleep(0.01)
