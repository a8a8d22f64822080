"""The table of use cases tells the truth: who may call each, what each is about, what changes nothing."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import retry_design

from groundplan.app.changes.writing import write
from groundplan.app.judgement.documents import Written
from groundplan.app.lifecycle import adopting, approving, foreign
from groundplan.app.queries.context import Asked
from groundplan.app.setup.hooks import ShownPlan
from groundplan.app.talk.deciding import Choice
from groundplan.app.use_cases import USE_CASES, Who
from groundplan.consult.answer import Answer, Claim
from groundplan.plan.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from conftest import Office

CASES = {case.name: case for case in USE_CASES}
# What a use case is given first, where it is neither a workspace, nor its code, nor a plan that was opened.
OTHER_SUBJECTS = {
    "adopt-file": "Claim",
    "check-file-with": "ReadingOrder",
    "explain": "str",
    "install": "Prepared",
    "models-list": "Iterable[str]",
    "models-use": "str",
}


@pytest.fixture
def ready(office: Office) -> Office:
    """A design with a checkpoint that waits for a person, and a document that is no plan yet."""
    office.begin(retry_design.GOAL, "design", "retry")
    sections = {**retry_design.RESEARCH, "3": retry_design.ALTERNATIVES}
    write(office.open(), sections, caller=office.agent)
    (office.root / "notes.md").write_text("# Retry\n\n## Goal\n\nRetry uploads.\n\n## Context\n\nx\n")
    office.commit()
    return office


def files(office: Office) -> Mapping[str, bytes]:
    paths = (path for path in office.root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {str(path): path.read_bytes() for path in paths}


@pytest.mark.parametrize("name", CASES)
def test_a_use_case_is_given_what_it_is_about_first(name: str) -> None:
    first = next(iter(inspect.signature(CASES[name].function).parameters.values()))
    if name in OTHER_SUBJECTS:
        assert first.annotation == OTHER_SUBJECTS[name]
    else:
        assert first.annotation in {"Workspace", "Codebase", "OpenPlan"}
    # `show` is the one that opens the plan.
    assert CASES[name].takes_plan == (first.annotation == "OpenPlan" or name == "show")


@pytest.mark.parametrize("name", CASES)
def test_whoever_calls_is_named_where_it_matters(name: str) -> None:
    case = CASES[name]
    takes = "caller" in inspect.signature(case.function).parameters
    assert takes or not (case.who is not Who.ANYONE or (case.changes and case.takes_plan))


def _approve(office: Office) -> None:
    opened = office.open()
    approving.approve(opened, approving.prepare_approval(opened, "3"), caller=office.agent, word="Approved")


def _adopt(office: Office) -> None:
    opened = office.open()
    adopting.adopt(opened, adopting.prepare_adoption(opened), caller=office.agent)


def _adopt_file(office: Office) -> None:
    claim = foreign.read_foreign(office.workspace, "notes.md", "collaborate")
    foreign.adopt_foreign(claim, caller=office.agent)


CALLS: dict[str, Callable[[Office], Any]] = {
    "supersede": lambda office: CASES["supersede"].function(
        office.open(), "D1", Choice("Wait", "it is simpler"), caller=office.agent
    ),
    "adopt": _adopt,
    "adopt-file": _adopt_file,
    "approve": _approve,
    "revoke": lambda office: CASES["revoke"].function(office.open(), "3", caller=office.agent, reason="x"),
    "request-changes": lambda office: CASES["request-changes"].function(
        office.open(), "3", caller=office.agent, reason="x"
    ),
    "object-accept": lambda office: CASES["object-accept"].function(office.open(), "O1", caller=office.agent),
    "waive": lambda office: CASES["waive"].function(office.open(), ["T1"], caller=office.agent, reason="x"),
    "archive": lambda office: CASES["archive"].function(office.open(), caller=office.agent, abandon="x"),
    "models-use": lambda office: CASES["models-use"].function("claude", caller=office.agent),
    "restore": lambda office: CASES["restore"].function(
        replace(office.open(), known=replace(office.open().known, archived=True)), caller=office.agent
    ),
}


@pytest.mark.req("S1-25")
@pytest.mark.parametrize("name", [case.name for case in USE_CASES if case.who is Who.PERSON])
def test_what_only_a_person_may_do_an_agent_may_not(ready: Office, name: str) -> None:
    if name == "adopt":
        (document,) = (ready.root / "plans").rglob("*.md")
        document.write_text(document.read_text().replace("uploads", "downloads"))
    before = files(ready)
    with pytest.raises(Refused, match="Only a person at a terminal may"):
        CALLS[name](ready)
    assert files(ready) == before


RELAYED: dict[str, Callable[[Office], Any]] = {
    "say": lambda office: CASES["say"].function(office.open(), "Five attempts", caller=office.agent),
    "answer": lambda office: CASES["answer"].function(office.open(), "", "Five", caller=office.agent),
    "answer-led": lambda office: CASES["answer-led"].function(office.open(), "", "Five", caller=office.agent),
    "decide": lambda office: CASES["decide"].function(
        office.open(), Choice("Wait", "it is simpler"), caller=office.agent
    ),
}


@pytest.mark.parametrize("name", [case.name for case in USE_CASES if case.who is Who.RELAYED])
def test_what_an_agent_does_in_the_users_name_is_marked_as_relayed(office: Office, name: str) -> None:
    office.begin()
    CASES["ask"].function(office.open(), "How many attempts?", caller=office.agent)
    assert RELAYED[name](office).is_relayed
    assert office.open().judgement.promises.unconfirmed


READ: dict[str, Callable[[Office], Any]] = {
    "status": lambda office: [office.workspace],
    "list": lambda office: [office.workspace],
    "doctor": lambda office: [office.workspace],
    "show": lambda office: [office.workspace],
    "explain": lambda _: ["GP201"],
    "models-list": lambda _: [],
    **dict.fromkeys(
        ("check-file", "cite"),
        lambda office: [office.workspace.code, Written("plan.md", "`src/upload.py:1`")],
    ),
    "compare": lambda office: [office.workspace.code, [Answer("claude", "", "", claims=(Claim("It is."),))]],
    "hook": lambda office: [office.workspace.code, ShownPlan("`src/upload.py:1`")],
    "request-approval": lambda office: [office.open(), "3"],
    "report": lambda office: [office.open(), "progress"],
    "context": lambda office: [office.workspace, Asked("retry uploads")],
    "where": lambda office: [office.workspace.code, "retry uploads"],
    "code-find": lambda office: [office.workspace.code, "upload"],
    "code-imports": lambda office: [office.workspace.code, "src/upload.py"],
    "code-file-history": lambda office: [office.workspace.code, "src/upload.py"],
    "code-attempts": lambda office: [office.workspace.code, "retry"],
    "code-similar": lambda office: [office.workspace.code, "parse a date"],
    **dict.fromkeys(
        (
            *("code-cycles", "code-manifest", "code-patterns", "code-history"),
            "code-changes",
            "profile-propose",
        ),
        lambda office: [office.workspace.code],
    ),
    **dict.fromkeys(
        ("code-symbol", "code-usages", "code-callers", "code-impact", "code-tests-for", "code-flow"),
        lambda office: [office.workspace.code, "src/upload.py::upload"],
    ),
    **dict.fromkeys(
        (
            "brief",
            "diff",
            "drift",
            "log",
            "resume",
            "refute",
            "refute-status",
            "consult-list",
            "consult-cancel",
            "next",
            "dry-run",
        ),
        lambda office: [office.open()],
    ),
}
# Tested on their own: nothing is proposed, installed or researched; a rehearsal and a probe need a caller,
# an attack in the background is a process, a council needs models, and this plan
# has no tasks and no change.
LED = {
    *("proposals", "rehearse", "probe", "code-docs", "code-ask-source", "brief-question", "refute-detach"),
    *(
        "consult",
        "consult-detach",
        "consult-fetch",
        "tasks",
        "conform",
        "conform-file",
        "pr",
        "check-file-with",
    ),
}


def test_what_changes_nothing_leaves_every_file_as_it_was(ready: Office) -> None:
    reading = {case.name for case in USE_CASES if not case.changes}
    assert reading == {*READ, *LED}
    before = files(ready)
    for name, given in READ.items():
        CASES[name].function(*given(ready))
    assert files(ready) == before
