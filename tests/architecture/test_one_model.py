"""One class for each part of a change: a second one would have to be kept in step with the first by hand."""

from __future__ import annotations

import ast
import re

from groundplan.plan.fact import FactKind
from groundplan.playbooks.shelf import Shelf, bundled_names

PARTS = {
    *(
        "Task",
        "Requirement",
        "Criterion",
        "Caller",
        "Trap",
        "Challenge",
        "Risk",
        "Option",
        "Decision",
        "Question",
    ),
    *("Command", "Rollback", "Fact", "Provenance"),
}
# Every class that has such a word in its name, and why it is no second class for the same thing.
KNOWN = {
    "plan/fact.py::Fact": "what is known of a change: places, callers, tests, commands, what is against it",
    "plan/fact.py::FactKind": "which of them a fact is",
    "plan/fact.py::Provenance": "how a fact is known, and by whom",
    "consult/fact.py::Fact": "what an advisor says that it saw: no fact until the code was asked",
    "planner/challenge.py::Challenge": "what is against a goal, as it is said to the user",
    "plan/record.py::Task": "a task as it is written",
    "plan/record.py::Risk": "a risk as it is written",
    "plan/record.py::Option": "an option as it is written",
    "plan/task_graph.py::TaskNode": "a task's place among those it waits for",
    "plan/task_graph.py::TaskGraph": "what waits for what",
    "plan/progress.py::TaskState": "how far a task is",
    "plan/receipt.py::CommandApproved": "a person's word for a command, in the ledger",
    "app/schedule/tasks.py::PlannedTask": "a task with its days, its owners and how far it is",
    "app/schedule/tasks.py::TaskList": "those tasks, and what they wait for",
    "app/schedule/risks.py::RatedRisk": "a risk with the levels that its words give",
    "wording/dependencies.py::TaskNames": "the names that tasks are called by",
    "plan/promise.py::Decision": "a decision in the ledger",
    "planner/question.py::Question": "a question to the user, whoever asks it",
    "plan/questions.py::QuestionState": "a question in plan and ledger with its answers",
    "planner/brains/brief.py::QuestionBrief": "a question as a brief tells it, without its entries",
    "planner/brains/brief.py::DecisionBrief": "a decision as a brief tells it, without its entry",
    "app/callers.py::Caller": "who calls a use case",
    "code/callers.py::Caller": "a definition that calls another one",
    "evidence/kinds.py::Command": "a call of the repository's own tools",
    "plan/task_command.py::TaskCommand": "a verification command as it can be run",
    "app/plans/tasks.py::WorkTask": "a task with its state and what its words declare",
    "cli/group.py::PlanCommand": "a command of the terminal",
}


def parts_of(tree: ast.Module) -> list[str]:
    """Return the classes of a module whose names have the name of a part."""
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [name for name in names if PARTS & set(re.findall(r"[A-Z][a-z]+", name))]


def test_no_part_of_a_change_has_a_second_class(sources: dict[str, ast.Module]) -> None:
    found = {f"{path}::{name}" for path, tree in sources.items() for name in parts_of(tree)}
    assert {each.rpartition("groundplan/")[2] for each in found} == set(KNOWN)


def test_each_part_of_a_change_is_a_kind_of_fact_or_of_record() -> None:
    books = map(Shelf().find, bundled_names())
    written = {record.kind for book in books for section in book.sections for record in section.records}
    assert written >= {
        "requirement",
        "criterion",
        "option",
        "decision",
        "risk",
        "task",
        "question",
        "rollback",
    }
    assert {each.value for each in FactKind} >= {"place", "callers", "test", "against", "environment"}


def test_a_second_class_is_seen_whatever_stands_around_its_name() -> None:
    assert parts_of(ast.parse("class TaskDraft: ...\nclass NewRisk: ...")) == ["TaskDraft", "NewRisk"]
    assert parts_of(ast.parse("class Optional: ...\nclass Questioned: ...")) == []
