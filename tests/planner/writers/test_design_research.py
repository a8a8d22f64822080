"""Requirements and reconnaissance of a design: boxes ticked by evidence, every field answered."""

from __future__ import annotations

import pytest
from made_brief import find_region, make_brief, write
from made_pack import make_goal

from groundplan.evidence.kinds import (
    Alike,
    Caller,
    Constraint,
    Failure,
    Habit,
    NewFile,
    Reach,
    TestPlace,
    UsedPackage,
)
from groundplan.planner.answers import Understood
from groundplan.planner.goal import GoalKind
from groundplan.planner.question import Question
from groundplan.survey.spot import Spot

FILES = {
    "app/load.py": '''
        import subprocess


        def load(path: str, retries=3):
            """Load a file.

            More words.
            """
            if not path:
                raise ValueError(path)
            subprocess.run(["cat", path])
        ''',
    "app/main.py": "from app.load import load\n\nload('x')\n",
}
CHANGED = ["app/load.py::load"]


@pytest.mark.req("S1-04")
def test_requirements_quote_the_goal_and_the_answers() -> None:
    goal = make_goal(
        "Load from zip files",
        demands=("Loading must accept zip files.", "Make it fast."),
        excluded=("tar files",),
    )
    asked = Question("criterion", "How do we know that it is done?", "", recommended="`pytest` passes")
    extra = Question("limit", "How large may a file be?", "")
    brief = make_brief(
        goal,
        FILES,
        CHANGED,
        questions=(asked, extra),
        settled={"limit": Understood("10 MB at most")},
        asked={"criterion": "Question 1", "limit": "Question 2"},
    )
    text = write(brief, "1")
    assert "- **User Story/Goal:** Load from zip files" in text
    assert "  - Requirement 1: Loading must accept zip files\n" in text
    assert "  - Requirement 2: Make it fast (measured by the success criterion)" in text
    assert "  - Requirement 3: 10 MB at most (answer to Question 2)" in text
    assert "- **Success Criteria:** `pytest` passes (proposed, asked as Question 1)" in text
    assert "- **Out of Scope:** tar files" in text


@pytest.mark.req("S1-05", "S1-07")
@pytest.mark.parametrize(
    ("kind", "ticked"),
    [
        (GoalKind.FIX, "Bug fix (current behavior is wrong)"),
        (GoalKind.FEATURE, "Feature addition (current behavior is correct but incomplete)"),
        (GoalKind.REFACTOR, "Refactor (behavior stays same, structure changes)"),
    ],
)
def test_the_kind_of_the_goal_ticks_why_the_code_changes(kind: GoalKind, ticked: str) -> None:
    text = write(make_brief(make_goal("Load it", kind=kind), FILES, CHANGED), "2.1")
    assert text.count("[x]") == 2
    assert "[x] Modifying existing (go to Step 2a)" in text
    assert f"[x] {ticked}" in text
    assert (
        "**Step 2b: Adding New Functionality**\n\nNot applicable: Step 1 says `Modifying existing`." in text
    )


@pytest.mark.req("S1-06", "S1-08", "S1-09", "S1-11")
def test_reconnaissance_cites_what_is_there_and_what_breaks() -> None:
    brief = make_brief(
        "Load it",
        FILES,
        CHANGED,
        failures=(Failure("load", "if not path", "raises ValueError", Spot("app/load.py", 9)),),
        habits=(Habit("errors", "5 of 6 errors are `ValueError`; others: 1", (Spot("app/a.py", 3),), 0.8),),
        tests=(TestPlace("tests/test_load.py", exists=True, why="", tests=("test_it",), command="pytest x"),),
        packages=(UsedPackage("httpx", "0.27.0", Spot("pyproject.toml", 4), (Spot("app/load.py", 1),)),),
        modules=("app/paths.py",),
        constraints=(Constraint("environment", "reads `LOAD_URL`", (Spot("app/load.py", 10),)),),
    )
    region = find_region(brief.pack, CHANGED[0])
    callers = (Caller("app/main.py", 3, "", "import", is_test=False),)
    brief.pack.__dict__["reach"] = (
        Reach(region, callers, (), 2, ("cli.py",), "listed in `app/__init__.py:1`"),
    )
    text = write(brief, "2.1")
    assert "File(s): `app/load.py:4-11` (`load`)" in text
    assert "Summary: `load`: “Load a file”." in text
    assert (
        "5 of 6 errors are `ValueError` (`app/a.py:3`); `if not path` → raises `ValueError` (`app/load.py:9`)"
        in text
    )
    assert "Testing: `tests/test_load.py` with `test_it`, run by `pytest x`." in text
    assert "Direct callers: 1 caller in 1 file: `app/main.py:3`." in text
    assert "1 file further up (`cli.py`), 2 uses known by name alone and outsiders may use it" in text
    assert "  - `httpx` 0.27.0 (declared at `pyproject.toml:4`, used at `app/load.py:1`)" in text
    assert "[x] Requires environment variable changes – reads `LOAD_URL` (`app/load.py:10`)" in text


@pytest.mark.req("S1-12")
def test_every_class_of_risk_is_answered_with_its_mitigation() -> None:
    text = write(make_brief("Load it", FILES, CHANGED), "2.1")
    for name in ("Regression", "Performance", "Security", "Operational"):
        assert text.count(f"- **{name} Risk:** ") == 1
    assert text.count("  - **Mitigation:** ") == 4
    assert "subprocess `subprocess.run` (`app/load.py:11`)" in text, "a call that leaves the program is seen"
    assert "None found: no environment variable, feature flag or migration" in text


@pytest.mark.req("S1-10")
def test_something_new_says_where_it_fits_and_what_is_alike() -> None:
    brief = make_brief(
        "Add an endpoint that loads files",
        FILES,
        CHANGED,
        is_new=True,
        new_files=(NewFile("app/loading.py", "app/load.py", "nothing is named for it"),),
    )
    brief.pack.__dict__["alike"] = (Alike(find_region(brief.pack, CHANGED[0]), 0.5, ("shares `load`",)),)
    text = write(brief, "2.1")
    assert "[x] Net new (go to Step 2b)" in text
    assert "[x] New API endpoint: `app/loading.py`" in text
    assert "File(s): `app/load.py:4-11`" in text
    assert "Project structure: `app/loading.py` (new): nothing is named for it." in text
    assert "Not applicable: Step 1 says `Net new`." in text


@pytest.mark.req("S1-14")
def test_import_cycles_and_deployment_stand_in_the_constraints() -> None:
    brief = make_brief(
        "Load it",
        FILES,
        CHANGED,
        cycles=(("app/load.py", "app/main.py"),),
        constraints=(Constraint("schema", "a model changes", (Spot("app/models.py", 3),)),),
    )
    text = write(brief, "2.2")
    assert "**Circular Dependencies:** `app/load.py` → `app/main.py` → `app/load.py`." in text
    assert "**Deployment Constraints:** A model changes (`app/models.py:3`)." in text


def test_what_is_read_elsewhere_in_the_file_is_no_constraint_of_the_change() -> None:
    far = Constraint("environment", "reads `DEBUG`", (Spot("app/load.py", 1),))
    assert (
        "[x]"
        not in write(make_brief("Load it", FILES, CHANGED, constraints=(far,)), "2.1").split("Step 3")[1]
    )


def test_a_definition_without_documentation_is_told_by_its_shape() -> None:
    files = {"app/a.py": "def run(x):\n    if x:\n        walk(x)\n"}
    assert "`run` has no documentation; 3 lines, 1 branch, calls `walk`." in write(
        make_brief("Run", files, ["app/a.py::run"]), "2.1"
    )


def test_questions_are_said_to_be_none_only_where_none_is_asked() -> None:
    assert "No question is open" in write(make_brief("Load it", FILES, CHANGED), "2.3")
    asked = make_brief("Load it", FILES, CHANGED, questions=(Question("limit", "How large?", ""),))
    assert write(asked, "2.3") == ""


def test_a_fault_that_a_fix_tells_of_is_to_be_true_no_longer() -> None:
    goal = make_goal(
        "Loading forgets the suffix",
        kind=GoalKind.FIX,
        demands=("Loading forgets the suffix", "It should keep it"),
    )
    text = write(make_brief(goal, FILES, CHANGED), "1")
    assert "Requirement 1: This no longer happens: “Loading forgets the suffix”" in text
    assert "Requirement 2: It should keep it" in text
    assert "`test_load_loading_forgets_suffix`" in write(make_brief(goal, FILES, CHANGED), "4.5")
