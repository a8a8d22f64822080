"""The sections of a one-page plan: as much as a change needs, all of it from the code or the user."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from made_brief import find_region, make_brief, write

from groundplan.evidence.kinds import Caller, NewFile, Reach, Standing, TestPlace
from groundplan.planner.answers import Understood
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Callable

    from composed import Project

FILES = {
    "app/cache.py": '''
        """A cache in memory."""


        class Cache:
            """Keeps values in a dictionary."""

            def get(self, key: str) -> str | None: ...
        ''',
    "app/grades.py": '''
        from app.cache import Cache


        def aggregate(student: int) -> dict[str, float]:
            """Sum up the grades of a student."""
            if student < 0:
                raise ValueError(student)
            return {}
        ''',
}
QUESTION = Question(
    "installed:redis",
    "Is `app/cache.py` enough for this, or do we add `redis`?",
    "It is there.",
    (Choice("reuse", "Build on `app/cache.py`"), Choice("new", "Add `redis`, with the service it needs")),
    "reuse",
)
CHALLENGE = Challenge(
    "installed",
    "installed:redis",
    "We already have `app/cache.py::Cache`. `redis` is in no manifest here: it would be a new dependency. "
    "But `deploy.yaml:3` asks for 3 instances.",
    ("app/cache.py::Cache",),
    {"declared": 4},
    mitigation="a test with two instances",
    risk="operational",
    question=QUESTION,
)


@pytest.mark.req("S0-06", "S0-11")
def test_a_small_fix_fits_on_one_page(find_project: Callable[[str], Project]) -> None:
    goal = "Fix `upload`: it should raise UploadError when the storage service times out"
    texts = find_project("SHOP").compose(goal, "collaborate").texts()
    context, steps = texts["context"], texts["implementation-plan"]
    assert len(context.splitlines()) <= 10
    assert 2 <= len(re.findall(r"^\d+\. ", steps, re.MULTILINE)) <= 4
    assert not any(key.startswith("option") for key in texts)
    assert "`shop/upload.py:11-18` (`upload`)" in context
    assert "1 caller in 1 file: `shop/routes.py:17` (`post_file`)" in context
    assert "`httpx` ==0.27.0 (declared at `pyproject.toml:4`" in context
    assert "`python -m pytest tests/test_upload.py` passes" in steps


@pytest.mark.req("S0-05")
def test_a_renamed_name_is_followed_through_every_file() -> None:
    standing = Standing("aggregate", {"app/grades.py": 1, "docs/api.md": 2, "app/views.py": 1})
    brief = make_brief(
        "Rename `aggregate` to `sum_up`",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        standings=(standing,),
    )
    assert "through the 2 other files where it stands: `docs/api.md` and `app/views.py`" in write(
        brief, "implementation-plan"
    )
    assert "`aggregate` stands 4 times in 3 files" in write(brief, "context")


def test_nothing_is_made_up_where_no_file_fits() -> None:
    brief = make_brief("Translate the moon", FILES, playbook="collaborate")
    said = write(brief, "context")
    assert "Not known: no file was found by names, words and history (2 looked at)" in said
    assert write(brief, "implementation-plan") == ""


@pytest.mark.req("S0-12", "S0-15")
def test_options_stand_side_by_side_with_what_was_counted() -> None:
    brief = make_brief(
        "Cache the grades in Redis",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        challenges=(CHALLENGE,),
        questions=(QUESTION,),
        replies=(Understood("Drop Redis, we have no operations team", dropped=("redis",)),),
    )
    text = write(brief, "option-{n}")
    first, second = text.split("## Option 2: ")
    assert first.startswith("## Option 1: Build on app/cache.py\n")
    assert "Pros: We already have `app/cache.py::Cache`" in first
    assert "No new dependency to declare" in first
    assert "Cons: `deploy.yaml:3` asks for 3 instances" in first
    assert "it would be a new dependency" in second
    assert "Dropped by the user: “Drop Redis, we have no operations team”" in second


def test_one_way_is_no_option() -> None:
    brief = make_brief("Fix the grades", FILES, ["app/grades.py::aggregate"], "collaborate")
    assert write(brief, "option-{n}") == ""


def test_risks_come_with_what_guards_against_them() -> None:
    brief = make_brief("Cache it", FILES, ["app/grades.py"], "collaborate", challenges=(CHALLENGE,))
    assert "\n  - Mitigation: A test with two instances." in write(brief, "risks")
    assert write(make_brief("Cache it", FILES, ["app/grades.py"], "collaborate"), "risks") == ""


@pytest.mark.req("S0-16")
def test_what_is_put_off_says_what_would_bring_it_back() -> None:
    answer = Understood(
        "Leave the teacher pages out of scope until the new roles exist", out_of_scope=("the teacher pages",)
    )
    brief = make_brief("Cache it", FILES, ["app/grades.py"], "collaborate", replies=(answer,))
    assert write(brief, "deferred") == "- The teacher pages.\n  - Revisit if: the new roles exist"


def test_answers_change_the_goal_and_the_context() -> None:
    asked = Question("criterion", "How do we know that it is done?", "", recommended="a test passes")
    brief = make_brief(
        "Cache the grades",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        questions=(asked, QUESTION),
        settled={
            "criterion": Understood("The page answers in 200 ms"),
            "installed:redis": Understood("the first", choice="reuse"),
        },
        asked={"criterion": "Q1", "installed:redis": "Q2"},
    )
    assert write(brief, "goal") == (
        "Cache the grades.\n\n"
        "Decided (Q2): Build on `app/cache.py` (not: Add `redis`, with the service it needs).\n\n"
        "Done when: The page answers in 200 ms."
    )
    assert "   - By Q2: Build on `app/cache.py` (not: Add `redis`" in write(brief, "implementation-plan")
    assert "Show that it is done: the page answers in 200 ms." in write(brief, "implementation-plan")


def test_the_goal_stays_as_it_is_while_no_answer_changes_it() -> None:
    assert write(make_brief("Cache the grades", FILES, playbook="collaborate"), "goal") == ""


def test_a_new_file_comes_before_the_one_that_calls_it() -> None:
    brief = make_brief(
        "Add a retry module",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        is_new=True,
        new_files=(NewFile("app/retry.py", "app/cache.py", "nothing is named for it"),),
        tests=(
            TestPlace(
                "tests/test_retry.py", exists=False, why="no test", command="pytest tests/test_retry.py"
            ),
        ),
    )
    steps = write(brief, "implementation-plan")
    assert steps.startswith("1. Add `app/retry.py` (new) beside `app/cache.py`: Add a retry module.")
    assert "in `tests/test_retry.py` (new), then `pytest tests/test_retry.py` passes" in steps
    assert "2. Connect `aggregate` (`app/grades.py:4-8`) with `app/retry.py`" in steps


def test_a_new_folder_beside_its_equals_is_tested_there_and_connected_with_none_of_them() -> None:
    files = {
        "src/middleware/body-limit/index.ts": "export const bodyLimit = () => {\n  return 1\n}\n",
        "src/middleware/body-limit/index.test.ts": "import { bodyLimit } from '.'\n",
    }
    new = NewFile("src/middleware/rate-limit/index.ts", "src/middleware/body-limit/index.ts", "nothing is")
    tests = [
        TestPlace(f"src/middleware/{name}/index.test.ts", exists=exists, why="x", command=f"vitest {name}")
        for name, exists in (("body-limit", True), ("rate-limit", False))
    ]
    brief = make_brief(
        "Add a rate limit middleware",
        files,
        ["src/middleware/body-limit/index.ts::bodyLimit"],
        "collaborate",
        is_new=True,
        new_files=(new,),
        tests=tuple(tests),
    )
    steps = write(brief, "implementation-plan")
    assert "in `src/middleware/rate-limit/index.test.ts` (new), then `vitest rate-limit` passes" in steps
    assert "Connect" not in steps


def test_callers_are_counted_and_one_of_each_file_is_shown_first() -> None:
    brief = make_brief("Fix the grades", FILES, ["app/grades.py::aggregate"], "collaborate")
    callers = tuple(Caller(f"app/v{n // 3}.py", n, f"view{n}", "import", is_test=False) for n in range(12))
    region = find_region(brief.pack, "app/grades.py::aggregate")
    brief.pack.__dict__["reach"] = (Reach(region, callers, (), 0, ()),)
    told = write(brief, "context")
    assert "12 callers in 4 files: `app/v0.py:0` (`view0`), `app/v1.py:3` (`view3`)" in told
    assert "and 9 more" in told


def test_an_answer_that_asks_for_something_stands_in_the_context() -> None:
    asked = Question("limit", "How large may it grow?", "")
    brief = make_brief(
        "I think we should cache the grades",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        questions=(asked,),
        settled={"limit": Understood("At most 10 MB")},
        asked={"limit": "Q1"},
    )
    assert "**Settled (Q1):** At most 10 MB." in write(brief, "context")
    steps = write(brief, "implementation-plan")
    assert "Cache the grades; At most 10 MB (answer to Q1)." in steps, "how people lead in is left out"


def test_an_answer_that_tells_a_fact_asks_for_nothing() -> None:
    asked = Question("cache:freshness", "How slow is it now?", "")
    brief = make_brief(
        "Cache the grades",
        FILES,
        ["app/grades.py::aggregate"],
        "collaborate",
        questions=(asked,),
        settled={"cache:freshness": Understood("It takes 1.8 s, and grades change weekly")},
        asked={"cache:freshness": "Q1"},
    )
    assert "**Settled (Q1):** It takes 1.8 s, and grades change weekly." in write(brief, "context")
    assert "1.8" not in write(brief, "implementation-plan")
