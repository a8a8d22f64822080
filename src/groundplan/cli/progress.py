"""How far long work is, on standard error: one line, written over as it goes on; nothing off a terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.cli.look import Screen

_QUIET_SECONDS = 0.5  # work this short is not worth a word
_FEW = 300  # files; reading so few is over before a line is read


class ReadingProgress:
    """Shows how many files of the code, or commits of the history, have been read."""

    def __init__(self, screen: Screen, *, what: str = "code", unit: str = "files") -> None:
        self._screen = screen
        self._what, self._unit = what, unit
        self._start = time.monotonic()
        self._shown_at = 0.0
        self._is_shown = False

    def __call__(self, done: int, total: int) -> None:
        """Take the number done and the number there are."""
        now = time.monotonic()
        if not self._screen.is_terminal or total < _FEW or now - self._start < _QUIET_SECONDS:
            return
        if done >= total:
            self.end()
        elif now - self._shown_at > 0.1:
            self._shown_at, self._is_shown = now, True
            self._screen.over_line(f"Reading the {self._what}: {done:,} of {total:,} {self._unit}")

    def end(self) -> None:
        """Take the line away again."""
        if self._is_shown:
            self._screen.over_line("")
            self._is_shown = False


class Steps:
    """Names the step of long work, on a terminal only, so that it is never blank while work goes on."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._start = time.monotonic()
        self._is_shown = False

    def __call__(self, name: str) -> None:
        """Take the name of the step that begins; none: the work is over."""
        now = time.monotonic()
        self._start = self._start or now
        if self._screen.is_terminal and (self._is_shown or (name and now - self._start > _QUIET_SECONDS)):
            self._screen.over_line(f"{name} …" if name else "")
            self._is_shown = bool(name)
        if not name:
            self._start = 0.0  # the next work is timed from its own beginning
