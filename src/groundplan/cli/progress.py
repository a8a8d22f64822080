"""How far long work is, told on standard error: one line, on a terminal written over as it goes on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.cli.look import Screen

_QUIET_SECONDS = 0.7  # work this short is not worth a word
_FEW = 300  # files; reading so few is over before a line is read


class ReadingProgress:
    """Tells how many files of the code, or commits of the history, have been read."""

    def __init__(
        self, screen: Screen, *, is_quiet: bool = False, what: str = "code", unit: str = "files"
    ) -> None:
        self._screen = screen
        self._what, self._unit = what, unit
        self._is_quiet = is_quiet
        self._start = time.monotonic()
        self._told = 0.0
        self._is_said = False

    def __call__(self, done: int, total: int) -> None:
        """Take the number done and the number there are."""
        now = time.monotonic()
        if self._is_quiet or total < _FEW or now - self._start < _QUIET_SECONDS:
            return
        if done >= total:
            self.end()
        elif self._screen.is_terminal:
            if now - self._told > 0.1:
                self._told, self._is_said = now, True
                self._screen.over_line(f"Reading the {self._what}: {done:,} of {total:,} {self._unit}")
        elif not self._is_said:
            self._is_said = True
            self._screen.line((f"Reading the {self._what}: {total:,} {self._unit}", "dim"))

    def end(self) -> None:
        """Take the line away again."""
        if self._is_said and self._screen.is_terminal:
            self._screen.over_line("")
            self._is_said = False
