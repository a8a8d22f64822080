"""The terminal a person sits at: what they must see is shown there, what they type is read there.

Standard input is never asked for a word that binds a person: `echo 3 | groundplan approve` types nothing.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.cli.look import Screen, clean
from groundplan.cli.texts import without_controls
from groundplan.plan.errors import Cancelled, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.cli.session import Session

_LONGEST_LINE = 4096


@dataclass
class Terminal:
    """This session's own terminal, whatever the standard streams are."""

    screen: Screen
    handle: int
    is_ended: bool = False  # the person ended the input: nothing more will be typed

    def ask(self, prompt: str, *, offers_typed: bool = False) -> str:
        """Return the line a person types after the prompt; what was typed before it counts nothing.

        With `offers_typed` a line that was typed before is offered: Enter takes it. Nothing that binds a
        person is asked so: they have to have seen it first.
        """
        self.screen.flush()
        early = self._typed_early() if offers_typed else ""
        if early:
            said = self._read_after(f"  You typed “{early}” meanwhile. Enter sends it › ")
            return said or ("" if self.is_ended else early)
        if not offers_typed and _forget_typed(self.handle):
            self.screen.line(
                ("What you typed meanwhile was not read: please type it again", "warn"), indent=2
            )
            self.screen.flush()
        return self._read_after(prompt)

    def _typed_early(self) -> str:
        """Return the line that was typed before anything was asked; an empty one is dropped."""
        line = ""
        while _is_typed(self.handle) and not line:
            piece = os.read(self.handle, _LONGEST_LINE)
            if not piece:
                self.is_ended = True
                break
            line = self._plain(piece)
        return line

    def _plain(self, line: bytes) -> str:
        return without_controls(line.decode(self.screen.stream.encoding, "replace")).strip()

    def _read_after(self, prompt: str) -> str:
        self.screen.stream.write(clean(prompt))
        self.screen.flush()
        line = b""
        while not line.endswith((b"\n", b"\r")) and len(line) < _LONGEST_LINE:
            piece = os.read(self.handle, _LONGEST_LINE)
            if not piece:
                self.is_ended = True
                break
            line += piece
        if not line.endswith(b"\n"):  # the person ended the input instead of the line
            self.screen.blank()
        return self._plain(line)


@contextlib.contextmanager
def open_terminal(session: Session) -> Iterator[Terminal]:
    """Open the terminal for showing and asking, or refuse where there is none."""
    sys.stdout.flush()
    names = ("CONIN$", "CONOUT$") if os.name == "nt" else ("/dev/tty", "/dev/tty")
    flags = (os.O_RDWR, os.O_RDWR) if os.name == "nt" else (os.O_RDONLY, os.O_WRONLY)
    try:
        typed = os.open(names[0], flags[0] | getattr(os, "O_NOCTTY", 0))
    except OSError as error:
        raise Refused(
            "This needs a word typed at a terminal, and there is none",
            hint="Run the same command in a terminal of your own",
        ) from error
    try:
        shown = os.open(names[1], flags[1] | getattr(os, "O_NOCTTY", 0))
        with io.TextIOWrapper(
            io.FileIO(shown, "wb"), encoding=sys.stdout.encoding or "utf-8", errors="replace"
        ) as stream:
            yield Terminal(Screen.over(stream, color=session.color, program=session.program), typed)
    finally:
        os.close(typed)


def cancelled(done: str, typed: str, wanted: str) -> Cancelled:
    """Make the end of a command whose person typed something else than the word it wanted, or nothing."""
    told = f"Not {done}: `{typed}` was typed, not `{wanted}`." if typed else f"Not {done}."
    return Cancelled(f"{told} Nothing was recorded.")


def _is_typed(handle: int) -> bool:
    """Tell whether a whole line waits to be read."""
    if os.name == "nt":
        return False
    import select

    return bool(select.select([handle], [], [], 0)[0])


def _forget_typed(handle: int) -> bool:
    """Drop what was typed ahead: a word typed before the difference was shown approves nothing.

    Return whether a line was dropped.
    """
    try:
        import termios
    except ImportError:  # Windows
        return False
    is_typed = _is_typed(handle)
    with contextlib.suppress(termios.error):
        termios.tcflush(handle, termios.TCIFLUSH)
    return is_typed
