"""`done` and `rebase` killed at any step are done once or not at all, and leave no process behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED, RUN, SHOP, Bench

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOURCE = Path(__file__).parents[3] / "src"
# Every call that changes what a later process finds on the disk.
CALLS = "fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,ftruncate"
POINTS = 400 if os.environ.get("EVERY_STEP") else 4  # of all those calls, evenly


def environment() -> dict[str, str]:
    # A first run in a fresh checkout would also rename compiled files, which no later run does.
    extra = {"PYTHONDONTWRITEBYTECODE": "1", "CLAUDECODE": "1", "GROUNDPLAN_NOW": "2026-01-05T12:00:00Z"}
    return {**os.environ, "PYTHONPATH": str(SOURCE), **extra}


def call(bench: Bench, words: tuple[str, ...], *before: str) -> subprocess.CompletedProcess[str]:
    argv = [*before, sys.executable, "-m", "groundplan.cli.main", *words]
    return subprocess.run(
        argv, cwd=bench.root, env=environment(), capture_output=True, text=True, check=False
    )


def receipts(bench: Bench) -> int:
    return len(bench.open().judgement.promises.work.receipts)


def kill_at_every_step(bench: Bench, folder: Path, *words: str) -> Iterator[tuple[str, Bench]]:
    """Yield a copy of the bench for each step of a command, killed there, and the step."""
    counted = Bench.copy(bench, folder / "counted")
    log = folder / "calls"
    ran = call(counted, words, "strace", "-q", "-o", str(log), "-e", f"trace={CALLS}")
    if "attach" in ran.stderr or not log.exists():
        pytest.skip("this machine does not let strace attach")
    assert ran.returncode == 0, ran.stderr
    seen: dict[str, int] = {}
    steps = []
    for name in (line.partition("(")[0] for line in log.read_text().splitlines() if "(" in line):
        seen[name] = seen.get(name, 0) + 1  # strace counts each call by its name
        steps.append((name, seen[name]))
    assert len(steps) > 4
    chosen = steps[:: max(1, len(steps) // POINTS)]
    for name, number in chosen:
        again = Bench.copy(bench, folder / f"{name}{number}")
        inject = f"inject={name}:signal=KILL:when={number}"
        killed = call(again, words, "strace", "-q", "-o", "/dev/null", "-e", f"trace={CALLS}", "-e", inject)
        assert killed.returncode != 0, (name, number)
        assert not again.open().judgement.promises.damage, (name, number)
        yield f"{name} {number}", again
        again.close_all()
        shutil.rmtree(again.root)
    with (folder / "killed").open("a") as told:
        told.write(f"{words[0]}: killed at {len(chosen)} of {len(steps)} steps\n")


@pytest.mark.crash
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_done_killed_at_any_step_is_done_once_or_not_at_all(bench: Bench, tmp_path: Path) -> None:
    bench.start()
    bench.work()
    states = []
    for step, again in kill_at_every_step(bench, tmp_path, "done", "T1"):
        states.append(again.state())
        if states[-1] == "started":
            again.done()
        assert (again.state(), receipts(again)) == ("done", 1), step
        assert "- [x] T1" in again.text()
    assert set(states) <= {"started", "done"}
    assert "started" in states


CITING = (
    "- [ ] T1: Reject negative prices where `shop/cart.py:1-2` adds them\n"
    f"  - Files: `shop/cart.py` (modify)\n  - Verification: `{RUN}` passes\n"
)


@pytest.mark.crash
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_rebase_killed_at_any_step_moves_all_citations_or_none(
    lay: Callable[..., Bench], tmp_path: Path
) -> None:
    bench = lay(CITING)
    bench.put({"shop/cart.py": f"# Carts.\n\n{SHOP['shop/cart.py']}"}, "Say what it is")
    before = bench.text()
    after = before.replace("cart.py:1-2", "cart.py:3-4")
    seen = set()
    for step, again in kill_at_every_step(bench, tmp_path, "rebase"):
        moved = [entry for entry in again.open().history.entries if entry.kind == "reanchored"]
        assert again.text() == (after if moved else before), step
        seen.add(len(moved))
        assert call(again, ("rebase",)).returncode == 0
        assert (again.text(), again.codes() & {"GP102", "GP205", "GP206"}) == (after, set()), step
        assert [entry.kind for entry in again.open().history.entries].count("reanchored") == 1, step
    assert seen <= {0, 1}


TASK = "- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `python3 wait.py` passes\n"
WAIT = (
    "import os, subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n"
    "open('pids', 'w').write(f'{os.getpid()} {child.pid}')\n"
    "time.sleep(300)\n"
)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids: list[int]) -> bool:
    for _ in range(100):
        if not any(map(is_running, pids)):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes are left")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_command_leaves_no_process_and_no_receipt(
    lay: Callable[..., Bench], how: signal.Signals
) -> None:
    bench = lay(TASK, files={"wait.py": WAIT, ".gitignore": "pids\n"})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    argv = [sys.executable, "-m", "groundplan.cli.main", "done", "T1"]
    with subprocess.Popen(
        argv, cwd=bench.root, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        pids = wait_for(bench.root / "pids")
        process.send_signal(how)
        process.wait(30)
    assert gone(pids)
    assert (bench.state(), receipts(bench)) == ("started", 0)


def wait_for(path: Path) -> list[int]:
    for _ in range(600):
        if path.exists() and len(path.read_text().split()) == 2:
            return [int(word) for word in path.read_text().split()]
        time.sleep(0.1)
    raise AssertionError("the command never began")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes are left")
def test_a_command_that_hangs_is_ended_with_all_it_started(lay: Callable[..., Bench]) -> None:
    bench = lay(TASK, files={"wait.py": WAIT, ".gitignore": "pids\n"})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    with pytest.raises(GroundplanError, match="took too long"):
        bench.done(seconds=3)
    assert gone(wait_for(bench.root / "pids"))
    assert (bench.state(), receipts(bench)) == ("started", 0)


def test_a_confined_command_changes_nothing_outside_its_copy(lay: Callable[..., Bench]) -> None:
    write = "import pathlib\npathlib.Path('shop/cart.py').write_text('')\nopen('/tmp/groundplan-left', 'w')\n"
    bench = lay(TASK, files={"wait.py": write})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    try:
        bench.done(is_confined=True)
    except GroundplanError as error:
        if "cannot confine" in error.message:
            pytest.skip("this system cannot confine a command")
        raise
    assert (bench.root / "shop/cart.py").read_text() == FIXED + COUNT
    assert not Path("/tmp/groundplan-left").exists()
    assert bench.state() == "done"


AWAY = (
    "import os, time\n"
    "if not os.fork():\n    os.setsid()\n    if not os.fork():\n"
    "        open('pids', 'w').write(f'{os.getpid()} {os.getpid()}')\n        time.sleep(300)\n"
    "    os._exit(0)\n"
    "while not os.path.exists('pids'):\n    time.sleep(0.05)\n"
)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes are left")
def test_what_forks_away_from_a_command_is_ended_and_in_the_receipt(lay: Callable[..., Bench]) -> None:
    bench = lay(TASK, files={"wait.py": AWAY, ".gitignore": "pids\n"})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    closed = bench.done()
    assert gone(wait_for(bench.root / "pids"))
    assert len(closed.runs[0].left) == 1
    assert bench.open().judgement.promises.receipts[0].runs[0].left == closed.runs[0].left
