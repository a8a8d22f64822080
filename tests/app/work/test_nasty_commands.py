"""Verification commands that hang, fork, flood, ask or reach out: ended, reported, and nothing survives."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes are left")
TASK = (
    "- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `python3 nasty.py MARK` passes\n"
)
SLEEP = "import time; time.sleep(300)"
START = "import os, signal, socket, subprocess, sys, time\nMARK = sys.argv[1]\n"
CHILD = f"[sys.executable, '-c', {SLEEP!r}, MARK]"
TOO_LONG = "took too long"

# name -> what it does, and what `done` says; nothing: the task is closed.
NASTY = {
    "hangs": ("time.sleep(300)", TOO_LONG),
    "ignores every polite signal": (
        "for each in (1, 2, 3, 13, 14, 15): signal.signal(each, signal.SIG_IGN)\ntime.sleep(300)",
        TOO_LONG,
    ),
    "stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", TOO_LONG),
    "waits for a child that hangs": (f"subprocess.run({CHILD})", TOO_LONG),
    "leaves a background process": (f"subprocess.Popen({CHILD})", ""),
    "leaves one that holds its output": (f"subprocess.Popen({CHILD}, stdout=1, stderr=2)", ""),
    "leaves one in a session of its own": (f"subprocess.Popen({CHILD}, start_new_session=True)", ""),
    "forks twice and hangs": (
        (
            f"if not os.fork():\n    os.setsid()\n    if not os.fork(): os.execv(sys.executable, {CHILD})\n"
            "    os._exit(0)\ntime.sleep(300)"
        ),
        TOO_LONG,
    ),
    "leaves forty": (f"for _ in range(40): subprocess.Popen({CHILD}, start_new_session=True)", ""),
    "forks as long as it can": (
        "try:\n    while True:\n        if not os.fork(): time.sleep(300)\nexcept OSError: time.sleep(300)",
        "too many processes",
    ),
    "prints without end": ("while True: os.write(1, b'x' * 65536)", "printed"),
    "complains without end": ("while True: os.write(2, b'x' * 65536)", "printed"),
    "reads its input": ("sys.exit(bool(sys.stdin.read()))", ""),
    "asks at the terminal": ("open('/dev/tty').readline()", "exit code 1"),
    "kills its group": ("os.killpg(0, signal.SIGKILL)", "ended in a way that is not known"),
    "kills who started it": ("os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(300)", "ended"),
    "kills who started it and leaves one in a session of its own": (
        (
            f"subprocess.Popen({CHILD}, start_new_session=True)\nos.kill(os.getppid(), signal.SIGKILL)\n"
            "time.sleep(300)"
        ),
        "ended",
    ),
    "closes its streams and hangs": ("os.close(1); os.close(2)\ntime.sleep(300)", TOO_LONG),
}


def survivors(mark: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def is_all_gone(mark: str) -> bool:
    for _ in range(50):
        if not survivors(mark):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_command_is_ended_reported_and_leaves_nothing(lay: Callable[..., Bench], name: str) -> None:
    does, said = NASTY[name]
    mark = f"nasty-{time.monotonic_ns()}"
    bench = lay(TASK.replace("MARK", mark), files={"nasty.py": START + does + "\n"})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    begun = time.monotonic()
    if said:
        with pytest.raises(GroundplanError, match=said):
            bench.done(seconds=4)
    else:
        bench.done(seconds=20)
    assert time.monotonic() - begun < 30
    assert is_all_gone(mark)
    assert bench.state() == ("started" if said else "done")


OWN = {
    "a hook": ("open('.git/hooks/pre-commit', 'w').write('exit 1')", "`.git/hooks/pre-commit`"),
    "the settings": ("subprocess.run(['git', 'config', 'core.fsmonitor', 'x'])", "`.git/config`"),
    "another branch": (
        "subprocess.run(['git', 'update-ref', 'refs/heads/other', 'HEAD'])",
        "`.git/refs/heads/other`",
    ),
    "a tag": ("subprocess.run(['git', 'tag', 'origin/main'])", "`.git/refs/tags/origin/main`"),
    "the branch checked out": ("subprocess.run(['git', 'checkout', '-q', '-b', 'x'])", "`.git/HEAD`"),
}


def ready(lay: Callable[..., Bench], does: str) -> Bench:
    bench = lay(TASK, files={"nasty.py": f"{START}{does}\n"})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    return bench


@pytest.mark.parametrize("name", OWN)
def test_a_command_that_changes_git_itself_is_named_in_the_receipt(
    lay: Callable[..., Bench], name: str
) -> None:
    does, path = OWN[name]
    bench = ready(lay, does)
    assert f"{path}, written to while the commands ran" in bench.done().rests


def test_a_command_that_leaves_git_alone_is_named_in_nothing(lay: Callable[..., Bench]) -> None:
    assert ready(lay, "subprocess.run(['git', 'status'])").done().rests == ()


@pytest.mark.parametrize(
    "does",
    [
        "import shutil; shutil.rmtree('.groundplan/ledger')",
        "from glob import glob; open(min(glob('.groundplan/ledger/*/*')), 'a').write('x')",
    ],
)
def test_a_command_that_changes_the_ledger_closes_nothing(lay: Callable[..., Bench], does: str) -> None:
    bench = ready(lay, does)
    with pytest.raises(GroundplanError, match="entries of the ledger never change"):
        bench.done()
    bench.git("checkout", ".groundplan")
    assert bench.state() != "done"


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("import shutil; shutil.rmtree(os.getcwd())", "is not there"),
        ("import shutil; shutil.rmtree('.git')", "not inside a git repository"),
        ("subprocess.run(['git', 'commit', '-q', '--allow-empty', '-m', 'x'])", "A commit was made"),
        ("open('shop/cart.py', 'a').write('x = 1')", "changed while the commands ran"),
    ],
)
def test_a_command_that_takes_the_repository_away_is_an_error(
    lay: Callable[..., Bench], does: str, said: str
) -> None:
    with pytest.raises(GroundplanError, match=said):
        ready(lay, does).done()
