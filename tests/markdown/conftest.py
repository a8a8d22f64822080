"""Playbooks of the shapes of the source prompts, and their documents: what the Markdown room must read."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import pytest

from groundplan.plan.playbook import (
    DocumentSpec,
    HeaderSpec,
    Playbook,
    RecordSpec,
    SectionSpec,
    Shape,
    Tick,
)

if TYPE_CHECKING:
    from collections.abc import Callable

FIXTURES = pathlib.Path(__file__).parent / "fixtures"


def section(key: str, title: str, level: int = 2, *records: RecordSpec, **more: Any) -> SectionSpec:
    return SectionSpec(key, title, level, more.pop("document", "plan"), records=records, **more)


def playbook(name: str, *sections: SectionSpec, documents: tuple[DocumentSpec, ...] = ()) -> Playbook:
    known = documents or (DocumentSpec("plan", "{folder}/{slug}.md", ""),)
    return Playbook(name, 1, name, name, f"digest-of-{name}", (), known, sections, (), ())


def of(kind: str, shape: Shape, label: str = "", **more: Any) -> RecordSpec:
    return RecordSpec(kind, shape, label, **more)


@pytest.fixture(scope="session")
def text_of() -> Callable[[str], str]:
    """Return the text of a fixture document as it is on disk, line ends included."""
    return lambda name: (FIXTURES / f"{name}.md").read_bytes().decode()


@pytest.fixture(scope="session")
def build() -> Callable[..., Playbook]:
    """Return the maker of small playbooks."""
    return playbook


@pytest.fixture(scope="session")
def declare() -> Callable[..., SectionSpec]:
    """Return the maker of section declarations."""
    return section


@pytest.fixture(scope="session")
def collaborate() -> Playbook:
    header = HeaderSpec("front-matter", {"title": "", "status": "stage", "last_updated": "date"})
    return playbook(
        "collaborate",
        section("goal", "Goal"),
        section("context", "Context"),
        section(
            "option-{n}",
            "Option {n}: {name}",
            2,
            of(
                "option",
                Shape.SECTIONS,
                "{id}: {name}",
                id="Option {n}",
                fields={"pros": "Pros", "cons": "Cons"},
            ),
            required=False,
        ),
        section("plan", "Implementation Plan", 2, of("task", Shape.LIST, id="{n}"), aliases=("Plan",)),
        section("next", "Next Steps", 2, of("step", Shape.LIST), required=False),
        section("risks", "Risks / Tradeoffs", 2, of("risk", Shape.LIST), required=False),
        documents=(DocumentSpec("plan", "{folder}/{slug}.md", "", header),),
    )


STEP_2A = "Step 2a: Modifying Existing Code"
STEP_3 = "Step 3: Dependencies & Constraints"


@pytest.fixture(scope="session")
def design() -> Playbook:
    header = HeaderSpec(
        "labels",
        {
            "Document Status": "stage",
            "Last Updated": "timestamp",
            "Approved By": "approved_by",
            "Current Phase": "phase",
        },
    )
    return playbook(
        "design",
        section("log", "Change Log", 2, computed="change-log"),
        section(
            "1",
            "1. Goal & Feature Requirements",
            3,
            of(
                "goal",
                Shape.FIELDS,
                fields={"goal": "User Story/Goal", "criteria": "Success Criteria", "out": "Out of Scope"},
            ),
            of("requirement", Shape.LIST, under="Specific Requirements"),
        ),
        section("2", "2. Research & Discovery", 3, container=True),
        section(
            "2.1",
            "2.1 Codebase Reconnaissance",
            4,
            of(
                "choice",
                Shape.CHECKLIST,
                part="Step 1: Locate the Change",
                under="Is this modifying existing code or adding new functionality?",
                tick=Tick.CHOICE,
            ),
            of(
                "current",
                Shape.FIELDS,
                part=STEP_2A,
                under="Current Implementation",
                fields={"files": "File(s)", "summary": "Summary", "entry": "Entry point"},
            ),
            of(
                "reason", Shape.CHECKLIST, part=STEP_2A, under="Why does it need to change?", tick=Tick.CHOICE
            ),
            of("external", Shape.LIST, part=STEP_3, under="External Dependencies"),
            of("constraint", Shape.CHECKLIST, part=STEP_3, under="Deployment Constraints", tick=Tick.CHOICE),
            of("risk", Shape.LIST, "{class} Risk: {risk}", part="Step 4: Risk Assessment"),
        ),
        section("2.2", "2.2 Risks & Constraints", 4),
        section(
            "2.3",
            "2.3 Clarification Questions",
            4,
            of(
                "question",
                Shape.CHECKLIST,
                "{id}: {text}",
                id="Question {n}",
                id_required=True,
                tick=Tick.COMPUTED,
            ),
        ),
        section(
            "3",
            "3. Design Alternatives & Trade-offs",
            3,
            of(
                "option",
                Shape.HEADINGS,
                "{id}: {name}",
                id="Option {letter}",
                level=4,
                fields={"approach": "Approach", "pros": "Pros", "cons": "Cons"},
            ),
            of(
                "recommendation",
                Shape.HEADINGS,
                "Recommendation: {option}",
                fields={"rationale": "Rationale"},
            ),
        ),
        section("4", "4. Detailed Design", 3, container=True),
        section(
            "4.1",
            "4.1 File Interaction Map",
            4,
            of("map", Shape.FENCE),
            of("modified", Shape.LIST, "{path} – {change}", part="Modified Files"),
            of("new", Shape.LIST, "{path} – {change}", part="New Files"),
        ),
        section("4.2", "4.2 Data Structures & Type Definitions", 4, of("structure", Shape.FENCE)),
        section(
            "4.3",
            "4.3 Control Flow",
            4,
            of("happy", Shape.LIST, part="Happy Path"),
            of("failure", Shape.LIST, "{condition} → {action}", part="Failure Paths"),
        ),
        section(
            "4.4",
            "4.4 Edge Case Handling",
            4,
            of("edge", Shape.LIST, "{condition} → {action} → {result}", part="Example"),
        ),
        section(
            "4.5",
            "4.5 Testing Strategy",
            4,
            of("unit", Shape.LIST, under="Unit Tests"),
            of("integration", Shape.LIST, under="Integration Tests"),
        ),
        section(
            "5",
            "5. Implementation Plan",
            2,
            of(
                "task",
                Shape.LEADS,
                "{id}: {title}",
                id="Commit {n}",
                fields={
                    "files": "Files",
                    "changes": "Changes",
                    "verification": "Verification",
                    "tests": "Tests",
                },
            ),
        ),
        documents=(DocumentSpec("plan", "{folder}/{slug}/PLANNING.md", "", header),),
    )


@pytest.fixture(scope="session")
def product() -> Playbook:
    task = of("task", Shape.CHECKLIST, "{id} {title}", id="{phase}.{n}", tick=Tick.COMPUTED)
    documents = tuple(
        DocumentSpec(name, f"requirements/{{slug}}/{name}.md", skeleton)
        for name, skeleton in (
            ("prd", "# {{title}}\n"),
            ("tasks", "# Tasks: {{title}}\n"),
            ("recovery", "# Recovery Guide: {{title}}\n"),
        )
    )
    return playbook(
        "product",
        section(
            "goals",
            "Goals",
            2,
            of("goal", Shape.FIELDS, fields={"primary": "Primary goal", "secondary": "Secondary goals"}),
            document="prd",
        ),
        section("users", "Target Users", 2, of("user", Shape.LIST, "{user}: {benefit}"), document="prd"),
        section(
            "databases",
            "Database Compatibility",
            3,
            of("database", Shape.LIST, "{mark} {value} ({note})", part="Target Databases"),
            of("consideration", Shape.LIST, "{value}: {note}", part="Database-Specific Considerations"),
            document="prd",
        ),
        section(
            "pairs",
            "Async/Sync Support",
            3,
            of("pair", Shape.CHECKLIST, "{source} → {target}", part="Affected Files", tick=Tick.COMPUTED),
            document="prd",
        ),
        section(
            "phases",
            "Implementation Phases",
            2,
            of("deliverable", Shape.CHECKLIST, tick=Tick.COMPUTED),
            document="prd",
        ),
        section("dependencies", "Dependencies", 2, document="prd"),
        section(
            "risks",
            "Risks & Mitigations",
            2,
            of("risk", Shape.HEADINGS, "{class} Risks", fields={"risk": "Risk", "mitigation": "Mitigation"}),
            document="prd",
        ),
        section(
            "research",
            "Research Questions for Expert",
            2,
            of("question", Shape.LIST, id="{n}"),
            document="prd",
        ),
        section("phase-{n}", "Phase {n}: {name} ({role})", 2, task, document="tasks"),
        section("handoff", "Handoff Notes", 2, of("handoff", Shape.LEADS, "To {role}"), document="tasks"),
        section(
            "status",
            "Current Status",
            2,
            of(
                "status",
                Shape.FIELDS,
                fields={"phase": "Phase", "updated": "Last Updated", "done": "Completed"},
                computed=("phase", "updated", "done"),
            ),
            document="recovery",
        ),
        section(
            "expert",
            "For Expert Agent",
            3,
            of("check", Shape.CHECKLIST, part="Implementation Checklist"),
            of("pattern", Shape.FENCE, part="Framework Patterns"),
            document="recovery",
        ),
        section("blockers", "Blockers", 2, document="recovery"),
        documents=documents,
    )


@pytest.fixture(scope="session")
def council() -> Playbook:
    return playbook(
        "council",
        section("title", "Implementation Plan: {title}", 2, container=True),
        section(
            "phase-{n}", "Phase {n}: {name}", 3, of("task", Shape.CHECKLIST, id="{n}", tick=Tick.COMPUTED)
        ),
        section("dependencies", "Dependencies", 3, of("dependency", Shape.LIST, "{type}: {text}")),
        section(
            "considerations-{topic}",
            "{topic} Considerations (from {advisor})",
            3,
            of("consideration", Shape.LIST),
        ),
    )


@pytest.fixture(scope="session")
def roadmap() -> Playbook:
    within: dict[str, Any] = {"within": "phase-{n}", "required": False}
    return playbook(
        "roadmap",
        section("title", "Implementation Plan: {title}", 2, container=True),
        section("summary", "Executive Summary", 3),
        section("goals", "Goals", 3, of("goal", Shape.LIST, id="{n}")),
        section("criteria", "Success Criteria", 3, of("criterion", Shape.CHECKLIST)),
        section("phase-{n}", "Phase {n}: {name} ({weeks})", 2, container=True),
        section(
            "phase-{n}/tasks",
            "Tasks",
            3,
            of(
                "task",
                Shape.TABLE,
                fields={"title": "Task", "owner": "Owner", "needs": "Dependencies", "effort": "Effort"},
                required=("title", "owner"),
            ),
            **within,
        ),
        section("phase-{n}/architecture", "Architecture", 3, of("drawing", Shape.FENCE), **within),
        section("phase-{n}/strategy", "Migration Strategy", 3, **within),
        section("phase-{n}/deliverables", "Deliverables", 3, of("deliverable", Shape.LIST), **within),
        section(
            "phase-{n}/risks",
            "Risks",
            3,
            of(
                "risk",
                Shape.TABLE,
                fields={
                    "risk": "Risk",
                    "probability": "Probability",
                    "impact": "Impact",
                    "mitigation": "Mitigation",
                },
            ),
            **within,
        ),
        section("phase-{n}/verification", "Verification", 3, of("verification", Shape.FENCE), **within),
        section(
            "phase-{n}/rollout",
            "Rollout Schedule",
            3,
            of(
                "rollout",
                Shape.TABLE,
                fields={"day": "Day", "action": "Action", "trigger": "Rollback Trigger"},
            ),
            **within,
        ),
        section("phase-{n}/monitoring", "Monitoring", 3, of("monitoring", Shape.FENCE), **within),
        section(
            "phase-{n}/rollback",
            "Rollback Plan",
            3,
            of("rollback", Shape.FENCE, fields={"trigger": "Trigger", "steps": "Steps"}),
            **within,
        ),
        section("dependencies", "Dependencies", 2, container=True),
        section("dependencies/internal", "Internal", 3, of("dependency", Shape.LIST)),
        section("dependencies/external", "External", 3, of("dependency", Shape.LIST)),
        section("timeline", "Timeline Summary", 2),
        section(
            "milestones",
            "Milestones",
            3,
            of(
                "milestone",
                Shape.TABLE,
                fields={"milestone": "Milestone", "date": "Date", "status": "Status"},
                computed=("status",),
            ),
        ),
    )


@pytest.fixture(scope="session")
def migration() -> Playbook:
    return playbook(
        "migration",
        section("title", "Migration Plan: {source} → {target}", 2, container=True),
        section(
            "overview",
            "Overview",
            3,
            of(
                "aspect",
                Shape.TABLE,
                fields={"aspect": "Aspect", "current": "Current", "target": "Target"},
            ),
        ),
        section("strategy", "Migration Strategy: {strategy}", 3),
        section("phases", "Phases", 3, container=True),
        section("phase-{n}", "Phase {n}: {name}", 4, of("task", Shape.LIST)),
        section(
            "data",
            "Data Migration",
            3,
            of("data", Shape.FENCE, fields={"strategy": "Strategy", "steps": "Steps"}),
        ),
        section(
            "rollback",
            "Rollback Plan",
            3,
            of("rollback", Shape.FENCE, fields={"trigger": "Trigger conditions", "steps": "Rollback steps"}),
        ),
    )
