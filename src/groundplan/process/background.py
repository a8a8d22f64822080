"""Starts a program that goes on when whoever started it is gone: no terminal, no group in common."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from groundplan.plan.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def start_apart(argv: Sequence[str], folder: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, which prints into a log that only its user can read."""
    try:
        log.touch(mode=0o600)
        with log.open("wb") as printed:
            return subprocess.Popen(
                list(argv),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    except OSError as error:
        raise Unavailable(f"Nothing can be started in `{folder}`: {error.strerror or error}") from error
