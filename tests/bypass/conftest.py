"""Plans in three states, built once by the real commands and copied for each attack."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import retry_design
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path


def _copy(built: Desk, folder: Path) -> Desk:
    shutil.copytree(built.root, folder / "repo", symlinks=True)
    return Desk(folder / "repo")


@pytest.fixture(scope="session")
def begun_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk.clear(tmp_path_factory.mktemp("begun"))
    assert desk.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    return desk


@pytest.fixture(scope="session")
def ready_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk.clear(tmp_path_factory.mktemp("ready"))
    for ran in (
        desk.person("new", "Retry failed uploads", "--playbook", "collaborate"),
        desk.agent(
            "say", "--as", "planner", "--kind", "challenge", "Do uploads fail often enough to matter?"
        ),
        desk.person("say", "2 % of them do."),
        desk.agent("write", "context", "-", stdin="2 % of uploads fail; `client.py` sends once.\n"),
        desk.agent("ask", "How many attempts?"),
        desk.person("answer", "1", "Three."),
        desk.agent("write", "implementation-plan", "-", stdin="1. Add `retry()` to `client.py`.\n"),
        desk.person("decide", "Retry three times", "--because", "two were too few"),
        desk.person("approve", "ready", typed="ready"),
    ):
        assert ran.code == 0, ran.said
    desk.commit("Plan the retries")
    return desk


STEPS = """\
1. Add `retry()` to `client.py`.
2. Call it in `upload`.
3. Count the retries.
4. Test a timeout.
"""


@pytest.fixture(scope="session")
def unapproved_desk(begun_desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = _copy(begun_desk, tmp_path_factory.mktemp("unapproved"))
    (desk.root / "client.py").write_text("def upload(data):\n    return post(data)\n")
    for ran in (
        desk.agent("say", "--as", "planner", "--kind", "challenge", "Do uploads fail often enough?"),
        desk.person("say", "2 % of them do."),
        desk.agent("write", "context", "-", stdin="2 % of uploads fail; `client.py` sends once.\n"),
        desk.agent("ask", "How many attempts?"),
        desk.person("answer", "1", "Three."),
        desk.agent("write", "implementation-plan", "-", stdin=STEPS),
    ):
        assert ran.code == 0, ran.said
    return desk


@pytest.fixture(scope="session")
def designed_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk.clear(tmp_path_factory.mktemp("designed"))
    ran = [desk.person("new", retry_design.GOAL, "--playbook", "design", "--name", "retry")]
    ran += [desk.agent("write", key, "-", stdin=text) for key, text in retry_design.RESEARCH.items()]
    ran.append(desk.agent("write", "3", "-", stdin=retry_design.ALTERNATIVES))
    for each in ran:
        assert each.code == 0, each.said
    desk.commit("Write the research")
    return desk


@pytest.fixture(scope="session")
def approved_desk(designed_desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = _copy(designed_desk, tmp_path_factory.mktemp("approved"))
    ran = desk.person("approve", "3", typed="3")
    assert ran.code == 0, ran.said
    desk.commit("Approve the recommendation")
    return desk


@pytest.fixture
def begun(begun_desk: Desk, tmp_path: Path) -> Desk:
    """Return a plan with nothing but its goal (collaborate)."""
    return _copy(begun_desk, tmp_path)


@pytest.fixture
def ready(ready_desk: Desk, tmp_path: Path) -> Desk:
    """Return a plan a person approved as ready (collaborate)."""
    return _copy(ready_desk, tmp_path)


@pytest.fixture
def unapproved(unapproved_desk: Desk, tmp_path: Path) -> Desk:
    """Return a plan of four steps that an agent wrote and that waits for its only approval (collaborate)."""
    return _copy(unapproved_desk, tmp_path)


@pytest.fixture
def designed(designed_desk: Desk, tmp_path: Path) -> Desk:
    """Return a plan that waits at checkpoint 3 (design)."""
    return _copy(designed_desk, tmp_path)


@pytest.fixture
def approved(approved_desk: Desk, tmp_path: Path) -> Desk:
    """Return a plan whose checkpoint 3 a person approved (design)."""
    return _copy(approved_desk, tmp_path)
