"""Past commits of a repository as goals: the message asks, the files that were changed answer."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from pathlib import Path

NEWEST = 3_000  # commits of a repository looked at
LARGEST = 8  # files of code
FEWEST_WORDS = 4
_NOISE = re.compile(
    r"\(?#\d+\)?|^(?:Co-authored|Signed-off|Reviewed|Change-Id|Refs?|Closes|Fixes)[\w-]*:? .*$", re.MULTILINE
)
_DULL = re.compile(
    r"^(?:merge|revert|bump|release|version|typo|docs?\b|chore|ci\b|build\b|style|lint|format|\[?pre-commit|prepare|v?\d+\.)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Case:
    """One commit: what its message asks for, and the files it changed that stood there before."""

    commit: str
    parent: str
    goal: str
    changed: tuple[str, ...]  # product files
    tests: tuple[str, ...]  # test files, added ones among them


def choose_cases(repository: Path, count: int) -> list[Case]:
    """Return commits spread evenly over the newest ones that are a change of code their message tells of."""
    found = [each for each in _commits(repository) if each is not None]
    return found[:: max(1, len(found) // count)][:count]


def _commits(repository: Path) -> list[Case | None]:
    shape = "--format=%x01%H%x02%P%x02%B%x02"
    options = ["--no-merges", "--no-renames", "--name-status", "-z", shape, "-n", str(NEWEST)]
    words = ["git", "-C", str(repository), "log", *options]
    told = subprocess.run(words, check=True, capture_output=True).stdout.decode("utf-8", "replace")
    return [_case(record) for record in told.split("\x01")[1:]]


def _case(record: str) -> Case | None:
    commit, parent, message, listed = record.split("\x02", 3)
    parts = [each.strip("\n") for each in listed.split("\0") if each.strip("\n")]
    files = list(zip(parts[::2], parts[1::2], strict=False))
    goal = _NOISE.sub(" ", message).strip()
    code = [(status, path) for status, path in files if part(path) is Part.CODE]
    changed = tuple(path for status, path in code if status == "M")
    tests = tuple(path for status, path in files if part(path) is Part.TEST and status in "AM")
    is_fit = changed and len(code) <= LARGEST and parent and len(goal.split()) >= FEWEST_WORDS
    return Case(commit, parent, goal, changed, tests) if is_fit and not _DULL.match(goal) else None


def check_out(tree: Path, source: Path, commit: str) -> None:
    """Put a commit's tree into a folder whose git reaches that commit and its ancestors only."""

    def git(*words: str, check: bool = True) -> None:
        quiet = {"GIT_LFS_SKIP_SMUDGE": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(
            ["git", "-C", str(tree), *words], check=check, capture_output=True, env={**os.environ, **quiet}
        )

    if not tree.exists():
        tree.mkdir(parents=True)
        git("init", "-q")
        objects = subprocess.run(
            ["git", "-C", str(source), "rev-parse", "--path-format=absolute", "--git-path", "objects"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        (tree / ".git" / "objects" / "info").mkdir(exist_ok=True)
        (tree / ".git" / "objects" / "info" / "alternates").write_text(f"{objects}\n")
    git("update-ref", "--no-deref", "HEAD", commit)
    git("read-tree", "HEAD")
    git("checkout-index", "-q", "-a", "-f", check=False)
    git("clean", "-qfdx")
