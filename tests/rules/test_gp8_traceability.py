from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_cases import build, check
from hypothesis import given
from hypothesis import strategies as st

from groundplan.rules.traceability import is_traced, make_trace
from groundplan.wording.terms import identifiers, significant, stem

if TYPE_CHECKING:
    from drawn_cases import Drawn

    from groundplan.plan.record import Record

RATE = "Must handle API rate limits by retrying 3 times with exponential backoff"
MALFORMED = "Must return HTTP 400 if ID is malformed"


def commits(*tasks: Record) -> Drawn:
    return build.section("5", *tasks)


def requirements(*texts: str, **said: Any) -> Drawn:
    return build.section("1", *(build.record("requirement", text, **said) for text in texts))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("retries", "retry"),
        ("retrying", "retry"),
        ("limits", "limiting"),
        ("responses", "response"),
        ("dropped", "drop"),
        ("passed", "passes"),
        ("updated", "update"),
        ("Routes", "route"),
        ("exhausted", "exhaust"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("need", "ne"), ("class", "clas"), ("bus", "bu"), ("ring", "r")])
def test_an_ending_that_is_part_of_the_word_stays(one: str, other: str) -> None:
    assert stem(one) != other


@given(st.text())
def test_a_stem_is_never_longer_than_its_word(word: str) -> None:
    assert len(stem(word)) <= len(word.casefold())


def test_significant_words_leave_out_grammar_and_what_every_plan_says() -> None:
    assert significant("Must handle malformed IDs") == {"malform", stem("IDs")}
    assert significant("Add the new feature to the code") == frozenset()


def test_names_of_tests_are_cut_into_words() -> None:
    assert {"malform", "reject", "id"} <= significant("`test_validate_id_rejects_malformed_input()`")
    assert {"retry", stem("config")} <= significant("RetryConfig")


def test_identifiers_are_those_of_code_spans() -> None:
    assert identifiers("Add `fetch_with_retry()` and `src/api.py` to fetch") == {
        "fetch_with_retry",
        "src/api.py",
    }


@pytest.mark.parametrize(
    ("record_id", "source", "target"),
    [
        ("R1", "Whatever it says", "Wire the endpoint (R1)"),
        ("Requirement 1", "Whatever it says", "Covers requirement 1."),
        ("", "Waits `Retry-After` seconds", "Parse the `Retry-After` header"),
        ("", RATE, "Handle rate limiting"),
        ("", MALFORMED, "`test_validate_id_rejects_malformed_input()`"),
        ("", "Retries exhausted", "`test_retry_fails_after_max_attempts()`"),
    ],
)
def test_a_source_is_traced_by_id_identifier_or_words(record_id: str, source: str, target: str) -> None:
    assert is_traced(record_id, make_trace(source), [make_trace(target)])


@pytest.mark.parametrize(
    ("record_id", "source", "target"),
    [
        ("R1", "Whatever it says", "Wire the endpoint (R12)"),
        ("R1", "Whatever it says", "Wire the endpoint (R1.2)"),
        ("", RATE, "Handle the limit of memory"),
        ("", "Add a feature", "Add a feature"),
        ("", "Rates of exchange are shown", "Show the page"),
    ],
)
def test_a_source_is_not_traced_by_a_part_of_its_id_or_by_chance(
    record_id: str, source: str, target: str
) -> None:
    assert not is_traced(record_id, make_trace(source), [make_trace(target)])


def test_a_requirement_that_no_task_takes_up_is_found_where_the_task_is_missing() -> None:
    tasks = commits(build.task("Handle rate limiting", id="Commit 5"))
    (found,) = check("GP802", requirements(RATE, MALFORMED), tasks)
    assert found.message == f"Requirement `{MALFORMED}` reaches no task"
    assert (found.section, found.place.line) == ("5", 3)


def test_a_requirement_that_a_task_takes_up_is_fine() -> None:
    tasks = commits(build.task("Handle rate limiting", changes=("Answer malformed IDs with 400",)))
    assert check("GP802", requirements(RATE, MALFORMED), tasks) == []


def test_nothing_is_missed_while_no_task_is_written() -> None:
    skeleton = build.section("5", build.task("[Title]"), body="Skeleton\n")
    assert check("GP802", requirements(RATE)) == []
    assert check("GP802", requirements(RATE), skeleton, skeletons={"5": "Skeleton\n"}) == []


def test_a_requirement_without_a_test_is_found() -> None:
    tests = build.section("4.5", build.record("unit-test", "`test_retry_respects_rate_limit_header()`"))
    (found,) = check("GP803", requirements(RATE, MALFORMED), tests)
    assert found.message == f"Requirement `{MALFORMED}` reaches no test"
    assert found.section == "4.5"


def test_a_test_named_by_a_task_proves_a_requirement_too() -> None:
    tests = build.section("4.5", build.record("unit-test", "`test_retry_respects_rate_limit_header()`"))
    task = commits(build.task("Validate", tests=("`test_malformed_id_returns_400()`",)))
    assert check("GP803", requirements(RATE, MALFORMED), tests, task) == []


def test_the_playbook_says_what_is_traced_and_to_what() -> None:
    goals = build.section("goals", build.record("goal", "Enable stateless authentication"))
    work = build.section("work", build.record("story", "Stateless authentication of requests"))
    options = {"sources": ["goal"], "kinds": ["story"]}
    assert check("GP802", goals, work, options=options) == []
    other = build.section("work", build.record("story", "Dark mode"))
    assert len(check("GP802", goals, other, options=options)) == 1


@pytest.mark.req("S2-09")
def test_a_criterion_that_no_task_takes_up_is_found() -> None:
    criteria = build.section(
        "acceptance",
        build.record("criterion", "Feature works across all 8+ database backends"),
        build.record("criterion", "Changelog entry added (docs/changelog.rst)"),
    )
    tasks = build.section("phase-5", build.task("Test all 8+ database backends", id="5.3"))
    (found,) = check("GP805", criteria, tasks)
    assert found.message == "Criterion `Changelog entry added (docs/changelog.rst)` reaches no task"
    more = build.section("phase-6", build.task("Add changelog entry", id="6.3"))
    assert check("GP805", criteria, tasks, more) == []


@pytest.mark.req("S2-09")
def test_a_criterion_may_name_its_tasks_and_then_they_have_to_be_there() -> None:
    tasks = build.section("phase-5", build.task("Backends", id="5.3"), build.task("Notes", id="6.1"))
    named = build.record("criterion", "Error messages are lowercase", tasks="5.3 and 6.1")
    assert check("GP805", build.section("acceptance", named), tasks) == []
    wrong = build.record("criterion", "Error messages are lowercase", tasks="9.9")
    (found,) = check("GP805", build.section("acceptance", wrong), tasks)
    assert found.message == "`Error messages are lowercase` names `9.9`, which is no task"
    nothing = build.record("criterion", "Error messages are lowercase", tasks="None")
    assert len(check("GP805", build.section("acceptance", nothing), tasks)) == 1


@pytest.mark.req("S2-09")
def test_a_task_that_sweeps_over_all_criteria_counts_only_if_the_playbook_says_so() -> None:
    criterion = build.record("criterion", "Error messages lowercase, no periods")
    criteria = build.section("acceptance", criterion, title="Acceptance Criteria")
    tasks = build.section("phase-7", build.task("Validate all acceptance criteria met", id="7.1"))
    assert len(check("GP805", criteria, tasks)) == 1
    assert check("GP805", criteria, tasks, options={"sweeping": True}) == []
    some = build.section("phase-7", build.task("Validate some acceptance criteria", id="7.1"))
    assert len(check("GP805", criteria, some, options={"sweeping": True})) == 1


@pytest.mark.req("S1-35")
def test_an_edge_case_that_lands_in_no_commit_is_found() -> None:
    case = build.record(
        "edge-case",
        "If the disk is full → Stop → User sees an error",
        condition="the disk is full",
        action="Stop",
        result="User sees an error",
    )
    tasks = commits(build.task("Show the error to the user", id="Commit 5"))
    (found,) = check("GP806", build.section("4.4", case), tasks)
    assert found.message == "Edge case `If the disk is full → Stop → User sees an error` lands in no task"
    full = commits(build.task("Stop on a full disk", id="Commit 5"))
    assert check("GP806", build.section("4.4", case), full) == []


@pytest.mark.req("S1-35")
def test_the_edge_cases_of_the_sample_design_land_in_its_commits() -> None:
    cases = [
        build.record(
            "edge-case", "", condition="external API returns 429", action="Wait `Retry-After` seconds"
        ),
        build.record("edge-case", "", condition="all retries exhausted", action="Return 503"),
    ]
    tasks = [
        build.task(
            "Extract retry logic",
            id="Commit 2",
            tests=("`test_retry_succeeds_on_third_attempt()`", "`test_retry_fails_after_max_attempts()`"),
        ),
        build.task(
            "Handle rate limiting",
            id="Commit 5",
            changes=("Check for HTTP 429 response from the API", "Parse `Retry-After` header"),
        ),
    ]
    assert check("GP806", build.section("4.4", *cases), commits(*tasks)) == []
