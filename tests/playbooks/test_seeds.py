"""The source prompts' own example documents: each parses, under its playbook, into the records it shows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading import read_plan
from groundplan.playbooks.skeleton import headings

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.plan.document import Plan
    from groundplan.playbooks.shelf import Shelf

# file, playbook, document, what each section holds
EXAMPLES: list[tuple[str, str, str, dict[str, dict[str, int]]]] = [
    ("event-bus-before.md", "collaborate", "plan", {"goal": {}, "implementation-plan": {"task": 2}}),
    (
        "event-bus-after.md",
        "collaborate",
        "plan",
        {"goal": {}, "context": {}, "implementation-plan": {"task": 4}},
    ),
    ("grades-cache-draft.md", "collaborate", "plan", {"goal": {}, "implementation-plan": {"task": 2}}),
    (
        "grades-cache-revision.md",
        "collaborate",
        "plan",
        {
            "goal": {},
            "context": {},
            "option-1": {"option": 1},
            "option-2": {"option": 1},
            "next-steps": {"step": 3},
        },
    ),
    (
        "grades-cache-final.md",
        "collaborate",
        "plan",
        {"goal": {}, "context": {}, "implementation-plan": {"task": 6}, "risks": {"risk": 2}},
    ),
    (
        "planning.md",
        "design",
        "planning",
        {
            "1": {"goal": 1, "requirement": 2, "criterion": 1},
            "2.2": {"constraints": 1},
            "2.3": {"question": 2},
            "3": {"option": 2, "recommendation": 1},
            "4.1": {"file-map": 1, "file": 3},
            "4.2": {"structure": 1},
            "4.3": {"happy-path": 1, "failure-path": 2},
            "4.5": {"unit-test": 3, "integration-test": 1, "manual-test": 1},
            "5": {"phase": 3, "task": 6},
        },
    ),
    (
        "prd.md",
        "product",
        "prd",
        {
            "goals": {"goal": 1},
            "users": {"user": 3},
            "databases": {"database": 8, "database-consideration": 6},
            "frameworks": {"framework": 5, "integration-pattern": 4},
            "pairs": {"pair": 3},
            "criteria/functional": {"criterion": 5},
            "criteria/technical": {"criterion": 5},
            "criteria/documentation": {"criterion": 4},
            "criteria/testing": {"criterion": 5},
            "phases": {"phase": 4, "deliverable": 17},
            "dependencies": {"internal-dependency": 1, "external-dependency": 1, "framework-dependency": 2},
            "risks": {"risk": 3},
            "research": {"research-question": 3},
            "metrics": {"metric": 5},
            "references": {"similar-feature": 1, "external-documentation": 2, "reference-application": 2},
        },
    ),
    (
        "tasks.md",
        "product",
        "tasks",
        {"phase-1": {"task": 4}, "phase-7": {"task": 6}, "handoff": {"handoff": 3}},
    ),
    ("recovery.md", "product", "recovery", {"resume": {}, "current-status": {}, "progress-log": {}}),
    (
        "council-auth.md",
        "council",
        "plan",
        {
            "phase-1": {"task": 4},
            "phase-2": {"task": 4},
            "phase-3": {"task": 3},
            "phase-4": {"task": 4},
            "dependencies": {"dependency": 3},
            "considerations-security-gemini": {"consideration": 4},
        },
    ),
    (
        "roadmap-jwt.md",
        "roadmap",
        "roadmap",
        {
            "goals": {"requirement": 4},
            "criteria": {"criterion": 4},
            "phase-0/tasks": {"task": 4},
            "phase-0/risks": {"risk": 1},
            "phase-1/tasks": {"task": 5},
            "phase-1/architecture": {"drawing": 1},
            "phase-1/verification": {"verification": 1},
            "phase-2/tasks": {"task": 4},
            "phase-3/rollout": {"rollout": 4},
            "phase-3/monitoring": {"monitoring": 1},
            "phase-3/rollback": {"rollback": 1},
            "dependencies/internal": {"internal-dependency": 3},
            "dependencies/external": {"dependency": 2},
            "timeline": {"timeline": 1},
            "milestones": {"milestone": 5},
        },
    ),
    (
        "migration-template.md",
        "migration",
        "migration",
        {
            "overview": {"aspect": 3},
            "strategy": {},
            "phase-1": {"task": 3},
            "phase-5": {"task": 3},
            "data": {"data-migration": 1},
            "rollback": {"rollback": 1},
        },
    ),
]


def read(file: str, playbook: str, document: str, shelf: Shelf, seeds: Path) -> Plan:
    text = (seeds / file).read_text("utf-8")
    return read_plan("id", "slug", shelf.find(playbook), {document: (file, text)})


@pytest.mark.parametrize(
    ("file", "playbook", "document", "wanted"), EXAMPLES, ids=[row[0] for row in EXAMPLES]
)
def test_an_example_parses_into_the_records_it_shows(
    file: str, playbook: str, document: str, wanted: dict[str, dict[str, int]], shelf: Shelf, seeds: Path
) -> None:
    plan = read(file, playbook, document, shelf, seeds)
    found = {
        section.key: dict(Counter(record.kind for record in section.records)) for section in plan.sections
    }
    assert {key: found.get(key) for key in wanted} == wanted
    # What is left out of an example is said (GP501); nothing that stands there is unreadable or out of order.
    assert {finding.code for finding in plan.findings} <= {"GP501"}


@pytest.mark.parametrize(
    ("file", "playbook", "document"),
    [
        ("planning.md", "design", "planning"),
        ("prd.md", "product", "prd"),
        ("tasks.md", "product", "tasks"),
        ("recovery.md", "product", "recovery"),
        ("migration-template.md", "migration", "migration"),
    ],
)
def test_a_skeleton_has_the_headings_of_the_document_it_stands_for(
    file: str, playbook: str, document: str, shelf: Shelf, seeds: Path
) -> None:
    wanted = [(h.level, h.title) for h in headings((seeds / file).read_text("utf-8"))]
    drawn = [(h.level, h.title) for h in headings(shelf.find(playbook).document(document).skeleton)]
    named = {"{Feature Name}": "{{title}}", "[Source] → [Target]": "{{title}}"}
    for old, new in named.items():
        wanted = [(level, title.replace(old, new)) for level, title in wanted]
    assert drawn == wanted


def test_the_commits_of_the_retry_example_are_read_with_all_their_fields(shelf: Shelf, seeds: Path) -> None:
    plan = read("planning.md", "design", "planning", shelf, seeds)
    commits = {record.id: record for record in plan.records("task")}
    assert list(commits) == [f"Commit {n}" for n in range(1, 7)]
    assert commits["Commit 1"].field("tests") == "None (pure types)"
    assert commits["Commit 2"].field("files") == "`src/utils/retry.py` (new), `src/api_client.py` (modify)"
    assert len(commits["Commit 2"].items["tests"]) == 3
    assert len(commits["Commit 4"].items["changes"]) == 3
    assert [commits[f"Commit {n}"].part for n in (1, 3, 5)] == [
        "Phase 1: Foundation (No Behavior Change)",
        "Phase 2: New Behavior",
        "Phase 3: Edge Cases",
    ]


def test_the_tasks_of_the_roadmap_example_name_what_they_wait_for(shelf: Shelf, seeds: Path) -> None:
    plan = read("roadmap-jwt.md", "roadmap", "roadmap", shelf, seeds)
    needs = {record.text: record.field("needs") for record in plan.records("task")}
    assert needs["Set up JWT library"] == "None"
    assert needs["Implement token generation"] == "Phase 0"
    assert needs["Unit tests"] == "All above"
    weeks = {section.key: section.captures["weeks"] for section in plan.sections_of("phase-{n}")}
    assert weeks == {"phase-0": "Week 1", "phase-1": "Week 2-3", "phase-2": "Week 4", "phase-3": "Week 5-6"}
    (rollback,) = plan.records("rollback")
    assert rollback.field("trigger") == "Auth error rate > 0.5% for 5 minutes"
    assert len(rollback.items["steps"]) == 5


def test_the_council_examples_tasks_are_numbered_through_all_phases(shelf: Shelf, seeds: Path) -> None:
    plan = read("council-auth.md", "council", "plan", shelf, seeds)
    assert [record.id for record in plan.records("task")] == [str(n) for n in range(1, 16)]
    (section,) = plan.sections_of("considerations-{topic}-{advisor}")
    assert section.captures == {"topic": "Security", "advisor": "Gemini"}


def test_the_options_of_the_grades_example_are_weighed(shelf: Shelf, seeds: Path) -> None:
    plan = read("grades-cache-revision.md", "collaborate", "plan", shelf, seeds)
    local, redis = plan.records("option")
    assert (local.id, local.field("name")) == ("Option 1", "Local Persistent Cache")
    assert redis.field("pros") == "shared state between replicas, fast invalidation."
    assert redis.field("cons") == "new dependency, maintenance overhead."


def test_the_example_tasks_of_a_requirement_know_role_and_phase(shelf: Shelf, seeds: Path) -> None:
    plan = read("tasks.md", "product", "tasks", shelf, seeds)
    roles = {
        section.captures["n"]: section.captures.get("role", "") for section in plan.sections_of("phase-{n}")
    }
    assert roles == {
        "1": "",
        "2": "",
        "3": "Expert",
        "4": "Expert",
        "5": "Testing Agent",
        "6": "Docs & Vision",
        "7": "Docs & Vision",
    }
    assert [record.field("role") for record in plan.records("handoff")] == list(shelf.find("product").roles)
