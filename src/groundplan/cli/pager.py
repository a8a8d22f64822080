"""Long output shown page by page: only at a terminal, with the pager the person's own environment names."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from groundplan.cli.look import Screen

# Quit where one screen is enough, pass colours on, leave the text on the screen: as git does.
_LESS = "FRX"
_NONE = {"", "cat"}


def show_paged(screen: Screen, show: Callable[[Screen], None], environ: Mapping[str, str]) -> None:
    """Show it; what is longer than the terminal goes through a pager."""
    words = find_pager(environ) if screen.is_terminal else []
    if not words:
        show(screen)
        return
    encoding = screen.stream.encoding or "utf-8"
    page = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace", newline="", write_through=True)
    show(replace(screen, stream=page))
    text = page.buffer.getvalue()
    if text.count(b"\n") < _rows(screen) or not _run(words, text, environ):
        screen.stream.write(text.decode(encoding, "replace"))


def find_pager(environ: Mapping[str, str]) -> list[str]:
    """Return the words that start the pager, or none; never one that a repository names."""
    if environ.get("TERM", "") == "dumb":
        return []
    said = environ.get("GROUNDPLAN_PAGER", environ.get("PAGER"))
    if said is None:
        found = shutil.which("less") or ""
        # A relative one, or any on Windows, may be a file of the repository that happens to be called so.
        return [found] if Path(found).is_absolute() and os.name != "nt" else []
    try:
        words = shlex.split(said, posix=os.name != "nt")
    except ValueError:
        return []
    return words if words and words[0] not in _NONE else []


def _rows(screen: Screen) -> int:
    try:
        return os.get_terminal_size(screen.stream.fileno()).lines or 24
    except (OSError, ValueError):
        return 24


def _run(words: list[str], text: bytes, environ: Mapping[str, str]) -> bool:
    """Give the text to the pager and wait; false where it cannot be started."""
    world = {**environ, "LESS": environ.get("LESS", _LESS), "LV": environ.get("LV", "-c")}
    try:
        with subprocess.Popen(words, stdin=subprocess.PIPE, env=world) as pager:
            while True:
                try:
                    pager.communicate(text)
                except KeyboardInterrupt:  # meant for the pager, which is still there
                    continue
                return True
    except OSError:
        return False
