from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drawn_cases import build, check

from groundplan.plan.finding import Severity
from groundplan.plan.playbook import Shape
from groundplan.rules.verification import commands_without_result, has_result, lines_without_result

if TYPE_CHECKING:
    from drawn_cases import Drawn

FENCE = """```bash
# Test token generation
curl -X POST /api/v2/auth/login -d '{"email":"..."}'
# Returns: { "token": "eyJ...", "refresh": "..." }

# Test refresh
curl -X POST /api/v2/auth/refresh -d '{"refresh":"..."}'
# Returns: { "token": "eyJ...", "refresh": "..." }
```
"""


@pytest.mark.req("S1-24", part="a commit without verification is found")
def test_a_commit_without_verification_is_found() -> None:
    (found,) = check("GP304", build.section("5", build.task("Add types", id="Commit 1", verification="None")))
    assert found.message == "`Commit 1` has no verification"


def test_a_commit_with_verification_on_its_line_or_below_it_is_fine() -> None:
    one = build.task("Add types", id="Commit 1", verification="`ruff check` passes")
    two = build.task("Extract", id="Commit 2", verification=("`ruff check` passes", "`pytest` passes"))
    assert check("GP304", build.section("5", one, two)) == []


@pytest.mark.req("S4-06", part="every phase is verified")
def test_a_phase_whose_tasks_have_no_place_for_verification_needs_its_own() -> None:
    spec = build.spec("task", Shape.TABLE, fields={"title": "Task"})
    tasks = build.section("phase-1/tasks", build.task("Library"), build.task("Flag"), specs=[spec])
    (found,) = check("GP304", build.section("phase-1", title="Phase 1: Core"), tasks)
    assert found.message == "`Phase 1` has tasks but no verification"
    proof = build.section("phase-1/verification", build.record("verification", "curl"))
    assert check("GP304", tasks, proof) == []
    elsewhere = build.section("phase-2/verification", build.record("verification", "curl"))
    assert len(check("GP304", tasks, elsewhere)) == 1


def test_the_playbook_says_which_records_and_sections_prove_a_phase() -> None:
    spec = build.spec("task", Shape.TABLE, fields={"title": "Task"})
    tasks = build.section("phase-1/tasks", build.task("Library"), specs=[spec])
    done = build.section("phase-1/deliverables", build.record("deliverable", "Library ready"))
    assert check("GP304", tasks, done, options={"phase_records": ["deliverable"]}) == []
    assert check("GP304", tasks, done, options={"phase_sections": ["phase-{n}/deliverables"]}) == []


def test_a_task_that_only_the_skeleton_says_is_not_judged() -> None:
    section = build.section("5", build.task("Add types"), body="Skeleton\n")
    assert check("GP304", section, skeletons={"5": "Skeleton\n"}) == []
    task = build.task("[Title]")
    assert check("GP304", build.section("5", task), placeholders={"5": frozenset({"[Title]"})}) == []


@pytest.mark.parametrize(
    "line",
    [
        "`ruff check src/types.py` passes",
        "`python -m unittest tests/test_api_client.py` passes (no regressions)",
        "Unit test passes",
        "All tests pass",
        "Requests without a token return 401",
        "Integration test passes",
        "`curl localhost/health` → 200",
        "`pytest` -> all green",
        "`make bench`: p99 < 100ms",
        "`git status` is clean",
        "`curl /api/x` returns 404",
        "coverage 90%",
        "No warnings in the log",
    ],
)
def test_a_line_says_its_result(line: str) -> None:
    assert has_result(line)


@pytest.mark.parametrize(
    "line",
    [
        "`ruff check`",
        "Run `pytest tests/`",
        "`pytest tests/test_returns.py`",
        "`a` and `b`",
        "Unit tests",
        "Run all tests",
        "Show the page",
        "Set `A` = 1 and run it",
        "`x -> y`",
    ],
)
def test_a_command_alone_says_no_result(line: str) -> None:
    assert not has_result(line)


def test_a_project_may_add_its_own_words() -> None:
    assert not has_result("`pytest` läuft durch")
    assert has_result("`pytest` läuft durch", ("läuft durch",))


def test_a_manual_check_leans_on_another_line() -> None:
    manual = "Manual test: `curl localhost:8000/api/resource/123`"
    assert lines_without_result(("`ruff check` passes", manual)) == []
    assert lines_without_result((manual,)) == [manual]


def test_a_line_that_leads_to_a_list_is_not_judged_itself() -> None:
    assert lines_without_result(("Run these:", "`pytest` passes")) == []


@pytest.mark.req("S4-22", part="both are there")
def test_a_verification_without_expected_result_is_found() -> None:
    task = build.task("Add types", id="Commit 1", verification="Run `ruff check`")
    (found,) = check("GP305", build.section("5", task))
    assert found.message == "`Run ruff check` of `Commit 1` has no expected result"
    fine = build.task("Add types", id="Commit 1", verification="`ruff check` passes")
    assert check("GP305", build.section("5", fine)) == []


def test_a_column_of_its_own_for_the_result_has_to_be_filled() -> None:
    empty = build.record("verification", "curl /me", verification="curl /me", expected="")
    assert len(check("GP305", build.section("v", empty))) == 1
    filled = build.record("verification", "curl /me", verification="curl /me", expected="the user")
    assert check("GP305", build.section("v", filled)) == []


def test_a_verification_in_a_list_is_judged_line_by_line() -> None:
    records = (build.record("verification", "`pytest` passes"), build.record("verification", "Look at it"))
    (found,) = check("GP305", build.section("phase-1/verification", *records))
    assert found.message == "`Look at it` has no expected result"


def fence(text: str) -> Drawn:
    last = 1 + text.count("\n")
    record = build.record("verification", " ".join(text.split()), line=2, last_line=last)
    return build.section("phase-1/verification", record, body=text)


def test_each_command_of_a_fence_is_followed_by_what_it_returns() -> None:
    assert check("GP305", fence(FENCE)) == []
    (found,) = check("GP305", fence(FENCE.replace("# Returns", "# Note", 1)))
    assert "curl -X POST /api/v2/auth/login" in found.message


def test_a_line_of_setup_before_a_command_needs_no_result() -> None:
    assert commands_without_result(["```sh", "export A=1", "make test", "# passes", "```"]) == []
    assert commands_without_result(["make test  # passes", "", "curl /x => 200"]) == []
    assert commands_without_result(["make test  # the whole suite", "", "ls"]) == [
        "make test  # the whole suite",
        "ls",
    ]


GOOD = {"files": "`src/retry.py` (new), `src/api.py` (modify)", "tests": "Add `tests/test_retry.py`"}


@pytest.mark.req("S1-35")
def test_a_commit_whose_files_carry_no_mark_is_found() -> None:
    task = build.task("Extract", id="Commit 2", **{**GOOD, "files": "`src/retry.py`, `src/api.py` (changed)"})
    (found,) = check("GP307", build.section("5", task))
    assert found.message == "`src/retry.py`, `src/api.py` of `Commit 2`: new, or modified?"
    assert found.severity is Severity.NOTE, "the code knows which files are there"


@pytest.mark.parametrize("mark", ["modify: two call sites", "the parser, modified", "new, generated"])
def test_a_mark_may_say_more(mark: str) -> None:
    task = build.task("Extract", **{**GOOD, "files": f"`a.py` ({mark})"})
    assert check("GP307", build.section("5", task)) == []


def test_a_commit_without_files_may_say_why() -> None:
    task = build.task("Measure", **{**GOOD, "files": "None (runs the benchmark only)"})
    assert check("GP307", build.section("5", task)) == []


@pytest.mark.parametrize("mark", ["modified", "new file", "renamed"])
def test_a_mark_in_another_form_is_understood(mark: str) -> None:
    assert (
        check("GP307", build.section("5", build.task("Extract", **{**GOOD, "files": f"`a.py` ({mark})"})))
        == []
    )


def test_a_commit_that_names_no_files_is_found() -> None:
    (found,) = check("GP307", build.section("5", build.task("Extract", id="Commit 2", tests="Add `t.py`")))
    assert found.message == "`Commit 2` names no files"


def test_a_commit_with_marked_files_and_tests_is_fine() -> None:
    assert check("GP307", build.section("5", build.task("Extract", **GOOD))) == []
    bare = {**GOOD, "files": "src/retry.py (new), Makefile.am (delete)"}
    assert check("GP307", build.section("5", build.task("Extract", **bare))) == []
    listed = {**GOOD, "files": ("`src/retry.py` (New)", "`src/api.py` (rename)")}
    assert check("GP307", build.section("5", build.task("Extract", **listed))) == []


def test_the_playbook_says_which_marks_count() -> None:
    task = build.task("Extract", **{**GOOD, "files": "`src/retry.py` (neu)"})
    assert check("GP307", build.section("5", task), options={"marks": ["neu"]}) == []


@pytest.mark.req("S1-35")
@pytest.mark.parametrize("tests", ["None", "None.", "None ()", "None (none)", "none (n/a)", ""])
def test_no_tests_without_a_reason_are_found(tests: str) -> None:
    (found,) = check(
        "GP307", build.section("5", build.task("Add types", id="Commit 1", **{**GOOD, "tests": tests}))
    )
    assert found.hint == "Name the tests, or write `None (reason)`"


@pytest.mark.req("S1-35")
def test_no_tests_with_a_reason_are_fine() -> None:
    task = build.task("Add types", **{**GOOD, "tests": "None (pure types)"})
    assert check("GP307", build.section("5", task)) == []


def test_the_playbook_may_leave_tests_to_another_rule() -> None:
    task = build.task("Add types", files=GOOD["files"])
    assert check("GP307", build.section("5", task), options={"tests": False}) == []
