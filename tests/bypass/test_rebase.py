"""A plan and code that went on: what drifted is named, and citations alone are moved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desk import Desk

PLAN = "plans/retry/PLANNING.md"
LINES, MOVED = "src/upload.py:10-48", "src/upload.py:12-50"


def push_down(desk: Desk) -> None:
    desk.path("src/upload.py").write_text("# one\n# two\n" + desk.read("src/upload.py"))
    desk.commit("Comment on it")


def words(desk: Desk) -> str:
    """The plan without what is computed about the move itself."""
    lines = desk.read(PLAN).splitlines(keepends=True)
    return "".join(line for line in lines if "Re-anchored" not in line and "Last Updated" not in line)


def entries(desk: Desk, kind: str) -> list[dict[str, object]]:
    read = [json.loads(path.read_text()) for path in desk.root.glob(".groundplan/ledger/*/*.json")]
    return [each for each in read if each["kind"] == kind]


def test_nothing_drifts_while_the_code_stays(approved: Desk) -> None:
    ran = approved.pipe("drift", "--json")
    assert (ran.code, ran.json()["citations"], ran.json()["approved"]) == (0, [], True)


def test_code_that_moved_is_followed_and_the_approval_stays(approved: Desk) -> None:
    before = words(approved)
    push_down(approved)
    seen = approved.pipe("drift", "--json")
    assert seen.code == 1
    assert {each["state"] for each in seen.json()["citations"]} == {"moved"}
    done = approved.agent("rebase", "--json").json()
    assert done["approvals_hold"]
    assert {"from": LINES, "to": MOVED} in done["moved"]
    assert words(approved).replace(MOVED, LINES) == before
    assert approved.states()["3"] == "passed"
    assert approved.pipe("drift").code == 0


def test_rebase_does_nothing_twice(approved: Desk) -> None:
    push_down(approved)
    approved.agent("rebase")
    again = approved.agent("rebase", "--json").json()
    assert (again["moved"], len(entries(approved, "reanchored"))) == ([], 1)


def test_code_that_reads_differently_is_a_question_and_is_not_moved(approved: Desk) -> None:
    before = approved.read(PLAN)
    code = approved.read("src/upload.py").splitlines()
    code[20] = f"{code[20]}  # and more"
    approved.path("src/upload.py").write_text("\n".join(code) + "\n")
    approved.commit("Change it")
    done = approved.agent("rebase", "--json").json()
    assert done["moved"] == []
    assert any(each.startswith(f"`{LINES}` reads differently now") for each in done["questions"])
    assert approved.read(PLAN) == before
    assert entries(approved, "reanchored") == []


def test_code_that_is_gone_is_a_question(approved: Desk) -> None:
    approved.path("src/upload.py").unlink()
    approved.commit("Drop it")
    assert approved.pipe("drift").code == 1
    done = approved.agent("rebase", "--json").json()
    assert any("is gone" in each for each in done["questions"])


def test_a_dependency_that_changed_is_a_note(approved: Desk) -> None:
    approved.path("requirements-more.txt").write_text("tenacity==9.0\n")
    approved.commit("Ask for more")
    ran = approved.pipe("drift", "--json")
    found = {each["name"]: (each["before"], each["now"]) for each in ran.json()["dependencies"]}
    assert found["tenacity"] == ("", "==9.0")


def test_another_open_plan_on_the_same_file_is_a_note(approved: Desk) -> None:
    approved.person("new", "Split the uploads", "--playbook", "collaborate")
    path = "plans/split-the-uploads.md"
    steps = "## Implementation Plan\n\n1. Create `src/retry.py`: split it.\n"
    approved.path(path).write_text(approved.read(path).replace("## Implementation Plan\n", steps))
    ran = approved.pipe("drift", "retry", "--json")
    assert {"path": "src/retry.py", "plan": "split-the-uploads"} in ran.json()["shared"]
    assert ran.code == 0


def test_a_new_use_of_a_name_that_the_plan_changes_is_seen(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "--because", "another name").code == 0
    ready.agent("say", "--as", "planner", "--kind", "question", "Which name?")
    ready.person("say", "Rename it.")
    ready.path("client.py").write_text("def send_all():\n    return 1\n")
    ready.commit("Send")
    step = "1. Rename `send_all` to `send_each` in `client.py`.\n"
    assert ready.agent("write", "implementation-plan", "-", stdin=step).code == 0
    assert ready.pipe("drift", "--json").json()["occurrences"] == []
    ready.path("report.py").write_text("from client import send_all\n\nsend_all()\n")
    ready.commit("Report")
    ran = ready.pipe("drift", "--json")
    assert ran.code == 1
    (found,) = ran.json()["occurrences"]
    assert (found["term"], found["path"], found["before"], found["now"]) == ("send_all", "report.py", 0, 2)
