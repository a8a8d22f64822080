"""Outlines made by worker processes, so that a text its reader dies or hangs on costs that text alone.

A worker gets a batch of texts and answers with their packed outlines. When it dies, its texts are tried again
one by one in a new worker: the one it dies on a second time has no outline, and the reason says why.
Small work in languages whose reader is Python alone is done in this process: starting another takes longer.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import os
import signal
import time
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.code.extracting import SAFE_READERS, read_outline
from groundplan.code.processes import may_fork, processors
from groundplan.code.working import Parts, make_parts, serve
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess

    from groundplan.code.working import Job, Reader

_BATCH_TEXTS, _BATCH_BYTES = 32, 512 * 1024
_INLINE_BYTES = 256 * 1024  # about what a reader takes as long for as a process takes to start
_MOST_WORKERS = 8
_PATIENCE = 6.0  # how many times the limit on a text's CPU time a worker may take by the clock


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    batch: list[Job] = field(default_factory=list)
    since: float = 0.0
    was_late: bool = False


class Workers:
    """Readers in processes of their own, started when there is work for them; `close` ends them.

    `read` takes a language and a text; tests give one that crashes or hangs. It is named in a module, so that
    a new process finds it. `limit` is the CPU time in seconds that a text may take.
    """

    def __init__(self, *, count: int = 0, read: Reader = read_outline, limit: float = 10.0) -> None:
        self._count = count or min(processors(), _MOST_WORKERS)
        self._read = read
        self._limit = limit
        self._workers: list[_Worker] = []

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Parts]]:
        """Return each job with what its reader made of it, in the order they get done."""
        first, jobs = _head(jobs)
        if first is not None:
            for job in first:
                yield job, make_parts(self._read, job.language, job.text)
            return
        batches = _batches(jobs)
        ready: collections.deque[list[Job]] = collections.deque()
        try:
            while True:
                while len(ready) < 2 and (batch := next(batches, None)):
                    ready.append(batch)
                    yield from self._collect(ready, wait=False)
                    self._hand_out(ready)
                self._hand_out(ready)
                if any(worker.batch for worker in self._workers):
                    yield from self._collect(ready, wait=True)
                elif not ready:
                    return
                else:  # no process can be started here: better to read at some risk than not at all
                    for job in ready.popleft():
                        yield job, make_parts(self._read, job.language, job.text)
        except BaseException:
            self.close()  # an interrupted worker would answer the next question with the last one's texts
            raise
        finally:
            for worker in self._workers[1:]:
                self._end(worker)

    def close(self) -> None:
        """End every worker."""
        for worker in list(self._workers):
            self._end(worker)

    def _hand_out(self, ready: collections.deque[list[Job]]) -> None:
        while ready:
            worker = self._idle() or self._start({job.language for batch in ready for job in batch})
            if worker is None:
                return
            worker.batch, worker.since = ready.popleft(), time.monotonic()
            try:
                # only to a worker that waits for it: two that both send would wait for ever
                worker.line.send([(job.language, job.text) for job in worker.batch])
            except OSError:
                continue  # it died just now; collecting its answer finds that out

    def _idle(self) -> _Worker | None:
        for worker in [each for each in self._workers if not each.batch]:
            if worker.process.is_alive():
                return worker
            self._end(worker)
        return None

    def _collect(self, ready: collections.deque[list[Job]], *, wait: bool) -> Iterator[tuple[Job, Parts]]:
        from multiprocessing import connection  # noqa: PLC0415  (loads slowly, and most runs need no worker)

        busy = [worker for worker in self._workers if worker.batch]
        answered = connection.wait([worker.line for worker in busy], min(1.0, self._limit) if wait else 0.0)
        for worker in busy:
            if worker.line in answered:
                yield from self._answer(worker, ready)
            elif time.monotonic() - worker.since > self._limit * _PATIENCE:
                worker.was_late = True
                worker.process.kill()

    def _answer(self, worker: _Worker, ready: collections.deque[list[Job]]) -> Iterator[tuple[Job, Parts]]:
        batch, worker.batch = worker.batch, []
        try:
            answers: list[Parts] = worker.line.recv()
        except (EOFError, OSError):
            self._end(worker)
            if len(batch) > 1:
                ready.extendleft([job] for job in reversed(batch))
            else:
                yield batch[0], Parts(reason=self._cause(worker))
            return
        yield from zip(batch, answers, strict=True)

    def _cause(self, worker: _Worker) -> str:
        code = worker.process.exitcode or 0
        if worker.was_late or code == -getattr(signal, "SIGPROF", 0):
            return f"has no outline: its reader took more than {self._limit:g} s"
        return f"has no outline: its reader crashed ({_signal_name(-code) if code < 0 else f'exit {code}'})"

    def _start(self, languages: Iterable[str]) -> _Worker | None:
        import multiprocessing  # noqa: PLC0415  (loads slowly, and most runs need no worker)

        if len(self._workers) >= self._count:
            return None
        context: ForkContext | SpawnContext = multiprocessing.get_context("spawn")
        inherited = []
        if may_fork():
            context = multiprocessing.get_context("fork")
            for language in languages:  # what is loaded here need not be loaded in each of them
                make_parts(self._read, language, b"")
        ours, theirs = context.Pipe()
        if may_fork():
            # a forked worker has copies of the others' lines; while it holds them those see no end of input
            inherited = [*(worker.line for worker in self._workers), ours]
        process = context.Process(
            target=serve,
            args=(theirs, self._read, self._limit, inherited),
            daemon=True,
            name="groundplan-reader",
        )
        try:
            with _own_modules_only():
                process.start()
        except OSError:  # no more processes for this user
            ours.close()
            return None
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.line.close()
        if worker.batch or worker.was_late:
            worker.process.kill()
        worker.process.join(2.0)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _head(jobs: Iterable[Job]) -> tuple[list[Job] | None, Iterator[Job]]:
    """Return all jobs where they are few and safe enough for this process, else None and all of them."""
    taken, size, remaining = [], 0, iter(jobs)
    for job in remaining:
        taken.append(job)
        size += len(job.text)
        if size > _INLINE_BYTES or job.language not in SAFE_READERS:
            return None, itertools.chain(taken, remaining)
    return taken, remaining


def _batches(jobs: Iterator[Job]) -> Iterator[list[Job]]:
    """Return the jobs in batches of one language each, so that a rare one is not loaded in every worker."""
    batches: dict[str, list[Job]] = {}
    for job in jobs:
        batch = batches.setdefault(job.language, [])
        batch.append(job)
        if len(batch) >= _BATCH_TEXTS or sum(len(each.text) for each in batch) >= _BATCH_BYTES:
            yield batches.pop(job.language)
    yield from batches.values()


@contextlib.contextmanager
def _own_modules_only() -> Iterator[None]:
    """Have a new Python not look for its modules in the folder we stand in, which is the repository's."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
