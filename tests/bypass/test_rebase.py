"""A plan and code that went on: what drifted is named, citations alone are moved, a kill leaves no half."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desk import Desk

PLAN = "plans/retry/PLANNING.md"
LINES, MOVED = "src/upload.py:10-48", "src/upload.py:12-50"
SYSTEM = Path(__file__).parents[2] / "src"
# Each of these changes what is on the disk.
CALLS = (
    "renameat2",
    "rename",
    "renameat",
    "linkat",
    "link",
    "unlinkat",
    "unlink",
    "mkdirat",
    "mkdir",
    "fsync",
    "write",
)


def push_down(desk: Desk) -> None:
    desk.path("src/upload.py").write_text("# one\n# two\n" + desk.read("src/upload.py"))
    desk.commit("Comment on it")


def words(desk: Desk) -> str:
    """The plan without what is computed about the move itself."""
    lines = desk.read(PLAN).splitlines(keepends=True)
    return "".join(line for line in lines if "Re-anchored" not in line and "Last Updated" not in line)


def entries(desk: Desk, kind: str) -> list[dict[str, object]]:
    read = [json.loads(path.read_text()) for path in desk.root.glob(".groundplan/ledger/*/*.json")]
    return [each for each in read if each["kind"] == kind]


def test_nothing_drifts_while_the_code_stays(approved: Desk) -> None:
    ran = approved.pipe("drift", "--json")
    assert (ran.code, ran.json()["citations"], ran.json()["approved"]) == (0, [], True)


def test_code_that_moved_is_followed_and_the_approval_stays(approved: Desk) -> None:
    before = words(approved)
    push_down(approved)
    seen = approved.pipe("drift", "--json")
    assert seen.code == 1
    assert {each["state"] for each in seen.json()["citations"]} == {"moved"}
    done = approved.agent("rebase", "--json").json()
    assert done["approvals_hold"]
    assert {"from": LINES, "to": MOVED} in done["moved"]
    assert words(approved).replace(MOVED, LINES) == before
    assert approved.states()["3"] == "passed"
    assert approved.pipe("drift").code == 0


def test_rebase_does_nothing_twice(approved: Desk) -> None:
    push_down(approved)
    approved.agent("rebase")
    again = approved.agent("rebase", "--json").json()
    assert (again["moved"], len(entries(approved, "reanchored"))) == ([], 1)


def test_code_that_reads_differently_is_a_question_and_is_not_moved(approved: Desk) -> None:
    before = approved.read(PLAN)
    code = approved.read("src/upload.py").splitlines()
    code[20] = f"{code[20]}  # and more"
    approved.path("src/upload.py").write_text("\n".join(code) + "\n")
    approved.commit("Change it")
    done = approved.agent("rebase", "--json").json()
    assert done["moved"] == []
    assert any(each.startswith(f"`{LINES}` reads differently now") for each in done["questions"])
    assert approved.read(PLAN) == before
    assert entries(approved, "reanchored") == []


def test_code_that_is_gone_is_a_question(approved: Desk) -> None:
    approved.path("src/upload.py").unlink()
    approved.commit("Drop it")
    assert approved.pipe("drift").code == 1
    done = approved.agent("rebase", "--json").json()
    assert any("is gone" in each for each in done["questions"])


def test_a_dependency_that_changed_is_a_note(approved: Desk) -> None:
    approved.path("requirements-more.txt").write_text("tenacity==9.0\n")
    approved.commit("Ask for more")
    ran = approved.pipe("drift", "--json")
    found = {each["name"]: (each["before"], each["now"]) for each in ran.json()["dependencies"]}
    assert found["tenacity"] == ("", "==9.0")


def test_another_open_plan_on_the_same_file_is_a_note(approved: Desk) -> None:
    approved.person("new", "Split the uploads", "--playbook", "collaborate")
    path = "plans/split-the-uploads.md"
    steps = "## Implementation Plan\n\n1. Create `src/retry.py`: split it.\n"
    approved.path(path).write_text(approved.read(path).replace("## Implementation Plan\n", steps))
    ran = approved.pipe("drift", "retry", "--json")
    assert {"path": "src/retry.py", "plan": "split-the-uploads"} in ran.json()["shared"]
    assert ran.code == 0


def test_a_new_use_of_a_name_that_the_plan_changes_is_seen(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "--because", "another name").code == 0
    ready.agent("say", "--as", "planner", "--kind", "question", "Which name?")
    ready.person("say", "Rename it.")
    ready.path("client.py").write_text("def send_all():\n    return 1\n")
    ready.commit("Send")
    step = "1. Rename `send_all` to `send_each` in `client.py`.\n"
    assert ready.agent("write", "implementation-plan", "-", stdin=step).code == 0
    assert ready.pipe("drift", "--json").json()["occurrences"] == []
    ready.path("report.py").write_text("from client import send_all\n\nsend_all()\n")
    ready.commit("Report")
    ran = ready.pipe("drift", "--json")
    assert ran.code == 1
    (found,) = ran.json()["occurrences"]
    assert (found["term"], found["path"], found["before"], found["now"]) == ("send_all", "report.py", 0, 2)


# Kills at every step.

MAIN = "import sys; from groundplan.cli.main import main; sys.exit(main())"


def traced(desk: Desk, *options: str) -> subprocess.CompletedProcess[str]:
    argv = ["strace", "-f", "-qq", *options, sys.executable, "-c", MAIN, "rebase"]
    environ = desk.environ | {"PYTHONPATH": str(SYSTEM), "PYTHONDONTWRITEBYTECODE": "1", "CLAUDECODE": "1"}
    return subprocess.run(argv, cwd=desk.root, env=environ, capture_output=True, text=True, check=False)


def steps(desk: Desk, folder: Path) -> Iterator[tuple[str, int]]:
    """Yield each call that changes the disk, by its name and number, as one rebase makes them."""
    log = folder / "calls"
    traced(copied(desk, folder / "counted"), "-e", f"trace={','.join(CALLS)}", "-o", str(log))
    calls = Counter(
        line.split(None, 1)[1].partition("(")[0] for line in log.read_text().splitlines() if "(" in line
    )
    for name, count in calls.items():
        yield from ((name, at) for at in range(1, count + 1))


def copied(desk: Desk, folder: Path) -> Desk:
    shutil.copytree(desk.root, folder / "repo", symlinks=True)
    return type(desk)(folder / "repo")


@pytest.mark.crash
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_kill_at_any_step_of_rebase_leaves_nothing_half_done_and_nothing_twice(
    approved: Desk, tmp_path: Path
) -> None:
    push_down(approved)
    before = words(approved)
    points = list(steps(approved, tmp_path))
    if not points:
        pytest.skip("this machine does not let strace trace")
    most = int(os.environ.get("REBASE_KILLS", "8"))
    shown = points[:: max(1, len(points) // most)]
    killed = 0
    for number, (call, at) in enumerate(shown):
        desk = copied(approved, tmp_path / f"kill-{number}")
        ran = traced(
            desk, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={at}", "-o", os.devnull
        )
        killed += ran.returncode != 0
        assert desk.agent("rebase").code == 0, (call, at)
        assert words(desk).replace(MOVED, LINES) == before, (call, at)
        assert LINES not in desk.read(PLAN), (call, at)
        assert len(entries(desk, "reanchored")) == 1, (call, at)
        assert desk.states()["3"] == "passed", (call, at)
        shutil.rmtree(desk.root)
    assert killed >= len(shown) // 2
