"""A plan of others taken in as one of ours, and what is said of it while its work goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cases import git

from groundplan.app.callers import Caller
from groundplan.app.lifecycle.foreign import adopt_foreign, read_foreign
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from pathlib import Path

    from cases import Case

ANN = Caller("Ann", "terminal", ("zsh",))
PATH = "plans/replayed.md"
_HEADING = re.compile(r"^#{1,4}(?= )", re.MULTILINE)
_WHO = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")


def shape(case: Case) -> str:
    """Return a plan's own words under the three headings of `collaborate`, its own headings two deeper."""
    *about, steps = (_HEADING.sub(r"##\g<0>", each) for each in case.documents.values())
    front = f"---\ntitle: {case.name}\nstatus: draft\nlast_updated: 2026-01-01\n---\n"
    context = "\n\n".join(about) or "None."
    return f"{front}## Goal\n{case.name}\n\n## Context\n{context}\n\n## Implementation Plan\n{steps}\n"


def take_in(repo: Path, case: Case) -> str:
    """Adopt a plan at the commit before its work, as a person would; return the commit that has it."""
    git(repo, "checkout", "-qf", case.base)
    git(repo, "clean", "-qfdx")
    (repo / PATH).parent.mkdir(exist_ok=True)
    (repo / PATH).write_text(shape(case), encoding="utf-8")
    with open_workspace(repo) as workspace:
        adopt_foreign(read_foreign(workspace, PATH, "collaborate"), caller=ANN)
    return _commit(repo)


def go_on(repo: Path, taken: str, commit: str) -> str:
    """Put the files of a commit beside the adopted plan, in a commit after it."""
    git(repo, "checkout", "-qf", taken)
    git(repo, "read-tree", "-u", "--reset", commit)
    git(repo, "checkout", taken, "--", "plans", ".groundplan")
    return _commit(repo)


def _commit(repo: Path) -> str:
    git(repo, "add", "-A", "-f", "plans", ".groundplan/ledger")
    git(repo, *_WHO, "commit", "-q", "--no-verify", "-m", "Go on")
    return git(repo, "rev-parse", "HEAD").strip()
