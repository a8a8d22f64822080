"""Work that a model does, perhaps in the background: who is at it, how it ended, and how it is stopped.

A job has a folder outside every repository. Who works on it holds a lock that the system lets go of with its
holder, so one that was killed is never taken for one that runs. It is stopped by a file that its worker looks
for, never by the number of a process, which may be somebody else's by then.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from groundplan.files.plain import read_plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused, Unavailable
from groundplan.process.background import start_apart
from groundplan.store import system
from groundplan.store.failures import outside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

RUNNING: Final = "running"
DONE: Final = "done"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"
CUT: Final = "cut off"  # it ended without a word
_STARTING: Final = 60.0  # seconds until a program that was started has to be at work
_LOOK_EVERY = 0.05
_MOST_SHOWN = 400  # letters of a complaint


class Busy(Refused):
    """Somebody is at work on the job already."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job: running, or how it ended, and what its worker noted about it."""

    state: str
    process: int
    started: float  # seconds of the epoch
    note: Mapping[str, Any]
    log: str = ""  # what a worker in the background printed


class Work:
    """A job that this process works on."""

    def __init__(self, place: Path | None) -> None:
        self._place = place
        self._note: dict[str, Any] = {}

    def begin(self, note: Mapping[str, Any]) -> None:
        """Note what it is about; how it ended the last time is forgotten."""
        self._note = {**note, "process": os.getpid(), "started": time.time()}
        _write(self._place, self._note)

    def end(self, state: str, more: Mapping[str, Any]) -> None:
        """Note how it ended."""
        _write(self._place, {**self._note, **more, "ended": state})

    def is_cancelled(self) -> bool:
        """Tell whether somebody wants it stopped."""
        return self._place is not None and (self._place / "cancel").exists()


@contextmanager
def at_work(place: Path | None) -> Iterator[Work]:
    """Hold a job for as long as this process works on it; Busy where another does.

    Without a place nobody can be told, and the work is done all the same.
    """
    if place is None:
        yield Work(None)
        return
    with outside(f"write `{place}`"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(place / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _hold(handle)
        (place / "cancel").unlink(missing_ok=True)
        yield Work(place)
    finally:
        os.close(handle)


def remove(place: Path) -> None:
    """Remove a job with all it noted; Busy where somebody is at work on it."""
    with at_work(place), outside(f"remove `{place}`"):
        shutil.rmtree(place)


@contextmanager
def in_turn(place: Path | None) -> Iterator[None]:
    """Wait until nobody else is here, in this process or another, and keep others out meanwhile."""
    with contextlib.ExitStack() as held:
        is_mine = False
        while not is_mine:
            with contextlib.suppress(Busy):
                held.enter_context(at_work(place))
                is_mine = True
        yield


def find_job(place: Path) -> Job | None:
    """Return a job as it is now; None where there is none."""
    is_held = _is_held(place)
    note = _read(place / "run.json")
    if not note:
        return None
    started = _number(note.get("started"))
    state = str(note.get("ended") or (RUNNING if is_held else CUT))
    return Job(state, int(_number(note.get("process"))), started, note, _log(place, started))


def either(one: Callable[[], bool], other: Callable[[], bool]) -> Callable[[], bool]:
    """Return what tells whether one of two wants work stopped."""
    return lambda: one() or other()


def cancel(place: Path) -> bool:
    """Ask whoever works on a job to stop; return whether somebody does."""
    if not _is_held(place):
        return False
    with outside(f"write `{place}`"):
        (place / "cancel").touch(mode=0o600)
    return True


def start(argv: Sequence[str], place: Path, has_begun: Callable[[int], bool]) -> None:
    """Start groundplan with these words in the background, and return once it is at work.

    `has_begun` is asked with the number of the process; one that ended well has begun.
    """
    with outside(f"write `{place}`"):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Started in the repository, Python would take modules that lie there for its own.
    words = [sys.executable, "-P", "-m", "groundplan.cli.main", *argv]
    process = start_apart(words, place, place / "log")
    end = time.monotonic() + _STARTING
    while time.monotonic() < end:
        ended = process.poll()
        if ended == 0 or has_begun(process.pid):
            process.returncode = 0  # nobody waits for it any more
            return
        if ended is not None:
            told = " ".join(read_plain(place / "log").decode("utf-8", "replace").split())[:_MOST_SHOWN]
            raise Unavailable(f"Nothing was started in the background: {told or 'nothing was printed'}")
        time.sleep(_LOOK_EVERY)
    raise Unavailable(f"What was started in the background has not begun after {_STARTING:.0f} s")


def _log(place: Path, started: float) -> str:
    """Return the file that a run in the background printed into; one of an earlier run is not meant."""
    try:
        is_its_own = (place / "log").stat().st_mtime > started - _STARTING
    except OSError:
        return ""
    return str(place / "log") if is_its_own else ""


def _hold(handle: int) -> None:
    for _ in range(5):  # who looks at the lock holds it for a moment
        if system.lock(handle):
            return
        time.sleep(_LOOK_EVERY)
    raise Busy("Another process is at work on this")


def _is_held(place: Path) -> bool:
    try:
        handle = os.open(place / "lock", os.O_RDWR)
    except OSError:
        return False
    try:
        return not system.lock(handle, shared=True)
    finally:
        os.close(handle)


def _write(place: Path | None, note: Mapping[str, Any]) -> None:
    """Note whole or not at all; where there is no room, the work goes on."""
    if place is None:
        return
    with contextlib.suppress(OSError):
        part = place / "run.part"
        part.write_text(json.dumps(note), "utf-8")
        part.replace(place / "run.json")


def _read(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_plain(file))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
