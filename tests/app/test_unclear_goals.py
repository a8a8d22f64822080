"""An unclear goal: its readings, what is assumed meanwhile and what is asked are in the document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

GOAL = "`load_all` is slow and must become faster in three phases"
LISTED = """\
### Open Questions

- [ ] Q1: Which `load_all` is to be changed?
- Q: May an answer be a minute old? Default: No, readers see a change at once. Why: a cache would be enough.
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk.clear(tmp_path)
    for folder, number in (("app", 1), ("web", 2)):
        desk.path(folder).mkdir()
        desk.path(f"{folder}/loading.py").write_text(f"def load_all():\n    return {number}\n")
    return desk


def analysis(desk: Desk) -> str:
    return next(desk.path("plans").rglob("*analysis.md")).read_text()


@pytest.mark.req("S4-14")
@pytest.mark.parametrize("playbook", ["roadmap", "migration"])
def test_what_an_unclear_goal_may_mean_is_in_the_document_and_stops_it(playbook: str, desk: Desk) -> None:
    assert desk.person("plan", GOAL, "-k", playbook, "--no-talk").code == 0

    why = analysis(desk).partition("Which `load_all` is to be changed?")[2].partition("##")[0]
    assert "`app/loading.py::load_all`" in why
    assert "`web/loading.py::load_all`" in why
    assert "GP204" in desk.codes()


@pytest.mark.req("S4-14")
def test_an_answer_takes_one_reading_and_the_others_stay_to_be_seen(desk: Desk) -> None:
    assert desk.person("plan", GOAL, "-k", "roadmap", "--no-talk").code == 0
    assert desk.person("answer", "Q1", "2").code == 0

    question = analysis(desk).partition("- [x] Q1:")[2].partition("- [ ]")[0]
    assert "`app/loading.py::load_all`" in question
    assert question.rstrip().endswith("**Answer:** In `web/loading.py::load_all`")
    assert not {"GP206", "GP217"} & desk.codes()


@pytest.mark.req("S4-14")
def test_what_is_assumed_until_somebody_answers_is_beside_the_question(desk: Desk) -> None:
    assert desk.person("plan", GOAL, "-k", "roadmap", "--no-talk").code == 0
    written = desk.agent("write", "goal/questions", "-", stdin=LISTED)
    assert written.code == 0, written.said

    assert "**Default:** No, readers see a change at once" in analysis(desk)
    blocked = desk.person("approve", typed="y")
    assert blocked.code == 3, blocked.said


def test_a_choice_that_the_reason_names_is_written_once(desk: Desk) -> None:
    for name in ("alarm", "bell"):
        text = f"class Alarm:\n    def snooze_alarm(self, bell):\n        return {name!r}, bell\n"
        desk.path(f"app/{name}.py").write_text(text)
    assert desk.person("plan", "Snooze the alarm twice as long", "--name", "alarm", "--no-talk").code == 0

    why = desk.read("plans/alarm.md").partition("Which file, folder or symbol is to be changed?")[2]
    assert "`app/alarm.py` " in why
    assert "In `app/alarm.py`" not in why


def test_the_test_that_calls_a_file_is_named_and_not_one_that_mentions_it(desk: Desk) -> None:
    desk.path("tests").mkdir(exist_ok=True)
    desk.path("app/policy.py").write_text("class Policy:\n    def allow(self):\n        return True\n")
    called = "from app.policy import Policy\n\n\ndef test_allow():\n    assert Policy().allow()\n"
    desk.path("tests/test_policy.py").write_text(called)
    mentioned = "import os\n\n\ndef test_files():\n    assert os.path.exists('app/policy.py')\n"
    desk.path("tests/test_layout.py").write_text(mentioned)
    assert desk.person("plan", "Log who is let in in app/policy.py", "--name", "log", "--no-talk").code == 0

    text = desk.read("plans/log.md")
    assert "**Test:** `tests/test_policy.py` at `tests/test_policy.py:" in text
    assert "tests/test_layout.py" not in text
