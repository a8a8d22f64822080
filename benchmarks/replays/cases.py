"""Plans that were carried out, found in a history: which commit has the plan first, which did the work."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

ARCHIVE = "openspec/changes/archive"
DOCUMENTS = ("proposal.md", "tasks.md")
MOST_PLANS = 3  # a commit that touches more of them moves or rewrites plans
_BOX = re.compile(r"^(\s*[-*] \[)[xX]\]", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A plan as it was first committed, and the change that carried it out."""

    name: str
    folder: str  # where the plan is put before the change
    documents: dict[str, str]  # name -> text, boxes open
    base: str
    head: str
    is_with_the_work: bool  # plan and work came in one commit
    branch: str = "main"  # on which it is checked later


def git(repo: Path, *words: str) -> str:
    """Return what git says in a repository."""
    done = subprocess.run(["git", *words], cwd=repo, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def find_cases(repo: Path) -> list[Case]:
    """Return each archived change that exactly one commit carried out."""
    archived = [
        PurePosixPath(line).name
        for line in git(repo, "ls-tree", "--name-only", "HEAD", f"{ARCHIVE}/").split()
    ]
    return [case for each in archived if (case := _find(repo, each)) is not None]


def _find(repo: Path, archived: str) -> Case | None:
    name = re.sub(r"^\d{4}-\d{2}-\d{2}-", "", archived)
    active = f"openspec/changes/{name}"
    listed = git(
        repo, "log", "--no-merges", "--reverse", "--format=%H", "HEAD", "--", active, f"{ARCHIVE}/{archived}"
    )
    commits = listed.split()
    done = [each for each in commits if _does_work(repo, each)]
    if len(done) != 1:
        return None
    first = commits[0]
    documents = _read(repo, first, active) or _read(repo, first, f"{ARCHIVE}/{archived}")
    if "tasks.md" not in documents or git(repo, "merge-base", first, done[0]).strip() != first:
        return None
    return Case(name, active, documents, f"{done[0]}^", done[0], first == done[0])


def _does_work(repo: Path, commit: str) -> bool:
    changed = git(repo, "diff-tree", "-r", "--no-commit-id", "--name-only", commit).splitlines()
    plans = {path.split("/")[2:4][-1] for path in changed if path.startswith(ARCHIVE)}
    plans |= {
        path.split("/")[2] for path in changed if path.startswith("openspec/changes/") and ARCHIVE not in path
    }
    is_code = any(
        path.startswith(("src/", "scripts/", ".github/", "bin/")) or path.endswith(".nix") for path in changed
    )
    return is_code and len({re.sub(r"^[\d-]{11}", "", each) for each in plans}) <= MOST_PLANS


def _read(repo: Path, commit: str, folder: str) -> dict[str, str]:
    there = git(repo, "ls-tree", "--name-only", commit, f"{folder}/").splitlines()
    names = [PurePosixPath(path).name for path in there]
    return {
        each: _BOX.sub(r"\1 ]", git(repo, "show", f"{commit}:{folder}/{each}"))
        for each in DOCUMENTS
        if each in names
    }


def find_workspace(repo: Path) -> list[Case]:
    """Return the workspace `refactor-listeners` of advanced-alchemy, wherever its history has it.

    Its plan was committed with boxes ticked in the middle of the work: the range is all of its branch.
    """
    folder = "specs/active/refactor-listeners"
    added = git(repo, "log", "--all", "--diff-filter=A", "--format=%H", "--", f"{folder}/tasks.md").split()
    gone = git(repo, "log", "--all", "--diff-filter=D", "--format=%H", "--", f"{folder}/tasks.md").split()
    if not (added and gone):
        return []
    base = git(repo, "merge-base", added[0], "origin/main" if has(repo, "origin/main") else "main").strip()
    texts = {name: git(repo, "show", f"{added[0]}:{folder}/{name}") for name in ("prd.md", "tasks.md")}
    return [
        Case(
            "refactor-listeners",
            folder,
            {n: _BOX.sub(r"\1 ]", t) for n, t in texts.items()},
            base,
            gone[0],
            is_with_the_work=False,
        )
    ]


def has(repo: Path, rev: str) -> bool:
    """Tell whether a repository has a revision."""
    return (
        subprocess.run(
            ["git", "rev-parse", "-q", "--verify", rev], cwd=repo, capture_output=True, check=False
        ).returncode
        == 0
    )
