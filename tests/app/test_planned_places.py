"""How sure a place is: `context`, the screen of `plan` and the plan itself answer from one verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planned import ANN, plan_in

from groundplan.app.analyst.planning import take_turn
from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.talk.deciding import Choice, decide

if TYPE_CHECKING:
    from pathlib import Path

    from planned import PlannedGoal

FILLED = {f"src/part{number}.py": f"def part{number}():\n    return {number}\n" for number in range(60)}
READER = '''
def split_front_matter(text):
    """Split the front matter of a page from its text."""
    return text.partition("---")


def open_page(text):
    return split_front_matter(text)
'''
MATTERS = "def front_of(page):\n    return page.front, page.matter\n"
FILES = FILLED | {
    "src/front_matter.py": READER,
    "src/pages.py": "from src.front_matter import open_page\n\nshow = open_page\n",
    "src/matters.py": MATTERS,
    "tests/test_front_matter.py": (
        "from src.front_matter import split_front_matter\n\n\n"
        "def test_split():\n    assert split_front_matter('---')\n"
    ),
    "tests/test_matters.py": "from src.matters import front_of\n\n\ndef test_front():\n    assert front_of\n",
}
GOAL = "The front matter of a page is lost when the page has a blank line before it"


def places(plan: PlannedGoal, label: str) -> list[str]:
    lines = plan.section("context").splitlines()
    return [line.split("`")[1] for line in lines if line.startswith(f"- **{label}:**")]


def test_only_what_is_given_found_or_named_is_where(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, FILES, GOAL, "collaborate")

    assert places(plan, "Where") == [], "its words alone name no place"
    assert len(places(plan, "Candidates")) <= 1, "all of them are one line"
    named = plan_in(tmp_path / "named", FILES, f"{GOAL}, in `split_front_matter`", "collaborate")
    assert places(named, "Where") == ["src/front_matter.py:1-3"]


def test_how_it_is_known_to_be_done_is_asked_once_the_place_is_known(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, FILES, GOAL, "collaborate")
    subjects = [each.asked.subject for each in plan.opened.judgement.promises.questions if each.asked]
    assert subjects == ["place"]

    plan.reply("place", "In `src/matters.py::front_of`")

    asked = plan.opened.judgement.promises.questions[-1].asked
    assert asked is not None
    assert asked.subject == "criterion"
    assert asked.recommended == "", "nothing here says how tests are run"
    assert plan.opened.judgement.promises.decisions == ()


def test_a_place_that_is_named_in_an_answer_keeps_its_definitions(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, FILES, GOAL, "collaborate")

    plan.reply("place", "In `src/front_matter.py::split_front_matter`")

    context = plan.section("context")
    assert places(plan, "Where")[0].startswith("src/front_matter.py:")
    assert "(`split_front_matter`)" in context
    assert "**Used:** `src/front_matter.py::split_front_matter`" in context
    assert "**Test:** `tests/test_front_matter.py`" in context


def test_an_approved_plan_is_not_proposed_anew_for_a_place_that_a_decision_names(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, FILES, GOAL, "collaborate")
    plan.reply("place", "In `src/front_matter.py`")
    plan.reply("criterion", "`pytest` passes")
    steps = "1. In `src/front_matter.py`, let `split_front_matter` skip blank lines.\n"
    write(plan.opened, {"implementation-plan": steps}, caller=ANN, summary="the steps")
    decide(plan.opened, Choice("Also mend `src/matters.py`", "it splits as well"), caller=ANN)
    request = prepare_approval(plan.opened)
    approve(plan.opened, request, caller=ANN, word=request.checkpoint.spec.words[0])

    advanced = take_turn(plan.opened, caller=ANN)

    assert advanced is not None
    assert (advanced.notices, advanced.diffs) == ((), ())
