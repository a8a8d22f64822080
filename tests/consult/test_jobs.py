"""A job is known by a lock: who was killed is not taken for one who works, and nobody works on it twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from groundplan.consult import jobs
from groundplan.plan.errors import Unavailable

SOURCE = Path(jobs.__file__).parents[2]
WORKER = """\
import sys, time
from pathlib import Path
from groundplan.consult.jobs import at_work
with at_work(Path(sys.argv[1])) as work:
    work.begin({"about": "this"})
    print("begun", flush=True)
    while not work.is_cancelled():
        time.sleep(0.02)
    work.end("cancelled", {"kept": 1})
"""


def begin(place: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(place)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert process.stdout
    assert process.stdout.readline() == "begun\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.wait(30)
    assert process.stdout
    process.stdout.close()


def state(place: Path) -> str:
    found = jobs.find_job(place)
    return found.state if found else ""


def test_nobody_works_on_a_job_that_another_works_on(tmp_path: Path) -> None:
    process = begin(tmp_path)
    found = jobs.find_job(tmp_path)
    assert found is not None
    assert (found.state, found.process, found.note["about"]) == (jobs.RUNNING, process.pid, "this")
    with pytest.raises(jobs.Busy), jobs.at_work(tmp_path):
        pytest.fail("two at once")
    process.kill()
    end(process)
    with jobs.at_work(tmp_path) as work:
        work.begin({})


def test_one_who_was_killed_is_cut_off_and_not_running(tmp_path: Path) -> None:
    process = begin(tmp_path)
    process.send_signal(signal.SIGKILL)
    end(process)
    assert state(tmp_path) == jobs.CUT


def test_a_job_is_cancelled_by_a_word_and_says_so(tmp_path: Path) -> None:
    process = begin(tmp_path)
    assert jobs.cancel(tmp_path)
    end(process)
    found = jobs.find_job(tmp_path)
    assert found is not None
    assert (found.state, found.note["kept"]) == ("cancelled", 1)
    assert not jobs.cancel(tmp_path), "nobody is at it any more"
    again = begin(tmp_path)
    time.sleep(0.2)
    assert state(tmp_path) == jobs.RUNNING, "an old word does not stop a new run"
    again.kill()
    end(again)


def test_whoever_looks_without_working_forgets_nothing(tmp_path: Path) -> None:
    with jobs.at_work(tmp_path) as work:
        work.begin({"about": "this"})
        work.end(jobs.DONE, {"text": "all"})
    with jobs.at_work(tmp_path):
        pass
    found = jobs.find_job(tmp_path)
    assert found is not None
    assert (found.state, found.note["text"]) == (jobs.DONE, "all")


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"started": "x", "process": null}'])
def test_a_torn_note_is_no_job_or_one_that_was_cut_off(tmp_path: Path, damage: str) -> None:
    (tmp_path / "run.json").write_text(damage)
    assert state(tmp_path) in {"", jobs.CUT}


def test_without_a_place_the_work_is_done_all_the_same() -> None:
    with jobs.at_work(None) as work:
        work.begin({})
        assert not work.is_cancelled()
        work.end(jobs.DONE, {})


def test_one_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"Nothing was started in the background: .*no-such-command"):
        jobs.start(["no-such-command"], tmp_path / "job", lambda _: False)
