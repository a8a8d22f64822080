"""The git hooks of the guide, installed as they are shown, stop what the plan does not name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from changed_branch import Branch

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guides/ci.md").read_text("utf-8")
HOOKS = dict(
    re.findall(r"`\.git/hooks/(pre-\w+)`.*?\n\n```bash\n(.*?)```", GUIDE, re.DOTALL),
)


def on_path(branch: Branch, folder: Path) -> dict[str, str]:
    """Put a `groundplan` on the path, as an installation does."""
    program = folder / "groundplan"
    main = "import sys; from groundplan.cli.main import main; sys.exit(main())"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{main}' \"$@\"\n")
    program.chmod(0o755)
    path = f"{folder}:{branch.desk.environ['PATH']}"
    return branch.desk.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src")}


def planned(branch: Branch) -> None:
    desk = branch.desk
    desk.git("checkout", "-q", "main")
    assert desk.pipe("new", "Retry loads", "--playbook", "collaborate").code == 0
    plan = "plans/retry-loads.md"
    heading = "## Implementation Plan\n"
    step = f"{heading}\n1. Change `src/store.py::Store.load`: retry once.\n"
    desk.path(plan).write_text(desk.read(plan).replace(heading, step))
    desk.commit("Plan it")
    desk.git("clone", "-q", "--bare", str(desk.root), str(desk.root.parent / "there.git"))
    desk.git("remote", "add", "origin", str(desk.root.parent / "there.git"))
    desk.git("fetch", "-q", "origin")
    desk.git("checkout", "-q", "-B", "work")


def git(branch: Branch, environ: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *words], cwd=branch.desk.root, env=environ, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("hook", "act"), [("pre-commit", "commit"), ("pre-push", "push")])
def test_a_hook_lets_planned_work_through_and_stops_the_rest(hook: str, act: str, tmp_path: Path) -> None:
    branch = make_branch(tmp_path)
    planned(branch)
    environ = on_path(branch, tmp_path)
    place = branch.desk.path(f".git/hooks/{hook}")
    place.parent.mkdir(exist_ok=True)
    place.write_text(HOOKS[hook])
    place.chmod(0o755)
    words = {"commit": ("commit", "-q", "-am", "Work"), "push": ("push", "-q", "origin", "work")}[act]
    branch.change("src/store.py", *LOAD)
    if act == "push":
        branch.desk.commit("Work")
    done = git(branch, environ, *words)
    assert done.returncode == 0, done.stderr
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    if act == "push":
        branch.desk.commit("More")
    stopped = git(branch, environ, *words)
    assert stopped.returncode == 1
    assert "GP401 unplanned-file" in stopped.stdout + stopped.stderr


def test_the_entry_for_pre_commit_is_the_same_call(tmp_path: Path) -> None:
    branch = make_branch(tmp_path)
    planned(branch)
    (entry,) = re.findall(r"^ *entry: groundplan (.+)$", GUIDE, re.MULTILINE)
    assert branch.change("src/store.py", *LOAD).desk.pipe(*entry.split()).code == 0
    assert (
        branch.change("src/web.py", "return fetch", "return 2 or fetch").desk.pipe(*entry.split()).code == 1
    )
