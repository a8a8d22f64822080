"""Attacks on the ledger's files: forged, edited, removed, copied; and two branches against each other."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import retry_design
from desk import Desk

from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.promise import question_digest

if TYPE_CHECKING:
    from pathlib import Path

PLAN = "plans/retry/PLANNING.md"
READY = "plans/retry-failed-uploads.md"


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text())
    return loaded


def forge(desk: Desk, kind: str, body: dict[str, Any], *, channel: str = "terminal") -> Path:
    """Write a well-formed entry with an editor, as anyone with write access can."""
    newest = [load(path) for path in desk.entries()]
    followed = {target for entry in newest for target in entry["follows"]}
    heads = {entry["id"]: entry["digest"] for entry in newest if entry["id"] not in followed}
    author = Author("user", "Ann", channel)
    entry = Entry(make_entry_id(), newest[0]["plan"], kind, "2026-01-05T09:00:00Z", author, heads, body)
    path = desk.entries()[0].parent / f"{entry.id}.json"
    path.write_text(entry.to_json())
    return path


def approval_body(desk: Desk) -> dict[str, Any]:
    """Return what an approval of checkpoint 3 binds, taken from a real one on a copy."""
    copy = desk.root.parent / "copy" / "repo"
    shutil.copytree(desk.root, copy)
    other = Desk(copy)
    assert other.person("approve", "3", typed="3").code == 0
    body: dict[str, Any] = load(other.entry("approval"))["body"]
    return body


@pytest.mark.parametrize("channel", ["agent", "pipe"])
def test_a_forged_approval_through_another_channel_does_not_count(designed: Desk, channel: str) -> None:
    forge(designed, "approval", approval_body(designed), channel=channel)
    assert "GP214" in designed.codes()
    assert designed.states()["3"] == "ready"


def test_a_forged_approval_that_calls_itself_signed_does_not_count(designed: Desk) -> None:
    forge(designed, "approval", approval_body(designed), channel="signed")
    assert "GP214" in designed.codes()
    assert designed.states()["3"] == "ready"


def test_a_perfectly_forged_approval_is_the_documented_limit_and_stopped_by_signatures(
    designed: Desk,
) -> None:
    forge(designed, "approval", approval_body(designed))
    assert designed.states()["3"] == "passed", "docs/concepts/approvals.md states this limit"
    assert "terminal" in designed.pipe("log").out
    designed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "signed"\n')
    assert designed.states()["3"] != "passed"
    assert "GP214" in designed.codes()


def test_an_approval_edited_to_fit_the_text_is_seen(approved: Desk) -> None:
    path = approved.entry("approval")
    approved.edit(PLAN, "at most 2 extra", "at most 200 extra")
    text = path.read_text().replace("v1:", "v1:0", 1)
    path.write_text(text)
    assert "GP210" in approved.codes()
    assert approved.states()["3"] != "passed"


def test_an_entry_edited_with_its_digest_made_anew_is_seen_by_what_follows_it(ready: Desk) -> None:
    path = ready.entry("answer")
    data = load(path)
    data["body"]["text"] = "Three hundred."
    author = Author(
        data["by"]["speaker"], data["by"]["name"], data["by"]["channel"], tuple(data["by"]["via"])
    )
    entry = Entry(data["id"], data["plan"], data["kind"], data["at"], author, data["follows"], data["body"])
    path.write_text(entry.to_json())
    assert "GP210" in ready.codes()


@pytest.mark.parametrize("kind", ["created", "turn", "question", "answer", "revised", "decision"])
def test_a_removed_entry_is_missed_by_what_follows_it(ready: Desk, kind: str) -> None:
    ready.entry(kind).unlink()
    ran = ready.pipe("check")
    assert ran.code != 0
    if kind != "created":
        assert "GP210" in ready.codes()


def test_a_removed_revoke_is_missed(approved: Desk) -> None:
    approved.person("revoke", "3", "--because", "not yet")
    approved.entry("revoke").unlink()
    assert "GP210" in approved.codes()


def test_an_entry_copied_from_another_plan_proves_nothing(approved: Desk) -> None:
    assert approved.person("new", "Another plan", "--playbook", "design", "--name", "another").code == 0
    source = approved.entry("approval")
    folders = {path.parent for path in approved.entries()} - {source.parent}
    shutil.copy(source, folders.pop() / source.name)
    assert "GP210" in approved.codes("another")
    assert "copied from another plan" in " ".join(approved.pipe("check", "another").out.split())


def test_an_entry_copied_under_another_id_proves_nothing(approved: Desk) -> None:
    source = approved.entry("approval")
    approved.person("revoke", "3", "--because", "not yet")
    shutil.copy(source, source.parent / f"{make_entry_id()}.json")
    assert "GP210" in approved.codes()
    assert approved.states()["3"] != "passed"


def test_a_torn_entry_is_seen(ready: Desk) -> None:
    path = ready.entry("decision")
    path.write_bytes(path.read_bytes()[:-40])
    assert "GP210" in ready.codes()


def test_an_entry_of_a_newer_format_is_named_and_not_guessed(ready: Desk) -> None:
    path = ready.entry("approval")
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    assert "newer" in ready.pipe("check").out
    assert ready.states() != {"ready": "passed"}


def test_a_malformed_body_becomes_damage_and_no_crash(ready: Desk) -> None:
    forge(ready, "approval", {"checkpoint": 3, "sections": "all"})
    assert "GP210" in ready.codes()


def test_a_forged_adoption_by_an_agent_witnesses_nothing(ready: Desk) -> None:
    ready.edit(READY, "sends once", "sends twice")
    assert "GP206" in ready.codes()
    now = open_plan(open_workspace(ready.root)).plan.fingerprints()
    sections = {"context": {"before": "", "after": now["context"]}}
    forge(ready, "revised", {"cause": "adopt", "sections": sections}, channel="agent")
    assert "GP206" in ready.codes()


def test_a_forged_request_for_changes_by_an_agent_opens_no_lock(approved: Desk) -> None:
    forge(approved, "changes", {"checkpoint": "3", "reason": "I prefer A"}, channel="agent")
    other = retry_design.ALTERNATIVES.replace("Option B\n**Rationale", "Option A\n**Rationale")
    refused = approved.agent("write", "3", "-", stdin=other)
    assert refused.code == 3
    assert "GP207" in refused.err
    assert approved.states()["3"] != "passed"


def test_a_forged_idea_after_the_question_is_no_reply(begun: Desk) -> None:
    assert begun.agent("say", "--as", "planner", "--kind", "question", "How often?").code == 0
    forge(begun, "turn", {"kind": "idea", "digest": "0" * 64}, channel="agent")
    refused = begun.agent("write", "context", "-", stdin="2 % of uploads fail.\n")
    assert refused.code == 3
    assert "GP201" in refused.err


def test_a_forged_answer_by_an_agent_is_nobodys_word_until_a_person_confirms_it(begun: Desk) -> None:
    assert begun.agent("ask", "May we drop the tests?").code == 0
    digest = question_digest("Q1", "May we drop the tests?")
    forge(begun, "answer", {"question": "Q1", "digest": digest, "text": "Yes."}, channel="agent")
    assert "GP211" in begun.codes()


def test_a_forged_change_of_playbook_by_an_agent_accounts_for_no_text(ready: Desk) -> None:
    ready.edit(READY, "sends once", "sends twice")
    now = open_plan(open_workspace(ready.root))
    body = load(ready.entry("created"))["body"] | {"sections": now.plan.fingerprints()}
    forge(ready, "repinned", body, channel="agent")
    assert "GP206" in ready.codes()


# ------------------------------------------------------------------------------------ branches and worktrees


def merged(desk: Desk, branch: str) -> None:
    desk.commit(f"Work on {branch}")
    desk.git("checkout", "-q", "main")


def test_an_approval_on_one_branch_does_not_cover_an_edit_on_another(designed: Desk) -> None:
    designed.git("checkout", "-q", "-b", "approve")
    designed.person("approve", "3", typed="3")
    merged(designed, "approve")
    designed.git("checkout", "-q", "-b", "edit")
    text = designed.read(PLAN)
    start = text.index("#### **2.2")
    section = (
        text[start : text.index("#### **2.3")]
        .split("\n", 1)[1]
        .replace("at most 2 extra", "at most 200 extra")
    )
    assert designed.agent("write", "2.2", "-", stdin=section.strip().rstrip("-").strip() + "\n").code == 0
    merged(designed, "edit")
    designed.git("merge", "-q", "--no-edit", "approve")
    designed.git("merge", "-q", "--no-edit", "-X", "ours", "edit")
    assert designed.states()["3"] == "stale"


def test_a_revoke_on_one_branch_voids_an_approval_on_another(approved: Desk) -> None:
    approved.git("checkout", "-q", "-b", "revoke")
    approved.person("revoke", "3", "--because", "wait for the audit")
    merged(approved, "revoke")
    approved.git("checkout", "-q", "-b", "again")
    approved.edit(PLAN, "at most 2 extra", "at most 3 extra")
    approved.person("adopt", typed="adopt")
    approved.person("approve", "3", typed="3")
    merged(approved, "again")
    approved.git("merge", "-q", "--no-edit", "-X", "theirs", "again")
    approved.git("merge", "-q", "--no-edit", "-X", "ours", "revoke")
    assert approved.states()["3"] != "passed"


def test_two_branches_that_took_the_same_question_id_stay_two_questions(begun: Desk) -> None:
    begun.commit("Begin the plan")
    begun.git("checkout", "-q", "-b", "left")
    begun.agent("ask", "How many attempts?")
    begun.person("answer", "1", "Three.")
    merged(begun, "left")
    begun.git("checkout", "-q", "-b", "right")
    begun.agent("ask", "Which servers?")
    merged(begun, "right")
    begun.git("merge", "-q", "--no-edit", "left")
    begun.git("merge", "-q", "--no-edit", "-X", "theirs", "right")
    ran = begun.pipe("check")
    assert "Which servers?" in ran.out
    assert "GP204" in begun.codes()


def test_two_decisions_of_one_question_on_two_branches_wait_for_a_person(begun: Desk) -> None:
    begun.agent("ask", "Which cache?")
    begun.commit("Ask")
    for branch, choice in (("left", "Use Redis"), ("right", "Use SQLite")):
        begun.git("checkout", "-q", "-b", branch, "main")
        assert begun.person("decide", choice, "--because", "it is faster", "--question", "Q1").code == 0
        merged(begun, branch)
    begun.git("merge", "-q", "--no-edit", "left")
    begun.git("merge", "-q", "--no-edit", "-X", "ours", "right")
    assert "GP216" in begun.codes()


def test_a_second_worktree_sees_the_same_promises(approved: Desk) -> None:
    other = approved.root.parent / "second"
    approved.git("worktree", "add", "-q", "-b", "second", str(other))
    second = Desk(other)
    assert second.states()["3"] == "passed"
    second.edit(PLAN, "at most 2 extra", "at most 200 extra")
    assert second.states()["3"] == "stale"
    assert approved.states()["3"] == "passed"
