"""A long history that was never read is read by a process of its own, while this one reads the code."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
from typing import TYPE_CHECKING

from groundplan.code.processes import may_fork, processors
from groundplan.plan.errors import GroundplanError
from groundplan.survey.history.reading import update_tables
from groundplan.survey.history.tables import FILE_NAME, open_tables

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from groundplan.code.index import Progress
    from groundplan.code.view import CodeView
    from groundplan.git.repository import Repository

_GIVING_WAY = 10
_LONG = 2 * 1024 * 1024  # bytes of packed objects: less than that is read sooner than a process starts


class EarlyReading:
    """The process that reads a history; once it has ended, whoever loads the history finds it there.

    It may end without having done so. Then nothing was written, and the loader reads the history itself.
    """

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self._process = process
        self._line = line

    def wait(self, progress: Progress | None = None) -> None:
        """Wait until the process has ended, and pass on how far it is."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                done, total = self._line.recv()
                if progress is not None:
                    progress(done, total)
        self._process.join(2.0)
        self.close()

    def close(self) -> None:
        """End the process, whatever it has done so far."""
        self._line.close()
        if self._process.is_alive():
            self._process.kill()
        self._process.join()


def begin_reading(index: CodeView) -> EarlyReading | None:
    """Start reading a history that was never read; None where that gains nothing or cannot be done."""
    folder = index.folder
    if folder is None or index.repository.head is None or (folder / FILE_NAME).exists():
        return None
    if processors() < 2 or not may_fork() or not _is_long(index.repository.common_dir):
        return None
    import multiprocessing  # noqa: PLC0415  (loads slowly, and a history is read for the first time once)

    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(
        target=_read, args=(theirs, ours, folder, index.repository), daemon=True, name="groundplan-history"
    )
    try:
        process.start()
    except OSError:  # no more processes for this user
        ours.close()
        return None
    finally:
        theirs.close()
    return EarlyReading(process, ours)


def _is_long(git_folder: Path) -> bool:
    """Tell whether a repository has many objects, its own or borrowed ones."""
    objects = git_folder / "objects"
    try:
        if (objects / "info" / "alternates").exists():
            return True
        return sum(pack.stat().st_size for pack in (objects / "pack").glob("*.pack")) > _LONG
    except OSError:
        return False


def _read(line: Connection, other: Connection, folder: Path, repository: Repository) -> None:
    """Read the history in a process of its own; what goes wrong goes wrong again where it can be said."""
    other.close()
    os.nice(_GIVING_WAY)  # the readers of code are waited for first; there is time enough after them
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all of a group; ours ends us
    with contextlib.suppress(GroundplanError, sqlite3.Error, OSError):
        database = open_tables(folder)
        try:
            update_tables(database, repository, lambda done, total: line.send((done, total)))
        finally:
            database.close()
