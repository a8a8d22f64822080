"""A text that its reader dies, hangs or fails on costs that text alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from risky_readers import read_riskily

from groundplan.code.workers import Workers
from groundplan.code.working import Job

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its processes die in other ways")


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(count=2, read=read_riskily, limit=0.2)
    yield made
    made.close()


def jobs(*texts: str) -> list[Job]:
    # a language that is not on the list of safe ones, so that a worker is used
    return [Job(text.encode(), "anything", text.encode()) for text in texts]


def outcome(workers: Workers, *texts: str) -> dict[str, str]:
    """Return each text with the name that was found in it, or the reason there is none."""
    done = list(workers.run(jobs(*texts)))
    assert len(done) == len(texts)
    return {job.text.decode(): parts.reason or parts.names[0] for job, parts in done}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("CRASH", "has no outline: its reader crashed (SIGSEGV)"),
        ("LEAVE", "has no outline: its reader crashed (exit 3)"),
        ("SPIN", "has no outline: its reader took more than 0.2 s"),
        ("SLEEP", "has no outline: its reader took more than 0.2 s"),
        ("RAISE", "has no outline: its reader failed (ValueError: no such thing)"),
    ],
)
def test_only_the_text_that_breaks_its_reader_is_lost(workers: Workers, text: str, reason: str) -> None:
    before = [f"before{number}" for number in range(40)]
    after = [f"after{number}" for number in range(40)]
    done = outcome(workers, *before, text, *after)
    assert done == {name: name for name in (*before, *after)} | {text: reason}


def test_several_breaking_texts_are_each_named(workers: Workers) -> None:
    done = outcome(workers, "CRASH 1", "fine", "LEAVE 2", "CRASH 3", "well")
    assert done["fine"] == "fine"
    assert done["well"] == "well"
    assert all("crashed" in done[text] for text in ("CRASH 1", "LEAVE 2", "CRASH 3"))


@pytest.mark.parametrize("text", ["RECURSE", "HOARD"])
def test_a_reader_without_bounds_ends(workers: Workers, text: str) -> None:
    done = outcome(workers, text, "fine")
    assert done["fine"] == "fine"
    assert done[text].startswith("has no outline: its reader ")


def test_workers_serve_again_after_a_crash(workers: Workers) -> None:
    outcome(workers, "CRASH")
    assert outcome(workers, "fine") == {"fine": "fine"}


def test_a_worker_that_died_while_idle_is_replaced(workers: Workers) -> None:
    outcome(workers, "fine")
    (idle,) = workers._workers
    workers._count = 1  # the dead one must not keep the place of a new one
    idle.process.kill()
    idle.process.join()
    assert outcome(workers, "well") == {"well": "well"}


def test_where_no_process_can_be_started_texts_are_read_here(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    assert outcome(workers, "fine", "RAISE") == {
        "fine": "fine",
        "RAISE": "has no outline: its reader failed (ValueError: no such thing)",
    }


def test_texts_longer_than_a_pipe_holds_come_back(workers: Workers) -> None:
    texts = [f"name{number} " + "x" * 300_000 for number in range(12)]
    assert set(outcome(workers, *texts).values()) == {f"name{number}" for number in range(12)}


def test_beside_other_threads_workers_are_started_afresh() -> None:
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    fresh = Workers(count=1, limit=5.0)
    try:
        ((_, parts),) = fresh.run([Job(b"", "go", b"package a\n\nfunc Fetch() {}\n")])
        assert parts.names == ("Fetch",)
    finally:
        fresh.close()
        stop.set()
        other.join()


def test_little_python_is_read_without_a_process(workers: Workers) -> None:
    ((_, parts),) = workers.run([Job(b"", "python", b"fine")])
    assert parts.names == ("fine",)
    assert not workers._workers


def test_leaving_midway_ends_every_worker(workers: Workers) -> None:
    running = workers.run(jobs(*(f"name{number}" for number in range(200))))
    next(running)
    processes = [worker.process for worker in workers._workers]
    assert processes
    running.close()
    assert not any(process.is_alive() for process in processes)


@pytest.mark.crash
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    note = tmp_path / "pids"
    script = textwrap.dedent(f"""
        import pathlib
        from groundplan.code.workers import Workers
        from groundplan.code.working import Job
        from risky_readers import read_riskily
        workers = Workers(count=2, read=read_riskily, limit=0.2)
        for _ in workers.run(Job(b"", "anything", b"name%d" % n) for n in range(70)):
            pass
        jobs = (Job(b"", "anything", b"SPIN %d" % n) for n in range(70))
        for _ in workers.run(iter(jobs)):
            note = pathlib.Path({str(note)!r})
            note.write_text(" ".join(str(worker.process.pid) for worker in workers._workers))
    """)
    path = os.pathsep.join([str(Path(__file__).parents[1] / "support"), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not note.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    pids = [int(word) for word in note.read_text().split()]
    process.send_signal(how)
    process.wait(20)
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, pids))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
