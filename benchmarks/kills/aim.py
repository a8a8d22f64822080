"""Aim a SIGKILL into the moment in which a command writes, not into its start.

The store tells a pipe when it is about to put its first byte on disk and when everything is there. Commands
are forks of this process, so they bring the hook along; only those that carry the mark are shot at.
"""

from __future__ import annotations

import contextlib
import os
import signal
import statistics
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.store import documents

if TYPE_CHECKING:
    import random

MARK = {"GROUNDPLAN_KILLS": "1"}


@dataclass
class Shot:
    """One aimed kill: at which save of the command, how long after its first byte, and what came of it."""

    kind: str
    save: int
    delay: float
    is_fired: bool = False
    was_saved: bool = False  # the save was through before the kill came
    seen: int = 0


@dataclass
class Gun:
    """Listens to the store of every command, and kills the marked one."""

    chance: random.Random
    windows: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    shot: Shot | None = None

    def __post_init__(self) -> None:
        """Hook into the store and begin to listen."""
        self._measured = ""
        reader, self._writer = os.pipe()
        self._pipe = os.fdopen(reader)
        self._begun: dict[str, float] = {}
        _hook(self._writer)
        threading.Thread(target=self._listen, daemon=True).start()

    def aim(self, kind: str, save: int = 1) -> Shot:
        """Make the next marked command die at a random moment of one of its saves."""
        window = statistics.median(self.windows[kind])
        self.shot = Shot(kind, save, self.chance.uniform(0, window))
        return self.shot

    def rest(self, kind: str = "") -> None:
        """Shoot at nobody; with a kind, measure how long its saves take."""
        self.shot, self._measured = None, kind

    def _listen(self) -> None:
        for line in self._pipe:
            pid, event, at, is_marked = line.split()
            if event == "begin":
                self._begun[pid] = float(at)
                if is_marked == "1" and self.shot is not None:
                    self._maybe_fire(self.shot, int(pid))
            elif pid in self._begun:
                took = float(at) - self._begun.pop(pid)
                if self._measured:
                    self.windows[self._measured].append(took)
                elif is_marked == "1" and self.shot is not None and self.shot.seen == self.shot.save:
                    self.shot.was_saved = True

    def _maybe_fire(self, shot: Shot, pid: int) -> None:
        shot.seen += 1
        if shot.seen != shot.save:
            return
        # a handle on the process: its number may be another's by the time the shot falls
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(pid)
            time.sleep(shot.delay)
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            shot.is_fired = True
            os.close(handle)


def _hook(pipe: int) -> None:
    prepare, carry_out = documents._prepare, documents._carry_out  # noqa: SLF001 - to see inside is the point

    def tell(event: str) -> None:
        marked = "GROUNDPLAN_KILLS" in os.environ
        os.write(pipe, f"{os.getpid()} {event} {time.monotonic()} {int(marked)}\n".encode())

    def telling_prepare(*words: Any) -> None:
        tell("begin")
        prepare(*words)

    def telling_carry_out(*words: Any) -> None:
        carry_out(*words)
        tell("end")

    vars(documents).update(_prepare=telling_prepare, _carry_out=telling_carry_out)
