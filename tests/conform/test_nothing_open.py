"""No open plan is nothing to check: pipelines and hooks go on before the first plan and after the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

CALLS = (("check",), ("check", "--base", "main"), ("conform", "--base", "main", "--partial"))


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path)


def plan_on_main(branch: Branch) -> None:
    desk = branch.desk
    desk.git("checkout", "-q", "main")
    assert desk.person("new", "Retry loads", "--playbook", "collaborate").code == 0
    plan = "plans/retry-loads.md"
    heading = "## Implementation Plan\n"
    desk.edit(plan, heading, f"{heading}\n1. Change `src/store.py::Store.load`: retry once.\n")
    assert desk.person("adopt", typed="adopt").code == 0
    desk.commit("Plan it")
    desk.git("checkout", "-q", "-B", "work")


def put_away(branch: Branch) -> None:
    assert branch.desk.person("archive", "--abandon", "too much work", "--yes").code == 0


@pytest.mark.parametrize("words", CALLS)
@pytest.mark.parametrize("state", ["before the first plan", "after the last one"])
def test_without_an_open_plan_nothing_fails(branch: Branch, words: tuple[str, ...], state: str) -> None:
    if state == "after the last one":
        plan_on_main(branch)
        put_away(branch)
        branch.desk.git("checkout", "-q", "main")
        branch.desk.commit("Archive it")
        branch.desk.git("checkout", "-q", "-B", "work")
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    ran = branch.desk.pipe(*words)
    assert (ran.code, ran.out, ran.err) == (0, "No open plan: nothing to check.\n", "")
    told = branch.desk.pipe(*words, "--json")
    assert (told.code, told.json()["clean"]) == (0, True)
    reported = branch.desk.pipe(*words, "--format", "github")
    assert (reported.code, reported.out) == (0, "")
    assert reported.err == "note: No open plan: nothing to check.\n"


def test_a_change_that_archives_its_plan_is_still_held_against_it(branch: Branch) -> None:
    plan_on_main(branch)
    branch.change("src/store.py", *LOAD)
    put_away(branch)
    assert branch.desk.pipe("conform", "--base", "main").code == 0
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    ran = branch.desk.pipe("conform", "--base", "main", "--partial")
    assert ran.code == 1
    assert "GP401 unplanned-file" in ran.out


def test_a_change_that_begins_and_archives_its_plan_is_held_against_it(branch: Branch) -> None:
    branch.desk.git("checkout", "-q", "main")
    base = branch.desk.git("rev-parse", "HEAD").strip()
    plan_on_main(branch)
    steps = "1. Change `src/store.py::Store.load`: retry once.\n"
    for key, words in {"context": "It loads once.\n", "implementation-plan": steps}.items():
        branch.desk.path(".git/words.md").write_text(words)
        assert branch.desk.person("write", key, "--file", ".git/words.md").code == 0
    assert branch.desk.person("approve", "ready", typed="ready").code == 0
    assert branch.desk.person("waive", "--all", "--reason", "done by hand").code == 0
    assert branch.desk.person("archive", "--yes").code == 0
    branch.desk.commit("Archive it")
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    ran = branch.desk.pipe("conform", "--base", base)
    assert ran.code == 1
    assert "GP401 unplanned-file" in ran.out


def test_a_document_of_another_plan_is_held_against_its_own_approvals(branch: Branch) -> None:
    plan_on_main(branch)
    assert branch.desk.person("new", "Count loads", "--playbook", "collaborate", "--name", "count").code == 0
    branch.change("src/store.py", *LOAD)
    ran = branch.desk.pipe("conform", "--base", "main", "-p", "retry-loads")
    assert (ran.code, "plans/count.md" in ran.out) == (0, False), ran.out
    branch.desk.path("plans/count.md").write_text("# Anything\n")  # no plan's document any more
    branch.desk.commit("Write over it")
    assert "plans/count.md" in branch.desk.pipe("conform", "--base", "main", "-p", "retry-loads").out


@pytest.mark.parametrize("words", CALLS)
def test_a_plan_whose_ledger_is_gone_still_fails(branch: Branch, words: tuple[str, ...]) -> None:
    plan_on_main(branch)
    branch.desk.git("rm", "-rq", ".groundplan/ledger")
    assert branch.desk.pipe(*words).code == 5


def test_an_archived_plan_is_found_by_its_name(branch: Branch) -> None:
    plan_on_main(branch)
    put_away(branch)
    branch.desk.git("checkout", "-q", "main")
    branch.desk.commit("Archive it")
    branch.desk.git("checkout", "-q", "-B", "work")
    branch.change("src/store.py", *LOAD)
    for words in (("retry-loads",), ("-p", "retry-loads")):
        ran = branch.desk.pipe("conform", *words, "--base", "main", "--partial")
        assert "There is no plan" not in ran.err
        assert "src/store.py" in ran.out or "1 planned" in ran.out
