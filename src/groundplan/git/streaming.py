"""Reading a long answer of git piece by piece, so that a history of any length needs no room."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from groundplan.git.command import COMPLAINT_LIMIT, end_group, start_git, too_late
from groundplan.git.listening import Kept, start_reader
from groundplan.plan.errors import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundplan.git.question import Inquiry

TIME_LIMIT = 120.0  # seconds; 140 000 commits of kubernetes take a fourth of it on one busy core
OUTPUT_LIMIT = 1024 * 1024 * 1024  # bytes, of which never more than one piece is held
_PIECE = 1024 * 1024
_SHORT = 32 * 1024  # bytes; git hands over each commit by itself, and to take them one by one costs more
_PAUSE = 0.005  # seconds in which a pipe fills


def stream_git(root: Path, question: Inquiry, *, silenced: Sequence[str] = ()) -> Iterator[bytes]:
    """Give git's answer piece by piece; raise when it fails, takes too long or says too much."""
    process = start_git(root, question, silenced=silenced)
    assert process.stdout is not None
    assert process.stderr is not None
    complaint, late = Kept(COMPLAINT_LIMIT), threading.Event()

    def stop() -> None:
        late.set()
        end_group(process)

    clock = threading.Timer(TIME_LIMIT, stop)
    said = pieces = 0
    with process:
        listener = start_reader(process.stderr, complaint)
        try:
            clock.start()
            while piece := os.read(process.stdout.fileno(), _PIECE):
                said += len(piece)
                if said > OUTPUT_LIMIT:
                    raise Unavailable(f"`git {question.subcommand}` said more than {OUTPUT_LIMIT >> 20} MB")
                yield piece
                pieces += 1
                if pieces > 16 and len(piece) < _SHORT:
                    time.sleep(_PAUSE)
            process.wait()
        finally:
            clock.cancel()
            if process.poll() is None:  # the reader has had enough, or something was raised
                end_group(process)
            listener.join(1.0)
    if late.is_set():
        raise too_late(question.subcommand, TIME_LIMIT)
    if process.returncode != 0:
        words = complaint.data.decode("utf-8", "replace").strip()
        raise Unreadable(
            f"git cannot read the history: {words}", hint="See what is broken: `git fsck`", place=str(root)
        )
