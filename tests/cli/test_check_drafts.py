"""`check` on a draft: what is missing is reported, what is wrong fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.config import Policy
from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from .conftest import Desk

STRICT = 'version = 1\n\n[policy]\ndrafts = "strict"\n'
CONFIG = ".groundplan/config.toml"


def test_an_unfinished_draft_is_reported_and_does_not_fail(begun: Desk) -> None:
    ran = begun.run("check")
    assert ran.code == 0
    assert "GP504 incomplete-section" in ran.out
    assert "nothing wrong, 3 unfinished." in ran.out


def test_a_person_is_told_what_is_unfinished_without_a_rule_and_what_is_wrong_with_one(begun: Desk) -> None:
    told = begun.attend("check").out
    assert "Write it: `groundplan write implementation-plan`" in told
    assert "GP" not in told
    (begun.folder / CONFIG).write_text(STRICT)
    assert "GP504 incomplete-section" in begun.attend("check").out


@pytest.mark.parametrize("command", ["new", "plan"])
@pytest.mark.parametrize("playbook", Shelf().names())
def test_a_plan_of_any_playbook_that_was_just_begun_does_not_fail(
    begun: Desk, playbook: str, command: str
) -> None:
    assert (
        begun.run(command, "Retry uploads that time out", "--playbook", playbook, "--name", "fresh").code == 0
    )
    ran = begun.run("check", "fresh")
    assert ran.code == 0, ran.out
    assert "unfinished." in ran.out


def test_strict_fails_on_an_unfinished_draft(begun: Desk) -> None:
    assert begun.run("check", "--strict").code == 1
    assert not any(
        each["unfinished"] for each in begun.run("check", "--strict", "--json").json["plans"][0]["findings"]
    )


def test_the_policy_can_be_strict_with_drafts(begun: Desk) -> None:
    (begun.folder / CONFIG).write_text(STRICT)
    assert begun.run("check").code == 1


def test_machines_are_told_which_findings_are_unfinished(begun: Desk) -> None:
    told = begun.run("check", "--json").json
    assert told["clean"]
    assert {each["code"] for each in told["plans"][0]["findings"] if each["unfinished"]} == {"GP204", "GP504"}
    assert "::notice file=plans/retry-uploads.md" in begun.run("check", "--format", "github").out
    assert "::error" not in begun.run("check", "--format", "github").out
    assert '"level": "note"' in begun.run("check", "--format", "sarif").out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("The code in `src/nowhere.py` does it.\n", "GP101"),
        ("<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n", "GP507"),
    ],
)
def test_a_draft_that_is_wrong_fails(begun: Desk, words: str, code: str) -> None:
    path = begun.document()
    path.write_text(path.read_text() + words)
    ran = begun.run("check")
    assert ran.code == 1
    assert code in ran.out
    assert "GP206" in ran.out, "and nobody answers for the edit"


def test_a_damaged_ledger_fails_a_draft(begun: Desk) -> None:
    next((begun.folder / ".groundplan/ledger").rglob("*.json")).write_text("{")
    assert begun.run("check").code != 0


def test_what_an_approval_covers_may_not_become_unfinished(written: Desk) -> None:
    assert written.attend("approve", script=[("Type `ready`", "ready\n")]).code == 0
    assert written.run("check").code == 0
    assert written.run("ask", "One more thing?").code == 0
    findings = written.run("check", "--json").json["plans"][0]["findings"]
    assert [each["unfinished"] for each in findings if each["code"] == "GP204"] == [False]


def test_how_strict_a_check_is_changes_no_approval(written: Desk) -> None:
    assert Policy(drafts="strict").digest == Policy().digest
    assert written.attend("approve", script=[("Type `ready`", "ready\n")]).code == 0
    (written.folder / CONFIG).write_text(STRICT)
    assert written.run("check").code == 0
