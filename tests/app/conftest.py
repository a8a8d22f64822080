"""A real repository with a clock that stands still until told, a person and an agent."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from sample_code import lay_code

from groundplan.app.callers import Caller
from groundplan.app.lifecycle.starting import Named, new
from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace


@dataclass
class Office:
    """Where use cases are called: a repository, somebody who calls, and the time."""

    root: Path
    ann: Caller = field(default_factory=lambda: Caller("Ann", "terminal", ("zsh",)))
    agent: Caller = field(default_factory=lambda: Caller("claude", "agent", ("claude",), "CLAUDECODE is set"))
    now: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    opened: list[Workspace] = field(default_factory=list, repr=False)

    def git(self, *words: str) -> str:
        argv = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words]
        return subprocess.run(argv, cwd=self.root, capture_output=True, text=True, check=True).stdout

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "Go on")

    def pass_time(self, minutes: int = 5) -> None:
        self.now += timedelta(minutes=minutes)

    @property
    def workspace(self) -> Workspace:
        self.opened.append(open_workspace(self.root, clock=lambda: self.now))
        return self.opened[-1]

    def close(self) -> None:
        for each in self.opened:
            each.close()

    def begin(
        self, goal: str = "Retry failed uploads", playbook: str = "collaborate", slug: str = ""
    ) -> OpenPlan:
        return new(self.workspace, goal, playbook=playbook, caller=self.ann, named=Named(slug)).opened

    def open(self, name: str = "", *, archived: bool = False) -> OpenPlan:
        return open_plan(self.workspace, name, archived=archived)

    def called(self, name: str) -> Caller:
        """Return a person of that name."""
        return replace(self.ann, name=name)

    def read(self, path: str) -> str:
        return (self.root / path).read_text("utf-8")

    def codes(self, name: str = "", *, archived: bool = False) -> set[str]:
        return {finding.code for finding in self.open(name, archived=archived).judgement.findings}


@pytest.fixture(scope="session")
def committed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit: a copy of it costs less than git does."""
    made = Office(tmp_path_factory.mktemp("committed"))
    made.git("init", "-q", "-b", "main", "--template=")
    lay_code(made.root)
    made.commit()
    return made.root


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> dict[Callable[[Office], object], Office]:
    """Offices that something was done in once, by what did it."""
    return {}


@pytest.fixture
def after(
    office: Office,
    laid: dict[Callable[[Office], object], Office],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Callable[[Office], object]], Office]:
    """Return what brings the office where something leaves it: done once, and copied for all others."""

    def bring(work: Callable[[Office], object]) -> Office:
        if work not in laid:
            work(office)
            kept = tmp_path_factory.mktemp(work.__name__) / "repo"
            shutil.copytree(office.root, kept, symlinks=True)
            laid[work] = Office(kept, now=office.now)
        else:
            shutil.rmtree(office.root)
            shutil.copytree(laid[work].root, office.root, symlinks=True)
            office.now = laid[work].now
        return office

    return bring


@pytest.fixture
def office(committed_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    root = tmp_path / "repo"
    shutil.copytree(committed_once, root)
    made = Office(root)
    yield made
    made.close()
