"""Attacks on where a plan is: forged moves, copies that carry its id, plans put out of sight."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from forging import forge

from groundplan.plan.entry import read_entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from desk import Desk, Ran

READY = "plans/retry-failed-uploads.md"
STEP = "1. Add `retry()` to `client.py`."
EVIL = "2. Delete the tests."


def doctored(desk: Desk) -> str:
    text = desk.read(READY)
    assert STEP in text
    return text.replace(STEP, EVIL)


def plan_id(desk: Desk) -> str:
    return desk.entries()[0].parent.name


def sign_only(desk: Desk) -> str:
    """Want signatures, have Ann's key allowed, and return the key."""
    key = desk.root.parent / "home" / "key"
    if not key.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    desk.path(".groundplan/allowed_signers").write_text(f"ann@example.org {Path(f'{key}.pub').read_text()}")
    desk.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "signed"\n')
    desk.commit("Want signatures")
    return str(key)


# --- forged moves

FORGED = [
    {"documents": [1, 2]},
    {"documents": {"plan": 5}},
    {"documents": {"plan": "plans/x.md"}, "slug": 7},
    {"documents": {"plan": "plans/x.md"}, "slug": "x;touch pwned;#"},
    {"documents": "plans/x.md"},
    {"documents": {}, "slug": "x;touch pwned;#"},
]


@pytest.mark.parametrize("body", FORGED, ids=map(str, range(len(FORGED))))
@pytest.mark.parametrize("kind", ["moved", "archived"])
def test_a_malformed_entry_is_damage_and_hides_no_plan(ready: Desk, kind: str, body: dict[str, Any]) -> None:
    if kind == "archived":
        body = {"reason": 7, "abandoned": "no"}
    forge(ready, kind, body, channel="terminal")
    ran = ready.pipe("check")
    assert ran.code == 1
    assert f"is no `{kind}`" in ran.out
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    for words in (("-p", "goal", "show"), (), ("log", "retry-failed-uploads")):
        assert "groundplan failed" not in ready.pipe(*words).said
    assert ready.pipe("new", "A third goal", "--playbook", "collaborate").code == 0


TARGETS = {
    "src/upload.py": '"""Send files upstream."""\n',
    ".github/workflows/ci.yml": "on: push\n",
    "Makefile": "all:\n\ttrue\n",
    ".env": "TOKEN=1\n",
    ".gitattributes": "* text\n",
    ".groundplan/allowed_signers": "# nobody\n",
    ".groundplan/config.toml": "version = 1\n",
    "NOTES.md": "# Notes\n\nid: {id} is the plan about uploads.\n",
    "plans/notes.md": "# Notes\n\nSee {id}.\n",
}


@pytest.mark.parametrize("path", TARGETS)
@pytest.mark.parametrize("channel", ["agent", "terminal"])
def test_a_forged_move_writes_into_no_file_that_is_not_the_plans(
    ready: Desk, path: str, channel: str
) -> None:
    text = TARGETS[path].format(id=plan_id(ready))
    ready.path(path).parent.mkdir(parents=True, exist_ok=True)
    ready.path(path).write_text(text)
    forge(ready, "moved", {"documents": {"plan": path}, "slug": "notes"}, channel=channel)
    assert ready.pipe("check").code != 0
    ready.person("say", "Go on.")
    ready.pipe("check", "--fix")
    assert ready.read(path) == text


def test_a_forged_move_to_a_file_that_carries_another_plans_id_hides_no_plan(ready: Desk) -> None:
    text = "---\nid: gp-0000000000\n---\n# Another plan\n"
    ready.path("plans/other.md").write_text(text)
    forge(ready, "moved", {"documents": {"plan": "plans/other.md"}, "slug": "other"}, channel="terminal")
    assert "GP210" in ready.codes()
    assert ready.person("-p", "retry-failed-uploads", "say", "Go on.").code == 0
    assert ready.read("plans/other.md") == text


@pytest.mark.parametrize("path", ["src/upload.py", "NOTES.md", "plans/notes.md"])
def test_a_forged_beginning_writes_into_no_file_that_is_not_the_plans(ready: Desk, path: str) -> None:
    """Dated back, it would come first if ids counted."""
    ready.path(path).parent.mkdir(exist_ok=True)
    ready.path(path).write_text("# Notes\n")
    body = {
        "playbook": "collaborate",
        "version": 1,
        "playbook_digest": "",
        "title": "Notes",
        "slug": "notes",
        "documents": {"plan": path},
        "sections": {},
    }
    forge(ready, "created", body, channel="terminal", number=1.0)
    assert ready.pipe("check").code != 0
    ready.person("say", "Go on.")
    assert ready.read(path) == "# Notes\n"


def test_a_forged_move_to_an_approved_copy_does_not_hide_the_doctored_plan(ready: Desk) -> None:
    ready.path("docs").mkdir(exist_ok=True)
    ready.path("docs/kept.md").write_text(ready.read(READY))
    ready.path(READY).write_text(doctored(ready))
    forge(ready, "moved", {"documents": {"plan": "docs/kept.md"}, "slug": "kept"})
    ready.commit("Attack")
    ran = ready.pipe("check", "--base", "main")
    assert ran.code != 0
    assert READY in ran.out


def test_a_copy_without_an_id_where_the_plan_was_is_named(ready: Desk) -> None:
    text = doctored(ready)
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("id:"))
    ready.git("mv", READY, "plans/real.md")
    forge(ready, "moved", {"documents": {"plan": "plans/real.md"}, "slug": "real"}, channel="terminal")
    assert "where a document of this plan was" not in ready.pipe("check").said
    ready.path(READY).write_text(text)
    ran = ready.pipe("check")
    assert ran.code == 1, ran.said
    assert f"`{READY}` is where a document of this plan was" in " ".join(ran.said.split())


def test_a_path_made_again_after_an_honest_move_does_not_pass_for_the_plan(ready: Desk) -> None:
    text = doctored(ready)
    assert ready.agent("move", "kept").code == 0
    ready.commit("Move, so that git does not track the old path")
    ready.path(READY).write_text(text)
    ran = ready.pipe("check")
    assert ran.code == 1
    assert READY in ran.out


@pytest.mark.parametrize("copy", ["plans/retry-final.md", "docs/final.md"])
def test_a_copy_that_carries_the_plans_id_is_named(ready: Desk, copy: str) -> None:
    ready.path(copy).parent.mkdir(exist_ok=True)
    ready.path(copy).write_text(doctored(ready))
    ready.commit("Attack")
    ran = ready.pipe("check")
    assert ran.code == 1
    assert copy in ran.out
    assert copy in ready.pipe("doctor").said
    assert copy in ready.pipe().said
    assert ready.person("approve", "ready", typed="ready").code != 0


def test_a_file_that_only_mentions_the_plan_is_no_copy_of_it(ready: Desk) -> None:
    ready.path("README.md").write_text(f"# Demo\n\nThe plan is {plan_id(ready)}.\n\nid: {plan_id(ready)}\n")
    ready.commit("Mention the plan")
    assert ready.pipe("check").code == 0


def test_a_file_that_mentions_a_lost_plan_does_not_become_it(ready: Desk) -> None:
    ready.path(READY).unlink()
    text = f"# Demo\n\nThe plan is {plan_id(ready)}.\n"
    ready.path("README.md").write_text(text)
    assert ready.person("say", "Go on.").code != 0
    assert ready.read("README.md") == text


@pytest.mark.parametrize("spelling", ['id: "{}"', "id:  {}", "id : {}", "ID: {}", "id: '{}'", "id: {} # x"])
def test_a_plan_without_its_ledger_is_missed_however_its_id_is_spelled(ready: Desk, spelling: str) -> None:
    ready.edit(READY, f"id: {plan_id(ready)}", spelling.format(plan_id(ready)))
    shutil.rmtree(ready.entries()[0].parent)
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    ran = ready.pipe("check")
    assert ran.code != 0
    assert READY in ran.said


# --- clocks and branches


def test_a_clock_set_back_moves_the_plan_all_the_same(ready: Desk) -> None:
    assert ready.person("move", "b").code == 0
    ready.environ["GROUNDPLAN_NOW"] = "2020-01-01T00:00:00Z"
    assert ready.person("move", "c").code == 0
    shown = ready.pipe("show", "c", "--json").json()
    assert shown["plan"]["slug"] == "c"
    ready.path("plans/b.md").write_text("# Mine\n")
    assert ready.person("-p", "c", "say", "Go on.").code == 0
    assert ready.read("plans/b.md") == "# Mine\n"


def merge(desk: Desk, ours: Callable[[], Any], theirs: Callable[[], Any]) -> None:
    desk.git("checkout", "-q", "-b", "other")
    theirs()
    desk.commit("Theirs")
    desk.git("checkout", "-q", "main")
    ours()
    desk.commit("Ours")
    try:
        desk.git("merge", "-q", "-m", "Merge", "other")
    except subprocess.CalledProcessError:
        desk.commit("Merge, both kept")


def test_a_plan_moved_on_two_branches_is_named_until_somebody_says_where_it_is(ready: Desk) -> None:
    merge(
        ready,
        ours=lambda: ready.agent("move", "left"),
        theirs=lambda: ready.agent("move", "right"),
    )
    ran = ready.pipe("check")
    assert ran.code != 0
    assert "left.md" in ran.said
    assert "right.md" in ran.said
    for name in ("left", "right"):
        if ready.path(f"plans/{name}.md").exists():
            kept = ready.pipe("show", "--json").json()["plan"]["documents"]["plan"]
            if kept != f"plans/{name}.md":
                ready.path(f"plans/{name}.md").unlink()
    assert ready.agent("move", "middle").code == 0
    assert ready.pipe("check").code == 0


def put_away(desk: Desk, *words: str) -> Ran:
    """Close every task as a person does, and archive the plan."""
    assert desk.person(*words, "waive", "--all", "--reason", "it was done before").code == 0
    return desk.person(*words, "archive")


def test_a_plan_archived_on_one_branch_and_edited_on_the_other_waits_for_a_person(ready: Desk) -> None:
    merge(
        ready,
        ours=lambda: put_away(ready),
        theirs=lambda: ready.agent("say", "--as", "planner", "--kind", "question", "And the tests?"),
    )
    ran = ready.pipe("check")
    assert ran.code == 1
    assert "made without sight of 1 entry" in " ".join(ran.out.split())
    assert ready.person("archive").code == 0
    assert ready.pipe("show", "retry-failed-uploads").code == 0
    assert ready.pipe("doctor").code == 0


# --- put out of sight


def test_a_copy_of_an_archived_plan_is_named(ready: Desk) -> None:
    text = doctored(ready)
    assert put_away(ready).code == 0
    ready.path(READY).write_text(text)
    ran = ready.pipe("check")
    assert ran.code != 0
    assert READY in ran.said


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_an_archiving_without_a_signature_hides_nothing_where_signatures_are_wanted(ready: Desk) -> None:
    sign_only(ready)
    forge(ready, "archived", {"reason": "finished", "abandoned": False}, channel="terminal")
    ready.path(READY).write_text(doctored(ready))
    assert {"GP206", "GP214"} <= ready.codes("--base", "main")


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_signed_archiving_counts_where_signatures_are_wanted(ready: Desk) -> None:
    key = sign_only(ready)
    assert ready.person("revoke", "ready", "--because", "sign it").code == 0
    assert ready.person("approve", "ready", "--sign", key, typed="ready").code == 0
    assert ready.agent("archive", "--sign", key).code == 3
    assert ready.person("waive", "--all", "--reason", "they said so").code == 5, "a key is wanted"
    assert ready.person("waive", "--all", "--reason", "they said so", "--sign", key).code == 0
    ran = ready.person("archive", "--sign", key)
    assert ran.code == 0, ran.out
    assert "1 archived" in ready.pipe().said


def test_an_archiving_by_an_agent_is_named(ready: Desk) -> None:
    forge(ready, "archived", {"reason": "finished", "abandoned": False})
    assert "GP214" in ready.codes()


def test_a_plan_of_the_base_that_is_gone_is_named(ready: Desk) -> None:
    ready.git("checkout", "-q", "-b", "attack")
    shutil.rmtree(ready.entries()[0].parent)
    ready.path(READY).write_text("# Notes\n")
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    ready.commit("Attack")
    ran = ready.pipe("check", "--base", "main")
    assert ran.code != 0
    assert "retry-failed-uploads" in ran.said


def test_an_entry_of_the_base_that_is_gone_is_named(ready: Desk) -> None:
    """Nothing follows the newest entry, so only the base can miss it."""
    ready.person("revoke", "ready", "--because", "not yet")
    ready.commit("Revoke")
    ready.git("checkout", "-q", "-b", "attack")
    ready.git("revert", "--no-edit", "HEAD")
    assert ready.pipe("check").code == 0, "the documented limit of a check without a base"
    ran = ready.pipe("check", "--base", "main")
    assert ran.code == 1
    assert "GP210" in ran.out


def test_a_file_that_only_has_the_name_of_an_entry_of_the_base_does_not_stand_for_it(ready: Desk) -> None:
    before = set(ready.entries())
    ready.person("revoke", "ready", "--because", "not yet")
    ready.commit("Revoke")
    added = set(ready.entries()) - before
    assert added
    ready.git("checkout", "-q", "-b", "attack")
    ready.git("revert", "--no-edit", "HEAD")
    for path in added:
        path.with_suffix("").write_text("")
    ready.commit("Attack")
    ran = ready.pipe("check", "--base", "main")
    assert (ran.code, "GP210" in ran.out) == (1, True), ran.out


@pytest.mark.parametrize("is_followed", [False, True])
def test_an_entry_of_the_base_that_was_altered_is_named(ready: Desk, *, is_followed: bool) -> None:
    """Nothing on the base follows the newest entry, and its digest is made anew."""
    ready.git("checkout", "-q", "-b", "attack")
    known = [read_entry(path.read_text()) for path in ready.entries()]
    followed = {target for entry in known for target in entry.follows}
    [(path, newest)] = [
        each for each in zip(ready.entries(), known, strict=True) if each[1].id not in followed
    ]
    path.write_text(replace(newest, by=replace(newest.by, name="CISO")).to_json())
    if is_followed:
        assert ready.person("say", "Go on.").code == 0
    ready.commit("Attack")
    ran = ready.pipe("check", "--base", "main")
    assert ran.code == 1
    assert "is not as it is on `main`" in " ".join(ran.out.split())


def test_a_plan_archived_since_the_base_is_named(ready: Desk) -> None:
    ready.git("checkout", "-q", "-b", "tidy")
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    assert put_away(ready, "-p", "retry-failed-uploads").code == 0
    ready.commit("Archive")
    ran = ready.pipe("check", "--base", "main")
    assert "retry-failed-uploads" in ran.said
    assert "archived" in ran.said


def test_a_plan_that_the_base_had_archived_is_not_named_again(ready: Desk) -> None:
    assert put_away(ready).code == 0
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    ready.commit("Archive")
    ready.git("checkout", "-q", "-b", "work")
    assert "retry-failed-uploads" not in ready.pipe("check", "--base", "main").said


def test_a_base_that_went_ahead_is_missed_by_nobody(ready: Desk) -> None:
    """What came to the base after the branch left it was not removed by the branch."""
    ready.git("branch", "work")
    assert ready.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    ready.commit("Go ahead")
    ready.git("checkout", "-q", "work")
    assert ready.pipe("check", "--base", "main").code == 0
