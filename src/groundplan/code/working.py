"""What goes on inside a worker process: texts in, packed outlines out, within limits the system keeps."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import Outline
from groundplan.code.stored_outline import pack

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from groundplan.code.stored_outline import Packed

Reader = Callable[[str, bytes], Outline]
_MEMORY = 512 * 1024 * 1024  # bytes a worker may take; the largest text it gets is a three hundredth of that
_REASON_LIMIT = 200  # characters


@dataclass(frozen=True, slots=True)
class Job:
    """A text to be outlined; `key` is the caller's, to know it again."""

    key: bytes
    language: str
    text: bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """A packed outline and the names it defines, or the reason there is none."""

    outline: Packed | None = None
    names: tuple[str, ...] = ()
    reason: str = ""


def make_parts(read: Reader, language: str, text: bytes) -> Parts:
    """Return what a reader makes of a text; one that raises costs the outline, never more."""
    try:
        outline = read(language, text)
        packed = pack(outline)
    except Exception as error:  # noqa: BLE001  (whatever a text does to its reader, the others are read)
        said = f"{type(error).__name__}: {error}".rstrip(": ")[:_REASON_LIMIT]
        return Parts(reason=f"has no outline: its reader failed ({said})")
    # a name that cannot be printed holds broken bytes: nobody asks for it, and SQLite would not take it
    return Parts(packed, tuple({each.name for each in outline.definitions if each.name.isprintable()}))


def serve(line: Connection, read: Reader, limit: float, inherited: Sequence[Connection]) -> None:
    """Answer batches until the other end is closed, which it also is when its process died."""
    for other in inherited:
        other.close()
    faulthandler.disable()  # a crash is told by its exit code; nobody wants our stack with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all of a group; ours will tell us
    for name in ("SIGTERM", "SIGPROF"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    gc.disable()  # outlines hold no cycles, and looking for some takes a tenth of the time
    _limit_memory()
    with contextlib.suppress(EOFError, OSError):
        while True:
            answers = []
            for language, text in line.recv():
                _limit_time(limit)
                answers.append(make_parts(read, language, text))
            _limit_time(0)
            line.send(answers)


def _limit_time(seconds: float) -> None:
    """Have the system end this process after so much CPU time, whatever code it is in then."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415  (POSIX only)
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  (no path to speak of)
            data = int(file.read().split()[5]) * resource.getpagesize()  # what a fork inherits counts
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (data + _MEMORY, most))
