"""Reading what git says on both pipes at once, or one that is full would make it wait for ever."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import IO

_CHUNK = 65536


class Kept:
    """What was read from a pipe, as far as it fits the limit; of more is told once."""

    def __init__(self, limit: int, on_excess: Callable[[], None] | None = None) -> None:
        self.data = bytearray()
        self._limit, self._on_excess = limit, on_excess

    def take(self, chunk: bytes) -> bool:
        """Keep a piece, and tell whether to read on."""
        if len(self.data) + len(chunk) <= self._limit:
            self.data += chunk
        elif self._on_excess is not None:
            self._on_excess()
            return False
        return bool(chunk)


class Polled:
    """Reads pipes as they fill. A thread for each would cost as much as starting git."""

    def __init__(self, pipes: Mapping[IO[bytes], Kept]) -> None:
        self._open = {pipe.fileno(): kept for pipe, kept in pipes.items()}
        self._poll = select.poll()
        for each in self._open:
            self._poll.register(each, select.POLLIN)

    def has_ended(self, seconds: float) -> bool:
        """Read on for so long, and tell whether all was said."""
        end = time.monotonic() + seconds
        while self._open:
            ready = self._poll.poll(max(0.0, end - time.monotonic()) * 1000)
            if not ready:
                return False
            for pipe, _ in ready:
                if not self._open[pipe].take(os.read(pipe, _CHUNK)):
                    self._poll.unregister(pipe)
                    del self._open[pipe]
        return True


class Threaded:
    """Reads pipes where none can be polled, as on Windows."""

    def __init__(self, pipes: Mapping[IO[bytes], Kept]) -> None:
        self._threads = [start_reader(*each) for each in pipes.items()]

    def has_ended(self, seconds: float) -> bool:
        """Wait for so long, and tell whether all was said."""
        return _have_ended(self._threads, time.monotonic() + seconds)


LISTENER = Polled if hasattr(select, "poll") else Threaded


def start_reader(pipe: IO[bytes], kept: Kept) -> threading.Thread:
    """Start to read a pipe to its end."""
    reader = threading.Thread(target=_drain, args=(pipe, kept), daemon=True)
    reader.start()
    return reader


def _drain(pipe: IO[bytes], kept: Kept) -> None:
    # `os.read` hands over what is there; a buffered read would wait for a full buffer
    with contextlib.suppress(OSError, ValueError):
        while kept.take(os.read(pipe.fileno(), _CHUNK)):
            pass


def _have_ended(threads: Sequence[threading.Thread], end: float) -> bool:
    for each in threads:
        each.join(max(0.0, end - time.monotonic()))
    return not any(each.is_alive() for each in threads)
