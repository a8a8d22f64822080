"""Runs a job: reads what it prints, ends it at its limits, and says how it ended."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from groundplan.plan.errors import NotFound, Unavailable
from groundplan.process.job import CANCELLED, EXITED, OUTPUT, TIME, UNCONFINED, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.process.job import Job, Walls

_LAUNCHER = Path(__file__).with_name("launch.py")
_LOOK_EVERY = 0.1  # seconds
_GRACE = 1.0  # seconds for the launcher to clean up before it is killed itself
_CHUNK = 65536
_MARK = "GROUNDPLAN_RUN"  # names the processes of one run
_MOST_SWEEPS = 50  # over all processes, until none is left
_MOST_REPORTED = 1_000_000  # bytes


class _Reading:
    """What a command prints: kept up to the limit, digested whole, and handed on as it comes."""

    def __init__(self, job: Job, heard: Callable[[bytes], None] | None) -> None:
        self.most = job.limits.output
        self.heard = heard
        self.kept = {"out": bytearray(), "complaint": bytearray()}
        self.digests = {"out": hashlib.sha256(), "complaint": hashlib.sha256()}
        self.size = 0

    def take(self, stream: str, chunk: bytes) -> bool:
        """Take what came; return whether it is within the limit."""
        self.size += len(chunk)
        self.digests[stream].update(chunk)
        room = self.most - sum(map(len, self.kept.values()))
        self.kept[stream] += chunk[:room]
        if stream == "out" and self.heard is not None:
            self.heard(chunk)
        return self.size <= self.most

    @property
    def digest(self) -> str:
        both = hashlib.sha256()
        for each in self.digests.values():
            both.update(each.digest())
        return both.hexdigest()


def run(
    job: Job,
    *,
    heard: Callable[[bytes], None] | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Run a job to its end or its limits; nothing it started is left when this returns."""
    if not job.argv or any("\0" in word for word in job.argv):
        raise Unavailable("A command without words, or with a NUL in one, cannot be run")
    begun = time.monotonic()
    reading = _Reading(job, heard)
    with _open_given(job.given) as given, tempfile.TemporaryFile() as reports:
        mark = f"{_MARK}={secrets.token_hex(16)}"
        process = _start(job, given, reports, mark)
        try:
            ended = _follow(process, reading, begun + job.limits.seconds, is_cancelled)
        finally:  # also on Ctrl-C
            _end(process, mark)
        told = _read_reports(reports)
    ended = UNCONFINED if "unconfined" in told else told.get("passed", ended)
    if "failed" in told:
        raise NotFound(f"`{job.argv[0]}` cannot be started: {told['failed']}")
    return Outcome(
        ended=ended,
        code=told.get("code") if ended == EXITED else None,
        out=bytes(reading.kept["out"]),
        complaint=bytes(reading.kept["complaint"]),
        seconds=time.monotonic() - begun,
        digest=reading.digest,
        walls=tuple(told.get("walls", ())),
        open_walls=told.get("open", {}),
        left=tuple(told.get("left", ())),
    )


def _start(job: Job, given: IO[bytes], reports: IO[bytes], mark: str) -> subprocess.Popen[bytes]:
    words = {
        "argv": list(job.argv),
        "limits": {
            "memory": job.limits.memory,
            "disk": job.limits.disk,
            "processes": job.limits.processes,
            "folders": _find_writable(job.walls) if job.walls else [],
        },
        "walls": _word_walls(job.walls) if job.walls else {},
    }
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
            json.dump(words, told)
            told.seek(0)
            numbers = (told.fileno(), reports.fileno())
            return subprocess.Popen(
                [sys.executable, "-I", "-S", str(_LAUNCHER), *map(str, numbers)],
                cwd=job.folder,
                env={**job.environment, **dict([mark.split("=")])},
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=numbers,
                start_new_session=True,  # no terminal to ask at, and one group to end
            )
    except OSError as error:
        raise Unavailable(f"Nothing can be run in `{job.folder}`: {error.strerror or error}") from error


def _open_given(text: bytes) -> IO[bytes]:
    """Return what a command reads: nothing, or a file without a name that it cannot write to."""
    if not text:
        return Path(os.devnull).open("rb")
    with tempfile.NamedTemporaryFile() as made:
        made.write(text)
        made.flush()
        return Path(made.name).open("rb")


def _find_writable(walls: Walls) -> list[str]:
    mounted = (each.source for each in walls.mounts if each.is_writable)
    return [str(path) for path in (*walls.writable, *mounted)]


def _word_walls(walls: Walls) -> dict[str, Any]:
    return {
        "writable": [str(path) for path in walls.writable],
        "readable": [str(path) for path in walls.readable],
        "mounts": [(str(each.source), str(each.target), each.is_writable) for each in walls.mounts],
        "required": walls.are_required,
    }


def _follow(
    process: subprocess.Popen[bytes],
    reading: _Reading,
    deadline: float,
    is_cancelled: Callable[[], bool],
) -> str:
    """Read both streams until the command ends; return how that came."""
    with selectors.DefaultSelector() as streams:
        for stream, name in ((process.stdout, "out"), (process.stderr, "complaint")):
            streams.register(stream, selectors.EVENT_READ, name)  # type: ignore[arg-type]
        while True:
            if is_cancelled():
                return CANCELLED
            if time.monotonic() > deadline:
                return TIME
            for key, _ in streams.select(_LOOK_EVERY):
                chunk = os.read(key.fd, _CHUNK)
                if not chunk:
                    streams.unregister(key.fileobj)
                elif not reading.take(key.data, chunk):
                    return OUTPUT
            if not streams.get_map():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK_EVERY)
            if process.poll() is not None:
                return EXITED if _drain(streams, reading) else OUTPUT


def _drain(streams: selectors.BaseSelector, reading: _Reading) -> bool:
    """Read what is left in the pipes of a command that has ended; return whether it is within the limit."""
    while ready := streams.select(0) if streams.get_map() else []:
        for key, _ in ready:
            chunk = os.read(key.fd, _CHUNK)
            if not chunk:
                streams.unregister(key.fileobj)
            elif not reading.take(key.data, chunk):
                return False
    return True


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """Let the launcher clean up, and then end its whole group."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.wait() != 0:  # the launcher was killed, by the command or at its limits
        _end_marked(mark.encode())
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _end_marked(mark: bytes) -> None:
    """End what is left of a command whose launcher cannot: a process keeps the environment it began with."""
    for _ in range(_MOST_SWEEPS):
        found = [int(each.name) for each in Path("/proc").glob("[0-9]*") if _is_marked(each, mark)]
        for number in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        if not found:
            return


def _is_marked(folder: Path, mark: bytes) -> bool:
    try:
        return mark in (folder / "environ").read_bytes().split(b"\0")
    except OSError:  # it ended, or is somebody else's
        return False


def _read_reports(reports: IO[bytes]) -> dict[str, Any]:
    reports.seek(0)
    told: dict[str, Any] = {}
    for line in reports.read(_MOST_REPORTED).splitlines():
        with contextlib.suppress(ValueError):
            told |= json.loads(line)
    return told
