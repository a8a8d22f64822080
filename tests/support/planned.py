"""A goal planned through the app in a repository made for it: every document written, judged as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from textwrap import dedent
from typing import TYPE_CHECKING

from worktree import IndexedWorktree

from groundplan.app.analyst.answering import answer_led
from groundplan.app.analyst.planning import plan_goal, take_turn
from groundplan.app.callers import Caller
from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.plan.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.planner.analyst import Analysis

ANN = Caller("Ann", "terminal", ("zsh",))


@dataclass
class PlannedGoal:
    """A plan that the analyst began, and what it was made of."""

    root: Path
    analysis: Analysis

    @property
    def opened(self) -> OpenPlan:
        """Return the plan as it stands on disk."""
        clock = lambda: datetime(2026, 1, 5, 9, 0, tzinfo=UTC)  # noqa: E731
        return open_plan(open_workspace(self.root, clock=clock), "")

    def section(self, key: str) -> str:
        """Return the words of a section."""
        found = self.opened.plan.section(key)
        assert found is not None, f"there is no section {key}"
        return found.body

    def faults(self) -> list[str]:
        """Return every error but that a question is open."""
        findings = self.opened.judgement.findings
        errors = [each for each in findings if each.severity is Severity.ERROR and each.code != "GP204"]
        return [f"{each.code} {each.section}: {each.message}" for each in errors]

    def reply(self, subject: str, words: str) -> None:
        """Answer the question on a subject, and let the analyst take its turn."""
        asked = self.opened.judgement.promises.questions
        question = next(each for each in asked if each.asked and each.asked.subject == subject)
        answer_led(self.opened, question.id, words, caller=ANN)
        take_turn(self.opened, caller=ANN)


def plan_in(
    folder: Path, files: Mapping[str, str], goal: str, playbook: str, config: str = ""
) -> PlannedGoal:
    """Make a repository of these files, plan the goal there, and return the plan."""
    root = folder / "repo"
    root.mkdir(parents=True)
    worktree = IndexedWorktree(root, folder / "cache")
    worktree.git("init", "-q", "-b", "main")
    for path, text in files.items():
        worktree.put(path, dedent(text).lstrip("\n"))
    if config:
        worktree.put(".groundplan/config.toml", config)
    worktree.commit()
    planned = plan_goal(open_workspace(root), goal, caller=ANN, playbook=playbook)
    return PlannedGoal(root, planned.advanced.analysis)
