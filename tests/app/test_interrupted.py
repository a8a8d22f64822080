"""A write that a crash cut off is finished before the next command reads anything."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

PLAN = "plans/retry-failed-uploads.md"


def killed_at_commit_point(desk: Desk, *words: str, stdin: str = "") -> None:
    """Run a command in a process of its own that dies right after its intent is on disk."""
    from groundplan.store import documents

    child = os.fork()
    if child == 0:
        documents.finish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[attr-defined]
        os._exit(desk.pipe(*words, stdin=stdin).code)
    os.waitpid(child, 0)


def test_the_next_command_finishes_a_write_that_was_cut_off(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("new", "Retry failed uploads", "--playbook", "collaborate")
    desk.agent("say", "--as", "planner", "--kind", "question", "How often?")
    desk.person("say", "Often.")
    before = desk.read(PLAN)
    killed_at_commit_point(desk, "write", "context", "-", stdin="2 % of them fail.\n")
    assert desk.read(PLAN) == before
    shown = desk.pipe("show", "context")
    assert "2 % of them fail." in shown.out
    assert "GP206" not in desk.codes()
