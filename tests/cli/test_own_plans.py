"""Plans and groundplan's own files are no places to change, and only work on a file collides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

GOAL = "Retry failed uploads with a backoff"


def test_where_never_names_a_plan_or_a_file_of_groundplan(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("new", GOAL, "--playbook", "collaborate").code == 0
    assert desk.person("new", f"{GOAL} twice", "--playbook", "design", "--name", "twice").code == 0
    assert desk.person("playbook", "new", "house-style").code == 0
    desk.commit("Begin to retry failed uploads with a backoff")
    found = desk.pipe("where", GOAL, "--json").json()
    paths = [each["path"] for each in found["files"]]
    assert "src/upload.py" in paths
    assert [path for path in paths if path.startswith((".groundplan/", "plans/"))] == []


def test_a_folder_of_code_called_plans_is_still_found(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.path("plans").mkdir()
    desk.path("plans/billing.py").write_text("def renew_subscription() -> None: ...\n")
    desk.commit("Bill plans")
    assert desk.person("new", GOAL, "--playbook", "collaborate").code == 0
    found = desk.pipe("where", "renew_subscription should retry", "--json").json()
    assert "plans/billing.py" in [each["path"] for each in found["files"]]


def test_a_plan_that_only_cites_a_file_does_not_work_on_it(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("new", "Write the manual", "--playbook", "collaborate", "--name", "manual").code == 0
    desk.path("context.md").write_text("Readers ask what `src/upload.py` does.\n")
    assert desk.person("write", "context", "--file", "context.md").code == 0
    ran = desk.person("plan", f"{GOAL} in `src/upload.py`", "--name", "retry", "--no-talk")
    assert ran.code == 0, ran.said
    assert "manual" not in ran.out
    desk.path("steps.md").write_text("1. Change `src/upload.py`: say what it does in its docstring.\n")
    assert desk.person("--plan", "manual", "write", "implementation-plan", "--file", "steps.md").code == 0
    ran = desk.person("plan", f"{GOAL} in `src/upload.py` again", "--name", "again", "--no-talk")
    assert "`manual` (`plans/manual.md`)" in " ".join(ran.out.split())


def test_a_plan_is_none_of_the_places_where_a_name_appears(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    before = desk.pipe("code", "usages", "src/upload.py::upload").out
    assert desk.person("new", "Let `upload` retry", "--playbook", "collaborate").code == 0
    assert desk.pipe("code", "usages", "src/upload.py::upload").out == before


def test_what_a_section_lacks_is_said_beside_the_command_that_writes_it(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.pipe("plan", "Move uploads to a queue", "--playbook", "migration-short").code == 0
    assert desk.pipe("answer", "Q1", "skip").code == 0
    assert desk.pipe("answer", "Q1", "src/upload.py").code == 0
    told = " ".join(desk.pipe("answer", "Q2", "`pytest` passes").err.split())
    assert "why: Section `current` is incomplete: 0 of at least 1 `place` written" in told
    assert "a row of a table with `Place` and `Change`" in told
