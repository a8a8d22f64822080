from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Refused, Unavailable
from groundplan.store.lock import held, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundplan.store.change import Saved
    from groundplan.store.paths import Folder

HOLD = """
import sys, time
from groundplan.store.lock import held
from groundplan.store.paths import Folder
with Folder.open(sys.argv[1]) as folder, held(folder, "write 7"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    argv = [sys.executable, "-c", HOLD, str(root)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_waiting_writer_is_told_who_holds_the_lock(folder: Folder, holder: subprocess.Popen[str]) -> None:
    with (
        pytest.raises(Unavailable, match=rf"Process `{holder.pid}` is writing here \(`write 7`\)") as caught,
        held(folder, "x", timeout=0.1),
    ):
        pass
    assert f"ps -p {holder.pid}" in caught.value.hint


def test_a_reader_waits_for_the_writer_too(folder: Folder, holder: subprocess.Popen[str]) -> None:
    with pytest.raises(Unavailable, match="is writing here"), reading(folder, timeout=0.1):
        pass


def test_a_killed_holder_holds_nothing(folder: Folder, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    with held(folder, "x", timeout=5):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_paused_holder_still_holds(folder: Folder, holder: subprocess.Popen[str]) -> None:
    holder.send_signal(signal.SIGSTOP)
    with pytest.raises(Unavailable), held(folder, "x", timeout=0.2):
        pass
    holder.send_signal(signal.SIGCONT)


def test_readers_do_not_shut_each_other_out(folder: Folder, write: Callable[..., Saved]) -> None:
    write({"plans/x.md": b"one"})
    with (
        reading(folder),
        reading(folder, timeout=0),
        pytest.raises(Unavailable),
        held(folder, "x", timeout=0.05),
    ):
        pass
    with held(folder, "x", timeout=0.05):
        pass


def test_reading_where_nobody_ever_wrote_makes_nothing(folder: Folder, root: Path) -> None:
    with reading(folder):
        pass
    assert list(root.iterdir()) == []


def test_threads_of_one_process_take_turns(folder: Folder) -> None:
    inside, most = [0], [0]

    def work() -> None:
        for _ in range(5):
            with held(folder, "thread", timeout=30):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0.001)
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 1


def test_a_lock_file_cleaned_away_is_made_anew(folder: Folder, root: Path) -> None:
    with held(folder, "x"):
        pass
    shutil.rmtree(root / ".groundplan")
    with held(folder, "x"):
        assert (root / ".groundplan/local/.gitignore").read_text() == "*\n"


def test_a_lock_that_is_no_file_is_refused(folder: Folder, root: Path) -> None:
    (root / ".groundplan/local").mkdir(parents=True)
    (root / ".groundplan/local/lock").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="is a symbolic link"), held(folder, "x"):
        pass


def test_an_unreadable_holder_is_not_named(folder: Folder, root: Path) -> None:
    with held(folder, "x"):
        (root / ".groundplan/local/lock").write_text("garbage")
        with (
            pytest.raises(Unavailable, match="Another process is writing here"),
            held(folder, "y", timeout=0),
        ):
            pass
