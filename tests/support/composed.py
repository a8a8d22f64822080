"""A plan composed without anybody: a real repository, a goal, every section that has a writer, judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from textwrap import dedent
from typing import TYPE_CHECKING

from worktree import IndexedWorktree

import groundplan.rules.catalogue  # noqa: F401 - importing the catalogue registers every rule
from groundplan.app.evidence import Codebase
from groundplan.app.judging import Beside, judge
from groundplan.git.repository import find_repository
from groundplan.markdown.reading import read_plan
from groundplan.markdown.skeletons import render
from groundplan.markdown.splice import splice
from groundplan.plan.config import Config
from groundplan.plan.finding import Severity
from groundplan.plan.history import read_history
from groundplan.planner.analyst import Said, analyse
from groundplan.planner.answers import Understood
from groundplan.planner.gathering import gather_pack
from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundplan.app.judging import Judgement
    from groundplan.code.index import Index
    from groundplan.plan.playbook import Playbook
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.brief import SectionDraft

_FIELDS = dict.fromkeys(("title", "id", "date", "timestamp", "goal", "slug"), "made")
_SHELF = Shelf()


@dataclass
class Project:
    """A repository made of a few texts, indexed once for all the goals that are tried on it."""

    worktree: IndexedWorktree

    @cached_property
    def index(self) -> Index:
        return self.worktree.index()

    @cached_property
    def code(self) -> Codebase:
        return Codebase(find_repository(self.worktree.root))

    def compose(self, goal: str, playbook: str) -> Composed:
        """Return what the planner makes of a goal here."""
        return Composed(self, goal, _SHELF.find(playbook))


@dataclass
class Composed:
    """What the planner makes of one goal under one playbook."""

    project: Project
    goal: str
    book: Playbook

    @cached_property
    def asked(self) -> Analysis:
        """Return the analysis before anything was answered."""
        pack = gather_pack(self.project.index, None, self.goal, Config())
        return analyse(pack, self.book, Config(), Said({}, {}))

    def answered(self, answers: Mapping[str, Understood] = {}) -> Analysis:
        """Return the analysis once every question has an answer: the one given, else the recommended one."""
        settled, ids = {}, {}
        for number, question in enumerate(self.asked.questions, 1):
            taken = question.recommended if question.choices else ""
            settled[question.subject] = Understood(question.recommended_text or "As proposed", choice=taken)
            ids[question.subject] = f"Q{number}"
        return self.asked.after(Said(settled | dict(answers), ids))

    def texts(self, analysis: Analysis | None = None) -> dict[str, str]:
        """Return the words of each section that is written, by its key."""
        return {key: draft.text for key, draft in self.drafts(analysis).items()}

    def drafts(self, analysis: Analysis | None = None) -> dict[str, SectionDraft]:
        """Return the drafts by section key."""
        return {each.key: each for each in (analysis or self.answered()).compose()}

    def judged(self, analysis: Analysis | None = None) -> Judgement:
        """Put every draft into a document and judge it against the repository."""
        spec = self.book.documents[0]
        path = spec.path.format(folder="plans", slug="made")
        plan = read_plan("made", "made", self.book, {spec.name: (path, render(spec.skeleton, _FIELDS))})
        texts = self.texts(analysis)
        if self.book.section("2.3"):
            texts.setdefault("2.3", "No question is open.")  # the app writes the questions there
        text = splice(plan.documents[0], self.book, texts)
        plan = read_plan("made", "made", self.book, {spec.name: (path, text)})
        history = read_history((), plan="made")
        evidence = self.project.code.gather(plan, self.book, history, Config())
        return judge(plan, history, self.book, Config(), Beside({}, evidence))

    def faults(self, analysis: Analysis | None = None) -> list[str]:
        """Return the errors that are about words and code: the rules of process are the app's to keep."""
        return [
            f"{each.code} {each.section}: {each.message}"
            for each in self.judged(analysis).findings
            if each.severity is Severity.ERROR and not each.code.startswith("GP2")
        ]


def make_project(folder: Path, files: Mapping[str, str]) -> Project:
    """Return a new repository with these files, committed."""
    root = folder / "repo"
    root.mkdir(parents=True)
    worktree = IndexedWorktree(root, folder / "cache")
    worktree.git("init", "-q", "-b", "main")
    for path, text in files.items():
        worktree.put(path, dedent(text).lstrip("\n"))
    worktree.commit()
    return Project(worktree)
