"""The source prompts' own documents, read into records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading import read_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.record import Record


@pytest.fixture(scope="module")
def plan_of(text_of: Callable[[str], str]) -> Callable[..., Plan]:
    def read(playbook: Playbook, **files: str) -> Plan:
        return read_plan(
            "id", "slug", playbook, {name: (f"{one}.md", text_of(one)) for name, one in files.items()}
        )

    return read


def said(records: list[Record], *fields: str) -> list[tuple[str, ...]]:
    return [tuple(record.field(name) for name in fields) for record in records]


@pytest.mark.parametrize("name", ["design", "council", "roadmap", "migration"])
def test_the_documents_are_read_without_a_finding(
    name: str, plan_of: Callable[..., Plan], request: pytest.FixtureRequest
) -> None:
    assert plan_of(request.getfixturevalue(name), plan=name).findings == ()


def test_the_three_documents_of_a_product_plan_are_read_without_a_finding(
    product: Playbook, plan_of: Callable[..., Plan]
) -> None:
    plan = plan_of(product, prd="product-prd", tasks="product-tasks", recovery="product-recovery")
    assert plan.findings == ()
    assert plan.title == "{Feature Name}"


def test_options_of_a_collaborative_plan_are_sections_with_pros_and_cons(
    collaborate: Playbook, plan_of: Callable[..., Plan]
) -> None:
    first, second = plan_of(collaborate, plan="collaborate-options").records("option")
    assert (first.id, first.text, first.number) == ("Option 1", "Local Persistent Cache", "1")
    assert said([second], "pros", "cons") == [
        ("shared state between replicas, fast invalidation.", "new dependency, maintenance overhead.")
    ]
    assert second.items["text"] == ("Use Redis with TTL policy.",)


def test_numbered_tasks_keep_their_numbers_and_nested_items(
    collaborate: Playbook, plan_of: Callable[..., Plan]
) -> None:
    tasks = list(plan_of(collaborate, plan="collaborate-final").records("task"))
    assert [task.id for task in tasks] == ["1", "2", "3", "4", "5", "6"]
    assert tasks[1].items["text"] == (
        "`DiskCacheBackend` using `diskcache`",
        "`RedisCacheBackend` using `aioredis`",
    )
    assert tasks[2].text == "Configure via env variable `CACHE_BACKEND=redis|disk`."


def test_requirements_stand_under_their_label(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(design, plan="design")
    (goal,) = plan.records("goal")
    assert goal.field("goal") == "[Single sentence summary]"
    requirements = list(plan.records("requirement"))
    assert [record.text.split(":")[0] for record in requirements] == ["[Requirement 1", "[Requirement 2"]
    assert [record.place.line for record in requirements] == [25, 26]


def test_choices_are_read_under_the_question_of_their_step(
    design: Playbook, plan_of: Callable[..., Plan]
) -> None:
    choices = list(plan_of(design, plan="design").records("choice"))
    assert [(one.text, one.ticked, one.part) for one in choices] == [
        ("Modifying existing (go to Step 2a)", False, "Step 1: Locate the Change"),
        ("Net new (go to Step 2b)", False, "Step 1: Locate the Change"),
    ]


def test_fields_are_read_under_their_label(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    (current,) = plan_of(design, plan="design").records("current")
    assert current.field("files") == "`path/to/file.py:LineRange`"
    assert current.field("entry").startswith("[How is this code invoked?")


def test_risks_of_a_step_have_their_class(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    risks = list(plan_of(design, plan="design").records("risk"))
    assert [risk.field("class") for risk in risks] == ["Regression", "Performance", "Security", "Operational"]


def test_questions_have_visible_ids_and_a_checkbox(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    questions = list(plan_of(design, plan="design").records("question"))
    assert [(one.id, one.number, one.ticked) for one in questions] == [
        ("Question 1", "1", False),
        ("Question 2", "2", False),
    ]
    assert questions[0].text == '[e.g., "Should this operation be synchronous or async?"]'


def test_options_under_headings_and_the_recommendation(
    design: Playbook, plan_of: Callable[..., Plan]
) -> None:
    plan = plan_of(design, plan="design")
    options = list(plan.records("option"))
    assert [(one.id, one.text, one.number) for one in options] == [
        ("Option A", "[Name]", "A"),
        ("Option B", "[Name]", "B"),
    ]
    assert options[0].field("pros") == "[Specific technical benefits]"
    (recommendation,) = plan.records("recommendation")
    assert recommendation.field("option") == "[Option X]"
    assert recommendation.field("rationale").startswith("[Why this option best")


def test_files_are_listed_with_bare_paths(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(design, plan="design")
    assert said(list(plan.records("modified")), "path", "change") == [
        ("path/to/file_a.py", '[What changes? e.g., "Add retry logic to `fetch_data()`"]'),
        ("path/to/file_b.py", "[What changes?]"),
    ]
    assert [record.field("path") for record in plan.records("new")] == ["path/to/new_file.py"]


def test_structures_are_read_verbatim(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    (structure,) = plan_of(design, plan="design").records("structure")
    assert structure.field("info") == "python"
    assert "class RetryConfig:\n    max_attempts: int\n" in structure.text


def test_edge_cases_have_three_parts(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    edges = list(plan_of(design, plan="design").records("edge"))
    assert said(edges, "condition", "action", "result") == [
        ("If external API returns 429", "Wait `Retry-After` seconds", "Retry (transparent to user)"),
        ("If all retries exhausted", "Return 503", 'User sees "Service unavailable"'),
    ]


def test_tests_are_read_under_their_kind(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(design, plan="design")
    assert len(list(plan.records("unit"))) == 3
    assert [one.text for one in plan.records("integration")] == ["`test_end_to_end_fetch_with_mocked_api()`"]


def test_commits_stand_in_phases_with_their_fields(design: Playbook, plan_of: Callable[..., Plan]) -> None:
    tasks = list(plan_of(design, plan="design").records("task"))
    assert [task.id for task in tasks] == [f"Commit {number}" for number in range(1, 7)]
    assert [task.part for task in tasks[:3]] == [
        "Phase 1: Foundation (No Behavior Change)",
        "Phase 1: Foundation (No Behavior Change)",
        "Phase 2: New Behavior",
    ]
    second = tasks[1]
    assert second.field("files") == "`src/utils/retry.py` (new), `src/api_client.py` (modify)"
    assert second.items["verification"][0] == "`ruff check` passes"
    assert second.field("tests").startswith(
        "Add `tests/test_retry.py` with 3 cases: `test_retry_succeeds_on_first"
    )
    assert second.items["tests"][2] == "`test_retry_fails_after_max_attempts()`"
    assert (second.place.line, second.last_line) == (262, 273)


def test_matrices_name_every_value_with_its_mark(product: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(product, prd="product-prd")
    databases = list(plan.records("database"))
    assert len(databases) == 8
    assert said(databases[:1], "mark", "value", "note") == [
        ("✅", "PostgreSQL", "asyncpg, psycopg sync/async")
    ]
    assert said(list(plan.records("consideration"))[:1], "value") == [("PostgreSQL",)]


def test_pairs_of_files_are_read_from_their_checklist(
    product: Playbook, plan_of: Callable[..., Plan]
) -> None:
    pairs = list(plan_of(product, prd="product-prd").records("pair"))
    assert said(pairs[:1], "source", "target") == [("`advanced_alchemy/repository/_async.py`", "`_sync.py`")]


def test_risks_under_headings_have_their_class(product: Playbook, plan_of: Callable[..., Plan]) -> None:
    risks = list(plan_of(product, prd="product-prd").records("risk"))
    assert said(risks, "class", "risk") == [
        ("Database Compatibility", "Feature not supported on all backends"),
        ("Performance", "N+1 query problems"),
        ("Breaking Change", "Changes break existing applications"),
    ]


@pytest.mark.req("S2-26")
def test_tasks_have_the_ids_of_their_phase(product: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(product, tasks="product-tasks")
    tasks = list(plan.records("task"))
    assert (tasks[0].id, tasks[-1].id, len(tasks)) == ("1.1", "7.6", 34)
    assert [task.ticked for task in tasks[:5]] == [True, True, True, True, False]
    phase = plan.section("phase-3")
    assert phase is not None
    assert dict(phase.captures) == {"n": "3", "name": "Core Implementation", "role": "Expert"}


def test_handoff_notes_name_their_role(product: Playbook, plan_of: Callable[..., Plan]) -> None:
    notes = list(plan_of(product, tasks="product-tasks").records("handoff"))
    assert [note.field("role") for note in notes] == ["Expert", "Testing Agent", "Docs & Vision"]
    assert notes[0].items["text"][1] == "Start with Phase 2 (Research)"


def test_the_status_of_the_recovery_guide_stands_on_labelled_lines(
    product: Playbook, plan_of: Callable[..., Plan]
) -> None:
    plan = plan_of(product, recovery="product-recovery")
    (status,) = plan.records("status")
    assert said([status], "phase", "updated", "done") == [("{Current phase}", "{Date}", "{X/Y tasks}")]
    assert [one.field("info") for one in plan.records("pattern")] == ["python"]
    assert len(list(plan.records("check"))) == 5


def test_the_running_number_of_a_task_is_its_id(council: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(council, plan="council")
    assert [task.id for task in plan.records("task")] == [str(number) for number in range(1, 16)]
    assert said(list(plan.records("dependency"))[:1], "type", "text") == [
        ("Library", "`python-jose` for JWT")
    ]
    assert plan.title == "User Authentication"
    considerations = plan.sections_of("considerations-{topic}")
    assert [section.captures["advisor"] for section in considerations] == ["Gemini"]


def test_tasks_and_risks_of_a_phase_are_rows(roadmap: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(roadmap, plan="roadmap")
    tasks = list(plan.records("task"))
    assert len(tasks) == 13
    assert said(tasks[8:9], "title", "owner", "needs", "effort") == [
        ("Unit tests", "Backend", "All above", "M")
    ]
    assert tasks[8].section == "phase-1/tasks"
    (risk,) = plan.records("risk")
    assert risk.field("mitigation") == "Audit selected library"


@pytest.mark.req("S4-18")
def test_the_rollout_and_the_rollback_are_typed(roadmap: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(roadmap, plan="roadmap")
    assert said(list(plan.records("rollout"))[1:2], "day", "action", "trigger") == [
        ("2-4", "5% users", "Error rate > 0.1%")
    ]
    (rollback,) = plan.records("rollback")
    assert rollback.field("trigger") == "Auth error rate > 0.5% for 5 minutes"
    assert rollback.items["steps"][1] == "Users automatically fall back to sessions"
    assert [one.field("status") for one in plan.records("milestone")] == ["🔲"] * 5


@pytest.mark.req("S4-20")
def test_a_migration_plan_is_read_exactly(migration: Playbook, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(migration, plan="migration")
    strategy = plan.section("strategy")
    assert strategy is not None
    assert strategy.captures["strategy"] == "[Big Bang / Strangler Fig / Parallel Run]"
    assert said(list(plan.records("aspect"))[:1], "aspect", "current", "target") == [("Technology", "X", "Y")]
    assert [section.key for section in plan.sections_of("phase-{n}")] == [f"phase-{n}" for n in range(1, 6)]
    (rollback,) = plan.records("rollback")
    assert rollback.items["trigger"] == (
        "Error rate > X%",
        "Latency p99 > Yms",
        "Data inconsistency detected",
    )
    assert rollback.items["steps"] == ("Switch traffic back", "Sync delta data", "Investigate issues")
