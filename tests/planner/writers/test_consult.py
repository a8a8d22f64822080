"""A consult without models: the brief complete, briefs ready to send, the plan as far as evidence reaches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import small_projects
from planned import plan_in

from groundplan.planner.consulting import write_consult_briefs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from planned import PlannedGoal

GOAL = "Retry `upload` 3 times when the storage service times out. It must be fast. Logging is out of scope."


@pytest.fixture(scope="module")
def consult(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlannedGoal]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        yield plan_in(tmp_path_factory.mktemp("consult"), small_projects.SHOP, GOAL, "council")


@pytest.mark.req("S3-01", "S3-08")
def test_a_consult_is_written_without_error_but_for_open_questions(consult: PlannedGoal) -> None:
    assert consult.faults() == []
    assert "Out of scope: Logging is out of scope. (person)" in consult.section("goal")
    state = consult.section("current-state")
    assert "`shop/upload.py::upload`" in state
    assert "httpx ==0.27.0, declared at `pyproject.toml:4`" in state
    assert "`tests/test_upload.py`" in state


def test_requirements_are_the_persons_words_or_proposed_from_the_code(consult: PlannedGoal) -> None:
    said = consult.section("requirements")
    assert "(person)" in said
    assert "(proposed, computed)" in said
    assert "`fast` needs a figure before it can be tested" in said
    assert "Logging" not in said, "what is out of scope is no requirement"


@pytest.mark.req("S3-08")
def test_the_plan_says_what_waits_for_advisors_and_traces_every_requirement(consult: PlannedGoal) -> None:
    plan = consult.opened.plan
    tasks = "\n".join(record.text for record in plan.records("task"))
    for requirement in plan.records("requirement"):
        assert re.search(rf"\b{requirement.id}\b", tasks), requirement.id
    assert "Send the 3 consult briefs to claude, codex and gemini" in tasks
    assert "wait for their answers" in consult.section("considerations-code-groundplan")
    assert "from Gemini" not in "\n".join(section.text for section in plan.sections)


@pytest.mark.req("S3-03")
def test_each_advisor_gets_a_brief_that_stands_alone(consult: PlannedGoal) -> None:
    briefs = write_consult_briefs(consult.analysis.brief)
    lenses = consult.opened.playbook.lenses
    assert [brief.advisor for brief in briefs] == [name for name in lenses if name != "*"]
    for brief in briefs:
        for part in (
            lenses["*"],
            brief.lens,
            GOAL.split(".", maxsplit=1)[0],
            "R1: ",
            "`shop/upload.py::upload`",
        ):
            assert part in brief.text
        assert "def upload(path: Path, timeout: float = 10.0) -> str:" in brief.text
        for heading in ("## Approach", "## Top Risk", "## Claims"):
            assert heading in brief.text
    assert len({brief.text for brief in briefs}) == len(briefs)
    assert all(len(brief.text) < 20_000 for brief in briefs)


def test_a_secret_in_the_code_to_change_reaches_no_advisor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    files = {**small_projects.SHOP, "shop/tokens.py": f'def load_token() -> str:\n    return "{key}"\n'}
    goal = "Let `load_token` read the token from the environment, and `upload` send it"
    briefs = write_consult_briefs(plan_in(tmp_path, files, goal, "council").analysis.brief)
    assert "is left out: it holds what looks like a secret" in briefs[0].text
    assert all(key not in brief.text for brief in briefs)
